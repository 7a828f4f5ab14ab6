// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/communication/commmatrix.h"

#include <QString>

#include <map>
#include <optional>
#include <vector>

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

/// Sums over one kind of operator each, and over a domain if no file separates kinds, without packets and references.
[[nodiscard]] std::vector<LinkRow> linkSums(const Run &run, const JobContext &job = JobContext());

/// Rate that a link of a type reached with messages of a size.
struct LinkSample
{
    QString transport;
    double messageMb = 0; ///< 10^6 bytes; samples without a size are left out
    double gbs = 0;
};

/// Rate of the best tenth of the links of a type, by the size of their messages: small messages reach less over any
/// link, so a link is held against those whose messages are of its size, up to half an octave smaller or larger.
class BestObservedRate
{
public:
    /// No fewer links of a size say what a link can reach.
    static constexpr size_t fewestSamples = 3;

    explicit BestObservedRate(const std::vector<LinkSample> &samples);
    /// Bandwidth that each of the best tenth reaches, of at least one link, GB/s; unknown where too few are alike.
    [[nodiscard]] std::optional<double> best(const QString &transport, double messageMb) const;
    /// `gbs` as a fraction of that; above 1 for the very best.
    [[nodiscard]] std::optional<double> shareOf(const LinkSample &sample) const;

private:
    std::map<QString, std::map<int, double>> m_best; // by transport and eighth of an octave
};

} // namespace rs
