// SPDX-License-Identifier: Apache-2.0
#include "app/cli/verbs.h"
#include "sql/sqldatabases.h"
#include "sql/sqlengine.h"

#include <algorithm>
#include <string>
#include <vector>

namespace rs::cli {

namespace {

// The run of --run, the first else, with all of its ranks.
std::shared_ptr<const Run> loadRun(Task &task, const QStringList &paths)
{
    std::vector<Run> found = findRuns(task, paths);
    const auto number = static_cast<size_t>(task.arguments.number("run", 1));
    if (number > found.size())
        task.call.refuse(QStringLiteral("there is no run %1; there are %2.").arg(number).arg(found.size()));
    if (found.size() > 1 && !task.arguments.isSet("run"))
        task.call.say(QStringLiteral("Of %1 runs this is %2; --run N takes another.")
                          .arg(found.size())
                          .arg(found.front().title()));
    return task.session.load(std::move(found[number - 1]));
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
        if (isAll && std::ranges::any_of(
                         known, [&content](const SqlDatabaseContent &other) { return isSameTables(other, content); }))
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

void checkQuery(Task &task)
{
    if (task.arguments.paths().size() < 2)
        task.arguments.mistake(QStringLiteral("The statement is missing."));
}

Exit answerQuery(Task &task)
{
    Call &call = task.call;
    Session &session = task.session;
    const QStringList paths = task.arguments.paths();
    const std::shared_ptr<const Run> run = loadRun(task, paths.mid(0, paths.size() - 1));
    const Catalogue tables = Catalogue::ofProgram();
    SqlEngine engine(run, tables, &session.pool(), session.job());
    const QStringList unattached = engine.unattached();
    for (const QString &why : unattached)
        call.say(why);
    TableSink &sink = call.table(task.output, false);
    const SqlOutcome outcome = engine.query(paths.back(), sink);
    if (outcome.isCanceled)
        return session.finish(false);
    for (const Phrase &why : outcome.reasons)
        call.say(why.english());
    if (!outcome.error.isEmpty()) {
        if (!unattached.contains(outcome.error))
            call.say(QStringLiteral("rankscope-cli: %1").arg(outcome.error));
        return Exit::Usage;
    }
    if (outcome.isTruncated) {
        const bool isLimit = sink.rows() >= task.output.page.limit;
        call.say((isLimit ? QStringLiteral("There are more rows; --limit ended the output after %1.")
                          : QStringLiteral("There are more rows than the file for them may have; --cursor %1 "
                                           "continues after these."))
                     .arg(call.behind(sink)));
        call.setTotalUnknown();
    }
    // Without rows, and with files missing for them, nothing was answered.
    if (sink.known() == 0 && outcome.lacksData)
        return session.finishEmpty();
    sink.setEmptyToo(task.output.format != Format::Table);
    sink.end();
    return session.finish(call.isWritten(sink));
}

Exit answerSchema(Task &task)
{
    Call &call = task.call;
    const Arguments &a = task.arguments;
    const std::shared_ptr<const Run> run = loadRun(task, a.pathsOfRun());
    const Catalogue tables = Catalogue::ofProgram();
    TableSink &sink = call.table(task.output);
    std::vector<ColumnSpec> columns;
    for (const char *header : {"Table", "Column", "Type", "Unit", "Description"})
        columns.emplace_back("", header, "", ValueKind::Text);
    call.begin(sink, columns);
    const QString asked = a.text("table");
    const bool withColumns = !a.isSet("tables");
    for (const SqlTable &table : sqlTables(run, tables)) {
        // As statements take it, whatever its case; verbs call it by the id.
        if (!asked.isEmpty() && table.name.compare(asked, Qt::CaseInsensitive) != 0 &&
            table.spec->id.compare(asked, Qt::CaseInsensitive) != 0)
            continue;
        sink.row({table.name.toStdString(), {}, {}, {}, table.spec->hint.toStdString()});
        for (const SqlColumn &c : withColumns ? table.columns : std::vector<SqlColumn>())
            sink.row({table.name.toStdString(), c.name.toStdString(), c.type.toStdString(), c.unit.toStdString(),
                      c.description.toStdString()});
    }
    // A table of ours hides one of a database that has its name.
    if (asked.isEmpty() || sink.known() == 0)
        describeDatabases(task.session, *run, sink, asked, withColumns);
    if (sink.known() == 0)
        call.refuse(QStringLiteral("there is no table \"%1\"; `schema` without --table lists them all.").arg(asked));
    sink.end();
    call.sayMore(sink);
    return task.session.finish(call.isWritten(sink));
}

} // namespace rs::cli
