// SPDX-License-Identifier: Apache-2.0
#include "views/overview/stackedbars.h"

#include "views/booktexts.h"

#include "items/columnmodel.h"
#include "views/widgets/axis.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace rs {

namespace {
constexpr int barPad = 8;
constexpr double widestBar = 56;
/// Ctrl+wheel widens bars up to this.
constexpr double maxSlot = 96;
/// Height of the open end of a bar of which a part is not known.
constexpr double openEnd = 14;
} // namespace

bool StackedBar::isIncomplete() const
{
    return std::find(missing.begin(), missing.end(), true) != missing.end();
}

StackedBars::StackedBars(const Theme *theme, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_scroll(new QScrollBar(Qt::Horizontal, this))
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    m_scroll->hide();
    connect(m_scroll, &QScrollBar::valueChanged, this, qOverload<>(&QWidget::update));
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

std::array<TimeCategory, StackedBar::partCount> StackedBars::categories()
{
    return {TimeCategory::PureCompute, TimeCategory::Covered, TimeCategory::Uncovered, TimeCategory::Idle,
            TimeCategory::Preparing};
}

QString StackedBars::categoryName(TimeCategory category)
{
    switch (category) {
    case TimeCategory::PureCompute:
        return tr("Pure compute");
    case TimeCategory::Covered:
        return tr("Covered communication");
    case TimeCategory::Uncovered:
        return tr("Uncovered communication");
    case TimeCategory::Idle:
        return tr("Idle");
    case TimeCategory::Preparing:
        return tr("Preparing");
    case TimeCategory::Copy:
        return tr("Copy");
    }
    return {};
}

void StackedBars::setBars(std::vector<StackedBar> bars, bool preparing)
{
    m_bars = std::move(bars);
    m_preparing = preparing;
    std::vector<qint64> computing;
    computing.reserve(m_bars.size());
    for (const StackedBar &b : m_bars) {
        if (b.computingNs)
            computing.push_back(*b.computingNs);
    }
    if (!computing.empty()) {
        const auto middle = computing.begin() + static_cast<std::ptrdiff_t>(computing.size() / 2);
        std::nth_element(computing.begin(), middle, computing.end());
        m_medianComputingNs = *middle;
    }
    m_hovered = -1;
    setSelected(m_selectedKey);
    updateScroll();
    update();
}

void StackedBars::setSelected(const QString &key)
{
    m_selectedKey = key;
    m_selected = -1;
    for (size_t i = 0; i < m_bars.size(); ++i) {
        if (m_bars[i].key == key)
            m_selected = static_cast<int>(i);
    }
    update();
}

void StackedBars::retranslate()
{
    setAccessibleDescription(tr("Stacked time of every rank; the arrow keys move between ranks."));
    update();
}

QSize StackedBars::sizeHint() const
{
    return {640, 280};
}

QSize StackedBars::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 30, fontMetrics().height() * 9};
}

QFont StackedBars::smallFont() const
{
    QFont f = font();
    f.setPointSizeF(f.pointSizeF() * 0.9);
    return f;
}

std::vector<LegendEntry> StackedBars::legend() const
{
    std::vector<LegendEntry> out;
    for (size_t i = 0; i < StackedBar::partCount; ++i) {
        const TimeCategory c = categories()[i];
        if (c != TimeCategory::Preparing || m_preparing)
            out.push_back({categoryName(c), m_theme->category(c), LegendEntry::Mark::Swatch, m_shown[i]});
    }
    out.push_back({tr("Computing ratio (right)"), m_theme->text(), LegendEntry::Mark::Line, m_lines[0]});
    out.push_back({tr("Communication ratio (right)"), m_theme->text(), LegendEntry::Mark::DashedLine, m_lines[1]});
    return out;
}

qint64 StackedBars::heightOf(const StackedBar &bar) const
{
    qint64 sum = 0;
    for (size_t i = 0; i < StackedBar::partCount; ++i)
        sum += m_shown[i] ? std::max<qint64>(0, bar.partsNs[i]) : 0;
    return sum;
}

