// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/commrecord.h"
#include "analysis/communication/waitattribution.h"
#include "analysis/ranks/domains.h"
#include "analysis/ranks/knownranks.h"
#include "tables/structsource.h"
#include "tables/tables.h"

#include <QtGlobal>

#include <algorithm>
#include <cmath>

namespace rs {

namespace {

const char *sourceWord(MatchSource source)
{
    if (source == MatchSource::Cluster)
        return QT_TRANSLATE_NOOP("Tables", "cluster_communication.json");
    return source == MatchSource::Files ? QT_TRANSLATE_NOOP("Tables", "communication.json")
                                        : QT_TRANSLATE_NOOP("Tables", "traces");
}

// Ranks that only a cluster analysis knows have no place in the run.
int placeIn(const TableQuery &query, int rankIndex)
{
    return query.run->infos.empty() ? -1 : rankIndex;
}

struct RankWaitRow
{
    QString label;
    int index = -1;
    RankWaitSums sums;
    MatchSource source = MatchSource::None;
    std::optional<qint64> wholeNs; ///< uncovered communication of all ranks
};

std::vector<Field<RankWaitRow>> ledgerRankFields()
{
    using R = RankWaitRow;
    using K = ValueKind;
    const auto met = [](qint64 RankWaitSums::*member) {
        return [member](const R &r) { return known(r.sums.meetings > 0, r.sums.*member); };
    };
    const auto lost = [](qint64 LostTime::*member) {
        return [member](const R &r) { return r.sums.lost ? FieldValue((*r.sums.lost).*member) : FieldValue(); };
    };
    const auto share = [](const R &r) -> std::optional<double> {
        if (!r.wholeNs || *r.wholeNs <= 0 || !r.sums.uncoveredCausedNs)
            return std::nullopt;
        return partOf(*r.sums.uncoveredCausedNs, *r.wholeNs);
    };
    std::vector<Field<R>> out = {
        {tableColumn("rank", "Rank", QT_TRANSLATE_NOOP("Tables", "Rank"), K::Label),
         [](const R &r) { return r.label; }},
        {tableColumn("caused", "Caused Wait(ns)", QT_TRANSLATE_NOOP("Tables", "Caused wait (%1)"), K::Time,
                     QT_TRANSLATE_NOOP("Tables", "How long the other ranks waited for this one, all together. A rank "
                                                 "that was late because it had waited itself is not blamed.")),
         met(&RankWaitSums::causedNs)},
        {tableColumn("share", "Share of Uncovered Communication(%)",
                     QT_TRANSLATE_NOOP("Tables", "Share of uncovered communication (%)"), K::Percent,
                     QT_TRANSLATE_NOOP("Tables", "Which part of the uncovered communication of all ranks is waiting "
                                                 "for this one.")),
         [share](const R &r) {
             const std::optional<double> part = share(r);
             // More digits than the clocks of the ranks are worth say nothing.
             return part ? FieldValue(std::round(*part * 1e6) / 1e4) : FieldValue();
         }},
        {tableColumn("suffered", "Suffered Wait(ns)", QT_TRANSLATE_NOOP("Tables", "Suffered wait (%1)"), K::Time,
                     QT_TRANSLATE_NOOP("Tables", "How long it waited in communication for ranks that came later.")),
         met(&RankWaitSums::sufferedNs)},
        {tableColumn("uncovered", "Uncovered Wait(ns)", QT_TRANSLATE_NOOP("Tables", "Uncovered wait (%1)"), K::Time,
                     QT_TRANSLATE_NOOP("Tables", "The part of its wait that no compute covers.")),
         [](const R &r) { return fieldOf(r.sums.uncoveredWaitNs); }},
        {tableColumn("stages", "Wait of Stages(ns)", QT_TRANSLATE_NOOP("Tables", "Wait of stages (%1)"), K::Time,
                     QT_TRANSLATE_NOOP("Tables", "The part of its wait that the ranks of all pipelines have alike: "
                                                 "one stage waits for another, and no rank is blamed."),
                     false),
         met(&RankWaitSums::sharedNs)},
        {tableColumn("own", "Wait by Itself(ns)", QT_TRANSLATE_NOOP("Tables", "Wait by itself (%1)"), K::Time,
                     QT_TRANSLATE_NOOP("Tables", "The part of its wait that leads back to itself: whom it waited for "
                                                 "had waited for it."),
                     false),
         met(&RankWaitSums::selfNs)},
        {tableColumn("last", "Last In", QT_TRANSLATE_NOOP("Tables", "Last in"), K::Integer,
                     QT_TRANSLATE_NOOP("Tables", "Collectives and transfers to which it came last.")),
         met(&RankWaitSums::lastIn)},
        {tableColumn("meetings", "Operators", QT_TRANSLATE_NOOP("Tables", "Operators"), K::Integer,
                     QT_TRANSLATE_NOOP("Tables", "Collectives and transfers that could be matched with other ranks.")),
         [](const R &r) { return r.sums.meetings; }},
        {tableColumn("lost-compute", "Lost in Compute(ns)", QT_TRANSLATE_NOOP("Tables", "Lost in compute (%1)"),
                     K::Time,
                     QT_TRANSLATE_NOOP("Tables", "The part of the waits for it that its kernels account for, against "
                                                 "the median of the ranks that it met.")),
         lost(&LostTime::computeNs)},
        {tableColumn("lost-idle", "Lost Idle(ns)", QT_TRANSLATE_NOOP("Tables", "Lost idle (%1)"), K::Time,
                     QT_TRANSLATE_NOOP("Tables", "The same of time in which its device had nothing to do.")),
         lost(&LostTime::idleNs)},
        {tableColumn("lost-communication", "Lost in Communication(ns)",
                     QT_TRANSLATE_NOOP("Tables", "Lost in communication (%1)"), K::Time,
                     QT_TRANSLATE_NOOP("Tables", "The same of other communication, without the waits for others."),
                     false),
         lost(&LostTime::communicationNs)},
        {tableColumn("lost-copy", "Lost in Copies(ns)", QT_TRANSLATE_NOOP("Tables", "Lost in copies (%1)"), K::Time,
                     QT_TRANSLATE_NOOP("Tables", "The same of copies alone."), false),
         lost(&LostTime::copyNs)},
        {tableColumn("source", "Source", QT_TRANSLATE_NOOP("Tables", "Source"), K::Word,
                     QT_TRANSLATE_NOOP("Tables", "Without traces the times are those of communication.json, of the "
                                                 "ranks or of the cluster analysis, which does not tell what else "
                                                 "ran."),
                     false),
         [](const R &r) { return known(r.sums.meetings > 0, QString::fromLatin1(sourceWord(r.source))); }},
    };
    fieldNamed(out, u"source").phrase = [](const R &r) {
        return r.sums.meetings > 0 ? CellPhrase{sourceWord(r.source), {}} : CellPhrase();
    };
    fieldNamed(out, u"share").share = share;
    leadWith(out, {u"rank", u"caused", u"share", u"suffered", u"uncovered", u"last", u"meetings", u"lost-compute",
                   u"lost-idle"});
    return out;
}

struct AttributedCollectiveRow
{
    QString domain;
    QString lastLabel;
    MatchedCollective meeting;
    AttributedCollective entry;
    CollectiveEnd last;
};

RowPlace lastOf(const AttributedCollectiveRow &r)
{
    return {r.last.rankIndex, r.last.slice, Interval{r.last.startNs, r.last.endNs}};
}

std::vector<Field<AttributedCollectiveRow>> ledgerMeetingFields()
{
    using R = AttributedCollectiveRow;
    using K = ValueKind;
    std::vector<Field<R>> out = {
        {tableColumn("step", "Step", QT_TRANSLATE_NOOP("Tables", "Step"), K::Label),
         [](const R &r) { return r.meeting.step; }},
        {tableColumn("domain", "Domain", QT_TRANSLATE_NOOP("Tables", "Communication domain"), K::Text),
         [](const R &r) { return r.domain; }},
        {tableColumn("operator", "Operator", QT_TRANSLATE_NOOP("Tables", "Operator"), K::Text),
         [](const R &r) { return r.meeting.op; }},
        {tableColumn("number", "Number", QT_TRANSLATE_NOOP("Tables", "Number"), K::Identifier,
                     QT_TRANSLATE_NOOP("Tables", "Which one of the domain it is, from 0; of a transfer, which one "
                                                 "between the two ranks."),
                     false),
         [](const R &r) { return static_cast<qint64>(r.meeting.ordinal); }},
        {tableColumn("last", "Last Rank", QT_TRANSLATE_NOOP("Tables", "Last rank"), K::Label,
                     QT_TRANSLATE_NOOP("Tables", "Who came last, and so kept the others waiting.")),
         [](const R &r) { return r.lastLabel; }},
        {tableColumn("spread", "Spread(ns)", QT_TRANSLATE_NOOP("Tables", "Spread (%1)"), K::Time,
                     QT_TRANSLATE_NOOP("Tables", "From the arrival of the first rank to that of the last, on one "
                                                 "clock.")),
         [](const R &r) { return r.entry.spreadNs; }},
        {tableColumn("wait", "Wait(ns)", QT_TRANSLATE_NOOP("Tables", "Wait of all (%1)"), K::Time,
                     QT_TRANSLATE_NOOP("Tables", "How long the others waited, all together.")),
         [](const R &r) { return r.entry.waitNs; }},
        {tableColumn("transfer", "Transfer(ns)", QT_TRANSLATE_NOOP("Tables", "Pure transfer (%1)"), K::Time,
                     QT_TRANSLATE_NOOP("Tables", "From the arrival of the last rank to the first end.")),
         [](const R &r) { return fieldOf(r.entry.transferNs); }},
        {tableColumn("arrival", "Last Arrival(ns)", QT_TRANSLATE_NOOP("Tables", "Last arrival (%1)"), K::Stamp,
                     QT_TRANSLATE_NOOP("Tables", "On the clock of that rank."), false),
         [](const R &r) { return r.last.startNs; }},
        {tableColumn("ranks", "Ranks", QT_TRANSLATE_NOOP("Tables", "Ranks"), K::Integer,
                     QT_TRANSLATE_NOOP("Tables", "Ranks whose arrival is known.")),
         [](const R &r) { return static_cast<qint64>(r.meeting.last - r.meeting.first); }},
        {tableColumn("missing", "Missing Ranks", QT_TRANSLATE_NOOP("Tables", "Missing ranks"), K::Integer,
                     QT_TRANSLATE_NOOP("Tables", "Ranks of the domain without such an operator: one of them may have "
                                                 "come even later.")),
         [](const R &r) { return static_cast<qint64>(r.meeting.missing); }},
        {tableColumn("unaligned", "Ranks without Clock", QT_TRANSLATE_NOOP("Tables", "Ranks without a clock"),
                     K::Integer, QT_TRANSLATE_NOOP("Tables", "Ranks of the domain whose clock could not be aligned."),
                     false),
         [](const R &r) { return static_cast<qint64>(r.meeting.unaligned); }},
        {tableColumn("early", "Left Early", QT_TRANSLATE_NOOP("Tables", "Left early"), K::Integer,
                     QT_TRANSLATE_NOOP("Tables", "Ranks that were done before the last one came, and so did not wait "
                                                 "for it: the root of a broadcast may be."),
                     false),
         [](const R &r) { return static_cast<qint64>(r.entry.leftEarly); }},
    };
    leadWith(out, {u"last", u"spread", u"wait", u"transfer", u"operator", u"domain", u"step", u"ranks", u"missing"});
    fieldNamed(out, u"operator").link = lastOf;
    return out;
}

struct WaitEdgeRow
{
    QString culprit;
    QString victim;
    WaitEdge edge;
};

std::vector<Field<WaitEdgeRow>> ledgerEdgeFields()
{
    using R = WaitEdgeRow;
    using K = ValueKind;
    std::vector<Field<R>> out = {
        {tableColumn("victim", "Waiting Rank", QT_TRANSLATE_NOOP("Tables", "Waiting rank"), K::Label),
         [](const R &r) { return r.victim; }},
        {tableColumn("culprit", "Late Rank", QT_TRANSLATE_NOOP("Tables", "Late rank"), K::Label),
         [](const R &r) { return r.culprit; }},
        {tableColumn("wait", "Wait(ns)", QT_TRANSLATE_NOOP("Tables", "Wait (%1)"), K::Time,
                     QT_TRANSLATE_NOOP("Tables", "How long the one waited for the other, at first hand or over ranks "
                                                 "that waited themselves.")),
         [](const R &r) { return r.edge.ns; }},
        {tableColumn("uncovered", "Uncovered Wait(ns)", QT_TRANSLATE_NOOP("Tables", "Uncovered wait (%1)"), K::Time,
                     QT_TRANSLATE_NOOP("Tables", "The part of it that no compute covers.")),
         [](const R &r) { return fieldOf(r.edge.uncoveredNs); }},
    };
    fieldNamed(out, u"victim").column.key = RowKey::OtherRank;
    return out;
}

struct StageWaitRow
{
    QString victim;
    QString late;
    int victimStage = 0;
    int lateStage = 0;
    StageWait wait;
    std::optional<qint64> wholeNs; ///< uncovered communication of all ranks
};

std::vector<Field<StageWaitRow>> stageWaitFields()
{
    using R = StageWaitRow;
    using K = ValueKind;
    const auto stage = [](int number) { return number < 0 ? FieldValue() : FieldValue(static_cast<qint64>(number)); };
    std::vector<Field<R>> out = {
        {tableColumn("victim", "Waiting Rank", QT_TRANSLATE_NOOP("Tables", "Waiting rank"), K::Label),
         [](const R &r) { return r.victim; }},
        {tableColumn("stage", "Stage", QT_TRANSLATE_NOOP("Tables", "Its stage"), K::Integer,
                     QT_TRANSLATE_NOOP("Tables", "Pipeline stage, from 0.")),
         [stage](const R &r) { return stage(r.victimStage); }},
        {tableColumn("late", "Awaited Rank", QT_TRANSLATE_NOOP("Tables", "Awaited rank"), K::Label,
                     QT_TRANSLATE_NOOP("Tables", "It came last; other ranks of its stage, or of other pipelines, would "
                                                 "have come as late.")),
         [](const R &r) { return r.late; }},
        {tableColumn("late-stage", "Awaited Stage", QT_TRANSLATE_NOOP("Tables", "Awaited stage"), K::Integer,
                     QT_TRANSLATE_NOOP("Tables", "Pipeline stage, from 0.")),
         [stage](const R &r) { return stage(r.lateStage); }},
        {tableColumn("wait", "Wait(ns)", QT_TRANSLATE_NOOP("Tables", "Wait (%1)"), K::Time,
                     QT_TRANSLATE_NOOP("Tables", "What the stages would wait for each other however fast single ranks "
                                                 "are.")),
         [](const R &r) { return r.wait.ns; }},
        {tableColumn("share", "Of Uncovered Communication(%)",
                     QT_TRANSLATE_NOOP("Tables", "Of uncovered communication (%)"), K::Percent,
                     QT_TRANSLATE_NOOP("Tables", "The same of the uncovered communication of all ranks.")),
         [](const R &r) {
             return r.wholeNs && *r.wholeNs > 0
                        ? FieldValue(100 * static_cast<double>(r.wait.ns) / static_cast<double>(*r.wholeNs))
                        : FieldValue();
         }},
        {tableColumn("meetings", "Meetings", QT_TRANSLATE_NOOP("Tables", "Collectives and transfers"), K::Integer),
         [](const R &r) { return r.wait.meetings; }},
    };
    fieldNamed(out, u"victim").column.key = RowKey::OtherRank;
    return out;
}

struct CollectiveRankRow
{
    QString label;
    CollectiveEnd end;
    qint64 lateNs = 0;
    qint64 waitNs = 0;
    std::optional<double> transitMs; ///< of communication.json
};

std::vector<Field<CollectiveRankRow>> meetingRankFields()
{
    using R = CollectiveRankRow;
    using K = ValueKind;
    return {
        {tableColumn("rank", "Rank", QT_TRANSLATE_NOOP("Tables", "Rank"), K::Label),
         [](const R &r) { return r.label; }},
        {tableColumn("late", "Late by(ns)", QT_TRANSLATE_NOOP("Tables", "Late by (%1)"), K::Time,
                     QT_TRANSLATE_NOOP("Tables", "From the arrival of the first rank to its own, on one clock.")),
         [](const R &r) { return r.lateNs; }},
        {tableColumn("wait", "Wait(ns)", QT_TRANSLATE_NOOP("Tables", "Wait (%1)"), K::Time,
                     QT_TRANSLATE_NOOP("Tables", "From its arrival to that of the last rank.")),
         [](const R &r) { return r.waitNs; }},
        {tableColumn("duration", "Duration(ns)", QT_TRANSLATE_NOOP("Tables", "Duration (%1)"), K::Time),
         [](const R &r) { return r.end.endNs - r.end.startNs; }},
        {tableColumn("transit", "Transit(ns)", QT_TRANSLATE_NOOP("Tables", "Transit (%1)"), K::Time,
                     QT_TRANSLATE_NOOP("Tables", "Time of its payload tasks, as communication.json has it.")),
         [](const R &r) {
             return r.transitMs ? FieldValue(static_cast<qint64>(std::llround(*r.transitMs * 1e6))) : FieldValue();
         }},
        {tableColumn("start", "Start(ns)", QT_TRANSLATE_NOOP("Tables", "Start (%1)"), K::Stamp,
                     QT_TRANSLATE_NOOP("Tables", "On the clock of that rank.")),
         [](const R &r) { return r.end.startNs; }},
        {tableColumn("end", "End(ns)", QT_TRANSLATE_NOOP("Tables", "End (%1)"), K::Stamp,
                     QT_TRANSLATE_NOOP("Tables", "On the clock of that rank.")),
         [](const R &r) { return r.end.endNs; }},
    };
}

AttributionQuery ledgerQuery(const TableQuery &query)
{
    return {query.step, query.domain};
}

Phrase whyNoLedger(const TableQuery &query)
{
    switch (matchedCollectives(*withClusterRanks(query.run)).none) {
    case MatchLack::None:
        return tableReason(QT_TRANSLATE_NOOP(
            "Tables", "No collective and no transfer of this run is of the step and domain that were asked for, or "
                      "nobody waited in them."));
    case MatchLack::NoData:
        return tableReason(QT_TRANSLATE_NOOP(
            "Tables", "No rank of this run has communication operators, neither in a trace (Communication, HCCL) nor "
                      "in communication.json: the profiler writes them when NPU activity is on and more than one card "
                      "takes part."));
    case MatchLack::OneRank:
        return tableReason(QT_TRANSLATE_NOOP(
            "Tables", "Only one rank with communication operators is loaded: who waited for whom needs at least two "
                      "ranks of a communication domain."));
    case MatchLack::NoClocks:
        return tableReason(QT_TRANSLATE_NOOP(
            "Tables", "No two ranks of this run can be brought to one clock: they share fewer than three collectives "
                      "or transfers, or the ends of those do not agree. The table of the clocks says more."));
    case MatchLack::NoPartner:
        break;
    }
    return tableReason(QT_TRANSLATE_NOOP("Tables", "No communication operator of one rank has a partner on another."));
}

std::shared_ptr<const RowSource> makeLedger(const TableQuery &query, const JobContext &job)
{
    const std::shared_ptr<const Run> run = withClusterRanks(query.run);
    const WaitAttribution ledger = waitAttribution(*run, ledgerQuery(query), job);
    if (job.isCanceled())
        return nullptr;
    std::vector<RankWaitRow> rows;
    // Ranks of which nothing is known stand in it as soon as there is anything to tell of others.
    for (size_t r = 0; r < ledger.ranks.size() && !ledger.entries.empty(); ++r)
        rows.push_back({rankLabel(*run, static_cast<int>(r)), placeIn(query, static_cast<int>(r)), ledger.ranks[r],
                        ledger.meetings.source, ledger.uncoveredCommunicationNs()});
    std::stable_sort(rows.begin(), rows.end(),
                     [](const RankWaitRow &a, const RankWaitRow &b) { return a.sums.causedNs > b.sums.causedNs; });
    return std::make_shared<StructSource<RankWaitRow>>(ledgerRankFields(), std::move(rows), [](const RankWaitRow &r) {
        return RowPlace{r.index, NoSlice, {}};
    });
}

std::shared_ptr<const RowSource> makeLedgerCollectives(const TableQuery &query, const JobContext &job)
{
    const std::shared_ptr<const Run> run = withClusterRanks(query.run);
    const WaitAttribution ledger = waitAttribution(*run, ledgerQuery(query), job);
    const DomainIndex domains(*run, job);
    if (job.isCanceled())
        return nullptr;
    std::vector<AttributedCollectiveRow> rows;
    rows.reserve(ledger.entries.size());
    for (const AttributedCollective &e : ledger.entries) {
        const MatchedCollective &m = ledger.meetings.all[e.meeting];
        CollectiveEnd last = ledger.meetings.ends[ledger.meetings.lastArrival(m)];
        last.rankIndex = placeIn(query, last.rankIndex);
        rows.push_back({domains.label(m.domain), rankLabel(*run, e.lastRank), m, e, last});
    }
    std::stable_sort(rows.begin(), rows.end(), [](const AttributedCollectiveRow &a, const AttributedCollectiveRow &b) {
        return a.entry.spreadNs > b.entry.spreadNs;
    });
    return std::make_shared<StructSource<AttributedCollectiveRow>>(ledgerMeetingFields(), std::move(rows), lastOf);
}

std::shared_ptr<const RowSource> makeLedgerEdges(const TableQuery &query, const JobContext &job)
{
    const std::shared_ptr<const Run> run = withClusterRanks(query.run);
    const WaitAttribution ledger = waitAttribution(*run, ledgerQuery(query), job);
    if (job.isCanceled())
        return nullptr;
    std::vector<WaitEdgeRow> rows;
    rows.reserve(ledger.edges.size());
    for (const WaitEdge &e : ledger.edges)
        rows.push_back({rankLabel(*run, e.culprit), rankLabel(*run, e.victim), e});
    return std::make_shared<StructSource<WaitEdgeRow>>(ledgerEdgeFields(), std::move(rows),
                                                       [query](const WaitEdgeRow &r) {
                                                           return RowPlace{placeIn(query, r.edge.culprit), NoSlice, {}};
                                                       });
}

std::shared_ptr<const RowSource> makeStageWaits(const TableQuery &query, const JobContext &job)
{
    const std::shared_ptr<const Run> run = withClusterRanks(query.run);
    const WaitAttribution ledger = waitAttribution(*run, ledgerQuery(query), job);
    if (job.isCanceled())
        return nullptr;
    const auto stageOf = [&ledger](int rank) {
        const auto at = static_cast<size_t>(rank);
        return at < ledger.stageOf.size() ? ledger.stageOf[at] : -1;
    };
    std::vector<StageWaitRow> rows;
    for (const StageWait &w : stageWaits(ledger))
        rows.push_back({rankLabel(*run, w.victim), rankLabel(*run, w.late), stageOf(w.victim), stageOf(w.late), w,
                        ledger.uncoveredCommunicationNs()});
    return std::make_shared<StructSource<StageWaitRow>>(stageWaitFields(), std::move(rows),
                                                        [query](const StageWaitRow &r) {
                                                            return RowPlace{placeIn(query, r.wait.late), NoSlice, {}};
                                                        });
}

Phrase whyNoStageWaits(const TableQuery &query)
{
    if (matchedCollectives(*withClusterRanks(query.run)).none != MatchLack::None)
        return whyNoLedger(query);
    return tableReason(QT_TRANSLATE_NOOP(
        "Tables",
        "No rank waits for another stage of its pipeline: the run has no pipeline stages that the files tell, "
        "or what is waited for is the fault of single ranks."));
}

} // namespace

std::shared_ptr<const RowSource> meetingRows(const Run &run, const WaitAttribution &ledger, quint32 entry)
{
    const MatchedCollective &m = ledger.meetings.all[ledger.entries[entry].meeting];
    qint64 first = ledger.meetings.ends[m.first].arrivalNs;
    for (quint32 e = m.first; e < m.last; ++e)
        first = std::min(first, ledger.meetings.ends[e].arrivalNs);
    std::vector<CollectiveRankRow> rows;
    for (quint32 e = m.first; e < m.last; ++e) {
        const CollectiveEnd &end = ledger.meetings.ends[e];
        CollectiveRankRow row{rankLabel(run, end.rankIndex), end, end.arrivalNs - first, ledger.waits[e].ns, {}};
        const auto &rank = run.ranks[static_cast<size_t>(end.rankIndex)];
        const auto record = rank && end.slice != NoSlice ? commRecordOf(*rank, end.slice) : std::nullopt;
        if (record)
            row.transitMs = record->transitMs();
        rows.push_back(std::move(row));
    }
    return std::make_shared<StructSource<CollectiveRankRow>>(
        meetingRankFields(), std::move(rows), [](const CollectiveRankRow &r) {
            return RowPlace{r.end.rankIndex, r.end.slice, Interval{r.end.startNs, r.end.endNs}};
        });
}

void addLedgerTables(Catalogue &catalogue)
{
    const auto addTable = [&catalogue](const char *id, const char *title, const char *hint, auto fields,
                                       auto make) -> TableSpec & {
        TableSpec &table = catalogue.add(id, TableScope::Run, title, hint);
        table.parameters = {Parameter::Step, Parameter::Domain};
        table.sources = {{QStringLiteral("trace"), QStringLiteral("communication")},
                         {QStringLiteral("cluster_communication")}};
        table.columns = [fields](const TableQuery &) { return columnsOf(fields()); };
        table.make = make;
        table.whyEmpty = whyNoLedger;
        table.ownPage = true;
        table.needsAllRanks = true;
        return table;
    };
    addTable("ledger", QT_TRANSLATE_NOOP("Tables", "Stragglers"),
             QT_TRANSLATE_NOOP("Tables",
                               "Who kept the other ranks waiting in communication, and how long: arrivals at "
                               "collectives and transfers on one clock, chains followed to where they begin."),
             ledgerRankFields, makeLedger);
    addTable("ledger.collectives", QT_TRANSLATE_NOOP("Tables", "Waits by collective"),
             QT_TRANSLATE_NOOP("Tables", "Collectives and transfers with the rank that came last, the widest spread of "
                                         "arrivals first, and what of each was transfer alone."),
             ledgerMeetingFields, makeLedgerCollectives);
    addTable("ledger.pairs", QT_TRANSLATE_NOOP("Tables", "Who waited for whom"),
             QT_TRANSLATE_NOOP("Tables", "How long each rank waited for each other one, chains followed."),
             ledgerEdgeFields, makeLedgerEdges);
    addTable("ledger.stages", QT_TRANSLATE_NOOP("Tables", "Waits of pipeline stages"),
             QT_TRANSLATE_NOOP("Tables", "How long ranks wait because the stages of a pipeline wait for each other, "
                                         "which no single rank is to blame for."),
             stageWaitFields, makeStageWaits)
        .whyEmpty = whyNoStageWaits;
}

} // namespace rs
