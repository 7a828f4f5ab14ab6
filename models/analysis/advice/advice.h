// SPDX-License-Identifier: Apache-2.0
// Advice on a run, and its saving: a list of rules that say what they look for as data.
#pragma once

#include "analysis/advice/advicelists.h"
#include "analysis/communication/referencerates.h"
#include "analysis/operators/chippeaks.h"
#include "core/base/ids.h"
#include "core/base/intervals.h"
#include "core/job/jobcontext.h"
#include "core/job/threadpool.h"
#include "core/run/rundata.h"
#include "core/text/phrase.h"

#include <QString>

#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace rs {

struct Diagnosis;

/// Area of the diagnosis to which a piece of advice belongs.
enum class AdviceArea : quint8 { Compute, Scheduling, Communication };

/// Source of what a change saves.
enum class SavingKind : quint8 {
    Unknown,
    AtMost,   ///< it can save no more
    Replayed, ///< the run was played once more without it
};
/// Advice below this share of the steps is not worth a word; from the others on it is of medium and of high priority.
inline constexpr double leastAdviceShare = 0.01;
inline constexpr double mediumAdviceShare = 0.03;
inline constexpr double highAdviceShare = 0.05;

/// A rule, as data. Texts are English, marked for translation.
struct AdviceRule
{
    const char *id; ///< frozen: "aicpu"
    AdviceArea area;
    double threshold;   ///< in the unit of docs/advice.md, which says what it looks for; 0: it has none
    const char *change; ///< what to change
    const char *source; ///< whose rule it is
    double leastShare = leastAdviceShare; ///< of the steps, from which on it is worth a word
};
/// Every rule, in the order of docs/advice.md.
[[nodiscard]] std::span<const AdviceRule> adviceRules();

/// A call, kernel, gap or link that a piece of advice rests on.
struct AdviceEvidence
{
    int rank = -1;                ///< rank index
    SliceId slice = NoSlice;      ///< of the rank's trace
    std::optional<Interval> time; ///< in the rank's own stamps
    QString name;
    qint64 durationNs = 0;
    QString more{}; ///< shapes, data types or the size of a transfer, as the file has them
    std::optional<std::pair<int, int>> link{};
};

/// One thing to change.
struct Advice
{
    const AdviceRule *rule = nullptr;
    QString subject;               ///< operator, call or link; empty: the rank or run as such
    int rank = -1;                 ///< rank index of the one that it costs most; -1: of the run
    std::vector<int> ranks;        ///< all of them, ascending
    qint64 count = 0;              ///< of all ranks
    qint64 timeNs = 0;             ///< what was seen takes that long on `rank`
    std::optional<qint64> savesNs; ///< of the steps together, on `rank`
    SavingKind known = SavingKind::Unknown;
    std::optional<double> share;          ///< savesNs, else timeNs, of the steps of the run, else of the rank; 0..1
    Phrase seen;                          ///< what was seen
    Phrase change;                        ///< what to change
    std::vector<AdviceEvidence> evidence; ///< the longest first, no more than mostEvidence of a rank
};
inline constexpr size_t mostEvidence = 50;
/// A rule that could not be checked.
struct UncheckedRule
{
    const AdviceRule *rule = nullptr;
    Phrase why;             ///< without its argument, the ids of the rules of which it holds
    std::vector<int> ranks; ///< rank indices, ascending
};

struct AdviceReport
{
    std::vector<Advice> advice;           ///< what surely saves most first, then bounds, what is not known to save last
    std::vector<UncheckedRule> unchecked; ///< in the order of the rules
};

/// Input of rules beside the run.
struct AdviceInput
{
    AdviceLists lists;
    ReferenceRates rates;
    const Diagnosis *diagnosis = nullptr; ///< null: its verdicts lead to no advice
    ThreadPool *pool = nullptr;
    ChipPeaks peaks{};
};

/// A sound run gives none. Empty when cancelled.
[[nodiscard]] AdviceReport advise(const Run &run, const AdviceInput &input, const JobContext &job = JobContext());

} // namespace rs
