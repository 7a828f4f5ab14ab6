// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/overview/stepbreakdown.h"
#include "core/run/rundata.h"

#include <map>
#include <set>
#include <vector>

namespace rs {

/// What step_trace_time.csv says, of the ranks or of their cluster. The run must outlive it.
class OverviewFiles
{
public:
    explicit OverviewFiles(const Run &run);

    /// Of its own file, else of the cluster's; `index` into Run::infos.
    [[nodiscard]] std::vector<OverviewRow> ofRank(size_t index) const;
    /// Of ranks that only the cluster's file names, which are none of these.
    [[nodiscard]] std::vector<OverviewRow> ofOtherRanks(const std::set<int> &known) const;

private:
    const Run &m_run;
    std::map<int, std::vector<const StepTraceRow *>> m_ofCluster; // by rank
};

} // namespace rs
