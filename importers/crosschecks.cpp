// SPDX-License-Identifier: Apache-2.0
#include "importers/crosschecks.h"

#include "core/job/cancelsort.h"
#include "core/job/jobcontext.h"
#include "core/table/kernelcolumns.h"
#include "core/trace/taskkind.h"
#include "importers/files/findingseverity.h"
#include "importers/kernelcells.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace rs {

namespace {

// communication.json has milliseconds with four decimals or more.
constexpr double SameElapseNs = 1000;

/// What kinds of kernels a table lists: not every version has those of the AI CPU, or communication.
class ListedKinds
{
public:
    void add(const Trace &trace, SliceId slice)
    {
        const Key key = keyOf(trace, slice);
        if (isComputing(key.first) || key.first == SliceKind::CommOperator)
            m_listed.insert(key);
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
};

bool listsKernels(const Trace &trace, const Lane &lane)
{
    const ProcessKind process = trace.process(lane.process).kind;
    return (process == ProcessKind::AscendHardware && lane.kind == LaneKind::Stream) ||
           (process == ProcessKind::Communication && lane.kind == LaneKind::CommGroup);
}

void noteMissingRows(const Trace &trace, const Table &kernels, const KernelJoin &join, const JobContext &job,
                     ImportReport &report)
{
    const SliceStore &slices = trace.slices();
    ListedKinds listed;
    for (const auto &[slice, row] : join.kernelOfSlice)
        listed.add(trace, slice);
    qint64 due = 0;
    qint64 missing = 0;
    SliceId first = NoSlice;
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        if (job.isCanceled())
            return;
        if (!listsKernels(trace, trace.lanes()[l]))
            continue;
        const SliceStore::Span span = trace.slicesOf(LaneId{l});
        auto joined = std::lower_bound(join.kernelOfSlice.begin(), join.kernelOfSlice.end(), span.first,
                                       [](const auto &pair, quint32 slice) { return raw(pair.first) < slice; });
        for (quint32 i = span.first; i < span.last; ++i) {
            const SliceId slice{i};
            const bool hasRow = joined != join.kernelOfSlice.end() && joined->first == slice;
            if (hasRow)
                ++joined;
            if (!hasRow && !listed.has(trace, slice))
                continue;
            ++due;
            if (!hasRow && missing++ == 0)
                first = slice;
        }
    }
    if (missing > 0)
        report.add({severityOf(missing, due), kernels.source,
                    Place::name(trace.strings().text(slices.name(first))).with(microsecondsText(slices.start(first))),
                    QStringLiteral("kernels.no-row"),
                    RS_MESSAGE("Of %1 kernels in the trace, some have no row in this file: tables of operators count "
                               "fewer calls and less time than the timeline shows."),
                    QString::number(due), missing});
}

/// Slices of communication groups by name and start.
class GroupSlices
{
public:
    struct Entry
    {
        quint32 name = 0;
        qint64 startNs = 0;
        SliceId slice = NoSlice;
        bool named = false; ///< by a record
    };

    GroupSlices(const Trace &trace, const JobContext &job) : m_trace(trace)
    {
        const SliceStore &slices = trace.slices();
        for (quint32 l = 0; l < trace.lanes().size(); ++l) {
            if (trace.lanes()[l].kind != LaneKind::CommGroup)
                continue;
            const SliceStore::Span span = trace.slicesOf(LaneId{l});
            for (quint32 i = span.first; i < span.last; ++i) {
                const SliceId slice{i};
                if (slices.kind(slice) == SliceKind::CommOperator)
                    m_entries.push_back({raw(slices.name(slice)), slices.start(slice), slice, false});
            }
        }
        m_ok = sortCancellably(m_entries, job, [](const Entry &a, const Entry &b) {
            return a.name != b.name ? a.name < b.name : a.startNs < b.startNs;
        });
    }

    [[nodiscard]] bool isReady() const { return m_ok && !m_entries.empty(); }
    [[nodiscard]] const std::vector<Entry> &entries() const { return m_entries; }

