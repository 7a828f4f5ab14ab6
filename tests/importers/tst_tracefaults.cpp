// SPDX-License-Identifier: Apache-2.0
// Traces that are cut, damaged, changed while they are read, or no traces at all.
#include "importers/asnobody.h"
#include "importers/tracetext.h"
#include "findings.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QTest>

#include <atomic>
#include <thread>
#include <unistd.h>

using namespace rs;
using namespace rs::test;

class TestTraceFaults : public QObject
{
    Q_OBJECT
private slots:
    void truncationAtEveryByte();
    void brokenText_data();
    void brokenText();
    void everyByteDamagedOnce();
    void brokenTextDoesNotDependOnCuts();
    void eventsOfNothingAreNone();
    void gzipFaults();
    void behindTheCompressedText();
    void lastElementIsNoEvent_data();
    void lastElementIsNoEvent();
    void filesThatAreNone();
    void fileCutWhileItIsRead();
    void budgetAndCancel();

private:
    TraceDir m_dir;
};

void TestTraceFaults::truncationAtEveryByte()
{
    const QByteArray text(mixedTrace);
    const std::vector<qint64> ends = [&] { // behind each of the four slices
        std::vector<qint64> v;
        const Loaded l = load(m_dir.put(text));
        for (quint32 i = 0; i < l.trace->slices().size(); ++i) {
            const SourceRange r = l.trace->slices().source(SliceId{i});
            v.push_back(static_cast<qint64>(r.offset + r.length));
        }
        return v;
    }();
    QCOMPARE(ends.size(), size_t(4));
    for (qsizetype n = 0; n <= text.size(); ++n) {
        const QString path = m_dir.put(text.left(n));
        for (const TraceReadLimits &limits : {TraceReadLimits(), tiny(50, 120)}) {
            const Loaded l = load(path, limits);
            const auto expected =
                static_cast<quint32>(std::count_if(ends.begin(), ends.end(), [n](qint64 e) { return e <= n; }));
            QCOMPARE(l.trace->slices().size(), expected);
            QCOMPARE(!l.findings.filter(QStringLiteral(" byte ")).isEmpty(), n < text.size());
            if (n > 0 && n < text.size())
                QVERIFY2(l.has("trace.truncated") || l.has("trace.open-list"), qPrintable(l.findings.join(u';')));
        }
    }
}

void TestTraceFaults::brokenText_data()
{
    // slices: besides the two around
    const Scenarios<QByteArray, int, QStringList> row;
    const auto f = [](const char *text) { return QStringList{QLatin1String(text)}; };
    const auto slice = [](const QByteArray &name) {
        return R"j({"ph":"X","pid":1,"tid":2,"ts":"5","dur":1,"name":")j" + name + "\"}";
    };
    row("control characters", slice("a\x01\tb\nc"), 1, f("notice trace.control-characters byte 62 x1"));
    row("control character behind a backslash", slice("a\\\nb"), 1, f("notice trace.control-characters byte 62 x1"));
    row("invalid UTF-8", slice("a\xff\xc3(b\xe4\xbd"), 1, f("notice trace.invalid-utf8 byte 62 x1"));
    row("zero byte", slice(QByteArray("a\0b", 3)), 1, f("notice trace.control-characters byte 62 x1"));
    row("missing comma", slice("a") + slice("b"), 2, f("notice trace.separator byte 116 x1"));
    row("two commas", slice("a") + ",," + slice("b"), 2, f("notice trace.separator byte 117 x1"));
    row("number instead of an event", "17", 0, f("loss trace.broken-event byte 62 x1"));
    row("words", "what is this", 0, f("loss trace.broken-event byte 62 x1"));
    row("missing colon", R"j({"ph" "X","ts":1})j", 0, f("loss trace.broken-event byte 62 x1"));
    row("missing value", R"j({"ph":,"ts":1})j", 0, f("loss trace.broken-event byte 62 x1"));
    row("missing quote", R"j({"ph":"X","name":"a,"ts":1})j", 0, f("loss trace.broken-event byte 62 x1"));
    row("bracket too many", R"j({"ph":"X","ts":1,"dur":1,"args":{"a":[1]]},"name":"a"})j", 0,
        f("loss trace.broken-event byte 62 x1"));
    row("bracket too few", R"j({"ph":"X","ts":1,"dur":1,"args":{"a":[1},"name":"a"})j", 0,
        f("loss trace.broken-event byte 62 x1"));
    row("deep nesting",
        R"j({"ph":"X","pid":1,"tid":2,"ts":"5","dur":1,"name":"a","args":{"a":)j" + QByteArray(20000, '[') +
            QByteArray(20000, ']') + "}}",
        1, {});
    row("deep nesting without end", QByteArray(20000, '['), 0, f("loss trace.broken-event byte 62 x1"));
    row("long name", slice(QByteArray(200000, 'n')), 1, f("notice trace.long-text byte 62 x1"));
    row("huge number", R"j({"ph":"X","ts":)j" + QByteArray(5000, '9') + R"j(,"dur":1})j", 0,
        f("loss trace.bad-time byte 62 x1"));
}

