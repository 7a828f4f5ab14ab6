// SPDX-License-Identifier: Apache-2.0
#include "importers/files/fasttext.h"
#include "importers/tracetext.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QFileInfo>
#include <QTest>

#include <nlohmann/json.hpp>

#include <map>
#include <string>

using namespace rs;
using namespace rs::test;

class TestTraceJson : public QObject
{
    Q_OBJECT
private slots:
    void readsEveryKindOfEvent_data();
    void readsEveryKindOfEvent();
    void readsDetailsOfOldAndNewSpellings();
    void readsTheMixedTrace();
    void cutsAtEveryPlaceWithoutADifference();
    void stringsThatLookLikeBoundaries();
    void listsOfObjectsInArgs();
    void textsOfEveryLengthAreToldApart();
    void containers_data();
    void containers();
    void listsBehindEachOther();
    void gzipGivesTheSame();
    void goldenLevel2_data();
    void goldenLevel2();
    void realTraceInTinyWindows();

private:
    TraceDir m_dir;
};

namespace {

struct Expected
{
    qint64 start;
    qint64 duration;
    auto operator<=>(const Expected &) const = default;
};

// Nanoseconds of decimal text, half up, by the schoolbook and independently of the reader.
qint64 nsOf(std::string text)
{
    if (text.find('.') == std::string::npos)
        text += '.';
    const size_t point = text.find('.');
    std::string fraction = text.substr(point + 1);
    fraction.resize(std::max<size_t>(fraction.size(), 4), '0');
    const qint64 ns = std::stoll(text.substr(0, point)) * 1000 + std::stoll(fraction.substr(0, 3));
    return ns + (fraction[3] >= '5' ? 1 : 0);
}

// Collects start and duration of all X events, keeping the file's own digits: nlohmann hands the text of a float on.
class SliceSax : public nlohmann::json_sax<nlohmann::json>
{
public:
    std::vector<Expected> slices;
    std::map<std::string, int> phases;
    std::map<std::string, qint64> text; // of the event in work

    bool null() override { return put("null"); }
    bool boolean(bool) override { return put("bool"); }
    bool number_integer(number_integer_t v) override { return put(std::to_string(v)); }
    bool number_unsigned(number_unsigned_t v) override { return put(std::to_string(v)); }
    bool number_float(number_float_t, const string_t &s) override { return put(s); }
    bool string(string_t &s) override { return put(s); }
    bool binary(binary_t &) override { return false; }
    bool start_object(std::size_t) override
    {
        if (++m_depth == 1)
            m_fields.clear();
        return true;
    }
    bool key(string_t &k) override
    {
        if (m_depth == 1)
            m_key = k;
        return true;
    }
    bool end_object() override
    {
        if (--m_depth == 0) {
            ++phases[m_fields["ph"]];
            if (m_fields["ph"] == "X")
                slices.push_back({nsOf(m_fields["ts"]), nsOf(m_fields["dur"])});
        }
        return true;
    }
    bool start_array(std::size_t) override { return true; }
    bool end_array() override { return true; }
    bool parse_error(std::size_t, const std::string &, const nlohmann::detail::exception &) override { return false; }

private:
    bool put(const std::string &value)
    {
        if (m_depth == 1)
            m_fields[m_key] = value;
        return true;
    }
    int m_depth = 0;
    std::string m_key;
    std::map<std::string, std::string> m_fields;
};

} // namespace

