// SPDX-License-Identifier: Apache-2.0
#include "analysis/ranks/domains.h"
#include "analysis/ranks/parallelstrategy.h"
#include "generator/generator.h"
#include "importers/discovery/discovery.h"
#include "importers/run/runloader.h"
#include "support/cells.h"
#include "support/fixtures.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <set>

using namespace rs;
using namespace rs::test;

namespace {

using Groups = std::vector<std::vector<int>>;

QStringList sentences(const std::vector<Phrase> &phrases)
{
    QStringList out;
    for (const Phrase &p : phrases)
        out << p.english();
    return out;
}

Strategy strategy(StrategyOrder order, int tp, int cp, int dp, int pp, int ep = 1, int moeTp = 1)
{
    return {order, {tp, cp, dp, pp, ep, moeTp}};
}

// Every rank's coordinates as "tp cp dp pp ep".
QStringList coordinates(const Strategy &s)
{
    QStringList out;
    for (int rank = 0; const auto c = coordinatesOf(s, rank); ++rank)
        out << QStringLiteral("%1%2%3%4%5").arg(c->tp).arg(c->cp).arg(c->dp).arg(c->pp).arg(c->ep);
    return out;
}

std::shared_ptr<const Run> loaded(const QString &path)
{
    ThreadPool pool{2};
    ImportReport found;
    std::vector<Run> runs = discover({path}, JobContext(), found);
    return runs.empty() ? nullptr : loadRun(std::move(runs.front()), pool, JobContext());
}

Domain group(const char *name, std::vector<int> ranks)
{
    return {.pgName = QLatin1String(name), .ranks = std::move(ranks), .ranksKnown = true};
}

Run runOf(int ranks)
{
    std::vector<std::shared_ptr<const RankData>> out;
    for (int rank = 0; rank < ranks; ++rank) {
        auto data = std::make_shared<RankData>();
        data->info.rank = rank;
        out.push_back(data);
    }
    return makeRun(std::move(out));
}

} // namespace

class TestParallelStrategy : public QObject
{
    Q_OBJECT
private slots:
    // 16 ranks: rank = tp + 2 (cp + 2 (dp + 2 pp)).
    void megatronCountsTpCpDpPp()
    {
        const Strategy s = strategy(StrategyOrder::MegatronTpCpEpDpPp, 2, 2, 2, 2, 2);
        QCOMPARE(coordinates(s), QStringLiteral("00000 10000 01000 11000 00101 10101 01101 11101 "
                                                "00010 10010 01010 11010 00111 10111 01111 11111")
                                     .split(u' '));
        QCOMPARE(groupsOf(s, TokenTp), (Groups{{0, 1}, {2, 3}, {4, 5}, {6, 7}, {8, 9}, {10, 11}, {12, 13}, {14, 15}}));
        QCOMPARE(groupsOf(s, TokenCp), (Groups{{0, 2}, {1, 3}, {4, 6}, {5, 7}, {8, 10}, {9, 11}, {12, 14}, {13, 15}}));
        QCOMPARE(groupsOf(s, TokenDp), (Groups{{0, 4}, {1, 5}, {2, 6}, {3, 7}, {8, 12}, {9, 13}, {10, 14}, {11, 15}}));
        QCOMPARE(groupsOf(s, TokenPp), (Groups{{0, 8}, {1, 9}, {2, 10}, {3, 11}, {4, 12}, {5, 13}, {6, 14}, {7, 15}}));
        QCOMPARE(groupsOf(s, TokenDp | TokenCp),
                 (Groups{{0, 2, 4, 6}, {1, 3, 5, 7}, {8, 10, 12, 14}, {9, 11, 13, 15}}));
        QCOMPARE(groupsOf(s, TokenTp | TokenPp),
                 (Groups{{0, 1, 8, 9}, {2, 3, 10, 11}, {4, 5, 12, 13}, {6, 7, 14, 15}}));
        QCOMPARE(groupsOf(s, TokenEp), groupsOf(s, TokenDp)); // of two copies of the data, two experts
        // DP = 4 with EP = 2: experts on neighbours along dp, rank = dp.
        const Strategy two = strategy(StrategyOrder::MegatronTpCpEpDpPp, 1, 1, 4, 1, 2);
        QCOMPARE(groupsOf(two, TokenEp), (Groups{{0, 1}, {2, 3}}));
        QCOMPARE(coordinatesOf(two, 3)->ep, 1);
        QVERIFY(!coordinatesOf(two, 4));
        QVERIFY(!coordinatesOf(two, -1));
    }

