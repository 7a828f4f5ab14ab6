// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

#include <QString>

#include <vector>

namespace rs {

/// Calls of one operator or API of the framework on the host.
struct HostApiSum
{
    QString name;
    qint64 calls = 0;
    qint64 totalNs = 0;
    qint64 selfNs = 0; ///< less what other such calls took inside it, on the same thread
    SliceId longest = NoSlice;
};
/// By first call. Steps of the profiler do not count. Source: ApiCompare of the official comparison.
[[nodiscard]] std::vector<HostApiSum> hostApiSums(const Trace &trace, const JobContext &job = JobContext());

/// Memory that one outermost operator of the framework allocated.
struct OperatorMemorySum
{
    QString name;
    qint64 calls = 0;
    double megabytes = 0; ///< megabytes of 1024 KB
    qint64 heldNs = 0;    ///< for how long its blocks were held together; a block that was never released counts 0
};
/// Memory of a rank by allocating operator.
struct OperatorMemory
{
    std::vector<OperatorMemorySum> sums; ///< by first call, those without any memory too
    OperatorMemorySum ofNone;            ///< blocks, as calls, that were allocated while no such operator ran
};
/// A block belongs to the outermost operator that was running, on whatever thread, when it was allocated; one of a
/// kernel ("cann::…") when the call was enqueued that allocated it. Empty without a trace or operator_memory.csv.
/// Source: MemoryCompareStatistic of the official comparison.
[[nodiscard]] OperatorMemory operatorMemorySums(const RankData &rank, const JobContext &job = JobContext());

/// Times of tasks, or of operators, together.
struct TaskSum
{
    QString name;
    qint64 calls = 0;
    qint64 totalNs = 0;
    qint64 maxNs = 0;
    qint64 minNs = 0;
    SliceId longest = NoSlice;
    void add(qint64 ns, SliceId slice);
    [[nodiscard]] double averageNs() const
    {
        return calls == 0 ? 0 : static_cast<double>(totalNs) / static_cast<double>(calls);
    }
};

/// Communication operators of one type, and the tasks on the planes below them.
struct CommunicationSum
{
    TaskSum operators;          ///< name: "allreduce"
    std::vector<TaskSum> tasks; ///< by first start
};
/// By first start, of all groups. A task belongs to the operator of its group that it starts in. Source:
/// CommunicationCompare of the official comparison.
[[nodiscard]] std::vector<CommunicationSum> communicationSums(const Trace &trace, const JobContext &job = JobContext());

} // namespace rs
