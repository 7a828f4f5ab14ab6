// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Qt>

namespace rs {

/// Roles that every table model of the program offers beside the display text.
enum ModelRole {
    SortRole = Qt::UserRole, ///< raw number or text: what sorting, filtering and CSV export use
    RankRole,                ///< int, rank number
    RunRole,                 ///< int, index of the run
    SliceRole,               ///< quint32 raw SliceId, when the row stands for one slice
    StartNsRole,             ///< qint64
    EndNsRole,               ///< qint64
    ShareRole,               ///< 0..1, drawn as a bar in the cell
    FirstFreeRole = Qt::UserRole + 32
};

} // namespace rs
