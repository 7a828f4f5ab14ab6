// SPDX-License-Identifier: Apache-2.0
// The files of the data pipeline, and CSV files of which nothing is known: as they are written, cut, and broken.
#include "core/run/pipelinecolumns.h"
#include "importers/csv/kernelcsv.h"
#include "importers/discovery/deliverables.h"
#include "importers/discovery/discovery.h"
#include "importers/json/pipelinesummary.h"
#include "importers/run/rankreader.h"
#include "importers/run/runloader.h"
#include "foundruns.h"
#include "runfolder.h"
#include "support/pipelinefixture.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QFile>
#include <QTest>

#include <algorithm>

using namespace rs;
using namespace rs::test;

namespace {

const QByteArray summaryJson =
    R"j({"op_ids": [0, 1, 2], "op_names": ["DataQueue", "Batch", "Map"], "pipeline_ops": ["DataQueue(id=0)", "Batch(id=1)", "Map(id=2)"],)j"
    R"j( "num_workers": [1, 4, 8], "queue_average_size": [-1, 12.5, 3.25], "queue_utilization_pct": [-1, 78.12, 20.31],)j"
    R"j( "queue_empty_freq_pct": [-1, 0.0, 40.0], "children_ids": [[1], [2], []], "parent_id": [-1, 0, 1],)j"
    R"j( "avg_cpu_pct": [0.5, 100.0, 656.0], "per_pipeline_time": [6.5], "per_push_queue_time": [0.25], "per_batch_time": [6.75],)j"
    R"j( "avg_cpu_pct_per_worker": [0.5, 25.0, 82.0], "cpu_analysis_details": ["a, b", "c", "d", "e"],)j"
    R"j( "bottleneck_warning": ["Map(id=2)"], "bottleneck_suggestion": ["x"]})j";

// As Python's csv module writes the same: no header, a row for each key, of different lengths.
const QByteArray summaryCsv = "op_ids,0,1,2\r\nop_names,DataQueue,Batch,Map\r\n"
                              "pipeline_ops,DataQueue(id=0),Batch(id=1),Map(id=2)\r\nnum_workers,1,4,8\r\n"
                              "queue_average_size,-1,12.5,3.25\r\nqueue_utilization_pct,-1,78.12,20.31\r\n"
                              "queue_empty_freq_pct,-1,0.0,40.0\r\nchildren_ids,[1],[2],[]\r\nparent_id,-1,0,1\r\n"
                              "avg_cpu_pct,0.5,100.0,656.0\r\nper_pipeline_time,6.5\r\nper_push_queue_time,0.25\r\n"
                              "per_batch_time,6.75\r\navg_cpu_pct_per_worker,0.5,25.0,82.0\r\n"
                              "cpu_analysis_details,\"a, b\",c,d,e\r\nbottleneck_warning,Map(id=2)\r\n"
                              "bottleneck_suggestion,x\r\n";

std::shared_ptr<const Table> readSummary(const char *suffix, const QByteArray &text, ImportReport &report)
{
    const RunFolder d;
    const QString path = d.write(QStringLiteral("minddata_pipeline_summary_0.") + QLatin1String(suffix), text);
    return readPipelineSummary(path, QStringLiteral("f"), JobContext(), report);
}

std::shared_ptr<const Table> readKind(const char *kind, const QByteArray &text, ImportReport &report)
{
    const RunFolder d;
    const QString path = d.write("f", text);
    const Deliverable *const known = deliverable(QString::fromLatin1(kind));
    return readPlainTable({{path, QStringLiteral("f")}}, wordsOf(known->columns), wordsOf(known->partial), JobContext(),
                          report);
}

QStringList codes(const ImportReport &report)
{
    QStringList out;
    for (const Finding &f : report.findings())
        out << f.code;
    return out;
}

} // namespace

class TestPipelineFiles : public QObject
{
    Q_OBJECT
private slots:
    void summaries_data()
    {
        const Scenarios<QByteArray, QByteArray> row;
        row("json", "json", summaryJson);
        row("csv", "csv", summaryCsv);
    }

