// SPDX-License-Identifier: Apache-2.0
// Whom the diagnosis holds against whom, and what it says where nobody is to blame.
#include "diagnosedrun.h"

#include "analysis/overview/timebreakdownrows.h"
#include "analysis/time/truncatedfiles.h"
#include "analysis/overview/timebreakdown.h"
#include "analysis/overview/overviewfigures.h"
#include "core/table/databasekinds.h"
#include "core/text/missingname.h"
#include "support/says.h"
#include "support/cells.h"
#include "support/testprogram.h"

#include <QTest>

#include <algorithm>
#include <cstdlib>
#include <set>

using namespace rs;
using namespace rs::test;

namespace {

// The run of `works`, of rank 5 of which a trace with the steps of `cut` is left, and a file of its five steps.
Run cutRun(const Works &works, const Works &cut)
{
    std::vector<std::shared_ptr<const RankData>> ranks = runOf(works).ranks;
    auto rank = std::make_shared<RankData>(*runOf(cut).ranks[5]);
    rank->report.add({Severity::Loss,
                      QStringLiteral("trace_view.json"),
                      {},
                      QStringLiteral("trace.truncated"),
                      QStringLiteral("cut"),
                      {}});
    for (size_t s = 0; s < works[5].size(); ++s) {
        rank->stepTrace.push_back(stepTimes(qint64(s) + 1, 5, static_cast<double>(works[5][s].computeUs), 20));
    }
    ranks[5] = rank;
    return makeRun(std::move(ranks));
}

Works slowRankFive(size_t steps)
{
    Works out = even(8, steps);
    for (Work &w : out[5])
        w.computeUs += 180;
    return out;
}

} // namespace

class TestDiagnosisPeers : public QObject
{
    Q_OBJECT
private slots:
    // The bars know the stages by these sizes, too: both are to hold the same ranks against each other.
    void stagesByTheSizesOfTheJob()
    {
        const Diagnosis d = diagnose(stagedRun(0));
        QVERIFY2(d.isFine(), d.isFine() ? "" : qPrintable(d.problems.front().sentence.english()));
        const Verdict *compute = areaOf(d, DiagnosisKind::Compute);
        QVERIFY(compute);
        QCOMPARE(compute->state, DiagnosisState::Fine);
        QVERIFY(compute->details.empty());
        // Traces alone do not tell whether operators of one name do the same.
        QCOMPARE(d.observations.size(), size_t(1));
        QCOMPARE(cells(d.observations.front().kind, d.observations.front().stage), cells(DiagnosisKind::Stage, 0));
        QVERIFY(d.observations.front().details.front().english().startsWith(QLatin1String("Whether it has more work")));
    }

    // step_trace_time.csv alone: two stages look like four slow ranks of eight.
    void halvesThatNoFileTellsApart()
    {
        const Diagnosis d = diagnose(
            runOfFiles(8, [](int r) { return stepTimes(5, r, (r < 4 ? 800 : 600) + r, r < 4 ? 100 : 300, 10, 5); }));
        QVERIFY2(d.isFine(), d.isFine() ? "" : qPrintable(d.problems.front().sentence.english()));
        const Verdict &compute = *areaOf(d, DiagnosisKind::Compute);
        QCOMPARE(compute.state, DiagnosisState::Difference);
        QVERIFY(begins(compute.sentence, "Ranks 0, 1, 2, 3 compute longer than the faster"));
        QVERIFY(compute.details.front().english().startsWith(QLatin1String("No file says which pipeline stage")));
    }

    // Whatever the user enters: the bars outline as above its peers only whom the strip accuses, and nobody of two
    // halves.
    void ownSizesOutlineWhomTheDiagnosisAccuses()
    {
        for (const int pp : {1, 2, 4}) {
            for (const bool slow : {false, true}) {
                Works works = even(8, 3);
                prolong(works, {0, 1, 2, 3}, 200);
                for (Work &w : works[6])
                    w.computeUs += slow ? 500 : 0;
                Run run = withSizes(runOf(works), 0);
                Strategy own;
                own.sizes.tp = 1;
                own.sizes.dp = 8 / pp;
                own.sizes.pp = pp;
                run.enteredStrategy = own;
                std::set<int> accused;
                for (const Verdict &v : diagnose(run).problems)
                    accused.insert(v.rank);
                const OverviewFacts facts = overviewFacts(run, {}, JobContext());
                std::vector<OverviewItem> items = overviewFigures(facts, {});
                comparePeers(items, StepMetric::Computing);
                std::set<int> outlined;
                for (const OverviewItem &item : items) {
                    if (item.outlier && item.offPeersNs().value_or(0) > 0)
                        outlined.insert(item.rankIndex);
                }
                // In four stages it has one peer alone.
                QCOMPARE(accused, slow && pp < 4 ? std::set<int>{6} : std::set<int>());
                QCOMPARE(outlined, accused);
            }
        }
    }

