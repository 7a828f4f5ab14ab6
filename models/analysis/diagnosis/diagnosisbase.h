// SPDX-License-Identifier: Apache-2.0
// What the parts of a diagnosis share; of no use elsewhere.
#pragma once

#include "analysis/communication/waitattribution.h"
#include "analysis/diagnosis/diagnosis.h"
#include "analysis/diagnosis/stepreplay.h"
#include "analysis/host/dispatch.h"
#include "analysis/operators/frequency.h"

#include <functional>
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
};

/// A rank that spends more than its peers.
struct Excess
{
    int rank = -1;
    int normalPeer = -1;
    std::vector<size_t> steps;   ///< into DiagnosisBase::steps
    bool everywhere = false;     ///< that are all of them
    qint64 ns = 0;               ///< beyond the median of the peers, of the steps
    qint64 medianNs = 0;         ///< of the peers, of the steps
    size_t peers = 0;            ///< with which it is compared
    std::optional<size_t> worst; ///< of the steps the one with most of `ns`
    /// One more step, `moreNs` beyond the median of its peers.
    void add(size_t step, qint64 moreNs, qint64 ofMedianNs);

private:
    qint64 m_worstNs = 0;
};

/// Two ranks without further peers that differ.
struct PeerDifference
{
    int more = -1;
    int less = -1;
    qint64 ns = 0;
    qint64 lessNs = 0;
    bool enough = false; ///< to be worth a word
};

/// Three peers or more that differ by enough, though none of them stands out.
struct PeerUnevenness
{
    std::vector<int> ranks; ///< all of these peers
    std::vector<int> slow;  ///< by enough above `halfNs`, the slowest first
    int least = -1;
    qint64 ns = 0;     ///< the slowest, beyond halfNs
    qint64 halfNs = 0; ///< the median of the half that has less
};

struct ExcessReport
{
    std::vector<Excess> excesses;
    std::vector<PeerDifference> differences;
    std::vector<PeerUnevenness> uneven; ///< of each group that is
    /// The difference of two that is worth a word, else the largest; null: no two ranks are alone with each other.
    [[nodiscard]] const PeerDifference *difference() const;
    /// The largest difference from the median of the peers, of all steps together, whoever has it; -1: nothing known.
    int farthest = -1;
    qint64 farthestNs = 0;
    qint64 farthestMedianNs = 0;
    bool farthestEnough = false; ///< to be worth a word
    /// That of other values of the same ranks, where any of them could be compared.
    void takeFarthest(const ExcessReport &shown);
    std::vector<int> alone;   ///< ranks with the value of whose peers none has it
    std::vector<int> lacking; ///< ranks that have it not, or not in every step, and are not judged for that
    bool compared = false;    ///< some rank has two known peers at least
    bool known = false;       ///< some rank has the value
};

/// What lower frequencies of the AI cores took from a rank.
struct FrequencyLoss
{
    double ns = 0;         ///< at most
    double lowestMHz = 0;  ///< under load; 0: it never dropped
    double nominalMHz = 0; ///< 0: not sampled
    [[nodiscard]] double ranAtMHz() const { return lowestMHz > 0 ? lowestMHz : nominalMHz; }
};

using CellValue = std::optional<qint64> DiagnosisCell::*;

class DiagnosisBase
{
public:
    DiagnosisBase(const Run &run, const DiagnosisThresholds &thresholds, const JobContext &job);

    const Run &run;
    const DiagnosisThresholds &limits;
    const JobContext &job;
    QStringList steps;
    std::vector<std::vector<DiagnosisCell>> cells; ///< by rank index and step
    std::vector<std::vector<int>> groups;          ///< peers: ranks of the same stage
    std::vector<int> groupStages;                  ///< beside groups: its number; -1: not known
    WaitAttribution attribution;

