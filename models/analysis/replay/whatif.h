// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/links/linkcostmodel.h"
#include "analysis/ranks/domains.h"
#include "analysis/replay/stepreplay.h"
#include "core/job/threadpool.h"
#include "core/run/rundata.h"
#include "core/text/phrase.h"

#include <map>

namespace rs {

/// Kind of the change.
enum class WhatIfKind : quint8 {
    Rank,     ///< a rank takes as long as the median of its peers, on its device and on its host
    Link,     ///< a link, or all of a rank, takes as long as comparable ones
    Operator, ///< kernels of a type are so many times faster
    Overlap,  ///< no work waits for collectives: what that gains is no forecast but a bound
    Launches, ///< hosts launch so many times faster
    Stages,   ///< every pipeline stage computes as long as the mean of all, where nothing better is known
    Buckets,  ///< so many collectives of a domain, each queued behind the one before it, are one
    Count
};
/// "rank-like-peers", "overlap", …: stable, for files and the command line.
[[nodiscard]] QString whatIfKey(WhatIfKind kind);
/// Whether WhatIfQuestion::times counts.
[[nodiscard]] constexpr bool takesTimes(WhatIfKind kind)
{
    return kind == WhatIfKind::Operator || kind == WhatIfKind::Launches || kind == WhatIfKind::Buckets;
}

/// Whether nothing gains more than the answer, and what is built will gain less.
[[nodiscard]] constexpr bool isBound(WhatIfKind kind)
{
    return kind == WhatIfKind::Overlap;
}

struct WhatIfQuestion
{
    WhatIfKind kind = WhatIfKind::Rank;
    int rank = -1;    ///< rank index; of kernels and launches -1: all ranks
    int peer = -1;    ///< of a link its other end; -1: all links of the rank
    QString op{};     ///< type of kernels, as the kernel table has it, or their name where there is none
    int times = 2;    ///< faster; of buckets how many become one
    QString domain{}; ///< of buckets: hash; empty: all domains
    QString step{};   ///< it is about this step above all; empty: about all
    std::vector<ReplayChange> changes{}; ///< what a verdict found would not be; empty: WhatIf looks for it
};

struct WhatIfAnswer
{
    WhatIfQuestion question;
    std::vector<qint64> gains;     ///< by WhatIf::steps(); below 0: they would take longer
    qint64 beforeNs = 0;           ///< all steps together, as the last rank ends them
    qint64 gainNs = 0;             ///< sum of `gains`
    std::optional<double> error{}; ///< StepReplay::error(): a part of beforeNs
    Phrase assumptions{};          ///< what the answer rests on
};

/// Answers questions on a run by playing it once more. Not for several threads at once.
class WhatIf
{
public:
    /// Not usable when cancelled. The run outlives it.
    explicit WhatIf(const Run &run, const JobContext &job = JobContext(), ThreadPool *pool = nullptr);
    /// False without traces of two ranks whose clocks can be aligned, or without steps.
    [[nodiscard]] bool canAnswer() const { return m_canAnswer; }
    [[nodiscard]] const QStringList &steps() const { return m_steps; }
    /// StepReplay::stepLengths().
    [[nodiscard]] const std::vector<qint64> &stepLengths() const { return m_stepLengths; }
    /// Labels of ranks that stay as they are for the reason of whyNotReplayed().
    [[nodiscard]] QStringList unknownRanks() const;
    [[nodiscard]] static Phrase whyNotReplayed();
    /// Nothing when cancelled, or where the run has nothing of what the question names.
    [[nodiscard]] std::optional<WhatIfAnswer> answer(const WhatIfQuestion &question,
                                                     const JobContext &job = JobContext()) const;
    /// One of each kind: of the rank that takes longest beyond its peers, of the link that loses most, of the type of
    /// kernels that takes longest. Bounds come last.
    [[nodiscard]] std::vector<WhatIfQuestion> questions(const JobContext &job = JobContext()) const;
    /// All that a kind can be asked about: links that lose most and types of kernels that take longest come first.
    /// Empty where the run has nothing of it.
    [[nodiscard]] std::vector<WhatIfQuestion> subjects(WhatIfKind kind, const JobContext &job = JobContext()) const;
    /// "3", "4-6", "MatMulV3", label of a domain; empty: all ranks.
    [[nodiscard]] QString nameOf(const WhatIfQuestion &question) const;

private:
    /// Tasks that a rank launched in a step.
    struct Tasks
    {
        size_t first = 0;
        size_t last = 0;
    };
    /// Time of a part of a rank's step: tasks of the device, and the host from launch to launch but for waits.
    struct Part
    {
        IntervalSet device;
        IntervalSet host;
        qint64 deviceNs = 0;
        qint64 hostNs = 0;
    };

    void readRank(size_t rank, const JobContext &job);
    /// With all steps, on the common clock.
    [[nodiscard]] bool isReplayed(size_t rank) const;
    [[nodiscard]] Part partOf(size_t rank, Tasks tasks) const;
    [[nodiscard]] std::vector<int> peersOf(int rank) const;
    void addLateBegin(size_t rank, qint64 atMost, std::vector<Relief> &out) const;
    [[nodiscard]] std::vector<Relief> toMedian(int rank, const JobContext &job) const;
    [[nodiscard]] std::vector<ReplayChange> changesFor(const WhatIfQuestion &question, const JobContext &job) const;
    /// Not to be used again once cancelled.
    [[nodiscard]] const LinkJudgement &links(const JobContext &job) const;
    /// Nothing where no link is known that is meant.
    [[nodiscard]] std::optional<ReplayChange> soundLinks(int rank, int peer, const JobContext &job) const;
    [[nodiscard]] ReplayChange fasterKernels(size_t rank, const QString &type, int times) const;
    [[nodiscard]] ReplayChange fasterLaunches(size_t rank, int times) const;
    [[nodiscard]] std::vector<ReplayChange> evenStages() const;
    [[nodiscard]] bool isAwaited(quint32 collective, quint32 next) const;
    [[nodiscard]] std::vector<std::vector<quint32>> queuesOf(const QString &domain) const;
    [[nodiscard]] ReplayChange mergedBuckets(const QString &domain, int times, const JobContext &job) const;

    const Run &m_run;
    bool m_canAnswer = false;
    QStringList m_steps;
    std::vector<qint64> m_stepLengths;
    DomainIndex m_domains;
    MatchedCollectives m_collectives;
    std::vector<ReplayRank> m_ranks;
    std::vector<std::vector<Tasks>> m_tasks; ///< by rank and step
    std::map<int, int> m_stages;             ///< by number of the rank
    std::optional<StepReplay> m_replay;
    std::optional<double> m_error;
    qint64 m_lengthNs = 0;
    mutable std::optional<LinkJudgement> m_links; ///< judged when it is first asked for
};

} // namespace rs
