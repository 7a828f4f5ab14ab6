// SPDX-License-Identifier: Apache-2.0
#include "core/trace/trace.h"

#include "core/base/saturate.h"
#include "core/trace/nesting.h"

#include <algorithm>

namespace rs {

std::vector<FlowIndex> FlowStore::outgoing(SliceId s) const
{
    const auto first = std::ranges::lower_bound(m_flows, raw(s), {}, [](const Flow &f) { return raw(f.from); });
    std::vector<FlowIndex> out;
    for (auto it = first; it != m_flows.end() && it->from == s; ++it)
        out.push_back(FlowIndex{static_cast<quint32>(it - m_flows.begin())});
    return out;
}

std::vector<FlowIndex> FlowStore::incoming(SliceId s) const
{
    const auto first = std::ranges::lower_bound(m_byTarget, raw(s), {}, [this](FlowIndex i) { return raw(at(i).to); });
    std::vector<FlowIndex> out;
    for (auto it = first; it != m_byTarget.end() && at(*it).to == s; ++it)
        out.push_back(*it);
    return out;
}

int FlowStore::categoryOf(StrId name) const
{
    for (size_t i = 0; i < m_categories.size(); ++i) {
        if (m_categories[i].name == name)
            return static_cast<int>(i);
    }
    return -1;
}

qint64 FlowStore::bytes() const
{
    return m_flows.bytes() + m_byTarget.bytes();
}

quint32 Trace::depthOf(SliceId s) const
{
    const RowId r = m_slices.rowOf(s);
    return raw(r) - lane(laneOfRow(r)).firstRow;
}

SliceStore::Span Trace::slicesOf(LaneId id) const
{
    const Lane &l = lane(id);
    if (l.rowCount == 0)
        return {};
    return {m_slices.row(RowId{l.firstRow}).first, m_slices.row(RowId{l.firstRow + l.rowCount - 1}).last};
}

SliceId Trace::parentOf(SliceId s) const
{
    const RowId r = m_slices.rowOf(s);
    const Lane &l = lane(laneOfRow(r));
    const qint64 from = m_slices.start(s);
    const qint64 to = m_slices.end(s);
    for (quint32 row = raw(r); row > l.firstRow; --row) {
        const auto span = m_slices.row(RowId{row - 1});
        quint32 i = m_slices.firstStartingAtOrAfter(from + 1, span);
        if (i == span.first)
            continue;
        const SliceId candidate{i - 1};
        if (m_slices.end(candidate) >= to && m_slices.end(candidate) > m_slices.start(candidate))
            return candidate;
    }
    return NoSlice;
}

qint64 Trace::selfTime(SliceId s) const
{
    const RowId r = m_slices.rowOf(s);
    const Lane &l = lane(laneOfRow(r));
    std::vector<SliceStore::Span> rows{{raw(s), raw(s) + 1}};
    for (quint32 row = raw(r) + 1; row < l.firstRow + l.rowCount; ++row) {
        const SliceStore::Span span = m_slices.visible(RowId{row}, m_slices.start(s), m_slices.end(s));
        if (!span.isEmpty())
            rows.push_back(span);
    }
    qint64 self = m_slices.duration(s);
    const std::vector<quint32> parents = parentsIn(m_slices, rows);
    for (size_t k = 0, row = 0, first = 0; k < parents.size(); ++k) {
        while (k - first >= rows[row].size())
            first += rows[row++].size();
        if (parents[k] == 0)
            self = saturatedDifference(self, m_slices.durations()[rows[row].first + (k - first)]);
    }
    return std::max<qint64>(0, self);
}

SliceStore::Span Trace::insideOf(RowId row) const
{
    SliceStore::Span span = m_slices.row(row);
    if (m_outsideSlices > 0) {
        span.last = m_slices.firstEndingAtOrAfter(saturatedSum(m_endNs, 1), span);
        span.first = m_slices.firstStartingAtOrAfter(m_startNs, span);
    }
    return span;
}

QString Trace::laneLabel(LaneId id) const
{
    const Lane &l = lane(id);
    if (l.name != NoText)
        return m_strings->text(l.name);
    return QStringLiteral("Thread %1").arg(m_strings->text(l.tid));
}

QString Trace::processLabel(ProcessId id) const
{
    const Process &p = process(id);
    if (p.name != NoText)
        return m_strings->text(p.name);
    return QStringLiteral("Process %1").arg(m_strings->text(p.pid));
}

qint64 Trace::bytes() const
{
    qint64 sum = m_strings->bytes() + m_slices.bytes() + m_flows.bytes();
    for (const CounterSeries &c : *m_counters)
        sum += static_cast<qint64>(c.timeNs.capacity() * sizeof(qint64) + c.value.capacity() * sizeof(double));
    for (const SourceFile &s : m_sources) {
        if (s.checkpoints) {
            for (const SourceCheckpoint &c : *s.checkpoints)
                sum += static_cast<qint64>(sizeof c) + c.window.capacity();
        }
    }
    return sum;
}

void Trace::countMemory(const std::shared_ptr<MemoryBudget> &budget)
{
    const qint64 kinds = m_slices.m_kind.bytes();
    auto shared = std::make_shared<MemoryReservation>(budget);
    shared->resize(bytes() - kinds);
    m_sharedMemory = std::move(shared);
    m_kindMemory = MemoryReservation(budget);
    m_kindMemory.resize(kinds);
}

std::shared_ptr<const Trace> Trace::withKinds(PageVector<SliceKind> kinds,
                                              const std::shared_ptr<MemoryBudget> &budget) const
{
    Q_ASSERT(kinds.size() == m_slices.size());
    auto out = std::make_shared<Trace>();
    out->m_strings = m_strings;
    out->m_slices = m_slices;
    out->m_slices.m_kind.set(std::move(kinds));
    out->m_flows = m_flows;
    out->m_counters = m_counters;
    out->m_processes = m_processes;
    out->m_lanes = m_lanes;
    out->m_laneOfRow = m_laneOfRow;
    out->m_sources = m_sources;
    out->m_steps = m_steps;
    out->m_startNs = m_startNs;
    out->m_endNs = m_endNs;
    out->m_outsideSlices = m_outsideSlices;
    out->m_sharedMemory = m_sharedMemory;
    out->m_kindMemory = MemoryReservation(budget);
    out->m_kindMemory.resize(out->m_slices.m_kind.bytes());
    return out;
}

} // namespace rs
