// SPDX-License-Identifier: Apache-2.0
#include "analysis/overview/timebreakdown.h"
#include "analysis/time/stepwindows.h"
#include "analysis/time/timesweep.h"

#include "support/cells.h"
#include "support/fixtures.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QRandomGenerator>
#include <QTest>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

using namespace rs;
using namespace rs::test;

namespace {

/// Known work of a device, and an answer to every question by looking at each nanosecond.
class Bitmap
{
public:
    static constexpr qint64 Length = 400;

    enum class What { Compute, Communication, Copy };
    struct CommSlice
    {
        qint64 from;
        qint64 to;
        bool receives;
        bool sends;
    };

    void add(What what, qint64 from, qint64 to)
    {
        for (qint64 t = from; t < to; ++t)
            m_on[static_cast<size_t>(what)][static_cast<size_t>(t)] = true;
    }
    void add(const CommSlice &slice)
    {
        add(What::Communication, slice.from, slice.to);
        m_slices.push_back(slice);
    }

    [[nodiscard]] bool computes(qint64 t) const { return on(What::Compute, t); }
    [[nodiscard]] bool communicates(qint64 t) const { return on(What::Communication, t); }
    [[nodiscard]] bool works(qint64 t) const { return computes(t) || communicates(t); }

    // From the first to the last moment at which the device works, of all or of a window.
    [[nodiscard]] std::optional<Interval> extent(qint64 from = 0, qint64 to = Length) const
    {
        std::optional<Interval> out;
        for (qint64 t = std::max<qint64>(from, 0); t < std::min(to, Length); ++t) {
            if (works(t))
                out = Interval{out ? out->from : t, t + 1};
        }
        return out;
    }

    [[nodiscard]] StepBuckets buckets(Interval window, qint64 deviceFrom) const
    {
        StepBuckets out{.window = window};
        const std::optional<Interval> work = extent(std::max(window.from, deviceFrom), window.to);
        for (qint64 t = window.from; t < window.to; ++t) {
            if (work ? t < work->from : t < deviceFrom)
                ++out.preparingNs;
            else if (work && t >= work->to)
                ++out.tailNs;
            else if (computes(t))
                ++(communicates(t) ? out.coveredNs : out.pureComputeNs);
            else if (communicates(t))
                ++out.uncoveredNs;
            else
                ++(on(What::Copy, t) ? out.copyNs : out.idleNs);
        }
        return out;
    }

    // Whole runs that start in the claim.
    template <typename Pass>
    [[nodiscard]] std::vector<Interval> runs(Interval claim, Pass pass) const
    {
        std::vector<Interval> out;
        for (qint64 t = 0; t < Length; ++t) {
            if (!pass(t) || (t > 0 && pass(t - 1)) || t < claim.from || t >= claim.to)
                continue;
            qint64 to = t;
            while (to < Length && pass(to))
                ++to;
            out.push_back({t, to});
        }
        return out;
    }

    [[nodiscard]] StepColumns columns(Framework framework, const StepWindow &w, Interval claim) const
    {
        const bool mindSpore = framework == Framework::MindSpore;
        const auto isGap = [this, all = extent()](qint64 t) {
            return all && t >= all->from && t < all->to && !works(t);
        };
        const auto compute = runs(claim, [this](qint64 t) { return computes(t); });
        const auto communication = runs(claim, [this](qint64 t) { return communicates(t); });
        const auto uncovered = runs(claim, [this](qint64 t) { return communicates(t) && !computes(t); });
        const auto gaps = runs(claim, isGap);
        std::vector<Interval> ends;
        const auto sum = [&ends](const std::vector<Interval> &some) {
            qint64 out = 0;
            for (const Interval &i : some) {
                out += i.to - i.from;
                ends.push_back(i);
            }
            return out;
        };
        StepColumns out{
            .computingNs = sum(compute), .communicationNs = sum(communication), .notOverlappedNs = sum(uncovered)};
        out.overlappedNs = out.communicationNs - out.notOverlappedNs;
        out.freeNs = sum(gaps);
        if (mindSpore && w.marked) {
            out.freeNs = 0;
            for (qint64 t = std::max<qint64>(w.device.from, 0); t < std::min(w.device.to, Length); ++t)
                out.freeNs += isGap(t) ? 1 : 0;
        }
        qint64 bubble = 0;
        std::vector<CommSlice> slices;
        for (const CommSlice &c : m_slices) {
            if (c.from < claim.from || c.from >= claim.to)
                continue;
            slices.push_back(c);
            if (!c.receives && !(c.sends && mindSpore))
                continue;
            bubble += c.to - c.from;
            ends.push_back({c.from, c.to});
        }
        qint64 from = Length;
        qint64 to = 0;
        for (const Interval &i : ends) {
            from = std::min(from, i.from);
            to = std::max(to, i.to);
        }
        addStage(out, framework, slices, bubble, ends.empty() ? 0 : to - from);
        for (qint64 t = 0; t < Length; ++t) {
            if (starts(t, claim) && w.hostKnown && framework != Framework::Msprof) {
                out.preparingNs = t - w.hostStartNs;
                break;
            }
        }
        return out;
    }

private:
    [[nodiscard]] bool on(What what, qint64 t) const
    {
        return t >= 0 && t < Length && m_on[static_cast<size_t>(what)][static_cast<size_t>(t)];
    }

