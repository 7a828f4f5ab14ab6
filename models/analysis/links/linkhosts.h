// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace rs {

/// A link between two hosts, or inside one, as it is held against links between others.
struct HostedLink
{
    std::pair<int, int> hosts; ///< the smaller number first; the same twice: inside of one
    std::pair<int, int> ranks; ///< likewise
    double messageMb = 0;
    double ratio = 1; ///< measured / expected of its type
};

/// Places in what was given.
struct SlowHosts
{
    std::vector<size_t> slow;
    std::vector<size_t> sound; ///< beside which they are slow
};

/// Where all links of a host, or between two, take at least twice as long as those of the others, messages of about
/// their size. `alike`: links that do the same, in domains of one shape. A host is known by two pairs of ranks at
/// least. Those that are slow are fewer than the sound ones, or as many, or they have a host in common: of others
/// nobody could tell which of them are the odd ones. Factors below two are what networks of several tiers differ by.
[[nodiscard]] std::vector<SlowHosts> slowHosts(const std::vector<HostedLink> &alike);

} // namespace rs
