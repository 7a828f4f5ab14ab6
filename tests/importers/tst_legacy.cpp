// SPDX-License-Identifier: Apache-2.0
// Files of MindSpore 1.x: both layouts, each reader, and the habits and mistakes of its writers.
#include "foundruns.h"
#include "importers/discovery/discovery.h"
#include "importers/legacy/legacyfiles.h"
#include "importers/legacy/legacyhccl.h"
#include "importers/legacy/legacyrank.h"
#include "importers/legacy/legacysizes.h"
#include "importers/legacy/legacytimes.h"
#include "importers/run/runloader.h"
#include "runfolder.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace rs;
using namespace rs::test;

namespace {

const QByteArray stepHeader =
    "step_num,start_point,end_point,total,fp_point,bp_point,iteration_interval,fp_and_bp,tail,"
    "stream_1_0_AllReduce-op7,stream_1_0_AllReduce-op7_start_point,stream_1_0_AllReduce-op7_end_point\n";
// 100 000 ticks are a millisecond.
const QByteArray stepRows = "1,1000000,1400000,400000,1100000,1350000,100000,250000,50000,30000,1350000,1380000\n"
                            "2,1400000,1600000,200000,1410000,1580000,10000,170000,20000,0,0,0\n"
                            "-,1200000,1500000,300000,1255000,1465000,55000,210000,35000,15000,0,0\n";

QByteArray hcclRow(const QByteArray &step, const QByteArray &costs, const QByteArray &links,
                   const QByteArray &operators)
{
    const auto quoted = [](QByteArray text) { return '"' + text.replace("\"", "\"\"") + '"'; };
    return step + ',' + costs + ',' + quoted(links) + ',' + quoted(operators) + '\n';
}

const QByteArray hcclHeader = "step_num,communication_cost,wait_cost,link_info,communication_operator_cost\n";

QByteArray hcclFile(const QByteArray &self = "0", const QByteArray &other = "1")
{
    const QByteArray links = "{\"" + other + '-' + self + "\": {\"SDMA\": [2.0, 40000.0, 99.0]}, \"" + self + '-' +
                             self + "\": {\"SDMA\": [0.5, 500.0, 9.0]}}";
    return hcclHeader +
           hcclRow("1", "2.5,10.0", links, R"({"stream_1_0_AllReduce-op7": ["1", 2.5, 10.0, )" + links + "]}") +
           hcclRow("-", "7.0,7.0", links, "{}");
}

bool hasLoss(const ImportReport &report)
{
    const std::vector<Finding> all = report.findings();
    return std::any_of(all.begin(), all.end(), [](const Finding &f) { return f.severity >= Severity::Loss; });
}

LegacyTimes readSteps(const QByteArray &text, ImportReport &report)
{
    const RunFolder d;
    return readLegacySteps(d.write(QStringLiteral("f"), text), QStringLiteral("f"), JobContext(), report);
}

LegacyCommunication readHccl(const QByteArray &text, int rank, std::optional<StagePlace> first, ImportReport &report,
                             const std::vector<LegacySpan> &spans = {})
{
    const RunFolder d;
    return readLegacyHccl(d.write(QStringLiteral("f"), text), QStringLiteral("f"), rank, first, spans, JobContext(),
                          report);
}

std::optional<StagePlace> stageAt(int first)
{
    return first < 0 ? std::nullopt : std::optional(StagePlace{first});
}

QString sampleFolder(const char *name)
{
    return QStringLiteral(RANKSCOPE_SHARED_DATA "/legacy/") + QLatin1String(name);
}

bool isNear(const std::optional<double> &value, double expected, double within = 1e-6)
{
    return value && std::abs(*value - expected) <= within;
}

CommOp totalOf(const RankData &rank, const QString &step)
{
    for (const CommOpRef op : rank.commOps) {
        if (op.isTotal() && op.step() == step)
            return op.record();
    }
    return {};
}

} // namespace

class TestLegacy : public QObject
{
    Q_OBJECT

private slots:
    void namesTellKindAndNumber_data();
    void namesTellKindAndNumber();
    void flatLayoutCountsRanks();
    void stagesAreEqualBlocks_data();
    void stagesAreEqualBlocks();
    void sizesThatDoNotDivide();
    void filesAmongFoldersHideNoRank_data();
    void filesAmongFoldersHideNoRank();
    void hostLayoutCountsDevices();
    void hostWithoutMappingIsKept();
    void hostsShareOneReading();
    void largeFilesAreNoRankTables_data();
    void largeFilesAreNoRankTables();
    void ranksHaveWhatTheirFilesSay();
    void filesThatGaveNothing_data();
    void filesThatGaveNothing();
    void stepColumnsInBothOrders();
    void stepsOfEvaluation();
    void brokenSteps();
    void sharesByPosition();
    void sharesOfBrokenFiles_data();
    void sharesOfBrokenFiles();
    void phasesOfDataParallelism_data();
    void phasesOfDataParallelism();
    void phasesWithoutStepTimes_data();
    void phasesWithoutStepTimes();
    void bandwidthIsSizeByTime();
    void linksAreMadeGlobal_data();
    void linksAreMadeGlobal();
    void linksWithoutSizesStayLocal_data();
    void linksWithoutSizesStayLocal();
    void receivesCrossStages_data();
    void receivesCrossStages();
    void linksOfWholeSteps_data();
    void linksOfWholeSteps();
    void averagesAreLeftOut();
    void microsecondsAreTold();
    void costsOfManyLinks_data();
    void costsOfManyLinks();
    void longCells();
    void brokenHccl();
    void flopsOfBothGenerations();
    void flopsOfOperators();
    void memoryFiles();
    void rankTables();
    void realPipeline();
    void realHosts();
};

void TestLegacy::namesTellKindAndNumber_data()
{
    const Scenarios<QString, int, bool> row;
    row("step_trace_raw_12_detail_time.csv", "legacy_steps", 12, true);
    row("hccl_raw_3.csv", "legacy_hccl", 3, true);
    row("ascend_cluster_analyse_pipeline-parallel_2_4_1.csv", "legacy_shares", 1, true);
    row("gpu_cluster_analyse_model-parallel_1_8_7.csv", "legacy_shares", 7, true);
    row("flops_summary_0.json", "legacy_flops", 0, true);
    row("flops_5.txt", "legacy_flops_operators", 5, true);
    row("flops_scope_5.json", "", 5, false);
    row("memory_usage_summary_2.json", "legacy_memory", 2, true);
    row("memory_usage_details_2.json", "legacy_memory_nodes", 2, true);
    row("profiler_info_2.json", "profiler_info", 2, false);
    row("parallel_strategy_2.json", "parallel_strategy", 2, false);
    row("ascend_timeline_display_2.json", "trace", 2, false);
    row("step_trace_raw_x_detail_time.csv", "", -1, false);
    row("ascend_cluster_analyse_tensor-parallel_2_4_1.csv", "", 1, false);
    row("hccl.json", "", -1, false);
}

void TestLegacy::namesTellKindAndNumber()
{
    const auto [kind, id, mark] = scenario<QString, int, bool>();
    const QString name = QString::fromLatin1(QTest::currentDataTag());
    QCOMPARE(legacyName(name).kind, kind);
    QCOMPARE(trailingId(name), id);
    QCOMPARE(isLegacyMark(name), mark);
}

