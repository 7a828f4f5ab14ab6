// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>
#include <QStringView>

#include <vector>

namespace rs {

enum class SqlTokenKind : quint8 {
    Keyword,
    Word, ///< a name as it is written, of a table, a column or a function
    Name, ///< a name in double quotes, backquotes or brackets
    Text, ///< in single quotes
    Number,
    Comment,
    End, ///< ";"
    Other,
};

struct SqlToken
{
    SqlTokenKind kind = SqlTokenKind::Other;
    qsizetype from = 0;
    qsizetype length = 0;
};

/// In what a line begins: the comment or the quotes of the line before it.
enum class SqlOpen : quint8 { Nothing, Comment, Text, Name };

/// The parts of a statement or of one line of it, without the blanks between them. `open` is what it begins in, and
/// then what it ends in.
[[nodiscard]] std::vector<SqlToken> sqlTokens(QStringView sql, SqlOpen &open);
[[nodiscard]] std::vector<SqlToken> sqlTokens(QStringView sql);
/// A part without the quotes around it.
[[nodiscard]] QStringView sqlUnquoted(QStringView sql, const SqlToken &token);

/// A part of a text, half open.
struct SqlSpan
{
    qsizetype from = 0;
    qsizetype to = 0;
    [[nodiscard]] bool isEmpty() const { return from >= to; }
};

/// The statement in which a cursor stands, without the blanks and comments around it and its ";". Behind the last one
/// it is the last one. Empty where there is none.
[[nodiscard]] SqlSpan sqlStatementAt(QStringView sql, qsizetype cursor);

/// Keywords of SQLite, upper case.
[[nodiscard]] const QStringList &sqlKeywords();
/// Functions that statements can call: SQLite's and ours (sqlmodule.h).
[[nodiscard]] const QStringList &sqlFunctions();
/// A name as a statement writes it: in double quotes where it is no plain word.
[[nodiscard]] QString sqlName(const QString &name);

} // namespace rs
