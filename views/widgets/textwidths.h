// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFontMetrics>
#include <QString>

#include <array>

namespace rs {

/// Widths of short texts by those of their signs: hundreds of cells are measured in a frame, each several times.
class TextWidths
{
public:
    explicit TextWidths(const QFontMetrics &metrics) : m_metrics(metrics)
    {
        for (size_t sign = 0; sign < m_signs.size(); ++sign)
            m_signs[sign] = metrics.horizontalAdvance(QChar(static_cast<char16_t>(sign)));
    }
    [[nodiscard]] const QFontMetrics &metrics() const { return m_metrics; }
    [[nodiscard]] double of(const QString &text) const
    {
        double out = 0;
        for (const QChar sign : text) {
            if (sign.unicode() >= m_signs.size())
                return m_metrics.horizontalAdvance(text);
            out += m_signs[sign.unicode()];
        }
        return out;
    }

private:
    QFontMetrics m_metrics;
    std::array<double, 128> m_signs{};
};

} // namespace rs
