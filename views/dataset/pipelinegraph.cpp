// SPDX-License-Identifier: Apache-2.0
#include "views/dataset/pipelinegraph.h"

#include "items/format.h"
#include "views/widgets/theme.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLinearGradient>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace rs {

namespace {

constexpr double graphGap = 8;

QString percentShown(std::optional<double> percent)
{
    return percent ? format::percent(*percent / 100) : QString();
}

} // namespace

PipelineGraph::PipelineGraph(const Theme *theme, QWidget *parent) : Picture(theme, parent) {}

void PipelineGraph::setPipeline(DataPipeline pipeline, int bottleneck)
{
    const int id = m_chosen >= 0 ? m_pipeline.operators[static_cast<size_t>(m_chosen)].id : -1;
    m_pipeline = std::move(pipeline);
    m_bottleneck = bottleneck;
    m_chosen = id >= 0 ? m_pipeline.find(id) : -1;
    place();
    moveBy({0, 0});
    update();
}

void PipelineGraph::setMeasure(Measure measure)
{
    m_measure = measure;
    update();
}

void PipelineGraph::setChosen(int op)
{
    m_chosen = op < static_cast<int>(m_pipeline.operators.size()) ? op : -1;
    scrollTo(m_chosen);
    update();
}

void PipelineGraph::choose(int op)
{
    if (op == m_chosen)
        return;
    setChosen(op);
    emit chosenChanged(m_chosen);
}

// Leaves stand below each other, a parent in the middle of its children; the column follows the way to the device.
void PipelineGraph::place()
{
    const std::vector<DataOperator> &ops = m_pipeline.operators;
    m_cells.assign(ops.size() + 1, QPointF());
    int deepest = 0;
    for (const DataOperator &op : ops)
        deepest = std::max(deepest, op.depth);
    m_rows = 0;
    for (size_t i = ops.size(); i-- > 0;) {
        // Children stand behind their parents: they have their places.
        const DataOperator &op = ops[i];
        double row = 0;
        if (op.children.empty()) {
            row = m_rows++;
        } else {
            row = (m_cells[static_cast<size_t>(op.children.front())].y() +
                   m_cells[static_cast<size_t>(op.children.back())].y()) /
                  2;
        }
        m_cells[i] = {static_cast<double>(deepest - op.depth), row};
    }
    // From the last one on they were counted upwards; the first one belongs at the top.
    double roots = 0;
    int rootCount = 0;
    for (size_t i = 0; i < ops.size(); ++i) {
        m_cells[i].setY(m_rows - 1 - m_cells[i].y());
        if (ops[i].parent < 0) {
            roots += m_cells[i].y();
            ++rootCount;
        }
    }
    m_columns = deepest + 2;
    m_cells.back() = {static_cast<double>(deepest + 1), rootCount > 0 ? roots / rootCount : 0};
}

int PipelineGraph::legendLine() const
{
    return fontMetrics().height() + static_cast<int>(graphGap);
}

QSizeF PipelineGraph::boxSize() const
{
    const QFontMetrics small(smallFont());
    return {fontMetrics().averageCharWidth() * 21.0, fontMetrics().height() + 2.0 * small.height() + 2 * graphGap};
}

namespace {

double queueWidth(const QFontMetrics &metrics)
{
    return metrics.averageCharWidth() * 18.0;
}

double graphRowGap(const QFontMetrics &metrics)
{
    return metrics.height() * 1.4; // the word below a box
}

} // namespace

QSizeF PipelineGraph::whole() const
{
    const QSizeF box = boxSize();
    return {m_columns * box.width() + (m_columns - 1) * queueWidth(fontMetrics()) + 2 * graphGap,
            std::max(1, m_rows) * (box.height() + graphRowGap(fontMetrics())) + graphGap};
}

