// SPDX-License-Identifier: Apache-2.0
#include "analysis/diagnosis/peercomparison.h"

#include "analysis/overview/peerspread.h"
#include "analysis/ranks/peeroutliers.h"
#include "analysis/time/truncatedfiles.h"
#include "core/base/saturate.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace rs {

namespace {

// Part of the steps that must show an excess before it is said of all of them.
constexpr double nearlyAll = 0.7;
// Chance puts one of a few peers apart in a step at 20 %, in three steps at less than 1 %.
constexpr size_t fewestAgreeing = 3;

using ValueTable = std::vector<std::vector<qint64>>; // by rank and step

/// Peers of whom the value is known in every step that has it.
struct PeerValues
{
    std::vector<int> ranks;
    std::vector<size_t> judged;         ///< steps
    ValueTable at;                      ///< beside ranks, by step
    ValueTable shown;                   ///< the same, as bars and tables have them where they have all
    std::vector<std::vector<char>> odd; ///< the same: stands out in the step by enough
    std::vector<size_t> apart;  ///< beside ranks: steps in which it is apart from the few others, if not by as much as
                                ///< one step alone would need
    std::vector<double> sums;   ///< beside ranks
    std::vector<char> oddInSum; ///< the same: stands out in all steps together
    std::vector<size_t> above;  ///< the same: steps with half of what is enough
    qint64 lengthNs = 0;        ///< of the judged steps
    [[nodiscard]] bool isNearlyAll(size_t count) const ///< of the judged steps
    {
        return static_cast<double>(count) >= nearlyAll * static_cast<double>(judged.size());
    }
};

/// Median of such values, by step and of the sums.
struct PeerMiddle
{
    std::vector<qint64> medians; ///< beside PeerValues::judged
    std::vector<qint64> sums;    ///< beside PeerValues::ranks
    qint64 ofSums = 0;           ///< their median
};

class PeerJudge
{
public:
    PeerJudge(const RunEvidence &evidence, const PeerQuestion &question) : m_evidence(evidence), m_question(question) {}

    void judgeGroup(const std::vector<int> &group);
    /// `among`: of these steps only; empty: of all.
    [[nodiscard]] PeerValues valuesOf(const std::vector<int> &group, const std::vector<size_t> &among = {}) const;
    /// By enough in all steps together, and by half of that in nearly each of them.
    [[nodiscard]] bool isAboveMedian(const PeerValues &values, size_t at) const;
    /// By what bars show; where that says the opposite, by what traces say.
    [[nodiscard]] Excess excessAt(const PeerValues &values, size_t i, bool everywhere) const;
    [[nodiscard]] ExcessReport take() { return std::move(m_out); }

private:
    [[nodiscard]] std::optional<qint64> shownOf(int rank, size_t step) const;
    [[nodiscard]] bool isOdd(const PeerValues &values, size_t at) const;
    void judgeTwo(const PeerValues &values);
    /// A rank that lacks steps of its peers.
    void judgeFewerSteps(int rank, const std::vector<int> &group);
    /// One of two peers that in a few steps departs from its own other ones, in which both are alike.
    [[nodiscard]] std::optional<Excess> departureOf(const PeerValues &values, size_t more) const;
    /// Judges peers of which none is an outlier.
    void judgeUnevenness(const PeerValues &values);

