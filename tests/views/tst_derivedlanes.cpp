// SPDX-License-Identifier: Apache-2.0
// Lanes that no file holds: launch delays, launches outstanding, idle causes.
#include "support/testprogram.h"
#include "words/launchwords.h"
#include "views/browse/detailsview.h"
#include "views/page/propertytree.h"
#include "views/page/verdictjump.h"
#include "views/timeline/canvas/lanelabels.h"
#include "views/timeline/commands/timelinecommands.h"
#include "views/timeline/lanes/lanenames.h"
#include "views/timelinefixture.h"

#include <QAction>
#include <QApplication>
#include <QHelpEvent>
#include <QJsonArray>
#include <QSignalSpy>
#include <QToolTip>

using namespace rs;
using namespace rs::test;

namespace {

LaneKey derivedKey(RankRef rank, quint32 id)
{
    return {rank, LaneKey::Type::Derived, id};
}

struct OneRank : TimelineFixture
{
    RankRef rank;
    OneRank() : rank{addRun(1), 0}
    {
        runs.setRank(rank, sampleRank(0));
        settle();
    }
    [[nodiscard]] int row(quint32 id) const { return view->lanes()->indexOf(derivedKey(rank, id)); }
    [[nodiscard]] const LaneRow &rowOf(quint32 id) const { return view->lanes()->rows()[static_cast<size_t>(row(id))]; }
    [[nodiscard]] LaneId stream(const QString &name) const
    {
        const Trace &t = *runs.rank(rank)->trace;
        for (quint32 l = 0; l < t.lanes().size(); ++l) {
            if (t.laneLabel(LaneId{l}) == name)
                return LaneId{l};
        }
        return NoLane;
    }
};

} // namespace

class TestDerivedLanes : public QObject
{
    Q_OBJECT
private slots:
    void comeAndGoWithTheCommand()
    {
        OneRank f;
        QCOMPARE(f.row(LaneKey::derivedIdle), -1);
        QAction *const command = f.view->commands()->find(QStringLiteral("derived-lanes"));
        QVERIFY(command->isCheckable() && !command->isChecked());
        f.view->canvas()->setFocus();
        QTest::keyClick(f.view->canvas(), Qt::Key_I);
        QVERIFY(f.state.showsDerivedLanes());
        QVERIFY(command->isChecked());
        QVERIFY(f.settle());
        QVERIFY(f.row(LaneKey::derivedIdle) >= 0);
        QVERIFY(f.row(LaneKey::derivedOutstanding) >= 0);
        command->trigger();
        QVERIFY(!f.state.showsDerivedLanes());
        QCOMPARE(f.row(LaneKey::derivedIdle), -1);
    }

    // The lane under the mouse goes as well: what else was in sight stays where it was.
    void leaveTheViewWhereItIs()
    {
        TimelineFixture f({1200, 300});
        const int run = f.addRun(6);
        for (int i = 0; i < 6; ++i)
            f.runs.setRank({run, i}, sampleRank(i));
        QVERIFY(f.settle());
        const RankRef far{run, 1};
        TimelineCanvas *const canvas = f.view->canvas();
        f.state.setDerivedLanes(true);
        QVERIFY(f.settle());
        f.state.showInTimeline(far);
        QVERIFY(f.settle());
        const LaneKey stream = keyNamed(*f.view->lanes(), QStringLiteral("Stream 2"), far);
        const auto shownAt = [&](const LaneKey &key) {
            return f.view->lanes()->rows()[static_cast<size_t>(f.view->lanes()->indexOf(key))].y - canvas->scrollY();
        };
        const int index = f.view->lanes()->indexOf(derivedKey(far, LaneKey::derivedOutstanding));
        QVERIFY(index >= 0);
        const LaneRow derived = f.view->lanes()->rows()[static_cast<size_t>(index)];
        f.view->pane()->scrollTo(derived.y - 2 * derived.height);
        const QPoint at(canvas->width() / 2, derived.y - canvas->scrollY() + derived.height / 2);
        QVERIFY(canvas->rect().contains(at));
        QMouseEvent move(QEvent::MouseMove, at, canvas->mapToGlobal(at), Qt::NoButton, Qt::NoButton, {});
        QCoreApplication::sendEvent(canvas, &move);
        QTest::mouseClick(canvas, Qt::LeftButton, {}, at);
        const int top = f.view->lanes()->rowAt(canvas->scrollY());
        LaneKey first;
        for (int r = top; first == LaneKey(); ++r) {
            const LaneRow &row = f.view->lanes()->rows()[static_cast<size_t>(r)];
            if (row.type == LaneRow::Type::Lane || row.type == LaneRow::Type::Process)
                first = LaneModel::keyOf(row);
        }
        const int before = shownAt(first);
        QTest::keyClick(canvas, Qt::Key_I);
        QVERIFY(!f.state.showsDerivedLanes());
        QVERIFY(f.settle());
        QCOMPARE(f.view->lanes()->indexOf(derivedKey(far, LaneKey::derivedOutstanding)), -1);
        QCOMPARE(shownAt(first), before);
        QVERIFY(shownAt(stream) < canvas->height());
    }

