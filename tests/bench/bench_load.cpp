// SPDX-License-Identifier: Apache-2.0
// bench_load FOLDER [CACHE]: opens a run in the real window, offscreen, and prints when what could be
// seen, the longest stall of the event loop with the events that took longest, and memory. CACHE is a folder for what
// the next opening needs not read again.
// bench_load --summaries RANKSxSTEPS: writes a run of summary files only to a temporary folder and opens that; prints
// as well when everything is there: the overview with its diagnosis and details, and the heat map.
// bench_load --ratios ROUNDS FOLDER: without the window, the readers of a run in turn with their bounds.
#include "app/shell/application.h"
#include "app/shell/mainwindow.h"
#include "app/session/settings.h"
#include "app/shell/eventloopwatchdog.h"
#include "app/shell/workbench.h"
#include "bench/loadratios.h"
#include "bench/peakmemory.h"
#include "bench/summaryrun.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QTableView>
#include <QTemporaryDir>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace rs;

namespace {

bool showsNumbers(const DockView &overview)
{
    const auto tables = overview.findChildren<QTableView *>();
    return std::any_of(tables.begin(), tables.end(),
                       [](const QTableView *t) { return t->model() && t->model()->rowCount() > 0; });
}

double threadSeconds()
{
    timespec t = {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) / 1e9;
}

double processorSeconds()
{
    rusage use = {};
    getrusage(RUSAGE_SELF, &use);
    return static_cast<double>(use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
           static_cast<double>(use.ru_utime.tv_usec + use.ru_stime.tv_usec) / 1e6;
}

struct PageFaults
{
    long fromDisk = 0;
    long other = 0;
};

PageFaults threadFaults()
{
    rusage use = {};
    getrusage(RUSAGE_THREAD, &use);
    return {use.ru_majflt, use.ru_minflt};
}

// Time that a virtual machine's host gave to others, of all processors together, since the machine started.
double stolenSeconds()
{
    unsigned long long ticks[8] = {};
    if (std::FILE *const stat = std::fopen("/proc/stat", "r")) {
        if (std::fscanf(stat, "cpu %llu %llu %llu %llu %llu %llu %llu %llu", ticks, ticks + 1, ticks + 2, ticks + 3,
                        ticks + 4, ticks + 5, ticks + 6, ticks + 7) != 8)
            ticks[7] = 0;
        std::fclose(stat);
    }
    return static_cast<double>(ticks[7]) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

double now()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Span
{
    double from;
    double to;
    double ms() const { return (to - from) * 1e3; }
    double msIn(const Span &s) const { return std::max(0.0, std::min(to, s.to) - std::max(from, s.from)) * 1e3; }
};

struct Machine
{
    std::vector<Span> held;                        ///< when a thread that does nothing but sleep came back late
    std::vector<std::pair<double, double>> stolen; ///< at which time, stolenSeconds()
    double longestMs = 0;                          ///< that a millisecond of work took

    // The host's account moves on in steps of 10 ms, and is looked at every 20 ms.
    [[nodiscard]] double stolenMsIn(const Span &s) const
    {
        constexpr double blur = 0.01;
        const auto first = std::partition_point(stolen.begin(), stolen.end(),
                                                [&](const auto &sample) { return sample.first < s.from - blur; });
        const auto last =
            std::partition_point(first, stolen.end(), [&](const auto &sample) { return sample.first < s.to + blur; });
        if (stolen.empty())
            return 0;
        const auto before = first == stolen.begin() ? first : std::prev(first);
        const auto after = last == stolen.end() ? std::prev(last) : last;
        return (after->second - before->second) * 1e3;
    }
    [[nodiscard]] bool wasWhole(const Span &s) const
    {
        return stolenMsIn(s) <= 0 &&
               std::none_of(held.begin(), held.end(), [&](const Span &h) { return h.msIn(s) > 0; });
    }
};

// A thread that wakes late shows that the machine let no program run, as a virtual one does now and then for a tenth of
// a second. The same thread now and then does a piece of work of a millisecond: its longest time is what the machine
// makes of a millisecond.
class MachineWatch
{
public:
    MachineWatch() : m_thread([this] { watch(); }) {}
    Machine stop()
    {
        m_stop = true;
        m_thread.join();
        return std::move(m_machine);
    }

private:
    // Far longer than a thread waits for its turn beside a few others.
    static constexpr double heldSeconds = 0.015;

    static void count(qint64 rounds)
    {
        volatile qint64 x = 0;
        for (qint64 i = 0; i < rounds; ++i)
            x = x + i;
    }

    static qint64 roundsPerMs()
    {
        constexpr qint64 rounds = 300'000;
        double shortest = 1;
        for (int i = 0; i < 10; ++i) {
            const double began = now();
            count(rounds);
            shortest = std::min(shortest, now() - began);
        }
        return static_cast<qint64>(static_cast<double>(rounds) / (shortest * 1e3));
    }

    void watch()
    {
        const qint64 rounds = roundsPerMs();
        constexpr double sleepSeconds = 0.005;
        constexpr int sleepsPerLook = 4;
        for (int i = 0; !m_stop; ++i) {
            if (i % sleepsPerLook == 0) {
                m_machine.stolen.emplace_back(now(), stolenSeconds());
                const double from = now();
                count(rounds);
                m_machine.longestMs = std::max(m_machine.longestMs, (now() - from) * 1e3);
            }
            const double began = now();
            std::this_thread::sleep_for(std::chrono::duration<double>(sleepSeconds));
            const double ended = now();
            if (ended - began - sleepSeconds > heldSeconds)
                m_machine.held.push_back({began + sleepSeconds, ended});
        }
    }

    std::atomic<bool> m_stop{false};
    Machine m_machine;
    std::thread m_thread;
};

// Says which events the event loop was busy with in its longest stall: by the clock, and by the processor time they
// needed.
class WatchedApplication : public Application
{
public:
    using Application::Application;

    bool notify(QObject *receiver, QEvent *event) override
    {
        if (m_depth > 0 || !m_watch)
            return Application::notify(receiver, event);
        QByteArray name = receiver->metaObject()->className();
        if (const QObject *const owner = receiver->parent(); owner && qobject_cast<QTimer *>(receiver))
            name += QByteArray(" of ") + owner->metaObject()->className();
        const int type = event->type();
        const PageFaults faults = threadFaults();
        const double cpu = threadSeconds();
        const double began = now();
        ++m_depth;
        const bool done = Application::notify(receiver, event);
        --m_depth;
        const double cpuMs = (threadSeconds() - cpu) * 1e3;
        const PageFaults after = threadFaults();
        m_sinceTick.push_back(
            {{began, now()}, cpuMs, {after.fromDisk - faults.fromDisk, after.other - faults.other}, name, type});
        // Between two ticks of the watch many events may come one behind the other.
        if (name.endsWith(EventLoopWatchdog::staticMetaObject.className())) {
            const double tick = now();
            if (tick - m_tick > leastSeconds)
                m_stalls.push_back({{m_tick + tickSeconds, tick}, std::move(m_sinceTick)});
            m_tick = tick;
            m_sinceTick.clear();
        }
        return done;
    }
    void watch(const EventLoopWatchdog &watch)
    {
        m_watch = &watch;
        m_start = m_tick = now();
    }
    /// The longest stall of all, and that of the times in which the machine was whole: a host that takes processor time
    /// away makes everything longer, also by the thread's own processor clock.
    void report(const Machine &machine) const
    {
        const Stall *worst = nullptr;
        const Stall *worstWhole = nullptr;
        double stolenMs = 0;
        for (const Stall &stall : m_stalls) {
            if (!worst || stall.span.ms() > worst->span.ms())
                worst = &stall;
            if (machine.wasWhole(stall.span) && (!worstWhole || stall.span.ms() > worstWhole->span.ms()))
                worstWhole = &stall;
            stolenMs += machine.stolenMsIn(stall.span);
        }
        double withheld = 0;
        for (const Span &h : machine.held)
            withheld = std::max(withheld, h.ms());
        std::printf("%-44s %10.3f ms\n", "longest that the machine ran no thread at all", withheld);
        std::printf("%-44s %10.3f ms\n", "longest that 1 ms of fixed work took", machine.longestMs);
        std::printf("%-44s %10.3f ms\n", "processor time that the host took in stalls", stolenMs);
        std::printf("%-44s %10.3f ms\n", "longest stall of the whole machine", worstWhole ? worstWhole->span.ms() : 0);
        if (worst)
            print(*worst, machine);
        if (worstWhole && worstWhole != worst)
            print(*worstWhole, machine);
    }

private:
    static constexpr double tickSeconds = 0.01; // of EventLoopWatchdog
    static constexpr double leastSeconds = 0.02;

    struct Busy
    {
        Span span;
        double cpuMs;
        PageFaults faults;
        QByteArray receiver;
        int type;
    };
    struct Stall
    {
        Span span;
        std::vector<Busy> events;
    };
    void print(const Stall &stall, const Machine &machine) const
    {
        std::printf("stall of %.1f ms until %.3f s, the host took %.0f ms of processor time\n", stall.span.ms(),
                    stall.span.to - m_start, machine.stolenMsIn(stall.span));
        for (const Busy &b : stall.events) {
            if (b.span.ms() >= 1)
                std::printf(
                    "  an event took %6.1f ms (%.1f of the processor; %ld page faults, %ld from disk) until %.3f s: "
                    "%s, QEvent::Type %d\n",
                    b.span.ms(), b.cpuMs, b.faults.other + b.faults.fromDisk, b.faults.fromDisk, b.span.to - m_start,
                    b.receiver.constData(), b.type);
        }
    }

    std::vector<Busy> m_sinceTick; // of the watch
    std::vector<Stall> m_stalls;
    const EventLoopWatchdog *m_watch = nullptr;
    double m_start = 0;
    double m_tick = 0;
    int m_depth = 0;
};

bool writeSummaries(const QString &folder, const char *size)
{
    int ranks = 0;
    int steps = 0;
    return std::sscanf(size, "%dx%d", &ranks, &steps) == 2 && ranks > 0 && steps > 0 &&
           bench::writeSummaryRun(folder, ranks, steps);
}

// The overview as it stands, then the heat map.
double secondsUntilComplete(DockLayout &docks, const QElapsedTimer &clock)
{
    for (const char *const id : {"overview", "system/heatmap"}) {
        docks.showView(QLatin1String(id));
        const DockView *const view = docks.view(QString::fromLatin1(id).section(u'/', 0, 0));
        do
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        while (!view->isComplete());
    }
    return static_cast<double>(clock.nsecsElapsed()) / 1e9;
}

void print(const char *what, double value, const char *unit)
{
    std::printf("%-44s %10.3f %s\n", what, value, unit);
}

} // namespace

int main(int argc, char **argv)
{
    if (argc == 4 && qstrcmp(argv[1], "--ratios") == 0) {
        const int threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
        return rs::bench::printLoadRatios(QString::fromLocal8Bit(argv[3]), std::max(1, std::atoi(argv[2])), threads)
                   ? 0
                   : 1;
    }
    const bool summaries = argc == 3 && qstrcmp(argv[1], "--summaries") == 0;
    const QTemporaryDir made;
    if (argc < 2 || (summaries && !writeSummaries(made.path(), argv[2]))) {
        std::fprintf(stderr, "usage: bench_load FOLDER [CACHE] | bench_load --summaries RANKSxSTEPS | bench_load "
                             "--ratios ROUNDS FOLDER\n");
        return 1;
    }
    const QString folder = summaries ? made.path() : QString::fromLocal8Bit(argv[1]);
    const char *const cache = argc > 2 && !summaries ? argv[2] : nullptr;
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    if (cache)
        qputenv("XDG_CACHE_HOME", cache);
    WatchedApplication app(argc, argv);
    const QTemporaryDir scratch;
    Settings settings(scratch.filePath(QStringLiteral("settings.ini")));
    settings.setCacheGigabytes(cache ? 100 : 0);
    Workbench bench(settings);
    bench.applyTheme();
    MainWindow window(bench);
    window.resize(1920, 1080);
    window.show();
    for (int i = 0; i < 20; ++i)
        QCoreApplication::processEvents();

    const double spentBefore = summaries ? processorSeconds() : 0; // writing them is no part of it
    bench::PeakMemory memory;
    MachineWatch machine;
    EventLoopWatchdog watch;
    watch.start();
    QElapsedTimer clock;
    double overviewAt = 0;
    double rankAt = 0;
    const auto seconds = [&clock] { return static_cast<double>(clock.nsecsElapsed()) / 1e9; };
    const DockView *const overview = window.docks().view(QStringLiteral("overview"));
    QTimer look;
    look.setInterval(5);
    // Numbers that are there at one tick are painted before the next one.
    bool hasNumbers = false;
    bool hasRank = false;
    QObject::connect(&look, &QTimer::timeout, &window, [&] {
        if (hasNumbers && overviewAt == 0)
            overviewAt = seconds();
        if (hasRank && rankAt == 0)
            rankAt = seconds();
        hasNumbers = hasNumbers || showsNumbers(*overview);
        if (hasRank || overviewAt == 0 || summaries)
            return;
        const auto ranks = bench.runs().allRanks();
        const bool hasLanes =
            std::any_of(ranks.begin(), ranks.end(), [&](RankRef ref) { return bench.runs().lanes(ref) != nullptr; });
        if (hasLanes) {
            window.docks().showView(QStringLiteral("timeline"));
            hasRank = true;
        }
    });
    look.start();

    QEventLoop loop;
    QObject::connect(&bench.session(), &TraceSession::idle, &loop, &QEventLoop::quit);
    clock.start();
    app.keepTurnsShort();
    app.watch(watch);
    window.open({folder});
    if (bench.session().isBusy())
        loop.exec();
    const double total = seconds();
    const double completeAt = summaries ? secondsUntilComplete(window.docks(), clock) : 0;
    while (!summaries && rankAt == 0 && !bench.runs().loadedRanks().empty() && seconds() < total + 10)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);

    qint64 slices = 0;
    qint64 bytes = 0;
    for (const RankRef ref : bench.runs().loadedRanks()) {
        const auto rank = bench.runs().rank(ref);
        slices += rank->trace ? rank->trace->slices().size() : 0;
        bytes += rank->bytesUsed();
    }
    print("overview shows numbers", overviewAt, "s");
    print("first rank's lanes on the timeline", rankAt, "s");
    print("everything loaded", total, "s");
    if (summaries)
        print("everything computed, the heat map as well", completeAt, "s");
    print("processor time", processorSeconds() - spentBefore, "s");
    print("longest stall of the event loop", static_cast<double>(watch.longestMs()), "ms");
    app.report(machine.stop());
    print("peak private memory", static_cast<double>(memory.stop()) / 1024.0, "MiB");
    print("loaded ranks hold", static_cast<double>(bytes) / 1048576.0, "MiB");
    print("slices", static_cast<double>(slices) / 1e6, "million");
    if (slices > 0)
        print("loaded ranks hold", static_cast<double>(bytes) / static_cast<double>(slices), "bytes a slice");
    return bench.runs().isEmpty() ? 1 : 0;
}
