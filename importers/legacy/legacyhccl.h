// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"
#include "core/text/importreport.h"
#include "importers/legacy/legacytimes.h"

#include <QString>

#include <optional>
#include <vector>

namespace rs {

struct LegacyCommunication
{
    CommOps operators; ///< with "Total Op Info" of each step
    MatrixLinks links;
};

/// A link by the ranks of its ends, or by their places in a group.
struct LegacyLink
{
    int source = -1;
    int destination = -1;
    QString transport; ///< "RDMA", "SDMA", "HCCS", …
    bool areRanks = false;
    double timeMs = 0;
    double sizeMb = 0;
};

/// Times of an operator of a step, or of all of them, and its links.
struct LegacyOperator
{
    qint64 step = 0;
    QString name; ///< empty: of the whole step
    double communicationMs = 0;
    double waitMs = 0;
    std::vector<LegacyLink> links;
};

/// Collects the communication of a rank; bandwidths are size by time.
class LegacyCommunicationBuilder
{
public:
    explicit LegacyCommunicationBuilder(int rank) : m_rank(rank) {}

    void add(const LegacyOperator &row, const LegacySpan *ran);
    /// An operator of which no more is known than when it ran.
    void add(const LegacySpan &span);
    [[nodiscard]] LegacyCommunication seal() { return {m_operators.seal(), m_links.seal()}; }

private:
    int m_rank = -1;
    CommOpsBuilder m_operators;
    MatrixLinksBuilder m_links;
};

void noteLocalLinks(const QString &file, ImportReport &report);

/// Place of a rank in the pipeline, whose stages are equal blocks of neighbours.
struct StagePlace
{
    int first = 0;  ///< rank with which its stage begins
    int ranks = -1; ///< ranks in each stage; -1: not known
    int stages = -1;
};

/// hccl_raw_*.csv. Averages of the file are left out, and so are its bandwidths, which are sums of those of operators:
/// they are size by time here. Costs in microseconds, as some versions write them, are told by the times of the links.
/// Links are named inside the group; the first rank of `stage` is what its 0 is. Without it the link of
/// a rank to itself tells, if its group can be a block of neighbours. Where that is not so, or contradicts the stage,
/// they keep these names. Receives name the sender by its place in the pair of ranks, and themselves by their place in
/// the stage: of two stages this is the rank of the other stage with the same place. Where there are more, or the sizes
/// are not known, their links are left out, also of the sums of their step. Files of r1.3 tell links
/// of whole steps alone, those of receives among them. `spans`: when the operators ran, which another file knows.
[[nodiscard]] LegacyCommunication readLegacyHccl(const QString &path, const QString &reportName, int rank,
                                                 std::optional<StagePlace> stage, const std::vector<LegacySpan> &spans,
                                                 const JobContext &job, ImportReport &report);

/// The same of a rank that has no such file: what its collectives and receives took.
[[nodiscard]] CommOps operatorsOfSpans(const std::vector<LegacySpan> &spans, int rank);

/// "stream_41_0_AllReduce-op4582" -> "AllReduce-op4582".
[[nodiscard]] QString legacyOperator(const QString &label);

} // namespace rs