    [[nodiscard]] QString label(int rank) const { return run.infos[static_cast<size_t>(rank)].label; }
    [[nodiscard]] QStringList labels(const std::vector<int> &ranks) const;
    /// The peers of a rank, itself among them.
    [[nodiscard]] const std::vector<int> &groupOf(int rank) const;
    /// What is asked of every rank: `isEnough` of excess, median and length of a step, or of several together.
    struct Question
    {
        CellValue value;
        std::function<bool(qint64 ns, qint64 medianNs, qint64 stepNs)> isEnough;
    };
    /// Who stands out.
    [[nodiscard]] ExcessReport excesses(const Question &question) const;
    /// The excess of one of these peers, as if it were the odd one of them; nothing where it is not by enough above
    /// their median, in nearly all steps.
    [[nodiscard]] std::optional<Excess> excessOf(int rank, const std::vector<int> &peers,
                                                 const Question &question) const;
    /// Median over the ranks of how long the steps are together as bars have them: shares in sentences are of it.
    [[nodiscard]] qint64 lengthOf(const std::vector<size_t> &which) const;
    /// The same without what is idle between steps: limits are shares of it, or long pauses there would hide everybody.
    [[nodiscard]] qint64 windowOf(const std::vector<size_t> &which) const;
    /// The same, as problems are held against it: a step in which all ranks pause, to save weights or to compile,
    /// counts as no more than twice a usual one, or it would make what is wrong in all others look small.
    [[nodiscard]] qint64 usualWindowOf(const std::vector<size_t> &which) const;
    [[nodiscard]] std::vector<size_t> allSteps() const;
    /// The rank, but for the one at `of`, whose sum is closest to the median; rather one whose frequency never dropped.
    /// `sums` beside `ranks`; -1: there is no other.
    [[nodiscard]] int normalPeer(const std::vector<int> &ranks, const std::vector<double> &sums, double median,
                                 size_t of) const;
    [[nodiscard]] bool canReplay(int rank) const;
    /// Ranks that communicate and cannot be, not in every step at least, and ranks of which the run has no data though
    /// its domains name them: who waits for one of these seems to work meanwhile. Labels.
    [[nodiscard]] QStringList notReplayed() const;
    /// Ranks of which nobody knows when they communicate, neither by a whole trace nor by communication.json, and such
    /// that the run lacks. Labels.
    [[nodiscard]] QStringList notMet() const;
    /// Ranks whose communication.json stands in for their trace. Labels.
    [[nodiscard]] QStringList recordedRanks() const;
    /// What cannot be judged because members of domains are not in the run; unset where all are.
    [[nodiscard]] std::optional<Phrase> absentMembers() const;
    /// Of a link: its transfers may be played once more with the collectives of communication.json, too.
    [[nodiscard]] bool canReplayTransfers(int rank) const;
    /// Some file tells which ranks do the same work, or that there are no stages.
    bool stagesKnown = false;
    /// The time that the rank of an excess would not have spent, were it like its peers.
    [[nodiscard]] std::vector<Relief> reliefs(const Excess &excess, CellValue value) const;
    /// A part of what the rank computes in these steps.
    [[nodiscard]] std::vector<Relief> computeReliefs(int rank, double part, const std::vector<size_t> &which) const;
    /// Without collectives: by how much longer the rank works in each step than the next slowest of its peers, which is
    /// how much longer that one waits.
    [[nodiscard]] std::optional<qint64> estimate(const Excess &excess) const;
    /// In those steps.
    [[nodiscard]] FrequencyLoss frequencyLoss(int rank, const std::vector<size_t> &which) const;
    /// Ranks whose AI cores ran slower in some steps, and which computed longer in them than their other steps let
    /// expect: measured, so that no peer need be normal in these steps.
    [[nodiscard]] std::vector<Excess> frequencyDrops() const;
    /// Launches of a rank, empty without a trace: found when it is asked for the first time.
    [[nodiscard]] const Dispatch &dispatch(int rank) const;
    /// When the device had nothing to do but some communication that ran on its own, because the host launched late.
    /// The books count that as communication; it holds the rank up all the same.
    [[nodiscard]] IntervalSet hiddenIdle(int rank) const;
    [[nodiscard]] StepReplay replay() const { return StepReplay(attribution.collectives, m_times); }
    /// Ranks with steps that their trace lacks or has in part, so that the columns of step_trace_time.csv count.
    /// Labels.
    [[nodiscard]] QStringList partlyOfFile() const;
    /// Steps by name for a verdict; none where it is about all of them.
    [[nodiscard]] QStringList stepNames(const Excess &excess) const;
    /// Empty where none is known.
    [[nodiscard]] QString stepName(std::optional<size_t> step) const;
    /// In which the one rank has most of a value, or most beyond `less`; nullopt: in none is it known.
    [[nodiscard]] std::optional<size_t> worstStep(int rank, CellValue value, int less = -1) const;
    [[nodiscard]] std::vector<DiagnosisVictim> victimsOf(int culprit, const std::vector<size_t> &which) const;

private:
    void readCells();
    void dropIdleDevices();
    void readLengths();
    void readTimes();
    void readFileTimes();
    void findLateness();
    void findGroups();
    void findMissing(const std::vector<Domain> &domains);
    void findWidest(const std::vector<Domain> &domains);
    const std::vector<FrequencyStats> &frequencies(int rank) const;
    void findDrops();
    void findDropsOf(int rank, const std::vector<std::vector<qint64>> &sorted);
    [[nodiscard]] std::optional<qint64> peerMedian(int rank, size_t step, CellValue value) const;
    [[nodiscard]] bool isReplayedWhole(size_t rank) const;
    void addHiddenRelief(const Excess &excess, std::vector<Relief> &out) const;
    /// What the rank computes longer than its peers, between those operators of communication where it does; beside
    /// Excess::steps, empty where that is not known.
    [[nodiscard]] std::vector<std::optional<Relief>> placedReliefs(const Excess &excess) const;
    /// Ranks of its group of which traces tell what they compute, the normal peer first.
    [[nodiscard]] std::vector<int> comparedPeers(const Excess &excess) const;
    void addRelief(const DiagnosisCell &cell, CellValue value, int rank, size_t step, std::vector<Relief> &out) const;
    /// Peers of whom the value is known in every step that has it.
    struct PeerValues
    {
        std::vector<int> ranks;
        std::vector<size_t> judged;             ///< steps
        std::vector<std::vector<qint64>> at;    ///< beside ranks, by step
        std::vector<std::vector<qint64>> shown; ///< the same, as bars and tables have them where they have all
        std::vector<std::vector<char>> odd;     ///< the same: stands out in the step by enough
        std::vector<size_t> apart; ///< beside ranks: steps in which it is apart from the few others, if not
                                   ///< by as much as one step alone would need
        std::vector<double> sums;  ///< beside ranks
        std::vector<size_t> above; ///< the same: steps with half of what is enough
        qint64 lengthNs = 0;       ///< of the judged steps
        [[nodiscard]] bool isNearlyAll(size_t count) const; ///< of the judged steps
    };
    [[nodiscard]] PeerValues valuesOf(const std::vector<int> &group, const Question &question) const;
    [[nodiscard]] std::optional<qint64> shownOf(int rank, size_t step, CellValue value) const;
    struct PeerMiddle
    {
        std::vector<qint64> medians; ///< beside PeerValues::judged
        std::vector<qint64> sums;    ///< beside PeerValues::ranks
        qint64 ofSums = 0;           ///< their median
    };
    [[nodiscard]] static PeerMiddle middleOf(const PeerValues &values, const std::vector<std::vector<qint64>> &at);
    /// Excess of the rank at `i` over the median, in every step or in those in which it stands out.
    [[nodiscard]] static Excess excessBeyond(const PeerValues &values, const std::vector<std::vector<qint64>> &at,
                                             const PeerMiddle &middle, size_t i, bool everywhere);
    /// The same by what bars show; where that says the opposite, by what traces say.
    [[nodiscard]] Excess excessAt(const PeerValues &values, const PeerMiddle &shown, const PeerMiddle &own, size_t i,
                                  bool everywhere) const;
    /// By enough in all steps together, and by half of that in nearly each of them.
    [[nodiscard]] static bool isAboveMedian(const PeerValues &values, size_t at, const Question &question);
    void judgeGroup(const std::vector<int> &group, const Question &question, ExcessReport &out) const;
    /// Of peers of whom none stands out.
    static void judgeUnevenness(const PeerValues &values, const Question &question, ExcessReport &out);

