// SPDX-License-Identifier: Apache-2.0
// Limits of small inputs, the budget, and a machine that gives no memory.
#include "analysis/host/dispatch.h"
#include "analysis/communication/commmatrix.h"
#include "analysis/ranks/domains.h"
#include "analysis/time/slicestats.h"
#include "analysis/overview/stepbreakdown.h"
#include "core/trace/tracebuilder.h"
#include "importers/json/commjson.h"
#include "importers/csv/csvtable.h"
#include "importers/discovery/discovery.h"
#include "importers/json/metadatajson.h"
#include "importers/run/runloader.h"
#include "importers/csv/stepcsv.h"
#include "importers/trace/tracejson.h"
#include "importers/runfolder.h"
#include "support/allocations.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <functional>
#include <new>
#include <set>
#include <thread>
#include <tuple>

using namespace rs;
using namespace rs::test;
using rs::test::Allocations;

namespace {

// Threads that Qt has met: it crashes when it finds no memory for the first meeting.
void startAll(ThreadPool &pool, int threads)
{
    std::atomic<int> met{0};
    for (int i = 0; i < threads; ++i) {
        pool.start([&met, threads] {
            ++met;
            while (met < threads)
                std::this_thread::yield();
        });
    }
    pool.waitForDone();
}

bool saysNoRoom(const ImportReport &report)
{
    const auto all = report.findings();
    return std::any_of(all.begin(), all.end(), [](const Finding &f) {
        return f.severity == Severity::Error && f.code.startsWith(QLatin1String("memory."));
    });
}

bool says(const ImportReport &report, const QString &code)
{
    const auto all = report.findings();
    return std::any_of(all.begin(), all.end(), [&code](const Finding &f) { return f.code == code; });
}

QByteArray repeated(const char *each, qsizetype bytes)
{
    const QByteArray one(each);
    return one.repeated(bytes / one.size());
}

enum class Reader { Communication, Matrix, ProfilerInfo, Csv, Steps };

// Results of a reader stay alive until the caller has looked at the heap.
struct Kept
{
    CommOps ops;
    MatrixLinks links;
    ProfilerInfo info;
    std::shared_ptr<const Table> table;
    std::vector<StepTraceRow> steps;
};

Kept readBy(Reader reader, const QStringList &files, const JobContext &job, ImportReport &report)
{
    Kept out;
    const QString name = QStringLiteral("file");
    switch (reader) {
    case Reader::Communication:
        out.ops = readCommunication(files.front(), name, 0, job, report);
        break;
    case Reader::Matrix:
        out.links = readCommunicationMatrix(files.front(), name, 0, job, report);
        break;
    case Reader::ProfilerInfo:
        out.info = readProfilerInfo(files.front(), name, job, report);
        break;
    case Reader::Steps:
        out.steps = readStepTrace(files.front(), name, 0, -1, job, report);
        break;
    case Reader::Csv: {
        std::vector<CsvFile> csv;
        for (const QString &f : files)
            csv.push_back({f, name});
        out.table = readCsvTable(csv, job, report);
        break;
    }
    }
    return out;
}

QStringList written(const RunFolder &folder, const QList<QByteArray> &texts)
{
    QStringList out;
    for (const QByteArray &text : texts)
        out += folder.write(QStringLiteral("file%1").arg(out.size()), text);
    return out;
}

QByteArray operators(int count)
{
    QByteArray out = R"j({"step1":{"collective":{)j";
    for (int i = 0; i < count; ++i) {
        out += i > 0 ? "," : "";
        out += R"j("hcom_allReduce__)j" + QByteArray::number(i) +
               R"j(_0_1@17":{"Communication Time Info":{"Start Timestamp(us)":1.5,"Elapse Time(ms)":2.25,)j"
               R"j("Transit Time(ms)":1},"Communication Bandwidth Info":{"SDMA":{"Transit Size(MB)":1,)j"
               R"j("Size Distribution":{"8.5":[3,0.5]}}}})j";
    }
    return out + "}}}";
}

QByteArray links(int count)
{
    QByteArray out = R"j({"step1":{"collective":{"allreduce-top1@17":{)j";
    for (int i = 0; i < count; ++i) {
        out += i > 0 ? "," : "";
        out += "\"0-" + QByteArray::number(i) +
               R"j(":{"Transport Type":"HCCS","Transit Size(MB)":1,"Transit Time(ms)":2,"Bandwidth(GB/s)":0.5,)j"
               R"j("Op Name":"hcom_allReduce__822_0"})j";
    }
    return out + "}}}}";
}

// Calls of a host, kernels that they launch, and a counter.
QByteArray traceOf(int launches)
{
    QByteArray out = R"([{"ph":"M","name":"process_name","pid":1,"tid":0,"args":{"name":"CANN"}},)"
                     R"({"ph":"M","name":"process_name","pid":7,"tid":0,"args":{"name":"Ascend Hardware"}},)"
                     R"({"ph":"M","name":"thread_name","pid":7,"tid":2,"args":{"name":"Stream 2"}})";
    for (int i = 0; i < launches; ++i) {
        const QByteArray n = QByteArray::number(i);
        const QByteArray at = QByteArray::number(1000 + i * 10);
        out += ",{\"ph\":\"X\",\"name\":\"aclnnAdd" + n + "\",\"pid\":1,\"tid\":5,\"ts\":\"" + at +
               ".000\",\"dur\":4},{\"ph\":\"s\",\"name\":\"HostToDevice\",\"cat\":\"HostToDevice\",\"id\":" + n +
               ",\"pid\":1,\"tid\":5,\"ts\":\"" + at + ".000\"},{\"ph\":\"X\",\"name\":\"Add" + n +
               "\",\"pid\":7,\"tid\":2,\"ts\":\"" + at +
               ".500\",\"dur\":6,\"args\":{\"Task Type\":\"AI_CORE\",\"Stream Id\":2,\"Task Id\":" + n +
               "}},{\"ph\":\"f\",\"bp\":\"e\",\"name\":\"HostToDevice\",\"cat\":\"HostToDevice\",\"id\":" + n +
               ",\"pid\":7,\"tid\":2,\"ts\":\"" + at +
               ".500\"},{\"ph\":\"C\",\"name\":\"HBM\",\"pid\":9,\"tid\":0,\"ts\":\"" + at +
               ".000\",\"args\":{\"Read\":" + n + "}}";
    }
    return out + "]";
}

QByteArray kernelsOf(int launches)
{
    QByteArray out = "Step Id,Device_id,Name,Type,Accelerator Core,Start Time(us),Duration(us),Task ID\n";
    for (int i = 0; i < launches; ++i)
        out += "1,0,Add" + QByteArray::number(i) + ",Add,AI_CORE," + QByteArray::number(1000 + i * 10) + ".500,6," +
               QByteArray::number(i) + "\n";
    return out;
}

} // namespace

