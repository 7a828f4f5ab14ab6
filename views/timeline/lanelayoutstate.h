// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/timeline/lanelayout.h"

#include <QJsonObject>

#include <vector>

namespace rs {

/// Keeps a lane layout as JSON and brings it back. Lanes are named by rank, process and thread, because indices differ from
/// load to load; what belongs to a rank that is not loaded yet waits for it, and is kept when it never comes.
class LaneLayoutState : public QObject
{
    Q_OBJECT
public:
    LaneLayoutState(LaneLayout *layout, RunStore *runs, QObject *parent = nullptr);

    [[nodiscard]] QJsonObject save() const;
    /// Replaces the layout.
    void restore(const QJsonObject &state);
    /// Names that no loaded rank has, so far.
    [[nodiscard]] qsizetype waiting() const { return static_cast<qsizetype>(m_waiting.size()); }

private:
    struct Entry
    {
        QString list; ///< "hidden", "pins", "aliases", "heights"
        QJsonObject value;
    };
    [[nodiscard]] QJsonObject nameOf(const LaneKey &key) const;
    [[nodiscard]] std::optional<LaneKey> keyOf(const QJsonObject &name) const;
    void apply(const Entry &entry, const LaneKey &key);
    void resolve();
    void restoreFilter(const QJsonObject &filter);

    LaneLayout *m_layout;
    RunStore *m_runs;
    std::vector<Entry> m_waiting;
};

} // namespace rs
