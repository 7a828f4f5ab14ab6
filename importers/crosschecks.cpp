// SPDX-License-Identifier: Apache-2.0
#include "importers/crosschecks.h"

#include "core/cancelsort.h"
#include "core/jobcontext.h"
#include "core/kernelcolumns.h"
#include "core/timens.h"
#include "core/tracebuilder.h"
#include "importers/findingseverity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace rs {

namespace {

constexpr int PollRows = 4096;
// The table has three decimals of a microsecond, old ones two; the trace has more.
constexpr qint64 SameKernelNs = 10;
// communication.json has milliseconds with four decimals or more.
constexpr double SameElapseNs = 1000;

/// How often a thing occurs, and in which row first.
struct Rows
{
    qint64 count = 0;
    int first = 0;
    void add(int row)
    {
        if (count++ == 0)
            first = row;
    }
};

QString microseconds(qint64 ns)
{
    return QString::fromStdString(formatUs(ns)) + QStringLiteral(" µs");
}

void noteRows(const Rows &rows, qint64 of, const Table &kernels, int column, const CsvPlaces &places, const char *code,
              const char *message, const QString &argument, ImportReport &report)
{
    if (rows.count == 0)
        return;
    const CsvPlaces::At at = places.at(rows.first, column >= 0 ? kernels.at(column).name : QStringLiteral("1"));
    report.add({severityOf(rows.count, of), at.file.isEmpty() ? kernels.source : at.file, at.place,
                QString::fromLatin1(code), QString::fromLatin1(message), argument, rows.count});
}

/// Cells of an integer column, mostly read row after row: the place in the column is kept.
class Integers
{
public:
    Integers(const Table &table, int column) : m_column(column >= 0 ? &table.at(column) : nullptr) {}
    /// Null where the cell is missing.
    [[nodiscard]] const qint64 *at(int row)
    {
        if (row < m_first || row >= m_end)
            find(row);
        const auto i = static_cast<size_t>(row - m_first);
        return m_values && m_piece->present[i] ? m_values + i : nullptr;
    }

private:
    void find(int row)
    {
        m_piece = m_column ? m_column->pieceOf(row) : nullptr;
        const auto *const values = m_piece ? std::get_if<std::vector<qint64>>(&m_piece->values) : nullptr;
        m_values = values ? values->data() : nullptr;
        m_first = m_values ? m_piece->firstRow : row;
        m_end = m_values ? m_piece->end() : row + 1;
    }

