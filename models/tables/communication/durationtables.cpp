// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/commdurations.h"
#include "analysis/operators/deviceload.h"
#include "tables/communication/communicationfields.h"
#include "tables/base/tables.h"

#include <QtGlobal>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace rs {

namespace {

// The one of a record is looked for when one goes there.
RowPlace placeOfTime(const OperatorTime &t)
{
    return {t.rankIndex, t.slice, {}, recordOf(t.op, t.startNs, t.elapseMs), {}};
}

const char *wordOf(LegacyCommFiles files)
{
    static constexpr const char *words[] = {RS_TABLE("communication.json"), RS_TABLE("hccl_raw_*, step_trace_raw_*"),
                                            RS_TABLE("hccl_raw_*"), RS_TABLE("step_trace_raw_*"),
                                            RS_TABLE("hccl_*.json")};
    return words[static_cast<size_t>(files)];
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
                    Phrase(RS_MESSAGE("hccl_raw_*.csv has transfer and wait of whole steps, not of single operators.")),
                    rank.second);
            else if (calls.withParts < calls.all)
                out.emplace_back(Phrase(RS_MESSAGE("hccl_raw_*.csv has transfer and wait of %1 of %2 calls. For "
                                                   "the others step_trace_raw_*_detail_time.csv has only "
                                                   "durations, so sums over them are empty."),
                                        {QString::number(calls.withParts), QString::number(calls.all)}),
                                 rank.second);
            if (calls.withElapse < calls.all)
                out.emplace_back(Phrase(RS_MESSAGE("step_trace_raw_*_detail_time.csv has durations of %1 of %2 "
                                                   "calls. For the others hccl_raw_*.csv has only transfer and "
                                                   "wait, so sums of Elapse over them are empty."),
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

ColumnSpec timeSourceColumn()
{
    return {"source",
            "Source",
            RS_TABLE("Source"),
            ValueKind::Word,
            RS_TABLE("Without communication.json the trace has durations, but not their parts. For MindSpore 1.x "
                     "step_trace_raw_* has durations, hccl_raw_* their parts."),
            false};
}

std::vector<ColumnSpec> durationColumns()
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        {"step", "Step", RS_TABLE("Step"), K::Label},
        {"domain", "Domain", RS_TABLE("Communication domain"), K::Text},
        {"operator", "Operator Type", RS_TABLE("Operator type"), K::Text},
        {"rank", "Rank", RS_TABLE("Rank"), K::Label},
        {"calls", "Calls", RS_TABLE("Calls"), K::Integer},
    };
    append(out, commTimeColumns(RS_TABLE("Sum over the calls: transit + wait + idle.")));
    append(out, {{"mean", "Mean(ms)", RS_TABLE("Mean (%1)"), K::Milliseconds, RS_TABLE("Elapse of one call.")},
                 {"min", "Min(ms)", RS_TABLE("Min (%1)"), K::Milliseconds},
                 {"q1", "Q1(ms)", RS_TABLE("First quartile (%1)"), K::Milliseconds,
                  RS_TABLE("A quarter of the calls took no longer.")},
                 {"median", "Median(ms)", RS_TABLE("Median (%1)"), K::Milliseconds,
                  RS_TABLE("Half of the calls took no longer.")},
                 {"q3", "Q3(ms)", RS_TABLE("Third quartile (%1)"), K::Milliseconds,
                  RS_TABLE("A quarter of the calls took longer.")},
                 {"max", "Max(ms)", RS_TABLE("Max (%1)"), K::Milliseconds},
                 timeSourceColumn()});
    setUnitGroup(out, 1, {u"elapse", u"transit", u"synchronization", u"wait", u"idle"});
    setUnitGroup(out, 2, {u"mean", u"min", u"q1", u"median", u"q3", u"max"});
    return out;
}

std::vector<ColumnSpec> rankTimeColumns()
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        {"rank", "Rank", RS_TABLE("Rank"), K::Label},
        {"operator", "", RS_TABLE("Operator"), K::Text,
         RS_TABLE("Longest operators of an unfolded rank, sorted like the ranks.")},
        {"domain", "", RS_TABLE("Communication domain"), K::Text, "", false},
        {"step", "", RS_TABLE("Step"), K::Label, "", false},
        {"calls", "Calls", RS_TABLE("Calls"), K::Integer},
    };
    append(out, commTimeColumns(RS_TABLE("Sum over the calls: transit + wait + idle.")));
    append(out,
           {{"less", "Less Than Longest(ms)", RS_TABLE("Less than the longest (%1)"), K::Milliseconds,
             RS_TABLE("Of a slow rank: than the rank of the domain that spends most. Of an abnormal operator: than the "
                      "same operator there.")},
            {"less-share", "Less Than Longest(%)", RS_TABLE("Less than the longest (%)"), K::Percent,
             RS_TABLE("Of the longest; a rank is slow from 10 % on.")},
            {"verdict", "By the 10 % Rule", RS_TABLE("By the 10 % rule"), K::Word,
             RS_TABLE("The rule of MindStudio Insight, for all operators of one chosen domain, in each step: of the "
                      "three ranks with the least time those are slow that spend at least 10 % less than the rank with "
                      "the longest time, which waited for them. Abnormal are the three operators of a slow rank that "
                      "fall short most of the same ones on that rank. Domains of pipelines, and those with sends, "
                      "receives or unequal exchanges, are not judged.")},
            timeSourceColumn()});
    setUnitGroup(out, 1, {u"elapse", u"transit", u"synchronization", u"wait", u"idle", u"less"});
    leadWith(out, {u"rank", u"operator", u"calls", u"elapse", u"verdict"});
    return out;
}

