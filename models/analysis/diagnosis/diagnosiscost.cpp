// SPDX-License-Identifier: Apache-2.0
// What the problems of a run cost it.
#include "analysis/diagnosis/diagnosisbase.h"
#include "analysis/overview/peerspread.h"
#include "core/base/saturate.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace rs {

namespace {

// Peers from which on a few odd ones cannot pull the median.
constexpr size_t surePeers = 7;
// So many suspects are mended together: each of them means two more replays.
constexpr size_t mostJoined = 8;
// A problem that gains less than this part of its cost when it is mended alone is hidden by others; a replay that gains
// less than this part of the estimate lacks ranks through which others waited.
constexpr double hidingShare = 0.8;
// From this part of its cost on it gains as much when it is mended alone.
constexpr double sameShare = 0.98;

// Parts of gaps that are `ns` long together: what the longest ones are longer than the others.
IntervalSet longestParts(const IntervalSet &gaps, qint64 ns)
{
    std::vector<qint64> lengths;
    for (const Interval &gap : gaps)
        lengths.push_back(gap.length());
    std::ranges::sort(lengths, std::greater<>());
    // Down to which length all longer gaps are cut.
    qint64 level = 0;
    qint64 longer = 0;
    for (size_t i = 0; i < lengths.size(); ++i) {
        longer = saturatedSum(longer, lengths[i]);
        const auto count = static_cast<qint64>(i) + 1;
        level = std::max<qint64>(0, (longer - ns) / count);
        if (i + 1 == lengths.size() || level >= lengths[i + 1])
            break;
    }
    IntervalSet out;
    for (const Interval &gap : gaps) {
        if (gap.length() > level)
            out.push_back({gap.from + level, gap.to});
    }
    return out;
}

qint64 sumOfGains(const std::vector<qint64> &gains)
{
    qint64 sum = 0;
    for (const qint64 ns : gains)
        sum = saturatedSum(sum, ns);
    return sum;
}

// From what on it is a problem.
double leastCost(const DiagnosisBase &base, const Excess &excess)
{
    return (excess.everywhere ? base.limits.leastCost : base.limits.leastCostOfSome) *
           static_cast<double>(base.usualWindowOf(excess.steps));
}

// One of several that hold the run up alike costs nothing as long as the others are there.
bool isHidden(const DiagnosisBase &base, const Suspect &s)
{
    const double least = leastCost(base, s.excess);
    if (s.kind == DiagnosisKind::SlowLink || s.kind == DiagnosisKind::Stage || !s.excess.everywhere ||
        static_cast<double>(s.excess.ns) < least)
        return false;
    const std::vector<DiagnosisVictim> victims = base.victimsOf(s.excess.rank, s.excess.steps);
    return !victims.empty() && static_cast<double>(victims.front().waitNs) >= least;
}

bool isProblem(const DiagnosisBase &base, const Suspect &s)
{
    return s.costNs && base.windowOf(s.excess.steps) > 0 &&
           (static_cast<double>(*s.costNs) >= leastCost(base, s.excess) || isHidden(base, s));
}

// Not by traces.
bool isEstimate(const DiagnosisBase &base, const Suspect &s)
{
    return !s.replayed || base.attribution.collectives.source != MatchSource::Traces;
}

// Ranks of a verdict that have a trace, whose clock nothing ties to that of the others.
std::vector<int> withoutClock(const DiagnosisBase &base, const Verdict &v)
{
    std::vector<int> out;
    if (base.attribution.collectives.clocks.empty())
        return out;
    for (const int r : {v.rank, v.peer}) {
        const auto &rank = r < 0 ? nullptr : base.run.ranks[static_cast<size_t>(r)];
        if (rank && rank->trace && !base.attribution.collectives.isAligned(r))
            out.push_back(r);
    }
    return out;
}

// Why an estimate is none better.
Phrase estimateOf(const DiagnosisBase &base, const Suspect &s, const Verdict &v)
{
    const QString most = diagnosisMs(v.deviationNs);
    if (s.isPart)
        return {RS_MESSAGE("What it costs is estimated by the transfers that are known: that they take %1 longer is no "
                           "limit to it, and who waits for the link is not known."),
                {most}};
    const std::vector<int> apart = withoutClock(base, v);
    if (const QStringList lacking = v.kind == DiagnosisKind::SlowLink ? base.notMet() : base.notReplayed();
        apart.empty() && base.attribution.collectives.source == MatchSource::Traces && !lacking.isEmpty())
        return {RS_MESSAGE("What it costs is estimated, and at most the %1 by which it takes longer: ranks are missing "
                           "or have no whole trace (%2), and nobody knows who waits for it through them."),
                {most, diagnosisList(lacking)}};
    if (apart.empty() && base.attribution.collectives.source == MatchSource::Traces)
        return {RS_MESSAGE("What it costs is estimated, and at most the %1 by which it takes longer: its operators are "
                           "not found in the traces of both of its ranks."),
                {most}};
    if (apart.empty())
        return {RS_MESSAGE("What it costs is estimated, and at most the %1 by which it takes longer: without traces of "
                           "the ranks nobody knows what waits for it."),
                {most}};
    QStringList labels;
    bool few = true;
    for (const int r : apart) {
        labels.append(base.label(r));
        few = few && base.attribution.collectives.clocks[static_cast<size_t>(r)].refusal == AlignRefusal::NoMatches;
    }
    const QStringList args{most, labels.join(QStringLiteral(", "))};
    if (few)
        return {
            RS_MESSAGE(
                "What it costs is at most the %1 by which it takes longer. What waits for it is not known, as clocks "
                "of ranks are not aligned (%2): fewer than three of their operators match those of an aligned rank."),
            args};
    return {RS_MESSAGE("What it costs is at most the %1 by which it takes longer. What waits for it is not known, as "
                       "clocks of ranks are not aligned (%2): the ends of their operators do not agree."),
            args};
}

// A replay of a link through ranks of which nobody knows when they communicate.
std::optional<Phrase> atLeastOf(const DiagnosisBase &base, const Suspect &s)
{
    const QStringList lacking = base.notMet();
    if (lacking.isEmpty() || !s.estimateNs ||
        static_cast<double>(*s.costNs) >= sameShare * static_cast<double>(*s.estimateNs))
        return std::nullopt;
    return Phrase{RS_MESSAGE("That is at least what it costs: ranks are missing or have no whole trace (%1), and who "
                             "waits for it through them is not known."),
                  {diagnosisList(lacking)}};
}

void addChanges(const Suspect &s, StepReplay::Changes &out)
{
    out.push_back(&s.change);
    for (const ReplayChange &change : s.others)
        out.push_back(&change);
}

StepReplay::Changes changesOf(const Suspect &s)
{
    StepReplay::Changes out;
    addChanges(s, out);
    return out;
}

StepReplay::Changes without(const StepReplay::Changes &all, const Suspect &one)
{
    StepReplay::Changes out = all;
    for (const ReplayChange *change : changesOf(one))
        std::erase(out, change);
    return out;
}

} // namespace

