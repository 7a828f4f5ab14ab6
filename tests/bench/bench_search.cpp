// SPDX-License-Identifier: Apache-2.0
// bench_search FOLDER [TEXT [one]]: loads a run and searches its args, as plain text and as a regular expression, with
// all threads. "one" also reads the args of the slices one after the other, for comparison.
#include "app/session/runreader.h"
#include "importers/trace/eventblocks.h"
#include "views/browse/slicesearch.h"

#include <QCoreApplication>
#include <QElapsedTimer>

#include <cstdio>
#include <mutex>

using namespace rs;

int main(int argc, char **argv)
{
    const QCoreApplication app(argc, argv);
    if (argc < 2) {
        std::fprintf(stderr, "usage: bench_search FOLDER [TEXT [one]]\n");
        return 1;
    }
    const RunReader reader = fileRunReader();
    ImportReport report;
    ThreadPool pool;
    const JobContext job;
    LoadEvents events;
    events.progress = std::make_shared<LoadProgress>();
    std::vector<SearchRank> ranks;
    qint64 bytes = 0;
    qint64 slices = 0;
    events.onStart = [](int) {};
    events.onPart = [](int, const std::shared_ptr<const RankData> &) {};
    std::mutex mutex;
    events.onRank = [&](int index, const std::shared_ptr<const RankData> &data) {
        const std::lock_guard lock(mutex);
        if (!data || !data->trace)
            return;
        ranks.push_back({{0, index}, QString::number(index), data});
        slices += data->trace->slices().size();
        for (const SourceFile &f : data->trace->sources())
            bytes += f.bytes;
    };
    for (const Run &run : reader.discover({QString::fromLocal8Bit(argv[1])}, job, report)) {
        std::vector<int> all;
        for (int i = 0; i < static_cast<int>(run.infos.size()); ++i)
            all.push_back(i);
        (void)reader.load(run, all, pool, job, events);
    }
    const double mb = static_cast<double>(bytes) / 1e6;
    std::printf("%zu ranks, %.1f million slices, %.0f MB of traces, %d threads and the calling one\n", ranks.size(),
                static_cast<double>(slices) / 1e6, mb, pool.threads());
    SearchQuery query;
    query.text = argc > 2 ? QString::fromLocal8Bit(argv[2]) : QStringLiteral("nowhere_to_be_found");
    query.args = true;
    const auto measure = [&](const char *name, auto search) {
        QElapsedTimer timer;
        timer.start();
        const SearchHits hits = search();
        const double s = static_cast<double>(timer.nsecsElapsed()) / 1e9;
        std::printf("%-32s %8.2f s  %8.0f MB/s  %zu hits, %lld unreadable\n", name, s, mb / s, hits.hits.size(),
                    static_cast<long long>(hits.unreadable));
        std::fflush(stdout);
    };
    const EventAccess access{readEventBlocks, parseArgLines};
    measure("plain text", [&] { return searchSlices(ranks, query, job, access, pool); });
    query.regularExpression = true;
    measure("regular expression", [&] { return searchSlices(ranks, query, job, access, pool); });
    query.regularExpression = false;
    if (argc > 3)
        measure("one after the other", [&] { return searchSlices(ranks, query, job, readArgLines); });
    return ranks.empty() ? 1 : 0;
}