    void nobodyIsWaitedForInStagesThatAreNotKnown()
    {
        Works works = even(8, 3);
        prolong(works, {5}, 500);
        const Run whole = runOf(works);
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (const auto &rank : whole.ranks) {
            auto data = std::make_shared<RankData>(*rank);
            data->info.distributedArgs = {{QStringLiteral("tensor_model_parallel_size"), 4},
                                          {QStringLiteral("pipeline_model_parallel_size"), 3},
                                          {QStringLiteral("world_size"), 8}}; // 8 ranks are no 3 stages
            ranks.push_back(data);
        }
        const Diagnosis d = diagnose(makeRun(std::move(ranks)));
        QVERIFY(d.problems.empty());
        const Verdict *const v = areaOf(d, DiagnosisKind::Communication);
        QCOMPARE(cells(v->state, v->rank), cells(DiagnosisState::Notice, -1));
        QVERIFY(begins(v->details.front(), "Which ranks do the same work is not known: "));
    }

    void whoHasNoPeersIsNamed()
    {
        const Diagnosis d = diagnose(stagedRun(3));
        const Verdict *compute = areaOf(d, DiagnosisKind::Compute);
        QVERIFY(compute);
        QCOMPARE(compute->state, DiagnosisState::Fine);
        QVERIFY(compute->isPartial); // no tick stands there
        QVERIFY(begins(compute->details.front(), "Not checked, because they are not in this run: ranks "));
        QVERIFY(says(compute->details, "Not checked, because no other rank of their stage has this time: 3."));
    }

    // A green tick over eight ranks of which five were looked at says so.
    void whoseTimesAreMissingIsNamed()
    {
        const Run whole = runOf(even(8, 3));
        std::vector<std::shared_ptr<const RankData>> ranks = whole.ranks;
        for (const size_t r : {2U, 3U, 5U}) {
            changeRank(ranks, r, [&](RankData &bare) {
                bare.trace = nullptr;
                if (r == 3)
                    bare.report.add({Severity::Error,
                                     QStringLiteral("ascend_pytorch_profiler_3.db"),
                                     {},
                                     QStringLiteral("db.damaged"),
                                     QStringLiteral("read in part"),
                                     {}});
            });
        }
        const Diagnosis d = diagnose(makeRun(std::move(ranks)));
        for (const DiagnosisKind kind : {DiagnosisKind::Compute, DiagnosisKind::Scheduling}) {
            const Verdict *const area = areaOf(d, kind);
            QVERIFY(area);
            QCOMPARE(area->state, DiagnosisState::Fine);
            QCOMPARE(area->details.size(), size_t(2));
            QCOMPARE(cells(area->details.front().english(), area->details.back().english()),
                     cells(QStringLiteral("Not checked, because of damaged files: 3."),
                           "Not checked, because their files do not have this time for every step: 2, 5."));
        }
    }

    // Rank 5 is idle for 400 us more in each step. All have step_trace_time.csv, whose idle time is told of all,
    // however many traces are loaded: none, one, two, or all but one.
    void summariesOfAllAreHeldAgainstEachOther()
    {
        Works works = even(8, 3);
        prolong(works, {5}, 400, &Work::idleUs);
        const Run whole = runOf(works);
        for (const size_t traces : {0U, 1U, 2U, 7U}) {
            std::vector<std::shared_ptr<const RankData>> ranks = whole.ranks;
            for (size_t r = 0; r < ranks.size(); ++r) {
                changeRank(ranks, r, [&](RankData &rank) {
                    if (r >= traces)
                        rank.trace = nullptr;
                    for (int s = 1; s <= 3; ++s)
                        rank.stepTrace.push_back(r == 5 ? stepTimes(s, 5, 600, 20, 410)
                                                        : stepTimes(s, static_cast<int>(r), 600, 420));
                });
            }
            const Diagnosis d = diagnose(makeRun(std::move(ranks)));
            const QByteArray said = QByteArray::number(static_cast<int>(traces));
            for (const DiagnosisKind kind : {DiagnosisKind::Compute, DiagnosisKind::Scheduling}) {
                const Verdict *const area = areaOf(d, kind);
                QVERIFY2(area && area->state != DiagnosisState::Unknown && !area->isPartial, said.constData());
                QVERIFY2(lacks(area->details, "Not checked"), said.constData());
            }
            QVERIFY2(problemsOf(d) == QStringList{cells(DiagnosisKind::Scheduling, 5)},
                     said + ": " + problemsOf(d).join(u';').toUtf8());
            QCOMPARE(d.problems.front().deviationNs, 1200 * us);
        }
    }

