// SPDX-License-Identifier: Apache-2.0
#include "importers/kernelchecks.h"

#include "core/job/cancelsort.h"
#include "core/job/jobcontext.h"
#include "core/table/kernelcolumns.h"
#include "importers/kernelcells.h"
#include "importers/kerneljoin.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

namespace rs {

namespace {

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

} // namespace

void noteRepeatedKernels(const Table &kernels, const CsvPlaces &places, const JobContext &job, ImportReport &report)
{
    const KernelColumns c(kernels);
    if (!c.isTimed() || c.name < 0)
        return;
    // Rows stand by start as the writers write them; then nothing has to be sorted.
    const int rows = kernels.rows();
    const auto startOf = [&](int row) { return kernels.integer(row, c.start); };
    IntegerCells starts(kernels, c.start);
    bool sorted = true;
    bool anyTwice = false; // where no two begin at once, none stands again
    const qint64 *before = nullptr;
    for (int row = 0; row < rows && sorted; ++row) {
        if (row % RowsPerPoll == 0 && job.isCanceled())
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
            if (row % RowsPerPoll == 0 && job.isCanceled())
                return;
            if (kernels.has(row, c.start))
                byStart.emplace_back(startOf(row), row);
        }
        if (!sortCancellably(byStart, job, [](const auto &a, const auto &b) { return a < b; }))
            return;
    }
    const int size = sorted ? rows : static_cast<int>(byStart.size());
    const auto rowAt = [&](int i) { return sorted ? i : byStart[static_cast<size_t>(i)].second; };
    RowCount repeated;
    for (int i = 1; i < size; ++i) {
        if (i % RowsPerPoll == 0 && job.isCanceled())
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
    noteKernelRows(repeated, 0, kernels, c.name, places, "kernels.repeated",
                   RS_NOOP("Rows that stand again, with the same name, start and duration: what is counted and summed "
                           "over operators counts them each time."),
                   {}, report);
}

namespace {

/// Rows with a start by it, where they do not stand so, as the writers write them; nothing when cancelled.
std::optional<std::vector<std::pair<qint64, int>>> unsortedRows(const Table &kernels, int column, const JobContext &job,
                                                                MemoryReservation &memory)
{
    IntegerCells starts(kernels, column);
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
        if (row % RowsPerPoll == 0 && job.isCanceled())
            return std::nullopt;
        if (const qint64 *const start = starts.at(row))
            out.emplace_back(*start, row);
    }
    if (!sortCancellably(out, job, [](const auto &a, const auto &b) { return a < b; }))
        return std::nullopt;
    return out;
}

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
    IntegerCells starts(kernels, c.start);
    IntegerCells durations(kernels, c.duration);
    IntegerCells waits(kernels, c.wait);
    IntegerCells streams(kernels, c.stream);
    IntegerCells devices(kernels, c.device);
    using Stream = std::pair<qint64, qint64>; // of a device
    std::map<Stream, std::optional<qint64>> endOfStream;
    auto last = endOfStream.end(); // mostly the one of the row before
    // The profiler counts a wait from the row before of the device, whatever stream that is of, communication too.
    std::map<qint64, std::optional<qint64>> endOfDevice;
    // Newer CANN takes the ends of rows from coarser stamps: waits of sound files are up to 240 ns longer.
    constexpr qint64 grainOfEndsNs = 250;
    const qint64 allowed = std::max(grainOfEndsNs, SameKernelNs + 2 * roundingOfStarts(kernels));
    const int size = byStart->empty() ? kernels.rows() : static_cast<int>(byStart->size());
    qint64 known = 0;
    RowCount longer;
    QString argument;
    for (int i = 0; i < size; ++i) {
        if (i % RowsPerPoll == 0 && job.isCanceled())
            return;
        const int row = byStart->empty() ? i : (*byStart)[static_cast<size_t>(i)].second;
        const qint64 *const stream = streams.at(row);
        const qint64 *const start = starts.at(row);
        if (!start)
            continue;
        const qint64 *const device = devices.at(row);
        const qint64 *const duration = durations.at(row);
        const std::optional<qint64> ownEnd = duration ? std::optional(*start + *duration) : std::nullopt;
        const auto [rowBefore, isFirst] = endOfDevice.try_emplace(device ? *device : -1, ownEnd);
        const std::optional<qint64> endBefore = isFirst ? std::nullopt : std::exchange(rowBefore->second, ownEnd);
        if (!stream)
            continue;
        const Stream key(device ? *device : -1, *stream);
        if (last == endOfStream.end() || last->first != key)
            last = endOfStream.try_emplace(key).first;
        std::optional<qint64> &end = last->second;
        const qint64 *const wait = waits.at(row);
        if (end && endBefore && wait) {
            ++known;
            const qint64 gap = std::max<qint64>(0, *start - std::min(*end, *endBefore));
            if (*wait - gap > allowed) {
                if (longer.count == 0)
                    argument = microsecondsText(*wait) + QStringLiteral(" > ") + microsecondsText(gap);
                longer.add(row);
            }
        }
        end = ownEnd;
    }
    noteKernelRows(longer, known, kernels, c.wait, places, "kernels.long-wait",
                   RS_NOOP("Kernels waited longer than since the row before them and the kernel before them on their "
                           "stream had ended (the first one: %1): their wait time, a start or a duration is wrong."),
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
    RowCount above;
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
        noteKernelRows(above, cells, kernels, firstColumn, places, "kernels.above-whole",
                       RS_NOOP("Parts of a whole, in columns of ratios, rates and per cent, that are more than the "
                               "whole (the first one: %1): they are shown as the file has them."),
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
        IntegerCells durations(kernels, c.duration);
        RowCount longer;
        QString argument;
        for (int row = 0; row < kernels.rows(); ++row) {
            if (row % RowsPerPoll == 0 && job.isCanceled())
                return;
            const qint64 *const duration = durations.at(row);
            const double us = duration ? kernels.real(row, column) * factor : 0;
            if (us <= shortestUs || us <= static_cast<double>(*duration) / 1e3 * clocksDiffer + shortestUs)
                continue;
            if (longer.count == 0)
                argument = QString::number(us, 'g', 9) + QStringLiteral(" µs > ") + microsecondsText(*duration);
            longer.add(row);
        }
        noteKernelRows(longer, kernels.rows(), kernels, column, places, "kernels.core-time",
                       RS_NOOP("Kernels whose cores worked longer than the kernel lasted (the first one: %1): one of "
                               "the two times is wrong."),
                       argument, report);
    }
}

namespace {

/// NumberCells of a column of any kind, read row after row: the place in the column is kept. Durations are in
/// microseconds.
class NumberCells
{
public:
    NumberCells(const Table &table, int column) : m_column(table.at(column)) {}
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
    RowCount other;
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
        NumberCells parts(kernels, column);
        NumberCells wholes(kernels, core->second);
        std::optional<NumberCells> ratios;
        if (ratioColumn >= 0)
            ratios.emplace(kernels, ratioColumn);
        cells += kernels.rows();
        for (int row = 0; row < kernels.rows(); ++row) {
            if (row % RowsPerPoll == 0 && job.isCanceled())
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
    noteKernelRows(other, cells, kernels, firstColumn, places, "kernels.other-part",
                   RS_NOOP("Times of a pipe of a core that are not its ratio of the core's time, or more than all of "
                           "it (the first one: %1): one of the three is wrong."),
                   argument, report);
}

} // namespace rs
