// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/theme.h"
#include "views/timeline/lanemodel.h"
#include "views/viewstate.h"

#include <QLine>
#include <QPainter>

#include <set>
#include <string>
#include <vector>

namespace rs {

/// Connection lines: of the selected slice, and of whole kinds. Lines of kinds are reduced to what pixels can tell apart
/// and capped; the caption says so.
class FlowOverlay
{
public:
    static constexpr size_t mostLines = 1000;

    struct View
    {
        TimeWindow window;
        QSize size; ///< logical pixels
        int scrollY = 0;
        auto key() const { return std::tuple(window, size.width(), size.height(), scrollY); }
    };
    struct KindLines
    {
        std::string kind;
        std::vector<QLine> lines;
    };
    /// One connection of the selected slice.
    struct SliceLine
    {
        QPoint from;
        QPoint to;
        std::string kind;
    };

    void setKinds(std::set<std::string> kinds);
    [[nodiscard]] const std::set<std::string> &kinds() const { return m_kinds; }
    /// Forgets what was computed for the lanes as they were.
    void invalidate() { m_valid = false; }
    /// Lines of the chosen kinds in a view; computed once per view.
    const std::vector<KindLines> &kindLines(const LaneModel &model, const View &view);
    /// Lines that are drawn, and lines of the kinds that touch the window and whose lanes are shown.
    [[nodiscard]] qint64 shown() const { return m_shown; }
    [[nodiscard]] qint64 asked() const { return m_asked; }
    /// Lines in and out of a slice.
    [[nodiscard]] static std::vector<SliceLine> sliceLines(const LaneModel &model, const View &view, RankRef rank, SliceId slice);

    void paint(QPainter &painter, const LaneModel &model, const View &view, const Theme &theme, const Selection &selection);

private:
    std::set<std::string> m_kinds;
    std::vector<KindLines> m_lines;
    View m_view;
    bool m_valid = false;
    qint64 m_shown = 0;
    qint64 m_asked = 0;
};

} // namespace rs
