// SPDX-License-Identifier: Apache-2.0
#include "views/parallel/graphcanvas.h"

#include "items/format.h"
#include "views/widgets/theme.h"
#include "views/timeline/canvas/slicecolors.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace rs {

namespace {

constexpr int leastSlot = 14;
constexpr int slotChars = 36;     // of the widest box
constexpr int bareSlotChars = 12; // of one that has its name beside it
constexpr int mapWidth = 56;
constexpr double leastLayers = 4;      // of the closest look
constexpr unsigned paleBoxShare = 176; // of 256: how much of the background a box outside the halo has

// Boxes close up before their names have to go.
int closeHeight(double pitch)
{
    return static_cast<int>(pitch) - 1;
}

} // namespace

GraphCanvas::GraphCanvas(const Theme *theme, QWidget *parent) : TimePicture(theme, parent)
{
    setLeast(static_cast<qint64>(leastLayers * layerUnits));
}

void GraphCanvas::themeChanged()
{
    updateLegend();
    updateMinimap();
    update();
}

QSize GraphCanvas::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 40, fontMetrics().height() * 12};
}

void GraphCanvas::setContent(Content content)
{
    const bool same = content.graph && content.graph == m_content.graph;
    const TimeWindow before = window();
    const int layersBefore = m_content.layout ? m_content.layout->layers : 0;
    m_content = std::move(content);
    if (!same)
        m_selected = m_clicked = None;
    m_halo.clear();
    m_found.clear();
    m_currentFound = None;
    m_waits.clear();
    if (m_content.graph && m_content.layout) {
        for (const GraphPair &p : m_content.graph->pairs) {
            auto &wait = m_waits[m_content.layout->boxOf[p.receive]];
            if (p.waitNs)
                wait = std::max(wait.value_or(0), *p.waitNs);
        }
    }
    const int layers = m_content.layout ? m_content.layout->layers : 0;
    setLimits(layers > 0 ? TimeWindow{-layerUnits / 2, layers * layerUnits + layerUnits / 2} : TimeWindow());
    updateLegend();
    layOut();
    if (!same || before.isEmpty() || layersBefore == 0) {
        fit();
    } else {
        // Other layers of the same graph: what is selected stays in sight.
        setWindow({before.fromNs, std::min(before.toNs, limits().toNs)});
        if (m_selected != None)
            reveal(selectedBox());
    }
    updateSelection();
    updateMinimap();
    update();
}

void GraphCanvas::setHalo(const std::vector<quint8> &flags)
{
    m_halo.clear();
    if (!flags.empty() && !isEmpty()) {
        m_halo.assign(m_content.layout->boxes.size(), HaloNone);
        for (size_t n = 0; n < flags.size() && n < m_content.layout->boxOf.size(); ++n) {
            if (const quint32 b = m_content.layout->boxOf[n]; b != None)
                m_halo[b] |= flags[n];
        }
    }
    updateLegend();
    layOut();
    updateMinimap();
    update();
}

void GraphCanvas::setFound(const std::vector<quint32> &nodes, int current)
{
    m_found.clear();
    m_currentFound = None;
    if (!nodes.empty() && !isEmpty()) {
        m_found.assign(m_content.layout->boxes.size(), false);
        for (const quint32 n : nodes) {
            if (const quint32 b = m_content.layout->boxOf[n]; b != None)
                m_found[b] = true;
        }
        if (current >= 0)
            m_currentFound = m_content.layout->boxOf[nodes[static_cast<size_t>(current)]];
    }
    updateMinimap();
    update();
}

void GraphCanvas::setLongLinks(bool shown)
{
    m_longLinks = shown;
    update();
}

quint32 GraphCanvas::selectedBox() const
{
    return m_selected == None || isEmpty() ? None : m_content.layout->boxOf[m_selected];
}

void GraphCanvas::setSelected(quint32 node, bool show)
{
    m_selected = node;
    if (node == None)
        m_halo.clear();
    updateSelection();
    if (show && selectedBox() != None)
        reveal(selectedBox());
    update();
}

void GraphCanvas::updateSelection()
{
    m_ownLinks.clear();
    const quint32 box = selectedBox();
    if (box == None)
        return;
    for (const GraphLink &l : m_content.layout->links) {
        if (l.from == box || l.to == box)
            m_ownLinks.push_back(l);
    }
}

