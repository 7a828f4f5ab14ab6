// SPDX-License-Identifier: Apache-2.0
#include "analysis/compare/overallmetrics.h"
#include "support/cells.h"
#include "support/fixtures.h"
#include "support/testprogram.h"

#include <QTest>

using namespace rs;
using namespace rs::test;

namespace {

struct LaneGroup
{
    const char *communicator;
    const char *name; ///< empty: no file names it
    std::vector<int> ranks;
    qint64 ns; ///< not overlapped
};

std::shared_ptr<const RankData> rankWith(int rank, const std::vector<LaneGroup> &groups)
{
    TinyRank r(rank);
    r.process("5", "Overlap Analysis", 4, "NPU");
    r.thread("5", "0", "Computing");
    r.thread("5", "1", "Communication(Not Overlapped)");
    r.slice("5", "0", "Computing", 1'000'000, 100'000);
    qint64 at = 1'100'000;
    for (const LaneGroup &g : groups) {
        const std::string lane = "1" + std::string(g.communicator);
        r.thread("4", lane, "Group " + std::string(g.communicator) + " Communication");
        r.slice("4", lane, "hcom_allReduce_", at, g.ns);
        r.slice("5", "1", "Communication(Not Overlapped)", at, g.ns);
        at += g.ns;
        if (*g.name) {
            r.data.groups.push_back(
                {.commName = QLatin1String(g.communicator), .pgName = QLatin1String(g.name), .globalRanks = g.ranks});
        }
    }
    return r.finish();
}

} // namespace

class TestOverallMetrics : public QObject
{
    Q_OBJECT
private slots:
    // Each rank has communicators of its own for its groups of a kind, and the lanes stand in another order.
    void groupsOfOneNameAreCounterparts()
    {
        const auto base = rankWith(0, {{"10.0.0.1%eth0_60000_0_7", "tp", {0, 1}, 10'000},
                                       {"10.0.0.1%eth0_60000_0_8", "pp", {0, 4}, 20'000},
                                       {"10.0.0.1%eth0_60000_0_9", "dp", {0, 2}, 30'000},
                                       {"nameless_a", "", {}, 40'000}});
        const auto other = rankWith(1, {{"10.0.0.1%eth0_60000_0_5", "pp", {1, 5}, 22'000},
                                        {"10.0.0.1%eth0_60000_0_6", "dp", {1, 3}, 33'000},
                                        {"10.0.0.1%eth0_60000_0_7", "tp", {0, 1}, 11'000},
                                        {"nameless_b", "", {}, 44'000},
                                        {"nameless_c", "", {}, 55'000}});
        QStringList seen;
        for (const OverallPair &p : pairOverallMetrics(overallMetrics(*base), overallMetrics(*other))) {
            if (!(p.base && p.base->isGroup) && !(p.other && p.other->isGroup))
                continue;
            seen << QStringLiteral("%1: %2 %3")
                        .arg(p.name)
                        .arg(p.base ? *p.base->ns : 0)
                        .arg(p.other ? *p.other->ns : 0);
        }
        seen.sort();
        QCOMPARE(seen, texts("Group nameless_a Communication / Group nameless_b Communication: "
                             "40000 44000",
                             "Group nameless_c Communication: 0 55000", "dp:(0,2) / dp:(1,3): 30000 33000",
                             "pp:(0,4) / pp:(1,5): 20000 22000", "tp:(0,1): 10000 11000"));
    }
};

RS_TEST(TestOverallMetrics, QCoreApplication);
#include "tst_overallmetrics.moc"
