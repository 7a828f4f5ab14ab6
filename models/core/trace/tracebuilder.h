// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/job/threadpool.h"
#include "core/text/importreport.h"
#include "core/trace/devicepart.h"
#include "core/trace/trace.h"
#include "core/trace/tracechunk.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace rs {

/// The append-only side of a Trace. Chunks arrive in file order; seal() maps their ids, sorts every lane, packs
/// overlapping slices on sub-lanes, pairs flows and freezes the result.
class TraceBuilder
{
public:
    explicit TraceBuilder(QString reportName = {}) : m_reportName(std::move(reportName)) {}

    /// Returns the file number to store in TraceChunk::packSource; at most 255 files.
    quint8 addSource(SourceFile source);
    /// Known only when the whole file was inflated.
    void setCheckpoints(quint8 file, SourceCheckpoints points)
    {
        m_sources[file].checkpoints = std::make_shared<const SourceCheckpoints>(std::move(points));
    }
    /// Names a place in a file for findings: without it, by the byte that a slice has there.
    using PlaceOf = std::function<Place(const SourceFile &source, quint64 offset)>;
    void setPlaces(PlaceOf placeOf) { m_placeOf = std::move(placeOf); }
    /// Only what belongs to that device becomes part of the trace.
    void setPart(DevicePart part) { m_part = std::move(part); }
    void addChunk(TraceChunk &&chunk) { m_chunks.push_back(std::move(chunk)); }
    /// Keeps what the chunks take from the budget reserved until seal(); then the trace holds what it takes itself.
    void hold(MemoryReservation reservation) { m_reservations.push_back(std::move(reservation)); }

    /// The time that slices take which were added so far; nothing without any.
    [[nodiscard]] std::optional<StampRange> span() const;
    /// Number of chunks so far, to take them back when the rest of the file finds no room.
    [[nodiscard]] size_t chunkCount() const { return m_chunks.size(); }
    /// A chunk that was added.
    [[nodiscard]] TraceChunk &chunk(size_t index) { return m_chunks[index]; }
    void keepChunks(size_t count)
    {
        m_chunks.erase(m_chunks.begin() + static_cast<std::ptrdiff_t>(std::min(count, m_chunks.size())),
                       m_chunks.end());
    }

    /// Null when the job was cancelled, or when there is no room: sealing takes about as much as the chunks do, which
    /// the budget counts. Findings (no room, orphan flows, overlaps, unnamed processes) go to `report`. The chunks are
    /// used up in any case.
    [[nodiscard]] std::unique_ptr<Trace> seal(ThreadPool &pool, const JobContext &job, ImportReport &report);

private:
    struct Work;

    [[nodiscard]] std::unique_ptr<Trace> sealChunks(ThreadPool &pool, const JobContext &job, ImportReport &report);

    QString m_reportName;
    PlaceOf m_placeOf;
    std::optional<DevicePart> m_part;
    std::vector<SourceFile> m_sources;
    std::vector<TraceChunk> m_chunks;
    std::vector<MemoryReservation> m_reservations;
};

/// Row of each slice in one lane, for slices in (start ascending, duration descending) order. A slice goes below the
/// innermost open slice that wholly contains it; one that only overlaps others goes to the first free row.
/// Exposed for tests. Returns the number of rows.
quint32 packRows(const std::vector<qint64> &start, const std::vector<qint64> &duration, std::vector<quint32> &row);

/// Kind of a process lane by its name, e.g. "HCCL" and "Communication" are both Communication.
[[nodiscard]] ProcessKind processKindOf(std::string_view name);

} // namespace rs
