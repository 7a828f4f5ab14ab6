// SPDX-License-Identifier: Apache-2.0
#include "analysis/diagnosis/diagnosisbase.h"
#include "analysis/links/linkcostmodel.h"
#include "analysis/links/linkutilisation.h"
#include "analysis/time/truncatedfiles.h"
#include "core/base/saturate.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace rs {

namespace {

// What a domain's transfers over a link lost in a step.
struct Loss
{
    qint64 longerNs = 0;   ///< than expected
    qint64 measuredNs = 0; ///< what they took
    /// Of collectives: by how much longer than expected on this link the slowest sound link of the same operators took.
    qint64 hiddenNs = 0;
    qint64 tailNs = 0; ///< the same, longer than measured on this link
    /// What the operators gain on a sound link. They end with the slowest of their links; what they took beyond this
    /// one was no time that another link spent beside it, as in algorithms that serve one kind of link after the other.
    [[nodiscard]] qint64 gainNs(std::optional<qint64> operatorsNs) const
    {
        const qint64 beside = operatorsNs ? std::max<qint64>(0, saturatedDifference(*operatorsNs, measuredNs)) : tailNs;
        return std::max<qint64>(0, longerNs - std::max<qint64>(0, saturatedDifference(hiddenNs, beside)));
    }
};

// Directions of a collective are under way together, sends of a pipeline one after the other.
using LostByDomain = std::map<std::pair<QString, QString>, std::map<int, Loss>>; // step, hash; source, -1: both

// What sound links take in the collectives that a slow one holds up.
class SoundLinks
{
public:
    SoundLinks(const DiagnosisBase &base, const LinkJudgement &judgement)
    {
        for (const JudgedLink &j : judgement.judged) {
            const MatrixCell &c = judgement.rows[j.row].cell;
            // Other slow ones are weighed with this one, if their ranks are here.
            if (c.p2p || (j.slow && base.run.indexOf(c.source) >= 0 && base.run.indexOf(c.destination) >= 0))
                continue;
            const JudgedLink *&slowest = m_slowest[{c.step, c.domainHash, c.op}];
            if (!slowest || *c.timeMs > *judgement.rows[slowest->row].cell.timeMs)
                slowest = &j;
        }
    }
    [[nodiscard]] const JudgedLink *slowestBeside(const MatrixCell &c) const
    {
        const auto at = c.p2p ? m_slowest.end() : m_slowest.find({c.step, c.domainHash, c.op});
        return at == m_slowest.end() ? nullptr : at->second;
    }

private:
    std::map<std::tuple<QString, QString, QString>, const JudgedLink *> m_slowest; // step, hash, kind of operator
};

// One pair of ranks of a fault.
struct SlowPair
{
    int a = -1; // rank indices
    int b = -1;
    std::vector<const JudgedLink *> links;
};

LostByDomain lostOf(const LinkJudgement &judgement, const SoundLinks &sound, const SlowPair &pair)
{
    // What kinds of operators lost in one direction adds up.
    std::map<std::tuple<QString, QString, bool, int>, Loss> directions; // step, hash, p2p; source
    for (const JudgedLink *j : pair.links) {
        const MatrixCell &c = judgement.rows[j->row].cell;
        Loss &loss = directions[{c.step, c.domainHash, c.p2p, c.source}];
        loss.longerNs = saturatedSum(loss.longerNs, j->lostNs);
        loss.measuredNs = saturatedSum(loss.measuredNs, saturatedRound(*c.timeMs * 1e6));
        if (const JudgedLink *const other = sound.slowestBeside(c)) {
            const double ms = *judgement.rows[other->row].cell.timeMs;
            loss.hiddenNs = saturatedSum(loss.hiddenNs, saturatedRound(std::max(0.0, ms - j->expectedMs) * 1e6));
            loss.tailNs = saturatedSum(loss.tailNs, saturatedRound(std::max(0.0, ms - *c.timeMs) * 1e6));
        }
    }
    LostByDomain out;
    for (const auto &[key, loss] : directions) {
        const auto &[step, hash, p2p, source] = key;
        Loss &most = out[{step, hash}][p2p ? source : -1];
        if (loss.longerNs > most.longerNs)
            most = loss;
    }
    return out;
}

// The collectives of a link with how long their transfers took, as far as that is known.
struct MetTransfers
{
    std::vector<std::pair<quint32, qint64>> transfers;
    qint64 ns = 0;
};
using MetByDomain = std::map<std::pair<std::pair<QString, QString>, int>, MetTransfers>; // as LostByDomain

MetByDomain metOver(const DiagnosisBase &base, const LostByDomain &lost, int a, int b)
{
    MetByDomain out;
    if (!base.canReplayTransfers(a) || !base.canReplayTransfers(b))
        return out;
    const MatchedCollectives &collectives = base.attribution.collectives;
    for (const AttributedCollective &entry : base.attribution.entries) {
        const MatchedCollective &m = collectives.all[entry.collective];
        if (!entry.transferNs || *entry.transferNs <= 0 || !collectives.endOf(m, a) || !collectives.endOf(m, b))
            continue;
        for (const QString &step : {m.step, QString()}) {
            const auto at = lost.find({step, m.domain});
            if (at == lost.end())
                continue;
            const int source = m.isTransfer() ? base.run.infos[static_cast<size_t>(m.sender)].rank : -1;
            MetTransfers &met = out[{at->first, at->second.contains(source) ? source : -1}];
            met.transfers.emplace_back(entry.collective, *entry.transferNs);
            met.ns = saturatedSum(met.ns, *entry.transferNs);
            break;
        }
    }
    return out;
}

// No longer than what the two spend in communication that nothing covers: where the collectives are not known.
qint64 boundedLoss(const DiagnosisBase &base, const QString &step, qint64 ns, int a, int b)
{
    const auto s = base.steps.indexOf(step);
    if (s < 0)
        return ns;
    std::optional<qint64> most;
    for (const int r : {a, b}) {
        const auto &uncovered = base.cells[static_cast<size_t>(r)][static_cast<size_t>(s)].uncoveredNs;
        if (uncovered)
            most = std::max(most.value_or(0), *uncovered);
    }
    return std::min(ns, most.value_or(ns));
}

// By pairs of ranks that the run has.
std::vector<SlowPair> pairsOf(const DiagnosisBase &base, const LinkJudgement &judgement, const LinkFault &fault)
{
    std::map<std::pair<int, int>, SlowPair> pairs;
    for (const size_t i : fault.links) {
        const JudgedLink &j = judgement.judged[i];
        const MatrixCell &c = judgement.rows[j.row].cell;
        pairs[std::minmax(c.source, c.destination)].links.push_back(&j);
    }
    std::vector<SlowPair> out;
    for (auto &[ends, pair] : pairs) {
        pair.a = base.run.indexOf(ends.first);
        pair.b = base.run.indexOf(ends.second);
        if (pair.a >= 0 && pair.b >= 0)
            out.push_back(std::move(pair));
    }
    return out;
}

const JudgedLink &worstOf(const LinkJudgement &judgement, const LinkFault &fault)
{
    const size_t at = *std::ranges::max_element(
        fault.links, [&](size_t a, size_t b) { return judgement.judged[a].lostNs < judgement.judged[b].lostNs; });
    return judgement.judged[at];
}

// Links of small messages carry thousandths of what others do.
QString rate(double gbs)
{
    const int digits = gbs >= 1 ? 1 : gbs >= 0.1 ? 2 : gbs >= 0.01 ? 3 : 4;
    return QString::number(gbs, 'f', digits);
}

// What they have in common is what to look at; the link is no more than the example.
Phrase groupSentence(const LinkFault &fault, const MatrixCell &c, const JudgedLink &worst,
                     const std::pair<QString, QString> &ends, qint64 lostNs)
{
    const QString reached = rate(*c.sizeMb / *c.timeMs);
    const QString expected = rate(*c.sizeMb / worst.expectedMs);
    if (fault.kind == LinkFaultKind::Rank)
        return {RS_MESSAGE("The links of rank %1 (%2) are slow. The one to rank %3 lost most: it reaches %4 GB/s, "
                           "comparable links reach %5 GB/s, and its transfers take %6 longer."),
                {ends.first, c.transport, ends.second, reached, expected, diagnosisMs(lostNs)}};
    if (fault.kind == LinkFaultKind::Host)
        return {RS_MESSAGE("The links of host %1 (%2) are slow. The one between ranks %3 and %4 lost most: it reaches "
                           "%5 GB/s, comparable links reach %6 GB/s, and its transfers take %7 longer."),
                {fault.host, c.transport, ends.first, ends.second, reached, expected, diagnosisMs(lostNs)}};
    return {
        RS_MESSAGE("The links between the hosts %1 and %2 (%3) are slow. The one between ranks %4 and %5 lost most: it "
                   "reaches %6 GB/s, comparable links reach %7 GB/s, and its transfers take %8 longer."),
        {fault.host, fault.otherHost, c.transport, ends.first, ends.second, reached, expected, diagnosisMs(lostNs)}};
}

// `ends`: what the ranks are called.
Phrase linkSentence(const LinkJudgement &judgement, const LinkFault &fault, const JudgedLink &worst,
                    const std::pair<QString, QString> &ends, qint64 lostNs)
{
    const MatrixCell &c = judgement.rows[worst.row].cell;
    if (fault.kind != LinkFaultKind::Link)
        return groupSentence(fault, c, worst, ends, lostNs);
    if (c.domain.isEmpty())
        return {RS_MESSAGE("The link between ranks %1 and %2 (%3) reaches %4 GB/s; comparable links reach %5 GB/s. Its "
                           "transfers take %6 longer."),
                {ends.first, ends.second, c.transport, rate(*c.sizeMb / *c.timeMs), rate(*c.sizeMb / worst.expectedMs),
                 diagnosisMs(lostNs)}};
    return {RS_MESSAGE("The link between ranks %1 and %2 (%3) reaches %4 GB/s in %5; comparable links reach %6 GB/s. "
                       "Its transfers take %7 longer."),
            {ends.first, ends.second, c.transport, rate(*c.sizeMb / *c.timeMs), c.domain,
             rate(*c.sizeMb / worst.expectedMs), diagnosisMs(lostNs)}};
}

// The table of slow links has a row for each step and kind of operator, each with its own expectation.
Phrase restsOn(const MatrixCell &c)
{
    if (c.step.isEmpty())
        return {RS_MESSAGE("Bandwidths are those of %1, which lost most."), {c.op}};
    return {RS_MESSAGE("Bandwidths are those of %1 in step %2, which lost most."), {c.op, c.step}};
}

// What several slow links have in common.
std::optional<Phrase> commonCause(const LinkFault &fault)
{
    const QString slow = QString::number(fault.slowPairs);
    const QString judged = QString::number(fault.judgedPairs);
    switch (fault.kind) {
    case LinkFaultKind::Link:
        return std::nullopt;
    case LinkFaultKind::Rank:
        return Phrase{
            RS_MESSAGE(
                "%1 of %2 links of rank %3 are slow, so it is the rank, its card or its port, and no single link."),
            {slow, judged, QString::number(fault.source)}};
    case LinkFaultKind::Hosts:
        return Phrase{RS_MESSAGE("%1 of %2 links between the hosts %3 and %4 are slow, so it is what connects the "
                                 "hosts, and no single link."),
                      {slow, judged, fault.host, fault.otherHost}};
    case LinkFaultKind::Host:
        return Phrase{RS_MESSAGE("%1 of %2 links of the ranks of host %3 are slow, so it is the host or what its links "
                                 "have in common, and no single link."),
                      {slow, judged, fault.host}};
    }
    return std::nullopt;
}

// Of ranks at an end of a slow link, whose files hold its transfers: where one is not whole, more may have been lost.
std::optional<Phrase> whyAtLeast(const DiagnosisBase &base, const std::vector<SlowPair> &pairs)
{
    std::set<int> ends;
    for (const SlowPair &pair : pairs)
        ends.insert({pair.a, pair.b});
    const std::vector<TruncatedFile> cut = truncatedCommunicationFiles(base.run);
    QStringList labels;
    for (const int r : ends) {
        const auto &rank = base.run.ranks[static_cast<size_t>(r)];
        const bool isCut = std::ranges::any_of(cut, [=](const TruncatedFile &f) {
            return f.rankIndex == r && f.file.startsWith(u"communication_matrix");
        });
        if (isCut || ((!rank || rank->links.size() == 0) && base.run.cluster.links.size() == 0))
            labels << base.label(r);
    }
    if (labels.isEmpty())
        return std::nullopt;
    return Phrase{RS_MESSAGE("That is at least what it takes longer and costs: communication_matrix.json is cut or "
                             "missing on rank %1, so that not all of its transfers are known."),
                  {diagnosisList(labels)}};
}

struct StepLoss
{
    qint64 longerNs = 0; ///< transfers
    qint64 mostNs = 0;   ///< what that costs at most
};

// What the links of a fault lost by step; of several, which are under way together, the one that lost most.
void addLosses(const DiagnosisBase &base, const LinkJudgement &judgement, const SoundLinks &sound,
               const std::vector<SlowPair> &pairs, Suspect &out)
{
    std::map<QString, StepLoss> ofStep;
    std::map<quint32, qint64> transfers;
    qint64 gained = 0;
    qint64 placed = 0;
    for (const SlowPair &pair : pairs) {
        const LostByDomain lost = lostOf(judgement, sound, pair);
        const MetByDomain met = metOver(base, lost, pair.a, pair.b);
        std::map<QString, StepLoss> ofPair;
        for (const auto &[key, directions] : lost) {
            StepLoss &step = ofPair[key.first];
            for (const auto &[source, loss] : directions) {
                const auto at = met.find({key, source});
                const bool isMet = at != met.end();
                const qint64 gain = loss.gainNs(isMet ? std::optional(at->second.ns) : std::nullopt);
                step.longerNs = saturatedSum(step.longerNs, loss.longerNs);
                step.mostNs = saturatedSum(step.mostNs, gain);
                gained = saturatedSum(gained, gain);
                if (!isMet)
                    continue;
                // Spread over its collectives by how long their transfers took.
                const double share = std::min(1.0, static_cast<double>(gain) / static_cast<double>(at->second.ns));
                for (const auto &[collective, ns] : at->second.transfers) {
                    const qint64 part = saturatedRound(share * static_cast<double>(ns));
                    transfers[collective] = std::max(transfers[collective], part);
                    placed = saturatedSum(placed, part);
                }
            }
        }
        for (const auto &[step, loss] : ofPair) {
            StepLoss &most = ofStep[step];
            most.longerNs = std::max(most.longerNs, loss.longerNs);
            most.mostNs = std::max(most.mostNs, boundedLoss(base, step, loss.mostNs, pair.a, pair.b));
        }
    }
    Excess &e = out.excess;
    qint64 bounded = 0;
    for (const auto &[step, loss] : ofStep) {
        e.ns = saturatedSum(e.ns, loss.longerNs);
        bounded = saturatedSum(bounded, loss.mostNs);
        if (const auto s = base.steps.indexOf(step); s >= 0)
            e.steps.push_back(static_cast<size_t>(s));
    }
    std::ranges::sort(e.steps);
    e.everywhere = e.steps.empty() || e.steps.size() == static_cast<size_t>(base.steps.size());
    if (e.steps.empty())
        e.steps = base.allSteps();
    out.estimateNs = bounded;
    if (isOfFiles(base.attribution.collectives.source))
        out.mostNs = bounded;
    // Where most of its operators are in no collective, as when the trace of an end is cut, a replay says too little.
    constexpr double mostOfIt = 0.8;
    out.replayed = placed > 0 && static_cast<double>(placed) >= mostOfIt * static_cast<double>(gained);
    if (out.replayed)
        out.change.transfers.assign(transfers.begin(), transfers.end());
    else
        out.aloneNs = out.costNs = bounded;
}

// Which link would hold the collectives up, once this one is mended, by so much that it costs less than it takes
// longer.
std::optional<Phrase> boundByNext(const DiagnosisBase &base, const LinkJudgement &judgement, const SoundLinks &sound,
                                  const JudgedLink &worst, const Suspect &s)
{
    constexpr double mostOfExcess = 0.9;
    const MatrixCell &c = judgement.rows[worst.row].cell;
    const JudgedLink *const next = sound.slowestBeside(c);
    if (!next || static_cast<double>(*s.estimateNs) >= mostOfExcess * static_cast<double>(s.excess.ns))
        return std::nullopt;
    const MatrixCell &other = judgement.rows[next->row].cell;
    if (*other.timeMs <= worst.expectedMs)
        return std::nullopt;
    const auto nameOf = [&](int number) {
        const int at = base.run.indexOf(number);
        return at < 0 ? QString::number(number) : base.label(at);
    };
    return Phrase{RS_MESSAGE("It costs less than its transfers take longer: once it is fixed, the same collectives "
                             "wait for the next slowest link, between ranks %1 and %2 (%3)."),
                  {nameOf(other.source), nameOf(other.destination), other.transport}};
}

// What is known of a fault at an end of which the run has no rank, or in a run of which no step is known: nobody can
// play its steps once more.
UnweighedLink unweighedOf(const DiagnosisBase &base, const LinkJudgement &judgement, const LinkFault &fault)
{
    UnweighedLink out;
    QStringList missing;
    const auto nameOf = [&](int number) {
        const int at = base.run.indexOf(number);
        if (at < 0)
            missing.append(QString::number(number));
        return at < 0 ? QString::number(number) : base.label(at);
    };
    const std::pair<QString, QString> ends{nameOf(fault.source), nameOf(fault.destination)};
    const JudgedLink &worst = worstOf(judgement, fault);
    out.lostNs = fault.lostNs;
    out.domain = judgement.rows[worst.row].cell.domain;
    out.sentence = linkSentence(judgement, fault, worst, ends, fault.lostNs);
    if (std::optional<Phrase> cause = commonCause(fault))
        out.details.push_back(std::move(*cause));
    if (missing.isEmpty())
        out.details.emplace_back(RS_MESSAGE("What it costs is not known: how long the steps take stands neither in a "
                                            "trace nor in step_trace_time.csv."));
    else
        out.details.emplace_back(
            RS_MESSAGE("What it costs is not known: the run has no data of rank %1, which is at its end."),
            QStringList{missing.join(QStringLiteral(", "))});
    return out;
}

std::vector<int> ranksOfHosts(const DiagnosisBase &base, const LinkFault &fault)
{
    std::vector<int> out;
    if (fault.kind != LinkFaultKind::Host && fault.kind != LinkFaultKind::Hosts)
        return out;
    for (size_t r = 0; r < base.run.infos.size(); ++r) {
        const QString &host = base.run.infos[r].host;
        if (!host.isEmpty() && (host == fault.host || host == fault.otherHost))
            out.push_back(static_cast<int>(r));
    }
    return out;
}

std::optional<Suspect> suspectFault(const DiagnosisBase &base, const std::shared_ptr<const LinkJudgement> &judgement,
                                    const SoundLinks &sound, const LinkFault &fault)
{
    const int a = base.run.indexOf(fault.source);
    const int b = base.run.indexOf(fault.destination);
    if (a < 0 || b < 0 || base.windowOf(base.allSteps()) <= 0)
        return std::nullopt;
    Suspect out;
    out.kind = DiagnosisKind::SlowLink;
    out.excess.rank = a;
    const JudgedLink &worst = worstOf(*judgement, fault);
    out.excess.peers = worst.alike;
    const std::vector<SlowPair> pairs = pairsOf(base, *judgement, fault);
    addLosses(base, *judgement, sound, pairs, out);
    const std::optional<Phrase> whyPart = whyAtLeast(base, pairs);
    out.isPart = whyPart.has_value();
    out.describe = [&base, b, judgement, &fault, &worst, atLeast = whyPart,
                    next = boundByNext(base, *judgement, sound, worst, out)](const Suspect &, Verdict &v) {
        v.peer = b;
        v.allOf = ranksOfHosts(base, fault);
        v.deviationShare = 1 / worst.ratio - 1;
        v.domain = judgement->rows[worst.row].cell.domain;
        v.op = judgement->rows[worst.row].cell.op;
        v.target = LookTarget::Matrix;
        v.sentence = linkSentence(*judgement, fault, worst, {base.label(v.rank), base.label(v.peer)}, v.deviationNs);
        if (std::optional<Phrase> cause = commonCause(fault))
            v.details.push_back(std::move(*cause));
        if (atLeast)
            v.details.push_back(*atLeast);
        if (next)
            v.details.push_back(*next);
        v.details.push_back(restsOn(judgement->rows[worst.row].cell));
        const QString step = v.steps.size() == 1 ? v.steps.front() : QString();
        v.evidence.push_back({QStringLiteral("matrix"), step, v.domain});
        v.evidence.push_back({QStringLiteral("ledger.collectives"), step, v.domain});
    };
    return out;
}

} // namespace

