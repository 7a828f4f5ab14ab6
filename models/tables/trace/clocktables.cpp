// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/p2ppairs.h"
#include "analysis/communication/rankalign.h"
#include "analysis/ranks/domains.h"
#include "analysis/ranks/knownranks.h"
#include "core/trace/trace.h"
#include "tables/base/cellrows.h"
#include "tables/base/tables.h"

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

// Words for people about a clock, which may have been moved since.
const char *useOf(const RankAlignment &a, const std::optional<UsedClock> &used)
{
    if (used && used->aligned)
        return RS_TABLE("aligned");
    if (used && used->offsetNs != 0)
        return RS_TABLE("moved by hand");
    if (a.refusal == AlignRefusal::Reference)
        return RS_TABLE("reference");
    return a.applies() ? RS_TABLE("can be aligned") : RS_TABLE("keeps its own clock");
}

// Over what a clock is aligned, as a sentence.
const char *wayOf(const RankAlignment &a)
{
    if (a.source == ClockSource::Trace)
        return a.viaTransfers ? RS_TABLE("By sends and receives, because no collective connects this rank.")
                              : RS_TABLE("By the ends of collectives.");
    if (a.viaTransfers)
        return RS_TABLE(
            "By sends and receives in a file of operators: there is no trace, and no collective connects this rank.");
    return a.source == ClockSource::Cluster
               ? RS_TABLE("By the ends of collectives in cluster_communication.json: there is no trace.")
               : RS_TABLE("By the ends of collectives in communication.json: there is no trace.");
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
    return RS_TABLE("The residual is too large compared with the correction.");
}

std::vector<ColumnSpec> clockColumns()
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        {"rank", "Rank", RS_TABLE("Rank"), K::Label},
        {"status", "Status", RS_TABLE("Clock"), K::Word},
        {"offset", "Offset(ns)", RS_TABLE("Offset (%1)"), K::Difference,
         RS_TABLE("By how much the rank's clock runs ahead of the reference's: the median over the ends of shared "
                  "collectives.")},
        {"drift", "Drift(ppm)", RS_TABLE("Drift (ppm)"), K::Real,
         RS_TABLE("How fast the offset grows; 0 if no drift can be seen.")},
        {"origin", "Origin(ns)", RS_TABLE("Origin (%1)"), K::Stamp,
         RS_TABLE("The moment at which the offset holds exactly."), false},
        {"residual", "Residual P95(ns)", RS_TABLE("Residual P95 (%1)"), K::Time,
         RS_TABLE("95 % of the shared ends lie this close together after the correction.")},
        {"matches", "Matches", RS_TABLE("Matches"), K::Integer, RS_TABLE("Shared operators behind the estimate.")},
        {"unmatched", "Unmatched", RS_TABLE("Unmatched"), K::Integer,
         RS_TABLE("Operators of the rank in the same communication domain without a partner.")},
        {"reason", "Reason", RS_TABLE("Reason"), K::Word},
        {"applied", "", RS_TABLE("Used now (%1)"), K::Difference,
         RS_TABLE("Subtracted from the timestamps of this rank when it is drawn.")},
    };
    leadWith(out,
             {u"rank", u"status", u"offset", u"residual", u"drift", u"matches", u"unmatched", u"applied", u"reason"});
    return out;
}

// Adds a row; `used` is known where there is a timeline.
void addClock(CellRows &rows, const Run &run, int place, const RankAlignment &a, const std::optional<UsedClock> &used)
{
    const bool is = isEstimated(a);
    rows.add({place, NoSlice, {}}, {rankLabel(run, a.rankIndex), statusWord(a.refusal), cellIf(is, a.offsetNs),
                                    cellIf(is, a.driftPpm), cellIf(is, a.originNs), cellIf(is, a.residualP95Ns),
                                    a.matches, a.unmatched, reasonOf(a), used ? Cell(used->offsetNs) : Cell()});
    rows.setPhrase(u"status", {useOf(a, used), {}});
    rows.setPhrase(u"reason", {explained(a), {}});
}

