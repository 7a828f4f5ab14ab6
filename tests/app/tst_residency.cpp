// SPDX-License-Identifier: Apache-2.0
#include "app/shell/mainwindow.h"
#include "app/session/residency.h"
#include "app/session/settings.h"
#include "app/shell/workbench.h"
#include "heldreader.h"
#include "support/testprogram.h"

#include <QApplication>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace rs;
using rs::test::HeldReader;
using rs::test::smallRank;

namespace {

const QString runA = QStringLiteral("/data/a");

qint64 rankBytes()
{
    return smallRank(0, runA)->bytesUsed();
}

// Ranks that reserve what they take, as those of real files do.
RunReader countingReader(HeldReader &held)
{
    struct Held
    {
        std::shared_ptr<const RankData> data;
        MemoryReservation reservation;
    };
    RunReader out = held.reader();
    out.load = [](Run skeleton, const std::vector<int> &only, ThreadPool &, const JobContext &job,
                  const LoadEvents &events) {
        for (const int i : only) {
            if (job.isCanceled())
                return skeleton;
            events.onStart(i);
            const auto data = smallRank(i, skeleton.infos[static_cast<size_t>(i)].path);
            events.onPart(i, data->withoutTrace());
            MemoryReservation reservation(job.sharedBudget());
            if (reservation.tryGrow(rankBytes())) {
                const auto kept = std::make_shared<Held>(Held{data, std::move(reservation)});
                events.onRank(i, {kept, kept->data.get()});
                continue;
            }
            auto part = std::make_shared<RankData>(*data->withoutTrace());
            part->overBudget = true;
            events.onRank(i, part);
        }
        return skeleton;
    };
    return out;
}

struct Bench
{
    explicit Bench(int ranks, double fits) : held(ranks), session(runs, state, countingReader(held))
    {
        session.setMemoryLimit(static_cast<qint64>(fits * static_cast<double>(rankBytes())));
    }
    // "LLD": loaded, loaded, displaced.
    [[nodiscard]] QString states() const
    {
        QString out;
        for (const RankRef ref : runs.allRanks()) {
            const RankState s = runs.state(ref);
            out += s == RankState::Loaded      ? u'L'
                   : s == RankState::Displaced ? u'D'
                   : s == RankState::Unloaded  ? u'U'
                                               : u'?';
        }
        return out;
    }
    HeldReader held;
    RunStore runs;
    ViewState state;
    TraceSession session;
};

// The program's window with three ranks, of which so many fit.
struct ShownWindow
{
    explicit ShownWindow(double fits)
    {
        window.resize(1400, 900);
        window.show();
        QSignalSpy idle(&bench.session(), &TraceSession::idle);
        bench.session().setMemoryLimit(static_cast<qint64>(fits * static_cast<double>(rankBytes())));
        bench.session().open({runA});
        isLoaded = idle.wait();
    }

    QTemporaryDir dir;
    Settings settings{dir.filePath(QStringLiteral("s.ini"))};
    HeldReader held{3};
    Workbench bench{settings, countingReader(held)};
    MainWindow window{bench};
    bool isLoaded = false;
};

} // namespace

class TestResidency : public QObject
{
    Q_OBJECT
private slots:
    void whatDoesNotFitSaysSo()
    {
        Bench b(5, 3.6);
        QSignalSpy idle(&b.session, &TraceSession::idle);
        QSignalSpy told(&b.session, &TraceSession::memoryBudgetReached);
        b.session.open({runA});
        QVERIFY(idle.wait());
        QCOMPARE(b.states(), QStringLiteral("LLLDD"));
        QCOMPARE(told.count(), 1);
        QCOMPARE(b.runs.loadedRanks().size(), size_t(3));
        QVERIFY(b.session.memory().used() <= b.session.memory().limit());
        // The small part stays, for the overview.
        const auto part = b.runs.rank({0, 4});
        QVERIFY(part && !part->trace && !part->kernels);
        QCOMPARE(part->info.rank, 4);
    }

