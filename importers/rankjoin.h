// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/jobcontext.h"
#include "core/rundata.h"
#include "importers/csv/csvtable.h"
#include "importers/json/metadatajson.h"
#include "importers/rankfiles.h"

#include <memory>

namespace rs {

/// What was read of a rank and becomes part of its RankData only together with the rest.
struct UnjoinedRank
{
    std::unique_ptr<Trace> trace; ///< null without one
    CsvPlaces kernelPlaces;
    ProfilerInfo info;
    ProfilerMetadata metadata;
};

/// Joins what the files of one rank say: kernels with slices, whose kinds are set here, the last moment before the
/// trace is shared; what the metadata know of the rank; which device it is. Where the files contradict each other it is
/// told. The tables, communication files and step times of `rank` are read.
void joinFilesOfRank(RankData &rank, UnjoinedRank parts, const RankFiles &files, const JobContext &job);

} // namespace rs
