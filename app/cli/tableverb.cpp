// SPDX-License-Identifier: Apache-2.0
#include "app/cli/verbs.h"

#include "analysis/communication/operatorchoice.h"
#include "analysis/overview/overviewfindings.h"

#include <QFileInfo>

#include <algorithm>
#include <limits>

namespace rs::cli {

namespace {

// Tables that are answers of verbs with a history of their own.
constexpr const char *ofOtherVerbs[] = {
    "ranks",        "overview",  "operators",           "compare",  "communication",    "matrix", "slices",
    "slices.stats", "flows",     "flows.stats",         "dispatch", "dispatch.windows", "idle",   "idle.gaps",
    "alignment",    "transfers", "transfers.unmatched", "diagnosis"};

// Of a rank: their rows name domains, whose members and places the communication files of the other ranks tell where no
// file describes them.
constexpr const char *ofDomains[] = {"links.idle", "communication.overlap"};

bool has(const TableSpec &table, Parameter p)
{
    return std::find(table.parameters.begin(), table.parameters.end(), p) != table.parameters.end();
}

struct ParameterOption
{
    Parameter parameter;
    const char *name;
    const char *value; // empty: a flag
    const char *description;
};
constexpr ParameterOption parameterOptions[] = {
    {Parameter::Step, "step", "S", "Only this step."},
    {Parameter::Steps, "steps", "HOW", "each (default), or the sum or mean over the steps."},
    {Parameter::StepRange, "from-step", "S", "Only steps from this number on."},
    {Parameter::StepRange, "to-step", "S", "Only steps up to this number."},
    {Parameter::Stage, "stage", "N", "Only ranks of this pipeline stage, from 0."},
    {Parameter::Domain, "domain", "D",
     "Only this communication domain, by label, ranks, group name or hash, or all of a kind: tp, pp, dp, cp, ep, "
     "collective, p2p."},
    {Parameter::Operator, "op", "OP",
     "Only this operator, as the Operator column has it; of communication also all of a kind: allreduce."},
    {Parameter::Total, "total", "", "Only the sums (Total Op Info)."},
    {Parameter::By, "by", "KEY", "type (default), name, shape (type and input shapes) or name-shape."},
    {Parameter::Kind, "kind", "KIND", "compute (default), communication or all."},
    {Parameter::Core, "core", "CORE", "Only this accelerator core, as the table of cores calls it."},
    {Parameter::Component, "component", "C",
     "Only this component, as the file calls it: PTA, GE, PTA+GE, MindSpore, APP."},
    {Parameter::Streams, "streams", "", "Of each stream by itself."},
    {Parameter::At, "at", "NS", "The moment, nanoseconds since the epoch; default: the peak in the window."},
    {Parameter::HeldBy, "by", "KEY", "operator (default), component or size (of a block)."},
    {Parameter::Unreleased, "unreleased", "", "Only blocks that were allocated in the window and never released."},
    {Parameter::Name, "name", "REGEX", "Only what bears such a name; of files the first: hbm, pcie."},
    {Parameter::Window, "from", "NS", "Start of the window, nanoseconds since the epoch."},
    {Parameter::Window, "to", "NS", "End of the window."},
};

QString synopsis(const TableSpec &table)
{
    QString out = QStringLiteral("PATH");
    if (table.scope == TableScope::Rank)
        out += QStringLiteral(" --rank R");
    if (table.id == u"compare.many")
        out += QStringLiteral(" [PATH…] [--base R|all] [--base-run PATH] [--whole mean|sum]");
    if (has(table, Parameter::State))
        out += QStringLiteral(" [--state LIST]");
    for (const ParameterOption &p : parameterOptions) {
        if (has(table, p.parameter))
            out += QStringLiteral(" [%1]").arg(
                QStringLiteral("--%1 %2").arg(QLatin1String(p.name), QLatin1String(p.value)).trimmed());
    }
    if (table.takesRates)
        out += QStringLiteral(" [--rate NAME=GBPS]…");
    if (table.takesRanks)
        out += QStringLiteral(" [--ranks LIST]");
    return out;
}

void readOperatorOptions(const TableSpec &table, Arguments &a, TableQuery &query)
{
    if (has(table, Parameter::By)) {
        constexpr OperatorGrouping all[] = {OperatorGrouping::Type, OperatorGrouping::Name, OperatorGrouping::Shape,
                                            OperatorGrouping::NameShape};
        query.by = all[a.choice(QStringLiteral("by"), {QStringLiteral("type"), QStringLiteral("name"),
                                                       QStringLiteral("shape"), QStringLiteral("name-shape")})];
    }
    if (has(table, Parameter::Kind)) {
        constexpr OperatorKind all[] = {OperatorKind::Compute, OperatorKind::Communication, OperatorKind::All};
        query.kind = all[a.choice(QStringLiteral("kind"),
                                  {QStringLiteral("compute"), QStringLiteral("communication"), QStringLiteral("all")})];
    }
    if (has(table, Parameter::State))
        query.states = statesOption(a);
}

void addManyOptions(Arguments &a)
{
    a.option(
        QStringLiteral("base"), QStringLiteral("R"),
        QStringLiteral("The rank that all are held against, of the first PATH or of --base-run, or all: all of its "
                       "ranks together. Default: the median rank of the stage of each side."));
    a.option(QStringLiteral("base-run"), QStringLiteral("PATH"),
             QStringLiteral("Another run that is the baseline: without --base each rank is held against that of the "
                            "same number in it."));
    a.option(QStringLiteral("whole"), QStringLiteral("HOW"),
             QStringLiteral("The ranks of each run together are one side: their mean, or their sum. The baseline is a "
                            "whole run then, the first one by default, unless --base names a rank."));
}

// The runs beside the first, and the baseline; a status where one of them is not there.
std::optional<int> readMany(Session &session, Arguments &a, TableQuery &query)
{
    const auto load = [&session](const QString &path) {
        std::vector<Run> found = session.find({path});
        if (found.size() > 1)
            session.call().say(QStringLiteral("%1 holds several runs; the first one is taken.").arg(path));
        return found.empty() ? nullptr : session.load(std::move(found.front()));
    };
    const auto missing = [&session] {
        return session.job().isCanceled() ? statusOf(session.finish(true)) : statusOf(Exit::Nothing);
    };
    query.sumOfRanks = a.text(QStringLiteral("whole")) == u"sum";
    query.wholeSides = a.isSet(QStringLiteral("whole"));
    for (const QString &path : a.paths().mid(1)) {
        query.moreRuns.push_back(load(path));
        if (!query.moreRuns.back())
            return missing();
    }
    // A side that is the baseline as well is left out, of several.
    const auto sideOfPath = [&](const QString &path) -> std::shared_ptr<const Run> {
        const QString wanted = QFileInfo(path).canonicalFilePath();
        if (query.moreRuns.empty() || wanted.isEmpty())
            return nullptr;
        for (qsizetype i = 0; i < a.paths().size(); ++i) {
            if (QFileInfo(a.paths().at(i)).canonicalFilePath() == wanted)
                return i == 0 ? query.run : query.moreRuns[static_cast<size_t>(i) - 1];
        }
        return nullptr;
    };
    if (a.isSet(QStringLiteral("base-run"))) {
        const QString path = a.text(QStringLiteral("base-run"));
        query.otherRun = sideOfPath(path);
        if (!query.otherRun)
            query.otherRun = load(path);
        if (!query.otherRun)
            return missing();
    }
    const QString base = a.text(QStringLiteral("base"));
    query.wholeBase = base == u"all";
    if (!a.isSet(QStringLiteral("base")) || query.wholeBase)
        return std::nullopt;
    const Run &of = query.otherRun ? *query.otherRun : *query.run;
    query.other = rankIndexOf(of, base);
    if (query.other >= 0)
        return std::nullopt;
    session.call().say(
        QStringLiteral("rankscope-cli: no rank %1 in %2; there are: %3").arg(base, of.path, rankList(of)));
    return statusOf(Exit::Usage);
}

void readChoices(const TableSpec &table, Arguments &a, TableQuery &query)
{
    constexpr qint64 least = std::numeric_limits<qint64>::min();
    if (has(table, Parameter::Steps))
        query.steps = static_cast<StepAggregation>(
            a.choice(QStringLiteral("steps"), {QStringLiteral("each"), QStringLiteral("sum"), QStringLiteral("mean")}));
    if (has(table, Parameter::StepRange)) {
        if (a.isSet(QStringLiteral("from-step")))
            query.fromStep = a.number(QStringLiteral("from-step"), 0, 0);
        if (a.isSet(QStringLiteral("to-step")))
            query.toStep = a.number(QStringLiteral("to-step"), 0, 0);
        if (query.fromStep && query.toStep && *query.toStep < *query.fromStep)
            a.mistake(QStringLiteral("--to-step lies before --from-step."));
    }
    if (has(table, Parameter::Stage) && a.isSet(QStringLiteral("stage")))
        query.stage = static_cast<int>(
            std::min<qint64>(a.number(QStringLiteral("stage"), 0, 0), std::numeric_limits<int>::max()));
    if (has(table, Parameter::Component))
        query.component = a.text(QStringLiteral("component"));
    if (has(table, Parameter::Streams))
        query.streams = a.isSet(QStringLiteral("streams"));
    if (has(table, Parameter::At) && a.isSet(QStringLiteral("at")))
        query.at = a.number(QStringLiteral("at"), 0, least);
    if (has(table, Parameter::HeldBy))
        query.heldBy = static_cast<BlockGrouping>(a.choice(
            QStringLiteral("by"), {QStringLiteral("operator"), QStringLiteral("component"), QStringLiteral("size")}));
    if (has(table, Parameter::Unreleased))
        query.unreleased = a.isSet(QStringLiteral("unreleased"));
    if (has(table, Parameter::Name))
        query.name = a.pattern(QStringLiteral("name")).value_or(QRegularExpression());
    if (has(table, Parameter::Window)) {
        query.window.from = a.number(QStringLiteral("from"), query.window.from, least);
        query.window.to = a.number(QStringLiteral("to"), query.window.to, least);
        if (query.window.to < query.window.from)
            a.mistake(QStringLiteral("--to lies before --from."));
    }
}

} // namespace

std::vector<const TableSpec *> tablesAsVerbs(const Catalogue &tables)
{
    std::vector<const TableSpec *> out;
    for (const TableSpec &t : tables.all()) {
        // Two ranks are the business of one verb, which has an option for each of its tables.
        if (t.scope != TableScope::Pair && std::none_of(std::begin(ofOtherVerbs), std::end(ofOtherVerbs),
                                                        [&t](const char *id) { return t.id == QLatin1String(id); }))
            out.push_back(&t);
    }
    return out;
}

int tableVerb(Call &call, const TableSpec &spec, const QStringList &arguments, const QString &verb)
{
    const bool ofRank = spec.scope == TableScope::Rank;
    const QString name = verb.isEmpty() ? spec.id : verb;
    Arguments a(call, name, synopsis(spec), spec.hint,
                QStringLiteral("rankscope-cli %1 profiler_output%2")
                    .arg(name, ofRank ? QStringLiteral(" --rank 0") : QString()));
    if (ofRank)
        a.option(QStringLiteral("rank"), QStringLiteral("R"),
                 QStringLiteral("The rank; may be left out when there is one."));
    for (const ParameterOption &p : parameterOptions) {
        if (!has(spec, p.parameter))
            continue;
        if (*p.value == '\0')
            a.flag(QLatin1String(p.name), QLatin1String(p.description));
        else
            a.option(QLatin1String(p.name), QLatin1String(p.value), QLatin1String(p.description));
    }
    if (spec.takesRates)
        addRateOption(a);
    if (spec.takesRanks)
        addRanksOption(a);
    if (has(spec, Parameter::State))
        addStateOption(a);
    const bool hasBase = spec.id == u"compare.many";
    if (hasBase)
        addManyOptions(a);
    addRunOption(a);
    a.addOutput();
    TableQuery query;
    constexpr int mostRuns = 64;
    const auto readMore = [&] {
        if (hasBase)
            (void)a.choice(QStringLiteral("whole"), {QStringLiteral("mean"), QStringLiteral("sum")});
        readChoices(spec, a, query);
        readOperatorOptions(spec, a, query);
        if (spec.takesRates)
            query.rates = ratesOption(a);
        if (spec.takesRanks)
            query.ranks = ranksOption(a);
    };
    const auto common = parseCommon(a, arguments, readMore, hasBase ? mostRuns : 1);
    if (!common)
        return a.status();
    Session session(a.call(), common->memoryLimit);
    const TableSpec &table = session.table(spec.id);
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
    if (std::any_of(std::begin(ofDomains), std::end(ofDomains),
                    [&spec](const char *id) { return spec.id == QLatin1String(id); })) {
        query.run = session.withNamedDomains(query.run);
        if (!query.run)
            return statusOf(session.finish(true));
    }
    // Of kernels it is their name, as it stands.
    if (has(spec, Parameter::Operator) && has(spec, Parameter::Domain) && !has(spec, Parameter::Kind))
        query.op = operatorMeant(*query.run, spec.sources.ofRank.contains(QStringLiteral("communication_matrix")),
                                 query.op, session.job());
    if (!checkRanks(session.call(), *query.run, query.ranks))
        return statusOf(Exit::Usage);
    if (has(spec, Parameter::Domain) && !checkDomain(session.call(), *query.run, query.domain))
        return statusOf(Exit::Usage);
    if (const std::optional<int> status = hasBase ? readMany(session, a, query) : std::nullopt)
        return *status;
    // They are rows of this table alone, and count for the status as those of the import do.
    if (spec.id == u"findings") {
        const MemoryReservation room = table.room(query, session.job());
        for (const Finding &f : overviewDisagreements(*query.run, session.job()))
            session.addFinding(f);
    }
    return printTable(session, common->output, table, std::move(query));
}

int diagnoseVerb(Call &call, const QStringList &arguments)
{
    const Catalogue tables = Catalogue::ofProgram();
    return tableVerb(call, *tables.find(u"diagnosis"), arguments, QStringLiteral("diagnose"));
}

} // namespace rs::cli
