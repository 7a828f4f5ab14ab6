// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/time/slicestats.h"
#include "tables/operators/boxtables.h"
#include "views/state/runstore.h"
#include "views/state/viewstate.h"

#include <memory>
#include <vector>

namespace rs {

/// The part of a box that lies on one rank, with the trace kept alive for a job.
struct BoxPart
{
    RankRef rank;
    QString rankLabel;
    std::shared_ptr<const Trace> trace;
    std::vector<LaneId> lanes;
    Interval window; ///< in the rank's own time
    qint64 shiftNs = 0;
};

struct BoxStatistics
{
    std::vector<NameStatistics> names; ///< by total, longest first
    qint64 windowNs = 0;
    int ranks = 0;
    int lanes = 0;
    qint64 count = 0;
    qint64 totalNs = 0;
    qint64 clippedNs = 0;
    qint64 unionNs = 0; ///< per rank, added up: time in which a rank runs at least one of the slices
    qint64 wallNs = 0;  ///< time in which any of the ranks does, as they are drawn
    bool complete = false;
};

struct Occurrences
{
    static constexpr qint64 most = 100'000;
    std::shared_ptr<const OccurrenceRows> rows; ///< null: cancelled
    qint64 all = 0;                             ///< more than the rows when there are too many to list
};

/// The parts of a box by rank: those whose lanes are shown and whose ranks are loaded.
[[nodiscard]] std::vector<BoxPart> boxParts(const BoxSelection &box, const RunStore &runs);
/// Any thread; incomplete when cancelled.
[[nodiscard]] BoxStatistics boxStatistics(const std::vector<BoxPart> &parts, qint64 windowNs, ThreadPool &pool,
                                          const JobContext &job);
/// Slices of one name. Offsets count from `originNs`.
[[nodiscard]] Occurrences boxOccurrences(const std::vector<BoxPart> &parts, const QString &name, qint64 originNs,
                                         const JobContext &job);

} // namespace rs
