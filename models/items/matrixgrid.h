// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/communication/commmatrix.h"
#include "analysis/ranks/domainchoice.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace rs {

enum class MatrixValue : quint8 {
    Bandwidth,
    Size,
    Time,
    LinkType,
    BestShare, ///< bandwidth in parts of what the best tenth of such links reach
};

/// One row and one column of the matrix.
struct MatrixRank
{
    int rank = -1;
    bool global = true; ///< false: an index inside the group, its rank is not known
    auto operator<=>(const MatrixRank &) const = default;
    /// "5", or "#5" for an index inside the group.
    [[nodiscard]] QString label() const;
};

/// Ranks that stand side by side in the matrix: those of a host, or of a communication domain.
struct MatrixBlock
{
    QString name;
    std::vector<int> ranks;
};

/// Which cells a grid is made of, and how its rows are ordered.
struct MatrixChoice
{
    QString op; ///< one of matrixOperators(), or of matrixNames()
    DomainChoice domains;
    bool mean = false;               ///< mean of the steps, instead of their sum
    std::vector<MatrixBlock> blocks; ///< a rank in several stands in the first; ranks in none come last
    std::vector<int> ranks = {};     ///< ascending: only links between these; empty: all. Unknown ranks are left in
    bool named = false;              ///< `op` is the name of a single operator
    [[nodiscard]] bool has(const MatrixCell &cell) const { return (named ? cell.opName : cell.op) == op; }
};

/// Amounts of a link; nothing if no file has them, which sums leave out.
struct MatrixAmounts
{
    std::optional<double> sizeMb;
    std::optional<double> timeMs;
    std::optional<double> bandwidthGbs;
    std::optional<double> bestShare; ///< see BestObservedRate; of a sum weighed by time. Only after setBestShares()
    [[nodiscard]] std::optional<double> value(MatrixValue what) const;
};

/// Data that one link carried for the chosen operator, over the chosen steps and domains.
struct MatrixLinkSum : MatrixAmounts
{
    int source = -1; ///< into MatrixGrid::ranks
    int destination = -1;
    QString transport; ///< several joined by " + "
    QString opName;
    bool inner = false;
    int parts = 0;                        ///< cells that are summed
    MatrixAmounts base;                   ///< the same link in the base run
    std::optional<QString> baseTransport; ///< nothing: that run does not have this link
    /// Both runs say what it is, and not the same.
    [[nodiscard]] bool hasOtherType() const
    {
        return baseTransport && !baseTransport->isEmpty() && !transport.isEmpty() && *baseTransport != transport;
    }
    /// It carried too little for its bandwidth to say something of the link.
    [[nodiscard]] bool isSmall(double leastMb) const { return sizeMb && *sizeMb < leastMb; }
};

/// Links that a colour scale is made for.
struct MatrixScope
{
    MatrixValue value = MatrixValue::Bandwidth;
    bool inner = false;      ///< with links inside a card
    double leastMb = 0;      ///< without those that carried less
    bool difference = false; ///< less the value in the run that is compared with
    /// The value of a link that counts; nothing for others.
    [[nodiscard]] std::optional<double> of(const MatrixLinkSum &link) const;
    bool operator==(const MatrixScope &) const = default;
};

struct MatrixGrid
{
    std::vector<MatrixRank> ranks; ///< rows and columns alike, by blocks, in each ascending
    std::vector<int> starts;       ///< beginnings of the blocks but the first
    std::vector<QString> names;    ///< names of the blocks; empty for ranks in none, and where there are no blocks
    std::vector<MatrixLinkSum> links;
    std::vector<int> at;    ///< source * ranks + destination -> link, or -1
    QStringList transports; ///< ascending
    bool local = false;     ///< some ranks are only indices inside their group
    bool byIndex = false;   ///< rows stand for indices inside the group, with their rank where it is known
    int steps = 0;          ///< steps that the values cover
    bool mean = false;      ///< sizes and times are those of one of these steps on average, not their sum
    QString op;             ///< operator that the values belong to
    QString kind;           ///< "allreduce"; empty in old files and for a total over operators
    std::map<int, int> rankOfIndex;
    std::vector<int> byRank; ///< rows, ascending by rank
    /// Source and destination of a cell as positions in `ranks`; (-1, -1) when it has no place here.
    [[nodiscard]] std::pair<int, int> placeOf(const MatrixCell &cell) const;
    /// -1 for a rank that has none.
    [[nodiscard]] int rowOf(const MatrixRank &rank) const;
    [[nodiscard]] const MatrixLinkSum *link(int source, int destination) const;
    [[nodiscard]] int count() const { return static_cast<int>(ranks.size()); }
    /// The block of a row; -1 without blocks.
    [[nodiscard]] int blockOf(int row) const;
    /// Smallest and largest value of the links that count, of differences as far below 0 as above; nothing without such
    /// links and for types.
    [[nodiscard]] std::optional<std::pair<double, double>> range(const MatrixScope &scope) const;
    /// The range that colours span: values that hardly differ are to look so.
    [[nodiscard]] std::optional<std::pair<double, double>> colorRange(const MatrixScope &scope) const;
    /// The same where `range` is known, which of a million links takes a while.
    [[nodiscard]] static std::optional<std::pair<double, double>>
    colorRange(const MatrixScope &scope, const std::optional<std::pair<double, double>> &range);
    static constexpr int leastRangePercent = 10; ///< relative to the middle of the range
};

/// The chosen cells as a grid. Where not every link is known by global ranks, the whole grid uses indices inside the
/// group, so that one rank is never two rows; an index keeps its global number where that is known. Of no use when
/// cancelled.
[[nodiscard]] MatrixGrid buildGrid(const std::vector<MatrixCell> &cells, const MatrixChoice &choice,
                                   const JobContext &job = JobContext());

/// Gives the links of `grid`, which was built of them, the share that each of `cells` reaches: see bestShares().
void setBestShares(MatrixGrid &grid, const std::vector<MatrixCell> &cells,
                   const std::vector<std::optional<double>> &shares, const MatrixChoice &choice);

/// Gives each link of `grid` what the link between the same ranks has in `base`. The number of links that `base` alone
/// has.
int setBase(MatrixGrid &grid, const MatrixGrid &base);

/// Longest operator behind a cell that sums over operators, among those that the file names; null if it names none.
[[nodiscard]] const MatrixCell *longestOperatorOf(const std::vector<MatrixCell> &cells, const MatrixCell &sum);

/// Operators of the cells of the chosen domains, "Total Op Info" first.
[[nodiscard]] QStringList matrixOperators(const std::vector<MatrixCell> &cells, const DomainChoice &chosen);
/// Single operators that the cells of the chosen domains name behind a statistic, each once, by name with numbers
/// as such. Of each the file has the links alone for which it is the one of a statistic.
[[nodiscard]] QStringList matrixNames(const std::vector<MatrixCell> &cells, const DomainChoice &chosen);

} // namespace rs
