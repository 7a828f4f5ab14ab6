// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/recipes/recipesums.h"
#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

#include <map>
#include <utility>
#include <vector>

namespace rs {

/// The part of a collective on one rank.
struct CollectivePart
{
    int rankIndex = -1;
    qint64 startNs = 0;
    qint64 ns = 0;
    SliceId slice = NoSlice;
};
/// A collective with its parts by rank index.
struct NamedCollective
{
    QString kind;          ///< "allreduce"
    qint64 sizeBytes = -1; ///< the most that a rank moved; -1: not known
    std::vector<CollectivePart> parts;
};
struct NamedCollectives
{
    /// By hash of the domain, then name and number: a capture of several steps repeats names, and the first of a name
    /// on one rank is matched with the first on another.
    std::map<QString, std::map<std::pair<QString, int>, NamedCollective>> byDomain;
    qint64 transfers = 0; ///< sends and receives, which are left out
};
/// Collectives as the recipes match them. From traces, else communication.json. Of no use when cancelled.
[[nodiscard]] NamedCollectives namedCollectives(const Run &run, const JobContext &job);

/// Collectives of one kind, size and number of ranks, as the slow_link recipe of msprof-analyze looks at them: what it
/// calls their transmission is the shortest duration over the ranks.
struct RecipeRow
{
    QString kind;          ///< "allreduce"
    qint64 sizeBytes = -1; ///< bytes that a rank moved, from communication.json; -1: not known
    int ranks = 0;
    qint64 count = 0;
    double meanNs = 0;
    double deviationNs = 0; ///< standard deviation of a sample
    qint64 leastNs = 0;
    qint64 mostNs = 0;
    double offset = 0; ///< the largest difference from the mean in standard deviations
    /// As the recipe describes it: each collective once for each of its ranks, all with its transmission.
    Described ofRanks;
    int leastRank = -1; ///< rank index: the first that has the shortest transmission
    int mostRank = -1;
    /// The same as `offset` of `ofRanks`; 0 where they do not differ.
    [[nodiscard]] double offsetOfRanks() const;
    bool reported = false; ///< that is more than 3
    QString op;            ///< the one that is farthest from the mean
    QString domain;        ///< its label
    int rankIndex = -1;    ///< the rank with its shortest duration
    SliceId slice = NoSlice;
};

struct LinkRecipe
{
    std::vector<RecipeRow> rows; ///< the largest offset first
    qint64 transfers = 0;        ///< sends and receives: their transmission counts as 0, so the recipe never sees them
    qint64 alone = 0;            ///< collectives that only one rank has
};

/// The recipe over the collectives of all ranks, matched by domain and name in their order. From the traces, and from
/// communication.json for ranks without one. Of no use when cancelled.
[[nodiscard]] LinkRecipe slowLinkRecipe(const Run &run, const JobContext &job = JobContext());

} // namespace rs