QPointF PipelineGraph::origin() const
{
    const QSizeF size = whole();
    // A graph that fits is centred.
    const double x = std::max(0.0, (width() - size.width()) / 2);
    const double y = std::max(0.0, (height() - legendLine() - size.height()) / 2);
    return QPointF(x + graphGap, y + legendLine() + graphGap) - m_scrolled;
}

QRectF PipelineGraph::boxRect(int op) const
{
    const QSizeF box = boxSize();
    const QPointF cell = m_cells[static_cast<size_t>(op)];
    return {origin() + QPointF(cell.x() * (box.width() + queueWidth(fontMetrics())),
                               cell.y() * (box.height() + graphRowGap(fontMetrics()))),
            box};
}

QRectF PipelineGraph::queueRect(int op) const
{
    const DataOperator &o = m_pipeline.operators[static_cast<size_t>(op)];
    if (!o.queueAverage && !o.usePercent)
        return {};
    const QRectF box = boxRect(op);
    const double width = queueWidth(fontMetrics()) - 4 * graphGap;
    const double height = fontMetrics().height() * 0.8;
    return {box.right() + graphGap, box.center().y() - height / 2, width, height};
}

int PipelineGraph::opAt(const QPointF &at) const
{
    if (at.y() < legendLine())
        return -1;
    for (int i = 0; i < static_cast<int>(m_pipeline.operators.size()); ++i) {
        if (boxRect(i).contains(at) || queueRect(i).adjusted(0, -graphGap, 0, graphGap).contains(at))
            return i;
    }
    return -1;
}

std::optional<double> PipelineGraph::valueOf(int op) const
{
    const DataOperator &o = m_pipeline.operators[static_cast<size_t>(op)];
    switch (m_measure) {
    case Measure::Use:
        return o.usePercent;
    case Measure::Empty:
        return o.emptyPercent;
    case Measure::Cpu:
        return o.cpuPerWorkerPercent;
    }
    return std::nullopt;
}

QString PipelineGraph::measureName(Measure measure) const
{
    switch (measure) {
    case Measure::Use:
        return tr("Use of the output queue");
    case Measure::Empty:
        return tr("Output queue empty");
    case Measure::Cpu:
        return tr("CPU per worker");
    }
    return {};
}

QColor PipelineGraph::colorOf(std::optional<double> percent) const
{
    return percent ? theme().ramp(std::clamp(*percent / 100, 0.0, 1.0)) : theme().panel();
}

QSize PipelineGraph::sizeHint() const
{
    const QSizeF size = whole();
    return {static_cast<int>(size.width()), static_cast<int>(size.height()) + legendLine()};
}

QSize PipelineGraph::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 30,
            static_cast<int>(boxSize().height() + graphRowGap(fontMetrics()) + graphGap) + legendLine()};
}

void PipelineGraph::moveBy(const QPointF &by)
{
    const QSizeF size = whole();
    m_scrolled += by;
    m_scrolled.setX(std::clamp(m_scrolled.x(), 0.0, std::max(0.0, size.width() - width())));
    m_scrolled.setY(std::clamp(m_scrolled.y(), 0.0, std::max(0.0, size.height() - (height() - legendLine()))));
    update();
}

void PipelineGraph::scrollTo(int op)
{
    if (op < 0)
        return;
    const QRectF box = boxRect(op);
    const double x = box.right() + graphGap > width() ? box.right() + graphGap - width()
                     : box.left() < graphGap          ? box.left() - graphGap
                                                      : 0;
    const double y = box.bottom() + graphGap > height() ? box.bottom() + graphGap - height()
                     : box.top() < legendLine()         ? box.top() - legendLine() - graphGap
                                                        : 0;
    moveBy({x, y});
}

void PipelineGraph::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    moveBy({0, 0});
}

QString PipelineGraph::shownName(int op, double width) const
{
    return fontMetrics().elidedText(format::displayText(m_pipeline.operators[static_cast<size_t>(op)].name),
                                    Qt::ElideRight, static_cast<int>(width));
}

