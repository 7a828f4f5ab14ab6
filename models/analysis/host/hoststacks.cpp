// SPDX-License-Identifier: Apache-2.0
#include "analysis/host/hoststacks.h"

#include "core/base/saturate.h"
#include "core/job/jobcontext.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

namespace rs {

namespace {

constexpr HostTime ownTimes[] = {HostTime::HostSelf, HostTime::DeviceSelf, HostTime::CoreSelf};

HostTime totalOf(HostTime self)
{
    return static_cast<HostTime>(static_cast<int>(self) + 1);
}

} // namespace

class HostStackMaker
{
public:
    explicit HostStackMaker(const JobContext &job)
        : m_job(job), m_memory(job.sharedBudget()), m_texts(std::make_shared<StringPool>()),
          m_out(std::make_shared<HostStacks>())
    {
        m_out->m_nodes.emplace_back();
    }

    std::shared_ptr<const HostStacks> make(const Table &table)
    {
        const HostColumns columns(table);
        JobPoll poll(m_job);
        for (int row = 0; columns.name >= 0 && row < table.rows(); ++row) {
            if (poll.isCanceled())
                return nullptr;
            add(table, columns, row);
        }
        return finished();
    }

    std::shared_ptr<const HostStacks> make(const Trace &trace)
    {
        const SliceStore &s = trace.slices();
        // A thread has its functions and its operators in lanes of their own.
        std::map<std::pair<ProcessId, StrId>, std::vector<SliceId>> threads;
        JobPoll poll(m_job);
        for (quint32 l = 0; l < trace.lanes().size(); ++l) {
            const Lane &lane = trace.lanes()[l];
            for (const SliceId slice : trace.slicesOf(LaneId{l})) {
                if (poll.isCanceled())
                    return nullptr;
                const SliceKind kind = s.kind(slice);
                if (kind == SliceKind::Python || kind == SliceKind::Framework)
                    threads[{lane.process, lane.tid}].push_back(slice);
            }
        }
        for (auto &[thread, slices] : threads) {
            // In two equal spans the function called the operator.
            const auto later = [&s](const Span &a, const Span &b) {
                return std::tuple(a.startNs, -a.endNs, s.kind(a.slice) != SliceKind::Python, raw(a.slice)) >
                       std::tuple(b.startNs, -b.endNs, s.kind(b.slice) != SliceKind::Python, raw(b.slice));
            };
            std::vector<Span> spans;
            spans.reserve(slices.size());
            for (const SliceId id : slices)
                spans.push_back({s.start(id), s.end(id), id});
            std::make_heap(spans.begin(), spans.end(), later);
            while (!spans.empty()) {
                if (poll.isCanceled())
                    return nullptr;
                std::pop_heap(spans.begin(), spans.end(), later);
                Span &next = spans.back();
                while (!m_open.empty() && m_open.back().endNs <= next.startNs)
                    close();
                // Text writes lengths in doubles of microseconds, of which a quarter of one is left beside stamps of
                // today.
                constexpr qint64 roundingNs = 1000;
                if (m_open.empty() || next.endNs <= saturatedSum(m_open.back().endNs, roundingNs)) {
                    if (!m_open.empty())
                        next.endNs = std::min(next.endNs, m_open.back().endNs);
                    add(trace, next);
                    spans.pop_back();
                    continue;
                }
                // A range that outlasts the function in which it was begun is of who called that: from its end on.
                next.startNs = m_open.back().endNs;
                std::push_heap(spans.begin(), spans.end(), later);
            }
            while (!m_open.empty())
                close();
        }
        return finished();
    }

private:
    std::shared_ptr<const HostStacks> finished()
    {
        sumUp();
        arrange();
        m_texts->shrink();
        m_out->m_texts = m_texts;
        return m_job.isCanceled() ? nullptr : m_out;
    }

    /// Used part of a slice of the trace.
    struct Span
    {
        qint64 startNs = 0;
        qint64 endNs = 0;
        SliceId slice = NoSlice;
    };

    struct ChildKey
    {
        quint32 parent;
        quint32 text;
        StackNodeKind kind;
        bool operator==(const ChildKey &) const = default;
    };

    struct ChildHash
    {
        size_t operator()(const ChildKey &k) const
        {
            // Ids are dense: a multiplication spreads them, and no file chooses them.
            const quint64 both = (quint64{k.parent} << 32 | k.text) + static_cast<quint64>(k.kind);
            return static_cast<size_t>(both * 0x9E3779B97F4A7C15ULL >> 16);
        }
    };

