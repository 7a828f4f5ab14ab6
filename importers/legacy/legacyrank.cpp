// SPDX-License-Identifier: Apache-2.0
#include "importers/legacy/legacyrank.h"

#include "importers/legacy/legacyfiles.h"
#include "importers/legacy/legacysizes.h"

#include <algorithm>
#include <map>
#include <utility>

namespace rs {

namespace {

std::optional<double> usOf(const std::optional<qint64> &ns)
{
    return ns ? std::optional(static_cast<double>(*ns) / 1e3) : std::nullopt;
}

using S = LegacySteps;

std::optional<qint64> lessInterval(const std::optional<qint64> &ns, const S::Row *step)
{
    const qint64 interval = step ? (*step)[S::Interval].value_or(0) : 0;
    return ns && *ns >= interval ? std::optional(*ns - interval) : std::nullopt;
}

std::vector<StepTraceRow> rowsOfLegacy(const std::vector<S::Row> &times, const std::vector<S::Row> &alone,
                                       const std::vector<LegacySpan> &operators, int rank)
{
    std::map<qint64, std::pair<const S::Row *, const S::Row *>> steps;
    for (const S::Row &row : times)
        steps[*row[S::Step]].first = &row;
    for (const S::Row &row : alone)
        steps[*row[S::Step]].second = &row;
    steps.erase(0);
    std::map<qint64, std::vector<LegacySpan>> spans;
    for (const LegacySpan &s : operators)
        spans[s.step].push_back(s);
    std::vector<StepTraceRow> out;
    for (const auto &[number, both] : steps) {
        const auto &[step, shares] = both;
        StepTraceRow row;
        row.step = QString::number(number);
        row.rank = rank;
        if (const auto at = spans.find(number); at != spans.end())
            row.communicationUs = usOf(unitedNs(at->second));
        if (step)
            row.preparingUs = usOf((*step)[S::Interval]);
        if (shares) {
            row.computingUs = usOf(lessInterval((*shares)[S::Computation], step));
            row.notOverlappedUs = usOf((*shares)[S::CommunicationAlone]);
            row.stageUs = usOf((*shares)[S::Stage]);
            row.bubbleUs = usOf((*shares)[S::ReceiveAlone]);
            row.notOverlappedExcludeReceiveUs = usOf((*shares)[S::CollectiveAlone]);
            // Operators of the other file are overlapped by what is not alone, if the two files agree.
            if (const double covered = row.communicationUs.value_or(-1) - row.notOverlappedUs.value_or(0);
                row.communicationUs && row.notOverlappedUs && covered >= 0 && covered <= row.computingUs.value_or(-1))
                row.overlappedUs = covered;
        } else if (step) {
            row.computingUs = usOf((*step)[S::ForwardBackward]);
        }
        out.push_back(std::move(row));
    }
    return out;
}

const LegacyFile *ofKind(const std::vector<LegacyFile> &files, const char *kind)
{
    const auto at = std::ranges::find_if(files, [&](const LegacyFile &f) { return f.kind == QLatin1String(kind); });
    return at == files.end() ? nullptr : &*at;
}

void noteWhatComputingIs(const std::vector<LegacyFile> &files, bool hasShares, const QString &mode,
                         ImportReport &report)
{
    const LegacyFile *const shares = ofKind(files, "legacy_shares");
    const LegacyFile *const iterations = ofKind(files, "legacy_iterations");
    const LegacyFile *const raw = ofKind(files, "legacy_steps");
    const LegacyFile *const steps = iterations ? iterations : raw ? raw : shares;
    if (shares && hasShares) {
        report.add(Severity::Info, shares->reportName, "legacy.computation",
                   RS_MESSAGE("Computation in this file is the step less non-overlapped communication, so "
                              "Computing includes idle time, and idle time itself is unknown."));
        return;
    }
    // Neither of CANN alone nor of data parallelism is there a file that would tell more.
    const bool couldTell = !iterations && mode != QLatin1String("data");
    report.add(
        Severity::Info, steps->reportName,
        couldTell ? QStringLiteral("legacy.forward-backward") : QStringLiteral("legacy.phases"),
        couldTell
            ? RS_MESSAGE("Only the parts of the steps are known: Computing is forward and backward, "
                         "including waits. ascend_cluster_analyse_*.csv would separate communication.")
            : RS_MESSAGE("Only the parts of the steps are known: Computing is forward and backward, including waits."));
}

} // namespace

std::vector<IterationFile> iterationFiles(const std::vector<LegacyFile> &files, const char *kind)
{
    std::vector<IterationFile> out;
    for (const LegacyFile &f : files) {
        if (f.kind == QLatin1String(kind))
            out.push_back({f.path, f.reportName, iterationName(f.path.section(u'/', -1)).iteration});
    }
    return out;
}

LegacySummary readLegacySummary(const std::vector<LegacyFile> &files, int rank, const JobContext &job,
                                ImportReport &report, decltype(RankData::tables) &tables)
{
    LegacySummary out;
    LegacyJob told;
    std::vector<S::Row> steps;
    std::vector<S::Row> shares;
    if (const LegacyFile *const f = ofKind(files, "profiler_info"))
        told = readLegacyJob(f->path, f->reportName, job);
    if (const LegacyFile *const f = ofKind(files, "legacy_steps")) {
        LegacyTimes times = readLegacySteps(f->path, f->reportName, job, report);
        steps = std::move(times.steps);
        out.spans = std::move(times.spans);
    }
    const LegacyFile *const iterations = ofKind(files, "legacy_iterations");
    if (iterations && steps.empty())
        steps = readIterations(iterationFiles(files, "legacy_iterations"), job, report);
    if (const LegacyFile *const f = ofKind(files, "legacy_shares")) {
        const LegacyName name = legacyName(f->path.section(u'/', -1));
        told = {name.mode, name.stages, name.ranks};
        // A file that has its average was not cut before.
        const bool isWhole = !steps.empty() && steps.front()[S::Step] == 0;
        shares = readLegacyShares(f->path, f->reportName, name.mode, isWhole ? steps.back()[S::Step] : std::nullopt,
                                  job, report);
        // step_trace_raw_* says the same of data parallelism, and when.
        if (name.mode == QLatin1String("data") && steps.empty())
            steps = readLegacyPhases(f->path, f->reportName, job, report);
    }
    if (const int stage = legacyStageOf(rank, told.stages, told.ranks); stage >= 0) {
        const int ranks = told.ranks / told.stages;
        out.stage = StagePlace{stage * ranks, ranks, told.stages};
    }
    if (const LegacyFile *const f = ofKind(files, "legacy_flops"))
        tables[LegacyFlops::Kind] = readLegacyFlops(f->path, f->reportName, job, report);
    if (const LegacyFile *const f = ofKind(files, "legacy_memory"))
        tables[LegacyMemory::Kind] = readLegacyMemory(f->path, f->reportName, job, report);
    tables[S::Kind] = S::tableOf(steps);
    tables[S::Shares] = told.mode == QLatin1String("data") ? tables[S::Kind] : S::tableOf(shares);
    out.rows = rowsOfLegacy(steps, shares, out.spans, rank);
    if (!out.rows.empty())
        noteWhatComputingIs(files, !shares.empty(), told.mode, report);
    return out;
}

void readLegacyOperators(const std::vector<LegacyFile> &files, const JobContext &job, ImportReport &report,
                         decltype(RankData::tables) &tables)
{
    if (const LegacyFile *const f = ofKind(files, "legacy_flops_operators"))
        tables[LegacyFlops::Operators] = readLegacyOperatorFlops(f->path, f->reportName, job, report);
    if (const LegacyFile *const f = ofKind(files, "legacy_memory_nodes"))
        tables[LegacyNodes::Kind] = readLegacyNodes(f->path, f->reportName, job, report);
}

int legacyStageOf(int rank, int stages, int ranks)
{
    if (rank < 0 || stages < 1 || ranks < stages || ranks % stages != 0 || rank >= ranks)
        return -1;
    return rank / (ranks / stages);
}

} // namespace rs
