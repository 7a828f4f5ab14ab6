// SPDX-License-Identifier: Apache-2.0
#include "diagnosedrun.h"

#include "analysis/path/criticalpath.h"
#include "support/literaltext.h"
#include "support/testprogram.h"
#include "support/timedop.h"

#include <QTest>

using namespace rs;
using namespace rs::test;

namespace {

/// "rank kind name from-to" of each part, times in us since `base`.
QStringList partsOf(const Run &run, const CriticalPath &path, size_t step = 0)
{
    QStringList out;
    for (const PathPart &p : path.steps.at(step).parts) {
        out << QStringLiteral("%1 %2 %3 %4-%5")
                   .arg(p.rankIndex)
                   .arg(QLatin1String(pathKindKey(p.kind)), pathPartName(run, path, p))
                   .arg((p.range.from - base) / us)
                   .arg((p.range.to - base) / us);
    }
    return out;
}

void addUp(const CriticalPath &path)
{
    for (const StepPath &s : path.steps) {
        QVERIFY(!s.parts.empty());
        qint64 at = s.range.from;
        for (const PathPart &p : s.parts) {
            QCOMPARE(p.range.from, at);
            QVERIFY(p.range.to > at);
            at = p.range.to;
        }
        QCOMPARE(at, s.range.to);
    }
}

} // namespace

class TestCriticalPath : public QObject
{
    Q_OBJECT
private slots:
    // Rank 1 computes 900, the others 600: it comes last to the collective.
    void theSlowRank()
    {
        Works works(3, std::vector<Work>(2));
        prolong(works, {1}, 300);
        const Run run = runOf(works);
        const CriticalPath path = criticalPath(run);
        QCOMPARE(path.steps.size(), size_t(2));
        addUp(path);
        QCOMPARE(partsOf(run, path), (texts({"1 idle  0-10", "1 compute MatMul 10-460", "1 compute Add 460-910",
                                             "0 communication hcom_allReduce__271_0_1 910-930", "0 idle  930-940"})));
        QCOMPARE(path.steps[0].parts[3].peer, 1);
        const std::vector<PathSum> sums = pathSums(run, path);
        QCOMPARE(cells(sums[0].step.toStdString(), sums[0].rankIndex, sums[0].op.toStdString(), sums[0].ns),
                 cells("1", 1, "Add", 450 * us));
        QCOMPARE(sums[2].op, QStringLiteral("hcom_allReduce"));
        QCOMPARE(criticalPath(run, {QStringLiteral("2"), {}}).steps.size(), size_t(1));
        QVERIFY(criticalPath(run, {QStringLiteral("7"), {}}).steps.empty());
    }

    // A rank that begins its step 200 late is late for all: what it did before is not recorded.
    void theLateRank()
    {
        Works works(2, std::vector<Work>(3));
        works[1][1].lateUs = 200;
        const Run run = runOf(works);
        const CriticalPath path = criticalPath(run);
        addUp(path);
        QCOMPARE(partsOf(run, path, 1).first(2), (texts({"1 idle  10000-10210", "1 compute MatMul 10210-10510"})));
    }

    // A second kernel was launched long after the first one had ended: the host worked on it since it had waited for
    // the first.
    void theHost()
    {
        TinyRank rank(0);
        rank.step(1, base, 1000 * us);
        rank.host("first", base + 40 * us, 20 * us);
        rank.kernel("MatMul", base + 100 * us, 100 * us);
        rank.launch(base + 40 * us, base + 100 * us);
        rank.slice("2", "1", "AscendCL@aclrtSynchronizeStream", base + 110 * us, 100 * us);
        rank.python("train.py(3): load", base + 220 * us, 100 * us);
        rank.host("second", base + 470 * us, 20 * us);
        rank.kernel("Add", base + 500 * us, 100 * us);
        rank.launch(base + 470 * us, base + 500 * us);
        rank.slice("2", "1", "AscendCL@aclrtSynchronizeStream", base + 520 * us, 90 * us);
        const Run run = makeRun({rank.finish()});
        const CriticalPath path = criticalPath(run);
        addUp(path);
        QCOMPARE(partsOf(run, path),
                 (texts({"0 host  0-40", "0 host first 40-60", "0 launch MatMul 60-100", "0 compute MatMul 100-200",
                         "0 host AscendCL@aclrtSynchronizeStream 200-210", "0 host  210-220",
                         "0 host train.py(3): load 220-320", "0 host  320-470", "0 host second 470-490",
                         "0 launch Add 490-500", "0 compute Add 500-600",
                         "0 host AscendCL@aclrtSynchronizeStream 600-610", "0 host  610-1000"})));
    }

