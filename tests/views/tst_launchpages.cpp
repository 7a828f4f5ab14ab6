// SPDX-License-Identifier: Apache-2.0
#include "support/testprogram.h"
#include "viewfixture.h"

#include "items/format.h"
#include "items/modelroles.h"
#include "views/host/alignpage.h"
#include "views/host/dispatchpage.h"
#include "views/host/trendchart.h"
#include "views/page/tablespage.h"
#include "views/browse/systemview.h"
#include "views/tables/tableview.h"

#include <QAction>
#include <QApplication>
#include <QMenu>
#include <QSignalSpy>
#include <QTableView>

using namespace rs;
using test::TinyRank;

namespace {

constexpr qint64 us = 1000;
constexpr qint64 base = 1'700'000'000'000'000'000;

void launchKernel(TinyRank &r, int i, qint64 launch, qint64 start, qint64 duration)
{
    const std::string id = std::to_string(100 + i);
    r.host("aten::mm", launch - 12 * us, 20 * us);
    r.slice("2", "1", "Node@launch", launch, 2 * us);
    r.kernel("k" + std::to_string(i), start, duration);
    r.flow("HostToDevice", id, "2", "1", launch, "3", "7", start);
    r.flow("async_npu", id, "1", "1", launch - 12 * us, "3", "7", start);
}

// Step 1 keeps the device busy; in step 2 each kernel of 10 us starts 4 us after its launch, launches come every 40 us.
// Three collectives end at the same moments on every rank; `offset` is the rank's clock.
std::shared_ptr<const RankData> rankOf(int number, qint64 offset)
{
    TinyRank r(number);
    const qint64 t = base + offset;
    r.step(1, t - 20 * us, 2500 * us);
    for (int i = 0; i < 50; ++i)
        launchKernel(r, i, t + i * 22 * us, t + 4 * us + i * 40 * us, 40 * us);
    const qint64 second = t + 3000 * us;
    r.step(2, second - 20 * us, 2100 * us);
    for (int i = 0; i < 50; ++i)
        launchKernel(r, 50 + i, second + i * 40 * us, second + 4 * us + i * 40 * us, 10 * us);
    for (int i = 0; i < 4; ++i)
        r.communication("hcom_allReduce__128_" + std::to_string(i) + "_1", t + 2100 * us + i * 50 * us - number * us,
                        (20 + number) * us);
    return r.finish();
}

struct Fixture : test::ViewFixture
{
    std::unique_ptr<SystemView> view;

    explicit Fixture(std::vector<std::shared_ptr<const RankData>> ranks)
    {
        if (!ranks.empty())
            runs.addRun(test::makeRun(std::move(ranks)));
        view = std::make_unique<SystemView>(context());
        view->resize(1200, 360);
        view->show();
        if (!runs.isEmpty())
            state.setCurrentRank({0, 0});
    }
    template <typename Page>
    Page *show(const QString &name)
    {
        view->showPage(name);
        QCoreApplication::processEvents();
        auto *page = qobject_cast<Page *>(view->shownPage());
        return page && QTest::qWaitFor([page] { return page->isComplete(); }, 10000) ? page : nullptr;
    }
};

Fixture twoRanks()
{
    return Fixture({rankOf(0, 0), rankOf(1, 60'000'000 * us)});
}

/// A cell as it stands in the rows of a table, not as they are sorted.
QVariant cell(const TablePage &page, int row, QStringView column, int role = Qt::DisplayRole)
{
    const RowSourceModel &rows = *page.table()->rows();
    const std::vector<quint32> &order = rows.order()->rows;
    const auto at = std::find(order.begin(), order.end(), static_cast<quint32>(row)) - order.begin();
    return rows.index(static_cast<int>(at), rows.columnOf(column)).data(role);
}

int rowsOf(const TablePage &page)
{
    return page.rows() ? static_cast<int>(page.rows()->rows()) : 0;
}

QStringList actionsOf(QMenu &menu)
{
    QStringList out;
    for (const QAction *a : menu.actions())
        out << a->text();
    return out;
}

} // namespace

