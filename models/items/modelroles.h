// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Qt>

namespace rs {

/// Roles that every table model of the program offers beside the display text.
enum ModelRole {
    SortRole = Qt::UserRole, ///< raw number or text: what sorting, filtering and CSV export use; invalid: no value
    ShareRole,               ///< 0..1, drawn as a bar in the cell
    DivergingRole,           ///< true: ShareRole is -1..1 and its bar starts in the middle of the cell
    ExportRole,              ///< number as text in the unit of the header; where invalid, SortRole is written
    FoldRole,                ///< first column: int of RowFold; invalid where no row unfolds
    DepthRole,               ///< first column: 1 for rows below the one that unfolded
    ColumnIdRole,            ///< header: stable id of the column, as text
    FramedRole,              ///< true: the cell has a red frame, as what a verdict names has in pictures
};

} // namespace rs
