// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/session/settings.h"
#include "views/widgets/keymap.h"

#include <QAction>
#include <QObject>
#include <QPointer>

#include <map>
#include <vector>

namespace rs {

/// One command that keys can run: an action of the menus or a command of the timeline.
struct KeyEntry
{
    QString id;    ///< object name of the action, or TimelineCommand::id
    QString group; ///< translated: the menu, or the timeline
    QString title; ///< translated
    QList<QKeySequence> keys;
    QList<QKeySequence> standard; ///< of the chosen preset
    QStringList conflicts;        ///< titles of other commands that one of its keys would run too
    [[nodiscard]] bool isChanged() const { return keys != standard; }
};

/// The one registry of keys: what the preset gives, what the user changed, and what follows for actions and the
/// timeline. Menus, the command finder and the list of keys all show what stands here.
class KeyPresets : public QObject
{
    Q_OBJECT
public:
    /// `keys` is what the timeline asks; both outlive this object.
    KeyPresets(KeyMap &keys, Settings &settings, QObject *parent = nullptr);

    /// Named actions join the registry; the keys that they have now are those of the presets, but for what presetKeys()
    /// says. `group` is asked whenever the list is made, because the language may change.
    void adopt(const QList<QAction *> &actions, const std::function<QString()> &group);

    [[nodiscard]] KeyPreset preset() const { return m_preset; }
    void setPreset(KeyPreset preset);
    /// An empty list takes every key away; false for an unknown command.
    bool setKeys(const QString &id, const QList<QKeySequence> &keys);
    /// Back to the preset.
    void reset(const QString &id);
    void resetAll();

    /// In the order of menus, then the timeline.
    [[nodiscard]] std::vector<KeyEntry> entries() const;

signals:
    void changed();

private:
    struct Command
    {
        QString id;
        std::function<QString()> group;
        QPointer<QAction> action; ///< null: a command of the timeline
        const TimelineCommand *timeline = nullptr;
        QList<QKeySequence> own; ///< of an action when it was adopted
    };
    [[nodiscard]] const Command *find(const QString &id) const;
    [[nodiscard]] QList<QKeySequence> standard(const Command &command) const;
    [[nodiscard]] QList<QKeySequence> keysOf(const Command &command) const;
    [[nodiscard]] static QString titleOf(const Command &command);
    void apply();

    KeyMap &m_map;
    Settings &m_settings;
    KeyPreset m_preset;
    std::vector<Command> m_commands;
    std::map<QString, QList<QKeySequence>> m_changed;
};

} // namespace rs
