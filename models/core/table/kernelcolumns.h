// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/table/table.h"

namespace rs {

/// Columns of a kernel table, whichever of the known spellings the file uses: kernel_details.csv of torch and MindSpore
/// of all versions, op_summary_*.csv of msprof.
struct KernelColumns : FileColumns
{
    using FileColumns::FileColumns;

    int step = find(u"Step Id", u"Step ID", u"Step"); ///< Integer or Text; use stepOf()
    int device = find(u"Device_id", u"Device ID", u"Device Id");
    int name = find(u"Name", u"Op Name", u"OP Name");
    int type = find(u"Type", u"OP Type", u"Op Type");
    int state = find(u"OP State", u"Op State");
    int core = find(u"Accelerator Core", u"Task Type");
    int start = find(u"Start Time(us)", u"Task Start Time(us)", u"Task Start Time", u"Start Time"); ///< TimeStamp, ns
    int duration = find(u"Duration(us)", u"Task Duration(us)");                                     ///< Duration, ns
    int wait = find(u"Wait Time(us)", u"Task Wait Time(us)");                                       ///< Duration, ns
    int blocks = find(u"Block Dim", u"Block Num");
    int mixBlocks = find(u"Mix Block Dim", u"Mix Block Num");
    int model = find(u"Model ID", u"Model Id");
    int task = find(u"Task ID", u"Task Id");
    int stream = find(u"Stream ID", u"Stream Id");
    int context = find(u"Context ID", u"Context Id");
    int inputShapes = find(u"Input Shapes");
    int inputTypes = find(u"Input Data Types");
    int inputFormats = find(u"Input Formats");
    int outputShapes = find(u"Output Shapes");
    int outputTypes = find(u"Output Data Types");
    int outputFormats = find(u"Output Formats");
    int cubeUtilization = find(u"cube_utilization(%)", u"cube_utilization( %)");

    /// True when rows can be placed in time.
    [[nodiscard]] bool isTimed() const { return start >= 0 && duration >= 0; }
    /// Digits of the step, "0" where the file leaves it blank, empty when the file has no step column.
    [[nodiscard]] QString stepOf(const Table &table, int row) const;
    /// True for rows of communication operators: core HCCL or COMMUNICATION, or a name that starts with "hcom_".
    [[nodiscard]] bool isCommunication(const Table &table, int row) const;
};

/// True for the core of communication operators: "HCCL", which newer CANN calls "COMMUNICATION".
[[nodiscard]] bool isCommunicationCore(std::string_view core);
/// True for the name of an operator that starts with "hcom_".
[[nodiscard]] bool isCommunicationName(std::string_view name);

/// "Default/network/MatMul-op1/MatMul1" -> "MatMul1": what the trace calls the kernel.
[[nodiscard]] std::string_view kernelShortName(std::string_view name);

/// A shape cell for display: without the pair of quotes that the writers put inside the CSV quotes.
[[nodiscard]] std::string_view displayShape(std::string_view cell);

} // namespace rs
