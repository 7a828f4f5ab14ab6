// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/table/table.h"

namespace rs {

/// Where the columns of a kernel table stand, whichever of the known spellings the file uses: kernel_details.csv of
/// torch and MindSpore of all versions, op_summary_*.csv of msprof. -1: the file has no such column.
struct KernelColumns
{
    int step = -1;      ///< "Step Id", "Step ID": Integer or Text; use stepOf()
    int device = -1;    ///< "Device_id"
    int name = -1;      ///< "Name", "Op Name"
    int type = -1;      ///< "Type", "OP Type", "Op Type"
    int state = -1;     ///< "OP State"
    int core = -1;      ///< "Accelerator Core", "Task Type"
    int start = -1;     ///< TimeStamp, ns
    int duration = -1;  ///< Duration, ns
    int wait = -1;      ///< Duration, ns
    int blocks = -1;    ///< "Block Dim", "Block Num"
    int mixBlocks = -1; ///< "Mix Block Dim", "Mix Block Num"
    int model = -1;     ///< "Model ID"
    int task = -1;      ///< "Task ID"
    int stream = -1;    ///< "Stream ID"
    int context = -1;   ///< "Context ID"
    int inputShapes = -1;
    int inputTypes = -1;
    int inputFormats = -1;
    int outputShapes = -1;
    int outputTypes = -1;
    int outputFormats = -1;
    int cubeUtilization = -1; ///< "cube_utilization(%)"

    KernelColumns() = default;
    explicit KernelColumns(const Table &table);

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
