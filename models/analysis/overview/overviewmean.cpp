// SPDX-License-Identifier: Apache-2.0
#include "analysis/overview/overviewmean.h"

#include "analysis/overview/overviewfigures.h"
#include "analysis/ranks/baseinformation.h"
#include "core/base/saturate.h"

#include <algorithm>
#include <set>

namespace rs {

OverviewItem meanOfRanks(const std::vector<OverviewItem> &items)
{
    OverviewItem out = items.front();
    if (items.size() == 1)
        return out;
    // Ranks that are folded into one count as many.
    const auto ranksOf = [](const OverviewItem &item) { return item.folded ? std::ssize(item.folded->ranks) : 1; };
    qint64 count = 0;
    for (const OverviewItem &item : items)
        count += ranksOf(item);
    using Time = std::optional<qint64> OverviewItem::*;
    for (const Time time :
         {&OverviewItem::computingNs, &OverviewItem::pureNs, &OverviewItem::coveredNs, &OverviewItem::uncoveredNs,
          &OverviewItem::communicationNs, &OverviewItem::idleNs, &OverviewItem::preparingNs, &OverviewItem::totalNs}) {
        std::optional<qint64> sum = 0;
        for (const OverviewItem &item : items) {
            for (qint64 rank = 0; sum && rank < ranksOf(item); ++rank)
                sum = item.*time ? std::optional(saturatedSum(*sum, *(item.*time))) : std::nullopt;
        }
        out.*time = sum ? std::optional(*sum / count) : std::nullopt;
    }
    // What some of them have, and others have no column for, is missing of all.
    out.preparingMissing = !out.preparingNs && std::ranges::any_of(items, [](const OverviewItem &i) {
        return i.preparingNs || i.preparingMissing;
    });
    computeRatios(out);
    std::set<int> numbers;
    QStringList labels;
    for (const OverviewItem &item : items) {
        if (item.folded)
            numbers.insert(item.folded->ranks.begin(), item.folded->ranks.end());
        else if (item.rank >= 0)
            numbers.insert(item.rank);
        else if (!labels.contains(item.rankLabel))
            labels << item.rankLabel;
        out.steps = std::max(out.steps, item.steps);
        out.incompleteSteps = std::max(out.incompleteSteps, item.incompleteSteps);
        if (item.step != out.step)
            out.step.clear();
    }
    if (!numbers.empty())
        labels.prepend(rankSpans({numbers.begin(), numbers.end()}));
    out.rankLabel = labels.join(QStringLiteral(", "));
    out.folded.reset();
    out.rankIndex = -1;
    out.device = -1;
    out.rank = -1;
    return out;
}

} // namespace rs