QColor GraphCanvas::colorOf(GraphKind kind) const
{
    switch (kind) {
    case GraphKind::Compute:
    case GraphKind::Special:
        // Beside operators that are split; a trace tells none.
        if (m_content.graph && m_content.graph->counts.split > 0)
            return QColor(mixed(theme().category(TimeCategory::PureCompute).rgb(), theme().background().rgb(), 130));
        return theme().category(TimeCategory::PureCompute);
    case GraphKind::Split:
        return theme().category(TimeCategory::PureCompute);
    case GraphKind::Communication:
        return theme().series(9);
    case GraphKind::Redistribution:
        return theme().series(2);
    case GraphKind::GradientAggregation:
        return theme().series(5);
    case GraphKind::Send:
        return theme().category(TimeCategory::Uncovered);
    case GraphKind::Receive:
        return theme().series(8);
    }
    return {};
}

QColor GraphCanvas::haloColor(bool upstream) const
{
    return upstream ? theme().series(3) : theme().divergingRamp(1);
}

QString GraphCanvas::kindName(GraphKind kind)
{
    switch (kind) {
    case GraphKind::Special:
        return tr("special");
    case GraphKind::GradientAggregation:
        return tr("gradient aggregation");
    case GraphKind::Redistribution:
        return tr("redistribution");
    case GraphKind::Send:
        return tr("send");
    case GraphKind::Receive:
        return tr("receive");
    case GraphKind::Communication:
        return tr("communication");
    case GraphKind::Split:
        return tr("computing, split");
    case GraphKind::Compute:
        return tr("computing");
    }
    return {};
}

void GraphCanvas::updateLegend()
{
    m_legend.clear();
    forgetLegend();
    if (isEmpty())
        return;
    std::array<bool, graphKinds> used{};
    for (const GraphNode &n : m_content.graph->nodes)
        used[static_cast<size_t>(n.kind)] = true;
    for (const GraphKind kind :
         {GraphKind::Compute, GraphKind::Split, GraphKind::Redistribution, GraphKind::GradientAggregation,
          GraphKind::Communication, GraphKind::Send, GraphKind::Receive}) {
        if (used[static_cast<size_t>(kind)])
            m_legend.push_back({kindName(kind), colorOf(kind)});
    }
    if (m_content.graph->counts.split > 0)
        m_legend.push_back({tr("number: parts that a dimension is split into"), theme().ramp(0.5)});
    if (!m_halo.empty()) {
        m_legend.push_back({tr("upstream of the selection"), haloColor(true), LegendEntry::Mark::Frame});
        m_legend.push_back({tr("downstream of it"), haloColor(false), LegendEntry::Mark::Frame});
    }
}

void GraphCanvas::retranslate()
{
    setAccessibleName(tr("Graph of the operators by stage"));
    updateLegend();
    layOut();
    update();
}

int GraphCanvas::gutter() const
{
    return fontMetrics().height() + 4;
}

QRect GraphCanvas::plot() const
{
    const int top = legendBottom() + fontMetrics().height() + edge;
    return {0, top, std::max(1, width() - mapWidth - edge), std::max(1, height() - top - barSize())};
}

QRect GraphCanvas::minimapRect() const
{
    const QRect p = plot();
    return {width() - mapWidth, p.top(), mapWidth, p.height()};
}

void GraphCanvas::layOut()
{
    m_places.clear();
    int whole = 0;
    const int available = std::max(1, width() - mapWidth - edge);
    if (!isEmpty()) {
        int lanes = 0;
        for (const GraphColumn &c : m_content.layout->columns)
            lanes += c.lanes;
        const auto columns = static_cast<int>(m_content.layout->columns.size());
        const int fixed = columns * (gutter() + 3 * edge);
        const int layers = std::max(1, m_content.layout->layers);
        // As they are when all are in sight: zooming moves nothing sideways.
        const bool named = closeHeight(static_cast<double>(height() - plot().top()) / (layers + 1)) >= leastNamePixels;
        m_slotWidth = std::clamp((available - fixed) / std::max(1, lanes), leastSlot,
                                 fontMetrics().averageCharWidth() * (named ? slotChars : bareSlotChars));
        // Free room goes around the stages, so that they do not touch the edge; or behind each, for its names.
        const int left = std::max(0, available - fixed - lanes * m_slotWidth);
        const int rest = left / (named ? columns + 1 : columns);
        whole = named ? rest : 0;
        for (const GraphColumn &c : m_content.layout->columns) {
            const int room = named ? 0 : std::max(0, rest - (m_content.layout->links.empty() ? edge : linkRoom));
            m_places.push_back({whole + gutter() + edge, c.lanes, room});
            whole += gutter() + 3 * edge + c.lanes * m_slotWidth + rest;
        }
    }
    setLines(whole > available + edge ? whole : 0, m_slotWidth);
}

