// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/commands/timelinecommands.h"

#include "views/state/runstore.h"
#include "views/picture/timelinenavigator.h"
#include "views/timeline/axis/timeruler.h"
#include "views/timeline/canvas/timelinepane.h"
#include "views/timeline/commands/gotobox.h"
#include "views/timeline/commands/markeditor.h"
#include "views/timeline/commands/presetdialog.h"
#include "views/timeline/commands/timeshifts.h"
#include "views/timeline/lanes/lanechoice.h"
#include "views/state/viewstate.h"
#include "views/widgets/menus.h"

#include <QAction>
#include <QKeyEvent>
#include <QMenu>

#include <algorithm>

namespace rs {

namespace {

const QLatin1String namePrefix("timeline-");

} // namespace

const std::vector<TimelineCommands::Line> &TimelineCommands::table()
{
    using C = TimelineCommands;
    using timeline::Edge;
    // For those that have nothing to say.
    const auto silent = [](auto run) {
        return [run](C &c) {
            run(c);
            return QString();
        };
    };
    static const std::vector<Line> lines = {
        {"fit", QT_TR_NOOP("Show the Whole Run"), "Ctrl+0; Home", LooksAround,
         [](C &c) {
             const TimeWindow before = c.m_parts.state->window();
             c.m_parts.navigator->fit();
             return c.m_parts.state->window() == before ? wholeRunNote() : QString();
         }},
        {"focus",
         QT_TR_NOOP("Zoom to the Selection, Then to the Run"),
         "Shift+Z; Z; F",
         LooksAround,
         [](C &c) {
             const TimeWindow before = c.m_parts.state->window();
             c.m_parts.pane->canvas()->focusSelection();
             const bool stays = before == c.m_parts.state->window() && before == c.m_parts.navigator->limits();
             return stays ? wholeRunNote() : QString();
         },
         {},
         "F"},
        {"back", QT_TR_NOOP("Back to the View Before"), "Backspace", LooksAround,
         silent([](C &c) { c.m_parts.state->back(); })},
        {"zoom-in", QT_TR_NOOP("Zoom In"), "+; =", LooksAround,
         [](C &c) { return c.zoom(0.5, tr("Nothing is shorter than this.")); }},
        {"zoom-out", QT_TR_NOOP("Zoom Out"), "-", LooksAround, [](C &c) { return c.zoom(2.0, wholeRunNote()); }},
        {"go-to-time", QT_TR_NOOP("Go to Time…"), "Ctrl+G", Everywhere | NewGroup,
         silent([](C &c) { c.m_goTo->ask(); })},
        {"go-to-occurrence", QT_TR_NOOP("Go to the n-th Slice of This Name…"), "Ctrl+Shift+G", Everywhere,
         [](C &c) {
             if (!c.hasSelection())
                 return selectFirst();
             c.m_goTo->ask(QStringLiteral("#"));
             return QString();
         }},
        {"next", QT_TR_NOOP("Next Slice in the Lane"), ".; N", NewGroup, [](C &c) { return c.step(1, false); }},
        {"previous", QT_TR_NOOP("Previous Slice in the Lane"), ",; P", Plain, [](C &c) { return c.step(-1, false); }},
        {"next-of-name", QT_TR_NOOP("Next Slice of the Same Name"), ">", Plain, [](C &c) { return c.step(1, true); }},
        {"previous-of-name", QT_TR_NOOP("Previous Slice of the Same Name"), "<", Plain,
         [](C &c) { return c.step(-1, true); }},
        {"follow-line", QT_TR_NOOP("Next in the Chain of Causes and Effects"), "]", LooksAround,
         [](C &c) { return c.followChain(1); }},
        {"follow-line-back", QT_TR_NOOP("Previous in the Chain of Causes and Effects"), "[", LooksAround,
         [](C &c) { return c.followChain(-1); }},
        {"mark", QT_TR_NOOP("Mark the Box or the Cursor"), "K", NewGroup | LooksAround,
         [](C &c) {
             return c.m_marks->markBoxOrCursor() ? QString() : tr("Draw a box or point at the timeline first.");
         }},
        {"mark-slice", QT_TR_NOOP("Mark the Selected Slice"), "Shift+M", Plain,
         [](C &c) { return c.m_marks->markSelectedSlice() ? QString() : selectFirst(); }},
        {"delete-mark", QT_TR_NOOP("Delete the Mark under the Mouse"), "Del", Plain,
         [](C &c) {
             return c.m_marks->removePointedAt() ? QString() : tr("Point at the line or the flag of a mark first.");
         }},
        {"delete-all-marks", QT_TR_NOOP("Delete all marks"), "", OwnMenus, silent([](C &c) { c.m_marks->removeAll(); }),
         [](const C &c) {
             return c.m_parts.state->marks().empty() ? tr("No marks yet: click the ruler, or press K") : QString();
         }},
        {"measure-slice", QT_TR_NOOP("Measure the Selected Slice"), "M", Plain, [](C &c) { return c.measureSlice(); }},
        {"time-format", QT_TR_NOOP("Count Time from Run, Step or Epoch"), "T", LooksAround, silent([](C &c) {
             const TimeFormat now = c.m_parts.state->timeFormat();
             c.m_parts.state->setTimeFormat(now == TimeFormat::Absolute
                                                ? TimeFormat::FromStart
                                                : static_cast<TimeFormat>(static_cast<int>(now) + 1));
         })},
        {"align-base", QT_TR_NOOP("Use the Selected Slice as Base of Alignment"), "B", NewGroup,
         silent([](C &c) { c.m_shifts->setBase(c.m_parts.selectedSlice()); })},
        {"align-left", QT_TR_NOOP("Align Starts with the Base"), "L", Plain,
         silent([](C &c) { c.m_shifts->alignSelection(Edge::Start); })},
        {"align-right", QT_TR_NOOP("Align Ends with the Base"), "R", Plain,
         silent([](C &c) { c.m_shifts->alignSelection(Edge::End); })},
        {"align-pins-left", QT_TR_NOOP("Align Pinned Lanes by Starts of This Name"), "Shift+L", Plain,
         silent([](C &c) { c.m_shifts->alignPins(Edge::Start); })},
        {"align-pins-right", QT_TR_NOOP("Align Pinned Lanes by Ends of This Name"), "Shift+R", Plain,
         silent([](C &c) { c.m_shifts->alignPins(Edge::End); })},
        {"offset", QT_TR_NOOP("Time Offset of the Current Rank…"), "", NewGroup, silent([](C &c) {
             c.m_shifts->ask({c.m_parts.state->currentRank(), LaneKey::Type::Rank, 0});
         })},
        {"no-offsets", QT_TR_NOOP("Remove All Time Offsets"), "", Plain,
         [](C &c) {
             if (c.m_parts.state->offsets() == TimeOffsets())
                 return nothingMoved();
             c.m_parts.state->setOffsets({});
             return QString();
         }},
        {"host-clock", QT_TR_NOOP("Align Host and Device Clocks"), "", Checkable, silent([](C &c) {
             const bool aligned = c.find(QStringLiteral("host-clock"))->isChecked();
             c.m_parts.state->setOffsets(timeline::onHostClock(*c.m_parts.data, aligned));
         }),
         [](const C &c) {
             const auto &ranks = c.m_parts.data->ranks();
             const bool known =
                 !c.m_parts.state->offsets().devices.empty() ||
                 std::any_of(ranks.begin(), ranks.end(), [](const auto &r) { return r.second.clock.known; });
             return known ? QString() : tr("No trace has launches to estimate the clock offset from.");
         }},
        {"align-ranks", QT_TR_NOOP("Align the clocks of the ranks…"), "", OwnMenus,
         silent([](C &c) { c.m_parts.state->showView(QStringLiteral("system/alignment")); })},
        {"derived-lanes", QT_TR_NOOP("Show Lanes of Delays, Idle Causes and Traffic"), "I", Checkable | NewGroup,
         silent([](C &c) { c.m_parts.state->setDerivedLanes(c.find(QStringLiteral("derived-lanes"))->isChecked()); })},
        {"all-lanes", QT_TR_NOOP("All lanes"), "", OwnMenus | Arranges,
         silent([](C &c) { showLanes(LaneChoice::Everything, *c.m_parts.layout, *c.m_parts.lanes); }),
         [](const C &c) {
             const LaneLayout &layout = *c.m_parts.layout;
             return layout.hidden().empty() && layout.filter().isEmpty() ? tr("Every lane is shown.") : QString();
         }},
        {"communication-lanes", QT_TR_NOOP("Communication of all ranks"), "", OwnMenus | Arranges,
         silent([](C &c) { showLanes(LaneChoice::CommunicationOfAllRanks, *c.m_parts.layout, *c.m_parts.lanes); })},
        {"overlap-lanes", QT_TR_NOOP("Overlap Analysis of all ranks"), "", OwnMenus | Arranges,
         silent([](C &c) { showLanes(LaneChoice::OverlapOfAllRanks, *c.m_parts.layout, *c.m_parts.lanes); })},
        {"keep-arrangement", QT_TR_NOOP("Keep this arrangement…"), "", OwnMenus,
         silent([](C &c) { (new PresetDialog(c.m_parts.layoutState, c.m_parts.pane))->open(); })},
        {"expand-level", QT_TR_NOOP("Expand One Level of Lanes"), "", Arranges,
         [](C &c) { return c.setLevelExpanded(true); }},
        {"collapse-level", QT_TR_NOOP("Collapse One Level of Lanes"), "", Arranges,
         [](C &c) { return c.setLevelExpanded(false); }},
        {"expand-all", QT_TR_NOOP("Expand all"), "", OwnMenus | Arranges,
         silent([](C &c) { c.m_parts.lanes->setAllExpanded(true); })},
        {"collapse-all", QT_TR_NOOP("Collapse all"), "", OwnMenus | Arranges,
         silent([](C &c) { c.m_parts.lanes->setAllExpanded(false); })},
        {"higher-lanes", QT_TR_NOOP("Taller Lanes"), "", OwnMenus,
         silent([](C &c) { c.m_parts.lanes->setRowHeight(c.m_parts.lanes->rowHeight() + 3); })},
        {"lower-lanes", QT_TR_NOOP("Shorter Lanes"), "", OwnMenus,
         silent([](C &c) { c.m_parts.lanes->setRowHeight(c.m_parts.lanes->rowHeight() - 3); })},
        {"standard-height", QT_TR_NOOP("Standard height"), "", OwnMenus, silent([](C &c) {
             c.m_parts.layout->resetRowHeights();
             c.m_parts.lanes->setRowHeight(LaneModel::standardRowHeight);
         })},
        {"fit-heights", QT_TR_NOOP("Fit Lane Heights to the Window"), "", Plain,
         [](C &c) {
             const int before = c.m_parts.lanes->rowHeight();
             c.m_parts.lanes->fitHeights(c.m_parts.pane->canvas()->height());
             return c.m_parts.lanes->rowHeight() == before ? tr("The lanes have the height that fits best.")
                                                           : QString();
         }},
        {"show-hidden", QT_TR_NOOP("Show Hidden Lanes"), "", Arranges,
         [](C &c) { return c.m_parts.layout->showHidden() ? QString() : tr("No lane was hidden by hand."); }},
        {"no-filter", QT_TR_NOOP("Remove the filter"), "", OwnMenus | Arranges,
         silent([](C &c) { c.m_parts.layout->setFilter({}); }),
         [](const C &c) {
             return c.m_parts.layout->filter().isEmpty() ? tr("No lane is left out by a filter.") : QString();
         }},
        {"unpin-all", QT_TR_NOOP("Unpin All Lanes"), "", Arranges,
         [](C &c) { return c.m_parts.layout->unpinAll() ? QString() : tr("No lane is pinned."); }},
        {"save-picture", QT_TR_NOOP("Save Picture of the Timeline…"), "", NewGroup,
         [](C &c) {
             if (c.m_parts.data->ranks().empty())
                 return tr("No trace is loaded.");
             emit c.savePictureWanted();
             return QString();
         }},
        {"copy-picture", QT_TR_NOOP("Copy Picture of the Timeline"), "", Plain,
         [](C &c) {
             if (c.m_parts.data->ranks().empty())
                 return tr("No trace is loaded.");
             emit c.copyPictureWanted();
             return tr("The picture is in the clipboard.");
         }},
    };
    return lines;
}

TimelineCommands::TimelineCommands(const TimelineParts &parts, GoToBox *goTo, MarkEditor *marks, TimeShifts *shifts,
                                   QObject *parent)
    : QObject(parent), m_parts(parts), m_goTo(goTo), m_marks(marks), m_shifts(shifts)
{
    for (const Line &line : table()) {
        auto *const a = new QAction(this);
        a->setObjectName(namePrefix + QLatin1String(line.name));
        a->setShortcuts(*presetKeys(a->objectName(), KeyPreset::MindStudio));
        // The timeline itself hands keys to its commands, while it has the focus: single letters must not act
        // elsewhere.
        a->setShortcutContext((line.traits & Everywhere) != 0 ? Qt::WindowShortcut : Qt::WidgetShortcut);
        a->setCheckable((line.traits & Checkable) != 0);
        connect(a, &QAction::triggered, this, [this, &line] { run(line); });
        m_commands.push_back({&line, a});
    }
    for (TimelinePane *const pane : m_parts.panes())
        pane->canvas()->setCommandFilter([this](const QKeyEvent &event) { return commandFor(event) != nullptr; });
}

void TimelineCommands::run(const Line &line)
{
    // A menu can be used where the timeline is out of sight; going back may leave it.
    const bool isSeen = !m_parts.pane->canvas()->visibleRegion().isEmpty();
    if ((line.traits & Everywhere) != 0 || (!isSeen && qstrcmp(line.name, "back") != 0))
        m_parts.state->raiseView(QStringLiteral("timeline"));
    QString said = line.whyNot ? line.whyNot(*this) : QString();
    if (said.isEmpty() && (line.traits & Arranges) != 0)
        m_parts.layout->byHand([&] { said = line.run(*this); });
    else if (said.isEmpty())
        said = line.run(*this);
    if (!said.isEmpty())
        emit notice(said);
}

std::optional<QList<QKeySequence>> TimelineCommands::presetKeys(const QString &objectName, KeyPreset preset)
{
    for (const Line &line : table()) {
        if (objectName != namePrefix + QLatin1String(line.name))
            continue;
        const char *const keys = preset == KeyPreset::Perfetto && line.perfettoKeys ? line.perfettoKeys : line.keys;
        // An empty text is a list of one empty key.
        QList<QKeySequence> all = QKeySequence::listFromString(QLatin1String(keys), QKeySequence::PortableText);
        all.removeIf([](const QKeySequence &k) { return k.isEmpty(); });
        return all;
    }
    return std::nullopt;
}

QList<QAction *> TimelineCommands::listed() const
{
    QList<QAction *> out;
    for (const Command &c : m_commands) {
        if ((c.line->traits & OwnMenus) == 0)
            out.push_back(c.action);
    }
    return out;
}

void TimelineCommands::addListedTo(QMenu *menu) const
{
    for (const Command &c : m_commands) {
        if ((c.line->traits & OwnMenus) != 0)
            continue;
        if ((c.line->traits & NewGroup) != 0)
            menu->addSeparator();
        menu->addAction(c.action);
    }
}

const TimelineCommands::Command *TimelineCommands::lookUp(const QString &name) const
{
    const auto it = std::find_if(m_commands.begin(), m_commands.end(),
                                 [&name](const Command &c) { return name == QLatin1String(c.line->name); });
    return it == m_commands.end() ? nullptr : &*it;
}

QAction *TimelineCommands::find(const QString &name) const
{
    return actionOf(lookUp(name));
}

const TimelineCommands::Command *TimelineCommands::lookUp(const QKeyEvent &event)
{
    for (const Command &c : m_commands) {
        const auto keys = c.action->shortcuts();
        if (!std::any_of(keys.begin(), keys.end(), [&](const QKeySequence &k) { return KeyMap::matches(k, event); }))
            continue;
        updateAvailability(c);
        if (c.action->isEnabled())
            return &c;
    }
    return nullptr;
}

QAction *TimelineCommands::commandFor(const QKeyEvent &event)
{
    return actionOf(lookUp(event));
}

bool TimelineCommands::looksAround(const QKeyEvent &event)
{
    if (KeyMap::inUse().command(&event))
        return true;
    const Command *const command = lookUp(event);
    return command && (command->line->traits & LooksAround) != 0;
}

void TimelineCommands::updateAvailability(const Command &command) const
{
    if (command.line->whyNot)
        setAvailable(command.action, command.line->whyNot(*this));
}

void TimelineCommands::updateAvailability(const QString &name) const
{
    if (const Command *const command = lookUp(name))
        updateAvailability(*command);
}

void TimelineCommands::addTo(QMenu *menu, std::initializer_list<const char *> names)
{
    for (const char *const name : names) {
        if (const Command *const command = name ? lookUp(QLatin1String(name)) : nullptr) {
            menu->addAction(command->action);
            updateAvailability(*command);
        } else {
            menu->addSeparator();
        }
    }
}

void TimelineCommands::retranslate()
{
    for (const Command &c : m_commands) {
        c.action->setText(tr(c.line->text));
        updateAvailability(c);
    }
}

bool TimelineCommands::hasSelection() const
{
    return timeline::isValid(*m_parts.data, m_parts.selectedSlice());
}

QString TimelineCommands::zoom(double factor, const QString &atTheLimit)
{
    return m_parts.navigator->zoomAt(m_parts.navigator->width() / 2.0, factor) ? QString() : atTheLimit;
}

QString TimelineCommands::step(int direction, bool sameName)
{
    if (!hasSelection())
        return selectFirst();
    if (m_parts.pane->canvas()->step(direction, sameName))
        return {};
    return sameName ? tr("There is no other slice of this name on this side of its row.")
                    : tr("There is no other slice on this side of its row.");
}

QString TimelineCommands::followChain(int direction)
{
    if (!hasSelection())
        return selectFirst();
    if (m_parts.pane->canvas()->followFlow(direction))
        return {};
    return direction > 0 ? tr("No line leads on from this slice.") : tr("No line leads to this slice.");
}

QString TimelineCommands::measureSlice()
{
    const auto span = m_parts.selectedSpan();
    const TimeWindow measured = m_parts.ruler->measure();
    if (!span && measured.isEmpty())
        return selectFirst();
    m_parts.ruler->setMeasure(span && measured != *span ? *span : TimeWindow());
    return {};
}

QString TimelineCommands::setLevelExpanded(bool expanded)
{
    const int count = m_parts.lanes->setLevelExpanded(expanded);
    if (expanded)
        return count > 0 ? tr("Unfolded %n lane(s)", nullptr, count) : tr("Everything is unfolded.");
    return count > 0 ? tr("Folded %n lane(s)", nullptr, count) : tr("Everything is folded.");
}

} // namespace rs

#include "moc_timelinecommands.cpp"
