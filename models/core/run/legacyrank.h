// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QtGlobal>

#include <optional>
#include <vector>

namespace rs {

// What the profiler of MindSpore 1.x wrote of a rank beside what today's files say as well.

/// A row of step_trace_raw_*_detail_time.csv; total = interval + forward and backward + tail.
struct LegacyStep
{
    qint64 step = 0; ///< from 1; 0: the average that the file states, which may be of more steps than it lists
    std::optional<qint64> totalNs;
    std::optional<qint64> intervalNs; ///< from the start of the step to the first forward operator
    std::optional<qint64> forwardBackwardNs;
    std::optional<qint64> tailNs; ///< from the last backward operator to the end of the step
    bool operator==(const LegacyStep &) const = default;
};

/// A row of ascend_cluster_analyse_*.csv. Computation = step less communication alone, so it holds idle time;
/// stage = step less receive alone; receive alone + collective alone = communication alone.
struct LegacyShares
{
    qint64 step = 0; ///< from 1; 0: the average that the file states, without its first step
    std::optional<qint64> computationNs;
    std::optional<qint64> communicationAloneNs;
    std::optional<qint64> stageNs;
    std::optional<qint64> receiveAloneNs;
    std::optional<qint64> collectiveAloneNs;
    bool operator==(const LegacyShares &) const = default;
};

/// flops_summary_*.json, or an operator of flops_*.txt. Millions of operations, and billions a second.
struct LegacyFlops
{
    QString name; ///< of an operator, full; empty for the summary
    std::optional<double> mflops;
    std::optional<double> gflopsPerSecond;
    std::optional<double> utilization; ///< percent
    /// The files of newer versions tell these two apart; mflops is their sum.
    std::optional<double> cubeMflops;
    std::optional<double> vectorMflops;
    bool operator==(const LegacyFlops &) const = default;
};

/// memory_usage_summary_*.json: theoretical values of the graph compiler, in GiB.
struct LegacyMemory
{
    std::optional<double> capacityGib;
    std::optional<double> peakGib;
    std::optional<double> staticGib;
    bool operator==(const LegacyMemory &) const = default;
};

/// What a graph of memory_usage_details_*.json holds in GiB while each of its nodes runs, static memory included.
struct LegacyMemoryCurve
{
    QString graph;
    std::vector<QString> nodes;
    std::vector<double> gib; ///< as many as nodes
    bool operator==(const LegacyMemoryCurve &) const = default;
};

struct LegacyRank
{
    QString parallelMode; ///< "data", "model", "pipeline", or empty
    int stages = -1;      ///< of the pipeline; -1: no file says
    int ranks = -1;       ///< of the whole job; -1: no file says
    std::vector<LegacyStep> steps;
    std::vector<LegacyShares> shares;
    std::optional<LegacyFlops> flops;
    std::vector<LegacyFlops> operatorFlops;
    std::optional<LegacyMemory> memory;
    std::vector<LegacyMemoryCurve> memoryCurves;

    [[nodiscard]] qint64 bytes() const
    {
        qint64 sum = static_cast<qint64>(sizeof *this + steps.capacity() * sizeof(LegacyStep) +
                                         shares.capacity() * sizeof(LegacyShares) +
                                         operatorFlops.capacity() * sizeof(LegacyFlops));
        for (const LegacyFlops &f : operatorFlops)
            sum += f.name.size() * 2;
        for (const LegacyMemoryCurve &c : memoryCurves) {
            sum += static_cast<qint64>(sizeof c + c.gib.capacity() * sizeof(double));
            for (const QString &node : c.nodes)
                sum += static_cast<qint64>(sizeof node) + node.size() * 2;
        }
        return sum;
    }
};

/// Equal blocks of neighbours, as the old programs counted them; -1 where the sizes do not say.
[[nodiscard]] inline int legacyStageOf(int rank, int stages, int ranks)
{
    if (rank < 0 || stages < 1 || ranks < stages || ranks % stages != 0 || rank >= ranks)
        return -1;
    return rank / (ranks / stages);
}

} // namespace rs
