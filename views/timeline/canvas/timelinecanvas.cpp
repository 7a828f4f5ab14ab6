// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/canvas/timelinecanvas.h"

#include "items/format.h"
#include "views/picture/timeticks.h"
#include "views/timeline/canvas/lanegeometry.h"
#include "views/timeline/canvas/stepdimmer.h"

#include <QFontInfo>
#include <QPainter>

#include <set>

namespace rs {

TimelineCanvas::TimelineCanvas(LaneModel *model, ViewState *state, TimelineNavigator *navigator, const Theme *theme,
                               QWidget *parent)
    : QWidget(parent), m_model(model), m_state(state), m_navigator(navigator), m_theme(theme)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    m_raster.setTheme(*theme);
    connect(theme, &Theme::changed, this, [this] {
        m_raster.setTheme(*m_theme);
        invalidate();
    });
    connect(model, &LaneModel::changed, this, [this] {
        m_raster.forgetNames();
        m_hover = {};
        invalidate();
    });
    connect(&model->data(), &TimelineData::rankRefined, this, &TimelineCanvas::invalidate);
    connect(&model->data(), &TimelineData::highlightChanged, this, &TimelineCanvas::invalidate);
    connect(&model->data(), &TimelineData::transfersChanged, this, &TimelineCanvas::invalidate);
    connect(state, &ViewState::windowChanged, this, [this] {
        if (m_mouse.x() >= 0 && m_drag == Drag::None)
            m_hover = hitAt(m_mouse);
        update();
    });
    connect(state, &ViewState::selectionChanged, this, qOverload<>(&QWidget::update));
    for (const auto signal : {&ViewState::boxChanged, &ViewState::stepChanged})
        connect(state, signal, this, qOverload<>(&QWidget::update));
    connect(state, &ViewState::keptBoxChanged, this, qOverload<>(&QWidget::update));
    connect(state, &ViewState::timeSelectionChanged, this, qOverload<>(&QWidget::update));
    connect(state, &ViewState::marksChanged, this, qOverload<>(&QWidget::update));
    connect(state, &ViewState::timeFormatChanged, this, &TimelineCanvas::invalidate);
    connect(state, &ViewState::currentRankChanged, this, [this] {
        if (m_state->timeFormat() == TimeFormat::FromStep)
            invalidate();
    });
}

void TimelineCanvas::invalidate()
{
    m_valid = false;
    m_flows.invalidate();
    update();
}

void TimelineCanvas::setNeighbour(TimelineCanvas *other)
{
    m_neighbour = other;
    connect(other->m_model, &LaneModel::changed, this, [this] {
        m_flows.invalidate();
        update();
    });
    connect(other, &TimelineCanvas::scrolled, this, qOverload<>(&QWidget::update));
}

void TimelineCanvas::setScrollY(int y)
{
    if (y == m_scrollY)
        return;
    m_scrollY = y;
    m_valid = false;
    emit scrolled();
    if (m_mouse.x() >= 0)
        updateHover(m_mouse);
    update();
}

void TimelineCanvas::setPatient(bool patient)
{
    m_patient = patient;
    invalidate();
}

FlowOverlay::View TimelineCanvas::flowView() const
{
    FlowOverlay::View view{m_state->window(), size(), m_scrollY};
    if (m_neighbour && m_neighbour->isVisible()) {
        const int top = m_neighbour->mapTo(window(), QPoint()).y() - mapTo(window(), QPoint()).y();
        view.other = m_neighbour->m_model;
        view.otherY = top - m_neighbour->scrollY();
        view.otherTop = top;
        view.otherBottom = top + m_neighbour->height();
    }
    return view;
}

QRect TimelineCanvas::stripRect(const LaneRow &row, const LaneStrip &strip) const
{
    return {0, row.y + strip.y - m_scrollY, width(), strip.height - (strip.height >= 4 ? 1 : 0)};
}

