// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/trace/trace.h"

#include <limits>
#include <vector>

namespace rs {

inline constexpr qint64 beforeAllNs = std::numeric_limits<qint64>::min();

/// Work of the host just before a moment.
struct HostStretch
{
    qint64 fromNs = 0;       ///< where it began, before the moment it was asked for; host stamp
    SliceId slice = NoSlice; ///< operator, call or function; NoSlice: nothing is recorded
    bool inStep = false;     ///< the host was in a step
};

/// A call in which the host waited for its device.
struct SyncCall
{
    SliceId slice = NoSlice;
    qint64 startNs = 0;
    qint64 endNs = 0;
};

/// Goes back on the host of one rank, from a launch over what its threads did, one after the other. Host stamps.
class HostChain
{
public:
    explicit HostChain(const Trace &trace, const JobContext &job = JobContext());

    /// Goes on from that moment on the thread of a call, or of a mark of a step.
    void begin(SliceId call, qint64 ns);
    [[nodiscard]] qint64 now() const { return m_now; }
    /// The last stretch before now(), not further back than `leastNs`; now() is its begin then. Where the thread had
    /// nothing to do it goes to the thread that gave it the next work.
    [[nodiscard]] HostStretch previous(qint64 leastNs);
    /// Whether the trace has any synchronising call.
    [[nodiscard]] bool showsSyncs() const { return !m_syncs.empty(); }
    /// The synchronising call that ended last at or before that; null: there is none.
    [[nodiscard]] const SyncCall *lastSync(qint64 ns) const;

private:
    struct Thread
    {
        StrId tid{};
        std::vector<RowId> framework; ///< without functions of Python, which are around everything
        std::vector<RowId> calls;     ///< of CANN
        std::vector<RowId> functions; ///< of Python
        bool launches = false;        ///< flows begin there
    };
    /// Slices of some rows at a moment: the innermost slice around it, the outermost, and when the last one ended.
    struct Around
    {
        SliceId inner = NoSlice;
        SliceId outer = NoSlice;
        qint64 endedNs;
    };
    [[nodiscard]] Around around(const std::vector<RowId> &rows, qint64 ns) const;
    [[nodiscard]] Thread &threadOf(LaneId lane);
    [[nodiscard]] HostStretch take(qint64 fromNs, SliceId slice, qint64 leastNs);
    struct Giver
    {
        SliceId slice = NoSlice;
        qint64 endNs = 0;
        bool byFlow = false;
    };
    [[nodiscard]] Giver giverSince(qint64 gapFromNs) const;
    [[nodiscard]] qint64 markBefore(bool &inStep) const;
    void findSyncs(const JobContext &job);

    const Trace &m_trace;
    const SliceStore &m_slices;
    std::vector<Thread> m_threads;
    std::vector<RowId> m_collections; ///< of garbage
    std::vector<SyncCall> m_syncs;    ///< by end
    size_t m_thread = 0;
    qint64 m_now = 0;
    SliceId m_arrived = NoSlice; ///< what begins at m_now
};

} // namespace rs
