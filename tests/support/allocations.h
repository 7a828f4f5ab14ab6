// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

#include <functional>

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
    /// From here on counts, and refuses whatever has at least so many bytes, on all threads but the calling one.
    static void refuseLargeElsewhere(qint64 bytes);
    /// From here on counts, refuses none, and calls `then` before the `n`-th allocation: from whichever thread asks for
    /// it, in the middle of what that does.
    static void callAt(qint64 n, std::function<void()> then);
    /// Refuses and calls nothing any more.
    static void stop();

    /// Since the last of the above: allocations asked for, whether one was refused, and the most bytes held at once.
    static qint64 count();
    static bool refused();
    static qint64 peakBytes();
    /// Held now, of all that the program has allocated.
    static qint64 liveBytes();
};

} // namespace rs::test