bool DiagnosisBase::canReplay(int rank) const
{
    const auto r = static_cast<size_t>(rank);
    return attribution.collectives.source == MatchSource::Traces && run.ranks[r] && run.ranks[r]->trace &&
           attribution.collectives.isAligned(rank) && attribution.ranks[r].collectives > 0;
}

bool DiagnosisBase::isReplayedWhole(size_t rank) const
{
    const bool whole = canReplay(static_cast<int>(rank));
    return std::ranges::none_of(
        cells[rank], [=](const DiagnosisCell &c) { return c.uncoveredNs.value_or(0) > 0 && !(whole && c.fromTrace); });
}

QStringList DiagnosisBase::notReplayed() const
{
    QStringList out;
    for (size_t r = 0; r < cells.size(); ++r) {
        if (!isReplayedWhole(r))
            out << label(static_cast<int>(r));
    }
    for (const int number : m_missing)
        out << QString::number(number);
    return out;
}

QStringList DiagnosisBase::notMet() const
{
    QStringList out;
    for (size_t r = 0; r < cells.size(); ++r) {
        const int rank = static_cast<int>(r);
        if (attribution.collectives.isRecorded(rank) && canReplayTransfers(rank))
            continue;
        const bool unknown =
            !canReplay(rank) && std::ranges::none_of(cells[r], [](const auto &c) { return c.uncoveredNs.has_value(); });
        if (unknown || !isReplayedWhole(r))
            out << label(rank);
    }
    for (const int number : m_missing)
        out << QString::number(number);
    return out;
}

QStringList DiagnosisBase::recordedRanks() const
{
    QStringList out;
    for (const int rank : attribution.collectives.recorded) {
        if (canReplayTransfers(rank))
            out << label(rank);
    }
    return out;
}

