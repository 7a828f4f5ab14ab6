// SPDX-License-Identifier: Apache-2.0
#include "views/parallel/mareyfolds.h"

#include "core/base/saturate.h"
#include "core/job/jobcontext.h"
#include "core/job/threadpool.h"
#include "views/timeline/canvas/slicecolors.h"

#include <algorithm>
#include <cmath>

namespace rs {

namespace {

// Puts neighbours together, from what is finer already.
class FoldMaker
{
public:
    explicit FoldMaker(qint64 pixelNs) : m_pixelNs(pixelNs) {}

    void add(const MareyFold &f)
    {
        if (!m_open || !joins(f)) {
            close();
            m_run = f;
            m_longest = f.time.length();
            m_open = true;
            return;
        }
        if (f.time.length() > m_longest) {
            m_longest = f.time.length();
            m_run.kind = f.kind;
        }
        m_run.time.to = std::max(m_run.time.to, f.time.to);
        m_run.count += f.count;
        if (f.below.length() <= 0)
            return;
        if (m_run.below.length() <= 0)
            m_run.below = f.below;
        else
            m_run.below = {std::min(m_run.below.from, f.below.from), std::max(m_run.below.to, f.below.to)};
    }
    std::vector<MareyFold> take()
    {
        close();
        return std::move(m_out);
    }

private:
    [[nodiscard]] bool joins(const MareyFold &f) const
    {
        if (saturatedDifference(f.time.from, m_run.time.to) >= m_pixelNs)
            return false;
        const bool bothJoined = f.below.length() > 0 && m_run.below.length() > 0;
        const bool areNear = bothJoined && saturatedDifference(f.below.from, m_run.below.to) < m_pixelNs &&
                             saturatedDifference(m_run.below.from, f.below.to) < m_pixelNs;
        const bool isShort = std::max(f.time.to, m_run.time.to) - m_run.time.from < m_pixelNs;
        if (bothJoined && !areNear)
            return false;
        const bool alike = f.kind == m_run.kind && (f.below.length() > 0) == (m_run.below.length() > 0);
        return alike || isShort;
    }
    void close()
    {
        if (m_open)
            m_out.push_back(m_run);
        m_open = false;
    }

