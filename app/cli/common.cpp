// SPDX-License-Identifier: Apache-2.0
#include "analysis/ranks/domainchoice.h"
#include "analysis/ranks/knownranks.h"
#include "app/cli/verbs.h"
#include "importers/files/osfile.h"
#include "sql/sqlresult.h"
#include "tables/base/tables.h"

#include <QFileInfo>

#include <algorithm>

namespace rs::cli {

QString resolvedPath(const QString &path)
{
    QString rest;
    QString there = osAbsolutePath(path);
    while (there.size() > 1 && !osInfo(there).exists) {
        const qsizetype slash = there.lastIndexOf(u'/');
        rest = there.mid(slash) + rest;
        there = slash > 0 ? there.left(slash) : QStringLiteral("/");
    }
    const QString known = osCanonicalPath(there);
    return known == u"/" && !rest.isEmpty() ? rest : known + rest;
}

QString inputAround(const QString &given, const QStringList &inputs)
{
    const QString folder = resolvedPath(given);
    for (const QString &input : inputs) {
        const bool isFolder = osInfo(input).isFolder;
        const QString around = resolvedPath(isFolder ? input : input + QStringLiteral("/.."));
        const QString inside = around.endsWith(u'/') ? around : around + u'/';
        if (folder == around || (isFolder && folder.startsWith(inside)))
            return input;
    }
    return {};
}

bool hasOnlyDatabases(const Run &run, const std::vector<int> &only)
{
    const auto used = [](const FileEntry &f) { return f.used; };
    if (only.empty() && std::ranges::any_of(run.cluster.files, used))
        return false;
    for (int i = 0; i < static_cast<int>(run.infos.size()); ++i) {
        const bool asked = only.empty() || std::ranges::find(only, i) != only.end();
        if (asked && !hasOnlyDatabases(run.infos[static_cast<size_t>(i)]))
            return false;
    }
    return !run.infos.empty();
}

int rankIndexOf(const Run &run, const QString &rank)
{
    bool ok = false;
    const int number = rank.toInt(&ok);
    if (ok && number >= 0) {
        if (const int i = run.indexOf(number); i >= 0)
            return i;
    }
    for (size_t i = 0; i < run.infos.size(); ++i) {
        if (run.infos[i].label == rank || QFileInfo(run.infos[i].path).fileName() == rank)
            return static_cast<int>(i);
    }
    // A rank without a number is found by its device as well.
    const auto isDevice = [&](const RankInfo &info) { return ok && info.part && info.device == number; };
    const auto at = std::ranges::find_if(run.infos, isDevice);
    return at == run.infos.end() ? -1 : static_cast<int>(at - run.infos.begin());
}

QStringList rankLabels(const Run &run)
{
    QStringList out;
    for (const RankInfo &info : run.infos)
        out << info.label;
    return out;
}

namespace {

// Says a headline and the runs below it, each by its number. Line ends are ours, the rest is escaped by say().
void sayRuns(Call &call, const QString &headline, const std::vector<Run> &runs)
{
    call.say(headline);
    for (size_t i = 0; i < runs.size(); ++i)
        call.say(QStringLiteral("  %1  %2").arg(i + 1).arg(runs[i].title()));
}

// "0, 1" for the only run; with several, each by its number and path.
QString ranksOf(const std::vector<Run> &runs, const std::vector<size_t> &asked)
{
    QStringList out;
    for (const size_t i : asked) {
        const QString ranks = runs[i].infos.empty() ? QStringLiteral("only those that the cluster analysis names")
                                                    : rankLabels(runs[i]).join(QStringLiteral(", "));
        out << (asked.size() == 1 && i == 0 ? ranks
                                            : QStringLiteral("run %1 (%2): %3").arg(i + 1).arg(runs[i].title(), ranks));
    }
    return out.join(QStringLiteral("; "));
}

// A run in which a verb may find its answer, and the rank that was asked for in it; -1 for all of them.
struct Choice
{
    size_t run = 0;
    int rank = -1;
};

// The option that chooses the run of a rank.
const char *runOptionOf(const Arguments &a, const char *option)
{
    return QLatin1String(option) == QLatin1String("other") && a.isSet("other-run") ? "other-run" : "run";
}

// The runs that the option leaves, all without it.
std::vector<size_t> askedRuns(const std::vector<Run> &runs, const Task &task, const char *option = "run")
{
    if (task.arguments.isSet(option)) {
        const auto n = static_cast<size_t>(task.arguments.value(option).number);
        if (n <= runs.size())
            return {n - 1};
        sayRuns(task.call, QStringLiteral("rankscope-cli: there is no run %1; there are:").arg(n), runs);
        throw Ended{Exit::Usage};
    }
    std::vector<size_t> out;
    for (size_t i = 0; i < runs.size(); ++i)
        out.push_back(i);
    return out;
}

// Places of the rank of the option, in the order of the runs.
std::vector<Choice> choicesOfRank(const std::vector<Run> &runs, const Task &task, const char *option)
{
    const Arguments &a = task.arguments;
    const std::vector<size_t> asked = askedRuns(runs, task, runOptionOf(a, option));
    if (std::ranges::all_of(asked, [&](size_t i) { return runs[i].infos.empty(); })) {
        task.call.say(QStringLiteral("rankscope-cli: the ranks of %1 are known only from the results of the cluster "
                                     "analysis, which overview, communication and matrix print. Their own folders "
                                     "(*_ascend_ms, *_ascend_pt, PROF_*), which the other verbs need, are missing.")
                          .arg(runs[asked.front()].path));
        throw Ended{Exit::Nothing};
    }
    std::vector<Choice> out;
    for (const size_t i : asked) {
        // Without the option one rank speaks for itself; a comparison takes the first of two.
        const size_t ranks = runs[i].infos.size();
        const bool obvious = ranks == 1 || (ranks == 2 && QLatin1String(option) == QLatin1String("base"));
        const int index = a.isSet(option) ? rankIndexOf(runs[i], a.text(option)) : obvious ? 0 : -1;
        if (index >= 0)
            out.push_back({i, index});
    }
    if (!out.empty())
        return out;
    if (a.isSet(option))
        task.call.refuse(QStringLiteral("no rank %1; there are: %2").arg(a.text(option), ranksOf(runs, asked)));
    // If no rank could answer, there is no choice to offer: the reason of the first one is given.
    for (const size_t i : asked) {
        for (int index = 0; index < static_cast<int>(runs[i].infos.size()); ++index) {
            if (task.sources.areIn(runs[i], index))
                task.call.refuse(QStringLiteral("--%1 is missing; there are the ranks %2")
                                     .arg(QLatin1String(option), ranksOf(runs, asked)));
        }
    }
    return {{asked.front(), 0}};
}

// Which one of several runs is taken, unless the user chose it. `answers`: runs before it were passed over because they
// cannot answer.
void sayTaken(const std::vector<Run> &runs, const Choice &taken, bool answers, const Task &task,
              const char *option = "run")
{
    if (runs.size() == 1 || task.arguments.isSet(option))
        return;
    const Run &run = runs[taken.run];
    if (taken.rank >= 0)
        task.call.say(QStringLiteral("The path holds %1 runs, rank %2 is that of run %3, %4; --run N chooses.")
                          .arg(runs.size())
                          .arg(run.infos[static_cast<size_t>(taken.rank)].label)
                          .arg(taken.run + 1)
                          .arg(run.title()));
    else
        sayRuns(task.call,
                QStringLiteral("The path holds %1 runs, this is run %2%3; --run N chooses:")
                    .arg(runs.size())
                    .arg(taken.run + 1)
                    .arg(answers ? QStringLiteral(", the first that can answer") : QString()),
                runs);
}

// A table of one rank is made for each of those that were read when none was chosen.
std::vector<int> ranksAsked(const TableSpec &table, const TableQuery &query)
{
    if (table.scope != TableScope::Rank || query.rank >= 0)
        return {query.rank};
    std::vector<int> out;
    for (size_t i = 0; i < query.run->ranks.size(); ++i) {
        if (query.run->ranks[i])
            out.push_back(static_cast<int>(i));
    }
    return out;
}

// Whether a table without rows has answered the query with that.
bool noneIsAnswer(const TableSpec &table, const TableQuery &query)
{
    return !table.whyEmpty || table.whyEmpty(query).isEmpty() || (table.noneIsAnswer && table.noneIsAnswer(query));
}

// Whether the table has rows for the query, or none is its answer.
bool canAnswer(const Task &task)
{
    TableQuery query = task.query;
    query.pool = &task.session.pool();
    for (const int rank : ranksAsked(*task.table, query)) {
        query.rank = rank;
        const std::shared_ptr<const RowSource> rows = task.table->rows(query, task.session.job());
        if (!rows)
            throw Ended{task.session.finish(true)};
        if (rows->rows() > 0 || noneIsAnswer(*task.table, query))
            return true;
    }
    return false;
}

} // namespace

Picked pickRank(std::vector<Run> runs, Task &task, const char *option, const QString &besides)
{
    const std::vector<Choice> having = choicesOfRank(runs, task, option);
    const auto able = std::ranges::find_if(having, [&](const Choice &c) {
        const int also = besides.isEmpty() ? c.rank : rankIndexOf(runs[c.run], besides);
        return also >= 0 && task.sources.areIn(runs[c.run], c.rank) && task.sources.areIn(runs[c.run], also);
    });
    const Choice taken = able == having.end() ? having.front() : *able;
    sayTaken(runs, taken, taken.run > 0, task, runOptionOf(task.arguments, option));
    return {std::move(runs[taken.run]), taken.rank};
}

std::vector<Run> findRuns(Task &task, const QStringList &paths)
{
    std::vector<Run> found = task.session.find(paths);
    if (paths.size() > 1 && found.size() > 1 && !task.arguments.isSet("run"))
        task.arguments.refusePaths(1);
    return found;
}

void loadPickedRun(Task &task)
{
    Session &session = task.session;
    TableQuery &query = task.query;
    const bool ofRank = task.table->scope == TableScope::Rank;
    const std::vector<Run> found = findRuns(task, task.arguments.pathsOfRun());
    std::vector<Choice> choices;
    if (task.verb.allRanks ? task.arguments.isSet("rank") : ofRank) {
        choices = choicesOfRank(found, task, "rank");
    } else {
        for (const size_t i : askedRuns(found, task))
            choices.push_back({i, -1});
    }
    // Findings on a rank may follow from all of them.
    const auto only = [&task](const Choice &c) {
        return c.rank < 0 || task.table->needsAllRanks ? std::vector<int>{} : std::vector<int>{c.rank};
    };
    const auto read = [&](const Choice &c) {
        query.run = session.read(found[c.run], only(c));
        if (ofRank)
            query.rank = c.rank;
    };
    const Choice first = choices.front();
    // Files of the right kind are the least; whether they hold what is asked for is seen when they are read.
    std::erase_if(choices, [&](const Choice &c) { return !task.sources.areIn(found[c.run], c.rank); });
    Choice taken = choices.empty() ? first : choices.front();
    bool answers = choices.size() == 1;
    for (size_t i = 0; i < choices.size() && choices.size() > 1 && !answers; ++i) {
        query.run.reset(); // before the next one needs the room
        read(choices[i]);
        answers = canAnswer(task);
        if (answers)
            taken = choices[i];
    }
    sayTaken(found, taken, answers && taken.run > first.run, task);
    if (choices.size() < 2 || !answers) {
        query.run.reset();
        read(taken);
    }
    session.keep(*query.run, only(taken).empty());
    // The findings say what to do, and no other reason is the true one. What needs no file can be told nevertheless.
    const bool needsFiles = !task.sources.ofRank.isEmpty() || !task.sources.ofRun.isEmpty();
    if (needsFiles && hasOnlyDatabases(*query.run, only(taken)))
        throw Ended{session.finishEmpty()};
    // Look-ups of verbs before the table is printed take no more memory than the table.
    (void)task.table->room(query, session.job());
}

std::shared_ptr<const Run> loadOtherRun(Task &task)
{
    const QString path = task.arguments.paths().last();
    std::vector<Run> found = task.session.find({path});
    const std::vector<size_t> asked = askedRuns(found, task, "other-run");
    if (asked.size() > 1)
        sayRuns(
            task.call,
            QStringLiteral("%1 holds several runs; the first one is compared with (--other-run chooses):").arg(path),
            found);
    return task.session.load(std::move(found[asked.front()]));
}

void loadNewRun(Task &task)
{
    task.query.otherRun = std::move(task.query.run);
    task.query.run = loadOtherRun(task);
}

Exit printTable(Task &task)
{
    Session &session = task.session;
    Call &call = task.call;
    TableQuery &query = task.query;
    const TableSpec &table = *task.table;
    query.pool = &session.pool();
    TableSink &sink = call.table(task.output, false);
    QStringList why;
    bool answered = false;
    for (const int rank : ranksAsked(table, query)) {
        query.rank = rank;
        const std::shared_ptr<const RowSource> rows = table.rows(query, session.job());
        if (!rows)
            return session.finish(false);
        if (rows->rows() == 0 && table.whyEmpty) {
            why << table.whyEmpty(query).english();
            answered = answered || noneIsAnswer(table, query);
            continue;
        }
        for (const RowNote &note : rows->notes())
            call.say(note.english());
        if (!sink.hasBegun())
            call.begin(sink, rows->columns());
        if (const auto *const statement = dynamic_cast<const SqlResult *>(rows.get()); statement && statement->isCut())
            call.setTotalUnknown(true);
        call.rowsFrom(rows, query.run);
        if (!writeRows(sink, *rows, session.job()))
            return session.finish(call.isWritten(sink));
    }
    const bool isEmpty = sink.known() == 0;
    // A step that nobody has is a mistake of who asks, whatever the table would say.
    if (const QStringList steps = isEmpty ? query.run->steps() : QStringList(); !steps.isEmpty())
        checkStep(call, steps, query.step);
    if (const std::optional<Phrase> stage = isEmpty ? whyNotThatStage(query) : std::nullopt)
        call.refuse(stage->english());
    why.removeAll(QString());
    const bool isAnswer = !isEmpty || why.isEmpty() || answered;
    if (isAnswer) {
        // Without rows, none is the answer: an empty list, or the header alone, and a sentence for who reads it.
        if (isEmpty && why.isEmpty())
            call.say(QStringLiteral("%1: there are none.").arg(table.title));
        sink.setEmptyToo(task.output.format != Format::Table);
        if (!sink.hasBegun())
            call.begin(sink, table.columns(query));
        sink.end();
        call.sayMore(sink);
    }
    for (const QString &sentence : why)
        call.say(sentence);
    return isAnswer ? session.finish(call.isWritten(sink)) : session.finishEmpty();
}

void checkRanks(Call &call, const Run &run, const std::vector<int> &ranks)
{
    for (const int rank : ranks) {
        if (run.indexOf(rank) < 0)
            call.refuseUnknown(QStringLiteral("rank %1 in %2").arg(QString::number(rank), run.path), rankLabels(run));
    }
}

void checkDomain(Call &call, const Run &run, const QString &domain)
{
    if (domain.isEmpty())
        return;
    const std::vector<Domain> all = domains(run);
    if (DomainChoice(all, domain).isKnown())
        return;
    const QStringList unknown = unknownDomains(run);
    if (unknown.contains(domain))
        return;
    QStringList labels;
    for (const Domain &d : all)
        labels << d.label();
    call.refuseUnknown(QStringLiteral("communication domain \"%1\"").arg(domain), labels + unknown);
}

void checkStep(Call &call, const QStringList &known, const QString &step)
{
    if (!step.isEmpty() && !known.contains(step))
        call.refuseUnknown(QStringLiteral("step ") + step, known, QStringLiteral("none with a number or name"));
}

void checkCore(Call &call, const QStringList &known, const QString &core)
{
    if (!core.isEmpty() && !known.contains(core))
        call.refuseUnknown(QStringLiteral("accelerator core \"%1\"").arg(core), known);
}

} // namespace rs::cli
