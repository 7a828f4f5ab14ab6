// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/communication/waitattribution.h"
#include "core/base/intervals.h"

#include <QStringList>

#include <limits>
#include <vector>

namespace rs {

/// A communication operator of one rank, on the rank's own clock.
struct RankOperator
{
    static constexpr quint32 none = std::numeric_limits<quint32>::max();

    Interval time;
    SliceId slice = NoSlice; ///< NoSlice: a file of communication is the source
    quint32 end = none;      ///< into MatchedCollectives::ends; none: no other rank has a partner
    quint32 entry = none;    ///< into WaitAttribution::entries
    quint32 name = 0;        ///< into CommOperators::names
    quint16 kind = 0;        ///< into CommOperators::kinds
    /// No partner is known since the clock of the rank, or of another one of the domain, could not be aligned: what it
    /// waits is not known either.
    bool unaligned = false;
    /// No partner is known since the rank has no trace and others have one: its times are those of a file of
    /// communication, on a clock of its own, so that what it waits is not known either.
    bool untraced = false;
    /// No partner is known since other ranks of the domain have no trace, or are not here: what it waits is not known.
    bool partnerUntraced = false;
    quint32 domain = 0; ///< into CommOperators::domains
};

enum class OperatorSource : quint8 {
    NotLoaded,
    Nothing, ///< neither a trace nor communication.json has operators with times
    Trace,
    File,   ///< communication.json, whose stamps have one decimal of a microsecond
    Cluster ///< cluster_communication.json, of a rank that has neither
};

/// The operators of one rank that were asked for, by start.
struct RankOperators
{
    int rankIndex = -1; ///< into run.ranks
    OperatorSource source = OperatorSource::NotLoaded;
    std::vector<RankOperator> operators;
    std::vector<Interval> steps;  ///< steps of the device, where the trace marks them, on the rank's own clock
    std::vector<quint32> bySlice; ///< into operators: those of the trace, by slice
    /// Index of the operator that a slice shows, or -1.
    [[nodiscard]] int operatorOf(SliceId slice) const;
};

/// Communication operators over ranks, each with its partners on the others.
struct CommOperators
{
    WaitAttribution attribution;     ///< answer to the same query
    std::vector<RankOperators> rows; ///< one for each rank of the domain, in rank order
    std::vector<QString> names;
    QStringList kinds;   ///< "allreduce", the most frequent first
    QStringList domains; ///< hashes, as CollectiveSequence::domain
    [[nodiscard]] bool isEmpty() const;
    /// Row of a rank, or -1.
    [[nodiscard]] int rowOf(int rankIndex) const;
};

/// Ranks of a cluster analysis alone are those of withClusterRanks().
/// A chosen step takes operators whose collective is of it, and those without partners that start in it. Useless when
/// cancelled.
[[nodiscard]] CommOperators commOperators(const Run &run, const AttributionQuery &query = {},
                                          const JobContext &job = JobContext());

/// Alignment of ranks on one time axis.
enum class OperatorAlignment : quint8 {
    Recorded, ///< every rank where its clock says
    Tails,    ///< one operator ends on all of its ranks where it ends last
    Heads     ///< one operator starts on all of its ranks where it starts last
};

/// Added to the time of each row so that the operators of one entry of the wait attribution stand as `how` says; 0 for
/// rows that take no part. Whole rows move: the distances within a rank stay. `times`: of MatchedCollectives::ends, as
/// they would be drawn, [first, last) of that entry's collective.
[[nodiscard]] std::vector<qint64> alignmentShifts(const CommOperators &rows, quint32 entry, OperatorAlignment how,
                                                  const std::vector<Interval> &times);

} // namespace rs
