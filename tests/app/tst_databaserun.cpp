// SPDX-License-Identifier: Apache-2.0
// Views of a run of which the profiler exported nothing but databases.
#include "runwindow.h"
#include "support/testprogram.h"
#include "views/page/page.h"
#include "views/browse/systemview.h"
#include "views/widgets/emptystate.h"

#include <QApplication>
#include <QLabel>

using namespace rs;
using namespace rs::test;

namespace {

/// Two ranks without text files; of "mixed" the second one has a trace.
RunReader databaseReader()
{
    RunReader out = scaledReader(2);
    out.load = [](Run skeleton, const std::vector<int> &only, ThreadPool &, const JobContext &,
                  const LoadEvents &events) {
        for (const int i : only) {
            events.onStart(i);
            const bool text = i == 1 && skeleton.name == QStringLiteral("mixed");
            const QString folder = skeleton.infos[static_cast<size_t>(i)].path;
            RankData rank;
            rank.info.rank = i;
            rank.info.label = QString::number(i);
            rank.info.path = folder;
            rank.info.files.push_back({QStringLiteral("a.db"), {}, QStringLiteral("db"), 1, false, {}});
            events.onRank(i, text ? scaledRank(i, folder, 1'000'000, 1)
                                  : std::make_shared<const RankData>(std::move(rank)));
        }
        return skeleton;
    };
    return out;
}

/// Heading and reason of the empty page that is in front.
QString emptyText(const QWidget &view)
{
    for (const EmptyState *const empty : view.findChildren<EmptyState *>()) {
        if (empty->isVisible())
            return empty->heading() + u'|' + empty->body();
    }
    return {};
}

} // namespace

class TestDatabaseRun : public QObject
{
    Q_OBJECT
private slots:
    void everyEmptyViewNamesTheExport_data()
    {
        QTest::addColumn<QString>("file");
        const auto row = [](const char *view, const char *file) { QTest::newRow(view) << QString::fromLatin1(file); };
        row("timeline", "trace_view.json");
        row("overview", "step_trace_time.csv");
        row("compare", "kernel_details.csv");
        row("communication/matrix", "communication_matrix.json");
        row("system/events", "trace_view.json");
        row("system/dispatch", "trace_view.json");
        row("system/kernel-dispatch", "trace_view.json");
        row("system/cann-summary", "trace_view.json");
        row("system/kernels", "kernel_details.csv");
        row("system/op-statistic", "op_statistic.csv");
        row("system/l2-cache", "l2_cache.csv");
    }

    void everyEmptyViewNamesTheExport()
    {
        QFETCH(const QString, file);
        const QString id = QString::fromLatin1(QTest::currentDataTag());
        RunWindow w(2, {1366, 768}, databaseReader());
        w.open(QStringLiteral("/data/a"));
        w.window->docks().showView(id);
        w.settle();
        const QWidget *const view = w.window->docks().view(id.section(u'/', 0, 0));
        const QString text = emptyText(*view);
        QVERIFY2(text.contains(QStringLiteral("only databases")) || text.startsWith(QStringLiteral("There")) ||
                     text.contains(QStringLiteral("no operators to compare")),
                 qPrintable(text));
        for (const QString &part : {file, QStringLiteral("export_type Db"), QStringLiteral("export_type Text"),
                                    QStringLiteral("Database tables")})
            QVERIFY2(text.contains(part), qPrintable(text));
        for (const QLabel *const label : view->findChildren<QLabel *>())
            QVERIFY2(!label->isVisible() || !label->text().contains(QStringLiteral("neither a kernel_details.csv")),
                     qPrintable(label->text()));
        w.bench.language().use(QStringLiteral("zh_CN"));
        w.settle();
        const QString chinese = emptyText(*view);
        for (const QString &part : {file, QStringLiteral("数据库表"), QStringLiteral("export_type 为 Text")})
            QVERIFY2(chinese.contains(part), qPrintable(chinese));
    }

    // The run has lanes and operators, but not of the rank that is looked at.
    void aRankBesideOneWithText()
    {
        RunWindow w(2, {1366, 768}, databaseReader());
        w.open(QStringLiteral("/data/mixed"));
        w.state().setCurrentRank({0, 0});
        w.window->docks().showView(QStringLiteral("system/events"));
        w.settle();
        const QWidget *const system = w.window->docks().view(QStringLiteral("system"));
        QVERIFY2(emptyText(*system).contains(QStringLiteral("export_type Text")), qPrintable(emptyText(*system)));
        w.window->docks().showView(QStringLiteral("compare"));
        w.settle();
        const QString compare = emptyText(*w.window->docks().view(QStringLiteral("compare")));
        QVERIFY2(compare.startsWith(QStringLiteral("rank 0 has no operators to compare|The rank has only databases")),
                 qPrintable(compare));
        w.state().setCurrentRank({0, 1});
        w.window->docks().showView(QStringLiteral("system/events"));
        w.settle();
        QCOMPARE(emptyText(*system), QString());
        w.window->docks().showView(QStringLiteral("timeline"));
        w.settle();
        QCOMPARE(emptyText(*w.window->docks().view(QStringLiteral("timeline"))), QString());
    }
};

RS_TEST(TestDatabaseRun, QApplication);
#include "tst_databaserun.moc"
