// SPDX-License-Identifier: Apache-2.0
// The Marey view as the user meets it: operators, selection, zoom on both axes, search, exceptions, folds.
#include "items/rowsourcemodel.h"
#include "support/memoryfixture.h"
#include "support/testprogram.h"
#include "views/parallel/mareypage.h"
#include "views/parallel/parallelview.h"
#include "views/page/tablepage.h"
#include "views/tables/tableview.h"
#include "views/viewfixture.h"
#include "views/widgets/emptystate.h"
#include "views/widgets/picker.h"

#include <QApplication>
#include <QComboBox>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>
#include <QWheelEvent>

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

/// The last line of the tooltip of a device: what it lacks, else its squares, else its name.
QString headerNote(const MareyPicture &picture, int line)
{
    for (int y = 0; y < picture.height(); ++y) {
        if (picture.lineAt({2, y}) == line && !picture.tipOfHeader({2, y}).empty())
            return picture.tipOfHeader({2, y}).back().first;
    }
    return {};
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
        grab(s.page, QStringLiteral("marey"));
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
        // What is selected elsewhere is selected here.
        s.f.state.select(chosen);
        QCOMPARE(s.picture().selected(), (Spot{1, false, 4}));
    }

    void aBoxZoomsOnBothAxes()
    {
        Shown s;
        QVERIFY(s.open(devices(12)));
        const TimeWindow whole = s.picture().window();
        const QRect from = s.picture().rectOf(Spot{3, false, 5});
        const QRect to = s.picture().rectOf(Spot{5, false, 15});
        QTest::mousePress(&s.picture(), Qt::LeftButton, {}, from.topLeft());
        QTest::mouseMove(&s.picture(), to.center());
        QTest::mouseRelease(&s.picture(), Qt::LeftButton, {}, to.center());
        QVERIFY(s.picture().window().lengthNs() < whole.lengthNs() / 2);
        QVERIFY(s.picture().pitch() > 0);
        QVERIFY(!s.picture().rectOf(Spot{4, false, 10}).isEmpty());
        QVERIFY(s.picture().rectOf(Spot{0, false, 10}).isEmpty());
        const QJsonObject kept = s.page.saveState();
        QTest::keyClick(&s.picture(), Qt::Key_Home);
        QCOMPARE(s.picture().window(), whole);
        QCOMPARE(s.picture().pitch(), 0);
        s.page.restoreState(kept);
        QTRY_VERIFY(s.page.isComplete() && s.picture().window() != whole);
        QVERIFY(s.picture().pitch() > 0);
        QTest::mouseDClick(&s.picture(), Qt::LeftButton, {}, s.picture().rect().center());
        QCOMPARE(s.picture().window(), whole);
    }

    void keysAndWheelZoom()
    {
        Shown s;
        QVERIFY(s.open(devices()));
        const TimeWindow whole = s.picture().window();
        for (const Qt::Key key : {Qt::Key_Plus, Qt::Key_Equal}) {
            const qint64 before = s.picture().window().lengthNs();
            QTest::keyClick(&s.picture(), key);
            QVERIFY(s.picture().window().lengthNs() < before);
        }
        const qint64 before = s.picture().window().lengthNs();
        QTest::keyClick(&s.picture(), Qt::Key_Minus);
        QVERIFY(s.picture().window().lengthNs() > before);
        QTest::keyClick(&s.picture(), Qt::Key_Home);
        QCOMPARE(s.picture().window(), whole);
        const QPointF at = s.picture().rect().center();
        QWheelEvent wheel(at, s.picture().mapToGlobal(at), {}, {0, 120}, Qt::NoButton, Qt::ControlModifier,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&s.picture(), &wheel);
        QVERIFY(s.picture().window().lengthNs() < whole.lengthNs());
        QWheelEvent lines(at, s.picture().mapToGlobal(at), {}, {0, -120}, Qt::NoButton,
                          Qt::ControlModifier | Qt::ShiftModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&s.picture(), &lines);
        QVERIFY(s.picture().pitch() > 0);
    }

    void timeMayRunDownwards()
    {
        Shown s;
        QVERIFY(s.open(devices()));
        choose(s.page.directionPicker(), 1);
        QVERIFY(s.picture().isDownwards());
        const QRect first = s.picture().rectOf(Spot{0, false, 0});
        QVERIFY(!first.isEmpty() && s.picture().rectOf(Spot{0, false, 1}).top() >= first.bottom());
        QVERIFY(s.picture().rectOf(Spot{1, false, 0}).left() > first.right());
        QCOMPARE(s.picture().placeAt(first.center()), (Spot{0, false, 0}));
        QCOMPARE(s.picture().grab().toImage().pixelColor(first.center()),
                 s.f.theme.category(TimeCategory::PureCompute));
        grab(s.page, QStringLiteral("marey-downwards"));
    }

    // Of sizes that no block of pixels divides; the second one finds the memory of the first.
    void aPictureIsTurned()
    {
        QImage turned;
        for (const QSize size : {QSize(3, 2), QSize(70, 33), QSize(33, 70), QSize(64, 32)}) {
            QImage image(size, QImage::Format_RGB32);
            for (int y = 0; y < size.height(); ++y) {
                for (int x = 0; x < size.width(); ++x)
                    image.setPixel(x, y, qRgb(x, y, 7));
            }
            turn(image, turned);
            QCOMPARE(turned.size(), size.transposed());
            for (int y = 0; y < turned.height(); ++y) {
                for (int x = 0; x < turned.width(); ++x)
                    QCOMPARE(turned.pixel(x, y), image.pixel(y, x));
            }
        }
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

    // 100 MB until the 20th kernel, then 400: the curve of rank 1 goes up there, within its line.
    void curvesLieOverTheOperators()
    {
        Shown s;
        std::vector<std::shared_ptr<const RankData>> ranks = devices();
        auto with = std::make_shared<RankData>(*ranks[1]);
        with->tables[QStringLiteral("memory_record")] = memoryRecords({{"PTA", base, 100.0, 500.0},
                                                                       {"PTA", base + 240 * us, 400.0, 500.0},
                                                                       {"PTA", base + 700 * us, 400.0, 500.0}});
        ranks[1] = with;
        QVERIFY(s.open(std::move(ranks)));
        const QImage before = s.picture().grab().toImage();
        choose(s.page.curvesPicker(), 1);
        QTRY_VERIFY(s.page.isComplete() && s.picture().legend().back().text.contains(QLatin1String("400")));
        const QImage image = s.picture().grab().toImage();
        const QColor line = s.f.theme.text();
        const auto heightAt = [&](int row, int op) {
            const QRect bar = s.picture().rectOf(Spot{row, false, op});
            for (int y = bar.top() - 2; y <= bar.top() + bar.height() * 5 / 3 + 1; ++y) {
                if (image.pixelColor(bar.center().x(), y) == line)
                    return y - bar.top();
            }
            return -100;
        };
        QTRY_VERIFY(heightAt(1, 10) > heightAt(1, 30) && heightAt(1, 30) > -3);
        QCOMPARE(heightAt(0, 10), -100);
        QVERIFY2(tipOf(s.picture(), {1, false, 30}).contains(QLatin1String("Memory=400")),
                 qPrintable(tipOf(s.picture(), {1, false, 30})));
        grab(s.page, QStringLiteral("marey-curves"));
        // Where nothing is recorded, it is said what would.
        choose(s.page.curvesPicker(), 2);
        QTRY_VERIFY(s.page.isComplete() && noteOf(s.page).contains(QLatin1String("ArithmeticUtilization")));
        QVERIFY(!noteOf(s.page).contains(QLatin1String("profile_memory")));
        const QJsonObject kept = s.page.saveState();
        choose(s.page.curvesPicker(), 0);
        QTRY_COMPARE(s.picture().grab().toImage(), before);
        s.page.restoreState(kept);
        QTRY_VERIFY(s.page.isComplete() && noteOf(s.page).contains(QLatin1String("ArithmeticUtilization")));
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
        // Of a part only what touches it.
        size_t near = 0;
        const Interval part{base + 10'000 * us, base + 10'100 * us};
        of.visit(lane, &chart.rows[1].work, chart.entries, part, 0, [&](const MareyFold &) { ++near; });
        QVERIFY2(near >= 5 && near < 200, qPrintable(QString::number(near)));
    }

    // Of a rank that is read nobody knows yet what it lacks.
    void thatRanksAreReadIsSaid()
    {
        Shown s;
        Run run = makeRun(devices(2));
        const std::vector<std::shared_ptr<const RankData>> ranks = std::exchange(run.ranks, {});
        s.f.runs.addRun(std::move(run));
        s.f.runs.setPart({0, 0}, fileRank(0)); // what is small comes before the trace
        s.page.invalidate();
        s.page.show();
        QTRY_VERIFY(s.page.isComplete() && s.page.emptyState()->isVisible());
        QCOMPARE(s.page.emptyState()->heading(), QStringLiteral("Loading"));
        QVERIFY(!s.page.emptyState()->body().contains(QLatin1String("trace_view.json")));
        s.f.runs.publish(0, {{0, ranks[0], true}});
        s.f.runs.setPart({0, 1}, fileRank(1));
        s.page.invalidate();
        QTRY_COMPARE(s.picture().lines().size(), size_t(2));
        QCOMPARE(headerNote(s.picture(), 1), QStringLiteral("The rank is being loaded."));
        s.f.runs.publish(0, {{1, ranks[1], true}});
        s.page.invalidate();
        QTRY_VERIFY(s.page.isComplete() && s.picture().operatorAt({1, false, 0}));
    }

    void eachDeviceSaysWhyItHasNoOperators()
    {
        Shown s;
        Run run = makeRun(devices(5));
        const std::vector<std::shared_ptr<const RankData>> ranks = std::exchange(run.ranks, {});
        s.f.runs.addRun(std::move(run));
        s.f.runs.publish(0, {{0, ranks[0], true}, {1, fileRank(1), true}});
        s.f.runs.setState({0, 3}, RankState::Failed);
        s.f.runs.setState({0, 4}, RankState::Unloaded);
        s.page.invalidate();
        s.page.show();
        QTRY_VERIFY(s.page.isComplete() && s.picture().lines().size() == 5);
        const QStringList wanted{QStringLiteral("rank 0"),
                                 QStringLiteral("Neither a trace with kernels nor a kernel table with start times."),
                                 QStringLiteral("The rank is being loaded."),
                                 QStringLiteral("The rank could not be read."),
                                 QStringLiteral("The rank is not loaded.")};
        QStringList got;
        for (int line = 0; line < 5; ++line)
            got << headerNote(s.picture(), line);
        QCOMPARE(got, wanted);
    }

    void whatIsMissingIsSaid()
    {
        Shown s;
        s.f.runs.addRun(makeRun({fileRank(0)}));
        s.page.invalidate();
        s.page.show();
        QTRY_VERIFY(s.page.isComplete() && s.page.emptyState()->isVisible());
        QVERIFY2(s.page.emptyState()->body().contains(QLatin1String("trace_view.json")),
                 qPrintable(s.page.emptyState()->body()));
        QVERIFY(s.page.pictures().empty());
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

    void keysZoomAroundTheSelection()
    {
        Shown s;
        QVERIFY(s.open(devices()));
        const Spot last{0, false, 38};
        s.picture().setSelected(last);
        QTest::mouseMove(&s.picture(), s.picture().rectOf(Spot{0, false, 1}).center());
        for (int i = 0; i < 10; ++i)
            QTest::keyClick(&s.picture(), Qt::Key_Plus);
        QVERIFY(s.picture().window().lengthNs() < 200 * us);
        QVERIFY(!s.picture().rectOf(last).isEmpty());
    }

    void tabGoesFromTheControlsToThePicture()
    {
        Shown s;
        QVERIFY(s.open(devices()));
        QWidget *at = s.page.nameField();
        for (int i = 0; i < 12 && at != &s.picture(); ++i)
            at = at->nextInFocusChain();
        QCOMPARE(at, static_cast<QWidget *>(&s.picture()));
    }

    void aDoubleClickKeepsTheRank()
    {
        Shown s;
        QVERIFY(s.open(devices()));
        s.f.state.setCurrentRank({0, 0});
        // Behind the last kernel of the row nothing stands for a while.
        const QPoint beside = s.picture().rectOf(Spot{2, false, 39}).center() + QPoint(40, 0);
        QVERIFY(!s.picture().placeAt(beside).isValid());
        QTest::mouseDClick(&s.picture(), Qt::LeftButton, {}, beside);
        QTest::qWait(QApplication::doubleClickInterval() + 100);
        QCOMPARE(s.f.state.currentRank(), (RankRef{0, 0}));
        QTest::mouseClick(&s.picture(), Qt::LeftButton, {}, beside);
        QTRY_COMPARE(s.f.state.currentRank(), (RankRef{0, 2}));
    }

    void aTableInUseIsNotFolded()
    {
        Shown s;
        QVERIFY(s.open(devices()));
        s.page.resize(1100, 1200);
        QTRY_VERIFY(s.page.table()->isVisible());
        s.page.resize(1100, 420);
        QTRY_VERIFY(!s.page.table()->isVisible());
        s.page.resize(1100, 1200);
        QTRY_VERIFY(s.page.table()->isVisible());
        QTableView &rows = *s.page.table()->table()->view();
        QTRY_VERIFY(rows.model()->rowCount() > 0);
        QTest::mouseClick(rows.viewport(), Qt::LeftButton, {}, rows.visualRect(rows.model()->index(0, 0)).center());
        s.page.resize(1100, 420);
        QTest::qWait(50);
        QVERIFY(s.page.table()->isVisible());
    }

    void curvesOfWhichThereAreNoneDimNothing()
    {
        Shown s;
        QVERIFY(s.open(devices()));
        choose(s.page.curvesPicker(), 1);
        QTRY_VERIFY(s.page.isComplete());
        QVERIFY(noteOf(s.page).contains(QLatin1String("memory_record.csv")));
        QCOMPARE(s.picture().grab().toImage().pixelColor(s.picture().rectOf(Spot{0, false, 0}).center()),
                 s.f.theme.category(TimeCategory::PureCompute));
    }

    // Five pixels to the right in each line.
    void thinJoinsAreLines()
    {
        QImage image(200, 20, QImage::Format_RGB32);
        for (const bool isRight : {true, false}) {
            image.fill(Qt::white);
            MareyRaster raster(image);
            raster.band(isRight ? 20 : 120, isRight ? 20.5 : 120.5, 0, isRight ? 120 : 20, isRight ? 120.5 : 20.5, 20,
                        qRgb(0, 0, 0), 256);
            for (int x = 22; x < 118; ++x) {
                int darkest = 255;
                for (int y = 0; y < image.height(); ++y)
                    darkest = std::min(darkest, qGray(image.pixel(x, y)));
                QVERIFY2(darkest < 140, qPrintable(QString::number(x)));
            }
        }
    }

    void itIsAPageOfTheWorkspace()
    {
        ViewFixture f;
        ParallelView view(f.context());
        QVERIFY(view.pageNames().contains(QStringLiteral("marey")));
        view.showPage(QStringLiteral("marey"));
        QCOMPARE(view.saveState()[QStringLiteral("page")].toString(), QStringLiteral("marey"));
    }
};

RS_TEST(TestMareyPage, QApplication);
#include "tst_mareypage.moc"
