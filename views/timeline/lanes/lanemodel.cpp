// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/lanes/lanemodel.h"

#include <algorithm>

namespace rs {

LaneModel::LaneModel(TimelineData *data, LaneLayout *layout, Content content, QObject *parent)
    : QObject(parent), m_data(data), m_layout(layout), m_content(content), m_visibility(data, layout),
      m_builder(data, layout, &m_visibility, content)
{
    connect(layout, &LaneLayout::changed, this, &LaneModel::rebuild);
    connect(data, &TimelineData::ranksChanged, this, [this] {
        m_builder.forgetPacks();
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

int LaneModel::rowAt(int y) const
{
    if (y < 0 || y >= m_lanes.height)
        return -1;
    const auto it =
        std::upper_bound(m_lanes.rows.begin(), m_lanes.rows.end(), y, [](int v, const LaneRow &r) { return v < r.y; });
    return static_cast<int>(it - m_lanes.rows.begin()) - 1;
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
    return row >= 0 ? row : indexOf(m_visibility.hostOf(ref));
}

bool LaneModel::lets(RankRef ref, LaneId lane) const
{
    const TimelineRank *const rank = m_data->rank(ref);
    if (!rank || raw(lane) >= rank->trace->lanes().size())
        return false;
    if (m_content == Content::Tree)
        return m_visibility.shows(*rank, lane);
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

const std::vector<int> &LaneModel::lineEnds(RankRef ref) const
{
    place(ref);
    return m_lineEnds[ref];
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
        m_lineEnds[ref].clear();
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
    for (size_t i = 0; i < m_lanes.rows.size(); ++i) {
        const LaneRow &row = m_lanes.rows[i];
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
    std::vector<int> &ends = m_lineEnds[ref];
    ends = centres;
    for (const Lane &lane : rank->trace->lanes()) {
        if (lane.rowCount < 2 || folds[lane.firstRow] < 0)
            continue;
        for (quint32 r = lane.firstRow + 1; r < lane.firstRow + lane.rowCount; ++r) {
            if (ends[r] >= 0)
                continue;
            ends[r] = centres[lane.firstRow];
            folds[r] = folds[lane.firstRow];
        }
    }
}

std::vector<std::pair<RankRef, LaneId>> LaneModel::lanesOf(const LaneRow &row) const
{
    std::vector<std::pair<RankRef, LaneId>> out;
    if (row.type != LaneRow::Type::Host) {
        addLanesOf(row.rank, row, out);
    } else if (!row.expanded) {
        for (const RankRef ref : m_visibility.ranksOf(row.host))
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
        if (inside && lanes[i].sliceCount > 0 && (m_content == Content::Pins || m_visibility.shows(*rank, id)))
            out.emplace_back(ref, id);
    }
}

void LaneModel::setRowHeight(int pixels)
{
    const int height = std::clamp(pixels, 3, mostRowHeight);
    if (height == m_rowHeight)
        return;
    m_rowHeight = height;
    rebuild();
}

void LaneModel::fitHeights(int pixels, int least, int most)
{
    // Headers and padding do not grow with the rows, so the height is found by trying; it grows with the row height.
    int low = least;
    int high = most;
    const int before = m_rowHeight;
    while (low < high) {
        m_rowHeight = (low + high + 1) / 2;
        build();
        if (m_lanes.height <= pixels)
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
    for (const LaneRow &r : m_lanes.rows) {
        if (r.expandable && r.expanded != expanded)
            level = expanded ? std::min(level, r.level) : std::max(level, r.level);
    }
    int count = 0;
    for (const LaneRow &r : m_lanes.rows) {
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
    if (index < 0 || index >= static_cast<int>(m_lanes.rows.size()))
        return;
    m_expanded[keyOf(m_lanes.rows[static_cast<size_t>(index)])] = expanded;
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
    for (const auto &[ref, host] : m_visibility.hosts())
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
    for (const auto &[ref, host] : m_visibility.hosts())
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
    const LaneRow &row = m_lanes.rows[static_cast<size_t>(index)];
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
    const LaneKey host = m_visibility.hostOf(ref);
    for (const LaneId id : lanes) {
        if (m_visibility.shows(*rank, id))
            continue;
        const ProcessId process = rank->trace->lane(id).process;
        hidden.insert(hidden.end(),
                      {{ref, LaneKey::Type::Lane, raw(id)}, {ref, LaneKey::Type::Process, raw(process)}, host});
        const LaneKey key{ref, LaneKey::Type::Lane, raw(id)};
        if (m_visibility.shown(*rank, id) == LaneVisibility::Shown::Elsewhere ||
            !m_layout->passes(ref.run, rank->trace->process(process).kind) ||
            !m_visibility.passesText(*rank, key, {ref, LaneKey::Type::Process, raw(process)}))
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

void LaneModel::foldInside(RankRef ref, const std::vector<LaneId> &lanes)
{
    bool changes = false;
    for (const LaneId id : lanes)
        changes = m_expanded.try_emplace({ref, LaneRow::Type::Lane, raw(id)}, false).second || changes;
    if (changes)
        rebuild();
}

void LaneModel::rebuild()
{
    emit aboutToChange();
    build();
    emit changed();
}

void LaneModel::updateNote(RankRef ref)
{
    const int index = indexOf({ref, LaneRow::Type::Rank, 0});
    const TimelineRank *const rank = m_data->rank(ref);
    if (index < 0 || (rank && rank->data))
        return;
    m_lanes.rows[static_cast<size_t>(index)].note = m_builder.noteOf(ref);
    emit noteChanged();
}

std::vector<LaneKey> LaneModel::sameNamed(const LaneKey &key) const
{
    std::vector<LaneKey> out;
    const TimelineRank *own = m_data->rank(key.rank);
    if (!own)
        return out;
    const auto nameIn = [&](const TimelineRank &rank, quint32 id) -> QString {
        const Trace &t = *rank.trace;
        switch (key.type) {
        case LaneKey::Type::Process:
            return t.processLabel(ProcessId{id});
        case LaneKey::Type::Lane:
            return t.processLabel(t.lane(LaneId{id}).process) + u'\n' + rank.laneName(LaneId{id});
        case LaneKey::Type::Counter:
            return t.processLabel(t.counters()[id].process) + u'\n' + counterLabel(t, t.counters()[id]);
        case LaneKey::Type::Rank:
        case LaneKey::Type::Turn:
        case LaneKey::Type::Hidden:
        case LaneKey::Type::Derived:
        case LaneKey::Type::Host:
            break;
        }
        return {};
    };
    const QString wanted = nameIn(*own, key.id);
    for (const auto &[ref, rank] : m_data->ranks()) {
        if (key.type == LaneKey::Type::Derived) {
            // A delay belongs to one stream, which another rank may number otherwise, as it may types of links.
            if (key.id < LaneKey::derivedTraffic || ref == key.rank)
                out.push_back({ref, key.type, key.id});
            continue;
        }
        const size_t count = key.type == LaneKey::Type::Process   ? rank.trace->processes().size()
                             : key.type == LaneKey::Type::Lane    ? rank.trace->lanes().size()
                             : key.type == LaneKey::Type::Counter ? rank.trace->counters().size()
                                                                  : 1;
        for (quint32 i = 0; i < count; ++i) {
            if (nameIn(rank, i) == wanted)
                out.push_back({ref, key.type, i});
        }
    }
    return out;
}

std::map<ProcessKind, QString> LaneModel::processKinds() const
{
    std::map<ProcessKind, QString> out;
    for (const auto &[ref, rank] : m_data->ranks()) {
        const Trace &t = *rank.trace;
        for (const Lane &l : t.lanes()) {
            if (l.sliceCount > 0)
                out.try_emplace(t.process(l.process).kind, t.processLabel(l.process));
        }
        for (const CounterSeries &c : t.counters())
            out.try_emplace(t.process(c.process).kind, t.processLabel(c.process));
    }
    return out;
}

std::vector<int> LaneModel::siblings(int index) const
{
    std::vector<int> out;
    if (index < 0 || index >= static_cast<int>(m_lanes.rows.size()))
        return out;
    const LaneRow &row = m_lanes.rows[static_cast<size_t>(index)];
    const int rank = indexOf({row.rank, LaneKey::Type::Rank, 0});
    const int below = rank < 0 ? 0 : row.level - m_lanes.rows[static_cast<size_t>(rank)].level;
    const bool inTree = row.isHeader() || below == 2;
    if (m_content != Content::Tree || row.type == LaneRow::Type::Hidden || row.isDerived() || !inTree)
        return out;
    for (int i = 0; i < static_cast<int>(m_lanes.rows.size()); ++i) {
        const LaneRow &other = m_lanes.rows[static_cast<size_t>(i)];
        if (other.type != LaneRow::Type::Hidden && !other.isDerived() && other.level == row.level &&
            other.parent() == row.parent())
            out.push_back(i);
    }
    return out;
}

int LaneModel::endOfBlock(int index) const
{
    int end = index + 1;
    while (end < static_cast<int>(m_lanes.rows.size()) &&
           m_lanes.rows[static_cast<size_t>(end)].type != LaneRow::Type::Hidden &&
           m_lanes.rows[static_cast<size_t>(end)].level > m_lanes.rows[static_cast<size_t>(index)].level)
        ++end;
    return end;
}

void LaneModel::moveRow(int index, int to)
{
    const auto rows = siblings(index);
    const auto from = static_cast<int>(std::find(rows.begin(), rows.end(), index) - rows.begin());
    if (from >= static_cast<int>(rows.size()) || to == from || to == from + 1)
        return;
    std::vector<LaneKey> keys;
    for (const int r : rows)
        keys.push_back(keyOf(m_lanes.rows[static_cast<size_t>(r)]));
    const LaneKey moved = keys[static_cast<size_t>(from)];
    keys.erase(keys.begin() + from);
    keys.insert(keys.begin() + std::clamp(to > from ? to - 1 : to, 0, static_cast<int>(keys.size())), moved);
    m_layout->setOrder(m_lanes.rows[static_cast<size_t>(index)].parent(), keys);
}

void LaneModel::build()
{
    m_lanes = m_builder.build(m_expanded, m_rowHeight);
    m_index.clear();
    for (size_t i = 0; i < m_lanes.rows.size(); ++i)
        m_index.insert_or_assign(m_lanes.rows[i].key(), static_cast<int>(i));
    m_centres.clear();
    m_lineEnds.clear();
    m_folds.clear();
}

} // namespace rs

#include "moc_lanemodel.cpp"
