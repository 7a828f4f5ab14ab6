// SPDX-License-Identifier: Apache-2.0
#include "analysis/host/dispatch.h"
#include "analysis/host/hostclock.h"
#include "analysis/host/idlecauses.h"
#include "analysis/overview/stepbreakdown.h"
#include "analysis/time/devicesets.h"
#include "analysis/time/flowstats.h"
#include "analysis/time/rowmerge.h"
#include "core/base/intervals.h"
#include "core/base/sortruns.h"
#include "support/cells.h"
#include "support/fixtures.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QRandomGenerator>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

using namespace rs;
using namespace rs::test;

namespace {

constexpr qint64 us = 1000;
constexpr qint64 base = 1'700'000'000'000'000'000;

// One launch: a CANN call of 2 us and its kernel.
void launchKernel(TinyRank &r, int i, qint64 launch, qint64 start, qint64 duration)
{
    const std::string id = std::to_string(100 + i);
    r.slice("2", "1", "Node@launch", launch, 2 * us);
    r.kernel("k" + std::to_string(i), start, duration);
    r.flow("HostToDevice", id, "2", "1", launch, "3", "7", start);
}

qint64 causeNs(const IdleReport &report, IdleCause cause)
{
    qint64 sum = 0;
    for (const IdleStep &s : report.steps)
        sum += s.ns[static_cast<size_t>(cause)];
    return sum;
}

} // namespace

class TestLaunch : public QObject
{
    Q_OBJECT
private slots:
    void clockOffsetIsTheLowPercentileOfTheDelays()
    {
        TinyRank r;
        // The device's clock is 50 us behind: true delays 5 .. 104 us.
        for (int i = 0; i < 100; ++i) {
            const qint64 at = base + i * 1000 * us;
            launchKernel(r, i, at, at + (5 + i) * us - 50 * us, us);
        }
        const auto rank = r.finish();
        const HostClock clock = estimateHostClock(*rank->trace);
        QVERIFY(clock.known);
        QCOMPARE(clock.launches, qint64(100));
        for (const ProcessKind device :
             {ProcessKind::AscendHardware, ProcessKind::Communication, ProcessKind::OverlapAnalysis,
              ProcessKind::ScopeLayer, ProcessKind::DeviceMetric})
            QVERIFY(isOnDeviceClock(device));
        for (const ProcessKind host :
             {ProcessKind::Python, ProcessKind::MindSpore, ProcessKind::Cann, ProcessKind::HostMetric})
            QVERIFY(!isOnDeviceClock(host));
        // 1 % of 100 delays -45, -44, …: between the first and the second.
        QCOMPARE(clock.offsetNs, qint64(-44010));
        QVERIFY(clock.samplingNs >= us && clock.samplingNs <= 4 * us);
        QVERIFY(!clock.bounded);
    }

    void launchesThatFoundTheDeviceBusySayNothingOfTheClock_data()
    {
        const Scenarios<int, int, qint64> row;
        // The percentile of 600 delays is 99 hundredths of the way from the sixth to the seventh.
        row("three agree, the others waited", 3, 2, 9 * us);
        row("two could be mad stamps", 2, 2, 5'003'990);
        row("none agree", 3, 15, 5'002'990);
    }

    void launchesThatFoundTheDeviceBusySayNothingOfTheClock()
    {
        const auto [prompt, apartUs, expected] = scenario<int, int, qint64>();
        TinyRank r;
        for (int i = 0; i < 600; ++i) {
            const qint64 launch = base + i * 10'000 * us;
            const qint64 delay = i < prompt ? 5 * us + i * apartUs * us : 5'000 * us + (i - prompt) * us;
            launchKernel(r, i, launch, launch + delay, us);
        }
        const HostClock clock = estimateHostClock(*r.finish()->trace);
        QCOMPARE(clock.offsetNs, expected);
        QCOMPARE(clock.samplingNs < 10 * us, expected < 1000 * us);
    }

