// SPDX-License-Identifier: Apache-2.0
#include "views/clocktexts.h"

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

} // namespace rs
