// SPDX-License-Identifier: Apache-2.0
// What a measured drop of the AI core frequency says of a rank, whatever its peers do in the same step.
#include "analysis/diagnosis/diagnosisbase.h"
#include "analysis/operators/frequency.h"
#include "analysis/ranks/peeroutliers.h"
#include "core/base/saturate.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace rs {

namespace {

void addLoss(const FrequencyStats &stats, Interval window, size_t counters, FrequencyLoss &out)
{
    for (const FrequencyDrop &drop : stats.drops) {
        const qint64 inside = std::min(drop.toNs, window.to) - std::max(drop.fromNs, window.from);
        if (!drop.underLoad || inside <= 0 || drop.lengthNs() <= 0)
            continue;
        out.ns += drop.lostNs * static_cast<double>(inside) / static_cast<double>(drop.lengthNs()) /
                  static_cast<double>(counters);
        out.lowestMHz = out.lowestMHz > 0 ? std::min(out.lowestMHz, drop.lowestMHz) : drop.lowestMHz;
    }
}

// The lower median of all but one `own` of them; they ascend.
qint64 medianOfOthers(const std::vector<qint64> &sorted, qint64 own)
{
    const auto at = static_cast<size_t>(std::ranges::lower_bound(sorted, own) - sorted.begin());
    const size_t middle = (sorted.size() - 2) / 2;
    return sorted[middle < at ? middle : middle + 1];
}

} // namespace

// Of each die.
const std::vector<FrequencyStats> &DiagnosisBase::frequencies(int rank) const
{
    const auto [known, isNew] = m_frequencies.try_emplace(rank);
    const auto &data = run.ranks[static_cast<size_t>(rank)];
    if (isNew && data && data->trace) {
        for (const CounterId counter : frequencyCounters(*data->trace))
            known->second.push_back(frequencyStats(*data->trace, counter, job));
    }
    return known->second;
}

FrequencyLoss DiagnosisBase::frequencyLoss(int rank, const std::vector<size_t> &which) const
{
    FrequencyLoss out;
    const std::vector<FrequencyStats> &all = frequencies(rank);
    for (const FrequencyStats &stats : all) {
        out.nominalMHz = std::max(out.nominalMHz, stats.nominalMHz);
        for (const size_t s : which) {
            if (const auto &window = cells[static_cast<size_t>(rank)][s].window)
                addLoss(stats, *window, all.size(), out);
        }
    }
    return out;
}

void DiagnosisBase::findDrops()
{
    for (auto &rank : cells) {
        for (DiagnosisCell &cell : rank)
            cell.evenComputeNs = cell.computeNs;
    }
    for (const std::vector<int> &group : groups) {
        std::vector<std::vector<qint64>> sorted(static_cast<size_t>(steps.size()));
        for (size_t s = 0; s < sorted.size(); ++s) {
            for (const int rank : group) {
                if (const auto &ns = cells[static_cast<size_t>(rank)][s].computeNs)
                    sorted[s].push_back(*ns);
            }
            std::ranges::sort(sorted[s]);
        }
        for (const int rank : group) {
            if (job.isCanceled())
                return;
            const auto &data = run.ranks[static_cast<size_t>(rank)];
            if (data && data->trace && !frequencyCounters(*data->trace).empty())
                findDropsOf(rank, sorted);
        }
    }
}

// Steps differ in their work, so each is expected to be to the peers as the other steps are.
void DiagnosisBase::findDropsOf(int rank, const std::vector<std::vector<qint64>> &sorted)
{
    std::vector<DiagnosisCell> &own = cells[static_cast<size_t>(rank)];
    std::vector<double> peers(own.size(), 0);
    std::vector<double> ratios;
    for (size_t s = 0; s < own.size(); ++s) {
        if (!own[s].computeNs || !own[s].window || sorted[s].size() < 2)
            continue;
        peers[s] = static_cast<double>(medianOfOthers(sorted[s], *own[s].computeNs));
        if (peers[s] > 0)
            ratios.push_back(static_cast<double>(*own[s].computeNs) / peers[s]);
    }
    const double usual = lowerMedian(std::move(ratios));
    for (size_t s = 0; s < own.size(); ++s) {
        if (peers[s] <= 0)
            continue;
        const double even = usual * peers[s];
        const double more = static_cast<double>(*own[s].computeNs) - even;
        if (more <= 0 || more < limits.computeDeviation * even)
            continue;
        const FrequencyLoss loss = frequencyLoss(rank, {s});
        if (loss.lowestMHz > 0 && loss.ns >= limits.frequencyShare * more)
            own[s].evenComputeNs = saturatedRound(even);
    }
}

std::vector<Excess> DiagnosisBase::frequencyDrops() const
{
    std::vector<Excess> out;
    for (const std::vector<int> &group : groups) {
        std::vector<double> sums;
        for (const int rank : group) {
            double sum = 0;
            for (const DiagnosisCell &cell : cells[static_cast<size_t>(rank)])
                sum += static_cast<double>(cell.evenComputeNs.value_or(0));
            sums.push_back(sum);
        }
        const double median = lowerMedian(sums);
        for (size_t i = 0; i < group.size(); ++i) {
            const std::vector<DiagnosisCell> &own = cells[static_cast<size_t>(group[i])];
            Excess e;
            for (size_t s = 0; s < own.size(); ++s) {
                if (own[s].evenComputeNs == own[s].computeNs)
                    continue;
                e.add(s, *own[s].computeNs - *own[s].evenComputeNs, *own[s].evenComputeNs);
            }
            if (e.steps.empty())
                continue;
            e.rank = group[i];
            e.normalPeer = normalPeer(group, sums, median, i);
            e.peers = group.size() - 1;
            out.push_back(std::move(e));
        }
    }
    return out;
}

} // namespace rs