    /// The entries of that name; empty where the trace has none.
    [[nodiscard]] std::pair<size_t, size_t> ofName(std::string_view name) const
    {
        const auto id = m_trace.strings().find(name);
        if (!id)
            return {0, 0};
        const auto from =
            std::partition_point(m_entries.begin(), m_entries.end(), [&](const Entry &e) { return e.name < raw(*id); });
        const auto to = std::partition_point(from, m_entries.end(), [&](const Entry &e) { return e.name == raw(*id); });
        return {static_cast<size_t>(from - m_entries.begin()), static_cast<size_t>(to - m_entries.begin())};
    }

    /// The one that begins within 0.3 us, which the file's one decimal explains.
    Entry *at(std::pair<size_t, size_t> range, double startUs)
    {
        constexpr qint64 toleranceNs = 300;
        // From whole microseconds: a stamp of today loses its last digits as a double.
        const auto wholeUs = static_cast<qint64>(std::floor(startUs));
        const qint64 startNs = wholeUs * 1000 + std::llround((startUs - static_cast<double>(wholeUs)) * 1000);
        const auto begin = m_entries.begin() + static_cast<qptrdiff>(range.first);
        const auto end = m_entries.begin() + static_cast<qptrdiff>(range.second);
        const auto found =
            std::partition_point(begin, end, [&](const Entry &e) { return e.startNs < startNs - toleranceNs; });
        return found != end && found->startNs <= startNs + toleranceNs ? &*found : nullptr;
    }
    Entry *only(std::pair<size_t, size_t> range)
    {
        return range.second - range.first == 1 ? &m_entries[range.first] : nullptr;
    }

private:
    const Trace &m_trace;
    std::vector<Entry> m_entries;
    bool m_ok = false;
};

/// Where the trace marks steps, the writer lists the operators of steps only.
bool isInAStep(const Trace &trace, SliceId slice)
{
    const qint64 start = trace.slices().start(slice);
    const auto after = std::partition_point(trace.steps().begin(), trace.steps().end(),
                                            [&](const StepMark &m) { return m.startNs <= start; });
    return trace.steps().empty() || (after != trace.steps().begin() && start < std::prev(after)->endNs);
}

} // namespace

namespace {

/// The row beside it is of the same name and start: which of them belongs to which slice nobody knows.
bool hasTwin(const Table &kernels, const KernelColumns &c, int row)
{
    constexpr qint64 joinedNs = 2;
    const auto isTwin = [&](int other) {
        return other >= 0 && other < kernels.rows() && kernels.textId(other, c.name) == kernels.textId(row, c.name) &&
               std::abs(kernels.integer(other, c.start) - kernels.integer(row, c.start)) <= joinedNs;
    };
    return isTwin(row - 1) || isTwin(row + 1);
}

/// Rows whose task or stream is not that of their slice.
struct OtherTasks
{
    RowCount tasks;
    RowCount streams;
    QString argument; ///< of the first of either

