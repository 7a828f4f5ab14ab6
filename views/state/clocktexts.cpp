// SPDX-License-Identifier: Apache-2.0
#include "views/state/clocktexts.h"

#include "items/format.h"

#include <algorithm>

namespace rs {

QString ClockTexts::clock(ClockUse use)
{
    switch (use) {
    case ClockUse::Aligned:
        return tr("Clock: aligned by collectives");
    case ClockUse::Moved:
        return tr("Clock: moved by hand");
    case ClockUse::Files:
        break;
    }
    return tr("Clock: files");
}

QString ClockTexts::explained(ClockUse use)
{
    switch (use) {
    case ClockUse::Aligned:
        return tr("Ranks are drawn on the clock of one of them, by the ends of the collectives that they share.");
    case ClockUse::Moved:
        return tr("Some ranks or lanes were moved by hand.");
    case ClockUse::Files:
        break;
    }
    return tr("Every rank is drawn with the stamps of its own files; the clocks of two machines may differ.");
}

QString ClockTexts::lengthsOnly()
{
    return tr("Lengths of time, each by the clock of its own rank; no two clocks are compared.");
}

QString ClockTexts::tableNote(const TimeOffsets &offsets, RankRef rank)
{
    // A positive offset is taken off the stamps: it moves to the left.
    QStringList moved;
    if (const qint64 ns = offsets.ofRank(rank); ns != 0)
        moved.append(tr("this rank by %1").arg(format::signedDuration(-ns)));
    if (const qint64 ns = offsets.ofDevice(rank); ns != 0)
        moved.append(tr("its device lanes by %1").arg(format::signedDuration(-ns)));
    if (std::any_of(offsets.lanes.begin(), offsets.lanes.end(),
                    [rank](const auto &l) { return l.first.first == rank; }))
        moved.append(tr("lanes of it"));
    return moved.isEmpty() ? QString()
                           : tr("Start: clock of the files. The timeline has moved %1.")
                                 .arg(moved.join(tr(", ", "between what was moved")));
}

} // namespace rs
