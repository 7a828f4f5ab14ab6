// SPDX-License-Identifier: Apache-2.0
#include "app/shell/collapsibledockarea.h"
#include "app/shell/mainwindow.h"
#include "app/session/sessionfile.h"
#include "app/shell/sessionkeeper.h"
#include "app/session/sessionstate.h"
#include "heldreader.h"
#include "support/fixtures.h"
#include "support/testprogram.h"
#include "views/state/rankname.h"
#include "views/browse/selectionview.h"
#include "views/page/page.h"
#include "views/browse/systemview.h"
#include "views/tables/tableview.h"
#include "views/timeline/timelineview.h"

#include <QApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace rs;
using rs::test::HeldReader;

namespace {

QString write(const QString &path, const QByteArray &text)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? path : QString();
}

Session sample()
{
    Session s;
    s.savedAt = QStringLiteral("2026-01-02T03:04:05Z");
    s.runs.push_back({QStringLiteral("/data/run"),
                      {QStringLiteral("/data/run")},
                      {{QStringLiteral("/data/run/t.json"), 9'007'199'254'740'993, QStringLiteral("ab")}}});
    s.state = {{QStringLiteral("step"), QStringLiteral("3")}};
    s.views[QStringLiteral("timeline")] = {{QStringLiteral("pins"), QJsonArray()}};
    s.front = {QStringLiteral("timeline"), QStringLiteral("search")};
    s.folded = true;
    return s;
}

/// A window over a reader without files, with a folder for automatic sessions.
struct Window
{
    explicit Window(const QString &ini, const QString &sessions = {})
        : settings(ini), bench(settings, held.reader()), window(std::make_unique<MainWindow>(bench, sessions))
    {
        bench.language().use(QStringLiteral("en"));
        window->resize(1000, 700);
        window->show();
    }
    bool load(const QString &path)
    {
        QSignalSpy idle(&bench.session(), &TraceSession::idle);
        window->open({path});
        return idle.wait();
    }

    HeldReader held;
    Settings settings;
    Workbench bench;
    std::unique_ptr<MainWindow> window;
};

} // namespace

class TestSessionFile : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void writesWhatItReads();
    void refusesWhatIsNone_data();
    void refusesWhatIsNone();
    void toleratesWrongTypes();
    void partsOfTheWrongKindAreTold_data();
    void partsOfTheWrongKindAreTold();
    void whatTheWindowHasIsOfItsOwnKind();
    void onlySoManyRunsAreOpened();
    void aPipeIsNoSession();
    void survivesCutsAtEveryByte();
    void samplesTellChangesApart();
    void comparesInputs();
    void stateComesBackExactly();
    void captureOfARank();
    void nonsenseInAStateIsLeftOut();
    void bringsAWindowBack();
    void takesThePlaceOfWhatIsOpen();
    void bringsTheArrangementOfLanesBack();
    void bringsTheFrontBack();
    void bringsTheFiltersOfTablesBack();
    void arrangementsAreThereForEveryRun();
    void brokenEntriesAreToldAndSkipped();
    void lanesOfUnloadedRanksAreKept();
    void opensWithMissingRanks();
    void keepsASessionForACrash();
    void eachSessionThatWasLeftIsOffered();
    void aSessionWhoseRunIsGoneStays();
    void damagedSessionsStay();
    void otherProgramsSessionsAreLeftAlone();
    void whatAKilledWriterLeftIsRemoved();
    void saysWhichInputsChanged();
    void findsARunThatMovedWithTheFile_data();
    void findsARunThatMovedWithTheFile();
    void saysThatNothingIsThere();

private:
    QTemporaryDir m_folder;
    QString m_ini;
    std::unique_ptr<Window> m_window;
};

void TestSessionFile::init()
{
    static int n = 0;
    m_ini = m_folder.filePath(QStringLiteral("settings-%1.ini").arg(++n));
}

void TestSessionFile::writesWhatItReads()
{
    const QString path = m_folder.filePath(QStringLiteral("a.rankscope"));
    QCOMPARE(SessionFile::write(path, sample()), QString());
    QVERIFY(SessionFile::looksLikeOne(path));
    const auto back = SessionFile::read(path);
    QCOMPARE(back.error, QString());
    QCOMPARE(back.session.runs, sample().runs);
    QCOMPARE(back.session.state, sample().state);
    QCOMPARE(back.session.views, sample().views);
    QCOMPARE(back.session.front, sample().front);
    QCOMPARE(back.session.folded, sample().folded);
    QCOMPARE(back.session.savedAt, sample().savedAt);
    QVERIFY(!SessionFile::write(m_folder.filePath(QStringLiteral("no/folder/a")), sample()).isEmpty());
    QVERIFY(!SessionFile::read(m_folder.filePath(QStringLiteral("nothing"))).error.isEmpty());
}

void TestSessionFile::refusesWhatIsNone_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("why");
    QTest::newRow("empty") << QByteArray() << QStringLiteral("not JSON");
    QTest::newRow("a trace") << QByteArray(R"({"traceEvents":[]})") << QStringLiteral("not a session");
    QTest::newRow("a list") << QByteArray("[1]") << QStringLiteral("not a session");
    QTest::newRow("newer") << QByteArray(R"({"format":"rankscope-session","version":99,"runs":[{"path":"/x"}]})")
                           << QStringLiteral("version 99");
    QTest::newRow("no runs") << QByteArray(R"({"format":"rankscope-session","version":1})")
                             << QStringLiteral("names no run");
}

void TestSessionFile::refusesWhatIsNone()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, why);
    const QString error = SessionFile::parse(text).error;
    QVERIFY2(error.contains(why), qPrintable(error));
}

void TestSessionFile::toleratesWrongTypes()
{
    const auto parsed =
        SessionFile::parse(R"({"format":"rankscope-session","version":1,"state":7,"views":{"timeline":"x"},"savedAt":{},
        "runs":[3,{"path":"/a","opened":"/b","inputs":[1,{"path":5},{"path":"/f","bytes":12}]},{"opened":[1,"/c"]}]})");
    QCOMPARE(parsed.error, QString());
    QCOMPARE(parsed.session.runs.size(), size_t{2});
    QCOMPARE(parsed.session.runs[0].inputs.size(), size_t{1});
    QCOMPARE(parsed.session.paths(), (QStringList{QStringLiteral("/a"), QStringLiteral("/c")}));
    QVERIFY(parsed.session.state.isEmpty());
    // The state, the view, when it was saved, and three runs.
    QCOMPARE(parsed.session.leftOut.size(), 4);
}

