// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/lanes/lanemodel.h"

#include "items/format.h"

#include <algorithm>

namespace rs {

namespace {
std::vector<RowId> rowsOf(const Lane &lane)
{
    std::vector<RowId> rows(lane.rowCount);
    for (quint32 i = 0; i < lane.rowCount; ++i)
        rows[i] = RowId{lane.firstRow + i};
    return rows;
}
} // namespace

// Hairline below, and air around the boxes where there is room for it.
int LaneModel::paddingFor(int rowHeight)
{
    return rowHeight < 10 ? 1 : 3;
}

LaneModel::LaneModel(TimelineData *data, LaneLayout *layout, Content content, QObject *parent)
    : QObject(parent), m_data(data), m_layout(layout), m_content(content)
{
    connect(layout, &LaneLayout::changed, this, &LaneModel::rebuild);
    connect(data, &TimelineData::ranksChanged, this, [this] {
        m_packs.clear();
        rebuild();
    });
    connect(data, &TimelineData::rankRefined, this, [this](RankRef ref) {
        // Only then it is known whether a stream has turns.
        const TimelineRank *rank = m_data->rank(ref);
        if (rank && rank->mc2 && !rank->mc2->turns.empty())
            rebuild();
    });
    connect(data, &TimelineData::derivedChanged, this, &LaneModel::rebuild);
    connect(&data->runs(), &RunStore::runAdded, this, &LaneModel::rebuild);
    connect(&data->runs(), &RunStore::runClosed, this, [this](int run) {
        std::erase_if(m_expanded, [run](const auto &e) { return e.first.rank.run == run; });
        rebuild();
    });
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
        return {row.rank, row.type, raw(row.counter)};
    case LaneRow::Type::Turn:
        return {row.rank, row.type, raw(row.lane) << 8 | static_cast<quint32>(row.turn)};
    case LaneRow::Type::Derived:
    case LaneRow::Type::Hidden:
        return {row.rank, row.type, row.derivedId};
    case LaneRow::Type::Host:
        break;
    }
    return row.host;
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
    if (const auto company = m_layout->mergedWith({ref, LaneRow::Type::Lane, raw(lane)}); row < 0 && !company.empty())
        row = indexOf(company.front());
    if (row < 0 && l.group != NoLane)
        row = indexOf({ref, LaneRow::Type::Lane, raw(l.group)});
    if (row < 0)
        row = indexOf({ref, LaneRow::Type::Process, raw(l.process)});
    if (row < 0)
        row = indexOf({ref, LaneRow::Type::Rank, 0});
    return row >= 0 ? row : indexOf(hostOf(ref));
}

bool LaneModel::lets(RankRef ref, LaneId lane) const
{
    const TimelineRank *const rank = m_data->rank(ref);
    if (!rank || raw(lane) >= rank->trace->lanes().size())
        return false;
    if (m_content == Content::Tree)
        return shows(*rank, lane);
    const Lane &l = rank->trace->lane(lane);
    return l.rowCount > 0 && rowCentres(ref)[l.firstRow] >= 0;
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
    place(ref);
    return m_centres[ref];
}

const std::vector<int> &LaneModel::foldsOf(RankRef ref) const
{
    place(ref);
    return m_folds[ref];
}

void LaneModel::place(RankRef ref) const
{
    const TimelineRank *rank = m_data->rank(ref);
    if (!rank) {
        m_centres[ref].clear();
        m_folds[ref].clear();
        return;
    }
    const auto [it, isNew] = m_centres.try_emplace(ref);
    if (!isNew && !it->second.empty())
        return;
    std::vector<int> &centres = it->second;
    std::vector<int> &folds = m_folds[ref];
    centres.assign(rank->trace->slices().rowCount(), -1);
    folds.assign(centres.size(), -1);
    for (size_t i = 0; i < m_rows.size(); ++i) {
        const LaneRow &row = m_rows[i];
        if (row.isDerived())
            continue;
        for (const LaneStrip &s : row.strips) {
            if ((s.rank.isValid() ? s.rank : row.rank) != ref)
                continue;
            for (const RowId r : s.rows) {
                centres[raw(r)] = row.y + s.y + s.height / 2;
                folds[raw(r)] = row.miniature ? static_cast<int>(i) : -1;
            }
        }
    }
}

