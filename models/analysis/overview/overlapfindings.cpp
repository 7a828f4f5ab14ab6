// SPDX-License-Identifier: Apache-2.0
#include "analysis/overview/overlapfindings.h"

#include "analysis/time/intervals.h"
#include "core/base/saturate.h"
#include "core/base/timens.h"
#include "core/text/findingcodes.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <vector>

namespace rs {

namespace {

struct OverlapLane
{
    LaneKind kind;
    const char *name;
    IntervalSet (*ofDevice)(const DeviceSets &sets);
};

constexpr std::array<OverlapLane, 4> overlapLanes{{
    {LaneKind::OverlapComputing, "Computing", [](const DeviceSets &s) { return s.compute; }},
    {LaneKind::OverlapCommunication, "Communication", [](const DeviceSets &s) { return s.communication; }},
    {LaneKind::OverlapNotOverlapped, "Communication(Not Overlapped)",
     [](const DeviceSets &s) { return subtractSets(s.communication, s.compute); }},
    {LaneKind::OverlapFree, "Free", [](const DeviceSets &s) { return gapsOf(uniteSets(s.compute, s.communication)); }},
}};

/// What the trace's own analysis says of one device.
struct OverlapSums
{
    std::map<LaneKind, qint64> ns;
    std::map<LaneKind, std::vector<Interval>> pieces;
    qint64 slices = 0;
};

std::map<int, OverlapSums> sumsByDevice(const Trace &trace)
{
    std::map<int, OverlapSums> out;
    const SliceStore &s = trace.slices();
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        const Lane &lane = trace.lanes()[l];
        const Process &process = trace.process(lane.process);
        if (process.kind != ProcessKind::OverlapAnalysis)
            continue;
        OverlapSums &sums = out[process.device];
        qint64 &sum = sums.ns[lane.kind];
        std::vector<Interval> &pieces = sums.pieces[lane.kind];
        for (quint32 r = lane.firstRow; r < lane.firstRow + lane.rowCount; ++r) {
            const SliceStore::Span span = trace.insideOf(RowId{r});
            for (const SliceId slice : span) {
                sum = saturatedSum(sum, s.duration(slice));
                pieces.push_back({s.start(slice), s.end(slice)});
            }
            sums.slices += span.size();
        }
    }
    return out;
}

/// How much of `a` is not in `b`, or the other way round, whichever is more.
qint64 outside(const IntervalSet &a, const IntervalSet &b)
{
    return std::max(totalLength(subtractSets(a, b)), totalLength(subtractSets(b, a)));
}

QString microseconds(qint64 ns)
{
    return QString::fromStdString(formatUs(ns)) + QStringLiteral(" µs");
}

std::set<int> workingDevices(const Trace &trace)
{
    std::set<int> out;
    for (const Process &p : trace.processes()) {
        if (p.kind == ProcessKind::AscendHardware)
            out.insert(p.device);
    }
    return out;
}

Finding findingOf(const RankData &rank, const char *code, const QString &message, const QString &argument)
{
    Finding f;
    f.severity = Severity::Notice;
    f.file = rank.trace->sources().empty() ? QString() : rank.trace->sources().front().path.section(u'/', -1);
    f.place = Place::rank(rank.info.label);
    f.code = QString::fromLatin1(code);
    f.message = message;
    f.argument = argument;
    return f;
}

void addDisagreements(const RankData &rank, const OverlapSums &sums, const DeviceSets &sets, std::vector<Finding> &out)
{
    const qint64 slices = sets.computeSlices + sets.communicationSlices + sums.slices;
    const qint64 toleranceNs = 1000 + slices;
    for (const OverlapLane &lane : overlapLanes) {
        const auto found = sums.ns.find(lane.kind);
        const qint64 said = found == sums.ns.end() ? 0 : found->second;
        const IntervalSet own = lane.ofDevice(sets);
        const qint64 ownNs = totalLength(own);
        const QString name = QLatin1String(lane.name) + QStringLiteral(": ");
        if (saturatedMagnitude(saturatedDifference(said, ownNs)) > toleranceNs) {
            out.push_back(findingOf(
                rank, findingcodes::overlapDisagreement.data(),
                RS_MESSAGE(
                    "A lane of the trace's own Overlap Analysis and the slices of the device disagree by more than "
                    "rounding (%1): the lane shows what the trace says, and all that is computed rests on the slices."),
                name + microseconds(said) + QStringLiteral(" ≠ ") + microseconds(ownNs)));
            continue;
        }
        const auto pieces = sums.pieces.find(lane.kind);
        const qint64 elsewhere = pieces == sums.pieces.end() ? 0 : outside(mergeIntervals(pieces->second), own);
        // Each slice is rounded at both ends.
        if (elsewhere > toleranceNs + slices)
            out.push_back(findingOf(rank, "overlap.elsewhere",
                                    RS_MESSAGE("A lane of the trace's own Overlap Analysis lies elsewhere than the "
                                               "slices of the device (%1): its stamps or theirs are of another clock."),
                                    name + microseconds(elsewhere)));
    }
}

} // namespace

std::vector<Finding> overlapDisagreements(const RankData &rank, const DeviceSets &sets)
{
    std::vector<Finding> out;
    const bool oneDevice = workingDevices(*rank.trace).size() < 2;
    for (const auto &[device, sums] : sumsByDevice(*rank.trace)) {
        // Of several devices without a number none can be told from the others.
        if (oneDevice)
            addDisagreements(rank, sums, sets, out);
        else if (device >= 0)
            addDisagreements(rank, sums, deviceSets(*rank.trace, device), out);
    }
    return out;
}

} // namespace rs
