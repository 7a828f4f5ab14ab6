// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/intervals.h"
#include "core/job/jobcontext.h"
#include "core/run/rundata.h"
#include "core/text/phrase.h"
#include "tables/base/tables.h"
#include "views/state/runstore.h"
#include "views/state/viewcontext.h"
#include "views/state/viewstate.h"

#include <QString>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace rs {

/// Search for names of slices.
struct SearchQuery
{
    QString text;
    bool caseSensitive = false;
    bool wholeWord = false;
    bool regularExpression = false;
    bool args = false; ///< keys and values of the args too, which are read from the files
    bool operator==(const SearchQuery &) const = default;
};

/// A rank that is searched; shared, so that it may be closed meanwhile.
struct SearchRank
{
    RankRef ref;
    QString run; ///< what its run is called where several are open
    std::shared_ptr<const RankData> data;
    std::vector<LaneId> lanes = {};                ///< only these; empty: all
    std::optional<Interval> window = std::nullopt; ///< only slices that touch it, in the rank's own time
};

/// Reads the args of a slice; as ViewContext::readArgs.
using ArgReader = std::function<ArgLines(const Trace &, SliceId)>;

/// In one of SearchHits::ranks.
using SearchHit = FoundSlice;

/// Result of a search; sealed.
struct SearchHits
{
    std::vector<SearchRank> ranks;
    std::vector<SearchHit> hits;
    std::shared_ptr<const SearchHighlight> highlight; ///< null without hits
    QString error;                                    ///< of a broken regular expression
    Phrase gaveUp;                                    ///< of one that took too long: there are no hits then
    qint64 unreadable = 0;                            ///< slices whose args could not be read
    bool complete = false;                            ///< false: cancelled, and the hits mean nothing
};

/// Every text of a rank is matched once, then slices are collected by name, and if asked by their args. Ordered by
/// start. Runs on a worker thread. Without a reader no args are searched.
[[nodiscard]] SearchHits searchSlices(std::vector<SearchRank> ranks, const SearchQuery &query, const JobContext &job,
                                      const ArgReader &readArgs = {});
/// The same with all threads of the pool: args are read from front to back of their files.
[[nodiscard]] SearchHits searchSlices(std::vector<SearchRank> ranks, const SearchQuery &query, const JobContext &job,
                                      const EventAccess &events, ThreadPool &pool);
} // namespace rs
