// SPDX-License-Identifier: Apache-2.0
// Painting of the strategy graph.
#include "views/parallel/graphcanvas.h"

#include "items/format.h"
#include "views/widgets/theme.h"
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
constexpr int leastNameChars = 4;
constexpr int leastBracketChars = 10; // of a longer name of a namespace

} // namespace

bool GraphCanvas::isRarer(GraphKind a, GraphKind b)
{
    // If most layers compute and communicate, the first one stands for a pixel: neither hides the other.
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
    const int left = m_places[column].left - scrolled();
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
    const QColor mark = theme().category(TimeCategory::Copy);
    for (quint32 b = first; b < last && !m_found.empty(); ++b) {
        if (m_found[b])
            painter.fillRect(uncutRect(b).adjusted(-4, 0, -m_slotWidth + 4, 1), mark);
    }
}

QFont GraphCanvas::splitFont(int cell) const
{
    QFont small = font();
    small.setPixelSize(std::max(1, std::min(cell - 1, fontMetrics().height() - 3)));
    return small;
}

namespace {

constexpr int splitGap = 4; // between inputs, and before the first one

int splitCell(const QRect &at)
{
    return at.height() - 6;
}

int splitCellWidth(int parts, int cell, const QFontMetrics &metrics)
{
    return std::max(cell, metrics.horizontalAdvance(QString::number(parts)) + 3);
}

} // namespace

// The name comes first: what it leaves is for the split, a quarter of the box at least.
QRect GraphCanvas::splitRect(quint32 at, const QRect &r) const
{
    const GraphBox &box = m_content.layout->boxes[at];
    const int cell = splitCell(r);
    if (box.isGroup() || cell < 9 || r.width() < fontMetrics().averageCharWidth() * splitChars)
        return {};
    const QFontMetrics metrics(splitFont(cell));
    int whole = 0;
    for (const std::vector<int> &input : m_content.graph->split(box.first)) {
        whole += splitGap;
        for (const int parts : input)
            whole += splitCellWidth(parts, cell, metrics);
    }
    const int room = r.width() - 10;
    const int name = QFontMetrics(nameFont()).horizontalAdvance(labelOf(box));
    const int width = std::min(whole, std::max(room - name - splitGap, room / 4));
    return whole == 0 ? QRect() : QRect(r.right() - 4 - width + 1, r.top(), width, r.height());
}

void GraphCanvas::paintSplit(QPainter &painter, quint32 node, const QRect &at, const QColor &on) const
{
    const int cell = splitCell(at);
    painter.setFont(splitFont(cell));
    const QFontMetrics metrics(painter.font());
    int x = at.left();
    for (const std::vector<int> &input : m_content.graph->split(node)) {
        x += splitGap;
        for (const int n : input) {
            const int w = splitCellWidth(n, cell, metrics);
            if (x + w > at.right() + 1) {
                painter.setPen(on);
                painter.drawText(QRect(x, at.top(), at.right() - x + 1, at.height()), Qt::AlignCenter,
                                 QStringLiteral("…"));
                return painter.setFont(font());
            }
            // 1 is nothing; 16 and more are the end of the ramp.
            const double t = std::clamp(std::log2(static_cast<double>(std::max(1, n))) / 4, 0.0, 1.0);
            const QColor fill = n > 1 ? theme().ramp(0.25 + 0.75 * t) : theme().background();
            const QRect part(x, at.top() + 3, w - 1, cell);
            painter.fillRect(part, fill);
            painter.setPen(n > 1 ? Theme::labelOn(fill) : theme().secondaryText());
            painter.drawText(part, Qt::AlignCenter, QString::number(n));
            x += w;
        }
    }
    painter.setFont(font());
}

int GraphCanvas::namePixels() const
{
    const int pixels = std::min(QFontInfo(font()).pixelSize(), boxHeight());
    return pixels < leastNamePixels ? 0 : pixels;
}

QFont GraphCanvas::nameFont() const
{
    QFont out = font();
    if (const int pixels = namePixels(); pixels > 0 && boxHeight() < fontMetrics().height())
        out.setPixelSize(pixels);
    return out;
}

GraphCanvas::NameMark GraphCanvas::nameMark(quint32 at, const QRect &room, const QFontMetrics &metrics) const
{
    const GraphBox &box = m_content.layout->boxes[at];
    // A namespace ends with its number of operators, which stays visible.
    const Qt::TextElideMode elide = box.isGroup() ? Qt::ElideMiddle : Qt::ElideRight;
    return {at, room, metrics.elidedText(labelOf(box), elide, room.width())};
}

