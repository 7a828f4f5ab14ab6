// SPDX-License-Identifier: Apache-2.0
#include "views/picture/stackedbars.h"

#include "core/base/saturate.h"
#include "views/picture/axis.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace rs {

namespace {
constexpr int edge = 8;
constexpr double accusedLine = 3; // below the axis, and the labels begin below it
constexpr double widestStack = 56;
constexpr float chosenGlow = 0.22F;
/// Height of the open end of a bar of which a part is not known.
constexpr double openEnd = 14;
/// Labels of what stands apart: more would be a pattern.
constexpr size_t mostLabels = 40;
} // namespace

void StackedBars::paint(QPainter &p)
{
    p.setFont(smallFont());
    const Geometry g = geometry();
    paintLegend(p);
    paintAxes(p, g);
    paintLabels(p, g);
    const std::vector<Drawn> all = drawn(g);
    p.save();
    p.setClipRect(g.plot.adjusted(0, -6, 0, 1 + static_cast<int>(accusedLine)));
    paintGroups(p, g, all);
    for (const Drawn &at : all)
        paintBar(p, g, at);
    paintLines(p, g, all);
    if (areMarksShown()) {
        paintMarks(p, g, all);
        paintOutliers(p, g);
    }
    p.restore();
    paintFocus(p, g.plot);
}

void StackedBars::paintAxes(QPainter &p, const Geometry &g) const
{
    const QFontMetrics metrics = p.fontMetrics();
    const int decimals = stepDecimals(g.step / g.unitOf);
    // Shares of the bars and ratios are of one unit, and stand on one axis.
    const bool ratios = !m_percent && (isLineShown(0) || isLineShown(1));
    p.setPen(theme().secondaryText());
    if (g.titled) {
        const int titleY = g.plot.top() - metrics.height() - metrics.height() / 2 - 2;
        p.drawText(QRect(edge, titleY, g.plot.width() / 2, metrics.height()), Qt::AlignLeft,
                   m_percent       ? tr("Share of the bar (%)")
                   : m_series.unit ? m_series.unit->title()
                                   : tr("Time (%1)").arg(format::unitName(g.unit)));
        if (ratios)
            p.drawText(QRect(width() / 2, titleY, width() / 2 - edge, metrics.height()), Qt::AlignRight,
                       tr("Ratio (%)"));
    }
    for (int i = 0; g.top > 0 && g.step * i <= std::min(g.top, m_highest * 1.04); ++i) {
        const int y = g.plot.bottom() - static_cast<int>(std::lround(g.high(g.step * i)));
        p.setPen(theme().hairline());
        p.drawLine(g.plot.left(), y, g.plot.right(), y);
        if (i > 0 && g.high(g.step) < metrics.height())
            continue; // labels would stand on each other
        p.setPen(theme().secondaryText());
        p.drawText(QRect(0, y - metrics.height() / 2, g.plot.left() - 6, metrics.height()),
                   Qt::AlignRight | Qt::AlignVCenter, format::real(g.step * i / g.unitOf, decimals));
    }
    const int ratioStep =
        g.plot.height() > metrics.height() * 8 ? 20 : (g.plot.height() > metrics.height() * 2 ? 50 : 100);
    const int highest = g.plot.height() < metrics.height() ? 0 : 100;
    p.setPen(theme().secondaryText());
    for (int percent = 0; ratios && percent <= highest; percent += ratioStep) {
        const int y = g.plot.bottom() - percent * (g.plot.height() - 1) / 100;
        p.drawText(QRect(g.plot.right() + 6, y - metrics.height() / 2, width(), metrics.height()),
                   Qt::AlignLeft | Qt::AlignVCenter, QString::number(percent));
    }
}

