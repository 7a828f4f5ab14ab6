// SPDX-License-Identifier: Apache-2.0
#include "analysis/diagnosis/diagnosisbase.h"

#include "analysis/overview/overviewfiles.h"
#include "analysis/overview/overviewitems.h"
#include "analysis/overview/peerspread.h"
#include "analysis/overview/stepbreakdown.h"
#include "analysis/overview/stepgrid.h"
#include "analysis/overview/timebreakdownrows.h"
#include "analysis/ranks/domains.h"
#include "analysis/ranks/parallelstrategy.h"
#include "analysis/ranks/pipelinestages.h"
#include "analysis/time/devicesets.h"
#include "analysis/time/truncatedfiles.h"
#include "core/base/saturate.h"
#include "core/job/jobcontext.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <utility>

namespace rs {

namespace {

// Of the steps this part must show an excess before it is said of all of them.
constexpr double nearlyAll = 0.7;
constexpr qsizetype longestList = 6;
// Chance puts one of a few peers apart in a step at 20 %, in three steps at less than 1 %.
constexpr size_t fewestAgreeing = 3;

std::optional<qint64> sumOf(const std::optional<qint64> &a, const std::optional<qint64> &b)
{
    return a && b ? std::optional<qint64>(saturatedSum(*a, *b)) : std::nullopt;
}

void addTo(std::optional<qint64> &sum, const std::optional<qint64> &part, bool isFirst)
{
    sum = isFirst ? part : sumOf(sum, part);
}

// The stage of each rank as the bars have it: 0 of all without pipelines, -1 of a rank in none. `known`: something
// tells, be it that there are none.
std::vector<int> stagesOfRanks(const Run &run, const std::vector<Domain> &all, bool &known)
{
    const KnownStrategy strategy = strategyOf(run, all);
    const std::map<int, int> stages = pipelineStages(run, all);
    known = !all.empty() || !stages.empty() || strategy.source != StrategySource::Undefined;
    std::vector<int> out;
    for (const RankInfo &info : run.infos) {
        const auto at = stages.find(info.rank);
        out.push_back(stages.empty() ? 0 : at == stages.end() ? -1 : at->second);
    }
    return out;
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

QString diagnosisList(const QStringList &names)
{
    QStringList shown;
    for (qsizetype i = 0; i < names.size() && i < longestList; ++i)
        shown << names[i];
    if (names.size() > longestList)
        shown << QStringLiteral("… (%1)").arg(names.size());
    return shown.join(QStringLiteral(", "));
}

DiagnosisBase::DiagnosisBase(const Run &r, const DiagnosisThresholds &thresholds, const JobContext &j)
    : run(r), limits(thresholds), job(j), attribution(waitAttribution(r, {{}, {}, MatchFill::Files}, j))
{
    readCells();
    dropIdleDevices();
    readLengths();
    readTimes();
    findLateness();
    findGroups();
    findDrops();
}

void DiagnosisBase::readCells()
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
    // Files do not tell copies from idle time, so the books leave it out: beside other ranks of the same files it
    // serves, and beside ranks with a trace it would be another number than theirs.
    const bool anyTrace = std::ranges::any_of(cells, [](const std::vector<DiagnosisCell> &rank) {
        return std::ranges::any_of(rank, [](const DiagnosisCell &cell) { return cell.fromTrace; });
    });
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
            if (anyTrace)
                continue;
            cell.idleNs = cell.shownIdleNs;
            cell.sumNs = sumOf(sumOf(cell.computeNs, cell.uncoveredNs), cell.idleNs);
        }
    }
    // The file counts what is idle between steps, too: one rank without it would look less idle than the others.
    bool lacking = false;
    bool having = false;
    for (size_t r = 0; r < cells.size(); ++r) {
        for (size_t s = 0; s < cells[r].size(); ++s) {
            lacking = lacking || (cells[r][s].idleNs && !inFile[r][s]);
            having = having || inFile[r][s];
        }
    }
    for (auto &rank : cells) {
        for (DiagnosisCell &cell : rank) {
            if (lacking && having)
                cell.shownIdleNs = cell.idleNs;
            cell.shownSumNs = sumOf(sumOf(cell.shownComputeNs, cell.shownUncoveredNs), cell.shownIdleNs);
        }
    }
}

