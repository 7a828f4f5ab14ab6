// SPDX-License-Identifier: Apache-2.0
#include "views/page/scopenote.h"

#include "items/format.h"
#include "views/state/viewstate.h"

#include <QEvent>

namespace rs {

ScopeNote::ScopeNote(const ViewState *state, std::function<QString()> reason, QWidget *parent)
    : QLabel(parent), m_state(state), m_reason(std::move(reason))
{
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    setForegroundRole(QPalette::PlaceholderText);
    connect(state, &ViewState::timeSelectionChanged, this, &ScopeNote::refresh);
    refresh();
}

void ScopeNote::changeEvent(QEvent *event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        refresh();
}

void ScopeNote::refresh()
{
    const TimeWindow chosen = m_state->timeSelection();
    setVisible(!chosen.isEmpty());
    setText(chosen.isEmpty() ? QString()
                             : tr("The selected time (%1) does not apply here. %2", "length, reason as a sentence")
                                   .arg(format::duration(chosen.lengthNs()), m_reason()));
}

} // namespace rs

#include "moc_scopenote.cpp"
