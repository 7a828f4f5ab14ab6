// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/state/runstore.h"
#include "views/state/viewstate.h"

#include <QJsonObject>
#include <QStringList>

namespace rs {

/// The part of the shared view state that a session keeps: window, time selection, box, ranks, step, domain, marks,
/// bookmarks and connection lines, offsets and what time counts from. Times are whole nanoseconds as text, because a
/// JSON number may lose their last digits.
[[nodiscard]] QJsonObject stateToJson(const ViewState &state, const RunStore &runs);
/// Entries that are missing, broken or of a rank that is not open stay as they are. Gives a sentence for each kind of
/// broken entry.
QStringList stateFromJson(const QJsonObject &json, ViewState &state, const RunStore &runs);

} // namespace rs
