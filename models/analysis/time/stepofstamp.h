// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/time/stepwindows.h"

#include <QString>

#include <vector>

namespace rs {

/// In which step something starts on the device.
class StepOfStamp
{
public:
    /// Not `wanted`: knows of no step. As well without a trace, unless the rank has no steps at all.
    StepOfStamp(const RankData &rank, bool wanted, const JobContext &job);
    /// Empty outside of every step.
    [[nodiscard]] QString at(qint64 ns) const;
    /// Those that it tells apart; one of the whole capture where nothing marks steps.
    [[nodiscard]] const std::vector<StepWindow> &windows() const { return m_windows; }

private:
    std::vector<StepWindow> m_windows;
    std::vector<Interval> m_claims;
    QString m_only; ///< without windows
};

} // namespace rs
