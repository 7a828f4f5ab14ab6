// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/agents/mcptools.h"
#include "app/cli/runkeeper.h"
#include "core/job/jobcontext.h"

#include <nlohmann/json.hpp>

#include <condition_variable>
#include <cstdio>
#include <deque>
#include <memory>
#include <mutex>
#include <string>

namespace rs::cli {

/// The Model Context Protocol on two streams: JSON-RPC 2.0, a message a line. One thread reads, so that cancellations
/// and pings are heard while a tool works; tools run one after the other on the thread that calls run(). What is no
/// message of the protocol, or asks for more than mcplimits.h allows, gets its error and ends nothing.
class McpServer
{
public:
    McpServer(RunKeeper &keeper, EnvelopeLimits limits, std::FILE *in, std::FILE *out);
    ~McpServer();
    Q_DISABLE_COPY_MOVE(McpServer)

    /// Answers until the input ends; `paths` are opened first, the first of them is the default. False: there was no
    /// memory to read on, and what had been asked before was answered.
    [[nodiscard]] bool run(const QStringList &paths);

private:
    using Json = nlohmann::ordered_json;

    /// Several messages in one line (protocol 2025-03-26), answered as one.
    struct Batch
    {
        std::mutex mutex;
        std::string answers; ///< those that there are, without the bracket at the end
        MemoryReservation memory;
        int waiting = 1; ///< requests without an answer yet, and the reader until it is through
    };
    using BatchPtr = std::shared_ptr<Batch>; ///< null: a message of its own

    struct Request
    {
        Json id; ///< null: nobody waits for an answer
        const Tool *tool = nullptr;
        Json arguments;
        Json progressToken; ///< null: no progress is wanted
        JobContext job;
        BatchPtr batch = {};
        size_t bytes = 0; ///< of the arguments
    };

    void read();
    void readLines();
    void handle(const std::string &line);
    void handleMessage(const Json &message, const BatchPtr &batch);
    void handleRequest(const Json &id, const std::string &method, const Json &params, const BatchPtr &batch);
    void callTool(const Json &id, const Json &params, const BatchPtr &batch);
    void cancel(const Json &params);
    /// The input has ended: waits until all is answered, and gives up what nobody can read or takes too long.
    void awaitAnswers();
    void enqueue(Request request);
    [[nodiscard]] bool hasRoomFor(size_t bytes);
    /// The next call that waits becomes m_current; false: the input has ended, and there is none.
    bool takeNext();
    void answer(const Request &request);
    /// The answer to what found no memory for its own.
    void refuse(const Request &request);
    void send(const std::string &line);
    void sendAnswer(const Json &message, const BatchPtr &batch);
    void sendResult(const Json &id, Json result, const BatchPtr &batch);
    void sendError(const Json &id, int code, const std::string &message, const BatchPtr &batch = {});
    /// One that was waited for has come, or will not come. The last one sends the batch.
    void endOne(const BatchPtr &batch);

    RunKeeper &m_keeper;
    const EnvelopeLimits m_limits;
    std::FILE *const m_in;
    std::FILE *const m_out;
    QString m_path; ///< that is meant where a call names none; of the thread that answers

    std::mutex m_outMutex;
    std::mutex m_mutex; ///< of what follows
    std::condition_variable m_wake;
    std::deque<std::shared_ptr<Request>> m_queue;
    size_t m_queuedBytes = 0;
    std::shared_ptr<Request> m_current; ///< that is answered now
    bool m_isInputEnded = false;
    bool m_lacksMemory = false;
};

} // namespace rs::cli
