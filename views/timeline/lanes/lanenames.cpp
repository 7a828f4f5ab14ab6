// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/lanes/lanenames.h"

#include <QJsonArray>

#include <algorithm>
#include <array>
#include <string_view>

namespace rs::lanenames {

namespace {

// Stable words; the numbers of the types may change.
constexpr std::array typeWords = {
    std::pair(LaneKey::Type::Rank, "rank"),       std::pair(LaneKey::Type::Process, "process"),
    std::pair(LaneKey::Type::Lane, "lane"),       std::pair(LaneKey::Type::Counter, "counter"),
    std::pair(LaneKey::Type::Derived, "derived"),
};
/// Kinds of derived lanes: the traffic is that of a type of link, the launch delay that of a lane.
constexpr std::array derivedWords = {"idle", "outstanding", "path", "traffic", "delay"};
constexpr quint32 trafficWord = 3;
constexpr quint32 delayWord = 4;
constexpr std::array nestedLists = {"children", "lanes"};

/// The name without the thread's id, which is another one in every run; numbers of streams and planes last.
std::string_view lastingName(const Trace &trace, const Lane &lane)
{
    std::string_view name = trace.strings().view(lane.name);
    const std::string_view tid = trace.strings().view(lane.tid);
    if ((lane.kind == LaneKind::Thread || lane.kind == LaneKind::PythonStack) && name.ends_with(tid))
        name.remove_suffix(tid.size());
    return name;
}

QString text(std::string_view view)
{
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

/// Words shared by a lane and others of the same name.
struct LaneWords
{
    std::string_view process;
    std::string_view lane;
    bool stack = false; ///< two lanes of a thread, its calls and its Python stack, differ in kind
    bool operator==(const LaneWords &) const = default;

    static LaneWords of(const Trace &trace, const Lane &lane)
    {
        return {trace.strings().view(trace.process(lane.process).name), lastingName(trace, lane),
                lane.kind == LaneKind::PythonStack};
    }
};

void addLane(const Trace &trace, quint32 id, QJsonObject &name)
{
    const auto &lanes = trace.lanes();
    const Lane &lane = lanes[id];
    const LaneWords words = LaneWords::of(trace, lane);
    name[QStringLiteral("pid")] = trace.strings().text(trace.process(lane.process).pid);
    name[QStringLiteral("tid")] = trace.strings().text(lane.tid);
    name[QStringLiteral("stack")] = words.stack;
    name[QStringLiteral("process")] = text(words.process);
    name[QStringLiteral("lane")] = text(words.lane);
    name[QStringLiteral("nth")] = static_cast<int>(std::count_if(
        lanes.begin(), lanes.begin() + id, [&](const Lane &l) { return LaneWords::of(trace, l) == words; }));
}

/// The n-th that is like it, counted from 0.
template <typename Items, typename Is>
std::optional<quint32> indexOf(const Items &items, int nth, Is is)
{
    const auto at = std::find_if(items.begin(), items.end(), [&](const auto &item) { return is(item) && nth-- == 0; });
    return at == items.end() ? std::nullopt : std::optional(static_cast<quint32>(at - items.begin()));
}

std::optional<quint32> findLane(const Trace &trace, const QJsonObject &name, bool byId, int nth)
{
    const bool stack = name[QStringLiteral("stack")].toBool();
    if (byId) {
        const QString pid = name[QStringLiteral("pid")].toString();
        const QString tid = name[QStringLiteral("tid")].toString();
        return indexOf(trace.lanes(), 0, [&](const Lane &l) {
            return (l.kind == LaneKind::PythonStack) == stack && trace.strings().text(l.tid) == tid &&
                   trace.strings().text(trace.process(l.process).pid) == pid;
        });
    }
    const QByteArray process = name[QStringLiteral("process")].toString().toUtf8();
    const QByteArray lane = name[QStringLiteral("lane")].toString().toUtf8();
    const LaneWords words{
        {process.data(), static_cast<size_t>(process.size())}, {lane.data(), static_cast<size_t>(lane.size())}, stack};
    return indexOf(trace.lanes(), nth, [&](const Lane &l) { return LaneWords::of(trace, l) == words; });
}

bool isInside(const Trace &trace, const LaneKey &key)
{
    switch (key.type) {
    case LaneKey::Type::Process:
        return key.id < trace.processes().size();
    case LaneKey::Type::Lane:
        return key.id < trace.lanes().size();
    case LaneKey::Type::Counter:
        return key.id < trace.counters().size();
    case LaneKey::Type::Derived:
        return key.id < LaneKey::derivedDelay + trace.lanes().size();
    default:
        return key.type == LaneKey::Type::Rank;
    }
}

template <typename Change>
QJsonObject withNested(QJsonObject name, Change change)
{
    for (const char *const list : nestedLists) {
        const auto at = name.find(QLatin1String(list));
        if (at == name.end())
            continue;
        QJsonArray out;
        for (const QJsonValue &v : at->toArray())
            out.append(change(v.toObject()));
        *at = out;
    }
    return name;
}

} // namespace

std::optional<LaneKey::Type> typeOf(const QJsonObject &name)
{
    const QString word = name[QStringLiteral("type")].toString();
    const auto at = std::find_if(typeWords.begin(), typeWords.end(),
                                 [&](const auto &w) { return word == QLatin1String(w.second); });
    return at == typeWords.end() ? std::nullopt : std::optional(at->first);
}

QJsonObject nameOf(const Trace &trace, const LaneKey &key)
{
    const auto word =
        std::find_if(typeWords.begin(), typeWords.end(), [&](const auto &w) { return w.first == key.type; });
    if (word == typeWords.end() || !isInside(trace, key))
        return {};
    const auto textOf = [&](StrId id) { return trace.strings().text(id); };
    QJsonObject name{{QStringLiteral("type"), QLatin1String(word->second)}};
    if (key.type == LaneKey::Type::Process) {
        const auto &all = trace.processes();
        const StrId own = all[key.id].name;
        name[QStringLiteral("pid")] = textOf(all[key.id].pid);
        name[QStringLiteral("process")] = textOf(own);
        name[QStringLiteral("nth")] = static_cast<int>(
            std::count_if(all.begin(), all.begin() + key.id, [own](const Process &p) { return p.name == own; }));
    } else if (key.type == LaneKey::Type::Lane) {
        addLane(trace, key.id, name);
    } else if (key.type == LaneKey::Type::Counter) {
        const CounterSeries &counter = trace.counters()[key.id];
        name[QStringLiteral("pid")] = textOf(trace.process(counter.process).pid);
        name[QStringLiteral("process")] = textOf(trace.process(counter.process).name);
        name[QStringLiteral("name")] = textOf(counter.name);
        name[QStringLiteral("series")] = textOf(counter.series);
    } else if (key.type == LaneKey::Type::Derived) {
        const bool isDelay = key.id >= LaneKey::derivedDelay;
        const bool isTraffic = key.id >= LaneKey::derivedTraffic && !isDelay;
        name[QStringLiteral("what")] = QLatin1String(derivedWords[isDelay     ? delayWord
                                                                  : isTraffic ? trafficWord
                                                                              : key.id]);
        if (isTraffic)
            name[QStringLiteral("place")] = static_cast<int>(key.id - LaneKey::derivedTraffic);
        if (isDelay)
            addLane(trace, key.id - LaneKey::derivedDelay, name);
    }
    return name;
}

std::optional<LaneKey> find(const Trace &trace, RankRef rank, const QJsonObject &name)
{
    const auto type = typeOf(name);
    if (!type)
        return std::nullopt;
    const auto textOf = [&](StrId id) { return trace.strings().text(id); };
    const bool byId = name.contains(QStringLiteral("pid"));
    const int nth = byId ? 0 : name[QStringLiteral("nth")].toInt();
    const QString process = name[byId ? QStringLiteral("pid") : QStringLiteral("process")].toString();
    const auto isProcess = [&](const Process &p) { return textOf(byId ? p.pid : p.name) == process; };
    std::optional<quint32> id;
    switch (*type) {
    case LaneKey::Type::Process:
        id = indexOf(trace.processes(), nth, isProcess);
        break;
    case LaneKey::Type::Lane:
        id = findLane(trace, name, byId, nth);
        break;
    case LaneKey::Type::Counter:
        id = indexOf(trace.counters(), 0, [&](const CounterSeries &c) {
            return isProcess(trace.process(c.process)) && textOf(c.name) == name[QStringLiteral("name")].toString() &&
                   textOf(c.series) == name[QStringLiteral("series")].toString();
        });
        break;
    case LaneKey::Type::Derived: {
        const QString what = name[QStringLiteral("what")].toString();
        id = indexOf(derivedWords, 0, [&](const char *word) { return what == QLatin1String(word); });
        if (id == delayWord) {
            const auto stream = findLane(trace, name, byId, nth);
            id = stream ? std::optional(LaneKey::derivedDelay + *stream) : std::nullopt;
        } else if (id == trafficWord) {
            const int place = name[QStringLiteral("place")].toInt();
            const bool isOne = place >= 0 && LaneKey::derivedTraffic + place < LaneKey::derivedDelay;
            id = isOne ? std::optional(LaneKey::derivedTraffic + static_cast<quint32>(place)) : std::nullopt;
        }
        break;
    }
    default:
        id = 0;
        break;
    }
    return id ? std::optional(LaneKey{rank, *type, *id}) : std::nullopt;
}

QJsonObject withoutRun(QJsonObject name)
{
    if (name.contains(QStringLiteral("pid")) && !name.contains(QStringLiteral("process")))
        return name;
    for (const char *const part : {"run", "pid", "tid"})
        name.remove(QLatin1String(part));
    return withNested(std::move(name), withoutRun);
}

QJsonObject inRun(QJsonObject name, const QString &path)
{
    name[QStringLiteral("run")] = path;
    return withNested(std::move(name), [&path](const QJsonObject &inner) { return inRun(inner, path); });
}

} // namespace rs::lanenames
