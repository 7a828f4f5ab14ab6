// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/picture/timecoordinates.h"

#include <QRect>

class QKeyEvent;
class QPainter;
class QString;

namespace rs {

class Theme;

/// The time axis above the plot of a picture with a window of its own: two lines of text, the upper one for what the
/// ticks count from. `right`: pixel behind which nothing is written.
void paintTimeAxis(QPainter &painter, const QRect &plot, TimeWindow window, qint64 originNs, int right,
                   const Theme &theme);

/// The same below the plot, with lines across it and whole numbers of a unit.
void paintTimesBelow(QPainter &painter, const QRect &plot, TimeWindow window, qint64 originNs, int right,
                     const Theme &theme);
/// One of those; the text stays within the plot and left of `right`.
void paintTickBelow(QPainter &painter, const QRect &plot, double x, const QString &text, int right, const Theme &theme);

/// Keys of such a picture beside those of the timeline.
[[nodiscard]] bool zoomsToSelection(const QKeyEvent &e); ///< Z, F
[[nodiscard]] bool showsAll(const QKeyEvent &e);         ///< Home, 0
[[nodiscard]] bool activates(const QKeyEvent &e);        ///< Return, Enter
/// 1: + or = zooms in, -1: - zooms out, 0: another key. Not with Ctrl, which changes the size of texts.
[[nodiscard]] int zoomDirection(const QKeyEvent &e);

} // namespace rs