void DiagnosisBase::readTimes()
{
    m_times.resize(run.ranks.size());
    m_nothing.resize(run.ranks.size());
    for (size_t r = 0; r < run.ranks.size() && !job.isCanceled(); ++r) {
        m_times[r].stepEnds.resize(cells[r].size());
        const auto &rank = run.ranks[r];
        if (!rank || !rank->trace || attribution.collectives.source != MatchSource::Traces)
            continue;
        DeviceSets sets = deviceSets(*rank->trace, -1, nullptr, job);
        IntervalSet windows;
        for (size_t s = 0; s < cells[r].size(); ++s) {
            if (!cells[r][s].window)
                continue;
            m_times[r].stepEnds[s] = cells[r][s].window->to;
            windows.push_back({cells[r][s].window->from, cells[r][s].window->to - cells[r][s].tailNs});
        }
        m_nothing[r] = subtractSets(mergeIntervals(std::move(windows)),
                                    uniteSets(uniteSets(sets.compute, sets.communication), sets.copy));
        m_times[r].compute = std::move(sets.compute);
    }
    if (isOfFiles(attribution.collectives.source))
        readFileTimes();
}

// Files do not tell when a step ended; the last operator is near to that.
void DiagnosisBase::readFileTimes()
{
    for (const MatchedCollective &m : attribution.collectives.all) {
        const auto s = steps.indexOf(m.step);
        for (quint32 e = m.first; e < m.last && s >= 0; ++e) {
            const CollectiveEnd &end = attribution.collectives.ends[e];
            std::optional<qint64> &last = m_times[static_cast<size_t>(end.rankIndex)].stepEnds[static_cast<size_t>(s)];
            last = std::max(last.value_or(end.endNs), end.endNs);
        }
    }
}

// What is between two steps on the clock of the rank alone. Who ended the step before early only waits longer for the
// next one to begin, so on one clock it must begin later than the others, too.
void DiagnosisBase::findLateness()
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

void DiagnosisBase::findGroups()
{
    // Files first: transfers are seen of ranks with a trace only, on both of their sides.
    const std::vector<Domain> all = domains(run, job);
    findMissing(all);
    std::vector<int> stages = stagesOfRanks(run, all, stagesKnown);
    const bool seen =
        !run.enteredStrategy && !attribution.collectives.all.empty() && attribution.stageOf.size() == run.infos.size();
    if (seen && std::ranges::all_of(stages, [](int stage) { return stage == 0; }))
        stages = attribution.stageOf;
    std::map<int, std::vector<int>> ofStage;
    for (size_t r = 0; r < stages.size(); ++r)
        ofStage[stages[r]].push_back(static_cast<int>(r));
    for (auto &[stage, ranks] : ofStage) {
        // Nobody is known to be a peer of a rank whose stage is not.
        if (stage < 0 && ofStage.size() > 1) {
            for (const int rank : ranks)
                groups.push_back({rank});
        } else {
            groups.push_back(std::move(ranks));
        }
        groupStages.resize(groups.size(), stage);
    }
}

void DiagnosisBase::findMissing(const std::vector<Domain> &domains)
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
void DiagnosisBase::findWidest(const std::vector<Domain> &domains)
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

