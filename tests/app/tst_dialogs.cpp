// SPDX-License-Identifier: Apache-2.0
// Every dialog fits on a laptop's screen, at 100 % and at 200 %.
#include "app/shell/application.h"
#include "app/dialogs/folderdialog.h"
#include "app/dialogs/importdialog.h"
#include "app/dialogs/ratesdialog.h"
#include "app/shell/windowplacement.h"
#include "runwindow.h"
#include "support/testprogram.h"
#include "views/tables/tableview.h"
#include "views/timeline/commands/markeditor.h"
#include "views/timeline/commands/timelinecommands.h"
#include "views/timeline/commands/timeshifts.h"
#include "views/timeline/timelineview.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QCompleter>
#include <QDialog>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileSystemModel>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QTimer>
#include <QWindow>

using namespace rs;
using namespace rs::test;

namespace {

/// 1366×768 as it is, and as a window sees it that draws everything twice as large.
constexpr QSize screens[] = {{1366, 768}, {683, 384}};

/// Fault of the dialog that is open; empty when all of it can be seen and reached.
QString wrongWith(const QDialog &dialog, const QRect &available)
{
    const QRect room(QPoint(), WindowPlacement::roomFor(available));
    const auto text = [](const QSize &s) { return QStringLiteral("%1x%2").arg(s.width()).arg(s.height()); };
    if (!room.contains(QRect(QPoint(), dialog.size())))
        return dialog.windowTitle() + QStringLiteral(" takes ") + text(dialog.size()) + QStringLiteral(" of ") +
               text(room.size());
    if (!available.contains(dialog.geometry()))
        return dialog.windowTitle() + QStringLiteral(" lies outside of the screen");
    for (const QAbstractButton *const button : dialog.findChildren<QAbstractButton *>()) {
        const QRect place(button->mapTo(&dialog, QPoint()), button->size());
        if (button->isVisible() && !dialog.rect().contains(place))
            return dialog.windowTitle() + QStringLiteral(" cuts ") + button->text();
    }
    for (const QLabel *const label : dialog.findChildren<QLabel *>()) {
        const bool scrolled =
            label->parentWidget()->parentWidget() && qobject_cast<QScrollArea *>(label->parentWidget()->parentWidget());
        if (label->isVisible() && !scrolled && label->wordWrap() &&
            label->heightForWidth(label->width()) > label->height() + 1)
            return dialog.windowTitle() + QStringLiteral(" cuts ") + label->text().left(40);
    }
    return {};
}

} // namespace

class TestDialogs : public QObject
{
    Q_OBJECT
private slots:
    void everyDialogFits_data();
    void everyDialogFits();
    void aNewWindowFits();
    void filesAreCalledInTheUsersLanguage();
    void aTypedPathOpensWithOneEnter_data();
    void aTypedPathOpensWithOneEnter();
    void aFolderToWriteIntoNeedNotExist();
    void noFileIsOpenedByListingIt();
    void aPathThatIsNotThereIsSaidToBeNone();
    void referenceRatesAreTheUsers();
    void numbersAreTakenAsTyped_data();
    void numbersAreTakenAsTyped();

private:
    /// Looks at the dialog that `open` brings up, closes it, and gives what is wrong with it.
    static QString lookAt(const std::function<void()> &open, const QRect &available);
};

QString TestDialogs::lookAt(const std::function<void()> &open, const QRect &available)
{
    QString wrong = QStringLiteral("no dialog came");
    QTimer look;
    int rest = 100;
    QObject::connect(&look, &QTimer::timeout, &look, [&] {
        for (QWidget *const w : QApplication::topLevelWidgets()) {
            auto *const dialog = qobject_cast<QDialog *>(w);
            if (!dialog || !dialog->isVisible() || rest-- < 0)
                continue;
            // Once more, after it was laid out.
            if (wrong == QLatin1String("no dialog came")) {
                wrong = QStringLiteral("seen");
                return;
            }
            wrong = wrongWith(*dialog, available);
            look.stop();
            dialog->close();
        }
    });
    look.start(30);
    open();
    for (int i = 0; i < 100 && look.isActive(); ++i)
        QTest::qWait(20);
    QTest::qWait(20);
    return wrong;
}

void TestDialogs::everyDialogFits_data()
{
    QTest::addColumn<int>("screen");
    QTest::addColumn<QString>("language");
    for (int i = 0; i < 2; ++i) {
        for (const char *const language : {"en", "zh_CN"})
            QTest::addRow("%s, %s", i == 0 ? "100 %" : "200 %", language) << i << QString::fromLatin1(language);
    }
}

