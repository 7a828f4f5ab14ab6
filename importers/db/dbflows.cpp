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

/// Finds the links of connections that are asked for in their order.
class LinksByConnection
{
public:
    explicit LinksByConnection(const DbLinks &links) : m_links(links) {}

    std::pair<const DbLink *, const DbLink *> of(qint64 connection)
    {
        while (m_from < m_links.size() && m_links[m_from].connection < connection)
            ++m_from;
        size_t to = m_from;
        while (to < m_links.size() && m_links[to].connection == connection)
            ++to;
        return {m_links.data() + m_from, m_links.data() + to};
    }

private:
    const DbLinks &m_links;
    size_t m_from = 0;
};

/// Ends of one category.
class FlowEnds
{
public:
    FlowEnds(DbChunk &rows, std::string_view category) : m_rows(rows), m_category(category) {}

    void add(FlowId id, const DbLink &link, Phase phase)
    {
        if (m_word == NoText)
            m_word = m_rows.text(m_category);
        m_rows.chunk.addFlowEnd(id, link.ts, m_word, link.lane, phase);
    }

private:
    DbChunk &m_rows;
    std::string_view m_category;
    StrId m_word = NoText;
};

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

void orderLinks(std::vector<DbLink> &links)
{
    const auto before = [](const DbLink &a, const DbLink &b) {
        return std::tuple(a.connection, a.rank, a.ts, a.lane) < std::tuple(b.connection, b.rank, b.ts, b.lane);
    };
    if (!std::ranges::is_sorted(links, before))
        std::ranges::sort(links, before);
}

void addDbFlows(DbCannCalls &calls, DbFrameworkCalls &framework, DbDevice &device)
{
    expectMore(calls.rows.chunk.flowEnds, calls.links.size());
    expectMore(framework.rows.chunk.flowEnds,
               framework.operators.size() + framework.queue.size() + framework.marks.size());
    expectMore(device.rows.chunk.flowEnds, 2 * device.links.size() + device.marks.size());
    {
        FlowEnds starts(calls.rows, "HostToDevice");
        FlowEnds ends(device.rows, "HostToDevice");
        LinksByConnection launched(device.links);
        eachConnection(calls.links, [&](const DbLink *from, const DbLink *) {
            const auto [first, last] = launched.of(from->connection);
            if (first == last)
                return;
            const FlowId id = launchFlowId(from->connection);
            starts.add(id, *from, Phase::Start);
            for (const DbLink *to = first; to != last; ++to)
                ends.add(id, *to, Phase::End);
        });
    }
    {
        FlowEnds passes(framework.rows, "fwdbwd");
        FlowEnds starts(framework.rows, "async_npu");
        FlowEnds ends(device.rows, "async_npu");
        LinksByConnection launched(device.links);
        eachConnection(framework.operators, [&](const DbLink *from, const DbLink *to) {
            const FlowId id = flowIdOf(from->connection);
            const auto [first, last] = launched.of(from->connection);
            if (first == last) {
                // The forward operator comes first, its backward operators share the connection.
                for (const DbLink *l = from; l != to && to - from > 1; ++l)
                    passes.add(id, *l, l == from ? Phase::Start : Phase::End);
                return;
            }
            for (const DbLink *l = from; l != to; ++l)
                starts.add(id, *l, Phase::Start);
            // A copy may be two tasks: the text leads to the first of them.
            ends.add(id, *first, Phase::End);
        });
    }
    FlowEnds queued(framework.rows, "async_task_queue");
    eachConnection(framework.queue, [&](const DbLink *from, const DbLink *to) {
        if (to - from < 2 || from->rank != 0)
            return;
        const FlowId id = flowIdOf(from->connection);
        for (const DbLink *l = from; l != to; ++l)
            queued.add(id, *l, l->rank == 0 ? Phase::Start : Phase::End);
    });
    FlowEnds marks(framework.rows, "MsTx");
    FlowEnds marksOfDevice(device.rows, "MsTx");
    LinksByConnection marked(device.marks);
    eachConnection(framework.marks, [&](const DbLink *from, const DbLink *to) {
        const auto [first, last] = marked.of(from->connection);
        if (first == last)
            return;
        const FlowId id = flowIdOf(from->connection);
        for (const DbLink *l = from; l != to; ++l)
            marks.add(id, *l, Phase::Start);
        for (const DbLink *l = first; l != last; ++l)
            marksOfDevice.add(id, *l, Phase::End);
    });
}

} // namespace rs
