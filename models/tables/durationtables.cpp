// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/commdurations.h"
#include "analysis/operators/deviceload.h"
#include "tables/communicationfields.h"
#include "tables/tables.h"

#include <QtGlobal>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace rs {

namespace {

template <typename R>
Field<R> timeField(const char *id, const char *header, const char *title, const char *hint,
                   std::function<FieldValue(const R &)> value)
{
    return {{id, header, title, ValueKind::Milliseconds, hint}, std::move(value)};
}

// The one of a record is looked for when one goes there.
RowPlace placeOfTime(const OperatorTime &t)
{
    return {t.rankIndex, t.slice, {}, recordOf(t.op, t.startNs, t.elapseMs), {}};
}

const char *wordOf(LegacyCommFiles files)
{
    switch (files) {
    case LegacyCommFiles::None:
        break;
    case LegacyCommFiles::Both:
        return RS_TABLE("hccl_raw_*, step_trace_raw_*");
    case LegacyCommFiles::Costs:
        return RS_TABLE("hccl_raw_*");
    case LegacyCommFiles::Times:
        return RS_TABLE("step_trace_raw_*");
    case LegacyCommFiles::Iterations:
        return RS_TABLE("hccl_*.json");
    }
    return RS_TABLE("communication.json");
}

const char *sourceWord(const OperatorTime &t)
{
    return t.isFromTrace() ? RS_TABLE("trace") : t.isOfDatabase ? RS_TABLE("database") : wordOf(t.oldFiles);
}

// Old files of a rank need not hold the same calls; a sum over some of them would be too small.
class LegacyGaps
{
public:
    /// The sums of calls, of how many of which transfer and waiting are known, and of how many the time.
    void add(const OperatorTime &sum, qint64 calls, qint64 withParts, qint64 withElapse)
    {
        if (sum.oldFiles == LegacyCommFiles::None)
            return;
        Calls &c = m_ranks[{sum.rank, sum.rankLabel}];
        c.all += calls;
        c.withParts += withParts;
        c.withElapse += withElapse;
        c.ofSteps = c.ofSteps || (sum.transitMs && withParts < std::max<qint64>(calls, 1));
    }
    [[nodiscard]] std::vector<RowNote> notes() const
    {
        std::vector<RowNote> out;
        for (const auto &[rank, calls] : m_ranks) {
            if (calls.ofSteps)
                out.emplace_back(
                    Phrase(RS_MESSAGE(
                        "hccl_raw_*.csv tells transfer and wait of whole steps, and not of which operators they are.")),
                    rank.second);
            else if (calls.withParts < calls.all)
                out.emplace_back(Phrase(RS_MESSAGE("hccl_raw_*.csv holds transfer and wait of %1 of the %2 calls. Of "
                                                   "the others step_trace_raw_*_detail_time.csv tells how long they "
                                                   "took and no more, so sums over them are left empty."),
                                        {QString::number(calls.withParts), QString::number(calls.all)}),
                                 rank.second);
            if (calls.withElapse < calls.all)
                out.emplace_back(Phrase(RS_MESSAGE("step_trace_raw_*_detail_time.csv tells how long %1 of the %2 calls "
                                                   "took. Of the others hccl_raw_*.csv tells transfer and wait and no "
                                                   "more, so sums of Elapse over them are left empty."),
                                        {QString::number(calls.withElapse), QString::number(calls.all)}),
                                 rank.second);
        }
        return out;
    }

private:
    struct Calls
    {
        qint64 all = 0;
        qint64 withParts = 0;
        qint64 withElapse = 0;
        bool ofSteps = false; // transfer and waiting are known, but not of calls
    };
    std::map<std::pair<int, QString>, Calls> m_ranks;
};

std::vector<Field<DurationRow>> durationFields()
{
    using R = DurationRow;
    using K = ValueKind;
    const auto sum = [](std::optional<double> OperatorTime::*member) {
        return [member](const R &r) { return fieldOf(r.first.*member); };
    };
    const auto part = [](double Distribution::*member) {
        return [member](const R &r) { return known(r.elapse.has_value(), r.elapse.value_or(Distribution()).*member); };
    };
    std::vector<Field<R>> out = {
        {{"step", "Step", RS_TABLE("Step"), K::Label}, [](const R &r) { return r.first.step; }},
        {{"domain", "Domain", RS_TABLE("Communication domain"), K::Text}, [](const R &r) { return r.first.domain; }},
        {{"operator", "Operator Type", RS_TABLE("Operator type"), K::Text}, [](const R &r) { return r.first.kind; }},
        {{"rank", "Rank", RS_TABLE("Rank"), K::Label}, [](const R &r) { return r.first.rankLabel; }},
        {{"calls", "Calls", RS_TABLE("Calls"), K::Integer}, [](const R &r) { return r.calls; }},
        timeField<R>("elapse", "Elapse(ms)", RS_TABLE("Elapse (%1)"),
                     RS_TABLE("Sum over the calls: transit + wait + idle."),
                     [](const R &r) { return fieldOf(r.first.elapseMs); }),
        timeField<R>("transit", "Transit(ms)", RS_TABLE("Transit (%1)"), RS_TABLE("Time in which data moved."),
                     sum(&OperatorTime::transitMs)),
        timeField<R>("synchronization", "Synchronization(ms)", RS_TABLE("Synchronisation (%1)"),
                     RS_TABLE("Waiting for the other ranks before the first data moved."),
                     sum(&OperatorTime::synchronizationMs)),
        timeField<R>("wait", "Wait(ms)", RS_TABLE("Wait (%1)"), RS_TABLE("All waiting for the other ranks."),
                     sum(&OperatorTime::waitMs)),
        timeField<R>("idle", "Idle(ms)", RS_TABLE("Idle (%1)"), RS_TABLE("Neither moving data nor waiting."),
                     sum(&OperatorTime::idleMs)),
        {{"synchronization-ratio", "Synchronization Ratio", RS_TABLE("Synchronisation ratio"), K::Ratio,
          RS_TABLE("Synchronisation / (synchronisation + transit).")},
         [](const R &r) { return fieldOf(r.synchronizationRatio); }},
        {{"wait-ratio", "Wait Ratio", RS_TABLE("Wait ratio"), K::Ratio, RS_TABLE("Wait / (wait + transit).")},
         [](const R &r) { return fieldOf(r.waitRatio); }},
        timeField<R>("mean", "Mean(ms)", RS_TABLE("Mean (%1)"), RS_TABLE("Elapse of one call."),
                     [](const R &r) {
                         return known(r.first.elapseMs.has_value(),
                                      r.first.elapseMs.value_or(0) / static_cast<double>(r.calls));
                     }),
        timeField<R>("min", "Min(ms)", RS_TABLE("Min (%1)"), "", part(&Distribution::least)),
        timeField<R>("q1", "Q1(ms)", RS_TABLE("First quartile (%1)"),
                     RS_TABLE("A quarter of the calls took no longer."), part(&Distribution::q1)),
        timeField<R>("median", "Median(ms)", RS_TABLE("Median (%1)"), RS_TABLE("Half of the calls took no longer."),
                     part(&Distribution::median)),
        timeField<R>("q3", "Q3(ms)", RS_TABLE("Third quartile (%1)"), RS_TABLE("A quarter of the calls took longer."),
                     part(&Distribution::q3)),
        timeField<R>("max", "Max(ms)", RS_TABLE("Max (%1)"), "", part(&Distribution::most)),
        {{"source", "Source", RS_TABLE("Source"), K::Word,
          RS_TABLE("Of a rank without communication.json the trace tells the durations, and nothing of what they hold. "
                   "Of MindSpore 1.x step_trace_raw_* tells the durations, hccl_raw_* what they hold."),
          false},
         [](const R &r) { return QString(QLatin1String(sourceWord(r.first))); }},
    };
    for (const QStringView id : {u"elapse", u"transit", u"synchronization", u"wait", u"idle"})
        fieldNamed(out, id).column.unitGroup = 1;
    for (const QStringView id : {u"mean", u"min", u"q1", u"median", u"q3", u"max"})
        fieldNamed(out, id).column.unitGroup = 2;
    return out;
}

// A rank with the sums over its operators, one of these, or those that are left out.
struct RankTimeRow
{
    enum class Is : quint8 { Rank, Operator, Others };
    Is is = Is::Rank;
    RankDuration of;
    std::optional<double> lessMs; // than the rank with the longest time, where the rule of slow ranks names it
    double longestMs = 0;
};

std::vector<Field<RankTimeRow>> rankTimeFields()
{
    using R = RankTimeRow;
    using K = ValueKind;
    const auto sum = [](std::optional<double> OperatorTime::*member) {
        return [member](const R &r) { return fieldOf(r.of.sum.*member); };
    };
    // What a rank and those that are left out are sums of is not one thing.
    const auto single = [](QString OperatorTime::*member) {
        return [member](const R &r) { return known(r.is == R::Is::Operator, r.of.sum.*member); };
    };
    std::vector<Field<R>> out = {
        {{"rank", "Rank", RS_TABLE("Rank"), K::Label}, [](const R &r) { return r.of.sum.rankLabel; }},
        {{"operator", "", RS_TABLE("Operator"), K::Text,
          RS_TABLE("Of a rank that is unfolded: its longest operators, sorted as the ranks are.")},
         single(&OperatorTime::op)},
        {{"domain", "", RS_TABLE("Communication domain"), K::Text, "", false}, single(&OperatorTime::domain)},
        {{"step", "", RS_TABLE("Step"), K::Label, "", false}, single(&OperatorTime::step)},
        {{"calls", "Calls", RS_TABLE("Calls"), K::Integer},
         [](const R &r) { return known(r.of.calls > 0, r.of.calls); }},
        timeField<R>("elapse", "Elapse(ms)", RS_TABLE("Elapse (%1)"),
                     RS_TABLE("Sum over the calls: transit + wait + idle."),
                     [](const R &r) { return fieldOf(r.of.sum.elapseMs); }),
        timeField<R>("transit", "Transit(ms)", RS_TABLE("Transit (%1)"), RS_TABLE("Time in which data moved."),
                     sum(&OperatorTime::transitMs)),
        timeField<R>("synchronization", "Synchronization(ms)", RS_TABLE("Synchronisation (%1)"),
                     RS_TABLE("Waiting for the other ranks before the first data moved."),
                     sum(&OperatorTime::synchronizationMs)),
        timeField<R>("wait", "Wait(ms)", RS_TABLE("Wait (%1)"), RS_TABLE("All waiting for the other ranks."),
                     sum(&OperatorTime::waitMs)),
        timeField<R>("idle", "Idle(ms)", RS_TABLE("Idle (%1)"), RS_TABLE("Neither moving data nor waiting."),
                     sum(&OperatorTime::idleMs)),
        {{"synchronization-ratio", "Synchronization Ratio", RS_TABLE("Synchronisation ratio"), K::Ratio,
          RS_TABLE("Synchronisation / (synchronisation + transit).")},
         [](const R &r) { return fieldOf(r.of.synchronizationRatio); }},
        {{"wait-ratio", "Wait Ratio", RS_TABLE("Wait ratio"), K::Ratio, RS_TABLE("Wait / (wait + transit).")},
         [](const R &r) { return fieldOf(r.of.waitRatio); }},
        timeField<R>("less", "Less Than Longest(ms)", RS_TABLE("Less than the longest (%1)"),
                     RS_TABLE("Of a slow rank: than the rank of the domain that spends most. Of an abnormal operator: "
                              "than the same operator there."),
                     [](const R &r) { return fieldOf(r.lessMs); }),
        {{"less-share", "Less Than Longest(%)", RS_TABLE("Less than the longest (%)"), K::Percent,
          RS_TABLE("Of the longest; a rank is slow from 10 % on.")},
         [](const R &r) { return known(r.lessMs && r.longestMs > 0, 100 * r.lessMs.value_or(0) / r.longestMs); }},
        {{"verdict", "By the 10 % Rule", RS_TABLE("By the 10 % rule"), K::Word,
          RS_TABLE("The rule of MindStudio Insight, for all operators of one chosen domain, in each step: of the three "
                   "ranks with the least time those are slow that spend at least 10 % less than the rank with the "
                   "longest time, which waited for them. Abnormal are the three operators of a slow rank that fall "
                   "short most of the same ones on that rank. Domains of pipelines, and those with sends, receives or "
                   "unequal exchanges, are not judged.")},
         [](const R &r) {
             return known(
                 r.lessMs.has_value(),
                 QString(QLatin1String(r.is == R::Is::Rank ? RS_TABLE("slow rank") : RS_TABLE("abnormal operator"))));
         }},
        {{"source", "Source", RS_TABLE("Source"), K::Word,
          RS_TABLE("Of a rank without communication.json the trace tells the durations, and nothing of what they hold. "
                   "Of MindSpore 1.x step_trace_raw_* tells the durations, hccl_raw_* what they hold."),
          false},
         [](const R &r) { return QString(QLatin1String(sourceWord(r.of.sum))); }},
    };
    fieldNamed(out, u"verdict").phrase = [](const R &r) {
        if (!r.lessMs || r.longestMs <= 0)
            return CellPhrase();
        return CellPhrase{r.is == R::Is::Rank ? RS_TABLE("slow rank: %1 % less")
                                              : RS_TABLE("abnormal operator: %1 % less"),
                          QString::number(100 * *r.lessMs / r.longestMs, 'f', 1)};
    };
    fieldNamed(out, u"operator").phrase = [](const R &r) {
        return r.is == R::Is::Others ? CellPhrase{RS_TABLE("%1 more"), QString::number(r.of.calls)} : CellPhrase();
    };
    for (const QStringView id : {u"elapse", u"transit", u"synchronization", u"wait", u"idle", u"less"})
        fieldNamed(out, id).column.unitGroup = 1;
    leadWith(out, {u"rank", u"operator", u"calls", u"elapse", u"verdict"});
    return out;
}

std::shared_ptr<StructSource<RankTimeRow>> rankTimeRows(std::vector<RankTimeRow> rows)
{
    return std::make_shared<StructSource<RankTimeRow>>(rankTimeFields(), std::move(rows), [](const RankTimeRow &r) {
        return r.is == RankTimeRow::Is::Operator ? placeOfTime(r.of.sum) : RowPlace{r.of.sum.rankIndex, NoSlice, {}};
    });
}

RankTimeRow rowOfOperator(const OperatorTime &time, qint64 calls, const std::vector<SlowRankRow> &shortOperators)
{
    RankTimeRow out;
    out.is = RankTimeRow::Is::Operator;
    out.of.sum = time;
    out.of.calls = calls;
    out.of.synchronizationRatio = communicationShare(time.synchronizationMs, time.transitMs);
    out.of.waitRatio = communicationShare(time.waitMs, time.transitMs);
    const auto at = std::find_if(shortOperators.begin(), shortOperators.end(), [&time](const SlowRankRow &s) {
        return s.at.op == time.op && s.at.step == time.step && s.at.elapseMs == time.elapseMs;
    });
    if (at != shortOperators.end()) {
        out.lessMs = at->differenceMs();
        out.longestMs = at->fastestMs;
    }
    return out;
}

RowDetails detailsOfRank(const TableQuery &query, const RowSource &rows, quint32 row, size_t most,
                         const JobContext &job)
{
    const auto *const ranks = dynamic_cast<const StructSource<RankTimeRow> *>(&rows);
    if (!ranks)
        return {};
    const RankDuration &rank = ranks->at(row).of;
    const OperatorTime &sum = rank.sum;
    const CommQuery asked{
        query.step, query.domain, {}, false, sum.rank >= 0 ? QString::number(sum.rank) : sum.rankLabel};
    const LongestOperators found = longestOperators(*query.run, asked, query.op, most, rank.shortOperators, job);
    if (job.isCanceled())
        return {};
    std::vector<RankTimeRow> out;
    out.reserve(found.longest.size() + 1);
    for (const OperatorTime &time : found.longest)
        out.push_back(rowOfOperator(time, 1, rank.shortOperators));
    if (found.others > 0) {
        out.push_back(rowOfOperator(found.rest, found.others, {}));
        out.back().is = RankTimeRow::Is::Others;
    }
    return {row, rankTimeRows(std::move(out)), found.others > 0};
}

std::vector<Field<SlowRankRow>> slowRankFields()
{
    using R = SlowRankRow;
    using K = ValueKind;
    std::vector<Field<R>> out = {
        {{"step", "Step", RS_TABLE("Step"), K::Label}, [](const R &r) { return r.at.step; }},
        {{"domain", "Domain", RS_TABLE("Communication domain"), K::Text}, [](const R &r) { return r.at.domain; }},
        {{"rank", "Rank", RS_TABLE("Rank"), K::Label}, [](const R &r) { return r.at.rankLabel; }},
        {{"operator", "Operator", RS_TABLE("Operator"), K::Text,
          RS_TABLE("The total of the domain, then the operators that differ most.")},
         [](const R &r) { return r.at.op; }},
        timeField<R>("elapse", "Elapse(ms)", RS_TABLE("Elapse (%1)"), "",
                     [](const R &r) { return fieldOf(r.at.elapseMs); }),
        {{"fastest", "Fastest Rank", RS_TABLE("Fastest rank"), K::Label,
          RS_TABLE("The one that spends most time in this communication: it came first and waited.")},
         [](const R &r) { return r.fastestLabel; }},
        timeField<R>("of-fastest", "Elapse on Fastest(ms)", RS_TABLE("Elapse on the fastest (%1)"), "",
                     [](const R &r) { return r.fastestMs; }),
        timeField<R>("difference", "Difference(ms)", RS_TABLE("Difference (%1)"), "",
                     [](const R &r) { return r.differenceMs(); }),
        {{"share", "Difference(%)", RS_TABLE("Difference (%)"), K::Percent,
          RS_TABLE("Of the time on the fastest rank; a rank is slow from 10 % on.")},
         [](const R &r) { return known(r.fastestMs > 0, 100 * r.differenceMs() / r.fastestMs); }},
    };
    for (const QStringView id : {u"elapse", u"of-fastest", u"difference"})
        fieldNamed(out, id).column.unitGroup = 1;
    return out;
}

Phrase whyNoDurations(const TableQuery &query)
{
    const bool others = !operatorTimes(*query.run).empty();
    if (others || isOfMindSpore1(*query.run) || isOfOneCard(*query.run) || !whyNoTextFiles(*query.run).isEmpty())
        return whyNoCommunication(query, QStringLiteral("communication"), others);
    return tableReason(RS_TABLE(
        "Neither communication.json nor a trace of this run has operators of communication: the profiler writes the "
        "file for more than one card, with profiler_level Level1 or Level2, and the trace with NPU activity on."));
}

Phrase whyNoSlowRanks(const TableQuery &query)
{
    if (operatorTimes(*query.run).empty())
        return whyNoDurations(query);
    return tableReason(
        RS_TABLE("No rank of this run spends 10 % less time in the collectives of a domain than the one that spends "
                 "most; domains with sends, receives and unequal exchanges are not looked at."));
}

} // namespace

