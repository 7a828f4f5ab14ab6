// SPDX-License-Identifier: Apache-2.0
#include "analysis/ranks/domains.h"
#include "analysis/ranks/parallelstrategy.h"
#include "analysis/ranks/pipelinestages.h"
#include "tables/base/cellrows.h"
#include "tables/base/tables.h"
#include "tables/base/words.h"

#include <map>

namespace rs {

namespace {

const char *sourceText(StrategySource source)
{
    static constexpr const char *words[] = {RS_TABLE("undefined"), RS_TABLE("collected"), RS_TABLE("inferred"),
                                            RS_TABLE("entered")};
    return words[static_cast<size_t>(source)];
}

std::vector<ColumnSpec> strategyColumns()
{
    using K = ValueKind;
    const auto place = [](const char *id, const char *title, const char *hint) {
        return ColumnSpec(id, title, title, K::Identifier, hint);
    };
    return {
        {"rank", "Rank", RS_TABLE("Rank"), K::Label},
        place("tp", "TP", RS_TABLE("Place in its tensor parallel group.")),
        place("cp", "CP", RS_TABLE("Place in its context parallel group.")),
        place("dp", "DP", RS_TABLE("Place in its data parallel group.")),
        place("pp", "PP", RS_TABLE("Place in its pipeline.")),
        place("ep", "EP", RS_TABLE("Place in its expert parallel group.")),
        {"stage", "Stage", RS_TABLE("Pipeline stage"), K::Identifier,
         RS_TABLE("By the groups of the files, else by the sizes that they state; empty where neither is known.")},
        {"found", "Found", RS_TABLE("Found"), K::Word, RS_TABLE("Whether the run has a folder of the rank.")},
        {"source", "Source", RS_TABLE("Source"), K::Word,
         RS_TABLE("Where the sizes come from: collected from profiler_metadata.json, inferred from the groups that "
                  "the files describe, or entered.")},
        {"order", "Order", RS_TABLE("Order of ranks"), K::Text,
         RS_TABLE("Through which dimensions ranks are counted, fastest first: the first order that has all groups of "
                  "the files.")},
    };
}

std::shared_ptr<const RowSource> makeStrategy(const TableQuery &query, const JobContext &job)
{
    const Run &run = *query.run;
    const std::vector<Domain> all = domains(run, job);
    const KnownStrategy known = strategyOf(run, all);
    const std::map<int, int> stageOf = pipelineStages(run, all);
    auto rows = std::make_shared<CellRows>(strategyColumns());
    // Sizes that contradict each other give no rank a place.
    const bool sound = isSound(known);
    for (int rank = 0; sound && !job.isCanceled(); ++rank) {
        const std::optional<RankCoordinates> at = coordinatesOf(known.strategy, rank);
        if (!at)
            break;
        const auto stage = stageOf.find(rank);
        const int index = run.indexOf(rank);
        rows->add({index, NoSlice, {}}, {QString::number(rank), at->tp, at->cp, at->dp, at->pp, at->ep,
                                         stage == stageOf.end() || stage->second < 0 ? Cell() : Cell(stage->second),
                                         index >= 0 ? RS_TABLE("yes") : RS_TABLE("no"), sourceText(known.source),
                                         strategyOrderName(known.strategy.order)});
    }
    if (job.isCanceled())
        return nullptr;
    rows->setNotes({known.problems.begin(), known.problems.end()});
    return rows;
}

Phrase whyNoStrategy(const TableQuery &query)
{
    const KnownStrategy known = strategyOf(*query.run, domains(*query.run));
    QStringList problems;
    for (const Phrase &p : known.problems)
        problems << phraseText(p);
    if (!problems.isEmpty())
        return joinedSentences(problems);
    return tableReason(
        RS_TABLE("No file says how the ranks share the work: profiler_metadata.json has no distributed_args, and no "
                 "group in it is called tp, cp, dp or pp. The PyTorch profiler writes both when Megatron or MindSpeed "
                 "sets up the groups; with mindspore, name the groups by those words."));
}

} // namespace

void addStrategyTables(Catalogue &catalogue)
{
    TableSpec &table = catalogue.add("strategy", TableScope::Run, RS_TABLE("Parallel strategy"),
                                     RS_TABLE("Where each rank of the training job stands in tensor, context, data, "
                                              "pipeline and expert parallelism, and which ranks are missing."),
                                     strategyColumns, makeStrategy, whyNoStrategy);
    table.ownPage = true;
    table.needsAllRanks = true;
}

} // namespace rs