StackedBars::Geometry StackedBars::geometry() const
{
    Geometry g;
    const QFontMetrics metrics(smallFont());
    g.legendAt = {barPad, barPad / 2};
    g.legend = legendRects(legend(), metrics, std::max(1, width() - 2 * barPad));
    for (const StackedBar &b : m_bars)
        g.maxNs = std::max(g.maxNs, heightOf(b));
    g.unit = format::timeUnitFor(g.maxNs);
    const int line = metrics.height();
    // Half of the label that may stand at the very top of an axis, and the titles of both where bars stay to be seen.
    int top = g.legendAt.y() + legendHeight(g.legend) + line / 2 + barPad;
    const int bottom = height() - line * 2 - barPad - (!m_scroll->isHidden() ? m_scroll->sizeHint().height() : 0);
    g.titled = bottom - top >= line * 3;
    top += g.titled ? line : 0;
    const int ticks = std::clamp((bottom - top) / (line * 2), 2, 8);
    g.stepNs = niceStep(static_cast<double>(g.maxNs) * 1.04, ticks);
    const int label = metrics.horizontalAdvance(
        format::real(static_cast<double>(g.maxNs) / static_cast<double>(format::unitNs(g.unit)),
                     stepDecimals(g.stepNs / static_cast<double>(format::unitNs(g.unit)))));
    const int left = barPad + label + 6;
    const int right = metrics.horizontalAdvance(QStringLiteral("100")) + 6 + barPad;
    g.plot = QRect(left, top, std::max(1, width() - left - right), std::max(1, bottom - top));
    if (!m_bars.empty())
        g.slot = g.plot.width() * m_zoom / static_cast<double>(m_bars.size());
    g.offset = !m_scroll->isHidden() ? m_scroll->value() : 0;
    return g;
}

QPointF StackedBars::centerOf(int bar) const
{
    const Geometry g = geometry();
    return {g.plot.left() + (bar + 0.5) * g.slot - g.offset, g.plot.bottom() - 2.0};
}

QRect StackedBars::legendRect(size_t entry) const
{
    const Geometry g = geometry();
    return entry < g.legend.size() ? g.legend[entry].translated(g.legendAt) : QRect();
}

int StackedBars::representative(int first, int last) const
{
    // The bar whose computing is farthest from the median: an outlier must never vanish between its neighbours.
    int best = first;
    qint64 distance = -1;
    for (int i = first; i < last; ++i) {
        const auto &computing = m_bars[static_cast<size_t>(i)].computingNs;
        const qint64 d = computing ? std::abs(*computing - m_medianComputingNs) : 0;
        if (d > distance) {
            distance = d;
            best = i;
        }
    }
    return best;
}

int StackedBars::barAt(const QPointF &at) const
{
    const Geometry g = geometry();
    if (m_bars.empty() || !g.plot.adjusted(0, 0, 0, fontMetrics().height()).contains(at.toPoint()))
        return -1;
    const int count = static_cast<int>(m_bars.size());
    const double x = at.x() - g.plot.left() + g.offset;
    const int i = static_cast<int>(x / g.slot);
    if (i < 0 || i >= count)
        return -1;
    if (g.slot >= 1)
        return i;
    const double pixel = std::floor(x);
    return representative(i, std::clamp(static_cast<int>(std::ceil((pixel + 1) / g.slot)), i + 1, count));
}

void StackedBars::updateScroll()
{
    const bool wanted = m_zoom > 1 && !m_bars.empty();
    m_scroll->setVisible(wanted);
    const int high = m_scroll->sizeHint().height();
    m_scroll->setGeometry(0, height() - high, width(), high);
    if (!wanted)
        return;
    const Geometry g = geometry();
    m_scroll->setPageStep(g.plot.width());
    m_scroll->setSingleStep(std::max(1, static_cast<int>(g.slot)));
    m_scroll->setRange(0, std::max(0, static_cast<int>(g.slot * static_cast<double>(m_bars.size())) - g.plot.width()));
}

