// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/commadvice.h"
#include "analysis/links/transportrows.h"
#include "tables/communication/communicationfields.h"
#include "tables/base/tables.h"

#include <QStringList>

#include <memory>
#include <vector>

namespace rs {

namespace {

std::vector<ColumnSpec> transportColumns()
{
    using K = ValueKind;
    return withOperator({
        {"transport", "Transport", RS_TABLE("Transport"), K::Text, RS_TABLE("SDMA is the sum of HCCS, PCIE and SIO.")},
        {"size", "Transit Size(MB)", RS_TABLE("Transit size (MB)"), K::Real, RS_TABLE("Megabytes of 10^6 bytes.")},
        {"time", "Transit Time(ms)", RS_TABLE("Transit time (%1)"), K::Milliseconds},
        {"bandwidth", "Bandwidth(GB/s)", RS_TABLE("Bandwidth (GB/s)"), K::Real, RS_TABLE("Size / time.")},
        {"of-reference", "Of Reference", RS_TABLE("vs. reference rate"), K::Ratio,
         RS_TABLE("Bandwidth / reference rate of the transport: HCCS and SDMA 18, PCIE 20, RDMA 12.5 GB/s unless "
                  "set otherwise.")},
        {"packets", "Packets", RS_TABLE("Packets"), K::Integer},
        {"large-packets", "Large Packet Ratio", RS_TABLE("Large packet ratio"), K::Ratio,
         RS_TABLE("Share of packets that the profiler calls large.")},
        {"below-reference", "Below Reference", RS_TABLE("Below 0.8 of the reference"), K::Word,
         RS_TABLE("Less than 0.8 of the reference rate, which the official rule of contention takes for too little as "
                  "well. Small transfers reach less on any hardware.")},
    });
}

std::vector<ColumnSpec> packetColumns()
{
    using K = ValueKind;
    return withOperator({
        {"transport", "Transport", RS_TABLE("Transport"), K::Text},
        {"size", "Packet Size(MB)", RS_TABLE("Packet size (MB)"), K::Real},
        {"packets", "Packets", RS_TABLE("Packets"), K::Integer},
        {"time", "Time(ms)", RS_TABLE("Time (%1)"), K::Milliseconds, RS_TABLE("All packets of this size together.")},
        {"bandwidth", "Bandwidth(GB/s)", RS_TABLE("Bandwidth (GB/s)"), K::Real, RS_TABLE("Size / time.")},
    });
}

const char *adviceWord(CommAdviceKind kind)
{
    static constexpr const char *words[] = {RS_TABLE("small packets"), RS_TABLE("alignment"), RS_TABLE("contention"),
                                            RS_TABLE("retransmission")};
    return words[static_cast<size_t>(kind)];
}

std::vector<ColumnSpec> adviceColumns()
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = withOperator({
        {"duration", "Duration(ms)", RS_TABLE("Duration (%1)"), K::Milliseconds},
        {"transport", "Transport", RS_TABLE("Transport"), K::Text},
        {"size", "Size(MB)", RS_TABLE("Size (MB)"), K::Real,
         RS_TABLE("Moved by the operator over the transport; for alignment, its largest transfer.")},
        {"bandwidth", "Bandwidth(GB/s)", RS_TABLE("Bandwidth (GB/s)"), K::Real},
        {"advice", "Advice", RS_TABLE("Advice"), K::Sentence},
    });
    out.insert(out.begin(), {"kind", "Kind", RS_TABLE("Kind"), K::Word});
    return out;
}

std::vector<ColumnSpec> adviceGroupColumns()
{
    using K = ValueKind;
    return {
        {"kind", "Kind", RS_TABLE("Kind"), K::Word},
        {"type", "Operator Type", RS_TABLE("Operator type"), K::Text},
        {"transport", "Transport", RS_TABLE("Transport"), K::Text},
        {"operators", "Operators", RS_TABLE("Operators"), K::Integer,
         RS_TABLE("bandwidth.advice lists them one by one.")},
        {"ranks", "Ranks", RS_TABLE("Ranks"), K::Integer},
        {"total", "Total Duration(ms)", RS_TABLE("Total duration (%1)"), K::Milliseconds,
         RS_TABLE("Total time of these operators over all ranks: no more than that can be gained.")},
        {"longest", "Longest(ms)", RS_TABLE("Longest (%1)"), K::Milliseconds},
        {"operator", "Longest Operator", RS_TABLE("Longest operator"), K::Text},
        {"rank", "Its Rank", RS_TABLE("Its rank"), K::Label},
        {"step", "Its Step", RS_TABLE("Its step"), K::Label},
        {"advice", "Advice", RS_TABLE("Advice"), K::Sentence, RS_TABLE("Of the longest operator.")},
    };
}

RowPlace placeOfAdvice(const CommAdviceRow &row)
{
    return {row.rankIndex, row.slice, {}, recordOf(row.op.op, startOf(row.op), row.op.elapseMs), {}};
}

Phrase whyNoTransports(const TableQuery &query)
{
    return whyNoCommunication(query, QStringLiteral("communication"), !communicationRows(*query.run).empty());
}

// Ranks whose transfers nobody could look at: alignment and contention show in traces alone.
QStringList ranksWithoutTrace(const Run &run)
{
    QStringList out;
    for (int i = 0; i < std::ssize(run.infos); ++i) {
        if (const auto rank = run.rank(i); !rank || !rank->trace)
            out << run.infos[static_cast<size_t>(i)].label;
    }
    return out;
}

std::vector<RowNote> uncheckedNotes(const Run &run)
{
    const Phrase unchecked = tableReason(RS_TABLE("Alignment and contention were not checked: no trace is read."), {});
    std::vector<RowNote> out;
    if (run.infos.empty())
        out.emplace_back(unchecked);
    for (const QString &rank : ranksWithoutTrace(run))
        out.emplace_back(unchecked, rank);
    return out;
}

Phrase whyNoAdvice(const TableQuery &query)
{
    if (communicationRows(*query.run).empty() && commAdvice(*query.run).empty())
        return whyNoCommunication(query, QStringLiteral("communication"), false);
    const QStringList without = ranksWithoutTrace(*query.run);
    if (std::ssize(query.run->infos) == without.size())
        return tableReason(
            RS_TABLE("Few operators are small, and none takes as long as retransmissions do. Alignment and "
                     "contention were not checked: they need traces of Level1 or Level2, and this run has none."));
    if (!without.isEmpty())
        return tableReason(RS_TABLE("Few operators are small, and none takes as long as retransmissions do. On ranks "
                                    "with a trace transfers are aligned, and none is slow beside a matrix "
                                    "multiplication; without a trace neither was checked on: %1."),
                           {without.join(QStringLiteral(", "))});
    return tableReason(RS_TABLE("Nothing to advise: few operators are small, transfers are aligned, none is slow "
                                "beside a matrix multiplication, and none takes as long as retransmissions do. "
                                "Alignment and contention are looked for in traces of Level1 or Level2."));
}

std::shared_ptr<const RowSource> makeTransports(const TableQuery &query, const JobContext &job)
{
    const std::vector<TransportRow> found = transportRows(*query.run, commQuery(query), query.rates, job);
    if (job.isCanceled())
        return nullptr;
    const RankIndex index(*query.run);
    auto rows = std::make_shared<CellRows>(transportColumns());
    for (const TransportRow &r : found) {
        const bool isBelow = r.ofReference.value_or(1) < CommAdviceLimits().contendedShare;
        rows->add(index.placeOf(r.op),
                  {r.op.step, r.op.domain, r.op.op, labelOf(r.op), r.transport.transport, r.transport.sizeMb,
                   r.transport.timeMs, r.transport.bandwidthGbs, r.ofReference, r.packets, r.transport.largePacketRatio,
                   cellIf(r.ofReference.has_value(), isBelow ? RS_TABLE("yes") : RS_TABLE("no"))});
        rows->setShare(u"of-reference", r.ofReference);
    }
    return rows;
}

std::shared_ptr<const RowSource> makePackets(const TableQuery &query, const JobContext &job)
{
    const std::vector<PacketRow> found = packetRows(*query.run, commQuery(query), job);
    if (job.isCanceled())
        return nullptr;
    const RankIndex index(*query.run);
    auto rows = std::make_shared<CellRows>(packetColumns());
    for (const PacketRow &r : found)
        rows->add(index.placeOf(r.op), {r.op.step, r.op.domain, r.op.op, labelOf(r.op), r.transport, r.packet.sizeMb,
                                        r.packet.count, r.packet.timeMs, r.bandwidthGbs});
    return rows;
}

std::shared_ptr<const RowSource> makeAdviceGroups(const TableQuery &query, const JobContext &job)
{
    const std::vector<CommAdviceRow> advice = commAdvice(*query.run, commQuery(query), {}, query.rates, job);
    if (job.isCanceled())
        return nullptr;
    auto rows = std::make_shared<CellRows>(adviceGroupColumns());
    for (const CommAdviceGroup &g : commAdviceGroups(advice)) {
        const CommRow &op = g.longest.op;
        rows->add(placeOfAdvice(g.longest), {adviceWord(g.longest.kind), g.type, g.longest.transport, g.operators,
                                             g.ranks, cellIf(op.elapseMs.has_value(), g.totalMs), op.elapseMs, op.op,
                                             labelOf(op), op.step, adviceSentence(g.longest, {}, query.rates)});
    }
    rows->setNotes(uncheckedNotes(*query.run));
    return rows;
}

std::shared_ptr<const RowSource> makeAdvice(const TableQuery &query, const JobContext &job)
{
    const std::vector<CommAdviceRow> advice = commAdvice(*query.run, commQuery(query), {}, query.rates, job);
    if (job.isCanceled())
        return nullptr;
    auto rows = std::make_shared<CellRows>(adviceColumns());
    for (const CommAdviceRow &a : advice)
        rows->add(placeOfAdvice(a), {adviceWord(a.kind), a.op.step, a.op.domain, a.op.op, labelOf(a.op), a.op.elapseMs,
                                     a.transport, a.sizeMb, a.bandwidthGbs, adviceSentence(a, {}, query.rates)});
    rows->setNotes(uncheckedNotes(*query.run));
    return rows;
}

} // namespace

