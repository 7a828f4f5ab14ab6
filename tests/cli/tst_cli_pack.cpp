// SPDX-License-Identifier: Apache-2.0
#include "cli/clirank.h"
#include "support/testprogram.h"

#include <QDateTime>
#include <QDirIterator>
#include <QMap>
#include <QProcess>
#include <QProcessEnvironment>
#include <QScopeGuard>
#include <QStandardPaths>
#include <QTemporaryDir>

using namespace rs::test;

class TestCliPack : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void aPackSaysWhatItsRankSays();
    void anIndexSaysWhatItsRunSays();
    void onlyWhatChangedIsPackedAgain();
    void nothingIsWrittenIntoTheInput();
    void aDamagedIndexLeavesItsPacks();
    void aMissingPackIsNoSettingOfTheProfiler();
    void packsOfOthersAreTold();
    void manyProcessesMakeTheSameIndex();
    void runsOnAnotherHostAreFetched();
    void nothingToIndexLeavesNoFolder();

private:
    [[nodiscard]] QString at(const QString &name) const { return m_dir->filePath(name); }
    [[nodiscard]] Result index() const
    {
        return cli(
            {QStringLiteral("index"), at(QStringLiteral("run")), QStringLiteral("--out"), at(QStringLiteral("index"))});
    }
    [[nodiscard]] QMap<QString, QByteArray> tablesOf(const QString &path);

    std::unique_ptr<QTemporaryDir> m_dir;
    int m_exports = 0;
};

void TestCliPack::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    for (const int rank : {0, 1})
        writeRank(at(QStringLiteral("run/rank%1_ascend_pt").arg(rank)), rank);
}

// Every table that is exported, by its name. The paths in them are those of the run.
QMap<QString, QByteArray> TestCliPack::tablesOf(const QString &path)
{
    QMap<QString, QByteArray> out;
    const QString folder = at(QStringLiteral("export%1").arg(++m_exports));
    const Result r = cli({QStringLiteral("export"), path, QStringLiteral("--out"), folder});
    if (r.status != 0)
        qWarning("%s", qPrintable(r.err));
    QDirIterator files(folder, {QStringLiteral("*.csv")}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (!file.open(QIODevice::ReadOnly))
            continue;
        QByteArray text;
        for (const QByteArray &line : file.readAll().split('\n')) {
            if (!line.contains(".rspack,pack,") && !line.contains("run.rsindex,index,"))
                text += line + '\n';
        }
        text.replace(path.toUtf8() + '/', "");
        text.replace(path.toUtf8(), "");
        for (const char *pack : {"rank0.rspack/", "rank1.rspack/"})
            text.replace(pack, "");
        out[QDir(folder).relativeFilePath(file.fileName())] = text;
    }
    return out;
}

void TestCliPack::aPackSaysWhatItsRankSays()
{
    const QString pack = at(QStringLiteral("sent.rspack"));
    const Result r = cli({QStringLiteral("pack"), at(QStringLiteral("run")), QStringLiteral("--rank"),
                          QStringLiteral("1"), QStringLiteral("--out"), pack});
    QVERIFY2(r.status == 0, qPrintable(r.err));
    const auto expected = tablesOf(at(QStringLiteral("run/rank1_ascend_pt")));
    QVERIFY(QDir(at(QStringLiteral("run"))).removeRecursively());
    const auto said = tablesOf(pack);
    QCOMPARE(said.keys(), expected.keys());
    QCOMPARE(said.value(QStringLiteral("slices.csv")), expected.value(QStringLiteral("slices.csv")));
    QCOMPARE(said.value(QStringLiteral("kernels.csv")), expected.value(QStringLiteral("kernels.csv")));
}

void TestCliPack::anIndexSaysWhatItsRunSays()
{
    const auto expected = tablesOf(at(QStringLiteral("run")));
    QVERIFY(expected.size() > 20);
    const Result r = index();
    QVERIFY2(r.status == 0, qPrintable(r.err));
    QVERIFY(r.err.contains(QStringLiteral("2 ranks")) && r.err.contains(QStringLiteral("2 of them packed now")));
    QVERIFY(QDir(at(QStringLiteral("run"))).removeRecursively());
    const auto said = tablesOf(at(QStringLiteral("index")));
    QCOMPARE(said.keys(), expected.keys());
    for (const QString &table : expected.keys())
        QVERIFY2(said[table] == expected[table], qPrintable(table));
}