std::optional<Phrase> DiagnosisBase::absentMembers() const
{
    if (!m_missing.empty()) {
        QStringList names;
        for (const int rank : m_missing)
            names << QString::number(rank);
        return Phrase{
            RS_MESSAGE("Ranks of its domains are not in this run (%1): how long others wait for them is not known."),
            {diagnosisList(names)}};
    }
    if (m_widestMembers == 0)
        return std::nullopt;
    return Phrase{
        RS_MESSAGE("Of %1 members of domain %2 the run has %3: how long they wait for the others is not known."),
        {QString::number(m_widestMembers), m_widest.label(), QString::number(m_widest.ranks.size())}};
}

int DiagnosisBase::normalPeer(const std::vector<int> &ranks, const std::vector<double> &sums, double median,
                              size_t of) const
{
    const auto dropped = [this](int rank) {
        const std::vector<DiagnosisCell> &own = cells[static_cast<size_t>(rank)];
        return std::ranges::any_of(own, [](const DiagnosisCell &c) { return c.evenComputeNs != c.computeNs; });
    };
    std::optional<size_t> best;
    std::pair<bool, double> least;
    for (size_t i = 0; i < ranks.size(); ++i) {
        const std::pair<bool, double> off(dropped(ranks[i]), std::abs(sums[i] - median));
        if (i != of && (!best || off < least)) {
            best = i;
            least = off;
        }
    }
    return best ? ranks[*best] : -1;
}

std::vector<size_t> DiagnosisBase::allSteps() const
{
    std::vector<size_t> out;
    for (size_t s = 0; s < static_cast<size_t>(steps.size()); ++s)
        out.push_back(s);
    return out;
}

void DiagnosisBase::readLengths()
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

qint64 DiagnosisBase::lengthOf(const std::vector<size_t> &which) const
{
    qint64 out = 0;
    for (const size_t s : which)
        out = saturatedSum(out, m_lengths[s]);
    return out;
}

qint64 DiagnosisBase::windowOf(const std::vector<size_t> &which) const
{
    qint64 out = 0;
    for (const size_t s : which)
        out = saturatedSum(out, m_windows[s]);
    return out;
}

qint64 DiagnosisBase::usualWindowOf(const std::vector<size_t> &which) const
{
    qint64 out = 0;
    for (const size_t s : which)
        out = saturatedSum(out, std::min(m_windows[s], saturatedProduct(2, m_usualWindow)));
    return out;
}

DiagnosisBase::PeerValues DiagnosisBase::valuesOf(const std::vector<int> &group, const Question &question) const
{
    const auto count = static_cast<size_t>(steps.size());
    const auto cell = [&](int r, size_t s) { return cells[static_cast<size_t>(r)][s].*question.value; };
    PeerValues out;
    const auto known = std::ranges::count_if(group, [&](int r) {
        const std::vector<DiagnosisCell> &own = cells[static_cast<size_t>(r)];
        return std::ranges::any_of(own, [&](const DiagnosisCell &c) { return (c.*question.value).has_value(); });
    });
    // A step that only one of many has, as the last one of a capture that went on for longer, tells nothing of peers.
    for (size_t s = 0; s < count; ++s) {
        const auto having = std::ranges::count_if(group, [&](int r) { return cell(r, s).has_value(); });
        if (having > 0 && 2 * having >= known)
            out.judged.push_back(s);
    }
    for (const int r : group) {
        if (!out.judged.empty() && std::ranges::all_of(out.judged, [&](size_t s) { return cell(r, s).has_value(); }))
            out.ranks.push_back(r);
    }
    const size_t ranks = out.ranks.size();
    out.sums.assign(ranks, 0);
    out.above.assign(ranks, 0);
    out.apart.assign(ranks, 0);
    OutlierLimits ofSeveral = limits.outliers;
    ofSeveral.oneOfSeveral = true;
    out.at.assign(ranks, std::vector<qint64>(count, 0));
    out.shown = out.at;
    bool areShown = true;
    out.odd.assign(ranks, std::vector<char>(count, 0));
    for (const size_t s : out.judged) {
        std::vector<double> values;
        std::vector<qint64> exact;
        for (size_t i = 0; i < ranks; ++i) {
            out.at[i][s] = cell(out.ranks[i], s).value_or(0);
            const std::optional<qint64> shown = shownOf(out.ranks[i], s, question.value);
            areShown = areShown && shown;
            out.shown[i][s] = shown.value_or(0);
            exact.push_back(out.at[i][s]);
            values.push_back(static_cast<double>(exact.back()));
            out.sums[i] += values.back();
        }
        if (exact.empty())
            continue;
        const qint64 median = medianOf(std::move(exact));
        const qint64 length = usualWindowOf({s});
        out.lengthNs = saturatedSum(out.lengthNs, length);
        const auto excess = [&](size_t i) { return saturatedDifference(out.at[i][s], median); };
        for (const size_t i : highOutliers(values, limits.outliers))
            out.odd[i][s] = question.isEnough(excess(i), median, length) ? 1 : 0;
        if (areFew(values.size())) {
            for (const size_t i : highOutliers(values, ofSeveral))
                out.apart[i] += question.isEnough(excess(i), median, length) ? 1 : 0;
        }
        for (size_t i = 0; i < ranks; ++i)
            out.above[i] += question.isEnough(saturatedProduct(2, excess(i)), median, length) ? 1 : 0;
    }
    if (!areShown)
        out.shown = out.at;
    return out;
}

