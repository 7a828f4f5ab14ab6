// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/literaltext.h"

#include <sqlite3.h>

namespace rs::test {

/// Runs statements on a new or existing database file; what SQLite complained about, or nothing.
inline QString makeDatabase(const QString &path, const LiteralTexts &statements)
{
    sqlite3 *db = nullptr;
    QString error;
    if (sqlite3_open(path.toUtf8().constData(), &db) != SQLITE_OK)
        error = QString::fromUtf8(sqlite3_errmsg(db));
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 0, static_cast<int *>(nullptr));
    for (const QString &s : statements) {
        if (error.isEmpty() && sqlite3_exec(db, s.toUtf8().constData(), nullptr, nullptr, nullptr) != SQLITE_OK)
            error = QString::fromUtf8(sqlite3_errmsg(db));
    }
    sqlite3_close(db);
    return error;
}

/// An endless query under the name of the table that says whose rank a database is.
inline const QString endlessView =
    QStringLiteral("CREATE VIEW RANK_DEVICE_MAP AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) "
                   "SELECT n AS rankId, n AS deviceId FROM c WHERE n < 0");

} // namespace rs::test
