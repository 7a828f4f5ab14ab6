// SPDX-License-Identifier: Apache-2.0
#include "importers/trace/eventtext.h"

#include "importers/trace/eventblocks.h"
#include "importers/tracetext.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QDateTime>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <map>
#include <mutex>

using namespace rs;
using namespace rs::test;

class TestEventText : public QObject
{
    Q_OBJECT
private slots:
    void readsArgs_data();
    void readsArgs();
    void everyCutKeepsWhatStandsBefore();
    void everyDamagedByteIsSurvived();
    void deepNesting();
    void tooManyLines();
    void plainFileAndItsChanges();
    void gzipIsReadFromCheckpoints_data();
    void gzipIsReadFromCheckpoints();
    void checkpointsStayFew();
    void blocksHoldEveryEventOnce_data();
    void blocksHoldEveryEventOnce();
    void blocksOfAChangedFileAreUnread();

private:
    QTemporaryDir m_dir;
};

namespace {

// "key=value" a line, two blanks a level.
QStringList linesOf(const EventArgs &args)
{
    QStringList out;
    for (const EventArg &a : args.lines)
        out << QString(a.level * 2, u' ') + a.key + u'=' + a.value;
    return out;
}

// Events whose numbers differ, so that the text packs about as real traces do and every event is told from its
// neighbours.
QByteArray manyEvents(int count)
{
    QByteArray out = "[";
    quint32 mix = 1;
    for (int i = 0; i < count; ++i) {
        mix = mix * 1664525U + 1013904223U;
        out += (i ? "," : "") + QByteArray("{\"ph\":\"X\",\"name\":\"n") + QByteArray::number(i % 50) +
               "\",\"pid\":1,\"tid\":1,\"ts\":" + QByteArray::number(1000 + i) +
               ",\"dur\":0.5,\"args\":{\"number\":" + QByteArray::number(i) + ",\"mix\":" + QByteArray::number(mix) +
               "}}";
    }
    return out + "]";
}

int countChecked(const Trace &trace, int step, QString &wrong)
{
    int checked = 0;
    for (quint32 i = 0; i < trace.slices().size(); i += static_cast<quint32>(step)) {
        const SliceId s{i};
        const EventText text = readEventText(trace, s);
        const QStringList lines = linesOf(parseEventArgs(text.json));
        const qint64 number = trace.slices().start(s) / 1000 - 1000;
        if (lines.value(0) != QStringLiteral("number=%1").arg(number)) {
            wrong = QStringLiteral("slice %1: %2 %3").arg(i).arg(text.error.english(), lines.join(u';'));
            return checked;
        }
        ++checked;
    }
    return checked;
}

} // namespace

