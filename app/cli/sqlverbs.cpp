// SPDX-License-Identifier: Apache-2.0
#include "app/cli/verbs.h"
#include "sql/sqlengine.h"

#include <string>

namespace rs::cli {

namespace {

// The run of --run, the first else, with all of its ranks; null and the status to end with.
LoadedRun loadRun(Session &session, Arguments &a, const QString &path)
{
    std::vector<Run> found = session.find({path});
    if (found.empty())
        return {nullptr, statusOf(session.job().isCanceled() ? session.finish(true) : Exit::Nothing)};
    const auto number = static_cast<size_t>(a.number(QStringLiteral("run"), 1, 1));
    if (number > found.size()) {
        say(QStringLiteral("rankscope-cli: there is no run %1; there are %2.").arg(number).arg(found.size()));
        return {nullptr, statusOf(Exit::Usage)};
    }
    if (found.size() > 1 && !a.isSet(QStringLiteral("run")))
        say(QStringLiteral("Of %1 runs this is %2; --run N takes another.")
                .arg(found.size())
                .arg(found.front().title()));
    std::shared_ptr<const Run> run = session.load(std::move(found[number - 1]));
    if (!run)
        return {nullptr, statusOf(session.finish(true))};
    return {std::move(run), 0};
}

} // namespace

int queryVerb(const QStringList &arguments)
{
    Arguments a(
        QStringLiteral("query"), QStringLiteral("PATH SQL [--limit N]"),
        QStringLiteral(
            "Runs one SELECT over the tables that `schema` lists. A column's name ends in its unit. Functions "
            "beside SQLite's: span_overlap(from, to, from, to), span_union(from, to) over the rows of a "
            "group, ns_to_step(rank, ns), X REGEXP Y. Databases of the ranks are attached as rank0, "
            "rank1, …"),
        QStringLiteral("rankscope-cli query profiler_output \"SELECT name, sum(duration_ns) FROM slices WHERE rank = "
                       "0 GROUP BY name ORDER BY 2 DESC LIMIT 10\""));
    a.option(QStringLiteral("limit"), QStringLiteral("N"), QStringLiteral("At most so many rows; default: all."));
    addRunOption(a);
    addFormat(a);
    if (!a.parse(arguments, 1, 2))
        return a.status();
    if (a.paths().size() < 2)
        a.mistake(QStringLiteral("The statement is missing."));
    const qint64 memoryLimit = a.memoryLimit();
    const Format format = a.format();
    const qint64 limit = a.number(QStringLiteral("limit"), std::numeric_limits<qint64>::max(), 1);
    if (a.isWrong())
        return a.status();
    Session session(memoryLimit);
    const LoadedRun loaded = loadRun(session, a, a.paths().front());
    if (!loaded.run)
        return loaded.status;
    const Catalogue tables = Catalogue::ofProgram();
    SqlEngine engine(loaded.run, tables, &session.pool(), session.job());
    for (const QString &why : engine.unattached())
        say(why);
    StandardOutput out;
    const auto sink = out.sink(format, false);
    const SqlOutcome outcome = engine.query(a.paths().back(), *sink, limit);
    if (outcome.isCanceled)
        return statusOf(session.finish(false));
    if (!outcome.error.isEmpty()) {
        say(QStringLiteral("rankscope-cli: %1").arg(outcome.error));
        return statusOf(Exit::Usage);
    }
    for (const QString &note : outcome.notes)
        say(note);
    if (outcome.isTruncated)
        say(QStringLiteral("There are more rows; --limit ended the output behind %1.").arg(limit));
    // Without rows, and with files missing for them, nothing was answered.
    if (sink->rows() == 0 && !outcome.notes.isEmpty())
        return statusOf(session.finishEmpty());
    sink->setEmptyToo(format != Format::Table);
    sink->end();
    return statusOf(session.finish(out.ok(*sink)));
}

int schemaVerb(const QStringList &arguments)
{
    Arguments a(
        QStringLiteral("schema"), QStringLiteral("PATH"),
        QStringLiteral("The tables and columns that a statement of `query` can name. Hidden columns stand last: an "
                       "equality with one of them asks the table for something, such as a step."),
        QStringLiteral("rankscope-cli schema profiler_output"));
    addRunOption(a);
    addFormat(a);
    const auto common = parseCommon(a, arguments);
    if (!common)
        return a.status();
    Session session(common->memoryLimit);
    const LoadedRun loaded = loadRun(session, a, a.paths().front());
    if (!loaded.run)
        return loaded.status;
    const Catalogue tables = Catalogue::ofProgram();
    StandardOutput out;
    const auto sink = out.sink(common->format);
    sink->begin({QStringLiteral("Table"), QStringLiteral("Column"), QStringLiteral("Type"), QStringLiteral("Unit"),
                 QStringLiteral("Description")});
    for (const SqlTable &table : sqlTables(loaded.run, tables)) {
        sink->row({table.name.toStdString(), {}, {}, {}, table.spec->hint.toStdString()});
        for (const SqlColumn &c : table.columns)
            sink->row({table.name.toStdString(), c.name.toStdString(), c.type.toStdString(), c.unit.toStdString(),
                       c.description.toStdString()});
    }
    sink->end();
    return statusOf(session.finish(out.ok(*sink)));
}

} // namespace rs::cli
