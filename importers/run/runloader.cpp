// SPDX-License-Identifier: Apache-2.0
#include "importers/run/runloader.h"

#include "core/job/outofmemory.h"
#include "core/run/runindex.h"
#include "importers/discovery/absences.h"
#include "importers/run/unusedfiles.h"
#include "importers/run/clusteroutput.h"
#include "importers/consistency/contradictions.h"
#include "importers/dbrank/dbcluster.h"
#include "importers/run/rankreader.h"

#include <QElapsedTimer>

#include <algorithm>
#include <iterator>
#include <map>
#include <new>
#include <numeric>
#include <optional>
#include <utility>

namespace rs {

namespace {

std::optional<PackPlace> summaryIn(const std::map<QString, PackPlace> &summaries, const RankInfo &info)
{
    const FileEntry *const pack = packOf(info);
    const auto found = pack ? summaries.find(pack->path.section(u'/', -1)) : summaries.end();
    return found == summaries.end() ? std::nullopt : std::optional(found->second);
}

/// The run without what memory had no room for, while it is held against itself: a part of a sound file lacks nothing
/// and contradicts nothing.
class WholeRanksOnly
{
public:
    explicit WholeRanksOnly(Run &run) : m_run(run), m_all(run.ranks)
    {
        for (auto &rank : run.ranks) {
            if (rank && rank->overBudget)
                rank.reset();
        }
    }
    ~WholeRanksOnly() { m_run.ranks.swap(m_all); }
    WholeRanksOnly(const WholeRanksOnly &) = delete;
    WholeRanksOnly &operator=(const WholeRanksOnly &) = delete;

private:
    Run &m_run;
    std::vector<std::shared_ptr<const RankData>> m_all;
};

void noteContradictionsOfRanks(Run &run, bool clusterIsWhole, const JobContext &job)
{
    const WholeRanksOnly whole(run);
    ImportReport acrossRanks;
    noteNamedRanks(run, acrossRanks);
    noteContradictions(run, clusterIsWhole, job, acrossRanks);
    run.report.merge(acrossRanks);
}

} // namespace

void readCluster(Run &run, const JobContext &job, ImportReport &report)
{
    try {
        readClusterOutput(run.cluster, job, report);
    } catch (const OverBudget &) {
        noteOutOfMemory(OutOfMemory::BudgetForRest, job, report, QStringLiteral("cluster_analysis_output"));
    } catch (const std::bad_alloc &) {
        noteOutOfMemory(OutOfMemory::MachineForRest, job, report, QStringLiteral("cluster_analysis_output"));
    }
}

void placeRanks(Run &run, const JobContext &job, ImportReport &report)
{
    const bool areKnown = std::ranges::all_of(
        run.infos, [](const RankInfo &info) { return info.rank < 0 || (info.device >= 0 && !info.host.isEmpty()); });
    if (areKnown)
        return;
    for (const FileEntry &f : run.cluster.files) {
        if (!f.used || f.kind != QLatin1String("cluster_db"))
            continue;
        try {
            const auto places = readClusterPlaces(f.path, f.name, job, report);
            for (RankInfo &info : run.infos) {
                const auto place = places.find(info.rank);
                if (place == places.end())
                    continue;
                if (info.device < 0)
                    info.device = place->second.device;
                if (info.host.isEmpty() && !place->second.host.isEmpty()) {
                    info.host = place->second.host;
                    info.hostOfCluster = true;
                }
            }
        } catch (const std::bad_alloc &) {
            noteOutOfMemory(OutOfMemory::MachineForRest, job, report, f.name);
        }
    }
}

RankProgress::State RankProgress::state(int rankIndex) const
{
    const std::lock_guard lock(m_mutex);
    return rankIndex >= 0 && static_cast<size_t>(rankIndex) < m_parts.size()
               ? m_parts[static_cast<size_t>(rankIndex)].state
               : State::Waiting;
}

double RankProgress::fraction(int rankIndex) const
{
    const std::lock_guard lock(m_mutex);
    if (rankIndex < 0 || static_cast<size_t>(rankIndex) >= m_parts.size())
        return 0;
    const Part &p = m_parts[static_cast<size_t>(rankIndex)];
    if (p.state == State::Done)
        return 1;
    if (p.state == State::Waiting || p.bytes <= 0)
        return 0;
    return std::clamp(static_cast<double>(p.job.done()) / static_cast<double>(p.bytes), 0.0, 1.0);
}

void RankProgress::begin(int rankIndex, const JobContext &job, qint64 bytes)
{
    const std::lock_guard lock(m_mutex);
    if (static_cast<size_t>(rankIndex) < m_parts.size())
        m_parts[static_cast<size_t>(rankIndex)] = {State::Loading, job, bytes};
}

void RankProgress::end(int rankIndex)
{
    const std::lock_guard lock(m_mutex);
    if (static_cast<size_t>(rankIndex) < m_parts.size())
        m_parts[static_cast<size_t>(rankIndex)].state = State::Done;
}

std::shared_ptr<const Run> loadRun(Run skeleton, ThreadPool &pool, const JobContext &job, const LoadOptions &options)
{
    QElapsedTimer clock;
    clock.start();
    auto run = std::make_shared<Run>(std::move(skeleton));
    run->ranks.resize(run->infos.size());
    ImportReport clusterReport;
    const bool isIndexed = RunIndex::of(*run) != nullptr;
    const std::map<QString, PackPlace> summaries = RunIndex::summariesOf(*run);
    if (!isIndexed)
        placeRanks(*run, job, clusterReport);
    std::vector<int> order;
    for (const int i : options.only) {
        if (i >= 0 && static_cast<size_t>(i) < run->infos.size() && std::ranges::find(order, i) == order.end())
            order.push_back(i);
    }
    if (options.only.empty()) {
        order.resize(run->infos.size());
        std::iota(order.begin(), order.end(), 0);
    }
    job.addTotal(usedBytes(run->cluster.files));
    for (const int i : order)
        job.addTotal(usedBytes(run->infos[static_cast<size_t>(i)].files));

    // First what is small: of each rank what the overview shows. Then the rank that is wanted most, with all threads.
    // Then the cluster's files, which nobody sees before the run is read, and what the communication views show of the
    // other ranks, and the rest of them, several at a time.
    const JobContext clusterJob = job.child();
    std::vector<std::unique_ptr<RankReader>> readers(order.size());
    const auto makeReader = [&](size_t i) {
        const RankInfo &info = run->infos[static_cast<size_t>(order[i])];
        try {
            const JobContext part = job.child();
            readers[i] = std::make_unique<RankReader>(run->path, info, pool, part, options.cache.get(),
                                                      summaryIn(summaries, info));
            if (options.progress)
                options.progress->begin(order[i], part, usedBytes(info.files));
        } catch (const std::bad_alloc &) {
            noteOutOfMemory(OutOfMemory::MachineForRank, job, clusterReport, info.path);
        }
    };
    pool.parallelFor(static_cast<qsizetype>(order.size()), [&](qsizetype item) {
        const auto i = static_cast<size_t>(item);
        if (!job.isCanceled())
            makeReader(i);
        if (!readers[i])
            return;
        if (const auto first = readers[i]->readFirst(); first && options.onPart)
            options.onPart(order[i], first);
    });
    std::vector<char> isLeft(order.size()); // with the summary alone
    for (qint64 i = 0, bytes = 0; isIndexed && i < std::ssize(order); ++i) {
        const auto n = static_cast<size_t>(i);
        const FileEntry *const pack = packOf(run->infos[static_cast<size_t>(order[n])]);
        bytes += pack ? pack->bytes : 0;
        isLeft[n] = i > 0 && bytes > options.packBytes ? 1 : 0;
    }
    const auto readRest = [&](size_t i) {
        if (job.isCanceled() || isLeft[i])
            return;
        const int index = order[i];
        const RankInfo &info = run->infos[static_cast<size_t>(index)];
        if (options.onStart)
            options.onStart(index);
        if (options.fetch && !options.fetch(index))
            return;
        if (!readers[i])
            makeReader(i);
        const auto reader = std::move(readers[i]);
        if (reader && options.onLanes)
            reader->onLanes(
                [&options, index](std::shared_ptr<const Trace> trace) { options.onLanes(index, std::move(trace)); });
        const auto data = reader ? reader->read() : nullptr;
        if (!data && !job.isCanceled() && options.onRank)
            options.onRank(index, nullptr);
        if (!data)
            return;
        run->ranks[static_cast<size_t>(index)] = data;
        if (options.progress)
            options.progress->end(index);
        if (options.onRank)
            options.onRank(index, data);
        if (options.cache)
            reader->keep(*options.cache, info, *data);
    };
    if (!order.empty())
        readRest(0);
    pool.parallelFor(std::max<qsizetype>(1, static_cast<qsizetype>(order.size())), [&](qsizetype item) {
        if (job.isCanceled())
            return;
        if (item == 0) {
            if (!isIndexed)
                readCluster(*run, clusterJob, clusterReport);
            return;
        }
        const auto i = static_cast<size_t>(item);
        if (!readers[i])
            return;
        if (const auto communication = readers[i]->readCommunicationPart(); communication && options.onPart)
            options.onPart(order[i], communication);
    });
    pool.parallelFor(static_cast<qsizetype>(order.size()) - 1,
                     [&](qsizetype item) { readRest(static_cast<size_t>(item) + 1); });
    if (job.isCanceled())
        return nullptr;
    // Data that was read stays, even if there is no memory here.
    try {
        run->report.merge(clusterReport);
        noteContradictionsOfRanks(*run, !clusterJob.isOverBudget(), job);
        noteUnusedFiles(run->cluster);
        for (const int i : order) {
            if (const auto &rank = run->ranks[static_cast<size_t>(i)]) {
                RankInfo info = rank->info;
                run->infos[static_cast<size_t>(i)] = std::move(info);
            }
        }
    } catch (const std::bad_alloc &) {
        noteOutOfMemory(OutOfMemory::MachineForChecks, job, run->report, {});
    }
    run->importSeconds = static_cast<double>(clock.nsecsElapsed()) / 1e9;
    return run;
}

std::shared_ptr<const Run> withCommunicationOfOthers(const Run &run, ThreadPool &pool, const JobContext &job)
{
    // Memory that the reader counted stays counted as long as the rank exists.
    struct Part
    {
        std::unique_ptr<RankReader> reader;
        RankData rank;
    };
    auto out = std::make_shared<Run>(run);
    const std::map<QString, PackPlace> summaries = RunIndex::summariesOf(run);
    pool.parallelFor(std::ssize(out->infos), [&](qsizetype i) {
        std::shared_ptr<const RankData> &rank = out->ranks[static_cast<size_t>(i)];
        if (rank || job.isCanceled())
            return;
        auto part = std::make_shared<Part>();
        const RankInfo &info = out->infos[static_cast<size_t>(i)];
        const auto summary = summaryIn(summaries, info);
        part->reader = std::make_unique<RankReader>(out->path, info, pool, job.child(), nullptr, summary);
        auto read = part->reader->readFirst();
        if (packOf(info) && !summary)
            read = part->reader->read(); // which is null when it was cancelled
        else if (!summary)
            read = part->reader->readCommunicationPart();
        if (read) {
            part->rank = *read->withoutTrace();
            part->rank.report = {};
            rank = std::shared_ptr<const RankData>(part, &part->rank);
        }
    });
    return job.isCanceled() ? nullptr : out;
}

std::shared_ptr<const RankData> loadRank(const Run &run, int rankIndex, ThreadPool &pool, const JobContext &job)
{
    if (rankIndex < 0 || static_cast<size_t>(rankIndex) >= run.infos.size())
        return nullptr;
    const RankInfo &info = run.infos[static_cast<size_t>(rankIndex)];
    job.addTotal(usedBytes(info.files));
    return RankReader(run.path, info, pool, job.child()).read();
}

} // namespace rs
