// SPDX-License-Identifier: Apache-2.0
#include "importers/tablechecks.h"

#include "core/job/cancelsort.h"
#include "core/table/kernelcolumns.h"
#include "importers/faultyrows.h"

#include <QString>
#include <QStringView>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace rs {

namespace {

double microsecondsAt(const Table &table, int row, int column)
{
    return table.real(row, column) / (table.at(column).type == ColumnType::Duration ? 1e3 : 1);
}

QString unequalValues(const QString &name, double a, double b)
{
    return name + QStringLiteral(": ") + QString::number(a, 'g', 10) + QStringLiteral(" ≠ ") +
           QString::number(b, 'g', 10);
}

// ---- a table against itself ---------------------------------------------------------------------------------------

/// Columns of a statistic, whichever file it is.
struct StatisticColumns
{
    int name = -1;
    int count = -1;
    int total = -1;
    int least = -1;
    int mean = -1;
    int greatest = -1;

    explicit StatisticColumns(const Table &t)
        : name(t.columnOf({u"OP Type", u"API Name"})), count(t.column(u"Count")),
          total(t.columnOf({u"Total Time(us)", u"Time(us)"})), least(t.columnOf({u"Min Time(us)", u"Min(us)"})),
          mean(t.columnOf({u"Avg Time(us)", u"Avg(us)"})), greatest(t.columnOf({u"Max Time(us)", u"Max(us)"}))
    {
    }
};

void noteMeans(const Table &table, const JobContext &job, ImportReport &report)
{
    const StatisticColumns c(table);
    // Each is rounded by itself.
    constexpr double roundedUs = 0.01;
    constexpr double roundedMeanUs = 0.006;
    if (c.least >= 0 && c.mean >= 0 && c.greatest >= 0)
        tellRows(
            table,
            {"statistic.no-mean",
             RS_NOOP("Rows whose mean is less than the least or more than the greatest: one of the three is wrong.")},
            job, report, [&](int row) {
                return table.has(row, c.least) && table.has(row, c.mean) && table.has(row, c.greatest) &&
                       (microsecondsAt(table, row, c.mean) < microsecondsAt(table, row, c.least) - roundedUs ||
                        microsecondsAt(table, row, c.mean) > microsecondsAt(table, row, c.greatest) + roundedUs);
            });
    if (c.count >= 0 && c.mean >= 0 && c.total >= 0)
        tellRows(table,
                 {"statistic.other-total",
                  RS_NOOP("Rows whose total is not their count times their mean: one of the three is wrong.")},
                 job, report, [&](int row) {
                     if (!table.has(row, c.count) || !table.has(row, c.mean) || !table.has(row, c.total))
                         return false;
                     const double count = table.real(row, c.count);
                     const double total = microsecondsAt(table, row, c.total);
                     return std::abs(count * microsecondsAt(table, row, c.mean) - total) >
                            count * roundedMeanUs + roundedUs + total * 1e-6;
                 });
}

/// Shares of a time in the sum over the file. Each device, and each model, has its own.
void noteShares(const Table &table, const JobContext &job, ImportReport &report)
{
    const StatisticColumns c(table);
    const int share = table.column(u"Ratio(%)");
    const int device = table.column(u"Device_id");
    const int model = table.column(u"Model Name");
    const int core = table.column(u"Core Type");
    if (share < 0 || c.total < 0)
        return;
    const auto counts = [&](int row) {
        return table.has(row, share) && table.has(row, c.total) && !isCommunicationName(table.textView(row, c.name)) &&
               !isCommunicationCore(table.textView(row, core));
    };
    const auto partOf = [&](int row) { return std::pair(table.integer(row, device), raw(table.textId(row, model))); };
    std::map<std::pair<qint64, quint32>, double> sums;
    for (int row = 0; row < table.rows(); ++row) {
        if (row % PollTableRows == 0 && job.isCanceled())
            return;
        if (counts(row))
            sums[partOf(row)] += microsecondsAt(table, row, c.total);
    }
    constexpr double rounded = 0.1; // of 100
    FaultyRows wrong;
    for (int row = 0; row < table.rows(); ++row) {
        if (row % PollTableRows == 0 && job.isCanceled())
            return;
        const double sum = counts(row) ? sums[partOf(row)] : 0;
        if (sum <= 0)
            continue;
        const double expected = microsecondsAt(table, row, c.total) / sum * 100;
        if (std::abs(expected - table.real(row, share)) > rounded)
            wrong.add(row, unequalValues(nameAt(table, row, c.name), table.real(row, share), expected));
    }
    wrong.tell({"statistic.other-share",
                RS_NOOP("Rows whose share is not that of their time in the total of the file (the first one: %1): rows "
                        "are missing, or stand twice, or a time or a share is wrong."),
                false},
               table, report);
}

quint64 mixed(quint64 hash, quint64 value)
{
    hash ^= value + 0x9e3779b97f4a7c15ULL + (hash << 12) + (hash >> 4);
    hash *= 0xff51afd7ed558ccdULL;
    return hash ^ (hash >> 32);
}

/// One number for what stands in a row, in all columns.
std::vector<std::pair<quint64, int>> rowHashes(const Table &table)
{
    std::vector<std::pair<quint64, int>> out(static_cast<size_t>(table.rows()));
    for (int row = 0; row < table.rows(); ++row)
        out[static_cast<size_t>(row)].second = row;
    for (int c = 0; c < table.columnCount(); ++c) {
        for (const Column::Piece &piece : table.at(c).pieces) {
            for (size_t i = 0; i < piece.present.size(); ++i) {
                quint64 &hash = out[static_cast<size_t>(piece.firstRow) + i].first;
                hash = mixed(hash, static_cast<quint64>(c));
                if (!piece.present[i])
                    continue;
                hash = mixed(hash, std::visit(
                                       [i](const auto &values) -> quint64 {
                                           using Value = typename std::decay_t<decltype(values)>::value_type;
                                           if constexpr (std::is_same_v<Value, StrId>)
                                               return raw(values[i]);
                                           else
                                               return std::bit_cast<quint64>(values[i]);
                                       },
                                       piece.values));
            }
        }
    }
    return out;
}

bool isSameRow(const Table &table, int a, int b)
{
    for (int c = 0; c < table.columnCount(); ++c) {
        if (table.has(a, c) != table.has(b, c) || table.textId(a, c) != table.textId(b, c) ||
            table.integer(a, c) != table.integer(b, c) || table.real(a, c) != table.real(b, c))
            return false;
    }
    return true;
}

/// True when each row has more in that column than the one before: then no two are the same.
bool isAscending(const Table &table, int column)
{
    for (int row = 0; row < table.rows(); ++row) {
        if (!table.has(row, column) || (row > 0 && table.integer(row, column) <= table.integer(row - 1, column)))
            return false;
    }
    return true;
}

/// `measured`: of rows without any of these, two may be the same.
void noteRepeatedRows(const Table &table, std::initializer_list<QStringView> measured, const JobContext &job,
                      ImportReport &report)
{
    if (std::any_of(measured.begin(), measured.end(),
                    [&](QStringView name) { return isAscending(table, table.column(name)); }))
        return;
    MemoryReservation memory(job.sharedBudget());
    memory.hold(table.rows() * static_cast<qint64>(sizeof(std::pair<quint64, int>)));
    auto rows = rowHashes(table);
    if (!sortCancellably(rows, job, [](const auto &a, const auto &b) { return a < b; }))
        return;
    const auto isMeasured = [&](int row) {
        return std::any_of(measured.begin(), measured.end(), [&](QStringView name) {
            const int column = table.column(name);
            return column >= 0 && table.has(row, column) && table.real(row, column) != 0;
        });
    };
    FaultyRows repeated;
    int first = table.rows();
    for (size_t i = 1; i < rows.size(); ++i) {
        if (rows[i].first != rows[i - 1].first || !isMeasured(rows[i].second) ||
            !isSameRow(table, rows[i - 1].second, rows[i].second))
            continue;
        repeated.add(rows[i].second);
        first = std::min(first, rows[i].second);
    }
    repeated.first = first;
    repeated.tell({"table.repeated", RS_NOOP("Rows that stand again with the same values: what is counted or summed "
                                             "over this table counts them each time.")},
                  table, report);
}

void noteTaskEnds(const Table &tasks, const JobContext &job, ImportReport &report)
{
    const int time = tasks.column(u"task_time(us)");
    const int start = tasks.column(u"task_start(us)");
    const int stop = tasks.column(u"task_stop(us)");
    if (time < 0 || start < 0 || stop < 0)
        return;
    constexpr qint64 roundedNs = 10;
    tellRows(tasks,
             {"task-time.other-end",
              RS_NOOP("Tasks whose end is not their start and their duration: one of the three is wrong.")},
             job, report, [&](int row) {
                 return tasks.has(row, time) && tasks.has(row, start) && tasks.has(row, stop) &&
                        std::abs(tasks.integer(row, stop) - tasks.integer(row, start) - tasks.integer(row, time)) >
                            roundedNs;
             });
}

void noteRates(const Table &table, const JobContext &job, ImportReport &report)
{
    const int hit = table.column(u"Hit Rate");
    const int victim = table.column(u"Victim Rate");
    bool any = false;
    tellRows(table,
             {"l2-cache.above-one", RS_NOOP("Rows with a hit or victim rate of more than 1: a part cannot be more than "
                                            "the whole, and is shown as the file has it.")},
             job, report, [&](int row) {
                 any = any || table.has(row, hit) || table.has(row, victim);
                 return table.real(row, hit) > 1 || table.real(row, victim) > 1;
             });
    if (!any && table.rows() > 0 && !job.isCanceled())
        report.add({Severity::Notice,
                    table.source,
                    {},
                    QStringLiteral("l2-cache.no-rate"),
                    RS_MESSAGE("No row of this file has a hit rate or a victim rate: it says nothing of the L2 cache."),
                    {}});
}

// ---- calls --------------------------------------------------------------------------------------------------------

/// By level and name. The trace writes "AscendCL@name".
using CallKey = std::pair<std::string, std::string>;

/// One word for each level, whichever file and version names it; empty for what is none.
std::string levelOf(QString word)
{
    word = word.toLower();
    if (word == QLatin1String("ascendcl"))
        return "acl";
    if (word == QLatin1String("hccl"))
        return "communication";
    static const std::set<QString> levels{QStringLiteral("acl"), QStringLiteral("node"), QStringLiteral("runtime"),
                                          QStringLiteral("model"), QStringLiteral("communication")};
    return levels.contains(word) ? word.toStdString() : std::string();
}

struct Calls
{
    qint64 count = 0;
    double us = 0;
    double least = 0;
    double greatest = 0;
    double mean = 0;
    double squares = 0; ///< of differences from the mean

