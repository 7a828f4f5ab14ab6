// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/mergedtrace.h"
#include "importers/files/textfilewriter.h"
#include "importers/trace/eventblocks.h"
#include "importers/trace/eventtext.h"
#include "support/scenarios.h"
#include "support/testprogram.h"
#include "tracetext.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace rs;
using namespace rs::test;

namespace {

constexpr qint64 baseNs = 1'762'157'700'000'000'000;

/// A rank with what is hard to carry over: stamps beyond 53 bits, slices that cross, Python frames and operators of one
/// thread, nested args, flows of several kinds, counters of several series. `shiftNs` moves its clock.
QByteArray rankText(qint64 shiftNs)
{
    QByteArray out = "[";
    const auto ts = [shiftNs](qint64 ns) { return QByteArray::fromStdString(formatUs(baseNs + shiftNs + ns)); };
    const auto slice = [&](const char *name, const char *lane, qint64 from, qint64 ns, const char *more = "") {
        out += QByteArray(R"({"ph":"X","name":")") + name + "\"," + lane + ",\"ts\":\"" + ts(from) +
               "\",\"dur\":" + QByteArray::fromStdString(formatUs(ns)) + more + "},";
    };
    const char *const thread = R"("pid":3178231,"tid":3178231)";
    const char *const stream = R"("pid":3254508960,"tid":2)";
    slice("train.py(3): main", thread, 0, 900'001, R"(,"cat":"python_function","args":{"Python id":1})");
    slice("aten::mm", thread, 1'000, 30'333,
          R"(,"cat":"cpu_op","args":{"Input Dims":"2,2;\r\n\"x\"","n":[1,{"a":2}]})");
    slice("Enqueue", thread, 20'000, 11'000, R"(,"cat":"enqueue","args":{})");
    slice("\xe7\xae\x97\xe5\xad\x90", stream, 40'007, 10'000, R"(,"args":{"Task Type":"AI_CORE","connection_id":7})");
    slice("SDMA", stream, 45'000, 10'000, R"(,"args":{"Task Type":"SDMA"})"); // crosses the one before
    slice("SDMA", stream, 46'000, 500, R"(,"args":{"Task Type":"SDMA","Task Id":2})");
    slice("mark", stream, 60'000, 0);
    const auto end = [&](const char *phase, const char *lane, const char *category, const char *id, qint64 ns) {
        out += QByteArray(R"({"ph":")") + phase + R"(","bp":"e","name":"f","cat":")" + category + R"(","id":)" + id +
               "," + lane + ",\"ts\":\"" + ts(ns) + "\"},";
    };
    end("s", thread, "async_npu", "1762157700000040007", 1'000);
    end("f", stream, "async_npu", "1762157700000040007", 40'007);
    end("s", thread, "HostToDevice", "\"36893488147419103232\"", 20'000);
    end("f", stream, "HostToDevice", "\"36893488147419103232\"", 45'000);
    const auto counter = [&](const char *name, const char *args, qint64 ns) {
        out += QByteArray(R"({"ph":"C","name":")") + name + R"(","pid":3254509088,"tid":0,"ts":")" + ts(ns) +
               "\",\"args\":{" + args + "}},";
    };
    counter("HBM 0/Read", R"-("Read(MB/s)":0.1)-", 10'000);
    counter("HBM 0/Read", R"-("Read(MB/s)":23496.368)-", 20'000);
    counter("Port", R"("Rx":1,"Tx":2.5)", 10'000);
    counter("Port", R"("Tx":3)", 30'000);
    const auto name = [&](const char *pid, const char *text) {
        out += QByteArray(R"({"ph":"M","name":"process_name","pid":)") + pid + R"(,"args":{"name":")" + text + "\"}},";
    };
    name("3178231", "Python");
    name("3254508960", "Ascend Hardware");
    name("3254509088", "HBM");
    out += R"({"ph":"M","name":"thread_name","pid":3254508960,"tid":2,"args":{"name":"Stream 2"}}])";
    return out;
}

QStringList slices(const Trace &t, qint64 originNs, bool processes = true)
{
    QStringList out;
    for (quint32 i = 0; i < t.slices().size(); ++i) {
        const SliceId s{i};
        const EventText text = readEventText(t, s);
        const QJsonObject args = QJsonDocument::fromJson(text.json).object()[QLatin1String("args")].toObject();
        out << QStringLiteral("%1 %2 %3+%4 kind %5 %6")
                   .arg(processes ? t.processLabel(t.lane(t.laneOf(s)).process) : QString(),
                        t.strings().text(t.slices().name(s)))
                   .arg(t.slices().start(s) + originNs)
                   .arg(t.slices().duration(s))
                   .arg(static_cast<int>(t.slices().kind(s)))
                   .arg(QString::fromUtf8(QJsonDocument(args).toJson(QJsonDocument::Compact)));
    }
    out.sort();
    return out;
}

QStringList flows(const Trace &t, qint64 originNs)
{
    QStringList out;
    for (const Flow &f : t.flows().flows()) {
        out << QStringLiteral("%1 %2 %3 -> %4 %5")
                   .arg(t.strings().text(t.flows().categories()[f.category].name),
                        t.strings().text(t.slices().name(f.from)))
                   .arg(f.fromNs + originNs)
                   .arg(t.strings().text(t.slices().name(f.to)))
                   .arg(f.toNs + originNs);
    }
    out.sort();
    return out;
}

QStringList samples(const Trace &t, qint64 originNs)
{
    QStringList out;
    for (const CounterSeries &c : t.counters()) {
        for (size_t i = 0; i < c.timeNs.size(); ++i)
            out << QStringLiteral("%1 %2 %3 %4")
                       .arg(t.strings().text(c.name), t.strings().text(c.series))
                       .arg(c.timeNs[i] + originNs)
                       .arg(c.value[i], 0, 'g', 17);
    }
    out.sort();
    return out;
}

} // namespace

class TestMergedTrace : public QObject
{
    Q_OBJECT

private:
    TraceDir m_dir;
    ThreadPool m_pool{2};

    MergedTraceQuery::Rank rank(int number, qint64 shiftNs = 0)
    {
        const QString name = QStringLiteral("rank%1.json").arg(number);
        Loaded l = load(m_dir.put(rankText(shiftNs), name));
        return {std::shared_ptr<const Trace>(std::move(l.trace)), QString::number(number), {}};
    }
    MergedTraceResult write(const MergedTraceQuery &query, QByteArray &text, const JobContext &job = JobContext())
    {
        text.clear();
        return writeMergedTrace(query, readEventBlocks, m_pool, job, [&text](std::string_view piece) {
            text.append(piece.data(), static_cast<qsizetype>(piece.size()));
            return true;
        });
    }

private slots:
    void theRoundTripLosesNothing()
    {
        MergedTraceQuery query;
        query.ranks.push_back(rank(0));
        const Trace &before = *query.ranks[0].trace;
        QByteArray text;
        const MergedTraceResult result = write(query, text);
        QVERIFY(result.ok);
        QCOMPARE(result.slices, 7);
        QCOMPARE(result.flows, 2);
        QCOMPARE(result.samples, 5);
        QCOMPARE(result.addedLanes, 1); // for the slice that crosses another one
        QCOMPARE(result.argsLost, 0);
        QCOMPARE(result.cutFlows, 0);
        for (const QString &name : {QStringLiteral("merged.json"), QStringLiteral("merged.json.gz")}) {
            const QString path = m_dir.filePath(name);
            TextFileWriter file(path);
            QVERIFY(file.write(std::string_view(text.constData(), static_cast<size_t>(text.size()))));
            QVERIFY(!QFile::exists(path)); // before all of it is there
            QVERIFY2(file.commit(), qPrintable(file.error()));
            const Loaded after = load(path);
            QVERIFY(after.ok);
            QCOMPARE(after.findings, QStringList());
            QCOMPARE(slices(*after.trace, result.originNs), slices(before, 0));
            QCOMPARE(flows(*after.trace, result.originNs), flows(before, 0));
            QCOMPARE(samples(*after.trace, result.originNs), samples(before, 0));
        }
        // The same query writes the same text.
        QByteArray again;
        (void)write(query, again);
        QCOMPARE(again, text);
    }

    // An end that stands before its slice is written where the slice begins, so that viewers find the same one.
    void endsOfFlowsKeepTheirSlices()
    {
        Loaded l = load(m_dir.put(R"([{"ph":"X","name":"loop","pid":1,"tid":2,"ts":0,"dur":5000},
{"ph":"X","name":"run","pid":1,"tid":2,"ts":1041,"dur":20},{"ph":"X","name":"post","pid":1,"tid":1,"ts":1000,"dur":10},
{"ph":"s","name":"q","cat":"q","id":0,"pid":1,"tid":1,"ts":1005},
{"ph":"f","name":"q","cat":"q","id":0,"pid":1,"tid":2,"ts":1040}])"));
        MergedTraceQuery query;
        query.ranks.push_back({std::shared_ptr<const Trace>(std::move(l.trace)), QStringLiteral("0"), {}});
        QByteArray text;
        const MergedTraceResult result = write(query, text);
        const Loaded after = load(m_dir.put(text, QStringLiteral("merged.json")));
        QCOMPARE(flows(*after.trace, result.originNs), texts({"q post 1005000 -> run 1041000"}));
    }

    void viewersCanShowIt()
    {
        MergedTraceQuery query;
        query.ranks.push_back(rank(0));
        query.ranks.push_back(rank(1));
        QByteArray text;
        QVERIFY(write(query, text).ok);
        QJsonParseError error;
        const QJsonObject whole = QJsonDocument::fromJson(text, &error).object();
        QCOMPARE(error.error, QJsonParseError::NoError);
        std::map<std::pair<int, int>, std::vector<std::pair<qint64, qint64>>> byThread; // ns
        QSet<int> processes;
        QMap<int, int> processOfThread;
        QStringList named;
        QMap<int, int> ends;
        for (const QJsonValue value : whole[QLatin1String("traceEvents")].toArray()) {
            const QJsonObject e = value.toObject();
            const QString phase = e[QLatin1String("ph")].toString();
            const int pid = e[QLatin1String("pid")].toInt(-1);
            const int tid = e[QLatin1String("tid")].toInt(-1);
            QVERIFY(pid > 0 && tid >= 0);
            if (e[QLatin1String("name")] == QLatin1String("process_name"))
                named << e[QLatin1String("args")][QLatin1String("name")].toString();
            if (phase == u"s" || phase == u"f")
                ++ends[e[QLatin1String("id")].toInt()];
            if (phase != u"X")
                continue;
            processes.insert(pid);
            // No number is of two threads, or of a thread and a process.
            QCOMPARE(processOfThread.value(tid, pid), pid);
            processOfThread[tid] = pid;
            const double ts = e[QLatin1String("ts")].toDouble();
            QVERIFY(ts * 1000 < 9007199254740992.0); // what a double holds
            const qint64 start = qRound64(ts * 1000);
            byThread[{pid, tid}].emplace_back(start, start + qRound64(e[QLatin1String("dur")].toDouble() * 1000));
        }
        for (const int tid : processOfThread.keys())
            QVERIFY(!processes.contains(tid));
        QCOMPARE(byThread.size(), size_t{6}); // thread, stream and its second lane of two ranks
        for (auto &[thread, all] : byThread) {
            for (const auto &a : all) {
                for (const auto &b : all)
                    QVERIFY2(b.first < a.first || b.first >= a.second || b.second <= a.second, "slices cross");
            }
        }
        QCOMPARE(ends.size(), 4); // flows of two ranks have ids of their own
        for (const int count : ends)
            QCOMPARE(count, 2);
        QVERIFY(named.contains(QStringLiteral("Rank 0: Python")) && named.contains(QStringLiteral("Rank 1: HBM")));
    }

    void clocksAreAligned()
    {
        constexpr qint64 ahead = 3'000'123;
        MergedTraceQuery query;
        query.ranks.push_back(rank(0));
        query.ranks.push_back(rank(1, ahead));
        query.ranks[1].alignment.offsetNs = ahead;
        QByteArray text;
        const MergedTraceResult result = write(query, text);
        QVERIFY(result.ok);
        const Loaded after = load(m_dir.put(text, QStringLiteral("merged.json")));
        // Each slice of the one rank stands twice now, at the same time.
        QStringList twice = slices(*query.ranks[0].trace, 0, false) + slices(*query.ranks[0].trace, 0, false);
        twice.sort();
        QStringList got = slices(*after.trace, result.originNs, false);
        // Processes of several ranks bear the names of their ranks, so that their kinds are those of any process.
        const QRegularExpression kind(QStringLiteral(" kind \\d+"));
        got.replaceInStrings(kind, {});
        twice.replaceInStrings(kind, {});
        QCOMPARE(got, twice);
        QCOMPARE(after.trace->flows().size(), 4U);
    }

    void windowAndLanesChoose_data()
    {
        // counts: slices, flows, cut flows, samples
        const Scenarios<qint64, qint64, QString, QList<int>> row;
        row("all", qint64{0}, qint64{1'000'000}, "", {7, 2, 0, 5});
        row("a window", qint64{45'000}, qint64{46'000}, "", {3, 0, 2, 0});
        row("a slice without length at its begin", qint64{60'000}, qint64{60'001}, "", {2, 0, 0, 0});
        row("and at its end", qint64{59'000}, qint64{60'000}, "", {1, 0, 0, 0});
        row("a lane", qint64{0}, qint64{1'000'000}, "^Ascend Hardware/", {4, 0, 2, 0});
        row("a counter", qint64{0}, qint64{15'000}, "^HBM/Port$", {0, 0, 0, 2});
        row("nothing", qint64{0}, qint64{1}, "^none$", {0, 0, 0, 0});
    }

    void windowAndLanesChoose()
    {
        const auto [from, to, lane, counts] = scenario<qint64, qint64, QString, QList<int>>();
        MergedTraceQuery query;
        query.ranks.push_back(rank(0));
        query.fromNs = baseNs + from;
        query.toNs = baseNs + to;
        query.lane = QRegularExpression(lane);
        QByteArray text;
        const MergedTraceResult r = write(query, text);
        QVERIFY(r.ok);
        QCOMPARE((QList<int>{int(r.slices), int(r.flows), int(r.cutFlows), int(r.samples)}), counts);
        QCOMPARE(QJsonDocument::fromJson(text).isObject(), true);
        const Loaded after = load(m_dir.put(text, QStringLiteral("part.json")));
        QCOMPARE(int(after.trace->slices().size()), counts[0]);
        QCOMPARE(int(after.trace->flows().size()), counts[1]);
    }

    void whatCannotBeReadAgainIsCounted()
    {
        MergedTraceQuery query;
        query.ranks.push_back(rank(0));
        QFile::remove(m_dir.filePath(QStringLiteral("rank0.json")));
        QByteArray text;
        const MergedTraceResult r = write(query, text);
        QVERIFY(r.ok);
        QCOMPARE(r.slices, 7);
        QCOMPARE(r.argsLost, 7);
        QCOMPARE(load(m_dir.put(text, QStringLiteral("part.json"))).trace->slices().size(), 7U);
    }

    void itCanBeStopped()
    {
        MergedTraceQuery query;
        query.ranks.push_back(rank(0));
        const JobContext job;
        job.cancel();
        QByteArray text;
        QVERIFY(!write(query, text, job).ok);
        int calls = 0;
        const MergedTraceResult full =
            writeMergedTrace(query, readEventBlocks, m_pool, JobContext(), [&calls](std::string_view) {
                ++calls;
                return false;
            });
        QVERIFY(!full.ok);
        QCOMPARE(calls, 1); // nothing more is offered to who takes no more
    }

    void anUnwritablePlaceIsSaid()
    {
        TextFileWriter file(m_dir.filePath(QStringLiteral("no/folder/x.json.gz")));
        QVERIFY(!file.write("x"));
        QVERIFY(!file.commit());
        QVERIFY(!file.error().isEmpty());
    }
};

RS_TEST(TestMergedTrace, QCoreApplication);
#include "tst_mergedtrace.moc"
