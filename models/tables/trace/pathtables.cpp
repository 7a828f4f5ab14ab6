// SPDX-License-Identifier: Apache-2.0
#include "analysis/path/criticalpath.h"
#include "analysis/ranks/domains.h"
#include "analysis/ranks/knownranks.h"
#include "tables/base/cellrows.h"
#include "tables/base/tables.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <tuple>

namespace rs {

namespace {

constexpr const char *clockHint =
    RS_TABLE("On the clock of the rank that the others are brought to, as an offset from the start of the run.");
constexpr const char *kindHint =
    RS_TABLE("Compute, copy; communication: from the arrival of the last rank on; launch: from the launch to the start "
             "of a task; host: it had not launched yet; wait: for an event whose cause nobody recorded; idle: nothing "
             "explains it; work: of a rank without a trace, whatever it did between two collectives.");

std::vector<ColumnSpec> pathColumns()
{
    using K = ValueKind;
    return {
        {"step", "Step", RS_TABLE("Step"), K::Label},
        {"from", "From(ns)", RS_TABLE("From (%1)"), K::Stamp, clockHint},
        {"duration", "Duration(ns)", RS_TABLE("Duration (%1)"), K::Time,
         RS_TABLE("The parts of a step add up to it, to the nanosecond.")},
        {"rank", "Rank", RS_TABLE("Rank"), K::Label},
        {"kind", "Kind", RS_TABLE("Kind"), K::Word, kindHint},
        {"name", "Name", RS_TABLE("Name"), K::Text,
         RS_TABLE("Kernel, communication operator, copy, or operator, call or function of the host; empty where "
                  "nothing is recorded.")},
        {"domain", "Domain", RS_TABLE("Domain"), K::Text},
        {"last-rank", "Last Rank", RS_TABLE("Last rank"), K::Label,
         RS_TABLE("The rank that came last to the communication operator: the path goes on there.")},
        {"launch", "Launch", RS_TABLE("Launched by"), K::Text,
         RS_TABLE("The call of the host that launched the task.")},
        {"to", "To(ns)", RS_TABLE("To (%1)"), K::Stamp, clockHint, false},
    };
}

std::vector<ColumnSpec> pathSumColumns()
{
    using K = ValueKind;
    return {
        {"step", "Step", RS_TABLE("Step"), K::Label, RS_TABLE("Empty: all steps.")},
        {"rank", "Rank", RS_TABLE("Rank"), K::Label},
        {"kind", "Kind", RS_TABLE("Kind"), K::Word, kindHint},
        {"name", "Name", RS_TABLE("Name"), K::Text,
         RS_TABLE("Of communication without the numbers of its call; empty where nothing is recorded.")},
        {"domain", "Domain", RS_TABLE("Domain"), K::Text},
        {"time", "Time(ns)", RS_TABLE("Time (%1)"), K::Time,
         RS_TABLE("The sums of a step add up to it, to the nanosecond, and so do those over all steps; means are "
                  "rounded.")},
        {"share", "Share(%)", RS_TABLE("Share (%)"), K::Percent, RS_TABLE("Of the path of the step or steps.")},
        {"parts", "Parts", RS_TABLE("Parts"), K::Integer},
        {"longest", "Longest(ns)", RS_TABLE("Longest (%1)"), K::Time},
    };
}

// A run with a place for each rank that the cluster analysis alone knows.
struct PathOfQuery
{
    PathOfQuery(const TableQuery &query, const JobContext &job)
        : run(withClusterRanks(query.run)), domains(*run, job), hasPlaces(!query.run->infos.empty())
    {
        PathQuery q{query.step, {}};
        if (query.window.from != std::numeric_limits<qint64>::min() ||
            query.window.to != std::numeric_limits<qint64>::max())
            q.window = query.window;
        path = criticalPath(*run, q, job, query.pool);
    }
    [[nodiscard]] RowPlace placeOf(const PathPart &p) const
    {
        return hasPlaces ? RowPlace{p.rankIndex, p.slice, p.own} : RowPlace{};
    }
    [[nodiscard]] std::vector<RowNote> notes() const
    {
        std::vector<RowNote> out;
        for (Phrase &remark : path.remarks())
            out.emplace_back(std::move(remark));
        return out;
    }

