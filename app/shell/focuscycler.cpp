// SPDX-License-Identifier: Apache-2.0
#include "app/shell/focuscycler.h"

#include <QDockWidget>
#include <QScrollArea>
#include <QWidget>

namespace rs {

namespace {

/// A dock behind a tab is visible to Qt, and lies outside of what holds it.
bool liesBehindATab(const QWidget *control)
{
    for (const QWidget *w = control; w && !w->isWindow(); w = w->parentWidget()) {
        if (qobject_cast<const QDockWidget *>(w) && !w->parentWidget()->rect().intersects(w->geometry()))
            return true;
    }
    return false;
}

bool takesTab(const QWidget *control, const QWidget *window)
{
    // A control with a focus proxy is counted at its proxy.
    return (control->focusPolicy() & Qt::TabFocus) && !control->focusProxy() && control->window() == window &&
           control != window && control->isEnabled() && control->isVisible() && !liesBehindATab(control);
}

} // namespace

bool moveFocus(QWidget &window, bool next)
{
    QWidget *const from = window.focusWidget() ? window.focusWidget() : &window;
    const auto step = [next](const QWidget *w) { return next ? w->nextInFocusChain() : w->previousInFocusChain(); };
    for (QWidget *w = step(from); w && w != from; w = step(w)) {
        if (!takesTab(w, &window))
            continue;
        w->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
        for (QWidget *area = w->parentWidget(); area; area = area->parentWidget()) {
            if (auto *const scrolled = qobject_cast<QScrollArea *>(area))
                scrolled->ensureWidgetVisible(w);
        }
        return true;
    }
    return false;
}

} // namespace rs
