// SPDX-License-Identifier: Apache-2.0
#include "core/table/kernelcolumns.h"
#include "cutfile.h"
#include "importers/asnobody.h"
#include "importers/foundruns.h"
#include "importers/run/kerneljoin.h"
#include "importers/run/runloader.h"
#include "runfolder.h"
#include "support/literaltext.h"
#include "support/testprogram.h"

#include <QFileInfo>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

using namespace rs;
using namespace rs::test;

namespace {

Run found(const QString &path)
{
    auto runs = runsIn({path});
    if (runs.size() != 1)
        qFatal("one run expected in %s", qPrintable(path));
    return std::move(runs.front());
}

/// Device slices on one stream and one communication group, as text of a trace.
QByteArray deviceTrace()
{
    return R"([{"ph":"M","name":"process_name","pid":7,"tid":0,"args":{"name":"Ascend Hardware"}},)"
           R"({"ph":"M","name":"process_labels","pid":7,"tid":0,"args":{"labels":"NPU 4"}},)"
           R"({"ph":"M","name":"process_name","pid":8,"tid":0,"args":{"name":"Communication"}},)"
           R"({"ph":"M","name":"thread_name","pid":8,"tid":0,"args":{"name":"Group g Communication"}},)"
           R"({"ph":"X","name":"MatMul1","pid":7,"tid":2,"ts":"1000.000","dur":5.5,"args":{"Task Type":"MIX_AIC","Physic Stream Id":2,"Task Id":11}},)"
           R"({"ph":"X","name":"MatMul1","pid":7,"tid":2,"ts":"1010.000","dur":5.5,"args":{"Task Type":"AI_CORE","Physic Stream Id":2,"Task Id":12}},)"
           R"({"ph":"X","name":"kernel_of_other_name","pid":7,"tid":2,"ts":"1020.000","dur":1,"args":{"Task Type":"WRITE_VALUE_SQE","Physic Stream Id":2,"Task Id":13}},)"
           R"({"ph":"X","name":"hcom_allReduce__1_0_1","pid":8,"tid":0,"ts":"1030.001","dur":9}])";
}

QByteArray deviceKernels()
{
    return "Step ID,Task ID,Stream ID,Name,Type,Accelerator Core,Start Time(us),Duration(us),Wait Time(us)\n"
           "1,12,2,Default/net/MatMul-op1/MatMul1,MatMul,AI_VECTOR_CORE,1010.002\t,5.5,0\n"
           "1,11,2,Default/net/MatMul-op1/MatMul1,MatMul,MIX_AIC,1000.000\t,5.5,0\n"
           "1,13,2,Default/net/Custom-op9,Custom,AI_CPU,1020.000\t,1,0\n"
           "1,N/A,N/A,hcom_allReduce__1_0_1,hcom_allReduce_,HCCL,1030.000\t,9,0\n"
           "1,12,2,Default/net/MatMul-op1/MatMul1,MatMul,AI_CORE,1010.003\t,5.5,0\n"
           "1,99,2,Gone1,Gone,AI_CORE,5.0\t,1,0\n";
}

} // namespace

class TestRunLoader : public QObject
{
    Q_OBJECT
private slots:
    void metadataOfAnotherRank();
    void everythingOfARankIsThere();
    void ranksArePublishedOneByOne();
    void smallPartsAndTheWantedRankComeFirst();
    void lanesComeBeforeTheTables();
    void whoReadsTheLanesMayDoSoDuringTheJoin();
    void onlyTheRanksThatAreAskedFor();
    void progressIsKnownPerRank();
    void aBrokenRankDoesNotStopTheOthers();
    void filesThatVanishAreReported();
    void unreadableFilesAreReported();
    void cancelledBeforeAndWhileLoading();
    void theBudgetIsKeptAndGivenBack();
    void aRankCanBeReadAgain();
    void clusterFilesAreRead();
    void slicesOfATraceAreOneTrace();
    void kernelsJoinByNameStartAndTask();
    void databaseOnlyRanksLoadEmpty();
    void chinesePaths();
    void realRunIsComplete();
    void renamedToMindSpore();
};

