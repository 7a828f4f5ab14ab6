// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/commmatrix.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace rs {

enum class MatrixValue : quint8 { Bandwidth, Size, Time, LinkType };

/// One row and one column of the matrix.
struct MatrixRank
{
    int rank = -1;
    bool global = true; ///< false: an index inside the group, its rank is not known
    auto operator<=>(const MatrixRank &) const = default;
    /// "5", or "#5" for an index inside the group.
    [[nodiscard]] QString label() const;
};

/// What one link carried for the chosen operator, over the chosen steps and domains.
struct MatrixLinkSum
{
    int source = -1; ///< into MatrixGrid::ranks
    int destination = -1;
    std::optional<double> sizeMb; ///< what no file says is left out of the sums
    std::optional<double> timeMs;
    std::optional<double> bandwidthGbs;
    QString transport; ///< several joined by " + "
    QString opName;
    bool inner = false;
    int parts = 0; ///< cells that are summed
    [[nodiscard]] std::optional<double> value(MatrixValue what) const;
    /// It carried too little for its bandwidth to say something of the link.
    [[nodiscard]] bool isSmall(double leastMb) const { return sizeMb && *sizeMb < leastMb; }
};

struct MatrixGrid
{
    std::vector<MatrixRank> ranks; ///< rows and columns alike, ascending
    std::vector<MatrixLinkSum> links;
    std::vector<int> at;    ///< source * ranks + destination -> link, or -1
    QStringList transports; ///< ascending
    bool local = false;     ///< some ranks are only indices inside their group
    bool byIndex = false;   ///< rows stand for indices inside the group, with their rank where it is known
    std::map<int, int> rankOfIndex;
    /// Source and destination of a cell as positions in `ranks`; (-1, -1) when it has no place here.
    [[nodiscard]] std::pair<int, int> placeOf(const MatrixCell &cell) const;
    [[nodiscard]] const MatrixLinkSum *link(int source, int destination) const;
    [[nodiscard]] int count() const { return static_cast<int>(ranks.size()); }
    /// Smallest and largest value of the links, inner ones only when `inner`, those that carried less than `leastMb`
    /// never; nothing without such links and for types.
    [[nodiscard]] std::optional<std::pair<double, double>> range(MatrixValue what, bool inner,
                                                                 double leastMb = 0) const;
    /// Links between cards that carry far less than others of their kind, ascending.
    [[nodiscard]] std::vector<int> slow(double leastMb) const;
};

/// Cells of one operator as a grid. Where not every link is known by global ranks, the whole grid uses indices inside
/// the group, so that one rank is never two rows; an index keeps its global number where that is known.
[[nodiscard]] MatrixGrid buildGrid(const std::vector<MatrixCell> &cells, const QString &op);

/// Operators of the cells, "Total Op Info" first.
[[nodiscard]] QStringList matrixOperators(const std::vector<MatrixCell> &cells);

} // namespace rs
