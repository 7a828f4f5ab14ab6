// SPDX-License-Identifier: Apache-2.0
// What lanes are called, and which of them the names let through.
#include "views/timeline/lanes/lanemodel.h"

#include "items/format.h"

#include <algorithm>

namespace rs {

QString LaneModel::nameOf(const LaneKey &key, const QString &own) const
{
    const QString alias = m_layout->alias(key);
    return format::displayText(alias.isEmpty() ? own : alias);
}

// One name of a merged lane is enough for all of it.
bool LaneModel::passesText(const TimelineRank &rank, const LaneKey &lane, const LaneKey &process) const
{
    const QString of = nameOf(process, rank.trace->processLabel(ProcessId{process.id}));
    const auto passes = [&](const LaneKey &key) {
        const LaneId id{key.id};
        return m_layout->passesText(rank.ref.run, of, nameOf(key, rank.laneName(id))) ||
               (rank.domains.contains(id) && m_layout->passesText(rank.ref.run, of, rank.trace->laneLabel(id)));
    };
    const auto company = m_layout->mergedWith(lane);
    return company.empty() ? passes(lane) : std::any_of(company.begin(), company.end(), passes);
}

// What the filter leaves out would not come back if the hand no longer hid it.
LaneModel::Shown LaneModel::shown(RankRef rank, ProcessKind kind, bool passesText, bool exempt, bool hidden) const
{
    if (!m_layout->passes(rank) || (!exempt && !(m_layout->passes(rank.run, kind) && passesText)))
        return Shown::LeftOut;
    return hidden || !passes(rank) ? Shown::Hidden : Shown::Yes;
}

LaneModel::Shown LaneModel::shown(const TimelineRank &rank, LaneId id) const
{
    const Lane &lane = rank.trace->lane(id);
    const LaneKey key{rank.ref, LaneKey::Type::Lane, raw(id)};
    const LaneKey processKey{rank.ref, LaneKey::Type::Process, raw(lane.process)};
    return shown(rank.ref, rank.trace->process(lane.process).kind, passesText(rank, key, processKey),
                 m_layout->isExempt(key), m_layout->isHidden(key) || m_layout->isHidden(processKey));
}

LaneModel::Shown LaneModel::shown(const TimelineRank &rank, CounterId id) const
{
    const CounterSeries &c = rank.trace->counters()[raw(id)];
    const LaneKey key{rank.ref, LaneKey::Type::Counter, raw(id)};
    const LaneKey processKey{rank.ref, LaneKey::Type::Process, raw(c.process)};
    const bool named = m_layout->passesText(rank.ref.run, nameOf(processKey, rank.trace->processLabel(c.process)),
                                            nameOf(key, counterLabel(*rank.trace, c)));
    return shown(rank.ref, rank.trace->process(c.process).kind, named, false,
                 m_layout->isHidden(key) || m_layout->isHidden(processKey));
}

void LaneModel::countHidden(Shown shown)
{
    m_hidden += shown == Shown::Hidden ? 1 : 0;
    m_leftOut += shown == Shown::LeftOut ? 1 : 0;
}

void LaneModel::countHidden(const TimelineRank &rank)
{
    if (m_content != Content::Tree)
        return;
    for (quint32 i = 0; i < rank.trace->lanes().size(); ++i) {
        if (rank.trace->lanes()[i].sliceCount > 0)
            countHidden(shown(rank, LaneId{i}));
    }
    for (quint32 i = 0; i < rank.trace->counters().size(); ++i) {
        if (!rank.trace->counters()[i].timeNs.empty())
            countHidden(shown(rank, CounterId{i}));
    }
}

void LaneModel::addHiddenNotes()
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
    if (m_hidden > 0)
        add(LaneKey::hiddenByHand, tr("%n lane(s) hidden", nullptr, m_hidden), tr("click to show"));
    if (m_leftOut > 0)
        add(LaneKey::hiddenByFilter, tr("%n lane(s) left out by the filter", nullptr, m_leftOut),
            tr("click to remove the filter"));
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
            // A delay belongs to one stream, which another rank may number otherwise.
            if (key.id < LaneKey::derivedDelay || ref == key.rank)
                out.push_back({ref, key.type, key.id});
            continue;
        }
        const size_t count = key.type == LaneKey::Type::Process ? rank.trace->processes().size()
                             : key.type == LaneKey::Type::Lane  ? rank.trace->lanes().size()
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

// The group of a plane, or the process of a lane whose name others on the rank have too.
QString LaneModel::placeOf(const TimelineRank &rank, LaneId id) const
{
    const Trace &trace = *rank.trace;
    const Lane &lane = trace.lane(id);
    if (lane.group != NoLane)
        return nameOf({rank.ref, LaneKey::Type::Lane, raw(lane.group)}, rank.laneName(lane.group));
    const auto &lanes = trace.lanes();
    const bool alone = std::count_if(lanes.begin(), lanes.end(), [&lane](const Lane &l) {
                           return l.sliceCount > 0 && l.name == lane.name;
                       }) < 2;
    return alone ? QString()
                 : nameOf({rank.ref, LaneKey::Type::Process, raw(lane.process)}, trace.processLabel(lane.process));
}

} // namespace rs
