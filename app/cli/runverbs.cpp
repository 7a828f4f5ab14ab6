// SPDX-License-Identifier: Apache-2.0
#include "app/cli/verbs.h"

#include "analysis/communication/commmatrix.h"
#include "analysis/communication/operatorchoice.h"
#include "analysis/diagnosis/launchfindings.h"
#include "analysis/overview/overviewfindings.h"
#include "analysis/overview/stepbreakdown.h"
#include "analysis/ranks/domains.h"
#include "analysis/ranks/knownranks.h"
#include "core/text/findingcodes.h"
#include "tables/tables.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace rs::cli {

namespace {

using Json = nlohmann::ordered_json;

Json jsonText(const QString &text)
{
    return text.toStdString();
}

Json jsonTextOrNull(const QString &text)
{
    return text.isEmpty() ? Json() : jsonText(text);
}

Json jsonStep(const QString &step)
{
    bool ok = false;
    const qlonglong n = step.toLongLong(&ok);
    return ok && QString::number(n) == step ? Json(n) : jsonTextOrNull(step);
}

Json jsonFiles(const std::vector<FileEntry> &files)
{
    Json out = Json::array();
    for (const FileEntry &f : files) {
        out.push_back({{"name", jsonText(f.name)},
                       {"kind", jsonText(f.kind)},
                       {"bytes", f.bytes},
                       {"used", f.used},
                       {"why", jsonText(f.why.english())}});
    }
    return out;
}

Json jsonRun(const Run &run)
{
    Json out;
    out["path"] = jsonText(run.path);
    out["framework"] = jsonText(frameworkName(run.framework));
    out["steps"] = Json::array();
    for (const QString &step : run.steps())
        out["steps"].push_back(jsonStep(step));
    out["domains"] = Json::array();
    for (const Domain &d : domains(run)) {
        out["domains"].push_back({{"name", jsonText(d.label())},
                                  {"group_name", jsonText(d.communicator())},
                                  {"kind", d.p2p ? "p2p" : "collective"},
                                  {"ranks", d.ranks}});
    }
    out["ranks"] = Json::array();
    for (size_t i = 0; i < run.infos.size(); ++i) {
        const RankData *rank = run.ranks[i].get();
        const RankInfo &info = rank ? rank->info : run.infos[i];
        const Trace *trace = rank ? rank->trace.get() : nullptr;
        Json r;
        r["rank"] = info.rank >= 0 ? Json(info.rank) : jsonText(info.label);
        r["device"] = info.device >= 0 ? Json(info.device) : Json();
        r["host"] = jsonText(info.host);
        r["path"] = jsonText(info.path);
        r["level"] = jsonText(info.level);
        r["files"] = jsonFiles(info.files);
        r["slices"] = trace ? trace->slices().size() : 0;
        r["flows"] = trace ? trace->flows().size() : 0;
        r["counters"] = trace ? trace->counters().size() : 0;
        out["ranks"].push_back(std::move(r));
    }
    for (const ClusterRank &c : clusterRanks(run)) {
        out["ranks"].push_back({{"rank", c.rank},
                                {"device", Json()},
                                {"host", ""},
                                {"path", jsonText(run.path)},
                                {"level", ""},
                                {"files", Json::array()},
                                {"slices", Json()},
                                {"flows", Json()},
                                {"counters", Json()}});
    }
    out["files"] = jsonFiles(run.cluster.files);
    return out;
}

constexpr size_t mostStepsOfBrief = 100;

// What stands beside the table of ranks. `brief`: without files and ranks, and of findings how many there are.
std::vector<std::pair<const char *, Json>> infoMembers(const std::vector<std::shared_ptr<const Run>> &runs,
                                                       const Session &session, bool brief)
{
    Json all = Json::array();
    for (const auto &run : runs) {
        Json one = jsonRun(*run);
        if (brief) {
            one["ranks"] = one["ranks"].size();
            one["domains"] = one["domains"].size();
            const size_t steps = one["steps"].size();
            while (one["steps"].size() > mostStepsOfBrief)
                one["steps"].erase(one["steps"].size() - 1);
            one["steps_total"] = steps;
            one.erase("files");
        }
        all.push_back(std::move(one));
    }
    Json findings = Json::array();
    Json counts = Json::object();
    const auto add = [&](const std::vector<Finding> &some, const Json &run) {
        for (const Finding &f : some) {
            const std::string severity = severityName(f.severity).toStdString();
            counts[severity] = counts.value(severity, 0) + 1;
            findings.push_back({{"run", run},
                                {"severity", severity},
                                {"file", jsonText(f.file)},
                                {"place", jsonText(f.place.text())},
                                {"message", jsonText(f.text())},
                                {"count", f.count}});
        }
    };
    add(session.findings(), Json());
    for (size_t i = 0; i < session.runReports().size(); ++i)
        add(session.runReports()[i].report.findings(), i + 1);
    return {{"runs", std::move(all)},
            {"findings", brief ? std::move(counts) : std::move(findings)},
            {"import", {{"seconds", session.seconds()}, {"peak_mb", peakMegabytes()}}}};
}

// Steps that the rows of a table can have: what the files and the marks name.
QStringList stepsOf(const std::vector<OverviewRow> &rows)
{
    Distinct out;
    for (const OverviewRow &r : rows)
        out.add(r.step);
    return out.list();
}

void addCommOptions(Arguments &a)
{
    a.option(QStringLiteral("step"), QStringLiteral("S"), QStringLiteral("Only this step."));
    a.option(QStringLiteral("domain"), QStringLiteral("D"),
             QStringLiteral("Only this communication domain, by label, ranks, group name or hash, or all of a kind: "
                            "tp, pp, dp, cp, ep, "
                            "collective, p2p."));
    a.option(QStringLiteral("op"), QStringLiteral("OP"),
             QStringLiteral("Only this operator, as the Operator column has it; of communication also all of a kind: "
                            "allreduce."));
    a.flag(QStringLiteral("total"), QStringLiteral("Only the sums (Total Op Info)."));
    addRunOption(a);
}

// Communication and matrix differ in their rows alone.
template <typename Rows>
int commVerb(Arguments &a, const QStringList &arguments, Rows rows, QStringView id)
{
    Call &call = a.call();
    addCommOptions(a);
    a.addOutput();
    TableQuery query;
    const bool isMatrix = id == u"matrix";
    const auto readMore = [&] {
        if (!isMatrix)
            return;
        query.steps = static_cast<StepAggregation>(
            a.choice(QStringLiteral("steps"), {QStringLiteral("each"), QStringLiteral("sum"), QStringLiteral("mean")}));
        (void)a.number(QStringLiteral("other-run"), 1, 1);
        if (a.isSet(QStringLiteral("other-run")) && a.paths().size() < 2)
            a.mistake(QStringLiteral("--other-run is of a second path."));
    };
    const auto common = parseCommon(a, arguments, readMore, isMatrix ? 2 : 1);
    if (!common)
        return a.status();
    Session session(a.call(), common->memoryLimit);
    const TableSpec &table = session.table(id);
    query.step = a.text(QStringLiteral("step"));
    query.domain = a.text(QStringLiteral("domain"));
    query.op = a.text(QStringLiteral("op"));
    query.total = a.isSet(QStringLiteral("total"));
    const LoadedRun loaded = loadPickedRun(session, a, table, query);
    if (!loaded.run)
        return loaded.status;
    query.op = operatorMeant(*query.run, isMatrix, query.op, session.job());
    const auto all = rows(*query.run, CommQuery(), session.job());
    if (!all.empty()) {
        Distinct steps;
        Distinct operators;
        for (const auto &r : all) {
            steps.add(r.step);
            operators.add(r.op);
        }
        if (!checkStep(session.call(), steps.list(), query.step))
            return statusOf(Exit::Usage);
        const QStringList known = operators.list();
        const auto isAsked = [&](const QString &op) {
            return isMatrix ? op == query.op : isAskedOperator(query.op, op);
        };
        if (!query.op.isEmpty() && std::none_of(known.begin(), known.end(), isAsked)) {
            call.say(QStringLiteral("rankscope-cli: no operator \"%1\"; there are: %2")
                         .arg(query.op, known.mid(0, 20).join(QStringLiteral(", "))));
            return statusOf(Exit::Usage);
        }
        if (!checkDomain(session.call(), *query.run, query.domain))
            return statusOf(Exit::Usage);
    }
    if (a.paths().size() > 1) {
        const LoadedRun other = loadOtherRun(session, a);
        if (!other.run)
            return other.status;
        query.otherRun = other.run;
    }
    return printTable(session, common->output, table, std::move(query));
}

/// Of what is derived from slices: ranks of which other numbers say that slices may be missing.
void sayDoubts(Call &call, const std::vector<Finding> &disagreements, const std::vector<OverviewRow> &rows)
{
    QStringList ranks;
    for (const OverviewRow &row : rows) {
        const auto isOfRank = [&row](const Finding &f) {
            return findingcodes::isOneOf(f, {findingcodes::overlapDisagreement, findingcodes::overviewDisagreement}) &&
                   f.place.value(Place::Kind::Rank) == row.rankLabel;
        };
        if (row.derived && !ranks.contains(row.rankLabel) &&
            std::any_of(disagreements.begin(), disagreements.end(), isOfRank))
            ranks << row.rankLabel;
    }
    if (!ranks.isEmpty())
        call.say(
            QStringLiteral("Derived times of these ranks are not those of step_trace_time.csv or of the trace's own "
                           "Overlap Analysis, so slices may be missing from the trace: %1. The verb findings says by "
                           "how much.")
                .arg(ranks.join(QStringLiteral(", "))));
}

} // namespace

