// SPDX-License-Identifier: Apache-2.0
#include "importers/db/dbflows.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

namespace rs {

namespace {

using DbLinks = std::vector<DbLink>;
using Phase = TraceChunk::FlowPhase;

void orderLinks(DbLinks &links)
{
    std::sort(links.begin(), links.end(), [](const DbLink &a, const DbLink &b) {
        return std::tuple(a.connection, a.rank, a.ts, a.lane) < std::tuple(b.connection, b.rank, b.ts, b.lane);
    });
}

/// Calls `use` with the links of each connection, which are in order.
template <typename Use>
void eachConnection(const DbLinks &links, Use use)
{
    for (size_t from = 0, to = 0; from < links.size(); from = to) {
        while (to < links.size() && links[to].connection == links[from].connection)
            ++to;
        use(links.data() + from, links.data() + to);
    }
}

std::pair<const DbLink *, const DbLink *> linksOf(const DbLinks &links, qint64 connection)
{
    const auto less = [](const DbLink &l, qint64 c) { return l.connection < c; };
    const auto greater = [](qint64 c, const DbLink &l) { return c < l.connection; };
    const auto from = std::lower_bound(links.begin(), links.end(), connection, less);
    const auto to = std::upper_bound(from, links.end(), connection, greater);
    return {links.data() + (from - links.begin()), links.data() + (to - links.begin())};
}

void addEnd(DbChunk &rows, std::string_view category, FlowId id, const DbLink &link, Phase phase)
{
    rows.chunk.addFlowEnd(id, link.ts, rows.text(category), link.lane, phase);
}

FlowId flowIdOf(qint64 connection)
{
    return {0, static_cast<quint64>(connection)};
}

/// As newer versions of CANN write it: connection << 32.
FlowId launchFlowId(qint64 connection)
{
    return {static_cast<quint64>(connection) >> 32, static_cast<quint64>(connection) << 32};
}

} // namespace

void addDbFlows(DbCannCalls &calls, DbFrameworkCalls &framework, DbDevice &device)
{
    for (DbLinks *const links :
         {&calls.links, &framework.operators, &framework.queue, &framework.marks, &device.links, &device.marks})
        orderLinks(*links);
    eachConnection(calls.links, [&](const DbLink *from, const DbLink *) {
        const auto [first, last] = linksOf(device.links, from->connection);
        if (first == last)
            return;
        const FlowId id = launchFlowId(from->connection);
        addEnd(calls.rows, "HostToDevice", id, *from, Phase::Start);
        for (const DbLink *to = first; to != last; ++to)
            addEnd(device.rows, "HostToDevice", id, *to, Phase::End);
    });
    eachConnection(framework.operators, [&](const DbLink *from, const DbLink *to) {
        const FlowId id = flowIdOf(from->connection);
        const auto [first, last] = linksOf(device.links, from->connection);
        if (first == last) {
            // The forward operator comes first, its backward operators share the connection.
            for (const DbLink *l = from; l != to && to - from > 1; ++l)
                addEnd(framework.rows, "fwdbwd", id, *l, l == from ? Phase::Start : Phase::End);
            return;
        }
        for (const DbLink *l = from; l != to; ++l)
            addEnd(framework.rows, "async_npu", id, *l, Phase::Start);
        // A copy may be two tasks: the text leads to the first of them.
        addEnd(device.rows, "async_npu", id, *first, Phase::End);
    });
    eachConnection(framework.queue, [&](const DbLink *from, const DbLink *to) {
        if (to - from < 2 || from->rank != 0)
            return;
        const FlowId id = flowIdOf(from->connection);
        for (const DbLink *l = from; l != to; ++l)
            addEnd(framework.rows, "async_task_queue", id, *l, l->rank == 0 ? Phase::Start : Phase::End);
    });
    eachConnection(framework.marks, [&](const DbLink *from, const DbLink *to) {
        const auto [first, last] = linksOf(device.marks, from->connection);
        if (first == last)
            return;
        const FlowId id = flowIdOf(from->connection);
        for (const DbLink *l = from; l != to; ++l)
            addEnd(framework.rows, "MsTx", id, *l, Phase::Start);
        for (const DbLink *l = first; l != last; ++l)
            addEnd(device.rows, "MsTx", id, *l, Phase::End);
    });
}

} // namespace rs
