// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/exportchoice.h"
#include "core/run/rundata.h"
#include "core/text/importreport.h"

#include <QStringList>

#include <vector>

namespace rs {

/// Limits of the search. A finding says that there is more beyond them.
struct DiscoveryLimits
{
    int depth = 8;            ///< levels of folders below a given path in which a rank may stand
    qint64 entries = 1000000; ///< files and folders looked at under one given path
    ExportChoice exported = ExportChoice::Fuller;
};

/// Runs found under the paths; ranks not loaded yet (Run::infos filled, Run::ranks sized with nulls). Never throws.
/// Findings that belong to no run go to `report`, those of a run to Run::report.
/// Ranks with one parent and different numbers, given as that parent or one by one, form one run; so do ranks of
/// several folders below one given parent while their numbers differ (nodes, dynamic profiler). Two runs may share a
/// path: MindSpore and PyTorch ranks below one parent.
std::vector<Run> discover(const QStringList &paths, const JobContext &job, ImportReport &report,
                          const DiscoveryLimits &limits = {});

/// Turns a rank to another of its captures (RankInfo::captures): its files are listed anew and the rank becomes
/// unloaded. False when `folder` is none of them.
bool useCapture(Run &run, int rankIndex, const QString &folder, const JobContext &job,
                const DiscoveryLimits &limits = {});

} // namespace rs
