// SPDX-License-Identifier: Apache-2.0
#include "analysis/diagnosis/rules.h"
#include "analysis/links/linkcostmodel.h"
#include "analysis/links/linkutilisation.h"
#include "analysis/time/truncatedfiles.h"
#include "core/base/saturate.h"

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace rs {

namespace {

// Loss of a domain's transfers over a link in a step.
struct Loss
{
    qint64 longerNs = 0;   ///< than expected
    qint64 measuredNs = 0; ///< what they took
    /// Extra time, in collectives, of the slowest sound link of the same operators over that expected on this link.
    qint64 hiddenNs = 0;
    qint64 tailNs = 0; ///< the same, longer than measured on this link
    /// Gain of the operators on a sound link. They end with the slowest of their links; what they took beyond this
    /// one was no time that another link spent beside it, as in algorithms that serve one kind of link after the other.
    [[nodiscard]] qint64 gainNs(std::optional<qint64> operatorsNs) const
    {
        const qint64 beside = operatorsNs ? std::max<qint64>(0, saturatedDifference(*operatorsNs, measuredNs)) : tailNs;
        return std::max<qint64>(0, longerNs - std::max<qint64>(0, saturatedDifference(hiddenNs, beside)));
    }
};

// Directions of a collective are under way together, sends of a pipeline one after the other.
using LostByDomain = std::map<std::pair<QString, QString>, std::map<int, Loss>>; // step, hash; source, -1: both

// Time of sound links in the collectives that a slow one holds up.
class SoundLinks
{
public:
    SoundLinks(const RunEvidence &base, const LinkJudgement &judgement)
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
    // Losses of several kinds of operators in one direction add up.
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

MetByDomain metOver(const RunEvidence &base, const LostByDomain &lost, int a, int b)
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
qint64 boundedLoss(const RunEvidence &base, const QString &step, qint64 ns, int a, int b)
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
std::vector<SlowPair> pairsOf(const RunEvidence &base, const LinkJudgement &judgement, const LinkFault &fault)
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

// The common part of the links is what to look at; the link is no more than the example.
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

// Common cause of several slow links.
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
                "%1 of %2 links of rank %3 are slow, so it is the rank, its device or its port, not a single link."),
            {slow, judged, QString::number(fault.source)}};
    case LinkFaultKind::Hosts:
        return Phrase{RS_MESSAGE("%1 of %2 links between the hosts %3 and %4 are slow, so it is the connection of "
                                 "the hosts, not a single link."),
                      {slow, judged, fault.host, fault.otherHost}};
    case LinkFaultKind::Host:
        return Phrase{RS_MESSAGE("%1 of %2 links of the ranks of host %3 are slow, so it is the host or a common "
                                 "part of its links, not a single link."),
                      {slow, judged, fault.host}};
    }
    return std::nullopt;
}

// Reason for "at least": the files of a rank at an end of a slow link are not whole, so more may have been lost.
std::optional<Phrase> whyAtLeast(const RunEvidence &base, const std::vector<SlowPair> &pairs)
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
    return Phrase{RS_MESSAGE("These are lower limits of its time and cost: communication_matrix.json is cut or "
                             "missing on rank %1, so not all of its transfers are known."),
                  {shortList(labels)}};
}

struct StepLoss
{
    qint64 longerNs = 0; ///< transfers
    qint64 mostNs = 0;   ///< what that costs at most
};

// Adds the losses of a fault's links by step; of several, which are under way together, the largest.
void addLosses(const RunEvidence &base, const LinkJudgement &judgement, const SoundLinks &sound,
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
    // A replay says too little if most of its operators are in no collective, as when the trace of an end is cut.
    constexpr double mostOfIt = 0.8;
    out.replayed = placed > 0 && static_cast<double>(placed) >= mostOfIt * static_cast<double>(gained);
    if (out.replayed)
        out.change.transfers.assign(transfers.begin(), transfers.end());
    else
        out.costNs = bounded;
}

