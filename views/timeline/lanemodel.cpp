// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/lanemodel.h"

#include "items/format.h"

#include <algorithm>

namespace rs {

namespace {
constexpr int ranksUnfolded = 2;

// Hairline below, and air around the boxes where there is room for it.
int paddingFor(int rowHeight)
{
    return rowHeight < 10 ? 1 : 3;
}

std::vector<RowId> rowsOf(const Lane &lane)
{
    std::vector<RowId> rows(lane.rowCount);
    for (quint32 i = 0; i < lane.rowCount; ++i)
        rows[i] = RowId{lane.firstRow + i};
    return rows;
}
} // namespace

LaneModel::LaneModel(TimelineData *data, QObject *parent) : QObject(parent), m_data(data)
{
    connect(data, &TimelineData::ranksChanged, this, &LaneModel::rebuild);
    connect(&data->runs(), &RunStore::runAdded, this, &LaneModel::rebuild);
    connect(&data->runs(), &RunStore::runClosed, this, &LaneModel::rebuild);
    connect(&data->runs(), &RunStore::stateChanged, this, &LaneModel::updateNote);
    rebuild();
}

LaneKey LaneModel::keyOf(const LaneRow &row)
{
    switch (row.type) {
    case LaneRow::Type::Rank:
        return {row.rank, row.type, 0};
    case LaneRow::Type::Process:
        return {row.rank, row.type, raw(row.process)};
    case LaneRow::Type::Lane:
        return {row.rank, row.type, raw(row.lane)};
    case LaneRow::Type::Counter:
        break;
    }
    return {row.rank, row.type, raw(row.counter)};
}

int LaneModel::rowAt(int y) const
{
    if (y < 0 || y >= m_height)
        return -1;
    const auto it = std::upper_bound(m_rows.begin(), m_rows.end(), y, [](int v, const LaneRow &r) { return v < r.y; });
    return static_cast<int>(it - m_rows.begin()) - 1;
}

int LaneModel::indexOf(const LaneKey &key) const
{
    const auto it = m_index.find(key);
    return it == m_index.end() ? -1 : it->second;
}

int LaneModel::rowShowing(RankRef ref, LaneId lane) const
{
    const TimelineRank *rank = m_data->rank(ref);
    if (!rank || raw(lane) >= rank->trace->lanes().size())
        return -1;
    const Lane &l = rank->trace->lane(lane);
    int row = indexOf({ref, LaneRow::Type::Lane, raw(lane)});
    if (row < 0 && l.group != NoLane)
        row = indexOf({ref, LaneRow::Type::Lane, raw(l.group)});
    if (row < 0)
        row = indexOf({ref, LaneRow::Type::Process, raw(l.process)});
    return row >= 0 ? row : indexOf({ref, LaneRow::Type::Rank, 0});
}

const LaneStrip *LaneModel::stripAt(const LaneRow &row, int y)
{
    for (const LaneStrip &s : row.strips) {
        if (y >= s.y && y < s.y + s.height)
            return &s;
    }
    return nullptr;
}

const std::vector<int> &LaneModel::rowCentres(RankRef ref) const
{
    static const std::vector<int> none;
    const TimelineRank *rank = m_data->rank(ref);
    if (!rank)
        return none;
    const auto [it, isNew] = m_centres.try_emplace(ref);
    std::vector<int> &centres = it->second;
    if (!isNew)
        return centres;
    centres.assign(rank->trace->slices().rowCount(), -1);
    for (quint32 lane = 0; lane < rank->trace->lanes().size(); ++lane) {
        const int index = rowShowing(ref, LaneId{lane});
        if (index < 0)
            continue;
        const LaneRow &row = m_rows[static_cast<size_t>(index)];
        const Lane &l = rank->trace->lanes()[lane];
        for (quint32 r = l.firstRow; r < l.firstRow + l.rowCount; ++r)
            centres[r] = row.y + row.height / 2;
    }
    for (const LaneRow &row : m_rows) {
        if (row.rank != ref)
            continue;
        for (const LaneStrip &s : row.strips) {
            for (const RowId r : s.rows)
                centres[raw(r)] = row.y + s.y + s.height / 2;
        }
    }
    return centres;
}

std::vector<LaneId> LaneModel::lanesOf(const LaneRow &row) const
{
    std::vector<LaneId> out;
    const TimelineRank *rank = m_data->rank(row.rank);
    if (!rank || row.type == LaneRow::Type::Counter)
        return out;
    const auto &lanes = rank->trace->lanes();
    for (quint32 i = 0; i < lanes.size(); ++i) {
        const LaneId id{i};
        const bool inside = row.type == LaneRow::Type::Lane
                                ? id == row.lane || (row.expandable && !row.expanded && lanes[i].group == row.lane)
                                : !row.expanded && (row.type == LaneRow::Type::Rank || lanes[i].process == row.process);
        if (inside && lanes[i].sliceCount > 0)
            out.push_back(id);
    }
    return out;
}

void LaneModel::setRowHeight(int pixels)
{
    const int height = std::clamp(pixels, 3, 64);
    if (height == m_rowHeight)
        return;
    m_rowHeight = height;
    rebuild();
}

void LaneModel::setExpanded(int index, bool expanded)
{
    if (index < 0 || index >= static_cast<int>(m_rows.size()))
        return;
    m_expanded[keyOf(m_rows[static_cast<size_t>(index)])] = expanded;
    rebuild();
}

void LaneModel::setAllExpanded(bool expanded)
{
    for (const auto &[ref, rank] : m_data->ranks()) {
        m_expanded[{ref, LaneRow::Type::Rank, 0}] = expanded;
        for (quint32 p = 0; p < rank.trace->processes().size(); ++p)
            m_expanded[{ref, LaneRow::Type::Process, p}] = expanded;
        for (quint32 l = 0; l < rank.trace->lanes().size(); ++l)
            m_expanded[{ref, LaneRow::Type::Lane, l}] = expanded;
    }
    rebuild();
}

void LaneModel::reveal(RankRef ref, LaneId lane)
{
    const TimelineRank *rank = m_data->rank(ref);
    if (!rank || raw(lane) >= rank->trace->lanes().size())
        return;
    const Lane &l = rank->trace->lane(lane);
    m_expanded[{ref, LaneRow::Type::Rank, 0}] = true;
    m_expanded[{ref, LaneRow::Type::Process, raw(l.process)}] = true;
    m_expanded[{ref, LaneRow::Type::Lane, raw(lane)}] = true;
    if (l.group != NoLane)
        m_expanded[{ref, LaneRow::Type::Lane, raw(l.group)}] = true;
    rebuild();
}

bool LaneModel::isExpanded(const LaneKey &key, bool standard) const
{
    const auto it = m_expanded.find(key);
    return it == m_expanded.end() ? standard : it->second;
}

void LaneModel::rebuild()
{
    emit aboutToChange();
    m_rows.clear();
    m_index.clear();
    m_centres.clear();
    m_height = 0;
    const auto refs = m_data->runs().allRanks();
    for (size_t i = 0; i < refs.size(); ++i)
        addRank(refs[i], i < ranksUnfolded);
    emit changed();
}

void LaneModel::push(LaneRow row)
{
    row.y = m_height;
    m_height += row.height;
    m_index.insert_or_assign(keyOf(row), static_cast<int>(m_rows.size()));
    m_rows.push_back(std::move(row));
}

// One strip per group of slice rows; where there are more groups than pixels, neighbours share a strip.
void LaneModel::squeeze(LaneRow &row, const Trace &trace, const std::vector<std::vector<RowId>> &groups) const
{
    row.miniature = true;
    if (groups.empty())
        return;
    const int room = row.height - paddingFor(m_rowHeight);
    const int strips = std::max(1, std::min(static_cast<int>(groups.size()), room / 2));
    for (int i = 0; i < strips; ++i) {
        LaneStrip s;
        s.y = 1 + room * i / strips;
        s.height = std::max(1, 1 + room * (i + 1) / strips - s.y);
        const size_t first = groups.size() * static_cast<size_t>(i) / static_cast<size_t>(strips);
        const size_t last = groups.size() * static_cast<size_t>(i + 1) / static_cast<size_t>(strips);
        for (size_t g = first; g < last; ++g)
            s.rows.insert(s.rows.end(), groups[g].begin(), groups[g].end());
        std::erase_if(s.rows, [&trace](RowId r) { return trace.slices().row(r).isEmpty(); });
        if (!s.rows.empty())
            row.strips.push_back(std::move(s));
    }
}

QString LaneModel::noteOf(RankRef ref) const
{
    switch (m_data->runs().state(ref)) {
    case RankState::Waiting:
        return tr("waiting to be loaded");
    case RankState::Loading:
        return tr("loading, %1").arg(format::percent(m_data->runs().progress(ref), 0));
    case RankState::Failed:
        return tr("could not be loaded; the findings say why");
    case RankState::Unloaded:
        return tr("not loaded");
    case RankState::Loaded:
        break;
    }
    const auto data = m_data->runs().rank(ref);
    return data && data->trace ? tr("being prepared") : tr("has no trace file");
}

void LaneModel::updateNote(RankRef ref)
{
    const int index = indexOf({ref, LaneRow::Type::Rank, 0});
    if (index < 0 || m_data->rank(ref))
        return;
    m_rows[static_cast<size_t>(index)].note = noteOf(ref);
    emit noteChanged();
}

void LaneModel::addRank(RankRef ref, bool standard)
{
    const TimelineRank *rank = m_data->rank(ref);
    LaneRow row;
    row.type = LaneRow::Type::Rank;
    row.rank = ref;
    row.label = m_data->runs().rankLabel(ref);
    row.height = m_rowHeight + 6;
    if (!rank) {
        row.note = noteOf(ref);
        push(std::move(row));
        return;
    }
    const Trace &trace = *rank->trace;
    row.expandable = true;
    row.expanded = isExpanded(keyOf(row), standard);
    const bool expanded = row.expanded;
    if (!expanded) {
        std::vector<std::vector<RowId>> groups;
        for (quint32 p = 0; p < trace.processes().size(); ++p) {
            std::vector<RowId> rows;
            for (const Lane &l : trace.lanes()) {
                if (l.process == ProcessId{p} && l.sliceCount > 0)
                    rows.push_back(RowId{l.firstRow});
            }
            if (!rows.empty())
                groups.push_back(std::move(rows));
        }
        squeeze(row, trace, groups);
    }
    push(std::move(row));
    for (quint32 p = 0; expanded && p < trace.processes().size(); ++p)
        addProcess(*rank, ProcessId{p});
}

void LaneModel::addProcess(const TimelineRank &rank, ProcessId id)
{
    const Trace &trace = *rank.trace;
    const Process &process = trace.process(id);
    std::vector<LaneId> lanes;
    std::vector<CounterId> counters;
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        if (trace.lanes()[l].process == id && trace.lanes()[l].sliceCount > 0)
            lanes.push_back(LaneId{l});
    }
    for (quint32 c = 0; c < trace.counters().size(); ++c) {
        if (trace.counters()[c].process == id && !trace.counters()[c].timeNs.empty())
            counters.push_back(CounterId{c});
    }
    if (lanes.empty() && counters.empty())
        return;
    LaneRow row;
    row.type = LaneRow::Type::Process;
    row.rank = rank.ref;
    row.process = id;
    row.level = 1;
    row.label = format::displayText(trace.processLabel(id));
    row.badge = trace.strings().text(process.label);
    row.height = m_rowHeight + 4;
    row.expandable = true;
    row.expanded = isExpanded(keyOf(row), process.kind != ProcessKind::DeviceMetric && process.kind != ProcessKind::HostMetric);
    const bool expanded = row.expanded;
    if (!expanded) {
        std::vector<std::vector<RowId>> groups;
        for (const LaneId l : lanes)
            groups.push_back({RowId{trace.lane(l).firstRow}});
        squeeze(row, trace, groups);
        if (lanes.empty())
            row.curves.push_back(counters.front());
    }
    push(std::move(row));
    if (!expanded)
        return;
    for (const LaneId l : lanes) {
        // A plane stands below its group; one whose group has nothing to show stands by itself.
        const LaneId group = trace.lane(l).group;
        if (group != NoLane && std::find(lanes.begin(), lanes.end(), group) != lanes.end())
            continue;
        std::vector<LaneId> planes;
        std::copy_if(lanes.begin(), lanes.end(), std::back_inserter(planes),
                     [&](LaneId other) { return trace.lane(other).group == l && other != l; });
        addLane(rank, l, planes, 2);
    }
    for (const CounterId c : counters) {
        LaneRow counter;
        counter.type = LaneRow::Type::Counter;
        counter.rank = rank.ref;
        counter.process = id;
        counter.counter = c;
        counter.level = 2;
        counter.label = format::displayText(counterLabel(trace, trace.counters()[raw(c)]));
        counter.height = 2 * m_rowHeight + paddingFor(m_rowHeight);
        counter.curves.push_back(c);
        push(std::move(counter));
    }
}

