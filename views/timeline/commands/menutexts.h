// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "items/format.h"

#include <QColor>
#include <QPixmap>
#include <QString>

namespace rs {

/// Text of a trace as the text of an action: no mnemonics, no overlong lines.
[[nodiscard]] inline QString actionText(const QString &text)
{
    constexpr int letters = 80;
    return format::clipText(format::displayText(text), letters).replace(u'&', QLatin1String("&&"));
}

/// A square of that colour, as the icon of an action.
[[nodiscard]] inline QPixmap swatch(const QColor &color)
{
    QPixmap p(12, 12);
    p.fill(color);
    return p;
}

} // namespace rs
