// SPDX-License-Identifier: Apache-2.0
#include "app/shell/windowplacement.h"

#include <QDialog>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QMessageBox>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>

#include <algorithm>

namespace rs {

namespace {

// Title bar and edges of common window managers. Before a window is shown nobody knows its own.
constexpr QSize frame{16, 40};

// A message box is as high as its text, however long that is: what does not fit is scrolled.
void scrollText(QMessageBox &box, const char *name, int most, QSize room)
{
    auto *const label = box.findChild<QLabel *>(QLatin1String(name));
    auto *const grid = qobject_cast<QGridLayout *>(box.layout());
    const int at = label && grid ? grid->indexOf(label) : -1;
    if (at < 0)
        return;
    constexpr int besides = 120; // the icon and the margins
    constexpr int widest = 500;  // what the box itself makes of long lines
    const int width = std::clamp(label->sizeHint().width(), 320, std::clamp(room.width() - besides, 320, widest));
    label->setWordWrap(true);
    if (label->heightForWidth(width) <= most)
        return;
    int row = 0;
    int column = 0;
    int rows = 1;
    int columns = 1;
    grid->getItemPosition(at, &row, &column, &rows, &columns);
    grid->removeWidget(label);
    auto *const area = new QScrollArea(&box);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setWidget(label);
    area->setMinimumWidth(width + area->verticalScrollBar()->sizeHint().width());
    area->setFixedHeight(most);
    grid->addWidget(area, row, column, rows, columns);
}

void moveInside(QDialog &dialog, const QRect &available)
{
    if (available.contains(dialog.frameGeometry()))
        return;
    const auto inside = [](int wanted, int low, int high) { return std::clamp(wanted, low, std::max(low, high)); };
    dialog.move(inside(dialog.x(), available.left(), available.right() + 1 - dialog.width() - frame.width()),
                inside(dialog.y(), available.top(), available.bottom() + 1 - dialog.height() - frame.height()));
}

} // namespace

QSize WindowPlacement::roomFor(const QRect &available)
{
    return available.size() - frame;
}

bool WindowPlacement::eventFilter(QObject *watched, QEvent *event)
{
    const bool shown = event->type() == QEvent::Show && !event->spontaneous();
    // Message boxes find their size when they are on the screen.
    auto *const dialog = shown                             ? qobject_cast<QDialog *>(watched)
                         : event->type() == QEvent::Resize ? qobject_cast<QMessageBox *>(watched)
                                                           : nullptr;
    if (!dialog || !dialog->isWindow())
        return QObject::eventFilter(watched, event);
    // A dialog without a place yet counts to the first screen, wherever its window is.
    const QWidget *const on = dialog->parentWidget() ? dialog->parentWidget() : dialog;
    const QRect available = on->screen()->availableGeometry();
    if (shown)
        fit(*dialog, available);
    else
        moveInside(*dialog, available);
    return QObject::eventFilter(watched, event);
}

void WindowPlacement::fit(QDialog &dialog, const QRect &available)
{
    const QSize room = roomFor(available);
    if (auto *const box = qobject_cast<QMessageBox *>(&dialog)) {
        // Beside the texts: buttons, margins and what lies between. The box takes its size from them when it is shown.
        constexpr int besides = 200;
        const int texts = std::max(60, room.height() - besides);
        scrollText(*box, "qt_msgbox_label", texts / 3, room);
        scrollText(*box, "qt_msgbox_informativelabel", texts * 2 / 3, room);
        return;
    }
    if (dialog.width() > room.width() || dialog.height() > room.height())
        dialog.resize(dialog.size().boundedTo(room));
    moveInside(dialog, available);
}

} // namespace rs

#include "moc_windowplacement.cpp"
