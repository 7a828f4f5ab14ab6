// SPDX-License-Identifier: Apache-2.0
#include "views/page/rankgroupchip.h"

#include "items/format.h"
#include "views/state/viewstate.h"

#include <QEvent>

namespace rs {

namespace {
constexpr int longestChip = 28; // characters; the tooltip has the rest
}

RankGroupChip::RankGroupChip(ViewState *state, QWidget *parent) : QToolButton(parent), m_state(state)
{
    connect(state, &ViewState::rankGroupChanged, this, &RankGroupChip::refresh);
    connect(this, &QToolButton::clicked, this, [this] { m_state->leaveRankGroup(); });
    refresh();
}

void RankGroupChip::setAllowed(bool allowed)
{
    m_allowed = allowed;
    refresh();
}

void RankGroupChip::changeEvent(QEvent *event)
{
    QToolButton::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        refresh();
}

void RankGroupChip::refresh()
{
    const ShownRanks &group = m_state->rankGroup();
    setVisible(m_allowed && !group.isEmpty());
    if (group.isEmpty())
        return;
    const QString ranks = format::rankIntervals(group.ranks);
    const QString text =
        group.name.isEmpty() ? tr("Ranks %1").arg(ranks) : tr("%1 group: ranks %2").arg(group.name, ranks);
    const QString shown = text.size() > longestChip ? text.left(longestChip - 1) + QChar(0x2026) : text;
    setText(shown + QStringLiteral("  ") + QChar(0x2715));
    const ShownRanks outer = m_state->outerRankGroup();
    setToolTip(format::tooltipText(outer.isEmpty() ? tr("%1. Only these ranks are shown; click to show all.").arg(text)
                                                   : tr("%1. Only these ranks are shown; click to return to: %2.")
                                                         .arg(text, format::rankIntervals(outer.ranks))));
    setAccessibleName(text);
}

} // namespace rs

#include "moc_rankgroupchip.cpp"
