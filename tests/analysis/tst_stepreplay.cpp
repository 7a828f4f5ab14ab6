// SPDX-License-Identifier: Apache-2.0
#include "diagnosedrun.h"

#include "analysis/replay/stepreplay.h"
#include "support/testprogram.h"

#include <QTest>

#include <array>

using namespace rs;
using namespace rs::test;

namespace {

/// Collectives of ranks whose clocks agree, all stamps in us.
struct Meetings : MatchedCollectives
{
    explicit Meetings(size_t ranks)
    {
        source = MatchSource::Traces;
        clocks.resize(ranks);
    }
    /// Begins on each rank, and one end for all.
    void meet(const std::vector<qint64> &begins, qint64 end, const QString &domain = {})
    {
        MatchedCollective m{.domain = domain, .first = static_cast<quint32>(ends.size())};
        for (size_t r = 0; r < begins.size(); ++r) {
            const SliceId slice{static_cast<quint32>(all.size())};
            ends.push_back({static_cast<int>(r), slice, begins[r] * us, end * us, begins[r] * us, end * us});
        }
        m.last = static_cast<quint32>(ends.size());
        all.push_back(m);
    }
};

/// Tasks as begin, end and launch, the end of the only step, and launches of the collectives, in us.
ReplayRank launched(const std::vector<std::array<qint64, 3>> &tasks, qint64 stepEnd,
                    const std::vector<qint64> &collectives)
{
    ReplayRank out;
    for (const auto &[from, to, launch] : tasks)
        out.tasks.push_back({from * us, to * us, launch * us});
    out.stepEnds = {stepEnd * us};
    for (size_t i = 0; i < collectives.size(); ++i)
        out.launches.emplace_back(SliceId{static_cast<quint32>(i)}, collectives[i] * us);
    return out;
}

Relief relief(qint64 from, qint64 to, double part = 1, bool onHost = false)
{
    return {IntervalLengths(IntervalSet{{from * us, to * us}}), part, onHost};
}

qint64 gainUs(const Meetings &meetings, const std::vector<ReplayRank> &ranks, int rank, std::vector<Relief> reliefs)
{
    const ReplayChange change{rank, std::move(reliefs), {}};
    return StepReplay(meetings, ranks).gains({&change}).front() / us;
}

} // namespace

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
        // The gain of a step is not waited for in the next one: that begins by as much earlier.
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
        // The first transfer takes 5 us longer, and so does all behind it, but for what the second gains.
        const ReplayChange longer{-1, {}, {{0, -5 * us}, {1, 15 * us}}};
        QCOMPARE(replay.gains({&longer}), (std::vector<qint64>{0, 10 * us, 0}));
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
        // Other domains have streams of their own: it is not known for what the second one waited.
        meetings.all[1].domain = QStringLiteral("tp");
        QCOMPARE(StepReplay(meetings, ranks).gains({&late}), std::vector<qint64>{550 * us});
    }

    // Rank 1 computes 900 us, rank 0 600, and both 100 behind a collective that takes 20. Rank 0 launches that last
    // kernel 70 us before it begins: it gains no more.
    void noKernelBeginsBeforeItsLaunch()
    {
        Meetings meetings(2);
        meetings.meet({600, 900}, 920);
        std::vector<ReplayRank> ranks = {launched({{0, 600, 0}, {920, 1020, 850}}, 1020, {5}),
                                         launched({{0, 900, 0}, {920, 1020, 10}}, 1020, {5})};
        QCOMPARE(gainUs(meetings, ranks, 1, {relief(0, 900, 1.0 / 3)}), 70);
        // With a host that is quicker by half all of it.
        QCOMPARE(gainUs(meetings, ranks, 0, {relief(0, 850, 0.5, true)}), 0);
        const ReplayChange host{0, {relief(0, 850, 0.5, true)}, {}};
        const ReplayChange device{1, {relief(0, 900, 1.0 / 3)}, {}};
        QCOMPARE(StepReplay(meetings, ranks).gains({&host, &device}), std::vector<qint64>{300 * us});
        // A collective is not begun before its launch either.
        ranks[0].launches.front().second = 500 * us;
        ranks[1].launches.front().second = 800 * us;
        ranks[0].tasks.back().launchNs = 10 * us;
        QCOMPARE(gainUs(meetings, ranks, 1, {relief(0, 900, 1.0 / 3)}), 100);
    }

    // The host waits for the device before it launches on: what the device gains, it gains.
    void hostsWaitForDevices()
    {
        Meetings meetings(2);
        meetings.meet({600, 900}, 920);
        std::vector<ReplayRank> ranks(2, launched({{0, 600, 0}, {960, 1060, 940}}, 1060, {5}));
        ranks[1].tasks.front().endNs = 900 * us;
        QCOMPARE(gainUs(meetings, ranks, 1, {relief(0, 900, 1.0 / 3)}), 0);
        for (ReplayRank &rank : ranks)
            rank.hostWaits = {{20 * us, 930 * us}};
        QCOMPARE(gainUs(meetings, ranks, 1, {relief(0, 900, 1.0 / 3)}), 300);
        // A host that came to the call at 800 gains no more than it waited.
        ranks[0].hostWaits = {{800 * us, 930 * us}};
        QCOMPARE(gainUs(meetings, ranks, 1, {relief(0, 900, 1.0 / 3)}), 130);
    }

    // Idle time of a device that would not be is time of the host that launched late.
    void idleTimeIsTheHosts()
    {
        Meetings meetings(2);
        meetings.meet({600, 900}, 920);
        std::vector<ReplayRank> ranks = {launched({{0, 600, -10}, {920, 1020, 20}}, 1020, {5}),
                                         launched({{0, 300, -10}, {600, 900, 600}, {920, 1020, 620}}, 1020, {610})};
        QCOMPARE(gainUs(meetings, ranks, 1, {relief(300, 600, 0.5)}), 150);
        QCOMPARE(gainUs(meetings, ranks, 1, {relief(0, 600, 0.25, true)}), 150);
        // Without launches nothing but the gap itself is known.
        for (ReplayTask &task : ranks[1].tasks)
            task.launchNs = ReplayTask::unknown;
        QCOMPARE(gainUs(meetings, ranks, 1, {relief(300, 600, 0.5)}), 150);
        QCOMPARE(gainUs(meetings, ranks, 1, {relief(0, 600, 0.25, true)}), 0);
    }

    // Two buckets, ready after 100 and 200 us on both ranks, but rank 1 begins 600 us late: on rank 0 the second one
    // stands in the queue. It was launched behind the kernel that ends at 200.
    void bucketsThatStandInAQueue()
    {
        Meetings meetings(2);
        meetings.meet({100, 700}, 750, QStringLiteral("dp"));
        meetings.meet({750, 800}, 850, QStringLiteral("dp"));
        const std::vector<ReplayRank> ranks = {
            launched({{0, 100, 0}, {100, 200, 2}, {200, 400, 4}}, 860, {1, 3}),
            launched({{600, 700, 600}, {700, 800, 602}, {800, 1000, 604}}, 1010, {601, 603})};
        QCOMPARE(gainUs(meetings, ranks, 1, {relief(0, 600)}), 600);
        QCOMPARE(gainUs(meetings, ranks, 1, {relief(0, 600, 1, true)}), 600);
        QCOMPARE(gainUs(meetings, ranks, 1, {relief(0, 600, 0.5, true)}), 300);
    }

    // Two buckets of 40 us, ready after 100 and 200: as one that takes 70 they begin at 200 and end at 270, not 240.
    void bucketsThatAreOne()
    {
        Meetings meetings(2);
        meetings.meet({100, 100}, 140, QStringLiteral("dp"));
        meetings.meet({200, 200}, 240, QStringLiteral("dp"));
        std::vector<ReplayRank> ranks(2, launched({{0, 100, 0}, {100, 200, 2}, {240, 300, 4}}, 300, {1, 3}));
        const ReplayChange merged{.merged = {{0, 40 * us}, {1, -30 * us}}};
        QCOMPARE(StepReplay(meetings, ranks).gains({&merged}), std::vector<qint64>{-30 * us});
        // The second one stood in the queue until 340: as one they end at 410, not 440.
        meetings = Meetings(2);
        meetings.meet({100, 100}, 340, QStringLiteral("dp"));
        meetings.meet({340, 340}, 440, QStringLiteral("dp"));
        ranks = {2, launched({{0, 100, 0}, {100, 200, 2}, {440, 500, 4}}, 500, {1, 3})};
        const ReplayChange queued{.merged = {{0, 240 * us}, {1, -110 * us}}};
        QCOMPARE(StepReplay(meetings, ranks).gains({&queued}), std::vector<qint64>{30 * us});
    }

    // A collective from 100 to 150, or to 400, that the last kernel waits for: beside it that runs from 100 to 200.
    void communicationThatIsOverlapped()
    {
        for (const auto &[end, gain] : {std::pair(150, 50), std::pair(400, 100)}) {
            Meetings meetings(2);
            meetings.meet({100, 100}, end);
            const std::vector<ReplayRank> ranks(2, launched({{0, 100, 0}, {end, end + 100, 4}}, end + 100, {1}));
            const ReplayChange overlap{.overlapped = true};
            QCOMPARE(StepReplay(meetings, ranks).gains({&overlap}), std::vector<qint64>{gain * us});
            // Data must be sent before work on it can begin.
            meetings.all[0].sender = 0;
            QCOMPARE(StepReplay(meetings, ranks).gains({&overlap}), std::vector<qint64>{0});
        }
    }

    // A receive is posted before work that goes on meanwhile.
    void receivesHoldUpWhatWaitsForThem()
    {
        Meetings meetings(2);
        meetings.meet({0, 500}, 600);
        const ReplayChange link{-1, {}, {{0, 80 * us}}};
        const std::vector<ReplayRank> ranks = {launched({{0, 400, -9}, {600, 700, -8}}, 700, {-10}),
                                               launched({{0, 490, -9}}, 500, {-7})};
        QCOMPARE(StepReplay(meetings, ranks).gains({&link}), std::vector<qint64>{80 * us});
    }

    // Rank 0 launches its last kernel late, when a receive happens to be over that no wait of a stream ends with.
    void workThatHappensToFollowAReceive()
    {
        Meetings meetings(2);
        meetings.meet({0, 200}, 300);
        meetings.meet({0, 500}, 600, QStringLiteral("other"));
        std::vector<ReplayRank> ranks = {launched({{300, 400, -8}, {600, 700, 595}}, 700, {-10, -10}),
                                         launched({{0, 490, -9}}, 500, {-10, -7})};
        QCOMPARE(gainUs(meetings, ranks, 0, {relief(0, 590, 0.5, true)}), 0);
        ranks[0].eventWaitEnds = {301 * us};
        QCOMPARE(gainUs(meetings, ranks, 0, {relief(0, 400, 0.5, true)}), 100);
    }

    // A device takes 600 tasks into its queue, each of which it works on for 10 us; the host launches one each us, but
    // for the first ones. With 600 tasks before it a launch waits until the first of those has begun.
    void launchesWaitForAFullQueue()
    {
        for (const int depth : {400, 600}) {
            TinyRank rank(0);
            static constexpr int first = 20; // for each of which the device waits
            const auto beginOf = [](int task) { return base + (20 + 10 * task + 5 * std::min(task, first)) * us; };
            std::vector<qint64> launched;
            for (int i = 0; i < 800; ++i) {
                const qint64 free = i < depth ? 0 : beginOf(i - depth);
                launched.push_back(std::max(base + (i + 14 * std::min(i, first)) * us, free));
                rank.slice("2", "1", "aclnnMatMul", launched.back() - 500, 500);
                rank.kernel("MatMul", beginOf(i), 10 * us);
                rank.flow("HostToDevice", std::to_string(i), "2", "1", launched.back() - 500, "3", "7", beginOf(i));
            }
            const auto data = rank.finish();
            ReplayRank known;
            addLaunches(*data->trace, known);
            QCOMPARE(known.tasks.size(), size_t(800));
            if (depth == 400) { // as many as many hosts are ahead by
                QCOMPARE(known.hostWaits.size(), size_t(0));
                continue;
            }
            QVERIFY(known.hostWaits.size() >= 100);
            QCOMPARE(known.hostWaits.back(), (Interval{launched[798] + 1, launched[799]}));
        }
    }

    // Delays that are longer than usual and that nothing explains stay; the others vary by a few us.
    void howFarItIsFromTheRun()
    {
        Meetings meetings(2);
        meetings.meet({600, 900}, 920);
        const std::vector<ReplayRank> ranks = {launched({{0, 600, -10}, {921, 1020, 20}}, 1020, {5}),
                                               launched({{0, 300, -10}, {500, 900, 10}, {923, 1023, 20}}, 1023, {610})};
        const std::optional<double> error = StepReplay(meetings, ranks).error();
        QVERIFY(error.has_value());
        QVERIFY2(*error > 0 && *error < 0.002, qPrintable(QString::number(*error)));
        QVERIFY(!StepReplay(meetings, std::vector<ReplayRank>(2)).error().has_value());
    }
};

RS_TEST(TestStepReplay, QCoreApplication);
#include "tst_stepreplay.moc"