void TestDialogs::everyDialogFits()
{
    QFETCH(const int, screen);
    QFETCH(const QString, language);
    QVERIFY(QGuiApplication::screens().size() == 2);
    QScreen *const on = QGuiApplication::screens().at(screen);
    QCOMPARE(on->size(), screens[screen]);
    const QRect available = on->availableGeometry();
    RunWindow w;
    w.bench.language().use(language);
    w.window->setScreen(on);
    w.window->setGeometry(QRect(available.topLeft(), WindowPlacement::roomFor(available)));
    w.open(QStringLiteral("/data/a"));
    auto *const timeline = w.view<TimelineView>("timeline");
    QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    const auto action = [&w](const char *name) {
        return [&w, name] { w.window->action(QString::fromLatin1(name))->trigger(); };
    };
    QString path = QStringLiteral("/data/") + QString(60, u'x');
    const QString longPath = path + QStringLiteral("/a run whose folders have long names/") + path.mid(6);
    std::vector<std::pair<const char *, std::function<void()>>> all = {
        {"keys", action("shortcuts")},
        {"about", action("about")},
        {"commands", action("finder")},
        {"reference rates", action("rates")},
        {"import data", action("importData")},
        {"open session", action("openSession")},
        {"save session", action("saveSession")},
        {"export everything", action("exportEverything")},
        {"report", action("report")},
        {"mark",
         [timeline] {
             timeline->marks()->edit({1'000'000, 1'002'000, QStringLiteral("mark"), 0, {}});
         }},
        {"offset",
         [timeline] {
             timeline->shifts()->ask({{0, 0}, LaneKey::Type::Rank, 0});
         }},
        {"preset", [timeline] { timeline->commands()->find(QStringLiteral("keep-arrangement"))->trigger(); }},
        {"findings of nothing",
         [&w, longPath] {
             QStringList paths;
             for (int i = 0; i < 12; ++i)
                 paths.append(longPath + QString::number(i) + QStringLiteral("-empty"));
             emit w.bench.session().nothingFound(paths, [&] {
                 std::vector<Finding> findings;
                 for (const QString &p : paths)
                     findings.push_back({Severity::Loss,
                                         p,
                                         {},
                                         QStringLiteral("discovery.nothing"),
                                         QStringLiteral("Nothing was recognised here."),
                                         {},
                                         1});
                 return findings;
             }());
         }},
        {"left out", [&w, longPath] { emit w.window->keeper().leftOut(QStringList(40, longPath)); }},
        {"memory", [&w] { emit w.bench.session().memoryBudgetReached(); }},
    };
    for (const auto &[name, open] : all) {
        const QString wrong = lookAt(open, available);
        QVERIFY2(wrong.isEmpty(), qPrintable(QString::fromLatin1(name) + QStringLiteral(": ") + wrong));
    }
}

void TestDialogs::aNewWindowFits()
{
    for (QScreen *const on : QGuiApplication::screens()) {
        RunWindow w;
        w.window->hide();
        w.window->setScreen(on);
        w.window->restoreLayout();
        QVERIFY(w.window->isMaximized());
        const QSize normal =
            w.window->normalGeometry().isEmpty() ? w.window->size() : w.window->normalGeometry().size();
        const QSize room = WindowPlacement::roomFor(on->availableGeometry());
        QVERIFY(normal.width() <= std::max(room.width(), w.window->minimumWidth()));
        QVERIFY(normal.height() <= std::max(room.height(), w.window->minimumHeight()));
    }
}

void TestDialogs::filesAreCalledInTheUsersLanguage()
{
    RunWindow w;
    const auto typeOfFolders = [] {
        QFileSystemModel files;
        return files.type(files.index(QDir::tempPath()));
    };
    w.bench.language().use(QStringLiteral("zh_CN"));
    QCOMPARE(typeOfFolders(), QStringLiteral("文件夹"));
    w.bench.language().use(QStringLiteral("en"));
    QCOMPARE(typeOfFolders(), QStringLiteral("Folder"));
}

void TestDialogs::aFolderToWriteIntoNeedNotExist()
{
    QTemporaryDir dir;
    QVERIFY(QDir(dir.path()).mkpath(QStringLiteral("old")));
    for (const char *const name : {"old", "new"}) {
        FolderDialog dialog(QStringLiteral("Export"), dir.path());
        dialog.show();
        auto *const line = dialog.findChild<QLineEdit *>(QStringLiteral("fileNameEdit"));
        QVERIFY(line);
        line->setText(dir.filePath(QLatin1String(name)));
        const auto *const buttons = dialog.findChild<QDialogButtonBox *>();
        QVERIFY(buttons);
        QTRY_VERIFY(buttons->button(QDialogButtonBox::Open)->isEnabled());
        QTest::keyClick(line, Qt::Key_Return);
        QTRY_VERIFY(!dialog.isVisible());
        QCOMPARE(dialog.result(), int(QDialog::Accepted));
        QCOMPARE(dialog.folder(), dir.filePath(QLatin1String(name)));
    }
    QVERIFY(!QDir(dir.path()).exists(QStringLiteral("new"))); // whoever writes makes it
}

