// SPDX-License-Identifier: Apache-2.0
#include "analysis/diagnosis/diagnosisbase.h"
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

IdleTotals causesOf(const DiagnosisBase &base, int rank, const std::vector<size_t> &which)
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

// What filled the time by which the rank began its steps late.
IdleTotals causesBefore(const DiagnosisBase &base, const Excess &e)
{
    IdleTotals out;
    const auto &data = base.run.ranks[static_cast<size_t>(e.rank)];
    if (!data || !data->trace)
        return out;
    const IdleReport report = idleCauses(*data, base.dispatch(e.rank), base.job);
    for (const size_t s : e.steps) {
        const DiagnosisCell &cell = base.cells[static_cast<size_t>(e.rank)][s];
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
    return RS_NOOP("Nothing in the trace explains most of it, %1.");
}

void addCause(const DiagnosisBase &base, const Excess &e, Verdict &v)
{
    const IdleTotals own = causesOf(base, e.rank, e.steps);
    const IdleTotals peer = causesOf(base, e.normalPeer, e.steps);
    size_t most = 0;
    const auto more = [&](size_t i) { return saturatedDifference(own.ns[i], peer.ns[i]); };
    for (size_t i = 1; i < own.ns.size(); ++i)
        most = more(i) > more(most) ? i : most;
    const qint64 garbage = saturatedDifference(own.garbageNs, peer.garbageNs);
    if (more(most) > 0)
        v.details.emplace_back(
            QString::fromLatin1(causeSentence(static_cast<IdleCause>(most), garbage >= more(most) - garbage)),
            QStringList{diagnosisMs(more(most))});
}

// Loading data or collecting garbage before a step: other causes say no more than that the step begins late.
void addLateCause(const DiagnosisBase &base, const Excess &e, Verdict &v)
{
    const IdleTotals own = causesBefore(base, e);
    const qint64 ns = own.ns[static_cast<size_t>(IdleCause::DataOrGc)];
    if (ns > 0 && saturatedProduct(2, ns) >= e.ns)
        v.details.emplace_back(
            QString::fromLatin1(causeSentence(IdleCause::DataOrGc, own.garbageNs >= ns - own.garbageNs)),
            QStringList{diagnosisMs(ns)});
}

QString oneStep(const Verdict &v)
{
    return v.steps.size() == 1 ? v.steps.front() : QString();
}

Phrase idleSentence(const DiagnosisBase &base, const Verdict &v)
{
    const QString rank = base.label(v.rank);
    const QString more = diagnosisMs(v.deviationNs);
    if (!v.steps.isEmpty())
        return {RS_MESSAGE("The device of rank %1 has nothing to do for %2 longer than the median of its peers, in "
                           "step %3 alone."),
                {rank, more, diagnosisList(v.steps)}};
    return {RS_MESSAGE("The device of rank %1 has nothing to do for %2 longer than the median of its peers."),
            {rank, more}};
}

Phrase lateSentence(const DiagnosisBase &base, const Verdict &v)
{
    const QString rank = base.label(v.rank);
    if (!v.steps.isEmpty())
        return {RS_MESSAGE("Rank %1 begins step %2 later than its peers, by %3 in all: between steps its device has "
                           "nothing to do."),
                {rank, diagnosisList(v.steps), diagnosisMs(v.deviationNs)}};
    return {
        RS_MESSAGE(
            "Rank %1 begins its steps later than its peers, by %2 in all: between steps its device has nothing to do."),
        {rank, diagnosisMs(v.deviationNs)}};
}

Phrase costlessLateSentence(const DiagnosisBase &base, const Verdict &v)
{
    const QString rank = base.label(v.rank);
    const QString late = diagnosisMs(v.deviationNs);
    const QString cost = diagnosisMs(v.costNs.value_or(0));
    if (!v.steps.isEmpty())
        return {RS_MESSAGE("Rank %1 begins step %2 later than its peers, by %3 in all, which costs the steps %4."),
                {rank, diagnosisList(v.steps), late, cost}};
    return {RS_MESSAGE("Rank %1 begins its steps later than its peers, by %2 in all, which costs the steps %3."),
            {rank, late, cost}};
}

// Where the time of a late rank is lost in what it would wait anyway.
Phrase whyCostless(const DiagnosisBase &base, const Excess &e)
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
    return {RS_MESSAGE("The rank has made up for it before others need it.")};
}

