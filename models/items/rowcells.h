// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "items/format.h"
#include "items/rowsourcemodel.h"

#include <QString>
#include <QVariant>

#include <optional>
#include <vector>

/// Values and texts of the cells of a source: for the model, and for the jobs that sort and filter its rows.
namespace rs::rowcells {

[[nodiscard]] CellKind cellKind(ValueKind kind);
[[nodiscard]] bool isReal(CellKind kind);
/// A title or word with the names of what is compared in their places.
[[nodiscard]] QString withNames(const RowSource &source, QString text);
/// The text of a column of a text kind as people read it.
[[nodiscard]] QString shownText(const RowSource &source, ValueKind kind, StrId id);
/// The value of a column that is shown as an integer or as a time; nanoseconds where it is a time.
[[nodiscard]] std::optional<qint64> integerOf(const RowSource &source, const ShownColumn &column, qint64 originNs,
                                              quint32 row);
/// The value of a column that isReal(); of per cent the share.
[[nodiscard]] std::optional<double> realOf(const RowSource &source, const ShownColumn &column, quint32 row);
/// Number in any column of numbers.
[[nodiscard]] std::optional<double> numberAt(const RowSource &source, const RowQuery &query, const ShownColumn &column,
                                             quint32 row);
/// As SortRole gives it.
[[nodiscard]] QVariant rawValue(const RowSource &source, const ShownColumn &column, qint64 originNs, quint32 row);
[[nodiscard]] QString cellPhraseText(const CellPhrase &phrase);
/// Text of the cell if that is not its value alone; null otherwise.
[[nodiscard]] QString ownText(const RowSource &source, const ShownColumn &column, qint64 originNs, quint32 row);
/// By column, from the greatest magnitudes; those of a group share one.
[[nodiscard]] std::vector<format::TimeUnit> unitsOf(const RowSource &source, const std::vector<ShownColumn> &columns,
                                                    const std::vector<qint64> &largest);
/// Text that a cell shows; null if it has no value.
[[nodiscard]] QString shownCell(const RowSource &source, const RowQuery &query, const ShownColumn &column,
                                format::TimeUnit unit, quint32 row);

} // namespace rs::rowcells
