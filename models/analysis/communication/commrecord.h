// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/communication/commmatrix.h"
#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

#include <QString>

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace rs {

/// The record of communication.json for a communication operator of the trace: same name, and a start no further away
/// than the file's one decimal of a microsecond explains (0.3 us). Nothing where the file has none.
/// Valid while the rank is.
[[nodiscard]] std::optional<CommOpRef> commRecordOf(const RankData &rank, SliceId slice);

/// When it starts, in the rank's own stamps; nothing of a total, and where the file has no start.
[[nodiscard]] std::optional<qint64> startOf(const CommRow &row);

/// Finds the slices of records of communication.json in the trace of a rank: the same the other way round. Of use while
/// the rank is; cancelled: finds nothing.
class RecordSlices
{
public:
    explicit RecordSlices(const RankData &rank, const JobContext &job = JobContext());
    /// The nearest one; NoSlice where the trace has none, or there is no trace.
    [[nodiscard]] SliceId of(const QString &op, qint64 startNs) const;

private:
    const RankData &m_rank;
    std::map<StrId, std::vector<SliceId>> m_byName; ///< by start
};

/// The earliest slice of the operator behind a cell, in the cell's step where the rank's steps are known; NoSlice when
/// the file names no operator or the trace holds none of that name.
[[nodiscard]] SliceId sliceOfCell(const RankData &rank, const MatrixCell &cell);
/// The same of the first of `ranks`, places in the run, that is loaded and has it, with that place; (-1, NoSlice):
/// none.
[[nodiscard]] std::pair<int, SliceId> sliceOfCell(const Run &run, const std::vector<int> &ranks,
                                                  const MatrixCell &cell);

/// A link as a row of a table names it, over one step and domain or over several.
struct NamedLink
{
    int source = -1; ///< ranks of the run; an end that is known by its index inside the group alone: that index
    int destination = -1;
    QString step{};   ///< empty: of any
    QString domain{}; ///< label; several are joined by "; "; empty: any
    QString op{};     ///< total, statistic or name of a single operator; empty: any
};

/// The slice of the operator on the link, of one that stands for several of that which took longest, with the place of
/// its rank in the run: of the source, or where that is not loaded of the destination. (-1, NoSlice): the files name no
/// operator of it, or no loaded trace has it; also when cancelled.
[[nodiscard]] std::pair<int, SliceId> sliceOfLink(const Run &run, const NamedLink &link,
                                                  const JobContext &job = JobContext());

} // namespace rs
