// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/timeline/canvas/slicecolors.h"
#include "views/timeline/data/timelinedata.h"

#include <QFont>
#include <QImage>
#include <QRect>

#include <unordered_map>
#include <vector>

namespace rs {

/// Names of slices as coverage masks, drawn once per name and then copied into the picture in black or white: thousands
/// of labels per frame cost no text layout. Elided at the end to the width that a box has.
class SliceLabels
{
public:
    struct Entry
    {
        QImage mask;                  ///< 8-bit coverage, device pixels
        std::vector<quint16> advance; ///< right edge of the first i characters; advance[0] = 0
    };
    struct Request
    {
        int x = 0; ///< device pixels in the picture
        int y = 0;
        int width = 0;
        int height = 0;
        const TimelineRank *rank = nullptr;
        StrId name{};
        bool white = false;
        const Entry *entry = nullptr;
    };

    /// `pixels` is the size of the font in device pixels. Masks of other sizes are dropped.
    void setFont(const QFont &font, int pixels);
    [[nodiscard]] int pixels() const { return m_pixels; }
    void clear();
    /// Looks up, or within `budgetMs` draws, the masks of the requests. False when some had to wait for the next frame.
    bool prepare(std::vector<Request> &requests, qint64 budgetMs);
    /// Copies one prepared label into a 32-bit picture. Any thread.
    void paint(const PixelSurface &picture, const Request &request) const;
    /// Area that paint() may touch, in device pixels; empty if the box has no room for a label.
    [[nodiscard]] QRect area(const Request &request) const;

private:
    [[nodiscard]] Entry draw(const QString &text) const;
    /// Width of the characters that fit, an ellipsis behind them not included; 0: none.
    [[nodiscard]] int fittingWidth(const Request &request) const;

    QFont m_font;
    int m_pixels = 0;
    int m_ascent = 0;
    int m_lineHeight = 0;
    Entry m_ellipsis;
    std::unordered_map<quint64, Entry> m_entries;
};

} // namespace rs
