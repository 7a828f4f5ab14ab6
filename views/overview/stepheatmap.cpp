// SPDX-License-Identifier: Apache-2.0
#include "views/overview/stepheatmap.h"

#include "core/base/saturate.h"
#include "items/format.h"
#include "views/widgets/theme.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace rs {

namespace {

constexpr QSizeF widestCell(240, 72); // as large as cells get without zooming
constexpr QSizeF largestZoomed(240, 72);
constexpr double leastLined = 6;

std::vector<int> ranksOf(const GridRow &row)
{
    return row.ranks.empty() ? std::vector<int>{row.rank} : row.ranks;
}

} // namespace

StepHeatMap::StepHeatMap(const Theme *theme, QWidget *parent) : PaintedGrid(theme, parent) {}

void StepHeatMap::setLayer(std::shared_ptr<const StepHeatLayer> layer)
{
    const bool sameGrid = layer && m_layer && layer->grid == m_layer->grid;
    m_layer = std::move(layer);
    forgetHover();
    if (!sameGrid) {
        startAnew();
        m_labelWidth = -1;
    }
    invalidate();
}

void StepHeatMap::setMarks(HighlightedRanks marks)
{
    if (marks == m_marks)
        return;
    m_marks = std::move(marks);
    update();
}

void StepHeatMap::setDifferences(bool on)
{
    m_differences = on;
    invalidate();
}

QSize StepHeatMap::sizeHint() const
{
    return {560, 400};
}

QSizeF StepHeatMap::largestCell() const
{
    return largestZoomed;
}

QString StepHeatMap::rowLabel(int row) const
{
    const auto &rows = m_layer->grid->rows();
    const auto at = static_cast<size_t>(row);
    const GridRow &r = rows[at];
    if (r.parts.size() > 1)
        return format::rankIntervals(r.ranks);
    const QString label = format::displayText(r.label);
    const bool one =
        (at == 0 || rows[at - 1].label != r.label) && (at + 1 == rows.size() || rows[at + 1].label != r.label);
    return one || r.device < 0 ? label : tr("%1, device %2").arg(label).arg(r.device);
}

QString StepHeatMap::stepLabel(int step) const
{
    const QString text = m_layer->grid->steps()[step];
    return text.isEmpty() ? tr("whole capture") : format::displayText(text);
}

int StepHeatMap::labelWidth(const QFontMetrics &metrics) const
{
    if (m_labelWidth < 0) {
        m_labelWidth = 0;
        for (size_t r = 0; r < m_layer->grid->rows().size(); ++r)
            m_labelWidth = std::max(m_labelWidth, metrics.horizontalAdvance(rowLabel(static_cast<int>(r))));
        m_labelWidth = std::min(m_labelWidth, metrics.averageCharWidth() * 20);
    }
    return m_labelWidth;
}

PaintedGrid::Geometry StepHeatMap::geometry() const
{
    if (!m_layer || !m_layer->grid)
        return {};
    return fitted(static_cast<int>(m_layer->grid->rows().size()), static_cast<int>(m_layer->grid->steps().size()),
                  labelWidth(QFontMetrics(smallFont())), widestCell, largestZoomed);
}

QColor StepHeatMap::colorOf(double value) const
{
    if (value < low() || value > high())
        return theme().panel();
    const double t = high() > low() ? (value - low()) / (high() - low()) : m_differences ? 0.5 : 1;
    return m_differences ? theme().divergingRamp(2 * t - 1) : theme().ramp(t);
}