    void theRankUsedLongestAgoGivesWay()
    {
        Bench b(5, 3.6);
        QSignalSpy idle(&b.session, &TraceSession::idle);
        b.session.open({runA});
        QVERIFY(idle.wait());
        QCOMPARE(b.state.currentRank().index, 0);
        QCOMPARE(b.state.otherRank().index, 1);
        // Nobody has looked at rank 2.
        b.state.setCurrentRank({0, 4});
        QTRY_COMPARE(b.states(), QStringLiteral("LLDDL"));
        // Rank 0 was looked at before rank 4.
        b.state.setCurrentRank({0, 3});
        QTRY_COMPARE(b.states(), QStringLiteral("DLDLL"));
        QVERIFY(b.session.memory().used() <= b.session.memory().limit());
        // A click in the explorer is a selection; it loads too.
        Selection s;
        s.kind = Selection::Kind::Rank;
        s.rank = {0, 0};
        b.state.select(s);
        QTRY_COMPARE(b.runs.state({0, 0}), RankState::Loaded);
        QTRY_VERIFY(!b.session.isBusy());
        QCOMPARE(b.runs.state({0, 4}), RankState::Displaced);
    }

    void shownRanksStay()
    {
        Bench b(5, 100);
        QSignalSpy idle(&b.session, &TraceSession::idle);
        b.session.open({runA});
        QVERIFY(idle.wait());
        QCOMPARE(b.states(), QStringLiteral("LLLLL"));
        BoxSelection box;
        box.window = {0, 10};
        box.parts.push_back({{0, 3}, LaneId{0}, 0});
        b.state.setBox(box);
        const auto held = b.runs.rank({0, 4});
        b.session.setMemoryLimit(1);
        QCOMPARE(b.states(), QStringLiteral("LLDLD"));
        QVERIFY(held->trace); // who still holds a rank keeps it whole
    }

    void pinnedRanksStay()
    {
        Bench b(5, 4.6);
        QSignalSpy idle(&b.session, &TraceSession::idle);
        b.session.open({runA});
        QVERIFY(idle.wait());
        QCOMPARE(b.states(), QStringLiteral("LLLLD"));
        // Beside the current rank and its partner in comparisons, rank 2 has a pinned lane.
        b.state.setHeldRanks({{0, 2}});
        for (const int i : {4, 3, 0, 4}) {
            b.state.setCurrentRank({0, i});
            QTRY_COMPARE(b.runs.state({0, i}), RankState::Loaded);
            QCOMPARE(b.runs.state({0, 2}), RankState::Loaded);
        }
        QTRY_VERIFY(!b.session.isBusy());
        b.session.setMemoryLimit(1);
        QCOMPARE(b.runs.state({0, 2}), RankState::Loaded);
        QVERIFY(b.runs.state({0, 0}) == RankState::Displaced && b.runs.state({0, 3}) == RankState::Displaced);
        b.state.setHeldRanks({});
        b.session.setMemoryLimit(1);
        QCOMPARE(b.runs.state({0, 2}), RankState::Displaced);
        // A pin of a rank that gave way loads it again when there is room.
        b.session.setMemoryLimit(rankBytes() * 10);
        b.state.setHeldRanks({{0, 3}});
        QTRY_COMPARE(b.runs.state({0, 3}), RankState::Loaded);
    }

    void pinnedRanksBeyondTheBudgetAreNotTriedForEver()
    {
        Bench b(5, 2.5);
        QSignalSpy idle(&b.session, &TraceSession::idle);
        b.session.open({runA});
        QVERIFY(idle.wait());
        b.state.setHeldRanks({{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}});
        QTRY_VERIFY(!b.session.isBusy());
        const QString before = b.states();
        QVERIFY(before.count(u'L') >= 2 && before.count(u'D') >= 1);
        b.state.revealSlice({0, 0}, SliceId{0});
        b.state.select({});
        QVERIFY(!b.session.isBusy());
        QCOMPARE(b.states(), before);
    }

