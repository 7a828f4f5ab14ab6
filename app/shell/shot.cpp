// SPDX-License-Identifier: Apache-2.0
#include "app/shell/shot.h"

#include "analysis/communication/p2ppairs.h"
#include "app/shell/docklayout.h"
#include "app/shell/mainwindow.h"
#include "app/shell/workbench.h"
#include "app/session/workspaces.h"
#include "core/base/savedfile.h"
#include "core/text/findingcodes.h"
#include "core/text/importreport.h"
#include "core/text/plaintext.h"
#include "views/timeline/data/transferindex.h"

#include <QCoreApplication>
#include <QCursor>
#include <QDir>
#include <QElapsedTimer>
#include <QEvent>
#include <QEventLoop>
#include <QGuiApplication>
#include <QPixmap>
#include <QScreen>
#include <QTextStream>
#include <QTimer>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <ctime>
#include <memory>

namespace rs {

namespace {

constexpr int settleMs = 60; // a view may answer a change with another job: it must be complete several times in a row
constexpr int settleTimes = 5;
constexpr qint64 lostMs = 15'000;
constexpr std::clock_t leastCpu = CLOCKS_PER_SEC / 2; // asking whether the views are complete takes less by far

void say(const QString &text)
{
    QTextStream(stderr) << "rankscope: " << harmless(text) << '\n';
}

QString knownRanks(const RunStore &runs)
{
    QStringList out;
    for (const RankRef r : runs.allRanks())
        out << runs.info(r)->label;
    out.removeDuplicates();
    return out.isEmpty() ? QStringLiteral("only results of the cluster analysis are open")
                         : QStringLiteral("there are: ") + out.join(QStringLiteral(", "));
}

// Categories of the traces, and the lines that the timeline draws across ranks where these send and receive.
QStringList knownFlows(const RunStore &runs)
{
    QStringList out;
    for (const RankRef r : runs.loadedRanks()) {
        const auto rank = runs.rank(r);
        if (!rank->trace)
            continue;
        for (const FlowCategory &c : rank->trace->flows().categories())
            out << rank->trace->strings().text(c.name);
    }
    for (int i = 0; i < runs.count(); ++i) {
        const auto run = runs.run(i);
        if (run && !pairTransfers(*run).pairs.empty())
            out << QLatin1String(TransferIndex::kind);
    }
    out.sort();
    out.removeDuplicates();
    return out;
}

// True also for no page; else says which there are.
bool isPageOf(const DockView &view, const QString &page)
{
    if (page.isEmpty())
        return true;
    const QStringList known = view.pageNames();
    if (known.contains(page))
        return true;
    say(known.isEmpty() ? QStringLiteral("the view %1 has no pages").arg(view.id())
                        : QStringLiteral("the view %1 has no page %2; there are: %3")
                              .arg(view.id(), page, known.join(QStringLiteral(", "))));
    return false;
}

ExitCode outOfMemoryForPicture()
{
    say(QStringLiteral("memory budget: the machine gives no memory for the picture; a smaller --size or --scale needs "
                       "less"));
    return ExitCode::MemoryBudget;
}

/// Whether there was no memory for a part of a run, be it only for what holds its ranks against each other.
bool lacksMemory(const RunStore &runs)
{
    for (int run = 0; run < runs.count(); ++run) {
        const std::vector<Finding> findings = runs.findings(run);
        if (std::any_of(findings.begin(), findings.end(), findingcodes::lacksMemory))
            return true;
    }
    return false;
}

/// Notes when something is painted on a picture that found no memory: Qt says so in messages and nowhere else, one for
/// each stroke.
class PaintWatch
{
public:
    PaintWatch() { before = qInstallMessageHandler(&PaintWatch::message); }
    ~PaintWatch() { qInstallMessageHandler(before); }
    Q_DISABLE_COPY_MOVE(PaintWatch)

    static void begin() { failed = false; }
    [[nodiscard]] static bool sawFailure() { return failed; }

private:
    static void message(QtMsgType type, const QMessageLogContext &context, const QString &text)
    {
        if (text.startsWith(QLatin1String("QPainter::")) || text.startsWith(QLatin1String("QWidget::paintEngine")))
            failed = true;
        // The platform "offscreen" says of each window that it cannot pass on its size hints.
        else if (before && !text.contains(QLatin1String("propagateSizeHints")))
            before(type, context, text);
    }

