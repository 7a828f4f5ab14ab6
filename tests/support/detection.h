// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "generator/options.h"

#include <QString>

#include <set>
#include <utility>

namespace rs::test {

/// Answers of the detectors about one generated run, against its faults. The detectors saw the written files only.
struct DetectionTrial
{
    QString error;                       ///< empty when the run could be written and read
    std::set<std::pair<int, int>> bound; ///< (rank, step) that were called host-bound
    std::set<std::pair<int, int>> planted;
    double plantedIdleShare = 0; ///< idle that planted.json gives the fault in its step / the step
    qint64 alignErrorNs = 0;     ///< largest error of an aligned clock
    int refused = 0;             ///< ranks that kept their own clock
    qint64 hostClockErrorNs = 0; ///< largest excess of the host-device offset over the planted one
    int hostClocks = 0;          ///< ranks whose host-device offset was estimated
    int hostClocksOutside = 0;   ///< clocks whose stated interval does not hold the planted offset
    qint64 freeErrorNs = 0;      ///< largest difference of the causes' sum and Free of step_trace_time.csv
    qint64 unknownNs = 0;        ///< idle without a cause, all ranks and steps
    qint64 freeNs = 0;
    int pairs = 0; ///< sends with a receive
    int unmatched = 0;
    qint64 kernels = 0;     ///< all ranks
    qint64 wholeChains = 0; ///< kernels whose way from the framework to the device is known
    qint64 pairErrorNs = 0; ///< largest difference of the two ends of a pair on aligned clocks

    [[nodiscard]] bool hit() const;
    [[nodiscard]] int falseAlarms() const;
    /// (rank, step) that were not planted: the chances of a false alarm.
    int quiet = 0;
};

/// Writes a run into a temporary folder, reads it back and runs the detectors. `options.outDir` is set here.
[[nodiscard]] DetectionTrial runTrial(gen::GeneratorOptions options);

/// A small run whose faulty rank and step follow from the seed; factor 0 plants nothing. Machines' clocks are minutes
/// apart.
[[nodiscard]] gen::GeneratorOptions smallTrial(quint64 seed, double hostFactor);

} // namespace rs::test
