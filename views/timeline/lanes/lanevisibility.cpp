// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/lanes/lanevisibility.h"

#include "core/run/kerneltrace.h"
#include "items/format.h"

#include <algorithm>
#include <set>
#include <utility>

namespace rs {

QString LaneVisibility::nameOf(const LaneKey &key, const QString &own) const
{
    const QString alias = m_layout->alias(key);
    return format::displayText(alias.isEmpty() ? own : alias);
}

// One name of a merged lane is enough for all of it.
bool LaneVisibility::passesText(const TimelineRank &rank, const LaneKey &lane, const LaneKey &process) const
{
    const QString of = nameOf(process, processName(rank, ProcessId{process.id}));
    const auto passes = [&](const LaneKey &key) {
        const LaneId id{key.id};
        return m_layout->passesText(rank.ref.run, of, nameOf(key, rank.laneName(id))) ||
               (rank.domains.contains(id) && m_layout->passesText(rank.ref.run, of, rank.trace->laneLabel(id)));
    };
    const auto company = m_layout->mergedWith(lane);
    return company.empty() ? passes(lane) : std::any_of(company.begin(), company.end(), passes);
}

// Lanes that the filter leaves out would not come back if they were no longer hidden by hand.
LaneVisibility::Shown LaneVisibility::shown(RankRef rank, ProcessKind kind, bool passesText, bool exempt,
                                            bool hidden) const
{
    if (!m_layout->passes(rank) || (!exempt && !(m_layout->passes(rank.run, kind) && passesText)))
        return Shown::LeftOut;
    return hidden || !passes(rank) ? Shown::Hidden : Shown::Yes;
}

LaneVisibility::Shown LaneVisibility::shown(const TimelineRank &rank, LaneId id) const
{
    const Lane &lane = rank.trace->lane(id);
    const LaneKey key{rank.ref, LaneKey::Type::Lane, raw(id)};
    const LaneKey processKey{rank.ref, LaneKey::Type::Process, raw(lane.process)};
    const auto shared = m_shared.find(rank.ref);
    if (shared != m_shared.end() && shared->second.shownWith.isValid() && shared->second.shownWith != rank.ref &&
        !m_layout->isExempt(key) && isShared(rank, id))
        return Shown::Elsewhere;
    return shown(rank.ref, rank.trace->process(lane.process).kind, passesText(rank, key, processKey),
                 m_layout->isExempt(key), m_layout->isHidden(key) || m_layout->isHidden(processKey));
}

LaneVisibility::Shown LaneVisibility::shown(const TimelineRank &rank, CounterId id) const
{
    const CounterSeries &c = rank.trace->counters()[raw(id)];
    const LaneKey key{rank.ref, LaneKey::Type::Counter, raw(id)};
    const LaneKey processKey{rank.ref, LaneKey::Type::Process, raw(c.process)};
    const bool named = m_layout->passesText(rank.ref.run, nameOf(processKey, rank.trace->processLabel(c.process)),
                                            nameOf(key, counterLabel(*rank.trace, c)));
    return shown(rank.ref, rank.trace->process(c.process).kind, named, false,
                 m_layout->isHidden(key) || m_layout->isHidden(processKey));
}

// The group of a plane, or the process of a lane whose name others on the rank have too.
QString LaneVisibility::placeOf(const TimelineRank &rank, LaneId id) const
{
    const Trace &trace = *rank.trace;
    const Lane &lane = trace.lane(id);
    if (lane.group != NoLane)
        return nameOf({rank.ref, LaneKey::Type::Lane, raw(lane.group)}, rank.laneName(lane.group));
    const auto &lanes = trace.lanes();
    const bool alone = std::count_if(lanes.begin(), lanes.end(),
                                     [&lane](const Lane &l) { return l.sliceCount > 0 && l.name == lane.name; }) < 2;
    return alone ? QString()
                 : nameOf({rank.ref, LaneKey::Type::Process, raw(lane.process)}, processName(rank, lane.process));
}

bool LaneVisibility::isShared(const TimelineRank &rank, LaneId id) const
{
    const auto shared = m_shared.find(rank.ref);
    return shared != m_shared.end() && raw(id) < shared->second.lanes.size() && shared->second.lanes[raw(id)];
}

QString LaneVisibility::sharedHost(RankRef ref) const
{
    const auto it = m_shared.find(ref);
    return it == m_shared.end() ? QString() : it->second.host;
}

QString LaneVisibility::processName(const TimelineRank &rank, ProcessId id) const
{
    const QString own = rank.trace->processLabel(id);
    const auto shared = m_shared.find(rank.ref);
    if (shared == m_shared.end() || raw(id) >= shared->second.processes.size() || !shared->second.processes[raw(id)])
        return own;
    return tr("%1 of host %2 (%n rank(s))", "process of a kernel trace, whose ranks share it", shared->second.ranks)
        .arg(own, shared->second.host);
}

LaneKey LaneVisibility::hostOf(RankRef ref) const
{
    const auto it = m_hosts.find(ref);
    return it == m_hosts.end() ? LaneLayout::root() : it->second;
}

bool LaneVisibility::passes(RankRef ref) const
{
    return m_layout->passes(ref) && (!m_layout->isHidden(hostOf(ref)) || m_layout->exemptRuns().contains(ref.run));
}

std::vector<RankRef> LaneVisibility::ranksOf(const LaneKey &host) const
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

void LaneVisibility::findHosts()
{
    std::set<LaneKey> hosts;
    m_hosts.clear();
    for (const RankRef ref : m_data->runs().allRanks()) {
        if (const RankInfo *const info = m_data->runs().info(ref); info && !info->host.isEmpty())
            hosts.insert(m_hosts[ref] = m_layout->hostKey(info->host));
    }
    if (hosts.size() < 2)
        m_hosts.clear();
}

void LaneVisibility::findShared()
{
    std::map<std::pair<int, QString>, std::vector<RankRef>> users; // of a file, by run and path
    for (const RankRef ref : m_data->runs().allRanks()) {
        const RankInfo *const info = m_data->runs().info(ref);
        if (const QString path = info ? kernelTraceOf(*info) : QString(); !path.isEmpty())
            users[{ref.run, path}].push_back(ref);
    }
    const std::map<RankRef, Shared> before = std::exchange(m_shared, {});
    for (const auto &[file, ranks] : users) {
        if (ranks.size() < 2)
            continue;
        RankRef shownWith;
        for (const RankRef ref : ranks) {
            if (!shownWith.isValid() && m_data->rank(ref) && passes(ref))
                shownWith = ref;
        }
        for (const RankRef ref : ranks) {
            const RankInfo &info = *m_data->runs().info(ref);
            Shared &shared = m_shared[ref];
            if (const auto known = before.find(ref); known != before.end())
                shared = known->second;
            shared.shownWith = shownWith;
            shared.ranks = static_cast<int>(ranks.size());
            shared.host = kernelTraceHost(info);
            findLanes(shared, info, m_data->rank(ref));
        }
    }
}

void LaneVisibility::findLanes(Shared &shared, const RankInfo &info, const TimelineRank *rank)
{
    const std::shared_ptr<const Trace> trace = rank ? rank->trace : nullptr;
    if (trace && shared.trace.lock() == trace)
        return;
    shared.trace = trace;
    shared.lanes.assign(trace ? trace->lanes().size() : 0, false);
    shared.processes.assign(trace ? trace->processes().size() : 0, false);
    for (quint32 l = 0; l < shared.lanes.size(); ++l) {
        if (!isOfKernelTrace(info, *trace, LaneId{l}))
            continue;
        shared.lanes[l] = true;
        shared.processes[raw(trace->lane(LaneId{l}).process)] = true;
    }
}

} // namespace rs