void TestTraceJson::readsEveryKindOfEvent_data()
{
    const Scenarios<QByteArray, QString, QStringList> row;
    const QString lane = QStringLiteral("process 1 'Process 1' label '' sort 0 device -1\nlane 1/2 'Thread 2'\n");
    const QStringList none = {QStringLiteral("notice trace.empty byte 0 x1")};
    const auto skipped = [&](const char *finding) { return QStringList{QLatin1String(finding), none.first()}; };

    row("X", R"j({"ph":"X","pid":1,"tid":2,"ts":"5.001","dur":2.0005,"name":"a"})j",
        lane + QStringLiteral("  0 'a' 5.001 +2.001 kind 0 @1+LENGTH"), {});
    row("X, text everywhere", R"j({"ph":"X","pid":"1","tid":"2","ts":"5","dur":"2.0004","name":"a"})j",
        lane + QStringLiteral("  0 'a' 5.000 +2.000 kind 0 @1+LENGTH"), {});
    row("X, numbers everywhere", R"j({"ph":"X","pid":1,"tid":2,"ts":5.5,"dur":2,"name":7})j",
        lane + QStringLiteral("  0 '7' 5.500 +2.000 kind 0 @1+LENGTH"), {"notice trace.unnamed-slice byte 1 x1"});
    for (const char *const name : {"", ",\"name\":null", ",\"name\":\"\"", ",\"name\":[1]"})
        QTest::addRow("X, name %s", name) << R"j({"ph":"X","pid":1,"tid":2,"ts":5,"dur":2)j" + QByteArray(name) + "}"
                                          << lane + QStringLiteral("  0 '' 5.000 +2.000 kind 0 @1+LENGTH")
                                          << texts({"notice trace.unnamed-slice byte 1 x1"});
    row("B without a name", R"j({"ph":"B","pid":1,"tid":2,"ts":"5"},{"ph":"E","pid":1,"tid":2,"ts":"7"})j",
        lane + QStringLiteral("  0 '' 5.000 +2.000 kind 0 @1+LENGTH"), {"notice trace.unnamed-slice byte 1 x1"});
    row("X, blanks everywhere",
        "{ \"ph\" : \"X\" ,\n\"pid\"\t: 1 , \"tid\": 2\r\n, \"ts\" : \"5\" , \"dur\" : 1 , \"name\" : \"a\" }",
        lane + QStringLiteral("  0 'a' 5.000 +1.000 kind 0 @1+LENGTH"), {});
    row("X, exponent", R"j({"ph":"X","pid":1,"tid":2,"ts":1e3,"dur":2.5E1,"name":"a"})j",
        lane + QStringLiteral("  0 'a' 1000.000 +25.000 kind 0 @1+LENGTH"), {});
    row("X without dur", R"j({"ph":"X","pid":1,"tid":2,"ts":"5","name":"a"})j", "",
        skipped("loss trace.missing-duration byte 1 x1"));
    row("X, dur is null", R"j({"ph":"X","pid":1,"tid":2,"ts":"5","dur":null,"name":"a"})j", "",
        skipped("loss trace.bad-time byte 1 x1"));
    row("X, dur is 0", R"j({"ph":"X","pid":1,"tid":2,"ts":"5","dur":0,"name":"a"})j",
        lane + QStringLiteral("  0 'a' 5.000 +0.000 kind 0 @1+LENGTH"), {});
    row("X, dur is -0", R"j({"ph":"X","pid":1,"tid":2,"ts":"5","dur":-0.0,"name":"a"})j",
        lane + QStringLiteral("  0 'a' 5.000 +0.000 kind 0 @1+LENGTH"), {});
    row("X, negative dur", R"j({"ph":"X","pid":1,"tid":2,"ts":"5","dur":-3,"name":"a"})j", "",
        skipped("loss trace.negative-duration byte 1 x1"));
    row("X, negative ts", R"j({"ph":"X","pid":1,"tid":2,"ts":"-5.5","dur":3,"name":"a"})j",
        lane + QStringLiteral("  0 'a' -5.500 +3.000 kind 0 @1+LENGTH"), {});
    row("X, deep args",
        R"j({"ph":"X","pid":1,"tid":2,"ts":"5","dur":3,"args":{"a":[[{"b":[]}]],"Task Id":4},"name":"a"})j",
        lane + QStringLiteral(
                   "  0 'a' 5.000 +3.000 kind 0 @1+LENGTH conn -1 size -1 stream -1 task 4 src -1 dst -1 '' '' '' ''"),
        {});
    row("instant i", R"j({"ph":"i","pid":1,"tid":2,"ts":"5","name":"a","s":"t"})j",
        lane + QStringLiteral("  0 'a' 5.000 +0.000 kind 0 @1+LENGTH"), {});
    row("instant I", R"j({"ph":"I","pid":1,"tid":2,"ts":"5","name":"a"})j",
        lane + QStringLiteral("  0 'a' 5.000 +0.000 kind 0 @1+LENGTH"), {});
    row("B and E", R"j({"ph":"B","pid":1,"tid":2,"ts":"5","name":"a"},{"ph":"E","pid":1,"tid":2,"ts":"7","name":"a"})j",
        lane + QStringLiteral("  0 'a' 5.000 +2.000 kind 0 @1+LENGTH"), {});
    row("python frame has a lane of its own",
        R"j({"ph":"X","pid":1,"tid":2,"ts":"5","dur":1,"name":"f","cat":"python_function"})j",
        "process 1 'Process 1' label '' sort 0 device -1\nlane 1/2 'Python Stack 2'\n  0 'f' 5.000 "
        "+1.000 kind 1 @1+LENGTH",
        {});
    row("enqueue", R"j({"ph":"X","pid":1,"tid":2,"ts":"5","dur":1,"name":"Enqueue","cat":"enqueue"})j",
        lane + QStringLiteral("  0 'Enqueue' 5.000 +1.000 kind 3 @1+LENGTH"), {});
    row("escapes", R"j({"ph":"X","pid":1,"tid":2,"ts":"5","dur":1,"name":"\u4F60\ud83d\ude00\"\\\/ \ud800"})j",
        lane + QStringLiteral("  0 '你😀\"\\/ \\ud800' 5.000 +1.000 kind 0 @1+LENGTH"), {});
    for (const char *const path : {"C:\\Users", "C:\\Wsers", "\\uD800\\uD800", "\\u12", "\\uDC00", "\\x41"})
        QTest::addRow("no escapes: %s", path)
            << R"j({"ph":"X","pid":1,"tid":2,"ts":"5","dur":1,"name":")j" + QByteArray(path) + "\"}"
            << lane + QStringLiteral("  0 '%1' 5.000 +1.000 kind 0 @1+LENGTH").arg(QLatin1String(path))
            << QStringList();
    row("flow without slices",
        R"j({"ph":"s","pid":1,"tid":2,"ts":"5","id":7,"cat":"c"},{"ph":"t","pid":1,"tid":2,"ts":"6","id":"7","cat":"c"},{"ph":"f","pid":1,"tid":2,"ts":"6","id":"7","cat":"c"})j",
        "", {"notice trace.orphan-flow-start  x1", "notice trace.orphan-flow-end  x2"});
    row("flow, number and text are one id",
        R"j({"ph":"X","pid":1,"tid":2,"ts":"5","dur":9,"name":"a"},{"ph":"s","pid":1,"tid":2,"ts":"6","id":7,"cat":"c"},{"ph":"f","pid":1,"tid":2,"ts":"5","id":"7","cat":"c","bp":"e"})j",
        lane + QStringLiteral("  0 'a' 5.000 +9.000 kind 0 @1+LENGTH\nflow 'c' 7 'a' 6.000 -> 'a' 5.000"),
        {"notice trace.negative-flow  x1"});
    row("flow, odd id",
        R"j({"ph":"X","pid":1,"tid":2,"ts":"5","dur":9,"name":"a"},{"ph":"s","pid":1,"tid":2,"ts":"6","id":"0x\u0041","cat":"c"},{"ph":"f","pid":1,"tid":2,"ts":"6","id":"0xA","cat":"c","bp":"e"})j",
        lane + QStringLiteral("  0 'a' 5.000 +9.000 kind 0 @1+LENGTH\nflow 'c' 0xA 'a' 6.000 -> 'a' 6.000"), {});
    row("flow without id", R"j({"ph":"s","pid":1,"tid":2,"ts":"5","cat":"c"})j", "",
        skipped("loss trace.missing-key byte 1 x1"));
    row("C, several series",
        R"j({"ph":"C","pid":1,"tid":0,"ts":"5","name":"n","args":{"Rx":1,"Tx":"2.5","note":"x","none":null}},{"ph":"C","pid":1,"tid":0,"ts":"4","name":"n","args":{"Rx":0.5}})j",
        "process 1 'Process 1' label '' sort 0 device -1\ncounter 1 'n' 'Rx': 4.000=0.5 "
        "5.000=1\ncounter 1 'n' 'Tx': 5.000=2.5",
        {"notice trace.counter-not-number byte 1 x2"});
    row("C, one curve per accelerator",
        R"j({"ph":"C","pid":1,"ts":"5","name":"n","args":{"value":1,"acc_id":0}},{"ph":"C","pid":1,"ts":"5","name":"n","args":{"value":2,"acc_id":1}})j",
        "process 1 'Process 1' label '' sort 0 device -1\ncounter 1 'n' 'value (acc 0)': "
        "5.000=1\ncounter 1 'n' 'value (acc 1)': 5.000=2",
        {});
    row("C at 0", R"j({"ph":"C","pid":1,"ts":"0","name":"n","args":{"v":1}})j", "",
        skipped("info trace.counter-at-zero byte 1 x1"));
    row("C, NaN", R"j({"ph":"C","pid":1,"ts":"5","name":"n","args":{"v":NaN,"w":"inf"}})j", "",
        skipped("notice trace.counter-not-number byte 1 x2"));
    row("C, beyond all counters",
        R"j({"ph":"C","pid":1,"ts":"5","name":"n","args":{"v":1e300,"w":2e17}},{"ph":"C","pid":1,"ts":"6","name":"n","args":{"v":-1e300,"w":-2e18}})j",
        "process 1 'Process 1' label '' sort 0 device -1\ncounter 1 'n' 'w': 5.000=200000000000000000",
        {"loss trace.counter-too-large byte 1 x3"});
    row("M of a process without events",
        R"j({"ph":"M","name":"process_sort_index","pid":"1","args":{"sort_index":"4"}},{"ph":"M","name":"process_name","pid":1,"args":{"name":"N"}})j",
        "process 1 'N' label '' sort 4 device -1", {});
    row("M without what it names", R"j({"ph":"M","name":"thread_name","pid":1,"args":{}})j", "",
        skipped("loss trace.missing-key byte 1 x1"));
    row("M of another kind", R"j({"ph":"M","name":"num_cpus","pid":1,"args":{"number":3}})j", "", none);
    row("unknown phase", R"j({"ph":"P","pid":1,"ts":"5"},{"ph":"xx"},{"ph":7})j", "",
        skipped("notice trace.unknown-phase byte 1 x3"));
    row("no phase", R"j({"pid":1,"ts":"5"},{})j", "", skipped("loss trace.missing-key byte 1 x1"));
    row("an event of nothing at the end", R"j({"ph":"X","pid":1,"tid":2,"ts":"5","dur":2,"name":"a"},{ })j",
        lane + QStringLiteral("  0 'a' 5.000 +2.000 kind 0 @1+54"), {});
    row("nothing but an event of nothing", "{}", "", none);
    row("no ts", R"j({"ph":"X","pid":1,"name":"a"})j", "", skipped("loss trace.missing-key byte 1 x1"));
    for (const char *ts : {"\"abc\"", "\"\"", "null", "true", "NaN", "1e300", "99999999999999999999999999",
                           "\"-9223372036854775808\"", "[1]"}) {
        QTest::addRow("ts %s", ts) << QByteArray(R"j({"ph":"X","pid":1,"tid":2,"dur":1,"name":"a","ts":)j") + ts + "}"
                                   << QString()
                                   << skipped(ts[0] == '[' ? "loss trace.missing-key byte 1 x1"
                                                           : "loss trace.bad-time byte 1 x1");
    }
    row("year 2200", R"j({"ph":"X","pid":1,"tid":2,"ts":7258118400000000.123,"dur":1,"name":"a"})j",
        lane + QStringLiteral("  0 'a' 7258118400000000.123 +1.000 kind 0 @1+LENGTH"), {});
    row("dur beyond the years",
        R"j({"ph":"X","pid":1,"tid":2,"ts":7258118400000000.123,"dur":7258118400000000,"name":"a"})j", "",
        skipped("loss trace.long-duration byte 1 x1"));
    row("dur that is a stamp",
        R"j({"ph":"X","pid":1,"tid":2,"ts":"1736412474714258.990","dur":1736412474714258.990,"name":"a"})j", "",
        skipped("loss trace.long-duration byte 1 x1"));
    row("dur NaN", R"j({"ph":"X","pid":1,"tid":2,"ts":"5","dur":NaN,"name":"a"})j", "",
        skipped("loss trace.bad-time byte 1 x1"));
}

