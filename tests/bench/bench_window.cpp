// SPDX-License-Identifier: Apache-2.0
// Opens a rank with one huge table in the real window, offscreen, and looks at it: how long the window stands still
// while it is read, shown, scrolled, panned, sorted and filtered.
// bench_window memory|kernels MEGABYTES: a memory_record.csv or kernel_details.csv made in a temporary folder
// bench_window FOLDER VIEW: the largest table of that view, "system/kernels"
// bench_window FOLDER: every page of every view: how long it takes to come, and after a choice in each of its pickers;
// frames of each of its pictures while one zooms, moves, scrolls, points and selects, and of its table
#include "app/shell/application.h"
#include "app/shell/mainwindow.h"
#include "app/session/settings.h"
#include "app/shell/workbench.h"
#include "bench/bigfiles.h"
#include "views/memory/memorychart.h"
#include "views/picture/picture.h"
#include "views/tables/tableview.h"
#include "views/widgets/picker.h"

#include <QComboBox>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QRandomGenerator>
#include <QScrollBar>
#include <QSet>
#include <QTableView>
#include <QTemporaryDir>
#include <QTimer>
#include <QWheelEvent>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <utility>
#include <vector>

using namespace rs;

namespace {

constexpr double mostFrameMs = 16;
constexpr double mostStallMs = 100;

double nowMs()
{
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Time that this thread waited for a processor that others held: no stall of the program.
double waitedMs()
{
    unsigned long long ran = 0;
    unsigned long long waited = 0;
    if (std::FILE *const stat = std::fopen("/proc/thread-self/schedstat", "r")) {
        if (std::fscanf(stat, "%llu %llu", &ran, &waited) != 2)
            waited = 0;
        std::fclose(stat);
    }
    return static_cast<double>(waited) / 1e6;
}

struct Moment
{
    double ms = nowMs();
    double waited = waitedMs();
};

struct Gap
{
    double clock = 0;
    double own = 0; ///< without what the thread waited for a processor
};

Gap since(const Moment &before)
{
    const Moment now;
    const double clock = now.ms - before.ms;
    return {clock, std::max(0.0, clock - (now.waited - before.waited))};
}

double at(std::vector<double> values, int percent)
{
    std::sort(values.begin(), values.end());
    return values.empty() ? 0 : values[std::min(values.size() - 1, values.size() * static_cast<size_t>(percent) / 100)];
}

void print(const char *what, const std::vector<Gap> &gaps)
{
    std::vector<double> clock;
    std::vector<double> own;
    for (const Gap &g : gaps) {
        clock.push_back(g.clock);
        own.push_back(g.own);
    }
    const double p95 = at(own, 95);
    const double worst = at(own, 100);
    std::printf("%-38s %6zu: p95 %7.2f ms, worst %7.2f ms (by the clock %7.2f, %7.2f)%s%s\n", what, gaps.size(), p95,
                worst, at(clock, 95), at(clock, 100), p95 > mostFrameMs ? " P95 MISSED" : "",
                worst > mostStallMs ? " WORST MISSED" : "");
}

/// Tells which events took long, and when the window was painted.
class WatchedApplication : public Application
{
public:
    using Application::Application;

    bool notify(QObject *receiver, QEvent *event) override
    {
        const int type = event->type();
        if (receiver->thread() == thread() && type == QEvent::UpdateRequest)
            ++paints;
        if (receiver->thread() != thread() || m_depth > 0)
            return Application::notify(receiver, event);
        QByteArray name = receiver->metaObject()->className();
        if (const QObject *const owner = receiver->parent())
            name += QByteArray(" of ") + owner->metaObject()->className();
        const Moment began;
        ++m_depth;
        const bool done = Application::notify(receiver, event);
        --m_depth;
        m_events.push_back({since(began).own, std::move(name), type});
        return done;
    }
    struct Busy
    {
        double ms;
        QByteArray receiver;
        int type;
    };
    std::vector<Busy> take() { return std::exchange(m_events, {}); }
    int paints = 0;

private:
    std::vector<Busy> m_events;
    int m_depth = 0;
};

/// The gaps between the turns of a timer of one millisecond.
class GapWatch
{
public:
    explicit GapWatch(WatchedApplication &app) : m_app(app)
    {
        m_timer.setTimerType(Qt::PreciseTimer);
        m_timer.setInterval(1);
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { tick(); });
    }
    void begin()
    {
        m_gaps.clear();
        m_worst = {};
        m_worstMs = 0;
        (void)m_app.take();
        m_before = Moment();
        m_timer.start();
    }
    void end(const char *what)
    {
        m_timer.stop();
        tick();
        print(what, m_gaps);
        for (const WatchedApplication::Busy &b : m_worst) {
            if (m_worstMs > mostFrameMs && b.ms >= 2)
                std::printf("    %6.1f ms: %s, QEvent::Type %d\n", b.ms, b.receiver.constData(), b.type);
        }
    }

private:
    void tick()
    {
        Gap gap = since(m_before);
        gap = {std::max(0.0, gap.clock - 1), std::max(0.0, gap.own - 1)};
        m_gaps.push_back(gap);
        std::vector<WatchedApplication::Busy> events = m_app.take();
        if (gap.own > m_worstMs) {
            m_worstMs = gap.own;
            m_worst = std::move(events);
        }
        m_before = Moment();
    }

    WatchedApplication &m_app;
    QTimer m_timer;
    Moment m_before;
    std::vector<Gap> m_gaps;
    std::vector<WatchedApplication::Busy> m_worst;
    double m_worstMs = 0;
};

void loopUntil(const std::function<bool()> &isDone)
{
    while (!isDone())
        QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents, 20);
}