    const RunEvidence &m_evidence;
    const PeerQuestion &m_question;
    ExcessReport m_out;
};

PeerMiddle middleOf(const PeerValues &values, const ValueTable &at)
{
    PeerMiddle out;
    out.sums.assign(at.size(), 0);
    for (const size_t s : values.judged) {
        std::vector<qint64> ofStep;
        for (size_t r = 0; r < at.size(); ++r) {
            ofStep.push_back(at[r][s]);
            out.sums[r] = saturatedSum(out.sums[r], at[r][s]);
        }
        out.medians.push_back(medianOf(std::move(ofStep)));
    }
    out.ofSums = medianOf(out.sums);
    return out;
}

// In every step, or in those in which it stands out.
Excess excessBeyond(const PeerValues &values, const ValueTable &at, size_t i, bool everywhere)
{
    const PeerMiddle middle = middleOf(values, at);
    Excess out;
    out.everywhere = everywhere;
    for (size_t j = 0; j < values.judged.size(); ++j) {
        const size_t s = values.judged[j];
        if (everywhere || values.odd[i][s])
            out.add(s, saturatedDifference(at[i][s], middle.medians[j]), middle.medians[j]);
    }
    // The sums of all steps are held against each other: the median of sums is not the sum of medians.
    if (everywhere) {
        out.medianNs = middle.ofSums;
        out.ns = saturatedDifference(middle.sums[i], middle.ofSums);
    }
    return out;
}

std::optional<qint64> PeerJudge::shownOf(int rank, size_t step) const
{
    const DiagnosisCell &cell = m_evidence.cells[static_cast<size_t>(rank)][step];
    if (m_question.value == &DiagnosisCell::computeNs)
        return cell.shownComputeNs;
    // Less what a drop of the frequency took.
    if (m_question.value == &DiagnosisCell::evenComputeNs)
        return cell.shownComputeNs && cell.computeNs && cell.evenComputeNs
                   ? std::optional(saturatedDifference(*cell.shownComputeNs,
                                                       saturatedDifference(*cell.computeNs, *cell.evenComputeNs)))
                   : std::nullopt;
    // Bars show idle time and preparing apart, and what is idle between steps is told as a late start.
    return cell.*m_question.value;
}

PeerValues PeerJudge::valuesOf(const std::vector<int> &group, const std::vector<size_t> &among) const
{
    const auto count = static_cast<size_t>(m_evidence.steps.size());
    const auto cell = [&](int r, size_t s) { return m_evidence.cells[static_cast<size_t>(r)][s].*m_question.value; };
    PeerValues out;
    const auto known = std::ranges::count_if(group, [&](int r) {
        const std::vector<DiagnosisCell> &own = m_evidence.cells[static_cast<size_t>(r)];
        return std::ranges::any_of(own, [&](const DiagnosisCell &c) { return (c.*m_question.value).has_value(); });
    });
    // A step that only one of many has, as the last one of a capture that went on for longer, tells nothing of peers.
    for (size_t s = 0; s < count; ++s) {
        const auto having = std::ranges::count_if(group, [&](int r) { return cell(r, s).has_value(); });
        if (having > 0 && 2 * having >= known && (among.empty() || std::ranges::binary_search(among, s)))
            out.judged.push_back(s);
    }
    for (const int r : group) {
        if (!out.judged.empty() && std::ranges::all_of(out.judged, [&](size_t s) { return cell(r, s).has_value(); }))
            out.ranks.push_back(r);
    }
    const size_t ranks = out.ranks.size();
    out.sums.assign(ranks, 0);
    out.above.assign(ranks, 0);
    out.apart.assign(ranks, 0);
    OutlierLimits ofSeveral = m_evidence.limits.outliers;
    ofSeveral.oneOfSeveral = true;
    out.at.assign(ranks, std::vector<qint64>(count, 0));
    out.shown = out.at;
    bool areShown = true;
    out.odd.assign(ranks, std::vector<char>(count, 0));
    for (const size_t s : out.judged) {
        std::vector<double> values;
        std::vector<qint64> exact;
        for (size_t i = 0; i < ranks; ++i) {
            out.at[i][s] = cell(out.ranks[i], s).value_or(0);
            const std::optional<qint64> shown = shownOf(out.ranks[i], s);
            areShown = areShown && shown;
            out.shown[i][s] = shown.value_or(0);
            exact.push_back(out.at[i][s]);
            values.push_back(static_cast<double>(exact.back()));
            out.sums[i] += values.back();
        }
        if (exact.empty())
            continue;
        const qint64 median = medianOf(std::move(exact));
        const qint64 length = m_evidence.usualWindowOf({s});
        out.lengthNs = saturatedSum(out.lengthNs, length);
        const auto excess = [&](size_t i) { return saturatedDifference(out.at[i][s], median); };
        for (const size_t i : highOutliers(values, m_evidence.limits.outliers))
            out.odd[i][s] = m_question.isEnough(excess(i), median, length) ? 1 : 0;
        if (areFew(values.size())) {
            for (const size_t i : highOutliers(values, ofSeveral))
                out.apart[i] += m_question.isEnough(excess(i), median, length) ? 1 : 0;
        }
        for (size_t i = 0; i < ranks; ++i)
            out.above[i] += m_question.isEnough(saturatedProduct(2, excess(i)), median, length) ? 1 : 0;
    }
    if (!areShown)
        out.shown = out.at;
    out.oddInSum.assign(ranks, 0);
    for (const size_t i : highOutliers(out.sums, m_evidence.limits.outliers))
        out.oddInSum[i] = 1;
    return out;
}

bool PeerJudge::isAboveMedian(const PeerValues &values, size_t at) const
{
    const double median = lowerMedian(values.sums);
    return m_question.isEnough(static_cast<qint64>(values.sums[at] - median), static_cast<qint64>(median),
                               values.lengthNs) &&
           values.isNearlyAll(values.above[at]);
}

bool PeerJudge::isOdd(const PeerValues &values, size_t at) const
{
    // With a few peers one step says little, but several that agree do.
    const bool agree = values.judged.size() >= fewestAgreeing && values.apart[at] == values.judged.size();
    // One more that stands out in a few steps takes the others neither these steps nor the sum.
    return (agree || values.oddInSum[at] ||
            values.isNearlyAll(static_cast<size_t>(std::ranges::count(values.odd[at], 1)))) &&
           isAboveMedian(values, at);
}

Excess PeerJudge::excessAt(const PeerValues &values, size_t i, bool everywhere) const
{
    if (!everywhere && std::ranges::count(values.odd[i], 1) == 0)
        return {};
    Excess out = excessBeyond(values, values.shown, i, everywhere);
    if (out.ns <= 0)
        out = excessBeyond(values, values.at, i, everywhere);
    out.rank = values.ranks[i];
    out.peers = values.ranks.size() - 1;
    out.normalPeer = normalPeer(m_evidence, values.ranks, values.sums, lowerMedian(values.sums), i);
    return out;
}

std::optional<Excess> PeerJudge::departureOf(const PeerValues &values, size_t more) const
{
    constexpr size_t fewestAlike = 2;
    const std::vector<qint64> &own = values.at[more];
    const std::vector<qint64> &peer = values.at[1 - more];
    std::vector<qint64> ownAlike;
    std::vector<qint64> peerAlike;
    Excess out;
    for (const size_t s : values.judged) {
        const qint64 ns = saturatedDifference(own[s], peer[s]);
        if (m_question.isEnough(ns, peer[s], m_evidence.usualWindowOf({s}))) {
            out.add(s, ns, peer[s]);
            continue;
        }
        ownAlike.push_back(own[s]);
        peerAlike.push_back(peer[s]);
    }
    if (out.steps.empty() || ownAlike.size() < std::max(fewestAlike, out.steps.size() + 1))
        return std::nullopt;
    const qint64 usual = medianOf(std::move(ownAlike));
    const qint64 peerUsual = medianOf(std::move(peerAlike));
    for (const size_t s : out.steps) {
        const qint64 length = m_evidence.usualWindowOf({s});
        if (!m_question.isEnough(saturatedDifference(own[s], usual), usual, length) ||
            m_question.isEnough(saturatedDifference(peerUsual, peer[s]), peer[s], length))
            return std::nullopt;
    }
    out.rank = values.ranks[more];
    out.normalPeer = values.ranks[1 - more];
    out.peers = 1;
    return out;
}

void PeerJudge::judgeTwo(const PeerValues &values)
{
    const size_t more = values.sums[1] > values.sums[0] ? 1 : 0;
    const std::vector<qint64> shown = middleOf(values, values.shown).sums;
    // Traces count where files say the opposite: the two are compared elsewhere.
    const std::vector<qint64> told = shown[more] >= shown[1 - more] ? shown : middleOf(values, values.at).sums;
    const qint64 less = told[1 - more];
    const qint64 ns = saturatedDifference(told[more], less);
    m_out.differences.push_back(
        {values.ranks[more], values.ranks[1 - more], ns, less, m_question.isEnough(ns, less, values.lengthNs)});
    for (const size_t i : {more, 1 - more}) {
        if (std::optional<Excess> e = departureOf(values, i))
            m_out.excesses.push_back(std::move(*e));
    }
}

void PeerJudge::judgeFewerSteps(int rank, const std::vector<int> &group)
{
    std::vector<size_t> shared;
    for (size_t s = 0; s < m_evidence.cells[static_cast<size_t>(rank)].size(); ++s) {
        if (m_evidence.cells[static_cast<size_t>(rank)][s].*m_question.value)
            shared.push_back(s);
    }
    const auto &data = m_evidence.run.ranks[static_cast<size_t>(rank)];
    const PeerValues values =
        shared.empty() || (data && isTraceTruncated(*data)) ? PeerValues() : valuesOf(group, shared);
    const auto found = std::ranges::find(values.ranks, rank);
    if (found == values.ranks.end() || values.ranks.size() < 3) {
        m_out.lacking.push_back(rank);
        return;
    }
    m_out.fewer.push_back(rank);
    const auto at = static_cast<size_t>(found - values.ranks.begin());
    Excess e = excessAt(values, at, isOdd(values, at));
    if (!e.steps.empty())
        m_out.excesses.push_back(std::move(e));
}

void PeerJudge::judgeUnevenness(const PeerValues &values)
{
    const std::vector<double> &sums = values.sums;
    std::vector<size_t> order(sums.size());
    std::iota(order.begin(), order.end(), size_t(0));
    std::ranges::stable_sort(order, [&](size_t a, size_t b) { return sums[a] > sums[b]; });
    std::vector<qint64> half;
    for (size_t i = order.size() / 2; i < order.size(); ++i)
        half.push_back(static_cast<qint64>(sums[order[i]]));
    PeerUnevenness u;
    u.halfNs = medianOf(std::move(half));
    u.ranks = values.ranks;
    u.least = values.ranks[order.back()];
    u.ns = saturatedDifference(static_cast<qint64>(sums[order.front()]), u.halfNs);
    for (const size_t i : order) {
        if (m_question.isEnough(saturatedDifference(static_cast<qint64>(sums[i]), u.halfNs), u.halfNs, values.lengthNs))
            u.slow.push_back(values.ranks[i]);
    }
    if (!u.slow.empty())
        m_out.uneven.push_back(std::move(u));
}

void PeerJudge::judgeGroup(const std::vector<int> &group)
{
    const PeerValues values = valuesOf(group);
    const std::vector<int> &ranks = values.ranks;
    m_out.known = m_out.known || !ranks.empty();
    if (ranks.size() == 1)
        m_out.alone.push_back(ranks.front());
    for (const int r : group) {
        if (std::ranges::find(ranks, r) == ranks.end())
            judgeFewerSteps(r, group);
    }
    if (ranks.size() == 2)
        judgeTwo(values);
    if (ranks.size() < 3)
        return;
    m_out.compared = true;
    const PeerMiddle shown = middleOf(values, values.shown);
    bool isEven = true;
    for (size_t i = 0; i < ranks.size(); ++i) {
        const qint64 shownOff = saturatedDifference(shown.sums[i], shown.ofSums);
        if (m_out.farthest < 0 || saturatedMagnitude(shownOff) > saturatedMagnitude(m_out.farthestNs)) {
            m_out.farthest = ranks[i];
            m_out.farthestNs = shownOff;
            m_out.farthestMedianNs = shown.ofSums;
            m_out.farthestEnough = m_question.isEnough(shownOff, shown.ofSums, values.lengthNs);
        }
        if (Excess e = excessAt(values, i, isOdd(values, i)); !e.steps.empty()) {
            isEven = isEven && !e.everywhere;
            m_out.excesses.push_back(std::move(e));
        }
    }
    if (isEven)
        judgeUnevenness(values);
}

} // namespace

