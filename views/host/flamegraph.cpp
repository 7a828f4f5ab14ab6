// SPDX-License-Identifier: Apache-2.0
#include "views/host/flamegraph.h"

#include "items/format.h"
#include "views/widgets/theme.h"

#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace rs {

namespace {

constexpr double leastFlame = 1.5; ///< pixels; narrower ones are drawn as one
constexpr int barPadding = 4;
constexpr qint64 nsPerUs = 1000;

} // namespace

FlameGraph::FlameGraph(const Theme *theme, QWidget *parent)
    : Picture(theme, parent), m_scroll(new QScrollBar(Qt::Vertical, this))
{
    setAttribute(Qt::WA_OpaquePaintEvent);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->hide();
    connect(m_scroll, &QScrollBar::valueChanged, this, [this] { update(); });
    retranslate();
}

void FlameGraph::retranslate()
{
    setAccessibleName(tr("Flame graph of call stacks"));
    update();
}

int FlameGraph::rowHeight() const
{
    return fontMetrics().height() + barPadding;
}

QSize FlameGraph::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 90, rowHeight() * 12};
}

QSize FlameGraph::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 30, rowHeight() * 4};
}

void FlameGraph::setStacks(std::shared_ptr<const HostStacks> stacks)
{
    m_stacks = std::move(stacks);
    m_zoomed = HostStacks::Root;
    m_chosen = HostStacks::Root;
    forgetHover();
    search();
    layOut();
    emit zoomChanged();
}

void FlameGraph::zoomTo(quint32 node)
{
    if (!m_stacks || node >= m_stacks->size() || node == m_zoomed)
        return;
    m_zoomed = node;
    layOut();
    bringIntoSight(node);
    emit zoomChanged();
}

void FlameGraph::setChosen(quint32 node)
{
    if (!m_stacks || node >= m_stacks->size() || node == m_chosen)
        return;
    m_chosen = node;
    // Only the tree below the zoomed node is drawn.
    quint32 at = node;
    while (at != m_zoomed && at != HostStacks::Root)
        at = m_stacks->at(at).parent;
    if (at != m_zoomed)
        zoomTo(HostStacks::Root);
    bringIntoSight(node);
    update();
}

void FlameGraph::setSearch(const QString &text)
{
    if (text == m_search)
        return;
    m_search = text;
    search();
    update();
}

void FlameGraph::search()
{
    m_isMatch.clear();
    m_byWeight.clear();
    m_matchedShare = 0;
    if (!m_stacks || m_search.isEmpty())
        return;
    m_isMatch.resize(m_stacks->size());
    std::vector<bool> ofText(m_stacks->texts()->size());
    for (quint32 i = 0; i < m_stacks->texts()->size(); ++i)
        ofText[i] = m_stacks->texts()->text(StrId{i}).contains(m_search, Qt::CaseInsensitive);
    std::vector<bool> isCounted(m_stacks->size());
    double matched = 0;
    for (quint32 node = 1; node < m_stacks->size(); ++node) {
        const StackNode &n = m_stacks->at(node);
        m_isMatch[node] = n.text != NoText && ofText[raw(n.text)];
        if (m_isMatch[node])
            m_byWeight.push_back(node);
        isCounted[node] = isCounted[n.parent] || m_isMatch[node];
        if (m_isMatch[node] && !isCounted[n.parent])
            matched += m_stacks->weight(node);
    }
    std::stable_sort(m_byWeight.begin(), m_byWeight.end(),
                     [this](quint32 a, quint32 b) { return m_stacks->weight(a) > m_stacks->weight(b); });
    const double all = m_stacks->weight(HostStacks::Root);
    m_matchedShare = all > 0 ? matched / all : 0;
}

std::optional<quint32> FlameGraph::goToMatch(bool forward)
{
    if (m_byWeight.empty())
        return std::nullopt;
    const auto count = static_cast<std::ptrdiff_t>(m_byWeight.size());
    const auto at = std::find(m_byWeight.begin(), m_byWeight.end(), m_chosen) - m_byWeight.begin();
    const auto next = at == count ? (forward ? 0 : count - 1) : (at + (forward ? 1 : count - 1)) % count;
    const quint32 node = m_byWeight[static_cast<size_t>(next)];
    setChosen(node);
    const double readable = fontMetrics().averageCharWidth() * 4.0;
    if (rectOf(node).width() < readable)
        zoomTo(m_stacks->at(node).parent);
    bringIntoSight(node);
    update();
    return node;
}

