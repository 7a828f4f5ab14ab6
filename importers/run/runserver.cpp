// SPDX-License-Identifier: Apache-2.0
#include "importers/run/runserver.h"

#include "core/base/exportfolder.h"
#include "core/run/runindex.h"
#include "core/run/tracecodec.h"
#include "importers/discovery/discovery.h"
#include "importers/discovery/packs.h"
#include "importers/files/osfile.h"
#include "importers/run/rankreader.h"
#include "importers/run/runindexer.h"

#include <QDir>
#include <QTemporaryDir>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <thread>
#include <utility>

namespace rs {

using serve::Frame;
using serve::FrameKind;
using serve::frameOf;

namespace {

/// Calls a function twice a second, on a thread of its own.
class Ticker
{
public:
    explicit Ticker(std::function<void()> tick)
        : m_thread([this, tick = std::move(tick)] {
              std::unique_lock lock(m_mutex);
              while (!m_wake.wait_for(lock, std::chrono::milliseconds(500), [this] { return m_isOver; })) {
                  tick();
              }
          })
    {
    }
    ~Ticker()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_isOver = true;
        }
        m_wake.notify_one();
        m_thread.join();
    }
    Q_DISABLE_COPY_MOVE(Ticker)

private:
    std::mutex m_mutex;
    std::condition_variable m_wake;
    bool m_isOver = false;
    std::thread m_thread;
};

QList<serve::Reason> because(const QString &message, const QString &argument = {})
{
    return {{{}, message, argument}};
}

QList<serve::Reason> noneFound(const std::vector<Finding> &findings)
{
    constexpr qsizetype mostReasons = 5;
    QList<serve::Reason> out =
        because(RS_MESSAGE("Nothing that RankScope can show was found below this path on the host."));
    for (const Finding &f : findings) {
        if (out.size() < mostReasons)
            out.append({f.file, f.message, f.argument});
    }
    return out;
}

QList<serve::Reason> noScratch(const QTemporaryDir &scratch)
{
    return because(RS_MESSAGE("No temporary folder can be made on the host (%1): nothing was fetched."),
                   scratch.errorString());
}

} // namespace

RunServer::RunServer(Send send, QByteArray version, ThreadPool &pool, const JobContext &job)
    : m_send(std::move(send)), m_version(std::move(version)), m_pool(pool), m_job(job)
{
}

bool RunServer::sayHello()
{
    return m_send(QByteArray(serve::hello) + QByteArray::number(serve::language) + ' ' + m_version + '\n');
}

void RunServer::send(const Frame &frame)
{
    const std::lock_guard lock(m_sending);
    if (!m_send(serve::bytesOf(frame)))
        m_job.cancel();
}

void RunServer::sendProgress()
{
    send(frameOf(FrameKind::Progress, m_job.done(), m_total.load()));
}

void RunServer::answer(const Frame &ask)
{
    QString path;
    QString pack;
    if (ask.kind != FrameKind::Ask || !serve::take(ask, path, pack)) {
        send(frameOf(FrameKind::Refused, because(RS_MESSAGE("The host did not understand the question."))));
        return;
    }
    const Ticker ticker([this] { sendProgress(); });
    if (path == u"/~" || path.startsWith(u"/~/"))
        path.replace(0, 2, QDir::homePath());
    answerAsk(osAbsolutePath(path), pack);
}

void RunServer::answerAsk(const QString &path, const QString &pack)
{
    Reasons why;
    // An index has its packs beside it: nothing else needs to be looked for.
    const QString made = path + u'/' + pack;
    if (!pack.isEmpty() && !pack.contains(u'/') &&
        packedKindOf(path + u'/' + RunIndex::FileName) == PackedKind::Index) {
        why = packedKindOf(made) == PackedKind::Rank ? sendFile(made, pack)
                                                     : because(RS_MESSAGE("There is no pack of the rank on the host "
                                                                          "any more (%1): it was not fetched."),
                                                               made);
    } else {
        ImportReport report;
        std::vector<Run> runs = discover({path}, m_job, report);
        if (runs.empty()) {
            why = noneFound(report.findings());
        } else {
            runs.front().report.merge(report);
            why = pack.isEmpty() ? sendIndexes(std::move(runs)) : sendPack(std::move(runs), pack);
        }
    }
    if (!m_job.isCanceled())
        send(why.isEmpty() ? Frame{FrameKind::Done} : frameOf(FrameKind::Refused, why));
}

