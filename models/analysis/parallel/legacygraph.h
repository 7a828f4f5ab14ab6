// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace rs {

/// An operator of ascend_timeline_display_*.json.
struct LegacyGraphOperator
{
    std::string name; ///< "MatMul-op123"
    std::string type; ///< "MatMul"
    SliceId slice = NoSlice;
    qint64 durationNs = 0;
};

struct LegacyGraphStage
{
    int stage = 0; ///< 0 where no stages are known
    int rankIndex = -1;
    std::vector<LegacyGraphOperator> operators; ///< in the order in which they start
};

/// The n-th Send to the other stage and the n-th Receive there; into LegacyGraph::stages and their operators.
struct LegacyGraphPair
{
    size_t fromStage = 0;
    size_t toStage = 0;
    size_t send = 0;
    size_t receive = 0;
    std::optional<qint64> waitNs; ///< the Receive before the Send; nothing without aligned clocks
};

/// Graph from timelines of MindSpore 1.x: one device of each stage.
struct LegacyGraph
{
    QString step; ///< the one that is told; empty where nothing marks steps
    std::vector<LegacyGraphStage> stages;
    std::vector<LegacyGraphPair> pairs;
};

/// Empty unless ranks have such timelines. `step` empty: the first one; `rank`: index, its place in its stage is that
/// of the devices of the others, as pipelines go. Of no use when cancelled.
[[nodiscard]] LegacyGraph legacyTimelineGraph(const Run &run, const QString &step, int rank,
                                              const JobContext &job = JobContext());

} // namespace rs
