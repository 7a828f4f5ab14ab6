// SPDX-License-Identifier: Apache-2.0
#include "app/cli/tablesink.h"

#include "core/plaintext.h"
#include "core/timens.h"

#include <QIODevice>
#include <QUtf8StringView>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace rs::cli {

namespace {

// Trace text may hold any bytes, the output is UTF-8.
std::string_view validText(std::string_view text, std::string &holder)
{
    const bool ascii =
        std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    if (ascii || QUtf8StringView(text.data(), static_cast<qsizetype>(text.size())).isValidUtf8())
        return text;
    holder = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())).toStdString();
    return holder;
}

// The text without what a terminal would obey; in `holder` when something had to go.
std::string_view harmlessText(std::string_view text, std::string &holder)
{
    const bool plain = std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7f; });
    if (plain)
        return text;
    holder = harmless(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()))).toStdString();
    return holder;
}

bool isNumber(const Cell &c)
{
    return std::holds_alternative<qint64>(c) || std::holds_alternative<double>(c) || std::holds_alternative<Digits>(c);
}

// The text of a cell, in `holder` when it is not there already.
std::string_view textOf(const Cell &c, std::string &holder)
{
    if (const auto *i = std::get_if<qint64>(&c))
        holder = std::to_string(*i);
    else if (const auto *d = std::get_if<double>(&c))
        holder = shortestDouble(*d);
    else if (const auto *n = std::get_if<Digits>(&c))
        return n->text;
    else if (const auto *v = std::get_if<std::string_view>(&c))
        return validText(*v, holder);
    else if (const auto *s = std::get_if<std::string>(&c))
        return validText(*s, holder);
    else
        return {};
    return holder;
}

class CsvSink final : public TableSink
{
public:
    CsvSink(QIODevice &out, bool terminal) : TableSink(out), m_terminal(terminal) {}

protected:
    void writeHeader() override
    {
        for (qsizetype i = 0; i < headers().size(); ++i) {
            put(i == 0 ? "" : ",");
            field(headers()[i].toStdString());
        }
        put("\r\n");
    }
    void writeRow(const Row &cells) override
    {
        for (size_t i = 0; i < cells.size(); ++i) {
            if (i > 0)
                put(",");
            field(textOf(cells[i], m_holder));
        }
        put("\r\n");
    }
    void writeEnd() override {}

private:
    void field(std::string_view text)
    {
        if (m_terminal)
            text = harmlessText(text, m_harmless);
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
    bool m_terminal;
};

class JsonSink final : public TableSink
{
public:
    using TableSink::TableSink;

protected:
    void writeHeader() override
    {
        for (const QString &h : headers())
            m_keys.push_back(nlohmann::json(jsonKey(h).toStdString()).dump());
        put("[");
    }
    void writeRow(const Row &cells) override
    {
        put(rows() == 0 ? "\n{" : ",\n{");
        for (size_t i = 0; i < cells.size(); ++i) {
            put(i == 0 ? "" : ",");
            put(m_keys[i]);
            put(":");
            value(cells[i]);
        }
        put("}");
    }
    void writeEnd() override { put(rows() == 0 ? "]\n" : "\n]\n"); }

private:
    void value(const Cell &c)
    {
        const auto *d = std::get_if<double>(&c);
        if (std::holds_alternative<std::monostate>(c))
            put("null");
        else if (isNumber(c) && (!d || std::isfinite(*d)))
            put(textOf(c, m_holder));
        else // JSON has no infinity: it stands there as text
            put(harmlessText(nlohmann::json(std::string(textOf(c, m_holder))).dump(), m_harmless));
    }

    std::vector<std::string> m_keys;
    std::string m_holder;
    std::string m_harmless;
};

class AlignedSink final : public TableSink
{
public:
    using TableSink::TableSink;

protected:
    void writeHeader() override
    {
        for (const QString &h : headers())
            m_width.push_back(h.size());
        m_number.assign(m_width.size(), true);
    }
    void writeRow(const Row &cells) override
    {
        QStringList texts;
        for (size_t i = 0; i < cells.size(); ++i) {
            const std::string_view text = textOf(cells[i], m_holder);
            texts << harmless(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())));
            if (!m_fixed) {
                m_width[i] = std::max(m_width[i], std::min<qsizetype>(60, texts.last().size()));
                m_number[i] = m_number[i] && (isNumber(cells[i]) || std::holds_alternative<std::monostate>(cells[i]));
            }
        }
        if (m_fixed) {
            line(texts);
            return;
        }
        m_waiting.push_back(std::move(texts));
        if (m_waiting.size() >= 1000)
            release();
    }
    void writeEnd() override { release(); }

private:
    void release()
    {
        if (m_fixed)
            return;
        m_fixed = true;
        line(headers());
        QStringList rule;
        for (const qsizetype w : m_width)
            rule << QString(w, u'-');
        line(rule);
        for (const QStringList &texts : m_waiting)
            line(texts);
        m_waiting.clear();
    }
    void line(const QStringList &texts)
    {
        QString out;
        for (qsizetype i = 0; i < texts.size(); ++i) {
            const auto column = static_cast<size_t>(i);
            if (i > 0)
                out += QStringLiteral("  ");
            out +=
                m_number[column] ? texts[i].rightJustified(m_width[column]) : texts[i].leftJustified(m_width[column]);
        }
        while (out.endsWith(u' '))
            out.chop(1);
        put((out + u'\n').toStdString());
    }

    std::vector<qsizetype> m_width;
    std::vector<bool> m_number;
    std::vector<QStringList> m_waiting;
    std::string m_holder;
    bool m_fixed = false;
};

} // namespace

std::optional<Format> formatFromName(QStringView name)
{
    if (name == u"csv")
        return Format::Csv;
    if (name == u"json")
        return Format::Json;
    if (name == u"table")
        return Format::Table;
    return std::nullopt;
}

Cell cell(const QString &text)
{
    return text.isEmpty() ? Cell() : Cell(text.toStdString());
}

Cell cell(const std::optional<double> &value)
{
    return value ? Cell(*value) : Cell();
}

Cell usCell(qint64 ns)
{
    // Below 2^53 the nearest double prints as the exact decimals; beyond it only the text is exact.
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

Cell stepCell(const QString &step)
{
    bool ok = false;
    const qlonglong n = step.toLongLong(&ok);
    return ok && QString::number(n) == step ? Cell(static_cast<qint64>(n)) : cell(step);
}

QString jsonKey(QStringView header)
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

TableSink::~TableSink() = default;

void TableSink::begin(const QStringList &headers)
{
    m_headers = headers;
    m_rows = 0;
    m_begun = false;
}

void TableSink::row(const Row &cells)
{
    if (!m_ok)
        return;
    if (!m_begun)
        writeHeader();
    m_begun = true;
    writeRow(cells);
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
    if (m_ok && !m_buffer.empty())
        m_ok =
            m_out.write(m_buffer.data(), static_cast<qint64>(m_buffer.size())) == static_cast<qint64>(m_buffer.size());
    m_buffer.clear();
}

std::unique_ptr<TableSink> makeSink(Format format, QIODevice &out, bool terminal)
{
    switch (format) {
    case Format::Json:
        return std::make_unique<JsonSink>(out);
    case Format::Table:
        return std::make_unique<AlignedSink>(out);
    case Format::Csv:
        break;
    }
    return std::make_unique<CsvSink>(out, terminal);
}

} // namespace rs::cli
