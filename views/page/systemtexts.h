// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tables/base/rowsource.h"
#include "views/state/runstore.h"

#include <QString>
#include <QStringList>

/// Reasons in whole sentences why a page of the system view is empty, and notes above a table.
namespace rs::systemtexts {

/// Empty when the rank is loaded.
[[nodiscard]] QString whyNoRank(const RunStore &runs, RankRef ref);
/// Empty when the rank is loaded and has a trace.
[[nodiscard]] QString whyNoTrace(const RunStore &runs, RankRef ref);

/// Notes on how rows were made, a line each; a note on several ranks is given once.
[[nodiscard]] QStringList noteLines(const RowSource &rows);

} // namespace rs::systemtexts
