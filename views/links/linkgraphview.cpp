// SPDX-License-Identifier: Apache-2.0
#include "views/links/linkgraphview.h"

#include "items/format.h"
#include "views/links/matrixtexts.h"
#include "views/widgets/theme.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <utility>

namespace rs {

namespace {
constexpr double largestNode = 9;
constexpr double leastNode = 2;
constexpr double linkReach = 5; // pixels beside a line that still mean it
constexpr double thinnest = 1;
constexpr double thickest = 4.5;
constexpr double thickestOfMany = 1.5;
constexpr double fewLinks = 64; // as many are drawn at full width
constexpr double arrowAt = 0.8; // of a line
constexpr double arrowLength = 9;
constexpr double labelGap = 4;
constexpr size_t directlyPainted = 300; // links; more are kept as a picture
constexpr size_t fewNodes = 100;        // are painted directly, likewise
constexpr double finelyPainted = 2000;  // more would hold up the window, and nobody tells their edges apart
} // namespace

LinkGraphView::LinkGraphView(const Theme *theme, QWidget *parent)
    : Picture(theme, parent), m_grid(std::make_shared<MatrixGrid>())
{
    setTipsAtOnce();
}

void LinkGraphView::setGraph(std::shared_ptr<const MatrixGrid> grid, LinkGraphData graph,
                             std::vector<MatrixFrame> frames)
{
    const bool isOther = grid->ranks != m_grid->ranks;
    if (grid != m_grid)
        m_link = -1;
    m_grid = std::move(grid);
    if (isOther) {
        m_node = -1;
        m_nodeChosen = false;
        m_marked.clear();
        emit markedChanged();
    }
    m_graph = std::move(graph);
    m_frames = std::move(frames);
    m_hoveredNode = m_hoveredLink = -1;
    redraw();
}

void LinkGraphView::setScope(const MatrixScope &scope, double low, double high)
{
    m_scope = scope;
    m_scale.low = low;
    m_scale.high = high;
    redraw();
}

void LinkGraphView::setSelectedNode(int node)
{
    m_node = node;
    update();
}

void LinkGraphView::setSelectedLink(int link)
{
    m_link = link;
    update();
}

void LinkGraphView::setRestricted(bool restricted)
{
    m_restricted = restricted;
}

void LinkGraphView::redraw()
{
    m_picture = QPixmap();
    m_ringPicture = QPixmap();
    m_widest = -1;
    update();
}

void LinkGraphView::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::FontChange)
        redraw();
    QWidget::changeEvent(event);
}

double LinkGraphView::widestLabel() const
{
    if (m_widest < 0) {
        const QFontMetricsF metrics(smallFont());
        m_widest = 0;
        for (const MatrixRank &r : m_grid->ranks)
            m_widest = std::max(m_widest, metrics.horizontalAdvance(r.label()));
    }
    return m_widest;
}

QSize LinkGraphView::sizeHint() const
{
    return {480, 400};
}

QSize LinkGraphView::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 30, fontMetrics().height() * 12};
}

LinkGraphView::Ring LinkGraphView::ring() const
{
    const QFontMetricsF metrics(smallFont());
    double names = 0;
    for (const QString &name : m_grid->names)
        names = std::max(names, metrics.horizontalAdvance(name));
    const double label = widestLabel();
    const bool named = !m_grid->names.empty();
    // Names of blocks get a quarter of the width at most; longer ones are cut.
    const double beside = label + labelGap * 2 + (named ? std::min(names, width() / 4.0) + labelGap * 2 : 0);
    const double above = metrics.height() * (named ? 2 : 1) + labelGap * 4;
    const double room = std::min(width() / 2.0 - beside, height() / 2.0 - above);
    return {QPointF(width() / 2.0, height() / 2.0), std::max(20.0, room / (1 + LinkCurve::loopRadius * 2))};
}

double LinkGraphView::nodeRadius(const Ring &ring) const
{
    const double apart = 6.28 * ring.radius / std::max<size_t>(1, m_graph.places.size());
    return std::clamp(apart * 0.35, leastNode, largestNode);
}

QPointF LinkGraphView::centerOf(int node) const
{
    return ring().toScreen(m_graph.places[static_cast<size_t>(node)]);
}

