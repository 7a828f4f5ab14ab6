// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/table/table.h"

#include <QString>

namespace rs {

/// Kind of the table of parallel_strategy_*.json in RankData::tables.
inline constexpr QLatin1String ParallelStrategyKind("parallel_strategy");

/// A row is an operator of the graph of the rank, in the order of the file, which is that of execution.
struct StrategyColumns
{
    int node = -1;     ///< number by which inputs name it
    int name = -1;     ///< in full: "Default/network-Net/MatMul-op3"
    int type = -1;     ///< "MatMul"
    int scope = -1;    ///< "Default/network-Net"
    int stage = -1;    ///< the same in all rows of a rank
    int inputs = -1;   ///< nodes, parameters and constants, parted by ';'
    int strategy = -1; ///< shards of each input by dimension: "[[2, 1], [1, 1]]"
    int instance = -1; ///< names redistribution and the mirrors of gradients
    int group = -1;
    int groupRanks = -1; ///< "0-1"
    int peerStage = -1;  ///< for Send and Receive
    int tag = -1;        ///< the same for a Send and its Receive
    int output = -1;     ///< "FLOAT16[4, 512]"
    int attributes = -1; ///< other attributes, "name=value" a line

    StrategyColumns() = default;
    explicit StrategyColumns(const Table &table);
    /// A table with these columns and no row.
    [[nodiscard]] static StrategyColumns addTo(Table &table);
    static constexpr char separator = ';'; ///< between inputs
};

} // namespace rs
