// SPDX-License-Identifier: Apache-2.0
#include "importers/dbidentity.h"

#include <QFileInfo>
#include <QUrl>

#include <memory>
#include <sqlite3.h>

namespace rs {

std::optional<DbIdentity> readDbIdentity(const QString &path)
{
    if (!QFileInfo(path).isFile())
        return std::nullopt;
    // immutable: no lock and no journal beside the user's file.
    const QByteArray uri = QUrl::fromLocalFile(path).toEncoded(QUrl::FullyEncoded) + "?mode=ro&immutable=1";
    sqlite3 *handle = nullptr;
    const int opened = sqlite3_open_v2(uri.constData(), &handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nullptr);
    const std::unique_ptr<sqlite3, int (*)(sqlite3 *)> db(handle, sqlite3_close);
    if (opened != SQLITE_OK)
        return std::nullopt;
    sqlite3_db_config(db.get(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(db.get(), SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    // A hostile view could compute for ever: give up after a fixed amount of work.
    sqlite3_progress_handler(db.get(), 10000000, [](void *) { return 1; }, nullptr);
    sqlite3_stmt *raw = nullptr;
    if (sqlite3_prepare_v2(db.get(), "SELECT rankId, deviceId FROM RANK_DEVICE_MAP LIMIT 16", -1, &raw, nullptr) !=
        SQLITE_OK)
        return std::nullopt;
    const std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt *)> statement(raw, sqlite3_finalize);
    while (sqlite3_step(statement.get()) == SQLITE_ROW) {
        const int rank = sqlite3_column_int(statement.get(), 0);
        const int device = sqlite3_column_int(statement.get(), 1);
        if (rank >= 0)
            return DbIdentity{rank, device >= 0 ? device : -1};
    }
    return std::nullopt;
}

} // namespace rs
