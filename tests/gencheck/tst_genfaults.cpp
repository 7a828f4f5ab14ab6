// SPDX-License-Identifier: Apache-2.0
#include "gencheck/generatedrun.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace rs;
using namespace rs::gen;

/// What faults leave in the files that was not there without them, and where they say that they leave nothing.
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
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("text");
        QTest::newRow("slow rank") << int(Fault::SlowRank) << QStringLiteral("3:1.5");
        QTest::newRow("host bound") << int(Fault::HostBound) << QStringLiteral("1:2:13");
        QTest::newRow("slow link") << int(Fault::SlowLink) << QStringLiteral("0-1:4");
        QTest::newRow("late rank") << int(Fault::LateRank) << QStringLiteral("0:6.5");
        QTest::newRow("frequency") << int(Fault::FreqDrop) << QStringLiteral("0:1:1.6");
        QTest::newRow("moving") << int(Fault::MovingStraggler) << QStringLiteral("1.25");
        QTest::newRow("garbage") << int(Fault::GcPause) << QStringLiteral("2:1:30");
        QTest::newRow("checkpoint") << int(Fault::Checkpoint) << QStringLiteral("3:200");
    }

    void theTextOfAFaultReadsBack()
    {
        QFETCH(int, kind);
        QFETCH(QString, text);
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
        QTest::addColumn<bool>("pytorch");
        QTest::newRow("MindSpore, which has none") << false;
        QTest::newRow("PyTorch") << true;
    }

    void aGarbageCollectionStandsOnItsLane()
    {
        QFETCH(bool, pytorch);
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
};

QTEST_GUILESS_MAIN(TestGenFaults)
#include "tst_genfaults.moc"
