// SPDX-License-Identifier: Apache-2.0
#include "core/table/databasekinds.h"
#include "core/table/kernelcolumns.h"
#include "importers/consistency/consistency.h"
#include "importers/consistency/contradictions.h"
#include "importers/consistency/rules.h"
#include "importers/db/dbscan.h"
#include "importers/dbrank/dbcomm.h"

#include <new>

namespace rs {

namespace {

// Both say the same nanoseconds, one of them in microseconds.
constexpr ComparedColumn sums[]{{"Count", ""}, {"Time", " µs", 1, 1e-4}};
constexpr Consistency kernelsOfDatabase{
    .columns = sums,
    .values = {
        "db.other-kernels",
        RS_NOOP("The text files and the database beside them have another number of kernels, or kernels of another "
                "time in all (%1). They are of two captures, or one is not whole. The text files are shown.")}};
constexpr Consistency operatorsOfDatabase{
    .columns = sums,
    .values = {
        "db.other-operators",
        RS_NOOP("communication.json and the database beside it have another number of operators, or operators of "
                "another time in all (%1). They are of two captures, or one is not whole. The text file is shown.")}};

/// Count and total time; no time where one of them has none.
struct Sum
{
    qint64 count = 0;
    qint64 timed = 0;
    double us = 0;

    void add(std::optional<double> moreUs)
    {
        ++count;
        timed += moreUs ? 1 : 0;
        us += moreUs.value_or(0);
    }
    [[nodiscard]] Facts facts(const char *table) const
    {
        Facts out;
        out.add(0, 0, {static_cast<double>(count), timed == count ? std::optional(us) : std::nullopt});
        out.words.place = [table](quint32) { return FactPlace{{}, Place::name(QLatin1String(table))}; };
        return out;
    }
};

Sum sumOfKernels(const Table &kernels)
{
    const KernelColumns c(kernels);
    Sum out;
    for (int row = 0; row < kernels.rows(); ++row) {
        if (c.isCommunication(kernels, row))
            continue;
        const bool isTimed = c.duration >= 0 && kernels.has(row, c.duration);
        out.add(isTimed ? std::optional(static_cast<double>(kernels.integer(row, c.duration)) / 1e3) : std::nullopt);
    }
    return out;
}

/// Kernels as the table of them counts them, their times as the tasks have them.
Sum sumOfKernels(DbFile &file)
{
    Sum out;
    std::vector<qint64> ids;
    MemoryReservation memory(file.job().sharedBudget());
    {
        DbScan row(file, "COMPUTE_TASK_INFO", {"globalTaskId"});
        while (row.next()) {
            ++out.count;
            ids.push_back(row.integer(0, -1));
            memory.hold(static_cast<qint64>(ids.capacity() * sizeof ids[0]));
        }
    }
    std::sort(ids.begin(), ids.end());
    DbScan row(file, "TASK", {"globalTaskId", "startNs", "endNs"});
    while (row.next()) {
        const auto id = row.integer(0);
        const auto start = row.stamp(1);
        const auto end = row.stamp(2);
        if (!id || !start || !end || *end < *start || !std::binary_search(ids.begin(), ids.end(), *id))
            continue;
        ++out.timed;
        out.us += static_cast<double>(*end - *start) / 1e3;
    }
    return out;
}

Sum sumOfOperators(const CommOps &operators)
{
    Sum out;
    for (const CommOpRef op : operators) {
        if (!op.isTotal())
            out.add(op.elapseMs().value_or(0) * 1e3);
    }
    return out;
}

Sum sumOfOperators(DbFile &file)
{
    constexpr double mostMs = 1e12;
    Sum out;
    DbScan row(file, "CommAnalyzerTime", {"hccl_op_name", "elapse_time|elapsed_time"});
    while (row.next()) {
        if (row.textBytes(0) != CommColumns::TotalName)
            out.add(row.measure(1, mostMs).value_or(0) * 1e3);
    }
    return out;
}

void noteDatabase(const RankData &rank, const FileEntry &entry, const RankFiles &files, const JobContext &job,
                  ImportReport &report)
{
    const QString name = files.nameOf(entry);
    ImportReport unread; // the database is not shown, so what is broken in it harms nothing
    DbFile file(entry.path, name, job, unread);
    if (!file.isOpen())
        return;
    if (isAnalysisDatabase(entry.path))
        noteStepsOfDatabase(rank, readDbStepTrace(entry.path, name, rank.info.rank, job, unread), name, job, report);
    else if (rank.kernels && file.has("COMPUTE_TASK_INFO"))
        compareFacts(kernelsOfDatabase, sumOfKernels(*rank.kernels).facts("COMPUTE_TASK_INFO"),
                     sumOfKernels(file).facts("COMPUTE_TASK_INFO"), name, job, report);
    if (!files.used("communication").empty() && file.has("CommAnalyzerTime"))
        compareFacts(operatorsOfDatabase, sumOfOperators(rank.commOps).facts("CommAnalyzerTime"),
                     sumOfOperators(file).facts("CommAnalyzerTime"), name, job, report);
}

} // namespace

void noteOtherDatabases(const RankData &rank, const RankFiles &files, const JobContext &job, ImportReport &report)
{
    // The one may be of a device, and the other of all.
    if (rank.info.part || files.used("trace").empty())
        return;
    for (const FileEntry &f : rank.info.files) {
        // Against a part of the text files, a whole database differs though both are sound.
        if (job.isCanceled() || job.isOverBudget())
            return;
        if (f.used || f.kind != QLatin1String("db"))
            continue;
        // A task of its own: what there is no room for is not compared, and the rank lacks nothing because of it.
        const JobContext part = job.child();
        try {
            noteDatabase(rank, f, files, part, report);
        } catch (const std::bad_alloc &) {
            return;
        }
    }
}

} // namespace rs