std::optional<qint64> DiagnosisBase::shownOf(int rank, size_t step, CellValue value) const
{
    const DiagnosisCell &cell = cells[static_cast<size_t>(rank)][step];
    if (value == &DiagnosisCell::computeNs)
        return cell.shownComputeNs;
    // Less what a drop of the frequency took.
    if (value == &DiagnosisCell::evenComputeNs)
        return cell.shownComputeNs && cell.computeNs && cell.evenComputeNs
                   ? std::optional(saturatedDifference(*cell.shownComputeNs,
                                                       saturatedDifference(*cell.computeNs, *cell.evenComputeNs)))
                   : std::nullopt;
    // Bars show idle time and preparing apart, and what is idle between steps is told as a late start.
    return cell.*value;
}

DiagnosisBase::PeerMiddle DiagnosisBase::middleOf(const PeerValues &values, const std::vector<std::vector<qint64>> &at)
{
    PeerMiddle out;
    out.sums.assign(at.size(), 0);
    for (const size_t s : values.judged) {
        std::vector<qint64> ofStep;
        for (size_t r = 0; r < at.size(); ++r) {
            ofStep.push_back(at[r][s]);
            out.sums[r] = saturatedSum(out.sums[r], at[r][s]);
        }
        out.medians.push_back(medianOf(std::move(ofStep)));
    }
    out.ofSums = medianOf(out.sums);
    return out;
}

Excess DiagnosisBase::excessBeyond(const PeerValues &values, const std::vector<std::vector<qint64>> &at,
                                   const PeerMiddle &middle, size_t i, bool everywhere)
{
    Excess out;
    out.everywhere = everywhere;
    for (size_t j = 0; j < values.judged.size(); ++j) {
        const size_t s = values.judged[j];
        if (everywhere || values.odd[i][s])
            out.add(s, saturatedDifference(at[i][s], middle.medians[j]), middle.medians[j]);
    }
    // The sums of all steps are held against each other: the median of sums is not the sum of medians.
    if (everywhere) {
        out.medianNs = middle.ofSums;
        out.ns = saturatedDifference(middle.sums[i], middle.ofSums);
    }
    return out;
}

