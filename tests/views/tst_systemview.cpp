// SPDX-License-Identifier: Apache-2.0
#include "analysis/time/stepwindows.h"
#include "items/modelroles.h"
#include "support/testprogram.h"
#include "viewfixture.h"

#include "items/format.h"
#include "tables/base/tables.h"
#include "views/browse/eventspage.h"
#include "views/browse/summarypage.h"
#include "views/page/page.h"
#include "views/browse/systemview.h"
#include "views/page/tablepage.h"
#include "views/picture/stackedbars.h"
#include "views/tables/tableview.h"
#include "views/widgets/emptystate.h"
#include "views/widgets/picker.h"

#include <QApplication>
#include <QListWidget>
#include <QSignalSpy>
#include <QTableView>

using namespace rs;

namespace {

struct Fixture : test::ViewFixture
{
    std::unique_ptr<SystemView> view;

    explicit Fixture(std::vector<std::shared_ptr<const RankData>> ranks)
    {
        if (!ranks.empty())
            runs.addRun(test::makeRun(std::move(ranks)));
        view = std::make_unique<SystemView>(context());
        view->resize(1000, 320);
        view->show();
        if (!runs.isEmpty())
            state.setCurrentRank({0, 0});
    }
    bool settle()
    {
        return QTest::qWaitFor([this] { return view->isComplete(); }, 10000);
    }
    template <typename Page>
    Page *show(const QString &name)
    {
        view->showPage(name);
        QCoreApplication::processEvents();
        return settle() ? qobject_cast<Page *>(view->shownPage()) : nullptr;
    }
};

std::shared_ptr<const RankData> sample()
{
    test::TinyRank tiny;
    tiny.host("aten::mm", 1000, 100);
    tiny.host("inner", 1010, 30);
    tiny.host("aten::add", 1200, 50);
    tiny.kernel("MatMul1", 1100, 40);
    tiny.kernel("Add2", 1300, 10);
    tiny.kernelRow("MatMul1", "MatMul", "AI_CORE", "2,3", 1100, 40);
    tiny.kernelRow("Add2", "Add", "AI_VECTOR_CORE", "2", 1300, 10);
    auto statistic = std::make_shared<Table>();
    statistic->source = QStringLiteral("op_statistic.csv");
    statistic->addColumn(QStringLiteral("OP Type"), ColumnType::Text);
    statistic->addColumn(QStringLiteral("Count"), ColumnType::Integer);
    statistic->appendText(0, "MatMul");
    statistic->appendInteger(1, 1);
    statistic->finishRow();
    tiny.data.tables[QStringLiteral("op_statistic")] = statistic;
    return tiny.finish();
}

} // namespace

class TestSystemView : public QObject
{
    Q_OBJECT
private slots:
    void theListIsGroupedAndFiltered()
    {
        Fixture f({sample()});
        QListWidget &list = *f.view->list();
        const auto shown = [&list](bool headings) {
            QStringList out;
            for (int i = 0; i < list.count(); ++i) {
                const QListWidgetItem &item = *list.item(i);
                if (!item.isHidden() && (item.flags() == Qt::NoItemFlags) == headings)
                    out << item.text().trimmed();
            }
            return out;
        };
        QCOMPARE(shown(true),
                 (QStringList{QStringLiteral("Steps"), QStringLiteral("Launch and idle"), QStringLiteral("Waiting"),
                              QStringLiteral("Operators"), QStringLiteral("Files")}));
        // A page that another dock shows is not offered twice, and still comes when something leads to it.
        const qsizetype all = shown(false).size();
        QVERIFY(all > 20 && all < static_cast<qsizetype>(f.view->pages().size()));
        for (const char *const elsewhere : {"heatmap", "strategy", "diagnosis"}) {
            f.view->showPage(QLatin1String(elsewhere));
            QCOMPARE(f.view->shownPage()->objectName(), QLatin1String(elsewhere));
            QVERIFY(!shown(false).contains(f.view->shownPage()->title()));
        }
        f.view->filter()->setText(QStringLiteral("straggler"));
        QCOMPARE(shown(false), QStringList{QStringLiteral("Stragglers")});
        QCOMPARE(shown(true), QStringList{QStringLiteral("Waiting")});
        f.view->filter()->clear();
        QCOMPARE(shown(false).size(), all);
    }

