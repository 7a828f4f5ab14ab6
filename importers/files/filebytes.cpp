// SPDX-License-Identifier: Apache-2.0
#include "importers/files/filebytes.h"

#include "importers/files/osfile.h"

#include <QFile>

#include <cerrno>
#include <cstring>
#include <vector>

namespace rs {

bool readFilePieces(const QString &path, const QString &reportName, qint64 maxBytes, const JobContext &job,
                    ImportReport &report, const std::function<bool(std::string_view piece)> &use)
{
    const auto fail = [&](const char *code, const QString &message, const QString &argument = {}) {
        report.add({Severity::Error, reportName, {}, QString::fromLatin1(code), message, argument});
        return false;
    };
    const OsInfo info = osInfo(path);
    if (!info.exists)
        return fail("file.missing", RS_MESSAGE("The file is gone; nothing is shown from it."));
    // Opening a pipe or a device would wait for ever.
    if (!info.isFile)
        return fail("file.not-regular",
                    RS_MESSAGE("Not a regular file but a folder or a device; nothing is shown from it."));
    const qint64 size = info.bytes;
    if (size > maxBytes)
        return fail("file.too-large",
                    RS_MESSAGE("The file is larger than the %1 bytes that are read; nothing is shown from it."),
                    QString::number(maxBytes));
    QFile file;
    if (!openRegular(path, file, QIODevice::ReadOnly | QIODevice::Unbuffered))
        return fail("file.permission", RS_MESSAGE("The file cannot be opened (%1); nothing is shown from it."),
                    QString::fromLocal8Bit(std::strerror(errno)));
    if (size == 0) {
        report.add({Severity::Loss,
                    reportName,
                    {},
                    QStringLiteral("file.empty"),
                    RS_MESSAGE("The file is empty; nothing is shown from it."),
                    {}});
        return true;
    }
    job.addTotal(size);
    std::vector<char> buffer(static_cast<size_t>(std::min<qint64>(size, qint64{1} << 20)));
    qint64 done = 0;
    // Not past the size at the start: a file that still grows ends where it ended when it was opened.
    while (done < size) {
        if (job.isCanceled())
            return false;
        const qint64 n = file.read(buffer.data(), std::min<qint64>(size - done, static_cast<qint64>(buffer.size())));
        if (n < 0) {
            report.add({Severity::Error, reportName, Place::byte(done), QStringLiteral("file.device-error"),
                        RS_MESSAGE("The file cannot be read further (%1); what stands before is kept."),
                        file.errorString()});
            return true;
        }
        if (n == 0) {
            report.add({Severity::Loss,
                        reportName,
                        Place::byte(done),
                        QStringLiteral("file.cut"),
                        RS_MESSAGE("The file became shorter while it was read; what stands before is kept."),
                        {}});
            return true;
        }
        done += n;
        job.addDone(n);
        if (!use(std::string_view(buffer.data(), static_cast<size_t>(n))))
            return !job.isCanceled();
    }
    return true;
}

bool readFileText(const QString &path, const QString &reportName, qint64 maxBytes, const JobContext &job,
                  ImportReport &report, MemoryReservation &memory, std::string &text)
{
    text.clear();
    if (const qint64 size = osInfo(path).bytes; size <= maxBytes) {
        constexpr qint64 padding = 64; // that the parser of documents looks behind the text
        memory.hold(memory.bytes() + size + padding);
        text.reserve(static_cast<size_t>(size + padding));
    }
    return readFilePieces(path, reportName, maxBytes, job, report, [&](std::string_view piece) {
        text.append(piece);
        return true;
    });
}

} // namespace rs
