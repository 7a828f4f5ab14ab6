// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/lanes/lanelayout.h"

#include "core/text/patternmatch.h"

#include <algorithm>
#include <utility>

namespace rs {

void LaneLayout::setFilter(const LaneFilter &filter)
{
    if (filter == m_filter && m_exempt.empty() && m_exemptRuns.empty())
        return;
    m_filter = filter;
    m_exempt.clear();
    m_exemptRuns.clear();
    readExpression();
    emit changed();
}

void LaneLayout::readExpression()
{
    m_hasGivenUp = false;
    m_expression = QRegularExpression(m_filter.text, QRegularExpression::CaseInsensitiveOption);
    if (!m_expression.isValid())
        takeLiterally();
}

void LaneLayout::takeLiterally()
{
    m_expression =
        QRegularExpression(QRegularExpression::escape(m_filter.text), QRegularExpression::CaseInsensitiveOption);
}

bool LaneLayout::exemptRun(int run)
{
    const bool hosts =
        std::any_of(m_hidden.begin(), m_hidden.end(), [](const LaneKey &k) { return k.type == LaneKey::Type::Host; });
    if (m_filter.isEmpty() && !hosts)
        return false;
    m_exemptRuns.insert(run);
    emit changed();
    return true;
}

bool LaneLayout::passesText(int run, const QString &process, const QString &lane) const
{
    if (m_filter.text.isEmpty() || m_exemptRuns.contains(run) || m_hasGivenUp)
        return true;
    try {
        return matchesPattern(m_expression, lane) || matchesPattern(m_expression, process);
    } catch (const PatternGaveUp &) {
        // Lanes before this one were answered by the expression: all are asked for again.
        m_hasGivenUp = true;
        auto *const self = const_cast<LaneLayout *>(this);
        QMetaObject::invokeMethod(
            self,
            [self] {
                if (!std::exchange(self->m_hasGivenUp, false))
                    return; // there is another filter since
                self->takeLiterally();
                emit self->filterGaveUp();
                emit self->changed();
            },
            Qt::QueuedConnection);
        return true;
    }
}

void LaneLayout::setHidden(const std::vector<LaneKey> &keys, bool hidden)
{
    for (const LaneKey &k : keys) {
        if (hidden)
            m_hidden.insert(k);
        else
            m_hidden.erase(k);
        if (hidden && k.type == LaneKey::Type::Host)
            m_exemptRuns.clear();
    }
    emit changed();
}

bool LaneLayout::showHidden()
{
    if (m_hidden.empty())
        return false;
    m_hidden.clear();
    emit changed();
    return true;
}

void LaneLayout::setExempt(const std::vector<LaneKey> &lanes)
{
    m_exempt.insert(lanes.begin(), lanes.end());
    emit changed();
}

void LaneLayout::show(RankRef rank, const std::vector<LaneKey> &hidden, const std::vector<LaneKey> &lanes)
{
    for (const LaneKey &k : hidden)
        m_hidden.erase(k);
    if (!m_filter.ranks.empty())
        m_filter.ranks.insert(rank);
    m_exempt.insert(lanes.begin(), lanes.end());
    emit changed();
}

void LaneLayout::showAll()
{
    m_hidden.clear();
    m_exempt.clear();
    m_filter = {};
    m_exemptRuns.clear();
    m_expression = {};
    emit changed();
}

bool LaneLayout::isPinned(const LaneKey &key) const
{
    return std::find(m_pins.begin(), m_pins.end(), key) != m_pins.end();
}

void LaneLayout::pin(const std::vector<LaneKey> &keys)
{
    for (const LaneKey &k : keys) {
        if (!isPinned(k))
            m_pins.push_back(k);
    }
    emit changed();
}

void LaneLayout::unpin(const LaneKey &key)
{
    if (std::erase(m_pins, key) > 0)
        emit changed();
}

bool LaneLayout::unpinAll()
{
    if (m_pins.empty())
        return false;
    m_pins.clear();
    emit changed();
    return true;
}

void LaneLayout::movePin(const LaneKey &key, int to)
{
    const auto it = std::find(m_pins.begin(), m_pins.end(), key);
    if (it == m_pins.end())
        return;
    const int from = static_cast<int>(it - m_pins.begin());
    if (to > from)
        --to;
    to = std::clamp(to, 0, static_cast<int>(m_pins.size()) - 1);
    if (to == from)
        return;
    m_pins.erase(it);
    m_pins.insert(m_pins.begin() + to, key);
    emit changed();
}

std::vector<LaneKey> LaneLayout::ordered(const LaneKey &parent, std::vector<LaneKey> children) const
{
    const auto it = m_order.find(parent);
    if (it == m_order.end())
        return children;
    const auto place = [&order = it->second](const LaneKey &k) {
        return std::find(order.begin(), order.end(), k) - order.begin();
    };
    std::stable_sort(children.begin(), children.end(),
                     [&place](const LaneKey &a, const LaneKey &b) { return place(a) < place(b); });
    return children;
}

void LaneLayout::setOrder(const LaneKey &parent, const std::vector<LaneKey> &children)
{
    m_order[parent] = children;
    emit changed();
}

void LaneLayout::resetOrder()
{
    m_order.clear();
    emit changed();
}

LaneKey LaneLayout::hostKey(const QString &host)
{
    const auto at = std::find(m_hosts.begin(), m_hosts.end(), host);
    const LaneKey key{{}, LaneKey::Type::Host, static_cast<quint32>(at - m_hosts.begin())};
    if (at == m_hosts.end())
        m_hosts.push_back(host);
    return key;
}

QString LaneLayout::hostOf(const LaneKey &key) const
{
    return key.type == LaneKey::Type::Host && key.id < m_hosts.size() ? m_hosts[key.id] : QString();
}

void LaneLayout::merge(const std::vector<LaneKey> &lanes)
{
    for (const LaneKey &k : lanes) {
        for (auto &group : m_merged)
            std::erase(group, k);
    }
    std::erase_if(m_merged, [](const auto &group) { return group.size() < 2; });
    if (lanes.size() > 1)
        m_merged.push_back(lanes);
    emit changed();
}

void LaneLayout::unmerge(const LaneKey &lane)
{
    if (std::erase_if(m_merged, [&lane](const auto &group) {
            return std::find(group.begin(), group.end(), lane) != group.end();
        }) > 0)
        emit changed();
}

std::vector<LaneKey> LaneLayout::mergedWith(const LaneKey &lane) const
{
    for (const auto &group : m_merged) {
        if (std::find(group.begin(), group.end(), lane) != group.end())
            return group;
    }
    return {};
}

QString LaneLayout::alias(const LaneKey &key) const
{
    const auto it = m_aliases.find(key);
    return it == m_aliases.end() ? QString() : it->second;
}

void LaneLayout::setAlias(const LaneKey &key, const QString &alias)
{
    if (alias.isEmpty())
        m_aliases.erase(key);
    else
        m_aliases[key] = alias;
    emit changed();
}

int LaneLayout::rowHeight(const LaneKey &key, int standard) const
{
    const auto it = m_heights.find(key);
    return it == m_heights.end() ? standard : it->second;
}

void LaneLayout::setRowHeight(const LaneKey &key, int pixels)
{
    if (pixels <= 0)
        m_heights.erase(key);
    else
        m_heights[key] = std::clamp(pixels, 3, 200);
    emit changed();
}

void LaneLayout::resetRowHeights()
{
    if (m_heights.empty())
        return;
    m_heights.clear();
    emit changed();
}

void LaneLayout::setSight(const LaneSight &sight)
{
    if (sight == this->sight())
        return;
    m_order = sight.order;
    m_hidden = sight.hidden;
    m_exempt = sight.exempt;
    if (sight.filter.text != m_filter.text) {
        m_filter.text = sight.filter.text;
        readExpression();
    }
    m_filter = sight.filter;
    m_pins = sight.pins;
    m_merged = sight.merged;
    m_aliases = sight.aliases;
    emit changed();
}

void LaneLayout::clear()
{
    m_filter = {};
    m_exemptRuns.clear();
    m_expression = {};
    m_hidden.clear();
    m_exempt.clear();
    m_pins.clear();
    m_order.clear();
    m_merged.clear();
    m_aliases.clear();
    m_heights.clear();
    emit changed();
}

void LaneLayout::forgetRun(int run)
{
    const auto of = [run](const LaneKey &k) { return k.rank.run == run; };
    // Hosts have no run: none stays hidden for what is opened next.
    std::erase_if(m_hidden, [&of](const LaneKey &k) { return of(k) || k.type == LaneKey::Type::Host; });
    std::erase_if(m_exempt, of);
    std::erase_if(m_pins, of);
    for (auto &[parent, children] : m_order)
        std::erase_if(children, of);
    std::erase_if(m_order, [](const auto &e) { return e.second.empty(); });
    std::erase_if(m_merged, [&of](const auto &group) { return of(group.front()); });
    std::erase_if(m_aliases, [&of](const auto &e) { return of(e.first); });
    std::erase_if(m_heights, [&of](const auto &e) { return of(e.first); });
    // A filter on ranks of that run alone would hide every other run.
    std::erase_if(m_filter.ranks, [run](RankRef r) { return r.run == run; });
    m_exemptRuns.erase(run);
    emit changed();
}

} // namespace rs

#include "moc_lanelayout.cpp"
