// SPDX-License-Identifier: Apache-2.0
#include "importers/files/jsontext.h"

#include <QString>

#include <charconv>

namespace rs {

int hex4(std::string_view text, size_t at)
{
    unsigned value = 0;
    if (at + 4 > text.size())
        return -1;
    const auto [end, ec] = std::from_chars(text.data() + at, text.data() + at + 4, value, 16);
    return ec == std::errc() && end == text.data() + at + 4 ? static_cast<int>(value) : -1;
}

void appendControl(std::string &out, unsigned char c)
{
    static constexpr char hex[] = "0123456789abcdef";
    out += "\\u00";
    out += hex[c >> 4];
    out += hex[c & 15];
}

size_t utf8Length(std::string_view text, size_t at)
{
    const auto *const p = reinterpret_cast<const unsigned char *>(text.data()) + at;
    const size_t left = text.size() - at;
    const auto follows = [&](size_t i) { return i < left && (p[i] & 0xc0U) == 0x80U; };
    if (p[0] < 0x80)
        return 1;
    if (p[0] >= 0xc2 && p[0] <= 0xdf)
        return follows(1) ? 2 : 0;
    if (p[0] >= 0xe0 && p[0] <= 0xef) {
        if (!follows(1) || !follows(2) || (p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] > 0x9f))
            return 0;
        return 3;
    }
    if (p[0] >= 0xf0 && p[0] <= 0xf4) {
        if (!follows(1) || !follows(2) || !follows(3) || (p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] > 0x8f))
            return 0;
        return 4;
    }
    return 0;
}

std::string unescapeJson(std::string_view raw)
{
    std::string out;
    out.reserve(raw.size());
    for (size_t i = 0; i < raw.size(); ++i) {
        if (raw[i] != '\\') {
            out += raw[i];
            continue;
        }
        const char c = ++i < raw.size() ? raw[i] : '\0';
        switch (c) {
        case 'b':
            out += '\b';
            break;
        case 'f':
            out += '\f';
            break;
        case 'n':
            out += '\n';
            break;
        case 'r':
            out += '\r';
            break;
        case 't':
            out += '\t';
            break;
        case '"':
        case '\\':
        case '/':
            out += c;
            break;
        case 'u': {
            const auto add = [&out](int code) {
                const auto letter = static_cast<char32_t>(code);
                out += QString::fromUcs4(&letter, 1).toStdString();
            };
            const int code = hex4(raw, i + 1);
            const int low = code >= 0xd800 && raw.substr(i + 5, 2) == "\\u" ? hex4(raw, i + 7) : -1;
            if (code >= 0 && (code < 0xd800 || code >= 0xe000)) {
                add(code);
                i += 4;
            } else if (code >= 0 && code < 0xdc00 && low >= 0xdc00 && low < 0xe000) {
                add(0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00));
                i += 10;
            } else {
                out += "\\u";
            }
            break;
        }
        default:
            out += '\\';
            if (i < raw.size())
                out += c;
            break;
        }
    }
    return out;
}

} // namespace rs
