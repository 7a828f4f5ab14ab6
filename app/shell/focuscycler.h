// SPDX-License-Identifier: Apache-2.0
#pragma once

class QWidget;

namespace rs {

/// Gives the focus to the next (or previous) control of the window that one can see or scroll to, and scrolls there.
/// Qt's own round enters docks behind a tab, which keep their places outside of the window, and ends at a tab widget
/// whose bar is hidden, which takes no focus. False when there is no other control.
bool moveFocus(QWidget &window, bool next);

} // namespace rs