    void summaries()
    {
        const auto [suffix, text] = scenario<QByteArray, QByteArray>();
        ImportReport report;
        const auto t = readSummary(suffix.constData(), text, report);
        QVERIFY(t);
        QCOMPARE(codes(report), QStringList());
        QCOMPARE(t->rows(), 4); // as many as there are sentences
        const PipelineSummaryColumns c(*t);
        QCOMPARE(t->integer(2, c.id), 2);
        QVERIFY(!t->has(3, c.id));
        QCOMPARE(t->textView(1, c.name), std::string_view("Batch"));
        QVERIFY(!t->has(0, c.average)); // -1 is unknown, never a number
        QCOMPARE(t->real(2, c.average), 3.25);
        QCOMPARE(t->real(1, c.emptyPercent), 0.0);
        QVERIFY(t->has(1, c.emptyPercent));
        QCOMPARE(t->textView(0, c.children), std::string_view("[1]"));
        QCOMPARE(t->textView(2, c.children), std::string_view("[]"));
        QVERIFY(!t->has(0, c.parent));
        QCOMPARE(t->integer(2, c.parent), 1);
        QCOMPARE(t->real(2, c.cpuPerWorkerPercent), 82.0);
        QCOMPARE(t->real(0, c.batchMs), 6.75);
        QVERIFY(!t->has(1, c.batchMs));
        QCOMPARE(t->textView(0, c.cpuDetails), std::string_view("a, b"));
        QCOMPARE(t->textView(3, c.cpuDetails), std::string_view("e"));
        QCOMPARE(t->textView(0, c.warning), std::string_view("Map(id=2)"));
    }

    void brokenSummaries_data()
    {
        // rows: -1: nothing is read
        const Scenarios<QByteArray, QByteArray, QStringList, int> row;

        QByteArray text = summaryJson;
        row("a number that is none", "json", QByteArray(text).replace("12.5", "\"many\""),
            {QStringLiteral("csv.not-a-number")}, 4);
        row("more than there can be", "json", QByteArray(text).replace("78.12", "1e12"),
            {QStringLiteral("csv.impossible")}, 4);
        row("a queue used more than whole", "json", QByteArray(text).replace("78.12", "300"),
            {QStringLiteral("csv.impossible")}, 4);
        row("null is missing", "json", QByteArray(text).replace("12.5", "null"), {}, 4);
        row("a list too short", "json", QByteArray(text).replace("[1, 4, 8]", "[1, 4]"), {}, 4);
        row("lists that lack", "json", R"({"op_ids": [0], "op_names": ["Map"]})", {}, 1);
        row("another form", "json", R"({"traceEvents": []})", {QStringLiteral("minddata.form")}, -1);
        row("no object", "json", "[1, 2]", {QStringLiteral("minddata.form")}, -1);
        row("no list", "json", R"({"op_ids": 0, "op_names": "Map"})", {}, 1);
        row("another csv", "csv", "Name,Count\nx,1\n", {QStringLiteral("minddata.form")}, -1);
        row("a cut csv", "csv", summaryCsv.left(summaryCsv.indexOf("parent_id") + 14), {QStringLiteral("csv.cut")}, 3);
        row("a quote that never closes", "csv", QByteArray(summaryCsv).replace("\"a, b\"", "\"a, b"),
            {QStringLiteral("csv.unclosed-quote")}, 3);
    }

    void brokenSummaries()
    {
        const auto [suffix, text, expected, rows] = scenario<QByteArray, QByteArray, QStringList, int>();
        ImportReport report;
        const auto t = readSummary(suffix.constData(), text, report);
        QCOMPARE(t ? t->rows() : -1, rows);
        QCOMPARE(codes(report), expected);
    }

    void aCutJsonKeepsWhatIsComplete()
    {
        // Cut anywhere, nothing crashes, and what is read was in the file.
        for (qsizetype size = 0; size < summaryJson.size(); size += 7) {
            ImportReport report;
            const auto t = readSummary("json", summaryJson.left(size), report);
            QVERIFY(!report.isEmpty());
            if (!t)
                continue;
            const PipelineSummaryColumns c(*t);
            for (int row = 0; c.id >= 0 && row < t->rows() && t->has(row, c.id); ++row)
                QVERIFY(t->integer(row, c.id) <= 2);
        }
    }

