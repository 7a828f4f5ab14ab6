// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

namespace rs {

class RunStore;

/// Source of the numbers in a saved picture: the run, the step (empty: all steps), and `more`, such as the
/// communication domain. Plain text in the user's language.
[[nodiscard]] QString pictureScope(const RunStore &runs, int run, const QString &step, const QStringList &more = {});
/// The same for a picture of no step in particular: of the runs that are open.
[[nodiscard]] QString pictureScope(const RunStore &runs, const QStringList &more);

} // namespace rs