void TestLegacy::flatLayoutCountsRanks()
{
    const RunFolder d;
    for (const int rank : {0, 2, 10}) {
        d.write(QStringLiteral("profiler/step_trace_raw_%1_detail_time.csv").arg(rank), stepHeader + stepRows);
        d.write(
            QStringLiteral("profiler/profiler_info_%1.json").arg(rank),
            R"({"context_mode":"graph","rank_id":"0","rank_size":16,"parallel_mode":"semi_auto_parallel","stage_num":2})");
    }
    const std::vector<Run> runs = runsIn({d.path()});
    QCOMPARE(runs.size(), size_t{1});
    QCOMPARE(ranksOf(runs[0]), QStringLiteral("0 2 10"));
    QCOMPARE(runs[0].framework, Framework::MindSpore);
    QCOMPARE(runs[0].infos[2].distributedArgs.value(QStringLiteral("pipeline_model_parallel_size")), 2);
    QCOMPARE(runs[0].infos[2].distributedArgs.value(QStringLiteral("world_size")), 16);
    QCOMPARE(runs[0].infos[1].device, -1);
}

void TestLegacy::stagesAreEqualBlocks_data()
{
    // stage: -1: the sizes do not say
    const Scenarios<int, int, int, int> row;
    row("first", 3, 2, 8, 0);
    row("second", 4, 2, 8, 1);
    row("last", 7, 2, 8, 1);
    row("one stage", 7, 1, 8, 0);
    row("unequal blocks, the last rank", 7, 3, 8, -1);
    row("unequal blocks, the first rank", 0, 3, 8, -1);
    row("more stages than ranks", 0, 3, 2, -1);
    row("beyond the job", 8, 2, 8, -1);
    row("nothing known", 0, -1, -1, -1);
}

void TestLegacy::stagesAreEqualBlocks()
{
    const auto [rank, stages, ranks, stage] = scenario<int, int, int, int>();
    QCOMPARE(legacyStageOf(rank, stages, ranks), stage);
}

void TestLegacy::sizesThatDoNotDivide()
{
    const RunFolder d;
    d.write(QStringLiteral("a/ascend_cluster_analyse_model-parallel_2_8_0.csv"), "a,b\n1,2\n");
    d.write(QStringLiteral("b/ascend_cluster_analyse_model-parallel_3_8_0.csv"), "a,b\n1,2\n");
    for (const auto &[folder, size] : {std::pair("a", 4), std::pair("b", 0)}) {
        const std::vector<Run> runs = runsIn({d.path(QString::fromLatin1(folder))});
        QCOMPARE(runs.size(), size_t{1});
        QCOMPARE(runs[0].infos[0].distributedArgs.value(QStringLiteral("tensor_model_parallel_size")), size);
    }
}

void TestLegacy::filesAmongFoldersHideNoRank_data()
{
    // folder: of rank %1
    const Scenarios<QString, QStringList> row;
    row("another framework", "host_%1_20250101000000_ascend_pt", {"0", "0 1"});
    row("the same framework", "host_%1_20250101000000_ascend_ms", {"0 1"});
    row("further down", "a/host_%1_20250101000000_ascend_ms", {"0", "0 1"});
    row("what the files were made of", "PROF_00000%1_20250101000000_ABC", {"0"});
}

void TestLegacy::filesAmongFoldersHideNoRank()
{
    const auto [folder, expected] = scenario<QString, QStringList>();
    const RunFolder d;
    const bool isProf = folder.startsWith(QLatin1String("PROF_"));
    for (int rank = 0; rank < 2; ++rank) {
        const QString own = folder.arg(rank);
        const QString output =
            isProf ? QStringLiteral("/mindstudio_profiler_output") : QStringLiteral("/ASCEND_PROFILER_OUTPUT");
        d.write(own + output + QStringLiteral("/step_trace_time.csv"),
                "Device_id,Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free\n,1,1,2,3,4,5\n");
        if (!isProf)
            d.write(own + QStringLiteral("/profiler_info_%1.json").arg(rank), "{}");
    }
    d.write(QStringLiteral("flops_0.txt"), "op_full_name, MFLOPs(10^6), GFLOPS(10^9), FLOPS utilization(%)\n"
                                           "Default/MatMul-op1, 10.5, 20.0, 0.5\n");
    ImportReport report;
    QStringList ranks;
    bool isOfFolder = isProf;
    for (const Run &run : discover({d.path()}, JobContext(), report)) {
        ranks << ranksOf(run);
        isOfFolder = isOfFolder || run.infos[0].path.contains(QLatin1String("_ascend_"));
    }
    ranks.sort();
    QCOMPARE(ranks, expected);
    QVERIFY(isOfFolder); // of two with one number, the one with a folder of its own is shown
}

// Two hosts have files of the same names: their numbers are those of devices.
void TestLegacy::hostLayoutCountsDevices()
{
    const RunFolder d;
    for (const char *host : {"1", "2"}) {
        for (int device = 0; device < 2; ++device)
            d.write(QStringLiteral("run/cluster_profiler/%1/profiler/step_trace_raw_%2_detail_time.csv")
                        .arg(QLatin1String(host))
                        .arg(device),
                    stepHeader + stepRows);
    }
    d.write(QStringLiteral("run/host_ips_mapping.txt"), "192.0.2.1 1\n192.0.2.2 2\n");
    d.write(QStringLiteral("run/another.json"), R"({"no":"rank table"})");
    d.write(
        QStringLiteral("run/cluster.json"),
        R"({"server_list":[{"server_id":"192.0.2.1","device":[{"device_id":"0","rank_id":"0"},{"device_id":"1","rank_id":"1"}]},)"
        R"({"server_id":"192.0.2.2","device":[{"device_id":"1","rank_id":"2"},{"device_id":"0","rank_id":"3"}]}]})");
    for (const char *given : {"run", "run/cluster_profiler"}) {
        const std::vector<Run> runs = runsIn({d.path(QString::fromLatin1(given))});
        QCOMPARE(runs.size(), size_t{1});
        QCOMPARE(ranksOf(runs[0]), QStringLiteral("0 1 2 3"));
        const RankInfo &third = runs[0].infos[2];
        QCOMPARE(third.host, QStringLiteral("2"));
        QCOMPARE(third.device, 1);
        QVERIFY(std::none_of(runs[0].infos.begin(), runs[0].infos.end(),
                             [](const RankInfo &i) { return i.host.contains(QLatin1String("192.0")); }));
    }
}

void TestLegacy::hostWithoutMappingIsKept()
{
    const RunFolder d;
    d.write(QStringLiteral("run/cluster_profiler/7/profiler/hccl_raw_0.csv"), hcclFile());
    d.write(QStringLiteral("run/cluster_profiler/8/profiler/hccl_raw_0.csv"), hcclFile());
    d.write(QStringLiteral("run/hccl.json"),
            R"({"server_list":[{"server_id":"a","device":[{"device_id":"0","rank_id":"0"}]},)"
            R"({"server_id":"b","device":[{"device_id":"0","rank_id":"1"}]}]})");
    d.write(QStringLiteral("run/host_ips_mapping.txt"), "a 7\nnonsense\n");
    ImportReport report;
    const std::vector<Run> runs = discover({d.path(QStringLiteral("run"))}, JobContext(), report);
    QCOMPARE(runs.size(), size_t{1});
    QCOMPARE(ranksOf(runs[0]), QStringLiteral("0 8/0"));
    QVERIFY(hasCode(runs[0].report, "legacy.host-unknown"));
    QVERIFY(hasCode(runs[0].report, "legacy.host-mapping"));
}

