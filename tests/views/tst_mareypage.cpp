// SPDX-License-Identifier: Apache-2.0
// The Marey view as the user meets it: operators, selection, zoom on both axes, search, exceptions, folds.
#include "support/memoryfixture.h"
#include "support/testprogram.h"
#include "views/parallel/mareypage.h"
#include "views/parallel/parallelview.h"
#include "views/page/tablepage.h"
#include "views/tables/tableview.h"
#include "views/viewfixture.h"
#include "views/widgets/picker.h"

#include <QApplication>
#include <QLabel>
#include <QSignalSpy>
#include <QTableView>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

using namespace rs;
using namespace rs::test;

namespace {

using Spot = MareyPicture::Place;
constexpr qint64 us = 1000;
constexpr qint64 base = 1000 * us;

/// Four devices with 40 kernels of 10 us each; the one with the number 20 takes 40 us on rank 2, which is late from
/// then on.
std::vector<std::shared_ptr<const RankData>> devices(int count = 4)
{
    std::vector<std::shared_ptr<const RankData>> out;
    for (int rank = 0; rank < count; ++rank) {
        TinyRank r(rank);
        qint64 at = base + rank * us;
        for (int i = 0; i < 40; ++i) {
            const qint64 length = (rank == 2 && i == 20 ? 40 : 10) * us;
            r.kernel(i % 2 == 0 ? "MatMul" : "Add", at, length);
            at += length + 2 * us;
        }
        r.communication("hcom_allReduce__128_0_1", base + 700 * us, 20 * us);
        out.push_back(r.finish());
    }
    return out;
}

struct Shown
{
    ViewFixture f;
    MareyPage page;

    Shown() : page(f.context())
    {
        page.retranslate();
        page.resize(1100, 700);
    }
    [[nodiscard]] MareyPicture &picture() const { return *page.picture(); }
    bool open(std::vector<std::shared_ptr<const RankData>> ranks)
    {
        const size_t count = ranks.size();
        f.runs.addRun(makeRun(std::move(ranks)));
        page.invalidate();
        page.show();
        return QTest::qWaitFor([&] { return page.isComplete() && picture().lines().size() == count; }, 30'000);
    }
    void click(const Spot &place) const
    {
        QTest::mouseClick(&picture(), Qt::LeftButton, {}, picture().rectOf(place).center());
    }
};

QString tipOf(const MareyPicture &picture, const Spot &place)
{
    QStringList out;
    for (const auto &[name, value] : picture.tipLines(place))
        out << name + u'=' + value;
    return out.join(u';');
}

QString noteOf(const MareyPage &page)
{
    QString out;
    for (const QLabel *const label : page.findChildren<QLabel *>())
        out += label->text();
    return out;
}

} // namespace

class TestMareyPage : public QObject
{
    Q_OBJECT
private slots:
    void devicesAreLinesAndOperatorsTheirBars()
    {
        Shown s;
        QVERIFY(s.open(devices()));
        const QRect first = s.picture().rectOf(Spot{0, false, 0});
        const QRect second = s.picture().rectOf(Spot{0, false, 1});
        QVERIFY(!first.isEmpty() && second.left() >= first.right());
        QVERIFY(s.picture().rectOf(Spot{1, false, 0}).top() > first.bottom());
        QCOMPARE(s.picture().placeAt(first.center()), (Spot{0, false, 0}));
        const QString tip = tipOf(s.picture(), {2, false, 20});
        QVERIFY2(tip.startsWith(QLatin1String("MatMul=")) && tip.contains(QLatin1String("Devices=4")), qPrintable(tip));
        const QImage image = s.picture().grab().toImage();
        const QColor compute = s.f.theme.category(TimeCategory::PureCompute);
        QCOMPARE(image.pixelColor(first.center()), compute);
        // Joined with the next device: between the two bars the colour shines through.
        const QRect below = s.picture().rectOf(Spot{1, false, 0});
        const QPoint between((first.center().x() + below.center().x()) / 2, below.top() - 3);
        const QColor band = image.pixelColor(between);
        QVERIFY2(band != s.f.theme.background() && band != compute, qPrintable(band.name()));
        QCOMPARE(s.page.pictures().size(), size_t(1));
    }

