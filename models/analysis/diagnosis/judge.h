// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/diagnosis/reliefs.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

namespace rs {

/// Something that may hold up the run.
struct Suspect
{
    DiagnosisKind kind = DiagnosisKind::Compute;
    Excess excess;                    ///< of a link: that of its transfers, `rank` is its source
    ReplayChange change;              ///< what would not be
    std::vector<ReplayChange> others; ///< of a pipeline stage: the same of its other ranks
    bool replayed = false;
    bool isOnce = false;          ///< one call in one step, and no more than such calls vary: a notice
    bool isPart = false;          ///< of a link: not all of its transfers are known, so that it may cost more
    std::optional<qint64> mostNs; ///< it costs no more, where collectives are those of files
    /// Cost of a link or a stage if everything waits for it.
    std::optional<qint64> estimateNs;
    std::optional<qint64> costNs;   ///< gain of the steps without it alone
    std::optional<qint64> behindNs; ///< and once the other problems are gone as well; empty: the same
    bool named = false;             ///< it costs enough to be a problem
    bool hidden = false;            ///< it would, were the others gone
    [[nodiscard]] std::optional<qint64> mostCostNs() const { return std::max(costNs, behindNs); }
    /// Adds sentence, evidence and target to its verdict.
    std::function<void(const Suspect &, Verdict &)> describe;
    /// The same where it costs too little to be a problem; empty: then nothing is said of it.
    std::function<void(const Suspect &, Verdict &)> describeHidden;
};
/// One of the ranks' values, but for its words.
[[nodiscard]] Suspect suspectOf(const RunEvidence &evidence, const Excess &excess, CellValue value, DiagnosisKind kind);

/// Replays the run without each suspect and without all, and puts those that cost enough into the problems, the dearest
/// first; into the observations what costs too little and is worth a word all the same.
void judge(const RunEvidence &evidence, std::vector<Suspect> suspects, Diagnosis &out);

} // namespace rs
