// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model.h"
#include "options.h"

#include <array>
#include <string>
#include <vector>

namespace rs::gen {

enum class LinkType : quint8 { Local, Hccs, Rdma };

/// A communicator.
struct Group
{
    GroupRole role = GroupRole::World;
    std::vector<int> ranks; ///< global, ascending
    std::string commName;   ///< "10.20.0.10%enp189s0f0_60000_0_1762157700123456"
    std::string pgName;     ///< "hccl_world_group", "tp", "dp", "pp"
    std::string hash;       ///< decimal double hash of commName
    std::string suffix;     ///< the last three digits of the hash, as operator names carry them
    [[nodiscard]] int localIndex(int rank) const;
};

/// Who talks with whom over what. Rank r sits at tp = r mod TP, dp = (r div TP) mod DP, pp = r div (TP·DP).
class Topology
{
public:
    explicit Topology(const GeneratorOptions &options);

    [[nodiscard]] const std::vector<Group> &groups() const { return m_groups; }
    /// Index of the rank's group of that role, or -1 where it would have one member.
    [[nodiscard]] int groupOf(int rank, GroupRole role) const
    {
        return m_groupOf[static_cast<size_t>(rank)][static_cast<size_t>(role)];
    }
    [[nodiscard]] int stageOf(int rank) const { return rank / (m_tp * m_dp); }
    [[nodiscard]] int stageStride() const { return m_tp * m_dp; }
    [[nodiscard]] int nodeOf(int rank) const { return rank / m_nodeSize; }
    [[nodiscard]] int deviceOf(int rank) const { return rank % m_nodeSize; }
    [[nodiscard]] LinkType link(int source, int destination) const;
    /// Time that `bytes` take from source to destination; `noise` picks the jitter. `slowdown` divides the bandwidth.
    [[nodiscard]] qint64 transferNs(int source, int destination, qint64 bytes, quint64 noise, double slowdown) const;

private:
    int m_tp = 1;
    int m_dp = 1;
    int m_nodeSize = 8;
    std::vector<Group> m_groups;
    std::vector<std::array<int, groupRoles>> m_groupOf;
};

} // namespace rs::gen