    [[nodiscard]] bool starts(qint64 t, Interval claim) const
    {
        return t >= claim.from && t < claim.to &&
               ((computes(t) && !computes(t - 1)) || (communicates(t) && !communicates(t - 1)));
    }

    static void addStage(StepColumns &out, Framework framework, const std::vector<CommSlice> &slices, qint64 bubble,
                         qint64 extentNs)
    {
        if (bubble > extentNs)
            return;
        out.bubbleNs = bubble;
        const qint64 without = out.notOverlappedNs - bubble;
        out.excludeReceiveNs = framework == Framework::MindSpore ? without : std::max<qint64>(without, 0);
        qint64 whole = extentNs;
        if (framework == Framework::Msprof)
            whole = out.computingNs + out.notOverlappedNs + out.freeNs;
        if (framework == Framework::MindSpore) {
            const auto earlier = [](const CommSlice &a, const CommSlice &b) {
                return std::tie(a.from, a.to) < std::tie(b.from, b.to);
            };
            whole = slices.empty() ? 0
                                   : std::max_element(slices.begin(), slices.end(), earlier)->to -
                                         std::min_element(slices.begin(), slices.end(), earlier)->from;
        }
        if (whole >= bubble)
            out.stageNs = whole - bubble;
    }

    std::array<std::array<bool, Length>, 3> m_on{};
    std::vector<CommSlice> m_slices;
};

QString text(const StepBuckets &b)
{
    return QStringLiteral("%1..%2: compute %3, covered %4, uncovered %5, copy %6, idle %7, preparing %8, tail %9")
        .arg(b.window.from)
        .arg(b.window.to)
        .arg(b.pureComputeNs)
        .arg(b.coveredNs)
        .arg(b.uncoveredNs)
        .arg(b.copyNs)
        .arg(b.idleNs)
        .arg(b.preparingNs)
        .arg(b.tailNs);
}

QString text(const StepColumns &c)
{
    const auto known = [](std::optional<qint64> ns) { return ns ? QString::number(*ns) : QStringLiteral("-"); };
    return QStringLiteral("computing %1, communication %2, alone %3, overlapped %4, free %5, stage %6, bubble %7, "
                          "exclude receive %8, preparing %9")
        .arg(c.computingNs)
        .arg(c.communicationNs)
        .arg(c.notOverlappedNs)
        .arg(c.overlappedNs)
        .arg(c.freeNs)
        .arg(known(c.stageNs), known(c.bubbleNs), known(c.excludeReceiveNs))
        .arg(c.preparingNs);
}

/// A rank of random slices on two devices or one, and what each device does.
struct RandomRank
{
    std::shared_ptr<const RankData> rank;
    std::map<int, Bitmap> devices; // -1 where there is one