std::vector<GraphCanvas::NameMark> GraphCanvas::nameMarks(size_t column) const
{
    if (isEmpty())
        return {};
    const QFontMetrics metrics(nameFont());
    if (namePixels() == 0)
        return namesBeside(column, metrics);
    std::vector<NameMark> out;
    const auto [first, last] = visibleOf(m_content.layout->columns[column]);
    for (quint32 b = first; b < last; ++b) {
        const QRect r = uncutRect(b);
        QRect room = r.adjusted(6, 0, -4, 0);
        if (const QRect split = splitRect(b, r); !split.isEmpty())
            room.setRight(split.left() - 1);
        if (room.width() > metrics.averageCharWidth() * leastNameChars)
            out.push_back(nameMark(b, room, metrics));
    }
    return out;
}

// Every one that lies upon no other; namespaces, then transfers, which tell most, take their room first.
std::vector<GraphCanvas::NameMark> GraphCanvas::namesBeside(size_t column, const QFontMetrics &metrics) const
{
    const GraphColumn &c = m_content.layout->columns[column];
    const QRect p = plot();
    const int left = m_places[column].left - scrolled() + c.lanes * m_slotWidth +
                     (m_content.layout->links.empty() ? splitGap : linkRoom);
    const int end = column + 1 < m_places.size() ? m_places[column + 1].left - scrolled() - gutter() : p.right();
    const int width = end - edge - left;
    if (width <= metrics.averageCharWidth() * leastNameChars)
        return {};
    const int line = metrics.height();
    std::vector<bool> taken(static_cast<size_t>(p.height()));
    std::vector<NameMark> out;
    const auto [first, last] = visibleOf(c);
    const auto rankOf = [this](quint32 b) {
        const GraphBox &box = m_content.layout->boxes[b];
        const bool transfers = box.kind == GraphKind::Send || box.kind == GraphKind::Receive;
        return box.isGroup() ? 0 : transfers ? 1 : 2;
    };
    for (const int rank : {0, 1, 2}) {
        for (quint32 b = first; b < last; ++b) {
            const int top = uncutRect(b).center().y() - line / 2 - p.top();
            // All are equally high: none lies between two that are free.
            if (rankOf(b) != rank || top < 0 || top + line > p.height() || taken[static_cast<size_t>(top)] ||
                taken[static_cast<size_t>(top + line - 1)])
                continue;
            std::fill_n(taken.begin() + top, line, true);
            out.push_back(nameMark(b, {left, p.top() + top, width, line}, metrics));
        }
    }
    std::sort(out.begin(), out.end(), [](const NameMark &a, const NameMark &b) { return a.at.top() < b.at.top(); });
    return out;
}

void GraphCanvas::paintNames(QPainter &painter, size_t column) const
{
    const bool inside = namePixels() > 0;
    painter.setFont(nameFont());
    for (const NameMark &name : nameMarks(column)) {
        if (!inside) // lines to other stages go on behind it
            painter.fillRect(QRect(name.at.left() - 2, name.at.top(),
                                   painter.fontMetrics().horizontalAdvance(name.text) + 4, name.at.height()),
                             theme().background());
        painter.setPen(inside ? Theme::labelOn(fillOf(name.box)) : theme().text());
        painter.drawText(name.at, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, name.text);
    }
    painter.setFont(font());
}