void addBandwidthTables(Catalogue &catalogue)
{
    using P = Parameter;
    const auto add = [&catalogue](const char *id, const char *title, const char *hint, auto columns, auto make,
                                  auto whyEmpty) -> TableSpec & {
        TableSpec &table = catalogue.add(id, TableScope::Run, title, hint, columns, make, whyEmpty);
        table.needsAllRanks = true;
        table.parameters = {P::Step, P::Domain, P::Operator};
        table.sources = {{QStringLiteral("communication")}, {QStringLiteral("cluster_communication")}};
        return table;
    };
    TableSpec &bandwidth = add("bandwidth", RS_TABLE("Bandwidth by transport"),
                               RS_TABLE("What the operators of each rank moved over SDMA (HCCS, PCIE, SIO) and RDMA: "
                                        "size, time, bandwidth, packets. Does a transport reach what it can?"),
                               transportColumns, makeTransports, whyNoTransports);
    bandwidth.takesRates = true;
    bandwidth.parameters.push_back(P::Total);
    add("bandwidth.packets", RS_TABLE("Packet sizes"),
        RS_TABLE("How many packets of which size the operators of each rank sent over each transport, and at which "
                 "bandwidth: are they too small?"),
        packetColumns, makePackets, whyNoPackets)
        .parameters.push_back(P::Total);

    const auto addAdvice = [&add](const char *id, const char *title, const char *hint, auto columns, auto make) {
        TableSpec &table = add(id, title, hint, columns, make, whyNoAdvice);
        table.takesRates = true;
        table.sources.ofRank << QStringLiteral("trace");
    };
    addAdvice("bandwidth.summary", RS_TABLE("Advice summary"),
              RS_TABLE("Advice by kind, type of operator and transport: how many operators, on how many ranks, and "
                       "the longest of them."),
              adviceGroupColumns, makeAdviceGroups);
    addAdvice("bandwidth.advice", RS_TABLE("Communication advice"),
              RS_TABLE("Operators that move too little at once, transfers that are not aligned, operators that compete "
                       "with matrix multiplications, and retransmissions, by the rules of MindStudio Insight."),
              adviceColumns, makeAdvice);
}

} // namespace rs
