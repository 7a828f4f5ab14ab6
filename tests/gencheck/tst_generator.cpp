// SPDX-License-Identifier: Apache-2.0
#include "gencheck/generatedrun.h"

#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QDirIterator>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <map>

using namespace rs;
using namespace rs::test;
using namespace rs::gen;

class TestGenerator : public QObject
{
    Q_OBJECT

private:
    struct Flavour
    {
        const char *name;
        bool pytorch;
        bool oldCann;
    };
    static constexpr Flavour flavours[] = {{"MindSpore", false, false},
                                           {"MindSpore on old CANN", false, true},
                                           {"PyTorch", true, false},
                                           {"PyTorch on old CANN", true, true}};
    std::map<QString, std::shared_ptr<QTemporaryDir>> m_dirs;
    std::map<QString, GeneratorResult> m_results;

    static void addFlavours()
    {
        QTest::addColumn<QString>("flavour");
        for (const Flavour &f : flavours)
            QTest::newRow(f.name) << QString::fromLatin1(f.name);
    }

private slots:
    void initTestCase()
    {
        for (const Flavour &f : flavours) {
            const QString name = QString::fromLatin1(f.name);
            m_dirs[name] = std::make_shared<QTemporaryDir>();
            GeneratorOptions o = smallRun(m_dirs[name]->path());
            o.pytorch = f.pytorch;
            o.oldCann = f.oldCann;
            m_results[name] = generate(o);
            QVERIFY2(m_results[name].ok, qPrintable(m_results[name].error));
            QCOMPARE(m_results[name].ranks.size(), size_t{4});
        }
    }

    void theSameSeedWritesTheSameBytes()
    {
        QTemporaryDir again;
        QVERIFY(generate(smallRun(again.path())).ok);
        QCOMPARE(treeHash(again.path()), treeHash(m_dirs[QStringLiteral("MindSpore")]->path()));
        QTemporaryDir oneThread;
        GeneratorOptions o = smallRun(oneThread.path());
        o.threads = 1;
        QVERIFY(generate(o).ok);
        QCOMPARE(treeHash(oneThread.path()), treeHash(again.path()));
        QTemporaryDir other;
        o = smallRun(other.path());
        o.seed = 8;
        QVERIFY(generate(o).ok);
        QVERIFY(treeHash(other.path()) != treeHash(again.path()));
    }

    void theTraceHasTheSizeThatWasAskedFor_data()
    {
        const Scenarios<double, int, bool> row;
        row("1 MB", 1.0, 8, false);
        row("7 MB, PyTorch", 7.0, 4, true);
        row("20 MB, one card", 20.0, 1, false);
        row("2 MB, three ranks of one node each", 2.0, 3, true);
    }

    void theTraceHasTheSizeThatWasAskedFor()
    {
        auto [mb, ranks, pytorch] = scenario<double, int, bool>();
        QTemporaryDir dir;
        GeneratorOptions o = smallRun(dir.path());
        o.mbPerRank = mb;
        o.ranks = ranks;
        o.pytorch = pytorch;
        if (ranks == 3)
            o.nodeSize = 1;
        const GeneratorResult r = generate(o);
        QVERIFY2(r.ok, qPrintable(r.error));
        for (const GeneratedRank &rank : r.ranks) {
            const QFileInfo file(rank.dir + QLatin1String("/ASCEND_PROFILER_OUTPUT/trace_view.json"));
            QCOMPARE(file.size(), rank.traceBytes);
            QVERIFY2(std::abs(static_cast<double>(file.size()) - mb * 1e6) < mb * 1e5,
                     qPrintable(QString::number(file.size())));
        }
    }

    void everyFileParsesAndEveryTableHasOneWidth_data() { addFlavours(); }

    void everyFileParsesAndEveryTableHasOneWidth()
    {
        QFETCH(QString, flavour);
        QDirIterator it(m_dirs[flavour]->path(), QDir::Files, QDirIterator::Subdirectories);
        int json = 0;
        int csv = 0;
        while (it.hasNext()) {
            const QString path = it.next();
            const QByteArray text = contents(path);
            if (path.endsWith(QLatin1String(".json"))) {
                ++json;
                QVERIFY2(Json::accept(text.begin(), text.end()), qPrintable(path));
            } else if (path.endsWith(QLatin1String(".csv"))) {
                ++csv;
                const Csv rows = parseCsv(text);
                QVERIFY2(rows.size() > 1, qPrintable(path));
                // A row for each key, and some keys have one value only.
                const bool keyed = path.contains(QLatin1String("minddata_pipeline_summary"));
                for (const auto &row : rows)
                    QVERIFY2(row.size() == rows.front().size() || (keyed && row.size() == 2), qPrintable(path));
            }
        }
        const bool mindSpore = flavour.startsWith(QLatin1String("MindSpore"));
        QCOMPARE(json, 4 * (mindSpore ? 6 : 5) + 1);
        QCOMPARE(csv, 4 * (mindSpore ? 13 : 9));
    }

