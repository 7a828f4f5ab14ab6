// SPDX-License-Identifier: Apache-2.0
// Traces whose text is sound and whose content cannot be: what would change numbers is told.
#include "importers/tracetext.h"
#include "findings.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QTest>

using namespace rs;
using namespace rs::test;

namespace {

QByteArray slice(int pid, int tid, const QByteArray &name, const QByteArray &ts, const QByteArray &dur,
                 const QByteArray &category = "cat")
{
    return "{\"ph\":\"X\",\"pid\":" + QByteArray::number(pid) + ",\"tid\":" + QByteArray::number(tid) + ",\"name\":\"" +
           name + "\",\"ts\":" + ts + ",\"dur\":" + dur + ",\"cat\":\"" + category + "\"}";
}

QByteArray list(const QByteArrayList &events)
{
    return '[' + events.join(',') + ']';
}

// Those whose code begins so.
QStringList toldOf(const Loaded &loaded, const char *code)
{
    return loaded.findings.filter(QLatin1Char(' ') + QLatin1String(code));
}

} // namespace

class TestOddTraces : public QObject
{
    Q_OBJECT
private slots:
    void doubledSlices_data();
    void doubledSlices();
    void doubledRealTrace();
    void doubledFlowEnds_data();
    void doubledFlowEnds();
    void farStamps_data();
    void farStamps();
    void aLongSliceIsNoPause();
    void stepMarks_data();
    void stepMarks();
    void laneIds_data();
    void laneIds();
    void globalMarks();
    void namesThatAreNull_data();
    void namesThatAreNull();
    void controlCharactersOutsideOfStrings_data();
    void controlCharactersOutsideOfStrings();

private:
    TraceDir m_dir;
};

void TestOddTraces::doubledSlices_data()
{
    const Scenarios<QByteArrayList, int> row;
    const QByteArray a = slice(1, 2, "MatMul", "10", "4");
    const QByteArray child = slice(1, 2, "Cast", "10", "4");
    const QByteArray b = slice(1, 2, "Add", "20", "1.5");
    row("sound", {a, child, b}, 0);
    row("one twice", {a, b, b}, 1);
    row("one three times", {b, b, b}, 2);
    row("all twice", {a, b, a, b}, 2);
    row("twice, out of order", {b, a, b, a}, 2);
    row("equal extents, both twice", {a, child, b, a, child}, 2);
    row("other name", {a, child}, 0);
    row("other lane", {a, slice(1, 3, "MatMul", "10", "4")}, 0);
    row("other process", {a, slice(2, 2, "MatMul", "10", "4")}, 0);
    row("other start", {a, slice(1, 2, "MatMul", "10.001", "4")}, 0);
    row("other duration", {a, slice(1, 2, "MatMul", "10", "4.001")}, 0);
    const QByteArray mark = slice(1, 2, "mark", "30", "0");
    row("without length", {mark, mark}, 0);
    const QByteArray frame = slice(1, 2, "f.py(1): call", "40", "2", "python_function");
    row("a function that calls itself", {frame, frame}, 0);
    QByteArrayList calls;
    for (const char *const at : {"40", "44", "48", "52"})
        calls << slice(1, 2, "f.py(1): call", at, "2", "python_function");
    row("all functions twice", calls + calls, 4);
    row("some functions twice", calls + calls.mid(0, 3), 0);
    const QByteArray begin = R"j({"ph":"B","pid":1,"tid":2,"name":"x","ts":50})j";
    const QByteArray end = R"j({"ph":"E","pid":1,"tid":2,"name":"x","ts":60})j";
    row("begin and end", {begin, begin, end, end}, 1);
}

void TestOddTraces::doubledSlices()
{
    const auto [events, count] = scenario<QByteArrayList, int>();
    const QString path = m_dir.put(list(events));
    for (const TraceReadLimits &limits : {TraceReadLimits(), tiny(50, 120)}) {
        const Loaded l = load(path, limits);
        const QStringList told = toldOf(l, "trace.doubled-slice");
        QCOMPARE(told.size(), count > 0 ? 1 : 0);
        if (count > 0)
            QVERIFY2(told.front().endsWith(QStringLiteral(" x%1").arg(count)), qPrintable(told.front()));
        QVERIFY2(l.findings.filter(QStringLiteral("BAD")).isEmpty(), qPrintable(l.findings.join(u'\n')));
    }
}