void TestRunLoader::everythingOfARankIsThere()
{
    RunFolder d;
    const QString rank = QStringLiteral("run/h_1_20250101000000000_ascend_ms/");
    d.mindsporeRank(rank.chopped(1), 2, 6);
    const QString out = rank + QStringLiteral("ASCEND_PROFILER_OUTPUT/");
    d.write(out + QStringLiteral("kernel_details.csv"), deviceKernels());
    d.write(out + QStringLiteral("op_statistic.csv"), "OP Type,Core Type,Count,Total Time(us)\nMatMul,AI_CORE,2,11\n");
    d.write(out + QStringLiteral("api_statistic.csv"), "Device_id,Level,API Name,Time(us),Count\nhost,acl,x,1,2\n");
    d.write(out + QStringLiteral("l2_cache.csv"),
            "Stream Id,Task Id,Hit Rate,Victim Rate,Op Name\n2,11054,N/A,0.066608,a\n2,11055,0.5,1e-05,b\n");
    d.write(out + QStringLiteral("task_time.csv"),
            "Device_id,kernel_name,kernel_type,stream_id,task_id,task_time(us),task_start(us),task_stop(us)\n"
            "0,MatMul_1,AI_CORE,2,7,1.5,\"1700000000000000.250\t\",\"1700000000000001.750\t\"\n");
    d.write(
        out + QStringLiteral("communication.json"),
        R"j({"step1":{"collective":{"hcom_allReduce__1_0_1@9":{"Communication Time Info":{"Elapse Time(ms)":9}}}}})j");
    d.write(out + QStringLiteral("communication_matrix.json"),
            R"({"step1":{"collective":{"allreduce-top1@9":{"0-1":{"Transport Type":"HCCS"}}}}})");
    d.write(
        rank + QStringLiteral("profiler_metadata.json"),
        R"({"parallel_group_info":{"g":{"group_name":"tp","global_ranks":[2,3]}},"distributed_args":{"world_size":4}})");
    ThreadPool pool(3);
    const JobContext job;
    const auto run = loadRun(found(d.path("run")), pool, job);
    QVERIFY(run);
    QCOMPARE(run->ranks.size(), size_t(1));
    const RankData &data = *run->ranks[0];
    QVERIFY(data.trace && data.kernels && data.table(QStringLiteral("op_statistic")) &&
            data.table(QStringLiteral("api_statistic")));
    const auto l2 = data.table(QStringLiteral("l2_cache"));
    QVERIFY(l2);
    QCOMPARE(l2->rows(), 2);
    QVERIFY(!l2->has(0, l2->column(u"Hit Rate")) && l2->has(1, l2->column(u"Hit Rate")));
    QCOMPARE(l2->real(0, l2->column(u"Victim Rate")), 0.066608);
    const auto tasks = data.table(QStringLiteral("task_time"));
    QVERIFY(tasks);
    QCOMPARE(tasks->rows(), 1);
    QCOMPARE(tasks->strings().text(tasks->textId(0, tasks->column(u"kernel_name"))), QStringLiteral("MatMul_1"));
    QCOMPARE(tasks->integer(0, tasks->column(u"task_start(us)")), qint64(1'700'000'000'000'000'250));
    QCOMPARE(tasks->integer(0, tasks->column(u"task_time(us)")), 1500);
    for (const Finding &f : data.report.findings()) {
        for (const char *name : {"l2_cache.csv", "task_time.csv"})
            QVERIFY2(!f.file.endsWith(QLatin1String(name)), qPrintable(f.text()));
    }
    QCOMPARE(data.trace->slices().size(), 1U);
    QCOMPARE(data.kernels->source,
             QStringLiteral("h_1_20250101000000000_ascend_ms/ASCEND_PROFILER_OUTPUT/kernel_details.csv"));
    QCOMPARE(data.stepTrace.size(), size_t(1));
    QCOMPARE(data.stepTrace[0].rank, 2);
    QCOMPARE(data.stepTrace[0].device, 6);
    QCOMPARE(data.commOps[0].rank(), 2);
    QCOMPARE(data.links[0].ownerRank(), 2);
    QCOMPARE(data.groups.at(0).pgName, QStringLiteral("tp"));
    QCOMPARE(data.info.distributedArgs.value(QStringLiteral("world_size")), 4);
    QCOMPARE(data.info.level, QStringLiteral("Level2"));
    QCOMPARE(run->infos[0].distributedArgs.size(), 1);
    QCOMPARE(run->steps(), texts({"1"}));
    QVERIFY(job.done() > 0);
    QCOMPARE(job.done(), job.total());
}