// As many as fit without touching, always a round number of bars apart; names that are too long for their bar, but of
// which enough can be read there, are shortened instead.
void StackedBars::paintLabels(QPainter &p, const Geometry &g) const
{
    const QFontMetrics metrics = p.fontMetrics();
    constexpr int gap = 10;
    constexpr int leastSigns = 6;
    const int inSlot = static_cast<int>(g.slot) - gap;
    int widest = std::min(m_widestLabel, metrics.averageCharWidth() * 16);
    if (widest > inSlot && inSlot >= metrics.averageCharWidth() * leastSigns)
        widest = inSlot;
    const int count = static_cast<int>(m_bars.size());
    const int every = g.slot > 0 ? std::max(1, static_cast<int>(std::ceil(niceStep((widest + gap) / g.slot, 1)))) : 1;
    const int y = g.plot.bottom() + 4;
    for (int i = 0; i < count; i += every) {
        const double x = g.plot.left() + (i + 0.5) * g.slot - g.offset;
        if (x < g.plot.left() || x > g.plot.right())
            continue;
        const StackedBar &b = m_bars[static_cast<size_t>(i)];
        p.setPen(i == m_selected ? theme().text() : theme().secondaryText());
        const QRectF box(x - widest / 2.0 - 4, y, widest + 8, metrics.height());
        p.drawText(box, Qt::AlignHCenter | Qt::AlignTop,
                   metrics.elidedText(b.label, Qt::ElideMiddle, static_cast<int>(box.width())));
    }
    p.setPen(theme().secondaryText());
    p.drawText(QRect(g.plot.left(), y + metrics.height(), g.plot.width(), metrics.height()), Qt::AlignHCenter,
               m_axisTitle);
}

std::vector<StackedBars::Drawn> StackedBars::drawn(const Geometry &g) const
{
    std::vector<Drawn> out;
    const int count = static_cast<int>(m_bars.size());
    if (g.slot >= 1) {
        const int first = std::max(0, static_cast<int>(g.offset / g.slot));
        const int last = std::min(count, static_cast<int>((g.offset + g.plot.width()) / g.slot) + 1);
        // Whole pixels keep the gaps even.
        const double wide = std::max(1.0, std::floor(std::min(widestStack, g.slot * (g.slot < 4 ? 1.0 : 0.72))));
        for (int i = first; i < last; ++i) {
            const double x = g.plot.left() + i * g.slot - g.offset;
            const double next = g.plot.left() + (i + 1) * g.slot - g.offset;
            const double w = g.slot < 4 ? std::max(1.0, std::floor(next) - std::floor(x)) : wide;
            out.push_back({i, std::floor(x + (g.slot < 4 ? 0 : (g.slot - w) / 2)), w, x, next - x});
        }
        return out;
    }
    for (int px = 0; count > 0 && px < g.plot.width(); ++px) {
        const int first = static_cast<int>((px + g.offset) / g.slot);
        if (first >= count)
            break;
        const int last = std::clamp(static_cast<int>(std::ceil((px + g.offset + 1) / g.slot)), first + 1, count);
        const bool holds = m_selected >= first && m_selected < last;
        const double left = g.plot.left() + px;
        out.push_back({holds ? m_selected : representative(first, last), left, 1, left, 1});
    }
    return out;
}

// Between bars that are too thin for a gap the line would be taken for one of them.
void StackedBars::paintGroups(QPainter &p, const Geometry &g, const std::vector<Drawn> &all) const
{
    if (g.slot < 4)
        return;
    p.setPen(QPen(theme().secondaryText(), 1, Qt::DotLine));
    for (const Drawn &at : all) {
        if (m_bars[static_cast<size_t>(at.bar)].begins)
            p.drawLine(QPointF(std::round(at.slotLeft), g.plot.top()),
                       QPointF(std::round(at.slotLeft), g.plot.bottom() + accusedLine));
    }
}

void StackedBars::paintBar(QPainter &p, const Geometry &g, const Drawn &at) const
{
    const StackedBar &b = m_bars[static_cast<size_t>(at.bar)];
    if (at.bar == m_selected || at.bar == hoveredItem()) {
        QColor glow = theme().accent();
        glow.setAlphaF(at.bar == m_selected ? chosenGlow : 0.10F);
        const double extra = std::max(2.0, (g.slot - at.wide) / 2);
        p.fillRect(QRectF(at.left - extra, g.plot.top(), at.wide + 2 * extra, g.plot.height()), glow);
    }
    double base = g.plot.bottom() + 1;
    for (size_t part = 0; part < StackedBar::partCount; ++part) {
        const double high = m_shown[part] ? g.high(inAxis(b, b.partsNs[part])) : 0;
        if (high <= 0)
            continue;
        p.fillRect(QRectF(at.left, base - high, at.wide, high), m_series.partColor(theme(), part));
        base -= high;
    }
    if (b.isIncomplete()) {
        const double high = std::min(openEnd, std::max(4.0, base - g.plot.top()));
        const QRectF open(at.left, base - high, at.wide, high);
        p.fillRect(open, QBrush(theme().secondaryText(), Qt::BDiagPattern));
        if (at.wide >= 6) {
            p.setPen(QPen(theme().secondaryText(), 1, Qt::DashLine));
            p.setBrush(Qt::NoBrush);
            p.drawRect(open.adjusted(0.5, 0.5, -0.5, 0));
        }
        base -= high;
    }
    if (b.accused || b.marked)
        p.fillRect(QRectF(at.left, g.plot.bottom() + 1, std::max(2.0, at.wide), accusedLine),
                   b.accused ? theme().error() : theme().text());
    if (at.bar == m_selected && at.wide >= 6) {
        p.setPen(QPen(theme().accent(), 2));
        p.setBrush(Qt::NoBrush);
        p.drawRect(QRectF(at.left - 1, base - 1, at.wide + 2, g.plot.bottom() + 1 - base + 1));
    }
}

