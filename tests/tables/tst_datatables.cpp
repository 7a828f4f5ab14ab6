// SPDX-License-Identifier: Apache-2.0
// The tables of the data pipeline, of the data set, of the AI CPU and of any other CSV file, as they are printed.
#include "analysis/time/devicetasks.h"
#include "core/table/othertables.h"
#include "support/fixtures.h"
#include "support/pipelinefixture.h"
#include "support/scenarios.h"
#include "support/testprogram.h"
#include "tables/base/catalogue.h"
#include "tables/catalogue/catalogueexport.h"
#include "tables/run/othertables.h"
#include "tables/base/tablesink.h"

#include <QBuffer>
#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <functional>

using namespace rs;
using namespace rs::test;

namespace {

std::shared_ptr<Table> datasetTable()
{
    auto t = std::make_shared<Table>();
    const int operation = t->addColumn(QStringLiteral("Operation"), ColumnType::Text);
    const int stage = t->addColumn(QStringLiteral("Stage"), ColumnType::Text);
    const int count = t->addColumn(QStringLiteral("Occurrences"), ColumnType::Integer);
    const int average = t->addColumn(QStringLiteral("Avg. time (us)"), ColumnType::Real);
    const int info = t->addColumn(QStringLiteral("Custom Info"), ColumnType::Text);
    const auto add = [&](const char *name, qint64 n, double us, const char *text) {
        t->appendText(operation, name);
        t->appendText(stage, "WorkerEntry");
        t->appendInteger(count, n);
        t->appendReal(average, us);
        t->appendText(info, text);
        t->finishRow();
    };
    add("MapOp", 2, 3.5, "{'k': 'v'}");
    add("BatchOp", 3, 4, "{}");
    return t;
}

std::shared_ptr<Table> aiCpuTable(std::optional<int> onStream = {})
{
    auto t = std::make_shared<Table>();
    const int stamp = t->addColumn(QStringLiteral("Timestamp(us)"), ColumnType::TimeStamp);
    const int node = t->addColumn(QStringLiteral("Node"), ColumnType::Text);
    const int total = t->addColumn(QStringLiteral("Total_time(us)"), ColumnType::Real);
    const int stream = onStream ? t->addColumn(QStringLiteral("Stream ID"), ColumnType::Integer) : -1;
    const auto add = [&](const char *name, qint64 ns, std::optional<double> us) {
        if (onStream)
            t->appendInteger(stream, *onStream);
        t->appendInteger(stamp, ns);
        t->appendText(node, name);
        if (us)
            t->appendReal(total, *us);
        else
            t->appendMissing(total);
        t->finishRow();
    };
    add("Where", 10, 5.0);
    add("Unknown", 20, {});
    add("Unique", 30, 7.0);
    return t;
}

std::shared_ptr<Table> counterTable(const char *column, double value)
{
    auto t = std::make_shared<Table>();
    const int at = t->addColumn(QString::fromLatin1(column), ColumnType::Real);
    t->appendReal(at, value);
    t->finishRow();
    return t;
}

std::shared_ptr<RankData> dataRank()
{
    auto rank = std::make_shared<RankData>();
    rank->info.rank = 0;
    rank->info.label = QStringLiteral("0");
    rank->tables[QStringLiteral("minddata_summary")] =
        pipelineSummary({{0, "DataQueue", -1, 1}, {1, "Map", 0, 8, 9.5, 59.38, 0, 82}});
    rank->tables[QStringLiteral("minddata_raw")] =
        pipelineRaw({{0, "DataQueueOp", -1}, {1, "MapOp", 0, "[3, x, 0]", 16}}, 2.5);
    rank->tables[QStringLiteral("dataset")] = datasetTable();
    rank->tables[QStringLiteral("data_preprocess")] = aiCpuTable();
    const auto add = [&](const char *name, std::shared_ptr<Table> table) {
        const QString kind = OtherTablePrefix + QLatin1String(name);
        rank->info.files.push_back({});
        rank->info.files.back().name = QLatin1String(name) + QStringLiteral(".csv");
        rank->info.files.back().kind = kind;
        rank->info.files.back().used = true;
        rank->tables[kind] = std::move(table);
    };
    add("pcie", counterTable("Avg", 2));
    add("hbm", counterTable("Read(MB/s)", 12.5));
    return rank;
}

} // namespace