// A fault of a file beside cluster_profiler is told once, not once for each host.
void TestLegacy::hostsShareOneReading()
{
    const RunFolder d;
    for (const char *host : {"1", "2", "3"})
        d.write(QStringLiteral("run/cluster_profiler/%1/profiler/step_trace_raw_0_detail_time.csv")
                    .arg(QLatin1String(host)),
                stepHeader + stepRows);
    d.write(QStringLiteral("run/host_ips_mapping.txt"), "a 1\nb 2\nc 3\nnonsense\n");
    d.write(QStringLiteral("run/hccl.json"),
            R"({"server_list":[{"server_id":"a","device":[{"device_id":"0","rank_id":"5"}]},)"
            R"({"server_id":"b","device":[{"device_id":"0","rank_id":"6"}]},)"
            R"({"server_id":"c","device":[{"device_id":"0","rank_id":"7"},{"device_id":"0","rank_id":"8"}]}]})");
    ImportReport report;
    const std::vector<Run> runs = discover({d.path(QStringLiteral("run"))}, JobContext(), report);
    QCOMPARE(runs.size(), size_t{1});
    QCOMPARE(ranksOf(runs[0]), QStringLiteral("5 6 7"));
    for (const char *code : {"legacy.host-mapping", "legacy.rank-table"}) {
        qint64 count = 0;
        for (const Finding &f : runs[0].report.findings())
            count += f.code == QLatin1String(code) ? f.count : 0;
        QCOMPARE(count, qint64{1});
    }
}

void TestLegacy::largeFilesAreNoRankTables_data()
{
    const Scenarios<int, QString> row;
    row("as a table is", 1000, "5");
    row("larger than any table", (17 << 20), "1/0");
}

void TestLegacy::largeFilesAreNoRankTables()
{
    const auto [blanks, ranks] = scenario<int, QString>();
    const RunFolder d;
    d.write(QStringLiteral("run/cluster_profiler/1/profiler/step_trace_raw_0_detail_time.csv"), stepHeader + stepRows);
    d.write(QStringLiteral("run/hccl.json"),
            QByteArray(blanks, ' ') +
                R"({"server_list":[{"server_id":"a","device":[{"device_id":"0","rank_id":"5"}]}]})");
    const std::vector<Run> runs = runsIn({d.path(QStringLiteral("run"))});
    QCOMPARE(runs.size(), size_t{1});
    QCOMPARE(ranksOf(runs[0]), ranks);
}

void TestLegacy::ranksHaveWhatTheirFilesSay()
{
    const RunFolder d;
    d.write(QStringLiteral("profiler/step_trace_raw_1_detail_time.csv"), stepHeader + stepRows);
    d.write(QStringLiteral("profiler/hccl_raw_1.csv"), hcclFile("1", "0"));
    d.write(QStringLiteral("profiler/ascend_cluster_analyse_pipeline-parallel_2_4_1.csv"),
            "a,b,c,d,e\n2.5,1.5,3.0,1.0,0.5\n1.5,0.5,1.8,0.2,0.3\n1.5,0.5,1.8,0.2,0.3\n");
    d.write(QStringLiteral("profiler/flops_summary_1.json"), R"({"FLOPs":10.5,"FLOPS":20,"FLOPS_Utilization":0.5})");
    d.write(QStringLiteral("profiler/flops_1.txt"), "op_full_name, MFLOPs(10^6), GFLOPS(10^9), FLOPS utilization(%)\n"
                                                    "Default/MatMul-op1, 10.5, 20.0, 0.5\n");
    d.write(QStringLiteral("profiler/memory_usage_summary_1.json"),
            R"({"capacity":31.0,"peak_mem":12.5,"static_mem":4.0})");
    const auto run = loadedRun(d.path());
    QVERIFY(run);
    QCOMPARE(run->ranks.size(), size_t{1});
    const RankData &rank = *run->ranks[0];
    QVERIFY(rank.legacy);
    QCOMPARE(rank.table(LegacyFlops::Operators)->rows(), 1);
    QCOMPARE(rank.table(LegacyMemory::Kind)->real(0, LegacyMemory::Peak), 12.5);
    QCOMPARE(rank.stepTrace.size(), size_t{2});
    const StepTraceRow &first = rank.stepTrace[0];
    QCOMPARE(first.preparingUs, 1000.0);
    QCOMPARE(first.computingUs, 1500.0); // 2.5 ms less the interval
    QCOMPARE(first.notOverlappedUs, 1500.0);
    QCOMPARE(first.stageUs, 3000.0);
    QCOMPARE(first.bubbleUs, 1000.0);
    QCOMPARE(first.communicationUs, 300.0);
    QVERIFY(!first.freeUs);
    QVERIFY(!first.overlappedUs); // 0.3 ms in one file and 1.5 alone in the other: they contradict each other
    const CommOp total = totalOf(rank, QStringLiteral("1"));
    QCOMPARE(total.transitMs, 2.5);
    const auto op = std::find_if(rank.commOps.begin(), rank.commOps.end(),
                                 [](const CommOpRef &o) { return o.name() == QLatin1String("AllReduce-op7"); });
    QVERIFY(op != rank.commOps.end());
    QCOMPARE((*op).elapseMs(), 0.3); // of the other file
    QCOMPARE((*op).startText(), QStringLiteral("13500.000"));
    for (const FileEntry &f : run->infos[0].files)
        QVERIFY2(f.used && f.why.isEmpty(), qPrintable(f.name));
}

void TestLegacy::filesThatGaveNothing_data()
{
    const Scenarios<QByteArray, bool> row;
    row("whole", hcclFile(), true);
    row("no links", hcclHeader + hcclRow("1", "2.5,10.0", "{}", "{}"), true);
    // The step times name operators all the same.
    row("another file", QByteArray("a,b\n1,2\n"), false);
    row("no row", hcclHeader, false);
}

void TestLegacy::filesThatGaveNothing()
{
    const auto [file, gave] = scenario<QByteArray, bool>();
    const RunFolder d;
    d.write(QStringLiteral("profiler/step_trace_raw_0_detail_time.csv"), stepHeader + stepRows);
    d.write(QStringLiteral("profiler/hccl_raw_0.csv"), file);
    const auto run = loadedRun(d.path());
    QVERIFY(run);
    QVERIFY(!run->ranks[0]->commOps.empty());
    const auto &files = run->ranks[0]->info.files;
    const auto hccl = std::find_if(files.begin(), files.end(),
                                   [](const FileEntry &f) { return f.kind == QLatin1String("legacy_hccl"); });
    QVERIFY(hccl != files.end());
    QCOMPARE(hccl->why.isEmpty(), gave);
}

