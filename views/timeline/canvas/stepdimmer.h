// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/picture/timecoordinates.h"

#include <QRect>

class QPainter;

namespace rs {

class LaneModel;
class Theme;
class ViewState;

/// Dims what belongs to other steps than the chosen one, on each rank's lanes by the rank's own step.
/// `area` is that of the canvas, scrolled by `scrollY`.
void dimOtherSteps(QPainter &painter, const LaneModel &model, const ViewState &state, const Theme &theme,
                   const QRect &area, int scrollY);

} // namespace rs
