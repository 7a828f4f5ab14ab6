// SPDX-License-Identifier: Apache-2.0
#include "importers/db/dbcounters.h"

#include "importers/files/plausiblerange.h"

#include <set>
#include <string>

namespace rs {

namespace {

std::string upperFirst(std::string_view text)
{
    std::string out(text);
    if (!out.empty() && out[0] >= 'a' && out[0] <= 'z')
        out[0] = static_cast<char>(out[0] - 'a' + 'A');
    return out;
}

class DbCounters
{
public:
    DbCounters(const DbSource &source, DbChunk &rows)
        : m_source(source), m_rows(rows), m_memory(source.job.sharedBudget())
    {
    }

    /// Calls `use(row, device)` with each row of a table, whose first column is its time and whose second its device.
    template <typename Use>
    void each(const char *table, std::initializer_list<const char *> columns, Use use)
    {
        if (m_source.job.isCanceled())
            return;
        DbFile file(m_source.path, m_source.reportName, m_source.job, m_source.report);
        DbScan row(file, table, columns);
        while (row.next()) {
            const auto ts = row.stamp(0);
            if (!ts || *ts == 0) {
                row.reject("db.sample-time", RS_MESSAGE("Samples without a time are in no curve."));
                continue;
            }
            m_ts = *ts;
            m_device = row.integer(1, -1);
            use(row);
            m_memory.hold(m_rows.chunk.bytes());
        }
    }

    void add(std::string_view process, qint64 sort, std::string_view name, std::string_view series,
             std::optional<double> value, double unit = 1)
    {
        if (!value)
            return;
        const bool isHost = process == "CPU Usage";
        const qint64 device = isHost ? HostDevice : m_device;
        const std::string pid = cannPid(m_source.hostPid, sort, device);
        if (m_named.insert(pid).second)
            m_rows.process(pid, process, isHost ? std::string("CPU") : npuLabel(device), sort);
        m_rows.sample(pid, name, series, m_ts, *value / unit);
    }

private:
    const DbSource &m_source;
    DbChunk &m_rows;
    MemoryReservation m_memory;
    std::set<std::string> m_named;
    qint64 m_ts = 0;
    qint64 m_device = -1;
};

} // namespace

void readDbCounters(const DbSource &source, DbChunk &rows)
{
    DbCounters c(source, rows);
    const DbNames &names = source.names;
    const auto number = [](DbScan &row, int column) { return std::to_string(row.integer(column, 0)); };
    c.each("AICORE_FREQ", {"timestampNs", "deviceId", "freq", "dieId"}, [&](DbScan &row) {
        c.add("AI Core Freq", 14, row.isMissing(3) ? std::string("AI Core Freq") : "AI Core Freq Die " + number(row, 3),
              "MHz", row.measure(2, MaxOfAnything));
    });
    c.each("HBM", {"timestampNs", "deviceId", "bandwidth", "hbmId", "type"}, [&](DbScan &row) {
        const std::string way = upperFirst(names.text(row.integer(4)));
        c.add("HBM", 17, "HBM " + number(row, 3) + "/" + way, way + "(MB/s)", row.measure(2, 1e18), DbMegabyte);
    });
    c.each("DDR", {"timestampNs", "deviceId", "read", "write"}, [&](DbScan &row) {
        c.add("DDR", 16, "DDR/Read", "Read(MB/s)", row.measure(2, 1e18), DbMegabyte);
        c.add("DDR", 16, "DDR/Write", "Write(MB/s)", row.measure(3, 1e18), DbMegabyte);
    });
    c.each("LLC", {"timestampNs", "deviceId", "llcId", "hitRate", "throughput", "mode"}, [&](DbScan &row) {
        const std::string name = "LLC " + number(row, 2) + " " + upperFirst(names.text(row.integer(5)));
        c.add("LLC", 18, name + "/Throughput", "Throughput(MB/s)", row.measure(4, 1e18), DbMegabyte);
        c.add("LLC", 18, name + "/Hit Rate", "Hit Rate(%)", row.measure(3, MaxOfAnything));
    });
    c.each("NPU_MEM", {"timestampNs", "deviceId", "type", "ddr", "hbm"}, [&](DbScan &row) {
        const std::string_view type = names.text(row.integer(2));
        const std::string name = type == "app" ? std::string("APP") : upperFirst(type);
        const auto ddr = row.measure(3, MaxMemoryBytes);
        const auto hbm = row.measure(4, MaxMemoryBytes);
        c.add("NPU MEM", 19, name + "/DDR", "KB", ddr, DbKilobyte);
        c.add("NPU MEM", 19, name + "/HBM", "KB", hbm, DbKilobyte);
        if (ddr && hbm)
            c.add("NPU MEM", 19, name + "/Memory", "KB", *ddr + *hbm, DbKilobyte);
    });
    c.each("SOC_BANDWIDTH_LEVEL", {"timestampNs", "deviceId", "l2BufferBwLevel", "mataBwLevel"}, [&](DbScan &row) {
        c.add("Stars Soc Info", 20, "L2 Buffer Bw Level", "L2 Buffer Bw Level", row.measure(2, MaxOfAnything));
        c.add("Stars Soc Info", 20, "Mata Bw Level", "Mata Bw Level", row.measure(3, MaxOfAnything));
    });
    c.each("ACC_PMU",
           {"timestampNs", "deviceId", "accId", "readBwLevel", "writeBwLevel", "readOstLevel", "writeOstLevel"},
           [&](DbScan &row) {
               const std::string series = "value (acc " + number(row, 2) + ")";
               static constexpr const char *curves[] = {"read_bandwidth", "write_bandwidth", "read_ost", "write_ost"};
               for (int i = 0; i < 4; ++i)
                   c.add("Acc PMU", 21, curves[i], series, row.measure(3 + i, MaxOfAnything));
           });
    c.each("QOS", {"timestampNs", "deviceId", "eventName", "bandwidth", "dieId"}, [&](DbScan &row) {
        c.add("QoS", 22, "QoS " + std::string(names.text(row.integer(2))),
              row.isMissing(4) ? std::string("value") : "die " + number(row, 4), row.measure(3, 1e18));
    });
    c.each("HCCS", {"timestampNs", "deviceId", "txThroughput", "rxThroughput"}, [&](DbScan &row) {
        c.add("HCCS", 24, "Tx", "Tx(MB/s)", row.measure(2, 1e18), DbMegabyte);
        c.add("HCCS", 24, "Rx", "Rx(MB/s)", row.measure(3, 1e18), DbMegabyte);
    });
    c.each("CPU_USAGE", {"timestampNs", "cpuId", "usage"}, [&](DbScan &row) {
        c.add("CPU Usage", 25, "CPU " + number(row, 1), "Usage(%)", row.measure(2, MaxOfAnything));
    });
}

} // namespace rs