    void compare(const Table &kernels, const KernelColumns &c, int row, const TaskDetail *detail, const qint64 *task,
                 const qint64 *stream)
    {
        constexpr qint64 wrap = 65536; // of the numbers of tasks in the trace
        if (!detail)
            return;
        const bool otherTask = task && detail->taskId >= 0 && (*task - detail->taskId) % wrap != 0;
        const bool otherStream = stream && detail->streamId >= 0 && *stream != detail->streamId;
        if ((!otherTask && !otherStream) || hasTwin(kernels, c, row))
            return;
        if (tasks.count + streams.count == 0) {
            const int column = otherTask ? c.task : c.stream;
            argument = kernels.at(column).name + QStringLiteral(": %1 ≠ %2")
                                                     .arg(otherTask ? *task : *stream)
                                                     .arg(otherTask ? detail->taskId : detail->streamId);
        }
        (otherTask ? tasks : streams).add(row);
    }
    void tell(qint64 joined, const Table &kernels, const KernelColumns &c, const CsvPlaces &places,
              ImportReport &report) const
    {
        const bool isTaskFirst = tasks.count > 0 && (streams.count == 0 || tasks.first <= streams.first);
        const RowCount all{tasks.count + streams.count, isTaskFirst ? tasks.first : streams.first};
        // A stream may have a number of the program's and one of the device.
        noteKernelRows(
            all, tasks.count > 0 ? joined : all.count * 10, kernels, isTaskFirst ? c.task : c.stream, places,
            "kernels.other-task",
            RS_NOOP("Rows of the kernel table name another task or stream than their slice in the trace (the first "
                    "one: %1): one of the two is wrong, and what is looked up by it leads elsewhere."),
            argument, report);
    }
};

bool isNamedCore(SliceKind kind)
{
    return isOnCores(kind) || kind == SliceKind::KernelAiCpu;
}

/// Cores that differ: an AI_VECTOR_CORE of the table is an AI_CORE in old traces; types that nobody knows may be any
/// core's.
bool isOtherCore(std::string_view table, std::string_view trace)
{
    const auto familyOf = [](std::string_view core) {
        const SliceKind kind = deviceSliceKind(core, {});
        return kind == SliceKind::KernelVector || kind == SliceKind::KernelMix ? SliceKind::KernelCube : kind;
    };
    const SliceKind a = familyOf(table);
    const SliceKind b = familyOf(trace);
    if (!isNamedCore(a) || !isNamedCore(b))
        return false;
    return a != b || (table == "AI_CORE" && trace == "AI_VECTOR_CORE");
}

/// Rows whose core is not that of their slice.
class OtherCores
{
public:
    OtherCores(const Trace &trace, const Table &kernels, int column)
        : m_trace(trace), m_kernels(kernels), m_column(column)
    {
    }
    void compare(int row, const TaskDetail *detail)
    {
        if (m_column < 0 || !detail)
            return;
        // Most are of the kinds of the row before.
        const std::pair kinds(m_kernels.textId(row, m_column), detail->taskType);
        if (kinds != m_last) {
            m_last = kinds;
            m_isOther = isOtherCore(m_kernels.strings().view(kinds.first), m_trace.strings().view(kinds.second));
        }
        if (!m_isOther)
            return;
        if (m_rows.count == 0)
            m_argument =
                m_kernels.strings().text(kinds.first) + QStringLiteral(" ≠ ") + m_trace.strings().text(kinds.second);
        m_rows.add(row);
    }
    void tell(qint64 joined, const CsvPlaces &places, ImportReport &report) const
    {
        noteKernelRows(m_rows, joined, m_kernels, m_column, places, "kernels.other-core",
                       RS_NOOP("Rows of the kernel table name another kind of core than their slice in the trace (the "
                               "first one: %1): the table's counts, and one of the two is wrong."),
                       m_argument, report);
    }

private:
    const Trace &m_trace;
    const Table &m_kernels;
    int m_column;
    std::pair<StrId, StrId> m_last{};
    bool m_isOther = false;
    RowCount m_rows;
    QString m_argument;
};

} // namespace

