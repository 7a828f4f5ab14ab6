// SPDX-License-Identifier: Apache-2.0
#include "views/compare/overlaidhistogram.h"

#include "items/format.h"
#include "views/widgets/theme.h"
#include "views/picture/legend.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace rs {

namespace {

constexpr int leastBarHeight = 2; // one execution among millions must not vanish
constexpr int sideMargin = 8;

qint64 highestBin(const CompareDurations &data)
{
    return std::max({qint64(1), *std::max_element(data.base.begin(), data.base.end()),
                     *std::max_element(data.other.begin(), data.other.end())});
}

} // namespace

OverlaidHistogram::OverlaidHistogram(const Theme *theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
}

QSize OverlaidHistogram::minimumSizeHint() const
{
    return {140, fontMetrics().height() * 5};
}

void OverlaidHistogram::setData(std::shared_ptr<const CompareDurations> data, const QString &baseName,
                                const QString &otherName)
{
    m_data = data && !data->isEmpty() ? std::move(data) : nullptr;
    m_baseName = baseName;
    m_otherName = otherName;
    m_chosen = -1;
    setAccessibleDescription(m_data ? QString() : m_hint);
    update();
}

void OverlaidHistogram::setHint(const QString &hint)
{
    m_hint = hint;
    update();
}

QRect OverlaidHistogram::plot() const
{
    const int line = fontMetrics().height();
    return rect().adjusted(sideMargin, 2 * line + 4, -sideMargin, -line - 6);
}

QRect OverlaidHistogram::binRect(int bin) const
{
    constexpr int count = static_cast<int>(CompareDurations::binCount);
    if (!m_data || bin < 0 || bin >= count)
        return {};
    const QRect area = plot();
    const int x0 = area.left() + area.width() * bin / count;
    const int x1 = area.left() + area.width() * (bin + 1) / count;
    return {x0, area.top(), std::max(1, x1 - x0), area.height()};
}

int OverlaidHistogram::binAt(const QPoint &at) const
{
    for (int i = 0; m_data && i < static_cast<int>(CompareDurations::binCount); ++i) {
        const QRect r = binRect(i);
        if (at.x() >= r.left() && at.x() <= r.right() && rect().contains(at))
            return i;
    }
    return -1;
}

QString OverlaidHistogram::binText(int bin) const
{
    if (!m_data || bin < 0)
        return {};
    const auto b = static_cast<size_t>(bin);
    return tr("%1 to %2: %3 of %4, %5 of %6", "durations, then executions and rank of each side")
        .arg(format::duration(static_cast<qint64>(std::lround(m_data->edgeNs(b)))),
             format::duration(static_cast<qint64>(std::lround(m_data->edgeNs(b + 1)))),
             format::integer(m_data->base[b]), m_baseName, format::integer(m_data->other[b]), m_otherName);
}

void OverlaidHistogram::paintEvent(QPaintEvent *)
{
    QPainter p(this);
    if (!m_data) {
        p.setPen(m_theme->secondaryText());
        p.drawText(rect().adjusted(sideMargin, 0, -sideMargin, 0), Qt::AlignCenter | Qt::TextWordWrap, m_hint);
        return;
    }
    const int line = fontMetrics().height();
    const QRect area = plot();
    const QColor colors[] = {m_theme->series(0), m_theme->series(1)};
    const std::vector<LegendEntry> entries{
        {fontMetrics().elidedText(m_baseName, Qt::ElideMiddle, width() / 2 - 40), colors[0]},
        {fontMetrics().elidedText(m_otherName, Qt::ElideMiddle, width() / 2 - 40), colors[1]}};
    paintLegend(p, entries, legendRects(entries, fontMetrics(), area.width()), {area.left(), 0}, *m_theme);
    if (m_chosen >= 0)
        p.fillRect(binRect(m_chosen), m_theme->hairline());
    const auto highest = static_cast<double>(highestBin(*m_data));
    const std::vector<qint64> *const sides[] = {&m_data->base, &m_data->other};
    for (size_t side = 0; side < 2; ++side) {
        QColor fill = colors[side];
        fill.setAlphaF(0.4F);
        for (int i = 0; i < static_cast<int>(CompareDurations::binCount); ++i) {
            const qint64 count = (*sides[side])[static_cast<size_t>(i)];
            if (count == 0)
                continue;
            const int height = std::max(
                leastBarHeight, static_cast<int>(std::lround(area.height() * static_cast<double>(count) / highest)));
            QRect bar = binRect(i);
            bar.setTop(area.bottom() - height + 1);
            p.fillRect(bar, fill);
            // The outline tells the two apart where they cover each other.
            p.fillRect(QRect(bar.left(), bar.top(), bar.width(), 2), colors[side]);
        }
    }
    p.setPen(m_theme->hairline());
    p.drawLine(area.bottomLeft() + QPoint(0, 1), area.bottomRight() + QPoint(0, 1));
    p.setPen(m_theme->secondaryText());
    const QRect labels(area.left(), area.bottom() + 3, area.width(), line);
    const QString least = format::duration(m_data->leastNs);
    const QString most = format::duration(m_data->mostNs);
    p.drawText(labels, Qt::AlignLeft, least);
    p.drawText(labels, Qt::AlignRight, most);
    const QString scale = tr("log scale");
    const auto widthOf = [this](const QString &text) { return fontMetrics().horizontalAdvance(text + u' '); };
    if (widthOf(scale) + 2 * std::max(widthOf(least), widthOf(most)) < labels.width())
        p.drawText(labels, Qt::AlignHCenter, scale);
    const QRect above(area.left(), area.top() - line - 2, area.width(), line);
    p.drawText(above, Qt::AlignLeft,
               fontMetrics().elidedText(
                   m_chosen >= 0 ? binText(m_chosen)
                                 : tr("Up to %n execution(s) in a bin", "", static_cast<int>(highestBin(*m_data))),
                   Qt::ElideRight, above.width()));
}

void OverlaidHistogram::choose(int bin)
{
    if (bin == m_chosen)
        return;
    m_chosen = bin;
    setAccessibleDescription(binText(bin));
    update();
}

void OverlaidHistogram::mouseMoveEvent(QMouseEvent *event)
{
    choose(binAt(event->position().toPoint()));
}

void OverlaidHistogram::leaveEvent(QEvent *)
{
    choose(-1);
}

void OverlaidHistogram::keyPressEvent(QKeyEvent *event)
{
    constexpr int last = static_cast<int>(CompareDurations::binCount) - 1;
    if (!m_data || (event->key() != Qt::Key_Left && event->key() != Qt::Key_Right))
        return QWidget::keyPressEvent(event);
    choose(std::clamp(m_chosen + (event->key() == Qt::Key_Left ? -1 : 1), 0, last));
}

bool OverlaidHistogram::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *const help = static_cast<QHelpEvent *>(event);
        const QString text = binText(binAt(help->pos()));
        if (text.isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(), format::tooltipText(text), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace rs

#include "moc_overlaidhistogram.cpp"
