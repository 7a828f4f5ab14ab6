// SPDX-License-Identifier: Apache-2.0
#include "importers/discovery/absences.h"

#include "core/base/intervals.h"
#include "core/run/tracecodec.h"
#include "core/table/databasekinds.h"
#include "core/text/ranklist.h"
#include "importers/discovery/exportcontents.h"

#include <QDir>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace rs {

namespace {

struct Expected
{
    Content content;
    const char *code;
    const char *message;
};

constexpr Expected contentsOfEveryRank[] = {
    {Content::Timeline, "absence.trace",
     RS_NOOP("Other ranks of this run have a trace, this one has none, or an empty one: it is left out of the "
             "timeline, launches, idle causes and transfers.")},
    {Content::Kernels, "absence.kernels",
     RS_NOOP("Other ranks of this run have kernel_details.csv, op_summary or COMPUTE_TASK_INFO with rows, this one has "
             "none: its operators have neither types nor shapes.")},
    {Content::StepTimes, "absence.steps",
     RS_NOOP("Other ranks of this run have step_trace_time.csv or StepTraceTime with rows, this one has none: its "
             "overview is derived from its trace, or missing.")},
    {Content::Communication, "absence.communication",
     RS_NOOP("Other ranks of this run have communication.json or CommAnalyzerTime with operators, this one has none: "
             "transit and wait of its communication are not known.")},
    {Content::Bandwidths, "absence.bandwidths",
     RS_NOOP("Other ranks of this run have CommAnalyzerBandwidth with rows, this one has none: sizes and bandwidths of "
             "its communication are not known.")},
    {Content::Links, "absence.matrix",
     RS_NOOP("Other ranks of this run have communication_matrix.json or CommAnalyzerMatrix with links, this one has "
             "none: links that only its file lists are missing.")},
    {Content::OperatorSums, "absence.op-statistic",
     RS_NOOP("Other ranks of this run have op_statistic.csv, or COMPUTE_TASK_INFO instead, this one has none with "
             "rows: its table of operator types is missing.")},
    {Content::CallSums, "absence.api-statistic",
     RS_NOOP("Other ranks of this run have api_statistic.csv, or CANN_API instead, this one has none with rows: "
             "its table of host API calls is missing.")},
    {Content::Memory, "absence.memory-record",
     RS_NOOP("Other ranks of this run have memory_record.csv or MEMORY_RECORD with rows, this one has none: it has no "
             "curves of memory.")},
    {Content::OperatorMemory, "absence.operator-memory",
     RS_NOOP("Other ranks of this run have operator_memory.csv or OP_MEMORY with rows, this one has none: the "
             "memory held at its peaks is unknown.")},
    {Content::ModuleMemory, "absence.module-memory",
     RS_NOOP("Other ranks of this run have npu_module_mem.csv or NPU_MODULE_MEM with rows, this one has none: the "
             "memory reserved by each CANN module is unknown.")},
};

/// Contents of the files of a rank, whatever they are called.
struct Held
{
    bool isKnown = true; ///< false: a database did not say in time
    bool isAny = false;  ///< there is such a file; a rank without any has been reported as such
    Contents contents;
    std::set<QString> tables; ///< of databases, with rows
    bool isOfProfile = false; ///< there is a database with a profile

    [[nodiscard]] bool has(Content content) const { return !isKnown || contents.contains(content); }
};

Held heldBy(const RankInfo &info, const JobContext &job)
{
    Held out;
    for (const FileEntry &f : info.files) {
        if (!f.used)
            continue;
        if (f.kind != QLatin1String("db")) {
            out.isAny = out.isAny || !contentsOfText(f.kind).empty();
            // There is no looking into what a pack was made of.
            out.contents.merge(packOf(info) ? contentsOfText(f.kind) : contentsOfText(f));
            continue;
        }
        const std::optional<QStringList> tables = filledTables(f.path, job);
        out.isAny = true;
        out.isKnown = out.isKnown && tables;
        out.isOfProfile = out.isOfProfile || !isAnalysisDatabase(f.path);
        out.contents.merge(contentsOfTables(tables.value_or(QStringList())));
        for (const QString &table : tables.value_or(QStringList()))
            out.tables.insert(table);
    }
    return out;
}

/// Tables of the databases of other ranks that are a part of what this one has. All else is told by what they hold.
QStringList lackingTables(const Held &held, const std::set<QString> &ofOthers)
{
    QStringList out;
    for (const QString &table : ofOthers) {
        const Contents contents = contentsOfTables({table});
        const bool isPart =
            contents.empty() || (contents == Contents{Content::Timeline} && held.has(Content::Timeline));
        // Marks are the user's, who may set them on one rank.
        if (isPart && !held.tables.contains(table) && table != QLatin1String("MSTX_EVENTS"))
            out << table;
    }
    return out;
}

// "2, 5–7"
QString listed(const IntervalSet &ranks)
{
    constexpr qsizetype most = 20;
    QStringList out;
    for (const auto &[first, end] : ranks) {
        if (out.size() == most)
            return out.join(QStringLiteral(", ")) + QStringLiteral(", …");
        out << rangeText(first, end - 1);
    }
    return out.join(QStringLiteral(", "));
}

// Numbers of ranks that are there.
IntervalSet numbersOf(const std::vector<RankInfo> &infos)
{
    std::vector<Interval> out;
    for (const RankInfo &info : infos) {
        if (info.rank >= 0)
            out.push_back({info.rank, info.rank + qint64{1}});
    }
    return mergeIntervals(std::move(out));
}

// Ranks that what was read speaks of.
IntervalSet namedRanks(const Run &run)
{
    constexpr qint64 mostRanks = 1'000'000;
    std::set<int> single;
    std::vector<Interval> out;
    const int highest = std::ranges::max_element(run.infos, {}, &RankInfo::rank)->rank;
    const auto add = [&single](int rank) {
        if (rank >= 0)
            single.insert(rank);
    };
    std::map<QString, const std::vector<int> *> lastOf; // by communicator: every member names all of them
    const auto addGroups = [&](const std::vector<GroupInfo> &groups) {
        for (const GroupInfo &g : groups) {
            const std::vector<int> *&last = lastOf[g.commName];
            if (!last || *last != g.globalRanks)
                std::ranges::for_each(g.globalRanks, add);
            last = &g.globalRanks;
        }
    };
    for (const auto &rank : run.ranks) {
        if (!rank)
            continue;
        addGroups(rank->groups);
        const qint64 size = rank->info.distributedArgs.value(QStringLiteral("world_size"), -1);
        // A world that has no place for a rank that is here counts otherwise.
        if (size > highest && size <= mostRanks)
            out.push_back({0, size});
    }
    addGroups(run.cluster.groups);
    for (const StepTraceRow &r : run.cluster.stepTrace)
        add(r.rank);
    for (const CommOpRef op : run.cluster.commOps)
        add(op.rank());
    for (const int rank : single)
        out.push_back({rank, rank + qint64{1}});
    return mergeIntervals(std::move(out));
}

} // namespace

