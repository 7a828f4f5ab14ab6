// SPDX-License-Identifier: Apache-2.0
#include "analysis/diagnosis/judge.h"
#include "analysis/overview/peerspread.h"
#include "analysis/time/truncatedfiles.h"
#include "core/base/saturate.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <utility>

namespace rs {

namespace {

// Peers from which on a few odd ones cannot pull the median.
constexpr size_t surePeers = 7;
// A shorter time cannot be told from the jitter of stamps, and is shown as 0.00 ms.
constexpr qint64 measurableNs = 5'000;
// A replay that is further off than this is told beside the costs.
constexpr double leastError = 0.01;
// So many suspects are mended together: each of them means two more replays.
constexpr size_t mostJoined = 8;
// A replay that gains less than this part of the estimate lacks ranks through which others waited.
constexpr double hidingShare = 0.8;
// From this part on two gains are the same.
constexpr double sameShare = 0.98;

// From what on it is a problem.
double leastCost(const RunEvidence &base, const Excess &excess)
{
    return (excess.everywhere ? base.limits.leastCost : base.limits.leastCostOfSome) *
           static_cast<double>(base.usualWindowOf(excess.steps));
}

bool isEnough(const RunEvidence &base, const Suspect &s, const std::optional<qint64> &ns)
{
    return ns && *ns >= measurableNs && base.windowOf(s.excess.steps) > 0 &&
           static_cast<double>(*ns) >= leastCost(base, s.excess);
}

// Not by traces.
bool isEstimate(const RunEvidence &base, const Suspect &s)
{
    return !s.replayed || base.attribution.collectives.source != MatchSource::Traces;
}

// Ranks of a verdict that have a trace, whose clock nothing ties to that of the others.
std::vector<int> withoutClock(const RunEvidence &base, const Verdict &v)
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

// Reason why the cost is only an estimate.
Phrase estimateOf(const RunEvidence &base, const Suspect &s, const Verdict &v)
{
    const QString most = diagnosisMs(v.deviationNs);
    if (s.isPart)
        return {RS_MESSAGE("Its cost is an estimate by the known transfers: the %1 by which they take longer is no "
                           "upper limit, and what waits for the link is unknown."),
                {most}};
    const std::vector<int> apart = withoutClock(base, v);
    if (const QStringList lacking =
            v.kind == DiagnosisKind::SlowLink ? base.notMet() : base.notReplayed(s.excess.steps);
        apart.empty() && base.attribution.collectives.source == MatchSource::Traces && !lacking.isEmpty())
        return {RS_MESSAGE("Its cost is an estimate, at most the %1 by which it takes longer: ranks are missing or "
                           "have no whole trace (%2), so it is unknown what waits for it through them."),
                {most, shortList(lacking)}};
    if (apart.empty() && v.kind != DiagnosisKind::SlowLink && base.lacksPartners())
        return {RS_MESSAGE("Its cost is an estimate, at most the %1 by which it takes longer: many communication "
                           "operators have no partner on another rank, so it is unknown what waits for it."),
                {most}};
    if (apart.empty() && base.attribution.collectives.source == MatchSource::Traces)
        return {RS_MESSAGE("Its cost is an estimate, at most the %1 by which it takes longer: its operators are "
                           "not found in the traces of both of its ranks."),
                {most}};
    if (apart.empty())
        return {RS_MESSAGE("Its cost is an estimate, at most the %1 by which it takes longer: without traces of "
                           "the ranks it is unknown what waits for it."),
                {most}};
    return {RS_MESSAGE("What it costs is at most the %1 by which it takes longer. What waits for it is not known, as "
                       "the clocks of ranks %2 are not aligned."),
            {most, shortList(base.labels(apart))}};
}

// A replay of a link through ranks of which nobody knows when they communicate.
std::optional<Phrase> atLeastOf(const RunEvidence &base, const Suspect &s)
{
    const QStringList lacking = base.notMet();
    if (lacking.isEmpty() || !s.estimateNs ||
        static_cast<double>(*s.costNs) >= sameShare * static_cast<double>(*s.estimateNs))
        return std::nullopt;
    return Phrase{RS_MESSAGE("This is a lower limit of its cost: ranks are missing or have no whole trace (%1), so "
                             "it is unknown what waits for it through them."),
                  {shortList(lacking)}};
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

Suspect suspectOf(const RunEvidence &base, const Excess &excess, CellValue value, DiagnosisKind kind)
{
    Suspect out;
    out.kind = kind;
    out.excess = excess;
    out.replayed = base.canReplay(excess.rank);
    if (out.replayed)
        out.change = {excess.rank, reliefsOf(base, excess, value), {}};
    else
        out.costNs = estimateOf(base, excess);
    return out;
}

namespace {

using GainsOf = std::function<std::vector<qint64>(const StepReplay::Changes &)>;

// Estimate for these steps: no more than others wait for the rank, as before that all may wait for another stage.
std::optional<qint64> estimateIn(const RunEvidence &base, Excess excess, const std::vector<size_t> &which)
{
    excess.steps = which;
    const std::optional<qint64> out = estimateOf(base, excess);
    const bool isSeen = !isTraceTruncated(*base.run.ranks[static_cast<size_t>(excess.rank)]);
    const auto victims = isSeen ? base.victimsOf(excess.rank, which) : std::vector<DiagnosisVictim>();
    return out && !victims.empty() ? std::min(*out, victims.front().waitNs) : out;
}

// Ranks that are not known hide nothing where both say about the same: then the replay is more exact.
bool isHiding(const std::optional<qint64> &estimated, qint64 replayed)
{
    return estimated && hidingShare * static_cast<double>(*estimated) > static_cast<double>(replayed);
}

// Nothing where the replay is more exact. Where ranks have whole traces and only lack steps, only these are estimated.
std::optional<qint64> estimateBeside(const RunEvidence &base, const Suspect &s, const GainsOf &gains)
{
    const std::vector<size_t> &steps = s.excess.steps;
    const bool isCut = std::ranges::any_of(base.run.ranks, [](const auto &r) { return r && isTraceTruncated(*r); });
    if (isCut || base.lacksPartners() || !base.notReplayed().isEmpty()) {
        const std::optional<qint64> all = estimateIn(base, s.excess, steps);
        return isHiding(all, *s.costNs) ? all : std::nullopt;
    }
    std::optional<qint64> more;
    const std::vector<qint64> replayed = gains(changesOf(s));
    for (const size_t i : steps) {
        const std::optional<qint64> of =
            base.notReplayed({i}).isEmpty() ? std::nullopt : estimateIn(base, s.excess, {i});
        if (i < replayed.size() && isHiding(of, replayed[i]))
            more = saturatedSum(more.value_or(*s.costNs), saturatedDifference(*of, replayed[i]));
    }
    return more;
}

// Cost of each suspect, and which of them are problems.
void weigh(const RunEvidence &base, std::vector<Suspect> &suspects)
{
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
    const auto gains = [&](const StepReplay::Changes &made) {
        StepReplay::Changes left = links;
        for (const ReplayChange *change : made)
            std::erase(left, change);
        return made.empty() ? std::vector<qint64>() : base.replay().gains(made, left, base.job);
    };
    const auto gained = [&](const StepReplay::Changes &made) {
        const std::vector<qint64> ofSteps = gains(made);
        return std::accumulate(ofSteps.begin(), ofSteps.end(), qint64(0), saturatedSum);
    };
    const auto bounded = [](const Suspect &s, qint64 ns) { return std::min(ns, s.mostNs.value_or(ns)); };
    for (Suspect &s : suspects) {
        if (s.replayed)
            s.costNs = bounded(s, gained(changesOf(s)));
    }
    // Who turns out to cost too little is not mended in the next round.
    for (size_t before = 0; joined.size() > 1 && joined.size() != before && !base.job.isCanceled();) {
        before = joined.size();
        StepReplay::Changes all;
        for (const Suspect *s : joined)
            addChanges(*s, all);
        const qint64 together = gained(all);
        for (Suspect *s : joined)
            s->behindNs = bounded(*s, saturatedDifference(together, gained(without(all, *s))));
        std::erase_if(joined, [&](Suspect *s) {
            if (isEnough(base, *s, s->mostCostNs()))
                return false;
            s->behindNs.reset();
            return true;
        });
    }
    if (joined.size() == 1)
        joined.front()->behindNs.reset();
    // Who waits for a rank without a trace seems to work meanwhile, so that the replay gains less than the run would.
    const bool whole = !base.lacksPartners();
    const bool met = base.notMet().isEmpty();
    for (Suspect &s : suspects) {
        const bool isLink = s.kind == DiagnosisKind::SlowLink;
        if (!s.replayed || (isLink ? met : whole && base.notReplayed(s.excess.steps).isEmpty()))
            continue;
        const bool isStage = s.kind == DiagnosisKind::Stage;
        std::optional<qint64> estimated;
        if (!isLink && !isStage)
            estimated = estimateBeside(base, s, gains);
        else if (s.estimateNs && isHiding(bounded(s, *s.estimateNs), *s.costNs))
            estimated = s.estimateNs;
        if (!estimated)
            continue;
        s.costNs = bounded(s, *estimated);
        s.behindNs.reset();
        s.replayed = false;
    }
    for (Suspect &s : suspects)
        s.named = !s.isOnce && isEnough(base, s, s.costNs);
    // Those that hide only each other are problems all the same.
    const bool behindNamed = std::ranges::any_of(suspects, &Suspect::named);
    for (Suspect &s : suspects) {
        const bool counts = !s.named && !s.isOnce && isEnough(base, s, s.mostCostNs());
        s.named = s.named || (counts && !behindNamed);
        s.hidden = counts && behindNamed;
    }
}

// Rest of its transfers beside the other slow links: a collective ends with the slowest of them.
std::vector<ReplayChange> ownChanges(const Suspect &s, const std::vector<Suspect> &all)
{
    std::vector<ReplayChange> out;
    for (const ReplayChange *change : s.replayed ? changesOf(s) : StepReplay::Changes())
        out.push_back(*change);
    std::map<quint32, qint64> slow;
    for (const Suspect &other : all) {
        for (const auto &[collective, ns] : &other == &s ? ReplayChange().transfers : other.change.transfers)
            slow[collective] = std::max(slow[collective], ns);
    }
    for (ReplayChange &change : out) {
        for (auto &[collective, ns] : change.transfers)
            ns = ns > 0 && slow.contains(collective) ? std::max<qint64>(0, ns - slow[collective]) : ns;
    }
    return out;
}

Verdict verdictOf(const RunEvidence &base, const Suspect &s, const std::vector<Suspect> &all)
{
    const Excess &e = s.excess;
    Verdict v;
    v.kind = s.kind;
    v.state = DiagnosisState::Problem;
    v.rank = e.rank;
    v.normalPeer = e.normalPeer;
    v.steps = stepNames(base, e);
    v.worstStep = base.stepName(e.worst);
    v.costNs = s.costNs;
    if (s.behindNs && static_cast<double>(*s.costNs) < sameShare * static_cast<double>(*s.behindNs))
        v.hiddenNs = *s.behindNs - *s.costNs;
    v.changes = ownChanges(s, all);
    v.share = base.shareOf(*s.costNs, e.steps);
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

// Others that hold the run up as well hide a part of it.
void sayWhatIsHidden(const Verdict &v, const std::optional<qint64> &jointNs, const QStringList &behind,
                     std::vector<Phrase> &out)
{
    if (!v.hiddenNs)
        return;
    const QString more = diagnosisMs(*v.hiddenNs);
    if (!behind.isEmpty())
        out.emplace_back(RS_MESSAGE("Hidden behind the problems of rank %1: fixing only this saves %2, and %3 more "
                                    "once those are fixed."),
                         QStringList{shortList(behind), diagnosisMs(*v.costNs), more});
    else if (jointNs)
        out.emplace_back(RS_MESSAGE("It saves %1 more once the other problems are fixed; fixing all saves %2."),
                         QStringList{more, diagnosisMs(*jointNs)});
}

// Time that is no problem but longer than what problems cost: who sees it elsewhere asks why nobody is accused of it.
// So is what costs as much as a problem of all steps does, in some of them.
void observe(const RunEvidence &base, const Suspect &s, const std::vector<Suspect> &all, Diagnosis &out)
{
    if (!s.describeHidden || !s.replayed || !s.costNs ||
        (static_cast<double>(s.excess.ns) < leastCost(base, s.excess) &&
         static_cast<double>(*s.costNs) <
             base.limits.leastCost * static_cast<double>(base.usualWindowOf(s.excess.steps))))
        return;
    Verdict v = verdictOf(base, s, all);
    v.state = DiagnosisState::Notice;
    v.victims.clear();
    s.describeHidden(s, v);
    out.observations.push_back(std::move(v));
}

} // namespace

void judge(const RunEvidence &base, std::vector<Suspect> suspects, Diagnosis &out)
{
    weigh(base, suspects);
    StepReplay::Changes all;
    StepReplay::Changes left;
    bool known = true;
    for (const Suspect &s : suspects) {
        addChanges(s, s.named || s.hidden ? all : left);
        known = known && (!s.named || !isEstimate(base, s));
    }
    if (known && !all.empty())
        out.jointNs = base.gainOf(all, left);
    const double error = all.empty() ? 0 : base.replay().error(base.job).value_or(0);
    QStringList named; // before those that are hidden behind them
    std::stable_partition(suspects.begin(), suspects.end(), [](const Suspect &s) { return s.named; });
    for (const Suspect &s : suspects) {
        if (!s.named && !s.hidden) {
            observe(base, s, suspects, out);
            continue;
        }
        Verdict v = verdictOf(base, s, suspects);
        s.describe(s, v);
        if (isEstimate(base, s))
            v.details.push_back(estimateOf(base, s, v));
        else if (std::optional<Phrase> least = atLeastOf(base, s))
            v.details.push_back(std::move(*least));
        else if (const QStringList recorded = base.recordedRanks(); !recorded.isEmpty())
            v.details.emplace_back(RS_MESSAGE("Ranks have no whole trace (%1): their communication times are those of "
                                              "communication.json, which does not say what they compute meanwhile."),
                                   QStringList{shortList(recorded)});
        sayWhatIsHidden(v, out.jointNs, s.hidden ? named : QStringList(), v.details);
        if (error > leastError && !isEstimate(base, s))
            v.details.emplace_back(
                RS_MESSAGE("Replaying the run unchanged misses its length by %1; costs may be as far off."),
                QStringList{diagnosisPercent(error)});
        if (s.hidden) {
            v.state = DiagnosisState::Notice;
            v.victims.clear();
            out.observations.push_back(std::move(v));
            continue;
        }
        named << base.labels(v.accused());
        named.removeDuplicates();
        out.problems.push_back(std::move(v));
    }
    std::ranges::stable_sort(out.problems, std::greater<>(),
                             [](const Verdict &v) { return std::pair(v.costNs, v.hiddenNs); });
}

} // namespace rs
