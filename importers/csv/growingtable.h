// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/table/table.h"
#include "core/text/stringpool.h"

#include <initializer_list>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace rs {

/// A table that is made cell by cell, row by row, and counts against the budget while it grows.
class GrowingTable
{
public:
    GrowingTable(const QString &source, const JobContext &job,
                 std::initializer_list<std::pair<const char *, ColumnType>> columns);
    /// Types follow from the names; those that say nothing are of texts.
    GrowingTable(const QString &source, const JobContext &job, std::initializer_list<const char *> columns);

    GrowingTable &text(std::string_view value); ///< missing where it is empty
    GrowingTable &number(std::optional<qint64> value);
    GrowingTable &real(std::optional<double> value, double unit = 1);
    GrowingTable &missing(int cells = 1);
    void finishRow();
    [[nodiscard]] int rows() const { return m_table->rows(); }

    /// Null without rows.
    [[nodiscard]] std::shared_ptr<const Table> done();
    /// The same without the columns in which no row has a cell: a file of the text export does not have them either.
    [[nodiscard]] std::shared_ptr<const Table> withoutEmptyColumns();

private:
    std::shared_ptr<StringPool> m_strings = std::make_shared<StringPool>();
    std::shared_ptr<Table> m_table = std::make_shared<Table>(m_strings);
    MemoryReservation m_memory;
    int m_column = 0;
};

} // namespace rs
