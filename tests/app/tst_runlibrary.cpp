// SPDX-License-Identifier: Apache-2.0
// The library of runs: what it keeps, with another window beside it, and what becomes of a broken file.
#include "app/session/librarymodel.h"
#include "app/session/runlibrary.h"
#include "app/shell/librarylist.h"
#include "app/shell/startpage.h"
#include "items/format.h"
#include "runwindow.h"
#include "support/testprogram.h"
#include "views/picture/valuebars.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>
#include <QTableView>

using namespace rs;
using rs::test::RunWindow;
using rs::test::unreadRun;

namespace {

constexpr qint64 ms = 1'000'000;

// A problem that costs 12 ms of steps of 40 ms.
std::shared_ptr<const Diagnosis> problem(qint64 stepNs = 40 * ms)
{
    auto out = std::make_shared<Diagnosis>();
    Verdict v;
    v.state = DiagnosisState::Problem;
    v.costNs = 12 * ms;
    v.sentence = Phrase(QStringLiteral("Rank %1 is <b>slow</b>."), {QStringLiteral("3")});
    out->problems.push_back(v);
    out->steps = 5;
    out->usualStepNs = stepNs;
    return out;
}

std::shared_ptr<const Run> runAt(const QString &path)
{
    return std::make_shared<const Run>(unreadRun(path, 2));
}

} // namespace

class TestRunLibrary : public QObject
{
    Q_OBJECT
private slots:
    void init() { m_dir = std::make_unique<QTemporaryDir>(); }
    void keepsWhatWasFound();
    void twoWindowsWriteTheSameFile();
    void aBrokenFileIsSetAside_data();
    void aBrokenFileIsSetAside();
    void aNewerFileIsLeftAlone();
    void switchedOffItWritesNothing();
    void listsFiltersAndComparesRunsOfOneName();

private:
    [[nodiscard]] QString file() const { return m_dir->filePath(QStringLiteral("data/library.db")); }
    [[nodiscard]] QString folder(const QString &name) const
    {
        QDir(m_dir->path()).mkpath(name);
        return m_dir->filePath(name);
    }
    // Waits until the file is open.
    [[nodiscard]] bool open(RunLibrary &library) const
    {
        library.open(file());
        return QTest::qWaitFor([&library] { return library.model() != nullptr; });
    }
    [[nodiscard]] static QString shown(const RunLibrary &library, int row, int column)
    {
        return library.model()->index(row, column).data().toString();
    }
    std::unique_ptr<QTemporaryDir> m_dir;
};

void TestRunLibrary::keepsWhatWasFound()
{
    const QString there = folder(QStringLiteral("there"));
    {
        RunLibrary library;
        QVERIFY(open(library));
        library.record(runAt(there), problem(), {there});
        library.record(runAt(QStringLiteral("/nowhere/gone")), nullptr, {QStringLiteral("/nowhere/gone")});
        QTRY_COMPARE(library.model()->rowCount(), 2);
        library.setNotes(library.model()->idOf(0), QStringLiteral("before the <i>driver</i>"));
        // Without a verdict of its own: what was said stays, as do the notes.
        library.record(runAt(there), nullptr, {there});
    }
    RunLibrary library;
    QVERIFY(open(library));
    const LibraryModel &rows = *library.model();
    QCOMPARE(rows.rowCount(), 2);
    QCOMPARE(shown(library, 0, LibraryModel::Name), QStringLiteral("there"));
    QCOMPARE(shown(library, 0, LibraryModel::Ranks), QStringLiteral("2"));
    QCOMPARE(shown(library, 0, LibraryModel::StepTime), format::duration(40 * ms));
    QCOMPARE(shown(library, 0, LibraryModel::Verdict), QStringLiteral("Rank 3 is <b>slow</b>."));
    QCOMPARE(shown(library, 0, LibraryModel::Cost), format::briefDuration(12 * ms));
    QCOMPARE(shown(library, 0, LibraryModel::Notes), QStringLiteral("before the <i>driver</i>"));
    QCOMPARE(rows.pathsOf(0), QStringList{there});
    QCOMPARE(shown(library, 1, LibraryModel::StepTime), QString());
    QCOMPARE(shown(library, 1, LibraryModel::Verdict), QStringLiteral("not diagnosed"));
    QTRY_VERIFY(rows.isMissing(1));
    QVERIFY(!rows.isMissing(0));
    QCOMPARE(shown(library, 1, LibraryModel::Folder), QStringLiteral("/nowhere/gone (not found)"));
    library.remove({rows.idOf(1)});
    QTRY_COMPARE(rows.rowCount(), 1);
    library.clear(file());
    QTRY_COMPARE(rows.rowCount(), 0);
}

