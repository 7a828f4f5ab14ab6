// SPDX-License-Identifier: Apache-2.0
#pragma once

class QString;
class QWidget;

namespace rs {

/// Says something in the status bar of the main window that `w` belongs to, also from a detached dock. Plain text.
void tellInStatusBar(const QWidget *w, const QString &text);

} // namespace rs
