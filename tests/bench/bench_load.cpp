// SPDX-License-Identifier: Apache-2.0
// bench_load FOLDER [CACHE]: opens a run in the real window, offscreen, and prints when what could be seen, the longest
// stall of the event loop with the events that took longest, and memory. CACHE is a folder for what the next opening
// needs not read again.
#include "app/mainwindow.h"
#include "app/settings.h"
#include "app/stallwatch.h"
#include "app/workbench.h"
#include "bench/peakmemory.h"

#include <QApplication>
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

double now()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Span
{
    double from;
    double to;
};

// When a thread that does nothing but sleep came back late: then the machine let no program run. A virtual one does
// that now and then, for a tenth of a second, while all its processors are busy.
class MachineWatch
{
public:
    MachineWatch() : m_thread([this] { watch(); }) {}
    std::vector<Span> stop()
    {
        m_stop = true;
        m_thread.join();
        return std::move(m_held);
    }

private:
    // Far longer than a thread waits for its turn beside a few others.
    static constexpr double heldSeconds = 0.015;

    void watch()
    {
        constexpr double sleepSeconds = 0.005;
        while (!m_stop) {
            const double began = now();
            std::this_thread::sleep_for(std::chrono::duration<double>(sleepSeconds));
            const double ended = now();
            if (ended - began - sleepSeconds > heldSeconds)
                m_held.push_back({began + sleepSeconds, ended});
        }
    }

    std::atomic<bool> m_stop{false};
    std::vector<Span> m_held;
    std::thread m_thread;
};

// Says which events the event loop was busy with in its longest stall: by the clock, and by the processor time they
// needed.
class WatchedApplication : public QApplication
{
public:
    using QApplication::QApplication;

    bool notify(QObject *receiver, QEvent *event) override
    {
        if (m_depth > 0 || !m_watch)
            return QApplication::notify(receiver, event);
        QByteArray name = receiver->metaObject()->className();
        if (const QObject *const owner = receiver->parent(); owner && qobject_cast<QTimer *>(receiver))
            name += QByteArray(" of ") + owner->metaObject()->className();
        const int type = event->type();
        const double cpu = threadSeconds();
        const double began = now();
        ++m_depth;
        const bool done = QApplication::notify(receiver, event);
        --m_depth;
        m_sinceTick.push_back({{began, now()}, (threadSeconds() - cpu) * 1e3, name, type});
        // Between two ticks of the watch many events may come one behind the other.
        if (name.endsWith(StallWatch::staticMetaObject.className())) {
            const double tick = now();
            if (tick - m_tick > leastSeconds)
                m_stalls.push_back({{m_tick + tickSeconds, tick}, std::move(m_sinceTick)});
            m_tick = tick;
            m_sinceTick.clear();
        }
        return done;
    }
    void watch(const StallWatch &watch)
    {
        m_watch = &watch;
        m_start = m_tick = now();
    }
    /// The longest stall when what the machine withheld does not count.
    void report(const std::vector<Span> &held) const
    {
        double longest = 0;
        const Stall *worst = nullptr;
        for (const Stall &stall : m_stalls) {
            double ms = (stall.span.to - stall.span.from) * 1e3;
            for (const Span &h : held)
                ms -= std::max(0.0, std::min(h.to, stall.span.to) - std::max(h.from, stall.span.from)) * 1e3;
            if (ms > longest) {
                longest = ms;
                worst = &stall;
            }
        }
        double withheld = 0;
        for (const Span &h : held)
            withheld = std::max(withheld, (h.to - h.from) * 1e3);
        std::printf("%-44s %10.3f ms\n", "longest that the machine ran no thread at all", withheld);
        std::printf("%-44s %10.3f ms\n", "longest stall without such times", longest);
        if (!worst)
            return;
        for (const Busy &b : worst->events) {
            const double ms = (b.span.to - b.span.from) * 1e3;
            if (ms >= 1)
                std::printf("  an event took %6.1f ms (%.1f of the processor) until %.3f s: %s, QEvent::Type %d\n", ms,
                            b.cpuMs, b.span.to - m_start, b.receiver.constData(), b.type);
        }
    }

private:
    static constexpr double tickSeconds = 0.01; // of StallWatch
    static constexpr double leastSeconds = 0.02;

