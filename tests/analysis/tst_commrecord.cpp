// SPDX-License-Identifier: Apache-2.0
#include "analysis/commrecord.h"
#include "support/fixtures.h"

#include <QTest>

using namespace rs;

class TestCommRecord : public QObject
{
    Q_OBJECT
private slots:
    void matchesNameAndStart();
    void slicesOfRecords();
};

void TestCommRecord::matchesNameAndStart()
{
    constexpr qint64 epoch = 1'700'000'000'000'000'000;
    test::TinyRank tiny;
    tiny.communication("hcom_allReduce__1_0_1", epoch + 1'234'567, 500);
    tiny.communication("hcom_allReduce__1_1_1", epoch + 9'000'000, 500);
    tiny.kernel("hcom_allReduce__1_0_1", epoch + 5'000'000, 10);
    const auto add = [&tiny](const char *name, double startUs, double elapse) {
        CommOp op;
        op.name = QString::fromLatin1(name);
        op.startUs = startUs;
        op.elapseMs = elapse;
        tiny.commOps.push_back(op);
    };
    add("hcom_allReduce__1_1_1", 1'700'000'000'001'234.6, 1); // other name at that time
    add("hcom_allReduce__1_0_1", 1'700'000'000'001'235.6, 2); // 1 us late
    add("hcom_allReduce__1_0_1", 1'700'000'000'001'234.6, 3);
    add("Total Op Info", 1'700'000'000'001'234.6, 4);
    const auto data = tiny.finish();
    const Trace &t = *data->trace;
    SliceId operatorSlice = NoSlice;
    for (quint32 i = 0; i < t.slices().size(); ++i) {
        if (t.slices().start(SliceId{i}) == epoch + 1'234'567)
            operatorSlice = SliceId{i};
    }
    const std::optional<CommOpRef> record = commRecordOf(*data, operatorSlice);
    QVERIFY(record);
    QCOMPARE(record->elapseMs(), std::optional(3.0));
    // The same name at another time has no record.
    for (quint32 i = 0; i < t.slices().size(); ++i) {
        if (SliceId{i} != operatorSlice)
            QVERIFY(!commRecordOf(*data, SliceId{i}));
    }
}

// Stamps of the file have one decimal of a microsecond: 0.3 us apart are the same, 1 ns more is not.
void TestCommRecord::slicesOfRecords()
{
    constexpr qint64 start = 1'700'000'000'001'234'567;
    const QString name = QStringLiteral("hcom_allReduce__1_0_1");
    test::TinyRank tiny;
    tiny.communication("hcom_allReduce__1_0_1", start, 500);
    tiny.communication("hcom_allReduce__1_0_1", start + 1000, 500);
    tiny.kernel("hcom_allReduce__1_0_1", start + 5'000'000, 10);
    const auto data = tiny.finish();
    const RecordSlices slices(*data);
    const auto foundAt = [&](qint64 ns) {
        const SliceId found = slices.of(name, ns);
        return found == NoSlice ? -1 : data->trace->slices().start(found);
    };
    QCOMPARE(foundAt(start), start);
    QCOMPARE(foundAt(start - 300), start);
    QCOMPARE(foundAt(start - 301), -1);
    QCOMPARE(foundAt(start + 300), start);
    QCOMPARE(foundAt(start + 301), -1);
    QCOMPARE(foundAt(start + 900), start + 1000);
    QCOMPARE(foundAt(start + 5'000'000), -1); // a kernel of that name is no operator
    QCOMPARE(slices.of(QStringLiteral("hcom_allReduce__1_1_1"), start), NoSlice);
    QCOMPARE(RecordSlices(RankData()).of(name, start), NoSlice);
}

QTEST_GUILESS_MAIN(TestCommRecord)
#include "tst_commrecord.moc"