void TestDialogs::aTypedPathOpensWithOneEnter_data()
{
    QTest::addColumn<QString>("dialog");
    QTest::newRow("import data") << QStringLiteral("data");
    QTest::newRow("import folder") << QStringLiteral("folder");
}

void TestDialogs::aTypedPathOpensWithOneEnter()
{
    QFETCH(const QString, dialog);
    RunWindow w;
    QTemporaryDir dir;
    for (const char *const name : {"run_", "run_a", "run_ab"})
        QVERIFY(QDir(dir.path()).mkpath(QLatin1String(name)));
    std::unique_ptr<QDialog> open;
    if (dialog == QLatin1String("data")) {
        open = std::make_unique<ImportDialog>(dir.path());
    } else {
        auto files = std::make_unique<QFileDialog>(nullptr, QString(), dir.path());
        files->setOption(QFileDialog::DontUseNativeDialog);
        files->setFileMode(QFileDialog::Directory);
        open = std::move(files);
    }
    auto *const line = open->findChild<QLineEdit *>(dialog == QLatin1String("data") ? QStringLiteral("path")
                                                                                    : QStringLiteral("fileNameEdit"));
    QVERIFY(line);
    open->show();
    open->activateWindow();
    line->setFocus();
    const QString path = dir.filePath(QStringLiteral("run_"));
    line->setText(path.chopped(1));
    QTest::keyClicks(line, QStringLiteral("_"));
    // The names are read in the background: until they are there, nothing is proposed.
    QWidget *const proposals = line->completer()->popup();
    const bool proposed = QTest::qWaitFor(
        [&] {
            if (!proposals->isVisible())
                line->completer()->complete();
            QTest::qWait(30);
            return proposals->isVisible();
        },
        10'000);
    QVERIFY(proposed);
    QCOMPARE(line->text(), path);
    QTest::keyClick(proposals->windowHandle(), Qt::Key_Return);
    QVERIFY(!open->isVisible());
    QCOMPARE(open->result(), int(QDialog::Accepted));
    QVERIFY(!proposals->isVisible());
    if (dialog == QLatin1String("data"))
        QCOMPARE(qobject_cast<ImportDialog *>(open.get())->paths(), QStringList(path));
}

// /proc has a file that root may open and that never ends.
void TestDialogs::noFileIsOpenedByListingIt()
{
    ImportDialog dialog(QStringLiteral("/proc"));
    dialog.show();
    const auto *const tree = dialog.findChild<QTreeView *>();
    QTRY_VERIFY(tree->model()->rowCount(tree->rootIndex()) > 0);
    QTest::qWait(500);
    QVERIFY(tree->isColumnHidden(2));
}

void TestDialogs::aPathThatIsNotThereIsSaidToBeNone()
{
    const QTemporaryDir dir;
    ImportDialog dialog(dir.path());
    dialog.show();
    auto *const path = dialog.findChild<QLineEdit *>(QStringLiteral("path"));
    auto *const problem = dialog.findChild<QLabel *>(QStringLiteral("problem"));
    QVERIFY(path && problem && !problem->isVisible());
    const QString nowhere = dir.filePath(QStringLiteral("nowhere"));
    path->clear();
    QTest::keyClicks(path, nowhere);
    QVERIFY(!problem->isVisible());
    QCOMPARE(dialog.folder(), dir.path());
    QTest::keyClick(path, Qt::Key_Return);
    QVERIFY(dialog.isVisible() && problem->isVisible());
    QCOMPARE(problem->text(), nowhere + QStringLiteral(" does not exist."));
    QTest::keyClick(path, Qt::Key_Backspace);
    QVERIFY(!problem->isVisible());
    path->clear();
    QTest::keyClicks(path, dir.path());
    QTest::keyClick(path, Qt::Key_Return);
    QVERIFY(!dialog.isVisible());
    QCOMPARE(dialog.paths(), QStringList(dir.path()));
}

void TestDialogs::referenceRatesAreTheUsers()
{
    RunWindow w;
    w.window->action(QStringLiteral("rates"))->trigger();
    auto *dialog = w.window->findChild<RatesDialog *>();
    QVERIFY(dialog && dialog->isVisible());
    // The title bar has room for its title and its buttons.
    QVERIFY(dialog->width() > dialog->fontMetrics().horizontalAdvance(dialog->windowTitle()) * 5 / 4);
    QCOMPARE(dialog->field(QStringLiteral("hccs"))->text(), QStringLiteral("18.00 GB/s"));
    QCOMPARE(dialog->field(QStringLiteral("sio"))->text(), QStringLiteral("none"));
    // No transport of which a rate is known moves nothing.
    dialog->field(QStringLiteral("pcie"))->setValue(0);
    QCOMPARE(dialog->field(QStringLiteral("pcie"))->value(), 0.1);
    dialog->field(QStringLiteral("pcie"))->setValue(20);
    dialog->field(QStringLiteral("hccs"))->setValue(56);
    QCOMPARE(dialog->field(QStringLiteral("bandwidth"))->text(), QStringLiteral("none"));
    const QSignalSpy changed(&w.bench.state(), &ViewState::ratesChanged);
    dialog->accept();
    QCOMPARE(changed.size(), 1);
    QCOMPARE(w.bench.state().rates().hccs, 56.0);
    QCOMPARE(w.settings.rates(), (QMap<QString, double>{{QStringLiteral("hccs"), 56.0}}));
    QTRY_VERIFY(!w.window->findChild<RatesDialog *>());
    w.window->action(QStringLiteral("rates"))->trigger();
    dialog = w.window->findChild<RatesDialog *>();
    QVERIFY(dialog);
    QCOMPARE(dialog->field(QStringLiteral("hccs"))->value(), 56.0);
    dialog->findChild<QPushButton *>(QStringLiteral("defaults"))->click();
    dialog->accept();
    QCOMPARE(w.bench.state().rates().hccs, 18.0);
    QVERIFY(w.settings.rates().isEmpty());
}

void TestDialogs::numbersAreTakenAsTyped_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<double>("value"); // 0: refused
    QTest::newRow("number") << QStringLiteral("12.5") << 12.5;
    QTest::newRow("comma") << QStringLiteral("12,5") << 12.5;
    QTest::newRow("too large") << QStringLiteral("5000") << 0.0;
    QTest::newRow("negative") << QStringLiteral("-5") << 0.0;
    QTest::newRow("none") << QStringLiteral("0") << 0.0;
    QTest::newRow("power of ten") << QStringLiteral("1e3") << 1000.0;
}

