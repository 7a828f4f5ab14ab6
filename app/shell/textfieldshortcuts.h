// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPointer>

class QMenuBar;
class QWidget;

namespace rs {

/// Lets the chords of a menu bar work while a field for text has the focus. Qt's fields take some of them for moving
/// about as Emacs does, such as Ctrl+E on X11.
class TextFieldShortcuts : public QObject
{
    Q_OBJECT
public:
    /// Belongs to the menu bar.
    explicit TextFieldShortcuts(QMenuBar &menus);

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void watch(QWidget *focused);

    QMenuBar &m_menus;
    QPointer<QWidget> m_watched;
};

} // namespace rs