    // 8 ranks: rank = tp + 2 (pp + 2 dp).
    void megatronMayCountPpBeforeDp()
    {
        const Strategy s = strategy(StrategyOrder::MegatronTpCpPpEpDp, 2, 1, 2, 2, 2);
        QCOMPARE(coordinates(s), QStringLiteral("00000 10000 00010 10010 00101 10101 00111 10111").split(u' '));
        QCOMPARE(groupsOf(s, TokenPp), (Groups{{0, 2}, {1, 3}, {4, 6}, {5, 7}}));
        QCOMPARE(groupsOf(s, TokenDp), (Groups{{0, 4}, {1, 5}, {2, 6}, {3, 7}}));
        QCOMPARE(groupsOf(s, TokenEp), (Groups{{0, 4}, {1, 5}, {2, 6}, {3, 7}}));
    }

    // Ranks of a stage: tp + 2 (cp + 2 dp); experts: tp + 2 (ep + 4 · 0).
    void mindSpeedSpreadsExpertsOverContexts()
    {
        const Strategy s = strategy(StrategyOrder::MindSpeed, 2, 2, 2, 1, 4);
        QCOMPARE(coordinates(s), QStringLiteral("00000 10000 01001 11001 00102 10102 01103 11103").split(u' '));
        QCOMPARE(groupsOf(s, TokenEp), (Groups{{0, 2, 4, 6}, {1, 3, 5, 7}}));
        QVERIFY(!violations(strategy(StrategyOrder::MegatronTpCpEpDpPp, 2, 2, 2, 1, 4)).empty());
    }

    // Experts: moe-tp + 2 (ep + 2 pp).
    void mindIeHasExpertsBesideTheRest()
    {
        const Strategy s = strategy(StrategyOrder::MindIe, 4, 1, 1, 2, 2, 2);
        QCOMPARE(coordinates(s), QStringLiteral("00000 10000 20001 30001 00010 10010 20011 30011").split(u' '));
        QCOMPARE(groupsOf(s, TokenEp), (Groups{{0, 2}, {1, 3}, {4, 6}, {5, 7}}));
        QCOMPARE(groupsOf(s, TokenPp), (Groups{{0, 4}, {1, 5}, {2, 6}, {3, 7}}));
    }

    // Rank = tp + 2 (pp + 2 dp); of EP = 4 two are along tp and two along dp.
    void vllmSpreadsExpertsOverTpAndDp()
    {
        const Strategy s = strategy(StrategyOrder::Vllm, 2, 1, 2, 2, 4);
        QCOMPARE(coordinates(s), QStringLiteral("00000 10001 00010 10011 00102 10103 00112 10113").split(u' '));
        QCOMPARE(groupsOf(s, TokenEp), (Groups{{0, 1, 4, 5}, {2, 3, 6, 7}}));
        // DP = 4: two sets of experts.
        QCOMPARE(groupsOf(strategy(StrategyOrder::Vllm, 2, 1, 4, 1, 4), TokenEp), (Groups{{0, 1, 2, 3}, {4, 5, 6, 7}}));
    }

