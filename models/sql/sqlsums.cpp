// SPDX-License-Identifier: Apache-2.0
#include "sql/sqlsums.h"

#include "sql/sqltokens.h"

#include <QHash>
#include <QSet>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace rs {

namespace {

// Names that no user's statement has, so that its aliases mean what they meant. abs() of the least number ends the
// statement: a sum that stands at its bound is none.
const QLatin1String SumsOfSlices("(SELECT rank, name, count AS \"#count\", iif(total_ns < 9223372036854775807, "
                                 "total_ns, abs(-9223372036854775807 - (total_ns - 9223372036854775806))) AS \"#sum\", "
                                 "min_ns AS \"#min\", max_ns AS "
                                 "\"#max\" FROM slices_stats)");

const QSet<QString> &plainKeywords()
{
    static const QSet<QString> all = {
        QStringLiteral("AND"),    QStringLiteral("AS"),    QStringLiteral("ASC"),    QStringLiteral("BETWEEN"),
        QStringLiteral("BY"),     QStringLiteral("CASE"),  QStringLiteral("CAST"),   QStringLiteral("DESC"),
        QStringLiteral("ELSE"),   QStringLiteral("END"),   QStringLiteral("FIRST"),  QStringLiteral("GLOB"),
        QStringLiteral("IN"),     QStringLiteral("IS"),    QStringLiteral("ISNULL"), QStringLiteral("LAST"),
        QStringLiteral("LIKE"),   QStringLiteral("LIMIT"), QStringLiteral("NOT"),    QStringLiteral("NOTNULL"),
        QStringLiteral("NULL"),   QStringLiteral("NULLS"), QStringLiteral("OFFSET"), QStringLiteral("OR"),
        QStringLiteral("REGEXP"), QStringLiteral("THEN"),  QStringLiteral("WHEN"),   QStringLiteral("ESCAPE"),
    };
    return all;
}

// Of one row alone; of the same text always the same.
const QSet<QString> &plainFunctions()
{
    static const QSet<QString> all = {
        QStringLiteral("abs"),    QStringLiteral("coalesce"), QStringLiteral("iif"),    QStringLiteral("ifnull"),
        QStringLiteral("instr"),  QStringLiteral("length"),   QStringLiteral("lower"),  QStringLiteral("ltrim"),
        QStringLiteral("nullif"), QStringLiteral("printf"),   QStringLiteral("regexp"), QStringLiteral("replace"),
        QStringLiteral("round"),  QStringLiteral("rtrim"),    QStringLiteral("substr"), QStringLiteral("trim"),
        QStringLiteral("typeof"), QStringLiteral("upper"),
    };
    return all;
}

// Columns of `slices` and of a row's number: an alias of that name may mean either.
const QSet<QString> &takenNames()
{
    static const QSet<QString> all = {
        QStringLiteral("rank"),      QStringLiteral("process"),     QStringLiteral("thread"),
        QStringLiteral("depth"),     QStringLiteral("name"),        QStringLiteral("start_ns"),
        QStringLiteral("rowid"),     QStringLiteral("duration_ns"), QStringLiteral("oid"),
        QStringLiteral("_rowid_"),   QStringLiteral("window_from"), QStringLiteral("slice"),
        QStringLiteral("window_to"),
    };
    return all;
}

bool isKey(const QString &name)
{
    return name == u"name" || name == u"rank";
}

struct Change
{
    qsizetype from = 0;
    qsizetype to = 0;
    QString text;
};

/// One SELECT of a statement, from that word on.
class Part
{
public:
    Part(const QString &sql, const std::vector<SqlToken> &tokens, size_t first)
        : m_sql(sql), m_tokens(tokens), m_first(first), m_end(tokens.size())
    {
    }

