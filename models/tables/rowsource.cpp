// SPDX-License-Identifier: Apache-2.0
#include "tables/rowsource.h"

namespace rs {

StrId RowTexts::add(const QString &text)
{
    return text.isEmpty() ? NoText : StrId{raw(m_words.internText(text)) + m_first};
}

int RowSource::columnOf(QStringView id) const
{
    for (size_t i = 0; i < m_columns.size(); ++i) {
        if (m_columns[i].id == id)
            return static_cast<int>(i);
    }
    return -1;
}

QString RowSource::shownText(StrId id) const
{
    const std::string_view text = textView(id);
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace rs
