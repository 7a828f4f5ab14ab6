// SPDX-License-Identifier: Apache-2.0
// Experts of a mixture of experts, worked by hand: whose are they, who has most, what an even spread would gain.
#include "analysis/diagnosis/expertsentences.h"
#include "analysis/parallel/expertload.h"
#include "diagnosedrun.h"
#include "support/says.h"
#include "support/cells.h"
#include "support/fixtures.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QTest>

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

using namespace rs;
using namespace rs::test;

namespace {

GroupInfo namedGroup(const char *name, const char *hash, std::vector<int> ranks)
{
    return {.hash = QString::fromLatin1(hash), .pgName = QString::fromLatin1(name), .globalRanks = std::move(ranks)};
}

CommOp exchange(const char *step, const char *name, const char *hash, double mb)
{
    CommOp op{
        .step = QString::fromLatin1(step), .name = QString::fromLatin1(name), .groupHash = QString::fromLatin1(hash)};
    TransportInfo hccs{.transport = QStringLiteral("HCCS"), .sizeMb = mb};
    TransportInfo sdma = hccs;
    sdma.transport = QStringLiteral("SDMA");
    op.transports = {sdma, hccs};
    return op;
}

struct Call
{
    const char *shapes;
    qint64 durationNs;
};

std::shared_ptr<const RankData> expertRank(int number, const std::vector<Call> &calls, const char *group = "exp",
                                           const std::vector<CommOp> &ops = {}, std::vector<int> ranks = {0, 1})
{
    TinyRank r(number);
    r.data.groups.push_back(namedGroup(group, "11", std::move(ranks)));
    qint64 at = 0;
    for (const Call &c : calls) {
        r.kernelRow("aclnnGroupedMatmul_" + std::to_string(at), "GroupedMatmul", "AI_CORE", c.shapes, at, c.durationNs);
        at += 1000;
    }
    r.kernelRow("MatMul_1", "MatMul", "AI_CORE", "900,2;2,2;1", at, 500);
    r.commOps = ops;
    return r.finish();
}

constexpr const char *weights = ";8,128,64;8";

std::string tokens(int n)
{
    return std::to_string(n) + ",128" + weights;
}

ExpertRank loaded(int index, std::optional<qint64> tokens, std::optional<qint64> workNs, std::optional<double> mb)
{
    return {.rankIndex = index, .tokens = tokens, .workNs = workNs, .exchangedMb = mb};
}

// Three steps; `tokensOf` a rank in a step, its GroupedMatmul 10 us a token.
template <typename Tokens>
Run runOfExperts(const Works &works, const Tokens &tokensOf)
{
    const Run whole = runOf(works);
    std::vector<std::shared_ptr<const RankData>> ranks;
    std::vector<int> domain(whole.ranks.size());
    std::iota(domain.begin(), domain.end(), 0);
    for (size_t r = 0; r < whole.ranks.size(); ++r) {
        std::vector<Call> calls;
        std::vector<std::string> shapes;
        for (size_t s = 0; s < works[r].size(); ++s)
            shapes.push_back(tokens(tokensOf(r, s)));
        for (size_t s = 0; s < works[r].size(); ++s)
            calls.push_back({shapes[s].c_str(), 10'000 * tokensOf(r, s)});
        const auto own = expertRank(static_cast<int>(r), calls, "exp", {}, domain);
        auto joined = std::make_shared<RankData>(*whole.ranks[r]);
        joined->kernels = own->kernels;
        joined->groups.push_back(own->groups.front());
        ranks.push_back(joined);
    }
    return makeRun(std::move(ranks));
}

} // namespace

class TestExpertLoad : public QObject
{
    Q_OBJECT

private slots:
    // Calls of 100 and 300 ns, and of 200 and 200: the longest are 200 and 300, so that either rank waits 100.
    void costByHand()
    {
        const std::string t10 = tokens(10);
        const std::string t30 = tokens(30);
        const std::string t20 = tokens(20);
        const Run run = makeRun({expertRank(0, {{t10.c_str(), 100}, {t30.c_str(), 300}}),
                                 expertRank(1, {{t20.c_str(), 200}, {t20.c_str(), 200}})});
        const auto loads = expertLoads(run, {});
        QCOMPARE(loads.size(), size_t{1});
        QCOMPARE(loads[0].ranks, std::vector<int>({0, 1}));
        QCOMPARE(loads[0].members.size(), size_t{2});
        QCOMPARE(cells(*loads[0].members[0].tokens, *loads[0].members[1].tokens, *loads[0].members[0].workNs,
                       *loads[0].members[0].waitNs, *loads[0].members[1].waitNs, *loads[0].costNs, loads[0].measure,
                       loads[0].factor, loads[0].lackOf(loads[0].members[0])),
                 cells(40, 40, 400, 100, 100, 100, ExpertMeasure::Tokens, 1.0, ExpertLack::None));
        const auto alone = expertLoads(makeRun({expertRank(0, {{t10.c_str(), 100}})}), {});
        QCOMPARE(alone[0].lackOf(alone[0].members[0]), ExpertLack::Alone);
    }

    // A call of as many tokens takes 100 ns longer on the second device: the other waits, and no other spread would
    // help. Of the next one with 10 and 30 tokens it waits 200.
    void aSlowDeviceIsNoCostOfTheSpread()
    {
        const std::string t10 = tokens(10);
        const std::string t30 = tokens(30);
        const Run run = makeRun({expertRank(0, {{t10.c_str(), 100}, {t10.c_str(), 100}}),
                                 expertRank(1, {{t10.c_str(), 200}, {t30.c_str(), 300}})});
        const auto loads = expertLoads(run, {});
        QCOMPARE(cells(*loads[0].members[0].waitNs, *loads[0].members[1].waitNs, *loads[0].costNs), cells(300, 0, 100));
    }

    void otherCallsHaveNoCost()
    {
        const std::string t = tokens(10);
        const Run run =
            makeRun({expertRank(0, {{t.c_str(), 100}, {t.c_str(), 300}}), expertRank(1, {{t.c_str(), 200}})});
        const auto loads = expertLoads(run, {});
        QVERIFY(!loads[0].costNs && !loads[0].members[0].waitNs);
        QCOMPARE(cells(loads[0].most, loads[0].factor, loads[0].lackOf(loads[0].members[0])),
                 cells(0, 20 / 15.0, ExpertLack::UnlikeCalls));
    }

    void withoutShapesTheTimeCounts()
    {
        const auto loads = expertLoads(makeRun({expertRank(0, {{"", 100}}), expertRank(1, {{"N/A", 300}})}), {});
        QCOMPARE(cells(loads[0].measure, loads[0].most, loads[0].factor), cells(ExpertMeasure::Work, 1, 1.5));
        QCOMPARE(*loads[0].costNs, 100); // 200 and 0
        QCOMPARE(loads[0].lackOf(loads[0].members[0]), ExpertLack::NoShapes);
    }

    // Exchanges of the domain that alltoallv names, and of one step alone.
    void exchangesAlone()
    {
        const auto rank = [](int number, double mb) {
            return expertRank(number, {}, "dp",
                              {exchange("1", "hcom_alltoallv__11_0_1", "11", mb),
                               exchange("2", "hcom_alltoallvc__11_1_1", "11", 7),
                               exchange("1", "hcom_alltoall__11_2_1", "11", 1000)});
        };
        const Run run = makeRun({rank(0, 10), rank(1, 30)});
        const auto loads = expertLoads(run, QStringLiteral("1"));
        QCOMPARE(loads.size(), size_t{1});
        QCOMPARE(cells(loads[0].measure, *loads[0].members[1].exchangedMb, loads[0].factor),
                 cells(ExpertMeasure::Exchanged, 30.0, 1.5));
        QVERIFY(!loads[0].costNs && !loads[0].members[0].tokens && !loads[0].members[0].workNs);
        QCOMPARE(*expertLoads(run, {})[0].members[0].exchangedMb, 17.0);
        QCOMPARE(loads[0].lackOf(loads[0].members[0]), ExpertLack::NoGrouped);
        Run bare = run;
        auto first = std::make_shared<RankData>(*run.ranks[0]);
        first->kernels = {};
        bare.ranks[0] = first;
        const auto without = expertLoads(bare, {});
        QCOMPARE(without[0].lackOf(without[0].members[0]), ExpertLack::NoKernels);
    }

    // Each rank has 100 tokens. The expert of rank 1 gets 75 of both, that of rank 0 the other 25: rank 0 sends 75
    // there and 25 back, rank 1 sends 25 there and 75 back.
    void whatTwoRanksExchangeTellsNothing()
    {
        const auto rank = [](int number, double there, double back, std::vector<int> domain = {0, 1}) {
            return expertRank(number, {}, "exp",
                              {exchange("1", "hcom_alltoallv__11_0_1", "11", there),
                               exchange("1", "hcom_alltoallv__11_1_1", "11", back)},
                              std::move(domain));
        };
        const auto two = expertLoads(makeRun({rank(0, 75, 25), rank(1, 25, 75)}), {});
        QCOMPARE(two.size(), size_t{1});
        QCOMPARE(cells(two[0].measure, two[0].most), cells(ExpertMeasure::None, -1));
        QVERIFY(!two[0].mean() && !two[0].costNs);
        QCOMPARE(*two[0].members[1].exchangedMb, 100.0);
        // Three experts get 150, 75 and 75 tokens, 50, 25 and 25 of each rank: 50 + 100, 75 + 50 and 75 + 50.
        const std::vector<int> domain{0, 1, 2};
        const auto three =
            expertLoads(makeRun({rank(0, 50, 100, domain), rank(1, 75, 50, domain), rank(2, 75, 50, domain)}), {});
        QCOMPARE(cells(three[0].measure, three[0].most, three[0].factor),
                 cells(ExpertMeasure::Exchanged, 0, 150 / (400 / 3.0)));
    }

    void whatIsSaidOfADomain_data()
    {
        // costNs: -1: none
        const Scenarios<int, double, qint64, QStringList> table;
        const QString wait =
            QStringLiteral("For the longest of each GroupedMatmul a rank waits 1.50 ms on average, which an even "
                           "spread would save in GroupedMatmul alone.");
        const auto row = [&](const char *name, ExpertMeasure measure, double factor, qint64 costNs,
                             const QStringList &said) { table(name, static_cast<int>(measure), factor, costNs, said); };
        row("tokens", ExpertMeasure::Tokens, 1.5, 1'500'000,
            {QStringLiteral(
                 "The experts of ranks 4, 5 are unevenly loaded: those of rank five work on 1.50 times the mean "
                 "of the tokens."),
             wait});
        row("the least that counts", ExpertMeasure::Tokens, 1.05, -1,
            {QStringLiteral(
                "The experts of ranks 4, 5 are unevenly loaded: those of rank five work on 1.05 times the mean "
                "of the tokens.")});
        // Uneven in each step, and yet not over all.
        row("even tokens", ExpertMeasure::Tokens, 1.04, 1'500'000,
            {QStringLiteral(
                 "The experts of ranks 4, 5 are evenly loaded: none work on more than 1.04 times the mean of the "
                 "tokens."),
             wait});
        row("tokens alike", ExpertMeasure::Tokens, 1, 0,
            {QStringLiteral("The experts of ranks 4, 5 are evenly loaded: all work on as many tokens.")});
        row("time", ExpertMeasure::Work, 1.5, 1'500'000,
            {QStringLiteral(
                 "The experts of ranks 4, 5 are unevenly loaded: GroupedMatmul of rank five take 1.50 times the "
                 "mean."),
             wait});
        row("even time", ExpertMeasure::Work, 1, -1,
            {QStringLiteral("The experts of ranks 4, 5 are evenly loaded: GroupedMatmul of no rank take more than 1.00 "
                            "times the mean.")});
        row("exchanged", ExpertMeasure::Exchanged, 1.5, -1,
            {QStringLiteral(
                "The experts of ranks 4, 5 may be unevenly loaded: in alltoallv rank five moves 1.50 times the "
                "mean.")});
        row("evenly exchanged", ExpertMeasure::Exchanged, 1, -1,
            {QStringLiteral("The experts of ranks 4, 5 may be evenly loaded: in alltoallv no rank moves more than 1.00 "
                            "times the mean.")});
        row("nothing", ExpertMeasure::None, 1, -1,
            {QStringLiteral(
                "The load of the experts of ranks 4, 5 is unknown: too little is known of these ranks to compare "
                "them.")});
    }

    void whatIsSaidOfADomain()
    {
        auto [measure, factor, costNs, said] = scenario<int, double, qint64, QStringList>();
        ExpertLoad load{.ranks = {4, 5},
                        .members = {loaded(0, 10, 100, 20.0), loaded(1, 30, 500, 40.0)},
                        .measure = static_cast<ExpertMeasure>(measure)};
        load.most = load.measure == ExpertMeasure::None ? -1 : 1;
        load.factor = factor;
        if (costNs >= 0)
            load.costNs = costNs;
        QStringList out;
        for (const Phrase &p : expertSentences(load, QStringLiteral("five")))
            out << p.english();
        QCOMPARE(out, said);
        QCOMPARE(cells(load.meanOf(ExpertMeasure::Tokens), load.meanOf(ExpertMeasure::Work),
                       load.meanOf(ExpertMeasure::Exchanged)),
                 cells(20.0, 300.0, 30.0));
    }

    void whoStandsOutByWhat()
    {
        ExpertLoad load{.members = {loaded(0, 10, 104, {}), loaded(1, 30, 96, {}), loaded(2, 20, {}, {})}};
        QCOMPARE(load.standingOut(ExpertMeasure::Tokens), 1);
        QCOMPARE(load.standingOut(ExpertMeasure::Work), -1); // 1.04 times the mean
        load.members[0].workNs = 106;
        load.members[1].workNs = 94;
        QCOMPARE(load.standingOut(ExpertMeasure::Work), 0);
        QCOMPARE(load.standingOut(ExpertMeasure::Exchanged), -1);
        load.members.resize(1);
        QCOMPARE(load.standingOut(ExpertMeasure::Tokens), -1);
    }

    // The trace has no slice of the longest.
    void theLongestCallThatHasASlice()
    {
        const std::string t = tokens(10);
        RankData rank = *expertRank(0, {{t.c_str(), 100}, {t.c_str(), 300}, {t.c_str(), 200}, {t.c_str(), 900}});
        QCOMPARE(longestGrouped(rank, {}), NoSlice);
        const auto slice = [](quint32 id) { return static_cast<SliceId>(id); };
        rank.sliceOfKernel = {slice(7), slice(8), slice(9), NoSlice, slice(11)};
        QCOMPARE(longestGrouped(rank, {}), slice(8));
        rank.kernels = nullptr;
        QCOMPARE(longestGrouped(rank, {}), NoSlice);
    }

    void noExperts()
    {
        QVERIFY(expertLoads(makeRun({expertRank(0, {}), expertRank(1, {})}), {}).empty());
        const std::string t = tokens(10);
        QVERIFY(expertLoads(makeRun({expertRank(0, {{t.c_str(), 1}}, "tp"), expertRank(1, {{t.c_str(), 1}}, "tp")}), {})
                    .empty());
    }

    // Tokens 10 and 30 in each of three steps, 10 us each: 1.5 times the mean of 20. The first one waits 200 us a step,
    // half of that on average.
    void twoRanksAreJudgedByTheirTokens()
    {
        const Run run = runOfExperts(even(2, 3), [](size_t r, size_t) { return r == 1 ? 30 : 10; });
        QCOMPARE(*expertLoads(run, {})[0].costNs, 300'000);
        const Diagnosis d = diagnose(run);
        QVERIFY(d.problems.empty());
        QCOMPARE(d.observations.size(), size_t{1});
        QCOMPARE(cells(d.observations[0].rank, d.observations[0].costNs), cells(1, 300'000));
        QCOMPARE(d.observations[0].victims.size(), size_t{1});
        QCOMPARE(cells(d.observations[0].victims[0].rank, d.observations[0].victims[0].waitNs), cells(0, 600'000));
        QCOMPARE(d.observations[0].sentence.arguments.mid(0, 4),
                 QStringList(
                     {QStringLiteral("0, 1"), QStringLiteral("1"), QStringLiteral("1.50"), QStringLiteral("0.30 ms")}));
    }

    // Neither of two ranks is accused; that one has 30 tokens and the mean is 20 is told all the same.
    void ofTwoThatDifferTheTokensAreTold()
    {
        Works works = even(2, 3);
        prolong(works, {1}, 200);
        const auto toldOf = [&](int most) {
            const Diagnosis d = diagnose(runOfExperts(works, [most](size_t r, size_t) { return r == 1 ? most : 10; }));
            const Verdict *const compute = areaOf(d, DiagnosisKind::Compute);
            QStringList out;
            for (const Phrase &p : compute ? compute->details : std::vector<Phrase>()) {
                if (p.english().contains(QLatin1String("experts")))
                    out << p.english().section(u':', 0, 0);
            }
            return out;
        };
        QCOMPARE(toldOf(30),
                 QStringList(QStringLiteral("The experts of rank 1 work on 1.50 times the mean of the tokens of "
                                            "their domain (ranks 0, 1)")));
        QCOMPARE(toldOf(10), QStringList());
    }

    void aSlowRankIsToldItsTokens()
    {
        Works works = even(4, 3);
        prolong(works, {2}, 200);
        const Run run = runOfExperts(works, [](size_t r, size_t) { return r == 2 ? 30 : 10; });
        const Diagnosis d = diagnose(run);
        QCOMPARE(d.problems.size(), size_t{1});
        QCOMPARE(d.problems[0].rank, 2);
        QVERIFY(std::any_of(d.problems[0].details.begin(), d.problems[0].details.end(), [](const Phrase &p) {
            return p.arguments.value(0) == u"2.00" && p.arguments.value(1) == u"0, 1, 2, 3"; // 30 by the mean of 15
        }));
        QVERIFY(d.observations.empty());
    }

    // Neither of two ranks is accused; their experts may be why, and only GroupedMatmul would tell.
    void thatTokensAreNotKnownIsSaid()
    {
        Works works = even(2, 3);
        prolong(works, {1}, 200);
        const Run whole = runOf(works);
        const auto saysIt = [&](double mbOfOther) {
            std::vector<std::shared_ptr<const RankData>> ranks;
            for (int r = 0; r < 2; ++r) {
                const auto own =
                    expertRank(r, {}, "exp", {exchange("1", "hcom_alltoallv__11_0_1", "11", r == 0 ? 10 : mbOfOther)});
                auto joined = std::make_shared<RankData>(*whole.ranks[static_cast<size_t>(r)]);
                joined->commOps = own->commOps;
                joined->groups.push_back(own->groups.front());
                ranks.push_back(joined);
            }
            const Diagnosis d = diagnose(makeRun(std::move(ranks)));
            const Verdict *const compute = areaOf(d, DiagnosisKind::Compute);
            return compute && compute->state == DiagnosisState::Difference &&
                   std::any_of(compute->details.begin(), compute->details.end(), [](const Phrase &p) {
                       return p.english().startsWith(QLatin1String("Whether the experts of ranks 0, 1 have uneven"));
                   });
        };
        QVERIFY(saysIt(10));
        QVERIFY(!saysIt(20)); // what they move tells it
    }

    // Two collectives in each of three steps: before the first one all multiply 300 us, before the second one
    // GroupedMatmul of rank 2 take 500 us, those of the others 300. All wait for those 200 us; the multiplications hold
    // nobody up.
    void onlyWhatTakesLongerIsMended()
    {
        const Diagnosis d = diagnose(makeRun(4, [&](TinyRank &rank, int r) {
            rank.data.groups.push_back(world(4));
            rank.thread("4", "world", "Group world Communication");
            for (int s = 0; s < 3; ++s) {
                const qint64 from = base + s * stepUs * us;
                const qint64 expertUs = r == 2 ? 500 : 300;
                const std::string number = std::to_string(s);
                rank.step(s + 1, from, 860 * us);
                rank.kernel("MatMul" + number, from + 10 * us, 300 * us);
                rank.slice("4", "world", "hcom_allReduce__271_" + std::to_string(2 * s) + "_1", from + 310 * us,
                           20 * us);
                rank.kernel("Grouped" + number, from + 330 * us, expertUs * us);
                rank.slice("4", "world", "hcom_allReduce__271_" + std::to_string(2 * s + 1) + "_1",
                           from + (330 + expertUs) * us, (520 - expertUs) * us);
            }
        }));
        QCOMPARE(d.problems.size(), size_t{1});
        QCOMPARE(cells(d.problems[0].rank, d.problems[0].deviationNs, *d.problems[0].costNs),
                 cells(2, 600 * us, 600 * us));
    }

    // Another rank has most in each step: nobody is slow over all, and yet all wait.
    void unevenLayersAreANotice()
    {
        const Run run = runOfExperts(even(4, 3), [](size_t r, size_t s) { return r == s ? 34 : r == 3 ? 14 : 10; });
        const Diagnosis d = diagnose(run);
        QVERIFY(d.problems.empty());
        // Tokens 54, 54, 54 and 42. In each step three ranks wait 240, 240 and 200 us for 34 tokens; three times 680
        // by 4.
        QCOMPARE(cells(*expertLoads(run, {})[0].costNs, expertLoads(run, {})[0].factor), cells(510'000, 54 / 51.0));
        QCOMPARE(d.observations.size(), size_t{1});
        QCOMPARE(cells(d.observations[0].state, d.observations[0].evidence.front().table, d.observations[0].costNs),
                 cells(DiagnosisState::Notice, "moe.load", 510'000));
        QVERIFY(d.observations[0].victims.empty()); // nobody waits for one rank alone
        QCOMPARE(d.observations[0].sentence.arguments.value(3), QStringLiteral("0.51 ms"));
    }

    // In each of three steps MatMul of 300 us, and GroupedMatmul of 10 us a token: 10, 12, 20 and 10 of them. Rank 3
    // takes 1.34 times as long with both: 400, 420, 500 and 536 us, of which Dixon's Q of four sees none apart. MatMul
    // alone take 300, 300, 300 and 402.
    void aSlowRankAmongUnevenExpertsIsNamed()
    {
        const auto found = [](const std::vector<int> &tokensOf, qint64 percent) {
            return diagnose(makeRun(4, [&](TinyRank &rank, int r) {
                rank.data.groups.push_back(world(4));
                rank.data.groups.push_back(namedGroup("exp", "11", {0, 1, 2, 3}));
                rank.thread("4", "world", "Group world Communication");
                const int mine = tokensOf[static_cast<size_t>(r)];
                for (int s = 0; s < 3; ++s) {
                    const qint64 from = base + s * stepUs * us;
                    qint64 at = from + 10 * us;
                    const auto kernel = [&](const char *type, const std::string &shapes, qint64 usual) {
                        const qint64 ns = usual * us * (r == 3 ? percent : 100) / 100;
                        rank.kernel(type, at, ns);
                        rank.kernelRow(type, type, "AI_CORE", shapes, at, ns);
                        at += ns;
                    };
                    kernel("MatMul", "900,2;2,2;1", 300);
                    kernel("GroupedMatmul", tokens(mine), 10 * mine);
                    rank.step(s + 1, from, 576 * us);
                    rank.slice("4", "world", "hcom_allReduce__271_" + std::to_string(s) + "_1", at,
                               from + 566 * us - at);
                }
            }));
        };
        const Diagnosis d = found({10, 12, 20, 10}, 134);
        QCOMPARE(d.problems.size(), size_t{1});
        QCOMPARE(cells(d.problems[0].rank, d.problems[0].kind), cells(3, DiagnosisKind::Compute));
        QVERIFY(d.problems[0].steps.isEmpty());
        QVERIFY(ends(d.problems[0].details[0], "they take 34.0 % longer on it."));
        // Rank 2 has most tokens, for which the others wait 100, 80 and 66 us a step.
        QCOMPARE(d.observations.size(), size_t{1});
        QCOMPARE(cells(d.observations[0].rank, d.observations[0].costNs), cells(2, 184'500));
        QCOMPARE(d.observations[0].victims.size(), size_t{3});
        // 400, 480, 500 and 400 us with the same MatMul: with 14.5 tokens each all would take 445.
        const Diagnosis alike = found({10, 18, 20, 10}, 100);
        QCOMPARE(alike.problems.size(), size_t{1});
        QCOMPARE(cells(alike.problems[0].rank, alike.problems[0].kind), cells(2, DiagnosisKind::Compute));
        QCOMPARE(areaOf(alike, DiagnosisKind::Compute)->state, DiagnosisState::Problem);
    }

    void evenExpertsAreNone()
    {
        const Diagnosis d = diagnose(runOfExperts(even(4, 3), [](size_t, size_t) { return 10; }));
        QVERIFY(d.problems.empty() && d.observations.empty());
    }

    void aCancelledOneIsEmpty()
    {
        const JobContext job;
        job.cancel();
        const std::string t = tokens(10);
        const Run run = makeRun({expertRank(0, {{t.c_str(), 100}}), expertRank(1, {{t.c_str(), 100}})});
        QVERIFY(expertLoads(run, {}, job).empty());
    }
};

RS_TEST(TestExpertLoad, QCoreApplication);
#include "tst_expertload.moc"
