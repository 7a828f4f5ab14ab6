// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/state/runstore.h"
#include "views/state/viewstate.h"

#include <map>
#include <vector>

namespace rs {

/// Which loaded ranks may be given up for others when memory is short: those that nothing shows, the one whose last use
/// is longest ago first. Looks and decides; the session acts.
class Residency
{
public:
    Residency(const RunStore &runs, const ViewState &state) : m_runs(runs), m_state(state) {}

    /// Current rank, comparison partner, what is selected or inside the box, and ranks with a pinned lane.
    [[nodiscard]] std::vector<RankRef> shown() const;
    [[nodiscard]] bool isShown(RankRef ref) const;
    /// Shown ranks are used now.
    void noteUse();
    /// That rank as well, though nothing holds it.
    void noteUse(RankRef ref);
    /// Bytes that the rank took when it was loaded.
    void noteBytes(RankRef ref, qint64 bytes) { m_bytes[ref] = bytes; }
    void forgetRun(int run);

    /// Bytes of the budget that loading the rank will need: more than what stays, because reading and sealing overlap.
    [[nodiscard]] qint64 needOf(RankRef ref) const;
    /// Ranks that give `bytes` together, or all that can go when they give less.
    [[nodiscard]] std::vector<RankRef> victims(qint64 bytes) const;
    /// Bytes that all ranks give which nothing shows.
    [[nodiscard]] qint64 idleBytes() const;

private:
    const RunStore &m_runs;
    const ViewState &m_state;
    std::map<RankRef, quint64> m_used; ///< never shown: not here
    std::map<RankRef, qint64> m_bytes;
    quint64 m_clock = 0;
};

} // namespace rs
