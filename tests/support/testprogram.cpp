// SPDX-License-Identifier: Apache-2.0
#include "support/testprogram.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <string_view>

namespace rs::test {

namespace {

/// Made at first use, because registration runs before main() in any order.
std::map<std::string, RunClass, std::less<>> &classes()
{
    static std::map<std::string, RunClass, std::less<>> all;
    return all;
}

} // namespace

RegisteredClass::RegisteredClass(const char *source, RunClass run)
{
    std::string_view name(source);
    name.remove_prefix(name.rfind('/') + 1);
    name.remove_suffix(name.size() - std::min(name.rfind('.'), name.size()));
    classes().emplace(name, run);
}

} // namespace rs::test

int main(int argc, char **argv)
{
    const auto &all = rs::test::classes();
    const auto found = argc < 2 ? all.end() : all.find(std::string_view(argv[1]));
    if (found == all.end()) {
        std::fprintf(stderr, "usage: %s CLASS [QTEST-OPTION...] [FUNCTION...]\nClasses:\n", argv[0]);
        for (const auto &[name, run] : all)
            std::fprintf(stderr, "  %s\n", name.c_str());
        return 2;
    }
    // Qt Test sees the arguments as if the class were alone in its program.
    std::move(argv + 2, argv + argc + 1, argv + 1);
    return found->second(argc - 1, argv);
}
