// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/parallel/marey.h"
#include "core/job/jobcontext.h"

#include <QImage>
#include <QRgb>

#include <algorithm>
#include <memory>
#include <vector>

namespace rs {

class ThreadPool;

/// Operators of a lane that look like one where a pixel is as long as the level says: neighbours of one kind with less
/// than a pixel between them here and on the next device, or any that are shorter than that.
struct MareyFold
{
    Interval time;
    Interval below; ///< on the next device; empty: not joined
    MareyKind kind = MareyKind::Compute;
    quint32 count = 1;
};

/// A lane for every length of a pixel.
class MareyLaneFolds
{
public:
    MareyLaneFolds() = default;
    /// `below`: the lane of the next device of the stage; null: there is none.
    MareyLaneFolds(const MareyLane &lane, const MareyLane *below, const std::vector<MareyEntry> &entries,
                   const JobContext &job);

    /// Calls `visit` with what touches [from, to), here or on the next device, by start; some more may come. The lanes
    /// are those that this was made of.
    template <typename Visit>
    void visit(const MareyLane &lane, const MareyLane *below, const std::vector<MareyEntry> &entries, Interval window,
               qint64 pixelNs, Visit visit) const;
    /// Index of the first operator of the lane that may reach behind `ns`.
    [[nodiscard]] size_t firstReaching(qint64 ns) const;
    [[nodiscard]] const std::vector<qint64> &levels() const { return m_pixels; }
    [[nodiscard]] qint64 bytes() const;

    /// One operator, not folded.
    [[nodiscard]] static MareyFold foldOf(const MareyOperator &op, const MareyLane *below,
                                          const std::vector<MareyEntry> &entries)
    {
        const bool joined = below && op.below != MareyOperator::none;
        return {op.time, joined ? (*below)[op.below].time : Interval(), entries[op.entry].kind, 1};
    }

private:
    struct Level
    {
        std::vector<MareyFold> folds;
        std::vector<qint64> reach; ///< the latest end up to a fold
    };
    static constexpr size_t block = 64;

    std::vector<qint64> m_reach; ///< of each block of operators: the latest end up to its last one
    qint64 m_lead = 0;           ///< how much earlier than here an operator starts on the next device, at most
    std::vector<qint64> m_pixels;
    std::vector<Level> m_levels; ///< beside m_pixels, from fine to coarse
};

template <typename Visit>
void MareyLaneFolds::visit(const MareyLane &lane, const MareyLane *below, const std::vector<MareyEntry> &entries,
                           Interval window, qint64 pixelNs, Visit visit) const
{
    const qint64 last = saturatedSum(window.to, m_lead);
    size_t level = m_pixels.size();
    while (level > 0 && m_pixels[level - 1] > pixelNs)
        --level;
    if (level > 0) {
        const Level &l = m_levels[level - 1];
        auto i = static_cast<size_t>(std::upper_bound(l.reach.begin(), l.reach.end(), window.from) - l.reach.begin());
        for (; i < l.folds.size() && l.folds[i].time.from < last; ++i)
            visit(l.folds[i]);
        return;
    }
    for (size_t i = firstReaching(window.from); i < lane.size() && lane[i].time.from < last; ++i)
        visit(foldOf(lane[i], below, entries));
}

/// The same of all rows of a chart.
struct MareyFolds
{
    struct Row
    {
        MareyLaneFolds work;
        MareyLaneFolds communication;
    };
    std::vector<Row> rows;   ///< beside MareyChart::rows
    std::vector<Row> stages; ///< beside MareyChart::stages
    bool hasCommunication = false;
    [[nodiscard]] qint64 bytes() const;
    /// Folds of a chart; not usable when cancelled.
    [[nodiscard]] static std::shared_ptr<const MareyFolds> of(const MareyChart &chart, const JobContext &job);
};

/// Fills rectangles and slanted bands of a picture, in its own pixels.
class MareyRaster
{
public:
    explicit MareyRaster(QImage &image)
        : m_bits(image.bits()), m_stride(image.bytesPerLine()), m_width(image.width()), m_height(image.height())
    {
    }
    [[nodiscard]] int width() const { return m_width; }
    [[nodiscard]] int height() const { return m_height; }
    /// At least one pixel wide.
    void bar(double x0, double x1, int y0, int y1, QRgb color);
    /// From [a0, a1] at y0 to [b0, b1] at y1, `share` of 256 of the colour over what is there. None where that is too
    /// flat to be followed.
    void band(double a0, double a1, int y0, double b0, double b1, int y1, QRgb color, unsigned share);

private:
    uchar *m_bits;
    qsizetype m_stride;
    int m_width;
    int m_height;
};

/// Rows become columns. `to` keeps its memory where it has that size. `pool` helps; null: nobody does.
void turn(const QImage &from, QImage &to, ThreadPool *pool = nullptr);

} // namespace rs
