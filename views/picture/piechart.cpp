// SPDX-License-Identifier: Apache-2.0
#include "views/picture/piechart.h"

#include "items/tablecolumn.h"
#include "items/format.h"
#include "views/widgets/theme.h"

#include <QChart>
#include <QChartView>
#include <QGraphicsLayout>
#include <QMouseEvent>
#include <QPainter>
#include <QPieSeries>
#include <QPieSlice>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rs {

namespace {
constexpr int piePad = 8;
constexpr int pieSwatch = 11;
constexpr double tightLine = 1.2; // of the letters
constexpr int pieLines = 7;       // a diameter in lines of text that tells ten parts apart
constexpr int pieReadable = 28;   // letters of a label
constexpr int pieKept = 18;       // of one that leaves room to a pie
} // namespace

PieChart::PieChart(const Theme *theme, QWidget *parent)
    : Picture(theme, parent), m_series(new QPieSeries), m_view(new QChartView(this))
{
    setTipsAtOnce();
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    m_series->setPieSize(0.98); // the rim is antialiased
    QChart *chart = m_view->chart();
    chart->addSeries(m_series);
    chart->legend()->hide(); // ours has columns
    chart->setBackgroundVisible(false);
    chart->setMargins({});
    chart->layout()->setContentsMargins(0, 0, 0, 0);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setRenderHint(QPainter::Antialiasing);
    m_view->setBackgroundBrush(Qt::NoBrush);
    m_view->viewport()->setAutoFillBackground(false);
    // Pie and legend answer the pointer together.
    m_view->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_view->setFocusPolicy(Qt::NoFocus);
}

PieChart::~PieChart() = default;

void PieChart::setSlices(std::vector<PieSlice> slices)
{
    if (slices == m_slices)
        return;
    m_slices = std::move(slices);
    m_chosen = -1;
    m_total = 0;
    QStringList described;
    m_complete = true;
    for (const PieSlice &s : m_slices) {
        m_total += s.known ? std::max(0.0, s.value) : 0;
        m_complete = m_complete && s.known;
    }
    for (size_t i = 0; i < m_slices.size(); ++i)
        described << m_slices[i].label + u' ' + m_slices[i].valueText + u' ' + shareText(i);
    setAccessibleDescription(described.join(QLatin1String(", ")));
    forgetHover();
    updateGeometry();
    placePie();
    refill();
}

// Slices are made when they are about to be seen: while ranks load, values come more often than pictures.
void PieChart::refill()
{
    m_filled = false;
    update();
}

void PieChart::placePie()
{
    const Geometry g = geometry();
    m_view->setGeometry(g.pie.toAlignedRect());
    m_view->setVisible(!g.pie.isEmpty() && m_total > 0);
}

void PieChart::fillPie()
{
    m_filled = true;
    m_series->clear();
    const QFontMetrics metrics(smallFont());
    const double radius = geometry().pie.width() / 2;
    for (size_t i = 0; i < m_slices.size(); ++i) {
        const double part = share(i);
        if (part <= 0)
            continue;
        const QString text = shareText(i);
        auto *slice = new QPieSlice(text, m_slices[i].value);
        slice->setColor(m_slices[i].color);
        slice->setBorderColor(part < 1 ? theme().background() : m_slices[i].color);
        slice->setBorderWidth(1);
        slice->setLabelFont(smallFont());
        slice->setLabelBrush(Theme::labelOn(m_slices[i].color)); // setLabelColor() leaves black to the chart's theme
        slice->setLabelPosition(QPieSlice::LabelInsideHorizontal);
        // Qt centres the text half way out; there it must fit between both edges of the slice.
        const double room = radius * std::sin(std::numbers::pi * std::min(part, 0.5));
        slice->setLabelVisible(m_complete && part >= 0.06 && room > metrics.horizontalAdvance(text));
        m_series->append(slice);
    }
}

void PieChart::resizeEvent(QResizeEvent *)
{
    placePie();
    refill();
}

double PieChart::share(size_t i) const
{
    return m_total > 0 && m_slices[i].known ? std::max(0.0, m_slices[i].value) / m_total : 0;
}

QString PieChart::shareText(size_t i, int decimals) const
{
    return m_complete ? format::percent(share(i), decimals) : missingText();
}

QSize PieChart::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 56, fontMetrics().height() * 10};
}

