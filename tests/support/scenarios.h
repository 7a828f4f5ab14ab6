// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/literaltext.h"

#include <QTest>

#include <tuple>
#include <utility>

namespace rs::test {

/// Type of a cell in the call of a row.
template <typename T>
struct ScenarioCell
{
    using Type = T;
};
template <>
struct ScenarioCell<QString>
{
    using Type = LiteralText;
};
template <>
struct ScenarioCell<QStringList>
{
    using Type = LiteralTexts;
};

/// Columns are known by their place: scenario() names them.
inline constexpr const char *ScenarioColumns[] = {"0", "1", "2", "3", "4", "5", "6", "7"};

/// Table of a data-driven test. A call adds a row: its name, then its cells.
template <typename... Cells>
class Scenarios
{
public:
    Scenarios()
    {
        const char *const *column = ScenarioColumns;
        (QTest::addColumn<Cells>(*column++), ...);
    }
    void operator()(const char *name, const typename ScenarioCell<Cells>::Type &...cells) const
    {
        (QTest::newRow(name) << ... << static_cast<const Cells &>(cells));
    }
};

/// Cells of the row that runs.
template <typename... Cells>
std::tuple<Cells...> scenario()
{
    return []<size_t... I>(std::index_sequence<I...>)
    {
        return std::tuple<Cells...>(*static_cast<Cells *>(QTest::qData(ScenarioColumns[I], qMetaTypeId<Cells>()))...);
    }
    (std::index_sequence_for<Cells...>());
}

} // namespace rs::test