    void aFaultCostsWhatPlantedJsonSays_data()
    {
        const Scenarios<int, QString, double> row;
        row("slow rank", int(Fault::SlowRank), "3:1.5", 1.0);
        row("host bound", int(Fault::HostBound), "1:2", 1.0);
        row("slow link", int(Fault::SlowLink), "0-1:4", 1.0);
        row("late rank", int(Fault::LateRank), "0:6.5", 12.5);
        row("frequency drop", int(Fault::FreqDrop), "0:1:1.6", 1.0);
        row("moving straggler", int(Fault::MovingStraggler), "1.5", 1.0);
        row("garbage collection", int(Fault::GcPause), "1:2:20", 15.0);
        row("checkpoint", int(Fault::Checkpoint), "1:40", 39.0);
    }

    void aFaultCostsWhatPlantedJsonSays()
    {
        const auto [kind, text, atLeastMs] = scenario<int, QString, double>();
        QTemporaryDir dir;
        GeneratorOptions o = smallRun(dir.path());
        Fault fault;
        QCOMPARE(parseFault(static_cast<Fault::Kind>(kind), text, fault), QString());
        o.faults.push_back(fault);
        const GeneratorResult result = generate(o);
        QVERIFY2(result.ok, qPrintable(result.error));
        const Json with = planted(dir.path());
        const Json without = planted(m_dirs[QStringLiteral("MindSpore")]->path());
        QVERIFY(with["layout"] == without["layout"]); // or the comparison would say nothing
        QCOMPARE(with["faults"].size(), size_t{1});
        const Json &planting = with["faults"][0];
        QCOMPARE(QString::fromStdString(planting["kind"]), faultName(fault.kind));
        const double cost = planting["cost_ms"];
        QVERIFY2(cost > atLeastMs, qPrintable(QString::number(cost)));
        const double wall = with["run"]["wall_ms"].get<double>() - without["run"]["wall_ms"].get<double>();
        QVERIFY(std::abs(cost - wall) < 1e-6);

        // The rank's own numbers, from its written files, grew where the fault bites and not elsewhere.
        const auto stepValue = [](const GeneratorResult &r, int rank, size_t step, const char *name) {
            const Csv csv = parseCsv(contents(r.ranks[static_cast<size_t>(rank)].dir +
                                              QLatin1String("/ASCEND_PROFILER_OUTPUT/step_trace_time.csv")));
            return std::stod(csv[step][static_cast<size_t>(column(csv, name))]) / 1000;
        };
        const GeneratorResult &plain = m_results[QStringLiteral("MindSpore")];
        for (const Json &row : planting["ranks"]) {
            const int rank = row["rank"];
            const auto step = row["step"].get<size_t>();
            const double computing =
                stepValue(result, rank, step, "Computing") - stepValue(plain, rank, step, "Computing");
            QVERIFY(std::abs(computing - row["computing_ms"].get<double>()) < 0.002);
            const double comm =
                stepValue(result, rank, step, "Communication") - stepValue(plain, rank, step, "Communication");
            QVERIFY(std::abs(comm - row["communication_ms"].get<double>()) < 0.002);
            const bool straggles =
                fault.kind == Fault::MovingStraggler && planting["stragglers"][step - 1].get<int>() == rank;
            const bool slower = straggles || (fault.kind == Fault::SlowRank && rank == fault.rank) ||
                                (fault.kind == Fault::FreqDrop && rank == fault.rank && int(step) == fault.step);
            if (slower)
                QVERIFY(computing > 0.5);
            else
                QVERIFY(std::abs(computing) < 1e-6);
            if (fault.kind == Fault::LateRank && rank != fault.rank)
                QVERIFY(row["waiting_ms"].get<double>() > 5);
            if (fault.kind == Fault::HostBound && rank == fault.rank && int(step) == fault.step)
                QVERIFY(row["free_ms"].get<double>() > 1);
        }
    }

