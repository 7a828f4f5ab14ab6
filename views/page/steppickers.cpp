// SPDX-License-Identifier: Apache-2.0
#include "views/page/steppickers.h"

#include "views/page/steptexts.h"
#include "views/widgets/picker.h"

#include <array>

namespace rs {

namespace {
constexpr StepMetric firstMetric = StepMetric::Computing;
constexpr std::array<const char *, 3> wayIds = {"mean", "largest", "smallest"}; ///< in the order of FoldBy
} // namespace

QJsonObject StepPickers::save(std::optional<StepMetric> own) const
{
    QJsonObject out;
    if (const StepMetric kept = own.value_or(static_cast<StepMetric>(metric->value().toInt())); kept != firstMetric)
        out[QStringLiteral("metric")] = StepTexts::metricId(kept);
    if (differences->value().toBool())
        out[QStringLiteral("differences")] = true;
    if (const unsigned tokens = folds->value().toUInt(); tokens != 0)
        out[QStringLiteral("fold")] = StepTexts::foldId(tokens);
    if (const auto way = static_cast<size_t>(ways->value().toUInt()); way > 0 && way < wayIds.size())
        out[QStringLiteral("by")] = QLatin1String(wayIds[way]);
    return out;
}

void StepPickers::restore(const QJsonObject &state) const
{
    metric->setValue(
        static_cast<int>(StepTexts::metricOf(state[QLatin1String("metric")].toString()).value_or(firstMetric)));
    differences->setValue(state[QLatin1String("differences")].toBool());
    folds->setValue(StepTexts::foldOf(state[QLatin1String("fold")].toString()));
    const QString way = state[QLatin1String("by")].toString();
    int at = 0;
    for (size_t i = 0; i < wayIds.size(); ++i) {
        if (way == QLatin1String(wayIds[i]))
            at = static_cast<int>(i);
    }
    ways->setValue(at);
}

} // namespace rs
