// SPDX-License-Identifier: Apache-2.0
#include "analysis/overview/filledsteps.h"

#include "analysis/overview/overviewitems.h"
#include "analysis/time/stepwindows.h"
#include "core/base/saturate.h"

#include <algorithm>
#include <set>
#include <utility>

namespace rs {

namespace {

void addStepsOfTrace(const RankData &rank, std::vector<OverviewRow> &rows, const JobContext &job)
{
    std::set<QString> told;
    for (const OverviewRow &row : rows)
        told.insert(row.step);
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
        if (worked && !told.contains(own.step))
            rows.push_back(std::move(own));
    }
}

std::optional<double> microseconds(std::optional<qint64> ns)
{
    return ns ? std::optional(static_cast<double>(*ns) / 1000.0) : std::nullopt;
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
        row.stageUs = microseconds(own.stageNs);
        if (row.bubbleUs == 0.0 && own.bubbleNs.value_or(0) > 0) {
            row.bubbleUs = microseconds(own.bubbleNs);
            // In whole nanoseconds, as the file has them.
            if (const std::optional<qint64> uncovered = nsOfUs(row.notOverlappedUs);
                row.notOverlappedExcludeReceiveUs && uncovered)
                row.notOverlappedExcludeReceiveUs = microseconds(saturatedDifference(*uncovered, *own.bubbleNs));
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
