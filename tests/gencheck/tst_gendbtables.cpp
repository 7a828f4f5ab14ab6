// SPDX-License-Identifier: Apache-2.0
#include "gencheck/databaserun.h"
#include "generator/sqliteout.h"
#include "support/testprogram.h"

#include <QTest>

#include <array>

using namespace rs;
using namespace rs::gen;

namespace {

const QString realDatabases = QStringLiteral(RANKSCOPE_SHARED_DATA "/real/pytorch_db_level2/rank0_ascend_pt/");

} // namespace

/// A run that is written both ways holds the same samples, memory, steps and communication in its databases and in the
/// tables beside its trace.
class TestGenDbTables : public QObject, private RunsOfBoth
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        const QString error = make();
        QVERIFY2(error.isEmpty(), qPrintable(error));
    }

    // Each millisecond has 900 us running, 50 us runnable and 50 us asleep, with two switches away from it.
    void kernelTraceIsThatOfItsPlan()
    {
        QTemporaryDir dir;
        GeneratorOptions o;
        o.outDir = dir.filePath(QStringLiteral("run"));
        o.ranks = 2;
        o.steps = 2;
        o.mbPerRank = 0.3;
        o.kernelTrace = true;
        QVERIFY(generate(o).ok);
        const QString path = o.outDir + QStringLiteral("/ftrace_data.db");
        const auto count = [&path](const char *what) {
            return query(path, QStringLiteral("SELECT count(*), sum(duration) FROM slice WHERE ") + QLatin1String(what))
                .front();
        };
        const Row asleep = count("name = 'Sleeping'");
        const long long periods = std::stoll(asleep[0]);
        QVERIFY(periods > 2);
        QCOMPARE(asleep[1], std::to_string(periods * 50'000));
        QCOMPARE(count("name = 'Running'"), Row({std::to_string(2 * periods), std::to_string(periods * 900'000)}));
        QCOMPARE(count("name = 'Runnable'"), Row({std::to_string(periods), std::to_string(periods * 50'000)}));
        QCOMPARE(count("name = 'sched_switch' AND args LIKE '%\"prev_comm\": \"python\"%'")[0],
                 std::to_string(2 * periods));
        QCOMPARE(query(path, QStringLiteral("SELECT count(*) FROM thread WHERE tid LIKE 'python:%'")), Rows({{"2"}}));
        // On the clock of the trace, which begins at 1762157700 s.
        QCOMPARE(query(path, QStringLiteral("SELECT min(timestamp) >= 1762157700000000000, max(end_time) < "
                                            "1762157760000000000 FROM slice")),
                 Rows({{"1", "1"}}));
        // Written anew, it is gone when it is not wanted.
        o.kernelTrace = false;
        QVERIFY(generate(o).ok);
        QVERIFY(!QFile::exists(path));
    }

    void everySampleOfACounterIsThatOfTheTrace_data() { addCases(); }

    void everySampleOfACounterIsThatOfTheTrace()
    {
        QFETCH(int, c);
        const QByteArray text = contents(file(c, QStringLiteral("trace_view.json")));
        std::map<std::string, Rows> samples; // by table
        std::map<std::pair<std::string, int>, std::map<std::string, std::string>> accelerators;
        const Json events = Json::parse(text.begin(), text.end());
        for (const Json &e : events) {
            if (e["ph"] != "C")
                continue;
            const std::string name = e["name"];
            const std::string ns = nanoseconds(e["ts"]);
            const double value = e["args"].begin().value();
            const auto id = [&name](size_t at) { return std::string(1, name[at]); };
            if (name.starts_with("HBM"))
                samples["HBM"].push_back(
                    {ns, id(4), name.ends_with("Read") ? "read" : "write", number(value * 1048576)});
            else if (name.ends_with("/Throughput"))
                samples["LLC"].push_back({ns, id(4), number(static_cast<double>(std::llround(value * 1048576)))});
            else if (name.ends_with("/HBM"))
                samples["NPU_MEM"].push_back({ns, name.starts_with("APP") ? "app" : "device", number(value * 1024)});
            else if (name == "AI Core Freq")
                samples["AICORE_FREQ"].push_back({ns, number(value)});
            else if (name.starts_with("QoS"))
                samples["QOS"].push_back({ns, name, number(value)});
            else if (e["args"].contains("acc_id"))
                accelerators[{ns, e["args"]["acc_id"]}][name.substr(0, name == "read_ost" ? 8 : 7)] =
                    number(e["args"]["value"].get<double>());
            else if (name == "Mata Bw Level")
                samples["SOC"].push_back({ns, number(value)});
        }
        compare(db(c, "SELECT timestampNs, hbmId, s.value, bandwidth FROM HBM JOIN STRING_IDS s ON s.id = type"),
                samples["HBM"]);
        compare(db(c, "SELECT timestampNs, llcId, throughput FROM LLC"), samples["LLC"]);
        compare(db(c, "SELECT timestampNs, s.value, hbm FROM NPU_MEM JOIN STRING_IDS s ON s.id = type"),
                samples["NPU_MEM"]);
        compare(db(c, "SELECT timestampNs, freq FROM AICORE_FREQ"), samples["AICORE_FREQ"]);
        compare(
            db(c, "SELECT timestampNs, 'QoS ' || s.value, bandwidth FROM QOS JOIN STRING_IDS s ON s.id = eventName"),
            samples["QOS"]);
        compare(db(c, "SELECT timestampNs, mataBwLevel FROM SOC_BANDWIDTH_LEVEL"), samples["SOC"]);
        Rows levels;
        for (auto &[key, values] : accelerators)
            levels.push_back({key.first, std::to_string(key.second), values["read_ba"], values["write_b"],
                              values["read_ost"], values["write_o"]});
        compare(db(c, "SELECT timestampNs, accId, readBwLevel, writeBwLevel, readOstLevel, writeOstLevel FROM ACC_PMU"),
                levels);
        const Rows rates = db(c, "SELECT min(hitRate) > 60 AND max(hitRate) <= 100 FROM LLC"); // whatever the text says
        QCOMPARE(rates, Rows({{"1"}}));
    }

    void memoryIsThatOfTheTables_data() { addCases(); }

    void memoryIsThatOfTheTables()
    {
        QFETCH(int, c);
        const auto bytes = [](const std::string &mb) {
            return mb.empty() || mb == "N/A" ? "-" : number(QString::fromStdString(mb).toDouble() * 1048576);
        };
        Rows records;
        for (auto &r : csv(c, "memory_record.csv")) {
            if (r["Component"] != "APP") // which NPU_MODULE_MEM knows
                records.push_back({r["Component"], nanoseconds(r["Timestamp(us)"]), bytes(r["Total Allocated(MB)"]),
                                   bytes(r["Total Reserved(MB)"]),
                                   r["Total Active(MB)"].empty() ? "0" : bytes(r["Total Active(MB)"])});
        }
        Rows blocks;
        Rows engine;
        for (auto &r : csv(c, "operator_memory.csv")) {
            const std::string size = bytes(number(QString::fromStdString(r["Size(KB)"]).toDouble() / 1024));
            blocks.push_back({r["Name"], size, nanoseconds(r["Allocation Time(us)"]),
                              nanoseconds(r["Release Time(us)"]), nanoseconds(r["Active Release Time(us)"]),
                              nanoseconds(r["Duration(us)"]), bytes(r["Allocation Total Allocated(MB)"]),
                              bytes(r["Allocation Total Active(MB)"]), bytes(r["Release Total Reserved(MB)"])});
            if (r["Allocation Total Active(MB)"].empty()) {
                engine.push_back({r["Name"], "allocate", size, nanoseconds(r["Allocation Time(us)"])});
                engine.push_back({r["Name"], "release", size, nanoseconds(r["Release Time(us)"])});
            }
        }
        compare(db(c, "SELECT n.value, t.value, size, timestampNs FROM NPU_OP_MEM JOIN STRING_IDS n ON n.id = "
                      "operatorName JOIN STRING_IDS t ON t.id = type"),
                engine);
        Rows modules;
        for (auto &r : csv(c, "npu_module_mem.csv")) {
            const bool kb = !cases[c].pytorch;
            const double amount =
                QString::fromStdString(r[kb ? "Total Reserved(KB)" : "Total Reserved(MB)"]).toDouble();
            // MB are spelt with three decimals, which loses part of a KB.
            modules.push_back(
                {r["Component"], nanoseconds(r["Timestamp(us)"]), number(std::round(amount * (kb ? 1 : 1024)))});
        }
        compare(db(c, "SELECT e.name, timestampNs, totalReserved / 1024 FROM NPU_MODULE_MEM JOIN ENUM_MODULE e ON e.id "
                      "= moduleId"),
                modules);
        if (!cases[c].pytorch)
            return;
        compare(db(c, "SELECT s.value, timestamp, totalAllocated, totalReserved, totalActive FROM MEMORY_RECORD JOIN "
                      "STRING_IDS s ON s.id = component"),
                records);
        compare(db(c, "SELECT s.value, size, allocationTime, releaseTime, activeReleaseTime, duration, "
                      "allocationTotalAllocated, allocationTotalActive, releaseTotalReserved FROM OP_MEMORY JOIN "
                      "STRING_IDS s ON s.id = name"),
                blocks);
    }

    void stepTimesAreThoseOfTheTable_data() { addCases(); }

    void stepTimesAreThoseOfTheTable()
    {
        QFETCH(int, c);
        if (!cases[c].pytorch) {
            QCOMPARE(analysis(c, "SELECT * FROM StepTraceTime")[0][0], std::string("error"));
            return;
        }
        Rows text;
        for (auto &r : csv(c, "step_trace_time.csv")) {
            Row row{r["Step"]};
            for (const char *column :
                 {"Computing", "Communication(Not Overlapped)", "Overlapped", "Communication", "Free", "Stage",
                  "Bubble", "Communication(Not Overlapped and Exclude Receive)", "Preparing"})
                row.push_back(number(r[column]));
            text.push_back(std::move(row));
        }
        compare(analysis(c, "SELECT step, computing, communication_not_overlapped, overlapped, communication, free, "
                            "stage, bubble, communication_not_overlapped_and_exclude_receive, preparing FROM "
                            "StepTraceTime"),
                text);
    }

    void communicationIsThatOfTheFiles_data() { addCases(); }

    void communicationIsThatOfTheFiles()
    {
        QFETCH(int, c);
        if (cases[c].level0) {
            QCOMPARE(analysis(c, "SELECT * FROM CommAnalyzerTime")[0][0], std::string("error"));
            return;
        }
        const bool pytorch = cases[c].pytorch;
        const QByteArray text = contents(file(c, QStringLiteral("communication.json")));
        Rows times;
        Rows packets;
        const Json steps = Json::parse(text.begin(), text.end());
        for (const auto &[step, classes] : steps.items()) {
            for (const auto &[kind, ops] : classes.items()) {
                for (const auto &[key, op] : ops.items()) {
                    const size_t at = key.find('@');
                    if (at == std::string::npos)
                        continue; // the total, which the reader can add up
                    Row head{key.substr(0, at), key.substr(at + 1)};
                    if (pytorch)
                        head.insert(head.end(), {step, kind});
                    const Json &t = op["Communication Time Info"];
                    Row &row = times.emplace_back(head);
                    row.push_back(
                        std::to_string(std::llround(t["Start Timestamp(us)"].get<double>() * 4))); // its grain
                    for (const char *name : {"Elapse Time(ms)", "Transit Time(ms)", "Wait Time(ms)",
                                             "Synchronization Time(ms)", "Idle Time(ms)"})
                        row.push_back(number(t[name].get<double>()));
                    for (const auto &[transport, b] : op["Communication Bandwidth Info"].items()) {
                        if (b["Transit Time(ms)"] == 0)
                            continue;
                        Row first = head;
                        first.push_back(transport);
                        for (const char *name :
                             {"Transit Size(MB)", "Transit Time(ms)", "Bandwidth(GB/s)", "Large Packet Ratio"})
                            first.push_back(number(b[name].get<double>()));
                        if (b["Size Distribution"].empty()) {
                            packets.push_back(first);
                            packets.back().insert(packets.back().end(), {"0", "0", "0"});
                        }
                        for (const auto &[size, count] : b["Size Distribution"].items()) {
                            packets.push_back(first);
                            packets.back().insert(packets.back().end(), {number(size), number(count[0].get<double>()),
                                                                         number(count[1].get<double>())});
                        }
                    }
                }
            }
        }
        const QString head =
            QLatin1String(pytorch ? "hccl_op_name, group_name, step, type" : "hccl_op_name, group_name");
        compare(analysis(
                    c, qPrintable(
                           QStringLiteral(
                               "SELECT %1, CAST(start_timestamp * 4 AS INTEGER), elapse_time, transit_time, wait_time, "
                               "synchronization_time, idle_time FROM CommAnalyzerTime")
                               .arg(head))),
                times);
        compare(
            analysis(c, qPrintable(QStringLiteral("SELECT %1, transport_type, transit_size, transit_time, bandwidth, "
                                                  "large_packet_ratio, package_size, count, total_duration FROM "
                                                  "CommAnalyzerBandwidth")
                                       .arg(head))),
            packets);
    }

    void linksAreThoseOfTheMatrix_data() { addCases(); }

    void linksAreThoseOfTheMatrix()
    {
        QFETCH(int, c);
        if (cases[c].level0)
            return;
        const QByteArray text = contents(file(c, QStringLiteral("communication_matrix.json")));
        Rows links;
        std::map<std::array<std::string, 3>, double> totals; // MB by group, link
        const Json steps = Json::parse(text.begin(), text.end());
        for (const auto &[step, classes] : steps.items()) {
            for (const auto &[kind, ops] : classes.items()) {
                for (const auto &[key, pairs] : ops.items()) {
                    const size_t at = key.find('@');
                    for (const auto &[pair, link] : pairs.items()) {
                        const size_t dash = pair.find('-');
                        const std::string group = key.substr(at + 1);
                        links.push_back({key.substr(0, at), group, pair.substr(0, dash), pair.substr(dash + 1),
                                         link["Transport Type"], number(link["Transit Size(MB)"].get<double>()),
                                         number(link["Transit Time(ms)"].get<double>()),
                                         number(link["Bandwidth(GB/s)"].get<double>()), step, kind,
                                         link.value("Op Name", "-")});
                        if (key.substr(0, at).ends_with("-total"))
                            totals[{group, pair, link["Transport Type"]}] += link["Transit Size(MB)"].get<double>();
                    }
                }
            }
        }
        if (cases[c].pytorch) {
            compare(analysis(c, "SELECT hccl_op_name, group_name, src_rank, dst_rank, transport_type, transit_size, "
                                "transit_time, bandwidth, step, type, op_name FROM CommAnalyzerMatrix"),
                    links);
            return;
        }
        // MindSpore's database has the links of each operator instead.
        const Rows sums =
            analysis(c, "SELECT group_name, src_rank || '-' || dst_rank, transport_type, sum(transit_size) "
                        "FROM CommAnalyzerMatrix GROUP BY 1, 2, 3");
        QCOMPARE(sums.size(), totals.size());
        for (const Row &row : sums)
            QVERIFY(std::abs(std::stod(row[3]) - totals[{row[0], row[1], row[2]}]) < 1e-6);
    }

    void theDatabaseKnowsItsRun_data() { addCases(); }

    void theDatabaseKnowsItsRun()
    {
        QFETCH(int, c);
        QCOMPARE(db(c, "SELECT rankId, deviceId FROM RANK_DEVICE_MAP"), Rows({{"1", "1"}}));
        QCOMPARE(db(c, "SELECT id FROM NPU_INFO"), Rows({{"1"}}));
        QCOMPARE(db(c, "SELECT hostName FROM HOST_INFO"), Rows({{"node-100"}}));
        QCOMPARE(db(c, "SELECT value FROM META_DATA WHERE name = 'SCHEMA_VERSION'"),
                 Rows({{cases[c].oldCann ? "1.0.0" : "1.2.0"}}));
        const QByteArray info =
            contents(QFileInfo(file(c, QStringLiteral("."))).path() + QLatin1String("/../profiler_info_1.json"));
        QVERIFY(Json::parse(info.begin(), info.end()).dump().find(R"(["text","db"])") != std::string::npos);
        const Rows groups = db(c, "SELECT value FROM META_DATA WHERE name = 'parallel_group_info'");
        // Only newer versions of MindSpore add to what they take from msprof.
        QCOMPARE(groups.size(), cases[c].pytorch || !cases[c].oldCann ? size_t{1} : size_t{0});
        for (const Row &row : groups) {
            const Json map = Json::parse(row[0]);
            for (const Row &group : db(c, "SELECT DISTINCT s.value FROM COMMUNICATION_OP JOIN STRING_IDS s ON s.id = "
                                          "groupName"))
                QVERIFY(map.contains(group[0]));
        }
    }

    void oldTablesAreThoseOfARealDatabase()
    {
        const QString output = QStringLiteral("ASCEND_PROFILER_OUTPUT/");
        if (!QFile::exists(realDatabases + output + QLatin1String("analysis.db")))
            QSKIP("The real profile pytorch_db_level2 is not here.");
        constexpr int old = 3;
        QVERIFY(cases[old].pytorch && cases[old].oldCann);
        const QString columns = QStringLiteral("SELECT m.name, p.cid, p.name, p.type, p.pk FROM sqlite_master m, "
                                               "pragma_table_info(m.name) p WHERE m.type = 'table' UNION ALL SELECT "
                                               "name, '', '', '', '' FROM sqlite_master WHERE type = 'index'");
        int shared = 0;
        const std::pair<QString, QString> files[] = {
            {QStringLiteral("ascend_pytorch_profiler_0.db"), QStringLiteral("ascend_pytorch_profiler_1.db")},
            {QStringLiteral("analysis.db"), QStringLiteral("analysis.db")}};
        for (const auto &[real, own] : files) {
            std::map<std::string, Rows> theirs;
            for (const Row &row : query(realDatabases + output + real, columns))
                theirs[row[0]].push_back(row);
            std::map<std::string, Rows> ours;
            for (const Row &row : query(file(old, own), columns))
                ours[row[0]].push_back(row);
            for (const auto &[table, rows] : theirs) {
                QVERIFY2(ours.contains(table), table.c_str());
                const QString wrong = difference(ours[table], rows);
                QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
                ++shared;
            }
        }
        QVERIFY(shared > 35);
    }

    void databasesChangeNothingOfTheText()
    {
        const auto hashes = [](const QString &dir) {
            std::map<QString, QByteArray> out;
            QDirIterator it(dir, QDir::Files, QDirIterator::Subdirectories);
            while (it.hasNext()) {
                const QString path = it.next();
                if (!path.contains(QLatin1String("profiler_info"))) // which says what is exported
                    out[QDir(dir).relativeFilePath(path)] =
                        QCryptographicHash::hash(contents(path), QCryptographicHash::Sha1);
            }
            return out;
        };
        const Case &c = cases[1];
        std::map<OutputFormat, std::map<QString, QByteArray>> files;
        for (const OutputFormat format : {OutputFormat::Text, OutputFormat::Db}) {
            GeneratorOptions o = options(path(QStringLiteral("format%1").arg(static_cast<int>(format))), c);
            o.format = format;
            o.threads = 1;
            const GeneratorResult result = generate(o);
            QVERIFY2(result.ok, qPrintable(result.error));
            files[format] = hashes(o.outDir);
        }
        const std::map<QString, QByteArray> both = hashes(folder(c));
        // Each file of one way is that of both, and neither leaves one of the other or of SQLite.
        size_t databases = 0;
        for (const auto &[path, hash] : both) {
            const bool db = path.endsWith(QLatin1String(".db"));
            databases += db ? 1 : 0;
            const bool ofBoth = !path.contains(QLatin1String("ASCEND_PROFILER_OUTPUT"));
            QVERIFY2(!path.endsWith(QLatin1String("-journal")), qPrintable(path));
            QCOMPARE(files[OutputFormat::Text].contains(path), !db);
            QCOMPARE(files[OutputFormat::Db].contains(path), db || ofBoth);
            // planted.json says where the run was written to and how long its files are.
            if (!path.endsWith(QLatin1String("planted.json")))
                QCOMPARE(files[db ? OutputFormat::Db : OutputFormat::Text][path].toHex(), hash.toHex());
        }
        QCOMPARE(databases, size_t{8});
    }

    void formatsAreRead()
    {
        OutputFormat format = OutputFormat::Text;
        QCOMPARE(parseFormat(QStringLiteral("both"), format), QString());
        QCOMPARE(format, OutputFormat::Both);
        QCOMPARE(parseFormat(QStringLiteral("sqlite"), format),
                 QStringLiteral("--format needs text, db or both, and got \"sqlite\"."));
        GeneratorOptions o = options(path(QStringLiteral("none")), cases[0]);
        o.nonsense = 7;
        QVERIFY(completeOptions(o).contains(QLatin1String("--nonsense")));
        o.nonsense.reset();
        o.format = OutputFormat::Db;
        o.gzip = true;
        QVERIFY(completeOptions(o).contains(QLatin1String("--gz")));
    }

    void aFileThatCannotBeWrittenIsSaid()
    {
        SqliteOut out(path({})); // a folder where the file would be
        SqliteOut::Table table(out, "T", "a INTEGER");
        table.row(1);
        QVERIFY(!out.close());
        QVERIFY2(out.error().contains(path({})), qPrintable(out.error()));
    }
};

RS_TEST(TestGenDbTables, QCoreApplication);
#include "tst_gendbtables.moc"
