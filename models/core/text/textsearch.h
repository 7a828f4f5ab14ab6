// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rs {

/// std::string_view has this from C++23 on.
[[nodiscard]] inline bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

/// Text behind the last slash: "a/b/MatMul" -> "MatMul".
[[nodiscard]] inline std::string_view lastPart(std::string_view name)
{
    return name.substr(name.rfind('/') + 1);
}

} // namespace rs