    const Column *m_column;
    const Column::Piece *m_piece = nullptr;
    const qint64 *m_values = nullptr;
    int m_first = 0;
    int m_end = 0;
};

bool isSameKernel(const Table &t, const KernelColumns &c, int a, int b)
{
    if (t.textId(a, c.name) != t.textId(b, c.name))
        return false;
    const std::array<int, 7> columns{c.start, c.duration, c.task, c.stream, c.context, c.device, c.model};
    return std::all_of(columns.begin(), columns.end(), [&](int column) {
        return column < 0 || (t.has(a, column) == t.has(b, column) && t.integer(a, column) == t.integer(b, column) &&
                              t.textId(a, column) == t.textId(b, column));
    });
}

/// What kinds of kernels a table lists: not every version has those of the AI CPU, or communication.
class ListedKinds
{
public:
    ListedKinds()
    {
        for (const SliceKind kind : {SliceKind::KernelCube, SliceKind::KernelVector, SliceKind::KernelMix})
            m_listed[static_cast<size_t>(kind)] = true;
    }
    void add(SliceKind kind)
    {
        m_listed[static_cast<size_t>(kind)] = isKernel(kind) || m_listed[static_cast<size_t>(kind)];
    }
    [[nodiscard]] bool has(SliceKind kind) const { return m_listed[static_cast<size_t>(kind)]; }

private:
    static bool isKernel(SliceKind kind)
    {
        return kind == SliceKind::KernelAiCpu || kind == SliceKind::KernelOther || kind == SliceKind::CommOperator;
    }
    std::array<bool, static_cast<size_t>(SliceKind::Count)> m_listed{};
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
        listed.add(slices.kind(slice));
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
            if (!hasRow && !listed.has(slices.kind(slice)))
                continue;
            ++due;
            if (!hasRow && missing++ == 0)
                first = slice;
        }
    }
    if (missing > 0)
        report.add({severityOf(missing, due), kernels.source,
                    Place::name(trace.strings().text(slices.name(first))).with(microseconds(slices.start(first))),
                    QStringLiteral("kernels.no-row"),
                    QStringLiteral("Of %1 kernels in the trace, some have no row in this file: tables of operators "
                                   "count fewer calls and less time than the timeline shows."),
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

void noteRepeatedKernels(const Table &kernels, const CsvPlaces &places, const JobContext &job, ImportReport &report)
{
    const KernelColumns c(kernels);
    if (!c.isTimed() || c.name < 0)
        return;
    // Rows stand by start as the writers write them; then nothing has to be sorted.
    const int rows = kernels.rows();
    const auto startOf = [&](int row) { return kernels.integer(row, c.start); };
    Integers starts(kernels, c.start);
    bool sorted = true;
    bool anyTwice = false; // where no two begin at once, none stands again
    const qint64 *before = nullptr;
    for (int row = 0; row < rows && sorted; ++row) {
        if (row % PollRows == 0 && job.isCanceled())
            return;
        const qint64 *const start = starts.at(row);
        sorted = start && (!before || *before <= *start);
        anyTwice = anyTwice || (sorted && before && *before == *start);
        before = start;
    }
    if (sorted && !anyTwice)
        return;
    MemoryReservation memory(job.sharedBudget());
    std::vector<std::pair<qint64, int>> byStart;
    if (!sorted) {
        memory.hold(rows * static_cast<qint64>(sizeof byStart[0]));
        for (int row = 0; row < rows; ++row) {
            if (row % PollRows == 0 && job.isCanceled())
                return;
            if (kernels.has(row, c.start))
                byStart.emplace_back(startOf(row), row);
        }
        if (!sortCancellably(byStart, job, [](const auto &a, const auto &b) { return a < b; }))
            return;
    }
    const int size = sorted ? rows : static_cast<int>(byStart.size());
    const auto rowAt = [&](int i) { return sorted ? i : byStart[static_cast<size_t>(i)].second; };
    Rows repeated;
    for (int i = 1; i < size; ++i) {
        if (i % PollRows == 0 && job.isCanceled())
            return;
        const int row = rowAt(i);
        // Kernels of one start are few; a copy of the whole file puts each beside its own.
        for (int j = i - 1; j >= 0 && i - j <= 8 && startOf(rowAt(j)) == startOf(row); --j) {
            if (isSameKernel(kernels, c, rowAt(j), row)) {
                repeated.add(row);
                repeated.first = std::min(repeated.first, row);
                break;
            }
        }
    }
    noteRows(repeated, 0, kernels, c.name, places, "kernels.repeated",
             "Rows that stand again, with the same name, start and duration: what is counted and summed over operators "
             "counts them each time.",
             {}, report);
}

namespace {

/// Rows with a start by it, where they do not stand so, as the writers write them; nothing when cancelled.
std::optional<std::vector<std::pair<qint64, int>>> unsortedRows(const Table &kernels, int column, const JobContext &job,
                                                                MemoryReservation &memory)
{
    Integers starts(kernels, column);
    std::vector<std::pair<qint64, int>> out;
    bool sorted = true;
    const qint64 *before = nullptr;
    for (int row = 0; row < kernels.rows() && sorted; ++row) {
        const qint64 *const start = starts.at(row);
        sorted = start && (!before || *before <= *start);
        before = start;
    }
    if (sorted)
        return out;
    memory.hold(kernels.rows() * static_cast<qint64>(sizeof out[0]));
    for (int row = 0; row < kernels.rows(); ++row) {
        if (row % PollRows == 0 && job.isCanceled())
            return std::nullopt;
        if (const qint64 *const start = starts.at(row))
            out.emplace_back(*start, row);
    }
    if (!sortCancellably(out, job, [](const auto &a, const auto &b) { return a < b; }))
        return std::nullopt;
    return out;
}

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
    Rows tasks;
    Rows streams;
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
        const Rows all{tasks.count + streams.count, isTaskFirst ? tasks.first : streams.first};
        // A stream may have a number of the program's and one of the device.
        noteRows(all, tasks.count > 0 ? joined : all.count * 10, kernels, isTaskFirst ? c.task : c.stream, places,
                 "kernels.other-task",
                 "Rows of the kernel table name another task or stream than their slice in the trace (the first one: "
                 "%1): one of the two is wrong, and what is looked up by it leads elsewhere.",
                 argument, report);
    }
};

/// What the table calls an AI_VECTOR_CORE is an AI_CORE in old traces.
bool isOtherCore(std::string_view table, std::string_view trace)
{
    const auto familyOf = [](std::string_view core) {
        const SliceKind kind = deviceSliceKind(core, {});
        return kind == SliceKind::KernelVector || kind == SliceKind::KernelMix ? SliceKind::KernelCube : kind;
    };
    const SliceKind a = familyOf(table);
    const SliceKind b = familyOf(trace);
    if (a == SliceKind::DeviceOther || b == SliceKind::DeviceOther)
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
        noteRows(m_rows, joined, m_kernels, m_column, places, "kernels.other-core",
                 "Rows of the kernel table name another kind of core than their slice in the trace (the first one: "
                 "%1): the table's counts, and one of the two is wrong.",
                 m_argument, report);
    }

private:
    const Trace &m_trace;
    const Table &m_kernels;
    int m_column;
    std::pair<StrId, StrId> m_last{};
    bool m_isOther = false;
    Rows m_rows;
    QString m_argument;
};

} // namespace

