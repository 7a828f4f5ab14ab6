// SPDX-License-Identifier: Apache-2.0
// Timelines of MindSpore 1.x (ascend_timeline_display_*.json) in the Marey chart and as a graph, worked by hand and of
// a real run.
#include "analysis/parallel/legacytimeline.h"
#include "analysis/parallel/marey.h"
#include "analysis/parallel/strategygraph.h"
#include "importers/discovery/discovery.h"
#include "importers/foundruns.h"
#include "importers/run/runloader.h"
#include "support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <map>

using namespace rs;
using namespace rs::test;

namespace {

constexpr qint64 us = 1000;

void write(const QString &path, const QByteArray &text)
{
    QFile f(path);
    if (f.open(QIODevice::WriteOnly))
        f.write(text);
}

QByteArray event(const char *name, int pid, int tid, qint64 from, qint64 length)
{
    return QStringLiteral(R"({"name": "%1", "ph": "X", "pid": %2, "tid": %3, "ts": %4, "dur": %5})")
        .arg(QLatin1String(name))
        .arg(pid)
        .arg(tid)
        .arg(from)
        .arg(length)
        .toUtf8();
}

/// Two stages of two ranks. Clock of rank 1: 1 ms ahead, of ranks 2 and 3: 233 ms behind.
void writeRun(const QString &folder)
{
    const std::array<qint64, 4> clocks = {0, 1'000, -233'000, -233'000};
    for (int rank = 0; rank < 4; ++rank) {
        const int stage = rank / 2;
        const qint64 base = 1'000'000 + clocks[static_cast<size_t>(rank)];
        QList<QByteArray> events{event("1", rank, 100'000, base, 1000)};
        events << event("MatMul-op1", rank, 1, base + 10 + rank, 20 + rank * 10)
               << event("StreamSend-op9", rank, 1, base + 40, 1) << event("AtomicAddrClean-op8", rank, 1, base + 41, 1)
               << event("Late-op7", rank, 1, base + 2000, 10);
        for (int i = 0; i < 4; ++i) {
            const QByteArray name = "AllReduce-op" + QByteArray::number(stage * 100 + i);
            events << event(name.constData(), 10'000, 2, base + 100 + i * 100, 50);
        }
        // A send ends with its receive.
        for (int i = 0; i < 2; ++i) {
            const QByteArray forward = (stage == 0 ? "Send-op2" : "Receive-op3") + QByteArray::number(i);
            const QByteArray back = (stage == 0 ? "Receive-op4" : "Send-op5") + QByteArray::number(i);
            // The second Receive runs before its Send begins.
            const int early = stage == 1 && i == 1 ? 7 : 0;
            events << event(forward.constData(), 10'000, 2, base + 600 + i * 100 - early, 20 + early)
                   << event(back.constData(), 10'000, 2, base + 650 + i * 100, 20);
        }
        const QString number = QString::number(rank);
        write(folder + QStringLiteral("/ascend_timeline_display_%1.json").arg(number), "[" + events.join(", ") + "]");
        write(folder + QStringLiteral("/profiler_info_%1.json").arg(number),
              QStringLiteral(R"({"context_mode": "graph", "rank_id": "%1", "rank_size": 4, "stage_num": 2,
                  "parallel_mode": "semi_auto_parallel"})")
                  .arg(number)
                  .toUtf8());
        write(folder + QStringLiteral("/step_trace_raw_%1_detail_time.csv").arg(number),
              "step_num,start_point,end_point,total,fp_point,bp_point,iteration_interval,fp_and_bp,tail\n"
              "1,100,200,100,110,190,10,80,10\n");
    }
}

const MareyEntry *entryOf(const MareyChart &chart, const QString &name, int stage)
{
    const auto at = std::find_if(chart.entries.begin(), chart.entries.end(), [&](const MareyEntry &e) {
        return e.stage == stage && chart.names.text(StrId{e.name}) == name;
    });
    return at == chart.entries.end() ? nullptr : &*at;
}

} // namespace

class TestLegacyTimeline : public QObject
{
    Q_OBJECT
private slots:
    void kindsAreToldByNames()
    {
        QTemporaryDir dir;
        writeRun(dir.path());
        const auto run = loadedRun(dir.path());
        QVERIFY(run && run->ranks[0] && run->ranks[0]->trace);
        const Trace &trace = *run->ranks[0]->trace;
        std::map<QString, LegacyKind> kinds;
        for (quint32 i = 0; i < trace.slices().size(); ++i)
            kinds[trace.strings().text(trace.slices().name(SliceId{i}))] = legacyKind(trace, SliceId{i});
        QCOMPARE(kinds[QStringLiteral("1")], LegacyKind::None); // a step
        QCOMPARE(kinds[QStringLiteral("StreamSend-op9")], LegacyKind::None);
        QCOMPARE(kinds[QStringLiteral("MatMul-op1")], LegacyKind::Compute);
        QCOMPARE(kinds[QStringLiteral("AllReduce-op0")], LegacyKind::Collective);
        QCOMPARE(kinds[QStringLiteral("Send-op20")], LegacyKind::Send);
        QCOMPARE(kinds[QStringLiteral("Receive-op40")], LegacyKind::Receive);
    }

    void theOrderStandsInForTheGraph()
    {
        QTemporaryDir dir;
        writeRun(dir.path());
        const auto run = loadedRun(dir.path());
        QVERIFY(run);
        const StrategyGraph g = strategyGraph(*run, {{}, 3});
        QCOMPARE(g.source, GraphSource::Traces);
        QCOMPARE(g.step, QStringLiteral("1"));
        QCOMPARE(g.stages.size(), size_t(2));
        // The second ranks of both stages, as rank 3 is one.
        QCOMPARE(g.stages[0].ranks, std::vector<int>{1});
        QCOMPARE(g.stages[1].ranks, std::vector<int>{3});
        QStringList names;
        for (quint32 n = g.stages[0].first; n < g.stages[0].last; ++n)
            names << g.shortName(n);
        QCOMPARE(names.join(u' '),
                 QStringLiteral("MatMul-op1 AllReduce-op0 AllReduce-op1 AllReduce-op2 AllReduce-op3 Send-op20 "
                                "Receive-op40 Send-op21 Receive-op41"));
        QCOMPARE(g.text(0, &StrategyColumns::type), QStringLiteral("MatMul"));
        QCOMPARE(g.nodes[0].kind, GraphKind::Compute);
        QCOMPARE(g.nodes[0].durationNs, 30 * us);
        QVERIFY(g.nodes[0].slice != NoSlice);
        QCOMPARE(g.nodes[1].kind, GraphKind::Communication);
        QCOMPARE(g.pairs.size(), size_t(4));
        QCOMPARE(g.counts.unpaired, qint64(0));
        const quint32 second = 7; // Send-op21
        const GraphPair &pair = g.pairs[g.pairOf[second]];
        QCOMPARE(g.shortName(pair.receive), QStringLiteral("Receive-op31"));
        QCOMPARE(pair.waitNs, std::optional(7 * us));
        QCOMPARE(g.pairs[g.pairOf[second - 2]].waitNs, std::optional(qint64(0)));
        QVERIFY(strategyGraph(*run, {QStringLiteral("2"), -1}).nodes.empty());
    }

    void clocksOfStagesAreBroughtTogether()
    {
        QTemporaryDir dir;
        writeRun(dir.path());
        const auto run = loadedRun(dir.path());
        QVERIFY(run);
        const MareyChart chart = mareyChart(*run);
        QCOMPARE(chart.rows.size(), size_t(4));
        QCOMPARE(chart.stages.size(), size_t(2));
        QCOMPARE(chart.steps, QStringList(QStringLiteral("1")));
        for (int rank = 0; rank < 4; ++rank) {
            QVERIFY2(chart.isAligned(rank), qPrintable(QString::number(rank)));
            QCOMPARE(chart.rows[static_cast<size_t>(rank)].stage, rank / 2);
            // Without the waits of streams and the cleaning; the late one is of no step and drawn all the same.
            QCOMPARE(chart.rows[static_cast<size_t>(rank)].work.size(), size_t(2));
            QCOMPARE(chart.rows[static_cast<size_t>(rank)].communication.size(), size_t(8));
            QCOMPARE(chart.rows[static_cast<size_t>(rank)].work[0].time.from, (1'000'010 + rank) * us);
        }
        const MareyEntry *const product = entryOf(chart, QStringLiteral("MatMul-op1"), 1);
        QVERIFY(product);
        QCOMPARE(product->devices, 2U);
        QCOMPARE(product->spreadNs(), 10 * us); // 40 and 50
        const MareyChart step = mareyChart(*run, {QStringLiteral("1")});
        QCOMPARE(step.rows[0].work.size(), size_t(1));
    }

    // Numbers of the answer of the old program for the same files.
    void aRealRun()
    {
        const QString folder = QStringLiteral(RANKSCOPE_SHARED_DATA "/legacy/derived_marey_profiler/profiler");
        if (!QDir(folder).exists())
            QSKIP("the sample derived_marey_profiler is not here");
        const auto run = loadedRun(folder);
        QVERIFY(run);
        const MareyChart chart = mareyChart(*run, {QStringLiteral("1")});
        QCOMPARE(chart.rows.size(), size_t(4));
        QCOMPARE(chart.stages.size(), size_t(2));
        QCOMPARE(std::max_element(chart.entries.begin(), chart.entries.end(),
                                  [](const MareyEntry &a, const MareyEntry &b) {
                                      const auto spread = [](const MareyEntry &e) {
                                          return e.stage == 0 && e.devices > 1 && e.kind == MareyKind::Collective
                                                     ? e.spreadNs()
                                                     : -1;
                                      };
                                      return spread(a) < spread(b);
                                  })
                     ->longestNs,
                 qint64(70'080));
        qint64 shared = 0;
        for (const MareyEntry &e : chart.entries)
            shared += e.stage == 0 && e.devices == 2 ? 1 : 0;
        // 2,931 names are on both devices, of which 419 are waits of streams.
        QCOMPARE(shared, 2512);
        // Single operators lie far out.
        QVERIFY(chart.middle.length() * 2 < chart.whole.length());
        // The same operators as a graph: 2,314 and 201 of each device, with four transfers in each direction.
        const StrategyGraph graph = strategyGraph(*run);
        QCOMPARE(graph.stages.size(), size_t(2));
        QCOMPARE(graph.stages[0].last - graph.stages[0].first, quint32(2515));
        QCOMPARE(graph.pairs.size(), size_t(8));
        QCOMPARE(graph.counts.unpaired, qint64(0));
    }
};

RS_TEST(TestLegacyTimeline, QCoreApplication);
#include "tst_legacytimeline.moc"
