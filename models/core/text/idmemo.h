// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <vector>

namespace rs {

/// A value for each text of one store by its id, at first a default one: what follows from a text is worked out once
/// and not again for each of its rows.
template <typename Value>
class IdMemo
{
public:
    template <typename Id>
    [[nodiscard]] Value &operator[](Id id)
    {
        const size_t at = raw(id);
        if (at >= m_values.size())
            m_values.resize(at + 1);
        return m_values[at];
    }

private:
    std::vector<Value> m_values;
};

} // namespace rs
