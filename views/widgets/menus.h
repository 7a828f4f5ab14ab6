// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

class QAction;
class QMenu;
class QToolButton;

namespace rs {

/// One click on the button opens the menu; when the menu is gone, the button looks as before. Nobody tells a button
/// behind an open menu that the mouse has left it.
void attachMenu(QToolButton *button, QMenu *menu);
/// Empties a menu that is filled anew each time it opens. QMenu::clear() keeps its submenus for ever.
void clearMenu(QMenu *menu);
/// Disables the action when there is a reason for it: its menus show it as a tooltip. Call it when the action stands in
/// its menu.
void setAvailable(QAction *action, const QString &whyNot);
/// Reason that setAvailable() gave last.
[[nodiscard]] QString whyNotAvailable(const QAction &action);

} // namespace rs