void noteKernelsOfTrace(const Trace &trace, bool isCut, const Table &kernels, const KernelJoin &join,
                        const CsvPlaces &places, const JobContext &job, ImportReport &report)
{
    const KernelColumns c(kernels);
    RowCount longer;
    RowCount outside;
    IntegerCells starts(kernels, c.start);
    IntegerCells durations(kernels, c.duration);
    IntegerCells taskIds(kernels, c.task);
    IntegerCells streamIds(kernels, c.stream);
    OtherTasks otherTasks;
    OtherCores otherCores(trace, kernels, c.core);
    for (int row = 0; row < kernels.rows(); ++row) {
        if (row % RowsPerPoll == 0 && job.isCanceled())
            return;
        const SliceId slice = join.sliceOfKernel[static_cast<size_t>(row)];
        if (slice != NoSlice) {
            const TaskDetail *const detail = trace.slices().detail(slice);
            otherTasks.compare(kernels, c, row, detail, taskIds.at(row), streamIds.at(row));
            otherCores.compare(row, detail);
            const qint64 *const duration = durations.at(row);
            // Both lie in a range that no difference leaves.
            if (duration && std::abs(*duration - trace.slices().duration(slice)) > SameKernelNs)
                longer.add(row);
        } else if (const qint64 *const start = starts.at(row)) {
            if (*start < trace.startNs() - SameKernelNs || (!isCut && *start > trace.endNs() + SameKernelNs))
                outside.add(row);
        }
    }
    if (longer.count > 0)
        noteKernelRows(
            longer, join.joined, kernels, c.duration, places, "kernels.other-duration",
            RS_NOOP("Rows of the kernel table have another duration than their slice in the trace (the first one: %1): "
                    "tables of operators and the timeline disagree, and one of the two is wrong."),
            microsecondsText(kernels.integer(longer.first, c.duration)) + QStringLiteral(" ≠ ") +
                microsecondsText(trace.slices().duration(join.sliceOfKernel[static_cast<size_t>(longer.first)])),
            report);
    otherCores.tell(join.joined, places, report);
    otherTasks.tell(join.joined, kernels, c, places, report);
    noteKernelRows(outside, kernels.rows(), kernels, c.start, places, "kernels.outside",
                   RS_NOOP("Rows of the kernel table begin before the trace begins or after it ends: their start is of "
                           "another clock, of another unit or of another run."),
                   {}, report);
    noteMissingRows(trace, kernels, join, job, report);
}

namespace {

/// How often operators of communication.json differ from the trace in one thing, and which one first.
struct OtherOperators
{
    qint64 count = 0;
    std::optional<CommOpRef> first;
    qint64 ns = 0; ///< that its slice lasts
    void add(const CommOpRef &op, qint64 lasts = 0)
    {
        if (count++ > 0)
            return;
        first = op;
        ns = lasts;
    }
};

struct OperatorsOfTrace
{
    qint64 records = 0;
    OtherOperators starts;
    OtherOperators elapses;
};

/// Marks the slices that records name; nothing when cancelled.
std::optional<OperatorsOfTrace> findOperators(const RankData &rank, GroupSlices &slices, const JobContext &job)
{
    OperatorsOfTrace out;
    for (const CommOpRef op : rank.commOps) {
        if (op.isTotal())
            continue;
        if (out.records++ % RowsPerPoll == 0 && job.isCanceled())
            return std::nullopt;
        const auto range = slices.ofName(op.nameView());
        if (range.first == range.second)
            continue; // told by name
        const std::optional<double> startUs = op.startUs();
        GroupSlices::Entry *const entry = startUs ? slices.at(range, *startUs) : slices.only(range);
        if (!entry) {
            if (startUs)
                out.starts.add(op);
            continue;
        }
        entry->named = true;
        const qint64 lasts = rank.trace->slices().duration(entry->slice);
        const std::optional<double> elapseMs = op.elapseMs();
        if (elapseMs && std::abs(*elapseMs * 1e6 - static_cast<double>(lasts)) > SameElapseNs)
            out.elapses.add(op, lasts);
    }
    return out;
}

void noteOtherOperators(const OperatorsOfTrace &found, const QString &file, ImportReport &report)
{
    const auto &[records, starts, elapses] = found;
    if (starts.first)
        report.add({severityOf(starts.count, records),
                    file,
                    Place::name(starts.first->name()),
                    QStringLiteral("communication.other-start"),
                    RS_MESSAGE("Operators of this file begin at a time at which the trace has no slice of their name: "
                               "their numbers cannot be shown with the timeline."),
                    {},
                    starts.count});
    if (elapses.first)
        report.add({severityOf(elapses.count, records), file, Place::name(elapses.first->name()),
                    QStringLiteral("communication.other-elapse"),
                    RS_MESSAGE("Operators of this file take another time than their slice in the trace (the first one: "
                               "%1): tables of communication and the timeline disagree, and one of the two is wrong."),
                    microsecondsText(std::llround(*elapses.first->elapseMs() * 1e6)) + QStringLiteral(" ≠ ") +
                        microsecondsText(elapses.ns),
                    elapses.count});
}

/// Slices that no record names. `told`: how many of them have been told as beginning elsewhere.
void noteSlicesWithoutRecord(const Trace &trace, const GroupSlices &slices, qint64 told, const QString &file,
                             ImportReport &report)
{
    qint64 due = 0;
    qint64 missing = 0;
    SliceId first = NoSlice;
    for (const GroupSlices::Entry &e : slices.entries()) {
        if (!e.named && !isInAStep(trace, e.slice))
            continue;
        ++due;
        if (!e.named && missing++ == 0)
            first = e.slice;
    }
    if (missing > told)
        report.add({severityOf(missing, due), file, Place::name(trace.strings().text(trace.slices().name(first))),
                    QStringLiteral("communication.no-record"),
                    RS_MESSAGE("Of %1 communication operators in the trace, some are not in this file: their transit "
                               "and wait are in no total."),
                    QString::number(due), missing});
}

} // namespace

