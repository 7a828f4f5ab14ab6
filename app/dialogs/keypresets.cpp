// SPDX-License-Identifier: Apache-2.0
#include "app/dialogs/keypresets.h"

#include "app/dialogs/actionfinder.h"
#include "views/timeline/commands/timelinecommands.h"

#include <QMenu>
#include <QToolButton>

#include <algorithm>
#include <array>

namespace rs {

namespace {

/// Actions whose keys differ between the presets; every other action has the same key in both. Those of the timeline
/// stand in its table of commands.
struct PresetKeys
{
    const char *action;
    const char *mindStudio;
    const char *perfetto;
};
constexpr std::array presetKeys = {
    PresetKeys{"find", "Ctrl+F; /", "/; Ctrl+F"},
    PresetKeys{"finder", "Ctrl+Shift+P", "Ctrl+Shift+P; Ctrl+P"},
};

/// Without empty ones: a command whose keys were taken away has none.
QList<QKeySequence> sequencesOf(const QString &text)
{
    QList<QKeySequence> keys = QKeySequence::listFromString(text, QKeySequence::PortableText);
    keys.removeIf([](const QKeySequence &k) { return k.isEmpty(); });
    return keys;
}

} // namespace

KeyPresets::KeyPresets(KeyMap &keys, Settings &settings, QObject *parent)
    : QObject(parent), m_map(keys), m_settings(settings), m_preset(settings.keyPreset())
{
    const QMap<QString, QString> changed = settings.changedKeys();
    for (auto it = changed.begin(); it != changed.end(); ++it)
        m_changed[it.key()] = sequencesOf(it.value());
    for (const TimelineCommand &c : KeyMap::commands())
        m_commands.push_back({QLatin1String(c.id), [] { return tr("Timeline"); }, nullptr, &c, {}});
    apply();
}

void KeyPresets::adopt(const QList<QAction *> &actions, const std::function<QString()> &group)
{
    // Before the timeline's commands, which are always there.
    const auto timeline =
        std::find_if(m_commands.begin(), m_commands.end(), [](const Command &c) { return c.timeline; });
    std::vector<Command> more;
    for (QAction *const a : actions) {
        // Qt names the actions inside of its own widgets too.
        if (!a->objectName().isEmpty() && !a->objectName().startsWith(QLatin1String("_q_")) && !find(a->objectName()))
            more.push_back({a->objectName(), group, a, nullptr, a->shortcuts()});
    }
    m_commands.insert(timeline, more.begin(), more.end());
    apply();
}

const KeyPresets::Command *KeyPresets::find(const QString &id) const
{
    const auto at = std::find_if(m_commands.begin(), m_commands.end(), [&](const Command &c) { return c.id == id; });
    return at == m_commands.end() ? nullptr : &*at;
}

QList<QKeySequence> KeyPresets::standard(const Command &command) const
{
    if (command.timeline)
        return KeyMap::defaults(*command.timeline, m_preset);
    if (const auto keys = TimelineCommands::presetKeys(command.id, m_preset))
        return *keys;
    for (const PresetKeys &p : presetKeys) {
        if (command.id == QLatin1String(p.action))
            return sequencesOf(QLatin1String(m_preset == KeyPreset::MindStudio ? p.mindStudio : p.perfetto));
    }
    return command.own;
}

QList<QKeySequence> KeyPresets::keysOf(const Command &command) const
{
    const auto changed = m_changed.find(command.id);
    return changed == m_changed.end() ? standard(command) : changed->second;
}

QString KeyPresets::titleOf(const Command &command)
{
    if (command.timeline)
        return KeyMap::tr(command.timeline->title);
    if (!command.action)
        return command.id;
    // Entries of a submenu or of a menu of a tool bar need its name: each submenu has a "Follow the system".
    const QMenu *const menu = menuOf(command.action);
    const QWidget *const holder = menu ? menu->parentWidget() : nullptr;
    const bool inSubmenu = qobject_cast<const QMenu *>(holder) || qobject_cast<const QToolButton *>(holder);
    return inSubmenu ? actionPath(command.action) : plainActionText(command.action);
}

void KeyPresets::apply()
{
    for (const Command &c : m_commands) {
        if (c.timeline)
            m_map.setKeys(c.timeline->key, keysOf(c));
        else if (c.action && c.action->shortcuts() != keysOf(c))
            c.action->setShortcuts(keysOf(c));
    }
    emit changed();
}

void KeyPresets::setPreset(KeyPreset preset)
{
    if (preset == m_preset)
        return;
    m_preset = preset;
    m_settings.setKeyPreset(preset);
    apply();
}

bool KeyPresets::setKeys(const QString &id, const QList<QKeySequence> &keys)
{
    const Command *const command = find(id);
    if (!command)
        return false;
    if (keys == standard(*command))
        m_changed.erase(id);
    else
        m_changed[id] = keys;
    m_settings.setChangedKeys([this] {
        QMap<QString, QString> texts;
        for (const auto &[name, own] : m_changed)
            texts[name] = QKeySequence::listToString(own, QKeySequence::PortableText);
        return texts;
    }());
    apply();
    return true;
}

void KeyPresets::reset(const QString &id)
{
    if (const Command *const command = find(id))
        setKeys(id, standard(*command));
}

void KeyPresets::resetAll()
{
    m_changed.clear();
    m_settings.setChangedKeys({});
    apply();
}

std::vector<KeyEntry> KeyPresets::entries() const
{
    std::vector<KeyEntry> out;
    std::map<QKeySequence, std::vector<size_t>> users;
    for (const Command &c : m_commands) {
        if (!c.timeline && !c.action)
            continue;
        KeyEntry entry{c.id, c.group(), titleOf(c), keysOf(c), standard(c), {}};
        for (const QKeySequence &key : entry.keys)
            users[key].push_back(out.size());
        out.push_back(std::move(entry));
    }
    for (const auto &[key, who] : users) {
        for (const size_t a : who) {
            for (const size_t b : who) {
                if (a != b)
                    out[a].conflicts.append(out[b].title);
            }
        }
    }
    return out;
}

} // namespace rs

#include "moc_keypresets.cpp"
