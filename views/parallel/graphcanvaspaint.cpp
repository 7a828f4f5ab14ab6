// SPDX-License-Identifier: Apache-2.0
// How the strategy graph is drawn.
#include "views/parallel/graphcanvas.h"

#include "items/format.h"
#include "views/theme.h"
#include "views/timeline/canvas/slicecolors.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <array>
#include <cmath>

namespace rs {

namespace {

constexpr int splitChars = 16;       // from this width on its split stands in it
constexpr int nearLayers = 7;        // what is farther is a long link
constexpr double leastLinkPitch = 7; // of a layer, so that lines are more than a grey area
constexpr size_t mostTransferLines = 4000;

} // namespace

bool GraphCanvas::isRarer(GraphKind a, GraphKind b)
{
    // Where most layers compute and communicate, the one that comes first stands for a pixel: neither hides the other.
    constexpr std::array<int, graphKinds> order = {5, 2, 3, 0, 1, 4, 4, 4};
    return order[static_cast<size_t>(a)] < order[static_cast<size_t>(b)];
}

// As coloured pixels, when layers are thinner than a few of them.
void GraphCanvas::paintStripes(QPainter &painter, size_t column) const
{
    const GraphColumn &c = m_content.layout->columns[column];
    struct Pending
    {
        int y = -1;
        quint32 box = None;
    };
    std::array<Pending, graphSlots> pending;
    const int height = std::max(1, static_cast<int>(std::ceil(pitch() * 0.8)));
    const int left = m_places[column].left - m_scrollX;
    const auto flush = [&](int slot) {
        Pending &p = pending[static_cast<size_t>(slot)];
        if (p.box != None)
            painter.fillRect(left + slot * m_slotWidth + 2, p.y, m_slotWidth - 4, height, fillOf(p.box));
        p = {};
    };
    const auto [first, last] = visibleOf(c);
    for (quint32 b = first; b < last; ++b) {
        const GraphBox &box = m_content.layout->boxes[b];
        const int y = static_cast<int>(std::floor(topOf(box.layer)));
        Pending &p = pending[static_cast<size_t>(box.slot)];
        if (p.y == y) {
            const bool inHalo = m_halo.empty() || m_halo[b] != HaloNone || m_halo[p.box] == HaloNone;
            if (inHalo && isRarer(box.kind, m_content.layout->boxes[p.box].kind))
                p.box = b;
            continue;
        }
        flush(box.slot);
        p = {y, b};
    }
    for (int s = 0; s < graphSlots; ++s)
        flush(s);
    // A mark for each, however thin.
    const QColor mark = m_theme->category(TimeCategory::Copy);
    for (quint32 b = first; b < last && !m_found.empty(); ++b) {
        if (m_found[b])
            painter.fillRect(uncutRect(b).adjusted(-4, 0, -m_slotWidth + 4, 1), mark);
    }
}

void GraphCanvas::paintSplit(QPainter &painter, quint32 node, QRect &room, const QColor &on) const
{
    const auto split = m_content.graph->split(node);
    const int cell = room.height() - 6;
    if (split.empty() || cell < 9)
        return;
    QFont small = font();
    small.setPixelSize(std::min(cell - 1, fontMetrics().height() - 3));
    const QFontMetrics metrics(small);
    const int gap = 4;
    int width = 0;
    for (const std::vector<int> &input : split) {
        for (const int n : input)
            width += std::max(cell, metrics.horizontalAdvance(QString::number(n)) + 3);
        width += gap;
    }
    const int most = room.width() * 3 / 5;
    painter.setFont(small);
    int x = room.right() - std::min(width, most) + 1;
    const int left = x;
    for (const std::vector<int> &input : split) {
        for (const int n : input) {
            const QString text = QString::number(n);
            const int w = std::max(cell, metrics.horizontalAdvance(text) + 3);
            if (x + w > room.right()) {
                painter.setPen(on);
                painter.drawText(QRect(x, room.top(), room.right() - x + 1, room.height()), Qt::AlignCenter,
                                 QStringLiteral("…"));
                room.setRight(left - 4);
                painter.setFont(font());
                return;
            }
            // 1 is nothing; 16 and more are the end of the ramp.
            const double t = std::clamp(std::log2(static_cast<double>(std::max(1, n))) / 4, 0.0, 1.0);
            const QColor fill = n > 1 ? m_theme->ramp(0.25 + 0.75 * t) : m_theme->background();
            const QRect at(x, room.top() + 3, w - 1, cell);
            painter.fillRect(at, fill);
            painter.setPen(n > 1 ? Theme::labelOn(fill) : m_theme->secondaryText());
            painter.drawText(at, Qt::AlignCenter, text);
            x += w;
        }
        x += gap;
    }
    room.setRight(left - 4);
    painter.setFont(font());
}

void GraphCanvas::paintBox(QPainter &painter, quint32 at, const QRect &r) const
{
    const GraphBox &box = m_content.layout->boxes[at];
    const QColor fill = fillOf(at);
    if (box.isGroup() && r.height() > 6) {
        // As a pile: there is more in it.
        painter.fillRect(r.adjusted(3, 3, 3, 3), QColor(mixed(fill.rgb(), m_theme->background().rgb(), 128)));
    }
    painter.fillRect(r, fill);
    const int line = fontMetrics().height();
    if (r.height() >= line && r.width() > fontMetrics().averageCharWidth() * 4) {
        const QColor on = Theme::labelOn(fill);
        QRect text = r.adjusted(6, 0, -4, 0);
        if (!box.isGroup() && r.width() >= fontMetrics().averageCharWidth() * splitChars)
            paintSplit(painter, box.first, text, on);
        painter.setPen(on);
        painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                         fontMetrics().elidedText(labelOf(box), Qt::ElideRight, text.width()));
    }
    painter.setBrush(Qt::NoBrush);
    if (!m_halo.empty() && m_halo[at] != HaloNone && r.height() > 3) {
        const bool up = m_halo[at] & HaloUpstream;
        painter.setPen(QPen(haloColor(up), 2));
        painter.drawRect(r.adjusted(1, 1, -1, -1));
    }
    if (!m_found.empty() && m_found[at]) {
        const QColor mark = m_theme->category(TimeCategory::Copy);
        painter.fillRect(QRect(r.left() - 4, r.top(), at == m_currentFound ? 8 : 4, r.height()), mark);
    }
    if (at == selectedBox()) {
        painter.setPen(QPen(m_theme->text(), 2));
        painter.drawRect(r.adjusted(-2, -2, 1, 1));
    }
}

