// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/memory/memoryblocks.h"

#include <QString>

#include <optional>
#include <vector>

namespace rs {

/// Memory that one operator, component or size holds at the peaks of two ranks.
struct MemoryDifference
{
    struct Side
    {
        double totalKb = 0;
        qint64 blocks = 0;
    };
    QString component;
    QString name;
    std::optional<double> sizeKb;
    bool isRest = false; ///< what the curves say beyond the blocks: allocated before the profile began
    Side base;
    Side other;
    [[nodiscard]] double differenceKb() const { return other.totalKb - base.totalKb; }
};

/// The peaks of what operators of two ranks allocated, each at its own moment in its own window.
struct MemoryComparison
{
    std::optional<MemoryMoment> base; ///< nothing: the rank has no curve with a peak
    std::optional<MemoryMoment> other;
    std::vector<MemoryDifference> rows; ///< by the size of the difference, largest first; none unless both are there
};

/// `component`: of the curves; empty: the one of each rank that says the most. No rows when cancelled.
[[nodiscard]] MemoryComparison compareMemory(const RankData &base, const RankData &other, BlockGrouping by,
                                             QStringView component, Interval baseWindow, Interval otherWindow,
                                             const JobContext &job = JobContext());

} // namespace rs