void Excess::add(size_t step, qint64 moreNs, qint64 ofMedianNs)
{
    if (!worst || moreNs > m_worstNs) {
        worst = step;
        m_worstNs = moreNs;
    }
    steps.push_back(step);
    ns = saturatedSum(ns, moreNs);
    medianNs = saturatedSum(medianNs, ofMedianNs);
}

void ExcessReport::takeFarthest(const ExcessReport &shown)
{
    if (!shown.compared)
        return;
    farthest = shown.farthest;
    farthestNs = shown.farthestNs;
    farthestMedianNs = shown.farthestMedianNs;
    farthestEnough = shown.farthestEnough;
}

const PeerDifference *ExcessReport::difference() const
{
    const auto greatest = std::ranges::max_element(differences, [](const PeerDifference &a, const PeerDifference &b) {
        return std::pair(a.enough, a.ns) < std::pair(b.enough, b.ns);
    });
    return greatest == differences.end() ? nullptr : &*greatest;
}

ExcessReport comparePeers(const RunEvidence &evidence, const PeerQuestion &question)
{
    PeerJudge judge(evidence, question);
    for (const std::vector<int> &group : evidence.groups)
        judge.judgeGroup(group);
    return judge.take();
}

std::optional<Excess> excessOf(const RunEvidence &evidence, int rank, const std::vector<int> &peers,
                               const PeerQuestion &question)
{
    const PeerJudge judge(evidence, question);
    const PeerValues values = judge.valuesOf(peers);
    const auto found = std::ranges::find(values.ranks, rank);
    const auto at = static_cast<size_t>(found - values.ranks.begin());
    if (found == values.ranks.end() || !judge.isAboveMedian(values, at))
        return std::nullopt;
    return judge.excessAt(values, at, true);
}

