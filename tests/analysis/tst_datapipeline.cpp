// SPDX-License-Identifier: Apache-2.0
// The data pipeline and what is wrong with it, by hand; curves of samples against a naive search.
#include "analysis/dataset/datapipeline.h"
#include "analysis/time/sampledcurve.h"
#include "core/run/pipelinecolumns.h"
#include "support/cells.h"
#include "support/pipelinefixture.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QRandomGenerator>
#include <QTest>

#include <cmath>

using namespace rs;
using namespace rs::test;

namespace {

DataPipeline dataPipeline(const RankData &rank)
{
    const std::vector<DataPipeline> all = dataPipelines(rank);
    return all.empty() ? DataPipeline() : all.front();
}

RankData rankOf(std::shared_ptr<Table> summary, std::shared_ptr<Table> raw = {})
{
    RankData out;
    if (summary)
        out.tables[QStringLiteral("minddata_summary")] = std::move(summary);
    if (raw)
        out.tables[QStringLiteral("minddata_raw")] = std::move(raw);
    return out;
}

/// "0 DataQueue; 1 Batch <0; 2 Map <1": ids with the ids of their parents, in their order.
QString treeOf(const DataPipeline &p)
{
    QStringList out;
    for (const DataOperator &op : p.operators) {
        out << QStringLiteral("%1 %2").arg(op.id).arg(op.name);
        if (op.parent >= 0)
            out.back() += QStringLiteral(" <%1").arg(p.operators[static_cast<size_t>(op.parent)].id);
    }
    return out.join(QStringLiteral("; "));
}

/// "bottleneck Map(id=2) rules".
QStringList adviceLines(const std::vector<DataAdvice> &advice)
{
    QStringList out;
    for (const DataAdvice &a : advice)
        out << QStringLiteral("%1 %2%3%4")
                   .arg(dataAdviceKey(a.kind), a.label, a.fromFile ? QStringLiteral(" file") : QString(),
                        a.fromRules ? QStringLiteral(" rules") : QString());
    return out;
}

} // namespace

class TestDataPipeline : public QObject
{
    Q_OBJECT
private slots:
    void severalPipelinesOfOneRank()
    {
        RankData rank = rankOf(pipelineSummary({{0, "Batch", -1, 4}, {1, "Map", 0, 8}}));
        auto later = pipelineSummary({{0, "Zip", -1, 2}});
        later->source = QStringLiteral("minddata_pipeline_summary_1.json");
        rank.tables[pipelineTableKind(PipelineSummaryKind, QStringLiteral("1"))] = later;
        auto raw = pipelineRaw({{0, "ZipOp", -1, "[3, 4, 0, 1]", 8}});
        raw->source = QStringLiteral("minddata_pipeline_raw_1.csv");
        rank.tables[PipelineRawKind] = raw;
        const auto all = dataPipelines(rank);
        QCOMPARE(all.size(), size_t(2));
        QCOMPARE(all[0].part, QStringLiteral("0")); // of the fixture
        QCOMPARE(treeOf(all[0]), QStringLiteral("0 Batch; 1 Map <0"));
        QCOMPARE(all[1].part, QStringLiteral("1"));
        QCOMPARE(treeOf(all[1]), QStringLiteral("0 Zip"));
        QCOMPARE(all[1].operators[0].queueAverage.value(), 2.0);
        QCOMPARE(treeOf(dataPipeline(rank)), treeOf(all[0]));
    }

    void listsOfNumbers()
    {
        QCOMPARE(listedNumbers("[3, 4, 0]"), std::vector<double>({3, 4, 0}));
        QVERIFY(listedNumbers("[]").empty());
        QVERIFY(listedNumbers("").empty());
        const std::vector<double> odd = listedNumbers("[1, x, -2, 5");
        QCOMPARE(odd.size(), size_t(4));
        QVERIFY(odd[0] == 1 && std::isnan(odd[1]) && std::isnan(odd[2]) && odd[3] == 5);
    }

