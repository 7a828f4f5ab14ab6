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
        {tableColumn("transport", "Transport", QT_TRANSLATE_NOOP("Tables", "Transport"), K::Text,
                     QT_TRANSLATE_NOOP("Tables", "SDMA is the sum of HCCS, PCIE and SIO.")),
         [](const R &r) { return r.transport.transport; }},
        {tableColumn("size", "Transit Size(MB)", QT_TRANSLATE_NOOP("Tables", "Transit size (MB)"), K::Real,
                     QT_TRANSLATE_NOOP("Tables", "Megabytes of 10^6 bytes.")),
         [](const R &r) { return fieldOf(r.transport.sizeMb); }},
        {tableColumn("time", "Transit Time(ms)", QT_TRANSLATE_NOOP("Tables", "Transit time (%1)"), K::Milliseconds),
         [](const R &r) { return fieldOf(r.transport.timeMs); }},
        {tableColumn("bandwidth", "Bandwidth(GB/s)", QT_TRANSLATE_NOOP("Tables", "Bandwidth (GB/s)"), K::Real,
                     QT_TRANSLATE_NOOP("Tables", "Size / time.")),
         [](const R &r) { return fieldOf(r.transport.bandwidthGbs); }},
        {tableColumn("of-reference", "Of Reference", QT_TRANSLATE_NOOP("Tables", "Of the reference rate"), K::Ratio,
                     QT_TRANSLATE_NOOP("Tables", "Bandwidth in parts of what the transport reaches on common hardware: "
                                                 "HCCS and SDMA 18, PCIE 20, RDMA 12.5 GB/s unless set otherwise.")),
         [](const R &r) { return fieldOf(r.ofReference); }},
        {tableColumn("packets", "Packets", QT_TRANSLATE_NOOP("Tables", "Packets"), K::Integer),
         [](const R &r) { return fieldOf(r.packets); }},
        {tableColumn("large-packets", "Large Packet Ratio", QT_TRANSLATE_NOOP("Tables", "Large packet ratio"), K::Ratio,
                     QT_TRANSLATE_NOOP("Tables", "Share of packets that the profiler calls large.")),
         [](const R &r) { return fieldOf(r.transport.largePacketRatio); }},
        {tableColumn("below-reference", "Below Reference", QT_TRANSLATE_NOOP("Tables", "Below 0.8 of the reference"),
                     K::Word,
                     QT_TRANSLATE_NOOP("Tables", "Less than 0.8 of the reference rate, which the official rule of "
                                                 "contention takes for too little as well. Small transfers reach less "
                                                 "on any hardware.")),
         [](const R &r) {
             return known(r.ofReference.has_value(),
                          QString(QLatin1String(r.ofReference.value_or(1) < CommAdviceLimits().contendedShare
                                                    ? QT_TRANSLATE_NOOP("Tables", "yes")
                                                    : QT_TRANSLATE_NOOP("Tables", "no"))));
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
        {tableColumn("transport", "Transport", QT_TRANSLATE_NOOP("Tables", "Transport"), K::Text),
         [](const R &r) { return r.transport; }},
        {tableColumn("size", "Packet Size(MB)", QT_TRANSLATE_NOOP("Tables", "Packet size (MB)"), K::Real),
         [](const R &r) { return r.packet.sizeMb; }},
        {tableColumn("packets", "Packets", QT_TRANSLATE_NOOP("Tables", "Packets"), K::Integer),
         [](const R &r) { return r.packet.count; }},
        {tableColumn("time", "Time(ms)", QT_TRANSLATE_NOOP("Tables", "Time (%1)"), K::Milliseconds,
                     QT_TRANSLATE_NOOP("Tables", "Of all packets of this size together.")),
         [](const R &r) { return r.packet.timeMs; }},
        {tableColumn("bandwidth", "Bandwidth(GB/s)", QT_TRANSLATE_NOOP("Tables", "Bandwidth (GB/s)"), K::Real,
                     QT_TRANSLATE_NOOP("Tables", "Size / time.")),
         [](const R &r) { return fieldOf(r.bandwidthGbs); }},
    });
}

