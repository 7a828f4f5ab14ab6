// SPDX-License-Identifier: Apache-2.0
#include "app/shell/docklayout.h"
#include "app/shell/shot.h"
#include "app/session/workspaces.h"
#include "support/sanitizers.h"
#include "support/testprogram.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

using namespace rs;

#ifdef Q_OS_UNIX
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace {

struct Outcome
{
    int status = -1;
    QString said;
};

Outcome run(const QStringList &arguments)
{
    QProcess p;
    p.start(QStringLiteral(RANKSCOPE_PROGRAM), arguments);
    if (!p.waitForFinished(600000)) {
        p.kill();
        p.waitForFinished();
        return {-2, QStringLiteral("it did not end")};
    }
    return {p.exitStatus() == QProcess::NormalExit ? p.exitCode() : -3, QString::fromUtf8(p.readAllStandardError())};
}

int colours(const QImage &image)
{
    QSet<QRgb> seen;
    for (int y = 0; y < image.height(); y += 3) {
        for (int x = 0; x < image.width(); x += 3)
            seen.insert(image.pixel(x, y));
    }
    return static_cast<int>(seen.size());
}

} // namespace

class TestShot : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        m_run = m_dir.filePath(QStringLiteral("run"));
        QProcess gen;
        gen.start(QStringLiteral(RANKSCOPE_GENERATOR),
                  {m_run, QStringLiteral("--ranks"), QStringLiteral("2"), QStringLiteral("--mb-per-rank"),
                   QStringLiteral("1"), QStringLiteral("--seed"), QStringLiteral("7")});
        QVERIFY(gen.waitForFinished(60000));
        QCOMPARE(gen.exitCode(), 0);
    }

    void paintsEveryView_data()
    {
        QTest::addColumn<QString>("id");
        const QStringList ids = viewIds() + QStringList{wholeWindow};
        for (const QString &id : ids)
            QTest::addRow("%s", qPrintable(id)) << id;
    }

    void paintsEveryView()
    {
        QFETCH(QString, id);
        const Outcome o =
            run({QStringLiteral("--shot"), png(id), QStringLiteral("--view"), id, QStringLiteral("--size"),
                 QStringLiteral("900x500"), QStringLiteral("--rank"), QStringLiteral("1"), m_run});
        QVERIFY2(o.status == 0, qPrintable(QStringLiteral("%1: %2").arg(o.status).arg(o.said)));
        const QImage image(png(id));
        QCOMPARE(image.size(), QSize(900, 500));
        QVERIFY2(colours(image) > 8, qPrintable(id));
    }

    void paintsEveryWorkspace()
    {
        const QString folder = png(QStringLiteral("workspaces"));
        const Outcome o =
            run({QStringLiteral("--shot"), folder, QStringLiteral("--view"), QString(allWorkspaces), m_run});
        QVERIFY2(o.status == 0, qPrintable(o.said));
        QVERIFY2(!o.said.contains(QLatin1String("propagateSizeHints")), qPrintable(o.said));
        for (const Workspace &w : Workspaces::all()) {
            const QImage image(folder + u'/' + QLatin1String(w.id) + QStringLiteral(".png"));
            QVERIFY2(image.size() == QSize(1920, 1080) && colours(image) > 8, w.id);
        }
    }

    void themesDiffer()
    {
        QImage image[2];
        for (const int dark : {0, 1}) {
            const QString file = png(QStringLiteral("theme%1").arg(dark));
            QCOMPARE(run({QStringLiteral("--shot"), file, QStringLiteral("--view"), QStringLiteral("explorer"),
                          QStringLiteral("--theme"), dark ? QStringLiteral("dark") : QStringLiteral("light"),
                          QStringLiteral("--size"), QStringLiteral("400x300"), m_run})
                         .status,
                     0);
            image[dark] = QImage(file);
        }
        QVERIFY(qGray(image[0].pixel(390, 290)) > 200);
        QVERIFY(qGray(image[1].pixel(390, 290)) < 60);
    }

    void scaleMultipliesThePicture()
    {
        const QString file = png(QStringLiteral("scaled"));
        QCOMPARE(run({QStringLiteral("--shot"), file, QStringLiteral("--view"), QStringLiteral("findings"),
                      QStringLiteral("--size"), QStringLiteral("400x300"), QStringLiteral("--scale"),
                      QStringLiteral("2"), m_run})
                     .status,
                 0);
        QCOMPARE(QImage(file).size(), QSize(800, 600));
    }

    void bothLanguagesPaint()
    {
        for (const char *const language : {"en", "zh_CN"}) {
            const Outcome o =
                run({QStringLiteral("--shot"), png(QString::fromLatin1(language)), QStringLiteral("--view"),
                     QStringLiteral("explorer"), QStringLiteral("--lang"), QString::fromLatin1(language), m_run});
            QVERIFY2(o.status == 0, qPrintable(o.said));
            QCOMPARE(QImage(png(QString::fromLatin1(language))).size(), QSize(1920, 1080));
        }
    }

    void saysWhatIsWrong()
    {
        const QString file = png(QStringLiteral("never"));
        const QStringList start = {QStringLiteral("--shot"), file, QStringLiteral("--view"),
                                   QStringLiteral("explorer")};
        QCOMPARE(run(start).status, 1);
        QCOMPARE(run(start + QStringList{m_dir.filePath(QStringLiteral("nowhere"))}).status, 2);
        const Outcome rank = run(start + QStringList{QStringLiteral("--rank"), QStringLiteral("99"), m_run});
        QCOMPARE(rank.status, 1);
        QVERIFY2(rank.said.contains(QStringLiteral("99; there are: 0, 1")), qPrintable(rank.said));
        const Outcome flows = run(start + QStringList{QStringLiteral("--flows"), QStringLiteral("nosuch"), m_run});
        QCOMPARE(flows.status, 1);
        QVERIFY2(flows.said.contains(QStringLiteral("nosuch; there are: ")) &&
                     flows.said.contains(QStringLiteral("HostToDevice")),
                 qPrintable(flows.said));
        for (const char *view : {"system/nosuch", "timeline/nosuch"}) {
            const Outcome page =
                run({QStringLiteral("--shot"), file, QStringLiteral("--view"), QString::fromLatin1(view), m_run});
            QCOMPARE(page.status, 1);
            QVERIFY2(page.said.contains(QStringLiteral("page")), qPrintable(page.said));
        }
        QVERIFY(!QFile::exists(file));
        const Outcome place = run({QStringLiteral("--shot"), m_dir.filePath(QStringLiteral("no/such/folder/a.png")),
                                   QStringLiteral("--view"), QStringLiteral("explorer"), m_run});
        QCOMPARE(place.status, 1);
        QVERIFY2(place.said.contains(QStringLiteral("could not be written")), qPrintable(place.said));

        const QString broken = m_dir.filePath(QStringLiteral("broken"));
        QProcess gen;
        gen.start(QStringLiteral(RANKSCOPE_GENERATOR),
                  {broken, QStringLiteral("--ranks"), QStringLiteral("2"), QStringLiteral("--mb-per-rank"),
                   QStringLiteral("1"), QStringLiteral("--truncate"), QStringLiteral("rank0/trace_view.json:200000")});
        QVERIFY(gen.waitForFinished(60000));
        const Outcome lost =
            run({QStringLiteral("--shot"), file, QStringLiteral("--view"), QStringLiteral("findings"), broken});
        QVERIFY2(lost.status == 3, qPrintable(QStringLiteral("%1: %2").arg(lost.status).arg(lost.said)));
        QVERIFY(QFile::exists(file));
        // In the words of the command line, which name the place.
        QProcess cli;
        cli.start(QStringLiteral(RANKSCOPE_CLI), {QStringLiteral("info"), broken});
        QVERIFY(cli.waitForFinished(60000));
        const QStringList lines = QString::fromUtf8(cli.readAllStandardError()).split(u'\n', Qt::SkipEmptyParts);
        QVERIFY(!lines.isEmpty());
        for (const QString &line : lines)
            QVERIFY2(lost.said.contains(QStringLiteral("rankscope: ") + line), qPrintable(lost.said + line));
    }

    void neverReplacesADevice()
    {
#ifdef Q_OS_UNIX
        const QTemporaryDir dir;
        const QString pipe = dir.filePath(QStringLiteral("pi\u001b[2J\u202epe.png"));
        QCOMPARE(::mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
        const Outcome refused =
            run({QStringLiteral("--shot"), pipe, QStringLiteral("--view"), QStringLiteral("explorer"), m_run});
        QCOMPARE(refused.status, 1);
        QVERIFY2(refused.said.contains(QStringLiteral("not a regular file")), qPrintable(refused.said));
        QVERIFY2(refused.said.contains(QStringLiteral("pi\\u001b[2J\\u202epe.png")), qPrintable(refused.said));
        QVERIFY(!QFileInfo(pipe).isFile());
#endif
    }

    void writesNothingBesideTheData()
    {
        const auto listing = [this] {
            QStringList all;
            QDirIterator it(m_run, QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot,
                            QDirIterator::Subdirectories);
            while (it.hasNext())
                all.append(it.next());
            all.sort();
            return all;
        };
        const QStringList before = listing();
        QCOMPARE(run({QStringLiteral("--shot"), png(QStringLiteral("again")), QStringLiteral("--view"),
                      QStringLiteral("findings"), m_run})
                     .status,
                 0);
        QCOMPARE(listing(), before);
    }

    void aPathNeedNotBeUtf8()
    {
#ifdef Q_OS_UNIX
        const QTemporaryDir dir;
        const QByteArray odd = QFile::encodeName(dir.path()) + "/r\xff\xe4n";
        QCOMPARE(::symlink(QFile::encodeName(m_run).constData(), odd.constData()), 0);
        const QString file = png(QStringLiteral("odd"));
        QProcess p;
        // QProcess would turn the bytes into something else, so a shell puts them there.
        p.start(QStringLiteral("/bin/sh"),
                {QStringLiteral("-c"),
                 QStringLiteral("exec \"$0\" --shot \"$1\" --view explorer \"$(printf '%b' \"$2\")\""),
                 QStringLiteral(RANKSCOPE_PROGRAM), file, dir.path() + QStringLiteral("/r\\0377\\0344n")});
        QVERIFY(p.waitForFinished(60000));
        QCOMPARE(::unlink(odd.constData()), 0); // Qt could not remove it
        const QByteArray said = p.readAllStandardError();
        QVERIFY2(p.exitCode() == 0, said.constData());
        QVERIFY(!QImage(file).isNull());
#endif
    }

    void withoutThreadsOrMemoryItEnds_data()
    {
        QTest::addColumn<QString>("limit");
        QTest::addColumn<bool>("picture"); // false: there is none, whatever the machine does
        QTest::addColumn<QString>("view");
        const QString timeline = QStringLiteral("timeline");
        // A thread whose stack finds no room is refused, all else is as always.
        QTest::newRow("no threads") << QStringLiteral("ulimit -s 100000000000") << false << timeline;
        for (const int mb : {150, 170, 185, 192, 200, 300, 400})
            QTest::addRow("%d MB", mb) << QStringLiteral("ulimit -v %1").arg(mb * 1000) << true << timeline;
        // Room for the data, but not for all that Qt needs while it builds the window and paints.
        for (const int mb : {150, 190, 210, 225, 232, 238, 250, 392})
            QTest::addRow("%d MB, window", mb)
                << QStringLiteral("ulimit -v %1").arg(mb * 1000) << true << QStringLiteral("window");
    }

    // The room that is enough depends on where the threads put their memory; to end, with a picture or a reason, does
    // not.
    void withoutThreadsOrMemoryItEnds()
    {
#ifdef Q_OS_LINUX
        if (test::isSanitized())
            QSKIP("a sanitizer takes more memory than the limits leave");
        QFETCH(QString, limit);
        QFETCH(bool, picture);
        QFETCH(QString, view);
        const QString file = png(QStringLiteral("short of something"));
        QFile::remove(file);
        QProcess p;
        p.start(QStringLiteral("/bin/sh"),
                {QStringLiteral("-c"), limit + QStringLiteral(" || exit 77; exec \"$0\" \"$@\""),
                 QStringLiteral(RANKSCOPE_PROGRAM), QStringLiteral("--shot"), file, QStringLiteral("--view"), view,
                 m_run});
        const bool ended = p.waitForFinished(60000);
        if (!ended)
            p.kill();
        QVERIFY(ended);
        if (p.exitCode() == 77)
            QSKIP("the limit cannot be set here");
        const QString said = QString::fromUtf8(p.readAllStandardError());
        QCOMPARE(p.exitStatus(), QProcess::NormalExit);
        if (picture && p.exitCode() == 0) {
            QVERIFY(!QImage(file).isNull());
            return;
        }
        QVERIFY2(p.exitCode() == 4, qPrintable(said));
        QVERIFY2(said.contains(QStringLiteral("memory budget")), qPrintable(said));
        QVERIFY(!QFile::exists(file));
#endif
    }

private:
    [[nodiscard]] QString png(const QString &name) const
    {
        return m_dir.filePath(name + QStringLiteral(".png"));
    }
    QTemporaryDir m_dir;
    QString m_run;
};

RS_TEST(TestShot, QCoreApplication);
#include "tst_shot.moc"
