// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QRect>

class QDialog;

namespace rs {

/// Keeps dialogs inside the screen on which they open, whatever their text, the language and the scale: a dialog that
/// is larger hides its own buttons. An event filter for the application.
class WindowPlacement : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// Size that a window may take on a screen, so that its frame has room too.
    [[nodiscard]] static QSize roomFor(const QRect &available);
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    static void fit(QDialog &dialog, const QRect &available);
};

} // namespace rs
