// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <tuple>
#include <vector>

namespace rs {

/// One of several devices whose events and rows stand in the same files.
struct DevicePart
{
    QString prefix;      ///< before the numbers of processes, where somebody merged the traces of several ranks
    qint64 hostPid = -1; ///< process of the host that drives it; -1: not known
    int device = -1;     ///< -1: not known

    [[nodiscard]] bool isSame(const DevicePart &other) const
    {
        return prefix == other.prefix && device == other.device &&
               (hostPid == other.hostPid || hostPid < 0 || other.hostPid < 0);
    }
    [[nodiscard]] bool operator<(const DevicePart &other) const
    {
        return std::tie(prefix, device, hostPid) < std::tie(other.prefix, other.device, other.hostPid);
    }
};

/// A process of a trace, as its metadata call it.
struct NamedProcess
{
    QString pid;
    QString name;
    QString label;
    qint64 sortIndex = -1;
};

/// The devices that have streams ("Ascend Hardware"), by their labels ("NPU 1"), else by the numbers that CANN gives
/// its processes: host process, place among the lanes, device. In order, each once.
[[nodiscard]] std::vector<DevicePart> devicePartsOf(const std::vector<NamedProcess> &processes);

/// Beside `processes`: whether it belongs to that device. Those of the host belong to all devices, but for what
/// belongs to the host of another one where the own one is there as well.
[[nodiscard]] std::vector<bool> processesOfPart(const std::vector<NamedProcess> &processes, const DevicePart &part);

} // namespace rs
