// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/communication/commmatrix.h"
#include "core/run/rundata.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace rs {

/// Which files of MindSpore 1.x, or of the CANN of its time, tell the operators of communication of a rank.
enum class LegacyCommFiles : quint8 {
    None,       ///< other files do
    Both,       ///< hccl_raw_* what they hold, step_trace_raw_* how long they took
    Costs,      ///< hccl_raw_* alone
    Times,      ///< step_trace_raw_* alone
    Iterations, ///< hccl_*.json below PROF_*
};
[[nodiscard]] LegacyCommFiles legacyCommFilesOf(const RankData &rank);

/// Transfer and waiting of a rank over steps.
struct LegacyStepSums
{
    std::optional<double> transitMs; ///< empty where a step has none
    std::optional<double> waitMs;
    bool haveOperators = true; ///< each of the steps names its operators
};
/// Sums of a rank whose hccl_raw_*.csv has whole steps, as r1.3 wrote it; nothing if operators have them, and of other
/// files. `step`: only that one; empty: all that its files have.
[[nodiscard]] std::optional<LegacyStepSums> legacyStepSums(const RankData &rank, const QString &step);

/// One operator of communication on one rank. How long it took is known but of old files; no trace tells the parts.
struct OperatorTime : CommTimes
{
    QString step;
    QString domain; ///< label
    QString domainHash;
    QString op;
    QString kind; ///< "allreduce"
    bool p2p = false;
    int rank = -1;
    QString rankLabel;
    int rankIndex = -1;            ///< into run.infos; -1 for a rank that only cluster files name
    SliceId slice = NoSlice;       ///< set where the rank has no communication.json: its times are those of the trace
    std::optional<qint64> startNs; ///< start as the record says it, in the rank's own stamps; sums have none
    LegacyCommFiles oldFiles = LegacyCommFiles::None;
    bool isOfDatabase = false; ///< from the analysis in the rank's databases
    [[nodiscard]] bool isFromTrace() const { return slice != NoSlice; }
    /// True if transfer and waiting are known.
    [[nodiscard]] bool hasParts() const { return transitMs && waitMs; }
};

/// Operators of every rank: of communication.json (of the cluster analysis where no rank has one), and of the trace for
/// ranks that have no record of their own. Empty when cancelled.
[[nodiscard]] std::vector<OperatorTime> operatorTimes(const Run &run, const CommQuery &query = {},
                                                      const JobContext &job = JobContext());

/// Quartiles as the official tools have them: between two values of a sorted list by proportion.
struct Distribution
{
    double least = 0;
    double q1 = 0;
    double median = 0;
    double q3 = 0;
    double most = 0;
};
/// Distribution of at least one value.
[[nodiscard]] Distribution distributionOf(std::vector<double> values);

/// The operators of one kind of one rank in one domain and step.
struct DurationRow
{
    OperatorTime first; ///< names that all have in common; its times are sums over them
    qint64 calls = 0;
    qint64 withParts = 0;                       ///< calls with known parts
    qint64 withElapse = 0;                      ///< likewise
    std::optional<Distribution> elapse;         ///< single operators whose time is known, ms
    std::optional<double> synchronizationRatio; ///< synchronisation / (synchronisation + transit)
    std::optional<double> waitRatio;            ///< wait / (wait + transit)
    OperatorTime longest;                       ///< longest of those calls
};

/// By step, domain, kind and rank.
[[nodiscard]] std::vector<DurationRow> durationRows(const Run &run, const CommQuery &query = {},
                                                    const JobContext &job = JobContext());

/// A rank that spends much less time in the communication of a domain than the one that spends most, and so is what
/// the others wait for; then the operators in which they differ most.
struct SlowRankRow
{
    OperatorTime
        at; ///< the rank with the sums of the domain, or one of its operators; the sums have TotalOp as operator
    QString fastestLabel;
    double fastestMs = 0;
    [[nodiscard]] double differenceMs() const { return fastestMs - at.elapseMs.value_or(0); }
};