    void eventsFollowTheSelection()
    {
        Fixture f({sample()});
        auto *page = f.show<EventsPage>(QStringLiteral("events"));
        QVERIFY(page);
        // A device lane is shown first: it is what most people ask about.
        QCOMPARE(page->table()->model()->rowCount(), 2);
        const Trace &trace = *f.runs.rank({0, 0})->trace;
        f.state.revealSlice({0, 0}, test::sliceNamed(trace, "inner"));
        QVERIFY(f.settle());
        QCOMPARE(page->lane(), trace.laneOf(test::sliceNamed(trace, "inner")));
        QCOMPARE(page->table()->model()->rowCount(), 3);
        const QModelIndex now = page->table()->view()->currentIndex();
        QCOMPARE(now.siblingAtColumn(0).data().toString(), QStringLiteral("inner"));
    }

    // The selection may be gone and the timeline elsewhere since the row was chosen.
    void aClickOnTheCurrentRowShowsItAgain()
    {
        Fixture f({sample()});
        auto *page = f.show<TablePage>(QStringLiteral("kernels"));
        QVERIFY(page);
        QTableView *const view = page->table()->view();
        const auto click = [view](int column, Qt::KeyboardModifiers modifiers = {}) {
            QTest::mouseClick(view->viewport(), Qt::LeftButton, modifiers,
                              view->visualRect(view->model()->index(0, column)).center());
        };
        int column = 0;
        while (view->isColumnHidden(column))
            ++column;
        QSignalSpy jumps(&f.state, &ViewState::revealRequested);
        click(column);
        QCOMPARE(jumps.count(), 1);
        const Selection chosen = f.state.selection();
        QCOMPARE(chosen.kind, Selection::Kind::Slice);
        f.state.select({});
        click(column);
        QCOMPARE(jumps.count(), 2);
        QCOMPARE(f.state.selection(), chosen);
        click(column, Qt::ControlModifier); // takes the row out of what is copied
        QCOMPARE(jumps.count(), 2);
    }

    void everythingObeysTheTimeSelection()
    {
        Fixture f({sample()});
        auto *kernels = f.show<TablePage>(QStringLiteral("kernels"));
        QVERIFY(kernels);
        QCOMPARE(kernels->table()->model()->rowCount(), 2);
        f.state.setTimeSelection({1120, 1250});
        QVERIFY(f.settle());
        QCOMPARE(kernels->table()->model()->rowCount(), 1);
        QVERIFY(f.view->scopeText().contains(QStringLiteral("130")));
        auto *events = f.show<EventsPage>(QStringLiteral("events"));
        QVERIFY(events);
        QCOMPARE(events->table()->model()->rowCount(), 1);
        auto *summary = f.show<SummaryPage>(QStringLiteral("framework-summary"));
        QVERIFY(summary);
        QCOMPARE(summary->model()->rowCount(), 1);
        QCOMPARE(summary->model()->index(0, 0).data().toString(), QStringLiteral("aten::add"));
        QCOMPARE(summary->model()->index(0, summary->model()->columnOf(u"clipped")).data(SortRole).toLongLong(), 50);
        f.state.setTimeSelection({});
        QVERIFY(f.settle());
        QCOMPARE(summary->model()->rowCount(), 3);
    }

