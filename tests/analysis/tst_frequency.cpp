// SPDX-License-Identifier: Apache-2.0
#include "analysis/operators/frequency.h"
#include "core/trace/tracebuilder.h"
#include "support/cells.h"
#include "support/testprogram.h"

#include <QTest>

using namespace rs;
using namespace rs::test;

namespace {

constexpr qint64 ms = 1'000'000;

// A device with kernels on one stream and samples of its frequency.
struct Device
{
    TraceChunk chunk;

    Device()
    {
        chunk.metas.push_back({TraceChunk::MetaKind::ProcessName,
                               chunk.strings.intern("3"),
                               {},
                               chunk.strings.intern("Ascend Hardware"),
                               0});
    }
    void slice(qint64 from, qint64 to, std::string_view name = "MatMul")
    {
        TraceChunk::Slice s;
        s.lane = chunk.lane("3", "2");
        s.start = from;
        s.duration = to - from;
        s.name = chunk.strings.intern(name);
        chunk.slices.push_back(s);
    }
    void sample(qint64 at, double mhz, std::string_view name = "AI Core Freq")
    {
        chunk.samples.push_back({at, mhz, chunk.seriesOf("9", name, "MHz")});
    }
    std::unique_ptr<Trace> seal()
    {
        TraceBuilder builder;
        builder.addChunk(std::move(chunk));
        ThreadPool pool(1);
        ImportReport report;
        auto trace = builder.seal(pool, JobContext(), report);
        // As joining kernel_details does it.
        TraceEditor editor(*trace);
        for (quint32 i = 0; i < trace->slices().size(); ++i) {
            const bool matMul = trace->strings().view(trace->slices().name(SliceId{i})) == "MatMul";
            editor.setKind(SliceId{i}, matMul ? SliceKind::KernelCube : SliceKind::KernelAiCpu);
        }
        return trace;
    }
};

FrequencyStats statsOf(const Trace &trace)
{
    const auto counters = frequencyCounters(trace);
    return counters.empty() ? FrequencyStats() : frequencyStats(trace, counters.front());
}

} // namespace

class TestFrequency : public QObject
{
    Q_OBJECT
private slots:
    void throttlingUnderLoad()
    {
        // 1800 MHz, from 10 ms to 31 ms 900 MHz. Kernels from 0 to 20 ms and from 25 ms to 40 ms.
        // The curve rises at 31 ms, so the cores may have been fast again from 30 ms on.
        // Surely slow and busy: 10..20 and 25..30 = 15 ms, at half the speed 7.5 ms lost, of 35 ms busy.
        Device d;
        d.sample(0, 1800);
        d.sample(10 * ms, 900);
        d.sample(31 * ms, 1800);
        d.slice(0, 5 * ms);
        d.slice(5 * ms, 20 * ms);
        d.slice(25 * ms, 28 * ms);
        d.slice(28 * ms, 40 * ms);
        const auto trace = d.seal();
        const FrequencyStats s = statsOf(*trace);
        QCOMPARE(s.nominalMHz, 1800.0);
        QCOMPARE(s.drops.size(), size_t(1));
        QCOMPARE(cells(s.drops[0].fromNs, s.drops[0].toNs, s.drops[0].lowestMHz, s.drops[0].busyNs,
                       s.drops[0].underLoad, s.dropsUnderLoad(), s.busyNs, s.busyBelowNs, s.kernelsBelow, s.lostNs,
                       s.shareBelow()),
                 cells(10 * ms, 31 * ms, 900.0, 15 * ms, true, qsizetype(1), 35 * ms, 15 * ms, 3, 7.5 * ms, 15.0 / 35));

        // The second kernel ran 5 ms at 1800 and 10 ms at 900: 1200 on average.
        const auto slow = kernelFrequency(*trace, SliceId{1});
        QVERIFY(slow && slow->isLowered());
        QCOMPARE(cells(slow->meanMHz, slow->nominalMHz), cells(1200.0, 1800.0));
        QCOMPARE(slow->lostNs, 5.0 * ms); // 15 ms, of which a third was lost
        const auto fast = kernelFrequency(*trace, SliceId{0});
        QVERIFY(fast && !fast->isLowered());
        QCOMPARE(fast->lostNs, 0.0);
    }