void GraphCanvas::paintBox(QPainter &painter, quint32 at, const QRect &r) const
{
    const GraphBox &box = m_content.layout->boxes[at];
    const QColor fill = fillOf(at);
    if (box.isGroup() && r.height() > 6) {
        // As a pile: there is more in it.
        painter.fillRect(r.adjusted(3, 3, 3, 3), QColor(mixed(fill.rgb(), theme().background().rgb(), 128)));
    }
    painter.fillRect(r, fill);
    if (const QRect split = splitRect(at, r); !split.isEmpty())
        paintSplit(painter, box.first, split, Theme::labelOn(fill));
    painter.setBrush(Qt::NoBrush);
    if (!m_halo.empty() && m_halo[at] != HaloNone && r.height() > 3) {
        const bool up = m_halo[at] & HaloUpstream;
        painter.setPen(QPen(haloColor(up), 2));
        painter.drawRect(r.adjusted(1, 1, -1, -1));
    }
    if (!m_found.empty() && m_found[at]) {
        const QColor mark = theme().category(TimeCategory::Copy);
        painter.fillRect(QRect(r.left() - 4, r.top(), at == m_currentFound ? 8 : 4, r.height()), mark);
    }
    if (at == selectedBox()) {
        painter.setPen(QPen(theme().text(), 2));
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
    const int left = m_places[column].left - scrolled() - 2 - gutter();
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
        painter.fillRect(r, theme().panel());
        painter.fillRect(QRect(r.right() - 1, r.top(), 2, r.height()), theme().hairline());
        QFont small = font();
        small.setPixelSize(QFontInfo(font()).pixelSize() * 9 / 10);
        const QFontMetrics metrics(small);
        const QRect along(2, 0, r.height() - 4, r.width());
        const QString name = format::displayText(m_content.graph->scopes[static_cast<size_t>(at->scope)].leaf);
        // A few letters say nothing.
        if (along.width() < std::min(metrics.horizontalAdvance(name), metrics.averageCharWidth() * leastBracketChars))
            continue;
        painter.save();
        painter.translate(r.left(), r.bottom());
        painter.rotate(-90);
        painter.setFont(small);
        painter.setPen(theme().secondaryText());
        painter.drawText(along, Qt::AlignRight | Qt::AlignVCenter,
                         metrics.elidedText(name, Qt::ElideMiddle, along.width()));
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
    const int side = rightOf(columnOf(link.to));
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
    const QColor color(mixed(theme().secondaryText().rgb(), theme().background().rgb(), 110));
    const QColor pale(mixed(theme().secondaryText().rgb(), theme().background().rgb(), 210));
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
    const QColor line(mixed(theme().category(TimeCategory::Uncovered).rgb(), theme().background().rgb(), 60));
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
        if (!own && std::abs(b.center().y() - lastY) < 1 && pitch() < thinPitch)
            continue;
        if (++drawn > mostTransferLines)
            break;
        lastY = b.center().y();
        painter.setPen(QPen(own ? theme().accent() : line, own ? 2 : pitch() > leastLinkPitch ? 1.5 : 1));
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
        const QString text = tr("waits %1").arg(format::briefDuration(*wait->second));
        const int w = fontMetrics().horizontalAdvance(text) + 6;
        const int x = right ? static_cast<int>(to.x()) - w - 4 : static_cast<int>(to.x()) + 4;
        const QRect label(x, static_cast<int>(to.y()) - fontMetrics().height() - 1, w, fontMetrics().height());
        painter.fillRect(label, theme().background());
        painter.setPen(theme().text());
        painter.drawText(label, Qt::AlignCenter, text);
    }
}

void GraphCanvas::paintTitles(QPainter &painter) const
{
    const int line = fontMetrics().height();
    for (size_t c = 0; c < m_places.size() && c < m_content.titles.size(); ++c) {
        const int left = m_places[c].left - scrolled() - gutter();
        const int right = c + 1 < m_places.size() ? m_places[c + 1].left - scrolled() - gutter() : plot().right();
        const QRect at(left, legendBottom() + 2, std::max(0, right - left - edge), line);
        painter.setPen(theme().text());
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
    m_minimap.fill(theme().panel().rgb());
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
    const QRgb mark = theme().category(TimeCategory::Copy).rgb();
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
    const int top = r.top() + static_cast<int>(static_cast<double>(window().fromNs) / whole * r.height());
    const int bottom = r.top() + static_cast<int>(static_cast<double>(window().toNs) / whole * r.height());
    QRect frame(r.left(), top, r.width() - 1, std::max(5, bottom - top));
    frame = frame & r.adjusted(0, 0, -1, -1);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme().accent(), 2));
    painter.drawRect(frame);
}

void GraphCanvas::paint(QPainter &painter)
{
    if (isEmpty())
        return;
    paintLegend(painter);
    const QRect p = plot();
    painter.save();
    painter.setClipRect(QRect(p.left(), legendBottom(), p.width(), p.bottom() - legendBottom() + 1));
    paintTitles(painter);
    painter.setClipRect(p);
    const bool thin = pitch() < thinPitch;
    // Behind the boxes, whose names they would cross.
    painter.setRenderHint(QPainter::Antialiasing, pitch() >= leastLinkPitch);
    paintTransfers(painter);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (size_t c = 0; c < m_places.size(); ++c) {
        const int left = m_places[c].left - scrolled();
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
        paintNames(painter, c);
    }
    painter.setRenderHint(QPainter::Antialiasing, pitch() >= leastLinkPitch);
    painter.setPen(QPen(theme().accent(), 2));
    for (const GraphLink &l : m_ownLinks)
        paintLink(painter, l);
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (thin && selectedBox() != None) {
        painter.setPen(QPen(theme().text(), 2));
        painter.drawRect(uncutRect(selectedBox()).adjusted(-2, -2, 1, 2));
    }
    painter.restore();
    paintMinimap(painter);
    paintFocus(painter, p);
}

} // namespace rs
