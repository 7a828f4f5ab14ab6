// SPDX-License-Identifier: Apache-2.0
#include "views/picture/histogram.h"

#include "items/format.h"
#include "views/widgets/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace rs {

namespace {
constexpr int leastBinBar = 2; // a bin with one slice among millions must not vanish
} // namespace

Histogram::Histogram(const Theme *theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
}

QSize Histogram::minimumSizeHint() const
{
    return {120, fontMetrics().height() * 3};
}

void Histogram::setData(std::shared_ptr<const SliceNameStats> values, qint64 durationNs)
{
    m_data = std::move(values);
    m_own = m_data && !m_data->bins.empty() ? static_cast<int>(m_data->binOf(durationNs)) : -1;
    m_chosen = m_own;
    m_hover = -1;
    setAccessibleDescription(m_own < 0 ? QString() : binText(m_own));
    update();
}

QRect Histogram::plot() const
{
    return rect().adjusted(8, 4, -8, -fontMetrics().height() - 4);
}

QRect Histogram::binRect(int bin) const
{
    if (!m_data || bin < 0 || bin >= static_cast<int>(m_data->bins.size()))
        return {};
    const QRect area = plot();
    const int count = static_cast<int>(m_data->bins.size());
    const int x0 = area.left() + area.width() * bin / count;
    const int x1 = area.left() + area.width() * (bin + 1) / count;
    return {x0, area.top(), std::max(1, x1 - x0), area.height()};
}

int Histogram::binAt(const QPoint &position) const
{
    for (int i = 0; m_data && i < static_cast<int>(m_data->bins.size()); ++i) {
        const QRect r = binRect(i);
        if (position.x() >= r.left() && position.x() <= r.right() && rect().contains(position))
            return i;
    }
    return -1;
}

QString Histogram::binText(int bin) const
{
    const SliceNameStats::Bin &b = m_data->bins[static_cast<size_t>(bin)];
    return tr("%1 to %2: %n slice(s)", "durations", static_cast<int>(b.count))
        .arg(format::duration(b.fromNs), format::duration(b.toNs));
}

void Histogram::paintEvent(QPaintEvent *)
{
    if (!m_data || m_data->bins.empty())
        return;
    QPainter p(this);
    const QRect area = plot();
    qint64 most = 1;
    for (const SliceNameStats::Bin &b : m_data->bins)
        most = std::max(most, b.count);
    for (int i = 0; i < static_cast<int>(m_data->bins.size()); ++i) {
        const qint64 count = m_data->bins[static_cast<size_t>(i)].count;
        QRect bar = binRect(i).adjusted(0, 0, -1, 0);
        const int height =
            count == 0
                ? 0
                : std::max(leastBinBar,
                           static_cast<int>(std::lround(static_cast<double>(area.height()) *
                                                        static_cast<double>(count) / static_cast<double>(most))));
        if (i == m_hover || (hasFocus() && i == m_chosen))
            p.fillRect(binRect(i), m_theme->hairline());
        bar.setTop(area.bottom() - height + 1);
        p.fillRect(bar, i == m_own ? m_theme->accent() : m_theme->category(TimeCategory::Idle));
    }
    p.setPen(m_theme->hairline());
    p.drawLine(area.bottomLeft() + QPoint(0, 1), area.bottomRight() + QPoint(0, 1));
    p.setPen(m_theme->secondaryText());
    const QRect labels(area.left(), area.bottom() + 2, area.width(), fontMetrics().height());
    const QString lowest = format::duration(m_data->minNs);
    const QString highest = format::duration(m_data->maxNs);
    p.drawText(labels, Qt::AlignLeft, lowest);
    p.drawText(labels, Qt::AlignRight, highest);
    const auto widthOf = [this](const QString &text) { return fontMetrics().horizontalAdvance(text + u' '); };
    if (const QString scale = tr("log scale");
        m_data->logarithmic && widthOf(scale) + 2 * std::max(widthOf(lowest), widthOf(highest)) < labels.width())
        p.drawText(labels, Qt::AlignHCenter, scale);
}

void Histogram::mousePressEvent(QMouseEvent *event)
{
    const int bin = binAt(event->position().toPoint());
    if (event->button() != Qt::LeftButton || bin < 0)
        return;
    m_chosen = bin;
    update();
    emit binClicked(bin);
}

void Histogram::mouseMoveEvent(QMouseEvent *event)
{
    const int bin = binAt(event->position().toPoint());
    if (bin == m_hover)
        return;
    m_hover = bin;
    update();
}

void Histogram::leaveEvent(QEvent *)
{
    m_hover = -1;
    update();
}

void Histogram::keyPressEvent(QKeyEvent *event)
{
    const int last = m_data ? static_cast<int>(m_data->bins.size()) - 1 : -1;
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        m_chosen = std::clamp(m_chosen + (event->key() == Qt::Key_Left ? -1 : 1), std::min(0, last), last);
        if (m_chosen >= 0)
            setAccessibleDescription(binText(m_chosen));
        update();
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (m_chosen >= 0)
            emit binClicked(m_chosen);
        break;
    default:
        QWidget::keyPressEvent(event);
    }
}

bool Histogram::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const int bin = binAt(help->pos());
        if (bin < 0)
            QToolTip::hideText();
        else
            QToolTip::showText(
                help->globalPos(),
                format::tooltipText(binText(bin) + QLatin1Char('\n') +
                                    (m_clickText.isEmpty() ? tr("Click for the next slice in it.") : m_clickText)),
                this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace rs

#include "moc_histogram.cpp"