void TestTraceJson::readsEveryKindOfEvent()
{
    auto [event, expected, findings] = scenario<QByteArray, QString, QStringList>();
    const Loaded l = load(m_dir.put("[" + event + "]"));
    QCOMPARE(l.findings, findings);
    const qsizetype second = event.indexOf("},{\"ph\"");
    expected.replace(QLatin1String("LENGTH"), QString::number(second < 0 ? event.size() : second + 1));
    QCOMPARE(dump(*l.trace), expected);
    QCOMPARE(l.ok, !findings.join(u' ').contains(QLatin1String("trace.empty")));
}

void TestTraceJson::readsDetailsOfOldAndNewSpellings()
{
    const auto detailOf = [&](const QByteArray &args) {
        const Loaded l =
            load(m_dir.put(R"j([{"ph":"X","pid":1,"tid":2,"ts":"5","dur":1,"name":"a","args":{)j" + args + "}}]"));
        const QString text = dump(*l.trace);
        const qsizetype at = text.indexOf(QLatin1String("conn"));
        return at < 0 ? QString() : text.mid(at);
    };
    QCOMPARE(
        detailOf(
            R"j("Model Id":4294967295,"Task Type":"AI_CORE","Physic Stream Id":3,"Stream Id":9,"Task Id":8,"Batch Id":0,"Subtask Id":4294967295,"connection_id":2099)j"),
        QStringLiteral("conn 2099 size -1 stream 3 task 8 src -1 dst -1 'AI_CORE' '' '' ''"));
    QCOMPARE(detailOf(R"j("Stream Id":"9","data size(Byte)":19267584,"memcpy direction":"host to device")j"),
             QStringLiteral("conn -1 size 19267584 stream 9 task -1 src -1 dst -1 '' 'host to device' '' ''"));
    QCOMPARE(detailOf(R"j("size(B)":12,"operation":"h2d","connection_id":4294967295)j"),
             QStringLiteral("conn -1 size 12 stream -1 task -1 src -1 dst -1 '' 'h2d' '' ''"));
    QCOMPARE(
        detailOf(
            R"j("notify_id":"0","stream id":4,"task id":807,"task type":"Reduce_Inline","src rank":0,"dst rank":4294967295,"transport type":"SDMA","size(Byte)":4,"data type":"INT32","link type":"ON_CHIP","bandwidth(GB/s)":0.1)j"),
        QStringLiteral("conn -1 size 4 stream 4 task 807 src 0 dst -1 'Reduce_Inline' 'ON_CHIP' 'SDMA' 'INT32'"));
    QCOMPARE(detailOf(R"j("connection_id":1355,"data_type":"FP32","alg_type":"MESH-RING","count":4097000)j"),
             QStringLiteral("conn 1355 size -1 stream -1 task -1 src -1 dst -1 '' '' '' 'FP32'"));
    QCOMPARE(detailOf(R"j("Thread Id":1,"Mode":"launch")j"), QString());
}

