// SPDX-License-Identifier: Apache-2.0
#include "app/session/settings.h"
#include "app/session/strategymemory.h"
#include "support/testprogram.h"
#include "views/state/runstore.h"
#include "views/state/viewstate.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonObject>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace rs;

class TestSettings : public QObject
{
    Q_OBJECT
private slots:
    void init() { m_dir = std::make_unique<QTemporaryDir>(); }
    void startsWithDefaults()
    {
        const Settings s(file());
        QCOMPARE(s.themeMode(), Theme::Mode::System);
        QCOMPARE(s.language(), QStringLiteral("system"));
        QCOMPARE(s.scalePercent(), 100);
        QCOMPARE(s.memoryPercent(), 60);
        QCOMPARE(s.cacheGigabytes(), 10);
        QVERIFY(!s.derivedLanes());
        QVERIFY(s.exportChoice() == ExportChoice::Fuller);
        QVERIFY(s.recentPaths().isEmpty());
        QVERIFY(s.workspaces(1).isEmpty());
        QCOMPARE(s.lastFolder(), QDir::homePath());
    }

    void remembersAcrossObjects()
    {
        {
            Settings s(file());
            s.setThemeMode(Theme::Mode::Dark);
            s.setLanguage(QStringLiteral("zh_CN"));
            s.setScalePercent(150);
            s.setMemoryPercent(40);
            s.setCacheGigabytes(50);
            s.setDerivedLanes(true);
            s.setExportChoice(ExportChoice::Databases);
            s.setExportChoice(ExportChoice::Text);
            s.setWindowGeometry("geometry");
            s.setWorkspaces(3, {{QStringLiteral("timeline"), "docks"}, {QStringLiteral("summary"), "others"}});
            s.setLastFolder(m_dir->path());
            s.setThresholds({{QStringLiteral("idleShare"), 0.08}, {QStringLiteral("robustZ"), 6.5}});
            s.setRates({{QStringLiteral("hccs"), 56.0}});
            s.addRecentPaths({QStringLiteral("/data/卡 0"), QStringLiteral("/data/卡 1")});
        }
        const Settings s(file());
        QCOMPARE(s.themeMode(), Theme::Mode::Dark);
        QCOMPARE(s.language(), QStringLiteral("zh_CN"));
        QCOMPARE(s.scalePercent(), 150);
        QCOMPARE(s.memoryPercent(), 40);
        QCOMPARE(s.cacheGigabytes(), 50);
        QVERIFY(s.derivedLanes());
        QVERIFY(s.exportChoice() == ExportChoice::Text);
        QCOMPARE(s.thresholds(),
                 (QMap<QString, double>{{QStringLiteral("idleShare"), 0.08}, {QStringLiteral("robustZ"), 6.5}}));
        QCOMPARE(s.rates(), (QMap<QString, double>{{QStringLiteral("hccs"), 56.0}}));
        QCOMPARE(s.windowGeometry(), QByteArray("geometry"));
        QCOMPARE(s.workspaces(3).size(), 2);
        QCOMPARE(s.workspaces(3)[QStringLiteral("timeline")], QByteArray("docks"));
        QCOMPARE(s.lastFolder(), m_dir->path());
        QCOMPARE(s.recentPaths(), (QList<QStringList>{{QStringLiteral("/data/卡 0"), QStringLiteral("/data/卡 1")}}));
    }

    void recentPathsAreNewestFirstAndBounded()
    {
        Settings s(file());
        QSignalSpy changed(&s, &Settings::recentPathsChanged);
        for (int i = 0; i < Settings::recentLimit + 3; ++i)
            s.addRecentPaths({QStringLiteral("/run%1").arg(i)});
        QCOMPARE(s.recentPaths().size(), Settings::recentLimit);
        QCOMPARE(s.recentPaths().front(), QStringList{QStringLiteral("/run14")});
        s.addRecentPaths({QStringLiteral("/run10/")});
        QCOMPARE(s.recentPaths().front(), QStringList{QStringLiteral("/run10")});
        QCOMPARE(s.recentPaths().count({QStringLiteral("/run10")}), 1);
        QCOMPARE(changed.count(), Settings::recentLimit + 4);
        s.clearRecentPaths();
        QVERIFY(s.recentPaths().isEmpty());
    }

