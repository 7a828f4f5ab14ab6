// SPDX-License-Identifier: Apache-2.0
// Files of the program on a full disk, when it is killed, and when two of it write; and that it talks to nobody. With
// an argument this program is the other process of such a test.
#include "app/session/sessionfile.h"
#include "app/session/settings.h"
#include "cli/clirun.h"
#include "core/run/tracecodec.h"
#include "core/table/table.h"
#include "importers/cache/rankcache.h"
#include "support/testprogram.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QProcessEnvironment>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <sys/resource.h>
#include <utility>

using namespace rs;
using namespace rs::test;

namespace {

const QByteArray key(32, 'k');
constexpr int shortRows = 10;
constexpr int longRows = 300'000; // a few megabytes: writing them takes longer than the pauses before a kill

RankData rankOf(int rows)
{
    const auto table = std::make_shared<Table>();
    const int column = table->addColumn(QStringLiteral("Block Dim"), ColumnType::Integer);
    for (int i = 0; i < rows; ++i) {
        table->appendInteger(column, i);
        table->finishRow();
    }
    RankData rank;
    rank.kernels = table;
    return rank;
}

Session sessionOf(int inputs)
{
    Session s;
    SessionRun run{QStringLiteral("/data/run"), {QStringLiteral("/data/run")}, {}};
    for (int i = 0; i < inputs; ++i)
        run.inputs.push_back({QStringLiteral("/data/run/trace%1.json").arg(i), i, QStringLiteral("00ff")});
    s.runs.push_back(run);
    return s;
}

int rowsIn(const QString &path)
{
    ThreadPool pool(1);
    const TraceCodec::Result read = TraceCodec::read(path, key, {}, pool, JobContext());
    return read.rank && read.rank->kernels ? read.rank->kernels->rows() : -1;
}

qsizetype inputsIn(const QString &path)
{
    const SessionFile::Parsed read = SessionFile::read(path);
    return read.error.isEmpty() ? static_cast<qsizetype>(read.session.runs.front().inputs.size()) : -1;
}

// The life of the other process: replaces one file again and again, by something short and something long in turn.
[[noreturn]] void keepWriting(const QString &what, const QString &path)
{
    const RankData ranks[] = {rankOf(shortRows), rankOf(longRows)};
    const Session sessions[] = {sessionOf(shortRows), sessionOf(longRows / 30)};
    for (int i = 0;; ++i) {
        if (what == QLatin1String("cache"))
            (void)TraceCodec::write(ranks[i % 2], key, path);
        else
            (void)SessionFile::write(path, sessions[i % 2]);
        if (i == 0) {
            std::puts("written");
            std::fflush(stdout);
        }
    }
}

bool leave(const QString &folder, const QString &name, int hoursAgo)
{
    write(folder + u'/' + name, QByteArray(1000, 'x'));
    QFile f(folder + u'/' + name);
    return f.open(QIODevice::ReadWrite) &&
           f.setFileTime(QDateTime::currentDateTimeUtc().addSecs(-3600 * hoursAgo), QFileDevice::FileModificationTime);
}

QStringList filesIn(const QString &folder)
{
    QStringList out = QDir(folder).entryList(QDir::Files);
    out.sort();
    return out;
}

constexpr int changes = 40;

void keepChanging(const QString &iniFile)
{
    for (int i = 1; i <= changes; ++i) {
        Settings settings(iniFile);
        settings.setScalePercent(100 + i);
        settings.addSqlStatement(QStringLiteral("theirs %1").arg(i), 2 * changes);
    }
}

/// As long as it lives no file of the process can grow beyond `bytes`: writing fails as it does on a full disk.
class SmallFiles
{
public:
    explicit SmallFiles(rlim_t bytes)
    {
        m_handler = std::signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit small{bytes, m_before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &small);
    }
    ~SmallFiles()
    {
        setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_handler);
    }
    Q_DISABLE_COPY_MOVE(SmallFiles)

private:
    rlimit m_before{};
    void (*m_handler)(int) = SIG_DFL;
};

} // namespace

