// SPDX-License-Identifier: Apache-2.0
// Rows of lanes that are computed: delays, causes of idle time, traffic.
#include "items/format.h"
#include "views/timeline/lanes/lanebuilder.h"

#include <utility>

namespace rs {

void LaneBuilder::addDelays(const TimelineRank &rank, LaneId stream, int level)
{
    const Lane &lane = rank.trace->lane(stream);
    if (m_content == LaneContent::Tree && lane.kind == LaneKind::Stream)
        addDerived(rank, LaneKey::derivedDelay + raw(stream), lane.process, level);
}

void LaneBuilder::addDerived(const TimelineRank &rank, quint32 id, ProcessId process, int level)
{
    LaneRow row;
    if (id >= LaneKey::derivedDelay) {
        const LaneKey stream{rank.ref, LaneKey::Type::Lane, id - LaneKey::derivedDelay};
        const auto company = m_layout->mergedWith(stream);
        for (size_t i = 0; i < company.size() && company.front() == stream; ++i)
            row.delaysOf.push_back(LaneId{company[i].id});
    }
    if (id == LaneKey::derivedPath)
        row.delaysOf = DerivedLanes::pathKey();
    const TimelineRank *const part = m_data->derived(rank.ref, row.delaysOf);
    row.type = LaneRow::Type::Derived;
    row.rank = rank.ref;
    row.process = process;
    row.derivedId = id;
    row.level = level;
    if (!part || (m_content == LaneContent::Tree && m_layout->isHidden(row.key())))
        return;
    const DerivedLanes &lanes = *part->derived;
    row.rowHeight = m_layout->rowHeight(row.key(), m_rowHeight);
    row.badge = tr("derived");
    if (id == LaneKey::derivedIdle || id == LaneKey::derivedPath) {
        if (lanes.trace->slices().size() == 0)
            return;
        row.label = id == LaneKey::derivedIdle ? tr("Why idle") : tr("Critical path");
        row.height = row.rowHeight + paddingFor(row.rowHeight);
        row.strips.push_back({row.rowHeight < 10 ? 0 : 1, row.rowHeight, {RowId{0}}, {}});
    } else if (id >= LaneKey::derivedTraffic && id < LaneKey::derivedDelay) {
        const size_t type = (id - LaneKey::derivedTraffic) / 2;
        if (type >= lanes.traffic.size())
            return;
        const DerivedLanes::LinkTraffic &traffic = lanes.traffic[type];
        const QString name = format::displayText(traffic.linkType);
        const bool isBandwidth = (id - LaneKey::derivedTraffic) % 2 == 0;
        row.counter = isBandwidth ? traffic.bandwidth : traffic.inFlight;
        row.label =
            isBandwidth ? tr("%1 bandwidth", "type of link").arg(name) : tr("%1 in flight", "type of link").arg(name);
        row.height = 2 * row.rowHeight + paddingFor(row.rowHeight);
        row.curves.push_back(row.counter);
    } else {
        const auto delay =
            id < LaneKey::derivedDelay ? lanes.delays.end() : lanes.delays.find(LaneId{id - LaneKey::derivedDelay});
        if (id == LaneKey::derivedOutstanding ? !lanes.outstanding : delay == lanes.delays.end())
            return;
        row.counter = id == LaneKey::derivedOutstanding ? *lanes.outstanding : delay->second;
        row.label =
            id == LaneKey::derivedOutstanding ? tr("Outstanding")
            : m_content == LaneContent::Tree  ? tr("Launch delay")
            : row.delaysOf.empty()
                ? tr("Launch delay of %1", "stream").arg(rank.trace->laneLabel(LaneId{id - LaneKey::derivedDelay}))
                : tr("Launch delay of %n stream(s)", nullptr, static_cast<int>(row.delaysOf.size()));
        row.height = 2 * row.rowHeight + paddingFor(row.rowHeight);
        row.curves.push_back(row.counter);
    }
    push(std::move(row));
}

} // namespace rs