void noteWaitsOfKernels(const Table &kernels, const CsvPlaces &places, const JobContext &job, ImportReport &report)
{
    const KernelColumns c(kernels);
    if (!c.isTimed() || c.wait < 0 || c.stream < 0)
        return;
    MemoryReservation memory(job.sharedBudget());
    const auto byStart = unsortedRows(kernels, c.start, job, memory);
    if (!byStart)
        return;
    Integers starts(kernels, c.start);
    Integers durations(kernels, c.duration);
    Integers waits(kernels, c.wait);
    Integers streams(kernels, c.stream);
    Integers devices(kernels, c.device);
    using Stream = std::pair<qint64, qint64>; // of a device
    std::map<Stream, std::optional<qint64>> endOfStream;
    auto last = endOfStream.end(); // mostly the one of the row before
    const qint64 allowed = SameKernelNs + 2 * roundingOfStarts(kernels);
    const int size = byStart->empty() ? kernels.rows() : static_cast<int>(byStart->size());
    qint64 known = 0;
    Rows longer;
    QString argument;
    for (int i = 0; i < size; ++i) {
        if (i % PollRows == 0 && job.isCanceled())
            return;
        const int row = byStart->empty() ? i : (*byStart)[static_cast<size_t>(i)].second;
        const qint64 *const stream = streams.at(row);
        const qint64 *const start = starts.at(row);
        if (!stream || !start)
            continue;
        const qint64 *const device = devices.at(row);
        const Stream key(device ? *device : -1, *stream);
        if (last == endOfStream.end() || last->first != key)
            last = endOfStream.try_emplace(key).first;
        std::optional<qint64> &end = last->second;
        const qint64 *const wait = waits.at(row);
        if (end && wait) {
            ++known;
            const qint64 gap = std::max<qint64>(0, *start - *end);
            if (*wait - gap > allowed) {
                if (longer.count == 0)
                    argument = microseconds(*wait) + QStringLiteral(" > ") + microseconds(gap);
                longer.add(row);
            }
        }
        const qint64 *const duration = durations.at(row);
        end = duration ? std::optional(*start + *duration) : std::nullopt;
    }
    noteRows(longer, known, kernels, c.wait, places, "kernels.long-wait",
             "Kernels waited longer than since the kernel before them on their stream had ended (the first one: %1): "
             "their wait time, a start or a duration is wrong.",
             argument, report);
}

namespace {

/// What 1 is in a column of parts of a whole; 0 for other columns.
double wholeOf(const Column &column)
{
    if (column.type != ColumnType::Real && column.type != ColumnType::Integer)
        return 0;
    if (column.unit == QLatin1String("%"))
        return 100;
    return column.name.endsWith(QLatin1String("_ratio")) || column.name.endsWith(QLatin1String("_rate")) ? 1 : 0;
}

/// Calls above(row) for the values of the column that are more than `most`.
template <typename Above>
void eachAbove(const Column &column, double most, Above above)
{
    for (const Column::Piece &piece : column.pieces) {
        const auto look = [&](const auto &values) {
            for (size_t i = 0; i < values.size(); ++i) {
                if (static_cast<double>(values[i]) > most && piece.present[i])
                    above(piece.firstRow + static_cast<int>(i));
            }
        };
        if (const auto *const reals = std::get_if<std::vector<double>>(&piece.values))
            look(*reals);
        else if (const auto *const integers = std::get_if<std::vector<qint64>>(&piece.values))
            look(*integers);
    }
}

} // namespace