    void whatIsOpenedTogetherIsOneEntry_data()
    {
        // Opened one after the other, with a blank between; what is opened together has commas.
        QTest::addColumn<QString>("opened");
        QTest::addColumn<QString>("kept");
        const auto row = [](const char *name, const char *opened, const char *kept) {
            QTest::newRow(name) << QString::fromLatin1(opened) << QString::fromLatin1(kept);
        };
        row("together", "/r/0,/r/1,/r/2", "/r/0,/r/1,/r/2");
        row("again", "/r/0,/r/1 /a /r/0,/r/1", "/r/0,/r/1 /a");
        row("one rank of it", "/r/0,/r/1 /r/1", "/r/1 /r/0,/r/1");
        row("all, one, all", "/r/0,/r/1 /r/1 /r/0,/r/1", "/r/0,/r/1");
        // A rank that is dropped beside its run is looked for together with it.
        row("rank by rank", "/r/0 /r/1,/r/0 /r/2,/r/1,/r/0", "/r/2,/r/1,/r/0");
        row("two runs, read again", "/a /b,/c /x /a,/b,/c", "/b,/c /a /x");
        row("twice the same", "/a,/a/", "/a");
        row("no path of one line", "/c /a\nb", "/c");
    }

    void whatIsOpenedTogetherIsOneEntry()
    {
        QFETCH(const QString, opened);
        QFETCH(const QString, kept);
        Settings s(file());
        for (const QString &paths : opened.split(u' '))
            s.addRecentPaths(paths.split(u','));
        QStringList found;
        for (const QStringList &paths : s.recentPaths())
            found << paths.join(u',');
        QCOMPARE(found.join(u' '), kept);
    }

    // One path in each entry, as it was before there were more.
    void olderListsAreRead()
    {
        {
            QSettings older(file(), QSettings::IniFormat);
            older.setValue(QStringLiteral("recent/paths"), QStringList{QStringLiteral("/a, b"), QStringLiteral("/c")});
        }
        QCOMPARE(Settings(file()).recentPaths(),
                 (QList<QStringList>{{QStringLiteral("/a, b")}, {QStringLiteral("/c")}}));
    }

    void arrangementsOfAnotherVersionAreNotGiven()
    {
        Settings s(file());
        s.setWorkspaces(1, {{QStringLiteral("summary"), "old"}});
        QCOMPARE(s.workspaces(1).size(), 1);
        QVERIFY(s.workspaces(2).isEmpty());
    }

    void nonsenseInTheFileIsNotTaken()
    {
        QFile f(file());
        QVERIFY(f.open(QIODevice::WriteOnly));
        f.write(
            "[view]\ntheme=pink\nlanguage=fr\nscalePercent=9000\n[load]\nmemoryPercent=1\ncacheGigabytes=-5\n[recent]"
            "\nfolder=/nowhere/at/all\n");
        f.close();
        const Settings s(file());
        QCOMPARE(s.themeMode(), Theme::Mode::System);
        QCOMPARE(s.language(), QStringLiteral("system"));
        QCOMPARE(s.scalePercent(), 200);
        QCOMPARE(s.memoryPercent(), 10);
        QCOMPARE(s.cacheGigabytes(), 0);
        QCOMPARE(s.lastFolder(), QDir::homePath());
    }

    void changesReachTheFileByThemselves()
    {
        // Entries of another window in the same file stay.
        {
            QSettings other(file(), QSettings::IniFormat);
            other.setValue(QStringLiteral("window/docks"), QByteArray("of another"));
        }
        Settings s(file());
        s.setMemoryPercent(33);
        QCOMPARE(s.memoryPercent(), 33);
        {
            QSettings other(file(), QSettings::IniFormat);
            other.setValue(QStringLiteral("view/language"), QStringLiteral("zh_CN"));
        }
        QTRY_COMPARE(QSettings(file(), QSettings::IniFormat).value(QStringLiteral("load/memoryPercent")).toInt(), 33);
        const QSettings written(file(), QSettings::IniFormat);
        QCOMPARE(written.value(QStringLiteral("window/docks")).toByteArray(), QByteArray("of another"));
        QCOMPARE(written.value(QStringLiteral("view/language")).toString(), QStringLiteral("zh_CN"));
    }

    void changedKeysAreReplacedWhole()
    {
        using Keys = QMap<QString, QString>;
        const Keys first{{QStringLiteral("zoom.in"), QStringLiteral("W")}, {QStringLiteral("zoom.out"), QString()}};
        const Keys second{{QStringLiteral("pan.left"), QStringLiteral("Ctrl+A")}};
        {
            Settings s(file());
            s.setChangedKeys(first);
            QCOMPARE(s.changedKeys(), first);
        }
        {
            Settings s(file());
            QCOMPARE(s.changedKeys(), first);
            s.setKeyPreset(KeyPreset::Perfetto);
            s.setChangedKeys(second);
        }
        Settings s(file());
        QCOMPARE(s.changedKeys(), second);
        QCOMPARE(s.keyPreset(), KeyPreset::Perfetto);
        s.setChangedKeys({});
        QVERIFY(s.changedKeys().isEmpty());
    }

