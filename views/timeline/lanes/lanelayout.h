// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/trace.h"
#include "views/state/runstore.h"

#include <QObject>
#include <QRegularExpression>
#include <QString>

#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace rs {

/// Identity of a display row while others come and go.
struct LaneKey
{
    enum class Type : quint8 { Rank, Process, Lane, Counter, Turn, Hidden, Derived, Host };
    /// Derived lanes: why the device is idle, launches outstanding, what of the critical path lies on the rank, what a
    /// rank moves over each type of link (bandwidth and bytes in flight of the first, of the second, …), and launch
    /// delays from here on, by stream.
    static constexpr quint32 derivedIdle = 0;
    static constexpr quint32 derivedOutstanding = 1;
    static constexpr quint32 derivedPath = 2;
    static constexpr quint32 derivedTraffic = 3;
    static constexpr quint32 derivedDelay = derivedTraffic + 16; ///< there are never that many types of links
    RankRef rank;
    Type type = Type::Rank;
    /// Notes below the tree: how many lanes are hidden by hand, and how many the filter leaves out.
    static constexpr quint32 hiddenByHand = 0;
    static constexpr quint32 hiddenByFilter = 1;
    quint32 id = 0; ///< process, lane or counter; of a turn: lane << 8 | turn; of a host: number of its name, no rank
    auto operator<=>(const LaneKey &) const = default;
};

/// Which lanes are shown; an empty part lets everything pass.
struct LaneFilter
{
    std::set<RankRef> ranks;
    std::set<ProcessKind> kinds;
    QString text; ///< regular expression over names of processes, lanes and counters, in either case
    bool operator==(const LaneFilter &) const = default;
    [[nodiscard]] bool isEmpty() const { return ranks.empty() && kinds.empty() && text.isEmpty(); }
};

/// Parts of the arrangement that a jump or the user changes, and that going back takes back.
struct LaneSight
{
    std::map<LaneKey, std::vector<LaneKey>> order; ///< of children, by parent
    std::set<LaneKey> hidden;
    std::set<LaneKey> exempt;
    LaneFilter filter;
    std::vector<LaneKey> pins;
    std::vector<std::vector<LaneKey>> merged;
    std::map<LaneKey, QString> aliases;
    bool operator==(const LaneSight &) const = default;
};