void noteOperatorsOfTrace(const RankData &rank, const QString &file, const JobContext &job, ImportReport &report)
{
    if (!rank.trace)
        return;
    GroupSlices slices(*rank.trace, job);
    if (!slices.isReady())
        return;
    const auto found = findOperators(rank, slices, job);
    if (!found || found->records == 0)
        return;
    noteOtherOperators(*found, file, report);
    noteSlicesWithoutRecord(*rank.trace, slices, found->starts.count, file, report);
}

namespace {

/// What of a type of operators is counted and summed.
struct TypeSum
{
    qint64 calls = 0;
    qint64 ns = 0;
    bool known = true; ///< every duration
    std::optional<qint64> leastNs = {};
    std::optional<qint64> greatestNs = {};

    void bound(qint64 least, qint64 greatest)
    {
        leastNs = std::min(leastNs.value_or(least), least);
        greatestNs = std::max(greatestNs.value_or(greatest), greatest);
    }
};

/// By type and core.
using TypeSums = std::map<std::pair<std::string_view, std::string_view>, TypeSum>;

/// Of computing kernels; empty where the table knows no types, or when cancelled.
TypeSums sumsOfKernels(const Table &k, bool byCore, const JobContext &job)
{
    const KernelColumns c(k);
    if (c.type < 0 || c.duration < 0)
        return {};
    std::map<std::pair<quint32, quint32>, TypeSum> byId;
    // Of a type nearly always the sum that it had the last time is asked for.
    struct Last
    {
        quint32 core = 0;
        TypeSum *sum = nullptr;
    };
    std::vector<Last> lastOfType(k.strings().size());
    enum class Communication : quint8 { Unknown, No, Yes };
    std::vector<Communication> names(k.strings().size(), Communication::Unknown);
    IntegerCells durations(k, c.duration);
    for (int row = 0; row < k.rows(); ++row) {
        if (row % RowsPerPoll == 0 && job.isCanceled())
            return {};
        const quint32 typeId = raw(k.textId(row, c.type));
        const StrId runsOn = k.textId(row, c.core);
        if (typeId == 0 || isCommunicationCore(k.strings().view(runsOn)))
            continue;
        Communication &byName = names[raw(k.textId(row, c.name))];
        if (byName == Communication::Unknown)
            byName = c.isCommunication(k, row) ? Communication::Yes : Communication::No;
        if (byName == Communication::Yes)
            continue;
        Last &last = lastOfType[typeId];
        const quint32 coreId = byCore ? raw(runsOn) : 0;
        if (!last.sum || last.core != coreId)
            last = {coreId, &byId[{typeId, coreId}]};
        TypeSum &sum = *last.sum;
        ++sum.calls;
        const qint64 *const duration = durations.at(row);
        sum.known = sum.known && duration;
        if (duration)
            sum.bound(*duration, *duration);
        // What overflows is no profile.
        if (duration && sum.ns < (qint64{1} << 61))
            sum.ns += *duration;
    }
    TypeSums out;
    for (const auto &[id, sum] : byId)
        out[{k.strings().view(StrId{id.first}), k.strings().view(StrId{id.second})}] = sum;
    return out;
}

/// The same of op_statistic.csv.
TypeSums sumsOfStatistic(const Table &s, int type, int core, int count, int total)
{
    const int least = s.column(u"Min Time(us)");
    const int greatest = s.column(u"Max Time(us)");
    const auto nsAt = [&s](int row, int column) {
        const double factor = s.at(column).type == ColumnType::Duration ? 1 : 1e3;
        return static_cast<qint64>(std::llround(std::min(s.real(row, column), 1e15) * factor));
    };
    TypeSums out;
    for (int row = 0; row < s.rows(); ++row) {
        const std::string_view t = s.textView(row, type);
        const std::string_view of = core < 0 ? std::string_view() : s.textView(row, core);
        if (t.substr(0, 5) == "hcom_" || isCommunicationCore(of))
            continue;
        TypeSum &sum = out[{t, of}];
        sum.calls += s.integer(row, count);
        sum.ns += nsAt(row, total);
        sum.known = sum.known && s.has(row, count) && s.has(row, total);
        if (s.has(row, least) && s.has(row, greatest))
            sum.bound(nsAt(row, least), nsAt(row, greatest));
    }
    return out;
}

/// "3 ≠ 4", of the first that differs; empty where none does.
QString differenceOfTypes(const TypeSum &listed, const TypeSum &kernels)
{
    const auto unequal = [](qint64 a, qint64 b) {
        return microsecondsText(a) + QStringLiteral(" ≠ ") + microsecondsText(b);
    };
    const auto isOther = [](const std::optional<qint64> &a, const std::optional<qint64> &b) {
        return a && b && std::abs(*a - *b) > SameKernelNs;
    };
    if (listed.calls != kernels.calls)
        return QStringLiteral("%1 ≠ %2").arg(listed.calls).arg(kernels.calls);
    if (!listed.known || !kernels.known)
        return {};
    // Each row of the table is rounded, so are the sums.
    if (std::abs(listed.ns - kernels.ns) > kernels.calls + 10)
        return unequal(listed.ns, kernels.ns);
    if (isOther(listed.leastNs, kernels.leastNs))
        return unequal(*listed.leastNs, *kernels.leastNs);
    if (isOther(listed.greatestNs, kernels.greatestNs))
        return unequal(*listed.greatestNs, *kernels.greatestNs);
    return {};
}

} // namespace

