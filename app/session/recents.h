// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

namespace rs {

/// One line for what was opened together: the path, or how many there are and the folder that holds them all.
[[nodiscard]] QString recentLabel(const QStringList &paths);
/// The first of them that is no longer there; empty: all are.
[[nodiscard]] QString recentMissing(const QStringList &paths);

} // namespace rs