int infoVerb(Call &call, const QStringList &arguments)
{
    Arguments a(
        call, QStringLiteral("info"), QStringLiteral("PATH… [--format csv|json|table]"),
        QStringLiteral(
            "Says what the paths hold: runs, ranks, files used and not used, findings. Every file that is used is "
            "read completely."),
        QStringLiteral("rankscope-cli info --format json profiler_output | jq .findings"));
    a.addOutput();
    if (!a.parse(arguments, 1, 0))
        return a.status();
    const Output output = a.output();
    const qint64 limit = a.memoryLimit();
    if (a.isWrong())
        return a.status();
    Session session(call, limit);
    std::vector<Run> found = session.find(a.paths());
    std::vector<std::shared_ptr<const Run>> runs;
    for (Run &skeleton : found) {
        const auto run = session.load(std::move(skeleton));
        if (!run)
            return statusOf(session.finish(true));
        TableQuery query;
        query.run = run;
        const MemoryReservation room = session.table(u"overview").room(query, session.job());
        const MemoryReservation more = session.table(u"findings").room(query, session.job());
        for (const std::vector<Finding> &some :
             {overviewDisagreements(*run, session.job()), launchFindings(*run, session.job())}) {
            for (const Finding &f : some)
                session.addFinding(f);
        }
        runs.push_back(run);
    }
    if (session.job().isCanceled())
        return statusOf(session.finish(true));
    if (runs.empty())
        return statusOf(Exit::Nothing);
    for (auto &[key, value] : infoMembers(runs, session, call.isBrief()))
        call.addMember(key, value.dump(-1, ' ', false, Json::error_handler_t::replace));
    TableSink &sink = call.table(output, false);
    const TableSpec &table = session.table(u"ranks");
    if (!call.begin(sink, table.columns(TableQuery())))
        return statusOf(Exit::Usage);
    for (size_t i = 0; i < runs.size(); ++i) {
        TableQuery query;
        query.run = runs[i];
        query.runNumber = static_cast<int>(i + 1);
        const std::shared_ptr<const RowSource> rows = table.rows(query, session.job());
        call.rowsFrom(rows, runs[i]);
        (void)writeRows(sink, *rows, session.job());
        if (output.format != Format::Json && sink.known() == 0 && i + 1 == runs.size()) {
            call.say(table.whyEmpty(query).english());
            return statusOf(session.finishEmpty());
        }
    }
    sink.end();
    call.sayMore(sink);
    return statusOf(session.finish(call.isWritten(sink)));
}

