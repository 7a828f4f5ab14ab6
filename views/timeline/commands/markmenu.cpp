// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/commands/markmenu.h"

#include "views/widgets/theme.h"
#include "views/picture/timelinenavigator.h"
#include "views/picture/timeticks.h"
#include "views/timeline/commands/markeditor.h"
#include "views/timeline/commands/menutexts.h"
#include "views/timeline/commands/timelinecommands.h"
#include "views/timeline/data/timelinedata.h"
#include "views/state/viewstate.h"
#include "views/widgets/menus.h"

#include <QKeyEvent>

namespace rs {

MarkMenu::MarkMenu(const TimelineParts &parts, TimelineCommands *commands, MarkEditor *marks, QWidget *parent)
    : QMenu(parent), m_parts(parts), m_commands(commands), m_marks(marks)
{
}

void MarkMenu::fill()
{
    clear();
    const auto count = static_cast<int>(m_parts.state->marks().size());
    for (int i = 0; i < count; ++i)
        addMark(i);
    if (count == 0)
        addHint(tr("No marks yet: click the ruler, or press K"));
    m_commands->addTo(this, {nullptr, "mark", "mark-slice", "delete-all-marks", nullptr});
    addBookmarks();
    if (count > 0 || !m_parts.state->bookmarks().empty())
        addHint(tr("Del removes the chosen mark or bookmark"));
    addHint(tr("Alt+1…9 keeps this view, 1…9 returns to it"));
    m_commands->addTo(this, {"go-to-time"});
}

// Actions of marks carry their place, counted from 1, those of bookmarks their number, negative: for removeChosen().
void MarkMenu::addMark(int place)
{
    const TimeMark mark = m_parts.state->marks()[static_cast<size_t>(place)];
    const QString at = exactOffset(mark.fromNs - m_parts.data->originNs());
    const QString text = mark.isSpan() ? tr("%1: %2, %3 long", "mark, start, length")
                                             .arg(actionText(mark.name), at, format::duration(mark.toNs - mark.fromNs))
                                       : tr("%1: %2", "mark, time").arg(actionText(mark.name), at);
    QAction *const a = addAction(swatch(m_parts.theme->series(mark.color)), text);
    if (!mark.note.isEmpty()) {
        // The menu shows the first line; the rest stands in the tooltip.
        a->setText(tr("%1 – %2", "mark with time, first line of its note")
                       .arg(text, actionText(mark.note.section(u'\n', 0, 0))));
        a->setToolTip(format::tooltipText(mark.note));
    }
    a->setData(place + 1);
    connect(a, &QAction::triggered, this, [this, mark] {
        if (mark.isSpan()) {
            m_parts.navigator->show(timeline::padded({mark.fromNs, mark.toNs}, 0.2));
        } else {
            const qint64 length = m_parts.state->window().lengthNs();
            m_parts.navigator->show({mark.fromNs - length / 2, mark.fromNs - length / 2 + length});
        }
    });
}

void MarkMenu::addBookmarks()
{
    for (const auto &[number, window] : m_parts.state->bookmarks()) {
        QAction *const a =
            addAction(tr("Bookmark %1: %2, %3 long", "number, start, length")
                          .arg(QString::number(number), exactOffset(window.fromNs - m_parts.data->originNs()),
                               format::duration(window.lengthNs())),
                      this, [this, w = window] { m_parts.navigator->show(w); });
        a->setData(-number);
    }
}

// A line that explains the entries beside it, and says so when the mouse rests on it.
void MarkMenu::addHint(const QString &text)
{
    setAvailable(addAction(text), text);
}

void MarkMenu::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Delete)
        removeChosen();
    else
        QMenu::keyPressEvent(event);
}

// The menu is filled anew and stays open, on what follows the deleted one.
void MarkMenu::removeChosen()
{
    const QAction *const chosen = activeAction();
    const int number = chosen ? chosen->data().toInt() : 0;
    if (number == 0)
        return;
    const auto place = actions().indexOf(chosen);
    if (number > 0) {
        m_marks->remove(TimeMark(m_parts.state->marks()[static_cast<size_t>(number) - 1]));
    } else {
        m_parts.state->setBookmark(-number, {});
        emit notice(tr("Deleted bookmark %1").arg(-number));
    }
    for (const auto next : {place, place - 1}) {
        QAction *const a = actions().value(next);
        if (!a || a->data().toInt() == 0)
            continue;
        setActiveAction(a);
        return;
    }
}

} // namespace rs

#include "moc_markmenu.cpp"