// Which link would hold the collectives up, once this one is mended, by so much that it costs less than it takes
// longer.
std::optional<Phrase> boundByNext(const RunEvidence &base, const LinkJudgement &judgement, const SoundLinks &sound,
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

// Facts on a fault at an end of which the run has no rank, or in a run of which no step is known: nobody can
// play its steps once more.
UnweighedLink unweighedOf(const RunEvidence &base, const LinkJudgement &judgement, const LinkFault &fault)
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
        out.details.emplace_back(RS_MESSAGE("Its cost is unknown: step times are neither in a trace nor in "
                                            "step_trace_time.csv."));
    else
        out.details.emplace_back(RS_MESSAGE("Its cost is unknown: the run has no data of rank %1 at its end."),
                                 QStringList{missing.join(QStringLiteral(", "))});
    return out;
}

// Ranks of the fault: whoever is only at the other end of a slow link is innocent.
std::vector<int> ranksAtFault(const RunEvidence &base, const LinkFault &fault)
{
    std::vector<int> out;
    if (fault.kind == LinkFaultKind::Rank)
        out.push_back(base.run.indexOf(fault.source));
    if (fault.kind != LinkFaultKind::Host && fault.kind != LinkFaultKind::Hosts)
        return out;
    for (size_t r = 0; r < base.run.infos.size(); ++r) {
        const QString &host = base.run.infos[r].host;
        if (!host.isEmpty() && (host == fault.host || host == fault.otherHost))
            out.push_back(static_cast<int>(r));
    }
    return out;
}

