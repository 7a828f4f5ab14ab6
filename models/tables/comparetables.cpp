// SPDX-License-Identifier: Apache-2.0
#include "tables/comparetables.h"

#include "analysis/compare/ordercompare.h"
#include "analysis/time/runorigin.h"
#include "analysis/ranks/pipelinestages.h"
#include "analysis/compare/slowdowncause.h"
#include "analysis/time/stepwindows.h"
#include "core/base/saturate.h"
#include "tables/comparefields.h"
#include "tables/operatorfields.h"
#include "tables/tables.h"

#include <QtGlobal>

#include <algorithm>
#include <array>
#include <map>

namespace rs {

namespace {

void addSide(std::vector<Field<CompareRow>> &out, CompareSide CompareRow::*side, const std::string &id,
             const std::string &header, const std::array<const char *, 5> &titles)
{
    using K = ValueKind;
    constexpr int totals = 1;
    constexpr int single = 2;
    const auto add = [&](const char *what, const char *unit, const char *title, ValueKind kind,
                         std::function<FieldValue(const CompareSide &)> value) {
        out.push_back({{(id + "-" + what).c_str(), "", title, kind},
                       [side, value = std::move(value)](const CompareRow &r) { return value(r.*side); }});
        QString &h = out.back().column.header;
        h = QString::fromStdString(header + ' ');
        h += QString(QLatin1Char(what[0])).toUpper() + QLatin1String(what + 1) + QLatin1String(unit);
    };
    add("calls", "", titles[0], K::Integer, [](const CompareSide &s) { return s.calls; });
    add("total", "(us)", titles[1], K::Time, [](const CompareSide &s) { return s.totalNs; });
    out.back().column.unitGroup = totals;
    // What does not run there takes no time; to people the cell says so by being empty, as the others of the side.
    out.back().phrase = [side](const CompareRow &r) { return (r.*side).calls > 0 ? CellPhrase() : CellPhrase{"", {}}; };
    add("average", "(us)", titles[2], K::MeanTime,
        [](const CompareSide &s) { return known(s.calls > 0, s.averageNs()); });
    out.back().column.unitGroup = single;
    add("max", "(us)", titles[3], K::Time, [](const CompareSide &s) { return known(s.calls > 0, s.maxNs); });
    out.back().column.unitGroup = single;
    add("min", "(us)", titles[4], K::Time, [](const CompareSide &s) { return known(s.calls > 0, s.minNs); });
    out.back().column.unitGroup = single;
}

std::vector<Field<CompareRow>> pairFields(OperatorGrouping grouping)
{
    using R = CompareRow;
    using K = ValueKind;
    std::vector<Field<R>> out = identityFields<R>(grouping);
    addSide(out, &CompareRow::base, "base", "Base",
            {RS_TABLE("%2: calls"), RS_TABLE("%2: total (%1)"), RS_TABLE("%2: average (%1)"),
             RS_TABLE("%2: longest (%1)"), RS_TABLE("%2: shortest (%1)")});
    addSide(out, &CompareRow::other, "other", "Other",
            {RS_TABLE("%3: calls"), RS_TABLE("%3: total (%1)"), RS_TABLE("%3: average (%1)"),
             RS_TABLE("%3: longest (%1)"), RS_TABLE("%3: shortest (%1)")});
    out.push_back({{"difference", "Difference(us)", RS_TABLE("Difference (%1)"), K::Difference,
                    RS_TABLE("Total of the other less total of the base; of the mean step of each side where they have "
                             "different numbers of steps.")},
                   [](const R &r) { return r.differenceNs(); }});
    out.back().column.unitGroup = 1; // that of the totals
    out.push_back({{"ratio", "Ratio", RS_TABLE("Ratio"), K::Factor,
                    RS_TABLE("Total of the other / total of the base; infinite when the base has none. Of the mean "
                             "step of each side where they have different numbers of steps.")},
                   [](const R &r) { return r.ratio(); }});
    out.push_back(
        {{"only-in", "Only In", RS_TABLE("Only in"), K::Word, RS_TABLE("The operator does not run on the other side.")},
         [](const R &r) {
             return r.onlyIn == OnlyIn::Both ? QString()
                                             : QString(QLatin1String(r.onlyIn == OnlyIn::Base ? "base" : "other"));
         }});
    return out;
}

void addSpread(std::vector<Field<ComparedRow>> &out, SideSpread RowSpread::*side, const char *medianId,
               const char *medianHeader, const char *medianTitle, const char *p95Id, const char *p95Header,
               const char *p95Title)
{
    using R = ComparedRow;
    constexpr int single = 2; // the unit of averages and extremes
    out.push_back({{medianId, medianHeader, medianTitle, ValueKind::Time},
                   [side](const R &r) { return fieldOf((r.spread.*side).medianNs); }});
    out.back().column.unitGroup = single;
    out.push_back({{p95Id, p95Header, p95Title, ValueKind::Time, RS_TABLE("95 % of the executions take no longer.")},
                   [side](const R &r) { return fieldOf((r.spread.*side).p95Ns); }});
    out.back().column.unitGroup = single;
}

} // namespace

std::vector<Field<ComparedRow>> compareFields(OperatorGrouping grouping)
{
    using R = ComparedRow;
    using K = ValueKind;
    std::vector<Field<R>> out = fieldsOfPart(pairFields(grouping), &R::row);
    addSpread(out, &RowSpread::base, "base-median", "Base Median(us)", RS_TABLE("%2: median (%1)"), "base-p95",
              "Base P95(us)", RS_TABLE("%2: P95 (%1)"));
    addSpread(out, &RowSpread::other, "other-median", "Other Median(us)", RS_TABLE("%3: median (%1)"), "other-p95",
              "Other P95(us)", RS_TABLE("%3: P95 (%1)"));
    out.push_back({{"difference-share", "Difference Share(%)", RS_TABLE("Share of the difference (%)"), K::Real,
                    RS_TABLE("Of the sizes of all differences together; negative where the other takes less.")},
                   [](const R &r) { return known(r.spreadKnown, 100 * r.spread.share); }});
    out.push_back(
        {{"significance", "Significance", RS_TABLE("Significance"), K::Factor,
          RS_TABLE(
              "The difference of a step / the noise between steps of both sides (1.4826 x median absolute deviation of "
              "each, squares added; of fewer than five steps their standard deviation where that is more, of three "
              "twice that); below 3 it may be chance. Where few steps carry the difference, that of the largest of "
              "them, which of fewer than five steps has to take twice as long as the median one, or to be one in which "
              "all that computes takes longer. Empty where it runs in fewer than three marked steps of a side.")},
         [](const R &r) { return fieldOf(r.spread.significance); }});
    out.back().phrase = [](const R &r) {
        return r.spreadKnown && r.row.onlyIn == OnlyIn::Both && !r.spread.significance
                   ? CellPhrase{RS_TABLE("too few steps"), {}}
                   : CellPhrase();
    };
    out.push_back({{"state", "State", RS_TABLE("State"), K::Word,
                    RS_TABLE("Unchanged: the totals differ by less than 1 % of the base's. Within noise: by more, but "
                             "the significance is below 3. Too few steps: by more, and there is no significance.")},
                   [](const R &r) {
                       return r.spreadKnown ? QString(QLatin1String(compareStateName(r.spread.state))) : QString();
                   }});
    out.back().phrase = [](const R &r) {
        const QStringList &steps = r.spread.steps;
        const bool grown = r.spread.state == CompareState::Grown;
        if (steps.isEmpty() || (!grown && r.spread.state != CompareState::Shrunk))
            return CellPhrase();
        constexpr qsizetype mostNames = 3;
        if (steps.size() > mostNames)
            return CellPhrase{grown ? RS_TABLE("Grown in %1 steps") : RS_TABLE("Shrunk in %1 steps"),
                              QString::number(steps.size())};
        const bool one = steps.size() == 1;
        return CellPhrase{grown ? (one ? RS_TABLE("Grown in step %1") : RS_TABLE("Grown in steps %1"))
                                : (one ? RS_TABLE("Shrunk in step %1") : RS_TABLE("Shrunk in steps %1")),
                          steps.join(QStringLiteral(", "))};
    };
    const char *const perStep = RS_TABLE("Total / number of steps, where the two sides have different numbers of "
                                         "steps: what the difference, the ratio and the state follow from.");
    const auto ofSteps = [](qint64 (CompareRow::*compared)() const, CompareSide CompareRow::*side) {
        return [compared, side](const R &r) {
            return known(r.row.steps.arePerStep() && (r.row.*side).calls > 0, (r.row.*compared)());
        };
    };
    out.push_back({{"base-per-step", "Base Per Step(us)", RS_TABLE("%2: per step (%1)"), K::Time, perStep},
                   ofSteps(&CompareRow::baseComparedNs, &CompareRow::base)});
    out.back().column.unitGroup = 1; // that of the totals
    out.push_back({{"other-per-step", "Other Per Step(us)", RS_TABLE("%3: per step (%1)"), K::Time, perStep},
                   ofSteps(&CompareRow::otherComparedNs, &CompareRow::other)});
    out.back().column.unitGroup = 1;
    out.push_back(
        {{"in-steps", "In Steps", RS_TABLE("In steps"), K::Text,
          RS_TABLE(
              "The few steps of the whole captures that carry the difference, the largest first: fewer than half, each "
              "beyond the median step by three times the noise or more, and three times as far as any other step. They "
              "have 80 % of it, or all of it that is more than noise. Empty where it is in more of them.")},
         [](const R &r) { return r.spread.steps.join(u';'); }});
    out.back().column.shown = false; // the state says it
    int place = 0;
    for (const QStringView id : {u"name", u"type", u"shapes", u"core", u"difference", u"ratio", u"state",
                                 u"difference-share", u"significance"}) {
        for (Field<R> &f : out) {
            if (f.column.id == id)
                f.column.place = ++place;
        }
    }
    return out;
}

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

/// What a query of a pair asks for; nothing where a side lacks the step.
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

std::shared_ptr<StructSource<ComparedRow>> compareSource(std::vector<ComparedRow> rows,
                                                         std::vector<Field<ComparedRow>> fields, bool ofSides)
{
    // To people a column without any value says nothing.
    const auto shownIfAny = [&](QStringView id, auto has) {
        fieldNamed(fields, id).column.shown = std::any_of(rows.begin(), rows.end(), has);
    };
    shownIfAny(u"type", [](const ComparedRow &r) { return !r.row.type.isEmpty(); });
    shownIfAny(u"core", [](const ComparedRow &r) { return !r.row.coreType.isEmpty(); });
    for (const QStringView id : {u"base-per-step", u"other-per-step"})
        shownIfAny(id, [](const ComparedRow &r) { return r.row.steps.arePerStep(); });
    shownIfAny(u"significance", [](const ComparedRow &r) { return r.spread.significance.has_value(); });
    for (const QStringView id :
         {u"state", u"difference-share", u"base-median", u"base-p95", u"other-median", u"other-p95"})
        shownIfAny(id, [](const ComparedRow &r) { return r.spreadKnown; });
    qint64 largest = 0;
    for (const ComparedRow &r : rows)
        largest = std::max(largest, saturatedMagnitude(r.row.differenceNs()));
    if (largest > 0)
        fieldNamed(fields, u"difference").share = [largest](const ComparedRow &r) {
            return std::optional(static_cast<double>(r.row.differenceNs()) / static_cast<double>(largest));
        };
    return std::make_shared<StructSource<ComparedRow>>(
        std::move(fields), std::move(rows), [ofSides](const ComparedRow &r) {
            RowPlace out = r.row.base.longest != NoSlice && !ofSides ? RowPlace{r.base, r.row.base.longest, {}}
                                                                     : RowPlace{r.rank, r.row.other.longest, {}};
            if (r.rank >= 0)
                out.pair = std::pair(r.row.base.longest, r.row.other.longest);
            return out;
        });
}

namespace {

QString sideName(bool base, const RankData &rank)
{
    return (base ? QStringLiteral("base, rank ") : QStringLiteral("other, rank ")) + rank.info.label;
}

} // namespace

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
        return std::make_shared<NoRows>(columnsOf(compareFields(query.by)));
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
        // Of what does different work a difference has no cause.
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
    auto out = compareSource(std::move(rows), compareFields(asked ? comparison.grouping : query.by));
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
    return tableReason(RS_TABLE("No operator is of the states that were asked for."));
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

Phrase whyNoComparison(const TableQuery &query)
{
    const std::shared_ptr<const RankData> base = query.rankData();
    const std::shared_ptr<const RankData> other = query.otherData();
    if (!base || !other)
        return {};
    const std::optional<CompareQuery> asked = pairQuery(query, *base, *other, JobContext());
    if (!asked)
        return noStep(query);
    const RankComparison comparison = compareRanks(*base, *other, *asked);
    QStringList out;
    if (RankComparison::hinders(comparison.baseNote))
        out << operatorNoteOf(sideName(true, *base), comparison.baseNote);
    if (RankComparison::hinders(comparison.otherNote))
        out << operatorNoteOf(sideName(false, *other), comparison.otherNote);
    return out.isEmpty() ? noOperatorText(QStringLiteral("None of the two ranks"), query) : out.join(u' ');
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

/// Two executions in order, looked up where they lie: there may be millions.
class OrderRows final : public RowSource
{
public:
    OrderRows(OrderComparison &&comparison, int baseRank, int otherRank, std::vector<ColumnSpec> columns)
        : RowSource(std::move(columns)), m_comparison(std::move(comparison)), m_baseRank(baseRank),
          m_otherRank(otherRank)
    {
        for (size_t i = 0; i < m_states.size(); ++i)
            m_states[i] = m_comparison.texts.intern(compareStateName(static_cast<CompareState>(i)));
    }
    using RowSource::setNames;
    using RowSource::setNotes;

    enum Column { State, Type, Name, Shapes, BaseStart, BaseTime, OtherStart, OtherTime, Difference };

    [[nodiscard]] quint32 rows() const override { return static_cast<quint32>(m_comparison.rows.size()); }
    [[nodiscard]] quint32 textCount() const override { return m_comparison.texts.size(); }
    [[nodiscard]] std::string_view textView(StrId id) const override { return m_comparison.texts.view(id); }
    [[nodiscard]] StrId textId(quint32 row, int column) const override
    {
        const OrderedRow &r = m_comparison.rows[row];
        const OrderedCall &call = r.base != OrderedRow::none ? *base(r) : *other(r);
        return column == State  ? m_states[static_cast<size_t>(m_comparison.stateOf(r))]
               : column == Type ? call.type
               : column == Name ? call.name
                                : call.shapes;
    }
    [[nodiscard]] std::optional<qint64> integer(quint32 row, int column) const override
    {
        const OrderedRow &r = m_comparison.rows[row];
        if (column == Difference)
            return m_comparison.differenceNs(r);
        const OrderedCall *const call = column <= BaseTime ? base(r) : other(r);
        if (!call)
            return std::nullopt;
        return column == BaseStart || column == OtherStart ? call->startNs : call->durationNs;
    }
    [[nodiscard]] std::optional<double> real(quint32, int) const override { return std::nullopt; }
    [[nodiscard]] RowPlace place(quint32 row) const override
    {
        const OrderedRow &r = m_comparison.rows[row];
        RowPlace out = r.base != OrderedRow::none ? RowPlace{m_baseRank, base(r)->slice, {}}
                                                  : RowPlace{m_otherRank, other(r)->slice, {}};
        out.pair = std::pair(base(r) ? base(r)->slice : NoSlice, other(r) ? other(r)->slice : NoSlice);
        return out;
    }
    [[nodiscard]] qint64 bytes() const override
    {
        return std::ssize(m_comparison.rows) * static_cast<qint64>(sizeof(OrderedRow)) +
               (std::ssize(m_comparison.base) + std::ssize(m_comparison.other)) *
                   static_cast<qint64>(sizeof(OrderedCall));
    }

private:
    [[nodiscard]] const OrderedCall *base(const OrderedRow &r) const
    {
        return r.base == OrderedRow::none ? nullptr : &m_comparison.base[r.base];
    }
    [[nodiscard]] const OrderedCall *other(const OrderedRow &r) const
    {
        return r.other == OrderedRow::none ? nullptr : &m_comparison.other[r.other];
    }

    OrderComparison m_comparison;
    int m_baseRank;
    int m_otherRank;
    std::array<StrId, static_cast<size_t>(CompareState::OnlyOther) + 1> m_states{};
};

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
    for (const int column : {OrderRows::BaseTime, OrderRows::OtherTime, OrderRows::Difference})
        out[static_cast<size_t>(column)].unitGroup = 1;
    return out;
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
    std::vector<ColumnSpec> columns = orderColumns();
    if (query.otherRun && query.otherRun != query.run)
        columns[OrderRows::OtherStart].originNs = runOriginNs(*query.otherRun);
    auto out = std::make_shared<OrderRows>(std::move(comparison), query.rank, query.other, std::move(columns));
    out->setNotes(std::move(notes));
    return out;
}

Phrase whyNoOrder(const TableQuery &query)
{
    const std::shared_ptr<const RankData> base = query.rankData();
    const std::shared_ptr<const RankData> other = query.otherData();
    if (!base || !other)
        return {};
    const std::optional<CompareQuery> asked = pairQuery(query, *base, *other, JobContext());
    if (!asked)
        return noStep(query);
    const OrderComparison comparison = compareInOrder(*base, *other, *asked);
    QStringList out;
    if (RankComparison::hinders(comparison.baseNote))
        out << operatorNoteOf(sideName(true, *base), comparison.baseNote);
    if (RankComparison::hinders(comparison.otherNote))
        out << operatorNoteOf(sideName(false, *other), comparison.otherNote);
    return out.isEmpty() ? noOperatorText(QStringLiteral("None of the two ranks"), query) : out.join(u' ');
}

} // namespace

