// SPDX-License-Identifier: Apache-2.0
#include "linkruns.h"

#include "analysis/diagnosis/diagnosis.h"
#include "analysis/links/linkcostmodel.h"
#include "analysis/links/linkutilisation.h"
#include "support/says.h"
#include "support/cells.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>

using namespace rs;
using namespace rs::test;

namespace {

// Hosts of four ranks, each with a domain of its own whose ranks exchange `mb` (and 1 % more for each host on the way),
// and a domain of all that exchanges half a kilobyte. `slow` in parts of the usual time, by the hosts of a link.
Run runOfHosts(int hosts, double mb, const std::function<double(int, int)> &slow)
{
    std::vector<std::shared_ptr<const RankData>> ranks;
    const auto group = [](const QString &name, int first, int count) {
        GroupInfo g{.commName = name, .hash = groupHash(name), .pgName = QStringLiteral("dp")};
        for (int r = first; r < first + count; ++r)
            g.globalRanks.push_back(r);
        return g;
    };
    const GroupInfo world = group(QStringLiteral("world"), 0, 4 * hosts);
    for (int r = 0; r < 4 * hosts; ++r) {
        const int host = r / 4;
        TinyRank t(r);
        t.data.info.host = QChar(u'a' + host);
        const GroupInfo own = group(QStringLiteral("stage %1").arg(host), 4 * host, 4);
        t.data.groups = {world, own};
        const auto add = [&](const GroupInfo &g, int other, double size) {
            MatrixLink l = link(QStringLiteral("total"), r - g.globalRanks.front(), other - g.globalRanks.front(), size,
                                usual(size) * (1 + 0.002 * ((r + other) % 3 - 1)) * slow(host, other / 4));
            l.groupHash = g.hash;
            if (other / 4 != host)
                l.transport = QStringLiteral("RDMA");
            t.links.push_back(l);
        };
        for (int other = 0; other < 4 * hosts; ++other) {
            if (other == r)
                continue;
            add(world, other, 0.0005);
            if (other / 4 == host)
                add(own, other, mb * (1 + 0.01 * host));
        }
        ranks.push_back(t.finish());
    }
    return makeRun(ranks);
}

QString reachOf(const Run &run, const QString &transport, const ReferenceRates &rates = {})
{
    for (const LinkUtilisation &reach : linkUtilisation(judgeLinks(run), rates)) {
        if (reach.transport == transport)
            return utilisationSentence(reach).value_or(Phrase()).english();
    }
    return QStringLiteral("no such type");
}

} // namespace

/// Links of hosts, which may all be slow alike, and what links of a type reach together.
class TestLinkHosts : public QObject
{
    Q_OBJECT
private slots:
    void whatConnectsTwoHosts()
    {
        // Three hosts of two ranks: what goes from a to b is slow.
        std::vector<Pair> pairs = everyPair(6);
        for (Pair &p : pairs)
            p.factor = p.a < 2 && p.b >= 2 && p.b < 4 ? 5 : 1;
        std::vector<QString> hosts;
        for (const char *h : {"a", "a", "b", "b", "c", "c"})
            hosts.push_back(QString::fromLatin1(h));
        const LinkJudgement found = judgeLinks(runOfPairs(6, pairs, hosts));
        QCOMPARE(found.faults.size(), size_t(1));
        const LinkFault &f = found.faults.front();
        QCOMPARE(cells(f.kind, f.host, f.otherHost, f.slowPairs), cells(LinkFaultKind::Hosts, "a", "b", 4));
        // Without known hosts they are four links.
        QCOMPARE(judgeLinks(runOfPairs(6, pairs)).faults.size(), size_t(4));
    }

    void halfOfTheHostsIsSlow_data()
    {
        // ofFirst: 0-2, between the hosts a and b; ofSecond: 1-3, likewise; ofThird: 2-4, between b and c
        const Scenarios<double, double, double, bool> row;
        row("a and b", 6.0, 6.3, 1.0, true);
        row("a second tier of the network", 1.6, 1.6, 1.0, false);
        row("one link to each host", 6.0, 1.0, 6.0, false);
    }

