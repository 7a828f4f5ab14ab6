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
    double smallSdmaMb = 16; ///< what an operator moves over SDMA, below which it is small
    double smallRdmaMb = 1;
    double smallShare = 0.2; ///< of the operators: more small ones are an issue
    qint64 alignmentBytes = 512;
    double contendedShare = 0.8; ///< of the reference rate of SDMA: less, beside a matrix multiplication, is contention
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
    SliceId slice = NoSlice; ///< where the trace of the rank has it
    QString transport;
    std::optional<double> sizeMb; ///< of the transport; of alignment of the largest transfer
    std::optional<double> bandwidthGbs;
    qint64 transfers = 0;        ///< that are not aligned
    double transferMb = 0;       ///< of these together
    double transferMs = 0;       ///< likewise; they may run side by side
    std::optional<double> share; ///< of all operators with that transport, those that are small
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
    double totalMs = 0;    ///< of those whose duration is known
    CommAdviceRow longest; ///< of those rows
};

/// The one whose operators take longest first, whatever its kind.
[[nodiscard]] std::vector<CommAdviceGroup> commAdviceGroups(const std::vector<CommAdviceRow> &rows);

/// Sentence of such a row, and what to try.
[[nodiscard]] Phrase adviceSentence(const CommAdviceRow &row, const CommAdviceLimits &limits = {},
                                    const ReferenceRates &rates = {});

} // namespace rs
