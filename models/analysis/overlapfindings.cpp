// SPDX-License-Identifier: Apache-2.0
#include "analysis/overlapfindings.h"

#include "analysis/intervals.h"
#include "core/saturate.h"
#include "core/timens.h"

#include <array>
#include <map>
#include <set>

namespace rs {

namespace {

struct OverlapLane
{
    LaneKind kind;
    const char *name;
    qint64 (*ofDevice)(const DeviceSets &sets);
};

constexpr std::array<OverlapLane, 4> overlapLanes{{
    {LaneKind::OverlapComputing, "Computing", [](const DeviceSets &s) { return totalLength(s.compute); }},
    {LaneKind::OverlapCommunication, "Communication", [](const DeviceSets &s) { return totalLength(s.communication); }},
    {LaneKind::OverlapNotOverlapped, "Communication(Not Overlapped)",
     [](const DeviceSets &s) { return totalLength(subtractSets(s.communication, s.compute)); }},
    {LaneKind::OverlapFree, "Free",
     [](const DeviceSets &s) { return totalLength(gapsOf(uniteSets(s.compute, s.communication))); }},
}};

/// What the trace's own analysis says of one device.
struct OverlapSums
{
    std::map<LaneKind, qint64> ns;
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
        for (quint32 r = lane.firstRow; r < lane.firstRow + lane.rowCount; ++r) {
            const SliceStore::Span span = trace.insideOf(RowId{r});
            for (quint32 i = span.first; i < span.last; ++i)
                sum = saturatedSum(sum, s.duration(SliceId{i}));
            sums.slices += span.size();
        }
    }
    return out;
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

void addDisagreements(const RankData &rank, const OverlapSums &sums, const DeviceSets &sets, std::vector<Finding> &out)
{
    const qint64 toleranceNs = 1000 + sets.computeSlices + sets.communicationSlices + sums.slices;
    for (const OverlapLane &lane : overlapLanes) {
        const auto found = sums.ns.find(lane.kind);
        const qint64 said = found == sums.ns.end() ? 0 : found->second;
        const qint64 own = lane.ofDevice(sets);
        if (saturatedMagnitude(saturatedDifference(said, own)) <= toleranceNs)
            continue;
        Finding f;
        f.severity = Severity::Notice;
        f.file = rank.trace->sources().empty() ? QString() : rank.trace->sources().front().path.section(u'/', -1);
        f.place = Place::rank(rank.info.label);
        f.code = QStringLiteral("overlap.disagreement");
        f.message =
            QStringLiteral("A lane of the trace's own Overlap Analysis and the slices of the device disagree by "
                           "more than rounding (%1): the lane shows what the trace says, and all that is "
                           "computed rests on the slices.");
        f.argument = QStringLiteral("%1: %2 µs ≠ %3 µs")
                         .arg(QLatin1String(lane.name), QString::fromStdString(formatUs(said)),
                              QString::fromStdString(formatUs(own)));
        out.push_back(std::move(f));
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