    void aStampThatIsSetAsideSaysNothingOfTheClock()
    {
        for (const bool hasStray : {false, true}) {
            TinyRank r;
            for (int i = 0; i < 100; ++i) {
                const qint64 launch = base + i * 1000 * us;
                launchKernel(r, i, launch, launch + (5 + i) * us, 500 * us);
            }
            if (hasStray)
                launchKernel(r, 100, base + 100'000 * us, 100, 500 * us);
            const auto rank = r.finish();
            QCOMPARE(rank->trace->outsideSlices(), hasStray ? 1 : 0);
            const HostClock clock = estimateHostClock(*rank->trace);
            QVERIFY(clock.known);
            // The least delays are 5 µs and some more.
            QVERIFY2(clock.offsetNs >= 5 * us && clock.offsetNs < 20 * us, qPrintable(QString::number(clock.offsetNs)));
            QVERIFY2(clock.samplingNs < 20 * us, qPrintable(QString::number(clock.samplingNs)));
        }
    }

    void launchesThatAreSetAsideAreNotCounted_data()
    {
        const Scenarios<int, int> row;
        row("all set aside", 0, 25);
        row("too few left", 19, 25);
        row("enough left", 20, 25);
        row("many set aside", 20, 2000);
    }

    void launchesThatAreSetAsideAreNotCounted()
    {
        const auto [good, far] = scenario<int, int>();
        TinyRank r;
        for (int i = 0; i < far + 100; ++i)
            r.kernel("alone", base + i * 1000 * us, 500 * us);
        for (int i = 0; i < good; ++i) {
            const qint64 launch = base + (500 + i * 1000) * us;
            launchKernel(r, i, launch, launch + (5 + i) * us, us);
        }
        for (int i = good; i < good + far; ++i)
            launchKernel(r, i, base + (500 + i * 1000) * us, 100 + i * 10 * us, us);
        const auto rank = r.finish();
        QCOMPARE(rank->trace->outsideSlices(), far);
        const HostClock clock = estimateHostClock(*rank->trace);
        QCOMPARE(cells(clock.launches, clock.known), cells(good, good >= 20));
        // A hundredth of the way through 20 delays of 5, 6, … us.
        QCOMPARE(clock.offsetNs, clock.known ? 5190 : 0);
        QVERIFY2(clock.samplingNs >= 0 && clock.samplingNs < 3 * us, qPrintable(QString::number(clock.samplingNs)));
        QCOMPARE(std::ssize(dispatchOf(*rank->trace).samples), good);
    }

    void fewLaunchesGiveNoClock()
    {
        TinyRank r;
        for (int i = 0; i < 5; ++i)
            launchKernel(r, i, base + i * 100 * us, base + i * 100 * us - 30 * us, us);
        const HostClock clock = estimateHostClock(*r.finish()->trace);
        QVERIFY(!clock.known);
        QCOMPARE(clock.offsetNs, qint64(0));
    }

    void linesOfAStreamAreCounted()
    {
        TinyRank r;
        for (int i = 0; i < 3; ++i)
            launchKernel(r, i, base + i * 10 * us, base + (i * 10 + 5) * us, us);
        // The stream with most tasks, none of which was launched by a call that is there.
        for (int i = 0; i < 5; ++i)
            r.slice("3", "8", "waits", base + i * 10 * us, us);
        const auto rank = r.finish();
        const Trace &trace = *rank->trace;
        std::map<quint32, qint64> flowsBySlices;
        for (quint32 l = 0; l < trace.lanes().size(); ++l) {
            if (trace.process(trace.lane(LaneId{l}).process).kind == ProcessKind::AscendHardware)
                flowsBySlices[trace.lane(LaneId{l}).sliceCount] = flowsInto(trace, LaneId{l});
        }
        QCOMPARE(flowsBySlices, (std::map<quint32, qint64>{{3, 3}, {5, 0}}));
    }

    void queuedKernelsAreNotVertical()
    {
        TinyRank r;
        // Launched every 10 us, run 40 us each: the queue grows, the lines are slanted.
        for (int i = 0; i < 50; ++i)
            launchKernel(r, i, base + i * 10 * us, base + 4 * us + i * 40 * us, 40 * us);
        const auto rank = r.finish();
        const Dispatch d = dispatchOf(*rank->trace);
        QCOMPARE(d.samples.size(), size_t(50));
        QCOMPARE(d.launchCostNs, 2 * us);
        const DispatchReport report = dispatchReport(*rank, d);
        QCOMPARE(report.steps.size(), size_t(1));
        QVERIFY(report.steps.front().verticalShare < 0.1);
        QVERIFY(report.steps.front().trendPerSecond > 0);
        QVERIFY(!report.steps.front().hostBound);
        QVERIFY(report.windows.empty());
    }

    void hostBoundStepIsFoundAndTheOtherIsNot()
    {
        TinyRank r;
        // Step 1: slanted. Step 2: each kernel of 10 us starts 4 us after its launch, launches every 40 us.
        r.step(1, base - 10 * us, 2500 * us);
        for (int i = 0; i < 50; ++i)
            launchKernel(r, i, base + i * 10 * us, base + 4 * us + i * 40 * us, 40 * us);
        const qint64 second = base + 3000 * us;
        r.step(2, second - 10 * us, 2100 * us);
        for (int i = 0; i < 50; ++i)
            launchKernel(r, 50 + i, second + i * 40 * us, second + 4 * us + i * 40 * us, 10 * us);
        const auto rank = r.finish();
        const Dispatch d = dispatchOf(*rank->trace);
        const DispatchReport report = dispatchReport(*rank, d);
        QCOMPARE(report.steps.size(), size_t(2));
        QVERIFY(!report.steps[0].hostBound);
        QVERIFY(report.steps[1].hostBound);
        QVERIFY(report.steps[1].verticalShare > 0.95);
        // 49 gaps of 30 us.
        QCOMPARE(report.steps[1].hostIdleNs, 49 * 30 * us);
        QCOMPARE(report.windows.size(), size_t(1));
        QCOMPARE(cells(report.windows.front().step, report.windows.front().tasks), cells("2", 50));
    }

    void outstandingCurveCountsLaunches()
    {
        TinyRank r;
        for (int i = 0; i < 20; ++i)
            launchKernel(r, i, base + i * us, base + 100 * us + i * us, us / 2);
        const auto rank = r.finish();
        Dispatch d = dispatchOf(*rank->trace);
        d.clock.offsetNs = 0;
        const OutstandingCurve curve = outstandingLaunches(d);
        QCOMPARE(*std::max_element(curve.value.begin(), curve.value.end()), 20);
        QCOMPARE(cells(curve.value.back(), curve.timeNs.front()), cells(0, base));
    }

    void trendIsTheMedianOfEachStretch()
    {
        QVERIFY(delayTrend({}, 4).empty());
        Dispatch d;
        // Starts at 0, 1, 2 and 9, 10, 11 ns: of four stretches of 3 ns the second and third are empty.
        for (const auto &[start, delay] : {std::pair{0, 10}, {1, 30}, {2, 20}, {9, 100}, {10, 300}, {11, 200}}) {
            DispatchSample sample{.startNs = base + start};
            sample.launchNs = sample.startNs - delay;
            d.samples.push_back(sample);
        }
        const auto trend = delayTrend(d, 4);
        QCOMPARE(trend.size(), size_t(2));
        QCOMPARE(cells(trend[0].timeNs, trend[0].medianNs), cells(base + 1, 20));
        QCOMPARE(trend[0].p95Ns, qint64(29)); // 95 % of the way from the first to the last of three
        QCOMPARE(cells(trend[1].timeNs, trend[1].medianNs), cells(base + 10, 200));
        QCOMPARE(delayTrend(d, 1).size(), size_t(1));
        QCOMPARE(delayTrend(d, 1)[0].medianNs, qint64(65)); // between 30 and 100
    }

    void delayCurvesHoldTheDelaysOfEachLane()
    {
        Dispatch d;
        const auto sample = [&d](quint32 lane, qint64 start, qint64 delay) {
            d.samples.push_back({.lane = LaneId{lane}, .launchNs = start - delay, .startNs = start});
        };
        sample(7, 100, 30);
        sample(4, 110, -5);
        sample(7, 120, 10);
        sample(7, 120, 25); // two at once: the longer one is seen
        const std::vector<DelayCurve> curves = delayCurves(d);
        QCOMPARE(curves.size(), size_t(2));
        QCOMPARE(cells(curves[0].lane, curves[0].timeNs, curves[0].valueNs), cells(LaneId{4}, "110", "-5"));
        QCOMPARE(cells(curves[1].lane, curves[1].timeNs, curves[1].valueNs), cells(LaneId{7}, "100,120", "30,25"));
        QVERIFY(delayCurves(Dispatch()).empty());
    }

    void hostBoundSurvivesAClockOffset()
    {
        for (const qint64 offset : {-80 * us, 0 * us, 250 * us}) {
            TinyRank r;
            r.step(1, base - 10 * us, 2100 * us);
            for (int i = 0; i < 50; ++i)
                launchKernel(r, i, base + i * 40 * us, base + offset + 4 * us + i * 40 * us, 10 * us);
            const auto rank = r.finish();
            const DispatchReport report = dispatchReport(*rank, dispatchOf(*rank->trace));
            QCOMPARE(report.steps.size(), size_t(1));
            QVERIFY2(report.steps.front().hostBound, qPrintable(QString::number(offset)));
        }
    }

    void causesAddUpToFree()
    {
        TinyRank r;
        for (int i = 0; i < 60; ++i)
            launchKernel(r, i, base + i * 40 * us, base + 4 * us + i * (i % 3 == 0 ? 40 : 41) * us + i,
                         7 * us + i * 13);
        const auto rank = r.finish();
        const IdleReport report = idleCauses(*rank, dispatchOf(*rank->trace));
        const DeviceSets sets = deviceSets(*rank->trace);
        qint64 sum = 0;
        for (const IdleStep &s : report.steps) {
            qint64 parts = 0;
            for (const qint64 ns : s.ns)
                parts += ns;
            QCOMPARE(parts, s.freeNs);
            sum += parts;
        }
        QCOMPARE(sum, totalLength(gapsOf(uniteSets(sets.compute, sets.communication))));
    }

    void namesTheCauseOfEachGap()
    {
        TinyRank r;
        r.process("5", "Python GC", 9);
        qint64 t = base;
        int i = 0;
        // Twenty back-to-back kernels, so that the clocks are known; they start 4 us after their launch.
        for (; i < 20; ++i, t += 10 * us)
            launchKernel(r, i, t, t + 4 * us, 10 * us);
        const auto runDry = [&] { return t + 4 * us; }; // end of the last kernel
        // A launch 500 us late, for no visible reason.
        t += 500 * us;
        launchKernel(r, i++, t, t + 4 * us, 10 * us);
        t += 10 * us;
        // The host sits in a synchronising call for 300 us.
        r.slice("2", "1", "AscendCL@aclrtSynchronizeStream", runDry() - us, 297 * us);
        t += 300 * us;
        launchKernel(r, i++, t, t + 4 * us, 10 * us);
        t += 10 * us;
        // Garbage collection.
        r.slice("5", "5", "gc", runDry(), 190 * us);
        t += 200 * us;
        launchKernel(r, i++, t, t + 4 * us, 10 * us);
        t += 10 * us;
        // A copy fills the gap, though the kernel was launched in time.
        r.slice("3", "7", "MEMCPY_ASYNC", runDry(), 95 * us);
        launchKernel(r, i++, t - 5 * us, runDry() + 100 * us, 10 * us);
        const qint64 afterCopy = runDry() + 110 * us;
        // An event wait fills the next one.
        r.slice("3", "7", "EVENT_WAIT", afterCopy, 48 * us);
        launchKernel(r, i++, t, afterCopy + 50 * us, 10 * us);
        const auto rank = r.finish();
        const IdleReport report = idleCauses(*rank, dispatchOf(*rank->trace));
        QCOMPARE(cells(causeNs(report, IdleCause::HostLate), causeNs(report, IdleCause::Synchronizing),
                       causeNs(report, IdleCause::DataOrGc), causeNs(report, IdleCause::Copy),
                       causeNs(report, IdleCause::EventWait), causeNs(report, IdleCause::Unknown)),
                 cells(500 * us, 300 * us, 200 * us, 100 * us, 50 * us, 0));
    }

    void mindsporeFreeIsCutAtTheStep()
    {
        // One gap from 100 to 400 us over a step that ends at 250 us: MindSpore cuts it there, torch gives it to the
        // step in which it starts.
        for (const Framework framework : {Framework::MindSpore, Framework::PyTorch}) {
            TinyRank r(0, framework);
            r.step(1, base, 250 * us);
            r.kernel("a", base, 100 * us);
            r.launch(base, base);
            r.kernel("b", base + 400 * us, 10 * us);
            const auto rank = r.finish();
            const IdleReport report = idleCauses(*rank, dispatchOf(*rank->trace));
            const bool cut = framework == Framework::MindSpore;
            QCOMPARE(report.steps.size(), size_t(cut ? 2 : 1));
            QCOMPARE(report.steps[0].step, QStringLiteral("1"));
            QCOMPARE(report.steps[0].freeNs, (cut ? 150 : 300) * us);
            QCOMPARE(report.gaps.size(), report.steps.size());
            QCOMPARE(static_cast<double>(report.steps[0].freeNs) / 1000, *deriveOverview(*rank).front().freeUs);
            if (cut) {
                QCOMPARE(cells(report.steps[1].step, report.steps[1].freeNs, report.gaps[0].range.to),
                         cells(QString(), 150 * us, report.gaps[1].range.from));
            }
        }
    }

    // A gap of 200 us over the end of a step: 50 us in step 1, in which nothing runs, and 150 us in step 2, of which a
    // copy fills 140.
    void aPieceIsJudgedByWhatLiesInIt()
    {
        for (const bool copies : {false, true}) {
            TinyRank r(0, Framework::MindSpore);
            r.step(1, base, 250 * us);
            r.step(2, base + 250 * us, 250 * us);
            r.kernel("a", base, 200 * us);
            if (copies)
                r.slice("3", "7", "MEMCPY_ASYNC", base + 255 * us, 140 * us);
            r.kernel("b", base + 400 * us, 50 * us);
            const auto rank = r.finish();
            const IdleReport report = idleCauses(*rank, dispatchOf(*rank->trace));
            QCOMPARE(report.gaps.size(), size_t(2));
            QCOMPARE(report.gaps[0].range, (Interval{base + 200 * us, base + 250 * us}));
            QCOMPARE(cells(report.gaps[0].cause, report.gaps[0].evidence, report.gaps[1].cause,
                           report.steps[1].ns[static_cast<size_t>(IdleCause::Copy)]),
                     cells(IdleCause::StepBoundary, NoSlice, copies ? IdleCause::Copy : IdleCause::StepBoundary,
                           copies ? 150 * us : 0));
        }
    }

    void whatIsAddedInOneStepLeavesTheOthersAlone_data()
    {
        QTest::addColumn<QString>("kind");
        for (const char *kind : {"copy", "event wait", "communication task", "synchronizing", "gc", "kernel"})
            QTest::newRow(kind) << QString::fromLatin1(kind);
    }

    void whatIsAddedInOneStepLeavesTheOthersAlone()
    {
        QFETCH(QString, kind);
        constexpr int steps = 6;
        constexpr qint64 stepLength = 1000 * us;
        // Most of a step is covered by what is added to it, never its first and last 10 us.
        const auto rankWith = [&](quint32 seed, int addedTo) {
            QRandomGenerator random(seed);
            TinyRank r(0, Framework::MindSpore);
            r.process("5", "Python GC", 9);
            r.thread("3", "8", "Stream 8");
            for (int i = 0; i < 20; ++i) // settles the clocks
                launchKernel(r, i, base - 1000 * us + i * 20 * us, base - 1000 * us + i * 20 * us + us, 2 * us);
            int launches = 20;
            for (int step = 0; step < steps; ++step) {
                const qint64 from = base + step * stepLength;
                r.step(step + 1, from, stepLength);
                // The device runs dry well before the end of the step, and starts late in the next.
                qint64 at = from + random.bounded(50, 600) * us;
                for (int k = 0, n = 1 + random.bounded(3); k < n; ++k) {
                    const qint64 length = random.bounded(20, 60) * us;
                    launchKernel(r, launches++, at - random.bounded(1, 40) * us, at, length);
                    at += length + random.bounded(0, 60) * us;
                }
                if (step != addedTo)
                    continue;
                const qint64 most = stepLength - 20 * us;
                if (kind == u"copy")
                    r.slice("3", "8", "MEMCPY_ASYNC", from + 10 * us, most);
                else if (kind == u"event wait")
                    r.slice("3", "8", "EVENT_WAIT", from + 10 * us, most);
                else if (kind == u"communication task")
                    r.slice("4", "1", "Memcpy", from + 10 * us, most);
                else if (kind == u"synchronizing")
                    r.slice("2", "9", "AscendCL@aclrtSynchronizeStream", from + 10 * us, most);
                else if (kind == u"gc")
                    r.slice("5", "5", "gc", from + 10 * us, most);
                else
                    launchKernel(r, 1000, from + 12 * us, from + 14 * us, 20 * us);
            }
            return r.finish();
        };
        int changed = 0;
        for (quint32 seed = 1; seed <= 5; ++seed) {
            const auto bare = rankWith(seed, -1);
            const IdleReport before = idleCauses(*bare, dispatchOf(*bare->trace));
            for (int addedTo = 0; addedTo < steps; ++addedTo) {
                const auto rank = rankWith(seed, addedTo);
                const IdleReport after = idleCauses(*rank, dispatchOf(*rank->trace));
                for (int step = 0; step < steps; ++step) {
                    const auto ofStep = [step](const IdleReport &report) {
                        std::vector<std::pair<Interval, IdleCause>> out;
                        for (const IdleGap &g : report.gaps) {
                            if (report.steps[static_cast<size_t>(g.step)].step == QString::number(step + 1))
                                out.emplace_back(g.range, g.cause);
                        }
                        return out;
                    };
                    if (step == addedTo)
                        changed += ofStep(before) == ofStep(after) ? 0 : 1;
                    else
                        QVERIFY2(ofStep(before) == ofStep(after),
                                 qPrintable(QStringLiteral("seed %1, added to %2, step %3")
                                                .arg(seed)
                                                .arg(addedTo + 1)
                                                .arg(step + 1)));
                }
            }
        }
        QVERIFY(changed > 5); // it does make a difference where it lies
    }

    // The host waits until the device has run dry, returns 2 us later and needs 60 us to the next launch. A second wait
    // of 5 us has returned 30 us before the device runs dry.
    void theHostThatHasWaitedLaunchesLate()
    {
        TinyRank r;
        qint64 t = base;
        int i = 0;
        for (; i < 20; ++i, t += 10 * us)
            launchKernel(r, i, t, t + 4 * us, 10 * us);
        qint64 dry = t + 4 * us;
        r.slice("2", "1", "AscendCL@aclrtSynchronizeStream", dry - 50 * us, 52 * us);
        t = dry + 60 * us;
        launchKernel(r, i++, t, t + 4 * us, 100 * us);
        dry = t + 104 * us;
        r.slice("2", "1", "AscendCL@aclrtSynchronizeStream", dry - 35 * us, 5 * us);
        t = dry + 70 * us;
        launchKernel(r, i, t, t + 4 * us, 10 * us);
        const auto rank = r.finish();
        const IdleReport report = idleCauses(*rank, dispatchOf(*rank->trace));
        QCOMPARE(cells(causeNs(report, IdleCause::Synchronizing), causeNs(report, IdleCause::HostLate)),
                 cells(64 * us, 74 * us));
        const auto gap = std::ranges::find(report.gaps, IdleCause::Synchronizing, &IdleGap::cause);
        QCOMPARE(gap->evidence, sliceNamed(*rank->trace, "AscendCL@aclrtSynchronizeStream"));
    }

    // A gap of 300 us: 100 us until step 2 begins, then 200 us, of which 120 load data, less than half of the gap.
    void aGapOfTorchIsJudgedOnBothSidesOfTheStep()
    {
        TinyRank r;
        qint64 t = base;
        r.step(1, base - us, 301 * us);
        r.step(2, base + 300 * us, 300 * us);
        int i = 0;
        for (; i < 20; ++i, t += 10 * us)
            launchKernel(r, i, t, t, 10 * us);
        r.host("enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__", base + 310 * us, 120 * us);
        launchKernel(r, i, base + 499 * us, base + 500 * us, 10 * us);
        const auto rank = r.finish();
        const IdleReport report = idleCauses(*rank, dispatchOf(*rank->trace));
        QCOMPARE(report.steps.front().freeNs, 300 * us);
        const auto ns = [&report](IdleCause cause) { return report.steps.front().ns[static_cast<size_t>(cause)]; };
        QCOMPARE(cells(ns(IdleCause::StepBoundary), ns(IdleCause::DataOrGc)), cells(100 * us, 200 * us));
    }

    void aLongCallAroundManyShortOnesIsFound()
    {
        TinyRank r;
        qint64 t = base;
        int i = 0;
        for (; i < 20; ++i, t += 10 * us)
            launchKernel(r, i, t, t + 4 * us, 10 * us);
        // 500 us in one synchronising call that holds a hundred short ones: the outer one is the evidence.
        r.slice("2", "1", "AscendCL@aclrtSynchronizeStream", t, 490 * us);
        for (int k = 0; k < 100; ++k)
            r.slice("2", "1", "Runtime@StreamSynchronize", t + us + k * 4 * us, us);
        t += 500 * us;
        launchKernel(r, i, t, t + 4 * us, 10 * us);
        const auto rank = r.finish();
        const IdleReport report = idleCauses(*rank, dispatchOf(*rank->trace));
        QCOMPARE(causeNs(report, IdleCause::Synchronizing), 500 * us);
        const auto gap =
            std::max_element(report.gaps.begin(), report.gaps.end(),
                             [](const IdleGap &a, const IdleGap &b) { return a.range.length() < b.range.length(); });
        QCOMPARE(gap->evidence, sliceNamed(*rank->trace, "AscendCL@aclrtSynchronizeStream"));
    }

    void synchronizingCallBoundsTheOffset()
    {
        TinyRank r;
        // Device 30 us ahead; kernels start 4 us after their launch, the last one ends at 210 us on the host's clock.
        for (int i = 0; i < 20; ++i)
            launchKernel(r, i, base + i * 10 * us, base + i * 10 * us + 34 * us, 10 * us);
        r.slice("2", "1", "AscendCL@aclrtSynchronizeDevice", base + 195 * us, 19 * us);
        r.slice("2", "1", "Runtime@DeviceSynchronize", base + 196 * us, 17 * us);
        const HostClock clock = estimateHostClock(*r.finish()->trace);
        QCOMPARE(cells(clock.offsetNs, clock.bounded), cells(34 * us, true));
        // End 190 + 34 + 10 = 234 us on the device's clock, return of the inner call at 213 us.
        QCOMPARE(cells(clock.lowerBoundNs, clock.uncertaintyNs()), cells(21 * us, clock.offsetNs - 21 * us));
    }

    // Ranks with two streams, a latency of their own and calls that wait for the device while another thread goes on
    // launching: the offset lies between the two bounds, and these are no further apart than a call and a launch take.
    void theStatedIntervalHoldsTheOffset()
    {
        for (quint32 seed = 1; seed <= 60; ++seed) {
            QRandomGenerator random(seed);
            const qint64 offset = random.bounded(-90'000, 60'000);
            const qint64 latency = random.bounded(6'000, 18'000);
            TinyRank r;
            r.thread("3", "8", "Stream 8");
            qint64 host = base;
            qint64 device[2] = {base, base};
            for (int i = 0; i < 400; ++i) {
                const auto stream = static_cast<size_t>(random.bounded(2));
                r.slice("2", "1", "Node@launch", host, 2 * us);
                device[stream] = std::max(device[stream], host + latency + random.bounded(40'000));
                const char *const tid = stream == 0 ? "7" : "8";
                const qint64 length = random.bounded(2'000, 30'000);
                r.slice("3", tid, "MatMul", device[stream] + offset, length, "AI_CORE");
                r.flow("HostToDevice", std::to_string(i), "2", "1", host, "3", tid, device[stream] + offset);
                device[stream] += length;
                host += 4 * us + random.bounded(20'000);
                if (i % 40 == 39) {
                    const qint64 returns = std::max({host, device[0], device[1]}) + random.bounded(1'000, 5'000);
                    r.slice("2", "1", "AscendCL@aclrtSynchronizeDevice", host, returns - host);
                    // Launched by another thread after the call began, and done after its return.
                    const qint64 start = std::max(device[1], host + us + latency);
                    r.slice("2", "2", "Node@launch", host + us, us);
                    r.slice("3", "8", "MatMul", start + offset, 300 * us, "AI_CORE");
                    r.flow("HostToDevice", "late" + std::to_string(i), "2", "2", host + us, "3", "8", start + offset);
                    device[1] = start + 300 * us;
                    host = std::max(returns, device[1]);
                }
            }
            const HostClock clock = estimateHostClock(*r.finish()->trace);
            QVERIFY(clock.known && clock.bounded);
            QVERIFY2(clock.lowerBoundNs <= offset && offset <= clock.offsetNs, qPrintable(QString::number(seed)));
            QVERIFY2(clock.offsetNs - offset < 25 * us, qPrintable(QString::number(seed)));
            QVERIFY2(offset - clock.lowerBoundNs <= 5 * us, qPrintable(QString::number(seed)));
        }
    }

    void runsAreMergedInOrder()
    {
        QRandomGenerator random(5);
        for (const int runs : {0, 1, 2, 3, 7, 64, 300}) {
            std::vector<int> values;
            for (int r = 0; r < runs; ++r) {
                int at = static_cast<int>(random.bounded(100));
                for (quint32 i = 0, n = 1 + random.bounded(9U); i < n; ++i)
                    values.push_back(at += static_cast<int>(random.bounded(20)));
            }
            std::vector<int> expected = values;
            std::sort(expected.begin(), expected.end());
            sortRuns(values, std::less<>());
            QCOMPARE(values, expected);
        }
    }

    void rowsAreMergedInOrder()
    {
        QRandomGenerator random(5);
        TinyRank r;
        for (int stream = 7; stream < 12; ++stream) {
            r.thread("3", std::to_string(stream), "Stream " + std::to_string(stream));
            qint64 at = 0;
            for (int i = 0; i < 200 * (stream - 7); ++i) { // the first one is empty
                at += random.bounded(5);
                r.slice("3", std::to_string(stream), i % 3 == 0 ? "a" : "b", at, random.bounded(4));
            }
        }
        const auto trace = r.seal();
        const SliceStore &s = trace->slices();
        std::vector<SliceStore::Span> rows;
        std::vector<std::pair<qint64, quint32>> expected;
        const auto keep = [&](SliceId id) { return trace->strings().view(s.name(id)) == "b"; };
        for (quint32 row = 0; row < s.rowCount(); ++row)
            rows.push_back(s.row(RowId{row}));
        for (quint32 i = 0; i < s.size(); ++i) {
            if (keep(SliceId{i}))
                expected.emplace_back(s.start(SliceId{i}), i);
        }
        std::sort(expected.begin(), expected.end());
        QVERIFY(expected.size() > 1000);
        std::vector<std::pair<qint64, quint32>> found;
        for (auto merge = mergeRows(s, rows, keep); !merge.isAtEnd(); merge.next()) {
            found.emplace_back(merge.stamp(), merge.number());
            QVERIFY(merge.number() >= rows[merge.run()].first && merge.number() < rows[merge.run()].last);
        }
        QCOMPARE(found, expected);
        QVERIFY(mergeRows(s, {}, keep).isAtEnd());
        QVERIFY(mergeRows(s, rows, [](SliceId) { return false; }).isAtEnd());
    }

    void percentileOfUnsortedValues()
    {
        const std::vector<qint64> sorted{1, 2, 4, 8, 16};
        for (const double p : {0.0, 0.05, 0.3, 0.5, 0.95, 1.0}) {
            std::vector<qint64> mixed{8, 1, 16, 4, 2};
            QCOMPARE(percentileOf(mixed, p), percentile(sorted, p));
        }
    }

    // Enough launches for many parts; some tasks have two launches, some flows end inside of their task, some are no
    // launches, some calls take longer than is counted by the nanosecond, tasks overlap and lie in each other.
    void manyThreadsFindWhatOneByOneIsFound()
    {
        constexpr int launches = 80'000;
        QRandomGenerator random(11);
        TinyRank r;
        for (int stream = 8; stream < 11; ++stream)
            r.thread("3", std::to_string(stream), "Stream " + std::to_string(stream));
        qint64 host = base;
        qint64 device[4] = {base, base, base, base};
        for (int i = 0; i < launches; ++i) {
            if (i % 10'000 == 0)
                r.step(i / 10'000 + 1, host, 10'000 * 10 * us);
            const int k = random.bounded(4);
            const std::string stream = std::to_string(7 + k);
            const qint64 cost = i % 100 == 0 ? 90 * us + random.bounded(2000) : 3 * us + random.bounded(900);
            r.slice("2", "1", "Node@launch", host, cost);
            if (i % 50 == 0)
                r.slice("2", "1", "AscendCL@aclrtSynchronizeStream", host + cost, 30 * us);
            device[k] = std::max(device[k] + random.bounded(3000), host + random.bounded(8000) - 2000);
            const qint64 length = 100 + random.bounded(6'000);
            r.slice("3", stream, "MatMul", device[k], length, i % 7 == 0 ? "EVENT_WAIT" : "AI_CORE");
            const qint64 end = device[k] + (i % 11 == 0 ? length / 2 : 0);
            r.flow("HostToDevice", std::to_string(2 * i), "2", "1", host, "3", stream, end);
            if (i % 13 == 0)
                r.flow("HostToDevice", std::to_string(2 * i + 1), "2", "1", host + 1, "3", stream, end);
            if (i % 5 == 0)
                r.flow("async_npu", std::to_string(2 * i), "2", "1", host, "3", stream, device[k]);
            device[k] += i % 17 == 0 ? length / 2 : length;
            host += cost + random.bounded(4000) + (i % 50 == 0 ? 40 * us : 0);
        }
        const auto rank = r.finish();
        const Trace &trace = *rank->trace;
        const SliceStore &s = trace.slices();
        ThreadPool pool(3);

        std::vector<qint64> delays;
        std::vector<qint64> costs;
        std::vector<std::tuple<qint64, quint32, quint32, qint64>> expected;
        for (const Flow &f : trace.flows().flows()) {
            if (trace.strings().view(trace.flows().categories()[f.category].name) != "HostToDevice")
                continue;
            delays.push_back(f.toNs - f.fromNs);
            costs.push_back(s.duration(f.from));
            expected.emplace_back(f.toNs, raw(f.to), raw(f.from), f.fromNs);
        }
        QVERIFY(expected.size() > size_t(launches) && expected.size() < trace.flows().size());
        std::sort(delays.begin(), delays.end());
        std::sort(costs.begin(), costs.end());
        std::sort(expected.begin(), expected.end());

        const HostClock clock = estimateHostClock(trace, &pool);
        const double n = static_cast<double>(delays.size());
        const double p = std::min(hostClockPercentile, hostClockBelow / n);
        const double half = 2 * std::sqrt(n * p * (1 - p)) / n;
        QCOMPARE(cells(clock.launches, clock.offsetNs, clock.samplingNs),
                 cells(qint64(delays.size()), percentile(delays, p),
                       std::max(clock.offsetNs - percentile(delays, p - half),
                                percentile(delays, p + half) - clock.offsetNs)));

        const Dispatch d = dispatchOf(trace, JobContext(), &pool);
        QCOMPARE(d.launchCostNs, costs[costs.size() / 2]);
        std::vector<std::tuple<qint64, quint32, quint32, qint64>> found;
        for (const DispatchSample &sample : d.samples) {
            found.emplace_back(sample.startNs, raw(sample.task), raw(sample.launch), sample.launchNs);
            QCOMPARE(sample.lane, trace.laneOf(sample.task));
            QCOMPARE(d.delayNs(sample), sample.startNs - sample.launchNs - clock.offsetNs);
        }
        QVERIFY(std::is_sorted(found.begin(), found.end(), [](const auto &a, const auto &b) {
            return std::tuple(std::get<0>(a), std::get<1>(a), std::get<2>(a)) <
                   std::tuple(std::get<0>(b), std::get<1>(b), std::get<2>(b));
        }));
        std::sort(found.begin(), found.end());
        QVERIFY(found == expected);

        std::vector<Interval> work;
        for (quint32 i = 0; i < s.size(); ++i) {
            if (s.kind(SliceId{i}) == SliceKind::KernelCube)
                work.push_back({s.start(SliceId{i}), s.end(SliceId{i})});
        }
        const DeviceSets sets = deviceSets(trace, -1, &pool);
        QCOMPARE(sets.computeSlices, qint64(work.size()));
        QVERIFY(sets.compute == mergeIntervals(work));
        const DeviceIdle idle = deviceIdle(*rank, JobContext(), &pool);
        QVERIFY(idle.gaps == gapsOf(sets.compute));
        QVERIFY(idle.gaps.size() > 20'000);

        // Each gap has the first task that starts behind it, and that task's last launch.
        const IdleReport causes = idleCauses(*rank, d, idle, JobContext(), &pool);
        const IdleReport alone = idleCauses(*rank, dispatchOf(trace), deviceIdle(*rank));
        QVERIFY(causes.gaps == alone.gaps);
        std::vector<Interval> pieces; // a gap is cut where a step begins
        for (const IdleGap &gap : causes.gaps)
            pieces.push_back(gap.range);
        QVERIFY(mergeIntervals(std::move(pieces)) == idle.gaps);
        std::vector<std::pair<qint64, quint32>> starts;
        for (quint32 i = 0; i < s.size(); ++i) {
            if (s.kind(SliceId{i}) == SliceKind::KernelCube)
                starts.emplace_back(s.start(SliceId{i}), i);
        }
        std::sort(starts.begin(), starts.end());
        std::map<quint32, SliceId> lastLaunch; // by task
        for (const DispatchSample &sample : d.samples)
            lastLaunch[raw(sample.task)] = sample.launch;
        for (const IdleGap &gap : causes.gaps) {
            const auto next = std::lower_bound(starts.begin(), starts.end(), std::pair(gap.range.to, 0U));
            QCOMPARE(raw(gap.next), next->second);
            const auto launch = lastLaunch.find(next->second);
            QCOMPARE(gap.launch, launch == lastLaunch.end() ? NoSlice : launch->second);
        }

        const DispatchReport report = dispatchReport(idle, d, JobContext(), &pool);
        QCOMPARE(report.steps.size(), size_t(8));
        qint64 taken = base; // where windows overlap the first step has the task
        for (const DispatchStep &step : report.steps) {
            std::vector<qint64> inStep;
            for (const DispatchSample &sample : d.samples) {
                if (sample.startNs >= std::max(step.window.from, taken) && sample.startNs < step.window.to)
                    inStep.push_back(d.delayNs(sample));
            }
            taken = std::max(taken, step.window.to);
            QCOMPARE(cells(step.tasks, step.medianNs), cells(qint64(inStep.size()), percentileOf(inStep, 0.5)));
        }
        JobContext canceled;
        canceled.cancel();
        QVERIFY(dispatchOf(trace, canceled, &pool).isEmpty());
        QVERIFY(idleCauses(*rank, d, idle, canceled, &pool).gaps.empty());
    }
};

RS_TEST(TestLaunch, QCoreApplication);
#include "tst_launch.moc"
