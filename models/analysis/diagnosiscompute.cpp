// SPDX-License-Identifier: Apache-2.0
#include "analysis/diagnosisbase.h"
#include "analysis/frequency.h"
#include "analysis/operatorstats.h"
#include "analysis/slowness.h"
#include "core/saturate.h"

#include <algorithm>
#include <map>

namespace rs {

namespace {

// Steps whose operators are looked at: more of them say the same.
constexpr size_t mostComparedSteps = 4;

using TypeTimes = std::map<QString, OperatorPair>;

// The rank of the excess is the other side, its normal peer the base.
void addTypes(const DiagnosisBase &base, const Excess &e, bool own, TypeTimes &out)
{
    const auto r = static_cast<size_t>(own ? e.rank : e.normalPeer);
    const auto &rank = base.run.ranks[r];
    if (!rank)
        return;
    const size_t looks = e.everywhere ? 1 : std::min(mostComparedSteps, e.steps.size());
    for (size_t i = 0; i < looks; ++i) {
        OperatorQuery query;
        query.acrossCores = true;
        if (!e.everywhere)
            query.window = base.cells[r][e.steps[i]].window;
        for (const OperatorRow &row : operatorStats(*rank, query, base.job).rows) {
            OperatorPair &t = out[row.type.isEmpty() ? row.name : row.type];
            (own ? t.otherNs : t.baseNs) += row.totalNs;
            (own ? t.otherCalls : t.baseCalls) += row.calls;
        }
    }
}

// Whether the device is slow or some of its operators.
void addOperators(const DiagnosisBase &base, const Excess &e, Verdict &v)
{
    TypeTimes types;
    addTypes(base, e, true, types);
    addTypes(base, e, false, types);
    std::vector<OperatorPair> pairs;
    for (auto &[type, t] : types) {
        t.type = type;
        pairs.push_back(t);
    }
    const Slowness slowness = slownessOf(pairs);
    if (slowness.ofBase || slowness.moreNs <= 0)
        return;
    const QString normal = base.label(e.normalPeer);
    if (slowness.kind == SlownessKind::Device) {
        v.details.emplace_back(QStringLiteral("All types of operators take about %1 times as long as on rank %2: the "
                                              "device is slow, not an operator."),
                               QStringList{QString::number(slowness.factor, 'f', 2), normal});
        return;
    }
    const OperatorPair &most = *std::max_element(pairs.begin(), pairs.end(), [](const auto &a, const auto &b) {
        return a.otherNs - a.baseNs < b.otherNs - b.baseNs;
    });
    const QString more = diagnosisMs(most.otherNs - most.baseNs);
    if (most.otherCalls != most.baseCalls)
        v.details.emplace_back(
            QStringLiteral("Most of it is in operators of type %1: %2 more than on rank %3, with %4 calls against %5."),
            QStringList{most.type, more, normal, QString::number(most.otherCalls), QString::number(most.baseCalls)});
    else
        v.details.emplace_back(
            QStringLiteral("Most of it is in operators of type %1: %2 more than on rank %3, with as many calls."),
            QStringList{most.type, more, normal});
}

struct FrequencyLoss
{
    double ns = 0;
    double lowestMHz = 0; ///< under load; 0: it never dropped
    double nominalMHz = 0;
    [[nodiscard]] double ranAtMHz() const { return lowestMHz > 0 ? lowestMHz : nominalMHz; }
};

QString megahertz(double value)
{
    return QString::number(value, 'f', 0);
}

FrequencyLoss frequencyLoss(const DiagnosisBase &base, int rank, const std::vector<size_t> &which)
{
    FrequencyLoss out;
    const auto &data = base.run.ranks[static_cast<size_t>(rank)];
    if (!data || !data->trace)
        return out;
    const std::vector<CounterId> counters = frequencyCounters(*data->trace);
    for (const CounterId counter : counters) {
        const FrequencyStats stats = frequencyStats(*data->trace, counter, base.job);
        out.nominalMHz = std::max(out.nominalMHz, stats.nominalMHz);
        for (const FrequencyDrop &drop : stats.drops) {
            for (const size_t s : which) {
                const auto &window = base.cells[static_cast<size_t>(rank)][s].window;
                const qint64 inside =
                    window ? std::min(drop.toNs, window->to) - std::max(drop.fromNs, window->from) : 0;
                if (!drop.underLoad || inside <= 0 || drop.lengthNs() <= 0)
                    continue;
                out.ns += drop.lostNs * static_cast<double>(inside) / static_cast<double>(drop.lengthNs()) /
                          static_cast<double>(counters.size());
                out.lowestMHz = out.lowestMHz > 0 ? std::min(out.lowestMHz, drop.lowestMHz) : drop.lowestMHz;
            }
        }
    }
    return out;
}

// What the sentence on a rank's compute goes on with where a lower frequency explains it.
Phrase frequencySentence(const DiagnosisBase &base, const Verdict &v, const FrequencyLoss &own,
                         const FrequencyLoss &peer)
{
    const QString rank = base.label(v.rank);
    const QString more = diagnosisMs(v.deviationNs);
    const QString part = diagnosisPercent(v.deviationShare);
    const QString normal = base.label(v.normalPeer);
    const QString normalMHz = megahertz(peer.ranAtMHz());
    const bool some = !v.steps.isEmpty();
    if (own.lowestMHz > 0) {
        const QStringList said{rank,   more,     part, megahertz(own.nominalMHz), megahertz(own.lowestMHz),
                               normal, normalMHz};
        if (!some)
            return {QStringLiteral("Rank %1 computes %2 (%3) longer than the median of its peers: its AI cores fell "
                                   "from %4 MHz to %5 MHz, those of rank %6 ran at %7 MHz."),
                    said};
        return {QStringLiteral("Rank %1 computes %2 (%3) longer than the median of its peers, in step %8 alone: its AI "
                               "cores fell from %4 MHz to %5 MHz, those of rank %6 ran at %7 MHz."),
                said + QStringList{diagnosisList(v.steps)}};
    }
    const QStringList said{rank, more, part, megahertz(own.nominalMHz), normal, normalMHz};
    if (!some)
        return {QStringLiteral("Rank %1 computes %2 (%3) longer than the median of its peers: its AI cores never ran "
                               "above %4 MHz, those of rank %5 ran at %6 MHz."),
                said};
    return {QStringLiteral("Rank %1 computes %2 (%3) longer than the median of its peers, in step %7 alone: its AI "
                           "cores never ran above %4 MHz, those of rank %5 ran at %6 MHz."),
            said + QStringList{diagnosisList(v.steps)}};
}

// A lower frequency explains the excess.
bool blameFrequency(const DiagnosisBase &base, const Excess &e, Verdict &v)
{
    const FrequencyLoss own = frequencyLoss(base, e.rank, e.steps);
    const FrequencyLoss peer = frequencyLoss(base, e.normalPeer, e.steps);
    double lost = own.ns - peer.ns;
    // A rank that never reaches the frequency of the others has no drop of its own.
    if (own.nominalMHz > 0 && own.nominalMHz < peer.nominalMHz * (1 - FrequencyStats::leastDrop))
        lost += static_cast<double>(e.medianNs + e.ns) * (1 - own.nominalMHz / peer.nominalMHz);
    if (lost < base.limits.frequencyShare * static_cast<double>(e.ns))
        return false;
    v.kind = DiagnosisKind::Frequency;
    v.target = LookTarget::Frequency;
    v.sentence = frequencySentence(base, v, own, peer);
    return true;
}

Phrase computeSentence(const DiagnosisBase &base, const Verdict &v)
{
    const QString rank = base.label(v.rank);
    const QString more = diagnosisMs(v.deviationNs);
    const QString part = diagnosisPercent(v.deviationShare);
    if (!v.steps.isEmpty())
        return {QStringLiteral("Rank %1 computes %2 (%3) longer than the median of its peers, in step %4 alone."),
                {rank, more, part, diagnosisList(v.steps)}};
    if (base.steps.size() > 1)
        return {QStringLiteral("Rank %1 computes %2 (%3) longer than the median of its peers, over all steps."),
                {rank, more, part}};
    return {QStringLiteral("Rank %1 computes %2 (%3) longer than the median of its peers."), {rank, more, part}};
}

void addEvidence(const DiagnosisBase &base, const Excess &e, Verdict &v)
{
    const QString step = v.steps.size() == 1 ? v.steps.front() : QString();
    v.evidence.push_back({QStringLiteral("compare"), {}, {}, e.normalPeer, e.rank});
    v.evidence.push_back({QStringLiteral("books"), step, {}, -1, -1});
    if (!v.victims.empty() && base.canReplay(e.rank))
        v.evidence.push_back({QStringLiteral("ledger"), step, {}, -1, -1});
}

Verdict computeArea(const DiagnosisBase &base, const ExcessReport &report)
{
    AreaWords words;
    words.missing = {QStringLiteral("How long the ranks compute is not known: neither their traces nor "
                                    "step_trace_time.csv say it. The profiler writes both when NPU activity is on.")};
    words.farthest = QStringLiteral("No rank computes noticeably longer than its peers and holds up the run. Farthest "
                                    "from their median is rank %1, by %2 (%3).");
    words.differ =
        QStringLiteral("Rank %1 computes longer than rank %2, by %3 (%4). Of two peers nobody can tell which "
                       "is the odd one.");
    words.alike = QStringLiteral("Ranks %1 and %2 compute alike: they differ by %3 (%4).");
    words.oneSlower = QStringLiteral(
        "Rank %1 computes longer than the faster half of its peers, by %2 (%3). The peers differ too much "
        "among themselves to tell who is the odd one.");
    words.severalSlower =
        QStringLiteral("Ranks %1 compute longer than the faster half of their peers, by up to %2 (%3). The peers "
                       "differ too much among themselves to tell who is the odd one.");
    Verdict v = areaVerdict(base, report, DiagnosisKind::Compute, 0, words);
    if (v.state == DiagnosisState::Difference) {
        v.target = LookTarget::CompareRanks;
        v.evidence.insert(v.evidence.begin(), {QStringLiteral("compare"), {}, {}, v.peer, v.rank});
    }
    return v;
}

} // namespace

void suspectCompute(const DiagnosisBase &base, std::vector<Suspect> &suspects, Diagnosis &out)
{
    const auto isEnough = [&](qint64 ns, qint64 medianNs, qint64) {
        return static_cast<double>(ns) >= base.limits.computeDeviation * static_cast<double>(medianNs) && ns > 0;
    };
    const ExcessReport report = base.excesses({&DiagnosisCell::computeNs, isEnough});
    for (const Excess &e : report.excesses) {
        Suspect s = suspectOf(base, e, &DiagnosisCell::computeNs, DiagnosisKind::Compute);
        s.describe = [&base](const Suspect &own, Verdict &v) {
            v.target = LookTarget::CompareRanks;
            v.sentence = computeSentence(base, v);
            addEvidence(base, own.excess, v);
            if (!blameFrequency(base, own.excess, v))
                addOperators(base, own.excess, v);
        };
        suspects.push_back(std::move(s));
    }
    out.areas.push_back(computeArea(base, report));
}

} // namespace rs