    // A strategy that the user entered counts for its run alone.
    void strategiesBelongToTheirRuns()
    {
        const Strategy entered{StrategyOrder::MindIe, {4, 1, 2, 1, 4, 2}};
        const auto runAt = [](const char *path) {
            Run run;
            run.path = run.name = QLatin1String(path);
            return run;
        };
        {
            Settings settings(file());
            RunStore runs;
            ViewState state;
            const StrategyMemory memory(runs, state, settings);
            const int run = runs.addRun(runAt("/a"));
            QVERIFY(!runs.run(run)->enteredStrategy);
            QSignalSpy changed(&runs, &RunStore::runChanged);
            state.enterStrategy(run, entered);
            QCOMPARE(runs.run(run)->enteredStrategy, std::optional(entered));
            QCOMPARE(changed.count(), 1);
            state.enterStrategy(run, entered);
            QCOMPARE(changed.count(), 1);
        }
        Settings settings(file());
        RunStore runs;
        ViewState state;
        const StrategyMemory memory(runs, state, settings);
        QVERIFY(!runs.run(runs.addRun(runAt("/b")))->enteredStrategy);
        const int again = runs.addRun(runAt("/a"));
        QCOMPARE(runs.run(again)->enteredStrategy, std::optional(entered));
        state.enterStrategy(again, std::nullopt);
        QVERIFY(!runs.run(again)->enteredStrategy && settings.strategies().isEmpty());
        // Entries written by others are checked.
        settings.setStrategies({{QStringLiteral("/c"), QJsonObject{{QStringLiteral("order"), QStringLiteral("x")}}},
                                {QStringLiteral("/d"), 7}});
        QVERIFY(!runs.run(runs.addRun(runAt("/c")))->enteredStrategy);
        QVERIFY(!runs.run(runs.addRun(runAt("/d")))->enteredStrategy);
    }

    // Both were open before either of them changed anything.
    void twoWindowsKeepWhatTheOtherAdds()
    {
        const auto arrangement = [](const char *name, int height) {
            return QJsonObject{{QStringLiteral("name"), QString::fromLatin1(name)},
                               {QStringLiteral("lanes"), QJsonObject{{QStringLiteral("rowHeight"), height}}}};
        };
        const QString tp = QStringLiteral("tp");
        {
            Settings first(file());
            first.addRecentPaths({QStringLiteral("/old")});
            first.addSqlStatement(QStringLiteral("old"), 3);
            first.setLaneArrangements({arrangement("both", 1), arrangement("gone", 1)});
            first.setStrategies({{QStringLiteral("/old"), tp}, {QStringLiteral("/gone"), tp}});
        }
        {
            Settings a(file());
            Settings b(file());
            b.addRecentPaths({QStringLiteral("/b")});
            b.addSqlStatement(QStringLiteral("of b"), 3);
            b.setLaneArrangements({arrangement("both", 2), arrangement("gone", 1), arrangement("of b", 1)});
            b.setStrategies({{QStringLiteral("/old"), tp}, {QStringLiteral("/gone"), tp}, {QStringLiteral("/b"), tp}});
            b.setThresholds({{QStringLiteral("idleShare"), 0.5}});
            b.setChangedKeys({{QStringLiteral("zoom.in"), QStringLiteral("W")}});
            a.addRecentPaths({QStringLiteral("/a")});
            a.addRecentPaths({QStringLiteral("/old")});
            a.addSqlStatement(QStringLiteral("of a"), 3);
            a.addSqlStatement(QStringLiteral("old"), 3);
            a.setLaneArrangements({arrangement("both", 1), arrangement("of a", 1)});
            a.setStrategies({{QStringLiteral("/old"), tp}, {QStringLiteral("/a"), tp}});
            a.setThresholds({{QStringLiteral("robustZ"), 6.5}});
            a.setChangedKeys({{QStringLiteral("zoom.out"), QStringLiteral("S")}});
        }
        const Settings s(file());
        // The file has what b wrote last, or a.
        QCOMPARE(s.recentPaths().size(), 3);
        for (const char *const path : {"/old", "/a", "/b"})
            QVERIFY2(s.recentPaths().contains(QStringList{QString::fromLatin1(path)}), path);
        QStringList statements = s.sqlHistory();
        statements.sort();
        QCOMPARE(statements, (QStringList{QStringLiteral("of a"), QStringLiteral("of b"), QStringLiteral("old")}));
        QCOMPARE(s.laneArrangements(),
                 (QJsonArray{arrangement("both", 2), arrangement("of a", 1), arrangement("of b", 1)}));
        QCOMPARE(s.strategies(),
                 (QJsonObject{{QStringLiteral("/old"), tp}, {QStringLiteral("/a"), tp}, {QStringLiteral("/b"), tp}}));
        QCOMPARE(s.thresholds().size(), 2);
        QCOMPARE(s.changedKeys().size(), 2);
    }

