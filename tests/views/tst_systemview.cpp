// SPDX-License-Identifier: Apache-2.0
#include "analysis/time/stepwindows.h"
#include "items/modelroles.h"
#include "support/testprogram.h"
#include "viewfixture.h"

#include "items/format.h"
#include "tables/base/tables.h"
#include "views/host/chainpage.h"
#include "views/browse/eventspage.h"
#include "views/browse/summarypage.h"
#include "views/page/systempage.h"
#include "views/browse/systemview.h"
#include "views/page/tablepage.h"
#include "views/tables/tableview.h"
#include "views/widgets/emptystate.h"
#include "views/widgets/picker.h"

#include <QApplication>
#include <QFile>
#include <QLineEdit>
#include <QListWidget>
#include <QSet>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>

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
        return settle() ? qobject_cast<Page *>(view->currentPage()) : nullptr;
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

int kernelColumn(const TableView &table, const QString &title)
{
    for (int c = 0; c < table.model()->columnCount(); ++c) {
        if (table.model()->headerData(c, Qt::Horizontal).toString().startsWith(title))
            return c;
    }
    return -1;
}

} // namespace

class TestSystemView : public QObject
{
    Q_OBJECT
private slots:
    void pagesHaveNamesTitlesAndHints();
    void theListIsGroupedAndFiltered();
    void eventsFollowTheSelection();
    void eventsJumpAndSort();
    void aClickOnTheCurrentRowShowsItAgain();
    void everythingObeysTheTimeSelection();
    void stampsOfAMovedRankAreThoseOfTheFiles();
    void filesWithoutTimesSaySo();
    void kernelsFollowTheChosenStep();
    void pagesWithTimesFollowTheChosenStep();
    void summariesJumpToTheLongest();
    void emptyPagesSayWhatIsMissing();
    void hiddenPagesComputeWhenShown();
    void tablesOfTheRunSpeakOfAllRanks();
    void theDiagnosisIsTheOneOfAllViews();
    void exportsInAJob();
    void rowTableFiltersByKeyboard();
    void goingBackShowsThePageBefore();
};

void TestSystemView::pagesHaveNamesTitlesAndHints()
{
    Fixture f({sample()});
    QSet<QString> names;
    QSet<QString> titles;
    for (const SystemPage *page : f.view->pages()) {
        QVERIFY(!page->hint().isEmpty());
        names.insert(page->objectName());
        titles.insert(page->title());
        f.view->showPage(page->objectName());
        QCOMPARE(f.view->currentPage(), page);
        QVERIFY(f.settle());
        test::grab(*f.view, QStringLiteral("system-") + page->objectName());
    }
    QCOMPARE(names.size(), static_cast<qsizetype>(f.view->pages().size()));
    QCOMPARE(titles.size(), names.size());
    f.view->showPage(QStringLiteral("no such page"));
    QCOMPARE(f.view->currentPage(), f.view->pages().back());
}

void TestSystemView::theListIsGroupedAndFiltered()
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
        QCOMPARE(f.view->currentPage()->objectName(), QLatin1String(elsewhere));
        QVERIFY(!shown(false).contains(f.view->currentPage()->title()));
    }
    f.view->filter()->setText(QStringLiteral("straggler"));
    QCOMPARE(shown(false), QStringList{QStringLiteral("Stragglers")});
    QCOMPARE(shown(true), QStringList{QStringLiteral("Waiting")});
    f.view->filter()->clear();
    QCOMPARE(shown(false).size(), all);
}

void TestSystemView::goingBackShowsThePageBefore()
{
    Fixture f({sample()});
    connect(&f.state, &ViewState::viewRequested, f.view.get(),
            [&f](const QString &id) { f.view->showPage(id.section(u'/', 1)); });
    const QString first = f.view->currentPage()->objectName();
    f.state.showView(QStringLiteral("system/diagnosis"));
    f.state.showView(QStringLiteral("system/ledger"));
    QCOMPARE(f.view->currentPage()->objectName(), QStringLiteral("ledger"));
    f.state.back();
    QCOMPARE(f.view->currentPage()->objectName(), QStringLiteral("diagnosis"));
    f.state.back();
    QCOMPARE(f.view->currentPage()->objectName(), first);
    f.state.forward();
    QCOMPARE(f.view->currentPage()->objectName(), QStringLiteral("diagnosis"));
    // What a session has is no step.
    f.view->restoreState({{QStringLiteral("page"), QStringLiteral("ledger")}});
    QCOMPARE(f.view->currentPage()->objectName(), QStringLiteral("ledger"));
    f.state.back();
    QCOMPARE(f.view->currentPage()->objectName(), first);
}

void TestSystemView::eventsFollowTheSelection()
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

