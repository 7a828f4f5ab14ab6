// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/communication/commmatrix.h"

namespace rs {

/// A link of the communication matrix with what is known of its messages and packets.
struct LinkRow
{
    MatrixCell cell;
    /// Operators behind it, of communication.json of the source; one for a statistic of a single operator. Of a rank
    /// that sends to several, each gets its part by size. Unknown where the file does not tell, or the parts are no
    /// whole numbers.
    std::optional<qint64> calls;
    /// Size of what one operator carried over it, 10^6 bytes; without `calls` that of all of them.
    std::optional<double> messageMb;
    std::optional<qint64> packets;
    std::optional<double> largePacketRatio; ///< by what the file says of each operator
    /// Packets are those of all links of this type that the source has in the domain: files count them by rank.
    bool packetsOfRank = false;
    /// Bandwidth in parts of what the best tenth of the links of this type reach at this message size: see
    /// BestObservedRate.
    std::optional<double> bestShare;
};

/// The cells of matrixCells() in their order; an operator may be named as a single one. References are of the links of
/// the whole run, whatever the query asks for. Empty when cancelled.
[[nodiscard]] std::vector<LinkRow> linkRows(const Run &run, const CommQuery &query = {},
                                            const JobContext &job = JobContext());

/// LinkRow::bestShare of each of `cells`, which are of the run. Empty when cancelled.
[[nodiscard]] std::vector<std::optional<double>> bestShares(const Run &run, const std::vector<MatrixCell> &cells,
                                                            const JobContext &job = JobContext());

/// Of them the sums over one kind of operator each, and the sums over a domain where no file tells kinds apart, without
/// packets and references.
[[nodiscard]] std::vector<LinkRow> linkSums(const Run &run, const JobContext &job = JobContext());

} // namespace rs
