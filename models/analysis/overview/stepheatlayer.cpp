// SPDX-License-Identifier: Apache-2.0
#include "analysis/overview/stepheatlayer.h"

#include "analysis/overview/peerspread.h"
#include "core/base/saturate.h"

#include <algorithm>

namespace rs {

namespace {

constexpr qint64 percents = 100;

void widen(std::optional<StepHeatLayer::Range> &range, qint64 v, bool differences)
{
    const qint64 far = saturatedMagnitude(v);
    const StepHeatLayer::Range its = differences ? std::pair(-far, far) : std::pair(v, v);
    range = range ? std::pair(std::min(range->first, its.first), std::max(range->second, its.second)) : its;
}

} // namespace

StepHeatLayer::StepHeatLayer(std::shared_ptr<const StepGrid> of, StepMetric what, const JobContext &job,
                             const DiagnosisThresholds &thresholds)
    : grid(std::move(of)), metric(what), deviations(*grid, what, job, thresholds)
{
    look();
}

StepHeatLayer::StepHeatLayer(std::shared_ptr<const StepGrid> folded, std::shared_ptr<const StepGrid> parts,
                             StepMetric what, FoldBy how, const JobContext &job, const DiagnosisThresholds &thresholds)
    : grid(std::move(folded)), whole(std::move(parts)), metric(what), by(how),
      deviationsOfWhole(*whole, what, job, thresholds)
{
    deviations = deviationsOfWhole.folded(*whole, *grid, by);
    look();
}

void StepHeatLayer::look()
{
    const auto steps = static_cast<size_t>(grid->steps().size());
    std::vector<qint64> values;
    for (size_t row = 0; row < grid->rows().size(); ++row) {
        for (size_t step = 0; step < steps; ++step) {
            const size_t cell = grid->cell(row, step);
            if (const std::optional<qint64> v = grid->value(metric, cell))
                values.push_back(*v);
            else
                ++unknown;
            for (const bool differences : {false, true}) {
                if (const std::optional<qint64> v = shown(cell, differences))
                    widen(differences ? differenceRange : valueRange, *v, differences);
                else if (differences && grid->value(metric, cell))
                    ++alone;
            }
            if (!deviations.isOutlier(cell))
                continue;
            const auto r = static_cast<quint32>(row);
            const auto s = static_cast<quint32>(step);
            if (!outliers.empty() && outliers.back().row == r && outliers.back().last + 1 == s)
                outliers.back().last = s;
            else
                outliers.push_back({r, s, s});
        }
    }
    medianNs = medianOf(std::move(values));
}

std::optional<qint64> StepHeatLayer::shown(size_t cell, bool differences) const
{
    return differences ? deviations.difference(cell) : grid->value(metric, cell);
}

std::optional<StepHeatLayer::Range> StepHeatLayer::colorRange(bool differences) const
{
    std::optional<Range> out = range(differences);
    const qint64 least = saturatedMagnitude(medianNs) / percents * leastRangePercent;
    if (!out || saturatedDifference(out->second, out->first) >= least)
        return out;
    // One value alone has nothing to be told from.
    if (out->first == out->second)
        return out;
    const qint64 middle = out->first + (out->second - out->first) / 2;
    const Range wide{saturatedDifference(middle, least / 2), saturatedSum(middle, least / 2)};
    return wide;
}

std::optional<size_t> StepHeatLayer::partOf(size_t row, size_t step, bool differences) const
{
    const GridRow &r = grid->rows()[row];
    if (!whole || r.parts.empty())
        return std::nullopt;
    const auto part = differences ? deviationsOfWhole.partOf(*whole, r, step, by) : whole->partOf(r, metric, step, by);
    return part ? part : std::optional(r.parts.front());
}

} // namespace rs
