// SPDX-License-Identifier: Apache-2.0
#include "app/dialogs/actionfinder.h"
#include "app/dialogs/guidewindow.h"
#include "app/shell/application.h"
#include "app/shell/contextbar.h"
#include "app/shell/mainwindow.h"
#include "app/shell/appstyle.h"
#include "app/shell/shot.h"
#include "app/shell/startpage.h"
#include "app/shell/statuspanel.h"
#include "app/session/workspaces.h"
#include "app/shell/statustext.h"
#include "heldreader.h"
#include "support/testprogram.h"
#include "tables/base/cellrows.h"
#include "views/browse/findingsview.h"
#include "views/browse/searchview.h"
#include "views/tables/tableview.h"
#include "views/timeline/axis/timeruler.h"
#include "views/timeline/commands/timelinecommands.h"
#include "views/timeline/timelineview.h"
#include "views/widgets/menus.h"
#include "views/widgets/searchbox.h"

#include <QApplication>
#include <QDialog>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLibraryInfo>
#include <QLineEdit>
#include <QMainWindow>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QPainter>
#include <QRegularExpression>
#include <QScreen>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStyle>
#include <QTabBar>
#include <QTableView>
#include <QStyleOptionButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextDocument>
#include <QToolButton>
#include <QToolTip>
#include <QTreeWidget>
#include <QWheelEvent>
#include <QWindow>
#include <QUrl>

#include <cmath>
#include <cstdlib>

using namespace rs;
using rs::test::HeldReader;

namespace {

struct Window
{
    explicit Window(const QString &ini, int ranks = 2)
        : held(ranks), settings(ini), bench(settings, held.reader()), window(std::make_unique<MainWindow>(bench))
    {
        bench.theme().setMode(Theme::Mode::Light);
        bench.applyTheme();
        bench.language().use(QStringLiteral("en"));
        window->resize(1366, 768);
        window->show();
    }
    void load(const QStringList &paths)
    {
        QSignalSpy idle(&bench.session(), &TraceSession::idle);
        window->open(paths);
        QVERIFY(idle.wait());
    }
    [[nodiscard]] int openRuns()
    {
        int n = 0;
        for (int i = 0; i < bench.runs().count(); ++i)
            n += bench.runs().run(i) ? 1 : 0;
        return n;
    }

