// SPDX-License-Identifier: Apache-2.0
#include "diagnosedrun.h"

#include "analysis/diagnosis/stepreplay.h"
#include "support/testprogram.h"

#include <QTest>

using namespace rs;
using namespace rs::test;

class TestStepReplay : public QObject
{
    Q_OBJECT
private slots:
    // Rank 2 computes 900, the others 600: without a third of that the collective ends 300 earlier on all.
    void whatTheStepsGain()
    {
        Works works(3, std::vector<Work>(3));
        prolong(works, {2}, 300);
        const Run run = runOf(works);
        const MatchedCollectives meetings = matchedCollectives(run);
        QCOMPARE(meetings.all.size(), size_t(3));
        std::vector<ReplayRank> ranks(3);
        IntervalSet slow;
        for (size_t s = 0; s < 3; ++s) {
            const qint64 from = base + (static_cast<qint64>(s) * stepUs + 10) * us;
            slow.push_back({from, from + 900 * us});
            for (size_t r = 0; r < 3; ++r) {
                ranks[r].compute.push_back({from, from + (r == 2 ? 900 : 600) * us});
                ranks[r].stepEnds.emplace_back(from + 930 * us);
            }
        }
        const StepReplay replay(meetings, ranks);
        // What a step gains is not waited for in the next one: that begins by as much earlier.
        const auto gains = [&](int rank, std::vector<Relief> reliefs) {
            const ReplayChange change{rank, std::move(reliefs), {}};
            return replay.gains({&change});
        };
        const std::vector<qint64> third = gains(2, {{IntervalLengths(slow), 1.0 / 3}});
        QCOMPARE(third, (std::vector<qint64>{300 * us, 300 * us, 300 * us}));
        // More than that is the wait for the next slowest.
        QCOMPARE(gains(2, {{IntervalLengths(slow), 2.0 / 3}}), third);
        QCOMPARE(gains(0, {{IntervalLengths(slow), 1.0 / 3}}), (std::vector<qint64>{0, 0, 0}));
        QCOMPARE(gains(2, {}), (std::vector<qint64>{0, 0, 0}));
        // A link that holds up the second transfer by 15 us of its 20; beside another one that does by 10.
        const ReplayChange link{-1, {}, {{1, 15 * us}}};
        const ReplayChange other{-1, {}, {{1, 10 * us}, {2, 4 * us}}};
        QCOMPARE(replay.gains({&link}), (std::vector<qint64>{0, 15 * us, 0}));
        QCOMPARE(replay.gains({&link}, {&other}), (std::vector<qint64>{0, 5 * us, 0}));
        QCOMPARE(replay.gains({&other}, {&link}), (std::vector<qint64>{0, 0, 4 * us}));
        QCOMPARE(replay.gains({&link, &other}), (std::vector<qint64>{0, 15 * us, 4 * us}));
        const ReplayChange slower{2, {{IntervalLengths(slow), 1.0 / 3}}, {}};
        QCOMPARE(replay.gains({&link, &slower}), (std::vector<qint64>{300 * us, 315 * us, 300 * us}));
    }

    // A gradient allreduce from 100 to 500, and beside it a transfer from 100 to 150, which is over long before; then a
    // collective of all from 520 to 530.
    void anOperatorUnderWayBesideOthers()
    {
        MatchedCollectives meetings{.source = MatchSource::Traces};
        meetings.clocks.resize(2);
        const auto meet = [&meetings](qint64 from, qint64 to) {
            MatchedCollective m{.first = static_cast<quint32>(meetings.ends.size())};
            for (int r = 0; r < 2; ++r)
                meetings.ends.push_back({r, NoSlice, from * us, to * us, from * us, to * us});
            m.last = static_cast<quint32>(meetings.ends.size());
            meetings.all.push_back(m);
        };
        meet(100, 500);
        meet(100, 150);
        meet(520, 530);
        const std::vector<ReplayRank> ranks(2, {{{0, 90 * us}, {505 * us, 515 * us}}, {540 * us}});
        const ReplayChange link{-1, {}, {{0, 300 * us}}};
        QCOMPARE(StepReplay(meetings, ranks).gains({&link}), std::vector<qint64>{300 * us});
        const ReplayChange both{-1, {}, {{0, 300 * us}, {1, 10 * us}}};
        QCOMPARE(StepReplay(meetings, ranks).gains({&both}), std::vector<qint64>{300 * us});
    }

    // Gradients: each rank computes for 400 us, the first bucket is ready after 100, the second after 200, and each
    // takes 50 once both are there. Rank 1 begins 600 us late, so that the second bucket of rank 0 waits in the stream,
    // behind the first, and seems to begin at 750. Without the delay all is over after 410 us, not 1010.
    void anOperatorThatStoodInAQueue()
    {
        MatchedCollectives meetings{.source = MatchSource::Traces};
        meetings.clocks.resize(2);
        const auto meet = [&meetings](const QString &domain, qint64 first, qint64 second, qint64 to) {
            MatchedCollective m{.domain = domain, .first = static_cast<quint32>(meetings.ends.size())};
            meetings.ends.push_back({0, NoSlice, first * us, to * us, first * us, to * us});
            meetings.ends.push_back({1, NoSlice, second * us, to * us, second * us, to * us});
            m.last = static_cast<quint32>(meetings.ends.size());
            meetings.all.push_back(m);
        };
        meet(QStringLiteral("dp"), 100, 700, 750);
        meet(QStringLiteral("dp"), 750, 800, 850);
        const std::vector<ReplayRank> ranks = {{{{0, 400 * us}}, {860 * us}}, {{{600 * us, 1000 * us}}, {1010 * us}}};
        const ReplayChange late{1, {{IntervalLengths(IntervalSet{{0, 600 * us}}), 1}}, {}};
        QCOMPARE(StepReplay(meetings, ranks).gains({&late}), std::vector<qint64>{600 * us});
        // Of other domains, whose streams are their own, it is not known what the second one waited for.
        meetings.all[1].domain = QStringLiteral("tp");
        QCOMPARE(StepReplay(meetings, ranks).gains({&late}), std::vector<qint64>{550 * us});
    }
};

RS_TEST(TestStepReplay, QCoreApplication);
#include "tst_stepreplay.moc"
