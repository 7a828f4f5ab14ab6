// SPDX-License-Identifier: Apache-2.0
#include "sql/sqlcompletion.h"

#include "sql/sqltokens.h"

#include <algorithm>
#include <utility>

namespace rs {

namespace {

bool areSame(QStringView a, QStringView b)
{
    return a.compare(b, Qt::CaseInsensitive) == 0;
}

/// A table of a statement and what it is called in it.
struct NamedTable
{
    QString table;
    QString alias;
};

// FROM and JOIN, and commas behind them: "slices s, kernels AS k".
std::vector<NamedTable> tablesOf(QStringView sql)
{
    std::vector<NamedTable> out;
    const std::vector<SqlToken> tokens = sqlTokens(sql);
    const auto text = [&](size_t i) {
        return i < tokens.size() ? sql.mid(tokens[i].from, tokens[i].length) : QStringView();
    };
    const auto isName = [&](size_t i) {
        return i < tokens.size() && (tokens[i].kind == SqlTokenKind::Word || tokens[i].kind == SqlTokenKind::Name);
    };
    bool inFrom = false;
    for (size_t i = 0; i < tokens.size(); ++i) {
        const bool comma = inFrom && text(i) == u",";
        if (tokens[i].kind == SqlTokenKind::Keyword)
            inFrom = areSame(text(i), u"FROM") || areSame(text(i), u"JOIN");
        if (!(inFrom && tokens[i].kind == SqlTokenKind::Keyword) && !comma)
            continue;
        size_t at = i + 1;
        if (!isName(at))
            continue;
        if (text(at + 1) == u"." && isName(at + 2))
            at += 2;
        NamedTable named{text(at).toString().remove(u'"'), {}};
        if (areSame(text(at + 1), u"AS"))
            ++at;
        if (isName(at + 1))
            named.alias = text(at + 1).toString().remove(u'"');
        out.push_back(std::move(named));
    }
    return out;
}

} // namespace

SqlProposals sqlProposals(QStringView sql, qsizetype cursor, const std::vector<SqlTableNames> &tables)
{
    SqlProposals out;
    SqlOpen open = SqlOpen::Nothing;
    const std::vector<SqlToken> before = sqlTokens(sql.left(cursor), open);
    if (open != SqlOpen::Nothing)
        return out;
    size_t left = before.size();
    if (left > 0 && before[left - 1].from + before[left - 1].length == cursor) {
        const SqlToken &last = before[left - 1];
        if (last.kind == SqlTokenKind::Word || last.kind == SqlTokenKind::Keyword) {
            out.prefix = sql.mid(last.from, last.length).toString();
            --left;
        } else if (last.kind != SqlTokenKind::Other) {
            return out;
        }
    }
    const auto text = [&](size_t i) { return sql.mid(before[i].from, before[i].length); };
    const auto add = [&out](const QString &word, const QString &written) {
        if (word.startsWith(out.prefix, Qt::CaseInsensitive) && !out.words.contains(written))
            out.words << written;
    };
    const SqlSpan span = sqlStatementAt(sql, cursor);
    const std::vector<NamedTable> named = tablesOf(sql.mid(span.from, span.to - span.from));
    if (left >= 2 && text(left - 1) == u".") {
        const QString qualifier = text(left - 2).toString().remove(u'"');
        QString table = qualifier;
        for (const NamedTable &n : named) {
            if (areSame(n.alias, qualifier))
                table = n.table;
        }
        for (const SqlTableNames &t : tables) {
            if (areSame(t.database, qualifier) && !t.name.isEmpty())
                add(t.name, sqlName(t.name));
        }
        for (const SqlTableNames &t : tables) {
            for (const QString &column : areSame(t.name, table) ? t.columns : QStringList())
                add(column, sqlName(column));
        }
        return out;
    }
    for (const NamedTable &n : named) {
        for (const SqlTableNames &t : tables) {
            for (const QString &column : areSame(t.name, n.table) ? t.columns : QStringList())
                add(column, sqlName(column));
        }
    }
    for (const SqlTableNames &t : tables) {
        if (!t.name.isEmpty())
            add(t.name, t.database.isEmpty() ? sqlName(t.name) : t.database + u'.' + sqlName(t.name));
    }
    // Each stands there once.
    for (const SqlTableNames &t : tables) {
        if (t.name.isEmpty() && t.database.startsWith(out.prefix, Qt::CaseInsensitive))
            out.words << t.database + u'.';
    }
    for (const QString &function : sqlFunctions())
        add(function, function + u'(');
    for (const QString &keyword : sqlKeywords())
        add(keyword, keyword);
    return out;
}

} // namespace rs
