// SPDX-License-Identifier: Apache-2.0
// Inputs that somebody made to take long: twice the input may take little more than twice the time.
#include "importers/foundruns.h"
#include "importers/run/runloader.h"
#include "runfolder.h"
#include "support/growth.h"
#include "support/testprogram.h"
#include "tracetext.h"

#include <QTest>

#include <cstring>
#include <functional>
#include <map>
#include <sys/resource.h>

using namespace rs;
using namespace rs::test;

namespace {

/// Processor seconds of the whole process: readers work on many threads.
double processSeconds(const std::function<void()> &work)
{
    const auto now = [] {
        rusage usage{};
        getrusage(RUSAGE_SELF, &usage);
        const auto seconds = [](const timeval &t) {
            return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
        };
        return seconds(usage.ru_utime) + seconds(usage.ru_stime);
    };
    const double from = now();
    work();
    return now() - from;
}

QByteArray eventText(const char *phase, const QByteArray &name, int ts, const QByteArray &more = {}, int tid = 1)
{
    return QByteArray("{\"ph\":\"") + phase + "\",\"name\":\"" + name +
           "\",\"pid\":1,\"tid\":" + QByteArray::number(tid) + ",\"ts\":" + QByteArray::number(ts) + more + '}';
}

QByteArray listOf(int count, const std::function<QByteArray(int)> &item, const char *between = ",\n")
{
    QByteArray out = "[";
    for (int i = 0; i < count; ++i) {
        if (i > 0)
            out += between;
        out += item(i);
    }
    return out + "]";
}

/// Texts of 16 letters that a hash of eight bytes a step without a key takes for the same.
std::vector<QByteArray> collidingNames(int count)
{
    std::vector<QByteArray> out;
    quint64 random = 1;
    while (static_cast<int>(out.size()) < count) {
        char name[16];
        for (int i = 0; i < 8; ++i) {
            random = random * 6364136223846793005ULL + 1442695040888963407ULL;
            name[i] = static_cast<char>('0' + (random >> 33) % 75);
        }
        quint64 first = 0;
        std::memcpy(&first, name, 8);
        quint64 h = 0x9e3779b97f4a7c15ULL ^ 16;
        h = (h ^ first) * 0xff51afd7ed558ccdULL;
        h ^= h >> 32;
        const quint64 second = h ^ 0x1234567812345678ULL;
        std::memcpy(name + 8, &second, 8);
        if (std::all_of(name, name + 16, [](char c) { return c >= '#' && c <= '~' && c != '\\'; }))
            out.emplace_back(name, 16);
    }
    return out;
}

} // namespace

using Make = std::function<QByteArray(int count)>;
Q_DECLARE_METATYPE(Make)

