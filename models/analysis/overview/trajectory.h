// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/saturate.h"
#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

#include <QString>

#include <array>
#include <optional>
#include <vector>

namespace rs {

/// The times of an iteration, as the cluster pages of MindInsight name them.
enum class TrajectoryTime : quint8 {
    Total,
    Interval,           ///< from the start of the step to the first forward operator; today's Preparing
    ForwardBackward,    ///< time of data parallelism
    Tail,               ///< from the last backward operator to the end of the step
    Computation,        ///< old files: the step less CommunicationAlone, so it holds idle time; today: Computing
    Idle,               ///< today's Free; old files do not tell it apart
    CommunicationAlone, ///< not covered by computation
    Stage,              ///< today's Stage where the file states one, else step less ReceiveAlone
    ReceiveAlone, ///< time of pipelines: today's Bubble, in MindSpore without the sends where the file states no Stage
    CollectiveAlone, ///< CommunicationAlone less ReceiveAlone
};
inline constexpr std::array allTrajectoryTimes = {TrajectoryTime::Total,
                                                  TrajectoryTime::Interval,
                                                  TrajectoryTime::ForwardBackward,
                                                  TrajectoryTime::Tail,
                                                  TrajectoryTime::Computation,
                                                  TrajectoryTime::Idle,
                                                  TrajectoryTime::CommunicationAlone,
                                                  TrajectoryTime::Stage,
                                                  TrajectoryTime::ReceiveAlone,
                                                  TrajectoryTime::CollectiveAlone};

/// Subject of a row of the trajectory.
enum class TrajectoryOf : quint8 {
    Step,
    Mean,      ///< mean of all steps of the range
    MeanLater, ///< the same without the first step of the run, which starts the graphs
    FileMean,  ///< as an old file states it; it may be of more steps than the file lists
};

struct TrajectoryRow
{
    int rankIndex = -1; ///< into Run::infos; -1 where only a cluster file names the rank
    int rank = -1;
    QString label;
    QString host;
    int device = -1;
    int stage = -1; ///< stage in the pipeline, from 0; -1: there are none
    TrajectoryOf of = TrajectoryOf::Step;
    QString step;  ///< set for Step
    int steps = 1; ///< number of steps in a mean
    /// For a mean, the number of steps of the part that the fewest steps have: below `steps`, its parts are of
    /// different steps and need not add up.
    int fewestSteps = 1;
    std::array<std::optional<qint64>, allTrajectoryTimes.size()> times{};
    std::array<bool, allTrajectoryTimes.size()> apart{}; ///< stands apart from its stage (peerSpread())
    bool legacy = false;                                 ///< from files of MindSpore 1.x

    [[nodiscard]] std::optional<qint64> &at(TrajectoryTime t) { return times[static_cast<size_t>(t)]; }
    [[nodiscard]] const std::optional<qint64> &at(TrajectoryTime t) const { return times[static_cast<size_t>(t)]; }
    [[nodiscard]] bool isApart(TrajectoryTime t) const { return apart[static_cast<size_t>(t)]; }
};

struct TrajectoryQuery
{
    std::optional<qint64> fromStep; ///< both counted
    std::optional<qint64> toStep;
    int stage = -1; ///< only ranks of that stage; -1: all
    QString domain; ///< only its ranks; empty: all
    bool operator==(const TrajectoryQuery &) const = default;
};

/// By rank; of each the rows of its steps, then the means, as far as there are any. A mean is over the steps that have
/// the time. A rank whose file shares of step and communication are old has both its own words and today's. Ranks
/// are held against those of the same stage, in the same step or mean: who differs by 20 % of their median or more, and
/// is an outlier by peerSpread(), stands apart. Empty when cancelled.
[[nodiscard]] std::vector<TrajectoryRow> trajectory(const Run &run, const TrajectoryQuery &query,
                                                    const JobContext &job = JobContext());

/// A time of a step over the devices that know it.
struct DeviceMean
{
    qint64 sumNs = 0;
    int devices = 0;
    [[nodiscard]] std::optional<qint64> meanNs() const
    {
        return devices > 0 ? std::optional(sumNs / devices) : std::nullopt;
    }
    void add(qint64 ns)
    {
        sumNs = saturatedSum(sumNs, ns);
        ++devices;
    }
};

/// A step as all devices have it.
struct OverviewStep
{
    QString step;
    DeviceMean total;
    DeviceMean computation;
    DeviceMean communication; ///< transfer, whether computing covers it or not
    DeviceMean wait;          ///< inside of communication operators
    qint64 shortestNs = 0;    ///< shortest of the totals, where there are any
    qint64 longestNs = 0;
    int longestDevice = -1;                    ///< into TimeOverview::devices
    std::vector<std::optional<qint64>> totals; ///< beside TimeOverview::devices
};

struct OverviewDevice
{
    int rankIndex = -1;
    int rank = -1;
    QString label;
};

struct TimeOverview
{
    std::vector<OverviewDevice> devices; ///< by rank
    std::vector<OverviewStep> steps;     ///< ascending
};

/// The step times of the devices with what they communicate, wait and compute on average. Steps and computation are
/// those of trajectory(); communication and wait are the transfer and wait times of communication.json or hccl_raw_*,
/// whole devices. Steps that only hccl_raw_* knows count as well. Empty when cancelled.
[[nodiscard]] TimeOverview timeOverview(const Run &run, const JobContext &job = JobContext());

} // namespace rs