class TestLowMemory : public QObject
{
    Q_OBJECT
private slots:
    void smallInputsStaySmall_data()
    {
        constexpr qsizetype size = 1 << 19;
        // times: of the input, at most
        const Scenarios<Reader, QList<QByteArray>, int> row;

        row("a list of objects", Reader::Communication, QList<QByteArray>{"[" + repeated("{},", size)}, 8);
        row("lists in lists", Reader::Communication, QList<QByteArray>{"[" + repeated("[[]],", size)}, 8);
        row("a list of numbers", Reader::Matrix, QList<QByteArray>{"{\"a\":[" + repeated("1,", size)}, 8);
        row("bytes that are no text", Reader::Matrix,
            QList<QByteArray>{"{\"a\":\"" + repeated("\xff\x01", size) + "\"}"}, 24);
        row("operators", Reader::Communication, QList<QByteArray>{operators(2000)}, 16);
        QByteArray wide;
        for (int i = 0; i < 4096; ++i)
            wide += "c" + QByteArray::number(i) + (i < 4095 ? "," : "\n");
        const QByteArray wideRow = repeated("1,", 2 * 4095) + "1\n";
        const QByteArray narrow = "a\n" + repeated("1\n", size);
        row("wide columns before many rows", Reader::Csv, QList<QByteArray>{wide + wideRow, narrow}, 24);
        row("wide columns behind many rows", Reader::Csv, QList<QByteArray>{narrow, wide + wideRow}, 24);
        row("wide columns around many rows", Reader::Csv, QList<QByteArray>{wide + wideRow, narrow, wide + wideRow},
            24);
        row("a line of commas", Reader::Csv, QList<QByteArray>{"a,b\n" + repeated(",,", size) + "\n"}, 8);
    }

