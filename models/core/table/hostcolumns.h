// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/table/table.h"

#include <array>
#include <functional>
#include <string_view>

namespace rs {

/// The times of operator_details.csv, in microseconds as the file says. Self: without the operators that are called;
/// device: of the kernels that an operator launched; core: of those that ran on an AI core.
enum class HostTime : quint8 { HostSelf, HostTotal, DeviceSelf, DeviceTotal, CoreSelf, CoreTotal };
inline constexpr size_t HostTimes = 6;

/// operator_details.csv: a row is a call of an operator of the framework. -1: the file has no such column; that of
/// MindSpore has names and shapes alone.
struct HostColumns
{
    int name = -1;
    int shapes = -1;
    int stack = -1; ///< frames, the innermost one first, each closed by ';'
    std::array<int, HostTimes> times{-1, -1, -1, -1, -1, -1};

    HostColumns() = default;
    explicit HostColumns(const Table &table);
    /// Whether any row has a call stack.
    [[nodiscard]] bool hasStacks(const Table &table) const;
};

/// The frames of a call stack, the innermost one first, without blanks and line ends around them. `use` returning false
/// stops.
void eachFrame(std::string_view stack, const std::function<bool(std::string_view frame)> &use);

/// "1,3;\r\n;\r\n" -> "1,3; ;": input shapes in one line, tensors without dimensions kept.
[[nodiscard]] QString shapesInOneLine(std::string_view cell);

} // namespace rs
