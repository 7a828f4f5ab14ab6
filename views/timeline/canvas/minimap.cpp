// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/canvas/minimap.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

namespace rs {

namespace {
constexpr int grip = 5;
constexpr int leastBrush = 3; // a deep window is still seen
constexpr int mostStrips = 8;
} // namespace

Minimap::Minimap(TimelineData *timelineData, ViewState *state, TimelineNavigator *navigator, const Theme *theme,
                 QWidget *parent)
    : QWidget(parent), m_data(timelineData), m_state(state), m_navigator(navigator), m_theme(theme)
{
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAttribute(Qt::WA_OpaquePaintEvent);
    m_raster.setTheme(*theme);
    connect(theme, &Theme::changed, this, [this] {
        m_raster.setTheme(*m_theme);
        m_valid = false;
        update();
    });
    constexpr int soonMs = 20;
    m_soon.setSingleShot(true);
    m_soon.setInterval(soonMs);
    connect(&m_soon, &QTimer::timeout, this, qOverload<>(&QWidget::update));
    connect(timelineData, &TimelineData::ranksChanged, this, &Minimap::invalidate);
    connect(timelineData, &TimelineData::rankRefined, this, &Minimap::invalidate);
    for (const auto signal : {&ViewState::windowChanged, &ViewState::marksChanged, &ViewState::timeSelectionChanged})
        connect(state, signal, this, qOverload<>(&QWidget::update));
}

// The picture of the lanes changes with the same rank. One after the other leaves room for keys and clicks between
// them.
void Minimap::invalidate()
{
    m_valid = false;
    m_soon.start();
}

// Device work and communication of every rank: one strip per rank, or per process when there is one rank only.
void Minimap::rebuildRows()
{
    m_rows.clear();
    std::vector<std::pair<RankRef, std::vector<RowId>>> strips;
    const bool single = m_data->ranks().size() == 1;
    for (const auto &[ref, rank] : m_data->ranks()) {
        std::map<ProcessId, std::vector<RowId>> byProcess;
        std::vector<RowId> device;
        std::vector<RowId> any;
        for (const Lane &l : rank.trace->lanes()) {
            if (l.sliceCount == 0)
                continue;
            byProcess[l.process].push_back(RowId{l.firstRow});
            any.push_back(RowId{l.firstRow});
            if (isDeviceWork(*rank.trace, l))
                device.push_back(RowId{l.firstRow});
        }
        if (single) {
            for (auto &[process, rows] : byProcess)
                strips.emplace_back(ref, std::move(rows));
        } else {
            strips.emplace_back(ref, device.empty() ? any : device);
        }
    }
    // Every n-th of many ranks stands for its neighbours: the strip shows where something runs, not on which rank.
    const size_t step = std::max<size_t>(1, (strips.size() + mostStrips - 1) / mostStrips);
    const int count = static_cast<int>((strips.size() + step - 1) / step);
    const int room = height() - 4;
    for (int i = 0; i < count; ++i) {
        auto &[ref, rows] = strips[static_cast<size_t>(i) * step];
        LaneRow row;
        row.type = LaneRow::Type::Lane;
        row.rank = ref;
        row.miniature = true;
        row.y = i == 0 ? 0 : 2 + room * i / count;
        row.height = (i == count - 1 ? height() : 2 + room * (i + 1) / count) - row.y;
        const int top = i == 0 ? 2 : 0;
        row.strips.push_back({top, std::max(1, row.height - top - (i == count - 1 ? 2 : 0)), std::move(rows), {}});
        m_rows.push_back(std::move(row));
    }
}

QRect Minimap::brush() const
{
    const TimeWindow w = m_state->window();
    if (w.isEmpty() || m_navigator->limits().isEmpty())
        return {};
    const TimeMap m = map();
    int x0 = static_cast<int>(std::floor(std::clamp(m.x(w.fromNs), 0.0, double(width()))));
    int x1 = static_cast<int>(std::ceil(std::clamp(m.x(w.toNs), 0.0, double(width()))));
    if (x1 - x0 < leastBrush) {
        x0 = std::clamp((x0 + x1 - leastBrush) / 2, 0, std::max(0, width() - leastBrush));
        x1 = x0 + leastBrush;
    }
    return {x0, 0, x1 - x0, height()};
}

Minimap::Part Minimap::partAt(int x) const
{
    const QRect b = brush();
    if (b.isEmpty())
        return Part::None;
    if (std::abs(x - b.left()) <= grip && (b.width() > 3 * grip || x <= b.left()))
        return Part::Left;
    if (std::abs(x - b.right()) <= grip && (b.width() > 3 * grip || x >= b.right()))
        return Part::Right;
    return b.contains(x, 0) ? Part::Inside : Part::Outside;
}

void Minimap::paintEvent(QPaintEvent *)
{
    QPainter p(this);
    const double scale = devicePixelRatioF();
    const TimeWindow all = m_navigator->limits();
    const auto isCurrent = [&] {
        return m_valid && m_pictureWindow == all &&
               m_picture.size() == QSize(qRound(width() * scale), qRound(height() * scale));
    };
    if (!isCurrent() && !m_soon.isActive()) {
        rebuildRows();
        LaneRaster::View view;
        view.window = all;
        view.size = size();
        view.scale = scale;
        view.font = font();
        view.font.setPixelSize(8);
        view.rowHeight = 4;
        m_picture.setDevicePixelRatio(1);
        m_raster.paint(m_picture, *m_data, m_rows, view);
        m_picture.setDevicePixelRatio(scale);
        m_pictureWindow = all;
        m_valid = true;
    }
    if (isCurrent()) {
        p.drawImage(QPoint(0, 0), m_picture);
    } else {
        p.fillRect(rect(), m_theme->background());
        if (!m_pictureWindow.isEmpty() && !all.isEmpty()) {
            const double left = map().x(m_pictureWindow.fromNs);
            p.drawImage(QRectF(left, 0, map().x(m_pictureWindow.toNs) - left, height()), m_picture);
        }
    }
    const QRect b = brush();
    if (!b.isEmpty()) {
        QColor shade = m_theme->panel();
        shade.setAlpha(170);
        p.fillRect(QRect(0, 0, b.left(), height()), shade);
        p.fillRect(QRect(b.right() + 1, 0, width() - b.right(), height()), shade);
        p.fillRect(QRect(b.left(), 0, b.width(), 1), m_theme->accent());
        p.fillRect(QRect(b.left(), height() - 2, b.width(), 1), m_theme->accent());
        for (const int x : {b.left(), b.right()}) {
            p.fillRect(QRect(x, 0, 1, height() - 1), m_theme->accent());
            p.fillRect(QRect(x - 1, height() / 2 - 6, 3, 12), m_theme->accent());
        }
    }
    const TimeMap m = map();
    const auto mark = [&](TimeWindow w, const QColor &color) {
        const double x0 = m.x(w.fromNs);
        const double x1 = m.x(w.toNs);
        if (x1 < 0 || x0 >= width())
            return;
        p.fillRect(QRectF(std::max(0.0, std::floor(x0)), 0, 1, height()), color);
        p.fillRect(QRectF(std::max(0.0, x0), height() - 4,
                          std::max(1.0, std::min(x1, double(width())) - std::max(0.0, x0)), 3),
                   color);
    };
    if (!all.isEmpty()) {
        if (!m_state->timeSelection().isEmpty())
            mark(m_state->timeSelection(), m_theme->accent());
        for (const TimeMark &t : m_state->marks())
            mark({t.fromNs, t.toNs}, m_theme->series(t.color));
    }
    p.fillRect(QRect(0, height() - 1, width(), 1), m_theme->hairline());
}

void Minimap::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_pressedX = event->position().toPoint().x();
    m_drag = partAt(m_pressedX);
    m_pressedWindow = m_state->window();
    m_moved = false;
}

