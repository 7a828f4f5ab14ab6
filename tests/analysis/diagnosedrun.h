// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/diagnosis/diagnosis.h"
#include "support/cells.h"
#include "support/describedgroup.h"
#include "support/fixtures.h"

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

/// Runs that tests of the diagnosis look at.
namespace rs::test {

inline constexpr qint64 us = 1000;
inline constexpr qint64 base = 1'700'000'000'000'000'000;
inline constexpr qint64 stepUs = 10'000;

/// Times of a rank in a step, in us: it begins `late`, prepares 10, computes, idles in the middle of that, and waits in
/// a collective until 20 after the last one came.
struct Work
{
    qint64 computeUs = 600;
    qint64 idleUs = 0;
    qint64 lateUs = 0;
    bool loads = false;         ///< the host loads data until the step begins
    double mhz = 0;             ///< AI cores while it computes; 0: not sampled
    const char *name = nullptr; ///< name of its kernels; null: MatMul and Add
    [[nodiscard]] qint64 arrivalUs() const { return lateUs + 10 + computeUs + idleUs; }
};
using Works = std::vector<std::vector<Work>>; // by rank and step

inline GroupInfo world(size_t ranks)
{
    std::vector<int> members(ranks);
    std::iota(members.begin(), members.end(), 0);
    return describedGroup(QStringLiteral("world"), QStringLiteral("default_group"), std::move(members));
}

/// Every step ends with an allreduce of all ranks.
inline Run runOf(const Works &works)
{
    std::vector<std::shared_ptr<const RankData>> ranks;
    for (size_t r = 0; r < works.size(); ++r) {
        TinyRank rank(static_cast<int>(r));
        rank.data.groups.push_back(world(works.size()));
        rank.thread("4", "world", "Group world Communication");
        for (size_t s = 0; s < works[r].size(); ++s) {
            const Work &w = works[r][s];
            qint64 last = 0;
            for (const auto &other : works)
                last = std::max(last, other[s].arrivalUs());
            const qint64 from = base + (static_cast<qint64>(s) * stepUs + w.lateUs) * us;
            const qint64 end = base + (static_cast<qint64>(s) * stepUs + last + 20) * us;
            rank.step(static_cast<int>(s) + 1, from, end + 10 * us - from);
            if (w.loads)
                rank.slice("1", "1", "enumerate(DataLoader)#__next__", from - 9000 * us, 8990 * us);
            if (w.mhz > 0)
                rank.frequency(from, w.mhz);
            rank.kernel(w.name ? w.name : "MatMul", from + 10 * us, w.computeUs / 2 * us);
            rank.kernel(w.name ? w.name : "Add", from + (10 + w.computeUs / 2 + w.idleUs) * us, w.computeUs / 2 * us);
            rank.slice("4", "world", "hcom_allReduce__271_" + std::to_string(s) + "_1",
                       from + (10 + w.computeUs + w.idleUs) * us, end - from - (10 + w.computeUs + w.idleUs) * us);
        }
        ranks.push_back(rank.finish());
    }
    return makeRun(std::move(ranks));
}

inline Works even(size_t ranks, size_t steps)
{
    Works out(ranks, std::vector<Work>(steps));
    // No two ranks are quite alike.
    for (size_t r = 0; r < ranks; ++r) {
        for (size_t s = 0; s < steps; ++s)
            out[r][s].computeUs += 2 * static_cast<qint64>((r * 7 + s * 3) % 4);
    }
    return out;
}

/// Lets these ranks compute, or do what `part` is, for `us` longer in each step.
inline void prolong(Works &works, std::initializer_list<size_t> ranks, qint64 us, qint64 Work::*part = &Work::computeUs)
{
    for (const size_t r : ranks) {
        for (Work &w : works[r])
            w.*part += us;
    }
}

/// Row of step_trace_time.csv of a rank whose communication is all uncovered.
inline StepTraceRow stepTimes(qint64 step, int rank, double computingUs, double communicationUs, double freeUs = 10,
                              double preparingUs = 10)
{
    StepTraceRow row;
    row.step = QString::number(step);
    row.rank = rank;
    row.computingUs = computingUs;
    row.notOverlappedUs = row.communicationUs = communicationUs;
    row.overlappedUs = 0;
    row.freeUs = freeUs;
    row.preparingUs = preparingUs;
    return row;
}

/// Ranks without traces, each with what its step_trace_time.csv has of one step.
template <typename Row>
Run runOfFiles(int ranks, Row row)
{
    std::vector<std::shared_ptr<const RankData>> out;
    for (int r = 0; r < ranks; ++r) {
        auto rank = std::make_shared<RankData>();
        rank->info.rank = r;
        rank->info.label = QString::number(r);
        rank->stepTrace.push_back(row(r));
        out.push_back(rank);
    }
    return makeRun(std::move(out));
}

/// "kind | rank" of each problem.
inline QStringList problemsOf(const Diagnosis &d)
{
    QStringList out;
    for (const Verdict &v : d.problems)
        out << cells(v.kind, v.rank);
    return out;
}

inline const Verdict *areaOf(const Diagnosis &d, DiagnosisKind kind)
{
    for (const Verdict &v : d.areas) {
        if (v.kind == kind)
            return &v;
    }
    return nullptr;
}

/// The ranks from `firstRank` on, with two stages of four ranks in the profiler's metadata.
inline Run withSizes(const Run &whole, int firstRank)
{
    std::vector<std::shared_ptr<const RankData>> ranks;
    for (size_t r = static_cast<size_t>(firstRank); r < whole.ranks.size(); ++r) {
        auto rank = std::make_shared<RankData>(*whole.ranks[r]);
        rank->info.distributedArgs = {{QStringLiteral("tensor_model_parallel_size"), 4},
                                      {QStringLiteral("pipeline_model_parallel_size"), 2},
                                      {QStringLiteral("world_size"), 8}};
        ranks.push_back(rank);
    }
    return makeRun(std::move(ranks));
}

/// Two stages of four ranks, the first of which computes longer, known by the sizes in the profiler's metadata alone.
inline Run stagedRun(int firstRank)
{
    Works works = even(8, 3);
    for (size_t r = 0; r < 4; ++r) {
        for (Work &w : works[r])
            w.computeUs += 200;
    }
    return withSizes(runOf(works), firstRank);
}

} // namespace rs::test
