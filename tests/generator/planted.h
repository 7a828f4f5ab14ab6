// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "generator.h"
#include "model.h"
#include "spoil.h"
#include "topology.h"

namespace rs::gen {

/// Times of one step of one rank, on the simulated (true) time line.
struct StepNumbers
{
    qint64 startNs = 0;
    qint64 endNs = 0;
    qint64 computingNs = 0;
    qint64 communicationNs = 0;
    qint64 notOverlappedNs = 0;
    qint64 waitingNs = 0; ///< in communication operators, until the last member had arrived
    qint64 freeNs = 0;
};
/// [rank][step - 1]
using RunNumbers = std::vector<std::vector<StepNumbers>>;

/// Plays the run without writing it.
[[nodiscard]] RunNumbers measureRun(const GeneratorOptions &options, const Topology &topology, const ModelShape &shape,
                                    const std::vector<Fault> &faults);

/// planted.json: the layout, the true clock offsets, and for each fault what it costs: the difference between the run
/// and the same run without that fault, as a whole, per step, and per rank and step; and its cost without the others.
/// `run` are the numbers of the run itself. A fault that changes next to nothing is said there and in result.notes.
[[nodiscard]] bool writePlanted(const GeneratorOptions &options, const Topology &topology, const ModelShape &shape,
                                const RunNumbers &run, GeneratorResult &result, const std::vector<Damage> &damage,
                                QString &error);

} // namespace rs::gen