    std::vector<qint64> m_lengths;      // by step as bars have them, the median over the ranks; 0 where nobody knows
    std::vector<qint64> m_windows;      // the same without what is idle between steps
    qint64 m_usualWindow = 0;           // the median of those that are known
    Domain m_widest;                    // the domain of which most members are not in the run, though none is named
    int m_widestMembers = 0;            // as many as the places that its links name
    std::set<int> m_missing;            // numbers of ranks that domains name and the run lacks
    std::vector<ReplayRank> m_times;    // by rank index
    std::vector<IntervalSet> m_nothing; // when a device does nothing, by rank index
    mutable std::map<int, std::shared_ptr<const Dispatch>> m_dispatches; // by rank index, of those that were asked for
    mutable std::map<int, std::vector<FrequencyStats>> m_frequencies;    // the same
};

/// Who waits for that long at least, by rank index; the longest first.
[[nodiscard]] std::vector<DiagnosisVictim> victimsAmong(const std::map<int, qint64> &waits, qint64 leastNs);

/// Something that may hold up the run.
struct Suspect
{
    DiagnosisKind kind = DiagnosisKind::Compute;
    Excess excess;                    ///< of a link: that of its transfers, `rank` is its source
    ReplayChange change;              ///< what would not be
    std::vector<ReplayChange> others; ///< of a pipeline stage: the same of its other ranks
    bool replayed = false;
    bool isPart = false;          ///< of a link: not all of its transfers are known, so that it may cost more
    std::optional<qint64> mostNs; ///< it costs no more, where collectives are those of files
    /// Of a link or a stage: what it costs where everything waits for it.
    std::optional<qint64> estimateNs;
    /// What the steps would gain: without it; without it, once the other problems are gone as well.
    std::optional<qint64> aloneNs;
    std::optional<qint64> costNs;
    bool named = false; ///< it costs enough to be a problem
    /// Adds sentence, evidence and target to its verdict.
    std::function<void(const Suspect &, Verdict &)> describe;
    /// The same where it costs too little to be a problem; empty: then nothing is said of it.
    std::function<void(const Suspect &, Verdict &)> describeHidden;
};
/// One of the ranks' values, but for its words.
[[nodiscard]] Suspect suspectOf(const DiagnosisBase &base, const Excess &excess, CellValue value, DiagnosisKind kind);
/// Works out what each of them costs, and which of them are problems.
void weighSuspects(const DiagnosisBase &base, std::vector<Suspect> &suspects);
/// Of those that are problems, into `out`, and of those that are not and are worth a word all the same.
void nameSuspects(const DiagnosisBase &base, const std::vector<Suspect> &suspects, Diagnosis &out);

