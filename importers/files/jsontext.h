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

/// Length of the valid UTF-8 sequence at byte `at`, 0 when there is none. Precondition: at < text.size().
[[nodiscard]] size_t utf8Length(std::string_view text, size_t at);

/// Value of the four hexadecimal digits at `at`, -1 when they are not.
[[nodiscard]] int hex4(std::string_view text, size_t at);

/// The escape of a control character: "\u001f".
void appendControl(std::string &out, unsigned char c);

/// Text between the quotes of a JSON string, with its escapes resolved. What is no escape, or is half of a surrogate
/// pair, stays as it stands: some writers put paths of Windows between quotes as they are.
[[nodiscard]] std::string unescapeJson(std::string_view raw);

} // namespace rs
