// SPDX-License-Identifier: Apache-2.0
#include "app/shell/inputrules.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QKeyEvent>
#include <QMenu>
#include <QMenuBar>

namespace rs {

namespace {

bool changesByWheel(const QWidget *w)
{
    return qobject_cast<const QComboBox *>(w) || qobject_cast<const QAbstractSpinBox *>(w);
}

bool isMenu(const QObject *o)
{
    return qobject_cast<const QMenu *>(o) || qobject_cast<const QMenuBar *>(o);
}

} // namespace

bool InputRules::eventFilter(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::KeyPress:
    case QEvent::MouseButtonPress:
        if (auto *const w = qobject_cast<QWidget *>(watched))
            emit pressed(w);
        break;
    case QEvent::Wheel: {
        const auto *const w = qobject_cast<const QWidget *>(watched);
        if (!changesByWheel(w) || w->hasFocus())
            break;
        event->ignore(); // what stands around it scrolls
        return true;
    }
    case QEvent::ShortcutOverride: {
        const auto *const key = static_cast<const QKeyEvent *>(event);
        if (!isMenu(watched) || (key->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) != Qt::NoModifier)
            break;
        event->accept();
        return true;
    }
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace rs

#include "moc_inputrules.cpp"
