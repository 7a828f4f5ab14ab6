// SPDX-License-Identifier: Apache-2.0
// Clocks of ranks and devices in the timeline, and the lines that only make sense between ranks: sends and receives.
#include "support/fixtures.h"
#include "support/testprogram.h"
#include "views/state/clocktexts.h"
#include "views/timeline/commands/timelinecommands.h"
#include "views/timeline/data/transferindex.h"
#include "views/timelinefixture.h"

#include <QAction>
#include <QApplication>
#include <QMenu>
#include <QToolButton>

using namespace rs;
using namespace rs::test;

namespace {

constexpr qint64 us = 1000;
constexpr qint64 base = 1'736'412'474'000'000'000;

struct Pipeline : TimelineFixture
{
    explicit Pipeline(qint64 receiverClock = 0)
    {
        const int run = addRun(2);
        const auto ranks = pipelineRanks(0, 1, base, receiverClock);
        for (int i = 0; i < 2; ++i)
            runs.setRank({run, i}, ranks[static_cast<size_t>(i)]);
        settle();
        view->lanes()->setAllExpanded(true);
    }
    [[nodiscard]] SliceId slice(int rank, const char *name) const
    {
        return sliceNamed(*runs.rank({0, rank})->trace, name);
    }
};

QMenu *flowMenu(const TimelineView &view)
{
    for (const QToolButton *b : view.findChildren<QToolButton *>()) {
        if (b->menu() && b->text() == QStringLiteral("Connection lines"))
            return b->menu();
    }
    return nullptr;
}

QToolButton *clockButton(const TimelineView &view)
{
    for (QToolButton *b : view.findChildren<QToolButton *>()) {
        if (b->text().startsWith(QStringLiteral("Clock")))
            return b;
    }
    return nullptr;
}

} // namespace

class TestTimelineClocks : public QObject
{
    Q_OBJECT
private slots:
    void sendsAreLinesAcrossRanks()
    {
        Pipeline f;
        const TransferIndex &transfers = f.view->data()->transfers();
        QCOMPARE(transfers.lines.size(), size_t(2));
        QCOMPARE(transfers.unmatched, qint64(1));
        QMenu *const menu = flowMenu(*f.view);
        QVERIFY(menu);
        QAction *kind = nullptr;
        for (QAction *a : menu->actions()) {
            if (a->text().startsWith(QStringLiteral("Send and receive across ranks (2;")))
                kind = a;
        }
        QVERIFY(kind);
        QVERIFY(kind->toolTip().contains(QStringLiteral("not loaded")));
        kind->trigger();
        QVERIFY(QTest::qWaitFor([&] { return f.state.shownFlows().contains(QLatin1String(TransferIndex::kind)); }));
        TimelineCanvas *const canvas = f.view->canvas();
        const auto &kinds = canvas->flows().kindLines(*f.view->lanes(), canvas->flowView());
        QCOMPARE(kinds.size(), size_t(1));
        QCOMPARE(kinds[0].bundles.size(), size_t(2));
        const auto centre = [&](int rank, const char *name) {
            const SliceStore &s = f.runs.rank({0, rank})->trace->slices();
            return f.view->lanes()->rowCentres({0, rank})[raw(s.rowOf(f.slice(rank, name)))] - canvas->scrollY();
        };
        QCOMPARE(kinds[0].bundles[0].from.y(), centre(0, "hcom_send__128_0_1"));
        QCOMPARE(kinds[0].bundles[0].to.y(), centre(1, "hcom_receive__128_0_1"));
        QVERIFY(kinds[0].bundles[0].to.x() > kinds[0].bundles[0].from.x());
    }

    void selectedSendShowsItsLine()
    {
        Pipeline f(300 * us);
        const auto lines = [&](int rank, const char *name) {
            return FlowOverlay::sliceLines(*f.view->lanes(), f.view->canvas()->flowView(), {0, rank},
                                           f.slice(rank, name));
        };
        const auto sent = lines(0, "hcom_send__128_1_1");
        QCOMPARE(sent.size(), size_t(1));
        QCOMPARE(QString::fromStdString(sent[0].kind), QLatin1String(TransferIndex::kind));
        const auto received = lines(1, "hcom_receive__128_1_1");
        QCOMPARE(received.size(), size_t(1));
        QCOMPARE(received[0].from, sent[0].from);
        QCOMPARE(received[0].to, sent[0].to);
        QVERIFY(lines(0, "hcom_send__128_2_1").empty());
        // The line goes where the rank goes.
        const TimeWindow window = f.state.window();
        TimeOffsets offsets;
        offsets.setRank({0, 1}, 300 * us);
        f.state.setOffsets(offsets);
        f.state.setWindow(window);
        const auto moved = lines(0, "hcom_send__128_1_1");
        const double pixels = 300.0 * us / TimeMap(window, f.view->canvas()->width()).nsPerPixel();
        QVERIFY(std::abs(sent[0].to.x() - moved[0].to.x() - pixels) <= 1.5);
    }

    void unloadedPartnersTakeTheirLinesAlong()
    {
        Pipeline f;
        f.runs.setRank({0, 1}, nullptr);
        QVERIFY(FlowOverlay::sliceLines(*f.view->lanes(), f.view->canvas()->flowView(), {0, 0},
                                        f.slice(0, "hcom_send__128_0_1"))
                    .empty());
        QVERIFY(f.settle());
        QVERIFY(f.view->data()->transfers().lines.empty());
    }