TimelineCanvas::Hit TimelineCanvas::hitAt(const QPoint &position) const
{
    Hit hit;
    if (!rect().contains(position) || m_state->window().isEmpty())
        return hit;
    const int contentY = position.y() + m_scrollY;
    hit.row = m_model->rowAt(contentY);
    if (hit.row < 0)
        return hit;
    const LaneRow &row = m_model->rows()[static_cast<size_t>(hit.row)];
    const LaneStrip *strip = LaneModel::stripAt(row, contentY - row.y);
    hit.rank = strip && strip->rank.isValid() ? strip->rank : row.rank;
    const TimelineRank *rank = m_model->data().rank(hit.rank);
    if (!rank || !strip)
        return hit;
    if (row.isDerived()) {
        const TimelineRank *const part = m_model->shownIn(row);
        const TimeMap map = part ? timeline::shifted(axisMap(), part->shiftOf(DerivedLanes::idleLane)) : TimeMap();
        const SliceId gap = part ? sliceAt(part->trace->slices(), RowId{0}, map, position.x() + 0.5, 3) : NoSlice;
        if (gap != NoSlice && row.derivedId == LaneKey::derivedPath) {
            hit.slice = part->derived->pathSlices[raw(gap)];
            hit.rect = boxOf(row, *part, gap);
            if (hit.slice == NoSlice)
                hit.part = gap;
            else
                hit.sliceRow = rank->trace->slices().rowOf(hit.slice);
        } else if (gap != NoSlice) {
            hit.gap = static_cast<int>(raw(gap));
            hit.rect = gapRect(row.rank, hit.gap);
        }
        return hit;
    }
    for (const RowId r : strip->rows) {
        const TimeMap map = timeline::shifted(axisMap(), rank->shiftOf(r));
        const SliceId s = sliceAt(rank->trace->slices(), r, map, position.x() + 0.5, 3);
        if (s == NoSlice)
            continue;
        // Later rows of a shared strip are painted over earlier ones.
        hit.slice = s;
        hit.sliceRow = r;
    }
    if (hit.slice != NoSlice)
        hit.rect = rectOf(hit.rank, hit.slice);
    const TimeMap axis = axisMap();
    for (const SliceId s : strip->slices) {
        const TimeWindow span = rank->drawnSpan(s);
        const double x0 = std::floor(axis.x(span.fromNs));
        const double x1 = std::max(x0 + 1, axis.x(span.toNs));
        if (position.x() + 0.5 < x0 || position.x() + 0.5 >= x1)
            continue;
        hit.slice = s;
        hit.sliceRow = rank->trace->slices().rowOf(s);
        const int left = static_cast<int>(std::max(-4.0, x0));
        const QRect band = stripRect(row, *strip);
        hit.rect = {left, band.top(), std::max(1, static_cast<int>(std::min(width() + 4.0, std::ceil(x1))) - left),
                    band.height()};
    }
    return hit;
}

QRect TimelineCanvas::rectOf(RankRef ref, SliceId slice) const
{
    const TimelineRank *rank = m_model->data().rank(ref);
    if (!rank || slice == NoSlice || raw(slice) >= rank->trace->slices().size())
        return {};
    const SliceStore &slices = rank->trace->slices();
    const RowId sliceRow = slices.rowOf(slice);
    const int index = m_model->rowShowing(ref, rank->trace->laneOfRow(sliceRow));
    if (index < 0)
        return {};
    const LaneRow &row = m_model->rows()[static_cast<size_t>(index)];
    const auto holds = [&](const LaneStrip &s) {
        return (s.rank.isValid() ? s.rank : row.rank) == ref &&
               std::find(s.rows.begin(), s.rows.end(), sliceRow) != s.rows.end();
    };
    const auto strip = std::find_if(row.strips.begin(), row.strips.end(), holds);
    if (strip == row.strips.end())
        return {};
    const TimeMap map = timeline::shifted(axisMap(), rank->shiftOf(sliceRow));
    if (slices.end(slice) < map.fromNs || slices.start(slice) >= map.toNs)
        return {};
    const QRect band = stripRect(row, *strip);
    const int x0 = static_cast<int>(std::floor(std::max(-4.0, map.x(slices.start(slice)))));
    const int x1 = static_cast<int>(std::ceil(std::min(width() + 4.0, map.x(slices.end(slice)))));
    return {x0, band.top(), std::max(1, x1 - x0), band.height()};
}

