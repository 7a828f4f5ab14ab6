// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

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

/// Text between the quotes of a JSON string, with its escapes resolved. What is no escape, or is half of a surrogate
/// pair, stays as it stands: some writers put paths of Windows between quotes as they are.
[[nodiscard]] std::string unescapeJson(std::string_view raw);

/// Replacements in a text, and the first byte of each kind.
struct JsonRepairs
{
    struct Of
    {
        qint64 count = 0;
        qint64 first = -1;
    };
    Of controls;
    Of utf8;
    Of numbers;
};
/// Texts alone, or also what only a whole document has: the mark at its begin, and numbers that are not finite.
enum class JsonRepair : quint8 { Texts, Document };
/// The text with everything replaced that a strict parser would stop at: control characters become escapes in strings,
/// blanks elsewhere; broken UTF-8 becomes U+FFFD.
[[nodiscard]] std::string repairedJson(std::string_view text, JsonRepair what, JsonRepairs &repairs);
/// Bytes that the repaired text takes at most.
[[nodiscard]] size_t mostOfRepairedJson(std::string_view text);

} // namespace rs