    void constraintsAreSentences_data()
    {
        const Scenarios<Strategy, int, QStringList> table;
        const auto row = [&](const char *name, const Strategy &s, int world, const QStringList &expected) {
            table(name, s, world, expected);
        };
        using O = StrategyOrder;
        row("megatron", strategy(O::MegatronTpCpEpDpPp, 2, 1, 3, 2, 3), 12, {});
        row("megatron experts", strategy(O::MegatronTpCpPpEpDp, 2, 1, 3, 2, 2), 12,
            {QStringLiteral("DP = 3 is not a multiple of EP = 2.")});
        row("world", strategy(O::MegatronTpCpEpDpPp, 2, 1, 3, 2), 16,
            {QStringLiteral("TP × CP × DP × PP = 12 is not the world size, 16.")});
        row("mindspeed", strategy(O::MindSpeed, 1, 2, 3, 1, 4), -1,
            {QStringLiteral("DP × CP = 6 is not a multiple of EP = 4.")});
        row("mindie", strategy(O::MindIe, 4, 2, 2, 1, 2, 2), 16,
            {QStringLiteral("This order of ranks does not support CP, but CP = 2."),
             QStringLiteral("MoE-TP × EP = 4 is not TP × DP = 8.")});
        row("mindie dense", strategy(O::MindIe, 4, 1, 2, 1), 8, {});
        row("vllm", strategy(O::Vllm, 4, 1, 2, 1, 6), 8,
            {QStringLiteral("TP × DP = 8 is not a multiple of EP = 6."),
             QStringLiteral("EP = 6 is not a multiple of TP = 4.")});
        row("vllm dense", strategy(O::Vllm, 4, 1, 2, 1), 8, {});
        row("zero", strategy(O::Vllm, 0, 1, 2, -1), 8,
            {QStringLiteral("The size of TP is out of range."), QStringLiteral("The size of PP is out of range.")});
        row("huge", strategy(O::MindSpeed, 1'000'000, 1'000'000, 1'000'000, 1'000'000), 8,
            {QStringLiteral("TP × CP × DP × PP = 9223372036854775807 are more ranks than any run has.")});
    }

    void constraintsAreSentences()
    {
        const auto [s, world, expected] = scenario<Strategy, int, QStringList>();
        QCOMPARE(sentences(violations(s, world)), expected);
        if (world < 0 && !expected.isEmpty())
            QVERIFY(groupsOf(s, TokenTp).empty() && !coordinatesOf(s, 0));
    }

    void generatedRunsAgree_data()
    {
        const Scenarios<int, int, int, bool> row;
        row("tp and pp", 8, 2, 2, false);
        row("experts", 8, 2, 2, true);
        row("four stages", 8, 1, 4, false);
    }

    // Every group of the files is one of the strategy's, and the other way round.
    void generatedRunsAgree()
    {
        auto [ranks, tp, pp, experts] = scenario<int, int, int, bool>();
        QTemporaryDir dir;
        gen::GeneratorOptions o;
        o.outDir = dir.filePath(QStringLiteral("run"));
        o.ranks = ranks;
        o.tp = tp;
        o.pp = pp;
        o.experts = experts;
        o.steps = 1;
        o.mbPerRank = 0.2;
        QVERIFY(gen::generate(o).ok);
        const auto run = loaded(o.outDir);
        QVERIFY(run);
        const std::vector<Domain> all = domains(*run);
        KnownStrategy known = strategyOf(*run, all);
        QCOMPARE(sentences(known.problems), QStringList());
        QCOMPARE(known.source, StrategySource::Collected);
        QCOMPARE(cells(known.orderConfirmed, known.worldSize), cells(true, ranks));
        const int dp = ranks / tp / pp;
        QCOMPARE(known.strategy.sizes, (StrategySizes{tp, 1, dp, pp, experts ? dp : 1, 1}));
        for (const auto &[name, tokens] : {std::pair("tp", TokenTp), std::pair("dp", TokenDp), std::pair("pp", TokenPp),
                                           std::pair("exp", TokenEp)}) {
            std::set<std::vector<int>> told;
            for (const Domain &d : all) {
                if (d.pgName == QLatin1String(name))
                    told.insert(d.ranks);
            }
            std::set<std::vector<int>> made;
            for (const auto &ranksOf : groupsOf(known.strategy, tokens)) {
                if (ranksOf.size() > 1)
                    made.insert(ranksOf);
            }
            QCOMPARE(made, told);
        }
        // Without the stated sizes the groups tell the same.
        Run bare = *run;
        for (size_t i = 0; i < bare.ranks.size(); ++i) {
            changeRank(bare, i, [&](RankData &data) {
                data.info.distributedArgs.clear();
                bare.infos[i].distributedArgs.clear();
            });
        }
        const KnownStrategy again = strategyOf(bare, all);
        QCOMPARE(again.source, StrategySource::Inferred);
        QCOMPARE(again.strategy, known.strategy);
        QVERIFY(again.orderConfirmed && again.problems.empty());
    }

