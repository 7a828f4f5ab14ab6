// SPDX-License-Identifier: Apache-2.0
#include "importers/run/kerneljoin.h"

#include "core/table/kernelcolumns.h"
#include "core/trace/taskkind.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <optional>

namespace rs {

namespace {

/// Rounding of starts in nanoseconds if each of them looks rounded; else 0. A double keeps multiples of 0.25 µs of a
/// stamp of today, and writers print one decimal of it, or three.
qint64 roundingOfStarts(const Table &kernels)
{
    constexpr qint64 printedNs = 100;
    constexpr qint64 heldNs = 250;
    constexpr qint64 mostOffNs = heldNs / 2 + printedNs / 2;
    const KernelColumns columns(kernels);
    if (columns.start < 0)
        return 0;
    bool isPrinted = true;
    bool isHeld = true;
    for (int row = 0; row < kernels.rows() && (isPrinted || isHeld); ++row) {
        if (!kernels.has(row, columns.start))
            continue;
        const qint64 start = kernels.integer(row, columns.start);
        isPrinted = isPrinted && start % printedNs == 0;
        isHeld = isHeld && start % heldNs == 0;
    }
    return isPrinted || isHeld ? mostOffNs : 0;
}

constexpr qint64 ToleranceNs = 2;
// Slices of one name and one start that a row is held against; more of them are no profile.
constexpr int MaxCandidates = 256;

struct Entry
{
    quint32 key = 0; ///< name, or task id for the second index
    qint64 startNs = 0;
    SliceId slice = NoSlice;
    bool communication = false;

    [[nodiscard]] bool before(quint32 otherKey, qint64 otherStart) const
    {
        return key != otherKey ? key < otherKey : startNs < otherStart;
    }
};

bool entryLess(const Entry &a, const Entry &b)
{
    return a.key != b.key || a.startNs != b.startNs ? a.before(b.key, b.startNs) : raw(a.slice) < raw(b.slice);
}

struct Index
{
    std::vector<Entry> entries; ///< in order
    std::vector<quint32> next;  ///< where the search goes on behind an entry that is taken; 0: the one behind it
    std::vector<quint32> begin; ///< of the entries of each key; empty where keys are not dense
};

class Joiner
{
public:
    Joiner(const Trace &trace, const Table &kernels)
        : m_trace(trace), m_kernels(kernels), m_columns(kernels), m_taken(trace.slices().size(), false)
    {
        eachSlice([this](SliceId id, bool, bool group) {
            m_byName.entries.push_back({raw(m_trace.slices().name(id)), m_trace.slices().start(id), id, group});
        });
        sortByName();
    }

    KernelJoin run()
    {
        KernelJoin out;
        out.sliceOfKernel.assign(static_cast<size_t>(m_kernels.rows()), NoSlice);
        if (m_columns.start < 0)
            return out;
        join(out);
        if (const qint64 rounding = out.joined * 2 < m_kernels.rows() ? roundingOfStarts(m_kernels) : 0) {
            m_toleranceNs = rounding;
            join(out);
        }
        std::ranges::sort(out.kernelOfSlice, [](const auto &a, const auto &b) { return raw(a.first) < raw(b.first); });
        return out;
    }

private:
    /// Rows that have no slice yet.
    void join(KernelJoin &out)
    {
        std::vector<std::optional<StrId>> nameInTrace(m_kernels.strings().size());
        std::vector<bool> looked(m_kernels.strings().size(), false);
        for (int row = 0; row < m_kernels.rows(); ++row) {
            if (!m_kernels.has(row, m_columns.start) || out.sliceOfKernel[static_cast<size_t>(row)] != NoSlice)
                continue;
            const qint64 start = m_kernels.integer(row, m_columns.start);
            if (start < std::numeric_limits<qint64>::min() + m_toleranceNs ||
                start > std::numeric_limits<qint64>::max() - m_toleranceNs)
                continue;
            const bool communication = m_columns.isCommunication(m_kernels, row);
            SliceId slice = NoSlice;
            const quint32 text = raw(m_kernels.textId(row, m_columns.name));
            if (!looked[text]) {
                looked[text] = true;
                nameInTrace[text] = m_trace.strings().find(kernelShortName(m_kernels.strings().view(StrId{text})));
            }
            if (text != 0 && nameInTrace[text])
                slice = nearest(m_byName, raw(*nameInTrace[text]), start, communication, -1);
            if (slice == NoSlice && !communication && m_kernels.has(row, m_columns.task))
                slice = nearest(byTask(), static_cast<quint32>(m_kernels.integer(row, m_columns.task)), start, false,
                                m_kernels.integer(row, m_columns.stream, -1));
            if (slice == NoSlice)
                continue;
            // Old versions name the operator of the framework in the table and the kernel in the trace.
            if (!nameInTrace[text] || m_trace.slices().name(slice) != *nameInTrace[text])
                ++out.otherName;
            m_taken[raw(slice)] = true;
            out.sliceOfKernel[static_cast<size_t>(row)] = slice;
            out.kernelOfSlice.emplace_back(slice, row);
            ++out.joined;
            const qint64 off = std::abs(m_trace.slices().start(slice) - start);
            if (off == 0)
                ++out.exact;
            if (off > ToleranceNs && out.rounded++ == 0)
                out.firstRounded = row;
            if (!communication)
                setKind(out.kinds, slice, row);
        }
    }

