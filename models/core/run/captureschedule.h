// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMap>
#include <QString>

#include <optional>
#include <vector>

namespace rs {

struct RankData;

/// Which steps the profiler was told to record (schedule of profiler_info, formats.md 1.1): `skipFirst` steps are
/// passed over once, then steps that are waited, warmed up in and recorded follow each other, `repeat` times or until
/// the end.
struct CaptureSchedule
{
    qint64 skipFirst = 0;
    qint64 wait = 0;
    qint64 warmup = 0;
    qint64 active = 0; ///< steps that are recorded, at least 1
    qint64 repeat = 0; ///< 0: until the profiler is stopped, so that the last capture may be cut short

    /// Schedule of RankInfo::settings ("schedule.active" -> "3"). Nothing without a number of active steps, or with an
    /// impossible number.
    [[nodiscard]] static std::optional<CaptureSchedule> of(const QMap<QString, QString> &settings);
    /// Whether a key of the settings is one of its numbers.
    [[nodiscard]] static bool isKey(const QString &key);

    /// Steps of one capture with what goes before it.
    [[nodiscard]] qint64 cycle() const { return wait + warmup + active; }
    /// The first step that the capture of that number, counted from 1, records.
    [[nodiscard]] qint64 firstStep(qint64 capture) const { return skipFirst + (capture - 1) * cycle() + wait + warmup; }
    /// The capture, counted from 1, that records a step; nothing where no capture does.
    [[nodiscard]] std::optional<qint64> captureOf(qint64 step) const;
    /// "skip_first 40, wait 0, warmup 10, active 1, repeat 1": in the words of the profiler's options.
    [[nodiscard]] QString text() const;
    [[nodiscard]] bool operator==(const CaptureSchedule &) const = default;
};

/// End of a capture.
enum class CaptureEnd : quint8 {
    Unknown,  ///< no file names the steps
    Complete, ///< as many steps as were asked for, or more
    Stopped,  ///< fewer: the profiler was stopped before
};

/// The steps that step_trace_time.csv or the trace of a rank name, ascending.
[[nodiscard]] std::vector<qint64> recordedSteps(const RankData &rank);

/// `recorded`: the steps that files name, ascending. Files that know no step call all of it 0, which counts as none
/// unless the schedule begins there.
[[nodiscard]] CaptureEnd endOfCapture(const CaptureSchedule &schedule, const std::vector<qint64> &recorded);

} // namespace rs
