// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/jobcontext.h"
#include "core/rundata.h"
#include "views/runstore.h"
#include "views/viewstate.h"

#include <QString>

#include <memory>
#include <vector>

namespace rs {

/// What to look for in the names of slices.
struct SearchQuery
{
    QString text;
    bool caseSensitive = false;
    bool wholeWord = false;
    bool regularExpression = false;
    bool operator==(const SearchQuery &) const = default;
};

/// A rank that is searched; shared, so that it may be closed meanwhile.
struct SearchRank
{
    RankRef ref;
    QString label;
    std::shared_ptr<const RankData> data;
};

struct SearchHit
{
    quint32 rank = 0; ///< index into SearchHits::ranks
    SliceId slice = NoSlice;
};

enum class SearchOrder : quint8 { Rank, Lane, Name, Start, Duration };

/// Result of a search; sealed.
struct SearchHits
{
    std::vector<SearchRank> ranks;
    std::vector<SearchHit> hits;
    std::shared_ptr<const SearchHighlight> highlight;
    QString error; ///< of a broken regular expression
    bool complete = false; ///< false: cancelled, and the hits mean nothing
};

/// Every text of a rank is matched once, then slices are collected by name. Ordered by start. Runs on a worker thread.
[[nodiscard]] SearchHits searchSlices(std::vector<SearchRank> ranks, const SearchQuery &query, const JobContext &job);
/// The same hits in another order; ties keep the order by start.
[[nodiscard]] std::vector<SearchHit> sortedHits(const SearchHits &hits, SearchOrder order, bool descending, const JobContext &job);

} // namespace rs
