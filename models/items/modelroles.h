// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QVariant>
#include <Qt>

namespace rs {

/// Roles that every table model of the program offers beside the display text.
enum ModelRole {
    SortRole = Qt::UserRole, ///< raw number or text: what sorting, filtering and CSV export use; invalid: no value
    SliceRole,               ///< quint32 raw SliceId, when the row stands for one slice
    StartNsRole,             ///< qint64
    EndNsRole,               ///< qint64
    ShareRole,               ///< 0..1, drawn as a bar in the cell
    DivergingRole,           ///< true: ShareRole is -1..1 and its bar starts in the middle of the cell
    ExportRole,              ///< number as text in the unit of the header; where invalid, SortRole is written
    RowKeyRole,              ///< text or number that names the row across refreshes, the same for all its cells
    FoldRole,                ///< of the first column: int of RowFold; invalid where no row unfolds
    DepthRole,               ///< of the first column: 1 for what stands below the row that unfolded to it
    ColumnIdRole,            ///< header: stable id of the column, as text
    HiddenRole,              ///< header: true when the column is not shown unless the user asks for it
};

/// Whether a raw value of SortRole is a number: sorted and written as one.
[[nodiscard]] inline bool isNumber(const QVariant &v)
{
    switch (v.typeId()) {
    case QMetaType::Int:
    case QMetaType::UInt:
    case QMetaType::LongLong:
    case QMetaType::ULongLong:
    case QMetaType::Double:
    case QMetaType::Float:
    case QMetaType::Short:
    case QMetaType::UShort:
    case QMetaType::Bool:
        return true;
    default:
        return false;
    }
}

} // namespace rs