/// Time until the view that is asked for is there and painted.
void measure(GapWatch &watch, const char *what, const std::function<void()> &ask, const std::function<bool()> &isDone)
{
    QElapsedTimer clock;
    watch.begin();
    clock.start();
    ask();
    loopUntil(isDone);
    const double ms = static_cast<double>(clock.nsecsElapsed()) / 1e6;
    for (int i = 0; i < 5; ++i)
        QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
    watch.end(what);
    std::printf("    done after %.0f ms\n", ms);
}

/// From an input to its picture.
void measureFrames(WatchedApplication &app, const char *what, const std::function<void(int turn)> &move)
{
    constexpr int turns = 200;
    // An input that changes nothing, as a move beyond the end, has no picture.
    constexpr double longestMs = 300;
    std::vector<Gap> frames;
    for (int turn = 0; turn < turns; ++turn) {
        const int painted = app.paints;
        const Moment before;
        move(turn);
        while (app.paints == painted && since(before).clock < longestMs)
            QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents, 20);
        if (app.paints > painted)
            frames.push_back(since(before));
    }
    (void)app.take();
    print(what, frames);
}

void wheel(QWidget &on, const QPointF &at, int delta, Qt::KeyboardModifiers keys = {})
{
    QWheelEvent event(at, on.mapToGlobal(at), {}, {0, delta}, Qt::NoButton, keys, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&on, &event);
}

/// Turn i of a walk over the widget: 40 turns one way, 40 back.
void walk(QWidget &on, int i, Qt::KeyboardModifiers keys)
{
    wheel(on, {on.width() * (0.3 + 0.02 * (i % 20)), on.height() * 0.5}, i % 80 < 40 ? 120 : -120, keys);
}

void point(QWidget &at, const QPointF &place)
{
    QMouseEvent event(QEvent::MouseMove, place, at.mapToGlobal(place), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&at, &event);
}

void press(QWidget &on, Qt::Key key)
{
    QKeyEvent event(QEvent::KeyPress, key, Qt::NoModifier);
    QCoreApplication::sendEvent(&on, &event);
}

