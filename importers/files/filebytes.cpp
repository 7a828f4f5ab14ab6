// SPDX-License-Identifier: Apache-2.0
#include "importers/files/filebytes.h"

#include "importers/files/osfile.h"

#include <cstring>
#include <vector>

namespace rs {

std::unique_ptr<FileSource> openForReading(const QString &path, const QString &reportName, qint64 maxBytes,
                                           ImportReport &report)
{
    const auto fail = [&](const char *code, const QString &message, const QString &argument = {}) {
        report.add(Severity::Error, reportName, code, message, {}, argument);
        return std::unique_ptr<FileSource>();
    };
    const OsInfo info = osInfo(path);
    if (!info.exists)
        return fail("file.missing", RS_MESSAGE("The file is gone; nothing is shown from it."));
    // Opening a pipe or a device would wait for ever.
    if (!info.isFile)
        return fail("file.not-regular",
                    RS_MESSAGE("Not a regular file but a folder or a device; nothing is shown from it."));
    if (info.bytes > maxBytes)
        return fail("file.too-large",
                    RS_MESSAGE("The file is larger than the %1 bytes that are read; nothing is shown from it."),
                    QString::number(maxBytes));
    OpenFailure failure;
    auto file = FileSource::open(path, failure);
    if (!file)
        return fail("file.permission", RS_MESSAGE("The file cannot be opened (%1); nothing is shown from it."),
                    failure.reason);
    if (file->size() == 0)
        report.add(Severity::Loss, reportName, "file.empty",
                   RS_MESSAGE("The file is empty; nothing is shown from it."));
    return file;
}

void noteEarlyEnd(const FileSource &file, qint64 at, const QString &reportName, ImportReport &report)
{
    if (file.deviceError() != 0)
        report.add(Severity::Error, reportName, "file.device-error",
                   RS_MESSAGE("The file cannot be read further (%1); what was read so far is kept."), Place::byte(at),
                   QString::fromLocal8Bit(std::strerror(file.deviceError())));
    else
        report.add(Severity::Loss, reportName, "file.cut",
                   RS_MESSAGE("The file became shorter while it was read; what was read so far is kept."),
                   Place::byte(at));
}

bool readFilePieces(const QString &path, const QString &reportName, qint64 maxBytes, const JobContext &job,
                    ImportReport &report, const std::function<bool(std::string_view piece)> &use)
{
    const auto file = openForReading(path, reportName, maxBytes, report);
    if (!file)
        return false;
    const qint64 size = file->size();
    job.addTotal(size);
    std::vector<char> buffer(static_cast<size_t>(std::min<qint64>(size, qint64{1} << 20)));
    // Not past the size at the start: a file that still grows ends where it ended when it was opened.
    for (qint64 done = 0; done < size;) {
        if (job.isCanceled())
            return false;
        const qint64 n = file->read(done, buffer.data(), std::min<qint64>(size - done, std::ssize(buffer)));
        if (n <= 0) {
            noteEarlyEnd(*file, done, reportName, report);
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
