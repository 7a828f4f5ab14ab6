// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/statustext.h"

#include <QCoreApplication>
#include <QStatusTipEvent>
#include <QWidget>

namespace rs {

void tellInStatusBar(const QWidget *w, const QString &text)
{
    QWidget *top = w->window();
    while (top->parentWidget())
        top = top->parentWidget()->window();
    QStatusTipEvent event(text);
    QCoreApplication::sendEvent(top, &event);
}

} // namespace rs
