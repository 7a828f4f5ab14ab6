// SPDX-License-Identifier: Apache-2.0
#include "analysis/operators/deviceload.h"

#include "core/table/kernelcolumns.h"
#include "core/table/legacycolumns.h"
#include "core/table/memorycolumns.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace rs {

namespace {

constexpr double MegabytesOfGib = 1024;

void takeMemory(DeviceLoad &load, const RankData &rank)
{
    if (const auto theory = rank.table(LegacyMemory::Kind)) {
        load.peakGib = theory->realAt(0, LegacyMemory::Peak);
        load.capacityGib = theory->realAt(0, LegacyMemory::Capacity);
        load.memorySource = LoadSource::Theory;
        return;
    }
    const auto table = rank.table(QStringLiteral("memory_record"));
    if (!table)
        return;
    const MemoryRecordColumns columns(*table);
    const ScaledColumn reserved = columns.measures[static_cast<size_t>(MemoryMeasure::Reserved)];
    const int component = columns.component;
    std::optional<double> most;
    std::optional<double> mostOfProcess;
    for (int r = 0; r < table->rows(); ++r) {
        const std::optional<double> value = reserved.at(*table, r);
        if (!value)
            continue;
        const bool isProcess = component >= 0 && table->textView(r, component) == "APP";
        std::optional<double> &to = isProcess ? mostOfProcess : most;
        to = std::max(to.value_or(0), *value);
    }
    if (const std::optional<double> peak = mostOfProcess ? mostOfProcess : most) {
        load.peakGib = *peak / MegabytesOfGib;
        load.memorySource = LoadSource::Measured;
    }
}

bool takeLegacyFlops(DeviceLoad &load, const RankData &rank)
{
    std::optional<double> mflops;
    double rated = 0;
    double ms = 0;
    const auto operators = rank.table(LegacyFlops::Operators);
    for (int r = 0; operators && r < operators->rows(); ++r) {
        const auto own = operators->realAt(r, LegacyFlops::Mflops);
        const auto rate = operators->realAt(r, LegacyFlops::GflopsPerSecond);
        if (own)
            mflops = mflops.value_or(0) + *own;
        if (own && rate && *rate > 0) {
            rated += *own;
            ms += *own / *rate;
        }
    }
    if (const auto summary = rank.table(LegacyFlops::Kind)) {
        load.mflops = summary->realAt(0, LegacyFlops::Mflops);
        load.gflopsPerSecond = summary->realAt(0, LegacyFlops::GflopsPerSecond);
        load.utilization = summary->realAt(0, LegacyFlops::Utilization);
    }
    if (!load.mflops)
        load.mflops = mflops;
    // The summary states a mean over operators, whatever their size: what they did by the time that it took is a rate.
    if (ms > 0)
        load.gflopsPerSecond = rated / ms;
    if (!load.mflops && !load.gflopsPerSecond && !load.utilization)
        return false;
    load.flopsSource = LoadSource::Theory;
    return true;
}

// The rate is that of the kernels whose duration is known.
void takeKernelFlops(DeviceLoad &load, const RankData &rank)
{
    const Table &kernels = *rank.kernels;
    const KernelOperations counts(rank);
    const int duration = KernelColumns(kernels).duration;
    double all = 0;
    double timed = 0;
    double ns = 0;
    for (int r = 0; r < kernels.rows(); ++r) {
        const std::optional<double> operations = counts.of(r);
        if (!operations)
            continue;
        all += *operations;
        if (duration < 0 || !kernels.has(r, duration))
            continue;
        timed += *operations;
        ns += static_cast<double>(kernels.integer(r, duration));
    }
    if (all <= 0)
        return;
    load.mflops = all / 1e6;
    if (ns > 0)
        load.gflopsPerSecond = timed / ns;
    load.flopsSource = counts.source();
}

void takeFlops(DeviceLoad &load, const RankData &rank)
{
    if (!takeLegacyFlops(load, rank) && rank.kernels)
        takeKernelFlops(load, rank);
}

// Limits that no file states.
void takeLimits(DeviceLoad &load, const DeviceLimits &limits)
{
    if (load.peakGib && !load.capacityGib && limits.memoryGib > 0)
        load.capacityGib = limits.memoryGib;
    if (!load.gflopsPerSecond || limits.teraflopsPerSecond <= 0)
        return;
    load.peakShare = *load.gflopsPerSecond / (limits.teraflopsPerSecond * 1000);
    if (!load.utilization)
        load.utilization = *load.peakShare * 100;
}

} // namespace

bool isOfMindSpore1(const Run &run)
{
    return std::ranges::any_of(run.ranks, [](const auto &rank) { return rank && rank->legacy; });
}

std::vector<DeviceLoad> deviceLoads(const Run &run, const JobContext &job, const DeviceLimits &limits)
{
    std::vector<DeviceLoad> out;
    for (size_t i = 0; i < run.infos.size(); ++i) {
        if (job.isCanceled())
            return {};
        const auto rank = run.rank(static_cast<int>(i));
        if (!rank)
            continue;
        DeviceLoad load;
        load.rankIndex = static_cast<int>(i);
        load.rank = rank->info.rank;
        load.label = rank->info.label;
        load.host = rank->info.host;
        load.device = rank->info.device;
        takeMemory(load, *rank);
        takeFlops(load, *rank);
        takeLimits(load, limits);
        if (load.memorySource != LoadSource::None || load.flopsSource != LoadSource::None)
            out.push_back(std::move(load));
    }
    const auto shareOf = [&out](std::optional<double> DeviceLoad::*value, std::optional<double> DeviceLoad::*share) {
        double most = 0;
        for (const DeviceLoad &d : out)
            most = std::max(most, (d.*value).value_or(0));
        for (DeviceLoad &d : out) {
            if (d.*value && most > 0)
                d.*share = *(d.*value) / most;
        }
    };
    shareOf(&DeviceLoad::mflops, &DeviceLoad::mflopsShare);
    shareOf(&DeviceLoad::gflopsPerSecond, &DeviceLoad::rateShare);
    return out;
}

} // namespace rs
