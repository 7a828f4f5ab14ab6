// SPDX-License-Identifier: Apache-2.0
#include "views/picture/histogram.h"

#include "items/format.h"
#include "views/widgets/theme.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace rs {

namespace {
constexpr int leastBinBar = 2; // a bin with one slice among millions must not vanish
constexpr int binGap = 8;
constexpr int linesWithAxis = 6; // of text, that a picture with numbers beside its bins is high
} // namespace

void BinPicture::setBins(Bins bins)
{
    m_bins = std::move(bins);
    m_chosen = m_bins.marked;
    forgetHover();
    forgetLegend();
    tell(m_chosen < 0 ? TipLines() : TipLines{{binText(m_chosen), {}}});
    update();
}

void BinPicture::setHintText(const QString &hint)
{
    m_hint = hint;
    update();
}

void BinPicture::setCountTitle(const QString &title)
{
    m_countTitle = title;
    update();
}

std::vector<LegendEntry> BinPicture::legend() const
{
    std::vector<LegendEntry> out;
    for (const Side &side : m_bins.sides) {
        if (!side.name.isEmpty())
            out.push_back({side.name, side.color});
    }
    return out;
}

QSize BinPicture::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 18, fontMetrics().height() * 3};
}

int BinPicture::itemCount() const
{
    return m_bins.sides.empty() ? 0 : static_cast<int>(m_bins.sides.front().counts.size());
}

bool BinPicture::isLow() const
{
    return height() < fontMetrics().height() * linesWithAxis;
}

ValueAxis BinPicture::valueAxis(int height) const
{
    qint64 most = 1;
    for (const Side &side : m_bins.sides)
        most = std::max(most, *std::max_element(side.counts.begin(), side.counts.end()));
    const int ticks = std::max(1, height / (2 * fontMetrics().height()));
    ValueAxis out = ValueAxis::of(0, static_cast<double>(most), ticks, 1);
    out.text = [](double count) { return format::integer(std::llround(count)); };
    out.title = m_countTitle;
    return out;
}

QRect BinPicture::plot() const
{
    const int line = fontMetrics().height();
    const int top = legendBottom() + (isLow() ? 0 : line / 2);
    const int high = std::max(1, height() - top - line - binGap / 2);
    const int left = isLow() ? binGap : valueAxis(high).width(fontMetrics());
    return {left, top, std::max(1, width() - left - binGap), high};
}

QRect BinPicture::binRect(int bin) const
{
    if (bin < 0 || bin >= itemCount())
        return {};
    const QRect area = plot();
    const int x0 = area.left() + area.width() * bin / itemCount();
    const int x1 = area.left() + area.width() * (bin + 1) / itemCount();
    return {x0, area.top(), std::max(1, x1 - x0), area.height()};
}

int BinPicture::binAt(const QPoint &at) const
{
    for (int i = 0; i < itemCount(); ++i) {
        const QRect r = binRect(i);
        if (at.x() >= r.left() && at.x() <= r.right() && rect().contains(at))
            return i;
    }
    return -1;
}

void BinPicture::chooseItem(int item)
{
    m_chosen = item;
    tell(item < 0 ? TipLines() : TipLines{{binText(item), {}}});
    update();
}

Picture::Tip BinPicture::tipAt(const QPoint &at) const
{
    const int bin = binAt(at);
    if (bin < 0)
        return {};
    TipLines lines{{binText(bin), {}}};
    if (const QString click = clickText(); !click.isEmpty())
        lines.emplace_back(click, QString());
    return {lines};
}

void BinPicture::paint(QPainter &p)
{
    if (m_bins.sides.empty()) {
        p.setPen(theme().secondaryText());
        p.drawText(rect().adjusted(binGap, 0, -binGap, 0), Qt::AlignCenter | Qt::TextWordWrap, m_hint);
        return;
    }
    const QRect area = plot();
    const ValueAxis axis = valueAxis(area.height());
    paintLegend(p);
    if (!isLow())
        axis.paint(p, area, theme());
    for (const int bin : {hoveredItem(), hasFocus() ? m_chosen : -1})
        p.fillRect(binRect(bin), theme().hairline());
    const bool overlaid = m_bins.sides.size() > 1;
    for (const Side &side : m_bins.sides) {
        for (int i = 0; i < itemCount(); ++i) {
            const auto count = static_cast<double>(side.counts[static_cast<size_t>(i)]);
            if (count <= 0)
                continue;
            QColor fill = i == m_bins.marked ? theme().accent() : side.color;
            QRect bar = binRect(i).adjusted(0, 0, overlaid ? 0 : -1, 0);
            bar.setTop(std::min(static_cast<int>(std::lround(axis.y(area, count))), area.bottom() - leastBinBar) + 1);
            // The outline tells the two apart where they cover each other.
            if (overlaid)
                p.fillRect(QRect(bar.left(), bar.top(), bar.width(), 2), fill);
            fill.setAlphaF(overlaid ? 0.4F : 1.0F);
            p.fillRect(bar, fill);
        }
    }
    p.setPen(theme().hairline());
    p.drawLine(area.bottomLeft() + QPoint(0, 1), area.bottomRight() + QPoint(0, 1));
    p.setPen(theme().secondaryText());
    const QRect labels(area.left(), area.bottom() + 2, area.width(), fontMetrics().height());
    const QString least = format::duration(m_bins.leastNs);
    const QString most = format::duration(m_bins.mostNs);
    p.drawText(labels, Qt::AlignLeft, least);
    p.drawText(labels, Qt::AlignRight, most);
    const auto widthOf = [this](const QString &text) { return fontMetrics().horizontalAdvance(text + u' '); };
    const QString title = m_bins.logarithmic ? tr("Duration, log scale") : tr("Duration");
    if (widthOf(title) + 2 * std::max(widthOf(least), widthOf(most)) < labels.width())
        p.drawText(labels, Qt::AlignHCenter, title);
    paintFocus(p, area);
}

void Histogram::setData(std::shared_ptr<const SliceNameStats> values, qint64 durationNs)
{
    m_data = std::move(values);
    m_durationNs = durationNs;
    Bins bins;
    if (m_data && !m_data->bins.empty()) {
        bins = {{{QString(), theme().category(TimeCategory::Idle), {}}},
                m_data->minNs,
                m_data->maxNs,
                m_data->logarithmic,
                static_cast<int>(m_data->binOf(durationNs))};
        for (const SliceNameStats::Bin &bin : m_data->bins)
            bins.sides.front().counts.push_back(bin.count);
    }
    setBins(std::move(bins));
}

QString Histogram::binText(int bin) const
{
    const SliceNameStats::Bin &b = m_data->bins[static_cast<size_t>(bin)];
    return tr("%1 to %2: %n slice(s)", "durations", static_cast<int>(b.count))
        .arg(format::duration(b.fromNs), format::duration(b.toNs));
}

QString Histogram::clickText() const
{
    return m_clickText.isEmpty() ? tr("Click for the next slice in it.") : m_clickText;
}

void Histogram::mousePressEvent(QMouseEvent *event)
{
    const int bin = binAt(event->position().toPoint());
    BinPicture::mousePressEvent(event);
    if (event->button() == Qt::LeftButton && bin >= 0)
        emit binClicked(bin);
}

} // namespace rs

#include "moc_histogram.cpp"
