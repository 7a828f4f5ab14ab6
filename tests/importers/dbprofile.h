// SPDX-License-Identifier: Apache-2.0
// A rank of which only databases were written, made by hand.
#pragma once

#include "importers/discovery/discovery.h"
#include "importers/run/runloader.h"
#include "runfolder.h"
#include "support/scenarios.h"
#include "support/sqlitefile.h"

#include <QTest>

namespace rs::test {

inline const QString Folder = QStringLiteral("rank3_ascend_pt/ASCEND_PROFILER_OUTPUT/");
inline const QString Profile = Folder + QStringLiteral("ascend_pytorch_profiler_3.db");
inline const QString Analysis = Folder + QStringLiteral("analysis.db");

/// One step: an operator puts a kernel into the queue, CANN launches it, then communication with two tasks.
inline QStringList profile()
{
    const char *const statements[] = {
        "CREATE TABLE STRING_IDS (id INTEGER PRIMARY KEY, value TEXT)",
        "INSERT INTO STRING_IDS VALUES (1,'MatMulV3_1'),(2,'KERNEL_AICORE'),(3,'AI_CORE'),(4,'MatMulV3'),"
        "(5,'\"32,64;64,8\"'),(6,'FLOAT;FLOAT'),(7,'ND;ND'),(8,'launch'),(9,'hcom_allReduce__123_0_1'),"
        "(10,'hcom_allReduce_'),(11,'worker%eth0_1'),(12,'Memcpy'),(13,'SDMA'),(14,'EVENT_RECORD'),"
        "(15,'aic_mac_time'),(16,'aic_mac_ratio'),(17,'app'),(18,'PTA'),(19,'aten::mm'),(20,'MatMulBackward0'),"
        "(21,'Enqueue'),(22,'Dequeue@mm'),(23,'ProfilerStep#5'),(24,'train.py(3): main'),(25,'aclrtMemcpyAsync'),"
        "(26,'my mark'),(27,'read'),(28,'GE')",
        "CREATE TABLE ENUM_API_TYPE (id INTEGER PRIMARY KEY, name TEXT)",
        // Not the numbers of today: they are read.
        "INSERT INTO ENUM_API_TYPE VALUES (1,'node'),(2,'acl'),(61,'op'),(62,'queue'),(63,'trace')",
        "CREATE TABLE ENUM_HCCL_TRANSPORT_TYPE (id INTEGER PRIMARY KEY, name TEXT)",
        "INSERT INTO ENUM_HCCL_TRANSPORT_TYPE VALUES (0,'SDMA')",
        "CREATE TABLE ENUM_HCCL_LINK_TYPE (id INTEGER PRIMARY KEY, name TEXT)",
        "INSERT INTO ENUM_HCCL_LINK_TYPE VALUES (1,'HCCS')",
        "CREATE TABLE ENUM_MODULE (id INTEGER PRIMARY KEY, name TEXT)", "INSERT INTO ENUM_MODULE VALUES (3,'HCCL')",
        "CREATE TABLE TASK (startNs INTEGER, endNs INTEGER, deviceId INTEGER, connectionId INTEGER, "
        "globalTaskId INTEGER, globalPid INTEGER, taskType INTEGER, contextId INTEGER, streamId INTEGER, "
        "taskId INTEGER, modelId INTEGER)",
        "INSERT INTO TASK VALUES (1000002000,1000005000,4,70,1,77,2,4294967295,2,10,4294967295),"
        "(1000006000,1000006500,4,71,2,77,14,4294967295,2,11,4294967295),"
        // Launched as a whole, with a part that is the kernel.
        "(1000007000,1000009000,4,72,3,77,2,4294967295,2,12,4294967295),"
        "(1000007500,1000008500,4,72,4,77,2,0,2,12,4294967295),"
        "(1000010000,1000011000,4,73,5,77,13,1,3,13,4294967295)",
        "CREATE TABLE COMPUTE_TASK_INFO (name INTEGER, globalTaskId INTEGER PRIMARY KEY, blockDim INTEGER, "
        "mixBlockDim INTEGER, taskType INTEGER, opType INTEGER, inputFormats INTEGER, inputDataTypes INTEGER, "
        "inputShapes INTEGER, outputFormats INTEGER, outputDataTypes INTEGER, outputShapes INTEGER, attrInfo INTEGER)",
        "INSERT INTO COMPUTE_TASK_INFO VALUES (1,1,20,0,3,4,7,6,5,7,6,5,NULL),(1,4,8,0,3,4,7,6,5,7,6,5,NULL)",
        "CREATE TABLE TASK_PMU_INFO (globalTaskId INTEGER, name INTEGER, value NUMERIC)",
        "INSERT INTO TASK_PMU_INFO VALUES (1,15,1500),(1,16,0.5)",
        "CREATE TABLE COMMUNICATION_OP (opName INTEGER, startNs INTEGER, endNs INTEGER, connectionId INTEGER, "
        "groupName INTEGER, opId INTEGER PRIMARY KEY, relay INTEGER, retry INTEGER, dataType INTEGER, algType INTEGER, "
        "count NUMERIC, opType INTEGER)",
        "INSERT INTO COMMUNICATION_OP VALUES (9,1000009500,1000012000,73,11,1,0,0,4,0,64,10)",
        "CREATE TABLE COMMUNICATION_TASK_INFO (name INTEGER, globalTaskId INTEGER, taskType INTEGER, planeId INTEGER, "
        "groupName INTEGER, notifyId INTEGER, rdmaType INTEGER, srcRank INTEGER, dstRank INTEGER, transportType "
        "INTEGER, size INTEGER, dataType INTEGER, linkType INTEGER, opId INTEGER)",
        "INSERT INTO COMMUNICATION_TASK_INFO VALUES (9,5,12,1,11,0,65535,0,1,0,4096,4,1,1)",
        "CREATE TABLE CANN_API (startNs INTEGER, endNs INTEGER, type INTEGER, globalTid INTEGER, connectionId INTEGER "
        "PRIMARY KEY, name INTEGER)",
        // Thread 78 of process 77.
        "INSERT INTO CANN_API VALUES (1000001000,1000001500,1,330712481870,70,8),"
        "(1000001600,1000001700,2,330712481870,71,25),(1000001800,1000001900,1,330712481870,72,8),"
        "(1000002000,1000002100,1,330712481870,73,8)",
        "CREATE TABLE PYTORCH_API (startNs TEXT, endNs TEXT, globalTid INTEGER, connectionId INTEGER, name INTEGER, "
        "sequenceNumber INTEGER, fwdThreadId INTEGER, inputDtypes INTEGER, inputShapes INTEGER, callchainId INTEGER, "
        "type INTEGER)",
        "INSERT INTO PYTORCH_API VALUES ('1000000100','1000020000',330712481869,NULL,23,NULL,NULL,NULL,NULL,NULL,61),"
        "('1000000200','1000000900',330712481869,1,19,4,0,6,5,9,61),"
        "('1000000300','1000000400',330712481869,2,21,NULL,NULL,NULL,NULL,NULL,62),"
        "('1000000500','1000000600',330712481870,3,22,NULL,NULL,NULL,NULL,NULL,62),"
        "('1000003000','1000003500',330712481870,4,20,4,1,NULL,NULL,NULL,61),"
        "('1000000150','1000000950',330712481869,NULL,24,NULL,NULL,NULL,NULL,NULL,63)",
        "CREATE TABLE CONNECTION_IDS (id INTEGER, connectionId INTEGER)",
        "INSERT INTO CONNECTION_IDS VALUES (1,70),(1,900),(2,800),(3,800),(4,900)",
        "CREATE TABLE PYTORCH_CALLCHAINS (id INTEGER, stack INTEGER, stackDepth INTEGER)",
        "INSERT INTO PYTORCH_CALLCHAINS VALUES (9,24,1),(9,19,0)",
        "CREATE TABLE STEP_TIME (id INTEGER, startNs INTEGER, endNs INTEGER)",
        "INSERT INTO STEP_TIME VALUES (5,1000000100,1000011000)",
        "CREATE TABLE NPU_MEM (type INTEGER, ddr NUMERIC, hbm NUMERIC, timestampNs INTEGER, deviceId INTEGER)",
        "INSERT INTO NPU_MEM VALUES (17,0,2097152,1000000000,4)",
        "CREATE TABLE MEMORY_RECORD (component INTEGER, timestamp INTEGER, totalAllocated INTEGER, totalReserved "
        "INTEGER, totalActive INTEGER, streamPtr INTEGER, deviceId INTEGER)",
        "INSERT INTO MEMORY_RECORD VALUES (18,1000000300,1048576,3145728,524288,5,4),"
        "(28,1000000400,2097152,4194304,0,NULL,4),(18,1000000500,0,3145728,0,5,4)",
        "CREATE TABLE OP_MEMORY (name INTEGER, size INTEGER, allocationTime INTEGER, releaseTime INTEGER, "
        "activeReleaseTime INTEGER, duration INTEGER, activeDuration INTEGER, allocationTotalAllocated INTEGER, "
        "allocationTotalReserved INTEGER, allocationTotalActive INTEGER, releaseTotalAllocated INTEGER, "
        "releaseTotalReserved INTEGER, releaseTotalActive INTEGER, streamPtr INTEGER, deviceId INTEGER)",
        "INSERT INTO OP_MEMORY VALUES (19,2048,1000000300,NULL,NULL,NULL,NULL,1048576,3145728,1048576,NULL,NULL,NULL,5,"
        "4)",
        "CREATE TABLE NPU_MODULE_MEM (moduleId INTEGER, timestampNs INTEGER, totalReserved NUMERIC, deviceId INTEGER)",
        "INSERT INTO NPU_MODULE_MEM VALUES (3,1000000300,1048576,4)",
        "CREATE TABLE HBM (deviceId INTEGER, timestampNs INTEGER, bandwidth NUMERIC, hbmId INTEGER, type INTEGER)",
        "INSERT INTO HBM VALUES (4,1000000300,2097152,1,27)", "CREATE TABLE META_DATA (name TEXT, value TEXT)",
        "INSERT INTO META_DATA VALUES ('SCHEMA_VERSION','1.0.0'),('parallel_group_info',"
        "'{\"worker%eth0_1\":{\"group_name\":\"tp\",\"group_rank\":1,\"global_ranks\":[2,3]}}')",
        "CREATE TABLE MY_OWN (a)"};
    QStringList out;
    for (const char *const s : statements)
        out << QString::fromLatin1(s);
    return out;
}

inline LiteralTexts analysis()
{
    return {"CREATE TABLE CommAnalyzerTime (hccl_op_name TEXT, group_name TEXT, start_timestamp NUMERIC, "
            "elapse_time NUMERIC, transit_time NUMERIC, wait_time NUMERIC, synchronization_time NUMERIC, "
            "idle_time NUMERIC, step TEXT, type TEXT)",
            "INSERT INTO CommAnalyzerTime VALUES ('hcom_allReduce__123_0_1','8587910050266522448',1000013,2.5,1.5,0.5,"
            "0.25,0.5,'step5','collective')",
            "CREATE TABLE CommAnalyzerBandwidth (hccl_op_name TEXT, group_name TEXT, transport_type TEXT, "
            "transit_size NUMERIC, transit_time NUMERIC, bandwidth NUMERIC, large_packet_ratio NUMERIC, "
            "package_size NUMERIC, count NUMERIC, total_duration NUMERIC, step TEXT, type TEXT)",
            // A row of each size of its packets repeats the sums; a transport without any has size 0.
            "INSERT INTO CommAnalyzerBandwidth VALUES "
            "('hcom_allReduce__123_0_1','8587910050266522448','HCCS',3.0,1.5,2.0,0,2.0,1,1.0,'step5','collective'),"
            "('hcom_allReduce__123_0_1','8587910050266522448','HCCS',3.0,1.5,2.0,0,0.5,2,0.5,'step5','collective'),"
            "('hcom_allReduce__123_0_1','8587910050266522448','RDMA',0,0,0,0,0,0,0,'step5','collective')",
            "CREATE TABLE CommAnalyzerMatrix (hccl_op_name TEXT, group_name TEXT, src_rank TEXT, dst_rank "
            "TEXT, transport_type TEXT, transit_size NUMERIC, transit_time NUMERIC, bandwidth NUMERIC, "
            "step TEXT, type TEXT, op_name TEXT)",
            "INSERT INTO CommAnalyzerMatrix VALUES ('allreduce-top1','8587910050266522448','1','0','HCCS',3.0,1.5,2.0,"
            "'step5','collective','hcom_allReduce__123_0_1')",
            "CREATE TABLE StepTraceTime (step TEXT, computing NUMERIC, communication_not_overlapped "
            "NUMERIC, overlapped NUMERIC, communication NUMERIC, free NUMERIC, stage NUMERIC, bubble "
            "NUMERIC, communication_not_overlapped_and_exclude_receive NUMERIC, preparing NUMERIC)",
            "INSERT INTO StepTraceTime VALUES ('5',4.0,2.5,0,2.5,4.4,10.9,0,2.5,NULL)"};
}

inline std::shared_ptr<const RankData> load(const QString &path, ImportReport *runReport = nullptr,
                                            ExportChoice choice = ExportChoice::Fuller)
{
    ImportReport report;
    DiscoveryLimits limits;
    limits.exported = choice;
    auto runs = discover({path}, JobContext(), report, limits);
    if (runs.empty() || runs[0].infos.empty())
        return nullptr;
    ThreadPool pool(2);
    const auto run = loadRun(std::move(runs[0]), pool, JobContext());
    if (runReport)
        *runReport = run->report;
    return run->ranks[0];
}

inline QStringList codesOf(const ImportReport &report)
{
    QStringList out;
    for (const Finding &f : report.findings())
        out << f.code;
    return out;
}

/// A folder with both databases, changed by `more`.
inline void write(const RunFolder &d, const LiteralTexts &more = {}, bool withAnalysis = true)
{
    d.folder(Folder);
    const QString begin = QStringLiteral("BEGIN");
    const QString commit = QStringLiteral("COMMIT");
    QCOMPARE(makeDatabase(d.path(Profile), QStringList(begin) + profile() + more + QStringList(commit)), QString());
    if (withAnalysis)
        QCOMPARE(makeDatabase(d.path(Analysis), QStringList(begin) + analysis() + QStringList(commit)), QString());
}

/// The rank of such a folder, which is gone then: its rows are no longer read.
inline std::shared_ptr<const RankData> loadChanged(const LiteralTexts &more, bool withAnalysis = true)
{
    const RunFolder d;
    write(d, more, withAnalysis);
    return load(d.path());
}

} // namespace rs::test
