// SPDX-License-Identifier: Apache-2.0
#include "analysis/parallel/legacygraph.h"

#include "analysis/parallel/legacytimeline.h"
#include "analysis/parallel/marey.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace rs {

namespace {

/// An operator of a device on the clock of all.
struct OldCall
{
    Interval time;
    SliceId slice = NoSlice;
    quint32 entry = 0;
};

// Devices of each stage that have operators, by rank.
std::map<int, std::vector<const MareyRow *>> oldDevices(const Run &run, const MareyChart &chart)
{
    std::map<int, std::vector<const MareyRow *>> out;
    for (const MareyRow &row : chart.rows) {
        const auto at = static_cast<size_t>(row.rankIndex);
        if (row.operators() > 0 && run.ranks[at] && run.ranks[at]->trace && isLegacyTimeline(*run.ranks[at]))
            out[row.stage].push_back(&row);
    }
    return out;
}

std::vector<OldCall> oldCalls(const MareyChart &chart, const MareyRow &row, int step)
{
    std::vector<OldCall> out;
    for (const MareyLane *const lane : {&row.work, &row.communication}) {
        for (const MareyOperator &op : *lane) {
            if (step < 0 || chart.entries[op.entry].step == step)
                out.push_back({op.time, op.slice, op.entry});
        }
    }
    std::ranges::sort(out, [](const OldCall &a, const OldCall &b) {
        return std::tuple(a.time.from, raw(a.slice)) < std::tuple(b.time.from, raw(b.slice));
    });
    return out;
}

std::vector<size_t> oldTransfers(const MareyChart &chart, const std::vector<OldCall> &calls, MareyKind kind)
{
    std::vector<size_t> out;
    for (size_t i = 0; i < calls.size(); ++i) {
        if (chart.entries[calls[i].entry].kind == kind)
            out.push_back(i);
    }
    return out;
}

// With more than two stages, the target stage of a transfer is unknown.
void pairOldTransfers(const MareyChart &chart, const std::vector<std::vector<OldCall>> &calls, LegacyGraph &out)
{
    if (out.stages.size() != 2)
        return;
    const bool aligned = chart.isAligned(out.stages[0].rankIndex) && chart.isAligned(out.stages[1].rankIndex);
    for (const size_t from : {size_t{0}, size_t{1}}) {
        const size_t to = 1 - from;
        const std::vector<size_t> sends = oldTransfers(chart, calls[from], MareyKind::Send);
        const std::vector<size_t> receives = oldTransfers(chart, calls[to], MareyKind::Receive);
        for (size_t i = 0; i < sends.size() && sends.size() == receives.size(); ++i) {
            const Interval send = calls[from][sends[i]].time;
            const Interval receive = calls[to][receives[i]].time;
            LegacyGraphPair pair{from, to, sends[i], receives[i], {}};
            if (aligned)
                pair.waitNs = std::max<qint64>(0, saturatedDifference(std::min(send.from, receive.to), receive.from));
            out.pairs.push_back(pair);
        }
    }
}

} // namespace

LegacyGraph legacyTimelineGraph(const Run &run, const QString &step, int rank, const JobContext &job)
{
    LegacyGraph out;
    if (std::ranges::none_of(run.ranks, [](const auto &r) { return r && r->trace && isLegacyTimeline(*r); }))
        return out;
    const MareyChart chart = mareyChart(run, {step}, job);
    if (job.isCanceled())
        return out;
    const auto devices = oldDevices(run, chart);
    out.step = !step.isEmpty() ? step : chart.steps.value(0);
    const int wanted = out.step.isEmpty() ? -1 : static_cast<int>(chart.steps.indexOf(out.step));
    size_t place = 0;
    for (const auto &[stage, rows] : devices) {
        const auto at = std::ranges::find(rows, rank, &MareyRow::rankIndex);
        if (at != rows.end())
            place = static_cast<size_t>(at - rows.begin());
    }
    std::vector<std::vector<OldCall>> calls; // beside the stages
    for (const auto &[stage, rows] : devices) {
        const MareyRow &row = *rows[std::min(place, rows.size() - 1)];
        LegacyGraphStage made;
        made.stage = std::max(0, stage);
        made.rankIndex = row.rankIndex;
        calls.push_back(oldCalls(chart, row, wanted));
        for (const OldCall &call : calls.back()) {
            LegacyGraphOperator op;
            op.name = chart.names.text(StrId{chart.entries[call.entry].name}).toStdString();
            op.type = op.name.substr(0, op.name.rfind("-op"));
            op.slice = call.slice;
            op.durationNs = call.time.length();
            made.operators.push_back(std::move(op));
        }
        if (made.operators.empty())
            calls.pop_back();
        else
            out.stages.push_back(std::move(made));
    }
    pairOldTransfers(chart, calls, out);
    return out;
}

} // namespace rs
