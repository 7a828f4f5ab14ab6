// SPDX-License-Identifier: Apache-2.0
#include "analysis/compare/runchange.h"

#include "analysis/communication/commmatrix.h"
#include "analysis/operators/operatorscan.h"
#include "analysis/operators/stepfinder.h"
#include "analysis/overview/overviewitems.h"
#include "analysis/overview/stepbreakdown.h"
#include "analysis/ranks/domains.h"
#include "analysis/ranks/parallelstrategy.h"
#include "analysis/time/stepwindows.h"
#include "core/base/saturate.h"
#include "core/trace/taskkind.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <random>
#include <tuple>
#include <utility>

namespace rs {

namespace {

constexpr size_t resamples = 2000;
constexpr int seed = 20240601;

/// Times of the chosen steps, in their order.
using StepTimes = std::vector<double>;

// One of its times; nothing where its source does not have it.
std::optional<qint64> timeOf(const OverviewItem &item, ChangePart part)
{
    switch (part) {
    case ChangePart::Computing:
        return item.computingNs;
    case ChangePart::Uncovered:
        return item.uncoveredNs;
    case ChangePart::Idle:
        return item.idleNs;
    case ChangePart::Preparing:
        // A source without such a column counts it as idle.
        return item.preparingMissing ? std::nullopt : std::optional(item.preparingNs.value_or(0));
    case ChangePart::Communication:
        return item.communicationNs;
    case ChangePart::Bubble:
        return item.bubbleNs;
    default:
        return std::nullopt;
    }
}

constexpr std::array stepParts = {ChangePart::Computing, ChangePart::Uncovered, ChangePart::Idle,
                                  ChangePart::Preparing};
constexpr std::array besideParts = {ChangePart::Communication, ChangePart::Bubble};

/// A rank, or one of its devices, in the steps of its run.
struct RankTimes
{
    int rank = -1;
    int rankIndex = -1;
    int device = -1;
    QString label;
    std::map<QString, OverviewItem> steps;
};

/// Times of one run of the comparison.
struct RunTimes
{
    std::vector<RankTimes> ranks; ///< by number
    QStringList steps;            ///< that all ranks have, or as many as have any; ascending
    std::map<QString, size_t> placeOfStep;

