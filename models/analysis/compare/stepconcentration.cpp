// SPDX-License-Identifier: Apache-2.0
#include "analysis/compare/stepconcentration.h"

#include "analysis/compare/comparespread.h"
#include "analysis/compare/slowdowncause.h"
#include "analysis/operators/operatorscan.h"
#include "analysis/operators/stepfinder.h"
#include "analysis/overview/peerspread.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace rs {

namespace {

constexpr double mostOfDifference = 0.8; // of what makes the difference
constexpr double standsApart = 3;        // times as far as any other step

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

double carefulNoiseOf(const std::vector<qint64> &ns)
{
    const double noise = stepNoiseOf(ns).noiseNs;
    if (ns.size() < 2 || ns.size() >= leastTrustedSteps)
        return noise;
    const auto count = static_cast<double>(ns.size());
    double sum = 0;
    for (const qint64 v : ns)
        sum += static_cast<double>(v);
    double squares = 0;
    for (const qint64 v : ns)
        squares += (static_cast<double>(v) - sum / count) * (static_cast<double>(v) - sum / count);
    const double deviation = std::sqrt(squares / (count - 1));
    return std::max(noise, ns.size() <= 3 ? 2 * deviation : deviation);
}

StepConcentrationFinder::StepConcentrationFinder(const QStringList &base, const QStringList &other,
                                                 const SideSteps &compared)
    : m_names(base), m_baseSteps(static_cast<size_t>(base.size())), m_compared(compared)
{
    for (const QString &name : other) {
        const qsizetype known = base.indexOf(name);
        m_placeOf.push_back(static_cast<size_t>(known >= 0 ? known : m_names.size()));
        if (known < 0)
            m_names << name;
    }
}

StepConcentration StepConcentrationFinder::of(const std::vector<qint64> &base, const std::vector<qint64> &other,
                                              qint64 differenceNs) const
{
    StepConcentration out;
    if (std::min(m_baseSteps, m_placeOf.size()) < static_cast<size_t>(leastStepsForConcentration) ||
        base.size() != m_baseSteps || other.size() != m_placeOf.size() || differenceNs == 0)
        return out;
    const StepNoise a = stepNoiseOf(base);
    const StepNoise b = stepNoiseOf(other);
    const double noise = std::hypot(a.noiseNs / m_compared.baseRanks, b.noiseNs / m_compared.otherRanks);
    // Excess of each step over the median one, in the step and in what is compared.
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
    std::vector<size_t> order(carried.size());
    std::iota(order.begin(), order.end(), size_t(0));
    std::ranges::sort(order,
                      [&](size_t x, size_t y) { return beyond[x] != beyond[y] ? beyond[x] > beyond[y] : x < y; });
    const size_t most = (std::min(base.size(), other.size()) - 1) / 2;
    double sum = 0;
    for (size_t count = 1; count <= most; ++count) {
        const size_t step = order[count - 1];
        if (carried[step] <= 0 || beyond[step] <= 0 || beyond[step] < leastSignificance * noise)
            return out;
        sum += carried[step];
        // The noise of many steps together is more than one of them differs, so each is held against each.
        const double others = std::max(beyond[order[count]], -beyond[order.back()]);
        if (beyond[step] < standsApart * others)
            continue;
        const double rest = std::abs(static_cast<double>(differenceNs)) - sum;
        const double share = sum / (sum + std::max(0.0, rest));
        const double middle = std::abs(static_cast<double>(b.medianNs) / m_compared.otherRanks -
                                       static_cast<double>(a.medianNs) / m_compared.baseRanks);
        if (share < mostOfDifference && middle >= leastSignificance * noise)
            return out;
        for (size_t i = 0; i < count; ++i)
            out.steps << m_names[static_cast<qsizetype>(order[i])];
        out.share = share;
        out.restNs = rest;
        out.beyondNs = beyond[order.front()];
        out.significance = noise > 0 ? beyond[order.front()] / noise : std::numeric_limits<double>::infinity();
        return out;
    }
    return out;
}

StepConcentration StepConcentrationFinder::ofAll(const std::vector<qint64> &base, const std::vector<qint64> &other,
                                                 qint64 baseNs, qint64 otherNs) const
{
    const qint64 difference = saturatedDifference(otherNs, baseNs);
    const double little = leastSlowdown * static_cast<double>(std::min(baseNs, otherNs));
    if (static_cast<double>(saturatedMagnitude(difference)) < little)
        return {};
    StepConcentration out = of(base, other, difference);
    return out.areKnown() && (out.share >= mostOfDifference || out.restNs < little) ? out : StepConcentration();
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
