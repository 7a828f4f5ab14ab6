// SPDX-License-Identifier: Apache-2.0
// What sessions keep of the page of the matrix.
#include "views/links/matrixpage.h"

#include "views/widgets/picker.h"

#include <QCheckBox>
#include <QSignalBlocker>

#include <algorithm>

namespace rs {

QString MatrixPage::wantedOperator() const
{
    return m_wantedOp.isEmpty() ? m_opPicker->value().toString() : m_wantedOp;
}

bool MatrixPage::isOperatorOfJump() const
{
    return !m_jumpedOp.isEmpty() && wantedOperator() == m_jumpedOp;
}

QJsonObject MatrixPage::saveState() const
{
    return {{QStringLiteral("operator"), wantedOperator()},
            {QStringLiteral("value"), m_valuePicker->value().toInt()},
            {QStringLiteral("order"), m_orderPicker->value().toString()},
            {QStringLiteral("mean"), m_stepsPicker->value().toBool()},
            {QStringLiteral("least"), m_leastPicker->value().toInt()},
            {QStringLiteral("logarithmic"), m_scalePicker->value().toBool()},
            {QStringLiteral("inner"), m_inner->isChecked()}};
}

void MatrixPage::restoreState(const QJsonObject &state)
{
    m_wantedOp = state[QStringLiteral("operator")].toString();
    m_opPicker->setValue(m_wantedOp);
    m_valuePicker->setValue(
        std::clamp(state[QStringLiteral("value")].toInt(), 0, static_cast<int>(MatrixValue::BestShare)));
    m_orderPicker->setValue(state[QStringLiteral("order")].toString());
    m_stepsPicker->setValue(state[QStringLiteral("mean")].toBool());
    const int least = state[QStringLiteral("least")].toInt(usualLeast);
    const bool isKnown = least == 0 || std::find(leastSizes.begin(), leastSizes.end(), least) != leastSizes.end();
    m_leastPicker->setValue(isKnown ? least : usualLeast);
    m_scalePicker->setValue(state[QStringLiteral("logarithmic")].toBool());
    const QSignalBlocker silent(m_inner);
    m_inner->setChecked(state[QStringLiteral("inner")].toBool());
    fillPickers();
    scheduleRefresh();
}

} // namespace rs