    std::shared_ptr<const Run> run;
    DomainIndex domains;
    bool hasPlaces;
    CriticalPath path;
};

std::shared_ptr<const RowSource> makePath(const TableQuery &query, const JobContext &job)
{
    const PathOfQuery of(query, job);
    if (job.isCanceled())
        return nullptr;
    auto rows = std::make_shared<CellRows>(pathColumns());
    for (const StepPath &step : of.path.steps) {
        for (const PathPart &p : step.parts) {
            const bool met = p.kind == PathKind::Communication && p.collective >= 0;
            const QString domain = met ? of.path.collectives.all[static_cast<size_t>(p.collective)].domain : QString();
            PathPart launch = p;
            launch.slice = p.launch;
            rows->add(of.placeOf(p),
                      {step.step, p.range.from, p.range.length(), rankLabel(*of.run, p.rankIndex), pathKindKey(p.kind),
                       pathPartName(*of.run, of.path, p), met ? Cell(of.domains.label(domain)) : Cell(),
                       met ? Cell(rankLabel(*of.run, p.peer)) : Cell(), pathPartName(*of.run, of.path, launch),
                       p.range.to});
            if (p.launch != NoSlice)
                rows->setLink(u"launch", of.placeOf(launch));
        }
    }
    rows->setNotes(of.notes());
    rows->hideEmpty({u"domain", u"last-rank", u"launch"});
    return rows;
}

// Sums of all steps together, the most time first.
std::vector<PathSum> joinedSteps(const std::vector<PathSum> &sums, const CriticalPath &path)
{
    qint64 length = 0;
    for (const StepPath &step : path.steps)
        length += step.range.length();
    std::map<std::tuple<int, PathKind, QString, QString>, PathSum> joined;
    for (const PathSum &s : sums) {
        const auto [at, isNew] = joined.try_emplace({s.rankIndex, s.kind, s.op, s.domain}, s);
        PathSum &sum = at->second;
        sum.step.clear();
        if (!isNew) {
            sum.ns += s.ns;
            sum.parts += s.parts;
            if (s.longest.range.length() > sum.longest.range.length())
                sum.longest = s.longest;
        }
        sum.share = static_cast<double>(sum.ns) / static_cast<double>(length);
    }
    std::vector<PathSum> out;
    for (auto &[key, sum] : joined)
        out.push_back(std::move(sum));
    std::ranges::stable_sort(out, std::greater<>(), &PathSum::ns);
    return out;
}

std::shared_ptr<const RowSource> makePathSums(const TableQuery &query, const JobContext &job)
{
    const PathOfQuery of(query, job);
    const bool joined = query.steps != StepAggregation::Each && of.path.steps.size() > 1;
    std::vector<PathSum> sums = pathSums(*of.run, of.path, job);
    if (joined)
        sums = joinedSteps(sums, of.path);
    const qint64 steps = joined && query.steps == StepAggregation::Mean ? std::ssize(of.path.steps) : 1;
    if (job.isCanceled())
        return nullptr;
    auto rows = std::make_shared<CellRows>(pathSumColumns());
    for (const PathSum &s : sums) {
        rows->add(of.placeOf(s.longest), {s.step, rankLabel(*of.run, s.rankIndex), pathKindKey(s.kind), s.op,
                                          s.domain.isEmpty() ? Cell() : Cell(of.domains.label(s.domain)), s.ns / steps,
                                          s.share * 100, s.parts, s.longest.range.length()});
        rows->setShare(u"time", s.share);
    }
    rows->setNotes(of.notes());
    rows->hideEmpty({u"step", u"domain"});
    return rows;
}

Phrase whyNoPath(const TableQuery &query)
{
    if (query.window.to <= query.window.from)
        return tableReason(RS_TABLE("The chosen time has no length."));
    if (query.window.from != std::numeric_limits<qint64>::min() ||
        query.window.to != std::numeric_limits<qint64>::max())
        return tableReason(RS_TABLE("The run has no work in the chosen time."));
    const QStringList steps = query.run->steps();
    if (!query.step.isEmpty() && !steps.isEmpty())
        return whyNoSteps(query);
    return tableReason(RS_TABLE("No rank has a trace with work of the device, and no communication.json has operators "
                                "that two ranks share. The profiler writes both at level 1 and higher."));
}

} // namespace

void addPathTables(Catalogue &catalogue)
{
    const auto addTable = [&catalogue](const char *id, const char *title, const char *hint, auto columns, auto make,
                                       std::vector<Parameter> parameters) {
        TableSpec &table = catalogue.add(id, TableScope::Run, title, hint, columns, make, whyNoPath);
        table.parameters = std::move(parameters);
        table.sources = {{QStringLiteral("trace"), QStringLiteral("communication")},
                         {QStringLiteral("cluster_communication")}};
        table.ownPage = true;
        table.needsAllRanks = true;
        table.sumsWindow = true;
    };
    addTable("path.sums", RS_TABLE("Critical path"),
             RS_TABLE("What decides how long a step takes, over all ranks: the time on the path by rank, kind and "
                      "operator. What is not on it could be faster, and the step would take as long."),
             pathSumColumns, makePathSums, {Parameter::Step, Parameter::Steps, Parameter::Window});
    addTable("path", RS_TABLE("Critical path in order"),
             RS_TABLE("The chain of kernels, launches, waits and transfers from the start of a step to its end. In a "
                      "collective it continues on the rank that came last."),
             pathColumns, makePath, {Parameter::Step, Parameter::Window});
}

} // namespace rs
