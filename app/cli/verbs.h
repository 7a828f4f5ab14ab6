// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/arguments.h"
#include "app/cli/session.h"
#include "tables/base/catalogue.h"

#include <optional>
#include <string>
#include <vector>

/// The verbs of the command line: entries of one list. Most print one table of the catalogue.
namespace rs::cli {

struct Task;

/// The table that a verb prints instead of its own where an option is given.
struct OtherTable
{
    const char *option;
    const char *word; ///< the option says it; empty: it says anything
    const char *table;
};

/// A verb. Texts are UTF-8; those that are empty follow from its table.
struct Verb
{
    std::string name;
    std::string says{};            ///< in the list of verbs; empty: it is not there
    std::string usage{};           ///< follows the verb: "PATH --rank R"
    std::string hint{};            ///< what the verb prints
    std::string example{};         ///< a whole command line
    std::string options{};         ///< names, in the order of the help; "output" stands for those of every table
    std::vector<OptionSpec> own{}; ///< options that no other verb has, or that mean something else there
    std::string table{};           ///< id; empty: the verb prints no table of the catalogue
    std::vector<OtherTable> others{};
    int minPaths = 1;
    int maxPaths = 1;      ///< 0: any number; 1: paths of one run, such as its ranks
    bool allRanks = false; ///< without --rank every rank is meant
    /// Mistakes that no option shows by itself, and what the query has beside its options. Nothing is loaded yet.
    void (*check)(Task &) = nullptr;
    /// Checks and messages between loading the run and printing the table.
    void (*prepare)(Task &) = nullptr;
    /// The answer of a verb that does more than to load one run and to print a table.
    Exit (*answer)(Task &) = nullptr;
    /// The same of a verb that reads its arguments itself.
    Exit (*run)(Call &, const Verb &, const QStringList &) = nullptr;
};

/// One call of a verb: what it was told, and what comes of it.
struct Task
{
    Call &call;
    const Verb &verb;
    Arguments &arguments;
    Session &session;
    Output output;
    const TableSpec *table; ///< the one that is printed; null for a verb without
    TableSources sources{}; ///< files that the answer needs
    TableQuery query{};
};

/// Verbs that have a name of their own, in the order of the help.
[[nodiscard]] const std::vector<Verb> &namedVerbs();
/// Tables that are verbs because no other verb prints them.
[[nodiscard]] std::vector<const TableSpec *> tablesAsVerbs(const Catalogue &tables);
/// A verb with all texts and options. Nothing for an unknown name.
[[nodiscard]] std::optional<Verb> findVerb(const QString &name, const Catalogue &tables);
/// The verb with what follows from its table.
[[nodiscard]] Verb completed(Verb verb, const Catalogue &tables);
/// The options of a verb, in the order of its help.
[[nodiscard]] std::vector<OptionSpec> optionsOf(const Verb &verb);
/// Runs a verb that is complete. May throw Ended.
[[nodiscard]] Exit runVerb(Call &call, const Verb &verb, const QStringList &arguments);

// ---- answers of verbs -----------------------------------------------------------------------------------------------

Exit answerInfo(Task &task);
Exit answerCompare(Task &task);
Exit answerDiagnose(Task &task);
Exit answerExport(Task &task);
Exit answerGate(Task &task);
Exit answerIndex(Task &task);
Exit answerPack(Task &task);
Exit answerQuery(Task &task);
Exit answerSchema(Task &task);
Exit answerReport(Task &task);
Exit answerServe(Task &task);
Exit answerTrace(Task &task);
Exit runRecipe(Call &call, const Verb &verb, const QStringList &arguments);
Exit runMcp(Call &call, const Verb &verb, const QStringList &arguments);

void checkCompare(Task &task);
void checkDiagnose(Task &task);
void checkExport(Task &task);
void checkGate(Task &task);
void checkIndex(Task &task);
void checkPack(Task &task);
void checkQuery(Task &task);
void checkReport(Task &task);
void checkTrace(Task &task);

// ---- runs and ranks -------------------------------------------------------------------------------------------------

/// The path with every link resolved, also where its last parts do not exist yet.
[[nodiscard]] QString resolvedPath(const QString &path);
/// Which of the inputs holds that folder; empty: none. A single file has no folder of its own: only the very folder
/// that it lies in counts.
[[nodiscard]] QString inputAround(const QString &folder, const QStringList &inputs);

/// True when those ranks (all of them and the cluster analysis where `only` is empty) have databases and nothing else
/// to be read, which the findings of the run say.
[[nodiscard]] bool hasOnlyDatabases(const Run &run, const std::vector<int> &only = {});

/// Index of the rank with that number, label or name of its folder, -1.
[[nodiscard]] int rankIndexOf(const Run &run, const QString &rank);
/// "0, 1, 2": what a message offers instead of a rank that does not exist.
[[nodiscard]] QStringList rankLabels(const Run &run);

/// A run and one of its ranks by an option (which may be left out when there is one rank) and --run; of several runs
/// the first in which that rank has what the verb answers from, and which has the rank `besides` too. Ends the verb
/// where there is none.
struct Picked
{
    Run run;
    int rankIndex = -1;
};
[[nodiscard]] Picked pickRank(std::vector<Run> runs, Task &task, const char *option, const QString &besides = {});

/// The runs below the paths. Ends the verb where several paths make several runs and no --run chooses.
[[nodiscard]] std::vector<Run> findRuns(Task &task, const QStringList &paths);
/// Finds and loads what the query speaks of below the paths of its run: all ranks of a run, or the one of --rank, and
/// puts it into the query. The run is that of --run; of several runs else the first of which the table has rows for the
/// query, or none is its answer; it is said which. Of runs that cannot answer, the first says why.
void loadPickedRun(Task &task);
/// The run of the second path: that of --other-run, else the first one, which is said.
[[nodiscard]] std::shared_ptr<const Run> loadOtherRun(Task &task);

/// Loads the second of two paths. loadPickedRun() has loaded the first, which becomes the base.
void loadNewRun(Task &task);
/// A mistake where no file of that option may be written: none that is an input, or lies inside
/// one or beside it. Only beside a pack is fine: no profiler wrote there.
void checkOutFile(Arguments &arguments, const char *option);

/// Prints the table: one about one rank for the rank of the query, or for every loaded one where it names none. Without
/// a row and with a reason for that, the reason is said, nothing is printed and the status is Nothing.
[[nodiscard]] Exit printTable(Task &task);

// ---- what the run must have -----------------------------------------------------------------------------------------

/// Each ends the verb where the run lacks what was asked for; an empty text asks for nothing.
void checkRanks(Call &call, const Run &run, const std::vector<int> &ranks);
void checkDomain(Call &call, const Run &run, const QString &domain);
void checkStep(Call &call, const QStringList &known, const QString &step);
void checkCore(Call &call, const QStringList &known, const QString &core);

} // namespace rs::cli