int LinkGraphView::drawnAt(int link) const
{
    const auto at = std::find(m_graph.links.begin(), m_graph.links.end(), link);
    return at == m_graph.links.end() ? -1 : static_cast<int>(at - m_graph.links.begin());
}

QPointF LinkGraphView::pointOf(int link) const
{
    const LinkCurve &curve = m_graph.curves[static_cast<size_t>(drawnAt(link))];
    return ring().toScreen(curve.isLoop() ? curve.from * (1 + 2 * LinkCurve::loopRadius) : curve.at(0.5));
}

int LinkGraphView::nodeAt(const QPointF &at) const
{
    const Ring now = ring();
    int out = -1;
    double nearest = nodeRadius(now) + 3;
    for (size_t i = 0; i < m_graph.places.size(); ++i) {
        const QPointF off = now.toScreen(m_graph.places[i]) - at;
        if (const double distance = std::hypot(off.x(), off.y()); distance < nearest) {
            nearest = distance;
            out = static_cast<int>(i);
        }
    }
    return out;
}

int LinkGraphView::linkAt(const QPointF &at) const
{
    const Ring now = ring();
    const int found = curveAt(m_graph.curves, now.toRing(at), linkReach / now.radius);
    return found < 0 ? -1 : m_graph.links[static_cast<size_t>(found)];
}

bool LinkGraphView::isSlow(int link) const
{
    const auto at = std::lower_bound(m_frames.begin(), m_frames.end(), link,
                                     [](const MatrixFrame &f, int wanted) { return f.link < wanted; });
    return at != m_frames.end() && at->link == link;
}

QColor LinkGraphView::linkColor(const MatrixLinkSum &link) const
{
    if (m_scope.value == MatrixValue::LinkType)
        return MatrixTexts::transportColor(theme(), link.transport);
    const std::optional<double> v = m_scope.of(link);
    return v && *v >= m_scale.low && *v <= m_scale.high ? theme().ramp(m_scale.share(*v)) : theme().hairline();
}

void LinkGraphView::paintLink(QPainter &p, const Ring &ring, size_t at, const QColor &color, double width) const
{
    const LinkCurve &curve = m_graph.curves[at];
    p.setPen(QPen(color, width));
    if (curve.isLoop()) {
        const double radius = LinkCurve::loopRadius * ring.radius;
        return p.drawEllipse(ring.toScreen(curve.control), radius, radius);
    }
    QPainterPath path(ring.toScreen(curve.from));
    path.quadTo(ring.toScreen(curve.control), ring.toScreen(curve.to));
    p.drawPath(path);
}

void LinkGraphView::paintLinks(QPainter &p, const Ring &ring) const
{
    p.setBrush(Qt::NoBrush);
    const double count = static_cast<double>(std::max<size_t>(1, m_graph.links.size()));
    const double widest = std::clamp(thickest * std::sqrt(fewLinks / count), thickestOfMany, thickest);
    const bool isFine = count <= finelyPainted;
    const double slowEdge = m_graph.links.size() <= directlyPainted ? 4 : 1.5;
    p.setRenderHint(QPainter::Antialiasing, isFine);
    for (size_t i = 0; i < m_graph.links.size(); ++i) {
        const MatrixLinkSum &l = link(m_graph.links[i]);
        const QColor color = linkColor(l);
        const std::optional<double> v = m_scope.of(l);
        const double share = v ? std::clamp(m_scale.share(*v), 0.0, 1.0) : 0;
        const double width = thinnest + share * (widest - thinnest);
        const bool slow = isSlow(m_graph.links[i]);
        // Pale ends of the ramp need an edge to be seen on the background.
        if (isFine || slow)
            paintLink(p, ring, i, slow ? theme().error() : theme().secondaryText(), width + (slow ? slowEdge : 0.6));
        paintLink(p, ring, i, color, isFine || slow ? width : 0); // 0: a pixel, which is drawn at once
        if (count <= fewLinks && !m_graph.curves[i].isLoop())
            paintArrow(p, ring, m_graph.curves[i]);
    }
}

