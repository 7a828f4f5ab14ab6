// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

#include <map>
#include <optional>
#include <vector>

namespace rs {

/// The communication domains of a run: what communication files of the loaded ranks and of the cluster mention, joined
/// with parallel_group_info and communication_group.json on the double hash. Collective before p2p, then by first rank,
/// more ranks first, then by label. A domain is p2p when all of its operators are; without operators, when its
/// description says so. Domains of equal ranks and different hash stay distinct. Lanes of loaded traces name the
/// communicators that no file describes. Empty when cancelled.
[[nodiscard]] std::vector<Domain> domains(const Run &run, const JobContext &job = JobContext());

/// By label (of a group without a name: with any of its ranks), group name, hash, or pg_name of only one; null: none.
[[nodiscard]] const Domain *findDomain(const std::vector<Domain> &all, QStringView text);
const Domain *findDomain(std::vector<Domain> &&all, QStringView text) = delete;

/// DomainChoice::label() of what `text` chooses of the run; empty when it names no domain.
[[nodiscard]] QString domainLabel(const Run &run, QStringView text);

/// The domain that a lane of the trace calls by its communicator ("Group NAME Communication"), from the descriptions of
/// groups alone, so before any communication file is read. Nothing where they give it no name.
[[nodiscard]] std::optional<Domain> describedDomain(const Run &run, const RankData &rank, const QString &lane);
/// Its label; empty where there is none.
[[nodiscard]] QString domainOfLane(const Run &run, const RankData &rank, const QString &lane);

/// The domains of a run by their hash. Of no use when cancelled.
class DomainIndex
{
public:
    explicit DomainIndex(const Run &run, const JobContext &job = JobContext());
    [[nodiscard]] const std::vector<Domain> &all() const { return m_all; }
    /// Null when there is none.
    [[nodiscard]] const Domain *find(const QString &hash) const;
    /// Position in all(); behind the last for a hash that none of them has.
    [[nodiscard]] int order(const QString &hash) const;
    /// Label of the domain, the hash itself where there is none. The same text each time: it names every rank of the
    /// domain, and each link and operator shows it.
    [[nodiscard]] QString label(const QString &hash) const;

private:
    std::vector<Domain> m_all;
    std::vector<QString> m_labels;
    std::map<QString, int> m_byHash;
};

/// Local rank inside a group to global rank: parallel_group_info where it exists, else the rank whose file holds the
/// link k-k, or without one the links from k alone, unless two ranks' files do. Of no use when cancelled.
class RankMapping
{
public:
    explicit RankMapping(const Run &run, const JobContext &job = JobContext());
    [[nodiscard]] std::optional<int> global(const QString &hash, int local) const;
    /// Ranks of all places in a domain; null if none is known.
    [[nodiscard]] const std::map<int, int> *group(const QString &hash) const;

private:
    std::map<QString, std::map<int, int>> m_global;
};

/// A link with its ends as global ranks where the mapping is known; valid while the run is.
struct ResolvedLink
{
    MatrixLinkRef link; ///< as the file has it
    int source = -1;
    int destination = -1;
    bool global = false; ///< false: source and destination are indices inside the group
};

/// Gives links their ranks, one after the other; valid while the mapping is.
class LinkResolver
{
public:
    explicit LinkResolver(const RankMapping &mapping) : m_mapping(mapping) {}
    [[nodiscard]] ResolvedLink of(const MatrixLinkRef &link);

private:
    const RankMapping &m_mapping;
    std::optional<MatrixLinkRef> m_last; // whose domain is that of the next ones, mostly
    const std::map<int, int> *m_group = nullptr;
};

} // namespace rs
