// SPDX-License-Identifier: Apache-2.0
#include "app/session/traceexport.h"
#include "support/fixtures.h"
#include "support/testprogram.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <atomic>
#include <memory>
#include <vector>

using namespace rs;
using namespace rs::test;

namespace {

Run tracedRun()
{
    std::vector<std::shared_ptr<const RankData>> ranks;
    for (const int number : {0, 1}) {
        TinyRank rank(number);
        rank.step(1, 1'000'000, 500'000);
        rank.kernel("MatMul", 1'000'000, 100'000);
        rank.kernel("Add", 1'200'000, 50'000);
        ranks.push_back(rank.finish());
    }
    return makeRun(std::move(ranks));
}

const auto goOn = [] { return true; };

} // namespace

class TestTraceExport : public QObject
{
    Q_OBJECT
private slots:
    void aTraceIsWritten()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("merged.json"));
        ThreadPool pool;
        const TraceExport::Result result = TraceExport::run(tracedRun(), {}, file, pool, goOn);
        QCOMPARE(result.error, QString());
        QVERIFY(!result.cancelled);
        QCOMPARE(result.ranks, 2);
        QVERIFY(result.written.slices >= 6);
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        QVERIFY(written.readAll().contains("\"MatMul\""));
    }

    void nothingStandsThereWhenItIsCancelled()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("merged.json"));
        ThreadPool pool(1);
        // Nothing is written before it is cancelled: the only thread is busy until then.
        std::atomic<bool> cancelled{false};
        pool.start([&cancelled] {
            while (!cancelled)
                QThread::msleep(1);
        });
        int calls = 0;
        const TraceExport::Result result = TraceExport::run(tracedRun(), {}, file, pool, [&] {
            // The loop asks again after it has cancelled.
            if (calls++ > 0)
                cancelled = true;
            return false;
        });
        QVERIFY(result.cancelled);
        QCOMPARE(result.error, QString());
        QVERIFY(QDir(folder.path()).isEmpty());
    }

    void aRunWithoutTraces()
    {
        const QTemporaryDir folder;
        ThreadPool pool;
        Run run = tracedRun();
        for (auto &rank : run.ranks) {
            auto without = std::make_shared<RankData>(*rank);
            without->trace = nullptr;
            rank = without;
        }
        const QString file = folder.filePath(QStringLiteral("merged.json"));
        QVERIFY(!TraceExport::run(run, {}, file, pool, goOn).error.isEmpty());
        QVERIFY(!QFile::exists(file));
    }

    /// Inputs of every open run stay as they are.
    void whereNothingMayBeWritten()
    {
        const QTemporaryDir folder;
        const QDir dir(folder.path());
        QVERIFY(dir.mkpath(QStringLiteral("first")) && dir.mkpath(QStringLiteral("second/rank0")) &&
                dir.mkpath(QStringLiteral("second-results")));
        const QStringList inputs{folder.filePath(QStringLiteral("first")), folder.filePath(QStringLiteral("second"))};
        const auto isAllowed = [&](const char *file) {
            return TraceExport::whyNot(inputs, folder.filePath(QLatin1String(file))).isEmpty();
        };
        QVERIFY(isAllowed("merged.json"));
        QVERIFY(isAllowed("second-results/merged.json"));
        QVERIFY(!isAllowed("first/merged.json"));
        QVERIFY(!isAllowed("second/rank0/trace_view.json"));
        QVERIFY(!isAllowed("second-results"));
        QVERIFY(!isAllowed("nowhere/merged.json"));
    }
};

RS_TEST(TestTraceExport, QApplication);
#include "tst_traceexport.moc"