// Image of the visible part, a pixel for each cell at most: colours are looked up, for a hundred thousand cells are
// many.
QImage StepHeatMap::image(const Geometry &g) const
{
    const Ramp colors = ramp(m_differences);
    const StepHeatLayer &layer = *m_layer;
    const auto furthest = [&](int rowFrom, int rowTo, int stepFrom, int stepTo) -> std::optional<qint64> {
        std::optional<qint64> best;
        qint64 bestScore = -1;
        for (int r = rowFrom; r < rowTo; ++r) {
            for (int s = stepFrom; s < stepTo; ++s) {
                const size_t cell = layer.grid->cell(static_cast<size_t>(r), static_cast<size_t>(s));
                const std::optional<qint64> v = layer.shown(cell, m_differences);
                if (!v)
                    continue;
                const std::optional<qint64> away = m_differences ? v : layer.shown(cell, true);
                const qint64 score = away ? saturatedMagnitude(*away) : 0;
                if (score > bestScore) {
                    best = v;
                    bestScore = score;
                }
            }
        }
        return best;
    };
    const auto pixels = [](int count, double cell) {
        return cell >= 1 ? count : std::clamp(static_cast<int>(std::ceil(cell * count)), 1, count);
    };
    const int wide = pixels(g.columns, g.cell.width());
    const int tall = pixels(g.rows, g.cell.height());
    const auto from = [](int pixel, int count, int of) { return static_cast<int>(qint64{pixel} * count / of); };
    QImage out(wide, tall, QImage::Format_ARGB32_Premultiplied);
    out.fill(Qt::transparent); // no data: the hatching below shows through
    for (int y = 0; y < tall; ++y) {
        auto *line = reinterpret_cast<QRgb *>(out.scanLine(y));
        for (int x = 0; x < wide; ++x) {
            const std::optional<qint64> v = furthest(from(y, g.rows, tall), from(y + 1, g.rows, tall),
                                                     from(x, g.columns, wide), from(x + 1, g.columns, wide));
            if (v)
                line[x] = colors.at(static_cast<double>(*v));
        }
    }
    return out;
}

void StepHeatMap::paintInside(QPainter &p, const Geometry &g)
{
    paintCells(p, g);
    paintGridLines(p, g, leastLined);
    paintValues(p, g);
    paintOutliers(p, g);
    paintMarks(p, g);
}

void StepHeatMap::paintValues(QPainter &p, const Geometry &g) const
{
    const QFontMetrics metrics = p.fontMetrics();
    if (g.cell.width() < metrics.averageCharWidth() * 5 || g.cell.height() < metrics.height() + 2)
        return;
    const int firstRow = static_cast<int>(g.offset.y() / g.cell.height());
    const int firstStep = static_cast<int>(g.offset.x() / g.cell.width());
    const int lastRow = std::min(g.rows, firstRow + static_cast<int>(g.plot.height() / g.cell.height()) + 2);
    const int lastStep = std::min(g.columns, firstStep + static_cast<int>(g.plot.width() / g.cell.width()) + 2);
    for (int r = firstRow; r < lastRow; ++r) {
        for (int s = firstStep; s < lastStep; ++s) {
            const size_t cell = m_layer->grid->cell(static_cast<size_t>(r), static_cast<size_t>(s));
            const std::optional<qint64> v = m_layer->shown(cell, m_differences);
            if (!v)
                continue;
            const double ms = static_cast<double>(*v) / 1e6;
            const QString text = format::real(ms, std::abs(ms) >= 100 ? 1 : std::abs(ms) >= 10 ? 2 : 3);
            if (metrics.horizontalAdvance(text) > g.cell.width() - 4)
                continue;
            const QColor fill = colorOf(static_cast<double>(*v));
            p.setPen(fill == theme().panel() ? theme().secondaryText() : Theme::labelOn(fill));
            p.drawText(g.cellRect(r, s), Qt::AlignCenter, text);
        }
    }
}

void StepHeatMap::paintOutliers(QPainter &p, const Geometry &g) const
{
    const double width = g.cell.height() >= 12 ? 2 : 1;
    // If several rows share a few pixels, one frame is enough.
    std::array<double, 3> last = {-1e9, -1, -1};
    for (const StepHeatLayer::Outliers &o : m_layer->outliers) {
        QRectF r = g.cellRect(static_cast<int>(o.row), static_cast<int>(o.first));
        r.setRight(r.left() + g.cell.width() * (o.last - o.first + 1));
        if (r.bottom() < g.plot.top() || r.top() > g.plot.bottom())
            continue;
        if (r.height() < 5) {
            if (r.top() - last[0] < 2 && r.left() == last[1] && r.right() == last[2])
                continue;
            last = {r.top(), r.left(), r.right()};
            r = QRectF(r.left(), r.center().y() - 2.5, r.width(), 5);
        }
        if (r.width() < 5)
            r = QRectF(r.center().x() - 2.5, r.top(), 5, r.height());
        paintFrame(p, r, theme().text(), width);
    }
}

