// SPDX-License-Identifier: Apache-2.0
#include "items/matrixgrid.h"

#include "analysis/jobpoll.h"
#include "analysis/knownsum.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

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

bool isOf(const MatrixCell &cell, const QString &domain)
{
    return domain.isEmpty() || cell.domainHash == domain;
}

// Rows in the order of the blocks, and where they begin.
void orderRows(MatrixGrid &grid, const std::set<MatrixRank> &ranks, const std::vector<MatrixBlock> &blocks)
{
    std::map<int, int> blockOf;
    for (size_t b = 0; b < blocks.size(); ++b) {
        for (const int rank : blocks[b].ranks)
            blockOf.try_emplace(rank, static_cast<int>(b));
    }
    const auto block = [&](const MatrixRank &r) {
        const auto it = r.global ? blockOf.find(r.rank) : blockOf.end();
        return it == blockOf.end() ? static_cast<int>(blocks.size()) : it->second;
    };
    grid.ranks.assign(ranks.begin(), ranks.end());
    std::stable_sort(grid.ranks.begin(), grid.ranks.end(),
                     [&](const MatrixRank &a, const MatrixRank &b) { return block(a) < block(b); });
    for (int i = 0; i < grid.count() && !blocks.empty(); ++i) {
        const int b = block(grid.ranks[static_cast<size_t>(i)]);
        if (i > 0 && b == block(grid.ranks[static_cast<size_t>(i) - 1]))
            continue;
        if (i > 0)
            grid.starts.push_back(i);
        grid.names.push_back(b < static_cast<int>(blocks.size()) ? blocks[static_cast<size_t>(b)].name : QString());
    }
    grid.byRank.resize(grid.ranks.size());
    std::iota(grid.byRank.begin(), grid.byRank.end(), 0);
    std::sort(grid.byRank.begin(), grid.byRank.end(), [&grid](int a, int b) {
        return grid.ranks[static_cast<size_t>(a)] < grid.ranks[static_cast<size_t>(b)];
    });
}

std::optional<double> bandwidthOf(const MatrixLinkSum &sum)
{
    if (!sum.sizeMb || !sum.timeMs)
        return std::nullopt;
    return *sum.timeMs > 0 ? *sum.sizeMb / *sum.timeMs : 0; // MB per ms are GB per s
}

void addCell(MatrixLinkSum &sum, const MatrixCell &c)
{
    addPart(sum.sizeMb, c.sizeMb, sum.parts == 0);
    addPart(sum.timeMs, c.timeMs, sum.parts == 0);
    if (++sum.parts == 1)
        return;
    sum.bandwidthGbs = bandwidthOf(sum);
    if (!sum.transport.split(QLatin1String(" + ")).contains(c.transport))
        sum.transport += QLatin1String(" + ") + c.transport;
    if (sum.opName != c.opName)
        sum.opName.clear();
    sum.inner = sum.inner && c.inner;
}

} // namespace

QString MatrixRank::label() const
{
    return global ? QString::number(rank) : u'#' + QString::number(rank);
}

std::optional<double> MatrixAmounts::value(MatrixValue what) const
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

std::optional<double> MatrixScope::of(const MatrixLinkSum &link) const
{
    const std::optional<double> v = link.value(value);
    if (!v || (link.inner && !inner) || link.isSmall(leastMb))
        return std::nullopt;
    if (!difference)
        return v;
    const std::optional<double> other = link.base.value(value);
    return other ? std::optional(*v - *other) : std::nullopt;
}

const MatrixLinkSum *MatrixGrid::link(int source, int destination) const
{
    if (source < 0 || destination < 0 || source >= count() || destination >= count())
        return nullptr;
    const int i = at[static_cast<size_t>(source) * ranks.size() + static_cast<size_t>(destination)];
    return i < 0 ? nullptr : &links[static_cast<size_t>(i)];
}

int MatrixGrid::blockOf(int row) const
{
    return names.empty() ? -1 : static_cast<int>(std::upper_bound(starts.begin(), starts.end(), row) - starts.begin());
}

std::vector<int> MatrixGrid::slow(double leastMb) const
{
    struct Candidate
    {
        qsizetype kind; // of the link
        long size;      // in powers of two
        int link;
        double msPerMb;
    };
    std::vector<Candidate> all;
    const QString *last = nullptr;
    qsizetype kind = 0;
    for (size_t i = 0; i < links.size(); ++i) {
        const MatrixLinkSum &l = links[i];
        if (l.inner || l.source == l.destination || l.isSmall(leastMb) || l.sizeMb.value_or(0) <= 0 ||
            l.timeMs.value_or(0) <= 0)
            continue;
        if (!last || *last != l.transport)
            kind = transports.indexOf(l.transport);
        last = &l.transport;
        all.push_back({kind, std::lround(std::log2(*l.sizeMb)), static_cast<int>(i), *l.timeMs / *l.sizeMb});
    }
    const auto alike = [](const Candidate &a, const Candidate &b) {
        return std::tie(a.kind, a.size) < std::tie(b.kind, b.size);
    };
    std::stable_sort(all.begin(), all.end(), alike);
    std::vector<int> out;
    for (auto from = all.begin(); from != all.end();) {
        const auto to = std::upper_bound(from, all.end(), *from, alike);
        std::vector<double> msPerMb;
        std::transform(from, to, std::back_inserter(msPerMb), [](const Candidate &c) { return c.msPerMb; });
        for (const size_t i : slowLinks(msPerMb))
            out.push_back(from[static_cast<std::ptrdiff_t>(i)].link);
        from = to;
    }
    std::sort(out.begin(), out.end());
    return out;
}

