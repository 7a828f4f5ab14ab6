// SPDX-License-Identifier: Apache-2.0
#include "app/session/rankupdates.h"
#include "app/session/deferredrelease.h"
#include "app/session/openruns.h"
#include "app/session/rankloads.h"
#include "app/session/rankmemory.h"
#include "app/session/tracesession.h"
#include "heldreader.h"
#include "support/testprogram.h"

#include <QElapsedTimer>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <atomic>
#include <memory>
#include <set>
#include <thread>
#include <utility>

using namespace rs;
using rs::test::smallRank;
using rs::test::unreadRun;

namespace {

constexpr int never = 1'000'000;

struct Delivered
{
    RankUpdates::Source source;
    std::vector<RankUpdate> ranks;
};

struct Gathered
{
    explicit Gathered(int pauseMs = never)
        : updates(
              [this](const RankUpdates::Source &s, const std::vector<RankUpdate> &r) {
                  all.push_back({s, r});
              },
              pauseMs)
    {
    }
    std::vector<Delivered> all;
    RankUpdates updates;
};

RankUpdates::Source source()
{
    return std::make_shared<int>(0);
}

std::shared_ptr<const RankData> emptyRank()
{
    return std::make_shared<RankData>();
}

// Two ranks: the first is read at once, the other when it is let go.
struct Loading
{
    Loading()
    {
        run = runs.addRun(unreadRun(QStringLiteral("/data/a"), 2));
        runs.setState({run, 0}, RankState::Unloaded);
    }
    ~Loading() { go = true; } // RankLoads waits for its threads
    Q_DISABLE_COPY_MOVE(Loading)
    std::atomic<bool> firstRead{false};
    std::atomic<bool> go{false};
    std::atomic<bool> over{false};
    RunStore runs;
    ViewState state;
    DeferredRelease release;
    RankMemory memory{runs, state, release};
    RankLoads loads{runs, state, memory, release,
                    [this](const Run &skeleton, const std::vector<int> &only, ThreadPool &, const JobContext &,
                           const LoadEvents &events) {
                        for (const int i : only) {
                            events.onStart(i);
                            while (i > 0 && !go)
                                QThread::msleep(1);
                            events.onRank(i, emptyRank());
                            firstRead = true;
                        }
                        over = true;
                        return skeleton;
                    }};
    int run = -1;
};

} // namespace

/// Arriving ranks are gathered, published and let go.
class TestRankUpdates : public QObject
{
    Q_OBJECT
private slots:
    void whatComesTogetherIsDeliveredTogether()
    {
        Gathered g;
        const auto load = source();
        std::vector<std::thread> threads;
        for (int t = 0; t < 4; ++t) {
            threads.emplace_back([&, t] {
                for (int i = 0; i < 250; ++i)
                    g.updates.ended(load, t * 250 + i, emptyRank(), 7);
            });
        }
        for (std::thread &t : threads)
            t.join();
        QCOMPARE(g.all.size(), 0U);
        QTRY_COMPARE(g.all.size(), 1U);
        QCOMPARE(g.all[0].source, load);
        QCOMPARE(g.all[0].ranks.size(), 1000U);
        for (int i = 0; i < 1000; ++i) {
            const RankUpdate &a = g.all[0].ranks[static_cast<size_t>(i)];
            QCOMPARE(a.index, i);
            QVERIFY(a.ended && a.data && a.bytes == 7);
        }
    }

    void theNewestOfARankWins()
    {
        Gathered g;
        const auto load = source();
        const auto part = emptyRank();
        const auto newer = emptyRank();
        const auto whole = emptyRank();
        g.updates.part(load, 0, part);
        g.updates.part(load, 0, newer);
        g.updates.begun(load, 0); // takes nothing away
        g.updates.part(load, 1, part);
        g.updates.ended(load, 1, whole, 3);
        g.updates.ended(load, 2, nullptr, 0);
        QTRY_COMPARE(g.all.size(), 1U);
        const std::vector<RankUpdate> &ranks = g.all[0].ranks;
        QCOMPARE(ranks.size(), 3U);
        QCOMPARE(ranks[0].data, newer);
        QVERIFY(ranks[0].begun && !ranks[0].ended);
        QCOMPARE(ranks[1].data, whole);
        QVERIFY(!ranks[1].begun && ranks[1].ended);
        QVERIFY(ranks[2].ended && !ranks[2].data);
        QCOMPARE(part.use_count(), 1);
    }

