// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/slicestats.h"
#include "core/slicestore.h"
#include "items/columnmodel.h"

#include <optional>
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
    double share = 0; ///< of the clipped time of all names, 0..1
    [[nodiscard]] qint64 averageNs() const { return count == 0 ? 0 : totalNs / count; }
};

/// The statistics of one trace, in their order, with shares of their clipped time.
[[nodiscard]] std::vector<NameStatistics> nameStatistics(const Trace &trace, const SliceStats &stats);

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
    [[nodiscard]] std::optional<qint64> keptAverageNs() const
    {
        return keptCount > 0 ? std::optional(keptNs / keptCount) : std::nullopt;
    }
    [[nodiscard]] std::optional<qint64> averageNs() const
    {
        return count > 0 ? std::optional(nowNs / count) : std::nullopt;
    }
};

/// Every name of either box, the largest difference first.
[[nodiscard]] std::vector<NamePair> pairNames(const std::vector<NameStatistics> &kept,
                                              const std::vector<NameStatistics> &now);

/// Two boxes side by side.
class BoxComparisonModel : public RowModel<NamePair>
{
    Q_OBJECT
public:
    explicit BoxComparisonModel(QObject *parent = nullptr);
    void setRows(std::vector<NamePair> rows);
    void retranslate() { retitle(fields()); }

protected:
    [[nodiscard]] QVariant extra(int row, int column, int role) const override;

private:
    [[nodiscard]] static std::vector<Field> fields();

    qint64 m_largest = 0; ///< greatest difference, to which the bars refer
};

/// One slice of the chosen name.
struct Occurrence
{
    int run = -1;
    int rankIndex = -1;
    SliceId slice = NoSlice;
    QString rank;
    QString lane;
    qint64 startNs = 0; ///< offset from the start of the timeline
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