    void add(double callUs)
    {
        ++count;
        us += callUs;
        least = count == 1 ? callUs : std::min(least, callUs);
        greatest = std::max(greatest, callUs);
        const double before = callUs - mean;
        mean += before / static_cast<double>(count);
        squares += before * (callUs - mean);
    }
    [[nodiscard]] double variance() const { return squares / static_cast<double>(count); }
};

/// Empty when cancelled.
std::map<CallKey, Calls> callsOf(const Trace &trace, const JobContext &job)
{
    std::vector<Calls *> ofName(trace.strings().size());
    std::vector<bool> isKnown(ofName.size());
    std::map<CallKey, Calls> out;
    const SliceStore &slices = trace.slices();
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        if (trace.process(trace.lanes()[l].process).kind != ProcessKind::Cann)
            continue;
        if (job.isCanceled())
            return {};
        const SliceStore::Span span = trace.slicesOf(LaneId{l});
        for (quint32 i = span.first; i < span.last; ++i) {
            const auto name = slices.name(SliceId{i});
            if (!isKnown[raw(name)]) {
                isKnown[raw(name)] = true;
                const std::string_view text = trace.strings().view(name);
                const size_t at = text.find('@');
                const std::string level =
                    at == text.npos
                        ? std::string()
                        : levelOf(QString::fromUtf8(text.data(), static_cast<qsizetype>(std::min(at, size_t{64}))));
                if (!level.empty())
                    ofName[raw(name)] = &out[{level, std::string(text.substr(at + 1))}];
            }
            if (Calls *const calls = ofName[raw(name)])
                calls->add(static_cast<double>(slices.duration(SliceId{i})) / 1e3);
        }
    }
    return out;
}

