// SPDX-License-Identifier: Apache-2.0
#include "importers/discovery/deliverables.h"

#include <algorithm>

namespace rs {

namespace {

constexpr const char *MemoryLater = "Not read yet: this summary of memory cannot be shown.";
constexpr const char *CountersLater =
    "Not read yet: this summary of hardware counters cannot be shown; the curves of the trace are.";
constexpr const char *DataLater = "Not read yet: the data pipeline of this rank cannot be shown.";
constexpr const char *TableLater = "Not read yet: this table cannot be shown.";
constexpr const char *DbLater = "Database files are read in a later version.";

constexpr Deliverable knownDeliverables[] = {
    {"trace_view", "json", "trace", nullptr},
    {"msprof_tx*", "json", "msprof_tx", "Not read: msprof*.json holds the same marks."},
    {"step_trace", "json", "step_trace_raw", "Not read: msprof*.json holds the same lanes."},
    {"msprof*", "json", "trace", nullptr},
    {"profiler_info*", "json", "profiler_info", nullptr},
    {"profiler_metadata", "json", "profiler_metadata", nullptr},
    {"communication", "json", "communication", nullptr},
    {"communication_matrix", "json", "communication_matrix", nullptr},
    {"cluster_communication", "json", "cluster_communication", nullptr, true},
    {"cluster_communication_matrix", "json", "cluster_communication_matrix", nullptr, true},
    {"communication_group", "json", "communication_group", nullptr, true},
    {"cluster_step_trace_time", "csv", "cluster_step_trace_time", nullptr, true, "Computing|Free|Overlapped|Index"},
    {"trace*", "json", "trace", nullptr},
    {"step_trace_time", "csv", "step_trace_time", nullptr, false, "Computing|Free|Overlapped"},
    {"kernel_details", "csv", "kernel_details", nullptr, false, "Accelerator Core|Start Time"},
    {"op_summary", "csv", "op_summary", nullptr, false, "Task Type|Task Start Time"},
    {"op_statistic", "csv", "op_statistic", nullptr, false, "OP Type|Core Type|Count",
     "OP Type|Core Type|Count|Total Time(us)|Min Time(us)|Avg Time(us)|Max Time(us)|Ratio(%)"},
    {"api_statistic", "csv", "api_statistic", nullptr, false, "API Name|Level",
     "Level|API Name|Time(us)|Count|Avg(us)|Min(us)|Max(us)|Variance"},
    {"memory_record", "csv", "memory_record", nullptr, false, "Component|Timestamp(us)|Total Allocated(",
     "Component|Timestamp(us)|Total Allocated(MB) or Total Allocated(KB)|Total Reserved(MB) or Total Reserved(KB)|"
     "Device Type or Device",
     "Total Allocated(MB)|Total Allocated(KB)"},
    {"operator_memory", "csv", "operator_memory", nullptr, false, "Size(KB)|Allocation Time(us)",
     "Name|Size(KB)|Allocation Time(us)|Duration(us)|"
     "Allocation Total Allocated(MB) or Allocation Total Allocated(KB)|"
     "Allocation Total Reserved(MB) or Allocation Total Reserved(KB)|"
     "Release Total Allocated(MB) or Release Total Allocated(KB)|"
     "Release Total Reserved(MB) or Release Total Reserved(KB)|Device Type or Device",
     "Allocation Time(us)|Duration(us)|Allocation Total Allocated(MB)|Allocation Total Allocated(KB)|"
     "Allocation Total Reserved(MB)|Allocation Total Reserved(KB)|Release Total Allocated(MB)|"
     "Release Total Allocated(KB)|Release Total Reserved(MB)|Release Total Reserved(KB)"},
    {"npu_module_mem", "csv", "npu_module_mem", nullptr, false, "Component|Timestamp(us)|Total Reserved(|Device",
     "Component|Timestamp(us)|Total Reserved(MB) or Total Reserved(KB)|Device"},
    {"npu_mem", "csv", "npu_mem", MemoryLater},
    {"static_op_mem", "csv", "static_op_mem", nullptr, false, "Graph ID|Node Index Start",
     "Op Name|Model Name|Graph ID|Node Index Start|Node Index End|Size(KB)"},
    {"sys_mem", "csv", "sys_mem", MemoryLater},
    {"process_mem", "csv", "process_mem", MemoryLater},
    {"l2_cache", "csv", "l2_cache", nullptr, false, "Hit Rate|Victim Rate",
     "Stream Id|Task Id|Hit Rate|Victim Rate|Op Name", "Hit Rate|Victim Rate"},
    {"operator_details", "csv", "operator_details", nullptr, false, "Host Self Duration(us)|Host Total Duration(us)",
     "Name|Input Shapes", "Input Shapes"},
    {"data_preprocess", "csv", "data_preprocess", DataLater},
    {"dataset", "csv", "dataset", DataLater},
    {"minddata_*", "csv", "minddata", DataLater},
    {"minddata_*", "json", "minddata", DataLater},
    {"aicpu*", "csv", "aicpu", DataLater},
    {"dp", "csv", "dp", DataLater},
    {"dvpp*", "csv", "dvpp", DataLater},
    {"task_time", "csv", "task_time", nullptr, false, "kernel_name|task_time(us)",
     "kernel_name|kernel_type|stream_id|task_id|task_time(us)|task_start(us)|task_stop(us)"},
    {"fusion_op", "csv", "fusion_op", TableLater},
    {"communication_statistic", "csv", "communication_statistic", TableLater},
    {"step_trace", "csv", "step_trace_raw", TableLater},
    {"os_runtime_statistic", "csv", "os_runtime_statistic", TableLater},
    {"msprof_tx*", "csv", "msprof_tx", "Not read: the trace holds the same marks."},
    {"ai_core_utilization", "csv", "hardware_counters", CountersLater},
    {"ai_vector_core_utilization", "csv", "hardware_counters", CountersLater},
    {"hbm", "csv", "hardware_counters", CountersLater},
    {"ddr", "csv", "hardware_counters", CountersLater},
    {"llc*", "csv", "hardware_counters", CountersLater},
    {"hccs", "csv", "hardware_counters", CountersLater},
    {"nic", "csv", "hardware_counters", CountersLater},
    {"roce", "csv", "hardware_counters", CountersLater},
    {"pcie", "csv", "hardware_counters", CountersLater},
    {"soc_pmu", "csv", "hardware_counters", CountersLater},
    {"cpu_usage", "csv", "hardware_counters", CountersLater},
    {"host_*", "csv", "hardware_counters", CountersLater},
    {"ub*", "csv", "hardware_counters", CountersLater},
    {"ccu*", "csv", "hardware_counters", CountersLater},
    {"cluster_analysis", "db", "cluster_db", DbLater, true},
    {"mindstudio_insight_data", "db", "foreign_cache", "The cache of another program: nothing is read from it."},
    {"ascend_*", "db", "db", DbLater},
    {"analysis", "db", "db", DbLater},
    {"communication_analyzer", "db", "db", DbLater},
    {"msprof*", "db", "db", DbLater},
    {"cluster_*", "csv", "cluster_other", TableLater, true},
    {"README", "txt", "readme", "A note of the profiler without measurements."},
};

} // namespace

std::span<const Deliverable> deliverables()
{
    return knownDeliverables;
}

const Deliverable *deliverable(const QString &kind)
{
    const auto *const at = std::find_if(std::begin(knownDeliverables), std::end(knownDeliverables),
                                        [&](const Deliverable &d) { return kind == QLatin1String(d.kind); });
    return at == std::end(knownDeliverables) ? nullptr : at;
}

bool isPlainTable(const Deliverable &d)
{
    return d.columns != nullptr;
}

QStringList wordsOf(const char *list)
{
    return QString::fromLatin1(list).split(u'|', Qt::SkipEmptyParts);
}

} // namespace rs