class TestInterruptions : public QObject
{
    Q_OBJECT
private slots:
    void aFullDiskKeepsWhatWasThere()
    {
        const QDir folder(m_dir.filePath(QStringLiteral("full")));
        QVERIFY(folder.mkpath(QStringLiteral(".")));
        const QString cached = folder.filePath(QStringLiteral("a.rank"));
        const QString session = folder.filePath(QStringLiteral("s.json"));
        const QString ini = folder.filePath(QStringLiteral("s.ini"));
        QVERIFY(TraceCodec::write(rankOf(shortRows), key, cached));
        QCOMPARE(SessionFile::write(session, sessionOf(1)), QString());
        {
            Settings s(ini);
            s.setLastFolder(m_dir.path());
        }
        const QStringList before = folder.entryList(QDir::Files);
        {
            const SmallFiles full(4096);
            QVERIFY(!TraceCodec::write(rankOf(longRows), key, cached));
            QVERIFY(!SessionFile::write(session, sessionOf(1000)).isEmpty());
            Settings s(ini);
            QSignalSpy told(&s, &Settings::notWritten);
            s.setWorkspaces(1, {{QStringLiteral("summary"), QByteArray(20'000, 'd')}});
            QVERIFY(told.wait());
            QCOMPARE(told.front().at(1).toString(), qt_error_string(EFBIG));
        }
        {
            // Less than a buffer: QSettings cuts such a file and says that all is well.
            const SmallFiles full(400);
            Settings s(ini);
            QSignalSpy told(&s, &Settings::notWritten);
            s.setWorkspaces(1, {{QStringLiteral("summary"), QByteArray(1'000, 'd')}});
            QVERIFY(told.wait());
            QCOMPARE(told.front().at(1).toString(), qt_error_string(EFBIG));
        }
        QCOMPARE(rowsIn(cached), shortRows);
        QCOMPARE(inputsIn(session), 1);
        QCOMPARE(Settings(ini).lastFolder(), m_dir.path());
        QCOMPARE(folder.entryList(QDir::Files), before);
    }

    void aFullDiskEndsTheCommandLineInAnError()
    {
        if (!QFile::exists(QStringLiteral("/dev/full")))
            QSKIP("this system has no /dev/full");
        const QString run = m_dir.filePath(QStringLiteral("one"));
        write(run + QStringLiteral("/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/step_trace_time.csv"),
              "Device_id,Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble\n"
              "0,1,10,2,3,5,4,16,0\n");
        QProcess p;
        p.setStandardOutputFile(QStringLiteral("/dev/full"));
        p.start(QStringLiteral(RANKSCOPE_CLI), {QStringLiteral("overview"), run});
        QVERIFY(p.waitForFinished(60000));
        QCOMPARE(p.exitStatus(), QProcess::NormalExit);
        QVERIFY(p.exitCode() != 0);
        const QByteArray said = p.readAllStandardError();
        QVERIFY2(said.contains("could not be written"), said.constData());
    }

    void aKilledWriterLeavesAWholeFile_data()
    {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QList<int>>("whole");
        QTest::newRow("cache") << QStringLiteral("cache") << QList<int>{shortRows, longRows};
        QTest::newRow("session") << QStringLiteral("session") << QList<int>{shortRows, longRows / 30};
    }

    void aKilledWriterLeavesAWholeFile()
    {
        QFETCH(const QString, what);
        QFETCH(const QList<int>, whole);
        const QString path = m_dir.filePath(what);
        constexpr int kills = 20;
        for (int i = 0; i < kills; ++i) {
            QProcess writer;
            writer.start(QCoreApplication::applicationFilePath(),
                         {QStringLiteral("tst_interruptions"), QStringLiteral("--keep-writing"), what, path});
            QVERIFY(writer.waitForReadyRead(30000));
            QTest::qSleep(i);
            writer.kill();
            QVERIFY(writer.waitForFinished(30000));
            const int found = what == QLatin1String("cache") ? rowsIn(path) : static_cast<int>(inputsIn(path));
            QVERIFY2(whole.contains(found), qPrintable(QString::number(found)));
        }
    }

    void whatAKilledWriterLeftIsRemoved()
    {
        const QString folder = m_dir.filePath(QStringLiteral("ranks"));
        QVERIFY(leave(folder, QStringLiteral("aa.rank.AbCdEf"), 48)); // of a process that was killed
        QVERIFY(leave(folder, QStringLiteral("bb.rank.AbCdEf"), 0));  // another window may be writing it
        QVERIFY(leave(folder, QStringLiteral("notes.txt"), 48));      // not ours
        RankCache cache({folder, "build", 10'000, 0});
        cache.setLimit(10'000);
        QCOMPARE(filesIn(folder), (QStringList{QStringLiteral("bb.rank.AbCdEf"), QStringLiteral("notes.txt")}));
    }

    void whatAKilledWriterOfSettingsLeftIsRemoved()
    {
        const QString folder = m_dir.filePath(QStringLiteral("config"));
        const QString ini = QStringLiteral("s.ini");
        QVERIFY(leave(folder, QStringLiteral("s.ini.AbCdEf"), 48));
        QStringList stay{ini,
                         QStringLiteral("other.ini.AbCdEf"), // of another program
                         QStringLiteral("s.ini.AbCdEg"),     // young
                         QStringLiteral("s.ini.Backup"),
                         QStringLiteral("s.ini.backup"),
                         QStringLiteral("s.ini.ab-Cd1")};
        stay.sort();
        for (const QString &name : std::as_const(stay)) {
            if (name != ini)
                QVERIFY(leave(folder, name, name == QLatin1String("s.ini.AbCdEg") ? 0 : 48));
        }
        Settings(folder + u'/' + ini).setScalePercent(125);
        QCOMPARE(filesIn(folder), stay);
    }

    void twoWindowsShareTheSettings()
    {
        const QString ini = m_dir.filePath(QStringLiteral("shared.ini"));
        QProcess other;
        other.start(QCoreApplication::applicationFilePath(),
                    {QStringLiteral("tst_interruptions"), QStringLiteral("--keep-changing"), ini});
        QVERIFY(other.waitForStarted());
        for (int i = 1; i <= changes; ++i) {
            Settings settings(ini);
            settings.setMemoryPercent(20 + i);
            settings.addSqlStatement(QStringLiteral("own %1").arg(i), 2 * changes);
        }
        QVERIFY(other.waitForFinished(60000));
        QCOMPARE(other.exitCode(), 0);
        const Settings written(ini);
        QCOMPARE(written.memoryPercent(), 20 + changes);
        QCOMPARE(written.scalePercent(), 100 + changes);
        QCOMPARE(written.sqlHistory().size(), 2 * changes);
    }

    void noSocketIsOpened_data()
    {
        QTest::addColumn<QStringList>("command");
        const QString run = m_dir.filePath(QStringLiteral("quiet"));
        write(run + QStringLiteral("/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json"),
              R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":"1.0","dur":1.0}])");
        QTest::newRow("command line") << QStringList{QStringLiteral(RANKSCOPE_CLI), QStringLiteral("info"), run};
        QTest::newRow("window") << QStringList{
            QStringLiteral(RANKSCOPE_PROGRAM), QStringLiteral("--shot"),   m_dir.filePath(QStringLiteral("shot.png")),
            QStringLiteral("--view"),          QStringLiteral("timeline"), run};
    }

    void noSocketIsOpened()
    {
        QFETCH(const QStringList, command);
        const QString strace = QStandardPaths::findExecutable(QStringLiteral("strace"));
        if (strace.isEmpty())
            QSKIP("strace is not installed");
        const QString log = m_dir.filePath(QStringLiteral("calls"));
        QProcess p;
        QProcessEnvironment quiet = QProcessEnvironment::systemEnvironment();
        for (const char *const name : {"DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS"})
            quiet.remove(QString::fromLatin1(name));
        quiet.insert(QStringLiteral("XDG_CACHE_HOME"), m_dir.path());
        quiet.insert(QStringLiteral("XDG_CONFIG_HOME"), m_dir.path());
        // LeakSanitizer cannot look at a process that is traced.
        quiet.insert(QStringLiteral("ASAN_OPTIONS"), QStringLiteral("detect_leaks=0"));
        p.setProcessEnvironment(quiet);
        p.start(strace, QStringList{QStringLiteral("-f"), QStringLiteral("-qq"), QStringLiteral("-e"),
                                    QStringLiteral("trace=network,unlink"), QStringLiteral("-o"), log} +
                            command);
        QVERIFY(p.waitForFinished(120000));
        const QByteArray said = p.readAllStandardError();
        if (said.contains("ptrace") || said.contains("PTRACE"))
            QSKIP("this system does not let one process trace another");
        QVERIFY2(p.exitCode() == 0, said.constData());
        QFile calls(log);
        QVERIFY(calls.open(QIODevice::ReadOnly));
        // The C library asks the name service cache of this machine, where one runs, for the user's name.
        for (const QByteArray &call : calls.readAll().split('\n')) {
            const bool local = call.contains("socket(AF_UNIX") || call.contains("/nscd/socket");
            QVERIFY2(local || !(call.contains("socket(") || call.contains("connect(")), call.constData());
        }
    }

private:
    QTemporaryDir m_dir;
};

static int runInterruptions(int argc, char **argv)
{
    const QCoreApplication app(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.value(1) == QLatin1String("--keep-writing"))
        keepWriting(arguments.value(2), arguments.value(3));
    if (arguments.value(1) == QLatin1String("--keep-changing")) {
        keepChanging(arguments.value(2));
        return 0;
    }
    TestInterruptions test;
    return QTest::qExec(&test, argc, argv);
}
RS_TEST_RUN(&runInterruptions);
#include "tst_interruptions.moc"