void TestLegacy::stepColumnsInBothOrders()
{
    ImportReport report;
    const LegacyTimes now = readSteps(stepHeader + stepRows, report);
    QCOMPARE(now.steps.size(), size_t{3});
    QCOMPARE(now.steps[0][LegacySteps::Step], 0);
    QCOMPARE(now.steps[0][LegacySteps::Interval], 550000);
    QCOMPARE(now.steps[1][LegacySteps::Total], 4000000);
    QCOMPARE(now.steps[1][LegacySteps::Interval], 1000000);
    QCOMPARE(now.steps[1][LegacySteps::ForwardBackward], 2500000);
    QCOMPARE(now.steps[1][LegacySteps::Tail], 500000);
    QCOMPARE(now.spans.size(), size_t{1}); // zeros are none
    QCOMPARE(now.spans[0].startNs, 13500000);
    QCOMPARE(now.spans[0].durationNs, 300000);
    const LegacyTimes before =
        readSteps("step_num,start_point,end_point,total,fp_point,bp_point,iteration_interval,fp_and_bp,tail,"
                  "stream_10_parallel_0_start_point,stream_10_parallel_0_end_point,stream_10_parallel_0\n"
                  "1,1000000,1400000,400000,1100000,1350000,100000,250000,50000,1350000,1380000,30000\n",
                  report);
    QCOMPARE(before.spans.size(), size_t{1});
    QCOMPARE(before.spans[0].startNs, now.spans[0].startNs);
    QCOMPARE(before.spans[0].durationNs, now.spans[0].durationNs);
    QVERIFY(report.isEmpty());
    // The real small file.
    const LegacyTimes small =
        readSteps("step_num,start_point,end_point,total,fp_point,bp_point,iteration_interval,fp_and_bp,tail\n"
                  "1,15490789606875,15490791977780,2370905,15490789606875,15490791973683,0,2366808,4097\n"
                  "0,15490789606875,15490791977780,2370905,15490789606875,15490791973683,0,2366808,4097\n",
                  report);
    QCOMPARE(small.steps[1][LegacySteps::Total], 23709050);
    QCOMPARE(small.steps[1][LegacySteps::ForwardBackward], 23668080);
    QCOMPARE(small.steps[1][LegacySteps::Tail], 40970);
    QCOMPARE(small.steps[0][LegacySteps::Step], 0); // the other spelling of an average
}

void TestLegacy::stepsOfEvaluation()
{
    ImportReport report;
    const LegacyTimes t = readSteps("step_num,start_point,end_point,total,fp_point,iteration_interval,fp\n"
                                    "1,100,500,400,200,100,300\n",
                                    report);
    QCOMPARE(t.steps.size(), size_t{1});
    QCOMPARE(t.steps[0][LegacySteps::ForwardBackward], 3000);
    QVERIFY(!t.steps[0][LegacySteps::Tail]);
    QVERIFY(report.isEmpty());
}

void TestLegacy::brokenSteps()
{
    ImportReport report;
    const LegacyTimes t = readSteps(stepHeader + "1,1000000,1400000,410000,1100000,1350000,100000,250000,50000,0,0,0\n"
                                                 "1,1,2,1,1,1,0,1,0,0,0,0\n"
                                                 "x,1,2,1,1,1,0,1,0,0,0,0\n"
                                                 "3,1,2,-1,1,nan,0,1e30,0,0,0,0\n"
                                                 "4,1\n",
                                    report);
    QCOMPARE(t.steps.size(), size_t{2});
    QVERIFY(hasCode(report, "legacy.step"));
    QVERIFY(hasCode(report, "csv.impossible"));
    QVERIFY(!t.steps[1][LegacySteps::Total]);
    ImportReport other;
    QVERIFY(readSteps("a,b\n1,2\n", other).steps.empty());
    QVERIFY(hasCode(other, "legacy.no-columns"));
    ImportReport none;
    QVERIFY(readSteps(stepHeader, none).steps.empty());
    QVERIFY(hasCode(none, "legacy.no-rows"));
}

void TestLegacy::sharesByPosition()
{
    const RunFolder d;
    const auto read = [&](const QByteArray &text, const char *mode, ImportReport &report) {
        return readLegacyShares(d.write(QStringLiteral("f"), text), QStringLiteral("f"), QString::fromLatin1(mode),
                                std::nullopt, JobContext(), report);
    };
    ImportReport report;
    const auto rows = read("computation,communication_alone_time,stage_time,receive_alone_time,x\n"
                           "13.8202,164.476,121.8989,56.3973,108.0787\n14.6986,164.2464,122.4961,56.4488,107.7976\n",
                           "pipeline", report);
    QCOMPARE(rows.size(), size_t{2});
    QCOMPARE(rows[0][LegacySteps::Step], 0);
    QCOMPARE(rows[0][LegacySteps::Computation], 14698600);
    QCOMPARE(rows[1][LegacySteps::Step], 1);
    QCOMPARE(rows[1][LegacySteps::CollectiveAlone], 108078700);
    QVERIFY(report.isEmpty());
    const auto model = read("a,b\n1.0,2.0\n", "model", report);
    QCOMPARE(model.size(), size_t{1});
    QCOMPARE(model[0][LegacySteps::Step], 1);                                            // a single row is no average
    QVERIFY(read("iteration_interval,fp_and_bp,tail\n1,2,3\n", "data", report).empty()); // phases, not shares
    QVERIFY(report.isEmpty());
    QVERIFY(read("a,b,c\n1,2,3\n", "pipeline", report).empty());
    QVERIFY(hasCode(report, "legacy.columns"));
}

void TestLegacy::sharesOfBrokenFiles_data()
{
    // listed: steps; -1: not known
    const Scenarios<QByteArray, int, QByteArray> row;
    row("whole", QByteArray("1,1\n2,2\n3,3\n2.5,2.5\n"), 3, QByteArray("0:2.5 1:1 2:2 3:3"));
    row("a row of another width", QByteArray("1,1\n2\n3,3\n2.5,2.5\n"), 3, QByteArray("0:2.5 1:1 3:3"));
    row("cut before its average", QByteArray("1,1\n2,2\n3,3\n"), 3, QByteArray("1:1 2:2 3:3"));
    row("cut inside its average", QByteArray("1,1\n2,2\n3,3\n2.5,2."), 3, QByteArray("0:2.5 1:1 2:2 3:3"));
    row("last line without an end, steps not known", QByteArray("1,1\n2,2\n1.5,1.5"), -1, QByteArray("0:1.5 1:1 2:2"));
    row("cut before the end of a row, steps not known", QByteArray("1,1\n2,2\n3,3\n4"), -1, QByteArray("1:1 2:2 3:3"));
    row("a row of another width, steps not known", QByteArray("1,1\n2\n3,3\n2,2\n"), -1, QByteArray("0:2 1:1 3:3"));
    row("steps not known", QByteArray("1,1\n2,2\n1.5,1.5\n"), -1, QByteArray("0:1.5 1:1 2:2"));
}

void TestLegacy::sharesOfBrokenFiles()
{
    const auto [rows, listed, steps] = scenario<QByteArray, int, QByteArray>();
    const RunFolder d;
    ImportReport report;
    QStringList found;
    for (const LegacySteps::Row &s :
         readLegacyShares(d.write(QStringLiteral("f"), "a,b\n" + rows), QStringLiteral("f"), QStringLiteral("model"),
                          listed < 0 ? std::nullopt : std::optional<qint64>(listed), JobContext(), report))
        found << QStringLiteral("%1:%2")
                     .arg(*s[LegacySteps::Step])
                     .arg(static_cast<double>(s[LegacySteps::Computation].value_or(-1)) / 1e6);
    QCOMPARE(found.join(u' ').toLatin1(), steps);
}