    void whatIsShownComesBackWithTheMemory()
    {
        Bench b(2, 1.2);
        QSignalSpy idle(&b.session, &TraceSession::idle);
        b.session.open({runA});
        QVERIFY(idle.wait());
        QCOMPARE(b.states(), QStringLiteral("LD"));
        b.session.setMemoryLimit(rankBytes() * 10);
        QTRY_COMPARE(b.states(), QStringLiteral("LL"));
        b.session.unloadRank({0, 1});
        b.session.setMemoryLimit(0);
        QCOMPARE(b.states(), QStringLiteral("LU")); // what the user unloaded stays so
    }

    void aRankLargerThanTheBudgetEnds()
    {
        Bench b(2, 0.5);
        QSignalSpy idle(&b.session, &TraceSession::idle);
        QSignalSpy told(&b.session, &TraceSession::memoryBudgetReached);
        b.session.open({runA});
        QVERIFY(idle.wait());
        QCOMPARE(b.states(), QStringLiteral("DD"));
        QVERIFY(told.count() >= 1);
        QVERIFY(b.session.wasOverBudget());
        QTRY_COMPARE(b.session.memory().used(), qint64(0));
        b.session.closeAll();
        QVERIFY(!b.session.isBusy());
    }

    void anotherCaptureLeavesTheOthersAsTheyAre()
    {
        HeldReader held(5);
        RunStore runs;
        ViewState state;
        RunReader reader = countingReader(held);
        reader.useCapture = [](Run &run, int index, const QString &folder, const JobContext &) {
            run.infos[static_cast<size_t>(index)].path = folder;
            return true;
        };
        TraceSession session(runs, state, reader);
        session.setMemoryLimit(rankBytes() * 37 / 10);
        QSignalSpy idle(&session, &TraceSession::idle);
        session.open({runA});
        QVERIFY(idle.wait());
        session.unloadRank({0, 2});
        session.useCapture({0, 0}, QStringLiteral("/data/a/older"));
        QVERIFY(idle.wait());
        QVERIFY(!runs.run(0));
        QCOMPARE(runs.state({1, 0}), RankState::Loaded);
        QCOMPARE(runs.rank({1, 0})->info.path, QStringLiteral("/data/a/older"));
        QCOMPARE(runs.state({1, 1}), RankState::Loaded);
        QCOMPARE(runs.state({1, 2}), RankState::Unloaded);
        QCOMPARE(runs.state({1, 3}), RankState::Displaced);
        QVERIFY(runs.rank({1, 4}) && !runs.rank({1, 4})->trace);
    }

    void victimsAreUnshownAndEnough()
    {
        RunStore runs;
        ViewState state;
        Run run;
        for (int i = 0; i < 4; ++i) {
            RankInfo info;
            info.rank = i;
            FileEntry file;
            file.used = true;
            file.bytes = 1000;
            file.path = i == 3 ? QStringLiteral("/t.json.gz") : QStringLiteral("/t.json");
            info.files = {file};
            run.infos.push_back(info);
        }
        runs.addRun(run);
        Residency residency(runs, state);
        QVERIFY(residency.victims(1).empty());
        QCOMPARE(residency.needOf({0, 1}), qint64(450));
        QCOMPARE(residency.needOf({0, 3}), qint64(4500));
        QCOMPARE(residency.needOf({7, 7}), qint64(0));
        for (int i = 0; i < 4; ++i) {
            runs.setRank({0, i}, smallRank(i, runA));
            residency.noteBytes({0, i}, 100);
        }
        using Refs = std::vector<RankRef>;
        QCOMPARE(residency.victims(0), Refs());
        QCOMPARE(residency.victims(1), (Refs{{0, 3}}));
        QCOMPARE(residency.victims(101), (Refs{{0, 3}, {0, 2}}));
        state.setCurrentRank({0, 3});
        residency.noteUse();
        state.setCurrentRank({0, 2});
        residency.noteUse();
        QCOMPARE(residency.victims(10000), (Refs{{0, 1}, {0, 0}, {0, 3}}));
        QCOMPARE(residency.needOf({0, 1}), qint64(150));
        residency.forgetRun(0);
        QVERIFY(residency.needOf({0, 1}) != qint64(150));
    }

