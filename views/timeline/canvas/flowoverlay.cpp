// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/canvas/flowoverlay.h"

#include "items/format.h"

#include <QLineF>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <unordered_map>

namespace rs {

namespace {
constexpr size_t mostWalked = 200'000; // of one kind and rank; beyond it every n-th is looked at
constexpr int mostOfSlice = 200;
constexpr int far = 100'000;
constexpr int firstCell = 3;     // pixels within which two ends count as the same spot
constexpr int nearCell = 24;     // pixels that neighbours may lie apart in one bundle for the sake of a clear picture
constexpr double bundleHead = 6; // pixels
constexpr double sliceHead = 8;
constexpr size_t mostNumbers = 24; // bundles that say how many lines they hold
constexpr size_t mostTried = 40;   // bundles for whose number a place is looked for: each look asks the slices below
constexpr int notShown = std::numeric_limits<int>::min();

// QPainter clips lines itself, but only as long as they fit its coordinates.
QPoint clippedPoint(double x, int y)
{
    return {static_cast<int>(std::clamp(x, -double(far), double(far))), std::clamp(y, -far, far)};
}

// The part of a line between the sides of the view, so that a far end cannot bend its slope.
bool clipToView(double &x0, double &y0, double &x1, double &y1, int width)
{
    const double left = -8;
    const double right = width + 8;
    if ((x0 < left && x1 < left) || (x0 > right && x1 > right))
        return false;
    const auto cut = [&](double &x, double &y, double otherX, double otherY) {
        const double edge = x < left ? left : (x > right ? right : x);
        if (edge != x) {
            y += (otherY - y) * (edge - x) / (otherX - x);
            x = edge;
        }
    };
    cut(x0, y0, x1, y1);
    cut(x1, y1, x0, y0);
    return true;
}

// The tip at the end of a line, and the two corners behind it.
std::array<QPointF, 3> arrowHead(const QPoint &from, const QPoint &to, double length)
{
    const QLineF back(to, from);
    const double scale = back.length() > 0 ? length / back.length() : 0;
    const QPointF along(back.dx() * scale, back.dy() * scale);
    const QPointF side(-along.y() / 2, along.x() / 2);
    return {QPointF(to), to + along + side, to + along - side};
}

bool touches(TimeWindow window, qint64 from, qint64 to)
{
    return std::max(from, to) >= window.fromNs && std::min(from, to) < window.toNs;
}

// Places of the slice rows of a rank in the lane tree and among the pins, in the coordinates of one canvas.
class Places
{
public:
    Places(const LaneModel &model, const FlowOverlay::View &view, RankRef rank)
        : m_own(model.lineEnds(rank)), m_other(view.other ? view.other->lineEnds(rank) : m_none),
          m_ownFolds(model.foldsOf(rank)), m_otherFolds(view.other ? view.other->foldsOf(rank) : m_none), m_view(view),
          m_ownIsTree(model.content() == LaneModel::Content::Tree)
    {
    }