double GraphCanvas::pitch() const
{
    return window().isEmpty()
               ? 1
               : static_cast<double>(layerUnits) * plot().height() / static_cast<double>(window().lengthNs());
}

double GraphCanvas::topOf(int layer) const
{
    return plot().top() +
           static_cast<double>(layer * layerUnits - window().fromNs) * pitch() / static_cast<double>(layerUnits);
}

int GraphCanvas::boxHeight() const
{
    const int line = fontMetrics().height();
    return std::max({1, std::min(closeHeight(pitch()), line), std::min(static_cast<int>(pitch() * 0.76), line + 8)});
}

size_t GraphCanvas::columnOf(quint32 box) const
{
    const auto &columns = m_content.layout->columns;
    const auto at = std::upper_bound(columns.begin(), columns.end(), box,
                                     [](quint32 b, const GraphColumn &c) { return b < c.last; });
    return static_cast<size_t>(at - columns.begin());
}

int GraphCanvas::rightOf(size_t column) const
{
    const Place &place = m_places[column];
    // Names of thin boxes stand beside them.
    return place.left - scrolled() + place.lanes * m_slotWidth + (namePixels() > 0 ? place.room : 0) - 2;
}

int GraphCanvas::widthOf(quint32 box, size_t column) const
{
    const auto &boxes = m_content.layout->boxes;
    const GraphColumn &c = m_content.layout->columns[column];
    const GraphBox &own = boxes[box];
    if (pitch() < thinPitch)
        return m_slotWidth - 4;
    // The boxes of a layer follow each other, but not by their slots.
    int next = graphSlots;
    quint32 first = box;
    while (first > c.first && boxes[first - 1].layer == own.layer)
        --first;
    for (quint32 b = first; b < c.last && boxes[b].layer == own.layer; ++b) {
        if (boxes[b].slot > own.slot)
            next = std::min(next, boxes[b].slot);
    }
    return next < graphSlots ? (next - own.slot) * m_slotWidth - 4
                             : rightOf(column) - (m_places[column].left - scrolled() + own.slot * m_slotWidth + 2);
}

QRect GraphCanvas::uncutRect(quint32 box) const
{
    const GraphBox &b = m_content.layout->boxes[box];
    const size_t column = columnOf(box);
    const Place &place = m_places[column];
    const int h = boxHeight();
    const double y = topOf(b.layer) + (pitch() - h) / 2;
    return {place.left + b.slot * m_slotWidth - scrolled() + 2, static_cast<int>(std::floor(y)), widthOf(box, column),
            h};
}

QRect GraphCanvas::boxRect(quint32 box) const
{
    return isEmpty() || box == None ? QRect() : uncutRect(box) & plot();
}

std::pair<quint32, quint32> GraphCanvas::visibleOf(const GraphColumn &column, int around) const
{
    const auto &boxes = m_content.layout->boxes;
    const qint64 from = window().fromNs / layerUnits - around;
    const qint64 to = window().toNs / layerUnits + around;
    const auto begin = boxes.begin() + column.first;
    const auto end = boxes.begin() + column.last;
    const auto first =
        std::lower_bound(begin, end, from, [](const GraphBox &b, qint64 layer) { return b.layer < layer; });
    const auto last = std::upper_bound(first, end, to, [](qint64 layer, const GraphBox &b) { return layer < b.layer; });
    return {static_cast<quint32>(first - boxes.begin()), static_cast<quint32>(last - boxes.begin())};
}