    /// What to change so that it reads the sums; nothing where that would give other rows.
    [[nodiscard]] std::optional<std::vector<Change>> changes()
    {
        if (!findClauses() || !readFrom() || !readAliases())
            return std::nullopt;
        for (size_t at = m_first + 1; at < m_end;) {
            if (at == m_from) {
                at = m_behindFrom;
            } else if (!readToken(at)) {
                return std::nullopt;
            }
        }
        if (m_group < m_end && !readGroups())
            return std::nullopt;
        // Without either, each slice is a row.
        const bool isDistinct = isKeyword(m_first + 1, "DISTINCT");
        if (m_group == m_end && !m_sums && !isDistinct)
            return std::nullopt;
        const bool isOfNoGroup = m_group == m_end && isDistinct && !m_sums;
        for (const QString &key : std::as_const(m_keys)) {
            if (!isOfNoGroup && !m_groups.contains(key))
                return std::nullopt;
        }
        return m_changes;
    }

private:
    [[nodiscard]] QStringView text(size_t at) const
    {
        return QStringView(m_sql).mid(m_tokens[at].from, m_tokens[at].length);
    }
    [[nodiscard]] bool is(size_t at, QChar c) const
    {
        return at < m_end && m_tokens[at].kind == SqlTokenKind::Other && text(at) == c;
    }
    [[nodiscard]] bool isKeyword(size_t at, const char *word) const
    {
        return at < m_end && m_tokens[at].kind == SqlTokenKind::Keyword &&
               text(at).compare(QLatin1String(word), Qt::CaseInsensitive) == 0;
    }
    // A name, lower case; nothing for what is none.
    [[nodiscard]] std::optional<QString> nameAt(size_t at) const
    {
        if (at >= m_end)
            return std::nullopt;
        if (m_tokens[at].kind == SqlTokenKind::Word)
            return text(at).toString().toLower();
        return std::nullopt;
    }

    // What a column is called, which may be any text in quotes.
    [[nodiscard]] std::optional<QString> aliasAt(size_t at) const
    {
        if (at < m_end && m_tokens[at].kind == SqlTokenKind::Name && text(at).size() > 2)
            return text(at).mid(1, text(at).size() - 2).toString().toLower();
        return nameAt(at);
    }

    bool findClauses()
    {
        int depth = 0;
        for (size_t at = m_first + 1; at < m_end; ++at) {
            if (depth == 0 && (m_tokens[at].kind == SqlTokenKind::End || is(at, u')'))) {
                m_end = at;
                break;
            }
            depth += is(at, u'(') ? 1 : is(at, u')') ? -1 : 0;
            if (depth != 0)
                continue;
            if (isCompound(at) || (isKeyword(at, "FROM") && std::exchange(m_from, at) != 0))
                return false;
            if (isKeyword(at, "GROUP"))
                m_group = at;
            if (isKeyword(at, "WHERE"))
                m_where = at;
            if (!isKeyword(at, "HAVING") && !isKeyword(at, "ORDER") && !isKeyword(at, "LIMIT"))
                continue;
            if (m_behindWhere == 0)
                m_behindWhere = at;
            if (m_group != 0 && m_behindGroups == 0)
                m_behindGroups = at;
        }
        m_group = m_group == 0 ? m_end : m_group;
        m_behindGroups = m_behindGroups == 0 ? m_end : m_behindGroups;
        m_behindWhere = std::min(m_group, m_behindWhere == 0 ? m_end : m_behindWhere);
        m_where = m_where == 0 ? m_behindWhere : m_where;
        // The parts of a compound have the names and the order of the first one.
        const bool isSecond = m_first > 0 && (isCompound(m_first - 1) || isKeyword(m_first - 1, "ALL"));
        return m_from != 0 && !isSecond;
    }
    [[nodiscard]] bool isCompound(size_t at) const
    {
        return isKeyword(at, "UNION") || isKeyword(at, "EXCEPT") || isKeyword(at, "INTERSECT");
    }

    bool readFrom()
    {
        size_t at = m_from + 1;
        if (nameAt(at) != QLatin1String("slices"))
            return false;
        m_alias = QStringLiteral("slices");
        const size_t table = at++;
        const bool named = isKeyword(at, "AS");
        at += named ? 1 : 0;
        if (const auto alias = nameAt(at)) {
            m_alias = *alias;
            ++at;
        } else if (named) {
            return false;
        }
        m_behindFrom = at;
        if (at < m_end && at != m_where && at != m_group && at != m_behindWhere)
            return false;
        const bool isAliased = at > table + 1;
        m_changes.push_back({m_tokens[table].from, m_tokens[table].from + m_tokens[table].length,
                             SumsOfSlices + (isAliased ? QLatin1String() : QLatin1String(" AS slices"))});
        return true;
    }