/// Ranks with the sums over their operators, or what one of these unfolds to.
class RankTimeRows final : public CellRows
{
public:
    /// A rank, one of its operators, or those that are left out.
    enum class Is : quint8 { Rank, Operator, Others };

    RankTimeRows() : CellRows(rankTimeColumns()) {}
    /// `lessMs`: than the rank with the longest time, where the rule of slow ranks names it.
    void add(Is is, const RankDuration &of, std::optional<double> lessMs, double longestMs)
    {
        const OperatorTime &sum = of.sum;
        // The operators of a rank, and those that are left out, are of many names, domains and steps.
        const bool isSingle = is == Is::Operator;
        const char *const verdict = is == Is::Rank ? RS_TABLE("slow rank") : RS_TABLE("abnormal operator");
        const bool hasShare = lessMs && longestMs > 0;
        const double percent = 100 * lessMs.value_or(0) / longestMs;
        CellRows::add(isSingle ? placeOfTime(sum) : RowPlace{sum.rankIndex, NoSlice, {}},
                      {sum.rankLabel, cellIf(isSingle, sum.op), cellIf(isSingle, sum.domain),
                       cellIf(isSingle, sum.step), cellIf(of.calls > 0, of.calls), sum.elapseMs, sum.transitMs,
                       sum.synchronizationMs, sum.waitMs, sum.idleMs, of.synchronizationRatio, of.waitRatio, lessMs,
                       cellIf(hasShare, percent), cellIf(lessMs.has_value(), verdict), sourceWord(sum)});
        if (hasShare)
            setPhrase(u"verdict",
                      {is == Is::Rank ? RS_TABLE("slow rank: %1 % less") : RS_TABLE("abnormal operator: %1 % less"),
                       QString::number(percent, 'f', 1)});
        if (is == Is::Others)
            setPhrase(u"operator", {RS_TABLE("%1 more"), QString::number(of.calls)});
    }
    void add(RankDuration rank)
    {
        add(Is::Rank, rank, rank.behindMs > 0 ? std::optional(rank.behindMs) : std::nullopt, rank.fastestMs);
        m_ranks.push_back(std::move(rank));
    }
    /// The rank of a row; null for its operators.
    [[nodiscard]] const RankDuration *rankOf(quint32 row) const
    {
        return row < m_ranks.size() ? &m_ranks[row] : nullptr;
    }
    [[nodiscard]] qint64 bytes() const override
    {
        return CellRows::bytes() + static_cast<qint64>(m_ranks.capacity() * sizeof(RankDuration));
    }

private:
    std::vector<RankDuration> m_ranks;
};