void TestRunLibrary::twoWindowsWriteTheSameFile()
{
    RunLibrary one;
    RunLibrary two;
    QSignalSpy trouble(&one, &RunLibrary::trouble);
    QSignalSpy trouble2(&two, &RunLibrary::trouble);
    one.open(file());
    QVERIFY(open(two));
    QTRY_VERIFY(one.model());
    constexpr int each = 15;
    for (int i = 0; i < each; ++i) {
        for (RunLibrary *const library : {&one, &two}) {
            const QString path = QStringLiteral("/run %1 of %2").arg(i).arg(library == &one);
            library->record(runAt(path), nullptr, {path});
        }
    }
    QTRY_COMPARE_WITH_TIMEOUT(one.model()->rowCount(), 2 * each, 60'000);
    QTRY_COMPARE_WITH_TIMEOUT(two.model()->rowCount(), 2 * each, 60'000);
    QCOMPARE(trouble.count() + trouble2.count(), 0);
}

void TestRunLibrary::aBrokenFileIsSetAside_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("no database") << QByteArray("this is no database, whatever its name says\n").repeated(100);
    QTest::newRow("cut") << QByteArray();
}

void TestRunLibrary::aBrokenFileIsSetAside()
{
    QFETCH(QByteArray, bytes);
    (void)folder(QStringLiteral("data"));
    QFile f(file());
    if (bytes.isEmpty()) {
        {
            RunLibrary library;
            QVERIFY(open(library));
            for (int i = 0; i < 50; ++i)
                library.record(runAt(QStringLiteral("/run %1").arg(i)), problem(), {QStringLiteral("/run")});
        }
        QVERIFY(f.resize(QFileInfo(file()).size() / 2));
    } else {
        QVERIFY(f.open(QIODevice::WriteOnly));
        f.write(bytes);
        f.close();
    }
    RunLibrary library;
    QSignalSpy trouble(&library, &RunLibrary::trouble);
    QVERIFY(open(library));
    QCOMPARE(trouble.count(), 1);
    const QStringList aside = QDir(m_dir->filePath(QStringLiteral("data"))).entryList({QStringLiteral("*.damaged-*")});
    QCOMPARE(aside.size(), 1);
    QVERIFY(trouble.front().front().toString().contains(aside.front()));
    library.record(runAt(QStringLiteral("/new")), nullptr, {QStringLiteral("/new")});
    QTRY_COMPARE(library.model()->rowCount(), 1);
    // The second window has nothing to tell.
    RunLibrary second;
    QSignalSpy more(&second, &RunLibrary::trouble);
    QVERIFY(open(second));
    QCOMPARE(second.model()->rowCount(), 1);
    QCOMPARE(more.count(), 0);
}

void TestRunLibrary::aNewerFileIsLeftAlone()
{
    {
        RunLibrary library;
        QVERIFY(open(library));
    }
    QFile f(file());
    QVERIFY(f.open(QIODevice::ReadWrite));
    QVERIFY(f.seek(60)); // where SQLite keeps the version of the user, big-endian
    f.write(QByteArray::fromHex("00000002"));
    f.seek(0);
    const QByteArray before = f.readAll();
    f.close();
    RunLibrary library;
    QSignalSpy trouble(&library, &RunLibrary::trouble);
    library.open(file());
    QTRY_COMPARE(trouble.count(), 1);
    QCOMPARE(library.problem(), trouble.first().front().toString()); // for the start page
    library.record(runAt(QStringLiteral("/new")), nullptr, {QStringLiteral("/new")});
    library.waitForWrites();
    QVERIFY(!library.model());
    QVERIFY(f.open(QIODevice::ReadOnly));
    QCOMPARE(f.readAll(), before);
}

void TestRunLibrary::switchedOffItWritesNothing()
{
    QStandardPaths::setTestModeEnabled(true);
    const QString kept = RunLibrary::userFile();
    QFile::remove(kept);
    RunWindow w(2);
    QVERIFY(w.settings.keepsLibrary());
    QAction *const keeps = w.window->action(QStringLiteral("keepLibrary"));
    keeps->trigger();
    QVERIFY(!w.settings.keepsLibrary());
    w.open(QStringLiteral("/one"));
    w.bench.library().waitForWrites();
    QVERIFY(!QFileInfo::exists(kept));
    keeps->trigger();
    w.open(QStringLiteral("/two"));
    QTRY_VERIFY(w.bench.library().model());
    QTRY_COMPARE(w.bench.library().model()->rowCount(), 2); // all that is open
    keeps->trigger();
    QVERIFY(!w.bench.library().model());
    const QByteArray before = [&kept] {
        QFile f(kept);
        return f.open(QIODevice::ReadOnly) ? f.readAll() : QByteArray();
    }();
    w.open(QStringLiteral("/three"));
    w.bench.library().waitForWrites();
    QFile f(kept);
    QVERIFY(f.open(QIODevice::ReadOnly));
    QCOMPARE(f.readAll(), before);
    f.close();
    QFile::remove(kept);
    QStandardPaths::setTestModeEnabled(false);
}

void TestRunLibrary::listsFiltersAndComparesRunsOfOneName()
{
    RunWindow w(2, {1366, 768});
    LibraryList &list = *w.window->startPage().library();
    QVERIFY(!list.isVisible());
    QVERIFY(open(w.bench.library()));
    for (const char *const name : {"mon/llama", "tue/llama", "tue/bert"}) {
        const QString path = folder(QString::fromLatin1(name));
        w.bench.library().record(runAt(path), problem(path.contains(QLatin1String("tue")) ? 60 * ms : 40 * ms), {path});
    }
    QTRY_COMPARE(list.table()->model()->rowCount(), 3);
    QVERIFY(list.isVisible());
    list.table()->sortByColumn(LibraryModel::StepTime, Qt::AscendingOrder);
    const auto row = [&list](int i, int column) { return list.table()->model()->index(i, column).data().toString(); };
    QCOMPARE(row(0, LibraryModel::StepTime), format::duration(40 * ms));
    list.table()->setCurrentIndex(list.table()->model()->index(0, LibraryModel::Name));
    QCOMPARE(list.trend()->places().size(), size_t(2));
    list.filter()->setText(QStringLiteral("bert"));
    QCOMPARE(list.table()->model()->rowCount(), 1);
    list.table()->setCurrentIndex(list.table()->model()->index(0, LibraryModel::Name));
    QCOMPARE(list.trend()->places().size(), size_t(1));
    QVERIFY(!list.trend()->isVisible());
    // A name that is typed joins the others.
    QVERIFY(
        list.table()->model()->setData(list.table()->model()->index(0, LibraryModel::Name), QStringLiteral("llama")));
    list.filter()->clear();
    QTRY_COMPARE(list.trend()->places().size(), size_t(3));
    QVERIFY(list.trend()->isVisible());
    // Another window's run comes by itself.
    RunLibrary other;
    QVERIFY(open(other));
    other.record(runAt(QStringLiteral("/gone")), nullptr, {QStringLiteral("/gone")});
    QTRY_COMPARE(list.table()->model()->rowCount(), 4);
}

RS_TEST(TestRunLibrary, QApplication);
#include "tst_runlibrary.moc"