    void trees_data()
    {
        // parents: id, parent
        const Scenarios<QList<QList<int>>, QString> table;
        const auto row = [&](const char *name, const QList<QList<int>> &parents, const char *tree) {
            table(name, parents, QString::fromLatin1(tree));
        };
        row("a line", {{0, -1}, {1, 0}, {2, 1}}, "0 Op; 1 Op <0; 2 Op <1");
        row("two sources", {{0, -1}, {1, 0}, {2, 1}, {3, 0}, {4, 3}}, "0 Op; 1 Op <0; 2 Op <1; 3 Op <0; 4 Op <3");
        row("in another order", {{2, 1}, {0, -1}, {1, 0}}, "0 Op; 1 Op <0; 2 Op <1");
        row("a parent that is not there", {{0, -1}, {1, 0}, {2, 7}}, "0 Op; 1 Op <0; 2 Op");
        row("a circle", {{0, -1}, {1, 2}, {2, 1}}, "0 Op; 1 Op; 2 Op <1");
        row("its own parent", {{0, 0}}, "0 Op");
    }

    void trees()
    {
        const auto [parents, tree] = scenario<QList<QList<int>>, QString>();
        std::vector<SummaryOp> ops;
        for (const QList<int> &p : parents)
            ops.push_back({p[0], "Op", p[1], 1});
        QCOMPARE(treeOf(dataPipeline(rankOf(pipelineSummary(ops)))), tree);
    }

    void queuesOfSamples()
    {
        // By the samples alone: (3 + 4 + 0 + 1) / 4 = 2 of 8 entries, one of four times empty.
        const DataPipeline p =
            dataPipeline(rankOf({}, pipelineRaw({{0, "DataQueueOp", -1}, {1, "BatchOp", 0, "[3, 4, 0, 1]", 8}})));
        QCOMPARE(treeOf(p), QStringLiteral("0 DataQueue; 1 Batch <0"));
        const DataOperator &batch = p.operators[1];
        QCOMPARE(cells(batch.queueAverage.value(), batch.usePercent.value(), batch.emptyPercent.value()),
                 cells(2.0, 25.0, 25.0));
        QVERIFY(!p.operators[0].queueAverage && !p.operators[0].usePercent && !batch.cpuPerWorkerPercent);
        QCOMPARE(cells(p.input(0), p.input(1)), cells(1, -1));
        const QueueSamples samples = queueSamples(p, 1);
        QCOMPARE(samples.sizes, std::vector<double>({3, 4, 0, 1}));
        QCOMPARE(samples.intervalMs.value(), 10.0);
        QVERIFY(queueSamples(p, 0).sizes.empty());
        QVERIFY(!p.batchMs);
    }

    // A queue holds no more than it can: 1600 % is a broken number, whichever file says it.
    void queuesAreNotUsedByMoreThanAll_data()
    {
        const Scenarios<double, bool> row;
        row("full", 100.0, true);
        row("full, rounded", 100.01, true);
        row("above", 101.0, false);
        row("far above", 1600.0, false);
    }
    void queuesAreNotUsedByMoreThanAll()
    {
        const auto [use, shown] = scenario<double, bool>();
        const DataPipeline p =
            dataPipeline(rankOf(pipelineSummary({{0, "DataQueue", -1, 1}, {1, "Map", 0, 4, 64, use, 24.9, 50}})));
        QCOMPARE(cells(p.operators[1].usePercent.has_value(), p.operators[1].queueAverage.value()), cells(shown, 64.0));
    }
    void samplesOfMoreThanTheQueueHolds()
    {
        const DataPipeline p =
            dataPipeline(rankOf({}, pipelineRaw({{0, "DataQueueOp", -1}, {1, "BatchOp", 0, "[64, 64]", 4}})));
        QCOMPARE(p.operators[1].queueAverage.value(), 64.0);
        QVERIFY(!p.operators[1].usePercent);
    }

    void bothFiles()
    {
        // The summary has the tree, with operators that the other file leaves out, and its numbers count.
        const DataPipeline p = dataPipeline(rankOf(
            pipelineSummary({{0, "DataQueue", -1, 1}, {1, "Repeat", 0, 1}, {2, "Batch", 1, 4, 2.01, 25.13, 24.9, 50}}),
            pipelineRaw({{0, "DataQueueOp", -1}, {2, "BatchOp", 0, "[3, 4, 0, 1]", 8}})));
        QCOMPARE(treeOf(p), QStringLiteral("0 DataQueue; 1 Repeat <0; 2 Batch <1"));
        const DataOperator &batch = p.operators[2];
        QCOMPARE(cells(batch.queueAverage.value(), batch.usePercent.value(), batch.queueLength.value(),
                       batch.cpuPercent.value()),
                 cells(2.01, 25.13, 8.0, 200.0));
        QCOMPARE(queueSamples(p, 2).sizes.size(), size_t(4));
        QCOMPARE(p.input(0), 2); // Repeat has no queue of its own
        QCOMPARE(p.batchMs.value(), 8.0);
    }