    void aClickSelectsAndKeysWalk()
    {
        Shown s;
        QVERIFY(s.open(devices()));
        s.click({1, false, 4});
        QCOMPARE(s.picture().selected(), (Spot{1, false, 4}));
        const Selection chosen = s.f.state.selection();
        QCOMPARE(chosen.kind, Selection::Kind::Slice);
        QCOMPARE(chosen.rank, (RankRef{0, 1}));
        QCOMPARE(s.f.state.currentRank(), (RankRef{0, 1}));
        QTest::keyClick(&s.picture(), Qt::Key_Right);
        QCOMPARE(s.picture().selected(), (Spot{1, false, 5}));
        QTest::keyClick(&s.picture(), Qt::Key_Down); // the same operator of the next device
        QCOMPARE(s.picture().selected(), (Spot{2, false, 5}));
        QSignalSpy revealed(&s.f.state, &ViewState::revealRequested);
        QTest::keyClick(&s.picture(), Qt::Key_Return);
        QCOMPARE(revealed.size(), 1);
        QCOMPARE(revealed[0][0].value<RankRef>(), (RankRef{0, 2}));
        QTest::keyClick(&s.picture(), Qt::Key_Escape);
        QVERIFY(!s.picture().selected().isValid());
        // A selection of elsewhere is selected here.
        s.f.state.select(chosen);
        QCOMPARE(s.picture().selected(), (Spot{1, false, 4}));
    }

    void namesAreFoundOneAfterTheOther()
    {
        Shown s;
        QVERIFY(s.open(devices()));
        QTest::keyClicks(s.page.nameField(), QStringLiteral("allreduce"));
        QTRY_VERIFY(s.page.isComplete() && s.page.foundLabel()->text().startsWith(QLatin1Char('4')));
        QTest::keyClick(s.page.nameField(), Qt::Key_Return);
        QVERIFY(s.picture().selected().isCommunication);
        const int row = s.picture().selected().row;
        QTest::keyClick(s.page.nameField(), Qt::Key_Return);
        QVERIFY(s.picture().selected().isCommunication && s.picture().selected().row != row);
        const Spot second = s.picture().selected();
        s.picture().setFocus();
        QTest::keyClick(&s.picture(), Qt::Key_F3);
        QVERIFY(s.picture().selected() != second);
        QTest::keyClick(&s.picture(), Qt::Key_F3, Qt::ShiftModifier);
        QCOMPARE(s.picture().selected(), second);
        QTest::keyClick(s.page.nameField(), Qt::Key_Return, Qt::ShiftModifier);
        QVERIFY(s.picture().selected() != second);
        s.page.nameField()->setText(QStringLiteral("nothing of that name"));
        QTRY_VERIFY(s.page.isComplete() && s.page.foundLabel()->text().contains(QLatin1String("none")));
        s.page.nameField()->clear();
        QTRY_VERIFY(!s.page.foundLabel()->isVisible());
    }

    void exceptionsLeadIntoThePicture()
    {
        Shown s;
        QVERIFY(s.open(devices()));
        const auto &rows = s.page.table()->rows();
        QTRY_VERIFY(rows && rows->rows() == 41);
        QCOMPARE(rows->place(0).rank, 2); // 40 against 10 us
        TableView *const table = s.page.table()->table();
        emit table->activated(0);
        QCOMPARE(s.picture().selected(), (Spot{2, false, 20}));
        QVERIFY(s.picture().window().lengthNs() < 300 * us);
    }

