// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "items/matrixgrid.h"

#include <QStringList>

#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace rs {

/// Values of a grid as HeatMap paints them: a thousand ranks have a million links of a few hundred bytes each.
struct HeatValues
{
    /// Keys without a link, and of one that is there and not in the scale: worse than nothing.
    static constexpr double nothing = -std::numeric_limits<double>::infinity();
    static constexpr double outside = std::numeric_limits<double>::lowest();

    MatrixScope scope;
    /// Beside MatrixGrid::at; larger where a value is worse: that one is shown of several in a pixel.
    std::vector<double> keys;
    /// Beside these, of link types alone: see typeOf().
    std::vector<quint16> types;
    QStringList transports;                         ///< that typeOf() counts
    std::optional<std::pair<double, double>> range; ///< MatrixGrid::range() of the scope; nothing for types
    std::vector<std::optional<double>> rowMedians;  ///< empty where no rank has one
    std::vector<std::optional<double>> columnMedians;
    bool hasInner = false;   ///< a link inside a card
    bool hasSmall = false;   ///< a link that carried too little for the scale
    bool hasUnknown = false; ///< a link without this value in the run that is compared with
    bool hasNoValue = false; ///< a link between cards without this value

    enum class Shade : quint16 { Full, Pale, None };
    /// Key of a link's colour: its type, and whether the other run has the same.
    [[nodiscard]] static quint16 typeOf(size_t transport, Shade shade)
    {
        return static_cast<quint16>(transport * 3 + static_cast<size_t>(shade));
    }
    [[nodiscard]] static size_t transportOf(quint16 type) { return type / 3; }
    /// True for rates, whose lowest value stands for a pixel; of loads the highest.
    [[nodiscard]] bool isRate() const
    {
        return scope.value == MatrixValue::Bandwidth || scope.value == MatrixValue::BestShare;
    }
};

/// Values of a grid; not usable when cancelled.
[[nodiscard]] HeatValues heatValues(const MatrixGrid &grid, const MatrixScope &scope,
                                    const JobContext &job = JobContext());

} // namespace rs