    void rules_data()
    {
        // cpu: of DeviceQueue, Batch, Map, Leaf; per worker; use: likewise; empty: likewise
        const Scenarios<QList<double>, QList<double>, QList<double>, QStringList> table;
        const auto row = [&](const char *name, const QList<double> &cpu, const QList<double> &use,
                             const QList<double> &empty,
                             const QStringList &advice) { table(name, cpu, use, empty, advice); };
        const QList<double> fair{50, 50, 50, 50};
        const QList<double> used{-1, 60, 60, 60};
        const QList<double> full{-1, 0, 0, 0};
        row("nothing", fair, used, full, {});
        row("75 is not above 75", {50, 50, 75, 50}, used, full, {});
        row("busy workers", {50, 50, 75.01, 50}, used, full, {QStringLiteral("bottleneck Map(id=2) rules")});
        row("the one nearest to the device is the bottleneck", {50, 90, 80, 99}, used, full,
            {QStringLiteral("bottleneck Batch(id=1) rules"), QStringLiteral("workers Map(id=2) rules"),
             QStringLiteral("workers Leaf(id=3) rules")});
        row("idle workers", {50, 50, 19.9, 50}, used, full, {QStringLiteral("workers Map(id=2) rules")});
        row("idle, and nothing comes in", {50, 50, 19.9, 50}, {-1, 60, 60, 9.9}, full,
            {QStringLiteral("bottleneck Map(id=2) rules"), QStringLiteral("queue Leaf(id=3) rules"),
             QStringLiteral("workers Map(id=2) rules")});
        row("idle, and its queue is far fuller than the one before it", {50, 50, 19.9, 50}, {-1, 60, 70.1, 20}, full,
            {QStringLiteral("bottleneck Map(id=2) rules"), QStringLiteral("queue Leaf(id=3) rules"),
             QStringLiteral("workers Map(id=2) rules")});
        row("the device feeds on nothing", fair, used, {-1, 60.1, 0, 0},
            {QStringLiteral("device waits DeviceQueue(id=0) rules")});
        row("50 % of a leaf is slow", fair, {-1, 60, 60, 50}, full, {QStringLiteral("queue Leaf(id=3) rules")});
        row("more comes in than goes out", fair, {-1, 60, 5, 56}, full, {QStringLiteral("queue Map(id=2) rules")});
        row("Batch is not held against its queues", fair, {-1, 5, 60, 60}, full, {});
        row("what is not known is not judged", {-1, -1, -1, -1}, {-1, -1, -1, -1}, {-1, -1, -1, -1}, {});
    }

    void rules()
    {
        const auto [cpu, use, empty, advice] = scenario<QList<double>, QList<double>, QList<double>, QStringList>();
        const char *const names[] = {"DeviceQueue", "Batch", "Map", "Leaf"};
        std::vector<SummaryOp> ops;
        for (int i = 0; i < 4; ++i)
            ops.push_back(
                {i, names[i], i - 1, i == 0 ? 1 : 4, use[i] < 0 ? -1 : use[i] / 10, use[i], empty[i], cpu[i]});
        QCOMPARE(adviceLines(dataAdvice(dataPipeline(rankOf(pipelineSummary(ops))))), advice);
    }

    void someAreNeverJudged()
    {
        const DataPipeline p =
            dataPipeline(rankOf(pipelineSummary({{0, "Shuffle", -1, 4, 1, 5, 90, 99}, {1, "Zip", 0, 4, 1, 80, 0, 1}})));
        QVERIFY(dataAdvice(p).empty());
    }

