// SPDX-License-Identifier: Apache-2.0
#include "analysis/links/linksteps.h"

#include "analysis/links/stepmerge.h"
#include "analysis/time/optionalsum.h"
#include "core/base/largepages.h"
#include "core/base/saturate.h"

#include <algorithm>
#include <utility>

namespace rs {

namespace {

// Sums that mergeSteps() does not have of a link, over its rows.
struct LinkRowSum
{
    LinkRow row;
    ShareSum share;
    std::optional<double> largePackets;
    int parts = 0;

    void add(const LinkRow &part)
    {
        const bool isFirst = parts++ == 0;
        addPart(row.calls, part.calls, isFirst);
        addPart(row.packets, part.packets, isFirst);
        addPart(largePackets,
                part.packets && part.largePacketRatio
                    ? std::optional(*part.largePacketRatio * static_cast<double>(*part.packets))
                    : std::nullopt,
                isFirst);
        row.packetsOfRank = row.packetsOfRank || part.packetsOfRank;
        if (part.bestShare)
            share.add(*part.bestShare, part.cell.timeMs.value_or(0));
    }
    SteppedLink take(MergedLink link, int ofSteps)
    {
        row.cell = std::move(link.cell);
        if (row.cell.bandwidthGbs) // else what is known of some parts would stand for all
            row.bestShare = share.share();
        if (largePackets && row.packets.value_or(0) > 0)
            row.largePacketRatio = *largePackets / static_cast<double>(*row.packets);
        // Without the calls of every step nothing tells what one of them carried over all steps.
        if (row.cell.sizeMb && row.calls)
            row.messageMb = *row.cell.sizeMb * ofSteps / static_cast<double>(std::max<qint64>(*row.calls, 1));
        else if (parts == 1)
            row.messageMb = row.cell.sizeMb;
        return {std::move(row), link.steps, ofSteps};
    }
};

std::vector<SteppedLink> overSteps(const std::vector<LinkRow> &rows, const StepMergeChoice &choice,
                                   const JobContext &job)
{
    std::vector<const MatrixCell *> cells;
    cells.reserve(rows.size());
    for (const LinkRow &r : rows)
        cells.push_back(&r.cell);
    MergeParts parts;
    std::vector<MergedLink> links = mergeSteps(cells, choice, job, parts);
    if (job.isCanceled())
        return {};
    std::vector<LinkRowSum> sums;
    reserveLarge(sums, links.size());
    sums.resize(links.size());
    for (size_t i = 0; i < rows.size(); ++i)
        sums[parts.linkOf[i]].add(rows[i]);
    std::vector<SteppedLink> out;
    reserveLarge(out, links.size());
    for (size_t i = 0; i < links.size(); ++i)
        out.push_back(sums[i].take(std::move(links[i]), parts.ofSteps[i]));
    return out;
}

} // namespace

std::vector<SteppedLink> steppedLinks(const Run &run, const CommQuery &query, StepAggregation steps,
                                      const JobContext &job)
{
    std::vector<LinkRow> rows = linkRows(run, query, job);
    const bool isNamed =
        !query.op.isEmpty() && std::ranges::none_of(rows, [&query](const LinkRow &r) { return r.cell.op == query.op; });
    if (!query.op.isEmpty()) {
        CellsOfOperator chosen(query.op, isNamed);
        std::erase_if(rows, [&chosen](const LinkRow &r) { return !chosen.takes(r.cell); });
    }
    if (job.isCanceled())
        return {};
    if (steps != StepAggregation::Each)
        return overSteps(rows, {steps == StepAggregation::Mean, true, isNamed}, job);
    std::vector<SteppedLink> out;
    reserveLarge(out, rows.size());
    for (LinkRow &r : rows)
        out.push_back({std::move(r)});
    return out;
}

} // namespace rs