    RandomRank(quint32 seed, Framework framework)
    {
        QRandomGenerator random(seed);
        TinyRank r(0, framework);
        const bool two = random.bounded(3) == 0;
        const int steps = random.bounded(5);
        for (int s = 0; s < steps; ++s)
            r.step(s, random.bounded(2) == 0 ? s * 70 : random.bounded(300), 1 + random.bounded(120));
        if (steps == 0 && random.bounded(2) == 0)
            r.host("aten::mm", random.bounded(60), 5);
        for (int d = 0; d < (two ? 2 : 1); ++d)
            addDevice(r, random, two ? d : -1);
        rank = r.finish();
    }

private:
    void addDevice(TinyRank &r, QRandomGenerator &random, int device)
    {
        const std::string hardware = device == 1 ? "6" : "3";
        const std::string groups = device == 1 ? "7" : "4";
        if (device >= 0) {
            const std::string label = "NPU " + std::to_string(device);
            r.process(hardware, "Ascend Hardware", 2, label);
            r.process(groups, "Communication", 3, label);
            r.thread(hardware, "7", "Stream 7");
            r.thread(groups, "0", "Group 0 Communication");
        }
        Bitmap &bitmap = devices[device];
        const bool works = random.bounded(8) > 0;
        const qint64 first = random.bounded(40);
        for (int i = works ? random.bounded(25) : 0; i > 0; --i) {
            const qint64 at = first + random.bounded(300 - first);
            const qint64 length = random.bounded(30);
            bitmap.add(Bitmap::What::Compute, at, at + length);
            r.slice(hardware, "7", "k", at, length, "AI_CORE");
            if (random.bounded(2) == 0)
                r.flow("async_npu", std::to_string(at) + '.' + std::to_string(i) + hardware, "1", "1",
                       random.bounded(300), hardware, "7", at);
        }
        for (int i = random.bounded(8); i > 0; --i) {
            const qint64 at = random.bounded(300);
            const qint64 length = random.bounded(30);
            bitmap.add(Bitmap::What::Copy, at, at + length);
            r.slice(hardware, "7", "MEMCPY_ASYNC", at, length, "SDMA_SQE");
        }
        for (int i = works ? random.bounded(12) : 0; i > 0; --i) {
            const qint64 at = first + random.bounded(300 - first);
            const qint64 length = 1 + random.bounded(40);
            const int kind = random.bounded(4);
            const char *name = kind == 0   ? "hcom_receive__1_1_1"
                               : kind == 1 ? "hcom_send__1_2_1"
                                           : "hcom_allReduce__1_3_1";
            for (int times = random.bounded(8) == 0 ? 9 : 1; times > 0; --times) {
                bitmap.add({at, at + length, kind == 0, kind == 1});
                r.slice(groups, "0", name, at, length);
            }
        }
    }
};

// As stepClaims(): nothing before the end of any window before.
Interval claimOf(const std::vector<StepWindow> &windows, size_t i, bool closedEnd)
{
    const auto end = [&](const StepWindow &w) { return w.device.to + (closedEnd && w.marked ? 1 : 0); };
    Interval out{windows[i].device.from, end(windows[i])};
    for (size_t before = 0; before < i; ++before)
        out.from = std::max(out.from, end(windows[before]));
    return out;
}

StepBuckets onlyBuckets(const std::shared_ptr<const RankData> &rank)
{
    const TimeBreakdown books = timeBreakdown(*rank);
    return books.steps.size() == 1 ? books.steps.front().buckets.value_or(StepBuckets()) : StepBuckets();
}

} // namespace

class TestTimeBreakdown : public QObject
{
    Q_OBJECT
private slots:
    // The step is marked 1000 … 100000 on the host; on the device
    //   kernels        20000-30000           50000-60000    70000-80000
    //   communication        25000-45000               62000-66000
    //   copies    10000-12000  44000-48000                                90000-91000
    void everyBucketHasItsShare()
    {
        TinyRank r;
        r.step(1, 1000, 99000);
        r.host("aten::mm", 2000, 500);
        for (const qint64 at : {20000, 50000, 70000})
            r.kernel("MatMul", at, 10000);
        r.communication("hcom_allReduce__1_0_1", 25000, 20000);
        r.communication("hcom_receive__1_1_1", 62000, 4000);
        r.kernel("MEMCPY_ASYNC", 10000, 2000, "PCIE_DMA_SQE");
        r.kernel("MEMCPY_ASYNC", 44000, 4000, "PCIE_DMA_SQE");
        r.kernel("MEMCPY_ASYNC", 90000, 1000, "PCIE_DMA_SQE");
        r.launch(2000, 20000);
        r.launch(2000, 70000);
        const StepBuckets b = onlyBuckets(r.finish());
        QCOMPARE(b.window, (Interval{1000, 100000}));
        QCOMPARE(cells(b.pureComputeNs, b.coveredNs, b.uncoveredNs), cells(5000 + 10000 + 10000, 5000, 15000 + 4000));
        QCOMPARE(b.copyNs, qint64(3000));               // 45000 … 48000: before, it is covered
        QCOMPARE(b.idleNs, qint64(2000 + 2000 + 4000)); // 48000, 60000, 66000
        QCOMPARE(b.preparingNs, qint64(19000));         // with the copy in it
        QCOMPARE(b.tailNs, qint64(20000));              // likewise
        QCOMPARE(b.sumNs(), b.window.length());
    }