void StackedBars::paintEvent(QPaintEvent *)
{
    QPainter p(this);
    p.fillRect(rect(), m_theme->background());
    p.setFont(smallFont());
    const Geometry g = geometry();
    paintLegend(p, legend(), g.legend, g.legendAt, *m_theme);
    paintAxes(p, g);
    p.save();
    p.setClipRect(g.plot.adjusted(0, -6, 0, 1));
    paintBars(p, g);
    paintLines(p, g);
    p.restore();
    if (hasFocus()) {
        p.setPen(QPen(m_theme->accent(), 1));
        p.drawRect(g.plot.adjusted(-1, -1, 0, 0));
    }
}

void StackedBars::paintAxes(QPainter &p, const Geometry &g) const
{
    const QFontMetrics metrics = p.fontMetrics();
    const auto unit = static_cast<double>(format::unitNs(g.unit));
    const int decimals = stepDecimals(g.stepNs / unit);
    p.setPen(m_theme->secondaryText());
    if (g.titled) {
        const int titleY = g.plot.top() - metrics.height() - metrics.height() / 2 - 2;
        p.drawText(QRect(barPad, titleY, g.plot.width() / 2, metrics.height()), Qt::AlignLeft,
                   tr("Time (%1)").arg(format::unitName(g.unit)));
        p.drawText(QRect(width() / 2, titleY, width() / 2 - barPad, metrics.height()), Qt::AlignRight, tr("Ratio (%)"));
    }
    const double scale = static_cast<double>(g.maxNs) * 1.04;
    for (int i = 0; scale > 0 && g.stepNs * i <= scale; ++i) {
        const int y = g.plot.bottom() - static_cast<int>(std::lround(g.stepNs * i / scale * (g.plot.height() - 1)));
        p.setPen(m_theme->hairline());
        p.drawLine(g.plot.left(), y, g.plot.right(), y);
        if (i > 0 && g.stepNs / scale * g.plot.height() < metrics.height())
            continue; // labels would stand on each other
        p.setPen(m_theme->secondaryText());
        p.drawText(QRect(0, y - metrics.height() / 2, g.plot.left() - 6, metrics.height()),
                   Qt::AlignRight | Qt::AlignVCenter, format::real(g.stepNs * i / unit, decimals));
    }
    const int ratioStep =
        g.plot.height() > metrics.height() * 8 ? 20 : (g.plot.height() > metrics.height() * 2 ? 50 : 100);
    const int highest = g.plot.height() < metrics.height() ? 0 : 100;
    p.setPen(m_theme->secondaryText());
    for (int percent = 0; percent <= highest; percent += ratioStep) {
        const int y = g.plot.bottom() - percent * (g.plot.height() - 1) / 100;
        p.drawText(QRect(g.plot.right() + 6, y - metrics.height() / 2, width(), metrics.height()),
                   Qt::AlignLeft | Qt::AlignVCenter, QString::number(percent));
    }
    // Rank labels: as many as fit without touching, always a round step apart.
    int widest = 0;
    for (const StackedBar &b : m_bars)
        widest = std::max(widest, metrics.horizontalAdvance(b.label));
    widest = std::min(widest, metrics.averageCharWidth() * 16);
    const int count = static_cast<int>(m_bars.size());
    const int every = g.slot > 0 ? std::max(1, static_cast<int>(std::ceil(niceStep((widest + 10) / g.slot, 1)))) : 1;
    const int y = g.plot.bottom() + 4;
    for (int i = 0; i < count; i += every) {
        const double x = g.plot.left() + (i + 0.5) * g.slot - g.offset;
        if (x < g.plot.left() || x > g.plot.right())
            continue;
        const StackedBar &b = m_bars[static_cast<size_t>(i)];
        p.setPen(i == m_selected ? m_theme->text() : m_theme->secondaryText());
        const QRectF box(x - widest / 2.0 - 4, y, widest + 8, metrics.height());
        p.drawText(box, Qt::AlignHCenter | Qt::AlignTop,
                   metrics.elidedText(b.label, Qt::ElideMiddle, static_cast<int>(box.width())));
    }
    p.setPen(m_theme->secondaryText());
    p.drawText(QRect(g.plot.left(), y + metrics.height(), g.plot.width(), metrics.height()), Qt::AlignHCenter,
               tr("Rank"));
}