void PipelineGraph::paintScale(QPainter &painter) const
{
    const int line = fontMetrics().height();
    double x = graphGap;
    const auto say = [&](const QString &text, const QColor &color) {
        painter.setPen(color);
        const double width = fontMetrics().horizontalAdvance(text);
        painter.drawText(QRectF(x, graphGap / 2, width + 1, line), Qt::AlignLeft | Qt::AlignVCenter, text);
        x += width + graphGap;
    };
    say(measureName(m_measure), theme().text());
    say(format::percent(0), theme().secondaryText());
    const QRectF bar(x, graphGap / 2 + line * 0.2, fontMetrics().averageCharWidth() * 12.0, line * 0.6);
    QLinearGradient gradient(bar.topLeft(), bar.topRight());
    for (int i = 0; i <= 8; ++i)
        gradient.setColorAt(i / 8.0, theme().ramp(i / 8.0));
    painter.fillRect(bar, gradient);
    painter.setPen(theme().hairline());
    painter.drawRect(bar);
    x = bar.right() + graphGap;
    say(format::percent(1), theme().secondaryText());
    if (m_bottleneck < 0)
        return;
    x += graphGap;
    const QRectF mark(x, graphGap / 2 + line * 0.2, line, line * 0.6);
    painter.setPen(QPen(theme().warning(), 2.5));
    painter.drawRect(mark);
    x = mark.right() + graphGap;
    say(tr("Bottleneck"), theme().secondaryText());
}

void PipelineGraph::paintQueue(QPainter &painter, int op) const
{
    const DataOperator &o = m_pipeline.operators[static_cast<size_t>(op)];
    const int parent = o.parent >= 0 ? o.parent : static_cast<int>(m_pipeline.operators.size());
    const QRectF from = boxRect(op);
    const QRectF to = boxRect(parent);
    const QRectF gauge = queueRect(op);
    const QPointF start(gauge.isEmpty() ? from.right() : gauge.right(), from.center().y());
    const QPointF end(to.left(), to.center().y());
    painter.setPen(QPen(theme().secondaryText(), 1.5));
    painter.setBrush(Qt::NoBrush);
    if (!gauge.isEmpty())
        painter.drawLine(QPointF(from.right(), from.center().y()), QPointF(gauge.left(), from.center().y()));
    QPainterPath way(start);
    const double middle = (start.x() + end.x()) / 2;
    way.cubicTo({middle, start.y()}, {middle, end.y()}, end);
    painter.drawPath(way);
    painter.setBrush(theme().secondaryText());
    painter.setPen(Qt::NoPen);
    const double head = graphGap * 0.7;
    painter.drawPolygon(QPolygonF({end, end + QPointF(-head, -head / 2), end + QPointF(-head, head / 2)}));
    painter.setBrush(Qt::NoBrush);
    if (gauge.isEmpty())
        return;
    painter.fillRect(gauge, theme().background());
    if (o.usePercent) {
        QRectF fill = gauge;
        fill.setWidth(gauge.width() * std::clamp(*o.usePercent / 100, 0.0, 1.0));
        painter.fillRect(fill, m_measure == Measure::Cpu ? theme().accent() : colorOf(valueOf(op)));
    }
    painter.setPen(theme().secondaryText());
    painter.drawRect(gauge);
    painter.setFont(smallFont());
    const int line = QFontMetrics(smallFont()).height();
    const QRectF text(gauge.left(), gauge.top() - line - 1, queueWidth(fontMetrics()) - 2 * graphGap, line);
    painter.setPen(theme().text());
    if (o.usePercent)
        painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, tr("%1 full").arg(percentShown(o.usePercent)));
    if (o.emptyPercent)
        painter.drawText(text.translated(0, line + gauge.height() + 2), Qt::AlignLeft | Qt::AlignVCenter,
                         tr("%1 empty").arg(percentShown(o.emptyPercent)));
    painter.setFont(font());
}

