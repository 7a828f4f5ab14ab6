// SPDX-License-Identifier: Apache-2.0
#include "rankwriter.h"

#include <nlohmann/json.hpp>

namespace rs::gen {

RankWriter::RankWriter(const RankContext &context)
    : m_context(withDatabases(context)), m_names(m_context), m_trace(m_context, m_names, m_apis),
      m_kernels(m_context, m_names), m_comm(m_context), m_steps(m_context), m_memory(m_context),
      m_details(m_context, m_names, m_trace.callStacks()), m_hardware(m_context)
{
}

RankContext RankWriter::withDatabases(const RankContext &context)
{
    RankContext out = context;
    if (context.countOnly || !context.options->writesDb())
        return out;
    m_db = std::make_unique<RankDb>(context);
    out.db = m_db.get();
    if (context.pytorch() || hasCommunicationFiles(*context.options)) {
        m_analysisDb = std::make_unique<AnalysisDb>(context);
        out.analysisDb = m_analysisDb.get();
    }
    return out;
}

void RankWriter::consume(const RankBuffer &buffer)
{
    for (const Record &r : buffer.records) {
        if (m_context.options->fewerSteps == m_context.rank && r.step == m_context.options->steps)
            continue;
        const qint64 start = m_context.deviceNs(r.deviceStartNs);
        const qint64 end = m_context.deviceNs(r.deviceEndNs);
        switch (r.kind) {
        case RecordKind::Kernel:
        case RecordKind::Memcpy:
        case RecordKind::EventRecord:
        case RecordKind::EventWait:
            m_trace.task(r);
            m_details.task(r);
            m_hardware.task(r);
            m_steps.deviceTask(start, end);
            if (r.kind == RecordKind::Kernel) {
                m_kernels.kernel(r); // whose counters belong to the task
                m_sweep.addCompute({start, end});
            }
            break;
        case RecordKind::Comm: {
            const CommDetail &detail = buffer.comms[r.detail];
            planTasks(r, detail, *m_context.topology, m_context.rank, m_tasks);
            m_trace.comm(r, detail, m_tasks);
            m_kernels.comm(r, detail);
            m_details.comm(r, detail);
            m_comm.add(r, detail, m_tasks);
            m_sweep.addCommunication({start, end});
            m_steps.deviceTask(start, end);
            m_steps.communicationSlice(start, end, true, detail.kind);
            for (const PlaneTask &t : m_tasks) {
                if (m_context.options->level0)
                    break; // which writes no planes
                m_steps.communicationSlice(m_context.deviceNs(t.startNs), m_context.deviceNs(t.endNs), false,
                                           detail.kind);
            }
            break;
        }
        case RecordKind::Block:
            m_trace.block(r);
            m_memory.block(r);
            break;
        case RecordKind::StepBegin:
            if (m_firstStepNs == 0)
                m_firstStepNs = m_context.hostNs(r.inferStartNs);
            m_trace.stepBegin(r);
            m_details.stepBegin(r);
            m_dataset.stepBegin(r);
            break;
        case RecordKind::Pause:
            m_trace.pause(r);
            break;
        case RecordKind::Compile:
            m_trace.compile(r);
            break;
        case RecordKind::Synchronize:
            m_trace.synchronize(r);
            break;
        case RecordKind::Save:
            m_trace.save(r);
            break;
        case RecordKind::StepEnd: {
            const OverlapSweep::Step step = m_sweep.finishStep();
            m_trace.stepEnd(r);
            m_trace.overlap(step);
            m_steps.stepEnd(r, step);
            m_comm.stepEnd(r);
            m_memory.stepEnd(r);
            m_endNs = m_context.hostNs(r.inferEndNs);
            break;
        }
        }
    }
}

bool RankWriter::writeMetadata(QString &error) const
{
    using OrderedJson = nlohmann::ordered_json;
    const GeneratorOptions &o = *m_context.options;
    OrderedJson formats = OrderedJson::array();
    if (o.writesText())
        formats.push_back("text");
    if (o.writesDb())
        formats.push_back("db");
    OrderedJson info;
    if (m_context.pytorch()) {
        info["config"]["common_config"] = {
            {"activities", {"ProfilerActivity.CPU", "ProfilerActivity.NPU"}},
            {"schedule", {{"wait", 0}, {"active", o.steps}, {"warmup", 1}, {"repeat", 1}, {"skip_first", 0}}},
            {"record_shapes", true},
            {"profile_memory", true},
            {"with_stack", true},
            {"with_flops", false},
            {"with_modules", true}};
        info["config"]["experimental_config"] = {{"_profiler_level", o.level0 ? "Level0" : "Level1"},
                                                 {"_aic_metrics", "ACL_AICORE_PIPE_UTILIZATION"},
                                                 {"_l2_cache", true},
                                                 {"_mstx", true},
                                                 {"_data_simplification", true},
                                                 {"record_op_args", false},
                                                 {"_export_type", formats},
                                                 {"_op_attr", false},
                                                 {"_gc_detect_threshold", 0.05}};
        info["start_info"] = {{"syscnt_enable", true},
                              {"freq", 100},
                              {"start_cnt", 17597300840689LL},
                              {"start_monotonic", 175754613953420LL}};
        info["end_info"] = {{"collectionTimeEnd", m_endNs},
                            {"MonotonicTimeEnd", 175754613953420LL + (m_endNs - m_firstStepNs)}};
        info["torch_npu_version"] = "2.7.1";
        info["cann_version"] = o.oldCann ? "8.0.RC3" : "8.3.RC1";
        info["rank_id"] = m_context.rank;
    } else {
        info["profiler_parameters"] = {
            {"activities", {"ProfilerActivity.CPU", "ProfilerActivity.NPU"}},
            {"with_stack", true},
            {"profile_memory", true},
            {"data_process", true},
            {"parallel_strategy", false},
            {"l2_cache", true},
            {"hbm_ddr", true},
            {"pcie", false},
            {"data_simplification", true},
            {"profiler_level", o.level0 ? "Level0" : "Level1"},
            {"aic_metrics", "PipeUtilization"},
            {"export_type", formats},
            {"mstx", true},
            {"schedule", {{"wait", 0}, {"active", o.steps}, {"warmup", 1}, {"repeat", 1}, {"skip_first", 0}}}};
        info["ms_profiler_info"] = {{"rank_id", m_context.rank}, {"device_id", std::to_string(m_context.device)}};
        info["cann_profiler_info"] = OrderedJson::object();
        info["analysis_cost_time"] = {{"Total", "9.311s"}};
        info["ms_version"] = "2.7.0";
        info["cann_version"] = o.oldCann ? "8.0.RC3" : "8.3.RC1";
        info["jit_level"] = o.staticGraph ? "O2" : "O0";
    }
    OrderedJson meta;
    meta["distributed_args"] = {{"tensor_model_parallel_size", o.tp},
                                {"pipeline_model_parallel_size", o.pp},
                                {"data_parallel_size", o.dp()},
                                {"context_parallel_size", 1},
                                {"expert_model_parallel_size", o.experts ? o.dp() : 1},
                                {"sequence_parallel", true},
                                {"rank", m_context.rank},
                                {"world_size", o.ranks}};
    OrderedJson groups = OrderedJson::object();
    for (const Group &g : m_context.topology->groups()) {
        const int index = g.localIndex(m_context.rank);
        if (index < 0)
            continue;
        const std::string name = m_context.pytorch() && g.role == GroupRole::World ? "default_group" : g.pgName;
        groups[g.commName] = {{"group_name", name}, {"group_rank", index}, {"global_ranks", g.ranks}};
    }
    meta["parallel_group_info"] = std::move(groups);
    meta["ENV_VARIABLES"] = {{"ASCEND_GLOBAL_LOG_LEVEL", "3"},
                             {"HCCL_RDMA_TC", ""},
                             {"HCCL_RDMA_SL", ""},
                             {"ACLNN_CACHE_LIMIT", "100000"},
                             {"HOST_CACHE_CAPACITY", "20"},
                             {"ASCEND_ENHANCE_ENABLE", ""},
                             {"PYTORCH_NPU_ALLOC_CONF", "expandable_segments:True"},
                             {"ASCEND_LAUNCH_BLOCKING", ""}};
    // MindSpore takes over the database of msprof, to which only newer versions add what they know of the run.
    if (m_context.db && (m_context.pytorch() || !o.oldCann)) {
        for (const auto &[name, value] : meta.items())
            m_context.db->metaData(name, value.dump());
    }
    TextOut infoFile(m_context.dir + QStringLiteral("/profiler_info_%1.json").arg(m_context.rank));
    infoFile << info.dump(4);
    TextOut metaFile(m_context.dir + QStringLiteral("/profiler_metadata.json"));
    metaFile << meta.dump(4);
    for (TextOut *file : {&infoFile, &metaFile}) {
        if (!file->close()) {
            error = file->error();
            return false;
        }
    }
    return true;
}

bool RankWriter::finish(QString &error)
{
    if (m_context.countOnly)
        return true;
    const auto table = [&](const char *name, auto write) {
        TextOut out;
        if (m_context.writesText())
            out.open(m_context.outputFile(QLatin1String(name)));
        write(out);
        if (!out.close()) {
            error = out.error();
            return false;
        }
        return true;
    };
    return m_trace.close(error) && m_kernels.close(error) && m_comm.close(error) &&
           m_memory.close(m_trace.processMemory(), error) && m_details.close(error) &&
           m_hardware.close(m_firstStepNs, m_endNs, error) && writeStaticMemory(m_context, error) &&
           (m_context.options->level0 ||
            (table("op_statistic.csv", [this](TextOut &out) { m_kernels.writeStatistic(out); }) &&
             table("api_statistic.csv", [this](TextOut &out) { m_apis.write(m_context, out); }))) &&
           table("step_trace_time.csv", [this](TextOut &out) { m_steps.write(out); }) &&
           (m_context.pytorch() || !m_context.writesText() ||
            (table("dataset.csv", [this](TextOut &out) { m_dataset.write(out); }) &&
             writeMinddata(m_context, m_endNs - m_firstStepNs, error))) &&
           writeMetadata(error) && closeDatabases(error);
}

bool RankWriter::closeDatabases(QString &error)
{
    return (!m_db || m_db->close(m_firstStepNs, m_endNs, error)) && (!m_analysisDb || m_analysisDb->close(error));
}

} // namespace rs::gen