// Another number than the one that was typed would be believed.
void TestDialogs::numbersAreTakenAsTyped()
{
    QFETCH(const QString, typed);
    QFETCH(const double, value);
    RunWindow w;
    w.window->action(QStringLiteral("rates"))->trigger();
    auto *const dialog = w.window->findChild<RatesDialog *>();
    QVERIFY(dialog);
    QDoubleSpinBox *const box = dialog->field(QStringLiteral("hccs"));
    box->setFocus();
    box->selectAll();
    QTest::keyClicks(box, typed);
    auto *const refusal = dialog->findChild<QLabel *>(QStringLiteral("refusal"));
    QTest::keyClick(box, Qt::Key_Return);
    QCOMPARE(dialog->isVisible(), value == 0);
    QCOMPARE(refusal->isVisible(), value == 0);
    if (value > 0) {
        QCOMPARE(w.bench.state().rates().hccs, value);
        return;
    }
    QVERIFY2(refusal->text().startsWith(typed + u' ') && refusal->text().contains(QStringLiteral("1000.00")),
             qPrintable(refusal->text()));
    QCOMPARE(w.bench.state().rates().hccs, 18.0);
    QCOMPARE(box->value(), 18.0); // and none of the numbers that stood there while it was typed
    box->selectAll();
    QTest::keyClicks(box, typed);
    refusal->hide();
    QTest::keyClick(box, Qt::Key_Tab);
    QVERIFY(refusal->isVisible());
    QCOMPARE(box->value(), 18.0);
    dialog->reject();
}

static int runDialogs(int argc, char **argv)
{
    // The screens of a test are what its platform is told.
    QTemporaryDir dir;
    QFile file(dir.filePath(QStringLiteral("screens.json")));
    if (!file.open(QIODevice::WriteOnly))
        return 1;
    QByteArray list;
    int x = 0;
    for (const QSize &s : screens) {
        list += QStringLiteral("%1{\"name\":\"%2\",\"x\":%3,\"y\":0,\"width\":%4,\"height\":%5,\"logicalDpi\":96,"
                               "\"logicalBaseDpi\":96,\"dpr\":1}")
                    .arg(list.isEmpty() ? QString() : QStringLiteral(","), QString::number(x))
                    .arg(x)
                    .arg(s.width())
                    .arg(s.height())
                    .toUtf8();
        x += s.width();
    }
    file.write("{\"synchronousWindowSystemEvents\":true,\"windowFrameMargins\":false,\"screens\":[" + list + "]}");
    file.close();
    qputenv("QT_QPA_PLATFORM", "offscreen:configfile=" + file.fileName().toLocal8Bit());
    return test::runClass<Application, TestDialogs>(argc, argv);
}
RS_TEST_RUN(&runDialogs);
#include "tst_dialogs.moc"