    HeldReader held;
    Settings settings;
    Workbench bench;
    std::unique_ptr<MainWindow> window;
};

// Entries of File > Recent.
QList<QAction *> recentOf(const Window &w)
{
    QList<QAction *> out;
    for (const QMenu *const menu : w.window->findChildren<QMenu *>()) {
        if (menu->title() == QLatin1String("&Recent"))
            out = menu->actions();
    }
    out.removeIf([](const QAction *a) { return !a->data().isValid(); });
    return out;
}

// Sends the events of the window system; true when the window took them.
bool drop(QWidget *on, const QStringList &paths)
{
    QMimeData data;
    QList<QUrl> urls;
    for (const QString &p : paths)
        urls.append(p.contains(QLatin1String("://")) ? QUrl(p) : QUrl::fromLocalFile(p));
    data.setUrls(urls);
    QDragEnterEvent enter(QPoint(20, 20), Qt::CopyAction | Qt::MoveAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(on, &enter);
    if (!enter.isAccepted())
        return false;
    QDropEvent event(QPointF(20, 20), Qt::CopyAction | Qt::MoveAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(on, &event);
    return event.isAccepted() && event.dropAction() == Qt::CopyAction;
}

QString sizeText(const QSize &size)
{
    return QStringLiteral("%1x%2").arg(size.width()).arg(size.height());
}

// Docks that lie upon each other or outside the window; empty when none does.
QString misplacedDocks(const DockLayout &docks)
{
    QStringList wrong;
    std::vector<const QDockWidget *> seen;
    for (const QString &id : viewIds()) {
        const QDockWidget *const dock = docks.dock(id);
        if (dock->isVisible() && !dock->visibleRegion().isEmpty())
            seen.push_back(dock);
    }
    for (const QDockWidget *a : seen) {
        if (!docks.rect().contains(a->geometry()))
            wrong.append(a->objectName());
        for (const QDockWidget *b : seen) {
            if (a != b && a->geometry().intersects(b->geometry()))
                wrong.append(a->objectName() + u' ' + b->objectName());
        }
    }
    return seen.size() < 2 ? QStringLiteral("fewer than two are seen") : wrong.join(u'\n');
}

double contrast(const QColor &a, const QColor &b)
{
    const auto luminance = [](const QColor &c) {
        const auto linear = [](double v) { return v <= 0.03928 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
        return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF());
    };
    const double la = luminance(a) + 0.05;
    const double lb = luminance(b) + 0.05;
    return std::max(la, lb) / std::min(la, lb);
}

} // namespace

class TestMainWindow : public QObject
{
    Q_OBJECT
private slots:
    void init() { m_dir = std::make_unique<QTemporaryDir>(); }
    void startsWithTheStartPage();
    void opensInEveryLanguageAndTheme_data();
    void opensInEveryLanguageAndTheme();
    void everyDockClosesFloatsAndComesBack();
    void tabsAreTheTitlesOfTabbedDocks();
    void everyWorkspaceIsReset();
    void remembersDocksForTheUser();
    void closingTheStartPageKeepsTheDocks();
    void anExplorerOverMostOfTheWindowIsNotKept();
    void nothingIsCutOnASmallScreen();
    void linesBetweenDocksFollowTheTheme();
    void menusOfAHighBarAreNotUnderlined();
    void fieldsHaveAnEdge_data();
    void detachedDocksHaveAnEdge_data();
    void detachedDocksHaveAnEdge();
    void fieldsHaveAnEdge();
    void takesDroppedFoldersAndFiles();
    void refusesDropsOfOtherThings();
    void dropsReachTheWindowThroughItsDocks();
    void recentPathsAreOfferedAndMissingOnesGreyed();
    void whatWasOpenedTogetherIsOneLineThatOpensAllOfIt();
    void reloadsAndClosesByMenu();
    void docksOfASmallWindowLieBesideEachOther();
    void theStatusBarCountsAndCancels();
    void theStatusBarSaysWhichMarkWasDeleted();
    void switchesTheLanguageWhileItRuns();
    void theLanguageMenuMarksWhatIsUsed();
    void editCopiesWhatHasTheFocus();
    void searchKeysReachTheSearchDock();
    void opensWithTheViewThatIsAskedFor();
    void lettersBelongToAnOpenMenu();
    void theWheelChangesOnlyWhatHasTheFocus();
    void theGuideIsInTheProgram();
    void commandsAreFoundByName();
    void commandsOfToolBarsAreFoundByName();
    void everyCommandHasATextAndKeysAreUnique();
    void theContextBarFollowsTheState();
    void closingTheWindowWhileLoading();

private:
    [[nodiscard]] QString ini() const { return m_dir->filePath(QStringLiteral("settings.ini")); }
    [[nodiscard]] QString folder(const QString &name) const
    {
        QDir(m_dir->path()).mkpath(name);
        return m_dir->filePath(name);
    }
    std::unique_ptr<QTemporaryDir> m_dir;
};

void TestMainWindow::startsWithTheStartPage()
{
    Window w(ini());
    QVERIFY(w.window->startPage().isVisible());
    QVERIFY(!w.window->docks().isVisible());
    QVERIFY(!w.window->action(QStringLiteral("reload"))->isEnabled());
    w.load({folder(QStringLiteral("run"))});
    QVERIFY(!w.window->startPage().isVisible());
    QVERIFY(w.window->docks().isVisible());
    w.bench.session().closeAll();
    QVERIFY(w.window->startPage().isVisible());
}

void TestMainWindow::opensInEveryLanguageAndTheme_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<int>("theme");
    for (const char *const language : {"en", "zh_CN"}) {
        for (const auto theme : {Theme::Mode::Light, Theme::Mode::Dark})
            QTest::addRow("%s %d", language, static_cast<int>(theme))
                << QString::fromLatin1(language) << static_cast<int>(theme);
    }
}

void TestMainWindow::opensInEveryLanguageAndTheme()
{
    QFETCH(QString, language);
    QFETCH(int, theme);
    Window w(ini());
    w.bench.theme().setMode(static_cast<Theme::Mode>(theme));
    w.bench.language().use(language);
    w.load({folder(QStringLiteral("run"))});
    for (const QString &id : viewIds()) {
        w.window->docks().showView(id);
        QTest::qWait(1);
        QVERIFY2(w.window->docks().view(id)->isVisible(), qPrintable(id));
        QVERIFY(!w.window->docks().view(id)->title().isEmpty());
        QVERIFY(!w.window->docks().view(id)->grab().isNull());
    }
    for (const DockView *v : w.window->docks().views())
        QTRY_VERIFY2_WITH_TIMEOUT(v->isComplete(), qPrintable(v->id()), 60'000);
    QCOMPARE(QApplication::palette().color(QPalette::Base), w.bench.theme().background());
}

void TestMainWindow::tabsAreTheTitlesOfTabbedDocks()
{
    Window w(ini());
    w.load({folder(QStringLiteral("run"))});
    DockLayout &docks = w.window->docks();
    QDockWidget *const overview = docks.dock(QStringLiteral("overview"));
    QTRY_VERIFY(overview->titleBarWidget());
    QVERIFY(!docks.dock(QStringLiteral("timeline"))->titleBarWidget());

    // A double click on the tab detaches the view, which then has a title bar of its own.
    QTabBar *bar = nullptr;
    int tab = -1;
    for (QTabBar *const b : docks.findChildren<QTabBar *>(Qt::FindDirectChildrenOnly)) {
        for (int i = 0; i < b->count(); ++i) {
            if (b->tabText(i) == overview->windowTitle()) {
                bar = b;
                tab = i;
            }
        }
    }
    QVERIFY(bar);
    const QPoint docked = overview->mapToGlobal(QPoint());
    QTest::mouseDClick(bar, Qt::LeftButton, {}, bar->tabRect(tab).center());
    QTRY_VERIFY(overview->isFloating());
    QTRY_VERIFY(overview->pos() != docked);
    QVERIFY(overview->screen()->availableGeometry().contains(overview->geometry()));
    QTRY_VERIFY(!overview->titleBarWidget());
    overview->setFloating(false);
    QTRY_VERIFY(overview->titleBarWidget());
}

void TestMainWindow::everyDockClosesFloatsAndComesBack()
{
    Window w(ini());
    w.load({folder(QStringLiteral("run"))});
    for (const QString &id : viewIds()) {
        QDockWidget *const dock = w.window->docks().dock(id);
        w.bench.state().showView(id);
        QVERIFY(dock->features().testFlag(QDockWidget::DockWidgetClosable));
        dock->setFloating(true);
        QVERIFY(dock->isFloating());
        dock->setFloating(false);
        dock->toggleViewAction()->trigger();
        QVERIFY(dock->isHidden());
        dock->toggleViewAction()->trigger();
        QVERIFY(!dock->isHidden());
        dock->close();
        w.bench.state().showView(id);
        QVERIFY2(w.window->docks().view(id)->isVisible(), qPrintable(id));
    }
}

void TestMainWindow::everyWorkspaceIsReset()
{
    Window w(ini());
    w.load({folder(QStringLiteral("run"))});
    for (const Workspace &space : Workspaces::all()) {
        w.bench.state().setWorkspace(QLatin1String(space.id));
        for (const QString &id : viewIds()) {
            w.window->docks().dock(id)->setFloating(true);
            w.window->docks().dock(id)->close();
        }
        w.window->action(QStringLiteral("resetWorkspace"))->trigger();
        for (const QString &id : Workspaces::docks(space.large) + Workspaces::docks(space.below) +
                                     QStringList(QStringLiteral("explorer"))) {
            const QDockWidget *const dock = w.window->docks().dock(id);
            QVERIFY2(!dock->isFloating() && !dock->isHidden(), qPrintable(id));
        }
        QVERIFY(w.window->docks().view(QStringLiteral("explorer"))->isVisible());
        QVERIFY(w.window->docks().view(QStringLiteral("details"))->isVisible());
        QVERIFY(w.window->docks()
                    .tabifiedDockWidgets(w.window->docks().dock(QStringLiteral("details")))
                    .contains(w.window->docks().dock(QStringLiteral("findings"))));
    }
}

void TestMainWindow::remembersDocksForTheUser()
{
    {
        Window w(ini());
        w.load({folder(QStringLiteral("run"))});
        w.window->docks().dock(QStringLiteral("search"))->close();
        w.window->docks().dock(QStringLiteral("findings"))->raise();
        w.window->close();
    }
    Window again(ini());
    again.window->restoreLayout();
    again.load({folder(QStringLiteral("run"))});
    QVERIFY(again.window->docks().dock(QStringLiteral("search"))->isHidden());
    QVERIFY(!again.window->docks().dock(QStringLiteral("explorer"))->isHidden());
    again.window->docks().restore({{QStringLiteral("summary"), "nonsense"}});
    QVERIFY(!again.window->docks().dock(QStringLiteral("explorer"))->isHidden());
}

void TestMainWindow::closingTheStartPageKeepsTheDocks()
{
    const auto explorerWidth = [](Window &w) { return w.window->docks().dock(QStringLiteral("explorer"))->width(); };
    int width = 0;
    {
        Window w(ini());
        w.window->resize(1440, 900);
        w.load({folder(QStringLiteral("run"))});
        QTRY_COMPARE_WITH_TIMEOUT(misplacedDocks(w.window->docks()), QString(), 30'000);
        QTRY_VERIFY_WITH_TIMEOUT(explorerWidth(w) < 400, 30'000);
        width = explorerWidth(w);
        w.window->close();
    }
    for (int i = 0; i < 2; ++i) {
        Window w(ini());
        w.window->restoreLayout();
        w.window->close();
    }
    Window again(ini());
    again.window->restoreLayout();
    again.load({folder(QStringLiteral("run"))});
    QTRY_VERIFY2(std::abs(explorerWidth(again) - width) < 20, qPrintable(QString::number(explorerWidth(again))));
}

void TestMainWindow::anExplorerOverMostOfTheWindowIsNotKept()
{
    const auto explorer = [](Window &w) { return w.window->docks().dock(QStringLiteral("explorer")); };
    {
        Window w(ini());
        w.window->resize(1366, 768);
        w.load({folder(QStringLiteral("run"))});
        QTRY_VERIFY_WITH_TIMEOUT(explorer(w)->width() < 400, 30'000);
        w.window->docks().resizeDocks({explorer(w)}, {1074}, Qt::Horizontal);
        QTRY_VERIFY(explorer(w)->width() > 600);
        w.window->close();
    }
    Window again(ini());
    again.window->restoreLayout();
    again.load({folder(QStringLiteral("run"))});
    QTRY_VERIFY2(explorer(again)->width() < 456, qPrintable(QString::number(explorer(again)->width()))); // a third
}

void TestMainWindow::nothingIsCutOnASmallScreen()
{
    Window w(ini());
    w.window->resize(1366, 768);
    w.load({folder(QStringLiteral("run"))});
    for (const Workspace &space : Workspaces::all()) {
        const char *const layout = space.id;
        w.bench.state().setWorkspace(QLatin1String(layout));
        QTRY_VERIFY2(w.window->minimumSizeHint().width() <= 1366 && w.window->minimumSizeHint().height() <= 768 - 40,
                     qPrintable(sizeText(w.window->minimumSizeHint())));
        QCOMPARE(w.window->size(), QSize(1366, 768));
        const QRect inside(QPoint(0, 0), w.window->docks().size());
        for (const QString &id : viewIds()) {
            w.window->docks().showView(id);
            const QDockWidget *const dock = w.window->docks().dock(id);
            QTRY_VERIFY2(inside.contains(dock->geometry()), qPrintable(id));
            const QWidget *const view = dock->widget();
            const auto fits = [view] { return view->size().expandedTo(view->minimumSizeHint()) == view->size(); };
            QTRY_VERIFY2(fits(), qPrintable(QStringLiteral("%1 in %2: %3 of %4")
                                                .arg(id, QLatin1String(layout), sizeText(view->size()),
                                                     sizeText(view->minimumSizeHint()))));
        }
    }
}

void TestMainWindow::linesBetweenDocksFollowTheTheme()
{
    Window w(ini());
    w.load({folder(QStringLiteral("run"))});
    DockLayout &docks = w.window->docks();
    QTRY_COMPARE(misplacedDocks(docks), QString());
    for (const Theme::Mode mode : {Theme::Mode::Dark, Theme::Mode::Light}) {
        w.bench.theme().setMode(mode);
        const int extent = docks.style()->pixelMetric(QStyle::PM_DockWidgetSeparatorExtent, nullptr, &docks);
        const auto colour = [&] {
            // Docks may still move while their views take in the run.
            const QRect explorer = docks.dock(QStringLiteral("explorer"))->geometry();
            const QPoint line(explorer.right() + 1 + extent / 2, explorer.center().y());
            const QImage picture = docks.grab().toImage();
            return picture.pixelColor(line * picture.devicePixelRatio());
        };
        QTRY_COMPARE(colour(), w.bench.theme().hairline());
        QCOMPARE(QToolTip::palette().color(QPalette::ToolTipBase), w.bench.theme().panel());
    }
    QVERIFY(qApp->styleSheet().isEmpty());
}

void TestMainWindow::menusOfAHighBarAreNotUnderlined()
{
    AppStyle style;
    QMainWindow window;
    window.resize(500, 200);
    auto *const corner = new QLabel(&window);
    corner->setPixmap(QPixmap(100, 40));
    QMenuBar *const bar = window.menuBar();
    bar->setStyle(&style);
    QAction *const file = bar->addMenu(QStringLiteral("File"))->menuAction();
    bar->setCornerWidget(corner);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    const QRect entry = bar->actionGeometry(file);
    QVERIFY(entry.bottom() < bar->height() - 2);
    const QImage picture = bar->grab().toImage();
    // Below and beside the text the entry looks like the bar around it.
    for (int x = entry.left() + 1; x < entry.right(); ++x)
        QCOMPARE(picture.pixel(x, entry.bottom()), picture.pixel(entry.right() + 20, entry.bottom()));
}

void TestMainWindow::fieldsHaveAnEdge_data()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void TestMainWindow::detachedDocksHaveAnEdge_data()
{
    fieldsHaveAnEdge_data();
}

void TestMainWindow::detachedDocksHaveAnEdge()
{
    QFETCH(const bool, dark);
    Theme theme;
    theme.setMode(dark ? Theme::Mode::Dark : Theme::Mode::Light);
    const AppStyle style;
    QImage picture(60, 40, QImage::Format_RGB32);
    const QColor window = theme.palette().color(QPalette::Window);
    picture.fill(window);
    QStyleOptionFrame frame;
    frame.rect = picture.rect();
    frame.palette = theme.palette();
    QPainter painter(&picture);
    style.drawPrimitive(QStyle::PE_FrameDockWidget, &frame, &painter, nullptr);
    painter.end();
    for (const QPoint at : {QPoint(0, 20), QPoint(59, 20), QPoint(30, 0), QPoint(30, 39)}) {
        const QColor edge = picture.pixelColor(at);
        QVERIFY2(contrast(edge, window) >= 3, qPrintable(edge.name()));
    }
    QCOMPARE(picture.pixelColor(30, 20), window);
}

// As bright as symbols have to be, against what is inside and outside of the field.
void TestMainWindow::fieldsHaveAnEdge()
{
    QFETCH(const bool, dark);
    Theme theme;
    theme.setMode(dark ? Theme::Mode::Dark : Theme::Mode::Light);
    AppStyle style;
    QWidget page;
    page.setPalette(theme.palette());
    QLineEdit line(&page);
    line.setGeometry(20, 20, 120, 26);
    QSpinBox number(&page);
    number.setGeometry(20, 60, 120, 26);
    QCheckBox box(&page);
    box.setGeometry(20, 90, 120, 26);
    page.resize(200, 120);
    for (QWidget *const w : std::initializer_list<QWidget *>{&line, &number, &box})
        w->setStyle(&style);
    page.show();
    page.setFocus();
    const QImage picture = page.grab().toImage();
    QStyleOptionButton option;
    option.initFrom(&box);
    const QRect square =
        style.subElementRect(QStyle::SE_CheckBoxIndicator, &option, &box).translated(box.geometry().topLeft());
    for (const QRect &r : {line.geometry(), number.geometry(), square}) {
        const int aside = std::min(20, r.width() / 4);
        for (const QPoint &at : {QPoint(r.left(), r.center().y()), QPoint(r.center().x() - aside, r.top()),
                                 QPoint(r.center().x() - aside, r.bottom())}) {
            const QColor edge = picture.pixelColor(at);
            QVERIFY2(contrast(edge, theme.background()) > 2.9, qPrintable(edge.name()));
            QVERIFY2(contrast(edge, theme.panel()) > 2.7, qPrintable(edge.name()));
        }
    }
}

void TestMainWindow::takesDroppedFoldersAndFiles()
{
    Window w(ini());
    QSignalSpy idle(&w.bench.session(), &TraceSession::idle);
    QVERIFY(drop(w.window.get(), {folder(QStringLiteral("one"))}));
    QVERIFY(idle.wait());
    QCOMPARE(w.openRuns(), 1);

    QStringList eight;
    for (int i = 0; i < 8; ++i)
        eight.append(folder(QStringLiteral("rank %1").arg(i)));
    QVERIFY(drop(w.window.get(), eight));
    QVERIFY(idle.wait());
    QCOMPARE(w.openRuns(), 9);
    QCOMPARE(w.settings.recentPaths().front(), eight); // one line for all

    const QString file = m_dir->filePath(QStringLiteral("trace_view 卡.json"));
    QFile f(file);
    QVERIFY(f.open(QIODevice::WriteOnly));
    f.close();
    QVERIFY(drop(w.window.get(), {file, folder(QStringLiteral("two"))}));
    QVERIFY(idle.wait());
    QCOMPARE(w.openRuns(), 11);
    QVERIFY(w.bench.session().openPaths().contains(file));
}

void TestMainWindow::refusesDropsOfOtherThings()
{
    Window w(ini());
    QVERIFY(!drop(w.window.get(), {QStringLiteral("https://example.org/trace_view.json")}));
    QMimeData text;
    text.setText(QStringLiteral("/data"));
    QVERIFY(MainWindow::droppedPaths(&text).isEmpty());
    QVERIFY(!w.bench.session().isBusy());
}

void TestMainWindow::dropsReachTheWindowThroughItsDocks()
{
    Window w(ini());
    w.load({folder(QStringLiteral("one"))});
    QSignalSpy idle(&w.bench.session(), &TraceSession::idle);
    QVERIFY(drop(w.window->docks().view(QStringLiteral("explorer")), {folder(QStringLiteral("two"))}));
    QVERIFY(idle.wait());
    QCOMPARE(w.openRuns(), 2);
}

void TestMainWindow::recentPathsAreOfferedAndMissingOnesGreyed()
{
    const QString there = folder(QStringLiteral("there"));
    {
        Settings s(ini());
        s.addRecentPaths({QStringLiteral("/nowhere/run & co")});
        s.addRecentPaths({there});
    }
    Window w(ini());
    QCOMPARE(recentOf(w).size(), 2);
    QTRY_VERIFY(!recentOf(w)[1]->isEnabled());
    const QList<QAction *> recent = recentOf(w);
    QCOMPARE(recent[0]->text(), there);
    QVERIFY(recent[0]->isEnabled());
    QSignalSpy idle(&w.bench.session(), &TraceSession::idle);
    recent[0]->trigger();
    QVERIFY(idle.wait());
    QCOMPARE(w.bench.session().openPaths(), QStringList{there});
}

void TestMainWindow::whatWasOpenedTogetherIsOneLineThatOpensAllOfIt()
{
    const QStringList two{folder(QStringLiteral("one")), folder(QStringLiteral("two"))};
    Window w(ini());
    w.load(two);
    QCOMPARE(w.settings.recentPaths(), QList<QStringList>{two});
    QSignalSpy again(&w.bench.session(), &TraceSession::idle);
    QTest::keyClick(w.window.get(), Qt::Key_F5);
    QVERIFY(again.wait());
    QCOMPARE(w.settings.recentPaths(), QList<QStringList>{two});
    while (w.openRuns() > 0)
        w.window->action(QStringLiteral("closeRun"))->trigger();
    const QList<QAction *> recent = recentOf(w);
    QCOMPARE(recent.size(), 1);
    QCOMPARE(recent[0]->text(), m_dir->path() + QStringLiteral(" (2 of its folders or files)"));
    QSignalSpy idle(&w.bench.session(), &TraceSession::idle);
    recent[0]->trigger();
    QVERIFY(idle.wait());
    QCOMPARE(w.bench.session().openPaths(), two);
}

void TestMainWindow::reloadsAndClosesByMenu()
{
    Window w(ini());
    w.load({folder(QStringLiteral("run"))});
    QSignalSpy idle(&w.bench.session(), &TraceSession::idle);
    QTest::keyClick(w.window.get(), Qt::Key_F5);
    QVERIFY(idle.wait());
    QCOMPARE(w.openRuns(), 1);
    QVERIFY(w.bench.runs().run(1));
    w.window->action(QStringLiteral("closeRun"))->trigger();
    QCOMPARE(w.openRuns(), 0);
    QVERIFY(!w.window->action(QStringLiteral("closeRun"))->isEnabled());
}

void TestMainWindow::docksOfASmallWindowLieBesideEachOther()
{
    Window w(ini());
    w.load({folder(QStringLiteral("run"))});
    for (const Workspace &space : Workspaces::all()) {
        w.bench.state().setWorkspace(QLatin1String(space.id));
        w.window->docks().resetWorkspace();
        w.window->resize(800, 520); // what 1600 x 1040 leave at twice the scale
        QTRY_COMPARE(misplacedDocks(w.window->docks()), QString());
        w.window->resize(1400, 900);
        QTRY_COMPARE(misplacedDocks(w.window->docks()), QString());
    }
}

void TestMainWindow::theStatusBarCountsAndCancels()
{
    Window w(ini(), 3);
    w.held.holdRanksFrom(1);
    // The program's own memory is nothing that a user could ask about.
    const auto *const memory = w.window->status().findChild<StatusText *>(QStringLiteral("memory"));
    QVERIFY(memory);
    QCOMPARE(memory->text(), QString());
    QSignalSpy loaded(&w.bench.runs(), &RunStore::rankLoaded);
    w.window->open({folder(QStringLiteral("run"))});
    QVERIFY(loaded.wait());
    static const QRegularExpression amount(QStringLiteral("[MG]B")); // with a sanitizer it is more than 1 GB
    QTRY_VERIFY_WITH_TIMEOUT(amount.match(memory->text()).hasMatch(), 30'000);
    QVERIFY(!memory->toolTip().isEmpty());
    auto *const cancel = w.window->status().findChild<QToolButton *>(QStringLiteral("cancelLoad"));
    QVERIFY(cancel->isVisible());
    QTRY_VERIFY2(w.window->status().summaryText().startsWith(QStringLiteral("1 of 3")),
                 qPrintable(w.window->status().summaryText()));
    QTest::mouseClick(cancel, Qt::LeftButton);
    QVERIFY(!w.bench.session().isBusy());
    QVERIFY(!cancel->isVisible());
    QVERIFY(StatusPanel::residentBytes() > 1000000);
    w.bench.session().closeAll();
    QTRY_COMPARE(memory->text(), QString());
}

void TestMainWindow::theStatusBarSaysWhichMarkWasDeleted()
{
    Window w(ini());
    auto *const timeline = qobject_cast<TimelineView *>(w.window->docks().view(QStringLiteral("timeline")));
    w.bench.state().setWindow({0, 1000});
    w.bench.state().setMarks({{100, 300, QStringLiteral("slow step"), 0, {}}});
    timeline->ruler()->setMeasure({100, 300});
    timeline->commands()->find(QStringLiteral("delete-mark"))->trigger();
    QVERIFY(w.bench.state().marks().empty());
    QVERIFY2(w.window->status().currentMessage().contains(QStringLiteral("slow step")),
             qPrintable(w.window->status().currentMessage()));
    // The note on a step is taken back with it.
    w.bench.state().setWindow({0, 500});
    w.bench.state().setStep(QStringLiteral("1"));
    w.bench.state().notice(QStringLiteral("nothing is there"));
    QCOMPARE(w.window->status().currentMessage(), QStringLiteral("nothing is there"));
    w.bench.state().back();
    QCOMPARE(w.window->status().currentMessage(), QString());
}

void TestMainWindow::theLanguageMenuMarksWhatIsUsed()
{
    HeldReader held(1);
    Settings settings(ini());
    settings.setLanguage(QStringLiteral("zh_CN"));
    Workbench bench(settings, held.reader());
    // As --lang does, which the settings do not keep.
    bench.language().use(QStringLiteral("en"));
    const auto checked = [](const MainWindow &window) {
        for (const char *const name : {"languageSystem", "languageEnglish", "languageChinese"}) {
            if (window.action(QLatin1String(name))->isChecked())
                return QString::fromLatin1(name);
        }
        return QString();
    };
    QCOMPARE(checked(MainWindow(bench)), QStringLiteral("languageEnglish"));
    QCOMPARE(settings.language(), QStringLiteral("zh_CN"));
    settings.setLanguage(QStringLiteral("system"));
    bench.language().use(QStringLiteral("system"));
    QCOMPARE(checked(MainWindow(bench)), QStringLiteral("languageSystem"));
}

void TestMainWindow::switchesTheLanguageWhileItRuns()
{
    Window w(ini());
    w.load({folder(QStringLiteral("run"))});
    w.window->action(QStringLiteral("languageChinese"))->trigger();
    QCOMPARE(w.bench.language().current(), QStringLiteral("zh_CN"));
    QCOMPARE(w.settings.language(), QStringLiteral("zh_CN"));
    // Qt's own dialogs follow too, where its translations are installed.
    const QString ok = QCoreApplication::translate("QPlatformTheme", "Cancel");
    if (QFile::exists(QLibraryInfo::path(QLibraryInfo::TranslationsPath) + QStringLiteral("/qtbase_zh_CN.qm")))
        QCOMPARE(ok, QStringLiteral("取消"));
    else
        qInfo("qtbase_zh_CN.qm is not installed: Qt's own dialogs stay English");
    w.window->action(QStringLiteral("languageEnglish"))->trigger();
    QCOMPARE(QCoreApplication::translate("QPlatformTheme", "Cancel"), QStringLiteral("Cancel"));
    QCOMPARE(plainActionText(w.window->action(QStringLiteral("reload"))), QStringLiteral("Reload"));
}

void TestMainWindow::editCopiesWhatHasTheFocus()
{
    Window w(ini());
    w.load({folder(QStringLiteral("run"))});
    w.window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(w.window.get()));
    auto *const findings = qobject_cast<FindingsView *>(w.window->docks().view(QStringLiteral("findings")));
    w.window->docks().showView(QStringLiteral("findings"));
    findings->tabs()->setCurrentIndex(1);
    TableView table(QStringLiteral("cells"), &w.bench.theme(), nullptr, findings);
    const auto rows = std::make_shared<CellRows>(std::vector<ColumnSpec>{
        {"first", "First", "First", ValueKind::Text}, {"second", "Second", "Second", ValueKind::Text}});
    rows->add({}, {QStringLiteral("cell 0"), QStringLiteral("cell 1")});
    rows->add({}, {QStringLiteral("cell 2"), QStringLiteral("cell 3")});
    table.setSource(rows);
    table.show();
    table.view()->setFocus();
    table.view()->setCurrentIndex(table.view()->model()->index(1, 0));
    w.window->action(QStringLiteral("copyCell"))->trigger();
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("cell 2"));
    w.window->action(QStringLiteral("copy"))->trigger();
    QVERIFY2(QApplication::clipboard()->text().endsWith(QStringLiteral("cell 2\tcell 3\n")),
             qPrintable(QApplication::clipboard()->text()));
    QTest::keyClick(table.view(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("cell 2"));
    // A field keeps its own.
    QLineEdit *const field = w.window->contextBar().searchField();
    QTRY_VERIFY(field->isEnabled());
    field->setFocus();
    QTest::keyClicks(field, QStringLiteral("word"));
    field->selectAll();
    w.window->action(QStringLiteral("copy"))->trigger();
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("word"));
    QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(field->text(), QString());
}

void TestMainWindow::searchKeysReachTheSearchDock()
{
    Window w(ini());
    w.load({folder(QStringLiteral("run"))});
    w.window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(w.window.get()));
    auto *const search = qobject_cast<SearchView *>(w.window->docks().view(QStringLiteral("search")));
    w.window->docks().showView(QStringLiteral("findings"));
    QTest::keyClick(w.window.get(), Qt::Key_F, Qt::ControlModifier);
    QTRY_VERIFY(search->isVisible() && search->field()->hasFocus());
    w.window->docks().showView(QStringLiteral("explorer"));
    QTest::keyClick(w.window.get(), Qt::Key_Slash);
    QTRY_VERIFY(search->field()->hasFocus());
    // In a table the keys filter its rows first, and Edit copies what is chosen there.
    auto *const findings = qobject_cast<FindingsView *>(w.window->docks().view(QStringLiteral("findings")));
    w.window->docks().showView(QStringLiteral("findings"));
    findings->tabs()->setCurrentIndex(1);
    TableView *const table = findings->table();
    QTRY_VERIFY(table->isVisible());
    table->view()->setFocus();
    QTest::keyClick(w.window.get(), Qt::Key_F, Qt::ControlModifier);
    QTRY_COMPARE(QApplication::focusWidget(), table->findChild<QLineEdit *>());
    QTest::keyClick(w.window.get(), Qt::Key_F, Qt::ControlModifier);
    QTRY_VERIFY(search->field()->hasFocus());
    // The quick field at the top hands its text over and jumps to the first hit.
    QLineEdit *const quick = w.window->contextBar().searchField();
    QTRY_VERIFY(quick->isEnabled());
    quick->setFocus();
    QTest::keyClicks(quick, QStringLiteral("matmul"));
    QTest::keyClick(quick, Qt::Key_Return);
    QTRY_COMPARE(search->countText(), QStringLiteral("1 of 2"));
    QCOMPARE(w.bench.state().selection().kind, Selection::Kind::Slice);
    const SliceId first = w.bench.state().selection().slice;
    const RankRef rank = w.bench.state().selection().rank;
    QTest::keyClick(w.window.get(), Qt::Key_F3);
    QCOMPARE(search->countText(), QStringLiteral("2 of 2"));
    QVERIFY(w.bench.state().selection().rank != rank || w.bench.state().selection().slice != first);
    QTest::keyClick(w.window.get(), Qt::Key_F3, Qt::ShiftModifier);
    QCOMPARE(search->countText(), QStringLiteral("1 of 2"));
}

// rankscope --view, without --shot.
void TestMainWindow::opensWithTheViewThatIsAskedFor()
{
    Window w(ini());
    w.load({folder(QStringLiteral("run"))});
    const auto asked = [&w](const QString &view) {
        Options options;
        options.view = view;
        return showWhereTold(w.window->docks(), options);
    };
    DockView *const communication = w.window->docks().view(QStringLiteral("communication"));
    QVERIFY(asked({}));
    QVERIFY(asked(QString(wholeWindow)));
    QVERIFY(!communication->isVisible());
    QVERIFY(asked(QStringLiteral("communication/durations")));
    QTRY_VERIFY(communication->isVisible());
    QCOMPARE(w.bench.state().page(QStringLiteral("communication")), QStringLiteral("durations"));
    QVERIFY(!asked(QStringLiteral("communication/nowhere")));
    QCOMPARE(w.bench.state().page(QStringLiteral("communication")), QStringLiteral("durations"));
}

// L is Language in the menu, and a command of the timeline elsewhere.
void TestMainWindow::lettersBelongToAnOpenMenu()
{
    Window w(ini());
    w.load({folder(QStringLiteral("run"))});
    w.window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(w.window.get()));
    const QString before = w.bench.state().workspace();
    QMenuBar &bar = *w.window->menuBar();
    QMenu *view = nullptr;
    for (const QAction *const a : bar.actions()) {
        if (plainActionText(a) == u"View")
            view = a->menu();
    }
    QVERIFY(view);
    bar.setFocus();
    QTest::mouseClick(&bar, Qt::LeftButton, {}, bar.actionGeometry(view->menuAction()).center());
    QTRY_COMPARE(QApplication::activePopupWidget(), view);
    QTest::keyClick(w.window->windowHandle(), Qt::Key_L);
    const auto isOpen = [view](const char *name) {
        return std::any_of(view->actions().begin(), view->actions().end(), [name](const QAction *a) {
            return a->menu() && plainActionText(a) == QLatin1String(name) && a->menu()->isVisible();
        });
    };
    QTRY_VERIFY(isOpen("Language"));
    QCOMPARE(w.bench.state().workspace(), before);
    QVERIFY2(w.window->status().currentMessage().isEmpty(), qPrintable(w.window->status().currentMessage()));
    while (QApplication::activePopupWidget())
        QApplication::activePopupWidget()->close();
}

void TestMainWindow::theWheelChangesOnlyWhatHasTheFocus()
{
    Window w(ini());
    w.load({folder(QStringLiteral("run"))});
    w.window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(w.window.get()));
    QComboBox *const steps = w.window->contextBar().stepBox();
    QTRY_VERIFY(steps->count() > 1);
    const auto turn = [steps] {
        QWheelEvent event(steps->rect().center(), steps->mapToGlobal(steps->rect().center()), {}, {0, -120},
                          Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(steps, &event);
    };
    w.window->docks().setFocus();
    turn();
    QVERIFY(!steps->hasFocus());
    QCOMPARE(w.bench.state().step(), QString());
    steps->setFocus();
    QTRY_VERIFY(steps->hasFocus());
    turn();
    QVERIFY(!w.bench.state().step().isEmpty());
    // No control of the window takes the focus by the wheel.
    for (const QWidget *const control : w.window->findChildren<QWidget *>()) {
        const bool changes = qobject_cast<const QComboBox *>(control) || qobject_cast<const QSpinBox *>(control);
        if (changes && control->testAttribute(Qt::WA_WState_Polished))
            QVERIFY2(control->focusPolicy() != Qt::WheelFocus, qPrintable(control->accessibleName()));
    }
}

// In both languages, with a table of contents, and every link of it leads to a heading.
void TestMainWindow::theGuideIsInTheProgram()
{
    Window w(ini());
    w.window->action(QStringLiteral("guide"))->trigger();
    auto *const guide = w.window->findChild<GuideWindow *>();
    QVERIFY(guide && guide->isVisible());
    int chapters[2]{};
    for (const int language : {0, 1}) {
        w.bench.language().use(language == 0 ? QStringLiteral("en") : QStringLiteral("zh_CN"));
        QCoreApplication::processEvents();
        chapters[language] = guide->contents()->topLevelItemCount();
        QCOMPARE(guide->text()->toPlainText().contains(QStringLiteral("通信域")), language == 1);
        QStringList dead;
        for (QTextBlock block = guide->text()->document()->begin(); block.isValid(); block = block.next()) {
            for (auto part = block.begin(); !part.atEnd(); ++part) {
                const QString target = part.fragment().charFormat().anchorHref();
                if (target.startsWith(u'#') && !guide->showHeading(target.mid(1)))
                    dead << target;
            }
        }
        QVERIFY2(dead.isEmpty(), qPrintable(dead.join(u'\n')));
    }
    QVERIFY(chapters[0] > 15);
    QCOMPARE(chapters[1], chapters[0]);
    QTreeWidgetItem *const last = guide->contents()->topLevelItem(chapters[1] - 1);
    guide->contents()->setCurrentItem(last);
    QCOMPARE(guide->text()->textCursor().block().text(), last->text(0));
}

void TestMainWindow::commandsAreFoundByName()
{
    Window w(ini());
    w.load({folder(QStringLiteral("run"))});
    w.window->action(QStringLiteral("finder"))->trigger();
    auto *const finder = w.window->findChild<ActionFinder *>(QStringLiteral("actionFinder"));
    QVERIFY(finder);
    QVERIFY(finder->list()->count() > 20);
    // In another language by its English name, too.
    w.bench.language().use(QStringLiteral("zh_CN"));
    ActionFinder chinese(ActionFinder::actionsOf(w.window->menuBar()), w.window.get());
    chinese.field()->setText(QStringLiteral("theme dark"));
    QCOMPARE(chinese.list()->count(), 1);
    w.bench.language().use(QStringLiteral("en"));
    QTest::keyClicks(finder->field(), QStringLiteral("close all"));
    QCOMPARE(finder->list()->count(), 1);
    QTest::keyClick(finder->field(), Qt::Key_Return);
    QTRY_COMPARE(w.openRuns(), 0);
}

void TestMainWindow::commandsOfToolBarsAreFoundByName()
{
    Window w(ini());
    w.load({folder(QStringLiteral("run"))});
    w.window->action(QStringLiteral("finder"))->trigger();
    auto *const finder = w.window->findChild<ActionFinder *>();
    QVERIFY(finder);
    finder->field()->setText(QStringLiteral("standard height"));
    QCOMPARE(finder->list()->count(), 1);
    QVERIFY2(finder->list()->item(0)->text().startsWith(QStringLiteral("Lanes")),
             qPrintable(finder->list()->item(0)->text()));
    // The words of the menu and of the command in it.
    finder->field()->setText(QStringLiteral("size 100"));
    QCOMPARE(finder->list()->count(), 1);
    QVERIFY2(finder->list()->item(0)->text().startsWith(QStringLiteral("Interface Size › 100")),
             qPrintable(finder->list()->item(0)->text()));
    finder->field()->setText(QStringLiteral("no such command"));
    QCOMPARE(finder->list()->count(), 1);
    QVERIFY(!finder->list()->item(0)->flags().testFlag(Qt::ItemIsEnabled));
    // Pages of views by their titles.
    finder->field()->setText(QStringLiteral("critical path in order"));
    QCOMPARE(finder->list()->item(0)->text(), QStringLiteral("System View › Critical path in order"));
    QTest::keyClick(finder->field(), Qt::Key_Return);
    QTRY_COMPARE(w.bench.state().workspace(), QStringLiteral("system"));
    QCOMPARE(w.bench.state().page(QStringLiteral("system")), QStringLiteral("path"));
    // A workspace that cannot be entered says why.
    const QAction *const data = w.window->action(QStringLiteral("workspace-data"));
    QVERIFY(!data->isEnabled());
    QTest::keyClick(w.window.get(), Qt::Key_6, Qt::ControlModifier);
    QCOMPARE(w.window->status().currentMessage(), whyNotAvailable(*data));
    QVERIFY(w.window->status().currentMessage().contains(QStringLiteral("dataset.csv")));
}

void TestMainWindow::everyCommandHasATextAndKeysAreUnique()
{
    Window w(ini());
    QStringList keys;
    for (const QAction *a : ActionFinder::actionsOf(w.window->menuBar())) {
        QVERIFY2(!a->text().isEmpty(), qPrintable(a->objectName()));
        if (!a->shortcut().isEmpty()) {
            QVERIFY2(!keys.contains(a->shortcut().toString()), qPrintable(a->shortcut().toString()));
            keys.append(a->shortcut().toString());
        }
    }
    QVERIFY(keys.contains(QStringLiteral("Ctrl+O")));
    QVERIFY(keys.contains(QStringLiteral("?")));
    w.load({folder(QStringLiteral("run"))});
    w.window->action(QStringLiteral("shortcuts"))->trigger();
    auto *const dialog = w.window->findChild<QDialog *>(QStringLiteral("shortcutsDialog"));
    QVERIFY(dialog && dialog->isVisible());
    dialog->close();
}

void TestMainWindow::theContextBarFollowsTheState()
{
    Window w(ini());
    w.load({folder(QStringLiteral("run a"))});
    w.load({folder(QStringLiteral("run b"))});
    QComboBox *const runs = w.window->contextBar().runBox();
    QTRY_COMPARE(runs->count(), 2);
    QCOMPARE(runs->currentText(), QStringLiteral("run a"));
    runs->setFocus();
    QTest::keyClick(runs, Qt::Key_Down);
    QTRY_COMPARE(w.bench.state().currentRank().run, 1);
    w.bench.state().setCurrentRank({0, 1});
    QTRY_COMPARE(runs->currentText(), QStringLiteral("run a"));
    QVERIFY(QApplication::focusWidget() == runs); // who goes through them by keys stays there
    // After a choice by mouse the keys are for the view again.
    QLineEdit elsewhere(w.window.get());
    elsewhere.show();
    elsewhere.setFocus();
    runs->setFocus(Qt::MouseFocusReason);
    runs->setCurrentIndex(1);
    emit runs->activated(1);
    QCOMPARE(QApplication::focusWidget(), &elsewhere);
    w.bench.state().setCurrentRank({0, 1});
    w.bench.state().setStep(QStringLiteral("77"));
    QCOMPARE(w.window->contextBar().stepBox()->currentData().toString(), QStringLiteral("77"));
}

void TestMainWindow::closingTheWindowWhileLoading()
{
    Window w(ini());
    w.held.holdRanksFrom(0);
    w.window->open({folder(QStringLiteral("run"))});
    QVERIFY(w.held.waitForDiscoveries(1));
    QTRY_VERIFY(!w.bench.runs().isEmpty());
    QVERIFY(w.held.waitForLoads(1));
    w.window->close();
    QVERIFY(!w.bench.session().isBusy());
    QTRY_COMPARE(w.held.loadsEndedByCancel(), 1);
    w.window.reset();
}

RS_TEST(TestMainWindow, rs::Application);
#include "tst_mainwindow.moc"