// A list that stands twice has the doubles of all slices that take time, and no sound file has any.
void TestOddTraces::doubledRealTrace()
{
    const QByteArray text = readAll(realTrace(2, 0)).trimmed();
    if (text.isEmpty()) {
        qInfo("The real profiles are not here: nothing to double.");
        return;
    }
    const QByteArray inner = text.mid(1, text.size() - 2);
    const Loaded sound = load(m_dir.put(text));
    QVERIFY2(toldOf(sound, "trace.doubled-slice").isEmpty(), qPrintable(sound.findings.join(u'\n')));
    qint64 lasting = 0;
    const SliceStore &s = sound.trace->slices();
    for (quint32 i = 0; i < s.size(); ++i)
        lasting += s.duration(SliceId{i}) > 0 ? 1 : 0;
    QVERIFY(lasting > 1000);
    const Loaded twice = load(m_dir.put('[' + inner + ',' + inner + ']'));
    const QStringList told = toldOf(twice, "trace.doubled-slice");
    QCOMPARE(told.size(), 1);
    QVERIFY2(told.front().endsWith(QStringLiteral(" x%1").arg(lasting)), qPrintable(told.front()));
}

void TestOddTraces::doubledFlowEnds_data()
{
    const Scenarios<QByteArrayList, int, int> row;
    const auto flow = [](const char *phase, int tid, const char *ts, const char *id = "7") {
        return QByteArray("{\"ph\":\"") + phase + R"j(","bp":"e","cat":"HostToDevice","name":"HostToDevice","id":")j" +
               id + R"j(","pid":1,"tid":)j" + QByteArray::number(tid) + ",\"ts\":" + ts + '}';
    };
    const QByteArray s = flow("s", 2, "11");
    const QByteArray f = flow("f", 3, "20");
    row("sound", {s, f}, 1, 0);
    row("the end twice", {s, f, f}, 1, 1);
    row("the end three times", {f, s, f, f}, 1, 2);
    row("start and end twice", {s, f, s, f}, 1, 1);
    row("ends at another time", {s, f, flow("f", 3, "30")}, 2, 0);
    row("ends at another place", {s, f, flow("f", 4, "20")}, 2, 0);
    row("another id", {s, f, flow("s", 2, "11", "8"), flow("f", 3, "20", "8")}, 2, 0);
}

// A launch that is joined twice would be two tasks.
void TestOddTraces::doubledFlowEnds()
{
    const auto [ends, joined, again] = scenario<QByteArrayList, int, int>();
    const QByteArrayList slices{slice(1, 2, "launch", "10", "5"), slice(1, 3, "MatMul", "20", "4"),
                                slice(1, 3, "Add", "30", "4"), slice(1, 4, "Cast", "20", "4")};
    const QString path = m_dir.put(list(slices + ends));
    for (const TraceReadLimits &limits : {TraceReadLimits(), tiny(50, 120)}) {
        const Loaded l = load(path, limits);
        QCOMPARE(l.trace->flows().size(), static_cast<quint32>(joined));
        const QStringList told = toldOf(l, "trace.repeated-flow-end");
        QCOMPARE(told.size(), again > 0 ? 1 : 0);
        if (again > 0)
            QVERIFY2(told.front().endsWith(QStringLiteral(" x%1").arg(again)), qPrintable(told.front()));
    }
}

namespace {

// Slices of 100 ms, each 1 s behind the one before.
struct Part
{
    int pid;
    qint64 fromUs;
    int slices;
};

constexpr qint64 now = 1'736'412'474'000'000; // us
constexpr qint64 second = 1'000'000;
constexpr qint64 hour = 3600 * second;
constexpr qint64 day = 24 * hour;

} // namespace