    struct Busy
    {
        Span span;
        double cpuMs;
        QByteArray receiver;
        int type;
    };
    struct Stall
    {
        Span span;
        std::vector<Busy> events;
    };
    std::vector<Busy> m_sinceTick; // of the watch
    std::vector<Stall> m_stalls;
    const StallWatch *m_watch = nullptr;
    double m_start = 0;
    double m_tick = 0;
    int m_depth = 0;
};

void print(const char *what, double value, const char *unit)
{
    std::printf("%-44s %10.3f %s\n", what, value, unit);
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 2) {
        std::fprintf(stderr, "usage: bench_load FOLDER [CACHE]\n");
        return 1;
    }
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    if (argc > 2)
        qputenv("XDG_CACHE_HOME", argv[2]);
    WatchedApplication app(argc, argv);
    const QTemporaryDir scratch;
    Settings settings(scratch.filePath(QStringLiteral("settings.ini")));
    settings.setCacheGigabytes(argc > 2 ? 100 : 0);
    Workbench bench(settings);
    bench.applyTheme();
    MainWindow window(bench);
    window.resize(1920, 1080);
    window.show();
    for (int i = 0; i < 20; ++i)
        QCoreApplication::processEvents();

    bench::PeakMemory memory;
    MachineWatch machine;
    StallWatch watch;
    watch.start();
    QElapsedTimer clock;
    double overviewAt = 0;
    double rankAt = 0;
    const auto seconds = [&clock] { return static_cast<double>(clock.nsecsElapsed()) / 1e9; };
    const DockView *overview = nullptr;
    for (const DockView *v : window.docks().views()) {
        if (v->id() == QLatin1String("overview"))
            overview = v;
    }
    QTimer look;
    look.setInterval(5);
    // What is there at one tick is painted before the next one.
    bool hasNumbers = false;
    bool hasRank = false;
    QObject::connect(&look, &QTimer::timeout, &window, [&] {
        if (hasNumbers && overviewAt == 0)
            overviewAt = seconds();
        if (hasRank && rankAt == 0)
            rankAt = seconds();
        hasNumbers = hasNumbers || (overview && showsNumbers(*overview));
        if (!hasRank && overviewAt > 0 && !bench.runs().loadedRanks().empty()) {
            window.docks().showView(QStringLiteral("timeline"));
            hasRank = true;
        }
    });
    look.start();

    QEventLoop loop;
    QObject::connect(&bench.session(), &TraceSession::idle, &loop, &QEventLoop::quit);
    clock.start();
    app.watch(watch);
    window.open({QString::fromLocal8Bit(argv[1])});
    if (bench.session().isBusy())
        loop.exec();
    const double total = seconds();
    while (rankAt == 0 && !bench.runs().loadedRanks().empty() && seconds() < total + 10)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);

    qint64 slices = 0;
    qint64 bytes = 0;
    for (const RankRef ref : bench.runs().loadedRanks()) {
        const auto rank = bench.runs().rank(ref);
        slices += rank->trace ? rank->trace->slices().size() : 0;
        bytes += rank->bytesUsed();
    }
    print("overview shows numbers", overviewAt, "s");
    print("first rank on the timeline", rankAt, "s");
    print("everything loaded", total, "s");
    rusage use = {};
    getrusage(RUSAGE_SELF, &use);
    print("processor time since the start of the program",
          static_cast<double>(use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
              static_cast<double>(use.ru_utime.tv_usec + use.ru_stime.tv_usec) / 1e6,
          "s");
    print("longest stall of the event loop", static_cast<double>(watch.longestMs()), "ms");
    app.report(machine.stop());
    print("peak private memory", static_cast<double>(memory.stop()) / 1024.0, "MiB");
    print("loaded ranks hold", static_cast<double>(bytes) / 1048576.0, "MiB");
    print("slices", static_cast<double>(slices) / 1e6, "million");
    if (slices > 0)
        print("loaded ranks hold", static_cast<double>(bytes) / static_cast<double>(slices), "bytes a slice");
    return bench.runs().isEmpty() ? 1 : 0;
}
