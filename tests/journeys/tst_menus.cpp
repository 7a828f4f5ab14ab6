// SPDX-License-Identifier: Apache-2.0
// Every entry of every menu does something that one can see, or is disabled and says why (journey 15).
#include "generator/generator.h"
#include "journeywindow.h"
#include "support/sqlitefile.h"
#include "support/testprogram.h"
#include "views/tables/tableview.h"

#include <QAbstractButton>
#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QDesktopServices>
#include <QDialog>
#include <QDir>
#include <QDockWidget>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <QSet>
#include <QStandardPaths>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QToolButton>

#include <functional>

using namespace rs;
using rs::test::JourneyWindow;

namespace {

/// An entry by its place: in the menu, in its submenu, and so on.
struct Entry
{
    QList<int> place;
    QString name; // "File > Recent > /a"
    bool enabled = true;
    bool checked = false;
    QString reason;
};

QString plainText(const QAction &a)
{
    QString text = a.text().section(u'\t', 0, 0);
    text.replace(QLatin1String("&&"), QLatin1String("\1")).remove(u'&').replace(u'\1', u'&');
    return text;
}

void collect(QMenu *menu, const QList<int> &above, const QString &names, QList<Entry> &out)
{
    const QList<QAction *> actions = menu->actions();
    for (int i = 0; i < actions.size(); ++i) {
        const QAction *const a = actions[i];
        if (a->isSeparator() || !a->isVisible() || a->text().isEmpty())
            continue;
        Entry e{above + QList<int>{i},
                names + QLatin1String(" > ") + plainText(*a),
                a->isEnabled(),
                a->isCheckable() && a->isChecked() && a->actionGroup() && a->actionGroup()->isExclusive(),
                {}};
        // The tooltip of an entry is its text where nobody gave it another.
        if (menu->toolTipsVisible() && a->toolTip() != plainText(*a))
            e.reason = a->toolTip();
        if (a->menu() && a->isEnabled()) {
            emit a->menu()->aboutToShow();
            collect(a->menu(), e.place, e.name, out);
        } else {
            out.append(e);
        }
    }
}

/// Everything of the program that a user can see, and the texts that leave it.
struct Seen
{
    QImage window;
    QString others; // windows beside the main one, check marks, what left the program
    bool operator==(const Seen &o) const { return window == o.window && others == o.others; }
};

} // namespace

class TestMenus : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void everyEntryDoesSomething_data();
    void everyEntryDoesSomething();
    void cleanupTestCase() { QDesktopServices::unsetUrlHandler(QStringLiteral("file")); }

public slots:
    void openUrl(const QUrl &) { ++m_urls; }

private:
    [[nodiscard]] Seen look(JourneyWindow &w) const;
    /// Runs `act`, which may wait in dialogs: they are noted and closed. Then waits until nothing moves.
    void perform(JourneyWindow &w, const std::function<void()> &act);
    /// Opens a menu by `open` and hands it over; false when none came.
    bool withMenu(const std::function<void()> &open, const std::function<void(QMenu *)> &use);
    void chooseEntry(QMenu *menu, const QList<int> &place) const;
    void crawl(JourneyWindow &w, const QString &what, const std::function<void()> &open);
    void crawlNew(JourneyWindow &w, DockView &view, const QString &part, const std::function<void()> &open);
    void restore(JourneyWindow &w);
    [[nodiscard]] static QList<QPointer<QWidget>> partsOf(DockView &view);

    QTemporaryDir m_folder;
    QString m_run;
    QString m_wanted; // what is open while the crawler works
    QStringList m_dialogs;
    int m_urls = 0;
    int m_loads = 0;
    QStringList m_dead;
    QStringList m_silent;
    int m_tried = 0;
    QSet<QString> m_known;
};

void TestMenus::initTestCase()
{
    QStandardPaths::setTestModeEnabled(true);
    QApplication::setCursorFlashTime(0);
    gen::GeneratorOptions options;
    options.outDir = m_run = m_folder.filePath(QStringLiteral("run"));
    options.ranks = 4;
    options.steps = 2;
    options.mbPerRank = 0.2;
    QCOMPARE(gen::generate(options).error, QString());
    QDesktopServices::setUrlHandler(QStringLiteral("file"), this, "openUrl");
}

