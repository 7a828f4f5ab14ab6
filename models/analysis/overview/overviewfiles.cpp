// SPDX-License-Identifier: Apache-2.0
#include "analysis/overview/overviewfiles.h"

#include "analysis/overview/overviewitems.h"
#include "analysis/time/stepwindows.h"
#include "core/base/saturate.h"
#include "core/trace/taskkind.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace rs {

namespace {

OverviewRow fromFile(const StepTraceRow &r, const QString &source)
{
    OverviewRow row;
    static_cast<StepTraceRow &>(row) = r;
    row.source = source;
    return row;
}

using RowsOfDevice = std::vector<OverviewRow *>; // by step

// Writers of MindSpore cut the gap that ends a step's preparing to the step, and count it as free, too. No work of the
// capture stands before its first step, and so no gap.
void markInFreeOfMindSpore(const RowsOfDevice &rows)
{
    for (size_t i = 1; i < rows.size(); ++i) {
        OverviewRow &row = *rows[i];
        if (!row.freeUs || !row.preparingUs)
            continue;
        if (const double both = std::min(*row.freeUs, *row.preparingUs); both > 0)
            row.preparingInFreeUs = both;
    }
}

// Whether the device computed or communicated between the end of the mark of a step and the first work of the next.
bool worksBetween(const Trace &trace, qint64 markEndNs, qint64 firstNs)
{
    constexpr qint64 grainNs = 250; // of Preparing in files
    const SliceStore &s = trace.slices();
    for (quint32 r = 0; r < s.rowCount(); ++r) {
        const ProcessKind process = trace.processOf(trace.laneOfRow(RowId{r})).kind;
        if (process != ProcessKind::AscendHardware && process != ProcessKind::Communication)
            continue;
        const auto span = s.row(RowId{r});
        quint32 i = s.firstStartingAtOrAfter(markEndNs, span);
        i = std::max(span.first, i - (i > span.first ? 1 : 0)); // the one that runs at the end of the mark
        for (; i < span.last && s.start(SliceId{i}) < firstNs - grainNs; ++i) {
            const SliceKind kind = s.kind(SliceId{i});
            if (s.end(SliceId{i}) > markEndNs && (isComputing(kind) || kind == SliceKind::CommOperator))
                return true;
        }
    }
    return false;
}

// The writer of torch counts a gap in the step in which it starts, and whole: the one behind the last work of a step
// reaches over the preparing of the next. If the device still works when the mark of the step ends, the gap starts
// outside of the step's window, and no Free has it.
void markInFreeOfTorch(const RowsOfDevice &rows, const Trace *trace)
{
    std::map<qlonglong, StepMark> marks;
    if (trace) {
        for (const StepMark &m : trace->steps()) {
            StepMark &longest = marks.try_emplace(m.step, m).first->second;
            if (m.endNs - m.startNs > longest.endNs - longest.startNs)
                longest = m;
        }
    }
    for (size_t i = 0; i + 1 < rows.size(); ++i) {
        OverviewRow &row = *rows[i];
        const OverviewRow &next = *rows[i + 1];
        bool isNumber = false;
        const qlonglong step = row.step.toLongLong(&isNumber);
        if (!isNumber || next.step != QString::number(step + 1) || !row.freeUs || !next.preparingUs)
            continue;
        const auto own = marks.find(step);
        const auto following = marks.find(step + 1);
        if (own != marks.end() && following != marks.end() &&
            worksBetween(*trace, own->second.endNs,
                         saturatedSum(following->second.startNs, nsOfUs(next.preparingUs).value_or(0))))
            continue;
        if (const double both = std::min(*row.freeUs, *next.preparingUs); both > 0)
            row.preparingInFreeUs = both;
    }
}

// `trace` may be null.
void markPreparingInFree(Framework framework, std::vector<OverviewRow> &rows, const Trace *trace)
{
    if (framework != Framework::MindSpore && framework != Framework::PyTorch)
        return;
    std::map<int, RowsOfDevice> byDevice;
    for (OverviewRow &row : rows)
        byDevice[row.device].push_back(&row);
    for (auto &[device, ofDevice] : byDevice) {
        std::ranges::stable_sort(ofDevice,
                                 [](const auto *a, const auto *b) { return stepComesBefore(a->step, b->step); });
        if (framework == Framework::MindSpore)
            markInFreeOfMindSpore(ofDevice);
        else
            markInFreeOfTorch(ofDevice, trace);
    }
}

/// File of the rows of a rank: its own file, a table of its database, or files of MindSpore 1.x.
QString fileOfSteps(const RankData &rank)
{
    const QString file = QStringLiteral("step_trace_time.csv");
    QString database;
    QStringList legacy;
    bool ofIterations = false;
    for (const FileEntry &f : rank.info.files) {
        if (f.used && f.kind == QLatin1String("step_trace_time"))
            return file;
        const QString name = f.name.section(u'/', -1);
        if (f.used && f.kind == QLatin1String("db") && name.startsWith(QLatin1String("analysis")))
            database = name;
        if (f.used && (f.kind == QLatin1String("legacy_steps") || f.kind == QLatin1String("legacy_shares")))
            legacy << name;
        ofIterations = ofIterations || (f.used && f.kind == QLatin1String("legacy_iterations"));
    }
    if (!database.isEmpty())
        return database + QStringLiteral(": StepTraceTime");
    if (legacy.isEmpty() && ofIterations)
        return QStringLiteral("step_trace_*.json");
    return legacy.isEmpty() ? file : legacy.join(QStringLiteral(", "));
}

/// File of the rows of the cluster.
QString clusterFile(const Run &run)
{
    const QString file = QStringLiteral("cluster_step_trace_time.csv");
    QString database;
    for (const FileEntry &f : run.cluster.files) {
        if (f.used && f.kind == QLatin1String("cluster_step_trace_time"))
            return file;
        if (f.used && f.kind == QLatin1String("cluster_db"))
            database = f.name.section(u'/', -1) + QStringLiteral(": ClusterStepTraceTime");
    }
    return database.isEmpty() ? file : database;
}

} // namespace

