// SPDX-License-Identifier: Apache-2.0
#include "analysis/compare/slowdowncause.h"
#include "analysis/diagnosis/stageoperators.h"
#include "analysis/operators/frequency.h"
#include "analysis/operators/operatorstats.h"
#include "analysis/overview/peerspread.h"
#include "analysis/ranks/peeroutliers.h"
#include "core/base/saturate.h"
#include "core/text/missingname.h"

#include <algorithm>
#include <map>
#include <utility>

namespace rs {

namespace {

// Steps whose operators are looked at: more of them say the same.
constexpr size_t mostComparedSteps = 4;

using TypeTimes = std::map<std::pair<QString, QString>, OperatorPair>; // by type and input shapes

// The rank of the excess is the other side, its normal peer the base.
void addTypes(const DiagnosisBase &base, const Excess &e, bool own, TypeTimes &out)
{
    const auto r = static_cast<size_t>(own ? e.rank : e.normalPeer);
    const auto &rank = base.run.ranks[r];
    if (!rank)
        return;
    const size_t looks = e.everywhere ? 1 : std::min(mostComparedSteps, e.steps.size());
    for (size_t i = 0; i < looks; ++i) {
        OperatorQuery query;
        query.grouping = OperatorGrouping::Shape;
        query.acrossCores = true;
        if (!e.everywhere)
            query.window = base.cells[r][e.steps[i]].window;
        for (const OperatorRow &row : operatorStats(*rank, query, base.job).rows) {
            const QString &type = row.type.isEmpty() ? row.name : row.type;
            OperatorPair &t = out[{type, row.shapes}];
            t.type = type;
            t.shapes = row.shapes;
            (own ? t.otherNs : t.baseNs) += row.totalNs;
            (own ? t.otherCalls : t.baseCalls) += row.calls;
        }
    }
}

// Type whose operators take longest beyond the normal peer, whatever their shapes.
OperatorPair mostLonger(const std::vector<OperatorPair> &pairs)
{
    std::map<QString, OperatorPair> types;
    for (const OperatorPair &p : pairs) {
        OperatorPair &t = types[p.type];
        t.type = p.type;
        t.baseNs += p.baseNs;
        t.otherNs += p.otherNs;
        t.baseCalls += p.baseCalls;
        t.otherCalls += p.otherCalls;
    }
    const auto more = [](const auto &t) { return t.second.otherNs - t.second.baseNs; };
    return std::ranges::max_element(types, [&](const auto &a, const auto &b) { return more(a) < more(b); })->second;
}

// Whether the device is slow or some of its operators. Of some steps: only where it is known when they were.
void addOperators(const DiagnosisBase &base, const Excess &e, Verdict &v)
{
    const auto hasWindows = [&](int rank) {
        return std::ranges::all_of(
            e.steps, [&](size_t s) { return base.cells[static_cast<size_t>(rank)][s].window.has_value(); });
    };
    if (!e.everywhere && !(hasWindows(e.rank) && hasWindows(e.normalPeer)))
        return;
    TypeTimes types;
    addTypes(base, e, true, types);
    addTypes(base, e, false, types);
    std::vector<OperatorPair> pairs;
    for (const auto &[key, t] : types)
        pairs.push_back(t);
    if (const LostTypes lost = lostTypes(pairs); lost.mayBeAll) {
        v.details.emplace_back(
            RS_MESSAGE("Which operators take it is not known: names of operators of rank %1 are lost."),
            QStringList{base.label(lost.ofBase ? e.normalPeer : e.rank)});
        return;
    }
    std::erase_if(pairs, [](const OperatorPair &p) { return isMissingName(p.type); });
    const SlowdownCause slowness = slowdownCauseOf(pairs);
    if (slowness.ofBase || slowness.moreNs <= 0)
        return;
    const QString normal = base.label(e.normalPeer);
    if (slowness.kind == SlowdownKind::Device) {
        const QStringList said{QString::number(slowness.sameFactor, 'f', 2), normal, slowdownPercent(slowness.share)};
        if (slowness.isOfAll())
            v.details.emplace_back(RS_MESSAGE("All types of operators take about %1 times as long as on rank %2: the "
                                              "device is slow, not an operator."),
                                   said.mid(0, 2));
        else
            v.details.emplace_back(RS_MESSAGE("Most types of operators, with %3 % of the time, take about %1 times as "
                                              "long as on rank %2: the device is slow, not an operator."),
                                   said);
        return;
    }
    if (slowness.isOfCalls()) {
        v.details.emplace_back(RS_MESSAGE("The input differs: operators with the same input shapes run more often than "
                                          "on rank %1. Call for call they take %2 times as long."),
                               QStringList{normal, QString::number(slowness.sameFactor, 'f', 2)});
    } else if (slowness.isOfInput()) {
        const QStringList said{normal, slowdownPercent(slowness.strange)};
        if (slowness.sameFactor <= 0)
            v.details.emplace_back(RS_MESSAGE("The input differs: %2 % of its compute time is in input shapes that "
                                              "rank %1 does not have, which tells nothing of the device."),
                                   said);
        else
            v.details.emplace_back(
                RS_MESSAGE("The input differs: %2 % of its compute time is in input shapes that rank %1 does not have. "
                           "Operators with the same shapes take %3 times as long."),
                said + QStringList{QString::number(slowness.sameFactor, 'f', 2)});
    }
    const OperatorPair most = mostLonger(pairs);
    const QString more = diagnosisMs(most.otherNs - most.baseNs);
    if (most.otherCalls != most.baseCalls)
        v.details.emplace_back(
            RS_MESSAGE("Most of it is in operators of type %1: %2 more than on rank %3, with %4 calls against %5."),
            QStringList{most.type, more, normal, QString::number(most.otherCalls), QString::number(most.baseCalls)});
    else
        v.details.emplace_back(
            RS_MESSAGE("Most of it is in operators of type %1: %2 more than on rank %3, with as many calls."),
            QStringList{most.type, more, normal});
}

QString megahertz(double value)
{
    return QString::number(value, 'f', 0);
}

// What the sentence on a rank's compute goes on with where a lower frequency explains it.
Phrase frequencySentence(const DiagnosisBase &base, const Verdict &v, const FrequencyLoss &own,
                         const FrequencyLoss &peer)
{
    const QString rank = base.label(v.rank);
    const QString more = diagnosisMs(v.deviationNs);
    const QString part = diagnosisPercent(v.deviationShare);
    const QString normal = base.label(v.normalPeer);
    const QString normalMHz = megahertz(peer.ranAtMHz());
    const bool some = !v.steps.isEmpty();
    if (own.lowestMHz > 0) {
        const QStringList said{rank,   more,     part, megahertz(own.nominalMHz), megahertz(own.lowestMHz),
                               normal, normalMHz};
        if (!some)
            return {RS_MESSAGE("Rank %1 computes %2 (%3) longer than the median of its peers: its AI cores fell from "
                               "%4 MHz to %5 MHz, those of rank %6 ran at %7 MHz."),
                    said};
        return {RS_MESSAGE("Rank %1 computes %2 (%3) longer than the median of its peers, in step %8 alone: its AI "
                           "cores fell from %4 MHz to %5 MHz, those of rank %6 ran at %7 MHz."),
                said + QStringList{diagnosisList(v.steps)}};
    }
    const QStringList said{rank, more, part, megahertz(own.nominalMHz), normal, normalMHz};
    if (!some)
        return {RS_MESSAGE("Rank %1 computes %2 (%3) longer than the median of its peers: its AI cores never ran above "
                           "%4 MHz, those of rank %5 ran at %6 MHz."),
                said};
    return {RS_MESSAGE("Rank %1 computes %2 (%3) longer than the median of its peers, in step %7 alone: its AI cores "
                       "never ran above %4 MHz, those of rank %5 ran at %6 MHz."),
            said + QStringList{diagnosisList(v.steps)}};
}

// A lower frequency explains the excess.
bool blameFrequency(const DiagnosisBase &base, const Excess &e, Verdict &v)
{
    // What a drop in a step alone took is no part of the excess.
    std::vector<size_t> steps = e.steps;
    std::erase_if(steps, [&](size_t s) {
        const DiagnosisCell &cell = base.cells[static_cast<size_t>(e.rank)][s];
        return cell.evenComputeNs != cell.computeNs;
    });
    const FrequencyLoss own = base.frequencyLoss(e.rank, steps);
    const FrequencyLoss peer = base.frequencyLoss(e.normalPeer, steps);
    double lost = own.ns - peer.ns;
    // A rank that never reaches the frequency of the others has no drop of its own.
    if (own.nominalMHz > 0 && own.nominalMHz < peer.nominalMHz * (1 - FrequencyStats::leastDrop))
        lost += static_cast<double>(e.medianNs + e.ns) * (1 - own.nominalMHz / peer.nominalMHz);
    if (lost < base.limits.frequencyShare * static_cast<double>(e.ns))
        return false;
    v.kind = DiagnosisKind::Frequency;
    v.target = LookTarget::Frequency;
    v.sentence = frequencySentence(base, v, own, peer);
    return true;
}

// Measured, and beyond the other steps of the same rank.
Phrase dropSentence(const DiagnosisBase &base, const Excess &e, const Verdict &v)
{
    const FrequencyLoss own = base.frequencyLoss(e.rank, e.steps);
    const FrequencyLoss peer = base.frequencyLoss(e.normalPeer, e.steps);
    return {RS_MESSAGE("Rank %1 computes %2 (%3) longer than its other steps let expect, in step %8 alone: its AI "
                       "cores fell from %4 MHz to %5 MHz, those of rank %6 ran at %7 MHz."),
            {base.label(v.rank), diagnosisMs(v.deviationNs), diagnosisPercent(v.deviationShare),
             megahertz(own.nominalMHz), megahertz(own.lowestMHz), base.label(v.normalPeer), megahertz(peer.ranAtMHz()),
             diagnosisList(v.steps)}};
}

Phrase computeSentence(const DiagnosisBase &base, const Verdict &v)
{
    const QString rank = base.label(v.rank);
    const QString more = diagnosisMs(v.deviationNs);
    const QString part = diagnosisPercent(v.deviationShare);
    if (!v.steps.isEmpty())
        return {RS_MESSAGE("Rank %1 computes %2 (%3) longer than the median of its peers, in step %4 alone."),
                {rank, more, part, diagnosisList(v.steps)}};
    if (base.steps.size() > 1)
        return {RS_MESSAGE("Rank %1 computes %2 (%3) longer than the median of its peers, over all steps."),
                {rank, more, part}};
    return {RS_MESSAGE("Rank %1 computes %2 (%3) longer than the median of its peers."), {rank, more, part}};
}

// Of the steps this part must show it.
constexpr double nearlyAllOfPair = 0.7;

std::optional<Excess> excessOver(const DiagnosisBase &base, const PeerDifference &two)
{
    Excess out;
    out.rank = two.more;
    out.normalPeer = two.less;
    out.peers = 1;
    out.everywhere = true;
    size_t shown = 0;
    const std::vector<size_t> steps = base.allSteps();
    for (const size_t s : steps) {
        const auto own = base.cells[static_cast<size_t>(two.more)][s].evenComputeNs;
        const auto peer = base.cells[static_cast<size_t>(two.less)][s].evenComputeNs;
        if (!own || !peer)
            return std::nullopt;
        const qint64 more = saturatedDifference(*own, *peer);
        shown += static_cast<double>(more) >= base.limits.computeDeviation / 2 * static_cast<double>(*peer) ? 1 : 0;
        out.add(s, more, *peer);
    }
    return static_cast<double>(shown) >= nearlyAllOfPair * static_cast<double>(steps.size()) ? std::optional(out)
                                                                                             : std::nullopt;
}

/// A rank that is odd beside its only peer.
struct OddOfTwo
{
    Excess excess;     ///< over the peer
    double factor = 1; ///< time of the operators that other stages have too, against theirs
};

/// Two peers that differ do not tell who is the odd one. Other stages of the pipeline do, where they run the same
/// operators: who takes longer with these, where the other one does not, in nearly all steps.
std::vector<OddOfTwo> oddOnesOfTwo(const DiagnosisBase &base, const std::vector<PeerDifference> &differences)
{
    StageOperators operators(base);
    std::vector<OddOfTwo> out;
    for (const PeerDifference &two : differences) {
        if (!two.enough || base.job.isCanceled())
            continue;
        std::vector<std::vector<int>> others;
        for (size_t g = 0; g < base.groups.size(); ++g) {
            const std::vector<int> &group = base.groups[g];
            if (base.groupStages[g] >= 0 && std::ranges::find(group, two.more) == group.end())
                others.push_back(group);
        }
        const UsualTimes usual = operators.usualOf(others);
        const std::vector<size_t> steps = base.allSteps();
        const auto more = operators.commonOf(two.more, usual, {}, steps);
        const auto less = operators.commonOf(two.less, usual, {}, steps);
        const double deviation = base.limits.computeDeviation;
        if (!more || !less || !more->isSlow(deviation) || !less->isEnough() || less->isSlow(deviation))
            continue;
        if (std::optional<Excess> excess = excessOver(base, two))
            out.push_back({std::move(*excess), more->factor()});
    }
    return out;
}

// The operators of more take too long to read for one sentence.
constexpr size_t mostPeersRead = 64;

/// A rank that is odd among peers of which none stands out by all that they compute.
struct OddOfUneven
{
    Excess excess;
    double factor = 1; ///< time of the operators that all of them have alike, against the median
};

/// Peers may compute unlike long because each has something else to do, as experts with unlike many tokens: those are
/// held against each other by the operators that all of them have. Who is odd by these, and by all that it computes, is
/// taken out of what is uneven.
std::vector<OddOfUneven> oddOnesOfUneven(const DiagnosisBase &base, const DiagnosisBase::Question &question,
                                         ExcessReport &report)
{
    StageOperators operators(base);
    std::vector<OddOfUneven> out;
    std::erase_if(report.uneven, [&](const PeerUnevenness &u) {
        const size_t before = out.size();
        const std::vector<AlikeOperators> alike =
            u.ranks.size() > mostPeersRead ? std::vector<AlikeOperators>() : operators.alikeOf(u.ranks);
        std::vector<double> times;
        for (const AlikeOperators &a : alike)
            times.push_back(static_cast<double>(a.ns));
        const double median = lowerMedian(times);
        for (const size_t i : highOutliers(times, base.limits.outliers)) {
            if (!alike[i].isEnough() ||
                !question.isEnough(static_cast<qint64>(times[i] - median), static_cast<qint64>(median), 0))
                continue;
            if (std::optional<Excess> excess = base.excessOf(u.ranks[i], u.ranks, question))
                out.push_back({std::move(*excess), times[i] / median});
        }
        // Steps in which it stands out as well are among all of them.
        std::erase_if(report.excesses, [&](const Excess &e) {
            return std::any_of(out.begin() + static_cast<std::ptrdiff_t>(before), out.end(),
                               [&e](const OddOfUneven &odd) { return odd.excess.rank == e.rank; });
        });
        return out.size() > before;
    });
    return out;
}

// What nobody could tell by the two alone.
Phrase oddOfTwoSentence(const DiagnosisBase &base, const OddOfTwo &odd, const Verdict &v)
{
    return {RS_MESSAGE("Rank %1 computes %2 (%3) longer than its only peer, rank %4. It is the odd one: operators that "
                       "other pipeline stages have too take %5 longer on it than there, and on its peer they do not."),
            {base.label(v.rank), diagnosisMs(v.deviationNs), diagnosisPercent(v.deviationShare),
             base.label(v.normalPeer), diagnosisPercent(odd.factor - 1)}};
}

// Bars and tables show the median with them, and so another deviation.
void addLeftOut(const DiagnosisBase &base, const Excess &e, Verdict &v)
{
    const auto dropped = [&](int rank) {
        const auto &own = base.cells[static_cast<size_t>(rank)];
        return rank != e.rank &&
               std::ranges::any_of(e.steps, [&](size_t s) { return own[s].evenComputeNs != own[s].computeNs; });
    };
    QStringList names;
    for (const int rank : base.groupOf(e.rank)) {
        if (dropped(rank))
            names << base.label(rank);
    }
    if (!names.isEmpty())
        v.details.emplace_back(
            RS_MESSAGE("The median leaves out what measured drops of the frequency took, on rank %1."),
            QStringList{diagnosisList(names)});
}

// `ranks`: of whom something is said.
void addPartlyOfFile(const QStringList &ranks, Verdict &v)
{
    if (!ranks.isEmpty())
        v.details.emplace_back(RS_MESSAGE("Steps that a trace lacks or has in part because it is cut are judged by the "
                                          "columns of step_trace_time.csv, on rank %1."),
                               QStringList{diagnosisList(ranks)});
}

void addEvidence(const DiagnosisBase &base, const Excess &e, Verdict &v)
{
    const QString step = v.steps.size() == 1 ? v.steps.front() : QString();
    v.evidence.push_back({QStringLiteral("compare"), {}, {}, e.normalPeer, e.rank});
    v.evidence.push_back({QStringLiteral("books"), step});
    if (!v.victims.empty() && base.canReplay(e.rank))
        v.evidence.push_back({QStringLiteral("ledger"), step});
}

Verdict computeArea(const DiagnosisBase &base, const ExcessReport &report)
{
    AreaWords words;
    words.missing = {RS_MESSAGE("How long the ranks compute is not known: neither their traces nor step_trace_time.csv "
                                "say it. The profiler writes both when NPU activity is on.")};
    words.farthestAbove = RS_MESSAGE("No rank computes noticeably longer than its peers and holds up the run. Farthest "
                                     "from their median is rank %1, which computes %2 (%3) longer.");
    words.farthestBelow = RS_MESSAGE("No rank computes noticeably longer than its peers and holds up the run. Farthest "
                                     "from their median is rank %1, which computes %2 (%3) less.");
    words.farthestCostless = RS_MESSAGE("Rank %1 computes %2 (%3) longer than the median of its peers, which holds up "
                                        "the run too little to be a problem.");
    words.differ = RS_MESSAGE(
        "Rank %1 computes longer than rank %2, by %3 (%4). Of two peers nobody can tell which is the odd one.");
    words.alike = RS_MESSAGE("Ranks %1 and %2 compute alike: they differ by %3 (%4).");
    words.oneSlower = RS_MESSAGE("Rank %1 computes longer than the faster half of its peers, by %2 (%3). The peers "
                                 "differ too much among themselves to tell who is the odd one.");
    words.severalSlower = RS_MESSAGE("Ranks %1 compute longer than the faster half of their peers, by up to %2 (%3). "
                                     "The peers differ too much among themselves to tell who is the odd one.");
    Verdict v = areaVerdict(base, report, DiagnosisKind::Compute, 0, words);
    if (v.state == DiagnosisState::Difference) {
        v.target = LookTarget::CompareRanks;
        v.evidence.insert(v.evidence.begin(), {QStringLiteral("compare"), {}, {}, v.peer, v.rank});
    }
    if (report.compared)
        addPartlyOfFile(base.partlyOfFile(), v);
    return v;
}

} // namespace

// A rank that computes nothing at all where others do has no device in its trace, whatever lost it: nothing is known of
// what its device did.
void DiagnosisBase::dropIdleDevices()
{
    const auto computes = [](const std::vector<DiagnosisCell> &rank) {
        return std::ranges::any_of(rank, [](const DiagnosisCell &c) { return c.computeNs.value_or(0) > 0; });
    };
    if (std::ranges::none_of(cells, computes))
        return;
    for (auto &rank : cells) {
        if (computes(rank))
            continue;
        for (DiagnosisCell &cell : rank) {
            if (!cell.computeNs || !cell.fromTrace)
                continue;
            cell.computeNs = cell.idleNs = cell.preparingNs = cell.sumNs = std::nullopt;
            cell.shownComputeNs = cell.shownIdleNs = cell.shownSumNs = std::nullopt;
        }
    }
}

void suspectCompute(const DiagnosisBase &base, std::vector<Suspect> &suspects, Diagnosis &out)
{
    const auto isEnough = [&](qint64 ns, qint64 medianNs, qint64) {
        return static_cast<double>(ns) >= base.limits.computeDeviation * static_cast<double>(medianNs) && ns > 0;
    };
    for (const Excess &e : base.frequencyDrops()) {
        Suspect s = suspectOf(base, e, &DiagnosisCell::computeNs, DiagnosisKind::Frequency);
        s.describe = [&base](const Suspect &own, Verdict &v) {
            v.target = LookTarget::Frequency;
            v.sentence = dropSentence(base, own.excess, v);
            addEvidence(base, own.excess, v);
        };
        suspects.push_back(std::move(s));
    }
    const DiagnosisBase::Question question{&DiagnosisCell::evenComputeNs, isEnough};
    ExcessReport report = base.excesses(question);
    const auto suspect = [&](const Excess &e, const std::optional<Phrase> &why) {
        Suspect s = suspectOf(base, e, &DiagnosisCell::evenComputeNs, DiagnosisKind::Compute);
        s.describe = [&base, why](const Suspect &own, Verdict &v) {
            v.target = LookTarget::CompareRanks;
            v.sentence = computeSentence(base, v);
            if (why)
                v.details.push_back(*why);
            addEvidence(base, own.excess, v);
            if (!blameFrequency(base, own.excess, v))
                addOperators(base, own.excess, v);
            addLeftOut(base, own.excess, v);
            if (const QString rank = base.label(own.excess.rank); base.partlyOfFile().contains(rank))
                addPartlyOfFile({rank}, v);
        };
        suspects.push_back(std::move(s));
    };
    const std::vector<OddOfUneven> ofUneven = oddOnesOfUneven(base, question, report);
    for (const Excess &e : report.excesses)
        suspect(e, std::nullopt);
    for (const OddOfUneven &odd : ofUneven)
        suspect(odd.excess,
                Phrase{RS_MESSAGE("Its peers differ, too, but it is the odd one by the operators that all of them have "
                                  "as often and with the same input shapes: they take %1 longer on it."),
                       {diagnosisPercent(odd.factor - 1)}});
    for (const OddOfTwo &odd : oddOnesOfTwo(base, report.differences)) {
        Suspect s = suspectOf(base, odd.excess, &DiagnosisCell::evenComputeNs, DiagnosisKind::Compute);
        s.describe = [&base, odd](const Suspect &own, Verdict &v) {
            v.target = LookTarget::CompareRanks;
            v.sentence = oddOfTwoSentence(base, odd, v);
            addEvidence(base, own.excess, v);
            if (!blameFrequency(base, own.excess, v))
                addOperators(base, own.excess, v);
        };
        suspects.push_back(std::move(s));
    }
    report.takeFarthest(base.excesses({&DiagnosisCell::computeNs, isEnough}));
    out.areas.push_back(computeArea(base, report));
}

} // namespace rs