    // However coarse the level: each operator is in one fold, and none of them stands where none is.
    void foldsHoldEveryOperator()
    {
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (int rank = 0; rank < 2; ++rank) {
            TinyRank r(rank);
            for (int i = 0; i < 2000; ++i)
                r.kernel("MatMul", base + (i * 20 + (i % 100 == 99 ? 9 : 0) + rank * 3) * us, 6 * us);
            ranks.push_back(r.finish());
        }
        const MareyChart chart = mareyChart(makeRun(ranks));
        const auto folds = MareyFolds::of(chart, JobContext());
        const MareyLane &lane = chart.rows[0].work;
        const MareyLaneFolds &of = folds->rows[0].work;
        QVERIFY(of.levels().size() > 1);
        for (const qint64 pixelNs : of.levels()) {
            qint64 operators = 0;
            size_t count = 0;
            of.visit(lane, &chart.rows[1].work, chart.entries, chart.whole, pixelNs, [&](const MareyFold &f) {
                operators += f.count;
                ++count;
                QVERIFY(f.below.length() > 0);
                QVERIFY(f.time.from >= lane.front().time.from && f.time.to <= lane.back().time.to);
            });
            QCOMPARE(operators, 2000);
            QVERIFY(count < 2000);
        }
        // A part has only the lines that touch it.
        size_t near = 0;
        const Interval part{base + 10'000 * us, base + 10'100 * us};
        of.visit(lane, &chart.rows[1].work, chart.entries, part, 0, [&](const MareyFold &) { ++near; });
        QVERIFY2(near >= 5 && near < 200, qPrintable(QString::number(near)));
    }

    // Three steps, in which rank 1 takes 30, 20 and 10 us longer: the first differs most.
    void theRangeOfStepsNarrowsTableAndNote()
    {
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (int rank = 0; rank < 2; ++rank) {
            TinyRank r(rank, Framework::MindSpore);
            for (int step = 1; step <= 3; ++step) {
                const qint64 at = base + step * 100 * us;
                r.step(step, at, 90 * us);
                r.kernel("MatMul", at + 10 * us, (10 + rank * (4 - step) * 10) * us);
            }
            ranks.push_back(r.finish());
        }
        Shown s;
        QVERIFY(s.open(std::move(ranks)));
        QTRY_VERIFY(s.page.table()->rows() && s.page.table()->rows()->rows() == 3);
        QVERIFY2(noteOf(s.page).contains(QLatin1String("40")), qPrintable(noteOf(s.page)));
        QVERIFY(!s.page.rangeButton()->isVisible());
        const TimeWindow whole = s.picture().window();
        s.page.showSteps(QStringLiteral("2"), QStringLiteral("3"));
        QTRY_VERIFY(s.page.isComplete() && s.page.table()->rows() && s.page.table()->rows()->rows() == 2);
        QVERIFY(s.page.rangeButton()->isVisible());
        QCOMPARE(s.page.rangeButton()->text(), QStringLiteral("steps 2 to 3"));
        QVERIFY2(noteOf(s.page).contains(QLatin1String("30")) && !noteOf(s.page).contains(QLatin1String("40")),
                 qPrintable(noteOf(s.page)));
        QVERIFY(s.picture().window().fromNs > base + 190 * us);
        // A step of all views is shown by itself; behind it the range is there again.
        s.f.state.setStep(QStringLiteral("1"));
        QTRY_VERIFY(s.page.isComplete() && s.page.table()->rows() && s.page.table()->rows()->rows() == 1);
        QVERIFY(!s.page.rangeButton()->isVisible());
        s.f.state.setStep({});
        QTRY_VERIFY(s.page.isComplete() && s.page.rangeButton()->isVisible());
        s.page.rangeButton()->click();
        QTRY_VERIFY(s.page.isComplete() && s.page.table()->rows() && s.page.table()->rows()->rows() == 3);
        QVERIFY(!s.page.rangeButton()->isVisible());
        QTRY_COMPARE(s.picture().window(), whole);
    }
};

RS_TEST(TestMareyPage, QApplication);
#include "tst_mareypage.moc"
