// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/communication/matchedcollectives.h"
#include "core/base/intervals.h"
#include "core/job/jobcontext.h"
#include "core/job/threadpool.h"
#include "core/run/rundata.h"
#include "core/text/phrase.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace rs {

/// Kind of a part of the critical path.
enum class PathKind : quint8 {
    Compute,
    Communication, ///< an operator from the arrival of its last rank on
    Copy,
    Wait,   ///< the stream waited for an event, and nothing tells for what
    Launch, ///< from the launch of a task to its start
    Host,   ///< the host had not launched it yet
    Idle,   ///< nothing is recorded that explains it
    Work,   ///< of a rank without a trace: between two collectives, whatever it did
    Count
};
/// "compute", …: stable, for files and the command line.
[[nodiscard]] const char *pathKindKey(PathKind kind);

/// A part of the path, on one rank.
struct PathPart
{
    Interval range; ///< on the clock of the reference
    Interval own;   ///< in the stamps of the rank's device
    int rankIndex = -1;
    PathKind kind = PathKind::Idle;
    SliceId slice = NoSlice;  ///< what it is spent in; of Launch and Idle what began behind it
    SliceId launch = NoSlice; ///< of Launch: the call
    int collective = -1;      ///< of Communication and Work: into CriticalPath::collectives; behind Work it begins
    int peer = -1;            ///< of Communication: the rank that came last, whom the others waited for
};

/// The chain of what decided how long a step took, or a range.
struct StepPath
{
    QString step;
    Interval range;              ///< on the clock of the reference; its parts cover it without gap or overlap
    int rankIndex = -1;          ///< where it ends
    std::vector<PathPart> parts; ///< by time
};

struct CriticalPath
{
    MatchedCollectives collectives;
    std::vector<StepPath> steps; ///< none where no rank has times, or none that step
    QStringList byCollectives;   ///< labels of ranks without a whole trace, where others have one
    QStringList leftOut;         ///< labels of ranks of which neither the work nor the collectives are known
    bool isOfOneRank = false;    ///< the ranks could not be brought to one clock: of the rank that took longest
    /// Limits of the path, for people: ranks it leaves out or knows by their collectives alone.
    [[nodiscard]] std::vector<Phrase> remarks() const;
};

struct PathQuery
{
    QString step;                   ///< empty: every step
    std::optional<Interval> window; ///< a range instead of steps, on the clock of the reference
};

/// Walks back from the moment the last rank's step ends: on a device over what each task had to wait for, in a
/// collective to the rank that came last, where the host launched late over what it did before, down to the moment the
/// step began: the end of the one before it, or the begin of the first rank where that is later. A rank without a trace
/// is followed by its collectives alone.
[[nodiscard]] CriticalPath criticalPath(const Run &run, const PathQuery &query = {},
                                        const JobContext &job = JobContext(), ThreadPool *pool = nullptr);

/// Name of what a part is spent in; empty where nothing is recorded.
[[nodiscard]] QString pathPartName(const Run &run, const CriticalPath &path, const PathPart &part);

/// Time of one rank on the path in one kind of time and one operator.
struct PathSum
{
    QString step;
    int rankIndex = -1;
    PathKind kind = PathKind::Idle;
    QString op;     ///< of communication without the numbers of its call
    QString domain; ///< hash
    qint64 ns = 0;
    qint64 parts = 0;
    double share = 0; ///< of the path of the step, 0 to 1
    PathPart longest;
};

/// By step, the most time first. Incomplete when cancelled.
[[nodiscard]] std::vector<PathSum> pathSums(const Run &run, const CriticalPath &path,
                                            const JobContext &job = JobContext());

} // namespace rs