void DiagnosisBase::judgeGroup(const std::vector<int> &group, const Question &question, ExcessReport &out) const
{
    const PeerValues values = valuesOf(group, question);
    const std::vector<int> &ranks = values.ranks;
    out.known = out.known || !ranks.empty();
    if (ranks.size() == 1)
        out.alone.push_back(ranks.front());
    std::ranges::copy_if(group, std::back_inserter(out.lacking),
                         [&ranks](int r) { return std::ranges::find(ranks, r) == ranks.end(); });
    if (ranks.size() < 2)
        return;
    const std::vector<double> &sums = values.sums;
    // Traces count where files say the opposite: the two are compared elsewhere.
    const PeerMiddle shown = middleOf(values, values.shown);
    const PeerMiddle own = middleOf(values, values.at);
    if (ranks.size() == 2) {
        const size_t more = sums[1] > sums[0] ? 1 : 0;
        const std::vector<qint64> &told = shown.sums[more] >= shown.sums[1 - more] ? shown.sums : own.sums;
        const qint64 less = told[1 - more];
        const qint64 ns = saturatedDifference(told[more], less);
        out.differences.push_back(
            {ranks[more], ranks[1 - more], ns, less, question.isEnough(ns, less, values.lengthNs)});
        return;
    }
    out.compared = true;
    const size_t before = out.excesses.size();
    std::vector<char> oddInSum(ranks.size(), 0);
    for (const size_t i : highOutliers(sums, limits.outliers))
        oddInSum[i] = 1;
    for (size_t i = 0; i < ranks.size(); ++i) {
        const qint64 shownOff = saturatedDifference(shown.sums[i], shown.ofSums);
        if (out.farthest < 0 || saturatedMagnitude(shownOff) > saturatedMagnitude(out.farthestNs)) {
            out.farthest = ranks[i];
            out.farthestNs = shownOff;
            out.farthestMedianNs = shown.ofSums;
            out.farthestEnough = question.isEnough(shownOff, shown.ofSums, values.lengthNs);
        }
        // Of a few peers one step says little, but several that agree do.
        const bool agree = values.judged.size() >= fewestAgreeing && values.apart[i] == values.judged.size();
        // One more that stands out in a few steps takes the others neither these steps nor the sum.
        const bool isOdd =
            agree || oddInSum[i] || values.isNearlyAll(static_cast<size_t>(std::ranges::count(values.odd[i], 1)));
        if (Excess e = excessAt(values, shown, own, i, isOdd && isAboveMedian(values, i, question)); !e.steps.empty())
            out.excesses.push_back(std::move(e));
    }
    if (std::none_of(out.excesses.begin() + static_cast<std::ptrdiff_t>(before), out.excesses.end(),
                     [](const Excess &e) { return e.everywhere; }))
        judgeUnevenness(values, question, out);
}

void DiagnosisBase::judgeUnevenness(const PeerValues &values, const Question &question, ExcessReport &out)
{
    const std::vector<double> &sums = values.sums;
    std::vector<size_t> order(sums.size());
    std::iota(order.begin(), order.end(), size_t(0));
    std::ranges::stable_sort(order, [&](size_t a, size_t b) { return sums[a] > sums[b]; });
    std::vector<qint64> half;
    for (size_t i = order.size() / 2; i < order.size(); ++i)
        half.push_back(static_cast<qint64>(sums[order[i]]));
    PeerUnevenness u;
    u.halfNs = medianOf(std::move(half));
    u.ranks = values.ranks;
    u.least = values.ranks[order.back()];
    u.ns = saturatedDifference(static_cast<qint64>(sums[order.front()]), u.halfNs);
    for (const size_t i : order) {
        if (question.isEnough(saturatedDifference(static_cast<qint64>(sums[i]), u.halfNs), u.halfNs, values.lengthNs))
            u.slow.push_back(values.ranks[i]);
    }
    if (!u.slow.empty())
        out.uneven.push_back(std::move(u));
}

bool DiagnosisBase::PeerValues::isNearlyAll(size_t count) const
{
    return static_cast<double>(count) >= nearlyAll * static_cast<double>(judged.size());
}

bool DiagnosisBase::isAboveMedian(const PeerValues &values, size_t at, const Question &question)
{
    const double median = lowerMedian(values.sums);
    return question.isEnough(static_cast<qint64>(values.sums[at] - median), static_cast<qint64>(median),
                             values.lengthNs) &&
           values.isNearlyAll(values.above[at]);
}

