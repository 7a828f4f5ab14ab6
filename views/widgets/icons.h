// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QIcon>
#include <QString>

namespace rs {

/// An icon of the program's own set by its file name in resources/icons ("reload"). It is drawn in the text colour of
/// the application's palette at the moment of painting, so it follows a change of theme by itself. A valid `color`
/// overrides the palette (severity icons).
[[nodiscard]] QIcon symbol(const QString &name, const QColor &color = {});

} // namespace rs
