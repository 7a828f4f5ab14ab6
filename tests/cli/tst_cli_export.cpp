// SPDX-License-Identifier: Apache-2.0
#include "cli/clirank.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QDirIterator>
#include <QFile>
#include <QMap>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QUrl>

#include <csignal>
#include <sys/stat.h>

using namespace rs::test;

namespace {

// An export that takes a while, once it has begun to write: its program can be stopped in the middle.
struct SlowExport
{
    SlowExport(const QStringList &arguments, const QString &stageIn)
    {
        process.start(QStringLiteral(RANKSCOPE_CLI), arguments);
        const QStringList stage{QStringLiteral(".rankscope-??????")};
        for (int i = 0; i < 3000 && stages.isEmpty(); ++i) {
            QTest::qSleep(1);
            stages = QDir(stageIn).entryList(stage, QDir::Dirs | QDir::Hidden);
            if (!stages.isEmpty() && QDir(stageIn + u'/' + stages[0]).isEmpty(QDir::AllEntries | QDir::NoDotAndDotDot))
                stages.clear();
        }
        ::kill(static_cast<pid_t>(process.processId()), SIGSTOP);
    }
    void goOn() { ::kill(static_cast<pid_t>(process.processId()), SIGCONT); }
    QProcess process;
    QStringList stages;
};

// A rank whose tables take long to write.
void writeLongRank(const QString &rank)
{
    writeRank(rank, 0);
    QByteArray trace = R"([{"ph":"M","name":"process_name","pid":2,"tid":0,"args":{"name":"Ascend Hardware"}})";
    for (int i = 0; i < 100'000; ++i)
        trace += R"(,{"ph":"X","name":"MatMul","pid":2,"tid":7,"ts":")" + QByteArray::number(1'000'000 + 2 * i) +
                 R"(.000","dur":1,"args":{"Task Type":"AI_CORE"}})";
    write(rank + QStringLiteral("/ASCEND_PROFILER_OUTPUT/trace_view.json"), trace + ']');
}

QStringList hiddenIn(const QString &dir)
{
    return QDir(dir).entryList({QStringLiteral(".*")}, QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
}

} // namespace

