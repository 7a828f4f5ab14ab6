// SPDX-License-Identifier: Apache-2.0
#include "views/compare/compareview.h"

#include "views/widgets/picker.h"

#include <QJsonObject>
#include <QSpinBox>
#include <QTabWidget>

#include <algorithm>

/// What a session keeps of the comparison.
namespace rs {

namespace {

constexpr QLatin1String tablePrefix("compare.");
constexpr QLatin1String firstTable("operators");

int atMost(const QJsonValue &value, int fallback, int most)
{
    return std::clamp(value.toInt(fallback), 0, most);
}

} // namespace

QJsonObject CompareView::saveState() const
{
    const QString table = m_sheetPicker->value().toString();
    return {{QStringLiteral("table"), table.isEmpty() ? QString(firstTable) : table.mid(tablePrefix.size())},
            {QStringLiteral("by"), m_groupPicker->value().toInt()},
            {QStringLiteral("otherStep"), m_otherStepPicker->value().toString()},
            {QStringLiteral("kind"), m_kindPicker->value().toInt()},
            {QStringLiteral("core"), m_corePicker->value().toString()},
            {QStringLiteral("rows"), m_statePicker->value().toInt()},
            {QStringLiteral("top"), m_top->value()},
            {QStringLiteral("chart"), m_charts->currentIndex()},
            {QStringLiteral("sides"), m_sides->saveState()}};
}

void CompareView::restoreState(const QJsonObject &state)
{
    showPage(state[QStringLiteral("table")].toString(firstTable));
    const int byType = static_cast<int>(OperatorGrouping::Type);
    const int by = state[QStringLiteral("by")].toInt(byType);
    const auto isOffered = [by](OperatorGrouping g) { return static_cast<int>(g) == by; };
    const auto offered = {OperatorGrouping::Type, OperatorGrouping::Name, OperatorGrouping::Shape,
                          OperatorGrouping::NameShape};
    m_groupPicker->setValue(std::any_of(offered.begin(), offered.end(), isOffered) ? by : byType);
    const auto kind = static_cast<OperatorKind>(state[QStringLiteral("kind")].toInt(-1));
    m_kindPicker->setValue(static_cast<int>(
        kind == OperatorKind::Communication || kind == OperatorKind::All ? kind : OperatorKind::Compute));
    m_otherStepPicker->setValue(state[QStringLiteral("otherStep")].toString());
    m_corePicker->setValue(state[QStringLiteral("core")].toString());
    m_statePicker->setValue(atMost(state[QStringLiteral("rows")], 0, static_cast<int>(ListedRows::TooFewSteps)));
    m_top->setValue(state[QStringLiteral("top")].toInt(m_top->value()));
    m_charts->setCurrentIndex(atMost(state[QStringLiteral("chart")], 0, m_charts->count() - 1));
    m_sides->restoreState(state[QStringLiteral("sides")].toObject());
    scheduleRefresh();
}

} // namespace rs
