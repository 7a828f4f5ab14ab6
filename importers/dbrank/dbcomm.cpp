// SPDX-License-Identifier: Apache-2.0
#include "importers/dbrank/dbcomm.h"

#include "core/base/timens.h"
#include "importers/csv/stepcsv.h"
#include "importers/db/dbdevice.h"
#include "importers/dbrank/dbcommrows.h"
#include "importers/dbrank/dbkernels.h"
#include "importers/json/commjson.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

namespace rs {

namespace {

/// When operators begin in the timeline, by domain and name.
class StartsOfProfile
{
public:
    explicit StartsOfProfile(const CommOps &operators)
    {
        for (const CommOpRef op : operators) {
            if (const auto ns = parseDecimalUs(op.startTextView()))
                m_starts[{op.groupHash(), op.name()}].push_back(*ns);
        }
    }
    /// The start of an operator that lasts until then at least.
    [[nodiscard]] std::optional<qint64> startOf(const CommOp &op) const
    {
        const auto found = m_starts.find({op.groupHash, op.name});
        const auto own = op.startUs ? parseDecimalUs(op.startText.toStdString()) : std::nullopt;
        if (found == m_starts.end() || !own)
            return std::nullopt;
        const auto nearest = *std::ranges::min_element(
            found->second, [&](qint64 a, qint64 b) { return std::abs(a - *own) < std::abs(b - *own); });
        constexpr double mostApartMs = 1;
        const double apartMs = std::abs(static_cast<double>(nearest - *own)) / 1e6;
        return apartMs > std::min(mostApartMs, op.elapseMs.value_or(0)) ? std::nullopt : std::optional(nearest);
    }

private:
    std::map<std::pair<QString, QString>, std::vector<qint64>> m_starts;
};

} // namespace

std::vector<DbStep> readDbSteps(const QString &path, const QString &reportName, const JobContext &job,
                                ImportReport &report)
{
    DbFile file(path, reportName, job, report);
    return stepsOf(file, DbNames(file));
}

std::vector<StepTraceRow> readDbStepTrace(const QString &path, const QString &reportName, int rank,
                                          const JobContext &job, ImportReport &report)
{
    std::vector<StepTraceRow> out;
    DbFile file(path, reportName, job, report);
    DbScan row(file, "StepTraceTime",
               {"step", "deviceId", "computing", "communication_not_overlapped", "overlapped", "communication", "free",
                "stage", "bubble", "communication_not_overlapped_and_exclude_receive", "preparing"});
    std::map<std::pair<QString, int>, bool> known;
    while (row.next()) {
        StepTraceRow r;
        r.step = normalizedStep(row.text(0));
        r.rank = rank;
        r.device = rankInRow(row, 1);
        constexpr int firstTime = 2;
        fillStepTimes(row, firstTime, r);
        if (!isStepNumber(r.step))
            row.reject("step.number", RS_MESSAGE("Steps that are not numbers belong to no step of the run."));
        else if (!known.try_emplace({r.step, r.device}, true).second)
            row.reject("step.again", RS_MESSAGE("Repeated rows of a step are not used."));
        else
            out.push_back(std::move(r));
    }
    return out;
}

namespace {

/// Whether an operator begins nearer to one stamp than to another.
bool isNearer(const CommOp &op, qint64 ns, qint64 otherNs)
{
    const qint64 own = parseDecimalUs(op.startText.toStdString()).value_or(0);
    return std::abs(ns - own) < std::abs(otherNs - own);
}

} // namespace

CommOps readDbCommunication(const QString &path, const QString &reportName, int rank, const std::vector<DbStep> &steps,
                            const DbOperators &profile, const JobContext &job, ImportReport &report)
{
    DbFile file(path, reportName, job, report);
    DbCommTables tables;
    tables.rank = rank;
    tables.stepOf = [&steps](std::optional<double> startUs) {
        const auto ns = startUs ? parseDecimalUs(shortestDouble(*startUs)) : std::nullopt;
        return QString::number(std::max<qint64>(0, ns ? stepAt(steps, *ns) : -1));
    };
    const StartsOfProfile own(profile.own);
    const StartsOfProfile others(profile.others);
    CommOpsBuilder out;
    for (CommOp &op : readDbCommOps(file, tables)) {
        const auto start = own.startOf(op);
        if (const auto other = others.startOf(op); other && (!start || isNearer(op, *other, *start)))
            continue;
        if (start) {
            op.startText = QString::fromStdString(formatUs(*start));
            op.startUs = static_cast<double>(*start) / 1e3;
        }
        out.add(op);
    }
    return out.seal();
}

MatrixLinks readDbMatrix(const QString &path, const QString &reportName, int rank, const CommOps &operators,
                         const JobContext &job, ImportReport &report)
{
    DbFile file(path, reportName, job, report);
    std::map<std::pair<QString, QString>, QString> steps;
    bool areKnown = false;
    const auto stepOf = [&](const QString &group, const QString &name) {
        if (!std::exchange(areKnown, true)) {
            for (const CommOpRef op : operators)
                steps.try_emplace({op.groupHash(), op.name()}, op.step());
        }
        const auto found = steps.find({group, name});
        return found == steps.end() ? QStringLiteral("0") : found->second;
    };
    return readDbLinks(file, "CommAnalyzerMatrix", rank, stepOf);
}

namespace {

/// Devices of operators by their tasks, where the rows do not name them.
class DevicesOfTasks
{
public:
    explicit DevicesOfTasks(DbFile &file) : m_memory(file.job().sharedBudget())
    {
        std::unordered_map<qint64, qint64> operators; // by task
        constexpr qint64 entryBytes = 40;
        {
            DbScan row(file, "COMMUNICATION_TASK_INFO", {"globalTaskId", "opId"});
            while (row.next()) {
                const qint64 id = row.integer(1, -1);
                if (!isNoDbId(id))
                    operators.try_emplace(row.integer(0, -1), id);
                m_memory.hold(static_cast<qint64>(operators.size()) * entryBytes);
            }
        }
        DbScan row(file, "TASK", {"globalTaskId", "connectionId", "deviceId"});
        while (row.next()) {
            const qint64 device = row.integer(2, -1);
            if (const auto of = operators.find(row.integer(0, -1)); of != operators.end() && device >= 0)
                m_byOperator.try_emplace(of->second, device);
            m_byConnection.add(row.integer(1, -1), device);
            ++m_tasks;
            m_memory.hold(static_cast<qint64>(2 * operators.size() + m_tasks) * entryBytes);
        }
    }
    [[nodiscard]] qint64 deviceOf(qint64 id, qint64 connection) const
    {
        const auto at = isNoDbId(id) ? m_byOperator.end() : m_byOperator.find(id);
        return at == m_byOperator.end() ? m_byConnection.deviceOf(connection) : at->second;
    }

private:
    MemoryReservation m_memory;
    std::unordered_map<qint64, qint64> m_byOperator;
    DbDevicesByConnection m_byConnection;
    size_t m_tasks = 0;
};

} // namespace

DbOperators readDbOperators(const QString &path, const QString &reportName, int rank, int device,
                            const std::vector<DbStep> &steps, const JobContext &job, ImportReport &report)
{
    DbFile file(path, reportName, job, report);
    const DbNames names(file);
    DbOperators out;
    CommOpsBuilder own;
    CommOpsBuilder others;
    std::optional<DevicesOfTasks> tasks;
    DbScan row(file, "COMMUNICATION_OP",
               {"opName", "groupName", "startNs", "endNs", "connectionId", "opId", "deviceId"});
    std::map<qint64, QString> hashes;
    MemoryReservation memory(job.sharedBudget());
    while (row.next()) {
        const auto start = row.stamp(2);
        const auto end = row.stamp(3);
        const qint64 group = row.integer(1, -1);
        const std::string_view name = names.text(row.integer(0));
        if (!start || !end || *end < *start || *end - *start > MaxDurationNs || name.empty())
            continue;
        CommOp op;
        op.name = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
        const auto [hash, isNew] = hashes.try_emplace(group);
        if (isNew) {
            const std::string_view text = names.text(group);
            hash->second = groupHash(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())));
        }
        op.groupHash = hash->second;
        op.rank = rank;
        op.p2p = isPointToPoint(op.name);
        op.startText = QString::fromStdString(formatUs(*start));
        op.startUs = static_cast<double>(*start) / 1e3;
        op.step = QString::number(std::max<qint64>(0, stepAt(steps, *start)));
        op.elapseMs = static_cast<double>(*end - *start) / 1e6;
        qint64 of = row.integer(6, -1);
        if (of < 0 && device >= 0) {
            if (!tasks) {
                DbFile ofTasks(path, reportName, job, report);
                tasks.emplace(ofTasks);
            }
            of = tasks->deviceOf(row.integer(5, -1), row.integer(4, -1));
        }
        out.areParted = out.areParted && of >= 0;
        (device >= 0 && of >= 0 && of != device ? others : own).add(op);
        memory.hold(2 * (own.bytes() + others.bytes()));
    }
    out.own = own.seal();
    out.others = others.seal();
    return out;
}

} // namespace rs