Excess DiagnosisBase::excessAt(const PeerValues &values, const PeerMiddle &shown, const PeerMiddle &own, size_t i,
                               bool everywhere) const
{
    Excess out = excessBeyond(values, values.shown, shown, i, everywhere);
    if (out.steps.empty())
        return out;
    if (out.ns <= 0)
        out = excessBeyond(values, values.at, own, i, everywhere);
    out.rank = values.ranks[i];
    out.peers = values.ranks.size() - 1;
    out.normalPeer = normalPeer(values.ranks, values.sums, lowerMedian(values.sums), i);
    return out;
}

std::optional<Excess> DiagnosisBase::excessOf(int rank, const std::vector<int> &peers, const Question &question) const
{
    const PeerValues values = valuesOf(peers, question);
    const auto found = std::ranges::find(values.ranks, rank);
    const auto at = static_cast<size_t>(found - values.ranks.begin());
    if (found == values.ranks.end() || !isAboveMedian(values, at, question))
        return std::nullopt;
    return excessAt(values, middleOf(values, values.shown), middleOf(values, values.at), at, true);
}

void Excess::add(size_t step, qint64 moreNs, qint64 ofMedianNs)
{
    if (!worst || moreNs > m_worstNs) {
        worst = step;
        m_worstNs = moreNs;
    }
    steps.push_back(step);
    ns = saturatedSum(ns, moreNs);
    medianNs = saturatedSum(medianNs, ofMedianNs);
}

void ExcessReport::takeFarthest(const ExcessReport &shown)
{
    if (!shown.compared)
        return;
    farthest = shown.farthest;
    farthestNs = shown.farthestNs;
    farthestMedianNs = shown.farthestMedianNs;
    farthestEnough = shown.farthestEnough;
}

const PeerDifference *ExcessReport::difference() const
{
    const auto greatest = std::ranges::max_element(differences, [](const PeerDifference &a, const PeerDifference &b) {
        return std::pair(a.enough, a.ns) < std::pair(b.enough, b.ns);
    });
    return greatest == differences.end() ? nullptr : &*greatest;
}