OverviewFiles::OverviewFiles(const Run &run) : m_run(run)
{
    for (const StepTraceRow &r : run.cluster.stepTrace) {
        if (r.stageRanks.isEmpty())
            m_ofCluster[r.rank].push_back(&r);
    }
}

std::vector<OverviewRow> OverviewFiles::ofRank(size_t index) const
{
    std::vector<OverviewRow> out;
    const int number = m_run.infos[index].rank;
    if (const auto &rank = m_run.ranks[index]; rank && !rank->stepTrace.empty()) {
        const QString file = fileOfSteps(*rank);
        for (const StepTraceRow &r : rank->stepTrace)
            out.push_back(fromFile(r, file));
    } else if (const auto rows = m_ofCluster.find(number); number >= 0 && rows != m_ofCluster.end()) {
        const QString file = clusterFile(m_run);
        for (const StepTraceRow *r : rows->second)
            out.push_back(fromFile(*r, file));
    }
    const auto &loaded = m_run.ranks[index];
    markPreparingInFree(m_run.infos[index].framework, out, loaded ? loaded->trace.get() : nullptr);
    return out;
}

std::vector<OverviewRow> OverviewFiles::ofOtherRanks(const std::set<int> &known) const
{
    std::vector<OverviewRow> out;
    const Framework framework = m_run.infos.empty() ? Framework::Unknown : m_run.infos.front().framework;
    const QString file = clusterFile(m_run);
    for (const auto &[rank, rows] : m_ofCluster) {
        if (known.contains(rank))
            continue;
        std::vector<OverviewRow> ofRank;
        for (const StepTraceRow *r : rows) {
            ofRank.push_back(fromFile(*r, file));
            ofRank.back().rankLabel = QString::number(r->rank);
        }
        markPreparingInFree(framework, ofRank, nullptr);
        out.insert(out.end(), ofRank.begin(), ofRank.end());
    }
    return out;
}

