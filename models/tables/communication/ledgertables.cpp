// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/commrecord.h"
#include "analysis/communication/waitattribution.h"
#include "analysis/ranks/domains.h"
#include "analysis/ranks/knownranks.h"
#include "tables/base/cellrows.h"
#include "tables/base/tables.h"

#include <QtGlobal>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace rs {

namespace {

const char *sourceWord(MatchSource source)
{
    if (source == MatchSource::Cluster)
        return RS_TABLE("cluster_communication.json");
    return source == MatchSource::Files ? RS_TABLE("communication.json") : RS_TABLE("traces");
}

// Ranks that only a cluster analysis knows have no place in the run.
int placeIn(const TableQuery &query, int rankIndex)
{
    return query.run->infos.empty() ? -1 : rankIndex;
}

std::vector<ColumnSpec> rankWaitColumns()
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        {"rank", "Rank", RS_TABLE("Rank"), K::Label},
        {"caused", "Caused Wait(ns)", RS_TABLE("Caused wait (%1)"), K::Time,
         RS_TABLE("How long the other ranks waited for this one, all together. A rank that was late because it had "
                  "waited itself is not blamed.")},
        {"share", "Share of Uncovered Communication(%)", RS_TABLE("Share of non-overlapped communication (%)"),
         K::Percent, RS_TABLE("Which part of the non-overlapped communication of all ranks is waiting for this one.")},
        {"suffered", "Suffered Wait(ns)", RS_TABLE("Suffered wait (%1)"), K::Time,
         RS_TABLE("How long it waited in communication for ranks that came later.")},
        {"uncovered", "Uncovered Wait(ns)", RS_TABLE("Non-overlapped wait (%1)"), K::Time,
         RS_TABLE("The part of its wait that no compute covers.")},
        {"stages", "Wait of Stages(ns)", RS_TABLE("Wait of stages (%1)"), K::Time,
         RS_TABLE("The part of its wait that the ranks of all pipelines have alike: one stage waits for another, and "
                  "no rank is blamed."),
         false},
        {"own", "Wait by Itself(ns)", RS_TABLE("Wait by itself (%1)"), K::Time,
         RS_TABLE("The part of its wait that it caused itself: the rank it waited for had waited for it."), false},
        {"last", "Last In", RS_TABLE("Last in"), K::Integer,
         RS_TABLE("Collectives and transfers to which it came last.")},
        {"meetings", "Operators", RS_TABLE("Operators"), K::Integer,
         RS_TABLE("Collectives and transfers that could be matched with other ranks.")},
        {"lost-compute", "Lost in Compute(ns)", RS_TABLE("Lost in compute (%1)"), K::Time,
         RS_TABLE("The part of the waits for it that its kernels account for, against the median of the ranks that it "
                  "met.")},
        {"lost-idle", "Lost Idle(ns)", RS_TABLE("Lost idle (%1)"), K::Time,
         RS_TABLE("The same of time in which its device had nothing to do.")},
        {"lost-communication", "Lost in Communication(ns)", RS_TABLE("Lost in communication (%1)"), K::Time,
         RS_TABLE("The same of other communication, without the waits for others."), false},
        {"lost-copy", "Lost in Copies(ns)", RS_TABLE("Lost in copies (%1)"), K::Time,
         RS_TABLE("The same of copies alone."), false},
        {"source", "Source", RS_TABLE("Source"), K::Word,
         RS_TABLE("Without traces the times are those of communication.json, of the ranks or of the cluster analysis, "
                  "which does not say what else ran."),
         false},
    };
    leadWith(out, {u"rank", u"caused", u"share", u"suffered", u"uncovered", u"last", u"meetings", u"lost-compute",
                   u"lost-idle"});
    return out;
}

