// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/commoperators.h"
#include "analysis/ranks/knownranks.h"
#include "support/describedgroup.h"
#include "support/cells.h"
#include "support/fixtures.h"
#include "support/testprogram.h"
#include "support/timedop.h"

#include <QTest>

#include <array>
#include <memory>
#include <string>

using namespace rs;
using namespace rs::test;

namespace {

constexpr qint64 us = 1000;
constexpr qint64 base = 1'700'000'000'000'000'000;

std::string reduce(int n)
{
    return "hcom_allReduce__271_" + std::to_string(n) + "_1";
}

/// Three collectives that end at 1000, 2000 and 3000 us on each of two ranks; the clock of the second is 5 ms ahead.
/// Rank 0 has one more operator, a broadcast in step 2 that nobody shares.
///
///            rank 0   rank 1   last   spread
///   starts      900      980      1       80
///              1900     1840      0       60
///              2960     2970      1       10
/// `times`: how many of the collectives there are.
Run twoRanks(size_t times = 3)
{
    constexpr std::array<std::array<qint64, 3>, 2> starts{{{900, 1900, 2960}, {980, 1840, 2970}}};
    return makeRun(2, [&](TinyRank &rank, int r) {
        const qint64 clock = base + r * 5'000 * us;
        rank.data.groups.push_back(describedGroup(QStringLiteral("world"), QStringLiteral("default_group"), {0, 1}));
        rank.thread("4", "world", "Group world Communication");
        for (size_t i = 0; i < times; ++i) {
            const qint64 from = starts[static_cast<size_t>(r)][i];
            const qint64 to = 1000 * static_cast<qint64>(i + 1);
            rank.slice("4", "world", reduce(static_cast<int>(i)), clock + from * us, (to - from) * us);
        }
        if (r == 0)
            rank.slice("4", "world", "hcom_broadcast__271_9_1", clock + 3100 * us, 10 * us);
        rank.step(1, clock + 800 * us, 700 * us);
        rank.step(2, clock + 1500 * us, 2000 * us);
    });
}

/// The times of an entry's operators, each on its own clock.
std::vector<Interval> ownTimes(const CommOperators &rows, quint32 entry)
{
    std::vector<Interval> out;
    const MatchedCollective &m = rows.attribution.collectives.all[rows.attribution.entries[entry].collective];
    for (quint32 e = m.first; e < m.last; ++e)
        out.push_back({rows.attribution.collectives.ends[e].startNs, rows.attribution.collectives.ends[e].endNs});
    return out;
}

} // namespace