bool DiagnosisBase::canReplayTransfers(int rank) const
{
    return attribution.collectives.source != MatchSource::None && attribution.collectives.isAligned(rank) &&
           attribution.ranks[static_cast<size_t>(rank)].collectives > 0;
}

std::optional<qint64> DiagnosisBase::peerMedian(int rank, size_t step, CellValue value) const
{
    std::vector<qint64> out;
    std::optional<qint64> last; // of another rank
    for (const int peer : groupOf(rank)) {
        const DiagnosisCell &cell = cells[static_cast<size_t>(peer)][step];
        if (cell.*value)
            out.push_back(*(cell.*value));
        if (peer != rank && cell.*value)
            last = cell.*value;
    }
    // In the middle of two a rank would be half of its own measure.
    if (out.size() == 2 && last)
        return last;
    return out.empty() ? std::nullopt : std::optional(medianOf(std::move(out)));
}

void DiagnosisBase::addRelief(const DiagnosisCell &cell, CellValue value, int rank, size_t step,
                              std::vector<Relief> &out) const
{
    const bool isDrop = value == &DiagnosisCell::computeNs;
    const std::optional<qint64> median = isDrop ? cell.evenComputeNs : peerMedian(rank, step, value);
    if (!median || !cell.window || !(cell.*value))
        return;
    const auto r = static_cast<size_t>(rank);
    const qint64 more = *(cell.*value) - *median;
    const qint64 begun = saturatedSum(cell.window->from, cell.preparingNs.value_or(0));
    IntervalSet where;
    if (isDrop || value == &DiagnosisCell::evenComputeNs)
        where = clipSet(m_times[r].compute, *cell.window);
    else if (value == &DiagnosisCell::preparingNs)
        where = clipSet(m_nothing[r], {cell.window->from, begun});
    else if (value == &DiagnosisCell::idleNs)
        where = clipSet(m_nothing[r], {begun, cell.window->to});
    else if (more > 0)
        where = {{cell.window->from - more, cell.window->from}};
    const qint64 all = totalLength(where);
    if (more > 0 && all > 0 && value == &DiagnosisCell::idleNs)
        out.push_back({IntervalLengths(longestParts(where, std::min(more, all))), 1});
    else if (more > 0 && all > 0)
        out.push_back(
            {IntervalLengths(std::move(where)), std::min(1.0, static_cast<double>(more) / static_cast<double>(all))});
}

std::vector<Relief> DiagnosisBase::reliefs(const Excess &excess, CellValue value) const
{
    std::vector<Relief> out;
    std::vector<std::optional<Relief>> placed(excess.steps.size());
    if (value == &DiagnosisCell::evenComputeNs)
        placed = placedReliefs(excess);
    for (size_t i = 0; i < excess.steps.size(); ++i) {
        if (placed[i]) {
            out.push_back(std::move(*placed[i]));
            continue;
        }
        const size_t s = excess.steps[i];
        DiagnosisCell cell = cells[static_cast<size_t>(excess.rank)][s];
        // Before the first work and between works apart: who begins earlier than the others only waits for them.
        if (value == &DiagnosisCell::idleNs && cell.preparingNs) {
            addRelief(cell, &DiagnosisCell::preparingNs, excess.rank, s, out);
            if (const auto preparing = peerMedian(excess.rank, s, &DiagnosisCell::preparingNs);
                cell.idleNs && preparing)
                cell.idleNs = saturatedSum(saturatedDifference(*cell.idleNs, *cell.preparingNs), *preparing);
        }
        addRelief(cell, value, excess.rank, s, out);
    }
    if (value == &DiagnosisCell::idleNs && excess.normalPeer >= 0)
        addHiddenRelief(excess, out);
    return out;
}

std::vector<Relief> DiagnosisBase::computeReliefs(int rank, double part, const std::vector<size_t> &which) const
{
    std::vector<Relief> out;
    const auto r = static_cast<size_t>(rank);
    for (const size_t s : which) {
        const DiagnosisCell &cell = cells[r][s];
        IntervalSet where = cell.window ? clipSet(m_times[r].compute, *cell.window) : IntervalSet();
        if (!where.empty())
            out.push_back({IntervalLengths(std::move(where)), std::min(1.0, part)});
    }
    return out;
}