std::vector<std::pair<RankRef, LaneId>> LaneModel::lanesOf(const LaneRow &row) const
{
    std::vector<std::pair<RankRef, LaneId>> out;
    if (row.type != LaneRow::Type::Host) {
        addLanesOf(row.rank, row, out);
    } else if (!row.expanded) {
        for (const RankRef ref : ranksOf(row.host))
            addLanesOf(ref, row, out);
    }
    return out;
}

void LaneModel::addLanesOf(RankRef ref, const LaneRow &row, std::vector<std::pair<RankRef, LaneId>> &out) const
{
    const TimelineRank *rank = m_data->rank(ref);
    if (!rank || row.type == LaneRow::Type::Counter || row.type == LaneRow::Type::Turn ||
        row.type == LaneRow::Type::Hidden || row.isDerived())
        return;
    const auto &lanes = rank->trace->lanes();
    for (quint32 i = 0; i < lanes.size(); ++i) {
        const LaneId id{i};
        const bool inside =
            row.type == LaneRow::Type::Lane
                ? id == row.lane || std::find(row.merged.begin(), row.merged.end(), id) != row.merged.end() ||
                      (row.expandable && !row.expanded && lanes[i].group == row.lane)
                : !row.expanded && (row.type != LaneRow::Type::Process || lanes[i].process == row.process);
        if (inside && lanes[i].sliceCount > 0 && (m_content == Content::Pins || shows(*rank, id)))
            out.emplace_back(ref, id);
    }
}

void LaneModel::setRowHeight(int pixels)
{
    const int height = std::clamp(pixels, 3, 64);
    if (height == m_rowHeight)
        return;
    m_rowHeight = height;
    rebuild();
}

void LaneModel::fitHeights(int pixels)
{
    // Headers and padding do not grow with the rows, so the height is found by trying; it grows with the row height.
    int low = 6;
    int high = 40;
    const int before = m_rowHeight;
    while (low < high) {
        m_rowHeight = (low + high + 1) / 2;
        build();
        if (m_height <= pixels)
            low = m_rowHeight;
        else
            high = m_rowHeight - 1;
    }
    m_rowHeight = before;
    build();
    setRowHeight(low);
}

int LaneModel::setLevelExpanded(bool expanded)
{
    // Rows of the tree's shallowest folded level are unfolded; or those of its deepest unfolded one are folded.
    int level = expanded ? 1 << 20 : -1;
    for (const LaneRow &r : m_rows) {
        if (r.expandable && r.expanded != expanded)
            level = expanded ? std::min(level, r.level) : std::max(level, r.level);
    }
    int count = 0;
    for (const LaneRow &r : m_rows) {
        if (r.expandable && r.expanded != expanded && r.level == level) {
            m_expanded[keyOf(r)] = expanded;
            ++count;
        }
    }
    rebuild();
    return count;
}

void LaneModel::setExpanded(int index, bool expanded)
{
    if (index < 0 || index >= static_cast<int>(m_rows.size()))
        return;
    m_expanded[keyOf(m_rows[static_cast<size_t>(index)])] = expanded;
    rebuild();
}

void LaneModel::setExpansion(std::map<LaneKey, bool> expansion)
{
    if (expansion == m_expanded)
        return;
    m_expanded = std::move(expansion);
    rebuild();
}

void LaneModel::setAllExpanded(bool expanded)
{
    for (const auto &[ref, host] : m_hosts)
        m_expanded[host] = expanded;
    for (const auto &[ref, rank] : m_data->ranks()) {
        m_expanded[{ref, LaneRow::Type::Rank, 0}] = expanded;
        for (quint32 p = 0; p < rank.trace->processes().size(); ++p)
            m_expanded[{ref, LaneRow::Type::Process, p}] = expanded;
        for (quint32 l = 0; l < rank.trace->lanes().size(); ++l)
            m_expanded[{ref, LaneRow::Type::Lane, l}] = expanded;
    }
    rebuild();
}

void LaneModel::expandRanks()
{
    for (const auto &[ref, host] : m_hosts)
        m_expanded[host] = true;
    for (const RankRef ref : m_data->runs().allRanks())
        m_expanded[{ref, LaneRow::Type::Rank, 0}] = true;
    rebuild();
}