void TestEventText::readsArgs_data()
{
    // error: a part of it
    const Scenarios<QByteArray, QStringList, QString> table;
    const auto row = [&](const char *name, const QByteArray &json, const QByteArray &lines, const char *error = "") {
        table(name, json, lines.isEmpty() ? QStringList() : QString::fromUtf8(lines).split(u'|'),
              QString::fromLatin1(error));
    };
    row("nothing", "", "");
    row("no args", R"({"ph":"X","name":"a"})", "");
    row("empty args", R"({"args":{}})", "");
    row("all types", R"({"args":{"t":"x","i":-7,"f":1.50,"b":true,"n":null}})", "t=x|i=-7|f=1.50|b=true|n=null");
    row("order, cat and id", R"({"id":"9","args":{"b":1,"a":2},"cat":"c","tid":4})", "id=9|b=1|a=2|cat=c");
    row("huge numbers",
        R"({"args":{"a":40006882869110636543,"b":1e999,"c":-0,"d":0.1000000000000000055511151231257827}})",
        "a=40006882869110636543|b=1e999|c=-0|d=0.1000000000000000055511151231257827");
    row("words that JSON does not know", R"({"args":{"a":NaN,"b":-Infinity,"c":007,"d":None}})",
        "a=NaN|b=-Infinity|c=007|d=None");
    row("a key twice", R"({"args":{"a":1,"a":2},"args":{"a":3}})", "a=1|a=2|a=3");
    row("nested", R"({"args":{"o":{"x":[1,{"y":2},[]],"z":{}},"e":3}})",
        "o=|  x=|    [0]=1|    [1]=|      y=2|    [2]=|  z=|e=3");
    row("args that are a list", R"({"args":[1,"two"]})", "[0]=1|[1]=two");
    row("args that are a text", R"({"args":"free text"})", "args=free text");
    row("id that is an object", R"({"id":{"pid":1},"args":{"a":1}})", "id=|  pid=1|a=1");
    row("escapes", R"({"args":{"a":"q\"b\\\/\n\t\u4f60\ud83d\ude00"}})", "a=q\"b\\/\n\t\u4f60\U0001f600");
    row("broken escapes", R"({"args":{"a":"\q\u12","b":"\ud800x","c":1}})", "a=\\q\\u12|b=\\ud800x|c=1");
    row("control characters", QByteArray("{\"args\":{\"a\":\"x\x01y\nz\",\"b\x02\":1}}"), "a=x\x01y\nz|b\x02=1");
    row("NUL", QByteArray("{\"args\":{\"a\":\"x\0y\"}}", 20), QByteArray("a=x\0y", 5));
    row("invalid UTF-8", QByteArray("{\"args\":{\"a\":\"x\xff\xfey\",\"b\":1}}"), "a=x\ufffd\ufffdy|b=1");
    row("brackets inside texts", R"({"name":"}],[{","args":{"a":"},{\"","b":1}})", "a=},{\"|b=1");
    row("blanks everywhere", "\n{ \"args\" :\r\n{ \"a\" : 1 ,\t\"b\" : [ ] } } ", "a=1|b=");
    row("args behind other objects", R"({"skip":{"deep":[{"args":{"no":1}}]},"args":{"a":1}})", "a=1");
    row("cut in a text", R"({"args":{"a":1,"b":"half)", "a=1|b=half", "ends too early");
    row("cut in an escape", R"({"args":{"a":1,"b":"half\)", "a=1|b=half\\", "ends too early");
    row("cut behind a colon", R"({"args":{"a":1,"b":)", "a=1", "ends too early");
    row("cut before anything", R"({"ph")", "", "not valid JSON");
    row("comma missing", R"({"args":{"a":1 "b":2}})", "a=1", "damaged");
    row("wrong bracket", R"({"args":{"a":[1,2},"b":2}})", "a=|  [0]=1|  [1]=2", "damaged");
    row("no key", R"({"args":{"a":1,2}})", "a=1", "damaged");
    row("no value", R"({"args":{"a":1,"b":,"c":3}})", "a=1", "damaged");
    row("not an object", "[1,2]", "", "not valid JSON");
    row("other text", "hello", "", "not valid JSON");
}

void TestEventText::readsArgs()
{
    const auto [json, lines, error] = scenario<QByteArray, QStringList, QString>();
    const EventArgs args = parseEventArgs(json);
    QCOMPARE(linesOf(args), lines);
    QVERIFY2(error.isEmpty() ? args.error.isEmpty() : args.error.english().contains(error),
             qPrintable(args.error.english()));
}

void TestEventText::everyCutKeepsWhatStandsBefore()
{
    const QByteArray json = R"({"ph":"X","args":{"a":1,"b":"t\u4f60x","c":{"d":[1,2]}},"cat":"k"})";
    qsizetype before = 0;
    for (qsizetype n = 1; n < json.size(); ++n) {
        const EventArgs cut = parseEventArgs(json.left(n));
        QVERIFY2(!cut.error.isEmpty(), qPrintable(QString::number(n)));
        QVERIFY(static_cast<qsizetype>(cut.lines.size()) >= before);
        before = static_cast<qsizetype>(cut.lines.size());
    }
    QCOMPARE(before, 7);
}

