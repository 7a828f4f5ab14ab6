// SPDX-License-Identifier: Apache-2.0
// bench_import TRACE.json [ROUNDS [THREADS]]: the bound and the whole import (read and seal) in turn on one file.
#include "bench/bound.h"
#include "bench/peakmemory.h"
#include "importers/trace/tracejson.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <malloc.h>
#include <sys/resource.h>
#include <thread>
#include <vector>

using namespace rs;
using namespace rs::bench;

namespace {

double median(std::vector<double> v)
{
    std::sort(v.begin(), v.end());
    return v.empty() ? 0 : v[v.size() / 2];
}

// User and system time of all threads: what a busy machine cannot stretch.
double cpuSeconds()
{
    rusage use = {};
    getrusage(RUSAGE_SELF, &use);
    return static_cast<double>(use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
           static_cast<double>(use.ru_utime.tv_usec + use.ru_stime.tv_usec) / 1e6;
}

double secondsSince(std::chrono::steady_clock::time_point began)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 2) {
        std::fprintf(stderr, "usage: bench_import TRACE.json [ROUNDS [THREADS]]\n");
        return 2;
    }
    const QString path = QString::fromLocal8Bit(argv[1]);
    const int rounds = argc > 2 ? std::max(1, std::atoi(argv[2])) : 5;
    const int threads =
        argc > 3 ? std::max(1, std::atoi(argv[3])) : static_cast<int>(std::thread::hardware_concurrency());
    std::vector<double> boundTimes;
    std::vector<double> floorTimes;
    std::vector<double> readTimes;
    std::vector<double> sealTimes;
    std::vector<double> wholeTimes;
    std::vector<double> boundCpu;
    std::vector<double> importCpu;
    qint64 peakKb = 0;
    qint64 bytes = 0;
    qint64 events = 0;
    qint64 slices = 0;
    qint64 traceBytes = 0;
    for (int i = 0; i < rounds; ++i) {
        const double cpuBefore = cpuSeconds();
        const BoundResult bound = runBound(path, threads);
        boundCpu.push_back(cpuSeconds() - cpuBefore);
        if (!bound.ok) {
            std::fprintf(stderr, "bench_import: cannot read %s\n", argv[1]);
            return 1;
        }
        floorTimes.push_back(runFloor(path, threads));
        bytes = bound.bytes;
        events = bound.slices + bound.samples + bound.flowEnds;
        malloc_trim(0);
        const qint64 beforeKb = anonymousKb();
        PeakMemory memory;
        const double cpuBegan = cpuSeconds();
        const auto began = std::chrono::steady_clock::now();
        std::unique_ptr<Trace> trace;
        double readSeconds = 0;
        {
            ThreadPool pool(std::max(1, threads - 1)); // the caller is one of the threads
            const JobContext job;
            ImportReport report;
            TraceBuilder builder;
            const ReadContext ctx{pool, job, report, QStringLiteral("trace")};
            if (!readTraceFile(path, builder, ctx)) {
                for (const Finding &f : report.findings())
                    std::fprintf(stderr, "%s %s: %s\n", qPrintable(severityName(f.severity)),
                                 qPrintable(f.place.text()), qPrintable(f.text()));
                return 1;
            }
            readSeconds = secondsSince(began);
            trace = builder.seal(pool, job, report);
        }
        const double whole = secondsSince(began);
        importCpu.push_back(cpuSeconds() - cpuBegan);
        peakKb = std::max(peakKb, memory.stop() - beforeKb);
        slices = trace->slices().size();
        traceBytes = trace->bytes();
        boundTimes.push_back(bound.seconds);
        readTimes.push_back(readSeconds);
        sealTimes.push_back(whole - readSeconds);
        wholeTimes.push_back(whole);
        std::printf(
            "round %d: bound %.3f s, import %.3f s (read %.3f, seal %.3f), ratio %.2f (cpu %.3f / %.3f = %.2f)\n",
            i + 1, bound.seconds, whole, readSeconds, whole - readSeconds, whole / bound.seconds, importCpu.back(),
            boundCpu.back(), importCpu.back() / boundCpu.back());
        std::fflush(stdout);
    }
    const double whole = median(wholeTimes);
    const double bound = median(boundTimes);
    std::printf("file: %.1f MB, %lld events, %lld slices, %d threads\n", static_cast<double>(bytes) / 1e6,
                static_cast<long long>(events), static_cast<long long>(slices), threads);
    std::printf("bound: %.3f s, %.0f MB/s (median of %d)\n", bound, static_cast<double>(bytes) / 1e6 / bound, rounds);
    std::printf("import: %.3f s, %.0f MB/s, %.2f M events/s (read %.3f s, seal %.3f s)\n", whole,
                static_cast<double>(bytes) / 1e6 / whole, static_cast<double>(events) / 1e6 / whole, median(readTimes),
                median(sealTimes));
    std::printf("ratio to the bound: %.2f by the clock, %.2f by cpu time\n", whole / bound,
                median(importCpu) / median(boundCpu));
    const double floor = median(floorTimes);
    std::printf("floor, simdjson's first stage alone: %.3f s, %.0f MB/s; ratio to it: %.2f\n", floor,
                static_cast<double>(bytes) / 1e6 / floor, whole / floor);
    std::printf("peak RssAnon: %.1f MB = %.3f of the file; sealed trace: %.1f MB, %.1f bytes per slice\n",
                static_cast<double>(peakKb) / 1e3 * 1.024,
                static_cast<double>(peakKb) * 1024 / static_cast<double>(bytes), static_cast<double>(traceBytes) / 1e6,
                static_cast<double>(traceBytes) / std::max<double>(1, static_cast<double>(slices)));
    return 0;
}
