// SPDX-License-Identifier: Apache-2.0
#include "core/run/rundata.h"
#include "core/table/matrixlinks.h"
#include "support/testprogram.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace rs;

namespace {

MatrixLink full()
{
    MatrixLink l;
    l.step = QStringLiteral("13");
    l.p2p = true;
    l.key = QStringLiteral("send-top1");
    l.kind = QString::fromUtf8("send\xe4\xbd\xa0");
    l.statistic = QStringLiteral("top1");
    l.groupHash = QStringLiteral("11022204950826225271");
    l.source = 3;
    l.destination = 10;
    l.globalRanks = true;
    l.ownerRank = 7;
    l.transport = QStringLiteral("HCCS");
    l.sizeMb = 1.5;
    l.timeMs = 2.5;
    l.bandwidthGbs = 0.6;
    l.opName = QStringLiteral("hcom_send__271_0_1");
    return l;
}

} // namespace

class TestMatrixLinks : public QObject
{
    Q_OBJECT
private slots:
    // No number stands for none; each flag is its own.
    void whatIsMissingStaysMissing()
    {
        std::vector<MatrixLink> records(5);
        records[0].sizeMb = 0;
        records[1].timeMs = -0.0;
        records[2].bandwidthGbs = 0;
        records[3].p2p = true;
        records[4].globalRanks = true;
        const MatrixLinks links(records);
        for (size_t i = 0; i < records.size(); ++i) {
            QCOMPARE(links[i].sizeMb(), i == 0 ? std::optional(0.0) : std::nullopt);
            QCOMPARE(links[i].timeMs(), i == 1 ? std::optional(0.0) : std::nullopt);
            QCOMPARE(links[i].bandwidthGbs(), i == 2 ? std::optional(0.0) : std::nullopt);
            QCOMPARE(links[i].p2p(), i == 3);
            QCOMPARE(links[i].globalRanks(), i == 4);
        }
        QVERIFY(std::signbit(*links[1].timeMs()));
    }

    void emptyTextsAndRows()
    {
        QVERIFY(MatrixLinks().empty() && MatrixLinks(std::vector<MatrixLink>()).empty());
        QVERIFY(MatrixLinks().begin() == MatrixLinks().end());
        QCOMPARE(MatrixLinks().bytes(), qint64(0));
        QVERIFY(MatrixLinks().records().empty());
        const MatrixLinks links({MatrixLink(), full(), MatrixLink()});
        for (const size_t i : {size_t(0), size_t(2)}) {
            const MatrixLinkRef l = links[i];
            QVERIFY(l.step().isEmpty() && l.key().isEmpty() && l.kind().isEmpty() && l.statistic().isEmpty());
            QVERIFY(l.groupHash().isEmpty() && l.transport().isEmpty() && l.opName().isEmpty());
            QCOMPARE(l.source(), -1);
            QCOMPARE(l.destination(), -1);
            QCOMPARE(l.ownerRank(), -1);
        }
    }

    void kindsThatOthersTell()
    {
        MatrixLinksBuilder builder;
        builder.add(full());
        builder.add(full());
        builder.setKind(1, QStringLiteral("reducescatter"), false);
        builder.setKind(0, QStringLiteral("receive"), true);
        const MatrixLinks links = builder.seal();
        QCOMPARE(links[0].kind(), QStringLiteral("receive"));
        QVERIFY(links[0].p2p() && links[0].globalRanks());
        QCOMPARE(links[1].kind(), QStringLiteral("reducescatter"));
        QVERIFY(!links[1].p2p() && links[1].globalRanks());
    }

    void copiesShareOneStore()
    {
        const MatrixLinks links({full()});
        RankData rank;
        rank.links = links;
        QVERIFY(rank.withoutTrace()->links.isSharedWith(links));
        QVERIFY(!MatrixLinks({full()}).isSharedWith(links));
        QCOMPARE(rank.bytesUsed(), links.bytes());
    }

    void takesLessThanItsRecords()
    {
        constexpr size_t count = 2000;
        const MatrixLinks links(std::vector<MatrixLink>(count, full()));
        QVERIFY2(links.bytes() < static_cast<qint64>(count * sizeof(MatrixLink)) / 3,
                 qPrintable(QString::number(links.bytes())));
        QVERIFY(links.bytes() > static_cast<qint64>(count * 50));
    }
};

RS_TEST(TestMatrixLinks, QCoreApplication);
#include "tst_matrixlinks.moc"
