// SPDX-License-Identifier: Apache-2.0
// Operators that other traffic makes longer over a sound link, and links that are slow.
#include "linkruns.h"

#include "analysis/links/linkcostmodel.h"
#include "support/testprogram.h"

#include <QTest>

#include <functional>
#include <random>

using namespace rs;
using namespace rs::test;

namespace {

const std::vector<QString> kinds = {QStringLiteral("allreduce"), QStringLiteral("allgather"),
                                    QStringLiteral("reducescatter")};
constexpr int ranks = 6;
constexpr int steps = 3;

// Time of a message over a link, in parts of the usual time.
using Factor = std::function<double(int source, int destination, int step, size_t kind)>;

// Every rank sends to each other, in each step one message of each kind, of 16, 4 and 1 MB.
Run runOf(const Factor &factor)
{
    std::vector<std::shared_ptr<const RankData>> out;
    const GroupInfo g = domainOf(ranks);
    for (int r = 0; r < ranks; ++r) {
        TinyRank t(r);
        t.data.groups = {g};
        for (int step = 1; step <= steps; ++step) {
            double mb = 16;
            for (size_t kind = 0; kind < kinds.size(); ++kind, mb /= 4) {
                for (int other = 0; other < ranks; ++other) {
                    if (other == r)
                        continue;
                    MatrixLink l = link(QStringLiteral("total"), r, other, mb, usual(mb) * factor(r, other, step, kind),
                                        kinds[kind]);
                    l.step = QString::number(step);
                    t.links.push_back(l);
                }
            }
        }
        out.push_back(t.finish());
    }
    return makeRun(out);
}

bool isOneToTwo(int source, int destination)
{
    return source == 1 && destination == 2;
}

// "1-2 x3": the ends of each fault, and how many of its messages are slow.
QStringList faultsOf(const Run &run)
{
    QStringList out;
    for (const LinkFault &f : judgeLinks(run).faults)
        out << QStringLiteral("%1-%2 x%3").arg(f.source).arg(f.destination).arg(f.links.size());
    return out;
}

} // namespace

class TestLinkCostModel : public QObject
{
    Q_OBJECT
private slots:
    void whatIsSlow_data()
    {
        QTest::addColumn<Factor>("factor");
        QTest::addColumn<QStringList>("expected");
        const auto row = [](const char *name, const Factor &factor, const QStringList &expected) {
            QTest::newRow(name) << factor << expected;
        };
        row("nothing", [](int, int, int, size_t) { return 1; }, {});
        row("one message of nine",
            [](int a, int b, int step, size_t kind) { return isOneToTwo(a, b) && step == 2 && kind == 0 ? 1.7 : 1; },
            {});
        row("the small ones of a link", // 0.22 + 0.07 of 1.11 ms: 1.26 times the usual time together
            [](int a, int b, int, size_t kind) { return isOneToTwo(a, b) && kind > 0 ? 2 : 1; }, {});
        row("one direction", [](int a, int b, int, size_t) { return isOneToTwo(a, b) ? 1.9 : 1; },
            {QStringLiteral("1-2 x9")});
        row("one step, three times as long",
            [](int a, int b, int step, size_t) { return isOneToTwo(a, b) && step == 2 ? 3 : 1; },
            {QStringLiteral("1-2 x3")});
        row("one step, half as long again",
            [](int a, int b, int step, size_t) { return isOneToTwo(a, b) && step == 2 ? 1.5 : 1; }, {});
    }

    void whatIsSlow()
    {
        QFETCH(const Factor, factor);
        QTEST(faultsOf(runOf(factor)), "expected");
    }

    void twoPairsOfAType_data()
    {
        QTest::addColumn<std::vector<Pair>>("pairs");
        QTest::addColumn<QStringList>("expected");
        const QString gather = QStringLiteral("allgather");
        QTest::newRow("alike") << std::vector<Pair>{{0, 1, 8}, {2, 3, 8}} << QStringList();
        QTest::newRow("1.8 times") << std::vector<Pair>{{0, 1, 8}, {2, 3, 8, 1.8}} << QStringList();
        QTest::newRow("six times") << std::vector<Pair>{{0, 1, 8}, {2, 3, 8, 6}}
                                   << QStringList{QStringLiteral("2-3 x2")};
        QTest::newRow("small messages take as long")
            << std::vector<Pair>{{0, 1, 8}, {2, 3, 8, 6}, {0, 1, 0.01, 1, gather}, {2, 3, 0.01, 1, gather}}
            << QStringList{QStringLiteral("2-3 x2")};
        QTest::newRow("half of the time is as long on both")
            << std::vector<Pair>{{0, 1, 8}, {2, 3, 8, 6}, {0, 1, 32, 1, gather}, {2, 3, 32, 1, gather}}
            << QStringList();
    }

    void twoPairsOfAType()
    {
        QFETCH(const std::vector<Pair>, pairs);
        QTEST(faultsOf(runOfPairs(4, pairs)), "expected");
    }

    // Every fourth message takes 1.2 to 1.7 times as long, whatever its link: of a hundred runs none has a slow link,
    // and of a hundred with one, three times as slow, just that one is named.
    void trafficThatSharesLinks()
    {
        for (quint32 seed = 1; seed <= 100; ++seed) {
            for (const bool isPlanted : {false, true}) {
                std::mt19937 random(seed);
                std::uniform_real_distribution<double> part(0, 1);
                const QStringList found = faultsOf(runOf([&](int a, int b, int, size_t) {
                    const double shared = part(random) < 0.25 ? 1.2 + 0.5 * part(random) : 1;
                    return isPlanted && (isOneToTwo(a, b) || isOneToTwo(b, a)) ? 3 * shared : shared;
                }));
                const QString told = QStringLiteral("seed %1: %2").arg(seed).arg(found.join(u' '));
                QVERIFY2(found.size() == (isPlanted ? 1 : 0), qPrintable(told));
                QVERIFY2(!isPlanted || found.front().startsWith(QLatin1String("1-2 ")), qPrintable(told));
            }
        }
    }
};

RS_TEST(TestLinkCostModel, QCoreApplication);

#include "tst_linkcostmodel.moc"
