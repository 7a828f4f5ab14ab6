// SPDX-License-Identifier: Apache-2.0
#include "viewfixture.h"

#include "items/format.h"
#include "views/details/detailsview.h"
#include "views/details/histogram.h"
#include "views/details/propertytree.h"

#include <QSignalSpy>

using namespace rs;

namespace {

struct Fixture : test::ViewFixture
{
    std::unique_ptr<DetailsView> view;

    explicit Fixture(std::shared_ptr<const RankData> rank)
    {
        runs.addRun(test::makeRun({std::move(rank)}));
        view = std::make_unique<DetailsView>(context());
        view->resize(1400, 220);
        view->show();
    }
    bool select(SliceId slice)
    {
        state.revealSlice({0, 0}, slice);
        return QTest::qWaitFor([this] { return view->isComplete(); }, 10000);
    }
    [[nodiscard]] const Trace &trace() { return *runs.rank({0, 0})->trace; }
    [[nodiscard]] QString textOf(const QString &name)
    {
        for (const QTreeWidgetItem *item : view->properties()->findItems(name, Qt::MatchExactly | Qt::MatchRecursive))
            return item->text(1);
        return {};
    }
};

std::shared_ptr<const RankData> sample()
{
    test::TinyRank tiny;
    qint64 start = 1000;
    for (const qint64 d : {10, 90, 12, 95, 11}) {
        tiny.kernel("k", start, d);
        start += 1000;
    }
    tiny.kernel("MatMul1", 9000, 40);
    tiny.kernelRow("MatMul1", "MatMul", "AI_CORE", "2,3;", 9000, 40);
    tiny.communication("hcom_allReduce__1_0_1", 12'000, 500);
    CommOp op;
    op.name = QStringLiteral("hcom_allReduce__1_0_1");
    op.startUs = 12.0;
    op.elapseMs = 0.5;
    op.transitMs = 0.25;
    op.transports.push_back({QStringLiteral("HCCS"), 2.0, 0.25, 8.0, std::nullopt, {}});
    tiny.data.commOps.push_back(op);
    return tiny.finish();
}

SliceId nth(const Trace &trace, int n)
{
    return SliceId{raw(test::sliceNamed(trace, "k")) + static_cast<quint32>(n)};
}

} // namespace

class TestDetailsView : public QObject
{
    Q_OBJECT
private slots:
    void showsThePlaceAmongItsName();
    void aClickWalksTheBin();
    void theKeyboardWalksToo();
    void shapesAndRecord();
    void letsGoOfUnloadedRanks();
};

void TestDetailsView::showsThePlaceAmongItsName()
{
    Fixture f(sample());
    QVERIFY(f.select(nth(f.trace(), 2)));
    QVERIFY2(f.view->sameNameText().contains(QStringLiteral("3 of 5")), qPrintable(f.view->sameNameText()));
    QVERIFY(f.view->sameNameText().contains(format::percent(0.5))); // two of the four others are shorter
    QVERIFY(f.view->histogram()->isVisible());
    QCOMPARE(f.view->histogram()->values()->count(), size_t{5});
    const auto *text = f.view->findChild<QLabel *>(QStringLiteral("sameName"));
    QVERIFY(text);
    QTRY_VERIFY(text->height() >= 3 * text->fontMetrics().height()); // all of its lines in a low dock
    test::grab(*f.view, QStringLiteral("details-same"));
    QVERIFY(f.select(test::sliceNamed(f.trace(), "MatMul1")));
    QVERIFY(!f.view->histogram()->isVisible());
}

void TestDetailsView::aClickWalksTheBin()
{
    Fixture f(sample());
    QVERIFY(f.select(nth(f.trace(), 0)));
    Histogram *const h = f.view->histogram();
    const int last = static_cast<int>(h->values()->bins.size()) - 1;
    QTest::mouseClick(h, Qt::LeftButton, {}, h->binRect(last).center());
    QVERIFY(f.select(f.state.selection().slice));
    QCOMPARE(f.state.selection().slice, nth(f.trace(), 3)); // the only one of 95 ns
    const int first = h->binAt(h->binRect(0).center());
    QCOMPARE(first, 0);
    QTest::mouseClick(h, Qt::LeftButton, {}, h->binRect(0).center());
    QCOMPARE(f.state.selection().slice, nth(f.trace(), 4));
    QVERIFY(f.select(f.state.selection().slice));
    QTest::mouseClick(h, Qt::LeftButton, {}, h->binRect(0).center());
    QCOMPARE(f.state.selection().slice, nth(f.trace(), 0)); // and around
}

void TestDetailsView::theKeyboardWalksToo()
{
    Fixture f(sample());
    QVERIFY(f.select(nth(f.trace(), 3)));
    Histogram *const h = f.view->histogram();
    h->setFocus();
    const int own = h->chosenBin();
    QCOMPARE(own, static_cast<int>(h->values()->bins.size()) - 1);
    QTest::keyClick(h, Qt::Key_Left);
    QCOMPARE(h->chosenBin(), own - 1);
    QTest::keyClick(h, Qt::Key_Right);
    QTest::keyClick(h, Qt::Key_Right);
    QCOMPARE(h->chosenBin(), own);
    QSignalSpy jumps(&f.state, &ViewState::revealRequested);
    QTest::keyClick(h, Qt::Key_Return);
    QCOMPARE(jumps.count(), 1);
    QVERIFY(!h->accessibleDescription().isEmpty());
}

void TestDetailsView::shapesAndRecord()
{
    Fixture f(sample());
    QVERIFY(f.select(test::sliceNamed(f.trace(), "MatMul1")));
    QCOMPARE(f.textOf(QStringLiteral("Input 0")), QStringLiteral("2×3"));
    QCOMPARE(f.textOf(QStringLiteral("Input 1")), QStringLiteral("scalar or none"));
    QVERIFY(f.textOf(QStringLiteral("Transit")).isEmpty());
    QVERIFY(f.select(test::sliceNamed(f.trace(), "hcom_allReduce__1_0_1")));
    QCOMPARE(f.textOf(QStringLiteral("Transit")), format::duration(250'000));
    QVERIFY(f.textOf(QStringLiteral("HCCS")).contains(format::bytes(2'000'000)));
    QVERIFY(f.textOf(QStringLiteral("Bandwidth")).contains(QStringLiteral("8.000")));
}

void TestDetailsView::letsGoOfUnloadedRanks()
{
    std::weak_ptr<const RankData> held;
    {
        auto rank = sample();
        held = rank;
        Fixture f(std::move(rank));
        QVERIFY(f.select(nth(f.trace(), 0)));
        f.runs.closeRun(0);
        QVERIFY(QTest::qWaitFor([&] { return held.expired(); }, 5000));
    }
}

QTEST_MAIN(TestDetailsView)
#include "tst_detailsview.moc"