void TestTraceJson::readsTheMixedTrace()
{
    const Loaded l = load(m_dir.put(mixedTrace));
    QVERIFY(l.ok);
    QCOMPARE(l.findings, QStringList());
    const QString text = dump(*l.trace);
    QVERIFY2(text.contains(QLatin1String("  0 'MatMul' 1736412474714300.001 +18.420 kind 7 ")), qPrintable(text));
    QVERIFY(text.contains(QLatin1String("flow 'HostToDevice' 40006882869110636543 'Node@launch' 1736412474714260.000 "
                                        "-> 'MatMul' 1736412474714300.001")));
    QVERIFY(text.contains(QLatin1String("process 30 'Ascend Hardware' label 'NPU 3' sort 13 device 3")));
    QVERIFY(text.contains(QStringLiteral("'says \"hi\" 你' 1736412474714300.000 +1.500 kind 1")));
    QCOMPARE(l.trace->sources().size(), size_t(1));
    QCOMPARE(l.trace->sources().front().bytes, qint64(qstrlen(mixedTrace)));
    QVERIFY(!l.trace->sources().front().gzip);
    const SliceStore &s = l.trace->slices();
    for (quint32 i = 0; i < s.size(); ++i) {
        const SourceRange r = s.source(SliceId{i});
        const auto event = nlohmann::json::parse(std::string_view(mixedTrace + r.offset, r.length));
        QCOMPARE(QString::fromStdString(event.at("name").get<std::string>()),
                 l.trace->strings().text(s.name(SliceId{i})));
    }
}