void TestRunLoader::ranksArePublishedOneByOne()
{
    RunFolder d;
    for (int r = 0; r < 6; ++r)
        d.torchRank(QStringLiteral("run/rank%1_ascend_pt").arg(r), r);
    ThreadPool pool(3);
    std::mutex mutex;
    std::vector<int> started;
    std::vector<int> published;
    LoadOptions options;
    options.onStart = [&](int i) {
        const std::lock_guard lock(mutex);
        started.push_back(i);
    };
    options.onRank = [&](int i, std::shared_ptr<const RankData> data) {
        const std::lock_guard lock(mutex);
        if (data && data->info.rank == i && data->trace)
            published.push_back(i);
    };
    const auto run = loadRun(found(d.path("run")), pool, JobContext(), options);
    QVERIFY(run);
    QCOMPARE(started.size(), size_t(6));
    std::sort(published.begin(), published.end());
    QCOMPARE(published, (std::vector<int>{0, 1, 2, 3, 4, 5}));
    QVERIFY(run->importSeconds > 0);
}

void TestRunLoader::smallPartsAndTheWantedRankComeFirst()
{
    RunFolder d;
    for (int r = 0; r < 4; ++r)
        d.torchRank(QStringLiteral("run/rank%1_ascend_pt").arg(r), r);
    QVERIFY(QFile::remove(d.path("run/rank3_ascend_pt/ASCEND_PROFILER_OUTPUT/step_trace_time.csv")));
    d.write(
        "run/rank1_ascend_pt/ASCEND_PROFILER_OUTPUT/communication.json",
        R"j({"step1":{"collective":{"hcom_allReduce__1_0_1@9":{"Communication Time Info":{"Elapse Time(ms)":9}}}}})j");
    ThreadPool pool(2);
    LoadOptions options;
    options.only = {2, 0, 1, 3};
    std::mutex mutex;
    QStringList events;
    options.onPart = [&](int i, const std::shared_ptr<const RankData> &part) {
        const std::lock_guard lock(mutex);
        const bool small = !part->trace && !part->kernels && part->stepTrace.size() == 1 && part->info.rank == i;
        events << (!small                  ? QStringLiteral("wrong part")
                   : part->commOps.empty() ? QStringLiteral("steps")
                                           : QStringLiteral("communication of %1").arg(i));
    };
    options.onRank = [&](int i, const std::shared_ptr<const RankData> &rank) {
        const std::lock_guard lock(mutex);
        events << QStringLiteral("%1 %2").arg(i).arg(rank->trace ? rank->stepTrace.size() : 99);
    };
    loadRun(found(d.path("run")), pool, JobContext(), options);
    QCOMPARE(events.mid(0, 5), texts({"steps", "steps", "steps", "2 1", "communication of 1"}));
    events = events.mid(5);
    events.sort();
    QCOMPARE(events, texts({"0 1", "1 1", "3 0"}));
}

