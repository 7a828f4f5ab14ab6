// SPDX-License-Identifier: Apache-2.0
#include "analysis/diagnosis/diagnosis.h"
#include "analysis/replay/whatif.h"
#include "tables/base/cellrows.h"
#include "tables/base/tables.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace rs {

namespace {

std::vector<ColumnSpec> whatIfColumns()
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        {"question", "What If", RS_TABLE("What if"), K::Word, RS_TABLE("What would be different.")},
        {"about", "About", RS_TABLE("About"), K::Text,
         RS_TABLE("The rank, both ranks of the link, the rank whose links it is about, the type of kernels, or the "
                  "communication "
                  "domain; empty: all ranks.")},
        {"times", "Times Faster", RS_TABLE("Times faster"), K::Integer,
         RS_TABLE("Of merged buckets: how many become one.")},
        {"step", "Step", RS_TABLE("Step"), K::Label, RS_TABLE("Empty: all steps.")},
        {"before", "Before(ns)", RS_TABLE("Before (%1)"), K::Time,
         RS_TABLE("From the first task to the end of the last step, over all ranks. A step begins where the one before "
                  "it ends.")},
        {"after", "After(ns)", RS_TABLE("After (%1)"), K::Time},
        {"gain", "Gain(ns)", RS_TABLE("Gain (%1)"), K::Difference,
         RS_TABLE("By how much the steps end earlier when the run is replayed with what would be different. "
                  "Below 0: later.")},
        {"share", "Gain(%)", RS_TABLE("Gain (%)"), K::Percent},
        {"error", "Replay Error(%)", RS_TABLE("Error of the replay (%)"), K::Percent,
         RS_TABLE("How far a replay of the unchanged run, by its dependencies alone, is from the time that it took.")},
        {"notReplayed", "Not Replayed", RS_TABLE("Not replayed"), K::Text,
         RS_TABLE(
             "Ranks that stay as they are: without a trace, with one that lacks steps, or with a clock that cannot "
             "be aligned. The answer may miss what they change.")},
        {"assumptions", "Assumptions", RS_TABLE("Assumptions"), K::Sentence, RS_TABLE("What the answer rests on.")},
    };
    setUnitGroup(out, 1, {u"before", u"after", u"gain"});
    leadWith(out, {u"question", u"about", u"gain", u"share", u"error", u"before", u"after"});
    return out;
}

std::optional<WhatIfKind> kindOf(const QString &key)
{
    for (int k = 0; k < static_cast<int>(WhatIfKind::Count); ++k) {
        if (whatIfKey(static_cast<WhatIfKind>(k)) == key)
            return static_cast<WhatIfKind>(k);
    }
    return std::nullopt;
}

// "Rank 3", "4 - 6", "matmulv3" are understood.
QString plain(QString name)
{
    name = name.toLower().remove(u' ');
    for (const QLatin1String word : {QLatin1String("ranks"), QLatin1String("rank")}) {
        if (name.startsWith(word))
            return name.mid(word.size());
    }
    return name;
}

// Ends of a link in either order.
bool isNamed(const WhatIf &whatIf, WhatIfQuestion question, const QString &about)
{
    if (plain(whatIf.nameOf(question)) == plain(about))
        return true;
    std::swap(question.rank, question.peer);
    return question.kind == WhatIfKind::Link && question.rank >= 0 && plain(whatIf.nameOf(question)) == plain(about);
}

// A verdict and the answer to its question are one number.
void addVerdicts(const TableQuery &query, std::vector<WhatIfQuestion> &questions, const JobContext &job)
{
    const auto isAsked = [](const WhatIfQuestion &q) {
        return q.kind == WhatIfKind::Rank || q.kind == WhatIfKind::Link || q.kind == WhatIfKind::Stages;
    };
    if (std::ranges::none_of(questions, isAsked))
        return;
    const std::shared_ptr<const Diagnosis> known =
        query.diagnosis ? query.diagnosis
                        : std::make_shared<const Diagnosis>(diagnose(*query.run, query.thresholds, job, query.rates));
    for (const auto *const verdicts : {&known->problems, &known->observations}) {
        for (const Verdict &v : *verdicts) {
            const std::optional<WhatIfQuestion> asked = questionOf(v);
            for (WhatIfQuestion &q : questions) {
                if (asked && asked->kind == q.kind && asked->rank == q.rank && asked->peer == q.peer && isAsked(q))
                    q.changes.insert(q.changes.end(), asked->changes.begin(), asked->changes.end());
            }
        }
    }
}

// Questions that the query names, or those that the run suggests.
std::vector<WhatIfQuestion> questionsOf(const TableQuery &query, const WhatIf &whatIf, const JobContext &job)
{
    const std::optional<WhatIfKind> kind = kindOf(query.whatIf);
    std::vector<WhatIfQuestion> out;
    if (!query.about.isEmpty()) {
        if (kind)
            out = whatIf.subjects(*kind, job);
        std::erase_if(out, [&](const WhatIfQuestion &q) { return !isNamed(whatIf, q, query.about); });
    } else {
        out = whatIf.questions(job);
        std::erase_if(out, [&](const WhatIfQuestion &q) { return kind && q.kind != *kind; });
    }
    for (WhatIfQuestion &q : out)
        q.times = query.times;
    addVerdicts(query, out, job);
    return out;
}

