// SPDX-License-Identifier: Apache-2.0
#include "importers/discovery/deliverables.h"

#include "core/table/othertables.h"
#include "core/text/phrase.h"

#include <algorithm>

namespace rs {

namespace {

constexpr const char *RawOfPipeline =
    RS_NOOP("Not read: minddata_pipeline_summary_*.json and minddata_pipeline_raw_*.csv have its results.");
constexpr const char *TableLater = RS_NOOP("This table of the cluster analysis is not supported: it is not shown.");
constexpr const char *ScopeOfFlops = RS_NOOP("Not read: flops_summary_*.json and flops_*.txt have its source data.");

constexpr const char *AiCpuColumns =
    "Timestamp(us) or Timestamp(ms)|Node|Compute_time(us) or Compute_time(ms)|Memcpy_time(us) or Memcpy_time(ms)|"
    "Task_time(us) or Task_time(ms)|Dispatch_time(us) or Dispatch_time(ms)|Total_time(us) or Total_time(ms)|Stream ID|"
    "Task ID";

constexpr Deliverable anyTable(const char *stem)
{
    Deliverable out{stem, "csv", "csv"};
    out.anyTable = true;
    return out;
}

constexpr Deliverable knownDeliverables[] = {
    {"step_trace_raw_*", "csv", "legacy_steps", nullptr},
    {"hccl_raw_*", "csv", "legacy_hccl", nullptr},
    {"ascend_cluster_analyse_*", "csv", "legacy_shares", nullptr},
    {"gpu_cluster_analyse_*", "csv", "legacy_shares", nullptr},
    {"flops_summary_*", "json", "legacy_flops", nullptr},
    {"flops_scope_*", "json", "legacy_other", ScopeOfFlops},
    {"flops_utilization_step_*", "json", "legacy_other", ScopeOfFlops},
    {"flops_*", "txt", "legacy_flops_operators", nullptr},
    {"memory_usage_summary_*", "json", "legacy_memory", nullptr},
    {"memory_usage_details_*", "json", "legacy_memory_nodes", nullptr},
    {"parallel_strategy_*", "json", "parallel_strategy", nullptr},
    {"trace_view", "json", "trace", nullptr},
    {"msprof_tx*", "json", "msprof_tx", RS_NOOP("Not read: msprof*.json holds the same marks.")},
    {"step_trace", "json", "step_trace_raw", RS_NOOP("Not read: msprof*.json holds the same lanes.")},
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
     "Component|Timestamp(us)|Total Reserved(KB) or Total Reserved(MB)|Device"},
    anyTable("npu_mem"),
    {"static_op_mem", "csv", "static_op_mem", nullptr, false, "Graph ID|Node Index Start",
     "Op Name|Model Name|Graph ID|Node Index Start|Node Index End|Size(KB)"},
    anyTable("sys_mem"),
    anyTable("process_mem"),
    {"l2_cache", "csv", "l2_cache", nullptr, false, "Hit Rate|Victim Rate",
     "Stream Id|Task Id|Hit Rate|Victim Rate|Op Name", "Hit Rate|Victim Rate"},
    {"operator_details", "csv", "operator_details", nullptr, false, "Host Self Duration(us)|Host Total Duration(us)",
     "Name|Input Shapes", "Input Shapes"},
    {"data_preprocess", "csv", "data_preprocess", nullptr, false, "Compute_time(|Memcpy_time(|Dispatch_time(",
     AiCpuColumns, AiCpuColumns},
    {"aicpu", "csv", "data_preprocess", nullptr, false, nullptr, AiCpuColumns, AiCpuColumns},
    {"dataset", "csv", "dataset", nullptr, false, "Operation|Stage|Occurrences",
     "Operation|Stage|Occurrences|Avg. time (us) or Avg. time(us)", "Stage"},
    {"minddata_pipeline_raw*", "csv", "minddata_raw", nullptr, false, "op_id|op_type|output_queue_length",
     "op_id|op_type|num_workers|output_queue_size|output_queue_average_size|output_queue_length|"
     "output_queue_usage_rate|sample_interval|parent_id|children_id",
     "num_workers|output_queue_size|output_queue_average_size|output_queue_length|output_queue_usage_rate|"
     "sample_interval|parent_id|children_id"},
    {"minddata_pipeline_summary*", "json", "minddata_summary", nullptr},
    {"minddata_pipeline_summary*", "csv", "minddata_summary", nullptr},
    {"minddata_*", "json", "minddata", RawOfPipeline},
    {"pipeline_profiling*", "json", "minddata", RawOfPipeline},
    {"device_queue_profiling*", "txt", "minddata", RawOfPipeline},
    {"dataset_iterator_profiling*", "txt", "minddata", RawOfPipeline},
    anyTable("aicpu*"),
    anyTable("dp"),
    anyTable("dvpp*"),
    {"task_time", "csv", "task_time", nullptr, false, "kernel_name|task_time(us)",
     "kernel_name|kernel_type|stream_id|task_id|task_time(us)|task_start(us)|task_stop(us)", "kernel_name|kernel_type"},
    anyTable("fusion_op"),
    anyTable("communication_statistic"),
    anyTable("step_trace"),
    anyTable("os_runtime_statistic"),
    {"msprof_tx*", "csv", "msprof_tx", RS_NOOP("Not read: the trace holds the same marks.")},
    anyTable("ai_core_utilization"),
    anyTable("ai_vector_core_utilization"),
    anyTable("hbm"),
    anyTable("ddr"),
    anyTable("llc*"),
    anyTable("hccs"),
    anyTable("nic"),
    anyTable("roce"),
    anyTable("pcie"),
    anyTable("soc_pmu"),
    anyTable("cpu_usage"),
    anyTable("host_*"),
    anyTable("ub*"),
    anyTable("ccu*"),
    {"cluster_analysis", "db", "cluster_db", nullptr, true},
    {"mindstudio_insight_data", "db", "foreign_cache",
     RS_NOOP("The cache of another program: nothing is read from it.")},
    {"ascend_*", "db", "db", nullptr},
    {"analysis", "db", "db", nullptr},
    {"communication_analyzer", "db", "db", nullptr},
    {"msprof*", "db", "db", nullptr},
    {"msmonitor*", "db", "db", nullptr},
    {"ftrace*", "db", "ftrace", nullptr},
    {"cluster_*", "csv", "cluster_other", TableLater, true},
    {"README", "txt", "readme", RS_NOOP("A note of the profiler without measurements.")},
};

} // namespace

std::span<const Deliverable> deliverables()
{
    return knownDeliverables;
}

const Deliverable *deliverable(const QString &kind)
{
    const auto *const at =
        std::ranges::find_if(knownDeliverables, [&](const Deliverable &d) { return kind == QLatin1String(d.kind); });
    return at == std::end(knownDeliverables) ? nullptr : at;
}

bool isPlainTable(const Deliverable &d)
{
    return d.columns != nullptr;
}

QString otherTableKind(const QString &stem)
{
    return OtherTablePrefix + stem;
}

QString strangeTableKind(const QString &stem)
{
    return StrangeTablePrefix + stem;
}

QStringList wordsOf(const char *list)
{
    return QString::fromLatin1(list).split(u'|', Qt::SkipEmptyParts);
}

} // namespace rs
