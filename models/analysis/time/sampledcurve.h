// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/time/intervals.h"
#include "core/job/jobcontext.h"
#include "core/table/table.h"

#include <QString>

#include <optional>
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
    /// What holds at that time; nothing before the first value.
    [[nodiscard]] std::optional<double> valueAt(qint64 ns) const;
    /// One entry for each pixel in which the curve is known; the last value holds to the end of the window.
    [[nodiscard]] std::vector<CurvePixel> pixels(Interval window, int width) const;

private:
    struct Reach
    {
        double least = 0;
        double most = 0;
    };
    /// Of [first, last), which is not empty.
    [[nodiscard]] Reach reach(size_t first, size_t last) const;
    [[nodiscard]] size_t firstAtOrAfter(qint64 ns) const;

    std::vector<qint64> m_ns;
    std::vector<double> m_values;
    std::vector<std::vector<Reach>> m_levels; ///< of blocks of values, and of blocks of these
    Reach m_whole;
};

/// A numeric column of a table whose rows have a time.
struct CurveColumn
{
    int column = -1;
    QString name; ///< without its unit
    QString unit; ///< as the header says: "MB/s"; "ns" of a duration; may be empty
};
/// What of a table can be drawn over time.
struct CurvesOfTable
{
    int time = -1;       ///< -1: nothing, the table has no time
    double timeToNs = 1; ///< of a time that is no stamp
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