    void groupsAloneTellTheSizes()
    {
        const std::vector<Domain> groups = {group("tp", {0, 1}), group("pp", {0, 2})};
        const KnownStrategy known = strategyOf(runOf(8), groups);
        QCOMPARE(known.source, StrategySource::Inferred);
        // 8 ranks, two each: the rest are copies of the data; only the second order has pp beside tp.
        QCOMPARE(known.strategy, strategy(StrategyOrder::MegatronTpCpPpEpDp, 2, 1, 2, 2));
        QVERIFY(known.orderConfirmed);
    }

    void groupsThatSayOtherwise()
    {
        const std::vector<Domain> groups = {group("tp", {0, 4}), group("pp", {0, 1})};
        const KnownStrategy known = strategyOf(runOf(8), groups);
        QVERIFY(!known.orderConfirmed);
        QCOMPARE(sentences(known.problems),
                 QStringList(QStringLiteral("Communication domain tp:(0,4) of the files does not fit this strategy.")));
    }

    void statedSizes()
    {
        Run run = runOf(8);
        const auto state = [&run](size_t rank, const QMap<QString, qint64> &args) {
            changeRank(run, rank, [&](RankData &data) { data.info.distributedArgs = args; });
        };
        const QString tensor = QStringLiteral("tensor_model_parallel_size");
        const QString context = QStringLiteral("context_parallel_size");
        const QString data = QStringLiteral("data_parallel_size");
        const QString world = QStringLiteral("world_size");
        // Copies that count the ranks of a context, and copies that nobody states.
        state(0, {{tensor, 2}, {context, 2}, {data, 4}, {world, 8}});
        QCOMPARE(strategyOf(run, {}).strategy.sizes, (StrategySizes{2, 2, 2, 1, 1, 1}));
        state(0, {{tensor, 2}, {context, 2}, {world, 8}, {QStringLiteral("rank"), 0}});
        KnownStrategy known = strategyOf(run, {});
        QCOMPARE(known.strategy.sizes, (StrategySizes{2, 2, 2, 1, 1, 1}));
        QVERIFY(known.problems.empty() && !known.orderConfirmed);
        state(1, {{tensor, 2}, {context, 2}, {world, 8}, {QStringLiteral("rank"), 1}});
        QVERIFY(strategyOf(run, {}).problems.empty());
        state(3, {{tensor, 4}, {world, 8}});
        QCOMPARE(sentences(strategyOf(run, {}).problems),
                 QStringList(QStringLiteral("The sizes of rank 3 differ from those of rank 0, which are used.")));
        state(3, {});
        // A world of four, and eight ranks.
        state(1, {});
        state(0, {{tensor, 4}, {world, 4}});
        QCOMPARE(sentences(strategyOf(run, {}).problems),
                 QStringList(QStringLiteral("Rank 7 was found, but TP × CP × DP × PP = 4 does not include it.")));
    }

    void enteredSizes()
    {
        const Run run = runOf(8);
        const Strategy s = strategy(StrategyOrder::Vllm, 2, 1, 2, 2);
        KnownStrategy known = enteredStrategy(run, {}, s);
        QCOMPARE(known.source, StrategySource::Entered);
        QVERIFY(known.problems.empty() && !known.orderConfirmed);
        QVERIFY(enteredStrategy(run, {group("pp", {0, 2})}, s).orderConfirmed);
        known = enteredStrategy(run, {}, strategy(StrategyOrder::Vllm, 2, 1, 1, 2));
        QCOMPARE(known.problems.size(), size_t(1));
    }

    void nothingIsGuessed()
    {
        QCOMPARE(strategyOf(runOf(8), {}).source, StrategySource::Undefined);
        QCOMPARE(strategyOf(runOf(2), {group("default_group", {0, 1})}).source, StrategySource::Undefined);
        for (const char *name : {"real/pytorch_text_level2", "real/pytorch_text_level0"}) {
            const QString path = QStringLiteral(RANKSCOPE_SHARED_DATA) + u'/' + QLatin1String(name);
            if (!QDir(path).exists())
                QSKIP("the real runs are not here");
            const auto run = loaded(path);
            QVERIFY(run);
            const KnownStrategy known = strategyOf(*run, domains(*run));
            QCOMPARE(known.source, StrategySource::Undefined);
            QVERIFY(known.problems.empty());
        }
    }
};

RS_TEST(TestParallelStrategy, QCoreApplication);
#include "tst_parallelstrategy.moc"