void TestLegacy::phasesOfDataParallelism_data()
{
    // steps: interval, forward and backward, tail: total
    const Scenarios<QByteArray, QByteArray, bool> row;
    row("three columns", QByteArray("a,b,c\n1,2,3\n1.5,2.5,3.5\n1.5,2.5,3.5\n"),
        QByteArray("0:1.5,2.5,3.5=7.5 1:1,2,3=6 2:1.5,2.5,3.5=7.5"), false);
    row("with the total", QByteArray("a,b,c,d\n1,2,3,6.5\n"), QByteArray("1:1,2,3=6.5"), false);
    row("a part that is none", QByteArray("a,b,c\n1,x,3\n2,2,3\n2,2,3\n"), QByteArray("0:2,2,3=7 1:1,-,3=- 2:2,2,3=7"),
        true);
    row("of another mode", QByteArray("a,b\n1,2\n"), QByteArray(), true);
}

void TestLegacy::phasesOfDataParallelism()
{
    const auto [file, steps, said] = scenario<QByteArray, QByteArray, bool>();
    const RunFolder d;
    ImportReport report;
    QStringList found;
    const auto ms = [](const std::optional<qint64> &ns) {
        return ns ? QString::number(static_cast<double>(*ns) / 1e6) : QStringLiteral("-");
    };
    for (const LegacySteps::Row &s :
         readLegacyPhases(d.write(QStringLiteral("f"), file), QStringLiteral("f"), JobContext(), report))
        found << QStringLiteral("%1:%2,%3,%4=%5")
                     .arg(*s[LegacySteps::Step])
                     .arg(ms(s[LegacySteps::Interval]), ms(s[LegacySteps::ForwardBackward]), ms(s[LegacySteps::Tail]),
                          ms(s[LegacySteps::Total]));
    QCOMPARE(found.join(u' ').toLatin1(), steps);
    QCOMPARE(!report.isEmpty(), said);
}

void TestLegacy::phasesWithoutStepTimes_data()
{
    // interval: us of the first step
    const Scenarios<QString, bool, double> row;
    row("Ascend", "ascend_cluster_analyse_data-parallel_1_4_2.csv", false, 10000.0);
    row("GPU", "gpu_cluster_analyse_data-parallel_1_4_2.csv", false, 10000.0);
    row("beside step times", "ascend_cluster_analyse_data-parallel_1_4_2.csv", true, 1000.0);
}

void TestLegacy::phasesWithoutStepTimes()
{
    const auto [name, withTimes, interval] = scenario<QString, bool, double>();
    const RunFolder d;
    d.write(QStringLiteral("profiler/") + name, "iteration_interval,fp_and_bp,tail\n10,20,30\n11,20,30\n11,20,30\n");
    if (withTimes)
        d.write(QStringLiteral("profiler/step_trace_raw_2_detail_time.csv"), stepHeader + stepRows);
    const auto run = loadedRun(d.path());
    QVERIFY(run);
    const RankData &rank = *run->ranks[0];
    QCOMPARE(rank.stepTrace.size(), size_t{2});
    QCOMPARE(rank.stepTrace[0].preparingUs, interval);
    QCOMPARE(rank.table(LegacySteps::Kind)->integer(0, LegacySteps::Step, -1), 0);
    for (const FileEntry &f : run->infos[0].files)
        QVERIFY2(f.used && f.why.isEmpty(), qPrintable(f.name));
    // No other file would tell communication apart.
    QVERIFY(hasCode(rank.report, "legacy.phases"));
    QVERIFY(!hasCode(rank.report, "legacy.forward-backward") && !hasCode(rank.report, "legacy.computation"));
}

// The file states the sum of the bandwidths of its operators.
void TestLegacy::bandwidthIsSizeByTime()
{
    ImportReport report;
    const auto found = readHccl(hcclFile(), 0, StagePlace{0}, report);
    QCOMPARE(found.links.size(), size_t{4});
    const MatrixLink total = found.links[0].record();
    QCOMPARE(total.key, QStringLiteral("Total Op Info"));
    QCOMPARE(total.sizeMb, 40.0);
    QCOMPARE(total.timeMs, 2.0);
    QCOMPARE(total.bandwidthGbs, 20.0);
    QCOMPARE(total.transport, QStringLiteral("SDMA"));
    QCOMPARE(found.links[1].record().transport, QStringLiteral("LOCAL"));
    RankData rank;
    rank.commOps = found.operators;
    const CommOp op = totalOf(rank, QStringLiteral("1"));
    QCOMPARE(op.transports.size(), size_t{1}); // copies on the chip are no link
    QCOMPARE(op.transports[0].sizeMb, 40.0);
    QVERIFY(report.isEmpty());
}

void TestLegacy::linksAreMadeGlobal_data()
{
    // first: -1: nothing says
    const Scenarios<int, QByteArray, QByteArray, int, int, int> row;
    row("first stage", 0, QByteArray("0"), QByteArray("1"), 0, 1, 0);
    row("second stage", 3, QByteArray("1"), QByteArray("0"), 2, 2, 3);
    row("by the link to itself", 2, QByteArray("0"), QByteArray("1"), -1, 3, 2);
}

void TestLegacy::linksAreMadeGlobal()
{
    const auto [rank, self, other, first, source, destination] = scenario<int, QByteArray, QByteArray, int, int, int>();
    ImportReport report;
    const auto found = readHccl(hcclFile(self, other), rank, stageAt(first), report);
    QCOMPARE(found.links[0].source(), source);
    QCOMPARE(found.links[0].destination(), destination);
    QVERIFY(found.links[0].globalRanks());
    QVERIFY(report.isEmpty());
}

void TestLegacy::linksWithoutSizesStayLocal_data()
{
    // first: -1: nothing says
    const Scenarios<int, QByteArray, QByteArray, int> row;
    // The stage says that rank 3 is 1 of its group, the file that it is 0: groups are not the stages.
    row("groups are not the stages", 3, QByteArray("0"), QByteArray("1"), 2);
    row("further down than the rank", 1, QByteArray("3"), QByteArray("1"), 0);
    // Groups {0, 2} and {1, 3}: rank 2 is 1 as well.
    row("no stages, and no block", 2, QByteArray("1"), QByteArray("0"), -1);
}

void TestLegacy::linksWithoutSizesStayLocal()
{
    const auto [rank, self, other, first] = scenario<int, QByteArray, QByteArray, int>();
    ImportReport report;
    const auto found = readHccl(hcclFile(self, other), rank, stageAt(first), report);
    QVERIFY(!found.links[0].globalRanks());
    QCOMPARE(found.links[0].source(), other.toInt());
    QVERIFY(hasCode(report, "legacy.links"));
}

void TestLegacy::receivesCrossStages_data()
{
    // stages: of two ranks each; sender: -1: not known
    const Scenarios<int, int, QByteArray, int> row;
    row("from the later stage", 0, 2, QByteArray("1-0"), 2);
    // Its end is the place in the stage, so it looks like a link to itself.
    row("to the second rank", 1, 2, QByteArray("1-1"), 3);
    row("from the earlier stage", 2, 2, QByteArray("0-0"), 0);
    row("to the last rank", 3, 2, QByteArray("0-1"), 1);
    row("from the own stage", 0, 2, QByteArray("0-0"), -1);
    row("three stages", 0, 3, QByteArray("1-0"), -1);
    row("no sizes", 0, 0, QByteArray("1-0"), -1);
}