    quint32 child(quint32 parent, StackNodeKind kind, StrId text)
    {
        const auto [at, isNew] =
            m_children.try_emplace({parent, raw(text), kind}, static_cast<quint32>(m_out->m_nodes.size()));
        if (isNew) {
            constexpr qint64 nodeBytes = sizeof(StackNode) + sizeof(quint32) + 64; // and its place among the children
            m_memory.hold(static_cast<qint64>(m_out->m_nodes.size() + 1) * nodeBytes);
            StackNode node;
            node.parent = parent;
            node.depth = m_out->m_nodes[parent].depth + 1;
            node.text = text;
            node.kind = kind;
            m_out->m_nodes.push_back(node);
            m_out->m_deepest = std::max(m_out->m_deepest, node.depth);
            m_out->m_frames += kind == StackNodeKind::Frame ? 1 : 0;
        }
        return at->second;
    }

    /// The node of the innermost frame.
    quint32 innermost(const Table &table, StrId stack)
    {
        const auto known = m_ofStack.find(raw(stack));
        if (known != m_ofStack.end())
            return known->second;
        m_frames.clear();
        eachFrame(table.strings().view(stack), [this](std::string_view frame) {
            m_frames.push_back(frame);
            return true;
        });
        quint32 node = HostStacks::Root;
        const size_t kept = std::min(m_frames.size(), HostStacks::MostFrames);
        for (size_t i = 0; i < kept; ++i)
            node = child(node, StackNodeKind::Frame, m_texts->intern(m_frames[m_frames.size() - 1 - i]));
        if (m_frames.empty())
            node = child(HostStacks::Root, StackNodeKind::NoStack, NoText);
        m_ofStack.emplace(raw(stack), node);
        return node;
    }

    void add(const Table &table, const HostColumns &columns, int row)
    {
        const StrId stack = columns.stack >= 0 ? table.textId(row, columns.stack) : NoText;
        const quint32 frame = innermost(table, stack);
        const StrId name = m_texts->intern(table.textView(row, columns.name));
        const quint32 op = child(frame, StackNodeKind::Operator, name);
        StackNode &node = m_out->m_nodes[op];
        ++node.calls;
        for (size_t i = 0; i < HostTimes; ++i) {
            if (table.has(row, columns.times[i]))
                node.sums.add(static_cast<HostTime>(i), table.real(row, columns.times[i]));
        }
        if (m_out->m_nodes[frame].kind == StackNodeKind::NoStack)
            ++m_out->m_withoutStack;
    }

    /// A slice that has not ended where the walk of its thread is.
    struct Open
    {
        qint64 endNs;
        qint64 selfNs;
        quint32 node;
        quint32 frame; ///< the innermost function, itself included
    };

    void add(const Trace &trace, const Span &span)
    {
        const SliceStore &s = trace.slices();
        const SliceId id = span.slice;
        const qint64 lengthNs = saturatedDifference(span.endNs, span.startNs);
        quint32 frame = m_open.empty() ? HostStacks::Root : m_open.back().frame;
        if (!m_open.empty())
            m_open.back().selfNs = saturatedDifference(m_open.back().selfNs, lengthNs);
        const StrId text = m_texts->intern(trace.strings().view(s.name(id)));
        quint32 node = frame;
        if (s.kind(id) == SliceKind::Python) {
            if (m_out->m_nodes[frame].depth < HostStacks::MostFrames)
                node = child(frame, StackNodeKind::Frame, text);
            frame = node;
        } else {
            if (frame == HostStacks::Root) {
                frame = child(HostStacks::Root, StackNodeKind::NoStack, NoText);
                ++m_out->m_withoutStack;
            }
            node = child(frame, StackNodeKind::Operator, text);
            ++m_out->m_nodes[node].calls;
            m_out->m_nodes[node].sums.add(HostTime::HostTotal, usOf(lengthNs));
        }
        // Operators below one without a stack have none either.
        if (m_out->m_nodes[frame].kind == StackNodeKind::NoStack)
            frame = HostStacks::Root;
        m_open.push_back({span.endNs, lengthNs, node, frame});
    }

    void close()
    {
        const Open &done = m_open.back();
        HostSums &sums = m_out->m_nodes[done.node].sums;
        const double us = usOf(std::max<qint64>(0, done.selfNs));
        sums.add(HostTime::HostSelf, us);
        if (m_out->m_nodes[done.node].kind == StackNodeKind::Frame)
            sums.add(HostTime::HostTotal, us);
        m_open.pop_back();
    }