// The middle one of all ranks by the share of its windows in which the device has nothing to do.
struct MiddleRank
{
    double share = 0;
    int rank = -1;         ///< -1: none is known
    qint64 idleNs = 0;     ///< without pauses between steps
    qint64 lengthNs = 0;   ///< of its steps, as its bars have them
    double shownShare = 0; ///< idle, as its bar has it, with what is idle between steps
};

MiddleRank middleRank(const DiagnosisBase &base)
{
    std::vector<MiddleRank> all;
    for (size_t r = 0; r < base.cells.size(); ++r) {
        qint64 idle = 0;
        qint64 whole = 0;
        qint64 shownIdle = 0;
        qint64 shownWhole = 0;
        for (const DiagnosisCell &cell : base.cells[r]) {
            if (!cell.idleNs || !cell.sumNs || !cell.shownIdleNs || !cell.shownSumNs)
                continue;
            idle = saturatedSum(idle, *cell.idleNs);
            whole = saturatedSum(whole, *cell.sumNs);
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
                       shareOf(shownIdle, shownWhole)});
    }
    if (all.empty())
        return {};
    std::ranges::sort(all, [](const MiddleRank &a, const MiddleRank &b) {
        return std::pair(a.share, a.rank) < std::pair(b.share, b.rank);
    });
    return all[(all.size() - 1) / 2];
}

// Where both are counted, both are named: charts and tables show them apart.
const char *idleOfAllSentence(const DiagnosisBase &base, int middle)
{
    const std::vector<DiagnosisCell> &cells = base.cells[static_cast<size_t>(middle)];
    const bool prepares =
        std::ranges::any_of(cells, [](const DiagnosisCell &c) { return c.preparingNs.value_or(0) > 0; });
    if (base.cells.size() == 1)
        return prepares ? RS_NOOP("The device is idle or preparing for %1 of the steps.")
                        : RS_NOOP("The device has nothing to do for %1 of the steps.");
    return prepares ? RS_NOOP("The devices are idle or preparing for %1 of the steps, whatever rank it is.")
                    : RS_NOOP("The devices have nothing to do for %1 of the steps, whatever rank it is.");
}

// With fewer nobody can tell which step is the odd one.
constexpr size_t fewestSteps = 3;

