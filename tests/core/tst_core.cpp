// SPDX-License-Identifier: Apache-2.0
#include "core/trace/flowid.h"
#include "core/text/findingcodes.h"
#include "core/text/importreport.h"
#include "core/job/jobcontext.h"
#include "core/base/pagerecycler.h"
#include "core/text/patternmatch.h"
#include "core/text/ranklist.h"
#include "core/run/rundata.h"
#include "core/text/stringpool.h"
#include "core/table/table.h"
#include "core/trace/taskkind.h"
#include "core/job/threadpool.h"
#include "core/base/timens.h"
#include "core/run/tracefiles.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>
#include <mutex>
#include <new>
#include <numeric>
#include <thread>
#include <vector>

#ifdef Q_OS_LINUX
#include <sys/resource.h>
#endif

using namespace rs;
using namespace rs::test;

class TestCore : public QObject
{
    Q_OBJECT
private slots:
    void decimalMicrosecondsBecomeNanoseconds_data()
    {
        const Scenarios<QByteArray, bool, qint64> row;
        row("stamp", QByteArray("1736412474714258.990"), true, qint64(1736412474714258990));
        row("stamp with TAB", QByteArray("1736412474730135.222\t"), true, qint64(1736412474730135222));
        row("long fraction rounds up", QByteArray("996.9599375"), true, qint64(996960));
        row("binary noise rounds up", QByteArray("18.419999999999998"), true, qint64(18420));
        row("half rounds up", QByteArray("0.0005"), true, qint64(1));
        row("below half rounds down", QByteArray("0.00049999"), true, qint64(0));
        row("whole number", QByteArray("12"), true, qint64(12000));
        row("one decimal", QByteArray("12.5"), true, qint64(12500));
        row("negative half goes away from zero", QByteArray("-1.0005"), true, qint64(-1001));
        row("exponent", QByteArray("1.5e3"), true, qint64(1500000));
        row("point first", QByteArray(".5"), true, qint64(500));
        row("point last", QByteArray("5."), true, qint64(5000));
        row("largest", QByteArray("9223372036854775.807"), true, std::numeric_limits<qint64>::max());
        row("one too large", QByteArray("9223372036854775.808"), false, qint64(0));
        row("rounds past the largest", QByteArray("9223372036854775.8075"), false, qint64(0));
        row("huge", QByteArray("1e300"), false, qint64(0));
        row("empty", QByteArray(), false, qint64(0));
        row("blank", QByteArray(" \t"), false, qint64(0));
        row("nan", QByteArray("nan"), false, qint64(0));
        row("inf", QByteArray("inf"), false, qint64(0));
        row("sign only", QByteArray("-"), false, qint64(0));
        row("point only", QByteArray("."), false, qint64(0));
        row("trailing text", QByteArray("12us"), false, qint64(0));
        row("two points", QByteArray("1.2.3"), false, qint64(0));
    }

    void decimalMicrosecondsBecomeNanoseconds()
    {
        const auto [text, valid, ns] = scenario<QByteArray, bool, qint64>();
        const auto got = parseDecimalUs(std::string_view(text.constData(), size_t(text.size())));
        QCOMPARE(got.has_value(), valid);
        if (valid)
            QCOMPARE(*got, ns);
    }

    void nanosecondsPrintAsMicroseconds()
    {
        QCOMPARE(formatUs(1736412474714258990), std::string("1736412474714258.990"));
        QCOMPARE(formatUs(5), std::string("0.005"));
        QCOMPARE(formatUs(-1001), std::string("-1.001"));
        QCOMPARE(formatUs(std::numeric_limits<qint64>::min()), std::string("-9223372036854775.808"));
    }

    void shortestDoubleReadsBack()
    {
        QCOMPARE(shortestDouble(8868.240000000003), std::string("8868.240000000003"));
        QCOMPARE(shortestDouble(0), std::string("0"));
        QCOMPARE(shortestDouble(0.1), std::string("0.1"));
        QCOMPARE(shortestDouble(std::numeric_limits<double>::infinity()), std::string("inf"));
    }