void TestRunLoader::lanesComeBeforeTheTables()
{
    RunFolder d;
    const QString out = QStringLiteral("x_ascend_ms/ASCEND_PROFILER_OUTPUT/");
    d.write("x_ascend_ms/profiler_info_3.json", R"({"ms_version":"2.6"})");
    d.write(out + QStringLiteral("trace_view.json"), deviceTrace());
    d.write(out + QStringLiteral("kernel_details.csv"), deviceKernels());
    ThreadPool pool(2);
    LoadOptions options;
    std::shared_ptr<const Trace> lanes;
    QStringList events;
    options.onLanes = [&](int index, std::shared_ptr<const Trace> trace) {
        events << QStringLiteral("lanes of %1").arg(index);
        lanes = std::move(trace);
        // A file written now is read later.
        const QByteArray table = deviceKernels();
        d.write(out + QStringLiteral("kernel_details.csv"), table.left(table.indexOf("1,11,2")));
        d.write(
            out + QStringLiteral("communication.json"),
            R"j({"step1":{"collective":{"hcom_allReduce__1_0_1@9":{"Communication Time Info":{"Elapse Time(ms)":9}}}}})j");
    };
    options.onRank = [&](int index, const std::shared_ptr<const RankData> &) {
        events << QStringLiteral("rank %1").arg(index);
    };
    d.write(out + QStringLiteral("communication.json"), "{}");
    const auto run = loadRun(found(d.path("x_ascend_ms")), pool, JobContext(), options);
    QCOMPARE(events, texts({"lanes of 0", "rank 0"}));
    const RankData &data = *run->ranks.at(0);
    QCOMPARE(data.kernels->rows(), 1);
    QCOMPARE(data.commOps.size(), size_t(1));
    QVERIFY(data.trace != lanes && data.trace->differsAtMostInKinds(*lanes));
    QVERIFY(data.trace->slices().starts().data() == lanes->slices().starts().data());
    const SliceId joined = data.sliceOfKernel.at(0);
    QVERIFY(joined != NoSlice);
    QVERIFY(lanes->slices().kind(joined) == SliceKind::KernelCube); // as the trace says
    QVERIFY(data.trace->slices().kind(joined) == SliceKind::KernelVector);
    for (quint32 i = 0; i < lanes->slices().size(); ++i)
        QVERIFY(SliceId{i} == joined || data.trace->slices().kind(SliceId{i}) == lanes->slices().kind(SliceId{i}));
}

// For ThreadSanitizer: somebody walks the lanes from the moment that they are published until the rank is there.
void TestRunLoader::whoReadsTheLanesMayDoSoDuringTheJoin()
{
    constexpr int count = 20'000;
    QByteArray trace = R"([{"ph":"M","name":"process_name","pid":7,"tid":0,"args":{"name":"Ascend Hardware"}})";
    QByteArray table = "Name,Type,Accelerator Core,Start Time(us),Duration(us)\n";
    for (int i = 0; i < count; ++i) {
        const QByteArray at = QByteArray::number(1000 + 10 * i);
        trace += R"(,{"ph":"X","name":"K)" + QByteArray::number(i % 7) + R"(","pid":7,"tid":2,"ts":")" + at +
                 R"(.000","dur":5})";
        table += "K" + QByteArray::number(i % 7) + ",K,AI_CORE," + at + ".000,5\n";
    }
    RunFolder d;
    const QString out = QStringLiteral("x_ascend_pt/ASCEND_PROFILER_OUTPUT/");
    d.write(out + QStringLiteral("trace_view.json"), trace + ']');
    d.write(out + QStringLiteral("kernel_details.csv"), table);
    ThreadPool pool(2);
    std::atomic<bool> over{false};
    std::atomic<qint64> walks{0};
    std::atomic<qint64> cubes{0};
    std::thread reader;
    LoadOptions options;
    options.onLanes = [&](int, const std::shared_ptr<const Trace> &lanes) {
        reader = std::thread([&, lanes] {
            while (!over || walks == 0) {
                const SliceStore &s = lanes->slices();
                for (quint32 i = 0; i < s.size(); ++i) {
                    const bool wrong = s.start(SliceId{i}) != 1'000'000 + 10'000 * qint64{i};
                    cubes += wrong || s.kind(SliceId{i}) == SliceKind::KernelCube ? 1 : 0;
                }
                ++walks;
            }
        });
    };
    const auto run = loadRun(found(d.path("x_ascend_pt")), pool, JobContext(), options);
    over = true;
    QVERIFY(reader.joinable());
    reader.join();
    QVERIFY(walks > 0);
    QCOMPARE(cubes.load(), 0);
    const SliceStore &s = run->ranks.at(0)->trace->slices();
    QCOMPARE(s.size(), quint32{count});
    QCOMPARE(std::count(s.kinds().begin(), s.kinds().end(), SliceKind::KernelCube), count);
}

void TestRunLoader::onlyTheRanksThatAreAskedFor()
{
    RunFolder d;
    for (int r = 0; r < 3; ++r)
        d.torchRank(QStringLiteral("run/rank%1_ascend_pt").arg(r), r);
    ThreadPool pool(1);
    LoadOptions options;
    options.only = {2, 0, 2, 77, -1};
    std::vector<int> order;
    std::mutex mutex;
    options.onRank = [&](int i, const std::shared_ptr<const RankData> &) {
        const std::lock_guard lock(mutex);
        order.push_back(i);
    };
    const auto run = loadRun(found(d.path("run")), pool, JobContext(), options);
    QVERIFY(run->ranks[0] && !run->ranks[1] && run->ranks[2]);
    QCOMPARE(order.size(), size_t(2));
}

