// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/menus.h"

#include "items/format.h"

#include <QAction>
#include <QCoreApplication>
#include <QCursor>
#include <QEvent>
#include <QMenu>
#include <QToolButton>

namespace rs {

namespace {
constexpr const char *whyNotProperty = "whyNot";
}

QString whyNotAvailable(const QAction &action)
{
    return action.property(whyNotProperty).toString();
}

void attachMenu(QToolButton *button, QMenu *menu)
{
    button->setPopupMode(QToolButton::InstantPopup);
    button->setMenu(menu);
    const auto settle = [button] {
        if (button->rect().contains(button->mapFromGlobal(QCursor::pos())))
            return;
        QEvent left(QEvent::Leave);
        QCoreApplication::sendEvent(button, &left);
        button->update();
    };
    // The menu still counts as open while it says that it will close.
    QObject::connect(menu, &QMenu::aboutToHide, button, settle, Qt::QueuedConnection);
}

void clearMenu(QMenu *menu)
{
    // An action of one of them may be what is being carried out.
    for (QMenu *const sub : menu->findChildren<QMenu *>(QString(), Qt::FindDirectChildrenOnly))
        sub->deleteLater();
    menu->clear();
}

void setAvailable(QAction *action, const QString &whyNot)
{
    action->setEnabled(whyNot.isEmpty());
    action->setProperty(whyNotProperty, whyNot);
    action->setToolTip(format::tooltipText(whyNot));
    for (QObject *const holder : action->associatedObjects()) {
        if (auto *const menu = qobject_cast<QMenu *>(holder))
            menu->setToolTipsVisible(true);
    }
}

} // namespace rs
