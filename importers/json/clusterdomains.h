// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/rundata.h"
#include "core/table/matrixlinks.h"
#include "core/text/importreport.h"

#include <QString>

#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace rs {

/// To which communication domain an operator of a cluster file belongs whose key names no group: by the ranks above it
/// and the end of a hash that its name may carry.
class ClusterDomains
{
public:
    explicit ClusterDomains(const std::vector<GroupInfo> &groups);

    /// Operators under the same ranks may name the group.
    void learn(const QString &above, const QString &hash);
    /// The hash of the one group of these ranks, the ranks themselves ("(0,1)", see isRankSetName()) where no group is
    /// known to have them, else empty: several fit. `above`: CommPlace::above; where it names no ranks, the group is
    /// looked for by `ranks`, which take part.
    [[nodiscard]] QString hashOf(const QString &above, const QString &name, std::initializer_list<int> ranks);
    /// True if the levels above an operator name its ranks, so that all under them are of one domain.
    [[nodiscard]] static bool namesRanks(const QString &above);
    /// An operator under it has named its group.
    [[nodiscard]] bool hasLearnt(const QString &above) const { return m_learnt.contains(above); }
    /// Groups that no file describes: domains that are called by their ranks, and if no file describes any, those whose
    /// ranks stand above operators.
    [[nodiscard]] std::vector<GroupInfo> undescribed() const;

private:
    using Ranks = std::vector<int>;

    [[nodiscard]] QString ofMembers(std::optional<int> end, const Ranks &members);

    std::map<Ranks, std::set<QString>> m_hashes;
    bool m_areDescribed = false;                                         ///< a file lists groups
    std::map<std::pair<std::optional<int>, Ranks>, QString> m_ofMembers; ///< as hashOf() has told before
    std::set<QString> m_learnt;                                          ///< above which operators
    QString m_learntAbove;                                               ///< operators of a domain stand together
    QString m_learntHash;
    std::set<Ranks> m_byRanks;
};

/// Links of a cluster matrix that are totals ("Total Op Info") without a group in their key. While the file is read,
/// operators behind them may name it still.
class NamelessTotals
{
public:
    /// The link `row` of the builder; `above` as in ClusterDomains::hashOf().
    void add(const QString &above, size_t row);
    /// Gives them their groups and says what became of those whose operators name none.
    void settle(ClusterDomains &domains, MatrixLinksBuilder &links, const QString &file, ImportReport &report) const;

private:
    struct Span
    {
        QString above;
        size_t first = 0;
        size_t behind = 0;
    };
    std::vector<Span> m_spans;
};

/// Notes how many operators whose keys name no group have a domain.
void noteNamelessOperators(qint64 known, qint64 unknown, const QString &file, ImportReport &report);

} // namespace rs