    void smallInputsStaySmall()
    {
        const auto [reader, texts, times] = scenario<Reader, QList<QByteArray>, int>();
        const RunFolder folder;
        const QStringList files = written(folder, texts);
        qint64 bytes = 0;
        for (const QByteArray &t : texts)
            bytes += t.size();
        ImportReport report;
        constexpr qint64 buffers = 5 << 19;
        Allocations::refuseOne(0);
        const Kept kept = readBy(reader, files, JobContext(), report);
        QVERIFY2(Allocations::peakBytes() <= bytes * times + buffers,
                 qPrintable(QStringLiteral("%1 bytes took %2").arg(bytes).arg(Allocations::peakBytes())));
    }

    void readersKeepToTheBudget_data()
    {
        constexpr qsizetype size = 1 << 20;
        const Scenarios<Reader, QList<QByteArray>> row;

        row("a long list", Reader::ProfilerInfo, QList<QByteArray>{"[" + repeated("{},", size)});
        row("many keys", Reader::ProfilerInfo, QList<QByteArray>{[] {
                QByteArray out = "{";
                for (int i = 0; i < 100'000; ++i)
                    out += "\"" + QByteArray::number(i) + "\":1,";
                return out + "\"a\":1}";
            }()});
        // With a mark before them, they are read after a repair.
        const QByteArray mark = "\xef\xbb\xbf";
        row("operators", Reader::Communication, QList<QByteArray>{mark + operators(8'000)});
        row("links", Reader::Matrix, QList<QByteArray>{mark + links(14'000)});
        row("operators of a sound file", Reader::Communication, QList<QByteArray>{operators(18'000)});
        row("links of a sound file", Reader::Matrix, QList<QByteArray>{links(40'000)});
        QByteArray rows = "Name,Value\n";
        for (int i = 0; i < 150'000; ++i)
            rows += "kernel" + QByteArray::number(i) + "," + QByteArray::number(i) + "\n";
        row("rows", Reader::Csv, QList<QByteArray>{rows});
        const QByteArray cell = repeated("0123456789abcdef", 12 * size);
        row("a long cell", Reader::Csv, QList<QByteArray>{"Name,Value\na," + cell + "\nb,c\n"});
        row("a quote that never closes", Reader::Csv, QList<QByteArray>{"Name,Value\n\"a," + cell});
        row("a long header", Reader::Csv, QList<QByteArray>{"Name," + cell + "\na,b\n"});
        row("a long step", Reader::Steps, QList<QByteArray>{"Step,Computing\n" + cell + ",1\n"});
        row("a long header of steps", Reader::Steps, QList<QByteArray>{"Step," + cell + "\n1,1\n"});
    }

    void readersKeepToTheBudget()
    {
        const auto [reader, texts] = scenario<Reader, QList<QByteArray>>();
        const RunFolder folder;
        const QStringList files = written(folder, texts);
        constexpr qint64 limit = qint64{6} << 20;
        constexpr qint64 slack = qint64{3} << 20; // buffers, and what grows between two questions
        const auto budget = std::make_shared<MemoryBudget>(limit);
        const JobContext job(budget);
        ImportReport report;
        Allocations::refuseOne(0);
        {
            const Kept kept = readBy(reader, files, job, report);
            QVERIFY2(Allocations::peakBytes() <= limit + slack,
                     qPrintable(QStringLiteral("%1 bytes at a limit of %2").arg(Allocations::peakBytes()).arg(limit)));
            QVERIFY(job.isOverBudget());
            QVERIFY(saysNoRoom(report));
            QVERIFY2(!says(report, QStringLiteral("step.no-columns")),
                     "a header without room is not one without columns");
            // Text before the end of the room is there. If columns alone are too large, so is the whole text.
            const bool isText = texts.front().startsWith('\xef');
            if (reader == Reader::Communication)
                QCOMPARE(!kept.ops.empty(), isText);
            if (reader == Reader::Matrix)
                QCOMPARE(!kept.links.empty(), isText);
        }
        QCOMPARE(budget->used(), 0);
    }

    void readersGiveUpAtEachAllocation_data()
    {
        const Scenarios<Reader, QList<QByteArray>> row;

        row("communication", Reader::Communication, QList<QByteArray>{operators(3)});
        row("matrix", Reader::Matrix, QList<QByteArray>{links(3)});
        row("table", Reader::Csv, QList<QByteArray>{"Name,Value\na,1\nb,2\n", "Name,Own\na,x\nb,y\n"});
        row("profiler_info", Reader::ProfilerInfo,
            QList<QByteArray>{
                R"({"config":{"common_config":{"with_stack":true,"list":[1,{"a":[2]}]}},"rank_id":1,"rank_id":{"again":[1]}})"});
    }

    // Nothing ends the program, and no reader but one that says so gives less than it would have given.
    void readersGiveUpAtEachAllocation()
    {
        const auto [reader, texts] = scenario<Reader, QList<QByteArray>>();
        const RunFolder folder;
        const QStringList files = written(folder, texts);
        const auto counts = [](const Kept &k) {
            return std::tuple(k.ops.size(), k.links.size(), k.info.settings.size(), k.info.rank,
                              k.table ? k.table->rows() : -1);
        };
        ImportReport quiet;
        const auto whole = counts(readBy(reader, files, JobContext(), quiet));
        for (const bool forGood : {false, true}) {
            qint64 at = 1;
            for (bool reached = true; reached; at += forGood ? 97 : 1) {
                const JobContext job;
                ImportReport report;
                Kept kept;
                bool thrown = false;
                if (forGood)
                    Allocations::refuseAbove(at);
                else
                    Allocations::refuseOne(at);
                try {
                    kept = readBy(reader, files, job, report);
                } catch (const std::bad_alloc &) {
                    thrown = true; // behind the reader proper: the caller says what is missing
                }
                reached = Allocations::refused();
                Allocations::stop();
                QVERIFY(thrown || job.isOverBudget() || counts(kept) == whole);
            }
            QVERIFY(at > 10);
        }
    }

    void sealingCountsAgainstTheBudget()
    {
        const RunFolder folder;
        const QString path = folder.write(QStringLiteral("trace_view.json"), traceOf(20'000));
        ThreadPool pool(2);
        const auto budget = std::make_shared<MemoryBudget>(qint64{1} << 40);
        const auto read = [&](TraceBuilder &builder, const JobContext &job, ImportReport &report) {
            const ReadContext context{pool, job, report, QStringLiteral("trace")};
            return readTraceFile(path, builder, context);
        };
        qint64 chunks = 0;
        {
            const JobContext job(budget);
            ImportReport report;
            TraceBuilder builder;
            QVERIFY(read(builder, job, report));
            chunks = budget->used();
            QVERIFY(chunks > 0);
            const auto trace = builder.seal(pool, job, report);
            QVERIFY(trace && !job.isOverBudget());
            QCOMPARE(budget->used(), trace->bytes());
        }
        QCOMPARE(budget->used(), 0);
        budget->setLimit(chunks + chunks / 20);
        const JobContext job(budget);
        ImportReport report;
        TraceBuilder builder(QStringLiteral("trace"));
        QVERIFY(read(builder, job, report));
        QVERIFY(!builder.seal(pool, job, report));
        QVERIFY(job.isOverBudget());
        QVERIFY(saysNoRoom(report));
        QCOMPARE(budget->used(), 0);
    }

    void stepRowsCountAgainstTheBudget()
    {
        const RunFolder folder;
        QByteArray text = "Step,Computing\n";
        for (int step = 1; step <= 100'000; ++step)
            text += QByteArray::number(step) + ",1\n";
        const QString path = folder.write(QStringLiteral("step_trace_time.csv"), text);
        const JobContext job(std::make_shared<MemoryBudget>(qint64{4} << 20));
        ImportReport report;
        const Kept kept = readBy(Reader::Steps, {path}, job, report);
        QVERIFY(!kept.steps.empty() && kept.steps.size() < 100'000);
        QVERIFY(job.isOverBudget() && saysNoRoom(report));
        QCOMPARE(job.budget()->used(), 0);
    }

    // Behind the last rank there are only findings to lose.
    void whatWasReadOutlivesTheChecks()
    {
        const RunFolder folder;
        for (const int rank : {0, 1, 3})
            folder.torchRank(QStringLiteral("run/rank%1_ascend_pt").arg(rank), rank);
        folder.write(QStringLiteral("run/rank3_ascend_pt/ASCEND_PROFILER_OUTPUT/step_trace_time.csv"),
                     RunFolder::stepCsv().replace("\n1,", "\n50,"));
        ImportReport found;
        const std::vector<Run> runs = discover({folder.path(QStringLiteral("run"))}, JobContext(), found);
        QCOMPARE(runs.size(), size_t(1));
        ThreadPool pool(1);
        startAll(pool, 1);
        qint64 refusals = 0;
        for (qint64 at = 1; refusals == at - 1; ++at) {
            std::atomic<int> read{0};
            LoadOptions load;
            load.onRank = [&](int, const std::shared_ptr<const RankData> &) {
                if (++read == 3)
                    Allocations::refuseOne(at);
            };
            const JobContext job(std::make_shared<MemoryBudget>(qint64{1} << 40));
            std::shared_ptr<const Run> run;
            try {
                run = loadRun(Run(runs.front()), pool, job, load);
            } catch (const std::bad_alloc &) {
            }
            const bool refused = Allocations::refused();
            Allocations::stop();
            QVERIFY2(run, qPrintable(QString::number(at)));
            for (const auto &rank : run->ranks)
                QVERIFY(rank && rank->trace && !rank->stepTrace.empty());
            QCOMPARE(job.isOverBudget(), refused);
            refusals += refused ? 1 : 0;
        }
        QVERIFY(refusals > 10);
    }

    // A file of which a part is missing for want of memory is not judged, nor are others against it.
    void filesWithoutRoomContradictNothing()
    {
        const RunFolder folder;
        constexpr int launches = 300;
        for (const int rank : {0, 1}) {
            const QString name = QStringLiteral("run/rank%1_ascend_pt").arg(rank);
            folder.torchRank(name, rank);
            const QString outputs = name + QStringLiteral("/ASCEND_PROFILER_OUTPUT/");
            folder.write(outputs + QStringLiteral("trace_view.json"), traceOf(launches));
            folder.write(outputs + QStringLiteral("kernel_details.csv"), kernelsOf(launches));
            folder.write(outputs + QStringLiteral("communication.json"), operators(200));
            folder.write(outputs + QStringLiteral("communication_matrix.json"),
                         links(200).replace("hcom_allReduce__822_0", "hcom_allReduce__199_0_1"));
        }
        ImportReport found;
        const std::vector<Run> runs = discover({folder.path(QStringLiteral("run"))}, JobContext(), found);
        QCOMPARE(runs.size(), size_t(1));
        ThreadPool pool(1);
        const auto codesOf = [&](qint64 limit, bool &over) {
            std::set<QString> codes;
            const JobContext job(std::make_shared<MemoryBudget>(limit));
            const auto run = loadRun(Run(runs.front()), pool, job);
            for (const Finding &f : run->report.findings())
                codes.insert(f.code);
            for (const auto &rank : run->ranks) {
                for (const Finding &f : rank->report.findings())
                    codes.insert(f.code);
            }
            over = job.isOverBudget();
            return codes;
        };
        bool over = false;
        const std::set<QString> known = codesOf(0, over);
        QVERIFY(!over && !known.contains(QStringLiteral("kernels.no-row")));
        constexpr qint64 step = 10'000;
        qint64 limit = step;
        for (over = true; over; limit += step) {
            for (const QString &code : codesOf(limit, over))
                QVERIFY2(known.contains(code) || code.startsWith(QLatin1String("memory.")),
                         qPrintable(QStringLiteral("%1 in %2 bytes").arg(code).arg(limit)));
        }
        QVERIFY(limit > 10 * step);
    }

    // Containers of Qt that hash would end the program.
    void searchAndDomainsOutliveEachAllocation()
    {
        const RunFolder folder;
        for (const int rank : {0, 1}) {
            const QString name = QStringLiteral("run/rank%1_ascend_pt").arg(rank);
            folder.torchRank(name, rank);
            folder.write(name + QStringLiteral("/ASCEND_PROFILER_OUTPUT/communication_matrix.json"), links(3));
        }
        ThreadPool pool(1);
        startAll(pool, 1);
        ImportReport found;
        std::vector<Run> sound = discover({folder.path(QStringLiteral("run"))}, JobContext(), found);
        QCOMPARE(sound.size(), size_t(1));
        const auto loaded = loadRun(std::move(sound.front()), pool, JobContext());
        QVERIFY(!matrixCells(*loaded).empty());
        const auto eachRefused = [](const std::function<void()> &work) {
            qint64 at = 1;
            for (bool refused = true; refused; ++at) {
                Allocations::refuseOne(at);
                try {
                    work();
                } catch (const std::bad_alloc &) {
                }
                refused = Allocations::refused();
                Allocations::stop();
            }
            return at;
        };
        QVERIFY(eachRefused([&] {
                    ImportReport report;
                    (void)discover({folder.path(QStringLiteral("run"))}, JobContext(), report);
                }) > 100);
        QVERIFY(eachRefused([&] {
                    (void)DomainIndex(*loaded);
                    (void)matrixCells(*loaded);
                }) > 10);
    }

    void wholeRunsGiveUpAtAnyAllocation_data()
    {
        const Scenarios<bool> row;
        row("one allocation fails", false);
        row("nothing more than so much", true);
    }

    // Load, seal, join, analyse and keep: whatever fails, the program goes on, and says so unless everything is there.
    void wholeRunsGiveUpAtAnyAllocation()
    {
        const auto [forGood] = scenario<bool>();
        const RunFolder folder;
        const QString rank = QStringLiteral("run/rank0_ascend_pt");
        folder.torchRank(rank, 0);
        const QString outputs = rank + QStringLiteral("/ASCEND_PROFILER_OUTPUT/");
        constexpr int launches = 40;
        folder.write(outputs + QStringLiteral("trace_view.json"), traceOf(launches));
        folder.write(outputs + QStringLiteral("kernel_details.csv"), kernelsOf(launches));
        folder.write(outputs + QStringLiteral("communication.json"), operators(5));
        folder.write(outputs + QStringLiteral("communication_matrix.json"), links(5));
        ImportReport found;
        const std::vector<Run> runs = discover({folder.path(QStringLiteral("run"))}, JobContext(), found);
        QCOMPARE(runs.size(), size_t(1));

        struct Outcome
        {
            bool thrown = false;
            bool over = false;
            std::shared_ptr<const Run> run;
            qint64 stats = -1;
            qint64 joined = -1;
        };
        ThreadPool pool(2);
        startAll(pool, 2);
        const auto once = [&] {
            Outcome out;
            try {
                const auto budget = std::make_shared<MemoryBudget>(qint64{1} << 40);
                RankCache::Options options;
                options.folder = folder.path(QStringLiteral("cache"));
                options.build = "1";
                options.minInputBytes = 0;
                LoadOptions load;
                load.cache = std::make_shared<RankCache>(options);
                const JobContext job(budget);
                Run skeleton = runs.front();
                out.run = loadRun(std::move(skeleton), pool, job, load);
                out.over = job.isOverBudget();
                const auto &data = out.run->ranks.front();
                if (data && data->trace) {
                    out.stats = static_cast<qint64>(sliceStats(*data->trace).rows.size());
                    const Dispatch dispatch = dispatchOf(*data->trace, JobContext(), &pool);
                    out.joined = static_cast<qint64>(dispatchReport(*data, dispatch).windows.size());
                    (void)deriveOverview(*data);
                }
            } catch (const std::bad_alloc &) {
                out.thrown = true;
            }
            return out;
        };
        const auto cacheAgain = [&] { QDir(folder.path(QStringLiteral("cache"))).removeRecursively(); };
        const auto missing = [](const Outcome &whole, const Outcome &o) {
            const auto &a = whole.run->ranks.front();
            const auto &b = o.run ? o.run->ranks.front() : nullptr;
            return !b || !b->trace || !b->kernels || b->trace->slices().size() != a->trace->slices().size() ||
                   b->trace->flows().size() != a->trace->flows().size() || b->kernels->rows() != a->kernels->rows() ||
                   b->commOps.size() != a->commOps.size() || b->links.size() != a->links.size() ||
                   b->stepTrace.size() != a->stepTrace.size() || b->kernelOfSlice.size() != a->kernelOfSlice.size() ||
                   o.stats != whole.stats || o.joined != whole.joined;
        };

        Allocations::refuseOne(0);
        const Outcome whole = once(); // also makes what is made once for the program
        QVERIFY(!whole.thrown && !whole.over && whole.stats > 0);
        QCOMPARE(whole.run->ranks.front()->kernelOfSlice.size(), size_t(launches));
        cacheAgain();
        Allocations::refuseOne(0);
        (void)once();
        const qint64 all = forGood ? Allocations::peakBytes() : Allocations::count();
        QVERIFY(all > 500);

        constexpr int tries = 250;
        int refused = 0;
        for (int i = 0; i < tries; ++i) {
            // Half of them with what the cache holds of the last whole one.
            if (i % 2 == 0)
                cacheAgain();
            const qint64 at = forGood ? all * i / tries : 1 + all * i / tries;
            if (forGood)
                Allocations::refuseAbove(at);
            else
                Allocations::refuseOne(at);
            const Outcome o = once();
            refused += Allocations::refused() ? 1 : 0;
            Allocations::stop();
            QVERIFY2(o.thrown || o.over || !missing(whole, o), qPrintable(QString::number(at)));
        }
        QVERIFY(refused > tries / 4);
    }
};

RS_TEST(TestLowMemory, QCoreApplication);
#include "tst_lowmemory.moc"
