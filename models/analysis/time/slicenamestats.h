// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/trace/trace.h"

#include <vector>

namespace rs {

/// Place of one slice among all slices of its name on its rank.
struct SliceNameStats
{
    /// Durations in [fromNs, toNs); of the last bin also those equal to toNs.
    struct Bin
    {
        qint64 fromNs = 0;
        qint64 toNs = 0;
        qint64 count = 0;
    };
    std::vector<SliceId> slices; ///< by start; equal starts by id
    size_t ordinal = 0;          ///< number of the slice among them, from 0
    qint64 totalNs = 0;
    qint64 minNs = 0;
    qint64 medianNs = 0; ///< interpolated between the two middle ones
    qint64 p95Ns = 0;
    qint64 maxNs = 0;
    /// Share of the others that are shorter, equal ones counted half; 0..1. 0.5 for a slice that stands alone.
    double shorter = 0.5;
    std::vector<Bin> bins;    ///< ascending, without gaps; one when all durations are equal
    bool logarithmic = false; ///< bins grow by a factor, because the durations span more than a decade
    bool complete = false;    ///< false: cancelled

    [[nodiscard]] size_t count() const { return slices.size(); }
    /// Index of the bin that holds a duration.
    [[nodiscard]] size_t binOf(qint64 durationNs) const;
};

/// At most `bins` bins.
[[nodiscard]] SliceNameStats sliceNameStats(const Trace &trace, SliceId slice, int bins = 24,
                                            const JobContext &job = JobContext());

/// The next slice after `from` by start whose duration lies in the bin, from the start again after the last; NoSlice
/// for an empty bin.
[[nodiscard]] SliceId nextInBin(const Trace &trace, const SliceNameStats &all, size_t bin, SliceId from);

/// Sum, percentiles and at most `bins` bins of `sorted`, which is not empty, into `out`.
void describeDurations(SliceNameStats &out, const std::vector<qint64> &sorted, int bins);

} // namespace rs
