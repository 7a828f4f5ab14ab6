// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/intervals.h"
#include "core/job/jobcontext.h"
#include "core/table/table.h"

#include <QString>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace rs {

/// Course of a curve within a pixel. It is a curve of steps: a value holds until the next one.
struct CurvePixel
{
    int x = 0;
    double first = 0; ///< with which it comes in
    double least = 0;
    double most = 0;
    double last = 0; ///< with which it goes out
};

/// Least and greatest of some values.
struct ValueReach
{
    double least = 0;
    double most = 0;
    void add(const ValueReach &other)
    {
        least = std::min(least, other.least);
        most = std::max(most, other.most);
    }
};

/// Reaches of blocks of values, of blocks of these, and so on, so that the reach of millions takes a few looks.
class ReachLevels
{
public:
    static constexpr size_t ValuesOfABlock = 32;

    ReachLevels() = default;
    template <typename ValueAt>
    ReachLevels(size_t size, const ValueAt &valueAt);
    /// Reach of [first, last), which is not empty; `valueAt` as it was given.
    template <typename ValueAt>
    [[nodiscard]] ValueReach of(size_t first, size_t last, const ValueAt &valueAt) const;

private:
    static constexpr size_t BlocksOfABlock = 16;

    std::vector<std::vector<ValueReach>> m_levels;
};

template <typename ValueAt>
ReachLevels::ReachLevels(size_t size, const ValueAt &valueAt)
{
    std::vector<ValueReach> level;
    for (size_t i = 0; i + ValuesOfABlock <= size; i += ValuesOfABlock)
        level.push_back(of(i, i + ValuesOfABlock, valueAt));
    while (!level.empty()) {
        std::vector<ValueReach> next;
        for (size_t i = 0; i + BlocksOfABlock <= level.size(); i += BlocksOfABlock) {
            ValueReach &block = next.emplace_back(level[i]);
            for (size_t k = i + 1; k < i + BlocksOfABlock; ++k)
                block.add(level[k]);
        }
        m_levels.push_back(std::move(level));
        level = std::move(next);
    }
}

template <typename ValueAt>
ValueReach ReachLevels::of(size_t first, size_t last, const ValueAt &valueAt) const
{
    ValueReach out{valueAt(first), valueAt(first)};
    // Up to a whole block, then whole blocks of whole blocks, and down again.
    while (first < last) {
        if (m_levels.empty() || first % ValuesOfABlock != 0 || last - first < ValuesOfABlock) {
            const double value = valueAt(first++);
            out.add({value, value});
            continue;
        }
        size_t level = 0;
        size_t values = ValuesOfABlock;
        while (level + 1 < m_levels.size() && first % (values * BlocksOfABlock) == 0 &&
               last - first >= values * BlocksOfABlock) {
            ++level;
            values *= BlocksOfABlock;
        }
        out.add(m_levels[level][first / values]);
        first += values;
    }
    return out;
}

/// Values over time, of a queue or of a counter. Immutable. The least and the greatest of blocks are kept, so that a
/// picture of millions of values costs as little as one of thousands and loses no peak.
class SampledCurve
{
public:
    SampledCurve() = default;
    /// `ns` ascending, as many as values; no value is NaN.
    SampledCurve(std::vector<qint64> ns, std::vector<double> values);

    [[nodiscard]] size_t size() const { return m_ns.size(); }
    [[nodiscard]] Interval span() const { return m_ns.empty() ? Interval() : Interval{m_ns.front(), m_ns.back()}; }
    [[nodiscard]] double least() const { return m_whole.least; } ///< 0 without values
    [[nodiscard]] double most() const { return m_whole.most; }
    /// Value at that time; nothing before the first value.
    [[nodiscard]] std::optional<double> valueAt(qint64 ns) const;
    /// One entry for each pixel in which the curve is known; the last value holds to the end of the window.
    [[nodiscard]] std::vector<CurvePixel> pixels(Interval window, int width) const;

private:
    [[nodiscard]] ValueReach reach(size_t first, size_t last) const;
    [[nodiscard]] size_t firstAtOrAfter(qint64 ns) const;

    std::vector<qint64> m_ns;
    std::vector<double> m_values;
    ReachLevels m_levels;
    ValueReach m_whole;
};

/// A numeric column of a table whose rows have a time.
struct CurveColumn
{
    int column = -1;
    QString name; ///< without its unit
    QString unit; ///< as the header says: "MB/s"; "ns" of a duration; may be empty
};
/// Columns of a table that can be drawn over time.
struct CurvesOfTable
{
    int time = -1;       ///< -1: nothing, the table has no time
    double timeToNs = 1; ///< factor of a time that is no stamp
    std::vector<CurveColumn> values;
    std::vector<int> groups; ///< columns whose few values part the rows into curves: "event", "Device_id"
};
[[nodiscard]] CurvesOfTable curvesOfTable(const Table &table, const JobContext &job = JobContext());

/// The rows of one value of a group.
struct TableCurve
{
    QString group; ///< the value; empty: all rows
    SampledCurve curve;
};
inline constexpr size_t MostTableCurves = 16;
/// A value column over time, one curve for each value of `group` (-1: one for all rows), in the order of the texts;
/// at most MostTableCurves. Rows without a time, those far from all others, and cells without a value are left out.
/// Empty when cancelled.
[[nodiscard]] std::vector<TableCurve> tableCurves(const Table &table, const CurvesOfTable &of, int value, int group,
                                                  const JobContext &job = JobContext());

} // namespace rs
