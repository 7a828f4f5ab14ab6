// SPDX-License-Identifier: Apache-2.0
#include "items/matrixgrid.h"

#include "analysis/communication/transportsums.h"
#include "analysis/links/stepmerge.h"
#include "analysis/time/optionalsum.h"
#include "core/base/largepages.h"
#include "core/job/jobcontext.h"

#include <QSet>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <set>
#include <tuple>
#include <unordered_set>

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

// Links come by source and destination: the row that is asked for mostly is the one of before, or follows it.
class RowFinder
{
public:
    explicit RowFinder(const MatrixGrid &grid) : m_grid(grid) {}

    int of(const MatrixRank &rank)
    {
        for (const int row : {m_row, m_row + 1}) {
            if (row >= 0 && row < m_grid.count() && m_grid.ranks[static_cast<size_t>(row)] == rank)
                return m_row = row;
        }
        return m_row = m_grid.rowOf(rank);
    }

private:
    const MatrixGrid &m_grid;
    int m_row = -1;
};

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
    std::ranges::stable_sort(grid.ranks, [&](const MatrixRank &a, const MatrixRank &b) { return block(a) < block(b); });
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
    std::ranges::sort(grid.byRank, [&grid](int a, int b) {
        return grid.ranks[static_cast<size_t>(a)] < grid.ranks[static_cast<size_t>(b)];
    });
}

void addCell(MatrixLinkSum &sum, const MatrixCell &c)
{
    addPart(sum.sizeMb, c.sizeMb, sum.parts == 0);
    addPart(sum.timeMs, c.timeMs, sum.parts == 0);
    if (++sum.parts == 1)
        return;
    sum.bandwidthGbs = bandwidthOver(sum.sizeMb, sum.timeMs);
    sum.transport = joinedTransports(sum.transport, c.transport);
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
    case MatrixValue::BestShare:
        return bestShare;
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
    return names.empty() ? -1 : static_cast<int>(std::ranges::upper_bound(starts, row) - starts.begin());
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
    return colorRange(scope, range(scope));
}

std::optional<std::pair<double, double>> MatrixGrid::colorRange(const MatrixScope &scope,
                                                                const std::optional<std::pair<double, double>> &range)
{
    if (!range || scope.difference)
        return range;
    const double middle = (range->first + range->second) / 2;
    const double half = std::abs(middle) * leastRangePercent / 200;
    return std::pair(std::min(range->first, middle - half), std::max(range->second, middle + half));
}