    void rawFiles()
    {
        ImportReport report;
        const auto t =
            readKind("minddata_raw",
                     "op_id,op_type,num_workers,output_queue_size,output_queue_average_size,"
                     "output_queue_length,output_queue_usage_rate,sample_interval,parent_id,children_id\r\n"
                     "0,DataQueueOp,1,,,,,10,,[1]\r\n"
                     "1,BatchOp,4,\"[3, 4, 0]\",2.3333333333333335,16,0.14583333333333334,10,0,\"[2, 3]\"\r\n",
                     report);
        QVERIFY(t);
        QCOMPARE(codes(report), QStringList());
        const PipelineRawColumns c(*t);
        QCOMPARE(t->textView(1, c.sizes), std::string_view("[3, 4, 0]"));
        QCOMPARE(t->real(1, c.average), 2.3333333333333335);
        QCOMPARE(t->real(1, c.use), 0.14583333333333334);
        QVERIFY(!t->has(0, c.parent));
        QCOMPARE(t->textView(1, c.children), std::string_view("[2, 3]"));
    }

    void operationsOfTheDataSet_data()
    {
        const Scenarios<QByteArray> row;
        row("as the writer spells it", "Avg. time (us)");
        row("as the documentation spells it", "Avg. time(us)");
    }

    void operationsOfTheDataSet()
    {
        const auto [header] = scenario<QByteArray>();
        ImportReport report;
        const auto t = readKind("dataset",
                                "Operation,Stage,Occurrences," + header +
                                    ",Custom Info\nMapOp,WorkerEntry,3,12.25,\"{'k': 'v', 'n': '1'}\"\n",
                                report);
        QVERIFY(t);
        QCOMPARE(codes(report), QStringList());
        const DatasetColumns c(*t);
        QCOMPARE(t->real(0, c.averageUs), 12.25);
        QCOMPARE(t->integer(0, c.count), 3);
        QCOMPARE(t->textView(0, c.info), std::string_view("{'k': 'v', 'n': '1'}"));
    }

    // By a cell that looks like a number of another type as well: the column has one type, and what cannot be is
    // missing, never 0.
    void countsThatCannotBe_data()
    {
        const Scenarios<QByteArray, QString> row;
        for (const char *const count : {"-1", "-1.0", "1e300", "99999999999999999999"})
            row(count, QByteArray(count), "csv.impossible");
        row("2.5", "2.5", "csv.not-a-number");
    }

    void countsThatCannotBe()
    {
        const auto [count, code] = scenario<QByteArray, QString>();
        ImportReport report;
        const auto t = readKind("dataset",
                                "Operation,Stage,Occurrences,Avg. time (us),Custom Info\nMapOp,WorkerEntry," + count +
                                    ",12.25,{}\nBatchOp,WorkerEntry,3.0,1,{}\n",
                                report);
        const DatasetColumns c(*t);
        QVERIFY(!t->has(0, c.count));
        QCOMPARE(t->integer(1, c.count), 3);
        QCOMPARE(codes(report), QStringList(code));
        ImportReport pipeline;
        const auto raw = readKind("minddata_raw",
                                  "op_id,op_type,num_workers,output_queue_size,output_queue_average_size,"
                                  "output_queue_length,output_queue_usage_rate,sample_interval,parent_id,children_id\n"
                                  "0,Batch," +
                                      count + ",\"[3, 4]\",-3.5," + count + ",0.5,-1,,\"[1]\"\n",
                                  pipeline);
        const PipelineRawColumns p(*raw);
        for (const int column : {p.workers, p.average, p.length, p.interval})
            QVERIFY(!raw->has(0, column));
        QCOMPARE(pipeline.findings().size(), size_t(code == u"csv.impossible" ? 1 : 2));
    }