    void afterADeliveryThereIsAPause()
    {
        Gathered g;
        const auto load = source();
        g.updates.begun(load, 0);
        QTRY_COMPARE(g.all.size(), 1U);
        for (int i = 1; i < 50; ++i) {
            g.updates.begun(load, i);
            QCoreApplication::processEvents();
        }
        QCOMPARE(g.all.size(), 1U);
        // Who needs it now gets it now.
        g.updates.deliver(load);
        QCOMPARE(g.all.size(), 2U);
        QCOMPARE(g.all[1].ranks.size(), 49U);
        g.updates.deliver(load);
        QCOMPARE(g.all.size(), 2U);

        Gathered soon(1);
        soon.updates.begun(load, 0);
        QTRY_COMPARE(soon.all.size(), 1U);
        soon.updates.begun(load, 1);
        QTRY_COMPARE(soon.all.size(), 2U);
    }

    void sourcesStayApart()
    {
        Gathered g;
        const auto one = source();
        const auto other = source();
        g.updates.begun(one, 0);
        g.updates.begun(other, 0);
        g.updates.forget(one);
        QTRY_COMPARE(g.all.size(), 1U);
        QCOMPARE(g.all[0].source, other);
    }

    void aRunIsReplacedOncePerPublication()
    {
        RunStore runs;
        const int run = runs.addRun(unreadRun(QStringLiteral("/data/a"), 100));
        const auto before = runs.run(run);
        std::set<std::shared_ptr<const Run>> seen;
        connect(&runs, &RunStore::rankLoaded, this, [&] { seen.insert(runs.run(run)); });
        QSignalSpy one(&runs, &RunStore::rankLoaded);
        QSignalSpy together(&runs, &RunStore::ranksLoaded);
        QSignalSpy finished(&runs, &RunStore::loadingFinished);
        std::vector<RankNews> news;
        for (int i = 0; i < 100; ++i)
            news.push_back({i, emptyRank(), i % 2 == 0});
        runs.publish(run, news);
        QCOMPARE(seen.size(), 1U);
        QVERIFY(!seen.contains(before));
        QVERIFY(!before->ranks[0]); // what was published stays as it was
        QCOMPARE(one.count(), 100);
        QCOMPARE(together.count(), 1);
        QCOMPARE(finished.count(), 0);
        QCOMPARE(runs.loadedRanks().size(), 50U);
        QCOMPARE(runs.state({run, 1}), RankState::Waiting);
        for (RankNews &n : news)
            n.whole = true;
        runs.publish(run, news);
        QCOMPARE(seen.size(), 2U);
        QCOMPARE(finished.count(), 1);
        runs.publish(run, {{100, emptyRank(), true}, {-1, emptyRank(), true}, {0, nullptr, true}});
        QCOMPARE(one.count(), 200);
    }

    void aThousandRanksReplaceTheRunAFewTimes()
    {
        constexpr int ranks = 1000;
        std::atomic<bool> read{false};
        RunReader reader = rs::test::HeldReader(ranks).reader();
        reader.discover = [](const QStringList &paths, const JobContext &, ImportReport &) {
            return std::vector<Run>{unreadRun(paths.front(), ranks)};
        };
        reader.load = [&read](Run skeleton, const std::vector<int> &only, ThreadPool &, const JobContext &,
                              const LoadEvents &events) {
            for (const int i : only)
                events.onPart(i, emptyRank());
            for (const int i : only) {
                events.onStart(i);
                events.onRank(i, emptyRank());
            }
            read = true;
            return skeleton;
        };
        RunStore runs;
        ViewState state;
        TraceSession session(runs, state, reader);
        std::set<std::shared_ptr<const Run>> seen;
        connect(&runs, &RunStore::rankLoaded, this, [&] { seen.insert(runs.run(0)); });
        // The window is busy while all of them are read.
        connect(&runs, &RunStore::runAdded, &session, [&read] {
            QTimer::singleShot(0, [&read] {
                while (!read)
                    QThread::msleep(1);
            });
        });
        QSignalSpy idle(&session, &TraceSession::idle);
        session.open({QStringLiteral("/data/a")});
        QVERIFY(idle.wait());
        QCOMPARE(runs.loadedRanks().size(), size_t{ranks});
        QVERIFY2(seen.size() <= 3, qPrintable(QString::number(seen.size())));
    }

