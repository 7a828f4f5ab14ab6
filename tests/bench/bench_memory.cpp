// SPDX-License-Identifier: Apache-2.0
// Reads a large memory_record.csv and draws its curves: bench_memory MEGABYTES
#include "analysis/memory/memoryblocks.h"
#include "analysis/memory/memorycurves.h"
#include "bench/bigfiles.h"
#include "importers/csv/kernelcsv.h"
#include "importers/discovery/deliverables.h"

#include <QElapsedTimer>
#include <QFileInfo>
#include <QRandomGenerator>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace rs;

int main(int argc, char **argv)
{
    const qint64 megabytes = argc > 1 ? std::atoll(argv[1]) : 300;
    const QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("memory_record.csv"));
    const qint64 rows = writeRecord(path, megabytes * 1'000'000);
    const double mb = static_cast<double>(QFileInfo(path).size()) / 1e6;
    std::printf("%.0f MB, %lld rows\n", mb, static_cast<long long>(rows));
    const Deliverable *const known = deliverable(QStringLiteral("memory_record"));
    QElapsedTimer clock;
    std::shared_ptr<const Table> table;
    for (const int threads : {1, 2}) {
        ThreadPool pool(threads);
        for (int round = 0; round < 2; ++round) {
            table.reset();
            ImportReport report;
            clock.start();
            table = readPlainTable({{path, QStringLiteral("f")}}, wordsOf(known->columns), wordsOf(known->partial),
                                   JobContext(), report, threads > 1 ? &pool : nullptr);
            const double s = static_cast<double>(clock.nsecsElapsed()) / 1e9;
            std::printf("read, %d threads: %.2f s, %.0f MB/s, %lld findings, table of %.0f MB\n", threads, s, mb / s,
                        static_cast<long long>(report.findings().size()), static_cast<double>(table->bytes()) / 1e6);
        }
    }
    clock.start();
    const MemoryCurves curves = memoryCurves(table, MemoryGrouping::Component);
    std::printf("curves: %.2f s\n", static_cast<double>(clock.nsecsElapsed()) / 1e9);
    QRandomGenerator random(5);
    constexpr int turns = 200;
    std::vector<double> frames; // ms
    frames.reserve(turns);
    for (int turn = 0; turn < turns; ++turn) {
        const qint64 length = std::max<qint64>(1, curves.span.length() >> (turn % 20));
        const qint64 from = curves.span.from + static_cast<qint64>(random.generateDouble() *
                                                                   static_cast<double>(curves.span.length() - length));
        clock.start();
        size_t pixels = 0;
        for (const MemoryCurve &c : curves.curves)
            pixels += c.component == u"PTA" ? c.pixels({from, from + length}, 1600).size() : 0;
        frames.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
        if (pixels == 0)
            std::printf("nothing is drawn\n");
    }
    std::sort(frames.begin(), frames.end());
    const auto at = [&frames](size_t percent) { return frames[(frames.size() - 1) * percent / 100]; };
    constexpr double mostMs = 16; // of a picture that follows the hand
    std::printf("a frame of four curves, 1600 pixels: median %.2f ms, p95 %.2f ms, longest %.2f ms: 16 ms %s\n", at(50),
                at(95), at(100), at(95) <= mostMs ? "kept" : "missed");
    return 0;
}