void GraphCanvas::paintBoxes(QPainter &painter, size_t column) const
{
    const GraphColumn &c = m_content.layout->columns[column];
    const auto [first, last] = visibleOf(c);
    for (quint32 b = first; b < last; ++b)
        paintBox(painter, b, uncutRect(b));
}

// A bracket beside the operators of an open namespace, with its name along it.
void GraphCanvas::paintRuns(QPainter &painter, size_t column) const
{
    const GraphColumn &c = m_content.layout->columns[column];
    const auto &runs = m_content.layout->runs;
    const auto [first, last] = visibleOf(c);
    auto at =
        std::upper_bound(runs.begin(), runs.end(), first, [](quint32 box, const GraphRun &r) { return box < r.last; });
    const int left = m_places[column].left - m_scrollX - 2 - gutter();
    const QRect p = plot();
    for (; at != runs.end() && at->first < last; ++at) {
        if (at->scope <= 0)
            continue;
        const double top = std::max<double>(p.top() - 2, topOf(m_content.layout->boxes[at->first].layer) + 1);
        const double bottom =
            std::min<double>(p.bottom() + 2, topOf(m_content.layout->boxes[at->last - 1].layer + 1) - 1);
        if (bottom - top < 3)
            continue;
        const QRect r(left, static_cast<int>(top), gutter() - 4, static_cast<int>(bottom - top));
        painter.fillRect(r, m_theme->panel());
        painter.fillRect(QRect(r.right() - 1, r.top(), 2, r.height()), m_theme->hairline());
        // A few letters say nothing.
        if (r.height() < fontMetrics().averageCharWidth() * 6)
            continue;
        painter.save();
        painter.translate(r.left(), r.bottom());
        painter.rotate(-90);
        painter.setPen(m_theme->secondaryText());
        const QRect along(4, 0, r.height() - 8, r.width());
        const QString name = format::displayText(m_content.graph->scopes[static_cast<size_t>(at->scope)].leaf);
        painter.drawText(along, Qt::AlignRight | Qt::AlignVCenter,
                         fontMetrics().elidedText(name, Qt::ElideMiddle, along.width()));
        painter.restore();
    }
}