void PipelineGraph::paintBox(QPainter &painter, int op) const
{
    const DataOperator &o = m_pipeline.operators[static_cast<size_t>(op)];
    const QRectF box = boxRect(op);
    const auto value = valueOf(op);
    const QColor fill = colorOf(value);
    const QColor text = value ? Theme::labelOn(fill) : theme().text();
    painter.setBrush(fill);
    painter.setPen(QPen(theme().hairline(), 1));
    painter.drawRoundedRect(box, 4, 4);
    if (!value) {
        painter.setBrush(QBrush(theme().hairline(), Qt::BDiagPattern));
        painter.drawRoundedRect(box, 4, 4);
    }
    painter.setBrush(Qt::NoBrush);
    if (op == m_bottleneck) {
        painter.setPen(QPen(theme().warning(), 3));
        painter.drawRoundedRect(box.adjusted(-1.5, -1.5, 1.5, 1.5), 5, 5);
    }
    if (op == m_chosen) {
        painter.setPen(QPen(theme().accent(), 2));
        painter.drawRoundedRect(box.adjusted(-5, -5, 5, 5), 7, 7);
    }
    const QRectF inner = box.adjusted(graphGap, graphGap, -graphGap, -graphGap);
    const QFontMetrics small(smallFont());
    // On hatching text needs a ground of its own.
    if (!value)
        painter.fillRect(inner.adjusted(-2, -1, 2, 1), theme().panel());
    painter.setPen(text);
    QFont bold = font();
    bold.setWeight(QFont::Bold);
    painter.setFont(bold);
    painter.drawText(QRectF(inner.left(), inner.top(), inner.width(), fontMetrics().height()),
                     Qt::AlignLeft | Qt::AlignVCenter, shownName(op, inner.width() * 0.95));
    painter.setFont(smallFont());
    QStringList lines;
    lines << (o.workers
                  ? tr("id %1, %n worker(s)", "", static_cast<int>(std::min<qint64>(*o.workers, 1'000'000))).arg(o.id)
                  : tr("id %1").arg(o.id));
    lines << (o.cpuPerWorkerPercent ? tr("CPU %1 each").arg(percentShown(o.cpuPerWorkerPercent)) : QString());
    double y = inner.top() + fontMetrics().height();
    for (const QString &line : lines) {
        painter.drawText(QRectF(inner.left(), y, inner.width(), small.height()), Qt::AlignLeft | Qt::AlignVCenter,
                         small.elidedText(line, Qt::ElideRight, static_cast<int>(inner.width())));
        y += small.height();
    }
    painter.setFont(font());
}

void PipelineGraph::paintDevice(QPainter &painter) const
{
    const QRectF box = boxRect(static_cast<int>(m_pipeline.operators.size()));
    painter.setBrush(theme().panel());
    painter.setPen(QPen(theme().secondaryText(), 1, Qt::DashLine));
    painter.drawRoundedRect(box, 4, 4);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(theme().text());
    painter.drawText(box, Qt::AlignCenter, tr("Device"));
}

void PipelineGraph::paint(QPainter &painter)
{
    const auto count = static_cast<int>(m_pipeline.operators.size());
    if (count == 0)
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.save();
    painter.setClipRect(QRect(0, legendLine(), width(), height() - legendLine()));
    const QRectF seen(rect());
    for (int op = 0; op < count; ++op)
        paintQueue(painter, op);
    paintDevice(painter);
    for (int op = 0; op < count; ++op) {
        if (boxRect(op).adjusted(-8, -8, 8, 8).intersects(seen))
            paintBox(painter, op);
    }
    painter.restore();
    paintScale(painter);
    paintFocus(painter, rect().adjusted(1, 1, 0, 0));
}

