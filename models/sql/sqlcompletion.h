// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>
#include <QStringView>

#include <vector>

namespace rs {

/// A table as statements name it, and its columns.
struct SqlTableNames
{
    QString name;     ///< "slices", or of a database "TASK"; empty: the database itself, whose tables need not be known
    QString database; ///< "rank0"; empty: of the catalogue
    QStringList columns;
};

/// Proposals at a cursor.
struct SqlProposals
{
    QString prefix;    ///< typed part
    QStringList words; ///< that begin with it in either case; the nearest first: columns, tables, functions, keywords
};

/// Behind "x." the columns of the table that is called x there, or the tables of that database; else columns of the
/// tables that the statement names, tables, functions and keywords. Nothing in texts, comments and numbers.
[[nodiscard]] SqlProposals sqlProposals(QStringView sql, qsizetype cursor, const std::vector<SqlTableNames> &tables);

} // namespace rs
