// SPDX-License-Identifier: Apache-2.0
// Cancelled in the middle, an analysis ends soon and gives nothing that could be taken for a result.
#include "analysis/communication/commmatrix.h"
#include "analysis/communication/mc2.h"
#include "analysis/communication/waitattribution.h"
#include "analysis/overview/timebreakdown.h"
#include "analysis/ranks/collectives.h"
#include "analysis/ranks/domains.h"
#include "analysis/recipes/reciperanks.h"
#include "analysis/time/stepwindows.h"
#include "support/allocations.h"
#include "support/fixtures.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QTest>

#include <functional>
#include <memory>
#include <string>

using namespace rs;
using namespace rs::test;

namespace {

constexpr qint64 us = 1000;
/// Calls `begin` when it has what it works on. True when it gave a result.
using Work = std::function<bool(const JobContext &job, const std::function<void()> &begin)>;

Work collectives(int n)
{
    TinyRank r;
    for (int i = 0; i < n; ++i) {
        const std::string name = "hcom_allReduce__" + std::to_string(i % 100) + '_' + std::to_string(i) + "_1";
        r.communication(name, i * 2 * us, us);
        CommOp op;
        op.name = QString::fromStdString(name);
        op.groupHash = QStringLiteral("7");
        r.commOps.push_back(op);
    }
    return [rank = r.finish()](const JobContext &job, const auto &begin) {
        begin();
        return !collectiveSequences(*rank, job).empty();
    };
}

Work fusedOperators(int n)
{
    TinyRank r;
    r.thread("3", "8", "Stream 8");
    for (int i = 0; i < n; ++i) {
        const std::string name = "Op" + std::to_string(i);
        r.slice("3", "7", name + "Aicpu", i * 4 * us, 2 * us, "AI_CPU");
        r.slice("3", "7", "SendTask 0", i * 4 * us, us, "AI_CPU");
        r.slice("3", "8", name, i * 4 * us, us, "MIX_AIC");
    }
    return [rank = r.finish()](const JobContext &job, const auto &begin) {
        begin();
        return !mc2Operators(*rank->trace, job).empty();
    };
}

Work windowsOfSteps(int n)
{
    TinyRank r;
    for (int i = 0; i < n; ++i) {
        r.step(i, i * 4 * us, 4 * us);
        r.kernel("k", (i * 4 + 2) * us, us);
        r.launch(i * 4 * us, (i * 4 + 2) * us);
    }
    return [rank = r.finish()](const JobContext &job, const auto &begin) {
        begin();
        return !stepWindows(*rank, job).empty();
    };
}

Work booksOfSteps(int n)
{
    TinyRank r(0, Framework::MindSpore);
    for (int i = 0; i < n; ++i) {
        r.step(i, i * 4 * us, 4 * us);
        r.kernel("k", (i * 4 + 2) * us, us);
        r.communication("hcom_allReduce__1_0_1", (i * 4 + 1) * us, us);
    }
    return [rank = r.finish()](const JobContext &job, const auto &begin) {
        begin();
        return !timeBreakdown(*rank, job).steps.empty();
    };
}

// A link in each domain, an operator in each group.
std::shared_ptr<const Run> talkingRun(int n)
{
    TinyRank r;
    for (int i = 0; i < n; ++i) {
        MatrixLink link;
        link.step = QStringLiteral("1");
        link.kind = QStringLiteral("allreduce");
        link.statistic = QStringLiteral("total");
        link.key = QStringLiteral("allreduce-total");
        link.groupHash = QString::number(i);
        link.source = 3; // to itself: from that its index in the group is known
        link.destination = 3;
        r.links.push_back(link);
        CommOp op;
        op.step = link.step;
        op.name = QStringLiteral("hcom_allReduce__%1_0_1").arg(i);
        op.groupHash = link.groupHash;
        r.commOps.push_back(op);
    }
    return std::make_shared<const Run>(makeRun({r.finish()}));
}

Work domainsOfRun(int n)
{
    return [run = talkingRun(n)](const JobContext &job, const auto &begin) {
        begin();
        return !domains(*run, job).empty();
    };
}

// A link and an operator take several times what the elements above take.
Work cellsOfMatrix(int n)
{
    return [run = talkingRun(n / 2)](const JobContext &job, const auto &begin) {
        begin();
        return !matrixCells(*run, {}, job).empty();
    };
}

Work communicationOfRun(int n)
{
    return [run = talkingRun(n / 2)](const JobContext &job, const auto &begin) {
        begin();
        return !communicationRows(*run, {}, job).empty();
    };
}

// Begins and ends on many lanes, and on one.
Work edgePairs(int n)
{
    return [n](const JobContext &job, const auto &begin) {
        TraceChunk chunk;
        const auto add = [&](const std::string &tid, bool begins, qint64 ts) {
            TraceChunk::Edge e;
            e.begin = begins;
            e.ts = ts;
            e.name = chunk.strings.intern("e");
            e.lane = chunk.lane("1", tid);
            chunk.edges.push_back(e);
        };
        for (int i = 0; i < n; ++i) {
            add(std::to_string(i), true, i);
            add(std::to_string(i), false, i + 1);
            add("0", true, -i);
        }
        ThreadPool pool(1);
        TraceBuilder builder;
        builder.addChunk(std::move(chunk));
        ImportReport report;
        begin();
        return builder.seal(pool, job, report) != nullptr;
    };
}

} // namespace