const char *adviceWord(CommAdviceKind kind)
{
    switch (kind) {
    case CommAdviceKind::SmallPackets:
        return QT_TRANSLATE_NOOP("Tables", "small packets");
    case CommAdviceKind::Alignment:
        return QT_TRANSLATE_NOOP("Tables", "alignment");
    case CommAdviceKind::Contention:
        return QT_TRANSLATE_NOOP("Tables", "contention");
    case CommAdviceKind::Retransmission:
        break;
    }
    return QT_TRANSLATE_NOOP("Tables", "retransmission");
}

std::vector<Field<CommAdviceRow>> adviceFields(const ReferenceRates &rates = {})
{
    using R = CommAdviceRow;
    using K = ValueKind;
    const auto sentence = [rates](const R &r) { return adviceSentence(r, {}, rates); };
    std::vector<Field<R>> out = withOperator<R>({
        {tableColumn("duration", "Duration(ms)", QT_TRANSLATE_NOOP("Tables", "Duration (%1)"), K::Milliseconds),
         [](const R &r) { return fieldOf(r.op.elapseMs); }},
        {tableColumn("transport", "Transport", QT_TRANSLATE_NOOP("Tables", "Transport"), K::Text),
         [](const R &r) { return r.transport; }},
        {tableColumn("size", "Size(MB)", QT_TRANSLATE_NOOP("Tables", "Size (MB)"), K::Real,
                     QT_TRANSLATE_NOOP("Tables", "That the operator moved over the transport; of alignment that of its "
                                                 "largest transfer.")),
         [](const R &r) { return fieldOf(r.sizeMb); }},
        {tableColumn("bandwidth", "Bandwidth(GB/s)", QT_TRANSLATE_NOOP("Tables", "Bandwidth (GB/s)"), K::Real),
         [](const R &r) { return fieldOf(r.bandwidthGbs); }},
        {tableColumn("advice", "Advice", QT_TRANSLATE_NOOP("Tables", "Advice"), K::Sentence),
         [sentence](const R &r) { return sentence(r).english(); }},
    });
    fieldNamed(out, u"advice").wording = [sentence](const R &r) { return Wording{sentence(r), {}}; };
    out.insert(out.begin(), {tableColumn("kind", "Kind", QT_TRANSLATE_NOOP("Tables", "Kind"), K::Word),
                             [](const R &r) { return QString(QLatin1String(adviceWord(r.kind))); }});
    return out;
}

