// SPDX-License-Identifier: Apache-2.0
// Facts that a diagnosis rests on; of no use elsewhere.
#pragma once

#include "analysis/communication/waitattribution.h"
#include "analysis/diagnosis/diagnosis.h"
#include "analysis/host/dispatch.h"
#include "analysis/operators/frequency.h"
#include "analysis/parallel/expertload.h"
#include "analysis/replay/stepreplay.h"
#include "core/text/shortlist.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace rs {

/// One rank in one step. Empty: not known.
struct DiagnosisCell
{
    std::optional<qint64> computeNs; ///< kernels, whether communication runs beside them or not
    /// Without what a measured drop of the AI core frequency in this step alone took longer: peers are judged by it.
    std::optional<qint64> evenComputeNs;
    std::optional<qint64> idleNs;      ///< before the first work of the step, or between two
    std::optional<qint64> preparingNs; ///< of idleNs, before the first work
    /// From the begin of the step to its last launch, without calls that wait for the device.
    std::optional<qint64> hostNs;
    std::optional<qint64> uncoveredNs;
    std::optional<qint64> sumNs; ///< of a trace: as long as the window, with the tail
    /// As the bars of the overview have it: of step_trace_time.csv where it has the step, with what is idle between
    /// steps, else what that file would say. Numbers in sentences are these.
    std::optional<qint64> shownComputeNs;
    std::optional<qint64> shownIdleNs; ///< and preparing
    std::optional<qint64> shownUncoveredNs;
    std::optional<qint64> shownSumNs; ///< how long the step is: of the three
    std::optional<qint64> lateNs;     ///< between the end of the step before and its start
    std::optional<Interval> window;
    qint64 tailNs = 0;
    bool fromTrace = false;
    /// idleNs and sumNs of a trace where the numbers of files, with what is idle between steps, took their place.
    std::optional<qint64> tracedIdleNs;
    std::optional<qint64> tracedSumNs;
};
using CellValue = std::optional<qint64> DiagnosisCell::*;

/// Time that lower frequencies of the AI cores took from a rank.
struct FrequencyLoss
{
    double ns = 0;         ///< at most
    double lowestMHz = 0;  ///< under load; 0: it never dropped
    double nominalMHz = 0; ///< 0: not sampled
    [[nodiscard]] double ranAtMHz() const { return lowestMHz > 0 ? lowestMHz : nominalMHz; }
};

/// All that rules and the judge look at, computed once: where the time of each rank and step went, who does the same
/// work as whom, which collectives the ranks met in, what hosts and frequencies did.
class RunEvidence
{
public:
    RunEvidence(const Run &run, const DiagnosisThresholds &thresholds, const JobContext &job);
    Q_DISABLE_COPY_MOVE(RunEvidence)
    ~RunEvidence() = default;

    const Run &run;
    const DiagnosisThresholds &limits;
    const JobContext &job;
    QStringList steps;
    std::vector<std::vector<DiagnosisCell>> cells; ///< by rank index and step
    std::vector<std::vector<int>> groups;          ///< peers: ranks of the same stage
    std::vector<int> groupStages;                  ///< beside groups: its number; -1: not known
    bool stagesKnown = false; ///< some file tells which ranks do the same work, or that there are no stages
    WaitAttribution attribution;
    std::vector<ReplayRank> times;                ///< by rank index
    std::vector<IntervalSet> nothing;             ///< when a device does nothing, by rank index
    std::vector<std::vector<Interval>> hostSteps; ///< by rank index and step: from mark to mark, on the host's clock

    [[nodiscard]] QString label(int rank) const { return run.infos[static_cast<size_t>(rank)].label; }
    [[nodiscard]] QStringList labels(const std::vector<int> &ranks) const;
    [[nodiscard]] const DiagnosisCell &cell(int rank, size_t step) const
    {
        return cells[static_cast<size_t>(rank)][step];
    }
    /// The peers of a rank, itself among them.
    [[nodiscard]] const std::vector<int> &groupOf(int rank) const;
    [[nodiscard]] bool isStageKnown(int rank) const;
    /// Median over the ranks of how long the steps are together as bars have them: shares in sentences are of it.
    [[nodiscard]] qint64 lengthOf(const std::vector<size_t> &which) const;
    /// Median of the steps as bars have them; 0: no length is known.
    [[nodiscard]] qint64 usualLength() const;
    /// lengthOf() without what is idle between steps: limits are shares of it, or long pauses there would hide
    /// everybody.
    [[nodiscard]] qint64 windowOf(const std::vector<size_t> &which) const;
    /// The same, as problems are held against it: a step in which all ranks pause, to save weights or to compile,
    /// counts as no more than twice a usual one, or it would make what is wrong in all others look small.
    [[nodiscard]] qint64 usualWindowOf(const std::vector<size_t> &which) const;
    [[nodiscard]] std::vector<size_t> allSteps() const;
    /// Empty where none is known.
    [[nodiscard]] QString stepName(std::optional<size_t> step) const;
    /// In which the one rank has most of a value, or most beyond `less`; nullopt: in none is it known.
    [[nodiscard]] std::optional<size_t> worstStep(int rank, CellValue value, int less = -1) const;
    [[nodiscard]] std::optional<qint64> peerMedian(int rank, size_t step, CellValue value) const;