void TestSystemView::eventsJumpAndSort()
{
    Fixture f({sample()});
    auto *page = f.show<EventsPage>(QStringLiteral("events"));
    QVERIFY(page);
    page->table()->sortBy(LaneEvents::Duration, Qt::AscendingOrder);
    QVERIFY(f.settle());
    QCOMPARE(page->table()->model()->index(0, 0).data().toString(), QStringLiteral("Add2"));
    QSignalSpy jumps(&f.state, &ViewState::revealRequested);
    page->table()->view()->setFocus();
    QCOMPARE(jumps.count(), 0); // nobody chose a row by coming here
    page->table()->view()->selectRow(1);
    QCOMPARE(jumps.count(), 1);
    QTest::keyClick(page->table()->view(), Qt::Key_Up);
    QCOMPARE(jumps.count(), 2);
    QTest::keyClick(page->table()->view(), Qt::Key_Down);
    QCOMPARE(jumps.count(), 3);
    const Trace &trace = *f.runs.rank({0, 0})->trace;
    QCOMPARE(f.state.selection().slice, test::sliceNamed(trace, "MatMul1"));
    QVERIFY(f.settle());
    QCOMPARE(page->table()->model()->index(0, 0).data().toString(), QStringLiteral("Add2"));
}

// The selection may be gone and the timeline elsewhere since the row was chosen.
void TestSystemView::aClickOnTheCurrentRowShowsItAgain()
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

void TestSystemView::everythingObeysTheTimeSelection()
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
void TestSystemView::stampsOfAMovedRankAreThoseOfTheFiles()
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

void TestSystemView::filesWithoutTimesSaySo()
{
    Fixture f({sample()});
    f.state.setTimeSelection({1120, 1250});
    auto *page = f.show<TablePage>(QStringLiteral("op-statistic"));
    QVERIFY(page);
    QCOMPARE(page->table()->model()->rowCount(), 1);
    QVERIFY(!page->whyWhole().isEmpty());
    QCOMPARE(f.view->scopeText(), page->whyWhole());
}

void TestSystemView::kernelsFollowTheChosenStep()
{
    test::TinyRank tiny;
    tiny.step(1, 1000, 1000);
    tiny.step(2, 3000, 1000);
    for (const qint64 start : {1100, 3100, 3200}) {
        const std::string name = "MatMul" + std::to_string(start);
        tiny.launch(start - 50, start);
        tiny.host("aten::mm", start - 50, 20);
        tiny.kernel(name, start, 40);
        tiny.kernelRow(name, "MatMul", "AI_CORE", "2,3", start, 40);
    }
    Fixture f({tiny.finish()});
    auto *kernels = f.show<TablePage>(QStringLiteral("kernels"));
    QVERIFY(kernels);
    QCOMPARE(kernels->table()->model()->rowCount(), 3);
    f.state.setStep(QStringLiteral("2"));
    QTRY_COMPARE(kernels->table()->model()->rowCount(), 2);
    auto *cores = f.show<TablePage>(QStringLiteral("cores"));
    QVERIFY(cores);
    const auto count = [cores] {
        const RowSourceModel &rows = *cores->table()->rows();
        return rows.rowCount() == 1 ? rows.index(0, rows.columnOf(u"kernels")).data().toString() : QString();
    };
    QCOMPARE(count(), QStringLiteral("2"));
    QVERIFY(cores->whyWhole().contains(QLatin1String("chosen step")));
    f.state.setStep({});
    QTRY_COMPARE(count(), QStringLiteral("3"));
    // A chosen time is more than a step.
    f.state.setStep(QStringLiteral("2"));
    f.state.setTimeSelection({1000, 2000});
    kernels = f.show<TablePage>(QStringLiteral("kernels"));
    QTRY_COMPARE(kernels->table()->model()->rowCount(), 1);
}

// Host lanes by the mark of the step, device lanes by what it launched, which may run after the mark.
void TestSystemView::pagesWithTimesFollowTheChosenStep()
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
    auto *chain = f.show<ChainPage>(QStringLiteral("kernel-dispatch"));
    QVERIFY(chain);
    QTRY_COMPARE(chain->table()->model()->rowCount(), 1);
    f.state.setStep({});
    QTRY_COMPARE(chain->table()->model()->rowCount(), 3);
    QCOMPARE(f.view->scopeText(), QStringLiteral("The whole capture."));
    // One that the rank does not mark.
    f.state.setStep(QStringLiteral("9"));
    QTRY_VERIFY(f.view->scopeText().contains(QLatin1String("does not mark step 9")));
    QTRY_COMPARE(chain->table()->model()->rowCount(), 3);
}

void TestSystemView::summariesJumpToTheLongest()
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