int overviewVerb(Call &call, const QStringList &arguments)
{
    Arguments a(call, QStringLiteral("overview"),
                QStringLiteral("PATH [--step S] [--domain D] [--source file|derived]"),
                QStringLiteral("Where the time of each rank and step went: computing, communication, free, preparing."),
                QStringLiteral("rankscope-cli overview profiler_output --step 50 --format csv"));
    a.option(QStringLiteral("step"), QStringLiteral("S"), QStringLiteral("Only this step."));
    a.option(QStringLiteral("domain"), QStringLiteral("D"),
             QStringLiteral("Only the ranks of this communication domain, by label, ranks, group name or hash, or of "
                            "all of a kind: tp, "
                            "pp, dp, cp, ep, collective, p2p."));
    a.option(QStringLiteral("source"), QStringLiteral("SOURCE"),
             QStringLiteral(
                 "file: step_trace_time.csv; derived: from the slices of the trace; default: the file, else derived."));
    a.addOutput();
    addRunOption(a);
    if (!a.parse(arguments, 1, 1))
        return a.status();
    const Output output = a.output();
    const qint64 limit = a.memoryLimit();
    TableQuery query;
    query.step = a.text(QStringLiteral("step"));
    query.domain = a.text(QStringLiteral("domain"));
    if (a.isSet(QStringLiteral("source"))) {
        const int chosen = a.choice(QStringLiteral("source"), {QStringLiteral("file"), QStringLiteral("derived")});
        query.source = chosen == 0 ? OverviewSource::File : OverviewSource::Derived;
    }
    (void)a.number(QStringLiteral("run"), 1, 1);
    if (a.isWrong())
        return a.status();
    Session session(call, limit);
    const TableSpec &table = session.table(u"overview");
    TableSources sources = table.sources;
    if (query.source == OverviewSource::File)
        sources.ofRank.removeAll(QStringLiteral("trace"));
    else if (query.source == OverviewSource::Derived)
        sources = {{QStringLiteral("trace")}, {}};
    const LoadedRun loaded = loadPickedRun(session, a, table, query, false, &sources);
    if (!loaded.run)
        return loaded.status;
    const std::vector<Finding> disagreements = overviewDisagreements(*query.run, session.job());
    for (const Finding &f : disagreements)
        session.addFinding(f);
    const std::vector<OverviewRow> all = overview(*query.run, {{}, {}, query.source}, session.job());
    if (session.job().isCanceled())
        return statusOf(session.finish(true));
    if (!all.empty() && (!checkStep(session.call(), stepsOf(all), query.step) ||
                         !checkDomain(session.call(), *query.run, query.domain)))
        return statusOf(Exit::Usage);
    sayDoubts(call, disagreements, all);
    return printTable(session, output, table, std::move(query));
}