Phrase whyNoClocks(const TableQuery &query)
{
    const Phrase why = whyNoTrace(query);
    const bool files =
        !query.run->cluster.commOps.empty() ||
        std::ranges::any_of(query.run->ranks, [](const auto &rank) { return rank && !rank->commOps.empty(); });
    return files ? Phrase() : why;
}

std::shared_ptr<const RowSource> makeAlignment(const TableQuery &query, const JobContext &job)
{
    auto rows = std::make_shared<CellRows>(clockColumns());
    // Without any source every rank would be refused for the same reason, which is that of the whole table.
    if (whyNoClocks(query).isEmpty()) {
        const std::shared_ptr<const Run> run = withClusterRanks(query.run);
        // Ranks that only a cluster analysis knows have no place in the run.
        for (const RankAlignment &a : alignRanks(*run, job))
            addClock(*rows, *run, query.run->infos.empty() ? -1 : a.rankIndex, a, std::nullopt);
    }
    return job.isCanceled() ? nullptr : rows;
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

std::vector<ColumnSpec> transferColumns()
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        {"domain", "Domain", RS_TABLE("Communication domain"), K::Text},
        {"source", "Source Rank", RS_TABLE("From rank"), K::Label},
        {"destination", "Destination Rank", RS_TABLE("To rank"), K::Label},
        {"number", "Number", RS_TABLE("Number"), K::Identifier,
         RS_TABLE("Number of the transfer between the two ranks, from 0.")},
        {"send-name", "Send", RS_TABLE("Name of the send"), K::Text, "", false},
        {"send-start", "Send Start(ns)", RS_TABLE("Start of the send (%1)"), K::Stamp,
         RS_TABLE("Start as an offset from the start of the run.")},
        {"send", "Send Duration(ns)", RS_TABLE("Send (%1)"), K::Time, RS_TABLE("Length of the send operator.")},
        {"receive-name", "Receive", RS_TABLE("Name of the receive"), K::Text, "", false},
        {"receive-start", "Receive Start(ns)", RS_TABLE("Start of the receive (%1)"), K::Stamp,
         RS_TABLE("Start as an offset from the start of the run."), false},
        {"receive", "Receive Duration(ns)", RS_TABLE("Receive (%1)"), K::Time,
         RS_TABLE("Length of the receive operator.")},
        {"size", "Size(MB)", RS_TABLE("Size (MB)"), K::Real, RS_TABLE("Megabytes of 10^6 bytes.")},
        {"bandwidth", "Bandwidth(GB/s)", RS_TABLE("Bandwidth (GB/s)"), K::Real,
         RS_TABLE("Size over the shorter of the two operators: the side that came first only waits.")},
    };
    leadWith(out, {u"source", u"destination", u"size", u"bandwidth", u"send", u"receive", u"send-start"});
    return out;
}

std::vector<ColumnSpec> unmatchedColumns()
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        {"domain", "Domain", RS_TABLE("Communication domain"), K::Text},
        {"rank", "Rank", RS_TABLE("Rank"), K::Label},
        {"direction", "Direction", RS_TABLE("Direction"), K::Word},
        {"name", "Operator", RS_TABLE("Operator"), K::Text},
        {"start", "Start(ns)", RS_TABLE("Start (%1)"), K::Stamp,
         RS_TABLE("Start as an offset from the start of the run.")},
        {"duration", "Duration(ns)", RS_TABLE("Duration (%1)"), K::Time},
        {"peer", "Peer in Group", RS_TABLE("Peer in the domain"), K::Identifier,
         RS_TABLE("Index of the other side in the domain, if the tasks of the operator name it.")},
    };
    leadWith(out, {u"rank", u"direction", u"name", u"duration", u"start"});
    return out;
}

