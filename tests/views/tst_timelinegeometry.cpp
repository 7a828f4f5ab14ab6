// SPDX-License-Identifier: Apache-2.0
#include "support/testprogram.h"
#include "timelinefixture.h"

#include "views/picture/timecoordinates.h"
#include "views/picture/timeticks.h"
#include "views/timeline/canvas/lanegeometry.h"
#include "views/timeline/data/countercurve.h"
#include "views/timeline/data/lodindex.h"

#include <QRandomGenerator>
#include <QTest>

using namespace rs;

class TestTimelineGeometry : public QObject
{
    Q_OBJECT
private slots:
    void timeAndPixelRoundTrip_data()
    {
        QTest::addColumn<qint64>("from");
        QTest::addColumn<qint64>("length");
        QTest::addColumn<int>("width");
        const qint64 epoch = 1'736'412'474'714'258'990;
        QTest::newRow("a run") << epoch << qint64{12'345'678'901} << 1700;
        QTest::newRow("deep") << epoch << qint64{37} << 1700;
        QTest::newRow("1 ns") << epoch << qint64{1} << 1700;
        QTest::newRow("a day") << epoch << qint64{86'400'000'000'000} << 333;
        QTest::newRow("before zero") << qint64{-5000} << qint64{10'000} << 100;
    }

    void timeAndPixelRoundTrip()
    {
        QFETCH(qint64, from);
        QFETCH(qint64, length);
        QFETCH(int, width);
        const TimeMap map(TimeWindow{from, from + length}, width);
        for (int x = 0; x < width; ++x) {
            const qint64 t = map.time(x);
            QVERIFY(t >= from && t < from + length);
            // The stamp of a pixel's left edge, rounded down, lies at most one nanosecond left of it.
            QVERIFY(map.x(t) <= x + 1e-6);
            QVERIFY(map.x(t + 1) > x - 1e-6);
        }
        QCOMPARE(map.pixel(from), 0);
        QCOMPARE(map.pixel(from - 1), -1);
        QCOMPARE(map.pixel(from + length), width);
        QCOMPARE(map.pixel(from + length - 1), std::min(width - 1, static_cast<int>(map.x(from + length - 1))));
    }

    void zoomHoldsTheStampUnderTheCursor()
    {
        const TimeWindow limits{1'000'000'000'000, 1'010'000'000'000};
        TimeWindow w{1'004'000'000'000, 1'005'000'000'000};
        const double x = 613;
        const qint64 under = TimeMap(w, 1700).time(x);
        for (int i = 0; i < 40; ++i) {
            w = timeline::zoomed(w, x, 1700, 0.8, limits);
            const qint64 now = TimeMap(w, 1700).time(x);
            QVERIFY2(std::abs(now - under) <= w.lengthNs() / 1700 + 41, qPrintable(QString::number(now - under)));
        }
    }

    void zoomReachesOneNanosecondAndComesBack()
    {
        const TimeWindow limits{0, 3'600'000'000'000};
        TimeWindow w = limits;
        for (int i = 0; i < 400 && w.lengthNs() > 1; ++i)
            w = timeline::zoomed(w, 850, 1700, 0.8, limits);
        QCOMPARE(w.lengthNs(), qint64{1});
        for (int i = 0; i < 400 && w != limits; ++i)
            w = timeline::zoomed(w, 850, 1700, 1.25, limits);
        QCOMPARE(w, limits);
    }

    void windowsStayInsideTheLimits()
    {
        const TimeWindow limits{100, 1100};
        QCOMPARE(timeline::panned({200, 300}, -500, limits), (TimeWindow{100, 200}));
        QCOMPARE(timeline::panned({200, 300}, 5000, limits), (TimeWindow{1000, 1100}));
        QCOMPARE(timeline::clamped({0, 5000}, limits), limits);
        QCOMPARE(timeline::zoomed({100, 1100}, 0, 10, 3, limits), limits);
        QCOMPARE(timeline::padded({100, 200}, 0.1), (TimeWindow{90, 210}));
    }

    void tickStepsAreOneTwoFive()
    {
        QCOMPARE(timeline::tickStep(0.2), qint64{1});
        QCOMPARE(timeline::tickStep(1), qint64{1});
        QCOMPARE(timeline::tickStep(1.5), qint64{2});
        QCOMPARE(timeline::tickStep(21'000), qint64{50'000});
        QCOMPARE(timeline::tickStep(51'000), qint64{100'000});
        QCOMPARE(timeline::tickAtOrBefore(107, 100, 5), qint64{105});
        QCOMPARE(timeline::tickAtOrBefore(93, 100, 5), qint64{90});
    }

    void offsetsKeepEveryDigit()
    {
        const auto plain = [](QString s) {
            return s.replace(QChar(0x2009), u' ').replace(QChar(0x00A0), u' ').replace(QChar(0x2212), u'-');
        };
        QCOMPARE(plain(exactOffset(0)), QStringLiteral("0 ns"));
        QCOMPARE(plain(exactOffset(999)), QStringLiteral("999 ns"));
        QCOMPARE(plain(exactOffset(1'500)), QStringLiteral("1.5 µs"));
        QCOMPARE(plain(exactOffset(-2'000'000)), QStringLiteral("-2 ms"));
        QVERIFY(plain(exactOffset(12'345'678'901)).startsWith(QStringLiteral("12.345")));
        QVERIFY(plain(exactOffset(12'345'678'901)).remove(u' ').startsWith(QStringLiteral("12.345678901")));
    }

    void numbersStopAtTheEndsOfTime_data()
    {
        QTest::addColumn<qint64>("from");
        QTest::addColumn<qint64>("to");
        QTest::addColumn<qint64>("length");
        constexpr qint64 low = std::numeric_limits<qint64>::min();
        constexpr qint64 high = std::numeric_limits<qint64>::max();
        QTest::newRow("all of it") << low << high << high;
        QTest::newRow("nearly all") << low + 5 << high - 5 << high;
        QTest::newRow("one slice of 2^63")
            << qint64{1'700'000'000'000'000'000} << high << high - 1'700'000'000'000'000'000;
        QTest::newRow("before the epoch") << low << qint64{1'000} << high;
        QTest::newRow("the last nanosecond") << high - 1 << high << qint64{1};
    }

    // Stamps of damaged files: what cannot be is never a negative length, nor an endless row of ticks.
    void numbersStopAtTheEndsOfTime()
    {
        QFETCH(const qint64, from);
        QFETCH(const qint64, to);
        QFETCH(const qint64, length);
        const TimeWindow w{from, to};
        QCOMPARE(w.lengthNs(), length);
        const TimeMap map(w, 1000);
        QVERIFY(map.nsPerPixel() > 0);
        QCOMPARE(map.x(from), 0.0);
        QCOMPARE(map.x(to), 1000.0);
        QVERIFY(map.pixel(to - 1) < 1000);
        // Half of the window is half of the picture, and nothing inside is drawn behind its end.
        const qint64 middle = from / 2 + to / 2;
        QVERIFY(to - 1 == from || std::abs(map.x(middle) - 500) < 1);
        QVERIFY(std::abs(map.x(map.time(750)) - 750) < 1 || to - 1 == from);
        QVERIFY(map.time(0) >= from && map.time(1000) >= map.time(0));
        for (const TimeWindow &changed :
             {timeline::padded(w, 0.5), timeline::padded(w, 4.5), timeline::panned(w, length, {}),
              timeline::panned(w, -length, {}), timeline::zoomed(w, 500, 1000, 2, {}),
              timeline::zoomed(w, 500, 1000, 0.5, {}), timeline::clamped({0, 10}, w)})
            QVERIFY2(!changed.isEmpty(), qPrintable(QStringLiteral("%1 %2").arg(changed.fromNs).arg(changed.toNs)));
        for (const qint64 origin : {from, to, qint64{0}}) {
            QVERIFY(timeline::tickAtOrBefore(from, origin, 1'000'000) <= to);
            const TimeScale scale = TimeScale::of(TimeFormat::FromStart, w, origin, {});
            const TimeTicks ticks = TimeTicks::of(w, scale, 1000, 100);
            QVERIFY(ticks.ticks.size() < 200);
            QVERIFY(!scale.text(from).isEmpty() && !scale.brief(to).isEmpty());
            const TimeScale absolute = TimeScale::of(TimeFormat::Absolute, w, origin, {});
            QVERIFY(!absolute.text(to).isEmpty());
            const TimeScale step = TimeScale::of(TimeFormat::FromStep, w, origin, {{1, to}});
            QVERIFY(!step.text(from).isEmpty());
        }
        TimeOffsets offsets;
        offsets.setAligned({0, 0}, from, {1e6, to});
        QVERIFY(offsets.ofRankAt({0, 0}, from) <= 0 || from > 0);
        QVERIFY(!exactOffset(from).isEmpty());
    }

    void readsTimes_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("valid");
        QTest::addColumn<qint64>("ns"); // absolute, with the origin 1'736'412'474'714'258'990
        const qint64 origin = 1'736'412'474'714'258'990;
        QTest::newRow("ms") << QStringLiteral("12.5 ms") << true << origin + 12'500'000;
        QTest::newRow("bare number") << QStringLiteral("3") << true << origin + 3'000'000;
        QTest::newRow("s") << QStringLiteral("1.2s") << true << origin + 1'200'000'000;
        QTest::newRow("us") << QStringLiteral("345 us") << true << origin + 345'000;
        QTest::newRow("micro sign") << QStringLiteral("345 µs") << true << origin + 345'000;
        QTest::newRow("ns") << QStringLiteral("+7 ns") << true << origin + 7;
        QTest::newRow("before the start") << QStringLiteral("-2 ms") << true << origin - 2'000'000;
        QTest::newRow("absolute ns") << QStringLiteral("1736412474714258991 ns") << true << origin + 1;
        QTest::newRow("absolute us") << QStringLiteral("1736412474714259.990us") << true << origin + 1000;
        QTest::newRow("grouped") << QStringLiteral("1 234 567 ns") << true << origin + 1'234'567;
        QTest::newRow("words") << QStringLiteral("noon") << false << qint64{0};
        QTest::newRow("empty") << QString() << false << qint64{0};
        QTest::newRow("unit alone") << QStringLiteral("ms") << false << qint64{0};
        QTest::newRow("too large") << QStringLiteral("99999999999999999999 s") << false << qint64{0};
    }

    void readsTimes()
    {
        QFETCH(QString, text);
        QFETCH(bool, valid);
        QFETCH(qint64, ns);
        const auto t = parseTime(text, 1'736'412'474'714'258'990);
        QCOMPARE(t.has_value(), valid);
        if (valid)
            QCOMPARE(*t, ns);
    }

    void ticksAtDeepZoomCountFromABase()
    {
        const qint64 origin = 1'736'412'474'714'258'990;
        const TimeTicks wide = TimeTicks::of({origin, origin + 20'000'000}, origin, 1000, 100);
        QVERIFY(wide.base.isEmpty());
        QVERIFY(!wide.ticks.empty());
        QCOMPARE(wide.ticks.front().x, 0.0);
        const TimeTicks deep = TimeTicks::of({origin + 17'000'000'123, origin + 17'000'000'323}, origin, 1000, 100);
        QVERIFY(!deep.base.isEmpty());
        int major = 0;
        for (const auto &t : deep.ticks)
            major += t.text.startsWith(u'+') ? 1 : 0;
        QVERIFY(major >= 5 && major <= 11);
    }

    void paintsExactlyThePixelsThatSlicesTouch_data()
    {
        QTest::addColumn<int>("shape");
        QTest::addColumn<bool>("withNodes");
        for (const bool nodes : {false, true}) {
            for (int shape = 0; shape < 6; ++shape) {
                static const char *names[] = {"random",         "dense and even",   "bursts with gaps",
                                              "zero durations", "long among short", "gaps of just a pixel"};
                QTest::addRow("%s, %s", names[shape], nodes ? "nodes" : "bisection") << shape << nodes;
            }
        }
    }

    void paintsExactlyThePixelsThatSlicesTouch()
    {
        QFETCH(int, shape);
        QFETCH(bool, withNodes);
        QRandomGenerator random(static_cast<quint32>(shape) * 7 + 1);
        std::vector<std::pair<qint64, qint64>> slices;
        qint64 t = 1'000'000;
        for (int i = 0; i < 30'000; ++i) {
            qint64 duration = 0;
            qint64 gap = 0;
            switch (shape) {
            case 0:
                duration = random.bounded(2000);
                gap = random.bounded(3) == 0 ? random.bounded(5000) : 0;
                break;
            case 1:
                duration = 100;
                gap = 7;
                break;
            case 2:
                duration = 1 + random.bounded(20);
                gap = i % 500 == 0 ? 3'000'000 : random.bounded(3);
                break;
            case 3:
                duration = random.bounded(2) == 0 ? 0 : 1;
                gap = random.bounded(50) == 0 ? 200'000 : 1;
                break;
            case 4:
                duration = i % 997 == 0 ? 2'000'000 : random.bounded(50);
                gap = random.bounded(10);
                break;
            default:
                duration = 1 + random.bounded(3);
                gap = 8'000 + random.bounded(4000);
                break;
            }
            slices.emplace_back(t, duration);
            t += duration + gap + (duration == 0 && gap == 0 ? 1 : 0);
        }
        const auto trace = test::oneLane(slices);
        QVERIFY(trace);
        const SliceStore &store = trace->slices();
        ThreadPool pool(1);
        const auto lod = withNodes ? LodIndex::build(*trace, pool, JobContext())
                                   : std::shared_ptr<const LodIndex>(LodIndex::outline(*trace));
        if (withNodes)
            QVERIFY(lod->levels(RowId{0}) > 3);
        const qint64 all = trace->endNs() - trace->startNs();
        for (int round = 0; round < 60; ++round) {
            const int width = 50 + static_cast<int>(random.bounded(1800));
            const qint64 length = std::max<qint64>(
                10, static_cast<qint64>(static_cast<double>(all) / std::pow(1.25, random.bounded(60))));
            const qint64 from = trace->startNs() - length / 10 +
                                static_cast<qint64>(random.generateDouble() * static_cast<double>(all));
            const TimeMap map(TimeWindow{from, from + length}, width);
            for (quint32 r = 0; r < store.rowCount(); ++r) {
                // Brute force: every slice by itself, later over earlier, an owner for each pixel.
                std::vector<int> wanted(static_cast<size_t>(width), -1);
                const auto span = store.row(RowId{r});
                for (quint32 i = span.first; i < span.last; ++i) {
                    const SliceId s{i};
                    const bool touches =
                        store.start(s) < map.toNs && (store.end(s) > map.fromNs || store.start(s) == map.fromNs);
                    if (!touches)
                        continue;
                    const int x0 = std::clamp(static_cast<int>(std::floor(map.x(store.start(s)))), 0, width - 1);
                    const int x1 = std::clamp(static_cast<int>(std::ceil(map.x(store.end(s)))), x0 + 1, width);
                    for (int x = x0; x < x1; ++x)
                        wanted[static_cast<size_t>(x)] = static_cast<int>(i);
                }
                std::vector<LaneBox> boxes;
                rowBoxes(store, *lod, RowId{r}, map, boxes);
                std::vector<int> painted(static_cast<size_t>(width), -1);
                quint64 counted = 0;
                for (size_t b = 0; b < boxes.size(); ++b) {
                    counted += boxes[b].count;
                    QVERIFY(boxes[b].x0 >= 0 && boxes[b].x1 <= width && boxes[b].x0 < boxes[b].x1);
                    for (int x = boxes[b].x0; x < boxes[b].x1; ++x)
                        painted[static_cast<size_t>(x)] = static_cast<int>(b);
                }
                QCOMPARE(counted, quint64{store.visible(RowId{r}, map.fromNs, map.toNs).size()});
                for (int x = 0; x < width; ++x) {
                    const int slice = wanted[static_cast<size_t>(x)];
                    const int box = painted[static_cast<size_t>(x)];
                    QVERIFY2((slice < 0) == (box < 0),
                             qPrintable(QStringLiteral("pixel %1 of %2, round %3").arg(x).arg(width).arg(round)));
                    if (slice < 0)
                        continue;
                    const LaneBox &b = boxes[static_cast<size_t>(box)];
                    QVERIFY(static_cast<quint32>(slice) >= b.first && static_cast<quint32>(slice) < b.first + b.count);
                    // Whoever is a pixel long or more is drawn as itself.
                    if (static_cast<double>(store.duration(SliceId{static_cast<quint32>(slice)})) >= map.nsPerPixel())
                        QVERIFY(!b.isGroup());
                }
            }
        }
    }

    void aLoneShortSliceStays()
    {
        std::vector<std::pair<qint64, qint64>> slices;
        for (int i = 0; i < 1000; ++i)
            slices.emplace_back(i, 1);
        slices.emplace_back(1'000'000'000, 1); // a nanosecond in an empty second
        slices.emplace_back(2'000'000'000, 10);
        const auto trace = test::oneLane(slices);
        ThreadPool pool(1);
        const auto lod = LodIndex::build(*trace, pool, JobContext());
        std::vector<LaneBox> boxes;
        rowBoxes(trace->slices(), *lod, RowId{0}, TimeMap({0, 2'000'000'100}, 1000), boxes);
        const auto lone = std::find_if(boxes.begin(), boxes.end(), [](const LaneBox &b) { return b.first == 1000; });
        QVERIFY(lone != boxes.end());
        QCOMPARE(lone->count, 1U);
        QCOMPARE(lone->x1 - lone->x0, 1);
        QVERIFY(boxes.front().isGroup());
    }

    // The command line takes any window; a box outside the picture would be painted over what lies beside it in memory.
    void boxesLieInThePictureOfAnyWindow()
    {
        constexpr qint64 low = std::numeric_limits<qint64>::min();
        constexpr qint64 high = std::numeric_limits<qint64>::max();
        const auto trace = test::oneLane({{0, 100}, {1'000'000, 5}, {1'700'000'000'000'000'000, 1'000}});
        const auto lod = LodIndex::outline(*trace);
        for (const TimeWindow &w : {TimeWindow{low, high}, TimeWindow{low + 1, high}, TimeWindow{low, 1'000},
                                    TimeWindow{low, 1'700'000'000'000'000'500}, TimeWindow{0, high}}) {
            std::vector<LaneBox> boxes;
            rowBoxes(trace->slices(), *lod, RowId{0}, TimeMap(w, 1000), boxes);
            QVERIFY(!boxes.empty());
            for (const LaneBox &b : boxes)
                QVERIFY2(b.x0 >= 0 && b.x0 < b.x1 && b.x1 <= 1000,
                         qPrintable(QStringLiteral("%1 to %2").arg(b.x0).arg(b.x1)));
        }
    }

    void boxesStayFewWhateverTheNumberOfSlices()
    {
        std::vector<std::pair<qint64, qint64>> slices;
        QRandomGenerator random(3);
        qint64 t = 0;
        for (int i = 0; i < 400'000; ++i) {
            const qint64 d = 100 + random.bounded(1000);
            slices.emplace_back(t, d);
            t += d + random.bounded(300);
        }
        const auto trace = test::oneLane(slices);
        ThreadPool pool(1);
        const auto lod = LodIndex::build(*trace, pool, JobContext());
        for (const double part : {1.0, 0.3, 0.1, 0.03, 0.01, 0.001}) {
            std::vector<LaneBox> boxes;
            rowBoxes(trace->slices(), *lod, RowId{0},
                     TimeMap({0, static_cast<qint64>(static_cast<double>(t) * part)}, 1500), boxes);
            QVERIFY2(boxes.size() <= 4 * 1500, qPrintable(QString::number(boxes.size())));
        }
        QVERIFY(static_cast<double>(lod->bytes()) / 400'000 < 4);
    }

    void foldsFitThePixel()
    {
        std::vector<std::pair<qint64, qint64>> slices;
        QRandomGenerator random(5);
        qint64 t = 0;
        for (int i = 0; i < 100'000; ++i) {
            const qint64 d = i % 1000 == 0 ? 500'000 : 100 + random.bounded(1000);
            slices.emplace_back(t, d);
            t += d + random.bounded(300);
        }
        const auto trace = test::oneLane(slices);
        ThreadPool pool(1);
        const auto lod = LodIndex::build(*trace, pool, JobContext());
        QVERIFY(!lod->foldsFor(RowId{0}, 100));
        const LodIndex::FoldLevel *before = nullptr;
        for (qint64 pixel = 100; pixel < t / 200; pixel *= 2) {
            const LodIndex::FoldLevel *const level = lod->foldsFor(RowId{0}, pixel);
            if (!level)
                continue;
            QVERIFY(level->pixelNs <= pixel);
            QVERIFY(!before || level->folds.size() <= before->folds.size());
            before = level;
            // Every slice belongs to one fold, and what is as long as a pixel stands alone.
            const auto &folds = level->folds;
            QCOMPARE(folds.front().first, 0U);
            for (size_t i = 0; i < folds.size(); ++i) {
                const quint32 end = i + 1 < folds.size() ? folds[i + 1].first : 100'000U;
                QVERIFY(end > folds[i].first);
                for (quint32 s = folds[i].first; s < end && end - folds[i].first > 1; ++s)
                    QVERIFY(trace->slices().duration(SliceId{s}) < level->pixelNs);
            }
        }
        QVERIFY(before);
        QVERIFY2(before->folds.size() < 2000, qPrintable(QString::number(before->folds.size())));
    }

    void findsTheSliceUnderAPosition()
    {
        const auto trace = test::oneLane({{100, 100}, {300, 1}, {400, 100}});
        const TimeMap map({0, 1000}, 1000);
        QCOMPARE(sliceAt(trace->slices(), RowId{0}, map, 150.5, 3), SliceId{0});
        QCOMPARE(sliceAt(trace->slices(), RowId{0}, map, 250.5, 3), NoSlice);
        QCOMPARE(sliceAt(trace->slices(), RowId{0}, map, 202.5, 3), SliceId{0});
        QCOMPARE(sliceAt(trace->slices(), RowId{0}, map, 298.5, 3), SliceId{1});
        QCOMPARE(sliceAt(trace->slices(), RowId{0}, map, 499.9, 3), SliceId{2});
    }

    void curveKeepsEveryExtreme()
    {
        CounterSeries series;
        QRandomGenerator random(5);
        double high = 0;
        double low = 1e9;
        for (int i = 0; i < 50'000; ++i) {
            series.timeNs.push_back(i * 100);
            series.value.push_back(i == 31'337 ? 5000 : 100 + random.bounded(800));
            high = std::max(high, series.value.back());
            low = std::min(low, series.value.back());
        }
        const CounterLod lod = CounterLod::build(series);
        const auto points = curvePoints(series, lod, TimeMap({0, 5'000'000}, 640));
        double seenHigh = 0;
        double seenLow = 1e9;
        for (const CurvePoint &p : points) {
            QVERIFY(p.known);
            seenHigh = std::max(seenHigh, p.high);
            seenLow = std::min(seenLow, p.low);
        }
        QCOMPARE(seenHigh, high);
        QCOMPARE(seenLow, low);
    }

    void curveHoldsAValueUntilTheNextStamp()
    {
        CounterSeries series;
        series.timeNs = {100, 500};
        series.value = {7, 3};
        const CounterLod lod = CounterLod::build(series);
        const auto points = curvePoints(series, lod, TimeMap({0, 1000}, 10));
        QVERIFY(!points[0].known);
        QCOMPARE(points[1].low, 7.0);
        QCOMPARE(points[4].high, 7.0);
        QCOMPARE(points[5].last, 3.0);
        QCOMPARE(points[9].high, 3.0);
        QVERIFY(!valueAt(series, 99));
        QCOMPARE(valueAt(series, 499).value_or(0), 7.0);
        QCOMPARE(valueAt(series, 500).value_or(0), 3.0);
        QCOMPARE(counterUnit(QStringLiteral("Read(MB/s)")), QStringLiteral("MB/s"));
        QCOMPARE(counterUnit(QStringLiteral("Read")), QString());
    }

    void madStampsDoNotSetTheAxis()
    {
        std::vector<std::pair<qint64, qint64>> slices{{0, 10}};
        const qint64 epoch = 1'736'412'474'714'258'990;
        for (int i = 0; i < 1000; ++i)
            slices.emplace_back(epoch + i * 1'000'000, 500'000);
        slices.emplace_back(7'258'118'400'000'000'000, 10); // the year 2200
        const auto trace = test::oneLane(slices);
        const auto lod = LodIndex::outline(*trace);
        QCOMPARE(lod->axis(), (TimeWindow{epoch, epoch + 999 * 1'000'000 + 500'000}));
        QCOMPARE(lod->outsideAxis(), qint64{2});
        const std::vector<SliceId> outside = lod->outside(*trace);
        QCOMPARE(outside.size(), size_t{2});
        QCOMPARE(trace->slices().start(outside[0]), qint64{0});
        QCOMPARE(trace->slices().start(outside[1]), 7'258'118'400'000'000'000);
    }
};

RS_TEST(TestTimelineGeometry, QCoreApplication);
#include "tst_timelinegeometry.moc"
