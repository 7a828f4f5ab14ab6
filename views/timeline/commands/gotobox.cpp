// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/commands/gotobox.h"

#include "views/picture/timelinenavigator.h"
#include "views/timeline/axis/timeruler.h"
#include "views/picture/timeticks.h"
#include "views/timeline/canvas/timelinepane.h"
#include "views/state/viewstate.h"

#include <algorithm>

namespace rs {

GoToBox::GoToBox(const TimelineParts &parts, QWidget *parent) : QLineEdit(parent), m_parts(parts)
{
    setObjectName(QStringLiteral("goTo"));
    setMinimumWidth(120);
    hide();
    connect(this, &QLineEdit::returnPressed, this, &GoToBox::go);
    connect(this, &QLineEdit::editingFinished, this, [this] {
        if (!hasFocus())
            hide();
    });
}

void GoToBox::ask(const QString &text)
{
    show();
    setFocus();
    if (!text.isEmpty() || this->text().startsWith(u'#')) // a slice that was asked for is no time
        setText(text);
    else
        selectAll();
}

void GoToBox::go()
{
    if (text().startsWith(u'#')) {
        goToOccurrence(text().mid(1).trimmed().toLongLong());
        m_parts.pane->canvas()->setFocus();
    } else if (goToTime(text())) {
        leave();
    } else {
        selectAll();
        emit notice(tr("This is not a time. Enter it with its unit, such as 12.5 ms, or # and a number for a slice."));
    }
}

void GoToBox::leave()
{
    hide();
    m_parts.pane->canvas()->setFocus();
}

bool GoToBox::goToTime(const QString &text)
{
    const auto t = parseTime(text, m_parts.data->originNs());
    const TimeWindow w = m_parts.state->window();
    if (!t || w.isEmpty())
        return false;
    // A window that shows nearly everything could not move: come closer.
    const TimeWindow all = m_parts.navigator->limits();
    const qint64 length = w.lengthNs() > all.lengthNs() / 2 ? std::max<qint64>(1, all.lengthNs() / 20) : w.lengthNs();
    m_parts.navigator->show({*t - length / 2, *t - length / 2 + length});
    m_parts.ruler->setMeasure({});
    return true;
}

void GoToBox::goToOccurrence(qint64 number)
{
    const timeline::SliceRef from = m_parts.selectedSlice();
    if (!timeline::isValid(*m_parts.data, from)) {
        emit notice(tr("Select a slice first: # goes to the n-th slice of its name."));
        return;
    }
    m_job.start(
        *m_parts.pool,
        [trace = m_parts.data->rank(from.rank)->trace, from, number](const JobContext &job) {
            const SliceStore &slices = trace->slices();
            const StrId name = slices.name(from.slice);
            std::vector<SliceId> all;
            for (quint32 i = 0; i < slices.size(); ++i) {
                if ((i & 0xfffffU) == 0 && job.isCanceled())
                    return Occurrence{};
                if (slices.names()[i] == name)
                    all.push_back(SliceId{i});
            }
            const auto count = static_cast<qint64>(all.size());
            if (number < 1 || number > count)
                return Occurrence{NoSlice, count};
            const auto nth = all.begin() + (number - 1);
            std::nth_element(all.begin(), nth, all.end(), [&slices](SliceId a, SliceId b) {
                return slices.start(a) != slices.start(b) ? slices.start(a) < slices.start(b) : raw(a) < raw(b);
            });
            return Occurrence{*nth, count};
        },
        [this, from](Occurrence found) { follow(from.rank, found); });
}

void GoToBox::follow(RankRef rank, const Occurrence &found)
{
    if (found.slice != NoSlice) {
        hide();
        m_parts.state->revealSlice(rank, found.slice);
        return;
    }
    show();
    selectAll();
    emit notice(
        tr("%n slice(s) of this name on the rank", nullptr, static_cast<int>(std::min<qint64>(found.count, 1 << 30))));
}

void GoToBox::forget()
{
    clear();
    hide();
}

void GoToBox::retranslate()
{
    setPlaceholderText(tr("Go to time, e.g. 12.5 ms, or slice #12"));
    setAccessibleName(tr("Go to time"));
    // The example is what tells how to write a time.
    setMinimumWidth(fontMetrics().horizontalAdvance(placeholderText()) + 24);
}

} // namespace rs

#include "moc_gotobox.cpp"