    // The timeline draws it elsewhere: tables say so, and time that was chosen there finds the same rows.
    void stampsOfAMovedRankAreThoseOfTheFiles()
    {
        Fixture f({sample()});
        auto *kernels = f.show<TablePage>(QStringLiteral("kernels"));
        QVERIFY(kernels);
        const QString still = f.view->scopeText();
        TimeOffsets offsets;
        offsets.setRank({0, 0}, 5000);
        offsets.setDevice({0, 0}, -250);
        f.state.setOffsets(offsets);
        const QString moved = f.view->scopeText();
        QVERIFY2(moved.startsWith(still) && moved.contains(QStringLiteral("clock of the files")), qPrintable(moved));
        QVERIFY2(moved.contains(format::signedDuration(-5000)) && moved.contains(format::signedDuration(250)),
                 qPrintable(moved));
        QVERIFY(f.show<TablePage>(QStringLiteral("op-statistic")));
        QVERIFY(!f.view->scopeText().contains(QStringLiteral("clock"))); // no stamps
        QVERIFY(f.show<EventsPage>(QStringLiteral("events")));
        QVERIFY(f.view->scopeText().contains(QStringLiteral("clock of the files")));
        f.state.setTimeSelection({1120 - 5000, 1250 - 5000});
        QVERIFY(f.show<TablePage>(QStringLiteral("kernels")));
        QCOMPARE(kernels->table()->model()->rowCount(), 1);
        f.state.setOffsets({});
        QVERIFY(f.settle());
        QCOMPARE(kernels->table()->model()->rowCount(), 0);
        QVERIFY(!f.view->scopeText().contains(QStringLiteral("clock")));
    }

    // Host lanes by the mark of the step, device lanes by what it launched, which may run after the mark.
    void pagesWithTimesFollowTheChosenStep()
    {
        test::TinyRank tiny;
        tiny.step(1, 1000, 1000);
        tiny.step(2, 3000, 1000);
        for (const qint64 start : {1100, 3100, 3900}) {
            tiny.launch(start - 50, start + 300);
            tiny.host("aten::mm", start - 50, 20);
            tiny.kernel("MatMul" + std::to_string(start), start + 300, 40);
        }
        Fixture f({tiny.finish()});
        f.state.setStep(QStringLiteral("2"));
        auto *events = f.show<EventsPage>(QStringLiteral("events"));
        QVERIFY(events);
        const Trace &trace = *f.runs.rank({0, 0})->trace;
        QCOMPARE(stepSideOf(trace.processOf(events->lane()).kind), StepSide::Device);
        QCOMPARE(events->table()->model()->rowCount(), 2); // one of them begins at 4200
        QCOMPARE(f.view->scopeText(), QStringLiteral("Only what touches step 2."));
        f.state.setStep(QStringLiteral("1"));
        QTRY_COMPARE(events->table()->model()->rowCount(), 1);
        f.state.revealSlice({0, 0}, test::sliceNamed(trace, "aten::mm"));
        QVERIFY(f.settle());
        QCOMPARE(stepSideOf(trace.processOf(events->lane()).kind), StepSide::Host);
        QCOMPARE(events->table()->model()->rowCount(), 2); // with the mark itself
        f.state.setStep(QStringLiteral("2"));
        QTRY_COMPARE(events->table()->model()->rowCount(), 3);
        const auto total = [&f](const char *id) {
            auto *const page = f.show<SummaryPage>(QString::fromLatin1(id));
            return page ? static_cast<int>(page->statistics().count) : -1;
        };
        QCOMPARE(total("task-summary"), 2);
        f.state.setStep(QStringLiteral("1"));
        QVERIFY(f.settle());
        QCOMPARE(total("task-summary"), 1);
        auto *chain = f.show<TablePage>(QStringLiteral("kernel-dispatch"));
        QVERIFY(chain);
        QTRY_COMPARE(chain->table()->model()->rowCount(), 1);
        f.state.setStep({});
        QTRY_COMPARE(chain->table()->model()->rowCount(), 3);
        QCOMPARE(f.view->scopeText(), QString()); // nothing narrows the page
        // A table whose rows are of steps.
        f.state.setStep(QStringLiteral("1"));
        QVERIFY(f.show<TablePage>(QStringLiteral("books")));
        QCOMPARE(f.view->scopeText(), QStringLiteral("Only step 1."));
        QVERIFY(f.show<TablePage>(QStringLiteral("kernel-dispatch")));
        // One that the rank does not mark.
        f.state.setStep(QStringLiteral("9"));
        QTRY_VERIFY(f.view->scopeText().contains(QLatin1String("does not mark step 9")));
        QTRY_COMPARE(chain->table()->model()->rowCount(), 3);
    }

