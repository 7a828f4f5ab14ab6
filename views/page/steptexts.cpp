// SPDX-License-Identifier: Apache-2.0
#include "views/page/steptexts.h"

#include "analysis/ranks/strategygrid.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <utility>

namespace rs {

namespace {

constexpr std::array<std::pair<StepMetric, const char *>, allStepMetrics.size()> metricIds = {
    std::pair(StepMetric::Total, "total"),         std::pair(StepMetric::Computing, "computing"),
    std::pair(StepMetric::PureCompute, "pure"),    std::pair(StepMetric::Covered, "covered"),
    std::pair(StepMetric::Uncovered, "uncovered"), std::pair(StepMetric::Communication, "communication"),
    std::pair(StepMetric::Idle, "idle"),           std::pair(StepMetric::Preparing, "preparing"),
    std::pair(StepMetric::Stage, "stage"),         std::pair(StepMetric::Bubble, "bubble"),
};

} // namespace

QString StepTexts::metric(StepMetric metric)
{
    switch (metric) {
    case StepMetric::Total:
        return tr("Total");
    case StepMetric::Computing:
        return tr("Total compute");
    case StepMetric::PureCompute:
        return tr("Pure compute");
    case StepMetric::Covered:
        return tr("Overlapped communication");
    case StepMetric::Uncovered:
        return tr("Non-overlapped communication");
    case StepMetric::Communication:
        return tr("Communication");
    case StepMetric::Idle:
        return tr("Idle");
    case StepMetric::Preparing:
        return tr("Preparing");
    case StepMetric::Stage:
        return tr("Stage");
    case StepMetric::Bubble:
        return tr("Bubble");
    }
    return {};
}

std::vector<PickerItem> StepTexts::metrics()
{
    std::vector<PickerItem> out;
    for (const StepMetric one : allStepMetrics)
        out.push_back({metric(one), static_cast<int>(one)});
    return out;
}

QString StepTexts::metricId(StepMetric metric)
{
    const auto at =
        std::find_if(metricIds.begin(), metricIds.end(), [metric](const auto &m) { return m.first == metric; });
    return at == metricIds.end() ? QString() : QLatin1String(at->second);
}

std::optional<StepMetric> StepTexts::metricOf(const QString &id)
{
    for (const auto &[metric, its] : metricIds) {
        if (id == QLatin1String(its))
            return metric;
    }
    return std::nullopt;
}

QString StepTexts::foldId(unsigned tokens)
{
    QStringList names;
    for (const unsigned token : strategyDimensions) {
        if ((tokens & token) != 0)
            names << QLatin1String(dimensionName(token)).toString().toLower();
    }
    return names.join(u',');
}

unsigned StepTexts::foldOf(const QString &id)
{
    unsigned out = 0;
    for (const QString &name : id.split(u',')) {
        for (const unsigned token : strategyDimensions) {
            if (token != TokenEp && name == QLatin1String(dimensionName(token)).toString().toLower())
                out |= token;
        }
    }
    return out;
}

std::vector<PickerItem> StepTexts::differences()
{
    return {{tr("Value"), false}, {tr("vs. peer median"), true}};
}

std::vector<PickerItem> StepTexts::folds(const Strategy *strategy)
{
    std::vector<PickerItem> out = {{tr("Each rank"), 0U}};
    for (const unsigned token : {TokenTp, TokenCp, TokenDp, TokenPp}) {
        if (strategy && dimensionSize(*strategy, token) > 1)
            out.push_back({foldedBy(token), token});
    }
    return out;
}

QString StepTexts::foldedBy(unsigned tokens)
{
    QStringList names;
    for (const unsigned token : strategyDimensions) {
        if ((tokens & token) != 0)
            names << QLatin1String(dimensionName(token));
    }
    return tr("Folded by %1").arg(names.join(QLatin1String(", ")));
}

std::vector<PickerItem> StepTexts::foldWays()
{
    return {{tr("Mean"), static_cast<int>(FoldBy::Mean)},
            {tr("Largest"), static_cast<int>(FoldBy::Largest)},
            {tr("Smallest"), static_cast<int>(FoldBy::Smallest)}};
}

} // namespace rs