void GraphCanvas::paintLink(QPainter &painter, const GraphLink &link) const
{
    const GraphBox &from = m_content.layout->boxes[link.from];
    const GraphBox &to = m_content.layout->boxes[link.to];
    const QRect a = uncutRect(link.from);
    const QRect b = uncutRect(link.to);
    const int layers = to.layer - from.layer;
    if (layers == 1 || (layers > 0 && from.slot != to.slot && layers < 3)) {
        painter.drawLine(QPointF(a.center().x(), a.bottom() + 1), QPointF(b.center().x(), b.top()));
        return;
    }
    // Around the boxes in between.
    const int side = std::max(a.right(), b.right());
    const double out = side + 6 + std::min(18.0, 3 * std::log2(1.0 + std::abs(layers)));
    QPainterPath way(QPointF(a.right() + 1, a.center().y()));
    way.cubicTo(
        QPointF(out, a.center().y()), QPointF(out, a.center().y() + pitch() / 2),
        QPointF(out, a.center().y() + std::copysign(std::min(pitch(), std::abs(layers) * pitch() / 2), layers)));
    way.lineTo(QPointF(out, b.center().y() - std::copysign(std::min(pitch(), std::abs(layers) * pitch() / 2), layers)));
    way.cubicTo(QPointF(out, b.center().y() - pitch() / 2), QPointF(out, b.center().y()),
                QPointF(b.right() + 1, b.center().y()));
    painter.drawPath(way);
}

void GraphCanvas::paintLinks(QPainter &painter, size_t column) const
{
    const GraphColumn &c = m_content.layout->columns[column];
    const auto &links = m_content.layout->links;
    const auto [first, last] = visibleOf(c, m_longLinks ? nearLayers * 20 : nearLayers);
    auto at =
        std::lower_bound(links.begin(), links.end(), first, [](const GraphLink &l, quint32 box) { return l.to < box; });
    const QColor color(mixed(m_theme->secondaryText().rgb(), m_theme->background().rgb(), 110));
    const QColor pale(mixed(m_theme->secondaryText().rgb(), m_theme->background().rgb(), 210));
    for (; at != links.end() && at->to < last; ++at) {
        const int layers = m_content.layout->boxes[at->to].layer - m_content.layout->boxes[at->from].layer;
        if (std::abs(layers) > nearLayers && !m_longLinks)
            continue;
        const bool outside = !m_halo.empty() && (fillOf(at->to) != colorOf(m_content.layout->boxes[at->to].kind) ||
                                                 fillOf(at->from) != colorOf(m_content.layout->boxes[at->from].kind));
        painter.setPen(outside ? pale : color);
        paintLink(painter, *at);
    }
}

