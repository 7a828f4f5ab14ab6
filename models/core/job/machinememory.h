// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace rs {

/// Memory of the machine that this process may use, in bytes; 0 if the system does not say.
struct MachineMemory
{
    qint64 total = 0;     ///< the least of the machine's memory, the limits of its control groups and its address space
    qint64 available = 0; ///< unused part

    /// That many hundredths of `total`, but never nearly all of what is free.
    [[nodiscard]] qint64 share(int percent) const;
};

/// Reads proc/meminfo, proc/self/cgroup and the limits of the control groups that the process is in, of both versions,
/// up to the root. `root`: "/", or a folder that stands for it. `addressSpaceBytes`: what RLIMIT_AS allows, 0:
/// anything.
[[nodiscard]] MachineMemory machineMemory(const QString &root, qint64 addressSpaceBytes);
/// Memory for this process.
[[nodiscard]] MachineMemory machineMemory();

/// Gives the system what the process has freed and its allocator keeps, where that can be told to. Takes a while after
/// much was freed.
void returnFreedMemory();

/// To be called before there are threads. Where the address space is limited, they share one heap then: glibc reserves
/// 64 MB of it for each thread otherwise, whatever it needs, at a moment that nothing can foresee.
void shareHeapWhereSpaceIsLimited();

} // namespace rs