void StackedBars::paintLines(QPainter &p, const Geometry &g, const std::vector<Drawn> &all) const
{
    p.setRenderHint(QPainter::Antialiasing);
    for (size_t l = 0; l < m_series.lines; ++l) {
        if (!isLineShown(l))
            continue;
        // A line ends where a ratio is not known, and begins anew behind it.
        std::vector<QPolygonF> pieces(1);
        for (const Drawn &at : all) {
            const StackedBar &b = m_bars[static_cast<size_t>(at.bar)];
            const std::optional<double> &known = b.ratios[l];
            if (known)
                pieces.back() << QPointF(at.slotLeft + at.slotWide / 2,
                                         g.plot.bottom() - g.highOfRatio(std::clamp(*known, 0.0, 1.0)));
            else if (!pieces.back().isEmpty())
                pieces.emplace_back();
        }
        // A halo keeps the line readable on every bar colour.
        QColor halo = theme().background();
        halo.setAlphaF(0.75F);
        for (const QPolygonF &points : pieces) {
            p.setPen(QPen(halo, 4));
            p.drawPolyline(points);
            p.setPen(QPen(theme().text(), 1.5, l == 0 ? Qt::SolidLine : Qt::DashLine));
            p.drawPolyline(points);
            if (g.slot < 12)
                continue;
            p.setPen(QPen(theme().background(), 1));
            p.setBrush(theme().text());
            for (const QPointF &at : points) {
                if (l == 0)
                    p.drawEllipse(at, 3.5, 3.5);
                else
                    p.drawRect(QRectF(at.x() - 3, at.y() - 3, 6, 6));
            }
        }
    }
    p.setRenderHint(QPainter::Antialiasing, false);
}

void StackedBars::paintMarks(QPainter &p, const Geometry &g, const std::vector<Drawn> &all) const
{
    const bool fine = g.slot < 4; // no room for a halo between neighbours
    for (const Drawn &at : all) {
        const StackedBar &b = m_bars[static_cast<size_t>(at.bar)];
        const double base = markBase(b);
        const auto y = [&](qint64 ns) { return g.plot.bottom() + 1 - g.high(base + inAxis(b, ns)); };
        if (b.lowNs && b.highNs && at.wide >= 2) {
            const double x = std::floor(at.left + at.wide / 2);
            const double cap = std::clamp(at.wide / 4, 1.0, 6.0);
            for (const auto &[color, thick] : {std::pair(theme().background(), 3.0), std::pair(theme().text(), 1.0)}) {
                p.setPen(QPen(color, thick));
                p.drawLine(QPointF(x, y(*b.lowNs)), QPointF(x, y(*b.highNs)));
                for (const qint64 ns : {*b.lowNs, *b.highNs})
                    p.drawLine(QPointF(x - cap, y(ns)), QPointF(x + cap, y(ns)));
            }
        }
        if (!b.peersNs)
            continue;
        // Over the gaps too: peers that stand side by side share one line.
        const double middle = std::round(y(*b.peersNs));
        if (!fine)
            p.fillRect(QRectF(at.slotLeft, middle - 2, at.slotWide, 4), theme().background());
        p.fillRect(QRectF(at.slotLeft, middle - 1, fine ? at.wide : at.slotWide, 2), theme().accent());
    }
}

