// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/sharedcolumn.h"
#include "core/trace/flowid.h"

#include <vector>

namespace rs {

/// One joined start–end pair. Delay is toNs - fromNs and may be negative: host and device clocks differ.
struct Flow
{
    SliceId from = NoSlice;
    SliceId to = NoSlice;
    qint64 fromNs = 0; ///< stamp of the "s" event, which may lie inside the source slice
    qint64 toNs = 0;
    FlowId id;
    quint32 category = 0; ///< index into FlowStore::categories()
};

/// Counts of one category ("HostToDevice", "async_npu", …).
struct FlowCategory
{
    StrId name{};
    quint32 starts = 0;       ///< "s" events seen
    quint32 ends = 0;         ///< "f" and "t" events seen, those that stand again once
    quint32 joined = 0;       ///< pairs whose both ends have a slice
    quint32 orphanStarts = 0; ///< starts in no joined pair
    quint32 orphanEnds = 0;
    quint32 negative = 0; ///< joined pairs that end before they start
    // Reasons of orphans; the three add up to both counts.
    quint32 orphansOutOfSlice = 0; ///< a partner is there, but one of the two lies in no slice of the file
    quint32 orphansCutOff = 0; ///< no partner: starts behind the last joined start, ends before the first joined end
    quint32 orphansAlone = 0;  ///< no partner, though the capture holds its time
};

/// Flows of one rank, ordered by source slice; `incoming` is the same set ordered by target slice. A copy
/// shares them.
class FlowStore
{
public:
    [[nodiscard]] const SharedColumn<Flow> &flows() const { return m_flows; }
    /// All of them, ordered by target slice.
    [[nodiscard]] const SharedColumn<FlowIndex> &byTarget() const { return m_byTarget; }
    [[nodiscard]] const std::vector<FlowCategory> &categories() const { return m_categories; }
    [[nodiscard]] quint32 size() const { return static_cast<quint32>(m_flows.size()); }
    [[nodiscard]] const Flow &at(FlowIndex i) const { return m_flows[raw(i)]; }
    [[nodiscard]] std::vector<FlowIndex> outgoing(SliceId s) const;
    [[nodiscard]] std::vector<FlowIndex> incoming(SliceId s) const;
    /// Index into categories(), or -1.
    [[nodiscard]] int categoryOf(StrId name) const;
    [[nodiscard]] qint64 bytes() const;

private:
    friend class TraceBuilder;
    friend class TraceEditor;
    friend class TraceCodec;

    SharedColumn<Flow> m_flows;
    SharedColumn<FlowIndex> m_byTarget;
    std::vector<FlowCategory> m_categories;
};

} // namespace rs
