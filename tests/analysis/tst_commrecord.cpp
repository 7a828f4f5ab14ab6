// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/commrecord.h"
#include "support/cells.h"
#include "support/fixtures.h"
#include "support/testprogram.h"
#include "support/timedop.h"

#include <QTest>

using namespace rs;
using namespace rs::test;

class TestCommRecord : public QObject
{
    Q_OBJECT
private slots:
    void matchesNameAndStart()
    {
        constexpr qint64 epoch = 1'700'000'000'000'000'000;
        TinyRank tiny;
        tiny.communication("hcom_allReduce__1_0_1", epoch + 1'234'567, 500);
        tiny.communication("hcom_allReduce__1_1_1", epoch + 9'000'000, 500);
        tiny.kernel("hcom_allReduce__1_0_1", epoch + 5'000'000, 10);
        const auto add = [&tiny](const char *name, double startUs, double elapse) {
            tiny.commOps.push_back(
                timedOp({.name = QString::fromLatin1(name), .startUs = startUs}, {.elapseMs = elapse}));
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
    void slicesOfRecords()
    {
        constexpr qint64 start = 1'700'000'000'001'234'567;
        const QString name = QStringLiteral("hcom_allReduce__1_0_1");
        TinyRank tiny;
        tiny.communication("hcom_allReduce__1_0_1", start, 500);
        tiny.communication("hcom_allReduce__1_0_1", start + 1000, 500);
        tiny.kernel("hcom_allReduce__1_0_1", start + 5'000'000, 10);
        const auto data = tiny.finish();
        const RecordSlices slices(*data);
        const auto foundAt = [&](qint64 ns) {
            const SliceId found = slices.of(name, ns);
            return found == NoSlice ? -1 : data->trace->slices().start(found);
        };
        QCOMPARE(cells(foundAt(start), foundAt(start - 300), foundAt(start - 301), foundAt(start + 300),
                       foundAt(start + 301), foundAt(start + 900)),
                 cells(start, start, -1, start, -1, start + 1000));
        QCOMPARE(foundAt(start + 5'000'000), -1); // a kernel of that name is no operator
        QCOMPARE(slices.of(QStringLiteral("hcom_allReduce__1_1_1"), start), NoSlice);
        QCOMPARE(RecordSlices(RankData()).of(name, start), NoSlice);
    }

    // The trace of rank 1 has both operators, that of rank 0 neither; the files name them on the link from 0 to 1.
    void slicesOfLinks()
    {
        const auto link = [](const char *statistic, const char *op, double ms) {
            MatrixLink l{.step = QStringLiteral("1"),
                         .kind = QStringLiteral("allreduce"),
                         .statistic = QLatin1String(statistic)};
            l.key = l.kind + u'-' + l.statistic;
            l.groupHash = QStringLiteral("77");
            l.source = 0;
            l.destination = 1;
            l.globalRanks = true;
            l.sizeMb = 16;
            l.timeMs = ms;
            l.opName = QLatin1String(op);
            return l;
        };
        TinyRank sender(0);
        sender.step(1, 1000, 1'000'000);
        sender.kernel("MatMul", 100'000, 10);
        sender.links = {link("total", "", 9), link("top1", "hcom_allReduce__1_0_1@77", 1),
                        link("bottom1", "hcom_allReduce__1_1_1@77", 2)};
        MatrixLink other = link("total", "hcom_broadcast__1_2_1@77", 8);
        other.kind = QStringLiteral("broadcast");
        other.key = QStringLiteral("broadcast-total");
        sender.links.push_back(other);
        TinyRank receiver(1);
        receiver.step(1, 1000, 1'000'000);
        receiver.communication("hcom_allReduce__1_0_1", 100'000, 500);
        receiver.communication("hcom_allReduce__1_1_1", 200'000, 500);
        receiver.communication("hcom_broadcast__1_2_1", 300'000, 500);
        const Run run = makeRun({sender.finish(), receiver.finish()});
        const auto startOf = [&run](const NamedLink &asked) -> qint64 {
            const auto [rank, slice] = sliceOfLink(run, asked);
            if (slice == NoSlice)
                return rank;
            return run.ranks[static_cast<size_t>(rank)]->trace->slices().start(slice);
        };
        QCOMPARE(startOf({0, 1}), qint64(300'000)); // the longest of all
        QCOMPARE(cells(startOf({0, 1, {}, {}, QStringLiteral("Total Op Info")}),
                       startOf({0, 1, {}, {}, QStringLiteral("allreduce-total")}),
                       startOf({0, 1, QStringLiteral("1"), {}, QStringLiteral("allreduce-top1")}),
                       startOf({0, 1, {}, {}, QStringLiteral("hcom_allReduce__1_0_1@77")}), startOf({1, 0}),
                       startOf({0, 1, QStringLiteral("2"), {}, {}}),
                       startOf({0, 1, {}, QStringLiteral("no such domain"), {}})),
                 cells(300'000, 200'000, 100'000, 100'000, -1, -1, -1));
        JobContext canceled;
        canceled.cancel();
        QCOMPARE(sliceOfLink(run, {0, 1}, canceled).second, NoSlice);
    }
};

RS_TEST(TestCommRecord, QCoreApplication);
#include "tst_commrecord.moc"