    [[nodiscard]] bool canReplay(int rank) const;
    /// True for a rank whose transfers may be replayed with the collectives of communication.json, too.
    [[nodiscard]] bool canReplayTransfers(int rank) const;
    /// Ranks that communicate and cannot be, not in every step at least, and ranks of which the run has no data though
    /// its domains name them: who waits for one of these seems to work meanwhile. Ranks that lack a step of `which`
    /// as well. Labels.
    [[nodiscard]] QStringList notReplayed(const std::vector<size_t> &which = {}) const;
    /// More than a tenth of the operators has no partner on another rank, as transfers of a pipeline at profiler level
    /// 0, whose traces name no peers: who waits for whom through these is unknown.
    [[nodiscard]] bool lacksPartners() const;
    /// Ranks of which nobody knows when they communicate, neither by a whole trace nor by communication.json, and such
    /// that the run lacks. Labels.
    [[nodiscard]] QStringList notMet() const;
    /// Ranks whose communication.json stands in for their trace. Labels.
    [[nodiscard]] QStringList recordedRanks() const;
    /// Ranks that domains name and the run lacks. Numbers.
    [[nodiscard]] QStringList absentRanks() const;
    /// Ranks that are known to be of that stage and the run lacks. Numbers.
    [[nodiscard]] QStringList absentOfStage(int stage) const;
    /// Reason why something cannot be judged, because members of domains are not in the run; unset where all are.
    [[nodiscard]] std::optional<Phrase> absentMembers() const;
    /// Ranks with steps that their trace lacks or has in part, so that the columns of step_trace_time.csv count.
    /// Labels.
    [[nodiscard]] QStringList partlyOfFile() const;
    /// Gain of the steps with all of these, if links of `left` stay as they are.
    [[nodiscard]] qint64 gainOf(const StepReplay::Changes &made, const StepReplay::Changes &left = {}) const;
    [[nodiscard]] qint64 gainOf(const std::vector<ReplayChange> &made) const;
    /// Time of these steps of which a gain is a share: as the replay has them, where it can, else lengthOf().
    [[nodiscard]] qint64 replayedLengthOf(const std::vector<size_t> &which) const;
    /// A gain as a part of these steps.
    [[nodiscard]] double shareOf(qint64 gain, const std::vector<size_t> &which) const;
    /// The run of which changes are replayed.
    [[nodiscard]] const StepReplay &replay() const;
    /// Who waits for that rank in these steps.
    [[nodiscard]] std::vector<DiagnosisVictim> victimsOf(int culprit, const std::vector<size_t> &which) const;

    /// In those steps.
    [[nodiscard]] FrequencyLoss frequencyLoss(int rank, const std::vector<size_t> &which) const;
    /// Launches of a rank, empty without a trace.
    [[nodiscard]] const Dispatch &dispatch(int rank) const;
    /// When the device had nothing to do but some communication that ran on its own, because the host launched late.
    /// The books count that as communication; it holds the rank up all the same.
    [[nodiscard]] IntervalSet hiddenIdle(int rank) const;
    /// The hosts of the rank and of most of its peers can be held against each other in that step.
    [[nodiscard]] bool hasHosts(int rank, size_t step) const;
    /// The device could have worked for that long in these steps.
    [[nodiscard]] qint64 exposedIdle(int rank, const std::vector<size_t> &which) const;
    /// Domains of experts.
    [[nodiscard]] const std::vector<ExpertLoad> &experts() const;

private:
    void readCells();
    void takeSummaries();
    /// Work of a device counts in the step that launched it, where hosts run ahead of their devices.
    void followLaunches();
    void dropIdleDevices();
    void readLengths();
    void readTimes();
    void readFileTimes();
    void findLateness();
    void findGroups();
    void findMissing(const std::vector<Domain> &domains);
    void findWidest(const std::vector<Domain> &domains);
    void readHosts();
    const std::vector<FrequencyStats> &frequencies(int rank) const;
    void findDrops();
    void findDropsOf(int rank, const std::vector<std::vector<qint64>> &sorted);
    [[nodiscard]] bool isReplayedWhole(size_t rank) const;
    /// The rank has other steps, and most ranks have that one.
    [[nodiscard]] bool lacksStep(size_t rank, size_t step) const;

    std::vector<qint64> m_lengths; // by step as bars have them, the median over the ranks; 0 where nobody knows
    std::vector<qint64> m_windows; // the same without what is idle between steps
    qint64 m_usualWindow = 0;      // the median of those that are known
    Domain m_widest;               // the domain of which most members are not in the run, though none is named
    int m_widestMembers = 0;       // as many as the places that its links name
    bool m_bySummaries = false;    // ranks are compared by step_trace_time.csv: some have nothing else
    std::map<int, QStringList> m_absentOfStage;
    std::set<int> m_missing; // numbers of ranks that domains name and the run lacks
    // Facts that only suspects need, found at the first request.
    mutable std::map<int, std::shared_ptr<const Dispatch>> m_dispatches;
    mutable std::map<int, std::vector<FrequencyStats>> m_frequencies;
    mutable std::optional<std::vector<ExpertLoad>> m_experts;
    mutable std::unique_ptr<const StepReplay> m_replay;
};

/// Who waits for that long at least, by rank index; the longest first.
[[nodiscard]] std::vector<DiagnosisVictim> victimsAmong(const std::map<int, qint64> &waits, qint64 leastNs);

/// "12.3 ms" and "45.6 %", as sentences of a diagnosis have them.
[[nodiscard]] QString diagnosisMs(qint64 ns);
[[nodiscard]] QString diagnosisPercent(double part);

} // namespace rs
