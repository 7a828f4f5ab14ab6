// SPDX-License-Identifier: Apache-2.0
#include "analysis/compare/comparespread.h"

#include "analysis/compare/stepconcentration.h"
#include "analysis/operators/stepfinder.h"
#include "analysis/time/flowstats.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>
#include <unordered_map>

namespace rs {

namespace {

constexpr quint32 noRow = std::numeric_limits<quint32>::max();
constexpr quint32 noStep = StepFinder::noStep;

struct IdsHash
{
    size_t operator()(const std::array<quint32, 4> &k) const
    {
        quint64 h = 0;
        for (const quint32 v : k)
            h = (h ^ v) * 0x9e3779b97f4a7c15ULL;
        return h ^ (h >> 29);
    }
};

/// Finds the row of a comparison that an execution was counted in.
class RowFinder
{
public:
    RowFinder(const RankComparison &comparison, const StringPool &texts)
        : m_comparison(comparison), m_texts(texts),
          m_typed(comparison.grouping == OperatorGrouping::Type || comparison.grouping == OperatorGrouping::Shape ||
                  comparison.grouping == OperatorGrouping::Kernel),
          m_named(comparison.grouping != OperatorGrouping::Type && comparison.grouping != OperatorGrouping::Shape),
          m_shaped(comparison.grouping == OperatorGrouping::Shape ||
                   comparison.grouping == OperatorGrouping::NameShape ||
                   comparison.grouping == OperatorGrouping::Kernel)
    {
        for (size_t i = 0; i < comparison.rows.size(); ++i) {
            const CompareRow &r = comparison.rows[i];
            m_rows[Key(m_typed ? r.type : QString(), m_named ? r.name : QString(), m_shaped ? r.shapes : QString())]
                .push_back(static_cast<quint32>(i));
        }
    }

    [[nodiscard]] quint32 rowOf(const OperatorCall &call)
    {
        const std::array<quint32, 4> ids{m_typed ? raw(call.type) : 0, m_named ? raw(call.name) : 0,
                                         m_shaped ? raw(call.shapes) : 0, raw(call.core)};
        const auto [it, isNew] = m_known.try_emplace(ids, noRow);
        if (isNew)
            it->second = find(call);
        return it->second;
    }

private:
    using Key = std::tuple<QString, QString, QString>; // type, name, shapes, as far as the grouping has them

    [[nodiscard]] quint32 find(const OperatorCall &call) const
    {
        const auto text = [this](bool has, StrId id) { return has ? m_texts.text(id) : QString(); };
        const auto at =
            m_rows.find(Key(text(m_typed, call.type), text(m_named, call.name), text(m_shaped, call.shapes)));
        if (at == m_rows.end())
            return noRow;
        // Several rows of one operator are told apart by their cores, and only then.
        if (at->second.size() == 1)
            return at->second.front();
        const QString core = m_texts.text(call.core);
        const bool communication = isCommunicationCore(m_texts.view(call.core));
        for (const quint32 row : at->second) {
            const QStringList cores = m_comparison.rows[row].coreType.split(u';');
            if (cores.contains(core) || (communication && isCommunicationCore(cores.front().toStdString())))
                return row;
        }
        return noRow;
    }