    void holdWhatTheAnalysisFound()
    {
        OneRank f;
        f.state.setDerivedLanes(true);
        QVERIFY(f.settle());
        const auto data = f.runs.rank(f.rank);
        const Dispatch dispatch = dispatchOf(*data->trace);
        const IdleReport report = idleCauses(*data, dispatch);
        QVERIFY(!report.gaps.empty());
        const TimelineRank *const part = f.view->data()->derivedIfBuilt(f.rank);
        QVERIFY(part);
        const Trace &t = *part->trace;
        QCOMPARE(size_t{t.slices().size()}, report.gaps.size());
        for (quint32 i = 0; i < t.slices().size(); ++i) {
            const SliceId s{i};
            QCOMPARE(t.slices().start(s), report.gaps[i].range.from);
            QCOMPARE(t.slices().duration(s), report.gaps[i].range.length());
            QCOMPARE(t.strings().text(t.slices().name(s)), QString::fromUtf8(idleCauseTitle(report.gaps[i].cause)));
            QCOMPARE(part->derived->gapAt(report.gaps[i].range.from), static_cast<int>(i));
        }
        const OutstandingCurve curve = outstandingLaunches(dispatch);
        QCOMPARE(t.counters()[raw(*part->derived->outstanding)].timeNs, curve.timeNs);
        const auto delays = delayCurves(dispatch);
        QCOMPARE(part->derived->delays.size(), delays.size());
        for (const DelayCurve &c : delays) {
            const CounterSeries &series = t.counters()[raw(part->derived->delays.at(c.lane))];
            QCOMPARE(series.timeNs, c.timeNs);
            QCOMPARE(series.value.front(), static_cast<double>(c.valueNs.front()) / 1000);
        }
    }

    void areNotBuiltForFoldedRanks()
    {
        OneRank f;
        f.view->lanes()->setExpanded(0, false);
        f.state.setDerivedLanes(true);
        QVERIFY(f.settle());
        QVERIFY(!f.view->data()->derivedIfBuilt(f.rank));
        f.view->lanes()->setExpanded(0, true);
        QVERIFY(f.settle());
        QVERIFY(f.view->data()->derivedIfBuilt(f.rank));
    }

    void standUnderTheirStreams()
    {
        OneRank f;
        f.state.setDerivedLanes(true);
        QVERIFY(f.settle());
        const LaneModel &lanes = *f.view->lanes();
        for (const QString &name : {QStringLiteral("Stream 2"), QStringLiteral("Stream 3")}) {
            const LaneId stream = f.stream(name);
            const int delay = f.row(LaneKey::derivedDelay + raw(stream));
            QVERIFY(delay > 0);
            QCOMPARE(LaneModel::keyOf(lanes.rows()[static_cast<size_t>(delay) - 1]),
                     (LaneKey{f.rank, LaneKey::Type::Lane, raw(stream)}));
            QVERIFY(lanes.lanesOf(lanes.rows()[static_cast<size_t>(delay)]).empty());
            QVERIFY(lanes.siblings(delay).empty());
        }
        // A connection line still ends in the middle of a stream's own row.
        const LaneId two = f.stream(QStringLiteral("Stream 2"));
        const LaneRow &row = lanes.rows()[static_cast<size_t>(lanes.indexOf({f.rank, LaneKey::Type::Lane, raw(two)}))];
        const int centre = lanes.rowCentres(f.rank)[f.runs.rank(f.rank)->trace->lane(two).firstRow];
        QVERIFY(centre > row.y && centre < row.y + row.height);
    }

