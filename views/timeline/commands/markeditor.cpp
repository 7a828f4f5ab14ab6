// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/commands/markeditor.h"

#include "items/format.h"
#include "views/picture/timecoordinates.h"
#include "views/picture/timelinenavigator.h"
#include "views/timeline/axis/timeruler.h"
#include "views/timeline/commands/markdialog.h"
#include "views/state/viewstate.h"

#include <algorithm>

namespace rs {

namespace {
constexpr int lettersOfMark = 60;
} // namespace

MarkEditor::MarkEditor(const TimelineParts &parts, QWidget *window) : QObject(window), m_parts(parts), m_window(window)
{
}

// An empty name: the next number.
void MarkEditor::add(TimeWindow at, const QString &name)
{
    auto marks = m_parts.state->marks();
    const int number = static_cast<int>(marks.size()) + 1;
    marks.push_back({at.fromNs, at.toNs, name.isEmpty() ? tr("Mark %1").arg(number) : name, number - 1});
    m_parts.state->setMarks(std::move(marks));
}

void MarkEditor::mark(TimeWindow at)
{
    add(at, {});
}

bool MarkEditor::markBoxOrCursor()
{
    const TimeWindow window = m_parts.state->window();
    const int x = m_parts.cursorX();
    if (!m_parts.state->box().isEmpty()) {
        mark(m_parts.state->box().window);
        return true;
    }
    if (x < 0 || window.isEmpty())
        return false;
    const qint64 at = TimeMap(window, m_parts.navigator->width()).time(x);
    mark({at, at});
    return true;
}

bool MarkEditor::markSelectedSlice()
{
    const auto span = m_parts.selectedSpan();
    if (!span)
        return false;
    const timeline::SliceRef slice = m_parts.selectedSlice();
    const Trace &trace = *m_parts.data->rank(slice.rank)->trace;
    add(*span, format::clipText(trace.strings().text(trace.slices().name(slice.slice)), lettersOfMark));
    return true;
}

bool MarkEditor::removePointedAt()
{
    const auto &marks = m_parts.state->marks();
    int mark = m_parts.ruler->hoveredMark();
    if (const int x = m_parts.cursorX(); mark < 0 && x >= 0)
        mark = m_parts.ruler->markLineAt(x);
    if (mark < 0) {
        const TimeWindow chosen = m_parts.ruler->measure();
        const auto at = std::find_if(marks.begin(), marks.end(), [chosen](const TimeMark &m) {
            return m.isSpan() && TimeWindow{m.fromNs, m.toNs} == chosen;
        });
        mark = at == marks.end() ? -1 : static_cast<int>(at - marks.begin());
    }
    if (mark < 0)
        return false;
    remove(TimeMark(marks[static_cast<size_t>(mark)]));
    return true;
}

void MarkEditor::remove(const TimeMark &mark)
{
    auto marks = m_parts.state->marks();
    const auto at = std::find(marks.begin(), marks.end(), mark);
    if (at == marks.end())
        return;
    marks.erase(at);
    m_parts.state->setMarks(std::move(marks));
    if (m_parts.ruler->measure() == TimeWindow{mark.fromNs, mark.toNs})
        m_parts.ruler->setMeasure({});
    emit notice(tr("Deleted the mark %1").arg(format::clipText(format::displayText(mark.name), lettersOfMark)));
}

void MarkEditor::removeAll()
{
    const auto count = static_cast<int>(m_parts.state->marks().size());
    m_parts.state->setMarks({});
    emit notice(tr("Deleted %n mark(s)", nullptr, count));
}

void MarkEditor::edit(const TimeMark &mark)
{
    auto *const dialog = new MarkDialog(mark, *m_parts.theme, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog, mark] {
        auto marks = m_parts.state->marks();
        if (const auto it = std::find(marks.begin(), marks.end(), mark); it != marks.end())
            *it = dialog->mark();
        m_parts.state->setMarks(std::move(marks));
    });
    dialog->open();
}

} // namespace rs

#include "moc_markeditor.cpp"