void TestEventText::everyDamagedByteIsSurvived()
{
    const QByteArray json = R"({"id":1,"args":{"a":-1.5e3,"b":"\ud83d\ude00","c":{"d":[true,null]}},"cat":"k"})";
    for (qsizetype i = 0; i < json.size(); ++i) {
        for (const char c : {'\0', '"', '\\', '{', '}', '[', ']', ',', ':', '\x80'}) {
            QByteArray bad = json;
            bad[i] = c;
            const EventArgs args = parseEventArgs(bad);
            QVERIFY(args.lines.size() <= 12);
        }
    }
}

void TestEventText::deepNesting()
{
    constexpr int depth = 200000;
    const QByteArray opened = "{\"args\":{\"a\":1,\"b\":" + QByteArray(depth, '[');
    const EventArgs whole = parseEventArgs(opened + QByteArray(depth, ']') + ",\"c\":2}}");
    QCOMPARE(whole.error.english(), QString());
    QCOMPARE(whole.lines.front().value, QStringLiteral("1"));
    QCOMPARE(linesOf(whole).last(), QStringLiteral("c=2"));
    QVERIFY(whole.lines.size() < 50);
    QVERIFY(parseEventArgs(opened).error.english().contains(QLatin1String("too early")));
}

void TestEventText::tooManyLines()
{
    QByteArray json = "{\"args\":{\"list\":[0";
    for (int i = 0; i < 20000; ++i)
        json += ",1";
    const EventArgs args = parseEventArgs(json + "]}}");
    QCOMPARE(args.lines.size(), size_t(5000));
    QVERIFY(args.error.english().contains(QLatin1String("5000")));
}

void TestEventText::plainFileAndItsChanges()
{
    const QString path = m_dir.filePath(QStringLiteral("t.json"));
    const QByteArray text = manyEvents(100);
    write(path, text);
    const Loaded l = load(path);
    QString wrong;
    QCOMPARE(countChecked(*l.trace, 1, wrong), 100);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));

    const QDateTime time = QFileInfo(path).lastModified();
    write(path, text.left(text.size() / 2));
    QVERIFY(readEventText(*l.trace, SliceId{99}).error.english().contains(QLatin1String("changed")));
    QFile::remove(path);
    QVERIFY(readEventText(*l.trace, SliceId{99}).error.english().contains(QLatin1String("cannot be opened")));
    write(path, text);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.setFileTime(time, QFileDevice::FileModificationTime));
    file.close();
    QCOMPARE(readEventText(*l.trace, SliceId{99}).error.english(), QString());
}

void TestEventText::gzipIsReadFromCheckpoints_data()
{
    const Scenarios<bool> row;
    row("one member", false);
    row("several members", true);
}

// Every event is right, and those far behind do not need the beginning of the file: it is overwritten.
void TestEventText::gzipIsReadFromCheckpoints()
{
    const auto [members] = scenario<bool>();
    const QByteArray text = manyEvents(20000);
    QByteArray packed;
    if (members) {
        for (qsizetype at = 0; at < text.size(); at += 300000)
            packed += gzipped(text.mid(at, 300000));
    } else {
        packed = gzipped(text);
    }
    const QString path = m_dir.filePath(QStringLiteral("t.json.gz"));
    write(path, packed);
    TraceReadLimits limits;
    limits.gzip.checkpointBytes = 64 << 10;
    const Loaded l = load(path, limits);
    QCOMPARE(l.findings, QStringList());
    QCOMPARE(l.trace->slices().size(), 20000U);
    const SourceFile &source = l.trace->sources().front();
    QVERIFY(source.checkpoints);
    QVERIFY2(source.checkpoints->size() > 5, qPrintable(QString::number(source.checkpoints->size())));
    QVERIFY(l.trace->bytes() > qint64(source.checkpoints->size()) * 32768);
    QString wrong;
    QCOMPARE(countChecked(*l.trace, 61, wrong), 328);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));

    const QDateTime time = QFileInfo(path).lastModified();
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.write(QByteArray(packed.size() / 3, 'x')) > 0);
    QVERIFY(file.setFileTime(time, QFileDevice::FileModificationTime));
    file.close();
    QVERIFY(!readEventText(*l.trace, SliceId{10}).error.isEmpty());
    for (quint32 i = 12000; i < 20000; i += 997)
        QCOMPARE(linesOf(parseEventArgs(readEventText(*l.trace, SliceId{i}).json)).value(0),
                 QStringLiteral("number=%1").arg(i));
}