    const RankComparison &m_comparison;
    const StringPool &m_texts;
    bool m_typed;
    bool m_named;
    bool m_shaped;
    std::map<Key, std::vector<quint32>> m_rows;
    std::unordered_map<std::array<quint32, 4>, quint32, IdsHash> m_known;
};

struct Sample
{
    quint32 row;
    quint32 step;
    bool counted; ///< inside the window of the comparison
    qint64 ns;
};

/// The steps of the ranks of a side: windows of each rank, and which of all the steps of the side they are.
struct GroupSteps
{
    QStringList names;
    std::vector<std::vector<Interval>> windows; ///< by rank, ascending
    std::vector<std::vector<quint32>> which;    ///< beside them, into `names`
    std::vector<bool> compared;                 ///< beside `names`: it is a step that is compared with another one
};

GroupSteps markedSteps(const CompareGroup &group, const JobContext &job)
{
    GroupSteps out;
    out.windows.resize(group.ranks.size());
    out.which.resize(group.ranks.size());
    std::map<QString, quint32> known;
    for (size_t i = 0; i < group.ranks.size(); ++i) {
        if (!group.ranks[i]->trace)
            continue;
        for (const StepWindow &w : stepWindows(*group.ranks[i], job)) {
            if (!w.marked)
                continue;
            const auto [at, isNew] = known.emplace(w.step, static_cast<quint32>(out.names.size()));
            if (isNew)
                out.names << w.step;
            out.windows[i].push_back(w.device);
            out.which[i].push_back(at->second);
        }
    }
    return out;
}

// The steps that the windows of a side are; none where a window is everything, or another part.
QStringList comparedSteps(const CompareGroup &group, const GroupSteps &steps)
{
    QStringList out;
    for (size_t i = 0; i < group.ranks.size(); ++i) {
        const std::vector<Interval> &of = steps.windows[i];
        const auto at = group.windows[i] ? std::ranges::find(of, *group.windows[i]) : of.end();
        if (at == of.end())
            return {};
        out << steps.names[static_cast<qsizetype>(steps.which[i][static_cast<size_t>(at - of.begin())])];
    }
    return out;
}

// A rank that is held against itself has the step of the other side among its own.
bool compareSteps(const CompareGroup &base, GroupSteps &ofBase, const CompareGroup &other, GroupSteps &ofOther)
{
    const QStringList a = comparedSteps(base, ofBase);
    const QStringList b = comparedSteps(other, ofOther);
    const bool areSteps = !a.isEmpty() && !b.isEmpty();
    for (GroupSteps *const side : {&ofBase, &ofOther}) {
        side->compared.clear();
        for (const QString &name : std::as_const(side->names))
            side->compared.push_back(areSteps && (a.contains(name) || b.contains(name)));
    }
    return areSteps;
}

/// The spread of one side, by row of the comparison, and the times of its steps where their noise is known.
struct SideRows
{
    std::vector<SideSpread> spread;
    std::vector<size_t> first;                     ///< of each row, into `times`
    std::vector<std::pair<quint32, qint64>> times; ///< of steps in which it runs
    std::vector<qint64> computing;                 ///< of all rows that compute together, by step