void noteAbsences(Run &run, const JobContext &job)
{
    std::vector<Held> held;
    Held all;
    for (const RankInfo &info : run.infos) {
        const Held &one = held.emplace_back(heldBy(info, job));
        all.isAny = all.isAny || one.isAny;
        all.isKnown = all.isKnown && one.isKnown;
        all.contents.insert(one.contents.begin(), one.contents.end());
        all.tables.insert(one.tables.begin(), one.tables.end());
    }
    for (size_t i = 0; i < held.size(); ++i) {
        const QString name = QDir(run.path).relativeFilePath(run.infos[i].path);
        const auto note = [&](const char *code, const QString &message, const QString &argument = {}) {
            run.report.add(Severity::Notice, name == QLatin1String(".") ? QString() : name, code, message, {},
                           argument);
        };
        const Held &one = held[i];
        for (const Expected &e : contentsOfEveryRank) {
            // Without operators there are no bandwidths of them.
            const bool isTold = e.content == Content::Bandwidths && !one.has(Content::Communication);
            if (one.isAny && all.contents.contains(e.content) && !one.has(e.content) && !isTold)
                note(e.code, QString::fromLatin1(e.message));
        }
        if (const QStringList tables = lackingTables(one, all.tables);
            one.isOfProfile && one.isKnown && !tables.isEmpty())
            note("absence.tables",
                 RS_MESSAGE("Tables of other ranks' databases are missing or empty here (%1): their content is "
                            "missing for this rank."),
                 tables.join(QStringLiteral(", ")));
    }
    if (all.isAny && !all.has(Content::Timeline))
        run.report.add(Severity::Notice, {}, "absence.no-trace",
                       RS_MESSAGE("No rank of this run has a trace (trace_view.json, msprof*.json): the timeline, "
                                  "launches, idle causes and transfers cannot be shown."));
    if (const QString missing = listed(gapsOf(numbersOf(run.infos))); !missing.isEmpty())
        run.report.add(Severity::Notice, {}, "absence.rank",
                       RS_MESSAGE("Ranks are missing between those of this run: %1. Sums and comparisons over "
                                  "ranks leave them out."),
                       {}, missing);
}

void noteNamedRanks(const Run &run, ImportReport &report)
{
    const auto isNumbered = [](const RankInfo &info) { return info.rank >= 0; };
    const auto numbered = std::ranges::count_if(run.infos, isNumbered);
    // A rank without a number may be any of those that are named.
    if (run.infos.empty() || (run.infos.size() > 1 && static_cast<size_t>(numbered) < run.infos.size()))
        return;
    const IntervalSet named = namedRanks(run);
    if (run.infos.size() == 1) {
        const qint64 count = totalLength(uniteSets(named, numbersOf(run.infos)));
        if (count > 1)
            report.add(Severity::Notice, {}, "run.single-rank",
                       RS_MESSAGE("This run holds one of the %1 ranks that its communication domains, its world size "
                                  "or its cluster analysis name: ranks cannot be compared."),
                       {}, QString::number(count));
        return;
    }
    // Gaps between the ranks of the run were reported before anything was read.
    const Interval here{run.infos.front().rank, run.infos.back().rank + qint64{1}};
    const IntervalSet missing = subtractSets(named, {here});
    if (!missing.empty())
        report.add(Severity::Notice, {}, "absence.named-rank",
                   RS_MESSAGE("Ranks that the communication domains, the world size or the cluster analysis name "
                              "are missing from this run: %1. Sums and comparisons over ranks leave them out."),
                   {}, listed(missing));
}

} // namespace rs
