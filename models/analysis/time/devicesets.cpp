// SPDX-License-Identifier: Apache-2.0
#include "analysis/time/devicesets.h"

#include "analysis/time/rowmerge.h"
#include "core/table/kernelcolumns.h"
#include "core/trace/taskkind.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace rs {

namespace {

// Adds a range that starts where the last one of the set does, or later.
void append(IntervalSet &set, Interval range)
{
    if (!set.empty() && range.from <= set.back().to)
        set.back().to = std::max(set.back().to, range.to);
    else
        set.push_back(range);
}

// The union of the slices whose kind passes, and their number. Rows are sorted: it needs no list of the slices. The
// time is cut where the longest row has done an equal share of its slices; each part is united by itself.
template <typename Keep>
IntervalSet uniteRows(const SliceStore &s, const std::vector<SliceStore::Span> &rows, Keep keep, qint64 &count,
                      ThreadPool *pool, const JobContext &job)
{
    if (rows.empty())
        return {};
    constexpr quint32 mostParts = 16;
    constexpr quint32 leastSlices = 16384;
    const SliceStore::Span longest =
        *std::ranges::max_element(rows, [](SliceStore::Span a, SliceStore::Span b) { return a.size() < b.size(); });
    const quint32 parts = std::clamp<quint32>(longest.size() / leastSlices, 1, mostParts);
    // First slice of the row in part `n`.
    const auto cut = [&](SliceStore::Span row, quint64 n) {
        if (n == 0)
            return row.first;
        if (n == parts)
            return row.last;
        const SliceId at{static_cast<quint32>(longest.first + longest.size() * n / parts)};
        return s.firstStartingAtOrAfter(s.start(at), row);
    };
    std::vector<IntervalSet> sets(parts);
    std::vector<qint64> counts(parts, 0);
    parallelFor(pool, parts, [&](qsizetype n) {
        const auto part = static_cast<size_t>(n);
        std::vector<SliceStore::Span> spans;
        for (const SliceStore::Span row : rows) {
            const SliceStore::Span span{cut(row, part), cut(row, part + 1)};
            if (!span.isEmpty())
                spans.push_back(span);
        }
        const auto isKept = [&](SliceId id) { return keep(s.kind(id)); };
        JobPoll poll(job);
        for (auto merge = mergeRows(s, spans, isKept); !merge.isAtEnd() && !poll.isCanceled(); merge.next()) {
            ++counts[part];
            const Interval range{merge.stamp(), s.end(SliceId{merge.number()})};
            if (range.length() > 0)
                append(sets[part], range);
        }
    });
    IntervalSet all;
    size_t most = 0;
    for (const IntervalSet &set : sets)
        most += set.size();
    all.reserve(most);
    for (size_t part = 0; part < parts; ++part) {
        count += counts[part];
        // An earlier range may reach over any number of the later ones.
        auto next = sets[part].cbegin();
        for (; next != sets[part].cend() && !all.empty() && next->from <= all.back().to; ++next)
            append(all, *next);
        all.insert(all.end(), next, sets[part].cend());
    }
    return all;
}

/// True when the table lists work of compute cores. Without a column of cores any row may be, unless rows found their
/// slices, which are then of communication.
bool listsKernels(const Table &kernels, bool joined)
{
    const KernelColumns columns(kernels);
    if (columns.core < 0)
        return kernels.rows() > 0 && !joined;
    std::vector<char> seen(kernels.strings().size());
    for (int row = 0; row < kernels.rows(); ++row) {
        if (!kernels.has(row, columns.core))
            continue;
        const StrId core = kernels.textId(row, columns.core);
        if (std::exchange(seen[raw(core)], 1))
            continue;
        if (isOnCores(deviceSliceKind(kernels.strings().view(core), {})))
            return true;
    }
    return false;
}

// A table of kernels that is lost with the slices, as in a database, tells nothing.
bool computesByFiles(const RankData &rank)
{
    return std::ranges::any_of(rank.stepTrace, [](const StepTraceRow &row) { return row.computingUs.value_or(0) > 0; });
}

// Kernels of the AI CPU alone are no kernels of the cores, nor are those that the table says to run elsewhere.
bool hasCoreSlice(const RankData &rank)
{
    const SliceStore &s = rank.trace->slices();
    auto row = rank.kernelOfSlice.begin();
    for (quint32 i = 0; i < s.size(); ++i) {
        const SliceId slice{i};
        const SliceKind kind = s.kind(slice);
        if (!isComputing(kind) || kind == SliceKind::KernelAiCpu)
            continue;
        while (row != rank.kernelOfSlice.end() && raw(row->first) < i)
            ++row;
        if (kind != SliceKind::KernelOther || row == rank.kernelOfSlice.end() || row->first != slice)
            return true;
    }
    return false;
}

} // namespace

bool isOnDevice(const Trace &trace, const Lane &lane, int device)
{
    return device < 0 || trace.process(lane.process).device == device;
}

DeviceSets deviceSets(const Trace &trace, int device, ThreadPool *pool, const JobContext &job)
{
    DeviceSets out;
    const SliceStore &s = trace.slices();
    std::vector<SliceStore::Span> hardwareRows;
    std::vector<SliceStore::Span> rows; // and those of communication groups
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        const Lane &lane = trace.lanes()[l];
        const bool hardware = trace.process(lane.process).kind == ProcessKind::AscendHardware;
        if ((!hardware && lane.kind != LaneKind::CommGroup) || !isOnDevice(trace, lane, device))
            continue;
        for (quint32 r = lane.firstRow; r < lane.firstRow + lane.rowCount; ++r) {
            rows.push_back(trace.insideOf(RowId{r}));
            if (hardware)
                hardwareRows.push_back(rows.back());
        }
    }
    const auto unite = [&](const std::vector<SliceStore::Span> &from, auto keep, qint64 &count) {
        return uniteRows(s, from, keep, count, pool, job);
    };
    qint64 copies = 0;
    const std::function<void()> parts[] = {
        [&] { out.compute = unite(hardwareRows, isComputing, out.computeSlices); },
        [&] {
            const auto isOperator = [](SliceKind kind) { return kind == SliceKind::CommOperator; };
            out.communication = unite(rows, isOperator, out.communicationSlices);
        },
        [&] {
            out.copy = unite(
                hardwareRows, [](SliceKind kind) { return kind == SliceKind::MemoryCopy; }, copies);
        },
    };
    parallelFor(pool, std::ssize(parts), [&](qsizetype i) { parts[i](); });
    return out;
}

LostLanes lostLanes(const RankData &rank, const DeviceSets &sets)
{
    LostLanes out;
    out.compute = rank.kernels && listsKernels(*rank.kernels, !rank.kernelOfSlice.empty()) &&
                  (sets.computeSlices == 0 || !hasCoreSlice(rank));
    out.compute = out.compute || (sets.computeSlices == 0 && computesByFiles(rank));
    out.communication = sets.communicationSlices == 0 && !rank.commOps.empty();
    return out;
}

} // namespace rs
