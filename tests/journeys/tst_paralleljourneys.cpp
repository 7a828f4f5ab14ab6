// SPDX-License-Identifier: Apache-2.0
// The workspace of parallel runs in the whole window: a click chooses the rank everywhere, steps that are drawn over
// are those of the other pages, keys walk, F5 keeps what is shown, and back goes back.
#include "generator/generator.h"
#include "journeywindow.h"
#include "support/testprogram.h"
#include "views/operators/operatorgroupspage.h"
#include "views/operators/operatorsview.h"
#include "views/parallel/devicespage.h"
#include "views/parallel/expertspage.h"
#include "views/parallel/graphcanvas.h"
#include "views/parallel/mareypage.h"
#include "views/parallel/parallelview.h"
#include "views/parallel/stagespage.h"
#include "views/parallel/stepcurves.h"
#include "views/parallel/strategygraphpage.h"
#include "views/parallel/timepage.h"
#include "views/parallel/trajectorypage.h"
#include "views/page/tablepage.h"
#include "views/tables/tableview.h"
#include "views/widgets/picker.h"
#include "views/picture/chartframe.h"
#include "views/picture/stackedbars.h"

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>

#include <initializer_list>

using namespace rs;
using rs::test::JourneyWindow;

class TestParallelJourneys : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void cleanup() { m_window.reset(); }
    void barsOfTheTrajectory();
    void tilesOfDevices();
    void operatorsOfTheGraph();
    void operatorsOfTheMareyView();
    void stepsOfTheTimeOverview();
    void executionOnOnePage();
    void passesOfTheStages();
    void loadsOfExperts();
    void barsOfExperts();

private:
    [[nodiscard]] ParallelView &view() { return m_window->view<ParallelView>("parallel"); }
    [[nodiscard]] bool show(const char *page)
    {
        m_window->state().showView(QString::fromLatin1(page));
        return m_window->settle() && QTest::qWaitForWindowActive(m_window->window.get());
    }
    [[nodiscard]] bool reload();
    [[nodiscard]] RankRef rank() { return m_window->state().currentRank(); }
    /// Its place in the run, which has another number when it was read again.
    [[nodiscard]] int index() { return rank().index; }
    [[nodiscard]] bool goesBackTo(int before);

    QTemporaryDir m_folder;
    QString m_run;
    std::unique_ptr<JourneyWindow> m_window;
};

void TestParallelJourneys::initTestCase()
{
    QStandardPaths::setTestModeEnabled(true);
    m_run = m_folder.filePath(QStringLiteral("parallel"));
    gen::GeneratorOptions options;
    options.outDir = m_run;
    options.ranks = 8;
    options.tp = 2;
    options.pp = 2;
    options.steps = 3;
    options.mbPerRank = 0.3;
    options.experts = true;
    QCOMPARE(gen::generate(options).error, QString());
}

void TestParallelJourneys::init()
{
    m_window = std::make_unique<JourneyWindow>(m_folder.filePath(QStringLiteral("settings.ini")));
    QVERIFY(m_window->open(m_run));
}

