// SPDX-License-Identifier: Apache-2.0
#include "core/job/machinememory.h"

#include <QFile>

#include <algorithm>
#include <limits>
#include <sys/resource.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <unistd.h>

namespace rs {

namespace {

QByteArray contents(const QString &path)
{
    constexpr qint64 most = 65'536;
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.read(most) : QByteArray();
}

// "MemTotal:       16326952 kB", in bytes.
qint64 fieldOf(const QByteArray &meminfo, const QByteArray &name)
{
    for (const QByteArray &line : meminfo.split('\n')) {
        if (line.startsWith(name + ':'))
            return line.mid(name.size() + 1).trimmed().split(' ').front().toLongLong() * 1024;
    }
    return 0;
}

void lower(qint64 &value, qint64 limit)
{
    if (limit > 0 && (value == 0 || limit < value))
        value = limit;
}

// The least limit of a group and of those around it. A container may see its group under another path than it has
// outside, so folders that are not there are passed over: what is mounted at the top is then its own.
qint64 limitOf(const QString &mounted, QString group, const char *file)
{
    qint64 least = 0;
    while (true) {
        bool isNumber = false;
        const qint64 limit =
            contents(mounted + group + u'/' + QLatin1String(file)).trimmed().toLongLong(&isNumber); // else "max"
        if (isNumber)
            lower(least, limit);
        if (group.isEmpty())
            return least;
        group.truncate(std::max<qsizetype>(0, group.lastIndexOf(u'/')));
    }
}

// Limit of this process; 0 if there is none.
qint64 addressSpaceLimit()
{
    rlimit limit = {};
    const bool limited = getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
                         limit.rlim_cur <= static_cast<rlim_t>(std::numeric_limits<qint64>::max());
    return limited ? static_cast<qint64>(limit.rlim_cur) : 0;
}

} // namespace

qint64 MachineMemory::share(int percent) const
{
    constexpr int mostOfFree = 90;
    const qint64 wanted = total / 100 * percent;
    return available > 0 ? std::min(wanted, available / 100 * mostOfFree) : wanted;
}

MachineMemory machineMemory(const QString &root, qint64 addressSpaceBytes)
{
    const QByteArray meminfo = contents(root + QStringLiteral("/proc/meminfo"));
    MachineMemory out{fieldOf(meminfo, "MemTotal"), fieldOf(meminfo, "MemAvailable")};
    lower(out.total, addressSpaceBytes);
    // "0::/user.slice" of version 2, "4:cpu,memory:/docker/1234" of version 1.
    const QString mounted = root + QStringLiteral("/sys/fs/cgroup");
    for (const QByteArray &line : contents(root + QStringLiteral("/proc/self/cgroup")).split('\n')) {
        const qsizetype controllers = line.indexOf(':') + 1;
        const qsizetype path = line.indexOf(':', controllers) + 1;
        if (controllers <= 0 || path <= 0)
            continue;
        QString group = QFile::decodeName(line.mid(path));
        while (group.endsWith(u'/'))
            group.chop(1);
        const QByteArray names = line.mid(controllers, path - 1 - controllers);
        if (names.isEmpty()) {
            lower(out.total, limitOf(mounted, group, "memory.max"));
            lower(out.total, limitOf(mounted + QStringLiteral("/unified"), group, "memory.max"));
        } else if (names.split(',').contains("memory")) {
            // Without a limit this file holds a number greater than any machine's memory.
            lower(out.total, limitOf(mounted + QStringLiteral("/memory"), group, "memory.limit_in_bytes"));
        }
    }
    if (out.available > 0)
        lower(out.available, out.total);
    return out;
}

MachineMemory machineMemory()
{
    MachineMemory out = machineMemory(QString(), addressSpaceLimit());
    lower(out.total, static_cast<qint64>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE));
    return out;
}

void returnFreedMemory()
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

void shareHeapWhereSpaceIsLimited()
{
#ifdef __GLIBC__
    if (addressSpaceLimit() > 0)
        mallopt(M_ARENA_MAX, 1);
#endif
}

} // namespace rs
