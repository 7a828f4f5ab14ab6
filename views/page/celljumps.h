// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/state/viewstate.h"

class QMenu;

namespace rs {

class RowSourceModel;

/// Adds an entry for each slice that the cells of a row of the model's source name beside the one that the row leads
/// to; `row` -1 adds none. `run`: of the ranks.
void addCellJumps(QMenu *menu, const RowSourceModel &model, int row, ViewState &state, int run);

} // namespace rs
