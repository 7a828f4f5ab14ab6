// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/host/flowchain.h"
#include "core/job/jobcontext.h"
#include "core/run/rundata.h"
#include "views/page/property.h"
#include "views/state/viewcontext.h"
#include "views/state/viewstate.h"

#include <QString>
#include <QStringList>

#include <functional>
#include <memory>
#include <vector>

namespace rs {

/// One end of a flow, seen from the selected slice.
struct FlowLink
{
    SliceId partner = NoSlice;
    QString partnerName;
    QString partnerLane;
    QString category;
    qint64 delayNs = 0;
    bool incoming = false;
};

/// One line of the chain of causes and effects.
struct ChainLine
{
    SliceId slice = NoSlice;
    QString name;
    QString text;
    int level = 0;     ///< 1: a further way to the member above
    bool self = false; ///< the slice that the chain is of
};

/// Facts on a slice that take time: they need its file, its children, or all connection lines.
struct SliceFacts
{
    qint64 selfNs = 0;
    SliceId parent = NoSlice;
    QString parentName;
    ArgLines args;
    QStringList callStack;        ///< innermost frame first, as the file has it; taken out of `args`
    std::vector<Property> record; ///< communication.json's record of a communication operator
    std::vector<FlowLink> flows;  ///< incoming before outgoing
    qint64 flowsLeftOut = 0;
    std::vector<ChainLine> chain; ///< empty for a slice that nothing leads to or from
    bool chainIsCut = false;
    std::vector<Property> frequency; ///< of the AI cores under a kernel
    QString mc2Heading;
    std::vector<std::pair<Property, SliceId>> mc2; ///< phases of a fused operator's turn, or of all its turns
};

/// Links beyond this number are counted, not listed: a queue slice may have thousands.
inline constexpr size_t flowLinkLimit = 500;

/// Runs on a worker thread.
[[nodiscard]] SliceFacts sliceFacts(const RankData &rank, SliceId slice,
                                    const std::function<ArgLines(const Trace &, SliceId)> &readArgs,
                                    const JobContext &job);

/// Columns of the trace, in the order in which people ask. `runStartNs` is the zero of relative times.
[[nodiscard]] std::vector<Property> sliceProperties(const RankData &rank, SliceId slice, qint64 runStartNs);
/// The device task's fields that the file gives.
[[nodiscard]] std::vector<Property> taskProperties(const Trace &trace, const TaskDetail &task);
/// One line a tensor, "Input 0": shape, data type and format, as a row of the kernel table has them. Empty without
/// shapes.
[[nodiscard]] std::vector<Property> tensorProperties(const Table &table, int row);
/// A record of communication.json: times, ratios, and a group of lines for each transport.
[[nodiscard]] std::vector<Property> recordProperties(const CommOpRef &op);
/// Every column of one row that has a value; times with their unit, names as the file spells them.
[[nodiscard]] std::vector<Property> rowProperties(const Table &table, int row);
/// Members in their order, each with the way that led to it and its delay.
[[nodiscard]] std::vector<ChainLine> chainLines(const Trace &trace, const FlowChain &chain);
/// Nothing for slices whose duration does not follow the frequency, and where none was recorded.
[[nodiscard]] std::vector<Property> frequencyProperties(const Trace &trace, SliceId slice);
/// Shift of the slice from its place in the file, and why; empty for one that was not moved.
[[nodiscard]] std::vector<Property> movedProperties(const TimeOffsets &offsets, RankRef rank, const Trace &trace,
                                                    SliceId slice);
/// Translated name of a kind of slice.
[[nodiscard]] QString sliceKindText(SliceKind kind);
/// Splits a call stack at its line ends, with or without ';' before them.
[[nodiscard]] QStringList stackFrames(const QString &text);

} // namespace rs
