// SPDX-License-Identifier: Apache-2.0
#include "gencheck/databaserun.h"
#include "support/testprogram.h"

#include <QTest>

using namespace rs;
using namespace rs::gen;

/// A run that is written both ways shows the same tasks, calls and connections in its databases and in its trace.
class TestGenDatabases : public QObject, private RunsOfBoth
{
    Q_OBJECT

private:
    /// Stamps of both ends of every flow of a category.
    [[nodiscard]] Rows flows(int c, const char *category) const
    {
        Rows rows;
        for (const auto &[key, ends] : trace(c).flows) {
            if (key.first != category)
                continue;
            for (const Json &from : ends.first) {
                for (const Json &to : ends.second)
                    rows.push_back({nanoseconds(from["ts"]), nanoseconds(to["ts"])});
            }
        }
        return rows;
    }

private slots:
    void initTestCase()
    {
        const QString error = make();
        QVERIFY2(error.isEmpty(), qPrintable(error));
    }

    void everyDeviceTaskIsThatOfTheTrace_data() { addCases(); }

    void everyDeviceTaskIsThatOfTheTrace()
    {
        QFETCH(int, c);
        // The join of the profilers: a kernel by its name, a mark by its message, any other task by its type.
        compare(db(c, "SELECT COALESCE(n.value, m.value, t.value), k.startNs, k.endNs, k.streamId, k.taskId, "
                      "k.contextId, k.connectionId FROM TASK k LEFT JOIN COMPUTE_TASK_INFO i USING (globalTaskId) "
                      "LEFT JOIN STRING_IDS n ON n.id = i.name LEFT JOIN MSTX_EVENTS x ON x.connectionId = "
                      "k.connectionId LEFT JOIN STRING_IDS m ON m.id = x.message "
                      "LEFT JOIN STRING_IDS t ON t.id = k.taskType"),
                slices(
                    c, [](const Slice &s) { return s.process == "Ascend Hardware"; },
                    [](const Slice &s) {
                        const bool named = s.args.contains("Stream Id"); // by old CANN
                        return Row{s.name,
                                   std::to_string(s.start),
                                   std::to_string(s.end),
                                   integer(s.args, named ? "Stream Id" : "Physic Stream Id"),
                                   integer(s.args, "Task Id"),
                                   integer(s.args, "Subtask Id"),
                                   integer(s.args, "connection_id")};
                    }));
        const auto ids = db(c, "SELECT count(*), count(DISTINCT globalTaskId) FROM TASK");
        QCOMPARE(ids[0][0], ids[0][1]);
    }

    void everyKernelIsThatOfTheTable_data() { addCases(); }

    void everyKernelIsThatOfTheTable()
    {
        QFETCH(int, c);
        const bool bare = cases[c].level0;
        Rows text;
        for (auto &k : csv(c, "kernel_details.csv")) {
            if (k["Accelerator Core"] == "COMMUNICATION" || k["Accelerator Core"] == "HCCL")
                continue;
            const std::string start = nanoseconds(k["Start Time(us)"]);
            Row row{k["Name"].substr(k["Name"].rfind('/') + 1),
                    k["Type"],
                    k["Accelerator Core"],
                    start,
                    std::to_string(std::stoll(start) + std::stoll(nanoseconds(k["Duration(us)"]))),
                    k["Block Dim"]};
            for (const char *column : {"Input Shapes", "Input Data Types", "Input Formats", "Output Shapes",
                                       "Output Data Types", "Output Formats"})
                row.push_back(bare ? "N/A" : k[column]);
            text.push_back(std::move(row));
        }
        const char *const sql =
            cases[c].oldCann
                ? "SELECT n.value, o.value, a.value, startNs, endNs, i.blockDim, s.value, d.value, f.value, p.value, "
                  "q.value, r.value FROM COMPUTE_TASK_INFO i JOIN TASK USING (globalTaskId) JOIN STRING_IDS n ON n.id "
                  "= i.name JOIN STRING_IDS o ON o.id = opType JOIN STRING_IDS a ON a.id = i.taskType JOIN STRING_IDS "
                  "s ON s.id = inputShapes JOIN STRING_IDS d ON d.id = inputDataTypes JOIN STRING_IDS f ON f.id = "
                  "inputFormats JOIN STRING_IDS p ON p.id = outputShapes JOIN STRING_IDS q ON q.id = outputDataTypes "
                  "JOIN STRING_IDS r ON r.id = outputFormats"
                : "SELECT n.value, o.value, a.value, startNs, endNs, i.blockNum, s.value, d.value, f.value, p.value, "
                  "q.value, r.value FROM COMPUTE_TASK_INFO i JOIN TASK USING (globalTaskId) JOIN STRING_IDS n ON n.id "
                  "= i.name JOIN STRING_IDS o ON o.id = opType JOIN STRING_IDS a ON a.id = i.taskType JOIN STRING_IDS "
                  "s ON s.id = inputShapes JOIN STRING_IDS d ON d.id = inputDataTypes JOIN STRING_IDS f ON f.id = "
                  "inputFormats JOIN STRING_IDS p ON p.id = outputShapes JOIN STRING_IDS q ON q.id = outputDataTypes "
                  "JOIN STRING_IDS r ON r.id = outputFormats";
        compare(db(c, sql), text);
    }

