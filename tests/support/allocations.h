// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

namespace rs::test {

/// Watches the general heap of the whole program, and refuses memory on request. Links with allocations.cpp, which
/// replaces operator new. Columns on pages of their own are not seen; those of small runs have none.
class Allocations
{
public:
    /// From here on counts, and refuses the `n`-th allocation (from 1) alone; 0 refuses none.
    static void refuseOne(qint64 n);
    /// From here on counts, and refuses whatever would pass so many bytes more than are held now.
    static void refuseAbove(qint64 bytes);
    /// Refuses nothing any more.
    static void stop();

    /// Since the last of the above: allocations asked for, whether one was refused, and the most bytes held at once.
    static qint64 count();
    static bool refused();
    static qint64 peakBytes();
    /// Held now, of all that the program has allocated.
    static qint64 liveBytes();
};

} // namespace rs::test
