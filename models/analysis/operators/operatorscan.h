// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/operators/operatorstats.h"
#include "core/base/saturate.h"
#include "core/run/rundata.h"
#include "core/table/kernelcolumns.h"
#include "core/table/memorycolumns.h"
#include "core/trace/taskkind.h"

#include <array>
#include <vector>

namespace rs {

/// One execution of an operator. Texts are ids of the pool that the scan was given, so that several ranks scanned with
/// one pool call the same operator by the same ids.
struct OperatorCall
{
    StrId type{};
    StrId name{};
    StrId shapes{};
    StrId core{};
    qint64 startNs = 0;
    qint64 durationNs = 0;
    SliceId slice = NoSlice; ///< in the trace, where known
    bool timed = true;       ///< its start is known
    int row = -1;            ///< row in the kernel table; -1: from the trace
};

using GroupIds = std::array<quint32, 4>; // type, name, shapes, core; 0 where the grouping does not look

struct GroupIdsHash
{
    size_t operator()(const GroupIds &k) const
    {
        quint64 h = 0;
        for (const quint32 v : k)
            h = (h ^ v) * 0x9e3779b97f4a7c15ULL;
        return h ^ (h >> 29);
    }
};

[[nodiscard]] inline bool isWantedOperator(bool communication, OperatorKind kind)
{
    return kind == OperatorKind::All || communication == (kind == OperatorKind::Communication);
}

[[nodiscard]] inline bool touchesWindow(qint64 start, qint64 duration, const std::optional<Interval> &window)
{
    return !window || (start < window->to && (saturatedSum(start, duration) > window->from || start >= window->from));
}

/// Texts of one table in the pool that several share. Shapes may or may not keep an inner pair of quotes: operators are
/// told apart without it.
class SharedTexts
{
public:
    SharedTexts(const StringPool &own, StringPool &shared) : m_own(own), m_shared(shared), m_known(own.size(), NoText)
    {
    }
    [[nodiscard]] StrId of(StrId id)
    {
        StrId &mapped = m_known[raw(id)];
        if (mapped == NoText && id != NoText)
            mapped = m_shared.intern(displayShape(m_own.view(id)));
        return mapped;
    }

private:
    const StringPool &m_own;
    StringPool &m_shared;
    std::vector<StrId> m_known;
};

/// The same core, whatever the version of CANN calls that of communication.
[[nodiscard]] inline bool isSameCore(std::string_view a, std::string_view b)
{
    return a == b || (isCommunicationCore(a) && isCommunicationCore(b));
}

/// Calls `visit` with every operator of the kernel table (which there is) that the query's kind, core and window let
/// through, in the order of the table. False when cancelled.
template <typename Visit>
[[nodiscard]] bool scanKernels(const RankData &rank, const OperatorQuery &query, StringPool &texts,
                               const JobContext &job, Visit visit)
{
    const Table &t = *rank.kernels;
    const KernelColumns c(t);
    SharedTexts shared(t.strings(), texts);
    const QByteArray core = query.coreType.toUtf8();
    const std::string_view wantedCore(core.constData(), static_cast<size_t>(core.size()));
    const ColumnCells<qint64> durations(t, c.duration);
    const ColumnCells<qint64> starts(t, c.start);
    for (int row = 0; row < t.rows(); ++row) {
        if ((row & 0xffff) == 0 && job.isCanceled())
            return false;
        if (!durations.has(row))
            continue;
        if (query.kind != OperatorKind::All && !isWantedOperator(isCommunicationKernel(rank, c, row), query.kind))
            continue;
        if (!wantedCore.empty() && !isSameCore(t.textView(row, c.core), wantedCore))
            continue;
        OperatorCall call;
        call.durationNs = durations.at(row);
        call.startNs = starts.has(row) ? starts.at(row) : 0;
        call.timed = starts.has(row);
        call.row = row;
        if (!touchesWindow(call.startNs, call.durationNs, query.window))
            continue;
        const auto r = static_cast<size_t>(row);
        call.type = shared.of(t.textId(row, c.type));
        call.name = shared.of(t.textId(row, c.name));
        call.shapes = shared.of(t.textId(row, c.inputShapes));
        call.core = shared.of(t.textId(row, c.core));
        call.slice = r < rank.sliceOfKernel.size() ? rank.sliceOfKernel[r] : NoSlice;
        visit(call);
    }
    return true;
}

enum class TraceScan : quint8 { Canceled, NoKernel, Done };

/// The same from the slices of the trace (which there is), lane by lane: they have neither types nor shapes, and their
/// Task Type does not tell cores apart: it calls vector kernels AI_CORE as well. NoKernel: no device lane has any.
template <typename Visit>
[[nodiscard]] TraceScan scanTrace(const RankData &rank, const OperatorQuery &query, StringPool &texts,
                                  const JobContext &job, Visit visit)
{
    const Trace &trace = *rank.trace;
    const SliceStore &s = trace.slices();
    TraceScan out = TraceScan::NoKernel;
    std::vector<StrId> known(trace.strings().size(), NoText);
    const QByteArray core = query.coreType.toUtf8();
    const std::string_view wantedCore(core.constData(), static_cast<size_t>(core.size()));
    constexpr std::string_view communicationCore = "COMMUNICATION";
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        const Lane &lane = trace.lanes()[l];
        const bool hardware = trace.process(lane.process).kind == ProcessKind::AscendHardware;
        if (!hardware && lane.kind != LaneKind::CommGroup)
            continue;
        const auto span = trace.slicesOf(LaneId{l});
        for (quint32 i = span.first; i < span.last; ++i) {
            if ((i & 0xffffU) == 0 && job.isCanceled())
                return TraceScan::Canceled;
            const SliceId id{i};
            const bool communication = s.kind(id) == SliceKind::CommOperator;
            if (!communication && !(hardware && isComputing(s.kind(id))))
                continue;
            out = TraceScan::Done;
            if (!isWantedOperator(communication, query.kind) ||
                !touchesWindow(s.start(id), s.duration(id), query.window))
                continue;
            const std::string_view coreOfSlice = communication ? communicationCore : std::string_view();
            if (!wantedCore.empty() && !isSameCore(coreOfSlice, wantedCore))
                continue;
            StrId &name = known[raw(s.name(id))];
            if (name == NoText)
                name = texts.intern(trace.strings().view(s.name(id)));
            visit(OperatorCall{NoText, name, NoText, communication ? texts.intern(communicationCore) : NoText,
                               s.start(id), s.duration(id), id});
        }
    }
    return out;
}

/// The rank has a kernel table with a row that has a duration.
[[nodiscard]] bool hasKernelTimes(const RankData &rank);

} // namespace rs