std::optional<double> slowLinkCostMs(const Diagnosis &diagnosis, int rank, int peer)
{
    for (const Verdict &v : diagnosis.problems) {
        if (v.kind == DiagnosisKind::SlowLink && v.rank == rank && v.peer == peer && v.costNs && diagnosis.steps > 0)
            return static_cast<double>(*v.costNs) / 1e6 / diagnosis.steps;
    }
    return std::nullopt;
}

LinkRemarks suspectLinks(const DiagnosisBase &base, const ReferenceRates &rates, std::vector<Suspect> &suspects)
{
    LinkRemarks out;
    const auto judgement = std::make_shared<const LinkJudgement>(
        judgeLinks(base.run, base.limits.linkDeviation, base.limits.outliers, base.job));
    out.unmapped = judgement->unmapped;
    out.judged = !judgement->judged.empty();
    const SoundLinks sound(base, *judgement);
    for (const LinkFault &fault : judgement->faults) {
        if (std::optional<Suspect> s = suspectFault(base, judgement, sound, fault))
            suspects.push_back(std::move(*s));
        else
            out.unweighed.push_back(unweighedOf(base, *judgement, fault));
    }
    for (const LinkUtilisation &reach : linkUtilisation(*judgement, rates)) {
        if (std::optional<Phrase> sentence = utilisationSentence(reach))
            out.reach.push_back(std::move(*sentence));
    }
    return out;
}