void notePartsOfKernels(const Table &kernels, const CsvPlaces &places, const JobContext &job, ImportReport &report)
{
    constexpr double clocksDiffer = 1.2; // parts and wholes are not counted by one clock
    Rows above;
    int firstColumn = -1;
    qint64 cells = 0;
    for (int c = 0; c < kernels.columnCount() && !job.isCanceled(); ++c) {
        const double whole = wholeOf(kernels.at(c));
        if (whole <= 0)
            continue;
        const qint64 before = above.count;
        eachAbove(kernels.at(c), whole * clocksDiffer, [&](int row) { above.add(row); });
        if (above.count == before)
            continue;
        cells += kernels.rows();
        firstColumn = firstColumn < 0 ? c : firstColumn;
    }
    if (above.count > 0)
        noteRows(above, cells, kernels, firstColumn, places, "kernels.above-whole",
                 "Parts of a whole, in columns of ratios, rates and per cent, that are more than the whole (the first "
                 "one: %1): they are shown as the file has them.",
                 kernels.at(firstColumn).name + QStringLiteral(": ") +
                     QString::number(kernels.real(above.first, firstColumn), 'g', 6),
                 report);
}

void noteCoreTimes(const Table &kernels, const CsvPlaces &places, const JobContext &job, ImportReport &report)
{
    // Cycles and durations are not counted by one clock.
    constexpr double clocksDiffer = 1.2;
    constexpr double shortestUs = 1;
    const KernelColumns c(kernels);
    for (const int column :
         {kernels.columnOf({u"aicore_time(us)", u"aic_time(us)"}), kernels.column(u"aiv_time(us)")}) {
        if (column < 0 || c.duration < 0 || kernels.at(column).type == ColumnType::Text)
            continue;
        const double factor = kernels.at(column).type == ColumnType::Duration ? 1e-3 : 1;
        Integers durations(kernels, c.duration);
        Rows longer;
        QString argument;
        for (int row = 0; row < kernels.rows(); ++row) {
            if (row % PollRows == 0 && job.isCanceled())
                return;
            const qint64 *const duration = durations.at(row);
            const double us = duration ? kernels.real(row, column) * factor : 0;
            if (us <= shortestUs || us <= static_cast<double>(*duration) / 1e3 * clocksDiffer + shortestUs)
                continue;
            if (longer.count == 0)
                argument = QString::number(us, 'g', 9) + QStringLiteral(" µs > ") + microseconds(*duration);
            longer.add(row);
        }
        noteRows(longer, kernels.rows(), kernels, column, places, "kernels.core-time",
                 "Kernels whose cores worked longer than the kernel lasted (the first one: %1): one of the two times "
                 "is wrong.",
                 argument, report);
    }
}

namespace {

/// Numbers of a column of any kind, read row after row: the place in the column is kept. Durations are in microseconds.
class Numbers
{
public:
    Numbers(const Table &table, int column) : m_column(table.at(column)) {}
    [[nodiscard]] std::optional<double> at(int row)
    {
        if (row < m_first || row >= m_end) {
            m_piece = m_column.pieceOf(row);
            m_first = m_piece ? m_piece->firstRow : row;
            m_end = m_piece ? m_piece->end() : row + 1;
        }
        const auto i = static_cast<size_t>(row - m_first);
        if (!m_piece || !m_piece->present[i])
            return std::nullopt;
        if (const auto *const reals = std::get_if<std::vector<double>>(&m_piece->values))
            return (*reals)[i];
        const auto *const integers = std::get_if<std::vector<qint64>>(&m_piece->values);
        const double factor = m_column.type == ColumnType::Duration ? 1e-3 : 1;
        return integers ? std::optional(static_cast<double>((*integers)[i]) * factor) : std::nullopt;
    }

private:
    const Column &m_column;
    const Column::Piece *m_piece = nullptr;
    int m_first = 0;
    int m_end = 0;
};

/// Writers compute the time of a pipe from its ratio and the core's, or both from cycles; ratios have three decimals.
bool isOtherPart(double part, const std::optional<double> &ratio, double whole)
{
    const double rounding = whole * 0.01 + 0.1;
    return part > whole + rounding || (ratio && std::abs(part - *ratio * whole) > rounding);
}

} // namespace

