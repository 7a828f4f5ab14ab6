// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/timelinejob.h"
#include "views/widgets/latestjob.h"

#include <QTest>

#include <new>

using namespace rs;

class TestLatestJob : public QObject
{
    Q_OBJECT
private slots:
    void workWithoutMemoryEndsWithoutAResult();
    void jobsOfTheTimelineDoSoToo();
};

void TestLatestJob::workWithoutMemoryEndsWithoutAResult()
{
    ThreadPool pool(1);
    LatestJob<int> job;
    int results = 0;
    const auto done = [&](int) { ++results; };
    job.start(
        pool, [](const JobContext &) -> int { throw std::bad_alloc(); }, done);
    QVERIFY(job.isRunning());
    QTRY_VERIFY(!job.isRunning());
    QCOMPARE(results, 0);
    // The next one is as good as ever.
    job.start(
        pool, [](const JobContext &) { return 7; }, done);
    QTRY_COMPARE(results, 1);
}

void TestLatestJob::jobsOfTheTimelineDoSoToo()
{
    ThreadPool pool(1);
    QObject owner;
    int results = 0;
    const auto done = [&](int) { ++results; };
    runJob(
        &owner, pool, []() -> int { throw std::bad_alloc(); }, done);
    runJob(
        &owner, pool, [] { return 7; }, done);
    QTRY_COMPARE(results, 1);
    QTRY_VERIFY(owner.children().isEmpty());
}

QTEST_GUILESS_MAIN(TestLatestJob)
#include "tst_latestjob.moc"
