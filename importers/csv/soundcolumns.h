// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/job/threadpool.h"
#include "core/table/table.h"
#include "core/text/stringpool.h"
#include "importers/csv/csvtable.h"

#include <QString>

#include <memory>
#include <span>
#include <vector>

namespace rs {

/// A column in work.
struct SoundColumn
{
    QString name;
    double most = 0;
    ColumnType type = ColumnType::Text;
    bool known = false; ///< type by name; else found out at the end from the texts
    CsvGaps *gaps = nullptr;
    // One of these, a value a row of all files.
    std::vector<StrId> text;
    std::vector<qint64> integers;
    std::vector<double> reals;

    [[nodiscard]] bool keepsText() const { return !known || type == ColumnType::Text; }
};

/// Which rows of a slice have a value in a column.
class RowFlags
{
public:
    void reserve(size_t rows) { m_words.assign((rows + 63) / 64, 0); }
    void set(size_t row)
    {
        m_words[row / 64] |= quint64{1} << (row % 64);
        ++m_count;
    }
    [[nodiscard]] bool at(size_t row) const { return (m_words[row / 64] >> (row % 64) & 1) != 0; }
    [[nodiscard]] qint64 count() const { return m_count; }
    [[nodiscard]] qint64 bytes() const { return static_cast<qint64>(m_words.capacity() * sizeof(quint64)); }

private:
    std::vector<quint64> m_words;
    qint64 m_count = 0;
};

/// What a slice has besides the values that stand in the columns: which of them are there, and its texts.
struct SliceCells
{
    qint64 firstRow = 0; ///< of all files
    qint64 rows = 0;
    MemoryReservation memory;
    StringPool texts; ///< of the columns whose names say that they are of text
    struct Part
    {
        RowFlags present;
        std::unique_ptr<StringPool> texts; ///< of a column whose name says nothing
        qint64 missing = 0;
        qint64 firstMissing = -1; ///< row of the slice
    };
    std::vector<Part> parts;

    /// Before its rows are read.
    void begin(const std::vector<SoundColumn> &columns);
    [[nodiscard]] qint64 bytes() const;
};

/// The columns of a table whose rows come slice by slice, in any order, each slice with texts of its own.
class SoundColumns
{
public:
    SoundColumns(ThreadPool *pool, const JobContext &job) : m_pool(pool), m_job(job), m_memory(job.sharedBudget()) {}

    /// `gaps`: where to count the missing cells of some columns.
    void make(const std::vector<QString> &names, qint64 rows, std::span<CsvGaps> gaps);
    [[nodiscard]] std::vector<SoundColumn> &columns() { return m_columns; }

    /// Of all that was read; null when a cell cannot be, or the job was cancelled.
    [[nodiscard]] std::shared_ptr<const Table> makeTable(const std::vector<SliceCells> &slices, const QString &source);
    void noteGaps(const std::vector<SliceCells> &slices) const;

private:
    bool settle(size_t c, const std::vector<SliceCells> &slices);
    Column makeColumn(size_t c, const std::vector<SliceCells> &slices, const std::vector<std::vector<StrId>> &names);

    ThreadPool *const m_pool;
    const JobContext &m_job;
    MemoryReservation m_memory; ///< of the columns, then of the table
    qint64 m_rows = 0;
    std::vector<SoundColumn> m_columns;
};

} // namespace rs