void lookAtCurves(WatchedApplication &app, MemoryChart &chart)
{
    const auto turn = [&chart](double x, int delta, Qt::KeyboardModifiers keys) {
        wheel(chart, QPointF(chart.plot().left() + x * chart.plot().width(), chart.plot().center().y()), delta, keys);
    };
    constexpr int turns = 200;
    const Interval whole = chart.window();
    measureFrames(app, "curves: zoom in and out",
                  [&](int i) { turn(0.3, i % (turns / 2) < turns / 4 ? 120 : -120, {}); });
    for (const int part : {2, 50, 5000}) {
        const qint64 length = whole.length() / part;
        chart.setWindow({whole.from + length / 4, whole.from + length / 4 + length});
        QCoreApplication::processEvents();
        const QByteArray what = "curves: pan, 1/" + QByteArray::number(part) + " of them";
        measureFrames(app, what.constData(), [&](int i) { turn(0.5, i < turns / 2 ? -120 : 120, Qt::ShiftModifier); });
    }
}

TableView *largestTable(const QWidget &view)
{
    TableView *out = nullptr;
    const auto rowsOf = [](const TableView *table) {
        const auto source = table->rows()->source();
        return source ? qint64{source->rows()} : 0;
    };
    for (TableView *const table : view.findChildren<TableView *>()) {
        if (table->isVisible() && (!out || rowsOf(table) > rowsOf(out)))
            out = table;
    }
    return out;
}

void lookAtTable(WatchedApplication &app, GapWatch &watch, TableView &table)
{
    std::printf("    %s\n", table.countText().toUtf8().constData());
    QScrollBar &bar = *table.view()->verticalScrollBar();
    QRandomGenerator random(5);
    const auto scroll = [&](const char *what) {
        measureFrames(app, what, [&](int turn) {
            const int place = random.bounded(std::max(1, bar.maximum()));
            bar.setValue(turn % 4 == 0 ? place : bar.value() + 3);
        });
    };
    const auto isDone = [&table] { return table.isComplete(); };
    scroll("table: scroll");
    const std::vector<ColumnSpec> &columns = table.rows()->source()->columns();
    QString numbers;
    QString texts;
    for (const ColumnSpec &c : columns) {
        const bool text = isTextKind(c.kind);
        if (QString &id = text ? texts : numbers; id.isEmpty() && c.shown && (text || c.kind == ValueKind::Time))
            id = c.id;
    }
    for (const QString &id : {numbers, texts}) {
        if (id.isEmpty())
            continue;
        const QByteArray what = "table: sort by " + id.toUtf8();
        measure(
            watch, what.constData(), [&] { table.sortBy(QStringView(id), Qt::DescendingOrder); }, isDone);
    }
    scroll("table: scroll, sorted");
    measure(
        watch, "table: filter", [&] { table.setFilter(QStringLiteral("39"), false); }, isDone);
    std::printf("    %s\n", table.countText().toUtf8().constData());
    measure(
        watch, "table: all rows again", [&] { table.clearFilters(); }, isDone);
}

/// Longest of what every page is asked for, and where.
struct Longest
{
    double ms = 0;
    QString where;

    void take(double took, const QString &at)
    {
        if (took > ms)
            *this = {took, at};
    }
    void print(const char *what, double bar) const
    {
        std::printf("%s: %.1f ms (bar: %.0f), %s\n", what, ms, bar, qPrintable(where));
    }
};

struct Tour
{
    Longest page;
    Longest choice;
    Longest frame;
    Longest row;
    QSet<const QWidget *> seen; ///< pictures and pickers
};

double timeUntil(const DockView &view, const std::function<void()> &ask)
{
    const Moment before;
    ask();
    loopUntil([&view] { return view.isComplete(); });
    QCoreApplication::processEvents(); // the frame
    return since(before).own;
}

