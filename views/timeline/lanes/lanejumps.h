// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/timeline/lanes/lanelayout.h"

#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

namespace rs {

class LaneModel;

/// Changes of jumps to the lanes so that their target is seen, and of the user by hand: folds, order, hidden, filtered,
/// pinned, merged and renamed lanes. Going back undoes them, and nothing that changed at the same lanes since.
class LaneJumps
{
public:
    LaneJumps(LaneLayout *layout, LaneModel *tree) : m_layout(layout), m_tree(tree) {}

    /// Does what a jump does to the lanes, and keeps what that changed; false if that is nothing.
    bool record(const std::function<void()> &jump);
    /// Place among the jumps, for goTo(): grows with every jump that changes something.
    [[nodiscard]] qint64 at() const;
    /// Takes back the jumps after that one, or does those up to it again.
    void goTo(qint64 at);
    void forget();

private:
    template <typename Key, typename Value>
    using Changes = std::map<Key, std::pair<std::optional<Value>, std::optional<Value>>>; ///< before and after
    template <typename Value>
    using Change = std::optional<std::pair<Value, Value>>; ///< before and after
    using Member = std::monostate;
    struct Jump
    {
        qint64 number = 0;
        Changes<LaneKey, bool> folds;
        Changes<LaneKey, std::vector<LaneKey>> order;
        Changes<LaneKey, Member> hidden;
        Changes<LaneKey, Member> exempt;
        Changes<RankRef, Member> ranks;
        Changes<LaneKey, QString> aliases;
        Change<std::set<ProcessKind>> kinds;
        Change<QString> text;
        Change<std::vector<LaneKey>> pins;
        Change<std::vector<std::vector<LaneKey>>> merged;
        [[nodiscard]] bool isEmpty() const
        {
            return folds.empty() && order.empty() && hidden.empty() && exempt.empty() && ranks.empty() &&
                   aliases.empty() && !kinds && !text && !pins && !merged;
        }
    };
    void apply(const Jump &jump, bool back);

    LaneLayout *m_layout;
    LaneModel *m_tree;
    std::vector<Jump> m_jumps;
    size_t m_done = 0; ///< of them; the others were taken back
    qint64 m_last = 0; ///< number that was given last; none is given twice
};

} // namespace rs
