// SPDX-License-Identifier: Apache-2.0
#include "app/cli/verbs.h"

#include "analysis/diagnosis/launchfindings.h"
#include "analysis/overview/overviewfindings.h"
#include "analysis/ranks/domains.h"
#include "analysis/ranks/knownranks.h"
#include "tables/base/tables.h"

#include <nlohmann/json.hpp>

#include <utility>
#include <vector>

namespace rs::cli {

namespace {

using Json = nlohmann::ordered_json;

Json jsonText(const QString &text)
{
    return text.toStdString();
}

Json jsonStep(const QString &step)
{
    bool ok = false;
    const qlonglong n = step.toLongLong(&ok);
    return ok && QString::number(n) == step ? Json(n) : step.isEmpty() ? Json() : jsonText(step);
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
        const RankInfo &info = run.infoOf(i);
        const Trace *trace = rank ? rank->trace.get() : nullptr;
        out["ranks"].push_back({{"rank", info.rank >= 0 ? Json(info.rank) : jsonText(info.label)},
                                {"device", info.device >= 0 ? Json(info.device) : Json()},
                                {"host", jsonText(info.host)},
                                {"path", jsonText(info.path)},
                                {"level", jsonText(info.level)},
                                {"files", jsonFiles(info.files)},
                                {"slices", trace ? trace->slices().size() : 0},
                                {"flows", trace ? trace->flows().size() : 0},
                                {"counters", trace ? trace->counters().size() : 0}});
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

// Members of the JSON beside the table of ranks. `brief`: without files and ranks, and of findings how many there are.
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

} // namespace

Exit answerInfo(Task &task)
{
    Session &session = task.session;
    const JobContext &job = session.job();
    std::vector<std::shared_ptr<const Run>> runs;
    for (Run &skeleton : session.find(task.arguments.paths())) {
        const auto &run = runs.emplace_back(session.load(std::move(skeleton)));
        TableQuery query;
        query.run = run;
        const MemoryReservation room = session.table(u"overview").room(query, job);
        const MemoryReservation more = session.table(u"findings").room(query, job);
        session.addFindings(overviewDisagreements(*run, job));
        session.addFindings(launchFindings(*run, job));
    }
    session.endIfInterrupted();
    Call &call = task.call;
    for (auto &[key, value] : infoMembers(runs, session, call.isBrief()))
        call.addMember(key, value.dump(-1, ' ', false, Json::error_handler_t::replace));
    TableSink &sink = call.table(task.output, false);
    const TableSpec &table = *task.table;
    call.begin(sink, table.columns(TableQuery()));
    TableQuery &query = task.query;
    for (query.runNumber = 1; query.runNumber <= std::ssize(runs); ++query.runNumber) {
        query.run = runs[static_cast<size_t>(query.runNumber) - 1];
        const std::shared_ptr<const RowSource> rows = table.rows(query, job);
        call.rowsFrom(rows, query.run);
        (void)writeRows(sink, *rows, job);
    }
    if (task.output.format != Format::Json && sink.known() == 0) {
        call.say(table.whyEmpty(query).english());
        return session.finishEmpty();
    }
    sink.end();
    call.sayMore(sink);
    return session.finish(call.isWritten(sink));
}

} // namespace rs::cli