    void sentencesOfTheFile_data()
    {
        const Scenarios<QString, QString, QString> table;
        const auto row = [&](const char *said, const char *kind, const char *english) {
            table(said, QString::fromUtf8(said), QString::fromUtf8(kind), QString::fromUtf8(english));
        };
        row("Map(id=2) is using 82.5% CPU per worker. Setting num_parallel_workers>8 might bring extra performance.",
            "workers", "Each worker of Map(id=2) uses 82.5 % CPU: num_parallel_workers above 8 might make it faster.");
        row("Map(id=2) is using 3.5% CPU per worker. Using num_parallel_workers=8 might not bring as much benefit due "
            "to low CPU usage per worker.",
            "workers",
            "Each worker of Map(id=2) uses only 3.5 % CPU: num_parallel_workers = 8 may be more than it needs.");
        row("Leaf op MindDataset(id=3) is using 12.5% of its output queue.Setting num_parallel_workers>8 might speed "
            "up "
            "I/O.", // as old versions write it
            "queue",
            "MindDataset(id=3) reads the data and fills its queue to 12.5 % only: num_parallel_workers above 8 might "
            "speed up reading.");
        row("DeviceQueue(id=0)'s input queue is empty 90.1% of the time. This might indicate dataset bottlenecks. "
            "Hence "
            "host cannot keep up with the device 90.1% of the time. Device waits whenever input queue is empty.",
            "device waits",
            "The queue before DeviceQueue(id=0) is empty 90.1 % of the time: the device waits for data, which the "
            "host does not prepare fast enough.");
        row("Map(id=2)'s input queue usage=80.5% is greater output queue usage=20.5%. This indicates child op "
            "Leaf(id=3) might be producing faster than its parent Map(id=2) can consume. If this op has low CPU "
            "utilization, try increasing prefetch_size or increasing num_workers.",
            "queue",
            "The queue before Map(id=2) is 80.5 % full, the one after it 20.5 %: Leaf(id=3) produces faster than "
            "it consumes. If its CPU use is low, try a larger prefetch_size or more workers.");
        row("Map(id=2) has high CPU utilization per worker of 82.5% Try increasing num_parallel_workers above 8.",
            "bottleneck",
            "Map(id=2) is the bottleneck: each of its workers uses 82.5 % CPU. Try num_parallel_workers above 8.");
        row("Map(id=2) has low CPU utilization per worker of 2.5% and abnormal queue usage. Try increasing "
            "prefetch_size.",
            "bottleneck",
            "Map(id=2) is the bottleneck: its workers use 2.5 % CPU each, and its queues are out of balance. Try a "
            "larger prefetch_size.");
        row("A sentence of tomorrow, with %1 in it.", "other", "A sentence of tomorrow, with %1 in it.");
    }

    void sentencesOfTheFile()
    {
        const auto [said, kind, english] = scenario<QString, QString, QString>();
        const auto advice =
            dataAdvice(dataPipeline(rankOf(pipelineSummary({{2, "Map", -1, 8, 5, 60, 0, 50}}, {said}))));
        QCOMPARE(advice.size(), size_t(1));
        QVERIFY(advice[0].fromFile && !advice[0].fromRules);
        QCOMPARE(dataAdviceKey(advice[0].kind), kind);
        QCOMPARE(advice[0].sentence.english(), english);
    }

    void whatBothSayStandsOnce()
    {
        const QString busy = QStringLiteral(
            "Map(id=1) is using 82.0% CPU per worker. Setting num_parallel_workers>8 might bring extra performance.");
        const DataPipeline p = dataPipeline(rankOf(pipelineSummary(
            {{0, "DataQueue", -1, 1}, {1, "Map", 0, 8, 9, 60, 0, 82}}, {busy}, QStringLiteral("Map(id=1)"), busy)));
        const auto advice = dataAdvice(p);
        QCOMPARE(adviceLines(advice), QStringList({QStringLiteral("bottleneck Map(id=1) file rules")}));
        QCOMPARE(bottleneckOf(advice), 1);
        // A warning without its suggestion.
        const auto named = dataAdvice(
            dataPipeline(rankOf(pipelineSummary({{1, "Map", -1, 8, 9, 60, 0, 50}}, {}, QStringLiteral("Map(id=1)")))));
        QCOMPARE(named.size(), size_t(1));
        QCOMPARE(named[0].sentence.english(), QStringLiteral("The file calls Map(id=1) the bottleneck."));
    }