void TestOddTraces::farStamps_data()
{
    // fromUs: the axis
    // told: slices that are in other groups than most, and not set aside
    const Scenarios<QList<Part>, qint64, qint64, int, int> row;
    using L = QList<Part>;
    // The end of the last slice of so many.
    const auto end = [](qint64 from, int slices) { return from + (slices - 1) * second + second / 10; };
    row("one group", L{{1, now, 20}}, now, end(now, 20), 0, 0);
    row("a tenth at 0", L{{1, 0, 10}, {1, now, 90}}, now, end(now, 90), 10, 0);
    row("just below a half at 0", L{{1, 0, 49}, {1, now, 51}}, now, end(now, 51), 49, 0);
    row("half at 0", L{{1, 0, 50}, {1, now, 50}}, qint64(0), end(now, 50), 0, 50);
    row("behind all others", L{{1, now, 70}, {1, now + 400 * day, 30}}, now, end(now, 70), 30, 0);
    row("on both sides", L{{1, 0, 20}, {1, now, 60}, {1, now + 2 * day, 20}}, now, end(now, 60), 40, 0);
    row("none is more than half", L{{1, 0, 30}, {1, now, 40}, {1, now + 400 * day, 30}}, qint64(0),
        end(now + 400 * day, 30), 0, 60);
    // 15.1 s and 3.1 s are taken, so more than 1,820 s are far, and a day is needed to set anything aside.
    row("a pause of 1,819 s", L{{1, now, 16}, {1, now + 1834 * second, 4}}, now, end(now + 1834 * second, 4), 0, 0);
    row("a pause of 1,821 s", L{{1, now, 16}, {1, now + 1837 * second, 4}}, now, end(now + 1837 * second, 4), 0, 4);
    row("a time zone", L{{1, now - 8 * hour, 30}, {1, now, 70}}, now - 8 * hour, end(now, 70), 0, 30);
    row("few of them, hours away", L{{1, now - 8 * hour, 2}, {1, now, 98}}, now, end(now, 98), 2, 0);
    row("few and many", L{{1, 0, 30}, {1, now - 8 * hour, 1}, {1, now, 69}}, now, end(now, 69), 31, 0);
    row("a process with a clock of its own", L{{1, now, 70}, {2, 0, 30}}, qint64(0), end(now, 70), 0, 30);
    row("two processes, both in both", L{{1, now, 35}, {2, now, 35}, {1, 0, 10}, {2, 0, 20}}, now, end(now, 35), 30, 0);
}

void TestOddTraces::farStamps()
{
    const auto [parts, fromUs, toUs, aside, told] = scenario<QList<Part>, qint64, qint64, int, int>();
    QByteArrayList events;
    for (const Part &p : parts) {
        for (int i = 0; i < p.slices; ++i)
            events << slice(p.pid, 2, "k", QByteArray::number(p.fromUs + i * second), QByteArray::number(second / 10));
    }
    const Loaded l = load(m_dir.put(list(events)));
    QCOMPARE(l.trace->startNs(), fromUs * 1000);
    QCOMPARE(l.trace->endNs(), toUs * 1000);
    QCOMPARE(l.trace->outsideSlices(), qint64(aside));
    QStringList expected;
    if (aside > 0)
        expected << QStringLiteral("notice trace.stray-stamps  x%1").arg(aside);
    if (told > 0)
        expected << QStringLiteral("notice trace.far-groups  x%1").arg(told);
    QCOMPARE(l.findings, expected);
}