    static inline std::atomic<bool> failed{false};
    static inline QtMessageHandler before = nullptr;
};

constexpr size_t workRoom = size_t{16} << 20;
// Measured: address space that building a view, or the window with all views in Chinese (100 MB), takes.
constexpr size_t viewRoom = size_t{48} << 20;
constexpr size_t windowRoom = size_t{128} << 20;

/// Keeps widgets from being painted, and from answering what jobs deliver, where there is no room for it: Qt does not
/// look whether its own pictures of letters, layers and byte arrays got memory.
class RoomWatch : public QObject
{
public:
    explicit RoomWatch(QEventLoop &loop) : m_loop(&loop) { QCoreApplication::instance()->installEventFilter(this); }

    [[nodiscard]] static bool hasRoom(size_t bytes = workRoom)
    {
        volatile char *const block = static_cast<char *>(std::malloc(bytes));
        if (!block)
            return false;
        block[0] = 0; // or the compiler takes both calls away
        std::free(const_cast<char *>(block));
        return true;
    }
    [[nodiscard]] bool sawNone() const { return m_none; }

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        const bool isWork = event->type() == QEvent::UpdateRequest || event->type() == QEvent::MetaCall ||
                            event->type() == QEvent::Timer || event->type() == QEvent::LayoutRequest;
        if (!isWork || (!m_none && hasRoom()))
            return QObject::eventFilter(watched, event);
        m_none = true;
        m_loop->quit();
        return true;
    }

private:
    QEventLoop *m_loop;
    bool m_none = false;
};

/// Waits until the views have shown the same for a while. False when they never will: what nobody computes any more
/// never comes, since there was no memory to say that it is done.
bool settle(const std::vector<DockView *> &views, QEventLoop &loop)
{
    int quiet = 0;
    bool lost = false;
    QElapsedTimer still; // since the program last did anything worth the name
    still.start();
    std::clock_t cpu = std::clock();
    QTimer poll;
    poll.setInterval(settleMs);
    QObject::connect(&poll, &QTimer::timeout, &loop, [&] {
        const bool complete =
            std::all_of(views.begin(), views.end(), [](const DockView *v) { return v->isComplete(); });
        quiet = complete ? quiet + 1 : 0;
        if (complete || std::clock() - cpu > leastCpu) {
            still.start();
            cpu = std::clock();
        }
        lost = still.elapsed() > lostMs;
        if (quiet >= settleTimes || lost)
            loop.quit();
    });
    poll.start();
    loop.exec();
    return !lost;
}

ExitCode paintInto(QWidget &shown, const QString &path)
{
    PaintWatch::begin();
    const QPixmap picture = shown.grab();
    if (picture.isNull() || PaintWatch::sawFailure())
        return outOfMemoryForPicture();
    SavedFile file(path);
    const bool open = file.open();
    const bool saved = open && picture.save(&file, "PNG");
    if (open && !saved && file.error() == QFileDevice::NoError)
        return outOfMemoryForPicture();
    if (!saved || !file.commit()) {
        say(QStringLiteral("%1 could not be written: %2").arg(path, file.errorString()));
        return ExitCode::Usage;
    }
    return ExitCode::Done;
}

} // namespace

bool showWhereTold(DockLayout &docks, const Options &o)
{
    DockView *const view = docks.view(o.view.section(u'/', 0, 0));
    if (!view)
        return true; // the whole window, or nothing
    if (!isPageOf(*view, o.view.section(u'/', 1)))
        return false;
    docks.showView(o.view);
    return true;
}

bool lookWhereTold(Workbench &bench, const Options &o)
{
    const auto ref = [&](int number) {
        for (const RankRef r : bench.runs().allRanks()) {
            if (bench.runs().info(r)->rank == number)
                return r;
        }
        return RankRef();
    };
    for (size_t i = 0; i < o.ranks.size(); ++i) {
        const RankRef r = ref(o.ranks[i]);
        if (!r.isValid()) {
            say(QStringLiteral("there is no rank %1; %2").arg(o.ranks[i]).arg(knownRanks(bench.runs())));
            return false;
        }
        if (i == 0) {
            bench.state().setCurrentRank(r);
            bench.state().setBaseRank(r);
        } else if (i == 1) {
            bench.state().setOtherRank(r);
        }
    }
    if (o.fromNs || o.toNs) {
        TimeWindow w = bench.state().window();
        const auto rank = bench.runs().rank(bench.state().currentRank());
        if (w.isEmpty() && rank && rank->trace)
            w = {rank->trace->startNs(), rank->trace->endNs()};
        w.fromNs = o.fromNs.value_or(w.fromNs);
        w.toNs = o.toNs.value_or(w.toNs);
        if (!w.isEmpty())
            bench.state().setWindow(w);
    }
    if (!o.flows.isEmpty()) {
        const QStringList known = knownFlows(bench.runs());
        for (const QString &kind : o.flows) {
            if (known.contains(kind))
                continue;
            say(QStringLiteral("there are no flows of category %1; there are: %2")
                    .arg(kind, known.isEmpty() ? QStringLiteral("none") : known.join(QStringLiteral(", "))));
            return false;
        }
        bench.state().setShownFlows(o.flows);
    }
    return true;
}

