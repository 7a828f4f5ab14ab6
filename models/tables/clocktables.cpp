// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/p2ppairs.h"
#include "analysis/communication/rankalign.h"
#include "analysis/ranks/domains.h"
#include "analysis/ranks/knownranks.h"
#include "core/trace/trace.h"
#include "tables/structsource.h"
#include "tables/tables.h"

#include <QtGlobal>

#include <algorithm>

namespace rs {

namespace {

const char *statusWord(AlignRefusal refusal)
{
    switch (refusal) {
    case AlignRefusal::None:
        return "aligned";
    case AlignRefusal::Reference:
        return "reference";
    default:
        return "refused";
    }
}

const char *reasonOf(const RankAlignment &a)
{
    const bool traced = a.source == ClockSource::Trace;
    switch (a.refusal) {
    case AlignRefusal::None:
        if (a.viaTransfers)
            return traced ? "over sends and receives: no collective leads here"
                          : "over sends and receives of a file of operators: no trace, and no collective leads here";
        if (traced)
            return "";
        return a.source == ClockSource::Cluster ? "over the ends in cluster_communication.json: no trace"
                                                : "over the ends in communication.json: no trace";
    case AlignRefusal::Reference:
        return "the other ranks are brought to its clock";
    case AlignRefusal::NoData:
        return "neither a trace nor communication.json that could be read";
    case AlignRefusal::NoMatches:
        return "fewer than three collectives or transfers match those of a rank that is aligned";
    case AlignRefusal::LargeResidual:
        return "what the correction leaves is too large beside what it corrects";
    }
    return "";
}

// A rank that is refused for its residual shows what was refused.
bool isEstimated(const RankAlignment &a)
{
    return a.applies() || a.refusal == AlignRefusal::LargeResidual;
}

struct ClockRow
{
    QString label;
    RankAlignment a;
    std::optional<UsedClock> used = std::nullopt; ///< known where there is a timeline
};

// What people are told of a clock, which may have been moved since.
const char *useOf(const ClockRow &r)
{
    if (r.used && r.used->aligned)
        return QT_TRANSLATE_NOOP("Tables", "aligned");
    if (r.used && r.used->offsetNs != 0)
        return QT_TRANSLATE_NOOP("Tables", "moved by hand");
    if (r.a.refusal == AlignRefusal::Reference)
        return QT_TRANSLATE_NOOP("Tables", "reference");
    return r.a.applies() ? QT_TRANSLATE_NOOP("Tables", "can be aligned")
                         : QT_TRANSLATE_NOOP("Tables", "keeps its own clock");
}

// Over what a clock is aligned, as a sentence.
const char *wayOf(const RankAlignment &a)
{
    if (a.source == ClockSource::Trace)
        return a.viaTransfers
                   ? QT_TRANSLATE_NOOP("Tables", "Over sends and receives, because no collective leads to this rank.")
                   : QT_TRANSLATE_NOOP("Tables", "Over the ends of collectives.");
    if (a.viaTransfers)
        return QT_TRANSLATE_NOOP("Tables", "Over sends and receives in a file of operators: there is no trace, and no "
                                           "collective leads to this rank.");
    return a.source == ClockSource::Cluster
               ? QT_TRANSLATE_NOOP("Tables", "Over the ends of collectives in cluster_communication.json: there is no "
                                             "trace.")
               : QT_TRANSLATE_NOOP("Tables", "Over the ends of collectives in communication.json: there is no trace.");
}

// The reason as a sentence.
const char *explained(const RankAlignment &a)
{
    switch (a.refusal) {
    case AlignRefusal::None:
        return wayOf(a);
    case AlignRefusal::Reference:
        return QT_TRANSLATE_NOOP("Tables", "The other ranks are brought to its clock.");
    case AlignRefusal::NoData:
        return QT_TRANSLATE_NOOP("Tables", "It has neither a trace nor a communication.json that could be read.");
    case AlignRefusal::NoMatches:
        return QT_TRANSLATE_NOOP("Tables", "Fewer than three collectives or transfers match those of an aligned rank.");
    case AlignRefusal::LargeResidual:
        break;
    }
    return QT_TRANSLATE_NOOP("Tables", "What the correction leaves is too large beside what it corrects.");
}

std::vector<Field<ClockRow>> clockFields()
{
    using R = ClockRow;
    using K = ValueKind;
    const auto estimated = [](qint64 RankAlignment::*member) {
        return [member](const R &r) { return known(isEstimated(r.a), r.a.*member); };
    };
    std::vector<Field<R>> out = {
        {tableColumn("rank", "Rank", QT_TRANSLATE_NOOP("Tables", "Rank"), K::Label),
         [](const R &r) { return r.label; }},
        {tableColumn("status", "Status", QT_TRANSLATE_NOOP("Tables", "Clock"), K::Word),
         [](const R &r) { return QLatin1String(statusWord(r.a.refusal)); }},
        {tableColumn("offset", "Offset(ns)", QT_TRANSLATE_NOOP("Tables", "Offset (%1)"), K::Difference,
                     QT_TRANSLATE_NOOP(
                         "Tables",
                         "By how much the rank's clock runs ahead of the reference's: the median over the ends of "
                         "shared collectives.")),
         estimated(&RankAlignment::offsetNs)},
        {tableColumn("drift", "Drift(ppm)", QT_TRANSLATE_NOOP("Tables", "Drift (ppm)"), K::Real,
                     QT_TRANSLATE_NOOP("Tables", "How fast the offset grows; 0 where the data does not ask for it.")),
         [](const R &r) { return known(isEstimated(r.a), r.a.driftPpm); }},
        {tableColumn("origin", "Origin(ns)", QT_TRANSLATE_NOOP("Tables", "Origin (%1)"), K::Stamp,
                     QT_TRANSLATE_NOOP("Tables", "The moment at which the offset holds exactly."), false),
         estimated(&RankAlignment::originNs)},
        {tableColumn(
             "residual", "Residual P95(ns)", QT_TRANSLATE_NOOP("Tables", "Residual P95 (%1)"), K::Time,
             QT_TRANSLATE_NOOP("Tables", "95 % of the shared ends lie this close together after the correction.")),
         estimated(&RankAlignment::residualP95Ns)},
        {tableColumn("matches", "Matches", QT_TRANSLATE_NOOP("Tables", "Matches"), K::Integer,
                     QT_TRANSLATE_NOOP("Tables", "Shared operators behind the estimate.")),
         [](const R &r) { return r.a.matches; }},
        {tableColumn(
             "unmatched", "Unmatched", QT_TRANSLATE_NOOP("Tables", "Unmatched"), K::Integer,
             QT_TRANSLATE_NOOP("Tables", "Operators of the rank in the same communication domain without a partner.")),
         [](const R &r) { return r.a.unmatched; }},
        {tableColumn("reason", "Reason", QT_TRANSLATE_NOOP("Tables", "Reason"), K::Word),
         [](const R &r) { return QLatin1String(reasonOf(r.a)); }},
        {tableColumn("applied", "", QT_TRANSLATE_NOOP("Tables", "Used now (%1)"), K::Difference,
                     QT_TRANSLATE_NOOP("Tables", "What is taken off the stamps of this rank when it is drawn.")),
         [](const R &r) { return known(r.used.has_value(), r.used.value_or(UsedClock()).offsetNs); }},
    };
    fieldNamed(out, u"status").phrase = [](const R &r) { return CellPhrase{useOf(r), {}}; };
    fieldNamed(out, u"reason").phrase = [](const R &r) { return CellPhrase{explained(r.a), {}}; };
    leadWith(out,
             {u"rank", u"status", u"offset", u"residual", u"drift", u"matches", u"unmatched", u"applied", u"reason"});
    return out;
}

std::shared_ptr<const RowSource> clockSource(std::vector<ClockRow> rows)
{
    return std::make_shared<StructSource<ClockRow>>(clockFields(), std::move(rows), [](const ClockRow &r) {
        return RowPlace{r.a.rankIndex, NoSlice, {}};
    });
}

Phrase whyNoClocks(const TableQuery &query)
{
    const Phrase why = whyNoTrace(query);
    const bool files = !query.run->cluster.commOps.empty() ||
                       std::any_of(query.run->ranks.begin(), query.run->ranks.end(),
                                   [](const auto &rank) { return rank && !rank->commOps.empty(); });
    return files ? Phrase() : why;
}

std::shared_ptr<const RowSource> makeAlignment(const TableQuery &query, const JobContext &job)
{
    std::vector<ClockRow> rows;
    // Without any source every rank would be refused for the same reason, which is that of the whole table.
    if (whyNoClocks(query).isEmpty()) {
        const std::shared_ptr<const Run> run = withClusterRanks(query.run);
        for (const RankAlignment &a : alignRanks(*run, job))
            rows.push_back({rankLabel(*run, a.rankIndex), a});
        // Ranks that only a cluster analysis knows have no place in the run.
        for (ClockRow &r : rows)
            r.a.rankIndex = query.run->infos.empty() ? -1 : r.a.rankIndex;
    }
    if (job.isCanceled())
        return nullptr;
    return clockSource(std::move(rows));
}

QString nameOf(const Run &run, const TransferEnd &end)
{
    if (end.slice == NoSlice)
        return {};
    const Trace &trace = *run.ranks[static_cast<size_t>(end.rankIndex)]->trace;
    return trace.strings().text(trace.slices().name(end.slice));
}

RowPlace placeOf(const TransferEnd &end)
{
    return {end.rankIndex, end.slice, Interval{end.startNs, end.endNs}};
}

struct TransferRow
{
    QString domain;
    QString source;
    QString destination;
    QString sendName;
    QString receiveName;
    Transfer t;
};

std::vector<Field<TransferRow>> transferFields()
{
    using R = TransferRow;
    using K = ValueKind;
    std::vector<Field<R>> out = {
        {tableColumn("domain", "Domain", QT_TRANSLATE_NOOP("Tables", "Communication domain"), K::Text),
         [](const R &r) { return r.domain; }},
        {tableColumn("source", "Source Rank", QT_TRANSLATE_NOOP("Tables", "From rank"), K::Label),
         [](const R &r) { return r.source; }},
        {tableColumn("destination", "Destination Rank", QT_TRANSLATE_NOOP("Tables", "To rank"), K::Label),
         [](const R &r) { return r.destination; }},
        {tableColumn("number", "Number", QT_TRANSLATE_NOOP("Tables", "Number"), K::Identifier,
                     QT_TRANSLATE_NOOP("Tables", "Which transfer between the two it is, from 0.")),
         [](const R &r) { return static_cast<qint64>(r.t.ordinal); }},
        {tableColumn("send-name", "Send", QT_TRANSLATE_NOOP("Tables", "Name of the send"), K::Text, "", false),
         [](const R &r) { return r.sendName; }},
        {tableColumn("send-start", "Send Start(ns)", QT_TRANSLATE_NOOP("Tables", "Start of the send (%1)"), K::Stamp,
                     QT_TRANSLATE_NOOP("Tables", "Start as an offset from the start of the run.")),
         [](const R &r) { return r.t.send.startNs; }},
        {tableColumn("send", "Send Duration(ns)", QT_TRANSLATE_NOOP("Tables", "Send (%1)"), K::Time,
                     QT_TRANSLATE_NOOP("Tables", "Length of the send operator.")),
         [](const R &r) { return r.t.send.endNs - r.t.send.startNs; }},
        {tableColumn("receive-name", "Receive", QT_TRANSLATE_NOOP("Tables", "Name of the receive"), K::Text, "", false),
         [](const R &r) { return r.receiveName; }},
        {tableColumn("receive-start", "Receive Start(ns)", QT_TRANSLATE_NOOP("Tables", "Start of the receive (%1)"),
                     K::Stamp, QT_TRANSLATE_NOOP("Tables", "Start as an offset from the start of the run."), false),
         [](const R &r) { return r.t.receive.startNs; }},
        {tableColumn("receive", "Receive Duration(ns)", QT_TRANSLATE_NOOP("Tables", "Receive (%1)"), K::Time,
                     QT_TRANSLATE_NOOP("Tables", "Length of the receive operator.")),
         [](const R &r) { return r.t.receive.endNs - r.t.receive.startNs; }},
        {tableColumn("size", "Size(MB)", QT_TRANSLATE_NOOP("Tables", "Size (MB)"), K::Real,
                     QT_TRANSLATE_NOOP("Tables", "Megabytes of 10^6 bytes.")),
         [](const R &r) { return known(r.t.bytes >= 0, static_cast<double>(r.t.bytes) / 1e6); }},
        {tableColumn("bandwidth", "Bandwidth(GB/s)", QT_TRANSLATE_NOOP("Tables", "Bandwidth (GB/s)"), K::Real,
                     QT_TRANSLATE_NOOP(
                         "Tables", "Size over the shorter of the two operators: the side that came first only waits.")),
         [](const R &r) { return known(r.t.bandwidthGbs > 0, r.t.bandwidthGbs); }},
    };
    leadWith(out, {u"source", u"destination", u"size", u"bandwidth", u"send", u"receive", u"send-start"});
    fieldNamed(out, u"send-name").link = [](const R &r) { return placeOf(r.t.send); };
    fieldNamed(out, u"receive-name").link = [](const R &r) { return placeOf(r.t.receive); };
    return out;
}

struct UnmatchedRow
{
    QString domain;
    QString rank;
    QString name;
    UnmatchedTransfer u;
};

std::vector<Field<UnmatchedRow>> unmatchedFields()
{
    using R = UnmatchedRow;
    using K = ValueKind;
    std::vector<Field<R>> out = {
        {tableColumn("domain", "Domain", QT_TRANSLATE_NOOP("Tables", "Communication domain"), K::Text),
         [](const R &r) { return r.domain; }},
        {tableColumn("rank", "Rank", QT_TRANSLATE_NOOP("Tables", "Rank"), K::Label), [](const R &r) { return r.rank; }},
        {tableColumn("direction", "Direction", QT_TRANSLATE_NOOP("Tables", "Direction"), K::Word),
         [](const R &r) {
             return QLatin1String(r.u.send ? QT_TRANSLATE_NOOP("Tables", "send")
                                           : QT_TRANSLATE_NOOP("Tables", "receive"));
         }},
        {tableColumn("name", "Operator", QT_TRANSLATE_NOOP("Tables", "Operator"), K::Text),
         [](const R &r) { return r.name; }},
        {tableColumn("start", "Start(ns)", QT_TRANSLATE_NOOP("Tables", "Start (%1)"), K::Stamp,
                     QT_TRANSLATE_NOOP("Tables", "Start as an offset from the start of the run.")),
         [](const R &r) { return r.u.end.startNs; }},
        {tableColumn("duration", "Duration(ns)", QT_TRANSLATE_NOOP("Tables", "Duration (%1)"), K::Time),
         [](const R &r) { return r.u.end.endNs - r.u.end.startNs; }},
        {tableColumn(
             "peer", "Peer in Group", QT_TRANSLATE_NOOP("Tables", "Peer in the group"), K::Identifier,
             QT_TRANSLATE_NOOP("Tables", "Local rank of the other side, where the tasks of the operator name it.")),
         [](const R &r) { return known(r.u.peerLocal >= 0, static_cast<qint64>(r.u.peerLocal)); }},
    };
    leadWith(out, {u"rank", u"direction", u"name", u"duration", u"start"});
    return out;
}

// Sends and receives are operators of communication lanes; a run may have those and still send nothing.
Phrase whyNoTransfers(const TableQuery &query)
{
    if (const Phrase why = whyNoTrace(query); !why.isEmpty())
        return why;
    const TransferPairs transfers = pairTransfers(*query.run);
    // Where every transfer has its partner, none without one is the answer.
    if (!transfers.pairs.empty() || !transfers.unmatched.empty())
        return {};
    for (const auto &rank : query.run->ranks) {
        if (!rank || !rank->trace)
            continue;
        for (const Lane &lane : rank->trace->lanes()) {
            if (lane.kind == LaneKind::CommGroup)
                return tableReason(QT_TRANSLATE_NOOP(
                    "Tables", "This run has no send and no receive (hcom_send, hcom_receive): its ranks "
                              "communicate by collectives alone, so there is nothing to pair."));
        }
    }
    return tableReason(QT_TRANSLATE_NOOP(
        "Tables", "The traces of this run have no communication lanes (HCCL, Communication): the profiler "
                  "writes them when NPU activity is on and more than one card takes part."));
}

} // namespace

std::shared_ptr<const RowSource> clockRows(const Run &run, const std::vector<RankAlignment> &clocks,
                                           const std::vector<UsedClock> &used)
{
    std::vector<ClockRow> rows;
    for (size_t i = 0; i < clocks.size(); ++i)
        rows.push_back({rankLabel(run, clocks[i].rankIndex), clocks[i], used[i]});
    return clockSource(std::move(rows));
}

std::shared_ptr<const RowSource> transferRows(const Run &run, const TransferPairs &transfers)
{
    const DomainIndex domains(run);
    std::vector<TransferRow> rows;
    rows.reserve(transfers.pairs.size());
    for (const Transfer &t : transfers.pairs) {
        rows.push_back({domains.label(t.domain), rankLabel(run, t.send.rankIndex), rankLabel(run, t.receive.rankIndex),
                        nameOf(run, t.send), nameOf(run, t.receive), t});
    }
    return std::make_shared<StructSource<TransferRow>>(transferFields(), std::move(rows),
                                                       [](const TransferRow &r) { return placeOf(r.t.send); });
}

std::shared_ptr<const RowSource> unmatchedRows(const Run &run, const TransferPairs &transfers)
{
    const DomainIndex domains(run);
    std::vector<UnmatchedRow> rows;
    rows.reserve(transfers.unmatched.size());
    for (const UnmatchedTransfer &u : transfers.unmatched)
        rows.push_back({domains.label(u.domain), rankLabel(run, u.end.rankIndex), nameOf(run, u.end), u});
    return std::make_shared<StructSource<UnmatchedRow>>(unmatchedFields(), std::move(rows),
                                                        [](const UnmatchedRow &r) { return placeOf(r.u.end); });
}

void addClockTables(Catalogue &catalogue)
{
    const TableSources traces{{QStringLiteral("trace")}, {}};
    TableSpec &alignment = catalogue.add(
        "alignment", TableScope::Run, QT_TRANSLATE_NOOP("Tables", "Clocks of the ranks"),
        QT_TRANSLATE_NOOP("Tables",
                          "By how much the clocks of the ranks differ, estimated from the ends of collectives that "
                          "they share, in the traces or, where a rank has none, in communication.json: aligned = t - "
                          "offset - drift * (t - origin)."));
    alignment.sources = {{QStringLiteral("trace"), QStringLiteral("communication")},
                         {QStringLiteral("cluster_communication")}};
    alignment.columns = [](const TableQuery &) { return columnsOf(clockFields()); };
    alignment.make = makeAlignment;
    alignment.whyEmpty = whyNoClocks;

    TableSpec &transfers =
        catalogue.add("transfers", TableScope::Run, QT_TRANSLATE_NOOP("Tables", "Sends with their receives"),
                      QT_TRANSLATE_NOOP("Tables", "Sends with their receives over the ranks, paired by group, peer and "
                                                  "order; stamps are those of the files."));
    transfers.sources = traces;
    transfers.columns = [](const TableQuery &) { return columnsOf(transferFields()); };
    transfers.make = [](const TableQuery &query, const JobContext &job) -> std::shared_ptr<const RowSource> {
        const TransferPairs found = pairTransfers(*query.run, job);
        return job.isCanceled() ? nullptr : transferRows(*query.run, found);
    };
    transfers.whyEmpty = whyNoTransfers;

    TableSpec &unmatched = catalogue.add(
        "transfers.unmatched", TableScope::Run, QT_TRANSLATE_NOOP("Tables", "Sends and receives without a partner"),
        QT_TRANSLATE_NOOP("Tables", "Which transfers cannot be paired, and on which rank they are."));
    unmatched.sources = traces;
    unmatched.columns = [](const TableQuery &) { return columnsOf(unmatchedFields()); };
    unmatched.make = [](const TableQuery &query, const JobContext &job) -> std::shared_ptr<const RowSource> {
        const TransferPairs found = pairTransfers(*query.run, job);
        return job.isCanceled() ? nullptr : unmatchedRows(*query.run, found);
    };
    unmatched.whyEmpty = whyNoTransfers;
}

} // namespace rs