/// From an event to its frame, as the screen would be filled; the 95th of 100.
double framesOf(const QString &what, QWidget &seen, const std::function<void(int)> &event)
{
    constexpr int events = 80;
    QImage screen(seen.size(), QImage::Format_ARGB32_Premultiplied);
    std::vector<Gap> frames;
    std::vector<double> own;
    for (int i = 0; i < events; ++i) {
        const Moment before;
        event(i);
        seen.render(&screen);
        frames.push_back(since(before));
        own.push_back(frames.back().own);
    }
    print(qPrintable(what), frames);
    return at(own, 95);
}

void lookAtPicture(const QString &page, Picture &picture, Tour &tour)
{
    const auto frames = [&](const char *what, const std::function<void(int)> &event) {
        const QString said = QStringLiteral("%1 %2, %3")
                                 .arg(page, QLatin1String(picture.metaObject()->className()), QLatin1String(what));
        tour.frame.take(framesOf(said, picture, event), said);
    };
    const auto turn = [&picture](Qt::KeyboardModifiers keys) {
        return [&picture, keys](int i) { walk(picture, i, keys); };
    };
    frames("zoom", turn(Qt::ControlModifier));
    for (int i = 0; i < 10; ++i)
        walk(picture, i, Qt::ControlModifier);
    frames("move", turn(Qt::ShiftModifier));
    frames("scroll", turn(Qt::NoModifier));
    frames("point", [&picture](int i) {
        point(picture, {picture.width() * 0.2 + i * 5, picture.height() * 0.3 + i * 3});
    });
    frames("select the next", [&picture](int) { press(picture, Qt::Key_Right); });
    press(picture, Qt::Key_Home);
}

void lookAtPage(const QString &page, DockView &view, Tour &tour)
{
    for (Picture *const picture : view.findChildren<Picture *>()) {
        if (!picture->isVisible() || tour.seen.contains(picture))
            continue;
        tour.seen.insert(picture);
        lookAtPicture(page, *picture, tour);
    }
    if (TableView *const table = largestTable(view); table && !tour.seen.contains(table)) {
        tour.seen.insert(table);
        QScrollBar &bar = *table->view()->verticalScrollBar();
        const QString said = page + QLatin1String(", rows scrolled");
        tour.row.take(
            framesOf(said, *table->view()->viewport(), [&bar](int i) { bar.setValue(bar.maximum() / 80 * i); }), page);
    }
    for (Picker *const picker : view.findChildren<Picker *>()) {
        QComboBox *const box = picker->box();
        if (!picker->isVisible() || !picker->isEnabled() || box->count() < 2 || tour.seen.contains(picker))
            continue;
        tour.seen.insert(picker);
        for (const int item : {(box->currentIndex() + 1) % box->count(), box->currentIndex()}) {
            const QString where = QStringLiteral("%1: %2").arg(page, box->itemText(item));
            const double ms = timeUntil(view, [box, item] {
                box->setCurrentIndex(item);
                emit box->activated(item);
            });
            std::printf("%s after %.0f ms\n", qPrintable(where), ms);
            tour.choice.take(ms, where);
        }
    }
}

void lookAtEveryPage(DockLayout &docks)
{
    Tour tour;
    for (const QString &id : viewIds()) {
        if (id == u"timeline")
            continue; // bench_timeline
        docks.showView(id);
        DockView &view = *docks.view(id);
        QStringList pages{id};
        for (const QString &page : view.pageNames())
            pages << id + u'/' + page;
        for (const QString &page : std::as_const(pages)) {
            const double ms = timeUntil(view, [&] { docks.showView(page); });
            std::printf("%s after %.0f ms\n", qPrintable(page), ms);
            tour.page.take(ms, page);
            lookAtPage(page, view, tour);
        }
    }
    tour.page.print("longest until a page is there", 1000);
    tour.choice.print("longest from a choice to its frame", 50);
    tour.frame.print("longest p95 of frames of a picture", mostFrameMs);
    tour.row.print("longest p95 of frames of a table", mostFrameMs);
}

