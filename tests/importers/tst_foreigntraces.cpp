// SPDX-License-Identifier: Apache-2.0
#include "importers/discovery/discovery.h"
#include "importers/run/runloader.h"
#include "findings.h"
#include "runfolder.h"
#include "support/scenarios.h"
#include "support/testprogram.h"
#include "tracetext.h"

#include <QTest>

#include <map>

using namespace rs;
using namespace rs::test;

namespace {

/// Text of torch.profiler, on a GPU or with another name of streams and calls on an NPU.
QByteArray torchTrace(const char *call, const char *stream, const char *label)
{
    return QByteArray(
               R"json({"schemaVersion": 1, "distributedInfo": {"backend": "x", "rank": 3}, "displayTimeUnit": "ms",
"traceEvents": [
{"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 100, "tid": 100, "ts": 5173201923.315, "dur": 44.5,
 "args": {"External id": 1, "Input Dims": [[2, 2], [2, 2]]}},
{"ph": "X", "cat": "cuda_runtime", "name": "@CALL", "pid": 100, "tid": 100, "ts": 5173201930.315, "dur": 10.0,
 "args": {"correlation": 7}},
{"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 5173201950.0, "dur": 30.25,
 "args": {"stream": 7, "grid": [1, 2, 3]}},
{"ph": "X", "cat": "gpu_memcpy", "name": "Memcpy HtoD", "pid": 0, "tid": 7, "ts": 5173201990.0, "dur": 3.0, "args": {}},
{"ph": "s", "id": 7, "pid": 100, "tid": 100, "ts": 5173201930.315, "cat": "ac2g", "name": "ac2g"},
{"ph": "f", "id": 7, "pid": 0, "tid": 7, "ts": 5173201950.0, "cat": "ac2g", "name": "ac2g", "bp": "e"},
{"ph": "X", "cat": "python_function", "name": "train.py(3): main", "pid": 100, "tid": 100, "ts": 5173201900.0,
 "dur": 200.0, "args": {}},
{"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#4", "pid": 100, "tid": 100, "ts": 5173201905.0,
 "dur": 150.0, "args": {}},
{"ph": "X", "cat": "Trace", "name": "PyTorch Profiler (0)", "pid": "Spans", "tid": "PyTorch Profiler",
 "ts": 5173201900.0, "dur": 300.0, "args": {"Op count": 0}},
{"name": "Record Window End", "ph": "i", "s": "g", "pid": "", "tid": "", "ts": 5173202300.0},
{"ph": "C", "name": "[memory]", "pid": 100, "tid": 0, "ts": 5173201931.0, "args": {"Total Allocated": 1024}},
{"name": "process_name", "ph": "M", "ts": 5173201900.0, "pid": 100, "tid": 0, "args": {"name": "python"}},
{"name": "process_name", "ph": "M", "ts": 5173201900.0, "pid": 0, "tid": 0, "args": {"name": "python"}},
{"name": "process_labels", "ph": "M", "ts": 5173201900.0, "pid": 0, "tid": 0, "args": {"labels": "@LABEL"}},
{"name": "thread_name", "ph": "M", "ts": 5173201900.0, "pid": 0, "tid": 7, "args": {"name": "@STREAM"}}],
"traceName": "x.pt.trace.json"})json")
        .replace("@CALL", call)
        .replace("@STREAM", stream)
        .replace("@LABEL", label);
}

QString laneOf(const Trace &t, SliceId s)
{
    return t.laneLabel(t.laneOf(s));
}

QStringList slices(const Trace &t)
{
    QStringList out;
    for (quint32 i = 0; i < t.slices().size(); ++i) {
        const SliceId s{i};
        out << QStringLiteral("%1 %2 %3+%4 row %5")
                   .arg(laneOf(t, s), t.strings().text(t.slices().name(s)))
                   .arg(t.slices().start(s))
                   .arg(t.slices().duration(s))
                   .arg(t.depthOf(s));
    }
    return out;
}

} // namespace

