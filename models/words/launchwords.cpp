// SPDX-License-Identifier: Apache-2.0
#include "words/launchwords.h"

#include <algorithm>
#include <array>

namespace rs {

namespace {

struct CauseWords
{
    IdleCause cause;
    const char *title;
    const char *hint;
};

constexpr std::array<CauseWords, static_cast<size_t>(IdleCause::Count)> causeWords{{
    {IdleCause::HostLate, QT_TRANSLATE_NOOP("Tables", "Host late"),
     QT_TRANSLATE_NOOP("Tables", "The next task was launched only after the device had no more tasks.")},
    {IdleCause::Synchronizing, QT_TRANSLATE_NOOP("Tables", "Synchronising call"),
     QT_TRANSLATE_NOOP("Tables",
                       "The host was inside a synchronising call when it should have launched the next task.")},
    {IdleCause::Copy, QT_TRANSLATE_NOOP("Tables", "Copy"),
     QT_TRANSLATE_NOOP("Tables", "A memory copy filled at least half of the gap.")},
    {IdleCause::Communication, QT_TRANSLATE_NOOP("Tables", "Communication"),
     QT_TRANSLATE_NOOP(
         "Tables", "Tasks of communication ran in at least half of the gap, outside of any communication operator.")},
    {IdleCause::EventWait, QT_TRANSLATE_NOOP("Tables", "Waiting for an event"),
     QT_TRANSLATE_NOOP("Tables", "The stream waited for an event, though the next task had been launched in time.")},
    {IdleCause::DataOrGc, QT_TRANSLATE_NOOP("Tables", "Data loading or GC"),
     QT_TRANSLATE_NOOP("Tables",
                       "The host loaded data or collected garbage when it should have launched the next task.")},
    {IdleCause::StepBoundary, QT_TRANSLATE_NOOP("Tables", "Step boundary"),
     QT_TRANSLATE_NOOP("Tables", "One step had ended and the next had not begun.")},
    {IdleCause::Unknown, QT_TRANSLATE_NOOP("Tables", "Unknown"),
     QT_TRANSLATE_NOOP(
         "Tables",
         "Nothing in the trace explains the gap; most often the device itself needed time between two queued tasks.")},
}};

const CauseWords &wordsOf(IdleCause cause)
{
    const auto *const at = std::ranges::find(causeWords, cause, &CauseWords::cause);
    return at == causeWords.end() ? causeWords.back() : *at;
}

double partOf(qint64 part, qint64 whole)
{
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

} // namespace

const char *idleCauseTitle(IdleCause cause)
{
    return wordsOf(cause).title;
}

const char *idleCauseHint(IdleCause cause)
{
    return wordsOf(cause).hint;
}

void DispatchTotals::add(const DispatchReport &report)
{
    for (const DispatchStep &step : report.steps) {
        ++steps;
        hostBound += step.hostBound ? 1 : 0;
        hostBoundNs += step.hostBound ? step.hostIdleNs : 0;
    }
    for (const HostBoundWindow &window : report.windows) {
        ++windows;
        windowNs += window.idleNs;
    }
}

Sentence dispatchVerdict(const DispatchTotals &totals)
{
    if (totals.hostBound > 0)
        return {QT_TRANSLATE_N_NOOP(
                    "Words", "The lines are vertical in %n step(s) of a rank: there the device idles for %1 because "
                             "the host launches too late. Delays are on one clock: the offset between host and "
                             "device, estimated from the launches, is taken off."),
                {WordArgument::duration(totals.hostBoundNs)},
                totals.hostBound};
    if (totals.windows > 0)
        return {QT_TRANSLATE_N_NOOP("Words", "No step is host-bound as a whole, but the device waits for the host in "
                                             "%n window(s), %1 in all."),
                {WordArgument::duration(totals.windowNs)},
                totals.windows};
    return {QT_TRANSLATE_N_NOOP(
                "Words", "The lines are slanted everywhere: in %n step(s) of a rank the host keeps the device busy."),
            {},
            totals.steps};
}

Sentence idleVerdict(const CauseTotals &causes, qint64 freeNs, const QString &step)
{
    if (freeNs == 0)
        return {QT_TRANSLATE_NOOP("Words", "No rank has idle time between compute and communication.")};
    const auto greatest = std::ranges::max_element(causes);
    const auto cause = static_cast<IdleCause>(greatest - causes.begin());
    const WordArgument free = WordArgument::duration(freeNs);
    const WordArgument unknown = WordArgument::share(partOf(causes[static_cast<size_t>(IdleCause::Unknown)], freeNs));
    if (!step.isEmpty()) {
        const WordArgument name{WordArgument::Kind::Name, step};
        if (cause == IdleCause::Unknown)
            return {QT_TRANSLATE_NOOP(
                        "Words", "Idle time of all ranks in step %1: %2, of which nothing in the traces explains %3."),
                    {name, free, unknown}};
        return {QT_TRANSLATE_NOOP("Words",
                                  "Idle time of all ranks in step %1: %2. Most of it, %3, has the cause \"%4\"; "
                                  "nothing in the traces explains %5."),
                {name, free, WordArgument::share(partOf(*greatest, freeNs)), WordArgument::word(idleCauseTitle(cause)),
                 unknown}};
    }
    if (cause == IdleCause::Unknown)
        return {QT_TRANSLATE_NOOP("Words",
                                  "Idle time of all ranks and steps: %1, of which nothing in the traces explains %2."),
                {free, unknown}};
    return {QT_TRANSLATE_NOOP("Words", "Idle time of all ranks and steps: %1. Most of it, %2, has the cause \"%3\"; "
                                       "nothing in the traces explains %4."),
            {free, WordArgument::share(partOf(*greatest, freeNs)), WordArgument::word(idleCauseTitle(cause)), unknown}};
}

Sentences chainVerdict(const ChainTotals &totals)
{
    Sentences out = {
        {QT_TRANSLATE_NOOP("Words", "Match rate %1. Kernels: %2 normal, %3 traced to the queue only, %4 incomplete."),
         {WordArgument::share(partOf(totals.normal, totals.all())), WordArgument::count(totals.normal),
          WordArgument::count(totals.fallback), WordArgument::count(totals.incomplete)}}};
    if (!totals.hasQueue)
        out.push_back({QT_TRANSLATE_NOOP("Words", "The trace shows no queue between framework and launch.")});
    return out;
}

Sentences alignmentVerdict(const std::vector<RankAlignment> &clocks)
{
    int possible = 0;
    int refused = 0;
    int drifting = 0;
    int ofFiles = 0;
    qint64 worst = 0;
    for (const RankAlignment &a : clocks) {
        refused += a.applies() || a.refusal == AlignRefusal::Reference ? 0 : 1;
        if (!a.applies())
            continue;
        ++possible;
        drifting += a.driftPpm != 0 ? 1 : 0;
        ofFiles += a.source == ClockSource::File || a.source == ClockSource::Cluster ? 1 : 0;
        worst = std::max(worst, a.residualP95Ns);
    }
    Sentences out;
    if (possible > 0) {
        out.push_back(
            {QT_TRANSLATE_N_NOOP("Words", "%n rank(s) can be brought to the clock of the reference, to within %1."),
             {WordArgument::duration(worst)},
             possible});
        if (ofFiles > 0)
            out.push_back(
                {QT_TRANSLATE_N_NOOP("Words", "%n of them by the ends in communication.json, without a trace."),
                 {},
                 ofFiles});
        if (drifting > 0)
            out.push_back(
                {QT_TRANSLATE_N_NOOP("Words", "%n clock(s) drift, and the correction follows them over time."),
                 {},
                 drifting});
        else
            out.push_back({QT_TRANSLATE_NOOP("Words", "One offset per rank is enough: no clock drifts measurably.")});
    } else {
        out.push_back({QT_TRANSLATE_NOOP("Words", "No rank can be aligned with another one.")});
    }
    if (refused > 0)
        out.push_back({QT_TRANSLATE_N_NOOP("Words", "%n rank(s) keep their own clock; the reason stands in the table."),
                       {},
                       refused});
    return out;
}

Sentences transferVerdict(int pairs, int unmatched)
{
    Sentences out = {{QT_TRANSLATE_N_NOOP("Words", "%n send(s) have their receive."), {}, pairs}};
    if (unmatched == 0)
        out.push_back({QT_TRANSLATE_NOOP("Words", "None lacks its partner.")});
    else
        out.push_back({QT_TRANSLATE_N_NOOP("Words", "%n side(s) lack their partner: its rank is not loaded, or its "
                                                    "capture began or ended in between."),
                       {},
                       unmatched});
    return out;
}

} // namespace rs