Verdict areaVerdict(const DiagnosisBase &base, const ExcessReport &report, DiagnosisKind kind, qint64 wholeNs,
                    const AreaWords &words)
{
    Verdict v;
    v.kind = kind;
    v.evidence.push_back({QStringLiteral("books")});
    const auto share = [&](qint64 ns, qint64 medianNs) {
        const qint64 whole = wholeNs > 0 ? wholeNs : medianNs;
        return whole > 0 ? static_cast<double>(ns) / static_cast<double>(whole) : 0;
    };
    const PeerDifference *const two = report.difference();
    if (!report.known) {
        v.state = DiagnosisState::Unknown;
        v.sentence = words.missing;
    } else if (two && (two->enough || !report.compared)) {
        v.state = two->enough ? DiagnosisState::Difference : DiagnosisState::Fine;
        v.rank = two->enough ? two->more : -1;
        v.peer = v.normalPeer = two->enough ? two->less : -1;
        v.deviationNs = two->ns;
        v.deviationShare = share(two->ns, two->lessNs);
        v.sentence = {
            two->enough ? words.differ : words.alike,
            {base.label(two->more), base.label(two->less), diagnosisMs(two->ns), diagnosisPercent(v.deviationShare)}};
    } else if (!report.compared) {
        v.state = DiagnosisState::Unknown;
        v.sentence = {RS_MESSAGE("One rank alone cannot be compared with peers.")};
    } else if (!report.uneven.empty() && !words.oneSlower.isEmpty()) {
        const PeerUnevenness &u = *std::ranges::max_element(report.uneven, {}, &PeerUnevenness::ns);
        std::vector<int> slow = u.slow;
        std::ranges::sort(slow);
        v.state = DiagnosisState::Difference;
        v.certainty = Certainty::Low;
        v.rank = u.slow.front();
        v.peer = v.normalPeer = u.least;
        v.deviationNs = u.ns;
        v.deviationShare = share(u.ns, u.halfNs);
        v.sentence = {slow.size() == 1 ? words.oneSlower : words.severalSlower,
                      {diagnosisList(base.labels(slow)), diagnosisMs(u.ns), diagnosisPercent(v.deviationShare)}};
        if (!base.stagesKnown)
            v.details.emplace_back(
                RS_MESSAGE("No file says which pipeline stage each rank is in, and ranks of different stages differ "
                           "without any fault: profiler_metadata.json of the ranks tells."));
    } else {
        v.deviationNs = saturatedMagnitude(report.farthestNs);
        v.deviationShare = share(v.deviationNs, report.farthestMedianNs);
        const bool isCostless = report.farthestEnough && !words.farthestCostless.isEmpty();
        v.state = isCostless ? DiagnosisState::Notice : DiagnosisState::Fine;
        v.sentence = {isCostless              ? words.farthestCostless
                      : report.farthestNs < 0 ? words.farthestBelow
                                              : words.farthestAbove,
                      {base.label(report.farthest), diagnosisMs(v.deviationNs), diagnosisPercent(v.deviationShare)}};
    }
    const auto notJudged = [&](const std::vector<int> &ranks, const QString &why) {
        if (v.state == DiagnosisState::Unknown || ranks.empty())
            return;
        v.details.push_back({why, {diagnosisList(base.labels(ranks))}});
        v.isPartial = true;
    };
    notJudged(report.alone, RS_MESSAGE("Not judged, because no other rank of their stage is here: %1."));
    std::vector<int> whole = report.lacking;
    const auto cut = std::stable_partition(whole.begin(), whole.end(), [&base](int rank) {
        const auto &data = base.run.ranks[static_cast<size_t>(rank)];
        return !data || !isTraceTruncated(*data);
    });
    notJudged({cut, whole.end()}, RS_MESSAGE("Not checked, because of damaged files: %1."));
    notJudged({whole.begin(), cut},
              RS_MESSAGE("Not judged, because their files do not hold this time for every step: %1."));
    // How far each rank stands apart is seen where it is held against its peers.
    if (v.state == DiagnosisState::Fine || v.state == DiagnosisState::Notice)
        v.evidence.insert(v.evidence.begin(), {QStringLiteral("steps.deviation")});
    return v;
}

ExcessReport DiagnosisBase::excesses(const Question &question) const
{
    ExcessReport out;
    for (const std::vector<int> &group : groups)
        judgeGroup(group, question, out);
    return out;
}

const std::vector<int> &DiagnosisBase::groupOf(int rank) const
{
    return *std::ranges::find_if(
        groups, [rank](const std::vector<int> &group) { return std::ranges::find(group, rank) != group.end(); });
}

QStringList DiagnosisBase::labels(const std::vector<int> &ranks) const
{
    QStringList out;
    for (const int rank : ranks)
        out << label(rank);
    return out;
}

QStringList DiagnosisBase::partlyOfFile() const
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

QStringList DiagnosisBase::stepNames(const Excess &excess) const
{
    QStringList out;
    for (size_t i = 0; i < excess.steps.size() && !excess.everywhere; ++i)
        out << steps[static_cast<qsizetype>(excess.steps[i])];
    out.removeAll(QString());
    return out;
}

QString DiagnosisBase::stepName(std::optional<size_t> step) const
{
    return step ? steps.value(static_cast<qsizetype>(*step)) : QString();
}

std::optional<size_t> DiagnosisBase::worstStep(int rank, CellValue value, int less) const
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

std::vector<DiagnosisVictim> DiagnosisBase::victimsOf(int culprit, const std::vector<size_t> &which) const
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

} // namespace rs