void TestEventText::checkpointsStayFew()
{
    // Many small members, each of which has places for checkpoints.
    const QByteArray text = manyEvents(50000);
    QByteArray packed;
    for (qsizetype at = 0; at < text.size(); at += 2000)
        packed += gzipped(text.mid(at, 2000), 1);
    const QString path = m_dir.filePath(QStringLiteral("members.json.gz"));
    write(path, packed);
    TraceReadLimits limits;
    limits.gzip.checkpointBytes = 1;
    const Loaded l = load(path, limits);
    const size_t count = l.trace->sources().front().checkpoints->size();
    QVERIFY2(count >= 512 && count < 1024, qPrintable(QString::number(count)));
    QString wrong;
    QCOMPARE(countChecked(*l.trace, 1499, wrong), 34);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
}

void TestEventText::blocksHoldEveryEventOnce_data()
{
    // every: only each n-th slice is wanted
    const Scenarios<bool, int> row;
    row("plain", false, 1);
    row("plain, few", false, 4999);
    row("gzip", true, 1);
    row("gzip, few", true, 4999);
}

void TestEventText::blocksHoldEveryEventOnce()
{
    const auto [packed, every] = scenario<bool, int>();
    const QByteArray text = manyEvents(60000); // more than one piece of a plain file
    const QString path = m_dir.filePath(packed ? QStringLiteral("blocks.json.gz") : QStringLiteral("blocks.json"));
    write(path, packed ? gzipped(text) : text);
    TraceReadLimits limits;
    limits.gzip.checkpointBytes = 512 << 10;
    const Loaded l = load(path, limits);
    std::vector<SliceId> wanted;
    for (quint32 i = 0; i < l.trace->slices().size(); i += static_cast<quint32>(every))
        wanted.push_back(SliceId{i});
    std::reverse(wanted.begin(), wanted.end()); // whatever order they are asked for in
    std::mutex mutex;
    std::map<SliceId, QByteArray> found;
    int twice = 0;
    ThreadPool pool(3);
    const JobContext job;
    const qint64 unread = readEventBlocks(*l.trace, wanted, pool, job, [&](const EventBlock &block) {
        const std::lock_guard lock(mutex);
        size_t before = 0;
        for (const EventBlock::Event &e : block.events) {
            twice += found.emplace(e.slice, QByteArray(block.textOf(e).data(), static_cast<qsizetype>(e.length))).second
                         ? 0
                         : 1;
            twice += e.at < before ? 1 : 0;
            before = e.at;
        }
    });
    QCOMPARE(unread, 0);
    QCOMPARE(twice, 0);
    QCOMPARE(found.size(), wanted.size());
    QCOMPARE(job.done(), static_cast<qint64>(wanted.size()));
    for (size_t i = 0; i < wanted.size(); i += 997)
        QCOMPARE(found[wanted[i]], readEventText(*l.trace, wanted[i]).json);
    const JobContext stopped;
    stopped.cancel();
    int visits = 0;
    readEventBlocks(*l.trace, wanted, pool, stopped, [&](const EventBlock &) { ++visits; });
    QCOMPARE(visits, 0);
}

void TestEventText::blocksOfAChangedFileAreUnread()
{
    const QString path = m_dir.filePath(QStringLiteral("changed.json"));
    write(path, manyEvents(50));
    const Loaded l = load(path);
    write(path, manyEvents(51));
    ThreadPool pool(1);
    int visits = 0;
    QCOMPARE(
        readEventBlocks(*l.trace, {SliceId{0}, SliceId{7}}, pool, JobContext(), [&](const EventBlock &) { ++visits; }),
        2);
    QCOMPARE(visits, 0);
}

RS_TEST(TestEventText, QCoreApplication);
#include "tst_eventtext.moc"
