// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/time/namestats.h"
#include "core/base/ids.h"
#include "tables/base/cellrows.h"

#include <memory>
#include <vector>

/// Tables of a box that the user draws on the timeline: no query of a run names one, so they are not listed, but their
/// columns are declared here like all others.
namespace rs {

/// One slice of the chosen name.
struct Occurrence
{
    int run = -1;
    int rankIndex = -1;
    SliceId slice = NoSlice;
    QString rank;
    QString lane;
    qint64 startNs = 0; ///< offset from the start of the timeline, as it is drawn
    qint64 durationNs = 0;
    qint64 absoluteNs = 0; ///< stamp in the file
};

/// The columns of "slices.stats". `clippedNs`: of all names.
[[nodiscard]] std::shared_ptr<const RowSource> boxStatRows(std::vector<NameStatistics> names, qint64 clippedNs);
/// Two boxes side by side.
[[nodiscard]] std::shared_ptr<const RowSource> boxPairRows(std::vector<NamePair> pairs);
/// The slices of one name in a box.
class OccurrenceRows final : public CellRows
{
public:
    explicit OccurrenceRows(std::vector<Occurrence> slices);
    [[nodiscard]] const Occurrence &at(quint32 row) const { return m_slices[row]; }

private:
    std::vector<Occurrence> m_slices;
};

} // namespace rs
