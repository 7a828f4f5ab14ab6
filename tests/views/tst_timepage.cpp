// SPDX-License-Identifier: Apache-2.0
// The time overview as the user meets it: one step, several of them, and who follows.
#include "items/rowsourcemodel.h"
#include "support/testprogram.h"
#include "views/parallel/mareypage.h"
#include "views/parallel/parallelview.h"
#include "views/parallel/timepage.h"
#include "views/parallel/trajectorypage.h"
#include "views/page/tablepage.h"
#include "views/viewfixture.h"
#include "views/widgets/emptystate.h"

#include <QApplication>
#include <QJsonObject>

#include <algorithm>
#include <utility>

using namespace rs;
using namespace rs::test;

namespace {

Run fourSteps()
{
    const QStringList steps{QStringLiteral("1"), QStringLiteral("2"), QStringLiteral("3"), QStringLiteral("4")};
    return makeRun({fileRank(0, steps), fileRank(1, steps, 9000)});
}

QPoint at(const StepCurves &curves, int step)
{
    return {curves.xOf(step), curves.plot().center().y()};
}

} // namespace

class TestTimePage : public QObject
{
    Q_OBJECT
private slots:
    void aClickChoosesTheStepOfAllViews()
    {
        ViewFixture f;
        TimePage page(f.context());
        page.retranslate();
        page.resize(900, 600);
        f.runs.addRun(fourSteps());
        page.invalidate();
        page.show();
        QTRY_COMPARE(page.curves()->stepAt(page.curves()->plot().right()), 3);
        QTRY_VERIFY(page.isComplete() && page.table()->rows() && page.table()->rows()->rows() == 4);
        QStringList legend;
        for (const LegendEntry &e : page.curves()->legend())
            legend << e.text.section(u',', 0, 0);
        // step_trace_time.csv does not tell transfer from waiting.
        QCOMPARE(legend, QStringList({QStringLiteral("step of each device"), QStringLiteral("computation")}));
        QStringList hidden;
        for (const ColumnSpec &c : page.table()->rows()->columns()) {
            if (!c.shown)
                hidden << c.id;
        }
        QCOMPARE(hidden, QStringList({QStringLiteral("communication-devices"), QStringLiteral("communication"),
                                      QStringLiteral("wait")}));
        QTest::mouseClick(page.curves(), Qt::LeftButton, {}, at(*page.curves(), 2));
        QCOMPARE(f.state.step(), QStringLiteral("3"));
        QTRY_VERIFY(page.isComplete());
        QCOMPARE(page.curves()->chosen(), (StepCurves::Range{2, 2}));
        QTest::mouseClick(page.curves(), Qt::LeftButton, {}, at(*page.curves(), 2));
        QVERIFY(f.state.step().isEmpty());
        QTest::keyClick(page.curves(), Qt::Key_Left);
        QTest::keyClick(page.curves(), Qt::Key_Return);
        QCOMPARE(f.state.step(), QStringLiteral("2"));
        f.state.setStep(QStringLiteral("4"));
        QTRY_COMPARE(page.curves()->chosen(), (StepCurves::Range{3, 3}));
        QStringList tip;
        for (const auto &[name, value] : page.curves()->tipLines(3))
            tip << name + u'=' + value;
        QVERIFY2(tip.join(u';').contains(QLatin1String("Computation, mean=8.500")), qPrintable(tip.join(u';')));
        QCOMPARE(page.pictures().size(), size_t(1));
    }

    void severalStepsAreThoseOfTheTrajectory()
    {
        ViewFixture f;
        ParallelView view(f.context());
        view.resize(900, 640);
        f.runs.addRun(fourSteps());
        view.show();
        view.showPage(QStringLiteral("times"));
        StepCurves &curves = *view.times()->curves();
        QTRY_COMPARE(curves.stepAt(curves.plot().right()), 3);
        QTRY_VERIFY(view.times()->isComplete());
        QTest::mousePress(&curves, Qt::LeftButton, {}, at(curves, 1));
        QTest::mouseMove(&curves, at(curves, 2));
        QTest::mouseRelease(&curves, Qt::LeftButton, {}, at(curves, 2));
        QTRY_COMPARE(curves.chosen(), (StepCurves::Range{1, 2}));
        QCOMPARE(view.trajectory()->fromPicker()->value().toString(), QStringLiteral("2"));
        view.showPage(QStringLiteral("trajectory"));
        QTRY_VERIFY(view.trajectory()->isComplete() && !view.trajectory()->shown().empty() &&
                    view.trajectory()->shown()[0].steps == 2);
        // The same rows once more change nothing.
        view.times()->invalidate();
        view.showPage(QStringLiteral("times"));
        QTRY_VERIFY(view.times()->isComplete());
        QCOMPARE(curves.chosen(), (StepCurves::Range{1, 2}));
        QTest::keyClick(&curves, Qt::Key_Home);
        QCOMPARE(curves.chosen(), (StepCurves::Range{-1, -1}));
        QVERIFY(view.trajectory()->fromPicker()->value().toString().isEmpty());
    }

    // Ranks of the run that was read again come one after the other.
    void severalStepsSurviveThatTheRunIsReadAgain()
    {
        ViewFixture f;
        ParallelView view(f.context());
        view.resize(900, 640);
        f.runs.addRun(fourSteps());
        view.show();
        view.showPage(QStringLiteral("times"));
        StepCurves &curves = *view.times()->curves();
        QTRY_COMPARE(curves.stepAt(curves.plot().right()), 3);
        QTRY_VERIFY(view.times()->isComplete());
        QTest::mousePress(&curves, Qt::LeftButton, {}, at(curves, 1));
        QTest::mouseMove(&curves, at(curves, 2));
        QTest::mouseRelease(&curves, Qt::LeftButton, {}, at(curves, 2));
        QTRY_COMPARE(curves.chosen(), (StepCurves::Range{1, 2}));
        const QJsonObject kept = view.saveState();
        f.runs.closeRun(0);
        QTRY_COMPARE(curves.stepAt(curves.plot().right()), -1);
        Run again = fourSteps();
        const std::vector<std::shared_ptr<const RankData>> ranks = std::exchange(again.ranks, {});
        const int run = f.runs.addRun(std::move(again));
        view.restoreState(kept);
        QTRY_COMPARE(view.times()->emptyState()->heading(), QStringLiteral("Loading"));
        for (int i = 0; i < 2; ++i) {
            f.runs.publish(run, {{i, ranks[static_cast<size_t>(i)], true}});
            view.times()->invalidate();
            QTRY_COMPARE(curves.stepAt(curves.plot().right()), 3);
            QTRY_VERIFY(view.times()->isComplete());
            QCOMPARE(curves.chosen(), (StepCurves::Range{1, 2}));
        }
        view.showPage(QStringLiteral("trajectory"));
        QTRY_VERIFY(view.trajectory()->isComplete() && !view.trajectory()->shown().empty() &&
                    view.trajectory()->shown()[0].steps == 2);
        // Those of another run are not looked for in this one.
        f.runs.closeRun(run);
        f.runs.addRun(fourSteps());
        view.showPage(QStringLiteral("times"));
        QTRY_COMPARE(curves.stepAt(curves.plot().right()), 3);
        QTRY_COMPARE(curves.chosen(), (StepCurves::Range{-1, -1}));
    }
};

RS_TEST(TestTimePage, QApplication);
#include "tst_timepage.moc"
