// SPDX-License-Identifier: Apache-2.0
// What the user did to the lanes of a LaneModel: merged, moved, put in another order.
#include "views/timeline/lanes/lanemodel.h"

#include "views/timeline/axis/timeticks.h"

#include <algorithm>

namespace rs {

// Lanes whose slices never run at the same time share their strips; the others stand below each other, so that nothing
// is painted over.
void LaneModel::addMerged(LaneRow &row, const TimelineRank &rank, const std::vector<LaneKey> &lanes)
{
    const Trace &trace = *rank.trace;
    const SliceStore &slices = trace.slices();
    constexpr quint32 mostCompared = 100'000; // longer lanes get strips of their own instead of a pause
    const auto overlap = [&](LaneId a, LaneId b) {
        auto few = slices.row(RowId{trace.lane(a).firstRow});
        RowId many{trace.lane(b).firstRow};
        if (few.size() > slices.row(many).size()) {
            many = RowId{trace.lane(a).firstRow};
            few = slices.row(RowId{trace.lane(b).firstRow});
        }
        if (few.size() > mostCompared || rank.shiftOf(a) != rank.shiftOf(b))
            return true;
        for (quint32 i = few.first; i < few.last; ++i) {
            const SliceId s{i};
            if (!slices.visible(many, slices.start(s), std::max(slices.end(s), slices.start(s) + 1)).isEmpty())
                return true;
        }
        return false;
    };
    const auto [it, isNew] = m_packs.try_emplace(lanes);
    std::vector<int> &strips = it->second;
    if (isNew) {
        for (size_t i = 0; i < lanes.size(); ++i) {
            int strip = 0;
            for (bool free = false; !free; strip += free ? 0 : 1) {
                free = true;
                for (size_t j = 0; j < i && free; ++j)
                    free = strips[j] != strip || !overlap(LaneId{lanes[i].id}, LaneId{lanes[j].id});
            }
            strips.push_back(strip);
        }
    }
    row.label = tr("%1 and %n more", nullptr, static_cast<int>(lanes.size()) - 1).arg(row.label);
    const int top = row.rowHeight < 10 ? 0 : 1;
    int levels = 0;
    for (int strip = 0; std::find(strips.begin(), strips.end(), strip) != strips.end(); ++strip) {
        int deepest = 0;
        for (size_t i = 0; i < lanes.size(); ++i) {
            if (strips[i] != strip)
                continue;
            const Lane &lane = trace.lane(LaneId{lanes[i].id});
            for (quint32 r = 0; r < lane.rowCount; ++r) {
                const int y = top + (levels + static_cast<int>(r)) * row.rowHeight;
                const auto at =
                    std::find_if(row.strips.begin(), row.strips.end(), [y](const LaneStrip &s) { return s.y == y; });
                if (at == row.strips.end())
                    row.strips.push_back({y, row.rowHeight, {RowId{lane.firstRow + r}}, {}});
                else
                    at->rows.push_back(RowId{lane.firstRow + r});
            }
            deepest = std::max(deepest, static_cast<int>(lane.rowCount));
        }
        levels += deepest;
    }
    for (const LaneKey &k : lanes) {
        if (LaneId{k.id} != row.lane)
            row.merged.push_back(LaneId{k.id});
    }
    row.height = levels * row.rowHeight + paddingFor(row.rowHeight);
}

// Turns of one operator overlap each other, so each has a row of its own below the stream.
void LaneModel::addTurns(const TimelineRank &rank, LaneId lane, int level)
{
    if (!rank.mc2)
        return;
    const auto found = rank.mc2->turns.find(lane);
    if (found == rank.mc2->turns.end())
        return;
    for (size_t turn = 0; turn < found->second.size(); ++turn) {
        LaneRow row;
        row.type = LaneRow::Type::Turn;
        row.rank = rank.ref;
        row.process = rank.trace->lane(lane).process;
        row.lane = lane;
        row.turn = static_cast<int>(turn);
        row.level = level;
        row.label = tr("Turn %1").arg(turn);
        row.rowHeight = m_rowHeight;
        row.height = row.rowHeight + paddingFor(row.rowHeight);
        row.strips.push_back({row.rowHeight < 10 ? 0 : 1, row.rowHeight, {}, found->second[turn]});
        push(std::move(row));
    }
}

void LaneModel::addDelays(const TimelineRank &rank, LaneId stream, int level)
{
    const Lane &lane = rank.trace->lane(stream);
    if (m_content == Content::Tree && lane.kind == LaneKind::Stream)
        addDerived(rank, LaneKey::derivedDelay + raw(stream), lane.process, level);
}

void LaneModel::addDerived(const TimelineRank &rank, quint32 id, ProcessId process, int level)
{
    LaneRow row;
    if (id >= LaneKey::derivedDelay) {
        const LaneKey stream{rank.ref, LaneKey::Type::Lane, id - LaneKey::derivedDelay};
        const auto company = m_layout->mergedWith(stream);
        for (size_t i = 0; i < company.size() && company.front() == stream; ++i)
            row.delaysOf.push_back(LaneId{company[i].id});
    }
    const TimelineRank *const part = m_data->derived(rank.ref, row.delaysOf);
    row.type = LaneRow::Type::Derived;
    row.rank = rank.ref;
    row.process = process;
    row.derivedId = id;
    row.level = level;
    if (!part || (m_content == Content::Tree && m_layout->isHidden(keyOf(row))))
        return;
    const DerivedLanes &lanes = *part->derived;
    row.rowHeight = m_layout->rowHeight(keyOf(row), m_rowHeight);
    row.badge = tr("derived");
    if (id == LaneKey::derivedIdle) {
        if (lanes.gaps.empty())
            return;
        row.label = tr("Why idle");
        row.height = row.rowHeight + paddingFor(row.rowHeight);
        row.strips.push_back({row.rowHeight < 10 ? 0 : 1, row.rowHeight, {RowId{0}}, {}});
    } else {
        const auto delay =
            id < LaneKey::derivedDelay ? lanes.delays.end() : lanes.delays.find(LaneId{id - LaneKey::derivedDelay});
        if (id == LaneKey::derivedOutstanding ? !lanes.outstanding : delay == lanes.delays.end())
            return;
        row.counter = id == LaneKey::derivedOutstanding ? *lanes.outstanding : delay->second;
        row.label =
            id == LaneKey::derivedOutstanding ? tr("Outstanding")
            : m_content == Content::Tree      ? tr("Launch delay")
            : row.delaysOf.empty()
                ? tr("Launch delay of %1", "stream").arg(rank.trace->laneLabel(LaneId{id - LaneKey::derivedDelay}))
                : tr("Launch delay of %n stream(s)", nullptr, static_cast<int>(row.delaysOf.size()));
        row.height = 2 * row.rowHeight + paddingFor(row.rowHeight);
        row.curves.push_back(row.counter);
    }
    push(std::move(row));
}

QString LaneModel::movedNote(const TimelineRank &rank, LaneId lane) const
{
    const qint64 ns = lane == NoLane ? m_data->offsets().ofRank(rank.ref) : m_data->offsets().ofLane(rank.ref, lane);
    const QString moved = ns == 0 ? QString() : tr("moved by %1").arg(exactOffset(-ns));
    const qint64 device = lane == NoLane ? m_data->offsets().ofDevice(rank.ref) : 0;
    if (device == 0)
        return moved;
    const QString text = tr("device lanes by %1").arg(exactOffset(-device));
    return moved.isEmpty() ? text : tr("%1, %2", "how ranks and their devices are moved").arg(moved, text);
}

LaneKey LaneModel::parentOf(const LaneRow &row)
{
    switch (row.type) {
    case LaneRow::Type::Process:
        return {row.rank, LaneKey::Type::Rank, 0};
    case LaneRow::Type::Lane:
    case LaneRow::Type::Counter:
        return {row.rank, LaneKey::Type::Process, raw(row.process)};
    case LaneRow::Type::Rank:
        return row.host;
    case LaneRow::Type::Host:
    case LaneRow::Type::Turn:
    case LaneRow::Type::Hidden:
    case LaneRow::Type::Derived:
        break;
    }
    return LaneLayout::root();
}

std::vector<int> LaneModel::siblings(int index) const
{
    std::vector<int> out;
    if (index < 0 || index >= static_cast<int>(m_rows.size()))
        return out;
    const LaneRow &row = m_rows[static_cast<size_t>(index)];
    const int rank = indexOf({row.rank, LaneKey::Type::Rank, 0});
    const int below = rank < 0 ? 0 : row.level - m_rows[static_cast<size_t>(rank)].level;
    const bool inTree = row.isHeader() || below == 2;
    if (m_content != Content::Tree || row.type == LaneRow::Type::Hidden || row.isDerived() || !inTree)
        return out;
    for (int i = 0; i < static_cast<int>(m_rows.size()); ++i) {
        const LaneRow &other = m_rows[static_cast<size_t>(i)];
        if (other.type != LaneRow::Type::Hidden && !other.isDerived() && other.level == row.level &&
            parentOf(other) == parentOf(row))
            out.push_back(i);
    }
    return out;
}

int LaneModel::endOfBlock(int index) const
{
    int end = index + 1;
    while (end < static_cast<int>(m_rows.size()) && m_rows[static_cast<size_t>(end)].type != LaneRow::Type::Hidden &&
           m_rows[static_cast<size_t>(end)].level > m_rows[static_cast<size_t>(index)].level)
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
        keys.push_back(keyOf(m_rows[static_cast<size_t>(r)]));
    const LaneKey moved = keys[static_cast<size_t>(from)];
    keys.erase(keys.begin() + from);
    keys.insert(keys.begin() + std::clamp(to > from ? to - 1 : to, 0, static_cast<int>(keys.size())), moved);
    m_layout->setOrder(parentOf(m_rows[static_cast<size_t>(index)]), keys);
}

} // namespace rs
