// SPDX-License-Identifier: Apache-2.0
// The upper levels of a LaneModel's tree: hosts, and the ranks below them or beside them.
#include "views/timeline/lanes/lanemodel.h"

#include <algorithm>

namespace rs {

namespace {
constexpr size_t ranksUnfolded = 2;
} // namespace

// Hosts stand where the first of their ranks would; ranks whose host no file names stay beside them.
void LaneModel::addTree()
{
    std::vector<LaneKey> ranks;
    std::set<LaneKey> hosts;
    m_hosts.clear();
    for (const RankRef ref : m_data->runs().allRanks()) {
        ranks.push_back({ref, LaneKey::Type::Rank, 0});
        if (const RankInfo *const info = m_data->runs().info(ref); info && !info->host.isEmpty())
            hosts.insert(m_hosts[ref] = m_layout->hostKey(info->host));
    }
    if (hosts.size() < 2)
        m_hosts.clear();
    ranks = m_layout->ordered(LaneLayout::root(), std::move(ranks));
    std::vector<LaneKey> top;
    std::map<LaneKey, std::vector<LaneKey>> below;
    for (const LaneKey &rank : ranks) {
        const LaneKey host = hostOf(rank.rank);
        if (host == LaneLayout::root())
            top.push_back(rank);
        else if (std::vector<LaneKey> &all = below[host]; all.push_back(rank), all.size() == 1)
            top.push_back(host);
    }
    size_t count = 0;
    const auto add = [&](RankRef ref, int level, bool expanded) {
        const bool standard = count++ < ranksUnfolded || !m_layout->filter().isEmpty();
        if (passes(ref) && expanded)
            addRank(ref, standard, level);
        else if (const TimelineRank *rank = m_data->rank(ref))
            countHidden(*rank);
        else if (m_layout->isHidden(hostOf(ref)))
            ++m_hidden; // else nothing would say that the host is hidden
    };
    for (const LaneKey &key : m_layout->ordered(LaneLayout::root(), std::move(top))) {
        if (key.type == LaneKey::Type::Rank) {
            add(key.rank, 0, true);
            continue;
        }
        const bool expanded = isExpanded(key, true);
        std::vector<RankRef> shown;
        const auto all = m_layout->ordered(key, std::move(below[key]));
        for (const LaneKey &rank : all) {
            if (passes(rank.rank))
                shown.push_back(rank.rank);
        }
        if (!shown.empty())
            addHost(key, shown, expanded);
        for (const LaneKey &rank : all)
            add(rank.rank, 1, expanded);
    }
}

LaneKey LaneModel::hostOf(RankRef ref) const
{
    const auto it = m_hosts.find(ref);
    return it == m_hosts.end() ? LaneLayout::root() : it->second;
}

bool LaneModel::passes(RankRef ref) const
{
    return m_layout->passes(ref) && (!m_layout->isHidden(hostOf(ref)) || m_layout->exemptRuns().contains(ref.run));
}

std::vector<RankRef> LaneModel::ranksOf(const LaneKey &host) const
{
    std::vector<LaneKey> ranks;
    for (const auto &[ref, key] : m_hosts) {
        if (key == host && passes(ref))
            ranks.push_back({ref, LaneKey::Type::Rank, 0});
    }
    ranks = m_layout->ordered(host, m_layout->ordered(LaneLayout::root(), std::move(ranks)));
    std::vector<RankRef> out;
    for (const LaneKey &rank : ranks)
        out.push_back(rank.rank);
    return out;
}

// Those that are shown; of a rank without lanes of its device, all that it shows.
std::vector<RowId> LaneModel::deviceRows(const TimelineRank &rank) const
{
    std::vector<RowId> device;
    std::vector<RowId> any;
    const Trace &trace = *rank.trace;
    for (quint32 i = 0; i < trace.lanes().size(); ++i) {
        const Lane &l = trace.lanes()[i];
        if (l.sliceCount == 0 || !shows(rank, LaneId{i}))
            continue;
        any.push_back(RowId{l.firstRow});
        if (isDeviceWork(trace, l))
            device.push_back(RowId{l.firstRow});
    }
    return device.empty() ? any : device;
}

std::vector<LaneId> LaneModel::deviceLanes(const Trace &trace)
{
    std::vector<LaneId> device;
    std::vector<LaneId> any;
    for (quint32 i = 0; i < trace.lanes().size(); ++i) {
        if (trace.lanes()[i].sliceCount == 0)
            continue;
        any.push_back(LaneId{i});
        if (isDeviceWork(trace, trace.lanes()[i]))
            device.push_back(LaneId{i});
    }
    return device.empty() ? any : device;
}

void LaneModel::addHost(const LaneKey &host, const std::vector<RankRef> &ranks, bool expanded)
{
    LaneRow row;
    row.type = LaneRow::Type::Host;
    row.host = host;
    row.label = nameOf(host, m_layout->hostOf(host));
    row.rowHeight = m_layout->rowHeight(host, m_rowHeight);
    row.height = row.rowHeight + 6;
    row.expandable = true;
    row.expanded = expanded;
    const auto loaded = std::count_if(ranks.begin(), ranks.end(), [this](RankRef ref) { return m_data->rank(ref); });
    row.note = loaded < static_cast<std::ptrdiff_t>(ranks.size())
                   ? tr("%1 of %n rank(s) loaded", nullptr, static_cast<int>(ranks.size())).arg(loaded)
                   : tr("%n rank(s)", nullptr, static_cast<int>(ranks.size()));
    if (!expanded && loaded > 0) {
        // A strip for each rank, however many there are: the row grows with them.
        row.miniature = true;
        const int count = static_cast<int>(loaded);
        constexpr int least = 3;
        row.height = std::max(row.height, least * count + paddingFor(row.rowHeight));
        const int room = row.height - paddingFor(row.rowHeight);
        int i = 0;
        for (const RankRef ref : ranks) {
            const TimelineRank *const rank = m_data->rank(ref);
            if (!rank)
                continue;
            const int top = 1 + room * i / count;
            const int bottom = 1 + room * ++i / count;
            row.strips.push_back({top, bottom - top - 1, deviceRows(*rank), {}, ref});
        }
    }
    push(std::move(row));
}

bool LaneModel::isDeviceWork(const Trace &trace, const Lane &lane)
{
    const ProcessKind kind = trace.process(lane.process).kind;
    return kind == ProcessKind::AscendHardware ||
           (kind == ProcessKind::Communication && lane.kind == LaneKind::CommGroup);
}

} // namespace rs