    void stringPoolGivesOneIdPerText()
    {
        StringPool pool;
        QCOMPARE(raw(pool.intern("")), 0U);
        std::vector<StrId> ids;
        for (int i = 0; i < 10000; ++i)
            ids.push_back(pool.intern("name " + std::to_string(i)));
        for (int i = 0; i < 10000; ++i) {
            QCOMPARE(pool.intern("name " + std::to_string(i)), ids[size_t(i)]);
            QCOMPARE(pool.view(ids[size_t(i)]), std::string_view("name " + std::to_string(i)));
        }
        QCOMPARE(pool.size(), 10001U);
        QVERIFY(!pool.find("absent"));
        const std::string large(1 << 20, 'x');
        QCOMPARE(pool.view(pool.intern(large)), std::string_view(large));
        QCOMPARE(pool.view(ids[7]), std::string_view("name 7"));
    }

    void flowIdsAreEqualExactlyWhenTheirTextsAre()
    {
        StringPool pool;
        const char *texts[] = {"0",
                               "965",
                               "0965",
                               "-1",
                               "40006882869110636543",
                               "340282366920938463463374607431768211456",
                               "",
                               "abc",
                               "1736412474858579088",
                               "1736412474858579.088",
                               "17364124748585790.88",
                               "0.088",
                               "0.0",
                               "-0.5",
                               "00.5",
                               ".5",
                               "5.",
                               "1.2.3",
                               "1.12345678",
                               "1.1234567",
                               "99999999999999999999999999999.9999999",
                               "999999999999999999999999999999.9999999",
                               "999999999999999999999999999999999999"};
        for (const char *a : texts) {
            const FlowId id = FlowId::fromText(a, pool);
            QCOMPARE(id.text(pool), std::string(a));
            for (const char *b : texts)
                QCOMPARE(id == FlowId::fromText(b, pool), std::string_view(a) == b);
        }
    }

    void groupHashMatchesTheWriters()
    {
        QCOMPARE(groupHash(u"group_name_19"), QStringLiteral("3985310405473756128"));
        QCOMPARE(groupHash(u"group_name_17"), QStringLiteral("3985310396883821534"));
        QCOMPARE(groupHash(u"90.91.105.46%enp189s0f0_60000_0_1736414082311975"),
                 QStringLiteral("11978775601474615865"));
    }

    void tableKeepsMissingApartFromZero()
    {
        Table t;
        const int name = t.addColumn(QStringLiteral("Name"), ColumnType::Text);
        const int duration = t.addColumn(QStringLiteral("Duration(us)"), ColumnType::Duration);
        QCOMPARE(t.at(duration).unit, QStringLiteral("us"));
        t.appendText(name, "a");
        t.appendInteger(duration, 0);
        t.finishRow();
        t.appendMissing(name);
        t.appendMissing(duration);
        t.finishRow();
        QVERIFY(t.has(0, duration));
        QVERIFY(!t.has(1, duration));
        QCOMPARE(t.integer(1, duration, -7), qint64(-7));
        QCOMPARE(t.textView(0, name), std::string_view("a"));
        QCOMPARE(t.textView(1, name), std::string_view());
        QCOMPARE(t.column(u"absent"), -1);
        QCOMPARE(t.columnOf({u"absent", u"Name"}), name);
    }