std::optional<std::pair<double, double>> MatrixGrid::range(const MatrixScope &scope) const
{
    std::optional<std::pair<double, double>> out;
    for (const MatrixLinkSum &l : links) {
        if (const auto v = scope.of(l))
            out = out ? std::pair(std::min(out->first, *v), std::max(out->second, *v)) : std::pair(*v, *v);
    }
    if (out && scope.difference) {
        const double most = std::max(std::abs(out->first), std::abs(out->second));
        return std::pair(-most, most);
    }
    return out;
}

std::optional<std::pair<double, double>> MatrixGrid::colorRange(const MatrixScope &scope) const
{
    auto out = range(scope);
    if (!out || scope.difference)
        return out;
    const double middle = (out->first + out->second) / 2;
    const double half = std::abs(middle) * leastRangePercent / 200;
    return std::pair(std::min(out->first, middle - half), std::max(out->second, middle + half));
}

std::vector<std::optional<double>> MatrixGrid::medians(const MatrixScope &scope, bool bySource) const
{
    std::vector<std::vector<double>> values(ranks.size());
    for (const MatrixLinkSum &l : links) {
        const auto v = l.source == l.destination ? std::nullopt : scope.of(l);
        if (v)
            values[static_cast<size_t>(bySource ? l.source : l.destination)].push_back(*v);
    }
    std::vector<std::optional<double>> out(ranks.size());
    for (size_t i = 0; i < values.size(); ++i) {
        if (!values[i].empty())
            out[i] = lowerMedian(std::move(values[i]));
    }
    return out;
}

int MatrixGrid::rowOf(const MatrixRank &rank) const
{
    const auto it = std::lower_bound(byRank.begin(), byRank.end(), rank, [this](int row, const MatrixRank &wanted) {
        return ranks[static_cast<size_t>(row)] < wanted;
    });
    return it == byRank.end() || ranks[static_cast<size_t>(*it)] != rank ? -1 : *it;
}

std::pair<int, int> MatrixGrid::placeOf(const MatrixCell &cell) const
{
    const auto [from, to] = endsOf(*this, cell);
    const std::pair place(rowOf(from), rowOf(to));
    return place.first < 0 || place.second < 0 ? std::pair(-1, -1) : place;
}

MatrixGrid buildGrid(const std::vector<MatrixCell> &cells, const MatrixChoice &choice, const JobContext &job)
{
    MatrixGrid grid;
    JobPoll poll(job);
    std::vector<const MatrixCell *> chosen;
    std::set<QString> steps;
    for (const MatrixCell &c : cells) {
        if (poll.isCanceled())
            return {};
        if (!isOf(c, choice.domain))
            continue;
        if (c.global && c.localSource >= 0) {
            grid.rankOfIndex.try_emplace(c.localSource, c.source);
            grid.rankOfIndex.try_emplace(c.localDestination, c.destination);
        }
        if (c.op != choice.op)
            continue;
        if (chosen.empty() || chosen.back()->step != c.step)
            steps.insert(c.step);
        chosen.push_back(&c);
        grid.byIndex |= !c.global;
    }
    grid.steps = static_cast<int>(steps.size());
    std::set<MatrixRank> ranks;
    for (const MatrixCell *c : chosen) {
        const auto [source, destination] = endsOf(grid, *c);
        ranks.insert(source);
        ranks.insert(destination);
    }
    orderRows(grid, ranks, choice.blocks);
    grid.local = std::any_of(ranks.begin(), ranks.end(), [](const MatrixRank &r) { return !r.global; });
    grid.at.assign(grid.ranks.size() * grid.ranks.size(), -1);
    for (const MatrixCell *c : chosen) {
        if (poll.isCanceled())
            return {};
        const auto [source, destination] = grid.placeOf(*c);
        int &slot = grid.at[static_cast<size_t>(source) * grid.ranks.size() + static_cast<size_t>(destination)];
        if (slot < 0) {
            slot = static_cast<int>(grid.links.size());
            MatrixLinkSum &link = grid.links.emplace_back();
            link.source = source;
            link.destination = destination;
            link.bandwidthGbs = c->bandwidthGbs;
            link.transport = c->transport;
            link.opName = c->opName;
            link.inner = c->inner;
        }
        addCell(grid.links[static_cast<size_t>(slot)], *c);
    }
    std::set<QString> transports;
    const QString *last = nullptr;
    for (MatrixLinkSum &l : grid.links) {
        if (!last || *last != l.transport)
            transports.insert(l.transport);
        last = &l.transport;
        for (std::optional<double> *const value : {&l.sizeMb, &l.timeMs}) {
            if (choice.mean && *value)
                **value /= grid.steps;
        }
    }
    grid.transports = QStringList(transports.begin(), transports.end());
    return grid;
}

void setBase(MatrixGrid &grid, const MatrixGrid &base)
{
    std::vector<int> rows;
    for (const MatrixRank &rank : grid.ranks)
        rows.push_back(base.rowOf(rank));
    for (MatrixLinkSum &l : grid.links) {
        const MatrixLinkSum *const other =
            base.link(rows[static_cast<size_t>(l.source)], rows[static_cast<size_t>(l.destination)]);
        l.base = other ? MatrixAmounts(*other) : MatrixAmounts();
    }
}

QStringList matrixOperators(const std::vector<MatrixCell> &cells, const QString &domain)
{
    std::set<QString> names;
    bool total = false;
    const QString *last = nullptr;
    for (const MatrixCell &c : cells) {
        if (!isOf(c, domain) || (last && *last == c.op))
            continue;
        last = &c.op;
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
