// SPDX-License-Identifier: Apache-2.0
#include "sql/sqlspill.h"

#include "sql/sqllimits.h"

#include <algorithm>
#include <atomic>
#include <new>
#include <sqlite3.h>
#include <utility>

namespace rs {

namespace {

std::atomic<qint64> spilled{0};
std::atomic<qint64> limit{sqllimits::spillBytes};
thread_local bool wasRefused = false;

// Bytes of one temporary file. They stand behind the system's own data of the file.
struct Spill
{
    sqlite3_io_methods methods; ///< the system's, but for those that make the file longer or shorter
    const sqlite3_io_methods *system;
    sqlite3_int64 bytes;
};

sqlite3_vfs vfs = {};
sqlite3_vfs *systemVfs = nullptr;
constexpr int ownSize = sizeof(Spill);

Spill &spillOf(sqlite3_file *file)
{
    return *reinterpret_cast<Spill *>(reinterpret_cast<char *>(file) + vfs.szOsFile - ownSize);
}

int closeSpill(sqlite3_file *file)
{
    spilled -= std::exchange(spillOf(file).bytes, 0);
    return spillOf(file).system->xClose(file);
}

int writeSpill(sqlite3_file *file, const void *from, int bytes, sqlite3_int64 at)
{
    Spill &own = spillOf(file);
    if (const sqlite3_int64 more = at + bytes - own.bytes; more > 0) {
        if (spilled.fetch_add(more) + more > limit) {
            spilled -= more;
            wasRefused = true;
            return SQLITE_FULL;
        }
        own.bytes += more;
    }
    return own.system->xWrite(file, from, bytes, at);
}

int truncateSpill(sqlite3_file *file, sqlite3_int64 bytes)
{
    Spill &own = spillOf(file);
    const sqlite3_int64 kept = std::min(own.bytes, bytes);
    spilled -= std::exchange(own.bytes, kept) - kept;
    return own.system->xTruncate(file, bytes);
}

// The size that a file will have is told ahead, and would be taken from the disk uncounted.
int controlSpill(sqlite3_file *file, int what, void *with)
{
    return what == SQLITE_FCNTL_SIZE_HINT ? SQLITE_OK : spillOf(file).system->xFileControl(file, what, with);
}

int openSpill(sqlite3_vfs *, const char *name, sqlite3_file *file, int flags, int *opened)
{
    const int code = systemVfs->xOpen(systemVfs, name, file, flags, opened);
    // Without methods SQLite does not close it.
    if ((flags & SQLITE_OPEN_DELETEONCLOSE) == 0 || !file->pMethods)
        return code;
    Spill &own = *new (&spillOf(file)) Spill{*file->pMethods, file->pMethods, 0};
    own.methods.iVersion = 1; // later versions map files into memory, past xWrite
    own.methods.xClose = closeSpill;
    own.methods.xWrite = writeSpill;
    own.methods.xTruncate = truncateSpill;
    own.methods.xFileControl = controlSpill;
    file->pMethods = &own.methods;
    return code;
}

bool registerSpillVfs()
{
    systemVfs = sqlite3_vfs_find(nullptr);
    if (!systemVfs)
        return false;
    constexpr int alignment = alignof(Spill);
    vfs = *systemVfs;
    vfs.pNext = nullptr;
    vfs.szOsFile = (systemVfs->szOsFile + alignment - 1) / alignment * alignment + ownSize;
    vfs.zName = "rankscope-spill";
    vfs.xOpen = openSpill;
    return sqlite3_vfs_register(&vfs, 0) == SQLITE_OK;
}

} // namespace

const char *spillVfs()
{
    static const bool isThere = registerSpillVfs();
    return isThere ? vfs.zName : nullptr;
}

qint64 spilledBytes()
{
    return spilled;
}

bool takeSpillRefusal()
{
    return std::exchange(wasRefused, false);
}

qint64 setSpillLimit(qint64 bytes)
{
    return limit.exchange(bytes);
}

} // namespace rs