std::vector<ColumnSpec> collectiveColumns()
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        {"step", "Step", RS_TABLE("Step"), K::Label},
        {"domain", "Domain", RS_TABLE("Communication domain"), K::Text},
        {"operator", "Operator", RS_TABLE("Operator"), K::Text},
        {"number", "Number", RS_TABLE("Number"), K::Identifier,
         RS_TABLE("Which one of the domain it is, from 0; of a transfer, which one between the two ranks."), false},
        {"last", "Last Rank", RS_TABLE("Last rank"), K::Label,
         RS_TABLE("The rank that came last and kept the others waiting.")},
        {"spread", "Spread(ns)", RS_TABLE("Spread (%1)"), K::Time,
         RS_TABLE("From the arrival of the first rank to that of the last, on one clock.")},
        {"wait", "Wait(ns)", RS_TABLE("Wait of all (%1)"), K::Time,
         RS_TABLE("How long the others waited, all together.")},
        {"transfer", "Transfer(ns)", RS_TABLE("Pure transfer (%1)"), K::Time,
         RS_TABLE("From the arrival of the last rank to the first end.")},
        {"arrival", "Last Arrival(ns)", RS_TABLE("Last arrival (%1)"), K::Stamp, RS_TABLE("On the clock of that rank."),
         false},
        {"ranks", "Ranks", RS_TABLE("Ranks"), K::Integer, RS_TABLE("Ranks whose arrival is known.")},
        {"missing", "Missing Ranks", RS_TABLE("Missing ranks"), K::Integer,
         RS_TABLE("Ranks of the domain without such an operator: one of them may have come even later.")},
        {"unaligned", "Ranks without Clock", RS_TABLE("Ranks without a clock"), K::Integer,
         RS_TABLE("Ranks of the domain whose clock could not be aligned."), false},
        {"early", "Left Early", RS_TABLE("Left early"), K::Integer,
         RS_TABLE("Ranks that were done before the last one came, and so did not wait for it: the root of a broadcast "
                  "may be."),
         false},
    };
    leadWith(out, {u"last", u"spread", u"wait", u"transfer", u"operator", u"domain", u"step", u"ranks", u"missing"});
    return out;
}

std::vector<ColumnSpec> waitPairColumns()
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        {"victim", "Waiting Rank", RS_TABLE("Waiting rank"), K::Label},
        {"culprit", "Late Rank", RS_TABLE("Late rank"), K::Label},
        {"wait", "Wait(ns)", RS_TABLE("Wait (%1)"), K::Time,
         RS_TABLE("How long one waited for the other, directly or through ranks that waited themselves.")},
        {"uncovered", "Uncovered Wait(ns)", RS_TABLE("Non-overlapped wait (%1)"), K::Time,
         RS_TABLE("The part of it that no compute covers.")},
    };
    columnNamed(out, u"victim").key = RowKey::OtherRank;
    return out;
}

std::vector<ColumnSpec> stageWaitColumns()
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        {"victim", "Waiting Rank", RS_TABLE("Waiting rank"), K::Label},
        {"stage", "Stage", RS_TABLE("Its stage"), K::Integer, RS_TABLE("Pipeline stage, from 0.")},
        {"late", "Awaited Rank", RS_TABLE("Awaited rank"), K::Label,
         RS_TABLE("It came last; other ranks of its stage, or of other pipelines, would have come as late.")},
        {"late-stage", "Awaited Stage", RS_TABLE("Awaited stage"), K::Integer, RS_TABLE("Pipeline stage, from 0.")},
        {"wait", "Wait(ns)", RS_TABLE("Wait (%1)"), K::Time,
         RS_TABLE("Time that stages wait for each other however fast single ranks are.")},
        {"share", "Of Uncovered Communication(%)", RS_TABLE("Of non-overlapped communication (%)"), K::Percent,
         RS_TABLE("The same of the non-overlapped communication of all ranks.")},
        {"meetings", "Meetings", RS_TABLE("Collectives and transfers"), K::Integer},
    };
    columnNamed(out, u"victim").key = RowKey::OtherRank;
    return out;
}

std::vector<ColumnSpec> collectiveRankColumns()
{
    using K = ValueKind;
    return {
        {"rank", "Rank", RS_TABLE("Rank"), K::Label},
        {"late", "Late by(ns)", RS_TABLE("Late by (%1)"), K::Time,
         RS_TABLE("From the arrival of the first rank to its own, on one clock.")},
        {"wait", "Wait(ns)", RS_TABLE("Wait (%1)"), K::Time, RS_TABLE("From its arrival to that of the last rank.")},
        {"duration", "Duration(ns)", RS_TABLE("Duration (%1)"), K::Time},
        {"transit", "Transit(ns)", RS_TABLE("Transit (%1)"), K::Time,
         RS_TABLE("Time of its payload tasks, as communication.json has it.")},
        {"start", "Start(ns)", RS_TABLE("Start (%1)"), K::Stamp, RS_TABLE("On the clock of that rank.")},
        {"end", "End(ns)", RS_TABLE("End (%1)"), K::Stamp, RS_TABLE("On the clock of that rank.")},
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
        return tableReason(RS_TABLE("No collective or transfer of this run is in the chosen step and domain, or no "
                                    "rank waited in them."));
    case MatchLack::NoData:
        return tableReason(RS_TABLE(
            "No rank of this run has communication operators, neither in a trace (Communication, HCCL) nor in "
            "communication.json: the profiler writes them when NPU activity is on and more than one rank takes "
            "part."));
    case MatchLack::OneRank:
        return tableReason(RS_TABLE("Only one rank with communication operators is loaded: waits between ranks "
                                    "need at least two ranks of a communication domain."));
    case MatchLack::NoClocks:
        return tableReason(
            RS_TABLE("No two ranks of this run can be aligned: they share fewer than three collectives or "
                     "transfers, or the ends of these do not agree. See the table of clocks."));
    case MatchLack::NoPartner:
        break;
    }
    return tableReason(RS_TABLE("No communication operator of one rank has a partner on another."));
}