    void aClickedGapShowsItsFacts()
    {
        OneRank f;
        ViewContext context;
        context.runs = &f.runs;
        context.state = &f.state;
        context.theme = &f.theme;
        context.pool = &f.pool;
        context.paintPool = &f.pool;
        DetailsView details(context);
        details.show();
        f.state.setDerivedLanes(true);
        QVERIFY(f.settle());
        const TimelineRank *const part = f.view->data()->derivedIfBuilt(f.rank);
        const auto &gaps = part->derived->gaps;
        const auto longest = static_cast<quint32>(
            std::max_element(gaps.begin(), gaps.end(),
                             [](const IdleGap &a, const IdleGap &b) { return a.range.length() < b.range.length(); }) -
            gaps.begin());
        const IdleGap gap = gaps[longest];
        f.view->navigator()->show(timeline::padded(part->drawnSpan(SliceId{longest}), 1));
        const LaneRow &row = f.rowOf(LaneKey::derivedIdle);
        TimelineCanvas *const canvas = f.view->canvas();
        f.view->pane()->bringIntoSight(LaneModel::keyOf(row), 0);
        const QPoint at(canvas->width() / 2, row.y + row.height / 2 - canvas->scrollY());
        QCOMPARE(canvas->hitAt(at).gap, static_cast<int>(longest));
        QCOMPARE(canvas->hitAt(at).slice, NoSlice);
        QTest::mouseMove(canvas, at);
        QTest::mouseClick(canvas, Qt::LeftButton, {}, at);
        QCOMPARE(f.state.selection().kind, Selection::Kind::Gap);
        QCOMPARE(f.state.selection().gap, std::optional(gap));
        QCOMPARE(details.heading(), QString::fromUtf8(idleCauseTitle(gap.cause)));
        QVERIFY(details.properties()->allText().contains(QString::fromUtf8(idleCauseHint(gap.cause))));
        // Zooming to it shows nearly nothing else.
        canvas->focusSelection();
        QVERIFY(f.state.window().lengthNs() < 2 * gap.range.length());
        QTest::mouseClick(canvas, Qt::LeftButton, {}, QPoint(2, canvas->height() - 2));
    }

    void followTheOffsetsOfTheirRank()
    {
        OneRank f;
        f.state.setDerivedLanes(true);
        QVERIFY(f.settle());
        const TimelineRank *const part = f.view->data()->derivedIfBuilt(f.rank);
        const qint64 before = part->drawnSpan(SliceId{0}).fromNs;
        TimeOffsets offsets;
        offsets.setRank(f.rank, 5000);
        offsets.setDevice(f.rank, 300);
        f.state.setOffsets(offsets);
        QCOMPARE(part->drawnSpan(SliceId{0}).fromNs, before - 5300);
        // Launches stand on the clock of the host.
        QCOMPARE(part->shiftOf(*part->derived->outstanding), f.view->data()->rank(f.rank)->shiftNs);
    }

    void sayThatTheyAreComputed()
    {
        OneRank f;
        f.state.setDerivedLanes(true);
        QVERIFY(f.settle());
        const LaneRow &row = f.rowOf(LaneKey::derivedIdle);
        QCOMPARE(row.badge, QStringLiteral("derived"));
        LaneLabels *const labels = f.view->pane()->labels();
        const QPoint at(30, row.y + 4 - f.view->canvas()->scrollY());
        QHelpEvent help(QEvent::ToolTip, at, labels->mapToGlobal(at));
        QApplication::sendEvent(labels, &help);
        QVERIFY2(QToolTip::text().contains(QStringLiteral("no file holds this lane")), qPrintable(QToolTip::text()));
        QToolTip::hideText();
    }

    void canBePinnedAndHidden()
    {
        OneRank f;
        f.state.setDerivedLanes(true);
        QVERIFY(f.settle());
        const LaneKey idle = derivedKey(f.rank, LaneKey::derivedIdle);
        f.view->laneLayout()->pin({idle});
        QVERIFY(f.view->pinnedLanes()->indexOf(idle) >= 0);
        f.view->laneLayout()->setHidden({idle}, true);
        QCOMPARE(f.row(LaneKey::derivedIdle), -1);
        QVERIFY(f.view->pinnedLanes()->indexOf(idle) >= 0);
        f.state.setDerivedLanes(false);
        QCOMPARE(f.view->pinnedLanes()->indexOf(idle), -1);
        f.runs.closeRun(0);
        QVERIFY(f.view->laneLayout()->pins().empty());
    }

