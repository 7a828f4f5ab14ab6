// SPDX-License-Identifier: Apache-2.0
// Menus of the timeline: lanes, connection lines, marks, and the context menus of names, canvas and ruler.
#include "items/format.h"
#include "views/timeline/axis/timeruler.h"
#include "views/timeline/axis/timeticks.h"
#include "views/timeline/commands/markdialog.h"
#include "views/timeline/timelineview.h"
#include "views/widgets/icons.h"
#include "views/widgets/menus.h"

#include <QApplication>
#include <QClipboard>
#include <QInputDialog>
#include <QMenu>
#include <QToolButton>

#include <algorithm>

namespace rs {

namespace {

// Text of a trace as the text of an action: no mnemonics, no overlong lines.
QString actionText(const QString &text)
{
    return format::clipText(format::displayText(text), 80).replace(u'&', QLatin1String("&&"));
}

QPixmap swatch(const QColor &color)
{
    QPixmap p(12, 12);
    p.fill(color);
    return p;
}

} // namespace

void TimelineView::fillFlowMenu()
{
    std::map<std::string, qint64> counts;
    struct Orphans
    {
        qint64 outOfSlice = 0;
        qint64 cutOff = 0;
        qint64 alone = 0;
    };
    std::map<std::string, Orphans> orphans;
    for (const auto &[ref, rank] : m_data->ranks()) {
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
    const TransferIndex &transfers = m_data->transfers();
    if (!transfers.lines.empty()) {
        counts[TransferIndex::kind] = static_cast<qint64>(transfers.lines.size());
        orphans[TransferIndex::kind].alone = transfers.unmatched;
    }
    m_flowMenu->clear();
    m_flowButton->setEnabled(!counts.empty());
    const QStringList shown = state().shownFlows();
    for (const auto &[kind, count] : counts) {
        const Orphans &o = orphans[kind];
        const qint64 alone = o.outOfSlice + o.cutOff + o.alone;
        const QString name = QString::fromStdString(kind);
        const bool isTransfer = kind == TransferIndex::kind;
        const QString title = isTransfer ? tr("Send and receive across ranks") : actionText(name);
        QAction *action = m_flowMenu->addAction(
            alone == 0 ? tr("%1 (%2)", "kind of connection line, count").arg(title, format::integer(count))
                       : tr("%1 (%2; ends without a partner, not drawn: %3)", "kind of connection line, counts")
                             .arg(title, format::integer(count), format::integer(alone)));
        if (alone == 0) {
            action->setToolTip(tr("Every end has its partner."));
        } else if (isTransfer) {
            action->setToolTip(
                tr("The partner's rank is not loaded, the peer of an operator is not known, or one side was "
                   "called more often than the other; the page of transfers lists them."));
        } else {
            action->setToolTip(
                format::tooltipTable({{tr("Ends without a partner, not drawn"), format::integer(alone)},
                                      {tr("The capture began or stopped between the two"), format::integer(o.cutOff)},
                                      {tr("The partner lies in no slice, or on a lane that the file does not hold"),
                                       format::integer(o.outOfSlice)},
                                      {tr("The profiler did not write the partner"), format::integer(o.alone)}}));
        }
        action->setCheckable(true);
        action->setChecked(shown.contains(name));
        action->setIcon(swatch(theme().flow(kind)));
        // Queued: the menu is filled anew, which deletes the action that was chosen.
        connect(action, &QAction::toggled, this, [this, name](bool on) {
            QStringList kinds = state().shownFlows();
            kinds.removeAll(name);
            if (on)
                kinds.push_back(name);
            state().setShownFlows(kinds);
        }, Qt::QueuedConnection);
    }
    if (counts.size() > 1) {
        m_flowMenu->addSeparator();
        QStringList names;
        for (const auto &[kind, count] : counts)
            names.push_back(QString::fromStdString(kind));
        QAction *const all = m_flowMenu->addAction(tr("All kinds"));
        setAvailable(all, state().shownFlows() == names ? tr("All kinds are shown.") : QString());
        connect(all, &QAction::triggered, this, [this, names] { state().setShownFlows(names); }, Qt::QueuedConnection);
        QAction *const none = m_flowMenu->addAction(tr("No kind"));
        setAvailable(none, state().shownFlows().isEmpty() ? tr("No kind is shown.") : QString());
        connect(none, &QAction::triggered, this, [this] { state().setShownFlows({}); }, Qt::QueuedConnection);
    }
}

void TimelineView::fillLaneMenu()
{
    clearMenu(m_laneMenu);
    setAvailable(m_laneMenu->addAction(tr("Everything"), this, [this] { applyPreset(Preset::Everything); }),
                 m_layout->hidden().empty() && m_layout->filter().isEmpty() ? tr("Every lane is shown.") : QString());
    m_laneMenu->addAction(tr("Communication of all ranks"), this,
                          [this] { applyPreset(Preset::CommunicationOfAllRanks); });
    m_laneMenu->addAction(tr("Overlap Analysis of all ranks"), this,
                          [this] { applyPreset(Preset::OverlapOfAllRanks); });
    RankRef current = state().currentRank();
    if (!m_data->rank(current) && !m_data->ranks().empty())
        current = m_data->ranks().begin()->first;
    if (current.isValid())
        m_laneMenu->addAction(tr("Host dispatch of %1", "rank").arg(actionText(runs().rankLabel(current))), this,
                              [this, current] { applyPreset(Preset::HostDispatchOfRank, current); });
    addPresetActions(m_laneMenu);
    m_laneMenu->addSeparator();

    QMenu *kinds = m_laneMenu->addMenu(tr("Kinds"));
    const auto all = m_lanes->processKinds();
    for (const auto &[kind, name] : all) {
        QString text = actionText(name);
        if (kind == ProcessKind::DeviceMetric)
            text = tr("Device metrics");
        else if (kind == ProcessKind::HostMetric)
            text = tr("Host metrics");
        else if (kind == ProcessKind::Unknown)
            text = tr("Other processes");
        QAction *a = kinds->addAction(text);
        a->setCheckable(true);
        const LaneFilter &now = m_layout->filter();
        a->setChecked(now.kinds.empty() || now.kinds.contains(kind));
        connect(a, &QAction::toggled, this, [this, kind = kind, all](bool on) {
            LaneFilter filter = m_layout->filter();
            if (filter.kinds.empty()) {
                for (const auto &[k, n] : all)
                    filter.kinds.insert(k);
            }
            if (on)
                filter.kinds.insert(kind);
            else
                filter.kinds.erase(kind);
            // Nothing chosen would mean nothing shown, which nobody wants; all chosen is no filter.
            if (filter.kinds.size() >= all.size())
                filter.kinds.clear();
            m_layout->setFilter(filter);
        });
    }
    setAvailable(kinds->menuAction(), all.empty() ? tr("No lane is loaded yet.") : QString());
    QMenu *ranks = m_laneMenu->addMenu(tr("Ranks"));
    const auto refs = runs().allRanks();
    ranks->addAction(tr("All ranks"), this, [this] {
        LaneFilter filter = m_layout->filter();
        filter.ranks.clear();
        m_layout->setFilter(filter);
    });
    ranks->addSeparator();
    constexpr size_t mostRanks = 64; // of more the filter line takes care
    for (size_t i = 0; i < std::min(refs.size(), mostRanks); ++i) {
        const RankRef ref = refs[i];
        QAction *a = ranks->addAction(actionText(runs().rankLabel(ref)));
        a->setCheckable(true);
        a->setChecked(m_layout->passes(ref));
        connect(a, &QAction::toggled, this, [this, ref, refs](bool on) {
            LaneFilter filter = m_layout->filter();
            if (filter.ranks.empty())
                filter.ranks.insert(refs.begin(), refs.end());
            if (on)
                filter.ranks.insert(ref);
            else
                filter.ranks.erase(ref);
            if (filter.ranks.size() >= refs.size())
                filter.ranks.clear();
            m_layout->setFilter(filter);
        });
    }
    m_laneMenu->addSeparator();
    m_laneMenu->addAction(command(QStringLiteral("expand-level")));
    m_laneMenu->addAction(command(QStringLiteral("collapse-level")));
    m_laneMenu->addAction(tr("Expand all"), this, [this] { m_lanes->setAllExpanded(true); });
    m_laneMenu->addAction(tr("Collapse all"), this, [this] { m_lanes->setAllExpanded(false); });
    m_laneMenu->addSeparator();
    m_laneMenu->addAction(tr("Higher lanes"), this, [this] { m_lanes->setRowHeight(m_lanes->rowHeight() + 3); });
    m_laneMenu->addAction(tr("Lower lanes"), this, [this] { m_lanes->setRowHeight(m_lanes->rowHeight() - 3); });
    m_laneMenu->addAction(command(QStringLiteral("fit-heights")));
    m_laneMenu->addAction(tr("Standard height"), this, [this] {
        m_layout->resetRowHeights();
        m_lanes->setRowHeight(LaneModel::standardRowHeight);
    });
    m_laneMenu->addSeparator();
    m_laneMenu->addAction(command(QStringLiteral("show-hidden")));
    setAvailable(m_laneMenu->addAction(tr("Remove the filter"), this, [this] { m_layout->setFilter({}); }),
                 m_layout->filter().isEmpty() ? tr("No lane is left out by a filter.") : QString());
    m_laneMenu->addAction(command(QStringLiteral("unpin-all")));
    if (m_data->outsideAxis() > 0) {
        m_laneMenu->addSeparator();
        m_laneMenu->addAction(
            tr("Go to a slice outside the time axis (%1)").arg(format::integer(m_data->outsideAxis())), this,
            &TimelineView::goToOutside);
    }
}

void TimelineView::fillClockMenu()
{
    m_clockMenu->setTitle(tr("Clocks"));
    m_clockMenu->clear();
    m_clockMenu->addAction(command(QStringLiteral("host-clock")));
    m_clockMenu->addAction(tr("Align the clocks of the ranks…"), this,
                           [this] { state().showView(QStringLiteral("system/alignment")); });
    m_clockMenu->addSeparator();
    m_filesClock = m_clockMenu->addAction(tr("Use the clocks of the files"), this, [this] { state().setOffsets({}); });
}

std::vector<const QMenu *> TimelineView::commandMenus()
{
    fillLaneMenu();
    return {m_laneMenu, m_flowMenu, m_markMenu, m_clockMenu};
}

// Each time the next one.
void TimelineView::goToOutside()
{
    std::vector<timeline::SliceRef> all;
    for (const auto &[ref, rank] : m_data->ranks()) {
        for (const SliceId s : rank.lod->outside(*rank.trace))
            all.push_back({ref, s});
    }
    if (all.empty())
        return;
    const auto now = std::find(all.begin(), all.end(), selectedSlice());
    const auto &next = now == all.end() || now + 1 == all.end() ? all.front() : *(now + 1);
    state().revealSlice(next.rank, next.slice);
}

void TimelineView::fillMarkMenu()
{
    m_markMenu->clear();
    const auto &marks = state().marks();
    for (size_t i = 0; i < marks.size(); ++i) {
        const TimeMark mark = marks[i];
        const QString at = exactOffset(mark.fromNs - m_data->originNs());
        const QString text = mark.isSpan()
                                 ? tr("%1: %2, %3 long", "mark, start, length")
                                       .arg(actionText(mark.name), at, format::duration(mark.toNs - mark.fromNs))
                                 : tr("%1: %2", "mark, time").arg(actionText(mark.name), at);
        QAction *a = m_markMenu->addAction(swatch(theme().series(mark.color)), text);
        if (!mark.note.isEmpty()) {
            // The menu shows the first line; the rest stands in the tooltip.
            a->setText(tr("%1 – %2", "mark with time, first line of its note")
                           .arg(text, actionText(mark.note.section(u'\n', 0, 0))));
            a->setToolTip(format::tooltipText(mark.note));
        }
        a->setData(static_cast<int>(i) + 1);
        connect(a, &QAction::triggered, this, [this, mark] {
            if (mark.isSpan()) {
                m_navigator->show(timeline::padded({mark.fromNs, mark.toNs}, 0.2));
            } else {
                const qint64 length = state().window().lengthNs();
                m_navigator->show({mark.fromNs - length / 2, mark.fromNs - length / 2 + length});
            }
        });
    }
    // Lines that explain the entries beside them.
    const auto hint = [this](const QString &text) { setAvailable(m_markMenu->addAction(text), text); };
    const QString whyNone = marks.empty() ? tr("No marks yet: click the ruler, or press K") : QString();
    if (marks.empty())
        hint(whyNone);
    m_markMenu->addSeparator();
    m_markMenu->addAction(command(QStringLiteral("mark")));
    m_markMenu->addAction(command(QStringLiteral("mark-slice")));
    QAction *const all = m_markMenu->addAction(tr("Delete all marks"));
    setAvailable(all, whyNone);
    connect(all, &QAction::triggered, this, [this] {
        const auto count = static_cast<int>(state().marks().size());
        state().setMarks({});
        emit notice(tr("Deleted %n mark(s)", nullptr, count));
    }, Qt::QueuedConnection);
    m_markMenu->addSeparator();
    for (int n = 1; n <= 9; ++n) {
        const auto it = state().bookmarks().find(n);
        if (it == state().bookmarks().end())
            continue;
        const TimeWindow w = it->second;
        QAction *const a = m_markMenu->addAction(
            tr("Bookmark %1: %2, %3 long", "number, start, length")
                .arg(QString::number(n), exactOffset(w.fromNs - m_data->originNs()), format::duration(w.lengthNs())),
            this, [this, w] { m_navigator->show(w); });
        a->setData(-n);
    }
    if (!marks.empty() || !state().bookmarks().empty())
        hint(tr("Del removes the chosen mark or bookmark"));
    hint(tr("Alt+1…9 keeps this view, 1…9 returns to it"));
    m_markMenu->addAction(command(QStringLiteral("go-to-time")));
}

// Marks carry their place, counted from 1, bookmarks their number, negative. The menu is filled anew and stays open, on
// what follows the deleted one.
void TimelineView::removeChosenOfMenu()
{
    const QAction *const chosen = m_markMenu->activeAction();
    const int number = chosen ? chosen->data().toInt() : 0;
    if (number == 0)
        return;
    const auto place = m_markMenu->actions().indexOf(chosen);
    if (number > 0) {
        removeMark(TimeMark(state().marks()[static_cast<size_t>(number) - 1]));
    } else {
        state().setBookmark(-number, {});
        emit notice(tr("Deleted bookmark %1").arg(-number));
    }
    for (const auto next : {place, place - 1}) {
        QAction *const a = m_markMenu->actions().value(next);
        if (!a || a->data().toInt() == 0)
            continue;
        m_markMenu->setActiveAction(a);
        return;
    }
}

QString TimelineView::laneName(const LaneKey &key) const
{
    const int index = m_lanes->indexOf(key);
    if (index >= 0)
        return m_lanes->rows()[static_cast<size_t>(index)].label;
    const int pinned = m_pinned->indexOf(key);
    return pinned >= 0 ? m_pinned->rows()[static_cast<size_t>(pinned)].label : QString();
}

void TimelineView::addHostActions(QMenu *menu, const LaneKey &key)
{
    const std::vector<RankRef> ranks = m_lanes->ranksOf(key);
    menu->addAction(tr("Show only the ranks of this host"), this, [this, ranks] {
        LaneFilter filter = m_layout->filter();
        filter.ranks = {ranks.begin(), ranks.end()};
        m_layout->setFilter(filter);
    });
    menu->addAction(tr("Hide"), this, [this, key] { m_layout->setHidden({key}, true); });
    if (m_lanes->hiddenByHand() > 0)
        menu->addAction(command(QStringLiteral("show-hidden")));
    if (m_layout->hasOrder())
        menu->addAction(tr("Order of the file"), this, [this] { m_layout->resetOrder(); });
    menu->addSeparator();
    addNameActions(menu, key);
}

void TimelineView::addLaneActions(QMenu *menu, const LaneKey &key)
{
    if (key.type == LaneKey::Type::Host) {
        addHostActions(menu, key);
        return;
    }
    if (key.type == LaneKey::Type::Hidden || !key.rank.isValid()) {
        if (key.id == LaneKey::hiddenByHand)
            menu->addAction(command(QStringLiteral("show-hidden")));
        else
            menu->addAction(tr("Remove the filter"), this, [this] { m_layout->setFilter({}); });
        return;
    }
    if (key.type == LaneKey::Type::Turn) {
        menu->addAction(tr("Copy the name"), this, [this, key] { QApplication::clipboard()->setText(laneName(key)); });
        return;
    }
    if (m_layout->isPinned(key))
        menu->addAction(tr("Unpin"), this, [this, key] { m_layout->unpin(key); });
    else
        menu->addAction(tr("Pin"), this, [this, key] { m_layout->pin({key}); });
    if (key.type == LaneKey::Type::Derived) {
        menu->addAction(tr("Pin the same-named lanes of all ranks"), this,
                        [this, key] { m_layout->pin(m_lanes->sameNamed(key)); });
        menu->addAction(tr("Hide"), this, [this, key] { m_layout->setHidden({key}, true); });
        menu->addAction(command(QStringLiteral("derived-lanes")));
        menu->addAction(tr("Copy the name"), this, [this, key] { QApplication::clipboard()->setText(laneName(key)); });
        return;
    }
    const bool named = key.type != LaneKey::Type::Rank;
    if (named) {
        menu->addAction(tr("Pin the same-named lanes of all ranks"), this,
                        [this, key] { m_layout->pin(m_lanes->sameNamed(key)); });
        menu->addAction(tr("Hide"), this, [this, key] { m_layout->setHidden({key}, true); });
        menu->addAction(tr("Hide the same-named lanes of all ranks"), this,
                        [this, key] { m_layout->setHidden(m_lanes->sameNamed(key), true); });
    } else {
        menu->addAction(tr("Show only this rank"), this, [this, key] {
            LaneFilter filter = m_layout->filter();
            filter.ranks = {key.rank};
            m_layout->setFilter(filter);
        });
        menu->addAction(tr("Make this the current rank"), this, [this, key] { state().setCurrentRank(key.rank); });
    }
    if (m_lanes->hiddenByHand() > 0)
        menu->addAction(command(QStringLiteral("show-hidden")));
    addMergeActions(menu, key);
    if (m_layout->hasOrder())
        menu->addAction(tr("Order of the file"), this, [this] { m_layout->resetOrder(); });
    menu->addSeparator();
    if (key.type == LaneKey::Type::Rank || key.type == LaneKey::Type::Lane)
        addOffsetActions(menu, key);
    addNameActions(menu, key);
}

void TimelineView::addNameActions(QMenu *menu, const LaneKey &key)
{
    menu->addAction(tr("Other name…"), this, [this, key] {
        bool accepted = false;
        const QString text =
            QInputDialog::getText(this, tr("Other name"), tr("Name of the lane; empty: the name in the trace"),
                                  QLineEdit::Normal, laneName(key), &accepted);
        if (accepted)
            m_layout->setAlias(key, text.trimmed());
    });
    menu->addAction(tr("Copy the name"), this, [this, key] { QApplication::clipboard()->setText(laneName(key)); });
}

void TimelineView::addMergeActions(QMenu *menu, const LaneKey &key)
{
    const TimelineRank *rank = m_data->rank(key.rank);
    if (key.type != LaneKey::Type::Lane || !rank || key.id >= rank->trace->lanes().size())
        return;
    if (!m_layout->mergedWith(key).empty()) {
        menu->addAction(tr("Show the merged streams one by one"), this, [this, key] { m_layout->unmerge(key); });
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
        menu->addAction(tr("Merge the streams of this device"), this, [this, streams] { m_layout->merge(streams); });
}

void TimelineView::addOffsetActions(QMenu *menu, const LaneKey &key)
{
    if (!m_data->rank(key.rank))
        return;
    const bool lane = key.type == LaneKey::Type::Lane;
    const LaneId id = lane ? LaneId{key.id} : NoLane;
    menu->addAction(tr("Time offset…"), this, [this, key] { openOffsetDialog(key); });
    menu->addAction(tr("Align to the start of the run"), this,
                    [this, key, id] { setOffset(key, timeline::offsetToStart(*m_data, key.rank, id)); });
    if ((lane ? state().offsets().ofLane(key.rank, id) : state().offsets().ofRank(key.rank)) != 0)
        menu->addAction(tr("No time offset"), this, [this, key] { setOffset(key, 0); });
    menu->addSeparator();
}

void TimelineView::addAlignActions(QMenu *menu, const timeline::SliceRef &slice)
{
    QMenu *align = menu->addMenu(tr("Align in time"));
    const auto after = [this, slice](auto run) {
        return [this, slice, run] {
            Selection s;
            s.kind = Selection::Kind::Slice;
            s.rank = slice.rank;
            s.slice = slice.slice;
            state().select(s);
            run();
        };
    };
    for (const char *const name : {"align-base", "align-left", "align-right", "align-pins-left", "align-pins-right"}) {
        QAction *const run = command(QLatin1String(name));
        QAction *const a = align->addAction(run->text());
        a->setShortcut(run->shortcut());
        a->setShortcutContext(Qt::WidgetShortcut);
        connect(a, &QAction::triggered, this, after([run] { run->trigger(); }));
    }
    align->addSeparator();
    align->addAction(command(QStringLiteral("no-offsets")));
}

void TimelineView::showLaneMenu(const LaneKey &key, const QPoint &at)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    addLaneActions(menu, key);
    menu->popup(at);
}

void TimelineView::showCanvasMenu(TimelinePane *pane, const QPoint &at)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto hit = pane->canvas()->hitAt(at);
    if (hit.slice != NoSlice) {
        const TimelineRank *rank = m_data->rank(hit.rank);
        const QString name = rank->trace->strings().text(rank->trace->slices().name(hit.slice));
        menu->addAction(tr("Zoom to this slice"), this, [this, hit, pane] {
            Selection s;
            s.kind = Selection::Kind::Slice;
            s.rank = hit.rank;
            s.slice = hit.slice;
            state().select(s);
            pane->canvas()->focusSelection();
        });
        menu->addAction(tr("Show details"), this, [this, hit] {
            Selection s;
            s.kind = Selection::Kind::Slice;
            s.rank = hit.rank;
            s.slice = hit.slice;
            state().select(s);
            state().showView(QStringLiteral("details"));
        });
        menu->addAction(tr("Copy the name"), this, [name] { QApplication::clipboard()->setText(name); });
        const qint64 start = rank->trace->slices().start(hit.slice);
        menu->addAction(tr("Copy the start in nanoseconds"), this,
                        [start] { QApplication::clipboard()->setText(QString::number(start)); });
        addAlignActions(menu, {hit.rank, hit.slice});
        menu->addSeparator();
    }
    if (!state().box().isEmpty()) {
        const TimeWindow w = state().box().window;
        menu->addAction(tr("Zoom to the box"), this, [this, w] { m_navigator->show(w); });
        menu->addAction(tr("Use the box as time selection"), this, [this, w] { state().setTimeSelection(w); });
        menu->addAction(tr("Remove the box"), this, [this] { state().setBox({}); });
        menu->addSeparator();
    }
    if (!state().timeSelection().isEmpty())
        menu->addAction(tr("Remove the time selection"), this, [this] { state().setTimeSelection({}); });
    menu->addAction(command(QStringLiteral("fit")));
    if (hit.row >= 0) {
        QMenu *lane = menu->addMenu(tr("Lane"));
        addLaneActions(lane, LaneModel::keyOf(pane->lanes()->rows()[static_cast<size_t>(hit.row)]));
    }
    menu->popup(pane->canvas()->mapToGlobal(at));
}

void TimelineView::editMark(const TimeMark &mark)
{
    auto *const dialog = new MarkDialog(mark, theme(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog, mark] {
        auto marks = state().marks();
        if (const auto it = std::find(marks.begin(), marks.end(), mark); it != marks.end())
            *it = dialog->mark();
        state().setMarks(std::move(marks));
    });
    dialog->open();
}

void TimelineView::openPresetDialog()
{
    auto *const dialog = new QInputDialog(this);
    dialog->setObjectName(QStringLiteral("presetName"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Keep This Arrangement"));
    dialog->setLabelText(tr("Name under which filter, hidden and pinned lanes, order, heights and folding are kept"));
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString &text) {
        if (!text.trimmed().isEmpty())
            m_layoutState->keepPreset(text.trimmed());
    });
    dialog->open();
}

void TimelineView::addPresetActions(QMenu *menu)
{
    const QStringList presets = m_layoutState->presets();
    for (const QString &name : presets)
        menu->addAction(actionText(name), this, [this, name] { m_layoutState->applyPreset(name); });
    menu->addAction(tr("Keep this arrangement…"), this, [this] { openPresetDialog(); });
    if (presets.isEmpty())
        return;
    QMenu *const forget = menu->addMenu(tr("Forget an arrangement"));
    for (const QString &name : presets)
        forget->addAction(actionText(name), this, [this, name] { m_layoutState->forgetPreset(name); });
}

void TimelineView::showRulerMenu(int index, const QPoint &at)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (index >= 0 && index < static_cast<int>(state().marks().size())) {
        const TimeMark mark = state().marks()[static_cast<size_t>(index)];
        menu->addAction(tr("Name, colour and note…"), this, [this, mark] { editMark(mark); });
        menu->addAction(tr("Delete the mark"), this, [this, mark] { removeMark(mark); });
        menu->addSeparator();
    }
    const TimeWindow measured = m_ruler->measure();
    if (!measured.isEmpty()) {
        menu->addAction(tr("Zoom to the measured span"), this, [this, measured] { m_navigator->show(measured); });
        menu->addAction(tr("Use the measured span as time selection"), this,
                        [this, measured] { state().setTimeSelection(measured); });
        menu->addAction(tr("Keep the measured span as a mark"), this, [this, measured] {
            auto marks = state().marks();
            const int number = static_cast<int>(marks.size()) + 1;
            marks.push_back({measured.fromNs, measured.toNs, tr("Mark %1").arg(number), number - 1});
            state().setMarks(std::move(marks));
            m_ruler->setMeasure({});
        });
        menu->addAction(tr("Copy the length in nanoseconds"), this,
                        [measured] { QApplication::clipboard()->setText(QString::number(measured.lengthNs())); });
        menu->addSeparator();
    }
    if (!state().timeSelection().isEmpty())
        menu->addAction(tr("Remove the time selection"), this, [this] { state().setTimeSelection({}); });
    menu->addAction(command(QStringLiteral("fit")));
    QMenu *format = menu->addMenu(tr("Count time from"));
    for (const auto &[value, text] : {std::pair(TimeFormat::FromStart, tr("The start of the run")),
                                      std::pair(TimeFormat::FromStep, tr("The start of the step")),
                                      std::pair(TimeFormat::Absolute, tr("Date and time of day"))}) {
        QAction *a = format->addAction(text, this, [this, value = value] { state().setTimeFormat(value); });
        a->setCheckable(true);
        a->setChecked(state().timeFormat() == value);
    }
    menu->addAction(command(QStringLiteral("go-to-time")));
    menu->popup(at);
}

} // namespace rs
