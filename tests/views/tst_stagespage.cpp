// SPDX-License-Identifier: Apache-2.0
// The stages of a pipeline as the user meets them: passes, selection, zoom, the jump, and what is said of missing ones.
#include "items/rowsourcemodel.h"
#include "support/testprogram.h"
#include "views/parallel/parallelview.h"
#include "views/parallel/stagespage.h"
#include "views/page/tablepage.h"
#include "views/tables/tableview.h"
#include "views/viewfixture.h"
#include "views/picture/chartframe.h"
#include "views/widgets/emptystate.h"
#include "views/widgets/picker.h"

#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QJsonObject>
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

} // namespace

class TestStagesPage : public QObject
{
    Q_OBJECT
private slots:
    // On the smallest screen: how much each stage waits, what it should, and what that is made of.
    void theTableAnswersWithoutScrolling()
    {
        Shown s;
        s.page.resize(1264, 640);
        QVERIFY(s.open(twoStages()));
        QTRY_VERIFY(s.page.table()->rows() && s.page.table()->rows()->rows() == 2);
        const std::vector<ColumnSpec> &columns = s.page.table()->rows()->columns();
        QTableView *const view = s.page.table()->table()->view();
        const QHeaderView *const header = view->horizontalHeader();
        int last = -1;
        for (const char *const id : {"stage", "rank", "bubble-share", "ideal-share", "bubble", "busy", "other",
                                     "before", "warm-up", "steady", "cool-down"}) {
            const auto at = std::find_if(columns.begin(), columns.end(),
                                         [id](const ColumnSpec &c) { return c.id == QLatin1String(id); });
            QVERIFY2(at != columns.end(), id);
            const auto column = static_cast<int>(at - columns.begin());
            QVERIFY2(column > last, id);
            last = column;
            QTRY_VERIFY2(
                header->sectionViewportPosition(column) + header->sectionSize(column) <= view->viewport()->width(), id);
        }
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
        QVERIFY2(tip.contains(QLatin1String("What=forward")) && tip.contains(QLatin1String("Microbatch=1")),
                 qPrintable(tip));
        QVERIFY(tipOf(chart, s.passOf(1, 0)).contains(QLatin1String("nothing tells apart")));
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

    void zoomIsKept()
    {
        Shown s;
        QVERIFY(s.open(twoStages()));
        const TimeWindow whole = s.page.chart()->window();
        s.click(s.passOf(0, 2));
        QTest::keyClick(s.page.chart(), Qt::Key_Z);
        const TimeWindow zoomed = s.page.chart()->window();
        QVERIFY(zoomed.lengthNs() < whole.lengthNs() / 2);
        const QJsonObject kept = s.page.saveState();
        QTest::keyClick(s.page.chart(), Qt::Key_Home);
        QCOMPARE(s.page.chart()->window(), whole);
        s.page.restoreState(kept);
        QTRY_COMPARE(s.page.chart()->window(), zoomed);
    }

    void oneStageIsChosen()
    {
        Shown s;
        QVERIFY(s.open(twoStages()));
        QTRY_COMPARE(s.page.table()->table()->rows()->rowCount(), 2);
        const QRect second = s.page.chart()->rectOf(s.passOf(1, 0));
        choose(s.page.stagePicker(), 2); // all, 0, 1
        QVERIFY(s.page.chart()->rectOf(s.passOf(0, 0)).isEmpty());
        const QRect alone = s.page.chart()->rectOf(s.passOf(1, 0));
        QVERIFY(alone.top() < second.top());
        s.click(s.passOf(1, 0));
        QCOMPARE(s.f.state.currentRank(), (RankRef{0, 1}));
        QTRY_COMPARE(s.page.table()->table()->rows()->rowCount(), 1);
        const QJsonObject kept = s.page.saveState();
        StagesPage other(s.f.context());
        other.restoreState(kept);
        QCOMPARE(other.stagePicker()->value().toInt(), 1);
    }

    // Two steps, the second far behind the first: it fills the chart when it is chosen.
    void aChosenStepFillsTheChart()
    {
        Shown s;
        const auto ranks = stagesFrom(0, true);
        QVERIFY(s.open(makeRun({ranks[0], ranks[1]})));
        const TimeWindow both = s.page.chart()->window();
        s.f.state.setStep(QStringLiteral("2"));
        QTRY_VERIFY(s.page.isComplete() && s.page.chart()->window() != both);
        const QRect first = s.page.chart()->rectOf(StageChart::Place{0, 0, 0, false});
        const QRect last = s.page.chart()->rectOf(StageChart::Place{0, 0, 3, false});
        QVERIFY2(last.right() - first.left() > s.page.chart()->width() * 2 / 3,
                 qPrintable(QString::number(last.right() - first.left())));
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

    void thatNoStageStandsOutIsSaid()
    {
        Shown s;
        const auto ranks = stagesFrom(0, true);
        QVERIFY(s.open(makeRun({ranks[0], ranks[1]})));
        QTRY_VERIFY2(noteOf(s.page).contains(QLatin1String("No stage stands out")), qPrintable(noteOf(s.page)));
        // Without shapes nobody can tell.
        Shown bare;
        auto first = std::make_shared<RankData>(*ranks[0]);
        first->kernels = {};
        QVERIFY(bare.open(makeRun({first, ranks[1]})));
        QTRY_VERIFY2(noteOf(bare.page).contains(QLatin1String("Whether a stage is slow is not known")),
                     qPrintable(noteOf(bare.page)));
    }

    void theKeysComeBackToTheChart()
    {
        ViewFixture f;
        ParallelView view(f.context());
        f.runs.addRun(twoStages());
        view.show();
        view.showPage(QStringLiteral("stages"));
        QTRY_COMPARE(view.stages()->chart()->rowCount(), 2);
        QVERIFY(QTest::qWaitForWindowActive(&view));
        view.setFocus(Qt::OtherFocusReason);
        QTRY_VERIFY(view.stages()->chart()->hasFocus());
        const qint64 before = view.stages()->chart()->window().lengthNs();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Equal);
        QVERIFY(view.stages()->chart()->window().lengthNs() < before);
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

    void whatIsMissingIsSaid()
    {
        Shown s;
        s.f.runs.addRun(makeRun({fileRank(0)}));
        s.page.invalidate();
        s.page.show();
        QTRY_VERIFY(s.page.isComplete() && s.page.emptyState()->isVisible());
        QVERIFY(s.page.pictures().empty());
        QVERIFY(s.page.chart()->rowCount() == 0);
    }

    void itIsAPageOfTheWorkspace()
    {
        ViewFixture f;
        ParallelView view(f.context());
        QVERIFY(view.pageNames().contains(QStringLiteral("stages")));
        view.showPage(QStringLiteral("stages"));
        QCOMPARE(view.saveState()[QStringLiteral("page")].toString(), QStringLiteral("stages"));
    }
};

RS_TEST(TestStagesPage, QApplication);
#include "tst_stagespage.moc"