    void truncatedFilesHaveTheLengthThatWasAskedFor()
    {
        QTemporaryDir dir;
        GeneratorOptions o = smallRun(dir.path());
        o.truncations = {{QStringLiteral("rank3/trace_view.json"), -2000},
                         {QStringLiteral("rank*/kernel_details.csv"), 333}};
        const GeneratorResult r = generate(o);
        QVERIFY2(r.ok, qPrintable(r.error));
        const QString output = QStringLiteral("/ASCEND_PROFILER_OUTPUT/");
        QCOMPARE(QFileInfo(r.ranks[3].dir + output + QLatin1String("trace_view.json")).size(),
                 r.ranks[3].traceBytes - 2000);
        QCOMPARE(QFileInfo(r.ranks[2].dir + output + QLatin1String("trace_view.json")).size(), r.ranks[2].traceBytes);
        for (const GeneratedRank &rank : r.ranks)
            QCOMPARE(QFileInfo(rank.dir + output + QLatin1String("kernel_details.csv")).size(), 333);
        QCOMPARE(planted(dir.path())["damage"].size(), size_t{5});
        o.truncations = {{QStringLiteral("rank9/trace_view.json"), 5}};
        QVERIFY(!generate(o).ok);
    }

    void nonsenseReachesEveryFileAndIsWrittenDown()
    {
        QTemporaryDir dir;
        GeneratorOptions o = smallRun(dir.path());
        o.nonsense = 11;
        const GeneratorResult r = generate(o);
        QVERIFY2(r.ok, qPrintable(r.error));
        const Json damage = planted(dir.path())["damage"];
        int files = 0;
        QDirIterator it(dir.path(), QDir::Files, QDirIterator::Subdirectories);
        while (it.hasNext())
            files += it.next().endsWith(QLatin1String("planted.json")) ? 0 : 1;
        QCOMPARE(damage.size(), static_cast<size_t>(files));
        for (const Json &d : damage) {
            // Defects do not overlap, so a file of a few lines takes fewer.
            QVERIFY(d["defects"].size() >= (d["bytes_before"].get<qint64>() < 2000 ? 1U : 5U));
            const QString path = dir.filePath(QString::fromStdString(d["file"]));
            QCOMPARE(QFileInfo(path).size(), d["bytes_after"].get<qint64>());
            QVERIFY(d["bytes_after"] != d["bytes_before"] || contents(path).isEmpty());
        }
        // Even ranks keep JSON that parses, odd ranks do not.
        for (const GeneratedRank &rank : r.ranks) {
            const QByteArray text = contents(rank.dir + QLatin1String("/ASCEND_PROFILER_OUTPUT/trace_view.json"));
            QVERIFY(text.contains("negative duration"));
            QCOMPARE(text.contains("-Infinity"), rank.rank % 2 == 1);
            QCOMPARE(Json::accept(text.begin(), text.end()), rank.rank % 2 == 0);
        }
        QTemporaryDir again;
        o.outDir = again.path();
        QVERIFY(generate(o).ok);
        QCOMPARE(treeHash(again.path()), treeHash(dir.path()));
    }

    void wrongOptionsAreExplained_data()
    {
        const Scenarios<int, QString> row;
        row("no factor", int(Fault::SlowRank), "3");
        row("negative factor", int(Fault::SlowRank), "3:-1");
        row("no destination", int(Fault::SlowLink), "3:2");
        row("no number", int(Fault::LateRank), "x:2");
        row("no step", int(Fault::FreqDrop), "1:1.5");
        row("a rank that moves", int(Fault::MovingStraggler), "1:1.5");
        row("no length", int(Fault::GcPause), "1:2");
        row("no pause at all", int(Fault::GcPause), "1:2:0");
        row("a rank of all", int(Fault::Checkpoint), "0:1:40");
    }

    void wrongOptionsAreExplained()
    {
        const auto [kind, text] = scenario<int, QString>();
        Fault f;
        QVERIFY(!parseFault(static_cast<Fault::Kind>(kind), text, f).isEmpty());
    }

    void aRunThatCannotBeIsRefused()
    {
        QTemporaryDir dir;
        GeneratorOptions o = smallRun(dir.path());
        o.tp = 3;
        QVERIFY(!generate(o).ok);
        o = smallRun(dir.path());
        o.faults.push_back({Fault::SlowRank, 17, -1, -1, 2});
        QVERIFY(!generate(o).ok);
        o = smallRun(dir.path());
        o.faults.push_back({Fault::HostBound, 1, -1, 9, 1});
        QVERIFY(!generate(o).ok);
        o = smallRun(dir.path());
        o.faults.push_back({Fault::Checkpoint, -1, -1, 9, 1});
        QVERIFY(!generate(o).ok);
        o = smallRun(dir.path());
        o.ranks = 1;
        o.faults.push_back({Fault::MovingStraggler, -1, -1, -1, 2});
        QVERIFY(!generate(o).ok);
        o = smallRun(dir.path());
        o.gzip = true;
        o.nonsense = 1;
        QVERIFY(!generate(o).ok);
    }
};

RS_TEST(TestGenerator, QCoreApplication);
#include "tst_generator.moc"