// The file adds up 50 MB between two places, of which 10 are a receive from the other stage.
void TestLegacy::receivesCrossStages()
{
    const auto [rank, stages, key, sender] = scenario<int, int, QByteArray, int>();
    const int place = rank % 2;
    const QByteArray self = QByteArray::number(place) + '-' + QByteArray::number(place);
    const QByteArray other = QByteArray::number(1 - place) + '-' + QByteArray::number(place);
    const auto link = [](const QByteArray &name, const char *time, const char *size) {
        return '"' + name + R"(": {"SDMA": [)" + time + ", " + size + ", 9.0]}";
    };
    const bool isSelf = key == self;
    const QByteArray sums = '{' + link(other, isSelf ? "2.0" : "3.0", isSelf ? "40000.0" : "50000.0") + ", " +
                            link(self, isSelf ? "1.5" : "0.5", isSelf ? "10500.0" : "500.0") + '}';
    const QByteArray operators = R"({"stream_1_0_AllReduce-op7": ["1", 2.5, 10.0, {)" + link(other, "2.0", "40000.0") +
                                 ", " + link(self, "0.5", "500.0") +
                                 R"(}], "stream_2_0_Receive-op9": ["1", 1.0, 3.0, {)" + link(key, "1.0", "10000.0") +
                                 "}]}";
    ImportReport report;
    const std::optional<StagePlace> stage =
        stages > 0 ? std::optional(StagePlace{rank / 2 * 2, 2, stages}) : std::nullopt;
    const auto found = readHccl(hcclHeader + hcclRow("1", "3.5,13.0", sums, operators), rank, stage, report);
    QMap<QString, double> ofStep;
    QMap<QString, double> ofReceive;
    for (const MatrixLinkRef l : found.links) {
        QVERIFY(l.globalRanks());
        const QString ends = QStringLiteral("%1-%2").arg(l.source()).arg(l.destination());
        if (l.key() == QLatin1String("Total Op Info"))
            ofStep[ends] += *l.sizeMb();
        else if (l.key() == QLatin1String("Receive-op9"))
            ofReceive[ends] += *l.sizeMb();
    }
    const QString inside = QStringLiteral("%1-%2").arg(rank / 2 * 2 + 1 - place).arg(rank);
    QCOMPARE(ofStep.value(inside), 40.0);
    QCOMPARE(ofStep.value(QStringLiteral("%1-%1").arg(rank)), 0.5);
    QCOMPARE(hasCode(report, "legacy.receive-links"), sender < 0);
    if (sender < 0) {
        QVERIFY(!hasLoss(report));
        QCOMPARE(ofStep.size(), 2);
        QVERIFY(ofReceive.isEmpty());
        return;
    }
    const QString across = QStringLiteral("%1-%2").arg(sender).arg(rank);
    QCOMPARE(ofStep.value(across), 10.0);
    QCOMPARE(ofReceive, (QMap<QString, double>{{across, 10.0}}));
    QVERIFY(report.isEmpty());
}

void TestLegacy::linksOfWholeSteps_data()
{
    const Scenarios<int, QByteArray, bool> row;
    const QByteArray link = R"({"1-0": {"SDMA": [2.0, 40000.0, 9.0]}})";
    row("two stages", 2, link, true);
    row("one stage", 1, link, false);
    row("no links", 2, QByteArray("{}"), false);
}

// r1.3 wrote no column of operators, so receives cannot be told from what came in inside the stage.
void TestLegacy::linksOfWholeSteps()
{
    const auto [stages, links, said] = scenario<int, QByteArray, bool>();
    ImportReport report;
    const QByteArray quoted = '"' + QByteArray(links).replace("\"", "\"\"") + '"';
    const auto found = readHccl("step_num,communication_cost,wait_cost,link_info\n1,2.5,10.0," + quoted + '\n', 0,
                                StagePlace{0, 2, stages}, report);
    QCOMPARE(found.operators.size(), size_t{1});
    QCOMPARE(found.operators[0].transitMs(), 2.5);
    QCOMPARE(found.operators[0].waitMs(), 10.0);
    QCOMPARE(hasCode(report, "legacy.whole-steps"), said);
    QVERIFY(!hasLoss(report)); // writers of that time told no more
}

void TestLegacy::averagesAreLeftOut()
{
    ImportReport report;
    const auto found = readHccl(hcclFile(), 0, StagePlace{0}, report);
    QVERIFY(std::all_of(found.operators.begin(), found.operators.end(),
                        [](const CommOpRef &op) { return op.step() == QLatin1String("1"); }));
}

void TestLegacy::microsecondsAreTold()
{
    ImportReport report;
    QByteArray file = hcclFile();
    file.replace("2.5,10.0,\"", "2500.0,10000.0,\"");
    file.replace("2.5, 10.0", "2500.0, 10000.0");
    const auto found = readHccl(file, 0, StagePlace{0}, report);
    QCOMPARE(found.operators[0].transitMs(), 2.5);
    QCOMPARE(found.operators[0].waitMs(), 10.0);
    QCOMPARE(found.operators[1].transitMs(), 2.5);
    QCOMPARE(found.links[0].timeMs(), 2.0);
    QVERIFY(hasCode(report, "legacy.microseconds"));
}

// Costs in milliseconds are the sum of the links at most, those in microseconds the sum of what all planes did: links
// that run beside each other change neither.
void TestLegacy::costsOfManyLinks_data()
{
    // links: of 2 ms each
    const Scenarios<int, double, double> row;
    row("one, of milliseconds", 1, 2.0, 2.0);
    row("one, of microseconds", 1, 2000.0, 2.0);
    row("many, of milliseconds", 255, 510.0, 510.0);
    row("many, of microseconds", 255, 510000.0, 510.0);
}

void TestLegacy::costsOfManyLinks()
{
    const auto [links, cost, milliseconds] = scenario<int, double, double>();
    QByteArray text;
    for (int i = 1; i <= links; ++i)
        text += (i > 1 ? ", \"" : "\"") + QByteArray::number(i) + "-0\": {\"SDMA\": [2.0, 100.0, 9.0]}";
    ImportReport report;
    const auto found =
        readHccl(hcclHeader + hcclRow("1", QByteArray::number(cost, 'f', 1) + ",1.0", '{' + text + '}', "{}"), 0,
                 StagePlace{0}, report);
    QVERIFY(found.operators[0].transitMs().has_value());
    QCOMPARE(*found.operators[0].transitMs(), milliseconds);
}

// Python stops at 128 KiB a cell; the files do not.
void TestLegacy::longCells()
{
    QByteArray operators = "{";
    constexpr int count = 4000;
    for (int i = 0; i < count; ++i)
        operators += (i ? ", " : "") + QByteArray("\"stream_41_0_AllReduce-op") + QByteArray::number(i) +
                     "\": [\"1\", 0.25, 0.5, {\"1-0\": {\"SDMA\": [0.25, 4.096, 1.0]}}]";
    operators += '}';
    QVERIFY(operators.size() > 256 * 1024);
    ImportReport report;
    const auto found =
        readHccl(hcclHeader + hcclRow("1", "1000,2000", R"({"1-0": {"SDMA": [1000, 16384, 1]}})", operators), 0,
                 StagePlace{0}, report);
    QCOMPARE(found.operators.size(), size_t{count + 1});
    QCOMPARE(found.operators[count].name(), QStringLiteral("AllReduce-op%1").arg(count - 1));
    QVERIFY(report.isEmpty());
}

