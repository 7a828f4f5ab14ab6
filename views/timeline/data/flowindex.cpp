// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/data/flowindex.h"

#include <algorithm>

namespace rs {

FlowIndexOfRank FlowIndexOfRank::build(const Trace &trace)
{
    const FlowStore &flows = trace.flows();
    FlowIndexOfRank index;
    std::vector<Category> all(flows.categories().size());
    for (size_t c = 0; c < all.size(); ++c)
        all[c].name = std::string(trace.strings().view(flows.categories()[c].name));
    for (quint32 i = 0; i < flows.size(); ++i) {
        const Flow &f = flows.flows()[i];
        if (f.from == NoSlice || f.to == NoSlice || f.category >= all.size())
            continue;
        all[f.category].lines.push_back(
            {f.fromNs, f.toNs, trace.slices().rowOf(f.from), trace.slices().rowOf(f.to), FlowIndex{i}});
    }
    for (Category &c : all) {
        if (c.lines.empty())
            continue;
        const auto first = [](const FlowLine &l) { return std::min(l.fromNs, l.toNs); };
        std::sort(c.lines.begin(), c.lines.end(),
                  [&first](const FlowLine &a, const FlowLine &b) { return first(a) < first(b); });
        for (const FlowLine &l : c.lines)
            c.longestNs = std::max(c.longestNs, std::max(l.fromNs, l.toNs) - first(l));
        index.categories.push_back(std::move(c));
    }
    return index;
}

} // namespace rs
