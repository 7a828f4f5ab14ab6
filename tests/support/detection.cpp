// SPDX-License-Identifier: Apache-2.0
#include "support/detection.h"

#include "analysis/communication/p2ppairs.h"
#include "analysis/communication/rankalign.h"
#include "analysis/host/idlecauses.h"
#include "analysis/host/kernelchain.h"
#include "generator/generator.h"
#include "importers/discovery/discovery.h"
#include "importers/run/runloader.h"

#include <QFile>
#include <QTemporaryDir>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace rs::test {

namespace {

void judgeRank(DetectionTrial &out, const RankData &rank, const gen::GeneratedRank &truth)
{
    const Dispatch dispatch = dispatchOf(*rank.trace);
    const HostClock &clock = dispatch.clock;
    out.hostClocks += clock.known ? 1 : 0;
    if (truth.deviceOffsetNs > clock.offsetNs || (clock.bounded && truth.deviceOffsetNs < clock.lowerBoundNs))
        ++out.hostClocksOutside;
    out.hostClockErrorNs = std::max(out.hostClockErrorNs, std::abs(clock.offsetNs - truth.deviceOffsetNs));
    for (const DispatchStep &s : dispatchReport(rank, dispatch).steps) {
        const std::pair key{rank.info.rank, s.step.toInt()};
        if (s.hostBound)
            out.bound.insert(key);
        if (!out.planted.contains(key))
            ++out.quiet;
    }
    const KernelChains chains = kernelChains(*rank.trace, dispatch.clock);
    out.kernels += std::ssize(chains.rows);
    out.wholeChains += chains.count[static_cast<size_t>(ChainStatus::Normal)];
    const IdleReport idle = idleCauses(rank, dispatch);
    for (const IdleStep &s : idle.steps) {
        qint64 sum = 0;
        for (const qint64 ns : s.ns)
            sum += ns;
        out.freeNs += sum;
        out.unknownNs += s.ns[static_cast<size_t>(IdleCause::Unknown)];
        for (const StepTraceRow &r : rank.stepTrace) {
            if (r.step == s.step && r.freeUs)
                out.freeErrorNs =
                    std::max(out.freeErrorNs, std::abs(sum - static_cast<qint64>(std::llround(*r.freeUs * 1000))));
        }
    }
}

// Cost of the first host-bound fault to its rank in its step, by the generator's own account.
double plantedShare(const QString &dir)
{
    QFile f(dir + QStringLiteral("/planted.json"));
    if (!f.open(QIODevice::ReadOnly))
        return 0;
    const QByteArray text = f.readAll();
    const auto j = nlohmann::json::parse(text.constData(), text.constData() + text.size());
    for (const auto &fault : j["faults"]) {
        if (fault["kind"] != "host-bound")
            continue;
        const auto here = [&fault](const nlohmann::json &row) {
            return row["rank"] == fault["rank"] && row["step"] == fault["step"];
        };
        for (const auto &cost : fault["ranks"]) {
            for (const auto &run : j["run"]["ranks"]) {
                if (here(cost) && here(run))
                    return cost["free_ms"].get<double>() / run["step_ms"].get<double>();
            }
        }
    }
    return 0;
}

} // namespace

bool DetectionTrial::hit() const
{
    return std::includes(bound.begin(), bound.end(), planted.begin(), planted.end());
}

int DetectionTrial::falseAlarms() const
{
    return static_cast<int>(
        std::count_if(bound.begin(), bound.end(), [this](const auto &b) { return !planted.contains(b); }));
}

DetectionTrial runTrial(gen::GeneratorOptions options)
{
    DetectionTrial out;
    QTemporaryDir dir;
    options.outDir = dir.path();
    const gen::GeneratorResult made = gen::generate(options);
    ThreadPool pool(1);
    const JobContext job;
    ImportReport report;
    std::vector<Run> found = discover({dir.path()}, job, report);
    if (!made.ok || found.size() != 1) {
        out.error = made.ok ? QStringLiteral("the run was not found") : made.error;
        return out;
    }
    const auto run = loadRun(std::move(found.front()), pool, job);
    for (const gen::Fault &f : options.faults) {
        if (f.kind == gen::Fault::HostBound)
            out.planted.insert({f.rank, f.step});
    }
    out.plantedIdleShare = plantedShare(dir.path());
    for (const auto &rank : run->ranks)
        judgeRank(out, *rank, made.ranks[static_cast<size_t>(rank->info.rank)]);

    const std::vector<RankAlignment> clocks = alignRanks(*run);
    const auto device = [&made](size_t r) { return made.ranks[r].hostOffsetNs + made.ranks[r].deviceOffsetNs; };
    for (size_t r = 0; r < clocks.size(); ++r) {
        if (clocks[r].applies())
            out.alignErrorNs = std::max(out.alignErrorNs, std::abs(clocks[r].offsetNs - (device(r) - device(0))));
        else if (clocks[r].refusal != AlignRefusal::Reference)
            ++out.refused;
    }
    const TransferPairs transfers = pairTransfers(*run);
    out.pairs = static_cast<int>(transfers.pairs.size());
    out.unmatched = static_cast<int>(transfers.unmatched.size());
    for (const Transfer &t : transfers.pairs) {
        const auto end = [&clocks](const TransferEnd &e) {
            return clocks[static_cast<size_t>(e.rankIndex)].aligned(e.endNs);
        };
        out.pairErrorNs = std::max(out.pairErrorNs, std::abs(end(t.send) - end(t.receive)));
    }
    return out;
}

gen::GeneratorOptions smallTrial(quint64 seed, double hostFactor)
{
    gen::GeneratorOptions o;
    o.ranks = 4;
    o.steps = 3;
    o.mbPerRank = 4;
    o.seed = seed;
    o.tp = 2;
    o.pp = 2;
    o.nodeSize = 2;
    o.pytorch = seed % 3 == 0;
    o.oldCann = seed % 5 == 0;
    o.clockOffsetMs = 180'000;
    o.threads = 1;
    if (hostFactor > 0)
        o.faults.push_back(
            {gen::Fault::HostBound, static_cast<int>(seed % 4), -1, static_cast<int>(seed / 4 % 3) + 1, hostFactor});
    // A late rank is no host-bound one, and must not pull the clocks.
    if (seed % 2 == 0)
        o.faults.push_back({gen::Fault::LateRank, static_cast<int>((seed + 2) % 4), -1, -1, 3});
    return o;
}

} // namespace rs::test
