// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "importers/db/dbscan.h"

#include <optional>
#include <string_view>
#include <vector>

namespace rs {

struct DbStep
{
    qint64 number = 0;
    qint64 startNs = 0;
    qint64 endNs = 0;
};

/// "ProfilerStep#12", "Iteration 12" and "step_12" are 12; nothing of any other text.
[[nodiscard]] std::optional<qint64> numberOfStepMark(std::string_view name);

/// The steps of a rank, by start: STEP_TIME, which MindSpore's databases and those of msprof lack; else what the
/// framework or mstx calls by a number ("ProfilerStep#12"); else the ranges of mstx with a word for a step in their
/// message that follow each other on one thread, in their order from 1 on. A finding says where they come from if not
/// from STEP_TIME, and that there are none.
[[nodiscard]] std::vector<DbStep> stepsOf(DbFile &file, const DbNames &names);

} // namespace rs