    void idlePowerSavingCostsNothing()
    {
        // 100 ms at 800 MHz with 5 ms of kernels in them: the device rests. At 1600 of 1800 MHz it works.
        Device d;
        d.sample(0, 1800);
        d.sample(100 * ms, 800);
        d.sample(201 * ms, 1600);
        d.sample(302 * ms, 1800);
        d.slice(0, 100 * ms);
        d.slice(150 * ms, 155 * ms);
        d.slice(302 * ms, 400 * ms);
        const auto trace = d.seal();
        const FrequencyStats s = statsOf(*trace);
        // Neighbouring low values are one drop: 800 and 1600 follow each other.
        QCOMPARE(s.drops.size(), size_t(1));
        QCOMPARE(cells(s.drops[0].fromNs, s.drops[0].toNs, s.drops[0].lowestMHz), cells(100 * ms, 302 * ms, 800.0));
        QVERIFY(!s.drops[0].underLoad);
        QCOMPARE(cells(s.busyBelowNs, s.lostNs, s.kernelsBelow), cells(0, 0.0, 0));
    }

    void shortDropsAreNotCharged()
    {
        // 0.8 ms: the samples lag by up to a millisecond, so nothing is known of what ran in it.
        Device d;
        d.sample(0, 1800);
        d.sample(10 * ms, 900);
        d.sample(10 * ms + 800'000, 1800);
        d.slice(0, 20 * ms);
        const FrequencyStats s = statsOf(*d.seal());
        QCOMPARE(s.drops.size(), size_t(1));
        QCOMPARE(cells(s.drops[0].underLoad, s.lostNs), cells(false, 0.0));
    }

    void dropUntilTheEnd()
    {
        Device d;
        d.sample(0, 2000);
        d.sample(10 * ms, 1000);
        d.slice(0, 30 * ms);
        d.slice(30 * ms, 31 * ms, "IndexPut"); // not an AI core: its time does not follow the frequency
        const FrequencyStats s = statsOf(*d.seal());
        QCOMPARE(s.drops.size(), size_t(1));
        QCOMPARE(cells(s.drops[0].toNs, s.busyBelowNs, s.lostNs), cells(31 * ms, 20 * ms, 10.0 * ms));
    }

    void absurdSamplesAreNoNominal()
    {
        Device d;
        d.sample(0, 1800);
        d.sample(ms, 1e308);
        d.sample(2 * ms, -5);
        d.sample(3 * ms, 1800);
        d.slice(0, 10 * ms);
        const FrequencyStats s = statsOf(*d.seal());
        QCOMPARE(s.nominalMHz, 1800.0);
        QVERIFY(s.drops.empty());
    }

    void theSlowerDieCounts()
    {
        Device d;
        d.sample(0, 1800, "AI Core Freq Die 0");
        d.sample(0, 1800, "AI Core Freq Die 1");
        d.sample(ms, 1500, "AI Core Freq Die 1");
        d.slice(2 * ms, 3 * ms);
        const auto trace = d.seal();
        QCOMPARE(frequencyCounters(*trace).size(), size_t(2));
        const auto f = kernelFrequency(*trace, SliceId{0});
        QVERIFY(f);
        QCOMPARE(f->meanMHz, 1500.0);
    }

    void withoutTheCurve()
    {
        Device d;
        d.slice(0, ms);
        d.slice(2 * ms, 3 * ms);
        const auto trace = d.seal();
        QVERIFY(frequencyCounters(*trace).empty());
        QVERIFY(!kernelFrequency(*trace, SliceId{0}));
        // A sample that comes after the kernel tells nothing of it.
        Device later;
        later.slice(0, ms);
        later.sample(2 * ms, 1800);
        QVERIFY(!kernelFrequency(*later.seal(), SliceId{0}));
    }
};

RS_TEST(TestFrequency, QCoreApplication);
#include "tst_frequency.moc"
