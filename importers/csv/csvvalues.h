// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/table/table.h"
#include "core/text/importreport.h"

#include <QString>

#include <optional>
#include <string_view>

namespace rs {

/// Missing is spelled as an empty cell, "N/A" or "NA".
[[nodiscard]] bool isMissingCell(std::string_view cell);

/// What the name of a column says about its cells; nothing when it says nothing.
[[nodiscard]] std::optional<ColumnType> columnTypeOf(const QString &name);

/// The most that cells of a numeric column can hold, by the unit in its name or by the name.
[[nodiscard]] double mostOfColumn(const QString &name);

/// The whole cell as a number; nothing when it is none, or none that is finite.
[[nodiscard]] std::optional<qint64> integerCell(std::string_view cell);
[[nodiscard]] std::optional<double> realCell(std::string_view cell);
/// "007" must not become 7: such texts are names.
[[nodiscard]] bool isPlainNumberCell(std::string_view cell);

/// A cell of a numeric column that is not missing.
struct CellValue
{
    enum class State : quint8 {
        Number,
        NotANumber,
        Impossible, ///< negative, or more than any run has: a broken cell, or one of another column
    };
    State state = State::NotANumber;
    qint64 integer = 0; ///< Integer; TimeStamp and Duration in ns
    double real = 0;    ///< Real
};
/// `most`: of Real and Integer; what lies above cannot be.
[[nodiscard]] CellValue numberCell(std::string_view cell, ColumnType type, double most);

/// Says that a cell is taken as missing.
[[nodiscard]] Finding cellFinding(const QString &file, const Place &place, CellValue::State state);

/// Says which columns that every such file has are not there.
[[nodiscard]] Finding missingColumns(const QString &file, const QStringList &columns);

} // namespace rs
