// SPDX-License-Identifier: Apache-2.0
#include "fuzz/use.h"

#include "analysis/communication/commmatrix.h"
#include "analysis/communication/commrecord.h"
#include "analysis/communication/mc2.h"
#include "analysis/communication/p2ppairs.h"
#include "analysis/communication/rankalign.h"
#include "analysis/compare/rankcompare.h"
#include "analysis/diagnosis/launchfindings.h"
#include "analysis/host/dispatch.h"
#include "analysis/host/flowchain.h"
#include "analysis/host/hostclock.h"
#include "analysis/host/idlecauses.h"
#include "analysis/host/kernelchain.h"
#include "analysis/operators/frequency.h"
#include "analysis/operators/operatorstats.h"
#include "analysis/overview/overviewfindings.h"
#include "analysis/overview/stepbreakdown.h"
#include "analysis/overview/timebreakdown.h"
#include "analysis/ranks/collectives.h"
#include "analysis/ranks/domains.h"
#include "analysis/time/flowstats.h"
#include "analysis/time/slicenamestats.h"
#include "analysis/time/slicestats.h"
#include "fuzz/scratch.h"

#include <algorithm>

namespace rs::fuzz {

namespace {

void useSlices(const Trace &trace)
{
    const SliceStore &slices = trace.slices();
    constexpr quint32 most = 500;
    for (quint32 i = 0; i < std::min(slices.size(), most); ++i) {
        const SliceId s{i};
        require(slices.duration(s) >= 0, "no slice ends before it begins");
        require(raw(slices.name(s)) < trace.strings().size(), "the name of a slice is in the pool");
        require(slices.source(s).file < std::max<size_t>(1, trace.sources().size()), "a slice names a source");
        require(raw(trace.laneOf(s)) < trace.lanes().size(), "a slice lies in a lane");
        const SliceId parent = trace.parentOf(s);
        require(parent == NoSlice || (slices.start(parent) <= slices.start(s) && slices.end(parent) >= slices.end(s)),
                "a parent contains its slice");
        require(trace.selfTime(s) >= 0, "no self time is negative");
        (void)trace.depthOf(s);
        (void)trace.strings().text(slices.name(s));
        if (const TaskDetail *detail = slices.detail(s))
            require(raw(detail->taskType) < trace.strings().size(), "the task type of a slice is in the pool");
        for (const FlowIndex f : trace.flows().outgoing(s))
            require(trace.flows().at(f).from == s, "an outgoing flow begins at its slice");
        for (const FlowIndex f : trace.flows().incoming(s))
            require(trace.flows().at(f).to == s, "an incoming flow ends at its slice");
        (void)slices.firstEndingAtOrAfter(slices.start(s), slices.row(slices.rowOf(s)));
        (void)slices.visible(slices.rowOf(s), slices.start(s), slices.end(s));
    }
}

} // namespace

void useTrace(const Trace &trace)
{
    const SliceStore &slices = trace.slices();
    for (quint32 row = 0; row < slices.rowCount(); ++row) {
        const SliceStore::Span span = slices.row(RowId{row});
        require(span.first <= span.last && span.last <= slices.size(), "a row lies in the store");
        for (quint32 i = span.first; i + 1 < span.last; ++i)
            require(slices.start(SliceId{i}) <= slices.start(SliceId{i + 1}) &&
                        slices.end(SliceId{i}) <= slices.start(SliceId{i + 1}),
                    "slices of a row are sorted and do not overlap");
    }
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        (void)trace.laneLabel(LaneId{l});
        (void)trace.processLabel(trace.lane(LaneId{l}).process);
        require(trace.slicesOf(LaneId{l}).size() == trace.lane(LaneId{l}).sliceCount, "a lane counts its slices");
    }
    for (quint32 i = 0; i < trace.flows().size(); ++i) {
        const Flow &f = trace.flows().at(FlowIndex{i});
        require(raw(f.from) < slices.size() && raw(f.to) < slices.size(), "a joined flow has two slices");
        require(f.category < trace.flows().categories().size(), "a flow has a category");
    }
    for (const CounterSeries &c : trace.counters())
        require(c.timeNs.size() == c.value.size() && std::is_sorted(c.timeNs.begin(), c.timeNs.end()),
                "samples of a counter are in order");
    useSlices(trace);
    const JobContext job;
    (void)sliceStats(trace, job);
    (void)flowStats(trace, job);
    (void)mc2Operators(trace);
    const HostClock clock = estimateHostClock(trace);
    require(clock.launches <= trace.flows().size(), "a clock is estimated from flows that there are");
    require(clock.samplingNs >= 0 && (clock.known || clock.samplingNs == 0), "a clock is as uncertain as its launches");
    (void)kernelChains(trace, clock, job);
    for (const CounterId c : frequencyCounters(trace))
        (void)frequencyStats(trace, c, job);
    constexpr quint32 some = 20;
    for (quint32 i = 0; i < std::min(slices.size(), some); ++i) {
        (void)flowsBeyond(trace, flowChain(trace, SliceId{i}, job));
        (void)kernelFrequency(trace, SliceId{i});
        const SliceNameStats same = sliceNameStats(trace, SliceId{i}, 24, job);
        (void)nextInBin(trace, same, 0, SliceId{i});
    }
}