ExitCode takeShot(Workbench &bench, const Options &o)
{
    const bool wholeOne = o.view == wholeWindow || o.view == allWorkspaces;
    const QString why = o.view == allWorkspaces ? makeFolder(o.shotFile) : SavedFile::whyNot(o.shotFile);
    if (!why.isEmpty()) {
        say(QStringLiteral("%1 could not be written: %2").arg(o.shotFile, why));
        return ExitCode::Usage;
    }
    const PaintWatch watch;
    QEventLoop loop;
    const RoomWatch room(loop);
    std::unique_ptr<MainWindow> window;
    std::unique_ptr<DockView> view;
    QWidget *shown = nullptr;
    std::vector<DockView *> views;
    if (!RoomWatch::hasRoom(wholeOne ? windowRoom : viewRoom))
        return outOfMemoryForPicture();
    if (wholeOne) {
        window = std::make_unique<MainWindow>(bench);
        views = window->docks().views();
        shown = window.get();
    } else {
        view.reset(createView(o.view, bench.context()));
        if (!isPageOf(*view, o.view.section(u'/', 1)))
            return ExitCode::Usage;
        views = {view.get()};
        shown = view.get();
        shown->setAutoFillBackground(true);
    }
    shown->resize(o.size);
    // A pointer that rests on a button would draw it as hovered.
    if (QGuiApplication::platformName() == QLatin1String("offscreen"))
        QCursor::setPos(QGuiApplication::primaryScreen()->geometry().bottomRight());
    if (!RoomWatch::hasRoom())
        return outOfMemoryForPicture();
    shown->show();

    bool found = true;
    bool outOfMemory = false;
    QObject::connect(&bench.session(), &TraceSession::nothingFound, &loop,
                     [&](const QStringList &, const std::vector<Finding> &findings) {
                         found = false;
                         for (const Finding &f : findings) {
                             say(f.file.isEmpty() ? f.text() : f.file + QStringLiteral(": ") + f.text());
                             outOfMemory = outOfMemory || findingcodes::lacksMemory(f);
                         }
                         loop.quit();
                     });
    QObject::connect(&bench.session(), &TraceSession::idle, &loop, &QEventLoop::quit);
    bench.session().open(o.paths);
    if (bench.session().isBusy() && !room.sawNone())
        loop.exec();
    if (outOfMemory || bench.session().wasOverBudget() || lacksMemory(bench.runs())) {
        say(QStringLiteral("the memory budget was reached"));
        return ExitCode::MemoryBudget;
    }
    if (room.sawNone())
        return outOfMemoryForPicture();
    if (!found || bench.runs().isEmpty()) {
        say(QStringLiteral("nothing usable was found"));
        return ExitCode::NothingFound;
    }
    // Views answer the end of the load first; what they choose by themselves is then overruled.
    QCoreApplication::processEvents();
    if (room.sawNone())
        return outOfMemoryForPicture();
    if (!lookWhereTold(bench, o))
        return ExitCode::Usage;

    const auto takeTo = [&](const QString &path) {
        if (!settle(views, loop)) {
            say(QStringLiteral("memory budget: the machine gives no memory for what the view shows"));
            return ExitCode::MemoryBudget;
        }
        return room.sawNone() || !RoomWatch::hasRoom() ? outOfMemoryForPicture() : paintInto(*shown, path);
    };
    if (o.view == allWorkspaces) {
        for (const Workspace &w : Workspaces::all()) {
            bench.state().setWorkspace(QLatin1String(w.id));
            const ExitCode code = takeTo(QDir(o.shotFile).filePath(QLatin1String(w.id) + QStringLiteral(".png")));
            if (code != ExitCode::Done)
                return code;
        }
    } else if (const ExitCode code = takeTo(o.shotFile); code != ExitCode::Done) {
        return code;
    }
    bool dataLost = false;
    for (int run = 0; run < bench.runs().count(); ++run) {
        for (const Finding &f : bench.runs().findings(run)) {
            if (f.severity < Severity::Loss)
                continue;
            dataLost = true;
            say(lineOf(f));
        }
    }
    return dataLost ? ExitCode::DataLost : ExitCode::Done;
}

} // namespace rs