void LinkGraphView::paintArrow(QPainter &p, const Ring &ring, const LinkCurve &curve) const
{
    const QPointF tip = ring.toScreen(curve.at(arrowAt));
    QPointF way = tip - ring.toScreen(curve.at(arrowAt - 0.05));
    // In a small ring they would cover their lines.
    way *= std::min(arrowLength, ring.radius / 12) / std::max(1e-9, std::hypot(way.x(), way.y()));
    const QPointF side(-way.y() / 2, way.x() / 2);
    p.save();
    p.setPen(Qt::NoPen);
    p.setBrush(theme().text());
    p.drawPolygon(QPolygonF(QList<QPointF>{tip, tip - way + side, tip - way - side}));
    p.restore();
}

void LinkGraphView::paintNode(QPainter &p, const Ring &ring, int node) const
{
    const double radius = nodeRadius(ring);
    const bool chosen = node == m_node;
    const bool marked = m_marked.count(node) > 0;
    p.setPen(QPen(chosen || marked || node == m_hoveredNode ? theme().accent() : theme().background(),
                  chosen || marked ? 2.5 : 1.5));
    p.setBrush(marked ? theme().accent() : chosen ? theme().panel() : theme().secondaryText());
    p.drawEllipse(ring.toScreen(m_graph.places[static_cast<size_t>(node)]), radius, radius);
}

void LinkGraphView::paintLabel(QPainter &p, const Ring &ring, int node, const QColor &color) const
{
    const double height = QFontMetricsF(p.font()).height();
    const double widest = widestLabel();
    const double out = ring.radius * (1 + 2 * LinkCurve::loopRadius) + labelGap;
    const auto i = static_cast<size_t>(node);
    const QPointF at = ring.center + m_graph.places[i] * (out + widest / 2);
    p.setPen(color);
    p.drawText(QRectF(at - QPointF(widest, height / 2), QSizeF(widest * 2, height)), Qt::AlignCenter,
               m_grid->ranks[i].label());
}

void LinkGraphView::paintRing(QPainter &p, const Ring &ring) const
{
    const size_t count = m_graph.places.size();
    const double radius = nodeRadius(ring);
    p.setPen(QPen(theme().background(), 1.5));
    p.setBrush(theme().secondaryText());
    for (const QPointF &place : m_graph.places)
        p.drawEllipse(ring.toScreen(place), radius, radius);
    const double apart = 6.28 * ring.radius / std::max<size_t>(1, count);
    const double needed = std::max(widestLabel(), QFontMetricsF(p.font()).height()) + 2;
    const auto every = std::max<size_t>(1, static_cast<size_t>(std::ceil(needed / apart)));
    // The last one would reach into the first.
    for (size_t i = 0; i < count && (i == 0 || i + every <= count); i += every)
        paintLabel(p, ring, static_cast<int>(i), theme().secondaryText());
    paintBlocks(p, ring);
}

template <typename Paint>
void LinkGraphView::paintKept(QPainter &p, QPixmap &picture, const Paint &paint) const
{
    const double ratio = devicePixelRatioF();
    if (picture.size() != size() * ratio) {
        picture = QPixmap(size() * ratio);
        picture.setDevicePixelRatio(ratio);
        picture.fill(Qt::transparent);
        QPainter once(&picture);
        once.setRenderHint(QPainter::Antialiasing);
        once.setFont(p.font());
        paint(once);
    }
    p.drawPixmap(0, 0, picture);
}

// Names beyond the numbers of the ranks, each at the middle of its block.
void LinkGraphView::paintBlocks(QPainter &p, const Ring &ring) const
{
    const QFontMetricsF metrics(p.font());
    double widest = 0;
    for (const MatrixRank &r : m_grid->ranks)
        widest = std::max(widest, metrics.horizontalAdvance(r.label()));
    const double out =
        ring.radius * (1 + 2 * LinkCurve::loopRadius) + labelGap * 3 + std::max(widest, metrics.height());
    p.setPen(theme().text());
    for (size_t b = 0; b < m_grid->names.size(); ++b) {
        const int first = b == 0 ? 0 : m_grid->starts[b - 1];
        const int last = b < m_grid->starts.size() ? m_grid->starts[b] - 1 : m_grid->count() - 1;
        QPointF way = m_graph.places[static_cast<size_t>((first + last) / 2)];
        if ((last - first) % 2 == 1) {
            way += m_graph.places[static_cast<size_t>((first + last) / 2 + 1)];
            const double length = std::hypot(way.x(), way.y());
            way = length < 1e-3 ? QPointF(1, 0) : way / length; // two ranks face each other
        }
        const QPointF at = ring.center + way * out;
        constexpr double level = 0.25; // of the ring: there names stand above or below rather than beside
        const bool beside = std::abs(way.x()) > level;
        const double room = !beside ? width() / 2.0 : way.x() > 0 ? width() - at.x() - 2 : at.x() - 2;
        const QString text = metrics.elidedText(m_grid->names[b], Qt::ElideMiddle, room);
        const double wide = metrics.horizontalAdvance(text) + 1;
        const double left = !beside ? at.x() - wide / 2 : way.x() > 0 ? at.x() : at.x() - wide;
        const double top = std::clamp(at.y() - metrics.height() / 2, 0.0, std::max(0.0, height() - metrics.height()));
        p.drawText(QRectF(left, top, wide, metrics.height()), Qt::AlignCenter, text);
    }
}

