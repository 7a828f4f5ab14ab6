// SPDX-License-Identifier: Apache-2.0
// Ends of connection lines, their meaning, and the lanes that they pass behind.
#include "support/testprogram.h"
#include "timelinefixture.h"

#include <QApplication>
#include <QLabel>
#include <QTest>

#include <set>

using namespace rs;
using namespace rs::test;

namespace {

struct Lines : TimelineFixture
{
    int run = -1;

    /// Every other rank ran on the second host where there are two.
    Lines(int ranks, int hosts, int steps, QSize size = {1200, 700}) : TimelineFixture(size)
    {
        Run skeleton;
        skeleton.name = QStringLiteral("run");
        const auto hostOf = [hosts](int i) { return hosts < 2 ? QString() : QStringLiteral("host%1").arg(i % hosts); };
        for (int i = 0; i < ranks; ++i) {
            RankInfo &info = skeleton.infos.emplace_back();
            info.rank = i;
            info.label = QString::number(i);
            info.host = hostOf(i);
        }
        run = runs.addRun(std::move(skeleton));
        for (int i = 0; i < ranks; ++i) {
            auto data = std::make_shared<RankData>(*sampleRank(i, steps));
            data->info.host = hostOf(i);
            runs.setRank({run, i}, data);
        }
        settle();
        lanes().setAllExpanded(true);
    }
    [[nodiscard]] LaneModel &lanes() const { return *view->lanes(); }
    [[nodiscard]] TimelineCanvas &canvas() const { return *view->canvas(); }
    [[nodiscard]] FlowOverlay::View whole() const { return {state.window(), {canvas().width(), lanes().height()}, 0}; }
    void fold(const LaneKey &key) const { lanes().setExpanded(lanes().indexOf(key), false); }
    void foldKind(ProcessKind kind) const
    {
        for (const auto &[ref, rank] : view->data()->ranks()) {
            for (quint32 p = 0; p < rank.trace->processes().size(); ++p) {
                if (rank.trace->process(ProcessId{p}).kind == kind)
                    fold({ref, LaneKey::Type::Process, p});
            }
        }
    }
    /// Whether a strip whose middle is at `y` paints the slice.
    [[nodiscard]] bool holds(int y, RankRef rank, SliceId slice) const
    {
        const RowId wanted = view->data()->rank(rank)->trace->slices().rowOf(slice);
        for (const LaneRow &row : lanes().rows()) {
            for (const LaneStrip &s : row.strips) {
                if ((s.rank.isValid() ? s.rank : row.rank) == rank && row.y + s.y + s.height / 2 == y &&
                    std::find(s.rows.begin(), s.rows.end(), wanted) != s.rows.end())
                    return true;
            }
        }
        return false;
    }
};

constexpr const char *kind = "HostToDevice";

} // namespace

class TestConnectionLines : public QObject
{
    Q_OBJECT
private slots:
    void linesEndOnStripsThatHoldTheirSlice_data()
    {
        QTest::addColumn<QString>("arrangement");
        QTest::addColumn<bool>("drawn");
        QTest::addColumn<bool>("hidden");
        QTest::newRow("everything unfolded") << "unfolded" << true << false;
        QTest::newRow("ranks folded: both ends are in one row") << "ranks" << false << true;
        QTest::newRow("hosts folded: their strips hold device lanes only") << "hosts" << false << true;
        QTest::newRow("one host folded") << "host" << true << true;
        QTest::newRow("device folded") << "device" << true << false;
        QTest::newRow("device hidden") << "device-hidden" << false << true;
        QTest::newRow("dispatch preset, ranks folded") << "dispatch" << false << true;
        QTest::newRow("communication preset, ranks folded") << "communication" << false << true;
    }

