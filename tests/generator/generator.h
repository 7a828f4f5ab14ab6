// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "options.h"

#include <functional>

namespace rs::gen {

struct GeneratedRank
{
    int rank = 0;
    QString dir;
    qint64 traceBytes = 0; ///< trace_view.json, uncompressed
    qint64 hostOffsetNs = 0;
    qint64 deviceOffsetNs = 0;
};

struct GeneratorResult
{
    bool ok = false;
    QString error; ///< English sentence when not ok
    std::vector<GeneratedRank> ranks;
    qint64 traceBytes = 0; ///< all ranks
    int layersPerStage = 0;
    int microBatches = 0;
    std::vector<QString> notes; ///< English sentences: what was asked for and did not come about
};

/// Simulates the run and writes it below options.outDir, which is created. An earlier run there is replaced when its
/// planted.json names its folders; rank folders of unknown origin are an error. `progress` gets written MB and expected
/// MB now and then, from the calling thread.
[[nodiscard]] GeneratorResult generate(GeneratorOptions options,
                                       const std::function<void(double, double)> &progress = {});

} // namespace rs::gen