    [[nodiscard]] std::optional<StepTimes> timesOf(const RankTimes &rank, ChangePart part) const
    {
        StepTimes out;
        for (const QString &step : steps) {
            const auto at = rank.steps.find(step);
            const std::optional<qint64> ns = at == rank.steps.end() ? std::nullopt : timeOf(at->second, part);
            if (!ns)
                return std::nullopt;
            out.push_back(static_cast<double>(*ns));
        }
        return out;
    }
    // Mean over the ranks that have the steps.
    [[nodiscard]] std::optional<StepTimes> meanOf(ChangePart part) const
    {
        StepTimes out(static_cast<size_t>(steps.size()));
        int count = 0;
        for (const RankTimes &rank : ranks) {
            if (!hasAllSteps(rank))
                continue;
            const std::optional<StepTimes> of = timesOf(rank, part);
            if (!of)
                return std::nullopt;
            for (size_t i = 0; i < out.size(); ++i)
                out[i] += (*of)[i];
            ++count;
        }
        for (double &ns : out)
            ns /= std::max(1, count);
        return count > 0 ? std::optional(out) : std::nullopt;
    }
    [[nodiscard]] bool hasAllSteps(const RankTimes &rank) const
    {
        return !steps.isEmpty() &&
               std::ranges::all_of(steps, [&rank](const QString &step) { return rank.steps.contains(step); });
    }
};

RunTimes timesOfRun(const Run &run, const JobContext &job)
{
    RunTimes out;
    std::map<std::tuple<int, QString, int>, RankTimes> ranks;
    for (const OverviewItem &item : overviewItems(overview(run, {}, job), false)) {
        if (std::ranges::any_of(stepParts, [&item](ChangePart part) { return !timeOf(item, part); }))
            continue;
        RankTimes &rank = ranks[{item.rank, item.rankLabel, item.device}];
        rank.rank = item.rank;
        rank.rankIndex = item.rankIndex;
        rank.device = item.device;
        rank.label = item.row.label();
        rank.steps.emplace(item.step, item);
    }
    std::map<QString, size_t, bool (*)(const QString &, const QString &)> having(&stepComesBefore);
    size_t most = 0;
    for (auto &[key, rank] : ranks) {
        for (const auto &[step, item] : rank.steps)
            most = std::max(most, ++having[step]);
        out.ranks.push_back(std::move(rank));
    }
    for (const auto &[step, count] : having) {
        if (count < most)
            continue;
        out.placeOfStep.emplace(step, out.steps.size());
        out.steps << step;
    }
    return out;
}

std::optional<qint64> tailOf(const Trace &trace)
{
    constexpr qint64 none = std::numeric_limits<qint64>::min();
    qint64 stepEnd = none;
    for (const StepMark &m : trace.steps())
        stepEnd = std::max(stepEnd, m.endNs);
    qint64 workEnd = none;
    const SliceStore &s = trace.slices();
    for (quint32 r = 0; r < s.rowCount(); ++r) {
        const ProcessKind process = trace.processOf(trace.laneOfRow(RowId{r})).kind;
        if (process != ProcessKind::AscendHardware && process != ProcessKind::Communication)
            continue;
        // Slices of a row do not overlap: the last work of it ends last.
        const SliceStore::Span row = s.row(RowId{r});
        for (quint32 i = row.last; i > row.first && s.end(SliceId{i - 1}) > workEnd; --i) {
            const SliceKind kind = s.kind(SliceId{i - 1});
            if (isComputing(kind) || kind == SliceKind::CommOperator)
                workEnd = s.end(SliceId{i - 1});
        }
    }
    if (stepEnd == none || workEnd == none)
        return std::nullopt;
    return std::max<qint64>(0, saturatedDifference(stepEnd, workEnd));
}

std::optional<qint64> meanTailOf(const Run &run)
{
    double sum = 0;
    int count = 0;
    for (const auto &rank : run.ranks) {
        if (const auto tail = rank && rank->trace ? tailOf(*rank->trace) : std::nullopt) {
            sum += static_cast<double>(*tail);
            ++count;
        }
    }
    return count > 0 ? std::optional(saturatedRound(sum / count)) : std::nullopt;
}

// For each rank of `other` its counterpart in `base`; -1: none.
std::vector<int> pairRanks(const RunTimes &base, const Run &baseRun, const RunTimes &other, const Run &otherRun,
                           const JobContext &job)
{
    const auto keyed = [&](const auto &keyOf) {
        std::map<decltype(keyOf(baseRun, base.ranks.front())), int> places;
        for (size_t i = 0; i < base.ranks.size(); ++i)
            places.emplace(keyOf(baseRun, base.ranks[i]), static_cast<int>(i));
        std::vector<int> out;
        for (const RankTimes &rank : other.ranks) {
            const auto at = places.find(keyOf(otherRun, rank));
            out.push_back(at == places.end() ? -1 : at->second);
        }
        return out;
    };
    const auto anyPaired = [](const std::vector<int> &of) {
        return std::ranges::any_of(of, [](int place) { return place >= 0; });
    };
    if (base.ranks.empty() || other.ranks.empty())
        return std::vector<int>(other.ranks.size(), -1);
    const KnownStrategy a = strategyOf(baseRun, domains(baseRun, job));
    const KnownStrategy b = strategyOf(otherRun, domains(otherRun, job));
    if (isTrusted(a) && isTrusted(b) && a.source != StrategySource::Undefined &&
        b.source != StrategySource::Undefined) {
        using Place = std::tuple<int, int, int, int, int>;
        const std::vector<int> out = keyed([&](const Run &run, const RankTimes &rank) -> Place {
            const auto at = coordinatesOf(&run == &baseRun ? a.strategy : b.strategy, rank.rank);
            // One outside of both is told apart by its number.
            return at ? Place{at->pp, at->dp, at->cp, at->tp, rank.device} : Place{-1, rank.rank, 0, 0, rank.device};
        });
        if (anyPaired(out))
            return out;
    }
    const std::vector<int> byNumber = keyed([](const Run &, const RankTimes &rank) {
        return std::tuple(rank.rank, rank.rank < 0 ? rank.label : QString(), rank.device);
    });
    if (anyPaired(byNumber))
        return byNumber;
    std::vector<int> inOrder;
    for (size_t i = 0; i < other.ranks.size(); ++i)
        inOrder.push_back(i < base.ranks.size() ? static_cast<int>(i) : -1);
    return inOrder;
}

// ---- operators and domains ------------------------------------------------------------------------------------------

/// Sums over ranks by name, of the chosen steps.
using Named = std::map<QString, StepTimes>;

bool hasKernelTables(const Run &run)
{
    return std::ranges::all_of(run.ranks, [](const auto &rank) { return !rank || hasKernelTimes(*rank); });
}

bool hasTypes(const Run &run)
{
    return std::ranges::all_of(run.ranks, [](const auto &rank) {
        if (!rank || !rank->kernels || rank->kernels->rows() == 0)
            return true;
        const std::string_view type = rank->kernels->textView(0, KernelColumns(*rank->kernels).type);
        return !type.empty() && type != "N/A";
    });
}

Named operatorTimes(const Run &run, const RunTimes &times, OperatorGrouping by, bool fromTrace, const JobContext &job)
{
    Named out;
    OperatorQuery query;
    query.kind = OperatorKind::Compute;
    const auto note = fromTrace ? OperatorNote::FromTrace : OperatorNote::None;
    size_t ranks = 0;
    for (const auto &rank : run.ranks) {
        if (!rank || !rank->trace || job.isCanceled())
            continue;
        std::vector<Interval> windows;
        std::vector<size_t> places;
        for (const StepWindow &w : stepWindows(*rank, job)) {
            const auto at = times.placeOfStep.find(w.marked ? w.step : QString());
            if (at == times.placeOfStep.end())
                continue;
            windows.push_back(w.device);
            places.push_back(at->second);
        }
        StringPool texts;
        StepFinder finder(windows);
        std::map<std::pair<quint32, quint32>, StepTimes> sums; // by two texts
        const bool isWhole = scanCompared(*rank, query, note, texts, job, [&](const OperatorCall &call) {
            const quint32 step = finder.stepOf(call.startNs);
            if (step == StepFinder::noStep)
                return;
            const bool typed = !fromTrace && by != OperatorGrouping::Name && by != OperatorGrouping::NameShape;
            const bool shaped = by == OperatorGrouping::Shape || by == OperatorGrouping::NameShape;
            StepTimes &to = sums[{raw(typed ? call.type : call.name), shaped ? raw(call.shapes) : 0}];
            to.resize(static_cast<size_t>(times.steps.size()));
            to[places[step]] += static_cast<double>(call.durationNs);
        });
        if (!isWhole)
            continue;
        ++ranks;
        for (const auto &[ids, ns] : sums) {
            const QString shapes = texts.text(StrId{ids.second});
            const QString name = texts.text(StrId{ids.first}) + (shapes.isEmpty() ? QString() : u' ' + shapes);
            StepTimes &to = out[name];
            to.resize(ns.size());
            std::ranges::transform(ns, to, to.begin(), std::plus());
        }
    }
    for (auto &[name, ns] : out) {
        for (double &of : ns)
            of /= static_cast<double>(std::max<size_t>(1, ranks));
    }
    return out;
}

// By name and ranks: hashes, and names that are made of them, are of one run.
QString domainName(const Domain &domain)
{
    QStringList ranks;
    for (const int rank : domain.ranks)
        ranks << QString::number(rank);
    return QStringLiteral("%1(%2)").arg(domain.pgName.isEmpty() ? QString() : domain.pgName + u':', ranks.join(u','));
}

Named domainTimes(const Run &run, const RunTimes &times, const JobContext &job)
{
    Named out;
    const DomainIndex index(run, job);
    CommQuery query;
    query.total = true;
    for (const CommRow &row : communicationRows(run, query, job)) {
        const Domain *const domain = index.find(row.domainHash);
        const auto at = times.placeOfStep.find(row.step);
        if (!domain || at == times.placeOfStep.end() || !row.elapseMs)
            continue;
        StepTimes &to = out[domainName(*domain)];
        to.resize(static_cast<size_t>(times.steps.size()));
        to[at->second] += *row.elapseMs * 1e6 / static_cast<double>(std::max<size_t>(1, times.ranks.size()));
    }
    return out;
}

// ---- the interval ---------------------------------------------------------------------------------------------------

double meanOf(const StepTimes &ns)
{
    double sum = 0;
    for (const double v : ns)
        sum += v;
    return ns.empty() ? 0 : sum / static_cast<double>(ns.size());
}

double varianceOfMean(const StepTimes &ns)
{
    const double mean = meanOf(ns);
    double squares = 0;
    for (const double v : ns)
        squares += (v - mean) * (v - mean);
    const auto count = static_cast<double>(ns.size());
    return squares / (count - 1) / count;
}

/// An interval of that probability: a twentieth of the resampled means, or a hundredth, lies outside.
struct Level
{
    size_t cut;                ///< of the resampled means, at each end
    double normal;             ///< quantile of the normal distribution
    std::array<double, 5> few; ///< of Student's t, by degrees of freedom from 1
};
constexpr Level usual{resamples / 40, 1.959964, {12.7062, 4.3027, 3.1824, 2.7764, 2.5706}};   // 95 %
constexpr Level strict{resamples / 200, 2.575829, {63.6567, 9.9248, 5.8409, 4.6041, 4.0321}}; // 99 %

// By how much Student's t is wider than the normal distribution: of few degrees of freedom by table, of more by Cornish
// and Fisher's expansion.
double studentWidth(const Level &level, double freedom)
{
    if (freedom < static_cast<double>(level.few.size()) + 1)
        return level.few[static_cast<size_t>(std::max(1.0, std::floor(freedom))) - 1] / level.normal;
    const double z = level.normal;
    return 1 + (z * z + 1) / (4 * freedom) + (5 * std::pow(z, 4) + 16 * z * z + 3) / (96 * freedom * freedom);
}

// Deviations of resampled means from the mean, each widened to the variance that a sample estimates.
std::vector<double> resampledDeviations(const StepTimes &ns, int stream)
{
    std::mt19937 random(static_cast<unsigned>(seed + stream));
    const size_t count = ns.size();
    const double mean = meanOf(ns);
    const double widened = std::sqrt(static_cast<double>(count) / static_cast<double>(count - 1));
    std::vector<double> out(resamples);
    for (double &deviation : out) {
        double sum = 0;
        for (size_t i = 0; i < count; ++i)
            sum += ns[random() % count];
        deviation = (sum / static_cast<double>(count) - mean) * widened;
    }
    return out;
}

} // namespace

MeanChange meanChange(const std::vector<double> &baseNs, const std::vector<double> &otherNs, bool areMatched)
{
    MeanChange out{meanOf(otherNs) - meanOf(baseNs)};
    if (baseNs.size() < 2 || otherNs.size() < 2)
        return out;
    std::vector<double> deviations;
    double freedom = 0;
    if (areMatched) {
        StepTimes differences(baseNs.size());
        std::ranges::transform(otherNs, baseNs, differences.begin(), std::minus());
        deviations = resampledDeviations(differences, 0);
        freedom = static_cast<double>(differences.size()) - 1;
    } else {
        deviations = resampledDeviations(otherNs, 0);
        const std::vector<double> ofBase = resampledDeviations(baseNs, 1);
        std::ranges::transform(deviations, ofBase, deviations.begin(), std::minus());
        // By Welch and Satterthwaite.
        const double a = varianceOfMean(baseNs);
        const double b = varianceOfMean(otherNs);
        const double squares =
            a * a / static_cast<double>(baseNs.size() - 1) + b * b / static_cast<double>(otherNs.size() - 1);
        freedom = squares > 0 ? (a + b) * (a + b) / squares
                              : static_cast<double>(std::min(baseNs.size(), otherNs.size()) - 1);
    }
    std::ranges::sort(deviations);
    const double width = studentWidth(usual, freedom);
    out.lowNs = out.differenceNs + width * deviations[usual.cut];
    out.highNs = out.differenceNs + width * deviations[resamples - 1 - usual.cut];
    out.leastNs = out.differenceNs + studentWidth(strict, freedom) * deviations[strict.cut];
    return out;
}

const char *changePartName(ChangePart part)
{
    static constexpr const char *words[] = {"step",   "computing", "uncovered communication",
                                            "idle",   "preparing", "communication",
                                            "bubble", "operator",  "domain"};
    return words[static_cast<size_t>(part)];
}

qint64 RunChangeRow::differenceNs() const
{
    return saturatedDifference(otherNs.value_or(0), baseNs.value_or(0));
}

std::optional<double> RunChangeRow::ratio() const
{
    if (baseNs.value_or(0) == 0)
        return std::nullopt;
    return static_cast<double>(differenceNs()) / static_cast<double>(*baseNs);
}

const RunChangeRow *RunChange::of(ChangePart part) const
{
    const auto at =
        std::ranges::find_if(rows, [part](const RunChangeRow &row) { return row.part == part && row.rank.isEmpty(); });
    return at == rows.end() ? nullptr : &*at;
}

namespace {

/// Makes rows of two runs.
class RowMaker
{
public:
    RowMaker(std::vector<RunChangeRow> &rows, bool areMatched) : m_rows(rows), m_areMatched(areMatched) {}

