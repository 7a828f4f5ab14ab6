// SPDX-License-Identifier: Apache-2.0
// Traces whose text is sound and whose content cannot be: what would change numbers is told.
#include "importers/tracetext.h"

#include <QTest>

using namespace rs;
using namespace rs::test;

namespace {

QByteArray slice(int pid, int tid, const QByteArray &name, const QByteArray &ts, const QByteArray &dur,
                 const QByteArray &category = "cat")
{
    return "{\"ph\":\"X\",\"pid\":" + QByteArray::number(pid) + ",\"tid\":" + QByteArray::number(tid) +
           ",\"name\":\"" + name + "\",\"ts\":" + ts + ",\"dur\":" + dur + ",\"cat\":\"" + category + "\"}";
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

private:
    TraceDir m_dir;
};

void TestOddTraces::doubledSlices_data()
{
    QTest::addColumn<QByteArrayList>("events");
    QTest::addColumn<int>("count");
    const QByteArray a = slice(1, 2, "MatMul", "10", "4");
    const QByteArray child = slice(1, 2, "Cast", "10", "4");
    const QByteArray b = slice(1, 2, "Add", "20", "1.5");
    QTest::newRow("sound") << QByteArrayList{a, child, b} << 0;
    QTest::newRow("one twice") << QByteArrayList{a, b, b} << 1;
    QTest::newRow("one three times") << QByteArrayList{b, b, b} << 2;
    QTest::newRow("all twice") << QByteArrayList{a, b, a, b} << 2;
    QTest::newRow("twice, out of order") << QByteArrayList{b, a, b, a} << 2;
    QTest::newRow("equal extents, both twice") << QByteArrayList{a, child, b, a, child} << 2;
    QTest::newRow("other name") << QByteArrayList{a, child} << 0;
    QTest::newRow("other lane") << QByteArrayList{a, slice(1, 3, "MatMul", "10", "4")} << 0;
    QTest::newRow("other process") << QByteArrayList{a, slice(2, 2, "MatMul", "10", "4")} << 0;
    QTest::newRow("other start") << QByteArrayList{a, slice(1, 2, "MatMul", "10.001", "4")} << 0;
    QTest::newRow("other duration") << QByteArrayList{a, slice(1, 2, "MatMul", "10", "4.001")} << 0;
    const QByteArray mark = slice(1, 2, "mark", "30", "0");
    QTest::newRow("without length") << QByteArrayList{mark, mark} << 0;
    const QByteArray frame = slice(1, 2, "f.py(1): call", "40", "2", "python_function");
    QTest::newRow("a function that calls itself") << QByteArrayList{frame, frame} << 0;
    const QByteArray begin = R"j({"ph":"B","pid":1,"tid":2,"name":"x","ts":50})j";
    const QByteArray end = R"j({"ph":"E","pid":1,"tid":2,"name":"x","ts":60})j";
    QTest::newRow("begin and end") << QByteArrayList{begin, begin, end, end} << 1;
}

void TestOddTraces::doubledSlices()
{
    QFETCH(QByteArrayList, events);
    QFETCH(int, count);
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
        lasting += s.duration(SliceId{i}) > 0 && s.kind(SliceId{i}) != SliceKind::Python ? 1 : 0;
    QVERIFY(lasting > 1000);
    const Loaded twice = load(m_dir.put('[' + inner + ',' + inner + ']'));
    const QStringList told = toldOf(twice, "trace.doubled-slice");
    QCOMPARE(told.size(), 1);
    QVERIFY2(told.front().endsWith(QStringLiteral(" x%1").arg(lasting)), qPrintable(told.front()));
}

QTEST_GUILESS_MAIN(TestOddTraces)
#include "tst_oddtraces.moc"