    void tableKeepsNothingForRowsThatAColumnHasNot()
    {
        Table t;
        const int own = t.addColumn(QStringLiteral("Own"), ColumnType::Text);
        const int count = t.addColumn(QStringLiteral("Count"), ColumnType::Integer);
        for (int row = 0; row < 10'000; ++row) {
            if (row == 3 || row == 9'000)
                t.appendText(own, row == 3 ? "a" : "b");
            if (row % 2 == 0)
                t.appendInteger(count, row);
            else
                t.appendMissing(count);
            t.finishRow();
        }
        QCOMPARE(t.rows(), 10'000);
        QCOMPARE(t.at(own).pieces.size(), size_t(2));
        QCOMPARE(t.at(count).pieces.size(), size_t(1));
        QVERIFY(t.at(own).bytes() < 1000);
        for (int row = 0; row < t.rows(); ++row) {
            QCOMPARE(t.has(row, own), row == 3 || row == 9'000);
            QCOMPARE(t.textView(row, own), std::string_view(row == 3 ? "a" : row == 9'000 ? "b" : ""));
            QCOMPARE(t.integer(row, count, -1), row % 2 == 0 ? row : -1);
        }
        QVERIFY(!t.has(10'000, count) && !t.has(-1, own));
    }

    void reportCountsRepeatedFindings()
    {
        ImportReport report;
        report.add({Severity::Loss,
                    QStringLiteral("a.csv"),
                    Place::line(2),
                    QStringLiteral("csv.row-width"),
                    QStringLiteral("Rows are wider than the header."),
                    {},
                    1});
        report.add({Severity::Loss,
                    QStringLiteral("a.csv"),
                    Place::line(9),
                    QStringLiteral("csv.row-width"),
                    QStringLiteral("Rows are wider than the header."),
                    {},
                    2});
        QCOMPARE(report.findings().size(), size_t(1));
        QCOMPARE(report.findings().front().count, qint64(3));
        QCOMPARE(report.findings().front().place.text(), QStringLiteral("line 2"));
        QCOMPARE(report.worst(), Severity::Loss);
    }

    void reportsOfTheSameDataStandInTheSameOrder()
    {
        const auto finding = [](const char *file, const char *code) {
            return Finding{Severity::Notice, QString::fromLatin1(file), {}, QString::fromLatin1(code), {}, {}, 1};
        };
        ImportReport report;
        for (const auto &[file, code] : {std::pair("c.csv", "z"), {"a.csv", "z"}, {"b.csv", "z"}, {"a.csv", "y"}})
            report.add(finding(file, code));
        report.orderByFile();
        report.add(finding("b.csv", "z")); // is known in its new place
        QStringList order;
        for (const Finding &f : report.findings())
            order << f.file + f.code + QString::number(f.count);
        QCOMPARE(order.join(u' '), QStringLiteral("a.csvz1 a.csvy1 b.csvz2 c.csvz1"));
    }

    void budgetRefusesWhatPassesTheLimit()
    {
        MemoryBudget budget(100);
        QVERIFY(budget.tryReserve(60));
        QVERIFY(!budget.tryReserve(41));
        QVERIFY(budget.tryReserve(40));
        budget.release(100);
        QCOMPARE(budget.used(), qint64(0));
    }

    void partOfAJobHasProgressOfItsOwn()
    {
        const JobContext whole;
        whole.addTotal(100);
        const JobContext part = whole.child();
        part.addTotal(20);
        part.addDone(10);
        QCOMPARE(part.progress(), 0.5);
        QCOMPARE(whole.total(), 100);
        QCOMPARE(whole.progress(), 0.1);
        part.setOverBudget();
        QVERIFY(whole.isOverBudget());
        const JobContext other = whole.child();
        part.cancel();
        QVERIFY(part.isCanceled() && !whole.isCanceled() && !other.isCanceled());
        whole.cancel();
        QVERIFY(other.isCanceled());
    }

    void parallelForVisitsEachIndexOnce()
    {
        ThreadPool pool(4);
        std::vector<std::atomic<int>> seen(5000);
        pool.parallelFor(qsizetype(seen.size()), [&](qsizetype i) { ++seen[size_t(i)]; });
        for (const auto &s : seen)
            QCOMPARE(s.load(), 1);
    }

    void parallelForMayBeNested()
    {
        ThreadPool pool(2);
        std::atomic<int> sum{0};
        pool.parallelFor(8, [&](qsizetype) { pool.parallelFor(50, [&](qsizetype) { ++sum; }); });
        QCOMPARE(sum.load(), 400);
    }

    void parallelForCarriesWhatABodyThrows()
    {
        ThreadPool pool(4);
        for (int round = 0; round < 50; ++round) {
            std::atomic<int> inside{0};
            bool thrown = false;
            try {
                pool.parallelFor(200, [&](qsizetype i) {
                    ++inside;
                    if (i % 7 == round % 7) {
                        --inside;
                        throw std::bad_alloc();
                    }
                    std::this_thread::yield();
                    --inside;
                });
            } catch (const std::bad_alloc &) {
                thrown = true;
            }
            QVERIFY(thrown);
            QCOMPARE(inside.load(), 0); // nobody is left in the body
        }
        // The pool goes on.
        std::atomic<int> sum{0};
        pool.parallelFor(100, [&](qsizetype) { ++sum; });
        QCOMPARE(sum.load(), 100);
    }

    void helpersThatComeLateFindNoBody()
    {
        ThreadPool pool(1);
        std::mutex gate;
        std::atomic<int> calls{0};
        {
            // The only thread is held until the loop below has ended by an exception, so its helper comes too late.
            const std::lock_guard hold(gate);
            pool.start([&] { const std::lock_guard pass(gate); });
            {
                const auto body = std::make_unique<std::function<void(qsizetype)>>([&](qsizetype) {
                    ++calls;
                    throw std::bad_alloc();
                });
                QVERIFY_THROWS_EXCEPTION(std::bad_alloc, pool.parallelFor(100, *body));
            }
        }
        pool.waitForDone();
        QCOMPARE(calls.load(), 1);
    }

    void innerLoopsThrowThroughOuterOnes()
    {
        ThreadPool pool(3);
        for (int round = 0; round < 50; ++round) {
            bool thrown = false;
            try {
                pool.parallelFor(6, [&](qsizetype outer) {
                    const std::vector<int> local(1000, 1); // gone when an inner body throws
                    pool.parallelFor(20, [&](qsizetype inner) {
                        if (outer == 3 && inner == 11)
                            throw std::bad_alloc();
                        QVERIFY(local[static_cast<size_t>(inner)] == 1);
                    });
                });
            } catch (const std::bad_alloc &) {
                thrown = true;
            }
            QVERIFY(thrown);
        }
    }

    void aTaskWithoutMemoryEndsAlone()
    {
        ThreadPool pool(2);
        std::atomic<int> done{0};
        for (int i = 0; i < 10; ++i) {
            pool.start([&, i] {
                if (i % 2 == 0)
                    throw std::bad_alloc();
                ++done;
            });
        }
        pool.waitForDone();
        QCOMPARE(done.load(), 5);
    }

    void poolRunsHigherPriorityFirst()
    {
        ThreadPool pool(1);
        std::mutex gate;
        std::vector<int> order;
        {
            // The only thread waits here until everything is queued.
            const std::lock_guard hold(gate);
            pool.start([&] { const std::lock_guard pass(gate); });
            pool.start([&] { order.push_back(1); }, 0);
            pool.start([&] { order.push_back(2); }, 0);
            pool.start([&] { order.push_back(3); }, 5);
        }
        pool.waitForDone();
        // The gate itself may be taken from the queue before or after the others, but those keep their order.
        QCOMPARE(order, (std::vector<int>{3, 1, 2}));
    }

    void poolFinishesWhatWasStarted()
    {
        std::atomic<int> ran{0};
        auto held = std::make_shared<int>(7);
        const std::weak_ptr<int> watch = held;
        {
            ThreadPool pool(3);
            for (int i = 0; i < 500; ++i)
                pool.start([&ran, held] { ran += *held; });
            held.reset();
            pool.waitForDone();
            QVERIFY(watch.expired());
            for (int i = 0; i < 500; ++i)
                pool.start([&ran, &pool, i] {
                    if (i % 2 == 0)
                        pool.start([&ran] { ++ran; });
                });
        }
        QCOMPARE(ran.load(), 500 * 7 + 250);
    }

    void poolThreadsGiveWayAsTheyAreTold()
    {
#ifdef Q_OS_LINUX
        const auto niceOf = [](ThreadPool::Priority priority) {
            std::atomic<int> nice{0};
            ThreadPool pool(1, priority);
            pool.start([&nice] { nice = getpriority(PRIO_PROCESS, 0); });
            pool.waitForDone();
            return nice.load();
        };
        const int own = niceOf(ThreadPool::Priority::Normal);
        QCOMPARE(own, getpriority(PRIO_PROCESS, 0));
        // The tests may run with a low priority themselves.
        QCOMPARE(niceOf(ThreadPool::Priority::Helping), std::min(own + 5, 19));
        QCOMPARE(niceOf(ThreadPool::Priority::Yielding), std::min(own + 10, 19));
#endif
    }

    void withoutAPoolTheCallerDoesIt()
    {
        std::vector<qsizetype> seen;
        parallelFor(nullptr, 5, [&seen](qsizetype i) { seen.push_back(i); });
        QCOMPARE(seen, (std::vector<qsizetype>{0, 1, 2, 3, 4}));
        ThreadPool pool(2);
        std::atomic<qsizetype> sum{0};
        parallelFor(&pool, 100, [&sum](qsizetype i) { sum += i; });
        QCOMPARE(sum.load(), qsizetype(4950));
    }

    void recycledPagesLeaveTheNeighboursAlone()
    {
        PageRecycler pages;
        PageVector<quint64> used;
        used.reserve(400'000); // most of it never touched
        used.assign(100'000, 7);
        pages.take(used);
        QVERIFY(used.empty());
        QCOMPARE(used.capacity(), size_t(0));

        PageVector<quint32> column(300'000);
        for (size_t i = 0; i < column.size(); ++i)
            column[i] = static_cast<quint32>(i);
        // Neither end lies at the start of a page.
        pages.lay(column, 1'001, 200'003);
        for (size_t i = 0; i < 1'001; ++i)
            QCOMPARE(column[i], static_cast<quint32>(i));
        for (size_t i = 1'001 + 200'003; i < column.size(); ++i)
            QCOMPARE(column[i], static_cast<quint32>(i));
        for (size_t i = 1'001; i < 1'001 + 200'003; ++i)
            column[i] = static_cast<quint32>(3 * i);
        for (size_t i = 1'001; i < 1'001 + 200'003; ++i)
            QCOMPARE(column[i], static_cast<quint32>(3 * i));

        // Columns of the general heap are neither kept nor laid on.
        PageVector<quint32> little(100, 5);
        pages.lay(little, 0, little.size());
        QCOMPARE(little, PageVector<quint32>(100, 5));
        pages.take(little);
        QVERIFY(little.empty());
    }

    void recycledPagesComeFromManyColumns()
    {
        PageRecycler pages;
        ThreadPool pool(2);
        // A text put together of many pieces is kept and laid again as one.
        for (int round = 0; round < 3; ++round) {
            std::vector<PageVector<quint64>> parts(20);
            pool.parallelFor(20, [&](qsizetype i) {
                auto &part = parts[static_cast<size_t>(i)];
                pages.resize(part, 20'000 + static_cast<size_t>(i) * 999);
                std::fill(part.begin(), part.end(), quint64(i));
                if (i % 2 == 0)
                    pages.take(part);
            });
            for (size_t i = 1; i < parts.size(); i += 2) {
                QCOMPARE(parts[i].size(), 20'000 + i * 999);
                QVERIFY(std::all_of(parts[i].begin(), parts[i].end(), [&](quint64 v) { return v == i; }));
                pages.take(parts[i]);
            }
            PageVector<quint64> whole;
            pages.resize(whole, 700'000);
            std::fill(whole.begin(), whole.end(), 1);
            QCOMPARE(std::accumulate(whole.begin(), whole.end(), quint64(0)), quint64(700'000));
            pages.take(whole);
        }
    }

    void domainLabelNamesItsRanks()
    {
        Domain d;
        d.groupName = QStringLiteral("group_name_19");
        QCOMPARE(d.label(), QStringLiteral("group_name_19"));
        d.pgName = QStringLiteral("tp");
        d.ranks = {0, 1};
        QCOMPARE(d.label(), QStringLiteral("tp:(0,1)"));
        // Twenty digits tell nobody which ranks it has.
        d.pgName.clear();
        d.hash = d.groupName = QStringLiteral("18227667531335777279");
        QCOMPARE(d.label(), QStringLiteral("(0,1)@777279"));
        d.ranks.clear();
        QCOMPARE(d.label(), d.hash);
        // Many ranks are called by intervals, those that are evenly apart with their distance.
        const auto labelOf = [](const std::vector<int> &ranks, const QString &name, const QString &hash) {
            Domain many;
            many.pgName = name;
            many.hash = many.groupName = hash;
            many.ranks = ranks;
            return many.label();
        };
        std::vector<int> all(1024);
        std::iota(all.begin(), all.end(), 0);
        std::vector<int> eighths;
        std::copy_if(all.begin(), all.end(), std::back_inserter(eighths), [](int r) { return r % 8 == 3; });
        const QString dp = QStringLiteral("dp");
        const QString hash = QStringLiteral("18227667531335777279");
        QCOMPARE(labelOf(all, {}, hash), QStringLiteral("(0-1023)@777279"));
        QCOMPARE(labelOf(eighths, dp, hash), QStringLiteral("dp:(3-1019/8)"));
        QCOMPARE(labelOf(all, {}, rankSetName(all)), QStringLiteral("(0-1023)"));
        std::vector<int> some(all.begin(), all.begin() + 16);
        QCOMPARE(labelOf(some, dp, hash), QStringLiteral("dp:(0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15)"));
        some.insert(some.end(), {20, 21, 30, 64, 65, 66});
        QCOMPARE(labelOf(some, dp, hash), QStringLiteral("dp:(0-15,20,21,30,64-66)"));
    }

    void tellsWhatATaskIs_data()
    {
        const Scenarios<QByteArray, QByteArray, SliceKind> table;
        const auto row = [&](const char *type, const char *name, SliceKind kind) {
            table(qPrintable(QStringLiteral("%1, %2").arg(QLatin1String(type), QLatin1String(name))), QByteArray(type),
                  QByteArray(name), kind);
        };
        constexpr const char *kernel = "aclnnMm_MatMulV2";
        row("AI_CORE", "WaitAndMEMCPY", SliceKind::KernelCube); // names of kernels are free text
        row("KERNEL_AIVEC", kernel, SliceKind::KernelVector);
        row("MIX_AIC", kernel, SliceKind::KernelMix);
        row("AI_CPU", kernel, SliceKind::KernelAiCpu);
        for (const char *type :
             {"Other", "UNKNOWN", "KERNEL_MIX_NEW", "DSA_SQE", "DVPP", "FFTS_PLUS", "N/A", "", "NEW_CORE"})
            row(type, kernel, SliceKind::KernelOther);
        for (const char *type : {"EVENT_WAIT_SQE", "NOTIFY_WAIT", "Notify Wait", "MEM_WAIT_VALUE", "STREAM_WAIT_EVENT"})
            row(type, type, SliceKind::EventWait);
        row("PLACE_HOLDER_SQE", "EVENT_WAIT", SliceKind::EventWait);
        row("Other", "EVENT_WAIT", SliceKind::EventWait);
        row("", "Notify Wait", SliceKind::EventWait);
        for (const char *type : {"EVENT_RECORD_SQE", "NOTIFY_RECORD", "Write Value", "PLACE_HOLDER_SQE",
                                 "MODEL_EXECUTE", "PROFILING_ENABLE", "NOP", "Data Context"})
            row(type, "", SliceKind::DeviceOther);
        row("PLACE_HOLDER_SQE", "EVENT_RECORD", SliceKind::DeviceOther);
        for (const char *type : {"MEMCPY_ASYNC", "SDMA_SQE", "SDMA", "PCIE_DMA_SQE", "REDUCE_ASYNC_V2"})
            row(type, "MEMCPY_ASYNC", SliceKind::MemoryCopy);
        for (const char *type : {"HCCL", "COMMUNICATION", "RDMA_SEND", "CCU_LAUNCH"})
            row(type, "", SliceKind::CommTask);
        row("Other", "hcom_allReduce__271_0_1", SliceKind::CommTask);
    }

    void tellsWhatATaskIs()
    {
        const auto [type, name, kind] = scenario<QByteArray, QByteArray, SliceKind>();
        QCOMPARE(deviceSliceKind(type.toStdString(), name.toStdString()), kind);
    }

    void listsOfRanks_data()
    {
        const Scenarios<QString, QList<int>, bool> row;
        row("nothing", "  ", QList<int>(), true);
        row("one", "7", QList<int>{7}, true);
        row("intervals", "16, 0-2,1", QList<int>{0, 1, 2, 16}, true);
        for (const char *wrong :
             {"0-", "-1", "a", "1,,2", "3-1", "+1", "0-99999999", "2147483647", "99999999999", "1 2"})
            row(wrong, QString::fromLatin1(wrong), QList<int>(), false);
    }

    void listsOfRanks()
    {
        const auto [text, ranks, isList] = scenario<QString, QList<int>, bool>();
        const auto found = ranksOfText(text);
        QCOMPARE(found.has_value(), isList);
        if (isList)
            QCOMPARE(QList<int>(found->begin(), found->end()), ranks);
    }

    void numbersThatFollowEachOtherAreRanges()
    {
        const QStringList names{QStringLiteral("1"), QStringLiteral("2"), QStringLiteral("3"), QStringLiteral("5"),
                                QStringLiteral("x"), QStringLiteral("7"), QStringLiteral("6")};
        QCOMPARE(withRanges(names).join(u' '), QStringLiteral("1–3 5 x 7 6"));
        QCOMPARE(withRanges({}), QStringList());
        QCOMPARE(rangeText(4, 4), QStringLiteral("4"));
    }

    void lanesComeFromTracesAndProfiles_data()
    {
        const Scenarios<QString, QString, bool, bool> table;
        const auto row = [](const char *kind, const char *path, bool used, bool has) {
            QTest::addRow("%s%s", path, used ? "" : ", not used")
                << QString::fromLatin1(kind) << QString::fromLatin1(path) << used << has;
        };
        row("trace", "/r/trace_view.json", true, true);
        row("trace", "/r/trace_view.json", false, false);
        row("db", "/r/ascend_pytorch_profiler_2.db", true, true);
        row("db", "/r/ascend_pytorch_profiler_2.db", false, false);
        row("db", "/r/analysis.db", true, false);
        row("kernel_details", "/r/kernel_details.csv", true, false);
    }

    void lanesComeFromTracesAndProfiles()
    {
        const auto [kind, path, used, has] = scenario<QString, QString, bool, bool>();
        RankInfo info;
        QVERIFY(!hasTraceFile(info));
        FileEntry file;
        file.kind = kind;
        file.path = path;
        file.used = used;
        info.files = {file};
        QCOMPARE(hasTraceFile(info), has);
    }

    void aPatternThatGivesUpIsNoNo()
    {
        const QString text = QString(60, u'a') + u'b';
        QVERIFY(matchesPattern(QRegularExpression(QStringLiteral("^a+b$")), text));
        QVERIFY(!matchesPattern(QRegularExpression(QStringLiteral("^a+$")), text));
        const QRegularExpression nested(QStringLiteral("^(a+)+$"));
        QVERIFY(!nested.match(text).hasMatch()); // which Qt says of it as well
        try {
            (void)matchesPattern(nested, text);
            QFAIL("it did not give up");
        } catch (const PatternGaveUp &e) {
            QVERIFY2(e.phrase().english().contains(nested.pattern()), qPrintable(e.phrase().english()));
        }
        // Half of a pair of UTF-16 is the text's own fault.
        const QString half = QStringLiteral("ab") + QChar(0xd800);
        QVERIFY(matchesPattern(QRegularExpression(QStringLiteral("^ab")), half));
        QVERIFY(!matchesPattern(QRegularExpression(QStringLiteral("^b")), half));
    }

    void codesAreComparedWhole()
    {
        const auto lacks = [](const char *code) {
            Finding f;
            f.code = QString::fromLatin1(code);
            return findingcodes::lacksMemory(f);
        };
        for (const char *const code : {"memory.budget", "memory.exhausted", "memory.mapping", "memory.threads"})
            QVERIFY2(lacks(code), code);
        for (const char *const code : {"memory.above-reserved", "memory.stray-stamp", "memory.budget-x", "memory."})
            QVERIFY2(!lacks(code), code);
    }
};

RS_TEST(TestCore, QCoreApplication);
#include "tst_core.moc"
