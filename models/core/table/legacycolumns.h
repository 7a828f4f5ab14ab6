// SPDX-License-Identifier: Apache-2.0
// Tables of a rank of MindSpore 1.x: what its files say beside what those of today say as well. Their kinds are those
// of the files; columns stand in the order given here.
#pragma once

#include "core/table/table.h"

#include <QLatin1String>

#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace rs {

/// Times of steps, ascending by step.
struct LegacySteps
{
    static constexpr QLatin1String Kind = QLatin1String("legacy_steps");    ///< columns up to Tail
    static constexpr QLatin1String Shares = QLatin1String("legacy_shares"); ///< columns from Computation on
    enum Column : quint8 {
        Step,               ///< from 1; 0: average that the file states, which may be of more steps than it lists
        Total,              ///< Interval + ForwardBackward + Tail
        Interval,           ///< from the start of the step to the first forward operator
        ForwardBackward,    ///< from there to the end of the last backward operator
        Tail,               ///< from there to the end of the step
        Computation,        ///< step less CommunicationAlone, so it holds idle time
        CommunicationAlone, ///< ReceiveAlone + CollectiveAlone
        Stage,              ///< step less ReceiveAlone
        ReceiveAlone,
        CollectiveAlone,
        Columns
    };
    using Row = std::array<std::optional<qint64>, Columns>; ///< times in nanoseconds

    [[nodiscard]] static std::shared_ptr<const Table> tableOf(const std::vector<Row> &rows);
    /// Row of that step, or -1.
    [[nodiscard]] static int rowOf(const Table &table, qint64 step);
};

/// Arithmetic: one row of the whole rank, without a name, or a row for each operator.
struct LegacyFlops
{
    static constexpr QLatin1String Kind = QLatin1String("legacy_flops");
    static constexpr QLatin1String Operators = QLatin1String("legacy_flops_operators");
    /// Millions of operations, thousands of millions a second, percent.
    enum Column : quint8 { Name, Mflops, GflopsPerSecond, Utilization };
};

/// Theoretical values of the graph compiler: one row, in GiB.
struct LegacyMemory
{
    static constexpr QLatin1String Kind = QLatin1String("legacy_memory");
    enum Column : quint8 { Capacity, Peak, Static };
};

/// Memory of a graph while each of its nodes runs, static memory included; rows of a graph stand together.
struct LegacyNodes
{
    static constexpr QLatin1String Kind = QLatin1String("legacy_memory_nodes");
    enum Column : quint8 { Graph, Name, Gib };
};

} // namespace rs