void noteStatisticOfKernels(const RankData &rank, const JobContext &job, ImportReport &report)
{
    const auto statistic = rank.table(QStringLiteral("op_statistic"));
    if (!statistic || !rank.kernels)
        return;
    const Table &s = *statistic;
    const int type = s.column(u"OP Type");
    const int core = s.column(u"Core Type");
    const int count = s.column(u"Count");
    const int total = s.column(u"Total Time(us)");
    if (type < 0 || count < 0 || total < 0)
        return;
    const TypeSums expected = sumsOfKernels(*rank.kernels, core >= 0, job);
    // A table without types has nothing to say to it.
    if (expected.empty())
        return;
    const TypeSums listed = sumsOfStatistic(s, type, core, count, total);
    qint64 different = 0;
    QString first;
    const auto differ = [&](std::string_view name, const QString &what) {
        if (!what.isEmpty() && different++ == 0)
            first = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())) + QStringLiteral(": ") + what;
    };
    for (const auto &[key, sum] : listed) {
        const auto found = expected.find(key);
        differ(key.first, differenceOfTypes(sum, found == expected.end() ? TypeSum() : found->second));
    }
    for (const auto &[key, sum] : expected) {
        if (!listed.contains(key))
            differ(key.first, differenceOfTypes(TypeSum(), sum));
    }
    if (different > 0)
        report.add(
            {severityOf(different, static_cast<qint64>(listed.size())),
             s.source,
             {},
             QStringLiteral("statistic.other-kernels"),
             RS_MESSAGE("Types of operators whose count, total, least or greatest time in this file is not that of the "
                        "kernel table (the first one: %1): the two are not of one capture, or one of them is damaged."),
             first,
             different});
}

} // namespace rs