    void linesEndOnStripsThatHoldTheirSlice()
    {
        QFETCH(QString, arrangement);
        QFETCH(bool, drawn);
        QFETCH(bool, hidden);
        Lines f(4, 2, 2);
        if (arrangement == QLatin1String("ranks") || arrangement == QLatin1String("dispatch") ||
            arrangement == QLatin1String("communication")) {
            for (int i = 0; i < 4; ++i)
                f.fold({{f.run, i}, LaneKey::Type::Rank, 0});
        }
        if (arrangement.startsWith(QLatin1String("host")))
            f.fold(f.view->laneLayout()->hostKey(QStringLiteral("host0")));
        if (arrangement == QLatin1String("hosts"))
            f.fold(f.view->laneLayout()->hostKey(QStringLiteral("host1")));
        if (arrangement == QLatin1String("device"))
            f.foldKind(ProcessKind::AscendHardware);
        LaneFilter filter;
        if (arrangement == QLatin1String("device-hidden"))
            filter.kinds = {ProcessKind::Python, ProcessKind::Cann};
        if (arrangement == QLatin1String("dispatch"))
            filter.kinds = {ProcessKind::Python, ProcessKind::Cann, ProcessKind::AscendHardware};
        if (arrangement == QLatin1String("communication"))
            filter.kinds = {ProcessKind::Communication};
        f.view->laneLayout()->setFilter(filter);
        const FlowOverlay::View view = f.whole();
        qint64 all = 0;
        for (const auto &[ref, rank] : f.view->data()->ranks()) {
            const FlowStore &flows = rank.trace->flows();
            for (quint32 i = 0; i < flows.size(); ++i) {
                const Flow &flow = flows.flows()[i];
                qint64 left = -1;
                const auto lines = FlowOverlay::sliceLines(f.lanes(), view, ref, flow.to, {}, &left);
                QCOMPARE(static_cast<qint64>(lines.size()) + left, qint64{1});
                if (!lines.empty()) {
                    QVERIFY(f.holds(lines[0].from.y(), ref, flow.from));
                    QVERIFY(f.holds(lines[0].to.y(), ref, flow.to));
                }
                ++all;
            }
        }
        FlowOverlay overlay;
        overlay.setKinds({kind});
        qint64 inBundles = 0;
        for (const FlowOverlay::Bundle &b : overlay.kindLines(f.lanes(), view)[0].bundles)
            inBundles += b.count;
        QCOMPARE(inBundles, overlay.asked());
        QCOMPARE(overlay.asked() + overlay.hidden(), all);
        QCOMPARE(overlay.asked() > 0, drawn);
        QCOMPARE(overlay.hidden() > 0, hidden);
    }

    void hiddenLinesAreTold()
    {
        Lines f(2, 1, 2);
        f.view->showFlowKinds({kind});
        LaneFilter filter;
        filter.kinds = {ProcessKind::AscendHardware};
        f.view->laneLayout()->setFilter(filter);
        const auto hit = someSlice(f);
        QVERIFY(hit.slice != NoSlice);
        Selection s;
        s.kind = Selection::Kind::Slice;
        s.rank = hit.rank;
        s.slice = hit.slice;
        f.state.select(s);
        QVERIFY(f.settle());
        f.canvas().grab();
        QCOMPARE(f.canvas().lineNotes(),
                 (QStringList{
                     QStringLiteral("240 connection line(s) hidden (folded or hidden lanes)"),
                     QStringLiteral("1 connection line(s) of the selected slice hidden (folded or hidden lanes)")}));
        f.view->laneLayout()->setFilter({});
        f.canvas().grab();
        for (const QString &note : f.canvas().lineNotes())
            QVERIFY2(!note.contains(QLatin1String("folded or hidden")), qPrintable(note));
    }

    // A line between two strips of one folded row says nothing and hides what the row shows.
    void foldedRanksAreNotSmeared()
    {
        Lines f(4, 1, 2);
        for (int i = 0; i < 4; ++i)
            f.fold({{f.run, i}, LaneKey::Type::Rank, 0});
        f.view->showFlowKinds({kind});
        QVERIFY(f.settle());
        const QImage with = f.canvas().grab().toImage().convertToFormat(QImage::Format_RGB32);
        const QImage without = f.canvas().picture();
        for (int y = 0; y < std::min(f.lanes().height(), with.height()); ++y) {
            for (int x = 0; x < with.width(); ++x)
                QVERIFY((with.pixel(x, y) & 0xffffff) == (without.pixel(x, y) & 0xffffff));
        }
        QCOMPARE(f.canvas().lineNotes(),
                 QStringList(QStringLiteral("480 connection line(s) hidden (folded or hidden lanes)")));
        // Nor are those of a chosen slice.
        const RankRef first{f.run, 0};
        const SliceId chosen = f.view->data()->rank(first)->trace->flows().at(FlowIndex{0}).from;
        qint64 hidden = 0;
        const auto own = FlowOverlay::sliceLines(f.lanes(), f.whole(), first, chosen, {}, &hidden);
        QVERIFY(own.empty() && hidden > 0);
        // One rank unfolded: its lines are drawn, those of the others are still counted.
        f.lanes().setExpanded(f.lanes().indexOf({{f.run, 1}, LaneKey::Type::Rank, 0}), true);
        QVERIFY(f.settle());
        f.canvas().grab();
        QCOMPARE(f.canvas().flows().asked() > 0, true);
        QCOMPARE(f.canvas().flows().hidden(), qint64(360));
    }