std::vector<Field<CommAdviceGroup>> adviceGroupFields(const ReferenceRates &rates = {})
{
    using R = CommAdviceGroup;
    using K = ValueKind;
    const auto sentence = [rates](const R &r) { return adviceSentence(r.longest, {}, rates); };
    std::vector<Field<R>> out = {
        {tableColumn("kind", "Kind", QT_TRANSLATE_NOOP("Tables", "Kind"), K::Word),
         [](const R &r) { return QString(QLatin1String(adviceWord(r.longest.kind))); }},
        {tableColumn("type", "Operator Type", QT_TRANSLATE_NOOP("Tables", "Operator type"), K::Text),
         [](const R &r) { return r.type; }},
        {tableColumn("transport", "Transport", QT_TRANSLATE_NOOP("Tables", "Transport"), K::Text),
         [](const R &r) { return r.longest.transport; }},
        {tableColumn("operators", "Operators", QT_TRANSLATE_NOOP("Tables", "Operators"), K::Integer,
                     QT_TRANSLATE_NOOP("Tables", "bandwidth.advice lists them one by one.")),
         [](const R &r) { return r.operators; }},
        {tableColumn("ranks", "Ranks", QT_TRANSLATE_NOOP("Tables", "Ranks"), K::Integer),
         [](const R &r) { return r.ranks; }},
        {tableColumn("total", "Total Duration(ms)", QT_TRANSLATE_NOOP("Tables", "Total duration (%1)"), K::Milliseconds,
                     QT_TRANSLATE_NOOP("Tables", "What these operators take together, over all ranks: no more than "
                                                 "that can be gained.")),
         [](const R &r) { return known(r.longest.op.elapseMs.has_value(), r.totalMs); }},
        {tableColumn("longest", "Longest(ms)", QT_TRANSLATE_NOOP("Tables", "Longest (%1)"), K::Milliseconds),
         [](const R &r) { return fieldOf(r.longest.op.elapseMs); }},
        {tableColumn("operator", "Longest Operator", QT_TRANSLATE_NOOP("Tables", "Longest operator"), K::Text),
         [](const R &r) { return r.longest.op.op; }},
        {tableColumn("rank", "Its Rank", QT_TRANSLATE_NOOP("Tables", "Its rank"), K::Label),
         [](const R &r) {
             return r.longest.op.rank >= 0 ? QString::number(r.longest.op.rank) : r.longest.op.rankLabel;
         }},
        {tableColumn("step", "Its Step", QT_TRANSLATE_NOOP("Tables", "Its step"), K::Label),
         [](const R &r) { return r.longest.op.step; }},
        {tableColumn("advice", "Advice", QT_TRANSLATE_NOOP("Tables", "Advice"), K::Sentence,
                     QT_TRANSLATE_NOOP("Tables", "Of the longest operator.")),
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
    const Phrase unchecked =
        tableReason(QT_TRANSLATE_NOOP("Tables", "Alignment and contention were not checked: no trace is read."), {});
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
        return tableReason(QT_TRANSLATE_NOOP(
            "Tables",
            "Few operators are small, and none takes as long as retransmissions do. Alignment and "
            "contention were not checked: they are looked for in traces of Level1 or Level2, and this run has "
            "none."));
    if (!without.isEmpty())
        return tableReason(
            QT_TRANSLATE_NOOP("Tables",
                              "Few operators are small, and none takes as long as retransmissions do. On ranks with a "
                              "trace transfers are aligned, and none is slow beside a matrix multiplication; "
                              "without a trace neither was checked on: %1."),
            {without.join(QStringLiteral(", "))});
    return tableReason(QT_TRANSLATE_NOOP(
        "Tables", "Nothing to advise: few operators are small, transfers are aligned, none is slow beside a "
                  "matrix multiplication, and none takes as long as retransmissions do. Alignment and "
                  "contention are looked for in traces of Level1 or Level2."));
}

} // namespace

void addBandwidthTables(Catalogue &catalogue)
{
    using P = Parameter;
    const TableSources sources{{QStringLiteral("communication")}, {QStringLiteral("cluster_communication")}};
    TableSpec &bandwidth = catalogue.add(
        "bandwidth", TableScope::Run, QT_TRANSLATE_NOOP("Tables", "Bandwidth by transport"),
        QT_TRANSLATE_NOOP("Tables", "What the operators of each rank moved over SDMA (HCCS, PCIE, SIO) and RDMA: size, "
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

    TableSpec &packets = catalogue.add(
        "bandwidth.packets", TableScope::Run, QT_TRANSLATE_NOOP("Tables", "Packet sizes"),
        QT_TRANSLATE_NOOP("Tables", "How many packets of which size the operators of each rank sent over each "
                                    "transport, and at which bandwidth: are they too small?"));
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
    TableSpec &summary = catalogue.add(
        "bandwidth.summary", TableScope::Run, QT_TRANSLATE_NOOP("Tables", "Advice in short"),
        QT_TRANSLATE_NOOP("Tables", "What there is to advise, by kind, type of operator and transport: how many "
                                    "operators, on how many ranks, and the longest of them."));
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
        "bandwidth.advice", TableScope::Run, QT_TRANSLATE_NOOP("Tables", "Communication advice"),
        QT_TRANSLATE_NOOP("Tables", "Operators that move too little at once, transfers that are not aligned, operators "
                                    "that compete with matrix multiplications, and retransmissions, by the rules of "
                                    "MindStudio Insight."));
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