    // The capture of rank 1 went on for one more step: the three that all have tell that rank 3 is slow.
    void aStepOfOneRankAloneHidesNobody()
    {
        Works works = even(8, 3);
        prolong(works, {3}, 300);
        std::vector<std::shared_ptr<const RankData>> ranks = runOf(works).ranks;
        for (std::vector<Work> &steps : works)
            steps.emplace_back();
        ranks[1] = runOf(works).ranks[1];
        const Diagnosis d = diagnose(makeRun(std::move(ranks)));
        QCOMPARE(d.problems.size(), size_t(1));
        QCOMPARE(cells(d.problems[0].kind, d.problems[0].rank), cells(DiagnosisKind::Compute, 3));
        for (const Verdict &area : d.areas)
            QVERIFY(lacks(area.details, "Not checked") && !area.isPartial);
    }

    // Idle between steps is in the file alone: the rank without one is not the least idle for that.
    void aRankWithoutItsFileIsNotTheLeastIdle()
    {
        const Run whole = runOf(even(8, 3));
        std::vector<std::shared_ptr<const RankData>> ranks = whole.ranks;
        for (size_t r = 0; r < ranks.size(); ++r) {
            if (r == 2)
                continue;
            changeRank(ranks, r, [&](RankData &filed) {
                for (int s = 1; s <= 3; ++s)
                    filed.stepTrace.push_back(stepTimes(s, static_cast<int>(r), 600, 20, 9000));
            });
        }
        const Diagnosis d = diagnose(makeRun(std::move(ranks)));
        const Verdict *const area = areaOf(d, DiagnosisKind::Scheduling);
        QVERIFY(area);
        QVERIFY2(area->deviationNs < 100 * us, qPrintable(area->sentence.english()));
    }

    // Rank 6 is slow, and ranks 0 to 3 wait for it through rank 0 alone, of which there is no trace.
    void aRankWithoutATraceDoesNotHideTheCost()
    {
        Works works = even(8, 3);
        prolong(works, {6}, 300);
        const Run whole = runOf(works);
        const Diagnosis all = diagnose(whole);
        QCOMPARE(all.problems.size(), size_t(1));
        const auto bare = std::make_shared<RankData>(*whole.ranks[0]);
        bare->trace = nullptr;
        for (int s = 1; s <= 3; ++s)
            bare->stepTrace.push_back(stepTimes(s, 0, 600, 320));
        std::vector<std::shared_ptr<const RankData>> ranks = whole.ranks;
        ranks[0] = bare;
        const Diagnosis some = diagnose(makeRun(std::move(ranks)));
        QCOMPARE(some.problems.size(), size_t(1));
        QCOMPARE(some.problems.front().rank, 6);
        const auto cost = static_cast<double>(*some.problems.front().costNs);
        QVERIFY2(cost > 0.9 * static_cast<double>(*all.problems.front().costNs), qPrintable(QString::number(cost)));
        // Seven traces are whole.
        QVERIFY(lacks(some.problems.front().details, "without traces of the ranks"));
    }

    // Rank 6 of ranks 4 to 7 computes 900 us instead of 600. They meet, then 4 meets 0, then 0 meets 1, 2 and 3:
    // without rank 0 nobody sees that these wait for rank 6, and the steps would end no earlier without what it does.
    void aMissingRankDoesNotHideTheCost()
    {
        const auto groupOf = [](const QString &name, std::vector<int> ranks) {
            return describedGroup(name, name, std::move(ranks));
        };
        const std::vector<GroupInfo> groups{world(8), groupOf(QStringLiteral("late"), {4, 5, 6, 7}),
                                            groupOf(QStringLiteral("pair"), {0, 4}),
                                            groupOf(QStringLiteral("early"), {0, 1, 2, 3})};
        const auto costOf = [&](const std::set<int> &missing) {
            Run run = makeRun(8, [&](TinyRank &rank, int r) {
                rank.data.groups = groups;
                for (const char *name : {"world", "late", "pair", "early"})
                    rank.thread("4", name, "Group " + std::string(name) + " Communication");
                for (int s = 0; s < 3; ++s) {
                    const qint64 from = base + s * stepUs * us;
                    const auto meet = [&](const char *name, int number, qint64 fromUs, qint64 toUs) {
                        rank.slice("4", name,
                                   "hcom_allReduce__" + std::to_string(number) + "_" + std::to_string(s) + "_1",
                                   from + fromUs * us, (toUs - fromUs) * us);
                    };
                    const qint64 computed = 40 + (r == 6 ? 900 : 600 + r);
                    rank.step(s + 1, from, 1010 * us);
                    meet("world", 271, 10, 12);
                    rank.kernel("MatMul", from + 40 * us, (computed - 40) * us);
                    if (r >= 4)
                        meet("late", 272, computed, 960);
                    if (r == 0 || r == 4)
                        meet("pair", 273, r == 0 ? computed : 960, 980);
                    if (r < 4)
                        meet("early", 274, r == 0 ? 980 : computed, 1000);
                }
            });
            std::erase_if(run.infos, [&](const RankInfo &info) { return missing.contains(info.rank); });
            std::erase_if(run.ranks, [&](const auto &rank) { return missing.contains(rank->info.rank); });
            const Diagnosis d = diagnose(run);
            return d.problems.size() == 1 ? d.problems.front() : Verdict();
        };
        // Rank 7, with 607 us the next slowest, is waited for then.
        const Verdict whole = costOf({});
        QVERIFY2(std::abs(*whole.costNs - 3 * 293 * us) <= 3 * 10 * us, qPrintable(QString::number(*whole.costNs)));
        QVERIFY(whole.certainty != Certainty::Low);
        const auto isCaveat = [](const Phrase &p) {
            return p.english().contains(QLatin1String("ranks are missing or have no whole trace (0)"));
        };
        QVERIFY(std::none_of(whole.details.begin(), whole.details.end(), isCaveat));
        const Verdict without = costOf({0});
        QVERIFY2(std::abs(*without.costNs - 3 * 293 * us) <= 3 * 10 * us, qPrintable(QString::number(*without.costNs)));
        QCOMPARE(without.certainty, Certainty::Low);
        QVERIFY(std::any_of(without.details.begin(), without.details.end(), isCaveat));
        // Through rank 3 nobody waits: the replay is whole enough.
        const Verdict third = costOf({3});
        QCOMPARE(third.costNs, whole.costNs);
        QVERIFY(third.certainty != Certainty::Low);
    }