    /// Heights of both ends for each line that this canvas draws between two rows: its own, and those between both
    /// panes, of which each draws its part. False when no pane has a strip for one of the rows, or all that could be
    /// drawn is left out.
    template <typename Draw>
    bool forEach(RowId from, RowId to, Draw draw) const
    {
        return forEach(from, *this, to, draw);
    }
    /// Likewise, to a row of another rank.
    template <typename Draw>
    bool forEach(RowId from, const Places &target, RowId to, Draw drawAny) const
    {
        const End a = end(from);
        const End b = target.end(to);
        if (!a.isShown() || !b.isShown())
            return false;
        bool drawn = false;
        bool leftOut = false;
        // Folds of the tree and of the pins never meet.
        const auto draw = [&](int fromY, int toY, int fromFold = -1, int toFold = -1, bool isOwn = true) {
            // Within one folded row a line would hide what the row shows.
            if (fromFold >= 0 && fromFold == toFold) {
                leftOut = true;
                return;
            }
            drawn = true;
            if (isOwn)
                drawAny(fromY, toY);
        };
        // A lane that is scrolled up out of its pane lies behind the pins, where a line to it would end in a wrong
        // lane.
        const bool toPin = a.isReachable() && b.pinInSight && !b.treeInSight && !a.pinInSight;
        const bool fromPin = b.isReachable() && a.pinInSight && !a.treeInSight && !b.pinInSight;
        if (toPin)
            draw(a.tree, b.pin);
        else if (fromPin)
            draw(a.pin, b.tree);
        // Between two lanes of one pane the line is that pane's alone: one to a lane that is scrolled out of sight
        // would seem to lead to the lane of the other pane that lies there.
        else if (a.tree != notShown && b.tree != notShown)
            draw(a.tree, b.tree, a.treeFold, b.treeFold, m_ownIsTree);
        if (a.pin != notShown && b.pin != notShown)
            draw(a.pin, b.pin, a.pinFold, b.pinFold, !m_ownIsTree);
        return drawn || !leftOut;
    }

private:
    struct End
    {
        int tree = notShown;
        int pin = notShown;
        bool treeInSight = false;
        bool pinInSight = false;
        bool treeIsAbove = false; ///< the top of its pane
        int treeFold = -1;
        int pinFold = -1;
        [[nodiscard]] bool isShown() const { return tree != notShown || pin != notShown; }
        [[nodiscard]] bool isReachable() const { return tree != notShown && !treeIsAbove; }
    };
    [[nodiscard]] End end(RowId row) const
    {
        const auto centre = [row](const std::vector<int> &numbers) {
            return raw(row) < numbers.size() ? numbers[raw(row)] : -1;
        };
        const int own = centre(m_own);
        const int other = centre(m_other);
        const int ownY = own < 0 ? notShown : own - m_view.scrollY;
        const int otherY = other < 0 ? notShown : other + m_view.otherY;
        const bool ownInSight = own >= 0 && ownY >= 0 && ownY < m_view.size.height();
        const bool otherInSight = other >= 0 && otherY >= m_view.otherTop && otherY < m_view.otherBottom;
        const int ownFold = centre(m_ownFolds);
        const int otherFold = centre(m_otherFolds);
        return m_ownIsTree ? End{ownY, otherY, ownInSight, otherInSight, ownY < 0, ownFold, otherFold}
                           : End{otherY, ownY, otherInSight, ownInSight, otherY < m_view.otherTop, otherFold, ownFold};
    }