    void countersOfCoresAreThoseOfTheTable_data() { addCases(); }

    void countersOfCoresAreThoseOfTheTable()
    {
        QFETCH(int, c);
        Rows text;
        if (!cases[c].level0) {
            for (auto &k : csv(c, "kernel_details.csv")) {
                if (k["aicore_time(us)"] == "N/A")
                    continue;
                const auto ns = [&k](const char *column) {
                    return number(static_cast<double>(std::stoll(nanoseconds(k[column]))));
                };
                text.push_back({nanoseconds(k["Start Time(us)"]), ns("aicore_time(us)"), number(k["aic_total_cycles"]),
                                ns("aic_mac_time(us)"), number(k["aic_mac_ratio"]), ns("aiv_mte3_time(us)"),
                                number(k["aiv_icache_miss_rate"])});
            }
        }
        Rows rows = db(c, "SELECT k.startNs, max(CASE s.value WHEN 'aic_total_time' THEN p.value END), "
                          "max(CASE s.value WHEN 'aic_total_cycles' THEN p.value END), "
                          "max(CASE s.value WHEN 'aic_mac_time' THEN p.value END), "
                          "max(CASE s.value WHEN 'aic_mac_ratio' THEN p.value END), "
                          "max(CASE s.value WHEN 'aiv_mte3_time' THEN p.value END), "
                          "max(CASE s.value WHEN 'aiv_icache_miss_rate' THEN p.value END) FROM TASK k "
                          "JOIN TASK_PMU_INFO p USING (globalTaskId) JOIN STRING_IDS s ON s.id = p.name "
                          "GROUP BY globalTaskId");
        if (cases[c].level0) {
            QCOMPARE(rows, Rows({{"error", "no such table: TASK_PMU_INFO"}}));
            rows.clear();
        }
        compare(rows, text, !cases[c].level0);
    }

    void everyOperatorOfCommunicationIsThatOfTheTrace_data() { addCases(); }

    void everyOperatorOfCommunicationIsThatOfTheTrace()
    {
        QFETCH(int, c);
        const bool named = !cases[c].oldCann; // the lane names the group
        compare(db(c, named ? "SELECT 'Group ' || g.value || ' Communication', n.value, startNs, endNs, connectionId, "
                              "d.name, a.value, count, rankSize FROM COMMUNICATION_OP JOIN STRING_IDS n ON n.id = "
                              "opName JOIN STRING_IDS g ON g.id = groupName JOIN ENUM_HCCL_DATA_TYPE d ON d.id = "
                              "dataType JOIN STRING_IDS a ON a.id = algType"
                            : "SELECT '', n.value, startNs, endNs, connectionId, d.name, a.value, count, '' FROM "
                              "COMMUNICATION_OP JOIN STRING_IDS n ON n.id = opName JOIN ENUM_HCCL_DATA_TYPE d ON d.id "
                              "= dataType JOIN STRING_IDS a ON a.id = algType"),
                slices(c, isGroupRow, [named](const Slice &s) {
                    return Row{named ? s.thread : "",
                               s.name,
                               std::to_string(s.start),
                               std::to_string(s.end),
                               integer(s.args, "connection_id"),
                               s.args["data_type"],
                               s.args["alg_type"],
                               integer(s.args, "count"),
                               named ? integer(s.args, "rank_size") : ""};
                }));
    }

    void everyTaskOfAPlaneIsThatOfTheTrace_data() { addCases(); }

