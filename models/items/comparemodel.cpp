// SPDX-License-Identifier: Apache-2.0
#include "items/comparemodel.h"

#include "items/modelroles.h"

#include <algorithm>
#include <cmath>

namespace rs {

namespace {

bool hasType(OperatorGrouping g)
{
    return g != OperatorGrouping::Name && g != OperatorGrouping::NameShape;
}

bool hasName(OperatorGrouping g)
{
    return g == OperatorGrouping::Name || g == OperatorGrouping::NameShape || g == OperatorGrouping::Kernel;
}

bool hasShapes(OperatorGrouping g)
{
    return g == OperatorGrouping::Shape || g == OperatorGrouping::NameShape || g == OperatorGrouping::Kernel;
}

QVariant timeOf(const CompareSide &side, qint64 ns)
{
    return side.calls > 0 ? QVariant(ns) : QVariant();
}

} // namespace

CompareModel::CompareModel(QObject *parent) : RowModel(parent)
{
    resetFields(fields(), {});
}

QString CompareModel::label(const CompareRow &row, OperatorGrouping grouping)
{
    QStringList parts;
    for (const auto &[wanted, text] : {std::pair(hasName(grouping), row.name),
                                       std::pair(hasType(grouping) && !hasName(grouping), row.type),
                                       std::pair(hasShapes(grouping), row.shapes)}) {
        if (wanted && !text.isEmpty())
            parts << text;
    }
    return parts.join(QLatin1String(" "));
}

std::vector<CompareModel::Field> CompareModel::fields() const
{
    using R = CompareRow;
    std::vector<Field> out;
    const auto add = [&out](const char *id, const QString &title, CellKind kind, const QString &description,
                            std::function<QVariant(const R &)> value) {
        out.push_back({{QLatin1String(id), title, kind, description}, std::move(value)});
    };
    if (hasName(m_grouping))
        add("name", tr("Name"), CellKind::Text, {}, [](const R &r) { return r.name; });
    if (hasType(m_grouping))
        add("type", tr("Type"), CellKind::Text, {}, [](const R &r) { return r.type; });
    if (hasShapes(m_grouping))
        add("shapes", tr("Input shapes"), CellKind::Text, {}, [](const R &r) { return r.shapes; });
    if (m_hasCores)
        add("core", tr("Core type"), CellKind::Text, {}, [](const R &r) { return r.coreType; });
    add("difference", tr("Difference (%1)"), CellKind::Difference,
        tr("Total of the other rank less total of the base."), [](const R &r) { return r.differenceNs(); });
    add("ratio", tr("Ratio"), CellKind::Ratio, tr("Total of the other rank / total of the base."),
        [](const R &r) { return r.ratio(); });
    const QString base = m_baseName.isEmpty() ? tr("Base") : m_baseName;
    const QString other = m_otherName.isEmpty() ? tr("Other") : m_otherName;
    const auto side = [&](const QString &name, CompareSide R::*s, const QLatin1String &prefix) {
        const auto id = [&prefix](const char *what) { return QString(prefix + QLatin1String(what)); };
        const auto time = [&](const char *what, const QString &title, std::function<qint64(const CompareSide &)> of) {
            out.push_back({{id(what), title, CellKind::Duration, {}},
                           [s, of = std::move(of)](const R &r) { return timeOf(r.*s, of(r.*s)); }});
        };
        out.push_back({{id("Calls"), tr("%1: calls").arg(name), CellKind::Integer, {}},
                       [s](const R &r) { return (r.*s).calls; }});
        // "%1" of the unit stays for the model to fill in.
        time("Total", tr("%1: total (%2)").arg(name, QStringLiteral("%1")),
             [](const CompareSide &c) { return c.totalNs; });
        time("Average", tr("%1: average (%2)").arg(name, QStringLiteral("%1")),
             [](const CompareSide &c) { return std::llround(c.averageNs()); });
        time("Max", tr("%1: longest (%2)").arg(name, QStringLiteral("%1")),
             [](const CompareSide &c) { return c.maxNs; });
        time("Min", tr("%1: shortest (%2)").arg(name, QStringLiteral("%1")),
             [](const CompareSide &c) { return c.minNs; });
    };
    side(base, &R::base, QLatin1String("base"));
    side(other, &R::other, QLatin1String("other"));
    add("onlyIn", tr("Only in"), CellKind::Text, tr("The operator does not run on the other side."),
        [base, other](const R &r) {
            return r.onlyIn == OnlyIn::Both ? QString() : r.onlyIn == OnlyIn::Base ? base : other;
        });
    return out;
}

void CompareModel::setComparison(const RankComparison &comparison, const QString &baseName, const QString &otherName)
{
    m_grouping = comparison.grouping;
    // A percent sign of a run's name must not be taken for the place of the unit.
    m_baseName = format::displayText(QString(baseName).replace(u'%', QLatin1String("\uFF05")));
    m_otherName = format::displayText(QString(otherName).replace(u'%', QLatin1String("\uFF05")));
    m_largestDifference = 0;
    m_hasCores = false;
    for (const CompareRow &r : comparison.rows) {
        m_largestDifference = std::max(m_largestDifference, std::abs(r.differenceNs()));
        m_hasCores |= !r.coreType.isEmpty();
    }
    std::vector<Field> next = fields();
    std::vector<int> totals;
    std::vector<int> single;
    for (size_t c = 0; c < next.size(); ++c) {
        const TableColumn &column = next[c].column;
        if (column.kind == CellKind::Difference || column.id.endsWith(QLatin1String("Total")))
            totals.push_back(static_cast<int>(c));
        else if (column.kind == CellKind::Duration)
            single.push_back(static_cast<int>(c));
    }
    shareUnits({totals, single});
    resetFields(std::move(next), comparison.rows);
}

void CompareModel::retranslate(const QString &baseName, const QString &otherName)
{
    m_baseName = baseName;
    m_otherName = otherName;
    retitle(fields());
}

QString CompareModel::text(int r, int column) const
{
    if (columns()[static_cast<size_t>(column)].id != QLatin1String("ratio"))
        return {};
    return format::ratio(row(r).ratio());
}

QVariant CompareModel::extra(int r, int column, int role) const
{
    switch (role) {
    case RowKeyRole:
        return row(r).type + u'\n' + row(r).name + u'\n' + row(r).shapes + u'\n' + row(r).coreType;
    case ShareRole:
        if (columns()[static_cast<size_t>(column)].kind == CellKind::Difference && m_largestDifference > 0)
            return static_cast<double>(row(r).differenceNs()) / static_cast<double>(m_largestDifference);
        return {};
    case DivergingRole:
        return columns()[static_cast<size_t>(column)].kind == CellKind::Difference;
    default:
        return {};
    }
}

std::vector<ComparePart> compareParts(const RankComparison &comparison, int top)
{
    std::vector<ComparePart> all;
    all.reserve(comparison.rows.size());
    for (const CompareRow &r : comparison.rows)
        all.push_back({CompareModel::label(r, comparison.grouping), r.base.totalNs, r.other.totalNs});
    std::stable_sort(all.begin(), all.end(), [](const ComparePart &a, const ComparePart &b) {
        return a.baseNs + a.otherNs > b.baseNs + b.otherNs;
    });
    if (top <= 0 || all.size() <= static_cast<size_t>(top) + 1)
        return all;
    ComparePart rest;
    rest.rest = true;
    for (size_t i = static_cast<size_t>(top); i < all.size(); ++i) {
        rest.baseNs += all[i].baseNs;
        rest.otherNs += all[i].otherNs;
    }
    all.resize(static_cast<size_t>(top));
    all.push_back(rest);
    return all;
}

} // namespace rs