// In no namespace of its own: lambdas capture it.
class DataPrint
{
public:
    explicit DataPrint(std::shared_ptr<const RankData> rank = dataRank())
        : m_run(std::make_shared<const Run>(makeRun({std::move(rank)})))
    {
    }
    [[nodiscard]] TableQuery query() const
    {
        TableQuery out;
        out.run = m_run;
        out.rank = 0;
        return out;
    }
    [[nodiscard]] const TableSpec &table(const char *id) const { return *m_tables.find(QString::fromLatin1(id)); }
    QStringList operator()(const char *id, const std::function<void(TableQuery &)> &choose = {}) const
    {
        TableQuery q = query();
        if (choose)
            choose(q);
        const auto rows = table(id).make(q, JobContext());
        if (rows->rows() == 0)
            return {};
        QBuffer out;
        (void)out.open(QIODevice::WriteOnly);
        const auto sink = makeCsvSink(out);
        sink->begin(printedHeaders(rows->columns()));
        (void)writeRows(*sink, *rows, JobContext());
        sink->end();
        return QString::fromUtf8(out.data()).remove(u'\r').trimmed().split(u'\n').mid(1);
    }
    [[nodiscard]] const Catalogue &catalogue() const { return m_tables; }
    [[nodiscard]] const std::shared_ptr<const Run> &run() const { return m_run; }

private:
    std::shared_ptr<const Run> m_run;
    const Catalogue m_tables = Catalogue::ofProgram();
};

class TestDataTables : public QObject
{
    Q_OBJECT
private slots:
    void operatorsOfThePipeline()
    {
        QCOMPARE(DataPrint()("pipeline"),
                 texts({"0,DataQueue,,1,,,,,,,,Map(id=1),", QStringLiteral("1,Map,bottleneck,8,9.5,16,59.38,0,656,82,"
                                                                           "DataQueue(id=0),,")}));
    }

    void severalPipelines()
    {
        const auto rank = dataRank();
        auto more = pipelineSummary({{0, "Batch", -1, 1}});
        more->source = QStringLiteral("minddata_pipeline_summary_3.json");
        rank->tables[QStringLiteral("minddata_summary#3")] = more;
        const DataPrint print(rank);
        QCOMPARE(print("pipeline").size(), 3);
        QCOMPARE(print("pipeline")[2], QStringLiteral("0,Batch,,1,,,,,,,,,3"));
        const auto columns = print.table("pipeline").make(print.query(), JobContext())->columns();
        QVERIFY(columns.back().id == QStringLiteral("pipeline") && columns.back().shown);
        const auto alone = DataPrint().table("pipeline").make(DataPrint().query(), JobContext())->columns();
        QVERIFY(!alone.back().shown);
    }

    void adviceOnThePipeline()
    {
        const QStringList lines = DataPrint()("pipeline.advice");
        // The bottleneck's sentence is all that is said of its workers.
        QCOMPARE(lines.size(), 1);
        QCOMPARE(lines[0], QStringLiteral("bottleneck,Map(id=1),Map(id=1) is the bottleneck: each of its workers uses "
                                          "82 % CPU. Try num_parallel_workers above 8.,rules,"));
    }

    void nothingToSayIsAnAnswer()
    {
        const auto rank = dataRank();
        rank->tables[QStringLiteral("minddata_summary")] = pipelineSummary({{1, "Map", -1, 8, 9.5, 59.38, 0, 50}});
        rank->tables.erase(QStringLiteral("minddata_raw"));
        const DataPrint print(rank);
        const TableSpec &advice = print.table("pipeline.advice");
        QVERIFY(print("pipeline.advice").isEmpty());
        QVERIFY(advice.noneIsAnswer(print.query()));
        QCOMPARE(advice.whyEmpty(print.query()).english(),
                 QStringLiteral("No operator of the data pipeline stands out."));
    }

    void samplesOfQueues()
    {
        QCOMPARE(DataPrint()("pipeline.queues"), texts({"1,Map,0,0,3,16,", "1,Map,1,2.5,,16,", "1,Map,2,5,0,16,"}));
    }

    void timesOfABatch()
    {
        QCOMPARE(DataPrint()("pipeline.times"),
                 QStringList(
                     {QStringLiteral("pipeline,6,75,"), QStringLiteral("push,2,25,"), QStringLiteral("batch,8,100,")}));
        // Parts that are longer than the whole have no share in it.
        const std::shared_ptr<RankData> rank = dataRank();
        rank->tables[QStringLiteral("minddata_summary")] = pipelineSummary({{0, "DataQueue", -1, 1}}, {}, {}, {}, 3);
        QCOMPARE(DataPrint(rank)("pipeline.times"), texts({"pipeline,6,,", "push,3,,", "batch,8,,"}));
    }

    void theDearestFirst()
    {
        QCOMPARE(DataPrint()("dataset"), QStringList({QStringLiteral("BatchOp,WorkerEntry,12,3,4,{}"),
                                                      QStringLiteral("MapOp,WorkerEntry,7,2,3.5,{'k': 'v'}")}));
        QCOMPARE(DataPrint()("datapreprocess"), texts({"Unique,7,,,,,30,,", "Where,5,,,,,10,,", "Unknown,,,,,,20,,"}));
        const DataPrint print;
        const auto rows = print.table("datapreprocess").make(print.query(), JobContext());
        QCOMPARE(rows->place(0).time.value(), (Interval{30, 30}));
        QCOMPARE(rows->place(0).slice, NoSlice); // of no stream
    }