void TestSessionFile::partsOfTheWrongKindAreTold_data()
{
    QTest::addColumn<QByteArray>("part");
    QTest::addColumn<QString>("name");
    const auto row = [](const char *part, const char *name) {
        QTest::newRow(part) << QByteArray(part) << QString::fromLatin1(name);
    };
    row(R"("savedAt":7)", "savedAt");
    row(R"("state":[])", "state");
    row(R"("views":[])", "views");
    row(R"("views":{"timeline":[]})", "views.timeline");
    row(R"("views":{"sql":"x"})", "views.sql");
    row(R"("front":{})", "front");
    row(R"("front":["timeline",5])", "front");
    row(R"("state":{"rank":"x"})", "state.rank");
    row(R"("state":{"baseRank":5})", "state.baseRank");
    row(R"("state":{"otherRank":[]})", "state.otherRank");
    row(R"("state":{"step":5})", "state.step");
    row(R"("state":{"domain":[]})", "state.domain");
    row(R"("state":{"workspace":5})", "state.workspace");
    row(R"("state":{"flows":"all"})", "state.flows");
    row(R"("state":{"marks":"x"})", "state.marks");
    row(R"("state":{"bookmarks":[]})", "state.bookmarks");
    row(R"("state":{"offsets":{}})", "state.offsets");
    row(R"("state":{"timeFormat":"x"})", "state.timeFormat");
    row(R"("state":{"derivedLanes":"yes"})", "state.derivedLanes");
    row(R"("state":{"window":"x"})", "time span");
    row(R"("state":{"timeSelection":[]})", "time selection");
    row(R"("state":{"box":5})", "box");
    row(R"("views":{"timeline":{"pins":"x"}})", "about lanes");
    row(R"("views":{"timeline":{"filter":"x"}})", "about lanes");
    row(R"("views":{"timeline":{"presets":{}}})", "about lanes");
    row(R"("views":{"compare":{"top":"x"}})", "views.compare.top");
    row(R"("views":{"communication":{"pages":[]}})", "views.communication.pages");
    row(R"("views":{"sql":{"tableFilters":"x"}})", "views.sql.tableFilters");
}

// By one sentence with the name of the part, and no other.
void TestSessionFile::partsOfTheWrongKindAreTold()
{
    QFETCH(const QByteArray, part);
    QFETCH(const QString, name);
    // One for all rows: a session takes the place of what is open.
    if (!m_window)
        m_window = std::make_unique<Window>(m_ini);
    Window &w = *m_window;
    const QString path =
        write(m_folder.filePath(QStringLiteral("kinds.rankscope")),
              R"({"format":"rankscope-session","runs":[{"path":"/runs/a"}],"version":1,)" + part + '}');
    QStringList told;
    QObject row;
    connect(&w.window->keeper(), &SessionKeeper::leftOut, &row, [&told](const QStringList &what) { told += what; });
    QSignalSpy idle(&w.bench.session(), &TraceSession::idle);
    QCOMPARE(w.window->keeper().open(path), QString());
    QVERIFY(idle.wait());
    QTRY_VERIFY(!told.isEmpty());
    QTest::qWait(20);
    QCOMPARE(told.size(), 1);
    QVERIFY2(told.front().contains(name), qPrintable(told.front()));
    for (QWidget *const box : w.window->findChildren<QWidget *>(QStringLiteral("leftOut")))
        box->close();
}

// A sound session is without a word.
void TestSessionFile::whatTheWindowHasIsOfItsOwnKind()
{
    m_window.reset();
    const QString path = m_folder.filePath(QStringLiteral("own.rankscope"));
    {
        Window w(m_ini);
        QVERIFY(w.load(QStringLiteral("/runs/a")));
        QCOMPARE(SessionFile::write(path, w.window->keeper().current()), QString());
    }
    Window w(m_ini);
    QSignalSpy told(&w.window->keeper(), &SessionKeeper::leftOut);
    QSignalSpy idle(&w.bench.session(), &TraceSession::idle);
    QCOMPARE(w.window->keeper().open(path), QString());
    QVERIFY(idle.wait());
    QTest::qWait(50);
    QCOMPARE(told.count(), 0);
}

