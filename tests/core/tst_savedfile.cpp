// SPDX-License-Identifier: Apache-2.0
// Files that find no room on the disk: a limit of the file size stands for a disk that is full.
#include "core/savedfile.h"
#include "support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QSaveFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/resource.h>

using namespace rs;

namespace {

class FileSizeLimit
{
public:
    explicit FileSizeLimit(rlim_t bytes)
    {
        std::signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit now{bytes, m_before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &now);
    }
    ~FileSizeLimit() { setrlimit(RLIMIT_FSIZE, &m_before); }
    Q_DISABLE_COPY_MOVE(FileSizeLimit)

private:
    rlimit m_before{};
};

QByteArray contentsOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestSavedFile : public QObject
{
    Q_OBJECT
private slots:
    void whatFitsIsThere();
    void whatDoesNotFitLeavesTheOlderFile_data();
    void whatDoesNotFitLeavesTheOlderFile();
};

void TestSavedFile::whatFitsIsThere()
{
    const QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("a"));
    QSaveFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write("text"), 4);
    QVERIFY(commitSaved(file));
    QCOMPARE(contentsOf(path), QByteArray("text"));
}

void TestSavedFile::whatDoesNotFitLeavesTheOlderFile_data()
{
    QTest::addColumn<int>("bytes");
    QTest::newRow("less than a buffer") << 200;
    QTest::newRow("more than a buffer") << 200'000;
}

void TestSavedFile::whatDoesNotFitLeavesTheOlderFile()
{
    QFETCH(const int, bytes);
    const QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("a"));
    {
        QFile older(path);
        QVERIFY(older.open(QIODevice::WriteOnly));
        older.write("older");
    }
    {
        QSaveFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        const FileSizeLimit limit(100);
        QVERIFY(file.write(QByteArray(bytes, 'x')) != bytes || !commitSaved(file));
        QVERIFY(!file.errorString().isEmpty());
    }
    QCOMPARE(contentsOf(path), QByteArray("older"));
    QCOMPARE(QDir(dir.path()).entryList(QDir::Files), QStringList(QStringLiteral("a")));
}

RS_TEST(TestSavedFile, QCoreApplication);
#include "tst_savedfile.moc"
