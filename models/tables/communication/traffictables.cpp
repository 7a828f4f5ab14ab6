// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/commtraffic.h"
#include "analysis/ranks/domains.h"
#include "tables/communication/communicationfields.h"
#include "tables/base/tables.h"

#include <algorithm>

namespace rs {

namespace {

std::vector<ColumnSpec> trafficColumns()
{
    using K = ValueKind;
    return {
        {"transport", "Link Type", RS_TABLE("Link type"), K::Text,
         RS_TABLE("As communication.json calls it: RDMA is ROCE in the trace.")},
        {"time", "Time(ns)", RS_TABLE("Time (%1)"), K::Stamp,
         RS_TABLE("Valid from here to the next row of this link type.")},
        {"bytes", "In Flight(B)", RS_TABLE("In flight"), K::Bytes, RS_TABLE("Of all transfers that are under way.")},
        {"bandwidth", "Bandwidth(GB/s)", RS_TABLE("Bandwidth (GB/s)"), K::Real,
         RS_TABLE("Sum of the transfers under way, each at its mean.")},
    };
}

std::vector<ColumnSpec> idleLinkColumns()
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        {"step", "Step", RS_TABLE("Step"), K::Label},
        {"domain", "Domain", RS_TABLE("Communication domain"), K::Text},
        {"operator", "Operator", RS_TABLE("Operator"), K::Text},
        rankEndColumn("peer", "Peer Rank", RS_TABLE("Other rank")),
        rankKindColumn(),
        {"transport", "Link Type", RS_TABLE("Link type"), K::Text,
         RS_TABLE("As communication.json calls it: RDMA is ROCE in the trace.")},
        {"window", "Data Time(ns)", RS_TABLE("Data time (%1)"), K::Time,
         RS_TABLE("From the first data of the operator to its end.")},
        {"busy", "Busy(ns)", RS_TABLE("Busy (%1)"), K::Time,
         RS_TABLE("With a transfer of the operator under way on this link.")},
        {"idle", "Idle(ns)", RS_TABLE("Idle (%1)"), K::Time},
        {"share", "Idle(%)", RS_TABLE("Idle (%)"), K::Percent},
    };
    setUnitGroup(out, 1, {u"window", u"busy", u"idle"});
    return out;
}

std::vector<ColumnSpec> coverageColumns()
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        {"step", "Step", RS_TABLE("Step"), K::Label},
        {"rank", "Rank", RS_TABLE("Rank"), K::Label},
        {"domain", "Domain", RS_TABLE("Communication domain"), K::Text},
        {"operators", "Operators", RS_TABLE("Operators"), K::Integer},
        {"duration", "Duration(ns)", RS_TABLE("Duration (%1)"), K::Time},
        {"covered", "Covered(ns)", RS_TABLE("Overlapped (%1)"), K::Time,
         RS_TABLE("Kernels of the device run at the same time.")},
        {"uncovered", "Uncovered(ns)", RS_TABLE("Non-overlapped (%1)"), K::Time},
        {"share", "Covered(%)", RS_TABLE("Overlapped (%)"), K::Percent},
    };
    setUnitGroup(out, 1, {u"duration", u"covered", u"uncovered"});
    return out;
}

std::shared_ptr<const RowSource> makeTraffic(const TableQuery &query, const JobContext &job)
{
    auto rows = std::make_shared<CellRows>(trafficColumns());
    if (const auto rank = query.rankData()) {
        for (const TrafficSeries &series : trafficOf(*rank, domainChoice(query, job), job).series) {
            for (const TrafficPoint &p : series.points)
                rows->add({query.rank, NoSlice, Interval{p.ns, p.ns}}, {series.linkType, p.ns, p.bytes, p.gbs});
        }
    }
    return job.isCanceled() ? nullptr : rows;
}

int ownRank(const TableQuery &query)
{
    return query.run->infos[static_cast<size_t>(query.rank)].rank;
}

