// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/keymap.h"

#include <QKeyEvent>

#include <algorithm>

namespace rs {

namespace {

// Which letters carry Shift on purpose differs from layout to layout only for symbols.
bool isSymbol(int key)
{
    return key > Qt::Key_Space && key <= Qt::Key_AsciiTilde && !(key >= Qt::Key_A && key <= Qt::Key_Z) &&
           !(key >= Qt::Key_0 && key <= Qt::Key_9);
}

} // namespace

const std::vector<TimelineCommand> &KeyMap::commands()
{
    using K = TimelineKey;
    static const std::vector<TimelineCommand> all = {
        {K::ZoomIn, "timeline.zoomIn", QT_TR_NOOP("Zoom in"), "W", "W"},
        {K::ZoomOut, "timeline.zoomOut", QT_TR_NOOP("Zoom out"), "S", "S"},
        {K::PanLeft, "timeline.panLeft", QT_TR_NOOP("Move left"), "A; Left", "A; Left"},
        {K::PanRight, "timeline.panRight", QT_TR_NOOP("Move right"), "D; Right", "D; Right"},
        {K::ScrollUp, "timeline.scrollUp", QT_TR_NOOP("Scroll the lanes up"), "Up", "Up"},
        {K::ScrollDown, "timeline.scrollDown", QT_TR_NOOP("Scroll the lanes down"), "Down", "Down"},
        {K::PageUp, "timeline.pageUp", QT_TR_NOOP("Scroll a page up"), "PgUp", "PgUp"},
        {K::PageDown, "timeline.pageDown", QT_TR_NOOP("Scroll a page down"), "PgDown", "PgDown"},
        {K::Clear, "timeline.clear", QT_TR_NOOP("Clear the selection"), "Esc", "Esc"},
    };
    return all;
}

const std::vector<FixedGesture> &KeyMap::gestures()
{
    static const std::vector<FixedGesture> all = {
        {QT_TR_NOOP("1 to 9"), QT_TR_NOOP("Go to the bookmark of that number")},
        {QT_TR_NOOP("Alt+1 to Alt+9"), QT_TR_NOOP("Keep the window as the bookmark of that number")},
        {QT_TR_NOOP("Ctrl+wheel"), QT_TR_NOOP("Zoom at the cursor")},
        {QT_TR_NOOP("Shift+wheel"), QT_TR_NOOP("Move left or right")},
        {QT_TR_NOOP("Wheel"), QT_TR_NOOP("Scroll the lanes")},
        {QT_TR_NOOP("Drag"), QT_TR_NOOP("Select a box")},
        {QT_TR_NOOP("Alt+drag"), QT_TR_NOOP("Zoom to the dragged time")},
        {QT_TR_NOOP("Shift+drag, Ctrl+drag, middle button"), QT_TR_NOOP("Move")},
        {QT_TR_NOOP("Drag on the ruler"), QT_TR_NOOP("Measure a time")},
        {QT_TR_NOOP("Double click"), QT_TR_NOOP("Zoom to the slice")},
    };
    return all;
}

KeyMap::KeyMap(KeyPreset preset)
{
    for (const TimelineCommand &c : commands())
        m_keys[c.key] = defaults(c, preset);
}

namespace {
const KeyMap *mapInUse = nullptr;
}

const KeyMap &KeyMap::inUse()
{
    static const KeyMap builtIn;
    return mapInUse ? *mapInUse : builtIn;
}

void KeyMap::use(const KeyMap *keys)
{
    mapInUse = keys;
}

QList<QKeySequence> KeyMap::defaults(const TimelineCommand &command, KeyPreset preset)
{
    const char *const text = preset == KeyPreset::MindStudio ? command.mindStudio : command.perfetto;
    return QKeySequence::listFromString(QLatin1String(text), QKeySequence::PortableText);
}

QList<QKeySequence> KeyMap::keys(TimelineKey key) const
{
    const auto at = m_keys.find(key);
    return at == m_keys.end() ? QList<QKeySequence>() : at->second;
}

bool KeyMap::matches(const QKeySequence &keys, const QKeyEvent &event)
{
    const Qt::KeyboardModifiers modifiers = event.modifiers() & ~(Qt::KeypadModifier | Qt::GroupSwitchModifier);
    if (keys.count() != 1 || keys[0].key() != event.key())
        return false;
    return keys[0].keyboardModifiers() == modifiers ||
           (isSymbol(event.key()) && keys[0].keyboardModifiers() == (modifiers & ~Qt::ShiftModifier));
}

std::optional<TimelineKey> KeyMap::command(const QKeyEvent *event) const
{
    for (const auto &[command, sequences] : m_keys) {
        if (std::any_of(sequences.begin(), sequences.end(),
                        [event](const QKeySequence &k) { return matches(k, *event); }))
            return command;
    }
    return std::nullopt;
}

} // namespace rs
