// SPDX-License-Identifier: Apache-2.0
#include "importers/dbrank/dbtablesof.h"

#include "core/base/timens.h"
#include "core/table/kernelcolumns.h"
#include "importers/csv/growingtable.h"
#include "importers/files/plausiblerange.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace rs {

namespace {

std::string dbDeviceText(DbScan &row, int column)
{
    const auto device = row.integer(column);
    return device && *device >= 0 ? "NPU:" + std::to_string(*device) : std::string();
}

class PlainTables
{
public:
    explicit PlainTables(const DbSource &source) : m_source(source) {}

    std::map<QString, std::shared_ptr<const Table>> out;

    void memoryRecords()
    {
        GrowingTable table = emptyTable({"Component", "Timestamp(us)", "Total Allocated(MB)", "Total Reserved(MB)",
                                         "Total Active(MB)", "Stream Ptr", "Device Type"});
        const auto sample = [&](DbScan &row, int active, int stream, int device) {
            const auto ts = row.stamp(1);
            if (!ts)
                return;
            const std::string pointer = stream >= 0 ? row.textBytes(stream) : std::string();
            table.text(m_source.names.text(row.integer(0)))
                .number(ts)
                .real(row.measure(2, MaxMemoryBytes), DbMegabyte)
                .real(row.measure(3, MaxMemoryBytes), DbMegabyte);
            // GE knows no active memory: the text has empty cells, the database 0 beside no stream.
            const auto activeBytes = active < 0 ? std::nullopt : row.measure(active, MaxMemoryBytes);
            const bool isActive = activeBytes.value_or(0.0) != 0.0 || !pointer.empty();
            table.real(isActive ? activeBytes : std::nullopt, DbMegabyte);
            table.text(pointer).text(dbDeviceText(row, device)).finishRow();
        };
        // The text export has the whole process first.
        scan("NPU_MEM", {"type", "timestampNs", "ddr", "hbm", "deviceId"}, [&](DbScan &row) {
            if (m_source.names.text(row.integer(0)) != "app")
                return;
            const auto ts = row.stamp(1);
            const auto ddr = row.measure(2, MaxMemoryBytes);
            const auto hbm = row.measure(3, MaxMemoryBytes);
            if (ts && ddr && hbm)
                table.text("APP")
                    .number(ts)
                    .missing()
                    .real(*ddr + *hbm, DbMegabyte)
                    .missing(2)
                    .text(dbDeviceText(row, 4))
                    .finishRow();
        });
        const int before = table.rows();
        const bool isWhole =
            scan("MEMORY_RECORD",
                 {"component", "timestamp", "totalAllocated", "totalReserved", "totalActive", "streamPtr", "deviceId"},
                 [&](DbScan &row) { sample(row, 4, 5, 6); });
        // Samples that cannot be read may exist: no other table replaces them.
        const bool hasFrameworkSamples = table.rows() > before || !isWhole;
        // Databases of MindSpore have what CANN saw of it.
        if (!hasFrameworkSamples)
            scan("NPU_OP_MEM", {"component", "timestampNs", "totalAllocate", "totalReserve", "deviceId"},
                 [&](DbScan &row) { sample(row, -1, -1, 4); });
        if (table.rows() > before && !hasFrameworkSamples)
            m_source.report.add(Severity::Info, m_source.reportName, "db.memory-of-cann",
                                RS_MESSAGE("The database has no memory of the framework's allocator (MEMORY_RECORD, "
                                           "OP_MEMORY), as those of MindSpore and msprof: its curves and allocations "
                                           "are those of CANN alone, which is a small part of what the device holds."),
                                Place::name(QStringLiteral("NPU_OP_MEM")));
        keep("memory_record", table);
    }