void TestRunLoader::progressIsKnownPerRank()
{
    RunFolder d;
    d.torchRank("run/rank0_ascend_pt", 0);
    d.torchRank("run/rank1_ascend_pt", 1);
    ThreadPool pool(1);
    LoadOptions options;
    options.progress = std::make_shared<RankProgress>(2);
    options.only = {1};
    QCOMPARE(options.progress->fraction(0), 0.0);
    double atStart = -1;
    options.onStart = [&](int i) { atStart = options.progress->fraction(i); };
    loadRun(found(d.path("run")), pool, JobContext(), options);
    QVERIFY(atStart > 0.0 && atStart < 1.0); // what is small was read before
    QVERIFY(options.progress->state(0) == RankProgress::State::Waiting);
    QVERIFY(options.progress->state(1) == RankProgress::State::Done);
    QCOMPARE(options.progress->fraction(1), 1.0);
    QCOMPARE(options.progress->fraction(7), 0.0);
}

void TestRunLoader::aBrokenRankDoesNotStopTheOthers()
{
    RunFolder d;
    for (int r = 0; r < 3; ++r)
        d.torchRank(QStringLiteral("run/rank%1_ascend_pt").arg(r), r);
    d.write("run/rank1_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json", QByteArray("\x00\xff\x13 no trace", 12));
    d.write("run/rank1_ascend_pt/ASCEND_PROFILER_OUTPUT/step_trace_time.csv", "");
    d.write("run/rank1_ascend_pt/profiler_info_1.json", "{");
    const auto run = loadedRun(d.path("run"));
    QVERIFY(run->ranks[0]->trace && run->ranks[2]->trace);
    QVERIFY(run->ranks[0]->report.isEmpty());
    const RankData &broken = *run->ranks[1];
    QVERIFY(!broken.trace);
    QStringList files;
    for (const Finding &f : broken.report.findings()) {
        if (f.severity >= Severity::Loss && !files.contains(f.file))
            files << f.file;
    }
    files.sort();
    QCOMPARE(files,
             texts({"rank1_ascend_pt/ASCEND_PROFILER_OUTPUT/step_trace_time.csv",
                    "rank1_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json", "rank1_ascend_pt/profiler_info_1.json"}));
}

void TestRunLoader::filesThatVanishAreReported()
{
    RunFolder d;
    const QString rank = d.torchRank("rank0_ascend_pt", 0);
    Run run = found(rank);
    QVERIFY(QDir(rank).removeRecursively());
    QDir().mkpath(rank + QStringLiteral("/ASCEND_PROFILER_OUTPUT/step_trace_time.csv"));
    ThreadPool pool(2);
    const auto loaded = loadRun(std::move(run), pool, JobContext());
    QVERIFY(loaded && loaded->ranks[0]);
    QVERIFY(!loaded->ranks[0]->trace);
    QVERIFY(hasCode(loaded->ranks[0]->report, "file.not-regular"));
    QVERIFY(loaded->ranks[0]->report.worst() == Severity::Error);
}

void TestRunLoader::unreadableFilesAreReported()
{
    RunFolder d;
    const QString rank = d.torchRank("rank0_ascend_pt", 0);
    QVERIFY(QFile::setPermissions(rank + QStringLiteral("/ASCEND_PROFILER_OUTPUT/step_trace_time.csv"), {}));
    ThreadPool pool(2);
    const AsNobody nobody(d.path());
    QVERIFY(AsNobody::binds());
    const auto loaded = loadRun(found(rank), pool, JobContext());
    QVERIFY(hasCode(loaded->ranks[0]->report, "file.permission"));
    QVERIFY(loaded->ranks[0]->trace);
}

