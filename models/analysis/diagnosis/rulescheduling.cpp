// SPDX-License-Identifier: Apache-2.0
#include "analysis/diagnosis/reliefs.h"
#include "analysis/diagnosis/rules.h"
#include "analysis/host/idlecauses.h"
#include "core/base/saturate.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

namespace rs {

namespace {

/// Idle time by cause; what the host did instead of launching is two: it loaded data, or it collected garbage.
struct IdleTotals
{
    CauseTotals ns{};
    qint64 garbageNs = 0; ///< of DataOrGc
};

void addGap(const Trace &trace, const IdleGap &gap, qint64 ns, IdleTotals &out)
{
    qint64 &sum = out.ns[static_cast<size_t>(gap.cause)];
    sum = saturatedSum(sum, ns);
    if (gap.cause == IdleCause::DataOrGc && gap.evidence != NoSlice &&
        trace.processOf(trace.laneOf(gap.evidence)).kind == ProcessKind::PythonGc)
        out.garbageNs = saturatedSum(out.garbageNs, ns);
}

IdleTotals causesOf(const RunEvidence &base, int rank, const std::vector<size_t> &which)
{
    IdleTotals out;
    const auto &data = base.run.ranks[static_cast<size_t>(rank)];
    if (!data || !data->trace)
        return out;
    const IdleReport report = idleCauses(*data, base.dispatch(rank), base.job);
    std::vector<char> asked(report.steps.size(), 0);
    for (const size_t s : which) {
        for (size_t i = 0; i < asked.size(); ++i)
            asked[i] = asked[i] || report.steps[i].step == base.steps[static_cast<qsizetype>(s)] ? 1 : 0;
    }
    for (const IdleGap &gap : report.gaps) {
        if (gap.step >= 0 && asked[static_cast<size_t>(gap.step)])
            addGap(*data->trace, gap, gap.range.length(), out);
    }
    return out;
}

// Causes of the time by which the rank began its steps late.
IdleTotals causesBefore(const RunEvidence &base, const Excess &e)
{
    IdleTotals out;
    const auto &data = base.run.ranks[static_cast<size_t>(e.rank)];
    if (!data || !data->trace)
        return out;
    const IdleReport report = idleCauses(*data, base.dispatch(e.rank), base.job);
    for (const size_t s : e.steps) {
        const DiagnosisCell &cell = base.cell(e.rank, s);
        if (!cell.window || !cell.lateNs)
            continue;
        const Interval late{saturatedDifference(cell.window->from, *cell.lateNs), cell.window->from};
        for (const IdleGap &gap : report.gaps) {
            const qint64 ns = saturatedDifference(std::min(gap.range.to, late.to), std::max(gap.range.from, late.from));
            if (ns > 0)
                addGap(*data->trace, gap, ns, out);
        }
    }
    return out;
}

const char *causeSentence(IdleCause cause, bool garbage)
{
    switch (cause) {
    case IdleCause::HostLate:
        return RS_NOOP("The cause of most of it, %1: the host dispatched too late.");
    case IdleCause::Synchronizing:
        return RS_NOOP("The cause of most of it, %1: the host was inside a synchronising call.");
    case IdleCause::Copy:
        return RS_NOOP("The cause of most of it, %1: copies of memory.");
    case IdleCause::Communication:
        return RS_NOOP(
            "The cause of most of it, %1: tasks of communication ran outside of any communication operator.");
    case IdleCause::EventWait:
        return RS_NOOP("The cause of most of it, %1: the stream waited for an event.");
    case IdleCause::DataOrGc:
        return garbage ? RS_NOOP("The cause of most of it, %1: the host collected garbage (Python).")
                       : RS_NOOP("The cause of most of it, %1: the host loaded data.");
    case IdleCause::StepBoundary:
        return RS_NOOP("The cause of most of it, %1: one step had ended and the next had not begun.");
    case IdleCause::Unknown:
    case IdleCause::Count:
        break;
    }
    return RS_NOOP("Most of it, %1, has no cause in the trace.");
}

// A cause may take longer than it does beyond peers or other steps: of it is no more than all.
Phrase causeOf(IdleCause cause, bool garbage, qint64 ns, qint64 ofNs)
{
    return {QString::fromLatin1(causeSentence(cause, garbage)), {diagnosisMs(std::min(ns, ofNs))}};
}

void addCause(const RunEvidence &base, const Excess &e, Verdict &v)
{
    const IdleTotals own = causesOf(base, e.rank, e.steps);
    const IdleTotals peer = causesOf(base, e.normalPeer, e.steps);
    size_t most = 0;
    const auto more = [&](size_t i) { return saturatedDifference(own.ns[i], peer.ns[i]); };
    for (size_t i = 1; i < own.ns.size(); ++i)
        most = more(i) > more(most) ? i : most;
    const qint64 garbage = saturatedDifference(own.garbageNs, peer.garbageNs);
    if (more(most) > 0)
        v.details.push_back(
            causeOf(static_cast<IdleCause>(most), garbage >= more(most) - garbage, more(most), v.deviationNs));
}

// Loading data or collecting garbage before a step: other causes say no more than that the step begins late.
void addLateCause(const RunEvidence &base, const Excess &e, Verdict &v)
{
    const IdleTotals own = causesBefore(base, e);
    const qint64 ns = own.ns[static_cast<size_t>(IdleCause::DataOrGc)];
    if (ns > 0 && saturatedProduct(2, ns) >= e.ns)
        v.details.push_back(causeOf(IdleCause::DataOrGc, own.garbageNs >= ns - own.garbageNs, ns, v.deviationNs));
}

QString oneStep(const Verdict &v)
{
    return v.steps.size() == 1 ? v.steps.front() : QString();
}

Phrase hostSentence(const RunEvidence &base, const Verdict &v)
{
    const QString rank = base.label(v.rank);
    const QString more = diagnosisMs(v.deviationNs);
    if (!v.steps.isEmpty())
        return {RS_MESSAGE("The host of rank %1 takes %2 longer to launch its work than the median of its peers, in "
                           "step %3 alone, and the device waits."),
                {rank, more, shortList(v.steps)}};
    return {RS_MESSAGE("The host of rank %1 takes %2 longer to launch its work than the median of its peers, and the "
                       "device waits."),
            {rank, more}};
}

Phrase idleSentence(const RunEvidence &base, const Verdict &v)
{
    const QString rank = base.label(v.rank);
    const QString more = diagnosisMs(v.deviationNs);
    if (!v.steps.isEmpty())
        return {RS_MESSAGE("The device of rank %1 is idle for %2 longer than the median of its peers, in step %3 "
                           "only."),
                {rank, more, shortList(v.steps)}};
    return {RS_MESSAGE("The device of rank %1 is idle for %2 longer than the median of its peers."), {rank, more}};
}

Phrase lateSentence(const RunEvidence &base, const Verdict &v)
{
    const QString rank = base.label(v.rank);
    if (!v.steps.isEmpty())
        return {RS_MESSAGE("Rank %1 begins step %2 later than its peers, by %3 in all: between steps its device is "
                           "idle."),
                {rank, shortList(v.steps), diagnosisMs(v.deviationNs)}};
    return {
        RS_MESSAGE("Rank %1 begins its steps later than its peers, by %2 in all: between steps its device is idle."),
        {rank, diagnosisMs(v.deviationNs)}};
}

Phrase costlessLateSentence(const RunEvidence &base, const Verdict &v)
{
    const QString rank = base.label(v.rank);
    const QString late = diagnosisMs(v.deviationNs);
    const QString cost = diagnosisMs(v.costNs.value_or(0));
    if (!v.steps.isEmpty())
        return {RS_MESSAGE(
                    "Rank %1 begins step %2 later than its peers, by %3 in all, which makes the steps longer by %4."),
                {rank, shortList(v.steps), late, cost}};
    return {
        RS_MESSAGE("Rank %1 begins its steps later than its peers, by %2 in all, which makes the steps longer by %3."),
        {rank, late, cost}};
}

// Reason why the time of a late rank costs nothing: it would wait anyway.
Phrase whyCostless(const RunEvidence &base, const Excess &e)
{
    std::map<int, qint64> waits; // by whom it waits for
    qint64 shared = 0;
    for (const AttributedCollective &entry : base.attribution.entries) {
        const MatchedCollective &m = base.attribution.collectives.all[entry.collective];
        const auto isOfStep = [&](size_t s) { return base.steps[static_cast<qsizetype>(s)] == m.step; };
        if (std::ranges::none_of(e.steps, isOfStep))
            continue;
        for (quint32 w = m.first; w < m.last; ++w) {
            if (base.attribution.collectives.ends[w].rankIndex != e.rank)
                continue;
            const RankWait &wait = base.attribution.waits[w];
            shared = saturatedSum(shared, wait.sharedNs);
            for (quint32 b = wait.firstBlame; b < wait.lastBlame; ++b) {
                qint64 &ns = waits[base.attribution.blames[b].rankIndex];
                ns = saturatedSum(ns, base.attribution.blames[b].ns);
            }
        }
    }
    waits.erase(e.rank);
    const auto most = std::ranges::max_element(waits, [](const auto &a, const auto &b) { return a.second < b.second; });
    if (most != waits.end() && most->second > shared)
        return {RS_MESSAGE("It is hidden behind rank %1, for which it still waits %2 afterwards."),
                {base.label(most->first), diagnosisMs(most->second)}};
    if (shared > 0)
        return {RS_MESSAGE("It is hidden behind waits of the pipeline's stages for each other, in which the rank still "
                           "spends %1."),
                {diagnosisMs(shared)}};
    return {RS_MESSAGE("The rank catches up before others need it.")};
}

// The middle one of all ranks by the share of its windows in which the device has nothing to do.
struct MiddleRank
{
    double share = 0;
    int rank = -1;         ///< -1: none is known
    qint64 idleNs = 0;     ///< without pauses between steps
    qint64 lengthNs = 0;   ///< of its steps, as its bars have them
    double shownShare = 0; ///< idle, as its bar has it, with what is idle between steps
    bool traced = false;   ///< else pauses between steps are in idleNs
};

// Ranks with a trace speak for all: a file does not tell idle time of a step from a pause between two.
MiddleRank middleRank(const RunEvidence &base)
{
    const auto isTraced = [](const std::vector<DiagnosisCell> &rank) {
        return std::ranges::any_of(rank, [](const DiagnosisCell &c) { return c.fromTrace && c.idleNs; });
    };
    const bool anyTraced = std::ranges::any_of(base.cells, isTraced);
    std::vector<MiddleRank> all;
    for (size_t r = 0; r < base.cells.size(); ++r) {
        if (anyTraced && !isTraced(base.cells[r]))
            continue;
        qint64 idle = 0;
        qint64 whole = 0;
        qint64 shownIdle = 0;
        qint64 shownWhole = 0;
        for (const DiagnosisCell &cell : base.cells[r]) {
            if (!cell.idleNs || !cell.sumNs || !cell.shownIdleNs || !cell.shownSumNs)
                continue;
            idle = saturatedSum(idle, cell.tracedIdleNs.value_or(*cell.idleNs));
            whole = saturatedSum(whole, cell.tracedSumNs.value_or(*cell.sumNs));
            shownIdle = saturatedSum(shownIdle, *cell.shownIdleNs);
            shownWhole = saturatedSum(shownWhole, *cell.shownSumNs);
        }
        const auto shareOf = [](qint64 part, qint64 of) { return static_cast<double>(part) / static_cast<double>(of); };
        if (whole <= 0 || shownWhole <= 0)
            continue;
        // Less than a hundredth between steps is no pause: the cost is what the bar shows.
        const qint64 between = saturatedDifference(shownIdle, idle);
        const bool pauses = between < 0 || saturatedProduct(100, between) >= shownWhole;
        all.push_back({shareOf(idle, whole), static_cast<int>(r), pauses ? idle : shownIdle, shownWhole,
                       shareOf(shownIdle, shownWhole), anyTraced});
    }
    if (all.empty())
        return {};
    std::ranges::sort(all, [](const MiddleRank &a, const MiddleRank &b) {
        return std::pair(a.share, a.rank) < std::pair(b.share, b.rank);
    });
    return all[(all.size() - 1) / 2];
}

// Both are named if both are counted: charts and tables show them apart.
const char *idleOfAllSentence(const RunEvidence &base, int middle)
{
    const std::vector<DiagnosisCell> &cells = base.cells[static_cast<size_t>(middle)];
    const bool prepares =
        std::ranges::any_of(cells, [](const DiagnosisCell &c) { return c.preparingNs.value_or(0) > 0; });
    if (base.cells.size() == 1)
        return prepares ? RS_NOOP("The device is idle or preparing for %1 of the steps.")
                        : RS_NOOP("The device is idle for %1 of the steps.");
    return prepares ? RS_NOOP("The devices of all ranks are idle or preparing for %1 of the steps.")
                    : RS_NOOP("The devices of all ranks are idle for %1 of the steps.");
}

// With fewer nobody can tell which step is the odd one.
constexpr size_t fewestSteps = 3;

// Value that at least half of them have, so that one rank of two speaks for nobody but itself.
qint64 whatHalfHave(std::vector<qint64> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// A step, of one rank or of what half of them have.
struct StepPause
{
    qint64 lengthNs = 0;  ///< with the time before it
    qint64 nothingNs = 0; ///< before, between and behind the work of the device
    qint64 waitNs = 0;    ///< the same with communication that nothing covers
    qint64 hostNs = 0;    ///< of the host
    qint64 moreNs = 0;    ///< beyond what is usual of the steps
    qint64 idlerNs = 0;   ///< the same of nothingNs alone
};

// By step; nothing where a rank does not have it.
std::vector<std::optional<StepPause>> pausesOf(const RunEvidence &base, size_t r)
{
    const std::vector<DiagnosisCell> &cells = base.cells[r];
    std::vector<std::optional<StepPause>> out(cells.size());
    std::array<std::vector<qint64>, 3> all;
    for (size_t s = 0; s < cells.size(); ++s) {
        const DiagnosisCell &cell = cells[s];
        if (!cell.idleNs || !cell.sumNs)
            continue;
        const bool follows = s > 0 && cell.window && cells[s - 1].window;
        const qint64 before =
            follows ? std::max<qint64>(0, saturatedDifference(cell.window->from, cells[s - 1].window->to)) : 0;
        StepPause &p = out[s].emplace();
        p.lengthNs = saturatedSum(*cell.sumNs, before);
        p.nothingNs = saturatedSum(saturatedSum(*cell.idleNs, cell.tailNs), before);
        p.waitNs = saturatedSum(p.nothingNs, cell.uncoveredNs.value_or(0));
        // A host whose calls are not seen may wait for its device.
        p.hostNs = base.times[r].tasks.empty() ? 0 : cell.hostNs.value_or(0);
        all[0].push_back(p.nothingNs);
        all[1].push_back(p.waitNs);
        all[2].push_back(p.hostNs);
    }
    if (all[0].empty())
        return out;
    std::array<qint64, 3> usual{};
    std::ranges::transform(all, usual.begin(), whatHalfHave);
    // A device may stand in an operator while all hosts pause.
    for (std::optional<StepPause> &p : out) {
        if (!p)
            continue;
        p->idlerNs = saturatedDifference(p->nothingNs, usual[0]);
        p->moreNs = std::max(
            p->idlerNs, std::min(saturatedDifference(p->waitNs, usual[1]), saturatedDifference(p->hostNs, usual[2])));
    }
    return out;
}

// Median of the ranks, by step; nothing where no rank has it.
std::vector<std::optional<StepPause>> pausesOfAll(const RunEvidence &base)
{
    std::vector<std::vector<std::optional<StepPause>>> ofRanks;
    for (size_t r = 0; r < base.cells.size(); ++r)
        ofRanks.push_back(pausesOf(base, r));
    std::vector<std::optional<StepPause>> out(static_cast<size_t>(base.steps.size()));
    for (size_t s = 0; s < out.size(); ++s) {
        std::vector<qint64> more;
        std::vector<qint64> idler;
        std::vector<qint64> length;
        for (const auto &rank : ofRanks) {
            if (!rank[s])
                continue;
            more.push_back(rank[s]->moreNs);
            idler.push_back(rank[s]->idlerNs);
            length.push_back(rank[s]->lengthNs);
        }
        if (more.empty())
            continue;
        out[s].emplace();
        out[s]->moreNs = whatHalfHave(std::move(more));
        out[s]->idlerNs = whatHalfHave(std::move(idler));
        out[s]->lengthNs = whatHalfHave(std::move(length));
    }
    return out;
}

// Steps in which at least half of the ranks have nothing to do for longer than in the other steps, by a share
// (idleOfAll) of a step: before, between or behind the work of the device. Of three steps at least.
struct IdleSteps
{
    std::vector<size_t> steps; ///< into RunEvidence::steps
    qint64 ns = 0;             ///< beyond the median of all steps
    qint64 idlerNs = 0;        ///< the same of idle devices alone
    double share = 0;          ///< of `steps` together, each with the time before it in which no step runs
    size_t worst = 0;
};

std::optional<IdleSteps> idleSteps(const RunEvidence &base)
{
    const std::vector<std::optional<StepPause>> all = pausesOfAll(base);
    std::vector<qint64> lengths;
    qint64 whole = 0;
    for (const std::optional<StepPause> &p : all) {
        if (p)
            lengths.push_back(p->lengthNs);
        whole = saturatedSum(whole, p ? p->lengthNs : 0);
    }
    if (lengths.size() < fewestSteps)
        return std::nullopt;
    const auto usualLength = static_cast<double>(whatHalfHave(std::move(lengths)));
    IdleSteps out;
    qint64 most = 0;
    qint64 own = 0;
    for (size_t s = 0; s < all.size(); ++s) {
        const qint64 more = all[s] ? all[s]->moreNs : 0;
        if (more <= 0 || static_cast<double>(more) < base.limits.idleOfAll * usualLength)
            continue;
        out.steps.push_back(s);
        out.ns = saturatedSum(out.ns, more);
        out.idlerNs = saturatedSum(out.idlerNs, all[s]->idlerNs);
        own = saturatedSum(own, all[s]->lengthNs);
        if (more > most) {
            most = more;
            out.worst = s;
        }
    }
    if (out.steps.empty() || static_cast<double>(out.ns) < base.limits.idleShare * static_cast<double>(whole))
        return std::nullopt;
    out.share = static_cast<double>(out.ns) / static_cast<double>(std::max<qint64>(1, own));
    return out;
}

Phrase idleStepsSentence(const RunEvidence &base, const IdleSteps &idle, const QStringList &names)
{
    const QStringList arguments = {shortList(names), diagnosisMs(idle.ns), diagnosisPercent(idle.share)};
    if (base.cells.size() == 1)
        return {idle.steps.size() == 1
                    ? RS_MESSAGE("In step %1 the device is idle for %2 longer than in the other steps, which is %3 "
                                 "of that step.")
                    : RS_MESSAGE("In steps %1 the device is idle for %2 longer in all than in the other steps, "
                                 "which is %3 of these steps."),
                arguments};
    // Devices of later stages stand in a receive while all hosts pause.
    if (saturatedProduct(2, idle.idlerNs) < idle.ns)
        return {idle.steps.size() == 1
                    ? RS_MESSAGE("In step %1 the hosts of all ranks take %2 longer to launch their work than in the "
                                 "other steps, and their devices are idle or wait in communication: that is %3 of "
                                 "that step.")
                    : RS_MESSAGE("In steps %1 the hosts of all ranks take %2 longer in all to launch their work than "
                                 "in the other steps, and their devices are idle or wait in communication: that is "
                                 "%3 of these steps."),
                arguments};
    return {idle.steps.size() == 1
                ? RS_MESSAGE("In step %1 the devices of all ranks are idle for %2 longer than in the other steps: "
                             "that is %3 of that step.")
                : RS_MESSAGE("In steps %1 the devices of all ranks are idle for %2 longer in all than in the other "
                             "steps: that is %3 of these steps."),
            arguments};
}

// The innermost function or operator of the host that covers most of the longest gap of a step, and is not much longer:
// what encloses all of the step says nothing.
std::optional<Phrase> hostMeanwhile(const RunEvidence &base, int rank, size_t step, qint64 leastNs)
{
    const auto &data = rank < 0 ? nullptr : base.run.ranks[static_cast<size_t>(rank)];
    if (!data || !data->trace || !base.dispatch(rank).clock.known)
        return std::nullopt;
    // Writers differ in whether a pause between two steps belongs to one of them.
    const std::vector<DiagnosisCell> &own = base.cells[static_cast<size_t>(rank)];
    if (!own[step].window)
        return std::nullopt;
    const bool follows = step > 0 && own[step - 1].window;
    const bool isFollowed = step + 1 < own.size() && own[step + 1].window;
    const Interval span{follows ? own[step - 1].window->to : own[step].window->from,
                        isFollowed ? own[step + 1].window->from : own[step].window->to};
    const IdleReport report = idleCauses(*data, base.dispatch(rank), base.job);
    // No gap is behind the last work.
    Interval gap{saturatedDifference(own[step].window->to, own[step].tailNs), own[step].window->to};
    for (const IdleGap &g : report.gaps) {
        if (g.range.from < span.to && g.range.to > span.from && g.range.length() > gap.length())
            gap = g.range;
    }
    if (gap.length() <= 0 || gap.length() < leastNs)
        return std::nullopt;
    const qint64 offset = base.dispatch(rank).clock.offsetNs;
    const Interval host{saturatedDifference(gap.from, offset), saturatedDifference(gap.to, offset)};
    const Trace &t = *data->trace;
    const SliceStore &s = t.slices();
    SliceId found = NoSlice;
    for (quint32 l = 0; l < t.lanes().size(); ++l) {
        const ProcessKind kind = t.processOf(LaneId{l}).kind;
        if (kind != ProcessKind::Python && kind != ProcessKind::CpuOp && kind != ProcessKind::MindSpore)
            continue;
        for (const SliceId id : t.slicesOf(LaneId{l})) {
            const qint64 inside = saturatedDifference(std::min(s.end(id), host.to), std::max(s.start(id), host.from));
            const bool covers = inside >= host.length() - host.length() / 5 && s.duration(id) / 2 <= host.length();
            if (covers && (found == NoSlice || s.duration(id) < s.duration(found)) &&
                !t.strings().view(s.name(id)).starts_with("ProfilerStep"))
                found = id;
        }
    }
    if (found == NoSlice)
        return std::nullopt;
    return Phrase{base.cells.size() == 1
                      ? RS_MESSAGE("Meanwhile the host of rank %1 was in %2, for %3.")
                      : RS_MESSAGE("Meanwhile, as an example, the host of rank %1 was in %2, for %3."),
                  {base.label(rank), t.strings().text(s.name(found)), diagnosisMs(s.duration(found))}};
}

// Saving weights, evaluation, compilation: what holds up every rank alike in some steps.
void sayIdleSteps(const RunEvidence &base, const IdleSteps &idle, Verdict &v)
{
    QStringList names;
    for (const size_t s : idle.steps)
        names << base.steps[static_cast<qsizetype>(s)];
    v.kind = DiagnosisKind::Scheduling;
    v.state = DiagnosisState::Notice;
    v.sentence = idleStepsSentence(base, idle, names);
    v.rank = -1;
    v.peer = -1;
    v.steps = names;
    v.worstStep = base.stepName(idle.worst);
    v.share = idle.share;
    v.costNs = v.deviationNs = idle.ns;
    v.certainty = Certainty::Medium;
    v.target = LookTarget::Timeline;
    v.evidence.insert(v.evidence.begin(), {QStringLiteral("books"), v.worstStep});
    const int middle = middleRank(base).rank;
    const IdleTotals totals = middle < 0 ? IdleTotals() : causesOf(base, middle, idle.steps);
    const auto most = std::ranges::max_element(totals.ns);
    std::optional<Phrase> meanwhile = hostMeanwhile(base, middle, idle.worst, idle.ns / 2 / std::ssize(idle.steps));
    const auto cause = static_cast<IdleCause>(most - totals.ns.begin());
    // The host's function says more than that no step ran.
    if (*most >= idle.ns - *most && !(meanwhile && cause == IdleCause::StepBoundary))
        v.details.insert(v.details.begin(),
                         causeOf(cause, totals.garbageNs >= *most - totals.garbageNs, *most, idle.ns));
    if (meanwhile)
        v.details.insert(v.details.begin(), std::move(*meanwhile));
}

// The cost is at most all of it: some is what any host takes.
void sayIdleOfAll(const RunEvidence &base, const MiddleRank &middle, Verdict &v)
{
    v.state = DiagnosisState::Notice;
    v.target = LookTarget::Timeline;
    v.worstStep = base.stepName(base.worstStep(middle.rank, &DiagnosisCell::idleNs));
    v.certainty = Certainty::Low;
    v.details = {v.sentence};
    if (middle.traced) {
        v.share = static_cast<double>(middle.idleNs) / static_cast<double>(middle.lengthNs);
        v.costNs = middle.idleNs;
    } else {
        v.details.insert(v.details.begin(), {RS_MESSAGE("How much of it lies between steps, and what it costs, is "
                                                        "unknown without traces.")});
    }
    v.sentence = {QString::fromLatin1(idleOfAllSentence(base, middle.rank)), {diagnosisPercent(middle.shownShare)}};
    const IdleTotals totals = causesOf(base, middle.rank, base.allSteps());
    const CauseTotals &causes = totals.ns;
    const auto most = std::ranges::max_element(causes);
    const qint64 all = std::accumulate(causes.begin(), causes.end(), qint64(0), saturatedSum);
    if (*most > 0)
        v.details.insert(v.details.begin(),
                         Phrase(QString::fromLatin1(causeSentence(static_cast<IdleCause>(most - causes.begin()),
                                                                  totals.garbageNs >= *most - totals.garbageNs)),
                                {diagnosisPercent(static_cast<double>(*most) / static_cast<double>(all))}));
    if (middle.traced)
        v.evidence.insert(v.evidence.begin(), {QStringLiteral("idle")});
}

// No launch comes late, but in steps in which all ranks pause; empty where launches of a rank are unknown. Of `apart`
// nothing is said.
std::vector<ReplayChange> promptLaunches(const RunEvidence &base, const std::vector<size_t> &which,
                                         const std::vector<int> &apart)
{
    std::vector<ReplayChange> out;
    for (int r = 0; r < std::ssize(base.cells) && !base.job.isCanceled(); ++r) {
        if (std::ranges::find(apart, r) != apart.end())
            continue;
        std::vector<Relief> reliefs = base.canReplay(r) ? launchReliefs(base, r, which) : std::vector<Relief>();
        if (reliefs.empty())
            return {};
        out.push_back({r, std::move(reliefs), {}});
    }
    return out;
}

// As "what if" answers: nobody can launch in no time.
qint64 gainOfTwice(const RunEvidence &base, std::vector<ReplayChange> &changes)
{
    for (ReplayChange &change : changes) {
        for (Relief &relief : change.reliefs)
            relief.part = 0.5;
    }
    return base.gainOf(changes);
}

// One host whose launching takes longest gains most of it alone: the others are no slower than they need be.
bool isOfOneHost(const RunEvidence &base, const std::vector<ReplayChange> &changes, qint64 gain)
{
    const auto longest = std::ranges::max_element(changes, {}, [](const ReplayChange &c) {
        return std::accumulate(c.reliefs.begin(), c.reliefs.end(), qint64(0), [](qint64 sum, const Relief &r) {
            return saturatedSum(sum, totalLength(r.where.set()));
        });
    });
    return changes.size() > 1 && saturatedProduct(2, base.gainOf({&*longest})) >= gain;
}

// Devices may be busy with waiting for each other where all hosts are slow.
void sayLaunches(const RunEvidence &base, const MiddleRank &middle, const std::optional<IdleSteps> &paused,
                 const std::vector<int> &notJudged, Verdict &v)
{
    std::vector<size_t> which = base.allSteps();
    if (paused)
        std::erase_if(which, [&](size_t s) { return std::ranges::find(paused->steps, s) != paused->steps.end(); });
    std::vector<ReplayChange> changes = promptLaunches(base, which, notJudged);
    const qint64 gain = base.gainOf(changes);
    if (gain <= v.costNs.value_or(0) ||
        static_cast<double>(gain) < base.limits.leastCost * static_cast<double>(base.windowOf(base.allSteps()))) {
        // An area that is fine leads to no question, also where the area is told about for another reason.
        if (v.state == DiagnosisState::Fine)
            return;
        const qint64 twice = v.costNs ? gainOfTwice(base, changes) : 0;
        v.changes = std::move(changes);
        if (twice <= 0)
            return;
        v.costNs = twice;
        v.share = base.shareOf(twice, base.allSteps());
        v.certainty = Certainty::Medium;
        v.details.emplace_back(RS_MESSAGE("If all hosts launched twice as fast, the steps would take %1 (%2) less."),
                               QStringList{diagnosisMs(twice), diagnosisPercent(v.share)});
        return;
    }
    if (isOfOneHost(base, changes, gain))
        return;
    const qint64 twice = gainOfTwice(base, changes);
    v.changes = std::move(changes);
    v.state = DiagnosisState::Notice;
    v.target = LookTarget::Timeline;
    v.rank = v.peer = -1;
    v.worstStep = base.stepName(base.worstStep(middle.rank, &DiagnosisCell::idleNs));
    v.share = base.shareOf(twice, base.allSteps());
    v.costNs = twice;
    v.certainty = Certainty::Medium;
    v.details.insert(v.details.begin(), v.sentence);
    v.sentence = {RS_MESSAGE("The hosts of all ranks launch too late: if all of them launched twice as fast, the steps "
                             "would take %1 (%2) less; if no device had to wait for its host, %3."),
                  {diagnosisMs(twice), diagnosisPercent(v.share), diagnosisMs(gain)}};
    v.evidence.insert(v.evidence.begin(), {QStringLiteral("dispatch")});
}

Verdict schedulingArea(const RunEvidence &base, const ExcessReport &report)
{
    AreaWords words;
    words.missing = {RS_MESSAGE("Idle time is unknown: it is neither in the traces nor in step_trace_time.csv. The "
                                "profiler writes both when NPU activity is on.")};
    words.farthestAbove =
        RS_MESSAGE("No device is idle for noticeably longer than those of its peers while others wait for it. Farthest "
                   "from their median is rank %1, which is idle for %2 (%3 of the steps) longer.");
    words.farthestBelow =
        RS_MESSAGE("No device is idle for noticeably longer than those of its peers while others wait for it. Farthest "
                   "from their median is rank %1, which is idle for %2 (%3 of the steps) less.");
    // By the share that the sentence tells.
    if (static_cast<double>(report.farthestNs) >=
        base.limits.idleShare * static_cast<double>(base.lengthOf(base.allSteps())))
        words.farthestCostless =
            RS_MESSAGE("The device of rank %1 is idle for %2 (%3 of the steps) longer than the median of its peers. "
                       "That is no verdict: what others lose by it is little or unknown.");
    words.differ = RS_MESSAGE("The device of rank %1 is idle for longer than that of rank %2, by %3 (%4 of the "
                              "steps). With two peers, which one is the outlier is unknown.");
    words.alike = RS_MESSAGE("The devices of ranks %1 and %2 are idle alike: they differ by %3 (%4 of the steps).");
    Verdict v = areaVerdict(base, report, DiagnosisKind::Scheduling, base.lengthOf(base.allSteps()), words);
    if (v.state == DiagnosisState::Difference) {
        v.target = LookTarget::Timeline;
        v.worstStep = base.stepName(base.worstStep(v.rank, &DiagnosisCell::idleNs, v.peer));
        v.evidence.insert(v.evidence.begin(), {QStringLiteral("idle.gaps"), {}, {}, v.rank});
        return v;
    }
    if (v.state == DiagnosisState::Notice)
        v.evidence.insert(v.evidence.begin(), {QStringLiteral("idle.gaps"), {}, {}, report.farthest});
    const MiddleRank middle = middleRank(base);
    if (middle.rank >= 0 && middle.share >= base.limits.idleOfAll)
        sayIdleOfAll(base, middle, v);
    const std::optional<IdleSteps> idle = idleSteps(base);
    // The dearest is what is said of the area.
    if (middle.rank >= 0)
        sayLaunches(base, middle, idle, report.lacking, v);
    if (middle.rank >= 0 && idle && saturatedProduct(2, idle->ns) >= v.costNs.value_or(0)) {
        v.details.insert(v.details.begin(), v.sentence);
        sayIdleSteps(base, *idle, v);
    }
    return v;
}

/// Calls of a host that wait for its device.
struct DeviceWaits
{
    qint64 count = 0;
    QString name; ///< that of most of them: the operator around the call, or the call
};

// In these steps.
DeviceWaits deviceWaits(const RunEvidence &base, int rank, const std::vector<size_t> &which)
{
    const auto &data = base.run.ranks[static_cast<size_t>(rank)];
    if (!data || !data->trace)
        return {};
    const Trace &t = *data->trace;
    const SliceStore &s = t.slices();
    std::vector<SliceId> calls;
    std::vector<SliceId> operators;
    std::vector<char> isSync(t.strings().size());
    for (quint32 i = 0; i < isSync.size(); ++i)
        isSync[i] = isSynchronizingCall(t.strings().view(StrId{i})) ? 1 : 0;
    for (quint32 l = 0; l < t.lanes().size(); ++l) {
        const ProcessKind kind = t.processOf(LaneId{l}).kind;
        for (const SliceId id : t.slicesOf(LaneId{l})) {
            const auto isOfStep = [&](size_t step) {
                const Interval &of = base.hostSteps[static_cast<size_t>(rank)][step];
                return s.start(id) >= of.from && s.start(id) < of.to;
            };
            if (kind == ProcessKind::Cann && isSync[raw(s.name(id))] && std::ranges::any_of(which, isOfStep))
                calls.push_back(id);
            if (kind != ProcessKind::Cann && t.strings().view(s.name(id)).starts_with("aten::"))
                operators.push_back(id);
        }
    }
    std::ranges::sort(operators, {}, [&s](SliceId id) { return s.start(id); });
    std::map<QString, qint64> counts;
    for (const SliceId call : calls) {
        constexpr std::ptrdiff_t mostNested = 8;
        SliceId around = call;
        const auto behind =
            std::ranges::upper_bound(operators, s.start(call), {}, [&s](SliceId id) { return s.start(id); });
        for (auto at = behind; at != operators.begin() && behind - at < mostNested;) {
            if (s.end(*--at) >= s.end(call))
                around = *at;
        }
        ++counts[t.strings().text(s.name(around))];
    }
    DeviceWaits out{std::ssize(calls), {}};
    const auto most = std::ranges::max_element(counts, {}, [](const auto &c) { return c.second; });
    if (most != counts.end())
        out.name = most->first;
    return out;
}

// Hosts are held against each other without their waits for the device: one that waits more often idles for these.
std::optional<Phrase> waitsMoreOften(const RunEvidence &base, const Excess &e)
{
    constexpr qint64 leastInStep = 2;
    const DeviceWaits own = deviceWaits(base, e.rank, e.steps);
    const DeviceWaits peer = deviceWaits(base, e.normalPeer, e.steps);
    if (own.count - peer.count < saturatedProduct(leastInStep, std::ssize(e.steps)))
        return std::nullopt;
    return Phrase{RS_MESSAGE("Its host waits for the device %1 times, most of them in %2; that of rank %3 does %4 "
                             "times."),
                  {QString::number(own.count), own.name, base.label(e.normalPeer), QString::number(peer.count)}};
}

void lookAtScheduling(const RunEvidence &base, const ReferenceRates &, Findings &out)
{
    const auto isEnough = [&](qint64 ns, qint64, qint64 stepNs) {
        return ns > 0 && static_cast<double>(ns) >= base.limits.idleShare * static_cast<double>(stepNs);
    };
    const auto suspect = [&](const Excess &e, CellValue value, Phrase (*sentence)(const RunEvidence &, const Verdict &),
                             const std::optional<Phrase> &why = {}) {
        Suspect s = suspectOf(base, e, value, DiagnosisKind::Scheduling);
        s.describe = s.describeHidden = [&base, sentence, why](const Suspect &own, Verdict &v) {
            v.target = LookTarget::Timeline;
            v.sentence = sentence(base, v);
            if (why)
                v.details.push_back(*why);
            else
                addCause(base, own.excess, v);
            v.evidence.push_back({QStringLiteral("idle.gaps"), {}, {}, v.rank});
            v.evidence.push_back({QStringLiteral("books"), oneStep(v)});
        };
        out.suspects.push_back(std::move(s));
    };
    for (Excess e : comparePeers(base, {&DiagnosisCell::hostNs, isEnough}).excesses) {
        // The device waits no longer than it has nothing to do.
        e.ns = std::min(e.ns, base.exposedIdle(e.rank, e.steps));
        if (isEnough(e.ns, 0, base.usualWindowOf(e.steps)))
            suspect(e, &DiagnosisCell::hostNs, hostSentence);
    }
    const ExcessReport idle = comparePeers(base, {&DiagnosisCell::idleNs, isEnough});
    for (const Excess &e : idle.excesses) {
        // Who waited in a collective has launched ahead and idles less: the hosts themselves were compared.
        const bool isOfHost = std::ranges::all_of(e.steps, [&](size_t s) { return base.hasHosts(e.rank, s); });
        const std::optional<Phrase> why = isOfHost ? waitsMoreOften(base, e) : std::nullopt;
        if (!isOfHost || why)
            suspect(e, &DiagnosisCell::idleNs, idleSentence, why);
    }
    // For a rank without a trace, step_trace_time.csv has the same times.
    for (const Excess &e : comparePeers(base, {&DiagnosisCell::shownIdleNs, isEnough}).excesses) {
        const auto isOfFile = [&](size_t s) { return !base.cell(e.rank, s).idleNs; };
        if (std::ranges::all_of(e.steps, isOfFile))
            suspect(e, &DiagnosisCell::shownIdleNs, idleSentence);
    }
    for (const Excess &e : comparePeers(base, {&DiagnosisCell::lateNs, isEnough}).excesses) {
        // When a capture began is no fault of a rank.
        if (e.steps == std::vector<size_t>{0})
            continue;
        Suspect s = suspectOf(base, e, &DiagnosisCell::lateNs, DiagnosisKind::LateStart);
        s.describe = [&base](const Suspect &own, Verdict &v) {
            v.target = LookTarget::Timeline;
            v.sentence = lateSentence(base, v);
            addLateCause(base, own.excess, v);
            v.evidence.push_back({QStringLiteral("books"), oneStep(v)});
            v.evidence.push_back({QStringLiteral("ledger"), oneStep(v)});
        };
        s.describeHidden = [&base](const Suspect &own, Verdict &v) {
            v.target = LookTarget::Timeline;
            v.sentence = costlessLateSentence(base, v);
            v.details.push_back(whyCostless(base, own.excess));
            v.evidence.push_back({QStringLiteral("ledger.pairs"), oneStep(v)});
            v.evidence.push_back({QStringLiteral("ledger.stages"), oneStep(v)});
            v.evidence.push_back({QStringLiteral("books"), oneStep(v)});
        };
        out.suspects.push_back(std::move(s));
    }
    // Nobody is accused: who is named as the farthest is whom the bars show as that.
    ExcessReport said = idle;
    said.takeFarthest(comparePeers(base, {&DiagnosisCell::shownIdleNs, isEnough}));
    out.areas.push_back(schedulingArea(base, said));
}

// Steps in which all ranks pause are told beside the area where it says something else.
void sayPause(const RunEvidence &base, const Findings &, Diagnosis &out)
{
    const std::optional<IdleSteps> idle = idleSteps(base);
    const auto area =
        std::ranges::find_if(out.areas, [](const Verdict &v) { return v.kind == DiagnosisKind::Scheduling; });
    // Nothing is fine of which something is told.
    if (area != out.areas.end() && area->state == DiagnosisState::Fine &&
        std::ranges::any_of(out.observations,
                            [](const Verdict &v) { return diagnosisArea(v.kind) == DiagnosisKind::Scheduling; }))
        area->state = DiagnosisState::Notice;
    if (!idle || area == out.areas.end())
        return;
    Verdict v;
    sayIdleSteps(base, *idle, v);
    if (area->sentence == v.sentence)
        return; // it is what is said of the area
    if (area->state != DiagnosisState::Notice || v.costNs <= area->costNs) {
        area->details.push_back(v.sentence);
        return out.observations.push_back(std::move(v));
    }
    // The dearest is what is said of the area.
    std::swap(*area, v);
    if (!v.costNs)
        area->details.push_back(v.sentence);
    else if (std::ranges::find(out.observations, v.sentence, &Verdict::sentence) == out.observations.end())
        out.observations.push_back(std::move(v));
}

} // namespace

const Rule schedulingRule{lookAtScheduling, sayPause};

} // namespace rs