int communicationVerb(Call &call, const QStringList &arguments)
{
    Arguments a(
        call, QStringLiteral("communication"), QStringLiteral("PATH [--step S] [--domain D] [--op OP] [--total]"),
        QStringLiteral(
            "Communication operators of every rank: how long they took, and how much of it was transit, waiting "
            "for other ranks, and idle."),
        QStringLiteral("rankscope-cli communication profiler_output --total --format json"));
    return commVerb(a, arguments, communicationRows, u"communication");
}

int matrixVerb(Call &call, const QStringList &arguments)
{
    Arguments a(call, QStringLiteral("matrix"),
                QStringLiteral("PATH [PATH2] [--step S] [--steps each|sum|mean] [--domain D] [--op OP] [--total]"),
                QStringLiteral("What each link between two ranks carried: size, time, bandwidth and kind of link; with "
                               "the run of PATH2 also what the same link carried there, and PATH less PATH2."),
                QStringLiteral("rankscope-cli matrix profiler_output --total --domain 'tp:(0,1)'"));
    a.option(QStringLiteral("steps"), QStringLiteral("HOW"),
             QStringLiteral("each (default), or the sum or mean over the steps."));
    a.option(QStringLiteral("other-run"), QStringLiteral("N"),
             QStringLiteral("When PATH2 holds several runs: the one to compare with, from 1; default: the first."));
    const auto cells = [](const Run &run, const CommQuery &query, const JobContext &job) {
        return matrixCells(run, query, job);
    };
    return commVerb(a, arguments, cells, u"matrix");
}

} // namespace rs::cli
