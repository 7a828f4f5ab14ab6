// SPDX-License-Identifier: Apache-2.0
#include "support/testprogram.h"
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
    void workWithoutMemoryEndsWithoutAResult()
    {
        ThreadPool pool(1);
        LatestJob<int> job;
        int results = 0;
        const auto done = [&](int) { ++results; };
        QList<Shortage> told;
        job.onOutOfMemory([&](Shortage lack) { told << lack; });
        const auto fail = [](const JobContext &) -> int { throw std::bad_alloc(); };
        job.start(pool, fail, done);
        QVERIFY(job.isRunning());
        QTRY_VERIFY(!job.isRunning());
        QCOMPARE(results, 0);
        QCOMPARE(told, QList<Shortage>{Shortage::Machine});
        // The next one is as good as ever.
        job.start(
            pool, [](const JobContext &) { return 7; }, done);
        QCOMPARE(told, (QList<Shortage>{Shortage::Machine, Shortage::None}));
        QTRY_COMPARE(results, 1);
        QCOMPARE(told.size(), 2);
        job.start(pool, fail, done);
        QTRY_COMPARE(told.size(), 3);
        job.cancel();
        QCOMPARE(told, (QList<Shortage>{Shortage::Machine, Shortage::None, Shortage::Machine, Shortage::None}));
    }

    void jobsOfTheTimelineDoSoToo()
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
    void whoeverHasAResultHasMemory()
    {
        ThreadPool pool(2);
        QObject owner;
        std::array<LatestJob<int>, 4> jobs;
        int failures = 0;
        int results = 0;
        const auto done = [&](int) { ++results; };
        for (LatestJob<int> &job : jobs)
            job.onOutOfMemory([&](Shortage lack) { failures += lack == Shortage::None ? 0 : 1; });
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

    // 1000 bytes, 800 of them taken by something that can be let go, but is free only a while later.
    void workThatDoesNotFitAsksForRoom()
    {
        ThreadPool pool(1);
        const auto budget = std::make_shared<MemoryBudget>(1000);
        pool.setBudget(budget);
        MemoryReservation other(budget);
        other.resize(800);
        QList<qint64> asked;
        budget->onShortage([&](qint64 bytes) {
            asked << bytes;
            if (asked.size() == 1)
                QTimer::singleShot(150, this, [&other] { other.resize(0); });
            return asked.size() == 1;
        });
        LatestJob<qint64> job;
        QList<Shortage> told;
        job.onOutOfMemory([&](Shortage lack) { told << lack; });
        qint64 result = 0;
        job.start(
            pool,
            [](const JobContext &context) {
                MemoryReservation room(context.sharedBudget());
                room.hold(600);
                return room.bytes();
            },
            [&](qint64 bytes) { result = bytes; });
        QTRY_COMPARE(result, 600);
        QVERIFY(!job.isRunning());
        QCOMPARE(asked.first(), 600);
        QVERIFY2(asked.size() >= 2, "the room was there before anybody waited for it");
        QVERIFY(told.isEmpty());
        QCOMPARE(budget->used(), 0);
    }

    void workThatNothingGivesWayToIsTold()
    {
        ThreadPool pool(1);
        const auto budget = std::make_shared<MemoryBudget>(1000);
        pool.setBudget(budget);
        LatestJob<int> job;
        QList<Shortage> told;
        int runs = 0;
        job.onOutOfMemory([&](Shortage lack) { told << lack; });
        const auto work = [&runs](const JobContext &context) {
            ++runs;
            MemoryReservation(context.sharedBudget()).hold(2000);
            return 1;
        };
        const auto done = [](int) { QFAIL("nothing was computed"); };
        job.start(pool, work, done);
        QTRY_VERIFY(!job.isRunning());
        QCOMPARE(told, QList<Shortage>{Shortage::Budget});
        QCOMPARE(runs, 1);
        // Whoever keeps promising room is believed a few times; a cancelled job never comes back.
        budget->onShortage([](qint64) { return true; });
        job.start(pool, work, done);
        QTRY_COMPARE_WITH_TIMEOUT(told.size(), 3, 10'000);
        QVERIFY(!job.isRunning());
        QCOMPARE(told.last(), Shortage::Budget);
        job.start(pool, work, done);
        QTRY_VERIFY(runs > 7);
        job.cancel();
        const int before = runs;
        QTest::qWait(300);
        QCOMPARE(runs, before);
    }
};

RS_TEST(TestLatestJob, QCoreApplication);
#include "tst_latestjob.moc"