QString RunServer::folderOf(const std::vector<Run> &runs, size_t run)
{
    return runs.size() == 1 ? QString() : QStringLiteral("run_%1_%2/").arg(run + 1).arg(safeFileName(runs[run].name));
}

RunServer::Reasons RunServer::sendIndexes(std::vector<Run> runs)
{
    const QTemporaryDir scratch;
    if (!scratch.isValid())
        return noScratch(scratch);
    QStringList folders;
    for (size_t i = 0; i < runs.size(); ++i) {
        folders << folderOf(runs, i);
        for (const RankInfo &info : runs[i].infos) {
            if (!RunIndex::of(runs[i]))
                m_total += usedBytes(info.files);
        }
    }
    for (size_t i = 0; i < runs.size() && !m_job.isCanceled(); ++i) {
        const QString name = folders[static_cast<qsizetype>(i)] + RunIndex::FileName;
        QString from = scratch.filePath(RunIndex::FileName);
        if (const FileEntry *const index = RunIndex::of(runs[i])) {
            from = index->path;
        } else {
            const RunIndexer indexer(std::move(runs[i]), scratch.path(), m_version, m_pool, m_job);
            const std::vector<RunIndexer::Done> ranks = indexer.summariseAll();
            if (m_job.isCanceled())
                break;
            if (const QString why = indexer.finish(ranks); !why.isEmpty())
                return because(
                    RS_MESSAGE("The summaries of the ranks cannot be written into the temporary folder of the "
                               "host (%1): nothing was fetched."),
                    why);
        }
        if (Reasons why = sendFile(from, name); !why.isEmpty())
            return why;
    }
    return {};
}

RunServer::Reasons RunServer::sendPack(std::vector<Run> runs, const QString &pack)
{
    const QTemporaryDir scratch;
    if (!scratch.isValid())
        return noScratch(scratch);
    for (size_t i = 0; i < runs.size(); ++i) {
        const QString folder = folderOf(runs, i);
        if (!pack.startsWith(folder))
            continue;
        const QString name = pack.mid(folder.size());
        if (const FileEntry *const index = RunIndex::of(runs[i])) {
            const auto rank = std::ranges::find_if(runs[i].infos, [&name](const RankInfo &info) {
                const FileEntry *const file = packOf(info);
                return file && file->path.section(u'/', -1) == name;
            });
            if (rank != runs[i].infos.end())
                return sendFile(index->path.section(u'/', 0, -2) + u'/' + name, pack);
            continue;
        }
        const RunIndexer indexer(std::move(runs[i]), scratch.path(), m_version, m_pool, m_job);
        const auto rank = static_cast<int>(indexer.packNames().indexOf(name));
        if (rank < 0)
            continue;
        m_total = indexer.bytesOf(rank);
        if (const RunIndexer::Done done = indexer.pack(rank, name); !done.error.isEmpty())
            return because(RS_MESSAGE("The host cannot pack the rank (%1): it was not fetched."), done.error);
        return m_job.isCanceled() ? Reasons() : sendFile(scratch.filePath(name), pack);
    }
    return because(RS_MESSAGE("There is no pack of the rank on the host any more (%1): it was not fetched."), pack);
}

RunServer::Reasons RunServer::sendFile(const QString &path, const QString &name)
{
    QFile file;
    if (!openRegular(path, file))
        return because(RS_MESSAGE("A file cannot be read on the host (%1): it was not fetched."),
                       path + QStringLiteral(": ") + qt_error_string());
    send(frameOf(FrameKind::File, name, file.size()));
    for (QByteArray piece = file.read(serve::pieceBytes); !piece.isEmpty() && !m_job.isCanceled();
         piece = file.read(serve::pieceBytes))
        send({FrameKind::Piece, std::move(piece)});
    if (file.error() == QFile::NoError)
        return {};
    return because(RS_MESSAGE("A file cannot be read on the host (%1): it was not fetched."),
                   path + QStringLiteral(": ") + file.errorString());
}

} // namespace rs