std::shared_ptr<const RowSource> transferRows(const Run &run, const TransferPairs &transfers)
{
    const DomainIndex domains(run);
    auto rows = std::make_shared<CellRows>(transferColumns());
    for (const Transfer &t : transfers.pairs) {
        const TransferEnd &send = t.send;
        const TransferEnd &receive = t.receive;
        rows->add(placeOf(send),
                  {domains.label(t.domain), rankLabel(run, send.rankIndex), rankLabel(run, receive.rankIndex),
                   t.ordinal, nameOf(run, send), send.startNs, send.endNs - send.startNs, nameOf(run, receive),
                   receive.startNs, receive.endNs - receive.startNs,
                   cellIf(t.bytes >= 0, static_cast<double>(t.bytes) / 1e6),
                   cellIf(t.bandwidthGbs > 0, t.bandwidthGbs)});
        rows->setLink(u"send-name", placeOf(send));
        rows->setLink(u"receive-name", placeOf(receive));
    }
    return rows;
}

std::shared_ptr<const RowSource> unmatchedRows(const Run &run, const TransferPairs &transfers)
{
    const DomainIndex domains(run);
    auto rows = std::make_shared<CellRows>(unmatchedColumns());
    for (const UnmatchedTransfer &u : transfers.unmatched)
        rows->add(placeOf(u.end), {domains.label(u.domain), rankLabel(run, u.end.rankIndex),
                                   u.send ? RS_TABLE("send") : RS_TABLE("receive"), nameOf(run, u.end), u.end.startNs,
                                   u.end.endNs - u.end.startNs, cellIf(u.peerLocal >= 0, u.peerLocal)});
    return rows;
}

// Sends and receives are operators of communication lanes; a run may have those and still send nothing.
Phrase whyNoTransfers(const TableQuery &query)
{
    if (const Phrase why = whyNoTrace(query); !why.isEmpty())
        return why;
    const TransferPairs transfers = pairTransfers(*query.run);
    // No row is the answer where every transfer has its partner.
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
                                "profiler writes them when NPU activity is on and more than one rank takes part."));
}

} // namespace

std::shared_ptr<const RowSource> clockRows(const Run &run, const std::vector<RankAlignment> &clocks,
                                           const std::vector<UsedClock> &used)
{
    auto rows = std::make_shared<CellRows>(clockColumns());
    for (size_t i = 0; i < clocks.size(); ++i)
        addClock(*rows, run, clocks[i].rankIndex, clocks[i], used[i]);
    return rows;
}

void addClockTables(Catalogue &catalogue)
{
    TableSpec &alignment =
        catalogue.add("alignment", TableScope::Run, RS_TABLE("Clocks of the ranks"),
                      RS_TABLE("By how much the clocks of the ranks differ, estimated from the ends of collectives "
                               "that they share, in the traces or, where a rank has none, in communication.json: "
                               "aligned = t - offset - drift * (t - origin)."),
                      clockColumns, makeAlignment, whyNoClocks);
    alignment.sources = {{QStringLiteral("trace"), QStringLiteral("communication")},
                         {QStringLiteral("cluster_communication")}};

    const auto addTransfers = [&catalogue](const char *id, const char *title, const char *hint, auto columns,
                                           auto rowsOf) {
        const auto make = [rowsOf](const TableQuery &query, const JobContext &job) -> std::shared_ptr<const RowSource> {
            const TransferPairs found = pairTransfers(*query.run, job);
            return job.isCanceled() ? nullptr : rowsOf(*query.run, found);
        };
        catalogue.add(id, TableScope::Run, title, hint, columns, make, whyNoTransfers).sources.ofRank = {
            QStringLiteral("trace")};
    };
    addTransfers("transfers", RS_TABLE("Sends with their receives"),
                 RS_TABLE("Sends and their receives, paired by domain, peer and order; timestamps are those of the "
                          "files."),
                 transferColumns, transferRows);
    addTransfers("transfers.unmatched", RS_TABLE("Sends and receives without a partner"),
                 RS_TABLE("Which transfers cannot be paired, and on which rank they are."), unmatchedColumns,
                 unmatchedRows);
}

} // namespace rs
