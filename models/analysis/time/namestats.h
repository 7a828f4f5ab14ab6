// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <optional>
#include <vector>

namespace rs {

/// All slices of one name inside a box of the timeline, over every rank of the box.
struct NameStatistics
{
    QString name;
    qint64 count = 0;
    qint64 totalNs = 0;   ///< whole durations
    qint64 clippedNs = 0; ///< the part inside the box
    qint64 selfNs = 0;
    qint64 minNs = 0;
    qint64 maxNs = 0;
    [[nodiscard]] double averageNs() const
    {
        return count == 0 ? 0 : static_cast<double>(totalNs) / static_cast<double>(count);
    }
};

/// One name in two boxes: the one that was kept, and the one that is drawn now.
struct NamePair
{
    QString name;
    qint64 keptCount = 0;
    qint64 count = 0;
    qint64 keptNs = 0; ///< inside the box
    qint64 nowNs = 0;
    [[nodiscard]] qint64 differenceNs() const { return nowNs - keptNs; }
    /// Empty where the name is in one of the boxes only.
    [[nodiscard]] std::optional<double> ratio() const
    {
        return keptNs > 0 && nowNs > 0 ? std::optional(static_cast<double>(nowNs) / static_cast<double>(keptNs))
                                       : std::nullopt;
    }
    [[nodiscard]] std::optional<double> keptAverageNs() const { return average(keptNs, keptCount); }
    [[nodiscard]] std::optional<double> averageNs() const { return average(nowNs, count); }

private:
    [[nodiscard]] static std::optional<double> average(qint64 ns, qint64 count)
    {
        return count > 0 ? std::optional(static_cast<double>(ns) / static_cast<double>(count)) : std::nullopt;
    }
};

/// Every name of either box, the largest difference first.
[[nodiscard]] std::vector<NamePair> pairNames(const std::vector<NameStatistics> &kept,
                                              const std::vector<NameStatistics> &now);

} // namespace rs