    void bundlesStandWhereTheirLinesAre_data()
    {
        QTest::addColumn<bool>("folded");
        QTest::newRow("processes unfolded") << false;
        QTest::newRow("processes folded") << true;
    }

    // More bundles than a clear picture has: none may stand for lines of another step, or begin where no line does.
    void bundlesStandWhereTheirLinesAre()
    {
        QFETCH(bool, folded);
        constexpr int steps = 6;
        Lines f(16, 2, steps);
        if (folded) {
            f.foldKind(ProcessKind::Cann);
            f.foldKind(ProcessKind::AscendHardware);
        }
        f.view->showFlowKinds({kind});
        const FlowOverlay::View view = f.whole();
        const TimeMap axis(view.window, view.size.width());
        // Ends of all lines by heights, and how many begin in each step.
        std::set<std::array<int, 4>> real;
        std::map<std::pair<int, int>, std::array<qint64, steps>> wanted; // by heights
        const auto stepAt = [&](const std::vector<double> &starts, double x) {
            return std::clamp(
                static_cast<int>(std::upper_bound(starts.begin(), starts.end(), x + 0.5) - starts.begin()) - 1, 0,
                steps - 1);
        };
        std::map<std::pair<int, int>, std::vector<double>> startsOf;
        for (const auto &[ref, rank] : f.view->data()->ranks()) {
            std::vector<double> starts;
            for (quint32 s = 0; s < rank.trace->slices().size(); ++s) {
                if (rank.trace->slices().kind(SliceId{s}) == SliceKind::Step)
                    starts.push_back(axis.x(rank.drawnSpan(SliceId{s}).fromNs));
            }
            QCOMPARE(starts.size(), size_t(steps));
            const auto &flows = rank.trace->flows();
            for (quint32 i = 0; i < flows.size(); ++i) {
                const auto lines = FlowOverlay::sliceLines(f.lanes(), view, ref, flows.flows()[i].to);
                QCOMPARE(lines.size(), size_t(1));
                real.insert({lines[0].from.x(), lines[0].from.y(), lines[0].to.x(), lines[0].to.y()});
                const std::pair heights(lines[0].from.y(), lines[0].to.y());
                startsOf[heights] = starts;
                ++wanted[heights][static_cast<size_t>(stepAt(starts, lines[0].from.x()))];
            }
        }
        FlowOverlay overlay;
        overlay.setKinds({kind});
        const auto &bundles = overlay.kindLines(f.lanes(), view)[0].bundles;
        QVERIFY(bundles.size() > FlowOverlay::mostBundles);
        QVERIFY(bundles.size() <= FlowOverlay::mostDrawn);
        std::map<std::pair<int, int>, std::array<qint64, steps>> got;
        for (const FlowOverlay::Bundle &b : bundles) {
            QVERIFY(real.contains({b.from.x(), b.from.y(), b.to.x(), b.to.y()}));
            const std::pair heights(b.from.y(), b.to.y());
            got[heights][static_cast<size_t>(stepAt(startsOf[heights], b.from.x()))] += b.count;
        }
        QCOMPARE(got.size(), wanted.size());
        for (const auto &[heights, counts] : wanted) {
            for (size_t step = 0; step < steps; ++step) {
                const qint64 here = got[heights][step];
                // A cell that lies across the border of two steps counts for the one in which its line is.
                QVERIFY2(here > 0 && std::abs(here - counts[step]) <= counts[step] / 2 + 3,
                         qPrintable(QStringLiteral("step %1: %2 of %3").arg(step).arg(here).arg(counts[step])));
            }
        }
    }

