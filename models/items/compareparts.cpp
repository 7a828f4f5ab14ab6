// SPDX-License-Identifier: Apache-2.0
#include "items/compareparts.h"

#include <QStringList>

#include <algorithm>
#include <utility>

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

} // namespace

QString compareLabel(const CompareRow &row, OperatorGrouping grouping)
{
    QStringList parts;
    for (const auto &[wanted, text] :
         {std::pair(hasName(grouping), row.name), std::pair(hasType(grouping) && !hasName(grouping), row.type),
          std::pair(hasShapes(grouping), row.shapes)}) {
        if (wanted && !text.isEmpty())
            parts << text;
    }
    return parts.join(QLatin1String(" "));
}

std::vector<ComparePart> compareParts(const RankComparison &comparison, int top)
{
    std::vector<ComparePart> all;
    all.reserve(comparison.rows.size());
    for (const CompareRow &r : comparison.rows)
        all.push_back({compareLabel(r, comparison.grouping), r.base.totalNs, r.other.totalNs});
    std::ranges::stable_sort(
        all, [](const ComparePart &a, const ComparePart &b) { return a.baseNs + a.otherNs > b.baseNs + b.otherNs; });
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