void Minimap::mouseMoveEvent(QMouseEvent *event)
{
    const int x = event->position().toPoint().x();
    if (m_drag == Part::None) {
        const Part part = partAt(x);
        setCursor(part == Part::Left || part == Part::Right
                      ? Qt::SizeHorCursor
                      : (part == Part::Inside ? Qt::OpenHandCursor : Qt::ArrowCursor));
        return;
    }
    if (!m_moved && std::abs(x - m_pressedX) < QApplication::startDragDistance() / 2)
        return;
    m_moved = true;
    const TimeMap m = map();
    const auto by = static_cast<qint64>(std::llround((x - m_pressedX) * m.nsPerPixel()));
    TimeWindow w = m_pressedWindow;
    switch (m_drag) {
    case Part::Inside:
        w = timeline::panned(w, by, m_navigator->limits());
        break;
    case Part::Left:
        w.fromNs = std::min(w.fromNs + by, w.toNs - 1);
        break;
    case Part::Right:
        w.toNs = std::max(w.toNs + by, w.fromNs + 1);
        break;
    case Part::Outside:
    case Part::None: {
        const qint64 a = m.time(std::min(x, m_pressedX));
        w = {a, std::max(m.time(std::max(x, m_pressedX)), a + 1)};
        break;
    }
    }
    m_navigator->show({std::max(w.fromNs, m_navigator->limits().fromNs), std::min(w.toNs, m_navigator->limits().toNs)});
}

void Minimap::mouseReleaseEvent(QMouseEvent *event)
{
    if (m_drag == Part::Outside && !m_moved) {
        const qint64 at = map().time(event->position().x());
        const qint64 length = m_state->window().lengthNs();
        m_navigator->show({at - length / 2, at - length / 2 + length});
    }
    m_drag = Part::None;
}

void Minimap::mouseDoubleClickEvent(QMouseEvent *)
{
    m_navigator->fit();
}

void Minimap::wheelEvent(QWheelEvent *event)
{
    const TimeWindow w = m_state->window();
    if (!w.isEmpty()) {
        // About the middle of the window: the pointer here means another scale.
        m_navigator->zoomAt(m_navigator->width() / 2.0, std::pow(0.8, event->angleDelta().y() / 120.0));
    }
    event->accept();
}

} // namespace rs

#include "moc_minimap.cpp"
