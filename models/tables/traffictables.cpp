// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/commtraffic.h"
#include "analysis/ranks/domains.h"
#include "tables/communicationfields.h"
#include "tables/structsource.h"
#include "tables/tables.h"

#include <QtGlobal>

#include <algorithm>
#include <utility>

namespace rs {

namespace {

struct TrafficRow
{
    QString linkType;
    TrafficPoint point;
};

std::vector<Field<TrafficRow>> trafficFields()
{
    using R = TrafficRow;
    using K = ValueKind;
    return {
        {{"transport", "Link Type", RS_TABLE("Link type"), K::Text,
          RS_TABLE("As communication.json calls it: RDMA is ROCE in the trace.")},
         [](const R &r) { return r.linkType; }},
        {{"time", "Time(ns)", RS_TABLE("Time (%1)"), K::Stamp,
          RS_TABLE("From when on it is so, until the next row of this type of link.")},
         [](const R &r) { return r.point.ns; }},
        {{"bytes", "In Flight(B)", RS_TABLE("In flight"), K::Bytes, RS_TABLE("Of all transfers that are under way.")},
         [](const R &r) { return r.point.bytes; }},
        {{"bandwidth", "Bandwidth(GB/s)", RS_TABLE("Bandwidth (GB/s)"), K::Real,
          RS_TABLE("Of the transfers under way together, each at its mean.")},
         [](const R &r) { return r.point.gbs; }},
    };
}

std::vector<Field<LinkUse>> idleLinkFields()
{
    using R = LinkUse;
    using K = ValueKind;
    std::vector<Field<R>> out = {
        {{"step", "Step", RS_TABLE("Step"), K::Label}, [](const R &r) { return r.step; }},
        {{"domain", "Domain", RS_TABLE("Communication domain"), K::Text}, [](const R &r) { return r.domain; }},
        {{"operator", "Operator", RS_TABLE("Operator"), K::Text}, {}, [](const R &r) { return r.op; }},
        rankEndField("peer", "Peer Rank", RS_TABLE("Other rank"), &R::peer),
        rankKindField<R>([](const R &r) { return !r.peerIsLocal; }),
        {{"transport", "Link Type", RS_TABLE("Link type"), K::Text,
          RS_TABLE("As communication.json calls it: RDMA is ROCE in the trace.")},
         [](const R &r) { return r.linkType; }},
        {{"window", "Data Time(ns)", RS_TABLE("Data time (%1)"), K::Time,
          RS_TABLE("From the first data of the operator to its end.")},
         [](const R &r) { return r.windowNs; }},
        {{"busy", "Busy(ns)", RS_TABLE("Busy (%1)"), K::Time,
          RS_TABLE("With a transfer of the operator under way on this link.")},
         [](const R &r) { return r.busyNs; }},
        {{"idle", "Idle(ns)", RS_TABLE("Idle (%1)"), K::Time}, [](const R &r) { return r.idleNs(); }},
        {{"share", "Idle(%)", RS_TABLE("Idle (%)"), K::Percent},
         [](const R &r) { return 100 * partOf(r.idleNs(), r.windowNs); }},
    };
    fieldNamed(out, u"peer").phrase = [](const R &r) {
        return r.peerIsLocal ? CellPhrase{"#%1", QString::number(r.peer)} : CellPhrase();
    };
    fieldNamed(out, u"share").share = [](const R &r) { return std::optional(partOf(r.idleNs(), r.windowNs)); };
    for (const QStringView id : {u"window", u"busy", u"idle"})
        fieldNamed(out, id).column.unitGroup = 1;
    return out;
}

struct CoverageRow
{
    QString rank;
    DomainCoverage sums;
};

std::vector<Field<CoverageRow>> coverageFields()
{
    using R = CoverageRow;
    using K = ValueKind;
    const auto sum = [](qint64 DomainCoverage::*member) {
        return [member](const R &r) -> FieldValue { return r.sums.*member; };
    };
    const auto covered = [](const R &r) { return partOf(r.sums.coveredNs, r.sums.durationNs); };
    std::vector<Field<R>> out = {
        {{"step", "Step", RS_TABLE("Step"), K::Label}, [](const R &r) { return r.sums.step; }},
        {{"rank", "Rank", RS_TABLE("Rank"), K::Label}, [](const R &r) { return r.rank; }},
        {{"domain", "Domain", RS_TABLE("Communication domain"), K::Text}, [](const R &r) { return r.sums.domain; }},
        {{"operators", "Operators", RS_TABLE("Operators"), K::Integer}, sum(&DomainCoverage::operators)},
        {{"duration", "Duration(ns)", RS_TABLE("Duration (%1)"), K::Time}, sum(&DomainCoverage::durationNs)},
        {{"covered", "Covered(ns)", RS_TABLE("Covered (%1)"), K::Time,
          RS_TABLE("Kernels of the device run at the same time.")},
         sum(&DomainCoverage::coveredNs)},
        {{"uncovered", "Uncovered(ns)", RS_TABLE("Uncovered (%1)"), K::Time}, sum(&DomainCoverage::uncoveredNs)},
        {{"share", "Covered(%)", RS_TABLE("Covered (%)"), K::Percent},
         [covered](const R &r) { return 100 * covered(r); }},
    };
    fieldNamed(out, u"share").share = [covered](const R &r) { return std::optional(covered(r)); };
    for (const QStringView id : {u"duration", u"covered", u"uncovered"})
        fieldNamed(out, id).column.unitGroup = 1;
    return out;
}

std::shared_ptr<const RowSource> makeTraffic(const TableQuery &query, const JobContext &job)
{
    std::vector<TrafficRow> rows;
    if (const auto rank = query.rankData()) {
        for (const TrafficSeries &series : trafficOf(*rank, domainChoice(query, job), job).series) {
            for (const TrafficPoint &p : series.points)
                rows.push_back({series.linkType, p});
        }
    }
    if (job.isCanceled())
        return nullptr;
    return std::make_shared<StructSource<TrafficRow>>(
        trafficFields(), std::move(rows), [index = query.rank](const TrafficRow &r) {
            return RowPlace{index, NoSlice, Interval{r.point.ns, r.point.ns}};
        });
}

int ownRank(const TableQuery &query)
{
    return query.run->infos[static_cast<size_t>(query.rank)].rank;
}

// As isBetween() has it of links of the matrix: where the rank at the other end is not known, it may be one of them.
bool isLinkBetween(const LinkUse &use, int own, const std::vector<int> &ranks)
{
    return std::binary_search(ranks.begin(), ranks.end(), own) &&
           (use.peerIsLocal || std::binary_search(ranks.begin(), ranks.end(), use.peer));
}

std::shared_ptr<const RowSource> makeIdleLinks(const TableQuery &query, const JobContext &job)
{
    std::vector<LinkUse> rows = query.rankData() ? linkUses(*query.run, query.rank, job) : std::vector<LinkUse>();
    const DomainChoice chosen = domainChoice(query, job);
    std::erase_if(rows, [&](const LinkUse &r) {
        return (!query.step.isEmpty() && r.step != query.step) || !chosen.has(r.domainHash);
    });
    if (!query.ranks.empty())
        std::erase_if(rows,
                      [&query, own = ownRank(query)](const LinkUse &r) { return !isLinkBetween(r, own, query.ranks); });
    if (job.isCanceled())
        return nullptr;
    return std::make_shared<StructSource<LinkUse>>(
        idleLinkFields(), std::move(rows),
        [index = query.rank, own = ownRank(query)](const LinkUse &r) {
            RowPlace out{index, r.op, {}};
            if (!r.peerIsLocal)
                out.link = LinkPlace{own, r.peer};
            return out;
        },
        query.rankData());
}

std::shared_ptr<const RowSource> makeCoverage(const TableQuery &query, const JobContext &job)
{
    std::vector<CoverageRow> rows;
    for (DomainCoverage &sums : domainCoverage(*query.run, commQuery(query), job))
        rows.push_back({rankLabel(*query.run, sums.rankIndex), std::move(sums)});
    if (job.isCanceled())
        return nullptr;
    return std::make_shared<StructSource<CoverageRow>>(coverageFields(), std::move(rows), [](const CoverageRow &r) {
        return RowPlace{r.sums.rankIndex, NoSlice, {}};
    });
}

Phrase whyNoTraffic(const TableQuery &query)
{
    const auto rank = query.rankData();
    const DomainChoice chosen = rank ? domainChoice(query) : DomainChoice();
    if (chosen.hasRanks() && !chosen.hasRank(rank->info.rank))
        return tableReason(RS_TABLE("Rank %1 is no member of the chosen communication domain %2: choose one of the "
                                    "ranks of this domain, or another domain."),
                           {rank->info.label, chosen.label()});
    if (rank && !query.domain.isEmpty() && !trafficOf(*rank).series.empty())
        return tableReason(RS_TABLE("This rank moved nothing in the chosen communication domain."));
    return tableReason(RS_TABLE("Neither the trace nor communication.json of this rank says how much was moved: the "
                                "profiler writes both with profiler_level Level1 or Level2."));
}

TableQuery withoutRanks(TableQuery query)
{
    query.ranks.clear();
    return query;
}

Phrase whyNoTasks(const TableQuery &query)
{
    if (query.rankData() && !linkUses(*query.run, query.rank).empty())
        return query.ranks.empty() || makeIdleLinks(withoutRanks(query), JobContext())->rows() == 0
                   ? tableReason(RS_TABLE("This rank has links, but none in what was asked for: choose another step or "
                                          "communication domain, or all."))
                   : noneBetween();
    const Phrase why = whyNoTrace(query);
    return why.isEmpty() ? tableReason(RS_TABLE("The trace has no tasks of communication with source and destination: "
                                                "the profiler writes them with profiler_level Level1 or Level2."))
                         : why;
}

Phrase whyNoCoverage(const TableQuery &query)
{
    const Phrase why = whyNoTrace(query);
    return why.isEmpty()
               ? tableReason(RS_TABLE("No trace of this run has operators of communication in what was asked for."))
               : why;
}

} // namespace

void addTrafficTables(Catalogue &catalogue)
{
    using P = Parameter;
    TableSpec &traffic = catalogue.add("traffic", TableScope::Rank, RS_TABLE("Communication over time"),
                                       RS_TABLE("Bytes in flight and bandwidth of a rank by type of link, wherever "
                                                "they change: when does it communicate, and how fast?"));
    traffic.parameters = {P::Domain};
    traffic.sources = {{QStringLiteral("trace"), QStringLiteral("communication")}, {}};
    traffic.columns = [](const TableQuery &) { return columnsOf(trafficFields()); };
    traffic.make = makeTraffic;
    traffic.whyEmpty = whyNoTraffic;

    TableSpec &idle = catalogue.add("links.idle", TableScope::Rank, RS_TABLE("Idle links"),
                                    RS_TABLE("How long each link of a rank carried nothing during an operator since "
                                             "its data began to move: which link do the others wait for?"));
    idle.parameters = {P::Step, P::Domain};
    idle.sources = {{QStringLiteral("trace")}, {}};
    idle.columns = [](const TableQuery &) { return columnsOf(idleLinkFields()); };
    idle.make = makeIdleLinks;
    idle.whyEmpty = whyNoTasks;
    idle.takesRanks = true;

    TableSpec &coverage =
        catalogue.add("communication.coverage", TableScope::Run, RS_TABLE("Covered communication by domain"),
                      RS_TABLE("How much of the communication of each domain ran under kernels, by rank and step: "
                               "which domain holds the steps up?"));
    coverage.needsAllRanks = true;
    coverage.parameters = {P::Step, P::Domain};
    coverage.sources = {{QStringLiteral("trace")}, {}};
    coverage.columns = [](const TableQuery &) { return columnsOf(coverageFields()); };
    coverage.make = makeCoverage;
    coverage.whyEmpty = whyNoCoverage;
}

} // namespace rs