void TestSessionFile::onlySoManyRunsAreOpened()
{
    const auto sessionOf = [](int runs, int pathsOfEach) {
        Session s;
        for (int i = 0; i < runs; ++i) {
            SessionRun run{QStringLiteral("/r/%1").arg(i), {}, {}};
            for (int p = 0; p < pathsOfEach; ++p)
                run.opened.append(QStringLiteral("/r/%1/%2").arg(i).arg(p));
            s.runs.push_back(run);
        }
        return SessionFile::parse(SessionFile::toJson(s));
    };
    const SessionFile::Parsed most = sessionOf(1'000, 10);
    QCOMPARE(most.session.runs.size(), size_t{1'000});
    QCOMPARE(most.session.paths().size(), 10'000);
    QCOMPARE(most.session.leftOut, QStringList());
    const SessionFile::Parsed runs = sessionOf(30'000, 0);
    QCOMPARE(runs.error, QString());
    QCOMPARE(runs.session.runs.size(), size_t{1'000});
    QCOMPARE(runs.session.paths().size(), 1'000);
    QCOMPARE(runs.session.leftOut.size(), 1);
    QVERIFY2(runs.session.leftOut.front().contains(QStringLiteral("1000")), qPrintable(runs.session.leftOut.front()));
    const SessionFile::Parsed paths = sessionOf(2, 30'000);
    QCOMPARE(paths.session.paths().size(), 10'000);
    QCOMPARE(paths.session.leftOut.size(), 1);
}

// Opening it would wait for a writer.
void TestSessionFile::aPipeIsNoSession()
{
    const QString pipe = m_folder.filePath(QStringLiteral("pipe.rankscope"));
    QCOMPARE(mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
    QVERIFY(!SessionFile::looksLikeOne(pipe));
    QVERIFY(!SessionFile::read(pipe).error.isEmpty());
    QCOMPARE(sampleHash(pipe), QString());
    QVERIFY(!SessionFile::write(pipe, sample()).isEmpty());
    QVERIFY(!QFileInfo(pipe).isFile());
}

void TestSessionFile::survivesCutsAtEveryByte()
{
    const QByteArray whole = SessionFile::toJson(sample()).trimmed();
    for (qsizetype n = 0; n < whole.size(); ++n)
        QVERIFY2(!SessionFile::parse(whole.left(n)).error.isEmpty(), QByteArray::number(n));
    QVERIFY(SessionFile::parse(whole).error.isEmpty());
}

void TestSessionFile::samplesTellChangesApart()
{
    QByteArray text(100'000, 'a');
    const QString path = write(m_folder.filePath(QStringLiteral("big")), text);
    const QString hash = sampleHash(path);
    QCOMPARE(hash.size(), 64);
    QCOMPARE(sampleHash(path), hash);
    text[0] = 'b';
    QVERIFY(sampleHash(write(path, text)) != hash);
    text[0] = 'a';
    text.back() = 'b';
    QVERIFY(sampleHash(write(path, text)) != hash);
    QVERIFY(sampleHash(write(path, QByteArray(100'001, 'a'))) != hash);
    QVERIFY(sampleHash(m_folder.filePath(QStringLiteral("nothing"))).isEmpty());
    QVERIFY(!sampleHash(write(path, {})).isEmpty());
}

void TestSessionFile::comparesInputs()
{
    const QString same = write(m_folder.filePath(QStringLiteral("same")), "1234");
    const QString longer = write(m_folder.filePath(QStringLiteral("longer")), "12345");
    const QString other = write(m_folder.filePath(QStringLiteral("other")), "1234");
    const QString gone = m_folder.filePath(QStringLiteral("gone"));
    Session s;
    s.runs.push_back({QStringLiteral("/r"),
                      {},
                      {{same, 4, sampleHash(same)}, {longer, 4, {}}, {other, 4, sampleHash(other)}, {gone, 4, {}}}});
    write(other, "4321");
    using K = InputChange::Kind;
    QCOMPARE(changedInputs(s, JobContext()),
             (std::vector<InputChange>{{longer, K::OtherSize}, {other, K::OtherContent}, {gone, K::Missing}}));
}

void TestSessionFile::stateComesBackExactly()
{
    RunStore runs;
    Run run;
    run.path = QStringLiteral("/r");
    for (int i = 0; i < 2; ++i) {
        RankInfo info;
        info.rank = i;
        info.label = QString::number(i);
        run.infos.push_back(info);
    }
    run.ranks.resize(2);
    runs.addRun(run);
    constexpr qint64 big = 9'007'199'254'740'993; // no double holds it
    ViewState a;
    a.setWindow({big, big + 5});
    a.setTimeSelection({big + 1, big + 2});
    a.setCurrentRank({0, 1});
    a.setOtherRank({0, 0});
    a.setBaseRank({0, 1});
    a.setStep(QStringLiteral("7"));
    a.setDomain(QStringLiteral("123"));
    a.setShownFlows({QStringLiteral("async_npu")});
    a.setMarks({{big, big, QStringLiteral("卡 <b>"), 3, QStringLiteral("line 1\n<i>line 2</i>\t卡")},
                {big + 2, big + 9, QString(), 0}});
    a.setBookmark(4, {big, big + 7});
    TimeOffsets offsets;
    offsets.setRank({0, 1}, -big);
    offsets.setLane({0, 0}, LaneId{3}, 12);
    offsets.setLane({0, 0}, LaneId{4}, -5, OffsetReason::Slices);
    offsets.setDevice({0, 0}, -77);
    offsets.setAligned({0, 0}, big, {0.25, big - 1});
    a.setOffsets(offsets);
    a.setDerivedLanes(true);
    a.setBox({{big + 2, big + 4},
              big - 3,
              {{{0, 0}, LaneId{2}, -big}, {{0, 0}, LaneId{7}, -big}, {{0, 1}, LaneId{1}, 0}, {{0, 1}, LaneId{4}, 9}}});
    a.setTimeFormat(TimeFormat::Absolute);
    ViewState b;
    const QJsonObject json = QJsonDocument::fromJson(QJsonDocument(stateToJson(a, runs)).toJson()).object();
    QVERIFY(stateFromJson(json, b, runs).isEmpty());
    QCOMPARE(b.window(), a.window());
    QCOMPARE(b.timeSelection(), a.timeSelection());
    QCOMPARE(b.currentRank(), a.currentRank());
    QCOMPARE(b.baseRank(), a.baseRank());
    QCOMPARE(b.otherRank(), a.otherRank());
    QCOMPARE(b.step(), a.step());
    QCOMPARE(b.domain(), a.domain());
    QCOMPARE(b.shownFlows(), a.shownFlows());
    QCOMPARE(b.marks(), a.marks());
    QCOMPARE(b.bookmarks(), a.bookmarks());
    QVERIFY(b.offsets() == offsets);
    QVERIFY(b.showsDerivedLanes());
    QVERIFY(b.box() == a.box());
    QCOMPARE(b.timeFormat(), TimeFormat::Absolute);
}

// Captures of the dynamic profiler are runs of one path.
void TestSessionFile::captureOfARank()
{
    const auto capture = [](const char *apart) {
        Run run = test::makeRun({test::smallRank(0, QStringLiteral("/data/a/rank0"))});
        run.path = QStringLiteral("/data/a");
        run.apart = QString::fromLatin1(apart);
        return run;
    };
    RunStore runs;
    runs.addRun(capture("start2_stop5"));
    runs.addRun(capture("start8_stop10"));
    for (const int run : {0, 1})
        QCOMPARE(rankFromJson(runs, rankToJson(runs, {run, 0})), (RankRef{run, 0}));
    QVERIFY(!rankFromJson(runs, {{QStringLiteral("run"), QStringLiteral("/data/a")},
                                 {QStringLiteral("apart"), QStringLiteral("start3_stop4")},
                                 {QStringLiteral("rank"), QStringLiteral("0")}})
                 .isValid());
    // As older sessions name it, and where one capture is left.
    QCOMPARE(rankFromJson(runs, {{QStringLiteral("run"), QStringLiteral("/data/a")},
                                 {QStringLiteral("rank"), QStringLiteral("0")}}),
             (RankRef{0, 0}));
    RunStore alone;
    alone.addRun(capture(""));
    QCOMPARE(rankFromJson(alone, rankToJson(runs, {1, 0})), (RankRef{0, 0}));
}

void TestSessionFile::nonsenseInAStateIsLeftOut()
{
    RunStore runs;
    ViewState state;
    state.setWindow({1, 2});
    state.setStep(QStringLiteral("5"));
    const QJsonObject json =
        QJsonDocument::fromJson(
            R"({"window":{"from":"9","to":"3"},"step":4,"rank":{"run":"/no","rank":"0"},"marks":[1,{"from":"x","to":"2"},
        {"from":"3","to":"4","color":"red"}],"box":{"from":"1","to":"2","origin":"0","parts":[{"rank":{"run":"/no","rank":"0"},"shift":"0","lanes":[-1,"x"]}]},"bookmarks":{"0":{"from":"1","to":"2"},"12":{"from":"1","to":"2"},"3":{"from":"2","to":"2"}},"flows":"all","offsets":[5,{"rank":{"run":"/no","rank":"0"},"ns":"1"}],"timeFormat":9})")
            .object();
    const QStringList told = stateFromJson(json, state, runs);
    // The step, the flows, the window, an offset, lanes of the box, five marks and bookmarks.
    QCOMPARE(told.size(), 6);
    QVERIFY(state.box().isEmpty());
    QVERIFY2(told.join(u' ').contains(u'5'), qPrintable(told.join(u' ')));
    QCOMPARE(state.window(), (TimeWindow{1, 2}));
    QCOMPARE(state.step(), QStringLiteral("5"));
    QVERIFY(!state.currentRank().isValid());
    QCOMPARE(state.marks().size(), size_t{1});
    QVERIFY(state.bookmarks().empty());
    QVERIFY(state.offsets().isEmpty());
    QCOMPARE(state.timeFormat(), TimeFormat::FromStart);
}

void TestSessionFile::bringsAWindowBack()
{
    const QString path = m_folder.filePath(QStringLiteral("window.rankscope"));
    TimeWindow shown;
    BoxSelection box;
    BoxStatistics statistics;
    {
        Window w(m_ini);
        QVERIFY(w.load(QStringLiteral("/runs/a")));
        auto *timeline = qobject_cast<TimelineView *>(w.window->docks().view(QStringLiteral("timeline")));
        QTRY_VERIFY(timeline->isComplete());
        timeline->laneLayout()->pin({{{0, 1}, LaneKey::Type::Lane, 1}, {{0, 0}, LaneKey::Type::Lane, 0}});
        timeline->laneLayout()->setAlias({{0, 0}, LaneKey::Type::Lane, 0}, QStringLiteral("my lane"));
        w.bench.state().setCurrentRank({0, 1});
        shown = {w.bench.state().window().fromNs + 10, w.bench.state().window().toNs - 10};
        w.bench.state().setWindow(shown);
        box = {shown, timeline->data()->originNs(), {{{0, 0}, LaneId{0}, 0}, {{0, 1}, LaneId{1}, 0}}};
        w.bench.state().setBox(box);
        w.window->docks().raiseView(QStringLiteral("selection")); // as the box of a user does
        auto *selection = qobject_cast<SelectionView *>(w.window->docks().view(QStringLiteral("selection")));
        QTRY_VERIFY(selection->isComplete());
        statistics = selection->statistics();
        QVERIFY(statistics.count > 0 && statistics.lanes == 2);
        QSignalSpy saved(&w.window->keeper(), &SessionKeeper::saved);
        w.window->keeper().saveTo(path);
        QVERIFY(saved.wait());
        QCOMPARE(saved.front().at(1).toString(), QString());
    }
    Window w(m_ini);
    QVERIFY(w.load(path));
    auto *timeline = qobject_cast<TimelineView *>(w.window->docks().view(QStringLiteral("timeline")));
    QTRY_COMPARE(timeline->laneLayout()->pins().size(), size_t{2});
    QCOMPARE(timeline->laneLayout()->pins()[0], (LaneKey{{0, 1}, LaneKey::Type::Lane, 1}));
    QCOMPARE(timeline->laneLayout()->alias({{0, 0}, LaneKey::Type::Lane, 0}), QStringLiteral("my lane"));
    QCOMPARE(w.bench.state().currentRank(), (RankRef{0, 1}));
    QCOMPARE(w.bench.state().window(), shown);
    // The statistics wait for the ranks, which are loaded after the box is back.
    QVERIFY(w.bench.state().box() == box);
    auto *selection = qobject_cast<SelectionView *>(w.window->docks().view(QStringLiteral("selection")));
    QTRY_COMPARE(selection->statistics().lanes, 2);
    QCOMPARE(selection->statistics().count, statistics.count);
    QCOMPARE(selection->statistics().clippedNs, statistics.clippedNs);
    QTRY_VERIFY(!selection->visibleRegion().isEmpty());
    // Docks that the user folded come back folded, although the box asks for them.
    QSignalSpy saved(&w.window->keeper(), &SessionKeeper::saved);
    w.window->docks().bottom().setFolded(true);
    w.window->keeper().saveTo(path);
    QVERIFY(saved.wait());
    Window again(m_ini);
    QVERIFY(again.load(path));
    QVERIFY(!again.bench.state().box().isEmpty());
    QTest::qWait(300); // what is selected unfolds the docks later
    QVERIFY(again.window->docks().bottom().isFolded());
}

void TestSessionFile::takesThePlaceOfWhatIsOpen()
{
    Window w(m_ini);
    QVERIFY(w.load(QStringLiteral("/runs/b")));
    const auto open = [&w] {
        QStringList out;
        for (int r = 0; r < w.bench.runs().count(); ++r) {
            if (const auto run = w.bench.runs().run(r))
                out.append(run->path);
        }
        return out;
    };
    Selection chosen;
    chosen.kind = Selection::Kind::Rank;
    chosen.rank = {0, 1};
    w.bench.state().select(chosen);
    w.bench.state().setMarks({{10, 20, QStringLiteral("old")}});
    const auto openSession = [&w](const QString &path) {
        Session s;
        s.runs.push_back({path, {path}, {}});
        w.window->keeper().open(s);
        QTRY_VERIFY(!w.bench.session().isSearching() && !w.bench.runs().isLoading());
    };
    // Nothing is lost if nothing of the session is there.
    openSession(QStringLiteral("/runs/empty"));
    QCOMPARE(open(), QStringList{QStringLiteral("/runs/b")});
    QCOMPARE(w.bench.state().marks().size(), size_t{1});
    openSession(QStringLiteral("/runs/a"));
    QCOMPARE(open(), QStringList{QStringLiteral("/runs/a")});
    QVERIFY(w.bench.state().marks().empty());
    QVERIFY(!w.bench.runs().run(w.bench.state().selection().rank.run) ||
            w.bench.state().selection().rank != chosen.rank);
    QCOMPARE(w.bench.runs().run(w.bench.state().currentRank().run)->path, QStringLiteral("/runs/a"));
}

void TestSessionFile::bringsTheArrangementOfLanesBack()
{
    const QString path = m_folder.filePath(QStringLiteral("lanes.rankscope"));
    using K = LaneKey;
    const RankRef r0{0, 0};
    const RankRef r1{0, 1};
    std::vector<LaneKey> processes;
    {
        Window w(m_ini);
        QVERIFY(w.load(QStringLiteral("/runs/a")));
        auto *timeline = qobject_cast<TimelineView *>(w.window->docks().view(QStringLiteral("timeline")));
        QTRY_VERIFY(timeline->isComplete());
        LaneLayout *layout = timeline->laneLayout();
        for (auto p = static_cast<quint32>(w.bench.runs().rank(r0)->trace->processes().size()); p-- > 0;)
            processes.push_back({r0, K::Type::Process, p});
        layout->setOrder(LaneLayout::root(), {{r1, K::Type::Rank, 0}, {r0, K::Type::Rank, 0}});
        layout->setOrder({r0, K::Type::Rank, 0}, processes);
        layout->merge({{r1, K::Type::Lane, 0}, {r1, K::Type::Lane, 2}});
        layout->setHidden({{r1, K::Type::Lane, 1}}, true);
        layout->setRowHeight({r0, K::Type::Lane, 0}, 40);
        timeline->lanes()->setRowHeight(24);
        timeline->lanes()->setExpansion({{{r0, K::Type::Process, 0}, false}, {{r1, K::Type::Rank, 0}, true}});
        timeline->layoutState()->keepPreset(QStringLiteral("mine & <b>"));
        layout->setHidden({{r0, K::Type::Process, 1}}, true);
        QSignalSpy saved(&w.window->keeper(), &SessionKeeper::saved);
        w.window->keeper().saveTo(path);
        QVERIFY(saved.wait());
    }
    Window w(m_ini);
    QSignalSpy told(&w.window->keeper(), &SessionKeeper::leftOut);
    QVERIFY(w.load(path));
    auto *timeline = qobject_cast<TimelineView *>(w.window->docks().view(QStringLiteral("timeline")));
    QTRY_VERIFY(timeline->isComplete());
    const LaneLayout *layout = timeline->laneLayout();
    QTRY_COMPARE(layout->hidden().size(), size_t{2});
    QCOMPARE(layout->order().at(LaneLayout::root()),
             (std::vector<LaneKey>{{r1, K::Type::Rank, 0}, {r0, K::Type::Rank, 0}}));
    QCOMPARE(layout->order().at({r0, K::Type::Rank, 0}), processes);
    QCOMPARE(layout->merged(), (std::vector<std::vector<LaneKey>>{{{r1, K::Type::Lane, 0}, {r1, K::Type::Lane, 2}}}));
    QCOMPARE(layout->rowHeight({r0, K::Type::Lane, 0}, 1), 40);
    QCOMPARE(timeline->lanes()->rowHeight(), 24);
    QCOMPARE(timeline->lanes()->expansion(),
             (std::map<LaneKey, bool>{{{r0, K::Type::Process, 0}, false}, {{r1, K::Type::Rank, 0}, true}}));
    QCOMPARE(timeline->layoutState()->waiting(), 0);
    // The preset is the arrangement of the moment in which it was kept.
    QCOMPARE(timeline->layoutState()->presets(), QStringList{QStringLiteral("mine & <b>")});
    timeline->layoutState()->applyPreset(QStringLiteral("mine & <b>"));
    QCOMPARE(layout->hidden(), (std::set<LaneKey>{{r1, K::Type::Lane, 1}}));
    QCOMPARE(layout->order().at({r0, K::Type::Rank, 0}), processes);
    QCOMPARE(told.count(), 0);
}

// Which tabs lie before others, which page of theirs, and which lanes stand at the top of the timeline.
void TestSessionFile::bringsTheFrontBack()
{
    const QString path = m_folder.filePath(QStringLiteral("front.rankscope"));
    const RankRef r1{0, 1};
    constexpr QSize low(1000, 560); // lanes enough below the second rank that it can come to the top
    const auto topOf = [](const TimelineView &view) {
        const auto [row, below] = view.pane()->top();
        return row < 0 ? std::pair(LaneKey(), -1)
                       : std::pair(LaneModel::keyOf(view.lanes()->rows()[static_cast<size_t>(row)]), below);
    };
    std::pair<LaneKey, int> top;
    {
        Window w(m_ini);
        w.window->resize(low);
        QVERIFY(w.load(QStringLiteral("/runs/a")));
        auto *timeline = qobject_cast<TimelineView *>(w.window->docks().view(QStringLiteral("timeline")));
        QTRY_VERIFY(timeline->isComplete());
        w.window->docks().showView(QStringLiteral("system/alignment"));
        w.window->docks().showView(QStringLiteral("timeline"));
        w.window->docks().dock(QStringLiteral("findings"))->raise(); // folded, as it will be
        timeline->lanes()->setAllExpanded(true);
        timeline->lanes()->setRowHeight(64);
        QTRY_VERIFY(timeline->canvas()->height() > w.window->height() / 2); // the docks have their places
        QVERIFY(timeline->lanes()->height() > 2 * timeline->canvas()->height());
        const int row = timeline->lanes()->indexOf({r1, LaneKey::Type::Process, 0});
        QVERIFY(row > 0);
        timeline->pane()->scrollTo(timeline->lanes()->rows()[static_cast<size_t>(row)].y + 7);
        top = topOf(*timeline);
        QCOMPARE(top.first.rank, r1);
        QSignalSpy saved(&w.window->keeper(), &SessionKeeper::saved);
        w.window->keeper().saveTo(path);
        QVERIFY(saved.wait());
    }
    Window w(m_ini);
    w.window->resize(low);
    QVERIFY(w.load(path));
    const auto &docks = w.window->docks();
    auto *timeline = qobject_cast<TimelineView *>(docks.view(QStringLiteral("timeline")));
    auto *system = qobject_cast<SystemView *>(docks.view(QStringLiteral("system")));
    QTRY_VERIFY(!docks.view(QStringLiteral("timeline"))->visibleRegion().isEmpty());
    QCOMPARE(w.bench.state().workspace(), QStringLiteral("timeline"));
    QVERIFY(docks.view(QStringLiteral("overview"))->visibleRegion().isEmpty());
    QTRY_VERIFY2(docks.frontViews().contains(QStringLiteral("findings")), qPrintable(docks.frontViews().join(u' ')));
    QCOMPARE(system->shownPage()->objectName(), QStringLiteral("alignment"));
    QTRY_VERIFY(timeline->isComplete());
    QTRY_COMPARE(topOf(*timeline), top);
    // Names of a file that anybody wrote; docks of another workspace stay away.
    w.window->docks().bringToFront(
        {QStringLiteral("nothing"), QString(), QStringLiteral("overview"), QStringLiteral("search")});
    QTRY_VERIFY2(docks.frontViews().contains(QStringLiteral("search")), qPrintable(docks.frontViews().join(u' ')));
    QVERIFY(docks.view(QStringLiteral("overview"))->visibleRegion().isEmpty());
}

void TestSessionFile::bringsTheFiltersOfTablesBack()
{
    const QString path = m_folder.filePath(QStringLiteral("filters.rankscope"));
    QJsonObject filters;
    {
        Window w(m_ini);
        QVERIFY(w.load(QStringLiteral("/runs/a")));
        DockView *const view = w.window->docks().view(QStringLiteral("overview"));
        TableView *const table = view->findChild<TableView *>();
        table->columnFilters()->keep({QStringLiteral("rank"), QStringLiteral("= 0"), false});
        table->setFilter(QStringLiteral("0"), false);
        filters = view->saveFilters();
        QVERIFY(!filters.isEmpty());
        QSignalSpy saved(&w.window->keeper(), &SessionKeeper::saved);
        w.window->keeper().saveTo(path);
        QVERIFY(saved.wait());
    }
    Window w(m_ini);
    QVERIFY(w.load(path));
    DockView *const view = w.window->docks().view(QStringLiteral("overview"));
    QTRY_COMPARE(view->saveFilters(), filters);
    QCOMPARE(view->findChild<TableView *>()->columnFilters()->kept().size(), size_t{1});
}

void TestSessionFile::arrangementsAreThereForEveryRun()
{
    {
        Window w(m_ini);
        auto *timeline = qobject_cast<TimelineView *>(w.window->docks().view(QStringLiteral("timeline")));
        LaneFilter filter;
        filter.text = QStringLiteral("Stream");
        filter.kinds = {ProcessKind::AscendHardware};
        timeline->laneLayout()->setFilter(filter);
        timeline->layoutState()->keepPreset(QStringLiteral("streams"));
        timeline->layoutState()->keepPreset(QStringLiteral("other"));
        timeline->layoutState()->forgetPreset(QStringLiteral("other"));
    }
    Window w(m_ini);
    QVERIFY(w.load(QStringLiteral("/runs/b")));
    auto *timeline = qobject_cast<TimelineView *>(w.window->docks().view(QStringLiteral("timeline")));
    QCOMPARE(timeline->layoutState()->presets(), QStringList{QStringLiteral("streams")});
    timeline->layoutState()->applyPreset(QStringLiteral("streams"));
    QCOMPARE(timeline->laneLayout()->filter().text, QStringLiteral("Stream"));
    QVERIFY(timeline->laneLayout()->passes(0, ProcessKind::AscendHardware) &&
            !timeline->laneLayout()->passes(0, ProcessKind::Python));
}

void TestSessionFile::brokenEntriesAreToldAndSkipped()
{
    Window w(m_ini);
    Session s;
    s.runs.push_back({QStringLiteral("/runs/a"), {QStringLiteral("/runs/a")}, {}});
    s.state = QJsonDocument::fromJson(R"({"window":{"from":"x"},"offsets":[{"ns":1}]})").object();
    s.views[QStringLiteral("timeline")] = QJsonDocument::fromJson(R"({
        "pins":[1,{"run":"/runs/a","rank":"0","type":"lane","pid":"1","tid":"1"},{"run":"/runs/a","rank":"0","type":"lane","pid":"1","tid":"77"}],
        "order":[{"run":"/runs/a","rank":"0","type":"rank","children":7}],
        "heights":[{"run":"/runs/a","rank":"0","type":"lane","pid":"1","tid":"1","pixels":"many"}],
        "merged":{}, "expanded":[{"run":"/runs/a","rank":"0","type":"star","on":true}],
        "presets":[{"name":""},{"name":"good","lanes":{}}], "future":[1]})")
                                              .object();
    QStringList told;
    connect(&w.window->keeper(), &SessionKeeper::leftOut, this, [&told](const QStringList &what) { told += what; });
    QSignalSpy idle(&w.bench.session(), &TraceSession::idle);
    w.window->keeper().open(s);
    QVERIFY(idle.wait());
    auto *timeline = qobject_cast<TimelineView *>(w.window->docks().view(QStringLiteral("timeline")));
    QTRY_COMPARE(timeline->laneLayout()->pins().size(), size_t{1});
    QCOMPARE(timeline->layoutState()->presets(), QStringList{QStringLiteral("good")});
    QTRY_COMPARE(told.size(), 5); // window, offset, preset, entries that are broken, a lane that is not there
    auto *box = w.window->findChild<QMessageBox *>(QStringLiteral("leftOut"));
    QVERIFY(box);
    QCOMPARE(box->textFormat(), Qt::PlainText);
    QVERIFY2(told.join(u'\n').contains(QStringLiteral("5 entries")), qPrintable(told.join(u'\n')));
}

void TestSessionFile::lanesOfUnloadedRanksAreKept()
{
    Window w(m_ini);
    QVERIFY(w.load(QStringLiteral("/runs/a")));
    auto *timeline = qobject_cast<TimelineView *>(w.window->docks().view(QStringLiteral("timeline")));
    QTRY_VERIFY(timeline->isComplete());
    timeline->laneLayout()->setHidden({{{0, 1}, LaneKey::Type::Lane, 0}}, true);
    const QJsonObject before = timeline->saveState();
    QCOMPARE(before[QStringLiteral("hidden")].toArray().size(), 1);
    w.bench.runs().displace({0, 1});
    QCOMPARE(timeline->saveState(), before);
}

void TestSessionFile::opensWithMissingRanks()
{
    Window w(m_ini);
    Session s;
    s.runs.push_back({QStringLiteral("/runs/a"), {QStringLiteral("/runs/a")}, {}});
    const QJsonObject gone{{QStringLiteral("run"), QStringLiteral("/runs/a")},
                           {QStringLiteral("rank"), QStringLiteral("99")},
                           {QStringLiteral("type"), QStringLiteral("rank")}};
    s.state = {{QStringLiteral("rank"), gone}};
    s.views[QStringLiteral("timeline")] = {{QStringLiteral("pins"), QJsonArray{gone}},
                                           {QStringLiteral("hidden"), QJsonArray{gone}}};
    QSignalSpy restored(&w.window->keeper(), &SessionKeeper::restored);
    QSignalSpy idle(&w.bench.session(), &TraceSession::idle);
    w.window->keeper().open(s);
    QVERIFY(idle.wait());
    QCOMPARE(restored.count(), 1);
    QVERIFY(w.bench.state().currentRank().isValid());
    auto *timeline = qobject_cast<TimelineView *>(w.window->docks().view(QStringLiteral("timeline")));
    QVERIFY(timeline->laneLayout()->pins().empty());
    // Pins that wait for the rank are not forgotten when the session is saved again.
    QCOMPARE(timeline->saveState()[QStringLiteral("pins")].toArray().size(), 1);
}

void TestSessionFile::keepsASessionForACrash()
{
    const QString folder = m_folder.filePath(QStringLiteral("kept"));
    {
        Window w(m_ini, folder);
        QVERIFY(w.load(QStringLiteral("/runs/a")));
        w.bench.state().setStep(QStringLiteral("11"));
        w.window->keeper().keepNow();
        QVERIFY(!w.window->keeper().nextLeftBehind()); // its own does not count
        // As after a crash: nobody discards the file, and the lock goes with the program.
    }
    Window w(m_ini, folder);
    QSignalSpy idle(&w.bench.session(), &TraceSession::idle);
    w.window->offerLeftBehind();
    auto *box = w.window->findChild<QMessageBox *>(QStringLiteral("restoreSession"));
    QVERIFY(box);
    QTest::mouseClick(box->button(QMessageBox::Yes), Qt::LeftButton);
    QVERIFY(idle.wait());
    QCOMPARE(w.bench.state().step(), QStringLiteral("11"));
    QVERIFY(!w.window->keeper().nextLeftBehind());
    QCOMPARE(QDir(folder).entryList({QStringLiteral("*.json")}).size(), 1); // its own
    w.window->close();
    QCOMPARE(QDir(folder).entryList({QStringLiteral("*.json")}).size(), 0);
}

void TestSessionFile::eachSessionThatWasLeftIsOffered()
{
    const QString folder = m_folder.filePath(QStringLiteral("several"));
    QVERIFY(QDir().mkpath(folder));
    const auto leave = [&folder](const char *name, const char *step) {
        Session s;
        s.runs.push_back({QStringLiteral("/runs/a"), {QStringLiteral("/runs/a")}, {}});
        s.state = {{QStringLiteral("step"), QString::fromLatin1(step)}};
        return SessionFile::write(QDir(folder).filePath(QString::fromLatin1(name)), s);
    };
    const auto kept = [&folder] { return QDir(folder).entryList({QStringLiteral("*.json")}); };
    QCOMPARE(leave("session-1.json", "1"), QString());
    QCOMPARE(leave("session-2.json", "2"), QString());
    QCOMPARE(leave("session-3.json", "3"), QString());
    {
        Window w(m_ini, folder);
        w.window->offerLeftBehind();
        const auto boxes = [&w] { return w.window->findChildren<QMessageBox *>(QStringLiteral("restoreSession")); };
        QCOMPARE(boxes().size(), 1);
        // Nobody else is asked about what this window asks for, and nothing goes unasked.
        Window other(m_folder.filePath(QStringLiteral("other.ini")), folder);
        const auto theirs = other.window->keeper().nextLeftBehind();
        QVERIFY(theirs);
        QCOMPARE(kept().size(), 3);
        QTest::mouseClick(boxes().front()->button(QMessageBox::No), Qt::LeftButton);
        QCOMPARE(kept().size(), 2);
        QTRY_COMPARE(boxes().size(), 1);
        QSignalSpy idle(&w.bench.session(), &TraceSession::idle);
        QTest::mouseClick(boxes().front()->button(QMessageBox::Yes), Qt::LeftButton);
        QVERIFY(idle.wait());
        // The one that the other window asks for, and what is open now.
        QCOMPARE(kept().size(), 2);
        QVERIFY(QFile::exists(theirs->path));
        w.window->close();
        QCOMPARE(kept().size(), 1);
    }
    Window again(m_ini, folder);
    const auto last = again.window->keeper().nextLeftBehind();
    QVERIFY(last && last->read.error.isEmpty());
}

void TestSessionFile::aSessionWhoseRunIsGoneStays()
{
    const QString folder = m_folder.filePath(QStringLiteral("absent"));
    QVERIFY(QDir().mkpath(folder));
    const QString path = QDir(folder).filePath(QStringLiteral("session-1.json"));
    const auto staysWith = [&](const QStringList &runs) {
        Session s;
        for (const QString &run : runs)
            s.runs.push_back({run, {run.section(u'#', 0, 0)}, {}});
        if (!SessionFile::write(path, s).isEmpty())
            return -1;
        Window w(m_ini, folder);
        const auto left = w.window->keeper().nextLeftBehind();
        QSignalSpy idle(&w.bench.session(), &TraceSession::idle);
        if (!left)
            return -2;
        w.window->keeper().openLeftBehind(*left);
        if (!idle.wait())
            return -3;
        w.window->close();
        return QFile::exists(path) ? 1 : 0;
    };
    QCOMPARE(staysWith({QStringLiteral("/runs/empty")}), 1);                             // where nothing is found
    QCOMPARE(staysWith({QStringLiteral("/runs/a"), QStringLiteral("/runs/a#gone")}), 1); // found is one of two
    QCOMPARE(staysWith({QStringLiteral("/runs/a")}), 0);
}

void TestSessionFile::damagedSessionsStay()
{
    const QString folder = m_folder.filePath(QStringLiteral("damaged"));
    QVERIFY(QDir().mkpath(folder));
    const QString path = write(QDir(folder).filePath(QStringLiteral("session-x.json")), "{");
    for (const auto answer : {QMessageBox::No, QMessageBox::Yes}) {
        Window w(m_ini, folder);
        w.window->offerLeftBehind();
        QVERIFY(!w.window->findChild<QMessageBox *>(QStringLiteral("restoreSession")));
        auto *const box = w.window->findChild<QMessageBox *>(QStringLiteral("damagedSession"));
        QVERIFY(box);
        QVERIFY2(box->informativeText().contains(QStringLiteral("not JSON")), qPrintable(box->informativeText()));
        QVERIFY(QFile::exists(path));
        QTest::mouseClick(box->button(answer), Qt::LeftButton);
        QCOMPARE(QFile::exists(path), answer == QMessageBox::No);
    }
}

void TestSessionFile::otherProgramsSessionsAreLeftAlone()
{
    const QString folder = m_folder.filePath(QStringLiteral("shared"));
    Window a(m_ini, folder);
    QVERIFY(a.load(QStringLiteral("/runs/a")));
    a.window->keeper().keepNow();
    Window b(m_folder.filePath(QStringLiteral("b.ini")), folder);
    QVERIFY(!b.window->keeper().nextLeftBehind());
    QCOMPARE(QDir(folder).entryList({QStringLiteral("*.json")}).size(), 1);
}

// Kept sessions are the program's; the folder of one that the user saves is not.
void TestSessionFile::whatAKilledWriterLeftIsRemoved()
{
    const QDir kept(m_folder.filePath(QStringLiteral("killed")));
    const QDir users(m_folder.filePath(QStringLiteral("work")));
    const QString dead = QStringLiteral("session-0a.json.AbCdEf");
    const QString young = QStringLiteral("session-0a.json.AbCdEg");
    for (const QDir &folder : {kept, users}) {
        QVERIFY(folder.mkpath(QStringLiteral(".")));
        for (const QString &name : {dead, young}) {
            QFile f(write(folder.filePath(name), "{"));
            QVERIFY(f.open(QIODevice::ReadWrite) &&
                    f.setFileTime(QDateTime::currentDateTimeUtc().addSecs(name == dead ? -48 * 3600 : 0),
                                  QFileDevice::FileModificationTime));
        }
    }
    Window w(m_ini, kept.path());
    QVERIFY(w.load(QStringLiteral("/runs/a")));
    w.window->keeper().keepNow();
    QSignalSpy saved(&w.window->keeper(), &SessionKeeper::saved);
    w.window->keeper().saveTo(users.filePath(QStringLiteral("session-0a.json")));
    QVERIFY(saved.wait());
    QVERIFY(!kept.exists(dead) && kept.exists(young));
    QVERIFY(users.exists(dead) && users.exists(young));
}

void TestSessionFile::saysWhichInputsChanged()
{
    Window w(m_ini);
    Session s;
    s.runs.push_back(
        {QStringLiteral("/runs/a"), {QStringLiteral("/runs/a")}, {{QStringLiteral("/runs/a/gone.json"), 5, {}}}});
    QSignalSpy changes(&w.window->keeper(), &SessionKeeper::inputsChanged);
    w.window->keeper().open(s);
    QVERIFY(changes.wait());
    auto *box = w.window->findChild<QMessageBox *>(QStringLiteral("inputChanges"));
    QVERIFY(box);
    QVERIFY(box->informativeText().contains(QStringLiteral("gone.json")));
    QCOMPARE(box->textFormat(), Qt::PlainText);
}

void TestSessionFile::findsARunThatMovedWithTheFile_data()
{
    QTest::addColumn<QString>("file");
    QTest::newRow("beside") << QStringLiteral("a/s.rankscope");
    QTest::newRow("above") << QStringLiteral("s.rankscope");
    QTest::newRow("in a folder beside") << QStringLiteral("a/notes/s.rankscope");
    QTest::newRow("in the run") << QStringLiteral("a/run/s.rankscope");
}

void TestSessionFile::findsARunThatMovedWithTheFile()
{
    QFETCH(const QString, file);
    const QDir folder(m_folder.filePath(QStringLiteral("moves/") + QString::fromLatin1(QTest::currentDataTag())));
    const QString before = folder.filePath(QStringLiteral("before"));
    const QString after = folder.filePath(QStringLiteral("after"));
    for (const char *const rank : {"rank0", "rank1"}) {
        const QString of = before + QStringLiteral("/a/run/") + QLatin1String(rank);
        QVERIFY(QDir().mkpath(of));
        QVERIFY(!write(of + QStringLiteral("/trace_view.json"), QByteArray(1234, ' ')).isEmpty());
    }
    QVERIFY(QDir().mkpath(QFileInfo(before + u'/' + file).path()));
    {
        Window w(m_ini);
        QVERIFY(w.load(before + QStringLiteral("/a/run")));
        w.bench.state().setCurrentRank({0, 1});
        w.bench.state().setMarks({{10, 20, QStringLiteral("mine")}});
        auto *timeline = qobject_cast<TimelineView *>(w.window->docks().view(QStringLiteral("timeline")));
        QTRY_VERIFY(timeline->isComplete());
        timeline->laneLayout()->pin({{{0, 1}, LaneKey::Type::Lane, 1}});
        QSignalSpy saved(&w.window->keeper(), &SessionKeeper::saved);
        w.window->keeper().saveTo(before + u'/' + file);
        QVERIFY(saved.wait());
        QCOMPARE(saved.front().at(1).toString(), QString());
    }
    QVERIFY(QDir().rename(before, after));
    Window w(m_ini);
    QVERIFY(w.load(after + u'/' + file));
    QCOMPARE(w.bench.runs().run(0)->path, after + QStringLiteral("/a/run"));
    QCOMPARE(w.bench.state().currentRank(), (RankRef{0, 1}));
    QCOMPARE(w.bench.state().marks().size(), size_t{1});
    auto *timeline = qobject_cast<TimelineView *>(w.window->docks().view(QStringLiteral("timeline")));
    QTRY_COMPARE(timeline->laneLayout()->pins().size(), size_t{1});
    QTest::qWait(300); // as long as the comparison of the files may take
    QVERIFY(!w.window->findChild<QMessageBox *>(QStringLiteral("inputChanges")));
    if (!file.contains(QStringLiteral("run/")))
        return;
    // A run that was renamed with the file in it.
    const QString renamed = after + QStringLiteral("/a/other");
    QVERIFY(QDir().rename(after + QStringLiteral("/a/run"), renamed));
    QVERIFY(w.load(renamed + QStringLiteral("/s.rankscope")));
    QCOMPARE(w.bench.runs().run(w.bench.state().currentRank().run)->path, renamed);
}

void TestSessionFile::saysThatNothingIsThere()
{
    Window w(m_ini);
    Session s;
    s.runs.push_back({QStringLiteral("/runs/empty"), {}, {{QStringLiteral("/runs/empty/gone.json"), 5, {}}}});
    QSignalSpy changes(&w.window->keeper(), &SessionKeeper::inputsChanged);
    const QString path = m_folder.filePath(QStringLiteral("gone.rankscope"));
    QCOMPARE(SessionFile::write(path, s), QString());
    QCOMPARE(w.window->keeper().open(path), QString());
    QVERIFY(changes.wait());
    const auto *const box = w.window->findChild<QMessageBox *>(QStringLiteral("inputChanges"));
    QVERIFY(box);
    QVERIFY2(box->text().contains(QStringLiteral("not beside the session file")), qPrintable(box->text()));
}

RS_TEST(TestSessionFile, QApplication);
#include "tst_sessionfile.moc"