/// Traces that no profiler of Ascend wrote.
class TestForeignTraces : public QObject
{
    Q_OBJECT

private:
    TraceDir m_dir;

private slots:
    void torchProfiler_data()
    {
        const Scenarios<QByteArray, QString> row;
        row("GPU", torchTrace("cudaLaunchKernel", "stream 7 ", "GPU 0"), "stream 7 ");
        row("NPU", torchTrace("AscendCL@aclnnMm", "NPU stream 7", "NPU 0"), "NPU stream 7");
    }

    void torchProfiler()
    {
        const auto [text, stream] = scenario<QByteArray, QString>();
        for (const bool gzip : {false, true}) {
            const Loaded l = gzip ? load(m_dir.put(gzipped(text), QStringLiteral("t.json.gz"))) : load(m_dir.put(text));
            QVERIFY(l.ok);
            QCOMPARE(l.findings, QStringList());
            const Trace &t = *l.trace;
            QCOMPARE(t.slices().size(), 8U);
            QCOMPARE(t.counters().size(), size_t{1});
            std::map<QString, SliceKind> kinds;
            for (quint32 i = 0; i < t.slices().size(); ++i)
                kinds[t.strings().text(t.slices().name(SliceId{i}))] = t.slices().kind(SliceId{i});
            QCOMPARE(kinds[QStringLiteral("gemm")], SliceKind::KernelOther);
            QCOMPARE(kinds[QStringLiteral("Memcpy HtoD")], SliceKind::MemoryCopy);
            QCOMPARE(kinds[QStringLiteral("aten::mm")], SliceKind::Framework);
            QCOMPARE(kinds[QStringLiteral("train.py(3): main")], SliceKind::Python);
            QCOMPARE(kinds[QStringLiteral("ProfilerStep#4")], SliceKind::Marker);
            // The line leads from the call to the kernel on its stream.
            QCOMPARE(t.flows().size(), 1U);
            const Flow &flow = t.flows().at(FlowIndex{0});
            QCOMPARE(t.slices().start(flow.from), 5173201930315LL);
            QCOMPARE(t.strings().text(t.slices().name(flow.to)), QStringLiteral("gemm"));
            QCOMPARE(laneOf(t, flow.to), stream);
        }
    }