void LaneModel::addLane(const TimelineRank &rank, LaneId id, const std::vector<LaneId> &planes, int level)
{
    const Trace &trace = *rank.trace;
    const Lane &lane = trace.lane(id);
    LaneRow row;
    row.type = LaneRow::Type::Lane;
    row.rank = rank.ref;
    row.process = lane.process;
    row.lane = id;
    row.level = level;
    row.label = format::displayText(trace.laneLabel(id));
    row.expandable = lane.rowCount > 1 || !planes.empty();
    row.expanded = row.expandable && isExpanded(keyOf(row), lane.kind != LaneKind::PythonStack);
    const bool expanded = row.expanded;
    if (row.expandable && !expanded) {
        row.height = m_rowHeight + paddingFor(m_rowHeight);
        std::vector<std::vector<RowId>> groups;
        for (const RowId r : rowsOf(lane))
            groups.push_back({r});
        for (const LaneId p : planes)
            groups.push_back(rowsOf(trace.lane(p)));
        squeeze(row, trace, groups);
    } else {
        row.height = static_cast<int>(lane.rowCount) * m_rowHeight + paddingFor(m_rowHeight);
        for (quint32 i = 0; i < lane.rowCount; ++i)
            row.strips.push_back({(m_rowHeight < 10 ? 0 : 1) + static_cast<int>(i) * m_rowHeight, m_rowHeight, {RowId{lane.firstRow + i}}});
    }
    push(std::move(row));
    for (const LaneId p : planes) {
        if (expanded)
            addLane(rank, p, {}, level + 1);
    }
}

} // namespace rs
