// SPDX-License-Identifier: Apache-2.0
#include "importers/json/jsontokens.h"

#include <charconv>
#include <cstring>
#include <new>

namespace rs {

namespace {

constexpr int DeepestValue = 64;

} // namespace

void JsonTokens::reserve(size_t bytes)
{
    if (m_parser && m_parser->capacity() >= bytes)
        return;
    m_parser.reset();
    if (simdjson::get_active_implementation()->create_dom_parser_implementation(bytes, DeepestValue, m_parser) !=
        simdjson::SUCCESS) {
        m_parser.reset();
        throw std::bad_alloc();
    }
}

bool JsonTokens::start(std::string_view text)
{
    reserve(text.size());
    m_unescaped.clear();
    m_text = text.data();
    if (m_parser->stage1(reinterpret_cast<const uint8_t *>(m_text), text.size(), simdjson::stage1_mode::regular) !=
        simdjson::SUCCESS)
        return false;
    m_next = m_parser->structural_indexes.get();
    return true;
}

std::string_view JsonTokens::numberText() const
{
    const char *end = at();
    while ((*end >= '0' && *end <= '9') || *end == '.' || *end == '-' || *end == '+' || *end == 'e' || *end == 'E')
        ++end;
    return {at(), static_cast<size_t>(end - at())};
}

bool JsonTokens::skip(int depth)
{
    std::string_view text;
    double number = 0;
    if (isAt('"'))
        return this->text(text);
    if (isAtNumber())
        return this->number(number);
    for (const std::string_view word : {"null", "true", "false"}) {
        if (std::memcmp(at(), word.data(), word.size()) == 0 &&
            std::string_view(",]} \t\r\n").find(at()[word.size()]) != std::string_view::npos) {
            ++m_next;
            return true;
        }
    }
    const bool isObject = take('{');
    if (depth == DeepestValue || (!isObject && !take('[')))
        return false;
    const char end = isObject ? '}' : ']';
    if (take(end))
        return true;
    do {
        if ((isObject && (!key(text) || isRefused(text))) || !skip(depth + 1))
            return false;
    } while (take(','));
    return take(end);
}

bool JsonTokens::anyNumber(const char *first, double &out) const
{
    // simdjson 3.0 knows what a number is, and loses digits behind the 19th.
    return simdjson::SIMDJSON_BUILTIN_IMPLEMENTATION::numberparsing::parse_double(
               reinterpret_cast<const uint8_t *>(first))
                   .get(out) == simdjson::SUCCESS &&
           std::from_chars(first, at(), out).ec == std::errc();
}

bool JsonTokens::unescape(const char *first, std::string_view &out)
{
    const char *end = first;
    for (; *end != '"'; ++end)
        end += *end == '\\' ? 1 : 0;
    std::string &text = m_unescaped.emplace_back(static_cast<size_t>(end - first) + Padding, '\0');
    auto *const begin = reinterpret_cast<uint8_t *>(text.data());
    const uint8_t *const behind = m_parser->parse_string(reinterpret_cast<const uint8_t *>(first), begin);
    out = {text.data(), behind ? static_cast<size_t>(behind - begin) : 0};
    return behind != nullptr;
}

} // namespace rs
