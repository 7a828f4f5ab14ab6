// SPDX-License-Identifier: Apache-2.0
// Sealing of "B" and "E": each end finds its begin, and the pair becomes a slice.
#include "core/trace/tracebuilder.h"

#include "core/job/cancelsort.h"
#include "core/trace/tracebuilder_p.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace rs {

namespace {

constexpr size_t cancelEvery = 1024;

constexpr quint32 none = 0xffffffffU;

// Begins of one lane that are still open, innermost last, to be closed by id, by name, or whatever stands innermost. A
// begin lies on three stacks; closed through one, the others drop it when it comes to their top.
class OpenEdges
{
public:
    explicit OpenEdges(quint32 texts) : m_topById(texts, none), m_topByName(texts, none) {}

    void startLane(size_t edges)
    {
        for (const Edge &e : m_edges) {
            m_topById[raw(e.id)] = none;
            m_topByName[raw(e.name)] = none;
        }
        m_all.clear();
        m_edges.assign(edges, {});
    }
    void push(quint32 edge, StrId id, StrId name)
    {
        m_edges[edge] = {id, name, std::exchange(m_topById[raw(id)], edge), std::exchange(m_topByName[raw(name)], edge),
                         true};
        m_all.push_back(edge);
    }
    /// The innermost begin that an end of that id and name closes.
    std::optional<quint32> close(StrId id, StrId name)
    {
        quint32 found = none;
        if (id != NoText) {
            quint32 &top = m_topById[raw(id)];
            while (top != none && !m_edges[top].isOpen)
                top = m_edges[top].belowById;
            found = top;
        } else if (name != NoText) {
            quint32 &top = m_topByName[raw(name)];
            while (top != none && !m_edges[top].isOpen)
                top = m_edges[top].belowByName;
            found = top;
        } else {
            while (!m_all.empty() && !m_edges[m_all.back()].isOpen)
                m_all.pop_back();
            found = m_all.empty() ? none : m_all.back();
        }
        if (found == none)
            return std::nullopt;
        m_edges[found].isOpen = false;
        return found;
    }

private:
    struct Edge
    {
        StrId id{};
        StrId name{};
        quint32 belowById = none;
        quint32 belowByName = none;
        bool isOpen = false;
    };
    std::vector<quint32> m_topById; // by text
    std::vector<quint32> m_topByName;
    std::vector<Edge> m_edges; // of the lane
    std::vector<quint32> m_all;
};

} // namespace

void TraceBuilder::Work::pairEdges()
{
    constexpr quint64 offsetMask = (quint64{1} << 56) - 1; // as TraceChunk::packSource
    struct Where
    {
        size_t chunk;
        const TraceChunk::Edge *edge;
    };
    std::unordered_map<quint32, std::vector<Where>> byLane;
    for (size_t c = 0; c < chunks.size() && !job.isCanceled(); ++c) {
        for (size_t i = 0; i < chunks[c].edges.size(); ++i) {
            if (i % cancelEvery == 0 && job.isCanceled())
                return;
            const TraceChunk::Edge &e = chunks[c].edges[i];
            byLane[rawLane(stringMap[c][raw(chunks[c].lanes[e.lane].pid)],
                           stringMap[c][raw(chunks[c].lanes[e.lane].tid)], false)]
                .push_back({c, &e});
        }
    }
    if (byLane.empty())
        return;
    qint64 unpaired = 0;
    quint64 first = std::numeric_limits<quint64>::max(); // of the unpaired: file and byte
    std::vector<bool> paired;
    OpenEdges open(strings.size());
    for (auto &[lane, edges] : byLane) {
        if (!sortCancellably(edges, job, [](const Where &a, const Where &b) { return a.edge->ts < b.edge->ts; }))
            return;
        open.startLane(edges.size());
        paired.assign(edges.size(), false);
        for (quint32 i = 0; i < edges.size(); ++i) {
            if (i % cancelEvery == 0 && job.isCanceled())
                return;
            const Where &w = edges[i];
            const StrId id = stringMap[w.chunk][raw(w.edge->id)];
            const StrId name = stringMap[w.chunk][raw(w.edge->name)];
            if (w.edge->begin) {
                open.push(i, id, name);
                ++unpaired;
                continue;
            }
            const auto found = open.close(id, name);
            if (!found) {
                ++unpaired;
                continue;
            }
            --unpaired;
            paired[i] = paired[*found] = true;
            const Where &begin = edges[*found];
            TraceChunk::Slice s;
            s.start = begin.edge->ts;
            s.duration = w.edge->ts - begin.edge->ts;
            s.argsAt = begin.edge->argsAt;
            s.argsLength = begin.edge->argsLength;
            s.name = begin.edge->name;
            s.lane = begin.edge->lane;
            chunks[begin.chunk].slices.push_back(s);
        }
        for (size_t i = 0; i < edges.size(); ++i) {
            if (!paired[i])
                first = std::min(first, edges[i].edge->argsAt);
        }
    }
    finding(Severity::Loss, "trace.unpaired-edge",
            RS_MESSAGE("Begin or end events without their partner: they have no duration and are not shown."), unpaired,
            {}, Place::byte(first & offsetMask));
}

} // namespace rs