void StackedBars::paintBars(QPainter &p, const Geometry &g) const
{
    const double scale = static_cast<double>(g.maxNs) * 1.04;
    const int count = static_cast<int>(m_bars.size());
    const auto all = categories();
    const auto paintOne = [&](int i, double left, double wide) {
        const StackedBar &b = m_bars[static_cast<size_t>(i)];
        if (i == m_selected || i == m_hovered) {
            QColor glow = m_theme->accent();
            glow.setAlphaF(i == m_selected ? 0.22F : 0.10F);
            const double extra = std::max(2.0, (g.slot - wide) / 2);
            p.fillRect(QRectF(left - extra, g.plot.top(), wide + 2 * extra, g.plot.height()), glow);
        }
        double base = g.plot.bottom() + 1;
        for (size_t part = 0; part < StackedBar::partCount; ++part) {
            if (!m_shown[part] || b.partsNs[part] <= 0 || scale <= 0)
                continue;
            const double high = static_cast<double>(b.partsNs[part]) / scale * (g.plot.height() - 1);
            p.fillRect(QRectF(left, base - high, wide, high), m_theme->category(all[part]));
            base -= high;
        }
        if (b.isIncomplete()) {
            const double high = std::min(openEnd, std::max(4.0, base - g.plot.top()));
            const QRectF open(left, base - high, wide, high);
            p.fillRect(open, QBrush(m_theme->secondaryText(), Qt::BDiagPattern));
            if (wide >= 6) {
                p.setPen(QPen(m_theme->secondaryText(), 1, Qt::DashLine));
                p.setBrush(Qt::NoBrush);
                p.drawRect(open.adjusted(0.5, 0.5, -0.5, 0));
            }
            base -= high;
        }
        if (i == m_selected && wide >= 6) {
            p.setPen(QPen(m_theme->accent(), 2));
            p.setBrush(Qt::NoBrush);
            p.drawRect(QRectF(left - 1, base - 1, wide + 2, g.plot.bottom() + 1 - base + 1));
        }
    };
    if (g.slot >= 1) {
        const int first = std::max(0, static_cast<int>(g.offset / g.slot));
        const int last = std::min(count, static_cast<int>((g.offset + g.plot.width()) / g.slot) + 1);
        // Whole pixels keep the gaps even.
        const double wide = std::max(1.0, std::floor(std::min(widestBar, g.slot * (g.slot < 4 ? 1.0 : 0.72))));
        for (int i = first; i < last; ++i) {
            const double x = g.plot.left() + i * g.slot - g.offset;
            const double next = g.plot.left() + (i + 1) * g.slot - g.offset;
            const double w = g.slot < 4 ? std::max(1.0, std::floor(next) - std::floor(x)) : wide;
            paintOne(i, std::floor(x + (g.slot < 4 ? 0 : (g.slot - w) / 2)), w);
        }
        return;
    }
    for (int px = 0; px < g.plot.width(); ++px) {
        const int first = static_cast<int>((px + g.offset) / g.slot);
        if (first >= count)
            break;
        const int last = std::clamp(static_cast<int>(std::ceil((px + g.offset + 1) / g.slot)), first + 1, count);
        const bool holds = m_selected >= first && m_selected < last;
        paintOne(holds ? m_selected : representative(first, last), g.plot.left() + px, 1);
    }
}