QSize PieChart::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 28, fontMetrics().height() * 6};
}

void PieChart::hideLegend()
{
    m_hasLegend = false;
    placePie();
    refill();
}

void PieChart::keepPie()
{
    m_keepsPie = true;
    placePie();
    refill();
}

int PieChart::keptWidth() const
{
    const QFontMetrics metrics(smallFont());
    int label = 0;
    int share = 0;
    for (size_t i = 0; i < m_slices.size(); ++i) {
        label = std::max(label, metrics.horizontalAdvance(m_slices[i].label));
        share = std::max(share, metrics.horizontalAdvance(shareText(i)));
    }
    label = std::min(label, metrics.averageCharWidth() * pieKept);
    return pieSwatch + 6 + label + 8 + share + 4 * piePad + fontMetrics().height() * pieLines;
}

PieChart::Geometry PieChart::geometry() const
{
    Geometry g;
    if (!m_hasLegend) {
        const int whole = std::min(width(), height());
        g.pie = QRectF((width() - whole) / 2.0, (height() - whole) / 2.0, whole, whole);
        return g;
    }
    g = geometry(true);
    const int wanted = std::min(height() - 2 * piePad, fontMetrics().height() * pieLines);
    return m_keepsPie && g.pie.width() < wanted ? geometry(false) : g;
}

PieChart::Geometry PieChart::geometry(bool withValues) const
{
    Geometry g;
    const QFontMetrics metrics(smallFont());
    int label = 0;
    for (size_t i = 0; i < m_slices.size(); ++i) {
        // Two pixels more: advances are rounded, and a label that just fits must not be elided.
        label = std::max(label, metrics.horizontalAdvance(m_slices[i].label) + 2);
        if (withValues)
            g.valueWidth = std::max(g.valueWidth, metrics.horizontalAdvance(m_slices[i].valueText));
        g.shareWidth = std::max(g.shareWidth, metrics.horizontalAdvance(shareText(i)));
    }
    const int lines = std::max<int>(1, static_cast<int>(m_slices.size()));
    const int available = std::max(1, height() - 2 * piePad);
    const int mark = pieSwatch + 6;
    const int numbers = g.shareWidth + (withValues ? g.valueWidth + 8 : 0);
    const int line = metrics.height();
    // The pie keeps two fifths of the width, or as much as it can use where the chart is low. Where a legend in one
    // line would not leave them, its numbers go to a second line; where even that is too wide, labels are elided,
    // numbers never.
    const int room = std::max({mark + numbers, width() * 3 / 5 - 2 * piePad, width() - available - 4 * piePad});
    g.twoLines = mark + label + 8 + numbers > room && available >= lines * line * 2;
    g.labelWidth =
        std::clamp(g.twoLines ? std::max(label, numbers) : label, 0,
                   g.twoLines ? room - mark : std::max(metrics.averageCharWidth() * 6, room - mark - 8 - numbers));
    // Parts that nobody can tell apart are worse than a small pie, or none.
    const bool yields = m_keepsPie && !withValues;
    const int readable = std::min(label, metrics.averageCharWidth() * (yields ? pieKept : pieReadable));
    if (!g.twoLines && g.labelWidth < readable)
        g.labelWidth = std::clamp(width() - 2 * piePad - mark - 8 - numbers, g.labelWidth, readable);
    const int legendWidth = g.twoLines ? mark + g.labelWidth : mark + g.labelWidth + 8 + numbers;
    const int most = (g.twoLines ? line * 2 : line) + 8;
    // Fonts with tall lines, as those of Chinese, leave room between them that a low chart takes.
    const int least = g.twoLines ? line * 2 : std::min(line, qRound(tightLine * QFontInfo(smallFont()).pixelSize()));
    const int entry = std::clamp(available / lines, least, most);
    const int top = std::max(piePad / 2, (height() - entry * lines) / 2);
    // Entries that do not fit are counted in the last line.
    const int fitting = std::max(1, (height() - top) / entry);
    g.left = lines > fitting ? lines - fitting + 1 : 0;
    for (int i = 0; i < lines - g.left && i < static_cast<int>(m_slices.size()); ++i)
        g.legend.emplace_back(piePad, top + i * entry, legendWidth, entry);
    if (g.left > 0)
        g.more = QRect(piePad, top + (lines - g.left) * entry, legendWidth, entry);
    const double left = piePad + legendWidth + 2 * piePad;
    const double side = std::min<double>(width() - left - piePad, available);
    if (side >= 24)
        g.pie = QRectF(left + (width() - left - piePad - side) / 2, (height() - side) / 2, side, side);
    return g;
}

