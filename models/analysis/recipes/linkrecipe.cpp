// SPDX-License-Identifier: Apache-2.0
#include "analysis/recipes/linkrecipe.h"

#include "analysis/ranks/collectives.h"
#include "analysis/ranks/domains.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

namespace rs {

namespace {

// A collective over its ranks.
struct Transmission
{
    QString kind;
    qint64 sizeBytes = -1;
    int ranks = 0;
    qint64 ns = std::numeric_limits<qint64>::max();
    int rankIndex = -1;
    int firstRank = -1; ///< the lowest index
    SliceId slice = NoSlice;
};

using OpKey = std::tuple<QString, QString, int>; // domain, name, which of that name
using Transmissions = std::map<OpKey, Transmission>;

QString recipeNameOf(const RankData &rank, const CollectiveOp &op)
{
    if (op.slice != NoSlice)
        return rank.trace->strings().text(rank.trace->slices().name(op.slice));
    return rank.commOps[static_cast<size_t>(op.record)].name();
}

void addTransmissions(const RankData &rank, int index, const JobContext &job, Transmissions &all, LinkRecipe &out)
{
    std::map<std::pair<QString, QString>, int> seen;
    const auto sequences = rank.trace ? collectiveSequences(rank, job) : recordedSequences(rank, job);
    for (const CollectiveSequence &sequence : sequences) {
        for (const CollectiveOp &op : sequence.ops) {
            if (op.p2p) {
                ++out.transfers;
                continue;
            }
            const QString name = recipeNameOf(rank, op);
            const int ordinal = seen[{sequence.domain, name}]++;
            Transmission &t = all[{sequence.domain, name, ordinal}];
            t.kind = op.kind;
            t.sizeBytes = std::max(t.sizeBytes, op.sizeBytes);
            ++t.ranks;
            t.firstRank = t.firstRank < 0 ? index : t.firstRank;
            if (op.endNs - op.startNs < t.ns) {
                t.ns = op.endNs - op.startNs;
                t.rankIndex = index;
                t.slice = op.slice;
            }
        }
    }
}

using Likes = std::vector<const Transmissions::value_type *>;

RecipeRow recipeRowOf(const Likes &group, const DomainIndex &domains)
{
    RecipeRow row;
    const Transmission &any = group.front()->second;
    row.kind = any.kind;
    row.sizeBytes = any.sizeBytes;
    row.ranks = any.ranks;
    row.count = std::ssize(group);
    row.leastNs = row.mostNs = any.ns;
    const auto n = static_cast<double>(group.size());
    for (const auto *t : group) {
        row.meanNs += static_cast<double>(t->second.ns) / n;
        row.leastNs = std::min(row.leastNs, t->second.ns);
        row.mostNs = std::max(row.mostNs, t->second.ns);
    }
    std::vector<qint64> ofRanks;
    const Transmission *least = &any;
    const Transmission *most = &any;
    for (const auto *t : group) {
        ofRanks.insert(ofRanks.end(), static_cast<size_t>(t->second.ranks), t->second.ns);
        least = t->second.ns < least->ns ? &t->second : least;
        most = t->second.ns > most->ns ? &t->second : most;
    }
    row.ofRanks = describe(std::move(ofRanks));
    row.leastRank = least->firstRank;
    row.mostRank = most->firstRank;
    double squares = 0;
    double farthest = -1;
    for (const auto *t : group) {
        const double off = std::abs(static_cast<double>(t->second.ns) - row.meanNs);
        squares += off * off;
        if (off <= farthest)
            continue;
        farthest = off;
        row.op = std::get<1>(t->first);
        row.domain = domains.label(std::get<0>(t->first));
        row.rankIndex = t->second.rankIndex;
        row.slice = t->second.slice;
    }
    row.deviationNs = n > 1 ? std::sqrt(squares / (n - 1)) : 0;
    row.offset = row.deviationNs > 0 ? farthest / row.deviationNs : 0;
    row.reported = row.offset > 3;
    return row;
}

} // namespace

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
    Transmissions all;
    for (size_t i = 0; i < run.ranks.size(); ++i) {
        if (run.ranks[i])
            addTransmissions(*run.ranks[i], static_cast<int>(i), job, all, out);
    }
    std::map<std::tuple<QString, qint64, int>, Likes> groups;
    for (const auto &t : all) {
        if (t.second.ranks < 2)
            ++out.alone;
        else
            groups[{t.second.kind, t.second.sizeBytes, t.second.ranks}].push_back(&t);
    }
    const DomainIndex domains(run, job);
    if (job.isCanceled())
        return {};
    for (const auto &[key, group] : groups)
        out.rows.push_back(recipeRowOf(group, domains));
    std::stable_sort(out.rows.begin(), out.rows.end(),
                     [](const RecipeRow &a, const RecipeRow &b) { return a.offset > b.offset; });
    return out;
}

} // namespace rs