QRect TimelineCanvas::gapRect(RankRef ref, int gap) const
{
    const TimelineRank *const part = m_model->data().derivedIfBuilt(ref);
    const int index = m_model->indexOf({ref, LaneKey::Type::Derived, LaneKey::derivedIdle});
    if (!part || index < 0 || gap < 0)
        return {};
    return boxOf(m_model->rows()[static_cast<size_t>(index)], *part, SliceId{static_cast<quint32>(gap)});
}

// Place of a drawn slice of a computed lane.
QRect TimelineCanvas::boxOf(const LaneRow &row, const TimelineRank &part, SliceId slice) const
{
    const TimeMap axis = axisMap();
    const TimeWindow span = part.drawnSpan(slice);
    if (span.toNs < axis.fromNs || span.fromNs >= axis.toNs)
        return {};
    const QRect band = stripRect(row, row.strips.front());
    const int x0 = static_cast<int>(std::floor(std::max(-4.0, axis.x(span.fromNs))));
    const int x1 = static_cast<int>(std::ceil(std::min(width() + 4.0, axis.x(span.toNs))));
    return {x0, band.top(), std::max(1, x1 - x0), band.height()};
}

const QImage &TimelineCanvas::picture()
{
    ensurePicture();
    return m_picture;
}

void TimelineCanvas::ensurePicture()
{
    const double scale = devicePixelRatioF();
    if (m_valid && m_pictureWindow == m_state->window() && m_picture.devicePixelRatio() == scale &&
        m_picture.size() == QSize(qRound(width() * scale), qRound(height() * scale)))
        return;
    LaneRaster::View view;
    view.window = m_state->window();
    view.rowHeight = m_model->rowHeight();
    view.scrollY = m_scrollY;
    view.size = size();
    view.scale = scale;
    view.font = font();
    view.font.setPixelSize(QFontInfo(font()).pixelSize());
    view.highlight = m_model->data().highlight();
    view.labelBudgetMs = m_patient ? -1 : 5;
    for (const TimeTicks::Tick &t :
         TimeTicks::of(view.window, m_model->data().scale(*m_state), width(), 8 * fontMetrics().averageCharWidth() + 48)
             .ticks) {
        if (!t.text.isEmpty())
            view.gridX.push_back(t.x);
    }
    m_picture.setDevicePixelRatio(1);
    m_complete = m_raster.paint(m_picture, m_model->data(), m_model->rows(), view);
    m_picture.setDevicePixelRatio(scale);
    m_pictureWindow = view.window;
    m_valid = m_complete;
    if (!m_complete)
        update();
}

void TimelineCanvas::paintEvent(QPaintEvent *)
{
    QPainter p(this);
    ensurePicture();
    p.drawImage(QPoint(0, 0), m_picture);
    paintOverlays(p);
}

void TimelineCanvas::paintOverlays(QPainter &p)
{
    if (m_state->window().isEmpty())
        return;
    dimOtherSteps(p, *m_model, *m_state, *m_theme, rect(), m_scrollY);
    paintLines(p);
    paintMarks(p);
    const Selection &s = m_state->selection();
    if (s.kind == Selection::Kind::Slice || s.kind == Selection::Kind::Gap) {
        const TimelineRank *const part = m_model->data().derivedIfBuilt(s.rank);
        const QRect r = s.kind == Selection::Kind::Slice ? rectOf(s.rank, s.slice)
                        : part && s.gap                  ? gapRect(s.rank, part->derived->gapAt(s.gap->range.from))
                                                         : QRect();
        if (!r.isEmpty()) {
            paintFrame(p, r.adjusted(-2, -1, 1, 1), m_theme->background(), 1);
            paintFrame(p, r.adjusted(-1, 0, 0, 0), m_theme->text(), 2);
        }
    }
    if ((m_hover.slice != NoSlice || m_hover.gap >= 0 || m_hover.part != NoSlice) && m_drag == Drag::None)
        paintFrame(p, m_hover.rect.adjusted(0, 0, -1, 0), m_theme->text(), 1);
    paintBox(p);
    paintKeptBox(p);
    if (m_drag == Drag::None && m_mouse.x() >= 0) {
        p.fillRect(QRect(m_mouse.x(), 0, 1, height()), m_theme->accent());
        paintHoverCard(p);
    }
    tellNotes();
}