// True when the lane has a row of its own; `inside`: one that is not squeezed.
bool LaneModel::isOpen(RankRef ref, LaneId lane, bool inside) const
{
    const int index = rowShowing(ref, lane);
    if (index < 0)
        return false;
    const LaneRow &row = m_rows[static_cast<size_t>(index)];
    const bool own = row.lane == lane || std::find(row.merged.begin(), row.merged.end(), lane) != row.merged.end();
    return row.type == LaneRow::Type::Lane && own && !(inside && row.miniature);
}

LaneModel::Revealed LaneModel::reveal(RankRef ref, const std::vector<LaneId> &lanes, bool inside)
{
    const TimelineRank *const rank = m_data->rank(ref);
    if (!rank)
        return Revealed::Nothing;
    const auto open = [&] {
        return std::all_of(lanes.begin(), lanes.end(), [&](LaneId id) { return isOpen(ref, id, inside); });
    };
    std::vector<LaneKey> hidden;
    std::vector<LaneKey> leftOut;
    const LaneKey host = hostOf(ref);
    for (const LaneId id : lanes) {
        if (shows(*rank, id))
            continue;
        const ProcessId process = rank->trace->lane(id).process;
        hidden.insert(hidden.end(),
                      {{ref, LaneKey::Type::Lane, raw(id)}, {ref, LaneKey::Type::Process, raw(process)}, host});
        const LaneKey key{ref, LaneKey::Type::Lane, raw(id)};
        if (!m_layout->passes(ref.run, rank->trace->process(process).kind) ||
            !passesText(*rank, key, {ref, LaneKey::Type::Process, raw(process)}))
            leftOut.push_back(key);
    }
    if (!hidden.empty())
        m_layout->show(ref, hidden, leftOut);
    if (open())
        return hidden.empty() ? Revealed::Nothing : Revealed::Shown;
    if (host != LaneLayout::root())
        m_expanded[host] = true;
    m_expanded[{ref, LaneRow::Type::Rank, 0}] = true;
    for (const LaneId id : lanes) {
        const Lane &l = rank->trace->lane(id);
        m_expanded[{ref, LaneRow::Type::Process, raw(l.process)}] = true;
        if (inside)
            m_expanded[{ref, LaneRow::Type::Lane, raw(id)}] = true;
        if (l.group != NoLane)
            m_expanded[{ref, LaneRow::Type::Lane, raw(l.group)}] = true;
    }
    rebuild();
    return hidden.empty() ? Revealed::Unfolded : Revealed::Shown;
}

bool LaneModel::isExpanded(const LaneKey &key, bool standard) const
{
    const auto it = m_expanded.find(key);
    return it == m_expanded.end() ? standard : it->second;
}

void LaneModel::rebuild()
{
    emit aboutToChange();
    build();
    emit changed();
}

void LaneModel::build()
{
    m_rows.clear();
    m_index.clear();
    m_centres.clear();
    m_folds.clear();
    m_height = 0;
    m_hidden = 0;
    m_leftOut = 0;
    if (m_content == Content::Pins) {
        addPins();
    } else {
        addTree();
        addHiddenNotes();
    }
}

