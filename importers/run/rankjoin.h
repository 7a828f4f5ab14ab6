// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"
#include "importers/csv/csvtable.h"
#include "importers/json/metadatajson.h"
#include "importers/files/rankfiles.h"

#include <memory>

namespace rs {

/// Parts of a rank that become RankData only together with the rest.
struct UnjoinedRank
{
    std::shared_ptr<const Trace> trace; ///< null without one; others may read it already
    CsvPlaces kernelPlaces;
    ProfilerInfo info;
    ProfilerMetadata metadata;
};

/// Joins what the files of one rank say: kernels with slices, whose kinds they tell, so that the rank has a trace of
/// its own that shares its columns with the one of `parts`; what the metadata know of the rank; which device it is.
/// Contradictions between the files are told. The tables, communication files and step times of `rank` are read.
void joinFilesOfRank(RankData &rank, UnjoinedRank parts, const RankFiles &files, const JobContext &job);

} // namespace rs