void TestTraceFaults::brokenText()
{
    const auto [middle, slices, findings] = scenario<QByteArray, int, QStringList>();
    const QByteArray before = R"j({"ph":"X","pid":1,"tid":2,"ts":"1","dur":1,"name":"before"})j";
    const QByteArray after = R"j({"ph":"X","pid":1,"tid":2,"ts":"9","dur":1,"name":"after"})j";
    const QString path = m_dir.put("[" + before + ", " + middle + "," + after + "]");
    QString first;
    for (const TraceReadLimits &limits : {TraceReadLimits(), tiny(64, 100000), tiny(33, 70)}) {
        const Loaded l = load(path, limits);
        const QString text = dump(*l.trace);
        QVERIFY2(text.contains(QLatin1String("'before'")) && text.contains(QLatin1String("'after'")), qPrintable(text));
        QCOMPARE(l.findings, findings);
        QCOMPARE(static_cast<int>(l.trace->slices().size()), slices + 2);
        if (first.isEmpty())
            first = text;
        QCOMPARE(text, first);
    }
    if (qstrcmp(QTest::currentDataTag(), "control characters") == 0)
        QVERIFY(first.contains(QLatin1String("'a\x01\tb\nc'")));
    if (qstrcmp(QTest::currentDataTag(), "invalid UTF-8") == 0)
        QVERIFY(first.contains(QStringLiteral("'a��(b��'")));
}

void TestTraceFaults::everyByteDamagedOnce()
{
    // Whatever stands in the place of one byte: no crash, and at most the events around it are lost.
    const QByteArray good(mixedTrace);
    for (const char damage : {'"', '{', '}', '[', ']', ',', ':', '\\', '\0', '\x80', 'x'}) {
        for (qsizetype i = 0; i < good.size(); i += 3) {
            QByteArray text = good;
            text[i] = damage;
            const Loaded l = load(m_dir.put(text), tiny(100, 400));
            if (i > 0 && !l.has("trace.text-after-end") && !l.has("trace.not-json"))
                QVERIFY2(
                    l.trace->slices().size() >= 2,
                    qPrintable(QStringLiteral("byte %1 -> %2: %3").arg(i).arg(int(damage)).arg(l.findings.join(u';'))));
        }
    }
}

void TestTraceFaults::eventsOfNothingAreNone()
{
    QByteArray text = QByteArray(mixedTrace).chopped(1);
    const Loaded sound = load(m_dir.put(text + ']'));
    for (int i = 0; i < 2000; ++i)
        text += i % 500 == 499 ? ",{ }" : i % 700 == 699 ? "{}" : ",{}";
    const QString path = m_dir.put(text + R"(,{},{"ph":"X","pid":1,"tid":1,"ts":"1","dur":1,"name":"last"},{}])");
    for (const TraceReadLimits &limits : {TraceReadLimits(), tiny(50, 120)}) {
        const Loaded l = load(path, limits);
        QCOMPARE(l.trace->slices().size(), sound.trace->slices().size() + 1);
        QVERIFY2(!l.has("trace.missing-key"), qPrintable(l.findings.join(u';')));
        QVERIFY2(l.has("trace.separator"), qPrintable(l.findings.join(u';')));
    }
}