/// The rule of MindStudio Insight, for operators whose time is known: within a domain and step, of three ranks at most
/// with the least time those that spend 10 % less than the one with the most, and of each three operators. Not for
/// domains of pipelines, nor where ranks send, receive or exchange unequal amounts.
[[nodiscard]] std::vector<SlowRankRow> slowRanksByDuration(const Run &run, const CommQuery &query = {},
                                                           const JobContext &job = JobContext());

/// All operators of one rank, or those of one kind, over the domains and steps that were asked for.
struct RankDuration
{
    OperatorTime sum;                           ///< step, domain and operator are those of the first one
    qint64 calls = 0;                           ///< 0: old files do not tell them of every step
    int steps = 0;                              ///< with calls
    qint64 withParts = 0;                       ///< calls with known parts
    qint64 withElapse = 0;                      ///< likewise
    std::optional<double> synchronizationRatio; ///< synchronisation / (synchronisation + transit)
    std::optional<double> waitRatio;            ///< wait / (wait + transit)
    /// By how much less than the longest a rank spends that slowRanksByDuration() names in a step and that is 10 %
    /// below the longest over all of them; 0: none such, or not one domain chosen.
    double behindMs = 0;
    double fastestMs = 0;                    ///< time of the rank that spends most
    std::vector<SlowRankRow> shortOperators; ///< operators in which a slow rank differs most
};
struct RankDurations
{
    /// A single operator that can be asked for.
    struct Name
    {
        QString op;
        QString domain; ///< label of the first one of that name
    };
    std::vector<RankDuration> ranks; ///< by number, then by label
    bool areJudged = false;          ///< all operators of one domain: RankDuration::behindMs tells who is slow
    int slowInSomeStep = 0;          ///< ranks that slowRanksByDuration() names in a step, and which are not slow
                                     ///< over all of them
    QStringList kinds;               ///< kinds of all operators, whatever was asked for; sorted
    QStringList classes;             ///< likewise: operatorClasses()
    std::vector<Name> names;         ///< likewise, each once; by step, domain and start as far as files tell them
    /// It is one of the kinds, classes or names.
    [[nodiscard]] bool has(const QString &of) const;
};
/// `of`: an OperatorChoice; empty: all operators. Slow ranks are looked for among all of them only.
[[nodiscard]] RankDurations rankDurations(const Run &run, const CommQuery &query = {}, const QString &of = {},
                                          const JobContext &job = JobContext());

/// Longest operators of one rank.
struct LongestOperators
{
    std::vector<OperatorTime> longest; ///< the longest first
    qint64 others = 0;                 ///< number of ranks that are left out
    OperatorTime rest;                 ///< the sums over them
};
/// The operators of CommQuery::rank, `most` of them and those that `always` names as well. `of` as in rankDurations().
[[nodiscard]] LongestOperators longestOperators(const Run &run, const CommQuery &query, const QString &of, size_t most,
                                                const std::vector<SlowRankRow> &always = {},
                                                const JobContext &job = JobContext());

/// Durations of single operators on one rank, over the chosen domains and steps.
struct DurationSpread
{
    OperatorTime first; ///< the rank; the rest is that of its first operator
    qint64 calls = 0;
    Distribution elapse;          ///< ms
    double lowMs = 0;             ///< the least that is no outlier
    double highMs = 0;            ///< the most that is none
    std::vector<double> outliers; ///< ms: more than 1.5 interquartile ranges beyond the quartiles; the least first
    bool isApart = false; ///< its median is such an outlier, and differs by a tenth of the ranks' median or more
};

/// By number, then by label; `of` as in rankDurations(). Fewer than four ranks do not tell who is apart.
/// Empty when cancelled.
[[nodiscard]] std::vector<DurationSpread> durationSpreads(const Run &run, const CommQuery &query = {},
                                                          const QString &of = {}, const JobContext &job = JobContext());

} // namespace rs