void LinkGraphView::paint(QPainter &p)
{
    if (m_graph.places.empty())
        return;
    p.setRenderHint(QPainter::Antialiasing);
    p.setFont(smallFont());
    const Ring now = ring();
    if (m_graph.links.size() <= directlyPainted)
        paintLinks(p, now);
    else
        paintKept(p, m_picture, [&](QPainter &once) { paintLinks(once, now); });
    p.setBrush(Qt::NoBrush);
    for (const int link : {m_hoveredLink, m_link}) {
        if (const int at = link < 0 ? -1 : drawnAt(link); at >= 0)
            paintLink(p, now, static_cast<size_t>(at), theme().accent(), thickest);
    }
    if (m_graph.places.size() <= fewNodes)
        paintRing(p, now);
    else
        paintKept(p, m_ringPicture, [&](QPainter &once) { paintRing(once, now); });
    for (const int node : m_marked)
        paintNode(p, now, node);
    // A label that has no room stands there as well while somebody looks at its rank.
    for (const int node : {m_hoveredNode, m_node}) {
        if (node < 0)
            continue;
        paintNode(p, now, node);
        paintLabel(p, now, node, theme().text());
    }
    if (m_drawing) {
        QColor fill = theme().accent();
        fill.setAlpha(40);
        p.setBrush(fill);
        p.setPen(QPen(theme().accent(), 1, Qt::DashLine));
        p.drawPolygon(m_lasso);
    }
    p.setRenderHint(QPainter::Antialiasing, false);
    paintFocus(p, rect().adjusted(1, 1, 0, 0));
}

Picture::TipLines LinkGraphView::tipOf(int node, int at) const
{
    MatrixTexts::Lines lines;
    if (node >= 0) {
        const MatrixRank &rank = m_grid->ranks[static_cast<size_t>(node)];
        lines.emplace_back(rank.global ? tr("Rank %1").arg(rank.label()) : rank.label(), QString());
        if (const int block = m_grid->blockOf(node); block >= 0 && !m_grid->names[static_cast<size_t>(block)].isEmpty())
            lines.emplace_back(tr("Group"), m_grid->names[static_cast<size_t>(block)]);
        const auto links = std::count_if(m_graph.links.begin(), m_graph.links.end(), [this, node](int l) {
            return link(l).source == node || link(l).destination == node;
        });
        lines.emplace_back(tr("Links drawn"), format::integer(links));
    } else {
        const MatrixLinkSum &l = link(at);
        lines.emplace_back(MatrixTexts::linkName(*m_grid, l.source, l.destination), QString());
        MatrixTexts::addBasis(*m_grid, l, lines);
        MatrixTexts::addAmounts(l, lines);
        MatrixTexts::addKind(l, lines);
        MatrixTexts::addRemarks(*m_grid, l, m_scope.leastMb, m_frames, lines);
    }
    return lines;
}

Picture::Tip LinkGraphView::tipAt(const QPoint &at) const
{
    const int node = nodeAt(at);
    const int link = node >= 0 ? -1 : linkAt(at);
    return m_drawing || (node < 0 && link < 0) ? Tip() : Tip{tipOf(node, link)};
}

void LinkGraphView::toggleMark(int node)
{
    if (!m_marked.erase(node))
        m_marked.insert(node);
    update();
    emit markedChanged();
}

void LinkGraphView::pickMarked()
{
    if (!m_marked.empty())
        emit nodesPicked(std::vector<int>(m_marked.begin(), m_marked.end()));
}