    void arePartOfASession()
    {
        const auto open = [](TimelineFixture &f) {
            Run run;
            run.path = QStringLiteral("/run");
            run.infos.emplace_back().label = QStringLiteral("0");
            f.runs.setRank({f.runs.addRun(std::move(run)), 0}, sampleRank(0));
            f.state.setDerivedLanes(true);
            return f.settle();
        };
        const RankRef rank{0, 0};
        QJsonObject saved;
        std::vector<LaneKey> pins;
        {
            TimelineFixture f;
            QVERIFY(open(f));
            const Trace &t = *f.runs.rank(rank)->trace;
            for (quint32 l = 0; l < t.lanes().size(); ++l) {
                if (t.laneLabel(LaneId{l}) == QStringLiteral("Stream 3"))
                    pins.push_back(derivedKey(rank, LaneKey::derivedDelay + l));
            }
            pins.push_back(derivedKey(rank, LaneKey::derivedIdle));
            pins.push_back(derivedKey(rank, LaneKey::derivedOutstanding));
            f.view->laneLayout()->pin(pins);
            f.view->laneLayout()->setRowHeight(pins[0], 33);
            saved = f.view->saveState();
        }
        TimelineFixture f;
        QVERIFY(open(f));
        QSignalSpy told(f.view.get(), &TimelineView::leftOut);
        f.view->restoreState(saved);
        QCOMPARE(f.view->laneLayout()->pins(), pins);
        QCOMPARE(f.view->laneLayout()->rowHeight(pins[0], 1), 33);
        QVERIFY(f.settle());
        for (const LaneKey &pin : pins)
            QVERIFY(f.view->pinnedLanes()->indexOf(pin) >= 0);
        QCOMPARE(told.count(), 0);
        // One of a stream that the run does not have is told like any other.
        QJsonObject foreign = saved[QStringLiteral("pins")].toArray().first().toObject();
        foreign[QStringLiteral("tid")] = QStringLiteral("99");
        f.view->restoreState({{QStringLiteral("pins"), QJsonArray{foreign}}});
        QCOMPARE(told.count(), 1);
        QVERIFY(f.view->laneLayout()->pins().empty());
    }

    void mergedStreamsHaveOneCurve()
    {
        OneRank f;
        f.state.setDerivedLanes(true);
        QVERIFY(f.settle());
        const LaneId two = f.stream(QStringLiteral("Stream 2"));
        const LaneId three = f.stream(QStringLiteral("Stream 3"));
        const auto key = [&](LaneId lane) { return LaneKey{f.rank, LaneKey::Type::Lane, raw(lane)}; };
        f.view->laneLayout()->merge({key(three), key(two)});
        QVERIFY(f.settle());
        const LaneModel &lanes = *f.view->lanes();
        QCOMPARE(f.row(LaneKey::derivedDelay + raw(two)), -1);
        const LaneRow row = f.rowOf(LaneKey::derivedDelay + raw(three));
        QCOMPARE(row.label, QStringLiteral("Launch delay"));
        QCOMPARE(f.row(LaneKey::derivedDelay + raw(three)), lanes.indexOf(key(three)) + 1);
        // Every sample of both, in order of time.
        const TimelineRank *const part = lanes.shownIn(row);
        QVERIFY(part);
        const CounterSeries &curve = part->trace->counters()[raw(row.counter)];
        QVERIFY(std::is_sorted(curve.timeNs.begin(), curve.timeNs.end()));
        const DerivedLanes &all = *f.view->data()->derivedIfBuilt(f.rank)->derived;
        size_t samples = 0;
        for (const LaneId stream : {two, three}) {
            const CounterSeries &own = all.trace->counters()[raw(all.delays.at(stream))];
            samples += own.timeNs.size();
            for (size_t i = 0; i < own.timeNs.size(); ++i)
                QCOMPARE(valueAt(curve, own.timeNs[i]), std::optional(own.value[i]));
        }
        QCOMPARE(curve.timeNs.size(), samples);
        // It moves with the device, and the pin of it shows the same curve.
        TimeOffsets offsets;
        offsets.setDevice(f.rank, 300);
        f.state.setOffsets(offsets);
        QCOMPARE(lanes.shownIn(row)->shiftOf(row.counter), f.view->data()->rank(f.rank)->shiftNs + 300);
        f.view->laneLayout()->pin({LaneModel::keyOf(row)});
        QCOMPARE(f.view->pinnedLanes()->rows().front().delaysOf, row.delaysOf);
        QVERIFY(f.view->pinnedLanes()->rows().front().label.contains(QStringLiteral("Launch delay of 2 stream(s)")));
        f.view->laneLayout()->unmerge(key(two));
        QVERIFY(f.settle());
        QVERIFY(f.row(LaneKey::derivedDelay + raw(two)) > 0);
        QVERIFY(f.rowOf(LaneKey::derivedDelay + raw(three)).delaysOf.empty());
    }

