// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/state/viewstate.h"

#include <QCoreApplication>

namespace rs {

/// Texts on the clock in views that compare ranks.
class ClockTexts
{
    Q_DECLARE_TR_FUNCTIONS(rs::ClockTexts)
public:
    /// "Clock: files".
    [[nodiscard]] static QString clock(ClockUse use);
    [[nodiscard]] static QString explained(ClockUse use);
    /// Text for views that compare only lengths of time, never stamps of two ranks.
    [[nodiscard]] static QString lengthsOnly();
    /// Note for tables, which keep the stamps of the files: how the timeline moved the rank. Empty if it did not.
    [[nodiscard]] static QString tableNote(const TimeOffsets &offsets, RankRef rank);
};

} // namespace rs