Work ledgerOfRun(int n)
{
    std::vector<std::shared_ptr<const RankData>> ranks;
    for (int rank = 0; rank < 2; ++rank) {
        TinyRank r(rank);
        for (int i = 0; i < n; ++i)
            r.communication("hcom_allReduce__271_" + std::to_string(i) + "_1", (i * 10 + rank) * us, (5 - rank) * us);
        ranks.push_back(r.finish());
    }
    return [run = std::make_shared<const Run>(makeRun(std::move(ranks)))](const JobContext &job, const auto &begin) {
        begin();
        return !waitAttribution(*run, {}, job).entries.empty();
    };
}

Work frequenciesOfRun(int n)
{
    TinyRank r;
    r.kernel("MatMul", 0, 10 * us);
    for (int i = 1; i <= n; ++i)
        r.frequency(i * us, i);
    return [run = std::make_shared<const Run>(makeRun({r.finish()}))](const JobContext &job, const auto &begin) {
        begin();
        return !rankFrequencies(*run, job).empty();
    };
}

using Prepare = std::function<Work(int)>;
Q_DECLARE_METATYPE(Prepare)

class TestCancel : public QObject
{
    Q_OBJECT
private slots:
    void cancelledAnywhereItEndsSoon_data()
    {
        const Scenarios<Prepare> row;
        row("collectives", Prepare(collectives));
        row("fused operators", Prepare(fusedOperators));
        row("windows of steps", Prepare(windowsOfSteps));
        row("books of steps", Prepare(booksOfSteps));
        row("domains", Prepare(domainsOfRun));
        row("matrix", Prepare(cellsOfMatrix));
        row("communication", Prepare(communicationOfRun));
        row("ledger", Prepare(ledgerOfRun));
        row("frequencies", Prepare(frequenciesOfRun));
        row("begin and end", Prepare(edgePairs));
    }

    // Allocations count the work after the call: each loop takes some for each of its elements.
    void cancelledAnywhereItEndsSoon()
    {
        const auto [prepare] = scenario<Prepare>();
        constexpr int n = 20'000;
        constexpr qint64 tries = 30;
        constexpr qint64 fewAfterwards = 6000; // of the elements that are handled between two looks at the job
        const Work work = prepare(n);
        QVERIFY(work(JobContext(), [] { Allocations::callAt(0, {}); }));
        const qint64 all = Allocations::count();
        QVERIFY2(all > 3 * fewAfterwards, qPrintable(QString::number(all)));
        for (qint64 i = 0; i < tries; ++i) {
            const qint64 at = 1 + all * i / tries;
            const JobContext job;
            const bool gave = work(job, [&] { Allocations::callAt(at, [&job] { job.cancel(); }); });
            const qint64 after = Allocations::count() - at;
            Allocations::stop();
            QVERIFY(job.isCanceled());
            QVERIFY2(!gave, qPrintable(QString::number(at)));
            QVERIFY2(after <= fewAfterwards,
                     qPrintable(QStringLiteral("%1 allocations after the %2. of %3").arg(after).arg(at).arg(all)));
        }
    }
};

RS_TEST(TestCancel, QCoreApplication);
#include "tst_cancel.moc"
