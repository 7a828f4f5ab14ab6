// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/rundata.h"

#include <QString>
#include <QStringList>

#include <cstring>

namespace rs::test {

/// Collects in which members two ranks differ, down to the last bit and id.
class RankDifference
{
public:
    RankDifference(const RankData &a, const RankData &b)
    {
        info(a.info, b.info);
        small(a, b);
        tables("kernels", a.kernels, b.kernels);
        note("names of tables", a.tables.size() == b.tables.size());
        for (const auto &[kind, table] : a.tables)
            tables(qPrintable(kind), table, b.table(kind));
        note("kernelOfSlice", a.kernelOfSlice == b.kernelOfSlice);
        note("sliceOfKernel", a.sliceOfKernel == b.sliceOfKernel);
        note("trace", (a.trace == nullptr) == (b.trace == nullptr));
        if (a.trace && b.trace)
            traces(*a.trace, *b.trace);
    }
    /// Empty when nothing differs.
    [[nodiscard]] QString text() const { return m_differences.join(u' '); }

private:
    void note(const char *what, bool same)
    {
        if (!same)
            m_differences << QString::fromLatin1(what);
    }
    static bool same(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }
    static bool same(const std::optional<double> &a, const std::optional<double> &b)
    {
        return a.has_value() == b.has_value() && (!a || same(*a, *b));
    }
    template <typename Column, typename Same>
    void each(const char *what, const Column &a, const Column &b, Same equal)
    {
        bool all = a.size() == b.size();
        for (size_t i = 0; all && i < a.size(); ++i)
            all = equal(a[i], b[i]);
        note(what, all);
    }
    void info(const RankInfo &a, const RankInfo &b)
    {
        note("info", a.rank == b.rank && a.label == b.label && a.device == b.device && a.host == b.host &&
                         a.level == b.level && a.path == b.path);
        note("settings", a.settings == b.settings && a.distributedArgs == b.distributedArgs);
    }
    void small(const RankData &a, const RankData &b)
    {
        each("stepTrace", a.stepTrace, b.stepTrace, [](const StepTraceRow &x, const StepTraceRow &y) {
            return x.step == y.step && x.rank == y.rank && x.device == y.device && x.stageRanks == y.stageRanks &&
                   same(x.computingUs, y.computingUs) && same(x.notOverlappedUs, y.notOverlappedUs) &&
                   same(x.overlappedUs, y.overlappedUs) && same(x.communicationUs, y.communicationUs) &&
                   same(x.freeUs, y.freeUs) && same(x.stageUs, y.stageUs) && same(x.bubbleUs, y.bubbleUs) &&
                   same(x.notOverlappedExcludeReceiveUs, y.notOverlappedExcludeReceiveUs) &&
                   same(x.preparingUs, y.preparingUs);
        });
        each("commOps", a.commOps, b.commOps, [](const CommOpRef &first, const CommOpRef &second) {
            const CommOp x = first.record();
            const CommOp y = second.record();
            bool all = x.step == y.step && x.p2p == y.p2p && x.name == y.name && x.groupHash == y.groupHash &&
                       x.rank == y.rank && same(x.startUs, y.startUs) && x.startText == y.startText &&
                       same(x.elapseMs, y.elapseMs) && same(x.transitMs, y.transitMs) && same(x.waitMs, y.waitMs) &&
                       same(x.synchronizationMs, y.synchronizationMs) && same(x.idleMs, y.idleMs) &&
                       same(x.waitRatio, y.waitRatio) && same(x.synchronizationRatio, y.synchronizationRatio) &&
                       x.transports.size() == y.transports.size();
            for (size_t i = 0; all && i < x.transports.size(); ++i) {
                const TransportInfo &s = x.transports[i];
                const TransportInfo &t = y.transports[i];
                all = s.transport == t.transport && same(s.sizeMb, t.sizeMb) && same(s.timeMs, t.timeMs) &&
                      same(s.bandwidthGbs, t.bandwidthGbs) && same(s.largePacketRatio, t.largePacketRatio) &&
                      s.packets.size() == t.packets.size();
                for (size_t k = 0; all && k < s.packets.size(); ++k)
                    all = same(s.packets[k].sizeMb, t.packets[k].sizeMb) && s.packets[k].count == t.packets[k].count &&
                          same(s.packets[k].timeMs, t.packets[k].timeMs);
            }
            return all;
        });
        each("links", a.links, b.links, [](const MatrixLinkRef &first, const MatrixLinkRef &second) {
            const MatrixLink x = first.record();
            const MatrixLink y = second.record();
            return x.step == y.step && x.p2p == y.p2p && x.key == y.key && x.kind == y.kind &&
                   x.statistic == y.statistic && x.groupHash == y.groupHash && x.source == y.source &&
                   x.destination == y.destination && x.globalRanks == y.globalRanks && x.ownerRank == y.ownerRank &&
                   x.transport == y.transport && same(x.sizeMb, y.sizeMb) && same(x.timeMs, y.timeMs) &&
                   same(x.bandwidthGbs, y.bandwidthGbs) && x.opName == y.opName;
        });
        each("groups", a.groups, b.groups, [](const GroupInfo &x, const GroupInfo &y) {
            return x.commName == y.commName && x.hash == y.hash && x.pgName == y.pgName && x.groupRank == y.groupRank &&
                   x.globalRanks == y.globalRanks;
        });
        each("findings", a.report.findings(), b.report.findings(), [](const Finding &x, const Finding &y) {
            return x.severity == y.severity && x.file == y.file && x.place == y.place && x.code == y.code &&
                   x.message == y.message && x.argument == y.argument && x.count == y.count;
        });
    }
    void strings(const char *what, const StringPool &a, const StringPool &b)
    {
        bool all = a.size() == b.size();
        for (quint32 i = 0; all && i < a.size(); ++i)
            all = a.view(StrId{i}) == b.view(StrId{i}) && b.find(a.view(StrId{i})) == StrId{i};
        note(what, all);
    }
    static bool same(const Column::Piece &a, const Column::Piece &b)
    {
        if (a.firstRow != b.firstRow || a.present != b.present)
            return false;
        const auto *const u = std::get_if<std::vector<double>>(&a.values);
        const auto *const v = std::get_if<std::vector<double>>(&b.values);
        if (!u || !v)
            return a.values == b.values;
        return u->size() == v->size() &&
               (u->empty() || std::memcmp(u->data(), v->data(), u->size() * sizeof(double)) == 0);
    }
    void tables(const char *what, const std::shared_ptr<const Table> &a, const std::shared_ptr<const Table> &b)
    {
        if (!a || !b)
            return note(what, !a && !b);
        bool all = a->source == b->source && a->rows() == b->rows() && a->columnCount() == b->columnCount();
        for (int c = 0; all && c < a->columnCount(); ++c) {
            const Column &x = a->at(c);
            const Column &y = b->at(c);
            all = x.name == y.name && x.unit == y.unit && x.type == y.type && x.pieces.size() == y.pieces.size();
            for (size_t i = 0; all && i < x.pieces.size(); ++i)
                all = same(x.pieces[i], y.pieces[i]);
        }
        note(what, all);
        strings(what, a->strings(), b->strings());
    }
    void traces(const Trace &a, const Trace &b)
    {
        strings("strings", a.strings(), b.strings());
        const SliceStore &s = a.slices();
        const SliceStore &t = b.slices();
        note("start", s.starts() == t.starts());
        note("duration", s.durations() == t.durations());
        note("name", s.names() == t.names());
        note("kind", s.kinds() == t.kinds());
        note("rows", s.rowCount() == t.rowCount());
        bool rows = true;
        for (quint32 r = 0; r < std::min(s.rowCount(), t.rowCount()); ++r)
            rows = rows && s.row(RowId{r}).first == t.row(RowId{r}).first &&
                   s.row(RowId{r}).last == t.row(RowId{r}).last && a.laneOfRow(RowId{r}) == b.laneOfRow(RowId{r});
        note("row spans", rows);
        bool sources = true;
        bool details = true;
        for (quint32 i = 0; i < std::min(s.size(), t.size()); ++i) {
            const SourceRange x = s.source(SliceId{i});
            const SourceRange y = t.source(SliceId{i});
            sources = sources && x.file == y.file && x.offset == y.offset && x.length == y.length;
            const TaskDetail *const d = s.detail(SliceId{i});
            const TaskDetail *const e = t.detail(SliceId{i});
            details = details && (d == nullptr) == (e == nullptr) &&
                      (!d || (d->connectionId == e->connectionId && d->sizeBytes == e->sizeBytes &&
                              d->streamId == e->streamId && d->taskId == e->taskId && d->srcRank == e->srcRank &&
                              d->dstRank == e->dstRank && d->taskType == e->taskType && d->linkType == e->linkType &&
                              d->transport == e->transport && d->dataType == e->dataType));
        }
        note("source", sources);
        note("detail", details);
        each("flows", a.flows().flows(), b.flows().flows(), [](const Flow &x, const Flow &y) {
            return x.from == y.from && x.to == y.to && x.fromNs == y.fromNs && x.toNs == y.toNs && x.id == y.id &&
                   x.category == y.category;
        });
        bool incoming = true;
        for (quint32 i = 0; i < std::min(s.size(), t.size()); ++i)
            incoming = incoming && a.flows().incoming(SliceId{i}) == b.flows().incoming(SliceId{i});
        note("incoming", incoming);
        each("categories", a.flows().categories(), b.flows().categories(),
             [](const FlowCategory &x, const FlowCategory &y) {
                 return x.name == y.name && x.starts == y.starts && x.ends == y.ends && x.joined == y.joined &&
                        x.orphanStarts == y.orphanStarts && x.orphanEnds == y.orphanEnds && x.negative == y.negative;
             });
        each("counters", a.counters(), b.counters(), [](const CounterSeries &x, const CounterSeries &y) {
            return x.process == y.process && x.name == y.name && x.series == y.series && x.timeNs == y.timeNs &&
                   x.value == y.value && same(x.minimum, y.minimum) && same(x.maximum, y.maximum);
        });
        each("processes", a.processes(), b.processes(), [](const Process &x, const Process &y) {
            return x.pid == y.pid && x.name == y.name && x.label == y.label && x.sortIndex == y.sortIndex &&
                   x.kind == y.kind && x.device == y.device && x.named == y.named;
        });
        each("lanes", a.lanes(), b.lanes(), [](const Lane &x, const Lane &y) {
            return x.process == y.process && x.tid == y.tid && x.name == y.name && x.threadName == y.threadName &&
                   x.sortIndex == y.sortIndex && x.kind == y.kind && x.group == y.group && x.streamId == y.streamId &&
                   x.firstRow == y.firstRow && x.rowCount == y.rowCount && x.sliceCount == y.sliceCount;
        });
        each("steps", a.steps(), b.steps(), [](const StepMark &x, const StepMark &y) {
            return x.step == y.step && x.startNs == y.startNs && x.endNs == y.endNs && x.slice == y.slice;
        });
        each("source files", a.sources(), b.sources(), [](const SourceFile &x, const SourceFile &y) {
            bool all = x.path == y.path && x.bytes == y.bytes && x.modifiedMs == y.modifiedMs && x.gzip == y.gzip &&
                       (x.checkpoints == nullptr) == (y.checkpoints == nullptr);
            for (size_t i = 0; all && x.checkpoints && i < x.checkpoints->size(); ++i) {
                const SourceCheckpoint &p = (*x.checkpoints)[i];
                const SourceCheckpoint &q = (*y.checkpoints)[i];
                all = x.checkpoints->size() == y.checkpoints->size() && p.textAt == q.textAt && p.fileAt == q.fileAt &&
                      p.bits == q.bits && p.window == q.window;
            }
            return all;
        });
        note("range", a.startNs() == b.startNs() && a.endNs() == b.endNs());
    }

    QStringList m_differences;
};

} // namespace rs::test
