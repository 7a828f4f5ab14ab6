// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/table/memorycolumns.h"
#include "core/table/table.h"

#include <QString>

#include <memory>
#include <string_view>

namespace rs {

/// Places on the axis of a graph: a node is that long, so that a curve can begin and end within a pixel of it.
inline constexpr qint64 GraphNodeLength = 1000;

/// "3", or "bert/3" where the graph is of a model that has a name.
[[nodiscard]] QString graphName(const QString &model, const QString &graph);
/// The name that the file gives to what was taken for the whole graph, among those of its operators.
[[nodiscard]] bool isGraphTotal(std::string_view operatorName);

/// Columns of what graphMemory() returns.
enum class GraphMemoryColumn : quint8 {
    Graph, ///< Text, see graphName()
    Place, ///< Integer: node * GraphNodeLength
    Held,  ///< Real, KB: by operators from this place on
    Total, ///< Real, KB: what was taken for the graph; missing where the file does not say
    Count
};

/// Memory that the operators of each compiled graph hold together, from static_op_mem.csv: a row for each node at which
/// that changes. An operator holds its memory from its first node to its last one, both included; one that is never
/// released to the last node that any operator of the graph names. Without rows where nothing has a node and a size;
/// null when cancelled.
[[nodiscard]] std::shared_ptr<const Table> graphMemory(const Table &table, const JobContext &job = JobContext());

} // namespace rs