void TestTraceFaults::brokenTextDoesNotDependOnCuts()
{
    // Names and args full of what could be taken for the begin of an event, in strings and out of them.
    QByteArray good = QByteArray(mixedTrace).chopped(1);
    for (int i = 0; i < 120; ++i) {
        const QByteArray n = QByteArray::number(i);
        good += R"j(,{"ph":"X","pid":1,"tid":)j" + QByteArray::number(i % 3) + R"j(,"ts":")j" + n +
                R"j(.5","dur":0.25,"name":"a{'b': 'c'},{)j" + n + R"j(","args":{"l":[{"k":1},{"k":"v\\"},{"name":")j" +
                n + R"j(\""}],"labels":"CPU"}})j";
        if (i % 40 == 7)
            good += R"j(,{"ph":"X","pid":1,"tid":9,"ts":"3","dur":1,"name":"long","args":{"stack":")j" +
                    QByteArray(9000, 's') + R"j("}})j";
    }
    good += ']';
    quint32 seed = 12345;
    const auto random = [&seed](qsizetype below) {
        seed = seed * 1664525 + 1013904223;
        return static_cast<qsizetype>((seed >> 8) % static_cast<quint32>(below));
    };
    const QByteArray damages[] = {
        "\"", "{", "}", "[", "]", ",", ":", "\\", "*", "\"}", "},{\"", ",", QByteArray(1, '\0'), ""};
    for (int round = 0; round < 150; ++round) {
        QByteArray text = good;
        for (qsizetype n = random(3) + 1; n > 0; --n)
            text.replace(random(text.size() - 1), random(3), damages[random(std::size(damages))]);
        const QString path = m_dir.put(text);
        const Loaded whole = load(path);
        const QString wanted = dump(*whole.trace);
        for (const TraceReadLimits &limits : {tiny(64 + random(400), 256 + random(2000)), tiny(700, 128)}) {
            const Loaded cut = load(path, limits);
            if (cut.findings != whole.findings || dump(*cut.trace) != wanted)
                QFAIL(qPrintable(QStringLiteral("round %1:\n%2\nis not\n%3")
                                     .arg(round)
                                     .arg(cut.findings.join(u'\n'), whole.findings.join(u'\n'))));
        }
    }
}

void TestTraceFaults::gzipFaults()
{
    const QByteArray packed = gzipped(mixedTrace);
    for (qsizetype n = 2; n < packed.size() - 8; n += 5) {
        const Loaded l = load(m_dir.put(packed.left(n), QStringLiteral("t.json.gz")), tiny(100, 300));
        QVERIFY2(l.has("gzip.truncated"), qPrintable(l.findings.join(u';')));
        QVERIFY(!l.findings.filter(QStringLiteral(" byte ")).isEmpty());
    }
    for (qsizetype n = 30; n < packed.size(); n += 7) {
        QByteArray bad = packed;
        bad[n] = static_cast<char>(bad[n] ^ 0x55);
        const Loaded l = load(m_dir.put(bad, QStringLiteral("t.json.gz")));
        QVERIFY2(!l.findings.isEmpty(), qPrintable(QString::number(n)));
    }
    TraceReadLimits limits;
    limits.gzip.ratioFreeBytes = 1 << 20;
    limits.gzip.maxRatio = 50;
    const QByteArray head = QByteArray(mixedTrace).chopped(1) + ",";
    const Loaded bomb =
        load(m_dir.put(gzipped(head + QByteArray(40 << 20, ' ') + "]"), QStringLiteral("t.json.gz")), limits);
    QVERIFY2(bomb.has("gzip.bomb"), qPrintable(bomb.findings.join(u';')));
    QCOMPARE(bomb.trace->slices().size(), 4U);
    limits = {};
    limits.gzip.maxBytes = 4 << 20;
    QVERIFY(load(m_dir.put(gzipped(head + QByteArray(40 << 20, ' ') + "]"), QStringLiteral("t.json.gz")), limits)
                .has("gzip.bomb"));
}