    void setStep(double ns) { m_stepNs = ns; }

    void add(RunChangeRow row, const std::optional<StepTimes> &base, const std::optional<StepTimes> &other)
    {
        if (base)
            row.baseNs = saturatedRound(meanOf(*base));
        if (other)
            row.otherNs = saturatedRound(meanOf(*other));
        if (base && other) {
            const MeanChange change = meanChange(*base, *other, m_areMatched);
            if (change.lowNs) {
                // No time becomes shorter than 0.
                const qint64 shortest = saturatedDifference(0, *row.baseNs);
                row.lowNs = std::max(shortest, saturatedRound(*change.lowNs));
                row.highNs = saturatedRound(*change.highNs);
                row.leastNs = std::max(shortest, saturatedRound(*change.leastNs));
            }
        }
        setState(row);
        m_rows.push_back(std::move(row));
    }

    // The parts of a step, the step above them as their sum, and what is known beside them.
    template <typename Times>
    void addStep(const RunChangeRow &as, const Times &timesOf)
    {
        const size_t at = m_rows.size();
        RunChangeRow step = as;
        StepTimes baseSum;
        StepTimes otherSum;
        std::vector<std::pair<std::optional<StepTimes>, std::optional<StepTimes>>> parts;
        for (const ChangePart part : stepParts) {
            parts.push_back(timesOf(part));
            for (auto [sum, of] :
                 {std::pair(&baseSum, &parts.back().first), std::pair(&otherSum, &parts.back().second)}) {
                if (!*of)
                    return;
                sum->resize((*of)->size());
                std::ranges::transform(*sum, **of, sum->begin(), std::plus());
            }
        }
        setStep(meanOf(baseSum));
        add(step, baseSum, otherSum);
        qint64 baseNs = 0;
        qint64 otherNs = 0;
        for (size_t i = 0; i < stepParts.size(); ++i) {
            RunChangeRow row = as;
            row.part = stepParts[i];
            add(row, parts[i].first, parts[i].second);
            baseNs = saturatedSum(baseNs, *m_rows.back().baseNs);
            otherNs = saturatedSum(otherNs, *m_rows.back().otherNs);
        }
        // The sum of what is shown, to the last digit.
        m_rows[at].baseNs = baseNs;
        m_rows[at].otherNs = otherNs;
        for (const ChangePart part : besideParts) {
            RunChangeRow row = as;
            row.part = part;
            const auto [base, other] = timesOf(part);
            if (base && other)
                add(row, base, other);
        }
    }

