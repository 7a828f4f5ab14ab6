// SPDX-License-Identifier: Apache-2.0
#include "app/session/tracesession.h"
#include "heldreader.h"
#include "support/testprogram.h"

#include <QSignalSpy>
#include <QTest>

#include <algorithm>

#ifdef Q_OS_LINUX
#include <pthread.h>
#endif

using namespace rs;
using rs::test::HeldReader;

namespace {

struct Bench
{
    explicit Bench(int ranks = 2) : held(ranks), session(runs, state, held.reader()) {}
    [[nodiscard]] int openRuns() const
    {
        int n = 0;
        for (int i = 0; i < runs.count(); ++i)
            n += runs.run(i) ? 1 : 0;
        return n;
    }

    HeldReader held;
    RunStore runs;
    ViewState state;
    TraceSession session;
};

const QString runA = QStringLiteral("/data/a");
const QString runB = QStringLiteral("/data/b");
const QString nothing = QStringLiteral("/data/empty");

#ifdef Q_OS_LINUX
/// As long as it lives the system refuses every new thread: none gets a stack of that size.
class NoThreads
{
public:
    NoThreads()
    {
        pthread_getattr_default_np(&m_before);
        pthread_attr_t huge;
        pthread_getattr_default_np(&huge);
        pthread_attr_setstacksize(&huge, size_t{1} << 46);
        m_refused = pthread_setattr_default_np(&huge) == 0;
        pthread_attr_destroy(&huge);
    }
    ~NoThreads()
    {
        pthread_setattr_default_np(&m_before);
        pthread_attr_destroy(&m_before);
    }
    Q_DISABLE_COPY_MOVE(NoThreads)
    [[nodiscard]] bool isRefused() const { return m_refused; }

private:
    pthread_attr_t m_before{};
    bool m_refused = false;
};
#endif

} // namespace

class TestTraceSession : public QObject
{
    Q_OBJECT
private slots:
    void opensARunAndItsRanks()
    {
        Bench b;
        QSignalSpy idle(&b.session, &TraceSession::idle);
        QSignalSpy opened(&b.session, &TraceSession::opened);
        b.session.open({runA});
        QVERIFY(b.session.isBusy());
        QVERIFY(idle.wait());
        QCOMPARE(opened.count(), 1);
        QCOMPARE(opened[0][0].toStringList(), QStringList{runA});
        QCOMPARE(b.runs.loadedRanks().size(), 2U);
        QCOMPARE(b.state.currentRank(), (RankRef{0, 0}));
        QCOMPARE(b.state.otherRank(), (RankRef{0, 1}));
        QCOMPARE(b.session.openPaths(), QStringList{runA});
        QVERIFY(!b.state.canGoBack());
    }

    void everyFinishedRankIsUsableWhileOthersLoad()
    {
        Bench b(3);
        b.held.holdRanksFrom(1);
        QSignalSpy loaded(&b.runs, &RunStore::rankLoaded);
        b.session.open({runA});
        QVERIFY(loaded.wait());
        QVERIFY(b.runs.rank({0, 0}));
        QVERIFY(!b.runs.rank({0, 1}));
        QTRY_COMPARE(b.runs.state({0, 1}), RankState::Loading);
        QCOMPARE(b.runs.state({0, 2}), RankState::Waiting);
        QVERIFY(b.runs.isLoading());
        QSignalSpy idle(&b.session, &TraceSession::idle);
        b.held.releaseRanks();
        QVERIFY(idle.wait());
        QCOMPARE(b.runs.loadedRanks().size(), 3U);
    }

    void opensRunsBesideEachOther()
    {
        Bench b;
        QSignalSpy idle(&b.session, &TraceSession::idle);
        b.session.open({runA});
        QVERIFY(idle.wait());
        b.session.open({runB});
        QVERIFY(idle.wait());
        QCOMPARE(b.openRuns(), 2);
        QCOMPARE(b.runs.loadedRanks().size(), 4U);
        QCOMPARE(b.state.currentRank(), (RankRef{0, 0}));
        b.session.closeRun(0);
        QCOMPARE(b.openRuns(), 1);
        QCOMPARE(b.state.currentRank(), (RankRef{1, 0}));
        QCOMPARE(b.session.openPaths(), QStringList{runB});
    }

