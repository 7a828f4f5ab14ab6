// SPDX-License-Identifier: Apache-2.0
// Runs on another host: a script stands in for ssh, and starts the program here.
#include "app/session/tracesession.h"
#include "core/run/runindex.h"
#include "generator/generator.h"
#include "importers/run/remoteruns.h"
#include "importers/run/serveframes.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QDir>
#include <QDirIterator>
#include <QElapsedTimer>
#include <QFile>
#include <QLockFile>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QSysInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace rs;
using namespace rs::test;

namespace {

const QByteArray serves = "exec " RANKSCOPE_CLI " serve\n";

struct Bench
{
    QTemporaryDir dir;
    QString url;
    std::shared_ptr<RemoteRuns> remote = std::make_shared<RemoteRuns>();
    RunStore runs;
    ViewState state;
    TraceSession session{runs, state, fileRunReader({}, {}, remote)};

    Bench()
    {
        gen::GeneratorOptions options;
        options.outDir = dir.filePath(QStringLiteral("run"));
        options.ranks = 3;
        options.steps = 2;
        options.mbPerRank = 0.1;
        if (const QString why = gen::generate(options).error; !why.isEmpty())
            qFatal("%s", qPrintable(why));
        url = QStringLiteral("ssh://me@there:2222") + options.outDir;
    }
    void reachBy(const QByteArray &script, int timeoutSeconds = 30) const
    {
        QFile file(dir.filePath(QStringLiteral("ssh")));
        if (!file.open(QIODevice::WriteOnly) || file.write("#!/bin/sh\n" + script) < 0)
            qFatal("cannot write the script");
        file.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
        remote->setSettings({file.fileName(), QStringLiteral("rankscope-cli"), timeoutSeconds});
    }
    void open()
    {
        QSignalSpy idle(&session, &TraceSession::idle);
        session.open({url + u'/'});
        QVERIFY(idle.wait(60'000));
    }
    [[nodiscard]] QStringList filesOfRun() const
    {
        QStringList out;
        QDirIterator it(dir.filePath(QStringLiteral("run")), QDir::Files, QDirIterator::Subdirectories);
        while (it.hasNext())
            out << it.next();
        out.sort();
        return out;
    }
};

QStringList codesOf(const ImportReport &report)
{
    QStringList out;
    for (const Finding &f : report.findings())
        out << f.code;
    return out;
}

} // namespace

class TestRemoteRuns : public QObject
{
    Q_OBJECT
private slots:
    void addresses_data();
    void addresses();
    void framesAreWhole();
    void ranksComeWhenTheyAreLookedAt();
    void severalRunsBelowOnePath();
    void anIndexThere();
    void troublesAreTold_data();
    void troublesAreTold();
    void aLostConnectionIsTriedAgainByHand();
    void cancelEndsTheCall();
    void anIndexLeadsToItsPacks();
    void theFirstRankMayFail();
    void aProgramWithASpaceInItsPath();
    void foldersOfKilledProgramsGo();
};

void TestRemoteRuns::addresses_data()
{
    const Scenarios<QString, QString> row;
    row("host", "ssh://host/data/run", "host|host||/data/run");
    row("all parts", "ssh://me@host.example:22/a b", "me@host.example|host.example|22|/a b");
    row("home", "ssh://host/~/run", "host|host||/~/run");
    row("IPv6", "ssh://me@[fe80::1]:22/r", "me@fe80::1|[fe80::1]|22|/r");
    row("no path", "ssh://host", "");
    row("an option as host", "ssh://-oProxyCommand=x/run", "");
    row("an option as user", "ssh://-oProxyCommand=x@host/run", "");
    row("no name", "ssh:///run", "");
    row("a line break", "ssh://host/a\nb", "");
    row("a file", "/data/run", "");
}

void TestRemoteRuns::addresses()
{
    const auto [text, parts] = scenario<QString, QString>();
    const auto path = RemotePath::parse(text);
    QCOMPARE(path ? QStringList({path->destination, path->host, path->port, path->path}).join(u'|') : QString(), parts);
}

void TestRemoteRuns::framesAreWhole()
{
    using namespace serve;
    const QByteArray sent = bytesOf(frameOf(FrameKind::Ask, QStringLiteral("/run"), QString())) +
                            bytesOf({FrameKind::Piece, QByteArray(100, 'x')}) + bytesOf({FrameKind::Done});
    FrameReader reader;
    std::vector<Frame> got;
    for (const char byte : sent) {
        reader.add(QByteArray(1, byte));
        if (const auto frame = reader.next())
            got.push_back(*frame);
    }
    QCOMPARE(got.size(), size_t(3));
    QString path;
    QString pack;
    QVERIFY(take(got[0], path, pack));
    QCOMPARE(path, QStringLiteral("/run"));
    QCOMPARE(got[1].payload, QByteArray(100, 'x'));
    QCOMPARE(got[2].kind, FrameKind::Done);
    // A changed bit anywhere: no frame comes of it.
    const QByteArray one = bytesOf({FrameKind::Piece, "abc"});
    for (qsizetype i = 0; i < one.size() * 8; ++i) {
        QByteArray bent = one;
        bent[i / 8] = static_cast<char>(bent[i / 8] ^ (1 << i % 8));
        FrameReader other;
        other.add(bent);
        QVERIFY(!other.next());
    }
}

void TestRemoteRuns::ranksComeWhenTheyAreLookedAt()
{
    Bench b;
    const QStringList before = b.filesOfRun();
    b.reachBy("echo \"$@\" >> " + b.dir.filePath(QStringLiteral("calls")).toUtf8() +
              "\necho Welcome to this host\necho rankscope-serving is fun >&2\n" + serves);
    b.open();
    const auto run = b.runs.run(0);
    QVERIFY(run);
    QCOMPARE(run->path, b.url);
    QCOMPARE(run->name, QStringLiteral("run"));
    QCOMPARE(run->infos.size(), size_t(3));
    QCOMPARE(b.runs.state({0, 0}), RankState::Loaded);
    QVERIFY(b.runs.rank({0, 0})->trace);
    // The others have their summaries.
    for (const int rank : {1, 2}) {
        QCOMPARE(b.runs.state({0, rank}), RankState::Displaced);
        QVERIFY(!b.runs.rank({0, rank})->stepTrace.empty());
        QVERIFY(!b.runs.rank({0, rank})->trace);
    }
    QSignalSpy idle(&b.session, &TraceSession::idle);
    b.session.loadRank({0, 2});
    QVERIFY(idle.wait(60'000));
    QCOMPARE(b.runs.state({0, 2}), RankState::Loaded);
    QVERIFY(b.runs.rank({0, 2})->trace->slices().size() > 100);
    QCOMPARE(codesOf(run->report), codesOf(b.runs.run(0)->report));

    QFile calls(b.dir.filePath(QStringLiteral("calls")));
    QVERIFY(calls.open(QIODevice::ReadOnly));
    const QByteArray call = "-T -o BatchMode=yes -o ConnectTimeout=30 -p 2222 -- me@there rankscope-cli serve\n";
    QCOMPARE(calls.readAll(), call + call + call); // the index, rank 0, rank 2
    QCOMPARE(b.filesOfRun(), before);
}

void TestRemoteRuns::severalRunsBelowOnePath()
{
    Bench b;
    QVERIFY(QDir().mkpath(b.dir.filePath(QStringLiteral("both"))));
    for (const char *name : {"both/a", "both/b"}) {
        gen::GeneratorOptions options;
        options.outDir = b.dir.filePath(QString::fromLatin1(name));
        options.ranks = 2;
        options.steps = 2;
        options.mbPerRank = 0.1;
        QCOMPARE(gen::generate(options).error, QString());
    }
    b.url = QStringLiteral("ssh://there") + b.dir.filePath(QStringLiteral("both"));
    b.reachBy(serves);
    b.open();
    QCOMPARE(b.runs.count(), 2);
    for (const int run : {0, 1}) {
        QVERIFY(b.runs.run(run)->path.startsWith(b.url));
        QCOMPARE(b.runs.state({run, 0}), RankState::Loaded);
    }
}

namespace {

// The folder of an index of the run in this one; empty where it was not made.
QString indexed(const QTemporaryDir &dir)
{
    const QString out = dir.filePath(QStringLiteral("index"));
    return QProcess::execute(
               QStringLiteral(RANKSCOPE_CLI),
               {QStringLiteral("index"), dir.filePath(QStringLiteral("run")), QStringLiteral("--out"), out})
               ? QString()
               : out;
}

} // namespace

void TestRemoteRuns::anIndexThere()
{
    Bench b;
    const QString index = indexed(b.dir);
    QVERIFY(!index.isEmpty());
    b.url = QStringLiteral("ssh://there") + index;
    b.reachBy(serves);
    b.open();
    QCOMPARE(b.runs.state({0, 0}), RankState::Loaded);
    QSignalSpy idle(&b.session, &TraceSession::idle);
    b.session.loadRank({0, 1});
    QVERIFY(idle.wait(60'000));
    QCOMPARE(b.runs.state({0, 1}), RankState::Loaded);
    // A pack that is the same is not fetched again.
    b.reachBy("echo \"$@\" >> " + b.dir.filePath(QStringLiteral("calls")).toUtf8() + '\n' + serves);
    b.session.reload();
    QVERIFY(idle.wait(60'000));
    QFile calls(b.dir.filePath(QStringLiteral("calls")));
    QVERIFY(calls.open(QIODevice::ReadOnly));
    QCOMPARE(calls.readAll().count('\n'), 1);
}

void TestRemoteRuns::troublesAreTold_data()
{
    const Scenarios<QString, QString, QString> row;
    row("no program", "echo 'sh: rankscope-cli: <b>not</b> found' >&2; exit 127", "remote.program",
        "sh: rankscope-cli: <b>not</b> found");
    row("no way to the host", "echo 'ssh: connect to host there: Connection refused' >&2; exit 255",
        "remote.unreachable", "ssh: connect to host there: Connection refused");
    row("a program without serve", RANKSCOPE_CLI " sirve", "remote.program", "");
    row("nothing said", "exit 3", "remote.program", "exit 3");
    row("another version", "echo rankscope-serve 99 7.0", "remote.version", "7.0");
    row("dropped", RANKSCOPE_CLI " serve | head -c 900; echo 'Connection reset' >&2", "remote.lost",
        "Connection reset");
    row("silent", "echo rankscope-serve 2 0.1.0; sleep 20 >&2", "remote.silent", "1");
    row("damaged", RANKSCOPE_CLI " serve | LC_ALL=C tr '\\200-\\277' '\\300-\\377'", "remote.damaged", "");
    row("nothing there",
        "mv "
        "$(dirname $0)/run $(dirname $0)/gone; " RANKSCOPE_CLI " serve",
        "remote.refused.0", "");
}

void TestRemoteRuns::troublesAreTold()
{
    const auto [script, code, said] = scenario<QString, QString, QString>();
    Bench b;
    b.reachBy(script.toUtf8() + '\n', 1);
    QSignalSpy nothing(&b.session, &TraceSession::nothingFound);
    b.open();
    QCOMPARE(nothing.count(), 1);
    const auto findings = nothing.first().at(1).value<std::vector<Finding>>();
    QVERIFY(!findings.empty());
    QCOMPARE(findings[0].code, code);
    QCOMPARE(findings[0].file, b.url);
    if (!said.isEmpty())
        QCOMPARE(findings[0].argument, said);
    QVERIFY(b.runs.isEmpty());
}

void TestRemoteRuns::aLostConnectionIsTriedAgainByHand()
{
    Bench b;
    b.reachBy(serves);
    b.open();
    b.reachBy("exit 1");
    QSignalSpy idle(&b.session, &TraceSession::idle);
    RankState told = RankState::Loading;
    connect(&b.runs, &RunStore::rankLoaded, this, [&](RankRef rank) { told = b.runs.state(rank); });
    b.session.loadRank({0, 1});
    QVERIFY(idle.wait(60'000));
    QCOMPARE(b.runs.state({0, 1}), RankState::Displaced);
    QCOMPARE(told, RankState::Displaced); // pages say no more that it is being loaded
    QVERIFY(b.runs.rank({0, 1}));         // its summary
    QVERIFY(codesOf(b.runs.run(0)->report).contains(QStringLiteral("remote.program")));
    // A reload that fails leaves what is there.
    b.session.reload();
    QVERIFY(idle.wait(60'000));
    QCOMPARE(b.runs.state({0, 0}), RankState::Loaded);
    b.reachBy(serves);
    b.session.loadRank({0, 1});
    QVERIFY(idle.wait(60'000));
    QCOMPARE(b.runs.state({0, 1}), RankState::Loaded);
    QVERIFY(!codesOf(b.runs.run(0)->report).contains(QStringLiteral("remote.program")));
}

void TestRemoteRuns::cancelEndsTheCall()
{
    Bench b;
    b.reachBy("exec sleep 60");
    QElapsedTimer clock;
    clock.start();
    b.session.open({b.url});
    QTest::qWait(200);
    QVERIFY(b.session.isBusy());
    b.session.cancel();
    QTRY_VERIFY(!b.session.isBusy());
    QVERIFY(b.runs.isEmpty());
    QVERIFY(clock.elapsed() < 10'000);
}

// Only the index was sent; its packs lie where it was made.
void TestRemoteRuns::anIndexLeadsToItsPacks()
{
    Bench b;
    const QString index = indexed(b.dir);
    QVERIFY(!index.isEmpty());
    const QString file = index + QStringLiteral("/run.rsindex");
    QCOMPARE(RunIndex::homeOf(file), QStringLiteral("ssh://") + QSysInfo::machineHostName() + index);
    ThreadPool pool(2);
    Run run = RunIndex::read(file, pool, JobContext()).run;
    std::vector<RunIndex::Rank> ranks;
    for (const RankInfo &info : run.infos) {
        const PackPlace place = RunIndex::summariesIn(file).at(packOf(info)->name);
        QFile from(place.file);
        QVERIFY(from.open(QIODevice::ReadOnly) && from.seek(place.at));
        ranks.push_back({packOf(info)->name, from.read(place.bytes)});
    }
    const QString sent = b.dir.filePath(QStringLiteral("sent"));
    QVERIFY(QDir().mkpath(sent));
    QFile to(sent + QStringLiteral("/run.rsindex"));
    QVERIFY(to.open(QIODevice::WriteOnly));
    QVERIFY(RunIndex::write(run, ranks, QStringLiteral("ssh://there") + index, to));
    to.close();
    QVERIFY(QFile::copy(index + QStringLiteral("/rank1.rspack"), sent + QStringLiteral("/rank1.rspack")));
    b.url = sent;
    b.reachBy("echo \"$@\" >> " + b.dir.filePath(QStringLiteral("calls")).toUtf8() + '\n' + serves);
    b.open();
    QCOMPARE(b.runs.run(0)->path, sent);
    QCOMPARE(b.runs.state({0, 0}), RankState::Loaded);
    QVERIFY(b.runs.rank({0, 0})->trace);
    QCOMPARE(b.runs.info({0, 0})->path, QStringLiteral("ssh://there") + index + QStringLiteral("/rank0.rspack"));
    QSignalSpy idle(&b.session, &TraceSession::idle);
    b.session.loadRank({0, 1}); // is here
    QVERIFY(idle.wait(60'000));
    QVERIFY(b.runs.rank({0, 1})->trace);
    QFile calls(b.dir.filePath(QStringLiteral("calls")));
    QVERIFY(calls.open(QIODevice::ReadOnly));
    QCOMPARE(calls.readAll().count('\n'), 1);
    QCOMPARE(QDir(sent).entryList(QDir::Files, QDir::Name),
             QStringList({QStringLiteral("rank1.rspack"), QStringLiteral("run.rsindex")}));
}

// The index comes, the pack does not: pages are told, and say no more that the rank is being loaded.
void TestRemoteRuns::theFirstRankMayFail()
{
    Bench b;
    const QString again = b.dir.filePath(QStringLiteral("again"));
    b.reachBy("test -e " + again.toUtf8() + " && exit 1; touch " + again.toUtf8() + '\n' + serves);
    RankState told = RankState::Loading;
    connect(&b.runs, &RunStore::rankLoaded, this, [&](RankRef rank) {
        if (rank.index == 0)
            told = b.runs.state(rank);
    });
    b.open();
    QCOMPARE(b.runs.state({0, 0}), RankState::Displaced);
    QCOMPARE(told, RankState::Displaced);
    QVERIFY(b.runs.info({0, 0})->path.startsWith(b.url));
}

// ssh hands its words to a shell.
void TestRemoteRuns::aProgramWithASpaceInItsPath()
{
    Bench b;
    const QString there = b.dir.filePath(QStringLiteral("my tools"));
    QVERIFY(QDir().mkpath(there));
    const QString program = there + QStringLiteral("/rank's cli");
    QVERIFY(QFile::link(QStringLiteral(RANKSCOPE_CLI), program));
    b.reachBy("while [ \"$1\" != -- ]; do shift; done; shift 2; exec sh -c \"$*\"\n");
    b.remote->setSettings({b.dir.filePath(QStringLiteral("ssh")), program, 30});
    b.open();
    QCOMPARE(b.runs.count(), 1);
}

void TestRemoteRuns::foldersOfKilledProgramsGo()
{
    Bench b;
    const QByteArray temporary = qgetenv("TMPDIR");
    const auto restore = qScopeGuard([&temporary] { qputenv("TMPDIR", temporary); });
    qputenv("TMPDIR", b.dir.path().toUtf8());
    // One folder of a process that is gone, and one of a process that lives.
    const auto leave = [&b](const QString &name, qint64 process) {
        const QString folder = b.dir.filePath(QStringLiteral("rankscope-remote-") + name);
        QFile lock(folder + QStringLiteral("/lock"));
        if (!QDir().mkpath(folder) || !lock.open(QIODevice::WriteOnly))
            qFatal("cannot write a lock");
        lock.write(QByteArray::number(process) + "\nprogram\n" + QSysInfo::machineHostName().toUtf8() + '\n');
        return folder;
    };
    QProcess ended;
    ended.start(QStringLiteral("true"));
    QVERIFY(ended.waitForStarted());
    const qint64 gone = ended.processId();
    QVERIFY(ended.waitForFinished());
    const QString left = leave(QStringLiteral("aaaaaa"), gone);
    QTemporaryDir other(b.dir.filePath(QStringLiteral("rankscope-remote-XXXXXX")));
    QLockFile held(other.filePath(QStringLiteral("lock")));
    QVERIFY(held.tryLock(0));
    b.reachBy(serves);
    b.open();
    QVERIFY(!QFileInfo::exists(left));
    QVERIFY(QFileInfo::exists(other.path()));
}

RS_TEST(TestRemoteRuns, QCoreApplication);
#include "tst_remoteruns.moc"