void addOperator(RankTimeRows &rows, RankTimeRows::Is is, const OperatorTime &time, qint64 calls,
                 const std::vector<SlowRankRow> &shortOperators)
{
    RankDuration of;
    of.sum = time;
    of.calls = calls;
    of.synchronizationRatio = communicationShare(time.synchronizationMs, time.transitMs);
    of.waitRatio = communicationShare(time.waitMs, time.transitMs);
    const auto at = std::ranges::find_if(shortOperators, [&time](const SlowRankRow &s) {
        return s.at.op == time.op && s.at.step == time.step && s.at.elapseMs == time.elapseMs;
    });
    const bool isShort = at != shortOperators.end();
    rows.add(is, of, isShort ? std::optional(at->differenceMs()) : std::nullopt, isShort ? at->fastestMs : 0);
}

RowDetails detailsOfRank(const TableQuery &query, const RowSource &rows, quint32 row, size_t most,
                         const JobContext &job)
{
    const auto *const ranks = dynamic_cast<const RankTimeRows *>(&rows);
    const RankDuration *const rank = ranks ? ranks->rankOf(row) : nullptr;
    if (!rank)
        return {};
    const OperatorTime &sum = rank->sum;
    const CommQuery asked{
        query.step, query.domain, {}, false, sum.rank >= 0 ? QString::number(sum.rank) : sum.rankLabel};
    const LongestOperators found = longestOperators(*query.run, asked, query.op, most, rank->shortOperators, job);
    if (job.isCanceled())
        return {};
    auto out = std::make_shared<RankTimeRows>();
    for (const OperatorTime &time : found.longest)
        addOperator(*out, RankTimeRows::Is::Operator, time, 1, rank->shortOperators);
    if (found.others > 0)
        addOperator(*out, RankTimeRows::Is::Others, found.rest, found.others, {});
    return {row, out, found.others > 0};
}

std::vector<ColumnSpec> slowRankColumns()
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        {"step", "Step", RS_TABLE("Step"), K::Label},
        {"domain", "Domain", RS_TABLE("Communication domain"), K::Text},
        {"rank", "Rank", RS_TABLE("Rank"), K::Label},
        {"operator", "Operator", RS_TABLE("Operator"), K::Text,
         RS_TABLE("The total of the domain, then the operators that differ most.")},
        {"elapse", "Elapse(ms)", RS_TABLE("Elapse (%1)"), K::Milliseconds},
        {"fastest", "Fastest Rank", RS_TABLE("Fastest rank"), K::Label,
         RS_TABLE("The one that spends most time in this communication: it came first and waited.")},
        {"of-fastest", "Elapse on Fastest(ms)", RS_TABLE("Elapse on the fastest (%1)"), K::Milliseconds},
        {"difference", "Difference(ms)", RS_TABLE("Difference (%1)"), K::Milliseconds},
        {"share", "Difference(%)", RS_TABLE("Difference (%)"), K::Percent,
         RS_TABLE("Of the time on the fastest rank; a rank is slow from 10 % on.")},
    };
    setUnitGroup(out, 1, {u"elapse", u"of-fastest", u"difference"});
    return out;
}

Phrase whyNoDurations(const TableQuery &query)
{
    const bool others = !operatorTimes(*query.run).empty();
    if (others || isOfMindSpore1(*query.run) || isOfOneCard(*query.run) || !whyNoTextFiles(*query.run).isEmpty())
        return whyNoCommunication(query, QStringLiteral("communication"), others);
    return tableReason(RS_TABLE(
        "Neither communication.json nor a trace of this run has communication operators: the profiler writes the "
        "file for more than one rank, with profiler_level Level1 or Level2, and the trace with NPU activity on."));
}

Phrase whyNoSlowRanks(const TableQuery &query)
{
    if (operatorTimes(*query.run).empty())
        return whyNoDurations(query);
    return tableReason(
        RS_TABLE("No rank of this run spends 10 % less time in the collectives of a domain than the longest rank; "
                 "domains with sends, receives and unequal exchanges are not checked."));
}