    void openingTheSamePathAgainReplacesTheRun()
    {
        Bench b;
        QSignalSpy idle(&b.session, &TraceSession::idle);
        b.session.open({runA});
        QVERIFY(idle.wait());
        b.session.open({runA + QStringLiteral("/")});
        QVERIFY(idle.wait());
        QCOMPARE(b.openRuns(), 1);
        QVERIFY(!b.runs.run(0));
        QCOMPARE(b.session.openPaths(), QStringList{runA});
    }

    void pathsInQuickSuccessionAreAllOpened()
    {
        Bench b;
        b.held.holdDiscovery();
        QSignalSpy idle(&b.session, &TraceSession::idle);
        b.session.open({runA});
        b.session.open({runB});
        QVERIFY(b.held.waitForDiscoveries(1));
        b.held.releaseDiscovery();
        QVERIFY(idle.wait());
        QCOMPARE(b.openRuns(), 2);
        QCOMPARE(b.runs.loadedRanks().size(), 4U);
    }

    void cancelWhileSearching()
    {
        Bench b;
        b.held.holdDiscovery();
        QSignalSpy opened(&b.session, &TraceSession::opened);
        QSignalSpy notFound(&b.session, &TraceSession::nothingFound);
        b.session.open({runA});
        QVERIFY(b.held.waitForDiscoveries(1));
        QVERIFY(b.session.isSearching());
        b.session.cancel();
        QVERIFY(!b.session.isBusy());
        b.held.releaseDiscovery();
        QTest::qWait(50);
        QCOMPARE(opened.count(), 0);
        QCOMPARE(notFound.count(), 0);
        QVERIFY(b.runs.isEmpty());
    }

    void cancelWhileLoadingKeepsWhatWasLoaded()
    {
        Bench b(3);
        b.held.holdRanksFrom(1);
        QSignalSpy loaded(&b.runs, &RunStore::rankLoaded);
        QSignalSpy ended(&b.runs, &RunStore::loadingFinished);
        b.session.open({runA});
        QVERIFY(loaded.wait());
        b.session.cancel();
        QVERIFY(!b.session.isBusy());
        QTRY_COMPARE(b.held.loadsEndedByCancel(), 1);
        QTest::qWait(20);
        QVERIFY(b.runs.rank({0, 0}));
        QCOMPARE(b.runs.state({0, 1}), RankState::Unloaded);
        QCOMPARE(b.runs.state({0, 2}), RankState::Unloaded);
        QVERIFY(ended.count() >= 1);
        QVERIFY(!b.runs.isLoading());
    }

    void cancelledRanksCanBeLoadedLater()
    {
        Bench b;
        b.held.holdRanksFrom(0);
        b.session.open({runA});
        QVERIFY(b.held.waitForDiscoveries(1));
        QTRY_VERIFY(!b.runs.isEmpty());
        b.session.cancel();
        b.held.releaseRanks();
        QSignalSpy idle(&b.session, &TraceSession::idle);
        b.session.loadRank({0, 1});
        QVERIFY(idle.wait());
        QVERIFY(b.runs.rank({0, 1}));
        QVERIFY(!b.runs.rank({0, 0}));
    }

