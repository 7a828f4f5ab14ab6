// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/flowoverlay.h"

#include <QPainterPath>

#include <algorithm>
#include <unordered_set>

namespace rs {

namespace {
constexpr size_t mostWalked = 200'000; // of one kind and rank; beyond it every n-th is looked at
constexpr int mostOfSlice = 200;
constexpr int far = 100'000;

// QPainter clips lines itself, but only as long as they fit its coordinates.
QPoint clippedPoint(double x, int y)
{
    return {static_cast<int>(std::clamp(x, -double(far), double(far))), std::clamp(y, -far, far)};
}

// The part of a line between the sides of the view, so that a far end cannot bend its slope.
bool clipToView(double &x0, double &y0, double &x1, double &y1, int width)
{
    const double left = -8;
    const double right = width + 8;
    if ((x0 < left && x1 < left) || (x0 > right && x1 > right))
        return false;
    const auto cut = [&](double &x, double &y, double otherX, double otherY) {
        const double edge = x < left ? left : (x > right ? right : x);
        if (edge != x) {
            y += (otherY - y) * (edge - x) / (otherX - x);
            x = edge;
        }
    };
    cut(x0, y0, x1, y1);
    cut(x1, y1, x0, y0);
    return true;
}
} // namespace

void FlowOverlay::setKinds(std::set<std::string> kinds)
{
    m_kinds = std::move(kinds);
    m_valid = false;
}

const std::vector<FlowOverlay::KindLines> &FlowOverlay::kindLines(const LaneModel &model, const View &view)
{
    if (m_valid && view.key() == m_view.key())
        return m_lines;
    m_valid = true;
    m_view = view;
    m_lines.clear();
    m_asked = 0;
    m_shown = 0;
    const int bottom = view.scrollY + view.size.height();
    for (const std::string &kind : m_kinds) {
        KindLines out{kind, {}};
        std::unordered_set<quint64> seen;
        for (const auto &[ref, rank] : model.data().ranks()) {
            if (!rank.flows)
                continue;
            TimeMap map(view.window, view.size.width());
            map.fromNs += rank.shiftNs;
            map.toNs += rank.shiftNs;
            for (const auto &category : rank.flows->categories) {
                if (category.name != kind)
                    continue;
                const auto &centres = model.rowCentres(ref);
                const auto &lines = category.lines;
                const auto before = [](const FlowLine &l, qint64 t) { return std::min(l.fromNs, l.toNs) < t; };
                auto first = std::lower_bound(lines.begin(), lines.end(), map.fromNs - category.longestNs, before);
                const auto last = std::lower_bound(first, lines.end(), map.toNs, before);
                const size_t count = static_cast<size_t>(last - first);
                const size_t stride = std::max<size_t>(1, count / mostWalked);
                for (size_t i = 0; i < count; i += stride, first += static_cast<std::ptrdiff_t>(stride)) {
                    const FlowLine &l = *first;
                    const int fromY = centres[raw(l.fromRow)];
                    const int toY = centres[raw(l.toRow)];
                    if (fromY < 0 || toY < 0 || std::max(l.fromNs, l.toNs) < map.fromNs)
                        continue;
                    if (std::max(fromY, toY) < view.scrollY || std::min(fromY, toY) > bottom)
                        continue;
                    m_asked += static_cast<qint64>(stride);
                    double x0 = map.x(l.fromNs);
                    double y0 = fromY - view.scrollY;
                    double x1 = map.x(l.toNs);
                    double y1 = toY - view.scrollY;
                    if (!clipToView(x0, y0, x1, y1, view.size.width()))
                        continue;
                    const QPoint a = clippedPoint(x0, static_cast<int>(y0));
                    const QPoint b = clippedPoint(x1, static_cast<int>(y1));
                    // Two lines whose ends share a spot of 3 pixels look like one.
                    const quint64 key = (static_cast<quint64>((a.x() + 64) / 3) & 0xffff) << 48 |
                                        (static_cast<quint64>((a.y() + 65536) / 3) & 0xffff) << 32 |
                                        (static_cast<quint64>((b.x() + 64) / 3) & 0xffff) << 16 |
                                        (static_cast<quint64>((b.y() + 65536) / 3) & 0xffff);
                    if (seen.insert(key).second)
                        out.lines.emplace_back(a, b);
                }
            }
        }
        m_lines.push_back(std::move(out));
    }
    size_t distinct = 0;
    for (const KindLines &k : m_lines)
        distinct += k.lines.size();
    if (distinct > mostLines) {
        // An even choice over time keeps the picture's shape.
        for (KindLines &k : m_lines) {
            const size_t keep = std::max<size_t>(1, k.lines.size() * mostLines / distinct);
            std::vector<QLine> some;
            for (size_t i = 0; i < keep && i * k.lines.size() / keep < k.lines.size(); ++i)
                some.push_back(k.lines[i * k.lines.size() / keep]);
            k.lines = std::move(some);
        }
    }
    for (const KindLines &k : m_lines)
        m_shown += static_cast<qint64>(k.lines.size());
    return m_lines;
}

std::vector<FlowOverlay::SliceLine> FlowOverlay::sliceLines(const LaneModel &model, const View &view, RankRef ref, SliceId slice)
{
    std::vector<SliceLine> out;
    const TimelineRank *rank = model.data().rank(ref);
    if (!rank || slice == NoSlice || raw(slice) >= rank->trace->slices().size())
        return out;
    const Trace &trace = *rank->trace;
    const auto &centres = model.rowCentres(ref);
    TimeMap map(view.window, view.size.width());
    map.fromNs += rank->shiftNs;
    map.toNs += rank->shiftNs;
    auto flows = trace.flows().outgoing(slice);
    const auto incoming = trace.flows().incoming(slice);
    flows.insert(flows.end(), incoming.begin(), incoming.end());
    if (flows.size() > mostOfSlice)
        flows.resize(mostOfSlice);
    for (const FlowIndex i : flows) {
        const Flow &f = trace.flows().at(i);
        if (f.from == NoSlice || f.to == NoSlice)
            continue;
        const int fromY = centres[raw(trace.slices().rowOf(f.from))];
        const int toY = centres[raw(trace.slices().rowOf(f.to))];
        if (fromY < 0 || toY < 0)
            continue;
        out.push_back({clippedPoint(map.x(f.fromNs), fromY - view.scrollY), clippedPoint(map.x(f.toNs), toY - view.scrollY),
                       std::string(trace.strings().view(trace.flows().categories()[f.category].name))});
    }
    return out;
}

void FlowOverlay::paint(QPainter &painter, const LaneModel &model, const View &view, const Theme &theme,
                        const Selection &selection)
{
    // Opaque pens without smoothing: alpha or antialiasing on many lines costs ten times the frame.
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (!m_kinds.empty()) {
        for (const KindLines &k : kindLines(model, view)) {
            painter.setPen(theme.flow(k.kind));
            painter.drawLines(k.lines.data(), static_cast<int>(k.lines.size()));
        }
    }
    if (selection.kind != Selection::Kind::Slice)
        return;
    painter.setRenderHint(QPainter::Antialiasing, true);
    for (const SliceLine &l : sliceLines(model, view, selection.rank, selection.slice)) {
        const QColor color = theme.flow(l.kind);
        const double dx = std::max(24.0, std::abs(l.to.x() - l.from.x()) * 0.35);
        QPainterPath path(l.from);
        path.cubicTo(l.from + QPointF(dx, 0), l.to - QPointF(dx, 0), l.to);
        // A light seam keeps the line readable over slices of its own colour.
        painter.setPen(QPen(theme.background(), 4));
        painter.drawPath(path);
        painter.setPen(QPen(color, 2));
        painter.drawPath(path);
        QPainterPath head;
        head.moveTo(l.to);
        head.lineTo(l.to + QPointF(-8, -4));
        head.lineTo(l.to + QPointF(-8, 4));
        head.closeSubpath();
        painter.fillPath(head, color);
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawEllipse(QPointF(l.from), 3, 3);
        painter.setBrush(Qt::NoBrush);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

} // namespace rs