    // The boxes of numbers have the colour of a panel, which no line and no slice has; lines may cross slices.
    void numbersAndNotesHideNoSlice()
    {
        // A few lines in sight have no numbers, and those of all ranks together do.
        Lines few(1, 1, 1);
        few.view->showFlowKinds({kind});
        QVERIFY(few.settle());
        const QImage plain = few.canvas().grab().toImage().convertToFormat(QImage::Format_RGB32);
        const QImage bare = few.canvas().picture();
        for (int y = 0; y < plain.height(); ++y) {
            for (int x = 0; x < plain.width(); ++x)
                QVERIFY(plain.pixel(x, y) == bare.pixel(x, y) || plain.pixel(x, y) != few.theme.panel().rgb());
        }
        QVERIFY(few.canvas().flows().shown() > 20);
        Lines f(16, 2, 6, {1200, 6000});
        f.view->showFlowKinds({kind});
        QVERIFY(f.settle());
        const QImage with = f.canvas().grab().toImage().convertToFormat(QImage::Format_RGB32);
        const QImage without = f.canvas().picture();
        QCOMPARE(with.size(), without.size());
        const QRgb panel = f.theme.panel().rgb();
        // Ground includes the tick lines: colours of the picture where no lane is.
        std::set<QRgb> ground = {panel, f.theme.background().rgb(), f.theme.hairline().rgb()};
        for (int y = 0; y < without.height(); ++y) {
            const int row = f.lanes().rowAt(y + f.canvas().scrollY());
            for (int x = 0; x < without.width() && row >= 0 && !f.lanes().rows()[static_cast<size_t>(row)].hasSlices();
                 ++x)
                ground.insert(without.pixel(x, y));
        }
        const QRgb text = f.theme.text().rgb();
        int numbers = 0;
        int hidden = 0;
        for (int y = 0; y < with.height(); ++y) {
            for (int x = 0; x < with.width(); ++x) {
                numbers += with.pixel(x, y) == text && without.pixel(x, y) != text ? 1 : 0;
                const bool isBox = with.pixel(x, y) == panel && without.pixel(x, y) != panel;
                hidden += isBox && !ground.contains(without.pixel(x, y)) ? 1 : 0;
            }
        }
        QVERIFY(numbers > 20);
        QCOMPARE(hidden, 0);
        const auto *const note = f.view->findChild<QLabel *>(QStringLiteral("lineNote"));
        QVERIFY(note && !f.canvas().lineNotes().isEmpty());
        QTRY_VERIFY(note->text().startsWith(f.canvas().lineNotes().front()));
        QVERIFY(note->isVisible() && note->mapTo(f.view.get(), QPoint(0, note->height())).y() <=
                                         f.canvas().mapTo(f.view.get(), QPoint()).y());
        f.view->showFlowKinds({});
        QTRY_COMPARE(note->text(), QString());
    }

    void linesPassBehindLabels_data()
    {
        QTest::addColumn<bool>("ofSlice");
        QTest::newRow("lines of a kind") << false;
        QTest::newRow("lines of the selected slice") << true;
    }

    void linesPassBehindLabels()
    {
        QFETCH(bool, ofSlice);
        Lines f(2, 1, 1);
        // Wide enough for names, with lines across them.
        f.view->navigator()->zoomAt(f.canvas().width() / 3, 0.2);
        const RankRef rank{f.run, 0};
        const auto &flows = f.view->data()->rank(rank)->trace->flows().flows();
        const QRgb pure = f.theme.flow(kind).rgb() & 0xffffff;
        int ranInto = 0;
        // A kind is drawn at once; of single slices, some lines meet a name and some do not.
        for (size_t i = 0; i < (ofSlice ? flows.size() : 1); i += 3) {
            if (ofSlice) {
                Selection s;
                s.kind = Selection::Kind::Slice;
                s.rank = rank;
                s.slice = flows[i].to;
                f.state.select(s);
            } else {
                f.view->showFlowKinds({kind});
            }
            QVERIFY(f.settle());
            const QImage with = f.canvas().grab().toImage().convertToFormat(QImage::Format_RGB32);
            const QImage without = f.canvas().picture();
            QCOMPARE(with.size(), without.size());
            const auto differs = [&](int x, int y) {
                return (with.pixel(x, y) & 0xffffff) != (without.pixel(x, y) & 0xffffff);
            };
            const QRect frame = ofSlice ? f.canvas().rectOf(rank, flows[i].to).adjusted(-3, -3, 3, 3) : QRect();
            QVERIFY(f.canvas().labels().size() > 20);
            for (const QRect &label : f.canvas().labels()) {
                if (label.intersects(frame)) // the frame of the selected slice is no line
                    continue;
                for (int y = label.top(); y <= label.bottom(); ++y) {
                    for (int x = label.left(); x <= label.right(); ++x)
                        QVERIFY(!differs(x, y));
                }
                for (int x = label.left(); x <= label.right(); ++x)
                    ranInto += label.top() > 0 && differs(x, label.top() - 1) ? 1 : 0;
            }
            // Translucent: the colour of the kind itself is nowhere.
            int drawn = 0;
            for (int y = 0; y < with.height(); ++y) {
                for (int x = 0; x < with.width(); ++x) {
                    drawn += differs(x, y) ? 1 : 0;
                    QVERIFY(!differs(x, y) || (with.pixel(x, y) & 0xffffff) != pure);
                }
            }
            QVERIFY(ofSlice || drawn > 50);
        }
        QVERIFY(ranInto > 0);
    }
};

RS_TEST(TestConnectionLines, QApplication);
#include "tst_connectionlines.moc"
