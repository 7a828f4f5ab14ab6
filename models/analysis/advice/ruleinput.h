// SPDX-License-Identifier: Apache-2.0
// Input and output of the rules of advice; of no use elsewhere.
#pragma once

#include "analysis/advice/advice.h"
#include "analysis/host/idlecauses.h"

#include <array>
#include <string_view>

namespace rs {

/// Calls on the host that rules look for, by their names.
enum class HostCallKind : quint8 {
    Compile,     ///< online compilation
    MemoryApi,   ///< memory that is taken from the driver, or given back to it
    DataLoader,  ///< the next batch
    Garbage,     ///< of Python
    Save,        ///< of weights
    BatchNorm,   ///< SyncBatchNorm
    Optimizer,   ///< "Optimizer.step#AdamW.step"
    Synchronize, ///< waits for the device
    Item,        ///< operators of the framework that need a value on the host
    Count,
};

/// Facts of one rank, computed once for all rules.
struct RankFacts
{
    RankFacts(const Run &run, int index, const AdviceInput &input, const JobContext &job);

    const Run &run;
    const int index;
    const RankData &rank;
    const AdviceInput &input;
    const JobContext &job;

    qint64 spanNs = 0; ///< of the steps; 0: nobody knows
    int steps = 1;
    DeviceIdle idle;
    Dispatch dispatch;
    IntervalSet idleOnHost;             ///< gaps of the device, on the host's clock
    std::vector<LaneId> frameworkLanes; ///< with operators of PyTorch
    std::array<std::vector<SliceId>, static_cast<size_t>(HostCallKind::Count)> calls;
    IntervalSet explained; ///< idleOnHost for which a rule has found a cause

    [[nodiscard]] const Trace *trace() const { return rank.trace.get(); }
    [[nodiscard]] const std::vector<SliceId> &callsOf(HostCallKind kind) const
    {
        return calls[static_cast<size_t>(kind)];
    }
    [[nodiscard]] QString nameOf(SliceId slice) const;
    /// Idle of the device while the host was in one of these.
    [[nodiscard]] IntervalSet idleDuring(const std::vector<SliceId> &slices) const;
    [[nodiscard]] IntervalSet tailDuring(const std::vector<SliceId> &slices) const; ///< behind the last work of the run
    [[nodiscard]] AdviceEvidence evidenceOf(SliceId slice, const QString &more = {}) const;

private:
    [[nodiscard]] IntervalSet timeOf(const std::vector<SliceId> &slices) const;
    void readHost();
};

/// A rule that looks at a rank, or at the run as a whole, adds what it finds here.
class AdviceSink
{
public:
    /// `stepNs`: of the steps of the run, which every saving is a share of; 0: not known, then those of the rank.
    explicit AdviceSink(qint64 stepNs) : m_stepNs(stepNs) {}
    struct Found
    {
        QString subject{};
        qint64 count = 0;
        qint64 timeNs = 0;
        std::optional<qint64> savesNs{};
        SavingKind known = SavingKind::Unknown;
        Phrase seen;
        std::vector<AdviceEvidence> evidence{};
        Phrase change{};        ///< empty: that of the rule
        bool isCertain = false; ///< worth a word whatever its share of the steps
    };
    /// `rank` -1: of the run; `spanNs`: of its steps.
    void add(const AdviceRule &rule, int rank, qint64 spanNs, Found found);
    void lacks(const AdviceRule &rule, int rank, const Phrase &why);
    /// Finding of a rule on a rank, whatever its subject; null: none.
    [[nodiscard]] Advice *found(std::string_view rule, int rank);
    /// Leaves out what a rule has found.
    void drop(std::string_view rule);
    [[nodiscard]] AdviceReport take();

private:
    qint64 m_stepNs;
    std::vector<Advice> m_all;
    std::vector<UncheckedRule> m_unchecked;
};

[[nodiscard]] const AdviceRule &adviceRule(std::string_view id);
/// "12.3", "0.012": milliseconds of a sentence.
[[nodiscard]] QString millisecondsOf(qint64 ns);

// Rules on a rank. Those on the host come first: what they explain, launch-bound does not say again.
void lookAtHost(RankFacts &facts, AdviceSink &out);
void lookAtOperators(const RankFacts &facts, AdviceSink &out);
void lookAtSequences(const RankFacts &facts, AdviceSink &out);
void lookAtEnvironment(const RankFacts &facts, AdviceSink &out);
/// Rules on a run, behind those on its ranks. `spans`: of the steps, by rank index.
void lookAtRun(const Run &run, const AdviceInput &input, const std::vector<qint64> &spans, const JobContext &job,
               AdviceSink &out);

} // namespace rs
