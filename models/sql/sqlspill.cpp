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

// A temporary file, behind which lies that of the system.
struct SpillFile
{
    sqlite3_file base;
    sqlite3_int64 bytes;
    sqlite3_file *real() { return reinterpret_cast<sqlite3_file *>(this + 1); }
};

SpillFile &spillFile(sqlite3_file *file)
{
    return *reinterpret_cast<SpillFile *>(file);
}

sqlite3_file *realFile(sqlite3_file *file)
{
    return spillFile(file).real();
}

int closeSpill(sqlite3_file *file)
{
    spilled -= std::exchange(spillFile(file).bytes, 0);
    return realFile(file)->pMethods->xClose(realFile(file));
}

int writeSpill(sqlite3_file *file, const void *from, int bytes, sqlite3_int64 at)
{
    SpillFile &own = spillFile(file);
    if (const sqlite3_int64 more = at + bytes - own.bytes; more > 0) {
        if (spilled.fetch_add(more) + more > limit) {
            spilled -= more;
            wasRefused = true;
            return SQLITE_FULL;
        }
        own.bytes += more;
    }
    return own.real()->pMethods->xWrite(own.real(), from, bytes, at);
}

int truncateSpill(sqlite3_file *file, sqlite3_int64 bytes)
{
    SpillFile &own = spillFile(file);
    const sqlite3_int64 kept = std::min(own.bytes, bytes);
    spilled -= std::exchange(own.bytes, kept) - kept;
    return own.real()->pMethods->xTruncate(own.real(), bytes);
}

sqlite3_io_methods methodsOfSpill()
{
    sqlite3_io_methods out = {};
    out.iVersion = 1;
    out.xClose = closeSpill;
    out.xRead = [](sqlite3_file *file, void *to, int bytes, sqlite3_int64 at) {
        return realFile(file)->pMethods->xRead(realFile(file), to, bytes, at);
    };
    out.xWrite = writeSpill;
    out.xTruncate = truncateSpill;
    out.xSync = [](sqlite3_file *file, int flags) { return realFile(file)->pMethods->xSync(realFile(file), flags); };
    out.xFileSize = [](sqlite3_file *file, sqlite3_int64 *bytes) {
        return realFile(file)->pMethods->xFileSize(realFile(file), bytes);
    };
    out.xLock = [](sqlite3_file *file, int lock) { return realFile(file)->pMethods->xLock(realFile(file), lock); };
    out.xUnlock = [](sqlite3_file *file, int lock) { return realFile(file)->pMethods->xUnlock(realFile(file), lock); };
    out.xCheckReservedLock = [](sqlite3_file *file, int *reserved) {
        return realFile(file)->pMethods->xCheckReservedLock(realFile(file), reserved);
    };
    // The size that a file will have is told ahead, and would be taken from the disk uncounted.
    out.xFileControl = [](sqlite3_file *file, int what, void *with) {
        return what == SQLITE_FCNTL_SIZE_HINT ? SQLITE_OK
                                              : realFile(file)->pMethods->xFileControl(realFile(file), what, with);
    };
    out.xSectorSize = [](sqlite3_file *file) { return realFile(file)->pMethods->xSectorSize(realFile(file)); };
    out.xDeviceCharacteristics = [](sqlite3_file *file) {
        return realFile(file)->pMethods->xDeviceCharacteristics(realFile(file));
    };
    return out;
}

int openSpill(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *opened)
{
    static const sqlite3_io_methods methods = methodsOfSpill();
    auto *const system = static_cast<sqlite3_vfs *>(vfs->pAppData);
    if ((flags & SQLITE_OPEN_DELETEONCLOSE) == 0)
        return system->xOpen(system, name, file, flags, opened);
    SpillFile &own = *new (file) SpillFile{};
    const int code = system->xOpen(system, name, own.real(), flags, opened);
    // Without methods SQLite does not close it; one that the system left open has to be.
    own.base.pMethods = own.real()->pMethods ? &methods : nullptr;
    return code;
}

bool registerSpillVfs(sqlite3_vfs &vfs)
{
    sqlite3_vfs *const system = sqlite3_vfs_find(nullptr);
    if (!system)
        return false;
    vfs = *system;
    vfs.pNext = nullptr;
    vfs.szOsFile = static_cast<int>(sizeof(SpillFile)) + system->szOsFile;
    vfs.zName = "rankscope-spill";
    vfs.pAppData = system;
    vfs.xOpen = openSpill;
    return sqlite3_vfs_register(&vfs, 0) == SQLITE_OK;
}

} // namespace

const char *spillVfs()
{
    static sqlite3_vfs vfs = {};
    static const bool isThere = registerSpillVfs(vfs);
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