    void stepsAreBarsAboveTheirTable()
    {
        test::TinyRank tiny;
        for (const int step : {1, 2}) {
            tiny.step(step, step * 2000, 1000);
            tiny.launch(step * 2000 + 50, step * 2000 + 300);
            tiny.host("aten::mm", step * 2000 + 50, 20);
            tiny.kernel("MatMul", step * 2000 + 300, step * 40);
        }
        Fixture f({tiny.finish()});
        f.view->resize(1000, 700);
        auto *const page = f.show<TablePage>(QStringLiteral("books"));
        QVERIFY(page);
        auto *const bars = page->findChild<StackedBars *>();
        QCOMPARE(bars->bars().size(), size_t(2));
        QCOMPARE(bars->bars()[1].label, QStringLiteral("2"));
        QCOMPARE(bars->bars()[1].partsNs[0], qint64(80));
        QCOMPARE(bars->bars()[1].partsNs[5], qint64(300)); // preparing
        QCOMPARE(bars->bars()[1].totalNs, page->rows()->integer(1, page->rows()->columnOf(u"sum")));
        QCOMPARE(bars->legend().front().text, QStringLiteral("Pure compute"));
        QTRY_VERIFY(bars->height() > 200); // laid out
        QTest::mouseClick(bars, Qt::LeftButton, {}, bars->centerOf(1).toPoint());
        QCOMPARE(bars->selected(), 1);
        QTRY_COMPARE(page->table()->currentRow(), 1);
        QTest::keyClick(bars, Qt::Key_Left);
        QTRY_COMPARE(page->table()->currentRow(), 0);
    }

    void summariesJumpToTheLongest()
    {
        Fixture f({sample()});
        auto *page = f.show<SummaryPage>(QStringLiteral("task-summary"));
        QVERIFY(page);
        QCOMPARE(page->model()->rowCount(), 2);
        QCOMPARE(page->model()->index(0, 0).data().toString(), QStringLiteral("MatMul1"));
        QVERIFY(page->totals().contains(QStringLiteral("50")));
        emit page->table()->activated(0);
        QCOMPARE(f.state.selection().slice, test::sliceNamed(*f.runs.rank({0, 0})->trace, "MatMul1"));
    }

    void hiddenPagesComputeWhenShown()
    {
        Fixture f({sample()});
        auto *page = f.show<EventsPage>(QStringLiteral("events"));
        QVERIFY(page);
        TablePage *const kernels = f.view->table(u"kernels");
        QVERIFY(kernels);
        QCOMPARE(kernels->table()->model()->rowCount(), 0);
        f.runs.setRank({0, 0}, nullptr);
        QVERIFY(f.settle());
        QVERIFY(page->emptyState()->isVisible());
        f.runs.setRank({0, 0}, sample());
        QVERIFY(f.settle());
        QCOMPARE(page->table()->model()->rowCount(), 2);
        QCOMPARE(f.show<TablePage>(QStringLiteral("kernels")), kernels);
        QCOMPARE(kernels->table()->model()->rowCount(), 2);
    }

