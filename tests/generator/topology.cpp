// SPDX-License-Identifier: Apache-2.0
#include "topology.h"

#include "core/run/rundata.h"
#include "prng.h"

#include <algorithm>
#include <cmath>

namespace rs::gen {

int Group::localIndex(int rank) const
{
    const auto it = std::lower_bound(ranks.begin(), ranks.end(), rank);
    return it != ranks.end() && *it == rank ? static_cast<int>(it - ranks.begin()) : -1;
}

Topology::Topology(const GeneratorOptions &o) : m_tp(o.tp), m_dp(o.dp()), m_nodeSize(o.nodeSize)
{
    m_groupOf.assign(static_cast<size_t>(o.ranks), {-1, -1, -1, -1, -1});
    const auto add = [&](GroupRole role, const char *name, std::vector<int> ranks) {
        if (ranks.size() < 2)
            return;
        Group g;
        g.role = role;
        g.pgName = name;
        const int root = ranks.front();
        const quint64 stamp = 1762157700000000ULL + mix64(o.seed ^ (m_groups.size() << 8)) % 90000000ULL;
        g.commName = "10.20." + std::to_string(nodeOf(root) / 200) + "." + std::to_string(10 + nodeOf(root) % 200) +
                     "%enp189s0f0_" + std::to_string(60000 + deviceOf(root)) + "_" + std::to_string(m_groups.size()) +
                     "_" + std::to_string(stamp);
        g.hash = groupHash(QString::fromStdString(g.commName)).toStdString();
        const std::string digits = g.hash.size() > 3 ? g.hash.substr(g.hash.size() - 3) : g.hash;
        g.suffix = std::to_string(std::stoi(digits));
        for (const int r : ranks)
            m_groupOf[static_cast<size_t>(r)][static_cast<size_t>(role)] = static_cast<int>(m_groups.size());
        g.ranks = std::move(ranks);
        m_groups.push_back(std::move(g));
    };

    std::vector<int> all;
    for (int r = 0; r < o.ranks; ++r)
        all.push_back(r);
    add(GroupRole::World, "hccl_world_group", all);
    for (int base = 0; base < o.ranks; base += m_tp) {
        std::vector<int> ranks;
        for (int t = 0; t < m_tp; ++t)
            ranks.push_back(base + t);
        add(GroupRole::Tp, "tp", std::move(ranks));
    }
    for (int stage = 0; stage < o.pp; ++stage) {
        for (int t = 0; t < m_tp; ++t) {
            std::vector<int> ranks;
            for (int d = 0; d < m_dp; ++d)
                ranks.push_back(stage * stageStride() + d * m_tp + t);
            add(GroupRole::Dp, "dp", std::move(ranks));
        }
    }
    for (int r = 0; r < stageStride(); ++r) {
        std::vector<int> ranks;
        for (int stage = 0; stage < o.pp; ++stage)
            ranks.push_back(stage * stageStride() + r);
        add(GroupRole::Pp, "pp", std::move(ranks));
    }
    // The experts of a layer lie on the ranks that share its data.
    const std::vector<Group> dense = m_groups;
    for (const Group &g : dense) {
        if (o.experts && g.role == GroupRole::Dp)
            add(GroupRole::Ep, "exp", g.ranks);
    }
}

LinkType Topology::link(int source, int destination) const
{
    if (source == destination)
        return LinkType::Local;
    return nodeOf(source) == nodeOf(destination) ? LinkType::Hccs : LinkType::Rdma;
}

qint64 Topology::transferNs(int source, int destination, qint64 bytes, quint64 noise, double slowdown) const
{
    // Bytes per nanosecond are GB/s. Small messages do not reach the peak: half of it at `half` bytes.
    double peak = 520;
    double half = 64 << 10;
    qint64 latency = 600;
    switch (link(source, destination)) {
    case LinkType::Local:
        break;
    case LinkType::Hccs:
        peak = 18.4;
        half = 120 << 10;
        latency = 900;
        break;
    case LinkType::Rdma:
        peak = 11.6;
        half = 900 << 10;
        latency = 4500;
        break;
    }
    const double size = static_cast<double>(bytes);
    Prng jitter(noise);
    const double bandwidth = peak * size / (size + half) * (1 + 0.025 * jitter.bell()) / slowdown;
    return latency + (bytes > 0 ? static_cast<qint64>(std::llround(size / bandwidth)) : 0);
}

} // namespace rs::gen
