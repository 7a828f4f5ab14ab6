// SPDX-License-Identifier: Apache-2.0
#include "items/matrixgrid.h"

#include "analysis/knownsum.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace rs {

namespace {

MatrixRank axisRank(const MatrixGrid &grid, int index, int resolved, bool global)
{
    if (!grid.byIndex || index < 0)
        return {resolved, global};
    const auto it = grid.rankOfIndex.find(index);
    return it == grid.rankOfIndex.end() ? MatrixRank{index, false} : MatrixRank{it->second, true};
}

std::pair<MatrixRank, MatrixRank> endsOf(const MatrixGrid &grid, const MatrixCell &c)
{
    return {axisRank(grid, c.localSource, c.source, c.global),
            axisRank(grid, c.localDestination, c.destination, c.global)};
}

} // namespace

QString MatrixRank::label() const
{
    return global ? QString::number(rank) : u'#' + QString::number(rank);
}

std::optional<double> MatrixLinkSum::value(MatrixValue what) const
{
    switch (what) {
    case MatrixValue::Bandwidth:
        return bandwidthGbs;
    case MatrixValue::Size:
        return sizeMb;
    case MatrixValue::Time:
        return timeMs;
    case MatrixValue::LinkType:
        break;
    }
    return std::nullopt;
}

const MatrixLinkSum *MatrixGrid::link(int source, int destination) const
{
    if (source < 0 || destination < 0 || source >= count() || destination >= count())
        return nullptr;
    const int i = at[static_cast<size_t>(source) * ranks.size() + static_cast<size_t>(destination)];
    return i < 0 ? nullptr : &links[static_cast<size_t>(i)];
}

std::vector<int> MatrixGrid::slow(double leastMb) const
{
    std::map<std::pair<QString, long>, std::vector<int>> alike; // by type, and size in powers of two
    for (size_t i = 0; i < links.size(); ++i) {
        const MatrixLinkSum &l = links[i];
        if (!l.inner && l.source != l.destination && l.sizeMb.value_or(0) > 0 && l.timeMs.value_or(0) > 0 &&
            !l.isSmall(leastMb))
            alike[{l.transport, std::lround(std::log2(*l.sizeMb))}].push_back(static_cast<int>(i));
    }
    std::vector<int> out;
    for (const auto &[kind, those] : alike) {
        std::vector<double> msPerMb;
        for (const int i : those)
            msPerMb.push_back(*links[static_cast<size_t>(i)].timeMs / *links[static_cast<size_t>(i)].sizeMb);
        for (const size_t i : slowLinks(msPerMb))
            out.push_back(those[i]);
    }
    std::sort(out.begin(), out.end());
    return out;
}

std::optional<std::pair<double, double>> MatrixGrid::range(MatrixValue what, bool inner, double leastMb) const
{
    std::optional<std::pair<double, double>> out;
    if (what == MatrixValue::LinkType)
        return out;
    for (const MatrixLinkSum &l : links) {
        if ((l.inner && !inner) || l.isSmall(leastMb))
            continue;
        if (const auto v = l.value(what))
            out = out ? std::pair(std::min(out->first, *v), std::max(out->second, *v)) : std::pair(*v, *v);
    }
    return out;
}

std::pair<int, int> MatrixGrid::placeOf(const MatrixCell &cell) const
{
    const auto indexOf = [this](const MatrixRank &r) {
        const auto it = std::lower_bound(ranks.begin(), ranks.end(), r);
        return it == ranks.end() || *it != r ? -1 : static_cast<int>(it - ranks.begin());
    };
    const auto [from, to] = endsOf(*this, cell);
    const std::pair place(indexOf(from), indexOf(to));
    return place.first < 0 || place.second < 0 ? std::pair(-1, -1) : place;
}

MatrixGrid buildGrid(const std::vector<MatrixCell> &cells, const QString &op)
{
    MatrixGrid grid;
    for (const MatrixCell &c : cells) {
        grid.byIndex |= c.op == op && !c.global;
        if (c.global && c.localSource >= 0) {
            grid.rankOfIndex.try_emplace(c.localSource, c.source);
            grid.rankOfIndex.try_emplace(c.localDestination, c.destination);
        }
    }
    std::set<MatrixRank> ranks;
    std::set<QString> transports;
    for (const MatrixCell &c : cells) {
        if (c.op != op)
            continue;
        const auto [source, destination] = endsOf(grid, c);
        ranks.insert(source);
        ranks.insert(destination);
        if (!c.transport.isEmpty())
            transports.insert(c.transport);
    }
    grid.ranks.assign(ranks.begin(), ranks.end());
    grid.local = std::any_of(ranks.begin(), ranks.end(), [](const MatrixRank &r) { return !r.global; });
    grid.transports = QStringList(transports.begin(), transports.end());
    grid.at.assign(grid.ranks.size() * grid.ranks.size(), -1);
    for (const MatrixCell &c : cells) {
        if (c.op != op)
            continue;
        const auto [source, destination] = grid.placeOf(c);
        int &slot = grid.at[static_cast<size_t>(source) * grid.ranks.size() + static_cast<size_t>(destination)];
        if (slot < 0) {
            slot = static_cast<int>(grid.links.size());
            grid.links.push_back({source, destination, {}, {}, c.bandwidthGbs, c.transport, c.opName, c.inner, 0});
        }
        MatrixLinkSum &sum = grid.links[static_cast<size_t>(slot)];
        addPart(sum.sizeMb, c.sizeMb, sum.parts == 0);
        addPart(sum.timeMs, c.timeMs, sum.parts == 0);
        if (++sum.parts > 1) {
            sum.bandwidthGbs.reset();
            if (sum.sizeMb && sum.timeMs)
                sum.bandwidthGbs = *sum.timeMs > 0 ? *sum.sizeMb / *sum.timeMs : 0; // MB per ms are GB per s
            if (!sum.transport.split(QLatin1String(" + ")).contains(c.transport))
                sum.transport += QLatin1String(" + ") + c.transport;
            if (sum.opName != c.opName)
                sum.opName.clear();
            sum.inner = sum.inner && c.inner;
        }
    }
    return grid;
}

QStringList matrixOperators(const std::vector<MatrixCell> &cells)
{
    std::set<QString> names;
    bool total = false;
    for (const MatrixCell &c : cells) {
        if (c.op == TotalOp)
            total = true;
        else
            names.insert(c.op);
    }
    QStringList out(names.begin(), names.end());
    if (total)
        out.prepend(QString(TotalOp));
    return out;
}

} // namespace rs