std::optional<Suspect> suspectFault(const RunEvidence &base, const std::shared_ptr<const LinkJudgement> &judgement,
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
        v.allOf = ranksAtFault(base, fault);
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

// Collectives of one kind that stand one behind the other in the queue of their domain.
struct Burst
{
    std::vector<quint32> collectives;
    qint64 endNs = 0; ///< on the common clock
};

constexpr double mostSmallMb = 1; // over a link

// The time that data of the slowest link of an operator take by its fit, without what every operator takes anew.
std::map<std::pair<QString, QString>, qint64> dataTimes(const LinkJudgement &judgement)
{
    std::map<std::pair<QString, QString>, qint64> out; // by domain and kind
    for (const LinkRow &r : judgement.rows) {
        const auto fit = std::ranges::find(judgement.fits, r.cell.transport, &LinkCostModel::transport);
        if (r.cell.p2p || r.cell.kind.isEmpty() || !r.messageMb || !r.calls || fit == judgement.fits.end() ||
            *r.messageMb > mostSmallMb)
            continue;
        qint64 &ns = out[{r.cell.domainHash, r.cell.kind}];
        ns = std::max(ns, saturatedRound(fit->msPerMb * *r.messageMb * 1e6));
    }
    return out;
}

std::vector<Burst> burstsOf(const MatchedCollectives &all)
{
    constexpr qint64 queuedWithinNs = 20'000;
    std::map<std::pair<QString, QString>, std::vector<Burst>> bursts; // by domain and kind
    for (quint32 i = 0; i < all.all.size(); ++i) {
        const MatchedCollective &m = all.all[i];
        // Who waits for ranks that are not here takes long for another reason.
        if (m.isTransfer() || m.missing > 0 || m.unaligned > 0)
            continue;
        qint64 first = std::numeric_limits<qint64>::max();
        qint64 last = std::numeric_limits<qint64>::min();
        for (quint32 e = m.first; e < m.last; ++e) {
            first = std::min(first, all.ends[e].arrivalNs);
            last = std::max(last, all.ends[e].leftNs);
        }
        std::vector<Burst> &of = bursts[{m.domain, m.kind}];
        if (of.empty() || first > saturatedSum(of.back().endNs, queuedWithinNs))
            of.emplace_back();
        of.back().collectives.push_back(i);
        of.back().endNs = last;
    }
    std::vector<Burst> out;
    for (auto &[key, of] : bursts)
        out.insert(out.end(), of.begin(), of.end());
    return out;
}

// Operators of a few bytes take what every operator takes, be it small or large: merged they take that once.
void lookAtMessages(const RunEvidence &base, const LinkJudgement &judgement, Findings &out)
{
    constexpr size_t fewest = 4;
    const MatchedCollectives &all = base.attribution.collectives;
    if (all.source != MatchSource::Traces || judgement.rows.empty())
        return;
    const auto data = dataTimes(judgement);
    std::map<quint32, qint64> transferNs;
    for (const AttributedCollective &entry : base.attribution.entries)
        transferNs[entry.collective] = entry.transferNs.value_or(0);
    ReplayChange change;
    std::map<std::pair<QString, QString>, size_t> counts;
    for (const Burst &burst : burstsOf(all)) {
        const MatchedCollective &m = all.all[burst.collectives.front()];
        const auto known = data.find({m.domain, m.kind});
        if (burst.collectives.size() < fewest || known == data.end())
            continue;
        counts[{m.domain, m.kind}] += burst.collectives.size();
        for (size_t i = 1; i < burst.collectives.size(); ++i) {
            if (const qint64 fixed = transferNs[burst.collectives[i]] - known->second; fixed > 0)
                change.transfers.emplace_back(burst.collectives[i], fixed);
        }
    }
    std::ranges::sort(change.transfers);
    const qint64 gained = change.transfers.empty() ? 0 : base.gainOf({&change});
    const auto length = static_cast<double>(base.windowOf(base.allSteps()));
    if (counts.empty() || static_cast<double>(gained) < base.limits.leastCost * length)
        return;
    const auto most = std::ranges::max_element(counts, {}, [](const auto &c) { return c.second; });
    double mb = 0;
    QString domain;
    for (const LinkRow &r : judgement.rows) {
        if (r.cell.domainHash == most->first.first && r.cell.kind == most->first.second && r.messageMb) {
            mb = std::max(mb, *r.messageMb);
            domain = r.cell.domain;
        }
    }
    Verdict v;
    v.kind = DiagnosisKind::Communication;
    v.state = DiagnosisState::Notice;
    v.costNs = gained;
    v.share = base.shareOf(gained, base.allSteps());
    v.certainty = Certainty::Low;
    v.domain = domain;
    v.target = LookTarget::Communication;
    v.sentence = {RS_MESSAGE("Small messages: in %1 there are %2 operators %3 a step one behind the other, which send "
                             "%4 MB over a link each. Merging them saves %5."),
                  {domain,
                   QString::number(most->second / static_cast<size_t>(std::max<qsizetype>(1, base.steps.size()))),
                   most->first.second, QString::number(mb, 'g', 2), diagnosisMs(gained)}};
    v.evidence.push_back({QStringLiteral("communication"), {}, domain});
    out.remarks.push_back(std::move(v));
}

void lookAtLinks(const RunEvidence &base, const ReferenceRates &rates, Findings &found)
{
    LinkRemarks &out = found.links;
    const auto judgement = std::make_shared<const LinkJudgement>(
        judgeLinks(base.run, base.limits.linkDeviation, base.limits.outliers, base.job));
    out.unmapped = judgement->unmapped;
    out.judged = !judgement->judged.empty();
    const SoundLinks sound(base, *judgement);
    // Its cost is no more than what is lost; where no step is known, nothing tells whether that is much.
    const double least = base.limits.leastCost * static_cast<double>(base.usualWindowOf(base.allSteps()));
    for (const LinkFault &fault : judgement->faults) {
        if (std::optional<Suspect> s = suspectFault(base, judgement, sound, fault))
            found.suspects.push_back(std::move(*s));
        else if (static_cast<double>(fault.lostNs) >= least)
            out.unweighed.push_back(unweighedOf(base, *judgement, fault));
    }
    lookAtMessages(base, *judgement, found);
    for (const LinkUtilisation &reach : linkUtilisation(*judgement, rates)) {
        if (std::optional<Phrase> sentence = utilisationSentence(reach))
            out.reach.push_back(std::move(*sentence));
    }
}

// Into what is said of communication.
void sayLinks(const RunEvidence &, const Findings &found, Diagnosis &out)
{
    const LinkRemarks &remarks = found.links;
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
            QStringList{shortList(remarks.unmapped)});
        area->evidence.push_back({QStringLiteral("links")});
        if (!remarks.judged && !out.linksUnchecked)
            out.linksUnchecked = area->details.back();
    }
    const std::vector<UnweighedLink> &links = remarks.unweighed;
    if (links.empty())
        return;
    // The one that loses most; links.slow has the others.
    UnweighedLink link =
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

} // namespace

const Rule linkRule{lookAtLinks, sayLinks};

} // namespace rs
