// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/phrase.h"

#include <QString>
#include <QStringView>
#include <QtGlobal>

#include <optional>
#include <vector>

namespace rs {

/// The pipes of an AI core that its counters (aic_metrics=PipeUtilization) tell apart.
enum class CorePipe : quint8 {
    Mac,     ///< the cube unit multiplies matrices
    Vector,  ///< the vector unit
    Scalar,  ///< addresses and control flow
    Mte1,    ///< from L1 to the buffers of the cube unit
    Mte2,    ///< reads from memory
    Mte3,    ///< writes to memory
    Fixpipe, ///< results of the cube unit out of its buffer
};

/// Which cores a counter speaks of: cube ("aic_…") and vector ("aiv_…") cores, or the one kind of older chips, whose
/// columns have no prefix.
enum class CoreSide : quint8 { Cube, Vector, Both };

/// The share of the core's time during which a pipe was busy.
struct PipeUse
{
    CorePipe pipe = CorePipe::Mac;
    CoreSide side = CoreSide::Cube;
    double ratio = 0; ///< 0..1
};

/// Pipe of a column of the kernel table: "aic_mac_ratio", "aiv_vec_ratio", "mte2_ratio"; nothing for any other column.
[[nodiscard]] std::optional<PipeUse> pipeOfColumn(QStringView name);

/// Bottleneck of an operator.
enum class OperatorBound : quint8 {
    Unknown, ///< no column tells
    Wait,    ///< the device waits before it for longer than it runs
    Compute, ///< the cube or the vector unit is busy nearly all the time
    Memory,  ///< moving data is
    Scalar,  ///< the scalar unit is
    Serial,  ///< no pipe is, but together they fill the time: they work one after the other
    None,    ///< no pipe is busy for long: start and end of a small operator, few blocks, waits between the pipes
};

struct BoundVerdict
{
    OperatorBound bound = OperatorBound::Unknown;
    std::optional<PipeUse> busiest; ///< the pipe that binds it; without one the busiest. Nothing: no column tells
    double together = 0;            ///< ratios of the pipes of that side that move data or compute, summed
};

/// Facts on an operator beside the ratios.
struct BoundInput
{
    std::vector<PipeUse> pipes;
    std::optional<double> cubeUs;   ///< aicore_time of a call
    std::optional<double> vectorUs; ///< aiv_time of a call
    qint64 totalNs = 0;             ///< sum over all calls
    std::optional<qint64> waitNs;   ///< sum over all calls
};

/// From which ratio on a pipe binds: 0.8; 0.75 for fixpipe; on vector cores 0.7 for the vector unit, MTE2 and MTE3. The
/// sum above which pipes fill the time: 0.9. Source: the rules ai_core_performance and operator_no_bound of the
/// official advisor. Of an operator on both kinds of cores the side counts that took longer. The wait comes first,
/// whatever the pipes do: it cannot be won back inside of the operator.
[[nodiscard]] double bindingRatio(CorePipe pipe, CoreSide side);
[[nodiscard]] BoundVerdict operatorBound(const BoundInput &input);

/// "MTE2 (AIV)": as the documentation of the chips calls it, with the kind of core where there are two.
[[nodiscard]] QString pipeName(const PipeUse &use);
/// "memory-bound"; empty for Unknown.
[[nodiscard]] const char *boundWord(OperatorBound bound);
/// Sentence on the bottleneck of an operator and what helps; empty for Unknown. `waits`: how many times as long as it
/// runs the device waits before it.
[[nodiscard]] Phrase boundSentence(const BoundVerdict &verdict, double waits);

} // namespace rs
