// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/widgets/keymap.h"
#include "views/timeline/commands/timelineparts.h"

#include <QList>
#include <QObject>

#include <functional>
#include <optional>
#include <vector>

class QAction;
class QKeyEvent;
class QMenu;

namespace rs {

class GoToBox;
class MarkEditor;
class TimeShifts;

/// Commands of keys, menus and the command finder on the timeline: one action for each line of one table, which has its
/// name, text, keys and function. Object names ("timeline-fit") are stable; other shortcuts may be set on the actions.
/// They do nothing where they make no sense, and say why.
class TimelineCommands : public QObject
{
    Q_OBJECT
public:
    TimelineCommands(const TimelineParts &parts, GoToBox *goTo, MarkEditor *marks, TimeShifts *shifts,
                     QObject *parent = nullptr);

    /// Those that a menu of all commands lists; the others stand in the timeline's own menus.
    [[nodiscard]] QList<QAction *> listed() const;
    /// The same, groups of them parted by separators.
    void addListedTo(QMenu *menu) const;
    /// By its name without "timeline-"; null when there is none.
    [[nodiscard]] QAction *find(const QString &name) const;
    /// Adds commands in this order, a null pointer as a separator; says of each why it cannot be run now.
    void addTo(QMenu *menu, std::initializer_list<const char *> names);
    /// Says of a command why it cannot be run now.
    void updateAvailability(const QString &name) const;
    /// The one that a key runs; null: none.
    [[nodiscard]] QAction *commandFor(const QKeyEvent &event);
    /// Keys that move, zoom or clear the selection, and change nothing else: they may come from other docks too.
    [[nodiscard]] bool looksAround(const QKeyEvent &event);
    void retranslate();

    /// The keys that a preset gives to an action of this object name; nothing for actions of others.
    [[nodiscard]] static std::optional<QList<QKeySequence>> presetKeys(const QString &objectName, KeyPreset preset);
    /// Reason why offsets cannot be removed.
    [[nodiscard]] static QString nothingMoved() { return tr("Nothing is moved in time."); }

signals:
    /// Most often why there was nothing to do.
    void notice(const QString &text);
    void savePictureWanted();
    void copyPictureWanted();

private:
    struct Line
    {
        const char *name;
        const char *text; ///< for tr()
        const char *keys; ///< portable, parted by "; "
        quint8 traits;    ///< of Trait
        /// Gives a notice, most often why there was nothing to do, or nothing.
        std::function<QString(TimelineCommands &)> run;
        /// Gives why the command cannot be run now; null: it always can.
        std::function<QString(const TimelineCommands &)> whyNot = {};
        const char *perfettoKeys = nullptr; ///< null: as `keys`
    };
    /// LooksAround: the keys work with the focus anywhere in the window while the timeline can be seen. Everywhere: so
    /// they do while it cannot, and bring it to the front. Arranges: changes the lanes, as a step of the history.
    enum Trait : quint8 {
        Plain = 0,
        LooksAround = 1,
        Checkable = 2,
        OwnMenus = 4,
        NewGroup = 8,
        Everywhere = 16,
        Arranges = 32
    };
    struct Command
    {
        const Line *line;
        QAction *action;
    };
    [[nodiscard]] static const std::vector<Line> &table();
    [[nodiscard]] static QAction *actionOf(const Command *command) { return command ? command->action : nullptr; }
    [[nodiscard]] const Command *lookUp(const QString &name) const;
    [[nodiscard]] const Command *lookUp(const QKeyEvent &event);
    void run(const Line &line);
    void updateAvailability(const Command &command) const;
    [[nodiscard]] bool hasSelection() const;
    [[nodiscard]] QString zoom(double factor, const QString &atTheLimit);
    [[nodiscard]] QString step(int direction, bool sameName);
    [[nodiscard]] QString followChain(int direction);
    [[nodiscard]] QString measureSlice();
    [[nodiscard]] QString setLevelExpanded(bool expanded);
    [[nodiscard]] static QString wholeRunNote() { return tr("The whole run is in view."); }
    [[nodiscard]] static QString selectFirst() { return tr("Select a slice first: a click on it does."); }

    TimelineParts m_parts;
    GoToBox *m_goTo;
    MarkEditor *m_marks;
    TimeShifts *m_shifts;
    std::vector<Command> m_commands;
};

} // namespace rs