void TestTraceJson::cutsAtEveryPlaceWithoutADifference()
{
    const QString path = m_dir.put(mixedTrace);
    const QString whole = dump(*load(path).trace);
    const qint64 size = static_cast<qint64>(qstrlen(mixedTrace));
    for (qint64 n = 1; n <= size; n += n < 64 ? 1 : 7) {
        const Loaded windows = load(path, tiny(n, size));
        QCOMPARE(windows.findings, QStringList());
        QCOMPARE(dump(*windows.trace), whole);
        const Loaded sections = load(path, tiny(n % 50 + 16, n + 1));
        QCOMPARE(sections.findings, QStringList());
        QCOMPARE(dump(*sections.trace), whole);
    }
}

void TestTraceJson::stringsThatLookLikeBoundaries()
{
    // Every one of these ends in text that a cut by eye takes for the border of two events.
    QByteArray text = "[";
    for (int i = 0; i < 200; ++i) {
        text += i == 0 ? "" : ",";
        text += R"j({"ph":"X","pid":1,"tid":2,"ts":")j" + QByteArray::number(i * 10) +
                R"j(","dur":1,"cat":"},{\"ph\":\"X\"","name":"a },{","args":{"x},{":"}, {"}})j";
    }
    text += "]";
    const QString path = m_dir.put(text);
    const Loaded whole = load(path);
    QCOMPARE(whole.findings, QStringList());
    QCOMPARE(whole.trace->slices().size(), 200U);
    for (qint64 n = 20; n < 700; n += 13) {
        const Loaded l = load(path, tiny(n, n * 3));
        QCOMPARE(l.findings, QStringList());
        QCOMPARE(dump(*l.trace), dump(*whole.trace));
    }
}

void TestTraceJson::listsOfObjectsInArgs()
{
    QByteArray text = "{\"traceEvents\":[";
    for (int i = 0; i < 100; ++i) {
        text += i == 0 ? "" : ", ";
        text +=
            R"j({"args":{"l":[{"ph":"X","ts":1,"dur":1},{"ph":"X","ts":1,"name":"inner"}, {"b":[{"c":1},{"d":2}]}]},"ph":"X","pid":1,"tid":2,"ts":)j" +
            QByteArray::number(i * 10) + R"j(,"dur":1,"name":"outer"})j";
    }
    text += "]}";
    const QString path = m_dir.put(text);
    const Loaded whole = load(path);
    QCOMPARE(whole.findings, QStringList());
    QCOMPARE(whole.trace->slices().size(), 100U);
    for (qint64 n = 20; n < 900; n += 17) {
        const Loaded l = load(path, tiny(n, n * 2));
        QCOMPARE(l.findings, QStringList());
        QCOMPARE(dump(*l.trace), dump(*whole.trace));
    }
}

