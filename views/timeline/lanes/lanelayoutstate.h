// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/timeline/lanes/lanemodel.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QMap>

#include <map>
#include <optional>
#include <vector>

namespace rs {

/// Keeps the arrangement of lanes as JSON and brings it back: what the layout holds, what is unfolded in both panes,
/// and the user's own presets. Lanes are named by run, rank, process and thread, because indices differ from load to
/// load; what belongs to a rank that is not loaded yet waits for it, and is kept when it never comes. Presets name no
/// run: they serve every run whose ranks have lanes of the same names.
class LaneLayoutState : public QObject
{
    Q_OBJECT
public:
    LaneLayoutState(LaneLayout *layout, LaneModel *tree, LaneModel *pinned, RunStore *runs, QObject *parent = nullptr);

    [[nodiscard]] QJsonObject save() const;
    /// Replaces the layout, and adds presets. Entries that are broken are skipped and told with leftOut().
    void restore(const QJsonObject &state);
    /// Names that no loaded rank has, so far.
    [[nodiscard]] qsizetype waiting() const { return static_cast<qsizetype>(m_waiting.size()); }

    /// Arrangements that the user gave a name, in alphabetic order.
    [[nodiscard]] QStringList presets() const { return m_presets.keys(); }
    /// Keeps the present arrangement; one of that name is replaced.
    void keepPreset(const QString &name);
    void applyPreset(const QString &name);
    void forgetPreset(const QString &name);
    [[nodiscard]] QJsonArray presetsToJson() const;
    /// Adds to those that are there; one of the same name is replaced.
    void addPresets(const QJsonArray &presets);
    /// Name of the lane in a file; empty if it has none.
    [[nodiscard]] QJsonObject nameOf(const LaneKey &key) const;
    /// None while the rank is not loaded, and for names that nothing has.
    [[nodiscard]] std::optional<LaneKey> keyOf(const QJsonObject &name) const;

signals:
    void presetsChanged();
    void leftOut(const QStringList &what);

private:
    struct Entry
    {
        QString list; ///< "hidden", "pins", "order", …
        QJsonObject value;
    };
    [[nodiscard]] std::vector<LaneKey> keysOf(const QJsonValue &names) const;
    [[nodiscard]] QJsonArray namesOf(const std::vector<LaneKey> &keys) const;
    /// Each name that has no run, once for every open run with that rank.
    [[nodiscard]] QJsonArray inOpenRuns(const QJsonArray &names) const;
    [[nodiscard]] QJsonObject inOpenRuns(QJsonObject arrangement) const;
    [[nodiscard]] bool isBroken(const Entry &entry) const;
    [[nodiscard]] bool isGone(const Entry &entry) const;
    [[nodiscard]] bool hasTrace(const Entry &entry) const;
    [[nodiscard]] QJsonObject saveArrangement() const;
    void restoreArrangement(const QJsonObject &state);
    [[nodiscard]] std::vector<LaneKey> usedKeys(RankRef rank) const;
    void apply(const Entry &entry, const LaneKey &key);
    void resolve();
    void restoreFilter(const QJsonObject &filter);

    LaneLayout *m_layout;
    LaneModel *m_tree;
    LaneModel *m_pinned;
    RunStore *m_runs;
    std::vector<Entry> m_waiting;
    std::map<LaneKey, QJsonObject> m_names; // of lanes whose rank is not loaded now
    QMap<QString, QJsonObject> m_presets;
};

} // namespace rs