// What at least half of them have, so that one rank of two speaks for nobody but itself.
qint64 whatHalfHave(std::vector<qint64> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

struct StepOfAll
{
    size_t step = 0;
    qint64 nothingNs = 0; ///< before, between and behind the work of the device
    qint64 lengthNs = 0;
};

std::vector<StepOfAll> stepsOfAll(const DiagnosisBase &base)
{
    std::vector<StepOfAll> out;
    for (size_t s = 0; s < static_cast<size_t>(base.steps.size()); ++s) {
        std::vector<qint64> nothing;
        std::vector<qint64> length;
        for (const std::vector<DiagnosisCell> &rank : base.cells) {
            const DiagnosisCell &cell = rank[s];
            if (!cell.idleNs || !cell.sumNs)
                continue;
            const bool follows = s > 0 && cell.window && rank[s - 1].window;
            const qint64 before =
                follows ? std::max<qint64>(0, saturatedDifference(cell.window->from, rank[s - 1].window->to)) : 0;
            nothing.push_back(saturatedSum(saturatedSum(*cell.idleNs, cell.tailNs), before));
            length.push_back(saturatedSum(*cell.sumNs, before));
        }
        if (!nothing.empty())
            out.push_back({s, whatHalfHave(std::move(nothing)), whatHalfHave(std::move(length))});
    }
    return out;
}

// Steps in which at least half of the ranks have nothing to do for longer than in the other steps, by a share
// (idleOfAll) of a step: before, between or behind the work of the device. Of three steps at least.
struct IdleSteps
{
    std::vector<size_t> steps; ///< into DiagnosisBase::steps
    qint64 ns = 0;             ///< beyond the median of all steps
    double share = 0;          ///< of `steps` together, each with the time before it in which no step runs
    size_t worst = 0;
};

std::optional<IdleSteps> idleSteps(const DiagnosisBase &base)
{
    const std::vector<StepOfAll> all = stepsOfAll(base);
    if (all.size() < fewestSteps)
        return std::nullopt;
    std::vector<qint64> nothing;
    std::vector<qint64> lengths;
    qint64 whole = 0;
    for (const StepOfAll &s : all) {
        nothing.push_back(s.nothingNs);
        lengths.push_back(s.lengthNs);
        whole = saturatedSum(whole, s.lengthNs);
    }
    const qint64 usual = whatHalfHave(std::move(nothing));
    const auto usualLength = static_cast<double>(whatHalfHave(std::move(lengths)));
    IdleSteps out;
    qint64 most = 0;
    qint64 own = 0;
    for (const StepOfAll &s : all) {
        const qint64 more = saturatedDifference(s.nothingNs, usual);
        if (more <= 0 || static_cast<double>(more) < base.limits.idleOfAll * usualLength)
            continue;
        out.steps.push_back(s.step);
        out.ns = saturatedSum(out.ns, more);
        own = saturatedSum(own, s.lengthNs);
        if (more > most) {
            most = more;
            out.worst = s.step;
        }
    }
    if (out.steps.empty() || static_cast<double>(out.ns) < base.limits.idleShare * static_cast<double>(whole))
        return std::nullopt;
    out.share = static_cast<double>(out.ns) / static_cast<double>(std::max<qint64>(1, own));
    return out;
}

Phrase idleStepsSentence(const DiagnosisBase &base, const IdleSteps &idle, const QStringList &names)
{
    const QStringList arguments = {diagnosisList(names), diagnosisMs(idle.ns), diagnosisPercent(idle.share)};
    if (base.cells.size() == 1)
        return {idle.steps.size() == 1
                    ? RS_MESSAGE("In step %1 the device has nothing to do for %2 longer than in the other steps, "
                                 "which is %3 of that step.")
                    : RS_MESSAGE("In steps %1 the device has nothing to do for %2 longer in all than in the other "
                                 "steps, which is %3 of these steps."),
                arguments};
    return {idle.steps.size() == 1
                ? RS_MESSAGE("In step %1 the devices have nothing to do for %2 longer than in the other steps, "
                             "whatever rank it is: that is %3 of that step.")
                : RS_MESSAGE("In steps %1 the devices have nothing to do for %2 longer in all than in the other "
                             "steps, whatever rank it is: that is %3 of these steps."),
            arguments};
}

// Saving weights, evaluation, compilation: what holds up every rank alike in some steps.
void sayIdleSteps(const DiagnosisBase &base, const IdleSteps &idle, Verdict &v)
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
    v.costNs = v.aloneNs = v.deviationNs = idle.ns;
    v.certainty = Certainty::Medium;
    v.target = LookTarget::Timeline;
    v.evidence.insert(v.evidence.begin(), {QStringLiteral("books"), v.worstStep});
    const int middle = middleRank(base).rank;
    const IdleTotals totals = middle < 0 ? IdleTotals() : causesOf(base, middle, idle.steps);
    const auto most = std::ranges::max_element(totals.ns);
    if (*most >= idle.ns - *most)
        v.details.insert(v.details.begin(),
                         Phrase(QString::fromLatin1(causeSentence(static_cast<IdleCause>(most - totals.ns.begin()),
                                                                  totals.garbageNs >= *most - totals.garbageNs)),
                                {diagnosisMs(*most)}));
}

// The cost is at most all of it: some is what any host takes.
void sayIdleOfAll(const DiagnosisBase &base, const MiddleRank &middle, Verdict &v)
{
    v.state = DiagnosisState::Notice;
    v.target = LookTarget::Timeline;
    v.worstStep = base.stepName(base.worstStep(middle.rank, &DiagnosisCell::idleNs));
    v.share = static_cast<double>(middle.idleNs) / static_cast<double>(middle.lengthNs);
    v.costNs = v.aloneNs = middle.idleNs;
    v.certainty = Certainty::Low;
    v.details = {v.sentence};
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
    v.evidence.insert(v.evidence.begin(), {QStringLiteral("idle")});
}

