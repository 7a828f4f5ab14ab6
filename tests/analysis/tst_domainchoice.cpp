// SPDX-License-Identifier: Apache-2.0
// Domains chosen by a kind, one at a time, or all of them.
#include "analysis/communication/commmatrix.h"
#include "analysis/ranks/domainchoice.h"
#include "analysis/ranks/domains.h"
#include "support/cells.h"
#include "support/describedgroup.h"
#include "support/fixtures.h"
#include "support/scenarios.h"
#include "support/testprogram.h"
#include "support/timedop.h"

#include <QTest>

#include <vector>

using namespace rs;
using namespace rs::test;

namespace {

Domain domainNamed(const char *hash, const char *name, std::vector<int> ranks, bool p2p = false)
{
    Domain out{.hash = QString::fromLatin1(hash)};
    out.groupName = out.hash;
    out.pgName = QString::fromLatin1(name);
    out.ranks = std::move(ranks);
    out.ranksKnown = true;
    out.p2p = p2p;
    return out;
}

std::vector<Domain> fiveDomains()
{
    return {domainNamed("11", "tp", {0, 1}), domainNamed("12", "TP_1", {2, 3}), domainNamed("13", "dp_cp", {0, 2}),
            domainNamed("14", "", {0, 1, 2, 3}), domainNamed("15", "pp", {1, 3}, true)};
}

QString chosenOf(const std::vector<Domain> &all, const DomainChoice &choice)
{
    QStringList out;
    for (const Domain &d : all) {
        if (choice.has(d.hash))
            out << d.hash;
    }
    return out.join(u' ');
}

CommOp operatorOf(const QString &name, const QString &group, double elapse)
{
    return timedOp({.step = QStringLiteral("5"), .name = name, .groupHash = groupHash(group)},
                   {.elapseMs = elapse, .transitMs = elapse});
}

} // namespace

class TestDomainChoice : public QObject
{
    Q_OBJECT
private slots:
    void whatATextChooses_data()
    {
        const Scenarios<QString, QString, QString, bool> row;
        row("all", "", "11 12 13 14 15", "", false);
        row("a kind, whatever follows the name", "tp", "11 12", "tp", false);
        row("a kind of one", "dp", "13", "dp", true);
        row("sends and receives", "p2p", "15", "p2p", true);
        row("collectives", "collective", "11 12 13 14", "collective", false);
        row("a kind that the run does not have", "ep", "", "ep", true);
        row("by hash", "12", "12", "TP_1:(2,3)", true);
        row("by label", "tp:(0,1)", "11", "tp:(0,1)", true);
        row("by ranks", "(0-3)", "14", "(0,1,2,3)@14", true);
        row("nothing", "99", "", "99", true);
    }

    void whatATextChooses()
    {
        const auto [text, chosen, label, one] = scenario<QString, QString, QString, bool>();
        const std::vector<Domain> all = fiveDomains();
        const DomainChoice choice(all, text);
        QCOMPARE(chosenOf(all, choice), chosen);
        QCOMPARE(cells(choice.label(), choice.isOne(), choice.isAll(), choice.isKnown()),
                 cells(label, one, text.isEmpty(), !text.isEmpty() && !chosen.isEmpty()));
        // Operators that no domain has are found by the text itself.
        QCOMPARE(choice.has(QStringLiteral("99")), text.isEmpty() || text == u"99");
        QCOMPARE(choice.hasLabel(QStringLiteral("99")), text.isEmpty() || text == u"99");
        QCOMPARE(choice.hasLabel(QStringLiteral("tp:(0,1)")), chosen.contains(u"11"));
    }

    void itsRanksAreThoseOfAllItsDomains()
    {
        const std::vector<Domain> all = fiveDomains();
        const DomainChoice tp(all, QStringLiteral("tp"));
        const DomainChoice dp(all, QStringLiteral("dp"));
        for (int rank = 0; rank < 4; ++rank) {
            QVERIFY(tp.hasRank(rank));
            QCOMPARE(dp.hasRank(rank), rank == 0 || rank == 2);
        }
        QVERIFY(!DomainChoice(all, QStringLiteral("99")).hasRank(0));
        QVERIFY(DomainChoice().hasRank(7));
        QVERIFY(tp.areRanksKnown());
        std::vector<Domain> seen = all;
        seen[1].ranksKnown = false;
        QVERIFY(!DomainChoice(seen, QStringLiteral("tp")).areRanksKnown());
    }

    // A communicator may have any name: it is meant before the kind.
    void aGroupOfThatNameIsMeantFirst()
    {
        std::vector<Domain> all = fiveDomains();
        all[3].groupName = QStringLiteral("tp");
        QCOMPARE(chosenOf(all, DomainChoice(all, QStringLiteral("tp"))), QStringLiteral("14"));
    }

    // Rank 0 is in tp:(0,1) for 1 ms and 2 ms, in dp:(0,2) for 4 ms; rank 2 in tp:(2,3) for 8 ms.
    void operatorsOfAKindAreThoseOfItsDomains()
    {
        const QString first = QStringLiteral("group_name_1");
        const QString second = QStringLiteral("group_name_2");
        const QString other = QStringLiteral("group_name_3");
        TinyRank a(0);
        TinyRank c(2);
        for (TinyRank *const rank : {&a, &c}) {
            rank->data.groups = {describedGroup(first, QStringLiteral("tp"), {0, 1}),
                                 describedGroup(second, QStringLiteral("tp"), {2, 3}),
                                 describedGroup(other, QStringLiteral("dp"), {0, 2})};
        }
        a.commOps = {operatorOf(QStringLiteral("hcom_allReduce__1_0_1"), first, 1),
                     operatorOf(QStringLiteral("hcom_allGather__1_1_1"), first, 2),
                     operatorOf(QStringLiteral("hcom_allReduce__3_0_1"), other, 4)};
        c.commOps = {operatorOf(QStringLiteral("hcom_allReduce__2_0_1"), second, 8)};
        const Run run = makeRun({a.finish(), c.finish()});
        const auto elapsedOf = [&run](const QString &domain) {
            double sum = 0;
            CommQuery query{.domain = domain};
            for (const CommRow &row : communicationRows(run, query))
                sum += row.total ? 0 : row.elapseMs.value_or(0);
            return sum;
        };
        QCOMPARE(cells(elapsedOf({}), elapsedOf(QStringLiteral("tp")), elapsedOf(QStringLiteral("tp:(0,1)")),
                       elapsedOf(QStringLiteral("dp")), elapsedOf(QStringLiteral("p2p"))),
                 cells(15.0, 11.0, 3.0, 4.0, 0.0));
        QCOMPARE(domainLabel(run, u"tp"), QStringLiteral("tp"));
        QVERIFY(domainLabel(run, u"ep").isEmpty());
    }
};

RS_TEST(TestDomainChoice, QCoreApplication);
#include "tst_domainchoice.moc"
