// SPDX-License-Identifier: Apache-2.0
// Verdicts from files of MindSpore 1.x beside today's: iterations, waits, links and operations, of all
// steps on average. None of it says what a step would gain, so it accuses nobody.
#include "analysis/communication/commmatrix.h"
#include "analysis/diagnosis/rules.h"
#include "analysis/operators/deviceload.h"
#include "analysis/overview/peerspread.h"
#include "analysis/overview/trajectory.h"
#include "core/base/saturate.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace rs {

namespace {

// The cluster pages of MindInsight named who was off the mean by so much.
constexpr double leastOff = 0.2;

double partOf(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

double asReal(const std::optional<qint64> &ns)
{
    return static_cast<double>(ns.value_or(0));
}

QString number(double value, int decimals)
{
    return QString::number(value, 'f', decimals);
}

/// Mean times of a rank: of the steps behind the first, which starts the graphs, and as the file states them.
struct RankMeans
{
    const TrajectoryRow *ofSteps = nullptr;
    const TrajectoryRow *ofFile = nullptr;
};

/// Communication of a rank, a step on average.
struct RankWaits
{
    qint64 transferNs = 0;
    qint64 waitNs = 0;
};

class LegacyVerdicts
{
public:
    explicit LegacyVerdicts(const RunEvidence &base);
    void put(Diagnosis &out) const;

private:
    void sayCompute(Verdict &v) const;
    void sayRates(Verdict &v) const;
    void sayIntervals(Verdict &v) const;
    void sayCommunication(Verdict &v) const;
    void sayWaits(Verdict &v) const;
    void sayLinks(Verdict &v) const;
    void sayOperations(Diagnosis &out) const;
    [[nodiscard]] std::optional<qint64> timeOf(int rank, TrajectoryTime which) const;
    [[nodiscard]] const TrajectoryRow *statedOf(int rank) const;

    const RunEvidence &m_base;
    std::vector<TrajectoryRow> m_rows;
    std::map<int, RankMeans> m_means; // by rank index
    std::map<int, RankWaits> m_waits; // the same
    std::vector<DeviceLoad> m_loads;
};

LegacyVerdicts::LegacyVerdicts(const RunEvidence &base)
    : m_base(base), m_rows(trajectory(base.run, {}, base.job)), m_loads(deviceLoads(base.run, base.job))
{
    for (const TrajectoryRow &row : m_rows) {
        if (row.rankIndex < 0 || row.of == TrajectoryOf::Step)
            continue;
        RankMeans &means = m_means[row.rankIndex];
        if (row.of == TrajectoryOf::FileMean)
            means.ofFile = &row;
        else if (!means.ofSteps || row.of == TrajectoryOf::MeanLater)
            means.ofSteps = &row;
    }
    for (size_t r = 0; r < base.run.ranks.size(); ++r) {
        const auto &rank = base.run.ranks[r];
        std::map<QString, RankWaits> bySteps;
        for (size_t i = 0; rank && i < rank->commOps.size(); ++i) {
            const CommOpRef op = rank->commOps[i];
            if (op.isTotal() || !op.transitMs() || !op.waitMs())
                continue;
            RankWaits &step = bySteps[op.step()];
            step.transferNs = saturatedSum(step.transferNs, saturatedRound(*op.transitMs() * 1e6));
            step.waitNs = saturatedSum(step.waitNs, saturatedRound(*op.waitMs() * 1e6));
        }
        if (bySteps.size() > 1)
            bySteps.erase(QStringLiteral("1"));
        if (bySteps.empty())
            continue;
        RankWaits &mean = m_waits[static_cast<int>(r)];
        const auto count = static_cast<qint64>(bySteps.size());
        for (const auto &[step, waits] : bySteps) {
            mean.transferNs += waits.transferNs / count;
            mean.waitNs += waits.waitNs / count;
        }
    }
}

std::optional<qint64> LegacyVerdicts::timeOf(int rank, TrajectoryTime which) const
{
    const auto at = m_means.find(rank);
    return at == m_means.end() || !at->second.ofSteps ? std::nullopt : at->second.ofSteps->at(which);
}

// As MindInsight took them for its advice.
const TrajectoryRow *LegacyVerdicts::statedOf(int rank) const
{
    const auto at = m_means.find(rank);
    if (at == m_means.end())
        return nullptr;
    return at->second.ofFile && at->second.ofFile->at(TrajectoryTime::CommunicationAlone) ? at->second.ofFile
                                                                                          : at->second.ofSteps;
}

void LegacyVerdicts::sayRates(Verdict &v) const
{
    double sum = 0;
    int count = 0;
    const DeviceLoad *least = nullptr;
    for (const DeviceLoad &load : m_loads) {
        if (!load.gflopsPerSecond)
            continue;
        sum += *load.gflopsPerSecond;
        ++count;
        if (!least || *load.gflopsPerSecond < *least->gflopsPerSecond)
            least = &load;
    }
    const double mean = count > 1 ? sum / count : 0;
    const double off = least && mean > 0 ? 1 - *least->gflopsPerSecond / mean : 0;
    if (off < leastOff)
        return;
    v.details.emplace_back(
        RS_MESSAGE(
            "The slowest device is that of rank %1: its operators reach %2 G/s, %3 below the mean of the ranks."),
        QStringList{least->label, number(*least->gflopsPerSecond, 1), diagnosisPercent(off)});
    v.evidence.push_back({QStringLiteral("devices.load")});
}

// Who takes longest, beside the ranks of its stage.
void LegacyVerdicts::sayCompute(Verdict &v) const
{
    int slowest = -1;
    size_t peers = 0;
    qint64 most = -1;
    qint64 usual = 0;
    for (const std::vector<int> &group : m_base.groups) {
        for (const int rank : group) {
            std::vector<qint64> others;
            for (const int peer : group) {
                if (const auto ns = timeOf(peer, TrajectoryTime::ForwardBackward); ns && peer != rank)
                    others.push_back(*ns);
            }
            const std::optional<qint64> own = timeOf(rank, TrajectoryTime::ForwardBackward);
            if (!own || others.empty())
                continue;
            const size_t count = others.size();
            const qint64 median = medianOf(std::move(others));
            if (*own - median > most) {
                slowest = rank;
                peers = count;
                most = *own - median;
                usual = median;
            }
        }
    }
    if (slowest < 0)
        return;
    const double off = partOf(static_cast<double>(most), static_cast<double>(usual));
    const bool isMuch = off >= m_base.limits.computeDeviation;
    v.rank = slowest;
    v.state = !isMuch ? DiagnosisState::Fine : peers == 1 ? DiagnosisState::Difference : DiagnosisState::Notice;
    v.deviationNs = most;
    v.deviationShare = off;
    const QStringList said{m_base.label(slowest), diagnosisMs(usual + most), diagnosisMs(most), diagnosisPercent(off)};
    v.details.clear();
    if (isMuch)
        v.sentence = {RS_MESSAGE("Forward and backward take longest on rank %1: %2 a step on average, %3 (%4) longer "
                                 "than on its peers."),
                      said};
    else
        v.sentence = {RS_MESSAGE("Forward and backward take about as long on all peers. Farthest from the others is "
                                 "rank %1, with %2 a step on average, %3 (%4) longer."),
                      said};
    v.details.emplace_back(RS_MESSAGE("The first step, which starts the graphs, is left out. Waits for other ranks "
                                      "are included: these files do not separate them."));
    v.evidence = {{QStringLiteral("trajectory")}};
    sayRates(v);
}

void LegacyVerdicts::sayIntervals(Verdict &v) const
{
    double interval = 0;
    double total = 0;
    int count = 0;
    int longest = -1;
    qint64 longestNs = -1;
    for (const auto &[rank, means] : m_means) {
        const std::optional<qint64> ns = timeOf(rank, TrajectoryTime::Interval);
        if (!ns || !timeOf(rank, TrajectoryTime::Total))
            continue;
        interval += asReal(ns);
        total += asReal(timeOf(rank, TrajectoryTime::Total));
        ++count;
        if (*ns > longestNs) {
            longest = rank;
            longestNs = *ns;
        }
    }
    if (count == 0 || total <= 0)
        return;
    const double mean = interval / count;
    const double more = static_cast<double>(longestNs) - mean;
    const bool isLong = interval >= m_base.limits.idleOfAll * total;
    const bool isApart = more >= leastOff * mean && more >= m_base.limits.idleShare * total / count;
    v.rank = longest;
    v.state = isLong || isApart ? DiagnosisState::Notice : DiagnosisState::Fine;
    v.details.clear();
    const QStringList said{diagnosisPercent(interval / total), m_base.label(longest), diagnosisMs(longestNs),
                           diagnosisPercent(partOf(more, mean))};
    if (isApart)
        v.sentence = {
            RS_MESSAGE("The step interval is longest on rank %2: %3 a step, %4 above the mean of the ranks, which is "
                       "%1 of the steps. Before the first operator a device waits for data or for its host."),
            said};
    else if (isLong)
        v.sentence = {
            RS_MESSAGE("The step interval takes %1 of the steps, most on rank %2: %3 a step, %4 above the mean of the "
                       "ranks. Before the first operator a device waits for data or for its host."),
            said};
    else
        v.sentence = {RS_MESSAGE("The step interval, in which devices wait for data or for their hosts, takes %1 of "
                                 "the steps. It is longest on rank %2: %3 a step, %4 above the mean of the ranks."),
                      said};
    v.evidence = {{QStringLiteral("trajectory")}};
}

// Who waits least came last.
void LegacyVerdicts::sayWaits(Verdict &v) const
{
    int least = -1;
    int most = -1;
    qint64 apart = 0;
    for (const std::vector<int> &group : m_base.groups) {
        int low = -1;
        int high = -1;
        for (const int rank : group) {
            const auto at = m_waits.find(rank);
            if (at == m_waits.end())
                continue;
            if (low < 0 || at->second.waitNs < m_waits.at(low).waitNs)
                low = rank;
            if (high < 0 || at->second.waitNs > m_waits.at(high).waitNs)
                high = rank;
        }
        if (low >= 0 && m_waits.at(high).waitNs - m_waits.at(low).waitNs > apart) {
            least = low;
            most = high;
            apart = m_waits.at(high).waitNs - m_waits.at(low).waitNs;
        }
    }
    if (least < 0)
        return;
    v.details.emplace_back(RS_MESSAGE("Among its peers rank %1 waits least inside communication operators: %2 a "
                                      "step, rank %3 %4. The rank that waits least is the one that the others wait "
                                      "for."),
                           QStringList{m_base.label(least), diagnosisMs(m_waits.at(least).waitNs), m_base.label(most),
                                       diagnosisMs(m_waits.at(most).waitNs)});
    v.evidence.push_back({QStringLiteral("communication")});
}

// By size and time, not by the bandwidths of the file, which are sums.
void LegacyVerdicts::sayLinks(Verdict &v) const
{
    struct Sum
    {
        double mb = 0;
        double ms = 0;
        qint64 calls = 0;
        bool areCounted = true; // not of links that a file tells of whole steps
        [[nodiscard]] double gbs() const { return ms > 0 ? mb / ms : 0; }
    };
    using Pair = std::pair<int, int>;
    std::map<QString, std::map<Pair, Sum>> types;
    for (const auto &rank : m_base.run.ranks) {
        std::set<QString> named; // steps whose operators have links; their totals hold these once more
        for (size_t i = 0; rank && i < rank->links.size(); ++i) {
            if (rank->links[i].key() != TotalOp)
                named.insert(rank->links[i].step());
        }
        for (size_t i = 0; rank && i < rank->links.size(); ++i) {
            const MatrixLinkRef link = rank->links[i];
            const bool isTotal = link.key() == TotalOp;
            if (link.source() == link.destination() || (isTotal && named.contains(link.step())) ||
                link.transport() == u"LOCAL" || !link.globalRanks() || !link.sizeMb() || !link.timeMs())
                continue;
            Sum &sum = types[link.transport()][{link.source(), link.destination()}];
            sum.mb += *link.sizeMb();
            sum.ms += *link.timeMs();
            sum.calls += isTotal ? 0 : 1;
            sum.areCounted = sum.areCounted && !isTotal;
        }
    }
    for (const auto &[type, links] : types) {
        double mean = 0;
        const std::pair<const Pair, Sum> *slowest = nullptr;
        for (const auto &link : links) {
            mean += link.second.gbs() / static_cast<double>(links.size());
            if (link.second.gbs() > 0 && (!slowest || link.second.gbs() < slowest->second.gbs()))
                slowest = &link;
        }
        const double off = slowest && mean > 0 ? 1 - slowest->second.gbs() / mean : 0;
        if (links.size() < 2 || off < leastOff)
            continue;
        const Sum &s = slowest->second;
        v.state = DiagnosisState::Notice;
        QStringList said{type, QString::number(slowest->first.first), QString::number(slowest->first.second),
                         number(s.gbs(), 2), diagnosisPercent(off)};
        if (s.areCounted) {
            said << number(s.mb / static_cast<double>(s.calls), 3);
            v.details.emplace_back(
                RS_MESSAGE("The slowest link of type %1 is that from rank %2 to rank %3: %4 GB/s, %5 below the mean of "
                           "its type. Its messages have %6 MB on average: small ones reach less."),
                said);
        } else {
            v.details.emplace_back(RS_MESSAGE("The slowest link of type %1 is that from rank %2 to rank %3: %4 GB/s, "
                                              "%5 below the mean of its type."),
                                   said);
        }
        v.evidence.push_back({QStringLiteral("links")});
    }
}

void LegacyVerdicts::sayCommunication(Verdict &v) const
{
    double steps = 0; // computation and communication alone
    double receive = 0;
    double alone = 0;
    bool stages = false;
    double worst = -1;
    size_t worstGroup = 0;
    for (size_t g = 0; g < m_base.groups.size(); ++g) {
        double ofGroup = 0;
        double collective = 0;
        for (const int rank : m_base.groups[g]) {
            const TrajectoryRow *const row = statedOf(rank);
            if (!row || !row->at(TrajectoryTime::Computation) || !row->at(TrajectoryTime::CommunicationAlone))
                continue;
            const double step =
                asReal(row->at(TrajectoryTime::Computation)) + asReal(row->at(TrajectoryTime::CommunicationAlone));
            steps += step;
            ofGroup += step;
            alone += asReal(row->at(TrajectoryTime::CommunicationAlone));
            receive += asReal(row->at(TrajectoryTime::ReceiveAlone));
            collective += asReal(row->at(TrajectoryTime::CollectiveAlone));
            stages = stages || row->at(TrajectoryTime::ReceiveAlone).has_value();
        }
        if (partOf(collective, ofGroup) > worst) {
            worst = partOf(collective, ofGroup);
            worstGroup = g;
        }
    }
    double wait = 0;
    double transfer = 0;
    double length = 0;
    for (const auto &[rank, waits] : m_waits) {
        const std::optional<qint64> total = timeOf(rank, TrajectoryTime::Total);
        if (!total)
            continue;
        wait += static_cast<double>(waits.waitNs);
        transfer += static_cast<double>(waits.transferNs);
        length += asReal(total);
    }
    if (steps <= 0 && length <= 0)
        return;
    const double limit = m_base.limits.communicationShare;
    v.evidence.clear();
    v.details.clear();
    if (steps > 0) {
        v.evidence.push_back({QStringLiteral("trajectory")});
        const bool isMuch = partOf(stages ? std::max(receive, 0.0) : alone, steps) >= limit || worst >= limit;
        v.state = isMuch ? DiagnosisState::Notice : DiagnosisState::Fine;
        if (stages)
            v.sentence = {RS_MESSAGE("By the files, non-overlapped receives from other stages take %1 of the steps. "
                                     "Non-overlapped collectives take most on ranks %2: %3 of their steps."),
                          {diagnosisPercent(partOf(receive, steps)),
                           shortList(m_base.labels(m_base.groups[worstGroup])), diagnosisPercent(worst)}};
        else
            v.sentence = {RS_MESSAGE("By the files, non-overlapped communication takes %1 of the steps."),
                          {diagnosisPercent(partOf(alone, steps))}};
    } else {
        v.state = wait >= limit * length ? DiagnosisState::Notice : DiagnosisState::Fine;
        v.sentence = {RS_MESSAGE("Ranks wait for %1 of the steps inside communication operators and transfer for "
                                 "%2, without the first step. No file says how much of it is overlapped."),
                      {diagnosisPercent(wait / length), diagnosisPercent(transfer / length)}};
    }
    sayWaits(v);
    sayLinks(v);
}

// Which stage has most to do.
void LegacyVerdicts::sayOperations(Diagnosis &out) const
{
    std::map<int, double> byRank;
    for (const DeviceLoad &load : m_loads) {
        if (load.mflops)
            byRank[load.rankIndex] = *load.mflops;
    }
    std::vector<double> means;
    size_t most = 0;
    for (size_t g = 0; g < m_base.groups.size(); ++g) {
        double sum = 0;
        for (const int rank : m_base.groups[g]) {
            if (!byRank.contains(rank))
                return;
            sum += byRank[rank];
        }
        means.push_back(sum / static_cast<double>(m_base.groups[g].size()));
        if (m_base.groupStages[g] < 0)
            return;
        most = means[g] > means[most] ? g : most;
    }
    double mean = 0;
    for (const double m : means)
        mean += m / static_cast<double>(means.size());
    if (means.size() < 2 || means[most] < (1 + leastOff) * mean)
        return;
    const int stage = m_base.groupStages[most];
    const QStringList said{QString::number(stage), shortList(m_base.labels(m_base.groups[most])),
                           number(means[most], 1), diagnosisPercent(means[most] / mean - 1)};
    Phrase sentence{
        RS_MESSAGE(
            "Stage %1 (ranks %2) has most to do: %3 million operations on a device, %4 above the mean of the stages."),
        said};
    const auto known = std::ranges::find_if(
        out.observations, [stage](const Verdict &o) { return o.kind == DiagnosisKind::Stage && o.stage == stage; });
    if (known != out.observations.end()) {
        // That tells what was not known.
        known->details.front() = std::move(sentence);
        known->evidence.push_back({QStringLiteral("devices.load")});
        return;
    }
    Verdict v;
    v.kind = DiagnosisKind::Stage;
    v.state = DiagnosisState::Notice;
    v.rank = m_base.groups[most].front();
    v.stage = stage;
    v.sentence = std::move(sentence);
    v.evidence = {{QStringLiteral("devices.load")}};
    out.observations.push_back(std::move(v));
}

void LegacyVerdicts::put(Diagnosis &out) const
{
    for (Verdict &v : out.areas) {
        if (v.state != DiagnosisState::Unknown)
            continue;
        switch (v.kind) {
        case DiagnosisKind::Compute:
            sayCompute(v);
            break;
        case DiagnosisKind::Scheduling:
            sayIntervals(v);
            break;
        default:
            sayCommunication(v);
            break;
        }
    }
    sayOperations(out);
}

void sayLegacy(const RunEvidence &base, const Findings &, Diagnosis &out)
{
    const auto &ranks = base.run.ranks;
    if (std::ranges::any_of(ranks, [](const auto &r) { return r && r->legacy; }))
        LegacyVerdicts(base).put(out);
}

} // namespace

const Rule legacyRule{nullptr, sayLegacy};

} // namespace rs