    void everyTaskOfAPlaneIsThatOfTheTrace()
    {
        QFETCH(int, c);
        const bool planes = !cases[c].level0;
        Rows rows = db(
            c, "SELECT n.value, 'Plane ' || planeId, TASK.startNs, TASK.endNs, srcRank, dstRank, t.name, size, d.name, "
               "l.name, CASE WHEN notifyId = 9223372036854775807 THEN '18446744073709551615' ELSE notifyId "
               "END, contextId FROM COMMUNICATION_TASK_INFO i JOIN TASK USING (globalTaskId) JOIN STRING_IDS "
               "n ON n.id = i.taskType JOIN ENUM_HCCL_TRANSPORT_TYPE t ON t.id = transportType JOIN "
               "ENUM_HCCL_DATA_TYPE d ON d.id = i.dataType JOIN ENUM_HCCL_LINK_TYPE l ON l.id = linkType "
               "JOIN COMMUNICATION_OP o ON o.opId = i.opId AND o.opName = i.name AND o.connectionId = "
               "TASK.connectionId");
        if (!planes) {
            QCOMPARE(rows, Rows({{"error", "no such table: COMMUNICATION_TASK_INFO"}}));
            rows.clear();
        }
        compare(rows,
                slices(
                    c, [](const Slice &s) { return isCommProcess(s) && s.thread.starts_with("Plane "); },
                    [](const Slice &s) {
                        return Row{s.name,
                                   s.thread,
                                   std::to_string(s.start),
                                   std::to_string(s.end),
                                   integer(s.args, "src rank"),
                                   integer(s.args, "dst rank"),
                                   s.args["transport type"],
                                   integer(s.args, "size(Byte)"),
                                   s.args["data type"],
                                   s.args["link type"],
                                   s.args["notify_id"],
                                   integer(s.args, "context id")};
                    }),
                planes);
    }

    void everyCallOfCannIsThatOfTheTrace_data() { addCases(); }

    void everyCallOfCannIsThatOfTheTrace()
    {
        QFETCH(int, c);
        const bool calls = !cases[c].level0;
        Rows rows = db(c, "SELECT e.name, s.value, globalTid & 4294967295, startNs, endNs, connectionId FROM CANN_API "
                          "JOIN ENUM_API_TYPE e ON e.id = type JOIN STRING_IDS s ON s.id = CANN_API.name");
        if (!calls) {
            QCOMPARE(rows, Rows({{"error", "no such table: CANN_API"}}));
            rows.clear();
        }
        compare(rows,
                slices(
                    c, [](const Slice &s) { return s.process == "CANN"; },
                    [](const Slice &s) {
                        return Row{s.args["level"],
                                   s.name.substr(s.name.find('@') + 1),
                                   integer(s.args, "Thread Id"),
                                   std::to_string(s.start),
                                   std::to_string(s.end),
                                   integer(s.args, "connection_id")};
                    }),
                calls);
    }

    void connectionsJoinWhatFlowsJoin_data() { addCases(); }

    void connectionsJoinWhatFlowsJoin()
    {
        QFETCH(int, c);
        // At level 0 no call of CANN is there to begin a flow, and old ones begin 300 ns behind their call.
        if (!cases[c].level0 && !cases[c].oldCann) {
            compare(db(c, "SELECT a.startNs, o.startNs FROM CANN_API a JOIN COMMUNICATION_OP o USING (connectionId) "
                          "UNION ALL SELECT a.startNs, t.startNs FROM CANN_API a JOIN TASK t USING (connectionId) "
                          "WHERE t.contextId = 4294967295 AND t.connectionId NOT IN (SELECT connectionId FROM "
                          "MSTX_EVENTS) AND t.taskType NOT IN (SELECT id FROM STRING_IDS WHERE value LIKE 'EVENT%')"),
                    flows(c, "HostToDevice"));
        }
        if (!cases[c].pytorch)
            return;
        compare(db(c, "SELECT p.startNs, o.startNs FROM PYTORCH_API p JOIN CONNECTION_IDS i ON i.id = p.connectionId "
                      "JOIN COMMUNICATION_OP o ON o.connectionId = i.connectionId UNION ALL SELECT p.startNs, "
                      "min(t.startNs) FROM PYTORCH_API p JOIN CONNECTION_IDS i ON i.id = p.connectionId JOIN TASK t ON "
                      "t.connectionId = i.connectionId WHERE t.contextId = 4294967295 GROUP BY p.rowid"),
                flows(c, "async_npu"));
        const char *const pairs = "SELECT a.startNs, b.startNs FROM PYTORCH_API a JOIN CONNECTION_IDS i ON i.id = "
                                  "a.connectionId JOIN CONNECTION_IDS j ON j.connectionId = i.connectionId JOIN "
                                  "PYTORCH_API b ON b.connectionId = j.id WHERE a.rowid <> b.rowid AND a.type = %1 AND "
                                  "b.type = %1 AND CAST(a.startNs AS INTEGER) < CAST(b.startNs AS INTEGER)";
        compare(db(c, qPrintable(QString::fromLatin1(pairs).arg(50002))), flows(c, "async_task_queue"));
        compare(db(c, qPrintable(QString::fromLatin1(pairs).arg(50001))), flows(c, "fwdbwd"));
    }

