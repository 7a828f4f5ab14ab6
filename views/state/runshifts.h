// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/state/viewstate.h"

#include <QtGlobal>

#include <map>

namespace rs {

class RunStore;

/// Shift of the stamps of each run on time axes that show several, by the spans of their traces: a run whose span lies
/// wholly outside those before it was recorded at another time, perhaps weeks apart, and is laid over the first one,
/// start on start; 0 for the others. The spans are the runs' own, by their index.
[[nodiscard]] std::map<int, qint64> runShifts(const std::map<int, TimeWindow> &spans);
/// The same of all that is loaded, and of lanes that are there before the rest of their rank.
[[nodiscard]] std::map<int, qint64> runShifts(const RunStore &runs);

} // namespace rs
