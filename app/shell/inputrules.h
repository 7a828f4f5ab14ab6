// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

class QWidget;

namespace rs {

/// Rules of the wheel and of keys that hold for every control: the wheel changes none that has not the focus, and
/// letters belong to the menu that has the keys. An event filter for the application.
class InputRules : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    bool eventFilter(QObject *watched, QEvent *event) override;

signals:
    /// A key or a mouse button went down on a widget.
    void pressed(QWidget *widget);
};

} // namespace rs