/// "12.3 ms" and "45.6 %", as sentences of a diagnosis have them.
[[nodiscard]] QString diagnosisMs(qint64 ns);
[[nodiscard]] QString diagnosisPercent(double part);
/// "1, 2, 5-8": names of steps or ranks, of many the first.
[[nodiscard]] QString diagnosisList(const QStringList &names);

/// What is said of an area in which no rank stands out: the sentences of its kind with rank, ms and percent, in this
/// order: one who is farthest from the median, above it or below; two ranks that differ, and two that hardly do; peers
/// that are uneven.
struct AreaWords
{
    Phrase missing;
    QString farthestAbove;
    QString farthestBelow;
    QString farthestCostless = {}; ///< the same above it, by enough, though it is no problem; empty: that is not said
    QString differ;
    QString alike;
    QString oneSlower = {};     ///< peers are uneven, a rank on the long side; empty: that is not said
    QString severalSlower = {}; ///< the same, ranks
};
/// `wholeNs` 0: percent of what the others have.
[[nodiscard]] Verdict areaVerdict(const DiagnosisBase &base, const ExcessReport &report, DiagnosisKind kind,
                                  qint64 wholeNs, const AreaWords &words);

// Each adds whom it suspects, and the verdict on its area.
void suspectCompute(const DiagnosisBase &base, std::vector<Suspect> &suspects, Diagnosis &out);
/// A stage whose ranks all take longer with the operators that other stages have too is a suspect. Of one that has more
/// to do, from leastCost on, a notice is returned.
[[nodiscard]] std::optional<Verdict> suspectStages(const DiagnosisBase &base, std::vector<Suspect> &suspects,
                                                   Diagnosis &out);
void suspectScheduling(const DiagnosisBase &base, std::vector<Suspect> &suspects, Diagnosis &out);
/// After all others: steps in which all ranks pause are told beside the area of scheduling where it says something
/// else.
void observePause(const DiagnosisBase &base, Diagnosis &out);
/// A slow link of a rank that the run lacks, so that nobody can tell what it costs.
struct UnweighedLink
{
    Phrase sentence;
    std::vector<Phrase> details;
    QString domain; ///< label
    qint64 lostNs = 0;
};
/// What is known of links beside those that are suspects.
struct LinkRemarks
{
    std::vector<UnweighedLink> unweighed;
    std::vector<Phrase> reach; ///< of types of links that cannot be judged by comparing them
    QStringList unmapped;      ///< LinkJudgement::unmapped
    bool judged = false;       ///< some links were
};
[[nodiscard]] LinkRemarks suspectLinks(const DiagnosisBase &base, const ReferenceRates &rates,
                                       std::vector<Suspect> &suspects);
/// Into what is said of communication.
void addRemarks(LinkRemarks remarks, Diagnosis &out);
/// Before the areas take over the words of problems: a rank that computes longer because its experts have more tokens
/// is told so, and a domain whose experts are unevenly loaded, whoever has most, is a notice from leastCost on.
void sayExperts(const DiagnosisBase &base, Diagnosis &out);
/// After all areas: what is not known of them, as far as files of MindSpore 1.x tell it otherwise; and which stage has
/// most to do by their counts of operations.
void sayLegacy(const DiagnosisBase &base, Diagnosis &out);
/// After the others: it says how much of the communication is waiting for whom they found.
void diagnoseCommunication(const DiagnosisBase &base, Diagnosis &out);

} // namespace rs
