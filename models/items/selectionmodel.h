// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/slicestore.h"
#include "items/columnmodel.h"

#include <vector>

namespace rs {

/// All slices of one name inside a box of the timeline, over every rank of the box.
struct NameStatistics
{
    QString name;
    SliceKind kind = SliceKind::Other; ///< of the longest
    qint64 count = 0;
    qint64 totalNs = 0;   ///< whole durations
    qint64 clippedNs = 0; ///< the part inside the box
    qint64 selfNs = 0;
    qint64 minNs = 0;
    qint64 maxNs = 0;
    double share = 0;     ///< of the clipped time of all names, 0..1
    [[nodiscard]] qint64 averageNs() const { return count == 0 ? 0 : totalNs / count; }
};

/// The statistics by name of a box.
class NameStatisticsModel : public RowModel<NameStatistics>
{
    Q_OBJECT
public:
    explicit NameStatisticsModel(QObject *parent = nullptr);
    void setRows(std::vector<NameStatistics> rows) { resetRows(std::move(rows)); }
    void retranslate() { retitle(fields()); }

protected:
    [[nodiscard]] QVariant extra(int row, int column, int role) const override;

private:
    [[nodiscard]] static std::vector<Field> fields();
};

/// One slice of the chosen name.
struct Occurrence
{
    int run = -1;
    int rankIndex = -1;
    SliceId slice = NoSlice;
    QString rank;
    QString lane;
    qint64 startNs = 0;    ///< offset from the start of the timeline
    qint64 durationNs = 0;
    qint64 absoluteNs = 0; ///< stamp in the file
};

/// The slices of one name in a box, in order of rank and time.
class OccurrenceModel : public RowModel<Occurrence>
{
    Q_OBJECT
public:
    explicit OccurrenceModel(QObject *parent = nullptr);
    void setRows(std::vector<Occurrence> rows) { resetRows(std::move(rows)); }
    void retranslate() { retitle(fields()); }

protected:
    [[nodiscard]] QVariant extra(int row, int column, int role) const override;

private:
    [[nodiscard]] static std::vector<Field> fields();
};

} // namespace rs
