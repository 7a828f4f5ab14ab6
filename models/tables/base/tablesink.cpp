// SPDX-License-Identifier: Apache-2.0
#include "tables/base/tablesink.h"

#include "core/base/timens.h"
#include "core/text/plaintext.h"

#include <QHash>
#include <QIODevice>
#include <QUtf8StringView>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <system_error>

namespace rs {

namespace {

// Trace text may hold any bytes, the output is UTF-8.
std::string_view validText(std::string_view text, std::string &holder)
{
    if (QUtf8StringView(text.data(), static_cast<qsizetype>(text.size())).isValidUtf8())
        return text;
    holder = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())).toStdString();
    return holder;
}

class CsvSink final : public TableSink
{
public:
    CsvSink(QIODevice &out, CsvReader reader) : TableSink(out), m_reader(reader) {}

protected:
    void writeHeader() override
    {
        for (qsizetype i = 0; i < headers().size(); ++i) {
            put(i == 0 ? "" : ",");
            field(headers()[i].toStdString(), false);
        }
        put("\r\n");
    }
    void writeRow(const CellRow &cells) override
    {
        for (size_t i = 0; i < cells.size(); ++i) {
            if (i > 0)
                put(",");
            field(cellText(cells[i], m_holder), isNumber(cells[i]));
        }
        put("\r\n");
    }
    void writeEnd() override {}

private:
    void field(std::string_view text, bool number)
    {
        if (m_reader == CsvReader::Terminal)
            text = harmlessText(text, m_harmless);
        if (m_reader == CsvReader::Spreadsheet && !number && !text.empty() &&
            std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos) {
            m_harmless.assign(1, '\'');
            m_harmless += text;
            text = m_harmless;
        }
        if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
            put(text);
            return;
        }
        m_quoted.assign(1, '"');
        for (const char c : text) {
            if (c == '"')
                m_quoted += '"';
            m_quoted += c;
        }
        m_quoted += '"';
        put(m_quoted);
    }

    std::string m_holder;
    std::string m_quoted;
    std::string m_harmless;
    CsvReader m_reader;
};

// Below 2^53 the nearest double prints as the exact decimals; beyond it only the text is exact.
PrintedCell microseconds(qint64 ns)
{
    constexpr qint64 exact = qint64{1} << 50;
    if (ns > -exact && ns < exact)
        return static_cast<double>(ns) / 1000.0;
    // As short as the others: without zeros that say nothing.
    std::string text = formatUs(ns);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.')
        text.pop_back();
    return Digits{std::move(text)};
}

struct PrintedColumn
{
    int column;
    ValueKind kind;
    bool ns; ///< integer time, printed as it is
};

PrintedCell cellOf(const RowSource &rows, quint32 row, const PrintedColumn &c)
{
    if (isTextKind(c.kind)) {
        const StrId id = rows.textId(row, c.column);
        if (id == NoText)
            return {};
        const std::string_view text = rows.textView(id);
        const auto number = c.kind == ValueKind::Label ? numberOfLabel(text) : std::nullopt;
        return number ? PrintedCell(*number) : PrintedCell(text);
    }
    if (isWrittenKind(c.kind)) {
        std::string text = rows.written(row, c.column);
        if (text.empty())
            return {};
        return c.kind == ValueKind::NumberText ? PrintedCell(Digits{std::move(text)}) : PrintedCell(std::move(text));
    }
    if (isRealKind(c.kind)) {
        const std::optional<double> value = rows.real(row, c.column);
        // A ratio without a base is no number, and who reads a column of numbers expects no text.
        if (!value || !std::isfinite(*value))
            return {};
        return c.kind == ValueKind::MeanTime ? *value / 1000.0 : *value;
    }
    const std::optional<qint64> value = rows.integer(row, c.column);
    if (!value)
        return {};
    const bool time = c.kind == ValueKind::Time || c.kind == ValueKind::Difference || c.kind == ValueKind::Stamp;
    if (!time || c.ns)
        return *value;
    return c.kind == ValueKind::Stamp ? PrintedCell(Digits{formatUs(*value)}) : microseconds(*value);
}

} // namespace

std::string_view harmlessText(std::string_view text, std::string &holder)
{
    const bool plain = std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7f; });
    if (plain)
        return text;
    holder = harmless(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()))).toStdString();
    return holder;
}

bool isNumber(const PrintedCell &cell)
{
    return std::holds_alternative<qint64>(cell) || std::holds_alternative<double>(cell) ||
           std::holds_alternative<Digits>(cell);
}

std::string_view cellText(const PrintedCell &cell, std::string &holder)
{
    if (const auto *i = std::get_if<qint64>(&cell))
        holder = std::to_string(*i);
    else if (const auto *d = std::get_if<double>(&cell))
        holder = shortestDouble(*d);
    else if (const auto *n = std::get_if<Digits>(&cell))
        return n->text;
    else if (const auto *v = std::get_if<std::string_view>(&cell))
        return validText(*v, holder);
    else if (const auto *s = std::get_if<std::string>(&cell))
        return validText(*s, holder);
    else
        return {};
    return holder;
}

TableSink::~TableSink() = default;