    // Of the columns between SELECT and FROM.
    bool readAliases()
    {
        int depth = 0;
        size_t from = m_first + (isKeyword(m_first + 1, "DISTINCT") ? 2 : 1);
        for (size_t at = from; at < m_from; ++at) {
            depth += is(at, u'(') ? 1 : is(at, u')') ? -1 : 0;
            if (depth == 0 && (at + 1 == m_from || is(at + 1, u','))) {
                if (!readAlias(from, at))
                    return false;
                from = at + 2;
            }
        }
        return true;
    }
    // Of a column from its first part to its last.
    bool readAlias(size_t from, size_t last)
    {
        const auto alias = aliasAt(last);
        const bool isNamed = last > from && isKeyword(last - 1, "AS");
        const bool isNext = last > from && alias && m_tokens[last - 1].kind != SqlTokenKind::Keyword &&
                            (m_tokens[last - 1].kind != SqlTokenKind::Other || is(last - 1, u')'));
        const bool isBehindCase = last > from && alias && isKeyword(last - 1, "END");
        size_t to = last + 1;
        if (isNamed || isNext || isBehindCase) {
            if (!alias || takenNames().contains(*alias) || alias->startsWith(u'#'))
                return false;
            m_aliasTokens.insert(last);
            to = isNamed ? last - 1 : last;
        }
        m_columns.push_back(columnIn(from, to));
        if (to <= last)
            m_aliases[*alias] = m_columns.back();
        return true;
    }
    // The column that the parts name and nothing else; empty where they are something else.
    [[nodiscard]] QString columnIn(size_t from, size_t to) const
    {
        if (to == from + 1)
            return nameAt(from).value_or(QString());
        return to == from + 3 && is(from + 1, u'.') ? nameAt(from + 2).value_or(QString()) : QString();
    }

    bool readToken(size_t &at)
    {
        switch (m_tokens[at].kind) {
        case SqlTokenKind::Number:
        case SqlTokenKind::Text:
            ++at;
            return true;
        case SqlTokenKind::Other: {
            static const QString marks = QStringLiteral("(),=<>!+-*/%|&~.");
            // Every column: more than the sums have.
            const bool isAll = is(at, u'*') && (at == m_first + 1 || is(at - 1, u',') || is(at - 1, u'.') ||
                                                isKeyword(at - 1, "DISTINCT"));
            const bool known = !isAll && text(at).size() == 1 && marks.contains(text(at)[0]);
            ++at;
            return known;
        }
        case SqlTokenKind::Keyword:
            if (is(at + 1, u'(') && plainFunctions().contains(text(at).toString().toLower())) {
                ++at;
                return true;
            }
            if (isKeyword(at, "DISTINCT")
                    ? at != m_first + 1
                    : !plainKeywords().contains(text(at).toString().toUpper()) && at != m_where && at != m_group &&
                          at != m_behindWhere && at != m_behindGroups && !isKeyword(at, "ORDER"))
                return false;
            ++at;
            return true;
        case SqlTokenKind::Word:
            return readName(at);
        case SqlTokenKind::Name: {
            const bool isAlias = m_aliasTokens.contains(at) ||
                                 (at >= m_behindFrom && m_aliases.contains(aliasAt(at).value_or(QString())) &&
                                  !is(at + 1, u'.') && !is(at + 1, u'('));
            ++at;
            return isAlias;
        }
        default:
            return false;
        }
    }

    bool readName(size_t &at)
    {
        if (m_aliasTokens.contains(at)) {
            ++at;
            return true;
        }
        const QString name = *nameAt(at);
        if (is(at + 1, u'('))
            return readFunction(at, name);
        QString column = name;
        if (is(at + 1, u'.')) {
            const auto own = nameAt(at + 2);
            if (name != m_alias || !own)
                return false;
            column = *own;
            at += 2;
        } else if (at >= m_behindFrom && m_aliases.contains(name)) {
            ++at;
            return true;
        }
        if (!isKey(column))
            return false;
        // What chooses the slices is the same for all of a name and a rank.
        if (at < m_where || at >= m_behindWhere)
            m_keys.insert(column);
        ++at;
        return true;
    }

    bool readFunction(size_t &at, const QString &name)
    {
        static const QSet<QString> sums = {QStringLiteral("count"), QStringLiteral("sum"), QStringLiteral("total"),
                                           QStringLiteral("avg"),   QStringLiteral("min"), QStringLiteral("max")};
        if (!sums.contains(name)) {
            ++at;
            return plainFunctions().contains(name);
        }
        size_t argument = at + 2;
        if (name == u"count" && isKeyword(argument, "DISTINCT")) {
            const size_t own = nameAt(argument + 1) == m_alias && is(argument + 2, u'.') ? argument + 3 : argument + 1;
            const auto key = nameAt(own);
            if (!key || !isKey(*key) || !is(own + 1, u')'))
                return false;
            m_sums = true;
            at = own + 2;
            return true;
        }
        if (nameAt(argument) == m_alias && is(argument + 1, u'.'))
            argument += 2;
        const auto column = nameAt(argument);
        const bool isEmpty = is(argument, u')');
        const size_t close = isEmpty ? argument : argument + 1;
        if (!is(close, u')'))
            return false;
        const bool isDuration = column == QLatin1String("duration_ns");
        const bool isAlways = isDuration || column == QLatin1String("start_ns") || isEmpty || is(argument, u'*') ||
                              m_tokens[argument].kind == SqlTokenKind::Number;
        if (name == u"count" ? !isAlways : !isDuration)
            return false;
        static const QHash<QString, QString> written = {
            {QStringLiteral("count"), QStringLiteral("ifnull(sum(\"#count\"), 0)")},
            {QStringLiteral("sum"), QStringLiteral("sum(\"#sum\")")},
            {QStringLiteral("total"), QStringLiteral("total(\"#sum\")")},
            {QStringLiteral("avg"), QStringLiteral("(CAST(sum(\"#sum\") AS REAL) / sum(\"#count\"))")},
            {QStringLiteral("min"), QStringLiteral("min(\"#min\")")},
            {QStringLiteral("max"), QStringLiteral("max(\"#max\")")},
        };
        m_changes.push_back({m_tokens[at].from, m_tokens[close].from + m_tokens[close].length, written.value(name)});
        m_sums = true;
        at = close + 1;
        return true;
    }

