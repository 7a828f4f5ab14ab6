// SPDX-License-Identifier: Apache-2.0
// The target that reads databases.
#include "fuzz/scratch.h"
#include "fuzz/targets.h"
#include "fuzz/use.h"
#include "importers/db/dbidentity.h"
#include "importers/db/dbtables.h"

#include <memory>
#include <sqlite3.h>
#include <string>

namespace rs::fuzz {

namespace {

// The database that a text of SQL makes; statements that fail or never end are left out.
void makeDatabase(const QString &path, std::string_view sql)
{
    sqlite3 *handle = nullptr;
    sqlite3_open(path.toUtf8().constData(), &handle);
    const std::unique_ptr<sqlite3, int (*)(sqlite3 *)> db(handle, sqlite3_close);
    constexpr int mostBytes = 1 << 20;
    sqlite3_limit(db.get(), SQLITE_LIMIT_LENGTH, mostBytes);
    sqlite3_limit(db.get(), SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_exec(db.get(), "PRAGMA page_size=512; PRAGMA journal_mode=OFF; PRAGMA max_page_count=2000", nullptr,
                 nullptr, nullptr);
    sqlite3_progress_handler(
        db.get(), 50000, [](void *) { return 1; }, nullptr);
    sqlite3_exec(db.get(), std::string(sql).c_str(), nullptr, nullptr, nullptr);
}

} // namespace

void fuzzDatabase(std::string_view input)
{
    const Scratch scratch;
    const bool asItIs = takeChoice(input) % 2 == 0;
    const QString path = scratch.path(QStringLiteral("ascend_pytorch_profiler_0.db"));
    if (asItIs)
        (void)scratch.write(QStringLiteral("ascend_pytorch_profiler_0.db"), input);
    else
        makeDatabase(path, input);
    const JobContext job;
    ImportReport report;
    (void)readDbIdentity(path, job, report);
    const DatabaseTables tables = readDatabaseTables(path, job);
    for (const QString &name : tables.names.mid(0, 8)) {
        constexpr qint64 rows = 200;
        const DatabaseTable read = readDatabaseTable(path, name, rows, job);
        if (!read.table)
            continue;
        require(read.table->rows() <= rows, "no more rows than asked for");
        useTable(*read.table);
    }
}

} // namespace rs::fuzz
