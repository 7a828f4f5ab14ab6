// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/flowstore.h"
#include "core/trace/trace.h"

#include <string>
#include <vector>

namespace rs {

/// One joined flow, small enough to walk over hundreds of thousands per frame.
struct FlowLine
{
    qint64 fromNs = 0;
    qint64 toNs = 0;
    RowId fromRow{};
    RowId toRow{};
    FlowIndex flow{};
};

/// Joined flows of a rank by category, ordered by their earlier end.
struct FlowIndexOfRank
{
    struct Category
    {
        std::string name;
        std::vector<FlowLine> lines;
        qint64 longestNs = 0; ///< how far before a window a line that enters it may begin
    };
    std::vector<Category> categories; ///< those with lines

    static FlowIndexOfRank build(const Trace &trace);
};

} // namespace rs