    // Only columns by which there are sums, however they are named.
    bool readGroups()
    {
        int depth = 0;
        std::vector<std::pair<size_t, size_t>> items{{m_group + 2, m_group + 2}};
        for (size_t at = m_group + 2; at < m_behindGroups; ++at) {
            depth += is(at, u'(') ? 1 : is(at, u')') ? -1 : 0;
            if (depth == 0 && is(at, u','))
                items.emplace_back(at + 1, at + 1);
            else
                items.back().second = at + 1;
        }
        for (const auto &[from, to] : items) {
            QString column = columnIn(from, to);
            if (to == from + 1 && m_tokens[from].kind == SqlTokenKind::Number) {
                const qsizetype number = text(from).toLongLong() - 1;
                column =
                    number >= 0 && number < std::ssize(m_columns) ? m_columns[static_cast<size_t>(number)] : QString();
            } else if (to == from + 1 && !isKey(column)) {
                column = m_aliases.value(aliasAt(from).value_or(QString()));
            }
            if (!isKey(column))
                return false;
            m_groups.insert(column);
        }
        return true;
    }

    const QString &m_sql;
    const std::vector<SqlToken> &m_tokens;
    size_t m_first;
    size_t m_end; ///< behind its last part
    size_t m_from = 0;
    size_t m_behindFrom = 0;
    size_t m_where = 0; ///< of clauses that are missing: behind what stands before them
    size_t m_behindWhere = 0;
    size_t m_group = 0;
    size_t m_behindGroups = 0;
    QString m_alias;                   ///< of the table
    QHash<QString, QString> m_aliases; ///< of what is selected, and the column that it is where it is one
    std::vector<QString> m_columns;    ///< that are selected; empty: something else
    QSet<size_t> m_aliasTokens;
    QSet<QString> m_keys; ///< that the rows show or are ordered by
    QSet<QString> m_groups;
    bool m_sums = false;
    std::vector<Change> m_changes;
};

} // namespace

QString withSliceSums(const QString &sql)
{
    std::vector<SqlToken> tokens = sqlTokens(sql);
    std::erase_if(tokens, [](const SqlToken &t) { return t.kind == SqlTokenKind::Comment; });
    const auto is = [&](size_t at, const char *word) {
        return QStringView(sql)
                   .mid(tokens[at].from, tokens[at].length)
                   .compare(QLatin1String(word), Qt::CaseInsensitive) == 0;
    };
    const auto hasKeyword = [&](size_t at, const char *word) {
        return tokens[at].kind == SqlTokenKind::Keyword && is(at, word);
    };
    std::vector<Change> changes;
    for (size_t at = 0; at < tokens.size(); ++at) {
        // A name that WITH gives is another table.
        const bool isTable = at > 0 && (is(at, "slices") || is(at, "slices_stats")) && !hasKeyword(at - 1, "FROM") &&
                             (at + 1 == tokens.size() || !is(at + 1, "."));
        const bool isQuoted =
            tokens[at].kind == SqlTokenKind::Name &&
            QStringView(sql).mid(tokens[at].from, tokens[at].length).contains(u"slices", Qt::CaseInsensitive);
        if (isTable || isQuoted)
            return {};
        if (!hasKeyword(at, "SELECT"))
            continue;
        if (const auto own = Part(sql, tokens, at).changes())
            changes.insert(changes.end(), own->begin(), own->end());
    }
    std::sort(changes.begin(), changes.end(), [](const Change &a, const Change &b) { return a.from > b.from; });
    QString out = changes.empty() ? QString() : sql;
    for (const Change &c : changes)
        out.replace(c.from, c.to - c.from, c.text);
    return out;
}

} // namespace rs
