// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/stringpool.h"

#include <compare>
#include <string>
#include <string_view>

namespace rs {

__extension__ using UInt128 = unsigned __int128;

/// The text of a flow id, exact and 16 bytes small. Ids exceed uint64 ("40006882869110636543"), so a canonical decimal
/// of up to 36 digits is kept as its 128-bit value; every other text is interned. Two ids are equal exactly when their
/// texts are.
struct FlowId
{
    quint64 high = 0; ///< top bit set: interned text, its StrId in `low`; next bit: negative decimal
    quint64 low = 0;

    auto operator<=>(const FlowId &) const = default;

    [[nodiscard]] bool isInterned() const { return (high >> 63) != 0; }

    static FlowId fromText(std::string_view text, StringPool &pool)
    {
        std::string_view digits = text;
        bool negative = false;
        if (!digits.empty() && digits.front() == '-') {
            negative = true;
            digits.remove_prefix(1);
        }
        bool canonical = !digits.empty() && digits.size() <= 36 && (digits.front() != '0' || text == "0");
        UInt128 value = 0;
        for (size_t i = 0; canonical && i < digits.size(); ++i) {
            canonical = digits[i] >= '0' && digits[i] <= '9';
            value = value * 10 + static_cast<unsigned>(digits[i] - '0');
        }
        if (!canonical)
            return {quint64{1} << 63, raw(pool.intern(text))};
        return {static_cast<quint64>(value >> 64) | (negative ? quint64{1} << 62 : 0), static_cast<quint64>(value)};
    }

    [[nodiscard]] std::string text(const StringPool &pool) const
    {
        if (isInterned())
            return std::string(pool.view(StrId{static_cast<quint32>(low)}));
        const bool negative = (high >> 62) != 0;
        UInt128 value = (static_cast<UInt128>(high & ~(quint64{1} << 62)) << 64) | low;
        std::string out;
        do {
            out.insert(out.begin(), static_cast<char>('0' + static_cast<int>(value % 10)));
            value /= 10;
        } while (value != 0);
        return negative ? "-" + out : out;
    }
};

} // namespace rs
