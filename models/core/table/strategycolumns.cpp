// SPDX-License-Identifier: Apache-2.0
#include "core/table/strategycolumns.h"

namespace rs {

namespace {

struct StrategyColumn
{
    const char *name;
    ColumnType type;
    int StrategyColumns::*at;
};

constexpr StrategyColumn strategyColumns[] = {
    {"Node", ColumnType::Text, &StrategyColumns::node},
    {"Name", ColumnType::Text, &StrategyColumns::name},
    {"Type", ColumnType::Text, &StrategyColumns::type},
    {"Scope", ColumnType::Text, &StrategyColumns::scope},
    {"Stage", ColumnType::Integer, &StrategyColumns::stage},
    {"Inputs", ColumnType::Text, &StrategyColumns::inputs},
    {"Strategy", ColumnType::Text, &StrategyColumns::strategy},
    {"Instance", ColumnType::Text, &StrategyColumns::instance},
    {"Group", ColumnType::Text, &StrategyColumns::group},
    {"Group Ranks", ColumnType::Text, &StrategyColumns::groupRanks},
    {"Peer Stage", ColumnType::Integer, &StrategyColumns::peerStage},
    {"Tag", ColumnType::Integer, &StrategyColumns::tag},
    {"Output", ColumnType::Text, &StrategyColumns::output},
    {"Attributes", ColumnType::Text, &StrategyColumns::attributes},
};

} // namespace

StrategyColumns::StrategyColumns(const Table &table)
{
    for (const StrategyColumn &c : strategyColumns)
        this->*c.at = table.column(QString::fromLatin1(c.name));
}

StrategyColumns StrategyColumns::addTo(Table &table)
{
    StrategyColumns out;
    for (const StrategyColumn &c : strategyColumns)
        out.*c.at = table.addColumn(QString::fromLatin1(c.name), c.type);
    return out;
}

} // namespace rs
