// SPDX-License-Identifier: Apache-2.0
#pragma once

class QPainter;
class QString;

namespace rs {

/// The title of a vertical axis, in a strip as wide as a line is high that begins at `left`: it stands at `middle` as
/// far as there is room, from 0 to `room`, and is never cut without a sign of it. Latin letters lie on their side and
/// read upwards; Chinese characters stand upright, one below the other.
void paintVerticalTitle(QPainter &painter, const QString &text, double left, double middle, double room);

} // namespace rs
