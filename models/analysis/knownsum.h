// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

namespace rs {

/// Adds a value where it is known. A sum to which nothing known was added stays empty, which is not 0.
inline void addKnown(std::optional<double> &sum, const std::optional<double> &value)
{
    if (value)
        sum = sum.value_or(0) + *value;
}

} // namespace rs