    void whatCannotBeWrittenIsToldOnce_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("a pipe") << QStringLiteral("pipe");
        QTest::newRow("a link to a device") << QStringLiteral("link");
        QTest::newRow("a folder") << QStringLiteral("folder");
        QTest::newRow("below a file") << QStringLiteral("file/settings.ini");
    }

    void whatCannotBeWrittenIsToldOnce()
    {
        QFETCH(const QString, name);
        const QDir dir(m_dir->path());
        QCOMPARE(mkfifo(QFile::encodeName(dir.filePath(QStringLiteral("pipe"))).constData(), 0600), 0);
        QVERIFY(QFile::link(QStringLiteral("/dev/null"), dir.filePath(QStringLiteral("link"))));
        QVERIFY(dir.mkdir(QStringLiteral("folder")));
        QFile f(dir.filePath(QStringLiteral("file")));
        QVERIFY(f.open(QIODevice::WriteOnly));
        f.close();
        const QStringList before = dir.entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot);
        Settings s(dir.filePath(name));
        QSignalSpy told(&s, &Settings::notWritten);
        s.setMemoryPercent(33);
        QVERIFY(told.wait());
        QVERIFY(!told.front().at(1).toString().isEmpty());
        s.setMemoryPercent(34);
        QTest::qWait(500);
        QCOMPARE(told.count(), 1);
        QCOMPARE(dir.entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot), before);
        QVERIFY(!QFileInfo(dir.filePath(QStringLiteral("pipe"))).isFile() &&
                !QFileInfo(QStringLiteral("/dev/null")).isFile());
        // Values that could not be written are written with the next change.
        if (name != QLatin1String("folder"))
            return;
        QVERIFY(dir.rmdir(name));
        s.setCacheGigabytes(7);
        QTRY_VERIFY(QFile::exists(dir.filePath(name)));
        const Settings written(dir.filePath(name));
        QCOMPARE(written.memoryPercent(), 34);
        QCOMPARE(written.cacheGigabytes(), 7);
    }

    void aDamagedFileIsKept()
    {
        const QByteArray damaged = "[load]\nmemoryPercent=33\n[view\nthis is no setting\n";
        {
            QFile f(file());
            QVERIFY(f.open(QIODevice::WriteOnly));
            QCOMPARE(f.write(damaged), damaged.size());
        }
        const QString kept = file() + QStringLiteral(".damaged");
        Settings s(file());
        QCOMPARE(s.memoryPercent(), 33);
        QVERIFY(!QFile::exists(kept));
        QSignalSpy told(&s, &Settings::damagedKept);
        s.setCacheGigabytes(7);
        QVERIFY(told.wait());
        QCOMPARE(told.front().front().toString(), kept);
        QFile copy(kept);
        QVERIFY(copy.open(QIODevice::ReadOnly));
        QCOMPARE(copy.readAll(), damaged);
        const Settings written(file());
        QCOMPARE(written.memoryPercent(), 33);
        QCOMPARE(written.cacheGigabytes(), 7);
    }

    // Comments, blank lines, no line end: of these nothing is told, and no copy is kept.
    void oddFilesAreNotDamaged()
    {
        for (const char *const text :
             {"", "\n\n", "; a comment\n[load]\nmemoryPercent=33", "[load]\r\nmemoryPercent=33\r\n"}) {
            {
                QFile f(file());
                QVERIFY(f.open(QIODevice::WriteOnly | QIODevice::Truncate));
                f.write(text);
            }
            {
                Settings s(file());
                s.setCacheGigabytes(7);
                s.clearSqlHistory();
            }
            QCOMPARE(Settings(file()).cacheGigabytes(), 7);
            QVERIFY(!QFile::exists(file() + QStringLiteral(".damaged")));
        }
        {
            QFile f(file());
            QVERIFY(f.open(QIODevice::WriteOnly | QIODevice::Truncate));
            f.write("[load]\nmemoryPercent=33");
        }
        Settings s(file());
        QSignalSpy told(&s, &Settings::notWritten);
        s.clearSqlHistory(); // which changes nothing
        QTest::qWait(500);
        QCOMPARE(told.count(), 0);
    }

private:
    [[nodiscard]] QString file() const { return m_dir->filePath(QStringLiteral("settings.ini")); }
    std::unique_ptr<QTemporaryDir> m_dir;
};

RS_TEST(TestSettings, QCoreApplication);
#include "tst_settings.moc"