void TestTraceFaults::behindTheCompressedText()
{
    const QByteArray packed = gzipped(mixedTrace);
    const auto findings = [&](const QByteArray &bytes) {
        return load(m_dir.put(bytes, QStringLiteral("t.json.gz"))).findings;
    };
    const QStringList sound = findings(packed);
    QCOMPARE(findings(packed + QByteArray(5000, '\0')), sound); // padding
    QCOMPARE(findings(packed + gzipped("\n")), sound);          // another member
    const auto told = [&](qsizetype at) {
        return QStringList{QStringLiteral("loss gzip.text-after-end byte %1 x1").arg(at)} + sound;
    };
    const auto sorted = [](QStringList list) {
        list.sort();
        return list;
    };
    QCOMPARE(sorted(findings(packed + "garbage")), sorted(told(packed.size())));
    QCOMPARE(sorted(findings(packed + QByteArray(600'000, '\0') + "x")), sorted(told(packed.size() + 600'000)));
    QCOMPARE(sorted(findings(packed + gzipped("\n") + "x")), sorted(told(packed.size() + gzipped("\n").size())));
}

void TestTraceFaults::lastElementIsNoEvent_data()
{
    const Scenarios<QByteArray, bool> row;
    for (const char *const last : {"5", "null", "\"text\"", "[1,2]", "true", "x"}) {
        QTest::addRow("%s", last) << ',' + QByteArray(last) + "]" << false;
        QTest::addRow("%s and blanks", last) << ',' + QByteArray(last) + " ]\n\n" << false;
        QTest::addRow("%s, cut", last) << ',' + QByteArray(last) + (last[0] == '[' ? "," : "") << true;
    }
}

void TestTraceFaults::lastElementIsNoEvent()
{
    auto [end, isCut] = scenario<QByteArray, bool>();
    if (qstrcmp(QTest::currentDataTag(), "[1,2], cut") == 0)
        end = ",[1,2";
    const QByteArray good = QByteArray(mixedTrace).chopped(1);
    const QByteArray object = isCut ? QByteArray() : QByteArray(R"(,"displayTimeUnit":"ns"})");
    for (const QByteArray &text : {good + end, R"({"traceEvents":)" + good + end + object}) {
        for (const QString &path : {m_dir.put(text), m_dir.put(gzipped(text), QStringLiteral("t.json.gz"))}) {
            for (const TraceReadLimits &limits : {TraceReadLimits(), tiny(50, 120)}) {
                const Loaded l = load(path, limits);
                QCOMPARE(l.trace->slices().size(), 4U);
                QVERIFY2(l.has("trace.broken-event"), qPrintable(l.findings.join(u';')));
                QVERIFY2(l.has("trace.truncated") == isCut, qPrintable(l.findings.join(u';')));
            }
        }
    }
}

void TestTraceFaults::filesThatAreNone()
{
    const Loaded folder = load(m_dir.path());
    QVERIFY(!folder.ok);
    QCOMPARE(folder.findings, texts({"error trace.open  x1"}));
    const Loaded missing = load(m_dir.filePath(QStringLiteral("nothing.json")));
    QVERIFY(!missing.ok);
    QVERIFY(missing.has("trace.open"));
    const QString path = m_dir.put(mixedTrace, QStringLiteral("locked.json"));
    QVERIFY(QFile::setPermissions(path, QFileDevice::Permissions()));
    {
        const AsNobody nobody(m_dir.path());
        QVERIFY(AsNobody::binds());
        const Loaded locked = load(path);
        QVERIFY(!locked.ok);
        QCOMPARE(locked.findings, texts({"error trace.open  x1"}));
    }
    QFile::remove(path);
}

void TestTraceFaults::fileCutWhileItIsRead()
{
    QByteArray text = "[";
    const QByteArray event =
        R"j({"ph":"X","pid":1,"tid":2,"ts":"5","dur":1,"name":"a","args":{"x":")j" + QByteArray(200, 'x') + "\"}},\n";
    for (int i = 0; i < 40000; ++i)
        text += event;
    text += "]";
    for (int round = 0; round < 8; ++round) {
        const QString path = m_dir.put(text, QStringLiteral("cut.json"));
        std::atomic<bool> go{false};
        std::thread cutter([&] {
            while (!go)
                std::this_thread::yield();
            std::this_thread::sleep_for(std::chrono::microseconds(700 * round));
            if (truncate(QFile::encodeName(path).constData(), 1000 + round * 900000) != 0)
                qFatal("truncate");
        });
        go = true;
        const Loaded l = load(path, tiny(16384, 1 << 20));
        cutter.join();
        // Whichever came first, nothing is invented and what is missing is said.
        QVERIFY(l.trace->slices().size() <= 40000U);
        if (l.trace->slices().size() < 40000U)
            QVERIFY2(!l.findings.isEmpty(), "slices are missing without a finding");
    }
}

void TestTraceFaults::budgetAndCancel()
{
    const auto budget = std::make_shared<MemoryBudget>(qint64{1} << 30);
    {
        const JobContext job(budget);
        const Loaded l = load(m_dir.put(mixedTrace), {}, job);
        QVERIFY(l.ok);
        QCOMPARE(budget->used(), l.trace->bytes());
        QCOMPARE(job.done(), job.total());
    }
    QCOMPARE(budget->used(), qint64(0));
    budget->setLimit(1000);
    const JobContext job(budget);
    const Loaded l = load(m_dir.put(mixedTrace), {}, job);
    QVERIFY(!l.ok);
    QVERIFY(job.isOverBudget());
    QVERIFY(l.has("memory.budget"));
    const JobContext canceled;
    canceled.cancel();
    QVERIFY(!load(m_dir.put(mixedTrace), {}, canceled).ok);
}

RS_TEST(TestTraceFaults, QCoreApplication);
#include "tst_tracefaults.moc"
