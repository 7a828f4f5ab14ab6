// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/job/jobcontext.h"
#include "core/text/stringpool.h"
#include "core/trace/flowstore.h"
#include "core/trace/slicestore.h"

#include <QByteArray>
#include <QString>
#include <QtGlobal>

#include <memory>
#include <vector>

namespace rs {

/// A place of a compressed file from which inflating can begin, because what it needs of the text before is kept.
struct SourceCheckpoint
{
    qint64 textAt = 0; ///< in the inflated text
    qint64 fileAt = 0; ///< first whole byte behind the place in the compressed file
    int bits = 0;      ///< bits of the byte before `fileAt` that belong to the text behind the place, 0 to 7
    QByteArray window; ///< up to 32 KiB of text before `textAt`
};

/// Ascending.
using SourceCheckpoints = std::vector<SourceCheckpoint>;

/// One counter curve: a process, a counter name and one series of its args ("HBM 0/Read", "Read(MB/s)").
/// Samples are steps: a value holds until the next stamp. Sorted by time.
struct CounterSeries
{
    ProcessId process{};
    StrId name{};
    StrId series{};
    std::vector<qint64> timeNs;
    std::vector<double> value;
    double minimum = 0;
    double maximum = 0;
};

/// Kind of a process lane of the trace, by its process_name.
enum class ProcessKind : quint8 {
    Unknown,
    Python,
    PythonGc,
    MindSpore,
    CpuOp,
    ScopeLayer,
    MsTx,
    Cann,
    AscendHardware,
    Communication, ///< named HCCL before CANN 8.1
    OverlapAnalysis,
    HostMetric,   ///< CPU, memory, disk, network use
    DeviceMetric, ///< AI Core Freq, HBM, LLC, NPU MEM, QoS, …
};

enum class LaneKind : quint8 {
    Thread,
    PythonStack, ///< python_function frames of a thread, split off so that they can be folded
    Stream,
    StepTrace,
    CommGroup,
    CommPlane,
    OverlapComputing,
    OverlapCommunication,
    OverlapNotOverlapped,
    OverlapFree,
    Other,
};

struct Process
{
    StrId pid{}; ///< as text: not every writer uses integers
    StrId name{};
    StrId label{}; ///< "CPU", "NPU", "NPU 3", or empty
    qint32 sortIndex = 0;
    ProcessKind kind = ProcessKind::Unknown;
    qint32 device = -1; ///< from the label; -1 unknown or host
    bool named = false; ///< false: no metadata named this pid
};

struct Lane
{
    ProcessId process{};
    StrId tid{};
    StrId name{};
    StrId threadName{}; ///< PythonStack: what the trace calls the thread, where it does
    qint32 sortIndex = 0;
    LaneKind kind = LaneKind::Thread;
    LaneId group = NoLane; ///< CommPlane: the group lane that it belongs to
    qint32 streamId = -1;  ///< Stream lanes
    quint32 firstRow = 0;  ///< rows firstRow .. firstRow + rowCount - 1
    quint32 rowCount = 0;
    quint32 sliceCount = 0;
};

struct SourceFile
{
    QString path;
    qint64 bytes = 0;      ///< on disk
    qint64 modifiedMs = 0; ///< since the epoch; args are refused when size or time changed
    bool gzip = false;
    /// Checkpoints of a .gz file: places to inflate from, so that reading one event does not begin at the start. May be
    /// null.
    std::shared_ptr<const SourceCheckpoints> checkpoints;
};

/// A step window as the trace marks it (ProfilerStep#N).
struct StepMark
{
    qint64 step = 0;
    qint64 startNs = 0;
    qint64 endNs = 0;
    SliceId slice = NoSlice;
};

/// Everything that one rank's trace holds. Sealed: after TraceBuilder::seal nothing changes, and any thread may read.
class Trace
{
public:
    [[nodiscard]] const StringPool &strings() const { return *m_strings; }
    [[nodiscard]] const SliceStore &slices() const { return m_slices; }
    [[nodiscard]] const FlowStore &flows() const { return m_flows; }
    [[nodiscard]] const std::vector<CounterSeries> &counters() const { return *m_counters; }
    /// In drawing order: sort index, then order of appearance.
    [[nodiscard]] const std::vector<Process> &processes() const { return m_processes; }
    /// In drawing order; lanes of one process are adjacent.
    [[nodiscard]] const std::vector<Lane> &lanes() const { return m_lanes; }
    [[nodiscard]] const Lane &lane(LaneId id) const { return m_lanes[raw(id)]; }
    [[nodiscard]] const Process &process(ProcessId id) const { return m_processes[raw(id)]; }
    [[nodiscard]] const Process &processOf(LaneId id) const { return process(lane(id).process); }
    [[nodiscard]] const std::vector<SourceFile> &sources() const { return m_sources; }
    /// Ordered by start.
    [[nodiscard]] const std::vector<StepMark> &steps() const { return m_steps; }

