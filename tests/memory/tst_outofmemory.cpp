// SPDX-License-Identifier: Apache-2.0
// Views when the machine gives no memory for what they compute.
#include "support/allocations.h"
#include "support/testprogram.h"
#include "views/viewfixture.h"
#include "views/overview/overviewview.h"
#include "views/page/page.h"
#include "views/browse/systemview.h"
#include "views/timeline/timelineview.h"
#include "views/widgets/emptystate.h"

#include <QApplication>
#include <QTest>

using namespace rs;
using namespace rs::test;

namespace {

constexpr qint64 us = 1000;
constexpr qint64 largeBytes = 1 << 16; // less than any column of the rank below

std::shared_ptr<const RankData> bigRank()
{
    TinyRank r;
    r.step(1, 0, 200'000 * us);
    for (int i = 0; i < 40'000; ++i) {
        r.host("op", i * 5 * us, us);
        r.kernel("k", (i * 5 + 2) * us, us);
        r.launch(i * 5 * us, (i * 5 + 2) * us);
    }
    return r.finish();
}

QStringList shownCovers(const QWidget &view)
{
    QStringList out;
    for (const EmptyState *e : view.findChildren<EmptyState *>(QStringLiteral("no-memory"))) {
        if (e->isVisibleTo(&view))
            out << e->heading() + u' ' + e->body();
    }
    return out;
}

} // namespace

class TestOutOfMemory : public QObject
{
    Q_OBJECT
private slots:
    void cleanup() { Allocations::stop(); }
    void theOverviewSaysSoUntilItHasAnAnswer()
    {
        ViewFixture f;
        f.runs.addRun(makeRun({bigRank()}));
        OverviewView view(f.context());
        view.resize(900, 500);
        view.show();
        QTRY_VERIFY(view.isComplete());
        QCOMPARE(shownCovers(view), QStringList());
        Allocations::refuseLargeElsewhere(largeBytes);
        Picker *const source = pickerNamed(view, QStringLiteral("Source"));
        QVERIFY(source);
        const auto choose = [source](int entry) {
            source->box()->setCurrentIndex(entry);
            emit source->box()->activated(entry);
        };
        choose(2);
        QTRY_VERIFY(view.isComplete() && !shownCovers(view).isEmpty());
        QVERIFY(Allocations::refused());
        QVERIFY2(shownCovers(view).front().contains(QLatin1String("Not enough memory")),
                 qPrintable(shownCovers(view).front()));
        const auto *const cover = view.findChild<EmptyState *>(QStringLiteral("no-memory"));
        QCOMPARE(cover->geometry(), cover->parentWidget()->rect());
        view.resize(1100, 600);
        QTRY_COMPARE(cover->geometry(), cover->parentWidget()->rect());
        Allocations::stop();
        choose(0);
        QTRY_VERIFY(view.isComplete() && shownCovers(view).isEmpty());
    }

    void pagesOfTheSystemViewSaySo()
    {
        ViewFixture f;
        f.runs.addRun(makeRun({bigRank()}));
        f.state.setCurrentRank(f.runs.loadedRanks().front());
        SystemView view(f.context());
        view.resize(1000, 600);
        view.show();
        QStringList covered;
        Allocations::refuseLargeElsewhere(largeBytes);
        for (Page *const page : view.findChildren<Page *>()) {
            view.showPage(page->objectName());
            QTRY_VERIFY(page->isComplete());
            if (!shownCovers(*page).isEmpty())
                covered << page->objectName();
        }
        for (const auto *const name : {"task-summary", "events", "dispatch", "idle"})
            QVERIFY2(covered.contains(QLatin1String(name)), qPrintable(covered.join(u' ')));
    }

    void theTimelineSaysSo()
    {
        ViewFixture f;
        TinyRank r;
        for (int i = 0; i < 10'000; ++i)
            r.host(std::to_string(i), i * us, us);
        f.runs.addRun(makeRun({r.finish()}));
        Allocations::refuseLargeElsewhere(4096); // no column of so many names
        TimelineView view(f.context());
        view.resize(1000, 600);
        view.show();
        QTRY_VERIFY(view.isComplete());
        QVERIFY(Allocations::refused());
        const auto states = view.findChildren<EmptyState *>();
        QVERIFY(std::any_of(states.begin(), states.end(), [](const EmptyState *e) {
            return e->isVisible() && e->heading().contains(QLatin1String("Not enough memory"));
        }));
    }

    // A budget of the size of a coin: every view that computes from slices says so, and is well when there is none.
    void whatTheBudgetDoesNotHoldIsTold()
    {
        ViewFixture f;
        const auto budget = std::make_shared<MemoryBudget>(1000);
        f.pool.setBudget(budget);
        f.runs.addRun(makeRun({bigRank()}));
        f.state.setCurrentRank({0, 0});
        OverviewView overview(f.context());
        overview.resize(900, 500);
        overview.show();
        QTRY_VERIFY(overview.isComplete() && !shownCovers(overview).isEmpty());
        QVERIFY2(shownCovers(overview).front().contains(QLatin1String("memory budget")),
                 qPrintable(shownCovers(overview).front()));
        SystemView view(f.context());
        view.resize(1000, 600);
        view.show();
        for (const auto *const name : {"task-summary", "dispatch", "idle", "kernel-dispatch"}) {
            view.showPage(QLatin1String(name));
            QTRY_VERIFY2(!shownCovers(*view.shownPage()).isEmpty(), name);
        }
        budget->setLimit(0);
        f.state.setStep(QStringLiteral("1"));
        QTRY_VERIFY(overview.isComplete() && shownCovers(overview).isEmpty());
    }
};

RS_TEST(TestOutOfMemory, QApplication);
#include "tst_outofmemory.moc"