void StackedBars::paintLines(QPainter &p, const Geometry &g) const
{
    const int count = static_cast<int>(m_bars.size());
    if (count == 0)
        return;
    p.setRenderHint(QPainter::Antialiasing);
    for (size_t l = 0; l < m_lines.size(); ++l) {
        if (!m_lines[l])
            continue;
        // A line ends where a ratio is not known, and begins anew behind it.
        std::vector<QPolygonF> pieces(1);
        const auto add = [&](int i, double x) {
            const StackedBar &b = m_bars[static_cast<size_t>(i)];
            const std::optional<double> known = l == 0 ? b.computingRatio : b.communicationRatio;
            if (known)
                pieces.back() << QPointF(x, g.plot.bottom() - std::clamp(*known, 0.0, 1.0) * (g.plot.height() - 1));
            else if (!pieces.back().isEmpty())
                pieces.emplace_back();
        };
        if (g.slot >= 1) {
            const int first = std::max(0, static_cast<int>(g.offset / g.slot) - 1);
            const int last = std::min(count, static_cast<int>((g.offset + g.plot.width()) / g.slot) + 2);
            for (int i = first; i < last; ++i)
                add(i, g.plot.left() + (i + 0.5) * g.slot - g.offset);
        } else {
            for (int px = 0; px < g.plot.width(); ++px) {
                const int first = static_cast<int>((px + g.offset) / g.slot);
                if (first >= count)
                    break;
                add(representative(
                        first, std::clamp(static_cast<int>(std::ceil((px + g.offset + 1) / g.slot)), first + 1, count)),
                    g.plot.left() + px + 0.5);
            }
        }
        // A halo keeps the line readable on every bar colour.
        QColor halo = m_theme->background();
        halo.setAlphaF(0.75F);
        for (const QPolygonF &points : pieces) {
            p.setPen(QPen(halo, 4));
            p.drawPolyline(points);
            p.setPen(QPen(m_theme->text(), 1.5, l == 0 ? Qt::SolidLine : Qt::DashLine));
            p.drawPolyline(points);
            if (g.slot < 12)
                continue;
            p.setPen(QPen(m_theme->background(), 1));
            p.setBrush(m_theme->text());
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

std::vector<std::pair<QString, QString>> StackedBars::tipLines(int bar) const
{
    const StackedBar &b = m_bars[static_cast<size_t>(bar)];
    const format::TimeUnit unit = geometry().unit;
    std::vector<std::pair<QString, QString>> lines = {{tr("Rank %1").arg(b.label), {}}};
    const auto value = [unit](const std::optional<qint64> &ns) {
        return ns ? format::timeIn(*ns, unit) + QChar(0x00A0) + format::unitName(unit) : missingText();
    };
    const auto percent = [](const std::optional<double> &ratio) {
        return ratio ? format::percent(*ratio) : missingText();
    };
    for (size_t i = 0; i < StackedBar::partCount; ++i) {
        if (categories()[i] == TimeCategory::Preparing && !m_preparing)
            continue;
        QString text = missingText();
        if (!b.missing[i]) {
            std::optional<double> share;
            if (b.totalNs)
                share = *b.totalNs > 0 ? static_cast<double>(b.partsNs[i]) / static_cast<double>(*b.totalNs) : 0;
            text = tr("%1 (%2)", "time (share)").arg(value(b.partsNs[i]), percent(share));
        }
        lines.emplace_back(categoryName(categories()[i]), text);
    }
    lines.emplace_back(tr("Total compute"), value(b.computingNs));
    lines.emplace_back(tr("Total"), value(b.totalNs));
    lines.emplace_back(tr("Computing ratio"), percent(b.computingRatio));
    lines.emplace_back(tr("Communication ratio"), percent(b.communicationRatio));
    if (b.isIncomplete()) {
        lines.emplace_back(
            tr("Incomplete"),
            b.steps > 1
                ? tr("%1 of %2 steps lack a value").arg(format::integer(b.incompleteSteps), format::integer(b.steps))
                : tr("the source lacks a value"));
    }
    if (b.book) {
        lines.emplace_back(BookTexts::heading(*b.book), QString());
        for (auto &line : BookTexts::lines(*b.book, unit))
            lines.push_back(std::move(line));
    }
    return lines;
}

void StackedBars::showTip(int bar, const QPoint &globalAt)
{
    QToolTip::showText(globalAt + QPoint(16, 12), format::tooltipTable(tipLines(bar)), this);
}

void StackedBars::resizeEvent(QResizeEvent *)
{
    updateScroll();
}

void StackedBars::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        updateScroll();
}

void StackedBars::mouseMoveEvent(QMouseEvent *event)
{
    const int bar = barAt(event->position());
    if (bar != m_hovered) {
        m_hovered = bar;
        update();
    }
    if (bar >= 0)
        showTip(bar, event->globalPosition().toPoint());
    else
        QToolTip::hideText();
}

void StackedBars::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    const Geometry g = geometry();
    for (size_t i = 0; i < g.legend.size(); ++i) {
        if (!g.legend[i].translated(g.legendAt).contains(event->position().toPoint()))
            continue;
        const size_t parts = g.legend.size() - m_lines.size();
        if (i < parts)
            m_shown[i] = !m_shown[i];
        else
            m_lines[i - parts] = !m_lines[i - parts];
        update();
        return;
    }
    const int bar = barAt(event->position());
    if (bar >= 0)
        emit clicked(bar);
}

void StackedBars::mouseDoubleClickEvent(QMouseEvent *event)
{
    const int bar = event->button() == Qt::LeftButton ? barAt(event->position()) : -1;
    if (bar >= 0)
        emit activated(bar);
    else
        QWidget::mouseDoubleClickEvent(event);
}

void StackedBars::leaveEvent(QEvent *)
{
    m_hovered = -1;
    update();
}

void StackedBars::wheelEvent(QWheelEvent *event)
{
    if (m_bars.empty() || !(event->modifiers() & Qt::ControlModifier)) {
        if (m_scroll->isHidden())
            return QWidget::wheelEvent(event);
        m_scroll->setValue(m_scroll->value() - event->angleDelta().y() - event->angleDelta().x());
        event->accept();
        return;
    }
    const Geometry before = geometry();
    const double under = (event->position().x() - before.plot.left() + before.offset) / before.slot;
    const double most = std::max(1.0, maxSlot * static_cast<double>(m_bars.size()) / before.plot.width());
    m_zoom = std::clamp(m_zoom * std::pow(1.2, event->angleDelta().y() / 120.0), 1.0, most);
    updateScroll();
    // The bar under the cursor stays there.
    m_scroll->setValue(static_cast<int>(under * geometry().slot - (event->position().x() - before.plot.left())));
    update();
    event->accept();
}

void StackedBars::keyPressEvent(QKeyEvent *event)
{
    const int count = static_cast<int>(m_bars.size());
    int next = m_selected;
    switch (event->key()) {
    case Qt::Key_Left:
        next = std::max(0, m_selected - 1);
        break;
    case Qt::Key_Right:
        next = std::min(count - 1, m_selected + 1);
        break;
    case Qt::Key_Home:
        next = 0;
        break;
    case Qt::Key_End:
        next = count - 1;
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_selected >= 0)
            emit activated(m_selected);
        return;
    default:
        return QWidget::keyPressEvent(event);
    }
    if (count == 0 || next == m_selected || next < 0)
        return;
    emit clicked(next);
    const Geometry g = geometry();
    const double left = next * g.slot;
    if (left < g.offset)
        m_scroll->setValue(static_cast<int>(left));
    else if (left + g.slot > g.offset + g.plot.width())
        m_scroll->setValue(static_cast<int>(left + g.slot - g.plot.width()));
}

} // namespace rs