    void addNamed(ChangePart part, const Named &base, const Named &other)
    {
        if (base.empty() || other.empty())
            return;
        const size_t first = m_rows.size();
        Named all = base;
        all.insert(other.begin(), other.end());
        const auto find = [](const Named &in, const QString &name) {
            const auto at = in.find(name);
            return at == in.end() ? std::nullopt : std::optional(at->second);
        };
        for (const auto &[name, ns] : all) {
            RunChangeRow row;
            row.part = part;
            row.name = name;
            add(std::move(row), find(base, name), find(other, name));
        }
        std::ranges::stable_sort(m_rows.begin() + static_cast<std::ptrdiff_t>(first), m_rows.end(),
                                 [](const RunChangeRow &a, const RunChangeRow &b) {
                                     return saturatedMagnitude(a.differenceNs()) > saturatedMagnitude(b.differenceNs());
                                 });
    }

private:
    void setState(RunChangeRow &row) const
    {
        const qint64 difference = row.differenceNs();
        const auto isWithin = [this](qint64 ns, double share) {
            return static_cast<double>(saturatedMagnitude(ns)) < share * m_stepNs;
        };
        const bool isLittle = difference == 0 || isWithin(difference, leastChange);
        if (!row.baseNs || !row.otherNs)
            row.state = row.baseNs ? CompareState::OnlyBase : CompareState::OnlyOther;
        else if (!row.lowNs)
            row.state = isLittle ? CompareState::Unchanged : CompareState::TooFewSteps;
        else if (!isLittle && (*row.lowNs > 0 || *row.highNs < 0))
            row.state = difference > 0 ? CompareState::Grown : CompareState::Shrunk;
        else if (isWithin(*row.lowNs, mostUnchanged) && isWithin(*row.highNs, mostUnchanged))
            row.state = CompareState::Unchanged;
        else
            row.state = CompareState::NotKnown;
    }

