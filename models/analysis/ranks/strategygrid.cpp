// SPDX-License-Identifier: Apache-2.0
#include "analysis/ranks/strategygrid.h"

#include <set>

namespace rs {

const char *dimensionName(unsigned token)
{
    switch (token) {
    case TokenTp:
        return "TP";
    case TokenCp:
        return "CP";
    case TokenDp:
        return "DP";
    case TokenPp:
        return "PP";
    default:
        return "EP";
    }
}

int dimensionSize(const Strategy &strategy, unsigned token)
{
    const StrategySizes &n = strategy.sizes;
    switch (token) {
    case TokenTp:
        return n.tp;
    case TokenCp:
        return n.cp;
    case TokenDp:
        return n.dp;
    case TokenPp:
        return n.pp;
    default:
        return n.ep;
    }
}

StrategyGrid::StrategyGrid(const Strategy &strategy, unsigned foldedTokens)
    : m_strategy(strategy), m_folded(foldedTokens)
{
    if (!violations(strategy).empty())
        return;
    const auto places = [&](unsigned token) {
        return (foldedTokens & token) != 0 ? 1 : dimensionSize(strategy, token);
    };
    m_tp = places(TokenTp);
    m_cp = places(TokenCp);
    m_rows = places(TokenPp);
    m_columns = places(TokenDp) * m_cp * m_tp;
    m_cells.resize(static_cast<size_t>(m_rows) * static_cast<size_t>(m_columns));
    const auto ranks = static_cast<int>(strategy.sizes.ranks());
    for (int rank = 0; rank < ranks; ++rank) {
        if (const std::optional<Cell> at = cellOf(rank))
            m_cells[static_cast<size_t>(at->first) * static_cast<size_t>(m_columns) + static_cast<size_t>(at->second)]
                .push_back(rank);
    }
    for (const unsigned token : strategyDimensions) {
        if ((foldedTokens & token) == 0 && dimensionSize(strategy, token) > 1)
            addGroups(token);
    }
}

std::optional<StrategyGrid::Cell> StrategyGrid::cellOf(int rank) const
{
    const std::optional<RankCoordinates> at = coordinatesOf(m_strategy, rank);
    if (!at)
        return std::nullopt;
    const auto place = [this](unsigned token, int p) { return (m_folded & token) != 0 ? 0 : p; };
    return Cell{place(TokenPp, at->pp),
                (place(TokenDp, at->dp) * m_cp + place(TokenCp, at->cp)) * m_tp + place(TokenTp, at->tp)};
}

void StrategyGrid::addGroups(unsigned token)
{
    for (std::vector<int> &ranks : groupsOf(m_strategy, token)) {
        std::set<Cell> cells;
        QRect around;
        for (const int rank : ranks) {
            const std::optional<Cell> at = cellOf(rank);
            if (!at)
                continue;
            cells.insert(*at);
            around |= QRect(at->second, at->first, 1, 1);
            m_groupOf[{token, rank}] = m_groups.size();
        }
        const bool filled = static_cast<qint64>(cells.size()) == qint64{around.width()} * around.height();
        m_groups.push_back({token, std::move(ranks), around, filled});
    }
}

const StrategyGrid::Group *StrategyGrid::groupOf(int rank, unsigned token) const
{
    const auto at = m_groupOf.find({token, rank});
    return at == m_groupOf.end() ? nullptr : &m_groups[at->second];
}

} // namespace rs
