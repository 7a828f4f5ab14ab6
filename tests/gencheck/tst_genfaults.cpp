// SPDX-License-Identifier: Apache-2.0
#include "gencheck/generatedrun.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace rs;
using namespace rs::test;
using namespace rs::gen;

/// Marks that faults leave in the files, and notes on those that leave none.
class TestGenFaults : public QObject
{
    Q_OBJECT

private:
    static Fault parsed(Fault::Kind kind, const char *text)
    {
        Fault fault;
        if (!parseFault(kind, QString::fromLatin1(text), fault).isEmpty())
            qFatal("%s", text);
        return fault;
    }

private slots:
    void aFaultThatPlantsNothingSaysSo()
    {
        QTemporaryDir dir;
        GeneratorOptions o = smallRun(dir.path());
        o.faults = {parsed(Fault::HostBound, "1:2:1.01"), parsed(Fault::SlowRank, "0:1.5")};
        const GeneratorResult r = generate(o);
        QVERIFY2(r.ok, qPrintable(r.error));
        QCOMPARE(r.notes.size(), size_t{1});
        QVERIFY2(r.notes.front().startsWith(QLatin1String("--host-bound 1:2:1.01 plants nothing")),
                 qPrintable(r.notes.front()));
        const Json faults = planted(dir.path())["faults"];
        QCOMPARE(faults[0]["hidden"].get<bool>(), true);
        QCOMPARE(faults[1]["hidden"].get<bool>(), false);
        QVERIFY(faults[1]["largest_change_ms"].get<double>() > 1);
    }

    void theTextOfAFaultReadsBack_data()
    {
        const Scenarios<int, QString> row;
        row("slow rank", int(Fault::SlowRank), "3:1.5");
        row("host bound", int(Fault::HostBound), "1:2:13");
        row("slow link", int(Fault::SlowLink), "0-1:4");
        row("late rank", int(Fault::LateRank), "0:6.5");
        row("frequency", int(Fault::FreqDrop), "0:1:1.6");
        row("moving", int(Fault::MovingStraggler), "1.25");
        row("garbage", int(Fault::GcPause), "2:1:30");
        row("checkpoint", int(Fault::Checkpoint), "3:200");
        row("experts", int(Fault::MoeImbalance), "2:3");
        row("slow calls", int(Fault::SlowCalls), "2:1:8");
        row("AI CPU", int(Fault::CpuOperator), "2:25");
        row("long stage", int(Fault::LongStage), "2:1");
        row("compilation", int(Fault::Compile), "60");
    }

    void theTextOfAFaultReadsBack()
    {
        const auto [kind, text] = scenario<int, QString>();
        Fault fault;
        QCOMPARE(parseFault(static_cast<Fault::Kind>(kind), text, fault), QString());
        QCOMPARE(faultText(fault), QStringLiteral("--%1 %2").arg(faultName(fault.kind), text));
    }

    void aStragglerNeverStaysWhereItIs()
    {
        GeneratorOptions o;
        o.ranks = 4;
        o.steps = 100;
        const std::vector<int> ranks = stragglers(o);
        QCOMPARE(ranks.size(), size_t{100});
        for (size_t s = 0; s < ranks.size(); ++s) {
            QVERIFY(ranks[s] >= 0 && ranks[s] < o.ranks);
            QVERIFY(s == 0 || ranks[s] != ranks[s - 1]);
        }
        QCOMPARE(std::set<int>(ranks.begin(), ranks.end()).size(), size_t{4});
    }

    void aGarbageCollectionStandsOnItsLane_data()
    {
        const Scenarios<bool> row;
        row("MindSpore, which has none", false);
        row("PyTorch", true);
    }

