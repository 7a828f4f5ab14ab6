// SPDX-License-Identifier: Apache-2.0
#include "items/linkgraph.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <tuple>

namespace rs {

namespace {

constexpr double sideways = 0.1;   // of the distance of the two ends
constexpr double towardsMid = 0.4; // of the way, for ends that are a radius or more apart
constexpr int pieces = 16;         // of a curve whose distance is measured

double length(const QPointF &p)
{
    return std::hypot(p.x(), p.y());
}

double distanceToPiece(const QPointF &a, const QPointF &b, const QPointF &p)
{
    const QPointF ab = b - a;
    const double square = QPointF::dotProduct(ab, ab);
    const double t = square <= 0 ? 0 : std::clamp(QPointF::dotProduct(p - a, ab) / square, 0.0, 1.0);
    return length(a + ab * t - p);
}

} // namespace

std::vector<QPointF> ringPlaces(int count, const std::vector<int> &starts)
{
    std::vector<QPointF> out;
    const auto gaps = starts.empty() ? 0 : static_cast<int>(starts.size()) + 1;
    int slot = 0;
    for (int i = 0; i < count; ++i, ++slot) {
        if (std::ranges::binary_search(starts, i))
            ++slot;
        const double angle = 2 * std::numbers::pi * slot / (count + gaps);
        out.emplace_back(std::sin(angle), -std::cos(angle));
    }
    return out;
}

QPointF LinkCurve::at(double t) const
{
    return from * ((1 - t) * (1 - t)) + control * (2 * t * (1 - t)) + to * (t * t);
}

double LinkCurve::distanceTo(const QPointF &place) const
{
    if (isLoop())
        return std::abs(length(place - control) - loopRadius);
    double out = std::numeric_limits<double>::infinity();
    QPointF last = from;
    for (int i = 1; i <= pieces; ++i) {
        const QPointF next = at(static_cast<double>(i) / pieces);
        out = std::min(out, distanceToPiece(last, next, place));
        last = next;
    }
    return out;
}

bool LinkCurve::mayReach(const QPointF &place, double reach) const
{
    if (isLoop())
        return true;
    const auto [left, right] = std::minmax({from.x(), control.x(), to.x()});
    const auto [top, bottom] = std::minmax({from.y(), control.y(), to.y()});
    return place.x() >= left - reach && place.x() <= right + reach && place.y() >= top - reach &&
           place.y() <= bottom + reach;
}

LinkCurve linkCurve(const QPointF &from, const QPointF &to)
{
    if (from == to)
        return {from, from * (1 + LinkCurve::loopRadius), to};
    const QPointF way = to - from;
    const QPointF mid = (from + to) / 2;
    return {from, mid * (1 - towardsMid * std::min(1.0, length(way))) + QPointF(-way.y(), way.x()) * sideways, to};
}

int curveAt(const std::vector<LinkCurve> &curves, const QPointF &place, double reach)
{
    int out = -1;
    double nearest = reach;
    for (size_t i = 0; i < curves.size(); ++i) {
        if (!curves[i].mayReach(place, nearest))
            continue;
        const double distance = curves[i].distanceTo(place);
        if (distance <= nearest) {
            nearest = distance;
            out = static_cast<int>(i);
        }
    }
    return out;
}

std::vector<int> nodesWithin(const std::vector<QPointF> &places, const QPolygonF &lasso)
{
    std::vector<int> out;
    for (size_t i = 0; i < places.size(); ++i) {
        if (lasso.containsPoint(places[i], Qt::OddEvenFill))
            out.push_back(static_cast<int>(i));
    }
    return out;
}

LinkGraphData linkGraph(const MatrixGrid &grid, const std::vector<MatrixFrame> &frames, const LinkGraphChoice &choice)
{
    LinkGraphData out;
    out.places = ringPlaces(grid.count(), grid.starts);
    const auto isSlow = [&frames](int link) {
        const auto at = std::ranges::lower_bound(frames, link, {}, &MatrixFrame::link);
        return at != frames.end() && at->link == link;
    };
    std::vector<std::tuple<bool, double, int>> all;
    for (size_t i = 0; i < grid.links.size(); ++i) {
        const MatrixLinkSum &l = grid.links[i];
        const int link = static_cast<int>(i);
        if (!choice.hiddenTypes.contains(l.transport))
            all.emplace_back(isSlow(link), l.sizeMb.value_or(0), -link);
    }
    // The first of equal links are kept.
    std::ranges::sort(all);
    const auto slow = std::ranges::count_if(all, [](const auto &l) { return std::get<0>(l); });
    const auto kept = choice.most > 0 ? std::max<std::ptrdiff_t>(choice.most, slow) : std::ssize(all);
    out.leftOut = static_cast<int>(std::max<std::ptrdiff_t>(0, std::ssize(all) - kept));
    for (size_t i = static_cast<size_t>(out.leftOut); i < all.size(); ++i) {
        out.links.push_back(-std::get<2>(all[i]));
        const MatrixLinkSum &l = grid.links[static_cast<size_t>(out.links.back())];
        out.curves.push_back(
            linkCurve(out.places[static_cast<size_t>(l.source)], out.places[static_cast<size_t>(l.destination)]));
    }
    return out;
}

} // namespace rs
