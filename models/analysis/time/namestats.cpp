// SPDX-License-Identifier: Apache-2.0
#include "analysis/time/namestats.h"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace rs {

std::vector<NamePair> pairNames(const std::vector<NameStatistics> &kept, const std::vector<NameStatistics> &now)
{
    std::map<QString, NamePair> byName;
    for (const NameStatistics &s : kept) {
        NamePair &pair = byName[s.name];
        pair.keptCount += s.count;
        pair.keptNs += s.clippedNs;
    }
    for (const NameStatistics &s : now) {
        NamePair &pair = byName[s.name];
        pair.count += s.count;
        pair.nowNs += s.clippedNs;
    }
    std::vector<NamePair> out;
    out.reserve(byName.size());
    for (auto &[name, pair] : byName) {
        pair.name = name;
        out.push_back(std::move(pair));
    }
    std::ranges::stable_sort(out, [](const NamePair &a, const NamePair &b) {
        return std::abs(a.differenceNs()) > std::abs(b.differenceNs());
    });
    return out;
}

} // namespace rs