    // A stream waits for an event: of the copy that ended while it did, or of something that nobody recorded.
    void theWait()
    {
        for (const bool isRecorded : {true, false}) {
            TinyRank rank(0);
            rank.thread("3", "8", "Stream 8");
            rank.step(1, base, 1000 * us);
            rank.kernel("MatMul", base + 100 * us, 100 * us);
            if (isRecorded)
                rank.slice("3", "8", "MEMCPY_ASYNC", base + 150 * us, 200 * us, "MEMCPY_ASYNC");
            rank.slice("3", "7", "EVENT_WAIT", base + 210 * us, 145 * us, "EVENT_WAIT");
            rank.kernel("Add", base + 360 * us, 640 * us);
            const Run run = makeRun({rank.finish()});
            const CriticalPath path = criticalPath(run);
            addUp(path);
            const QStringList parts = partsOf(run, path);
            if (isRecorded)
                QCOMPARE(parts.mid(1),
                         (texts({"0 copy MEMCPY_ASYNC 150-350", "0 idle  350-360", "0 compute Add 360-1000"})));
            else
                QCOMPARE(parts.mid(1), (texts({"0 compute MatMul 100-200", "0 idle  200-210",
                                               "0 wait EVENT_WAIT 210-360", "0 compute Add 360-1000"})));
        }
    }

    // Communication that kernels cover is not on the path, though it ends right before one of them begins.
    void coveredCommunication()
    {
        TinyRank rank(0);
        rank.step(1, base, 300 * us);
        rank.kernel("MatMul", base + 10 * us, 90 * us);
        rank.communication("hcom_allReduce__1_0_1", base + 20 * us, 80 * us);
        rank.kernel("Add", base + 101 * us, 199 * us);
        const Run run = makeRun({rank.finish()});
        QCOMPARE(partsOf(run, criticalPath(run)),
                 (texts({"0 idle  0-10", "0 compute MatMul 10-100", "0 idle  100-101", "0 compute Add 101-300"})));
    }

    // Stage 1 receives what stage 0 sends: the chain leads over the send to the kernel before it.
    void betweenStages()
    {
        const std::vector<std::shared_ptr<const RankData>> ranks = pipelineRanks(0, 1, base, 7'000'000);
        const Run run = makeRun(ranks);
        const CriticalPath path = criticalPath(run);
        addUp(path);
        QCOMPARE(path.steps.size(), size_t(1));
        QVERIFY(std::ranges::any_of(path.steps[0].parts, [](const PathPart &p) {
            return p.kind == PathKind::Communication && p.collective >= 0;
        }));
    }

    // Without traces there are the collectives: rank 1 comes last to the second one.
    void withoutTraces()
    {
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (int r = 0; r < 2; ++r) {
            TinyRank rank(r);
            rank.data.groups.push_back(world(2));
            const auto add = [&](int n, qint64 from, qint64 to) {
                rank.commOps.push_back(timedOp({.step = QStringLiteral("4"),
                                                .name = QStringLiteral("hcom_allReduce__271_%1_1").arg(n),
                                                .groupHash = groupHash(u"world"),
                                                .startUs = static_cast<double>(1'000'000 + from),
                                                .startText = QString::number(1'000'000 + from) + QStringLiteral(".0")},
                                               {.elapseMs = static_cast<double>(to - from) / 1000}));
            };
            add(0, 100, 200);
            add(1, r == 1 ? 480 : 300, 500);
            add(2, 600, 700);
            auto data = std::make_shared<RankData>(*rank.finish());
            data->trace.reset();
            ranks.push_back(data);
        }
        const Run run = makeRun(std::move(ranks));
        const CriticalPath path = criticalPath(run);
        addUp(path);
        QCOMPARE(path.remarks().size(), size_t(1));
        QVERIFY(path.byCollectives.isEmpty() && path.leftOut.isEmpty());
        QCOMPARE(path.steps.at(0).step, QStringLiteral("4"));
        QStringList parts;
        for (const PathPart &p : path.steps[0].parts)
            parts << QStringLiteral("%1 %2 %3")
                         .arg(p.rankIndex)
                         .arg(QLatin1String(pathKindKey(p.kind)))
                         .arg(p.range.length() / us);
        QCOMPARE(parts, (texts({"1 communication 100", "1 work 280", "0 communication 20", "0 work 100",
                                "0 communication 100"})));
    }

    // Rank 1 has no trace and no file of its collectives: nothing of it can be on the path.
    void whoIsLeftOut()
    {
        Run run = runOf(even(3, 2));
        QVERIFY(criticalPath(run).remarks().empty());
        auto bare = std::make_shared<RankData>(*run.ranks[1]);
        bare->trace.reset();
        run.ranks[1] = bare;
        const CriticalPath path = criticalPath(run);
        QCOMPARE(path.leftOut, QStringList(QStringLiteral("1")));
        QCOMPARE(path.remarks().size(), size_t(1));
        QVERIFY(path.remarks()[0].english().contains(QLatin1String("left out of the critical path (1)")));
    }

    void aRange()
    {
        const Run run = runOf(Works(2, std::vector<Work>(2)));
        const CriticalPath path = criticalPath(run, {{}, Interval{base + 100 * us, base + 500 * us}});
        addUp(path);
        QCOMPARE(partsOf(run, path), (texts({"0 compute MatMul 100-310", "0 compute Add 310-500"})));
    }

    void nothingToTell()
    {
        QVERIFY(criticalPath(Run()).steps.empty());
        const JobContext job;
        job.cancel();
        QVERIFY(criticalPath(runOf(even(2, 2)), {}, job).steps.empty());
    }
};

RS_TEST(TestCriticalPath, QCoreApplication);
#include "tst_criticalpath.moc"
