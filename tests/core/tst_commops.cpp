// SPDX-License-Identifier: Apache-2.0
#include "core/run/rundata.h"
#include "core/table/commops.h"
#include "support/testprogram.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace rs;

namespace {

CommOp named(const QString &name)
{
    CommOp op;
    op.name = name;
    return op;
}

} // namespace

class TestCommOps : public QObject
{
    Q_OBJECT
private slots:
    // No number stands for none: neither 0 nor what is not finite.
    void whatIsMissingStaysMissing()
    {
        using Member = std::optional<double> CommOp::*;
        using Getter = std::optional<double> (CommOpRef::*)() const;
        const std::vector<std::pair<Member, Getter>> numbers{
            {&CommOp::startUs, &CommOpRef::startUs},
            {&CommOp::elapseMs, &CommOpRef::elapseMs},
            {&CommOp::transitMs, &CommOpRef::transitMs},
            {&CommOp::waitMs, &CommOpRef::waitMs},
            {&CommOp::synchronizationMs, &CommOpRef::synchronizationMs},
            {&CommOp::idleMs, &CommOpRef::idleMs},
            {&CommOp::waitRatio, &CommOpRef::waitRatio},
            {&CommOp::synchronizationRatio, &CommOpRef::synchronizationRatio}};
        std::vector<CommOp> records(numbers.size() + 1);
        for (size_t i = 0; i < numbers.size(); ++i)
            records[i].*numbers[i].first = 0;
        const CommOps ops(records);
        for (size_t row = 0; row < records.size(); ++row) {
            for (size_t i = 0; i < numbers.size(); ++i)
                QCOMPARE((ops[row].*numbers[i].second)(), row == i ? std::optional(0.0) : std::nullopt);
        }
        for (const double odd : {-0.0, std::numeric_limits<double>::infinity(), -1.0}) {
            CommOp op;
            op.idleMs = odd;
            op.transports = {{QStringLiteral("T"), odd, std::nullopt, 0, std::nullopt, {}}};
            const CommOps one({op});
            QCOMPARE(one[0].idleMs(), std::optional(odd));
            QCOMPARE(std::signbit(*one[0].idleMs()), std::signbit(odd));
            const TransportRef t = one[0].transports()[0];
            QCOMPARE(t.sizeMb(), std::optional(odd));
            QVERIFY(!t.timeMs() && !t.largePacketRatio());
            QCOMPARE(t.bandwidthGbs(), std::optional(0.0));
        }
    }

    void transportsAndPacketsOfEachOperator()
    {
        std::vector<CommOp> records(4);
        records[1].transports = {{QStringLiteral("a"), 1, 1, 1, 1, {}}, {QStringLiteral("b"), 2, 2, 2, 2, {{1, 1, 1}}}};
        records[3].transports = {{QStringLiteral("c"), 3, 3, 3, 3, {{2, 2, 2}, {3, 3, 3}}}};
        const CommOps ops(records);
        QStringList seen;
        for (const CommOpRef op : ops) {
            seen << QString::number(op.transports().size());
            for (const TransportRef t : op.transports()) {
                seen << t.transport();
                for (const TransportInfo::Packet &p : t.packets())
                    seen << QString::number(p.count);
            }
        }
        QCOMPARE(seen.join(u' '), QStringLiteral("0 2 a b 1 0 1 c 2 3"));
        QVERIFY(ops[0].transports().empty());
    }

    void emptyTextsAndRows()
    {
        QVERIFY(CommOps().empty() && CommOps(std::vector<CommOp>()).empty());
        QVERIFY(CommOps().begin() == CommOps().end());
        QCOMPARE(CommOps().bytes(), qint64(0));
        QVERIFY(CommOps().records().empty());
        const CommOps ops({CommOp(), named(QStringLiteral("Total Op Info")), CommOp()});
        QVERIFY(!ops[0].isTotal() && ops[1].isTotal() && !ops[2].isTotal());
        QVERIFY(!CommOps(std::vector<CommOp>{CommOp()})[0].isTotal());
        for (const size_t i : {size_t(0), size_t(2)}) {
            QVERIFY(ops[i].name().isEmpty() && ops[i].nameView().empty() && ops[i].step().isEmpty());
            QVERIFY(ops[i].groupHash().isEmpty() && ops[i].startText().isEmpty() && ops[i].transports().empty());
            QCOMPARE(ops[i].rank(), -1);
        }
    }

    void startsThatWereNone()
    {
        CommOpsBuilder builder;
        for (const char *const start : {"1.5", "22.25", "", "333.5", "4.5"}) {
            CommOp op = named(QStringLiteral("o"));
            op.startText = QString::fromLatin1(start);
            if (!op.startText.isEmpty())
                op.startUs = op.startText.toDouble();
            builder.add(op);
        }
        builder.dropStart(1);
        builder.dropStart(4);
        QCOMPARE(builder[0].startUs(), std::optional(1.5));
        const CommOps ops = builder.seal();
        QStringList texts;
        for (const CommOpRef op : ops) {
            texts << op.startText();
            QCOMPARE(op.startUs().has_value(), !op.startText().isEmpty());
        }
        QCOMPARE(texts.join(u'|'), QStringLiteral("1.5|||333.5|"));
    }

    void copiesShareOneStore()
    {
        const CommOps ops({named(QStringLiteral("a"))});
        const CommOps copy = ops; // NOLINT(performance-unnecessary-copy-initialization)
        QVERIFY(copy.isSharedWith(ops));
        QVERIFY(!CommOps({named(QStringLiteral("a"))}).isSharedWith(ops));
        QVERIFY(copy[0].nameView().data() == ops[0].nameView().data());
        RankData rank;
        rank.commOps = ops;
        QVERIFY(rank.withoutTrace()->commOps.isSharedWith(ops));
        QCOMPARE(rank.bytesUsed(), ops.bytes());
    }

    void namesAreFound()
    {
        const CommOps ops({named(QStringLiteral("a")), named(QStringLiteral("b"))});
        QCOMPARE(ops.nameId("b"), std::optional(ops[1].nameId()));
        QVERIFY(!ops.nameId("c"));
        QVERIFY(!CommOps().nameId("a"));
    }

    // Records as in a file of today: five transports, of which one carried something.
    void takesLessThanItsRecords()
    {
        constexpr int count = 2000;
        std::vector<CommOp> records;
        qint64 rows = 0;
        for (int i = 0; i < count; ++i) {
            CommOp op = named(QStringLiteral("hcom_allReduce__271_%1_1").arg(i));
            op.startText = QString::number(1736412474757059 + i) + QStringLiteral(".840");
            for (const char *const transport : {"HCCS", "PCIE", "RDMA", "SDMA", "SIO"})
                op.transports.push_back({QString::fromLatin1(transport), 0, 0, 0, 0, {}});
            op.transports[0].packets = {{1, 2, 3}};
            rows += static_cast<qint64>(sizeof(CommOp) + op.transports.capacity() * sizeof(TransportInfo)) + 24;
            records.push_back(op);
        }
        const CommOps ops(records);
        QVERIFY2(ops.bytes() < rows * 6 / 10, qPrintable(QStringLiteral("%1 %2").arg(ops.bytes()).arg(rows)));
        QVERIFY(ops.bytes() > count * 200);
    }
};

RS_TEST(TestCommOps, QCoreApplication);
#include "tst_commops.moc"