    void operatorsOfTheAiCpu()
    {
        ImportReport report;
        const auto t =
            readKind("data_preprocess",
                     "Device_id,Timestamp(us),Node,Compute_time(us),Memcpy_time(us),Task_time(us),Dispatch_time(us),"
                     "Total_time(us),Stream ID,Task ID\n0,1736405443756384.100\t,Where,5,1,7,2,9,3,4\n",
                     report);
        QVERIFY(t);
        QCOMPARE(codes(report), QStringList());
        const AiCpuColumns c(*t);
        QCOMPARE(c.total.at(*t, 0).value(), 9.0);
        QCOMPARE(t->integer(0, c.stamp), 1736405443756384100);
        ImportReport old;
        const auto before =
            readKind("data_preprocess", "Node,Compute_time(ms),Total_time(ms)\nWhere,5,9.5\nWhere,-5,9.5\n", old);
        QVERIFY(before);
        QVERIFY(!AiCpuColumns(*before).compute.at(*before, 1));
        QCOMPARE(AiCpuColumns(*before).total.at(*before, 0).value(), 9500.0);
        QStringList told = codes(old);
        told.sort();
        QCOMPARE(told, texts({"csv.impossible", "csv.missing-columns"}));
    }

    // Two pipelines in one folder: the files of one number belong together, and all of them are read.
    void pipelinesOfOneFolder()
    {
        const RunFolder d;
        const auto raw = [](const char *type) {
            return QByteArray("op_id,op_type,num_workers,output_queue_size,output_queue_average_size,"
                              "output_queue_length,output_queue_usage_rate,sample_interval,parent_id,children_id\n0,") +
                   type + R"(Op,4,"[3, 4]",3.5,8,0.4375,10,,)" + "\n";
        };
        const QString out = QStringLiteral("run/rank0_ascend_ms/ASCEND_PROFILER_OUTPUT/");
        d.write("run/rank0_ascend_ms/profiler_info_0.json", R"({"rank_id": 0})");
        d.write(out + QStringLiteral("minddata_pipeline_raw_10.csv"), raw("Zip"));
        d.write(out + QStringLiteral("minddata_pipeline_raw_2.csv"), raw("Map"));
        d.write(out + QStringLiteral("minddata_pipeline_summary_2.json"),
                R"({"op_ids": [0], "op_names": ["Map"], "per_batch_time": [7.5]})");
        const auto run = loadedRun(d.path("run"));
        QVERIFY(run);
        const auto tables = pipelineTables(*run->ranks.front());
        QCOMPARE(tables.size(), size_t(2));
        QCOMPARE(tables[0].part, QStringLiteral("2"));
        QCOMPARE(tables[0].raw->textView(0, PipelineRawColumns(*tables[0].raw).type), "MapOp");
        QVERIFY(tables[0].summary);
        QCOMPARE(tables[1].part, QStringLiteral("10"));
        QCOMPARE(tables[1].raw->textView(0, PipelineRawColumns(*tables[1].raw).type), "ZipOp");
        QVERIFY(!tables[1].summary);
        for (const FileEntry &f : run->ranks.front()->info.files)
            QVERIFY2(f.used || !f.kind.startsWith(PipelineRawKind), qPrintable(f.name));
    }

    void numbersOfPipelines()
    {
        QCOMPARE(pipelinePart(QStringLiteral("a_1/minddata_pipeline_raw_12.csv")), QStringLiteral("12"));
        QCOMPARE(pipelinePart(QStringLiteral("minddata_pipeline_raw.csv")), QString());
        QVERIFY(pipelinePartBefore(QStringLiteral("2"), QStringLiteral("10")));
        QVERIFY(pipelinePartBefore(QStringLiteral("10"), QStringLiteral("")));
        // One file of each kind is one pipeline, also where one counts ranks and the other devices.
        RankData rank;
        auto raw = std::make_shared<Table>();
        raw->source = QStringLiteral("minddata_pipeline_raw_11.csv");
        auto summary = std::make_shared<Table>();
        summary->source = QStringLiteral("minddata_pipeline_summary_3.json");
        rank.tables[PipelineRawKind] = raw;
        rank.tables[PipelineSummaryKind] = summary;
        const auto one = pipelineTables(rank);
        QCOMPARE(one.size(), size_t(1));
        QVERIFY(one.front().part.isEmpty() && one.front().raw == raw && one.front().summary == summary);
    }

