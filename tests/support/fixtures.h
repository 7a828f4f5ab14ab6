// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/rundata.h"
#include "core/trace/tracebuilder.h"

#include <functional>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace rs::test {

/// A tiny rank, put together by hand. Times in nanoseconds.
class TinyRank
{
public:
    explicit TinyRank(int rank = 0, Framework framework = Framework::PyTorch);

    void process(std::string_view pid, std::string_view name, int sort = 0, std::string_view label = {});
    void thread(std::string_view pid, std::string_view tid, std::string_view name);
    void slice(std::string_view pid, std::string_view tid, std::string_view name, qint64 start, qint64 duration,
               std::string_view taskType = {});
    void flow(std::string_view category, std::string_view id, std::string_view fromPid, std::string_view fromTid,
              qint64 from, std::string_view toPid, std::string_view toTid, qint64 to);

    /// Lanes of a torch run: Python thread "1"/"1", CANN "2"/"1", Ascend Hardware stream "3"/"7", a communication group
    /// "4"/"0". Called by the constructor.
    void step(int number, qint64 start, qint64 duration);
    void host(std::string_view name, qint64 start, qint64 duration);
    /// A function of Python (python_function) on the thread of host().
    void python(std::string_view name, qint64 start, qint64 duration);
    void kernel(std::string_view name, qint64 start, qint64 duration, std::string_view taskType = "AI_CORE");
    void communication(std::string_view name, qint64 start, qint64 duration);
    /// Frequency of the AI cores, of process "9".
    void frequency(qint64 at, double mhz);
    /// A framework operator at `from` launches the device slice that starts at `to`.
    void launch(qint64 from, qint64 to);

    /// Adds a row to kernel_details; empty texts are missing cells.
    void kernelRow(std::string_view name, std::string_view type, std::string_view core, std::string_view shapes,
                   qint64 start, qint64 duration);

    RankData data;
    std::vector<CommOp> commOps;   ///< communication.json; finish() seals them
    std::vector<MatrixLink> links; ///< communication_matrix.json; finish() seals them
    ImportReport report;

    /// Seals the trace and joins kernel rows by name and start. The builder is empty afterwards.
    std::shared_ptr<const RankData> finish();
    /// The sealed trace alone.
    std::unique_ptr<Trace> seal();

private:
    TraceChunk m_chunk;
    std::shared_ptr<Table> m_kernels;
    std::vector<qint64> m_kernelStart;
    int m_nextFlow = 1;
};

/// A run of finished ranks.
[[nodiscard]] Run makeRun(std::vector<std::shared_ptr<const RankData>> ranks);
/// A run of these ranks, or of 0 to `count` - 1, each of which `fill` puts together.
using FillRank = std::function<void(TinyRank &rank, int number)>;
[[nodiscard]] Run makeRun(const std::vector<int> &numbers, const FillRank &fill);
[[nodiscard]] Run makeRun(int count, const FillRank &fill);

/// Puts a copy of a rank in its place, which `change` makes another one.
template <typename Change>
void changeRank(std::vector<std::shared_ptr<const RankData>> &ranks, size_t at, Change change)
{
    auto rank = std::make_shared<RankData>(*ranks[at]);
    change(*rank);
    ranks[at] = std::move(rank);
}
template <typename Change>
void changeRank(Run &run, size_t at, Change change)
{
    changeRank(run.ranks, at, change);
}

/// Index of the first slice of that name, NoSlice when there is none.
[[nodiscard]] SliceId sliceNamed(const Trace &trace, std::string_view name);

/// Two ranks of a pipeline in one group: three sends of 10 us, 100 us apart, of which the first two have a receive of
/// 15 us that ends with them. `receiverClock`: how far the stamps of the second rank are ahead, ns.
[[nodiscard]] std::vector<std::shared_ptr<const RankData>> pipelineRanks(int sender, int receiver, qint64 baseNs,
                                                                         qint64 receiverClock = 0);

} // namespace rs::test
