// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/table/table.h"

#include <QString>
#include <QStringList>

#include <memory>

namespace rs {

/// Reason for which a database file was not read, or not to its end.
struct DatabaseProblem
{
    enum class Kind : quint8 {
        None,
        Unreadable, ///< `text` says why in SQLite's words
        TimeUp,     ///< it took longer than it may
        Canceled,
    };
    Kind kind = Kind::None;
    QString text;

    [[nodiscard]] bool isNone() const { return kind == Kind::None; }
};

/// Contents of a database file.
struct DatabaseTables
{
    QStringList names;   ///< sorted
    QStringList leftOut; ///< views and virtual tables: they would run, so they are not read
    DatabaseProblem problem;
};

/// A table of a database file as it stands there, without a meaning of its columns.
struct DatabaseTable
{
    std::shared_ptr<const Table> table; ///< null when nothing could be read
    qint64 rowsInFile = 0;              ///< more than the table has where it was cut; -1: not counted to the end
    qint64 oversizedRows = 0;           ///< left out because of a cell that is larger than any of the profiler
    QStringList computedColumns;        ///< left out: they would run
    DatabaseProblem problem;            ///< rows read before it are kept
};

} // namespace rs
