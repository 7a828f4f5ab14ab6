// SPDX-License-Identifier: Apache-2.0
#include "analysis/compare/slowdowncause.h"
#include "analysis/diagnosis/rules.h"
#include "analysis/diagnosis/stageoperators.h"
#include "analysis/operators/frequency.h"
#include "analysis/operators/operatorstats.h"
#include "analysis/overview/peerspread.h"
#include "analysis/ranks/peeroutliers.h"
#include "core/base/saturate.h"
#include "core/table/kernelcolumns.h"
#include "core/text/missingname.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <utility>

namespace rs {

namespace {

// Steps whose operators are looked at: more of them say the same.
constexpr size_t mostComparedSteps = 4;

using TypeTimes = std::map<std::pair<QString, QString>, OperatorPair>; // by type and input shapes

// The rank of the excess is the other side, its normal peer the base.
void addTypes(const RunEvidence &base, const Excess &e, bool own, TypeTimes &out)
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

/// Calls of one type of operators.
struct FewCalls
{
    QString type;
    qint64 calls = 0; ///< of the type
    std::vector<qint64> longest;
    qint64 usualNs = 0; ///< of a call on the normal peer
};

// A few calls that hold most of the excess; nothing where it is spread.
std::optional<FewCalls> fewCalls(const RunEvidence &base, const Excess &e)
{
    constexpr size_t most = 4;
    constexpr qint64 leastOfOne = 10; // calls beside each of them
    constexpr double mostOfIt = 0.7;
    struct Call
    {
        QString key;
        QString type;
        qint64 ns = 0;
        qint64 moreNs = 0;
    };
    const auto callsOf = [&](int rank) {
        std::vector<Call> out;
        const auto &data = base.run.ranks[static_cast<size_t>(rank)];
        const KernelColumns c = data && data->kernels ? KernelColumns(*data->kernels) : KernelColumns();
        for (int row = 0; c.isTimed() && c.type >= 0 && row < data->kernels->rows(); ++row) {
            const Table &t = *data->kernels;
            const auto isInside = [&](size_t s) {
                const auto &window = base.cells[static_cast<size_t>(rank)][s].window;
                const qint64 start = t.integer(row, c.start);
                return window && start >= window->from && start < window->to;
            };
            if (c.isCommunication(t, row) || std::ranges::none_of(e.steps, isInside))
                continue;
            const QString type = t.textOf(row, c.type);
            out.push_back({type + u'|' + (c.inputShapes < 0 ? QString() : t.textOf(row, c.inputShapes)), type,
                           t.integer(row, c.duration), 0});
        }
        return out;
    };
    std::vector<Call> own = callsOf(e.rank);
    std::map<QString, std::vector<qint64>> usual;
    for (const Call &call : callsOf(e.normalPeer))
        usual[call.key].push_back(call.ns);
    std::map<QString, qint64> medians;
    for (auto &[key, all] : usual)
        medians[key] = medianOf(std::move(all));
    std::map<QString, qint64> counts;
    for (Call &call : own) {
        const auto known = medians.find(call.key);
        call.moreNs = known == medians.end() ? 0 : call.ns - known->second;
        ++counts[call.type];
    }
    std::ranges::stable_sort(own, std::greater<>(), &Call::moreNs);
    FewCalls out;
    qint64 sum = 0;
    for (size_t i = 0; i < std::min(most, own.size()); ++i) {
        if (i > 0 && own[i].type != out.type)
            return std::nullopt;
        out.type = own[i].type;
        out.usualNs = own[i].ns - own[i].moreNs;
        out.longest.push_back(own[i].ns);
        out.calls = counts[out.type];
        sum = saturatedSum(sum, own[i].moreNs);
        if (static_cast<double>(sum) >= mostOfIt * static_cast<double>(e.ns))
            return out.calls >= leastOfOne * std::ssize(out.longest) ? std::optional(out) : std::nullopt;
    }
    return std::nullopt;
}

// One call that is longer than its like by no more than calls vary now and then, and nothing else.
bool isChance(const RunEvidence &base, const Excess &e)
{
    constexpr qint64 mostOfUsual = 3;
    if (e.everywhere || e.steps.size() != 1)
        return false;
    const std::optional<FewCalls> few = fewCalls(base, e);
    return few && few->longest.size() == 1 && few->longest.front() < mostOfUsual * few->usualNs;
}

// Without the steps that chance put beside the others.
Excess withoutChance(const RunEvidence &base, Excess e)
{
    const std::vector<size_t> steps = e.everywhere || e.steps.size() < 2 ? std::vector<size_t>() : e.steps;
    for (const size_t s : steps) {
        Excess one;
        one.rank = e.rank;
        one.normalPeer = e.normalPeer;
        const std::optional<qint64> &own = base.cell(e.rank, s).evenComputeNs;
        const std::optional<qint64> median = base.peerMedian(e.rank, s, &DiagnosisCell::evenComputeNs);
        if (!own || !median || e.steps.size() < 2)
            continue;
        one.add(s, saturatedDifference(*own, *median), *median);
        if (!isChance(base, one))
            continue;
        std::erase(e.steps, s);
        e.ns = std::max<qint64>(0, saturatedDifference(e.ns, one.ns));
        e.medianNs = std::max<qint64>(0, saturatedDifference(e.medianNs, one.medianNs));
        e.worst = e.worst == s ? e.steps.front() : e.worst;
    }
    return e;
}

// Whether the device is slow or some of its operators. Of some steps: only where it is known when they were.
void addOperators(const RunEvidence &base, const Excess &e, Verdict &v)
{
    const auto hasWindows = [&](int rank) {
        return std::ranges::all_of(
            e.steps, [&](size_t s) { return base.cells[static_cast<size_t>(rank)][s].window.has_value(); });
    };
    if (!e.everywhere && !(hasWindows(e.rank) && hasWindows(e.normalPeer)))
        return;
    if (const std::optional<FewCalls> few = fewCalls(base, e)) {
        v.reason = SlowReason::Operators;
        v.details.emplace_back(
            RS_MESSAGE("A few calls make up most of it: %1 of %2 calls of %3 take up to %4; the others take about %5."),
            QStringList{QString::number(few->longest.size()), QString::number(few->calls), few->type,
                        diagnosisMs(few->longest.front()), diagnosisMs(few->usualNs)});
        return;
    }
    TypeTimes types;
    addTypes(base, e, true, types);
    addTypes(base, e, false, types);
    std::vector<OperatorPair> pairs;
    for (const auto &[key, t] : types)
        pairs.push_back(t);
    if (const LostTypes lost = lostTypes(pairs); lost.mayBeAll) {
        v.details.emplace_back(
            RS_MESSAGE("Which operators take it is unknown: names of operators of rank %1 are lost."),
            QStringList{base.label(lost.ofBase ? e.normalPeer : e.rank)});
        return;
    }
    std::erase_if(pairs, [](const OperatorPair &p) { return isMissingName(p.type); });
    const SlowdownCause slowness = slowdownCauseOf(pairs);
    if (slowness.ofBase || slowness.moreNs <= 0)
        return;
    const QString normal = base.label(e.normalPeer);
    v.reason = slowness.kind == SlowdownKind::Device ? SlowReason::Device
               : slowness.isOfInput()                ? SlowReason::Input
                                                     : SlowReason::Operators;
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
        v.details.emplace_back(RS_MESSAGE("The input differs: operators with the same input shapes run more often "
                                          "than on rank %1. Per call they take %2 times as long."),
                               QStringList{normal, QString::number(slowness.sameFactor, 'f', 2)});
    } else if (slowness.isOfInput()) {
        const QStringList said{normal, slowdownPercent(slowness.strange)};
        if (slowness.sameFactor <= 0)
            v.details.emplace_back(RS_MESSAGE("The input differs: %2 % of its compute time is in input shapes that "
                                              "rank %1 does not have, which says nothing about the device."),
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

// End of the sentence on a rank's compute if a lower frequency explains it.
Phrase frequencySentence(const RunEvidence &base, const Verdict &v, const FrequencyLoss &own, const FrequencyLoss &peer)
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
        return {RS_MESSAGE("Rank %1 computes %2 (%3) longer than the median of its peers, in step %8 only: its AI "
                           "cores fell from %4 MHz to %5 MHz, those of rank %6 ran at %7 MHz."),
                said + QStringList{shortList(v.steps)}};
    }
    const QStringList said{rank, more, part, megahertz(own.nominalMHz), normal, normalMHz};
    if (!some)
        return {RS_MESSAGE("Rank %1 computes %2 (%3) longer than the median of its peers: its AI cores never ran above "
                           "%4 MHz, those of rank %5 ran at %6 MHz."),
                said};
    return {RS_MESSAGE("Rank %1 computes %2 (%3) longer than the median of its peers, in step %7 only: its AI "
                       "cores never ran above %4 MHz, those of rank %5 ran at %6 MHz."),
            said + QStringList{shortList(v.steps)}};
}

// A lower frequency explains the excess.
bool blameFrequency(const RunEvidence &base, const Excess &e, Verdict &v)
{
    // The loss by a drop in a step alone is no part of the excess.
    std::vector<size_t> steps = e.steps;
    std::erase_if(steps, [&](size_t s) {
        const DiagnosisCell &cell = base.cell(e.rank, s);
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
Phrase dropSentence(const RunEvidence &base, const Excess &e, const Verdict &v)
{
    const FrequencyLoss own = base.frequencyLoss(e.rank, e.steps);
    const FrequencyLoss peer = base.frequencyLoss(e.normalPeer, e.steps);
    return {RS_MESSAGE("Rank %1 computes %2 (%3) longer than expected from its other steps, in step %8 only: its "
                       "AI cores fell from %4 MHz to %5 MHz, those of rank %6 ran at %7 MHz."),
            {base.label(v.rank), diagnosisMs(v.deviationNs), diagnosisPercent(v.deviationShare),
             megahertz(own.nominalMHz), megahertz(own.lowestMHz), base.label(v.normalPeer), megahertz(peer.ranAtMHz()),
             shortList(v.steps)}};
}

Phrase computeSentence(const RunEvidence &base, const Verdict &v)
{
    const QString rank = base.label(v.rank);
    const QString more = diagnosisMs(v.deviationNs);
    const QString part = diagnosisPercent(v.deviationShare);
    if (!v.steps.isEmpty())
        return {RS_MESSAGE("Rank %1 computes %2 (%3) longer than the median of its peers, in step %4 only."),
                {rank, more, part, shortList(v.steps)}};
    if (base.steps.size() > 1)
        return {RS_MESSAGE("Rank %1 computes %2 (%3) longer than the median of its peers, over all steps."),
                {rank, more, part}};
    return {RS_MESSAGE("Rank %1 computes %2 (%3) longer than the median of its peers."), {rank, more, part}};
}

// Part of the steps that must show it.
constexpr double nearlyAllOfPair = 0.7;

std::optional<Excess> excessOver(const RunEvidence &base, const PeerDifference &two)
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
std::vector<OddOfTwo> oddOnesOfTwo(const RunEvidence &base, const std::vector<PeerDifference> &differences)
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
std::vector<OddOfUneven> oddOnesOfUneven(const RunEvidence &base, const PeerQuestion &question, ExcessReport &report)
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
            if (std::optional<Excess> excess = excessOf(base, u.ranks[i], u.ranks, question))
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

// By rank index: time that experts would not take with evenly spread tokens; below 0: they would take more.
std::map<int, qint64> expertExcess(const RunEvidence &base, const ExpertLoad &load)
{
    StageOperators operators(base);
    std::vector<int> ranks;
    for (const ExpertRank &r : load.members)
        ranks.push_back(r.rankIndex);
    const std::set<OperatorKey> alike = operators.alikeOperators(ranks);
    std::map<int, qint64> out;
    for (const ExpertRank &r : load.members) {
        const double own = load.of(r).value_or(0);
        const qint64 ns = own > 0 ? totalLength(operators.kernelsOf(r.rankIndex, alike, true)) : 0;
        if (ns > 0)
            out[r.rankIndex] = saturatedRound((1 - *load.mean() / own) * static_cast<double>(ns));
    }
    return out;
}

/// Peers that would be alike with evenly spread tokens differ by these alone: they are no longer uneven. Returns the
/// excess of who has most of them.
std::vector<Excess> busiestExperts(const RunEvidence &base, const PeerQuestion &question, ExcessReport &report)
{
    if (report.uneven.empty())
        return {};
    std::map<int, qint64> extra;
    std::vector<int> busiest;
    for (const ExpertLoad &load : base.experts()) {
        if (load.measure != ExpertMeasure::Tokens || !load.isUneven())
            continue;
        extra.merge(expertExcess(base, load));
        busiest.push_back(load.members[static_cast<size_t>(load.most)].rankIndex);
    }
    std::vector<Excess> out;
    if (busiest.empty())
        return out;
    std::erase_if(report.uneven, [&](const PeerUnevenness &u) {
        std::vector<qint64> even;
        for (const int r : u.ranks) {
            qint64 sum = extra.contains(r) ? -extra.at(r) : 0;
            for (const DiagnosisCell &cell : base.cells[static_cast<size_t>(r)])
                sum = saturatedSum(sum, cell.evenComputeNs.value_or(0));
            even.push_back(sum);
        }
        std::ranges::sort(even);
        const qint64 most = even.back();
        even.resize((even.size() + 1) / 2);
        const qint64 median = medianOf(std::move(even));
        if (question.isEnough(most - median, median, 0))
            return false;
        for (const int r : busiest) {
            std::optional<Excess> e =
                std::ranges::find(u.ranks, r) == u.ranks.end() ? std::nullopt : excessOf(base, r, u.ranks, question);
            if (e)
                out.push_back(std::move(*e));
        }
        std::erase_if(report.excesses, [&](const Excess &e) {
            return std::ranges::any_of(out, [&e](const Excess &o) { return o.rank == e.rank; });
        });
        return true;
    });
    return out;
}

// Time of operators that run on the AI CPU of the one and on cores of the other: of two peers that tells the odd one.
struct CpuOperators
{
    QString type; ///< that with most of it
    qint64 ns = 0;
};

CpuOperators cpuOperators(const RunEvidence &base, const PeerDifference &two)
{
    const auto timesOf = [&](int rank) {
        std::map<QString, qint64> out;
        OperatorQuery query;
        query.coreType = QStringLiteral("AI_CPU");
        const auto &data = base.run.ranks[static_cast<size_t>(rank)];
        for (const OperatorRow &row : data ? operatorStats(*data, query, base.job).rows : std::vector<OperatorRow>())
            out[row.type] = row.totalNs;
        return out;
    };
    const std::map<QString, qint64> less = timesOf(two.less);
    CpuOperators out;
    qint64 most = 0;
    for (const auto &[type, ns] : timesOf(two.more)) {
        const auto known = less.find(type);
        const qint64 more = ns - (known == less.end() ? 0 : known->second);
        out.ns = saturatedSum(out.ns, std::max<qint64>(0, more));
        if (more > most) {
            most = more;
            out.type = type;
        }
    }
    return out;
}

// Sentence on a difference that nobody could judge by the two alone.
Phrase oddOfTwoSentence(const RunEvidence &base, const OddOfTwo &odd, const Verdict &v)
{
    return {RS_MESSAGE("Rank %1 computes %2 (%3) longer than its only peer, rank %4. It is the outlier: operators "
                       "that other pipeline stages have too take %5 longer on it than there, and on its peer they "
                       "do not."),
            {base.label(v.rank), diagnosisMs(v.deviationNs), diagnosisPercent(v.deviationShare),
             base.label(v.normalPeer), diagnosisPercent(odd.factor - 1)}};
}

// Bars and tables show the median with them, and so another deviation.
void addLeftOut(const RunEvidence &base, const Excess &e, Verdict &v)
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
        v.details.emplace_back(RS_MESSAGE("The median leaves out the time of measured frequency drops, on rank %1."),
                               QStringList{shortList(names)});
}

// `ranks`: of whom something is said.
void addPartlyOfFile(const QStringList &ranks, Verdict &v)
{
    if (!ranks.isEmpty())
        v.details.emplace_back(RS_MESSAGE("Steps that a trace lacks or has in part because it is cut are judged by the "
                                          "columns of step_trace_time.csv, on rank %1."),
                               QStringList{shortList(ranks)});
}

void addEvidence(const RunEvidence &base, const Excess &e, Verdict &v)
{
    const QString step = v.steps.size() == 1 ? v.steps.front() : QString();
    v.evidence.push_back({QStringLiteral("compare"), {}, {}, e.normalPeer, e.rank});
    v.evidence.push_back({QStringLiteral("books"), step});
    if (!v.victims.empty() && base.canReplay(e.rank))
        v.evidence.push_back({QStringLiteral("ledger"), step});
}

// Gain of the steps if the slower ones were like the faster.
std::optional<qint64> costOfDifference(const RunEvidence &base, const ExcessReport &report)
{
    if (const PeerDifference *const two = report.difference(); two && two->enough)
        return gainOfComputing(base, {{two->more, two->lessNs}});
    std::map<int, qint64> like;
    for (const PeerUnevenness &u : report.uneven) {
        for (const int rank : u.slow)
            like[rank] = u.halfNs;
    }
    return gainOfComputing(base, like);
}

Verdict computeArea(const RunEvidence &base, const ExcessReport &report)
{
    AreaWords words;
    words.missing = {RS_MESSAGE("Compute time is unknown: it is neither in the traces nor in step_trace_time.csv. "
                                "The profiler writes both when NPU activity is on.")};
    words.farthestAbove = RS_MESSAGE("No rank computes noticeably longer than its peers and delays the run. "
                                     "Farthest from their median is rank %1, which computes %2 (%3) longer.");
    words.farthestBelow = RS_MESSAGE("No rank computes noticeably longer than its peers and delays the run. "
                                     "Farthest from their median is rank %1, which computes %2 (%3) less.");
    words.farthestCostless = RS_MESSAGE("Rank %1 computes %2 (%3) longer than the median of its peers, which "
                                        "delays the run too little to be a problem.");
    words.differ = RS_MESSAGE(
        "Rank %1 computes longer than rank %2, by %3 (%4). With two peers, which one is the outlier is unknown.");
    words.alike = RS_MESSAGE("Ranks %1 and %2 compute alike: they differ by %3 (%4).");
    words.oneSlower = RS_MESSAGE("Rank %1 computes longer than the faster half of its peers, by %2 (%3). The peers "
                                 "differ too much from each other to name an outlier.");
    words.severalSlower = RS_MESSAGE("Ranks %1 compute longer than the faster half of their peers, by up to %2 "
                                     "(%3). The peers differ too much from each other to name an outlier.");
    Verdict v = areaVerdict(base, report, DiagnosisKind::Compute, 0, words);
    if (v.state == DiagnosisState::Difference) {
        v.costNs = costOfDifference(base, report);
        v.share = base.shareOf(v.costNs.value_or(0), base.allSteps());
        v.certainty = Certainty::Low;
        v.target = LookTarget::CompareRanks;
        v.evidence.insert(v.evidence.begin(), {QStringLiteral("compare"), {}, {}, v.peer, v.rank});
    }
    if (report.compared)
        addPartlyOfFile(base.partlyOfFile(), v);
    return v;
}

// Ranks whose AI cores ran slower in some steps, and which computed longer in them than their other steps let expect:
// measured, so that no peer need be normal in these steps.
std::vector<Excess> frequencyDrops(const RunEvidence &base)
{
    std::vector<Excess> out;
    for (const std::vector<int> &group : base.groups) {
        std::vector<double> sums;
        for (const int rank : group) {
            double sum = 0;
            for (const DiagnosisCell &cell : base.cells[static_cast<size_t>(rank)])
                sum += static_cast<double>(cell.evenComputeNs.value_or(0));
            sums.push_back(sum);
        }
        const double median = lowerMedian(sums);
        for (size_t i = 0; i < group.size(); ++i) {
            const std::vector<DiagnosisCell> &own = base.cells[static_cast<size_t>(group[i])];
            Excess e;
            for (size_t s = 0; s < own.size(); ++s) {
                if (own[s].evenComputeNs == own[s].computeNs)
                    continue;
                e.add(s, *own[s].computeNs - *own[s].evenComputeNs, *own[s].evenComputeNs);
            }
            if (e.steps.empty())
                continue;
            e.rank = group[i];
            e.normalPeer = normalPeer(base, group, sums, median, i);
            e.peers = group.size() - 1;
            out.push_back(std::move(e));
        }
    }
    return out;
}

// Tokens are conserved: evenly spread, the experts of all ranks have the mean of them. What ranks do not do alike is
// that of the experts.
void spreadTokens(const RunEvidence &base, Suspect &s)
{
    for (const ExpertLoad &load : base.experts()) {
        if (load.measure != ExpertMeasure::Tokens || !load.isUneven() ||
            load.members[static_cast<size_t>(load.most)].rankIndex != s.excess.rank)
            continue;
        if (s.costNs)
            s.costNs = saturatedRound((1 - 1 / load.factor) * static_cast<double>(*s.costNs));
        if (!s.replayed)
            continue;
        StageOperators operators(base);
        std::vector<int> ranks;
        for (const ExpertRank &r : load.members)
            ranks.push_back(r.rankIndex);
        const std::set<OperatorKey> alike = operators.alikeOperators(ranks);
        for (const ExpertRank &r : load.members) {
            const double own = load.of(r).value_or(0);
            IntervalSet where = own > 0 ? operators.kernelsOf(r.rankIndex, alike, true) : IntervalSet();
            ReplayChange change{r.rankIndex, {{IntervalLengths(std::move(where)), 1 - *load.mean() / own}}, {}};
            if (r.rankIndex == s.excess.rank)
                s.change.reliefs = std::move(change.reliefs);
            else if (own > 0)
                s.others.push_back(std::move(change));
        }
        // More is sent to its experts and back as well.
        const MatchedCollectives &all = base.attribution.collectives;
        for (const AttributedCollective &entry : base.attribution.entries) {
            const MatchedCollective &m = all.all[entry.collective];
            if (entry.transferNs && m.kind.startsWith(u"alltoall") && all.endOf(m, s.excess.rank))
                s.change.transfers.emplace_back(
                    entry.collective, saturatedRound((1 - 1 / load.factor) * static_cast<double>(*entry.transferNs)));
        }
        std::ranges::sort(s.change.transfers);
    }
}

void lookAtCompute(const RunEvidence &base, const ReferenceRates &, Findings &out)
{
    const auto isEnough = [&](qint64 ns, qint64 medianNs, qint64) {
        return static_cast<double>(ns) >= base.limits.computeDeviation * static_cast<double>(medianNs) && ns > 0;
    };
    for (const Excess &e : frequencyDrops(base)) {
        Suspect s = suspectOf(base, e, &DiagnosisCell::computeNs, DiagnosisKind::Frequency);
        s.describe = [&base](const Suspect &own, Verdict &v) {
            v.target = LookTarget::Frequency;
            v.sentence = dropSentence(base, own.excess, v);
            addEvidence(base, own.excess, v);
        };
        out.suspects.push_back(std::move(s));
    }
    const PeerQuestion question{&DiagnosisCell::evenComputeNs, isEnough};
    ExcessReport report = comparePeers(base, question);
    const auto suspect = [&](const Excess &e, const std::optional<Phrase> &why) {
        Suspect s = suspectOf(base, e, &DiagnosisCell::evenComputeNs, DiagnosisKind::Compute);
        spreadTokens(base, s);
        s.isOnce = isChance(base, e);
        s.describe = s.describeHidden = [&base, why](const Suspect &own, Verdict &v) {
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
        out.suspects.push_back(std::move(s));
    };
    const std::vector<OddOfUneven> ofUneven = oddOnesOfUneven(base, question, report);
    const std::vector<Excess> ofExperts = busiestExperts(base, question, report);
    for (const Excess &e : report.excesses)
        suspect(withoutChance(base, e), std::nullopt);
    for (const Excess &e : ofExperts)
        suspect(e, std::nullopt);
    for (const OddOfUneven &odd : ofUneven)
        suspect(odd.excess,
                Phrase{RS_MESSAGE("Its peers differ, too, but it is the outlier by the operators that all of them "
                                  "have equally often and with the same input shapes: they take %1 longer on it."),
                       {diagnosisPercent(odd.factor - 1)}});
    const std::vector<OddOfTwo> ofTwo = oddOnesOfTwo(base, report.differences);
    for (const PeerDifference &two : report.differences) {
        const bool isKnown =
            !two.enough || std::ranges::any_of(report.excesses, [&](const Excess &e) { return e.rank == two.more; }) ||
            std::ranges::any_of(ofTwo, [&](const OddOfTwo &odd) { return odd.excess.rank == two.more; });
        const CpuOperators onCpu = isKnown ? CpuOperators() : cpuOperators(base, two);
        const std::optional<Excess> e = 2 * onCpu.ns >= two.ns ? excessOver(base, two) : std::nullopt;
        if (!isKnown && e)
            suspect(*e, Phrase{RS_MESSAGE("It is the outlier of the two: its operators of type %1 run on the AI CPU, "
                                          "those of rank %2 do not."),
                               {onCpu.type, base.label(two.less)}});
    }
    for (const OddOfTwo &odd : ofTwo) {
        Suspect s = suspectOf(base, odd.excess, &DiagnosisCell::evenComputeNs, DiagnosisKind::Compute);
        s.describe = [&base, odd](const Suspect &own, Verdict &v) {
            v.target = LookTarget::CompareRanks;
            v.sentence = oddOfTwoSentence(base, odd, v);
            addEvidence(base, own.excess, v);
            if (!blameFrequency(base, own.excess, v))
                addOperators(base, own.excess, v);
        };
        out.suspects.push_back(std::move(s));
    }
    report.takeFarthest(comparePeers(base, {&DiagnosisCell::computeNs, isEnough}));
    out.areas.push_back(computeArea(base, report));
}

} // namespace

const Rule computeRule{lookAtCompute};

} // namespace rs
