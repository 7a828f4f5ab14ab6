// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/communication/rankalign.h"
#include "analysis/host/dispatch.h"
#include "analysis/host/idlecauses.h"
#include "words/sentence.h"

#include <vector>

namespace rs {

/// "Host late": English, marked for translation in the context "Tables".
[[nodiscard]] const char *idleCauseTitle(IdleCause cause);
/// Meaning of the cause, in one sentence; marked likewise.
[[nodiscard]] const char *idleCauseHint(IdleCause cause);

/// Totals of a verdict over several ranks and steps.
struct DispatchTotals
{
    int steps = 0;          ///< of a rank
    int hostBound = 0;      ///< of these
    qint64 hostBoundNs = 0; ///< idle time of the device in the host-bound ones
    int windows = 0;        ///< in which the device waits for the host
    qint64 windowNs = 0;    ///< idle time in all of them

    void add(const DispatchReport &report);
};
/// Whether the host keeps the device busy.
[[nodiscard]] Sentence dispatchVerdict(const DispatchTotals &totals);

/// Verdict on the main cause of idle time; `freeNs` is the sum of the causes. `step`: the only one; empty: several.
[[nodiscard]] Sentence idleVerdict(const CauseTotals &causes, qint64 freeNs, const QString &step = {});

/// Counts of kernels by how far they could be followed towards the framework.
struct ChainTotals
{
    qint64 normal = 0;
    qint64 fallback = 0; ///< traced to the queue only
    qint64 incomplete = 0;
    bool hasQueue = false; ///< the trace shows the queue between framework and launch

    [[nodiscard]] qint64 all() const { return normal + fallback + incomplete; }
};
/// Verdict on at least one kernel.
[[nodiscard]] Sentences chainVerdict(const ChainTotals &totals);

/// Which ranks can be brought to one clock.
[[nodiscard]] Sentences alignmentVerdict(const std::vector<RankAlignment> &clocks);

/// Whether sends and receives found each other.
[[nodiscard]] Sentences transferVerdict(int pairs, int unmatched);

} // namespace rs
