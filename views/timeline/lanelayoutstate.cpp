// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/lanelayoutstate.h"

#include "views/rankname.h"

#include <QJsonArray>

#include <algorithm>
#include <array>

namespace rs {

namespace {

// Stable words for kinds of processes and types of keys; their numbers may change.
constexpr std::array kindWords = {
    std::pair(ProcessKind::Unknown, "unknown"),       std::pair(ProcessKind::Python, "python"),
    std::pair(ProcessKind::PythonGc, "gc"),           std::pair(ProcessKind::MindSpore, "mindspore"),
    std::pair(ProcessKind::CpuOp, "cpu-op"),          std::pair(ProcessKind::ScopeLayer, "scope-layer"),
    std::pair(ProcessKind::MsTx, "mstx"),             std::pair(ProcessKind::Cann, "cann"),
    std::pair(ProcessKind::AscendHardware, "ascend-hardware"), std::pair(ProcessKind::Communication, "communication"),
    std::pair(ProcessKind::OverlapAnalysis, "overlap-analysis"), std::pair(ProcessKind::HostMetric, "host-metric"),
    std::pair(ProcessKind::DeviceMetric, "device-metric"),
};
constexpr std::array typeWords = {
    std::pair(LaneKey::Type::Rank, "rank"),       std::pair(LaneKey::Type::Process, "process"),
    std::pair(LaneKey::Type::Lane, "lane"),       std::pair(LaneKey::Type::Counter, "counter"),
};

template <typename Words, typename Value>
QString wordOf(const Words &words, Value value)
{
    const auto at = std::find_if(words.begin(), words.end(), [value](const auto &w) { return w.first == value; });
    return at == words.end() ? QString() : QString::fromLatin1(at->second);
}

template <typename Value, typename Words>
std::optional<Value> valueOf(const Words &words, const QString &word)
{
    const auto at = std::find_if(words.begin(), words.end(), [&](const auto &w) { return word == QLatin1String(w.second); });
    return at == words.end() ? std::nullopt : std::optional<Value>(at->first);
}

QString pidOf(const Trace &trace, ProcessId process)
{
    return trace.strings().text(trace.process(process).pid);
}

/// Two lanes of a thread (its calls and its Python stack) differ in kind.
bool isLane(const Trace &trace, const Lane &lane, const QJsonObject &name)
{
    return pidOf(trace, lane.process) == name[QStringLiteral("pid")].toString()
           && trace.strings().text(lane.tid) == name[QStringLiteral("tid")].toString()
           && (lane.kind == LaneKind::PythonStack) == name[QStringLiteral("stack")].toBool();
}

template <typename Items, typename Is>
std::optional<quint32> indexOf(const Items &items, Is is)
{
    const auto at = std::find_if(items.begin(), items.end(), is);
    return at == items.end() ? std::nullopt : std::optional(static_cast<quint32>(at - items.begin()));
}

} // namespace

LaneLayoutState::LaneLayoutState(LaneLayout *layout, RunStore *runs, QObject *parent)
    : QObject(parent), m_layout(layout), m_runs(runs)
{
    connect(runs, &RunStore::rankLoaded, this, &LaneLayoutState::resolve);
    connect(runs, &RunStore::loadingFinished, this, &LaneLayoutState::resolve);
}

QJsonObject LaneLayoutState::nameOf(const LaneKey &key) const
{
    QJsonObject name = rankToJson(*m_runs, key.rank);
    const QString type = wordOf(typeWords, key.type);
    if (name.isEmpty() || type.isEmpty())
        return {};
    name[QStringLiteral("type")] = type;
    if (key.type == LaneKey::Type::Rank)
        return name;
    const auto rank = m_runs->rank(key.rank);
    if (!rank || !rank->trace)
        return {};
    const Trace &t = *rank->trace;
    if (key.type == LaneKey::Type::Process && key.id < t.processes().size()) {
        name[QStringLiteral("pid")] = pidOf(t, ProcessId{key.id});
    } else if (key.type == LaneKey::Type::Lane && key.id < t.lanes().size()) {
        const Lane &lane = t.lanes()[key.id];
        name[QStringLiteral("pid")] = pidOf(t, lane.process);
        name[QStringLiteral("tid")] = t.strings().text(lane.tid);
        name[QStringLiteral("stack")] = lane.kind == LaneKind::PythonStack;
    } else if (key.type == LaneKey::Type::Counter && key.id < t.counters().size()) {
        const CounterSeries &counter = t.counters()[key.id];
        name[QStringLiteral("pid")] = pidOf(t, counter.process);
        name[QStringLiteral("name")] = t.strings().text(counter.name);
        name[QStringLiteral("series")] = t.strings().text(counter.series);
    } else {
        return {};
    }
    return name;
}

std::optional<LaneKey> LaneLayoutState::keyOf(const QJsonObject &name) const
{
    LaneKey key;
    key.rank = rankFromJson(*m_runs, name);
    const auto type = valueOf<LaneKey::Type>(typeWords, name[QStringLiteral("type")].toString());
    if (!key.rank.isValid() || !type)
        return std::nullopt;
    key.type = *type;
    if (key.type == LaneKey::Type::Rank)
        return key;
    const auto rank = m_runs->rank(key.rank);
    if (!rank || !rank->trace)
        return std::nullopt;
    const Trace &t = *rank->trace;
    const QString pid = name[QStringLiteral("pid")].toString();
    std::optional<quint32> id;
    if (key.type == LaneKey::Type::Process) {
        id = indexOf(t.processes(), [&](const Process &p) { return t.strings().text(p.pid) == pid; });
    } else if (key.type == LaneKey::Type::Lane) {
        id = indexOf(t.lanes(), [&](const Lane &lane) { return isLane(t, lane, name); });
    } else {
        id = indexOf(t.counters(), [&](const CounterSeries &c) {
            return pidOf(t, c.process) == pid && t.strings().text(c.name) == name[QStringLiteral("name")].toString()
                   && t.strings().text(c.series) == name[QStringLiteral("series")].toString();
        });
    }
    if (!id)
        return std::nullopt;
    key.id = *id;
    return key;
}

QJsonObject LaneLayoutState::save() const
{
    std::map<QString, QJsonArray> lists;
    const auto add = [&](const QString &list, const LaneKey &key, const QString &field = {}, const QJsonValue &value = {}) {
        QJsonObject name = nameOf(key);
        if (name.isEmpty())
            return;
        if (!field.isEmpty())
            name[field] = value;
        lists[list].append(name);
    };
    for (const LaneKey &key : m_layout->hidden())
        add(QStringLiteral("hidden"), key);
    for (const LaneKey &key : m_layout->pins())
        add(QStringLiteral("pins"), key);
    for (const auto &[key, alias] : m_layout->aliases())
        add(QStringLiteral("aliases"), key, QStringLiteral("alias"), alias);
    for (const auto &[key, pixels] : m_layout->heights())
        add(QStringLiteral("heights"), key, QStringLiteral("pixels"), pixels);
    for (const Entry &entry : m_waiting)
        lists[entry.list].append(entry.value);
    QJsonObject out;
    for (const auto &[list, values] : lists)
        out[list] = values;
    const LaneFilter &filter = m_layout->filter();
    QJsonArray ranks;
    for (const RankRef ref : filter.ranks)
        ranks.append(rankToJson(*m_runs, ref));
    QJsonArray kinds;
    for (const ProcessKind kind : filter.kinds)
        kinds.append(wordOf(kindWords, kind));
    if (!filter.isEmpty())
        out[QStringLiteral("filter")] = QJsonObject{{QStringLiteral("ranks"), ranks}, {QStringLiteral("kinds"), kinds}, {QStringLiteral("text"), filter.text}};
    return out;
}

void LaneLayoutState::restoreFilter(const QJsonObject &state)
{
    LaneFilter filter;
    for (const QJsonValue &v : state[QStringLiteral("ranks")].toArray()) {
        const RankRef ref = rankFromJson(*m_runs, v.toObject());
        if (ref.isValid())
            filter.ranks.insert(ref);
    }
    for (const QJsonValue &v : state[QStringLiteral("kinds")].toArray()) {
        if (const auto kind = valueOf<ProcessKind>(kindWords, v.toString()))
            filter.kinds.insert(*kind);
    }
    filter.text = state[QStringLiteral("text")].toString();
    m_layout->setFilter(filter);
}

void LaneLayoutState::restore(const QJsonObject &state)
{
    m_layout->clear();
    restoreFilter(state[QStringLiteral("filter")].toObject());
    m_waiting.clear();
    for (const char *list : {"hidden", "pins", "aliases", "heights"}) {
        for (const QJsonValue &v : state[QLatin1String(list)].toArray()) {
            if (v.isObject())
                m_waiting.push_back({QLatin1String(list), v.toObject()});
        }
    }
    resolve();
}

void LaneLayoutState::apply(const Entry &entry, const LaneKey &key)
{
    if (entry.list == QLatin1String("hidden"))
        m_layout->setHidden({key}, true);
    else if (entry.list == QLatin1String("pins"))
        m_layout->pin({key});
    else if (entry.list == QLatin1String("aliases"))
        m_layout->setAlias(key, entry.value[QStringLiteral("alias")].toString());
    else
        m_layout->setRowHeight(key, entry.value[QStringLiteral("pixels")].toInt());
}

void LaneLayoutState::resolve()
{
    if (m_waiting.empty())
        return;
    std::vector<Entry> waiting;
    // A pin before one that still waits would take its place: the order is the user's.
    bool pinWaits = false;
    for (Entry &entry : m_waiting) {
        const bool isPin = entry.list == QLatin1String("pins");
        const auto key = keyOf(entry.value);
        if (key && !(isPin && pinWaits && m_runs->isLoading())) {
            apply(entry, *key);
        } else {
            pinWaits = pinWaits || isPin;
            waiting.push_back(std::move(entry));
        }
    }
    m_waiting = std::move(waiting);
}

} // namespace rs