    void whatIsLeftGoesOnceAndElsewhere()
    {
        std::atomic<int> gone{0};
        std::atomic<int> here{0};
        std::atomic<int> givenBack{0};
        const QThread *const gui = QThread::currentThread();
        {
            DeferredRelease release(nullptr, [&givenBack] { ++givenBack; });
            for (int i = 0; i < 100; ++i) {
                release.take(std::shared_ptr<const void>(new int(i), [&](const int *n) {
                    delete n;
                    ++gone;
                    here += QThread::currentThread() == gui;
                }));
            }
            QCOMPARE(gone.load(), 0); // whoever looks at it now still may
            QTRY_COMPARE(gone.load(), 100);
        }
        QCOMPARE(here.load(), 0);
        QCOMPARE(givenBack.load(), 1);
    }

    void replacedPiecesGiveMemoryBackNowAndThen()
    {
        constexpr int pieces = 50;
        std::atomic<int> givenBack{0};
        QElapsedTimer clock;
        clock.start();
        {
            DeferredRelease release(nullptr, [&givenBack] { ++givenBack; });
            for (int i = 0; i < pieces; ++i) {
                auto held = emptyRank();
                const std::weak_ptr<const RankData> piece = held;
                release.takeReplaced(std::move(held));
                QTRY_VERIFY(piece.expired());
            }
            release.takeReplaced(nullptr);
            release.take(nullptr);
        }
        // However slow the machine is: at most twice a second.
        QVERIFY2(givenBack <= 1 + clock.elapsed() / 500, qPrintable(QString::number(givenBack)));
        QVERIFY(givenBack < pieces);
    }

    void openRunsKnowTheirPathsAndOlderSelves()
    {
        RunStore runs;
        ViewState state;
        DeferredRelease release;
        OpenRuns open(runs, state, release);
        const QString a = QStringLiteral("/data/a");
        const QString b = QStringLiteral("/data/b");
        const int first = open.add(unreadRun(a, 2), {a, b}, false);
        const int second = open.add(unreadRun(b, 3), {a, b}, false);
        QCOMPARE(open.pathsOf(first), QStringList{a});
        QCOMPARE(open.paths(), (QStringList{a, b}));
        QCOMPARE(open.olderSelves({unreadRun(a, 2)}, {a}).runs, std::vector<int>{first});
        QVERIFY(open.olderSelves({unreadRun(QStringLiteral("/data/c"), 2)}, {a}).runs.empty());
        // The first of two databases opened one after the other in one folder is still wanted.
        const QTemporaryDir gathered;
        const auto ofFile = [&gathered](const char *name) {
            Run run = unreadRun(gathered.path(), 1);
            run.infos[0].path = gathered.path();
            run.infos[0].captures = {gathered.filePath(QString::fromLatin1(name))};
            QFile file(run.infos[0].captures.front());
            (void)file.open(QIODevice::WriteOnly);
            return run;
        };
        const int ofZero = open.add(ofFile("ascend_pytorch_profiler_0.db"), {gathered.path()}, false);
        const OpenRuns::Older older = open.olderSelves({ofFile("ascend_pytorch_profiler_1.db")}, {});
        QCOMPARE(older.runs, std::vector<int>{ofZero});
        QCOMPARE(older.missing, QStringList{gathered.filePath(QStringLiteral("ascend_pytorch_profiler_0.db"))});
        open.drop(ofZero);
        open.choose({});
        QCOMPARE(state.currentRank(), (RankRef{first, 0}));
        state.setCurrentRank({second, 2});
        const OpenRuns::Places before = open.places();
        QCOMPARE(before.rank.rank, 2);
        open.drop(second);
        QVERIFY(!open.holds(second));
        QVERIFY(!runs.run(second));
        const int again = open.add(unreadRun(b, 3), {b}, true);
        open.choose(before);
        QCOMPARE(state.currentRank(), (RankRef{again, 2}));
        QCOMPARE(OpenRuns::loadOrder(*runs.run(again), before).front(), 2);
    }

