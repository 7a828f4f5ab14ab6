// SPDX-License-Identifier: Apache-2.0
#include "planted.h"

#include "overlap.h"
#include "simulator.h"
#include "textout.h"

#include <nlohmann/json.hpp>

#include <QFileInfo>

#include <algorithm>
#include <cmath>
#include <utility>

namespace rs::gen {

namespace {

using Json = nlohmann::ordered_json;

double ms(qint64 ns)
{
    return static_cast<double>(ns) / 1e6;
}

/// When the last rank has ended that step.
qint64 stepEnd(const RunNumbers &run, size_t step)
{
    qint64 end = 0;
    for (const auto &rank : run)
        end = std::max(end, rank[step].endNs);
    return end;
}

/// Time from the end of the step before (of the first one: from the start of the run) to the end of this one, all
/// ranks.
qint64 stepWall(const RunNumbers &run, size_t step)
{
    return stepEnd(run, step) - (step == 0 ? 0 : stepEnd(run, step - 1));
}

Json wallJson(const RunNumbers &run)
{
    Json steps = Json::array();
    const size_t count = run.front().size();
    for (size_t s = 0; s < count; ++s)
        steps.push_back({{"step", s + 1}, {"wall_ms", ms(stepWall(run, s))}});
    return {{"wall_ms", ms(stepEnd(run, count - 1))}, {"steps", steps}};
}

Json numbersJson(int rank, size_t step, const StepNumbers &a, const StepNumbers &minus)
{
    return {{"rank", rank},
            {"step", step + 1},
            {"step_ms", ms((a.endNs - a.startNs) - (minus.endNs - minus.startNs))},
            {"computing_ms", ms(a.computingNs - minus.computingNs)},
            {"communication_ms", ms(a.communicationNs - minus.communicationNs)},
            {"communication_not_overlapped_ms", ms(a.notOverlappedNs - minus.notOverlappedNs)},
            {"waiting_ms", ms(a.waitingNs - minus.waitingNs)},
            {"free_ms", ms(a.freeNs - minus.freeNs)}};
}

Json faultJson(const GeneratorOptions &o, const Fault &f)
{
    Json j{{"kind", faultName(f.kind).toStdString()}};
    if (f.kind == Fault::SlowLink) {
        j["source"] = f.rank;
        j["destination"] = f.peer;
        j["factor"] = f.value;
        return j;
    }
    if (namesRank(f.kind))
        j["rank"] = f.rank;
    if (namesStep(f.kind))
        j["step"] = f.step;
    if (f.kind == Fault::MovingStraggler)
        j["stragglers"] = stragglers(o); // by step
    if (f.kind == Fault::LateRank)
        j["late_ms"] = f.value;
    else if (f.kind == Fault::GcPause || f.kind == Fault::Checkpoint || f.kind == Fault::SlowCalls ||
             f.kind == Fault::Compile)
        j["ms"] = f.value;
    else if (f.kind == Fault::LongStage)
        j["layers"] = f.value;
    else if (f.kind == Fault::HostSync)
        j["times"] = f.value;
    else
        j["factor"] = f.value;
    return j;
}

struct Change
{
    qint64 ns = 0;
    bool hidden = true; ///< below 1 % of the step, everywhere
};

/// Largest change by the fault, in the steps and ranks that it names.
Change largestChange(const GeneratorOptions &o, const Fault &f, const RunNumbers &run, const RunNumbers &without)
{
    Change out;
    const std::vector<int> moving = stragglers(o);
    for (size_t r = 0; r < run.size(); ++r) {
        const int rank = static_cast<int>(r);
        for (size_t s = 0; s < run[r].size(); ++s) {
            if ((namesRank(f.kind) && f.kind != Fault::LateRank && rank != f.rank && rank != f.peer) ||
                (namesStep(f.kind) && static_cast<int>(s) + 1 != f.step) ||
                (f.kind == Fault::MovingStraggler && moving[s] != rank))
                continue;
            const StepNumbers &a = run[r][s];
            const StepNumbers &b = without[r][s];
            for (const qint64 ns :
                 {(a.endNs - a.startNs) - (b.endNs - b.startNs), a.computingNs - b.computingNs,
                  a.communicationNs - b.communicationNs, a.waitingNs - b.waitingNs, a.freeNs - b.freeNs}) {
                out.ns = std::max(out.ns, std::abs(ns));
                out.hidden = out.hidden && std::abs(ns) * 100 < a.endNs - a.startNs;
            }
        }
    }
    return out;
}

/// Cost of a fault: the difference to the run without it, as a whole, by step, by rank and step.
void addCosts(Json &f, const RunNumbers &run, const RunNumbers &without)
{
    const size_t steps = run.front().size();
    f["cost_ms"] = ms(stepEnd(run, steps - 1) - stepEnd(without, steps - 1));
    f["steps"] = Json::array();
    for (size_t s = 0; s < steps; ++s)
        f["steps"].push_back({{"step", s + 1}, {"cost_ms", ms(stepWall(run, s) - stepWall(without, s))}});
    f["ranks"] = Json::array();
    for (size_t r = 0; r < run.size(); ++r) {
        for (size_t s = 0; s < steps; ++s)
            f["ranks"].push_back(numbersJson(static_cast<int>(r), s, run[r][s], without[r][s]));
    }
}

void addChange(Json &f, const Fault &fault, const Change &change, GeneratorResult &result)
{
    f["largest_change_ms"] = ms(change.ns);
    f["hidden"] = change.hidden;
    if (change.hidden) {
        result.notes.push_back(
            QStringLiteral(
                "%1 plants nothing that could be found: where it applies, no time of a step changes by 1 % of "
                "the step (the largest change is %2 ms).")
                .arg(faultText(fault))
                .arg(ms(change.ns), 0, 'f', 3));
    }
}

} // namespace

RunNumbers measureRun(const GeneratorOptions &options, const Topology &topology, const ModelShape &shape,
                      const std::vector<Fault> &faults)
{
    RunNumbers numbers(static_cast<size_t>(options.ranks),
                       std::vector<StepNumbers>(static_cast<size_t>(options.steps)));
    std::vector<OverlapSweep> sweeps(static_cast<size_t>(options.ranks));
    Simulator simulator(options, topology, shape, faults);
    while (simulator.advance(200000)) {
        for (int r = 0; r < options.ranks; ++r) {
            RankBuffer &buffer = simulator.buffer(r);
            OverlapSweep &sweep = sweeps[static_cast<size_t>(r)];
            for (const Record &record : buffer.records) {
                StepNumbers &step = numbers[static_cast<size_t>(r)][static_cast<size_t>(record.step) - 1];
                const Span span{record.deviceStartNs, record.deviceEndNs};
                if (record.kind == RecordKind::Kernel) {
                    sweep.addCompute(span);
                } else if (record.kind == RecordKind::Comm) {
                    sweep.addCommunication(span);
                    step.waitingNs += std::max<qint64>(0, buffer.comms[record.detail].lastArrivalNs - span.from);
                } else if (record.kind == RecordKind::StepEnd) {
                    const OverlapSweep::Step s = sweep.finishStep();
                    step.startNs = record.inferStartNs;
                    step.endNs = record.inferEndNs;
                    step.computingNs = sumOf(s.compute);
                    step.communicationNs = sumOf(s.communication);
                    step.notOverlappedNs = sumOf(s.notOverlapped);
                    step.freeNs = sumOf(s.free);
                    if (s.freeBefore)
                        step.freeNs += s.freeBefore->length();
                }
            }
            buffer.clear();
        }
    }
    return numbers;
}

bool writePlanted(const GeneratorOptions &o, const Topology &topology, const ModelShape &shape, const RunNumbers &run,
                  GeneratorResult &result, const std::vector<Damage> &damage, QString &error)
{
    Json j;
    j["generator"] = {{"name", "rankscope-gen"}, {"schema", 1}, {"seed", o.seed}, {"mb_per_rank", o.mbPerRank}};
    j["framework"] = o.pytorch ? "pytorch" : "mindspore";
    j["layout"] = {{"ranks", o.ranks},
                   {"steps", o.steps},
                   {"tp", o.tp},
                   {"dp", o.dp()},
                   {"pp", o.pp},
                   {"node_size", o.nodeSize},
                   {"expert_parallel", o.experts ? o.dp() : 1},
                   {"batch_send_recv", o.batchSendRecv},
                   {"layers_per_stage", shape.layersPerStage},
                   {"micro_batches", shape.microBatches}};
    j["ranks"] = Json::array();
    for (const GeneratedRank &r : result.ranks) {
        j["ranks"].push_back({{"rank", r.rank},
                              {"folder", QFileInfo(r.dir).fileName().toStdString()},
                              {"device", topology.deviceOf(r.rank)},
                              {"node", topology.nodeOf(r.rank)},
                              {"stage", topology.stageOf(r.rank)},
                              {"trace_bytes", r.traceBytes},
                              {"host_clock_offset_ns", r.hostOffsetNs},
                              {"device_minus_host_ns", r.deviceOffsetNs}});
    }
    j["groups"] = Json::array();
    for (const Group &g : topology.groups())
        j["groups"].push_back({{"name", g.commName}, {"pg_name", g.pgName}, {"hash", g.hash}, {"ranks", g.ranks}});
    j["run"] = wallJson(run);
    Json rows = Json::array();
    for (size_t r = 0; r < run.size(); ++r) {
        for (size_t s = 0; s < run[r].size(); ++s)
            rows.push_back(numbersJson(static_cast<int>(r), s, run[r][s], {}));
    }
    j["run"]["ranks"] = std::move(rows);
    RunNumbers plain;
    if (!o.faults.empty()) {
        plain = measureRun(o, topology, shape, {});
        j["without_faults"] = wallJson(plain);
    }
    // Cost of the options of the whole run.
    const auto addCost = [&](const char *name, const GeneratorOptions &without) {
        const RunNumbers other = measureRun(without, topology, shape, o.faults);
        j[name]["cost_ms"] = ms(stepEnd(run, run.front().size() - 1) - stepEnd(other, run.front().size() - 1));
    };
    if (GeneratorOptions without = o; std::exchange(without.buckets, 1) > 1)
        addCost("buckets", without);
    if (GeneratorOptions without = o; std::exchange(without.hostLoad, 1) > 1)
        addCost("host_load", without);
    j["faults"] = Json::array();
    for (size_t i = 0; i < o.faults.size(); ++i) {
        std::vector<Fault> others = o.faults;
        others.erase(others.begin() + static_cast<qsizetype>(i));
        const RunNumbers without = others.empty() ? plain : measureRun(o, topology, shape, others);
        // Several faults hide each other: what this one costs in a run without the others.
        const RunNumbers alone = others.empty() ? run : measureRun(o, topology, shape, {o.faults[i]});
        Json f = faultJson(o, o.faults[i]);
        addCosts(f, run, without);
        f["cost_alone_ms"] = ms(stepEnd(alone, run.front().size() - 1) - stepEnd(plain, run.front().size() - 1));
        addChange(f, o.faults[i], largestChange(o, o.faults[i], run, without), result);
        j["faults"].push_back(std::move(f));
    }
    j["damage"] = Json::array();
    for (const Damage &d : damage) {
        Json item{{"kind", d.kind.toStdString()},
                  {"file", d.file.toStdString()},
                  {"bytes_before", d.bytesBefore},
                  {"bytes_after", d.bytesAfter}};
        if (!d.defects.empty()) {
            item["defects"] = Json::array();
            for (const Defect &defect : d.defects)
                item["defects"].push_back({{"what", defect.what}, {"byte", defect.byte}});
        }
        j["damage"].push_back(std::move(item));
    }
    TextOut out(o.outDir + QLatin1String("/planted.json"));
    out << j.dump(1) << '\n';
    if (out.close())
        return true;
    error = out.error();
    return false;
}

} // namespace rs::gen