    // A pipeline over three hosts: each kind has as many slow links as sound ones, and nobody could tell which are odd.
    void halfOfTheHostsIsSlow()
    {
        const auto [ofFirst, ofSecond, ofThird, named] = scenario<double, double, double, bool>();
        std::vector<QString> hosts;
        for (const char *h : {"a", "a", "b", "b", "c", "c"})
            hosts.push_back(QString::fromLatin1(h));
        const std::vector<Pair> pairs = {{0, 2, 4, ofFirst}, {1, 3, 4, ofSecond}, {2, 4, 4, ofThird}, {3, 5, 4, 1.02}};
        const LinkJudgement found = judgeLinks(runOfPairs(6, pairs, hosts));
        QCOMPARE(found.faults.size(), size_t(named ? 1 : 0));
        QVERIFY(judgeLinks(runOfPairs(6, pairs)).faults.empty());
        if (!named)
            return;
        const LinkFault &f = found.faults.front();
        QCOMPARE(cells(f.kind, f.host, f.otherHost, f.slowPairs, f.judgedPairs),
                 cells(LinkFaultKind::Hosts, "a", "b", 2, 2));
        // Both directions of 1-3 lost 6.3 - 1 times what is usual, or 1.02 times that.
        QCOMPARE(f.source, 1);
        QVERIFY(std::abs(static_cast<double>(f.lostNs) - 2 * 5.3 * usual(4) * 1e6) < 0.05 * usual(4) * 1e6);
    }

    // All five links between two hosts, of which two are of one rank.
    void hostsBeforeARankWithFewerOfTheirLinks()
    {
        std::vector<QString> hosts;
        for (const char *h : {"a", "a", "a", "b", "b", "b", "c", "c", "c", "d", "d", "d"})
            hosts.push_back(QString::fromLatin1(h));
        std::vector<Pair> pairs;
        for (int r = 0; r < 9; ++r)
            pairs.push_back({r, r + 3, 4, r < 3 ? 6.0 : 1.0});
        for (int r = 2; r < 11; r += 3)
            pairs.push_back({r, r + 1, 4, r == 2 ? 6.0 : 1.0});
        const LinkJudgement found = judgeLinks(runOfPairs(12, pairs, hosts));
        QCOMPARE(found.faults.size(), size_t(1));
        QCOMPARE(cells(found.faults.front().kind, found.faults.front().slowPairs, found.faults.front().judgedPairs),
                 cells(LinkFaultKind::Hosts, 4, 4));
    }

    void aSlowHost_data()
    {
        const Scenarios<int, double, double> row;
        for (const int hosts : {2, 3, 4}) {
            for (const double factor : {4.0, 10.0}) {
                for (const double mb : {3.0, 0.05})
                    QTest::addRow("%d hosts, %g MB, %g times", hosts, mb, factor) << hosts << mb << factor;
            }
        }
    }

    // The domain of a host is all that is there to compare the links of a rank with, and slow as a whole.
    void aSlowHost()
    {
        const auto [hosts, mb, times] = scenario<int, double, double>();
        const double factor = times;
        const LinkJudgement found =
            judgeLinks(runOfHosts(hosts, mb, [factor](int a, int b) { return a == 1 && b == 1 ? factor : 1; }));
        QCOMPARE(found.faults.size(), size_t(1));
        const LinkFault &f = found.faults.front();
        QCOMPARE(cells(f.kind, f.transport, f.host, f.slowPairs, f.judgedPairs),
                 cells(LinkFaultKind::Host, hccs, "b", 6, 6));
        // Both directions in both domains.
        const double lost = 2 * (factor - 1) * (usual(mb * 1.01) + usual(0.0005)) * 1e6;
        QVERIFY2(std::abs(static_cast<double>(f.lostNs) - lost) < 0.03 * lost, qPrintable(QString::number(f.lostNs)));
        const auto fit = std::find_if(found.fits.begin(), found.fits.end(),
                                      [](const LinkCostModel &l) { return l.transport == u"HCCS"; });
        QVERIFY2(std::abs(fit->expectedMs(mb) - usual(mb)) < 0.01 * usual(mb),
                 qPrintable(QString::number(fit->msPerMb)));
    }

    // Its network card, whomever it sends to.
    void aHostWhoseSendsAreSlow()
    {
        for (const int hosts : {3, 4}) {
            const LinkJudgement found =
                judgeLinks(runOfHosts(hosts, 3, [](int a, int b) { return a != b && (a == 1 || b == 1) ? 4 : 1; }));
            QCOMPARE(found.faults.size(), size_t(1));
            const LinkFault &f = found.faults.front();
            QCOMPARE(cells(f.kind, f.transport, f.host, f.slowPairs),
                     cells(LinkFaultKind::Host, "RDMA", "b", static_cast<size_t>(16 * (hosts - 1))));
        }
    }

