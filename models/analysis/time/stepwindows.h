// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/intervals.h"
#include "core/job/jobcontext.h"
#include "core/job/threadpool.h"
#include "core/run/rundata.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace rs {

/// The part of the device's time that belongs to a step.
struct StepWindow
{
    QString step;
    bool marked = false;    ///< false: the whole capture, because nothing marks steps
    qint64 hostStartNs = 0; ///< start of the step mark, else of the first framework slice (hostKnown)
    bool hostKnown = false;
    Interval device; ///< half-open; work belongs to the step in which it starts
};

/// Ascending. PyTorch: from the first to the last device task that the step launched, at least to the end of the mark.
/// MindSpore: the mark itself. Cancelled: empty.
[[nodiscard]] std::vector<StepWindow> stepWindows(const RankData &rank, const JobContext &job = JobContext(),
                                                  ThreadPool *pool = nullptr);

/// The steps that the trace of a rank marks, ascending.
[[nodiscard]] QStringList stepNames(const RankData &rank);
/// Number of steps of a capture: those that its trace marks; of a cut trace those of its kernels if these are more;
/// else those of step_trace_time.csv if it tells several apart; 0 if nothing does.
[[nodiscard]] int stepCount(const RankData &rank);

/// The device's part of the step of that name, the whole capture where nothing marks steps; empty for any other name.
[[nodiscard]] Interval deviceSpanOf(const RankData &rank, const QString &step, const JobContext &job = JobContext());
/// Span of the step on the host: its mark, the longest of several threads; empty if it has none.
[[nodiscard]] Interval hostSpanOf(const Trace &trace, const QString &step);

/// Side of a step: the device follows its host.
enum class StepSide : quint8 { Host, Device };
[[nodiscard]] StepSide stepSideOf(ProcessKind kind);
/// Empty where nothing marks the step.
[[nodiscard]] Interval stepSpanOf(const RankData &rank, const QString &step, StepSide side,
                                  const JobContext &job = JobContext());

/// Host work and gaps belong to the step in which they start; where windows overlap the first one has them. One claim
/// for each window, none of which overlap; MindSpore's windows include their ends (`closedEnd`).
[[nodiscard]] std::vector<Interval> stepClaims(const std::vector<StepWindow> &windows, bool closedEnd = false);

/// In which step something starts on the device.
class StepOfStamp
{
public:
    /// Not `wanted`: knows of no step. As well without a trace, unless the rank has no steps at all.
    StepOfStamp(const RankData &rank, bool wanted, const JobContext &job);
    /// Empty outside of every step.
    [[nodiscard]] QString at(qint64 ns) const;
    /// Into windows(); -1 outside of every step.
    [[nodiscard]] int placeAt(qint64 ns) const;
    /// Those that it tells apart; one of the whole capture where nothing marks steps.
    [[nodiscard]] const std::vector<StepWindow> &windows() const { return m_windows; }

private:
    std::vector<StepWindow> m_windows;
    std::vector<Interval> m_claims;
    QString m_only; ///< without windows
};

} // namespace rs
