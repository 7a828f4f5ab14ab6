// SPDX-License-Identifier: Apache-2.0
#include "analysis/links/linkhosts.h"

#include "analysis/ranks/peeroutliers.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace rs {

namespace {

constexpr double leastFactor = 2;
constexpr double mostGap = 2; ///< between messages that are compared, by size

using LinkPlaces = std::vector<size_t>;
using HostPair = std::pair<int, int>;

// What connects two hosts, or the ranks of one.
struct Connection
{
    HostPair hosts;
    LinkPlaces links;
    double least = 0;
    double median = 0;
};

std::vector<Connection> connectionsOf(const std::vector<HostedLink> &alike, const LinkPlaces &of)
{
    std::map<HostPair, LinkPlaces> byHosts;
    for (const size_t i : of)
        byHosts[alike[i].hosts].push_back(i);
    std::vector<Connection> out;
    for (auto &[hosts, links] : byHosts) {
        if (std::ranges::all_of(
                links, [&alike, first = links.front()](size_t i) { return alike[i].ranks == alike[first].ranks; }))
            continue;
        std::vector<double> ratios;
        ratios.reserve(links.size());
        for (const size_t i : links)
            ratios.push_back(alike[i].ratio);
        const double least = *std::ranges::min_element(ratios);
        out.push_back({hosts, std::move(links), least, lowerMedian(std::move(ratios))});
    }
    return out;
}

bool shareAHost(const std::vector<const Connection *> &connections)
{
    const auto isEverywhere = [&](int host) {
        return std::ranges::all_of(
            connections, [host](const Connection *c) { return c->hosts.first == host || c->hosts.second == host; });
    };
    return isEverywhere(connections.front()->hosts.first) || isEverywhere(connections.front()->hosts.second);
}

SlowHosts slowOf(const std::vector<HostedLink> &alike, const LinkPlaces &ofASize)
{
    const std::vector<Connection> all = connectionsOf(alike, ofASize);
    if (all.size() < 2)
        return {};
    const auto byMedian = [](const Connection &a, const Connection &b) { return a.median < b.median; };
    const double quickest = std::ranges::min_element(all, byMedian)->median;
    std::vector<const Connection *> sound;
    std::vector<const Connection *> slow;
    double mostOfSound = 0;
    for (const Connection &c : all) {
        if (c.median < leastFactor * quickest) {
            sound.push_back(&c);
            mostOfSound = std::max(mostOfSound, c.median);
        }
    }
    for (const Connection &c : all) {
        if (c.least >= leastFactor * mostOfSound)
            slow.push_back(&c);
    }
    if (slow.empty() || (2 * sound.size() < all.size() && !shareAHost(slow)))
        return {};
    SlowHosts out;
    for (const Connection *c : slow)
        out.slow.insert(out.slow.end(), c->links.begin(), c->links.end());
    for (const Connection *c : sound)
        out.sound.insert(out.sound.end(), c->links.begin(), c->links.end());
    return out;
}

} // namespace

std::vector<SlowHosts> slowHosts(const std::vector<HostedLink> &alike)
{
    LinkPlaces bySize(alike.size());
    std::iota(bySize.begin(), bySize.end(), size_t{0});
    std::ranges::sort(bySize, [&](size_t a, size_t b) { return alike[a].messageMb < alike[b].messageMb; });
    std::vector<SlowHosts> out;
    for (auto first = bySize.begin(); first != bySize.end();) {
        auto last = first + 1;
        while (last != bySize.end() && alike[*last].messageMb <= mostGap * alike[*(last - 1)].messageMb)
            ++last;
        if (SlowHosts found = slowOf(alike, LinkPlaces(first, last)); !found.slow.empty())
            out.push_back(std::move(found));
        first = last;
    }
    return out;
}

} // namespace rs