bool TestParallelJourneys::reload()
{
    QSignalSpy idle(&m_window->bench.session(), &TraceSession::idle);
    m_window->key(Qt::Key_F5);
    return QTest::qWaitFor([&] { return idle.count() > 0; }, 60'000) && m_window->settle();
}

bool TestParallelJourneys::goesBackTo(int before)
{
    for (int i = 0; i < 4 && index() != before; ++i) {
        m_window->key(Qt::Key_Left, Qt::AltModifier);
        if (!m_window->settle())
            return false;
    }
    return index() == before;
}

void TestParallelJourneys::barsOfTheTrajectory()
{
    QVERIFY(show("parallel/trajectory"));
    TrajectoryPage &page = *view().trajectory();
    QTRY_COMPARE(page.shown().size(), size_t(8));
    const int before = index();
    StackedBars *const bars = page.bars(page.shape());
    m_window->click(bars, bars->centerOf(5).toPoint());
    QTRY_COMPARE(index(), 5);
    // The keys walk from there.
    QVERIFY(m_window->settle());
    m_window->key(Qt::Key_Right);
    QTRY_COMPARE(index(), 6);
    QVERIFY(m_window->settle());
    m_window->key(Qt::Key_Return);
    QVERIFY(m_window->settle());
    QCOMPARE(index(), 6);
    QVERIFY(goesBackTo(before));
    QVERIFY(show("parallel/trajectory"));
    m_window->click(bars, bars->centerOf(5).toPoint());
    QTRY_COMPARE(index(), 5);
    QVERIFY(reload());
    QTRY_COMPARE(page.shown().size(), size_t(8));
    QCOMPARE(index(), 5);
    QCOMPARE(m_window->state().workspace(), QStringLiteral("parallel"));
}

void TestParallelJourneys::tilesOfDevices()
{
    QVERIFY(show("parallel/devices"));
    DeviceMap *const map = view().devices()->map();
    QTRY_VERIFY(map->cellOf(3) != DeviceMap::Cell(-1, -1));
    const int before = index();
    const auto [row, column] = map->cellOf(3);
    m_window->click(map, map->cellRect(row, column).center().toPoint());
    QTRY_COMPARE(index(), 3);
    QVERIFY(goesBackTo(before));
    m_window->click(map, map->cellRect(row, column).center().toPoint());
    QTRY_COMPARE(index(), 3);
    QVERIFY(reload());
    QTRY_VERIFY(map->cellOf(3) != DeviceMap::Cell(-1, -1));
    QCOMPARE(index(), 3);
    QVERIFY(map->isVisible());
}

void TestParallelJourneys::operatorsOfTheGraph()
{
    QVERIFY(show("parallel/graph"));
    StrategyGraphPage &page = *view().graph();
    GraphCanvas *const canvas = page.findChild<GraphCanvas *>();
    QVERIFY(canvas);
    QTRY_VERIFY_WITH_TIMEOUT(!canvas->isEmpty(), 60'000);
    // All open, so that a box is an operator; the first one in sight that ran in the second stage.
    Picker *depth = nullptr;
    for (Picker *const p : page.findChildren<Picker *>())
        depth = p->box()->accessibleName() == QLatin1String("Namespaces") ? p : depth;
    QVERIFY(depth);
    depth->box()->setCurrentIndex(depth->box()->count() - 1);
    emit depth->box()->activated(depth->box()->count() - 1);
    const auto operatorInSight = [&]() -> quint32 {
        const auto &content = canvas->content();
        for (quint32 b = 0; content.layout && b < content.layout->boxes.size(); ++b) {
            const GraphBox &box = content.layout->boxes[b];
            const QRect at = canvas->boxRect(b);
            const GraphNode &node = content.graph->nodes[box.first];
            if (!box.isGroup() && node.slice != NoSlice && node.kind == GraphKind::Compute && node.stage == 1 &&
                at.height() > 6 && canvas->boxAt(at.center()) == b)
                return b;
        }
        return GraphCanvas::None;
    };
    QTRY_VERIFY_WITH_TIMEOUT(m_window->settle() && operatorInSight() != GraphCanvas::None, 60'000);
    const quint32 box = operatorInSight();
    const QPoint at = canvas->boxRect(box).center();
    m_window->click(canvas, at);
    const quint32 node = canvas->selected();
    QVERIFY(node != GraphCanvas::None);
    QTRY_COMPARE(m_window->state().selection().kind, Selection::Kind::Slice);
    const Selection chosen = m_window->state().selection();
    QCOMPARE(chosen.slice, canvas->content().graph->nodes[node].slice);
    m_window->key(Qt::Key_Down);
    QTRY_VERIFY(canvas->selected() != node);
    m_window->key(Qt::Key_Up);
    QTRY_COMPARE(canvas->selected(), node);
    QVERIFY(reload());
    QTRY_VERIFY_WITH_TIMEOUT(!canvas->isEmpty() && canvas->selected() != GraphCanvas::None, 60'000);
    // From its menu to its group in Operators, and back.
    QVERIFY(m_window->settle());
    QVERIFY(m_window->choose(canvas, canvas->boxRect(canvas->selectedBox()).center(), "nodeInOperators"));
    QVERIFY(m_window->settle());
    QCOMPARE(m_window->state().workspace(), QStringLiteral("operators"));
    QCOMPARE(index(), chosen.rank.index);
    OperatorGroupsPage &operators = *m_window->view<OperatorsView>("operators").page();
    const auto &data = *m_window->bench.runs().rank(rank());
    const auto &known = data.kernelOfSlice;
    const auto row = std::find_if(known.begin(), known.end(), [&](const auto &e) { return e.first == chosen.slice; });
    QVERIFY(row != known.end());
    const QString type = data.kernels->strings().text(data.kernels->textId(row->second, data.kernels->column(u"Type")));
    const auto selectedType = [&] {
        const QTableView *const table = operators.groups()->view();
        const QModelIndex now = table->currentIndex();
        for (int c = 0; now.isValid() && c < table->model()->columnCount(); ++c) {
            if (table->model()->headerData(c, Qt::Horizontal).toString() == QLatin1String("Type"))
                return now.siblingAtColumn(c).data().toString();
        }
        return QString();
    };
    QTRY_COMPARE(selectedType(), type);
    m_window->key(Qt::Key_Left, Qt::AltModifier);
    QVERIFY(m_window->settle());
    QTRY_COMPARE(m_window->state().workspace(), QStringLiteral("parallel"));
}

void TestParallelJourneys::operatorsOfTheMareyView()
{
    QVERIFY(show("parallel/marey"));
    MareyPicture *const picture = view().marey()->picture();
    QTRY_VERIFY_WITH_TIMEOUT(picture->lines().size() >= 8 && view().marey()->isComplete(), 60'000);
    // A drag zooms; the operator that is widest in sight of the third device is chosen then.
    const TimeWindow whole = picture->window();
    const QRect area = picture->rect();
    m_window->drag(picture, {area.width() / 3, area.height() / 2}, {area.width() / 3 + 40, area.height() / 2 + 4});
    QTRY_VERIFY(picture->window().lengthNs() < whole.lengthNs() / 4);
    const auto widest = [&] {
        MareyPicture::Place best;
        int width = 3;
        for (int op = 0; op < 5000; ++op) {
            const MareyPicture::Place place{2, false, op};
            if (!picture->operatorAt(place))
                break;
            const QRect at = picture->rectOf(place);
            if (at.width() > width && picture->placeAt(at.center()) == place) {
                best = place;
                width = at.width();
            }
        }
        return best;
    };
    QTRY_VERIFY(widest().isValid());
    const MareyPicture::Place place = widest();
    m_window->click(picture, picture->rectOf(place).center());
    QTRY_COMPARE(picture->selected(), place);
    QTRY_COMPARE(index(), 2);
    QCOMPARE(m_window->state().selection().slice, picture->operatorAt(place)->slice);
    const Selection chosen = m_window->state().selection();
    m_window->key(Qt::Key_Right);
    QTRY_VERIFY(picture->selected() != place);
    m_window->key(Qt::Key_Left);
    QTRY_COMPARE(picture->selected(), place);
    // Enter shows it in the timeline; back returns to the picture as it was.
    m_window->key(Qt::Key_Return);
    QVERIFY(m_window->settle());
    QCOMPARE(m_window->state().workspace(), QStringLiteral("timeline"));
    QTRY_VERIFY(m_window->isInSight(chosen.rank, chosen.slice));
    m_window->key(Qt::Key_Left, Qt::AltModifier);
    QVERIFY(m_window->settle());
    QCOMPARE(m_window->state().workspace(), QStringLiteral("parallel"));
    const TimeWindow zoomed = picture->window();
    QVERIFY(reload());
    QTRY_VERIFY_WITH_TIMEOUT(picture->lines().size() >= 8 && view().marey()->isComplete(), 60'000);
    QTRY_COMPARE(picture->window(), zoomed);
}

void TestParallelJourneys::stepsOfTheTimeOverview()
{
    QVERIFY(show("parallel/times"));
    StepCurves *const curves = view().times()->curves();
    QTRY_VERIFY(curves->stepAt(curves->xOf(2)) == 2);
    const int y = curves->plot().center().y();
    m_window->click(curves, {curves->xOf(1), y});
    QTRY_COMPARE(m_window->state().step(), QStringLiteral("2"));
    m_window->key(Qt::Key_Left);
    m_window->key(Qt::Key_Return);
    QTRY_COMPARE(m_window->state().step(), QStringLiteral("1"));
    // Two steps: trajectory, Marey view and timeline show these.
    const TimeWindow before = m_window->state().window();
    m_window->drag(curves, {curves->xOf(1), y}, {curves->xOf(2), y});
    QTRY_COMPARE(curves->chosen(), (StepCurves::Range{1, 2}));
    QTRY_COMPARE(m_window->state().step(), QString());
    QTRY_VERIFY(m_window->state().window() != before);
    // They are kept when the run is read again.
    QVERIFY(reload());
    QTRY_COMPARE_WITH_TIMEOUT(curves->chosen(), (StepCurves::Range{1, 2}), 60'000);
    QVERIFY(show("parallel/trajectory"));
    QTRY_COMPARE(view().trajectory()->fromPicker()->value().toString(), QStringLiteral("2"));
    QCOMPARE(view().trajectory()->toPicker()->value().toString(), QStringLiteral("3"));
    QVERIFY(show("parallel/marey"));
    MareyPicture *const picture = view().marey()->picture();
    QTRY_VERIFY_WITH_TIMEOUT(view().marey()->isComplete() && !picture->lines().empty(), 60'000);
    const auto firstInSight = [&] {
        const MareyOperator *op = nullptr;
        for (int i = 0; (op = picture->operatorAt({0, false, i})) != nullptr; ++i) {
            if (op->time.from >= picture->window().fromNs)
                return i;
        }
        return -1;
    };
    QTRY_VERIFY(firstInSight() > 0); // the first step lies before the window
}

// Three pictures of one page; each is back on its own page when that is shown.
void TestParallelJourneys::executionOnOnePage()
{
    QVERIFY(show("parallel/execution"));
    GraphCanvas *const canvas = view().graph()->canvas();
    MareyPicture *const picture = view().marey()->picture();
    StepCurves *const curves = view().times()->curves();
    QTRY_VERIFY_WITH_TIMEOUT(!canvas->isEmpty() && picture->lines().size() >= 8, 60'000);
    QVERIFY(m_window->settle());
    for (const QWidget *const w : std::initializer_list<QWidget *>{canvas, picture, curves})
        QVERIFY(w->isVisible() && w->height() > 80);
    m_window->click(curves, {curves->xOf(1), curves->plot().center().y()});
    QTRY_COMPARE(m_window->state().step(), QStringLiteral("2"));
    QVERIFY(m_window->settle());
    const MareyPicture::Place place{2, false, 0};
    const MareyOperator *const op = picture->operatorAt(place);
    QVERIFY(op);
    const SliceId slice = op->slice;
    emit picture->placeChosen(place);
    QTRY_COMPARE(m_window->state().selection().slice, slice);
    QTRY_VERIFY(canvas->selected() != GraphCanvas::None);
    for (const auto &[name, shown] : {std::pair<const char *, QWidget *>{"parallel/marey", picture},
                                      {"parallel/graph", canvas},
                                      {"parallel/times", curves}}) {
        QVERIFY(show(name));
        QVERIFY(view().shownPage()->isAncestorOf(shown) && shown->isVisible());
    }
    QVERIFY(show("parallel/execution"));
    QVERIFY(canvas->isVisible() && picture->isVisible() && curves->isVisible());
    QVERIFY(show("parallel/cluster"));
    QVERIFY(view().trajectory()->frame()->isVisible());
}

void TestParallelJourneys::passesOfTheStages()
{
    QVERIFY(show("parallel/stages"));
    StageChart *const chart = view().stages()->chart();
    QTRY_COMPARE_WITH_TIMEOUT(chart->rowCount(), 2, 60'000);
    const int before = index();
    const auto passInSight = [&] {
        for (int step = 0; step < 3; ++step) {
            for (int item = 0; item < 40; ++item) {
                const StageChart::Place place{1, step, item, false};
                const QRect at = chart->rectOf(place);
                if (at.width() > 3 && chart->placeAt(at.center()) == place)
                    return place;
            }
        }
        return StageChart::Place();
    };
    QTRY_VERIFY(passInSight().isValid());
    const StageChart::Place place = passInSight();
    m_window->click(chart, chart->rectOf(place).center());
    QTRY_COMPARE(chart->selected(), place);
    QTRY_VERIFY(index() != before && index() >= 0);
    const int chosen = index();
    m_window->key(Qt::Key_Right);
    QTRY_VERIFY(!(chart->selected() == place));
    const TimeWindow whole = chart->window();
    m_window->sign(chart, '+');
    QTRY_VERIFY(chart->window().lengthNs() < whole.lengthNs());
    const TimeWindow zoomed = chart->window();
    QVERIFY(reload());
    QTRY_COMPARE_WITH_TIMEOUT(chart->rowCount(), 2, 60'000);
    QTRY_COMPARE(chart->window(), zoomed);
    QCOMPARE(index(), chosen);
}

void TestParallelJourneys::loadsOfExperts()
{
    QVERIFY(show("system/moe.load"));
    TablePage *page = nullptr;
    for (TablePage *const p : m_window->window->findChildren<TablePage *>()) {
        if (p->isVisible() && p->table()->isVisible() && p->rows() && p->rows()->rows() > 0)
            page = p;
    }
    QTRY_VERIFY(page);
    const QTableView *const table = page->table()->view();
    QTRY_COMPARE(table->model()->rowCount(), 8);
    int row = 0; // of a rank that is not the current one
    for (; row < 7 && page->rows()->place(static_cast<quint32>(row)).rank == rank().index; ++row) {
    }
    const int wanted = page->rows()->place(static_cast<quint32>(row)).rank;
    const QPoint at = table->visualRect(table->model()->index(row, 0)).center();
    const int before = index();
    m_window->doubleClick(table->viewport(), at);
    QVERIFY(m_window->settle());
    QTRY_COMPARE(index(), wanted);
    QVERIFY(goesBackTo(before));
}

void TestParallelJourneys::barsOfExperts()
{
    QVERIFY(show("parallel/experts"));
    StackedBars *const bars = view().experts()->bars(ExpertMeasure::Tokens);
    QTRY_COMPARE(bars->bars().size(), size_t(8));
    const int before = index();
    const int bar = bars->selected() == 5 ? 6 : 5;
    m_window->click(bars, bars->centerOf(bar).toPoint());
    QTRY_VERIFY(index() != before);
    const int chosen = index();
    QCOMPARE(bars->selected(), bar);
    QVERIFY(m_window->settle());
    m_window->key(Qt::Key_Left);
    QTRY_VERIFY(index() != chosen);
    QVERIFY(m_window->settle());
    // To the longest GroupedMatmul of the rank, in the workspace of the timeline.
    const int walked = index();
    m_window->key(Qt::Key_Return);
    QTRY_COMPARE(m_window->state().workspace(), QStringLiteral("timeline"));
    QVERIFY(m_window->settle());
    QCOMPARE(index(), walked);
    QCOMPARE(m_window->state().selection().kind, Selection::Kind::Slice);
    QVERIFY(goesBackTo(before));
    // The shown page survives that the run is read again.
    QVERIFY(show("parallel/experts"));
    m_window->click(bars, bars->centerOf(bar).toPoint());
    QTRY_COMPARE(index(), chosen);
    QVERIFY(reload());
    QTRY_COMPARE(bars->bars().size(), size_t(8));
    QCOMPARE(index(), chosen);
    QCOMPARE(m_window->state().workspace(), QStringLiteral("parallel"));
}

RS_TEST(TestParallelJourneys, QApplication);
#include "tst_paralleljourneys.moc"
