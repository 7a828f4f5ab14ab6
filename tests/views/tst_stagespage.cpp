// SPDX-License-Identifier: Apache-2.0
// The stages of a pipeline as the user meets them: passes, selection, zoom, the jump, and what is said of missing ones.
#include "support/testprogram.h"
#include "views/parallel/parallelview.h"
#include "views/parallel/stagespage.h"
#include "views/page/tablepage.h"
#include "views/tables/tableview.h"
#include "views/viewfixture.h"
#include "views/picture/chartframe.h"
#include "views/widgets/picker.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QTableView>

#include <algorithm>
#include <array>
#include <string>

using namespace rs;
using namespace rs::test;

namespace {

constexpr qint64 us = 1000;

/// Two stages, two microbatches: F0 0-10, F1 10-20 and the last one's passes 12-42 and 44-74, then backwards.
/// Kernels of the first may be shorter than those of the last, which has the same operators.
auto stagesFrom(int rank, bool twoSteps = false, qint64 firstUs = 10)
{
    TinyRank first(rank);
    TinyRank last(rank + 1);
    for (TinyRank *r : {&first, &last}) {
        GroupInfo g;
        g.commName = QStringLiteral("group_name_%1").arg(19 + rank);
        g.hash = groupHash(g.commName);
        g.pgName = QStringLiteral("pp");
        g.globalRanks = {rank, rank + 1};
        r->data.groups.push_back(g);
        r->thread("4", "0", "Group " + g.commName.toStdString() + " Communication");
    }
    int n = 0;
    for (int step = 1; step <= (twoSteps ? 2 : 1); ++step) {
        const qint64 base = (800 + 200 * step) * us;
        const auto transfer = [&](TinyRank &r, const char *kind, qint64 from, qint64 to) {
            r.communication(std::string("hcom_") + kind + "__128_" + std::to_string(n++) + "_1", base + from * us,
                            (to - from) * us);
        };
        if (twoSteps) {
            for (TinyRank *r : {&first, &last})
                r->step(step, base, 100 * us);
        }
        const auto kernel = [&](TinyRank &r, const char *name, qint64 from, qint64 length) {
            r.kernel(name, base + from * us, length * us);
            r.kernelRow(name, name, "AI_CORE", "64,64;64,64", base + from * us, length * us);
        };
        kernel(first, "MatMul", 0, firstUs);
        kernel(first, "MatMul", 10, firstUs);
        kernel(first, "MatMulGrad", 44, 2 * firstUs);
        kernel(first, "MatMulGrad", 76, 2 * firstUs);
        transfer(first, "send", 10, 12);
        transfer(first, "send", 20, 44);
        transfer(first, "receive", 20, 44);
        transfer(first, "receive", 64, 76);
        for (const qint64 f : {12, 44}) {
            transfer(last, "receive", f == 12 ? 0 : f - 2, f);
            kernel(last, "MatMul", f, 10);
            kernel(last, "MatMulGrad", f + 10, 20);
            transfer(last, "send", f + 30, f == 12 ? 44 : 76);
        }
    }
    return std::array{first.finish(), last.finish()};
}

Run twoStages()
{
    const auto ranks = stagesFrom(0);
    return makeRun({ranks[0], ranks[1]});
}

struct Shown
{
    ViewFixture f;
    StagesPage page;

    Shown() : page(f.context())
    {
        page.retranslate();
        page.resize(1100, 640);
    }
    bool open(Run run)
    {
        f.runs.addRun(std::move(run));
        page.invalidate();
        page.show();
        return QTest::qWaitFor([&] { return page.isComplete() && page.chart()->rowCount() == 2; });
    }
    /// The place of a pass of that microbatch; the first one of its stage.
    [[nodiscard]] StageChart::Place passOf(int row, int item) const { return {row, 0, item, false}; }
    void click(const StageChart::Place &place) const
    {
        QTest::mouseClick(page.chart(), Qt::LeftButton, {}, page.chart()->rectOf(place).center());
    }
};

QString noteOf(const StagesPage &page)
{
    return page.frame()->findChild<QLabel *>(QStringLiteral("note"))->text();
}

QString tipOf(const StageChart &chart, const StageChart::Place &place)
{
    QStringList out;
    for (const auto &[name, value] : chart.tipLines(place))
        out << name + u'=' + value;
    return out.join(u';');
}

/// An axis and nothing on it.
struct Axis : TimePicture
{
    using TimePicture::setLimits;
    using TimePicture::TimePicture;
    [[nodiscard]] QRect plot() const override { return rect(); }
    void paint(QPainter & /*painter*/) override {}
};

} // namespace