void TestRunLoader::cancelledBeforeAndWhileLoading()
{
    RunFolder d;
    for (int r = 0; r < 8; ++r)
        d.torchRank(QStringLiteral("run/rank%1_ascend_pt").arg(r), r);
    const Run run = found(d.path("run"));
    ThreadPool pool(2);
    const JobContext before;
    before.cancel();
    QVERIFY(!loadRun(run, pool, before));
    QVERIFY(!loadRank(run, 0, pool, before));
    for (int stop = 1; stop <= 4; ++stop) {
        const JobContext job;
        std::atomic<int> ranks{0};
        LoadOptions options;
        options.onRank = [&](int, const std::shared_ptr<const RankData> &) {
            if (++ranks == stop)
                job.cancel();
        };
        QVERIFY(!loadRun(run, pool, job, options));
        QVERIFY(ranks >= stop && ranks < 8);
    }
    // At the start of each rank, before a byte is read.
    const JobContext atStart;
    LoadOptions options;
    options.onStart = [&](int) { atStart.cancel(); };
    options.onRank = [&](int, const std::shared_ptr<const RankData> &) { QFAIL("a cancelled rank was published"); };
    QVERIFY(!loadRun(run, pool, atStart, options));
}

void TestRunLoader::theBudgetIsKeptAndGivenBack()
{
    RunFolder d;
    for (int r = 0; r < 2; ++r) {
        d.torchRank(QStringLiteral("run/rank%1_ascend_pt").arg(r), r);
        d.write(QStringLiteral("run/rank%1_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv").arg(r),
                deviceKernels());
    }
    ThreadPool pool(2);
    const auto budget = std::make_shared<MemoryBudget>(qint64{1} << 30);
    {
        const auto run = loadRun(found(d.path("run")), pool, JobContext(budget));
        QVERIFY(run->ranks[0] && run->ranks[1]);
        QVERIFY(budget->used() >= run->ranks[0]->kernels->bytes() + run->ranks[0]->trace->bytes());
    }
    QCOMPARE(budget->used(), 0);
    budget->setLimit(100);
    const JobContext job(budget);
    const auto run = loadRun(found(d.path("run")), pool, job);
    QVERIFY(run && job.isOverBudget());
    for (const auto &rank : run->ranks) {
        QVERIFY(rank && !rank->kernels);
        QVERIFY(rank->report.worst() == Severity::Error);
    }
    QCOMPARE(budget->used(), 0);
}

void TestRunLoader::aRankCanBeReadAgain()
{
    RunFolder d;
    const QString rank = d.torchRank("rank0_ascend_pt", 0);
    const Run run = found(rank);
    ThreadPool pool(2);
    const auto first = loadRank(run, 0, pool, JobContext());
    QCOMPARE(first->stepTrace.at(0).computingUs, std::optional(10.5));
    d.write("rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/step_trace_time.csv", "Step,Computing\n1,99\n");
    const auto second = loadRank(run, 0, pool, JobContext());
    QCOMPARE(second->stepTrace.at(0).computingUs, std::optional(99.0));
    QVERIFY(!loadRank(run, 1, pool, JobContext()));
    QVERIFY(!loadRank(run, -1, pool, JobContext()));
}

void TestRunLoader::clusterFilesAreRead()
{
    RunFolder d;
    d.torchRank("run/rank0_ascend_pt", 0);
    d.write("run/cluster_analysis_output/cluster_step_trace_time.csv",
            "Step,Type,Index,Computing\n50,rank,0,1\n50,rank,x,1\n");
    const auto run = loadedRun(d.path("run"));
    QCOMPARE(run->cluster.stepTrace.size(), size_t(1));
    QCOMPARE(findingOf(run->report, "csv.not-a-number").file,
             QStringLiteral("cluster_analysis_output/cluster_step_trace_time.csv"));
    QCOMPARE(run->steps(), texts({"1", "50"}));
    const auto alone = loadedRun(d.path("run/cluster_analysis_output"));
    QVERIFY(alone && alone->ranks.empty());
    QCOMPARE(alone->cluster.stepTrace.size(), size_t(1));
}

