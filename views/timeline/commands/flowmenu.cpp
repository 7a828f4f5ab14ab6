// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/commands/flowmenu.h"

#include "items/format.h"
#include "views/widgets/theme.h"
#include "views/timeline/commands/menutexts.h"
#include "views/timeline/data/timelinedata.h"
#include "views/state/viewstate.h"
#include "views/widgets/menus.h"

#include <QToolButton>

#include <map>

namespace rs {

FlowMenu::FlowMenu(const TimelineParts &parts, QToolButton *button) : QMenu(button), m_parts(parts), m_button(button) {}

void FlowMenu::fill()
{
    std::map<std::string, qint64> counts;
    std::map<std::string, Orphans> orphans;
    for (const auto &[ref, rank] : m_parts.data->ranks()) {
        const FlowStore &flows = rank.trace->flows();
        for (const FlowCategory &c : flows.categories()) {
            const std::string kind(rank.trace->strings().view(c.name));
            if (c.joined > 0)
                counts[kind] += c.joined;
            Orphans &o = orphans[kind];
            o.outOfSlice += c.orphansOutOfSlice;
            o.cutOff += c.orphansCutOff;
            o.alone += c.orphansAlone;
        }
    }
    const TransferIndex &transfers = m_parts.data->transfers();
    if (!transfers.lines.empty()) {
        counts[TransferIndex::kind] = static_cast<qint64>(transfers.lines.size());
        orphans[TransferIndex::kind].alone = transfers.unmatched;
    }
    clear();
    m_button->setEnabled(!counts.empty());
    QStringList names;
    for (const auto &[kind, count] : counts) {
        addKind(kind, count, orphans[kind]);
        names.push_back(QString::fromStdString(kind));
    }
    if (names.size() > 1)
        addAllAndNone(names);
}

void FlowMenu::addKind(const std::string &kind, qint64 count, const Orphans &orphans)
{
    const qint64 alone = orphans.outOfSlice + orphans.cutOff + orphans.alone;
    const QString name = QString::fromStdString(kind);
    const bool isTransfer = kind == TransferIndex::kind;
    const QString title = isTransfer ? tr("Send and receive across ranks") : actionText(name);
    QAction *const action =
        addAction(alone == 0 ? tr("%1 (%2)", "kind of connection line, count").arg(title, format::integer(count))
                             : tr("%1 (%2; ends without a partner, not drawn: %3)", "kind of connection line, counts")
                                   .arg(title, format::integer(count), format::integer(alone)));
    if (alone == 0) {
        action->setToolTip(tr("Every end has its partner."));
    } else if (isTransfer) {
        action->setToolTip(tr("The partner's rank is not loaded, the peer of an operator is not known, or one side was "
                              "called more often than the other; the page of transfers lists them."));
    } else {
        action->setToolTip(
            format::tooltipTable({{tr("Ends without a partner, not drawn"), format::integer(alone)},
                                  {tr("The capture began or stopped between the two"), format::integer(orphans.cutOff)},
                                  {tr("The partner lies in no slice, or on a lane that is not in the file"),
                                   format::integer(orphans.outOfSlice)},
                                  {tr("The profiler did not write the partner"), format::integer(orphans.alone)}}));
    }
    action->setCheckable(true);
    action->setChecked(m_parts.state->shownFlows().contains(name));
    action->setIcon(swatch(m_parts.theme->flow(kind)));
    // Queued: the menu is filled anew, which deletes the action that was chosen.
    connect(
        action, &QAction::toggled, this,
        [this, name](bool on) {
            QStringList kinds = m_parts.state->shownFlows();
            kinds.removeAll(name);
            if (on)
                kinds.push_back(name);
            m_parts.state->setShownFlows(kinds);
        },
        Qt::QueuedConnection);
}

void FlowMenu::addAllAndNone(const QStringList &kinds)
{
    const QStringList shown = m_parts.state->shownFlows();
    const auto add = [this](const QString &text, const QStringList &wanted, const QString &whyNot) {
        QAction *const action = addAction(text);
        setAvailable(action, whyNot);
        connect(
            action, &QAction::triggered, this, [this, wanted] { m_parts.state->setShownFlows(wanted); },
            Qt::QueuedConnection);
    };
    addSeparator();
    add(tr("All kinds"), kinds, shown == kinds ? tr("All kinds are shown.") : QString());
    add(tr("None"), {}, shown.isEmpty() ? tr("No kind is shown.") : QString());
}

} // namespace rs

#include "moc_flowmenu.cpp"
