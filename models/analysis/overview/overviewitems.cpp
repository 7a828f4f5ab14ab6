// SPDX-License-Identifier: Apache-2.0
#include "analysis/overview/overviewitems.h"

#include "analysis/time/optionalsum.h"
#include "core/base/saturate.h"

#include <cmath>
#include <map>
#include <tuple>

namespace rs {

namespace {

void setTimes(OverviewItem &i, const OverviewRow &row)
{
    i.computingNs = nsOfUs(row.computingUs);
    i.pureNs = nsOfUs(row.pureComputeUs());
    i.coveredNs = nsOfUs(row.overlappedUs);
    i.uncoveredNs = nsOfUs(row.notOverlappedUs);
    i.communicationNs = nsOfUs(row.communicationUs);
    i.idleNs = nsOfUs(row.idleUs());
    i.preparingInFreeNs = nsOfUs(row.preparingInFreeUs).value_or(0);
    i.preparingNs = nsOfUs(row.preparingUs);
    i.stageNs = nsOfUs(row.stageUs);
    i.bubbleNs = nsOfUs(row.bubbleUs);
    i.excludeReceiveNs = nsOfUs(row.notOverlappedExcludeReceiveUs);
    i.totalNs = nsOfUs(row.totalUs());
    i.preparingMissing = row.preparingMissing;
    const bool whole = i.pureNs && i.coveredNs && i.uncoveredNs && i.idleNs && !i.preparingMissing;
    i.incompleteSteps = whole ? 0 : 1;
}

// Adds a row of the same bar to its sum.
void addStep(OverviewItem &sum, const OverviewItem &next)
{
    ++sum.steps;
    for (const auto time : overviewTimes) {
        if (time != &OverviewItem::preparingNs)
            addPart(sum.*time, next.*time);
    }
    // A source without such a column adds nothing; one whose value is missing takes the sum away.
    sum.preparingMissing |= next.preparingMissing;
    if (sum.preparingMissing)
        sum.preparingNs.reset();
    else if (next.preparingNs)
        sum.preparingNs = saturatedSum(sum.preparingNs.value_or(0), *next.preparingNs);
    sum.preparingInFreeNs = saturatedSum(sum.preparingInFreeNs, next.preparingInFreeNs);
    sum.incompleteSteps += next.incompleteSteps;
}

} // namespace

void computeRatios(OverviewItem &i)
{
    const auto part = [&i](const std::optional<qint64> &v) -> std::optional<double> {
        if (!v || !i.totalNs)
            return std::nullopt;
        return *i.totalNs > 0 ? static_cast<double>(*v) / static_cast<double>(*i.totalNs) : 0.0;
    };
    i.computingRatio = part(i.computingNs);
    i.communicationRatio = part(i.communicationNs);
}

std::optional<qint64> OverviewItem::offPeersNs() const
{
    if (!comparedNs || !peersNs)
        return std::nullopt;
    return saturatedDifference(*comparedNs, *peersNs);
}

std::optional<double> OverviewItem::offPeersRatio() const
{
    const std::optional<qint64> off = offPeersNs();
    if (!off || *peersNs <= 0)
        return std::nullopt;
    return static_cast<double>(*off) / static_cast<double>(*peersNs);
}

std::optional<double> usOfNs(const std::optional<qint64> &ns)
{
    return ns ? std::optional(static_cast<double>(*ns) / 1000.0) : std::nullopt;
}

std::optional<qint64> nsOfUs(const std::optional<double> &us)
{
    // Beyond 292 years the file is nonsense, and the conversion would be undefined.
    if (!us || !(std::abs(*us) < 9e15))
        return std::nullopt;
    return std::llround(*us * 1000);
}

OverviewItem overviewItem(const OverviewRow &row)
{
    OverviewItem i;
    i.rank = row.rank;
    i.rankIndex = row.rankIndex;
    i.device = row.device;
    i.rankLabel = row.label();
    i.step = row.step;
    setTimes(i, row);
    i.source = row.source;
    i.row = row;
    computeRatios(i);
    return i;
}

QString OverviewItem::makeKey() const
{
    return QStringLiteral("%1|%2|%3|%4").arg(rankIndex).arg(device).arg(steps > 1 ? QString() : step, rankLabel);
}

std::vector<OverviewItem> overviewItems(const std::vector<OverviewRow> &rows, bool sumSteps)
{
    std::vector<OverviewItem> out;
    if (!sumSteps) {
        out.reserve(rows.size());
        for (const OverviewRow &row : rows)
            out.push_back(overviewItem(row));
        return out;
    }
    std::map<std::tuple<int, int, QString>, size_t> barOf;
    // Rows come step by step, their ranks in one order: the bar is nearly always the one behind that of the last row.
    size_t expected = 0;
    OverviewItem next; // its times alone
    for (const OverviewRow &row : rows) {
        const auto isOf = [&row](const OverviewItem &i) {
            return i.rankIndex == row.rankIndex && i.device == row.device && i.row.rank == row.rank &&
                   i.row.rankLabel == row.rankLabel;
        };
        if (expected >= out.size())
            expected = 0;
        if (out.empty() || !isOf(out[expected])) {
            const auto [at, fresh] = barOf.try_emplace({row.rankIndex, row.device, row.label()}, out.size());
            expected = at->second;
            if (fresh) {
                out.push_back(overviewItem(row));
                ++expected;
                continue;
            }
        }
        OverviewItem &sum = out[expected++];
        setTimes(next, row);
        addStep(sum, next);
        if (sum.source != row.source && !sum.source.contains(row.source))
            sum.source += QLatin1String(" + ") + row.source;
    }
    for (OverviewItem &i : out)
        computeRatios(i);
    return out;
}

} // namespace rs
