// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/stringpool.h"

#include <algorithm>
#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace rs {

__extension__ using UInt128 = unsigned __int128;

/// The text of a flow id, exact and 16 bytes small. Writers use whole numbers, which exceed uint64
/// ("40006882869110636543"), and stamps ("1736412474858579.088"): decimals of up to 36 digits without needless zeros in
/// front, up to seven of them behind a point, are kept as a 128-bit value; every other text is interned. Two ids are
/// equal exactly when their texts are.
struct FlowId
{
    /// Top bit set: interned text, its StrId in `low`. Next bit: negative. Next three: number of digits behind the
    /// point. The rest: upper half of the digits.
    quint64 high = 0;
    quint64 low = 0;

    auto operator<=>(const FlowId &) const = default;

    [[nodiscard]] bool isInterned() const { return (high & internedBit) != 0; }

    static FlowId fromText(std::string_view text, StringPool &pool)
    {
        const std::optional<FlowId> id = fromDecimal(text);
        return id ? *id : FlowId{internedBit, raw(pool.intern(text))};
    }

    /// Nothing for a text that has to be interned.
    static std::optional<FlowId> fromDecimal(std::string_view text)
    {
        const bool negative = !text.empty() && text.front() == '-';
        const std::string_view digits = text.substr(negative ? 1 : 0);
        if (digits.empty() || digits.size() > 37)
            return {};
        size_t point = digits.size();
        const auto next = [&](auto &value, size_t i) {
            const auto digit = static_cast<unsigned char>(digits[i] - '0');
            if (digit < 10)
                value = value * 10 + digit;
            else if (digits[i] == '.' && point == digits.size())
                point = i;
            else
                return false;
            return true;
        };
        size_t i = 0;
        quint64 small = 0; // 19 digits fit
        for (; i < std::min<size_t>(digits.size(), 19); ++i) {
            if (!next(small, i))
                return {};
        }
        UInt128 value = small;
        for (; i < digits.size(); ++i) {
            if (!next(value, i))
                return {};
        }
        const bool whole = point == digits.size();
        const size_t decimals = whole ? 0 : digits.size() - point - 1;
        const bool plain = whole ? digits.size() <= 36 && (digits[0] != '0' || text == "0")
                                 : point > 0 && decimals > 0 && decimals < 8 && (digits[0] != '0' || point == 1);
        if (!plain)
            return {};
        return FlowId{static_cast<quint64>(value >> 64) | (negative ? negativeBit : 0) | (decimals << decimalsShift),
                      static_cast<quint64>(value)};
    }

    [[nodiscard]] std::string text(const StringPool &pool) const
    {
        if (isInterned())
            return std::string(pool.view(StrId{static_cast<quint32>(low)}));
        const size_t decimals = (high >> decimalsShift) & 7;
        UInt128 value = (static_cast<UInt128>(high & (decimalsBit - 1)) << 64) | low;
        std::string out;
        do {
            if (decimals > 0 && out.size() == decimals)
                out += '.';
            out += static_cast<char>('0' + static_cast<int>(value % 10));
            value /= 10;
        } while (value != 0 || (decimals > 0 && out.size() < decimals + 2));
        if ((high & negativeBit) != 0)
            out += '-';
        std::ranges::reverse(out);
        return out;
    }

private:
    static constexpr quint64 internedBit = quint64{1} << 63;
    static constexpr quint64 negativeBit = quint64{1} << 62;
    static constexpr int decimalsShift = 59;
    static constexpr quint64 decimalsBit = quint64{1} << decimalsShift;
};

} // namespace rs