void TestLegacy::brokenHccl()
{
    ImportReport report;
    const QByteArray deep = QByteArray(100000, '[');
    const auto found =
        readHccl(hcclHeader + hcclRow("1", "1,2", R"({"1-0": {"SDMA": [1, "x"]}, "a": {}, "0-0": 3})", deep) +
                     hcclRow("2", "x,2", "{}", "{}") +
                     hcclRow("3", "1,2", R"({"1-0": {"RDMA": [1, 1000, 1, 0.5]}, "1-0": {"RDMA": [2, 1, 1]}})",
                             R"({"a": [], "b": ["3", 1, 2, {}], "b": ["3", 9, 9, {}]})") +
                     "4,1,2,{},{",
                 0, StagePlace{0}, report);
    QVERIFY(hasCode(report, "legacy.hccl-json"));
    QVERIFY(hasCode(report, "legacy.hccl-entry"));
    QVERIFY(hasCode(report, "csv.not-a-number"));
    QCOMPARE(found.links.size(), size_t{1}); // the first of the two
    QCOMPARE(found.links[0].transport(), QStringLiteral("RDMA"));
    const auto b = std::count_if(found.operators.begin(), found.operators.end(),
                                 [](const CommOpRef &op) { return op.name() == QLatin1String("b"); });
    QCOMPARE(b, 1);
    ImportReport other;
    QVERIFY(readHccl("a,b\n1,2\n", 0, StagePlace{0}, other).operators.empty());
    QVERIFY(hasCode(other, "legacy.no-columns"));
}

void TestLegacy::flopsOfBothGenerations()
{
    const RunFolder d;
    const auto read = [&](const QByteArray &text, ImportReport &report) {
        return readLegacyFlops(d.write(QStringLiteral("f"), text), QStringLiteral("f"), JobContext(), report);
    };
    ImportReport report;
    const auto before = read(R"({"FLOPs": 107146.763, "FLOPS": 5385.552, "FLOPS_Utilization": 0.23})", report);
    QVERIFY(before);
    QCOMPARE(before->realAt(0, LegacyFlops::Mflops), 107146.763);
    QCOMPARE(before->realAt(0, LegacyFlops::GflopsPerSecond), 5385.552);
    QCOMPARE(before->realAt(0, LegacyFlops::Utilization), 0.23);
    const auto now = read(R"({"cube_FLOPs": 100.5, "cube_FLOPS": 7, "vec_FLOPs": 20.25, "vec_FLOPS": 3})", report);
    QVERIFY(now);
    QCOMPARE(now->realAt(0, LegacyFlops::Mflops), 120.75);
    QVERIFY(!now->has(0, LegacyFlops::GflopsPerSecond)); // the file's are no rates
    QVERIFY(report.isEmpty());
    QVERIFY(!read(R"({"FLOPs": "many"})", report));
    QVERIFY(hasCode(report, "legacy.number"));
    QVERIFY(hasCode(report, "legacy.form"));
    ImportReport cut;
    QVERIFY(!read("[1", cut));
    QVERIFY(!cut.isEmpty());
}

void TestLegacy::flopsOfOperators()
{
    const RunFolder d;
    const auto read = [&](const QByteArray &text, ImportReport &report) {
        return readLegacyOperatorFlops(d.write(QStringLiteral("f"), text), QStringLiteral("f"), JobContext(), report);
    };
    ImportReport report;
    const auto first =
        read("full_kernel_name, FLOPs, FLOPS, FLOPS utilization\nDefault/a-op1, 1.5, 2.5, 0.1\n", report);
    const auto second = read("op_full_name, MFLOPs(10^6), GFLOPS(10^9), FLOPS utilization(%) \n"
                             "Default/a-op1, 0.495, 40.000, 0.016\nDefault/b-op2, x, 1, 1\n",
                             report);
    QCOMPARE(first->rows(), 1);
    QCOMPARE(first->realAt(0, LegacyFlops::Mflops), 1.5);
    QCOMPARE(second->rows(), 2);
    QVERIFY(second->textView(0, LegacyFlops::Name) == "Default/a-op1");
    QCOMPARE(second->realAt(0, LegacyFlops::GflopsPerSecond), 40.0);
    QCOMPARE(second->realAt(0, LegacyFlops::Utilization), 0.016);
    QVERIFY(!second->has(1, LegacyFlops::Mflops));
    ImportReport third;
    // 1000 M at 5000 G/s take 0.2 ms, and so do the 10 M of vectors: 1010 M in 0.2 ms. An operator without a rate of
    // what it did most has none.
    const auto newest =
        read("op_full_name,MFLOPs(10^6 cube),GFLOPS(10^9 cube),MFLOPs(10^6 vector),GFLOPS(10^9 vector)\n"
             "a,1000,5000,10,50\nb,1,0.5,100,50\nc,0,0,100,50\nd,1,2,3,0\n",
             third);
    QCOMPARE(newest->rows(), 4);
    QCOMPARE(newest->realAt(0, LegacyFlops::Mflops), 1010.0);
    QVERIFY(isNear(newest->realAt(0, LegacyFlops::GflopsPerSecond), 5050));
    QVERIFY(isNear(newest->realAt(1, LegacyFlops::GflopsPerSecond), 50.5)); // 101 M in 2 ms
    QVERIFY(isNear(newest->realAt(2, LegacyFlops::GflopsPerSecond), 50));
    QVERIFY(!newest->has(3, LegacyFlops::GflopsPerSecond));
    QVERIFY(third.isEmpty());
    QVERIFY(!read("a,b\n1,2\n", third));
    QVERIFY(hasCode(third, "legacy.form"));
}

void TestLegacy::memoryFiles()
{
    const RunFolder d;
    ImportReport report;
    const auto memory = readLegacyMemory(
        d.write(QStringLiteral("f"),
                R"({"capacity":31.0,"allocations":5,"deallocations":5,"peak_mem":9.412,"static_mem":2.824})"),
        QStringLiteral("f"), JobContext(), report);
    QVERIFY(memory);
    QCOMPARE(memory->realAt(0, LegacyMemory::Capacity), 31.0);
    QCOMPARE(memory->realAt(0, LegacyMemory::Peak), 9.412);
    const auto nodes = readLegacyNodes(
        d.write(QStringLiteral("g"), R"({"0":{"nodes":[{"name":"a"},{"name":"b"}],"lines":[4.0,4.5]}})"),
        QStringLiteral("g"), JobContext(), report);
    QCOMPARE(nodes->rows(), 2);
    QVERIFY(nodes->textView(0, LegacyNodes::Graph) == "0" && nodes->textView(0, LegacyNodes::Name) == "a");
    QVERIFY(nodes->textView(1, LegacyNodes::Graph) == "0" && nodes->textView(1, LegacyNodes::Name) == "b");
    QCOMPARE(nodes->realAt(0, LegacyNodes::Gib), 4.0);
    QCOMPARE(nodes->realAt(1, LegacyNodes::Gib), 4.5);
    QVERIFY(report.isEmpty());
    const auto odd =
        readLegacyNodes(d.write(QStringLiteral("h"), R"({"0":{"nodes":[{"name":"a"}],"lines":[4.0,-4.5]},"1":7})"),
                        QStringLiteral("h"), JobContext(), report);
    QCOMPARE(odd->rows(), 1);
    QVERIFY(hasCode(report, "legacy.memory-line"));
    QVERIFY(!readLegacyMemory(d.write(QStringLiteral("i"), "{}"), QStringLiteral("i"), JobContext(), report));
    QVERIFY(hasCode(report, "legacy.form"));
}

