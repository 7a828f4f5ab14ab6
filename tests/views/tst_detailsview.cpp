// SPDX-License-Identifier: Apache-2.0
#include "support/testprogram.h"
#include "viewfixture.h"

#include "core/trace/tracebuilder.h"
#include "items/format.h"
#include "views/browse/detailsview.h"
#include "views/picture/histogram.h"
#include "views/page/propertytree.h"

#include <QApplication>
#include <QHeaderView>
#include <QLabel>
#include <QSignalSpy>

#include <algorithm>

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
    tiny.commOps.push_back(op);
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
    void aSliceOfLanesAloneWaitsForTheTables()
    {
        const auto rank = sample();
        Fixture f(rank);
        const auto says = [&f](const QString &text) {
            const auto labels = f.view->findChildren<QLabel *>();
            return std::any_of(labels.begin(), labels.end(),
                               [&](const QLabel *l) { return l->isVisible() && l->text().contains(text); });
        };
        f.runs.setRank({0, 0}, nullptr);
        f.runs.setState({0, 0}, RankState::Loading);
        f.runs.setLanes({0, 0}, rank->trace);
        const SliceId slice = test::sliceNamed(*rank->trace, "MatMul1");
        QVERIFY(f.select(slice));
        QVERIFY(says(QStringLiteral("The tables of this rank are being read")));
        QVERIFY(!f.view->properties()->isVisible());
        f.runs.setState({0, 0}, RankState::Failed);
        QVERIFY(says(QStringLiteral("is not loaded")));
        f.runs.setState({0, 0}, RankState::Loading);
        f.runs.setLanes({0, 0}, rank->trace);
        QVERIFY(says(QStringLiteral("The tables of this rank are being read")));
        f.runs.setRank({0, 0}, rank);
        QVERIFY(f.view->properties()->isVisible());
        QCOMPARE(f.view->heading(), QStringLiteral("MatMul1"));
        QTRY_VERIFY(f.view->isComplete());
    }

    void namesTheRunBesideAnother()
    {
        Fixture f(sample());
        QVERIFY(f.select(test::sliceNamed(f.trace(), "MatMul1")));
        const QString alone = f.runs.rankLabel({0, 0});
        f.runs.addRun(test::makeRun({sample()}));
        const QString named = f.runs.rankLabel({0, 0});
        QVERIFY(named != alone);
        QVERIFY(QTest::qWaitFor([&] { return f.view->isComplete(); }, 10000));
        const auto labels = f.view->findChildren<QLabel *>();
        QVERIFY(
            std::any_of(labels.begin(), labels.end(), [&](const QLabel *l) { return l->text().startsWith(named); }));
    }

    void showsThePlaceAmongItsName()
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
        f.view->resize(f.view->width(), text->fontMetrics().height() * 5);
        QTRY_VERIFY(text->height() >= 3 * text->fontMetrics().height());
        QTRY_VERIFY(f.view->histogram()->height() >= f.view->histogram()->minimumSizeHint().height());
        QVERIFY(f.select(test::sliceNamed(f.trace(), "MatMul1")));
        QVERIFY(!f.view->histogram()->isVisible());
    }

    void aClickWalksTheBin()
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

    void theKeyboardWalksToo()
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

    void shapesAndRecord()
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

    void saysWhatWasMovedAndWhy()
    {
        Fixture f(sample());
        const SliceId slice = nth(f.trace(), 0);
        QVERIFY(f.select(slice));
        QVERIFY(f.textOf(QStringLiteral("Rank is drawn at")).isEmpty());
        TimeOffsets offsets;
        offsets.setAligned({0, 0}, 1500, {});
        offsets.setLane({0, 0}, f.trace().laneOf(slice), -20);
        f.state.setOffsets(offsets);
        QVERIFY(f.select(slice));
        QCOMPARE(f.textOf(QStringLiteral("Rank is drawn at")), QStringLiteral("-1500 ns · alignment of the clocks"));
        QCOMPARE(f.textOf(QStringLiteral("Lane is drawn at")), QStringLiteral("+20 ns · by hand"));
        offsets.setRank({0, 0}, 1500, OffsetReason::Slices);
        f.state.setOffsets(offsets);
        QVERIFY(f.select(slice));
        QCOMPARE(f.textOf(QStringLiteral("Rank is drawn at")), QStringLiteral("-1500 ns · aligned with another slice"));
    }

    void phasesOfAFusedOperator()
    {
        test::TinyRank r;
        r.thread("3", "7", "Stream 7");
        r.thread("3", "9", "Stream 9");
        r.slice("3", "9", "AllgatherMatmulAicpu", 1000, 900, "AI_CPU");
        r.slice("3", "9", "WaitNotify 0", 1010, 100);
        r.slice("3", "9", "SendTask 0", 1120, 200);
        r.slice("3", "9", "WaitNotify 1", 1330, 50);
        r.slice("3", "9", "SendTask 1", 1400, 150);
        r.slice("3", "7", "AllgatherMatmul", 1050, 800);
        Fixture f(r.finish());
        QVERIFY(f.select(test::sliceNamed(f.trace(), "SendTask 1")));
        QVERIFY(
            !f.view->properties()->findItems(QStringLiteral("MC² operator, turn 1 of 2"), Qt::MatchExactly).isEmpty());
        QCOMPARE(f.textOf(QStringLiteral("Waiting for the message")), format::duration(50));
        QCOMPARE(f.textOf(QStringLiteral("Sending the tasks")), format::duration(150));
        QCOMPARE(f.textOf(QStringLiteral("Compute operator")), QStringLiteral("AllgatherMatmul"));
        // The other half tells the sums over all turns, and leads back.
        QVERIFY(f.select(test::sliceNamed(f.trace(), "AllgatherMatmul")));
        QCOMPARE(f.textOf(QStringLiteral("Sending the tasks")), format::duration(350));
        const auto items =
            f.view->properties()->findItems(QStringLiteral("Communication"), Qt::MatchExactly | Qt::MatchRecursive);
        QVERIFY(!items.isEmpty());
        emit f.view->properties()->itemActivated(items.front(), 0);
        QTRY_COMPARE(f.state.selection().slice, test::sliceNamed(f.trace(), "AllgatherMatmulAicpu"));
    }

    void frequencyOfAKernel()
    {
        TraceChunk c;
        c.metas.push_back(
            {TraceChunk::MetaKind::ProcessName, c.strings.intern("3"), {}, c.strings.intern("Ascend Hardware"), 0});
        for (const qint64 start : {qint64{0}, qint64{10'000'000}}) {
            TraceChunk::Slice s;
            s.lane = c.lane("3", "2");
            s.start = start;
            s.duration = 2'000'000;
            s.name = c.strings.intern("MatMul");
            c.slices.push_back(s);
        }
        c.samples.push_back({0, 1800, c.seriesOf("9", "AI Core Freq", "MHz")});
        c.samples.push_back({9'000'000, 900, c.seriesOf("9", "AI Core Freq", "MHz")});
        auto data = std::make_shared<RankData>();
        TraceBuilder builder;
        builder.addChunk(std::move(c));
        ThreadPool pool(1);
        auto trace = builder.seal(pool, JobContext(), data->report);
        TraceEditor editor(*trace);
        for (quint32 i = 0; i < 2; ++i)
            editor.setKind(SliceId{i}, SliceKind::KernelCube);
        data->trace = std::move(trace);
        Fixture f(data);
        QVERIFY(f.select(SliceId{0}));
        QCOMPARE(f.textOf(QStringLiteral("While it ran")), QStringLiteral("%1 MHz").arg(format::real(1800, 0)));
        QVERIFY(f.textOf(QStringLiteral("Lost at most")).isEmpty());
        QVERIFY(f.select(SliceId{1}));
        QCOMPARE(f.textOf(QStringLiteral("Nominal")), QStringLiteral("%1 MHz").arg(format::real(1800, 0)));
        QCOMPARE(f.textOf(QStringLiteral("While it ran")), QStringLiteral("900 MHz – lowered"));
        QCOMPARE(f.textOf(QStringLiteral("Lost at most")), QStringLiteral("1 ms (estimate)"));
    }

    void theChainIsClickable()
    {
        test::TinyRank r;
        r.host("aten::mm", 1000, 400);
        r.host("Enqueue", 1200, 50);
        r.slice("1", "2", "Dequeue@mm", 1400, 300);
        r.slice("2", "2", "Node@launch", 1450, 100);
        r.kernel("MatMul", 2000, 90);
        r.flow("async_task_queue", "q", "1", "1", 1200, "1", "2", 1400);
        r.flow("HostToDevice", "h", "2", "2", 1450, "3", "7", 2000);
        Fixture f(r.finish());
        QVERIFY(f.select(test::sliceNamed(f.trace(), "MatMul")));
        const auto heads = f.view->flows()->findItems(QStringLiteral("Chain of causes and effects"), Qt::MatchExactly);
        QCOMPARE(heads.size(), 1);
        QTreeWidgetItem *const head = heads.front();
        QCOMPARE(head->childCount(), 5);
        QCOMPARE(head->child(0)->text(0), QStringLiteral("aten::mm"));
        QVERIFY2(head->child(4)->text(1).contains(format::signedDuration(550)), qPrintable(head->child(4)->text(1)));
        QVERIFY(head->child(4)->font(0).weight() >= QFont::Bold);
        // A real click on the operator, three processes away.
        const QRect at = f.view->flows()->visualItemRect(head->child(0));
        QTest::mouseClick(f.view->flows()->viewport(), Qt::LeftButton, {}, at.center());
        QTRY_COMPARE(f.state.selection().slice, test::sliceNamed(f.trace(), "aten::mm"));
    }

    void aRankSaysWhereItsTimeWent()
    {
        test::TinyRank r;
        r.step(1, 0, 20'000);
        r.kernel("MatMul", 3'000, 4'000);
        r.step(2, 20'000, 20'000);
        Fixture f(r.finish());
        Selection s;
        s.kind = Selection::Kind::Rank;
        s.rank = {0, 0};
        f.state.select(s);
        QTRY_VERIFY(f.view->isComplete());
        QVERIFY(f.view->properties()->allText().contains(QStringLiteral("all 2 steps")));
        f.state.setStep(QStringLiteral("1"));
        QTRY_VERIFY(f.view->isComplete());
        const QString text = f.view->properties()->allText();
        QVERIFY2(text.contains(QStringLiteral("Every nanosecond of the step")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("(57.1")), qPrintable(text)); // 4 of 7
        QVERIFY2(text.endsWith(QStringLiteral("Tail\t13.000") + QChar(0x00A0) + QStringLiteral("µs")),
                 qPrintable(text));
    }

    // Tables of communication select operators of ranks without a trace by their names.
    void anOperatorOfCommunicationIsNotMissingFromAComparison()
    {
        Fixture f(sample());
        const auto saysCompared = [&f] {
            const auto labels = f.view->findChildren<QLabel *>();
            return std::any_of(labels.begin(), labels.end(), [](const QLabel *l) {
                return l->text().contains(QStringLiteral("The current comparison"));
            });
        };
        Selection s;
        s.kind = Selection::Kind::Operator;
        s.rank = {0, 0};
        s.text = QStringLiteral("hcom_allReduce__534_0_1");
        f.state.setWorkspace(QStringLiteral("communication"));
        f.state.select(s);
        QTRY_VERIFY(f.view->isComplete());
        QCOMPARE(f.view->heading(), s.text);
        QVERIFY(!saysCompared());
        const QString all = f.view->properties()->allText();
        QVERIFY2(all.contains(QStringLiteral("Operator\t") + s.text), qPrintable(all));
        f.state.select({});
        f.state.setWorkspace(QStringLiteral("operators"));
        f.state.select(s);
        QTRY_VERIFY(f.view->isComplete());
        QCOMPARE(f.view->heading(), s.text);
        QVERIFY(saysCompared());
    }

    void letsGoOfUnloadedRanks()
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

    void namesTakeTheRoomThatValuesLeave()
    {
        PropertyTree tree;
        tree.resize(440, 300);
        tree.show();
        QVERIFY(QTest::qWaitForWindowExposed(&tree));
        tree.addSection(QStringLiteral("heading"), {{QStringLiteral("short"), QStringLiteral("1"), 0}});
        const QString name = QStringLiteral("a_name_with_more_letters_than_usual");
        tree.addSection(QStringLiteral("heading"), {{name, QStringLiteral("1"), 0}});
        QVERIFY(tree.header()->sectionSize(0) > tree.fontMetrics().horizontalAdvance(name));
        // A long value keeps its part.
        tree.addSection(QStringLiteral("heading"), {{name, QString(200, u'v'), 0}});
        QCOMPARE(tree.header()->sectionSize(0), tree.viewport()->width() * 45 / 100);
    }
};

RS_TEST(TestDetailsView, QApplication);
#include "tst_detailsview.moc"
