// SPDX-License-Identifier: Apache-2.0
#include "views/tools/sqlhighlighter.h"

#include "sql/sqltokens.h"
#include "views/widgets/theme.h"

#include <QFont>
#include <QPlainTextEdit>
#include <QTextCharFormat>

#include <algorithm>

namespace rs {

SqlHighlighter::SqlHighlighter(QPlainTextEdit *editor, const Theme *theme)
    : QSyntaxHighlighter(editor->document()), m_theme(theme)
{
    connect(theme, &Theme::changed, this, &QSyntaxHighlighter::rehighlight);
}

void SqlHighlighter::highlightBlock(const QString &line)
{
    SqlOpen open = static_cast<SqlOpen>(std::max(0, previousBlockState()));
    for (const SqlToken &token : sqlTokens(line, open)) {
        QTextCharFormat format;
        switch (token.kind) {
        case SqlTokenKind::Keyword:
            format.setForeground(m_theme->accent());
            format.setFontWeight(QFont::Bold);
            break;
        case SqlTokenKind::Word:
            if (!sqlFunctions().contains(line.mid(token.from, token.length), Qt::CaseInsensitive) ||
                !QStringView(line).mid(token.from + token.length).trimmed().startsWith(u'('))
                continue;
            format.setForeground(m_theme->accent());
            break;
        case SqlTokenKind::Text:
        case SqlTokenKind::Number:
            format.setForeground(m_theme->secondaryText());
            break;
        case SqlTokenKind::Comment:
            format.setForeground(m_theme->secondaryText());
            format.setFontItalic(true);
            break;
        default:
            continue;
        }
        setFormat(static_cast<int>(token.from), static_cast<int>(token.length), format);
    }
    setCurrentBlockState(static_cast<int>(open));
}

} // namespace rs

#include "moc_sqlhighlighter.cpp"