class TestCommOperators : public QObject
{
    Q_OBJECT
private slots:
    void everyOperatorStandsInTheRowOfItsRank()
    {
        const Run run = twoRanks();
        const CommOperators rows = commOperators(run);
        QCOMPARE(rows.rows.size(), size_t{2});
        QCOMPARE(rows.rows[0].operators.size(), size_t{4});
        QCOMPARE(rows.rows[1].operators.size(), size_t{3});
        QCOMPARE(cells(rows.rows[0].source, rows.kinds), cells(OperatorSource::Trace, "allreduce,broadcast"));
        const RankOperator &first = rows.rows[1].operators.front();
        QCOMPARE(cells(first.time.from, first.time.length()), cells(base + 5'980 * us, 20 * us));
        QCOMPARE(rows.names[first.name], QString::fromStdString(reduce(0)));
        QCOMPARE(first.entry, rows.rows[0].operators.front().entry);
        QCOMPARE(rows.attribution.entries[first.entry].lastRank, 1);
        QCOMPARE(rows.attribution.entries[first.entry].spreadNs, 80 * us);
        const RankOperator &alone = rows.rows[0].operators.back();
        QCOMPARE(alone.entry, RankOperator::none);
        QCOMPARE(rows.kinds[alone.kind], QStringLiteral("broadcast"));
        QCOMPARE(rows.rows[0].steps.size(), size_t{2});
    }

    // One collective ties no clocks: it has a partner, but who waited for whom is not known.
    void whereClocksAreNotAlignedWaitsAreUnknown()
    {
        const CommOperators apart = commOperators(twoRanks(1));
        QCOMPARE(apart.attribution.collectives.none, MatchLack::NoClocks);
        for (const RankOperators &row : apart.rows) {
            for (const RankOperator &op : row.operators) {
                QCOMPARE(op.entry, RankOperator::none);
                QVERIFY(op.unaligned);
            }
        }
        // A broadcast that no other rank has is alone on aligned clocks.
        const CommOperators aligned = commOperators(twoRanks());
        for (const RankOperators &row : aligned.rows) {
            for (const RankOperator &op : row.operators)
                QVERIFY(!op.unaligned);
        }
    }

    void aSliceLeadsToItsOperator()
    {
        const CommOperators rows = commOperators(twoRanks());
        const RankOperators &row = rows.rows[0];
        QCOMPARE(row.bySlice.size(), size_t{4});
        for (size_t i = 0; i < row.operators.size(); ++i)
            QCOMPARE(row.operatorOf(row.operators[i].slice), static_cast<int>(i));
        QCOMPARE(cells(row.operatorOf(SliceId{100'000}), row.operatorOf(NoSlice)), cells(-1, -1));
    }

    void aStepHasItsMeetingsAndWhatStartsInIt()
    {
        const Run run = twoRanks();
        AttributionQuery query{.step = QStringLiteral("1")};
        CommOperators rows = commOperators(run, query);
        QCOMPARE(rows.rows[0].operators.size(), size_t{1});
        QCOMPARE(rows.rows[1].operators.size(), size_t{1});
        query.domain = QStringLiteral("no such domain");
        QVERIFY(commOperators(run, query).isEmpty());
    }

    void wholeRowsMoveToTheLastTailOrHead()
    {
        const Run run = twoRanks();
        const CommOperators rows = commOperators(run);
        const quint32 entry = rows.rows[0].operators[1].entry; // 1900-2000, and 6840-7000 on the other clock
        const std::vector<Interval> times = ownTimes(rows, entry);
        QCOMPARE(alignmentShifts(rows, entry, OperatorAlignment::Recorded, times), (std::vector<qint64>{0, 0}));
        QCOMPARE(alignmentShifts(rows, entry, OperatorAlignment::Tails, times), (std::vector<qint64>{5'000 * us, 0}));
        QCOMPARE(alignmentShifts(rows, entry, OperatorAlignment::Heads, times), (std::vector<qint64>{4'940 * us, 0}));
        QCOMPARE(alignmentShifts(rows, RankOperator::none, OperatorAlignment::Tails, times),
                 (std::vector<qint64>{0, 0}));
    }

    void ranksWithoutATraceHaveTheTimesOfTheFile()
    {
        auto listed = std::make_shared<RankData>();
        listed->info.rank = 0;
        listed->info.label = QStringLiteral("0");
        CommOp op = timedOp({.step = QStringLiteral("4"),
                             .name = QStringLiteral("hcom_allReduce__271_0_1"),
                             .groupHash = groupHash(u"world"),
                             .startUs = 500,
                             .startText = QStringLiteral("500.0")},
                            {.elapseMs = 0.25});
        listed->commOps = CommOps({op});
        Run run = makeRun({listed, listed});
        run.ranks[1] = nullptr;
        CommOperators rows = commOperators(run);
        QCOMPARE(rows.rows[0].source, OperatorSource::File);
        QCOMPARE(rows.rows[0].operators.front().time, (Interval{500 * us, 750 * us}));
        QCOMPARE(rows.rows[1].source, OperatorSource::NotLoaded);
        QVERIFY(!rows.rows[0].operators.front().untraced);
        // Beside ranks with traces nobody meets it.
        Run mixed = twoRanks();
        mixed.ranks[1] = listed;
        rows = commOperators(mixed);
        QCOMPARE(rows.rows[1].source, OperatorSource::File);
        QVERIFY(rows.rows[1].operators.front().untraced && !rows.rows[1].operators.front().unaligned);
        QVERIFY(!rows.rows[0].operators.front().untraced);
        // Who is in a domain with it waits for nobody knows how long.
        QVERIFY(rows.rows[0].operators.front().partnerUntraced && !rows.rows[1].operators.front().partnerUntraced);
        const CommOperators whole = commOperators(twoRanks());
        for (const RankOperator &o : whole.rows[0].operators)
            QVERIFY(!o.partnerUntraced);
        AttributionQuery query{.step = QStringLiteral("5")};
        rows = commOperators(run, query);
        QVERIFY(rows.isEmpty());
    }

    // The file of a cluster analysis is all there is; rank 3 comes last each time, by 20 us.
    void ranksOfAClusterAnalysisHaveTheTimesOfItsFile()
    {
        Run run;
        std::vector<CommOp> ops;
        for (const int number : {2, 3}) {
            for (int i = 1; i < 4; ++i) {
                CommOp op{.step = QString::number(i),
                          .name = QString::fromStdString(reduce(i)),
                          .groupHash = groupHash(u"world"),
                          .rank = number,
                          .startUs = 1000. * i - (number == 2 ? 100 : 80)};
                op.startText = QString::number(*op.startUs, 'f', 1);
                op.elapseMs = number == 2 ? 0.1 : 0.08;
                ops.push_back(op);
            }
        }
        run.cluster.commOps = CommOps(ops);
        const auto known = withClusterRanks(std::make_shared<const Run>(run));
        const CommOperators rows = commOperators(*known);
        QCOMPARE(rows.rows.size(), size_t{2});
        QCOMPARE(rows.rows[0].source, OperatorSource::Cluster);
        QCOMPARE(rows.rows[0].operators.size(), size_t{3});
        const RankOperator &op = rows.rows[1].operators[1];
        QCOMPARE(op.time, (Interval{1'920 * us, 2'000 * us}));
        QCOMPARE(cells(rows.names[op.name], rows.attribution.entries[op.entry].lastRank,
                       rows.attribution.entries[op.entry].spreadNs),
                 cells(QString::fromStdString(reduce(2)), 1, 20 * us));
        AttributionQuery query{.step = QStringLiteral("3")};
        QCOMPARE(commOperators(*known, query).rows[0].operators.size(), size_t{1});
        // One operator alone ties no clocks, and is there all the same.
        run.cluster.commOps = CommOps({ops[0], ops[3]});
        const CommOperators few = commOperators(*withClusterRanks(std::make_shared<const Run>(run)));
        QCOMPARE(few.rows[1].operators.size(), size_t{1});
        QCOMPARE(few.rows[1].operators.front().entry, RankOperator::none);
    }
};

RS_TEST(TestCommOperators, QCoreApplication);
#include "tst_commoperators.moc"
