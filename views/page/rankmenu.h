// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/state/runstore.h"

#include <functional>

class QAction;
class QMenu;

namespace rs {

class ViewState;

/// Adds "Show in Timeline" for a rank that the menu speaks of; disabled without one.
QAction *addShowInTimeline(QMenu *menu, ViewState &state, RankRef rank);
/// The same with the name of the rank, where the menu speaks of several.
QAction *addShowInTimeline(QMenu *menu, ViewState &state, RankRef rank, const RunStore &runs);
/// The same for a line that means more than the rank: `show` does it.
QAction *addShowInTimeline(QMenu *menu, ViewState &state, RankRef rank, const RunStore &runs,
                           const std::function<void()> &show);

} // namespace rs