    void menuExplainsEndsWithoutPartner()
    {
        TimelineFixture f;
        const int run = f.addRun(1);
        TinyRank r;
        for (int i = 0; i < 3; ++i) {
            r.host("op", base + i * 100 * us, 10 * us);
            r.kernel("k", base + i * 100 * us + 50 * us, 10 * us);
        }
        r.flow("HostToDevice", "1", "1", "1", base, "3", "7", base + 50 * us);
        r.flow("HostToDevice", "2", "1", "1", base + 100 * us, "404", "7", base + 150 * us); // a lane that is not there
        f.runs.setRank({run, 0}, r.finish());
        QVERIFY(f.settle());
        QAction *const kind = flowMenu(*f.view)->actions().front();
        QVERIFY2(kind->text().contains(QStringLiteral("not drawn: 2")), qPrintable(kind->text()));
        QVERIFY2(kind->toolTip().contains(QStringLiteral("on a lane that is not in the file")),
                 qPrintable(kind->toolTip()));
    }

    void deviceLanesMoveOnTheHostsClock()
    {
        TimelineFixture f;
        const int run = f.addRun(1);
        f.runs.setRank({run, 0}, sampleRank(0));
        QVERIFY(f.settle());
        const TimelineRank &rank = *f.view->data()->rank({run, 0});
        QVERIFY(rank.clock.known);
        QVERIFY(rank.clock.offsetNs != 0);
        const Trace &t = *rank.trace;
        std::vector<qint64> before;
        for (quint32 l = 0; l < t.lanes().size(); ++l)
            before.push_back(rank.shiftOf(LaneId{l}));
        QAction *const command = f.view->commands()->find(QStringLiteral("host-clock"));
        QVERIFY(command->isCheckable() && !command->isChecked());
        command->trigger();
        QCOMPARE(f.state.offsets().ofDevice({run, 0}), rank.clock.offsetNs);
        for (quint32 l = 0; l < t.lanes().size(); ++l) {
            const bool device = t.processOf(LaneId{l}).kind == ProcessKind::AscendHardware ||
                                t.processOf(LaneId{l}).kind == ProcessKind::Communication ||
                                t.processOf(LaneId{l}).kind == ProcessKind::OverlapAnalysis;
            QCOMPARE(rank.shiftOf(LaneId{l}) - before[l], device ? rank.clock.offsetNs : 0);
        }
        const LaneRow &row =
            f.view->lanes()->rows()[static_cast<size_t>(f.view->lanes()->indexOf({{run, 0}, LaneKey::Type::Rank, 0}))];
        QVERIFY2(row.note.contains(QStringLiteral("device lanes ")), qPrintable(row.note));
        QVERIFY(clockButton(*f.view)->text().contains(QStringLiteral("hosts")));
        f.state.back();
        QVERIFY(f.state.offsets().isEmpty());
        QVERIFY(!command->isChecked());
        command->trigger();
        command->trigger();
        QVERIFY(f.state.offsets().isEmpty());
    }

    void unknownClocksStay()
    {
        Pipeline f; // no launches at all
        QVERIFY(!f.view->commands()->find(QStringLiteral("host-clock"))->isEnabled());
        f.view->commands()->find(QStringLiteral("host-clock"))->trigger();
        QVERIFY(f.state.offsets().isEmpty());
        QVERIFY(!f.view->commands()->find(QStringLiteral("host-clock"))->isChecked());
        QVERIFY(clockButton(*f.view)->toolTip().contains(QStringLiteral("fewer than 20 launches")));
    }

    void theButtonSaysWhoseClock()
    {
        Pipeline f;
        QCOMPARE(clockButton(*f.view)->text(), ClockTexts::clock(ClockUse::Files));
        TimeOffsets offsets;
        offsets.setAligned({0, 1}, 12, {});
        f.state.setOffsets(offsets);
        QCOMPARE(clockButton(*f.view)->text(), ClockTexts::clock(ClockUse::Aligned));
        offsets.setRank({0, 0}, 3);
        f.state.setOffsets(offsets);
        QCOMPARE(clockButton(*f.view)->text(), ClockTexts::clock(ClockUse::Moved));
        // A rank that an alignment moved and a hand moved again counts as moved.
        offsets.setRank({0, 0}, 0);
        offsets.setRank({0, 1}, 13);
        QCOMPARE(offsets.clockUse(), ClockUse::Moved);
        clockButton(*f.view)->menu()->actions().back()->trigger();
        QVERIFY(f.state.offsets().isEmpty());
        QCOMPARE(clockButton(*f.view)->text(), ClockTexts::clock(ClockUse::Files));
    }

    void driftFollowsTheWindow()
    {
        Pipeline f;
        TimeOffsets offsets;
        // 100 ppm fast: after 200 us the clock is 20 ns further ahead.
        offsets.setAligned({0, 1}, 5000, {100, base});
        QCOMPARE(offsets.ofRankAt({0, 1}, base + 200 * us), qint64(5020));
        QCOMPARE(offsets.ofRankAt({0, 1}, base - 200 * us), qint64(4980));
        f.state.setOffsets(offsets);
        const TimelineRank &rank = *f.view->data()->rank({0, 1});
        f.state.setWindow({base + 200 * us - 5000 - 50, base + 200 * us - 5000 + 50});
        QCOMPARE(rank.shiftNs, qint64(5020));
        f.state.setWindow({base - 5000 - 50, base - 5000 + 50});
        QCOMPARE(rank.shiftNs, qint64(5000));
        QCOMPARE(f.view->data()->rank({0, 0})->shiftNs, qint64(0));
    }
};

RS_TEST(TestTimelineClocks, QApplication);
#include "tst_timelineclocks.moc"
