// SPDX-License-Identifier: Apache-2.0
#include "views/overview/barbreakdowns.h"

#include "tables/base/tables.h"

#include <utility>

namespace rs {

namespace {
constexpr int breakdownDelayMs = 150;
} // namespace

BarBreakdowns::BarBreakdowns(const ViewContext &context, QObject *parent) : QObject(parent), m_pool(context.pool)
{
    m_delay.setSingleShot(true);
    m_delay.setInterval(breakdownDelayMs);
    connect(&m_delay, &QTimer::timeout, this, &BarBreakdowns::start);
}

void BarBreakdowns::show(const std::shared_ptr<const Run> &run, const OverviewFacts *facts, const FiguresQuery &figures)
{
    const Of now{facts, figures.step, figures.rankIndex, figures.steps != StepsShown::Each && figures.step.isEmpty()};
    // They are of a rank's steps as they are, or of their sum.
    const bool wanted = run && figures.steps != StepsShown::Mean && figures.fold == 0;
    m_run = run;
    if (wanted && now == m_of)
        return;
    m_breakdowns = TimeBreakdownSums();
    m_job.cancel();
    m_of = wanted ? now : Of();
    if (wanted)
        m_delay.start();
    else
        m_delay.stop();
}

const TimeBreakdownTotals *BarBreakdowns::of(const OverviewItem &item) const
{
    return m_breakdowns.of(item.rankIndex, item.device, item.step);
}

void BarBreakdowns::start()
{
    const auto run = m_run.lock();
    if (!run)
        return;
    m_job.start(
        *m_pool,
        [run, query = TimeBreakdownQuery{m_of.step, m_of.rank}, sums = m_of.sums](const JobContext &job) {
            const MemoryReservation room = roomFor(u"books", *run, job);
            return TimeBreakdownSums(timeBreakdownRows(*run, query, job), sums);
        },
        [this](TimeBreakdownSums breakdowns) {
            m_breakdowns = std::move(breakdowns);
            emit changed();
        });
}

} // namespace rs

#include "moc_barbreakdowns.cpp"