QString writeRank(const QString &folder, const QByteArray &what, qint64 bytes)
{
    const QString rank = folder + QStringLiteral("/host_1_20250109084755012_ascend_pt");
    const QString output = rank + QStringLiteral("/ASCEND_PROFILER_OUTPUT/");
    QDir().mkpath(output);
    QFile info(rank + QStringLiteral("/profiler_info_0.json"));
    if (!info.open(QIODevice::WriteOnly))
        return {};
    info.write(R"({"config": {"common_config": {"profile_memory": true}}, "rank_id": 0})");
    const bool isMemory = what == "memory";
    const QString path =
        output + (isMemory ? QStringLiteral("memory_record.csv") : QStringLiteral("kernel_details.csv"));
    const qint64 rows = isMemory ? writeRecord(path, bytes) : writeKernels(path, bytes);
    std::printf("%s: %.0f MB, %lld rows\n", what.constData(), static_cast<double>(QFileInfo(path).size()) / 1e6,
                static_cast<long long>(rows));
    return rows > 0 ? rank : QString();
}

qint64 bytesIn(const QString &folder)
{
    qint64 out = 0;
    for (const QFileInfo &file : QDir(folder + QStringLiteral("/ASCEND_PROFILER_OUTPUT")).entryInfoList(QDir::Files))
        out += file.size();
    return out;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 2 && argc != 3) {
        std::fprintf(stderr, "usage: bench_window memory|kernels MEGABYTES | bench_window FOLDER [VIEW]\n");
        return 1;
    }
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    std::setvbuf(stdout, nullptr, _IOLBF, 4096);
    const QByteArray what = argv[1];
    const bool isMade = argc == 3 && (what == "memory" || what == "kernels");
    const QTemporaryDir made;
    const QString folder =
        isMade ? writeRank(made.path(), what, std::atoll(argv[2]) * 1'000'000) : QString::fromLocal8Bit(argv[1]);
    WatchedApplication app(argc, argv);
    Settings settings(made.filePath(QStringLiteral("settings.ini")));
    settings.setCacheGigabytes(0);
    Workbench bench(settings);
    bench.applyTheme();
    MainWindow window(bench);
    window.resize(1920, 1080);
    window.show();
    for (int i = 0; i < 20; ++i)
        QCoreApplication::processEvents();
    app.keepTurnsShort();

    GapWatch watch(app);
    bool isIdle = false;
    QObject::connect(&bench.session(), &TraceSession::idle, &window, [&isIdle] { isIdle = true; });
    measure(
        watch, "import", [&] { window.open({folder}); }, [&] { return isIdle; });
    std::printf("    %.0f MB/s\n", static_cast<double>(bytesIn(folder)) / 1e6 / bench.session().lastLoadSeconds());
    if (bench.runs().isEmpty())
        return 1;

    if (argc == 2) {
        lookAtEveryPage(window.docks());
        return 0;
    }
    const QString id = what == "memory"    ? QStringLiteral("memory")
                       : what == "kernels" ? QStringLiteral("system/kernels")
                                           : QString::fromLocal8Bit(argv[2]);
    const auto show = [&](const QString &shown) {
        DockView *const view = window.docks().view(shown.section(u'/', 0, 0));
        const QByteArray name = "show " + shown.toUtf8();
        measure(
            watch, name.constData(), [&] { window.docks().showView(shown); }, [&] { return view->isComplete(); });
        return view;
    };
    if (what == "kernels")
        show(QStringLiteral("operators"));
    DockView *const view = show(id);
    if (auto *const chart = view->findChild<MemoryChart *>(); chart && chart->isVisible())
        lookAtCurves(app, *chart);
    if (id == u"memory") {
        measure(
            watch, "show the samples", [&] { view->showPage(QStringLiteral("memory.curves")); },
            [&] { return view->isComplete(); });
    }
    if (TableView *const table = largestTable(*view); table && table->rows()->source())
        lookAtTable(app, watch, *table);
    else
        std::printf("no table is shown\n");
    return 0;
}
