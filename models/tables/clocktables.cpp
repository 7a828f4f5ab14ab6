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
        return RS_TABLE("aligned");
    if (r.used && r.used->offsetNs != 0)
        return RS_TABLE("moved by hand");
    if (r.a.refusal == AlignRefusal::Reference)
        return RS_TABLE("reference");
    return r.a.applies() ? RS_TABLE("can be aligned") : RS_TABLE("keeps its own clock");
}

// Over what a clock is aligned, as a sentence.
const char *wayOf(const RankAlignment &a)
{
    if (a.source == ClockSource::Trace)
        return a.viaTransfers ? RS_TABLE("Over sends and receives, because no collective leads to this rank.")
                              : RS_TABLE("Over the ends of collectives.");
    if (a.viaTransfers)
        return RS_TABLE(
            "Over sends and receives in a file of operators: there is no trace, and no collective leads to this rank.");
    return a.source == ClockSource::Cluster
               ? RS_TABLE("Over the ends of collectives in cluster_communication.json: there is no trace.")
               : RS_TABLE("Over the ends of collectives in communication.json: there is no trace.");
}

// The reason as a sentence.
const char *explained(const RankAlignment &a)
{
    switch (a.refusal) {
    case AlignRefusal::None:
        return wayOf(a);
    case AlignRefusal::Reference:
        return RS_TABLE("The other ranks are brought to its clock.");
    case AlignRefusal::NoData:
        return RS_TABLE("It has neither a trace nor a communication.json that could be read.");
    case AlignRefusal::NoMatches:
        return RS_TABLE("Fewer than three collectives or transfers match those of an aligned rank.");
    case AlignRefusal::LargeResidual:
        break;
    }
    return RS_TABLE("What the correction leaves is too large beside what it corrects.");
}