void TestSystemView::emptyPagesSayWhatIsMissing()
{
    {
        Fixture none({});
        auto *page = none.show<EventsPage>(QStringLiteral("events"));
        QVERIFY(page && page->emptyState()->isVisible());
    }
    auto bare = std::make_shared<RankData>();
    bare->info.rank = 0;
    Fixture f({bare});
    auto *events = f.show<EventsPage>(QStringLiteral("events"));
    QVERIFY(events->emptyState()->body().contains(QStringLiteral("trace_view.json")));
    auto *kernels = f.show<TablePage>(QStringLiteral("kernels"));
    QVERIFY(kernels->emptyState()->isVisible());
    QVERIFY(kernels->emptyState()->body().contains(QStringLiteral("kernel_details.csv")));
    QVERIFY(
        f.show<TablePage>(QStringLiteral("api-statistic"))->emptyState()->body().contains(QStringLiteral("Level1")));

    Fixture traced({sample()});
    auto *overlap = traced.show<SummaryPage>(QStringLiteral("overlap-summary"));
    QVERIFY(overlap->emptyState()->isVisible());
    QVERIFY(overlap->emptyState()->body().contains(QStringLiteral("Overlap Analysis")));
    test::grab(*traced.view, QStringLiteral("system-empty"));
}

void TestSystemView::hiddenPagesComputeWhenShown()
{
    Fixture f({sample()});
    auto *page = f.show<EventsPage>(QStringLiteral("events"));
    QVERIFY(page);
    TablePage *kernels = nullptr;
    for (SystemPage *const p : f.view->pages()) {
        if (!kernels)
            kernels = qobject_cast<TablePage *>(p);
    }
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

void TestSystemView::tablesOfTheRunSpeakOfAllRanks()
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
            r.communication("hcom_allReduce__865_" + std::to_string(i) + "_1", at + 110 * us + late, 150 * us - late);
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

void TestSystemView::theDiagnosisIsTheOneOfAllViews()
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
    // Its 4.5 ms of 14 and 15 ms in which the devices are idle have a cost, so they stand first.
    QCOMPARE(verdictOf(*page->table()->rows()->source(), 0)->kind, DiagnosisKind::Scheduling);
    // It was there already: nobody worked it out again.
    QCOMPARE(changed.count(), 0);
    DiagnosisThresholds lenient;
    lenient.computeDeviation = 0.9;
    f.state.setThresholds(lenient);
    QTRY_VERIFY(page->isComplete() && compute() && compute()->state == DiagnosisState::Fine);
    QCOMPARE(changed.count(), 2); // no longer what it was, and the new one
}

void TestSystemView::exportsInAJob()
{
    Fixture f({sample()});
    auto *page = f.show<TablePage>(QStringLiteral("kernels"));
    QVERIFY(page);
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("kernels.csv"));
    QSignalSpy done(page->table(), &TableView::exportFinished);
    page->table()->exportCsvTo(path);
    QVERIFY(done.wait(10000));
    QCOMPARE(done.front().at(1).toString(), QString());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = file.readAll().split('\n');
    QCOMPARE(lines.size(), 4);
    QVERIFY(lines[1].startsWith("MatMul1,MatMul,AI_CORE,\"2,3\","));
}

void TestSystemView::rowTableFiltersByKeyboard()
{
    Fixture f({sample()});
    auto *page = f.show<TablePage>(QStringLiteral("kernels"));
    QVERIFY(page);
    auto *field = page->table()->findChild<QLineEdit *>();
    QVERIFY(field);
    QTest::keyClicks(field, QStringLiteral("add"));
    QVERIFY(f.settle());
    QCOMPARE(page->table()->model()->rowCount(), 1);
    QVERIFY(page->table()->countText().startsWith(QStringLiteral("1")));
    // Numbers are looked for as they are shown, hidden columns not at all.
    TableView *const table = page->table();
    const int duration = kernelColumn(*table, QStringLiteral("Duration"));
    table->setFilter(QStringLiteral("^40$"), true);
    QVERIFY(f.settle());
    QCOMPARE(table->model()->rowCount(), 1);
    table->setColumnShown(duration, false);
    QVERIFY(f.settle());
    QCOMPARE(table->model()->rowCount(), 0);
    table->setColumnShown(duration, true);
    QVERIFY(f.settle());
    QCOMPARE(table->model()->rowCount(), 1);
    page->table()->setFilter(QStringLiteral("[a"), true);
    QVERIFY(f.settle());
    QCOMPARE(page->table()->model()->rowCount(), 2);
    QVERIFY(!field->toolTip().isEmpty());
}

RS_TEST(TestSystemView, QApplication);
#include "tst_systemview.moc"
