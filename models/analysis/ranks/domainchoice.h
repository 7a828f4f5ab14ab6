// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/ranks/domains.h"
#include "core/base/ids.h"
#include "core/run/rundata.h"

#include <QSet>
#include <QString>
#include <QStringList>

#include <vector>

namespace rs {

/// Purpose of a domain, by the name that the framework gives its group: "tp", "pp", "dp", "cp" or "ep"; empty if it has
/// no name or another.
[[nodiscard]] QString purposeOf(const Domain &domain);
/// The kinds by which several domains are chosen as one: the purposes, then "collective" and "p2p".
[[nodiscard]] const QStringList &domainKinds();
[[nodiscard]] bool isOfKind(const Domain &domain, const QString &kind);

/// The domains that a question is about: all of a run, those of a kind, or one.
class DomainChoice
{
public:
    /// All.
    DomainChoice() = default;
    /// `text`: empty for all; one of domainKinds() of which there are domains, unless a group is called so; else what
    /// findDomain() knows a domain by. A text that names none is the hash or the lane of operators without a domain.
    DomainChoice(const std::vector<Domain> &all, const QString &text);

    [[nodiscard]] bool isAll() const { return m_text.isEmpty(); }
    /// One is named, or a kind of which there is only one.
    [[nodiscard]] bool isOne() const { return m_hashes.size() == 1; }
    [[nodiscard]] bool has(const QString &hash) const
    {
        return isAll() || (m_last == hash && !hash.isNull()) || m_hashes.contains(hash);
    }
    /// By its domains: no rank is of a choice that names none of them.
    [[nodiscard]] bool hasRank(int rank) const { return isAll() || m_ranks.contains(rank); }
    /// Which ranks the chosen domains have is known, not only which of them were seen.
    [[nodiscard]] bool areRanksKnown() const { return m_areRanksKnown; }
    /// Any of its domains is known.
    [[nodiscard]] bool isKnown() const { return m_isKnown; }
    /// Any rank of its domains is known.
    [[nodiscard]] bool hasRanks() const { return !m_ranks.isEmpty(); }
    /// For operators of which only the label of their domain is at hand.
    [[nodiscard]] bool hasLabel(const QString &label) const { return isAll() || m_labels.contains(label); }
    /// Label of one domain, else the text: finds the same domains of another run, whose hashes differ.
    [[nodiscard]] const QString &label() const { return m_label; }

private:
    QString m_text;
    QString m_label;
    QString m_last; ///< last of the hashes: mostly there is no other
    QSet<QString> m_hashes;
    QSet<QString> m_labels;
    QSet<int> m_ranks;
    bool m_isKnown = false;
    bool m_areRanksKnown = false;
};

// Operators in traces of which no file tells the domain: tables call it as their lane is called.

/// DomainIndex::label() of operators on a lane; what the lane is called where there is no such domain.
[[nodiscard]] QString domainLabel(const DomainIndex &known, const QString &hash, const Trace &trace, LaneId lane);
/// Operators of that sequence on that lane are chosen: by their domain or, where there is none, by the lane.
[[nodiscard]] bool isChosen(const DomainChoice &choice, const DomainIndex &known, const QString &hash,
                            const Trace &trace, LaneId lane);
/// Choices beside domains: such lanes ("Group 0 Communication") and the keys of their sequences ("?295", see
/// collectiveSequences()), each once. Empty when cancelled.
[[nodiscard]] QStringList unknownDomains(const Run &run, const JobContext &job = JobContext());

} // namespace rs