/// The user's arrangement of lanes: filter, hidden lanes, pins, other names, heights. Shared by the panes.
class LaneLayout : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    [[nodiscard]] const LaneFilter &filter() const { return m_filter; }
    /// A text that is no regular expression, or one that gives up, is taken literally. The filter holds for every lane
    /// of all runs that are open now.
    void setFilter(const LaneFilter &filter);
    /// Shows a run whole that was opened after lanes were filtered or hosts hidden, until the user does so again. False
    /// when nothing is filtered.
    bool exemptRun(int run);
    [[nodiscard]] const std::set<int> &exemptRuns() const { return m_exemptRuns; }
    [[nodiscard]] bool passes(RankRef rank) const
    {
        return m_filter.ranks.empty() || m_filter.ranks.contains(rank) || m_exemptRuns.contains(rank.run);
    }
    [[nodiscard]] bool passes(int run, ProcessKind kind) const
    {
        return m_filter.kinds.empty() || m_filter.kinds.contains(kind) || m_exemptRuns.contains(run);
    }
    [[nodiscard]] bool passesText(int run, const QString &process, const QString &lane) const;

    [[nodiscard]] bool isHidden(const LaneKey &key) const { return m_hidden.contains(key); }
    void setHidden(const std::vector<LaneKey> &keys, bool hidden);
    /// Nothing is hidden by hand from now on; the filter stays. False when nothing was.
    bool showHidden();
    /// Neither hidden by hand nor filtered.
    void showAll();
    /// Lanes of one rank that are shown although the filter leaves them out by kind or by name.
    [[nodiscard]] bool isExempt(const LaneKey &lane) const { return m_exempt.contains(lane); }
    [[nodiscard]] const std::set<LaneKey> &exempt() const { return m_exempt; }
    void setExempt(const std::vector<LaneKey> &lanes);
    /// Takes back whatever keeps these lanes of a rank from being shown, and nothing else: hidden are no longer
    /// `hidden` (they, or what holds them), the filter lets their rank pass, and it no longer holds for `lanes`.
    void show(RankRef rank, const std::vector<LaneKey> &hidden, const std::vector<LaneKey> &lanes);
    [[nodiscard]] const std::set<LaneKey> &hidden() const { return m_hidden; }

    [[nodiscard]] const std::vector<LaneKey> &pins() const { return m_pins; }
    [[nodiscard]] bool isPinned(const LaneKey &key) const;
    void pin(const std::vector<LaneKey> &keys);
    void unpin(const LaneKey &key);
    /// False when nothing was pinned.
    bool unpinAll();
    /// Moves a pin before the pin at `to`; `to` = number of pins: to the end.
    void movePin(const LaneKey &key, int to);

    /// `children` of a row in the order that the user gave them; those that came later follow in their own order.
    [[nodiscard]] std::vector<LaneKey> ordered(const LaneKey &parent, std::vector<LaneKey> children) const;
    void setOrder(const LaneKey &parent, const std::vector<LaneKey> &children);
    [[nodiscard]] bool hasOrder() const { return !m_order.empty(); }
    [[nodiscard]] const std::map<LaneKey, std::vector<LaneKey>> &order() const { return m_order; }
    void resetOrder();
    /// The parent of hosts, and of ranks that stand below none.
    [[nodiscard]] static LaneKey root() { return {}; }
    /// The same key for the same name, whatever runs come and go.
    [[nodiscard]] LaneKey hostKey(const QString &host);
    [[nodiscard]] QString hostOf(const LaneKey &key) const;

    /// Draws lanes as one, in the place of the first; lanes that were merged before leave their old company.
    void merge(const std::vector<LaneKey> &lanes);
    void unmerge(const LaneKey &lane);
    /// All lanes that are drawn as one with this one, the first in front; empty when it stands alone.
    [[nodiscard]] std::vector<LaneKey> mergedWith(const LaneKey &lane) const;
    [[nodiscard]] const std::vector<std::vector<LaneKey>> &merged() const { return m_merged; }

    /// Empty: the name of the trace.
    [[nodiscard]] QString alias(const LaneKey &key) const;
    void setAlias(const LaneKey &key, const QString &alias);
    [[nodiscard]] const std::map<LaneKey, QString> &aliases() const { return m_aliases; }
    /// Height of one nesting level of a lane, or `standard`.
    [[nodiscard]] int rowHeight(const LaneKey &key, int standard) const;
    void setRowHeight(const LaneKey &key, int pixels); ///< 0: the standard one again
    void resetRowHeights();                            ///< of all lanes
    [[nodiscard]] const std::map<LaneKey, int> &heights() const { return m_heights; }
    [[nodiscard]] LaneSight sight() const
    {
        return {m_order, m_hidden, m_exempt, m_filter, m_pins, m_merged, m_aliases};
    }
    void setSight(const LaneSight &sight);
    /// Change by the user's own hand: a step of the history, if the timeline has one.
    void byHand(const std::function<void()> &change) { m_recorder ? m_recorder(change) : change(); }
    void setRecorder(std::function<void(const std::function<void()> &)> recorder) { m_recorder = std::move(recorder); }
    /// As in the beginning.
    void clear();
    void forgetRun(int run);

signals:
    void changed();
    /// The expression took too long on a name: from here on it is looked for as it stands.
    void filterGaveUp();

private:
    void takeLiterally();
    void readExpression();

    std::function<void(const std::function<void()> &)> m_recorder;
    LaneFilter m_filter;
    std::set<int> m_exemptRuns; // runs
    QRegularExpression m_expression;
    mutable bool m_hasGivenUp = false;
    std::set<LaneKey> m_hidden;
    std::set<LaneKey> m_exempt;
    std::vector<LaneKey> m_pins;
    std::map<LaneKey, std::vector<LaneKey>> m_order; // by parent
    std::vector<std::vector<LaneKey>> m_merged;
    std::map<LaneKey, QString> m_aliases;
    std::map<LaneKey, int> m_heights;
    std::vector<QString> m_hosts; // by number
};

} // namespace rs
