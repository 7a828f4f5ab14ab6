// SPDX-License-Identifier: Apache-2.0
#include "analysis/comparespread.h"

#include "analysis/comparedurations.h"
#include "analysis/flowstats.h"
#include "analysis/operatorscan.h"
#include "analysis/peerspread.h"
#include "analysis/stepwindows.h"

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
constexpr quint32 noStep = noRow;

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

std::vector<Interval> markedSteps(const RankData &rank, const JobContext &job)
{
    std::vector<Interval> out;
    if (!rank.trace)
        return out;
    for (const StepWindow &w : stepWindows(rank, job)) {
        if (w.marked)
            out.push_back(w.device);
    }
    return out;
}

class StepFinder
{
public:
    explicit StepFinder(const std::vector<Interval> &steps) : m_steps(steps) {}
    // Windows ascend; executions of a rank mostly do, too.
    [[nodiscard]] quint32 stepOf(qint64 at)
    {
        if (m_last < m_steps.size() && at >= m_steps[m_last].from && at < m_steps[m_last].to)
            return static_cast<quint32>(m_last);
        auto it = std::upper_bound(m_steps.begin(), m_steps.end(), at,
                                   [](qint64 t, const Interval &step) { return t < step.from; });
        if (it == m_steps.begin() || at >= (--it)->to)
            return noStep;
        m_last = static_cast<size_t>(it - m_steps.begin());
        return static_cast<quint32>(m_last);
    }

private:
    const std::vector<Interval> &m_steps;
    size_t m_last = 0;
};

// Spread of one side, by row of the comparison.
std::vector<SideSpread> sideSpread(const RankData &rank, const CompareQuery &query,
                                   const std::optional<Interval> &window, OperatorNote note,
                                   const RankComparison &comparison, const std::vector<Interval> &steps,
                                   const JobContext &job)
{
    std::vector<SideSpread> out(comparison.rows.size());
    OperatorQuery q;
    q.kind = query.kind;
    q.coreType = query.coreType;
    StringPool texts;
    RowFinder rows(comparison, texts);
    StepFinder finder(steps);
    std::vector<Sample> samples;
    const auto take = [&](const OperatorCall &call) {
        const quint32 row = rows.rowOf(call);
        if (row == noRow)
            return;
        samples.push_back(
            {row, finder.stepOf(call.startNs), touchesWindow(call.startNs, call.durationNs, window), call.durationNs});
    };
    const bool fromTrace = note == OperatorNote::FromTrace || note == OperatorNote::Matched;
    const bool whole = fromTrace ? rank.trace && scanTrace(rank, q, texts, job, take) != TraceScan::Canceled
                                 : rank.kernels && scanKernels(rank, q, texts, job, take);
    if (!whole)
        return out;
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
    std::vector<qint64> sums(steps.size());
    std::vector<bool> ran(steps.size());
    for (size_t row = 0; row < out.size() && !job.isCanceled(); ++row) {
        values.clear();
        std::fill(sums.begin(), sums.end(), 0);
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
        SideSpread &spread = out[row];
        if (!values.empty()) {
            spread.medianNs = percentileOf(values, 0.5);
            spread.p95Ns = percentileOf(values, 0.95);
        }
        // Of an operator that ran once in many steps all but one would count 0, and none would differ.
        if (std::count(ran.begin(), ran.end(), true) >= leastNoiseSteps) {
            const qint64 median = medianOf(sums);
            std::vector<qint64> apart(sums);
            for (qint64 &v : apart)
                v = saturatedMagnitude(saturatedDifference(v, median));
            constexpr double sigmaOfMad = 1.4826; // of a normal distribution
            spread.stepMedianNs = median;
            spread.stepNoiseNs = sigmaOfMad * static_cast<double>(medianOf(std::move(apart)));
        }
    }
    return out;
}