    void aCutTraceDoesNotAcquitItsRank()
    {
        const Diagnosis d = diagnose(cutRun(slowRankFive(5), slowRankFive(3)));
        QCOMPARE(d.problems.size(), size_t(1));
        const Verdict &v = d.problems.front();
        QCOMPARE(v.rank, 5);
        QVERIFY(v.steps.isEmpty()); // all of them
        QVERIFY2(std::abs(*v.costNs - 5 * 180 * us) <= 5 * 10 * us, qPrintable(QString::number(*v.costNs)));
        QVERIFY(says(v.details, "judged by the columns of step_trace_time.csv, on rank 5."));
        // A whole trace says nothing of the kind.
        const Diagnosis whole = diagnose(runOf(slowRankFive(5)));
        QVERIFY(lacks(whole.problems.front().details, "step_trace_time.csv"));
    }

    // Step 3 keeps a kernel of 100 us.
    void stepsOfACutTraceAreThoseOfTheFile()
    {
        const Works works = slowRankFive(5);
        Works cut = slowRankFive(3);
        cut[5][2].computeUs = 100;
        const Run run = cutRun(works, cut);
        const std::vector<TimeBreakdownRow> rows = timeBreakdownRows(run, {{}, 5});
        QCOMPARE(rows.size(), size_t(5));
        for (size_t s = 0; s < rows.size(); ++s) {
            QCOMPARE(cells(rows[s].step, rows[s].fromTrace, rows[s].pureComputeNs, rows[s].window.has_value(),
                           rows[s].sumNs.has_value()),
                     cells(QString::number(s + 1), s < 2, works[5][s].computeUs * us, s < 2, s < 2));
        }
        // A file that counts otherwise is no part of the same list; what is not cut is not held against the file.
        Run other = run;
        auto rank = std::make_shared<RankData>(*run.ranks[5]);
        for (StepTraceRow &row : rank->stepTrace)
            row.step += QStringLiteral("00");
        other.ranks[5] = rank;
        QCOMPARE(timeBreakdownRows(other, {{}, 5}).size(), size_t(3));
        rank = std::make_shared<RankData>(*run.ranks[5]);
        rank->report = {};
        other.ranks[5] = rank;
        QVERIFY(timeBreakdownRows(other, {{}, 5})[2].fromTrace);
    }

    // Rank 1 computes as long as rank 0, of which its database has kept a half: nobody computes longer than somebody.
    void aDatabaseThatIsReadInPartIsNoPeer()
    {
        const auto runOfTwo = [](bool isDamaged) {
            Works works = even(2, 3);
            for (Work &w : works[1])
                w.computeUs /= 2;
            std::vector<std::shared_ptr<const RankData>> ranks = runOf(works).ranks;
            changeRank(ranks, 1, [&](RankData &rank) {
                if (isDamaged)
                    rank.report.add({Severity::Error,
                                     QStringLiteral("ascend_pytorch_profiler_1.db"),
                                     {},
                                     QStringLiteral("db.damaged"),
                                     QStringLiteral("read in part"),
                                     {}});
            });
            return makeRun(std::move(ranks));
        };
        const auto isCompared = [](const Diagnosis &d) {
            return std::any_of(d.areas.begin(), d.areas.end(), [](const Verdict &v) {
                return v.kind == DiagnosisKind::Compute && v.state == DiagnosisState::Difference;
            });
        };
        QVERIFY(isCompared(diagnose(runOfTwo(false))));
        QVERIFY(!isCompared(diagnose(runOfTwo(true))));
        for (const TimeBreakdownRow &row : timeBreakdownRows(runOfTwo(true), {{}, 1}))
            QVERIFY(!row.pureComputeNs);
        for (const TimeBreakdownRow &row : timeBreakdownRows(runOfTwo(true), {{}, 0}))
            QVERIFY(row.pureComputeNs);
    }

