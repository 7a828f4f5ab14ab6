// SPDX-License-Identifier: Apache-2.0
// Covered communication of a rank in the chosen domains.
#include "support/describedgroup.h"
#include "support/fixtures.h"
#include "support/scenarios.h"
#include "support/testprogram.h"
#include "tables/base/catalogue.h"

#include <QTest>

#include <memory>

using namespace rs;
using namespace rs::test;

namespace {

CommOp operatorIn(const QString &group, const QString &name, double startUs)
{
    CommOp out;
    out.step = QStringLiteral("1");
    out.groupHash = groupHash(group);
    out.name = name;
    out.startUs = startUs;
    out.elapseMs = 1;
    return out;
}

} // namespace

class TestOverlapDomains : public QObject
{
    Q_OBJECT
private slots:
    void operatorsOfTheChosenDomains_data()
    {
        const Scenarios<QString, int> row;
        row("all", "", 4);
        row("one", "tp:(0,1)", 1);
        row("a kind of two", "tp", 2);
        row("another kind", "dp", 2);
        row("none of it", "p2p", 0);
    }

    void operatorsOfTheChosenDomains()
    {
        const auto [domain, rows] = scenario<QString, int>();
        const QString first = QStringLiteral("group_name_1");
        const QString second = QStringLiteral("group_name_2");
        const QString third = QStringLiteral("group_name_3");
        TinyRank rank(0);
        rank.data.groups = {describedGroup(first, QStringLiteral("tp"), {0, 1}),
                            describedGroup(second, QStringLiteral("tp2"), {0, 2}),
                            describedGroup(third, QStringLiteral("dp"), {0, 4})};
        rank.commOps = {operatorIn(first, QStringLiteral("hcom_allReduce__1_0_1"), 0),
                        operatorIn(second, QStringLiteral("hcom_allReduce__2_0_1"), 2000),
                        operatorIn(third, QStringLiteral("hcom_allReduce__3_0_1"), 4000),
                        operatorIn(third, QStringLiteral("hcom_allReduce__3_1_1"), 6000)};
        TableQuery query;
        query.run = std::make_shared<const Run>(makeRun({rank.finish()}));
        query.rank = 0;
        query.domain = domain;
        const Catalogue catalogue = Catalogue::ofProgram();
        const TableSpec *const spec = catalogue.find(u"communication.overlap");
        QVERIFY(spec);
        QCOMPARE(static_cast<int>(spec->rows(query, JobContext())->rows()), rows);
        if (rows == 0)
            QCOMPARE(spec->whyEmpty(query).literal,
                     QStringLiteral("No communication operator of the rank belongs to the chosen steps and domains."));
    }
};

RS_TEST(TestOverlapDomains, QCoreApplication);
#include "tst_overlapdomains.moc"