// As isBetween() has it of links of the matrix: where the rank at the other end is not known, it may be one of them.
bool isLinkBetween(const LinkUse &use, int own, const std::vector<int> &ranks)
{
    return std::ranges::binary_search(ranks, own) && (use.peerIsLocal || std::ranges::binary_search(ranks, use.peer));
}

std::shared_ptr<const RowSource> makeIdleLinks(const TableQuery &query, const JobContext &job)
{
    std::vector<LinkUse> uses = query.rankData() ? linkUses(*query.run, query.rank, job) : std::vector<LinkUse>();
    const DomainChoice chosen = domainChoice(query, job);
    std::erase_if(uses, [&](const LinkUse &r) {
        return (!query.step.isEmpty() && r.step != query.step) || !chosen.has(r.domainHash);
    });
    if (!query.ranks.empty())
        std::erase_if(uses,
                      [&query, own = ownRank(query)](const LinkUse &r) { return !isLinkBetween(r, own, query.ranks); });
    if (job.isCanceled())
        return nullptr;
    auto rows = std::make_shared<CellRows>(idleLinkColumns(), query.rankData());
    for (const LinkUse &u : uses) {
        RowPlace place{query.rank, u.op, {}};
        if (!u.peerIsLocal)
            place.link = LinkPlace{ownRank(query), u.peer};
        const double idle = partOf(u.idleNs(), u.windowNs);
        rows->add(place, {u.step, u.domain, u.op, u.peer, rankKindWord(!u.peerIsLocal), u.linkType, u.windowNs,
                          u.busyNs, u.idleNs(), 100 * idle});
        rows->setShare(u"share", idle);
        if (u.peerIsLocal)
            rows->setPhrase(u"peer", {"#%1", QString::number(u.peer)});
    }
    return rows;
}

std::shared_ptr<const RowSource> makeCoverage(const TableQuery &query, const JobContext &job)
{
    auto rows = std::make_shared<CellRows>(coverageColumns());
    for (const DomainCoverage &d : domainCoverage(*query.run, commQuery(query), job)) {
        const double covered = partOf(d.coveredNs, d.durationNs);
        rows->add({d.rankIndex, NoSlice, {}}, {d.step, rankLabel(*query.run, d.rankIndex), d.domain, d.operators,
                                               d.durationNs, d.coveredNs, d.uncoveredNs, 100 * covered});
        rows->setShare(u"share", covered);
    }
    return job.isCanceled() ? nullptr : rows;
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
               ? tableReason(RS_TABLE("No trace of this run has communication operators in the chosen range."))
               : why;
}

} // namespace

void addTrafficTables(Catalogue &catalogue)
{
    using P = Parameter;
    TableSpec &traffic = catalogue.add("traffic", TableScope::Rank, RS_TABLE("Communication over time"),
                                       RS_TABLE("Bytes in flight and bandwidth of a rank by type of link, wherever "
                                                "they change: when does it communicate, and how fast?"),
                                       trafficColumns, makeTraffic, whyNoTraffic);
    traffic.parameters = {P::Domain};
    traffic.sources = {{QStringLiteral("trace"), QStringLiteral("communication")}, {}};

    TableSpec &idle = catalogue.add("links.idle", TableScope::Rank, RS_TABLE("Idle links"),
                                    RS_TABLE("How long each link of a rank carried nothing during an operator since "
                                             "its data began to move: which link do the others wait for?"),
                                    idleLinkColumns, makeIdleLinks, whyNoTasks);
    idle.parameters = {P::Step, P::Domain};
    idle.sources = {{QStringLiteral("trace")}, {}};
    idle.takesRanks = true;

    TableSpec &coverage =
        catalogue.add("communication.coverage", TableScope::Run, RS_TABLE("Overlapped communication by domain"),
                      RS_TABLE("How much communication of each domain is overlapped, by rank and step: which "
                               "domain delays the steps?"),
                      coverageColumns, makeCoverage, whyNoCoverage);
    coverage.needsAllRanks = true;
    coverage.parameters = {P::Step, P::Domain};
    coverage.sources = {{QStringLiteral("trace")}, {}};
}

} // namespace rs