    // The first stage computes 800 us, ranks 4 to 7 of the second 600: who begins 150 us late there still waits.
    void latenessThatCostsNothingIsNamed()
    {
        Works works = even(8, 3);
        prolong(works, {0, 1, 2, 3}, 200);
        prolong(works, {5}, 150, &Work::lateUs);
        const Diagnosis d = diagnose(withSizes(runOf(works), 0));
        QVERIFY2(d.isFine(), d.isFine() ? "" : qPrintable(d.problems.front().sentence.english()));
        QCOMPARE(d.observations.size(), size_t(2)); // and stages that differ
        QCOMPARE(d.observations.back().kind, DiagnosisKind::Stage);
        const Verdict &v = d.observations.front();
        QCOMPARE(cells(v.kind, v.state, v.rank, v.costNs),
                 cells(DiagnosisKind::LateStart, DiagnosisState::Notice, 5, 0));
        QVERIFY(v.victims.empty());
        QVERIFY(ends(v.sentence, "in all, which makes the steps longer by 0.00 ms."));
        QCOMPARE(v.details.size(), size_t(1));
        QVERIFY(begins(v.details.front(), "It is hidden behind "));
        // Nobody late, nothing to say.
        prolong(works, {5}, -150, &Work::lateUs);
        const Diagnosis alike = diagnose(withSizes(runOf(works), 0));
        QVERIFY(alike.observations.size() == 1 && alike.observations.front().kind == DiagnosisKind::Stage);
    }

    // Step 3 of seven begins 2 ms late for all, rank 5 in step 4 300 us later than the others; the steps are 10 ms
    // apart.
    void aPauseOfAllIsNamedBesideALateRank()
    {
        const auto found = [](qint64 pauseUs, qint64 lateUs, qint64 idleUs) {
            Works works = even(8, 7);
            for (auto &rank : works)
                rank[2].lateUs = pauseUs;
            prolong(works, {5}, idleUs, &Work::idleUs);
            works[5][3].lateUs += lateUs;
            return diagnose(runOf(works));
        };
        const auto isPause = [](const Verdict &v) { return v.kind == DiagnosisKind::Scheduling && v.rank == -1; };
        const auto told = [&](const Diagnosis &d) {
            return std::count_if(d.observations.begin(), d.observations.end(), isPause);
        };
        const Diagnosis alone = found(2000, 0, 0);
        QVERIFY(alone.isFine());
        const Verdict *area = areaOf(alone, DiagnosisKind::Scheduling);
        QCOMPARE(cells(area->steps, area->deviationNs, area->costNs), cells("3", 2000 * us, 2000 * us));
        QVERIFY(area->share > 0.16 && area->share < 0.17); // of the step and the 11.3 ms before it
        QCOMPARE(told(alone), 0);                          // the area says it
        for (const auto &[late, idle] : {std::pair(300, 0), std::pair(0, 300)}) {
            const Diagnosis both = found(2000, late, idle);
            QCOMPARE(both.problems.size(), size_t(1));
            QCOMPARE(both.problems.front().rank, 5);
            QCOMPARE(told(both), 1);
            const Verdict &pause = *std::find_if(both.observations.begin(), both.observations.end(), isPause);
            QCOMPARE(cells(pause.state, pause.steps, pause.costNs),
                     cells(DiagnosisState::Notice, "3", pause.deviationNs));
            QVERIFY(std::abs(pause.deviationNs - 2000 * us) <= 6 * us); // the ranks differ by as much
            QVERIFY(begins(pause.sentence,
                           "In step 3 the devices of all ranks are idle for 2.00 ms longer than in the other "));
            // The strip shows one sentence of an area; what is beside it stands in the rest.
            const Verdict *accusing = areaOf(both, DiagnosisKind::Scheduling);
            QCOMPARE(accusing->rank, 5);
            QVERIFY(std::count(accusing->details.begin(), accusing->details.end(), pause.sentence) == 1);
        }
        QCOMPARE(told(found(0, 300, 0)), 0);
    }

    void twoRanksAreNotJudged()
    {
        Works works = even(2, 3);
        prolong(works, {1}, 200);
        const Diagnosis d = diagnose(runOf(works));
        QVERIFY(d.isFine());
        const Verdict *compute = areaOf(d, DiagnosisKind::Compute);
        QCOMPARE(cells(compute->state, compute->rank, compute->peer), cells(DiagnosisState::Difference, 1, 0));
        // Gain of the steps if the slower one were like the other, whoever of them is the odd one.
        QVERIFY(std::abs(compute->costNs.value_or(0) - 600 * us) < 5 * us);
        QCOMPARE(areaOf(d, DiagnosisKind::Scheduling)->state, DiagnosisState::Fine);
    }

