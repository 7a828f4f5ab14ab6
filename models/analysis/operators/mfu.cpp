// SPDX-License-Identifier: Apache-2.0
#include "analysis/operators/mfu.h"

#include "analysis/operators/kernelcalls.h"
#include "analysis/time/stepwindows.h"
#include "core/base/saturate.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

namespace rs {

namespace {

constexpr double teraOfGiga = 1e-3; // operations a nanosecond are thousands of millions a second

std::optional<double> quotient(double a, double b)
{
    return b > 0 ? std::optional(a / b) : std::nullopt;
}

std::optional<double> quotient(const std::optional<double> &a, const std::optional<double> &b)
{
    return a && b ? quotient(*a, *b) : std::nullopt;
}

void takeSource(std::optional<FlopsSource> &to, FlopsSource source)
{
    to = to ? std::max(*to, source) : source;
}

OperatorGroupQuery mfuQueryOf(const QString &step, const QString &core)
{
    OperatorGroupQuery out;
    out.by = OperatorGroupBy::NameShape;
    out.step = step;
    out.core = core;
    return out;
}

struct MfuGathered
{
    MfuGroup row;
    GroupIds ids{}; // type, name, shapes, core
    bool isCube = false;
};

} // namespace

std::optional<double> MfuGroup::teraflops() const
{
    return source ? quotient(operations * teraOfGiga, static_cast<double>(flopsNs)) : std::nullopt;
}

std::optional<double> MfuGroup::mfu() const
{
    return quotient(teraflops(), peakTeraflops);
}

std::optional<double> MfuGroup::intensity() const
{
    return pairedOperations > 0 ? quotient(pairedOperations, pairedBytes) : std::nullopt;
}

std::optional<double> MfuGroup::gigabytes() const
{
    return bytes > 0 ? quotient(bytes, static_cast<double>(bytesNs)) : std::nullopt;
}

std::optional<double> MfuGroup::ofMemory() const
{
    return quotient(gigabytes(), memoryGbs);
}

std::optional<double> MfuGroup::roof() const
{
    const auto perByte = intensity();
    if (!perByte || !memoryGbs || !peakTeraflops)
        return std::nullopt;
    return std::min(*peakTeraflops, *perByte * *memoryGbs * teraOfGiga);
}

std::optional<double> MfuGroup::ofRoof() const
{
    return quotient(teraflops(), roof());
}

RoofLimit MfuGroup::limit() const
{
    const auto highest = roof();
    return !highest ? RoofLimit::Unknown : *highest < *peakTeraflops ? RoofLimit::Memory : RoofLimit::Compute;
}

MfuGroups mfuGroups(const Run &run, int rankIndex, const MfuQuery &query, const ChipPeaks &peaks,
                    const DeviceLimits &limits, const JobContext &job)
{
    MfuGroups out;
    const auto rank = run.rank(rankIndex);
    if (!rank)
        return out;
    out.peak = peakOf(rank->info, peaks, limits);
    out.hasTable = rank->kernels && hasKernelTimes(*rank);
    if (!out.hasTable)
        return out;
    const KernelOperations work(*rank, job);
    const bool byName = query.by != OperatorGrouping::Type && query.by != OperatorGrouping::Shape;
    const bool byShape = query.by != OperatorGrouping::Type && query.by != OperatorGrouping::Name;
    const std::array<int, 1> one{rankIndex};
    const OperatorGroupQuery asked = mfuQueryOf(query.step, query.core);
    KernelCalls walk(run, one, asked, job);
    std::map<std::pair<GroupIds, std::string_view>, size_t> index;
    std::vector<MfuGathered> groups;
    const bool complete = walk.run([](const RankData &, int, bool) {},
                                   [&](const OperatorCall &call) {
                                       const GroupIds ids{raw(call.type), byName ? raw(call.name) : 0,
                                                          byShape ? raw(call.shapes) : 0, raw(call.core)};
                                       const std::string_view dataType = work.dataType(call.row);
                                       const auto [at, isNew] = index.try_emplace({ids, dataType}, groups.size());
                                       if (isNew) {
                                           groups.emplace_back().ids = ids;
                                           groups.back().row.dataType = QString::fromUtf8(
                                               dataType.data(), static_cast<qsizetype>(dataType.size()));
                                       }
                                       MfuGathered &g = groups[at->second];
                                       MfuGroup &row = g.row;
                                       ++row.calls;
                                       row.totalNs = saturatedSum(row.totalNs, call.durationNs);
                                       if (call.durationNs > row.longestNs) {
                                           row.longestNs = call.durationNs;
                                           row.longest = call.slice;
                                       }
                                       if (call.durationNs <= 0)
                                           return;
                                       const auto flops = work.flops(call.row);
                                       const auto bytes = work.bytes(call.row);
                                       if (flops) {
                                           ++row.flopsCalls;
                                           row.flopsNs += call.durationNs;
                                           row.operations += flops->operations;
                                           takeSource(row.source, flops->source);
                                           g.isCube = g.isCube || flops->isCube;
                                       }
                                       if (bytes) {
                                           row.bytesNs += call.durationNs;
                                           row.bytes += *bytes;
                                       }
                                       if (flops && bytes) {
                                           row.pairedOperations += flops->operations;
                                           row.pairedBytes += *bytes;
                                       }
                                   });
    if (!complete)
        return {};
    for (MfuGathered &g : groups) {
        MfuGroup &row = g.row;
        const auto text = [&](size_t part) { return walk.texts().text(StrId{g.ids[part]}); };
        row.type = text(0);
        row.name = byName ? text(1) : QString();
        row.shapes = byShape ? text(2) : QString();
        row.core = text(3);
        row.memoryGbs = out.peak.memoryGbs;
        if (g.isCube) {
            row.peakTeraflops = out.peak.teraflopsOf(row.dataType.toStdString());
            if (out.peak.teraflops && !row.peakTeraflops && !out.typesWithoutPeak.contains(row.dataType))
                out.typesWithoutPeak << row.dataType;
        }
        out.totalNs = saturatedSum(out.totalNs, row.totalNs);
        out.flopsNs = saturatedSum(out.flopsNs, row.flopsNs);
        out.rows.push_back(std::move(row));
    }
    std::ranges::stable_sort(out.rows, std::greater<>(), &MfuGroup::totalNs);
    return out;
}

void MfuSums::add(const KernelOperations &work, int row, qint64 durationNs, const DevicePeak &peak)
{
    kernelNs = saturatedSum(kernelNs, durationNs);
    const auto flops = durationNs > 0 ? work.flops(row) : std::nullopt;
    if (!flops)
        return;
    flopsNs += durationNs;
    operations += flops->operations;
    takeSource(source, flops->source);
    if (const auto most = flops->isCube ? peak.teraflopsOf(work.dataType(row)) : std::nullopt) {
        idealNs += flops->operations * teraOfGiga / *most;
        idealOfNs += durationNs;
    }
}

std::optional<double> MfuStep::mfu() const
{
    return idealNs > 0 && stepNs ? quotient(idealNs, static_cast<double>(*stepNs)) : std::nullopt;
}

std::optional<double> MfuSums::kernelMfu() const
{
    return idealNs > 0 ? quotient(idealNs, static_cast<double>(idealOfNs)) : std::nullopt;
}

std::optional<double> MfuSums::kernelTeraflops() const
{
    return source ? quotient(operations * teraOfGiga, static_cast<double>(flopsNs)) : std::nullopt;
}

std::optional<double> MfuStep::teraflops() const
{
    return operations > 0 && stepNs ? quotient(operations * teraOfGiga, static_cast<double>(*stepNs)) : std::nullopt;
}

std::vector<MfuStep> mfuSteps(const Run &run, std::span<const int> ranks, const ChipPeaks &peaks,
                              const DeviceLimits &limits, const JobContext &job)
{
    std::vector<MfuStep> out;
    for (const int index : ranks) {
        const auto rank = run.rank(index);
        if (!rank || !rank->kernels || !hasKernelTimes(*rank))
            continue;
        const DevicePeak peak = peakOf(rank->info, peaks, limits);
        const KernelOperations work(*rank, job);
        struct Sums
        {
            MfuStep row;
            qint64 from = std::numeric_limits<qint64>::max();
            qint64 to = std::numeric_limits<qint64>::min();
        };
        std::map<QString, Sums, LessStep> bySteps;
        StepOfCall stepOf(job);
        const std::array<int, 1> one{index};
        const OperatorGroupQuery asked = mfuQueryOf({}, {});
        KernelCalls walk(run, one, asked, job);
        const bool complete = walk.run([&](const RankData &of, int, bool isTable) { stepOf.begin(of, isTable); },
                                       [&](const OperatorCall &call) {
                                           Sums &s = bySteps[stepOf.of(call)];
                                           s.row.add(work, call.row, call.durationNs, peak);
                                           if (call.timed) {
                                               s.from = std::min(s.from, call.startNs);
                                               s.to = std::max(s.to, saturatedSum(call.startNs, call.durationNs));
                                           }
                                       });
        if (!complete)
            return {};
        std::map<QString, qint64> lengths;
        for (const StepWindow &w : rank->trace ? stepWindows(*rank, job) : std::vector<StepWindow>())
            lengths[w.step] = w.device.to - w.device.from;
        for (auto &[step, sums] : bySteps) {
            sums.row.rankIndex = index;
            sums.row.step = step;
            const auto length = lengths.find(step);
            if (length != lengths.end() && length->second > 0)
                sums.row.stepNs = length->second;
            else if (sums.from < sums.to)
                sums.row.stepNs = saturatedDifference(sums.to, sums.from);
            out.push_back(std::move(sums.row));
        }
    }
    return job.isCanceled() ? std::vector<MfuStep>() : out;
}

} // namespace rs
