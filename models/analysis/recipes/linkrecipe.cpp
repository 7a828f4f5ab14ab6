// SPDX-License-Identifier: Apache-2.0
#include "analysis/recipes/linkrecipe.h"

#include "analysis/ranks/collectives.h"
#include "analysis/ranks/domains.h"

#include <algorithm>
#include <functional>
#include <cmath>
#include <tuple>

namespace rs {

namespace {

// A collective with the part that the recipe takes for its transmission: the shortest, of several the first.
struct Transmission
{
    const QString &domain;
    const QString &name;
    const NamedCollective &of;
    const CollectivePart &part;
};

RecipeRow recipeRowOf(const std::vector<Transmission> &group, const DomainIndex &domains)
{
    RecipeRow row;
    const NamedCollective &any = group.front().of;
    row.kind = any.kind;
    row.sizeBytes = any.sizeBytes;
    row.ranks = static_cast<int>(any.parts.size());
    row.count = std::ssize(group);
    const auto n = static_cast<double>(group.size());
    std::vector<qint64> ofRanks;
    for (const Transmission &t : group) {
        row.meanNs += static_cast<double>(t.part.ns) / n;
        ofRanks.insert(ofRanks.end(), t.of.parts.size(), t.part.ns);
    }
    row.ofRanks = describe(std::move(ofRanks));
    const auto [least, most] =
        std::pair(std::ranges::min_element(group, [](const auto &a, const auto &b) { return a.part.ns < b.part.ns; }),
                  std::ranges::max_element(group, [](const auto &a, const auto &b) { return a.part.ns < b.part.ns; }));
    row.leastNs = least->part.ns;
    row.mostNs = most->part.ns;
    row.leastRank = least->of.parts.front().rankIndex;
    row.mostRank = most->of.parts.front().rankIndex;
    double squares = 0;
    double farthest = -1;
    for (const Transmission &t : group) {
        const double off = std::abs(static_cast<double>(t.part.ns) - row.meanNs);
        squares += off * off;
        if (off <= farthest)
            continue;
        farthest = off;
        row.op = t.name;
        row.domain = domains.label(t.domain);
        row.rankIndex = t.part.rankIndex;
        row.slice = t.part.slice;
    }
    row.deviationNs = n > 1 ? std::sqrt(squares / (n - 1)) : 0;
    row.offset = row.deviationNs > 0 ? farthest / row.deviationNs : 0;
    row.reported = row.offset > 3;
    return row;
}

} // namespace

NamedCollectives namedCollectives(const Run &run, const JobContext &job)
{
    NamedCollectives out;
    for (size_t i = 0; i < run.ranks.size() && !job.isCanceled(); ++i) {
        if (!run.ranks[i])
            continue;
        const RankData &rank = *run.ranks[i];
        std::map<std::pair<QString, QString>, int> seen;
        for (const CollectiveSequence &sequence :
             rank.trace ? collectiveSequences(rank, job) : recordedSequences(rank, job)) {
            for (const CollectiveOp &op : sequence.ops) {
                if (op.p2p) {
                    ++out.transfers;
                    continue;
                }
                const QString name = op.slice != NoSlice
                                         ? rank.trace->strings().text(rank.trace->slices().name(op.slice))
                                         : rank.commOps[static_cast<size_t>(op.record)].name();
                NamedCollective &c = out.byDomain[sequence.domain][{name, seen[{sequence.domain, name}]++}];
                c.kind = op.kind;
                c.sizeBytes = std::max(c.sizeBytes, op.sizeBytes);
                c.parts.push_back({static_cast<int>(i), op.startNs, op.endNs - op.startNs, op.slice});
            }
        }
    }
    return out;
}

double RecipeRow::offsetOfRanks() const
{
    const double farthest = std::max(static_cast<double>(ofRanks.mostNs) - ofRanks.meanNs,
                                     ofRanks.meanNs - static_cast<double>(ofRanks.leastNs));
    const double deviation = ofRanks.deviationNs.value_or(0);
    return deviation > 0 ? farthest / deviation : 0;
}

LinkRecipe slowLinkRecipe(const Run &run, const JobContext &job)
{
    LinkRecipe out;
    const NamedCollectives all = namedCollectives(run, job);
    out.transfers = all.transfers;
    std::map<std::tuple<QString, qint64, size_t>, std::vector<Transmission>> groups;
    for (const auto &[domain, byName] : all.byDomain) {
        for (const auto &[name, c] : byName) {
            if (c.parts.size() < 2)
                ++out.alone;
            else
                groups[{c.kind, c.sizeBytes, c.parts.size()}].push_back(
                    {domain, name.first, c,
                     *std::ranges::min_element(c.parts, [](const auto &a, const auto &b) { return a.ns < b.ns; })});
        }
    }
    const DomainIndex domains(run, job);
    if (job.isCanceled())
        return {};
    for (const auto &[key, group] : groups)
        out.rows.push_back(recipeRowOf(group, domains));
    std::ranges::stable_sort(out.rows, std::greater<>(), &RecipeRow::offset);
    return out;
}

} // namespace rs