Picture::TipLines PipelineGraph::tipLines(int op) const
{
    const DataOperator &o = m_pipeline.operators[static_cast<size_t>(op)];
    const QString unknown = tr("not known");
    const auto percent = [&](const std::optional<double> &v) { return v ? percentShown(v) : unknown; };
    const auto number = [&](const std::optional<double> &v) { return v ? format::real(*v, 2) : unknown; };
    TipLines out = {{tr("Operator"), o.label()}};
    if (op == m_bottleneck)
        out.emplace_back(tr("Role"), tr("Bottleneck"));
    out.emplace_back(tr("Workers"), o.workers ? format::integer(*o.workers) : unknown);
    out.emplace_back(tr("CPU of all workers"), percent(o.cpuPercent));
    out.emplace_back(tr("CPU per worker"), percent(o.cpuPerWorkerPercent));
    out.emplace_back(tr("Output queue, average"), number(o.queueAverage));
    out.emplace_back(tr("Output queue length"), number(o.queueLength));
    out.emplace_back(tr("Use of the output queue"), percent(o.usePercent));
    out.emplace_back(tr("Output queue empty"), percent(o.emptyPercent));
    return out;
}

Picture::Tip PipelineGraph::tipAt(const QPoint &at) const
{
    const int op = opAt(at);
    return op < 0 ? Tip() : Tip{tipLines(op)};
}

void PipelineGraph::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_pressed = event->position();
    m_dragged = false;
}

void PipelineGraph::mouseMoveEvent(QMouseEvent *event)
{
    if (!m_pressed)
        return Picture::mouseMoveEvent(event);
    const QPointF by = *m_pressed - event->position();
    if (!m_dragged && by.manhattanLength() < QApplication::startDragDistance())
        return;
    m_dragged = true;
    m_pressed = event->position();
    moveBy(by);
}

void PipelineGraph::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || !m_pressed)
        return;
    m_pressed.reset();
    if (!m_dragged)
        choose(opAt(event->position()));
}

void PipelineGraph::wheelEvent(QWheelEvent *event)
{
    const QPointF before = m_scrolled;
    const QPoint delta = event->angleDelta();
    // A graph is wide rather than high.
    const bool sideways = (event->modifiers() & Qt::ShiftModifier) != 0 || whole().height() <= height() - legendLine();
    moveBy(sideways ? QPointF(-delta.y() - delta.x(), 0) : QPointF(-delta.x(), -delta.y()));
    event->setAccepted(m_scrolled != before);
}

bool PipelineGraph::runKey(QKeyEvent *event)
{
    if (itemCount() == 0)
        return false;
    const DataOperator *const o = m_chosen >= 0 ? &m_pipeline.operators[static_cast<size_t>(m_chosen)] : nullptr;
    switch (event->key()) {
    case Qt::Key_Right: // towards the device
        choose(!o ? 0 : o->parent >= 0 ? o->parent : m_chosen);
        return true;
    case Qt::Key_Left:
        choose(!o ? 0 : o->children.empty() ? m_chosen : o->children.front());
        return true;
    case Qt::Key_Up:
    case Qt::Key_Down: {
        if (!o) {
            choose(0);
            return true;
        }
        // The next one in the same column.
        const QPointF own = m_cells[static_cast<size_t>(m_chosen)];
        const double way = event->key() == Qt::Key_Down ? 1 : -1;
        int best = m_chosen;
        for (int i = 0; i < itemCount(); ++i) {
            const QPointF cell = m_cells[static_cast<size_t>(i)];
            const double away = (cell.y() - own.y()) * way;
            const double least = (m_cells[static_cast<size_t>(best)].y() - own.y()) * way;
            if (cell.x() == own.x() && away > 0 && (best == m_chosen || away < least))
                best = i;
        }
        choose(best);
        return true;
    }
    case Qt::Key_Escape:
        if (m_chosen < 0)
            return false;
        choose(-1);
        return true;
    default:
        return false;
    }
}

} // namespace rs

#include "moc_pipelinegraph.cpp"
