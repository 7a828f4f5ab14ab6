// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/table/table.h"
#include "core/text/importreport.h"
#include "importers/csv/csvtable.h"

#include <QString>

#include <variant>
#include <vector>

namespace rs {

// What the checks of the kernel table read it with.

constexpr int RowsPerPoll = 4096;
/// The table has three decimals of a microsecond, old ones two; the trace has more.
constexpr qint64 SameKernelNs = 10;

/// How often a thing occurs, and in which row first.
struct RowCount
{
    qint64 count = 0;
    int first = 0;
    void add(int row)
    {
        if (count++ == 0)
            first = row;
    }
};

/// "1.5 µs".
[[nodiscard]] QString microsecondsText(qint64 ns);

/// Adds the finding of `rows`, if there are any, out of `of`; 0: any is a loss.
void noteKernelRows(const RowCount &rows, qint64 of, const Table &kernels, int column, const CsvPlaces &places,
                    const char *code, const char *message, const QString &argument, ImportReport &report);

/// Cells of an integer column, mostly read row after row: the place in the column is kept.
class IntegerCells
{
public:
    IntegerCells(const Table &table, int column) : m_column(column >= 0 ? &table.at(column) : nullptr) {}
    /// Null where the cell is missing.
    [[nodiscard]] const qint64 *at(int row)
    {
        if (row < m_first || row >= m_end)
            find(row);
        const auto i = static_cast<size_t>(row - m_first);
        return m_values && m_piece->present[i] ? m_values + i : nullptr;
    }

private:
    void find(int row)
    {
        m_piece = m_column ? m_column->pieceOf(row) : nullptr;
        const auto *const values = m_piece ? std::get_if<std::vector<qint64>>(&m_piece->values) : nullptr;
        m_values = values ? values->data() : nullptr;
        m_first = m_values ? m_piece->firstRow : row;
        m_end = m_values ? m_piece->end() : row + 1;
    }

    const Column *m_column;
    const Column::Piece *m_piece = nullptr;
    const qint64 *m_values = nullptr;
    int m_first = 0;
    int m_end = 0;
};

} // namespace rs
