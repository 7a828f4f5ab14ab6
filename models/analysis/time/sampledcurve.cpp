// SPDX-License-Identifier: Apache-2.0
#include "analysis/time/sampledcurve.h"

#include "core/table/memorycolumns.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace rs {

namespace {

constexpr int pollCurveRows = 4096;

/// Nanoseconds in a unit of time; nothing for other units.
std::optional<double> nsOfUnit(const QString &unit)
{
    static constexpr std::pair<const char *, double> units[] = {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};
    for (const auto &[name, ns] : units) {
        if (unit == QLatin1String(name))
            return ns;
    }
    return std::nullopt;
}

QString bareColumnName(const Column &column)
{
    const QString suffix = u'(' + column.unit + u')';
    return !column.unit.isEmpty() && column.name.endsWith(suffix) ? column.name.chopped(suffix.size()).trimmed()
                                                                  : column.name;
}

bool isCurveNumber(ColumnType type)
{
    return type == ColumnType::Integer || type == ColumnType::Real || type == ColumnType::Duration;
}

/// "Timestamp(ms)", "time(s)": numbers by which the rows are placed.
bool namesTime(const Column &column)
{
    const QString name = bareColumnName(column).toLower();
    return isCurveNumber(column.type) && nsOfUnit(column.unit) &&
           (name == QLatin1String("time") || name.contains(QLatin1String("timestamp")) ||
            name.startsWith(QLatin1String("start")));
}

bool namesThing(const Column &column)
{
    const QString name = column.name.toLower();
    return name.endsWith(QLatin1String("id")) || name.endsWith(QLatin1String("no")) || name == QLatin1String("cpu") ||
           name == QLatin1String("port") || name == QLatin1String("device");
}

/// Whether a column parts the rows into a few sets.
bool isGroup(const Table &table, int column, const JobContext &job)
{
    std::set<qint64> values;
    for (int row = 0; row < table.rows(); ++row) {
        if (row % pollCurveRows == 0 && job.isCanceled())
            return false;
        if (!table.has(row, column))
            continue;
        values.insert(table.at(column).type == ColumnType::Text ? qint64{raw(table.textId(row, column))}
                                                                : table.integer(row, column));
        if (values.size() > MostTableCurves)
            return false;
    }
    return values.size() > 1;
}

} // namespace

SampledCurve::SampledCurve(std::vector<qint64> ns, std::vector<double> values)
    : m_ns(std::move(ns)), m_values(std::move(values))
{
    m_levels = {m_values.size(), [this](size_t i) { return m_values[i]; }};
    if (!m_values.empty())
        m_whole = reach(0, m_values.size());
}

ValueReach SampledCurve::reach(size_t first, size_t last) const
{
    return m_levels.of(first, last, [this](size_t i) { return m_values[i]; });
}

size_t SampledCurve::firstAtOrAfter(qint64 ns) const
{
    return static_cast<size_t>(std::ranges::lower_bound(m_ns, ns) - m_ns.begin());
}

std::optional<double> SampledCurve::valueAt(qint64 ns) const
{
    const auto next = std::ranges::upper_bound(m_ns, ns);
    return next == m_ns.begin() ? std::nullopt : std::optional(m_values[static_cast<size_t>(next - m_ns.begin() - 1)]);
}

std::vector<CurvePixel> SampledCurve::pixels(Interval window, int width) const
{
    std::vector<CurvePixel> out;
    if (m_ns.empty() || width <= 0 || window.length() <= 0)
        return out;
    const auto edge = [&](int x) {
        return window.from + static_cast<qint64>(std::llround(static_cast<double>(window.length()) * x / width));
    };
    size_t first = firstAtOrAfter(window.from);
    for (int x = 0; x < width; ++x) {
        const size_t last = x + 1 == width ? firstAtOrAfter(window.to + 1) : firstAtOrAfter(edge(x + 1));
        const bool isNew = last > first;
        if (!isNew && first == 0)
            continue; // before the first value
        const double in = first > 0 ? m_values[first - 1] : m_values[first];
        CurvePixel p{x, in, in, in, in};
        if (isNew) {
            const ValueReach r = reach(first, last);
            p = {x, in, std::min(in, r.least), std::max(in, r.most), m_values[last - 1]};
        }
        out.push_back(p);
        first = last;
    }
    return out;
}