std::shared_ptr<const RowSource> makeLedger(const TableQuery &query, const JobContext &job)
{
    const std::shared_ptr<const Run> run = withClusterRanks(query.run);
    const WaitAttribution attribution = waitAttribution(*run, ledgerQuery(query), job);
    if (job.isCanceled())
        return nullptr;
    // Ranks of which nothing is known stand in it as soon as there is anything to tell of others.
    std::vector<int> order(attribution.entries.empty() ? 0 : attribution.ranks.size());
    std::iota(order.begin(), order.end(), 0);
    const auto sumsOf = [&attribution](int rank) -> const RankWaitSums & {
        return attribution.ranks[static_cast<size_t>(rank)];
    };
    std::ranges::stable_sort(order, [&sumsOf](int a, int b) { return sumsOf(a).causedNs > sumsOf(b).causedNs; });
    const std::optional<qint64> wholeNs = attribution.uncoveredCommunicationNs();
    const char *const source = sourceWord(attribution.collectives.source);
    auto rows = std::make_shared<CellRows>(rankWaitColumns());
    for (const int rank : order) {
        const RankWaitSums &s = sumsOf(rank);
        const bool met = s.collectives > 0;
        std::optional<double> share;
        if (wholeNs && *wholeNs > 0 && s.uncoveredCausedNs)
            share = partOf(*s.uncoveredCausedNs, *wholeNs);
        const auto lost = [&s](qint64 LostTime::*member) { return s.lost ? Cell((*s.lost).*member) : Cell(); };
        // More digits of the share than the clocks of the ranks are worth say nothing.
        rows->add({placeIn(query, rank), NoSlice, {}},
                  {rankLabel(*run, rank), cellIf(met, s.causedNs),
                   share ? Cell(std::round(*share * 1e6) / 1e4) : Cell(), cellIf(met, s.sufferedNs), s.uncoveredWaitNs,
                   cellIf(met, s.sharedNs), cellIf(met, s.selfNs), cellIf(met, s.lastIn), s.collectives,
                   lost(&LostTime::computeNs), lost(&LostTime::idleNs), lost(&LostTime::communicationNs),
                   lost(&LostTime::copyNs), cellIf(met, source)});
        rows->setShare(u"share", share);
        if (met)
            rows->setPhrase(u"source", {source, {}});
    }
    return rows;
}

std::shared_ptr<const RowSource> makeLedgerCollectives(const TableQuery &query, const JobContext &job)
{
    const std::shared_ptr<const Run> run = withClusterRanks(query.run);
    const WaitAttribution attribution = waitAttribution(*run, ledgerQuery(query), job);
    const DomainIndex domains(*run, job);
    if (job.isCanceled())
        return nullptr;
    std::vector<const AttributedCollective *> order;
    for (const AttributedCollective &e : attribution.entries)
        order.push_back(&e);
    std::ranges::stable_sort(order, std::ranges::greater(), &AttributedCollective::spreadNs);
    auto rows = std::make_shared<CellRows>(collectiveColumns());
    for (const AttributedCollective *e : order) {
        const MatchedCollective &m = attribution.collectives.all[e->collective];
        const CollectiveEnd &last = attribution.collectives.ends[attribution.collectives.lastArrival(m)];
        const RowPlace place{placeIn(query, last.rankIndex), last.slice, Interval{last.startNs, last.endNs}};
        rows->add(place,
                  {m.step, domains.label(m.domain), m.op, m.ordinal, rankLabel(*run, e->lastRank), e->spreadNs,
                   e->waitNs, e->transferNs, last.startNs, m.last - m.first, m.missing, m.unaligned, e->leftEarly});
        rows->setLink(u"operator", place);
    }
    return rows;
}

std::shared_ptr<const RowSource> makeLedgerEdges(const TableQuery &query, const JobContext &job)
{
    const std::shared_ptr<const Run> run = withClusterRanks(query.run);
    const WaitAttribution attribution = waitAttribution(*run, ledgerQuery(query), job);
    if (job.isCanceled())
        return nullptr;
    auto rows = std::make_shared<CellRows>(waitPairColumns());
    for (const WaitEdge &e : attribution.edges)
        rows->add({placeIn(query, e.culprit), NoSlice, {}},
                  {rankLabel(*run, e.victim), rankLabel(*run, e.culprit), e.ns, e.uncoveredNs});
    return rows;
}

