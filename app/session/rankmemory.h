// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/session/residency.h"
#include "core/job/jobcontext.h"

#include <QObject>

#include <memory>

namespace rs {

class DeferredRelease;

/// Keeps the loaded ranks within the memory budget: those that nothing shows give way, as Residency finds, and are
/// asked for again when they are shown.
class RankMemory : public QObject
{
    Q_OBJECT
public:
    RankMemory(RunStore &runs, ViewState &state, DeferredRelease &release, QObject *parent = nullptr);
    ~RankMemory() override;

    [[nodiscard]] const std::shared_ptr<MemoryBudget> &budget() const { return m_budget; }
    /// Bytes that loaded ranks may take together; 0 for no limit.
    void setLimit(qint64 bytes);

    /// Before a rank is loaded.
    void makeRoomFor(RankRef ref);
    /// After it did not fit, though there was room for what was thought to be enough: one more goes.
    void makeMoreRoomFor(RankRef ref);
    void noteLoaded(RankRef ref, qint64 bytes) { m_residency.noteBytes(ref, bytes); }
    void forgetRun(int run) { m_residency.forgetRun(run); }
    [[nodiscard]] bool isShown(RankRef ref) const { return m_residency.isShown(ref); }

signals:
    /// A rank that gave way is shown again, and there may be room for it.
    void wanted(rs::RankRef ref);

private:
    bool makeRoom(qint64 bytes);
    void displace(RankRef ref);
    void followShown();
    void followBase();
    void loadHeld();

    RunStore &m_runs;
    ViewState &m_state;
    DeferredRelease &m_release;
    Residency m_residency;
    std::shared_ptr<MemoryBudget> m_budget;
};

} // namespace rs
