// SPDX-License-Identifier: Apache-2.0
#include "app/session/rankmemory.h"

#include "app/session/deferredrelease.h"

namespace rs {

RankMemory::RankMemory(RunStore &runs, ViewState &state, DeferredRelease &release, QObject *parent)
    : QObject(parent), m_runs(runs), m_state(state), m_release(release), m_residency(runs, state),
      m_budget(std::make_shared<MemoryBudget>(MemoryBudget::defaultLimit()))
{
    m_budget->onShortage([this](qint64 bytes) {
        const bool fits = m_budget->used() + bytes <= m_budget->limit();
        return fits || makeRoom(bytes);
    });
    for (const auto signal : {&ViewState::currentRankChanged, &ViewState::sidesChanged, &ViewState::selectionChanged,
                              &ViewState::boxChanged})
        connect(&m_state, signal, this, &RankMemory::followShown);
    connect(&m_state, &ViewState::sidesChanged, this, &RankMemory::followBase);
    connect(&m_state, &ViewState::heldRanksChanged, this, &RankMemory::loadHeld);
}

RankMemory::~RankMemory()
{
    m_budget->onShortage({});
}

void RankMemory::setLimit(qint64 bytes)
{
    m_budget->setLimit(bytes);
    makeRoom(0);
    followShown();
    loadHeld();
}

void RankMemory::makeRoomFor(RankRef ref)
{
    makeRoom(m_residency.needOf(ref));
}

void RankMemory::makeMoreRoomFor(RankRef ref)
{
    if (makeRoom(m_residency.needOf(ref)) || m_budget->limit() <= 0)
        return;
    for (const RankRef victim : m_residency.victims(1))
        displace(victim);
}

// True when ranks had to go.
bool RankMemory::makeRoom(qint64 bytes)
{
    const qint64 limit = m_budget->limit();
    const qint64 missing = m_budget->used() + bytes - limit;
    if (limit <= 0 || missing <= 0)
        return false;
    const std::vector<RankRef> victims = m_residency.victims(missing);
    for (const RankRef ref : victims)
        displace(ref);
    return !victims.empty();
}

void RankMemory::displace(RankRef ref)
{
    if (auto held = m_runs.rank(ref)) {
        m_runs.displace(ref);
        m_release.take(std::move(held));
    }
}

void RankMemory::followShown()
{
    m_residency.noteUse();
    const auto &held = m_state.heldRanks();
    for (const RankRef ref : m_residency.shown()) {
        if (m_runs.state(ref) == RankState::Displaced &&
            (!held.contains(ref) || ref == m_state.currentRank() || ref == m_state.otherRank()))
            emit wanted(ref);
    }
}

// The base of a comparison is loaded when it is chosen. Later it may give way: who clicks on a third rank wants to see
// that one.
void RankMemory::followBase()
{
    const RankRef base = m_state.baseRank();
    if (!base.isValid())
        return;
    m_residency.noteUse(base);
    if (m_runs.state(base) == RankState::Displaced)
        emit wanted(base);
}

// Pinned lanes of many ranks may be more than the memory holds: those are loaded that find room, once, and stay.
void RankMemory::loadHeld()
{
    m_residency.noteUse();
    qint64 room = m_budget->limit() - m_budget->used() + m_residency.idleBytes();
    for (const RankRef ref : m_state.heldRanks()) {
        if (m_runs.state(ref) != RankState::Displaced)
            continue;
        room -= m_residency.needOf(ref);
        if (m_budget->limit() <= 0 || room >= 0)
            emit wanted(ref);
    }
}

} // namespace rs

#include "moc_rankmemory.cpp"
