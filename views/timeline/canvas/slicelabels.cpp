// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/canvas/slicelabels.h"

#include "items/format.h"

#include <QElapsedTimer>
#include <QFontMetrics>
#include <QPainter>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace rs {

namespace {
constexpr size_t mostEntries = 8192;
constexpr qsizetype longestText = 160;
} // namespace

void SliceLabels::setFont(const QFont &font, int pixels)
{
    if (pixels == m_pixels && font == m_font)
        return;
    m_font = font;
    m_pixels = pixels;
    m_entries.clear();
    QFont f = font;
    f.setPixelSize(std::max(1, pixels));
    const QFontMetrics metrics(f);
    m_ascent = metrics.ascent();
    m_lineHeight = metrics.height();
    m_ellipsis = draw(QStringLiteral("…"));
}

void SliceLabels::clear()
{
    m_entries.clear();
}

SliceLabels::Entry SliceLabels::draw(const QString &text) const
{
    QFont f = m_font;
    f.setPixelSize(std::max(1, m_pixels));
    QTextLayout layout(text, f);
    layout.beginLayout();
    QTextLine line = layout.createLine();
    line.setLineWidth(1e6);
    layout.endLayout();
    Entry e;
    e.advance.reserve(static_cast<size_t>(text.size()) + 1);
    for (qsizetype i = 0; i <= text.size(); ++i)
        e.advance.push_back(
            static_cast<quint16>(std::clamp(std::ceil(line.cursorToX(static_cast<int>(i))), 0.0, 65535.0)));
    const int width = std::max(1, static_cast<int>(std::ceil(line.naturalTextWidth())) + 1);
    QImage image(width, std::max(1, m_lineHeight), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter p(&image);
    p.setPen(Qt::white);
    layout.draw(&p, QPointF(0, m_ascent - line.ascent()));
    p.end();
    e.mask = QImage(image.size(), QImage::Format_Grayscale8);
    for (int y = 0; y < image.height(); ++y) {
        const auto *from = reinterpret_cast<const QRgb *>(image.constScanLine(y));
        uchar *to = e.mask.scanLine(y);
        for (int x = 0; x < width; ++x)
            to[x] = static_cast<uchar>(qAlpha(from[x]));
    }
    return e;
}

bool SliceLabels::prepare(std::vector<Request> &requests, qint64 budgetMs)
{
    if (m_entries.size() > mostEntries)
        m_entries.clear();
    QElapsedTimer timer;
    timer.start();
    bool complete = true;
    for (Request &r : requests) {
        const quint64 key = (static_cast<quint64>(r.rank->ref.run & 0xfff) << 52) |
                            (static_cast<quint64>(r.rank->ref.index & 0xfffff) << 32) | raw(r.name) |
                            (r.rank->derived ? 1U << 31 : 0);
        auto it = m_entries.find(key);
        if (it == m_entries.end()) {
            if (budgetMs >= 0 && timer.elapsed() >= budgetMs) {
                complete = false;
                continue;
            }
            const QString text = format::displayText(r.rank->trace->strings().text(r.name).left(longestText));
            it = m_entries.emplace(key, draw(text)).first;
        }
        r.entry = &it->second;
    }
    return complete;
}

int SliceLabels::fittingWidth(const Request &r) const
{
    if (!r.entry)
        return 0;
    const auto &advance = r.entry->advance;
    if (advance.back() <= r.width)
        return r.entry->mask.width();
    const int room = r.width - m_ellipsis.advance.back();
    // At least two characters, or a label says nothing.
    const auto characters = std::upper_bound(advance.begin(), advance.end(), room) - advance.begin() - 1;
    return characters < 2 ? 0 : advance[static_cast<size_t>(characters)];
}

QRect SliceLabels::area(const Request &r) const
{
    const int width = fittingWidth(r);
    if (width == 0)
        return {};
    const bool whole = r.entry->advance.back() <= r.width;
    const QRect text(r.x, r.y + (r.height - m_lineHeight + 1) / 2, width + (whole ? 0 : m_ellipsis.mask.width()),
                     m_lineHeight);
    return text.intersected(QRect(r.x, r.y, text.width(), r.height));
}

void SliceLabels::paint(const PixelSurface &picture, const Request &r) const
{
    const int width = fittingWidth(r);
    if (width == 0)
        return;
    const QRgb color = r.white ? 0xffffffffU : 0xff000000U;
    const int top = r.y + (r.height - m_lineHeight + 1) / 2;
    const auto blit = [&](const QImage &mask, int x, int columns) {
        const int y0 = std::max({0, top, r.y});
        const int y1 = std::min({picture.height, top + mask.height(), r.y + r.height});
        const int x1 = std::min({x + columns, x + mask.width(), picture.width});
        for (int y = y0; y < y1; ++y) {
            const uchar *from = mask.constScanLine(y - top);
            QRgb *to = picture.line(y);
            for (int px = std::max(0, x); px < x1; ++px) {
                const unsigned a = from[px - x];
                if (a != 0)
                    to[px] = a == 255 ? color : mixed(to[px], color, a + (a >> 7));
            }
        }
    };
    blit(r.entry->mask, r.x, width);
    if (r.entry->advance.back() > r.width)
        blit(m_ellipsis.mask, r.x + width, m_ellipsis.mask.width());
}

} // namespace rs