QStringList StackedBars::outlierText(const StackedBar &bar, format::TimeUnit unit) const
{
    QStringList out;
    if (bar.offRatio)
        out << (*bar.offRatio > 0 ? QStringLiteral("+") : QString()) + format::percent(*bar.offRatio);
    if (m_series.unit) {
        out << (*bar.offNs > 0 ? QStringLiteral("+") : QString()) + m_series.unit->text(*bar.offNs);
        return out;
    }
    // In the unit of the axis, unless nothing would be left of it there.
    constexpr int leastShare = 20;
    const bool small = saturatedMagnitude(*bar.offNs) < format::unitNs(unit) / leastShare;
    const format::TimeUnit own = small ? format::timeUnitFor(*bar.offNs) : unit;
    out << (*bar.offNs > 0 ? QStringLiteral("+") : QString()) + format::timeIn(*bar.offNs, own, 1) + QChar(0x00A0) +
               format::unitName(own);
    return out;
}

std::vector<StackedBars::OutlierLabel> StackedBars::outlierLabels() const
{
    return areMarksShown() ? outlierLabels(geometry()) : std::vector<OutlierLabel>();
}

// The bar furthest from its peers is placed first.
std::vector<StackedBars::OutlierLabel> StackedBars::outlierLabels(const Geometry &g) const
{
    std::vector<int> order;
    for (size_t i = 0; i < m_bars.size(); ++i) {
        const double x = g.plot.left() + (static_cast<double>(i) + 0.5) * g.slot - g.offset;
        if (m_bars[i].outlier && m_bars[i].offNs && x >= g.plot.left() && x <= g.plot.right())
            order.push_back(static_cast<int>(i));
    }
    const auto away = [this](int i) { return std::abs(static_cast<double>(*m_bars[static_cast<size_t>(i)].offNs)); };
    std::stable_sort(order.begin(), order.end(), [&away](int a, int b) { return away(a) > away(b); });
    const QFontMetrics metrics(smallFont());
    const double room = g.top > 0 ? g.plot.height() * (1 - m_highest * 1.04 / g.top) : 0;
    const auto barAtX = [&g](double x) {
        return static_cast<size_t>(std::max(0.0, (x - g.plot.left() + g.offset) / g.slot));
    };
    std::vector<OutlierLabel> out;
    for (const int i : order) {
        if (out.size() == mostLabels)
            break;
        const StackedBar &b = m_bars[static_cast<size_t>(i)];
        OutlierLabel label{i, {}, outlierText(b, g.unit)};
        if (room < metrics.height() * 2.0)
            label.lines = {label.lines.join(u' ')};
        int wide = 0;
        for (const QString &line : label.lines)
            wide = std::max(wide, metrics.horizontalAdvance(line));
        const double high = static_cast<double>(label.lines.size()) * metrics.height();
        const double x = g.plot.left() + (i + 0.5) * g.slot - g.offset;
        const double left = std::clamp(x - wide / 2.0 - 3, static_cast<double>(g.plot.left()),
                                       std::max<double>(g.plot.left(), g.plot.right() - wide - 6));
        // No bar is hidden, neither its own nor one beside it.
        double top = 0;
        const auto last = std::min(m_bars.size(), barAtX(left + wide + 6) + 1);
        for (size_t under = barAtX(left); under < last; ++under) {
            const StackedBar &other = m_bars[under];
            top = std::max(top, heightOf(other));
            for (const std::optional<qint64> &ns : {other.peersNs, other.highNs})
                top = std::max(top, ns ? markBase(other) + inAxis(other, *ns) : 0);
        }
        label.at = QRectF(left, g.plot.bottom() - g.high(top) - high - 4, wide + 6, high);
        const bool free =
            label.at.top() >= g.plot.top() &&
            std::none_of(out.begin(), out.end(), [&label](const OutlierLabel &o) { return o.at.intersects(label.at); });
        if (free)
            out.push_back(std::move(label));
    }
    return out;
}

void StackedBars::paintOutliers(QPainter &p, const Geometry &g) const
{
    const int line = p.fontMetrics().height();
    QColor back = theme().background();
    back.setAlphaF(0.85F);
    QColor glow = theme().accent();
    glow.setAlphaF(chosenGlow);
    const QRectF chosen(g.plot.left() + m_selected * g.slot - g.offset, g.plot.top(), g.slot, g.plot.height());
    for (const OutlierLabel &label : outlierLabels(g)) {
        p.fillRect(label.at, back);
        if (m_selected >= 0)
            p.fillRect(label.at.intersected(chosen), glow); // the band behind the bar is not cut
        p.setPen(theme().text());
        for (qsizetype i = 0; i < label.lines.size(); ++i)
            p.drawText(QRectF(label.at.left(), label.at.top() + static_cast<double>(i) * line, label.at.width(), line),
                       Qt::AlignCenter, label.lines[i]);
    }
}

} // namespace rs
