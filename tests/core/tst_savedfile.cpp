// SPDX-License-Identifier: Apache-2.0
// Files that find no room on the disk, for which a limit of the file size stands, and names that are no files.
#include "core/base/exportfolder.h"
#include "core/base/savedfile.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace rs;
using namespace rs::test;

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

QString save(const QString &path, const QByteArray &bytes)
{
    SavedFile file(path);
    return file.open() && file.write(bytes) == bytes.size() && file.commit() ? QString() : file.errorString();
}

/// Mode by lstat(): a link is one.
mode_t kindOf(const QString &path)
{
    struct stat info = {};
    return lstat(QFile::encodeName(path).constData(), &info) == 0 ? info.st_mode & S_IFMT : 0;
}

} // namespace

class TestSavedFile : public QObject
{
    Q_OBJECT
private slots:
    void whatFitsIsThere()
    {
        const QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("a"));
        SavedFile file(path);
        QVERIFY(file.open());
        QCOMPARE(file.write("text"), 4);
        QVERIFY(file.commit());
        QCOMPARE(contentsOf(path), QByteArray("text"));
    }

    void whatDoesNotFitLeavesTheOlderFile_data()
    {
        const Scenarios<int, int> row;
        row("less than a buffer", 1, 200);
        row("more than a buffer", 1, 200'000);
        row("a buffer that overflows", 40, 1'000);
        row("large pieces", 4, 100'000);
    }

    void whatDoesNotFitLeavesTheOlderFile()
    {
        const auto [pieces, bytes] = scenario<int, int>();
        const QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("a"));
        QCOMPARE(save(path, "older"), QString());
        {
            SavedFile file(path);
            QVERIFY(file.open());
            const FileSizeLimit limit(100);
            bool good = true;
            for (int i = 0; i < pieces; ++i)
                good = good && file.write(QByteArray(bytes, 'x')) == bytes;
            QVERIFY(!(good && file.commit()));
            QCOMPARE(file.errorString(), qt_error_string(EFBIG));
            QVERIFY(!file.commit());
            QCOMPARE(file.errorString(), qt_error_string(EFBIG));
        }
        QCOMPARE(contentsOf(path), QByteArray("older"));
        QCOMPARE(QDir(dir.path()).entryList(QDir::Files), QStringList(QStringLiteral("a")));
    }

    void whatIsNoRegularFileStays_data()
    {
        const Scenarios<QString, QString> row;
        row("pipe", "pipe", "not a regular file");
        row("link to a pipe", "toPipe", "not a regular file");
        row("link to a link", "toLink", "not a regular file");
        row("link to a device", "toDevice", "not a regular file");
        row("folder", "folder", "a folder");
        row("link to itself", "loop", qt_error_string(ELOOP));
        row("below a file", "file/a", qt_error_string(ENOTDIR));
        row("below nothing", "none/a", qt_error_string(ENOENT));
    }

    void whatIsNoRegularFileStays()
    {
        const auto [name, why] = scenario<QString, QString>();
        const QTemporaryDir dir;
        const auto at = [&dir](const char *of) { return QFile::encodeName(dir.filePath(QString::fromLatin1(of))); };
        QCOMPARE(mkfifo(at("pipe").constData(), 0600), 0);
        QCOMPARE(symlink("pipe", at("toPipe").constData()), 0);
        QCOMPARE(symlink("toPipe", at("toLink").constData()), 0);
        QCOMPARE(symlink("/dev/null", at("toDevice").constData()), 0);
        QCOMPARE(symlink("loop", at("loop").constData()), 0);
        QCOMPARE(save(dir.filePath(QStringLiteral("file")), "text"), QString());
        QVERIFY(QDir(dir.path()).mkdir(QStringLiteral("folder")));
        const QString path = dir.filePath(name);
        const mode_t before = kindOf(path);
        const QString said = save(path, "text");
        QVERIFY2(said.contains(why), qPrintable(said));
        QCOMPARE(kindOf(path), before);
        QCOMPARE(kindOf(dir.filePath(QStringLiteral("pipe"))), mode_t{S_IFIFO});
        QCOMPARE(kindOf(QStringLiteral("/dev/null")), mode_t{S_IFCHR});
        QCOMPARE(
            QDir(dir.path()).entryList(QDir::AllEntries | QDir::System | QDir::Hidden | QDir::NoDotAndDotDot).size(),
            7);
    }

    void linksLeadToFiles()
    {
        const QTemporaryDir dir;
        const QString file = dir.filePath(QStringLiteral("file"));
        const QString link = dir.filePath(QStringLiteral("link"));
        QVERIFY(QFile::link(file, link));
        for (const QByteArray &text : {QByteArray("of a link to nothing"), QByteArray("of a link to a file")}) {
            QCOMPARE(save(link, text), QString());
            QCOMPARE(contentsOf(file), text);
            QCOMPARE(kindOf(link), mode_t{S_IFLNK});
        }
    }

    void theSystemSaysWhyNoFolderIsMade()
    {
        const QTemporaryDir dir;
        QCOMPARE(makeFolder(dir.filePath(QStringLiteral("a/b"))), QString());
        QCOMPARE(makeFolder(dir.filePath(QStringLiteral("a/b"))), QString());
        QVERIFY(QFileInfo(dir.filePath(QStringLiteral("a/b"))).isDir());
        QCOMPARE(save(dir.filePath(QStringLiteral("file")), "text"), QString());
        QCOMPARE(makeFolder(dir.filePath(QStringLiteral("file/a"))), qt_error_string(ENOTDIR));
    }

    // Opening it would wait for a writer.
    void aPipeIsNoMarkOfAnExport()
    {
        const QTemporaryDir dir;
        QCOMPARE(mkfifo(QFile::encodeName(dir.filePath(exportMarkName)).constData(), 0600), 0);
        QCOMPARE(ExportFolder::stateOf(dir.path()), ExportFolder::State::Occupied);
    }
};

RS_TEST(TestSavedFile, QCoreApplication);
#include "tst_savedfile.moc"
