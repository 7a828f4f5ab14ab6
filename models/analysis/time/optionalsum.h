// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/saturate.h"

#include <optional>
#include <type_traits>

namespace rs {

/// Adds a part to a sum, `isFirst` to one that has none yet. A sum is missing as soon as one of its parts is: without
/// it, it would be smaller than what it stands for.
template <typename T>
void addPart(std::optional<T> &sum, const std::optional<T> &part, bool isFirst = false)
{
    if (isFirst)
        sum = part;
    else if (!sum || !part)
        sum.reset();
    else if constexpr (std::is_integral_v<T>)
        sum = saturatedSum(*sum, *part);
    else
        *sum += *part;
}

} // namespace rs