CurvesOfTable curvesOfTable(const Table &table, const JobContext &job)
{
    CurvesOfTable out;
    for (int i = 0; i < table.columnCount() && out.time < 0; ++i) {
        if (table.at(i).type == ColumnType::TimeStamp)
            out.time = i;
    }
    for (int i = 0; i < table.columnCount() && out.time < 0; ++i) {
        if (namesTime(table.at(i))) {
            out.time = i;
            // Durations are in nanoseconds already, whatever the header says.
            out.timeToNs = table.at(i).type == ColumnType::Duration ? 1 : nsOfUnit(table.at(i).unit).value_or(1);
        }
    }
    if (out.time < 0)
        return out;
    for (int i = 0; i < table.columnCount(); ++i) {
        const Column &column = table.at(i);
        if (i == out.time || column.type == ColumnType::TimeStamp)
            continue;
        const bool isThing =
            column.type == ColumnType::Text || (column.type == ColumnType::Integer && namesThing(column));
        if (isThing && isGroup(table, i, job))
            out.groups.push_back(i);
        if (!isThing && isCurveNumber(column.type) && !namesTime(column))
            out.values.push_back(
                {i, bareColumnName(column), column.type == ColumnType::Duration ? QStringLiteral("ns") : column.unit});
    }
    return out;
}

std::vector<TableCurve> tableCurves(const Table &table, const CurvesOfTable &of, int value, int group,
                                    const JobContext &job)
{
    struct Sample
    {
        qint64 ns;
        double value;
    };
    const bool stamps = table.at(of.time).type == ColumnType::TimeStamp;
    const auto timeOf = [&](int row) {
        return stamps || table.at(of.time).type == ColumnType::Duration
                   ? table.integer(row, of.time)
                   : static_cast<qint64>(std::llround(std::clamp(table.real(row, of.time) * of.timeToNs, 0.0, 9e18)));
    };
    const StampRange credible = stamps ? credibleStampsOf(table, of.time) : StampRange();
    std::map<QString, std::vector<Sample>> byGroup;
    std::map<qint64, std::vector<Sample> *> known; // by the value of the group
    for (int row = 0; row < table.rows(); ++row) {
        if (row % pollCurveRows == 0 && job.isCanceled())
            return {};
        if (!table.has(row, of.time) || !table.has(row, value))
            continue;
        const qint64 ns = timeOf(row);
        if (!credible.contains(ns))
            continue;
        const bool isText = group >= 0 && table.at(group).type == ColumnType::Text;
        const qint64 key = group < 0 || !table.has(row, group) ? -1
                           : isText                            ? qint64{raw(table.textId(row, group))}
                                                               : table.integer(row, group);
        std::vector<Sample> *&samples = known[key];
        if (!samples) {
            if (known.size() > MostTableCurves) {
                known.erase(key);
                continue;
            }
            samples = &byGroup[key < 0  ? QString()
                               : isText ? table.strings().text(table.textId(row, group))
                                        : QString::number(key)];
        }
        samples->push_back({ns, table.real(row, value)});
    }
    std::vector<TableCurve> out;
    for (auto &[name, samples] : byGroup) {
        // Files are not always in the order of time; of one stamp the last value holds.
        std::ranges::stable_sort(samples, {}, &Sample::ns);
        std::vector<qint64> ns;
        std::vector<double> values;
        ns.reserve(samples.size());
        values.reserve(samples.size());
        for (const Sample &s : samples) {
            ns.push_back(s.ns);
            values.push_back(s.value);
        }
        out.push_back({name, SampledCurve(std::move(ns), std::move(values))});
        if (job.isCanceled())
            return {};
    }
    return out;
}

} // namespace rs
