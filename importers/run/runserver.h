// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/job/threadpool.h"
#include "core/run/rundata.h"
#include "importers/run/serveframes.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <atomic>
#include <functional>
#include <mutex>
#include <vector>

namespace rs {

/// Answers a window on another host: with the index of a run, as RunIndexer makes it, or with the pack of one of its
/// ranks. What is made for that lies in a temporary folder and goes with the answer.
class RunServer
{
public:
    /// False when nobody takes the bytes: then the work ends.
    using Send = std::function<bool(const QByteArray &)>;
    RunServer(Send send, QByteArray version, ThreadPool &pool, const JobContext &job);

    /// The first line.
    [[nodiscard]] bool sayHello();
    void answer(const serve::Frame &ask);

private:
    void send(const serve::Frame &frame);
    void sendProgress();
    void answerAsk(const QString &path, const QString &pack);
    using Reasons = QList<serve::Reason>;
    /// Empty, or why not.
    [[nodiscard]] Reasons sendIndexes(std::vector<Run> runs);
    [[nodiscard]] Reasons sendPack(std::vector<Run> runs, const QString &pack);
    [[nodiscard]] Reasons sendFile(const QString &path, const QString &name);
    /// Folder of a run in the answer, with its slash; empty where there is only one.
    [[nodiscard]] static QString folderOf(const std::vector<Run> &runs, size_t run);

    Send m_send;
    QByteArray m_version;
    ThreadPool &m_pool;
    JobContext m_job;
    std::mutex m_sending;
    std::atomic<qint64> m_total{0};
};

} // namespace rs
