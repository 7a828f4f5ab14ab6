// SPDX-License-Identifier: Apache-2.0
#include "analysis/slowness.h"

#include "analysis/fewsteps.h"
#include "core/saturate.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

namespace rs {

namespace {

// A type of operators counts for the device from this share of the time on.
constexpr double leastTypeShare = 0.02;
constexpr double mostUneven = 0.4;    // of what the factor is above 1
constexpr double mostOfThem = 0.8;    // of the time, or of what takes longer
constexpr size_t mostFew = 3;         // operators
constexpr size_t fewOf = 4;           // one of so many
constexpr double fewAreSlower = 3.0;  // times as much above 1 as the others
constexpr qsizetype mostLetters = 60; // of a name in a sentence

/// By the slower side.
struct Pair
{
    QString name;
    qint64 slowNs = 0;
    qint64 fastNs = 0;
    bool sameCalls = true;
    [[nodiscard]] qint64 moreNs() const { return saturatedDifference(slowNs, fastNs); }
};

Pair pairOf(const OperatorPair &o, bool ofBase, QString name)
{
    return {std::move(name), ofBase ? o.baseNs : o.otherNs, ofBase ? o.otherNs : o.baseNs, o.baseCalls == o.otherCalls};
}

/// What the slower side takes beyond the faster one, of that; nothing: the faster one does not have it at all.
std::optional<double> aboveOne(qint64 slowNs, qint64 fastNs)
{
    if (fastNs <= 0)
        return std::nullopt;
    return static_cast<double>(slowNs) / static_cast<double>(fastNs) - 1;
}

bool isOfDevice(const std::vector<Pair> &types, double factor, qint64 fastNs)
{
    double alike = 0;
    double all = 0;
    int counted = 0;
    for (const Pair &t : types) {
        const auto weight = static_cast<double>(t.fastNs);
        if (weight <= 0 || weight < leastTypeShare * static_cast<double>(fastNs))
            continue;
        ++counted;
        all += weight;
        const double ratio = static_cast<double>(t.slowNs) / weight;
        if (std::abs(ratio - factor) <= mostUneven * (factor - 1) && t.sameCalls)
            alike += weight;
    }
    return counted >= 2 && alike >= mostOfThem * all;
}

struct Few
{
    std::vector<Pair> pairs; ///< the largest first
    double share = 0;
};

/// Those in which most of what takes longer is; nothing where it takes too many of them, or the others are slow as
/// well.
std::optional<Few> fewOfThem(std::vector<Pair> all)
{
    std::stable_sort(all.begin(), all.end(), [](const Pair &a, const Pair &b) { return a.moreNs() > b.moreNs(); });
    double longer = 0;
    for (const Pair &p : all)
        longer += static_cast<double>(std::max<qint64>(0, p.moreNs()));
    if (all.size() < 2 || longer <= 0)
        return std::nullopt;
    Few out;
    const size_t most = std::min(mostFew, std::max<size_t>(1, all.size() / fewOf));
    while (out.share < mostOfThem && out.pairs.size() < most) {
        const Pair &next = all[out.pairs.size()];
        out.share += static_cast<double>(next.moreNs()) / longer;
        out.pairs.push_back(next);
    }
    if (out.share < mostOfThem)
        return std::nullopt;
    Pair few;
    Pair rest;
    for (size_t i = 0; i < all.size(); ++i) {
        Pair &sum = i < out.pairs.size() ? few : rest;
        sum.slowNs = saturatedSum(sum.slowNs, all[i].slowNs);
        sum.fastNs = saturatedSum(sum.fastNs, all[i].fastNs);
    }
    const std::optional<double> slower = aboveOne(few.slowNs, few.fastNs);
    const double others = std::max(0.0, aboveOne(rest.slowNs, rest.fastNs).value_or(0));
    if (slower && *slower < fewAreSlower * others)
        return std::nullopt;
    return out;
}

QStringList namesOf(const Few &few)
{
    QStringList out;
    for (const Pair &p : few.pairs)
        out << p.name;
    return out;
}

std::vector<Pair> byType(const std::vector<OperatorPair> &operators, bool ofBase)
{
    std::map<QString, OperatorPair> types;
    for (const OperatorPair &o : operators) {
        OperatorPair &t = types[o.type];
        t.baseNs = saturatedSum(t.baseNs, o.baseNs);
        t.otherNs = saturatedSum(t.otherNs, o.otherNs);
        t.baseCalls = saturatedSum(t.baseCalls, o.baseCalls);
        t.otherCalls = saturatedSum(t.otherCalls, o.otherCalls);
    }
    std::vector<Pair> out;
    for (const auto &[type, pair] : types)
        out.push_back(pairOf(pair, ofBase, type));
    return out;
}

/// Shapes of these types, each named with its type.
std::vector<Pair> shapesOf(const std::vector<OperatorPair> &operators, bool ofBase, const QStringList &types)
{
    std::vector<Pair> out;
    for (const OperatorPair &o : operators) {
        if (!types.contains(o.type))
            continue;
        if (o.shapes.isEmpty())
            return {};
        out.push_back(pairOf(o, ofBase, o.type + u' ' + o.shapes));
    }
    return out;
}

} // namespace

Slowness slownessOf(const std::vector<OperatorPair> &operators)
{
    qint64 base = 0;
    qint64 other = 0;
    for (const OperatorPair &o : operators) {
        base = saturatedSum(base, o.baseNs);
        other = saturatedSum(other, o.otherNs);
    }
    Slowness out;
    out.ofBase = base > other;
    const qint64 fast = std::min(base, other);
    const qint64 slow = std::max(base, other);
    const std::optional<double> above = aboveOne(slow, fast);
    if (!above)
        return out;
    out.factor = 1 + *above;
    out.moreNs = slow - fast;
    if (*above < leastSlowness)
        return out;
    const std::vector<Pair> types = byType(operators, out.ofBase);
    if (isOfDevice(types, out.factor, fast)) {
        out.kind = SlownessKind::Device;
        return out;
    }
    const std::optional<Few> few = fewOfThem(types);
    if (!few)
        return out;
    out.kind = SlownessKind::Operators;
    out.few = namesOf(*few);
    out.share = few->share;
    if (const std::optional<Few> shapes = fewOfThem(shapesOf(operators, out.ofBase, out.few))) {
        out.kind = SlownessKind::Shapes;
        out.few = namesOf(*shapes);
        out.share *= shapes->share;
    }
    return out;
}

Slowness rankSlowness(const RankData &base, const RankData &other, const CompareQuery &query, const JobContext &job)
{
    CompareQuery q;
    q.grouping = OperatorGrouping::Shape;
    q.kind = OperatorKind::Compute;
    q.baseWindow = query.baseWindow;
    q.otherWindow = query.otherWindow;
    q.steps = query.steps;
    // As many calls in a step are as many calls, however many steps there are.
    const bool perStep = q.steps.arePerStep();
    const auto calls = [perStep](qint64 of, int steps) { return perStep ? saturatedProduct(of, steps) : of; };
    const RankComparison comparison = compareRanks(base, other, q, job);
    std::vector<OperatorPair> pairs;
    for (const CompareRow &row : comparison.rows)
        pairs.push_back({row.type.isEmpty() ? row.name : row.type, row.shapes, row.baseComparedNs(),
                         row.otherComparedNs(), calls(row.base.calls, q.steps.other),
                         calls(row.other.calls, q.steps.base)});
    Slowness out = slownessOf(pairs);
    if (out.factor < 1 + leastSlowness || q.baseWindow || q.otherWindow)
        return out;
    const MarkedSteps a = markedSteps(base, q, comparison.baseNote, job);
    const MarkedSteps b = markedSteps(other, q, comparison.otherNote, job);
    const FewSteps few =
        FewStepsFinder(a.names, b.names, q.steps).of(a.ns, b.ns, out.ofBase ? -out.moreNs : out.moreNs);
    // What else takes longer has to be nothing, or to be little beside them.
    const double rest = few.restNs / (static_cast<double>(out.moreNs) / (out.factor - 1));
    if (few.areKnown() && (few.share >= mostOfThem || rest < leastSlowness)) {
        out.kind = SlownessKind::Steps;
        out.few = few.steps;
        out.share = few.share;
    }
    return out;
}

Phrase slownessPhrase(const Slowness &slowness, const QString &base, const QString &other)
{
    const QString &slow = slowness.ofBase ? base : other;
    const QString &fast = slowness.ofBase ? other : base;
    if (slowness.kind == SlownessKind::None)
        return {};
    if (slowness.kind == SlownessKind::Device)
        return {QStringLiteral("All types of operators take about %1 times as long on %2 as on %3: the device is slow, "
                               "not an operator."),
                {QString::number(slowness.factor, 'f', 2), slow, fast}};
    QStringList names;
    for (const QString &name : slowness.few.mid(0, static_cast<qsizetype>(mostFew)))
        names << (name.size() > mostLetters ? name.left(mostLetters) + QChar(0x2026) : name);
    if (slowness.few.size() > names.size())
        names << QString(QChar(0x2026));
    const QStringList said{slow, fast, QString::number(slowness.share * 100, 'f', 0), names.join(QStringLiteral(", "))};
    if (slowness.kind == SlownessKind::Steps)
        return {slowness.few.size() == 1
                    ? QStringLiteral("%1 takes longer than %2 in one step alone: %3 % of it is in step %4. Neither the "
                                     "device nor an operator is slow as such; compare that step to see what is.")
                    : QStringLiteral("%1 takes longer than %2 in few steps alone: %3 % of it is in steps %4. Neither "
                                     "the device nor an operator is slow as such; compare these steps to see what is."),
                said};
    if (slowness.kind == SlownessKind::Shapes)
        return {QStringLiteral("Only few input shapes take longer on %1 than on %2: %3 % of it is in %4. It is the "
                               "input, neither the device nor an operator."),
                said};
    return {QStringLiteral("Only few types of operators take longer on %1 than on %2: %3 % of it is in %4. It is an "
                           "operator, not the device."),
            said};
}

} // namespace rs
