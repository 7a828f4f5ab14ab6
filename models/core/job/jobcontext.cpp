// SPDX-License-Identifier: Apache-2.0
#include "core/job/jobcontext.h"

#include "core/job/machinememory.h"

#include <algorithm>

namespace rs {

bool MemoryBudget::tryReserve(qint64 bytes)
{
    const qint64 limit = m_limit;
    qint64 used = m_used;
    do {
        if (limit > 0 && used + bytes > limit)
            return false;
    } while (!m_used.compare_exchange_weak(used, used + bytes));
    return true;
}

qint64 MemoryBudget::share(int percent)
{
    return machineMemory().share(percent);
}

bool MemoryReservation::tryGrow(qint64 bytes)
{
    if (m_budget && !m_budget->tryReserve(bytes))
        return false;
    m_bytes += bytes;
    return true;
}

void MemoryReservation::growTo(qint64 bytes)
{
    constexpr qint64 step = qint64{1} << 20;
    const qint64 more = bytes - m_bytes;
    if (!tryGrow(std::max(step, more)) && (more >= step || !tryGrow(more)))
        throw OverBudget(m_budget->limit(), more);
}

void MemoryReservation::resize(qint64 bytes)
{
    if (m_budget)
        m_budget->release(m_bytes - bytes);
    m_bytes = bytes;
}

JobContext::JobContext(std::shared_ptr<MemoryBudget> budget)
    : m_state(std::make_shared<State>()), m_budget(std::move(budget))
{
}

JobContext JobContext::child() const
{
    JobContext part(m_budget);
    part.m_state->parent = m_state;
    return part;
}

double JobContext::progress() const
{
    const qint64 all = total();
    if (all <= 0)
        return 0;
    return std::clamp(static_cast<double>(done()) / static_cast<double>(all), 0.0, 1.0);
}

} // namespace rs
