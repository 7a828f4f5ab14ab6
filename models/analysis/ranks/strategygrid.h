// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/ranks/parallelstrategy.h"

#include <QRect>

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace rs {

/// Dimensions that have groups of ranks, in the order in which people name them.
inline constexpr std::array strategyDimensions = {TokenTp, TokenCp, TokenDp, TokenPp, TokenEp};
/// "TP", …: of a single dimension.
[[nodiscard]] const char *dimensionName(unsigned token);
/// Ranks of a group of the dimension; 1 for EP without experts.
[[nodiscard]] int dimensionSize(const Strategy &strategy, unsigned token);

/// Ranks of a strategy as a picture: a row for each pipeline stage, in it a column for each place in DP, CP and TP, the
/// last one fastest. A folded dimension has one place.
class StrategyGrid
{
public:
    using Cell = std::pair<int, int>; ///< row, column

    /// A group of ranks of one dimension, as cells.
    struct Group
    {
        unsigned token = 0;
        std::vector<int> ranks{}; ///< ascending
        QRect cells{};            ///< around them: x are columns, y are rows
        bool filled = false;      ///< there are no other cells in between
    };

    StrategyGrid() = default;
    /// Empty for a strategy with violations.
    explicit StrategyGrid(const Strategy &strategy, unsigned foldedTokens = 0);

    [[nodiscard]] bool isEmpty() const { return m_cells.empty(); }
    [[nodiscard]] int rows() const { return m_rows; }
    [[nodiscard]] int columns() const { return m_columns; }
    /// Columns that differ in TP alone follow each other, and so do those of one place in DP.
    [[nodiscard]] int columnsOfTp() const { return m_tp; }
    [[nodiscard]] int columnsOfDp() const { return m_tp * m_cp; }
    /// More than one in a folded picture, ascending.
    [[nodiscard]] const std::vector<int> &ranksAt(int row, int column) const
    {
        return m_cells[static_cast<size_t>(row) * static_cast<size_t>(m_columns) + static_cast<size_t>(column)];
    }
    [[nodiscard]] std::optional<Cell> cellOf(int rank) const;
    /// Groups of the dimensions that are not folded and have more than one place, each once.
    [[nodiscard]] const std::vector<Group> &groups() const { return m_groups; }
    /// Null where the rank has none of that dimension.
    [[nodiscard]] const Group *groupOf(int rank, unsigned token) const;
    [[nodiscard]] const Strategy &strategy() const { return m_strategy; }
    [[nodiscard]] unsigned foldedTokens() const { return m_folded; }

private:
    void addGroups(unsigned token);

    Strategy m_strategy;
    unsigned m_folded = 0;
    int m_tp = 1;
    int m_cp = 1;
    int m_rows = 0;
    int m_columns = 0;
    std::vector<std::vector<int>> m_cells;
    std::vector<Group> m_groups;
    std::map<std::pair<unsigned, int>, size_t> m_groupOf; ///< by dimension and rank
};

} // namespace rs
