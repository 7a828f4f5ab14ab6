// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/data/timelinejob.h"
#include "views/widgets/latestjob.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <new>

using namespace rs;

class TestLatestJob : public QObject
{
    Q_OBJECT
private slots:
    void workWithoutMemoryEndsWithoutAResult();
    void jobsOfTheTimelineDoSoToo();
    void whoeverHasAResultHasMemory();
};

void TestLatestJob::workWithoutMemoryEndsWithoutAResult()
{
    ThreadPool pool(1);
    LatestJob<int> job;
    int results = 0;
    const auto done = [&](int) { ++results; };
    QList<bool> told;
    job.onNoMemory([&](bool failed) { told << failed; });
    const auto fail = [](const JobContext &) -> int { throw std::bad_alloc(); };
    job.start(pool, fail, done);
    QVERIFY(job.isRunning());
    QTRY_VERIFY(!job.isRunning());
    QCOMPARE(results, 0);
    QCOMPARE(told, QList<bool>{true});
    // The next one is as good as ever.
    job.start(
        pool, [](const JobContext &) { return 7; }, done);
    QCOMPARE(told, (QList<bool>{true, false}));
    QTRY_COMPARE(results, 1);
    QCOMPARE(told.size(), 2);
    job.start(pool, fail, done);
    QTRY_COMPARE(told.size(), 3);
    job.cancel();
    QCOMPARE(told, (QList<bool>{true, false, true, false}));
}

void TestLatestJob::jobsOfTheTimelineDoSoToo()
{
    ThreadPool pool(1);
    QObject owner;
    int results = 0;
    int failures = 0;
    const auto done = [&](int) { ++results; };
    const auto failed = [&] { ++failures; };
    runJob(
        &owner, pool, []() -> int { throw std::bad_alloc(); }, done, failed);
    runJob(
        &owner, pool, [] { return 7; }, done, failed);
    QTRY_COMPARE(results, 1);
    QCOMPARE(failures, 1);
    QTRY_VERIFY(owner.children().isEmpty());
}

// Taking a result may make Qt tell the end of the work a second time, by chance: often enough, of work that others
// overtake.
void TestLatestJob::whoeverHasAResultHasMemory()
{
    ThreadPool pool(2);
    QObject owner;
    std::array<LatestJob<int>, 4> jobs;
    int failures = 0;
    int results = 0;
    const auto done = [&](int) { ++results; };
    for (LatestJob<int> &job : jobs)
        job.onNoMemory([&](bool failed) { failures += failed ? 1 : 0; });
    for (int round = 0; round < 1000; ++round) {
        for (LatestJob<int> &job : jobs)
            job.start(
                pool, [](const JobContext &) { return 1; }, done);
        runJob(
            &owner, pool, [] { return 1; }, done, [&] { ++failures; });
        QTest::qWait(round % 3);
    }
    QTRY_VERIFY(std::none_of(jobs.begin(), jobs.end(), [](const LatestJob<int> &job) { return job.isRunning(); }));
    QTRY_VERIFY(owner.children().isEmpty());
    QVERIFY(results >= 1000);
    QCOMPARE(failures, 0);
}

QTEST_GUILESS_MAIN(TestLatestJob)
#include "tst_latestjob.moc"