/// What of a row is not as the trace has it; empty where all is.
QString otherThanTraced(const Table &table, int row, const Calls &calls)
{
    const StatisticColumns c(table);
    struct Sum
    {
        int column;
        double traced;
        double rounding;
    };
    const auto count = static_cast<double>(calls.count);
    const double variance = calls.variance();
    const QString name = nameAt(table, row, c.name);
    for (const Sum &p :
         {Sum{c.count, count, 0.1}, Sum{c.total, calls.us, count * 0.002 + 0.01}, Sum{c.least, calls.least, 0.01},
          Sum{c.greatest, calls.greatest, 0.01}, Sum{table.column(u"Variance"), variance, 0.01 + variance * 1e-3}}) {
        if (table.has(row, p.column) && std::abs(microsecondsAt(table, row, p.column) - p.traced) > p.rounding)
            return unequalValues(name + QStringLiteral(", ") + table.at(p.column).name,
                                 microsecondsAt(table, row, p.column), p.traced);
    }
    return {};
}

} // namespace

void noteTablesAgainstThemselves(const RankData &rank, const JobContext &job, ImportReport &report)
{
    for (const char *kind : {"op_statistic", "api_statistic"}) {
        if (const auto table = rank.table(QString::fromLatin1(kind))) {
            noteMeans(*table, job, report);
            noteShares(*table, job, report);
            noteRepeatedRows(*table, {u"Total Time(us)", u"Time(us)"}, job, report);
        }
    }
    if (const auto rates = rank.table(QStringLiteral("l2_cache"))) {
        noteRates(*rates, job, report);
        noteRepeatedRows(*rates, {u"Hit Rate", u"Victim Rate"}, job, report);
    }
    if (const auto tasks = rank.table(QStringLiteral("task_time"))) {
        noteTaskEnds(*tasks, job, report);
        noteRepeatedRows(*tasks, {u"task_start(us)"}, job, report);
    }
}

