// SPDX-License-Identifier: Apache-2.0
#include "app/session/traceexport.h"

#include "importers/files/textfilewriter.h"
#include "importers/trace/eventblocks.h"

#include <QDir>
#include <QFileInfo>
#include <QThread>

#include <atomic>
#include <new>

namespace rs {

namespace {

constexpr unsigned long pollTraceMs = 30;

} // namespace

TraceExport::Result TraceExport::run(const Run &run, const std::vector<int> &ranks, const QString &file,
                                     ThreadPool &pool, const Progress &progress)
{
    Result out;
    const JobContext job;
    std::atomic<bool> done{false};
    pool.start([&] {
        try {
            MergedTraceQuery query;
            query.ranks = alignedRanks(run, ranks, false, job);
            out.ranks = static_cast<int>(query.ranks.size());
            out.unaligned = unalignedRanks(query);
            TextFileWriter writer(file);
            out.written = writeMergedTrace(query, readEventBlocks, pool, job,
                                           [&writer](std::string_view text) { return writer.write(text); });
            // From here on it is too late to cancel.
            out.cancelled = job.isCanceled();
            const bool isWhole = out.written.ok && !out.cancelled;
            if (isWhole && out.written.slices + out.written.samples == 0)
                out.error = tr("These ranks have no trace: nothing was written.");
            else if (isWhole ? !writer.commit() : !out.cancelled)
                out.error = tr("%1 could not be written: %2").arg(file, writer.error());
        } catch (const std::bad_alloc &) {
            out.error = tr("Not enough memory: nothing was written.");
        }
        done = true;
    });
    while (!done) {
        if (!progress())
            job.cancel();
        QThread::msleep(pollTraceMs);
    }
    return out;
}

QString TraceExport::whyNot(const QStringList &inputs, const QString &file)
{
    const QFileInfo target(file);
    if (target.isDir())
        return tr("%1 is a folder.").arg(file);
    const QString folder = QFileInfo(target.absolutePath()).canonicalFilePath();
    if (folder.isEmpty())
        return tr("The folder of %1 does not exist.").arg(file);
    for (const QString &path : inputs) {
        const QString input = QFileInfo(path).canonicalFilePath();
        if (!input.isEmpty() && (folder == input || folder.startsWith(input.endsWith(u'/') ? input : input + u'/')))
            return tr("%1 is in a folder of the run, which is never changed.").arg(file);
    }
    return {};
}

} // namespace rs
