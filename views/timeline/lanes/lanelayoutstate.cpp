// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/lanes/lanelayoutstate.h"

#include "views/state/rankname.h"
#include "views/timeline/lanes/lanenames.h"

#include <algorithm>
#include <array>

namespace rs {

namespace {

// Stable words; the numbers of the kinds may change.
constexpr std::array kindWords = {
    std::pair(ProcessKind::Unknown, "unknown"),
    std::pair(ProcessKind::Python, "python"),
    std::pair(ProcessKind::PythonGc, "gc"),
    std::pair(ProcessKind::MindSpore, "mindspore"),
    std::pair(ProcessKind::CpuOp, "cpu-op"),
    std::pair(ProcessKind::ScopeLayer, "scope-layer"),
    std::pair(ProcessKind::MsTx, "mstx"),
    std::pair(ProcessKind::Cann, "cann"),
    std::pair(ProcessKind::AscendHardware, "ascend-hardware"),
    std::pair(ProcessKind::Communication, "communication"),
    std::pair(ProcessKind::OverlapAnalysis, "overlap-analysis"),
    std::pair(ProcessKind::HostMetric, "host-metric"),
    std::pair(ProcessKind::DeviceMetric, "device-metric"),
};

constexpr std::array listNames = {"hidden",  "exempt",  "pins",     "order",       "merged",
                                  "aliases", "heights", "expanded", "pinsExpanded"};

template <typename Words, typename Value>
QString wordOf(const Words &words, Value value)
{
    const auto at = std::find_if(words.begin(), words.end(), [value](const auto &w) { return w.first == value; });
    return at == words.end() ? QString() : QString::fromLatin1(at->second);
}

template <typename Value, typename Words>
std::optional<Value> valueOf(const Words &words, const QString &word)
{
    const auto at =
        std::find_if(words.begin(), words.end(), [&](const auto &w) { return word == QLatin1String(w.second); });
    return at == words.end() ? std::nullopt : std::optional<Value>(at->first);
}

// Two runs that are open side by side have lanes of the same names: once is enough.
QJsonArray withoutRuns(const QJsonValue &names)
{
    QJsonArray out;
    for (const QJsonValue &v : names.toArray()) {
        if (const QJsonObject name = lanenames::withoutRun(v.toObject()); !out.contains(name))
            out.append(name);
    }
    return out;
}

/// An arrangement with all its lists of names changed.
template <typename Change>
QJsonObject withLists(QJsonObject arrangement, Change change)
{
    for (const char *const list : listNames) {
        if (const auto at = arrangement.find(QLatin1String(list)); at != arrangement.end() && at->isArray())
            *at = change(at->toArray());
    }
    if (const auto at = arrangement.find(QStringLiteral("filter")); at != arrangement.end()) {
        QJsonObject filter = at->toObject();
        filter[QStringLiteral("ranks")] = change(filter[QStringLiteral("ranks")].toArray());
        filter.remove(QStringLiteral("exempt")); // a preset is for every run
        *at = filter;
    }
    return arrangement;
}

// Lanes of the critical path come and go with it.
bool isOfPath(const LaneKey &key)
{
    return key.type == LaneKey::Type::Derived && key.id == LaneKey::derivedPath;
}

} // namespace

LaneLayoutState::LaneLayoutState(LaneLayout *layout, LaneModel *tree, LaneModel *pinned, RunStore *runs,
                                 QObject *parent)
    : QObject(parent), m_layout(layout), m_tree(tree), m_pinned(pinned), m_runs(runs)
{
    connect(runs, &RunStore::rankLoaded, this, &LaneLayoutState::resolve);
    connect(runs, &RunStore::lanesArrived, this, &LaneLayoutState::resolve);
    connect(runs, &RunStore::loadingFinished, this, &LaneLayoutState::resolve);
    connect(runs, &RunStore::rankAboutToUnload, this, [this](RankRef rank) {
        for (const LaneKey &key : usedKeys(rank)) {
            if (QJsonObject name = nameOf(key); !name.isEmpty())
                m_names[key] = std::move(name);
        }
    });
    connect(runs, &RunStore::runClosed, this,
            [this](int run) { std::erase_if(m_names, [run](const auto &e) { return e.first.rank.run == run; }); });
}

QJsonObject LaneLayoutState::nameOf(const LaneKey &key) const
{
    if (key == LaneLayout::root())
        return {{QStringLiteral("type"), QStringLiteral("root")}};
    if (key.type == LaneKey::Type::Host)
        return {{QStringLiteral("type"), QStringLiteral("host")}, {QStringLiteral("host"), m_layout->hostOf(key)}};
    QJsonObject name = rankToJson(*m_runs, key.rank);
    if (name.isEmpty())
        return {};
    if (key.type == LaneKey::Type::Rank) {
        name[QStringLiteral("type")] = QStringLiteral("rank");
        return name;
    }
    const auto trace = m_runs->lanes(key.rank);
    if (!trace) {
        const auto known = m_names.find(key);
        return known == m_names.end() ? QJsonObject() : known->second;
    }
    const QJsonObject inRank = lanenames::nameOf(*trace, key);
    if (inRank.isEmpty())
        return {};
    for (auto it = inRank.begin(); it != inRank.end(); ++it)
        name[it.key()] = it.value();
    return name;
}

std::optional<LaneKey> LaneLayoutState::keyOf(const QJsonObject &name) const
{
    if (name[QStringLiteral("type")].toString() == QLatin1String("root"))
        return LaneLayout::root();
    if (name[QStringLiteral("type")].toString() == QLatin1String("host"))
        return m_layout->hostKey(name[QStringLiteral("host")].toString());
    const RankRef ref = rankFromJson(*m_runs, name);
    const auto type = lanenames::typeOf(name);
    if (!ref.isValid() || !type)
        return std::nullopt;
    if (*type == LaneKey::Type::Rank)
        return LaneKey{ref, *type, 0};
    const auto trace = m_runs->lanes(ref);
    return trace ? lanenames::find(*trace, ref, name) : std::nullopt;
}

std::vector<LaneKey> LaneLayoutState::keysOf(const QJsonValue &names) const
{
    std::vector<LaneKey> out;
    for (const QJsonValue &v : names.toArray()) {
        if (const auto key = keyOf(v.toObject()))
            out.push_back(*key);
    }
    return out;
}

QJsonArray LaneLayoutState::namesOf(const std::vector<LaneKey> &keys) const
{
    QJsonArray out;
    for (const LaneKey &key : keys) {
        const QJsonObject name = nameOf(key);
        if (!name.isEmpty())
            out.append(name);
    }
    return out;
}

std::vector<LaneKey> LaneLayoutState::usedKeys(RankRef rank) const
{
    std::vector<LaneKey> out;
    const auto add = [&](const LaneKey &key) {
        if (key.rank == rank)
            out.push_back(key);
    };
    const auto addAll = [&](const auto &keys) { std::for_each(keys.begin(), keys.end(), add); };
    addAll(m_layout->hidden());
    addAll(m_layout->exempt());
    addAll(m_layout->pins());
    for (const auto &[parent, children] : m_layout->order()) {
        add(parent);
        addAll(children);
    }
    for (const auto &lanes : m_layout->merged())
        addAll(lanes);
    for (const auto &[key, alias] : m_layout->aliases())
        add(key);
    for (const auto &[key, pixels] : m_layout->heights())
        add(key);
    for (const LaneModel *const model : {m_tree, m_pinned}) {
        for (const auto &[key, expanded] : model->expansion())
            add(key);
    }
    return out;
}

QJsonObject LaneLayoutState::save() const
{
    QJsonObject out = saveArrangement();
    if (!m_presets.isEmpty())
        out[QStringLiteral("presets")] = presetsToJson();
    return out;
}

QJsonArray LaneLayoutState::presetsToJson() const
{
    QJsonArray out;
    for (auto it = m_presets.begin(); it != m_presets.end(); ++it)
        out.append(QJsonObject{{QStringLiteral("name"), it.key()}, {QStringLiteral("lanes"), it.value()}});
    return out;
}

QJsonObject LaneLayoutState::saveArrangement() const
{
    std::map<QString, QJsonArray> lists;
    const auto add = [&](const QString &list, const LaneKey &key, const QString &field = {},
                         const QJsonValue &value = {}) {
        QJsonObject name = nameOf(key);
        if (name.isEmpty())
            return;
        if (!field.isEmpty())
            name[field] = value;
        lists[list].append(name);
    };
    for (const LaneKey &key : m_layout->hidden())
        add(QStringLiteral("hidden"), key);
    for (const LaneKey &key : m_layout->exempt())
        add(QStringLiteral("exempt"), key);
    for (const LaneKey &key : m_layout->pins()) {
        if (!isOfPath(key))
            add(QStringLiteral("pins"), key);
    }
    for (const auto &[parent, children] : m_layout->order())
        add(QStringLiteral("order"), parent, QStringLiteral("children"), namesOf(children));
    for (const auto &lanes : m_layout->merged())
        add(QStringLiteral("merged"), lanes.front(), QStringLiteral("lanes"), namesOf(lanes));
    for (const auto &[key, alias] : m_layout->aliases())
        add(QStringLiteral("aliases"), key, QStringLiteral("alias"), alias);
    for (const auto &[key, pixels] : m_layout->heights())
        add(QStringLiteral("heights"), key, QStringLiteral("pixels"), pixels);
    for (const auto &[key, expanded] : m_tree->expansion())
        add(QStringLiteral("expanded"), key, QStringLiteral("on"), expanded);
    for (const auto &[key, expanded] : m_pinned->expansion())
        add(QStringLiteral("pinsExpanded"), key, QStringLiteral("on"), expanded);
    for (const Entry &entry : m_waiting)
        lists[entry.list].append(entry.value);
    QJsonObject out;
    for (const auto &[list, values] : lists)
        out[list] = values;
    if (m_tree->rowHeight() != LaneModel::standardRowHeight)
        out[QStringLiteral("rowHeight")] = m_tree->rowHeight();
    const LaneFilter &filter = m_layout->filter();
    QJsonArray kinds;
    for (const ProcessKind kind : filter.kinds)
        kinds.append(wordOf(kindWords, kind));
    QJsonArray ranks;
    for (const RankRef ref : filter.ranks)
        ranks.append(rankToJson(*m_runs, ref));
    QJsonArray exempt;
    for (const int run : m_layout->exemptRuns())
        exempt.append(rankToJson(*m_runs, {run, 0}));
    if (!filter.isEmpty())
        out[QStringLiteral("filter")] = QJsonObject{{QStringLiteral("ranks"), ranks},
                                                    {QStringLiteral("kinds"), kinds},
                                                    {QStringLiteral("text"), filter.text},
                                                    {QStringLiteral("exempt"), exempt}};
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
    for (const QJsonValue &v : state[QStringLiteral("exempt")].toArray()) {
        if (const RankRef ref = rankFromJson(*m_runs, v.toObject()); ref.isValid())
            m_layout->exemptRun(ref.run);
    }
}

void LaneLayoutState::restore(const QJsonObject &state)
{
    addPresets(state[QStringLiteral("presets")].toArray());
    restoreArrangement(state);
}

void LaneLayoutState::addPresets(const QJsonArray &presets)
{
    int broken = 0;
    for (const QJsonValue &v : presets) {
        const QString name = v[QStringLiteral("name")].toString();
        if (!name.isEmpty() && v[QStringLiteral("lanes")].isObject())
            m_presets[name] = v[QStringLiteral("lanes")].toObject();
        else
            ++broken;
    }
    if (broken > 0)
        emit leftOut({tr("%n arrangement(s) of lanes cannot be read.", nullptr, broken)});
    if (!presets.isEmpty())
        emit presetsChanged();
}

void LaneLayoutState::restoreArrangement(const QJsonObject &state)
{
    m_layout->clear();
    m_tree->setExpansion({});
    m_pinned->setExpansion({});
    restoreFilter(state[QStringLiteral("filter")].toObject());
    m_tree->setRowHeight(state[QStringLiteral("rowHeight")].toInt(LaneModel::standardRowHeight));
    m_waiting.clear();
    int broken = 0;
    for (const auto &[part, kind] :
         {std::pair("filter", QJsonValue::Object), std::pair("rowHeight", QJsonValue::Double),
          std::pair("presets", QJsonValue::Array)}) {
        const QJsonValue value = state[QLatin1String(part)];
        broken += value.isUndefined() || value.type() == kind ? 0 : 1;
    }
    for (const char *list : listNames) {
        const QJsonValue entries = state[QLatin1String(list)];
        broken += entries.isArray() || entries.isUndefined() ? 0 : 1;
        for (const QJsonValue &v : entries.toArray()) {
            Entry entry{QLatin1String(list), v.toObject()};
            if (isBroken(entry))
                ++broken;
            else
                m_waiting.push_back(std::move(entry));
        }
    }
    if (broken > 0)
        emit leftOut({tr("%n entry(ies) about lanes cannot be read.", nullptr, broken)});
    resolve();
}

bool LaneLayoutState::isBroken(const Entry &entry) const
{
    const QJsonObject &v = entry.value;
    const QString type = v[QStringLiteral("type")].toString();
    const bool isOrder = entry.list == QLatin1String("order");
    if (type == QLatin1String("root"))
        return !isOrder || !v[QStringLiteral("children")].isArray();
    if (type == QLatin1String("host")) {
        if (v[QStringLiteral("host")].toString().isEmpty() || entry.list.startsWith(QLatin1String("pins")) ||
            entry.list == QLatin1String("merged"))
            return true;
    } else if (!lanenames::typeOf(v) || !v[QStringLiteral("run")].isString() || !v[QStringLiteral("rank")].isString()) {
        return true;
    }
    if (isOrder)
        return !v[QStringLiteral("children")].isArray();
    if (entry.list == QLatin1String("merged"))
        return !v[QStringLiteral("lanes")].isArray();
    if (entry.list == QLatin1String("aliases"))
        return !v[QStringLiteral("alias")].isString();
    if (entry.list == QLatin1String("heights"))
        return v[QStringLiteral("pixels")].toInt() <= 0;
    if (entry.list.endsWith(QLatin1String("xpanded")))
        return !v[QStringLiteral("on")].isBool();
    return false;
}

// True when the rank is there and has no such lane: waiting would be in vain.
bool LaneLayoutState::isGone(const Entry &entry) const
{
    return hasTrace(entry) && !keyOf(entry.value);
}

bool LaneLayoutState::hasTrace(const Entry &entry) const
{
    return m_runs->lanes(rankFromJson(*m_runs, entry.value)) != nullptr;
}

QJsonArray LaneLayoutState::inOpenRuns(const QJsonArray &names) const
{
    QJsonArray out;
    for (const QJsonValue &v : names) {
        QJsonObject name = v.toObject();
        if (!name.contains(QStringLiteral("rank")) && name[QStringLiteral("children")].isArray()) {
            // The root, or a host.
            name[QStringLiteral("children")] = inOpenRuns(name[QStringLiteral("children")].toArray());
            out.append(name);
        } else if (!name.contains(QStringLiteral("rank")) || name.contains(QStringLiteral("run"))) {
            out.append(v);
        } else {
            for (const RankRef ref : m_runs->allRanks()) {
                if (m_runs->info(ref)->label == name[QStringLiteral("rank")].toString())
                    out.append(lanenames::inRun(name, m_runs->run(ref.run)->path));
            }
        }
    }
    return out;
}

QJsonObject LaneLayoutState::inOpenRuns(QJsonObject arrangement) const
{
    return withLists(std::move(arrangement), [this](const QJsonArray &names) { return inOpenRuns(names); });
}

void LaneLayoutState::keepPreset(const QString &name)
{
    m_presets[name] = withLists(saveArrangement(), withoutRuns);
    emit presetsChanged();
}

void LaneLayoutState::applyPreset(const QString &name)
{
    const auto it = m_presets.constFind(name);
    if (it != m_presets.constEnd())
        restoreArrangement(inOpenRuns(*it));
}

void LaneLayoutState::forgetPreset(const QString &name)
{
    if (m_presets.remove(name) > 0)
        emit presetsChanged();
}

void LaneLayoutState::apply(const Entry &entry, const LaneKey &key)
{
    const QString &list = entry.list;
    if (list == QLatin1String("hidden")) {
        m_layout->setHidden({key}, true);
    } else if (list == QLatin1String("exempt")) {
        m_layout->setExempt({key});
    } else if (list == QLatin1String("pins")) {
        if (!isOfPath(key))
            m_layout->pin({key});
    } else if (list == QLatin1String("order")) {
        m_layout->setOrder(key, keysOf(entry.value[QStringLiteral("children")]));
    } else if (list == QLatin1String("merged")) {
        m_layout->merge(keysOf(entry.value[QStringLiteral("lanes")]));
    } else if (list == QLatin1String("aliases")) {
        m_layout->setAlias(key, entry.value[QStringLiteral("alias")].toString());
    } else if (list == QLatin1String("heights")) {
        m_layout->setRowHeight(key, entry.value[QStringLiteral("pixels")].toInt());
    } else {
        LaneModel *const model = list == QLatin1String("expanded") ? m_tree : m_pinned;
        auto expansion = model->expansion();
        expansion[key] = entry.value[QStringLiteral("on")].toBool();
        model->setExpansion(std::move(expansion));
    }
}

void LaneLayoutState::resolve()
{
    if (m_waiting.empty())
        return;
    std::vector<Entry> waiting;
    int gone = 0;
    // A pin before one that still waits would take its place: the order is the user's.
    bool pinWaits = false;
    for (Entry &entry : m_waiting) {
        const bool isPin = entry.list == QLatin1String("pins");
        if (isGone(entry)) {
            ++gone;
            continue;
        }
        // The row of a rank is there before its trace, what it holds is not.
        const QString type = entry.value[QStringLiteral("type")].toString();
        const bool ofRanks = type == QLatin1String("root") || type == QLatin1String("host");
        const bool early = entry.list == QLatin1String("order") && !ofRanks && !hasTrace(entry);
        const auto key = early ? std::nullopt : keyOf(entry.value);
        if (key && !(isPin && pinWaits && m_runs->isLoading())) {
            apply(entry, *key);
        } else {
            pinWaits = pinWaits || isPin;
            waiting.push_back(std::move(entry));
        }
    }
    m_waiting = std::move(waiting);
    if (gone > 0)
        emit leftOut({tr("%n entry(ies) name lanes that the run does not have.", nullptr, gone)});
}

} // namespace rs

#include "moc_lanelayoutstate.cpp"
