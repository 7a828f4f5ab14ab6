// SPDX-License-Identifier: Apache-2.0
// Whether what a file held can be what a rank is: checksums find damage, not a file that somebody made.
#include "core/run/tracecodec.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <functional>
#include <limits>
#include <vector>

namespace rs {

namespace {

template <typename Id, typename Column>
bool allBelow(const Column &ids, quint64 bound)
{
    return std::ranges::all_of(ids, [bound](Id id) { return raw(id) < bound; });
}

// True for a bool that was read as bytes: any but 0 and 1 must not be used as one.
bool isBool(const bool &value)
{
    unsigned char byte = 0;
    std::memcpy(&byte, &value, sizeof byte);
    return byte < 2;
}

bool isSoundColumn(const Column &column, const Table &table)
{
    if (column.type > ColumnType::Duration)
        return false;
    const quint64 strings = table.strings().size();
    qint64 free = 0;
    for (const Column::Piece &p : column.pieces) {
        const auto *texts = std::get_if<std::vector<StrId>>(&p.values);
        const auto rows = static_cast<qint64>(p.present.size());
        if (p.firstRow < free || rows > table.rows() - p.firstRow || (texts && !allBelow<StrId>(*texts, strings)))
            return false;
        free = p.firstRow + rows;
    }
    return true;
}

bool isSoundTable(const Table &table)
{
    if (table.rows() < 0 || (table.rows() > 0 && table.columnCount() == 0))
        return false;
    for (int i = 0; i < table.columnCount(); ++i) {
        if (!isSoundColumn(table.at(i), table))
            return false;
    }
    return true;
}

} // namespace

bool TraceCodec::isSound(const RankData &rank, ThreadPool &pool)
{
    for (const std::shared_ptr<const Table> &table : rank.allTables()) {
        if (!isSoundTable(*table))
            return false;
    }
    for (const Finding &f : rank.report.findings()) {
        if (f.severity > Severity::Error || f.count < 1)
            return false;
    }
    const quint64 slices = rank.trace ? rank.trace->slices().size() : 0;
    const quint64 kernels = rank.kernels ? static_cast<quint64>(rank.kernels->rows()) : 0;
    for (const auto &[slice, row] : rank.kernelOfSlice) {
        if (raw(slice) >= slices || row < 0 || static_cast<quint64>(row) >= kernels)
            return false;
    }
    const auto hasSlice = [slices](SliceId s) { return s == NoSlice || raw(s) < slices; };
    if ((!rank.sliceOfKernel.empty() && rank.sliceOfKernel.size() != kernels) ||
        !std::ranges::all_of(rank.sliceOfKernel, hasSlice) ||
        !std::ranges::is_sorted(rank.kernelOfSlice,
                                [](const auto &a, const auto &b) { return raw(a.first) < raw(b.first); }))
        return false;
    if (!rank.trace)
        return true;
    const Trace &trace = *rank.trace;
    const std::vector<std::function<bool()>> parts = {
        [&] { return isSoundFrame(trace); }, [&] { return areSoundRows(trace); },
        [&] { return areSoundColumns(trace); }, [&] { return areSoundFlows(trace); }};
    std::atomic<bool> sound{true};
    pool.parallelFor(static_cast<qsizetype>(parts.size()), [&](qsizetype i) {
        if (!parts[static_cast<size_t>(i)]())
            sound = false;
    });
    return sound;
}

// Checks the names and owners of slices: sources, processes, lanes, steps and counters.
bool TraceCodec::isSoundFrame(const Trace &t)
{
    const quint64 strings = t.m_strings->size();
    const auto isText = [strings](StrId id) { return raw(id) < strings; };
    for (const Process &p : t.m_processes) {
        if (!isText(p.pid) || !isText(p.name) || !isText(p.label) || !isBool(p.named) ||
            p.kind > ProcessKind::DeviceMetric)
            return false;
    }
    // Lanes take the rows one after the other.
    const quint64 rows = t.m_laneOfRow.size();
    if (t.m_slices.m_rowBegin.size() != rows + 1)
        return false;
    for (quint32 i = 0; i < t.m_lanes.size(); ++i) {
        const Lane &l = t.m_lanes[i];
        if (raw(l.process) >= t.m_processes.size() || !isText(l.tid) || !isText(l.name) || l.kind > LaneKind::Other ||
            (l.group != NoLane && raw(l.group) >= t.m_lanes.size()) || l.firstRow > rows ||
            l.rowCount > rows - l.firstRow)
            return false;
        for (quint32 r = l.firstRow; r < l.firstRow + l.rowCount; ++r) {
            if (t.m_laneOfRow[r] != LaneId{i})
                return false;
        }
        const auto &begin = t.m_slices.m_rowBegin;
        if (l.sliceCount != (l.rowCount == 0 ? 0 : begin[l.firstRow + l.rowCount] - begin[l.firstRow]))
            return false;
    }
    if (!allBelow<LaneId>(t.m_laneOfRow, t.m_lanes.size()))
        return false;
    for (const StepMark &s : t.m_steps) {
        if (s.endNs < s.startNs || (s.slice != NoSlice && raw(s.slice) >= t.m_slices.size()))
            return false;
    }
    for (const CounterSeries &c : *t.m_counters) {
        if (raw(c.process) >= t.m_processes.size() || !isText(c.name) || !isText(c.series) ||
            c.timeNs.size() != c.value.size() || !std::ranges::is_sorted(c.timeNs))
            return false;
    }
    return t.m_startNs <= t.m_endNs;
}

// Slices of a row are in order, none overlaps the next, and none lies outside of the trace's time unless it says so.
bool TraceCodec::areSoundRows(const Trace &t)
{
    const SliceStore &s = t.m_slices;
    const size_t size = s.m_start.size();
    if (s.m_duration.size() != size || size > std::numeric_limits<quint32>::max() - 1 || s.m_rowBegin.empty() ||
        s.m_rowBegin.front() != 0 || s.m_rowBegin.back() != size || !std::ranges::is_sorted(s.m_rowBegin))
        return false;
    qint64 outside = 0;
    for (size_t row = 0; row + 1 < s.m_rowBegin.size(); ++row) {
        qint64 free = std::numeric_limits<qint64>::min();
        for (quint32 i = s.m_rowBegin[row]; i < s.m_rowBegin[row + 1]; ++i) {
            const qint64 start = s.m_start[i];
            if (s.m_duration[i] < 0 || start < free || start > std::numeric_limits<qint64>::max() - s.m_duration[i])
                return false;
            free = start + s.m_duration[i];
            outside += start < t.m_startNs || free > t.m_endNs ? 1 : 0;
        }
    }
    return t.m_outsideSlices >= 0 && (outside == 0 || t.m_outsideSlices > 0);
}

bool TraceCodec::areSoundColumns(const Trace &t)
{
    const SliceStore &s = t.m_slices;
    const size_t size = s.m_start.size();
    const quint64 strings = t.m_strings->size();
    const quint64 sources = std::max<size_t>(1, t.m_sources.size());
    const auto isText = [strings](StrId id) { return raw(id) < strings; };
    return s.m_name.size() == size && s.m_kind.size() == size && s.m_argsAt.size() == size &&
           s.m_argsLength.size() == size && s.m_detail.size() == size && allBelow<StrId>(s.m_name, strings) &&
           std::ranges::all_of(s.m_kind, [](SliceKind k) { return k < SliceKind::Count; }) &&
           std::ranges::all_of(s.m_argsAt, [&](quint64 at) { return at >> 56 < sources; }) &&
           std::ranges::all_of(s.m_detail, [&](quint32 i) { return i <= s.m_details.size(); }) &&
           std::ranges::all_of(s.m_details, [&](const TaskDetail &d) {
               return isText(d.taskType) && isText(d.linkType) && isText(d.transport) && isText(d.dataType);
           });
}

bool TraceCodec::areSoundFlows(const Trace &t)
{
    const auto &flows = t.m_flows.m_flows;
    const auto &byTarget = t.m_flows.m_byTarget;
    const auto &categories = t.m_flows.m_categories;
    const quint64 slices = t.m_slices.size();
    const quint64 strings = t.m_strings->size();
    return byTarget.size() == flows.size() && allBelow<FlowIndex>(byTarget, flows.size()) &&
           std::ranges::all_of(flows,
                               [&](const Flow &f) {
                                   return raw(f.from) < slices && raw(f.to) < slices &&
                                          f.category < categories.size() && (!f.id.isInterned() || f.id.low < strings);
                               }) &&
           std::ranges::is_sorted(flows, [](const Flow &a, const Flow &b) { return raw(a.from) < raw(b.from); }) &&
           std::ranges::is_sorted(
               byTarget, [&](FlowIndex a, FlowIndex b) { return raw(flows[raw(a)].to) < raw(flows[raw(b)].to); }) &&
           std::ranges::all_of(categories, [&](const FlowCategory &c) {
               // A reader of their delays makes room for as many as are said to be joined.
               return raw(c.name) < strings && c.joined <= flows.size();
           });
}

} // namespace rs
