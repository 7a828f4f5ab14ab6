// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/lanes/lanejumps.h"

#include "views/timeline/lanes/lanemodel.h"

#include <tuple>

namespace rs {

namespace {

constexpr size_t mostJumps = 200; // an order of thousands of ranks is not small

template <typename Key>
std::map<Key, std::monostate> membersOf(const std::set<Key> &set)
{
    std::map<Key, std::monostate> out;
    for (const Key &key : set)
        out.emplace_hint(out.end(), key, std::monostate());
    return out;
}

template <typename Key>
std::set<Key> setOf(const std::map<Key, std::monostate> &members)
{
    std::set<Key> out;
    for (const auto &[key, member] : members)
        out.emplace_hint(out.end(), key);
    return out;
}

template <typename Key, typename Value>
std::optional<Value> valueIn(const std::map<Key, Value> &map, const Key &key)
{
    const auto at = map.find(key);
    return at == map.end() ? std::nullopt : std::optional<Value>(at->second);
}

template <typename Key, typename Value>
auto changesBetween(const std::map<Key, Value> &before, const std::map<Key, Value> &after)
{
    std::map<Key, std::pair<std::optional<Value>, std::optional<Value>>> out;
    for (const auto &[key, value] : before) {
        if (auto now = valueIn(after, key); now != value)
            out.emplace(key, std::pair(std::optional<Value>(value), std::move(now)));
    }
    for (const auto &[key, value] : after) {
        if (!before.contains(key))
            out.emplace(key, std::pair(std::nullopt, std::optional<Value>(value)));
    }
    return out;
}

template <typename Value>
std::optional<std::pair<Value, Value>> changeBetween(const Value &before, const Value &after)
{
    return before == after ? std::nullopt : std::optional(std::pair(before, after));
}

template <typename Value>
void takeValue(Value &value, const std::optional<std::pair<Value, Value>> &change, bool back)
{
    if (change && value == (back ? change->second : change->first))
        value = back ? change->first : change->second;
}

// Entries that changed since the jump were changed by something else, and stay.
template <typename Key, typename Value, typename Changes>
void take(std::map<Key, Value> &map, const Changes &changes, bool back)
{
    for (const auto &[key, change] : changes) {
        const auto &[from, to] = back ? std::tie(change.second, change.first) : std::tie(change.first, change.second);
        if (valueIn(map, key) != from)
            continue;
        if (to)
            map.insert_or_assign(key, *to);
        else
            map.erase(key);
    }
}

template <typename Key, typename Changes>
void take(std::set<Key> &set, const Changes &changes, bool back)
{
    auto members = membersOf(set);
    take(members, changes, back);
    set = setOf(members);
}

} // namespace

bool LaneJumps::record(const std::function<void()> &jump)
{
    const std::map<LaneKey, bool> folds = m_tree->expansion();
    const LaneSight before = m_layout->sight();
    jump();
    const LaneSight after = m_layout->sight();
    Jump done;
    done.folds = changesBetween(folds, m_tree->expansion());
    done.order = changesBetween(before.order, after.order);
    done.hidden = changesBetween(membersOf(before.hidden), membersOf(after.hidden));
    done.exempt = changesBetween(membersOf(before.exempt), membersOf(after.exempt));
    done.ranks = changesBetween(membersOf(before.filter.ranks), membersOf(after.filter.ranks));
    done.aliases = changesBetween(before.aliases, after.aliases);
    done.kinds = changeBetween(before.filter.kinds, after.filter.kinds);
    done.text = changeBetween(before.filter.text, after.filter.text);
    done.pins = changeBetween(before.pins, after.pins);
    done.merged = changeBetween(before.merged, after.merged);
    if (done.isEmpty())
        return false;
    done.number = ++m_last;
    m_jumps.resize(m_done);
    m_jumps.push_back(std::move(done));
    if (m_jumps.size() > mostJumps)
        m_jumps.erase(m_jumps.begin());
    m_done = m_jumps.size();
    return true;
}

qint64 LaneJumps::at() const
{
    return m_done == 0 ? 0 : m_jumps[m_done - 1].number;
}

void LaneJumps::goTo(qint64 at)
{
    while (m_done > 0 && m_jumps[m_done - 1].number > at)
        apply(m_jumps[--m_done], true);
    while (m_done < m_jumps.size() && m_jumps[m_done].number <= at)
        apply(m_jumps[m_done++], false);
}

void LaneJumps::apply(const Jump &jump, bool back)
{
    LaneSight sight = m_layout->sight();
    take(sight.order, jump.order, back);
    take(sight.hidden, jump.hidden, back);
    take(sight.exempt, jump.exempt, back);
    take(sight.filter.ranks, jump.ranks, back);
    take(sight.aliases, jump.aliases, back);
    takeValue(sight.filter.kinds, jump.kinds, back);
    takeValue(sight.filter.text, jump.text, back);
    takeValue(sight.pins, jump.pins, back);
    takeValue(sight.merged, jump.merged, back);
    m_layout->setSight(sight);
    std::map<LaneKey, bool> folds = m_tree->expansion();
    take(folds, jump.folds, back);
    m_tree->setExpansion(std::move(folds));
}

void LaneJumps::forget()
{
    m_jumps.clear();
    m_done = 0;
}

} // namespace rs
