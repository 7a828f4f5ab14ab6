// SPDX-License-Identifier: Apache-2.0
#include "analysis/compare/slowdowncause.h"

#include "analysis/compare/comparespread.h"
#include "analysis/compare/stepconcentration.h"
#include "core/base/saturate.h"
#include "core/text/missingname.h"

#include <algorithm>
#include <functional>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

namespace rs {

namespace {

// A type of operators counts for the device from this share of the time on.
constexpr double leastTypeShare = 0.02;
constexpr double leastSame = 0.2;     // of the time: what tells of the device
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

/// Excess of the slower side, relative to the faster one; nothing: the faster one does not have it at all.
std::optional<double> aboveOne(qint64 slowNs, qint64 fastNs)
{
    if (fastNs <= 0)
        return std::nullopt;
    return static_cast<double>(slowNs) / static_cast<double>(fastNs) - 1;
}

/// Share of the time of all types that take about the factor of all with as many calls; nothing: too few types to
/// judge.
std::optional<double> alikeShare(const std::vector<Pair> &types, double factor)
{
    double whole = 0;
    for (const Pair &t : types)
        whole += static_cast<double>(t.fastNs);
    double alike = 0;
    int counted = 0;
    for (const Pair &t : types) {
        const auto weight = static_cast<double>(t.fastNs);
        if (weight <= 0)
            continue;
        if (weight >= leastTypeShare * whole)
            ++counted;
        const double ratio = static_cast<double>(t.slowNs) / weight;
        if (std::abs(ratio - factor) <= mostUneven * (factor - 1) && t.sameCalls)
            alike += weight;
    }
    if (counted < 2)
        return std::nullopt;
    return alike / whole;
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
    std::ranges::stable_sort(all, std::greater<>(), &Pair::moreNs);
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

bool isOnBothSides(const OperatorPair &o)
{
    return o.baseCalls > 0 && o.otherCalls > 0;
}

/// Common input of both sides. A type that one side lacks altogether is another model, not another input.
struct InputParts
{
    std::vector<OperatorPair> same; ///< with the same shapes
    qint64 strangeNs = 0;           ///< of the slower side, in shapes that the faster one does not have
    double moreNs = 0;              ///< what the slower side takes longer in such shapes and by more calls
    double slowNs = 0;              ///< of `same`
    double evenNs = 0;              ///< likewise what the faster side would take with the calls of the slower one
};

InputParts inputParts(const std::vector<OperatorPair> &operators, bool ofBase)
{
    std::map<QString, OperatorPair> types;
    for (const OperatorPair &o : operators) {
        types[o.type].baseCalls += o.baseCalls > 0 ? 1 : 0;
        types[o.type].otherCalls += o.otherCalls > 0 ? 1 : 0;
    }
    InputParts out;
    for (const OperatorPair &o : operators) {
        if (!isOnBothSides(types.at(o.type)))
            continue;
        const Pair p = pairOf(o, ofBase, {});
        if (isOnBothSides(o)) {
            out.same.push_back(o);
            const auto slowCalls = static_cast<double>(ofBase ? o.baseCalls : o.otherCalls);
            const auto fastCalls = static_cast<double>(ofBase ? o.otherCalls : o.baseCalls);
            const double evenNs = static_cast<double>(p.fastNs) * slowCalls / fastCalls;
            out.slowNs += static_cast<double>(p.slowNs);
            out.evenNs += evenNs;
            if (!o.shapes.isEmpty())
                out.moreNs += evenNs - static_cast<double>(p.fastNs);
        } else if (!o.shapes.isEmpty()) {
            out.strangeNs = saturatedSum(out.strangeNs, p.slowNs);
            out.moreNs += static_cast<double>(p.moreNs());
        }
    }
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

// Total time of these steps beyond the median step of the side.
double beyondMedian(const MarkedSteps &of, const QStringList &steps)
{
    const qint64 median = stepNoiseOf(of.ns).medianNs;
    double out = 0;
    for (size_t i = 0; i < of.ns.size(); ++i) {
        if (steps.contains(of.names[static_cast<qsizetype>(i)]))
            out += static_cast<double>(saturatedDifference(of.ns[i], median));
    }
    return out;
}

} // namespace

LostTypes lostTypes(const std::vector<OperatorPair> &operators)
{
    qint64 base = 0;
    qint64 other = 0;
    qint64 lostBase = 0;
    qint64 lostOther = 0;
    for (const OperatorPair &o : operators) {
        base = saturatedSum(base, o.baseNs);
        other = saturatedSum(other, o.otherNs);
        if (isMissingName(o.type)) {
            lostBase = saturatedSum(lostBase, o.baseNs);
            lostOther = saturatedSum(lostOther, o.otherNs);
        }
    }
    const qint64 lost = std::max(lostBase, lostOther);
    return {lost > 0 && lost >= std::max(base, other) - std::min(base, other), lostBase > lostOther};
}

SlowdownCause slowdownCauseOf(const std::vector<OperatorPair> &operators)
{
    if (const auto isLost = [](const OperatorPair &o) { return isMissingName(o.type); };
        std::ranges::any_of(operators, isLost)) {
        if (lostTypes(operators).mayBeAll)
            return {};
        std::vector<OperatorPair> named = operators;
        std::erase_if(named, isLost);
        return slowdownCauseOf(named);
    }
    qint64 base = 0;
    qint64 other = 0;
    for (const OperatorPair &o : operators) {
        base = saturatedSum(base, o.baseNs);
        other = saturatedSum(other, o.otherNs);
    }
    SlowdownCause out;
    out.ofBase = base > other;
    const qint64 fast = std::min(base, other);
    const qint64 slow = std::max(base, other);
    const std::optional<double> above = aboveOne(slow, fast);
    if (!above)
        return out;
    out.factor = 1 + *above;
    out.moreNs = slow - fast;
    if (*above < leastSlowdown)
        return out;
    const InputParts input = inputParts(operators, out.ofBase);
    out.strange = static_cast<double>(input.strangeNs) / static_cast<double>(slow);
    const std::vector<Pair> same = byType(input.same, out.ofBase);
    qint64 sameFast = 0;
    for (const Pair &t : same)
        sameFast = saturatedSum(sameFast, t.fastNs);
    if (input.evenNs > 0 && static_cast<double>(sameFast) >= leastTypeShare * static_cast<double>(fast))
        out.sameFactor = input.slowNs / input.evenNs;
    if (static_cast<double>(sameFast) >= leastSame * static_cast<double>(fast) &&
        std::abs(out.sameFactor - out.factor) <= mostUneven * *above) {
        if (const double alike = alikeShare(same, out.sameFactor).value_or(0); alike >= mostOfThem) {
            out.kind = SlowdownKind::Device;
            out.share = alike;
            return out;
        }
    }
    const double inputShare = input.moreNs / static_cast<double>(out.moreNs);
    const bool isInput = inputShare >= mostOfThem;
    const std::optional<Few> few = fewOfThem(byType(operators, out.ofBase));
    const std::optional<Few> shapes =
        few ? fewOfThem(shapesOf(operators, out.ofBase, namesOf(*few))) : std::optional<Few>();
    if (shapes) {
        out.kind = isInput ? SlowdownKind::Shapes : SlowdownKind::OfShapes;
        out.few = namesOf(*shapes);
        out.share = few->share * shapes->share;
    } else if (isInput) {
        out.kind = SlowdownKind::Input;
        out.share = std::min(1.0, inputShare);
    } else if (few) {
        out.kind = SlowdownKind::Operators;
        out.few = namesOf(*few);
        out.share = few->share;
    }
    return out;
}

SlowdownCause rankSlowdownCause(const RankData &base, const RankData &other, const CompareQuery &query,
                                const JobContext &job)
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
    SlowdownCause out = slowdownCauseOf(pairs);
    const MarkedSteps a = markedSteps(base, q, comparison.baseNote, job);
    const MarkedSteps b = markedSteps(other, q, comparison.otherNote, job);
    out.areStepsFew = (out.kind == SlowdownKind::Operators || out.kind == SlowdownKind::OfShapes) &&
                      std::min(a.ns.size(), b.ns.size()) < static_cast<size_t>(leastNoiseSteps);
    if (out.factor < 1 + leastSlowdown || q.baseWindow || q.otherWindow)
        return out;
    const auto fastNs = static_cast<qint64>(std::llround(static_cast<double>(out.moreNs) / (out.factor - 1)));
    const qint64 slowNs = saturatedSum(fastNs, out.moreNs);
    const StepConcentration few = StepConcentrationFinder(a.names, b.names, q.steps)
                                      .ofAll(a.ns, b.ns, out.ofBase ? slowNs : fastNs, out.ofBase ? fastNs : slowNs);
    if (few.areKnown()) {
        out.kind = SlowdownKind::Steps;
        out.few = few.steps;
        out.share = few.share;
        const MarkedSteps &slow = out.ofBase ? a : b;
        const MarkedSteps &fast = out.ofBase ? b : a;
        out.isShort = -beyondMedian(fast, few.steps) > beyondMedian(slow, few.steps);
    }
    return out;
}

QString slowdownPercent(double share)
{
    const double percent = share * 100;
    return QString::number(percent >= 99 ? std::floor(percent + 1e-9) : percent, 'f', 0);
}

bool SlowdownCause::isOfAll() const
{
    return kind == SlowdownKind::Device && share >= 1 - 1e-9;
}

Phrase slowdownCausePhrase(const SlowdownCause &slowness, const QString &base, const QString &other)
{
    const QString &slow = slowness.ofBase ? base : other;
    const QString &fast = slowness.ofBase ? other : base;
    if (slowness.kind == SlowdownKind::None)
        return {};
    if (slowness.kind == SlowdownKind::Device) {
        const QString factor = QString::number(slowness.sameFactor, 'f', 2);
        if (slowness.isOfAll())
            return {RS_MESSAGE("All types of operators take about %1 times as long on %2 as on %3: the device is slow, "
                               "not an operator."),
                    {factor, slow, fast}};
        return {RS_MESSAGE("Most types of operators, with %4 % of the time, take about %1 times as long on %2 as on "
                           "%3: the device is slow, not an operator."),
                {factor, slow, fast, slowdownPercent(slowness.share)}};
    }
    if (slowness.kind == SlowdownKind::Input && slowness.isOfCalls())
        return {RS_MESSAGE("The input differs: %1 runs operators with the same input shapes more often than %2, "
                           "which makes up %3 % of the difference. Per call they take %4 times as long."),
                {slow, fast, slowdownPercent(slowness.share), QString::number(slowness.sameFactor, 'f', 2)}};
    if (slowness.kind == SlowdownKind::Input) {
        const QStringList said{slow, fast, slowdownPercent(slowness.strange), slowdownPercent(slowness.share)};
        if (slowness.sameFactor <= 0)
            return {RS_MESSAGE("The input differs: %3 % of the time of %1 is in input shapes that %2 does not "
                               "have. Such shapes and numbers of calls make up %4 % of the difference, which says "
                               "nothing about the device or an operator."),
                    said};
        return {RS_MESSAGE(
                    "The input differs: %3 % of the time of %1 is in input shapes that %2 does not have. Such shapes "
                    "and numbers of calls make up %4 % of the difference. Operators with the same shapes take %5 times "
                    "as long."),
                said + QStringList{QString::number(slowness.sameFactor, 'f', 2)}};
    }
    QStringList names;
    for (const QString &name : slowness.few.mid(0, static_cast<qsizetype>(mostFew)))
        names << (name.size() > mostLetters ? name.left(mostLetters) + QChar(0x2026) : name);
    if (slowness.few.size() > names.size())
        names << QString(QChar(0x2026));
    const QStringList said{slow, fast, slowdownPercent(slowness.share), names.join(QStringLiteral(", "))};
    if (slowness.kind == SlowdownKind::Steps && slowness.isShort)
        return {slowness.few.size() == 1
                    ? RS_MESSAGE("%2 takes less time in step %4 than in its other steps, which makes up %3 % of "
                                 "the difference to %1: it has less work there, or its files are cut. Neither the "
                                 "device nor an operator is slow in general.")
                    : RS_MESSAGE("%2 takes less time in steps %4 than in its other steps, which makes up %3 % of "
                                 "the difference to %1: it has less work there, or its files are cut. Neither the "
                                 "device nor an operator is slow in general."),
                said};
    if (slowness.kind == SlowdownKind::Steps)
        return {slowness.few.size() == 1
                    ? RS_MESSAGE("%1 takes longer than %2 in one step only: %3 % of it is in step %4. Neither the "
                                 "device nor an operator is slow in general; compare that step to find the cause.")
                    : RS_MESSAGE("%1 takes longer than %2 in a few steps only: %3 % of it is in steps %4. Neither "
                                 "the device nor an operator is slow in general; compare these steps to find the "
                                 "cause."),
                said};
    if (slowness.kind == SlowdownKind::Shapes)
        return {RS_MESSAGE("Only a few input shapes take longer on %1 than on %2: %3 % of it is in %4. It is the "
                           "input, neither the device nor an operator."),
                said};
    if (slowness.kind == SlowdownKind::OfShapes && slowness.areStepsFew)
        return {RS_MESSAGE("Only a few operators take longer on %1 than on %2, and only with some input shapes: %3 "
                           "% of it is in %4. One side has fewer than three steps, so it may be chance."),
                said};
    if (slowness.areStepsFew)
        return {RS_MESSAGE("Only a few types of operators take longer on %1 than on %2: %3 % of it is in %4. One "
                           "side has fewer than three steps, so it may be chance."),
                said};
    if (slowness.kind == SlowdownKind::OfShapes)
        return {
            RS_MESSAGE(
                "Only a few operators take longer on %1 than on %2, and only with some input shapes: %3 % of it is "
                "in %4. Both have these shapes equally often: it is an operator, neither the device nor the input."),
            said};
    return {RS_MESSAGE("Only a few types of operators take longer on %1 than on %2: %3 % of it is in %4. It is an "
                       "operator, not the device."),
            said};
}

} // namespace rs