void TestTraceJson::containers_data()
{
    // slices: -1: nothing usable
    const Scenarios<QByteArray, int, QStringList> row;
    const QByteArray e = R"j({"ph":"X","pid":1,"tid":2,"ts":"5","dur":1,"name":"a"})j";
    const auto f = [](const char *text) { return QStringList{QLatin1String(text)}; };
    row("list", "[" + e + "]", 1, {});
    const QByteArray later = R"j({"ph":"X","pid":1,"tid":2,"ts":"7","dur":1,"name":"a"})j";
    row("list with blanks, BOM", "\xef\xbb\xbf \n[ \n" + e + " ,\n" + later + "\n]\n\n", 2, {});
    row("comma before the bracket", "[" + e + ",]", 1, {});
    row("object", R"j({"traceEvents":[)j" + e + "]}", 1, {});
    row("object, keys around",
        R"j({"a":{"traceEvents":[1]},"s":"x\"}","l":[{"ph":"X"}],"traceEvents" : [ )j" + e +
            R"j(], "otherData":[{"ph":"X","ts":1,"dur":1},{"ph":"X","ts":1,"dur":1}], "n":1}
)j",
        1, {});
    row("no bracket", "[" + e, 1, f("info trace.open-list byte 55 x1"));
    row("no bracket behind a comma", "[" + e + ",\n", 1, f("info trace.open-list byte 57 x1"));
    row("cut inside an event", "[" + e + "," + e.first(20), 1, f("loss trace.truncated byte 56 x1"));
    row("object not closed", R"j({"traceEvents":[)j" + e + "] ", 1, f("notice trace.unclosed byte 72 x1"));
    row("cut in the keys behind", R"j({"traceEvents":[)j" + e + R"j(], "x":[1)j", 1,
        f("notice trace.unclosed byte 79 x1"));
    row("two lists", "[" + e + "]\n[" + later + "]", 2, {});
    row("two objects", R"j({"traceEvents":[)j" + e + R"j(]}{"traceEvents":[)j" + later + "]}", 2, {});
    row("two objects with keys around, the second with BOM",
        R"j({"traceEvents":[)j" + e + "], \"x\":{\"a\":[{}]}}\n\xef\xbb\xbf{\"y\":\"]}\",\"traceEvents\":[" + later +
            "],\"z\":1}\n",
        2, {});
    row("an object and a list", R"j({"traceEvents":[)j" + e + "]}[" + later + "]", 2, {});
    row("two lists in an object",
        R"j({"traceEvents":[)j" + e + R"j(], "otherData": {},"traceEvents":[)j" + later + "]}", 2, {});
    row("an empty list and another one", R"j({"traceEvents":[],"traceEvents":[)j" + e + "]}", 1, {});
    row("zeros behind", R"j({"traceEvents":[)j" + e + "]" + QByteArray(3, '\0') + "}\n" + QByteArray(5000, '\0'), 1,
        {});
    row("objects of nothing behind", "[" + e + "]{} {}\n", 1, {});
    row("an object without a list behind", "[" + e + "]{\"x\":1}", 1,
        f(qPrintable(QStringLiteral("loss trace.text-after-end byte %1 x1").arg(e.size() + 2))));
    row("events behind the object", R"j({"traceEvents":[)j" + e + "]}, " + later + "]}", 1,
        f("loss trace.text-after-end byte 72 x1"));
    row("objects that are events behind the object", R"j({"traceEvents":[)j" + e + "]}\n" + later + '\n' + later, 1,
        f("loss trace.text-after-end byte 73 x1"));
    row("no key behind the list", R"j({"traceEvents":[)j" + e + "],x}", 1, f("loss trace.text-after-end byte 72 x1"));
    row("a bracket too many behind the list", R"j({"traceEvents":[)j" + e + R"j(],"x":1]})j", 1,
        f("loss trace.text-after-end byte 77 x1"));
    row("cut before the second list", R"j({"traceEvents":[)j" + e + R"j(]}{"x":1)j", 1,
        f("loss trace.truncated byte 78 x1"));
    row("cut in the second list", R"j({"traceEvents":[)j" + e + R"j(]}{"traceEvents":[)j" + later, 2,
        f("loss trace.truncated byte 142 x1"));
    row("empty list", "[]", -1, f("notice trace.empty byte 0 x1"));
    row("empty object", "{}", -1, f("error trace.no-events byte 1 x1"));
    row("object without events", R"j({"a":1,"traceEvents":{}})j", -1, f("error trace.no-events byte 23 x1"));
    row("lone bracket", "[", -1, {"loss trace.truncated byte 1 x1", "notice trace.empty byte 0 x1"});
    row("lone brace", "{", -1, f("error trace.truncated-head byte 1 x1"));
    row("empty file", "", -1, f("error trace.empty-file byte 0 x1"));
    row("blanks", "  \n ", -1, f("error trace.truncated-head byte 4 x1"));
    row("text", "hello", -1, f("error trace.not-json byte 0 x1"));
    row("number", "17", -1, f("error trace.not-json byte 0 x1"));
    row("zeros", QByteArray(5000, '\0'), -1, f("error trace.not-json byte 0 x1"));
}