    void aGarbageCollectionStandsOnItsLane()
    {
        auto [pytorch] = scenario<bool>();
        QTemporaryDir dir;
        GeneratorOptions o = smallRun(dir.path());
        o.pytorch = pytorch;
        o.faults = {parsed(Fault::GcPause, "2:2:20")};
        const GeneratorResult r = generate(o);
        QVERIFY2(r.ok, qPrintable(r.error));
        for (const GeneratedRank &rank : r.ranks) {
            const RankTrace trace = readTrace(rank.dir);
            Interval pause;
            Interval step;
            for (const Slice &s : trace.slices) {
                if (s.process == "Python GC" && s.end - s.start > 10'000'000)
                    pause = {s.start, s.end};
                else if (s.name == "ProfilerStep#2")
                    step = {s.start, s.end};
            }
            const bool here = pytorch && rank.rank == 2;
            QCOMPARE(pause.to - pause.from, here ? 20'000'000 : 0);
            // Nothing of the thread lies in the pause.
            for (const Slice &s : trace.slices) {
                if (here && s.process == "Python" && s.start > pause.from)
                    QVERIFY2(s.start >= pause.to || s.thread != "Thread " + std::to_string(2178231 + 2 * 1021),
                             s.name.c_str());
            }
            if (here)
                QVERIFY(pause.from > step.from && pause.to < step.to);
        }
    }

    void aCheckpointCopiesToTheHostAndWrites()
    {
        QTemporaryDir dir;
        GeneratorOptions o = smallRun(dir.path());
        o.faults = {parsed(Fault::Checkpoint, "1:40")};
        const GeneratorResult r = generate(o);
        QVERIFY2(r.ok, qPrintable(r.error));
        for (const GeneratedRank &rank : r.ranks) {
            const RankTrace trace = readTrace(rank.dir);
            std::map<std::string, Interval> frames;
            std::vector<Interval> copies;
            for (const Slice &s : trace.slices) {
                if (s.name.find("save") != std::string::npos && s.process == "MindSpore")
                    frames[s.name.substr(s.name.rfind(' ') + 1)] = {s.start, s.end};
                else if (s.name == "MEMCPY_ASYNC" && s.args["operation"] == "device to host" &&
                         s.args["size(B)"].get<qint64>() > 1000)
                    copies.push_back({s.start, s.end});
                else if (s.name == "ProfilerStep#1")
                    frames["step"] = {s.start, s.end};
            }
            QCOMPARE(frames.size(), size_t{3});
            const Interval whole = frames["save_checkpoint"];
            const Interval file = frames["_exec_save"];
            QVERIFY(frames["step"].from < whole.from && whole.to < frames["step"].to);
            QVERIFY(whole.from < file.from && file.to < whole.to);
            QCOMPARE(copies.size(), size_t{8});
            qint64 copied = 0;
            for (const Interval &c : copies) {
                QVERIFY(c.from - rank.deviceOffsetNs > whole.from && c.to - rank.deviceOffsetNs < file.from);
                copied += c.to - c.from;
            }
            QVERIFY2(std::abs(copied - 10'000'000) < 1'000'000, qPrintable(QString::number(copied)));
            QVERIFY(std::abs(file.to - file.from - 30'000'000) < 2'000'000);
        }
    }

    void stagesCanTalkInBatches_data() { addFrameworks(); }

    void stagesCanTalkInBatches()
    {
        QFETCH(bool, pytorch);
        QTemporaryDir dir;
        GeneratorOptions o = smallRun(dir.path());
        o.pytorch = pytorch;
        o.batchSendRecv = true;
        const GeneratorResult r = generate(o);
        QVERIFY2(r.ok, qPrintable(r.error));
        QCOMPARE(planted(dir.path())["layout"]["batch_send_recv"].get<bool>(), true);
        for (const GeneratedRank &rank : r.ranks) {
            std::map<std::string, size_t> operators; // by the name up to the group
            for (const Slice &s : readTrace(rank.dir).slices) {
                if (isGroupRow(s))
                    ++operators[s.name.substr(0, s.name.find("__"))];
            }
            QCOMPARE(operators.count("hcom_send") + operators.count("hcom_receive"), size_t{0});
            QVERIFY(operators["hcom_batchSendRecv"] >= 4);
            // Both writers file them under p2p, though MindSpore files send and receive among the collectives.
            size_t filed = 0;
            for (const Json &step : Json::parse(contents(rank.dir + QLatin1String("/ASCEND_PROFILER_OUTPUT/"
                                                                                  "communication.json"))
                                                    .toStdString())) {
                for (const auto &[key, value] : step["p2p"].items())
                    filed += key.starts_with("hcom_batchSendRecv__") ? 1 : 0;
            }
            QCOMPARE(filed, operators["hcom_batchSendRecv"]);
            const Json matrix = Json::parse(
                contents(rank.dir + QLatin1String("/ASCEND_PROFILER_OUTPUT/communication_matrix.json")).toStdString());
            for (const auto &[key, value] : matrix["step1"]["p2p"].items())
                QVERIFY2(key.starts_with("batchsendrecv-"), key.c_str());
        }
    }