    qint64 m_pixelNs;
    MareyFold m_run;
    qint64 m_longest = 0;
    bool m_open = false;
    std::vector<MareyFold> m_out;
};

/// mixed() with one colour, of which what does not change is worked out once.
class Mix
{
public:
    Mix(QRgb color, unsigned share)
        : m_rest(256 - share), m_redBlue((color & 0xff00ffU) * share), m_green((color & 0x00ff00U) * share)
    {
    }
    [[nodiscard]] QRgb operator()(QRgb below) const
    {
        const unsigned redBlue = ((below & 0xff00ffU) * m_rest + m_redBlue) >> 8;
        const unsigned green = ((below & 0x00ff00U) * m_rest + m_green) >> 8;
        return 0xff000000U | (redBlue & 0xff00ffU) | (green & 0x00ff00U);
    }

private:
    unsigned m_rest;
    unsigned m_redBlue;
    unsigned m_green;
};

} // namespace

MareyLaneFolds::MareyLaneFolds(const MareyLane &lane, const MareyLane *below, const std::vector<MareyEntry> &entries,
                               const JobContext &job)
{
    if (lane.empty())
        return;
    JobPoll poll(job);
    qint64 reach = lane.front().time.to;
    for (size_t i = 0; i < lane.size(); ++i) {
        if (poll.isCanceled())
            return;
        const MareyFold f = foldOf(lane[i], below, entries);
        reach = std::max({reach, f.time.to, f.below.length() > 0 ? f.below.to : f.time.to});
        if (f.below.length() > 0)
            m_lead = std::max(m_lead, saturatedDifference(f.time.from, f.below.from));
        if (i % block == block - 1 || i + 1 == lane.size())
            m_reach.push_back(reach);
    }
    constexpr size_t fewest = 256; // operators that are walked one by one
    if (lane.size() < fewest)
        return;
    // An operator far out stands at one of the ends.
    const size_t margin = lane.size() / 20;
    const qint64 whole = saturatedDifference(lane[lane.size() - 1 - margin].time.from, lane[margin].time.from);
    for (qint64 pixel = std::max<qint64>(16, whole / std::ssize(lane)); pixel < whole / 64; pixel *= 2) {
        FoldMaker maker(pixel);
        if (m_levels.empty()) {
            for (const MareyOperator &op : lane)
                maker.add(foldOf(op, below, entries));
        } else {
            for (const MareyFold &f : m_levels.back().folds)
                maker.add(f);
        }
        if (poll.isCanceled())
            return;
        Level level{maker.take(), {}};
        if (level.folds.size() * 5 > (m_levels.empty() ? lane.size() : m_levels.back().folds.size()) * 3)
            continue;
        level.reach.reserve(level.folds.size());
        for (const MareyFold &f : level.folds) {
            const qint64 to = f.below.length() > 0 ? std::max(f.time.to, f.below.to) : f.time.to;
            level.reach.push_back(level.reach.empty() ? to : std::max(to, level.reach.back()));
        }
        level.folds.shrink_to_fit();
        m_pixels.push_back(pixel);
        m_levels.push_back(std::move(level));
    }
}

size_t MareyLaneFolds::firstReaching(qint64 ns) const
{
    return static_cast<size_t>(std::upper_bound(m_reach.begin(), m_reach.end(), ns) - m_reach.begin()) * block;
}

qint64 MareyLaneFolds::bytes() const
{
    size_t out = (m_reach.capacity() + m_pixels.capacity()) * sizeof(qint64);
    for (const Level &l : m_levels)
        out += l.folds.capacity() * sizeof(MareyFold) + l.reach.capacity() * sizeof(qint64);
    return static_cast<qint64>(out);
}

qint64 MareyFolds::bytes() const
{
    qint64 out = 0;
    for (const std::vector<Row> *const all : {&rows, &stages}) {
        for (const Row &r : *all)
            out += r.work.bytes() + r.communication.bytes();
    }
    return out;
}

std::shared_ptr<const MareyFolds> MareyFolds::of(const MareyChart &chart, const JobContext &job)
{
    auto out = std::make_shared<MareyFolds>();
    for (size_t r = 0; r < chart.rows.size() && !job.isCanceled(); ++r) {
        const MareyRow &row = chart.rows[r];
        const MareyRow *const next =
            r + 1 < chart.rows.size() && chart.rows[r + 1].stage == row.stage ? &chart.rows[r + 1] : nullptr;
        out->rows.push_back(
            {MareyLaneFolds(row.work, next ? &next->work : nullptr, chart.entries, job),
             MareyLaneFolds(row.communication, next ? &next->communication : nullptr, chart.entries, job)});
        out->hasCommunication = out->hasCommunication || !row.communication.empty();
    }
    for (const MareyRow &stage : chart.stages)
        out->stages.push_back({MareyLaneFolds(stage.work, nullptr, chart.entries, job),
                               MareyLaneFolds(stage.communication, nullptr, chart.entries, job)});
    return out;
}

void MareyRaster::bar(double x0, double x1, int y0, int y1, QRgb color)
{
    const int from = std::clamp(static_cast<int>(std::floor(x0)), 0, m_width);
    const int to =
        std::clamp(std::max(static_cast<int>(std::floor(x0)) + 1, static_cast<int>(std::ceil(x1))), 0, m_width);
    if (from >= to)
        return;
    for (int y = std::max(0, y0); y < std::min(m_height, y1); ++y) {
        QRgb *const line = reinterpret_cast<QRgb *>(m_bits + y * m_stride);
        std::fill(line + from, line + to, color);
    }
}

void MareyRaster::band(double a0, double a1, int y0, double b0, double b1, int y1, QRgb color, unsigned share)
{
    const double height = std::max(1, y1 - y0);
    // Flatter ones would fill what is between the lines of devices.
    constexpr double flattestBand = 16;
    if (std::abs(b0 - a0) > flattestBand * height && std::abs(b1 - a1) > flattestBand * height)
        return;
    // Both edges step from line to line of pixels, in parts of a pixel: most bands are a pixel or two wide, and there
    // are many of them.
    constexpr int bits = 16;
    constexpr qint64 one = qint64{1} << bits;
    const auto fixed = [](double x) {
        constexpr double farthest = 1e12; // pixels
        return static_cast<qint64>(std::clamp(x, -farthest, farthest) * static_cast<double>(one));
    };
    const int top = std::max(0, y0);
    const double t = (top + 0.5 - y0) / height;
    qint64 left = fixed(a0 + (b0 - a0) * t);
    qint64 right = fixed(a1 + (b1 - a1) * t);
    const qint64 leftStep = fixed((b0 - a0) / height);
    const qint64 rightStep = fixed((b1 - a1) / height);
    const qint64 widthFixed = m_width * one;
    // A thin flat one reaches from line to line of pixels, else it would be dots.
    const qint64 least = std::max({one, std::abs(leftStep), std::abs(rightStep)});
    const Mix mix(color, share);
    const int bottom = std::min(m_height, y1);
    QRgb *line = reinterpret_cast<QRgb *>(m_bits + top * m_stride);
    const qsizetype stride = m_stride / qsizetype{sizeof(QRgb)};
    for (int y = top; y < bottom; ++y, left += leftStep, right += rightStep, line += stride) {
        const qint64 begin = right - left < least ? left - (least - one) / 2 : left;
        const qint64 end = std::max(right, begin + least);
        if (end <= 0 || begin >= widthFixed)
            continue;
        // The pixels at both edges are covered in part, so that a slant is smooth.
        const auto cover = [&](qint64 x) {
            const qint64 covered = std::min(end, (x + 1) * one) - std::max(begin, x * one);
            if (covered > 0)
                line[x] = mixed(line[x], color, static_cast<unsigned>(share * covered >> bits));
        };
        const qint64 first = begin >> bits;
        const qint64 last = end >> bits;
        if (first >= 0)
            cover(first);
        for (qint64 x = std::max<qint64>(0, first + 1); x < std::min<qint64>(m_width, last); ++x)
            line[x] = mix(line[x]);
        if (last < m_width && last > first)
            cover(last);
    }
}

void turn(const QImage &from, QImage &to, ThreadPool *pool)
{
    const int width = from.height();
    const int height = from.width();
    if (to.size() != QSize(width, height))
        to = QImage(width, height, QImage::Format_RGB32);
    const auto *const source = reinterpret_cast<const QRgb *>(from.constBits());
    auto *const target = reinterpret_cast<QRgb *>(to.bits());
    const qsizetype sourceStride = from.bytesPerLine() / qsizetype{sizeof(QRgb)};
    const qsizetype targetStride = to.bytesPerLine() / qsizetype{sizeof(QRgb)};
    constexpr int tile = 32; // both pictures stay in the cache
    parallelFor(pool, (height + tile - 1) / tile, [=](qsizetype task) {
        const int top = static_cast<int>(task) * tile;
        const int bottom = std::min(top + tile, height);
        for (int left = 0; left < width; left += tile) {
            const int right = std::min(left + tile, width);
            for (int y = top; y < bottom; ++y) {
                for (int x = left; x < right; ++x)
                    target[y * targetStride + x] = source[x * sourceStride + y];
            }
        }
    });
}

} // namespace rs