// Many slices are looked at by samples, which may pass over the one that fills a pause.
void TestOddTraces::aLongSliceIsNoPause()
{
    for (const bool filled : {true, false}) {
        QByteArrayList events;
        for (int i = 0; i < 1000; ++i) {
            const qint64 from = now + (i < 500 ? i : i + 200'000) * second;
            const qint64 length = i == 499 && filled ? 200'000 * second : second / 10;
            events << slice(1, 2, "k", QByteArray::number(from), QByteArray::number(length));
        }
        const Loaded l = load(m_dir.put(list(events)));
        QCOMPARE(toldOf(l, "trace.").size(), filled ? 0 : 1);
        QCOMPARE(l.trace->startNs(), now * 1000);
        QCOMPARE(l.trace->endNs(), (now + (999 + 200'000) * second + second / 10) * 1000);
    }
}

void TestOddTraces::stepMarks_data()
{
    const Scenarios<QByteArrayList, QStringList> row;
    using L = QByteArrayList;
    const auto step = [](const char *number, int from, int length, int thread = 2) {
        return slice(1, thread, QByteArray("ProfilerStep#") + number, QByteArray::number(from),
                     QByteArray::number(length));
    };
    // Work goes on through all of it, but for the time from 400 to 900.
    const auto told = [](const char *code, int count) {
        return QStringList{QStringLiteral("notice trace.step-%1  x%2").arg(QLatin1String(code)).arg(count)};
    };
    const QByteArray one = step("1", 0, 100);
    const QByteArray two = step("2", 100, 100);
    const QByteArray three = step("3", 200, 100);
    row("sound", L{one, two, three}, {});
    row("in any order of the file", L{three, one, two}, {});
    row("none", L{}, {});
    row("one in the middle is gone", L{one, three}, told("missing", 1));
    row("two are gone", L{step("5", 0, 100), step("8", 300, 50)}, told("missing", 2));
    row("the capture was paused", L{step("1", 300, 100), step("7", 900, 100)}, {});
    row("a number twice", L{one, two, step("2", 200, 100)}, told("repeated", 1));
    row("a number twice on another thread", L{one, two, step("1", 200, 100, 3)}, told("repeated", 1));
    row("a step on two threads", L{one, step("1", 1, 99, 3), two}, {});
    row("exchanged", L{one, step("3", 100, 100), step("2", 200, 100)}, told("order", 1));
    row("overlapping", L{one, step("2", 50, 150), three}, told("overlap", 1));
    row("rounded", L{one, step("2", 99, 101), three}, {});
    row("no number", L{one, two, step("x", 200, 100)}, told("name", 1));
    row("a number that none can be", L{one, step("9223372036854775807", 300, 100)},
        {"notice trace.step-missing  x9223372036854775805"});
}

void TestOddTraces::stepMarks()
{
    const auto [marks, told] = scenario<QByteArrayList, QStringList>();
    QByteArrayList events = marks;
    events << R"j({"ph":"M","name":"process_name","pid":1,"args":{"name":"Python"}})j";
    for (int t = 0; t < 1000; t += t == 390 ? 510 : 10)
        events << slice(1, 9, "op", QByteArray::number(t), "5");
    QCOMPARE(load(m_dir.put(list(events))).findings, told);
}

void TestOddTraces::laneIds_data()
{
    // id: behind "pid" and "tid"
    const Scenarios<QByteArray, bool> row;

    row("7", "7", true);
    row("0", "0", true);
    row("-1", "-1", true);
    row("18446744073709551617", "18446744073709551617", true);
    row(R"("7")", R"("7")", true);
    row(R"("python main")", R"("python main")", true);
    row(R"("a thread with a long name \u4e3b")", R"("a thread with a long name \u4e3b")", true);
    row("null", "null", false);
    row(R"("")", R"("")", false);
    row("1e300", "1e300", false);
    row("1.5", "1.5", false);
    row("-", "-", false);
    row("true", "true", false);
    row("12345678901234567890.5", "12345678901234567890.5", false);
    row("[1]", "[1]", false);
    row("{}", "{}", false);
}

void TestOddTraces::laneIds()
{
    const auto [id, sound] = scenario<QByteArray, bool>();
    // Events with a lane or a process, and how often each is told by its pid and its tid.
    const struct
    {
        QByteArray text;
        int ofPid;
        int ofTid;
    } kinds[] = {
        {R"("ph":"X","name":"a","ts":1,"dur":2)", 1, 1},
        {R"("ph":"i","name":"a","ts":1)", 1, 1},
        {R"("ph":"s","name":"a","cat":"c","id":1,"ts":1)", 1, 1},
        {R"("ph":"B","name":"a","ts":1)", 1, 1},
        {R"("ph":"C","name":"a","ts":1,"args":{"v":1})", 1, 0},
        {R"("ph":"M","name":"thread_name","args":{"name":"x"})", 1, 1},
        {R"("ph":"M","name":"process_name","args":{"name":"x"})", 1, 0},
    };
    for (const auto &kind : kinds) {
        for (const bool pid : {true, false}) {
            const QByteArray event =
                '{' + kind.text + R"(,"pid":)" + (pid ? id : "1") + R"(,"tid":)" + (pid ? "1" : id) + '}';
            const Loaded l = load(m_dir.put(list({slice(1, 2, "sound", "10", "4"), event, event, event})));
            const int count = sound ? 0 : 3 * (pid ? kind.ofPid : kind.ofTid);
            // Without any pid, metadata names nothing and is left out.
            const bool leftOut = pid && kind.text.contains("\"M\"") && (id == "[1]" || id == "{}");
            const QStringList told = toldOf(l, leftOut ? "trace.missing-key" : "trace.odd-lane");
            QCOMPARE(told.size(), count > 0 ? 1 : 0);
            QVERIFY2(count == 0 || told.front().endsWith(QStringLiteral("byte 71 x%1").arg(count)),
                     qPrintable(told.join(u'\n')));
            QVERIFY2(l.findings.filter(QStringLiteral("BAD")).isEmpty(), qPrintable(l.findings.join(u'\n')));
        }
    }
    const Loaded without = load(m_dir.put(R"([{"ph":"X","name":"a","ts":1,"dur":2,"pid":1}])"));
    QCOMPARE(toldOf(without, "trace.odd-lane").size(), 1);
}

// torch.profiler ends its traces with a mark of the whole window, which stands on no thread.
void TestOddTraces::globalMarks()
{
    const Loaded l = load(m_dir.put(
        list({slice(1, 2, "sound", "10", "4"), R"({"ph":"i","s":"g","name":"end","pid":"","tid":"","ts":14})"})));
    QCOMPARE(l.findings, QStringList());
}

void TestOddTraces::namesThatAreNull_data()
{
    const Scenarios<QByteArray, QByteArray, bool> row;
    for (const char *event : {"process_name", "thread_name"}) {
        QTest::addRow("%s", event) << QByteArray(event) << QByteArray("\"a\"") << false;
        QTest::addRow("%s called null", event) << QByteArray(event) << QByteArray("\"null\"") << false;
        QTest::addRow("%s null", event) << QByteArray(event) << QByteArray("null") << true;
        QTest::addRow("%s without a value", event) << QByteArray(event) << QByteArray("{}") << true;
    }
}

void TestOddTraces::namesThatAreNull()
{
    const auto [event, name, isTold] = scenario<QByteArray, QByteArray, bool>();
    const Loaded l =
        load(m_dir.put(list({slice(1, 2, "MatMul", "10", "4"),
                             R"({"ph":"M","name":")" + event + R"(","pid":1,"tid":2,"args":{"name":)" + name + "}}"})));
    QCOMPARE(toldOf(l, "trace.missing-key").size(), isTold ? 1 : 0);
}

void TestOddTraces::controlCharactersOutsideOfStrings_data()
{
    const Scenarios<char> row;
    for (const char c : {'\0', '\1', '\b', '\v', '\f', '\x1a', '\x1b', '\x1f'})
        QTest::addRow("%d", c) << c;
}

// Wherever one stands between the brackets of the list, it is told.
void TestOddTraces::controlCharactersOutsideOfStrings()
{
    const auto [character] = scenario<char>();
    const QByteArray sound =
        list({slice(1, 2, "a", "10", "4"),
              R"({"ph":"X", "pid" : 1,"tid":2,"name":"b","ts":"20.000","dur":1.5,"args":)"
              R"({"Task Id":12 ,"nested":{"x":[1, 2]},"Task Type":"AI_CORE"}})",
              R"({"ph":"C","pid":1,"name":"c","ts":"20","args":{"v":1.25}})",
              R"({"ph":"s","pid":1,"tid":2,"name":"f","cat":"x","id":17,"ts":"20.500"})",
              R"({"ph":"f","bp":"e","pid":1,"tid":2,"name":"f","cat":"x","id":17,"ts":"21.000"})"});
    QCOMPARE(load(m_dir.put(sound)).findings, QStringList());
    for (qsizetype at = 1; at < sound.size(); ++at) {
        QByteArray text = sound;
        const Loaded l = load(m_dir.put(text.insert(at, character)));
        QVERIFY2(!l.findings.isEmpty(), text.mid(at - 20, 40).toPercentEncoding(" \"{}[]:,").constData());
    }
    // Line ends, tabs and blanks may stand between all that is in no string and no number.
    QByteArray spaced = sound;
    QCOMPARE(load(m_dir.put(spaced.replace(",\"", " \r\n\t,\n\t\""))).findings, QStringList());
}

RS_TEST(TestOddTraces, QCoreApplication);
#include "tst_oddtraces.moc"
