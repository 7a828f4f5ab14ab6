// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/sharedcolumn.h"

namespace rs {

/// Kind of a slice, which decides its colour and which formulas count it. Order is part of nothing that is stored.
enum class SliceKind : quint8 {
    Other,
    Python,            ///< python_function frame
    Framework,         ///< torch cpu_op, MindSpore framework range
    Queue,             ///< Enqueue, Dequeue
    Step,              ///< ProfilerStep#N
    CannApi,           ///< AscendCL, Node, Runtime, Model
    HostCommunication, ///< Hccl@… / Communication@… on the host
    KernelCube,        ///< AI_CORE
    KernelVector,      ///< AI_VECTOR_CORE
    KernelMix,         ///< MIX_AIC, MIX_AIV
    KernelAiCpu,       ///< AI_CPU
    KernelOther,       ///< a compute task whose core is unknown, DSA, DVPP
    CommOperator,      ///< row of a communication group
    CommTask,          ///< plane row: Memcpy, Reduce_Inline, RDMASend …
    CommWait,          ///< plane row: Notify_Wait
    MemoryCopy,
    EventWait,   ///< event, notify and other waits on a hardware stream
    DeviceOther, ///< any other task of Ascend Hardware
    OverlapComputing,
    OverlapCommunication,
    OverlapNotOverlapped,
    OverlapFree,
    Scope,  ///< Scope Layer
    Marker, ///< mstx
    GarbageCollection,
    ThreadRunning,  ///< kernel trace: on a CPU
    ThreadRunnable, ///< waits for a CPU
    ThreadSleeping,
    Count
};

/// The few args of a device task that analyses need; everything else stays in the file.
struct TaskDetail
{
    qint64 connectionId = -1; ///< -1: none
    qint64 sizeBytes = -1;    ///< -1: not given
    qint32 streamId = -1;
    qint32 taskId = -1;
    qint32 srcRank = -1; ///< local rank inside the group; -1: none
    qint32 dstRank = -1;
    StrId taskType{};
    StrId linkType{}; ///< its direction where it is a copy: "host to device"
    StrId transport{};
    StrId dataType{};
};

/// Place of the event's own text: byte range [offset, offset + length) of source file `file` of the trace (of its
/// decompressed text when that file is a .gz).
struct SourceRange
{
    quint8 file = 0;
    quint64 offset = 0;
    quint32 length = 0;
};

/// Columns of slices of one rank, ordered by row and then by start. Slices of one row never overlap, so their ends are
/// sorted too. Sealed by TraceBuilder, then read by any number of threads. A copy shares the columns.
class SliceStore
{
public:
    struct Span
    {
        quint32 first = 0;
        quint32 last = 0; ///< half-open
        [[nodiscard]] quint32 size() const { return last - first; }
        [[nodiscard]] bool isEmpty() const { return first >= last; }

        struct Iterator
        {
            quint32 at = 0;
            SliceId operator*() const { return SliceId{at}; }
            Iterator &operator++()
            {
                ++at;
                return *this;
            }
            bool operator==(const Iterator &) const = default;
        };
        [[nodiscard]] Iterator begin() const { return {first}; }
        [[nodiscard]] Iterator end() const { return {isEmpty() ? first : last}; }
    };

    [[nodiscard]] quint32 size() const { return static_cast<quint32>(m_start.size()); }
    [[nodiscard]] quint32 rowCount() const { return static_cast<quint32>(m_rowBegin.size()) - 1; }
    [[nodiscard]] Span row(RowId r) const { return {m_rowBegin[raw(r)], m_rowBegin[raw(r) + 1]}; }
    [[nodiscard]] RowId rowOf(SliceId s) const;

    /// Slices of the row that touch [from, to): end > from and start < to, and zero-length ones with from <= start <
    /// to.
    [[nodiscard]] Span visible(RowId r, qint64 from, qint64 to) const;
    /// First index in `in` whose end is at or after `t`; in.last when none is.
    [[nodiscard]] quint32 firstEndingAtOrAfter(qint64 t, Span in) const;
    /// First index in `in` whose start is at or after `t`; in.last when none is.
    [[nodiscard]] quint32 firstStartingAtOrAfter(qint64 t, Span in) const;

    [[nodiscard]] qint64 start(SliceId s) const { return m_start[raw(s)]; }
    [[nodiscard]] qint64 duration(SliceId s) const { return m_duration[raw(s)]; }
    [[nodiscard]] qint64 end(SliceId s) const { return m_start[raw(s)] + m_duration[raw(s)]; }
    [[nodiscard]] StrId name(SliceId s) const { return m_name[raw(s)]; }
    [[nodiscard]] SliceKind kind(SliceId s) const { return m_kind[raw(s)]; }
    /// Null for slices without device args.
    [[nodiscard]] const TaskDetail *detail(SliceId s) const
    {
        const quint32 i = m_detail[raw(s)];
        return i == 0 ? nullptr : &m_details[i - 1];
    }
    [[nodiscard]] SourceRange source(SliceId s) const
    {
        const quint64 packed = m_argsAt[raw(s)];
        return {static_cast<quint8>(packed >> 56), packed & ((quint64{1} << 56) - 1), m_argsLength[raw(s)]};
    }

    [[nodiscard]] const SharedColumn<qint64> &starts() const { return m_start; }
    [[nodiscard]] const SharedColumn<qint64> &durations() const { return m_duration; }
    [[nodiscard]] const SharedColumn<StrId> &names() const { return m_name; }
    [[nodiscard]] const SharedColumn<SliceKind> &kinds() const { return m_kind; }
    /// True when only the kinds may differ.
    [[nodiscard]] bool sharesColumnsWith(const SliceStore &other) const { return m_start.isSharedWith(other.m_start); }
    [[nodiscard]] qint64 bytes() const;

private:
    friend class Trace;
    friend class TraceBuilder;
    friend class TraceEditor;
    friend class TraceCodec;

    SharedColumn<qint64> m_start;
    SharedColumn<qint64> m_duration;
    SharedColumn<StrId> m_name;
    SharedColumn<SliceKind> m_kind;
    SharedColumn<quint64> m_argsAt; ///< file << 56 | offset
    SharedColumn<quint32> m_argsLength;
    SharedColumn<quint32> m_detail; ///< 0 or index + 1 into m_details
    SharedColumn<TaskDetail> m_details;
    SharedColumn<quint32> m_rowBegin{0}; ///< rowCount + 1 entries
};

} // namespace rs
