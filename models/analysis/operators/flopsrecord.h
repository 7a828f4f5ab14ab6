// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace rs {

/// Operations of a record of the framework (with_flops), a range of mstx called such as "68719476736-torch.mm"; nothing
/// for other names.
[[nodiscard]] inline std::optional<double> recordedOperations(std::string_view name)
{
    std::uint64_t value = 0;
    const auto [end, ec] = std::from_chars(name.data(), name.data() + name.size(), value);
    if (ec != std::errc() || value == 0 || end == name.data() + name.size() || *end != '-')
        return std::nullopt;
    return static_cast<double>(value);
}

} // namespace rs