    void tablesOfTheRunSpeakOfAllRanks()
    {
        constexpr qint64 base = 1'700'000'000'000'000'000;
        constexpr qint64 us = 1000;
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (int rank = 0; rank < 3; ++rank) {
            test::TinyRank r(rank);
            for (int i = 0; i < 40; ++i) {
                const qint64 at = base + i * 300 * us;
                const qint64 late = rank == 1 ? 50 * us : 0;
                r.kernel("MatMul", at + 10 * us, 90 * us + late);
                r.communication("hcom_allReduce__865_" + std::to_string(i) + "_1", at + 110 * us + late,
                                150 * us - late);
            }
            ranks.push_back(r.finish());
        }
        Fixture f(std::move(ranks));
        auto *const page = f.show<TablePage>(QStringLiteral("ledger"));
        QVERIFY(page);
        QVERIFY(page->table()->rows()->source());
        QCOMPARE(page->table()->model()->rowCount(), 3);
        QCOMPARE(page->table()->model()->index(0, 0).data().toString(), QStringLiteral("1"));
        QVERIFY(f.view->scopeText().startsWith(QLatin1String("All ranks")));
        // No choice of a rank that would change nothing; it is back where it counts.
        const auto *const rank = f.view->findChild<Picker *>();
        QVERIFY(!rank->isVisible());
        QVERIFY(f.show<TablePage>(QStringLiteral("kernels")) && rank->isVisible());
        f.view->showPage(QStringLiteral("ledger"));
        // Nothing is of a step that there is not.
        f.state.setStep(QStringLiteral("77"));
        QVERIFY(f.settle());
        QVERIFY(!page->table()->rows()->source());
    }

    void theDiagnosisIsTheOneOfAllViews()
    {
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (int r = 0; r < 2; ++r)
            ranks.push_back(test::fileRank(r, {QStringLiteral("1"), QStringLiteral("2")}, 8000 + 1000 * r));
        Fixture f(std::move(ranks));
        QVERIFY(QTest::qWaitFor([&] { return f.diagnoses.of(0) != nullptr; }));
        QSignalSpy changed(&f.diagnoses, &RunDiagnoses::changed);
        auto *page = f.show<TablePage>(QStringLiteral("diagnosis"));
        QVERIFY(page);
        const auto compute = [page]() -> const Verdict * {
            const auto rows = page->table()->rows()->source();
            for (quint32 r = 0; rows && r < rows->rows(); ++r) {
                if (const Verdict *const v = verdictOf(*rows, r); v && v->kind == DiagnosisKind::Compute)
                    return v;
            }
            return nullptr;
        };
        QVERIFY(compute() && compute()->rank == 1);
        QVERIFY(compute()->state != DiagnosisState::Fine);
        QCOMPARE(compute()->sentence, f.diagnoses.of(0)->areas.front().sentence);
        // Without a trace the idle time of all has no cost, so it does not stand first.
        QCOMPARE(verdictOf(*page->table()->rows()->source(), 0)->kind, DiagnosisKind::Compute);
        // It was there already: nobody worked it out again.
        QCOMPARE(changed.count(), 0);
        DiagnosisThresholds lenient;
        lenient.computeDeviation = 0.9;
        f.state.setThresholds(lenient);
        QTRY_VERIFY(page->isComplete() && compute() && compute()->state == DiagnosisState::Fine);
        QCOMPARE(changed.count(), 2); // no longer what it was, and the new one
    }

    void goingBackShowsThePageBefore()
    {
        Fixture f({sample()});
        connect(&f.state, &ViewState::viewRequested, f.view.get(),
                [&f](const QString &id) { f.view->showPage(id.section(u'/', 1)); });
        const QString first = f.view->shownPage()->objectName();
        f.state.showView(QStringLiteral("system/diagnosis"));
        f.state.showView(QStringLiteral("system/ledger"));
        QCOMPARE(f.view->shownPage()->objectName(), QStringLiteral("ledger"));
        f.state.back();
        QCOMPARE(f.view->shownPage()->objectName(), QStringLiteral("diagnosis"));
        f.state.back();
        QCOMPARE(f.view->shownPage()->objectName(), first);
        f.state.forward();
        QCOMPARE(f.view->shownPage()->objectName(), QStringLiteral("diagnosis"));
        // A page in a session is no step.
        f.view->restoreState({{QStringLiteral("page"), QStringLiteral("ledger")}});
        QCOMPARE(f.view->shownPage()->objectName(), QStringLiteral("ledger"));
        f.state.back();
        QCOMPARE(f.view->shownPage()->objectName(), first);
    }
};

RS_TEST(TestSystemView, QApplication);
#include "tst_systemview.moc"
