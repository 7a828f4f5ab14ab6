// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/commadvice.h"
#include "analysis/links/transportrows.h"
#include "tables/communicationfields.h"
#include "tables/tables.h"

#include <QStringList>
#include <QtGlobal>

#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace rs {

namespace {

// Which operator on which rank, in front of what is said of it.
template <typename R>
std::vector<Field<R>> withOperator(std::vector<Field<R>> more)
{
    std::vector<Field<R>> out = fieldsOfPart(operatorFields(), &R::op);
    out.insert(out.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    return out;
}

std::vector<Field<TransportRow>> transportFields()
{
    using R = TransportRow;
    using K = ValueKind;
    std::vector<Field<R>> out = withOperator<R>({
        {{"transport", "Transport", RS_TABLE("Transport"), K::Text, RS_TABLE("SDMA is the sum of HCCS, PCIE and SIO.")},
         [](const R &r) { return r.transport.transport; }},
        {{"size", "Transit Size(MB)", RS_TABLE("Transit size (MB)"), K::Real, RS_TABLE("Megabytes of 10^6 bytes.")},
         [](const R &r) { return fieldOf(r.transport.sizeMb); }},
        {{"time", "Transit Time(ms)", RS_TABLE("Transit time (%1)"), K::Milliseconds},
         [](const R &r) { return fieldOf(r.transport.timeMs); }},
        {{"bandwidth", "Bandwidth(GB/s)", RS_TABLE("Bandwidth (GB/s)"), K::Real, RS_TABLE("Size / time.")},
         [](const R &r) { return fieldOf(r.transport.bandwidthGbs); }},
        {{"of-reference", "Of Reference", RS_TABLE("Of the reference rate"), K::Ratio,
          RS_TABLE("Bandwidth in parts of what the transport reaches on common hardware: HCCS and SDMA 18, PCIE 20, "
                   "RDMA 12.5 GB/s unless set otherwise.")},
         [](const R &r) { return fieldOf(r.ofReference); }},
        {{"packets", "Packets", RS_TABLE("Packets"), K::Integer}, [](const R &r) { return fieldOf(r.packets); }},
        {{"large-packets", "Large Packet Ratio", RS_TABLE("Large packet ratio"), K::Ratio,
          RS_TABLE("Share of packets that the profiler calls large.")},
         [](const R &r) { return fieldOf(r.transport.largePacketRatio); }},
        {{"below-reference", "Below Reference", RS_TABLE("Below 0.8 of the reference"), K::Word,
          RS_TABLE("Less than 0.8 of the reference rate, which the official rule of contention takes for too little as "
                   "well. Small transfers reach less on any hardware.")},
         [](const R &r) {
             return known(r.ofReference.has_value(),
                          QString(QLatin1String(r.ofReference.value_or(1) < CommAdviceLimits().contendedShare
                                                    ? RS_TABLE("yes")
                                                    : RS_TABLE("no"))));
         }},
    });
    fieldNamed(out, u"of-reference").share = [](const R &r) { return r.ofReference; };
    return out;
}

std::vector<Field<PacketRow>> packetFields()
{
    using R = PacketRow;
    using K = ValueKind;
    return withOperator<R>({
        {{"transport", "Transport", RS_TABLE("Transport"), K::Text}, [](const R &r) { return r.transport; }},
        {{"size", "Packet Size(MB)", RS_TABLE("Packet size (MB)"), K::Real},
         [](const R &r) { return r.packet.sizeMb; }},
        {{"packets", "Packets", RS_TABLE("Packets"), K::Integer}, [](const R &r) { return r.packet.count; }},
        {{"time", "Time(ms)", RS_TABLE("Time (%1)"), K::Milliseconds,
          RS_TABLE("Of all packets of this size together.")},
         [](const R &r) { return r.packet.timeMs; }},
        {{"bandwidth", "Bandwidth(GB/s)", RS_TABLE("Bandwidth (GB/s)"), K::Real, RS_TABLE("Size / time.")},
         [](const R &r) { return fieldOf(r.bandwidthGbs); }},
    });
}

const char *adviceWord(CommAdviceKind kind)
{
    switch (kind) {
    case CommAdviceKind::SmallPackets:
        return RS_TABLE("small packets");
    case CommAdviceKind::Alignment:
        return RS_TABLE("alignment");
    case CommAdviceKind::Contention:
        return RS_TABLE("contention");
    case CommAdviceKind::Retransmission:
        break;
    }
    return RS_TABLE("retransmission");
}

std::vector<Field<CommAdviceRow>> adviceFields(const ReferenceRates &rates = {})
{
    using R = CommAdviceRow;
    using K = ValueKind;
    const auto sentence = [rates](const R &r) { return adviceSentence(r, {}, rates); };
    std::vector<Field<R>> out = withOperator<R>({
        {{"duration", "Duration(ms)", RS_TABLE("Duration (%1)"), K::Milliseconds},
         [](const R &r) { return fieldOf(r.op.elapseMs); }},
        {{"transport", "Transport", RS_TABLE("Transport"), K::Text}, [](const R &r) { return r.transport; }},
        {{"size", "Size(MB)", RS_TABLE("Size (MB)"), K::Real,
          RS_TABLE("That the operator moved over the transport; of alignment that of its largest transfer.")},
         [](const R &r) { return fieldOf(r.sizeMb); }},
        {{"bandwidth", "Bandwidth(GB/s)", RS_TABLE("Bandwidth (GB/s)"), K::Real},
         [](const R &r) { return fieldOf(r.bandwidthGbs); }},
        {{"advice", "Advice", RS_TABLE("Advice"), K::Sentence},
         [sentence](const R &r) { return sentence(r).english(); }},
    });
    fieldNamed(out, u"advice").wording = [sentence](const R &r) { return Wording{sentence(r), {}}; };
    out.insert(out.begin(), {{"kind", "Kind", RS_TABLE("Kind"), K::Word},
                             [](const R &r) { return QString(QLatin1String(adviceWord(r.kind))); }});
    return out;
}

std::vector<Field<CommAdviceGroup>> adviceGroupFields(const ReferenceRates &rates = {})
{
    using R = CommAdviceGroup;
    using K = ValueKind;
    const auto sentence = [rates](const R &r) { return adviceSentence(r.longest, {}, rates); };
    std::vector<Field<R>> out = {
        {{"kind", "Kind", RS_TABLE("Kind"), K::Word},
         [](const R &r) { return QString(QLatin1String(adviceWord(r.longest.kind))); }},
        {{"type", "Operator Type", RS_TABLE("Operator type"), K::Text}, [](const R &r) { return r.type; }},
        {{"transport", "Transport", RS_TABLE("Transport"), K::Text}, [](const R &r) { return r.longest.transport; }},
        {{"operators", "Operators", RS_TABLE("Operators"), K::Integer,
          RS_TABLE("bandwidth.advice lists them one by one.")},
         [](const R &r) { return r.operators; }},
        {{"ranks", "Ranks", RS_TABLE("Ranks"), K::Integer}, [](const R &r) { return r.ranks; }},
        {{"total", "Total Duration(ms)", RS_TABLE("Total duration (%1)"), K::Milliseconds,
          RS_TABLE("What these operators take together, over all ranks: no more than that can be gained.")},
         [](const R &r) { return known(r.longest.op.elapseMs.has_value(), r.totalMs); }},
        {{"longest", "Longest(ms)", RS_TABLE("Longest (%1)"), K::Milliseconds},
         [](const R &r) { return fieldOf(r.longest.op.elapseMs); }},
        {{"operator", "Longest Operator", RS_TABLE("Longest operator"), K::Text},
         [](const R &r) { return r.longest.op.op; }},
        {{"rank", "Its Rank", RS_TABLE("Its rank"), K::Label},
         [](const R &r) {
             return r.longest.op.rank >= 0 ? QString::number(r.longest.op.rank) : r.longest.op.rankLabel;
         }},
        {{"step", "Its Step", RS_TABLE("Its step"), K::Label}, [](const R &r) { return r.longest.op.step; }},
        {{"advice", "Advice", RS_TABLE("Advice"), K::Sentence, RS_TABLE("Of the longest operator.")},
         [sentence](const R &r) { return sentence(r).english(); }},
    };
    fieldNamed(out, u"advice").wording = [sentence](const R &r) { return Wording{sentence(r), {}}; };
    return out;
}

RowPlace placeOfAdvice(const CommAdviceRow &row)
{
    return {row.rankIndex, row.slice, {}, recordOf(row.op.op, startOf(row.op), row.op.elapseMs), {}};
}

Phrase whyNoTransports(const TableQuery &query)
{
    return whyNoCommunication(query, QStringLiteral("communication"), !communicationRows(*query.run).empty());
}

// Whose transfers nobody could look at: alignment and contention show in traces alone.
QStringList ranksWithoutTrace(const Run &run)
{
    QStringList out;
    for (size_t i = 0; i < run.infos.size(); ++i) {
        const auto rank = i < run.ranks.size() ? run.ranks[i] : nullptr;
        if (!rank || !rank->trace)
            out << run.infos[i].label;
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
            RS_TABLE("Few operators are small, and none takes as long as retransmissions do. Alignment and contention "
                     "were not checked: they are looked for in traces of Level1 or Level2, and this run has none."));
    if (!without.isEmpty())
        return tableReason(RS_TABLE("Few operators are small, and none takes as long as retransmissions do. On ranks "
                                    "with a trace transfers are aligned, and none is slow beside a matrix "
                                    "multiplication; without a trace neither was checked on: %1."),
                           {without.join(QStringLiteral(", "))});
    return tableReason(RS_TABLE("Nothing to advise: few operators are small, transfers are aligned, none is slow "
                                "beside a matrix multiplication, and none takes as long as retransmissions do. "
                                "Alignment and contention are looked for in traces of Level1 or Level2."));
}

} // namespace

void addBandwidthTables(Catalogue &catalogue)
{
    using P = Parameter;
    const TableSources sources{{QStringLiteral("communication")}, {QStringLiteral("cluster_communication")}};
    TableSpec &bandwidth =
        catalogue.add("bandwidth", TableScope::Run, RS_TABLE("Bandwidth by transport"),
                      RS_TABLE("What the operators of each rank moved over SDMA (HCCS, PCIE, SIO) and RDMA: size, "
                               "time, bandwidth, packets. Does a transport reach what it can?"));
    bandwidth.needsAllRanks = true;
    bandwidth.takesRates = true;
    bandwidth.parameters = {P::Step, P::Domain, P::Operator, P::Total};
    bandwidth.sources = sources;
    bandwidth.columns = [](const TableQuery &) { return columnsOf(transportFields()); };
    bandwidth.make = [](const TableQuery &query, const JobContext &job) -> std::shared_ptr<const RowSource> {
        std::vector<TransportRow> rows = transportRows(*query.run, commQuery(query), query.rates, job);
        if (job.isCanceled())
            return nullptr;
        return std::make_shared<StructSource<TransportRow>>(
            transportFields(), std::move(rows),
            [index = RankIndex(*query.run)](const TransportRow &r) { return index.placeOf(r.op); });
    };
    bandwidth.whyEmpty = whyNoTransports;

    TableSpec &packets = catalogue.add("bandwidth.packets", TableScope::Run, RS_TABLE("Packet sizes"),
                                       RS_TABLE("How many packets of which size the operators of each rank sent over "
                                                "each transport, and at which bandwidth: are they too small?"));
    packets.needsAllRanks = true;
    packets.parameters = {P::Step, P::Domain, P::Operator, P::Total};
    packets.sources = sources;
    packets.columns = [](const TableQuery &) { return columnsOf(packetFields()); };
    packets.make = [](const TableQuery &query, const JobContext &job) -> std::shared_ptr<const RowSource> {
        std::vector<PacketRow> rows = packetRows(*query.run, commQuery(query), job);
        if (job.isCanceled())
            return nullptr;
        return std::make_shared<StructSource<PacketRow>>(
            packetFields(), std::move(rows),
            [index = RankIndex(*query.run)](const PacketRow &r) { return index.placeOf(r.op); });
    };
    packets.whyEmpty = whyNoPackets;

    const TableSources adviceSources{{QStringLiteral("communication"), QStringLiteral("trace")},
                                     {QStringLiteral("cluster_communication")}};
    TableSpec &summary = catalogue.add("bandwidth.summary", TableScope::Run, RS_TABLE("Advice in short"),
                                       RS_TABLE("What there is to advise, by kind, type of operator and transport: how "
                                                "many operators, on how many ranks, and the longest of them."));
    summary.needsAllRanks = true;
    summary.takesRates = true;
    summary.parameters = {P::Step, P::Domain, P::Operator};
    summary.sources = adviceSources;
    summary.columns = [](const TableQuery &) { return columnsOf(adviceGroupFields()); };
    summary.make = [](const TableQuery &query, const JobContext &job) -> std::shared_ptr<const RowSource> {
        const std::vector<CommAdviceRow> rows = commAdvice(*query.run, commQuery(query), {}, query.rates, job);
        if (job.isCanceled())
            return nullptr;
        auto out = std::make_shared<StructSource<CommAdviceGroup>>(
            adviceGroupFields(query.rates), commAdviceGroups(rows),
            [](const CommAdviceGroup &r) { return placeOfAdvice(r.longest); });
        out->setNotes(uncheckedNotes(*query.run));
        return out;
    };
    summary.whyEmpty = whyNoAdvice;

    TableSpec &advice = catalogue.add(
        "bandwidth.advice", TableScope::Run, RS_TABLE("Communication advice"),
        RS_TABLE("Operators that move too little at once, transfers that are not aligned, operators that compete with "
                 "matrix multiplications, and retransmissions, by the rules of MindStudio Insight."));
    advice.needsAllRanks = true;
    advice.takesRates = true;
    advice.parameters = {P::Step, P::Domain, P::Operator};
    advice.sources = adviceSources;
    advice.columns = [](const TableQuery &) { return columnsOf(adviceFields()); };
    advice.make = [](const TableQuery &query, const JobContext &job) -> std::shared_ptr<const RowSource> {
        std::vector<CommAdviceRow> rows = commAdvice(*query.run, commQuery(query), {}, query.rates, job);
        if (job.isCanceled())
            return nullptr;
        auto out =
            std::make_shared<StructSource<CommAdviceRow>>(adviceFields(query.rates), std::move(rows), placeOfAdvice);
        out->setNotes(uncheckedNotes(*query.run));
        return out;
    };
    advice.whyEmpty = whyNoAdvice;
}

} // namespace rs
