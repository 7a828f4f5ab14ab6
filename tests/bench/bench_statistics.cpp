// SPDX-License-Identifier: Apache-2.0
// Time of the statistics of a box over everything, on one thread and on all.
// bench_statistics [millions of slices = 10] [lanes = 100]
#include "analysis/time/slicestats.h"
#include "core/trace/tracebuilder.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QRandomGenerator>

#include <algorithm>
#include <cstdio>
#include <ctime>

using namespace rs;

namespace {

// Pairs of an outer slice and a child on every other lane, so that self times have something to do.
std::unique_ptr<Trace> synthetic(qint64 slices, int lanes)
{
    TraceChunk c;
    std::vector<StrId> names;
    for (int i = 0; i < 2000; ++i)
        names.push_back(c.strings.intern("Operator" + std::to_string(i)));
    c.slices.reserve(static_cast<size_t>(slices));
    QRandomGenerator random(1);
    for (int l = 0; l < lanes; ++l) {
        const quint32 lane = c.lane("3", std::to_string(l));
        qint64 t = random.bounded(100'000);
        for (qint64 i = 0; i < slices / lanes; ++i) {
            TraceChunk::Slice s;
            s.lane = lane;
            const bool child = l % 2 == 1 && i % 2 == 1;
            s.start = child ? t - 900 : t;
            s.duration = child ? 100 + random.bounded(700) : 1000 + random.bounded(40'000);
            s.name = names[random.bounded(2000U)];
            c.slices.push_back(s);
            if (!child)
                t += s.duration + random.bounded(1000);
        }
    }
    TraceBuilder builder;
    builder.addChunk(std::move(c));
    ThreadPool pool;
    ImportReport report;
    return builder.seal(pool, JobContext(), report);
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    const QStringList args = QCoreApplication::arguments();
    const qint64 millions = args.size() > 1 ? args[1].toLongLong() : 10;
    const int lanes = args.size() > 2 ? args[2].toInt() : 100;
    const auto trace = synthetic(millions * 1'000'000, lanes);
    std::vector<LaneId> all;
    for (quint32 l = 0; l < trace->lanes().size(); ++l)
        all.push_back(LaneId{l});
    const Interval window{trace->startNs(), trace->endNs()};
    for (const int threads : {0, 1, 3, 7}) {
        ThreadPool pool(std::max(1, threads));
        std::vector<double> times;
        const std::clock_t before = std::clock();
        for (int round = 0; round < 5; ++round) {
            QElapsedTimer timer;
            timer.start();
            const SliceStats stats =
                threads == 0 ? sliceStats(*trace, all, window) : sliceStats(*trace, all, window, pool);
            times.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
            if (stats.count != trace->slices().size())
                return 1;
        }
        std::sort(times.begin(), times.end());
        std::printf("%lld M slices, %d lanes, %d threads: %.0f ms at best, %.0f ms median, CPU %.0f ms\n",
                    static_cast<long long>(millions), lanes, threads + 1, times.front(), times[times.size() / 2],
                    static_cast<double>(std::clock() - before) * 1e3 / CLOCKS_PER_SEC /
                        static_cast<double>(times.size()));
        std::fflush(stdout);
    }
    return 0;
}