    void windowsThatOverlapBalanceEach()
    {
        TinyRank r;
        r.step(1, 0, 1000);
        r.step(2, 1000, 1000);
        r.host("a", 100, 10);
        r.host("b", 1100, 10);
        // The device runs late: step 1 reaches to 1500, and step 2 begins on the host at 1000.
        r.kernel("k1", 900, 600);
        r.kernel("k2", 1700, 1100);
        r.launch(100, 900);
        r.launch(1100, 1700);
        const TimeBreakdown books = timeBreakdown(*r.finish());
        QCOMPARE(books.steps.size(), size_t(2));
        const StepBuckets &first = books.steps[0].buckets.value();
        const StepBuckets &second = books.steps[1].buckets.value();
        QCOMPARE(first.window, (Interval{0, 1500}));
        QCOMPARE(cells(first.preparingNs, first.pureComputeNs), cells(900, 600));
        QCOMPARE(second.window, (Interval{1000, 2800}));
        QCOMPARE(second.preparingNs, qint64(700)); // what the device did for the step before is none of its work
        QCOMPARE(second.pureComputeNs, qint64(1100));
        for (const StepTimeBreakdown &book : books.steps)
            QCOMPARE(book.buckets->sumNs(), book.buckets->window.length());
    }

    void stepsWithoutWork()
    {
        TinyRank r;
        r.step(1, 0, 1000);
        r.step(2, 1000, 1000);
        r.step(3, 2000, 1000);
        r.kernel("k", 300, 200);
        r.kernel("MEMCPY_ASYNC", 2600, 100, "SDMA_SQE");
        r.launch(100, 300);
        r.launch(2100, 2600);
        const TimeBreakdown books = timeBreakdown(*r.finish());
        QCOMPARE(books.steps.size(), size_t(3));
        QCOMPARE(books.steps[1].buckets->idleNs, qint64(1000));
        // It waits for its copy, copies, and idles.
        QCOMPARE(
            cells(books.steps[2].buckets->preparingNs, books.steps[2].buckets->copyNs, books.steps[2].buckets->idleNs),
            cells(600, 100, 300));
        for (const StepTimeBreakdown &book : books.steps)
            QCOMPARE(book.buckets->sumNs(), qint64(1000));
        QCOMPARE(books.steps[1].columns.computingNs, qint64(0));

        TinyRank nothing;
        nothing.step(7, 0, 500);
        QCOMPARE(onlyBuckets(nothing.finish()).idleNs, qint64(500));
        QVERIFY(timeBreakdown(RankData()).steps.empty());
    }

    void captureWithoutSteps()
    {
        TinyRank r;
        r.host("aten::mm", 500, 100);
        r.kernel("MatMul", 2000, 1000);
        r.kernel("MatMul", 5000, 1000);
        const StepBuckets b = onlyBuckets(r.finish());
        QCOMPARE(b.window, (Interval{500, 6000}));
        QCOMPARE(cells(b.preparingNs, b.idleNs, b.tailNs), cells(1500, 2000, 0));

        TinyRank onHost;
        onHost.host("aten::mm", 500, 100);
        const TimeBreakdown books = timeBreakdown(*onHost.finish());
        QCOMPARE(books.steps.size(), size_t(1));
        QVERIFY(!books.steps.front().buckets); // nothing says how long it was
    }

    void devicesHaveBooksOfTheirOwn()
    {
        TinyRank r;
        r.step(1, 0, 1000);
        r.process("3", "Ascend Hardware", 2, "NPU 0");
        r.process("6", "Ascend Hardware", 2, "NPU 1");
        r.thread("6", "7", "Stream 7");
        r.kernel("k", 100, 300);
        r.slice("6", "7", "k", 200, 700, "AI_CORE");
        const TimeBreakdown books = timeBreakdown(*r.finish());
        QCOMPARE(books.steps.size(), size_t(2));
        for (const StepTimeBreakdown &book : books.steps) {
            QCOMPARE(cells(book.buckets->sumNs(), book.buckets->pureComputeNs, book.buckets->preparingNs),
                     cells(1000, book.device == 0 ? 300 : 700, book.device == 0 ? 100 : 200));
        }
        QCOMPARE(books.steps[1].device, 1);
    }

    void agreesWithLookingAtEveryNanosecond_data()
    {
        const Scenarios<Framework> row;
        row("torch", Framework::PyTorch);
        row("mindspore", Framework::MindSpore);
        row("msprof", Framework::Msprof);
    }

