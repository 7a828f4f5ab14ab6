// SPDX-License-Identifier: Apache-2.0
#include "analysis/rankcompare.h"

#include "analysis/stepwindows.h"
#include "core/kernelcolumns.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

namespace rs {

namespace {

CompareSide sideOf(const OperatorRow &r)
{
    return {r.calls, r.totalNs, r.minNs, r.maxNs, r.longest};
}

// What both sides can be grouped by.
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
    const bool communication = std::all_of(cores.begin(), cores.end(),
                                           [](const QString &core) { return isCommunicationCore(core.toStdString()); });
    return communication ? QStringLiteral("COMMUNICATION") : r.coreType;
}

// Rounded to the nearest, and never beyond what a number holds.
qint64 meanNs(qint64 totalNs, int steps)
{
    return totalNs / steps + (totalNs % steps >= (steps + 1) / 2 ? 1 : 0);
}

} // namespace

qint64 CompareRow::baseComparedNs() const
{
    return steps.arePerStep() ? meanNs(base.totalNs, steps.base) : base.totalNs;
}

qint64 CompareRow::otherComparedNs() const
{
    return steps.arePerStep() ? meanNs(other.totalNs, steps.other) : other.totalNs;
}

double CompareRow::ratio() const
{
    if (base.totalNs == 0)
        return other.totalNs == 0 ? 1.0 : std::numeric_limits<double>::infinity();
    const double totals = static_cast<double>(other.totalNs) / static_cast<double>(base.totalNs);
    return steps.arePerStep() ? totals * steps.base / steps.other : totals;
}

SideSteps sideSteps(const RankData &base, const RankData &other, bool baseStep, bool otherStep)
{
    return {baseStep ? 1 : stepCount(base), otherStep ? 1 : stepCount(other)};
}

Phrase perStepPhrase(const SideSteps &steps, const QString &base, const QString &other)
{
    if (!steps.arePerStep())
        return {};
    return {QStringLiteral("Steps that are compared: %1 of %2, %3 of %4. Differences, ratios, shares and states are of "
                           "the mean step of each side; calls and totals are of all its steps."),
            {QString::number(steps.base), base, QString::number(steps.other), other}};
}

Phrase unequalStepsPhrase(const SideSteps &steps, const QString &base, const QString &other)
{
    if (!steps.arePerStep())
        return {};
    return {QStringLiteral("Steps of the captures: %1 of %2, %3 of %4. This table compares totals, which grow with the "
                           "number of steps."),
            {QString::number(steps.base), base, QString::number(steps.other), other}};
}

RankComparison compareRanks(const RankData &base, const RankData &other, const CompareQuery &query,
                            const JobContext &job)
{
    OperatorQuery q;
    q.grouping = query.grouping;
    q.kind = query.kind;
    q.coreType = query.coreType;
    q.window = query.baseWindow;
    OperatorTable a = operatorStats(base, q, job);
    q.window = query.otherWindow;
    OperatorTable b = operatorStats(other, q, job);
    // A kernel table and a trace call the same operator differently, so both sides are counted from what both have.
    const bool aFromTrace = a.note == OperatorNote::FromTrace;
    const bool bFromTrace = b.note == OperatorNote::FromTrace;
    if (aFromTrace != bFromTrace && a.note != OperatorNote::NoData && b.note != OperatorNote::NoData) {
        q.fromTrace = true;
        q.window = aFromTrace ? query.otherWindow : query.baseWindow;
        OperatorTable &richer = aFromTrace ? b : a;
        richer = operatorStats(aFromTrace ? other : base, q, job);
        richer.note = richer.note == OperatorNote::NoData ? OperatorNote::NoMatch : OperatorNote::Matched;
    }
    // What one side cannot tell apart makes rows of one side each, so neither is told apart.
    const bool bothTables = fromTable(a) && fromTable(b);
    const auto countAgain = [&] {
        q.window = query.baseWindow;
        a = operatorStats(base, q, job);
        q.window = query.otherWindow;
        b = operatorStats(other, q, job);
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
        q.window = query.baseWindow;
        a = operatorStats(base, q, job);
    }
    if (b.grouping != out.grouping) {
        q.grouping = out.grouping;
        q.window = query.otherWindow;
        b = operatorStats(other, q, job);
    }
    out.baseTotalNs = a.totalNs;
    out.otherTotalNs = b.totalNs;

    // Only the columns of the grouping identify a row: the type of a name may be known on one side alone.
    const bool byType = out.grouping == OperatorGrouping::Type;
    const bool typed = byType || out.grouping == OperatorGrouping::Shape || out.grouping == OperatorGrouping::Kernel;
    const bool cored = byCore(out.grouping) && !q.acrossCores;
    using RowKey = std::tuple<QString, QString, QString, QString>;
    const auto keyOf = [&](const OperatorRow &r) {
        return RowKey(typed ? r.type : QString(), r.name, r.shapes, cored ? coreOf(r) : QString());
    };
    std::map<RowKey, size_t> index;
    for (const OperatorRow &r : a.rows) {
        index.emplace(keyOf(r), out.rows.size());
        out.rows.push_back({r.type, r.name, r.shapes, r.coreType, sideOf(r), {}, OnlyIn::Base});
    }
    for (const OperatorRow &r : b.rows) {
        const auto [it, isNew] = index.emplace(keyOf(r), out.rows.size());
        if (isNew) {
            out.rows.push_back({r.type, r.name, r.shapes, r.coreType, {}, sideOf(r), OnlyIn::Other});
            continue;
        }
        CompareRow &row = out.rows[it->second];
        row.other = sideOf(r);
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
    std::sort(out.rows.begin(), out.rows.end(), [](const CompareRow &x, const CompareRow &y) {
        const qint64 dx = saturatedMagnitude(x.differenceNs());
        const qint64 dy = saturatedMagnitude(y.differenceNs());
        if (dx != dy)
            return dx > dy;
        return std::tie(x.type, x.name, x.shapes, x.coreType) < std::tie(y.type, y.name, y.shapes, y.coreType);
    });
    return out;
}

} // namespace rs