    /// Calls `use` with each slice that a row can belong to, and whether it lies on a stream or on a group's lane.
    template <typename Use>
    void eachSlice(Use use) const
    {
        for (quint32 i = 0; i < m_trace.lanes().size(); ++i) {
            const Lane &lane = m_trace.lanes()[i];
            const ProcessKind process = m_trace.process(lane.process).kind;
            const bool hardware = process == ProcessKind::AscendHardware && lane.kind == LaneKind::Stream;
            const bool group = process == ProcessKind::Communication && lane.kind == LaneKind::CommGroup;
            if (!hardware && !group)
                continue;
            const SliceStore::Span span = m_trace.slicesOf(LaneId{i});
            for (quint32 s = span.first; s < span.last; ++s)
                use(SliceId{s}, hardware, group);
        }
    }

    /// Slices come lane by lane in the order of their starts, and most names stand on one lane: once they lie by name,
    /// there is hardly anything left to sort.
    void sortByName()
    {
        std::vector<quint32> &begin = m_byName.begin;
        begin.assign(size_t{m_trace.strings().size()} + 1, 0);
        for (const Entry &e : m_byName.entries)
            ++begin[e.key + 1];
        std::partial_sum(begin.begin(), begin.end(), begin.begin());
        std::vector<quint32> next(begin.begin(), begin.end() - 1);
        std::vector<Entry> placed(m_byName.entries.size());
        for (const Entry &e : m_byName.entries)
            placed[next[e.key]++] = e;
        for (size_t key = 0; key + 1 < begin.size(); ++key) {
            const auto first = placed.begin() + static_cast<std::ptrdiff_t>(begin[key]);
            const auto last = placed.begin() + static_cast<std::ptrdiff_t>(begin[key + 1]);
            if (!std::is_sorted(first, last, entryLess))
                std::sort(first, last, entryLess);
        }
        m_byName.entries = std::move(placed);
        m_byName.next.assign(m_byName.entries.size(), 0);
    }

    /// Made when the first row is not found by its name.
    Index &byTask()
    {
        if (m_hasTasks)
            return m_byTask;
        m_hasTasks = true;
        eachSlice([this](SliceId id, bool hardware, bool) {
            const TaskDetail *detail = m_trace.slices().detail(id);
            if (hardware && detail && detail->taskId >= 0)
                m_byTask.entries.push_back(
                    {static_cast<quint32>(detail->taskId), m_trace.slices().start(id), id, false});
        });
        std::ranges::sort(m_byTask.entries, entryLess);
        m_byTask.next.assign(m_byTask.entries.size(), 0);
        return m_byTask;
    }

    /// The first entry from `i` on whose slice no row has. Entries that are passed once are not looked at again.
    size_t firstFree(Index &index, size_t i) const
    {
        size_t end = i;
        while (end < index.entries.size() && m_taken[raw(index.entries[end].slice)])
            end = std::max<size_t>(end + 1, index.next[end]);
        while (i < end) {
            const size_t after = std::max<size_t>(i + 1, index.next[i]);
            index.next[i] = static_cast<quint32>(end);
            i = after;
        }
        return end;
    }

    SliceId nearest(Index &index, quint32 key, qint64 start, bool communication, qint64 stream) const
    {
        const std::vector<Entry> &entries = index.entries;
        // If the place of the entries of a key is known, only those are searched.
        const bool known = !index.begin.empty();
        const auto from = entries.begin() + (known ? static_cast<std::ptrdiff_t>(index.begin[key]) : 0);
        const auto to = known ? entries.begin() + static_cast<std::ptrdiff_t>(index.begin[key + 1]) : entries.end();
        const auto first = std::lower_bound(from, to, std::pair(key, start - m_toleranceNs),
                                            [](const Entry &e, const auto &k) { return e.before(k.first, k.second); });
        SliceId best = NoSlice;
        qint64 bestCost = std::numeric_limits<qint64>::max();
        int candidates = 0;
        for (size_t i = firstFree(index, static_cast<size_t>(first - entries.begin()));
             i < entries.size() && entries[i].key == key && entries[i].startNs <= start + m_toleranceNs &&
             bestCost > 0 && ++candidates <= MaxCandidates;
             i = firstFree(index, i + 1)) {
            const Entry *const it = &entries[i];
            if (stream >= 0) {
                const TaskDetail *detail = m_trace.slices().detail(it->slice);
                if (detail && detail->streamId >= 0 && detail->streamId != stream)
                    continue;
            }
            // A communication operator may show up on a stream as well; its own row is on the group lane.
            const qint64 cost = std::abs(it->startNs - start) * 2 + (it->communication == communication ? 0 : 1);
            if (cost < bestCost) {
                best = it->slice;
                bestCost = cost;
            }
        }
        return best;
    }

    void setKind(PageVector<SliceKind> &kinds, SliceId slice, int row) const
    {
        const SliceKind old = m_trace.slices().kind(slice);
        const SliceKind kind = kindOf(row, old);
        if (kind == old)
            return;
        if (kinds.empty())
            kinds.assign(m_trace.slices().kinds().begin(), m_trace.slices().kinds().end());
        kinds[raw(slice)] = kind;
    }

    SliceKind kindOf(int row, SliceKind old) const
    {
        const std::string_view core = m_kernels.textView(row, m_columns.core);
        // Level0 names no core: all that is known is that it computes.
        if (core.empty())
            return old == SliceKind::DeviceOther ? SliceKind::KernelOther : old;
        const SliceKind kind = deviceSliceKind(core, {});
        return kind == SliceKind::DeviceOther ? SliceKind::KernelOther : kind;
    }

    const Trace &m_trace;
    const Table &m_kernels;
    KernelColumns m_columns;
    std::vector<bool> m_taken;
    Index m_byName;
    Index m_byTask;
    bool m_hasTasks = false;
    qint64 m_toleranceNs = ToleranceNs;
};

} // namespace

KernelJoin joinKernels(const Trace &trace, const Table &kernels)
{
    return Joiner(trace, kernels).run();
}

} // namespace rs