void TimelineCanvas::paintLines(QPainter &p)
{
    if (!m_flows.paintLines(p, *m_model, flowView(), *m_theme, m_state->selection()))
        return;
    // Lines pass behind the names of slices.
    const double scale = m_picture.devicePixelRatio();
    std::vector<QRect> labels;
    for (const QRect &r : m_raster.labels()) {
        const QRectF target(r.x() / scale, r.y() / scale, r.width() / scale, r.height() / scale);
        p.drawImage(target, m_picture, QRectF(r));
        labels.push_back(target.toAlignedRect());
    }
    m_flows.paintNumbers(p, *m_theme, labels, [this](const QRect &area) { return holdsSlices(area); });
}

void TimelineCanvas::paintMarks(QPainter &p)
{
    const TimeMap map = axisMap();
    const auto line = [&](qint64 t, const QColor &color) {
        const double x = map.x(t);
        if (x >= 0 && x < width())
            p.fillRect(QRect(static_cast<int>(x), 0, 1, height()), color);
    };
    for (const TimeMark &mark : m_state->marks()) {
        line(mark.fromNs, m_theme->series(mark.color));
        if (mark.isSpan())
            line(mark.toNs, m_theme->series(mark.color));
    }
    const TimeWindow chosen = m_state->timeSelection();
    if (!chosen.isEmpty()) {
        line(chosen.fromNs, m_theme->accent());
        line(chosen.toNs, m_theme->accent());
    }
    if (!m_measure.isEmpty()) {
        const double x0 = std::clamp(map.x(m_measure.fromNs), 0.0, double(width()));
        const double x1 = std::clamp(map.x(m_measure.toNs), 0.0, double(width()));
        QColor tint = m_theme->accent();
        tint.setAlpha(36);
        p.fillRect(QRectF(x0, 0, x1 - x0, height()), tint);
        line(m_measure.fromNs, m_theme->accent());
        line(m_measure.toNs, m_theme->accent());
    }
}

void TimelineCanvas::setMeasure(TimeWindow w)
{
    m_measure = w;
    update();
}

qint64 TimelineCanvas::snapTime(double x) const
{
    constexpr double reach = 6;
    const TimeMap axis = axisMap();
    qint64 best = axis.time(x);
    double nearest = reach + 1;
    for (const LaneRow &row : m_model->rows()) {
        if (row.y + row.height <= m_scrollY)
            continue;
        if (row.y >= m_scrollY + height())
            break;
        const TimelineRank *rank = m_model->shownIn(row);
        if (!rank || row.miniature)
            continue;
        for (const LaneStrip &strip : row.strips) {
            for (const RowId r : strip.rows) {
                const qint64 shift = rank->shiftOf(r);
                const TimeMap map = timeline::shifted(axis, shift);
                const SliceId s = sliceAt(rank->trace->slices(), r, map, x, reach);
                if (s == NoSlice)
                    continue;
                for (const qint64 t : {rank->trace->slices().start(s), rank->trace->slices().end(s)}) {
                    const double distance = std::abs(map.x(t) - x);
                    if (distance < nearest) {
                        nearest = distance;
                        best = t - shift;
                    }
                }
            }
        }
    }
    return best;
}

void TimelineCanvas::paintFrame(QPainter &p, const QRect &r, const QColor &color, int lineWidth) const
{
    const int w = std::max(r.width(), 1);
    p.fillRect(QRect(r.left(), r.top(), w, lineWidth), color);
    p.fillRect(QRect(r.left(), r.bottom() - lineWidth + 1, w, lineWidth), color);
    p.fillRect(QRect(r.left(), r.top(), lineWidth, r.height()), color);
    p.fillRect(QRect(r.left() + w - lineWidth, r.top(), lineWidth, r.height()), color);
}

std::set<int> TimelineCanvas::boxRows(const BoxSelection &box) const
{
    std::set<int> shown;
    for (const BoxSelection::Part &part : box.parts) {
        const int index = part.hidden ? -1 : m_model->rowShowing(part.rank, part.lane);
        if (index >= 0 && m_model->rows()[static_cast<size_t>(index)].hasSlices())
            shown.insert(index);
    }
    return shown;
}

