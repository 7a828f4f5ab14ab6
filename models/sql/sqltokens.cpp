// SPDX-License-Identifier: Apache-2.0
#include "sql/sqltokens.h"

#include <QSet>

#include <sqlite3.h>

namespace rs {

namespace {

bool beginsWord(QChar c)
{
    return c.isLetter() || c == u'_' || c.unicode() > 0x7f;
}

bool isInWord(QChar c)
{
    return beginsWord(c) || c.isDigit() || c == u'$';
}

bool isKeyword(QStringView word)
{
    static const QSet<QString> all(sqlKeywords().begin(), sqlKeywords().end());
    return all.contains(word.toString().toUpper());
}

// Behind the closing quote, which does not stand twice; the end of the text where there is none.
qsizetype behindQuotes(QStringView sql, qsizetype at, QChar quote, bool &closed)
{
    for (closed = false; at < sql.size(); ++at) {
        if (sql[at] != quote)
            continue;
        if (quote != u']' && at + 1 < sql.size() && sql[at + 1] == quote) {
            ++at;
            continue;
        }
        closed = true;
        return at + 1;
    }
    return sql.size();
}

qsizetype behindComment(QStringView sql, qsizetype at, bool &closed)
{
    const qsizetype end = sql.indexOf(u"*/", at);
    closed = end >= 0;
    return closed ? end + 2 : sql.size();
}

qsizetype behindNumber(QStringView sql, qsizetype at)
{
    while (at < sql.size() && (isInWord(sql[at]) || sql[at] == u'.' ||
                               ((sql[at] == u'+' || sql[at] == u'-') && sql[at - 1].toLower() == u'e')))
        ++at;
    return at;
}

} // namespace

std::vector<SqlToken> sqlTokens(QStringView sql, SqlOpen &open)
{
    std::vector<SqlToken> out;
    const auto add = [&out](SqlTokenKind kind, qsizetype from, qsizetype to) {
        out.push_back({kind, from, to - from});
    };
    bool closed = true;
    qsizetype at = 0;
    if (open != SqlOpen::Nothing) {
        const SqlOpen before = open;
        at = before == SqlOpen::Comment ? behindComment(sql, 0, closed)
                                        : behindQuotes(sql, 0, before == SqlOpen::Text ? u'\'' : u'"', closed);
        add(before == SqlOpen::Comment ? SqlTokenKind::Comment
            : before == SqlOpen::Text  ? SqlTokenKind::Text
                                       : SqlTokenKind::Name,
            0, at);
        open = closed ? SqlOpen::Nothing : before;
    }
    while (at < sql.size()) {
        const QChar c = sql[at];
        const QChar next = at + 1 < sql.size() ? sql[at + 1] : QChar();
        const qsizetype from = at;
        if (c.isSpace()) {
            ++at;
        } else if (c == u'-' && next == u'-') {
            const qsizetype end = sql.indexOf(u'\n', at);
            add(SqlTokenKind::Comment, from, at = end < 0 ? sql.size() : end);
        } else if (c == u'/' && next == u'*') {
            add(SqlTokenKind::Comment, from, at = behindComment(sql, at + 2, closed));
            open = closed ? SqlOpen::Nothing : SqlOpen::Comment;
        } else if (c == u'\'') {
            add(SqlTokenKind::Text, from, at = behindQuotes(sql, at + 1, c, closed));
            open = closed ? SqlOpen::Nothing : SqlOpen::Text;
        } else if (c == u'"') {
            add(SqlTokenKind::Name, from, at = behindQuotes(sql, at + 1, c, closed));
            open = closed ? SqlOpen::Nothing : SqlOpen::Name;
        } else if (c == u'`' || c == u'[') {
            add(SqlTokenKind::Name, from, at = behindQuotes(sql, at + 1, c == u'[' ? QChar(u']') : c, closed));
        } else if (c.isDigit() || (c == u'.' && next.isDigit())) {
            add(SqlTokenKind::Number, from, at = behindNumber(sql, at + 1));
        } else if (beginsWord(c)) {
            while (at < sql.size() && isInWord(sql[at]))
                ++at;
            add(isKeyword(sql.mid(from, at - from)) ? SqlTokenKind::Keyword : SqlTokenKind::Word, from, at);
        } else {
            add(c == u';' ? SqlTokenKind::End : SqlTokenKind::Other, from, ++at);
        }
    }
    return out;
}

std::vector<SqlToken> sqlTokens(QStringView sql)
{
    SqlOpen open = SqlOpen::Nothing;
    return sqlTokens(sql, open);
}

QStringView sqlUnquoted(QStringView sql, const SqlToken &token)
{
    const QStringView text = sql.mid(token.from, token.length);
    const bool isQuoted = token.kind == SqlTokenKind::Name || token.kind == SqlTokenKind::Text;
    return isQuoted && text.size() > 2 ? text.mid(1, text.size() - 2) : text;
}

SqlSpan sqlStatementAt(QStringView sql, qsizetype cursor)
{
    SqlSpan found;
    SqlSpan current;
    for (const SqlToken &token : sqlTokens(sql)) {
        if (token.kind == SqlTokenKind::End) {
            if (!current.isEmpty())
                found = current;
            // A cursor at the ";" still stands in what it ends.
            if (cursor <= token.from + token.length && !found.isEmpty())
                return found;
            current = {};
        } else if (token.kind != SqlTokenKind::Comment) {
            current.from = current.isEmpty() ? token.from : current.from;
            current.to = token.from + token.length;
        }
    }
    return current.isEmpty() ? found : current;
}

const QStringList &sqlKeywords()
{
    static const QStringList all = [] {
        QStringList out;
        for (int i = 0; i < sqlite3_keyword_count(); ++i) {
            const char *text = nullptr;
            int length = 0;
            if (sqlite3_keyword_name(i, &text, &length) == SQLITE_OK)
                out << QString::fromLatin1(text, length);
        }
        return out;
    }();
    return all;
}

const QStringList &sqlFunctions()
{
    static const QStringList all =
        QStringLiteral("abs avg coalesce count dense_rank first_value group_concat iif ifnull instr lag "
                       "last_value lead length lower max min ns_to_step ntile nullif printf rank regexp replace "
                       "round row_number span_overlap span_union substr sum total trim typeof upper")
            .split(u' ');
    return all;
}

QString sqlName(const QString &name)
{
    const std::vector<SqlToken> tokens = sqlTokens(name);
    if (tokens.size() == 1 && tokens.front().kind == SqlTokenKind::Word && tokens.front().length == name.size())
        return name;
    return u'"' + QString(name).replace(u'"', QStringLiteral("\"\"")) + u'"';
}

} // namespace rs