int normalPeer(const RunEvidence &evidence, const std::vector<int> &ranks, const std::vector<double> &sums,
               double median, size_t of)
{
    const auto dropped = [&](int rank) {
        const std::vector<DiagnosisCell> &own = evidence.cells[static_cast<size_t>(rank)];
        return std::ranges::any_of(own, [](const DiagnosisCell &c) { return c.evenComputeNs != c.computeNs; });
    };
    std::optional<size_t> best;
    std::pair<bool, double> least;
    for (size_t i = 0; i < ranks.size(); ++i) {
        const std::pair<bool, double> off(dropped(ranks[i]), std::abs(sums[i] - median));
        if (i != of && (!best || off < least)) {
            best = i;
            least = off;
        }
    }
    return best ? ranks[*best] : -1;
}

QStringList stepNames(const RunEvidence &evidence, const Excess &excess)
{
    QStringList out;
    for (size_t i = 0; i < excess.steps.size() && !excess.everywhere; ++i)
        out << evidence.steps[static_cast<qsizetype>(excess.steps[i])];
    out.removeAll(QString());
    return out;
}

Verdict areaVerdict(const RunEvidence &base, const ExcessReport &report, DiagnosisKind kind, qint64 wholeNs,
                    const AreaWords &words)
{
    Verdict v;
    v.kind = kind;
    v.evidence.push_back({QStringLiteral("books")});
    const auto share = [&](qint64 ns, qint64 medianNs) {
        const qint64 whole = wholeNs > 0 ? wholeNs : medianNs;
        return whole > 0 ? static_cast<double>(ns) / static_cast<double>(whole) : 0;
    };
    const PeerDifference *const two = report.difference();
    if (!report.known) {
        v.state = DiagnosisState::Unknown;
        v.sentence = words.missing;
    } else if (two && (two->enough || !report.compared)) {
        v.state = two->enough ? DiagnosisState::Difference : DiagnosisState::Fine;
        v.rank = two->enough ? two->more : -1;
        v.peer = v.normalPeer = two->enough ? two->less : -1;
        v.deviationNs = two->ns;
        v.deviationShare = share(two->ns, two->lessNs);
        v.sentence = {
            two->enough ? words.differ : words.alike,
            {base.label(two->more), base.label(two->less), diagnosisMs(two->ns), diagnosisPercent(v.deviationShare)}};
    } else if (!report.compared) {
        v.state = DiagnosisState::Unknown;
        const bool isUnknown = report.alone.size() > 1 && !base.isStageKnown(report.alone.front());
        v.sentence = {isUnknown ? RS_MESSAGE("Which ranks do the same work is not known: what files say on pipeline "
                                             "stages does not fit together.")
                                : RS_MESSAGE("One rank alone cannot be compared with peers.")};
    } else if (!report.uneven.empty() && !words.oneSlower.isEmpty()) {
        const PeerUnevenness &u = *std::ranges::max_element(report.uneven, {}, &PeerUnevenness::ns);
        std::vector<int> slow;
        for (const PeerUnevenness &group : report.uneven)
            slow.insert(slow.end(), group.slow.begin(), group.slow.end());
        std::ranges::sort(slow);
        v.state = DiagnosisState::Difference;
        v.certainty = Certainty::Low;
        v.rank = u.slow.front();
        v.peer = v.normalPeer = u.least;
        v.deviationNs = u.ns;
        v.deviationShare = share(u.ns, u.halfNs);
        v.sentence = {slow.size() == 1 ? words.oneSlower : words.severalSlower,
                      {shortList(base.labels(slow)), diagnosisMs(u.ns), diagnosisPercent(v.deviationShare)}};
        if (!base.stagesKnown)
            v.details.emplace_back(
                RS_MESSAGE("No file says which pipeline stage each rank is in, and ranks of different stages "
                           "differ without any fault: profiler_metadata.json of the ranks has the stages."));
    } else {
        v.deviationNs = saturatedMagnitude(report.farthestNs);
        v.deviationShare = share(v.deviationNs, report.farthestMedianNs);
        const bool isCostless = report.farthestEnough && !words.farthestCostless.isEmpty();
        v.state = isCostless ? DiagnosisState::Notice : DiagnosisState::Fine;
        v.sentence = {isCostless              ? words.farthestCostless
                      : report.farthestNs < 0 ? words.farthestBelow
                                              : words.farthestAbove,
                      {base.label(report.farthest), diagnosisMs(v.deviationNs), diagnosisPercent(v.deviationShare)}};
    }
    const auto notJudged = [&](const std::vector<int> &ranks, const QString &why) {
        if (v.state == DiagnosisState::Unknown || ranks.empty())
            return;
        v.details.push_back({why, {shortList(base.labels(ranks))}});
        v.isPartial = true;
    };
    if (v.state != DiagnosisState::Unknown && !report.fewer.empty())
        v.details.push_back(
            {RS_MESSAGE("Ranks with fewer steps than their peers are judged by the steps they share: %1."),
             {shortList(base.labels(report.fewer))}});
    if (const QStringList absent = base.absentRanks(); v.state != DiagnosisState::Unknown && !absent.isEmpty()) {
        v.details.push_back({absent.size() == 1
                                 ? RS_MESSAGE("Not checked, because it is not in this run: rank %1.")
                                 : RS_MESSAGE("Not checked, because they are not in this run: ranks %1."),
                             {shortList(absent)}});
        v.isPartial = true;
    }
    std::vector<int> alone = report.alone;
    const auto staged =
        std::stable_partition(alone.begin(), alone.end(), [&base](int rank) { return base.isStageKnown(rank); });
    notJudged({alone.begin(), staged},
              RS_MESSAGE("Not checked, because no other rank of their stage has this time: %1."));
    notJudged({staged, alone.end()}, RS_MESSAGE("Not checked, because their pipeline stage is not known: %1."));
    std::vector<int> whole = report.lacking;
    const auto cut = std::stable_partition(whole.begin(), whole.end(), [&base](int rank) {
        const auto &data = base.run.ranks[static_cast<size_t>(rank)];
        return !data || !isTraceTruncated(*data);
    });
    notJudged({cut, whole.end()}, RS_MESSAGE("Not checked, because of damaged files: %1."));
    notJudged({whole.begin(), cut},
              RS_MESSAGE("Not checked, because their files do not have this time for every step: %1."));
    // The distance of each rank is seen where it is held against its peers.
    if (v.state == DiagnosisState::Fine || v.state == DiagnosisState::Notice)
        v.evidence.insert(v.evidence.begin(), {QStringLiteral("steps.deviation")});
    return v;
}

} // namespace rs
