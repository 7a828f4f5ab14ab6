// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <string_view>
#include <vector>

namespace rs {

/// A piece of a source file and the events of slices in it, in the order of the file.
struct EventBlock
{
    struct Event
    {
        SliceId slice = NoSlice;
        size_t at = 0; ///< in `text`
        size_t length = 0;
    };
    std::string_view text; ///< valid only while the block is looked at
    std::vector<Event> events;
    [[nodiscard]] std::string_view textOf(const Event &e) const { return text.substr(e.at, e.length); }
};

} // namespace rs
