// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/widgets/theme.h"
#include "views/timeline/lanes/lanemodel.h"
#include "views/state/viewstate.h"

#include <QLine>
#include <QPainter>

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace rs {

/// Connections of the whole chain of a slice beyond its own; found by a job.
struct DrawnChain
{
    RankRef rank;
    SliceId slice = NoSlice;
    std::vector<FlowIndex> flows;
};

/// Connection lines: of the selected slice, and of whole kinds. They are straight: whether a launch is slanted or
/// upright says whether the host runs ahead. Lines of kinds that run side by side are drawn as one bundle, with their
/// number where there are many, so that no line is left out and no picture becomes a hairball. A line ends on the
/// pinned copy of a lane when the lane itself is out of sight. A line with an end that no strip paints is counted, not
/// drawn; so is one of a kind whose ends are folded into the same row, where it would only smear what the row shows.
class FlowOverlay
{
public:
    static constexpr size_t mostBundles = 200; ///< as long as neighbours within some 24 pixels are all that is bundled
    static constexpr size_t mostDrawn = 1000;  ///< what a frame has time for

    /// Visible part of one pane, in the coordinates of its canvas.
    struct View
    {
        TimeWindow window;
        QSize size; ///< logical pixels
        int scrollY = 0;
        /// The other pane, for lines that cross: its lanes, where its content begins, and what of it is in sight.
        const LaneModel *other = nullptr;
        int otherY = 0;
        int otherTop = 0;
        int otherBottom = 0;
        auto key() const
        {
            return std::tuple(window, size.width(), size.height(), scrollY, other, otherY, otherTop, otherBottom);
        }
    };
    /// Lines that nobody could tell apart at this scale; one of them, the nearest to their middle, is drawn for all.
    struct Bundle
    {
        QPoint from;
        QPoint to;
        qint64 count = 0;
    };
    struct KindLines
    {
        std::string kind;
        std::vector<Bundle> bundles;
    };
    /// One connection of the selected slice.
    struct SliceLine
    {
        QPoint from;
        QPoint to;
        std::string kind;
        qint64 delayNs = 0; ///< between the two ends as they are drawn
        bool direct = true; ///< ends in the slice itself; else a further member of its chain
    };

    void setKinds(std::set<std::string> kinds);
    [[nodiscard]] const std::set<std::string> &kinds() const { return m_kinds; }
    /// Forgets what was computed for the lanes as they were.
    void invalidate() { m_valid = false; }
    /// Bundles of the chosen kinds in a view; computed once per view.
    const std::vector<KindLines> &kindLines(const LaneModel &model, const View &view);
    /// Bundles that are drawn, and the lines in them: all of the kinds that touch the window and whose lanes are shown.
    [[nodiscard]] qint64 shown() const { return m_shown; }
    [[nodiscard]] qint64 asked() const { return m_asked; }
    /// Lines of the chosen kinds in the window with an end in a lane that is hidden or folded away, or with both in one
    /// folded row.
    [[nodiscard]] qint64 hidden() const { return m_hidden; }
    /// Likewise of the selected slice, as last painted.
    [[nodiscard]] qint64 hiddenOfSlice() const { return m_hiddenOfSlice; }
    /// False when there are so many lines that only every n-th was looked at, and the counts are estimates.
    [[nodiscard]] bool isExact() const { return m_exact; }
    void setChain(DrawnChain chain) { m_chain = std::move(chain); }
    [[nodiscard]] const DrawnChain &chain() const { return m_chain; }
    /// Lines in and out of a slice, and those of `chain` where it is the chain of that slice. `hidden` is set to the
    /// number of those that are not drawn because a lane is not.
    [[nodiscard]] static std::vector<SliceLine> sliceLines(const LaneModel &model, const View &view, RankRef rank,
                                                           SliceId slice, const DrawnChain &chain = {},
                                                           qint64 *hidden = nullptr);

    /// The lines; true when there are some. What they must not cross is painted between this and paintNumbers().
    bool paintLines(QPainter &painter, const LaneModel &model, const View &view, const Theme &theme,
                    const Selection &selection);
    /// The numbers of bundles, where there are more than mostBundles, and the delays of the lines that paintLines()
    /// drew, beside `labels` and where nothing `holds` slices. A number without such a place is left out, a delay only
    /// where it would lie upon a label.
    void paintNumbers(QPainter &painter, const Theme &theme, const std::vector<QRect> &labels,
                      const std::function<bool(const QRect &)> &holds) const;

private:
    void collect(const LaneModel &model, const View &view, const TimelineRank &rank,
                 const FlowIndexOfRank::Category &category, std::vector<Bundle> &out);
    void collectTransfers(const LaneModel &model, const View &view, std::vector<Bundle> &out);
    /// Adds the part of a line that is in sight.
    bool addLine(double fromX, int fromY, double toX, int toY, qint64 count, std::vector<Bundle> &out);
    void paintBundles(QPainter &painter, const Theme &theme) const;
    void paintSliceLines(QPainter &painter, const Theme &theme) const;

    std::set<std::string> m_kinds;
    DrawnChain m_chain;
    std::vector<KindLines> m_lines;
    std::vector<SliceLine> m_sliceLines;
    View m_view;
    View m_painted;
    bool m_valid = false;
    bool m_exact = true;
    qint64 m_shown = 0;
    qint64 m_asked = 0;
    qint64 m_hidden = 0;
    qint64 m_hiddenOfSlice = 0;
};

} // namespace rs