    static double usOf(qint64 ns) { return static_cast<double>(ns) / 1e3; }

    void sumUp()
    {
        auto &nodes = m_out->m_nodes;
        for (size_t i = nodes.size(); i-- > 1;) {
            const StackNode &node = nodes[i];
            StackNode &parent = nodes[node.parent];
            parent.calls += node.calls;
            for (const HostTime self : ownTimes) {
                if (node.kind == StackNodeKind::Operator) {
                    parent.sums.add(node.sums, self, self);
                    parent.sums.add(node.sums, self, totalOf(self));
                } else {
                    parent.sums.add(node.sums, totalOf(self), totalOf(self));
                    // It calls others, and operators perhaps not at all.
                    if (node.sums.has(totalOf(self)))
                        parent.sums.add(self, 0);
                }
            }
        }
    }

    void arrange()
    {
        auto &nodes = m_out->m_nodes;
        for (size_t i = 1; i < nodes.size(); ++i)
            ++nodes[nodes[i].parent].children;
        quint32 next = 0;
        for (StackNode &node : nodes) {
            node.firstChild = next;
            next += node.children;
        }
        m_out->m_order.resize(next);
        std::vector<quint32> filled(nodes.size(), 0);
        for (quint32 i = 1; i < nodes.size(); ++i) {
            const quint32 parent = nodes[i].parent;
            m_out->m_order[nodes[parent].firstChild + filled[parent]++] = i;
        }
        for (quint32 i = 0; i < nodes.size(); ++i) {
            const auto first = m_out->m_order.begin() + nodes[i].firstChild;
            std::stable_sort(first, first + nodes[i].children, [this](quint32 a, quint32 b) {
                const double x = m_out->weight(a);
                const double y = m_out->weight(b);
                return x != y ? x > y : m_out->m_nodes[a].calls > m_out->m_nodes[b].calls;
            });
        }
    }

    const JobContext &m_job;
    MemoryReservation m_memory;
    std::shared_ptr<StringPool> m_texts;
    std::shared_ptr<HostStacks> m_out;
    std::unordered_map<ChildKey, quint32, ChildHash> m_children;
    std::unordered_map<quint32, quint32> m_ofStack; ///< by text of the table
    std::vector<std::string_view> m_frames;
    std::vector<Open> m_open;
};

double HostStacks::weight(quint32 node) const
{
    const StackNode &n = m_nodes[node];
    return n.sums.us(n.kind == StackNodeKind::Operator ? HostTime::HostSelf : HostTime::HostTotal);
}

qint64 HostStacks::bytes() const
{
    return static_cast<qint64>(m_nodes.capacity() * sizeof(StackNode) + m_order.capacity() * sizeof(quint32)) +
           (m_texts ? m_texts->bytes() : 0);
}

std::shared_ptr<const HostStacks> hostStacks(const Table &table, const JobContext &job)
{
    return HostStackMaker(job).make(table);
}

std::shared_ptr<const HostStacks> hostStacks(const Trace &trace, const JobContext &job)
{
    return HostStackMaker(job).make(trace);
}

Phrase stacksOfTraceNote(const RankData &rank)
{
    if (!rank.table(QStringLiteral("operator_details")))
        return RS_MESSAGE("From Python functions in the trace, because the rank has no operator_details.csv: self "
                          "times of functions count too, and device times are unknown. The profiler writes the "
                          "file when CPU and NPU are profiled (ProfilerActivity.CPU, ProfilerActivity.NPU), with "
                          "stacks if with_stack=True.");
    return RS_MESSAGE("From Python functions in the trace, because operator_details.csv has no call stacks: self "
                      "times of functions count too, and device times are unknown.");
}

bool hasPythonStacks(const Trace &trace)
{
    const std::vector<Lane> &lanes = trace.lanes();
    return std::ranges::any_of(
        lanes, [](const Lane &lane) { return lane.kind == LaneKind::PythonStack && lane.sliceCount > 0; });
}

std::shared_ptr<const HostStacks> hostStacks(const RankData &rank, bool &fromTrace, const JobContext &job)
{
    const std::shared_ptr<const Table> table = rank.table(QStringLiteral("operator_details"));
    const bool inTable = table && HostColumns(*table).hasStacks(*table);
    fromTrace = !inTable && rank.trace && hasPythonStacks(*rank.trace);
    if (fromTrace)
        return hostStacks(*rank.trace, job);
    return table ? hostStacks(*table, job) : hostStacks(Table(), job);
}

} // namespace rs
