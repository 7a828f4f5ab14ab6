// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/commands/contextmenus.h"

#include "views/picture/timelinenavigator.h"
#include "views/timeline/axis/timeruler.h"
#include "views/timeline/canvas/timelinepane.h"
#include "views/timeline/commands/markeditor.h"
#include "views/timeline/commands/timelinecommands.h"
#include "views/timeline/commands/timeshifts.h"
#include "views/timeline/lanes/lanemodel.h"
#include "views/state/viewstate.h"

#include <QApplication>
#include <QClipboard>
#include <QInputDialog>
#include <QMenu>

namespace rs {

ContextMenus::ContextMenus(const TimelineParts &parts, TimelineCommands *commands, MarkEditor *marks,
                           TimeShifts *shifts, QWidget *window)
    : QObject(window), m_parts(parts), m_commands(commands), m_marks(marks), m_shifts(shifts), m_window(window)
{
}

QMenu *ContextMenus::newMenu() const
{
    auto *const menu = new QMenu(m_window);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    return menu;
}

void ContextMenus::showOfLane(const LaneKey &key, const QPoint &at)
{
    QMenu *const menu = newMenu();
    addLane(menu, key);
    menu->popup(at);
}

void ContextMenus::showOfCanvas(TimelinePane *pane, const QPoint &at)
{
    QMenu *const menu = newMenu();
    const auto hit = pane->canvas()->hitAt(at);
    if (hit.slice != NoSlice)
        addSlice(menu, {hit.rank, hit.slice}, pane);
    addBox(menu);
    addTimeSelection(menu);
    m_commands->addTo(menu, {"fit"});
    if (hit.row >= 0) {
        QMenu *const lane = menu->addMenu(tr("Lane"));
        addLane(lane, LaneModel::keyOf(pane->lanes()->rows()[static_cast<size_t>(hit.row)]));
    }
    menu->popup(pane->canvas()->mapToGlobal(at));
}

void ContextMenus::showOfRuler(int index, const QPoint &at)
{
    QMenu *const menu = newMenu();
    const auto &marks = m_parts.state->marks();
    if (index >= 0 && index < static_cast<int>(marks.size())) {
        const TimeMark mark = marks[static_cast<size_t>(index)];
        menu->addAction(tr("Name, colour and note…"), this, [this, mark] { m_marks->edit(mark); });
        menu->addAction(tr("Delete the mark"), this, [this, mark] { m_marks->remove(mark); });
        menu->addSeparator();
    }
    addMeasured(menu);
    addTimeSelection(menu);
    m_commands->addTo(menu, {"fit"});
    addTimeFormat(menu);
    m_commands->addTo(menu, {"go-to-time"});
    menu->popup(at);
}

void ContextMenus::addCopy(QMenu *menu, const QString &text, const QString &copied)
{
    menu->addAction(text, this, [copied] { QApplication::clipboard()->setText(copied); });
}

void ContextMenus::addChange(QMenu *menu, const QString &text, const std::function<void(LaneLayout &)> &change)
{
    menu->addAction(text, this, [this, change] { m_parts.layout->byHand([&] { change(*m_parts.layout); }); });
}

void ContextMenus::addHide(QMenu *menu, const LaneKey &key)
{
    addChange(menu, tr("Hide"), [key](LaneLayout &layout) { layout.setHidden({key}, true); });
}

void ContextMenus::addOrder(QMenu *menu)
{
    if (m_parts.layout->hasOrder())
        addChange(menu, tr("Order of the file"), [](LaneLayout &layout) { layout.resetOrder(); });
}

void ContextMenus::addPinSameNamed(QMenu *menu, const LaneKey &key)
{
    addChange(menu, tr("Pin the same-named lanes of all ranks"),
              [this, key](LaneLayout &layout) { layout.pin(m_parts.lanes->sameNamed(key)); });
}

void ContextMenus::addShowOnly(QMenu *menu, const QString &text, const std::vector<RankRef> &ranks)
{
    addChange(menu, text, [ranks](LaneLayout &layout) {
        LaneFilter filter = layout.filter();
        filter.ranks = {ranks.begin(), ranks.end()};
        layout.setFilter(filter);
    });
}

void ContextMenus::addTimeSelection(QMenu *menu)
{
    if (!m_parts.state->timeSelection().isEmpty())
        menu->addAction(tr("Remove the time selection"), this, [this] { m_parts.state->setTimeSelection({}); });
}

void ContextMenus::addHost(QMenu *menu, const LaneKey &key)
{
    addShowOnly(menu, tr("Show only the ranks of this host"), m_parts.lanes->ranksOf(key));
    addHide(menu, key);
    if (m_parts.lanes->hiddenByHand() > 0)
        m_commands->addTo(menu, {"show-hidden"});
    addOrder(menu);
    menu->addSeparator();
    addNames(menu, key);
}

void ContextMenus::addLane(QMenu *menu, const LaneKey &key)
{
    if (key.type == LaneKey::Type::Host) {
        addHost(menu, key);
        return;
    }
    if (key.type == LaneKey::Type::Hidden || !key.rank.isValid()) {
        m_commands->addTo(menu, {key.id == LaneKey::hiddenByHand ? "show-hidden" : "no-filter"});
        return;
    }
    const QString name = m_parts.laneName(key);
    if (key.type == LaneKey::Type::Turn) {
        addCopy(menu, tr("Copy the name"), name);
        return;
    }
    if (m_parts.layout->isPinned(key))
        addChange(menu, tr("Unpin"), [key](LaneLayout &layout) { layout.unpin(key); });
    else
        addChange(menu, tr("Pin"), [key](LaneLayout &layout) { layout.pin({key}); });
    if (key.type == LaneKey::Type::Rank) {
        addShowOnly(menu, tr("Show only this rank"), {key.rank});
        menu->addAction(tr("Make this the current rank"), this,
                        [this, key] { m_parts.state->setCurrentRank(key.rank); });
    } else {
        addPinSameNamed(menu, key);
        addHide(menu, key);
    }
    if (key.type == LaneKey::Type::Derived) {
        m_commands->addTo(menu, {"derived-lanes"});
        addCopy(menu, tr("Copy the name"), name);
        return;
    }
    if (key.type != LaneKey::Type::Rank)
        addChange(menu, tr("Hide the same-named lanes of all ranks"),
                  [this, key](LaneLayout &layout) { layout.setHidden(m_parts.lanes->sameNamed(key), true); });
    if (m_parts.lanes->hiddenByHand() > 0)
        m_commands->addTo(menu, {"show-hidden"});
    addMerge(menu, key);
    addOrder(menu);
    menu->addSeparator();
    if (key.type == LaneKey::Type::Rank || key.type == LaneKey::Type::Lane)
        addOffset(menu, key);
    addNames(menu, key);
}

void ContextMenus::addNames(QMenu *menu, const LaneKey &key)
{
    const QString name = m_parts.laneName(key);
    menu->addAction(tr("Rename…"), this, [this, key, name] {
        bool accepted = false;
        const QString text =
            QInputDialog::getText(m_window, tr("Rename"), tr("Name of the lane; empty: the name in the trace"),
                                  QLineEdit::Normal, name, &accepted);
        if (accepted)
            m_parts.layout->byHand([&] { m_parts.layout->setAlias(key, text.trimmed()); });
    });
    addCopy(menu, tr("Copy the name"), name);
}

void ContextMenus::addMerge(QMenu *menu, const LaneKey &key)
{
    const TimelineRank *const rank = m_parts.data->rank(key.rank);
    if (key.type != LaneKey::Type::Lane || !rank || key.id >= rank->trace->lanes().size())
        return;
    if (!m_parts.layout->mergedWith(key).empty()) {
        addChange(menu, tr("Show the merged streams one by one"), [key](LaneLayout &layout) { layout.unmerge(key); });
        return;
    }
    const Lane &lane = rank->trace->lane(LaneId{key.id});
    std::vector<LaneKey> streams;
    for (quint32 i = 0; i < rank->trace->lanes().size(); ++i) {
        const Lane &l = rank->trace->lanes()[i];
        if (l.process == lane.process && l.kind == LaneKind::Stream && l.sliceCount > 0)
            streams.push_back({key.rank, LaneKey::Type::Lane, i});
    }
    if (lane.kind == LaneKind::Stream && streams.size() > 1)
        addChange(menu, tr("Merge the streams of this device"),
                  [streams](LaneLayout &layout) { layout.merge(streams); });
}

void ContextMenus::addOffset(QMenu *menu, const LaneKey &key)
{
    if (!m_parts.data->rank(key.rank))
        return;
    menu->addAction(tr("Time offset…"), this, [this, key] { m_shifts->ask(key); });
    menu->addAction(tr("Align to the start of the run"), this, [this, key] { m_shifts->alignToStart(key); });
    if (m_shifts->of(key) != 0)
        menu->addAction(tr("No time offset"), this, [this, key] { m_shifts->set(key, 0); });
    menu->addSeparator();
}

void ContextMenus::addSlice(QMenu *menu, const timeline::SliceRef &slice, TimelinePane *pane)
{
    const Trace &trace = *m_parts.data->rank(slice.rank)->trace;
    menu->addAction(tr("Zoom to this slice"), this, [this, slice, pane] {
        m_parts.select(slice);
        pane->canvas()->focusSelection();
    });
    menu->addAction(tr("Show details"), this, [this, slice] {
        m_parts.select(slice);
        m_parts.state->showView(QStringLiteral("details"));
    });
    if (trace.lanes()[raw(trace.laneOf(slice.slice))].kind == LaneKind::CommGroup)
        menu->addAction(tr("Show in Communication"), this, [this, slice] {
            m_parts.state->inOneStep([&] {
                m_parts.select(slice);
                m_parts.state->showView(QStringLiteral("communication/operators"));
            });
        });
    addCopy(menu, tr("Copy the name"), trace.strings().text(trace.slices().name(slice.slice)));
    addCopy(menu, tr("Copy the start in nanoseconds"), QString::number(trace.slices().start(slice.slice)));
    addAlign(menu, slice);
    menu->addSeparator();
}

// The commands speak of the selected slice: here it is the one under the mouse.
void ContextMenus::addAlign(QMenu *menu, const timeline::SliceRef &slice)
{
    QMenu *const align = menu->addMenu(tr("Align in time"));
    for (const char *const name : {"align-base", "align-left", "align-right", "align-pins-left", "align-pins-right"}) {
        QAction *const command = m_commands->find(QLatin1String(name));
        QAction *const a = align->addAction(command->text());
        a->setShortcut(command->shortcut());
        a->setShortcutContext(Qt::WidgetShortcut);
        connect(a, &QAction::triggered, this, [this, slice, command] {
            m_parts.select(slice);
            command->trigger();
        });
    }
    m_commands->addTo(align, {nullptr, "no-offsets"});
}

void ContextMenus::addBox(QMenu *menu)
{
    if (m_parts.state->box().isEmpty())
        return;
    const TimeWindow w = m_parts.state->box().window;
    menu->addAction(tr("Zoom to the box"), this, [this, w] { m_parts.navigator->show(w); });
    menu->addAction(tr("Use the box as time selection"), this, [this, w] { m_parts.state->setTimeSelection(w); });
    menu->addAction(tr("Remove the box"), this, [this] { m_parts.state->setBox({}); });
    menu->addSeparator();
}

void ContextMenus::addMeasured(QMenu *menu)
{
    const TimeWindow measured = m_parts.ruler->measure();
    if (measured.isEmpty())
        return;
    menu->addAction(tr("Zoom to the measured span"), this, [this, measured] { m_parts.navigator->show(measured); });
    menu->addAction(tr("Use the measured span as time selection"), this,
                    [this, measured] { m_parts.state->setTimeSelection(measured); });
    menu->addAction(tr("Keep the measured span as a mark"), this, [this, measured] {
        m_marks->mark(measured);
        m_parts.ruler->setMeasure({});
    });
    addCopy(menu, tr("Copy the length in nanoseconds"), QString::number(measured.lengthNs()));
    menu->addSeparator();
}

void ContextMenus::addTimeFormat(QMenu *menu)
{
    QMenu *const format = menu->addMenu(tr("Count time from"));
    for (const auto &[value, text] : {std::pair(TimeFormat::FromStart, tr("The start of the run")),
                                      std::pair(TimeFormat::FromStep, tr("The start of the step")),
                                      std::pair(TimeFormat::Absolute, tr("Date and time of day"))}) {
        QAction *const a =
            format->addAction(text, this, [this, value = value] { m_parts.state->setTimeFormat(value); });
        a->setCheckable(true);
        a->setChecked(m_parts.state->timeFormat() == value);
    }
}

} // namespace rs

#include "moc_contextmenus.cpp"
