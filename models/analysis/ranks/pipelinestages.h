// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"
#include "core/text/phrase.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace rs {

/// The place of each rank in the pipelines that these groups are: groups that share a rank are parts of one.
[[nodiscard]] std::map<int, int> stagesOf(std::vector<const Domain *> pipelines);

/// The pipeline stage of each rank as the files state it: groups called "pp", else the rows of stages of a cluster
/// file, which count as well where the groups lack ranks that they have. Where nothing states it, as groups let guess
/// whose ranks only send to each other, if these are all ranks. Empty without pipelines.
[[nodiscard]] std::map<int, int> stagesOfFiles(const Run &run, const std::vector<Domain> &domains);

/// The stage of each rank as the user entered the strategy of the run, else as the files tell it, else by the sizes
/// that the files state (distributed_args, files of MindSpore 1.x) where nothing speaks against them, else as
/// parallel_strategy_*.json of the ranks name it: by it ranks have peers.
[[nodiscard]] std::map<int, int> pipelineStages(const Run &run, const std::vector<Domain> &domains);

/// The stages, ascending, that these ranks of the run, by index, are known to be of.
[[nodiscard]] std::vector<int> stagesAmong(const std::map<int, int> &stages, const Run &run,
                                           const std::vector<int> &ranks);

/// The pipelines of a run: of each the numbers of its ranks by stage, one a stage; those of the strategy that the user
/// entered, else of the groups, else of the sizes that the files state, else the n-th ranks of the stages. By first
/// rank; none with one stage.
[[nodiscard]] std::vector<std::vector<int>> pipelinesOf(const Run &run, const std::vector<Domain> &domains);

/// Place of a rank in the pipeline of its run.
struct StagePlace
{
    int stage = 0;
    int stages = 1; ///< that the pipeline has
    bool operator==(const StagePlace &) const = default;
};

/// Stage of a rank, by index; `stages` as pipelineStages() has them. Nothing where its stage is not known.
[[nodiscard]] std::optional<StagePlace> stagePlaceOf(const std::map<int, int> &stages, const Run &run, int rank);

/// The places of two ranks, by index in their runs, where both are known and not the same: they do different work.
[[nodiscard]] std::optional<std::pair<StagePlace, StagePlace>>
differentStages(const Run &run, int rank, const Run &otherRun, int other, const JobContext &job = JobContext());

/// That they are, and what follows, `base` and `other` named as a reader knows them.
[[nodiscard]] Phrase otherStagesPhrase(const std::pair<StagePlace, StagePlace> &places, const QString &base,
                                       const QString &other);

} // namespace rs
