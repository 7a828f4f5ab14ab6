// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

namespace rs {

/// Enter takes a path that was typed into a dialog, although proposals hang below it: they would eat the key, and the
/// user had to press it twice. A proposal that was chosen with the arrow keys is still taken first. An event filter for
/// the application.
class TypedPath : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;
    bool eventFilter(QObject *watched, QEvent *event) override;
};

} // namespace rs