    void showTheTrafficOfEachTypeOfLink()
    {
        TimelineFixture f;
        const RankRef rank{f.addRun(1), 0};
        const auto data = std::make_shared<RankData>(*sampleRank(0));
        const qint64 start = data->trace->slices().start(SliceId{0});
        CommOp op;
        op.name = QStringLiteral("hcom_allReduce__534_0_1");
        op.startUs = static_cast<double>(start) / 1000;
        op.startText = QString::number(start / 1000) + QStringLiteral(".0");
        op.elapseMs = 2;
        for (const QString &transport : {QStringLiteral("RDMA"), QStringLiteral("HCCS")}) {
            TransportInfo t;
            t.transport = transport;
            t.sizeMb = 4;
            t.timeMs = 2;
            op.transports.push_back(t);
        }
        data->commOps = CommOps({op});
        f.runs.setRank(rank, data);
        f.state.setDerivedLanes(true);
        QVERIFY(f.settle());
        const auto labelOf = [&](quint32 place) {
            const int row = f.view->lanes()->indexOf(derivedKey(rank, LaneKey::derivedTraffic + place));
            return row < 0 ? QString() : f.view->lanes()->rows()[static_cast<size_t>(row)].label;
        };
        QCOMPARE(labelOf(0), QStringLiteral("HCCS bandwidth"));
        QCOMPARE(labelOf(1), QStringLiteral("HCCS in flight"));
        QCOMPARE(labelOf(2), QStringLiteral("RDMA bandwidth"));
        QCOMPARE(labelOf(3), QStringLiteral("RDMA in flight"));
        QCOMPARE(labelOf(4), QString());
        const TimelineRank *const part = f.view->data()->derivedIfBuilt(rank);
        QVERIFY(part->derived->trafficOfFile);
        QCOMPARE(part->derived->traffic.size(), size_t(2));
        const auto &counters = part->trace->counters();
        const qint64 during = start + 1'000'000;
        QCOMPARE(valueAt(counters[raw(part->derived->traffic[1].bandwidth)], during), std::optional(2.0));
        QCOMPARE(valueAt(counters[raw(part->derived->traffic[1].inFlight)], during), std::optional(4.0));
        QCOMPARE(valueAt(counters[raw(part->derived->traffic[1].inFlight)], start + 3'000'000), std::optional(0.0));
        // A session finds them by what they show.
        for (const quint32 place : {0U, 3U}) {
            const LaneKey key = derivedKey(rank, LaneKey::derivedTraffic + place);
            QCOMPARE(lanenames::find(*data->trace, rank, lanenames::nameOf(*data->trace, key)), std::optional(key));
        }
        QJsonObject odd = lanenames::nameOf(*data->trace, derivedKey(rank, LaneKey::derivedTraffic));
        odd[QStringLiteral("place")] = 400;
        QCOMPARE(lanenames::find(*data->trace, rank, odd), std::optional<LaneKey>());
    }

    // Its slices stand out; another jump ends that.
    void showTheCriticalPath()
    {
        OneRank f;
        ViewContext context;
        context.runs = &f.runs;
        context.state = &f.state;
        context.pool = &f.pool;
        VerdictJump jump(context);
        jump.showPath(f.rank.run, {});
        QTRY_VERIFY(!jump.isRunning());
        QVERIFY(f.settle());
        QVERIFY(f.state.highlight() && f.state.highlight()->path.contains(f.rank));
        f.state.showInTimeline(f.rank, {0, 1000});
        QVERIFY(f.settle());
        QVERIFY(!f.state.highlight());
    }
};

RS_TEST(TestDerivedLanes, QApplication);
#include "tst_derivedlanes.moc"