void addDurationTables(Catalogue &catalogue)
{
    using P = Parameter;
    const TableSources sources{{QStringLiteral("communication"), QStringLiteral("trace")},
                               {QStringLiteral("cluster_communication")}};
    TableSpec &durations = catalogue.add(
        "durations", TableScope::Run, RS_TABLE("Communication durations"),
        RS_TABLE(
            "How long operators of a type take on each rank of a domain: their sums with transit, waiting and idle, "
            "and how single calls are distributed. Without communication.json the traces tell the durations alone."));
    durations.needsAllRanks = true;
    durations.parameters = {P::Step, P::Domain, P::Operator};
    durations.sources = sources;
    durations.columns = [](const TableQuery &) { return columnsOf(durationFields()); };
    durations.make = [](const TableQuery &query, const JobContext &job) -> std::shared_ptr<const RowSource> {
        std::vector<DurationRow> rows = durationRows(*query.run, commQuery(query), job);
        if (job.isCanceled())
            return nullptr;
        LegacyGaps gaps;
        for (const DurationRow &row : rows)
            gaps.add(row.first, row.calls, row.withParts, row.withElapse);
        auto out = std::make_shared<StructSource<DurationRow>>(
            durationFields(), std::move(rows), [](const DurationRow &r) { return placeOfTime(r.longest); });
        out->setNotes(gaps.notes());
        return out;
    };
    durations.whyEmpty = whyNoDurations;

    TableSpec &ranks =
        catalogue.add("durations.ranks", TableScope::Run, RS_TABLE("Communication time per rank"),
                      RS_TABLE("What communication costs each rank. A row unfolds to the operators of its rank, the "
                               "longest first. In a chosen domain slow ranks and abnormal operators are named: at "
                               "least 10 % less time than the rank with the longest, three ranks of a step at most."));
    ranks.needsAllRanks = true;
    ranks.parameters = {P::Step, P::Domain, P::Operator};
    ranks.sources = sources;
    ranks.columns = [](const TableQuery &) { return columnsOf(rankTimeFields()); };
    ranks.make = [](const TableQuery &query, const JobContext &job) -> std::shared_ptr<const RowSource> {
        RankDurations found = rankDurations(*query.run, {query.step, query.domain, {}, false}, query.op, job);
        if (job.isCanceled())
            return nullptr;
        std::vector<RankTimeRow> rows;
        rows.reserve(found.ranks.size());
        LegacyGaps gaps;
        for (RankDuration &rank : found.ranks) {
            gaps.add(rank.sum, rank.calls, rank.withParts, rank.withElapse);
            RankTimeRow &row = rows.emplace_back();
            row.longestMs = rank.fastestMs;
            if (rank.behindMs > 0)
                row.lessMs = rank.behindMs;
            row.of = std::move(rank);
        }
        auto out = rankTimeRows(std::move(rows));
        out->setNotes(gaps.notes());
        return out;
    };
    ranks.unfold = detailsOfRank;
    ranks.whyEmpty = whyNoDurations;

    TableSpec &slow = catalogue.add(
        "durations.slow-ranks", TableScope::Run, RS_TABLE("Slow ranks by communication"),
        RS_TABLE(
            "The rule of MindStudio Insight: who spends 10 % less time in the collectives of a domain than the rank "
            "that spends most was waited for; three ranks at most, each with the three operators that differ most."));
    slow.parameters = {P::Step, P::Domain};
    slow.sources = sources;
    slow.columns = [](const TableQuery &) { return columnsOf(slowRankFields()); };
    slow.make = [](const TableQuery &query, const JobContext &job) -> std::shared_ptr<const RowSource> {
        std::vector<SlowRankRow> rows = slowRanksByDuration(*query.run, {query.step, query.domain, {}, false}, job);
        if (job.isCanceled())
            return nullptr;
        return std::make_shared<StructSource<SlowRankRow>>(slowRankFields(), std::move(rows),
                                                           [](const SlowRankRow &r) { return placeOfTime(r.at); });
    };
    slow.whyEmpty = whyNoSlowRanks;
    slow.noneIsAnswer = [](const TableQuery &query) { return !operatorTimes(*query.run).empty(); };
    slow.needsAllRanks = true;
}

} // namespace rs
