// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/threadpool.h"
#include "core/table/table.h"
#include "importers/csv/csvrows.h"

#include <memory>
#include <span>
#include <vector>

namespace rs {

struct CsvFile
{
    QString path;
    QString reportName;
};

/// Places of the rows of a table in the files that it was read from.
class CsvPlaces
{
public:
    struct At
    {
        QString file;
        Place place; ///< line 7, row 5, column Name
    };
    void add(int row, qint64 line, const QString &file, int rowOfFile);
    [[nodiscard]] At at(int row, const QString &column) const;
    /// The places in a table that has these rows only.
    [[nodiscard]] CsvPlaces withRows(const std::vector<int> &rows) const;
    [[nodiscard]] qint64 bytes() const { return static_cast<qint64>(m_stretches.capacity() * sizeof(Stretch)); }

private:
    /// Rows of one line each, one behind the other.
    struct Stretch
    {
        int row = 0;
        qint64 line = 0;
        int rowOfFile = 0;
        size_t file = 0;
    };
    std::vector<QString> m_files;
    std::vector<Stretch> m_stretches;
    qint64 m_nextLine = 0;
};

/// Empty cells of one column.
struct CsvGaps
{
    QStringView column;
    qint64 count = 0;
    int firstRow = 0;
};

/// Reads csv files of one kind (slices of one export) into one typed table that keeps every column.
/// Stamps and durations of kernels become TimeStamp and Duration (ns); other columns with known names or units become
/// numbers; the rest becomes Integer, Real or Text by what the whole column holds. A cell of a numeric column that is
/// no number, or one that cannot be, is missing, and a finding of severity Loss names row and column. Null when no file
/// had a header, or the job was cancelled. Columns take room only in the rows of the files that have them, and count
/// against the budget.
/// Files are cut into slices of `sliceBytes` (0: as suits the files and threads), which are read on all threads of the
/// pool: rows as a profiler writes them quickly, from the first odd one on with the parser.
/// `places` is told where each row stands. `gaps` names the columns whose empty cells are counted; nothing is allocated
/// for that.
[[nodiscard]] std::shared_ptr<const Table> readCsvTable(const std::vector<CsvFile> &files, const JobContext &job,
                                                        ImportReport &report, CsvPlaces *places = nullptr,
                                                        std::span<CsvGaps> gaps = {},
                                                        const CsvHeaderCheck &isKnown = {}, ThreadPool *pool = nullptr,
                                                        qint64 sliceBytes = 0);

} // namespace rs
