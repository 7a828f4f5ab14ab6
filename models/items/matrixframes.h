// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/links/linkcostmodel.h"
#include "analysis/ranks/domainchoice.h"
#include "items/matrixgrid.h"

#include <optional>
#include <utility>
#include <vector>

namespace rs {

/// Frame of a link of the matrix: the slow links of the diagnosis that its cell stands for. Size and times are as the
/// values of the grid, sums over the steps or means of them.
struct MatrixFrame
{
    int link = -1;         ///< into MatrixGrid::links
    int parts = 0;         ///< slow links of the diagnosis: of steps, domains and kinds of operators
    double sizeMb = 0;     ///< slow links together
    double expectedMs = 0; ///< likewise
    double reachedMs = 0;
    qint64 lostNs = 0;
    LinkFault fault;                   ///< link that loses most
    std::optional<double> costMs = {}; ///< cost of the fault in a step, once the diagnosis is known
};

/// Which of the slow links count.
struct MatrixFrameChoice
{
    QString step; ///< empty: all
    DomainChoice domains;
};

/// Frames of the slow links that `grid` shows, of its kind of operator, ascending by link.
[[nodiscard]] std::vector<MatrixFrame> matrixFrames(const MatrixGrid &grid, const std::vector<SlowLink> &slow,
                                                    const MatrixFrameChoice &choice);

/// The range that colours span with what framed links should reach in it: in a group of two ranks nothing else shows
/// that its links are slow. Of bandwidths and times; others, and differences, are left as MatrixGrid::colorRange() has
/// them.
[[nodiscard]] std::optional<std::pair<double, double>> colorRange(const MatrixGrid &grid, const MatrixScope &scope,
                                                                  const std::vector<MatrixFrame> &frames);
/// The same where MatrixGrid::range() is known.
[[nodiscard]] std::optional<std::pair<double, double>>
colorRange(const MatrixGrid &grid, const MatrixScope &scope, const std::vector<MatrixFrame> &frames,
           const std::optional<std::pair<double, double>> &range);

} // namespace rs