void notePipesOfKernels(const Table &kernels, const CsvPlaces &places, const JobContext &job, ImportReport &report)
{
    const std::pair<const char *, int> cores[] = {
        {"aic_", kernels.columnOf({u"aicore_time(us)", u"aic_time(us)"})},
        {"aiv_", kernels.column(u"aiv_time(us)")},
    };
    Rows other;
    int firstColumn = -1;
    qint64 cells = 0;
    QString argument;
    for (int column = 0; column < kernels.columnCount(); ++column) {
        const QString &name = kernels.at(column).name;
        const qsizetype end = name.indexOf(QLatin1String("_time(us)"));
        const auto core = std::find_if(std::begin(cores), std::end(cores), [&](const auto &c) {
            return c.second >= 0 && c.second != column && name.startsWith(QLatin1String(c.first));
        });
        if (end < 0 || core == std::end(cores) || kernels.at(column).type == ColumnType::Text)
            continue;
        const int ratioColumn = kernels.column(QString(name.left(end) + QLatin1String("_ratio")));
        Numbers parts(kernels, column);
        Numbers wholes(kernels, core->second);
        std::optional<Numbers> ratios;
        if (ratioColumn >= 0)
            ratios.emplace(kernels, ratioColumn);
        cells += kernels.rows();
        for (int row = 0; row < kernels.rows(); ++row) {
            if (row % PollRows == 0 && job.isCanceled())
                return;
            const std::optional<double> part = parts.at(row);
            const std::optional<double> whole = part ? wholes.at(row) : std::nullopt;
            const std::optional<double> ratio = whole && ratios ? ratios->at(row) : std::nullopt;
            if (!whole || !isOtherPart(*part, ratio, *whole))
                continue;
            if (other.count == 0) {
                firstColumn = column;
                QString times;
                if (ratios) {
                    if (const auto r = ratios->at(row))
                        times = QString::number(*r) + QStringLiteral(" × ");
                }
                argument = name + QStringLiteral(": %1 ≠ ").arg(*part) + times + QString::number(*whole);
            }
            other.add(row);
        }
    }
    noteRows(other, cells, kernels, firstColumn, places, "kernels.other-part",
             "Times of a pipe of a core that are not its ratio of the core's time, or more than all of it (the first "
             "one: %1): one of the three is wrong.",
             argument, report);
}

void noteKernelsOfTrace(const Trace &trace, const Table &kernels, const KernelJoin &join, const CsvPlaces &places,
                        const JobContext &job, ImportReport &report)
{
    const KernelColumns c(kernels);
    Rows longer;
    Rows outside;
    Integers starts(kernels, c.start);
    Integers durations(kernels, c.duration);
    Integers taskIds(kernels, c.task);
    Integers streamIds(kernels, c.stream);
    OtherTasks otherTasks;
    OtherCores otherCores(trace, kernels, c.core);
    for (int row = 0; row < kernels.rows(); ++row) {
        if (row % PollRows == 0 && job.isCanceled())
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
            if (*start < trace.startNs() - SameKernelNs || *start > trace.endNs() + SameKernelNs)
                outside.add(row);
        }
    }
    if (longer.count > 0)
        noteRows(longer, join.joined, kernels, c.duration, places, "kernels.other-duration",
                 "Rows of the kernel table have another duration than their slice in the trace (the first one: %1): "
                 "tables of operators and the timeline disagree, and one of the two is wrong.",
                 microseconds(kernels.integer(longer.first, c.duration)) + QStringLiteral(" ≠ ") +
                     microseconds(trace.slices().duration(join.sliceOfKernel[static_cast<size_t>(longer.first)])),
                 report);
    otherCores.tell(join.joined, places, report);
    otherTasks.tell(join.joined, kernels, c, places, report);
    noteRows(outside, kernels.rows(), kernels, c.start, places, "kernels.outside",
             "Rows of the kernel table begin before the trace begins or after it ends: their start is of another "
             "clock, of another unit or of another run.",
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
        if (out.records++ % PollRows == 0 && job.isCanceled())
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
                    QStringLiteral("Operators of this file begin at a time at which the trace has no slice of their "
                                   "name: their numbers cannot be shown with the timeline."),
                    {},
                    starts.count});
    if (elapses.first)
        report.add({severityOf(elapses.count, records), file, Place::name(elapses.first->name()),
                    QStringLiteral("communication.other-elapse"),
                    QStringLiteral("Operators of this file take another time than their slice in the trace (the first "
                                   "one: %1): tables of communication and the timeline disagree, and one of the two is "
                                   "wrong."),
                    microseconds(std::llround(*elapses.first->elapseMs() * 1e6)) + QStringLiteral(" ≠ ") +
                        microseconds(elapses.ns),
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
                    QStringLiteral("Of %1 communication operators in the trace, some are not in this file: their "
                                   "transit and wait are in no total."),
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
    Integers durations(k, c.duration);
    for (int row = 0; row < k.rows(); ++row) {
        if (row % PollRows == 0 && job.isCanceled())
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
    const auto unequal = [](qint64 a, qint64 b) { return microseconds(a) + QStringLiteral(" ≠ ") + microseconds(b); };
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
        report.add({severityOf(different, static_cast<qint64>(listed.size())),
                    s.source,
                    {},
                    QStringLiteral("statistic.other-kernels"),
                    QStringLiteral("Types of operators whose count, total, least or greatest time in this file is not "
                                   "that of the kernel table (the first one: %1): the two are not of one capture, or "
                                   "one of them is damaged."),
                    first,
                    different});
}

} // namespace rs
