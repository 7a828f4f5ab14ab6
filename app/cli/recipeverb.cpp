// SPDX-License-Identifier: Apache-2.0
#include "app/cli/verbs.h"
#include "importers/discovery/discovery.h"
#include "sql/sqldatabases.h"
#include "sql/sqlengine.h"

#include <QFileInfo>

#include <algorithm>
#include <iterator>

namespace rs::cli {

namespace {

// A result table of a recipe of msprof-analyze, and the table of the catalogue that is it.
struct RecipeResult
{
    const char *recipe;
    const char *result;
    const char *table;
};
constexpr RecipeResult recipeResults[] = {
    {"compute_op_sum", "ComputeOpAllRankStats", "recipe.compute-op"},
    {"compute_op_sum", "ComputeOpPerRankStatsByOpType", "recipe.compute-op.types"},
    {"compute_op_sum", "ComputeOpPerRankStatsByOpName", "recipe.compute-op.names"},
    {"hccl_sum", "HcclAllRankStats", "recipe.hccl"},
    {"hccl_sum", "HcclPerRankStats", "recipe.hccl.ranks"},
    {"hccl_sum", "HcclTopOpStats", "recipe.hccl.top"},
    {"cann_api_sum", "CannApiSum", "recipe.cann-api"},
    {"cann_api_sum", "CannApiSumRank", "recipe.cann-api.ranks"},
    {"freq_analysis", "FrequencyRanks", "recipe.frequency"},
    {"ep_load_balance", "EPTokensSummary", "recipe.experts"},
    {"ep_load_balance", "TopEPTokensInfo", "recipe.experts.top"},
    {"cluster_time_summary", "ClusterTimeSummary", "recipe.times"},
    {"export_summary", "kernel_details", "kernels"},
    {"export_summary", "api_statistic", "api-statistic"},
    {"hccl_sum", "HcclGroupNameMap", "recipe.hccl.groups"},
    {"mstx_sum", "MSTXAllCannStats", "recipe.mstx.cann"},
    {"mstx_sum", "MSTXAllDeviceStats", "recipe.mstx.device"},
    {"mstx_sum", "MSTXAllFrameworkStats", "recipe.mstx.framework"},
    {"mstx_sum", "MSTXMarkStats", "recipe.mstx.marks"},
    {"slow_rank", "SlowRank", "recipe.slow-rank"},
    {"slow_rank", "SlowOpStats", "recipe.slow-rank.operators"},
    {"slow_link", "SlowLinkSum", "recipe.slow-link"},
    {"slow_link", "SlowLinkOps", "links.recipe"},
    {"p2p_pairing", "CommunicationOp", "transfers"},
    {"free_analysis", "FreeAnalysis", "recipe.free"},
    {"computational_op_masking", "ComputationalOperatorMaskingLinearity", "recipe.masking"},
    {"module_statistic", "ModuleStatistic", "recipe.modules"},
    {"communication_bottleneck", "CommunicationBottleneck", "recipe.bottleneck"},
    {"communication_group_map", "CommunicationGroupMapping", "recipe.communication.groups"},
    {"communication_time_sum", "ClusterCommunicationTime", "recipe.communication.times"},
    {"communication_time_sum", "ClusterCommunicationBandwidth", "recipe.communication.bandwidth"},
    {"communication_time_sum", "CommunicationGroupMapping", "recipe.communication.groups"},
    {"communication_matrix_sum", "ClusterCommunicationMatrix", "recipe.communication.matrix"},
    {"communication_matrix_sum", "CommunicationGroupMapping", "recipe.communication.groups"},
};

QStringList namesOf(const QString &recipe)
{
    QStringList out;
    for (const RecipeResult &r : recipeResults) {
        const QString name = QLatin1String(recipe.isEmpty() ? r.recipe : r.result);
        if ((recipe.isEmpty() || recipe == QLatin1String(r.recipe)) && !out.contains(name))
            out << name;
    }
    return out;
}

// Takes an option with its value out of the arguments; null where it is not there.
QString takeOption(QStringList &arguments, const QString &option)
{
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        if (arguments[i].startsWith(option + u'='))
            return arguments.takeAt(i).mid(option.size() + 1);
        if (arguments[i] == option && i + 1 < arguments.size()) {
            arguments.removeAt(i);
            return arguments.takeAt(i);
        }
    }
    return {};
}

// If the ranks themselves were not kept, the official result may be.
void saySavedResult(Call &call, const QStringList &arguments, const QString &result)
{
    for (const QString &path : arguments) {
        if (path.startsWith(u'-') || !QFileInfo::exists(path))
            continue;
        ImportReport ignored;
        for (const Run &run : discover({path}, call.job(), ignored)) {
            for (const SqlDatabase &database : sqlDatabases(run)) {
                if (!database.name.startsWith(QLatin1String("cluster")))
                    continue;
                const SqlDatabaseContent content = contentOf(database, call.job());
                if (std::ranges::any_of(content.tables,
                                        [&result](const SqlDatabaseTable &table) { return table.name == result; }))
                    call.say(QStringLiteral("%1 holds the table %2 of msprof-analyze: query it with \"SELECT * FROM "
                                            "%3.%2\".")
                                 .arg(database.path, result, database.name));
            }
        }
    }
}

} // namespace

Exit runRecipe(Call &call, const Verb &verb, const QStringList &arguments)
{
    QStringList rest = arguments;
    const QString result = takeOption(rest, QStringLiteral("--table"));
    const auto named = std::ranges::find_if(rest, [](const QString &a) { return !a.startsWith(u'-'); });
    const QString recipe = named == rest.end() ? QString() : *named;
    const auto *const found = std::ranges::find_if(recipeResults, [&](const auto &r) {
        return recipe == QLatin1String(r.recipe) && (result.isNull() || result == QLatin1String(r.result));
    });
    if (found != std::end(recipeResults)) {
        rest.erase(named);
        const Verb own =
            completed({.name = "recipe " + recipe.toStdString(), .table = found->table}, Catalogue::ofProgram());
        const Exit status = guarded(call, [&] { return runVerb(call, own, rest); });
        if (status == Exit::Nothing)
            saySavedResult(call, rest, QLatin1String(found->result));
        return status;
    }
    Verb any = verb;
    any.hint = QString::fromStdString(verb.hint).arg(namesOf({}).join(QStringLiteral(", "))).toStdString();
    Arguments a(call, any);
    a.parse(rest);
    if (recipe.isEmpty())
        a.mistake(QStringLiteral("NAME is missing; there are: %1.").arg(namesOf({}).join(QStringLiteral(", "))));
    else if (namesOf(recipe).isEmpty())
        a.mistake(QStringLiteral("there is no recipe \"%1\"; there are: %2.")
                      .arg(recipe, namesOf({}).join(QStringLiteral(", "))));
    else
        a.mistake(QStringLiteral("%1 has no table \"%2\"; there are: %3.")
                      .arg(recipe, result, namesOf(recipe).join(QStringLiteral(", "))));
    a.endIfWrong();
    return Exit::Usage;
}

} // namespace rs::cli
