// SPDX-License-Identifier: Apache-2.0
#include "fuzz/targets.h"

#include <algorithm>
#include <vector>

namespace rs::fuzz {

namespace {

std::vector<NamedTarget> &known()
{
    static std::vector<NamedTarget> all{
        {"trace", fuzzTrace}, {"csv", fuzzCsv},     {"json", fuzzJson}, {"discovery", fuzzDiscovery}, {"run", fuzzRun},
        {"gzip", fuzzGzip},   {"cache", fuzzCache}, {"pack", fuzzPack}, {"database", fuzzDatabase},
    };
    return all;
}

} // namespace

std::span<const NamedTarget> targets()
{
    return known();
}

bool addTarget(const NamedTarget &target)
{
    known().push_back(target);
    return true;
}

Target findTarget(std::string_view name)
{
    const auto all = targets();
    const auto it = std::find_if(all.begin(), all.end(), [name](const NamedTarget &t) { return t.name == name; });
    return it == all.end() ? nullptr : it->run;
}

} // namespace rs::fuzz