std::vector<QRect> TimelineCanvas::boxRects(const BoxSelection &box) const
{
    const auto &rows = m_model->rows();
    // Rows without slices of their own, such as the heading of a process, do not part a box.
    const auto hasSlices = [&rows](int index) { return rows[static_cast<size_t>(index)].hasSlices(); };
    const std::set<int> shown = boxRows(box);
    std::vector<QRect> out;
    for (auto it = shown.begin(); it != shown.end();) {
        const LaneRow &first = rows[static_cast<size_t>(*it)];
        int last = *it;
        for (++it; it != shown.end(); ++it) {
            int between = last + 1;
            while (between < *it && !hasSlices(between))
                ++between;
            if (between < *it)
                break;
            last = *it;
        }
        const LaneRow &end = rows[static_cast<size_t>(last)];
        out.push_back(spanRect(box.window, first.y - m_scrollY, end.y + end.height - m_scrollY));
    }
    return out;
}

QRect TimelineCanvas::spanRect(TimeWindow span, int top, int bottom) const
{
    const TimeMap map = axisMap();
    const auto left = static_cast<int>(std::clamp(map.x(span.fromNs), -2.0, width() + 2.0));
    const auto right = static_cast<int>(std::clamp(map.x(span.toNs), -2.0, width() + 2.0));
    return {QPoint(left, top), QPoint(std::max(left, right), bottom)};
}

void TimelineCanvas::paintBoxLabel(QPainter &p, const QRect &box, const QString &text, const QColor &color) const
{
    const QFontMetrics metrics(font());
    const int w = metrics.horizontalAdvance(text) + 12;
    const int h = metrics.height() + 4;
    const int labelY = box.top() - h >= 0 ? box.top() - h : std::max(0, box.top() + 2);
    const int middle = (box.left() + box.right()) / 2;
    const QRect label(std::clamp(middle - w / 2, 0, std::max(0, width() - w)), labelY, w, h);
    p.fillRect(label, color);
    p.setPen(Theme::labelOn(color));
    p.drawText(label, Qt::AlignCenter, text);
}

// Dashed and without a veil, so that it cannot be taken for the box that is drawn now.
void TimelineCanvas::paintKeptBox(QPainter &p)
{
    const BoxSelection &box = m_state->keptBox();
    if (box.isEmpty())
        return;
    const std::vector<QRect> rects = boxRects(box);
    for (const QRect &r : rects) {
        if (r.right() < 0 || r.left() >= width())
            continue;
        p.setPen(QPen(m_theme->warning(), 1, Qt::DashLine));
        p.setBrush(Qt::NoBrush);
        p.drawRect(r);
        if (&r == &rects.front())
            paintBoxLabel(p, r, tr("Kept: %1").arg(format::duration(box.window.lengthNs())), m_theme->warning());
    }
}

void TimelineCanvas::paintBox(QPainter &p)
{
    TimeWindow span;
    std::vector<QRect> rects;
    const BoxSelection &box = m_state->box();
    if (m_drag == Drag::Box || m_drag == Drag::Zoom) {
        span = {std::min(m_pressedNs, m_boxNs), std::max(m_pressedNs, m_boxNs)};
        const bool zoom = m_drag == Drag::Zoom;
        rects = {spanRect(span, zoom ? 0 : std::min(m_pressedContentY, m_boxContentY) - m_scrollY,
                          zoom ? height() : std::max(m_pressedContentY, m_boxContentY) - m_scrollY)};
    } else if (!box.isEmpty()) {
        span = box.window;
        rects = boxRects(box);
    }
    // A box that is scrolled out of sight dims nothing.
    std::erase_if(rects, [this](const QRect &r) { return !r.intersects(rect()); });
    if (rects.empty())
        return;
    // The hits of a search are what stands out while there are some, and what was selected or jumped to since.
    const bool isDrawn = m_drag == Drag::Box || m_drag == Drag::Zoom;
    if (!m_model->data().highlight() && (isDrawn || m_state->isBoxNewest())) {
        QColor dim = m_theme->background();
        dim.setAlpha(140);
        QRegion outside(rect());
        for (const QRect &r : rects)
            outside -= r;
        for (const QRect &r : outside)
            p.fillRect(r, dim);
    }
    for (const QRect &r : rects)
        paintFrame(p, r, m_theme->accent(), 1);
    paintBoxLabel(p, rects.front(), format::duration(span.lengthNs()), m_theme->accent());
}

