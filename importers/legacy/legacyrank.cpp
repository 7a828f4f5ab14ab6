// SPDX-License-Identifier: Apache-2.0
#include "importers/legacy/legacyrank.h"

#include "importers/legacy/legacyfiles.h"
#include "importers/legacy/legacyiterations.h"
#include "importers/legacy/legacysizes.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace rs {

namespace {

std::optional<double> usOf(const std::optional<qint64> &ns)
{
    return ns ? std::optional(static_cast<double>(*ns) / 1e3) : std::nullopt;
}

std::optional<qint64> lessInterval(const std::optional<qint64> &ns, const LegacyStep *step)
{
    const qint64 interval = step ? step->intervalNs.value_or(0) : 0;
    return ns && *ns >= interval ? std::optional(*ns - interval) : std::nullopt;
}

std::vector<StepTraceRow> rowsOfLegacy(const LegacySummary &from, int rank)
{
    std::map<qint64, std::pair<const LegacyStep *, const LegacyShares *>> steps;
    for (const LegacyStep &s : from.rank.steps) {
        if (s.step > 0)
            steps[s.step].first = &s;
    }
    for (const LegacyShares &s : from.rank.shares) {
        if (s.step > 0)
            steps[s.step].second = &s;
    }
    std::map<qint64, std::vector<LegacySpan>> spans;
    for (const LegacySpan &s : from.spans)
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
            row.preparingUs = usOf(step->intervalNs);
        if (shares) {
            row.computingUs = usOf(lessInterval(shares->computationNs, step));
            row.notOverlappedUs = usOf(shares->communicationAloneNs);
            row.stageUs = usOf(shares->stageNs);
            row.bubbleUs = usOf(shares->receiveAloneNs);
            row.notOverlappedExcludeReceiveUs = usOf(shares->collectiveAloneNs);
            // What of the operators in the other file is not alone is covered, where the two agree.
            if (const double covered = row.communicationUs.value_or(-1) - row.notOverlappedUs.value_or(0);
                row.communicationUs && row.notOverlappedUs && covered >= 0 && covered <= row.computingUs.value_or(-1))
                row.overlappedUs = covered;
        } else if (step) {
            row.computingUs = usOf(step->forwardBackwardNs);
        }
        out.push_back(std::move(row));
    }
    return out;
}

const LegacyFile *ofKind(const std::vector<LegacyFile> &files, const char *kind)
{
    const auto at =
        std::find_if(files.begin(), files.end(), [&](const LegacyFile &f) { return f.kind == QLatin1String(kind); });
    return at == files.end() ? nullptr : &*at;
}

void noteWhatComputingIs(const std::vector<LegacyFile> &files, const LegacyRank &legacy, ImportReport &report)
{
    const LegacyFile *const shares = ofKind(files, "legacy_shares");
    const LegacyFile *const iterations = ofKind(files, "legacy_iterations");
    const LegacyFile *const raw = ofKind(files, "legacy_steps");
    const LegacyFile *const steps = iterations ? iterations : raw ? raw : shares;
    if (shares && !legacy.shares.empty()) {
        report.add({Severity::Info,
                    shares->reportName,
                    {},
                    QStringLiteral("legacy.computation"),
                    RS_MESSAGE("What the file calls computation is the step less communication that is not covered, so "
                               "Computing holds idle time, and idle time by itself is not known."),
                    {}});
        return;
    }
    // Neither of CANN alone nor of data parallelism is there a file that would tell more.
    const bool couldTell = !iterations && legacy.parallelMode != QLatin1String("data");
    report.add(
        {Severity::Info,
         steps->reportName,
         {},
         couldTell ? QStringLiteral("legacy.forward-backward") : QStringLiteral("legacy.phases"),
         couldTell ? RS_MESSAGE("Only the parts of the steps are known: Computing is forward and backward, waiting "
                                "included. ascend_cluster_analyse_*.csv would tell communication apart.")
                   : RS_MESSAGE(
                         "Only the parts of the steps are known: Computing is forward and backward, waiting included."),
         {}});
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
                                ImportReport &report)
{
    LegacySummary out;
    LegacyRank &legacy = out.rank;
    if (const LegacyFile *const f = ofKind(files, "profiler_info")) {
        const LegacyJob told = readLegacyJob(f->path, f->reportName, job);
        legacy.parallelMode = told.mode;
        legacy.stages = told.stages;
        legacy.ranks = told.ranks;
    }
    if (const LegacyFile *const f = ofKind(files, "legacy_steps")) {
        LegacyTimes times = readLegacySteps(f->path, f->reportName, job, report);
        legacy.steps = std::move(times.steps);
        out.spans = std::move(times.spans);
    }
    const LegacyFile *const iterations = ofKind(files, "legacy_iterations");
    if (iterations && legacy.steps.empty())
        legacy.steps = readIterations(iterationFiles(files, "legacy_iterations"), job, report);
    if (const LegacyFile *const f = ofKind(files, "legacy_shares")) {
        const LegacyName name = legacyName(f->path.section(u'/', -1));
        legacy.parallelMode = name.mode;
        legacy.stages = name.stages;
        legacy.ranks = name.ranks;
        // A file that has its average was not cut before.
        const bool isWhole = !legacy.steps.empty() && legacy.steps.front().step == 0;
        const std::optional<qint64> steps = isWhole ? std::optional(legacy.steps.back().step) : std::nullopt;
        legacy.shares = readLegacyShares(f->path, f->reportName, name.mode, steps, job, report);
        // step_trace_raw_* says the same of data parallelism, and when.
        if (name.mode == QLatin1String("data") && legacy.steps.empty())
            legacy.steps = readLegacyPhases(f->path, f->reportName, job, report);
    }
    if (const LegacyFile *const f = ofKind(files, "legacy_flops"))
        legacy.flops = readLegacyFlops(f->path, f->reportName, job, report);
    if (const LegacyFile *const f = ofKind(files, "legacy_memory"))
        legacy.memory = readLegacyMemory(f->path, f->reportName, job, report);
    out.rows = rowsOfLegacy(out, rank);
    if (!out.rows.empty())
        noteWhatComputingIs(files, legacy, report);
    return out;
}

void readLegacyOperators(const std::vector<LegacyFile> &files, const JobContext &job, ImportReport &report,
                         LegacyRank &rank)
{
    if (const LegacyFile *const f = ofKind(files, "legacy_flops_operators"))
        rank.operatorFlops = readLegacyOperatorFlops(f->path, f->reportName, job, report);
    if (const LegacyFile *const f = ofKind(files, "legacy_memory_nodes"))
        rank.memoryCurves = readLegacyMemoryCurves(f->path, f->reportName, job, report);
}

std::optional<StagePlace> stagePlace(const LegacyRank &legacy, int rank)
{
    const int stage = legacyStageOf(rank, legacy.stages, legacy.ranks);
    if (stage < 0)
        return std::nullopt;
    const int ranks = legacy.ranks / legacy.stages;
    return StagePlace{stage * ranks, ranks, legacy.stages};
}

} // namespace rs
