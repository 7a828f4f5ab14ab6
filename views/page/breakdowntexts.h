// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/overview/timebreakdownrows.h"
#include "items/format.h"

#include <QCoreApplication>

#include <optional>
#include <utility>
#include <vector>

namespace rs {

/// The seven buckets of a step as people read them.
class BreakdownTexts
{
    Q_DECLARE_TR_FUNCTIONS(rs::BreakdownTexts)
public:
    /// "Every nanosecond of the step", or of several.
    [[nodiscard]] static QString heading(const TimeBreakdownTotals &breakdown);
    /// Names and values with their share of the sum, in the unit that suits the sum, or in `unit`.
    [[nodiscard]] static std::vector<std::pair<QString, QString>>
    lines(const TimeBreakdownTotals &breakdown, std::optional<format::TimeUnit> unit = std::nullopt);
};

} // namespace rs