std::shared_ptr<const RowSource> makeDurations(const TableQuery &query, const JobContext &job)
{
    const std::vector<DurationRow> found = durationRows(*query.run, commQuery(query), job);
    if (job.isCanceled())
        return nullptr;
    LegacyGaps gaps;
    auto rows = std::make_shared<CellRows>(durationColumns());
    for (const DurationRow &r : found) {
        const OperatorTime &sum = r.first;
        gaps.add(sum, r.calls, r.withParts, r.withElapse);
        const auto part = [&r](double Distribution::*member) { return r.elapse ? Cell((*r.elapse).*member) : Cell(); };
        rows->add(placeOfTime(r.longest),
                  {sum.step, sum.domain, sum.kind, sum.rankLabel, r.calls, sum.elapseMs, sum.transitMs,
                   sum.synchronizationMs, sum.waitMs, sum.idleMs, r.synchronizationRatio, r.waitRatio,
                   sum.elapseMs ? Cell(*sum.elapseMs / static_cast<double>(r.calls)) : Cell(),
                   part(&Distribution::least), part(&Distribution::q1), part(&Distribution::median),
                   part(&Distribution::q3), part(&Distribution::most), sourceWord(sum)});
    }
    rows->setNotes(gaps.notes());
    return rows;
}

std::shared_ptr<const RowSource> makeRankTimes(const TableQuery &query, const JobContext &job)
{
    RankDurations found = rankDurations(*query.run, {query.step, query.domain, {}, false}, query.op, job);
    if (job.isCanceled())
        return nullptr;
    LegacyGaps gaps;
    auto rows = std::make_shared<RankTimeRows>();
    for (RankDuration &rank : found.ranks) {
        gaps.add(rank.sum, rank.calls, rank.withParts, rank.withElapse);
        rows->add(std::move(rank));
    }
    rows->setNotes(gaps.notes());
    return rows;
}

std::shared_ptr<const RowSource> makeSlowRanks(const TableQuery &query, const JobContext &job)
{
    const std::vector<SlowRankRow> found = slowRanksByDuration(*query.run, {query.step, query.domain, {}, false}, job);
    if (job.isCanceled())
        return nullptr;
    auto rows = std::make_shared<CellRows>(slowRankColumns());
    for (const SlowRankRow &r : found)
        rows->add(placeOfTime(r.at),
                  {r.at.step, r.at.domain, r.at.rankLabel, r.at.op, r.at.elapseMs, r.fastestLabel, r.fastestMs,
                   r.differenceMs(), cellIf(r.fastestMs > 0, 100 * r.differenceMs() / r.fastestMs)});
    return rows;
}

} // namespace

void addDurationTables(Catalogue &catalogue)
{
    using P = Parameter;
    const auto add = [&catalogue](const char *id, const char *title, const char *hint, auto columns,
                                  auto make) -> TableSpec & {
        TableSpec &table = catalogue.add(id, TableScope::Run, title, hint, columns, make, whyNoDurations);
        table.needsAllRanks = true;
        table.parameters = {P::Step, P::Domain, P::Operator};
        table.sources = {{QStringLiteral("communication"), QStringLiteral("trace")},
                         {QStringLiteral("cluster_communication")}};
        return table;
    };
    add("durations", RS_TABLE("Communication durations"),
        RS_TABLE(
            "How long operators of a type take on each rank of a domain: their sums with transit, waiting and "
            "idle, and how single calls are distributed. Without communication.json the traces give only durations."),
        durationColumns, makeDurations);
    add("durations.ranks", RS_TABLE("Communication time per rank"),
        RS_TABLE("What communication costs each rank. A row unfolds to the operators of its rank, the longest first. "
                 "In a chosen domain slow ranks and abnormal operators are named: at least 10 % less time than the "
                 "rank with the longest, three ranks of a step at most."),
        rankTimeColumns, makeRankTimes)
        .unfold = detailsOfRank;
    TableSpec &slow = add("durations.slow-ranks", RS_TABLE("Slow ranks by communication"),
                          RS_TABLE("The rule of MindStudio Insight: a rank that spends at least 10 % less time in "
                                   "the collectives of a domain than the longest rank was waited for; three ranks "
                                   "at most, each with the three operators that differ most."),
                          slowRankColumns, makeSlowRanks);
    slow.parameters = {P::Step, P::Domain};
    slow.whyEmpty = whyNoSlowRanks;
    slow.noneIsAnswer = [](const TableQuery &query) { return !operatorTimes(*query.run).empty(); };
}

} // namespace rs
