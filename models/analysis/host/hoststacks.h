// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/host/hostoperators.h"
#include "core/text/phrase.h"
#include "core/text/stringpool.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace rs {

/// Kind of a node of the tree of call stacks.
enum class StackNodeKind : quint8 {
    Root,    ///< everything
    NoStack, ///< stands for calls that were recorded without a stack
    Frame,   ///< a function of Python at one line: "main.py(345): train"
    Operator ///< operator of the framework, called by the frame above it
};

struct StackNode
{
    quint32 parent = 0;
    quint32 firstChild = 0; ///< into HostStacks::order
    quint32 children = 0;
    quint32 depth = 0; ///< 0: the root
    StrId text = NoText;
    StackNodeKind kind = StackNodeKind::Root;
    qint64 calls = 0; ///< operators in it and below
    /// Times of an operator are those of the file, so its totals include the operators that it calls, which are listed
    /// beside it. Of the others: self is what operators called directly by it took themselves, total the same of all
    /// below it, so that nothing counts twice. From a trace, the time of the function outside of others and of
    /// operators is in both.
    HostSums sums;
};

/// The operators of operator_details.csv, or of a trace, by the Python functions that called them. Immutable.
class HostStacks
{
public:
    static constexpr quint32 Root = 0;
    /// Frames of one stack that are told apart, from the outermost one on; what is below counts for the last of them.
    static constexpr size_t MostFrames = 2048;

    [[nodiscard]] const std::vector<StackNode> &nodes() const { return m_nodes; }
    [[nodiscard]] const StackNode &at(quint32 node) const { return m_nodes[node]; }
    [[nodiscard]] quint32 size() const { return static_cast<quint32>(m_nodes.size()); }
    /// The most total host time first.
    [[nodiscard]] std::span<const quint32> childrenOf(quint32 node) const
    {
        return {m_order.data() + m_nodes[node].firstChild, m_nodes[node].children};
    }
    [[nodiscard]] std::string_view text(quint32 node) const { return m_texts->view(m_nodes[node].text); }
    [[nodiscard]] const std::shared_ptr<const StringPool> &texts() const { return m_texts; }
    /// Part of all in host time: total of frames, self of operators, so that the parts of what stands side by side add
    /// up to at most the part of what is above. 0 without times.
    [[nodiscard]] double weight(quint32 node) const;
    [[nodiscard]] bool hasFrames() const { return m_frames > 0; }
    [[nodiscard]] qint64 withoutStack() const { return m_withoutStack; } ///< calls
    [[nodiscard]] quint32 deepest() const { return m_deepest; }
    [[nodiscard]] qint64 bytes() const;

private:
    friend class HostStackMaker;

    std::vector<StackNode> m_nodes; ///< a parent before its children
    std::vector<quint32> m_order;
    std::shared_ptr<const StringPool> m_texts;
    qint64 m_frames = 0;
    qint64 m_withoutStack = 0;
    quint32 m_deepest = 0;
};

/// Stacks of operator_details.csv. Holds room in the job's budget while it grows; throws OverBudget. Null when
/// cancelled.
[[nodiscard]] std::shared_ptr<const HostStacks> hostStacks(const Table &table, const JobContext &job = JobContext());

/// Whether a trace has slices of Python functions (with_stack or with_modules).
[[nodiscard]] bool hasPythonStacks(const Trace &trace);
/// Stacks of the slices of Python functions and operators of the framework, thread by thread, with host times alone: a
/// slice is below the one of its thread that holds it. Of one that outlasts the slice in which it starts, as ranges of
/// the framework do that are begun in __enter__, what comes behind that one counts, so that nothing counts twice.
/// Otherwise as above.
[[nodiscard]] std::shared_ptr<const HostStacks> hostStacks(const Trace &trace, const JobContext &job = JobContext());
/// Stacks of operator_details.csv if it has call stacks, else of the trace if it has; `fromTrace` tells which. Without
/// either no frames.
[[nodiscard]] std::shared_ptr<const HostStacks> hostStacks(const RankData &rank, bool &fromTrace,
                                                           const JobContext &job = JobContext());

/// Note on stacks of a trace, and why operator_details.csv of this rank has none.
[[nodiscard]] Phrase stacksOfTraceNote(const RankData &rank);

} // namespace rs