void TestRunLoader::slicesOfATraceAreOneTrace()
{
    RunFolder d;
    const auto part = [](int n) {
        return QStringLiteral(
                   R"([{"ph":"M","name":"process_name","pid":7,"tid":0,"args":{"name":"Ascend Hardware"}},{"ph":"X","name":"k%1","pid":7,"tid":2,"ts":"%2.000","dur":1}])")
            .arg(n)
            .arg(100 + n)
            .toUtf8();
    };
    for (int i = 0; i < 3; ++i)
        d.write(QStringLiteral("PROF_1/mindstudio_profiler_output/msprof_slice_%1_20250101000000.json").arg(i),
                part(i));
    d.write("PROF_1/mindstudio_profiler_output/op_summary_slice_0_20250101000000.csv",
            "Op Name,Task Start Time(us),Task Duration(us)\nk0,100,1\n");
    d.write("PROF_1/mindstudio_profiler_output/op_summary_slice_1_20250101000000.csv",
            "Op Name,Task Start Time(us),Task Duration(us)\nk2,102,1\n");
    const auto run = loadedRun(d.path());
    const RankData &data = *run->ranks.at(0);
    QCOMPARE(data.trace->slices().size(), 3U);
    QCOMPARE(data.trace->sources().size(), size_t(3));
    QCOMPARE(data.kernels->rows(), 2);
    QCOMPARE(data.kernelOfSlice.size(), size_t(2));
    QVERIFY(data.sliceOfKernel[1] != NoSlice);
    QCOMPARE(data.kernelRow(data.sliceOfKernel[1]), 1);
}

void TestRunLoader::kernelsJoinByNameStartAndTask()
{
    RunFolder d;
    d.write("x_ascend_ms/profiler_info_3.json", R"({"ms_version":"2.6"})");
    d.write("x_ascend_ms/ASCEND_PROFILER_OUTPUT/trace_view.json", deviceTrace());
    d.write("x_ascend_ms/ASCEND_PROFILER_OUTPUT/kernel_details.csv", deviceKernels());
    const auto run = loadedRun(d.path("x_ascend_ms"));
    const RankData &data = *run->ranks.at(0);
    QCOMPARE(data.info.device, 4); // of the label "NPU 4"
    QCOMPARE(data.info.rank, 3);
    QCOMPARE(data.sliceOfKernel.size(), size_t(6));
    const SliceStore &slices = data.trace->slices();
    const auto name = [&](int row) {
        return data.trace->strings().text(slices.name(data.sliceOfKernel[static_cast<size_t>(row)]));
    };
    QCOMPARE(name(0), QStringLiteral("MatMul1"));
    QCOMPARE(slices.start(data.sliceOfKernel[0]), 1010000);
    QCOMPARE(slices.start(data.sliceOfKernel[1]), 1000000);
    QCOMPARE(name(2), QStringLiteral("kernel_of_other_name")); // by stream, task and start
    QCOMPARE(name(3), QStringLiteral("hcom_allReduce__1_0_1"));
    QVERIFY(data.sliceOfKernel[4] == NoSlice); // 3 ns away
    QVERIFY(data.sliceOfKernel[5] == NoSlice);
    QCOMPARE(findingOf(data.report, "kernels.unmatched").count, 2);
    QCOMPARE(findingOf(data.report, "kernels.unmatched").place.text(), QStringLiteral("line 6, row 5, column Name"));
    // The table's core decides what a slice is.
    QVERIFY(slices.kind(data.sliceOfKernel[0]) == SliceKind::KernelVector);
    QVERIFY(slices.kind(data.sliceOfKernel[1]) == SliceKind::KernelMix);
    QVERIFY(slices.kind(data.sliceOfKernel[2]) == SliceKind::KernelAiCpu);
    QVERIFY(slices.kind(data.sliceOfKernel[3]) == SliceKind::CommOperator);
    QVERIFY(std::is_sorted(data.kernelOfSlice.begin(), data.kernelOfSlice.end()));
    for (const auto &[slice, row] : data.kernelOfSlice)
        QCOMPARE(data.kernelRow(slice), row);
}

void TestRunLoader::databaseOnlyRanksLoadEmpty()
{
    RunFolder d;
    d.write("x_ascend_pt/ASCEND_PROFILER_OUTPUT/analysis.db", "x");
    const auto run = loadedRun(d.path("x_ascend_pt"));
    QVERIFY(run && run->ranks.at(0) && !run->ranks[0]->trace);
    QVERIFY(hasCode(run->report, "discovery.db-only"));
}

void TestRunLoader::chinesePaths()
{
    RunFolder d;
    d.torchRank("训练 数据/排名 零_ascend_pt", 0);
    const auto run = loadedRun(d.path("训练 数据"));
    QVERIFY(run->ranks.at(0)->trace);
    QVERIFY(run->ranks[0]->report.isEmpty());
}

