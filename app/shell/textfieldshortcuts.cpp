// SPDX-License-Identifier: Apache-2.0
#include "app/shell/textfieldshortcuts.h"

#include "app/dialogs/actionfinder.h"

#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenuBar>

#include <algorithm>

namespace rs {

TextFieldShortcuts::TextFieldShortcuts(QMenuBar &menus) : QObject(&menus), m_menus(menus)
{
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget *, QWidget *now) { watch(now); });
    watch(QApplication::focusWidget());
}

void TextFieldShortcuts::watch(QWidget *focused)
{
    if (m_watched)
        m_watched->removeEventFilter(this);
    m_watched =
        focused && qobject_cast<QLineEdit *>(focused) && focused->window() == m_menus.window() ? focused : nullptr;
    if (m_watched)
        m_watched->installEventFilter(this);
}

bool TextFieldShortcuts::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::ShortcutOverride)
        return QObject::eventFilter(watched, event);
    const auto *const key = static_cast<const QKeyEvent *>(event);
    const bool isEdit =
        key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo) || key->matches(QKeySequence::Copy);
    if ((key->modifiers() & ~Qt::ShiftModifier) != Qt::ControlModifier || isEdit)
        return QObject::eventFilter(watched, event);
    const QList<QAction *> actions = ActionFinder::actionsOf(&m_menus);
    const bool isOurs = std::any_of(actions.begin(), actions.end(), [key](const QAction *a) {
        return a->shortcutContext() == Qt::WindowShortcut && a->shortcuts().contains(key->keyCombination());
    });
    if (!isOurs)
        return QObject::eventFilter(watched, event);
    event->ignore();
    return true;
}

} // namespace rs

#include "moc_textfieldshortcuts.cpp"