std::shared_ptr<const RowSource> makeWhatIf(const TableQuery &query, const JobContext &job)
{
    auto rows = std::make_shared<CellRows>(whatIfColumns());
    const WhatIf whatIf(*query.run, job, query.pool);
    std::vector<WhatIfAnswer> answers;
    for (const WhatIfQuestion &question : questionsOf(query, whatIf, job)) {
        if (std::optional<WhatIfAnswer> answer = whatIf.answer(question, job))
            answers.push_back(std::move(*answer));
    }
    const qsizetype step = whatIf.steps().indexOf(query.step);
    if (!query.step.isEmpty() && step < 0)
        answers.clear();
    std::ranges::stable_sort(answers, std::greater<>(),
                             [](const WhatIfAnswer &a) { return std::pair(!isBound(a.question.kind), a.gainNs); });
    for (const WhatIfAnswer &a : answers) {
        const WhatIfQuestion &q = a.question;
        const auto s = static_cast<size_t>(std::max<qsizetype>(0, step));
        const qint64 before = step < 0 ? a.beforeNs : whatIf.stepLengths()[s];
        const qint64 gain = step < 0 ? a.gainNs : a.gains[s];
        rows->add(
            {q.rank, NoSlice, {}},
            {whatIfKey(q.kind), whatIf.nameOf(q), cellIf(takesTimes(q.kind), q.times), query.step, before,
             before - gain, gain, cellIf(before > 0, static_cast<double>(gain) * 100 / static_cast<double>(before)),
             a.error ? Cell(*a.error * 100) : Cell(), whatIf.unknownRanks().join(QStringLiteral(", ")), a.assumptions});
        if (a.error && *a.error < 0.0005)
            rows->setPhrase(u"error", {RS_TABLE("< 0.1"), {}});
    }
    std::vector<RowNote> notes;
    for (const QString &rank : whatIf.unknownRanks())
        notes.emplace_back(WhatIf::whyNotReplayed(), rank);
    rows->setNotes(std::move(notes));
    return job.isCanceled() ? nullptr : rows;
}

Phrase whyNoWhatIf(const TableQuery &query)
{
    constexpr qsizetype most = 40;
    const WhatIf whatIf(*query.run);
    if (!whatIf.canAnswer())
        return tableReason(RS_TABLE("A replay needs traces of two ranks or more whose communication operators match; "
                                    "the profiler writes them when CPU and NPU "
                                    "activities are collected."));
    if (!query.step.isEmpty() && !whatIf.steps().contains(query.step))
        return tableReason(RS_TABLE("The traces mark no step %1. There are: %2."),
                           {query.step, whatIf.steps().mid(0, most).join(QStringLiteral(", "))});
    const std::optional<WhatIfKind> kind = kindOf(query.whatIf);
    if (!kind && !query.about.isEmpty())
        return tableReason(RS_TABLE("It is not said what would be different of %1."), {query.about});
    QStringList known;
    bool isKnown = false;
    for (const WhatIfQuestion &q : kind ? whatIf.subjects(*kind) : std::vector<WhatIfQuestion>()) {
        known << whatIf.nameOf(q);
        isKnown = isKnown || isNamed(whatIf, q, query.about);
    }
    known.removeAll(QString());
    if (kind == WhatIfKind::Rank && whatIf.unknownRanks().contains(query.about))
        return tableReason(
            RS_TABLE("The replay cannot change %1: it has no trace, one that lacks steps, or a clock that "
                     "cannot be aligned."),
            {query.about});
    if (!known.isEmpty() && !query.about.isEmpty() && !isKnown)
        return tableReason(RS_TABLE("The replay cannot change %1. There are: %2."),
                           {query.about, known.mid(0, most).join(QStringLiteral(", "))});
    if (kind == WhatIfKind::Buckets && !known.isEmpty())
        return tableReason(RS_TABLE("What merging saves is not known: the messages of this run do not show it."));
    return tableReason(kind == WhatIfKind::Link && query.about.isEmpty()
                           ? RS_TABLE("No link is slower than comparable ones.")
                           : RS_TABLE("The run does not have what was asked about."));
}

} // namespace

void addWhatIfTable(Catalogue &catalogue)
{
    TableSpec &table = catalogue.add(
        "whatif", TableScope::Run, RS_TABLE("What if"),
        RS_TABLE("How long would the steps take if a rank were like its peers, a link like others, kernels or launches "
                 "faster, communication overlapped, stages balanced, buckets merged? Without a question one of each "
                 "kind but merged buckets is answered, the largest gain first; what overlap gains at most comes last."),
        whatIfColumns, makeWhatIf, whyNoWhatIf);
    table.parameters = {Parameter::Step, Parameter::WhatIf, Parameter::About, Parameter::Times};
    table.sources = {{QStringLiteral("trace")}, {}};
    table.ownPage = true;
    table.needsAllRanks = true;
}

} // namespace rs