    // Nothing computes without a device: who shows none is neither fast nor idle.
    void aRankWithoutADeviceIsNotTheFastest()
    {
        Works works = even(2, 3);
        for (Work &w : works[0])
            w.computeUs = 0;
        const Diagnosis d = diagnose(runOf(works));
        QVERIFY(d.problems.empty());
        for (const DiagnosisKind kind : {DiagnosisKind::Compute, DiagnosisKind::Scheduling}) {
            const Verdict *const area = areaOf(d, kind);
            QVERIFY(area);
            QVERIFY2(area->state != DiagnosisState::Difference, qPrintable(area->sentence.english()));
            QVERIFY(lacks(area->sentence, "longer"));
        }
    }

    void stepTimesTellWhatTheTraceLost()
    {
        for (const double computingUs : {0.0, 600.0}) {
            TinyRank rank(0);
            rank.thread("4", "world", "Group world Communication");
            rank.step(1, base, 1000 * us);
            rank.slice("4", "world", "hcom_allReduce__271_0_1", base + 10 * us, 20 * us);
            rank.data.stepTrace.push_back({.step = QStringLiteral("1"), .rank = 0, .computingUs = computingUs});
            const TimeBreakdown books = timeBreakdown(*rank.finish(), JobContext());
            QCOMPARE(books.lost.compute, computingUs > 0);
            QVERIFY(!books.lost.communication);
        }
    }

    // Dixon's Q of four sees no outlier: the gap is 20 of 180, and 20 of 40. Three steps of 600 and 604 us: the faster
    // half takes 1806 us, and 780 us thrice are 534 us more, 29.57 % of that.
    void unevenPeersAreSaidWithoutAnAccusation()
    {
        const auto computeOf = [](const std::vector<qint64> &us) {
            Works works;
            for (const qint64 own : us) {
                works.emplace_back(3);
                for (Work &w : works.back())
                    w.computeUs = own;
            }
            const Diagnosis d = diagnose(runOf(works));
            return d.isFine() ? *areaOf(d, DiagnosisKind::Compute) : Verdict();
        };
        const Verdict two = computeOf({600, 780, 760, 604});
        // Both slower ones like 602 us: then 604 us of rank 3 are the longest.
        QVERIFY(std::abs(two.costNs.value_or(0) - 528 * us) < 7 * us);
        QCOMPARE(cells(two.state, two.certainty, two.rank, two.peer, two.deviationNs, two.sentence.english(),
                       two.evidence.front().table),
                 cells(DiagnosisState::Difference, Certainty::Low, 1, 0, 534 * us,
                       QStringLiteral("Ranks 1, 2 compute longer than the faster half of their peers, by up to "
                                      "0.53 ms (29.6 %). The peers differ too much from each other to name an "
                                      "outlier."),
                       "compare"));
        // 603 us: 620 is 2.8 % above it, 640 6.1 %.
        const Verdict one = computeOf({600, 606, 620, 640});
        QCOMPARE(one.state, DiagnosisState::Difference);
        QVERIFY(begins(one.sentence, "Rank 3 computes longer than the faster half of its peers, by 0.11 ms "
                                     "(6.1 %)."));
        // 632 is 4.8 % above 603.
        QCOMPARE(computeOf({600, 606, 612, 632}).state, DiagnosisState::Fine);
    }

    // Files count as idle what is between the steps, too: 40 us more of rank 3, which nobody waits for. Of 400 us
    // more, which is far above 3 % of steps of 2 ms, nobody says that all is fine.
    void theFarthestIsWhomTheBarsShow()
    {
        const auto schedulingOf = [](double freeUs) {
            Run run = runOf(even(4, 2));
            for (size_t r = 0; r < run.ranks.size(); ++r) {
                auto rank = std::make_shared<RankData>(*run.ranks[r]);
                for (int step = 1; step <= 2; ++step) {
                    rank->stepTrace.push_back({.step = QString::number(step),
                                               .rank = static_cast<int>(r),
                                               .computingUs = 2000,
                                               .notOverlappedUs = 0,
                                               .overlappedUs = 0,
                                               .communicationUs = 0,
                                               .freeUs = r == 3 ? freeUs : 10});
                }
                run.ranks[r] = rank;
            }
            const Diagnosis d = diagnose(run);
            return std::pair(d.isFine(), *areaOf(d, DiagnosisKind::Scheduling));
        };
        const auto [isFine, little] = schedulingOf(30);
        QVERIFY(isFine);
        QVERIFY(says(little.sentence.english(), "Farthest from their median is rank 3, which is idle for 0.04 ms"));
        const auto [accusesNobody, much] = schedulingOf(210);
        QVERIFY(accusesNobody);
        QCOMPARE(much.state, DiagnosisState::Notice);
        QVERIFY(begins(much.sentence, "The device of rank 3 is idle for 0.40 ms ("));
        QCOMPARE(cells(much.evidence.front().table, much.evidence.front().rank), cells("idle.gaps", 3));
    }

