// SPDX-License-Identifier: Apache-2.0
#include "importers/db/cutdatabase.h"

#include "core/table/databasekinds.h"
#include "importers/files/osfile.h"

#include <QFile>
#include <QtEndian>

#include <sqlite3.h>

#include <array>
#include <cstring>
#include <new>
#include <optional>

namespace rs {

namespace {

constexpr int headerBytes = 100;
using DatabaseHeader = std::array<char, headerBytes>;

// The numbers of the header, as the format of SQLite 3 places them.
std::optional<qint64> bytesByHeader(const DatabaseHeader &header)
{
    constexpr int pageSizeAt = 16;
    constexpr int changesAt = 24;
    constexpr int pagesAt = 28;
    constexpr int pagesCountedAtChangeAt = 92;
    constexpr qint64 largestPage = 65536; // written as 1
    if (qstrncmp(header.data(), "SQLite format 3", 16) != 0)
        return std::nullopt;
    const qint64 pageBytes = qFromBigEndian<quint16>(header.data() + pageSizeAt);
    const qint64 pages = qFromBigEndian<quint32>(header.data() + pagesAt);
    // Writers before 3.7 left the number of pages as it was; SQLite goes by the size of the file then.
    if (qFromBigEndian<quint32>(header.data() + changesAt) !=
        qFromBigEndian<quint32>(header.data() + pagesCountedAtChangeAt))
        return std::nullopt;
    return pages * (pageBytes == 1 ? largestPage : pageBytes);
}

// A file of the system's own vfs, which stands right behind it in memory.
struct TruncatedFile
{
    sqlite3_file base;
    sqlite3_int64 bytes;

    sqlite3_file *real() { return reinterpret_cast<sqlite3_file *>(this + 1); }
};

TruncatedFile &cutFile(sqlite3_file *file)
{
    return *reinterpret_cast<TruncatedFile *>(file);
}

sqlite3_file *realFile(sqlite3_file *file)
{
    return cutFile(file).real();
}

int closeCut(sqlite3_file *file)
{
    return realFile(file)->pMethods->xClose(realFile(file));
}

int readCut(sqlite3_file *file, void *to, int bytes, sqlite3_int64 at)
{
    const int code = realFile(file)->pMethods->xRead(realFile(file), to, bytes, at);
    if (code != SQLITE_IOERR_SHORT_READ || at >= cutFile(file).bytes)
        return code;
    // A page that the cut went through is left out: its cells are at its end, and would be zeros.
    std::memset(to, 0, static_cast<size_t>(bytes));
    return SQLITE_OK;
}

int sizeOfCut(sqlite3_file *file, sqlite3_int64 *bytes)
{
    *bytes = cutFile(file).bytes;
    return SQLITE_OK;
}

sqlite3_io_methods methodsOfCut()
{
    sqlite3_io_methods out = {};
    out.iVersion = 1;
    out.xClose = closeCut;
    out.xRead = readCut;
    out.xWrite = [](sqlite3_file *, const void *, int, sqlite3_int64) { return SQLITE_READONLY; };
    out.xTruncate = [](sqlite3_file *, sqlite3_int64) { return SQLITE_READONLY; };
    out.xSync = [](sqlite3_file *, int) { return SQLITE_OK; };
    out.xFileSize = sizeOfCut;
    // The file is opened as one that nobody changes, so nothing is locked.
    out.xLock = [](sqlite3_file *, int) { return SQLITE_OK; };
    out.xUnlock = [](sqlite3_file *, int) { return SQLITE_OK; };
    out.xCheckReservedLock = [](sqlite3_file *, int *reserved) {
        *reserved = 0;
        return SQLITE_OK;
    };
    out.xFileControl = [](sqlite3_file *, int, void *) { return SQLITE_NOTFOUND; };
    out.xSectorSize = [](sqlite3_file *file) { return realFile(file)->pMethods->xSectorSize(realFile(file)); };
    out.xDeviceCharacteristics = [](sqlite3_file *file) {
        return realFile(file)->pMethods->xDeviceCharacteristics(realFile(file));
    };
    return out;
}

sqlite3_vfs *systemVfs(sqlite3_vfs *vfs)
{
    return static_cast<sqlite3_vfs *>(vfs->pAppData);
}

int openCut(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *opened)
{
    static const sqlite3_io_methods methods = methodsOfCut();
    TruncatedFile &cut = *new (file) TruncatedFile{};
    const int code = systemVfs(vfs)->xOpen(systemVfs(vfs), name, cut.real(), flags, opened);
    if (code != SQLITE_OK)
        return code;
    cut.base.pMethods = &methods;
    DatabaseHeader header = {};
    const sqlite3_io_methods &real = *cut.real()->pMethods;
    if (real.xRead(cut.real(), header.data(), headerBytes, 0) == SQLITE_OK)
        cut.bytes = bytesByHeader(header).value_or(0);
    sqlite3_int64 there = 0;
    if (real.xFileSize(cut.real(), &there) == SQLITE_OK)
        cut.bytes = qMax(cut.bytes, there);
    return SQLITE_OK;
}

bool registerCutVfs(sqlite3_vfs &vfs)
{
    sqlite3_vfs *const system = sqlite3_vfs_find(nullptr);
    if (!system)
        return false;
    vfs = *system;
    vfs.pNext = nullptr;
    vfs.szOsFile = static_cast<int>(sizeof(TruncatedFile)) + system->szOsFile;
    vfs.zName = cutDatabaseVfsName;
    vfs.pAppData = system;
    vfs.xOpen = openCut;
    return sqlite3_vfs_register(&vfs, 0) == SQLITE_OK;
}

} // namespace

bool endsBeforeItsPages(const QString &path)
{
    QFile file;
    DatabaseHeader header = {};
    if (!openRegular(path, file) || file.read(header.data(), headerBytes) != headerBytes)
        return false;
    return bytesByHeader(header).value_or(0) > file.size();
}

const char *cutDatabaseVfs()
{
    static sqlite3_vfs vfs = {};
    static const bool isThere = registerCutVfs(vfs);
    return isThere ? vfs.zName : nullptr;
}

} // namespace rs