    // The rows at 10, 20 and 30 ns are of stream 7, which runs one task from 15 to 25.
    void operatorsOfTheAiCpuLeadToTheirSlice()
    {
        TinyRank tiny(0);
        tiny.kernel("Unknown", 15, 10);
        auto rank = std::make_shared<RankData>(*tiny.finish());
        rank->tables[QStringLiteral("data_preprocess")] = aiCpuTable(7);
        const DataPrint print(rank);
        const auto rows = print.table("datapreprocess").make(print.query(), JobContext());
        QCOMPARE(rows->place(0).slice, NoSlice);
        QCOMPARE(rows->place(1).slice, NoSlice);
        QVERIFY(rows->place(2).slice != NoSlice);
        QCOMPARE(taskAt(*rank->trace, 7, 15), rows->place(2).slice);
        QCOMPARE(taskAt(*rank->trace, 7, 25), rows->place(2).slice);
        QCOMPARE(taskAt(*rank->trace, 7, 14), NoSlice);
        QCOMPARE(taskAt(*rank->trace, 8, 20), NoSlice);
    }

    void otherFiles()
    {
        const DataPrint print;
        QCOMPARE(print("csv"), QStringList(QStringLiteral("12.5"))); // the first by name
        const auto named = [&](const char *pattern) {
            return print("csv", [pattern](TableQuery &q) { q.name = QRegularExpression(QLatin1String(pattern)); });
        };
        QCOMPARE(named("pci"), QStringList(QStringLiteral("2")));
        QVERIFY(named("nic").isEmpty());
        TableQuery query = print.query();
        query.name = QRegularExpression(QStringLiteral("nic"));
        QCOMPARE(print.table("csv").whyEmpty(query).english(),
                 QStringLiteral("The rank has no other CSV file whose name fits nic; there are: hbm, pcie."));
        QCOMPARE(print.table("csv").columns(print.query()).front().header, QStringLiteral("Read(MB/s)"));
    }

    void anExportHasAFileForEach()
    {
        const QTemporaryDir dir;
        const DataPrint print;
        CatalogueExport out(print.catalogue(), CsvReader::Program, JobContext());
        QVERIFY(out.write(print.run(), dir.path()));
        const QStringList files = QDir(dir.filePath(QStringLiteral("rank_0"))).entryList(QDir::Files, QDir::Name);
        for (const char *name : {"csv_hbm.csv", "csv_pcie.csv", "pipeline.csv", "pipeline_advice.csv", "dataset.csv",
                                 "pipeline_queues.csv", "pipeline_times.csv", "datapreprocess.csv"})
            QVERIFY2(files.contains(QLatin1String(name)), name);
    }

    // One of two runs has it: the other is named.
    void anExportSaysWhoseTablesAreEmpty()
    {
        const QTemporaryDir dir;
        const DataPrint print;
        auto bare = std::make_shared<RankData>();
        bare->info.label = QStringLiteral("0");
        Run full = *print.run();
        full.name = QStringLiteral("full");
        Run poor = *DataPrint(bare).run();
        poor.name = QStringLiteral("poor");
        CatalogueExport out(print.catalogue(), CsvReader::Program, JobContext());
        QVERIFY(out.write(std::make_shared<const Run>(full), dir.filePath(QStringLiteral("a"))));
        const auto of = [&out](const char *name) {
            for (const EmptyTable &table : out.empty()) {
                if (table.name == QLatin1String(name))
                    return table.runs.isEmpty() ? QStringLiteral("all") : table.runs.join(u' ');
            }
            return QStringLiteral("none");
        };
        QCOMPARE(of("pipeline"), QStringLiteral("none"));
        QCOMPARE(of("links_slow"), QStringLiteral("all"));
        QVERIFY(out.write(std::make_shared<const Run>(poor), dir.filePath(QStringLiteral("b"))));
        QCOMPARE(of("pipeline"), QStringLiteral("poor"));
        QCOMPARE(of("links_slow"), QStringLiteral("all"));
    }

    void whatIsMissingIsSaid_data()
    {
        const Scenarios<QString, QString> row;
        for (const auto &[id, file] :
             {std::pair("pipeline", "data_process=True"), std::pair("pipeline.advice", "minddata"),
              std::pair("pipeline.queues", "minddata_pipeline_raw_*.csv"),
              std::pair("pipeline.times", "minddata_pipeline_summary_*.json"), std::pair("dataset", "dataset.csv"),
              std::pair("csv", "sys_io"), std::pair("datapreprocess", "data_preprocess.csv")})
            row(id, QString::fromLatin1(id), QString::fromLatin1(file));
    }

    void whatIsMissingIsSaid()
    {
        const auto [id, file] = scenario<QString, QString>();
        auto bare = std::make_shared<RankData>();
        bare->info.label = QStringLiteral("0");
        const DataPrint print(bare);
        const TableSpec &table = *print.catalogue().find(id);
        QVERIFY(print(qPrintable(id)).isEmpty());
        QVERIFY(table.whyEmpty(print.query()).english().contains(file));
        QVERIFY(!table.noneIsAnswer || !table.noneIsAnswer(print.query()));
    }
};

RS_TEST(TestDataTables, QCoreApplication);
#include "tst_datatables.moc"
