// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/communication/commmatrix.h"
#include "analysis/communication/referencerates.h"

#include <vector>

namespace rs {

/// Data that an operator of a rank, or all of its operators in a domain, moved over one transport. SDMA is the sum of
/// HCCS, PCIE and SIO.
struct TransportRow
{
    CommRow op; ///< without its transports
    TransportInfo transport;
    std::optional<qint64> packets;     ///< empty where the file lists none
    std::optional<double> ofReference; ///< bandwidth in parts of the reference rate; empty for transports without one
};

/// By operator in the order of communicationRows(), then as the file has them. Transports that moved nothing are left
/// out. Empty when cancelled.
[[nodiscard]] std::vector<TransportRow> transportRows(const Run &run, const CommQuery &query = {},
                                                      const ReferenceRates &rates = {},
                                                      const JobContext &job = JobContext());

/// Packets of one size in a TransportRow.
struct PacketRow
{
    CommRow op; ///< without its transports
    QString transport;
    TransportInfo::Packet packet;
    std::optional<double> bandwidthGbs;
};

/// The packets of transportRows() by size, smallest first.
[[nodiscard]] std::vector<PacketRow> packetRows(const Run &run, const CommQuery &query = {},
                                                const JobContext &job = JobContext());

/// Packets from one size on to below another one: both are 1, 2 or 5 times a power of ten, the least is 0.
struct PacketBin
{
    qint64 fromBytes = 0;
    qint64 toBytes = 0;
    qint64 count = 0;
    double bytes = 0; ///< sum over all of them
    double timeMs = 0;
};

/// Data that one rank or all ranks moved over a transport.
struct TransportSum
{
    QString transport;
    double sizeMb = 0;                  ///< 10^6 bytes; of operators of which the size and the time are known
    double timeMs = 0;                  ///< time of the same
    std::optional<double> bandwidthGbs; ///< size / time
    std::optional<double> referenceGbs; ///< empty for transports without one
    struct RankBandwidth
    {
        QString rank; ///< label
        double gbs = 0;
    };
    std::optional<RankBandwidth> slowest; ///< slowest of the ranks with a bandwidth; the first of equal ones
    std::optional<RankBandwidth> fastest;
    /// The same sizes for every transport, without gaps; a transport without packets has bins without a count. Empty
    /// where no file lists packets.
    std::vector<PacketBin> packets;
    [[nodiscard]] bool hasPackets() const;
};

/// All operators that were asked for, by name of the transport. `only` null: of all ranks. Totals are not added to
/// what they sum up. Empty when cancelled.
[[nodiscard]] std::vector<TransportSum> transportSums(const Run &run, const CommQuery &query = {},
                                                      const RankInfo *only = nullptr, const ReferenceRates &rates = {},
                                                      const JobContext &job = JobContext());

} // namespace rs
