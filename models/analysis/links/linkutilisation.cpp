// SPDX-License-Identifier: Apache-2.0
#include "analysis/links/linkutilisation.h"

#include "analysis/communication/commadvice.h"

#include <algorithm>
#include <map>

namespace rs {

namespace {

constexpr double leastMb = 0.064;  ///< messages that a bandwidth is told from
constexpr double leastRange = 2.0; ///< least range of sizes that tells the latency

QString rate(double gbs)
{
    return QString::number(gbs, 'g', 3);
}

} // namespace

bool LinkUtilisation::isBelow() const
{
    return reachedGbs && referenceGbs && *reachedGbs < CommAdviceLimits().contendedShare * *referenceGbs;
}

std::vector<LinkUtilisation> linkUtilisation(const LinkJudgement &judgement, const ReferenceRates &rates)
{
    std::map<QString, LinkUtilisation> types;
    for (const JudgedLink &j : judgement.judged) {
        const LinkRow &row = judgement.rows[j.row];
        LinkUtilisation &type = types[row.cell.transport];
        type.compared = type.compared || j.alike > 0;
        if (row.messageMb.value_or(0) >= leastMb)
            type.reachedGbs = std::max(type.reachedGbs.value_or(0), *row.cell.sizeMb / *row.cell.timeMs);
    }
    std::vector<LinkUtilisation> out;
    for (const LinkCostModel &fit : judgement.fits) {
        LinkUtilisation &type = out.emplace_back(types[fit.transport]);
        type.transport = fit.transport;
        if (type.reachedGbs && fit.msPerMb > 0 && fit.mostMb >= leastRange * fit.leastMb)
            type.reachedGbs = std::max(*type.reachedGbs, 1 / fit.msPerMb);
        type.referenceGbs = rates.of(fit.transport);
        type.usual = rates.isUsual(fit.transport);
    }
    return out;
}

std::optional<Phrase> utilisationSentence(const LinkUtilisation &r)
{
    if (r.compared) {
        if (!r.isBelow())
            return std::nullopt;
        const QStringList values{r.transport, rate(*r.reachedGbs), rate(*r.referenceGbs),
                                 QString::number(CommAdviceLimits().contendedShare)};
        if (r.usual)
            return Phrase{RS_MESSAGE("All links of type %1 reach %2 GB/s at most, less than %4 of the usual "
                                     "reference rate of %3 GB/s. A cause that slows all of them cannot be found by "
                                     "comparing them with each other; another rate can be set for this hardware."),
                          values};
        return Phrase{
            RS_MESSAGE("All links of type %1 reach %2 GB/s at most, less than %4 of the set reference rate of %3 "
                       "GB/s. A cause that slows all of them cannot be found by comparing them with each other."),
            values};
    }
    if (!r.reachedGbs)
        return Phrase{
            RS_MESSAGE("Links of type %1 could not be compared with each other: too few pairs of ranks share a "
                       "type of operator or a message size. Their messages are too small to show what they reach."),
            {r.transport}};
    if (!r.referenceGbs)
        return Phrase{
            RS_MESSAGE("Links of type %1 could not be compared with each other: too few pairs of ranks share a type of "
                       "operator or a message size. They reach %2 GB/s at most; no reference rate is known for them."),
            {r.transport, rate(*r.reachedGbs)}};
    const QStringList values{r.transport, rate(*r.reachedGbs), rate(*r.referenceGbs)};
    if (r.usual)
        return Phrase{
            RS_MESSAGE("Links of type %1 could not be compared with each other: too few pairs of ranks share a type of "
                       "operator or a message size. They reach %2 GB/s at most; the usual reference rate is %3 GB/s."),
            values};
    return Phrase{
        RS_MESSAGE("Links of type %1 could not be compared with each other: too few pairs of ranks share a type of "
                   "operator or a message size. They reach %2 GB/s at most; the set reference rate is %3 GB/s."),
        values};
}

} // namespace rs