    void operatorMemory()
    {
        GrowingTable table =
            emptyTable({"Name", "Size(KB)", "Allocation Time(us)", "Release Time(us)", "Active Release Time(us)",
                        "Duration(us)", "Active Duration(us)", "Allocation Total Allocated(MB)",
                        "Allocation Total Reserved(MB)", "Allocation Total Active(MB)", "Release Total Allocated(MB)",
                        "Release Total Reserved(MB)", "Release Total Active(MB)", "Stream Ptr", "Device Type"});
        const bool isWhole =
            scan("OP_MEMORY",
                 {"name", "size", "allocationTime", "releaseTime", "activeReleaseTime", "duration", "activeDuration",
                  "allocationTotalAllocated", "allocationTotalReserved", "allocationTotalActive",
                  "releaseTotalAllocated", "releaseTotalReserved", "releaseTotalActive", "streamPtr", "deviceId"},
                 [&](DbScan &row) {
                     table.text(m_source.names.text(row.integer(0))).real(row.measure(1, MaxMemoryBytes), DbKilobyte);
                     for (int i = 2; i < 5; ++i)
                         table.number(row.stamp(i));
                     for (int i = 5; i < 7; ++i) {
                         const auto ns = row.measure(i, static_cast<double>(MaxDurationNs));
                         table.number(ns ? std::optional(static_cast<qint64>(*ns)) : std::nullopt);
                     }
                     for (int i = 7; i < 13; ++i)
                         table.real(row.measure(i, MaxMemoryBytes), DbMegabyte);
                     table.text(row.textBytes(13)).text(dbDeviceText(row, 14)).finishRow();
                 });
        if (table.rows() == 0 && isWhole)
            blocksOfCann(table);
        keep("operator_memory", table);
    }

    void moduleMemory()
    {
        GrowingTable table = emptyTable({"Component", "Timestamp(us)", "Total Reserved(MB)", "Device"});
        scan("NPU_MODULE_MEM", {"moduleId", "timestampNs", "totalReserved", "deviceId"}, [&](DbScan &row) {
            const auto ts = row.stamp(1);
            if (ts)
                table.text(m_source.names.ofEnum("ENUM_MODULE", row.integer(0)))
                    .number(ts)
                    .real(row.measure(2, MaxMemoryBytes), DbMegabyte)
                    .text(dbDeviceText(row, 3))
                    .finishRow();
        });
        keep("npu_module_mem", table);
    }

    void operatorStatistic(const Table *kernels)
    {
        if (!kernels)
            return;
        const KernelColumns c(*kernels);
        GrowingTable table = emptyTable({"OP Type", "Core Type", "Count", "Total Time(us)", "Min Time(us)",
                                         "Avg Time(us)", "Max Time(us)", "Ratio(%)"});
        std::map<std::pair<std::string_view, std::string_view>, DbDurations> sums;
        double all = 0;
        bool areTyped = false;
        for (int row = 0; row < kernels->rows(); ++row) {
            if (c.isCommunication(*kernels, row))
                continue;
            areTyped = areTyped || !kernels->textView(row, c.type).empty();
            const auto ns = static_cast<double>(kernels->integer(row, c.duration));
            sums[{kernels->textView(row, c.type), kernels->textView(row, c.core)}].add(ns);
            all += ns;
        }
        // At Level0 there are no types, and the text export has no such file.
        if (!areTyped && !sums.empty())
            return;
        std::vector<std::pair<std::pair<std::string_view, std::string_view>, DbDurations>> rows(sums.begin(),
                                                                                                sums.end());
        std::ranges::stable_sort(rows, [](const auto &a, const auto &b) { return a.second.sum > b.second.sum; });
        for (const auto &[of, sum] : rows) {
            table.text(of.first).text(of.second).number(sum.count);
            for (const double ns : {sum.sum, sum.least, sum.mean(), sum.most})
                table.real(ns, 1000);
            table.real(all > 0 ? std::optional(100 * sum.sum / all) : std::nullopt).finishRow();
        }
        keep("op_statistic", table);
    }