void TestLegacy::rankTables()
{
    const RunFolder d;
    ImportReport report;
    QVERIFY(!readRankTable(d.write(QStringLiteral("f"), R"({"version":"1.0"})"), QStringLiteral("f"), JobContext(),
                           report));
    QVERIFY(report.isEmpty());
    const auto table = readRankTable(
        d.write(
            QStringLiteral("g"),
            R"({"server_list":[{"server_id":"s","device":[{"device_id":"0","rank_id":"0"},{"device_id":"1","rank_id":"0"},{"device_id":"x","rank_id":"2"}]},7]})"),
        QStringLiteral("g"), JobContext(), report);
    QVERIFY(table);
    QCOMPARE(table->devices.size(), size_t{1});
    QVERIFY(hasCode(report, "legacy.rank-table"));
}

void TestLegacy::realPipeline()
{
    const QString folder = sampleFolder("cluster_pipeline_2stage_4rank");
    if (!QDir(folder).exists())
        QSKIP("the sample cluster_pipeline_2stage_4rank is not here");
    const auto run = loadedRun(folder);
    QVERIFY(run);
    QCOMPARE(ranksOf(*run), QStringLiteral("0 1 2 3"));
    const double intervals[] = {1.57225, 1.55882, 2.4318, 2.39538};
    const double flops[] = {107146.763, 107145.034, 329608.369, 329612.4};
    const double rates[] = {5385.552, 5386.261, 4859.39, 4897.642};
    const double communication[] = {2.60018, 2.61475, 7.93334, 7.94937};
    const double waits[] = {270.25056, 333.77764, 2000.81932, 2215.23546};
    for (size_t i = 0; i < 4; ++i) {
        const RankData &rank = *run->ranks[i];
        QVERIFY(rank.legacy);
        QCOMPARE(rank.table(LegacySteps::Kind)->rows(), 6); // five and their average
        QVERIFY(isNear(rank.table(LegacySteps::Kind)->real(0, LegacySteps::Interval) / 1e6, intervals[i]));
        QCOMPARE(rank.table(LegacyFlops::Kind)->real(0, LegacyFlops::Mflops), flops[i]);
        QCOMPARE(rank.table(LegacyFlops::Kind)->real(0, LegacyFlops::GflopsPerSecond), rates[i]);
        const CommOp total = totalOf(rank, QStringLiteral("1"));
        QVERIFY(isNear(total.transitMs, communication[i]));
        QVERIFY(isNear(total.waitMs, waits[i]));
        double links = 0;
        double operators = 0;
        size_t count = 0;
        for (const MatrixLinkRef l : rank.links) {
            if (l.step() == QLatin1String("1") && l.key() == QLatin1String("Total Op Info"))
                links += *l.timeMs();
        }
        for (const CommOpRef op : rank.commOps) {
            if (op.step() == QLatin1String("1") && !op.isTotal() && op.transitMs()) {
                operators += *op.transitMs();
                ++count;
            }
        }
        QVERIFY(isNear(links, communication[i]));
        QVERIFY(isNear(operators, communication[i]));
        QCOMPARE(count, i < 2 ? size_t{97} : size_t{349});
        QCOMPARE(run->infos[i].distributedArgs.value(QStringLiteral("pipeline_model_parallel_size")), 2);
    }
    // Steps of one run need not agree: step times have five, communication of the first stage six.
    QCOMPARE(run->steps().size(), 6);
    const auto shares = run->ranks[0]->table(LegacySteps::Shares);
    QCOMPARE(shares->integer(1, LegacySteps::Computation), 13820200);
    QCOMPARE(shares->integer(1, LegacySteps::CommunicationAlone), 164476000);
    QCOMPARE(shares->integer(1, LegacySteps::Stage), 121898900);
    QCOMPARE(shares->integer(1, LegacySteps::ReceiveAlone), 56397300);
    QCOMPARE(shares->integer(1, LegacySteps::CollectiveAlone), 108078700);
    QVERIFY(isNear(run->ranks[0]->stepTrace[0].overlappedUs, 175495.04 - 164476, 1e-3));
    // The file adds up 52706.816 KB from 1 to 0, of which 51382.272 are receives from rank 2.
    std::map<QString, double> sizes;
    std::map<QString, double> times;
    for (const auto &rank : run->ranks) {
        for (const MatrixLinkRef l : rank->links) {
            QVERIFY(l.globalRanks());
            QCOMPARE(l.destination(), rank->info.rank);
            if (l.step() != QLatin1String("1") || l.key() != QLatin1String("Total Op Info"))
                continue;
            sizes[QStringLiteral("%1-%2").arg(l.source()).arg(l.destination())] += *l.sizeMb();
            times[QStringLiteral("%1-%2").arg(l.source()).arg(l.destination())] += *l.timeMs();
        }
    }
    const std::map<QString, double> expected = {
        {QStringLiteral("0-0"), 0.662272},  {QStringLiteral("1-0"), 1.324544},  {QStringLiteral("2-0"), 51.382272},
        {QStringLiteral("0-1"), 1.324544},  {QStringLiteral("1-1"), 0.662272},  {QStringLiteral("3-1"), 51.382272},
        {QStringLiteral("2-2"), 47.789568}, {QStringLiteral("3-2"), 95.579136}, {QStringLiteral("0-2"), 51.382272},
        {QStringLiteral("2-3"), 95.579136}, {QStringLiteral("3-3"), 47.789568}, {QStringLiteral("1-3"), 51.382272}};
    QCOMPARE(sizes.size(), expected.size());
    for (const auto &[ends, size] : expected)
        QVERIFY2(isNear(sizes[ends], size), qPrintable(ends));
    QVERIFY(isNear(sizes[QStringLiteral("1-0")] / times[QStringLiteral("1-0")], 5.15949, 1e-5));
    QVERIFY(isNear(sizes[QStringLiteral("0-1")] / times[QStringLiteral("0-1")], 5.12138, 1e-5));
    // The receives are named by the step times alone.
    QVERIFY(run->ranks[0]->commOps.nameId("Receive-op663").has_value());
}

void TestLegacy::realHosts()
{
    const QString folder = sampleFolder("derived_r13_cluster_layout/run");
    if (!QDir(folder).exists())
        QSKIP("the sample derived_r13_cluster_layout is not here");
    const auto run = loadedRun(folder);
    QVERIFY(run);
    QCOMPARE(ranksOf(*run), QStringLiteral("0 1 2 3"));
    QCOMPARE(run->infos[2].host, QStringLiteral("2"));
    QCOMPARE(run->infos[2].device, 0);
    QCOMPARE(run->ranks[2]->table(LegacyFlops::Kind)->real(0, LegacyFlops::Mflops), 329608.369);
    QVERIFY(run->ranks[0]->table(LegacyMemory::Kind));
    // No file tells the stages: the link of a rank to itself does.
    QVERIFY(std::all_of(run->ranks[3]->links.begin(), run->ranks[3]->links.end(),
                        [](const MatrixLinkRef &l) { return l.globalRanks() && l.destination() == 3; }));
    QVERIFY(!hasCode(run->ranks[3]->report, "legacy.links"));
}

RS_TEST(TestLegacy, QCoreApplication);
#include "tst_legacy.moc"
