// SPDX-License-Identifier: Apache-2.0
// bench_load FOLDER [CACHE]: opens a run in the real window, offscreen, and prints when what could be seen, the longest
// stall of the event loop with the events that took longest, and memory. CACHE is a folder for what the next opening needs not read again.
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
#include <cstdio>
#include <ctime>
#include <vector>
#include <sys/resource.h>

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

// Says which events the event loop was busy with: by the clock, and by the processor time they needed.
class WatchedApplication : public QApplication
{
public:
    using QApplication::QApplication;

    bool notify(QObject *receiver, QEvent *event) override
    {
        if (m_depth > 0 || !m_watching)
            return QApplication::notify(receiver, event);
        const QByteArray name = receiver->metaObject()->className();
        const int type = event->type();
        const double cpu = threadSeconds();
        QElapsedTimer clock;
        clock.start();
        ++m_depth;
        const bool done = QApplication::notify(receiver, event);
        --m_depth;
        m_longest.push_back({static_cast<double>(clock.nsecsElapsed()) / 1e6, (threadSeconds() - cpu) * 1e3,
                             static_cast<double>(m_sinceStart.elapsed()) / 1e3, name, type});
        std::sort(m_longest.begin(), m_longest.end(), [](const Busy &a, const Busy &b) { return a.ms > b.ms; });
        m_longest.resize(std::min<size_t>(m_longest.size(), 6));
        return done;
    }
    void watch()
    {
        m_watching = true;
        m_sinceStart.start();
    }
    void report() const
    {
        for (const Busy &b : m_longest)
            std::printf("  an event took %6.1f ms (%.1f of the processor) until %.2f s: %s, QEvent::Type %d\n", b.ms,
                        b.cpuMs, b.atSeconds, b.receiver.constData(), b.type);
    }

private:
    struct Busy
    {
        double ms;
        double cpuMs;
        double atSeconds;
        QByteArray receiver;
        int type;
    };
    std::vector<Busy> m_longest;
    QElapsedTimer m_sinceStart;
    int m_depth = 0;
    bool m_watching = false;
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
    app.watch();
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
    app.report();
    print("peak private memory", static_cast<double>(memory.stop()) / 1024.0, "MiB");
    print("loaded ranks hold", static_cast<double>(bytes) / 1048576.0, "MiB");
    print("slices", static_cast<double>(slices) / 1e6, "million");
    if (slices > 0)
        print("loaded ranks hold", static_cast<double>(bytes) / static_cast<double>(slices), "bytes a slice");
    return bench.runs().isEmpty() ? 1 : 0;
}
