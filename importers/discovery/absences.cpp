// SPDX-License-Identifier: Apache-2.0
#include "importers/discovery/absences.h"

#include <QDir>

#include <algorithm>
#include <initializer_list>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace rs {

namespace {

struct Expected
{
    const char *kinds[2]; ///< any of them will do
    const char *code;
    const char *message;
};

constexpr Expected filesOfEveryRank[] = {
    {{"trace", nullptr},
     "absence.trace",
     "Other ranks of this run have a trace, this one has none: it is left out of the timeline, launches, idle causes "
     "and transfers."},
    {{"kernel_details", "op_summary"},
     "absence.kernels",
     "Other ranks of this run have kernel_details.csv or op_summary, this one has none: its operators have neither "
     "types nor shapes."},
    {{"step_trace_time", nullptr},
     "absence.steps",
     "Other ranks of this run have step_trace_time.csv, this one has none: its overview is derived from its trace, or "
     "missing."},
    {{"communication", nullptr},
     "absence.communication",
     "Other ranks of this run have communication.json, this one has none: transit and wait of its communication are "
     "not known."},
    {{"communication_matrix", nullptr},
     "absence.matrix",
     "Other ranks of this run have communication_matrix.json, this one has none: links that only its file lists are "
     "missing."},
    {{"op_statistic", nullptr},
     "absence.op-statistic",
     "Other ranks of this run have op_statistic.csv, this one has none: its table of operator types is missing."},
    {{"api_statistic", nullptr},
     "absence.api-statistic",
     "Other ranks of this run have api_statistic.csv, this one has none: its table of host API calls is missing."},
    {{"memory_record", nullptr},
     "absence.memory-record",
     "Other ranks of this run have memory_record.csv, this one has none: it has no curves of memory."},
    {{"operator_memory", nullptr},
     "absence.operator-memory",
     "Other ranks of this run have operator_memory.csv, this one has none: what was held at its peaks is not known."},
};

bool isUsed(const RankInfo &info, const char *kind)
{
    // A database stands for any of them: what it lacks is told where it is read.
    return kind && std::any_of(info.files.begin(), info.files.end(), [kind](const FileEntry &f) {
               return f.used && (f.kind == QLatin1String(kind) || f.kind == QLatin1String("db"));
           });
}

bool has(const RankInfo &info, const Expected &e)
{
    return isUsed(info, e.kinds[0]) || isUsed(info, e.kinds[1]);
}

// A rank without any of them has been reported as such.
bool hasAny(const RankInfo &info)
{
    return std::any_of(std::begin(filesOfEveryRank), std::end(filesOfEveryRank),
                       [&](const Expected &e) { return has(info, e); });
}

using RankSpan = std::pair<int, int>; ///< first and last

// "2, 5–7"
QString listed(const std::vector<RankSpan> &spans)
{
    constexpr qsizetype most = 20;
    QStringList out;
    for (const auto &[first, last] : spans) {
        if (out.size() == most)
            return out.join(QStringLiteral(", ")) + QStringLiteral(", …");
        out << (first == last ? QString::number(first) : QStringLiteral("%1–%2").arg(first).arg(last));
    }
    return out.join(QStringLiteral(", "));
}

// The numbers between the first and the last rank that no rank has.
std::vector<RankSpan> gaps(const std::vector<RankInfo> &infos)
{
    std::vector<RankSpan> out;
    int next = -1;
    for (const RankInfo &info : infos) { // in rank order, those without a number last
        if (info.rank < 0)
            break;
        if (next >= 0 && info.rank > next)
            out.emplace_back(next, info.rank - 1);
        next = info.rank + 1;
    }
    return out;
}

// Ranks that what was read speaks of, as they come.
std::vector<RankSpan> namedRanks(const Run &run)
{
    constexpr qint64 mostRanks = 1'000'000;
    std::set<int> single;
    std::vector<RankSpan> out;
    const int highest = std::max_element(run.infos.begin(), run.infos.end(), [](const RankInfo &a, const RankInfo &b) {
                            return a.rank < b.rank;
                        })->rank;
    const auto add = [&single](int rank) {
        if (rank >= 0)
            single.insert(rank);
    };
    std::map<QString, const std::vector<int> *> lastOf; // by communicator: every member names all of them
    const auto addGroups = [&](const std::vector<GroupInfo> &groups) {
        for (const GroupInfo &g : groups) {
            const std::vector<int> *&last = lastOf[g.commName];
            if (!last || *last != g.globalRanks)
                std::for_each(g.globalRanks.begin(), g.globalRanks.end(), add);
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
            out.emplace_back(0, static_cast<int>(size) - 1);
    }
    addGroups(run.cluster.groups);
    for (const StepTraceRow &r : run.cluster.stepTrace)
        add(r.rank);
    for (const CommOpRef op : run.cluster.commOps)
        add(op.rank());
    for (const int rank : single)
        out.emplace_back(rank, rank);
    return out;
}

// Spans in order, none that touches another.
std::vector<RankSpan> joined(std::vector<RankSpan> spans)
{
    std::sort(spans.begin(), spans.end());
    std::vector<RankSpan> out;
    for (const RankSpan &s : spans) {
        if (!out.empty() && s.first <= out.back().second + 1)
            out.back().second = std::max(out.back().second, s.second);
        else
            out.push_back(s);
    }
    return out;
}

} // namespace

void noteAbsences(Run &run)
{
    for (const Expected &e : filesOfEveryRank) {
        if (std::none_of(run.infos.begin(), run.infos.end(), [&](const RankInfo &info) { return has(info, e); }))
            continue;
        for (const RankInfo &info : run.infos) {
            if (has(info, e) || !hasAny(info))
                continue;
            const QString name = QDir(run.path).relativeFilePath(info.path);
            run.report.add({Severity::Notice,
                            name == QLatin1String(".") ? QString() : name,
                            {},
                            QString::fromLatin1(e.code),
                            QString::fromLatin1(e.message),
                            {}});
        }
    }
    const bool any = std::any_of(run.infos.begin(), run.infos.end(), hasAny);
    if (any && std::none_of(run.infos.begin(), run.infos.end(), [](const RankInfo &i) { return isUsed(i, "trace"); }))
        run.report.add({Severity::Notice,
                        {},
                        {},
                        QStringLiteral("absence.no-trace"),
                        QStringLiteral("No rank of this run has a trace (trace_view.json, msprof*.json): the timeline, "
                                       "launches, idle causes and transfers cannot be shown."),
                        {}});
    if (const QString missing = listed(gaps(run.infos)); !missing.isEmpty())
        run.report.add({Severity::Notice,
                        {},
                        {},
                        QStringLiteral("absence.rank"),
                        QStringLiteral("Ranks that lie between those of this run are not there: %1. What is summed or "
                                       "compared over ranks leaves them out."),
                        missing});
}

void noteNamedRanks(const Run &run, ImportReport &report)
{
    const auto isNumbered = [](const RankInfo &info) { return info.rank >= 0; };
    const auto numbered = std::count_if(run.infos.begin(), run.infos.end(), isNumbered);
    // A rank without a number may be any of those that are named.
    if (run.infos.empty() || (run.infos.size() > 1 && static_cast<size_t>(numbered) < run.infos.size()))
        return;
    const std::vector<RankSpan> named = joined(namedRanks(run));
    if (run.infos.size() == 1) {
        qint64 count = 0;
        bool isNamed = !isNumbered(run.infos.front());
        for (const auto &[first, last] : named) {
            count += last - first + 1;
            isNamed = isNamed || (first <= run.infos.front().rank && run.infos.front().rank <= last);
        }
        count += isNamed ? 0 : 1;
        if (count > 1)
            report.add({Severity::Notice,
                        {},
                        {},
                        QStringLiteral("run.single-rank"),
                        QStringLiteral("This run holds one of the %1 ranks that its communication domains, its world "
                                       "size or its cluster analysis name: ranks cannot be compared."),
                        QString::number(count)});
        return;
    }
    // What lies between the ranks of the run has been told before anything was read.
    const int lowest = run.infos.front().rank;
    const int highest = run.infos.back().rank;
    std::vector<RankSpan> missing;
    for (const auto &[first, last] : named) {
        if (first < lowest)
            missing.emplace_back(first, std::min(last, lowest - 1));
        if (last > highest)
            missing.emplace_back(std::max(first, highest + 1), last);
    }
    if (!missing.empty())
        report.add({Severity::Notice,
                    {},
                    {},
                    QStringLiteral("absence.named-rank"),
                    QStringLiteral("Ranks that the communication domains, the world size or the cluster analysis of "
                                   "this run name are not there: %1. What is summed or compared over ranks leaves them "
                                   "out."),
                    listed(missing)});
}

} // namespace rs