void FlameGraph::layOut()
{
    m_bars.clear();
    if (m_stacks && m_stacks->weight(HostStacks::Root) > 0) {
        const int row = rowHeight();
        // The callers of what fills the width stand above it.
        std::vector<quint32> callers;
        for (quint32 at = m_zoomed; at != HostStacks::Root;) {
            at = m_stacks->at(at).parent;
            callers.push_back(at);
        }
        const int deepest = static_cast<int>(m_stacks->deepest()) + 1;
        m_scroll->setVisible(deepest * row > height());
        const int across = m_scroll->sizeHint().width();
        m_scroll->setGeometry(width() - across, 0, across, height());
        m_scroll->setRange(0, std::max(0, deepest * row - height()));
        m_scroll->setPageStep(height());
        m_scroll->setSingleStep(row);
        const double whole = width() - (m_scroll->isHidden() ? 0 : across);
        for (size_t i = callers.size(); i-- > 0;)
            m_bars.push_back({QRectF(0, m_stacks->at(callers[i]).depth * row, whole, row), callers[i], false});
        m_bars.push_back({QRectF(0, m_stacks->at(m_zoomed).depth * row, whole, row), m_zoomed, false});
        // Level by level: bars come in the order of their places.
        for (size_t at = m_bars.size() - 1; at < m_bars.size(); ++at) {
            const Bar of = m_bars[at];
            if (of.isRest)
                continue;
            const double weight = drawnWeight(of.node);
            double x = of.rect.left();
            const double y = of.rect.bottom();
            if (weight <= 0 || m_stacks->at(of.node).kind == StackNodeKind::Operator)
                continue;
            for (const quint32 child : m_stacks->childrenOf(of.node)) {
                if (m_stacks->at(child).kind == StackNodeKind::NoStack && weight < m_stacks->weight(of.node))
                    continue;
                const double across1 = m_stacks->weight(child) / weight * of.rect.width();
                // They come by weight: none of the others is wider.
                if (across1 < leastFlame) {
                    const double left = of.rect.right() - x;
                    if (left >= 1)
                        m_bars.push_back({QRectF(x, y, left, row), of.node, true});
                    break;
                }
                m_bars.push_back({QRectF(x, y, across1, row), child, false});
                x += across1;
            }
        }
    }
    update();
}

double FlameGraph::drawnWeight(quint32 node) const
{
    const double all = m_stacks->weight(node);
    double without = 0;
    for (const quint32 child : m_stacks->childrenOf(node))
        without += m_stacks->at(child).kind == StackNodeKind::NoStack ? m_stacks->weight(child) : 0;
    return without < all ? all - without : all;
}

QString FlameGraph::textOf(quint32 node) const
{
    switch (m_stacks->at(node).kind) {
    case StackNodeKind::Root:
        return tr("All operators");
    case StackNodeKind::NoStack:
        return tr("Without a call stack");
    case StackNodeKind::Frame:
    case StackNodeKind::Operator:
        break;
    }
    return format::displayText(m_stacks->texts()->text(m_stacks->at(node).text));
}

QString FlameGraph::timeText(double us) const
{
    return format::duration(std::llround(us * static_cast<double>(nsPerUs)));
}

// "/home/me/main.py(345): train"
QString FlameGraph::labelOf(quint32 node, int width) const
{
    const QString text = textOf(node);
    const auto hasRoom = [&](const QString &label) { return fontMetrics().horizontalAdvance(label) <= width; };
    if (hasRoom(text))
        return text;
    const qsizetype line =
        m_stacks->at(node).kind == StackNodeKind::Frame ? text.lastIndexOf(QLatin1String("): ")) : -1;
    if (line < 0)
        return fontMetrics().elidedText(text, Qt::ElideMiddle, width);
    const qsizetype folder = std::max(text.lastIndexOf(u'/', line), text.lastIndexOf(u'\\', line));
    if (const QString inFile = text.mid(folder + 1); hasRoom(inFile))
        return inFile;
    const QString name = text.mid(line + 3);
    return hasRoom(name) ? name : fontMetrics().elidedText(name, Qt::ElideRight, width);
}

