// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace rs {

/// White space between the tokens of JSON.
[[nodiscard]] inline bool isBlank(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/// Text between the quotes of a JSON string, with its escapes resolved; broken ones become U+FFFD.
[[nodiscard]] std::string unescapeJson(std::string_view raw);

} // namespace rs
