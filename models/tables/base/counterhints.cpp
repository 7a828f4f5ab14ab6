// SPDX-License-Identifier: Apache-2.0
#include "tables/base/counterhints.h"
#include "tables/base/tableschema.h"

#include <QLatin1String>

#include <algorithm>
#include <iterator>

namespace rs {

namespace {

/// By the end of a counter's name; the first that fits.
struct KnownCounter
{
    QLatin1String end;
    CounterHint hint;
};
const KnownCounter knownCounters[] = {
    {QLatin1String("mac_ratio"), {RS_TABLE("Share of the time in which the cube unit multiplied matrices."), false}},
    {QLatin1String("vec_ratio"), {RS_TABLE("Share of the time in which the vector unit worked."), false}},
    {QLatin1String("scalar_ratio"),
     {RS_TABLE("Share of the time in which the scalar unit computed addresses and control flow."), false}},
    {QLatin1String("mte1_ratio"),
     {RS_TABLE("Share of the time in which data moved from L1 to the buffers of the cube unit."), false}},
    {QLatin1String("mte2_ratio"), {RS_TABLE("Share of the time in which data was read from memory."), false}},
    {QLatin1String("mte3_ratio"), {RS_TABLE("Share of the time in which data was written to memory."), false}},
    {QLatin1String("fixpipe_ratio"),
     {RS_TABLE("Share of the time in which results left the buffer of the cube unit."), false}},
    {QLatin1String("icache_miss_rate"),
     {RS_TABLE("Share of the instructions that were not in the instruction cache."), false}},
    {QLatin1String("total_cycles"), {RS_TABLE("Cycles of all cores together."), false}},
    {QLatin1String("cube_utilization(%)"),
     {RS_TABLE("Share of the cube unit's capacity that was used in the time."), false}},
    // aic_metrics=ArithmeticUtilization
    {QLatin1String("mac_fp16_ratio"),
     {RS_TABLE("Share of the cycles in which the cube unit multiplied matrices of FP16."), true}},
    {QLatin1String("cube_fp16_ratio"),
     {RS_TABLE("Share of the cycles in which the cube unit multiplied matrices of FP16."), true}},
    {QLatin1String("mac_int8_ratio"),
     {RS_TABLE("Share of the cycles in which the cube unit multiplied matrices of INT8."), true}},
    {QLatin1String("cube_int8_ratio"),
     {RS_TABLE("Share of the cycles in which the cube unit multiplied matrices of INT8."), true}},
    {QLatin1String("cube_fops"), {RS_TABLE("Operations on floating-point numbers that the cube unit did."), true}},
    {QLatin1String("vec_fp32_ratio"), {RS_TABLE("Share of the cycles in which the vector unit worked on FP32."), true}},
    {QLatin1String("vec_fp16_ratio"), {RS_TABLE("Share of the cycles in which the vector unit worked on FP16."), true}},
    {QLatin1String("vec_int32_ratio"),
     {RS_TABLE("Share of the cycles in which the vector unit worked on INT32."), true}},
    {QLatin1String("vec_int16_ratio"),
     {RS_TABLE("Share of the cycles in which the vector unit worked on INT16."), true}},
    {QLatin1String("vec_misc_ratio"),
     {RS_TABLE("Share of the cycles in which the vector unit ran instructions of other kinds."), true}},
    {QLatin1String("vector_fops"), {RS_TABLE("Operations on floating-point numbers that the vector unit did."), true}},
    {QLatin1String("vec_fops"), {RS_TABLE("Operations on floating-point numbers that the vector unit did."), true}},
    // aic_metrics=Memory
    {QLatin1String("main_mem_read_bw(GB/s)"), {RS_TABLE("How fast the core read the main memory."), true}},
    {QLatin1String("main_mem_write_bw(GB/s)"), {RS_TABLE("How fast the core wrote to the main memory."), true}},
    {QLatin1String("l2_read_bw(GB/s)"), {RS_TABLE("How fast the core read the L2 cache."), true}},
    {QLatin1String("l2_write_bw(GB/s)"), {RS_TABLE("How fast the core wrote to the L2 cache."), true}},
    {QLatin1String("l1_read_bw(GB/s)"), {RS_TABLE("How fast the L1 buffer was read."), true}},
    {QLatin1String("l1_write_bw(GB/s)"), {RS_TABLE("How fast the L1 buffer was written to."), true}},
    {QLatin1String("ub_read_bw(GB/s)"), {RS_TABLE("How fast the unified buffer (UB) was read."), true}},
    {QLatin1String("ub_write_bw(GB/s)"), {RS_TABLE("How fast the unified buffer (UB) was written to."), true}},
    // aic_metrics=MemoryL0
    {QLatin1String("l0a_read_bw(GB/s)"), {RS_TABLE("How fast the buffer L0A of the cube unit was read."), true}},
    {QLatin1String("l0a_write_bw(GB/s)"), {RS_TABLE("How fast the buffer L0A of the cube unit was written to."), true}},
    {QLatin1String("l0b_read_bw(GB/s)"), {RS_TABLE("How fast the buffer L0B of the cube unit was read."), true}},
    {QLatin1String("l0b_write_bw(GB/s)"), {RS_TABLE("How fast the buffer L0B of the cube unit was written to."), true}},
    {QLatin1String("l0c_read_bw(GB/s)"), {RS_TABLE("How fast the buffer L0C of the cube unit was read."), true}},
    {QLatin1String("l0c_write_bw(GB/s)"), {RS_TABLE("How fast the buffer L0C of the cube unit was written to."), true}},
    {QLatin1String("l0c_read_bw_cube(GB/s)"), {RS_TABLE("How fast the cube unit itself read its buffer L0C."), true}},
    {QLatin1String("l0c_write_bw_cube(GB/s)"),
     {RS_TABLE("How fast the cube unit itself wrote to its buffer L0C."), true}},
    // aic_metrics=MemoryUB
    {QLatin1String("ub_read_bw_vector(GB/s)"),
     {RS_TABLE("How fast the vector unit read the unified buffer (UB)."), true}},
    {QLatin1String("ub_write_bw_vector(GB/s)"),
     {RS_TABLE("How fast the vector unit wrote to the unified buffer (UB)."), true}},
    {QLatin1String("ub_read_bw_scalar(GB/s)"),
     {RS_TABLE("How fast the scalar unit read the unified buffer (UB)."), true}},
    {QLatin1String("ub_write_bw_scalar(GB/s)"),
     {RS_TABLE("How fast the scalar unit wrote to the unified buffer (UB)."), true}},
    {QLatin1String("ub_read_bw_mte(GB/s)"), {RS_TABLE("How fast transfers (MTE) read the unified buffer (UB)."), true}},
    {QLatin1String("ub_write_bw_mte(GB/s)"),
     {RS_TABLE("How fast transfers (MTE) wrote to the unified buffer (UB)."), true}},
    // aic_metrics=L2Cache
    {QLatin1String("write_cache_hit"), {RS_TABLE("Writes that hit the cache."), true}},
    {QLatin1String("write_cache_miss_allocate"),
     {RS_TABLE("Writes that missed the cache, so that room was allocated in it."), true}},
    {QLatin1String("read_cache_hit"), {RS_TABLE("Reads that hit the cache."), true}},
    {QLatin1String("read_cache_miss_allocate"),
     {RS_TABLE("Reads that missed the cache, so that room was allocated in it."), true}},
    // aic_metrics=ResourceConflictRatio
    {QLatin1String("vec_bankgroup_cflt_ratio"),
     {RS_TABLE("Share of the cycles in which vector instructions were held up by conflicts of groups of banks: the "
               "block strides do not suit them."),
      true}},
    {QLatin1String("vec_bank_cflt_ratio"),
     {RS_TABLE("Share of the cycles in which vector instructions were held up by conflicts of banks: the addresses of "
               "the operands do not suit them."),
      true}},
    {QLatin1String("vec_resc_cflt_ratio"),
     {RS_TABLE(
          "Share of the cycles in which vector instructions were held up because the unit that runs them was busy."),
      true}},
    {QLatin1String("vec_mte_cflt_ratio"),
     {RS_TABLE("Share of the cycles in which vector instructions were held up by transfers (MTE)."), true}},
    {QLatin1String("vec_total_cflt_ratio"),
     {RS_TABLE("Share of the cycles in which vector instructions were held up by any conflict."), true}},
    {QLatin1String("cube_wait_ratio"), {RS_TABLE("Share of the cycles in which the cube unit was held up."), true}},
    {QLatin1String("vec_wait_ratio"), {RS_TABLE("Share of the cycles in which the vector unit was held up."), true}},
    {QLatin1String("iq_full_ratio"),
     {RS_TABLE("Share of the cycles in which the queue of instructions that the name tells was full."), true}},
};
constexpr const char *otherCounter = RS_TABLE("A counter of the cores, as the profiler's option aic_metrics chose it.");

} // namespace

CounterHint counterHint(const QString &name)
{
    const auto *const at =
        std::ranges::find_if(knownCounters, [&](const KnownCounter &known) { return name.endsWith(known.end); });
    return at == std::end(knownCounters) ? CounterHint{otherCounter, false} : at->hint;
}

} // namespace rs
