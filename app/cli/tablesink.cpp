// SPDX-License-Identifier: Apache-2.0
#include "app/cli/tablesink.h"

#include "core/text/plaintext.h"

#include <QIODevice>

#include <algorithm>

namespace rs::cli {

namespace {

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
    void writeRow(const CellRow &cells) override
    {
        QStringList texts;
        for (size_t i = 0; i < cells.size(); ++i) {
            const std::string_view text = cellText(cells[i], m_holder);
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

std::unique_ptr<TableSink> makeAlignedSink(QIODevice &out)
{
    return std::make_unique<AlignedSink>(out);
}

} // namespace rs::cli
