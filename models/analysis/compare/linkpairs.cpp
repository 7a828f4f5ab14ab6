// SPDX-License-Identifier: Apache-2.0
#include "analysis/compare/linkpairs.h"

#include "analysis/time/jobpoll.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace rs {

void pairLinks(std::vector<MergedLink> &links, const std::vector<MergedLink> &others, const LinkPairing &by,
               const JobContext &job)
{
    const QString none;
    const auto keyOf = [&](const MatrixCell &c) {
        return std::tuple<int, int, bool, const QString &, const QString &, const QString &>(
            c.source, c.destination, c.global, by.operators ? c.op : none, by.domains ? c.domain : none,
            by.steps ? c.step : none);
    };
    std::vector<const MergedLink *> sorted;
    sorted.reserve(others.size());
    for (const MergedLink &o : others)
        sorted.push_back(&o);
    std::ranges::stable_sort(
        sorted, [&keyOf](const MergedLink *a, const MergedLink *b) { return keyOf(a->cell) < keyOf(b->cell); });
    JobPoll poll(job);
    for (MergedLink &l : links) {
        if (poll.isCanceled())
            return;
        const auto key = keyOf(l.cell);
        const auto at = std::ranges::lower_bound(
            sorted, key, [&keyOf](const MergedLink *o, const auto &k) { return keyOf(o->cell) < k; });
        l.other.reset();
        if (at != sorted.end() && keyOf((*at)->cell) == key)
            l.other =
                LinkAmounts{(*at)->cell.sizeMb, (*at)->cell.timeMs, (*at)->cell.bandwidthGbs, (*at)->cell.transport};
    }
}

LinkAmounts differenceOf(const MergedLink &link)
{
    const auto less = [](const std::optional<double> &is, const std::optional<double> &of) {
        // What floating point leaves behind says nothing.
        return is && of ? std::optional(std::round((*is - *of) * 1e6) / 1e6) : std::nullopt;
    };
    const LinkAmounts other = link.other.value_or(LinkAmounts());
    return {less(link.cell.sizeMb, other.sizeMb),
            less(link.cell.timeMs, other.timeMs),
            less(link.cell.bandwidthGbs, other.bandwidthGbs),
            {}};
}

} // namespace rs
