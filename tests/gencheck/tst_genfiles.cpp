// SPDX-License-Identifier: Apache-2.0
#include "gencheck/generatedrun.h"
#include "support/testprogram.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace rs;
using namespace rs::gen;

/// The tables beside the trace: what stands in them follows from the trace, and their gaps are those of real files.
class TestGenFiles : public QObject
{
    Q_OBJECT

private:
    RunsOfFrameworks m_results;

    static QByteArray output(const GeneratedRank &rank, const char *name)
    {
        return contents(rank.dir + QLatin1String("/ASCEND_PROFILER_OUTPUT/") + QLatin1String(name));
    }
    /// Cells by column name.
    static std::vector<std::map<std::string, std::string>> table(const GeneratedRank &rank, const char *name)
    {
        const Csv csv = parseCsv(output(rank, name));
        std::vector<std::map<std::string, std::string>> out;
        for (size_t r = 1; r < csv.size(); ++r) {
            auto &row = out.emplace_back();
            for (size_t c = 0; c < csv[r].size(); ++c)
                row[csv[0][c]] = csv[r][c];
        }
        return out;
    }

private slots:
    void initTestCase()
    {
        const QString error = m_results.make();
        QVERIFY2(error.isEmpty(), qPrintable(error));
    }

    void oldCannKnowsNoHitRate()
    {
        QTemporaryDir dir;
        GeneratorOptions o = smallRun(dir.path());
        o.ranks = 1;
        o.oldCann = true;
        const GeneratorResult r = generate(o);
        QVERIFY(r.ok);
        for (auto &l : table(r.ranks.front(), "l2_cache.csv"))
            QCOMPARE(l["Hit Rate"], std::string("N/A"));
    }

    // The files that switches add are as CANN writes them, and a run without the switches has none of them.
    void filesOfSwitches()
    {
        QTemporaryDir dir;
        GeneratorOptions o = smallRun(dir.path());
        o.ranks = 1;
        o.hardware = true;
        o.staticGraph = true;
        const GeneratorResult r = generate(o);
        QVERIFY(r.ok);
        const GeneratedRank &rank = r.ranks.front();
        const auto header = [&](const char *name) { return output(rank, name).split('\n').first().trimmed(); };
        QCOMPARE(header("hbm.csv"), QByteArray("Device_id,Metric,Read(MB/s),Write(MB/s)"));
        QCOMPARE(header("hccs.csv"), QByteArray("Device_id,Mode,Max,Min,Average"));
        QCOMPARE(header("pcie.csv"), QByteArray("Device_id,Mode,Min,Max,Avg"));
        QVERIFY(header("nic.csv").startsWith("Device_id,Timestamp(us),Bandwidth(MB/s),Rx Bandwidth efficiency(%),"));
        QCOMPARE(header("roce.csv"), header("nic.csv"));
        // A task for each kernel, of the same length.
        std::multiset<std::pair<std::string, std::string>> kernels;
        std::multiset<std::pair<std::string, std::string>> tasks;
        for (auto &k : table(rank, "kernel_details.csv")) {
            if (k["Accelerator Core"] != "COMMUNICATION")
                kernels.insert({k["Stream ID"], k["Task ID"]});
        }
        for (auto &t : table(rank, "task_time.csv")) {
            const auto start = parseDecimalUs(t["task_start(us)"]);
            const auto stop = parseDecimalUs(t["task_stop(us)"]);
            QCOMPARE(*stop - *start, parseDecimalUs(t["task_time(us)"]).value_or(-1));
            if (t["kernel_name"] != "N/A")
                tasks.insert({t["stream_id"], t["task_id"]});
        }
        QVERIFY(!tasks.empty());
        QVERIFY(tasks == kernels);
        // Operators together never hold more than the graph took.
        std::map<std::string, std::map<qint64, double>> changes;
        std::map<std::string, double> taken;
        for (auto &m : table(rank, "static_op_mem.csv")) {
            const double kb = std::stod(m["Size(KB)"]);
            if (m["Op Name"] == "TOTAL") {
                taken[m["Graph ID"]] = kb;
                continue;
            }
            changes[m["Graph ID"]][std::stoll(m["Node Index Start"])] += kb;
            changes[m["Graph ID"]][std::stoll(m["Node Index End"]) + 1] -= kb;
        }
        QCOMPARE(changes.size(), size_t{2});
        for (const auto &[graph, at] : changes) {
            double held = 0;
            for (const auto &[node, kb] : at) {
                held += kb;
                QVERIFY(held <= taken[graph]);
            }
        }
        QVERIFY(!QFile::exists(m_results[false].ranks.front().dir +
                               QLatin1String("/ASCEND_PROFILER_OUTPUT/task_time.csv")));
    }