    void theFrameworkIsThatOfTheTrace_data() { addCases(); }

    void theFrameworkIsThatOfTheTrace()
    {
        QFETCH(int, c);
        if (!cases[c].pytorch) {
            for (const char *table : {"PYTORCH_API", "CONNECTION_IDS", "STEP_TIME", "MEMORY_RECORD", "OP_MEMORY"})
                QCOMPARE(db(c, qPrintable(QStringLiteral("SELECT * FROM %1").arg(QLatin1String(table))))[0][0],
                         std::string("error"));
            return;
        }
        const bool swapped = cases[c].oldCann; // as in real files of that schema
        const char *const sql = "SELECT s.value, globalTid & 4294967295, startNs, endNs, COALESCE(sequenceNumber, ''), "
                                "COALESCE(fwdThreadId, ''), COALESCE(d.value, ''), COALESCE(t.value, ''), COALESCE("
                                "(SELECT group_concat(v.value, ';\r\n') FROM PYTORCH_CALLCHAINS h JOIN STRING_IDS v ON "
                                "v.id = h.stack WHERE h.id = callchainId), '') FROM PYTORCH_API JOIN STRING_IDS s ON "
                                "s.id = name LEFT JOIN STRING_IDS d ON d.id = %1 LEFT JOIN STRING_IDS t ON t.id = %2";
        compare(db(c, qPrintable(QString::fromLatin1(sql).arg(QLatin1String(swapped ? "inputDtypes" : "inputShapes"),
                                                              QLatin1String(swapped ? "inputShapes" : "inputDtypes")))),
                slices(
                    c, [](const Slice &s) { return s.process == "Python"; },
                    [](const Slice &s) {
                        const bool op = s.args.contains("Sequence number");
                        return Row{s.name,
                                   s.thread.substr(7),
                                   std::to_string(s.start),
                                   std::to_string(s.end),
                                   op ? integer(s.args, "Sequence number") : "",
                                   op ? integer(s.args, "Fwd thread id") : "",
                                   s.args.value("Input Dims", ""),
                                   s.args.value("Input type", ""),
                                   s.args.value("Call stack", "")};
                    }));
        compare(db(c, "SELECT 'ProfilerStep#' || id, startNs, endNs FROM STEP_TIME"),
                slices(
                    c, [](const Slice &s) { return s.name.starts_with("ProfilerStep#"); },
                    [](const Slice &s) {
                        return Row{s.name, std::to_string(s.start), std::to_string(s.end)};
                    }));
        compare(db(c, "SELECT startNs, endNs FROM GC_RECORD"),
                slices(
                    c, [](const Slice &s) { return s.process == "Python GC"; },
                    [](const Slice &s) {
                        return Row{std::to_string(s.start), std::to_string(s.end)};
                    }));
    }

    void overlapAndMarksAreThoseOfTheTrace_data() { addCases(); }

    void overlapAndMarksAreThoseOfTheTrace()
    {
        QFETCH(int, c);
        compare(db(c, "SELECT s.value, startNs, endNs, globalTid & 4294967295, connectionId FROM MSTX_EVENTS JOIN "
                      "STRING_IDS s ON s.id = message"),
                slices(
                    c, [](const Slice &s) { return s.process == "python3"; },
                    [](const Slice &s) {
                        return Row{s.name, std::to_string(s.start), std::to_string(s.end), integer(s.args, "Thread Id"),
                                   integer(s.args, "connection_id")};
                    }));
        if (cases[c].oldCann)
            return; // which has no table of it
        compare(db(c, "SELECT CASE type WHEN 0 THEN 'Computing' WHEN 1 THEN 'Communication' WHEN 2 THEN "
                      "'Communication(Not Overlapped)' WHEN 3 THEN 'Free' END, startNs, endNs FROM OVERLAP_ANALYSIS"),
                slices(
                    c, [](const Slice &s) { return s.process == "Overlap Analysis"; },
                    [](const Slice &s) {
                        return Row{s.name, std::to_string(s.start), std::to_string(s.end)};
                    }));
    }
};

RS_TEST(TestGenDatabases, QCoreApplication);
#include "tst_gendatabases.moc"