    void callStatistic(const DbCannCalls &calls)
    {
        GrowingTable table =
            emptyTable({"Level", "API Name", "Time(us)", "Count", "Avg(us)", "Min(us)", "Max(us)", "Variance"});
        std::map<std::pair<std::string_view, std::string_view>, DbDurations> byText;
        for (const auto &[of, sum] : calls.durations)
            byText[{apiTypeName(m_source.names, of.first), m_source.names.text(of.second)}].add(sum);
        for (const auto &[of, sum] : byText) {
            table.text(of.first).text(of.second).real(sum.sum, 1000).number(sum.count);
            for (const double ns : {sum.mean(), sum.least, sum.most})
                table.real(ns, 1000);
            table.real(sum.variance(), 1e6).finishRow();
        }
        keep("api_statistic", table);
    }

private:
    /// Allocations and releases of one address, one behind the other.
    void blocksOfCann(GrowingTable &table)
    {
        struct Block
        {
            std::string_view name;
            qint64 startNs = 0;
            double bytes = 0;
            std::optional<double> allocated;
            std::optional<double> reserved;
            std::string device;
        };
        std::map<std::pair<qint64, qint64>, Block> open; // by device and address
        const auto add = [&](const Block &b, std::optional<qint64> end, std::optional<double> allocated,
                             std::optional<double> reserved) {
            table.text(b.name)
                .real(b.bytes, DbKilobyte)
                .number(b.startNs)
                .number(end)
                .missing()
                .number(end ? std::optional(*end - b.startNs) : std::nullopt)
                .missing()
                .real(b.allocated, DbMegabyte)
                .real(b.reserved, DbMegabyte)
                .missing()
                .real(allocated, DbMegabyte)
                .real(reserved, DbMegabyte)
                .missing(2)
                .text(b.device)
                .finishRow();
        };
        scan("NPU_OP_MEM",
             {"operatorName", "addr", "type", "size", "timestampNs", "totalAllocate", "totalReserve", "deviceId"},
             [&](DbScan &row) {
                 const auto ts = row.stamp(4);
                 const auto address = row.integer(1);
                 if (!ts || !address)
                     return;
                 const std::pair key(row.integer(7, -1), *address);
                 const auto allocated = row.measure(5, MaxMemoryBytes);
                 const auto reserved = row.measure(6, MaxMemoryBytes);
                 const auto at = open.find(key);
                 if (m_source.names.text(row.integer(2)) == "release") {
                     if (at != open.end() && at->second.startNs <= *ts) {
                         add(at->second, ts, allocated, reserved);
                         open.erase(at);
                     }
                     return;
                 }
                 const auto bytes = row.measure(3, MaxMemoryBytes);
                 if (!bytes)
                     return;
                 if (at != open.end())
                     add(at->second, std::nullopt, std::nullopt, std::nullopt);
                 open[key] = {
                     m_source.names.text(row.integer(0)), *ts, *bytes, allocated, reserved, dbDeviceText(row, 7)};
             });
        for (const auto &[key, block] : open)
            add(block, std::nullopt, std::nullopt, std::nullopt);
    }

    template <typename Use>
    /// False where damage ended the table before its time.
    bool scan(const char *table, std::initializer_list<const char *> columns, Use use)
    {
        if (m_source.job.isCanceled())
            return true;
        DbFile file(m_source.path, m_source.reportName, m_source.job, m_source.report);
        {
            DbScan row(file, table, columns);
            while (row.next())
                use(row);
        }
        return !file.isDamaged();
    }
    [[nodiscard]] GrowingTable emptyTable(std::initializer_list<const char *> columns) const
    {
        return {m_source.reportName, m_source.job, columns};
    }
    void keep(const char *kind, GrowingTable &made)
    {
        if (auto table = made.withoutEmptyColumns())
            out[QLatin1String(kind)] = std::move(table);
    }

    const DbSource &m_source;
};

} // namespace

std::shared_ptr<const Table> operatorStatisticOf(const DbSource &source, const Table *kernels)
{
    PlainTables tables(source);
    tables.operatorStatistic(kernels);
    return tables.out[QStringLiteral("op_statistic")];
}

std::map<QString, std::shared_ptr<const Table>> plainTablesOf(const DbSource &source)
{
    PlainTables tables(source);
    tables.memoryRecords();
    tables.operatorMemory();
    tables.moduleMemory();
    return std::move(tables.out);
}

std::shared_ptr<const Table> callStatisticOf(const DbSource &source, const DbCannCalls &calls)
{
    PlainTables tables(source);
    tables.callStatistic(calls);
    return tables.out[QStringLiteral("api_statistic")];
}

} // namespace rs
