// SPDX-License-Identifier: Apache-2.0
#include "app/settings.h"

#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace rs;

class TestSettings : public QObject
{
    Q_OBJECT
private slots:
    void init() { m_dir = std::make_unique<QTemporaryDir>(); }
    void startsWithDefaults();
    void remembersAcrossObjects();
    void recentPathsAreNewestFirstAndBounded();
    void dockStateOfAnotherVersionIsNotGiven();
    void nonsenseInTheFileIsNotTaken();

private:
    [[nodiscard]] QString file() const { return m_dir->filePath(QStringLiteral("settings.ini")); }
    std::unique_ptr<QTemporaryDir> m_dir;
};

void TestSettings::startsWithDefaults()
{
    const Settings s(file());
    QCOMPARE(s.themeMode(), Theme::Mode::System);
    QCOMPARE(s.language(), QStringLiteral("system"));
    QCOMPARE(s.scalePercent(), 100);
    QCOMPARE(s.memoryPercent(), 60);
    QCOMPARE(s.cacheGigabytes(), 10);
    QVERIFY(!s.derivedLanes());
    QVERIFY(s.recentPaths().isEmpty());
    QVERIFY(s.dockState(1).isEmpty());
    QCOMPARE(s.lastFolder(), QDir::homePath());
}

void TestSettings::remembersAcrossObjects()
{
    {
        Settings s(file());
        s.setThemeMode(Theme::Mode::Dark);
        s.setLanguage(QStringLiteral("zh_CN"));
        s.setScalePercent(150);
        s.setMemoryPercent(40);
        s.setCacheGigabytes(50);
        s.setDerivedLanes(true);
        s.setWindowGeometry("geometry");
        s.setDockState(3, "docks");
        s.setLastFolder(m_dir->path());
        s.addRecentPath(QStringLiteral("/data/卡 0"));
    }
    const Settings s(file());
    QCOMPARE(s.themeMode(), Theme::Mode::Dark);
    QCOMPARE(s.language(), QStringLiteral("zh_CN"));
    QCOMPARE(s.scalePercent(), 150);
    QCOMPARE(s.memoryPercent(), 40);
    QCOMPARE(s.cacheGigabytes(), 50);
    QVERIFY(s.derivedLanes());
    QCOMPARE(s.windowGeometry(), QByteArray("geometry"));
    QCOMPARE(s.dockState(3), QByteArray("docks"));
    QCOMPARE(s.lastFolder(), m_dir->path());
    QCOMPARE(s.recentPaths(), QStringList{QStringLiteral("/data/卡 0")});
}

void TestSettings::recentPathsAreNewestFirstAndBounded()
{
    Settings s(file());
    QSignalSpy changed(&s, &Settings::recentPathsChanged);
    for (int i = 0; i < Settings::recentLimit + 3; ++i)
        s.addRecentPath(QStringLiteral("/run%1").arg(i));
    QCOMPARE(s.recentPaths().size(), Settings::recentLimit);
    QCOMPARE(s.recentPaths().front(), QStringLiteral("/run14"));
    s.addRecentPath(QStringLiteral("/run10/"));
    QCOMPARE(s.recentPaths().front(), QStringLiteral("/run10"));
    QCOMPARE(s.recentPaths().count(QStringLiteral("/run10")), 1);
    QCOMPARE(changed.count(), Settings::recentLimit + 4);
    s.clearRecentPaths();
    QVERIFY(s.recentPaths().isEmpty());
}

void TestSettings::dockStateOfAnotherVersionIsNotGiven()
{
    Settings s(file());
    s.setDockState(1, "old");
    QCOMPARE(s.dockState(1), QByteArray("old"));
    QVERIFY(s.dockState(2).isEmpty());
}

void TestSettings::nonsenseInTheFileIsNotTaken()
{
    QFile f(file());
    QVERIFY(f.open(QIODevice::WriteOnly));
    f.write("[view]\ntheme=pink\nlanguage=fr\nscalePercent=9000\n[load]\nmemoryPercent=1\ncacheGigabytes=-5\n[recent]"
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

QTEST_GUILESS_MAIN(TestSettings)
#include "tst_settings.moc"
