// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/communication/referencerates.h"
#include "analysis/overview/diagnosisthresholds.h"
#include "analysis/replay/whatif.h"
#include "core/job/jobcontext.h"
#include "core/run/rundata.h"
#include "core/text/phrase.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace rs {

/// Subject of a verdict.
enum class DiagnosisKind : quint8 {
    Compute,       ///< kernels take longer than on the peers
    Frequency,     ///< they do because the AI cores ran at a lower frequency
    Stage,         ///< a pipeline stage computes longer than the others
    Scheduling,    ///< the device has nothing to do for longer than those of the peers
    LateStart,     ///< the rank begins its steps later than its peers
    Communication, ///< waiting in collectives and transfers
    SlowLink,      ///< one link carries less than others of its kind
};
/// "compute", "slow_link", …: stable, for files and the command line.
[[nodiscard]] QString diagnosisKindKey(DiagnosisKind kind);

enum class DiagnosisState : quint8 {
    Fine,
    Notice, ///< no device is accused, but it is worth a look: it takes much of the step on all ranks, a rank has more
            ///< to do than others, or stands out and costs nothing
    Problem,
    Difference, ///< peers differ, two or more: which of them is the odd one cannot be told
    Unknown,    ///< data is missing: `missing` says which
};

/// Confidence of a problem. High: seen in every step, against at least seven peers, its cost worked out on the
/// collectives of the ranks. Low: the cost is an estimate without traces.
enum class Certainty : quint8 { Low, Medium, High };

/// Target of the next look.
enum class LookTarget : quint8 {
    None,
    CompareRanks,  ///< operators of `rank` and `normalPeer` side by side
    Timeline,      ///< `rank` over `normalPeer`, clocks aligned, launches and idle causes on
    Communication, ///< the domain, and in it who waited for whom
    Matrix,        ///< the link in the communication matrix
    Frequency,     ///< the frequency curve of `rank` over its kernels
    Stages,        ///< passes of the pipeline of `rank`, stage by stage
};

/// Rows of a table of the catalogue that a verdict rests on: its id and what to ask it for.
struct EvidenceRows
{
    QString table;
    QString step{};   ///< empty: every step
    QString domain{}; ///< label; empty: every domain
    int rank = -1;    ///< rank index: of the table, or the base of a comparison; -1: of the whole run
    int other = -1;   ///< the other side of a comparison
    bool operator==(const EvidenceRows &) const = default;
};

/// Reason why a rank computes longer than its peers.
enum class SlowReason : quint8 {
    Unknown,
    Device, ///< all of its operators take longer
    Input,  ///< it has other shapes, or more calls
    Experts,
    Operators ///< some of its operators take longer
};

/// A rank that waits because of a problem.
struct DiagnosisVictim
{
    int rank = -1; ///< rank index
    qint64 waitNs = 0;
};

