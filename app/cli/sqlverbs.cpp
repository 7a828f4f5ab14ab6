// SPDX-License-Identifier: Apache-2.0
#include "app/cli/verbs.h"
#include "sql/sqldatabases.h"
#include "sql/sqlengine.h"

#include <algorithm>
#include <string>
#include <vector>

namespace rs::cli {

namespace {

// The run of --run, the first else, with all of its ranks; null and the status to end with.
LoadedRun loadRun(Session &session, Arguments &a, const QStringList &paths)
{
    Call &call = session.call();
    std::vector<Run> found = findRuns(session, a, paths);
    if (found.empty())
        return {nullptr, statusOfNone(session, a)};
    const auto number = static_cast<size_t>(a.number(QStringLiteral("run"), 1, 1));
    if (number > found.size()) {
        call.say(QStringLiteral("rankscope-cli: there is no run %1; there are %2.").arg(number).arg(found.size()));
        return {nullptr, statusOf(Exit::Usage)};
    }
    if (found.size() > 1 && !a.isSet(QStringLiteral("run")))
        call.say(QStringLiteral("Of %1 runs this is %2; --run N takes another.")
                     .arg(found.size())
                     .arg(found.front().title()));
    std::shared_ptr<const Run> run = session.load(std::move(found[number - 1]));
    if (!run)
        return {nullptr, statusOf(session.finish(true))};
    return {std::move(run), 0};
}

void describe(TableSink &sink, const SqlDatabaseTable &table, bool withColumns)
{
    const std::string name = (table.database + u'.' + table.name).toStdString();
    sink.row({name, {}, {}, {}, std::string("table of the database ") + table.file.section(u'/', -1).toStdString()});
    for (const auto &[column, type] : table.columns) {
        if (withColumns)
            sink.row({name, column.toStdString(), type.toStdString(), {}, {}});
    }
}

bool isSameTables(const SqlDatabaseContent &a, const SqlDatabaseContent &b)
{
    return std::equal(a.tables.begin(), a.tables.end(), b.tables.begin(), b.tables.end(),
                      [](const auto &x, const auto &y) { return x.name == y.name && x.columns == y.columns; });
}

// Databases with their tables, of several with the same tables the first alone; or the one that `wanted` names
// ("rank0"), or the first table of that name ("TASK", "rank0.TASK").
void describeDatabases(Session &session, const Run &run, TableSink &sink, const QString &wanted, bool withColumns)
{
    std::vector<SqlDatabaseContent> known;
    for (const SqlDatabase &database : sqlDatabases(run)) {
        const bool isAll = wanted.isEmpty();
        const bool isMeant = wanted.compare(database.name, Qt::CaseInsensitive) == 0;
        if (isAll || isMeant)
            sink.row({database.name.toStdString(), {}, std::string("database"), {}, database.path.toStdString()});
        if (!isAll && wanted.contains(u'.') && !wanted.startsWith(database.name + u'.', Qt::CaseInsensitive))
            continue;
        SqlDatabaseContent content = contentOf(database, session.job());
        if (session.job().isCanceled())
            return;
        if (!content.why.isEmpty())
            session.call().say(content.why.english());
        if (isAll && std::any_of(known.begin(), known.end(),
                                 [&content](const SqlDatabaseContent &other) { return isSameTables(other, content); }))
            continue;
        for (const SqlDatabaseTable &table : content.tables) {
            const bool isNamed = wanted.compare(table.name, Qt::CaseInsensitive) == 0 ||
                                 wanted.compare(table.database + u'.' + table.name, Qt::CaseInsensitive) == 0;
            if (isAll || isMeant || isNamed)
                describe(sink, table, withColumns);
            if (isNamed && !isMeant)
                return;
        }
        known.push_back(std::move(content));
    }
}

} // namespace

int queryVerb(Call &call, const QStringList &arguments)
{
    Arguments a(
        call, QStringLiteral("query"), QStringLiteral("PATH… SQL [--limit N]"),
        QStringLiteral(
            "Runs one SELECT over the tables that `schema` lists. A column's name ends in its unit. Functions "
            "beside SQLite's: span_overlap(from, to, from, to), span_union(from, to) over the rows of a "
            "group, ns_to_step(rank, ns), X REGEXP Y. Databases of the ranks are attached as rank0, "
            "rank1, …; `schema` lists them."),
        QStringLiteral("rankscope-cli query profiler_output \"SELECT name, sum(duration_ns) FROM slices WHERE rank = "
                       "0 GROUP BY name ORDER BY 2 DESC LIMIT 10\""));
    addRunOption(a);
    a.addOutput();
    if (!a.parse(arguments, 1, 0))
        return a.status();
    if (a.paths().size() < 2)
        a.mistake(QStringLiteral("The statement is missing."));
    const qint64 memoryLimit = a.memoryLimit();
    const Output output = a.output();
    if (a.isWrong())
        return a.status();
    Session session(call, memoryLimit);
    const LoadedRun loaded = loadRun(session, a, a.paths().mid(0, a.paths().size() - 1));
    if (!loaded.run)
        return loaded.status;
    const Catalogue tables = Catalogue::ofProgram();
    SqlEngine engine(loaded.run, tables, &session.pool(), session.job());
    const QStringList unattached = engine.unattached();
    for (const QString &why : unattached)
        call.say(why);
    TableSink &sink = call.table(output, false);
    const SqlOutcome outcome = engine.query(a.paths().back(), sink);
    if (outcome.isCanceled)
        return statusOf(session.finish(false));
    if (!outcome.error.isEmpty()) {
        for (const QString &note : outcome.notes)
            call.say(note);
        if (!unattached.contains(outcome.error))
            call.say(QStringLiteral("rankscope-cli: %1").arg(outcome.error));
        return statusOf(Exit::Usage);
    }
    for (const QString &note : outcome.notes)
        call.say(note);
    if (outcome.isTruncated) {
        const bool isLimit = sink.rows() >= output.page.limit;
        call.say((isLimit ? QStringLiteral("There are more rows; --limit ended the output behind %1.")
                          : QStringLiteral("There are more rows than the file for them may have; --cursor %1 goes on "
                                           "behind these."))
                     .arg(call.behind(sink)));
        call.setTotalUnknown();
    }
    // Without rows, and with files missing for them, nothing was answered.
    if (sink.known() == 0 && outcome.lacksData)
        return statusOf(session.finishEmpty());
    sink.setEmptyToo(output.format != Format::Table);
    sink.end();
    return statusOf(session.finish(call.isWritten(sink)));
}

int schemaVerb(Call &call, const QStringList &arguments)
{
    Arguments a(
        call, QStringLiteral("schema"), QStringLiteral("PATH [--table T] [--tables]"),
        QStringLiteral("The tables and columns that a statement of `query` can name. Hidden columns stand last: an "
                       "equality with one of them asks the table for something, such as a step. Behind the tables "
                       "stand the databases of the run, with their files, and their tables, which are named as in "
                       "rank0.TASK; of several databases with the same tables the first has them listed."),
        QStringLiteral("rankscope-cli schema profiler_output"));
    a.option(QStringLiteral("table"), QStringLiteral("T"),
             QStringLiteral("Only this table, as statements call it: slices, TASK, rank0.TASK; or a database, rank0."));
    a.flag(QStringLiteral("tables"), QStringLiteral("Only the tables, without their columns."));
    addRunOption(a);
    a.addOutput();
    const auto common = parseCommon(a, arguments);
    if (!common)
        return a.status();
    Session session(a.call(), common->memoryLimit);
    const LoadedRun loaded = loadRun(session, a, a.paths());
    if (!loaded.run)
        return loaded.status;
    const Catalogue tables = Catalogue::ofProgram();
    TableSink &sink = call.table(common->output);
    if (!call.begin(sink, {QStringLiteral("Table"), QStringLiteral("Column"), QStringLiteral("Type"),
                           QStringLiteral("Unit"), QStringLiteral("Description")}))
        return statusOf(Exit::Usage);
    for (const SqlTable &table : sqlTables(loaded.run, tables)) {
        // As statements take it, whatever its case; verbs call it by the id.
        const QString asked = a.text(QStringLiteral("table"));
        if (a.isSet(QStringLiteral("table")) && table.name.compare(asked, Qt::CaseInsensitive) != 0 &&
            table.spec->id.compare(asked, Qt::CaseInsensitive) != 0)
            continue;
        sink.row({table.name.toStdString(), {}, {}, {}, table.spec->hint.toStdString()});
        if (a.isSet(QStringLiteral("tables")))
            continue;
        for (const SqlColumn &c : table.columns)
            sink.row({table.name.toStdString(), c.name.toStdString(), c.type.toStdString(), c.unit.toStdString(),
                      c.description.toStdString()});
    }
    // A table of ours hides one of a database that has its name.
    if (!a.isSet(QStringLiteral("table")) || sink.known() == 0)
        describeDatabases(session, *loaded.run, sink, a.text(QStringLiteral("table")),
                          !a.isSet(QStringLiteral("tables")));
    if (sink.known() == 0) {
        call.say(QStringLiteral("rankscope-cli: there is no table \"%1\"; `schema` without --table lists them all.")
                     .arg(a.text(QStringLiteral("table"))));
        return statusOf(Exit::Usage);
    }
    sink.end();
    call.sayMore(sink);
    return statusOf(session.finish(call.isWritten(sink)));
}

} // namespace rs::cli