    void anExchangeKeepsWhatTheOtherRanksAre()
    {
        RunStore runs;
        ViewState state;
        DeferredRelease release;
        OpenRuns open(runs, state, release);
        const QString a = QStringLiteral("/data/a");
        const int run = open.add(unreadRun(a, 5), {a}, true);
        const auto rank = emptyRank();
        runs.setRank({run, 0}, rank);
        runs.setRank({run, 1}, emptyRank()); // the one that changes
        runs.setState({run, 2}, RankState::Loading);
        runs.setPart({run, 3}, rank);
        runs.setState({run, 3}, RankState::Displaced);
        runs.setState({run, 4}, RankState::Unloaded);
        const OpenRuns::Exchanged to = open.exchange(run, Run(*runs.run(run)), {0, -1, 2, 3, 4});
        QVERIFY(to.run != run);
        QCOMPARE(to.load, (std::vector<int>{1, 2}));
        QCOMPARE(open.all(), std::vector<int>{to.run});
        QCOMPARE(open.pathsOf(to.run), QStringList{a});
        QCOMPARE(runs.state({to.run, 0}), RankState::Loaded);
        QCOMPARE(runs.rank({to.run, 0}), rank);
        QVERIFY(!runs.rank({to.run, 1}));
        QCOMPARE(runs.state({to.run, 3}), RankState::Displaced);
        QCOMPARE(runs.rank({to.run, 3}), rank);
        QCOMPARE(runs.state({to.run, 4}), RankState::Unloaded);
    }

    void whatACancelledLoadDeliversIsDropped()
    {
        Loading l;
        QSignalSpy changed(&l.loads, &RankLoads::changed);
        l.loads.start(l.run, {0, 1});
        QVERIFY(l.loads.isBusy());
        QCOMPARE(changed.count(), 1);
        QCOMPARE(l.runs.state({l.run, 0}), RankState::Waiting);
        QTRY_COMPARE(l.runs.state({l.run, 0}), RankState::Loaded);
        l.loads.cancel(l.run);
        QVERIFY(!l.loads.isBusy());
        l.go = true;
        QTRY_VERIFY(l.over);
        QCoreApplication::processEvents();
        QVERIFY(!l.runs.rank({l.run, 1}));
    }

    void cancellingAllKeepsWhatWasLoaded()
    {
        Loading l;
        l.loads.start(l.run, {0, 1});
        while (!l.firstRead) // and the window did not hear of it
            QThread::msleep(1);
        QVERIFY(!l.runs.rank({l.run, 0}));
        l.loads.cancelAll();
        l.go = true;
        QCOMPARE(l.runs.state({l.run, 0}), RankState::Loaded);
        QCOMPARE(l.runs.state({l.run, 1}), RankState::Unloaded);
        QVERIFY(!l.loads.isBusy());
    }

    void ranksGiveWayAndAreWantedWhenShownAgain()
    {
        RunStore runs;
        ViewState state;
        DeferredRelease release;
        RankMemory memory(runs, state, release);
        const int run = runs.addRun(unreadRun(QStringLiteral("/data/a"), 2));
        QSignalSpy wanted(&memory, &RankMemory::wanted);
        memory.setLimit(1000);
        MemoryReservation taken(memory.budget());
        QVERIFY(taken.tryGrow(900));
        for (const int i : {0, 1}) {
            runs.setRank({run, i}, emptyRank());
            memory.noteLoaded({run, i}, 450);
        }
        state.setCurrentRank({run, 0});
        memory.setLimit(800);
        QCOMPARE(runs.state({run, 0}), RankState::Loaded); // it is shown
        QCOMPARE(runs.state({run, 1}), RankState::Displaced);
        QCOMPARE(wanted.count(), 0);
        state.setCurrentRank({run, 1});
        QVERIFY(wanted.count() >= 1);
        QCOMPARE(wanted[0][0].value<RankRef>(), (RankRef{run, 1}));
    }

