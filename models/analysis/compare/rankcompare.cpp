// SPDX-License-Identifier: Apache-2.0
#include "analysis/compare/rankcompare.h"

#include "analysis/time/stepwindows.h"
#include "core/table/kernelcolumns.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

namespace rs {

namespace {

CompareSide sideOf(const OperatorRow &r, int longestOf)
{
    return {r.calls, r.totalNs, r.minNs, r.maxNs, r.longest, longestOf};
}

// Finest grouping that both sides have.
OperatorGrouping common(OperatorGrouping a, OperatorGrouping b)
{
    if (a == b)
        return a;
    const auto has = [&](OperatorGrouping g) { return a == g || b == g; };
    if (has(OperatorGrouping::Name) || has(OperatorGrouping::NameShape))
        return OperatorGrouping::Name;
    return OperatorGrouping::Type;
}

bool fromTable(const OperatorTable &t)
{
    return t.note == OperatorNote::None || t.note == OperatorNote::NoTypes || t.note == OperatorNote::NoShapes;
}

bool byCore(OperatorGrouping g)
{
    return g == OperatorGrouping::Type || g == OperatorGrouping::Kernel;
}

// Versions of CANN call the core of communication differently; a table that has both names joins them.
QString coreOf(const OperatorRow &r)
{
    const QStringList cores = r.coreType.split(u';');
    const bool communication =
        std::ranges::all_of(cores, [](const QString &core) { return isCommunicationCore(core.toStdString()); });
    return communication ? QStringLiteral("COMMUNICATION") : r.coreType;
}

// Rounded to the nearest, and never beyond what a number holds.
qint64 meanNs(qint64 totalNs, int parts)
{
    return parts > 1 ? totalNs / parts + (totalNs % parts >= (parts + 1) / 2 ? 1 : 0) : totalNs;
}

// Only the columns of the grouping identify a row: the type of a name may be known on one side alone.
using RowKey = std::tuple<QString, QString, QString, QString>;

RowKey keyOf(const OperatorRow &r, OperatorGrouping grouping, bool acrossCores)
{
    const bool typed = grouping == OperatorGrouping::Type || grouping == OperatorGrouping::Shape ||
                       grouping == OperatorGrouping::Kernel;
    return RowKey(typed ? r.type : QString(), r.name, r.shapes,
                  byCore(grouping) && !acrossCores ? coreOf(r) : QString());
}

/// The operators of a side, with the place of the rank that has the longest occurrence beside each row.
struct GroupTable
{
    OperatorTable table;
    std::vector<int> longestOf;
};

// Adds what another rank has of the same operators.
void addRank(GroupTable &to, std::map<RowKey, size_t> &index, const OperatorTable &from, int place,
             const OperatorQuery &query)
{
    for (const OperatorRow &r : from.rows) {
        const auto [it, isNew] = index.emplace(keyOf(r, to.table.grouping, query.acrossCores), to.table.rows.size());
        if (isNew) {
            to.table.rows.push_back(r);
            to.longestOf.push_back(place);
            continue;
        }
        OperatorRow &sum = to.table.rows[it->second];
        sum.calls += r.calls;
        sum.totalNs = saturatedSum(sum.totalNs, r.totalNs);
        sum.minNs = std::min(sum.minNs, r.minNs);
        if (r.maxNs > sum.maxNs) {
            sum.maxNs = r.maxNs;
            sum.longest = r.longest;
            to.longestOf[it->second] = place;
        }
    }
    to.table.totalNs = saturatedSum(to.table.totalNs, from.totalNs);
}

// Grouping and source that all ranks of a group have; of one rank its operators as they are.
GroupTable groupStats(const CompareGroup &group, OperatorQuery query, const JobContext &job)
{
    std::vector<OperatorTable> tables;
    const auto count = [&] {
        tables.clear();
        for (size_t i = 0; i < group.ranks.size(); ++i) {
            query.window = group.windows[i];
            tables.push_back(operatorStats(*group.ranks[i], query, job));
        }
    };
    const auto has = [&tables](auto is) { return std::ranges::any_of(tables, is); };
    const auto knows = [](const OperatorTable &t) { return t.note != OperatorNote::NoData; };
    count();
    if (tables.size() == 1) {
        const size_t rows = tables.front().rows.size();
        return {std::move(tables.front()), std::vector<int>(rows, 0)};
    }
    if (has(fromTable) && has([](const OperatorTable &t) { return t.note == OperatorNote::FromTrace; })) {
        query.fromTrace = true;
        count();
    }
    GroupTable out;
    const auto first = std::ranges::find_if(tables, knows);
    out.table.note = first == tables.end() ? OperatorNote::NoData : first->note;
    out.table.grouping = first == tables.end() ? query.grouping : first->grouping;
    if (first == tables.end())
        return out;
    for (const OperatorTable &t : tables) {
        if (!knows(t) || t.grouping == out.table.grouping)
            continue;
        out.table.grouping = common(out.table.grouping, t.grouping);
        out.table.note = t.note;
    }
    if (has([&](const OperatorTable &t) { return knows(t) && t.grouping != out.table.grouping; })) {
        query.grouping = out.table.grouping;
        count();
    }
    const auto all = [&](bool OperatorTable::*what) {
        return std::ranges::all_of(tables, [&](const OperatorTable &t) { return !knows(t) || t.*what; });
    };
    out.table.types = all(&OperatorTable::types);
    out.table.shapes = all(&OperatorTable::shapes);
    out.table.cores = all(&OperatorTable::cores);
    std::map<RowKey, size_t> index;
    for (size_t i = 0; i < tables.size() && !job.isCanceled(); ++i)
        addRank(out, index, tables[i], static_cast<int>(i), query);
    return out;
}

} // namespace

qint64 CompareRow::baseComparedNs() const
{
    return meanNs(base.totalNs, steps.baseParts());
}

qint64 CompareRow::otherComparedNs() const
{
    return meanNs(other.totalNs, steps.otherParts());
}

double CompareRow::ratio() const
{
    if (base.totalNs == 0)
        return other.totalNs == 0 ? 1.0 : std::numeric_limits<double>::infinity();
    const double totals = static_cast<double>(other.totalNs) / static_cast<double>(base.totalNs);
    return steps.areMeans() ? totals * steps.baseParts() / steps.otherParts() : totals;
}

SideSteps sideSteps(const RankData &base, const RankData &other, bool baseStep, bool otherStep)
{
    return {baseStep ? 1 : stepCount(base), otherStep ? 1 : stepCount(other)};
}

Phrase perStepPhrase(const SideSteps &steps, const QString &base, const QString &other)
{
    if (!steps.arePerStep())
        return {};
    return {RS_MESSAGE("Steps compared: %1 of %2, %3 of %4. Differences, ratios, shares and states use the mean "
                       "step of each side; calls and totals use all its steps."),
            {QString::number(steps.base), base, QString::number(steps.other), other}};
}

Phrase unequalStepsPhrase(const SideSteps &steps, const QString &base, const QString &other)
{
    if (!steps.arePerStep())
        return {};
    return {RS_MESSAGE("Steps of the captures: %1 of %2, %3 of %4. This table compares totals, which grow with the "
                       "number of steps."),
            {QString::number(steps.base), base, QString::number(steps.other), other}};
}

RankComparison compareRanks(const RankData &base, const RankData &other, const CompareQuery &query,
                            const JobContext &job)
{
    return compareGroups({{&base}, {query.baseWindow}}, {{&other}, {query.otherWindow}}, query, job);
}

RankComparison compareGroups(const CompareGroup &base, const CompareGroup &other, const CompareQuery &query,
                             const JobContext &job)
{
    OperatorQuery q;
    q.grouping = query.grouping;
    q.kind = query.kind;
    q.coreType = query.coreType;
    GroupTable ofBase = groupStats(base, q, job);
    GroupTable ofOther = groupStats(other, q, job);
    OperatorTable &a = ofBase.table;
    OperatorTable &b = ofOther.table;
    // A kernel table and a trace call the same operator differently, so both sides are counted from what both have.
    const bool aFromTrace = a.note == OperatorNote::FromTrace;
    const bool bFromTrace = b.note == OperatorNote::FromTrace;
    if (aFromTrace != bFromTrace && a.note != OperatorNote::NoData && b.note != OperatorNote::NoData) {
        q.fromTrace = true;
        GroupTable &richer = aFromTrace ? ofOther : ofBase;
        richer = groupStats(aFromTrace ? other : base, q, job);
        OperatorNote &note = richer.table.note;
        note = note == OperatorNote::NoData ? OperatorNote::NoMatch : OperatorNote::Matched;
    }
    // A text that one side lacks would give rows of one side each, so it is not used for either.
    const bool bothTables = fromTable(a) && fromTable(b);
    const auto countAgain = [&] {
        ofBase = groupStats(base, q, job);
        ofOther = groupStats(other, q, job);
    };
    if (bothTables && q.grouping == OperatorGrouping::Kernel && (a.types != b.types || a.shapes != b.shapes)) {
        const bool types = a.types != b.types;
        q.grouping = a.shapes && b.shapes ? OperatorGrouping::NameShape : OperatorGrouping::Name;
        OperatorTable &poorer = (types ? a.types : a.shapes) ? b : a;
        const OperatorNote note = types ? OperatorNote::NoTypes : OperatorNote::NoShapes;
        countAgain();
        poorer.note = note;
    }
    if (bothTables && a.cores != b.cores) {
        OperatorTable &poorer = a.cores ? b : a;
        if (!query.coreType.isEmpty()) {
            poorer.note = OperatorNote::NoChoice;
        } else if (byCore(common(a.grouping, b.grouping))) {
            const OperatorNote note = poorer.note == OperatorNote::None ? OperatorNote::NoCores : poorer.note;
            q.acrossCores = true;
            countAgain();
            poorer.note = note;
        }
    }
    RankComparison out;
    out.baseNote = a.note;
    out.otherNote = b.note;
    out.steps = query.steps;
    out.grouping = common(a.grouping, b.grouping);
    if (!out.isPossible())
        return out;
    if (a.grouping != out.grouping) {
        q.grouping = out.grouping;
        ofBase = groupStats(base, q, job);
    }
    if (b.grouping != out.grouping) {
        q.grouping = out.grouping;
        ofOther = groupStats(other, q, job);
    }
    out.baseTotalNs = a.totalNs;
    out.otherTotalNs = b.totalNs;

    std::map<RowKey, size_t> index;
    for (size_t i = 0; i < a.rows.size(); ++i) {
        const OperatorRow &r = a.rows[i];
        index.emplace(keyOf(r, out.grouping, q.acrossCores), out.rows.size());
        out.rows.push_back({r.type, r.name, r.shapes, r.coreType, sideOf(r, ofBase.longestOf[i]), {}, OnlyIn::Base});
    }
    for (size_t i = 0; i < b.rows.size(); ++i) {
        const OperatorRow &r = b.rows[i];
        const CompareSide side = sideOf(r, ofOther.longestOf[i]);
        const auto [it, isNew] = index.emplace(keyOf(r, out.grouping, q.acrossCores), out.rows.size());
        if (isNew) {
            out.rows.push_back({r.type, r.name, r.shapes, r.coreType, {}, side, OnlyIn::Other});
            continue;
        }
        CompareRow &row = out.rows[it->second];
        row.other = side;
        row.onlyIn = OnlyIn::Both;
        if (row.type.isEmpty())
            row.type = r.type;
        if (row.coreType.isEmpty())
            row.coreType = r.coreType;
    }
    for (CompareRow &row : out.rows)
        row.steps = out.steps;
    if (job.isCanceled())
        out.rows.clear();
    std::ranges::sort(out.rows, [](const CompareRow &x, const CompareRow &y) {
        const qint64 dx = saturatedMagnitude(x.differenceNs());
        const qint64 dy = saturatedMagnitude(y.differenceNs());
        if (dx != dy)
            return dx > dy;
        return std::tie(x.type, x.name, x.shapes, x.coreType) < std::tie(y.type, y.name, y.shapes, y.coreType);
    });
    return out;
}

} // namespace rs