std::shared_ptr<const RowSource> makeStageWaits(const TableQuery &query, const JobContext &job)
{
    const std::shared_ptr<const Run> run = withClusterRanks(query.run);
    const WaitAttribution attribution = waitAttribution(*run, ledgerQuery(query), job);
    if (job.isCanceled())
        return nullptr;
    const auto stageOf = [&attribution](int rank) {
        const auto at = static_cast<size_t>(rank);
        const int stage = at < attribution.stageOf.size() ? attribution.stageOf[at] : -1;
        return cellIf(stage >= 0, stage);
    };
    const qint64 wholeNs = attribution.uncoveredCommunicationNs().value_or(0);
    auto rows = std::make_shared<CellRows>(stageWaitColumns());
    for (const StageWait &w : stageWaits(attribution)) {
        const double share = 100 * static_cast<double>(w.ns) / static_cast<double>(wholeNs);
        rows->add({placeIn(query, w.late), NoSlice, {}},
                  {rankLabel(*run, w.victim), stageOf(w.victim), rankLabel(*run, w.late), stageOf(w.late), w.ns,
                   cellIf(wholeNs > 0, share), w.collectives});
    }
    return rows;
}

Phrase whyNoStageWaits(const TableQuery &query)
{
    if (matchedCollectives(*withClusterRanks(query.run)).none != MatchLack::None)
        return whyNoLedger(query);
    return tableReason(RS_TABLE("No rank waits for another stage of its pipeline: the files name no pipeline "
                                "stages, or single ranks cause the waits."));
}

} // namespace

std::shared_ptr<const RowSource> meetingRows(const Run &run, const WaitAttribution &attribution, quint32 entry)
{
    const MatchedCollective &m = attribution.collectives.all[attribution.entries[entry].collective];
    qint64 first = attribution.collectives.ends[m.first].arrivalNs;
    for (quint32 e = m.first; e < m.last; ++e)
        first = std::min(first, attribution.collectives.ends[e].arrivalNs);
    auto rows = std::make_shared<CellRows>(collectiveRankColumns());
    for (quint32 e = m.first; e < m.last; ++e) {
        const CollectiveEnd &end = attribution.collectives.ends[e];
        const auto &rank = run.ranks[static_cast<size_t>(end.rankIndex)];
        const auto record = rank && end.slice != NoSlice ? commRecordOf(*rank, end.slice) : std::nullopt;
        const std::optional<double> transitMs = record ? record->transitMs() : std::nullopt;
        rows->add(
            {end.rankIndex, end.slice, Interval{end.startNs, end.endNs}},
            {rankLabel(run, end.rankIndex), end.arrivalNs - first, attribution.waits[e].ns, end.endNs - end.startNs,
             transitMs ? Cell(static_cast<qint64>(std::llround(*transitMs * 1e6))) : Cell(), end.startNs, end.endNs});
    }
    return rows;
}

void addLedgerTables(Catalogue &catalogue)
{
    const auto addTable = [&catalogue](const char *id, const char *title, const char *hint, auto columns,
                                       auto make) -> TableSpec & {
        TableSpec &table = catalogue.add(id, TableScope::Run, title, hint, columns, make, whyNoLedger);
        table.parameters = {Parameter::Step, Parameter::Domain};
        table.sources = {{QStringLiteral("trace"), QStringLiteral("communication")},
                         {QStringLiteral("cluster_communication")}};
        table.ownPage = true;
        table.needsAllRanks = true;
        return table;
    };
    addTable("ledger", RS_TABLE("Stragglers"),
             RS_TABLE("Which ranks kept others waiting in communication, and how long: arrivals at collectives and "
                      "transfers on one clock, wait chains followed to their origin."),
             rankWaitColumns, makeLedger);
    addTable("ledger.collectives", RS_TABLE("Waits by collective"),
             RS_TABLE("Collectives and transfers with the rank that came last, the widest spread of arrivals "
                      "first, and the pure transfer time of each."),
             collectiveColumns, makeLedgerCollectives);
    addTable("ledger.pairs", RS_TABLE("Waits between ranks"),
             RS_TABLE("How long each rank waited for each other one, chains followed."), waitPairColumns,
             makeLedgerEdges);
    addTable("ledger.stages", RS_TABLE("Waits of pipeline stages"),
             RS_TABLE("How long ranks wait because pipeline stages wait for each other, which no single rank causes."),
             stageWaitColumns, makeStageWaits)
        .whyEmpty = whyNoStageWaits;
}

} // namespace rs