void LaneModel::addPins()
{
    for (const LaneKey &key : m_layout->pins()) {
        const TimelineRank *rank = m_data->rank(key.rank);
        if (!rank)
            continue;
        const size_t before = m_rows.size();
        switch (key.type) {
        case LaneKey::Type::Rank:
            addRank(key.rank, false, 0);
            break;
        case LaneKey::Type::Process:
            if (key.id < rank->trace->processes().size())
                addProcess(*rank, ProcessId{key.id}, 0, true);
            break;
        case LaneKey::Type::Lane:
            if (key.id < rank->trace->lanes().size())
                addLane(*rank, LaneId{key.id}, {}, 0);
            break;
        case LaneKey::Type::Counter:
            if (key.id < rank->trace->counters().size())
                addCounter(*rank, CounterId{key.id}, 0);
            break;
        case LaneKey::Type::Derived:
            addDerived(*rank, key.id, {}, 0);
            break;
        case LaneKey::Type::Turn:
        case LaneKey::Type::Hidden:
        case LaneKey::Type::Host:
            break;
        }
        if (m_rows.size() > before && key.type != LaneKey::Type::Rank) {
            // Without the tree above it a lane must say itself where it belongs.
            LaneRow &row = m_rows[before];
            const QString rankName = nameOf({key.rank, LaneKey::Type::Rank, 0}, m_data->runs().rankLabel(key.rank));
            const QString place = key.type == LaneKey::Type::Lane ? placeOf(*rank, LaneId{key.id}) : QString();
            row.label = place.isEmpty() ? tr("%1 · %2", "rank, lane").arg(rankName, row.label)
                                        : tr("%1 · %2 (%3)", "rank, lane, its process or group")
                                              .arg(rankName, row.label, place);
        }
    }
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
    const int room = row.height - paddingFor(row.rowHeight);
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
    case RankState::Displaced:
        return tr("not loaded: the memory budget is used up; a click on the rank in the explorer loads it");
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

void LaneModel::addRank(RankRef ref, bool standard, int level)
{
    const TimelineRank *rank = m_data->rank(ref);
    LaneRow row;
    row.type = LaneRow::Type::Rank;
    row.rank = ref;
    row.host = hostOf(ref);
    row.level = level;
    row.label = nameOf(keyOf(row), m_data->runs().rankLabel(ref));
    row.rowHeight = m_layout->rowHeight(keyOf(row), m_rowHeight);
    row.height = row.rowHeight + 6;
    if (!rank) {
        row.note = noteOf(ref);
        push(std::move(row));
        return;
    }
    const Trace &trace = *rank->trace;
    row.note = m_data->withoutMemory().contains(ref) ? tr("incomplete: no memory left") : movedNote(*rank, NoLane);
    row.expandable = true;
    row.expanded = isExpanded(keyOf(row), standard);
    const bool expanded = row.expanded;
    if (!expanded) {
        std::vector<std::vector<RowId>> groups;
        for (quint32 p = 0; p < trace.processes().size(); ++p) {
            std::vector<RowId> rows;
            for (quint32 i = 0; i < trace.lanes().size(); ++i) {
                const Lane &l = trace.lanes()[i];
                if (l.process == ProcessId{p} && l.sliceCount > 0 &&
                    (m_content == Content::Pins || shows(*rank, LaneId{i})))
                    rows.push_back(RowId{l.firstRow});
            }
            if (!rows.empty())
                groups.push_back(std::move(rows));
        }
        squeeze(row, trace, groups);
    }
    push(std::move(row));
    std::vector<LaneKey> processes;
    for (quint32 p = 0; expanded && p < trace.processes().size(); ++p)
        processes.push_back({ref, LaneKey::Type::Process, p});
    for (const LaneKey &p : m_layout->ordered({ref, LaneKey::Type::Rank, 0}, std::move(processes)))
        addProcess(*rank, ProcessId{p.id}, level + 1);
    if (!expanded)
        countHidden(*rank);
}

// `forced`: whatever the filter says; a pin is shown because the user put it there.
void LaneModel::addProcess(const TimelineRank &rank, ProcessId id, int level, bool forced)
{
    const Trace &trace = *rank.trace;
    const Process &process = trace.process(id);
    std::vector<LaneId> lanes;
    std::vector<CounterId> counters;
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        if (trace.lanes()[l].process != id || trace.lanes()[l].sliceCount == 0)
            continue;
        if (const Shown state = forced ? Shown::Yes : shown(rank, LaneId{l}); state == Shown::Yes)
            lanes.push_back(LaneId{l});
        else
            countHidden(state);
    }
    for (quint32 c = 0; c < trace.counters().size(); ++c) {
        if (trace.counters()[c].process != id || trace.counters()[c].timeNs.empty())
            continue;
        if (const Shown state = forced ? Shown::Yes : shown(rank, CounterId{c}); state == Shown::Yes)
            counters.push_back(CounterId{c});
        else
            countHidden(state);
    }
    if (lanes.empty() && counters.empty())
        return;
    LaneRow row;
    row.type = LaneRow::Type::Process;
    row.rank = rank.ref;
    row.process = id;
    row.level = level;
    row.label = nameOf(keyOf(row), trace.processLabel(id));
    row.rowHeight = m_layout->rowHeight(keyOf(row), m_rowHeight);
    row.badge = trace.strings().text(process.label);
    row.height = row.rowHeight + 4;
    row.expandable = true;
    row.expanded =
        isExpanded(keyOf(row), process.kind != ProcessKind::DeviceMetric && process.kind != ProcessKind::HostMetric);
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
    std::vector<LaneKey> children;
    for (const LaneId l : lanes) {
        // A plane stands below its group; one whose group has nothing to show stands by itself.
        const LaneId group = trace.lane(l).group;
        if (group != NoLane && std::find(lanes.begin(), lanes.end(), group) != lanes.end())
            continue;
        const LaneKey key{rank.ref, LaneKey::Type::Lane, raw(l)};
        const auto company = m_layout->mergedWith(key);
        if (company.empty() || company.front() == key)
            children.push_back(key);
    }
    for (const CounterId c : counters)
        children.push_back({rank.ref, LaneKey::Type::Counter, raw(c)});
    if (process.kind == ProcessKind::AscendHardware) {
        addDerived(rank, LaneKey::derivedIdle, id, level + 1);
        addDerived(rank, LaneKey::derivedOutstanding, id, level + 1);
    }
    for (const LaneKey &child : m_layout->ordered({rank.ref, LaneKey::Type::Process, raw(id)}, std::move(children))) {
        if (child.type == LaneKey::Type::Counter) {
            addCounter(rank, CounterId{child.id}, level + 1);
            continue;
        }
        const LaneId l{child.id};
        std::vector<LaneId> planes;
        std::copy_if(lanes.begin(), lanes.end(), std::back_inserter(planes),
                     [&](LaneId other) { return trace.lane(other).group == l && other != l; });
        const size_t before = m_rows.size();
        addLane(rank, l, planes, level + 1);
        // A plane whose group is left out says which one it is of.
        if (trace.lane(l).group != NoLane && m_rows.size() > before)
            m_rows[before].label = tr("%1 (%2)", "plane, its group").arg(m_rows[before].label, placeOf(rank, l));
    }
}