    /// Earliest start and latest end over slices and counters, but for stamps so far from all others that they are
    /// mad; both 0 for an empty trace.
    [[nodiscard]] qint64 startNs() const { return m_startNs; }
    [[nodiscard]] qint64 endNs() const { return m_endNs; }
    /// Slices that reach beyond startNs() and endNs().
    [[nodiscard]] qint64 outsideSlices() const { return m_outsideSlices; }
    [[nodiscard]] bool isInside(SliceId s) const
    {
        return m_outsideSlices == 0 || (m_slices.start(s) >= m_startNs && m_slices.end(s) <= m_endNs);
    }
    /// The slices of a row that are inside.
    [[nodiscard]] SliceStore::Span insideOf(RowId row) const;

    [[nodiscard]] LaneId laneOf(SliceId s) const { return laneOfRow(m_slices.rowOf(s)); }
    [[nodiscard]] LaneId laneOfRow(RowId r) const { return m_laneOfRow[raw(r)]; }
    /// Depth of the slice in its lane, 0 on top.
    [[nodiscard]] quint32 depthOf(SliceId s) const;
    /// All slices of a lane lie in one index range; order inside is by row.
    [[nodiscard]] SliceStore::Span slicesOf(LaneId id) const;
    /// The slice one row or more above that wholly contains `s` on the same lane, innermost; NoSlice at the top.
    [[nodiscard]] SliceId parentOf(SliceId s) const;
    /// Duration less the part covered by the direct children.
    [[nodiscard]] qint64 selfTime(SliceId s) const;
    /// Display name of a lane: its thread_name, or "Thread <tid>".
    [[nodiscard]] QString laneLabel(LaneId id) const;
    [[nodiscard]] QString processLabel(ProcessId id) const;
    [[nodiscard]] qint64 bytes() const;

    /// The same trace with other kinds, one for each slice. Both hold the same columns, flows and counters, which
    /// `budget` counts once; ids of the one are those of the other.
    [[nodiscard]] std::shared_ptr<const Trace> withKinds(PageVector<SliceKind> kinds,
                                                         const std::shared_ptr<MemoryBudget> &budget) const;
    /// True for a trace and what withKinds() made of it.
    [[nodiscard]] bool differsAtMostInKinds(const Trace &other) const
    {
        return this == &other || m_slices.sharesColumnsWith(other.m_slices);
    }

private:
    friend class TraceBuilder;
    friend class TraceEditor;
    friend class TraceCodec;

    void countMemory(const std::shared_ptr<MemoryBudget> &budget);

    std::shared_ptr<StringPool> m_strings = std::make_shared<StringPool>();
    SliceStore m_slices;
    FlowStore m_flows;
    std::shared_ptr<std::vector<CounterSeries>> m_counters = std::make_shared<std::vector<CounterSeries>>();
    std::vector<Process> m_processes;
    std::vector<Lane> m_lanes;
    std::vector<LaneId> m_laneOfRow;
    std::vector<SourceFile> m_sources;
    std::vector<StepMark> m_steps;
    qint64 m_startNs = 0;
    qint64 m_endNs = 0;
    qint64 m_outsideSlices = 0;
    // bytes() of the budget: what other kinds share as long as one of the traces lives, and the kinds.
    std::shared_ptr<const MemoryReservation> m_sharedMemory;
    MemoryReservation m_kindMemory;
};

/// The only door to a trace between seal() and sharing: kinds of slices that no file knows.
class TraceEditor
{
public:
    explicit TraceEditor(Trace &trace) : m_trace(trace) {}
    void setKind(SliceId s, SliceKind kind) { m_trace.m_slices.m_kind[raw(s)] = kind; }

private:
    Trace &m_trace;
};

} // namespace rs
