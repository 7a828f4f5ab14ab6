// SPDX-License-Identifier: Apache-2.0
#include "app/exporteverything.h"
#include "heldreader.h"
#include "views/findings/findingsview.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QStandardItemModel>
#include <QTemporaryDir>
#include <QTest>

using namespace rs;

namespace {

class PictureView final : public DockView
{
public:
    explicit PictureView(const ViewContext &c) : DockView(QStringLiteral("overview"), c)
    {
        m_model.setHorizontalHeaderLabels({QStringLiteral("Name"), QStringLiteral("Total (us)")});
        m_model.appendRow({new QStandardItem(QStringLiteral("=1+1")), new QStandardItem(QStringLiteral("a,b"))});
    }
    [[nodiscard]] QString title() const override { return QStringLiteral("Picture"); }
    [[nodiscard]] std::vector<TableExport> tables() const override { return {{tableName, &m_model}}; }
    [[nodiscard]] std::vector<PictureExport> pictures() const override
    {
        return {{QStringLiteral("bars"), const_cast<PictureView *>(this)}};
    }

    void clear() { m_model.setRowCount(0); }

    QString tableName = QStringLiteral("rows");

protected:
    void retranslate() override {}

private:
    QStandardItemModel m_model;
};

} // namespace

class TestExportEverything : public QObject
{
    Q_OBJECT
private slots:
    void writesTablesAndPictures();
    void stopsWhenAsked();
    void saysWhatCouldNotBeWritten();
    void neverMixesTwoExports();
};

void TestExportEverything::writesTablesAndPictures()
{
    const QTemporaryDir dir;
    RunStore runs;
    ViewState state;
    Theme theme;
    ThreadPool pool(1);
    PictureView view({&runs, &state, &theme, &pool, &pool, {}, {}});
    view.resize(150, 80); // in a low dock
    QStringList files;
    const auto result = ExportEverything::run(
        {&view}, Catalogue(), {}, pool, dir.filePath(QStringLiteral("new/folder")), [&](int, int, const QString &f) {
            if (!f.isEmpty())
                files.append(f);
            return true;
        });
    QCOMPARE(result.tables, 1);
    QCOMPARE(result.pictures, 1);
    QVERIFY2(result.errors.isEmpty(), qPrintable(result.errors.join(QLatin1Char(' '))));
    QCOMPARE(files, QStringList({QStringLiteral("rows.csv"), QStringLiteral("bars.png")}));
    QFile csv(dir.filePath(QStringLiteral("new/folder/rows.csv")));
    QVERIFY(csv.open(QIODevice::ReadOnly));
    QCOMPARE(csv.readAll(), QByteArray("Name,Total (us)\r\n'=1+1,\"a,b\"\r\n"));
    const QImage png(dir.filePath(QStringLiteral("new/folder/bars.png")));
    QVERIFY(png.width() >= 200 && png.height() >= 120);
    QCOMPARE(view.size(), QSize(150, 80));
}

void TestExportEverything::stopsWhenAsked()
{
    const QTemporaryDir dir;
    RunStore runs;
    ViewState state;
    Theme theme;
    ThreadPool pool(1);
    PictureView view({&runs, &state, &theme, &pool, &pool, {}, {}});
    const auto result = ExportEverything::run({&view}, Catalogue(), {}, pool, dir.path(),
                                              [](int done, int, const QString &) { return done < 1; });
    QVERIFY(result.cancelled);
    QCOMPARE(result.tables, 1);
    QCOMPARE(result.pictures, 0);
    QVERIFY(QDir(dir.path()).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot)); // half an export is none
}

void TestExportEverything::saysWhatCouldNotBeWritten()
{
    const QTemporaryDir dir;
    RunStore runs;
    ViewState state;
    Theme theme;
    ThreadPool pool(1);
    PictureView view({&runs, &state, &theme, &pool, &pool, {}, {}});
    view.tableName = QStringLiteral("no such folder/rows");
    const auto result = ExportEverything::run({&view}, Catalogue(), {}, pool, dir.path(),
                                              [](int, int, const QString &) { return true; });
    QCOMPARE(result.tables, 0);
    QCOMPARE(result.pictures, 1);
    QCOMPARE(result.errors.size(), 1);
    QVERIFY(result.errors[0].contains(QStringLiteral("rows.csv")));
}

void TestExportEverything::neverMixesTwoExports()
{
    const QTemporaryDir dir;
    RunStore runs;
    ViewState state;
    Theme theme;
    ThreadPool pool(1);
    PictureView view({&runs, &state, &theme, &pool, &pool, {}, {}});
    PictureView twin({&runs, &state, &theme, &pool, &pool, {}, {}});
    const auto exported = [&](const QString &folder) {
        return ExportEverything::run({&view, &twin}, Catalogue(), {}, pool, folder,
                                     [](int, int, const QString &) { return true; });
    };
    // Two views that call their tables alike do not overwrite each other.
    const QString folder = dir.filePath(QStringLiteral("tables"));
    QCOMPARE(ExportEverything::folderFor(folder, QStringLiteral("run")), folder);
    QCOMPARE(exported(folder).tables, 2);
    QVERIFY(QFile::exists(folder + QStringLiteral("/rows.csv")));
    QVERIFY(QFile::exists(folder + QStringLiteral("/rows-2.csv")));

    // An earlier export goes as a whole; a table without rows is named instead of written.
    twin.clear();
    QCOMPARE(ExportEverything::folderFor(folder, QStringLiteral("run")), folder);
    const auto again = exported(folder);
    QVERIFY2(again.errors.isEmpty(), qPrintable(again.errors.join(QLatin1Char(' '))));
    QCOMPARE(again.tables, 1);
    QCOMPARE(again.empty, QStringList{QStringLiteral("rows-2")});
    QVERIFY(!QFile::exists(folder + QStringLiteral("/rows-2.csv")));
    QCOMPARE(QDir(dir.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).size(), 1);

    // Beside other files the export gets a folder of its own, and is never written over them.
    QVERIFY(QFile(folder + QStringLiteral("/notes.txt")).open(QIODevice::WriteOnly));
    QCOMPARE(exported(folder).errors.size(), 1);
    QCOMPARE(ExportEverything::folderFor(folder, QStringLiteral("my run")), folder + QStringLiteral("/my_run-tables"));
    QVERIFY(QFile::exists(folder + QStringLiteral("/notes.txt")));
}

QTEST_MAIN(TestExportEverything)
#include "tst_exporteverything.moc"
