// SPDX-License-Identifier: Apache-2.0
#include "analysis/ranks/knownranks.h"
#include "tables/base/catalogue.h"
#include "tables/compare/comparetables.h"
#include "tables/operators/operatorgrouptables.h"
#include "tables/run/othertables.h"
#include "tables/recipes/recipefields.h"
#include "tables/base/tables.h"

#include <algorithm>

namespace rs {

namespace {

QString whyUnread(TableScope scope, const TableQuery &query)
{
    if (scope != TableScope::Rank || !query.run || query.rank < 0 || query.rank >= std::ssize(query.run->infos))
        return {};
    return unreadDatabases(query.run->infoOf(static_cast<size_t>(query.rank))).value(0);
}

// No option of the profiler is missing where its database or the pack is broken.
void sayOfUnreadFiles(std::vector<TableSpec> &tables)
{
    for (TableSpec &t : tables) {
        if (!t.whyEmpty)
            continue;
        t.whyEmpty = [scope = t.scope, own = std::move(t.whyEmpty)](const TableQuery &query) {
            const Phrase why = own(query);
            const auto rank = scope == TableScope::Rank && query.run && query.rank >= 0 ? query.rankData() : nullptr;
            if (!why.isEmpty() && rank && isPackUnread(*rank))
                return whyNoTrace(query);
            const QString broken = why.isEmpty() ? QString() : whyUnread(scope, query);
            return broken.isEmpty() ? why
                                    : Phrase(QLatin1String(RS_TABLE("The database of the rank cannot be read (%1): "
                                                                    "what is shown here may have been in it.")),
                                             {broken});
        };
    }
}

} // namespace

Catalogue Catalogue::ofProgram()
{
    Catalogue out;
    addRunTables(out);
    addDiagnosisTable(out);
    addAdviceTables(out);
    addWhatIfTable(out);
    addBaseTables(out);
    addBookTables(out);
    addPathTables(out);
    addDeviationTables(out);
    addParallelTables(out);
    addPipelineTables(out);
    addMareyTables(out);
    addOperatorTables(out);
    addOperatorGroupTables(out);
    addOperatorStepTables(out);
    addCompareTables(out);
    addWorkTables(out);
    addCommunicationTables(out);
    addDurationTables(out);
    addBandwidthTables(out);
    addTrafficTables(out);
    addLinkTables(out);
    addRecipeTables(out);
    addRankRecipeTables(out);
    addRecipeCauseTables(out);
    addRecipeClusterTables(out);
    addLaunchTables(out);
    addClockTables(out);
    addLedgerTables(out);
    addStrategyTables(out);
    addGraphTables(out);
    addTraceTables(out);
    addLaneTable(out);
    addFlowTables(out);
    addHostTables(out);
    addMemoryTables(out);
    addMemoryCompareTable(out);
    addDataTables(out);
    addOtherTables(out);
    addFileTables(out);
    sayOfUnreadFiles(out.m_tables);
    return out;
}

} // namespace rs