Picture::TipLines FlameGraph::tipLines(quint32 node) const
{
    const StackNode &n = m_stacks->at(node);
    TipLines out{{textOf(node), {}}};
    const auto add = [&](const QString &label, HostTime t) {
        if (n.sums.has(t))
            out.emplace_back(label, timeText(n.sums.us(t)));
    };
    add(tr("Host total"), HostTime::HostTotal);
    add(tr("Host self"), HostTime::HostSelf);
    const double all = m_stacks->weight(HostStacks::Root);
    if (all > 0)
        out.emplace_back(tr("Part of all"), format::percent(m_stacks->weight(node) / all));
    if (const double zoomed = m_stacks->weight(m_zoomed); m_zoomed != HostStacks::Root && zoomed > 0)
        out.emplace_back(tr("Part of what fills the width"), format::percent(m_stacks->weight(node) / zoomed));
    add(tr("Device total"), HostTime::DeviceTotal);
    add(tr("AI core total"), HostTime::CoreTotal);
    out.emplace_back(tr("Calls of operators"), format::integer(n.calls));
    return out;
}

QRectF FlameGraph::rectOf(quint32 node) const
{
    const auto at =
        std::find_if(m_bars.begin(), m_bars.end(), [node](const Bar &b) { return b.node == node && !b.isRest; });
    return at == m_bars.end() ? QRectF() : at->rect.translated(0, -m_scroll->value());
}

std::optional<quint32> FlameGraph::nodeAt(const QPoint &at) const
{
    const QPointF place(at.x() + 0.5, at.y() + m_scroll->value() + 0.5);
    const auto bar =
        std::find_if(m_bars.begin(), m_bars.end(), [&](const Bar &b) { return !b.isRest && b.rect.contains(place); });
    return bar == m_bars.end() ? std::nullopt : std::optional(bar->node);
}

QColor FlameGraph::colorOf(quint32 node) const
{
    switch (m_stacks->at(node).kind) {
    case StackNodeKind::Root:
        return theme().panel();
    case StackNodeKind::NoStack:
        return theme().category(TimeCategory::Idle);
    case StackNodeKind::Operator:
        return theme().slice(SliceKind::Framework, Theme::nameHash(m_stacks->text(node)));
    case StackNodeKind::Frame:
        break;
    }
    // Functions of one file have one shade.
    const std::string_view text = m_stacks->text(node);
    return theme().slice(SliceKind::Python, Theme::nameHash(text.substr(0, text.find('('))));
}

void FlameGraph::paint(QPainter &painter)
{
    if (!m_stacks)
        return;
    const QRect part = painter.clipBoundingRect().toAlignedRect();
    const int scrolled = m_scroll->value();
    const auto isHigher = [](const Bar &b, double y) { return b.rect.bottom() <= y; };
    const auto first = std::lower_bound(m_bars.begin(), m_bars.end(), double(part.top() + scrolled), isHigher);
    for (auto bar = first; bar != m_bars.end(); ++bar) {
        const QRectF rect = bar->rect.translated(0, -scrolled);
        if (rect.top() > part.bottom())
            break;
        const QRectF inner = rect.adjusted(0, 0, -1, -1);
        if (bar->isRest) {
            painter.fillRect(inner, QBrush(theme().hairline(), Qt::Dense4Pattern));
            continue;
        }
        QColor fill = colorOf(bar->node);
        const bool isPale = (!m_search.isEmpty() && !isMatch(bar->node)) ||
                            m_stacks->at(bar->node).depth < m_stacks->at(m_zoomed).depth;
        if (isPale) {
            const QColor under = theme().background();
            const auto mixed = [](int a, int b) { return (a + 3 * b) / 4; };
            fill = QColor(mixed(fill.red(), under.red()), mixed(fill.green(), under.green()),
                          mixed(fill.blue(), under.blue()));
        }
        painter.fillRect(inner, fill);
        const double room = inner.width() - 2 * barPadding;
        if (room > fontMetrics().averageCharWidth() * 2) {
            painter.setPen(Theme::labelOn(fill));
            painter.drawText(inner.adjusted(barPadding, 0, -barPadding, 0), Qt::AlignLeft | Qt::AlignVCenter,
                             labelOf(bar->node, static_cast<int>(room)));
        }
        if (bar->node == m_chosen || static_cast<int>(bar->node) == hoveredItem()) {
            const bool isChosen = bar->node == m_chosen && m_chosen != HostStacks::Root;
            painter.setPen(QPen(isChosen ? theme().accent() : theme().secondaryText(), isChosen ? 2 : 1));
            painter.drawRect(inner.adjusted(1, 1, -1, -1));
        }
    }
    paintFocus(painter, rect().adjusted(1, 1, 0, 0));
}