    void agreesWithLookingAtEveryNanosecond()
    {
        const auto [framework] = scenario<Framework>();
        std::map<QString, int> seen; // that the seeds reach what they are for
        for (quint32 seed = 0; seed < 400; ++seed) {
            const RandomRank random(seed, framework);
            const std::vector<StepWindow> windows = stepWindows(*random.rank);
            const TimeBreakdown books = timeBreakdown(*random.rank);
            QCOMPARE(books.steps.size(), windows.size() * random.devices.size());
            size_t at = 0;
            for (const auto &[device, bitmap] : random.devices) {
                for (size_t i = 0; i < windows.size(); ++i) {
                    const StepWindow &w = windows[i];
                    const StepTimeBreakdown &book = books.steps[at++];
                    QCOMPARE(book.device, device);
                    const Interval claim = claimOf(windows, i, framework == Framework::MindSpore);
                    const QByteArray where =
                        QStringLiteral("seed %1, device %2, step %3").arg(seed).arg(device).arg(w.step).toUtf8();
                    QVERIFY2(text(book.columns) == text(bitmap.columns(framework, w, claim)),
                             where + '\n' + text(book.columns).toUtf8() + '\n' +
                                 text(bitmap.columns(framework, w, claim)).toUtf8());
                    const std::optional<Interval> all = bitmap.extent();
                    QCOMPARE(book.buckets.has_value(), w.marked || all);
                    if (!book.buckets)
                        continue;
                    QVERIFY2(book.buckets->sumNs() == book.buckets->window.length(), where);
                    const Interval window =
                        w.marked ? Interval{std::min(w.hostStartNs, w.device.from), w.device.to}
                                 : Interval{w.hostKnown ? std::min(w.hostStartNs, all->from) : all->from, all->to};
                    const StepBuckets expected = bitmap.buckets(window, w.device.from);
                    QVERIFY2(text(*book.buckets) == text(expected),
                             where + '\n' + text(*book.buckets).toUtf8() + '\n' + text(expected).toUtf8());
                    seen[QStringLiteral("copy")] += expected.copyNs > 0 ? 1 : 0;
                    seen[QStringLiteral("covered")] += expected.coveredNs > 0 ? 1 : 0;
                    seen[QStringLiteral("tail")] += expected.tailNs > 0 ? 1 : 0;
                    seen[QStringLiteral("second device")] += device == 1 ? 1 : 0;
                    seen[QStringLiteral("capture")] += w.marked ? 0 : 1;
                    seen[QStringLiteral("no work")] += all ? 0 : 1;
                    seen[QStringLiteral("overlong")] += book.columns.stageNs ? 0 : 1;
                    seen[QStringLiteral("overlap")] += i > 0 && window.from < windows[i - 1].device.to ? 1 : 0;
                }
            }
        }
        QCOMPARE(seen.size(), size_t(8));
        for (const auto &[what, times] : seen)
            QVERIFY2(times > 10, qPrintable(what));
    }

    // Stamps at which sums since the beginning of time no longer fit.
    void sumsAreExactWhereverTheyLie()
    {
        constexpr qint64 most = std::numeric_limits<qint64>::max();
        constexpr qint64 least = std::numeric_limits<qint64>::min();
        DeviceSets sets{.compute = {{least, -5}, {100, 107}, {most - 10, most}}, .communication = {{104, 110}}};
        const TimeSweep sweep(sets, {least, 0, 105, 200, most});
        QVERIFY(sweep.isComplete());
        const SweepPoint &begin = sweep.at(0);
        const SweepPoint &end = sweep.at(200);
        const auto spent = [&](DeviceState state) {
            return end.spent[static_cast<size_t>(state)] - begin.spent[static_cast<size_t>(state)];
        };
        QCOMPARE(cells(spent(DeviceState::Computes), spent(DeviceState::Both), spent(DeviceState::Communicates),
                       spent(DeviceState::Nothing)),
                 cells(4, 3, 3, 190));
        QCOMPARE(begin.nextWork.at, qint64(100));
        QCOMPARE(end.lastWork.at, qint64(110));
        QCOMPARE(end.of(DeviceRun::Compute).startedNs - begin.of(DeviceRun::Compute).startedNs, quint64(7));
        QCOMPARE(cells(sweep.at(105).of(DeviceRun::Communication).passedNs,
                       sweep.at(105).of(DeviceRun::Communication).startedNs,
                       sweep.at(105).of(DeviceRun::Uncovered).nextStart),
                 cells(1, 6, 107));
        QCOMPARE(sweep.at(most).of(DeviceRun::Compute).lastEnd, most);
    }
};

RS_TEST(TestTimeBreakdown, QCoreApplication);
#include "tst_timebreakdown.moc"
