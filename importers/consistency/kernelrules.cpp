// SPDX-License-Identifier: Apache-2.0
#include "core/table/kernelcolumns.h"
#include "core/table/memorycolumns.h"
#include "core/trace/taskkind.h"
#include "core/base/timens.h"
#include "importers/consistency/consistency.h"
#include "importers/consistency/contradictions.h"

#include <set>

namespace rs {

namespace {

constexpr int RowsPerPoll = 4096;

// The table has three decimals of a microsecond, old ones two.
constexpr ComparedColumn durations[]{{"Duration", " µs", 0.01}};
constexpr Consistency kernelDurations{
    .columns = durations,
    .values = {"kernels.other-duration",
               RS_NOOP(
                   "Rows of the kernel table have another duration than their slice in the trace (first: %1). Operator "
                   "tables and the timeline disagree; one of the two is wrong."),
               Gravity::ByShare},
    .onlyRight = {
        "kernels.no-row",
        RS_NOOP("Kernels of the trace have no row in this file (first: %1). Operator tables count fewer calls and "
                "less time than the timeline shows."),
        Gravity::ByShare}};
constexpr Consistency kernelClock{
    .onlyLeft = {
        "kernels.outside",
        RS_NOOP("Rows of the kernel table begin before or after the trace (first: %1). They have another clock or "
                "unit, or belong to another capture."),
        Gravity::ByShare}};

/// Kinds of kernels that a table lists: not every version lists those of the AI CPU, or communication.
class ListedKinds
{
public:
    void add(const Trace &trace, SliceId slice)
    {
        const Key key = keyOf(trace, slice);
        if (key != m_last && (isComputing(key.first) || key.first == SliceKind::CommOperator))
            m_listed.insert(key);
        m_last = key;
    }
    [[nodiscard]] bool has(const Trace &trace, SliceId slice) const
    {
        return isOnCores(trace.slices().kind(slice)) || m_listed.contains(keyOf(trace, slice));
    }

private:
    using Key = std::pair<SliceKind, StrId>;
    /// Kernels of types without a kind of their own are told apart by the type: msprof has no row for "Other".
    static Key keyOf(const Trace &trace, SliceId slice)
    {
        const SliceKind kind = trace.slices().kind(slice);
        const TaskDetail *const detail = trace.slices().detail(slice);
        return {kind, kind == SliceKind::KernelOther && detail ? detail->taskType : NoText};
    }
    std::set<Key> m_listed;
    Key m_last{SliceKind::Other, NoText};
};

bool listsKernels(const Trace &trace, const Lane &lane)
{
    const ProcessKind process = trace.process(lane.process).kind;
    return (process == ProcessKind::AscendHardware && lane.kind == LaneKind::Stream) ||
           (process == ProcessKind::Communication && lane.kind == LaneKind::CommGroup);
}

void findKernelsWithoutRow(const RankData &rank, const Trace &trace, const JobContext &job, Comparison &found)
{
    ListedKinds listed;
    for (const auto &[slice, row] : rank.kernelOfSlice)
        listed.add(trace, slice);
    for (quint32 l = 0; l < trace.lanes().size() && !job.isCanceled(); ++l) {
        if (!listsKernels(trace, trace.lanes()[l]))
            continue;
        const SliceStore::Span span = trace.slicesOf(LaneId{l});
        auto joined = std::lower_bound(rank.kernelOfSlice.begin(), rank.kernelOfSlice.end(), span.first,
                                       [](const auto &pair, quint32 slice) { return raw(pair.first) < slice; });
        for (quint32 i = span.first; i < span.last; ++i) {
            if (joined != rank.kernelOfSlice.end() && raw(joined->first) == i)
                ++joined;
            else if (listed.has(trace, SliceId{i}))
                found.onlyRight(i);
        }
    }
}

QString microseconds(qint64 ns)
{
    return QString::fromStdString(formatUs(ns)) + QStringLiteral(" µs");
}

} // namespace

void noteContradictionsOfKernels(const RankData &rank, const Trace &trace, bool isCut, const CsvPlaces &places,
                                 const JobContext &job, ImportReport &report)
{
    const Table &kernels = *rank.kernels;
    const KernelColumns c(kernels);
    const ColumnCells<qint64> starts(kernels, c.start);
    const ColumnCells<qint64> lengths(kernels, c.duration);
    constexpr qint64 sameNs = 10;
    Comparison byDuration(kernelDurations);
    Comparison byClock(kernelClock);
    for (int row = 0; row < kernels.rows(); ++row) {
        if (row % RowsPerPoll == 0 && job.isCanceled())
            return;
        const auto id = static_cast<quint32>(row);
        const SliceId slice = rank.sliceOfKernel[id];
        if (slice == NoSlice && starts.has(row) &&
            (starts.at(row) < trace.startNs() - sameNs || (!isCut && starts.at(row) > trace.endNs() + sameNs))) {
            byClock.onlyLeft(id);
            continue;
        }
        byClock.pair(id, {}, {});
        if (slice == NoSlice || !lengths.has(row))
            continue;
        const double ofTable = static_cast<double>(lengths.at(row)) / 1e3;
        const double ofTrace = static_cast<double>(trace.slices().duration(slice)) / 1e3;
        byDuration.pair(id, {&ofTable, 1}, {&ofTrace, 1});
    }
    findKernelsWithoutRow(rank, trace, job, byDuration);
    const auto at = [&](int column) {
        return [&places, name = column >= 0 ? kernels.at(column).name : QStringLiteral("1")](quint32 row) {
            const CsvPlaces::At place = places.at(static_cast<int>(row), name);
            return FactPlace{place.file, place.place};
        };
    };
    const auto nameOf = [&](quint32 row) {
        return kernels.strings().text(kernels.textId(static_cast<int>(row), c.name));
    };
    const FactWords slices{[&](quint32 slice) {
                               const SliceId id{slice};
                               return FactPlace{{},
                                                Place::name(trace.strings().text(trace.slices().name(id)))
                                                    .with(microseconds(trace.slices().start(id)))};
                           },
                           [&](quint32 slice) { return trace.strings().text(trace.slices().name(SliceId{slice})); }};
    byDuration.tell(kernels.source, {at(c.duration), nameOf}, slices, report);
    byClock.tell(kernels.source, {at(c.start), nameOf}, slices, report);
}

} // namespace rs