// Against the normal peer alone: to look at the launches of all of them takes too long.
void DiagnosisBase::addHiddenRelief(const Excess &excess, std::vector<Relief> &out) const
{
    const IntervalSet own = hiddenIdle(excess.rank);
    const IntervalSet peer = hiddenIdle(excess.normalPeer);
    for (const size_t s : excess.steps) {
        const auto &window = cells[static_cast<size_t>(excess.rank)][s].window;
        const auto &peerWindow = cells[static_cast<size_t>(excess.normalPeer)][s].window;
        if (!window || !peerWindow)
            continue;
        IntervalSet where = clipSet(own, *window);
        const qint64 all = totalLength(where);
        const qint64 more = saturatedDifference(all, totalLength(clipSet(peer, *peerWindow)));
        if (more > 0)
            out.push_back({IntervalLengths(std::move(where)), static_cast<double>(more) / static_cast<double>(all)});
    }
}

std::optional<qint64> DiagnosisBase::estimate(const Excess &excess) const
{
    std::optional<qint64> sum;
    for (const size_t s : excess.steps) {
        std::vector<qint64> uncovered;
        for (const int peer : groupOf(excess.rank)) {
            if (peer != excess.rank && cells[static_cast<size_t>(peer)][s].uncoveredNs)
                uncovered.push_back(*cells[static_cast<size_t>(peer)][s].uncoveredNs);
        }
        const std::optional<qint64> &own = cells[static_cast<size_t>(excess.rank)][s].uncoveredNs;
        if (uncovered.empty() || !own)
            return std::nullopt;
        const qint64 least = *std::ranges::min_element(uncovered);
        const qint64 waited = std::max<qint64>(0, saturatedDifference(least, *own));
        sum = saturatedSum(sum.value_or(0), waited);
    }
    return sum ? std::optional<qint64>(std::min(*sum, excess.ns)) : std::nullopt;
}

Suspect suspectOf(const DiagnosisBase &base, const Excess &excess, CellValue value, DiagnosisKind kind)
{
    Suspect out;
    out.kind = kind;
    out.excess = excess;
    out.replayed = base.canReplay(excess.rank);
    if (out.replayed)
        out.change = {excess.rank, base.reliefs(excess, value), {}};
    else
        out.aloneNs = out.costNs = base.estimate(excess);
    return out;
}

void weighSuspects(const DiagnosisBase &base, std::vector<Suspect> &suspects)
{
    const StepReplay replay = base.replay();
    std::vector<Suspect *> joined;
    for (Suspect &s : suspects) {
        if (s.replayed && static_cast<double>(s.excess.ns) >= leastCost(base, s.excess))
            joined.push_back(&s);
    }
    std::ranges::stable_sort(joined, [](const Suspect *a, const Suspect *b) { return a->excess.ns > b->excess.ns; });
    joined.resize(std::min(joined.size(), mostJoined));
    StepReplay::Changes links; // which stay slow
    for (const Suspect &s : suspects) {
        if (!s.change.transfers.empty())
            links.push_back(&s.change);
    }
    const auto gained = [&](const StepReplay::Changes &made) {
        StepReplay::Changes left = links;
        for (const ReplayChange *change : made)
            std::erase(left, change);
        return sumOfGains(replay.gains(made, left, base.job));
    };
    const auto bounded = [](const Suspect &s, qint64 ns) { return std::min(ns, s.mostNs.value_or(ns)); };
    for (Suspect &s : suspects) {
        if (s.replayed)
            s.aloneNs = s.costNs = bounded(s, gained(changesOf(s)));
    }
    // Who turns out to cost too little is not mended in the next round.
    for (size_t before = 0; joined.size() > 1 && joined.size() != before && !base.job.isCanceled();) {
        before = joined.size();
        StepReplay::Changes all;
        for (const Suspect *s : joined)
            addChanges(*s, all);
        const qint64 together = gained(all);
        for (Suspect *s : joined)
            s->costNs = bounded(*s, std::max(*s->aloneNs, saturatedDifference(together, gained(without(all, *s)))));
        std::erase_if(joined, [&](Suspect *s) {
            if (isProblem(base, *s))
                return false;
            s->costNs = s->aloneNs;
            return true;
        });
    }
    if (joined.size() == 1)
        joined.front()->costNs = joined.front()->aloneNs;
    // Who waits for a rank without a trace seems to work meanwhile, so that the replay gains less than the run would.
    const bool whole = base.notReplayed().isEmpty();
    const bool met = base.notMet().isEmpty();
    for (Suspect &s : suspects) {
        const bool isLink = s.kind == DiagnosisKind::SlowLink;
        if (!s.replayed || (isLink ? met : whole))
            continue;
        const bool isStage = s.kind == DiagnosisKind::Stage;
        const std::optional<qint64> estimated = isLink || isStage ? s.estimateNs : base.estimate(s.excess);
        // Nobody waited through those ranks where both say the same, and the replay says it better.
        if (!estimated || hidingShare * static_cast<double>(bounded(s, *estimated)) <= static_cast<double>(*s.costNs))
            continue;
        s.aloneNs = s.costNs = bounded(s, *estimated);
        s.replayed = false;
    }
    for (Suspect &s : suspects)
        s.named = isProblem(base, s);
}

