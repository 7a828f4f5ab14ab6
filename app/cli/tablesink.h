// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

class QIODevice;

namespace rs::cli {

enum class Format : quint8 { Csv, Json, Table };

/// "csv", "json", "table"; nothing for other text.
[[nodiscard]] std::optional<Format> formatFromName(QStringView name);

/// A number whose digits are printed as they stand, because no type of the language holds it exactly.
struct Digits
{
    std::string text; ///< a number of JSON
};

/// One value of a table: nothing, a number, or text in UTF-8. A view must live until the row was written.
using Cell = std::variant<std::monostate, qint64, double, Digits, std::string_view, std::string>;
using Row = std::vector<Cell>;

[[nodiscard]] Cell cell(const QString &text);
[[nodiscard]] Cell cell(const std::optional<double> &value);
[[nodiscard]] Cell usCell(qint64 ns);            ///< exact microseconds
[[nodiscard]] Cell stepCell(const QString &step); ///< a number where it is one; blank steps are empty

/// "Transit Size(MB)" -> "transit_size_mb", "Share(%)" -> "share_percent": the key of a column in JSON.
[[nodiscard]] QString jsonKey(QStringView header);

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
    void row(const Row &cells);
    void end();
    [[nodiscard]] bool ok() const { return m_ok; }
    [[nodiscard]] qint64 rows() const { return m_rows; }

protected:
    virtual void writeHeader() = 0;
    virtual void writeRow(const Row &cells) = 0;
    virtual void writeEnd() = 0;
    void put(std::string_view text);
    [[nodiscard]] const QStringList &headers() const { return m_headers; }

private:
    void flush();

    QIODevice &m_out;
    QStringList m_headers;
    std::string m_buffer;
    qint64 m_rows = 0;
    bool m_ok = true;
    bool m_emptyToo = true;
    bool m_begun = false;
};

/// CSV: RFC 4180, nothing escaped for spreadsheets. JSON: an array of objects. Table: aligned by the first 1,000 rows.
/// What a terminal would obey is escaped in tables, in JSON, which means the same with it, and in CSV where `terminal`.
[[nodiscard]] std::unique_ptr<TableSink> makeSink(Format format, QIODevice &out, bool terminal = false);

} // namespace rs::cli