    // Four ranks, 6 ms a step. Rank 1 takes 7.8 ms in each; rank 2 takes 9 ms in step 4, at 1200 of 1800 MHz. Mended
    // both, rank 1 gains 1.8 ms in each of four steps, rank 2 the last 3 ms of step 4; alone 1.8 ms in three, and 9
    // - 7.8 ms.
    void dropsOfTheFrequencyNeedNoNormalPeers()
    {
        Works works(4, std::vector<Work>(4, Work{6000, 0, 0, false, 1800}));
        prolong(works, {1}, 1800);
        works[2][3] = {9000, 0, 0, false, 1200};
        const Diagnosis d = diagnose(runOf(works));
        QCOMPARE(d.problems.size(), size_t(2));
        const Verdict &slow = d.problems[0];
        QCOMPARE(cells(slow.rank, slow.sentence.english(), slow.costNs, slow.hiddenNs),
                 cells(1, "Rank 1 computes 7.20 ms (30.0 %) longer than the median of its peers, over all steps.",
                       5400 * us, 1800 * us));
        QVERIFY(says(slow.details, "The median leaves out the time of measured frequency drops, on rank 2."));
        const Verdict &drop = d.problems[1];
        QCOMPARE(cells(drop.kind, drop.sentence.english(), drop.costNs, drop.hiddenNs),
                 cells(DiagnosisKind::Frequency,
                       QStringLiteral(
                           "Rank 2 computes 3.00 ms (50.0 %) longer than expected from its other steps, in step 4 "
                           "only: its AI cores fell from 1800 MHz to 1200 MHz, those of rank 0 ran at 1800 MHz."),
                       1200 * us, 1800 * us));
        // Two of four that drop together are both measured; of all four alike, none is slower than expected.
        for (const size_t dropping : {size_t(2), size_t(4)}) {
            Works alike(4, std::vector<Work>(4, Work{6000, 0, 0, false, 1800}));
            for (size_t r = 0; r < dropping; ++r)
                alike[r][3] = {9000, 0, 0, false, 1200};
            std::set<int> accused;
            for (const Verdict &v : diagnose(runOf(alike)).problems)
                accused.insert(v.kind == DiagnosisKind::Frequency ? v.rank : -1);
            QCOMPARE(accused, dropping == 2 ? (std::set<int>{0, 1}) : std::set<int>());
        }
        // In most of its steps, which then tell nothing of the others: the peers do.
        Works often(4, std::vector<Work>(5, Work{6000, 0, 0, false, 1800}));
        for (const size_t s : {0, 1, 3})
            often[1][s] = {9000, 0, 0, false, 1200};
        const Diagnosis most = diagnose(runOf(often));
        QCOMPARE(most.problems.size(), size_t(1));
        QCOMPARE(most.problems.front().sentence.english(),
                 QStringLiteral("Rank 1 computes 9.00 ms (50.0 %) longer than the median of its peers, in step 1, 2, 4 "
                                "only: its AI cores fell from 1800 MHz to 1200 MHz, those of rank 0 ran at 1800 MHz."));
    }

    // No frequency tells why rank 2 takes longer in step 4. There the median of 6, 6, 7.8 and 9 ms is 6.9, so that rank
    // 1 is 0.9 ms above it, and 1.8 ms in each step before. In all they compute 24, 31.2, 27 and 24 ms: 5.7 above 25.5.
    void twoApartInOneStepLoseNoneOfTheRun()
    {
        Works works(4, std::vector<Work>(4, Work{6000}));
        prolong(works, {1}, 1800);
        works[2][3].computeUs = 9000;
        const Diagnosis d = diagnose(runOf(works));
        QCOMPARE(d.problems.size(), size_t(1));
        QCOMPARE(cells(d.problems.front().rank, d.problems.front().sentence.english()),
                 cells(1, "Rank 1 computes 5.70 ms (22.4 %) longer than the median of its peers, over all steps."));
    }

    // The first stage computes 800 us, ranks 4 to 7 of the second 600: who computes 180 us longer there still waits.
    void whatCostsNothingIsNoAllClear()
    {
        Works works(8, std::vector<Work>(3));
        prolong(works, {0, 1, 2, 3}, 200);
        prolong(works, {5}, 180);
        const Diagnosis d = diagnose(withSizes(runOf(works), 0));
        QVERIFY2(d.isFine(), d.isFine() ? "" : qPrintable(d.problems.front().sentence.english()));
        const Verdict &compute = *areaOf(d, DiagnosisKind::Compute);
        QCOMPARE(cells(compute.state, compute.sentence.english()),
                 cells(DiagnosisState::Notice,
                       QStringLiteral(
                           "Rank 5 computes 0.54 ms (30.0 %) longer than the median of its peers, which delays the "
                           "run too little to be a problem.")));
    }

