// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/arguments.h"
#include "app/cli/session.h"
#include "tables/catalogue.h"

#include <functional>
#include <optional>
#include <set>
#include <vector>

/// The verbs of the command line. Each takes what follows its name and returns the exit status.
namespace rs::cli {

int infoVerb(Call &call, const QStringList &arguments);
int overviewVerb(Call &call, const QStringList &arguments);
int operatorsVerb(Call &call, const QStringList &arguments);
int compareVerb(Call &call, const QStringList &arguments);
int communicationVerb(Call &call, const QStringList &arguments);
int matrixVerb(Call &call, const QStringList &arguments);
int slicesVerb(Call &call, const QStringList &arguments);
int flowsVerb(Call &call, const QStringList &arguments);
int dispatchVerb(Call &call, const QStringList &arguments);
int idleVerb(Call &call, const QStringList &arguments);
int alignVerb(Call &call, const QStringList &arguments);
int transfersVerb(Call &call, const QStringList &arguments);
int diagnoseVerb(Call &call, const QStringList &arguments);
int exportVerb(Call &call, const QStringList &arguments);
int queryVerb(Call &call, const QStringList &arguments);
int schemaVerb(Call &call, const QStringList &arguments);
int recipeVerb(Call &call, const QStringList &arguments);
int mcpVerb(Call &call, const QStringList &arguments);
int traceVerb(Call &call, const QStringList &arguments);

/// The path with every link resolved, also where its last parts do not exist yet.
[[nodiscard]] QString resolvedPath(const QString &path);
/// Which of the inputs holds that folder; empty: none. A single file has no folder of its own: only the very folder
/// that it lies in counts.
[[nodiscard]] QString inputAround(const QString &folder, const QStringList &inputs);

/// --run N: position from 1 among the found runs.
void addRunOption(Arguments &a);

/// True when those ranks (all of them and the cluster analysis where `only` is empty) have databases and nothing else
/// to be read, which the findings of the run say.
[[nodiscard]] bool hasOnlyDatabases(const Run &run, const std::vector<int> &only = {});

/// Index of the rank with that number, label or name of its folder, -1.
[[nodiscard]] int rankIndexOf(const Run &run, const QString &rank);
/// "0, 1, 2": what a message offers instead of a rank that does not exist.
[[nodiscard]] QString rankList(const Run &run);

/// A run and one of its ranks by --rank (which may be left out when there is one rank) and --run; of several runs the
/// first in which that rank has what the verb answers from, and which has the rank `besides` too. Nothing when there is
/// none (said on stderr, status in `status`).
struct Picked
{
    Run run;
    int rankIndex = -1;
};
[[nodiscard]] std::optional<Picked> pickRank(std::vector<Run> runs, Arguments &a, const QString &option,
                                             const TableSources &sources, int &status, const QString &besides = {});

/// --ranks LIST, for tables of several ranks.
void addRanksOption(Arguments &a);
/// Its numbers, ascending; none where it is not given. A text that is no list is a mistake.
[[nodiscard]] std::vector<int> ranksOption(Arguments &a);
/// --rate NAME=GBPS, for what holds bandwidths against reference rates.
void addRateOption(Arguments &a);
/// As often as it is given: the usual reference rates with these in place of some. Another text is a
/// mistake.
[[nodiscard]] ReferenceRates ratesOption(Arguments &a);
/// False when the run lacks one of them; says which it has.
[[nodiscard]] bool checkRanks(Call &call, const Run &run, const std::vector<int> &ranks);

/// --state LIST, for comparisons.
void addStateOption(Arguments &a);
/// What it says; none where it is not given. A word that is no state is a mistake.
[[nodiscard]] std::vector<CompareState> statesOption(Arguments &a);

struct CommonOptions
{
    Output output;
    qint64 memoryLimit = 0;
};
/// Reads the arguments of a verb with one path, or up to `paths`, and no checks of its own. Nothing when one of them is
/// wrong: then Arguments::status() is what to end with.
[[nodiscard]] std::optional<CommonOptions> parseCommon(Arguments &a, const QStringList &arguments,
                                                       const std::function<void()> &readMore = {}, int paths = 1);

/// A loaded run, or null and the status to end with.
struct LoadedRun
{
    std::shared_ptr<const Run> run;
    int status = 0;
};
/// The runs below the paths; none, with a mistake, where several paths make several runs and no --run chooses.
[[nodiscard]] std::vector<Run> findRuns(Session &session, Arguments &a, const QStringList &paths);
/// The status to end with where findRuns() gave none.
[[nodiscard]] int statusOfNone(Session &session, const Arguments &a);
/// Finds and loads what the query speaks of below the paths of its run: all ranks of a run, or the one of --rank, and
/// puts it into the query. The run is that of --run; of several runs else the first of which the table has rows for the
/// query, or none is its answer; it is said which. Of runs that cannot answer, the first says why. `sources`: the files
/// that the query needs, where those of the table say more.
[[nodiscard]] LoadedRun loadPickedRun(Session &session, Arguments &a, const TableSpec &table, TableQuery &query,
                                      bool oneRank = false, const TableSources *sources = nullptr);
/// The run of the second path: that of --other-run, else the first one, which is said.
[[nodiscard]] LoadedRun loadOtherRun(Session &session, Arguments &a);

/// Prints a table of the catalogue and ends the verb: a table about one rank for the rank of the query, or for every
/// loaded one where it names none. Without a row and with a reason for that, the reason is said, nothing is printed and
/// the status is Nothing.
[[nodiscard]] int printTable(Session &session, const Output &output, const TableSpec &table, TableQuery query);

/// A table of the catalogue as a verb of its own, with its parameters as options. `verb`: empty, named as the table.
[[nodiscard]] int tableVerb(Call &call, const TableSpec &table, const QStringList &arguments, const QString &verb = {});
/// Tables that are verbs because no other verb prints them.
[[nodiscard]] std::vector<const TableSpec *> tablesAsVerbs(const Catalogue &tables);

/// Texts in the order in which they come, each once; as many as a file may name.
class Distinct
{
public:
    void add(const QString &text)
    {
        if (m_known.insert(text).second)
            m_list << text;
    }
    [[nodiscard]] const QStringList &list() const { return m_list; }

private:
    std::set<QString> m_known;
    QStringList m_list;
};

/// False when a domain was asked for that the run does not have; says which it has.
[[nodiscard]] bool checkDomain(Call &call, const Run &run, const QString &domain);
/// Same for a step.
[[nodiscard]] bool checkStep(Call &call, const QStringList &known, const QString &step);

/// Same for an accelerator core.
[[nodiscard]] bool checkCore(Call &call, const QStringList &known, const QString &core);

} // namespace rs::cli
