// SPDX-License-Identifier: Apache-2.0
#include "app/exporteverything.h"
#include "heldreader.h"
#include "support/fixtures.h"
#include "tables/catalogueexport.h"
#include "views/findings/findingsview.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QImage>
#include <QMap>
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
        return {{QStringLiteral("bars"), ChartPicture(const_cast<PictureView *>(this), &theme(), {})}};
    }

    void clear() { m_model.setRowCount(0); }

    QString tableName = QStringLiteral("rows");

protected:
    void retranslate() override {}

private:
    QStandardItemModel m_model;
};

/// A view, and what it needs.
struct Bench
{
    [[nodiscard]] ViewContext context() { return {&runs, &state, &theme, &pool, &pool, {}, {}}; }
    ExportEverything::Result exported(const std::vector<DockView *> &views, const QString &folder,
                                      const ExportEverything::Progress &progress = {})
    {
        const auto goOn = [](int, int, const QString &) { return true; };
        return ExportEverything::run(views, Catalogue(), {}, pool, folder, progress ? progress : goOn);
    }

    QTemporaryDir dir;
    RunStore runs;
    ViewState state;
    Theme theme;
    ThreadPool pool{1};
    PictureView view{context()};
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
    void writesWhatTheCommandLineWrites();
};

void TestExportEverything::writesTablesAndPictures()
{
    Bench bench;
    bench.view.resize(150, 80); // in a low dock
    QStringList files;
    const auto result = bench.exported({&bench.view}, bench.dir.filePath(QStringLiteral("new/folder")),
                                       [&](int, int, const QString &f) {
                                           if (!f.isEmpty())
                                               files.append(f);
                                           return true;
                                       });
    QCOMPARE(result.tables, 1);
    QCOMPARE(result.pictures, 1);
    QVERIFY2(result.errors.isEmpty(), qPrintable(result.errors.join(QLatin1Char(' '))));
    QCOMPARE(files, QStringList({QStringLiteral("rows.csv"), QStringLiteral("bars.png")}));
    QFile csv(bench.dir.filePath(QStringLiteral("new/folder/rows.csv")));
    QVERIFY(csv.open(QIODevice::ReadOnly));
    QCOMPARE(csv.readAll(), QByteArray("Name,Total (us)\r\n'=1+1,\"a,b\"\r\n"));
    const QImage png(bench.dir.filePath(QStringLiteral("new/folder/bars.png")));
    QVERIFY(png.width() >= 200 && png.height() >= 120);
    QCOMPARE(bench.view.size(), QSize(150, 80));
}

void TestExportEverything::stopsWhenAsked()
{
    Bench bench;
    const auto result =
        bench.exported({&bench.view}, bench.dir.path(), [](int done, int, const QString &) { return done < 1; });
    QVERIFY(result.cancelled);
    QCOMPARE(result.tables, 1);
    QCOMPARE(result.pictures, 0);
    QVERIFY(QDir(bench.dir.path())
                .isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot)); // half an export is none
}

void TestExportEverything::saysWhatCouldNotBeWritten()
{
    Bench bench;
    bench.view.tableName = QStringLiteral("no such folder/rows");
    const auto result = bench.exported({&bench.view}, bench.dir.path());
    QCOMPARE(result.tables, 0);
    QCOMPARE(result.pictures, 1);
    QCOMPARE(result.errors.size(), 1);
    QVERIFY(result.errors[0].contains(QStringLiteral("rows.csv")));
}

void TestExportEverything::neverMixesTwoExports()
{
    Bench bench;
    PictureView twin(bench.context());
    const auto exported = [&](const QString &folder) { return bench.exported({&bench.view, &twin}, folder); };
    // Two views that call their tables alike do not overwrite each other.
    const QString folder = bench.dir.filePath(QStringLiteral("tables"));
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
    QCOMPARE(QDir(bench.dir.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).size(), 1);

    // Beside other files the export gets a folder of its own, and is never written over them.
    QVERIFY(QFile(folder + QStringLiteral("/notes.txt")).open(QIODevice::WriteOnly));
    QCOMPARE(exported(folder).errors.size(), 1);
    QCOMPARE(ExportEverything::folderFor(folder, QStringLiteral("my run")), folder + QStringLiteral("/my_run-tables"));
    QVERIFY(QFile::exists(folder + QStringLiteral("/notes.txt")));
}

namespace {

QMap<QString, QByteArray> filesBelow(const QString &folder)
{
    QMap<QString, QByteArray> out;
    QDirIterator all(folder, {QStringLiteral("*.csv")}, QDir::Files, QDirIterator::Subdirectories);
    while (all.hasNext()) {
        QFile file(all.next());
        if (file.open(QIODevice::ReadOnly))
            out.insert(QDir(folder).relativeFilePath(file.fileName()), file.readAll());
    }
    return out;
}

} // namespace

void TestExportEverything::writesWhatTheCommandLineWrites()
{
    const QTemporaryDir dir;
    ThreadPool pool(1);
    std::vector<std::shared_ptr<const RankData>> ranks;
    for (int r = 0; r < 2; ++r) {
        test::TinyRank tiny(r);
        tiny.step(1, 0, 100'000);
        tiny.launch(1'000, 3'000);
        tiny.kernel("MatMul1", 3'000, 40'000);
        tiny.kernel("Add2", 60'000, 10'000);
        ranks.push_back(tiny.finish());
    }
    const auto run = std::make_shared<const Run>(test::makeRun(ranks));
    const Catalogue tables = Catalogue::ofProgram();
    const QString window = dir.filePath(QStringLiteral("window"));
    const auto result =
        ExportEverything::run({}, tables, {run}, pool, window, [](int, int, const QString &) { return true; });
    QVERIFY2(result.errors.isEmpty(), qPrintable(result.errors.join(QLatin1Char(' '))));
    const QString program = dir.filePath(QStringLiteral("program"));
    CatalogueExport direct(tables, CsvReader::Program, JobContext());
    QVERIFY(direct.write(run, program));
    const QMap<QString, QByteArray> ours = filesBelow(window);
    QCOMPARE(ours, filesBelow(program));
    QCOMPARE(result.tables, static_cast<int>(ours.size()));
    for (const char *name : {"ranks.csv", "dispatch.csv", "rank_0/slices.csv", "rank_1/chains.csv",
                             "compare/0_with_1_by_type.csv", "rank_0/operators_compute_by_name.csv"})
        QVERIFY2(ours.contains(QLatin1String(name)), qPrintable(QStringList(ours.keys()).join(u' ')));
}

QTEST_MAIN(TestExportEverything)
#include "tst_exporteverything.moc"
