// SPDX-License-Identifier: Apache-2.0
#include "analysis/diagnosis/runevidence.h"

#include "analysis/overview/overviewfiles.h"
#include "analysis/overview/overviewitems.h"
#include "analysis/overview/peerspread.h"
#include "analysis/overview/stepbreakdown.h"
#include "analysis/overview/stepgrid.h"
#include "analysis/overview/timebreakdownrows.h"
#include "analysis/ranks/domains.h"
#include "analysis/ranks/parallelstrategy.h"
#include "analysis/ranks/peeroutliers.h"
#include "analysis/ranks/pipelinestages.h"
#include "analysis/time/devicesets.h"
#include "analysis/time/launchedwindows.h"
#include "analysis/time/truncatedfiles.h"
#include "core/base/saturate.h"
#include "core/job/jobcontext.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

namespace rs {

namespace {

constexpr qint64 openEndNs = std::numeric_limits<qint64>::max();

std::optional<qint64> sumOf(const std::optional<qint64> &a, const std::optional<qint64> &b)
{
    return a && b ? std::optional<qint64>(saturatedSum(*a, *b)) : std::nullopt;
}

void addTo(std::optional<qint64> &sum, const std::optional<qint64> &part, bool isFirst)
{
    sum = isFirst ? part : sumOf(sum, part);
}

// The stage of each rank as the bars have it: 0 of all without pipelines, -1 of a rank in none, and of all where files
// that contradict each other state pipelines. `known`: something tells, be it that there are none.
std::vector<int> stagesOfRanks(const Run &run, const std::vector<Domain> &all, const std::map<int, int> &stages,
                               bool &known)
{
    const KnownStrategy strategy = strategyOf(run, all);
    known = !all.empty() || !stages.empty() || strategy.source != StrategySource::Undefined;
    const int none = strategy.source != StrategySource::Undefined && strategy.strategy.sizes.pp > 1 ? -1 : 0;
    std::vector<int> out;
    for (const RankInfo &info : run.infos) {
        const auto at = stages.find(info.rank);
        out.push_back(stages.empty() ? none : at == stages.end() ? -1 : at->second);
    }
    return out;
}

void addLoss(const FrequencyStats &stats, Interval window, size_t counters, FrequencyLoss &out)
{
    for (const FrequencyDrop &drop : stats.drops) {
        const qint64 inside = std::min(drop.toNs, window.to) - std::max(drop.fromNs, window.from);
        if (!drop.underLoad || inside <= 0 || drop.lengthNs() <= 0)
            continue;
        out.ns += drop.lostNs * static_cast<double>(inside) / static_cast<double>(drop.lengthNs()) /
                  static_cast<double>(counters);
        out.lowestMHz = out.lowestMHz > 0 ? std::min(out.lowestMHz, drop.lowestMHz) : drop.lowestMHz;
    }
}

// The lower median of all but one `own` of them; they ascend.
qint64 medianOfOthers(const std::vector<qint64> &sorted, qint64 own)
{
    const auto at = static_cast<size_t>(std::ranges::lower_bound(sorted, own) - sorted.begin());
    const size_t middle = (sorted.size() - 2) / 2;
    return sorted[middle < at ? middle : middle + 1];
}

} // namespace

QString diagnosisMs(qint64 ns)
{
    const double ms = static_cast<double>(ns) / 1e6;
    return QStringLiteral("%1 ms").arg(ms, 0, 'f', std::abs(ms) < 10 ? 2 : std::abs(ms) < 100 ? 1 : 0);
}

QString diagnosisPercent(double part)
{
    return QStringLiteral("%1 %").arg(part * 100, 0, 'f', 1);
}

RunEvidence::RunEvidence(const Run &r, const DiagnosisThresholds &thresholds, const JobContext &j)
    : run(r), limits(thresholds), job(j), attribution(waitAttribution(r, {{}, {}, MatchFill::Files}, j))
{
    readCells();
    followLaunches();
    takeSummaries();
    dropIdleDevices();
    readLengths();
    readTimes();
    findLateness();
    findGroups();
    readHosts();
    findDrops();
}

void RunEvidence::readCells()
{
    const std::vector<TimeBreakdownRow> rows = timeBreakdownRows(run, {}, job);
    std::map<QString, size_t> at;
    for (const TimeBreakdownRow &row : rows) {
        if (row.rankIndex >= 0 && at.try_emplace(row.step, at.size()).second)
            steps << row.step;
    }
    cells.assign(run.infos.size(), std::vector<DiagnosisCell>(at.size()));
    std::vector<std::vector<char>> seen(run.infos.size(), std::vector<char>(at.size(), 0));
    for (const TimeBreakdownRow &row : rows) {
        if (row.rankIndex < 0)
            continue;
        const size_t step = at[row.step];
        DiagnosisCell &cell = cells[static_cast<size_t>(row.rankIndex)][step];
        const bool isFirst = !std::exchange(seen[static_cast<size_t>(row.rankIndex)][step], char(1));
        addTo(cell.computeNs, sumOf(row.pureComputeNs, row.coveredNs), isFirst);
        addTo(cell.idleNs, sumOf(row.idleNs, row.preparingNs), isFirst);
        addTo(cell.preparingNs, row.preparingNs, isFirst);
        addTo(cell.uncoveredNs, row.uncoveredNs, isFirst);
        addTo(cell.sumNs, row.sumNs, isFirst);
        if (const auto &c = row.columns) {
            addTo(cell.shownComputeNs, c->computingNs, isFirst);
            addTo(cell.shownIdleNs, saturatedSum(saturatedDifference(c->freeNs, c->preparingInFreeNs), c->preparingNs),
                  isFirst);
            addTo(cell.shownUncoveredNs, c->notOverlappedNs, isFirst);
        } else {
            cell.shownComputeNs = cell.computeNs;
            cell.shownIdleNs = cell.idleNs;
            cell.shownUncoveredNs = cell.uncoveredNs;
        }
        cell.tailNs = row.tailNs.value_or(0);
        cell.fromTrace = row.fromTrace;
        if (isFirst)
            cell.window = row.window;
    }
    const OverviewFiles files(run);
    std::vector<std::vector<char>> inFile(cells.size(), std::vector<char>(at.size(), 0));
    for (size_t r = 0; r < cells.size(); ++r) {
        for (const OverviewRow &row : files.ofRank(r)) {
            const auto found = at.find(row.step);
            if (found == at.end())
                continue;
            const bool isFirst = !std::exchange(inFile[r][found->second], char(1));
            DiagnosisCell &cell = cells[r][found->second];
            const std::optional<qint64> idle = nsOfUs(row.idleUs());
            addTo(cell.shownIdleNs, sumOf(idle, row.preparingUs ? nsOfUs(row.preparingUs) : std::optional<qint64>(0)),
                  isFirst);
            addTo(cell.shownComputeNs, nsOfUs(row.computingUs), isFirst);
            addTo(cell.shownUncoveredNs, nsOfUs(row.notOverlappedUs), isFirst);
        }
    }
    // The file counts what is idle between steps, too: one rank without it would look less idle than the others.
    bool lacking = false;
    bool having = false;
    bool anyTrace = false;
    bool anySummary = false; // of a rank without a trace
    for (size_t r = 0; r < cells.size(); ++r) {
        for (size_t s = 0; s < cells[r].size(); ++s) {
            lacking = lacking || (cells[r][s].idleNs && !inFile[r][s]);
            having = having || inFile[r][s];
        }
        const bool isTraced = std::ranges::any_of(cells[r], &DiagnosisCell::fromTrace);
        anyTrace = anyTrace || isTraced;
        anySummary = anySummary || (!isTraced && std::ranges::find(inFile[r], char(1)) != inFile[r].end());
    }
    m_bySummaries = having && (!anyTrace || (anySummary && !lacking));
    for (auto &rank : cells) {
        for (DiagnosisCell &cell : rank) {
            if (lacking && having)
                cell.shownIdleNs = cell.idleNs;
            cell.shownSumNs = sumOf(sumOf(cell.shownComputeNs, cell.shownUncoveredNs), cell.shownIdleNs);
        }
    }
}

// Files do not tell copies from idle time, so the books of a rank without a trace leave it out, and what they call idle
// is another number than that of a trace. Where all ranks have files, and some have nothing else, files are what they
// are compared by.
void RunEvidence::takeSummaries()
{
    const auto take = [](std::optional<qint64> &own, const std::optional<qint64> &shown) {
        if (shown && *shown >= 0)
            own = shown;
    };
    if (!m_bySummaries)
        return;
    for (auto &rank : cells) {
        for (DiagnosisCell &cell : rank) {
            if (cell.fromTrace) {
                take(cell.computeNs, cell.shownComputeNs);
                take(cell.uncoveredNs, cell.shownUncoveredNs);
                cell.tracedIdleNs = cell.idleNs;
                cell.tracedSumNs = cell.sumNs;
            }
            cell.idleNs = cell.shownIdleNs;
            cell.sumNs = sumOf(sumOf(cell.computeNs, cell.uncoveredNs), cell.idleNs);
        }
    }
}

void RunEvidence::followLaunches()
{
    constexpr double sameWindow = 0.02;
    std::vector<std::vector<StepWindow>> windows(cells.size());
    bool ahead = false;
    for (size_t r = 0; r < cells.size() && !job.isCanceled(); ++r) {
        hostSteps.resize(cells.size());
        hostSteps[r].resize(cells[r].size());
        if (run.ranks[r])
            windows[r] = launchedWindows(*run.ranks[r], job);
        for (size_t i = 0; i < windows[r].size(); ++i) {
            const StepWindow &w = windows[r][i];
            const auto s = steps.indexOf(w.step);
            if (s < 0)
                continue;
            hostSteps[r][static_cast<size_t>(s)] = {
                w.hostStartNs, i + 1 < windows[r].size() ? windows[r][i + 1].hostStartNs : openEndNs};
            const DiagnosisCell &cell = cells[r][static_cast<size_t>(s)];
            const std::optional<Interval> &known = cell.window;
            // With several devices they are sums, which cannot be separated.
            if (known && cell.fromTrace && cell.sumNs != known->length())
                windows[r].clear();
            ahead = ahead || (known && !windows[r].empty() &&
                              static_cast<double>(saturatedMagnitude(w.device.from - known->from)) >
                                  sameWindow * static_cast<double>(known->length()));
        }
    }
    for (size_t r = 0; ahead && !m_bySummaries && r < cells.size() && !job.isCanceled(); ++r) {
        if (windows[r].empty())
            continue;
        const DeviceSets sets = deviceSets(*run.ranks[r]->trace, -1, nullptr, job);
        const IntervalSet work = uniteSets(sets.compute, sets.communication);
        const IntervalSet any = uniteSets(work, sets.copy);
        for (const StepWindow &w : windows[r]) {
            const auto s = steps.indexOf(w.step);
            if (s < 0 || !cells[r][static_cast<size_t>(s)].fromTrace)
                continue;
            DiagnosisCell &cell = cells[r][static_cast<size_t>(s)];
            const IntervalSet own = clipSet(work, w.device);
            const Interval extent =
                own.empty() ? Interval{w.device.to, w.device.to} : Interval{own.front().from, own.back().to};
            cell.window = w.device;
            cell.tailNs = w.device.to - extent.to;
            cell.preparingNs = extent.from - w.device.from;
            cell.computeNs = cell.shownComputeNs = totalLength(clipSet(sets.compute, w.device));
            cell.uncoveredNs = cell.shownUncoveredNs = totalLength(own) - *cell.computeNs;
            cell.idleNs = cell.shownIdleNs = *cell.preparingNs + extent.length() - totalLength(clipSet(any, extent));
            cell.sumNs = cell.shownSumNs = w.device.length();
        }
    }
}

void RunEvidence::readTimes()
{
    times.resize(run.ranks.size());
    nothing.resize(run.ranks.size());
    for (size_t r = 0; r < run.ranks.size() && !job.isCanceled(); ++r) {
        times[r].stepEnds.resize(cells[r].size());
        const auto &rank = run.ranks[r];
        if (!rank || !rank->trace || attribution.collectives.source != MatchSource::Traces)
            continue;
        DeviceSets sets = deviceSets(*rank->trace, -1, nullptr, job);
        IntervalSet windows;
        for (size_t s = 0; s < cells[r].size(); ++s) {
            if (!cells[r][s].window)
                continue;
            times[r].stepEnds[s] = cells[r][s].window->to;
            windows.push_back({cells[r][s].window->from, cells[r][s].window->to - cells[r][s].tailNs});
        }
        nothing[r] = subtractSets(mergeIntervals(std::move(windows)),
                                  uniteSets(uniteSets(sets.compute, sets.communication), sets.copy));
        times[r].compute = std::move(sets.compute);
        addLaunches(*rank->trace, times[r], job);
        times[r].beginNs = beginOf(*rank->trace, stepWindows(*rank, job));
    }
    if (isOfFiles(attribution.collectives.source))
        readFileTimes();
}

// Files do not tell when a step ended; the last operator is near to that.
void RunEvidence::readFileTimes()
{
    for (const MatchedCollective &m : attribution.collectives.all) {
        const auto s = steps.indexOf(m.step);
        for (quint32 e = m.first; e < m.last && s >= 0; ++e) {
            const CollectiveEnd &end = attribution.collectives.ends[e];
            std::optional<qint64> &last = times[static_cast<size_t>(end.rankIndex)].stepEnds[static_cast<size_t>(s)];
            last = std::max(last.value_or(end.endNs), end.endNs);
        }
    }
}

// Time between two steps on the clock of the rank alone. A rank that ended the step before early only waits longer for
// the next one to begin, so on one clock it must begin later than the others, too.
void RunEvidence::findLateness()
{
    const auto count = static_cast<size_t>(steps.size());
    for (size_t s = 0; s < count && count > 1; ++s) {
        const auto isKnown = [&](size_t r) {
            return canReplay(static_cast<int>(r)) && cells[r][s].window && (s == 0 || cells[r][s - 1].window);
        };
        const auto startOf = [&](size_t r) {
            return attribution.collectives.clocks[r].aligned(cells[r][s].window->from);
        };
        std::vector<qint64> starts;
        for (size_t r = 0; r < cells.size(); ++r) {
            if (isKnown(r))
                starts.push_back(startOf(r));
        }
        if (starts.empty())
            continue;
        const qint64 median = medianOf(std::move(starts));
        for (size_t r = 0; r < cells.size(); ++r) {
            if (!isKnown(r))
                continue;
            qint64 late = saturatedDifference(startOf(r), median);
            if (s > 0)
                late = std::min(late, saturatedDifference(cells[r][s].window->from, cells[r][s - 1].window->to));
            cells[r][s].lateNs = std::max<qint64>(0, late);
        }
    }
}

void RunEvidence::findGroups()
{
    // Files first: transfers are seen of ranks with a trace only, on both of their sides.
    const std::vector<Domain> all = domains(run, job);
    findMissing(all);
    const std::map<int, int> ofNumbers = pipelineStages(run, all);
    for (const auto &[rank, stage] : ofNumbers) {
        if (run.indexOf(rank) < 0)
            m_absentOfStage[stage] << QString::number(rank);
    }
    std::vector<int> stages = stagesOfRanks(run, all, ofNumbers, stagesKnown);
    const bool seen =
        !run.enteredStrategy && !attribution.collectives.all.empty() && attribution.stageOf.size() == run.infos.size();
    const bool isOpen = std::ranges::all_of(stages, [&](int stage) { return stage == stages.front() && stage <= 0; });
    if (seen && isOpen && std::ranges::any_of(attribution.stageOf, [](int stage) { return stage > 0; }))
        stages = attribution.stageOf;
    std::map<int, std::vector<int>> ofStage;
    for (size_t r = 0; r < stages.size(); ++r)
        ofStage[stages[r]].push_back(static_cast<int>(r));
    for (auto &[stage, ranks] : ofStage) {
        // Nobody is known to be a peer of a rank whose stage is not.
        if (stage < 0) {
            for (const int rank : ranks)
                groups.push_back({rank});
        } else {
            groups.push_back(std::move(ranks));
        }
        groupStages.resize(groups.size(), stage);
    }
}

bool RunEvidence::isStageKnown(int rank) const
{
    const auto at = std::ranges::find(groups, groupOf(rank));
    return at != groups.end() && groupStages[static_cast<size_t>(at - groups.begin())] >= 0;
}

void RunEvidence::findMissing(const std::vector<Domain> &domains)
{
    for (const Domain &domain : domains) {
        for (const int rank : domain.ranks) {
            if (rank >= 0 && run.indexOf(rank) < 0)
                m_missing.insert(rank);
        }
    }
    findWidest(domains);
}

// Links say places in a domain, be its members known or not.
void RunEvidence::findWidest(const std::vector<Domain> &domains)
{
    std::map<QString, int> members;
    JobPoll poll(job);
    for (const auto &rank : run.ranks) {
        // A text is looked up once for the many links that have it.
        std::map<WordId, int *> ofWord;
        for (size_t i = 0; rank && i < rank->links.size(); ++i) {
            if (poll.isCanceled())
                return;
            const MatrixLinkRef link = rank->links[i];
            if (link.globalRanks())
                continue;
            int *&most = ofWord[link.textId(LinkColumns::GroupHash)];
            if (!most)
                most = &members[link.groupHash()];
            *most = std::max({*most, link.source() + 1, link.destination() + 1});
        }
    }
    for (const Domain &domain : domains) {
        const auto found = members.find(domain.hash);
        if (domain.ranksKnown || found == members.end())
            continue;
        const auto lacking = [](int all, const Domain &d) { return all - static_cast<int>(d.ranks.size()); };
        if (lacking(found->second, domain) > std::max(0, lacking(m_widestMembers, m_widest))) {
            m_widest = domain;
            m_widestMembers = found->second;
        }
    }
}

QStringList RunEvidence::absentRanks() const
{
    QStringList names;
    for (const int rank : m_missing)
        names << QString::number(rank);
    return names;
}

QStringList RunEvidence::absentOfStage(int stage) const
{
    const auto found = m_absentOfStage.find(stage);
    return found == m_absentOfStage.end() ? QStringList() : found->second;
}

std::optional<Phrase> RunEvidence::absentMembers() const
{
    if (!m_missing.empty())
        return Phrase{
            RS_MESSAGE("Ranks of its domains are missing from this run (%1): how long others wait for them is "
                       "unknown."),
            {shortList(absentRanks())}};
    if (m_widestMembers == 0)
        return std::nullopt;
    return Phrase{
        RS_MESSAGE("Of %1 members of domain %2 the run has %3: how long they wait for the others is unknown."),
        {QString::number(m_widestMembers), m_widest.label(), QString::number(m_widest.ranks.size())}};
}

std::vector<size_t> RunEvidence::allSteps() const
{
    std::vector<size_t> out;
    for (size_t s = 0; s < static_cast<size_t>(steps.size()); ++s)
        out.push_back(s);
    return out;
}

void RunEvidence::readLengths()
{
    std::vector<qint64> known;
    for (size_t s = 0; s < static_cast<size_t>(steps.size()); ++s) {
        const auto median = [&](CellValue value) {
            std::vector<qint64> lengths;
            for (const auto &rank : cells) {
                if (s < rank.size() && rank[s].*value)
                    lengths.push_back(*(rank[s].*value));
            }
            return lengths.empty() ? std::nullopt : std::optional(medianOf(std::move(lengths)));
        };
        m_lengths.push_back(median(&DiagnosisCell::shownSumNs).value_or(0));
        const std::optional<qint64> window = median(&DiagnosisCell::sumNs);
        m_windows.push_back(window.value_or(0));
        if (window)
            known.push_back(*window);
    }
    m_usualWindow = known.empty() ? 0 : medianOf(std::move(known));
}

qint64 RunEvidence::lengthOf(const std::vector<size_t> &which) const
{
    qint64 out = 0;
    for (const size_t s : which)
        out = saturatedSum(out, m_lengths[s]);
    return out;
}

qint64 RunEvidence::usualLength() const
{
    std::vector<qint64> known = m_lengths;
    std::erase(known, 0);
    return known.empty() ? 0 : medianOf(std::move(known));
}

qint64 RunEvidence::windowOf(const std::vector<size_t> &which) const
{
    qint64 out = 0;
    for (const size_t s : which)
        out = saturatedSum(out, m_windows[s]);
    return out;
}

qint64 RunEvidence::usualWindowOf(const std::vector<size_t> &which) const
{
    qint64 out = 0;
    for (const size_t s : which)
        out = saturatedSum(out, std::min(m_windows[s], saturatedProduct(2, m_usualWindow)));
    return out;
}

const std::vector<int> &RunEvidence::groupOf(int rank) const
{
    return *std::ranges::find_if(
        groups, [rank](const std::vector<int> &group) { return std::ranges::find(group, rank) != group.end(); });
}

QStringList RunEvidence::labels(const std::vector<int> &ranks) const
{
    QStringList out;
    for (const int rank : ranks)
        out << label(rank);
    return out;
}

QStringList RunEvidence::partlyOfFile() const
{
    QStringList out;
    for (size_t r = 0; r < cells.size(); ++r) {
        const auto isOfFile = [](const DiagnosisCell &c) { return c.computeNs && !c.fromTrace; };
        if (std::ranges::any_of(cells[r], [](const DiagnosisCell &c) { return c.fromTrace; }) &&
            std::ranges::any_of(cells[r], isOfFile))
            out << label(static_cast<int>(r));
    }
    return out;
}

QString RunEvidence::stepName(std::optional<size_t> step) const
{
    return step ? steps.value(static_cast<qsizetype>(*step)) : QString();
}

std::optional<size_t> RunEvidence::worstStep(int rank, CellValue value, int less) const
{
    std::optional<size_t> worst;
    qint64 most = 0;
    for (size_t s = 0; s < static_cast<size_t>(steps.size()); ++s) {
        const std::optional<qint64> &own = cells[static_cast<size_t>(rank)][s].*value;
        const std::optional<qint64> other = less < 0 ? 0 : cells[static_cast<size_t>(less)][s].*value;
        if (!own || !other)
            continue;
        const qint64 ns = saturatedDifference(*own, *other);
        if (!worst || ns > most) {
            worst = s;
            most = ns;
        }
    }
    return worst;
}

std::vector<DiagnosisVictim> victimsAmong(const std::map<int, qint64> &waits, qint64 leastNs)
{
    std::vector<DiagnosisVictim> out;
    for (const auto &[rank, ns] : waits) {
        if (ns > 0 && ns >= leastNs)
            out.push_back({rank, ns});
    }
    std::ranges::stable_sort(out, std::greater<>(), &DiagnosisVictim::waitNs);
    return out;
}

std::vector<DiagnosisVictim> RunEvidence::victimsOf(int culprit, const std::vector<size_t> &which) const
{
    QStringList names;
    for (const size_t s : which)
        names << steps[static_cast<qsizetype>(s)];
    const bool all = which.size() == static_cast<size_t>(steps.size());
    std::map<int, qint64> waits;
    for (const AttributedCollective &entry : attribution.entries) {
        const MatchedCollective &m = attribution.collectives.all[entry.collective];
        if (!all && !names.contains(m.step))
            continue;
        for (quint32 w = m.first; w < m.last; ++w) {
            const RankWait &wait = attribution.waits[w];
            for (quint32 b = wait.firstBlame; b < wait.lastBlame; ++b) {
                if (attribution.blames[b].rankIndex != culprit || attribution.collectives.ends[w].rankIndex == culprit)
                    continue;
                const double uncovered =
                    wait.ns > 0 ? static_cast<double>(wait.uncoveredNs.value_or(wait.ns)) / static_cast<double>(wait.ns)
                                : 0;
                qint64 &sum = waits[attribution.collectives.ends[w].rankIndex];
                sum = saturatedSum(sum, saturatedRound(uncovered * static_cast<double>(attribution.blames[b].ns)));
            }
        }
    }
    return victimsAmong(waits, static_cast<qint64>(limits.victimShare * static_cast<double>(usualWindowOf(which))));
}

bool RunEvidence::canReplay(int rank) const
{
    const auto r = static_cast<size_t>(rank);
    return attribution.collectives.source == MatchSource::Traces && run.ranks[r] && run.ranks[r]->trace &&
           attribution.collectives.isAligned(rank) && attribution.ranks[r].collectives > 0;
}

bool RunEvidence::isReplayedWhole(size_t rank) const
{
    const bool whole = canReplay(static_cast<int>(rank));
    return std::ranges::none_of(
        cells[rank], [=](const DiagnosisCell &c) { return c.uncoveredNs.value_or(0) > 0 && !(whole && c.fromTrace); });
}

bool RunEvidence::lacksStep(size_t rank, size_t step) const
{
    const auto isKnown = [](const DiagnosisCell &c) { return c.sumNs.has_value(); };
    const auto having = std::ranges::count_if(cells, [&](const auto &own) { return isKnown(own[step]); });
    return !isKnown(cells[rank][step]) && std::ranges::any_of(cells[rank], isKnown) && 2 * having > std::ssize(cells);
}

QStringList RunEvidence::notReplayed(const std::vector<size_t> &which) const
{
    QStringList out;
    for (size_t r = 0; r < cells.size(); ++r) {
        if (!isReplayedWhole(r) || std::ranges::any_of(which, [&](size_t s) { return lacksStep(r, s); }))
            out << label(static_cast<int>(r));
    }
    return out + absentRanks();
}

bool RunEvidence::lacksPartners() const
{
    const qint64 alone = attribution.collectives.alone;
    return attribution.collectives.source == MatchSource::Traces &&
           saturatedProduct(10, alone) > saturatedSum(alone, std::ssize(attribution.collectives.ends));
}

QStringList RunEvidence::notMet() const
{
    QStringList out;
    for (size_t r = 0; r < cells.size(); ++r) {
        const int rank = static_cast<int>(r);
        if (attribution.collectives.isRecorded(rank) && canReplayTransfers(rank))
            continue;
        const bool unknown =
            !canReplay(rank) && std::ranges::none_of(cells[r], [](const auto &c) { return c.uncoveredNs.has_value(); });
        if (unknown || !isReplayedWhole(r))
            out << label(rank);
    }
    return out + absentRanks();
}

QStringList RunEvidence::recordedRanks() const
{
    QStringList out;
    for (const int rank : attribution.collectives.recorded) {
        if (canReplayTransfers(rank))
            out << label(rank);
    }
    return out;
}

bool RunEvidence::canReplayTransfers(int rank) const
{
    return attribution.collectives.source != MatchSource::None && attribution.collectives.isAligned(rank) &&
           attribution.ranks[static_cast<size_t>(rank)].collectives > 0;
}

std::optional<qint64> RunEvidence::peerMedian(int rank, size_t step, CellValue value) const
{
    std::vector<qint64> out;
    std::optional<qint64> last; // of another rank
    for (const int peer : groupOf(rank)) {
        const DiagnosisCell &cell = cells[static_cast<size_t>(peer)][step];
        if (cell.*value)
            out.push_back(*(cell.*value));
        if (peer != rank && cell.*value)
            last = cell.*value;
    }
    // In the middle of two a rank would be half of its own measure.
    if (out.size() == 2 && last)
        return last;
    return out.empty() ? std::nullopt : std::optional(medianOf(std::move(out)));
}

const std::vector<ExpertLoad> &RunEvidence::experts() const
{
    if (!m_experts)
        m_experts = expertLoads(run, {}, job);
    return *m_experts;
}

// A rank that computes nothing at all where others do has no device in its trace, whatever lost it: nothing is known of
// what its device did.
void RunEvidence::dropIdleDevices()
{
    const auto computes = [](const std::vector<DiagnosisCell> &rank) {
        return std::ranges::any_of(rank, [](const DiagnosisCell &c) { return c.computeNs.value_or(0) > 0; });
    };
    if (std::ranges::none_of(cells, computes))
        return;
    for (auto &rank : cells) {
        if (computes(rank))
            continue;
        for (DiagnosisCell &cell : rank) {
            if (!cell.computeNs || !cell.fromTrace)
                continue;
            cell.computeNs = cell.idleNs = cell.preparingNs = cell.sumNs = std::nullopt;
            cell.shownComputeNs = cell.shownIdleNs = cell.shownSumNs = std::nullopt;
        }
    }
}

const StepReplay &RunEvidence::replay() const
{
    if (!m_replay)
        m_replay = std::make_unique<const StepReplay>(attribution.collectives, times);
    return *m_replay;
}

qint64 RunEvidence::gainOf(const StepReplay::Changes &made, const StepReplay::Changes &left) const
{
    qint64 sum = 0;
    for (const qint64 ns : made.empty() ? std::vector<qint64>() : replay().gains(made, left, job))
        sum = saturatedSum(sum, ns);
    return sum;
}

qint64 RunEvidence::gainOf(const std::vector<ReplayChange> &made) const
{
    StepReplay::Changes all;
    for (const ReplayChange &change : made)
        all.push_back(&change);
    return gainOf(all);
}

qint64 RunEvidence::replayedLengthOf(const std::vector<size_t> &which) const
{
    qint64 length = 0;
    if (attribution.collectives.source == MatchSource::Traces) {
        const std::vector<qint64> lengths = replay().stepLengths();
        for (const size_t s : which)
            length = saturatedSum(length, s < lengths.size() ? lengths[s] : 0);
    }
    return length > 0 ? length : lengthOf(which);
}

double RunEvidence::shareOf(qint64 gain, const std::vector<size_t> &which) const
{
    return static_cast<double>(gain) / static_cast<double>(std::max<qint64>(1, replayedLengthOf(which)));
}

// Statistics of each die.
const std::vector<FrequencyStats> &RunEvidence::frequencies(int rank) const
{
    const auto [known, isNew] = m_frequencies.try_emplace(rank);
    const auto &data = run.ranks[static_cast<size_t>(rank)];
    if (isNew && data && data->trace) {
        for (const CounterId counter : frequencyCounters(*data->trace))
            known->second.push_back(frequencyStats(*data->trace, counter, job));
    }
    return known->second;
}

FrequencyLoss RunEvidence::frequencyLoss(int rank, const std::vector<size_t> &which) const
{
    FrequencyLoss out;
    const std::vector<FrequencyStats> &all = frequencies(rank);
    for (const FrequencyStats &stats : all) {
        out.nominalMHz = std::max(out.nominalMHz, stats.nominalMHz);
        for (const size_t s : which) {
            if (const auto &window = cells[static_cast<size_t>(rank)][s].window)
                addLoss(stats, *window, all.size(), out);
        }
    }
    return out;
}

void RunEvidence::findDrops()
{
    for (auto &rank : cells) {
        for (DiagnosisCell &cell : rank)
            cell.evenComputeNs = cell.computeNs;
    }
    for (const std::vector<int> &group : groups) {
        std::vector<std::vector<qint64>> sorted(static_cast<size_t>(steps.size()));
        for (size_t s = 0; s < sorted.size(); ++s) {
            for (const int rank : group) {
                if (const auto &ns = cells[static_cast<size_t>(rank)][s].computeNs)
                    sorted[s].push_back(*ns);
            }
            std::ranges::sort(sorted[s]);
        }
        for (const int rank : group) {
            if (job.isCanceled())
                return;
            const auto &data = run.ranks[static_cast<size_t>(rank)];
            if (data && data->trace && !frequencyCounters(*data->trace).empty())
                findDropsOf(rank, sorted);
        }
    }
}

// Steps differ in their work, so each is expected to be to the peers as the other steps are.
void RunEvidence::findDropsOf(int rank, const std::vector<std::vector<qint64>> &sorted)
{
    std::vector<DiagnosisCell> &own = cells[static_cast<size_t>(rank)];
    std::vector<double> peers(own.size(), 0);
    std::vector<double> ratios;
    for (size_t s = 0; s < own.size(); ++s) {
        if (!own[s].computeNs || !own[s].window || sorted[s].size() < 2)
            continue;
        peers[s] = static_cast<double>(medianOfOthers(sorted[s], *own[s].computeNs));
        if (peers[s] > 0)
            ratios.push_back(static_cast<double>(*own[s].computeNs) / peers[s]);
    }
    const double usual = lowerMedian(std::move(ratios));
    for (size_t s = 0; s < own.size(); ++s) {
        if (peers[s] <= 0)
            continue;
        const double even = usual * peers[s];
        const double more = static_cast<double>(*own[s].computeNs) - even;
        if (more <= 0 || more < limits.computeDeviation * even)
            continue;
        const FrequencyLoss loss = frequencyLoss(rank, {s});
        if (loss.lowestMHz > 0 && loss.ns >= limits.frequencyShare * more)
            own[s].evenComputeNs = saturatedRound(even);
    }
}

} // namespace rs
