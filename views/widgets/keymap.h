// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>
#include <QKeySequence>
#include <QList>
#include <QString>

#include <map>
#include <optional>
#include <vector>

class QKeyEvent;

namespace rs {

/// Keys that users of other tools bring along.
enum class KeyPreset : quint8 { MindStudio, Perfetto };

/// Function of a key on the timeline while it is held or pressed. Commands that are QActions are not here: they have
/// their own keys.
enum class TimelineKey : quint8 {
    ZoomIn,
    ZoomOut,
    PanLeft,
    PanRight,
    ScrollUp,
    ScrollDown,
    PageUp,
    PageDown,
    Clear,
};

/// One command of the timeline and its keys. Texts of keys are portable, several are parted by "; ".
struct TimelineCommand
{
    TimelineKey key;
    const char *id;    ///< stable: the settings use it
    const char *title; ///< English, for KeyMap::tr()
    const char *mindStudio;
    const char *perfetto;
};

/// A mouse gesture, or keys that cannot be changed: shown in the list of keys only.
struct FixedGesture
{
    const char *gesture; ///< English, for KeyMap::tr()
    const char *title;
};

/// Which keys run which command of the timeline and of all pictures over time. The application changes it as the user
/// chose; views ask the one in use.
class KeyMap
{
    Q_DECLARE_TR_FUNCTIONS(rs::KeyMap)
public:
    explicit KeyMap(KeyPreset preset = KeyPreset::MindStudio);
    /// Keys of the application as the user chose them, else the program's own.
    [[nodiscard]] static const KeyMap &inUse();
    /// It outlives all views; null: the program's own.
    static void use(const KeyMap *keys);

    /// In the order in which people read them.
    [[nodiscard]] static const std::vector<TimelineCommand> &commands();
    [[nodiscard]] static const std::vector<FixedGesture> &gestures();
    [[nodiscard]] static QList<QKeySequence> defaults(const TimelineCommand &command, KeyPreset preset);

    [[nodiscard]] QList<QKeySequence> keys(TimelineKey key) const;
    void setKeys(TimelineKey key, const QList<QKeySequence> &keys) { m_keys[key] = keys; }
    /// The command that a key event stands for. Symbols that need Shift on the keyboard match with and without it.
    [[nodiscard]] std::optional<TimelineKey> command(const QKeyEvent *event) const;
    /// Whether the event is that key; a sign that needs Shift on one keyboard needs none on another.
    [[nodiscard]] static bool matches(const QKeySequence &keys, const QKeyEvent &event);

private:
    std::map<TimelineKey, QList<QKeySequence>> m_keys;
};

} // namespace rs
