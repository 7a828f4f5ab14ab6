// SPDX-License-Identifier: Apache-2.0
#include "analysis/fewsteps.h"

#include "analysis/comparespread.h"
#include "analysis/operatorscan.h"
#include "analysis/peerspread.h"
#include "analysis/stepfinder.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace rs {

namespace {

constexpr double mostOfThem = 0.8; // of what makes the difference

} // namespace

StepNoise stepNoiseOf(const std::vector<qint64> &ns)
{
    StepNoise out;
    out.medianNs = medianOf(ns);
    std::vector<qint64> apart(ns);
    for (qint64 &v : apart)
        v = saturatedMagnitude(saturatedDifference(v, out.medianNs));
    constexpr double sigmaOfMad = 1.4826; // of a normal distribution
    out.noiseNs = sigmaOfMad * static_cast<double>(medianOf(std::move(apart)));
    return out;
}

FewStepsFinder::FewStepsFinder(const QStringList &base, const QStringList &other, const SideSteps &compared)
    : m_names(base), m_baseSteps(static_cast<size_t>(base.size())), m_compared(compared)
{
    for (const QString &name : other) {
        const qsizetype known = base.indexOf(name);
        m_placeOf.push_back(static_cast<size_t>(known >= 0 ? known : m_names.size()));
        if (known < 0)
            m_names << name;
    }
}

FewSteps FewStepsFinder::of(const std::vector<qint64> &base, const std::vector<qint64> &other,
                            qint64 differenceNs) const
{
    FewSteps out;
    if (std::min(m_baseSteps, m_placeOf.size()) < static_cast<size_t>(leastFewSteps) || base.size() != m_baseSteps ||
        other.size() != m_placeOf.size() || differenceNs == 0)
        return out;
    const StepNoise a = stepNoiseOf(base);
    const StepNoise b = stepNoiseOf(other);
    const double noise = std::hypot(a.noiseNs / m_compared.baseRanks, b.noiseNs / m_compared.otherRanks);
    // What each step takes beyond the median one, of the step and of what is compared.
    const double sign = differenceNs > 0 ? 1 : -1;
    std::vector<double> beyond(static_cast<size_t>(m_names.size()));
    std::vector<double> carried(beyond.size());
    const auto add = [&](size_t step, qint64 ns, qint64 median, double direction, int ranks, int parts) {
        const double more = direction * static_cast<double>(saturatedDifference(ns, median));
        beyond[step] += more / ranks;
        carried[step] += more / parts;
    };
    for (size_t i = 0; i < base.size(); ++i)
        add(i, base[i], a.medianNs, -sign, m_compared.baseRanks, m_compared.baseParts());
    for (size_t i = 0; i < other.size(); ++i)
        add(m_placeOf[i], other[i], b.medianNs, sign, m_compared.otherRanks, m_compared.otherParts());
    // What is left of the difference is that of the median steps.
    double longer = 0;
    double left = std::abs(static_cast<double>(differenceNs));
    std::vector<size_t> order(carried.size());
    for (size_t i = 0; i < carried.size(); ++i) {
        order[i] = i;
        longer += std::max(0.0, carried[i]);
        left -= carried[i];
    }
    longer += std::max(0.0, left);
    const size_t most = (std::min(base.size(), other.size()) - 1) / 2;
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(most), order.end(),
                      [&](size_t x, size_t y) { return carried[x] != carried[y] ? carried[x] > carried[y] : x < y; });
    QStringList steps;
    double share = 0;
    for (size_t i = 0; i < most && share < mostOfThem; ++i) {
        const size_t step = order[i];
        if (carried[step] <= 0 || beyond[step] < leastSignificance * noise)
            return out;
        share += carried[step] / longer;
        steps << m_names[static_cast<qsizetype>(step)];
    }
    if (share < mostOfThem)
        return out;
    out.steps = std::move(steps);
    out.share = share;
    out.significance = noise > 0 ? beyond[order.front()] / noise : std::numeric_limits<double>::infinity();
    return out;
}

MarkedSteps markedSteps(const RankData &rank, const CompareQuery &query, OperatorNote note, const JobContext &job)
{
    MarkedSteps out;
    if (!rank.trace)
        return out;
    std::vector<Interval> windows;
    for (const StepWindow &w : stepWindows(rank, job)) {
        if (!w.marked)
            continue;
        windows.push_back(w.device);
        out.names << w.step;
    }
    out.ns.resize(windows.size());
    OperatorQuery q;
    q.kind = query.kind;
    q.coreType = query.coreType;
    StringPool texts;
    StepFinder finder(windows);
    const bool whole = scanCompared(rank, q, note, texts, job, [&](const OperatorCall &call) {
        const quint32 step = finder.stepOf(call.startNs);
        if (step != StepFinder::noStep)
            out.ns[step] = saturatedSum(out.ns[step], call.durationNs);
    });
    return whole ? out : MarkedSteps();
}

} // namespace rs
