// SPDX-License-Identifier: Apache-2.0
#include "analysis/compare/memorycompare.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace rs {

namespace {

constexpr double kbOfMb = 1024;

std::optional<MemoryMoment> peakOf(const RankData &rank, BlockGrouping by, QStringView component, Interval window,
                                   const JobContext &job)
{
    const MemoryCurves curves =
        memoryCurves(rank.table(QStringLiteral("memory_record")), MemoryGrouping::Component, job);
    return explainMemory(curves, MemoryBlocks(rank), by, std::nullopt, window, component, job);
}

} // namespace

MemoryComparison compareMemory(const RankData &base, const RankData &other, BlockGrouping by, QStringView component,
                               Interval baseWindow, Interval otherWindow, const JobContext &job)
{
    MemoryComparison out;
    out.base = peakOf(base, by, component, baseWindow, job);
    out.other = peakOf(other, by, component, otherWindow, job);
    // A side whose blocks are not known would seem to hold everything by nobody.
    const bool hasBlocks = MemoryBlocks(base).rows() > 0 && MemoryBlocks(other).rows() > 0;
    if (!out.base || !out.other || !hasBlocks || job.isCanceled())
        return out;
    using Key = std::tuple<bool, QString, QString, double>;
    std::map<Key, MemoryDifference> rows;
    const auto take = [&rows](const MemoryMoment &moment, MemoryDifference::Side MemoryDifference::*side) {
        for (const HeldMemory &held : moment.held) {
            MemoryDifference &row = rows[{false, held.component, held.name, held.sizeKb.value_or(-1)}];
            row.component = held.component;
            row.name = held.name;
            row.sizeKb = held.sizeKb;
            (row.*side).totalKb += held.totalKb;
            (row.*side).blocks += held.blocks;
        }
        if (const auto rest = moment.otherMb(); rest && *rest > 0) {
            MemoryDifference &row = rows[{true, QString(), QString(), -1}];
            row.isRest = true;
            (row.*side).totalKb = *rest * kbOfMb;
        }
    };
    take(*out.base, &MemoryDifference::base);
    take(*out.other, &MemoryDifference::other);
    for (auto &[key, row] : rows)
        out.rows.push_back(std::move(row));
    std::ranges::stable_sort(out.rows, [](const MemoryDifference &a, const MemoryDifference &b) {
        return std::abs(a.differenceKb()) > std::abs(b.differenceKb());
    });
    return out;
}

} // namespace rs
