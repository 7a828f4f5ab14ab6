// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/text/importreport.h"
#include "importers/csv/csvrecords.h"

#include <QString>

#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

namespace rs {

constexpr qint64 MaxCsvBytes = qint64{8} << 30;

/// Quotes, line ends and commas in a part of a file, which ends early where it cannot be read.
struct CsvCounts
{
    qint64 bytes = 0;
    qint64 quotes = 0;
    qint64 lines = 0;
    qint64 commas = 0;
};
[[nodiscard]] CsvCounts countCsv(const ByteSource &file, qint64 from, qint64 bytes, const JobContext &job);

/// The header of a file, as a reader of rows needs it.
struct CsvHeader
{
    std::vector<QString> names; ///< trimmed; without the empty ones that trailing commas make
    qint64 skippedLine = -1;    ///< last row of another width, known at the end; -1: none
    [[nodiscard]] int column(std::initializer_list<QStringView> spellings) const;
    [[nodiscard]] Place placeOf(const CsvRow &row, int column) const;
};

/// Whether a header is that of a file of the expected kind. If not, it says so, and that is all that is to be said.
using CsvHeaderCheck = std::function<bool(const CsvHeader &header, const QString &reportName, ImportReport &report)>;

/// The text about a last row without a line end: its last cell counts, and nobody can tell whether it was cut.
[[nodiscard]] QString lastRowIsOpen();

/// A row or a cell that is not as it should be.
struct CsvFault
{
    enum class Kind : quint8 { Width, NotANumber, Impossible };
    Kind kind = Kind::Width;
    qint64 line = 0;
    qint64 count = 1;
    qint64 row = 0; ///< from 0 on; it and the column, of cells
    int column = 0; ///< column of the header
};

/// State at the end of a file, or of a part of it.
struct CsvEnd
{
    qint64 lastLine = 0;
    qint64 longRows = 0;
    bool anyText = true;
    bool anyRow = false;
    bool lastIsOpen = false; ///< last used row has no line end
    std::vector<qint64> unclosedQuotes;

    void add(const CsvRecords &records);
    void add(const CsvEnd &part);
};

/// The header of a file: what it makes of the records below it, and what is told of them.
class CsvHead
{
public:
    CsvHead(const QString &reportName, CsvHeader &header, const CsvHeaderCheck &isKnown, ImportReport &report)
        : m_reportName(reportName), m_header(header), m_isKnown(isKnown), m_report(report)
    {
    }

    /// Takes the first record. False: no other one is to be read.
    [[nodiscard]] bool take(const CsvRow &row);
    [[nodiscard]] bool isTaken() const { return m_taken; }
    /// The file is of another kind, of which nothing else is worth telling.
    [[nodiscard]] bool isOther() const { return m_isOther; }
    /// Begin of a row that may repeat the header, without blanks and quotes.
    [[nodiscard]] std::string firstCell() const;
    /// Whether a record is a row: it does not repeat the header, as in files that were written one behind the other,
    /// and has as many cells, but for empty ones, which are taken off. From any thread.
    [[nodiscard]] bool takesRow(CsvRow &row, CsvEnd &end, const std::function<void(const CsvFault &fault)> &note) const;
    void tell(const CsvFault &fault) const;
    /// False when nothing can be shown from the file.
    [[nodiscard]] bool tellEnd(const CsvEnd &end) const;

private:
    void add(Severity severity, qint64 line, const char *code, const QString &message, qint64 count = 1) const;

    const QString &m_reportName;
    CsvHeader &m_header;
    const CsvHeaderCheck &m_isKnown;
    ImportReport &m_report;
    std::vector<std::string> m_cells;
    bool m_taken = false;
    bool m_isOther = false;
    bool m_isTooWide = false;
};

/// Reads a whole csv file row by row, checks the width of each row, and reports what is wrong with it. Rows of another
/// width than the header are skipped and counted, with the line of the first one. The last cell of a file that ends
/// without a line end is kept.
/// False when there is no header, when `isKnown` does not take it, or the job was cancelled. What there is no room for
/// is a finding.
bool readCsvRows(const QString &path, const QString &reportName, const JobContext &job, ImportReport &report,
                 CsvHeader &header, const std::function<void(const CsvRow &row)> &use,
                 const CsvHeaderCheck &isKnown = {});

} // namespace rs
