// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/communication/commmatrix.h"
#include "analysis/communication/referencerates.h"
#include "core/text/phrase.h"

#include <vector>

namespace rs {

/// When communication is worth advice: the rules of MindStudio Insight and the official advisor.
struct CommAdviceLimits
{
    double smallSdmaMb = 16; ///< an operator that moves less over SDMA is small
    double smallRdmaMb = 1;
    double smallShare = 0.2; ///< more small operators than this share are an issue
    qint64 alignmentBytes = 512;
    double contendedShare = 0.8; ///< less of the reference rate of SDMA, beside a matrix multiplication, is contention
    double retransmissionMs = 4000;
};

enum class CommAdviceKind : quint8 {
    SmallPackets,  ///< many operators move little
    Alignment,     ///< transfers whose size is no multiple of 512 bytes
    Contention,    ///< matrix multiplications take the bandwidth
    Retransmission ///< the network lost packets
};

/// An operator that a piece of advice rests on.
struct CommAdviceRow
{
    CommAdviceKind kind = CommAdviceKind::SmallPackets;
    CommRow op; ///< without its transports; of alignment its times are those of the trace
    int rankIndex = -1;
    SliceId slice = NoSlice; ///< its place in the trace of the rank
    QString transport;
    std::optional<double> sizeMb; ///< size of the transport; for alignment that of the largest transfer
    std::optional<double> bandwidthGbs;
    qint64 transfers = 0;        ///< that are not aligned
    double transferMb = 0;       ///< sum over these
    double transferMs = 0;       ///< likewise; they may run side by side
    std::optional<double> share; ///< small ones among all operators with that transport
};

/// Advice, the longest first, as commAdviceGroups() has it; operators of unknown duration last. Alignment and
/// contention need traces. Empty when cancelled.
[[nodiscard]] std::vector<CommAdviceRow> commAdvice(const Run &run, const CommQuery &query = {},
                                                    const CommAdviceLimits &limits = {},
                                                    const ReferenceRates &rates = {},
                                                    const JobContext &job = JobContext());

/// Common fields of the rows of one kind, type of operator and transport.
struct CommAdviceGroup
{
    QString type;         ///< "allreduce"
    qint64 operators = 0; ///< rows
    qint64 ranks = 0;
    double totalMs = 0;    ///< sum over those whose duration is known
    CommAdviceRow longest; ///< longest of those rows
};

/// The one whose operators take longest first, whatever its kind.
[[nodiscard]] std::vector<CommAdviceGroup> commAdviceGroups(const std::vector<CommAdviceRow> &rows);

/// Sentence of such a row, and what to try.
[[nodiscard]] Phrase adviceSentence(const CommAdviceRow &row, const CommAdviceLimits &limits = {},
                                    const ReferenceRates &rates = {});

} // namespace rs
