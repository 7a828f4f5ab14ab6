// SPDX-License-Identifier: Apache-2.0
#include "app/cli/verbs.h"

#include "analysis/overviewfindings.h"

#include <algorithm>

namespace rs::cli {

namespace {

// Tables that are answers of verbs with a history of their own.
constexpr const char *ofOtherVerbs[] = {
    "ranks",        "overview",  "operators",           "compare",  "communication",    "matrix", "slices",
    "slices.stats", "flows",     "flows.stats",         "dispatch", "dispatch.windows", "idle",   "idle.gaps",
    "alignment",    "transfers", "transfers.unmatched", "diagnosis"};

bool has(const TableSpec &table, Parameter p)
{
    return std::find(table.parameters.begin(), table.parameters.end(), p) != table.parameters.end();
}

} // namespace

std::vector<const TableSpec *> tablesAsVerbs(const Catalogue &tables)
{
    std::vector<const TableSpec *> out;
    for (const TableSpec &t : tables.all()) {
        if (std::none_of(std::begin(ofOtherVerbs), std::end(ofOtherVerbs),
                         [&t](const char *id) { return t.id == QLatin1String(id); }))
            out.push_back(&t);
    }
    return out;
}

int tableVerb(const TableSpec &spec, const QStringList &arguments, const QString &verb)
{
    const bool ofRank = spec.scope == TableScope::Rank;
    const QString name = verb.isEmpty() ? spec.id : verb;
    Arguments a(name, ofRank ? QStringLiteral("PATH [--rank R]") : QStringLiteral("PATH"), spec.hint,
                QStringLiteral("rankscope-cli %1 profiler_output%2")
                    .arg(name, ofRank ? QStringLiteral(" --rank 0") : QString()));
    if (ofRank)
        a.option(QStringLiteral("rank"), QStringLiteral("R"),
                 QStringLiteral("The rank; may be left out when there is one."));
    if (has(spec, Parameter::Step))
        a.option(QStringLiteral("step"), QStringLiteral("S"), QStringLiteral("Only this step."));
    if (has(spec, Parameter::Domain))
        a.option(QStringLiteral("domain"), QStringLiteral("D"),
                 QStringLiteral("Only this communication domain, by label, group name or hash."));
    if (has(spec, Parameter::Operator))
        a.option(QStringLiteral("op"), QStringLiteral("OP"),
                 QStringLiteral("Only this operator, as the Operator column has it."));
    if (has(spec, Parameter::Total))
        a.flag(QStringLiteral("total"), QStringLiteral("Only the sums (Total Op Info)."));
    if (has(spec, Parameter::Core))
        a.option(QStringLiteral("core"), QStringLiteral("CORE"),
                 QStringLiteral("Only this accelerator core, as the table of cores calls it."));
    addRunOption(a);
    addFormat(a);
    const auto common = parseCommon(a, arguments);
    if (!common)
        return a.status();
    Session session(common->memoryLimit);
    const TableSpec &table = session.table(spec.id);
    TableQuery query;
    if (has(spec, Parameter::Step))
        query.step = a.text(QStringLiteral("step"));
    if (has(spec, Parameter::Domain))
        query.domain = a.text(QStringLiteral("domain"));
    if (has(spec, Parameter::Operator))
        query.op = a.text(QStringLiteral("op"));
    if (has(spec, Parameter::Total))
        query.total = a.isSet(QStringLiteral("total"));
    if (has(spec, Parameter::Core))
        query.core = a.text(QStringLiteral("core"));
    const LoadedRun loaded = loadPickedRun(session, a, table, query, ofRank);
    if (!loaded.run)
        return loaded.status;
    // They are rows of this table alone, and count for the status as those of the import do.
    if (spec.id == u"findings") {
        const MemoryReservation room = table.room(query, session.job());
        for (const Finding &f : overviewDisagreements(*query.run, session.job()))
            session.addFinding(f);
    }
    return printTable(session, common->format, table, std::move(query));
}

int diagnoseVerb(const QStringList &arguments)
{
    const Catalogue tables = Catalogue::ofProgram();
    return tableVerb(*tables.find(u"diagnosis"), arguments, QStringLiteral("diagnose"));
}

} // namespace rs::cli