// In the steps that a verdict speaks of, where they are not all of them.
void StepHeatMap::paintMarks(QPainter &p, const Geometry &g) const
{
    for (int row = 0; row < g.rows && !m_marks.empty(); ++row) {
        for (const int rank : ranksOf(m_layer->grid->rows()[static_cast<size_t>(row)])) {
            const auto at = m_marks.find(rank);
            if (at == m_marks.end())
                continue;
            for (int step = 0; step < g.columns; ++step) {
                const QString name = m_layer->grid->steps()[step];
                const auto names = [&name](const RankHighlight &m) { return m.steps.contains(name); };
                const QRectF cell = g.cellRect(row, step);
                if (cell.intersects(g.plot) && std::any_of(at->second.begin(), at->second.end(), names))
                    paintCorner(p, cell, theme().error());
            }
        }
    }
}

// Between the labels and the cells, also where rows are too low for both.
void StepHeatMap::paintRowMarks(QPainter &p, const Geometry &g) const
{
    constexpr double wide = 4; // and the number of the rank is not touched
    constexpr double tall = 8;
    p.save();
    p.setRenderHint(QPainter::Antialiasing);
    p.setPen(Qt::NoPen);
    p.setBrush(theme().error());
    for (int row = 0; row < g.rows && !m_marks.empty(); ++row) {
        if (sentencesOf(m_marks, ranksOf(m_layer->grid->rows()[static_cast<size_t>(row)])).isEmpty())
            continue;
        const double y = g.cellRect(row, 0).center().y();
        if (y < g.plot.top() || y > g.plot.bottom())
            continue;
        const QPointF tip(g.plot.left(), y);
        p.drawPolygon(QPolygonF({tip, tip - QPointF(wide, tall / 2), tip - QPointF(wide, -tall / 2)}));
    }
    p.restore();
}

void StepHeatMap::paintAxes(QPainter &p, const Geometry &g) const
{
    int widest = 0;
    for (int s = 0; s < g.columns; ++s)
        widest = std::max(widest, p.fontMetrics().horizontalAdvance(stepLabel(s)));
    paintLabels(p, g,
                {[this](int row) { return rowLabel(row); }, [this](int step) { return stepLabel(step); },
                 labelWidth(p.fontMetrics()), widest, tr("Rank"), tr("Step")});
    paintRowMarks(p, g);
}

PaintedGrid::TipLines StepHeatMap::tipLines(int row, int step) const
{
    const GridRow &r = m_layer->grid->rows()[static_cast<size_t>(row)];
    const size_t cell = m_layer->grid->cell(static_cast<size_t>(row), static_cast<size_t>(step));
    TipLines lines = {{r.parts.size() > 1 ? tr("Ranks") : tr("Rank"), rowLabel(row)}, {tr("Step"), stepLabel(step)}};
    if (r.stage >= 0)
        lines.emplace_back(tr("Pipeline stage"), QString::number(r.stage));
    for (const QString &sentence : sentencesOf(m_marks, ranksOf(r), m_layer->grid->steps()[step]))
        lines.emplace_back(tr("Verdict"), sentence);
    const std::optional<qint64> value = m_layer->grid->value(m_layer->metric, cell);
    lines.emplace_back(m_metricName, value ? format::duration(*value) : tr("not known"));
    if (const std::optional<qint64> away = m_layer->deviations.difference(cell); value && away) {
        QString part;
        if (const std::optional<qint64> median = m_layer->deviations.median(cell)) {
            lines.emplace_back(tr("Median of its peers"), format::duration(*median));
            if (*median > 0)
                part = tr(" (%1)", "part of the median")
                           .arg(format::percent(static_cast<double>(*away) / static_cast<double>(*median)));
        }
        lines.emplace_back(r.parts.size() > 1 ? tr("Difference of its ranks from their peers") : tr("Difference"),
                           format::signedDuration(*away) + part);
        if (m_layer->deviations.isOutlier(cell))
            lines.emplace_back(tr("Outlier"), tr("differs from its peers"));
    } else if (value) {
        lines.emplace_back(tr("Median of its peers"), tr("no other rank to compare with"));
    }
    return lines;
}

} // namespace rs

#include "moc_stepheatmap.cpp"