void GraphCanvas::paintTransfers(QPainter &painter) const
{
    const QRect p = plot();
    const QColor line(mixed(m_theme->category(TimeCategory::Uncovered).rgb(), m_theme->background().rgb(), 60));
    size_t drawn = 0;
    double lastY = -1e9;
    for (const GraphLink &t : m_content.layout->transfers) {
        if (t.from == t.to)
            continue;
        const QRect a = uncutRect(t.from);
        const QRect b = uncutRect(t.to);
        if (std::max(a.bottom(), b.bottom()) < p.top() || std::min(a.top(), b.top()) > p.bottom())
            continue;
        const bool own = t.from == selectedBox() || t.to == selectedBox();
        // Lines of the same pixels are one.
        if (!own && std::abs(b.center().y() - lastY) < 1 && pitch() < 3)
            continue;
        if (++drawn > mostTransferLines)
            break;
        lastY = b.center().y();
        painter.setPen(QPen(own ? m_theme->accent() : line, own ? 2 : pitch() > leastLinkPitch ? 1.5 : 1));
        const bool right = b.left() >= a.left();
        const QPointF from(right ? a.right() + 1 : a.left(), a.center().y());
        const QPointF to(right ? b.left() : b.right() + 1, b.center().y());
        if (pitch() > leastLinkPitch) {
            QPainterPath way(from);
            const double middle = (from.x() + to.x()) / 2;
            way.cubicTo({middle, from.y()}, {middle, to.y()}, to);
            painter.drawPath(way);
        } else {
            painter.drawLine(from, to);
        }
        const auto wait = m_waits.find(t.to);
        if (pitch() < fontMetrics().height() * 1.4 || wait == m_waits.end() || !wait->second)
            continue;
        const QString text = tr("waits %1").arg(format::duration(*wait->second));
        const int w = fontMetrics().horizontalAdvance(text) + 6;
        const int x = right ? static_cast<int>(to.x()) - w - 4 : static_cast<int>(to.x()) + 4;
        const QRect label(x, static_cast<int>(to.y()) - fontMetrics().height() - 1, w, fontMetrics().height());
        painter.fillRect(label, m_theme->background());
        painter.setPen(m_theme->text());
        painter.drawText(label, Qt::AlignCenter, text);
    }
}

void GraphCanvas::paintTitles(QPainter &painter) const
{
    const int line = fontMetrics().height();
    for (size_t c = 0; c < m_places.size() && c < m_content.titles.size(); ++c) {
        const int left = m_places[c].left - m_scrollX - gutter();
        const int right = c + 1 < m_places.size() ? m_places[c + 1].left - m_scrollX - gutter() : plot().right();
        const QRect at(left, m_legendHeight + 2, std::max(0, right - left - edge), line);
        painter.setPen(m_theme->text());
        painter.drawText(at, Qt::AlignLeft | Qt::AlignVCenter,
                         fontMetrics().elidedText(m_content.titles[c], Qt::ElideRight, at.width()));
    }
}

void GraphCanvas::updateMinimap()
{
    const QRect r = minimapRect();
    m_minimap = {};
    if (isEmpty() || r.height() < 4)
        return;
    m_minimap = QImage(r.size(), QImage::Format_RGB32);
    m_minimap.fill(m_theme->panel().rgb());
    const auto &columns = m_content.layout->columns;
    const double each = static_cast<double>(r.width() - 4) / static_cast<double>(columns.size());
    const double scale = static_cast<double>(r.height()) / std::max(1, m_content.layout->layers);
    std::vector<GraphKind> shown(static_cast<size_t>(r.height()));
    std::vector<quint32> by(static_cast<size_t>(r.height()));
    for (size_t c = 0; c < columns.size(); ++c) {
        std::fill(by.begin(), by.end(), None);
        for (quint32 b = columns[c].first; b < columns[c].last; ++b) {
            const GraphBox &box = m_content.layout->boxes[b];
            const int from = std::clamp(static_cast<int>(box.layer * scale), 0, r.height() - 1);
            const int to = std::clamp(static_cast<int>((box.layer + 0.8) * scale), from, r.height() - 1);
            for (int y = from; y <= to; ++y) {
                const auto i = static_cast<size_t>(y);
                const bool lit = m_halo.empty() || m_halo[b] != HaloNone;
                const bool wasLit = by[i] != None && (m_halo.empty() || m_halo[by[i]] != HaloNone);
                if (by[i] == None || (lit && !wasLit) || (lit == wasLit && isRarer(box.kind, shown[i]))) {
                    by[i] = b;
                    shown[i] = box.kind;
                }
            }
        }
        const int left = 2 + static_cast<int>(static_cast<double>(c) * each);
        const int right = std::max(left + 1, 1 + static_cast<int>(static_cast<double>(c + 1) * each) - 1);
        for (int y = 0; y < r.height(); ++y) {
            const quint32 b = by[static_cast<size_t>(y)];
            if (b == None)
                continue;
            const QRgb color = fillOf(b).rgb();
            auto *const row = reinterpret_cast<QRgb *>(m_minimap.scanLine(y));
            for (int x = left; x < right && x < r.width(); ++x)
                row[x] = color;
        }
    }
    const QRgb mark = m_theme->category(TimeCategory::Copy).rgb();
    for (size_t b = 0; b < m_found.size(); ++b) {
        if (!m_found[b])
            continue;
        const int y = std::clamp(static_cast<int>(m_content.layout->boxes[b].layer * scale), 0, r.height() - 1);
        auto *const row = reinterpret_cast<QRgb *>(m_minimap.scanLine(y));
        row[0] = row[1] = row[r.width() - 1] = row[r.width() - 2] = mark;
    }
}

