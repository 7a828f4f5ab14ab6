// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/commmatrix.h"
#include "analysis/referencerates.h"

#include <vector>

namespace rs {

/// What an operator of a rank, or all of its operators in a domain, moved over one transport. SDMA is the sum of HCCS,
/// PCIE and SIO.
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

} // namespace rs
