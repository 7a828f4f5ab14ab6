// SPDX-License-Identifier: Apache-2.0
// Runs whose ranks send messages over links of 20 GB/s.
#pragma once

#include "core/run/rundata.h"

#include "support/fixtures.h"

#include <QString>

#include <vector>

namespace rs::test {

inline const QString hccs = QStringLiteral("HCCS");
inline const QString dp = QStringLiteral("3985310396883821534"); // group_name_17

inline MatrixLink link(const QString &statistic, int source, int destination, double size, double time,
                       const QString &kind = QStringLiteral("allreduce"))
{
    return {.step = QStringLiteral("5"),
            .key = kind + u'-' + statistic,
            .kind = kind,
            .statistic = statistic,
            .groupHash = dp,
            .source = source,
            .destination = destination,
            .transport = source == destination ? QStringLiteral("LOCAL") : hccs,
            .sizeMb = size,
            .timeMs = time,
            .bandwidthGbs = size / time};
}

// 0.02 ms and 20 MB/ms: what a sound link takes.
inline double usual(double mb)
{
    return 0.02 + mb / 20;
}

// The domain `dp`, of so many ranks from 0 on.
inline GroupInfo domainOf(int ranks)
{
    GroupInfo g{.commName = QStringLiteral("group_name_17")};
    g.hash = groupHash(g.commName);
    g.pgName = QStringLiteral("dp");
    for (int r = 0; r < ranks; ++r)
        g.globalRanks.push_back(r);
    return g;
}

// Pairs of ranks, each with links in both directions that carry a message of `mb` in `factor` times the usual time.
struct Pair
{
    int a;
    int b;
    double mb;
    double factor = 1;
    QString kind = QStringLiteral("allreduce");
};
inline Run runOfPairs(int ranks, const std::vector<Pair> &pairs, const std::vector<QString> &hosts = {})
{
    std::vector<std::shared_ptr<const RankData>> out;
    const GroupInfo g = domainOf(ranks);
    for (int r = 0; r < ranks; ++r) {
        TinyRank t(r);
        t.data.groups = {g};
        if (!hosts.empty())
            t.data.info.host = hosts[static_cast<size_t>(r)];
        for (const Pair &p : pairs) {
            if (p.a == r || p.b == r)
                t.links.push_back(
                    link(QStringLiteral("total"), r, p.a == r ? p.b : p.a, p.mb, usual(p.mb) * p.factor, p.kind));
        }
        out.push_back(t.finish());
    }
    return makeRun(out);
}

// Every pair of `ranks`, with messages of 1 to 32 MB; those of rank `slowRank` are 5 times as long.
inline std::vector<Pair> everyPair(int ranks, int slowRank = -1)
{
    std::vector<Pair> out;
    for (int a = 0; a < ranks; ++a) {
        for (int b = a + 1; b < ranks; ++b)
            out.push_back({a, b, double(1 << (out.size() % 6)), a == slowRank || b == slowRank ? 5.0 : 1.0});
    }
    return out;
}

} // namespace rs::test