void TimelineCanvas::paintHoverCard(QPainter &p)
{
    if (m_hover.row < 0)
        return;
    const LaneRow &row = m_model->rows()[static_cast<size_t>(m_hover.row)];
    const bool isHost = row.type == LaneRow::Type::Host;
    const bool isOfRank = isHost || m_hover.slice != NoSlice;
    const TimelineRank *rank = isOfRank ? m_model->data().rank(m_hover.rank) : m_model->shownIn(row);
    if (!rank)
        return;
    const Trace &trace = *rank->trace;
    std::vector<std::pair<QString, QString>> lines;
    QString title;
    QRect avoid = m_hover.rect;
    if (m_hover.slice != NoSlice) {
        const SliceStore &slices = trace.slices();
        title = format::displayText(trace.strings().text(slices.name(m_hover.slice)));
        lines.emplace_back(tr("Duration"), format::duration(slices.duration(m_hover.slice)));
        const TimeWindow drawn = rank->drawnSpan(m_hover.slice);
        lines.emplace_back(tr("Start"), m_model->data().scale(*m_state).text(drawn.fromNs));
        if (const qint64 moved = m_model->data().movedBy(m_hover.rank, trace.laneOf(m_hover.slice)); moved != 0)
            lines.emplace_back(tr("Moved by"), exactOffset(-moved));
        if (const auto f = kernelFrequency(trace, m_hover.slice); f && f->isLowered())
            lines.emplace_back(tr("AI core frequency"),
                               tr("%1 of %2 MHz").arg(format::real(f->meanMHz, 0), format::real(f->nominalMHz, 0)));
        if (isHost)
            lines.emplace_back(tr("Rank"), format::displayText(m_model->data().runs().rankLabel(m_hover.rank)));
        if (row.miniature || !row.merged.empty())
            lines.emplace_back(tr("Lane"), format::displayText(rank->laneName(trace.laneOf(m_hover.slice))));
        if (const auto partner =
                rank->mc2 ? rank->mc2->partners.find(m_hover.slice) : std::map<SliceId, SliceId>::const_iterator();
            rank->mc2 && partner != rank->mc2->partners.end())
            lines.emplace_back(mc2ComputeName(trace.strings().view(slices.name(m_hover.slice))).empty()
                                   ? tr("Communication operator")
                                   : tr("Compute operator"),
                               format::displayText(trace.strings().text(slices.name(partner->second))));
        addTransferLines(m_hover.rank, m_hover.slice, lines);
        const TimeMap map = timeline::shifted(axisMap(), rank->shiftOf(m_hover.sliceRow));
        // A row of single slices folds nothing.
        if (row.type != LaneRow::Type::Turn && static_cast<double>(slices.duration(m_hover.slice)) < map.nsPerPixel()) {
            const auto here = slices.visible(m_hover.sliceRow, map.time(m_mouse.x()), map.time(m_mouse.x() + 1));
            if (here.size() > 1)
                lines.emplace_back(tr("Slices here"), format::integer(here.size()));
        }
    } else if (m_hover.gap >= 0) {
        const IdleGap &gap = rank->derived->gaps[static_cast<size_t>(m_hover.gap)];
        title = row.label;
        lines.emplace_back(tr("Cause"),
                           trace.strings().text(trace.slices().name(SliceId{static_cast<quint32>(m_hover.gap)})));
        lines.emplace_back(tr("Duration"), format::duration(gap.range.length()));
        lines.emplace_back(tr("Start"), m_model->data().scale(*m_state).text(
                                            rank->drawnSpan(SliceId{static_cast<quint32>(m_hover.gap)}).fromNs));
        const TimelineRank *const own = m_model->data().rank(row.rank);
        const auto nameOf = [own](SliceId s) {
            return format::displayText(own->trace->strings().text(own->trace->slices().name(s)));
        };
        if (own && gap.next != NoSlice)
            lines.emplace_back(tr("Next task"), nameOf(gap.next));
        if (own && gap.evidence != NoSlice)
            lines.emplace_back(tr("Evidence"), nameOf(gap.evidence));
    } else if (m_hover.part != NoSlice) {
        title = trace.strings().text(trace.slices().name(m_hover.part));
        lines.emplace_back(tr("Duration"), format::duration(trace.slices().duration(m_hover.part)));
        lines.emplace_back(tr("Start"), m_model->data().scale(*m_state).text(rank->drawnSpan(m_hover.part).fromNs));
    } else if (!row.curves.empty()) {
        const CounterSeries &c = trace.counters()[raw(row.curves.front())];
        const auto value = valueAt(c, axisMap().time(m_mouse.x()) + rank->shiftOf(row.curves.front()));
        title = row.isDerived() ? row.label : counterLabel(trace, c);
        lines.emplace_back(
            tr("Value"), value
                             ? tr("%1 %2", "value and unit").arg(format::real(*value), counterUnit(trace, c)).trimmed()
                             : tr("no sample yet"));
        avoid = QRect(m_mouse, QSize(1, 1));
    } else {
        return;
    }
    const QFontMetrics metrics(font());
    QFont bold = font();
    bold.setWeight(QFont::Bold);
    int labelWidth = 0;
    int valueWidth = 0;
    for (const auto &[label, value] : lines) {
        labelWidth = std::max(labelWidth, metrics.horizontalAdvance(label));
        valueWidth = std::max(valueWidth, metrics.horizontalAdvance(value));
    }
    const int pad = 8;
    const int widest = std::min(width() - 2 * pad, 420);
    title = QFontMetrics(bold).elidedText(title, Qt::ElideRight, widest);
    const int w = std::max(QFontMetrics(bold).horizontalAdvance(title), labelWidth + 12 + valueWidth) + 2 * pad;
    const int h = metrics.height() * (1 + static_cast<int>(lines.size())) + 2 * pad - 4;
    int x = m_mouse.x() + 14;
    if (x + w > width())
        x = std::max(0, m_mouse.x() - 14 - w);
    int y = avoid.bottom() + 8;
    if (y + h > height())
        y = std::max(0, avoid.top() - 8 - h);
    const QRect card(x, y, w, h);
    p.fillRect(card, m_theme->panel());
    paintFrame(p, card, m_theme->hairline().darker(m_theme->isDark() ? 70 : 125), 1);
    p.setFont(bold);
    p.setPen(m_theme->text());
    p.drawText(QRect(x + pad, y + pad - 2, w - 2 * pad, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter, title);
    p.setFont(font());
    int lineY = y + pad - 2 + metrics.height();
    for (const auto &[label, value] : lines) {
        p.setPen(m_theme->secondaryText());
        p.drawText(QRect(x + pad, lineY, labelWidth, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter, label);
        p.setPen(m_theme->text());
        p.drawText(QRect(x + pad + labelWidth + 12, lineY, w - 2 * pad - labelWidth - 12, metrics.height()),
                   Qt::AlignLeft | Qt::AlignVCenter, value);
        lineY += metrics.height();
    }
}

// Adds the data sent or received by the slice; for an operator with many partners, the first few.
void TimelineCanvas::addTransferLines(RankRef ref, SliceId slice, std::vector<std::pair<QString, QString>> &lines) const
{
    constexpr size_t most = 4;
    const TransferIndex &transfers = m_model->data().transfers();
    const auto &all = transfers.of(ref, slice);
    for (size_t i = 0; i < std::min(all.size(), most); ++i) {
        const TransferLine &l = transfers.lines[all[i]];
        const bool sent = l.from == ref && l.fromSlice == slice;
        const QString partner = m_model->data().runs().rankLabel(sent ? l.to : l.from);
        const QString size = l.bytes >= 0 ? format::bytes(l.bytes) : tr("size unknown");
        lines.emplace_back(
            sent ? tr("Sends to") : tr("Receives from"),
            l.bandwidthGbs > 0
                ? tr("%1: %2, %3 GB/s", "rank, size, bandwidth").arg(partner, size, format::real(l.bandwidthGbs, 2))
                : tr("%1: %2", "rank, size").arg(partner, size));
    }
    if (all.size() > most)
        lines.emplace_back(tr("More partners"), format::integer(static_cast<qint64>(all.size() - most)));
}

QStringList TimelineCanvas::lineNotes() const
{
    QStringList notes;
    if (!m_flows.kinds().empty() && m_flows.shown() < m_flows.asked()) {
        const QString lines = format::integer(m_flows.asked());
        const int bundles = format::plural(m_flows.shown());
        notes << (m_flows.isExact()
                      ? tr("%1 connection lines in %n bundle(s); zoom in to separate them", nullptr, bundles).arg(lines)
                      : tr("About %1 connection lines in %n bundle(s); zoom in to separate them", nullptr, bundles)
                            .arg(lines));
    }
    // The tree counts them, with those of the pins.
    if (m_model->content() == LaneModel::Content::Pins)
        return notes;
    if (!m_flows.kinds().empty() && m_flows.hidden() > 0) {
        const QString lines = format::integer(m_flows.hidden());
        const int form = format::plural(m_flows.hidden());
        notes << (m_flows.isExact()
                      ? tr("%1 connection line(s) hidden (folded or hidden lanes)", nullptr, form).arg(lines)
                      : tr("About %1 connection line(s) hidden (folded or hidden lanes)", nullptr, form).arg(lines));
    }
    if (m_flows.hiddenOfSlice() > 0) {
        notes << tr("%1 connection line(s) of the selected slice hidden (folded or hidden lanes)", nullptr,
                    format::plural(m_flows.hiddenOfSlice()))
                     .arg(format::integer(m_flows.hiddenOfSlice()));
    }
    return notes;
}

// Only a frame knows its lines. Whoever shows the notes may not be laid out while a frame is painted.
void TimelineCanvas::tellNotes()
{
    // The pins show the same lines: once is enough.
    QStringList notes = lineNotes();
    if (notes == m_notes)
        return;
    m_notes = std::move(notes);
    QMetaObject::invokeMethod(this, &TimelineCanvas::lineNotesChanged, Qt::QueuedConnection);
}

bool TimelineCanvas::holdsSlices(const QRect &area) const
{
    const TimeMap axis = axisMap();
    const auto &rows = m_model->rows();
    for (int i = m_model->rowAt(std::max(0, area.top() + m_scrollY)); i >= 0 && i < static_cast<int>(rows.size());
         ++i) {
        const LaneRow &row = rows[static_cast<size_t>(i)];
        const int top = row.y - m_scrollY;
        if (top > area.bottom())
            break;
        if (!row.curves.empty())
            return true;
        for (const LaneStrip &strip : row.strips) {
            if (top + strip.y > area.bottom() || top + strip.y + strip.height <= area.top())
                continue;
            const TimelineRank *const rank = row.isDerived()
                                                 ? m_model->shownIn(row)
                                                 : m_model->data().rank(strip.rank.isValid() ? strip.rank : row.rank);
            const auto meets = [&](RowId r) {
                const qint64 shift = row.isDerived() ? rank->shiftOf(DerivedLanes::idleLane) : rank->shiftOf(r);
                const TimeMap own = timeline::shifted(axis, shift);
                // A slice narrower than a pixel is painted over the whole of it.
                const auto part =
                    rank->trace->slices().visible(r, own.time(area.left() - 1), own.time(area.right() + 1));
                return part.size() > 0;
            };
            const auto covers = [&](SliceId s) {
                const TimeWindow span = rank->drawnSpan(s);
                return axis.x(span.fromNs) <= area.right() && axis.x(span.toNs) >= area.left();
            };
            if (rank && (std::any_of(strip.rows.begin(), strip.rows.end(), meets) ||
                         std::any_of(strip.slices.begin(), strip.slices.end(), covers)))
                return true;
        }
    }
    return false;
}

} // namespace rs

#include "moc_timelinecanvas.cpp"