void LaneModel::addCounter(const TimelineRank &rank, CounterId id, int level)
{
    const CounterSeries &series = rank.trace->counters()[raw(id)];
    LaneRow row;
    row.type = LaneRow::Type::Counter;
    row.rank = rank.ref;
    row.process = series.process;
    row.counter = id;
    row.level = level;
    row.label = nameOf(keyOf(row), counterLabel(*rank.trace, series));
    row.rowHeight = m_layout->rowHeight(keyOf(row), m_rowHeight);
    row.height = 2 * row.rowHeight + paddingFor(row.rowHeight);
    row.curves.push_back(id);
    push(std::move(row));
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
    row.label = nameOf(keyOf(row), rank.laneName(id));
    row.rowHeight = m_layout->rowHeight(keyOf(row), m_rowHeight);
    row.note = movedNote(rank, id);
    if (const auto company = m_layout->mergedWith(keyOf(row)); !company.empty() && company.front() == keyOf(row)) {
        addMerged(row, rank, company);
        push(std::move(row));
        addDelays(rank, id, level + 1);
        return;
    }
    row.expandable = lane.rowCount > 1 || !planes.empty();
    row.expanded = row.expandable && isExpanded(keyOf(row), lane.kind != LaneKind::PythonStack);
    const bool expanded = row.expanded;
    const bool expandable = row.expandable;
    if (row.expandable && !expanded) {
        row.height = row.rowHeight + paddingFor(row.rowHeight);
        std::vector<std::vector<RowId>> groups;
        for (const RowId r : rowsOf(lane))
            groups.push_back({r});
        for (const LaneId p : planes)
            groups.push_back(rowsOf(trace.lane(p)));
        squeeze(row, trace, groups);
    } else {
        row.height = static_cast<int>(lane.rowCount) * row.rowHeight + paddingFor(row.rowHeight);
        const int top = row.rowHeight < 10 ? 0 : 1;
        for (quint32 i = 0; i < lane.rowCount; ++i)
            row.strips.push_back(
                {top + static_cast<int>(i) * row.rowHeight, row.rowHeight, {RowId{lane.firstRow + i}}, {}});
    }
    push(std::move(row));
    for (const LaneId p : planes) {
        if (expanded)
            addLane(rank, p, {}, level + 1);
    }
    if (expanded || !expandable)
        addTurns(rank, id, level + 1);
    addDelays(rank, id, level + 1);
}

} // namespace rs