class TestStagesPage : public QObject
{
    Q_OBJECT
private slots:
    // Ranks that are read later make the axis longer.
    void aWindowIsRestoredOnceTheAxisHasRoomForIt()
    {
        const Theme theme;
        Axis axis(&theme);
        const TimeWindow kept{6'000, 8'000};
        axis.setLimits({0, 5'000});
        axis.fit();
        axis.restoreWindow(kept);
        QVERIFY(axis.window() != kept);
        axis.setLimits({0, 10'000});
        QCOMPARE(axis.window(), kept);
        // Who moves it meanwhile is not taken back.
        axis.setLimits({0, 5'000});
        axis.restoreWindow(kept);
        axis.setWindow({1'000, 2'000});
        axis.setLimits({0, 10'000});
        QCOMPARE(axis.window(), (TimeWindow{1'000, 2'000}));
    }

    void passesAreDrawnInTheirRows()
    {
        Shown s;
        QVERIFY(s.open(twoStages()));
        const StageChart &chart = *s.page.chart();
        const QRect first = chart.rectOf(s.passOf(0, 0));
        const QRect second = chart.rectOf(s.passOf(0, 1));
        QVERIFY(!first.isEmpty() && second.left() >= first.right());
        QVERIFY(chart.rectOf(s.passOf(1, 0)).top() > first.bottom());
        QCOMPARE(chart.placeAt(first.center()), s.passOf(0, 0));
        const QString tip = tipOf(chart, s.passOf(0, 1));
        QVERIFY2(tip.contains(QLatin1String("Kind=forward")) && tip.contains(QLatin1String("Microbatch=1")),
                 qPrintable(tip));
        QVERIFY(tipOf(chart, s.passOf(1, 0)).contains(QLatin1String("not distinguished")));
        QVERIFY(tipOf(chart, {0, 0, 0, true}).contains(QLatin1String("To stage=1")));
        QTRY_COMPARE(s.page.table()->table()->rows()->rowCount(), 2);
        QCOMPARE(s.page.pictures().size(), size_t(1));
        const QColor forward = s.f.theme.category(TimeCategory::PureCompute);
        const QImage image = s.page.chart()->grab().toImage();
        QCOMPARE(image.pixelColor(first.topLeft() + QPoint(3, 3)), forward);
    }

    void aClickChoosesTheRankAndKeysWalk()
    {
        Shown s;
        QVERIFY(s.open(twoStages()));
        s.click(s.passOf(1, 0));
        QCOMPARE(s.f.state.currentRank(), (RankRef{0, 1}));
        QCOMPARE(s.page.chart()->selected(), s.passOf(1, 0));
        QTest::keyClick(s.page.chart(), Qt::Key_Right);
        QCOMPARE(s.page.chart()->selected(), s.passOf(1, 1));
        QTest::keyClick(s.page.chart(), Qt::Key_Up); // the forward of microbatch 1 of the stage above
        QCOMPARE(s.page.chart()->selected(), s.passOf(0, 1));
        QCOMPARE(s.f.state.currentRank(), (RankRef{0, 0}));
        QTest::keyClick(s.page.chart(), Qt::Key_Escape);
        QVERIFY(!s.page.chart()->selected().isValid());
    }

    void aPipelineIsChosen()
    {
        Shown s;
        const auto one = stagesFrom(0);
        const auto other = stagesFrom(2);
        QVERIFY(s.open(makeRun({one[0], one[1], other[0], other[1]})));
        s.f.state.setCurrentRank({0, 0});
        QComboBox *const box = s.page.pipelinePicker()->box();
        QCOMPARE(box->count(), 2);
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Down);
        QTest::keyClick(box, Qt::Key_Return);
        QTRY_COMPARE(s.page.pipelinePicker()->value().toInt(), 1);
        s.click(s.passOf(1, 0));
        QCOMPARE(s.f.state.currentRank(), (RankRef{0, 3}));
        s.f.state.setCurrentRank({0, 1});
        QCOMPARE(s.page.pipelinePicker()->value().toInt(), 0);
    }

    void theStragglingStageIsNamed()
    {
        Shown s;
        const auto ranks = stagesFrom(0, true, 5);
        QVERIFY(s.open(makeRun({ranks[0], ranks[1]})));
        // Twice the 30 us of a microbatch of the other.
        QTRY_VERIFY2(noteOf(s.page).contains(QLatin1String("Pipeline stage 1 (ranks 1) computes 0.01 ms longer per "
                                                           "microbatch than the other stages would")),
                     qPrintable(noteOf(s.page)));
        QVERIFY(noteOf(s.page).contains(QLatin1String("That costs 0.0")));
        QVERIFY(noteOf(s.page).contains(QLatin1String("its devices are slow, not an operator")));
        QVERIFY(noteOf(s.page).contains(QLatin1String("Stage 1 waits most")) !=
                noteOf(s.page).contains(QLatin1String("Stage 0 waits most")));
    }

    void aDoubleClickGoesToTheTimeline()
    {
        Shown s;
        QVERIFY(s.open(twoStages()));
        QSignalSpy revealed(&s.f.state, &ViewState::revealRequested);
        QTest::mouseDClick(s.page.chart(), Qt::LeftButton, {}, s.page.chart()->rectOf(s.passOf(1, 1)).center());
        QCOMPARE(revealed.size(), 1);
        QCOMPARE(revealed[0][0].value<RankRef>(), (RankRef{0, 1}));
        const TimeWindow span = revealed[0][2].value<TimeWindow>();
        QCOMPARE(span.lengthNs(), 30 * us); // the whole pass
        s.click(s.passOf(0, 0));
        QTest::keyClick(s.page.chart(), Qt::Key_Return);
        QCOMPARE(revealed.size(), 2);
    }
};

RS_TEST(TestStagesPage, QApplication);
#include "tst_stagespage.moc"