quint32 GraphCanvas::boxAt(const QPoint &at) const
{
    if (isEmpty() || !plot().contains(at))
        return None;
    for (const GraphColumn &c : m_content.layout->columns) {
        const auto [first, last] = visibleOf(c, 0);
        // Thin boxes are met within two pixels.
        const int more = boxHeight() < 4 ? 2 : 0;
        quint32 nearest = None;
        for (quint32 b = first; b < last; ++b) {
            const QRect r = uncutRect(b).adjusted(0, -more, 0, more);
            if (r.contains(at) &&
                (nearest == None || isRarer(m_content.layout->boxes[b].kind, m_content.layout->boxes[nearest].kind)))
                nearest = b;
        }
        if (nearest != None)
            return nearest;
    }
    return None;
}

int GraphCanvas::scopeAround(quint32 box) const
{
    const auto &runs = m_content.layout->runs;
    const auto at =
        std::upper_bound(runs.begin(), runs.end(), box, [](quint32 b, const GraphRun &r) { return b < r.last; });
    return at == runs.end() ? 0 : at->scope;
}

int GraphCanvas::scopeAt(const QPoint &at) const
{
    if (isEmpty() || !plot().contains(at))
        return -1;
    for (size_t c = 0; c < m_places.size(); ++c) {
        const int right = m_places[c].left - scrolled() - 2;
        if (at.x() < right - gutter() || at.x() >= right)
            continue;
        const GraphColumn &column = m_content.layout->columns[c];
        for (const GraphRun &r : m_content.layout->runs) {
            if (r.first < column.first || r.first >= column.last)
                continue;
            const double top = topOf(m_content.layout->boxes[r.first].layer);
            const double bottom = topOf(m_content.layout->boxes[r.last - 1].layer + 1);
            if (at.y() >= top && at.y() < bottom)
                return r.scope > 0 ? r.scope : -1;
        }
    }
    return -1;
}

QString GraphCanvas::labelOf(const GraphBox &box) const
{
    if (!box.isGroup())
        return format::displayText(m_content.graph->shortName(box.first));
    return tr("▸ %1 (%2)")
        .arg(format::displayText(m_content.graph->scopes[static_cast<size_t>(box.scope)].leaf),
             format::integer(box.operators));
}

QColor GraphCanvas::fillOf(quint32 box) const
{
    const QColor full = colorOf(m_content.layout->boxes[box].kind);
    const bool isPale = !m_halo.empty() && m_halo[box] == HaloNone && box != selectedBox();
    return isPale ? QColor(mixed(full.rgb(), theme().background().rgb(), paleBoxShare)) : full;
}

std::vector<std::pair<QString, QString>> GraphCanvas::tipLines(quint32 at) const
{
    if (isEmpty() || at == None)
        return {};
    const GraphBox &box = m_content.layout->boxes[at];
    const StrategyGraph &g = *m_content.graph;
    std::vector<std::pair<QString, QString>> out;
    if (box.isGroup()) {
        out.emplace_back(tr("Namespace"), format::displayText(g.scopes[static_cast<size_t>(box.scope)].path));
        out.emplace_back(tr("Operators"), format::integer(box.operators));
        out.emplace_back(tr("Most are"), kindName(box.kind));
        out.emplace_back(tr("Order"), tr("%1 to %2").arg(g.order(box.first)).arg(g.order(box.last)));
        return out;
    }
    out.emplace_back(tr("Operator"), format::displayText(g.shortName(box.first)));
    out.emplace_back(tr("Kind"), kindName(box.kind));
    out.emplace_back(tr("Order"), QString::number(g.order(box.first)));
    if (const QString split = g.text(box.first, &StrategyColumns::strategy); !split.isEmpty())
        out.emplace_back(tr("Split strategy"), format::displayText(split));
    if (const QStringList groups = g.groups(box.first); !groups.isEmpty())
        out.emplace_back(tr("Communication domain"), format::displayText(groups.join(QStringLiteral(", "))));
    if (g.nodes[box.first].durationNs >= 0)
        out.emplace_back(tr("Duration"), format::duration(g.nodes[box.first].durationNs));
    if (const auto wait = m_waits.find(at); wait != m_waits.end() && wait->second)
        out.emplace_back(tr("Waits for its Send"), format::duration(*wait->second));
    if (const QString scope = g.text(box.first, &StrategyColumns::scope); !scope.isEmpty())
        out.emplace_back(tr("Namespace"), format::displayText(scope));
    return out;
}

} // namespace rs

#include "moc_graphcanvas.cpp"
