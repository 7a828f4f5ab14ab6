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
    return {tableColumn(id, header, title, ValueKind::Milliseconds, hint), std::move(value)};
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
        return QT_TRANSLATE_NOOP("Tables", "hccl_raw_*, step_trace_raw_*");
    case LegacyCommFiles::Costs:
        return QT_TRANSLATE_NOOP("Tables", "hccl_raw_*");
    case LegacyCommFiles::Times:
        return QT_TRANSLATE_NOOP("Tables", "step_trace_raw_*");
    case LegacyCommFiles::Iterations:
        return QT_TRANSLATE_NOOP("Tables", "hccl_*.json");
    }
    return QT_TRANSLATE_NOOP("Tables", "communication.json");
}

const char *sourceWord(const OperatorTime &t)
{
    return t.isFromTrace()  ? QT_TRANSLATE_NOOP("Tables", "trace")
           : t.isOfDatabase ? QT_TRANSLATE_NOOP("Tables", "database")
                            : wordOf(t.oldFiles);
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
        {tableColumn("step", "Step", QT_TRANSLATE_NOOP("Tables", "Step"), K::Label),
         [](const R &r) { return r.first.step; }},
        {tableColumn("domain", "Domain", QT_TRANSLATE_NOOP("Tables", "Communication domain"), K::Text),
         [](const R &r) { return r.first.domain; }},
        {tableColumn("operator", "Operator Type", QT_TRANSLATE_NOOP("Tables", "Operator type"), K::Text),
         [](const R &r) { return r.first.kind; }},
        {tableColumn("rank", "Rank", QT_TRANSLATE_NOOP("Tables", "Rank"), K::Label),
         [](const R &r) { return r.first.rankLabel; }},
        {tableColumn("calls", "Calls", QT_TRANSLATE_NOOP("Tables", "Calls"), K::Integer),
         [](const R &r) { return r.calls; }},
        timeField<R>("elapse", "Elapse(ms)", QT_TRANSLATE_NOOP("Tables", "Elapse (%1)"),
                     QT_TRANSLATE_NOOP("Tables", "Sum over the calls: transit + wait + idle."),
                     [](const R &r) { return fieldOf(r.first.elapseMs); }),
        timeField<R>("transit", "Transit(ms)", QT_TRANSLATE_NOOP("Tables", "Transit (%1)"),
                     QT_TRANSLATE_NOOP("Tables", "Time in which data moved."), sum(&OperatorTime::transitMs)),
        timeField<R>("synchronization", "Synchronization(ms)", QT_TRANSLATE_NOOP("Tables", "Synchronisation (%1)"),
                     QT_TRANSLATE_NOOP("Tables", "Waiting for the other ranks before the first data moved."),
                     sum(&OperatorTime::synchronizationMs)),
        timeField<R>("wait", "Wait(ms)", QT_TRANSLATE_NOOP("Tables", "Wait (%1)"),
                     QT_TRANSLATE_NOOP("Tables", "All waiting for the other ranks."), sum(&OperatorTime::waitMs)),
        timeField<R>("idle", "Idle(ms)", QT_TRANSLATE_NOOP("Tables", "Idle (%1)"),
                     QT_TRANSLATE_NOOP("Tables", "Neither moving data nor waiting."), sum(&OperatorTime::idleMs)),
        {tableColumn("synchronization-ratio", "Synchronization Ratio",
                     QT_TRANSLATE_NOOP("Tables", "Synchronisation ratio"), K::Ratio,
                     QT_TRANSLATE_NOOP("Tables", "Synchronisation / (synchronisation + transit).")),
         [](const R &r) { return fieldOf(r.synchronizationRatio); }},
        {tableColumn("wait-ratio", "Wait Ratio", QT_TRANSLATE_NOOP("Tables", "Wait ratio"), K::Ratio,
                     QT_TRANSLATE_NOOP("Tables", "Wait / (wait + transit).")),
         [](const R &r) { return fieldOf(r.waitRatio); }},
        timeField<R>("mean", "Mean(ms)", QT_TRANSLATE_NOOP("Tables", "Mean (%1)"),
                     QT_TRANSLATE_NOOP("Tables", "Elapse of one call."),
                     [](const R &r) {
                         return known(r.first.elapseMs.has_value(),
                                      r.first.elapseMs.value_or(0) / static_cast<double>(r.calls));
                     }),
        timeField<R>("min", "Min(ms)", QT_TRANSLATE_NOOP("Tables", "Min (%1)"), "", part(&Distribution::least)),
        timeField<R>("q1", "Q1(ms)", QT_TRANSLATE_NOOP("Tables", "First quartile (%1)"),
                     QT_TRANSLATE_NOOP("Tables", "A quarter of the calls took no longer."), part(&Distribution::q1)),
        timeField<R>("median", "Median(ms)", QT_TRANSLATE_NOOP("Tables", "Median (%1)"),
                     QT_TRANSLATE_NOOP("Tables", "Half of the calls took no longer."), part(&Distribution::median)),
        timeField<R>("q3", "Q3(ms)", QT_TRANSLATE_NOOP("Tables", "Third quartile (%1)"),
                     QT_TRANSLATE_NOOP("Tables", "A quarter of the calls took longer."), part(&Distribution::q3)),
        timeField<R>("max", "Max(ms)", QT_TRANSLATE_NOOP("Tables", "Max (%1)"), "", part(&Distribution::most)),
        {tableColumn("source", "Source", QT_TRANSLATE_NOOP("Tables", "Source"), K::Word,
                     QT_TRANSLATE_NOOP("Tables", "Of a rank without communication.json the trace tells the durations, "
                                                 "and nothing of what they hold. Of MindSpore 1.x step_trace_raw_* "
                                                 "tells the durations, hccl_raw_* what they hold."),
                     false),
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
        {tableColumn("rank", "Rank", QT_TRANSLATE_NOOP("Tables", "Rank"), K::Label),
         [](const R &r) { return r.of.sum.rankLabel; }},
        {tableColumn("operator", "", QT_TRANSLATE_NOOP("Tables", "Operator"), K::Text,
                     QT_TRANSLATE_NOOP("Tables",
                                       "Of a rank that is unfolded: its longest operators, sorted as the ranks are.")),
         single(&OperatorTime::op)},
        {tableColumn("domain", "", QT_TRANSLATE_NOOP("Tables", "Communication domain"), K::Text, "", false),
         single(&OperatorTime::domain)},
        {tableColumn("step", "", QT_TRANSLATE_NOOP("Tables", "Step"), K::Label, "", false),
         single(&OperatorTime::step)},
        {tableColumn("calls", "Calls", QT_TRANSLATE_NOOP("Tables", "Calls"), K::Integer),
         [](const R &r) { return known(r.of.calls > 0, r.of.calls); }},
        timeField<R>("elapse", "Elapse(ms)", QT_TRANSLATE_NOOP("Tables", "Elapse (%1)"),
                     QT_TRANSLATE_NOOP("Tables", "Sum over the calls: transit + wait + idle."),
                     [](const R &r) { return fieldOf(r.of.sum.elapseMs); }),
        timeField<R>("transit", "Transit(ms)", QT_TRANSLATE_NOOP("Tables", "Transit (%1)"),
                     QT_TRANSLATE_NOOP("Tables", "Time in which data moved."), sum(&OperatorTime::transitMs)),
        timeField<R>("synchronization", "Synchronization(ms)", QT_TRANSLATE_NOOP("Tables", "Synchronisation (%1)"),
                     QT_TRANSLATE_NOOP("Tables", "Waiting for the other ranks before the first data moved."),
                     sum(&OperatorTime::synchronizationMs)),
        timeField<R>("wait", "Wait(ms)", QT_TRANSLATE_NOOP("Tables", "Wait (%1)"),
                     QT_TRANSLATE_NOOP("Tables", "All waiting for the other ranks."), sum(&OperatorTime::waitMs)),
        timeField<R>("idle", "Idle(ms)", QT_TRANSLATE_NOOP("Tables", "Idle (%1)"),
                     QT_TRANSLATE_NOOP("Tables", "Neither moving data nor waiting."), sum(&OperatorTime::idleMs)),
        {tableColumn("synchronization-ratio", "Synchronization Ratio",
                     QT_TRANSLATE_NOOP("Tables", "Synchronisation ratio"), K::Ratio,
                     QT_TRANSLATE_NOOP("Tables", "Synchronisation / (synchronisation + transit).")),
         [](const R &r) { return fieldOf(r.of.synchronizationRatio); }},
        {tableColumn("wait-ratio", "Wait Ratio", QT_TRANSLATE_NOOP("Tables", "Wait ratio"), K::Ratio,
                     QT_TRANSLATE_NOOP("Tables", "Wait / (wait + transit).")),
         [](const R &r) { return fieldOf(r.of.waitRatio); }},
        timeField<R>("less", "Less Than Longest(ms)", QT_TRANSLATE_NOOP("Tables", "Less than the longest (%1)"),
                     QT_TRANSLATE_NOOP("Tables", "Of a slow rank: than the rank of the domain that spends most. Of an "
                                                 "abnormal operator: than the same operator there."),
                     [](const R &r) { return fieldOf(r.lessMs); }),
        {tableColumn("less-share", "Less Than Longest(%)", QT_TRANSLATE_NOOP("Tables", "Less than the longest (%)"),
                     K::Percent, QT_TRANSLATE_NOOP("Tables", "Of the longest; a rank is slow from 10 % on.")),
         [](const R &r) { return known(r.lessMs && r.longestMs > 0, 100 * r.lessMs.value_or(0) / r.longestMs); }},
        {tableColumn("verdict", "By the 10 % Rule", QT_TRANSLATE_NOOP("Tables", "By the 10 % rule"), K::Word,
                     QT_TRANSLATE_NOOP(
                         "Tables",
                         "The rule of MindStudio Insight, for all operators of one chosen domain, in each step: of the "
                         "three ranks "
                         "with the least time those are slow that spend at least 10 % less than the rank with the "
                         "longest time, which waited for them. Abnormal are the three operators of a slow rank that "
                         "fall short most of the same ones on that rank. Domains of pipelines, and those with sends, "
                         "receives or unequal exchanges, are not judged.")),
         [](const R &r) {
             return known(
                 r.lessMs.has_value(),
                 QString(QLatin1String(r.is == R::Is::Rank ? QT_TRANSLATE_NOOP("Tables", "slow rank")
                                                           : QT_TRANSLATE_NOOP("Tables", "abnormal operator"))));
         }},
        {tableColumn("source", "Source", QT_TRANSLATE_NOOP("Tables", "Source"), K::Word,
                     QT_TRANSLATE_NOOP("Tables", "Of a rank without communication.json the trace tells the durations, "
                                                 "and nothing of what they hold. Of MindSpore 1.x step_trace_raw_* "
                                                 "tells the durations, hccl_raw_* what they hold."),
                     false),
         [](const R &r) { return QString(QLatin1String(sourceWord(r.of.sum))); }},
    };
    fieldNamed(out, u"verdict").phrase = [](const R &r) {
        if (!r.lessMs || r.longestMs <= 0)
            return CellPhrase();
        return CellPhrase{r.is == R::Is::Rank ? QT_TRANSLATE_NOOP("Tables", "slow rank: %1 % less")
                                              : QT_TRANSLATE_NOOP("Tables", "abnormal operator: %1 % less"),
                          QString::number(100 * *r.lessMs / r.longestMs, 'f', 1)};
    };
    fieldNamed(out, u"operator").phrase = [](const R &r) {
        return r.is == R::Is::Others ? CellPhrase{QT_TRANSLATE_NOOP("Tables", "%1 more"), QString::number(r.of.calls)}
                                     : CellPhrase();
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
        {tableColumn("step", "Step", QT_TRANSLATE_NOOP("Tables", "Step"), K::Label),
         [](const R &r) { return r.at.step; }},
        {tableColumn("domain", "Domain", QT_TRANSLATE_NOOP("Tables", "Communication domain"), K::Text),
         [](const R &r) { return r.at.domain; }},
        {tableColumn("rank", "Rank", QT_TRANSLATE_NOOP("Tables", "Rank"), K::Label),
         [](const R &r) { return r.at.rankLabel; }},
        {tableColumn("operator", "Operator", QT_TRANSLATE_NOOP("Tables", "Operator"), K::Text,
                     QT_TRANSLATE_NOOP("Tables", "The total of the domain, then the operators that differ most.")),
         [](const R &r) { return r.at.op; }},
        timeField<R>("elapse", "Elapse(ms)", QT_TRANSLATE_NOOP("Tables", "Elapse (%1)"), "",
                     [](const R &r) { return fieldOf(r.at.elapseMs); }),
        {tableColumn("fastest", "Fastest Rank", QT_TRANSLATE_NOOP("Tables", "Fastest rank"), K::Label,
                     QT_TRANSLATE_NOOP("Tables", "The one that spends most time in this communication: it came first "
                                                 "and waited.")),
         [](const R &r) { return r.fastestLabel; }},
        timeField<R>("of-fastest", "Elapse on Fastest(ms)", QT_TRANSLATE_NOOP("Tables", "Elapse on the fastest (%1)"),
                     "", [](const R &r) { return r.fastestMs; }),
        timeField<R>("difference", "Difference(ms)", QT_TRANSLATE_NOOP("Tables", "Difference (%1)"), "",
                     [](const R &r) { return r.differenceMs(); }),
        {tableColumn("share", "Difference(%)", QT_TRANSLATE_NOOP("Tables", "Difference (%)"), K::Percent,
                     QT_TRANSLATE_NOOP("Tables", "Of the time on the fastest rank; a rank is slow from 10 % on.")),
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
    return tableReason(QT_TRANSLATE_NOOP(
        "Tables", "Neither communication.json nor a trace of this run has operators of communication: the profiler "
                  "writes the file for more than one card, with profiler_level Level1 or Level2, and the trace with "
                  "NPU activity on."));
}

Phrase whyNoSlowRanks(const TableQuery &query)
{
    if (operatorTimes(*query.run).empty())
        return whyNoDurations(query);
    return tableReason(QT_TRANSLATE_NOOP(
        "Tables", "No rank of this run spends 10 % less time in the collectives of a domain than the one that "
                  "spends most; domains with sends, receives and unequal exchanges are not looked at."));
}

} // namespace

void addDurationTables(Catalogue &catalogue)
{
    using P = Parameter;
    const TableSources sources{{QStringLiteral("communication"), QStringLiteral("trace")},
                               {QStringLiteral("cluster_communication")}};
    TableSpec &durations = catalogue.add(
        "durations", TableScope::Run, QT_TRANSLATE_NOOP("Tables", "Communication durations"),
        QT_TRANSLATE_NOOP("Tables", "How long operators of a type take on each rank of a domain: their sums with "
                                    "transit, waiting and idle, and how single calls are distributed. Without "
                                    "communication.json the traces tell the durations alone."));
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

    TableSpec &ranks = catalogue.add(
        "durations.ranks", TableScope::Run, QT_TRANSLATE_NOOP("Tables", "Communication time per rank"),
        QT_TRANSLATE_NOOP("Tables",
                          "What communication costs each rank. A row unfolds to the operators of its rank, "
                          "the longest first. In a chosen domain slow ranks and abnormal operators are "
                          "named: at least 10 % less time than the rank with the longest, three ranks of a step at "
                          "most."));
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
        "durations.slow-ranks", TableScope::Run, QT_TRANSLATE_NOOP("Tables", "Slow ranks by communication"),
        QT_TRANSLATE_NOOP("Tables", "The rule of MindStudio Insight: who spends 10 % less time in the collectives of a "
                                    "domain than the rank that spends most was waited for; three ranks at most, each "
                                    "with the three operators that differ most."));
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
