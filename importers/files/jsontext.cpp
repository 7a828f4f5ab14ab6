// SPDX-License-Identifier: Apache-2.0
#include "importers/files/jsontext.h"

#include <QtGlobal>

#include <charconv>

namespace rs {

namespace {

void appendUtf8(std::string &out, quint32 c)
{
    if (c < 0x80) {
        out += static_cast<char>(c);
    } else if (c < 0x800) {
        out += static_cast<char>(0xc0 | (c >> 6));
        out += static_cast<char>(0x80 | (c & 0x3f));
    } else if (c < 0x10000) {
        out += static_cast<char>(0xe0 | (c >> 12));
        out += static_cast<char>(0x80 | ((c >> 6) & 0x3f));
        out += static_cast<char>(0x80 | (c & 0x3f));
    } else {
        out += static_cast<char>(0xf0 | (c >> 18));
        out += static_cast<char>(0x80 | ((c >> 12) & 0x3f));
        out += static_cast<char>(0x80 | ((c >> 6) & 0x3f));
        out += static_cast<char>(0x80 | (c & 0x3f));
    }
}

bool readHex4(std::string_view raw, size_t at, quint32 &value)
{
    if (at + 4 > raw.size())
        return false;
    const auto [end, ec] = std::from_chars(raw.data() + at, raw.data() + at + 4, value, 16);
    return ec == std::errc() && end == raw.data() + at + 4;
}

} // namespace

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
            quint32 code = 0;
            quint32 low = 0;
            const bool whole = readHex4(raw, i + 1, code);
            if (whole && (code < 0xd800 || code >= 0xe000)) {
                appendUtf8(out, code);
                i += 4;
            } else if (whole && code < 0xdc00 && raw.substr(i + 5, 2) == "\\u" && readHex4(raw, i + 7, low) &&
                       low >= 0xdc00 && low < 0xe000) {
                appendUtf8(out, 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00));
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
