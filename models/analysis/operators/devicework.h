// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

#include <QString>

#include <optional>
#include <vector>

namespace rs {

class DomainIndex;

/// Which work of a rank is wanted.
struct WorkQuery
{
    QString step; ///< empty: every step
    QString core; ///< accelerator core of kernels; empty: every core
};

/// A kernel of the compute cores: a row of the kernel table, or a slice of a rank that has no such table.
struct KernelWork
{
    int row = -1;
    SliceId slice = NoSlice;
    std::optional<qint64> durationNs;
};

struct KernelWorks
{
    std::vector<KernelWork> kernels; ///< longest first
    bool fromTrace = false;          ///< there is no kernel table: slices, which name neither types nor shapes
};

/// The kernels of a rank. Cancelled: none.
[[nodiscard]] KernelWorks kernelWorks(const RankData &rank, const WorkQuery &query,
                                      const JobContext &job = JobContext());

/// Work of one accelerator core.
struct CoreWork
{
    QString core; ///< as the file calls it; of slices by coreOfSlice; empty where nothing tells
    qint64 kernels = 0;
    qint64 totalNs = 0; ///< kernels of several streams may run at the same time
    std::optional<qint64> longestNs;
    SliceId longest = NoSlice;
};

/// By total, longest first. Cancelled: none.
[[nodiscard]] std::vector<CoreWork> coreWorks(const RankData &rank, const WorkQuery &query,
                                              const JobContext &job = JobContext());

/// Copies of one direction on one stream.
struct CopyWork
{
    LaneId stream{};
    QString direction; ///< as the file says: "host to device"; empty where it does not
    qint64 copies = 0;
    qint64 totalNs = 0;
    qint64 uncoveredNs = 0;             ///< while the device neither computes nor communicates
    std::optional<qint64> bytes;        ///< sum over those with a size; empty where none has one
    std::optional<double> bandwidthGbs; ///< bytes of 10^9 over the time of those with a size and a duration
    SliceId longest = NoSlice;
};

/// From the trace; by time, longest first. `query.core` does not count. Cancelled, or without a trace: none.
[[nodiscard]] std::vector<CopyWork> copyWorks(const RankData &rank, const WorkQuery &query,
                                              const JobContext &job = JobContext());

/// The accelerator core that slices of a kind stand for, as kernel_details.csv writes it; empty where the kind does not
/// tell. Of a kernel's slice it is then the type of its task, as the file calls it.
[[nodiscard]] const char *coreOfKind(SliceKind kind);
[[nodiscard]] std::string_view coreOfSlice(const Trace &trace, SliceId slice);

/// A communication operator with how much of it ran under kernels.
struct CommWork
{
    SliceId slice = NoSlice;
    QString name;   ///< without a slice
    QString domain; ///< its label, else what the lane or the file calls it
    QString step;
    std::optional<qint64> startNs;
    std::optional<qint64> durationNs;
    std::optional<qint64> coveredNs; ///< kernels of the device run at the same time; without a trace nobody knows
    std::optional<qint64> uncoveredNs;
};

/// Communication of the rank at `index`: from its trace, else from communication.json, else from the kernel table. The
/// least overlapped first, then the longest. Cancelled: none.
[[nodiscard]] std::vector<CommWork> commWorks(const Run &run, int index, const WorkQuery &query,
                                              const JobContext &job = JobContext());
/// The same where the domains of the run are known already.
[[nodiscard]] std::vector<CommWork> commWorks(const Run &run, int index, const DomainIndex &known,
                                              const WorkQuery &query, const JobContext &job = JobContext());

} // namespace rs