namespace {

Verdict verdictOf(const DiagnosisBase &base, const Suspect &s)
{
    const Excess &e = s.excess;
    Verdict v;
    v.kind = s.kind;
    v.state = DiagnosisState::Problem;
    v.rank = e.rank;
    v.normalPeer = e.normalPeer;
    v.steps = base.stepNames(e);
    v.worstStep = base.stepName(e.worst);
    v.costNs = s.costNs;
    v.aloneNs = s.aloneNs;
    const qint64 length = std::max<qint64>(1, base.lengthOf(e.steps));
    v.share = static_cast<double>(*s.costNs) / static_cast<double>(length);
    v.deviationNs = e.ns;
    v.deviationShare = e.medianNs > 0 ? static_cast<double>(e.ns) / static_cast<double>(e.medianNs) : 0;
    v.certainty = isEstimate(base, s) ? Certainty::Low
                  : e.everywhere && e.peers + 1 >= surePeers && base.attribution.collectives.recorded.empty()
                      ? Certainty::High
                      : Certainty::Medium;
    if (s.kind != DiagnosisKind::SlowLink && s.kind != DiagnosisKind::Stage)
        v.victims = base.victimsOf(e.rank, e.steps);
    return v;
}

// The cost is that beside the other problems, once they are mended; alone it may gain less.
void sayWhichCost(const Suspect &s, qint64 jointNs, Verdict &v)
{
    const double alone = static_cast<double>(*s.aloneNs);
    const auto cost = static_cast<double>(*s.costNs);
    if (cost <= 0 || alone >= sameShare * cost)
        return;
    if (alone < hidingShare * cost)
        v.details.emplace_back(RS_MESSAGE("Fixing only this saves %1; fixing all listed problems saves %2."),
                               QStringList{diagnosisMs(*s.aloneNs), diagnosisMs(jointNs)});
    else
        v.details.emplace_back(
            RS_MESSAGE("This is its cost when the other problems are fixed too; fixing only this saves %1."),
            QStringList{diagnosisMs(*s.aloneNs)});
}

// Time that is no problem but longer than what problems cost: who sees it elsewhere asks why nobody is accused of it.
void observe(const DiagnosisBase &base, const Suspect &s, Diagnosis &out)
{
    if (!s.describeHidden || !s.replayed || !s.costNs || static_cast<double>(s.excess.ns) < leastCost(base, s.excess))
        return;
    Verdict v = verdictOf(base, s);
    v.state = DiagnosisState::Notice;
    v.victims.clear();
    s.describeHidden(s, v);
    out.observations.push_back(std::move(v));
}

} // namespace

void nameSuspects(const DiagnosisBase &base, const std::vector<Suspect> &suspects, Diagnosis &out)
{
    StepReplay::Changes all;
    StepReplay::Changes left;
    bool known = true;
    for (const Suspect &s : suspects) {
        addChanges(s, s.named ? all : left);
        known = known && (!s.named || !isEstimate(base, s));
    }
    const auto named = std::ranges::count_if(suspects, [](const Suspect &s) { return s.named; });
    if (known && !all.empty())
        out.jointNs = sumOfGains(base.replay().gains(all, left, base.job));
    for (const Suspect &s : suspects) {
        if (!s.named) {
            observe(base, s, out);
            continue;
        }
        Verdict v = verdictOf(base, s);
        s.describe(s, v);
        if (isEstimate(base, s))
            v.details.push_back(estimateOf(base, s, v));
        else if (std::optional<Phrase> least = atLeastOf(base, s))
            v.details.push_back(std::move(*least));
        else if (const QStringList recorded = base.recordedRanks(); !recorded.isEmpty())
            v.details.emplace_back(
                RS_MESSAGE("Ranks have no whole trace (%1): when they communicate is taken from their "
                           "communication.json, which does not tell what they compute meanwhile."),
                QStringList{diagnosisList(recorded)});
        if (named > 1 && out.jointNs)
            sayWhichCost(s, *out.jointNs, v);
        out.problems.push_back(std::move(v));
    }
}

} // namespace rs
