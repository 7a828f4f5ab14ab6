// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/pagerecycler.h"
#include "core/base/stamprange.h"
#include "core/trace/tracebuilder.h"

#include <charconv>
#include <string_view>
#include <unordered_map>

namespace rs {

inline bool startsWith(std::string_view text, std::string_view prefix)
{
    return text.substr(0, prefix.size()) == prefix;
}

template <typename Int>
bool parseWhole(std::string_view text, Int &value)
{
    const auto [end, ec] = std::from_chars(text.data(), text.data() + text.size(), value);
    return ec == std::errc() && end == text.data() + text.size() && !text.empty();
}

/// The steps of sealing, in the order of their declaration. Each gives back what it has used up of the chunks.
/// Slices stay where their chunk has them; their places are sorted and packed, and the columns are written once.
struct TraceBuilder::Work
{
    struct RawLane
    {
        StrId pid{};
        StrId tid{};
        // Frames of a thread form a lane of their own, so that a deep stack can be folded without hiding the operators.
        bool pythonStack = false;
    };
    // A slice where its chunk has it.
    struct SlicePlace
    {
        quint32 chunk;
        quint32 index;
    };
    struct FlowJoin;
    // Slices of a lane that another one there equals in name, start and duration.
    struct Doubles
    {
        qint64 count = 0;
        SlicePlace first{};
    };
    // Two raw lanes of each lane of a chunk: 2 × lane, and 2 × lane + 1 for its Python frames.
    struct ChunkLanes
    {
        std::vector<quint32> count;
        std::vector<quint32> rawLane;
        std::vector<quint32> at; // next place to write
    };

    Trace &trace;
    ThreadPool &pool;
    const JobContext &job;
    ImportReport &report;
    QString file;

    StringPool &strings;
    std::vector<TraceChunk> &chunks;
    TraceBuilder::PlaceOf placeOf;
    PageRecycler pages{};
    MemoryReservation room{job.sharedBudget()};
    qint64 needed = 0;
    std::vector<std::vector<StrId>> stringMap{}; // per chunk
    std::vector<ChunkLanes> chunkLanes{};        // per chunk
    std::vector<quint32> laneSlices{};           // per raw lane: number of slices
    std::vector<RawLane> rawLanes{};
    std::unordered_map<quint64, quint32, KeyedHash> rawLaneIndex{};
    std::unordered_map<quint32, quint32> processIndex{}; // pid StrId -> index into trace.m_processes before ordering
    std::vector<quint32> laneOrder{};                    // final lane -> raw lane
    std::vector<quint32> finalLane{};                    // raw lane -> final lane
    std::vector<StrId> laneName{};
    std::vector<qint32> laneSort{};

    static quint64 laneKey(StrId pid, StrId tid, bool stack)
    {
        return (quint64{raw(pid)} << 33) | (quint64{raw(tid)} << 1) | (stack ? 1 : 0);
    }
    quint32 rawLane(StrId pid, StrId tid, bool stack)
    {
        const auto [it, isNew] =
            rawLaneIndex.try_emplace(laneKey(pid, tid, stack), static_cast<quint32>(rawLanes.size()));
        if (isNew) {
            rawLanes.push_back({pid, tid, stack});
            processOf(pid);
        }
        return it->second;
    }
    quint32 processOf(StrId pid)
    {
        const auto [it, isNew] = processIndex.try_emplace(raw(pid), static_cast<quint32>(trace.m_processes.size()));
        if (isNew) {
            Process p;
            p.pid = pid;
            trace.m_processes.push_back(p);
        }
        return it->second;
    }
    [[nodiscard]] size_t sliceCount() const
    {
        size_t n = 0;
        for (const quint32 c : laneSlices)
            n += c;
        return n;
    }
    void finding(Severity severity, const char *code, QString message, qint64 count, QString argument = {},
                 Place place = {})
    {
        if (count > 0)
            report.add({severity, file, std::move(place), QLatin1String(code), std::move(message), std::move(argument),
                        count});
    }
    void forChunks(const std::function<void(size_t)> &body)
    {
        pool.parallelFor(static_cast<qsizetype>(chunks.size()), [&](qsizetype c) {
            if (!job.isCanceled())
                body(static_cast<size_t>(c));
        });
    }

    /// Counts what the next steps take beside the chunks, before they take it. Throws OverBudget.
    void makeRoom(qint64 bytes)
    {
        needed += bytes;
        room.hold(needed);
    }
    void roomForIds();
    void roomForColumns();

    void mapIds();
    void keepPart(const DevicePart &part);
    void applyMetadata();
    void pairEdges();
    void countSlices();
    void buildCounters();
    void orderLanes();
    void placeSlices();
    void joinFlows();
    void findSteps();
    void markIterations(); ///< "Iteration N" of the lane Step Trace
    void tellSteps();
    void findRange();
    void tellFarGroups(StampRange range);

    [[nodiscard]] const TraceChunk::Slice &slice(SlicePlace p) const { return chunks[p.chunk].slices[p.index]; }
    /// Gives each slice of a lane its row. `places` are in file order, and in order of time afterwards.
    quint32 packLane(SlicePlace *places, quint32 *rows, size_t count, Doubles &doubles);
    [[nodiscard]] StrId nameOf(SlicePlace p) const { return stringMap[p.chunk][raw(slice(p).name)]; }
    void tellDoubles(const std::vector<Doubles> &ofLanes);
    /// All columns of a lane; `first` is its first slice.
    void writeLane(quint32 lane, const SlicePlace *places, const quint32 *rows, size_t first,
                   const std::vector<quint32> &detailBase);
    [[nodiscard]] SliceKind kindOf(const Lane &lane, SliceKind kind, bool isPoint, StrId taskType, StrId name) const;
};

} // namespace rs