    void everyViewSurvivesRanksThatGo()
    {
        ShownWindow w(100);
        QVERIFY(w.isLoaded);
        Workbench &bench = w.bench;
        MainWindow &window = w.window;
        for (DockView *const view : window.docks().views()) {
            bench.session().setMemoryLimit(0);
            bench.state().setCurrentRank({0, 0});
            bench.state().setOtherRank({0, 1});
            for (int i = 0; i < 3; ++i)
                bench.session().loadRank({0, i});
            QTRY_COMPARE(bench.runs().loadedRanks().size(), size_t(3));
            window.docks().showView(view->id());
            bench.state().revealSlice({0, 2}, SliceId{1});
            BoxSelection box;
            box.window = {0, 1'000'000'000};
            for (int i = 0; i < 3; ++i)
                box.parts.push_back({{0, i}, LaneId{0}, 0});
            bench.state().setBox(box);
            QTest::qWait(30);
            std::vector<std::weak_ptr<const RankData>> gone;
            for (int i = 2; i >= 0; --i) {
                gone.push_back(bench.runs().rank({0, i}));
                bench.runs().displace({0, i});
                QVERIFY(!bench.runs().rank({0, i})->trace);
                QTest::qWait(10);
                QVERIFY(!view->grab().isNull());
            }
            bench.state().setBox({});
            bench.state().select({});
            // Nobody holds on to what gave way: its memory is what the next rank needs.
            for (const auto &rank : gone)
                QTRY_VERIFY2(rank.expired(), qPrintable(view->id()));
            window.docks().showView(view->id()); // what is folded away has no size
            QTest::qWait(10);
            QVERIFY(!view->grab().isNull());
        }
    }

    void noViewKeepsTheRoomThatARankNeeds()
    {
        ShownWindow w(2.5);
        QVERIFY(w.isLoaded);
        Workbench &bench = w.bench;
        MainWindow &window = w.window;
        const auto complete = [&window] {
            const auto views = window.docks().views();
            return std::all_of(views.begin(), views.end(), [](const DockView *v) { return v->isComplete(); });
        };
        QTRY_VERIFY(complete());
        QCOMPARE(bench.runs().state({0, 2}), RankState::Displaced);
        bench.state().setOtherRank({0, 0});
        bench.state().setCurrentRank({0, 2});
        QTRY_COMPARE(bench.runs().state({0, 2}), RankState::Loaded);
        QCOMPARE(bench.runs().state({0, 0}), RankState::Loaded);
        QCOMPARE(bench.runs().state({0, 1}), RankState::Displaced);
    }

    void ranksGiveWayToWhatIsComputed()
    {
        Bench b(3, 3.6);
        QSignalSpy idle(&b.session, &TraceSession::idle);
        b.session.open({runA});
        QVERIFY(idle.wait());
        QCOMPARE(b.states(), QStringLiteral("LLL"));
        ThreadPool pool(1);
        pool.setBudget(b.session.sharedMemory());
        LatestJob<int> job;
        QList<Shortage> told;
        job.onOutOfMemory([&](Shortage lack) { told << lack; });
        const qint64 more = b.session.memory().limit() - b.session.memory().used() + 1;
        int results = 0;
        const auto start = [&](qint64 bytes) {
            job.start(
                pool,
                [bytes](const JobContext &context) {
                    MemoryReservation(context.sharedBudget()).hold(bytes);
                    return 1;
                },
                [&](int n) { results += n; });
        };
        start(more);
        QTRY_COMPARE(results, 1);
        QCOMPARE(b.states(), QStringLiteral("LLD"));
        QVERIFY(told.isEmpty());
        // The two that are shown stay.
        start(b.session.memory().limit());
        QTRY_COMPARE(told, QList<Shortage>{Shortage::Budget});
        QCOMPARE(b.states(), QStringLiteral("LLD"));
        QCOMPARE(results, 1);
    }
};

RS_TEST(TestResidency, QApplication);
#include "tst_residency.moc"
