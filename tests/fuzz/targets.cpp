// SPDX-License-Identifier: Apache-2.0
#include "fuzz/targets.h"

#include <algorithm>

namespace rs::fuzz {

std::span<const NamedTarget> targets()
{
    static constexpr NamedTarget all[] = {
        {"trace", fuzzTrace},         {"csv", fuzzCsv},         {"json", fuzzJson},
        {"discovery", fuzzDiscovery}, {"run", fuzzRun},         {"gzip", fuzzGzip},
        {"cache", fuzzCache},         {"session", fuzzSession}, {"database", fuzzDatabase},
    };
    return all;
}

Target findTarget(std::string_view name)
{
    const auto all = targets();
    const auto it = std::find_if(all.begin(), all.end(), [name](const NamedTarget &t) { return t.name == name; });
    return it == all.end() ? nullptr : it->run;
}

} // namespace rs::fuzz