    void tablesBesideTheLanesAreNoCut_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("table");
        QTest::addColumn<bool>("cut");
        const QString profile = QStringLiteral("ascend_pytorch_profiler_1.db");
        const QString lanes = QLatin1String(cutLanesCode);
        QTest::newRow("tasks") << profile << lanes + QStringLiteral("-TASK") << QStringLiteral("TASK") << true;
        QTest::newRow("names") << profile << lanes + QStringLiteral("-STRING_IDS") << QStringLiteral("STRING_IDS")
                               << true;
        QTest::newRow("counters of tasks")
            << profile << QStringLiteral("db.damaged-TASK_PMU_INFO") << QStringLiteral("TASK_PMU_INFO") << false;
        QTest::newRow("enums") << profile << QStringLiteral("db.damaged-ENUM_API_TYPE")
                               << QStringLiteral("ENUM_API_TYPE") << false;
        QTest::newRow("all of it") << profile << QStringLiteral("db.damaged") << QString() << true;
        QTest::newRow("given up") << profile << QStringLiteral("db.read-time") << QString() << true;
        QTest::newRow("the analysis") << QStringLiteral("analysis.db") << QStringLiteral("db.damaged") << QString()
                                      << false;
    }

    void tablesBesideTheLanesAreNoCut()
    {
        QFETCH(const QString, file);
        QFETCH(const QString, code);
        QFETCH(const QString, table);
        QFETCH(const bool, cut);
        RankData rank;
        QVERIFY(!isDatabaseTruncated(rank));
        rank.report.add({Severity::Error,
                         file,
                         table.isEmpty() ? Place() : Place::name(table),
                         code,
                         QStringLiteral("read in part"),
                         {}});
        QCOMPARE(isDatabaseTruncated(rank), cut);
        QCOMPARE(isTraceTruncated(rank), cut);
    }

    void lostNamesAreNoTypeOfOperators_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("isKnown");
        QTest::newRow("lost") << QString::fromLatin1(MissingName) << false;
        QTest::newRow("empty") << QStringLiteral("") << false;
        QTest::newRow("another one") << QStringLiteral("Softmax") << true;
    }

    // The part of its database with the names is damaged: that all of its kernels are of one type says nothing.
    void lostNamesAreNoTypeOfOperators()
    {
        QFETCH(const QString, name);
        QFETCH(const bool, isKnown);
        const QByteArray bytes = name.toUtf8();
        Works works = even(4, 3);
        for (Work &w : works[2]) {
            w.computeUs += 300;
            w.name = bytes.constData();
        }
        const Diagnosis d = diagnose(runOf(works));
        const auto compute = std::find_if(d.problems.begin(), d.problems.end(),
                                          [](const Verdict &v) { return v.kind == DiagnosisKind::Compute; });
        QVERIFY(compute != d.problems.end());
        QCOMPARE(compute->rank, 2);
        const QString all = englishOf(compute->details);
        QVERIFY2(all.contains(QLatin1String("Which operators take it is unknown: names of operators of rank 2 are "
                                            "lost.")) != isKnown,
                 qPrintable(all));
        QVERIFY2(all.contains(QLatin1String("Most of it is in operators of type")) == isKnown, qPrintable(all));
    }

    // Rank 3 is unknown: parts of the communication are parts of that of the three others.
    void partsOfAllAreOfTheRanksThatAreKnown()
    {
        Works works = even(4, 3);
        prolong(works, {2}, 300);
        const auto detailsOf = [](const Run &run) {
            const Diagnosis d = diagnose(run);
            QStringList out;
            for (const std::vector<Verdict> *const all : {&d.problems, &d.areas}) {
                for (const Verdict &v : *all) {
                    for (const Phrase &detail : v.details)
                        out << detail.english();
                }
            }
            return out.join(u'\n');
        };
        const QString whole = detailsOf(runOf(works));
        QVERIFY(says(whole, "of the non-overlapped communication of all ranks"));
        QVERIFY(lacks(whole, "the other ranks are unknown"));
        std::vector<std::shared_ptr<const RankData>> ranks = runOf(works).ranks;
        changeRank(ranks, 3, [&](RankData &bare) { bare.trace = nullptr; });
        const QString part = detailsOf(makeRun(std::move(ranks)));
        QVERIFY(says(part, "of the non-overlapped communication of 3 of 4 ranks"));
        QVERIFY(says(part, "That is over 3 of 4 ranks; the others are unknown."));
        QVERIFY(lacks(part, "of all ranks"));
    }
};

RS_TEST(TestDiagnosisPeers, QCoreApplication);
#include "tst_diagnosispeers.moc"
