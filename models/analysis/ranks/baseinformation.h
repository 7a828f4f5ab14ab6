// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

#include <QString>

#include <vector>

namespace rs {

/// Facts of a run before its numbers.
enum class BaseSubject : quint8 {
    Framework,
    Version, ///< `detail`: of what, as the file calls it: "cann_version"
    Level,
    Schedule, ///< which steps the profiler was told to record, in the words of its options
    RanksFound,
    WorldSize, ///< `detail`: who states it; without distributed_args it is the last rank that a group names
    RanksMissing,
    Hosts,
    Devices,
    Steps,        ///< number of steps
    StepIds,      ///< as the files number them: "1, 2, 3"
    CaptureStart, ///< start of the rank that begins first, UTC
    Duration,     ///< length of the longest trace, milliseconds
    Size,         ///< size of all files that were found, megabytes (10^6 bytes)
    Setting,      ///< `detail`: what the profiler was told, as the file calls it
};

/// A fact, and for which ranks it holds where it may differ between them.
struct BaseFact
{
    BaseSubject subject = BaseSubject::Framework;
    QString detail;
    QString value;
    QString ranks; ///< "0-7, 9"; empty of the run as a whole
};

/// In the order of the subjects; what no file tells is left out. Of what ranks tell differently there is a fact for
/// each value.
[[nodiscard]] std::vector<BaseFact> baseInformation(const Run &run, const JobContext &job = JobContext());

/// "0-2, 5" of ascending numbers.
[[nodiscard]] QString rankSpans(const std::vector<int> &ranks);

} // namespace rs