    void allOfARankIsRead()
    {
        const RunFolder d;
        d.mindsporeRank("a_ascend_ms", 0);
        const QString out = QStringLiteral("a_ascend_ms/ASCEND_PROFILER_OUTPUT/");
        d.write(out + QStringLiteral("minddata_pipeline_summary_0.json"), summaryJson);
        d.write(out + QStringLiteral("minddata_pipeline_summary_0.csv"), summaryCsv);
        d.write(out + QStringLiteral("hbm.csv"), "Device_id,Metric,Read(MB/s),Write(MB/s)\n0,Average,12.5,3\n");
        // The newest of several exports counts, for each kind by itself.
        d.write(out + QStringLiteral("pcie_20250101000000.csv"), "Device_id,Mode,Min,Max,Avg\n0,Tx_p,1,2,1.5\n");
        d.write(out + QStringLiteral("pcie_20250202000000.csv"), "Device_id,Mode,Min,Max,Avg\n0,Tx_p,3,4,3.5\n");
        d.write(out + QStringLiteral("mine.csv"), "when,what\n1,x\n");
        const auto run = loadedRun(d.path());
        QVERIFY(run);
        const RankData &rank = *run->ranks.front();
        QVERIFY(rank.table(QStringLiteral("minddata_summary")));
        QVERIFY(rank.table(QStringLiteral("minddata_summary"))->source.endsWith(QLatin1String("summary_0.json")));
        const auto hbm = rank.table(QStringLiteral("csv/hbm"));
        QVERIFY(hbm);
        QCOMPARE(hbm->real(0, hbm->column(u"Read(MB/s)")), 12.5);
        const auto pcie = rank.table(QStringLiteral("csv/pcie"));
        QVERIFY(pcie);
        QCOMPARE(pcie->rows(), 1);
        QCOMPARE(pcie->integer(0, pcie->column(u"Min")), 3);
        QVERIFY(rank.table(QStringLiteral("file/mine")));
        QStringList unused;
        for (const FileEntry &f : rank.info.files) {
            if (!f.used)
                unused << f.name.section(u'/', -1);
        }
        unused.sort();
        QCOMPARE(unused, texts({"minddata_pipeline_summary_0.csv", "pcie_20250101000000.csv"}));
    }

    // 600 MB of which only the first lines are written: what is read is what stands in its head.
    void ofAStrangeFileThatIsTooLargeTheHeadIsRead()
    {
        const RunFolder d;
        d.mindsporeRank("a_ascend_ms", 0);
        const QString name = QStringLiteral("a_ascend_ms/ASCEND_PROFILER_OUTPUT/mine.csv");
        d.write(name, "when,what\n1,x\n2,y\n3,z\ncut");
        QFile file(d.path(name));
        QVERIFY(file.resize(qint64{600} << 20));
        const auto run = loadedRun(d.path());
        QVERIFY(run);
        const RankData &rank = *run->ranks.front();
        const auto table = rank.table(QStringLiteral("file/mine"));
        QVERIFY(table);
        QCOMPARE(table->rows(), 3);
        QCOMPARE(table->integer(2, table->column(u"when")), 3);
        QVERIFY(table->source.endsWith(QLatin1String("mine.csv")));
        const auto entry = std::find_if(rank.info.files.begin(), rank.info.files.end(),
                                        [](const FileEntry &f) { return f.name.endsWith(QLatin1String("mine.csv")); });
        QVERIFY(entry != rank.info.files.end() && entry->used);
        QVERIFY2(entry->why.literal.contains(QLatin1String("first 16 MB")), qPrintable(entry->why.literal));
        // Only the head counts for the time and the memory that reading takes.
        QVERIFY(usedBytes(rank.info.files) < qint64{20} << 20);
    }

    void aStrangeFileAloneIsNoRun()
    {
        const RunFolder d;
        d.write("notes/mine.csv", "when,what\n1,x\n");
        ImportReport found;
        QVERIFY(discover({d.path("notes")}, JobContext(), found).empty());
    }
};

RS_TEST(TestPipelineFiles, QCoreApplication);
#include "tst_pipelinefiles.moc"