class TestGrowth : public QObject
{
    Q_OBJECT
private slots:
    void tracesTakeTheirTime_data()
    {
        QTest::addColumn<Make>("make");
        QTest::addColumn<int>("count");
        const auto row = [](const char *name, int count, const Make &make) { QTest::newRow(name) << make << count; };
        row("begins and ends of other ids", 8000, [](int n) {
            return listOf(
                2 * n, [n](int i) { return eventText(i < n ? "B" : "E", "a", i, ",\"id\":" + QByteArray::number(i)); });
        });
        row("names that an unkeyed hash confuses", 6000, [](int n) {
            static const std::vector<QByteArray> names = collidingNames(24000);
            return listOf(n, [](int i) { return eventText("X", names[static_cast<size_t>(i)], i, ",\"dur\":1"); });
        });
        row("events that do not close", 8000, [](int n) {
            return listOf(n, [](int i) {
                QByteArray e = eventText("X", "a", i, ",\"dur\":1,\"args\":{\"k\":1}");
                e.chop(1);
                return e;
            });
        });
        row("slices inside of slices", 8000, [](int n) {
            return listOf(n,
                          [n](int i) { return eventText("X", "a", i, ",\"dur\":" + QByteArray::number(2 * (n - i))); });
        });
        row("slices that overlap", 8000, [](int n) {
            return listOf(n, [n](int i) { return eventText("X", "a", i, ",\"dur\":" + QByteArray::number(n)); });
        });
        row("flows between slices that overlap", 5000, [](int n) {
            return listOf(3 * n, [n](int i) {
                return i < n ? eventText("X", "a", i, ",\"dur\":" + QByteArray::number(n))
                             : eventText(i < 2 * n ? "s" : "f", "a", i % n,
                                         ",\"cat\":\"c\",\"id\":" + QByteArray::number(i % n));
            });
        });
        row("flows of one id", 8000, [](int n) {
            return listOf(2 * n + 1, [n](int i) {
                return i == 0 ? eventText("X", "a", 0, ",\"dur\":" + QByteArray::number(n))
                              : eventText(i % 2 ? "s" : "f", "a", i / 2, ",\"cat\":\"c\",\"id\":7");
            });
        });
        row("lanes", 8000,
            [](int n) { return listOf(n, [](int i) { return eventText("X", "a", i, ",\"dur\":1", i); }); });
        row("counters", 8000, [](int n) {
            return listOf(
                n, [](int i) { return eventText("C", "c" + QByteArray::number(i), i + 1, ",\"args\":{\"v\":1}"); });
        });
        row("nested args", 60000, [](int n) {
            return '[' + eventText("X", "a", 1, ",\"dur\":1,\"args\":" + QByteArray(n, '[') + QByteArray(n, ']')) + ']';
        });
    }

    void tracesTakeTheirTime()
    {
        QFETCH(Make, make);
        QFETCH(int, count);
        TraceDir dir;
        std::map<int, QString> files;
        compare(count, [&](int n) {
            QString &path = files[n];
            if (path.isEmpty())
                path = dir.put(make(n), QStringLiteral("%1.json").arg(n));
            return processSeconds([&] { QVERIFY(load(path).trace); });
        });
    }

    // Rows of the kernel table and slices of one name and one start: each may belong to each.
    void rowsOfOneStart()
    {
        compare(6000, [](int n) {
            RunFolder d;
            d.torchRank("r0_ascend_pt", 0);
            QByteArray trace = R"([{"ph":"M","name":"process_name","pid":1,"args":{"name":"Ascend Hardware"}})";
            QByteArray table = "Name,Task ID,Stream ID,Start Time(us),Duration(us)\n";
            for (int i = 0; i < n; ++i) {
                trace +=
                    ',' + eventText("X", "MatMul", 1000, ",\"dur\":5,\"args\":{\"Task Id\":1,\"Physic Stream Id\":2}");
                table += i % 2 ? "MatMul,1,2,1000.001,5\n" : "Other,1,3,1000.0,5\n";
            }
            d.write("r0_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json", trace + ']');
            d.write("r0_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv", table);
            auto runs = runsIn({d.path()});
            ThreadPool pool(2);
            return processSeconds([&] { QVERIFY(loadRank(runs.at(0), 0, pool, JobContext())); });
        });
    }

    void findingsOfManyFiles()
    {
        compare(8000, [](int n) {
            return processSeconds([n] {
                ImportReport report;
                for (int i = 0; i < n; ++i)
                    report.add(
                        {Severity::Notice, QString::number(i), {}, QStringLiteral("c"), QStringLiteral("m"), {}});
                QCOMPARE(report.findings().size(), static_cast<size_t>(n));
            });
        });
    }

private:
    static void compare(int n, const std::function<double(int n)> &seconds)
    {
        const double times = growthPerDoubling(n, seconds);
        qInfo("%.2f times at each doubling", times);
        QVERIFY2(times < tooFast, qPrintable(QStringLiteral("%1 times as long at each doubling").arg(times)));
    }
};

RS_TEST(TestGrowth, QCoreApplication);
#include "tst_readergrowth.moc"