    void anExpertWithMoreTokensComputesAndReceivesMore()
    {
        QTemporaryDir even;
        QTemporaryDir uneven;
        std::map<int, std::vector<double>> computing; // by factor, of the ranks
        std::map<int, std::vector<double>> payload;   // MB of alltoallv
        for (const int factor : {1, 3}) {
            GeneratorOptions o = smallRun(factor == 1 ? even.path() : uneven.path());
            o.tp = 1;
            o.pp = 1;
            o.experts = true;
            if (factor > 1)
                o.faults = {parsed(Fault::MoeImbalance, "2:3")};
            const GeneratorResult r = generate(o);
            QVERIFY2(r.ok, qPrintable(r.error));
            for (const GeneratedRank &rank : r.ranks) {
                double &sum = computing[factor].emplace_back();
                double &mb = payload[factor].emplace_back();
                for (const Slice &s : readTrace(rank.dir).slices)
                    sum += isCompute(s) ? static_cast<double>(s.end - s.start) / 1e6 : 0;
                const Json comm = Json::parse(
                    contents(rank.dir + QLatin1String("/ASCEND_PROFILER_OUTPUT/communication.json")).toStdString());
                for (const auto &[key, op] : comm["step1"]["collective"].items()) {
                    if (key.starts_with("hcom_alltoallv__"))
                        mb += op["Communication Bandwidth Info"]["HCCS"]["Transit Size(MB)"].get<double>();
                }
                QVERIFY(mb > 0);
                // 4096 tokens: 1024 for each, or 3 parts of 6 for one and a part for each of the others.
                const char *const tokens = factor == 1 ? "1024" : rank.rank == 2 ? "2048" : "683";
                const QByteArray kernels =
                    contents(rank.dir + QLatin1String("/ASCEND_PROFILER_OUTPUT/kernel_details.csv"));
                QVERIFY2(kernels.contains(QByteArray(tokens) + ",2048;4,2048,5632;4"), tokens);
                QCOMPARE(kernels.count(";4,2048,5632;4"), kernels.count(QByteArray(tokens) + ",2048;4,2048,5632;4"));
            }
        }
        const auto of = [](const std::vector<double> &v, int rank) { return v[static_cast<size_t>(rank)]; };
        for (const int rank : {0, 1, 2, 3}) {
            const bool hot = rank == 2;
            QVERIFY((of(computing[3], rank) > of(computing[1], rank)) == hot);
            // Half of what a rank sends goes to the experts, the other half comes back from its own.
            QVERIFY((of(payload[3], rank) > of(payload[1], rank)) == hot);
        }
        // As many tokens as before.
        double before = 0;
        double after = 0;
        for (const int rank : {0, 1, 2, 3}) {
            before += of(payload[1], rank);
            after += of(payload[3], rank);
        }
        QVERIFY2(std::abs(after / before - 1) < 0.01, qPrintable(QString::number(after / before)));
        const Json fault = planted(uneven.path())["faults"][0];
        QCOMPARE(fault["rank"].get<int>(), 2);
        QVERIFY(fault["cost_ms"].get<double>() > 1);
        for (const Json &row : fault["ranks"])
            QVERIFY((row["computing_ms"].get<double>() > 0) == (row["rank"] == 2));
    }

    void whatCannotBeIsRefused()
    {
        QTemporaryDir dir;
        GeneratorOptions o = smallRun(dir.path()); // tp 2 and pp 2 leave no rank to share data with
        o.faults = {parsed(Fault::MoeImbalance, "2:3")};
        QVERIFY(generate(o).error.contains(QLatin1String("share the data")));
        o = smallRun(dir.path());
        o.pp = 1;
        o.batchSendRecv = true;
        QVERIFY(generate(o).error.contains(QLatin1String("two pipeline stages")));
    }
};

RS_TEST(TestGenFaults, QCoreApplication);
#include "tst_genfaults.moc"
