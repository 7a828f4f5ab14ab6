// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/lanes/lanebuilder.h"

#include "analysis/ranks/knownranks.h"
#include "core/run/remotepath.h"
#include "items/format.h"
#include "views/picture/timeticks.h"

#include <algorithm>
#include <utility>

namespace rs {

namespace {

constexpr std::ptrdiff_t mostUnfoldedRanks = 2;
constexpr quint32 mostUnfoldedLevels = 3; // of a stream
constexpr int foldedStrip = 6;            // pixels of each process of a folded rank
constexpr int leastRoomForLines = 18;     // pixels
constexpr int mostRoomForLines = 48;

std::vector<RowId> rowsOf(const Lane &lane)
{
    std::vector<RowId> rows(lane.rowCount);
    for (quint32 i = 0; i < lane.rowCount; ++i)
        rows[i] = RowId{lane.firstRow + i};
    return rows;
}

} // namespace

LaneBuilder::LaneBuilder(TimelineData *data, const LaneLayout *layout, LaneVisibility *visibility, LaneContent content)
    : m_data(data), m_layout(layout), m_visibility(visibility), m_content(content)
{
}

BuiltLanes LaneBuilder::build(const std::map<LaneKey, bool> &expansion, int rowHeight)
{
    m_expansion = &expansion;
    m_rowHeight = rowHeight;
    m_lanes = {}; // the last build may have ended for want of memory
    if (m_content == LaneContent::Tree)
        m_visibility->findHosts();
    m_visibility->findShared();
    if (m_content == LaneContent::Pins) {
        addPins();
    } else {
        addTree();
        addHiddenNotes();
    }
    m_expansion = nullptr;
    return std::exchange(m_lanes, {});
}

// Hairline below, and air around the boxes where there is room for it.
int LaneBuilder::paddingFor(int rowHeight)
{
    return rowHeight < 10 ? 1 : 3;
}

bool LaneBuilder::isExpanded(const LaneKey &key, bool standard) const
{
    const auto it = m_expansion->find(key);
    return it == m_expansion->end() ? standard : it->second;
}

void LaneBuilder::addPins()
{
    const std::vector<LaneKey> &pins = m_layout->pins();
    for (size_t i = 0; i < pins.size(); ++i) {
        const TimelineRank *const rank = m_data->rank(pins[i].rank);
        if (!rank)
            continue;
        const size_t before = m_lanes.rows.size();
        addPin(*rank, pins[i]);
        if (m_lanes.rows.size() == before)
            continue;
        if (pins[i].type != LaneKey::Type::Rank)
            namePin(m_lanes.rows[before], *rank);
        if (i + 1 < pins.size() && areLaunches(*rank, pins[i], pins[i + 1])) {
            LaneRow &last = m_lanes.rows.back();
            last.roomBelow = std::clamp(m_rowHeight, leastRoomForLines, mostRoomForLines);
            last.height += last.roomBelow;
            m_lanes.height += last.roomBelow;
        }
    }
}

// Lines between them would have to be found among the slices.
bool LaneBuilder::areLaunches(const TimelineRank &rank, const LaneKey &host, const LaneKey &device)
{
    const Trace &trace = *rank.trace;
    if (host.rank != device.rank || host.type != LaneKey::Type::Process || device.type != LaneKey::Type::Lane ||
        host.id >= trace.processes().size() || device.id >= trace.lanes().size())
        return false;
    return trace.process(ProcessId{host.id}).kind == ProcessKind::Cann &&
           trace.process(trace.lane(LaneId{device.id}).process).kind == ProcessKind::AscendHardware;
}

void LaneBuilder::addPin(const TimelineRank &rank, const LaneKey &key)
{
    switch (key.type) {
    case LaneKey::Type::Rank:
        addRank(key.rank, false, 0);
        break;
    case LaneKey::Type::Process:
        if (key.id < rank.trace->processes().size())
            addProcess(rank, ProcessId{key.id}, 0, true);
        break;
    case LaneKey::Type::Lane:
        if (key.id < rank.trace->lanes().size())
            addLane(rank, LaneId{key.id}, {}, 0);
        break;
    case LaneKey::Type::Counter:
        if (key.id < rank.trace->counters().size())
            addCounter(rank, CounterId{key.id}, 0);
        break;
    case LaneKey::Type::Derived:
        addDerived(rank, key.id, {}, 0);
        break;
    case LaneKey::Type::Turn:
    case LaneKey::Type::Hidden:
    case LaneKey::Type::Host:
        break;
    }
}

// Without the tree above it a lane must say itself where it belongs.
void LaneBuilder::namePin(LaneRow &row, const TimelineRank &rank) const
{
    const bool isOfHost = row.type == LaneRow::Type::Lane && m_visibility->isShared(rank, row.lane);
    const QString rankName =
        isOfHost ? format::displayText(m_visibility->sharedHost(row.rank))
                 : m_visibility->nameOf({row.rank, LaneKey::Type::Rank, 0}, m_data->runs().rankLabel(row.rank));
    const QString place = row.type == LaneRow::Type::Lane ? m_visibility->placeOf(rank, row.lane) : QString();
    row.label = place.isEmpty()
                    ? tr("%1 · %2", "rank, lane").arg(rankName, row.label)
                    : tr("%1 · %2 (%3)", "rank, lane, its process or group").arg(rankName, row.label, place);
}

void LaneBuilder::push(LaneRow row)
{
    row.y = m_lanes.height;
    m_lanes.height += row.height;
    m_lanes.rows.push_back(std::move(row));
}

// One strip per group of slice rows; where there are more groups than pixels, neighbours share a strip.
void LaneBuilder::squeeze(LaneRow &row, const Trace &trace, const std::vector<std::vector<RowId>> &groups) const
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

QString LaneBuilder::noteOf(RankRef ref) const
{
    switch (m_data->runs().state(ref)) {
    case RankState::Waiting:
        return tr("waiting to be loaded");
    case RankState::Loading:
        return (m_data->rank(ref) ? tr("reading tables, %1") : tr("loading, %1"))
            .arg(format::percent(m_data->runs().progress(ref), 0));
    case RankState::Failed:
        return tr("could not be loaded; see the findings");
    case RankState::Unloaded:
        return tr("not loaded");
    case RankState::Displaced:
        if (const RankInfo *const info = m_data->runs().info(ref); info && RemotePath::isOne(info->path))
            return tr("on %1; a click on the rank in the explorer brings it", "a host")
                .arg(format::displayText(RemotePath::hostOf(info->path)));
        return tr("not loaded: the memory budget is used up; a click on the rank in the explorer loads it");
    case RankState::Loaded:
        break;
    }
    const auto data = m_data->runs().rank(ref);
    if (data && data->trace)
        return tr("being prepared");
    if (data && isPackUnread(*data))
        return tr("its pack cannot be used; see the findings");
    return data && !unreadDatabases(data->info).isEmpty() ? tr("its database cannot be read; see the findings")
                                                          : tr("has no trace file");
}

void LaneBuilder::addRank(RankRef ref, bool standard, int level)
{
    const TimelineRank *rank = m_data->rank(ref);
    LaneRow row;
    row.type = LaneRow::Type::Rank;
    row.rank = ref;
    row.host = m_visibility->hostOf(ref);
    row.level = level;
    row.label = m_visibility->nameOf(row.key(), m_data->runs().rankLabel(ref));
    row.rowHeight = m_layout->rowHeight(row.key(), m_rowHeight);
    row.height = row.rowHeight + 6;
    if (!rank) {
        row.note = noteOf(ref);
        push(std::move(row));
        return;
    }
    const Trace &trace = *rank->trace;
    if (m_data->withoutMemory().contains(ref))
        row.note = tr("incomplete: no memory left");
    else if (rank->data)
        addMovedNote(row, *rank, NoLane);
    else
        row.note = noteOf(ref);
    row.expandable = true;
    row.expanded = isExpanded(row.key(), standard);
    const bool expanded = row.expanded;
    if (!expanded) {
        std::vector<std::vector<RowId>> groups;
        for (quint32 p = 0; p < trace.processes().size(); ++p) {
            std::vector<RowId> rows;
            for (quint32 i = 0; i < trace.lanes().size(); ++i) {
                const Lane &l = trace.lanes()[i];
                if (l.process == ProcessId{p} && l.sliceCount > 0 &&
                    (m_content == LaneContent::Pins || m_visibility->shows(*rank, LaneId{i})))
                    rows.push_back(RowId{l.firstRow});
            }
            if (!rows.empty())
                groups.push_back(std::move(rows));
        }
        // Communication stands among others in it, and has to be seen.
        const int strip = std::min(foldedStrip, row.rowHeight / 3);
        row.height = std::max(row.height, strip * static_cast<int>(groups.size()) + paddingFor(row.rowHeight));
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
void LaneBuilder::addProcess(const TimelineRank &rank, ProcessId id, int level, bool forced)
{
    const Trace &trace = *rank.trace;
    const Process &process = trace.process(id);
    std::vector<LaneId> lanes;
    std::vector<CounterId> counters;
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        if (trace.lanes()[l].process != id || trace.lanes()[l].sliceCount == 0)
            continue;
        if (const LaneVisibility::Shown state =
                forced ? LaneVisibility::Shown::Yes : m_visibility->shown(rank, LaneId{l});
            state == LaneVisibility::Shown::Yes)
            lanes.push_back(LaneId{l});
        else
            countHidden(state);
    }
    for (quint32 c = 0; c < trace.counters().size(); ++c) {
        if (trace.counters()[c].process != id || trace.counters()[c].timeNs.empty())
            continue;
        if (const LaneVisibility::Shown state =
                forced ? LaneVisibility::Shown::Yes : m_visibility->shown(rank, CounterId{c});
            state == LaneVisibility::Shown::Yes)
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
    row.label = m_visibility->nameOf(row.key(), m_visibility->processName(rank, id));
    row.rowHeight = m_layout->rowHeight(row.key(), m_rowHeight);
    row.badge = trace.strings().text(process.label);
    row.height = row.rowHeight + 4;
    row.expandable = true;
    row.expanded =
        isExpanded(row.key(), process.kind != ProcessKind::DeviceMetric && process.kind != ProcessKind::HostMetric);
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
        addDerived(rank, LaneKey::derivedPath, id, level + 1);
        addDerived(rank, LaneKey::derivedIdle, id, level + 1);
        addDerived(rank, LaneKey::derivedOutstanding, id, level + 1);
    }
    // Above the operators and planes that it is made of.
    for (quint32 i = LaneKey::derivedTraffic; process.kind == ProcessKind::Communication && i < LaneKey::derivedDelay;
         ++i)
        addDerived(rank, i, id, level + 1);
    for (const LaneKey &child : m_layout->ordered({rank.ref, LaneKey::Type::Process, raw(id)}, std::move(children))) {
        if (child.type == LaneKey::Type::Counter) {
            addCounter(rank, CounterId{child.id}, level + 1);
            continue;
        }
        const LaneId l{child.id};
        std::vector<LaneId> planes;
        std::copy_if(lanes.begin(), lanes.end(), std::back_inserter(planes),
                     [&](LaneId other) { return trace.lane(other).group == l && other != l; });
        const size_t before = m_lanes.rows.size();
        addLane(rank, l, planes, level + 1);
        // A plane whose group is left out says which one it is of.
        if (trace.lane(l).group != NoLane && m_lanes.rows.size() > before)
            m_lanes.rows[before].label =
                tr("%1 (%2)", "plane, its group").arg(m_lanes.rows[before].label, m_visibility->placeOf(rank, l));
    }
}

void LaneBuilder::addCounter(const TimelineRank &rank, CounterId id, int level)
{
    const CounterSeries &series = rank.trace->counters()[raw(id)];
    LaneRow row;
    row.type = LaneRow::Type::Counter;
    row.rank = rank.ref;
    row.process = series.process;
    row.counter = id;
    row.level = level;
    row.label = m_visibility->nameOf(row.key(), counterLabel(*rank.trace, series));
    row.rowHeight = m_layout->rowHeight(row.key(), m_rowHeight);
    row.height = 2 * row.rowHeight + paddingFor(row.rowHeight);
    row.curves.push_back(id);
    push(std::move(row));
}

void LaneBuilder::addLane(const TimelineRank &rank, LaneId id, const std::vector<LaneId> &planes, int level)
{
    const Trace &trace = *rank.trace;
    const Lane &lane = trace.lane(id);
    LaneRow row;
    row.type = LaneRow::Type::Lane;
    row.rank = rank.ref;
    row.process = lane.process;
    row.lane = id;
    row.level = level;
    row.label = m_visibility->nameOf(row.key(), rank.laneName(id));
    row.rowHeight = m_layout->rowHeight(row.key(), m_rowHeight);
    addMovedNote(row, rank, id);
    if (const auto company = m_layout->mergedWith(row.key()); !company.empty() && company.front() == row.key()) {
        addMerged(row, rank, company);
        push(std::move(row));
        addDelays(rank, id, level + 1);
        return;
    }
    row.expandable = lane.rowCount > 1 || !planes.empty();
    // Levels of a stream are tasks that run side by side, most of them seldom; those of a thread are its calls.
    const bool isDeep =
        lane.rowCount > mostUnfoldedLevels && trace.process(lane.process).kind == ProcessKind::AscendHardware;
    row.expanded = row.expandable && isExpanded(row.key(), lane.kind != LaneKind::PythonStack && !isDeep);
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

void LaneBuilder::countHidden(LaneVisibility::Shown shown)
{
    m_lanes.hidden += shown == LaneVisibility::Shown::Hidden ? 1 : 0;
    m_lanes.leftOut += shown == LaneVisibility::Shown::LeftOut ? 1 : 0;
}

void LaneBuilder::countHidden(const TimelineRank &rank)
{
    if (m_content != LaneContent::Tree)
        return;
    for (quint32 i = 0; i < rank.trace->lanes().size(); ++i) {
        if (rank.trace->lanes()[i].sliceCount > 0)
            countHidden(m_visibility->shown(rank, LaneId{i}));
    }
    for (quint32 i = 0; i < rank.trace->counters().size(); ++i) {
        if (!rank.trace->counters()[i].timeNs.empty())
            countHidden(m_visibility->shown(rank, CounterId{i}));
    }
}

void LaneBuilder::addHiddenNotes()
{
    const auto add = [this](quint32 id, const QString &label, const QString &note) {
        LaneRow row;
        row.type = LaneRow::Type::Hidden;
        row.derivedId = id;
        row.height = std::max(m_rowHeight, 12) + 6;
        row.rowHeight = m_rowHeight;
        row.label = label;
        row.note = note;
        push(std::move(row));
    };
    if (m_lanes.hidden > 0)
        add(LaneKey::hiddenByHand, tr("%n lane(s) hidden", nullptr, m_lanes.hidden), tr("click to show"));
    if (m_lanes.leftOut > 0)
        add(LaneKey::hiddenByFilter, tr("%n lane(s) left out by the filter", nullptr, m_lanes.leftOut),
            tr("click to remove the filter"));
}

// Hosts stand where the first of their ranks would; ranks whose host no file names stay beside them.
void LaneBuilder::addTree()
{
    std::vector<LaneKey> ranks;
    const std::vector<RankRef> all = m_data->runs().allRanks();
    for (const RankRef ref : all)
        ranks.push_back({ref, LaneKey::Type::Rank, 0});
    ranks = m_layout->ordered(LaneLayout::root(), std::move(ranks));
    std::vector<LaneKey> top;
    std::map<LaneKey, std::vector<LaneKey>> below;
    for (const LaneKey &rank : ranks) {
        const LaneKey host = m_visibility->hostOf(rank.rank);
        if (host == LaneLayout::root())
            top.push_back(rank);
        else if (std::vector<LaneKey> &ofHost = below[host]; ofHost.push_back(rank), ofHost.size() == 1)
            top.push_back(host);
    }
    const bool areFew = std::count_if(all.begin(), all.end(),
                                      [this](RankRef ref) { return m_visibility->passes(ref); }) <= mostUnfoldedRanks;
    const auto add = [&](RankRef ref, int level, bool expanded) {
        const bool standard = areFew || !m_layout->filter().isEmpty();
        if (m_visibility->passes(ref) && expanded)
            addRank(ref, standard, level);
        else if (const TimelineRank *rank = m_data->rank(ref))
            countHidden(*rank);
        else if (m_layout->isHidden(m_visibility->hostOf(ref)))
            ++m_lanes.hidden; // else nothing would say that the host is hidden
    };
    for (const LaneKey &key : m_layout->ordered(LaneLayout::root(), std::move(top))) {
        if (key.type == LaneKey::Type::Rank) {
            add(key.rank, 0, true);
            continue;
        }
        const bool expanded = isExpanded(key, true);
        std::vector<RankRef> shown;
        const auto ofHost = m_layout->ordered(key, std::move(below[key]));
        for (const LaneKey &rank : ofHost) {
            if (m_visibility->passes(rank.rank))
                shown.push_back(rank.rank);
        }
        if (!shown.empty())
            addHost(key, shown, expanded);
        for (const LaneKey &rank : ofHost)
            add(rank.rank, 1, expanded);
    }
}

// Those that are shown; of a rank without lanes of its device, all that it shows.
std::vector<RowId> LaneBuilder::deviceRows(const TimelineRank &rank) const
{
    std::vector<RowId> device;
    std::vector<RowId> any;
    const Trace &trace = *rank.trace;
    for (quint32 i = 0; i < trace.lanes().size(); ++i) {
        const Lane &l = trace.lanes()[i];
        if (l.sliceCount == 0 || !m_visibility->shows(rank, LaneId{i}))
            continue;
        any.push_back(RowId{l.firstRow});
        if (isDeviceWork(trace, l))
            device.push_back(RowId{l.firstRow});
    }
    return device.empty() ? any : device;
}

void LaneBuilder::addHost(const LaneKey &host, const std::vector<RankRef> &ranks, bool expanded)
{
    LaneRow row;
    row.type = LaneRow::Type::Host;
    row.host = host;
    row.label = m_visibility->nameOf(host, m_layout->hostOf(host));
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

// Lanes whose slices never run at the same time share their strips; the others stand below each other, so that nothing
// is painted over.
void LaneBuilder::addMerged(LaneRow &row, const TimelineRank &rank, const std::vector<LaneKey> &lanes)
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
void LaneBuilder::addTurns(const TimelineRank &rank, LaneId lane, int level)
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

// Beside a name there is no room for every digit.
void LaneBuilder::addMovedNote(LaneRow &row, const TimelineRank &rank, LaneId lane) const
{
    const TimeOffsets &offsets = m_data->offsets();
    const qint64 own = lane == NoLane ? offsets.ofRank(rank.ref) : offsets.ofLane(rank.ref, lane);
    const qint64 device = lane == NoLane ? offsets.ofDevice(rank.ref) : 0;
    const auto text = [own, device](QString (*form)(qint64)) {
        const QString moved = own == 0 ? QString() : tr("clock %1").arg(form(-own));
        const QString joined = device == 0 ? QString() : tr("device lanes %1").arg(form(-device));
        return moved.isEmpty() || joined.isEmpty()
                   ? moved + joined
                   : tr("%1, %2", "how ranks and their devices are moved").arg(moved, joined);
    };
    row.note = text(&format::signedDuration);
    row.wholeNote = text(&exactOffset);
}

} // namespace rs