void addRemarks(LinkRemarks remarks, Diagnosis &out)
{
    const auto area =
        std::ranges::find_if(out.areas, [](const Verdict &v) { return v.kind == DiagnosisKind::Communication; });
    if (area == out.areas.end())
        return;
    if (!remarks.reach.empty()) {
        area->details.insert(area->details.end(), remarks.reach.begin(), remarks.reach.end());
        area->evidence.push_back({QStringLiteral("links.fit")});
    }
    if (!remarks.unmapped.isEmpty()) {
        area->details.emplace_back(
            RS_MESSAGE("Links of some domains were not checked (%1): their files name the members by their place in "
                       "the domain, and no file says which ranks these are."),
            QStringList{diagnosisList(remarks.unmapped)});
        area->evidence.push_back({QStringLiteral("links")});
        if (!remarks.judged && !out.linksUnchecked)
            out.linksUnchecked = area->details.back();
    }
    std::vector<UnweighedLink> &links = remarks.unweighed;
    if (links.empty())
        return;
    // The one that loses most; links.slow has the others.
    UnweighedLink &link =
        *std::ranges::max_element(links, [](const auto &a, const auto &b) { return a.lostNs < b.lostNs; });
    std::vector<Phrase> details = std::move(link.details);
    if (area->state == DiagnosisState::Problem) {
        details.insert(details.begin(), std::move(link.sentence));
        area->details.insert(area->details.end(), details.begin(), details.end());
    } else {
        details.push_back(area->sentence);
        details.insert(details.end(), area->details.begin(), area->details.end());
        area->sentence = std::move(link.sentence);
        area->details = std::move(details);
        area->state = DiagnosisState::Notice;
    }
    area->evidence.insert(area->evidence.begin(), {QStringLiteral("links.slow"), {}, link.domain});
}

} // namespace rs