void FlameGraph::resizeEvent(QResizeEvent *)
{
    layOut();
}

void FlameGraph::bringIntoSight(quint32 node)
{
    const int row = rowHeight();
    const int top = static_cast<int>(m_stacks->at(node).depth) * row;
    if (top < m_scroll->value())
        m_scroll->setValue(top);
    else if (top + row > m_scroll->value() + height())
        m_scroll->setValue(top + row - height());
}

void FlameGraph::choose(quint32 node)
{
    if (node == m_chosen)
        return;
    m_chosen = node;
    bringIntoSight(node);
    update();
    emit nodeChosen(node);
}

// To callers and callees that are drawn, and to what stands beside.
void FlameGraph::walk(int key)
{
    const quint32 parent = m_stacks->at(m_chosen).parent;
    if (key == Qt::Key_Up) {
        if (m_chosen != HostStacks::Root)
            choose(parent);
        return;
    }
    const auto isDrawn = [this](quint32 node) { return !rectOf(node).isEmpty(); };
    if (key == Qt::Key_Down) {
        const auto children = m_stacks->childrenOf(m_chosen);
        const auto at = std::find_if(children.begin(), children.end(), isDrawn);
        if (at != children.end())
            choose(*at);
        return;
    }
    if (m_chosen == HostStacks::Root)
        return;
    const auto beside = m_stacks->childrenOf(parent);
    const auto at = std::find(beside.begin(), beside.end(), m_chosen);
    if (key == Qt::Key_Left && at != beside.begin() && isDrawn(*(at - 1)))
        choose(*(at - 1));
    if (key == Qt::Key_Right && at + 1 != beside.end() && isDrawn(*(at + 1)))
        choose(*(at + 1));
}

bool FlameGraph::runKey(QKeyEvent *event)
{
    if (!m_stacks)
        return false;
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Left:
    case Qt::Key_Right:
        walk(event->key());
        return true;
    case Qt::Key_Home:
        choose(HostStacks::Root);
        return true;
    case Qt::Key_Backspace:
        zoomTo(m_stacks->at(m_zoomed).parent);
        return true;
    case Qt::Key_Escape:
        if (m_zoomed == HostStacks::Root)
            return false;
        showAll();
        return true;
    default:
        return false;
    }
}

int FlameGraph::itemAt(const QPoint &at) const
{
    const auto node = m_stacks ? nodeAt(at) : std::nullopt;
    return node ? static_cast<int>(*node) : -1;
}

void FlameGraph::chooseItem(int item)
{
    if (item >= 0)
        choose(static_cast<quint32>(item));
}

void FlameGraph::activateItem(int item)
{
    const auto node = static_cast<quint32>(item);
    if (node == m_zoomed)
        emit nodeActivated(node);
    else
        zoomTo(node);
}

Picture::Tip FlameGraph::tipAt(const QPoint &at) const
{
    const int node = itemAt(at);
    return node < 0 ? Tip() : Tip{tipLines(static_cast<quint32>(node))};
}

void FlameGraph::wheelEvent(QWheelEvent *event)
{
    if (m_scroll->maximum() == 0)
        return QWidget::wheelEvent(event);
    constexpr int notch = 120;
    m_scroll->setValue(m_scroll->value() - event->angleDelta().y() * 3 * rowHeight() / notch);
    event->accept();
}

// One caller out while a part is shown; only the whole graph leaves the key to the way back of the window.
bool FlameGraph::isKey(const QKeyEvent &event) const
{
    return m_stacks && m_zoomed != HostStacks::Root && event.key() == Qt::Key_Backspace;
}

void FlameGraph::changeEvent(QEvent *event)
{
    Picture::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        layOut();
}

} // namespace rs

#include "moc_flamegraph.cpp"
