// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/operators/operatorstats.h"
#include "tables/base/catalogue.h"
#include "tables/base/cellrows.h"

#include <vector>

/// Fields that the tables of operators and of their comparison share.
namespace rs {

// A name has one type in practice, so Type stands beside it; a type has many names, so Name does not.
struct IdentityColumns
{
    bool name;
    bool shapes;
};

[[nodiscard]] constexpr IdentityColumns identityOf(OperatorGrouping grouping)
{
    return {grouping != OperatorGrouping::Type && grouping != OperatorGrouping::Shape,
            grouping == OperatorGrouping::Shape || grouping == OperatorGrouping::NameShape ||
                grouping == OperatorGrouping::Kernel};
}

[[nodiscard]] inline std::vector<ColumnSpec> identityColumns(OperatorGrouping grouping)
{
    using K = ValueKind;
    const IdentityColumns has = identityOf(grouping);
    std::vector<ColumnSpec> out;
    out.push_back({"type", "Type", RS_TABLE("Type"), K::Text});
    if (has.name)
        out.push_back({"name", "Name", RS_TABLE("Name"), K::Text});
    if (has.shapes)
        out.push_back({"shapes", "Input Shapes", RS_TABLE("Input shapes"), K::Text});
    out.push_back({"core", "Core Type", RS_TABLE("Core type"), K::Text});
    return out;
}

/// The cells of a row in these columns.
template <typename R>
[[nodiscard]] std::vector<Cell> identityCells(OperatorGrouping grouping, const R &row)
{
    const IdentityColumns has = identityOf(grouping);
    std::vector<Cell> out{row.type};
    if (has.name)
        out.emplace_back(row.name);
    if (has.shapes)
        out.emplace_back(row.shapes);
    out.emplace_back(row.coreType);
    return out;
}

[[nodiscard]] inline QString operatorNoteOf(const QString &who, OperatorNote note)
{
    return QStringLiteral("%1: %2").arg(who, operatorNoteText(note));
}

// "no compute operator on core X": what a table was asked for and does not have.
[[nodiscard]] inline QString noOperatorText(const QString &who, const TableQuery &query)
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

struct NamedGrouping
{
    const char *name;
    OperatorGrouping grouping;
};
inline constexpr NamedGrouping operatorGroupings[] = {{"type", OperatorGrouping::Type},
                                                      {"name", OperatorGrouping::Name},
                                                      {"shape", OperatorGrouping::Shape},
                                                      {"name_shape", OperatorGrouping::NameShape}};

} // namespace rs