class TestCliExport : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QVERIFY(m_dir.isValid());
        m_run = m_dir.filePath(QStringLiteral("run"));
        writeRank(m_run + QStringLiteral("/host_1_20250109084755012_ascend_pt"), 0);
        writeRank(m_run + QStringLiteral("/host_2_20250109084755012_ascend_pt"), 1);
    }

    void writesEveryTable()
    {
        const QString out = m_dir.filePath(QStringLiteral("tables/deep"));
        const Result r = cli({"export", m_run, "--out", out});
        QVERIFY2(r.status == 0, qPrintable(r.err));
        for (const char *name : {"ranks", "files", "findings", "domains", "overview", "overview_derived",
                                 "communication", "matrix", "rank_0/slices", "rank_0/slice_statistics", "rank_0/flows",
                                 "rank_0/flow_statistics", "rank_0/kernels", "rank_1/operators_compute_by_type",
                                 "rank_1/operators_communication_by_name_shape", "compare/0_with_1_by_shape"}) {
            QFile f(out + u'/' + QLatin1String(name) + QStringLiteral(".csv"));
            QVERIFY2(f.open(QIODevice::ReadOnly), name);
            QVERIFY2(f.readAll().contains("\r\n"), name);
        }
        QFile overview(out + QStringLiteral("/overview.csv"));
        QVERIFY(overview.open(QIODevice::ReadOnly));
        QCOMPARE(overview.readAll(), cli({"overview", m_run}).out);
    }

    void neverWritesIntoTheInput()
    {
        for (const QString &out : {m_run, m_run + QStringLiteral("/tables"), m_run + QStringLiteral("/a/../tables")}) {
            const Result r = cli({"export", m_run, "--out", out});
            QCOMPARE(r.status, 1);
            QVERIFY(r.err.contains(QStringLiteral("inside the input")));
        }
        const QString link = m_dir.filePath(QStringLiteral("link"));
        QVERIFY(QFile::link(m_run, link));
        QCOMPARE(cli({"export", m_run, "--out", link + QStringLiteral("/tables")}).status, 1);
        QVERIFY(QFile::remove(link));
    }

    void neverMixesTwoRuns()
    {
        const QTemporaryDir dir;
        const QString one = dir.filePath(QStringLiteral("one"));
        writeRank(one + QStringLiteral("/rank3_ascend_pt"), 3);
        const QString out = dir.filePath(QStringLiteral("tables"));
        const auto exported = [&](const QString &run, const QStringList &more = {}) {
            return cli(texts({"export", run, "--out", out}) + more);
        };
        QVERIFY(QDir().mkpath(out)); // an empty folder is as good as a new one
        QCOMPARE(exported(m_run).status, 0);
        const QStringList before = listing(out);
        QVERIFY(before.contains(out + QStringLiteral("/rank_0")));

        const Result again = exported(one);
        QCOMPARE(again.status, 1);
        QVERIFY2(again.err.contains(QStringLiteral("--force")), qPrintable(again.err));
        QCOMPARE(listing(out), before);

        const Result forced = exported(one, {QStringLiteral("--force")});
        QVERIFY2(forced.status == 0, qPrintable(forced.err));
        QVERIFY(QFile::exists(out + QStringLiteral("/rank_3")));
        QVERIFY(!QFile::exists(out + QStringLiteral("/rank_0")));
        QCOMPARE(QDir(dir.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
                 (texts({"one", "tables"})));
        // No table is a header alone, and what is left out is named.
        QDirIterator it(out, {QStringLiteral("*.csv")}, QDir::Files, QDirIterator::Subdirectories);
        while (it.hasNext()) {
            QFile f(it.next());
            QVERIFY(f.open(QIODevice::ReadOnly));
            QVERIFY2(f.readAll().count('\n') > 1, qPrintable(f.fileName()));
        }
        QVERIFY2(forced.err.contains(QStringLiteral("counters")), qPrintable(forced.err));

        // Files that no export wrote stay, even with --force.
        write(out + QStringLiteral("/notes.txt"), "mine");
        const Result mixed = exported(one, {QStringLiteral("--force")});
        QCOMPARE(mixed.status, 1);
        QVERIFY2(mixed.err.contains(QStringLiteral("notes.txt")), qPrintable(mixed.err));
        QVERIFY(QFile::exists(out + QStringLiteral("/notes.txt")));
    }

    void anEarlierExportInTheDataIsNoRun()
    {
        const QTemporaryDir dir;
        const QString run = dir.filePath(QStringLiteral("run"));
        const QString rank = run + QStringLiteral("/rank0_ascend_pt");
        writeRank(rank, 0);
        write(rank + QStringLiteral("/ASCEND_PROFILER_OUTPUT/api_statistic.csv"),
              "Device_id,Level,API "
              "Name,Time(us),Count,Avg(us),Min(us),Max(us),Variance\r\n0,acl,aclrtLaunch,1,1,1,1,1,0\r\n");
        const QString out = dir.filePath(QStringLiteral("tables"));
        QCOMPARE(cli({"export", run, "--out", out}).status, 0);
        QVERIFY(QFile::exists(out + QStringLiteral("/rank_0/api_statistic.csv")));
        QVERIFY(QDir().rename(out, run + QStringLiteral("/tables")));
        const Result info = cli({"info", run, "--format", "json"});
        QCOMPARE(info.status, 0);
        const Json j = Json::parse(info.out.toStdString());
        QCOMPARE(j["runs"].size(), size_t(1));
        QCOMPARE(j["runs"][0]["ranks"].size(), size_t(1));
        QVERIFY(info.out.contains("exported"));
        // Nor is it one when it is named itself.
        const Result itself = cli({"info", run + QStringLiteral("/tables")});
        QCOMPARE(itself.status, 2);
        QVERIFY2(itself.err.contains(QStringLiteral("exported")), qPrintable(itself.err));
    }

    void givesEachRankAFolder()
    {
        const QTemporaryDir dir;
        const QByteArray trace = QByteArray::fromStdString(traceOf(0).dump());
        for (const char *name : {"a b", "a+b", "a_b", "A_b"})
            write(dir.filePath(QStringLiteral("in/%1.json").arg(QLatin1String(name))), trace);
        const QString out = dir.filePath(QStringLiteral("out"));
        const Result r = cli({"export", dir.filePath(QStringLiteral("in")), "--out", out});
        QVERIFY2(r.status == 0, qPrintable(r.err));
        QCOMPARE(QDir(out).entryList({QStringLiteral("rank_*")}, QDir::Dirs).size(), 4);
        // Which rank a folder holds is said twice: for who reads tables, and for who reads the mark.
        QFile ranks(out + QStringLiteral("/ranks.csv"));
        QVERIFY(ranks.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = ranks.readAll().split('\n');
        QVERIFY2(lines[0].startsWith("Run,Rank,") && lines[0].endsWith(",Folder,Export Folder\r"),
                 lines[0].constData());
        QMap<QByteArray, QByteArray> folderOf;
        for (const QByteArray &line : lines.mid(1, 4)) {
            const QList<QByteArray> cells = line.trimmed().split(',');
            folderOf[cells[1]] = cells.last();
            QVERIFY2(QFileInfo(out + u'/' + QString::fromUtf8(cells.last())).isDir(), line.constData());
        }
        QCOMPARE(folderOf.size(), 4);
        QCOMPARE(QSet<QByteArray>(folderOf.begin(), folderOf.end()).size(), 4);
        QFile mark(out + QStringLiteral("/rankscope-export.json"));
        QVERIFY(mark.open(QIODevice::ReadOnly));
        const Json about = Json::parse(mark.readAll().toStdString());
        QCOMPARE(about["rank_folders"].size(), size_t(4));
        for (const Json &f : about["rank_folders"])
            QCOMPARE(f["folder"].get<std::string>(),
                     folderOf[QByteArray::fromStdString(f["rank"].get<std::string>())].toStdString());
    }

    void ranksWithoutATableAreNamed()
    {
        const QTemporaryDir dir;
        const QTemporaryDir elsewhere;
        for (const int rank : {0, 1, 2})
            writeRank(dir.filePath(QStringLiteral("rank%1_ascend_pt").arg(rank)), rank);
        for (const int rank : {1, 2})
            QVERIFY(QFile::remove(
                dir.filePath(QStringLiteral("rank%1_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv").arg(rank))));
        QVERIFY(QFile::remove(dir.filePath(QStringLiteral("rank2_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json"))));
        const QString out = elsewhere.filePath(QStringLiteral("out"));
        const Result r = cli({"export", dir.path(), "--out", out});
        QVERIFY2(r.status == 0, qPrintable(r.err));
        for (const char *words : {" kernels (ranks 1, 2)", " chains (rank 2)", " counters (all ranks)"})
            QVERIFY2(r.err.contains(QLatin1String(words)), qPrintable(r.err));
        // Each of two runs has its own.
        const Result two = cli({"export", dir.path(), m_run, "--out", out + QStringLiteral("2")});
        QVERIFY2(two.err.contains(dir.path() + QStringLiteral(": Tables without rows")), qPrintable(two.err));
        QVERIFY2(two.err.contains(m_run + QStringLiteral(": Tables without rows")), qPrintable(two.err));
    }

    void theIndexLeadsToEveryTable()
    {
        const QTemporaryDir elsewhere;
        const QString out = elsewhere.filePath(QStringLiteral("out"));
        const Result r = cli({"export", m_run, m_run, "--out", out});
        QVERIFY2(r.status == 0, qPrintable(r.err));
        QFile page(out + QStringLiteral("/index.html"));
        QVERIFY(page.open(QIODevice::ReadOnly));
        const QString html = QString::fromUtf8(page.readAll());
        QStringList linked;
        static const QRegularExpression link(QStringLiteral("href=\"([^\"]*)\""));
        for (auto it = link.globalMatch(html); it.hasNext();)
            linked << QUrl::fromPercentEncoding(it.next().captured(1).toLatin1());
        QStringList written;
        for (QDirIterator it(out, {QStringLiteral("*.csv")}, QDir::Files, QDirIterator::Subdirectories); it.hasNext();)
            written << QDir(out).relativeFilePath(it.next());
        linked.sort();
        written.sort();
        QVERIFY(written.size() > 20);
        QCOMPARE(linked, written);
        QVERIFY(!html.contains(QLatin1String("<script")));
        // The verdicts stand in it, and on stderr; one rank has no peers, which is an answer.
        QVERIFY(r.err.contains(QLatin1String("Verdicts on ")) && html.contains(QLatin1String("<h2>Verdicts</h2>")));
    }

    void whatAKilledExportLeftIsRemoved_data()
    {
        QTest::addColumn<bool>("replacing");
        QTest::newRow("into a new folder") << false;
        QTest::newRow("in place of an earlier one") << true;
    }

    void whatAKilledExportLeftIsRemoved()
    {
        QFETCH(bool, replacing);
        const QTemporaryDir dir;
        const QString run = dir.filePath(QStringLiteral("run"));
        writeLongRank(run + QStringLiteral("/rank0_ascend_pt"));
        const QString place = dir.filePath(QStringLiteral("place"));
        const QString out = place + QStringLiteral("/tables");
        const auto arguments = [&](const QString &from) {
            return texts({"export", from, "--out", out}) + (replacing ? texts({"--force"}) : QStringList());
        };
        if (replacing)
            QCOMPARE(cli({"export", m_run, "--out", out}).status, 0);
        const QString stageIn = replacing ? place : out;
        SlowExport killed(arguments(run), stageIn);
        killed.process.kill();
        QVERIFY(killed.process.waitForFinished(60000));
        QVERIFY(!killed.stages.isEmpty() && !hiddenIn(stageIn).isEmpty());
        if (replacing)
            QVERIFY(QFile::exists(out + QStringLiteral("/rank_1")));
        const Result r = cli(arguments(m_run));
        QVERIFY2(r.status == 0, qPrintable(r.err));
        QCOMPARE(hiddenIn(place) + hiddenIn(out), QStringList());
        QVERIFY(QFile::exists(out + QStringLiteral("/rank_1/slices.csv")));
    }

    void twoExportsIntoOneFolder()
    {
        const QTemporaryDir dir;
        const QString run = dir.filePath(QStringLiteral("run"));
        writeLongRank(run + QStringLiteral("/rank0_ascend_pt"));
        const QString out = dir.filePath(QStringLiteral("tables"));
        SlowExport first({QStringLiteral("export"), run, QStringLiteral("--out"), out}, out);
        QVERIFY(!first.stages.isEmpty());
        for (const QStringList &more : {QStringList(), texts({"--force"})}) {
            const Result second = cli(texts({"export", m_run, "--out", out}) + more);
            QCOMPARE(second.status, 1);
            QVERIFY2(second.err.contains(QStringLiteral("is being written by another export")), qPrintable(second.err));
        }
        // A file that comes meanwhile is neither replaced nor mixed with the tables.
        write(out + QStringLiteral("/ranks.csv"), "mine");
        first.goOn();
        QVERIFY(first.process.waitForFinished(60000));
        QCOMPARE(first.process.exitCode(), 3);
        const QString err = QString::fromUtf8(first.process.readAllStandardError());
        QVERIFY2(err.contains(QStringLiteral("is not empty (ranks.csv)")), qPrintable(err));
        QCOMPARE(listing(out), QStringList{out + QStringLiteral("/ranks.csv")});
    }

    void foldersOfOthersStay()
    {
        const QTemporaryDir dir;
        const QString out = dir.filePath(QStringLiteral("tables"));
        const QString own = out + QStringLiteral("/.rankscope-AbCdEf");
        write(own + QStringLiteral("/notes.txt"), "mine");
        for (const bool lock : {false, true}) {
            if (lock)
                write(own + QStringLiteral(".lock"), "no lock of a program");
            const Result r = cli({"export", m_run, "--out", out});
            QCOMPARE(r.status, 1);
            QVERIFY2(r.err.contains(QStringLiteral("is not empty")), qPrintable(r.err));
            QVERIFY(QFile::exists(own + QStringLiteral("/notes.txt")));
        }
    }

    void aLimitOfFileSizesIsTold()
    {
        const QTemporaryDir dir;
        const QString run = dir.filePath(QStringLiteral("run"));
        writeLongRank(run + QStringLiteral("/rank0_ascend_pt"));
        const QString out = dir.filePath(QStringLiteral("tables"));
        QProcess p;
        p.start(QStringLiteral("/bin/sh"),
                {QStringLiteral("-c"), QStringLiteral("ulimit -f 40 && exec \"$0\" \"$@\""),
                 QStringLiteral(RANKSCOPE_CLI), QStringLiteral("export"), run, QStringLiteral("--out"), out});
        QVERIFY(p.waitForFinished(60000));
        const QByteArray said = p.readAllStandardError();
        QCOMPARE(p.exitStatus(), QProcess::NormalExit);
        QVERIFY2(p.exitCode() != 0, said.constData());
        QVERIFY2(said.contains("File too large"), said.constData());
        QVERIFY(!QFileInfo::exists(out) || QDir(out).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
    }

    void aTraceWithoutRoomSaysWhy_data()
    {
        const Scenarios<QString, bool> row;
        row("less than a buffer", "a.json", false);
        row("compressed", "a.json.gz", false);
        row("long", "b.json", true);
        row("long, compressed", "b.json.gz", true);
    }

    void aTraceWithoutRoomSaysWhy()
    {
        const auto [name, isLong] = scenario<QString, bool>();
        const QTemporaryDir dir;
        const QString run = dir.filePath(QStringLiteral("run"));
        if (isLong)
            writeLongRank(run + QStringLiteral("/rank0_ascend_pt"));
        const QString out = dir.filePath(name);
        QProcess p;
        p.start(QStringLiteral("/bin/sh"),
                {QStringLiteral("-c"), QStringLiteral("ulimit -f %1 && exec \"$0\" \"$@\"").arg(isLong ? 8 : 0),
                 QStringLiteral(RANKSCOPE_CLI), QStringLiteral("trace"), isLong ? run : m_run, QStringLiteral("--out"),
                 out});
        QVERIFY(p.waitForFinished(60000));
        const QByteArray said = p.readAllStandardError();
        QCOMPARE(p.exitStatus(), QProcess::NormalExit);
        QVERIFY2(p.exitCode() != 0, said.constData());
        QVERIFY2(said.contains("cannot be written: File too large"), said.constData());
        QVERIFY(!QFileInfo::exists(out));
    }

    void anOutputWithoutRoomSaysWhy()
    {
        if (!QFile::exists(QStringLiteral("/dev/full")))
            QSKIP("this system has no /dev/full");
        for (const char *const format : {"csv", "json"}) {
            QProcess p;
            p.setStandardOutputFile(QStringLiteral("/dev/full"));
            p.start(QStringLiteral(RANKSCOPE_CLI),
                    {QStringLiteral("overview"), m_run, QStringLiteral("--format"), QString::fromLatin1(format)});
            QVERIFY(p.waitForFinished(60000));
            const QByteArray said = p.readAllStandardError();
            QVERIFY2(said.contains("could not be written completely: No space left on device"), said.constData());
        }
    }

    void noTraceReplacesAPipe()
    {
        const QTemporaryDir dir;
        const QString pipe = dir.filePath(QStringLiteral("pipe.json"));
        const QString link = dir.filePath(QStringLiteral("link.json"));
        QCOMPARE(mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
        QVERIFY(QFile::link(pipe, link));
        for (const QString &out : {pipe, link}) {
            const Result r = cli({"trace", m_run, "--out", out});
            QCOMPARE(r.status, 1);
            QVERIFY2(r.err.contains(QStringLiteral("not a regular file")), qPrintable(r.err));
        }
        struct stat info = {};
        QCOMPARE(lstat(QFile::encodeName(pipe).constData(), &info), 0);
        QVERIFY(S_ISFIFO(info.st_mode));
        QVERIFY(QFileInfo(link).isSymLink());
    }

private:
    QTemporaryDir m_dir;
    QString m_run; ///< two ranks
};

RS_TEST(TestCliExport, QCoreApplication);
#include "tst_cli_export.moc"