    void hostsThatAreSlowAlike()
    {
        const auto faults = [](int hosts, const std::function<double(int, int)> &slow) {
            return judgeLinks(runOfHosts(hosts, 3, slow)).faults.size();
        };
        QCOMPARE(cells(faults(4, [](int, int) { return 1; }), faults(4, [](int, int) { return 10; }),
                       faults(2, [](int a, int b) { return a == 1 && b == 1 ? 1.6 : 1; })),
                 cells(0, 0, 0));
        // Three of four: it may as well be the fourth that is quick.
        QCOMPARE(faults(4, [](int a, int b) { return a == b && a < 3 ? 4 : 1; }), size_t(0));
    }

    // Links of 20 GB/s, or all of them 4 times slower: 5 of the usual 18.
    void typesThatCannotBeJudged()
    {
        const auto all = [](double factor) { return runOfHosts(2, 3, [factor](int, int) { return factor; }); };
        QCOMPARE(reachOf(all(1), hccs), QString());
        const LinkUtilisation slow = linkUtilisation(judgeLinks(all(4))).front();
        QVERIFY(slow.compared && slow.usual && slow.isBelow());
        QCOMPARE(cells(slow.transport, slow.referenceGbs), cells(hccs, 18.0));
        QVERIFY2(std::abs(*slow.reachedGbs - 5) < 0.05, qPrintable(QString::number(*slow.reachedGbs)));
        const QString usualText = reachOf(all(4), hccs);
        QVERIFY(begins(usualText, "All links of type HCCS reach 5"));
        QVERIFY(says(usualText, "less than 0.8 of the usual reference rate of 18 GB/s."));
        // The user's reference is called so, be it slower or quicker.
        ReferenceRates own{.hccs = 28};
        QVERIFY(reachOf(all(4), hccs, own).contains(QLatin1String("of the set reference rate of 28 GB/s")));
        QVERIFY(reachOf(all(1), hccs, own).contains(QLatin1String("reach 20 GB/s at most")));
        own.hccs = 5;
        QCOMPARE(reachOf(all(4), hccs, own), QString());
        // Half a kilobyte tells no bandwidth.
        QVERIFY(!linkUtilisation(judgeLinks(all(4)))[1].reachedGbs);
        QCOMPARE(reachOf(all(4), QStringLiteral("RDMA")), QString());
        // Two pairs are too few where neither stands out.
        const Run two = runOfPairs(4, {{0, 1, 4}, {2, 3, 4, 1.5}});
        QVERIFY(begins(reachOf(two, hccs), "Links of type HCCS could not be compared with each other:"));
        // 4 MB in 0.22 ms.
        QVERIFY(ends(reachOf(two, hccs), "They reach 18.2 GB/s at most; the usual reference rate is 18 "
                                         "GB/s."));
        QVERIFY(reachOf(two, hccs, own).endsWith(QLatin1String("the set reference rate is 5 GB/s.")));
    }

    void theVerdictSaysWhatItCouldNotJudge()
    {
        const auto detailsOf = [](const Run &run, const ReferenceRates &rates) {
            const Diagnosis d = diagnose(run, {}, JobContext(), rates);
            QStringList out;
            for (const Phrase &p : d.areas.back().details)
                out << p.english();
            const std::vector<EvidenceRows> &evidence = d.areas.back().evidence;
            const bool leads = std::any_of(evidence.begin(), evidence.end(),
                                           [](const EvidenceRows &e) { return e.table == u"links.fit"; });
            out << (leads ? QStringLiteral("links.fit") : QString());
            return d.problems.empty() ? out.join(u'|') : QStringLiteral("accused");
        };
        const Run slow = runOfHosts(2, 3, [](int, int) { return 4; });
        QVERIFY(detailsOf(slow, {}).contains(QLatin1String("All links of type HCCS reach 5")));
        QVERIFY(detailsOf(slow, {}).endsWith(QLatin1String("|links.fit")));
        ReferenceRates own{.hccs = 5};
        QVERIFY(!detailsOf(slow, own).contains(QLatin1String("HCCS")));
        QVERIFY(!detailsOf(slow, own).contains(QLatin1String("links.fit")));
    }
};

RS_TEST(TestLinkHosts, QCoreApplication);
#include "tst_linkhosts.moc"