    // Each stamp is microseconds behind the base: 1000.5 us behind 1,700,000,000 s and 5 ms.
    void stampsCountFromTheBase()
    {
        const QByteArray events = R"(, "traceEvents": [
{"ph": "X", "name": "mm", "pid": 1, "tid": 1, "ts": 1000.5, "dur": 30.25},
{"ph": "B", "name": "step", "pid": 1, "tid": 2, "ts": 1001}, {"ph": "E", "pid": 1, "tid": 2, "ts": 1004},
{"ph": "C", "name": "c", "pid": 1, "ts": 0, "args": {"v": 1}}, {"ph": "C", "name": "c", "pid": 1, "ts": 7, "args": {"v": 2}},
{"ph": "s", "id": 1, "cat": "ac2g", "name": "f", "pid": 1, "tid": 1, "ts": 1000.5},
{"ph": "f", "bp": "e", "id": 1, "cat": "ac2g", "name": "f", "pid": 1, "tid": 2, "ts": 1001}])";
        const QByteArray base = R"(, "baseTimeNanoseconds": 1700000000005000000)";
        const QByteArray head = R"({"schemaVersion": 1)";
        const QByteArray filler = ", \"otherData\": \"" + QByteArray(200'000, 'x') + "\"";
        // Before the events, last of all as torch.profiler writes it, and far behind and before other keys.
        QStringList files;
        for (const QByteArray &text :
             {head + base + events + '}', head + events + base + '}', head + events + filler + base + filler + '}'}) {
            const QString number = QString::number(files.size());
            files << m_dir.put(text, number + QStringLiteral(".json"))
                  << m_dir.put(gzipped(text), number + QStringLiteral(".json.gz"));
        }
        for (const QString &file : files) {
            const Loaded l = load(file, tiny(300, 400));
            QCOMPARE(l.findings, QStringList());
            QCOMPARE(slices(*l.trace), texts({"Thread 1 mm 1700000000006000500+30250 row 0",
                                              "Thread 2 step 1700000000006001000+3000 row 0"}));
            const CounterSeries &c = l.trace->counters().front();
            QCOMPARE(c.timeNs, (std::vector<qint64>{1700000000005000000, 1700000000005007000}));
            QCOMPARE(l.trace->flows().size(), 1U);
        }
        for (const QByteArray odd : {"-5", "\"soon\"", "9223372036854775807", "1.5"}) {
            const QByteArray key = ", \"baseTimeNanoseconds\": " + odd;
            for (const QByteArray &text : {head + key + events + '}', head + events + key + '}'}) {
                const Loaded l = load(m_dir.put(text));
                QVERIFY2(l.has("trace.base-time"), odd);
                QVERIFY2(l.has("trace.counter-at-zero"), odd);
                QCOMPARE(l.trace->slices().start(SliceId{0}), 1'000'500);
                QCOMPARE(l.trace->counters().front().timeNs, std::vector<qint64>{7000});
            }
        }
        // Digits that are cut are another number.
        const Loaded cut = load(m_dir.put(head + events + base.chopped(6)));
        QVERIFY2(cut.has("trace.base-time") && cut.has("trace.unclosed"), qPrintable(cut.findings.join(u';')));
        QCOMPARE(cut.trace->slices().start(SliceId{0}), 1'000'500);
        // Each object counts from its own.
        const Loaded both = load(m_dir.put(head + events + base + "}{\"x\": 1" + events + '}'));
        QStringList marks;
        for (quint32 i = 0; i < both.trace->slices().size(); ++i)
            marks << QString::number(both.trace->slices().start(SliceId{i}));
        QCOMPARE(marks, texts({"1000500", "1700000000006000500", "1001000", "1700000000006001000"}));
        QCOMPARE(both.trace->flows().size(), 2U);
        // The sum of both must be a stamp as well.
        const Loaded late = load(m_dir.put(R"({"baseTimeNanoseconds": 8000000000000000000, "traceEvents": [
{"ph": "X", "name": "mm", "pid": 1, "tid": 1, "ts": 8000000000000000, "dur": 1}]})"));
        QVERIFY(late.has("trace.bad-time"));
    }

    void countersOfSeveralIds()
    {
        const Loaded l = load(m_dir.put(R"([
{"ph": "C", "name": "c", "id": 1, "pid": 1, "ts": 1, "args": {"v": 1}},
{"ph": "C", "name": "c", "id": "0x2", "pid": 1, "ts": 1, "args": {"v": 50}},
{"ph": "C", "name": "c", "id": 1, "pid": 1, "ts": 2, "args": {"v": 2}},
{"ph": "C", "name": "c", "pid": 1, "ts": 2, "args": {"v": 7}}])"));
        QCOMPARE(l.findings, QStringList());
        std::map<QString, std::vector<double>> values;
        for (const CounterSeries &c : l.trace->counters())
            values[l.trace->strings().text(c.name)] = c.value;
        const std::map<QString, std::vector<double>> expected{
            {QStringLiteral("c[1]"), {1, 2}}, {QStringLiteral("c[0x2]"), {50}}, {QStringLiteral("c"), {7}}};
        QCOMPARE(values, expected);
    }

    void anEventWithoutATidSaysSo()
    {
        const Loaded l = load(m_dir.put(R"([{"ph": "X", "name": "a", "pid": 1, "ts": 1, "dur": 1},
{"ph": "X", "name": "b", "pid": 1, "tid": 2, "ts": 1, "dur": 1}])"));
        QVERIFY(l.has("trace.odd-lane"));
        QCOMPARE(slices(*l.trace), texts({"Thread 2 b 1000+1000 row 0", "(no tid) a 1000+1000 row 0"}));
    }

    // The format leaves the bracket to the writer; those of Ascend write it.
    void aListMayStayOpen_data()
    {
        const Scenarios<QString, QString> row;
        row("any", "t.json", "info trace.open-list");
        row("trace_view", "a/trace_view.json", "loss trace.truncated");
        row("msprof", "msprof_20250101.json", "loss trace.truncated");
    }

    void aListMayStayOpen()
    {
        const auto [name, severity] = scenario<QString, QString>();
        const QByteArray text = R"([{"ph": "X", "name": "a", "pid": 1, "tid": 1, "ts": 1, "dur": 1},)";
        const std::pair<const char *, QByteArray> files[] = {{"o.json", text}, {"o.json.gz", gzipped(text)}};
        for (const auto &[file, bytes] : files) {
            ThreadPool pool(2);
            const JobContext job;
            ImportReport report;
            TraceBuilder builder(QStringLiteral("t"));
            QVERIFY(readTraceFile(m_dir.put(bytes, QLatin1String(file)), builder, {pool, job, report, name}));
            const std::vector<Finding> said = report.findings();
            QCOMPARE(said.size(), size_t{1});
            const Finding &f = said.front();
            QCOMPARE(severityName(f.severity) + u' ' + f.code, severity);
        }
    }

    void asynchronousEvents_data()
    {
        const Scenarios<QByteArray, QStringList, QStringList> row;

        row("two of one name, ended on other threads",
            R"({"ph":"b","cat":"net","id":"0x1","name":"get","pid":1,"tid":1,"ts":10},
               {"ph":"b","cat":"net","id":"0x2","name":"get","pid":1,"tid":2,"ts":11},
               {"ph":"e","cat":"net","id":"0x1","name":"get","pid":1,"tid":3,"ts":14},
               {"ph":"e","cat":"net","id":"0x2","name":"get","pid":1,"tid":2,"ts":16})",
            {QStringLiteral("Async net get 10000+4000 row 0"), QStringLiteral("Async net get 11000+5000 row 1")}, {});
        row("nested ones of one id, and a mark", R"({"ph":"b","cat":"c","id":1,"name":"a","pid":1,"tid":1,"ts":10},
               {"ph":"b","cat":"c","id":1,"name":"b","pid":1,"tid":1,"ts":12},
               {"ph":"n","cat":"c","id":1,"name":"m","pid":1,"tid":1,"ts":13},
               {"ph":"e","cat":"c","id":1,"name":"b","pid":1,"tid":1,"ts":15},
               {"ph":"e","cat":"c","id":1,"name":"a","pid":1,"tid":1,"ts":20})",
            {QStringLiteral("Async c a 10000+10000 row 0"), QStringLiteral("Async c b 12000+3000 row 1"),
             QStringLiteral("Async c m 13000+0 row 2")},
            {});
        row("the old spelling, without a category",
            R"({"ph":"S","id":5,"name":"a","pid":1,"tid":1,"ts":10},{"ph":"T","id":5,"name":"a","pid":1,"tid":1,"ts":11},
               {"ph":"F","id":5,"name":"a","pid":1,"tid":1,"ts":15})",
            {QStringLiteral("Async a 10000+5000 row 0"), QStringLiteral("Async a 11000+0 row 1")}, {});
        row("ids of one process", R"({"ph":"b","cat":"c","id2":{"local":"0xa"},"name":"a","pid":1,"tid":1,"ts":10},
               {"ph":"b","cat":"c","id2":{"local": "0xb" },"name":"b","pid":1,"tid":1,"ts":11},
               {"ph":"e","cat":"c","id2":{"local":"0xa"},"name":"a","pid":1,"tid":1,"ts":12},
               {"ph":"e","cat":"c","id2":{"global":"0xb"},"name":"b","pid":1,"tid":1,"ts":13})",
            {QStringLiteral("Async c a 10000+2000 row 0"), QStringLiteral("Async c b 11000+2000 row 1")}, {});
        row("marks with a length, which the format does not know",
            R"({"ph":"n","cat":"c","id":1,"name":"m","pid":1,"tid":1,"ts":13,"dur":2.5},
               {"ph":"T","cat":"c","id":1,"name":"t","pid":1,"tid":1,"ts":20,"dur":3},
               {"ph":"i","name":"i","pid":1,"tid":1,"ts":30,"dur":4},
               {"ph":"n","cat":"c","id":1,"name":"null","pid":1,"tid":1,"ts":40,"dur":null},
               {"ph":"T","cat":"c","id":1,"name":"odd","pid":1,"tid":1,"ts":50,"dur":-1})",
            {QStringLiteral("Async c m 13000+2500 row 0"), QStringLiteral("Async c t 20000+3000 row 0"),
             QStringLiteral("Thread 1 i 30000+4000 row 0"), QStringLiteral("Async c null 40000+0 row 0")},
            {QStringLiteral("loss trace.negative-duration byte 340 x1")});
        row("an end alone", R"({"ph":"e","cat":"c","id":1,"name":"a","pid":1,"tid":1,"ts":10})", {},
            {QStringLiteral("loss trace.unpaired-edge byte 1 x1")});
        row("without an id", R"({"ph":"b","cat":"c","name":"a","pid":1,"tid":1,"ts":10})", {},
            {QStringLiteral("loss trace.missing-key byte 1 x1")});
        row("an id that is a list", R"({"ph":"b","cat":"c","id2":{"local":[1]},"name":"a","pid":1,"tid":1,"ts":10})",
            {}, {QStringLiteral("loss trace.missing-key byte 1 x1")});
        row("an empty id", R"({"ph":"b","cat":"c","id2":{},"name":"a","pid":1,"tid":1,"ts":10})", {},
            {QStringLiteral("loss trace.missing-key byte 1 x1")});
        row("begin and end on a thread, and a mark",
            R"({"ph":"B","name":"a","pid":1,"tid":1,"ts":10.5},{"ph":"B","name":"b","pid":1,"tid":1,"ts":11},
               {"ph":"E","pid":1,"tid":1,"ts":12},{"ph":"i","name":"m","pid":1,"tid":1,"ts":12.25,"s":"t"},
               {"ph":"E","pid":1,"tid":1,"ts":13})",
            {QStringLiteral("Thread 1 a 10500+2500 row 0"), QStringLiteral("Thread 1 b 11000+1000 row 1"),
             QStringLiteral("Thread 1 m 12250+0 row 1")},
            {});
        row("what no lane shows", R"({"ph":"N","id":"0x9","name":"Obj","pid":1,"tid":1,"ts":10})", {},
            {QStringLiteral("notice trace.unknown-phase byte 1 x1")});
    }

    void asynchronousEvents()
    {
        auto [events, expected, findings] = scenario<QByteArray, QStringList, QStringList>();
        events += R"(,{"ph":"X","name":"z","pid":1,"tid":9,"ts":5,"dur":1})"; // so that none of the traces is empty
        expected << QStringLiteral("Thread 9 z 5000+1000 row 0");
        // As a bare list, and as the object that Perfetto and Chrome export.
        const Loaded list = load(m_dir.put('[' + events + ']'));
        const Loaded object = load(m_dir.put(R"({"displayTimeUnit":"ns","traceEvents":[)" + events +
                                             R"(],"systemTraceEvents":"","metadata":{"os":[1,{"a":2}]}})"));
        QVERIFY(list.trace && object.trace);
        QStringList got = slices(*list.trace);
        got.sort();
        expected.sort();
        QCOMPARE(got, expected);
        QCOMPARE(list.findings, findings);
        got = slices(*object.trace);
        got.sort();
        QCOMPARE(got, expected);
    }

    // As the format says: with "bp": "e" to the slice around the end, else to the next one that begins.
    void endsOfFlowsFindTheirSlices_data()
    {
        // slice: empty: none
        const Scenarios<QByteArray, QString> row;

        row("next, though a slice is around", R"("ph":"f","ts":1040)", "run0");
        row("next, where nothing is around", R"("ph":"f","ts":6000)", "run2");
        row("around", R"("ph":"f","bp":"e","ts":1040)", "loop");
        row("around, where nothing is", R"("ph":"f","bp":"e","ts":6000)", "");
        row("exactly there", R"("ph":"f","ts":1041)", "run0");
        row("exactly there, of those around", R"("ph":"f","bp":"e","ts":1041)", "run0");
        row("inside of one, before another", R"("ph":"f","ts":1042)", "run1");
        row("behind all", R"("ph":"f","ts":9000)", "");
        row("another word", R"("ph":"f","bp":"x","ts":1040)", "run0");
        row("a step is always of the slice around", R"("ph":"t","ts":1040)", "loop");
    }

    void endsOfFlowsFindTheirSlices()
    {
        auto [end, slice] = scenario<QByteArray, QString>();
        const QByteArray head = R"([{"ph":"X","name":"loop","pid":1,"tid":2,"ts":0,"dur":5000},
{"ph":"X","name":"run0","pid":1,"tid":2,"ts":1041,"dur":20},{"ph":"X","name":"run1","pid":1,"tid":2,"ts":1141,"dur":20},
{"ph":"X","name":"run2","pid":1,"tid":2,"ts":8000,"dur":20},{"ph":"X","name":"post","pid":1,"tid":1,"ts":1000,"dur":10},
{"ph":"s","name":"task","cat":"q","id":0,"pid":1,"tid":1,"ts":1005},{"name":"task","cat":"q","id":0,"pid":1,"tid":2,)";
        // Each slice more takes a row more: of lanes of many rows, all ends are found in one walk.
        for (const int rows : {0, 60}) {
            QByteArray text = head + end + '}';
            for (int i = 0; i < rows; ++i)
                text += R"(,{"ph":"X","name":"deep","pid":1,"tid":2,"ts":)" + QByteArray::number(9100 + i) +
                        R"(,"dur":)" + QByteArray::number(200 - i) + '}';
            if (end.contains("9000") && rows > 0)
                slice = QStringLiteral("deep");
            const Loaded l = load(m_dir.put(text + ']'));
            QCOMPARE(l.has("trace.orphan-flow-end"), slice.isEmpty());
            QCOMPARE(l.trace->flows().size(), slice.isEmpty() ? 0U : 1U);
            if (slice.isEmpty())
                continue;
            const Flow &flow = l.trace->flows().at(FlowIndex{0});
            QCOMPARE(l.trace->strings().text(l.trace->slices().name(flow.to)), slice);
            QCOMPARE(l.trace->strings().text(l.trace->slices().name(flow.from)), QStringLiteral("post"));
        }
    }

    // A large compressed trace is not unpacked before it is read; what it says then is told.
    void whoseItIsBehindTheEvents()
    {
        const QByteArray events = R"("traceEvents": [{"ph": "X", "name": "a", "pid": 1, "tid": 1, "ts": 1, "dur": 1}])";
        const QByteArray info = R"("distributedInfo": {"rank": 3})";
        const QByteArray blanks(9 << 20, ' ');
        const auto told = [&](const QByteArray &text, int level) {
            const Loaded l = load(m_dir.put(gzipped(text, level), QStringLiteral("t.json.gz")));
            return l.has("trace.rank-unseen");
        };
        QVERIFY(told('{' + events + blanks + ',' + info + '}', 0));
        QVERIFY(!told('{' + info + ',' + events + blanks + '}', 0));
        QVERIFY(!told('{' + events + blanks + ',' + info + '}', 6)); // small
    }

    void aForeignTraceSaysSo()
    {
        const auto findings = [](const QByteArray &text) {
            const RunFolder folder;
            const QString path = folder.write("t.json", text);
            ImportReport found;
            std::vector<Run> runs = discover({path}, JobContext(), found);
            ThreadPool pool(1);
            std::vector<Finding> out = wholeReport(*loadRun(std::move(runs.front()), pool, JobContext())).findings();
            std::erase_if(out, [](const Finding &f) { return f.code != u"trace.foreign"; });
            return out;
        };
        const std::vector<Finding> gpu = findings(torchTrace("cudaLaunchKernel", "stream 7", "GPU 0"));
        QCOMPARE(gpu.size(), size_t{1});
        QCOMPARE(gpu[0].code, QStringLiteral("trace.foreign"));
        QCOMPARE(gpu[0].severity, Severity::Info);
        QVERIFY(findings(R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":10,"dur":1},
{"ph":"M","name":"process_name","pid":1,"args":{"name":"Ascend Hardware"}}])")
                    .empty());
        QVERIFY(findings(R"([{"ph":"C","name":"a","pid":1,"ts":10,"args":{"v":1}}])").empty());
    }
};

RS_TEST(TestForeignTraces, QCoreApplication);
#include "tst_foreigntraces.moc"