std::vector<qint64> durationsOf(const RankData &rank, const CompareQuery &query, const std::optional<Interval> &window,
                                OperatorNote note, const RankComparison &comparison, size_t row, const JobContext &job)
{
    OperatorQuery q;
    q.kind = query.kind;
    q.coreType = query.coreType;
    q.window = window;
    StringPool texts;
    RowFinder rows(comparison, texts);
    std::vector<qint64> out;
    const auto take = [&](const OperatorCall &call) {
        if (rows.rowOf(call) == row)
            out.push_back(call.durationNs);
    };
    const bool fromTrace = note == OperatorNote::FromTrace || note == OperatorNote::Matched;
    const bool whole = fromTrace ? rank.trace && scanTrace(rank, q, texts, job, take) != TraceScan::Canceled
                                 : rank.kernels && scanKernels(rank, q, texts, job, take);
    if (!whole)
        out.clear();
    return out;
}

// Whether a window is one of the steps; nothing is everything.
bool isStep(const std::optional<Interval> &window, const std::vector<Interval> &steps)
{
    return window && std::find(steps.begin(), steps.end(), *window) != steps.end();
}

} // namespace

const char *compareStateName(CompareState state)
{
    switch (state) {
    case CompareState::Unchanged:
        break;
    case CompareState::Grown:
        return "grown";
    case CompareState::Shrunk:
        return "shrunk";
    case CompareState::OnlyBase:
        return "only base";
    case CompareState::OnlyOther:
        return "only other";
    }
    return "unchanged";
}

CompareState compareStateOf(const CompareRow &row, std::optional<double> significance)
{
    if (row.onlyIn != OnlyIn::Both)
        return row.onlyIn == OnlyIn::Base ? CompareState::OnlyBase : CompareState::OnlyOther;
    const auto size = static_cast<double>(saturatedMagnitude(row.differenceNs()));
    if (size == 0 || size < leastChange * static_cast<double>(row.baseComparedNs()) ||
        (significance && *significance < leastSignificance))
        return CompareState::Unchanged;
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
    const std::vector<qint64> a = durationsOf(base, query, query.baseWindow, comparison.baseNote, comparison, row, job);
    const std::vector<qint64> b =
        durationsOf(other, query, query.otherWindow, comparison.otherNote, comparison, row, job);
    return job.isCanceled() ? CompareDurations() : binDurations(a, b);
}

std::vector<RowSpread> compareSpread(const RankData &base, const RankData &other, const CompareQuery &query,
                                     const RankComparison &comparison, const JobContext &job)
{
    const std::vector<Interval> baseSteps = markedSteps(base, job);
    const std::vector<Interval> otherSteps = markedSteps(other, job);
    const std::vector<SideSpread> a =
        sideSpread(base, query, query.baseWindow, comparison.baseNote, comparison, baseSteps, job);
    const std::vector<SideSpread> b =
        sideSpread(other, query, query.otherWindow, comparison.otherNote, comparison, otherSteps, job);
    if (job.isCanceled())
        return {};
    const bool everything = !query.baseWindow && !query.otherWindow;
    const bool oneStep = isStep(query.baseWindow, baseSteps) && isStep(query.otherWindow, otherSteps);
    double all = 0;
    for (const CompareRow &r : comparison.rows)
        all += static_cast<double>(saturatedMagnitude(r.differenceNs()));
    std::vector<RowSpread> out(comparison.rows.size());
    for (size_t i = 0; i < out.size(); ++i) {
        const CompareRow &row = comparison.rows[i];
        RowSpread &r = out[i];
        r.base = a[i];
        r.other = b[i];
        r.share = all > 0 ? static_cast<double>(row.differenceNs()) / all : 0;
        if (r.base.stepNoiseNs && r.other.stepNoiseNs && (everything || oneStep)) {
            const auto difference = static_cast<double>(saturatedMagnitude(
                everything ? saturatedDifference(*r.other.stepMedianNs, *r.base.stepMedianNs) : row.differenceNs()));
            const double noise = std::hypot(*r.base.stepNoiseNs, *r.other.stepNoiseNs);
            r.significance = noise > 0         ? difference / noise
                             : difference == 0 ? 0
                                               : std::numeric_limits<double>::infinity();
        }
        r.state = compareStateOf(row, r.significance);
    }
    return out;
}

} // namespace rs
