// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "items/format.h"

#include <QRegularExpression>
#include <QString>
#include <QVariant>

namespace rs {

/// Display, alignment and export of the cells of a column.
enum class CellKind : quint8 {
    Text,       ///< raw: QString from a file or of ours; control characters are escaped on screen
    Integer,    ///< raw: qint64
    Real,       ///< raw: double
    Duration,   ///< raw: qint64 nanoseconds; shown and exported in one unit per column
    Difference, ///< Duration with a sign in front
    Percent,    ///< raw: double, 0..1; shown and exported as per cent
    Ratio,      ///< raw: double; shown with two decimals
    Bytes,      ///< raw: qint64; shown as "12.3 MB"
};

/// Kind, title and look of a column.
struct TableColumn
{
    QString id;    ///< stable: settings, tests and the export use it
    QString title; ///< translated; "%1" stands for the unit of a Duration or Difference column
    CellKind kind = CellKind::Text;
    QString description; ///< translated tooltip of the header: how the number comes about
    int decimals = 3;    ///< Real, Duration, Difference
    bool shown = true;   ///< false: only when the user chooses it
};

/// Text of a cell whose value should be there and is not; exported as an empty cell.
[[nodiscard]] QString missingText();
/// Raw value of one of the unit that a column shows.
[[nodiscard]] double unitOfColumn(CellKind kind, format::TimeUnit unit);
/// A raw value of a column's kind as it is shown.
[[nodiscard]] QString shownValue(const TableColumn &column, format::TimeUnit unit, const QVariant &value);
/// The same as files have it, without marks that part thousands: a time to its last nanosecond, another number with six
/// digits at most. Invalid where the raw value is written as it is.
[[nodiscard]] QVariant exportedValue(const TableColumn &column, format::TimeUnit unit, const QVariant &value);
/// Whether the text of a filter may be part of a number as it is shown: of the others only texts are looked at.
[[nodiscard]] bool mayMatchNumbers(const QString &text, bool regularExpression);
/// Whether a cell that shows a text passes a filter; of a number also without the spaces that part its thousands.
/// Throws PatternGaveUp.
[[nodiscard]] bool matchesShown(const QRegularExpression &expression, QString shown, CellKind kind);
/// Whether cells of this kind are nanoseconds, shown in one unit per column.
[[nodiscard]] bool isTime(CellKind kind);

} // namespace rs
