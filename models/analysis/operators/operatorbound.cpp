// SPDX-License-Identifier: Apache-2.0
#include "analysis/operators/operatorbound.h"

#include <QLatin1String>

#include <algorithm>

namespace rs {

namespace {

constexpr double fillsTime = 0.9;
// Pipes that add up to more than the time work at once, not in turn.
constexpr double inTurn = 1.1;

/// By CorePipe, as columns call them.
constexpr const char *pipeNames[] = {"mac", "vec", "scalar", "mte1", "mte2", "mte3", "fixpipe"};

OperatorBound boundBy(CorePipe pipe)
{
    if (pipe == CorePipe::Mac || pipe == CorePipe::Vector)
        return OperatorBound::Compute;
    return pipe == CorePipe::Scalar ? OperatorBound::Scalar : OperatorBound::Memory;
}

// The side that took the operator's time; where no time tells, the one with the busiest pipe.
CoreSide longerSide(const BoundInput &input)
{
    if (input.cubeUs.value_or(0) > input.vectorUs.value_or(0))
        return CoreSide::Cube;
    if (input.vectorUs.value_or(0) > input.cubeUs.value_or(0))
        return CoreSide::Vector;
    return std::ranges::max_element(input.pipes, {}, &PipeUse::ratio)->side;
}

} // namespace

std::optional<PipeUse> pipeOfColumn(QStringView name)
{
    PipeUse out{CorePipe::Mac, CoreSide::Both, 0};
    if (name.startsWith(u"aic_") || name.startsWith(u"aiv_")) {
        out.side = name.startsWith(u"aic_") ? CoreSide::Cube : CoreSide::Vector;
        name = name.mid(4);
    }
    const QStringView suffix = u"_ratio";
    if (!name.endsWith(suffix))
        return std::nullopt;
    name = name.chopped(suffix.size());
    const auto *const at =
        std::ranges::find_if(pipeNames, [name](const char *pipe) { return name == QLatin1String(pipe); });
    if (at == std::end(pipeNames))
        return std::nullopt;
    out.pipe = static_cast<CorePipe>(at - pipeNames);
    return out;
}

double bindingRatio(CorePipe pipe, CoreSide side)
{
    if (pipe == CorePipe::Fixpipe)
        return 0.75;
    const bool ofVector = pipe == CorePipe::Vector || pipe == CorePipe::Mte2 || pipe == CorePipe::Mte3;
    return side == CoreSide::Vector && ofVector ? 0.7 : 0.8;
}

BoundVerdict operatorBound(const BoundInput &input)
{
    BoundVerdict out;
    if (!input.pipes.empty()) {
        const CoreSide side = longerSide(input);
        bool binds = false;
        for (const PipeUse &use : input.pipes) {
            if (use.side != side && use.side != CoreSide::Both)
                continue;
            // The scalar unit runs beside all others: it fills no gap that they leave.
            out.together += use.pipe == CorePipe::Scalar ? 0 : use.ratio;
            const bool over = use.ratio >= bindingRatio(use.pipe, use.side);
            if (!out.busiest || (over && !binds) || (over == binds && use.ratio > out.busiest->ratio)) {
                out.busiest = use;
                binds = over;
            }
        }
        if (out.busiest)
            out.bound = binds                                                ? boundBy(out.busiest->pipe)
                        : out.together > fillsTime && out.together <= inTurn ? OperatorBound::Serial
                                                                             : OperatorBound::None;
    }
    if (input.waitNs && *input.waitNs > input.totalNs)
        out.bound = OperatorBound::Wait;
    return out;
}

QString pipeName(const PipeUse &use)
{
    const char *const side = use.side == CoreSide::Cube ? " (AIC)" : use.side == CoreSide::Vector ? " (AIV)" : "";
    return QString::fromLatin1(pipeNames[static_cast<size_t>(use.pipe)]).toUpper() + QLatin1String(side);
}

const char *boundWord(OperatorBound bound)
{
    static constexpr const char *words[] = {
        "", "wait-bound", "compute-bound", "memory-bound", "scalar-bound", "serial-pipes", "no-busy-pipe"};
    return words[static_cast<size_t>(bound)];
}

Phrase boundSentence(const BoundVerdict &verdict, double waits)
{
    const auto percent = [](double share) { return QString::number(100 * share, 'f', 0); };
    const QString pipe = verdict.busiest ? pipeName(*verdict.busiest) : QString();
    const QString busy = percent(verdict.busiest ? verdict.busiest->ratio : 0);
    switch (verdict.bound) {
    case OperatorBound::Unknown:
        break;
    case OperatorBound::Wait:
        return {RS_MESSAGE("The device waits before it %1 times as long as it runs: its launch or another operator "
                           "delays it, so a faster kernel gains little."),
                {QString::number(waits, 'g', 3)}};
    case OperatorBound::Compute:
        return {RS_MESSAGE("%1 is busy %2 % of the time: it is bound by computing. A smaller data type or less work "
                           "makes it faster."),
                {pipe, busy}};
    case OperatorBound::Memory:
        return {RS_MESSAGE("%1 is busy %2 % of the time: it is bound by moving data. Fusing it with its neighbours, "
                           "other formats or a smaller data type move less."),
                {pipe, busy}};
    case OperatorBound::Scalar:
        return {RS_MESSAGE("%1 is busy %2 % of the time: it is bound by addresses and control flow, often because "
                           "of small or unaligned shapes."),
                {pipe, busy}};
    case OperatorBound::Serial:
        return {RS_MESSAGE("No pipe is busy for long, but together they fill %1 % of the time: reading, computing "
                           "and writing run one after the other instead of in parallel."),
                {percent(verdict.together)}};
    case OperatorBound::None:
        return {RS_MESSAGE("Not pipe-bound: the busiest pipe, %1, works %2 % of the time. The rest is launch overhead, "
                           "too few blocks or pipe waits. Fewer and larger operators help."),
                {pipe, busy}};
    }
    return {};
}

} // namespace rs
