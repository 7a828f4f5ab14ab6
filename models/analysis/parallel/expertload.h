// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

#include <QString>

#include <optional>
#include <vector>

namespace rs {

/// "64,128;64;2", the input shapes of a GroupedMatmul: the first dimensions of all inputs but the last two, as
/// ep_load_balance of msprof-analyze counts tokens. Nothing where no such input has a shape.
[[nodiscard]] std::optional<qint64> groupedTokens(const QString &shapes);

/// Global ranks of the group that the files of a rank call "exp", ascending; empty where none is.
[[nodiscard]] std::vector<int> namedExpertDomain(const RankData &rank);

/// Reason why the tokens or the waits of a rank are not known. The first that holds.
enum class ExpertLack : quint8 {
    None,
    NoKernels,  ///< no kernel table
    NoGrouped,  ///< it has no GroupedMatmul, in that step
    NoShapes,   ///< without shapes
    Alone,      ///< no other rank of the domain is loaded
    UnlikeCalls ///< the ranks of the domain do not have the same calls
};

/// The work that the experts of a rank had. What its files do not tell is empty.
struct ExpertRank
{
    int rankIndex = -1;
    std::optional<qint64> tokens; ///< groupedTokens() of all its GroupedMatmul
    std::optional<qint64> workNs; ///< time of these
    int calls = 0;
    /// By how much its calls ran shorter than the longest of the same place in the step, of all ranks of the domain:
    /// what it waits for them. Unknown unless every rank of the domain that is loaded has as many calls in each step.
    std::optional<qint64> waitNs;
    std::optional<double> exchangedMb; ///< that it moved in alltoallv of the domain (communication.json)
    bool hasKernels = false;           ///< a kernel table
};

/// Measure by which the ranks of a domain are compared: the first that two ranks or more have. The exchange of two
/// ranks alone says nothing if it is the same.
enum class ExpertMeasure : quint8 { None, Tokens, Work, Exchanged };

/// From this many times the mean of the domain on a rank has more than others: less is what chance makes of any
/// routing.
constexpr double unevenExperts = 1.05;

/// The ranks over which one set of experts is spread.
struct ExpertLoad
{
    std::vector<int> ranks;          ///< global, ascending
    std::vector<ExpertRank> members; ///< those of them with any number, by rank index
    ExpertMeasure measure = ExpertMeasure::None;
    int most = -1;     ///< into `members`: who has most of the measure
    double factor = 1; ///< that one by the mean of the members
    /// The mean of what the members wait in calls whose tokens are uneven, or not known: what an even spread would gain
    /// of GroupedMatmul alone. Less where the longest of one call is another rank than that of the next; other
    /// operators may gain as well.
    std::optional<qint64> costNs;
    [[nodiscard]] static std::optional<double> valueOf(const ExpertRank &rank, ExpertMeasure by);
    [[nodiscard]] std::optional<double> meanOf(ExpertMeasure by) const; ///< over the members that have it
    [[nodiscard]] std::optional<double> of(const ExpertRank &rank) const { return valueOf(rank, measure); }
    [[nodiscard]] std::optional<double> mean() const { return meanOf(measure); }
    [[nodiscard]] bool isUneven() const { return most >= 0 && factor >= unevenExperts; }
    /// Into `members`: who has most, where that is uneven; -1: nobody.
    [[nodiscard]] int standingOut(ExpertMeasure by) const;
    [[nodiscard]] ExpertLack lackOf(const ExpertRank &rank) const;
};

/// Loads of a step, "" of all of them; the most costly first, then the most uneven. The domain of a rank is its group
/// called "exp", else that of a known strategy with expert parallelism, else the one of its alltoallv. Empty when
/// cancelled.
[[nodiscard]] std::vector<ExpertLoad> expertLoads(const Run &run, const QString &step,
                                                  const JobContext &job = JobContext());

/// The slice of the longest GroupedMatmul of a rank in a step, "" in any; NoSlice where its trace has none.
[[nodiscard]] SliceId longestGrouped(const RankData &rank, const QString &step, const JobContext &job = JobContext());

} // namespace rs