std::vector<Field<ClockRow>> clockFields()
{
    using R = ClockRow;
    using K = ValueKind;
    const auto estimated = [](qint64 RankAlignment::*member) {
        return [member](const R &r) { return known(isEstimated(r.a), r.a.*member); };
    };
    std::vector<Field<R>> out = {
        {{"rank", "Rank", RS_TABLE("Rank"), K::Label}, [](const R &r) { return r.label; }},
        {{"status", "Status", RS_TABLE("Clock"), K::Word},
         [](const R &r) { return QLatin1String(statusWord(r.a.refusal)); }},
        {{"offset", "Offset(ns)", RS_TABLE("Offset (%1)"), K::Difference,
          RS_TABLE("By how much the rank's clock runs ahead of the reference's: the median over the ends of shared "
                   "collectives.")},
         estimated(&RankAlignment::offsetNs)},
        {{"drift", "Drift(ppm)", RS_TABLE("Drift (ppm)"), K::Real,
          RS_TABLE("How fast the offset grows; 0 where the data does not ask for it.")},
         [](const R &r) { return known(isEstimated(r.a), r.a.driftPpm); }},
        {{"origin", "Origin(ns)", RS_TABLE("Origin (%1)"), K::Stamp,
          RS_TABLE("The moment at which the offset holds exactly."), false},
         estimated(&RankAlignment::originNs)},
        {{"residual", "Residual P95(ns)", RS_TABLE("Residual P95 (%1)"), K::Time,
          RS_TABLE("95 % of the shared ends lie this close together after the correction.")},
         estimated(&RankAlignment::residualP95Ns)},
        {{"matches", "Matches", RS_TABLE("Matches"), K::Integer, RS_TABLE("Shared operators behind the estimate.")},
         [](const R &r) { return r.a.matches; }},
        {{"unmatched", "Unmatched", RS_TABLE("Unmatched"), K::Integer,
          RS_TABLE("Operators of the rank in the same communication domain without a partner.")},
         [](const R &r) { return r.a.unmatched; }},
        {{"reason", "Reason", RS_TABLE("Reason"), K::Word}, [](const R &r) { return QLatin1String(reasonOf(r.a)); }},
        {{"applied", "", RS_TABLE("Used now (%1)"), K::Difference,
          RS_TABLE("What is taken off the stamps of this rank when it is drawn.")},
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
        {{"domain", "Domain", RS_TABLE("Communication domain"), K::Text}, [](const R &r) { return r.domain; }},
        {{"source", "Source Rank", RS_TABLE("From rank"), K::Label}, [](const R &r) { return r.source; }},
        {{"destination", "Destination Rank", RS_TABLE("To rank"), K::Label}, [](const R &r) { return r.destination; }},
        {{"number", "Number", RS_TABLE("Number"), K::Identifier,
          RS_TABLE("Which transfer between the two it is, from 0.")},
         [](const R &r) { return static_cast<qint64>(r.t.ordinal); }},
        {{"send-name", "Send", RS_TABLE("Name of the send"), K::Text, "", false},
         [](const R &r) { return r.sendName; }},
        {{"send-start", "Send Start(ns)", RS_TABLE("Start of the send (%1)"), K::Stamp,
          RS_TABLE("Start as an offset from the start of the run.")},
         [](const R &r) { return r.t.send.startNs; }},
        {{"send", "Send Duration(ns)", RS_TABLE("Send (%1)"), K::Time, RS_TABLE("Length of the send operator.")},
         [](const R &r) { return r.t.send.endNs - r.t.send.startNs; }},
        {{"receive-name", "Receive", RS_TABLE("Name of the receive"), K::Text, "", false},
         [](const R &r) { return r.receiveName; }},
        {{"receive-start", "Receive Start(ns)", RS_TABLE("Start of the receive (%1)"), K::Stamp,
          RS_TABLE("Start as an offset from the start of the run."), false},
         [](const R &r) { return r.t.receive.startNs; }},
        {{"receive", "Receive Duration(ns)", RS_TABLE("Receive (%1)"), K::Time,
          RS_TABLE("Length of the receive operator.")},
         [](const R &r) { return r.t.receive.endNs - r.t.receive.startNs; }},
        {{"size", "Size(MB)", RS_TABLE("Size (MB)"), K::Real, RS_TABLE("Megabytes of 10^6 bytes.")},
         [](const R &r) { return known(r.t.bytes >= 0, static_cast<double>(r.t.bytes) / 1e6); }},
        {{"bandwidth", "Bandwidth(GB/s)", RS_TABLE("Bandwidth (GB/s)"), K::Real,
          RS_TABLE("Size over the shorter of the two operators: the side that came first only waits.")},
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
        {{"domain", "Domain", RS_TABLE("Communication domain"), K::Text}, [](const R &r) { return r.domain; }},
        {{"rank", "Rank", RS_TABLE("Rank"), K::Label}, [](const R &r) { return r.rank; }},
        {{"direction", "Direction", RS_TABLE("Direction"), K::Word},
         [](const R &r) { return QLatin1String(r.u.send ? RS_TABLE("send") : RS_TABLE("receive")); }},
        {{"name", "Operator", RS_TABLE("Operator"), K::Text}, [](const R &r) { return r.name; }},
        {{"start", "Start(ns)", RS_TABLE("Start (%1)"), K::Stamp,
          RS_TABLE("Start as an offset from the start of the run.")},
         [](const R &r) { return r.u.end.startNs; }},
        {{"duration", "Duration(ns)", RS_TABLE("Duration (%1)"), K::Time},
         [](const R &r) { return r.u.end.endNs - r.u.end.startNs; }},
        {{"peer", "Peer in Group", RS_TABLE("Peer in the group"), K::Identifier,
          RS_TABLE("Local rank of the other side, where the tasks of the operator name it.")},
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
                return tableReason(RS_TABLE("This run has no send and no receive (hcom_send, hcom_receive): its ranks "
                                            "communicate by collectives alone, so there is nothing to pair."));
        }
    }
    return tableReason(RS_TABLE("The traces of this run have no communication lanes (HCCL, Communication): the "
                                "profiler writes them when NPU activity is on and more than one card takes part."));
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
    TableSpec &alignment =
        catalogue.add("alignment", TableScope::Run, RS_TABLE("Clocks of the ranks"),
                      RS_TABLE("By how much the clocks of the ranks differ, estimated from the ends of collectives "
                               "that they share, in the traces or, where a rank has none, in communication.json: "
                               "aligned = t - offset - drift * (t - origin)."));
    alignment.sources = {{QStringLiteral("trace"), QStringLiteral("communication")},
                         {QStringLiteral("cluster_communication")}};
    alignment.columns = [](const TableQuery &) { return columnsOf(clockFields()); };
    alignment.make = makeAlignment;
    alignment.whyEmpty = whyNoClocks;

    TableSpec &transfers = catalogue.add("transfers", TableScope::Run, RS_TABLE("Sends with their receives"),
                                         RS_TABLE("Sends with their receives over the ranks, paired by group, peer and "
                                                  "order; stamps are those of the files."));
    transfers.sources = traces;
    transfers.columns = [](const TableQuery &) { return columnsOf(transferFields()); };
    transfers.make = [](const TableQuery &query, const JobContext &job) -> std::shared_ptr<const RowSource> {
        const TransferPairs found = pairTransfers(*query.run, job);
        return job.isCanceled() ? nullptr : transferRows(*query.run, found);
    };
    transfers.whyEmpty = whyNoTransfers;

    TableSpec &unmatched =
        catalogue.add("transfers.unmatched", TableScope::Run, RS_TABLE("Sends and receives without a partner"),
                      RS_TABLE("Which transfers cannot be paired, and on which rank they are."));
    unmatched.sources = traces;
    unmatched.columns = [](const TableQuery &) { return columnsOf(unmatchedFields()); };
    unmatched.make = [](const TableQuery &query, const JobContext &job) -> std::shared_ptr<const RowSource> {
        const TransferPairs found = pairTransfers(*query.run, job);
        return job.isCanceled() ? nullptr : unmatchedRows(*query.run, found);
    };
    unmatched.whyEmpty = whyNoTransfers;
}

} // namespace rs
