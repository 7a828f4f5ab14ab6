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

/// operator_details.csv: a row is a call of an operator of the framework; that of MindSpore has names and shapes alone.
struct HostColumns : FileColumns
{
    using FileColumns::FileColumns;

    int name = find(u"Name");
    int shapes = find(u"Input Shapes");
    int stack = find(u"Call Stack"); ///< frames, the innermost one first, each closed by ';'
    std::array<int, HostTimes> times{findTyped(ColumnType::Real, u"Host Self Duration(us)"),
                                     findTyped(ColumnType::Real, u"Host Total Duration(us)"),
                                     findTyped(ColumnType::Real, u"Device Self Duration(us)"),
                                     findTyped(ColumnType::Real, u"Device Total Duration(us)"),
                                     findTyped(ColumnType::Real, u"Device Self Duration With AICore(us)"),
                                     findTyped(ColumnType::Real, u"Device Total Duration With AICore(us)")};

    /// Whether any row has a call stack.
    [[nodiscard]] bool hasStacks(const Table &table) const;
};

/// The frames of a call stack, the innermost one first, without blanks and line ends around them. `use` returning false
/// stops.
void eachFrame(std::string_view stack, const std::function<bool(std::string_view frame)> &use);

/// "1,3;\r\n;\r\n" -> "1,3; ;": input shapes in one line, tensors without dimensions kept.
[[nodiscard]] QString shapesInOneLine(std::string_view cell);

} // namespace rs
