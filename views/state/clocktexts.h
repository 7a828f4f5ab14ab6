// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/state/viewstate.h"

#include <QCoreApplication>

namespace rs {

/// How views that compare ranks say whose clock they use.
class ClockTexts
{
    Q_DECLARE_TR_FUNCTIONS(rs::ClockTexts)
public:
    /// "Clock: files".
    [[nodiscard]] static QString clock(ClockUse use);
    [[nodiscard]] static QString explained(ClockUse use);
    /// Of views that compare lengths of time only: no stamp of one rank is held against another's.
    [[nodiscard]] static QString lengthsOnly();
    /// Of tables, whose stamps stay those of the files: how the timeline moved the rank. Empty when it did not.
    [[nodiscard]] static QString tableNote(const TimeOffsets &offsets, RankRef rank);
};

} // namespace rs