std::shared_ptr<const RowSource> compareRows(const RankComparison &comparison, QStringList names)
{
    return compareRows(comparison, {}, std::move(names));
}

std::shared_ptr<const RowSource> compareRows(const RankComparison &comparison, const std::vector<RowSpread> &spread,
                                             QStringList names)
{
    auto out = compareSource(comparedRows(comparison, spread), compareFields(comparison.grouping));
    out->setNames(std::move(names));
    return out;
}

std::shared_ptr<const RowSource> orderRows(OrderComparison comparison, QStringList names)
{
    auto out = std::make_shared<OrderRows>(std::move(comparison), -1, -1, orderColumns());
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
    compare.columns = [](const TableQuery &query) { return columnsOf(compareFields(query.by)); };
    compare.make = makeComparison;
    compare.whyEmpty = whyNoComparison;
    compare.files = compareFiles();
    takeStates(compare);

    TableSpec &order =
        catalogue.add("compare.order", TableScope::Pair, RS_TABLE("Comparison in order"),
                      RS_TABLE("The operators of two ranks as they ran, matched by a longest common subsequence of "
                               "their types and input shapes; what only one side ran stands alone."));
    order.parameters = {P::Kind, P::Core, P::Step};
    order.sources = sources;
    order.columns = [](const TableQuery &) { return orderColumns(); };
    order.make = makeOrder;
    order.whyEmpty = whyNoOrder;
    order.files = {{QStringLiteral("in_order"), [](TableQuery &q) { q.kind = OperatorKind::All; }}};
    takeStates(order);

    addCompareSides(catalogue);
    addCompareSheets(catalogue);
}

} // namespace rs
