// SPDX-License-Identifier: Apache-2.0
// Runs on another host: a script stands in for ssh, and starts the program here.
#include "app/session/remoteruns.h"
#include "app/session/tracesession.h"
#include "generator/generator.h"
#include "importers/run/serveframes.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QDir>
#include <QDirIterator>
#include <QElapsedTimer>
#include <QFile>
#include <QSignalSpy>
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

void TestRemoteRuns::anIndexThere()
{
    Bench b;
    const QString index = b.dir.filePath(QStringLiteral("index"));
    QCOMPARE(QProcess::execute(
                 QStringLiteral(RANKSCOPE_CLI),
                 {QStringLiteral("index"), b.dir.filePath(QStringLiteral("run")), QStringLiteral("--out"), index}),
             0);
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
    row("another version", "echo rankscope-serve 99 7.0", "remote.version", "7.0");
    row("dropped", RANKSCOPE_CLI " serve | head -c 900; echo 'Connection reset' >&2", "remote.lost",
        "Connection reset");
    row("silent", "echo rankscope-serve 1 0.1.0; sleep 20 >&2", "remote.silent", "1");
    row("damaged", RANKSCOPE_CLI " serve | LC_ALL=C tr '\\200-\\277' '\\300-\\377'", "remote.damaged", "");
    row("nothing there",
        "mv "
        "$(dirname $0)/run $(dirname $0)/gone; " RANKSCOPE_CLI " serve",
        "remote.refused", "");
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
    QCOMPARE(findings.size(), size_t(1));
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

RS_TEST(TestRemoteRuns, QCoreApplication);
#include "tst_remoteruns.moc"