    void lanesStayUntilTheRankIsThereOrIsNot_data()
    {
        QTest::addColumn<QString>("end");
        QTest::addColumn<RankState>("state");
        QTest::newRow("whole") << QStringLiteral("whole") << RankState::Loaded;
        QTest::newRow("failed") << QStringLiteral("failed") << RankState::Failed;
        QTest::newRow("does not fit") << QStringLiteral("does not fit") << RankState::Displaced;
        QTest::newRow("cancelled") << QStringLiteral("cancelled") << RankState::Unloaded;
        QTest::newRow("closed") << QStringLiteral("closed") << RankState::Failed; // as of no rank at all
    }

    void lanesStayUntilTheRankIsThereOrIsNot()
    {
        QFETCH(QString, end);
        QFETCH(RankState, state);
        std::atomic<bool> go{false};
        RunStore runs;
        ViewState viewState;
        DeferredRelease release;
        RankMemory memory(runs, viewState, release);
        OpenRuns open(runs, viewState, release);
        auto trace = smallRank(0, QStringLiteral("/data/a"))->trace;
        const std::weak_ptr<const Trace> held = trace;
        const int run = open.add(unreadRun(QStringLiteral("/data/a"), 1), {QStringLiteral("/data/a")}, true);
        RankLoads loads(runs, viewState, memory, release,
                        [&](const Run &skeleton, const std::vector<int> &, ThreadPool &, const JobContext &,
                            const LoadEvents &events) {
                            events.onStart(0);
                            events.onLanes(0, std::exchange(trace, nullptr));
                            while (!go)
                                QThread::msleep(1);
                            auto data = std::make_shared<RankData>();
                            if (end == QLatin1String("whole"))
                                data->trace = held.lock()->withKinds(
                                    PageVector<SliceKind>(held.lock()->slices().size(), SliceKind::KernelCube),
                                    nullptr);
                            data->overBudget = end == QLatin1String("does not fit");
                            events.onRank(0, end == QLatin1String("failed") ? nullptr : data);
                            return skeleton;
                        });
        const RankRef rank{run, 0};
        QSignalSpy arrived(&runs, &RunStore::lanesArrived);
        QSignalSpy unloaded(&runs, &RunStore::rankUnloaded);
        QSignalSpy loaded(&runs, &RunStore::rankLoaded);
        loads.start(run, {0});
        QTRY_COMPARE(arrived.count(), 1);
        QCOMPARE(runs.lanes(rank), held.lock());
        QCOMPARE(runs.state(rank), RankState::Loading);
        QVERIFY(!runs.rank(rank)); // nobody takes the half for the whole
        QVERIFY(runs.loadedRanks().empty());
        QCOMPARE(loaded.count(), 0);
        bool hadLanes = false; // when it was told that they go
        connect(&runs, &RunStore::rankAboutToUnload, &runs, [&] { hadLanes = runs.lanes(rank) != nullptr; });

        if (end == QLatin1String("cancelled"))
            loads.cancelAll();
        if (end == QLatin1String("closed")) {
            loads.cancel(run);
            open.drop(run);
        }
        go = true;
        QTRY_COMPARE(runs.state(rank), state);
        QTRY_VERIFY(!loads.isBusy());
        const bool whole = state == RankState::Loaded;
        QCOMPARE(runs.lanes(rank), whole ? runs.rank(rank)->trace : nullptr);
        QCOMPARE(unloaded.count(), whole || end == QLatin1String("closed") ? 0 : 1);
        QCOMPARE(hadLanes, unloaded.count() == 1);
        QTRY_VERIFY(held.expired()); // and elsewhere than in the window's turn
    }

    void lanesThatComeWithTheirRankAreNoNews()
    {
        Gathered g;
        const auto load = source();
        const auto whole = smallRank(0, QStringLiteral("/data/a"));
        g.updates.lanes(load, 0, whole->trace);
        g.updates.lanes(load, 1, whole->trace);
        g.updates.ended(load, 0, whole, 1);
        QTRY_COMPARE(g.all.size(), 1U);
        QCOMPARE(g.all[0].ranks.size(), 2U);
        QVERIFY(!g.all[0].ranks[0].lanes && g.all[0].ranks[0].data == whole);
        QVERIFY(g.all[0].ranks[1].lanes == whole->trace && !g.all[0].ranks[1].data && !g.all[0].ranks[1].ended);
    }
};

RS_TEST(TestRankUpdates, QCoreApplication);
#include "tst_rankupdates.moc"
