// SPDX-License-Identifier: Apache-2.0
#include "app/dialogs/typedpath.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QCoreApplication>
#include <QDialog>
#include <QKeyEvent>
#include <QLineEdit>

namespace rs {

bool TypedPath::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::KeyPress)
        return QObject::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent *>(event)->key();
    auto *const proposals = qobject_cast<QAbstractItemView *>(watched);
    if ((key != Qt::Key_Return && key != Qt::Key_Enter) || !proposals || !proposals->isWindow() ||
        proposals->currentIndex().isValid())
        return QObject::eventFilter(watched, event);
    auto *const line = qobject_cast<QLineEdit *>(proposals->focusProxy());
    if (!line || !line->completer() || line->completer()->popup() != proposals ||
        !qobject_cast<QDialog *>(line->window()))
        return QObject::eventFilter(watched, event);
    proposals->hide();
    QCoreApplication::sendEvent(line, event);
    return true;
}

} // namespace rs

#include "moc_typedpath.cpp"
