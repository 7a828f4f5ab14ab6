// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "tables/base/rowsource.h"

#include <QSet>
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
using PrintedCell = std::variant<std::monostate, qint64, double, Digits, std::string_view, std::string>;
using CellRow = std::vector<PrintedCell>;

/// Which rows and columns of a table are wanted.
struct RowPage
{
    qint64 skip = 0;                                   ///< rows before the first one
    qint64 limit = std::numeric_limits<qint64>::max(); ///< rows at most
    QStringList fields;                                ///< headers or their columnKeys(), in this order; empty: all
};

/// Output of the rows of one table, one after the other: nothing is kept that the format does not need. A failed write
/// (full disk, closed pipe) is remembered and ends the output.
class TableSink
{
public:
    explicit TableSink(QIODevice &out) : m_out(out) {}
    virtual ~TableSink();
    Q_DISABLE_COPY_MOVE(TableSink)

    /// False: a table without rows is left out whole, with its header.
    void setEmptyToo(bool on) { m_emptyToo = on; }
    /// Sets the page of the next table.
    void setPage(RowPage page) { m_page = std::move(page); }
    [[nodiscard]] const RowPage &page() const { return m_page; }
    /// `columns`: what is known of them, in the order of the headers; none where only rows can tell. False where the
    /// page names a field that the table does not have.
    bool begin(const QStringList &headers, std::vector<ColumnSpec> columns = {});
    /// Fields of the page that are no column; empty after a begin() that went well.
    [[nodiscard]] const QStringList &unknownFields() const { return m_unknown; }
    /// A row of a table whose size nobody knows: the page may leave it out.
    void row(const CellRow &cells);
    /// So many rows follow; answers how many of them lie before the page. Those behind are given to pageRow().
    [[nodiscard]] quint32 announce(quint32 rows);
    void pageRow(const CellRow &cells);
    /// The page holds no more rows.
    [[nodiscard]] virtual bool isFull() const { return m_rows >= m_page.limit; }
    /// Rows of the table that are known of, whether the page has them or not.
    [[nodiscard]] qint64 known() const { return m_known; }
    void end();
    [[nodiscard]] bool ok() const { return m_ok; }
    /// Reason for not being ok, where the system gave one.
    [[nodiscard]] const QString &why() const { return m_why; }
    [[nodiscard]] qint64 rows() const { return m_rows; }
    [[nodiscard]] bool hasBegun() const { return !m_headers.isEmpty(); }

protected:
    virtual void writeHeader() = 0;
    virtual void writeRow(const CellRow &cells) = 0;
    virtual void writeEnd() = 0;
    void put(std::string_view text);
    [[nodiscard]] const QStringList &headers() const { return m_headers; }
    /// Those of the headers among all of the table.
    [[nodiscard]] const QStringList &keys() const { return m_keys; }
    /// As begin() had them, of the chosen columns; empty where it had none.
    [[nodiscard]] const std::vector<ColumnSpec> &columns() const { return m_columns; }
    void flush();

private:
    QIODevice &m_out;
    RowPage m_page;
    QStringList m_headers;
    QStringList m_keys;
    std::vector<ColumnSpec> m_columns;
    QStringList m_unknown;
    std::vector<size_t> m_chosen; ///< columns by field; empty: all
    CellRow m_chosenCells;
    qint64 m_skipped = 0;
    qint64 m_known = 0;
    std::string m_buffer;
    QString m_why;
    qint64 m_rows = 0;
    bool m_ok = true;
    bool m_emptyToo = true;
    bool m_begun = false;
};

/// Reader of a CSV.
enum class CsvReader : quint8 {
    Program,     ///< nothing is escaped beyond RFC 4180
    Terminal,    ///< escapes control characters of a terminal
    Spreadsheet, ///< text that a spreadsheet would run gets a leading '
};

/// CSV by RFC 4180: a header, UTF-8, CRLF.
[[nodiscard]] std::unique_ptr<TableSink> makeCsvSink(QIODevice &out, CsvReader reader = CsvReader::Program);

/// The text of a cell, in `holder` when it is not there already; always valid UTF-8.
[[nodiscard]] std::string_view cellText(const PrintedCell &cell, std::string &holder);
[[nodiscard]] bool isNumber(const PrintedCell &cell);
/// The text without what a terminal would obey; in `holder` when something had to go.
[[nodiscard]] std::string_view harmlessText(std::string_view text, std::string &holder);

/// The number that a label of a rank or step is written as; empty for other names.
[[nodiscard]] std::optional<qint64> numberOfLabel(std::string_view label);
/// The name, with "_2", "_3" … behind it where that is taken already; takes it.
[[nodiscard]] QString takeName(const QString &name, QSet<QString> &taken);
/// "Transit Size(MB)" -> "transit_size_mb", "Share(%)" -> "share_percent": a column in JSON and in SQL.
[[nodiscard]] QString columnKey(QStringView header);
/// The keys of a table in JSON, each another. Where several headers have one ("1+2", "1-2"), or one has none ("*"),
/// they stand for themselves, a second of the same with "_2" behind it.
[[nodiscard]] QStringList columnKeys(const QStringList &headers);

/// The columns with which a table is printed: those without a header are left out.
[[nodiscard]] std::vector<ColumnSpec> printedColumns(const std::vector<ColumnSpec> &columns);
[[nodiscard]] QStringList printedHeaders(const std::vector<ColumnSpec> &columns);

/// Writes the rows of a source behind those that the sink has: values as the files have them, times in the unit of
/// their header. Keeps to the page of the sink. False when cancelled.
bool writeRows(TableSink &sink, const RowSource &rows, const JobContext &job);

} // namespace rs