int MatrixGrid::rowOf(const MatrixRank &rank) const
{
    const auto it = std::ranges::lower_bound(
        byRank, rank, {}, [this](int row) -> const MatrixRank & { return ranks[static_cast<size_t>(row)]; });
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
    std::set<std::tuple<QString, QString, int, int>> seen;
    const QString *lastStep = nullptr;
    for (const MatrixCell &c : cells) {
        if (poll.isCanceled())
            return {};
        if (!choice.domains.has(c.domainHash))
            continue;
        if (c.global && c.localSource >= 0) {
            grid.rankOfIndex.try_emplace(c.localSource, c.source);
            grid.rankOfIndex.try_emplace(c.localDestination, c.destination);
        }
        if (!choice.has(c))
            continue;
        // Several statistics may name one operator on a link, which it crossed once.
        if (choice.named && !seen.emplace(c.step, c.domainHash, c.source, c.destination).second)
            continue;
        // Those of all links: a mean is the same whichever ranks are chosen.
        if (!lastStep || *lastStep != c.step)
            steps.insert(c.step);
        lastStep = &c.step;
        if (!isBetween(c, choice.ranks))
            continue;
        chosen.push_back(&c);
        grid.byIndex |= !c.global;
    }
    grid.steps = static_cast<int>(steps.size());
    grid.mean = choice.mean;
    grid.op = choice.op;
    grid.kind = chosen.empty() ? QString() : chosen.front()->kind;
    std::set<MatrixRank> ranks;
    std::set<MatrixRank>::const_iterator next = ranks.end();
    std::optional<MatrixRank> lastSource;
    for (const MatrixCell *c : chosen) {
        const auto [source, destination] = endsOf(grid, *c);
        if (lastSource != source)
            ranks.insert(source);
        lastSource = source;
        next = std::next(ranks.insert(next, destination));
    }
    orderRows(grid, ranks, choice.blocks);
    grid.local = std::ranges::any_of(ranks, [](const MatrixRank &r) { return !r.global; });
    grid.at.assign(grid.ranks.size() * grid.ranks.size(), -1);
    reserveLarge(grid.links, std::min(chosen.size(), grid.at.size()));
    RowFinder sources(grid);
    RowFinder destinations(grid);
    for (const MatrixCell *c : chosen) {
        if (poll.isCanceled())
            return {};
        const auto [from, to] = endsOf(grid, *c);
        const int source = sources.of(from);
        const int destination = destinations.of(to);
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

void setBestShares(MatrixGrid &grid, const std::vector<MatrixCell> &cells,
                   const std::vector<std::optional<double>> &shares, const MatrixChoice &choice)
{
    std::vector<ShareSum> sums(grid.links.size());
    for (size_t i = 0; i < std::min(cells.size(), shares.size()); ++i) {
        const MatrixCell &c = cells[i];
        if (!shares[i] || !choice.has(c) || !choice.domains.has(c.domainHash))
            continue;
        const auto [source, destination] = grid.placeOf(c);
        if (!grid.link(source, destination))
            continue;
        const auto at = static_cast<size_t>(
            grid.at[static_cast<size_t>(source) * grid.ranks.size() + static_cast<size_t>(destination)]);
        sums[at].add(*shares[i], c.timeMs.value_or(0));
        if (grid.links[at].bandwidthGbs) // as in a table of links
            grid.links[at].bestShare = sums[at].share();
    }
}

int setBase(MatrixGrid &grid, const MatrixGrid &base)
{
    int common = 0;
    std::vector<int> rows;
    for (const MatrixRank &rank : grid.ranks)
        rows.push_back(base.rowOf(rank));
    for (MatrixLinkSum &l : grid.links) {
        const MatrixLinkSum *const other =
            base.link(rows[static_cast<size_t>(l.source)], rows[static_cast<size_t>(l.destination)]);
        l.base = other ? MatrixAmounts(*other) : MatrixAmounts();
        l.baseTransport = other ? std::optional(other->transport) : std::nullopt;
        common += other ? 1 : 0;
    }
    return static_cast<int>(base.links.size()) - common;
}

const MatrixCell *longestOperatorOf(const std::vector<MatrixCell> &cells, const MatrixCell &sum)
{
    const auto linkOf = [](const MatrixCell &c) {
        return std::tie(c.source, c.destination, c.global, c.p2p, c.step, c.domainHash, c.transport);
    };
    const MatrixCell *out = nullptr;
    for (const MatrixCell &c : cells) {
        if (c.opName.isEmpty() || linkOf(c) != linkOf(sum) || (!sum.kind.isEmpty() && c.kind != sum.kind))
            continue;
        if (!out || c.timeMs > out->timeMs)
            out = &c;
    }
    return out;
}

QStringList matrixOperators(const std::vector<MatrixCell> &cells, const DomainChoice &chosen)
{
    std::set<QString> names;
    bool total = false;
    const QString *last = nullptr;
    for (const MatrixCell &c : cells) {
        if ((last && *last == c.op) || !chosen.has(c.domainHash))
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

QStringList matrixNames(const std::vector<MatrixCell> &cells, const DomainChoice &chosen)
{
    QSet<QString> names;
    // A file shares its texts, and the links of a statistic mostly come from the same operators.
    std::unordered_set<const void *> seen;
    const QChar *last = nullptr;
    for (const MatrixCell &c : cells) {
        if (c.opName.isEmpty() || c.opName.constData() == last || !chosen.has(c.domainHash))
            continue;
        last = c.opName.constData();
        if (seen.insert(last).second)
            names.insert(c.opName);
    }
    QStringList out(names.begin(), names.end());
    // "hcom_allReduce__77_2_1" before "hcom_allReduce__77_10_1".
    const auto key = [](const QString &name) {
        const auto digit = std::ranges::find_if(name, [](QChar c) { return c.isDigit(); });
        return std::tuple(QStringView(name).first(digit - name.begin()), name.size(), QStringView(name));
    };
    std::ranges::sort(out, [&key](const QString &a, const QString &b) { return key(a) < key(b); });
    return out;
}

} // namespace rs
