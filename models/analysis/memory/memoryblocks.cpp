// SPDX-License-Identifier: Apache-2.0
#include "analysis/memory/memoryblocks.h"

#include "core/job/cancelsort.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

namespace rs {

namespace {

constexpr qint64 Always = std::numeric_limits<qint64>::min();
constexpr qint64 Never = std::numeric_limits<qint64>::max();

const QString &graphComponent()
{
    static const QString name = QStringLiteral("GE");
    return name;
}

QString componentOf(Framework framework)
{
    switch (framework) {
    case Framework::PyTorch:
        return QStringLiteral("PTA");
    case Framework::MindSpore:
        return QStringLiteral("MindSpore");
    case Framework::Msprof:
        return graphComponent();
    case Framework::Unknown:
        break;
    }
    return {};
}

/// Sums blocks by what they are asked for.
class HeldSums
{
public:
    HeldSums(const MemoryBlocks &blocks, BlockGrouping by) : m_blocks(blocks), m_by(by) {}

    void add(int row)
    {
        const std::optional<double> size = m_blocks.sizeKb(row);
        HeldMemory &sum = m_sums[keyOf(row, size)];
        if (sum.blocks++ == 0) {
            sum.component = m_blocks.component(row);
            if (m_by == BlockGrouping::Operator)
                sum.name = m_blocks.name(row);
            if (m_by == BlockGrouping::Size)
                sum.sizeKb = size;
        }
        sum.totalKb += size.value_or(0);
        sum.unsized += size ? 0 : 1;
        if (const auto at = m_blocks.columns().allocatedAt(*m_blocks.table(), row)) {
            sum.firstNs = sum.firstNs ? std::min(*sum.firstNs, *at) : *at;
            sum.lastNs = sum.lastNs ? std::max(*sum.lastNs, *at) : *at;
        }
    }
    std::vector<HeldMemory> take()
    {
        std::vector<HeldMemory> out;
        out.reserve(m_sums.size());
        for (auto &[key, sum] : m_sums)
            out.push_back(std::move(sum));
        std::ranges::sort(out, [](const HeldMemory &a, const HeldMemory &b) {
            return std::tuple(-a.totalKb, a.component, a.name, a.sizeKb) <
                   std::tuple(-b.totalKb, b.component, b.name, b.sizeKb);
        });
        return out;
    }

private:
    using Key = std::tuple<QString, quint32, std::optional<double>>;
    [[nodiscard]] Key keyOf(int row, std::optional<double> size) const
    {
        return {m_blocks.component(row), m_by == BlockGrouping::Operator ? raw(m_blocks.nameId(row)) : 0,
                m_by == BlockGrouping::Size ? size : std::nullopt};
    }

    const MemoryBlocks &m_blocks;
    const BlockGrouping m_by;
    std::map<Key, HeldMemory> m_sums;
};

template <typename Wanted>
std::vector<HeldMemory> sumsWhere(const MemoryBlocks &blocks, BlockGrouping by, const JobContext &job, Wanted isWanted)
{
    HeldSums sums(blocks, by);
    JobPoll poll(job);
    for (int row = 0; row < blocks.rows(); ++row) {
        if (poll.isCanceled())
            return {};
        if (isWanted(row))
            sums.add(row);
    }
    return sums.take();
}

} // namespace

MemoryBlocks::MemoryBlocks(const RankData &rank)
    : m_table(rank.table(QStringLiteral("operator_memory"))), m_framework(componentOf(rank.info.framework))
{
    if (!m_table)
        return;
    m_columns = AllocationColumns(*m_table);
    m_isOfGraph.resize(m_table->strings().size());
    for (quint32 i = 0; i < m_table->strings().size(); ++i)
        m_isOfGraph[i] = m_table->strings().view(StrId{i}).substr(0, 6) == "cann::";
}

const QString &MemoryBlocks::component(int row) const
{
    return isOfGraph(row) ? graphComponent() : m_framework;
}

std::optional<Interval> MemoryBlocks::held(int row) const
{
    const auto from = m_columns.allocatedAt(*m_table, row);
    const auto to = m_columns.releasedAt(*m_table, row);
    if ((!from && !to) || (from && to && *to < *from))
        return std::nullopt;
    return Interval{from.value_or(Always), to.value_or(Never)};
}

bool MemoryBlocks::isHeldAt(int row, qint64 ns) const
{
    const auto when = held(row);
    return when && when->from <= ns && ns < when->to;
}

bool MemoryBlocks::isHeldIn(int row, Interval window) const
{
    const auto when = held(row);
    return when && when->from < window.to && when->to > window.from;
}

bool MemoryBlocks::isKept(int row, Interval window) const
{
    const auto when = held(row);
    return when && when->to == Never && when->from >= window.from && when->from < window.to;
}

bool MemoryBlocks::isOf(int row, QStringView wanted) const
{
    if (wanted.isEmpty())
        return true;
    const QString &own = component(row);
    if (own.isEmpty()) // nobody knows
        return true;
    return isMemoryTotal(wanted) ? wanted.split(u'+').contains(own) : wanted == own;
}

namespace {

bool isOfHost(ProcessKind kind)
{
    return kind != ProcessKind::AscendHardware && kind != ProcessKind::Communication &&
           kind != ProcessKind::OverlapAnalysis;
}

} // namespace

std::vector<SliceId> allocatingSlices(const Trace &trace, const MemoryBlocks &blocks, const JobContext &job)
{
    // Texts of the trace by ids of the table, and of them those that blocks have.
    const StringPool &names = blocks.table() ? blocks.table()->strings() : trace.strings();
    std::vector<std::vector<SliceId>> ofName;
    std::vector<quint32> listOf(trace.strings().size(), 0); // 0: of no block
    std::vector<quint32> listOfBlock(names.size(), 0);
    ofName.emplace_back();
    std::vector<SliceId> out(static_cast<size_t>(blocks.rows()), NoSlice);
    for (int row = 0; row < blocks.rows(); ++row) {
        const StrId id = blocks.nameId(row);
        if (listOfBlock[raw(id)] != 0)
            continue;
        const auto inTrace = trace.strings().find(names.view(id));
        if (!inTrace || raw(*inTrace) == 0)
            continue;
        listOfBlock[raw(id)] = listOf[raw(*inTrace)] = static_cast<quint32>(ofName.size());
        ofName.emplace_back();
    }
    const SliceStore &slices = trace.slices();
    JobPoll poll(job);
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        if (!isOfHost(trace.processOf(LaneId{l}).kind))
            continue;
        for (const SliceId slice : trace.slicesOf(LaneId{l})) {
            if (poll.isCanceled())
                return {};
            if (const quint32 list = listOf[raw(slices.name(slice))]; list != 0)
                ofName[list].push_back(slice);
        }
    }
    const auto isBefore = [&](SliceId a, SliceId b) { return slices.start(a) < slices.start(b); };
    for (auto &list : ofName) {
        if (!std::ranges::is_sorted(list, isBefore) && !sortCancellably(list, job, isBefore))
            return {};
    }
    // Calls of one name nest, or lie side by side on threads, a few deep.
    constexpr int mostBack = 16;
    for (int row = 0; row < blocks.rows(); ++row) {
        if (poll.isCanceled())
            return {};
        const auto at = blocks.columns().allocatedAt(*blocks.table(), row);
        const auto &list = ofName[listOfBlock[raw(blocks.nameId(row))]];
        if (!at || list.empty())
            continue;
        auto it = std::ranges::upper_bound(list, *at, {}, [&](SliceId s) { return slices.start(s); });
        for (int back = 0; back < mostBack && it != list.begin(); ++back) {
            if (slices.end(*--it) >= *at) {
                out[static_cast<size_t>(row)] = *it;
                break;
            }
        }
    }
    return out;
}