    void theNewestReloadWins()
    {
        Bench b;
        QSignalSpy idle(&b.session, &TraceSession::idle);
        b.session.open({runA});
        QVERIFY(idle.wait());
        b.held.holdRanksFrom(0);
        b.session.reload();
        QVERIFY(b.held.waitForDiscoveries(2));
        QTRY_COMPARE(b.runs.count(), 2);
        QVERIFY(b.held.waitForLoads(2));
        b.session.reload();
        QTRY_COMPARE(b.runs.count(), 3);
        QTRY_COMPARE(b.held.loadsEndedByCancel(), 1);
        b.held.releaseRanks();
        QTRY_VERIFY(!b.session.isBusy());
        QCOMPARE(b.openRuns(), 1);
        QVERIFY(b.runs.run(2));
        QCOMPARE(b.runs.loadedRanks(), (std::vector<RankRef>{{2, 0}, {2, 1}}));
    }

    void reloadKeepsTheChosenRanks()
    {
        Bench b(3);
        QSignalSpy idle(&b.session, &TraceSession::idle);
        b.session.open({runA});
        QVERIFY(idle.wait());
        b.state.setCurrentRank({0, 2});
        b.state.setOtherRank({0, 0});
        Selection selected;
        selected.kind = Selection::Kind::Rank;
        selected.rank = {0, 2};
        b.state.select(selected);
        b.state.setStep(QStringLiteral("2"));
        b.state.setRankGroup({0, QStringLiteral("TP"), {0, 2, 77}});
        TimeOffsets offsets;
        offsets.setRank({0, 1}, 5'000);
        offsets.setAligned({0, 2}, -7'000, {3, 100});
        offsets.setDevice({0, 0}, 11);
        offsets.setLane({0, 2}, LaneId{4}, 13, OffsetReason::Slices);
        b.state.setOffsets(offsets);
        DiagnosisThresholds thresholds;
        thresholds.computeDeviation = 0.2;
        b.state.setThresholds(thresholds);
        b.session.reload();
        QVERIFY(idle.wait());
        QCOMPARE(b.state.rankGroup(), (ShownRanks{1, QStringLiteral("TP"), {0, 2}}));
        QCOMPARE(b.state.step(), QStringLiteral("2"));
        QVERIFY(b.state.thresholds() == thresholds);
        QVERIFY(b.state.offsets() == offsets.moved([](RankRef rank) { return RankRef{1, rank.index}; }));
        QCOMPARE(b.state.offsets().ofRank({1, 1}), 5'000);
        QCOMPARE(b.state.offsets().driftOf({1, 2}).ppm, 3.0);
        QCOMPARE(b.state.offsets().ofLane({1, 2}, LaneId{4}), 13);
        QCOMPARE(b.state.currentRank(), (RankRef{1, 2}));
        QCOMPARE(b.state.otherRank(), (RankRef{1, 0}));
        QCOMPARE(b.state.selection().kind, Selection::Kind::Rank);
        QCOMPARE(b.state.selection().rank, (RankRef{1, 2}));
    }

    // Captures of the dynamic profiler are runs of one path.
    void reloadKeepsTheCapture()
    {
        HeldReader held(2);
        RunReader reader = held.reader();
        reader.discover = [](const QStringList &paths, const JobContext &, ImportReport &) {
            std::vector<Run> runs;
            for (const char *const apart : {"start2_stop5", "start8_stop10"}) {
                Run run = test::unreadRun(paths.front(), 2);
                run.apart = QString::fromLatin1(apart);
                runs.push_back(std::move(run));
            }
            return runs;
        };
        RunStore runs;
        ViewState state;
        TraceSession session(runs, state, reader);
        QSignalSpy idle(&session, &TraceSession::idle);
        session.open({runA});
        QVERIFY(idle.wait());
        state.setCurrentRank({1, 1});
        state.setBaseRank({0, 1});
        state.setOtherRank({1, 1});
        state.setRankGroup({1, QStringLiteral("TP"), {1}});
        TimeOffsets offsets;
        offsets.setRank({1, 0}, 5'000);
        state.setOffsets(offsets);
        // Twice: the runs have other places then.
        for (const int first : {2, 4}) {
            session.reload();
            QVERIFY(idle.wait());
            QCOMPARE(state.currentRank(), (RankRef{first + 1, 1}));
            QCOMPARE(state.baseRank(), (RankRef{first, 1}));
            QCOMPARE(state.otherRank(), (RankRef{first + 1, 1}));
            QCOMPARE(state.rankGroup(), (ShownRanks{first + 1, QStringLiteral("TP"), {1}}));
            QCOMPARE(state.offsets().ofRank({first + 1, 0}), 5'000);
            QCOMPARE(state.offsets().ofRank({first, 0}), 0);
        }
    }

    // A link by the numbers of its ranks, and an operator by its name; the rank that is looked at may be another one.
    void reloadKeepsTheChosenLink()
    {
        Bench b(3);
        QSignalSpy idle(&b.session, &TraceSession::idle);
        b.session.open({runA});
        QVERIFY(idle.wait());
        Selection link;
        link.kind = Selection::Kind::Link;
        link.rank = {0, 2};
        link.source = 2;
        link.destination = 1;
        link.text = QStringLiteral("Total Op Info");
        b.state.select(link);
        b.state.setCurrentRank({0, 0});
        b.session.reload();
        QVERIFY(idle.wait());
        link.rank.run = 1;
        QCOMPARE(b.state.selection(), link);
        QCOMPARE(b.state.currentRank(), (RankRef{1, 0}));
        Selection op;
        op.kind = Selection::Kind::Operator;
        op.rank = {1, 1};
        op.text = QStringLiteral("hcom_allReduce__534_0_1");
        b.state.select(op);
        b.session.reload();
        QVERIFY(idle.wait());
        op.rank.run = 2;
        QCOMPARE(b.state.selection(), op);
        // Numbers of slices are those of the trace that was read.
        Selection slice;
        slice.kind = Selection::Kind::Slice;
        slice.rank = {2, 1};
        slice.slice = SliceId{0};
        b.state.select(slice);
        b.session.reload();
        QVERIFY(idle.wait());
        QCOMPARE(b.state.selection().kind, Selection::Kind::None);
    }

    // MindSpore and PyTorch ranks below one parent: two runs of one path.
    void frameworksThatShareAPathStayApart()
    {
        HeldReader held;
        RunStore runs;
        ViewState state;
        RunReader reader = held.reader();
        bool both = true;
        reader.discover = [&both, one = reader.discover](const QStringList &paths, const JobContext &job,
                                                         ImportReport &report) {
            std::vector<Run> out = one(paths, job, report);
            out.front().framework = Framework::MindSpore;
            if (both) {
                out.push_back(out.front());
                out.back().framework = Framework::PyTorch;
            }
            return out;
        };
        TraceSession session(runs, state, reader);
        QSignalSpy idle(&session, &TraceSession::idle);
        const auto frameworkOf = [&](RankRef ref) {
            return runs.run(ref.run) ? runs.run(ref.run)->framework : Framework::Unknown;
        };
        session.open({runA});
        QVERIFY(idle.wait());
        QCOMPARE(runs.loadedRanks().size(), 4U);
        state.setCurrentRank({1, 1});
        state.setOtherRank({1, 0});
        session.reload();
        QVERIFY(idle.wait());
        QCOMPARE(runs.loadedRanks().size(), 4U);
        QCOMPARE(frameworkOf(state.currentRank()), Framework::PyTorch);
        QCOMPARE(frameworkOf(state.otherRank()), Framework::PyTorch);
        QCOMPARE(state.currentRank().index, 1);

        // Opening one of the two again leaves the other alone.
        both = false;
        session.open({runA});
        QVERIFY(idle.wait());
        QCOMPARE(runs.loadedRanks().size(), 4U);
        QCOMPARE(frameworkOf(state.currentRank()), Framework::PyTorch);
    }

    void closingWhileLoadingDropsWhatStillArrives()
    {
        Bench b;
        b.held.holdRanksFrom(1);
        QSignalSpy loaded(&b.runs, &RunStore::rankLoaded);
        b.session.open({runA});
        QVERIFY(loaded.wait());
        b.session.closeRun(0);
        QVERIFY(!b.session.isBusy());
        b.held.releaseRanks();
        QTest::qWait(50);
        QCOMPARE(loaded.count(), 1);
        QVERIFY(b.runs.isEmpty());
        QVERIFY(!b.state.currentRank().isValid());
    }

    void destroyedWhileLoading()
    {
        HeldReader held;
        RunStore runs;
        ViewState state;
        held.holdRanksFrom(1);
        {
            TraceSession session(runs, state, held.reader());
            session.open({runA});
            QVERIFY(held.waitForDiscoveries(1));
            QTRY_VERIFY(!runs.isEmpty());
            QVERIFY(held.waitForLoads(1));
        }
        QCOMPARE(held.loadsEndedByCancel(), 1);
        QCoreApplication::processEvents();
        QVERIFY(!runs.rank({0, 1}));
    }

    void unloadAndLoadARank()
    {
        Bench b;
        QSignalSpy idle(&b.session, &TraceSession::idle);
        b.session.open({runA});
        QVERIFY(idle.wait());
        const std::weak_ptr<const RankData> held = b.runs.rank({0, 1});
        b.session.unloadRank({0, 1});
        QCOMPARE(b.runs.state({0, 1}), RankState::Unloaded);
        QTRY_VERIFY(held.expired());
        b.session.loadRank({0, 1});
        QVERIFY(idle.wait());
        QVERIFY(b.runs.rank({0, 1}));
    }

    void tellsWhenNothingWasFound()
    {
        Bench b;
        QSignalSpy notFound(&b.session, &TraceSession::nothingFound);
        b.session.open({nothing});
        QVERIFY(notFound.wait());
        QCOMPARE(notFound[0][0].toStringList(), QStringList{nothing});
        const auto findings = notFound[0][1].value<std::vector<Finding>>();
        QCOMPARE(findings.size(), 1U);
        QCOMPARE(findings[0].code, QStringLiteral("discovery.nothing"));
        QVERIFY(!b.session.isBusy());
        QVERIFY(b.runs.isEmpty());
    }

    void findingsOfDiscoveryReachTheRun()
    {
        Bench b;
        QSignalSpy idle(&b.session, &TraceSession::idle);
        b.session.open({runA, nothing});
        QVERIFY(idle.wait());
        QStringList codes;
        for (const Finding &f : b.runs.findings(0))
            codes.append(f.code);
        codes.sort();
        QCOMPARE(codes, QStringList({QStringLiteral("csv.row-width"), QStringLiteral("discovery.nothing")}));
    }

    void withoutThreadsTheRunIsReadAndSaysSo()
    {
#ifdef Q_OS_LINUX
        Bench b;
        {
            const NoThreads none;
            if (!none.isRefused())
                QSKIP("this system gives threads of any size");
            QSignalSpy idle(&b.session, &TraceSession::idle);
            b.session.open({runA});
            QVERIFY(idle.wait());
        }
        QCOMPARE(b.runs.loadedRanks().size(), 2U);
        const auto said = [&b] {
            const std::vector<Finding> all = b.runs.findings(0);
            return std::count_if(all.begin(), all.end(),
                                 [](const Finding &f) { return f.code == QLatin1String("memory.threads"); });
        };
        QCOMPARE(said(), 1);
        // With threads again it has nothing to say.
        QSignalSpy idle(&b.session, &TraceSession::idle);
        b.session.reload();
        QVERIFY(idle.wait());
        const auto open = b.runs.run(1) ? 1 : 0;
        const std::vector<Finding> all = b.runs.findings(open);
        QVERIFY(std::none_of(all.begin(), all.end(),
                             [](const Finding &f) { return f.code == QLatin1String("memory.threads"); }));
#endif
    }
};

RS_TEST(TestTraceSession, QCoreApplication);
#include "tst_tracesession.moc"