    /// Times of all steps.
    void stepTimes(size_t row, std::vector<qint64> &out) const
    {
        std::ranges::fill(out, 0);
        for (size_t i = first[row]; i < first[row + 1]; ++i)
            out[times[i].first] = times[i].second;
    }
};

bool communicates(const CompareRow &row)
{
    const std::string core = row.coreType.section(u';', 0, 0).toStdString();
    return isCommunicationCore(core) || isCommunicationName(row.name.toStdString()) ||
           isCommunicationName(row.type.toStdString());
}

// Noise is that of the mean of so many ranks.
SideRows sideSpread(const CompareGroup &group, const CompareQuery &query, OperatorNote note, int ranks,
                    const RankComparison &comparison, const GroupSteps &steps, const JobContext &job)
{
    SideRows side;
    side.spread.resize(comparison.rows.size());
    side.first.resize(comparison.rows.size() + 1);
    std::vector<SideSpread> &out = side.spread;
    OperatorQuery q;
    q.kind = query.kind;
    q.coreType = query.coreType;
    StringPool texts;
    RowFinder rows(comparison, texts);
    std::vector<Sample> samples;
    for (size_t i = 0; i < group.ranks.size(); ++i) {
        StepFinder finder(steps.windows[i]);
        const auto take = [&](const OperatorCall &call) {
            const quint32 row = rows.rowOf(call);
            if (row == noRow)
                return;
            const quint32 step = finder.stepOf(call.startNs);
            samples.push_back({row, step == noStep ? noStep : steps.which[i][step],
                               touchesWindow(call.startNs, call.durationNs, group.windows[i]), call.durationNs});
        };
        if (!scanCompared(*group.ranks[i], q, note, texts, job, take) && (job.isCanceled() || group.ranks.size() == 1))
            return side;
    }
    // Samples row by row: places first, then each where it belongs.
    std::vector<size_t> first(out.size() + 1);
    for (const Sample &s : samples)
        ++first[s.row + 1];
    for (size_t i = 1; i < first.size(); ++i)
        first[i] += first[i - 1];
    std::vector<quint32> order(samples.size());
    std::vector<size_t> next(first.begin(), first.end() - 1);
    for (quint32 i = 0; i < samples.size(); ++i)
        order[next[samples[i].row]++] = i;
    std::vector<qint64> values;
    const auto stepCount = static_cast<size_t>(steps.names.size());
    std::vector<qint64> sums(stepCount);
    std::vector<bool> ran(stepCount);
    std::vector<qint64> others;
    side.computing.resize(stepCount);
    for (size_t row = 0; row < out.size() && !job.isCanceled(); ++row) {
        values.clear();
        std::ranges::fill(sums, 0);
        std::fill(ran.begin(), ran.end(), false);
        for (size_t i = first[row]; i < first[row + 1]; ++i) {
            const Sample &s = samples[order[i]];
            if (s.counted)
                values.push_back(s.ns);
            if (s.step == noStep)
                continue;
            sums[s.step] = saturatedSum(sums[s.step], s.ns);
            ran[s.step] = true;
        }
        const bool computes = !communicates(comparison.rows[row]);
        for (size_t step = 0; step < stepCount && computes; ++step)
            side.computing[step] = saturatedSum(side.computing[step], sums[step]);
        SideSpread &spread = out[row];
        if (!values.empty()) {
            spread.medianNs = percentileOf(values, 0.5);
            spread.p95Ns = percentileOf(values, 0.95);
        }
        others.clear();
        int ranOthers = 0;
        for (size_t step = 0; step < stepCount; ++step) {
            if (steps.compared[step])
                continue;
            others.push_back(sums[step]);
            ranOthers += ran[step] ? 1 : 0;
        }
        // For an operator that ran once in many steps, all but one step would count 0, and none would differ.
        if (ranOthers >= leastNoiseSteps) {
            spread.stepMedianNs = stepNoiseOf(sums).medianNs / ranks;
            spread.stepNoiseNs = carefulNoiseOf(others) / ranks;
            for (quint32 step = 0; step < stepCount; ++step) {
                if (ran[step])
                    side.times.emplace_back(step, sums[step]);
            }
        }
        side.first[row + 1] = side.times.size();
    }
    return side;
}

std::vector<qint64> durationsOf(const CompareGroup &group, const CompareQuery &query, OperatorNote note,
                                const RankComparison &comparison, size_t row, const JobContext &job)
{
    OperatorQuery q;
    q.kind = query.kind;
    q.coreType = query.coreType;
    StringPool texts;
    RowFinder rows(comparison, texts);
    std::vector<qint64> out;
    for (size_t i = 0; i < group.ranks.size() && !job.isCanceled(); ++i) {
        q.window = group.windows[i];
        const bool whole = scanCompared(*group.ranks[i], q, note, texts, job, [&](const OperatorCall &call) {
            if (rows.rowOf(call) == row)
                out.push_back(call.durationNs);
        });
        if (!whole && group.ranks.size() == 1)
            out.clear();
    }
    return out;
}

bool isChange(const CompareRow &row)
{
    const auto size = static_cast<double>(saturatedMagnitude(row.differenceNs()));
    return size > 0 && size >= leastChange * static_cast<double>(row.baseComparedNs());
}

} // namespace

const char *compareStateName(CompareState state)
{
    static constexpr const char *words[] = {"unchanged", "within noise", "too few steps", "not known",
                                            "grown",     "shrunk",       "only base",     "only other"};
    return words[static_cast<size_t>(state)];
}

bool isWantedState(const std::vector<CompareState> &wanted, CompareState state)
{
    return wanted.empty() || std::ranges::find(wanted, state) != wanted.end();
}

CompareState compareStateOf(const CompareRow &row, std::optional<double> significance)
{
    if (row.onlyIn != OnlyIn::Both)
        return row.onlyIn == OnlyIn::Base ? CompareState::OnlyBase : CompareState::OnlyOther;
    if (!isChange(row))
        return CompareState::Unchanged;
    if (!significance)
        return CompareState::TooFewSteps;
    if (*significance < leastSignificance)
        return CompareState::WithinNoise;
    return row.differenceNs() > 0 ? CompareState::Grown : CompareState::Shrunk;
}

double CompareDurations::edgeNs(size_t bin) const
{
    const double least = std::log(static_cast<double>(std::max<qint64>(leastNs, 1)));
    const double most = std::log(static_cast<double>(std::max<qint64>(mostNs, 1)));
    return std::exp(least + (most - least) * static_cast<double>(bin) / static_cast<double>(binCount));
}

CompareDurations binDurations(const std::vector<qint64> &base, const std::vector<qint64> &other)
{
    CompareDurations out;
    bool any = false;
    for (const std::vector<qint64> *side : {&base, &other}) {
        for (const qint64 ns : *side) {
            if (ns < 0)
                continue;
            out.leastNs = any ? std::min(out.leastNs, ns) : ns;
            out.mostNs = any ? std::max(out.mostNs, ns) : ns;
            any = true;
        }
    }
    if (!any)
        return out;
    out.base.resize(CompareDurations::binCount);
    out.other.resize(CompareDurations::binCount);
    const double least = std::log(static_cast<double>(std::max<qint64>(out.leastNs, 1)));
    const double range = std::log(static_cast<double>(std::max<qint64>(out.mostNs, 1))) - least;
    const auto fill = [&](const std::vector<qint64> &values, std::vector<qint64> &bins) {
        for (const qint64 ns : values) {
            if (ns < 0)
                continue;
            const double at = std::log(static_cast<double>(std::max<qint64>(ns, 1))) - least;
            const double bin = range > 0 ? at / range * static_cast<double>(bins.size()) : 0;
            ++bins[std::min(static_cast<size_t>(std::max(bin, 0.0)), bins.size() - 1)];
        }
    };
    fill(base, out.base);
    fill(other, out.other);
    return out;
}

CompareDurations compareDurations(const RankData &base, const RankData &other, const CompareQuery &query,
                                  const RankComparison &comparison, size_t row, const JobContext &job)
{
    return durationsOfGroups({{&base}, {query.baseWindow}}, {{&other}, {query.otherWindow}}, query, comparison, row,
                             job);
}

CompareDurations durationsOfGroups(const CompareGroup &base, const CompareGroup &other, const CompareQuery &query,
                                   const RankComparison &comparison, size_t row, const JobContext &job)
{
    const std::vector<qint64> a = durationsOf(base, query, comparison.baseNote, comparison, row, job);
    const std::vector<qint64> b = durationsOf(other, query, comparison.otherNote, comparison, row, job);
    return job.isCanceled() ? CompareDurations() : binDurations(a, b);
}

CompareDurations durationsOfRow(const CompareGroup &base, const CompareGroup &other, const CompareQuery &query,
                                const CompareRow &row, const JobContext &job)
{
    const RankComparison comparison = compareGroups(base, other, query, job);
    const auto key = [](const CompareRow &r) { return std::tie(r.type, r.name, r.shapes, r.coreType); };
    const auto at = std::ranges::find_if(comparison.rows, [&](const CompareRow &r) { return key(r) == key(row); });
    if (at == comparison.rows.end())
        return {};
    return durationsOfGroups(base, other, query, comparison, static_cast<size_t>(at - comparison.rows.begin()), job);
}

std::vector<RowSpread> compareSpread(const RankData &base, const RankData &other, const CompareQuery &query,
                                     const RankComparison &comparison, const JobContext &job)
{
    return spreadOfGroups({{&base}, {query.baseWindow}}, {{&other}, {query.otherWindow}}, query, comparison, job);
}

std::vector<RowSpread> spreadOfGroups(const CompareGroup &base, const CompareGroup &other, const CompareQuery &query,
                                      const RankComparison &comparison, const JobContext &job)
{
    GroupSteps baseSteps = markedSteps(base, job);
    GroupSteps otherSteps = markedSteps(other, job);
    const bool oneStep = compareSteps(base, baseSteps, other, otherSteps);
    const SideRows a =
        sideSpread(base, query, comparison.baseNote, comparison.steps.baseRanks, comparison, baseSteps, job);
    const SideRows b =
        sideSpread(other, query, comparison.otherNote, comparison.steps.otherRanks, comparison, otherSteps, job);
    if (job.isCanceled())
        return {};
    const auto isWhole = [](const CompareGroup &group) {
        return std::ranges::none_of(group.windows, [](const auto &w) { return w.has_value(); });
    };
    const bool everything = isWhole(base) && isWhole(other);
    double all = 0;
    qint64 baseComputing = 0;
    qint64 otherComputing = 0;
    for (const CompareRow &r : comparison.rows) {
        all += static_cast<double>(saturatedMagnitude(r.differenceNs()));
        if (communicates(r))
            continue;
        baseComputing = saturatedSum(baseComputing, r.baseComparedNs());
        otherComputing = saturatedSum(otherComputing, r.otherComparedNs());
    }
    std::vector<RowSpread> out(comparison.rows.size());
    const StepConcentrationFinder few(baseSteps.names, otherSteps.names, comparison.steps);
    // Among few steps one that is a little apart is chance; one that takes twice as long is not, nor one in which all
    // that computes takes longer.
    const auto steps = static_cast<size_t>(std::min(baseSteps.names.size(), otherSteps.names.size()));
    const bool areTrusted = steps >= leastTrustedSteps;
    const StepConcentration ofAll = !everything || areTrusted
                                        ? StepConcentration()
                                        : few.ofAll(a.computing, b.computing, baseComputing, otherComputing);
    const auto isOfAll = [&](const CompareRow &row, const StepConcentration &found) {
        return (row.differenceNs() > 0) == (otherComputing > baseComputing) &&
               std::ranges::all_of(found.steps, [&ofAll](const QString &step) { return ofAll.steps.contains(step); });
    };
    std::vector<qint64> baseTimes(static_cast<size_t>(baseSteps.names.size()));
    std::vector<qint64> otherTimes(static_cast<size_t>(otherSteps.names.size()));
    for (size_t i = 0; i < out.size() && !job.isCanceled(); ++i) {
        const CompareRow &row = comparison.rows[i];
        RowSpread &r = out[i];
        r.base = a.spread[i];
        r.other = b.spread[i];
        r.share = all > 0 ? static_cast<double>(row.differenceNs()) / all : 0;
        if (r.base.stepNoiseNs && r.other.stepNoiseNs && (everything || oneStep)) {
            const auto difference = static_cast<double>(saturatedMagnitude(
                everything ? saturatedDifference(*r.other.stepMedianNs, *r.base.stepMedianNs) : row.differenceNs()));
            const double noise = std::hypot(*r.base.stepNoiseNs, *r.other.stepNoiseNs);
            r.significance = noise > 0         ? difference / noise
                             : difference == 0 ? 0
                                               : std::numeric_limits<double>::infinity();
        }
        if (r.significance && everything && isChange(row)) {
            a.stepTimes(i, baseTimes);
            b.stepTimes(i, otherTimes);
            // Medians do not see what few steps do.
            StepConcentration found = few.of(baseTimes, otherTimes, row.differenceNs());
            const double middle = static_cast<double>(std::max(*r.base.stepMedianNs, *r.other.stepMedianNs));
            if (found.areKnown() && (areTrusted || found.beyondNs >= middle || isOfAll(row, found))) {
                r.significance = std::max(*r.significance, found.significance);
                r.steps = std::move(found.steps);
            }
        }
        r.state = compareStateOf(row, r.significance);
    }
    return job.isCanceled() ? std::vector<RowSpread>() : out;
}

} // namespace rs
