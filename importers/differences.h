// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/rundata.h"

#include <QString>

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

namespace rs {

// What the checks of a run have in common.

/// The same but for what doubles lose. What is missing contradicts nothing.
[[nodiscard]] inline bool isSame(const std::optional<double> &a, const std::optional<double> &b, double rounding)
{
    return !a || !b || std::abs(*a - *b) <= rounding + std::max(std::abs(*a), std::abs(*b)) * 1e-9;
}

[[nodiscard]] inline QString unequalNumbers(double a, double b)
{
    return QString::number(a, 'g', 15) + QStringLiteral(" ≠ ") + QString::number(b, 'g', 15);
}

/// Not the size over the time, beyond what four decimals leave open.
[[nodiscard]] inline bool isOtherBandwidth(double sizeMb, double timeMs, double bandwidthGbs)
{
    return std::abs(bandwidthGbs * timeMs - sizeMb) > sizeMb * 0.01 + timeMs * 1e-3;
}

[[nodiscard]] inline bool isOtherBandwidth(const MatrixLinkRef &l)
{
    const std::optional<double> size = l.sizeMb();
    const std::optional<double> time = l.timeMs();
    const std::optional<double> bandwidth = l.bandwidthGbs();
    if (!size || !time || !bandwidth || *size <= 0 || *time <= 0)
        return false;
    return isOtherBandwidth(*size, *time, *bandwidth);
}

/// Counts what is of one kind; the first is told.
struct Differences
{
    qint64 count = 0;
    Place place = {};
    QString argument = {};
    void add(const Place &at, const QString &what = {})
    {
        if (count++ == 0) {
            place = at;
            argument = what;
        }
    }
    /// The same for places, or pairs of a place and an argument, that are worth making only for the first one.
    template <typename Make>
    requires std::is_invocable_v<Make>
    void add(Make make)
    {
        if (count++ > 0)
            return;
        if constexpr (std::is_same_v<std::invoke_result_t<Make>, Place>)
            place = make();
        else
            std::tie(place, argument) = make();
    }
};

/// The run-wide file of that kind that was read, or the cluster's database, which holds what all of them do; empty
/// where there is neither.
[[nodiscard]] inline QString clusterFile(const Run &run, const char *kind)
{
    for (const QLatin1String wanted : {QLatin1String(kind), QLatin1String("cluster_db")}) {
        const auto at = std::find_if(run.cluster.files.begin(), run.cluster.files.end(),
                                     [&](const FileEntry &f) { return f.used && f.kind == wanted; });
        if (at != run.cluster.files.end())
            return at->name;
    }
    return {};
}

} // namespace rs