bool TableSink::begin(const QStringList &headers, std::vector<ColumnSpec> columns)
{
    m_headers = headers;
    m_keys = columnKeys(headers);
    m_columns = std::move(columns);
    m_rows = 0;
    m_skipped = 0;
    m_known = 0;
    m_begun = false;
    m_chosen.clear();
    m_unknown.clear();
    if (m_page.fields.isEmpty())
        return true;
    for (const QString &field : m_page.fields) {
        const qsizetype byHeader = headers.indexOf(field);
        const qsizetype found = byHeader < 0 ? m_keys.indexOf(field) : byHeader;
        if (found < 0)
            m_unknown << field;
        else
            m_chosen.push_back(static_cast<size_t>(found));
    }
    if (!m_unknown.isEmpty())
        return false;
    QStringList chosenHeaders;
    QStringList chosenKeys;
    std::vector<ColumnSpec> chosenColumns;
    for (const size_t i : m_chosen) {
        chosenHeaders << headers[static_cast<qsizetype>(i)];
        chosenKeys << m_keys[static_cast<qsizetype>(i)];
        if (!m_columns.empty())
            chosenColumns.push_back(m_columns[i]);
    }
    m_headers = std::move(chosenHeaders);
    m_keys = std::move(chosenKeys);
    m_columns = std::move(chosenColumns);
    return true;
}

void TableSink::row(const CellRow &cells)
{
    if (announce(1) == 0 && !isFull())
        pageRow(cells);
}

quint32 TableSink::announce(quint32 rows)
{
    const qint64 before = std::min<qint64>(rows, m_page.skip - m_skipped);
    m_skipped += before;
    m_known += rows;
    return static_cast<quint32>(before);
}

void TableSink::pageRow(const CellRow &cells)
{
    if (!m_ok)
        return;
    if (!m_begun)
        writeHeader();
    m_begun = true;
    if (m_chosen.empty()) {
        writeRow(cells);
    } else {
        m_chosenCells.clear();
        for (const size_t i : m_chosen)
            m_chosenCells.push_back(cells[i]);
        writeRow(m_chosenCells);
    }
    ++m_rows;
}

void TableSink::end()
{
    if (!m_begun && m_emptyToo)
        writeHeader();
    if (m_begun || m_emptyToo)
        writeEnd();
    flush();
}

void TableSink::put(std::string_view text)
{
    m_buffer += text;
    if (m_buffer.size() >= (size_t{1} << 16))
        flush();
}

void TableSink::flush()
{
    if (m_ok && !m_buffer.empty()) {
        const auto bytes = static_cast<qint64>(m_buffer.size());
        errno = 0;
        m_ok = m_out.write(m_buffer.data(), bytes) == bytes;
        // The device may remember less than the system says now.
        if (!m_ok && errno != 0)
            m_why = QString::fromStdString(std::generic_category().message(errno));
    }
    m_buffer.clear();
}

std::unique_ptr<TableSink> makeCsvSink(QIODevice &out, CsvReader reader)
{
    return std::make_unique<CsvSink>(out, reader);
}

std::optional<qint64> numberOfLabel(std::string_view label)
{
    qint64 number = 0;
    const auto [behind, error] = std::from_chars(label.data(), label.data() + label.size(), number);
    return error == std::errc() && std::to_string(number) == label ? std::optional(number) : std::nullopt;
}

QString takeName(const QString &name, QSet<QString> &taken)
{
    QString own = name;
    for (int n = 2; taken.contains(own); ++n)
        own = name + u'_' + QString::number(n);
    taken.insert(own);
    return own;
}

QString columnKey(QStringView header)
{
    QString out;
    for (const QChar c : header) {
        if (c == u'%')
            out += QStringLiteral("_percent");
        else if (c.isLetterOrNumber())
            out += c.toLower();
        else
            out += u'_';
    }
    QString squeezed;
    for (const QChar c : out) {
        if (c != u'_' || (!squeezed.isEmpty() && !squeezed.endsWith(u'_')))
            squeezed += c;
    }
    while (squeezed.endsWith(u'_'))
        squeezed.chop(1);
    return squeezed;
}

QStringList columnKeys(const QStringList &headers)
{
    QHash<QString, int> columnsOf;
    for (const QString &header : headers)
        ++columnsOf[columnKey(header)];
    QStringList out;
    QSet<QString> taken;
    for (const QString &header : headers) {
        const QString key = columnKey(header);
        out << takeName(key.isEmpty() || columnsOf.value(key) > 1 ? header : key, taken);
    }
    return out;
}

std::vector<ColumnSpec> printedColumns(const std::vector<ColumnSpec> &columns)
{
    std::vector<ColumnSpec> out;
    for (const ColumnSpec &c : columns) {
        if (!c.header.isEmpty())
            out.push_back(c);
    }
    return out;
}

QStringList printedHeaders(const std::vector<ColumnSpec> &columns)
{
    QStringList out;
    for (const ColumnSpec &c : printedColumns(columns))
        out << c.header;
    return out;
}

bool writeRows(TableSink &sink, const RowSource &rows, const JobContext &job)
{
    std::vector<PrintedColumn> columns;
    for (size_t i = 0; i < rows.columns().size(); ++i) {
        const ColumnSpec &c = rows.columns()[i];
        if (!c.header.isEmpty())
            columns.push_back({static_cast<int>(i), c.kind, c.header.endsWith(QLatin1String("(ns)"))});
    }
    CellRow cells(columns.size());
    for (quint32 row = sink.announce(rows.rows()); row < rows.rows() && !sink.isFull() && sink.ok(); ++row) {
        if ((row & 0xfffU) == 0 && job.isCanceled())
            return false;
        for (size_t i = 0; i < columns.size(); ++i)
            cells[i] = cellOf(rows, row, columns[i]);
        sink.pageRow(cells);
    }
    return !job.isCanceled();
}

} // namespace rs
