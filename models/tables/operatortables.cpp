// SPDX-License-Identifier: Apache-2.0
#include "analysis/operatorstats.h"
#include "analysis/pipelinestages.h"
#include "analysis/slowness.h"
#include "core/saturate.h"
#include "tables/structsource.h"
#include "tables/tables.h"

#include <QtGlobal>

#include <algorithm>
#include <array>

namespace rs {

namespace {

// A name has one type in practice, so Type stands beside it; a type has many names, so Name does not.
struct IdentityColumns
{
    bool name;
    bool shapes;
};

IdentityColumns identityOf(OperatorGrouping grouping)
{
    return {grouping != OperatorGrouping::Type && grouping != OperatorGrouping::Shape,
            grouping == OperatorGrouping::Shape || grouping == OperatorGrouping::NameShape ||
                grouping == OperatorGrouping::Kernel};
}

template <typename R>
std::vector<Field<R>> identityFields(OperatorGrouping grouping)
{
    using K = ValueKind;
    const IdentityColumns has = identityOf(grouping);
    std::vector<Field<R>> out;
    out.push_back(
        {tableColumn("type", "Type", QT_TRANSLATE_NOOP("Tables", "Type"), K::Text), [](const R &r) { return r.type; }});
    if (has.name)
        out.push_back({tableColumn("name", "Name", QT_TRANSLATE_NOOP("Tables", "Name"), K::Text),
                       [](const R &r) { return r.name; }});
    if (has.shapes)
        out.push_back({tableColumn("shapes", "Input Shapes", QT_TRANSLATE_NOOP("Tables", "Input shapes"), K::Text),
                       [](const R &r) { return r.shapes; }});
    out.push_back({tableColumn("core", "Core Type", QT_TRANSLATE_NOOP("Tables", "Accelerator core"), K::Text),
                   [](const R &r) { return r.coreType; }});
    return out;
}

std::vector<Field<OperatorRow>> operatorFields(OperatorGrouping grouping)
{
    using R = OperatorRow;
    using K = ValueKind;
    std::vector<Field<R>> out = identityFields<R>(grouping);
    const std::vector<Field<R>> numbers = {
        {tableColumn("calls", "Calls", QT_TRANSLATE_NOOP("Tables", "Calls"), K::Integer),
         [](const R &r) { return r.calls; }},
        {tableColumn("total", "Total(us)", QT_TRANSLATE_NOOP("Tables", "Total (%1)"), K::Time),
         [](const R &r) { return r.totalNs; }},
        {tableColumn("average", "Average(us)", QT_TRANSLATE_NOOP("Tables", "Average (%1)"), K::MeanTime),
         [](const R &r) { return r.averageNs(); }},
        {tableColumn("min", "Min(us)", QT_TRANSLATE_NOOP("Tables", "Min (%1)"), K::Time),
         [](const R &r) { return r.minNs; }},
        {tableColumn("max", "Max(us)", QT_TRANSLATE_NOOP("Tables", "Max (%1)"), K::Time),
         [](const R &r) { return r.maxNs; }},
        {tableColumn("share", "Share(%)", QT_TRANSLATE_NOOP("Tables", "Share (%)"), K::Percent,
                     QT_TRANSLATE_NOOP("Tables", "Of the total of all rows.")),
         [](const R &r) { return r.share; }},
    };
    out.insert(out.end(), numbers.begin(), numbers.end());
    return out;
}

QString noteOf(const QString &who, OperatorNote note)
{
    return QStringLiteral("%1: %2").arg(who, operatorNoteText(note));
}

OperatorQuery operatorQuery(const TableQuery &query)
{
    OperatorQuery out;
    out.grouping = query.by;
    out.kind = query.kind;
    out.coreType = query.core;
    return out;
}

std::shared_ptr<const RowSource> makeOperators(const TableQuery &query, const JobContext &job)
{
    const std::shared_ptr<const RankData> rank = query.rankData();
    OperatorTable table = rank ? operatorStats(*rank, operatorQuery(query), job) : OperatorTable();
    if (job.isCanceled())
        return nullptr;
    auto out = std::make_shared<StructSource<OperatorRow>>(operatorFields(table.grouping), std::move(table.rows),
                                                           [index = query.rank](const OperatorRow &r) {
                                                               return RowPlace{index, r.longest, {}};
                                                           });
    if (rank && table.note != OperatorNote::None)
        out->setNotes({noteOf(QStringLiteral("rank ") + rank->info.label, table.note)});
    return out;
}

void addSide(std::vector<Field<CompareRow>> &out, CompareSide CompareRow::*side, const std::string &id,
             const std::string &header, const std::array<const char *, 5> &titles)
{
    using K = ValueKind;
    constexpr int totals = 1;
    constexpr int single = 2;
    const auto add = [&](const char *what, const char *unit, const char *title, ValueKind kind,
                         std::function<FieldValue(const CompareSide &)> value) {
        out.push_back({tableColumn((id + "-" + what).c_str(), "", title, kind),
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

std::vector<Field<CompareRow>> compareFields(OperatorGrouping grouping)
{
    using R = CompareRow;
    using K = ValueKind;
    std::vector<Field<R>> out = identityFields<R>(grouping);
    addSide(out, &CompareRow::base, "base", "Base",
            {QT_TRANSLATE_NOOP("Tables", "%2: calls"), QT_TRANSLATE_NOOP("Tables", "%2: total (%1)"),
             QT_TRANSLATE_NOOP("Tables", "%2: average (%1)"), QT_TRANSLATE_NOOP("Tables", "%2: longest (%1)"),
             QT_TRANSLATE_NOOP("Tables", "%2: shortest (%1)")});
    addSide(out, &CompareRow::other, "other", "Other",
            {QT_TRANSLATE_NOOP("Tables", "%3: calls"), QT_TRANSLATE_NOOP("Tables", "%3: total (%1)"),
             QT_TRANSLATE_NOOP("Tables", "%3: average (%1)"), QT_TRANSLATE_NOOP("Tables", "%3: longest (%1)"),
             QT_TRANSLATE_NOOP("Tables", "%3: shortest (%1)")});
    out.push_back(
        {tableColumn("difference", "Difference(us)", QT_TRANSLATE_NOOP("Tables", "Difference (%1)"), K::Difference,
                     QT_TRANSLATE_NOOP("Tables", "Total of the other less total of the base.")),
         [](const R &r) { return r.differenceNs(); }});
    out.back().column.unitGroup = 1; // that of the totals
    out.push_back(
        {tableColumn(
             "ratio", "Ratio", QT_TRANSLATE_NOOP("Tables", "Ratio"), K::Factor,
             QT_TRANSLATE_NOOP("Tables", "Total of the other / total of the base; infinite when the base has none.")),
         [](const R &r) { return r.ratio(); }});
    out.push_back({tableColumn("only-in", "Only In", QT_TRANSLATE_NOOP("Tables", "Only in"), K::Word,
                               QT_TRANSLATE_NOOP("Tables", "The operator does not run on the other side.")),
                   [](const R &r) {
                       return r.onlyIn == OnlyIn::Both
                                  ? QString()
                                  : QString(QLatin1String(r.onlyIn == OnlyIn::Base ? "base" : "other"));
                   }});
    int place = 0;
    for (const QStringView id : {u"name", u"type", u"shapes", u"core", u"difference", u"ratio"}) {
        for (Field<R> &f : out) {
            if (f.column.id == id)
                f.column.place = ++place;
        }
    }
    return out;
}

CompareQuery compareQuery(const TableQuery &query)
{
    CompareQuery out;
    out.grouping = query.by;
    out.kind = query.kind;
    out.coreType = query.core;
    return out;
}

std::shared_ptr<StructSource<CompareRow>> compareSource(std::vector<CompareRow> rows, OperatorGrouping grouping,
                                                        int base, int other)
{
    std::vector<Field<CompareRow>> fields = compareFields(grouping);
    // To people a column without any value says nothing.
    const auto shownIfAny = [&](QStringView id, QString CompareRow::*text) {
        fieldNamed(fields, id).column.shown =
            std::any_of(rows.begin(), rows.end(), [text](const CompareRow &r) { return !(r.*text).isEmpty(); });
    };
    shownIfAny(u"type", &CompareRow::type);
    shownIfAny(u"core", &CompareRow::coreType);
    qint64 largest = 0;
    for (const CompareRow &r : rows)
        largest = std::max(largest, saturatedMagnitude(r.differenceNs()));
    if (largest > 0)
        fieldNamed(fields, u"difference").share = [largest](const CompareRow &r) {
            return std::optional(static_cast<double>(r.differenceNs()) / static_cast<double>(largest));
        };
    return std::make_shared<
        StructSource<CompareRow>>(std::move(fields), std::move(rows), [base, other](const CompareRow &r) {
        return r.base.longest != NoSlice ? RowPlace{base, r.base.longest, {}} : RowPlace{other, r.other.longest, {}};
    });
}

std::shared_ptr<const RowSource> makeComparison(const TableQuery &query, const JobContext &job)
{
    const std::shared_ptr<const RankData> base = query.rankData();
    const std::shared_ptr<const RankData> other = query.otherData();
    RankComparison comparison;
    if (base && other)
        comparison = compareRanks(*base, *other, compareQuery(query), job);
    if (job.isCanceled())
        return nullptr;
    auto out = compareSource(std::move(comparison.rows), comparison.grouping, query.rank, query.other);
    QStringList notes;
    if (base && comparison.baseNote != OperatorNote::None)
        notes << noteOf(QStringLiteral("base, rank ") + base->info.label, comparison.baseNote);
    if (other && comparison.otherNote != OperatorNote::None)
        notes << noteOf(QStringLiteral("other, rank ") + other->info.label, comparison.otherNote);
    if (base && other) {
        const Phrase verdict =
            slownessPhrase(rankSlowness(*base, *other, compareQuery(query), job),
                           QStringLiteral("rank ") + base->info.label, QStringLiteral("rank ") + other->info.label);
        if (!verdict.isEmpty())
            notes << verdict.english();
        const bool sameRun = !query.otherRun || query.otherRun == query.run;
        if (const auto stages = sameRun ? differentStages(*query.run, query.rank, query.other, job) : std::nullopt)
            notes << QStringLiteral("rank %1 is of pipeline stage %2, rank %3 of stage %4: they do different work, so "
                                    "a difference says little.")
                         .arg(base->info.label, QString::number(stages->first), other->info.label,
                              QString::number(stages->second));
    }
    out->setNotes(std::move(notes));
    return out;
}

// "no compute operator on core X": what a table was asked for and does not have.
QString noneText(const QString &who, const TableQuery &query)
{
    const QString core = query.core.isEmpty() ? QString() : QStringLiteral(" on core ") + query.core;
    switch (query.kind) {
    case OperatorKind::Compute:
        return QStringLiteral("%1 has no compute operator%2 in its data: there is nothing to list.").arg(who, core);
    case OperatorKind::Communication:
        return QStringLiteral("%1 has no communication operator%2 in its data: there is nothing to list.")
            .arg(who, core);
    case OperatorKind::All:
        break;
    }
    return QStringLiteral("%1 has no operator%2 in its data: there is nothing to list.").arg(who, core);
}

Phrase whyNoOperators(const TableQuery &query)
{
    const std::shared_ptr<const RankData> rank = query.rankData();
    if (!rank)
        return {};
    const QString who = QStringLiteral("rank ") + rank->info.label;
    const OperatorNote note = operatorStats(*rank, operatorQuery(query)).note;
    if (note == OperatorNote::NoData)
        return noteOf(who, note);
    if (note == OperatorNote::FromTrace && !query.core.isEmpty())
        return QStringLiteral(
            "The trace does not tell on which core an operator ran: --core needs kernel_details.csv.");
    return noneText(who, query);
}

Phrase whyNoComparison(const TableQuery &query)
{
    const std::shared_ptr<const RankData> base = query.rankData();
    const std::shared_ptr<const RankData> other = query.otherData();
    if (!base || !other)
        return {};
    const RankComparison comparison = compareRanks(*base, *other, compareQuery(query));
    QStringList out;
    if (RankComparison::hinders(comparison.baseNote))
        out << noteOf(QStringLiteral("base, rank ") + base->info.label, comparison.baseNote);
    if (RankComparison::hinders(comparison.otherNote))
        out << noteOf(QStringLiteral("other, rank ") + other->info.label, comparison.otherNote);
    return out.isEmpty() ? noneText(QStringLiteral("None of the two ranks"), query) : out.join(u' ');
}

struct NamedGrouping
{
    const char *name;
    OperatorGrouping grouping;
};
constexpr NamedGrouping groupings[] = {{"type", OperatorGrouping::Type},
                                       {"name", OperatorGrouping::Name},
                                       {"shape", OperatorGrouping::Shape},
                                       {"name_shape", OperatorGrouping::NameShape}};

std::vector<TableFile> operatorFiles()
{
    std::vector<TableFile> out;
    for (const NamedGrouping &g : groupings) {
        for (const OperatorKind kind : {OperatorKind::Compute, OperatorKind::Communication}) {
            const bool compute = kind == OperatorKind::Compute;
            out.push_back({QLatin1String(compute ? "operators_compute_by_" : "operators_communication_by_") +
                               QLatin1String(g.name),
                           [by = g.grouping, kind](TableQuery &q) {
                               q.by = by;
                               q.kind = kind;
                           }});
        }
    }
    return out;
}

std::vector<TableFile> compareFiles()
{
    std::vector<TableFile> out;
    for (const NamedGrouping &g : groupings)
        out.push_back({QLatin1String("by_") + QLatin1String(g.name), [by = g.grouping](TableQuery &q) {
                           q.by = by;
                           q.kind = OperatorKind::All;
                       }});
    return out;
}

} // namespace

std::shared_ptr<const RowSource> compareRows(const RankComparison &comparison, QStringList names)
{
    auto out = compareSource(comparison.rows, comparison.grouping, -1, -1);
    out->setNames(std::move(names));
    return out;
}

void addOperatorTables(Catalogue &catalogue)
{
    using P = Parameter;
    const TableSources sources{
        {QStringLiteral("kernel_details"), QStringLiteral("op_summary"), QStringLiteral("trace")}, {}};
    TableSpec &operators = catalogue.add(
        "operators", TableScope::Rank, QT_TRANSLATE_NOOP("Tables", "Operators"),
        QT_TRANSLATE_NOOP("Tables", "Operators of one rank with calls, total, average, shortest and longest time."));
    operators.parameters = {P::By, P::Kind, P::Core};
    operators.sources = sources;
    operators.columns = [](const TableQuery &query) { return columnsOf(operatorFields(query.by)); };
    operators.make = makeOperators;
    operators.whyEmpty = whyNoOperators;
    operators.files = operatorFiles();

    TableSpec &compare =
        catalogue.add("compare", TableScope::Pair, QT_TRANSLATE_NOOP("Tables", "Comparison"),
                      QT_TRANSLATE_NOOP("Tables", "The operators of two ranks side by side; ratio is other / base."));
    compare.parameters = {P::By, P::Kind, P::Core};
    compare.sources = sources;
    compare.columns = [](const TableQuery &query) { return columnsOf(compareFields(query.by)); };
    compare.make = makeComparison;
    compare.whyEmpty = whyNoComparison;
    compare.files = compareFiles();
}

} // namespace rs