void GraphCanvas::paintMinimap(QPainter &painter) const
{
    const QRect r = minimapRect();
    if (m_minimap.isNull())
        return;
    painter.drawImage(r.topLeft(), m_minimap);
    const double whole = static_cast<double>(m_content.layout->layers * layerUnits);
    const int top = r.top() + static_cast<int>(static_cast<double>(m_window.fromNs) / whole * r.height());
    const int bottom = r.top() + static_cast<int>(static_cast<double>(m_window.toNs) / whole * r.height());
    QRect frame(r.left(), top, r.width() - 1, std::max(5, bottom - top));
    frame = frame & r.adjusted(0, 0, -1, -1);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_theme->accent(), 2));
    painter.drawRect(frame);
}

void GraphCanvas::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme->background());
    if (isEmpty())
        return;
    paintLegend(painter, m_legend, legendRects(m_legend, fontMetrics(), std::max(1, width() - edge)), {0, 0}, *m_theme);
    const QRect p = plot();
    painter.save();
    painter.setClipRect(QRect(p.left(), m_legendHeight, p.width(), p.bottom() - m_legendHeight + 1));
    paintTitles(painter);
    painter.setClipRect(p);
    const bool thin = pitch() < 3;
    // Behind the boxes, whose names they would cross.
    painter.setRenderHint(QPainter::Antialiasing, pitch() >= leastLinkPitch);
    paintTransfers(painter);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (size_t c = 0; c < m_places.size(); ++c) {
        const int left = m_places[c].left - m_scrollX;
        if (left > p.right() || left + m_places[c].lanes * m_slotWidth < p.left())
            continue;
        paintRuns(painter, c);
        if (pitch() >= leastLinkPitch) {
            painter.setRenderHint(QPainter::Antialiasing);
            paintLinks(painter, c);
            painter.setRenderHint(QPainter::Antialiasing, false);
        }
        if (thin)
            paintStripes(painter, c);
        else
            paintBoxes(painter, c);
    }
    painter.setRenderHint(QPainter::Antialiasing, pitch() >= leastLinkPitch);
    painter.setPen(QPen(m_theme->accent(), 2));
    for (const GraphLink &l : m_ownLinks)
        paintLink(painter, l);
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (thin && selectedBox() != None) {
        painter.setPen(QPen(m_theme->text(), 2));
        painter.drawRect(uncutRect(selectedBox()).adjusted(-2, -2, 1, 2));
    }
    painter.restore();
    paintMinimap(painter);
    if (hasFocus()) {
        painter.setPen(m_theme->accent());
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(p.adjusted(0, 0, -1, -1));
    }
}

} // namespace rs
