// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/jobcontext.h"
#include "tables/rowsource.h"

#include <QString>
#include <QStringList>

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

class QIODevice;

namespace rs {

/// A number whose digits are printed as they stand, because no type of the language holds it exactly.
struct Digits
{
    std::string text; ///< a number of JSON
};

/// One value of a table: nothing, a number, or text in UTF-8. A view must live until the row was written.
using Cell = std::variant<std::monostate, qint64, double, Digits, std::string_view, std::string>;
using CellRow = std::vector<Cell>;

/// Where the rows of one table go, one after the other: nothing is kept that the format does not need. A failed write
/// (full disk, closed pipe) is remembered and ends the output.
class TableSink
{
public:
    explicit TableSink(QIODevice &out) : m_out(out) {}
    virtual ~TableSink();
    Q_DISABLE_COPY_MOVE(TableSink)

    /// False: a table without rows is left out whole, with its header.
    void setEmptyToo(bool on) { m_emptyToo = on; }
    void begin(const QStringList &headers);
    void row(const CellRow &cells);
    void end();
    [[nodiscard]] bool ok() const { return m_ok; }
    /// Why it is not, where the system said so.
    [[nodiscard]] const QString &why() const { return m_why; }
    [[nodiscard]] qint64 rows() const { return m_rows; }
    [[nodiscard]] bool hasBegun() const { return !m_headers.isEmpty(); }

protected:
    virtual void writeHeader() = 0;
    virtual void writeRow(const CellRow &cells) = 0;
    virtual void writeEnd() = 0;
    void put(std::string_view text);
    [[nodiscard]] const QStringList &headers() const { return m_headers; }

private:
    void flush();

    QIODevice &m_out;
    QStringList m_headers;
    std::string m_buffer;
    QString m_why;
    qint64 m_rows = 0;
    bool m_ok = true;
    bool m_emptyToo = true;
    bool m_begun = false;
};

/// What a CSV is written for.
enum class CsvReader : quint8 {
    Program,     ///< nothing is escaped beyond RFC 4180
    Terminal,    ///< what a terminal would obey is escaped
    Spreadsheet, ///< text that a spreadsheet would run gets a leading '
};

/// CSV by RFC 4180: a header, UTF-8, CRLF.
[[nodiscard]] std::unique_ptr<TableSink> makeCsvSink(QIODevice &out, CsvReader reader = CsvReader::Program);

/// The text of a cell, in `holder` when it is not there already; always valid UTF-8.
[[nodiscard]] std::string_view cellText(const Cell &cell, std::string &holder);
[[nodiscard]] bool isNumber(const Cell &cell);
/// The text without what a terminal would obey; in `holder` when something had to go.
[[nodiscard]] std::string_view harmlessText(std::string_view text, std::string &holder);

/// "Transit Size(MB)" -> "transit_size_mb", "Share(%)" -> "share_percent": a column in JSON and in SQL.
[[nodiscard]] QString columnKey(QStringView header);

/// The headers under which a table is printed: columns without one are left out.
[[nodiscard]] QStringList printedHeaders(const std::vector<ColumnSpec> &columns);

/// Writes the rows of a source behind those that the sink has: values as the files have them, times in the unit of
/// their header. Stops after `limit` rows of the sink. False when cancelled.
bool writeRows(TableSink &sink, const RowSource &rows, const JobContext &job,
               qint64 limit = std::numeric_limits<qint64>::max());

} // namespace rs