void useTable(const Table &table)
{
    for (int c = 0; c < table.columnCount(); ++c) {
        for (int r = 0; r < table.rows(); ++r) {
            require(raw(table.textId(r, c)) < table.strings().size(), "a cell's text is in the pool");
            (void)table.integer(r, c);
            (void)table.real(r, c);
        }
    }
}

void useRank(const RankData &rank)
{
    const JobContext job;
    if (rank.trace) {
        useTrace(*rank.trace);
        const Dispatch dispatch = dispatchOf(*rank.trace, job);
        (void)outstandingLaunches(dispatch);
        (void)delayTrend(dispatch, 16);
        (void)delayCurves(dispatch);
        (void)dispatchReport(rank, dispatch, job);
        (void)idleCauses(rank, dispatch, job);
        for (quint32 i = 0; i < std::min<quint32>(rank.trace->slices().size(), 50); ++i) {
            (void)commRecordOf(rank, SliceId{i});
            (void)rank.kernelRow(SliceId{i});
        }
    }
    for (const OperatorGrouping by : {OperatorGrouping::Type, OperatorGrouping::Name, OperatorGrouping::Shape,
                                      OperatorGrouping::NameShape, OperatorGrouping::Kernel}) {
        OperatorQuery query;
        query.grouping = by;
        query.kind = OperatorKind::All;
        (void)operatorStats(rank, query, job);
    }
    (void)coreTypes(rank);
    (void)collectiveSequences(rank);
    (void)deriveOverview(rank);
    (void)timeBreakdown(rank);
    (void)rank.bytesUsed();
    (void)rank.withoutTrace();
}

void useRun(const Run &run)
{
    const JobContext job;
    (void)run.steps();
    (void)overview(run);
    (void)overviewDisagreements(run);
    (void)domains(run);
    const std::vector<MatrixCell> cells = matrixCells(run);
    (void)communicationRows(run);
    (void)pairTransfers(run, job);
    (void)alignRanks(run, job);
    (void)launchFindings(run, job);
    std::vector<const RankData *> loaded;
    for (const auto &rank : run.ranks) {
        if (rank)
            loaded.push_back(rank.get());
    }
    for (const RankData *rank : loaded) {
        useRank(*rank);
        for (size_t i = 0; i < std::min<size_t>(cells.size(), 20); ++i)
            (void)sliceOfCell(*rank, cells[i]);
    }
    if (loaded.size() > 1)
        (void)compareRanks(*loaded[0], *loaded[1], {}, job);
}

} // namespace rs::fuzz