void TestTraceJson::containers()
{
    const auto [text, slices, findings] = scenario<QByteArray, int, QStringList>();
    const QString path = m_dir.put(text);
    const QString packed = m_dir.put(gzipped(text), QStringLiteral("t.json.gz"));
    for (const TraceReadLimits &limits : {TraceReadLimits(), tiny(24, 40), tiny(60, 100)}) {
        for (const QString &file : {path, packed}) {
            if (text.isEmpty() && file == packed)
                continue;
            const Loaded l = load(file, limits);
            QCOMPARE(l.findings, findings);
            QCOMPARE(l.ok, slices >= 0);
            QCOMPARE(l.trace->slices().size(), static_cast<quint32>(std::max(0, slices)));
        }
    }
}

// Many lists in sections of every size; and more of them than anybody joins.
void TestTraceJson::listsBehindEachOther()
{
    QByteArray text;
    const auto list = [](int n) {
        QByteArray out = R"j({"displayTimeUnit":"ns","traceEvents":[)j";
        for (int i = 0; i < n % 7; ++i) {
            const QByteArray number = QByteArray::number(n * 100 + i);
            out += (i > 0 ? "," : "") + QByteArray(R"j({"ph":"X","pid":1,"tid":2,"dur":1,"ts":)j") + number +
                   R"j(,"name":"e)j" + number + R"j(","args":{"l":[{"a":1},{"b":2}]}})j";
        }
        return out + R"j(],"metadata":[{"ph":"X"},{"ph":"X"},{"ph":"X"}]})j";
    };
    quint32 slices = 0;
    for (int n = 0; n < 60; ++n) {
        text += list(n) + (n % 3 == 0 ? "\n" : "");
        slices += static_cast<quint32>(n % 7);
    }
    const QString path = m_dir.put(text);
    const Loaded whole = load(path);
    QCOMPARE(whole.findings, QStringList());
    QCOMPARE(whole.trace->slices().size(), slices);
    const QString packed = m_dir.put(gzipped(text), QStringLiteral("t.json.gz"));
    for (const qint64 n : {40, 128, 777, 5000}) {
        for (const QString &file : {path, packed}) {
            const Loaded l = load(file, tiny(n, n * 2));
            QVERIFY2(l.findings.isEmpty(), qPrintable(l.findings.join(u';')));
            QCOMPARE(dump(*l.trace), dump(*whole.trace));
        }
    }
    text.clear();
    for (int n = 0; n < 1200; ++n)
        text += R"j([{"ph":"X","pid":1,"tid":2,"dur":1,"name":"a","ts":)j" + QByteArray::number(n * 10) + "}]";
    const Loaded many = load(m_dir.put(text));
    QCOMPARE(many.trace->slices().size(), 1000U);
    QVERIFY2(many.has("trace.text-after-end"), qPrintable(many.findings.join(u';')));
}

void TestTraceJson::gzipGivesTheSame()
{
    const QString whole = dump(*load(m_dir.put(mixedTrace)).trace);
    const QString path = m_dir.put(gzipped(mixedTrace), QStringLiteral("t.json.gz"));
    const Loaded l = load(path);
    QVERIFY(l.ok);
    QCOMPARE(l.findings, QStringList());
    QCOMPARE(dump(*l.trace), whole);
    QVERIFY(l.trace->sources().front().gzip);
    for (const qint64 n : {20, 50, 100, 333, 1000, 2500}) {
        const Loaded pieces = load(path, tiny(n / 2 + 8, n));
        QCOMPARE(pieces.findings, QStringList());
        QCOMPARE(dump(*pieces.trace), whole);
    }
    const QByteArray text(mixedTrace);
    const Loaded members =
        load(m_dir.put(gzipped(text.left(700)) + gzipped(text.mid(700)), QStringLiteral("t.json.gz")));
    QCOMPARE(members.findings, QStringList());
    QCOMPARE(dump(*members.trace), whole);
    const QByteArray object =
        "{\"x\":[1,2],\"traceEvents\":" + text + ",\"tail\":{\"a\":\"" + QByteArray(3000, 'b') + "\"}}";
    const Loaded inObject = load(m_dir.put(gzipped(object), QStringLiteral("t.json.gz")), tiny(64, 200));
    QCOMPARE(inObject.findings, QStringList());
    QCOMPARE(inObject.trace->slices().size(), 4U);
}