void TestCliPack::onlyWhatChangedIsPackedAgain()
{
    QCOMPARE(index().status, 0);
    QVERIFY(index().err.contains(QStringLiteral("0 of them packed now")));
    const auto bytes = [this](const QString &name) {
        QFile file(at(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const QByteArray whole = bytes(QStringLiteral("index/run.rsindex"));
    const QByteArray pack = bytes(QStringLiteral("index/rank0.rspack"));
    // A pack that was cut off is made anew, without the old index too.
    QVERIFY(QFile(at(QStringLiteral("index/rank0.rspack"))).resize(pack.size() / 2));
    QVERIFY(QFile::remove(at(QStringLiteral("index/run.rsindex"))));
    QVERIFY(index().err.contains(QStringLiteral("1 of them packed now")));
    QVERIFY(bytes(QStringLiteral("index/rank0.rspack")) == pack);
    QVERIFY(bytes(QStringLiteral("index/run.rsindex")) == whole);
    // So is that of a rank whose files changed.
    QFile trace(at(QStringLiteral("run/rank1_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json")));
    QVERIFY(trace.open(QIODevice::ReadWrite));
    QVERIFY(trace.setFileTime(QDateTime::currentDateTime().addDays(-1), QFileDevice::FileModificationTime));
    trace.close();
    QVERIFY(index().err.contains(QStringLiteral("1 of them packed now")));
}

void TestCliPack::nothingIsWrittenIntoTheInput()
{
    const Result inside = cli(
        {QStringLiteral("index"), at(QStringLiteral("run")), QStringLiteral("--out"), at(QStringLiteral("run/index"))});
    QCOMPARE(inside.status, 1);
    QVERIFY2(inside.err.contains(QStringLiteral("lies inside the input")), qPrintable(inside.err));
    const Result pack = cli({QStringLiteral("pack"), at(QStringLiteral("run")), QStringLiteral("--rank"),
                             QStringLiteral("0"), QStringLiteral("--out"), at(QStringLiteral("run/a.rspack"))});
    QCOMPARE(pack.status, 1);
    QVERIFY2(pack.err.contains(QStringLiteral("lies inside the input")), qPrintable(pack.err));
    // Beside a pack is fine, in its place not.
    const auto packAt = [this](const QString &from, const QString &to) {
        return cli({QStringLiteral("pack"), at(from), QStringLiteral("--rank"), QStringLiteral("0"),
                    QStringLiteral("--out"), at(to)});
    };
    QCOMPARE(packAt(QStringLiteral("run"), QStringLiteral("a.rspack")).status, 0);
    QCOMPARE(packAt(QStringLiteral("a.rspack"), QStringLiteral("b.rspack")).status, 0);
    const Result same = packAt(QStringLiteral("a.rspack"), QStringLiteral("a.rspack"));
    QCOMPARE(same.status, 1);
    QVERIFY2(same.err.contains(QStringLiteral("is an input")), qPrintable(same.err));
}

void TestCliPack::aDamagedIndexLeavesItsPacks()
{
    QCOMPARE(index().status, 0);
    QFile file(at(QStringLiteral("index/run.rsindex")));
    QVERIFY(file.resize(file.size() / 2));
    const Result r = cli({QStringLiteral("overview"), at(QStringLiteral("index"))});
    QCOMPARE(r.lines().size(), 3);
    QVERIFY2(r.err.contains(QStringLiteral("damaged or cut off")), qPrintable(r.err));
}

void TestCliPack::aMissingPackIsNoSettingOfTheProfiler()
{
    QCOMPARE(index().status, 0);
    QVERIFY(QFile::remove(at(QStringLiteral("index/rank1.rspack"))));
    for (const char *const verb : {"slices", "operators", "kernels"}) {
        const Result r =
            cli({QLatin1String(verb), at(QStringLiteral("index")), QStringLiteral("--rank"), QStringLiteral("1")});
        QCOMPARE(r.status, 2);
        QVERIFY2(r.err.contains(QStringLiteral("The pack of rank 1 cannot be used")), qPrintable(r.err));
        QVERIFY2(!r.err.contains(QStringLiteral("profiler")), qPrintable(r.err));
    }
}

void TestCliPack::packsOfOthersAreTold()
{
    QCOMPARE(index().status, 0);
    QVERIFY(QDir(at(QStringLiteral("run/rank1_ascend_pt"))).removeRecursively());
    const Result r = index();
    QCOMPARE(r.status, 0);
    QVERIFY2(r.err.contains(QStringLiteral("packs of other runs lie in")) &&
                 r.err.contains(QStringLiteral(": rank1.rspack")),
             qPrintable(r.err));
}

// Several at once too: whoever is last writes what is there.
void TestCliPack::manyProcessesMakeTheSameIndex()
{
    const QString mpirun = QStandardPaths::findExecutable(QStringLiteral("mpirun"));
    const QString program = QFileInfo(QStringLiteral(RANKSCOPE_CLI)).path() + QStringLiteral("/rankscope-index");
    if (mpirun.isEmpty() || !QFileInfo::exists(program))
        QSKIP("There is no mpirun, or the program was built without MPI.");
    // In the same place, which the index names.
    QCOMPARE(index().status, 0);
    const QString out = at(QStringLiteral("index"));
    const QString made = at(QStringLiteral("made"));
    QVERIFY(QDir().rename(out, made));
    const auto start = [&](QProcess &p) {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("ASAN_OPTIONS"), QStringLiteral("detect_leaks=0")); // of MPI itself
        p.setProcessEnvironment(environment);
        p.start(mpirun, {QStringLiteral("--allow-run-as-root"), QStringLiteral("--oversubscribe"), QStringLiteral("-n"),
                         QStringLiteral("3"), program, at(QStringLiteral("run")), QStringLiteral("--out"), out});
    };
    QProcess one;
    QProcess two;
    start(one);
    start(two);
    for (QProcess *const p : {&one, &two}) {
        QVERIFY(p->waitForFinished(60000));
        QVERIFY2(p->exitCode() == 0, p->readAllStandardError().constData());
    }
    const QStringList names = QDir(made).entryList(QDir::Files, QDir::Name);
    QCOMPARE(QDir(out).entryList(QDir::Files | QDir::Hidden, QDir::Name), names);
    for (const QString &name : names) {
        QFile mine(out + u'/' + name);
        QFile other(made + u'/' + name);
        QVERIFY(mine.open(QIODevice::ReadOnly) && other.open(QIODevice::ReadOnly));
        QVERIFY2(mine.readAll() == other.readAll(), qPrintable(name));
    }
}

// The way there is that of the window: File > Remote Hosts.
void TestCliPack::runsOnAnotherHostAreFetched()
{
    const QByteArray config = qgetenv("XDG_CONFIG_HOME");
    const auto restore = qScopeGuard([&config] { qputenv("XDG_CONFIG_HOME", config); });
    qputenv("XDG_CONFIG_HOME", at(QStringLiteral("config")).toUtf8());
    const QString ssh = at(QStringLiteral("ssh"));
    write(at(QStringLiteral("config/RankScope/RankScope.ini")), "[remote]\nssh=" + ssh.toUtf8() + '\n');
    const auto reachBy = [&ssh](const QByteArray &script) {
        write(ssh, "#!/bin/sh\n" + script);
        QFile(ssh).setPermissions(QFile::ReadOwner | QFile::ExeOwner | QFile::WriteOwner);
    };
    reachBy("exec " RANKSCOPE_CLI " serve\n");
    const QString url = QStringLiteral("ssh://there") + at(QStringLiteral("run"));
    for (const QStringList &verb : {QStringList{QStringLiteral("overview")},
                                    {QStringLiteral("communication")},
                                    {QStringLiteral("slices"), QStringLiteral("--rank"), QStringLiteral("1")}}) {
        const auto of = [&](const QString &path) { return cli(verb + QStringList{path}); };
        const Result there = of(url);
        QVERIFY2(there.status == 0, qPrintable(there.err));
        QCOMPARE(there.out, of(at(QStringLiteral("run"))).out);
    }
    // The index that somebody sent leads to its packs.
    QCOMPARE(index().status, 0);
    QVERIFY(QDir().mkpath(at(QStringLiteral("sent"))));
    QVERIFY(QFile::copy(at(QStringLiteral("index/run.rsindex")), at(QStringLiteral("sent/run.rsindex"))));
    const auto slices = [this] {
        return cli(
            {QStringLiteral("slices"), at(QStringLiteral("sent")), QStringLiteral("--rank"), QStringLiteral("0")});
    };
    // Here is that host: what is missing here is missing there.
    QVERIFY2(slices().err.contains(QStringLiteral("The rank pack is not there")), qPrintable(slices().err));
    reachBy("echo 'no route' >&2; exit 255\n");
    const Result none = cli({QStringLiteral("slices"), url, QStringLiteral("--rank"), QStringLiteral("0")});
    QCOMPARE(none.status, 2);
    QVERIFY2(none.err.contains(url + QStringLiteral(": The host cannot be reached (no route)")), qPrintable(none.err));
}

void TestCliPack::nothingToIndexLeavesNoFolder()
{
    const QString mpirun = QStandardPaths::findExecutable(QStringLiteral("mpirun"));
    const QString program = QFileInfo(QStringLiteral(RANKSCOPE_CLI)).path() + QStringLiteral("/rankscope-index");
    if (mpirun.isEmpty() || !QFileInfo::exists(program))
        QSKIP("There is no mpirun, or the program was built without MPI.");
    QProcess p;
    p.start(program, {at(QStringLiteral("nothere")), QStringLiteral("--out"), at(QStringLiteral("out"))});
    QVERIFY(p.waitForFinished(60000));
    QCOMPARE(p.exitCode(), 2);
    QVERIFY(!QFileInfo::exists(at(QStringLiteral("out"))));
}

RS_TEST(TestCliPack, QCoreApplication);
#include "tst_cli_pack.moc"
