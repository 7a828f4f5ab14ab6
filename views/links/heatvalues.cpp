// SPDX-License-Identifier: Apache-2.0
#include "views/links/heatvalues.h"

#include "analysis/overview/peerspread.h"
#include "core/job/jobcontext.h"

#include <algorithm>
#include <cmath>

namespace rs {

namespace {

quint16 linkTypeOf(HeatValues &out, const MatrixLinkSum &link)
{
    // A handful of them.
    qsizetype at = out.transports.indexOf(link.transport);
    if (at < 0) {
        at = out.transports.size();
        out.transports.append(link.transport);
    }
    if (!out.scope.difference || link.hasOtherType())
        return HeatValues::typeOf(static_cast<size_t>(at), HeatValues::Shade::Full);
    return HeatValues::typeOf(static_cast<size_t>(at),
                              link.baseTransport ? HeatValues::Shade::Pale : HeatValues::Shade::None);
}

// Reads the medians from the keys: these take a thirtieth of the memory of a million links.
void readMedians(HeatValues &out, size_t n, JobPoll &poll)
{
    const double sign = out.isRate() ? -1 : 1;
    std::vector<std::vector<double>> columns(n);
    out.rowMedians.resize(n);
    out.columnMedians.resize(n);
    bool any = false;
    for (size_t r = 0; r < n && !poll.isCanceled(); ++r) {
        std::vector<double> row;
        for (size_t c = 0; c < n; ++c) {
            const double key = out.keys[r * n + c];
            if (r == c || key == HeatValues::nothing || key == HeatValues::outside)
                continue;
            row.push_back(sign * key);
            columns[c].push_back(sign * key);
        }
        if (!row.empty())
            out.rowMedians[r] = medianOf(std::move(row));
        any = any || out.rowMedians[r];
    }
    for (size_t c = 0; c < n && !poll.isCanceled(); ++c) {
        if (!columns[c].empty())
            out.columnMedians[c] = medianOf(std::move(columns[c]));
    }
    if (!any) {
        out.rowMedians.clear();
        out.columnMedians.clear();
    }
}

} // namespace

HeatValues heatValues(const MatrixGrid &grid, const MatrixScope &scope, const JobContext &job)
{
    HeatValues out;
    out.scope = scope;
    out.keys.assign(grid.at.size(), HeatValues::nothing);
    const size_t n = grid.ranks.size();
    const bool isType = scope.value == MatrixValue::LinkType;
    if (isType)
        out.types.resize(grid.at.size());
    const double sign = out.isRate() ? -1 : 1;
    JobPoll poll(job);
    for (const MatrixLinkSum &l : grid.links) {
        if (poll.isCanceled())
            return out;
        const size_t at = static_cast<size_t>(l.source) * n + static_cast<size_t>(l.destination);
        if (isType) {
            out.types[at] = linkTypeOf(out, l);
            // A pixel of several types shows one that differs in the other run.
            out.keys[at] = scope.difference && l.hasOtherType() ? 1 : HeatValues::outside;
            continue;
        }
        out.hasInner = out.hasInner || l.inner;
        out.hasSmall = out.hasSmall || l.isSmall(scope.leastMb);
        out.hasNoValue = out.hasNoValue || (!l.inner && !l.value(scope.value));
        out.hasUnknown = out.hasUnknown || !l.base.value(scope.value);
        const std::optional<double> v = scope.of(l);
        out.keys[at] = v ? sign * *v : HeatValues::outside;
        if (v)
            out.range = out.range ? std::pair(std::min(out.range->first, *v), std::max(out.range->second, *v))
                                  : std::pair(*v, *v);
    }
    if (isType)
        return out;
    if (out.range && scope.difference) {
        const double most = std::max(std::abs(out.range->first), std::abs(out.range->second));
        out.range = std::pair(-most, most);
    }
    readMedians(out, n, poll);
    return out;
}

} // namespace rs