int PieChart::sliceAt(const QPointF &at) const
{
    const Geometry g = geometry();
    for (size_t i = 0; i < g.legend.size(); ++i) {
        if (g.legend[i].contains(at.toPoint()))
            return static_cast<int>(i);
    }
    const QPointF d = at - g.pie.center();
    if (g.pie.isEmpty() || std::hypot(d.x(), d.y()) > g.pie.width() / 2 || m_total <= 0)
        return -1;
    // Slices run clockwise from twelve o'clock.
    double turn = std::atan2(d.x(), -d.y()) / (2 * std::numbers::pi);
    if (turn < 0)
        turn += 1;
    double from = 0;
    for (size_t i = 0; i < m_slices.size(); ++i) {
        from += share(i);
        if (turn < from)
            return static_cast<int>(i);
    }
    return static_cast<int>(m_slices.size()) - 1;
}

void PieChart::paint(QPainter &p)
{
    if (!m_filled)
        fillPie();
    p.setFont(smallFont());
    const QFontMetrics metrics = p.fontMetrics();
    const Geometry g = geometry();
    for (size_t i = 0; i < g.legend.size(); ++i) {
        const PieSlice &s = m_slices[i];
        const QRect r = g.legend[i];
        if (static_cast<int>(i) == hoveredItem() || (hasFocus() && static_cast<int>(i) == m_chosen))
            p.fillRect(r.adjusted(-4, 0, 4, 0), theme().panel());
        const int line = metrics.height();
        const int textTop = g.twoLines ? r.center().y() - line : r.center().y() - line / 2;
        p.fillRect(QRect(r.left(), textTop + (line - pieSwatch) / 2, pieSwatch, pieSwatch), s.color);
        const QRect label(r.left() + pieSwatch + 6, textTop, g.labelWidth, line);
        p.setPen(theme().text());
        p.drawText(label, Qt::AlignLeft | Qt::AlignVCenter,
                   metrics.elidedText(s.label, Qt::ElideMiddle, label.width()));
        const QRect value(g.twoLines ? label.left() : label.right() + 9, g.twoLines ? textTop + line : textTop,
                          g.valueWidth, line);
        if (g.valueWidth > 0)
            p.drawText(value, Qt::AlignRight | Qt::AlignVCenter, s.valueText);
        const QRect percent(g.valueWidth > 0 ? value.right() + 9 : value.left(), value.top(), g.shareWidth, line);
        p.setPen(theme().secondaryText());
        p.drawText(percent, Qt::AlignRight | Qt::AlignVCenter, shareText(i));
    }
    if (g.left > 0) {
        p.setPen(theme().secondaryText());
        p.drawText(g.more.adjusted(pieSwatch + 6, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                   tr("%n more", "parts of a pie", g.left));
    }
    if (m_total <= 0 && !g.pie.isEmpty()) {
        p.setRenderHint(QPainter::Antialiasing);
        p.setPen(QPen(theme().hairline(), 1));
        p.drawEllipse(g.pie);
    }
    paintFocus(p, rect());
}

Picture::TipLines PieChart::tipLines(int slice) const
{
    const PieSlice &s = m_slices[static_cast<size_t>(slice)];
    TipLines out = {{s.label, {}}, {tr("Time"), s.valueText}, {tr("Share"), shareText(static_cast<size_t>(slice), 2)}};
    out.insert(out.end(), s.more.begin(), s.more.end());
    return out;
}

Picture::Tip PieChart::tipAt(const QPoint &at) const
{
    const int slice = sliceAt(at);
    return slice < 0 ? Tip() : Tip{tipLines(slice)};
}

void PieChart::chooseItem(int item)
{
    m_chosen = item;
    tell(item < 0 ? TipLines() : tipLines(item));
    update();
}

void PieChart::mousePressEvent(QMouseEvent *event)
{
    const int slice = event->button() == Qt::LeftButton ? sliceAt(event->position()) : -1;
    Picture::mousePressEvent(event);
    if (slice >= 0)
        emit sliceClicked(slice);
}

} // namespace rs

#include "moc_piechart.cpp"
