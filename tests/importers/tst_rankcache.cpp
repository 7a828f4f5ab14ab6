// SPDX-License-Identifier: Apache-2.0
#include "importers/foundruns.h"
#include "importers/cache/rankcache.h"
#include "importers/run/runloader.h"
#include "runfolder.h"
#include "support/samerank.h"
#include "support/literaltext.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QDateTime>
#include <QTest>

#include <thread>

using namespace rs;
using namespace rs::test;
using rs::test::RankDifference;

class TestRankCache : public QObject
{
    Q_OBJECT
private slots:
    void theSecondTimeComesFromTheCache();
    void aChangedFileIsReadAgain_data();
    void aChangedFileIsReadAgain();
    void brokenFilesAreReplaced();
    void theBoundIsKept();
    void clearRemovesOnlyItsOwn();
    void smallRanksAndRefusedFolders();
    void twoWindowsShareAFolder();
    void cancelledAndOverBudget();
};

namespace {

struct Bench
{
    RunFolder folder;
    ThreadPool pool{2};
    std::shared_ptr<RankCache> cache;

    explicit Bench(qint64 limit = 1'000'000'000)
    {
        folder.torchRank("run/rank0_ascend_pt", 0);
        folder.torchRank("run/rank1_ascend_pt", 1);
        use(limit);
    }
    void use(qint64 limit, const QByteArray &build = "1")
    {
        RankCache::Options options;
        options.folder = folder.path("cache");
        options.build = build;
        options.limitBytes = limit;
        options.minInputBytes = 0;
        cache = std::make_shared<RankCache>(options);
    }
    [[nodiscard]] Run found() const
    {
        auto runs = runsIn({folder.path("run")});
        return runs.empty() ? Run() : runs.front();
    }
    std::shared_ptr<const Run> load(bool cached = true, const JobContext &job = JobContext())
    {
        LoadOptions options;
        options.cache = cached ? cache : nullptr;
        return loadRun(found(), pool, job, options);
    }
    [[nodiscard]] QStringList kept() const { return QDir(folder.path("cache")).entryList(QDir::Files, QDir::Name); }
    [[nodiscard]] QString trace(int rank) const
    {
        return folder.path(QStringLiteral("run/rank%1_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json").arg(rank));
    }
    // Puts a rank into the cache that no reader would make: what comes back with it came from there.
    void mark(int rank)
    {
        const Run run = found();
        const RankInfo &info = run.infos[static_cast<size_t>(rank)];
        RankData other;
        other.info = info;
        other.info.host = QStringLiteral("from the cache");
        cache->store(cache->keyOf(run.path, info), other);
    }
};

QString differences(const Run &a, const Run &b)
{
    QString out;
    for (size_t i = 0; i < a.ranks.size(); ++i)
        out += RankDifference(*a.ranks[i], *b.ranks[i]).text();
    return out;
}

} // namespace

void TestRankCache::theSecondTimeComesFromTheCache()
{
    Bench b;
    const auto plain = b.load(false);
    QCOMPARE(b.kept(), QStringList());
    const auto first = b.load();
    QCOMPARE(b.kept().size(), 2);
    const auto second = b.load();
    QCOMPARE(b.kept().size(), 2);
    QVERIFY(second->ranks[0]->trace && second->ranks[0]->trace->slices().size() > 0);
    QCOMPARE(differences(*plain, *first), QString());
    QCOMPARE(differences(*plain, *second), QString());
    QCOMPARE(second->infos[1].files.size(), plain->infos[1].files.size());
    b.mark(1);
    const auto third = b.load();
    QCOMPARE(third->ranks[0]->info.host, QString());
    QCOMPARE(third->ranks[1]->info.host, QStringLiteral("from the cache"));
}

void TestRankCache::aChangedFileIsReadAgain_data()
{
    const Scenarios<QString> row;
    for (const char *const what : {"size", "time", "content", "build", "another file"})
        row(what, QString::fromLatin1(what));
}

void TestRankCache::aChangedFileIsReadAgain()
{
    const auto [what] = scenario<QString>();
    Bench b;
    b.load();
    b.mark(0);
    QCOMPARE(b.load()->ranks[0]->info.host, QStringLiteral("from the cache"));
    const QDateTime time = QFileInfo(b.trace(0)).lastModified();
    const auto write = [&](const QByteArray &bytes, const QDateTime &stamp) {
        QFile file(b.trace(0));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
        QVERIFY(file.flush() && file.setFileTime(stamp, QFileDevice::FileModificationTime));
    };
    QByteArray text = RunFolder::trace();
    if (what == u"size")
        write(text + ' ', time);
    else if (what == u"time")
        write(text, time.addMSecs(1));
    else if (what == u"content")
        write(text.replace("MatMul1", "MatMul2"), time);
    else if (what == u"build")
        b.use(1'000'000'000, "2");
    else
        b.folder.write("run/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/op_statistic.csv",
                       "OP Type,Core Type,Count\nMatMul,AI_CORE,1\n");
    const auto run = b.load();
    QCOMPARE(run->ranks[0]->info.host, QString());
    QVERIFY(run->ranks[0]->trace);
    if (what == u"content")
        QVERIFY(run->ranks[0]->trace->strings().find("MatMul2"));
}

void TestRankCache::brokenFilesAreReplaced()
{
    Bench b;
    const auto first = b.load();
    const QStringList names = b.kept();
    for (const QString &name : names) {
        QFile file(b.folder.path(QStringLiteral("cache/") + name));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.seek(file.size() / 2));
        QVERIFY(file.write("broken") == 6);
    }
    const auto again = b.load();
    QCOMPARE(differences(*first, *again), QString());
    QCOMPARE(b.kept(), names);
    b.mark(0);
    QCOMPARE(b.load()->ranks[0]->info.host, QStringLiteral("from the cache"));
}

void TestRankCache::theBoundIsKept()
{
    Bench b;
    b.load();
    const qint64 both = b.cache->bytesUsed();
    // Rank 0 was used last.
    const QString folder = b.folder.path("cache/");
    const Run run = b.found();
    const QByteArray newer = b.cache->keyOf(run.path, run.infos[0]);
    for (const QString &name : b.kept()) {
        QFile file(folder + name);
        QVERIFY(file.open(QIODevice::ReadWrite));
        file.setFileTime(
            QDateTime::currentDateTimeUtc().addSecs(name.startsWith(QString::fromLatin1(newer.toHex())) ? -10 : -5),
            QFileDevice::FileModificationTime);
    }
    QVERIFY(b.cache->load(newer, run.infos[0], b.pool, JobContext()).rank); // and now it is the newest
    b.cache->setLimit(both - 1);
    QCOMPARE(b.kept().size(), 1);
    QVERIFY(b.cache->has(newer));
    b.cache->setLimit(0);
    QCOMPARE(b.kept().size(), 0);
    b.load();
    QCOMPARE(b.kept().size(), 0);
}

void TestRankCache::clearRemovesOnlyItsOwn()
{
    Bench b;
    b.load();
    b.folder.write("cache/notes.txt", "mine");
    b.cache->clear();
    QCOMPARE(b.kept(), texts({"notes.txt"}));
    QCOMPARE(b.cache->bytesUsed(), qint64(0));
}

void TestRankCache::smallRanksAndRefusedFolders()
{
    Bench b;
    RankCache::Options options;
    options.folder = b.folder.write("cache", "a file stands where the folder should be");
    options.minInputBytes = 0;
    b.cache = std::make_shared<RankCache>(options);
    QVERIFY(b.load()->ranks[0]->trace);
    QFile::remove(options.folder);
    options.minInputBytes = 1'000'000;
    b.cache = std::make_shared<RankCache>(options);
    QVERIFY(b.load()->ranks[0]->trace);
    QVERIFY(!QFile::exists(options.folder));
}

void TestRankCache::twoWindowsShareAFolder()
{
    Bench b;
    const auto plain = b.load(false);
    const Run found = b.found();
    QStringList wrong[2];
    const auto work = [&](int who) {
        for (int round = 0; round < 15; ++round) {
            ThreadPool pool(1);
            LoadOptions options;
            RankCache::Options settings;
            settings.folder = b.folder.path("cache");
            settings.build = "1";
            settings.minInputBytes = 0;
            options.cache = std::make_shared<RankCache>(settings);
            const auto run = loadRun(found, pool, JobContext(), options);
            if (const QString text = differences(*plain, *run); !text.isEmpty())
                wrong[who] << text;
            if (round % 5 == who)
                options.cache->clear();
        }
    };
    std::thread other([&] { work(1); });
    work(0);
    other.join();
    QCOMPARE(wrong[0], QStringList());
    QCOMPARE(wrong[1], QStringList());
}

void TestRankCache::cancelledAndOverBudget()
{
    Bench b;
    const JobContext cancelled;
    cancelled.cancel();
    QVERIFY(!b.load(true, cancelled));
    QCOMPARE(b.kept(), QStringList());
    const auto small = b.load(true, JobContext(std::make_shared<MemoryBudget>(1)));
    QVERIFY(small->ranks[0]->overBudget);
    QCOMPARE(b.kept(), QStringList());
    b.load();
    QCOMPARE(b.kept().size(), 2);
    const JobContext tight(std::make_shared<MemoryBudget>(1));
    QVERIFY(b.load(true, tight)->ranks[0]->overBudget);
    QVERIFY(tight.isOverBudget());
    QCOMPARE(b.kept().size(), 2);
    const auto budget = std::make_shared<MemoryBudget>(1'000'000'000);
    {
        const auto run = b.load(true, JobContext(budget));
        QCOMPARE(budget->used(), run->ranks[0]->bytesUsed() + run->ranks[1]->bytesUsed());
    }
    QCOMPARE(budget->used(), qint64(0));
}

RS_TEST(TestRankCache, QCoreApplication);
#include "tst_rankcache.moc"