bool isAllocatedIn(const Trace &trace, SliceId slice, qint64 ns, SliceId allocating)
{
    const SliceStore &slices = trace.slices();
    const LaneId lane = trace.laneOf(slice);
    if (!isOfHost(trace.processOf(lane).kind) || ns < slices.start(slice) || ns > slices.end(slice))
        return false;
    if (allocating == NoSlice)
        return true;
    const auto threadOf = [&](LaneId l) { return std::pair(trace.lane(l).process, trace.lane(l).tid); };
    return threadOf(lane) == threadOf(trace.laneOf(allocating));
}

Interval recordOf(const MemoryBlocks &blocks, const JobContext &job)
{
    Interval out{Never, Always};
    JobPoll poll(job);
    for (int row = 0; row < blocks.rows(); ++row) {
        if (poll.isCanceled())
            return {};
        for (const auto &ns :
             {blocks.columns().allocatedAt(*blocks.table(), row), blocks.columns().releasedAt(*blocks.table(), row)}) {
            if (ns)
                out = {std::min(out.from, *ns), std::max(out.to, *ns)};
        }
    }
    return out.from <= out.to ? out : Interval();
}

std::vector<HeldMemory> heldAt(const MemoryBlocks &blocks, qint64 ns, BlockGrouping by, QStringView component,
                               const JobContext &job)
{
    return sumsWhere(blocks, by, job, [&](int row) { return blocks.isHeldAt(row, ns) && blocks.isOf(row, component); });
}

std::vector<HeldMemory> keptMemory(const MemoryBlocks &blocks, Interval window, BlockGrouping by, const JobContext &job)
{
    return sumsWhere(blocks, by, job, [&](int row) { return blocks.isKept(row, window); });
}

std::vector<quint32> blocksIn(const MemoryBlocks &blocks, Interval window, bool keptOnly, const JobContext &job)
{
    std::vector<quint32> out;
    const bool all = window.from == Always && window.to == Never && !keptOnly;
    JobPoll poll(job);
    for (int row = 0; row < blocks.rows(); ++row) {
        if (poll.isCanceled())
            return {};
        // A block of which nobody knows when it was held is in no window, but it is a row of the file.
        if (all || (keptOnly ? blocks.isKept(row, window) : blocks.isHeldIn(row, window)))
            out.push_back(static_cast<quint32>(row));
    }
    return out;
}

std::optional<MemoryMoment> explainMemory(const MemoryCurves &curves, const MemoryBlocks &blocks, BlockGrouping by,
                                          std::optional<qint64> ns, Interval window, QStringView component,
                                          const JobContext &job)
{
    MemoryMoment out;
    out.component = component.isEmpty() ? mainMemoryComponent(curves) : component.toString();
    const MemoryCurve *const curve = curves.find(out.component, MemoryQuantity::Allocated);
    if (ns) {
        out.ns = *ns;
    } else {
        const auto peak = curve ? curve->peakIn(window) : std::nullopt;
        if (!peak)
            return std::nullopt;
        out.ns = peak->ns;
    }
    out.allocatedMb = curve ? curve->valueAt(out.ns) : std::nullopt;
    out.held = heldAt(blocks, out.ns, by, out.component, job);
    for (const HeldMemory &h : out.held)
        out.heldMb += h.totalKb / 1024;
    return job.isCanceled() ? std::nullopt : std::optional(std::move(out));
}

} // namespace rs
