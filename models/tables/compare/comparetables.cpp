// SPDX-License-Identifier: Apache-2.0
#include "tables/compare/comparetables.h"

#include "analysis/time/runorigin.h"
#include "analysis/ranks/pipelinestages.h"
#include "analysis/compare/slowdowncause.h"
#include "analysis/time/stepwindows.h"
#include "tables/compare/comparefields.h"
#include "tables/base/lookuprows.h"
#include "tables/operators/operatorfields.h"
#include "tables/base/tables.h"
#include "tables/base/words.h"

#include <QtGlobal>

#include <algorithm>
#include <array>

namespace rs {

std::vector<ColumnSpec> compareColumns(OperatorGrouping grouping)
{
    using K = ValueKind;
    const char *const perStep = RS_TABLE("Total / number of steps, if the two sides have different numbers of "
                                         "steps: basis of the difference, the ratio and the state.");
    const char *const p95 = RS_TABLE("95 % of the executions take no longer.");
    std::vector<ColumnSpec> out = identityColumns(grouping);
    const std::vector<ColumnSpec> numbers = {
        {"base-calls", "Base Calls", RS_TABLE("%2: calls"), K::Integer},
        {"base-total", "Base Total(us)", RS_TABLE("%2: total (%1)"), K::Time},
        {"base-average", "Base Average(us)", RS_TABLE("%2: average (%1)"), K::MeanTime},
        {"base-max", "Base Max(us)", RS_TABLE("%2: longest (%1)"), K::Time},
        {"base-min", "Base Min(us)", RS_TABLE("%2: shortest (%1)"), K::Time},
        {"other-calls", "Other Calls", RS_TABLE("%3: calls"), K::Integer},
        {"other-total", "Other Total(us)", RS_TABLE("%3: total (%1)"), K::Time},
        {"other-average", "Other Average(us)", RS_TABLE("%3: average (%1)"), K::MeanTime},
        {"other-max", "Other Max(us)", RS_TABLE("%3: longest (%1)"), K::Time},
        {"other-min", "Other Min(us)", RS_TABLE("%3: shortest (%1)"), K::Time},
        {"difference", "Difference(us)", RS_TABLE("Difference (%1)"), K::Difference,
         RS_TABLE("Total of the other less total of the base; of the mean step of each side where they have different "
                  "numbers of steps.")},
        {"ratio", "Ratio", RS_TABLE("Ratio"), K::Factor,
         RS_TABLE("Total of the other / total of the base; infinite when the base has none. Of the mean step of each "
                  "side where they have different numbers of steps.")},
        {"only-in", "Only In", RS_TABLE("Only in"), K::Word, RS_TABLE("The operator does not run on the other side.")},
        {"base-median", "Base Median(us)", RS_TABLE("%2: median (%1)"), K::Time},
        {"base-p95", "Base P95(us)", RS_TABLE("%2: P95 (%1)"), K::Time, p95},
        {"other-median", "Other Median(us)", RS_TABLE("%3: median (%1)"), K::Time},
        {"other-p95", "Other P95(us)", RS_TABLE("%3: P95 (%1)"), K::Time, p95},
        {"difference-share", "Difference Share(%)", RS_TABLE("Share of total diff (%)"), K::Real,
         RS_TABLE("Share of the sum of all absolute differences; negative if the other side takes less.")},
        {"significance", "Significance", RS_TABLE("Significance"), K::Factor,
         RS_TABLE(
             "The difference of a step / the noise between steps of both sides (1.4826 x median absolute deviation of "
             "each, squares added; of fewer than five steps their standard deviation where that is more, of three "
             "twice that); below 3 it may be chance. Where few steps carry the difference, that of the largest of "
             "them, which of fewer than five steps has to take twice as long as the median one, or to be one in which "
             "all that computes takes longer. Empty where it runs in fewer than three marked steps of a side.")},
        {"state", "State", RS_TABLE("State"), K::Word,
         RS_TABLE("Unchanged: the totals differ by less than 1 % of the base's. Within noise: by more, but the "
                  "significance is below 3. Too few steps: by more, and there is no significance.")},
        {"base-per-step", "Base Per Step(us)", RS_TABLE("%2: per step (%1)"), K::Time, perStep},
        {"other-per-step", "Other Per Step(us)", RS_TABLE("%3: per step (%1)"), K::Time, perStep},
        // The state says it.
        {"in-steps", "In Steps", RS_TABLE("In steps"), K::Text,
         RS_TABLE(
             "The few steps of the whole captures that carry the difference, the largest first: fewer than half, each "
             "beyond the median step by three times the noise or more, and three times as far as any other step. They "
             "have 80 % of it, or all of it that is more than noise. Empty where it is in more of them."),
         false},
    };
    out.insert(out.end(), numbers.begin(), numbers.end());
    // Totals are shown in one unit, single executions in another.
    for (ColumnSpec &c : out) {
        const bool isTotal = c.id.endsWith(u"total") || c.id.endsWith(u"per-step") || c.id == u"difference";
        c.unitGroup = isTotal ? 1 : c.kind == K::Time || c.kind == K::MeanTime ? 2 : 0;
    }
    int place = 0;
    // Both sides and their difference stand side by side.
    for (const QStringView id :
         {u"name", u"type", u"shapes", u"base-total", u"other-total", u"base-per-step", u"other-per-step",
          u"difference", u"ratio", u"state", u"core", u"difference-share", u"significance"}) {
        for (ColumnSpec &c : out) {
            if (c.id == id)
                c.place = ++place;
        }
    }
    return out;
}

namespace {

std::vector<Cell> comparedCells(const ComparedRow &r, OperatorGrouping grouping)
{
    const CompareRow &row = r.row;
    std::vector<Cell> out = identityCells(grouping, row);
    for (const CompareSide &s : {row.base, row.other}) {
        const bool runs = s.calls > 0;
        out.insert(out.end(),
                   {s.calls, s.totalNs, cellIf(runs, s.averageNs()), cellIf(runs, s.maxNs), cellIf(runs, s.minNs)});
    }
    const bool perStep = row.steps.arePerStep();
    const Cell onlyIn = row.onlyIn == OnlyIn::Both ? Cell() : Cell(row.onlyIn == OnlyIn::Base ? "base" : "other");
    out.insert(out.end(), {row.differenceNs(), row.ratio(), onlyIn, r.spread.base.medianNs, r.spread.base.p95Ns,
                           r.spread.other.medianNs, r.spread.other.p95Ns, cellIf(r.spreadKnown, 100 * r.spread.share),
                           r.spread.significance, r.spreadKnown ? Cell(compareStateName(r.spread.state)) : Cell(),
                           cellIf(perStep && row.base.calls > 0, row.baseComparedNs()),
                           cellIf(perStep && row.other.calls > 0, row.otherComparedNs()), r.spread.steps.join(u';')});
    return out;
}

// The few steps that carry the difference.
CellPhrase stepsPhrase(const RowSpread &spread)
{
    const QStringList &steps = spread.steps;
    const bool grown = spread.state == CompareState::Grown;
    if (steps.isEmpty() || (!grown && spread.state != CompareState::Shrunk))
        return {};
    constexpr qsizetype mostNames = 3;
    if (steps.size() > mostNames)
        return {grown ? RS_TABLE("Slower in %1 steps") : RS_TABLE("Faster in %1 steps"), QString::number(steps.size())};
    const bool one = steps.size() == 1;
    return {grown ? (one ? RS_TABLE("Slower in step %1") : RS_TABLE("Slower in steps %1"))
                  : (one ? RS_TABLE("Faster in step %1") : RS_TABLE("Faster in steps %1")),
            steps.join(QStringLiteral(", "))};
}

void setPhrases(CellRows &to, const ComparedRow &r)
{
    // An operator that does not run there takes no time: to people the cell is empty, as the others of the side.
    if (r.row.base.calls <= 0)
        to.setPhrase(u"base-total", {"", {}});
    if (r.row.other.calls <= 0)
        to.setPhrase(u"other-total", {"", {}});
    if (r.spreadKnown && r.row.onlyIn == OnlyIn::Both && !r.spread.significance)
        to.setPhrase(u"significance", {RS_TABLE("too few steps"), {}});
    if (const CellPhrase steps = stepsPhrase(r.spread); steps.english)
        to.setPhrase(u"state", steps);
    if (!r.side || to.columnOf(u"run") < 0)
        return;
    const char *const whole = RS_TABLE("all %1 ranks");
    const SideComparison &of = r.side->of;
    if (of.rank < 0)
        to.setPhrase(u"rank", {whole, QString::number(of.ranks.size())});
    if (of.base < 0)
        to.setPhrase(u"base-rank", {whole, QString::number(of.baseRanks.size())});
}

} // namespace

namespace {

// The window of the asked step on a side; empty without a step. `missing`: the side has no such step.
std::optional<Interval> stepWindow(const RankData &rank, const QString &step, bool &missing, const JobContext &job)
{
    if (step.isEmpty())
        return std::nullopt;
    const Interval window = deviceSpanOf(rank, step, job);
    missing = missing || window.length() <= 0;
    return window;
}

} // namespace

CompareQuery compareQuery(const TableQuery &query)
{
    CompareQuery out;
    out.grouping = query.by;
    out.kind = query.kind;
    out.coreType = query.core;
    return out;
}

namespace {

const QString &otherStepOf(const TableQuery &query)
{
    return query.otherStep.isEmpty() ? query.step : query.otherStep;
}

/// Comparison that a query of a pair asks for; nothing where a side lacks the step.
std::optional<CompareQuery> pairQuery(const TableQuery &query, const RankData &base, const RankData &other,
                                      const JobContext &job)
{
    CompareQuery out = compareQuery(query);
    if (query.baseWindow || query.otherWindow) {
        out.baseWindow = query.baseWindow;
        out.otherWindow = query.otherWindow;
        return out;
    }
    bool missing = false;
    out.baseWindow = stepWindow(base, query.step, missing, job);
    out.otherWindow = stepWindow(other, otherStepOf(query), missing, job);
    out.steps = sideSteps(base, other, out.baseWindow.has_value(), out.otherWindow.has_value());
    return missing ? std::nullopt : std::optional(out);
}

} // namespace

std::vector<ComparedRow> comparedRows(const RankComparison &comparison, const std::vector<RowSpread> &spread)
{
    std::vector<ComparedRow> out;
    out.reserve(comparison.rows.size());
    for (size_t i = 0; i < comparison.rows.size(); ++i) {
        ComparedRow &row = out.emplace_back();
        row.row = comparison.rows[i];
        row.spreadKnown = i < spread.size();
        if (row.spreadKnown)
            row.spread = spread[i];
    }
    return out;
}

std::shared_ptr<ComparedRows> compareSource(const std::vector<ComparedRow> &rows, std::vector<ColumnSpec> columns,
                                            OperatorGrouping grouping)
{
    auto out = std::make_shared<ComparedRows>(std::move(columns));
    qint64 largest = 0;
    for (const ComparedRow &r : rows)
        largest = std::max(largest, saturatedMagnitude(r.row.differenceNs()));
    const bool hasRuns = out->columnOf(u"run") >= 0;
    for (const ComparedRow &r : rows) {
        std::vector<Cell> cells = comparedCells(r, grouping);
        if (r.side)
            cells.insert(cells.begin(), {r.side->label, r.side->baseline});
        if (r.side && hasRuns)
            cells.insert(cells.end(),
                         {r.side->run, r.side->baseRun, cellIf(r.row.base.calls > 0, r.row.baseComparedNs()),
                          cellIf(r.row.other.calls > 0, r.row.otherComparedNs())});
        RowPlace place = r.row.base.longest != NoSlice && !r.side ? RowPlace{r.base, r.row.base.longest, {}}
                                                                  : RowPlace{r.rank, r.row.other.longest, {}};
        if (r.rank >= 0)
            place.pair = std::pair(r.row.base.longest, r.row.other.longest);
        out->add(place, cells);
        setPhrases(*out, r);
        if (largest > 0)
            out->setShare(u"difference", static_cast<double>(r.row.differenceNs()) / static_cast<double>(largest));
        if (r.side)
            out->sides.push_back({r.side, r.row});
    }
    // To people a column without any value says nothing.
    for (const QStringView id : {u"type", u"core", u"significance"})
        out->setShown(id, out->hasValues(id));
    const bool perStep = std::ranges::any_of(rows, [](const auto &r) { return r.row.steps.arePerStep(); });
    for (const QStringView id : {u"base-per-step", u"other-per-step"})
        out->setShown(id, perStep);
    const bool spread = std::ranges::any_of(rows, &ComparedRow::spreadKnown);
    for (const QStringView id :
         {u"state", u"difference-share", u"base-median", u"base-p95", u"other-median", u"other-p95"})
        out->setShown(id, spread);
    return out;
}

std::pair<QString, QString> rankNames(const TableQuery &query)
{
    const bool sameRun = !query.otherRun || query.otherRun == query.run;
    // Two steps of one rank are told apart by these.
    const bool areSteps = sameRun && query.rank == query.other && otherStepOf(query) != query.step;
    const auto name = [sameRun, areSteps](const Run &run, int index, const QString &step) {
        const QString rank = QStringLiteral("rank ") + rankLabel(run, index);
        if (areSteps)
            return QStringLiteral("step %1 of %2").arg(step, rank);
        return sameRun ? rank : rank + QStringLiteral(" of ") + run.title();
    };
    return {name(*query.run, query.rank, query.step),
            name(sameRun ? *query.run : *query.otherRun, query.other, otherStepOf(query))};
}

namespace {

std::optional<std::pair<StagePlace, StagePlace>> stagesOf(const TableQuery &query, const JobContext &job)
{
    return differentStages(*query.run, query.rank, query.otherRun ? *query.otherRun : *query.run, query.other, job);
}

std::vector<RowNote> pairNotes(const TableQuery &query, const RankData &base, const RankData &other,
                               OperatorNote baseNote, OperatorNote otherNote, const JobContext &job)
{
    std::vector<RowNote> notes;
    if (baseNote != OperatorNote::None)
        notes.emplace_back(operatorNoteText(baseNote), base.info.label, QStringLiteral("base"));
    if (otherNote != OperatorNote::None)
        notes.emplace_back(operatorNoteText(otherNote), other.info.label, QStringLiteral("other"));
    if (const auto stages = stagesOf(query, job)) {
        const auto [baseName, otherName] = rankNames(query);
        notes.emplace_back(otherStagesPhrase(*stages, baseName, otherName));
    }
    return notes;
}

std::shared_ptr<const RowSource> makeComparison(const TableQuery &query, const JobContext &job)
{
    const std::shared_ptr<const RankData> base = query.rankData();
    const std::shared_ptr<const RankData> other = query.otherData();
    if (!base || !other)
        return std::make_shared<RowSource>(compareColumns(query.by));
    const std::optional<CompareQuery> asked = pairQuery(query, *base, *other, job);
    RankComparison comparison;
    std::vector<RowSpread> spread;
    std::vector<RowNote> notes;
    if (asked) {
        comparison = compareRanks(*base, *other, *asked, job);
        spread = compareSpread(*base, *other, *asked, comparison, job);
        notes = pairNotes(query, *base, *other, comparison.baseNote, comparison.otherNote, job);
        const auto [baseName, otherName] = rankNames(query);
        const Phrase perStep = perStepPhrase(comparison.steps, baseName, otherName);
        if (!perStep.isEmpty())
            notes.emplace_back(perStep);
        // A difference between ranks with different work has no cause.
        if (!stagesOf(query, job)) {
            const Phrase verdict =
                slowdownCausePhrase(rankSlowdownCause(*base, *other, *asked, job), baseName, otherName);
            if (!verdict.isEmpty())
                notes.emplace_back(verdict);
        }
    }
    if (job.isCanceled())
        return nullptr;
    std::vector<ComparedRow> rows = comparedRows(comparison, spread);
    std::erase_if(rows, [&query](const ComparedRow &r) { return !isWantedState(query.states, r.spread.state); });
    for (ComparedRow &r : rows) {
        r.base = query.rank;
        r.rank = query.other;
    }
    const OperatorGrouping grouping = asked ? comparison.grouping : query.by;
    auto out = compareSource(rows, compareColumns(grouping), grouping);
    out->setNotes(std::move(notes));
    return out;
}

} // namespace

Phrase noStep(const TableQuery &query)
{
    if (!query.step.isEmpty() && query.step != otherStepOf(query))
        return tableReason(
            RS_TABLE("The base has no step %1, or the other side no step %2, as far as their traces mark steps."),
            {query.step, query.otherStep});
    return tableReason(RS_TABLE("Not every side has the step %1, as far as their traces mark steps."),
                       {otherStepOf(query)});
}

bool onlyStatesMissing(const TableSpec &table, TableQuery query)
{
    if (query.states.empty())
        return false;
    query.states.clear();
    const std::shared_ptr<const RowSource> rows = table.make(query, JobContext());
    return rows && rows->rows() > 0;
}

Phrase noSuchState()
{
    return tableReason(RS_TABLE("No operator has one of the chosen states."));
}

void takeStates(TableSpec &table)
{
    table.parameters.push_back(Parameter::State);
    table.noneIsAnswer = [all = table](const TableQuery &query) { return onlyStatesMissing(all, query); };
    table.whyEmpty = [all = table](const TableQuery &query) {
        return onlyStatesMissing(all, query) ? noSuchState() : all.whyEmpty(query);
    };
}

namespace {

// `compare`: compareRanks or compareInOrder.
template <auto Compare>
Phrase whyNoComparison(const TableQuery &query)
{
    const std::shared_ptr<const RankData> base = query.rankData();
    const std::shared_ptr<const RankData> other = query.otherData();
    if (!base || !other)
        return {};
    const std::optional<CompareQuery> asked = pairQuery(query, *base, *other, JobContext());
    if (!asked)
        return noStep(query);
    const auto comparison = Compare(*base, *other, *asked, JobContext());
    QStringList out;
    const auto add = [&out](const QString &side, const RankData &rank, OperatorNote note) {
        if (RankComparison::hinders(note))
            out << phraseText({side, {rank.info.label, phraseText(operatorNoteText(note))}});
    };
    add(RS_MESSAGE("base, rank %1: %2"), *base, comparison.baseNote);
    add(RS_MESSAGE("other, rank %1: %2"), *other, comparison.otherNote);
    return out.isEmpty() ? noOperatorText(QStringLiteral("None of the two ranks"), query) : joinedSentences(out);
}

std::vector<TableFile> compareFiles()
{
    std::vector<TableFile> out;
    for (const NamedGrouping &g : operatorGroupings)
        out.push_back({QLatin1String("by_") + QLatin1String(g.name), [by = g.grouping](TableQuery &q) {
                           q.by = by;
                           q.kind = OperatorKind::All;
                       }});
    return out;
}

std::vector<ColumnSpec> orderColumns()
{
    using K = ValueKind;
    std::vector<ColumnSpec> out{
        {"state", "State", RS_TABLE("State"), K::Word,
         RS_TABLE("Unchanged: it differs by less than 1 % of the base. One execution is held against one: what differs "
                  "may be chance.")},
        ColumnSpec("type", "Type", RS_TABLE("Type"), K::Text),
        ColumnSpec("name", "Name", RS_TABLE("Name"), K::Text),
        ColumnSpec("shapes", "Input Shapes", RS_TABLE("Input shapes"), K::Text),
        ColumnSpec("base-start", "Base Start(ns)", RS_TABLE("%2: start (%1)"), K::Stamp),
        ColumnSpec("base-duration", "Base Duration(us)", RS_TABLE("%2: duration (%1)"), K::Time),
        ColumnSpec("other-start", "Other Start(ns)", RS_TABLE("%3: start (%1)"), K::Stamp),
        ColumnSpec("other-duration", "Other Duration(us)", RS_TABLE("%3: duration (%1)"), K::Time),
        ColumnSpec("difference", "Difference(us)", RS_TABLE("Difference (%1)"), K::Difference,
                   RS_TABLE("Time of the other less time of the base.")),
    };
    setUnitGroup(out, 1, {u"base-duration", u"other-duration", u"difference"});
    return out;
}

// Two executions in order, looked up where they lie: there may be millions.
std::shared_ptr<LookupRows> lookedUp(OrderComparison comparison, int baseRank, int otherRank)
{
    const auto of = std::make_shared<OrderComparison>(std::move(comparison));
    std::array<StrId, static_cast<size_t>(CompareState::OnlyOther) + 1> states{};
    for (size_t i = 0; i < states.size(); ++i)
        states[i] = of->texts.intern(compareStateName(static_cast<CompareState>(i)));
    const std::shared_ptr<const StringPool> texts(of, &of->texts);
    auto rows = std::make_shared<LookupRows>(orderColumns(), std::make_shared<const RowTexts>(texts));
    rows->setCount(of->rows.size());
    rows->setBytes(std::ssize(of->rows) * static_cast<qint64>(sizeof(OrderedRow)) +
                   (std::ssize(of->base) + std::ssize(of->other)) * static_cast<qint64>(sizeof(OrderedCall)));

    // Null where a side did not run it.
    const auto base = [of](quint32 row) {
        const quint32 at = of->rows[row].base;
        return at == OrderedRow::none ? nullptr : &of->base[at];
    };
    const auto other = [of](quint32 row) {
        const quint32 at = of->rows[row].other;
        return at == OrderedRow::none ? nullptr : &of->other[at];
    };
    rows->set(u"state", [of, states](quint32 row) { return states[static_cast<size_t>(of->stateOf(of->rows[row]))]; });
    for (const auto &[id, text] : {std::pair(u"type", &OrderedCall::type), std::pair(u"name", &OrderedCall::name),
                                   std::pair(u"shapes", &OrderedCall::shapes)}) {
        rows->set(id, [base, other, text = text](quint32 row) {
            const OrderedCall *const call = base(row);
            return (call ? call : other(row))->*text;
        });
    }
    const auto setTimes = [&rows](QStringView start, QStringView duration, const auto &side) {
        rows->set(start, [side](quint32 row) {
            const OrderedCall *const call = side(row);
            return call ? std::optional(call->startNs) : std::nullopt;
        });
        rows->set(duration, [side](quint32 row) {
            const OrderedCall *const call = side(row);
            return call ? std::optional(call->durationNs) : std::nullopt;
        });
    };
    setTimes(u"base-start", u"base-duration", base);
    setTimes(u"other-start", u"other-duration", other);
    rows->set(u"difference", [of](quint32 row) { return of->differenceNs(of->rows[row]); });
    rows->setPlace([base, other, baseRank, otherRank](quint32 row) {
        const OrderedCall *const b = base(row);
        const OrderedCall *const o = other(row);
        RowPlace out = b ? RowPlace{baseRank, b->slice, {}} : RowPlace{otherRank, o->slice, {}};
        out.pair = std::pair(b ? b->slice : NoSlice, o ? o->slice : NoSlice);
        return out;
    });
    return rows;
}

std::shared_ptr<const RowSource> makeOrder(const TableQuery &query, const JobContext &job)
{
    const std::shared_ptr<const RankData> base = query.rankData();
    const std::shared_ptr<const RankData> other = query.otherData();
    const std::optional<CompareQuery> asked =
        base && other ? pairQuery(query, *base, *other, job) : std::optional<CompareQuery>();
    OrderComparison comparison;
    if (asked)
        comparison = compareInOrder(*base, *other, *asked, job);
    if (job.isCanceled())
        return nullptr;
    std::vector<RowNote> notes;
    if (asked)
        notes = pairNotes(query, *base, *other, comparison.baseNote, comparison.otherNote, job);
    std::erase_if(comparison.rows, [&query, &comparison](const OrderedRow &r) {
        return !isWantedState(query.states, comparison.stateOf(r));
    });
    auto out = lookedUp(std::move(comparison), query.rank, query.other);
    if (query.otherRun && query.otherRun != query.run)
        out->setOrigin(u"other-start", runOriginNs(*query.otherRun));
    out->setNotes(std::move(notes));
    return out;
}

} // namespace

std::shared_ptr<const RowSource> compareRows(const RankComparison &comparison, const std::vector<RowSpread> &spread,
                                             QStringList names)
{
    auto out =
        compareSource(comparedRows(comparison, spread), compareColumns(comparison.grouping), comparison.grouping);
    out->setNames(std::move(names));
    return out;
}

void addCompareTables(Catalogue &catalogue)
{
    using P = Parameter;
    const TableSources sources{
        {QStringLiteral("kernel_details"), QStringLiteral("op_summary"), QStringLiteral("trace")}, {}};
    TableSpec &compare = catalogue.add("compare", TableScope::Pair, RS_TABLE("Comparison"),
                                       RS_TABLE("The operators of two ranks side by side; ratio is other / base."));
    compare.parameters = {P::By, P::Kind, P::Core, P::Step};
    compare.sources = sources;
    compare.columns = [](const TableQuery &query) { return compareColumns(query.by); };
    compare.make = makeComparison;
    compare.whyEmpty = whyNoComparison<compareRanks>;
    compare.files = compareFiles();
    takeStates(compare);

    TableSpec &order =
        catalogue.add("compare.order", TableScope::Pair, RS_TABLE("Comparison in order"),
                      RS_TABLE("The operators of two ranks as they ran, matched by a longest common subsequence of "
                               "their types and input shapes; what only one side ran stands alone."),
                      orderColumns, makeOrder, whyNoComparison<compareInOrder>);
    order.parameters = {P::Kind, P::Core, P::Step};
    order.sources = sources;
    order.files = {{QStringLiteral("in_order"), [](TableQuery &q) { q.kind = OperatorKind::All; }}};
    takeStates(order);

    addCompareSides(catalogue);
    addCompareSheets(catalogue);
    addCompareRuns(catalogue);
}

} // namespace rs
