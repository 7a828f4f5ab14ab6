// SPDX-License-Identifier: Apache-2.0
#include "views/keymap.h"

#include <QKeyEvent>

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
        {K::Fit, "timeline.fit", QT_TR_NOOP("Show everything"), "Ctrl+0; Home", "Ctrl+0; Home"},
        {K::Focus, "timeline.focus", QT_TR_NOOP("Zoom to the selection; again: show everything"), "Shift+Z; Z; F", "F"},
        {K::Back, "timeline.back", QT_TR_NOOP("Back to the window before"), "Backspace", "Backspace"},
        {K::Clear, "timeline.clear", QT_TR_NOOP("Clear the selection"), "Esc", "Esc"},
        {K::NextInLane, "timeline.next", QT_TR_NOOP("Next slice of the lane"), ".", "."},
        {K::PreviousInLane, "timeline.previous", QT_TR_NOOP("Previous slice of the lane"), ",", ","},
        {K::NextOfName, "timeline.nextOfName", QT_TR_NOOP("Next slice of the same name"), "Shift+.; >", "Shift+.; >"},
        {K::PreviousOfName, "timeline.previousOfName", QT_TR_NOOP("Previous slice of the same name"), "Shift+,; <", "Shift+,; <"},
        {K::FlowForward, "timeline.flowForward", QT_TR_NOOP("Follow the connection forward"), "]", "]"},
        {K::FlowBack, "timeline.flowBack", QT_TR_NOOP("Follow the connection back"), "[", "["},
        {K::Flag, "timeline.flag", QT_TR_NOOP("Put a flag, or a pair of flags around the selection"), "K", "K"},
        {K::Measure, "timeline.measure", QT_TR_NOOP("Measure the selection"), "M", "M"},
        {K::MarkSelection, "timeline.markSelection", QT_TR_NOOP("Mark the selection for good"), "Shift+M", "Shift+M"},
        {K::GoTo, "timeline.goTo", QT_TR_NOOP("Go to a time"), "Ctrl+G", "Ctrl+G"},
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

const KeyMap &KeyMap::builtIn()
{
    static const KeyMap map;
    return map;
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

std::optional<TimelineKey> KeyMap::command(const QKeyEvent *event) const
{
    const Qt::KeyboardModifiers modifiers = event->modifiers() & ~(Qt::KeypadModifier | Qt::GroupSwitchModifier);
    const auto find = [this](QKeyCombination combination) -> std::optional<TimelineKey> {
        for (const auto &[key, sequences] : m_keys) {
            if (sequences.contains(QKeySequence(combination)))
                return key;
        }
        return std::nullopt;
    };
    const auto key = static_cast<Qt::Key>(event->key());
    const auto exact = find(QKeyCombination(modifiers, key));
    if (exact || !(modifiers & Qt::ShiftModifier) || !isSymbol(event->key()))
        return exact;
    return find(QKeyCombination(modifiers & ~Qt::ShiftModifier, key));
}

} // namespace rs