    inline static const std::vector<int> m_none;
    const std::vector<int> &m_own;
    const std::vector<int> &m_other;
    const std::vector<int> &m_ownFolds;
    const std::vector<int> &m_otherFolds;
    const FlowOverlay::View &m_view;
    bool m_ownIsTree;
};

// Bundles between the same two heights whose ends share a cell become one. Its line is one of theirs: a mean would
// begin and end where no slice is.
std::vector<FlowOverlay::Bundle> gathered(const std::vector<FlowOverlay::Bundle> &lines, int cell)
{
    struct Sum
    {
        double fromX = 0;
        double toX = 0;
        qint64 count = 0;
        double nearest = std::numeric_limits<double>::max();
    };
    std::unordered_map<quint64, size_t> cells;
    std::vector<Sum> sums;
    std::vector<size_t> sumOf;
    sumOf.reserve(lines.size());
    for (const FlowOverlay::Bundle &l : lines) {
        const auto part = [](int v) { return static_cast<quint64>(v + (far << 1)) & 0xffff; };
        const quint64 key =
            part(l.from.x() / cell) << 48 | part(l.from.y()) << 32 | part(l.to.x() / cell) << 16 | part(l.to.y());
        const auto [it, isNew] = cells.try_emplace(key, sums.size());
        if (isNew)
            sums.emplace_back();
        Sum &sum = sums[it->second];
        sum.count += l.count;
        sum.fromX += static_cast<double>(l.count) * l.from.x();
        sum.toX += static_cast<double>(l.count) * l.to.x();
        sumOf.push_back(it->second);
    }
    std::vector<FlowOverlay::Bundle> out(sums.size());
    for (size_t i = 0; i < lines.size(); ++i) {
        Sum &sum = sums[sumOf[i]];
        const auto n = static_cast<double>(sum.count);
        const double distance = std::abs(lines[i].from.x() - sum.fromX / n) + std::abs(lines[i].to.x() - sum.toX / n);
        if (distance < sum.nearest) {
            sum.nearest = distance;
            out[sumOf[i]] = {lines[i].from, lines[i].to, sum.count};
        }
    }
    return out;
}

// As translucent as lines look that may be drawn by the thousand, for which no pen has the time.
QColor translucent(const QColor &color, const QColor &ground, double opacity)
{
    const auto part = [opacity](int over, int under) {
        return static_cast<int>(std::lround(over * opacity + under * (1 - opacity)));
    };
    return {part(color.red(), ground.red()), part(color.green(), ground.green()), part(color.blue(), ground.blue())};
}
} // namespace

void FlowOverlay::setKinds(std::set<std::string> kinds)
{
    m_kinds = std::move(kinds);
    m_valid = false;
}

const std::vector<FlowOverlay::KindLines> &FlowOverlay::kindLines(const LaneModel &model, const View &view)
{
    if (m_valid && view.key() == m_view.key())
        return m_lines;
    m_valid = true;
    m_view = view;
    m_lines.clear();
    m_asked = 0;
    m_shown = 0;
    m_hidden = 0;
    m_exact = true;
    size_t bundles = 0;
    for (const std::string &kind : m_kinds) {
        KindLines out{kind, {}};
        if (kind == TransferIndex::kind)
            collectTransfers(model, view, out.bundles);
        for (const auto &[ref, rank] : model.data().ranks()) {
            if (!rank.flows)
                continue;
            for (const auto &category : rank.flows->categories) {
                if (category.name == kind)
                    collect(model, view, rank, category, out.bundles);
            }
        }
        out.bundles = gathered(out.bundles, firstCell);
        bundles += out.bundles.size();
        m_lines.push_back(std::move(out));
    }
    for (int cell = 2 * firstCell; bundles > (cell <= nearCell ? mostBundles : mostDrawn) && cell <= 4096; cell *= 2) {
        bundles = 0;
        for (KindLines &k : m_lines) {
            k.bundles = gathered(k.bundles, cell);
            bundles += k.bundles.size();
        }
    }
    m_shown = static_cast<qint64>(bundles);
    return m_lines;
}

void FlowOverlay::collect(const LaneModel &model, const View &view, const TimelineRank &rank,
                          const FlowIndexOfRank::Category &category, std::vector<Bundle> &out)
{
    const TimeMap axis(view.window, view.size.width());
    const TimeMap map = timeline::shifted(axis, rank.shiftNs);
    // Lines are ordered by their stamps in the file; lanes that were moved by themselves may bring others into the
    // window.
    qint64 moved = 0;
    for (const qint64 ns : rank.laneShiftNs)
        moved = std::max(moved, std::abs(ns));
    const auto &lines = category.lines;
    const auto before = [](const FlowLine &l, qint64 t) { return std::min(l.fromNs, l.toNs) < t; };
    const auto first = std::lower_bound(lines.begin(), lines.end(), map.fromNs - category.longestNs - moved, before);
    const auto last = std::lower_bound(first, lines.end(), map.toNs + moved, before);
    const auto count = static_cast<size_t>(last - first);
    const size_t stride = std::max<size_t>(1, count / mostWalked);
    m_exact = m_exact && stride == 1;
    const Places places(model, view, rank.ref);
    for (size_t i = 0; i < count; i += stride) {
        const FlowLine &l = first[static_cast<std::ptrdiff_t>(i)];
        const qint64 from = l.fromNs - rank.shiftOf(l.fromRow);
        const qint64 to = l.toNs - rank.shiftOf(l.toRow);
        if (!touches(view.window, from, to))
            continue;
        const bool placed = places.forEach(l.fromRow, l.toRow, [&](int fromY, int toY) {
            if (addLine(axis.x(from), fromY, axis.x(to), toY, static_cast<qint64>(stride), out))
                m_asked += static_cast<qint64>(stride);
        });
        m_hidden += placed ? 0 : static_cast<qint64>(stride);
    }
}

bool FlowOverlay::addLine(double x0, int fromY, double x1, int toY, qint64 count, std::vector<Bundle> &out)
{
    if (std::max(fromY, toY) < 0 || std::min(fromY, toY) >= m_view.size.height())
        return false;
    double y0 = fromY;
    double y1 = toY;
    if (!clipToView(x0, y0, x1, y1, m_view.size.width()))
        return false;
    out.push_back({clippedPoint(x0, static_cast<int>(y0)), clippedPoint(x1, static_cast<int>(y1)), count});
    return true;
}

void FlowOverlay::collectTransfers(const LaneModel &model, const View &view, std::vector<Bundle> &out)
{
    const TimeMap axis(view.window, view.size.width());
    const TransferIndex &transfers = model.data().transfers();
    std::map<RankRef, Places> places;
    const auto placesOf = [&](RankRef rank) -> const Places & {
        const auto it = places.find(rank);
        return it != places.end() ? it->second : places.emplace(rank, Places(model, view, rank)).first->second;
    };
    const size_t stride = std::max<size_t>(1, transfers.lines.size() / mostWalked);
    m_exact = m_exact && stride == 1;
    for (size_t i = 0; i < transfers.lines.size(); i += stride) {
        const TransferLine &l = transfers.lines[i];
        const TimelineRank *const a = model.data().rank(l.from);
        const TimelineRank *const b = model.data().rank(l.to);
        if (!a || !b)
            continue;
        const qint64 from = l.fromNs - a->shiftOf(l.fromRow);
        const qint64 to = l.toNs - b->shiftOf(l.toRow);
        if (!touches(view.window, from, to))
            continue;
        const Places &target = placesOf(l.to);
        const auto add = [&](int fromY, int toY) {
            if (addLine(axis.x(from), fromY, axis.x(to), toY, static_cast<qint64>(stride), out))
                m_asked += static_cast<qint64>(stride);
        };
        const bool placed = placesOf(l.from).forEach(l.fromRow, target, l.toRow, add);
        m_hidden += placed ? 0 : static_cast<qint64>(stride);
    }
}

std::vector<FlowOverlay::SliceLine> FlowOverlay::sliceLines(const LaneModel &model, const View &view, RankRef ref,
                                                            SliceId slice, const DrawnChain &chain, qint64 *hidden)
{
    std::vector<SliceLine> out;
    qint64 notPlaced = 0;
    if (hidden)
        *hidden = 0;
    const TimelineRank *rank = model.data().rank(ref);
    if (!rank || slice == NoSlice || raw(slice) >= rank->trace->slices().size())
        return out;
    const Trace &trace = *rank->trace;
    const Places places(model, view, ref);
    const TimeMap axis(view.window, view.size.width());
    auto flows = trace.flows().outgoing(slice);
    const auto incoming = trace.flows().incoming(slice);
    flows.insert(flows.end(), incoming.begin(), incoming.end());
    if (flows.size() > mostOfSlice)
        flows.resize(mostOfSlice);
    const size_t direct = flows.size();
    if (chain.rank == ref && chain.slice == slice)
        flows.insert(flows.end(), chain.flows.begin(), chain.flows.end());
    for (size_t i = 0; i < flows.size(); ++i) {
        const Flow &f = trace.flows().at(flows[i]);
        if (f.from == NoSlice || f.to == NoSlice)
            continue;
        const RowId fromRow = trace.slices().rowOf(f.from);
        const RowId toRow = trace.slices().rowOf(f.to);
        const qint64 fromNs = f.fromNs - rank->shiftOf(fromRow);
        const qint64 toNs = f.toNs - rank->shiftOf(toRow);
        const bool placed = places.forEach(fromRow, toRow, [&](int fromY, int toY) {
            out.push_back({clippedPoint(axis.x(fromNs), fromY), clippedPoint(axis.x(toNs), toY),
                           std::string(trace.strings().view(trace.flows().categories()[f.category].name)),
                           toNs - fromNs, i < direct});
        });
        notPlaced += placed ? 0 : 1;
    }
    // No file joins what two ranks exchanged.
    for (const quint32 index : model.data().transfers().of(ref, slice)) {
        const TransferLine &l = model.data().transfers().lines[index];
        const TimelineRank *const a = model.data().rank(l.from);
        const TimelineRank *const b = model.data().rank(l.to);
        if (!a || !b || out.size() > mostOfSlice)
            continue;
        const Places target(model, view, l.to);
        const auto add = [&](int fromY, int toY) {
            const qint64 fromNs = l.fromNs - a->shiftOf(l.fromRow);
            const qint64 toNs = l.toNs - b->shiftOf(l.toRow);
            out.push_back({clippedPoint(axis.x(fromNs), fromY), clippedPoint(axis.x(toNs), toY), TransferIndex::kind,
                           toNs - fromNs, true});
        };
        const Places source(model, view, l.from);
        const bool placed = source.forEach(l.fromRow, target, l.toRow, add);
        notPlaced += placed ? 0 : 1;
    }
    // No connection of the file joins the two halves of a fused operator.
    const auto partner = rank->mc2 ? rank->mc2->partners.find(slice) : std::map<SliceId, SliceId>::const_iterator();
    if (rank->mc2 && partner != rank->mc2->partners.end()) {
        const RowId fromRow = trace.slices().rowOf(slice);
        const RowId toRow = trace.slices().rowOf(partner->second);
        const bool placed = places.forEach(fromRow, toRow, [&](int fromY, int toY) {
            const qint64 fromNs = rank->drawnSpan(slice).fromNs;
            const qint64 toNs = rank->drawnSpan(partner->second).fromNs;
            out.push_back(
                {clippedPoint(axis.x(fromNs), fromY), clippedPoint(axis.x(toNs), toY), "MC2", toNs - fromNs, true});
        });
        notPlaced += placed ? 0 : 1;
    }
    if (hidden)
        *hidden = notPlaced;
    return out;
}

void FlowOverlay::paintBundles(QPainter &painter, const Theme &theme) const
{
    std::vector<QLine> segments;
    for (const KindLines &k : m_lines) {
        segments.clear();
        for (const Bundle &b : k.bundles) {
            // More lines, more weight; copies of a thin line cost less than a thick one.
            const int copies = b.count < 2 ? 1 : (b.count < 16 ? 2 : 3);
            for (int c = 0; c < copies; ++c)
                segments.emplace_back(b.from + QPoint(c, 0), b.to + QPoint(c, 0));
            const auto [tip, left, right] = arrowHead(b.from, b.to, bundleHead);
            segments.emplace_back(tip.toPoint(), left.toPoint());
            segments.emplace_back(tip.toPoint(), right.toPoint());
        }
        painter.setPen(translucent(theme.flow(k.kind), theme.background(), 0.65));
        painter.drawLines(segments.data(), static_cast<int>(segments.size()));
    }
}

void FlowOverlay::paintSliceLines(QPainter &painter, const Theme &theme) const
{
    painter.setRenderHint(QPainter::Antialiasing, true);
    for (const SliceLine &l : m_sliceLines) {
        const QColor color = translucent(theme.flow(l.kind), theme.background(), 0.85);
        // A light seam keeps the line readable over slices of its own colour.
        painter.setPen(QPen(theme.background(), l.direct ? 4 : 3));
        painter.drawLine(l.from, l.to);
        painter.setPen(QPen(color, l.direct ? 2 : 1));
        painter.drawLine(l.from, l.to);
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawEllipse(QPointF(l.from), 3, 3);
        const auto head = arrowHead(l.from, l.to, sliceHead);
        painter.drawConvexPolygon(head.data(), static_cast<int>(head.size()));
        painter.setBrush(Qt::NoBrush);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

bool FlowOverlay::paintLines(QPainter &painter, const LaneModel &model, const View &view, const Theme &theme,
                             const Selection &selection)
{
    m_painted = view;
    m_sliceLines.clear();
    m_hiddenOfSlice = 0;
    // Opaque pens without smoothing: alpha or antialiasing on many lines costs ten times the frame.
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (!m_kinds.empty()) {
        kindLines(model, view);
        paintBundles(painter, theme);
    }
    if (selection.kind == Selection::Kind::Slice) {
        m_sliceLines = sliceLines(model, view, selection.rank, selection.slice, m_chain, &m_hiddenOfSlice);
        paintSliceLines(painter, theme);
    }
    return (!m_kinds.empty() && m_shown > 0) || !m_sliceLines.empty();
}

void FlowOverlay::paintNumbers(QPainter &painter, const Theme &theme, const std::vector<QRect> &labels,
                               const std::function<bool(const QRect &)> &holds) const
{
    const QFontMetrics metrics(painter.font());
    const QRect sight(QPoint(), m_painted.size);
    std::vector<QRect> taken;
    const auto paint = [&](const QString &text, const QPoint &from, const QPoint &to, bool uponSlices) {
        for (const double t : {0.5, 0.42, 0.58, 0.35, 0.65, 0.28, 0.72, 0.2, 0.8}) {
            QRect box(0, 0, metrics.horizontalAdvance(text) + 8, metrics.height());
            box.moveCenter((QPointF(from) + QPointF(to - from) * t).toPoint());
            const auto meets = [air = box.adjusted(-2, -1, 2, 1)](const QRect &r) { return r.intersects(air); };
            if (!sight.contains(box) || std::any_of(taken.begin(), taken.end(), meets) ||
                std::any_of(labels.begin(), labels.end(), meets) || (!uponSlices && holds(box)))
                continue;
            taken.push_back(box);
            painter.fillRect(box, theme.panel());
            painter.setPen(theme.text());
            painter.drawText(box, Qt::AlignCenter, text);
            return true;
        }
        return false;
    };
    for (const SliceLine &l : m_sliceLines) {
        const QString delay = format::signedDuration(l.delayNs);
        if (taken.size() < mostNumbers && !paint(delay, l.from, l.to, false))
            paint(delay, l.from, l.to, true);
    }
    // Few lines show by themselves whether launches run ahead: numbers would cover their slant.
    if (m_kinds.empty() || m_shown <= static_cast<qint64>(mostBundles))
        return;
    std::vector<const Bundle *> largest;
    for (const KindLines &k : m_lines) {
        for (const Bundle &b : k.bundles) {
            if (b.count > 1)
                largest.push_back(&b);
        }
    }
    std::stable_sort(largest.begin(), largest.end(),
                     [](const Bundle *a, const Bundle *b) { return a->count > b->count; });
    largest.resize(std::min(largest.size(), mostTried));
    const size_t delays = taken.size();
    for (const Bundle *b : largest) {
        if (taken.size() - delays < mostNumbers)
            paint(QChar(0x00D7) + format::integer(b->count), b->from, b->to, false);
    }
}

} // namespace rs
