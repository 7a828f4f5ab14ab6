// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/timeline/canvas/slicecolors.h"
#include "views/timeline/canvas/slicelabels.h"
#include "views/timeline/lanes/lanemodel.h"

#include <QFont>
#include <QImage>

#include <functional>
#include <vector>

namespace rs {

/// Paints the bands of the visible lanes straight into an image, lanes in parallel. No widget, no state but caches.
class LaneRaster
{
public:
    struct View
    {
        TimeWindow window;
        int rowHeight = 18; ///< standard height of a nesting level; labels follow it
        int scrollY = 0;    ///< logical pixels above the picture
        QSize size;         ///< logical pixels
        double scale = 1;   ///< device pixels per logical pixel
        QFont font;
        std::vector<double> gridX;                       ///< logical positions of the tick lines
        std::shared_ptr<const HighlightIndex> highlight; ///< null: nothing steps back
        /// Milliseconds that new labels may take; negative: all of them at once.
        qint64 labelBudgetMs = 5;
    };

    void setTheme(const Theme &theme) { m_colors = SliceColors::of(theme); }
    [[nodiscard]] const SliceColors &colors() const { return m_colors; }
    /// Forgets the names of ranks that may have changed.
    void forgetNames() { m_labels.clear(); }
    /// `rows` as a LaneModel has them: stacked from y = 0. False when some labels are left for the next frame.
    bool paint(QImage &picture, const TimelineData &data, const std::vector<LaneRow> &rows, const View &view);
    /// Rectangles of the names of slices in the last picture, in device pixels.
    [[nodiscard]] const std::vector<QRect> &labels() const { return m_labelAreas; }

private:
    struct Scratch;
    void paintRow(const PixelSurface &out, const TimelineData &data, const LaneRow &row, const View &view,
                  Scratch &scratch, std::vector<SliceLabels::Request> &labels) const;
    void paintStrip(const PixelSurface &out, const TimelineRank &rank, const LaneRow &row, const LaneStrip &strip,
                    const View &view, Scratch &scratch, std::vector<SliceLabels::Request> &labels) const;
    void paintCurve(const PixelSurface &out, const TimelineRank &rank, CounterId counter, const View &view, int y0,
                    int y1) const;

    SliceColors m_colors;
    SliceLabels m_labels;
    std::vector<QRect> m_labelAreas;
    std::vector<QRgb> m_backgroundLine;
    std::vector<QRgb> m_panelLine;
};

} // namespace rs
