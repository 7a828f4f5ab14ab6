// SPDX-License-Identifier: Apache-2.0
#include "analysis/advice/ruleinput.h"
#include "analysis/communication/commadvice.h"
#include "analysis/dataset/datapipeline.h"

#include <QtGlobal>

#include <algorithm>
#include <iterator>
#include <tuple>

namespace rs {

namespace {

// Sources, each said once.
constexpr const char *advisor = RS_NOOP("advisor of msprof-analyze");
constexpr const char *insight = RS_NOOP("expert system of MindStudio Insight");
constexpr const char *bothTools = RS_NOOP("advisor of msprof-analyze, MindStudio Insight");
constexpr const char *ours = RS_NOOP("diagnosis of RankScope");
constexpr const char *dataRules = RS_NOOP("data analyser of MindSpore");

using A = AdviceArea;

// A threshold stands here alone.
const AdviceRule rules[] = {
    {"slow-rank", A::Compute, 0,
     RS_NOOP("If the operators have more to do there, balance the input (shapes, batch, experts). If all of them are "
             "slower, look at the chip: npu-smi info for its temperature, power and frequency, and change the device."),
     ours},
    {"uneven-stages", A::Compute, 0,
     RS_NOOP("Move layers from the longest stage to a shorter one: num_layer_list or pipeline_stage of the model, "
             "--num-layer-list of MindSpeed."),
     ours},
    {"slow-host", A::Scheduling, 0,
     RS_NOOP("Look at the host of that rank: other processes on its CPUs, binding to CPUs (taskset, CPU_AFFINITY_CONF "
             "of torch_npu, bind_core of MindSpore), its power mode, slow disks."),
     ours},
    {"late-start", A::Scheduling, 0,
     RS_NOOP("Look at what that rank alone does between steps: loading data, logging, saving, evaluation."), ours},
    {"slow-link", A::Communication, 0,
     RS_NOOP("Check the link: hccn_tool for the state of the port, its optical module and dropped packets; cables; the "
             "switch's flow control (PFC, HCCL_RDMA_TC, HCCL_RDMA_SL). Else place ranks so that little runs over it."),
     ours},
    {"compile", A::Scheduling, 20,
     RS_NOOP("PyTorch: torch_npu.npu.set_compile_mode(jit_compile=False), and fixed shapes (pad, bucket the batches). "
             "MindSpore: jit_level O0 or O1, or fixed shapes with set_inputs()."),
     bothTools},
    {"synchronise", A::Scheduling, 2,
     RS_NOOP(
         "Keep values on the device: no item(), print(), tolist() or comparison of tensors inside a step; log every "
         "so many steps; copy with non_blocking=True. Unset ASCEND_LAUNCH_BLOCKING."),
     advisor},
    {"gc", A::Scheduling, 1,
     RS_NOOP(
         "Collect at times of your own: gc.disable() and gc.collect() every so many steps, or gc.freeze() after the "
         "first step and a higher gc.set_threshold()."),
     advisor},
    {"dataloader", A::Scheduling, 10,
     RS_NOOP("Load ahead: more num_workers with persistent_workers=True, pin_memory=True and a larger prefetch_factor "
             "(PyTorch); more num_parallel_workers and a larger prefetch_size (MindSpore). Keep data on fast disks."),
     advisor},
    {"checkpoint", A::Scheduling, 10,
     RS_NOOP("Save more rarely, or in the background: copy the weights to the host and write them while the next steps "
             "run (async_save of torch.distributed.checkpoint and of MindSpore, --async-save of Megatron)."),
     ours},
    {"data-pipeline", A::Scheduling, DataAdviceLimits().starvedEmpty,
     RS_NOOP("Raise num_parallel_workers of the operator that holds up the others, and its prefetch_size; prepare the "
             "data offline (MindRecord)."),
     dataRules},
    {"memory-api", A::Scheduling, 10,
     RS_NOOP("Let the allocator grow its segments: PYTORCH_NPU_ALLOC_CONF=expandable_segments:True. Lower the peak, or "
             "fix the shapes, so that blocks fit again; no torch_npu.npu.empty_cache() inside a step."),
     advisor},
    {"sync-batchnorm", A::Scheduling, 20,
     RS_NOOP("Use the implementation of torch_npu, which gathers once for each layer, or BatchNorm without "
             "synchronisation where the batch of a rank is large enough."),
     advisor},
    {"optimizer", A::Scheduling, 0, RS_NOOP("Replace it; the parameters stay the same."), bothTools},
    {"launch-bound", A::Scheduling, 100 * hostBoundIdleShare,
     RS_NOOP("Launch less or faster: graph mode (torch.compile with torchair, jit_level O2 of MindSpore), fused "
             "operators, TASK_QUEUE_ENABLE=2, CPU binding (CPU_AFFINITY_CONF of torch_npu, bind_core of MindSpore), "
             "larger micro-batches."),
     advisor},
    {"environment", A::Scheduling, 0, RS_NOOP("Change the variable before the program starts."), advisor},
    {"aicpu", A::Compute, 20,
     RS_NOOP("Find out why it does not run on the AI cores: mostly a data type (double, int64, complex) or an operator "
             "that they lack. Convert the type, or write it with other operators."),
     bothTools},
    {"frequency", A::Compute, 5,
     RS_NOOP("Check power and cooling of the device: npu-smi info -t power, -t temp; a power limit, dust, a hot rack. "
             "Short drops of a very dense kernel are the chip's own protection."),
     bothTools},
    {"block-dim", A::Compute, 20,
     RS_NOOP("Choose shapes (batch, sequence, heads) whose tiles are a multiple of the number of cores; tune the "
             "operator with AOE."),
     advisor},
    {"below-peak", A::Compute, 40,
     RS_NOOP("Give the cube units more at once: a larger micro-batch, fused products (QKV, grouped matmul), sizes that "
             "are multiples of 16, inputs that need no transposition; tune the operator with AOE."),
     RS_NOOP("operator_mfu of msprof-analyze"), highAdviceShare},
    {"unbound", A::Compute, 20,
     RS_NOOP("Tune the operator with AOE, or make it larger: fuse it with its neighbours, merge small ones into a "
             "batch."),
     advisor, highAdviceShare},
    {"fusible", A::Compute, 5, RS_NOOP("Call the fused operator, or let the graph compiler fuse them."), insight},
    {"affinity-api", A::Scheduling, 5, RS_NOOP("Call the one of torch_npu; check the accuracy once."), bothTools},
    {"small-packets", A::Communication, 100 * CommAdviceLimits().smallShare,
     RS_NOOP("Move more at once: larger buckets of gradients (bucket_cap_mb, allreduce_fusion_config of MindSpore), a "
             "larger micro-batch, fewer accumulation steps with communication."),
     bothTools, mediumAdviceShare},
    {"alignment", A::Communication, static_cast<double>(CommAdviceLimits().alignmentBytes),
     RS_NOOP("Pad tensors and buckets so that the part of each rank is a multiple of 512 bytes."), bothTools},
    {"contention", A::Communication, 100 * CommAdviceLimits().contendedShare,
     RS_NOOP("Change what overlaps: HCCL_ALGO or HCCL_OP_EXPANSION_MODE, another order of communication and matrix "
             "products; for tensor parallelism a fused operator (matmul with allreduce)."),
     bothTools},
    {"retransmission", A::Communication, CommAdviceLimits().retransmissionMs,
     RS_NOOP("Packets were lost: check the network's flow control (PFC), HCCL_RDMA_TC and HCCL_RDMA_SL, "
             "HCCL_RDMA_TIMEOUT and HCCL_RDMA_RETRY_CNT."),
     bothTools},
};

size_t orderOf(const AdviceRule *rule)
{
    return static_cast<size_t>(rule - std::begin(rules));
}

} // namespace

std::span<const AdviceRule> adviceRules()
{
    return rules;
}

const AdviceRule &adviceRule(std::string_view id)
{
    return *std::ranges::find(rules, id, [](const AdviceRule &rule) { return std::string_view(rule.id); });
}

QString millisecondsOf(qint64 ns)
{
    const double ms = static_cast<double>(ns) / 1e6;
    return QString::number(ms, 'f', qAbs(ms) >= 100 ? 0 : qAbs(ms) >= 1 ? 1 : 3);
}

void AdviceSink::add(const AdviceRule &rule, int rank, qint64 spanNs, Found found)
{
    if (m_stepNs > 0)
        spanNs = m_stepNs;
    // Nobody can tell whether it is worth a word where nobody knows how long the steps are.
    const qint64 worth = found.savesNs.value_or(found.timeNs);
    const std::optional<double> share = spanNs > 0 && worth > 0
                                            ? std::optional(static_cast<double>(worth) / static_cast<double>(spanNs))
                                            : std::nullopt;
    if (!found.isCertain && share.value_or(0) < rule.leastShare)
        return;
    auto at =
        std::ranges::find_if(m_all, [&](const Advice &a) { return a.rule == &rule && a.subject == found.subject; });
    if (at == m_all.end()) {
        at = m_all.emplace(m_all.end());
        at->rule = &rule;
        at->subject = found.subject;
    }
    const bool isDearest = at->ranks.empty() || share.value_or(0) > at->share.value_or(0);
    at->count += found.count;
    if (rank >= 0)
        at->ranks.insert(std::ranges::lower_bound(at->ranks, rank), rank);
    std::ranges::stable_sort(found.evidence, std::greater<>(), &AdviceEvidence::durationNs);
    if (found.evidence.size() > mostEvidence)
        found.evidence.resize(mostEvidence);
    at->evidence.insert(at->evidence.end(), found.evidence.begin(), found.evidence.end());
    if (!isDearest)
        return;
    at->rank = rank;
    at->timeNs = found.timeNs;
    at->savesNs = found.savesNs;
    at->known = found.known;
    at->share = share;
    at->seen = std::move(found.seen);
    at->change = found.change.isEmpty() ? Phrase(QString::fromUtf8(rule.change)) : std::move(found.change);
}

void AdviceSink::lacks(const AdviceRule &rule, int rank, const Phrase &why)
{
    auto at =
        std::ranges::find_if(m_unchecked, [&](const UncheckedRule &u) { return u.rule == &rule && u.why == why; });
    if (at == m_unchecked.end())
        at = m_unchecked.insert(m_unchecked.end(), UncheckedRule{&rule, why, {}});
    if (rank >= 0)
        at->ranks.push_back(rank);
}

Advice *AdviceSink::found(std::string_view rule, int rank)
{
    const auto at = std::ranges::find_if(m_all, [&](const Advice &a) {
        return std::string_view(a.rule->id) == rule && std::ranges::binary_search(a.ranks, rank);
    });
    return at == m_all.end() ? nullptr : &*at;
}

void AdviceSink::drop(std::string_view rule)
{
    std::erase_if(m_all, [rule](const Advice &a) { return std::string_view(a.rule->id) == rule; });
}

AdviceReport AdviceSink::take()
{
    for (Advice &a : m_all)
        std::ranges::stable_sort(a.evidence, std::greater<>(), &AdviceEvidence::durationNs);
    // By the share of the steps; a bound comes behind what is sure.
    std::ranges::stable_sort(m_all, [](const Advice &a, const Advice &b) {
        const auto key = [](const Advice &x) {
            return std::tuple(x.savesNs.has_value(), x.known != SavingKind::AtMost, x.share.value_or(0));
        };
        return key(a) > key(b);
    });
    std::ranges::stable_sort(m_unchecked, {}, [](const UncheckedRule &u) { return orderOf(u.rule); });
    return {std::move(m_all), std::move(m_unchecked)};
}

} // namespace rs