Seen TestMenus::look(JourneyWindow &w) const
{
    Seen out;
    out.window = w.window->grab().toImage();
    for (const QWidget *const top : QApplication::topLevelWidgets()) {
        if (top->isVisible() && top != w.window.get())
            out.others += QLatin1String(top->metaObject()->className()) + top->windowTitle();
    }
    out.others += QStringLiteral("%1 %2 %3").arg(m_dialogs.join(u',')).arg(m_urls).arg(m_loads);
    out.others += QApplication::clipboard()->text();
    for (const QAction *const a : w.window->findChildren<QAction *>())
        out.others += a->isChecked() ? u'1' : u'0';
    return out;
}

void TestMenus::perform(JourneyWindow &w, const std::function<void()> &act)
{
    QTimer look;
    connect(&look, &QTimer::timeout, this, [this] {
        for (QWidget *const top : QApplication::topLevelWidgets()) {
            auto *const dialog = qobject_cast<QDialog *>(top);
            if (dialog && dialog->isVisible()) {
                m_dialogs += dialog->windowTitle();
                dialog->reject();
            }
        }
    });
    look.start(20);
    act();
    QTest::qWait(10);
    if (!w.bench.runs().isEmpty())
        QVERIFY(w.settle());
}

bool TestMenus::withMenu(const std::function<void()> &open, const std::function<void(QMenu *)> &use)
{
    bool used = false;
    const auto take = [&] {
        auto *const menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
        if (!menu || used)
            return;
        used = true;
        use(menu);
        while (QWidget *const popup = QApplication::activePopupWidget()) {
            if (!qobject_cast<QMenu *>(popup))
                m_dialogs += popup->objectName(); // what the entry opened, such as the command finder
            popup->close();
        }
    };
    // A menu that is waited for gets its turn inside of open(), one that is not stands there afterwards.
    QTimer poll;
    connect(&poll, &QTimer::timeout, &poll, take);
    poll.start(0);
    open();
    poll.stop();
    QCoreApplication::processEvents();
    take();
    return used;
}

void TestMenus::chooseEntry(QMenu *menu, const QList<int> &place) const
{
    for (int level = 0; level < place.size(); ++level) {
        QAction *const a = menu->actions().at(place[level]);
        menu->setActiveAction(a);
        const bool last = level + 1 == place.size();
        QTest::keyClick(menu, last ? Qt::Key_Return : Qt::Key_Right);
        if (last)
            return;
        QTRY_VERIFY(a->menu()->isVisible());
        menu = a->menu();
    }
}

void TestMenus::restore(JourneyWindow &w)
{
    if (w.window->isFullScreen())
        w.window->showNormal();
    w.key(Qt::Key_Escape); // a field that came up
    // Another column may stand where the filtered one did, once that is hidden.
    for (TableView *const table : w.window->findChildren<TableView *>())
        table->clearFilters();
    if (w.bench.language().current() != QLatin1String("en"))
        w.bench.language().use(QStringLiteral("en"));
    if (w.bench.runs().isEmpty() != m_wanted.isEmpty() || w.bench.runs().isEmpty()) {
        if (m_wanted.isEmpty())
            w.bench.session().closeAll();
        else
            QVERIFY(w.open(m_wanted));
    }
}

void TestMenus::crawl(JourneyWindow &w, const QString &what, const std::function<void()> &open)
{
    QSet<QString> tried;
    for (int round = 0; round < 300; ++round) {
        w.window->statusBar()->clearMessage();
        const Seen before = look(w);
        Entry entry;
        m_dialogs.clear();
        perform(w, [&] {
            withMenu(open, [&](QMenu *menu) {
                QList<Entry> entries;
                collect(menu, {}, what, entries);
                for (const Entry &e : entries) {
                    if (!e.enabled && e.reason.isEmpty() && !m_silent.contains(e.name))
                        m_silent += e.name;
                    if (!e.enabled || e.checked || tried.contains(e.name) || e.name.endsWith(QLatin1String("> Quit")))
                        continue;
                    entry = e;
                    break;
                }
                if (!entry.name.isEmpty())
                    chooseEntry(menu, entry.place);
            });
        });
        if (entry.name.isEmpty())
            return;
        tried.insert(entry.name);
        ++m_tried;
        if (look(w) == before && !m_dead.contains(entry.name))
            m_dead += entry.name;
        restore(w);
    }
    QFAIL(qPrintable(what + QStringLiteral(": no end of entries")));
}

