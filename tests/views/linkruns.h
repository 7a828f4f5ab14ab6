// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/tracebuilder.h"
#include "support/fixtures.h"

#include <QStringList>

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace rs::test {

// Every rank of four sends to every other; from 3 to 0 it takes four times as long.
inline Run runOfLinks(const QStringList &keys = {QStringLiteral("allreduce")})
{
    auto rank = std::make_shared<RankData>();
    rank->info.rank = 0;
    std::vector<MatrixLink> links;
    for (int from = 0; from < 4; ++from) {
        for (int to = 0; to < 4; ++to) {
            if (from == to)
                continue;
            MatrixLink l;
            l.step = QStringLiteral("1");
            l.kind = QStringLiteral("allreduce");
            l.groupHash = QStringLiteral("77");
            l.source = from;
            l.destination = to;
            l.globalRanks = true;
            l.transport = QStringLiteral("HCCS");
            l.sizeMb = 16;
            l.timeMs = from == 3 && to == 0 ? 4 : 1;
            l.bandwidthGbs = *l.sizeMb / *l.timeMs;
            for (const QString &key : keys) {
                l.key = key;
                links.push_back(l);
            }
        }
    }
    rank->links = MatrixLinks(links);
    return makeRun({rank});
}

// Rank 0 of three sends to both others in one operator.
inline Run runOfTasks()
{
    TraceChunk chunk;
    StringPool &s = chunk.strings;
    const auto named = [&](TraceChunk::MetaKind kind, std::string_view tid, std::string_view name) {
        chunk.metas.push_back({kind, s.intern("4"), tid.empty() ? StrId{} : s.intern(tid), s.intern(name), 0});
    };
    named(TraceChunk::MetaKind::ProcessName, {}, "Communication");
    named(TraceChunk::MetaKind::ThreadName, "0", "Group group_name_17 Communication");
    named(TraceChunk::MetaKind::ThreadName, "1", "Plane 0");
    const auto slice = [&](std::string_view tid, std::string_view name, qint64 from, qint64 ns, quint32 detail) {
        TraceChunk::Slice one;
        one.lane = chunk.lane("4", tid);
        one.start = 1'000'000 + from;
        one.duration = ns;
        one.name = s.intern(name);
        one.detail = detail;
        chunk.slices.push_back(one);
    };
    slice("0", "hcom_allReduce__534_0_1", 0, 100'000, 0);
    for (const int to : {1, 2}) {
        TaskDetail d;
        d.srcRank = 0;
        d.dstRank = to;
        d.sizeBytes = 1000;
        d.linkType = s.intern("HCCS");
        chunk.details.push_back(d);
        slice("1", "Memcpy", 20'000 * to, 10'000, static_cast<quint32>(chunk.details.size()));
    }
    GroupInfo group;
    group.commName = QStringLiteral("group_name_17");
    group.hash = groupHash(group.commName);
    group.pgName = QStringLiteral("dp");
    group.globalRanks = {0, 1, 2};
    TraceBuilder builder;
    builder.addChunk(std::move(chunk));
    ThreadPool pool(1);
    ImportReport report;
    auto rank = std::make_shared<RankData>();
    rank->info.rank = 0;
    rank->info.label = QStringLiteral("0");
    rank->groups = {group};
    rank->trace = builder.seal(pool, JobContext(), report);
    return makeRun({rank});
}

// Two operators of rank 0 in its trace; links among four ranks name the short one as the quickest and the long one as
// the slowest of their type. Rank 1 has a trace without them.
inline Run runOfNamedLinks()
{
    TinyRank first(0);
    first.step(1, 1000, 1'000'000);
    first.communication("hcom_allReduce__077_0_1", 100'000, 50'000);
    first.communication("hcom_allReduce__077_1_1", 300'000, 100'000);
    TinyRank second(1);
    second.step(1, 1000, 1'000'000);
    second.kernel("MatMul", 100'000, 50'000);
    first.links = runOfLinks().ranks.front()->links.records();
    std::vector<MatrixLink> links;
    for (MatrixLink l : first.links) {
        l.key = QStringLiteral("allreduce-total");
        l.statistic = QStringLiteral("total");
        links.push_back(l);
        l.timeMs = 1;
        l.key = QStringLiteral("allreduce-top1");
        l.statistic = QStringLiteral("top1");
        l.opName = QStringLiteral("hcom_allReduce__077_0_1@77");
        links.push_back(l);
        l.timeMs = 2;
        l.key = QStringLiteral("allreduce-bottom1");
        l.statistic = QStringLiteral("bottom1");
        l.opName = QStringLiteral("hcom_allReduce__077_1_1@77");
        links.push_back(l);
    }
    first.links = links;
    return makeRun({first.finish(), second.finish()});
}

} // namespace rs::test
