// SPDX-License-Identifier: Apache-2.0
// bench_index FOLDER RANKS…: writes runs of so many summary ranks (10 steps) into FOLDER, one after the other, indexes
// each and opens the index; prints time per rank, bytes and memory. What was written stays: bench_load FOLDER/indexN
// opens an index in the window, and rankscope-index by mpirun packs FOLDER/runN.
// bench_index --open INDEX…: opens them and prints the same times.
#include "bench/peakmemory.h"
#include "bench/summaryrun.h"
#include "importers/discovery/discovery.h"
#include "importers/run/runindexer.h"
#include "importers/run/runloader.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>

#include <atomic>
#include <cstdio>
#include <vector>

using namespace rs;

namespace {

double seconds(const QElapsedTimer &clock)
{
    return static_cast<double>(clock.nsecsElapsed()) / 1e9;
}

qint64 bytesIn(const QString &folder)
{
    qint64 sum = 0;
    for (const QFileInfo &f : QDir(folder).entryInfoList(QDir::Files))
        sum += f.size();
    return sum;
}

// When the summaries of all ranks are there, and when all is.
void open(const QString &index, ThreadPool &pool)
{
    QElapsedTimer clock;
    clock.start();
    ImportReport report;
    std::vector<Run> found = discover({index}, JobContext(), report);
    if (found.empty())
        return;
    const double searched = seconds(clock);
    const auto ranks = static_cast<int>(found.front().infos.size());
    std::atomic<int> parts{0};
    std::atomic<double> summaries{0};
    LoadOptions options;
    options.onPart = [&](int, const std::shared_ptr<const RankData> &) {
        if (++parts == ranks)
            summaries = seconds(clock);
    };
    const auto run = loadRun(std::move(found.front()), pool, JobContext(), options);
    std::printf("open: %d ranks found after %.3f s, summaries after %.3f s, all after %.3f s; memory %.0f MB\n", ranks,
                searched, summaries.load(), seconds(clock), static_cast<double>(bench::anonymousKb()) / 1e3);
}

void index(const QString &folder, int ranks, ThreadPool &pool)
{
    const QString run = folder + QStringLiteral("/run%1").arg(ranks);
    const QString to = folder + QStringLiteral("/index%1").arg(ranks);
    QDir(to).removeRecursively();
    QDir().mkpath(to);
    if (!QDir(run).exists() && !bench::writeSummaryRun(run, ranks, 10)) {
        std::fprintf(stderr, "cannot write %s\n", qPrintable(run));
        return;
    }
    ImportReport report;
    QElapsedTimer clock;
    clock.start();
    std::vector<Run> found = discover({run}, JobContext(), report);
    const double searched = seconds(clock);
    clock.restart();
    const RunIndexer indexer(std::move(found.front()), to, "bench", pool, JobContext());
    std::vector<RunIndexer::Done> done(static_cast<size_t>(ranks));
    pool.parallelFor(ranks, [&](qsizetype i) {
        done[static_cast<size_t>(i)] = indexer.pack(static_cast<int>(i), QStringLiteral("rank%1.rspack").arg(i));
    });
    const double packed = seconds(clock);
    const QString why = indexer.finish(done);
    std::printf("index: %d ranks: searched %.3f ms, packed %.3f ms per rank; index of all %.3f s; %.1f kB per rank%s\n",
                ranks, searched * 1e3 / ranks, packed * 1e3 / ranks, seconds(clock) - packed,
                static_cast<double>(bytesIn(to)) / 1e3 / ranks, qPrintable(why));
    open(to, pool);
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments().mid(1);
    ThreadPool pool;
    const bool opens = arguments.value(0) == u"--open";
    for (const QString &argument : arguments.mid(1)) {
        if (opens)
            open(argument, pool);
        else
            index(arguments[0], argument.toInt(), pool);
    }
    return 0;
}