void TestTraceJson::goldenLevel2_data()
{
    const Scenarios<int, int, int, int> row;
    row("rank 0", 0, 4811, 611, 29);
    row("rank 1", 1, -1, -1, 46);
}

void TestTraceJson::goldenLevel2()
{
    const auto [rank, slices, joined, negative] = scenario<int, int, int, int>();
    const QString path = realTrace(2, rank);
    const QByteArray text = readAll(path);
    if (text.isEmpty()) {
        qInfo("The real profiles are not here: no golden values to compare.");
        return;
    }
    SliceSax sax;
    QVERIFY(nlohmann::json::sax_parse(text.begin(), text.end(), &sax));
    const Loaded l = load(path);
    QVERIFY(l.ok);
    const SliceStore &s = l.trace->slices();
    if (slices >= 0)
        QCOMPARE(static_cast<int>(s.size()), slices);
    std::vector<Expected> got;
    for (quint32 i = 0; i < s.size(); ++i)
        got.push_back({s.start(SliceId{i}), s.duration(SliceId{i})});
    std::sort(got.begin(), got.end());
    std::sort(sax.slices.begin(), sax.slices.end());
    QCOMPARE(got.size(), sax.slices.size());
    QVERIFY(got == sax.slices);
    quint32 ends = 0;
    quint32 joinedCount = 0;
    quint32 negativeCount = 0;
    for (const FlowCategory &c : l.trace->flows().categories()) {
        ends += c.ends;
        joinedCount += c.joined;
        negativeCount += c.negative;
    }
    QCOMPARE(static_cast<int>(ends), sax.phases["f"]);
    QCOMPARE(joinedCount, ends);
    if (joined >= 0)
        QCOMPARE(static_cast<int>(joinedCount), joined);
    QCOMPARE(static_cast<int>(negativeCount), negative);
    qint64 samples = 0;
    for (const CounterSeries &c : l.trace->counters())
        samples += static_cast<qint64>(c.timeNs.size());
    QCOMPARE(samples, static_cast<qint64>(sax.phases["C"]));
    QCOMPARE(l.findings, QStringList{QStringLiteral("notice trace.negative-flow  x%1").arg(negative)});
}

void TestTraceJson::realTraceInTinyWindows()
{
    const QString path = realTrace(2, 0);
    if (!QFileInfo::exists(path)) {
        qInfo("The real profiles are not here: nothing to cut.");
        return;
    }
    const QString whole = dump(*load(path).trace);
    for (const auto &[window, section] :
         {std::pair(1000, 5000), std::pair(4096, 100000), std::pair(65536, 300000), std::pair(1 << 22, 1 << 24)}) {
        const Loaded l = load(path, tiny(window, section), JobContext(), 3);
        QCOMPARE(dump(*l.trace), whole);
    }
    const QString packed = m_dir.put(gzipped(readAll(path)), QStringLiteral("real.json.gz"));
    QCOMPARE(dump(*load(packed, tiny(65536, 300000)).trace), whole);
}

void TestTraceJson::textsOfEveryLengthAreToldApart()
{
    std::string text;
    for (int i = 0; i < 100; ++i)
        text += static_cast<char>('a' + i * 7 % 26);
    for (size_t n = 0; n <= text.size(); ++n) {
        const std::string_view whole = std::string_view(text).substr(0, n);
        QVERIFY(isSameText(whole, std::string(whole)));
        QVERIFY(n == text.size() || !isSameText(whole, std::string_view(text).substr(0, n + 1)));
        for (size_t i = 0; i < n; ++i) {
            std::string other(whole);
            other[i] = '#';
            QVERIFY(!isSameText(whole, other));
        }
    }
    // A short text ends with its length: bytes behind it are no part of it, and each of its own is.
    for (size_t n = 0; n < 16; ++n) {
        const std::string one = text.substr(0, n) + std::string(16, '!');
        const std::string two = text.substr(0, n) + std::string(16, '?');
        const auto cut = [n](const std::string &s) { return shortText(std::string_view(s).substr(0, n)); };
        QVERIFY(cut(one) == cut(two));
        for (size_t i = 0; i < n; ++i) {
            std::string other = one;
            other[i] = '#';
            QVERIFY(!(cut(one) == cut(other)));
        }
    }
}

RS_TEST(TestTraceJson, QCoreApplication);
#include "tst_tracejson.moc"