void LinkGraphView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    m_pressed = true;
    m_drawing = false;
    m_lasso.clear();
    m_lasso << event->position();
}

void LinkGraphView::mouseMoveEvent(QMouseEvent *event)
{
    const QPointF at = event->position();
    if (m_pressed) {
        m_drawing |= (at - m_lasso.front()).manhattanLength() >= QApplication::startDragDistance();
        if (m_drawing) {
            showTip(at.toPoint());
            m_lasso << at;
            update();
        }
        return;
    }
    const int node = nodeAt(at);
    const int link = node >= 0 ? -1 : linkAt(at);
    if (m_hoveredNode != node || m_hoveredLink != link) {
        m_hoveredNode = node;
        m_hoveredLink = link;
        update();
    }
    showTip(at.toPoint());
}

void LinkGraphView::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || !std::exchange(m_pressed, false))
        return QWidget::mouseReleaseEvent(event);
    if (std::exchange(m_drawing, false)) {
        const Ring now = ring();
        QPolygonF lasso;
        for (const QPointF &point : std::as_const(m_lasso))
            lasso << now.toRing(point);
        update();
        if (const std::vector<int> nodes = nodesWithin(m_graph.places, lasso); !nodes.empty())
            emit nodesPicked(nodes);
        return;
    }
    const int node = nodeAt(event->position());
    if (node >= 0 && event->modifiers().testFlag(Qt::ControlModifier))
        return toggleMark(node);
    if (node >= 0)
        chooseNode(node);
    else if (const int link = linkAt(event->position()); link >= 0)
        emit linkClicked(link);
}

void LinkGraphView::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (const int node = nodeAt(event->position()); event->button() == Qt::LeftButton && node >= 0)
        emit nodeActivated(node);
}

void LinkGraphView::leaveEvent(QEvent *event)
{
    m_hoveredNode = m_hoveredLink = -1;
    update();
    QWidget::leaveEvent(event);
}

bool LinkGraphView::isKey(const QKeyEvent &event) const
{
    const bool leaves = event.key() == Qt::Key_Escape || event.key() == Qt::Key_Backspace;
    return (event.modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier &&
           (leaves ? m_drawing || m_restricted || !m_marked.empty() : event.key() == Qt::Key_Space);
}

void LinkGraphView::chooseNode(int node)
{
    m_nodeChosen = true;
    emit nodeClicked(node);
}

void LinkGraphView::open()
{
    if (!m_marked.empty())
        pickMarked();
    else if (m_restricted && !m_nodeChosen)
        emit ranksActivated();
    else if (m_node >= 0)
        emit nodeActivated(m_node);
}

void LinkGraphView::walkNodes(int by)
{
    const int count = static_cast<int>(m_graph.places.size());
    if (count > 0)
        chooseNode(m_node < 0 ? 0 : (m_node + by + count) % count);
}

void LinkGraphView::walkLinks(int by)
{
    std::vector<int> links;
    for (const int l : m_graph.links) {
        if (link(l).source == m_node)
            links.push_back(l);
    }
    if (links.empty())
        return;
    const auto now = std::find(links.begin(), links.end(), m_link);
    const auto count = std::ssize(links);
    emit linkClicked(now == links.end() ? links.back()
                                        : links[static_cast<size_t>((now - links.begin() + by + count) % count)]);
}

void LinkGraphView::goBack(bool leaves)
{
    if (m_marked.empty())
        return leaves ? emit leaveRequested() : emit backRequested();
    m_marked.clear();
    update();
    emit markedChanged();
}

bool LinkGraphView::runKey(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        walkNodes(event->key() == Qt::Key_Left ? -1 : 1);
        return true;
    case Qt::Key_Up:
    case Qt::Key_Down:
        walkLinks(event->key() == Qt::Key_Up ? 1 : -1);
        return true;
    case Qt::Key_Space:
        if (m_node >= 0)
            toggleMark(m_node);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        open();
        return true;
    case Qt::Key_Escape:
        if (std::exchange(m_drawing, false)) {
            m_pressed = false;
            update();
        } else {
            goBack(true);
        }
        return true;
    case Qt::Key_Backspace:
        goBack(false);
        return true;
    default:
        return false;
    }
}

} // namespace rs

#include "moc_linkgraphview.cpp"
