// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tables/base/rowsource.h"
#include "views/state/runstore.h"

#include <QString>
#include <QStringList>

/// Why a page of the system view has nothing to show, in whole sentences for its empty state; and what is said above a
/// table.
namespace rs::systemtexts {

/// Empty when the rank is loaded.
[[nodiscard]] QString whyNoRank(const RunStore &runs, RankRef ref);
/// Empty when the rank is loaded and has a trace.
[[nodiscard]] QString whyNoTrace(const RunStore &runs, RankRef ref);

/// What people must know of how rows were made, a line each; what holds for several ranks is said once.
[[nodiscard]] QStringList noteLines(const RowSource &rows);

} // namespace rs::systemtexts