Verdict schedulingArea(const DiagnosisBase &base, const ExcessReport &report)
{
    AreaWords words;
    words.missing = {RS_MESSAGE("How long the devices have nothing to do is not known: neither the traces nor "
                                "step_trace_time.csv say it. The profiler writes both when NPU activity is on.")};
    words.farthestAbove =
        RS_MESSAGE("No device is idle for noticeably longer than those of its peers while others wait for it. Farthest "
                   "from their median is rank %1, which is idle for %2 (%3 of the steps) longer.");
    words.farthestBelow =
        RS_MESSAGE("No device is idle for noticeably longer than those of its peers while others wait for it. Farthest "
                   "from their median is rank %1, which is idle for %2 (%3 of the steps) less.");
    words.differ = RS_MESSAGE("The device of rank %1 is idle for longer than that of rank %2, by %3 (%4 of the steps). "
                              "Of two peers nobody can tell which is the odd one.");
    words.alike = RS_MESSAGE("The devices of ranks %1 and %2 are idle alike: they differ by %3 (%4 of the steps).");
    Verdict v = areaVerdict(base, report, DiagnosisKind::Scheduling, base.lengthOf(base.allSteps()), words);
    if (v.state == DiagnosisState::Difference) {
        v.target = LookTarget::Timeline;
        v.worstStep = base.stepName(base.worstStep(v.rank, &DiagnosisCell::idleNs, v.peer));
        v.evidence.insert(v.evidence.begin(), {QStringLiteral("idle.gaps"), {}, {}, v.rank});
        return v;
    }
    const MiddleRank middle = middleRank(base);
    if (middle.rank >= 0 && middle.share >= base.limits.idleOfAll)
        sayIdleOfAll(base, middle, v);
    // The dearer of the two is what is said of the area.
    const std::optional<IdleSteps> idle = idleSteps(base);
    if (middle.rank >= 0 && idle && saturatedProduct(2, idle->ns) >= v.costNs.value_or(0)) {
        v.details.insert(v.details.begin(), v.sentence);
        sayIdleSteps(base, *idle, v);
    }
    return v;
}

} // namespace

void suspectScheduling(const DiagnosisBase &base, std::vector<Suspect> &suspects, Diagnosis &out)
{
    const auto isEnough = [&](qint64 ns, qint64, qint64 stepNs) {
        return ns > 0 && static_cast<double>(ns) >= base.limits.idleShare * static_cast<double>(stepNs);
    };
    const ExcessReport idle = base.excesses({&DiagnosisCell::idleNs, isEnough});
    for (const Excess &e : idle.excesses) {
        Suspect s = suspectOf(base, e, &DiagnosisCell::idleNs, DiagnosisKind::Scheduling);
        s.describe = [&base](const Suspect &own, Verdict &v) {
            v.target = LookTarget::Timeline;
            v.sentence = idleSentence(base, v);
            addCause(base, own.excess, v);
            v.evidence.push_back({QStringLiteral("idle.gaps"), {}, {}, v.rank});
            v.evidence.push_back({QStringLiteral("books"), oneStep(v)});
        };
        suspects.push_back(std::move(s));
    }
    for (const Excess &e : base.excesses({&DiagnosisCell::lateNs, isEnough}).excesses) {
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
        suspects.push_back(std::move(s));
    }
    // Nobody is accused: who is named as the farthest is whom the bars show as that.
    ExcessReport said = idle;
    said.takeFarthest(base.excesses({&DiagnosisCell::shownIdleNs, isEnough}));
    out.areas.push_back(schedulingArea(base, said));
}

void observePause(const DiagnosisBase &base, Diagnosis &out)
{
    const std::optional<IdleSteps> idle = idleSteps(base);
    const auto area =
        std::ranges::find_if(out.areas, [](const Verdict &v) { return v.kind == DiagnosisKind::Scheduling; });
    if (!idle || area == out.areas.end())
        return;
    Verdict v;
    sayIdleSteps(base, *idle, v);
    if (area->sentence == v.sentence)
        return; // it is what is said of the area
    area->details.push_back(v.sentence);
    out.observations.push_back(std::move(v));
}

} // namespace rs
