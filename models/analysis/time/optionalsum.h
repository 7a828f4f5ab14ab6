// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

namespace rs {

/// Adds a part to a sum, `isFirst` to one that has none yet. A sum is missing as soon as one of its parts is: without
/// it, it would be smaller than what it stands for.
inline void addPart(std::optional<double> &sum, const std::optional<double> &part, bool isFirst)
{
    if (isFirst)
        sum = part;
    else if (sum && part)
        *sum += *part;
    else
        sum.reset();
}

} // namespace rs