    std::vector<RunChangeRow> &m_rows;
    bool m_areMatched;
    double m_stepNs = 0;
};

} // namespace

RunChange compareRuns(const Run &base, const Run &other, std::optional<OperatorGrouping> by, const JobContext &job)
{
    RunChange out;
    const RunTimes a = timesOfRun(base, job);
    const RunTimes b = timesOfRun(other, job);
    out.baseSteps = static_cast<int>(a.steps.size());
    out.otherSteps = static_cast<int>(b.steps.size());
    out.areMatched = a.steps == b.steps && a.steps.size() > 1;
    out.baseRanks = static_cast<int>(a.ranks.size());
    out.otherRanks = static_cast<int>(b.ranks.size());
    out.isOtherFramework = base.framework != other.framework && base.framework != Framework::Unknown &&
                           other.framework != Framework::Unknown;
    if (a.steps.isEmpty() || b.steps.isEmpty() || job.isCanceled())
        return out;
    out.baseTailNs = meanTailOf(base);
    out.otherTailNs = meanTailOf(other);
    RowMaker maker(out.rows, out.areMatched);
    maker.addStep({}, [&](ChangePart part) { return std::pair(a.meanOf(part), b.meanOf(part)); });
    if (!by)
        return out;
    const bool fromTrace = !hasKernelTables(base) || !hasKernelTables(other);
    const bool isTyped = hasTypes(base) && hasTypes(other);
    const OperatorGrouping grouping = isTyped ? *by : OperatorGrouping::Name;
    maker.addNamed(ChangePart::Operator, operatorTimes(base, a, grouping, fromTrace, job),
                   operatorTimes(other, b, grouping, fromTrace, job));
    maker.addNamed(ChangePart::Domain, domainTimes(base, a, job), domainTimes(other, b, job));
    const std::vector<int> pairs = pairRanks(a, base, b, other, job);
    for (size_t i = 0; i < pairs.size() && !job.isCanceled(); ++i) {
        if (pairs[i] < 0 || !a.hasAllSteps(a.ranks[static_cast<size_t>(pairs[i])]) || !b.hasAllSteps(b.ranks[i]))
            continue;
        ++out.pairedRanks;
        const RankTimes &ofBase = a.ranks[static_cast<size_t>(pairs[i])];
        const RankTimes &ofOther = b.ranks[i];
        RunChangeRow as;
        as.rankIndex = ofOther.rankIndex;
        as.rank = ofOther.label;
        as.baseRank = ofBase.label;
        maker.addStep(as,
                      [&](ChangePart part) { return std::pair(a.timesOf(ofBase, part), b.timesOf(ofOther, part)); });
    }
    return out;
}

namespace {

// Sentence on the time behind the last work, if its difference would change the mean step.
std::optional<Phrase> tailPhrase(const RunChange &change, const RunChangeRow &step, const QString &base)
{
    if (!change.baseTailNs || !change.otherTailNs)
        return std::nullopt;
    const auto ofStep = [](qint64 ns, int steps) { return static_cast<double>(ns) / std::max(1, steps); };
    const double difference =
        ofStep(*change.otherTailNs, change.otherSteps) - ofStep(*change.baseTailNs, change.baseSteps);
    if (std::abs(difference) < leastChange * static_cast<double>(*step.baseNs))
        return std::nullopt;
    const auto ms = [](qint64 ns) { return QString::number(static_cast<double>(ns) / 1e6, 'f', 3); };
    return Phrase(
        RS_MESSAGE("Behind the last work on the device the last step goes on for %1 ms on the host, in %2 for "
                   "%3 ms: no time of the step holds these."),
        {ms(*change.otherTailNs), base, ms(*change.baseTailNs)});
}

std::vector<Phrase> stepPhrases(const RunChange &change, const QString &base)
{
    const RunChangeRow *const step = change.of(ChangePart::Step);
    const auto percent = [&step](qint64 ns) {
        const QString text =
            QString::number(100 * static_cast<double>(ns) / static_cast<double>(*step->baseNs), 'f', 1);
        return text == u"-0.0" ? QStringLiteral("0.0") : text;
    };
    const auto ms = [](qint64 ns) { return QString::number(static_cast<double>(ns) / 1e6, 'f', 3); };
    const qint64 size = saturatedMagnitude(step->differenceNs());
    std::vector<Phrase> out;
    if (!step->lowNs) {
        out.emplace_back(
            RS_MESSAGE("Against %1 the step differs by %2 %. One run has a single step, so it may be chance."),
            QStringList{base, percent(step->differenceNs())});
        return out;
    }
    const QStringList said{base, percent(size), percent(*step->lowNs), percent(*step->highNs)};
    if (step->state == CompareState::Grown)
        out.emplace_back(RS_MESSAGE("The step takes %2 % longer than in %1 (95 % interval of the change: %3 to %4 %)."),
                         said);
    else if (step->state == CompareState::Shrunk)
        out.emplace_back(
            RS_MESSAGE("The step takes %2 % less time than in %1 (95 % interval of the change: %3 to %4 %)."), said);
    else if (step->state == CompareState::NotKnown) {
        out.emplace_back(RS_MESSAGE("The steps vary too much to tell whether the step takes as long as in %1: it "
                                    "differs by %2 % (95 % interval of the change: %3 to %4 %)."),
                         said);
        return out;
    } else {
        out.emplace_back(RS_MESSAGE("The step is no longer and no shorter than in %1, as far as its steps tell: it "
                                    "differs by %2 % (95 % interval of the change: %3 to %4 %)."),
                         said);
        return out;
    }
    // Others wait for a rank that is slower: what it does itself is the cause.
    const RunChangeRow *rank = nullptr;
    for (const RunChangeRow &row : change.rows) {
        if (row.part == ChangePart::Computing && !row.rank.isEmpty() && row.state == step->state &&
            (!rank || saturatedMagnitude(row.differenceNs()) > saturatedMagnitude(rank->differenceNs())))
            rank = &row;
    }
    // No rank is the cause if all changed alike.
    const RunChangeRow *const ofAll = change.of(ChangePart::Computing);
    if (rank && ofAll && saturatedMagnitude(rank->differenceNs()) / 2 >= saturatedMagnitude(ofAll->differenceNs()))
        out.emplace_back(step->differenceNs() > 0
                             ? RS_MESSAGE("Of all ranks, rank %1 computes longest in comparison: %2 ms more in a step.")
                             : RS_MESSAGE("Of all ranks, rank %1 gained most in computing: %2 ms less in a step."),
                         QStringList{rank->rank, ms(saturatedMagnitude(rank->differenceNs()))});
    const RunChangeRow *most = nullptr;
    for (const ChangePart part : stepParts) {
        const RunChangeRow *const of = change.of(part);
        const auto along = [&](const RunChangeRow *row) {
            return step->differenceNs() > 0 ? row->differenceNs() : -row->differenceNs();
        };
        if (of && (!most || along(of) > along(most)))
            most = of;
    }
    if (!most)
        return out;
    // Several small changes may make one that counts.
    if (static_cast<double>(saturatedMagnitude(most->differenceNs())) <
        leastChange * static_cast<double>(*step->baseNs))
        out.emplace_back(RS_MESSAGE("No part of it changes by 1 % of the step: the change is spread over them."));
    const QStringList part{ms(most->differenceNs()), ms(step->differenceNs())};
    switch (most->part) {
    case ChangePart::Computing:
        out.emplace_back(RS_MESSAGE("Most of it is computing: %1 of %2 ms."), part);
        break;
    case ChangePart::Uncovered:
        out.emplace_back(RS_MESSAGE("Most of it is non-overlapped communication: %1 of %2 ms."), part);
        break;
    case ChangePart::Idle:
        out.emplace_back(RS_MESSAGE("Most of it is idle time: %1 of %2 ms."), part);
        break;
    default:
        out.emplace_back(RS_MESSAGE("Most of it is preparing: %1 of %2 ms."), part);
        break;
    }
    return out;
}

} // namespace

std::vector<Phrase> runChangePhrases(const RunChange &change, const QString &base)
{
    const RunChangeRow *const step = change.of(ChangePart::Step);
    if (!step || !step->ratio())
        return {};
    std::vector<Phrase> out = stepPhrases(change, base);
    if (const std::optional<Phrase> tail = tailPhrase(change, *step, base))
        out.push_back(*tail);
    return out;
}

} // namespace rs
