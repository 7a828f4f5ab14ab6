// SPDX-License-Identifier: Apache-2.0
#include "analysis/hoststacks.h"

#include "analysis/jobpoll.h"

#include <algorithm>
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
    HostStackMaker(const Table &table, const JobContext &job)
        : m_table(table), m_columns(table), m_job(job), m_memory(job.sharedBudget()),
          m_texts(std::make_shared<StringPool>()), m_out(std::make_shared<HostStacks>())
    {
        m_out->m_nodes.emplace_back();
    }

    std::shared_ptr<const HostStacks> make()
    {
        JobPoll poll(m_job);
        for (int row = 0; m_columns.name >= 0 && row < m_table.rows(); ++row) {
            if (poll.isCanceled())
                return nullptr;
            add(row);
        }
        sumUp();
        arrange();
        m_texts->shrink();
        m_out->m_texts = m_texts;
        return m_job.isCanceled() ? nullptr : m_out;
    }

private:
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
    quint32 innermost(StrId stack)
    {
        const auto known = m_ofStack.find(raw(stack));
        if (known != m_ofStack.end())
            return known->second;
        m_frames.clear();
        eachFrame(m_table.strings().view(stack), [this](std::string_view frame) {
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

    void add(int row)
    {
        const StrId stack = m_columns.stack >= 0 ? m_table.textId(row, m_columns.stack) : NoText;
        const quint32 frame = innermost(stack);
        const StrId name = m_texts->intern(m_table.textView(row, m_columns.name));
        const quint32 op = child(frame, StackNodeKind::Operator, name);
        StackNode &node = m_out->m_nodes[op];
        ++node.calls;
        for (size_t i = 0; i < HostTimes; ++i) {
            if (m_columns.times[i] >= 0 && m_table.has(row, m_columns.times[i]))
                node.sums.add(static_cast<HostTime>(i), m_table.real(row, m_columns.times[i]));
        }
        if (m_out->m_nodes[frame].kind == StackNodeKind::NoStack)
            ++m_out->m_withoutStack;
    }

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

    const Table &m_table;
    const HostColumns m_columns;
    const JobContext &m_job;
    MemoryReservation m_memory;
    std::shared_ptr<StringPool> m_texts;
    std::shared_ptr<HostStacks> m_out;
    std::unordered_map<ChildKey, quint32, ChildHash> m_children;
    std::unordered_map<quint32, quint32> m_ofStack; ///< by text of the table
    std::vector<std::string_view> m_frames;
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
    return HostStackMaker(table, job).make();
}

} // namespace rs
