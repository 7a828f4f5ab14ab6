// SPDX-License-Identifier: Apache-2.0
#include "items/matrixframes.h"

#include "core/base/saturate.h"

#include <algorithm>
#include <map>

namespace rs {

namespace {

// Links are judged by kinds of operators; one occurrence is held against its kind.
bool isShown(const MatrixGrid &grid, const MatrixCell &cell)
{
    if (grid.op == TotalOp || cell.op == TotalOp)
        return true;
    return grid.kind.isEmpty() ? cell.op == grid.op : cell.kind == grid.kind;
}

} // namespace

std::vector<MatrixFrame> matrixFrames(const MatrixGrid &grid, const std::vector<SlowLink> &slow,
                                      const MatrixFrameChoice &choice)
{
    std::map<int, MatrixFrame> found;
    std::map<int, qint64> most;
    for (const SlowLink &s : slow) {
        const MatrixCell &c = s.link.cell;
        if ((!choice.step.isEmpty() && c.step != choice.step) || !choice.domains.has(c.domainHash) || !isShown(grid, c))
            continue;
        const auto [source, destination] = grid.placeOf(c);
        const MatrixLinkSum *const link = grid.link(source, destination);
        if (!link)
            continue;
        const int at = static_cast<int>(link - grid.links.data());
        MatrixFrame &frame = found[at];
        frame.link = at;
        ++frame.parts;
        frame.sizeMb += c.sizeMb.value_or(0);
        frame.expectedMs += s.judged.expectedMs;
        frame.reachedMs += c.timeMs.value_or(0);
        frame.lostNs = saturatedSum(frame.lostNs, s.judged.lostNs);
        if (s.judged.lostNs >= most[at]) {
            most[at] = s.judged.lostNs;
            frame.fault = s.fault;
        }
    }
    std::vector<MatrixFrame> out;
    out.reserve(found.size());
    // A step in which the link was not slow counts, as it does in the values of the grid.
    const double parts = grid.mean ? std::max(grid.steps, 1) : 1;
    for (auto &[at, frame] : found) {
        frame.sizeMb /= parts;
        frame.expectedMs /= parts;
        frame.reachedMs /= parts;
        frame.lostNs = saturatedRound(static_cast<double>(frame.lostNs) / parts);
        out.push_back(std::move(frame));
    }
    return out;
}

std::optional<std::pair<double, double>> colorRange(const MatrixGrid &grid, const MatrixScope &scope,
                                                    const std::vector<MatrixFrame> &frames)
{
    return colorRange(grid, scope, frames, grid.range(scope));
}

std::optional<std::pair<double, double>> colorRange(const MatrixGrid &grid, const MatrixScope &scope,
                                                    const std::vector<MatrixFrame> &frames,
                                                    const std::optional<std::pair<double, double>> &range)
{
    auto out = MatrixGrid::colorRange(scope, range);
    if (!out || scope.difference || (scope.value != MatrixValue::Bandwidth && scope.value != MatrixValue::Time))
        return out;
    for (const MatrixFrame &f : frames) {
        const MatrixLinkSum &link = grid.links[static_cast<size_t>(f.link)];
        if (!scope.of(link) || !link.timeMs || !link.sizeMb)
            continue;
        // The part of a sum that is not slow stays as it is.
        const double expectedMs = *link.timeMs - f.reachedMs + f.expectedMs;
        if (expectedMs <= 0)
            continue;
        const double expected = scope.value == MatrixValue::Time ? expectedMs : *link.sizeMb / expectedMs;
        out = std::pair(std::min(out->first, expected), std::max(out->second, expected));
    }
    return out;
}

} // namespace rs
