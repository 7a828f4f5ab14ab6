// SPDX-License-Identifier: Apache-2.0
#include "app/shell/exporteverything.h"
#include "generator/generator.h"
#include "importers/discovery/discovery.h"
#include "importers/run/runloader.h"
#include "runwindow.h"
#include "support/testprogram.h"
#include "tables/catalogue/catalogueexport.h"
#include "views/browse/findingsview.h"
#include "views/host/dispatchpage.h"
#include "views/host/trendchart.h"
#include "views/overview/overviewview.h"
#include "views/tables/tableview.h"
#include "views/browse/summarypage.h"
#include "views/browse/systemview.h"

#include <QApplication>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QImage>
#include <QMap>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

#include <utility>

using namespace rs;

namespace {

class PictureView final : public DockView
{
public:
    explicit PictureView(const ViewContext &c) : DockView(QStringLiteral("overview"), c) {}
    [[nodiscard]] QString title() const override { return QStringLiteral("Picture"); }
    [[nodiscard]] std::vector<PictureExport> pictures() const override
    {
        if (name.isEmpty())
            return {};
        return {{name, ChartPicture(const_cast<PictureView *>(this), &theme(), {})}};
    }

    QString name = QStringLiteral("bars");

protected:
    void retranslate() override {}
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

Page *pageOf(const SystemView &view, const char *name)
{
    for (Page *const page : view.pages()) {
        if (page->objectName() == QLatin1String(name))
            return page;
    }
    return nullptr;
}

} // namespace

class TestExportEverything : public QObject
{
    Q_OBJECT
private slots:
    void writesPictures()
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
        QCOMPARE(result.tables, 0);
        QCOMPARE(result.pictures, 1);
        QVERIFY2(result.errors.isEmpty(), qPrintable(result.errors.join(QLatin1Char(' '))));
        QCOMPARE(files, QStringList({QStringLiteral("bars.png")}));
        const QImage png(bench.dir.filePath(QStringLiteral("new/folder/bars.png")));
        QVERIFY(png.width() >= 200 && png.height() >= 120);
        QCOMPARE(bench.view.size(), QSize(150, 80));
    }

