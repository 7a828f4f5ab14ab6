// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/viewstate.h"

class QMenu;

namespace rs {

class RowTable;

/// Adds an entry for each slice that the cells of a row of the table's model name; `row` -1 adds none.
void addSliceJumps(QMenu *menu, const RowTable &table, int row, ViewState &state, RankRef rank);

} // namespace rs