    void memoryFilesHaveTheGapsOfRealOnes_data() { addFrameworks(); }

    void memoryFilesHaveTheGapsOfRealOnes()
    {
        QFETCH(bool, pytorch);
        const GeneratedRank &rank = m_results[pytorch].ranks.front();
        std::map<std::string, int> components;
        bool others = true;
        for (auto &m : table(rank, "memory_record.csv")) {
            const std::string component = m["Component"];
            ++components[component];
            QCOMPARE(m["Total Active(MB)"].empty(), component == "GE" || component == "APP");
            QCOMPARE(m["Total Allocated(MB)"].empty(), component == "APP");
            QVERIFY(others || component == "APP"); // which stand at the end
            others = component != "APP";
        }
        const char *const pool = pytorch ? "PTA" : "MindSpore";
        QCOMPARE(components.size(), size_t{4});
        QCOMPARE(components[pool], components[std::string(pool) + "+GE"]);
        QVERIFY(components["GE"] > 2 && components["APP"] > 0);
        int engine = 0;
        int kept = 0;
        int released = 0;
        const std::string absent = pytorch ? "" : "N/A";
        for (auto &o : table(rank, "operator_memory.csv")) {
            const bool never = o["Release Time(us)"] == absent;
            const bool ofEngine = o["Name"].starts_with("cann::");
            engine += ofEngine ? 1 : 0;
            (never ? kept : released) += 1;
            QCOMPARE(o["Duration(us)"] == absent, never);
            QCOMPARE(o["Active Release Time(us)"] == absent, never || ofEngine || !pytorch);
            QCOMPARE(o["Allocation Total Active(MB)"].empty(), ofEngine);
            if (!never)
                QCOMPARE(parseDecimalUs(o["Release Time(us)"]).value_or(0) -
                             parseDecimalUs(o["Allocation Time(us)"]).value_or(0),
                         parseDecimalUs(o["Duration(us)"]).value_or(-1));
        }
        QVERIFY(engine > 0 && kept > 0 && released > engine);
        std::vector<std::string> modules;
        for (auto &m : table(rank, "npu_module_mem.csv")) {
            if (modules.empty() || modules.back() != m["Component"])
                modules.push_back(m["Component"]);
        }
        QCOMPARE(modules.size(), size_t{22}); // each in one piece
    }

    void levelZeroHasFlowsWithoutTheirSlices_data() { addFrameworks(); }

    void levelZeroHasFlowsWithoutTheirSlices()
    {
        QFETCH(bool, pytorch);
        QTemporaryDir dir;
        GeneratorOptions o = smallRun(dir.path());
        o.pytorch = pytorch;
        o.level0 = true;
        const GeneratorResult r = generate(o);
        QVERIFY2(r.ok, qPrintable(r.error));
        for (const GeneratedRank &rank : r.ranks) {
            const RankTrace trace = readTrace(rank.dir);
            QCOMPARE(trace.unnamed, 0); // of the slices; what has no name has none
            std::set<std::string> processes;
            int tasks = 0;
            for (const Slice &s : trace.slices) {
                processes.insert(s.process);
                QVERIFY(!isCommProcess(s) || isGroupRow(s));
                tasks += s.name == "SDMA" ? 1 : 0;
            }
            QVERIFY(!processes.contains("CANN"));
            QVERIFY(tasks > 0); // those on streams are there
            std::set<std::string> orphans;
            for (const auto &[key, ends] : trace.flows) {
                if (key.first != "HostToDevice")
                    continue;
                QCOMPARE(ends.first.size(), size_t{1});
                const Json &start = ends.first.front();
                const Json &end = ends.second.front();
                QVERIFY(!trace.starts.contains({start["pid"].dump(), start["tid"].dump(), start["ts"]}));
                QVERIFY(trace.starts.contains({end["pid"].dump(), end["tid"].dump(), end["ts"]}));
                orphans.insert(start["pid"].dump());
            }
            QCOMPARE(orphans.size(), size_t{1});
            const auto kernels = table(rank, "kernel_details.csv");
            QVERIFY(kernels.size() > 100);
            for (auto k : kernels) {
                QCOMPARE(k.size(), pytorch ? size_t{9} : size_t{8});
                QCOMPARE(k["Type"], std::string("N/A"));
                QCOMPARE(k["Accelerator Core"], std::string(k["Name"].starts_with("hcom_") ? "COMMUNICATION" : "N/A"));
            }
            for (const char *const absent :
                 {"communication.json", "communication_matrix.json", "op_statistic.csv", "api_statistic.csv"})
                QVERIFY2(output(rank, absent).isEmpty(), absent);
        }
    }
};

RS_TEST(TestGenFiles, QCoreApplication);
#include "tst_genfiles.moc"