void TestRunLoader::realRunIsComplete()
{
    const QString path = QStringLiteral(RANKSCOPE_SHARED_DATA "/real/pytorch_text_level2");
    if (!QFileInfo::exists(path))
        QSKIP("the real profiles are not here");
    const auto run = loadedRun(path);
    const RankData &data = *run->ranks.at(0);
    QCOMPARE(data.kernels->rows(), 191);
    const KernelColumns columns(*data.kernels);
    int exact = 0;
    int joined = 0;
    int typed = 0;
    for (int row = 0; row < data.kernels->rows(); ++row) {
        const SliceId s = data.sliceOfKernel[static_cast<size_t>(row)];
        if (s == NoSlice)
            continue;
        ++joined;
        exact += data.trace->slices().start(s) == data.kernels->integer(row, columns.start) ? 1 : 0;
        const SliceKind kind = data.trace->slices().kind(s);
        typed += kind == SliceKind::KernelCube || kind == SliceKind::KernelVector || kind == SliceKind::KernelMix ||
                         kind == SliceKind::KernelAiCpu || kind == SliceKind::KernelOther
                     ? 1
                     : 0;
    }
    QCOMPARE(joined, 191);
    QCOMPARE(typed, 187);
    qInfo("%d of %d rows have the start of their slice to the nanosecond", exact, joined);
    QVERIFY(exact >= 187);
    QCOMPARE(data.commOps.size(), size_t(5));
    QCOMPARE(run->steps(), texts({"50"}));
    for (const auto &rank : run->ranks) {
        for (const Finding &f : rank->report.findings())
            QVERIFY2(f.severity < Severity::Loss, qPrintable(f.file + u' ' + f.text()));
    }
}

void TestRunLoader::renamedToMindSpore()
{
    const QString path = QStringLiteral(RANKSCOPE_SHARED_DATA "/real/pytorch_text_level2/rank0_ascend_pt");
    if (!QFileInfo::exists(path))
        QSKIP("the real profiles are not here");
    RunFolder d;
    const QString name = QStringLiteral("localhost.localdomain_3178231_20250109084755012_ascend_ms");
    d.write(
        name + QStringLiteral("/profiler_info_0.json"),
        R"({"profiler_parameters":{"profiler_level":"Level2"},"ms_profiler_info":{"rank_id":0,"device_id":"0"},"ms_version":"2.6.0"})");
    QDir().mkpath(d.path(name + QStringLiteral("/ASCEND_PROFILER_OUTPUT")));
    for (const char *f : {"trace_view.json", "kernel_details.csv", "step_trace_time.csv", "communication.json"})
        QVERIFY(QFile::copy(path + QStringLiteral("/ASCEND_PROFILER_OUTPUT/") + QLatin1String(f),
                            d.path(name + QStringLiteral("/ASCEND_PROFILER_OUTPUT/") + QLatin1String(f))));
    const auto run = loadedRun(d.path());
    QVERIFY(run->framework == Framework::MindSpore);
    QCOMPARE(run->infos.at(0).device, 0);
    QCOMPARE(run->infos[0].host, QStringLiteral("localhost.localdomain"));
    QVERIFY(run->ranks[0]->trace->slices().size() > 4000);
}

void TestRunLoader::metadataOfAnotherRank()
{
    for (const int named : {2, 5}) {
        RunFolder d;
        const QString rank = QStringLiteral("run/h_1_20250101000000000_ascend_ms");
        d.mindsporeRank(rank, 2, 6);
        d.write(rank + QStringLiteral("/profiler_metadata.json"),
                "{\"distributed_args\":{\"rank\":" + QByteArray::number(named) + "}}");
        const auto run = loadedRun(d.path("run"));
        QCOMPARE(run->infos.at(0).rank, 2);
        const Finding f = findingOf(run->ranks[0]->report, "metadata.other-rank");
        QCOMPARE(f.argument, named == 2 ? QString() : QStringLiteral("5 ≠ 2"));
        if (named != 2)
            QCOMPARE(f.severity, Severity::Loss);
    }
}

RS_TEST(TestRunLoader, QCoreApplication);
#include "tst_runloader.moc"