namespace {

void addStepsOfTrace(const RankData &rank, std::vector<OverviewRow> &rows, const JobContext &job)
{
    std::set<QString> told;
    std::set<int> devices;
    for (const OverviewRow &row : rows) {
        told.insert(row.step);
        devices.insert(row.device);
    }
    bool shared = false;
    bool lacks = false;
    for (const StepMark &mark : rank.trace->steps()) {
        const bool known = told.contains(QString::number(mark.step));
        shared |= known;
        lacks |= !known;
    }
    // Rows of a file that counts its steps otherwise, or has one for all of them, are no part of the same list.
    if (!shared || !lacks)
        return;
    for (OverviewRow &own : deriveOverview(rank, job)) {
        const bool worked = own.computingUs.value_or(0) > 0 || own.communicationUs.value_or(0) > 0;
        if (!worked || told.contains(own.step))
            continue;
        // A trace of one device does not name it; the file does. Steps of both are the same bar.
        if (own.device < 0 && devices.size() == 1)
            own.device = *devices.begin();
        rows.push_back(std::move(own));
    }
}

void takeStages(const RankData &rank, std::vector<OverviewRow> &rows, const JobContext &job)
{
    StagesOfTrace stages(rank, job);
    for (OverviewRow &row : rows) {
        if (row.derived || row.stageUs != 0.0)
            continue;
        const StageTimes own = stages.of(row.step, row.device);
        if (own.stageNs.value_or(0) <= 0)
            continue;
        row.stageUs = usOfNs(own.stageNs);
        if (row.bubbleUs == 0.0 && own.bubbleNs.value_or(0) > 0) {
            row.bubbleUs = usOfNs(own.bubbleNs);
            // In whole nanoseconds, as the file has them.
            if (const std::optional<qint64> uncovered = nsOfUs(row.notOverlappedUs);
                row.notOverlappedExcludeReceiveUs && uncovered)
                row.notOverlappedExcludeReceiveUs = usOfNs(saturatedDifference(*uncovered, *own.bubbleNs));
        }
    }
}

} // namespace

StagesOfTrace::StagesOfTrace(const RankData &rank, const JobContext &job) : m_rank(rank)
{
    const std::vector<StepWindow> windows = stepWindows(rank, job);
    const std::vector<Interval> claims = stepClaims(windows, true);
    for (size_t i = 0; i < windows.size(); ++i)
        m_claimOf.try_emplace(windows[i].step, claims[i]);
}

StageTimes StagesOfTrace::of(const QString &step, int device)
{
    const auto claim = m_claimOf.find(step);
    if (claim == m_claimOf.end())
        return {};
    return stageOfMindSpore(m_slicesOf.try_emplace(device, m_rank, device).first->second, claim->second);
}

bool isUnknownStage(Framework framework, const OverviewRow &row)
{
    return framework == Framework::MindSpore && !row.derived && row.stageUs == 0.0 &&
           row.bubbleUs.value_or(0.0) == 0.0 && row.communicationUs.value_or(0) > 0;
}

void dropUnknownStages(Framework framework, std::vector<OverviewRow> &rows)
{
    for (OverviewRow &row : rows) {
        if (!isUnknownStage(framework, row))
            continue;
        row.stageUs.reset();
        row.bubbleUs.reset();
        row.notOverlappedExcludeReceiveUs.reset();
    }
}

void completeRows(const Run &run, size_t index, std::vector<OverviewRow> &rows, const JobContext &job)
{
    const Framework framework = run.infos[index].framework;
    const auto &rank = run.ranks[index];
    if (rank && rank->trace) {
        addStepsOfTrace(*rank, rows, job);
        if (std::ranges::any_of(rows, [=](const auto &row) { return isUnknownStage(framework, row); }))
            takeStages(*rank, rows, job);
    }
    dropUnknownStages(framework, rows);
}

} // namespace rs
