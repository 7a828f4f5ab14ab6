// SPDX-License-Identifier: Apache-2.0
// Uneven load of experts as the reason of slow ranks.
#include "analysis/diagnosis/rules.h"
#include "analysis/diagnosis/expertsentences.h"
#include "analysis/parallel/expertload.h"
#include "core/base/saturate.h"

#include <QStringList>

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace rs {

namespace {

QString numbersOf(const ExpertLoad &load)
{
    QStringList out;
    for (const int rank : load.ranks)
        out << QString::number(rank);
    return shortList(out);
}

QString times(double factor)
{
    return QString::number(factor, 'f', 2);
}

double factorOf(const ExpertLoad &load, int rankIndex)
{
    const auto at =
        std::ranges::find_if(load.members, [rankIndex](const ExpertRank &r) { return r.rankIndex == rankIndex; });
    const std::optional<double> mean = load.mean();
    const std::optional<double> own = at == load.members.end() ? std::nullopt : load.of(*at);
    return own && mean && *mean > 0 ? *own / *mean : 1;
}

// Why a rank computes longer that has more of the measure than the mean.
std::optional<Phrase> whyMore(const ExpertLoad &load, int rankIndex)
{
    const QStringList said{times(factorOf(load, rankIndex)), numbersOf(load)};
    switch (load.measure) {
    case ExpertMeasure::Tokens:
        return Phrase{RS_MESSAGE("Its experts work on %1 times the mean of the tokens of their domain (ranks %2): look "
                                 "at the routing before the device."),
                      said};
    case ExpertMeasure::Exchanged:
        return Phrase{RS_MESSAGE("In alltoallv it moves %1 times the mean of its domain (ranks %2): its experts may "
                                 "have more tokens than others."),
                      said};
    case ExpertMeasure::Work: // the operators of the sentence say it
    case ExpertMeasure::None:
        break;
    }
    return std::nullopt;
}

// Ranks that wait for the one with most; none where the longest of each call is another rank.
std::vector<DiagnosisVictim> victimsOf(const ExpertLoad &load, double leastNs)
{
    const qint64 own = load.members[static_cast<size_t>(load.most)].waitNs.value_or(0);
    std::vector<DiagnosisVictim> out;
    for (const ExpertRank &r : load.members) {
        const qint64 wait = r.waitNs.value_or(0);
        if (saturatedProduct(2, own) < load.costNs.value_or(0) && wait > own && static_cast<double>(wait) >= leastNs)
            out.push_back({r.rankIndex, wait});
    }
    std::ranges::stable_sort(out, std::greater<>(), &DiagnosisVictim::waitNs);
    return out;
}

Verdict notice(const RunEvidence &base, const ExpertLoad &load, qint64 costNs, qint64 lengthNs)
{
    Verdict v;
    v.state = DiagnosisState::Notice;
    v.rank = load.members[static_cast<size_t>(load.most)].rankIndex;
    v.costNs = costNs;
    v.share = static_cast<double>(costNs) / static_cast<double>(lengthNs);
    v.certainty = Certainty::Low;
    v.victims = victimsOf(load, base.limits.victimShare * static_cast<double>(base.windowOf(base.allSteps())));
    const QStringList said{numbersOf(load), base.label(v.rank), times(load.factor), diagnosisMs(costNs),
                           diagnosisPercent(v.share)};
    if (load.measure == ExpertMeasure::Tokens)
        v.sentence = {RS_MESSAGE("The experts of ranks %1 are unevenly loaded: those of rank %2 work on %3 times "
                                 "the mean of the tokens. For the longest of each GroupedMatmul a rank waits %4 on "
                                 "average (%5 of the steps), which an even spread would save."),
                      said};
    else
        v.sentence = {
            RS_MESSAGE(
                "The experts of ranks %1 are unevenly loaded: GroupedMatmul of rank %2 take %3 times the mean. For "
                "the longest of each a rank waits %4 on average (%5 of the steps), which an even spread would "
                "save."),
            said};
    v.evidence.push_back({QStringLiteral("moe.load")});
    return v;
}

// Nothing but alltoallv speaks of the rank, and that alike of all of its domain.
bool isUnknown(const ExpertLoad &load, int rankIndex)
{
    const bool known = load.measure == ExpertMeasure::Tokens || load.measure == ExpertMeasure::Work;
    return !known && load.factor < unevenExperts && std::ranges::any_of(load.members, [rankIndex](const ExpertRank &r) {
        return r.rankIndex == rankIndex && r.exchangedMb;
    });
}

// If nobody is accused though ranks differ, the tokens of the one with most to do may be why; or not to know them.
void sayTokens(const RunEvidence &base, const std::vector<ExpertLoad> &loads, Diagnosis &out)
{
    const auto area = std::ranges::find_if(out.areas, [](const Verdict &v) {
        return v.kind == DiagnosisKind::Compute &&
               (v.state == DiagnosisState::Notice || v.state == DiagnosisState::Difference);
    });
    if (area == out.areas.end() || area->rank < 0)
        return;
    const auto load = std::ranges::find_if(loads, [rank = area->rank](const ExpertLoad &l) {
        return std::ranges::any_of(l.members, [rank](const ExpertRank &r) { return r.rankIndex == rank; });
    });
    if (load == loads.end())
        return;
    const double factor = factorOf(*load, area->rank);
    if (load->measure == ExpertMeasure::Tokens && factor >= unevenExperts) {
        area->details.emplace_back(RS_MESSAGE("The experts of rank %1 work on %2 times the mean of the tokens of their "
                                              "domain (ranks %3): look at the routing before the device."),
                                   QStringList{base.label(area->rank), times(factor), numbersOf(*load)});
    } else if (isUnknown(*load, area->rank)) {
        area->details.emplace_back(
            RS_MESSAGE("Whether the experts of ranks %1 have uneven tokens is unknown: no GroupedMatmul in "
                       "kernel_details.csv gives them, and alltoallv moved as much on each of these ranks."),
            QStringList{numbersOf(*load)});
    } else {
        return;
    }
    area->evidence.push_back({QStringLiteral("moe.load")});
}

// Before the areas take over the words of problems: a rank that computes longer because its experts have more tokens is
// told so, and a domain whose experts are unevenly loaded, whoever has most, is a notice from leastCost on.
void sayExperts(const RunEvidence &base, const Findings &, Diagnosis &out)
{
    const qint64 lengthNs = base.lengthOf(base.allSteps());
    const std::vector<ExpertLoad> &loads = base.experts();
    sayTokens(base, loads, out);
    for (const ExpertLoad &load : loads) {
        if (load.most < 0)
            continue;
        bool told = false;
        for (Verdict &v : out.problems) {
            if (v.kind != DiagnosisKind::Compute || factorOf(load, v.rank) < unevenExperts)
                continue;
            told = true;
            v.evidence.push_back({QStringLiteral("moe.load")});
            if (load.measure == ExpertMeasure::Tokens && v.reason != SlowReason::Device)
                v.reason = SlowReason::Experts;
            if (std::optional<Phrase> why = whyMore(load, v.rank))
                v.details.push_back(std::move(*why));
        }
        const double least = base.limits.leastCost * static_cast<double>(base.windowOf(base.allSteps()));
        if (!told && load.isUneven() && lengthNs > 0 && load.costNs && static_cast<double>(*load.costNs) >= least)
            out.observations.push_back(notice(base, load, *load.costNs, lengthNs));
    }
}

} // namespace

std::vector<Phrase> expertSentences(const ExpertLoad &load, const QString &label)
{
    const QStringList uneven{numbersOf(load), label, times(load.factor)};
    const QStringList even{numbersOf(load), times(load.factor)};
    const bool areAlike = even.back() == times(1);
    std::vector<Phrase> out;
    switch (load.measure) {
    case ExpertMeasure::Tokens:
        out = {load.isUneven() ? Phrase{RS_MESSAGE("The experts of ranks %1 are unevenly loaded: those of rank %2 work "
                                                   "on %3 times the mean of the tokens."),
                                        uneven}
               : areAlike ? Phrase{RS_MESSAGE("The experts of ranks %1 are evenly loaded: all work on as many tokens."),
                                   even.mid(0, 1)}
                          : Phrase{RS_MESSAGE("The experts of ranks %1 are evenly loaded: none work on more than %2 "
                                              "times the mean of the tokens."),
                                   even}};
        break;
    case ExpertMeasure::Work:
        out = {load.isUneven() ? Phrase{RS_MESSAGE("The experts of ranks %1 are unevenly loaded: GroupedMatmul of rank "
                                                   "%2 take %3 times the mean."),
                                        uneven}
                               : Phrase{RS_MESSAGE("The experts of ranks %1 are evenly loaded: GroupedMatmul of no "
                                                   "rank take more than %2 times the mean."),
                                        even}};
        break;
    case ExpertMeasure::Exchanged:
        out = {load.isUneven() ? Phrase{RS_MESSAGE("The experts of ranks %1 may be unevenly loaded: in alltoallv rank "
                                                   "%2 moves %3 times the mean."),
                                        uneven}
                               : Phrase{RS_MESSAGE("The experts of ranks %1 may be evenly loaded: in alltoallv no rank "
                                                   "moves more than %2 times the mean."),
                                        even}};
        break;
    case ExpertMeasure::None:
        return {{RS_MESSAGE("The load of the experts of ranks %1 is unknown: too little is known of these ranks to "
                            "compare them."),
                 {numbersOf(load)}}};
    }
    // Other operators that take longer with more tokens are in no GroupedMatmul.
    if (load.costNs.value_or(0) > 0)
        out.push_back({RS_MESSAGE("For the longest of each GroupedMatmul a rank waits %1 on average, which an even "
                                  "spread would save in GroupedMatmul alone."),
                       {diagnosisMs(*load.costNs)}});
    return out;
}

const Rule expertRule{nullptr, sayExperts};

} // namespace rs
