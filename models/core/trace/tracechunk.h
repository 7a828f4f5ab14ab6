// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/pagevector.h"
#include "core/base/stamprange.h"
#include "core/text/stringpool.h"
#include "core/text/texthash.h"
#include "core/trace/flowid.h"
#include "core/trace/slicestore.h"

#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rs {

/// Columns that one reader thread collects: unsorted, with ids that are local to the chunk. Chunks are handed to
/// TraceBuilder in file order; nothing here is synchronised.
class TraceChunk
{
public:
    TraceChunk() = default;
    TraceChunk(TraceChunk &&) = default;
    TraceChunk &operator=(TraceChunk &&) = default;
    TraceChunk(const TraceChunk &) = delete;
    TraceChunk &operator=(const TraceChunk &) = delete;

    StringPool strings;

    struct LaneKey
    {
        StrId pid{};
        StrId tid{};
    };
    struct Slice
    {
        qint64 start = 0;
        qint64 duration = 0;
        quint64 argsAt = 0; ///< file << 56 | offset
        quint32 argsLength = 0;
        quint32 detail = 0; ///< 0 or index + 1 into details
        StrId name{};
        quint32 lane : 24 = 0; ///< index into lanes
        /// Kind by the category alone; sealing refines it by process and task type.
        SliceKind kind : 8 = SliceKind::Other;
    };
    /// An End belongs to the slice around it, a NextEnd to the one that begins next on its lane.
    enum class FlowPhase : quint8 { Start, Step, End, NextEnd };
    struct FlowEnd
    {
        FlowId id; ///< interned ids refer to `strings`
        qint64 ts = 0;
        StrId category{};
        quint32 lane : 30 = 0;
        FlowPhase phase : 2 = FlowPhase::Start;
    };
    struct Sample
    {
        qint64 ts = 0;
        double value = 0;
        quint32 series = 0; ///< index into series
    };
    struct SeriesKey
    {
        StrId pid{};
        StrId name{};
        StrId series{};
        bool operator==(const SeriesKey &) const = default;
    };
    enum class MetaKind : quint8 { ProcessName, ProcessLabels, ProcessSortIndex, ThreadName, ThreadSortIndex };
    struct Meta
    {
        MetaKind kind = MetaKind::ProcessName;
        StrId pid{};
        StrId tid{};
        StrId text{};
        qint64 number = 0;
    };
    /// "B" or "E": paired by the builder per lane, innermost first, by id or name.
    struct Edge
    {
        qint64 ts = 0;
        quint64 argsAt = 0;
        quint32 argsLength = 0;
        StrId name{};
        StrId id{};
        quint32 lane = 0;
        bool begin = true;
    };

    std::vector<LaneKey> lanes;
    PageVector<Slice> slices;
    PageVector<TaskDetail> details;
    PageVector<FlowEnd> flowEnds;
    std::vector<SeriesKey> series;
    PageVector<Sample> samples;
    std::vector<Meta> metas;
    std::vector<Edge> edges;

    void addFlowEnd(const FlowId &id, qint64 ts, StrId category, quint32 lane, FlowPhase phase)
    {
        FlowEnd e{id, ts, category};
        e.lane = lane & 0x3fffffffU;
        e.phase = phase;
        flowEnds.push_back(e);
    }
    /// Index into `lanes`; the key is the text of pid and tid.
    quint32 lane(std::string_view pid, std::string_view tid);
    /// Index into `series`.
    quint32 seriesOf(std::string_view pid, std::string_view name, std::string_view series);
    [[nodiscard]] bool isEmpty() const
    {
        return slices.empty() && flowEnds.empty() && samples.empty() && metas.empty() && edges.empty();
    }
    /// Addresses for the events of that much text, at the least that events of a kind take.
    void reserve(qint64 textBytes);
    /// Moves all stamps. Events that then are none, because they lie behind the latest one, are taken out; gives how
    /// many.
    qint64 shift(qint64 ns);
    /// Takes out the counter values of time 0.
    void dropSamplesAtZero();
    /// Memory that is in use.
    [[nodiscard]] qint64 bytes() const;
    /// From the first start to the last end of its slices; nothing without slices.
    [[nodiscard]] std::optional<StampRange> span() const;

    static quint64 packSource(quint8 file, quint64 offset) { return (quint64{file} << 56) | offset; }

private:
    std::unordered_map<quint64, quint32, KeyedHash> m_laneIndex;
    std::unordered_map<SeriesKey, quint32, KeyedHash> m_seriesIndex;
};

} // namespace rs
