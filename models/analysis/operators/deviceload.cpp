// SPDX-License-Identifier: Apache-2.0
#include "analysis/operators/deviceload.h"

#include "core/table/kernelcolumns.h"
#include "core/table/legacycolumns.h"
#include "core/table/memorycolumns.h"

#include <algorithm>
#include <array>
#include <charconv>
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
void takeKernelFlops(DeviceLoad &load, const Table &kernels)
{
    const KernelOperations counts(kernels);
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
        takeKernelFlops(load, *rank.kernels);
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

/// The dimensions of one tensor; empty where the text is none.
std::vector<double> dimensionsOf(std::string_view text)
{
    std::vector<double> out;
    constexpr size_t most = 8;
    while (!text.empty() && out.size() < most) {
        const size_t comma = text.find(',');
        const std::string_view part = text.substr(0, comma);
        qint64 value = 0;
        const auto [end, ec] = std::from_chars(part.data(), part.data() + part.size(), value);
        if (ec != std::errc() || end != part.data() + part.size() || value <= 0)
            return {};
        out.push_back(static_cast<double>(value));
        text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
    }
    return out;
}

} // namespace

std::optional<double> productOperations(std::string_view inputShapes, std::string_view outputShapes)
{
    const size_t first = inputShapes.find(';');
    if (first == std::string_view::npos)
        return std::nullopt;
    const std::string_view rest = inputShapes.substr(first + 1);
    const std::vector<double> a = dimensionsOf(inputShapes.substr(0, first));
    const std::vector<double> b = dimensionsOf(rest.substr(0, rest.find(';')));
    const std::vector<double> out = dimensionsOf(outputShapes.substr(0, outputShapes.find(';')));
    if (a.size() < 2 || b.size() < 2 || out.size() < 2)
        return std::nullopt;
    const double m = out[out.size() - 2];
    const double n = out.back();
    const std::array ofA = {a[a.size() - 2], a.back()};
    const std::array ofB = {b[b.size() - 2], b.back()};
    // a is M × K or K × M, b is K × N or N × K.
    double k = 0;
    if (ofA[0] == m && (ofB == std::array{ofA[1], n} || ofB == std::array{n, ofA[1]}))
        k = ofA[1];
    else if (ofA[1] == m && (ofB == std::array{ofA[0], n} || ofB == std::array{n, ofA[0]}))
        k = ofA[0];
    if (k <= 0)
        return std::nullopt;
    double operations = 2 * k;
    for (const double d : out)
        operations *= d;
    return std::isfinite(operations) ? std::optional(operations) : std::nullopt;
}

KernelOperations::KernelOperations(const Table &kernels) : m_kernels(kernels)
{
    for (const QStringView name : {u"aic_cube_fops", u"aiv_vector_fops", u"cube_fops", u"vector_fops"}) {
        const int at = kernels.column(name);
        bool counts = false;
        for (int r = 0; at >= 0 && r < kernels.rows() && !counts; ++r)
            counts = kernels.has(r, at) && kernels.real(r, at) > 0;
        if (counts)
            m_counters.push_back(at);
    }
    const KernelColumns columns(kernels);
    if (columns.inputShapes < 0 || columns.outputShapes < 0)
        return;
    m_type = columns.type;
    m_inputShapes = columns.inputShapes;
    m_outputShapes = columns.outputShapes;
}

std::optional<double> KernelOperations::of(int row) const
{
    double operations = 0;
    for (const int c : m_counters) {
        if (m_kernels.has(row, c) && m_kernels.real(row, c) > 0)
            operations += m_kernels.real(row, c);
    }
    if (!m_counters.empty())
        return operations > 0 ? std::optional(operations) : std::nullopt;
    if (m_type < 0 || m_kernels.textView(row, m_type).find("MatMul") == std::string_view::npos)
        return std::nullopt;
    return productOperations(displayShape(m_kernels.textView(row, m_inputShapes)),
                             displayShape(m_kernels.textView(row, m_outputShapes)));
}

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