    void curvesAgainstANaiveSearch()
    {
        QRandomGenerator random(7);
        std::vector<qint64> ns;
        std::vector<double> values;
        qint64 at = 100;
        for (int i = 0; i < 20'000; ++i) {
            at += random.bounded(3);
            ns.push_back(at);
            values.push_back(random.bounded(1000) - 300);
        }
        const SampledCurve curve(ns, values);
        QCOMPARE(curve.least(), *std::min_element(values.begin(), values.end()));
        QCOMPARE(curve.most(), *std::max_element(values.begin(), values.end()));
        for (const Interval window : {Interval{0, at + 50}, Interval{5000, 9000}, Interval{7001, 7044}}) {
            const int width = 37;
            for (const CurvePixel &p : curve.pixels(window, width)) {
                const auto edge = [&](int x) {
                    return window.from + std::llround(static_cast<double>(window.length()) * x / width);
                };
                const qint64 from = p.x == 0 ? window.from : edge(p.x);
                const qint64 to = p.x + 1 == width ? window.to + 1 : edge(p.x + 1);
                double least = p.first;
                double most = p.first;
                double last = p.first;
                std::optional<double> in;
                for (size_t i = 0; i < ns.size(); ++i) {
                    if (ns[i] < from) {
                        in = values[i];
                    } else if (ns[i] < to) {
                        least = std::min(least, values[i]);
                        most = std::max(most, values[i]);
                        last = values[i];
                    }
                }
                if (in)
                    QCOMPARE(p.first, *in);
                QCOMPARE(cells(p.least, p.most, p.last), cells(least, most, last));
            }
        }
        QVERIFY(!curve.valueAt(ns.front() - 1));
        QCOMPARE(curve.valueAt(at + 1000).value(), values.back());
        QVERIFY(SampledCurve().pixels({0, 10}, 5).empty());
    }

    void curvesOfATable()
    {
        Table t;
        const int device = t.addColumn(QStringLiteral("Device_id"), ColumnType::Integer);
        const int event = t.addColumn(QStringLiteral("event"), ColumnType::Text);
        const int hbm = t.addColumn(QStringLiteral("hbm(KB)"), ColumnType::Real);
        const int stamp = t.addColumn(QStringLiteral("timestamp(us)"), ColumnType::TimeStamp);
        const auto add = [&](const char *of, std::optional<double> kb, qint64 ns) {
            t.appendInteger(device, 0);
            t.appendText(event, of);
            if (kb)
                t.appendReal(hbm, *kb);
            else
                t.appendMissing(hbm);
            t.appendInteger(stamp, ns);
            t.finishRow();
        };
        add("app", 3, 300);
        add("device", 9, 100);
        add("app", 1, 100);
        add("app", {}, 200);
        const CurvesOfTable of = curvesOfTable(t);
        QCOMPARE(of.time, stamp);
        QCOMPARE(of.groups, std::vector<int>({event})); // all rows are of one device
        QCOMPARE(of.values.size(), size_t(1));
        QCOMPARE(cells(of.values[0].name, of.values[0].unit), cells("hbm", "KB"));
        const auto curves = tableCurves(t, of, hbm, event);
        QCOMPARE(curves.size(), size_t(2));
        QCOMPARE(curves[0].group, QStringLiteral("app"));
        QCOMPARE(curves[0].curve.size(), size_t(2)); // in the order of time, without the missing one
        QCOMPARE(cells(curves[0].curve.valueAt(150).value(), curves[0].curve.valueAt(300).value()), cells(1.0, 3.0));
        QCOMPARE(tableCurves(t, of, hbm, -1).size(), size_t(1));
        // Without a time there is nothing to draw.
        Table sums;
        (void)sums.addColumn(QStringLiteral("Read(MB/s)"), ColumnType::Real);
        QCOMPARE(curvesOfTable(sums).time, -1);
        // A time that is no stamp.
        Table offsets;
        const int ms = offsets.addColumn(QStringLiteral("time(ms)"), ColumnType::Real);
        const int cpu = offsets.addColumn(QStringLiteral("Usage(%)"), ColumnType::Real);
        offsets.appendReal(ms, 2.5);
        offsets.appendReal(cpu, 40);
        offsets.finishRow();
        const auto late = tableCurves(offsets, curvesOfTable(offsets), cpu, -1);
        QCOMPARE(late[0].curve.span().from, 2'500'000);
    }
};

RS_TEST(TestDataPipeline, QCoreApplication);
#include "tst_datapipeline.moc"