// Parts of a view that the mouse can meet: everything but fields, whose menus are Qt's own, and buttons without a menu.
QList<QPointer<QWidget>> TestMenus::partsOf(DockView &view)
{
    QList<QPointer<QWidget>> out;
    for (QWidget *const c : view.findChildren<QWidget *>()) {
        const auto *const button = qobject_cast<QAbstractButton *>(c);
        const auto *const tool = qobject_cast<QToolButton *>(c);
        const bool field = c->inherits("QLineEdit") || c->inherits("QAbstractSpinBox") || c->inherits("QScrollBar") ||
                           c->inherits("QPlainTextEdit") || c->parentWidget()->inherits("QPlainTextEdit");
        if (c->isVisible() && c->width() > 8 && c->height() > 8 && !field && (!button || (tool && tool->menu())))
            out.append(c);
    }
    return out;
}

// A menu that looks like one that was crawled before is left out.
void TestMenus::crawlNew(JourneyWindow &w, DockView &view, const QString &part, const std::function<void()> &open)
{
    QString entries;
    withMenu(open, [&](QMenu *menu) {
        QList<Entry> all;
        collect(menu, {}, view.id(), all);
        for (const Entry &e : all)
            entries += e.name;
    });
    if (entries.isEmpty() || m_known.contains(entries))
        return;
    m_known.insert(entries);
    crawl(w, view.id() + u' ' + part, open);
    if (QTest::currentTestFailed())
        return;
    w.window->docks().showView(view.id());
    QVERIFY(w.settle());
}

void TestMenus::everyEntryDoesSomething_data()
{
    QTest::addColumn<QString>("input");
    QTest::newRow("loaded run") << m_run;
    QTest::newRow("no run") << QString();
    const QString db = m_folder.filePath(QStringLiteral("db/r0_ascend_pt/ASCEND_PROFILER_OUTPUT"));
    QVERIFY(QDir().mkpath(db));
    QCOMPARE(test::makeDatabase(db + QStringLiteral("/ascend_pytorch_profiler_0.db"),
                                {QStringLiteral("CREATE TABLE RANK_DEVICE_MAP (rankId INTEGER, deviceId INTEGER)"),
                                 QStringLiteral("INSERT INTO RANK_DEVICE_MAP VALUES (0, 0)")}),
             QString());
    QTest::newRow("database only") << m_folder.filePath(QStringLiteral("db"));
}

void TestMenus::everyEntryDoesSomething()
{
    QFETCH(QString, input);
    m_wanted = input;
    m_dead.clear();
    m_silent.clear();
    m_known.clear();
    m_tried = 0;
    // Two pictures of the window for each entry: a small one is as good.
    JourneyWindow w(m_folder.filePath(QStringLiteral("settings.ini")), {1366, 768});
    connect(&w.bench.session(), &TraceSession::busyChanged, this, [this] { ++m_loads; });
    if (!input.isEmpty())
        QVERIFY(w.open(input));
    for (QAction *const top : w.window->menuBar()->actions()) {
        const QString name = plainText(*top);
        crawl(w, name, [&] { w.window->menuBar()->setActiveAction(top); });
        if (QTest::currentTestFailed())
            return;
        if (!m_wanted.isEmpty())
            w.window->docks().resetAllWorkspaces();
    }
    for (DockView *const view : input.isEmpty() ? std::vector<DockView *>() : w.window->docks().views()) {
        w.window->docks().showView(view->id());
        QVERIFY(w.settle());
        for (const QPointer<QWidget> &part : partsOf(*view)) {
            for (const QPoint quarter : {QPoint(1, 1), QPoint(2, 1), QPoint(1, 2), QPoint(3, 3)}) {
                if (!part || !part->isVisible())
                    break;
                const QPoint at(part->width() * quarter.x() / 4, part->height() * quarter.y() / 4);
                auto *const button = qobject_cast<QToolButton *>(part);
                if (part->window()->childAt(part->mapTo(part->window(), at)) != part)
                    continue;
                crawlNew(w, *view, QLatin1String(part->metaObject()->className()), [&w, part, at, button] {
                    if (part && part->isVisible())
                        w.click(part, at, button ? Qt::LeftButton : Qt::RightButton);
                });
                if (QTest::currentTestFailed())
                    return;
            }
        }
    }
    qInfo("%d entries tried", m_tried);
    if (!m_dead.isEmpty())
        qInfo("dead:\n  %s", qPrintable(m_dead.join(QStringLiteral("\n  "))));
    if (!m_silent.isEmpty())
        qInfo("disabled without a reason:\n  %s", qPrintable(m_silent.join(QStringLiteral("\n  "))));
    QVERIFY(m_dead.isEmpty());
    QVERIFY(m_silent.isEmpty());
}

RS_TEST(TestMenus, QApplication);
#include "tst_menus.moc"