void noteCallsOfTrace(const RankData &rank, const JobContext &job, ImportReport &report)
{
    const auto table = rank.table(QStringLiteral("api_statistic"));
    const int level = table ? table->column(u"Level") : -1;
    const int name = table ? table->column(u"API Name") : -1;
    if (!rank.trace || level < 0 || name < 0)
        return;
    std::map<CallKey, Calls> calls = callsOf(*rank.trace, job);
    FaultyRows other;
    std::set<CallKey> listed;
    for (int row = 0; row < table->rows(); ++row) {
        const CallKey key{levelOf(nameAt(*table, row, level)), std::string(table->textView(row, name))};
        const auto traced = calls.find(key);
        // Not every call has a slice.
        if (traced == calls.end())
            continue;
        listed.insert(key);
        if (const QString what = otherThanTraced(*table, row, traced->second); !what.isEmpty())
            other.add(row, what);
    }
    other.tell({"statistic.other-calls",
                RS_NOOP("Calls whose count or times in this file are not those of their slices in the trace (the first "
                        "one: %1): the two are not of one rank and capture, or one of them lacks calls."),
                false},
               *table, report);
    qint64 missing = 0;
    QString first;
    for (const auto &[key, of] : calls) {
        if (!listed.contains(key) && missing++ == 0)
            first = QString::fromStdString(key.second);
    }
    if (missing > 0)
        report.add({Severity::Notice,
                    table->source,
                    {},
                    QStringLiteral("statistic.no-calls"),
                    RS_MESSAGE("Calls in the trace of which this file has no row (the first one: %1): its counts and "
                               "times lack them."),
                    first,
                    missing});
}

void noteDevicesOfTables(const RankData &rank, const JobContext &job, ImportReport &report)
{
    const auto deviceColumn = [](const Table &table) {
        const int column = table.column(u"Device_id");
        return column >= 0 && table.at(column).type == ColumnType::Integer ? column : -1;
    };
    std::set<qint64> devices;
    if (rank.trace) {
        for (const Process &p : rank.trace->processes()) {
            if (p.device >= 0)
                devices.insert(p.device);
        }
    }
    if (const int column = devices.empty() && rank.kernels ? deviceColumn(*rank.kernels) : -1; column >= 0) {
        for (int row = 0; row < rank.kernels->rows(); ++row) {
            if (rank.kernels->has(row, column))
                devices.insert(rank.kernels->integer(row, column));
        }
    }
    if (devices.empty())
        return;
    for (const auto &table : rank.allTables()) {
        const int column = deviceColumn(*table);
        if (column < 0)
            continue;
        FaultyRows other;
        for (int row = 0; row < table->rows(); ++row) {
            if (row % PollTableRows == 0 && job.isCanceled())
                return;
            if (table->has(row, column) && !devices.contains(table->integer(row, column)))
                other.add(row, QStringLiteral("%1 ≠ %2").arg(table->integer(row, column)).arg(*devices.begin()));
        }
        other.tell(
            {"table.other-device", RS_NOOP("Rows of another device than the one of this rank, by its trace or else its "
                                           "kernel table (the first one: %1): they are of another rank.")},
            *table, report);
    }
}

} // namespace rs