class TestLaunchPages : public QObject
{
    Q_OBJECT
private slots:
    void dispatchShowsTheHostBoundStep()
    {
        Fixture f = twoRanks();
        auto *page = f.show<DispatchPage>(QStringLiteral("dispatch"));
        QVERIFY(page);
        const TablePage &steps = *page->tables().front();
        const TablePage &windows = *page->tables().back();
        QCOMPARE(rowsOf(steps), 4);
        for (int r = 0; r < 4; ++r) {
            const bool second = cell(steps, r, u"step").toString() == u"2";
            QCOMPARE(cell(steps, r, u"lines").toString(),
                     second ? QStringLiteral("vertical") : QStringLiteral("slanted"));
            QCOMPARE(cell(steps, r, u"vertical", ShareRole).toDouble() > 0.9, second);
        }
        QVERIFY2(page->note().contains(QStringLiteral("2 step")), qPrintable(page->note()));
        // The worst step stands on top.
        const RowSourceModel &rows = *steps.table()->rows();
        QCOMPARE(rows.index(0, rows.columnOf(u"lines")).data().toString(), QStringLiteral("vertical"));
        QCOMPARE(page->pictures().size(), size_t(1));
        // Its windows lead to their first task.
        QCOMPARE(rowsOf(windows), 2);
        QSignalSpy spy(&f.state, &ViewState::revealRequested);
        QTableView *const view = windows.table()->view();
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(view->model()->index(0, 0)).center());
        QCOMPARE(spy.size(), 1);
        QCOMPARE(f.state.selection().slice, test::sliceNamed(*f.runs.rank(f.state.selection().rank)->trace, "k50"));
    }

    void theTrendFollowsTheCurrentRank()
    {
        Fixture f = twoRanks();
        auto *page = f.show<DispatchPage>(QStringLiteral("dispatch"));
        QVERIFY(page);
        // Step 1 piles delay upon delay, from 4 us to 886 us; in step 2 each kernel starts after 4 us.
        const auto &trend = page->trendChart()->trend();
        QVERIFY(trend.size() > 20);
        const auto [low, high] = std::minmax_element(
            trend.begin(), trend.end(), [](const auto &a, const auto &b) { return a.medianNs < b.medianNs; });
        QVERIFY(high->medianNs - low->medianNs > 850 * us);
        QVERIFY(high->timeNs < base + 2000 * us);
        const qint64 first = trend.front().timeNs;
        f.state.setCurrentRank({0, 1});
        QTRY_VERIFY(!page->trendChart()->trend().empty() && page->trendChart()->trend().front().timeNs != first);
    }

    // Delays of 4 us, one of 80 ms among them, and a stretch without any launch.
    void longDelaysDoNotFlattenTheTrend()
    {
        Fixture f = twoRanks();
        TrendChart chart(f.context().theme);
        chart.resize(800, 300);
        std::vector<DelayTrendPoint> trend;
        for (int i = 0; i < 40; ++i) {
            if (i != 20)
                trend.push_back({base + i * 1000 * us, 4 * us, i == 7 ? 80'000 * us : 6 * us});
        }
        chart.setTrend(trend, base);
        const ValueAxis axis = chart.valueAxis(chart.plot().height());
        QVERIFY(axis.logarithmic && axis.ticks().size() >= 4);
        const double middle = axis.y(chart.plot(), 4 * us);
        QVERIFY(middle < chart.plot().bottom() - chart.plot().height() / 20);
        const QPoint between(static_cast<int>(chart.xOf(base + 20'000 * us)), chart.plot().center().y());
        QVERIFY2(chart.tipLines(between)[1].second.startsWith(QLatin1String("no launches")),
                 qPrintable(chart.tipLines(between)[1].second));
        (void)chart.grab();
        const std::vector<CurvePixel> &drawn = *chart.drawnPixels(0);
        QVERIFY(std::none_of(drawn.begin(), drawn.end(),
                             [&](const CurvePixel &p) { return p.x == between.x() - chart.plot().left(); }));
    }

    void causesAddUpAndFollowTheChosenStep()
    {
        Fixture f = twoRanks();
        auto *page = f.show<TablesPage>(QStringLiteral("idle"));
        QVERIFY(page);
        const TablePage &causes = *page->tables().front();
        const TablePage &gaps = *page->tables().back();
        const int all = rowsOf(causes);
        const int allGaps = rowsOf(gaps);
        QVERIFY(all >= 4);
        const int free = causes.rows()->columnOf(u"free");
        for (quint32 r = 0; r < causes.rows()->rows(); ++r) {
            qint64 sum = 0;
            for (int c = 0; c < static_cast<int>(causes.rows()->columns().size()); ++c) {
                if (c != free && causes.rows()->kind(c) == ValueKind::Time)
                    sum += causes.rows()->integer(r, c).value_or(0);
            }
            QCOMPARE(sum, causes.rows()->integer(r, free).value());
        }
        QVERIFY2(page->note().contains(QStringLiteral("Host late")), qPrintable(page->note()));
        f.state.setStep(QStringLiteral("2"));
        QTRY_VERIFY(page->isComplete() && rowsOf(causes) == 2); // of both ranks
        QCOMPARE(cell(causes, 0, u"step").toString(), QStringLiteral("2"));
        QTRY_VERIFY(rowsOf(gaps) > 0 && rowsOf(gaps) < allGaps);
        f.state.setStep({});
        QTRY_COMPARE(rowsOf(gaps), allGaps);
        QTRY_COMPARE(rowsOf(causes), all);
        // Gaps are those of the newest rank.
        for (const int index : {1, 0, 1})
            f.state.setCurrentRank({0, index});
        QTRY_VERIFY(page->isComplete());
        gaps.table()->view()->setCurrentIndex(gaps.table()->rows()->index(3, 0));
        QCOMPARE(f.state.selection().rank, (RankRef{0, 1}));
    }

    void gapsJumpAndNameTheirMembers()
    {
        Fixture f = twoRanks();
        auto *page = f.show<TablesPage>(QStringLiteral("idle"));
        QVERIFY(page);
        const TablePage &gaps = *page->tables().back();
        RowSourceModel *const model = gaps.table()->rows();
        QVERIFY(model->rowCount() > 40);
        // By length, the longest first.
        QVERIFY(model->index(0, model->columnOf(u"duration")).data(SortRole).toLongLong() >=
                model->index(1, model->columnOf(u"duration")).data(SortRole).toLongLong());
        int late = 0;
        while (late < rowsOf(gaps) && cell(gaps, late, u"cause").toString() != u"Host late")
            ++late;
        QVERIFY(late < rowsOf(gaps));
        QCOMPARE(cell(gaps, late, u"launch").toString(), QStringLiteral("Node@launch"));
        QMenu menu;
        emit gaps.table()->menuRequested(&menu, late);
        const qsizetype launched = actionsOf(menu).indexOf(QStringLiteral("Show in Timeline: Launched by"));
        QVERIFY2(launched >= 0, qPrintable(actionsOf(menu).join(u'|')));
        menu.actions().at(launched)->trigger();
        const Trace &trace = *f.runs.rank({0, 0})->trace;
        QCOMPARE(trace.strings().text(trace.slices().name(f.state.selection().slice)), QStringLiteral("Node@launch"));
    }

    void chainsAreCountedAndJump()
    {
        Fixture f = twoRanks();
        auto *page = f.show<TablePage>(QStringLiteral("kernel-dispatch"));
        QVERIFY(page);
        QCOMPARE(rowsOf(*page), 100);
        QVERIFY2(page->note().contains(format::percent(1)), qPrintable(page->note()));
        QCOMPARE(cell(*page, 0, u"operator").toString(), QStringLiteral("aten::mm"));
        QCOMPARE(cell(*page, 0, u"status").toString(), QStringLiteral("normal"));
        QCOMPARE(cell(*page, 0, u"end-to-end", SortRole).toLongLong(), 14 * us);
        QVERIFY(!cell(*page, 0, u"queue", SortRole).isValid()); // no queue: no value, not zero
        QMenu menu;
        emit page->table()->menuRequested(&menu, 0);
        const QStringList actions = actionsOf(menu);
        for (const QString &action :
             {QStringLiteral("Show in Timeline"), QStringLiteral("Show in Timeline: Framework operator"),
              QStringLiteral("Show in Timeline: Launching call")})
            QVERIFY2(actions.contains(action), qPrintable(actions.join(u'|')));
    }

    void alignmentIsAppliedAndTakenBack()
    {
        Fixture f = twoRanks();
        auto *page = f.show<AlignPage>(QStringLiteral("alignment"));
        QVERIFY(page);
        QCOMPARE(page->model().rowCount(), 2);
        QCOMPARE(page->clock(), ClockUse::Files);
        QVERIFY(page->note().contains(QStringLiteral("clocks of the files")));
        QVERIFY(!page->filesButton()->isEnabled());
        const int offset = page->model().columnOf(u"offset");
        QVERIFY(!page->model().index(0, offset).data(SortRole).isValid()); // the reference has none
        QCOMPARE(page->model().index(1, offset).data(SortRole).toLongLong(), 60'000'000 * us);

        const auto status = [page](int row) {
            return page->model().index(row, page->model().columnOf(u"status")).data().toString();
        };
        QCOMPARE(status(0), QStringLiteral("reference"));
        QCOMPARE(status(1), QStringLiteral("can be aligned"));

        QTest::mouseClick(page->alignButton(), Qt::LeftButton);
        QCOMPARE(status(0), QStringLiteral("reference"));
        QCOMPARE(status(1), QStringLiteral("aligned"));
        QCOMPARE(f.state.offsets().ofRank({0, 1}), 60'000'000 * us);
        QCOMPARE(f.state.offsets().ofRank({0, 0}), qint64(0));
        QCOMPARE(page->clock(), ClockUse::Aligned);
        QVERIFY(!page->alignButton()->isEnabled());
        QCOMPARE(page->model().index(1, page->model().columnOf(u"applied")).data(SortRole).toLongLong(),
                 60'000'000 * us);

        QTest::mouseClick(page->filesButton(), Qt::LeftButton);
        QVERIFY(f.state.offsets().isEmpty());
        QCOMPARE(page->clock(), ClockUse::Files);
        f.state.back();
        QCOMPARE(page->clock(), ClockUse::Aligned);
        TimeOffsets other;
        other.setRank({0, 1}, 5);
        f.state.setOffsets(other);
        QCOMPARE(page->clock(), ClockUse::Moved);
        QVERIFY(page->note().contains(QStringLiteral("by hand")));
        QCOMPARE(status(1), QStringLiteral("moved by hand"));
    }

    void transfersPairAndListTheRest()
    {
        Fixture f(test::pipelineRanks(4, 6, base));
        auto *page = f.show<TablesPage>(QStringLiteral("transfers"));
        QVERIFY(page);
        const TablePage &pairs = *page->tables().front();
        QCOMPARE(rowsOf(pairs), 2);
        QCOMPARE(rowsOf(*page->tables().back()), 1);
        QCOMPARE(cell(pairs, 0, u"source").toString(), QStringLiteral("4"));
        QCOMPARE(cell(pairs, 0, u"destination").toString(), QStringLiteral("6"));
        QVERIFY(page->note().contains(QStringLiteral("2 send")));
        QMenu menu;
        emit pairs.table()->menuRequested(&menu, 1);
        const qsizetype receive = actionsOf(menu).indexOf(QStringLiteral("Show in Timeline: Name of the receive"));
        QVERIFY2(receive >= 0, qPrintable(actionsOf(menu).join(u'|')));
        menu.actions().at(receive)->trigger();
        QCOMPARE(f.state.selection().rank, (RankRef{0, 1}));
        QCOMPARE(f.state.selection().slice, test::sliceNamed(*f.runs.rank({0, 1})->trace, "hcom_receive__128_1_1"));
    }

    void ranksThatComeLaterAreAdded()
    {
        Run run = test::makeRun({rankOf(0, 0), rankOf(1, 0)});
        const auto second = run.ranks[1];
        run.ranks[1] = nullptr;
        Fixture f({});
        f.runs.addRun(run);
        f.state.setCurrentRank({0, 0});
        auto *page = f.show<DispatchPage>(QStringLiteral("dispatch"));
        QVERIFY(page);
        QCOMPARE(rowsOf(*page->tables().front()), 2);
        f.runs.setRank({0, 1}, second);
        QTRY_COMPARE(rowsOf(*page->tables().front()), 4);
    }
};

RS_TEST(TestLaunchPages, QApplication);
#include "tst_launchpages.moc"
