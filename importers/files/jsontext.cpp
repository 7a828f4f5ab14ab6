// SPDX-License-Identifier: Apache-2.0
#include "importers/files/jsontext.h"

#include <QString>

#include <charconv>

namespace rs {

namespace {

/// Value of the four hexadecimal digits at `at`, -1 when they are not.
int hex4(std::string_view text, size_t at)
{
    unsigned value = 0;
    if (at + 4 > text.size())
        return -1;
    const auto [end, ec] = std::from_chars(text.data() + at, text.data() + at + 4, value, 16);
    return ec == std::errc() && end == text.data() + at + 4 ? static_cast<int>(value) : -1;
}

/// The escape of a control character: "\u001f".
void appendControl(std::string &out, unsigned char c)
{
    static constexpr char hex[] = "0123456789abcdef";
    out += "\\u00";
    out += hex[c >> 4];
    out += hex[c & 15];
}

/// Length of the valid escape (or pair of escapes) at `at`, 0 when there is none.
size_t escapeLength(std::string_view in, size_t at)
{
    const char next = in[at + 1];
    if (std::string_view("\"\\/bfnrt").find(next) != std::string_view::npos)
        return 2;
    if (next != 'u')
        return 0;
    const int unit = hex4(in, at + 2);
    if (unit < 0 || (unit >= 0xdc00 && unit <= 0xdfff))
        return 0;
    if (unit < 0xd800 || unit > 0xdbff)
        return 6;
    const bool pair = at + 12 <= in.size() && in[at + 6] == '\\' && in[at + 7] == 'u';
    const int low = pair ? hex4(in, at + 8) : -1;
    return low >= 0xdc00 && low <= 0xdfff ? 12 : 0;
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

size_t mostOfRepairedJson(std::string_view in)
{
    size_t out = in.size() + 1;
    for (const char c : in) {
        const auto byte = static_cast<unsigned char>(c);
        // "\u001f", U+FFFD, a doubled backslash, and "null" for "NaN".
        out += byte < 0x20 ? 5 : byte >= 0x80 ? 2 : c == '\\' || c == 'N' ? 1 : 0;
    }
    return out;
}

std::string repairedJson(std::string_view in, JsonRepair what, JsonRepairs &r)
{
    const bool isDocument = what == JsonRepair::Document;
    std::string out;
    out.reserve(mostOfRepairedJson(in));
    const auto *bytes = reinterpret_cast<const unsigned char *>(in.data());
    const size_t n = in.size();
    bool inString = false;
    const auto note = [](JsonRepairs::Of &of, size_t at) {
        if (of.count++ == 0)
            of.first = static_cast<qint64>(at);
    };
    const auto startsWith = [&](size_t at, std::string_view word) { return in.compare(at, word.size(), word) == 0; };
    size_t i = isDocument && n >= 3 && bytes[0] == 0xef && bytes[1] == 0xbb && bytes[2] == 0xbf ? 3 : 0;
    while (i < n) {
        const unsigned char c = bytes[i];
        if (c >= 0x80) {
            const size_t length = utf8Length(in, i);
            if (length == 0) {
                note(r.utf8, i);
                out += "\xef\xbf\xbd";
                ++i;
            } else {
                out.append(in.substr(i, length));
                i += length;
            }
            continue;
        }
        if (inString) {
            if (c == '\\' && i + 1 < n) {
                const size_t known = escapeLength(in, i);
                if (known > 0) {
                    out.append(in.substr(i, known));
                    i += known;
                } else if (bytes[i + 1] == 'u' && hex4(in, i + 2) >= 0) {
                    // Half of a surrogate pair: what writers make of bytes that are no text.
                    if (isDocument)
                        note(r.utf8, i);
                    out.append(isDocument ? "\\ufffd" : in.substr(i, 6));
                    i += 6;
                } else {
                    out += "\\\\";
                    ++i;
                }
                continue;
            }
            if (c < 0x20) {
                note(r.controls, i);
                appendControl(out, c);
                ++i;
                continue;
            }
            // Most texts have nothing to repair and are taken as a whole.
            size_t end = i + 1;
            inString = c != '"';
            while (inString && end < n && bytes[end] >= 0x20 && bytes[end] < 0x80 && bytes[end] != '\\' &&
                   bytes[end] != '"')
                ++end;
            out.append(in.substr(i, end - i));
            i = end;
            continue;
        }
        if (c == '"') {
            inString = true;
            out += '"';
            ++i;
        } else if (isDocument && ((c == 'N' && startsWith(i, "NaN")) || (c == 'I' && startsWith(i, "Infinity")) ||
                                  (c == '-' && startsWith(i, "-Infinity")))) {
            note(r.numbers, i);
            out += "null";
            i += c == 'N' ? 3 : c == '-' ? 9 : 8;
        } else if (isDocument && ((c >= '0' && c <= '9') || c == '-')) {
            constexpr size_t mostInRange = 300; // digits without an exponent
            size_t end = i + 1;
            bool hasExponent = false;
            for (; end < n && ((bytes[end] >= '0' && bytes[end] <= '9') || bytes[end] == '.' || bytes[end] == 'e' ||
                               bytes[end] == 'E' || bytes[end] == '+' || bytes[end] == '-');
                 ++end)
                hasExponent = hasExponent || bytes[end] == 'e' || bytes[end] == 'E';
            double value = 0;
            // Values that are too small for a double read as 0, values that are too large as none.
            if ((hasExponent || end - i > mostInRange) &&
                std::from_chars(in.data() + i, in.data() + end, value).ec == std::errc::result_out_of_range) {
                note(r.numbers, i);
                out += "null";
            } else {
                out.append(in.substr(i, end - i));
            }
            i = end;
        } else {
            if (c < 0x20 && c != '\n' && c != '\r' && c != '\t') {
                note(r.controls, i);
                out += ' ';
            } else {
                out += in[i];
            }
            ++i;
        }
    }
    return out;
}

} // namespace rs