    void stopsWhenAsked()
    {
        Bench bench;
        PictureView twin(bench.context());
        const auto result = bench.exported({&bench.view, &twin}, bench.dir.path(),
                                           [](int done, int, const QString &) { return done < 1; });
        QVERIFY(result.cancelled);
        QCOMPARE(result.pictures, 1);
        QVERIFY(QDir(bench.dir.path())
                    .isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot)); // half an export is none
    }

    void saysWhatCouldNotBeWritten()
    {
        Bench bench;
        PictureView twin(bench.context());
        bench.view.name = QStringLiteral("no such folder/bars");
        const auto result = bench.exported({&bench.view, &twin}, bench.dir.path());
        QCOMPARE(result.pictures, 1);
        QCOMPARE(result.errors.size(), 1);
        QVERIFY(result.errors[0].contains(QStringLiteral("bars.png")));
    }

    void neverMixesTwoExports()
    {
        Bench bench;
        PictureView twin(bench.context());
        const auto exported = [&](const QString &folder) { return bench.exported({&bench.view, &twin}, folder); };
        // Two views that call their pictures alike do not overwrite each other.
        const QString folder = bench.dir.filePath(QStringLiteral("pictures"));
        QCOMPARE(ExportEverything::folderFor(folder, QStringLiteral("run")), folder);
        QCOMPARE(exported(folder).pictures, 2);
        QVERIFY(QFile::exists(folder + QStringLiteral("/bars.png")));
        QVERIFY(QFile::exists(folder + QStringLiteral("/bars-2.png")));

        // An earlier export goes as a whole.
        twin.name.clear();
        QCOMPARE(ExportEverything::folderFor(folder, QStringLiteral("run")), folder);
        const auto again = exported(folder);
        QVERIFY2(again.errors.isEmpty(), qPrintable(again.errors.join(QLatin1Char(' '))));
        QCOMPARE(again.pictures, 1);
        QVERIFY(!QFile::exists(folder + QStringLiteral("/bars-2.png")));
        QCOMPARE(QDir(bench.dir.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).size(), 1);

        // Beside other files the export gets a folder of its own, and is never written over them.
        QVERIFY(QFile(folder + QStringLiteral("/notes.txt")).open(QIODevice::WriteOnly));
        QCOMPARE(exported(folder).errors.size(), 1);
        QCOMPARE(ExportEverything::folderFor(folder, QStringLiteral("my run")),
                 folder + QStringLiteral("/my_run-tables"));
        QVERIFY(QFile::exists(folder + QStringLiteral("/notes.txt")));
    }

    void writesWhatTheCommandLineWrites()
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

    void readsWhatTheCommandLineReads_data()
    {
        QTest::addColumn<bool>("pytorch");
        QTest::newRow("PyTorch") << true;
        QTest::newRow("MindSpore") << false;
    }

    // The window reads ranks one by one, the command line a run as a whole: every table is the same, devices among
    // them.
    void readsWhatTheCommandLineReads()
    {
        QFETCH(const bool, pytorch);
        const QTemporaryDir dir;
        gen::GeneratorOptions o;
        o.outDir = dir.filePath(QStringLiteral("run"));
        o.ranks = 4;
        o.steps = 2;
        o.tp = 2;
        o.pp = 1;
        o.mbPerRank = 0.3;
        o.threads = 1;
        o.seed = 4;
        o.pytorch = pytorch;
        o.hardware = true;
        QVERIFY(gen::generate(o).ok);

        test::RunWindow w(0, {1600, 900}, fileRunReader());
        w.open(o.outDir);
        const auto run = w.bench.runs().run(0);
        QVERIFY(run && run->ranks.size() == 4);
        const QString window = dir.filePath(QStringLiteral("window"));
        const auto result = ExportEverything::run({}, w.bench.tables(), {run}, w.bench.viewPool(), window,
                                                  [](int, int, const QString &) { return true; });
        QVERIFY2(result.errors.isEmpty(), qPrintable(result.errors.join(u' ')));

        ThreadPool pool(1);
        ImportReport report;
        std::vector<Run> found = discover({o.outDir}, JobContext(), report);
        QCOMPARE(found.size(), size_t(1));
        const QString program = dir.filePath(QStringLiteral("program"));
        CatalogueExport direct(w.bench.tables(), CsvReader::Program, JobContext());
        QVERIFY(direct.write(loadRun(std::move(found.front()), pool, JobContext()), program));
        const QMap<QString, QByteArray> ours = filesBelow(window);
        const QMap<QString, QByteArray> theirs = filesBelow(program);
        QCOMPARE(ours.keys(), theirs.keys());
        QVERIFY(ours.size() > 100);
        for (auto it = ours.begin(); it != ours.end(); ++it)
            QVERIFY2(it.value() == theirs[it.key()], qPrintable(it.key()));
        QVERIFY2(ours[QStringLiteral("books.csv")].contains("\n1,0,0,"), ours[QStringLiteral("books.csv")].constData());
    }

    // Pages that are not in front still hold what was looked at, or nothing at all.
    void nothingOfAClosedRunIsWritten()
    {
        test::RunWindow w(4);
        w.open(w.dir.filePath(QStringLiteral("short")));
        auto *const system = w.show<SystemView>("system");
        system->showPage(QStringLiteral("framework-summary"));
        w.settle();
        auto *const summary = qobject_cast<SummaryPage *>(pageOf(*system, "framework-summary"));
        QVERIFY(summary && summary->model()->rowCount() > 0);
        system->showPage(QStringLiteral("dispatch"));
        w.settle();
        auto *const dispatch = qobject_cast<DispatchPage *>(pageOf(*system, "dispatch"));
        QVERIFY(dispatch && !dispatch->trendChart()->trend().empty());
        const auto ofShort = dispatch->trendChart()->trend().back().timeNs;
        system->showPage(QStringLiteral("events"));
        (void)w.show<OverviewView>("overview");
        w.window->action(QStringLiteral("closeAll"))->trigger();
        w.settle();
        QCOMPARE(summary->model()->rowCount(), 0);
        QCOMPARE(dispatch->tables().front()->table()->rows()->rowCount(), 0);
        QVERIFY(dispatch->pictures().empty());

        w.open(w.dir.filePath(QStringLiteral("long")));
        w.state().setCurrentRank({w.bench.runs().allRanks().front().run, 3});
        w.settle();
        const auto run = w.bench.runs().run(w.state().currentRank().run);
        QVERIFY(run);
        const QString window = w.dir.filePath(QStringLiteral("window"));
        const auto result =
            ExportEverything::run(w.window->docks().views(), w.bench.tables(), {run}, w.bench.viewPool(), window,
                                  [](int, int, const QString &) { return true; });
        QVERIFY2(result.errors.isEmpty(), qPrintable(result.errors.join(QLatin1Char(' '))));
        const QString program = w.dir.filePath(QStringLiteral("program"));
        CatalogueExport direct(w.bench.tables(), CsvReader::Program, JobContext());
        QVERIFY(direct.write(run, program));
        QCOMPARE(filesBelow(window).keys(), filesBelow(program).keys());
        QCOMPARE(filesBelow(window), filesBelow(program));
        // The page was not in front: its picture is of what is open all the same, as large as one that is looked at.
        const QImage trend(window + QStringLiteral("/dispatch-trend.png"));
        QVERIFY2(trend.width() >= 1800 && trend.height() >= 1120, qPrintable(QString::number(trend.height())));
        QVERIFY(!dispatch->isVisible());
        QVERIFY(!dispatch->trendChart()->trend().empty());
        QVERIFY(dispatch->trendChart()->trend().back().timeNs > ofShort);
        QVERIFY2(dispatch->pictures().front().picture.text().note.contains(u'3'),
                 qPrintable(dispatch->pictures().front().picture.text().note));
    }

    // Files of an export are read by programs; a table that is saved by itself is what the user sees.
    void theLanguageIsOneOfTheWindowAlone()
    {
        test::RunWindow w(2);
        w.open(w.dir.filePath(QStringLiteral("short")));
        Run known = *w.bench.runs().run(0);
        known.report.add({Severity::Error,
                          QStringLiteral("rank0"),
                          Place::row(4),
                          QStringLiteral("discovery.db-only"),
                          QStringLiteral("Not used: the text files beside it hold the same."),
                          {}});
        const auto run = std::make_shared<const Run>(std::move(known));
        QMap<QString, QByteArray> files[2];
        QByteArray saved[2];
        for (const int language : {0, 1}) {
            w.bench.language().use(language == 0 ? QStringLiteral("en") : QStringLiteral("zh_CN"));
            w.settle();
            const QString folder = w.dir.filePath(QStringLiteral("export-%1").arg(language));
            const auto result = ExportEverything::run({}, w.bench.tables(), {run}, w.bench.viewPool(), folder,
                                                      [](int, int, const QString &) { return true; });
            QVERIFY2(result.errors.isEmpty(), qPrintable(result.errors.join(QLatin1Char(' '))));
            files[language] = filesBelow(folder);
            const QString path = w.dir.filePath(QStringLiteral("saved-%1.csv").arg(language));
            TableView &findings = *w.view<FindingsView>("findings")->table();
            QSignalSpy written(&findings, &TableView::exportFinished);
            findings.exportCsvTo(path);
            QVERIFY(!written.isEmpty() || written.wait());
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            saved[language] = file.readAll();
        }
        QVERIFY(files[0].contains(QStringLiteral("findings.csv")) && files[0].contains(QStringLiteral("overview.csv")));
        QCOMPARE(files[1], files[0]);
        QVERIFY(files[0][QStringLiteral("findings.csv")].contains("Not used: the text files beside it hold the same."));
        QVERIFY2(saved[0].contains("Severity"), saved[0].constData());
        QVERIFY2(saved[1] != saved[0] && !saved[1].contains("Severity"), saved[1].constData());
    }

    // 9 GB/s are half of what is usual of HCCS, and three quarters of 12.
    void referenceRatesAreTheUsers()
    {
        test::TinyRank rank(0);
        CommOp op;
        op.step = QStringLiteral("1");
        op.name = QStringLiteral("hcom_allReduce__534_0_1");
        op.groupHash = groupHash(QStringLiteral("group"));
        TransportInfo hccs;
        hccs.transport = QStringLiteral("HCCS");
        hccs.sizeMb = 9;
        hccs.timeMs = 1;
        hccs.bandwidthGbs = 9;
        op.transports = {hccs};
        rank.commOps = {op};
        const auto run = std::make_shared<const Run>(test::makeRun({rank.finish()}));
        const Catalogue tables = Catalogue::ofProgram();
        const QTemporaryDir dir;
        ThreadPool pool(1);
        ReferenceRates own;
        own.hccs = 12;
        for (const auto &[rates, share] : {std::pair(ReferenceRates(), ",0.5,"), std::pair(own, ",0.75,")}) {
            const QString folder = dir.filePath(QString::number(rates.hccs));
            const auto result = ExportEverything::run(
                {}, tables, {run}, pool, folder, [](int, int, const QString &) { return true; }, rates);
            QVERIFY2(result.errors.isEmpty(), qPrintable(result.errors.join(u' ')));
            const QByteArray text = filesBelow(folder).value(QStringLiteral("bandwidth.csv"));
            QVERIFY2(text.contains(share), text.constData());
        }
    }

    // The screen as it is shown, or the texts of the first workspace. An index leads to all of it.
    void aPartOfItIsWritten()
    {
        test::RunWindow w(2, {1920, 1200});
        w.open(w.dir.filePath(QStringLiteral("short")));
        const auto run = w.bench.runs().run(0);
        QMap<QString, QByteArray> files;
        const auto exported = [&](const char *name, ExportEverything::Scope scope) {
            const QString folder = w.dir.filePath(QLatin1String(name));
            const auto result = ExportEverything::run(
                w.window->docks().views(), w.bench.tables(), {run}, w.bench.viewPool(), folder,
                [](int, int, const QString &) { return true; }, {}, scope);
            files = filesBelow(folder);
            QVERIFY2(result.errors.isEmpty(), qPrintable(result.errors.join(u' ')));
            QCOMPARE(result.tables, static_cast<int>(files.size()));
            QFile index(folder + QStringLiteral("/index.html"));
            QVERIFY(index.open(QIODevice::ReadOnly));
            const QByteArray html = index.readAll();
            QStringList listed = QDir(folder).entryList({QStringLiteral("*.csv"), QStringLiteral("*.png")});
            QVERIFY(listed.size() > 1);
            for (const QString &file : std::as_const(listed))
                QVERIFY2(html.contains(QUrl::toPercentEncoding(file)), qPrintable(file));
        };
        (void)w.show<OverviewView>("overview");
        w.settle();
        exported("page", ExportEverything::Scope::Page);
        QVERIFY2(files.contains(QStringLiteral("Time_of_every_rank.csv")),
                 qPrintable(QStringList(files.keys()).join(u' ')));
        QVERIFY(files.size() < 5);
        TableView &table = *w.view<OverviewView>("overview")->table();
        const QString title = table.model()->headerData(1, Qt::Horizontal).toString();
        QVERIFY2(files[QStringLiteral("Time_of_every_rank.csv")].startsWith("Rank,"),
                 files[QStringLiteral("Time_of_every_rank.csv")].constData());
        QVERIFY2(files[QStringLiteral("Time_of_every_rank.csv")].contains(title.toUtf8()), qPrintable(title));
        exported("overview", ExportEverything::Scope::Overview);
        QVERIFY(files.contains(QStringLiteral("overview.csv")) && files.contains(QStringLiteral("books.csv")));
        QVERIFY(files.size() < 10);
        exported("all", ExportEverything::Scope::All);
        QVERIFY(files.size() > 20);
    }
};

RS_TEST(TestExportEverything, QApplication);
#include "tst_exporteverything.moc"