/// One sentence on a run, with all that a reader needs to act on it.
struct Verdict
{
    DiagnosisKind kind = DiagnosisKind::Compute;
    DiagnosisState state = DiagnosisState::Fine;
    bool isPartial = false; ///< some ranks could not be judged, as `details` say: Fine holds for the others alone
    int rank = -1;          ///< rank index of the culprit; of a slow link its source, of a stage one of it; -1: none
    int peer = -1;          ///< of a slow link its destination; of a difference the other rank
    int stage = -1;         ///< of a pipeline stage its number
    /// Ranks of the rank, host, two hosts or pipeline stage whose links or operators are slow; else empty.
    std::vector<int> allOf;
    int normalPeer = -1; ///< the peer closest to the median: what to compare with; of a stage one of another
    QStringList steps;   ///< those that are affected, of several; empty: all of them
    QString worstStep;   ///< of them the one that shows it most; empty: not known
    QString domain;      ///< label; empty: none in particular
    QString op;          ///< of a slow link the operator in which it lost most, as the matrix has it; empty: none
    /// What the steps would gain if the rank were like the median of its peers, or the link like others of its kind,
    /// and nothing else were solved. Of a notice what the steps would gain without what it tells, of two peers or more
    /// that differ if the slower were like the faster, of uneven stages if their layers were split as well as can be.
    /// Unknown where nobody can tell.
    std::optional<qint64> costNs;
    std::optional<qint64> hiddenNs;    ///< that it gains beyond costNs once the other problems are solved; empty: none
    std::vector<ReplayChange> changes; ///< what costNs is the gain of; empty: it is no replay of the traces
    double share = 0;                  ///< costNs of the affected steps together
    qint64 deviationNs = 0;            ///< from the median of the peers, summed over the affected steps
    double deviationShare = 0;         ///< the same of that median
    Certainty certainty = Certainty::Medium;
    SlowReason reason = SlowReason::Unknown; ///< of one that computes longer
    Phrase sentence;                         ///< translated by phraseText()
    std::vector<Phrase> details;             ///< more of it: which operators, which cause; translated likewise
    std::vector<DiagnosisVictim> victims;    ///< who waits for it, the longest first
    std::vector<EvidenceRows> evidence;      ///< the first one is where to look next
    LookTarget target = LookTarget::None;
    /// Rank indices of whom it is about: who is marked.
    [[nodiscard]] std::vector<int> accused() const;
};

/// The answer to "what is wrong with this run".
struct Diagnosis
{
    std::vector<Verdict> problems; ///< the dearest first
    /// Suspects that cost little as long as the problems are there. Ranks that begin their steps noticeably late
    /// although that costs the steps next to nothing, and why; steps in
    /// which all ranks pause, where the area says something else; experts that are unevenly loaded, and pipeline
    /// stages: notices. Peers that differ, where a problem of other ranks stands in their area.
    std::vector<Verdict> observations;
    std::vector<Verdict> areas; ///< compute, scheduling, communication, in this order; where `problems` has one of
                                ///< that area, its dearest is what is said of compute and scheduling
    /// Gain of the steps with all problems solved, and what they hide; unknown if one of them is no more than
    /// estimated.
    std::optional<qint64> jointNs;
    /// Number of each rank that a verdict counts, in a cluster analysis alone; else empty.
    std::vector<int> clusterRanks;
    bool stagesJudged = false; ///< of every pipeline stage it is known whether it is slow with what others do as well
    std::optional<Phrase> linksUnchecked; ///< why no link was held against others; unset: they were, or there are none
    /// Time of all steps together, of which a cost is a share: as the replay has it, where it can; else the median over
    /// the ranks.
    qint64 stepNs = 0;
    qint64 usualStepNs = 0; ///< median of the steps, each the median over the ranks; 0: not known
    int steps = 0;
    [[nodiscard]] bool isFine() const { return problems.empty(); }
};

/// The step to look at: the one that shows it most, else the first it names; empty: none in particular.
[[nodiscard]] QString stepToLookAt(const Verdict &verdict);

/// The change whose gain the verdict tells; nothing where it names nothing that could be changed.
[[nodiscard]] std::optional<WhatIfQuestion> questionOf(const Verdict &verdict);

/// The area of a kind: Compute, Scheduling or Communication.
[[nodiscard]] DiagnosisKind diagnosisArea(DiagnosisKind kind);

/// Gain of a step, in milliseconds, without the slow link between two ranks, by their positions in the run;
/// nothing where the diagnosis has no such problem.
[[nodiscard]] std::optional<double> slowLinkCostMs(const Diagnosis &diagnosis, int rank, int peer);

/// Diagnosis; useless when cancelled. Ranks are places in Run::infos; of a run that has none they are those of
/// withClusterRanks(), and what the cluster's files tell is compared. `rates`: beside which links are told that cannot
/// be held against each other.
[[nodiscard]] Diagnosis diagnose(const Run &run, const DiagnosisThresholds &thresholds = {},
                                 const JobContext &job = JobContext(), const ReferenceRates &rates = {});

} // namespace rs
