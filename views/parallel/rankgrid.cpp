// SPDX-License-Identifier: Apache-2.0
#include "views/parallel/rankgrid.h"

#include "analysis/ranks/knownranks.h"
#include "core/base/saturate.h"
#include "items/format.h"
#include "views/widgets/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace rs {

namespace {

constexpr int gridPad = 10;
constexpr QSizeF largestRank(120, 80); // by zooming; cells that have the room are larger
constexpr double leastGapped = 6;      // narrower cells stand side by side
constexpr double leastFramed = 10;
constexpr double rowGap = 0.35;  // of a cell's height
constexpr double leastMark = 5;  // of an outlier, however small its cell is
constexpr double frameReach = 4; // pixels from a frame that are the frame

struct FrameLook
{
    unsigned token;
    double pad; ///< of the width of a cell, so that frames lie around each other
    int series;
};
constexpr std::array<FrameLook, 5> frameLooks = {{
    {TokenPp, 0.07, 0},
    {TokenTp, 0.15, 2},
    {TokenEp, 0.19, 1},
    {TokenCp, 0.22, 6},
    {TokenDp, 0.26, 5},
}};

const FrameLook &lookOf(unsigned token)
{
    const auto at =
        std::find_if(frameLooks.begin(), frameLooks.end(), [token](const FrameLook &l) { return l.token == token; });
    return at == frameLooks.end() ? frameLooks.back() : *at;
}

} // namespace

RankPicture::RankPicture(const Run &run, const Strategy &strategy, unsigned folded, std::shared_ptr<const StepGrid> one,
                         StepMetric metric, FoldBy by, const JobContext &job, const DiagnosisThresholds &thresholds)
    : grid(strategy, folded)
{
    const auto rows = std::make_shared<const StepGrid>(one->folded(strategy, folded, by));
    layer = std::make_shared<const StepHeatLayer>(rows, std::move(one), metric, by, job, thresholds);
    rowOf.assign(static_cast<size_t>(grid.rows()) * static_cast<size_t>(grid.columns()), -1);
    for (size_t r = 0; r < rows->rows().size(); ++r) {
        const GridRow &row = rows->rows()[r];
        const auto at = row.ranks.empty() ? std::nullopt : grid.cellOf(row.ranks.front());
        if (at)
            rowOf[static_cast<size_t>(at->first) * static_cast<size_t>(grid.columns()) +
                  static_cast<size_t>(at->second)] = static_cast<int>(r);
    }
    for (size_t i = 0; i < run.infos.size(); ++i) {
        const RankInfo &info = i < run.ranks.size() && run.ranks[i] ? run.ranks[i]->info : run.infos[i];
        hosts.emplace(info.rank, info.host);
    }
    for (const ClusterRank &rank : clusterRanks(run))
        hosts.emplace(rank.rank, QString());
    const auto ranks = grid.isEmpty() ? 0 : static_cast<int>(strategy.sizes.ranks());
    for (int rank = 0; rank < ranks; ++rank) {
        if (!hosts.contains(rank))
            missing.push_back(rank);
    }
    outside = static_cast<int>(
        std::count_if(hosts.begin(), hosts.end(), [ranks](const auto &h) { return h.first < 0 || h.first >= ranks; }));
}

std::optional<qint64> RankPicture::shown(int row, int column, bool differences) const
{
    const int at = rowAt(row, column);
    return at < 0 ? std::nullopt : layer->shown(layer->grid->cell(static_cast<size_t>(at), 0), differences);
}

bool RankPicture::isFound(int row, int column) const
{
    const std::vector<int> &ranks = grid.ranksAt(row, column);
    return std::any_of(ranks.begin(), ranks.end(), [this](int rank) { return hosts.contains(rank); });
}

RankGrid::RankGrid(const Theme *theme, QWidget *parent) : PaintedGrid(theme, parent) {}

void RankGrid::setPicture(std::shared_ptr<const RankPicture> picture)
{
    const bool same = picture && m_picture && picture->grid.strategy() == m_picture->grid.strategy() &&
                      picture->grid.foldedTokens() == m_picture->grid.foldedTokens();
    m_picture = std::move(picture);
    m_longest.reset();
    forgetHover();
    if (same)
        update();
    else
        startAnew();
}

void RankGrid::setDifferences(bool on)
{
    m_differences = on;
    m_longest.reset();
    update();
}

void RankGrid::setFrames(unsigned tokens)
{
    m_frames = tokens;
    update();
}

void RankGrid::setRestricted(std::vector<int> ranks)
{
    m_restricted = std::move(ranks);
    update();
}

void RankGrid::setMarks(HighlightedRanks marks)
{
    if (marks == m_marks)
        return;
    m_marks = std::move(marks);
    update();
}

void RankGrid::selectRank(int rank)
{
    const auto at = m_picture ? m_picture->grid.cellOf(rank) : std::nullopt;
    if (at)
        select(at->first, at->second);
    else
        select(-1, -1);
}

QColor RankGrid::frameColor(const Theme &theme, unsigned token)
{
    return theme.series(lookOf(token).series);
}

QSize RankGrid::sizeHint() const
{
    return {640, 360};
}

QSizeF RankGrid::largestCell() const
{
    return largestRank;
}

RankGrid::Gaps RankGrid::gapsOf(double cellWidth) const
{
    Gaps gaps;
    if (cellWidth < leastGapped)
        return gaps;
    const StrategyGrid &grid = m_picture->grid;
    gaps.each = 0.2;
    gaps.afterTp = grid.columnsOfTp() > 1 ? 0.3 : 0;
    gaps.afterDp = grid.columnsOfDp() > grid.columnsOfTp() ? 0.3 : 0;
    return gaps;
}

// Widths of cells to the left of a column.
double RankGrid::columnsAlong(int column, const Gaps &gaps) const
{
    const StrategyGrid &grid = m_picture->grid;
    return column * (1 + gaps.each) + column / grid.columnsOfTp() * gaps.afterTp +
           column / grid.columnsOfDp() * gaps.afterDp;
}

PaintedGrid::Geometry RankGrid::geometry() const
{
    Geometry g;
    if (!m_picture || m_picture->grid.isEmpty())
        return g;
    const StrategyGrid &grid = m_picture->grid;
    g.rows = grid.rows();
    g.columns = grid.columns();
    const QFontMetrics metrics(smallFont());
    const double left = gridPad + metrics.horizontalAdvance(QStringLiteral("PP %1").arg(g.rows - 1)) + gridPad;
    const double bottom = metrics.height() * 2 + 8;
    const QSizeF room(std::max(8.0, width() - left - gridPad), std::max(8.0, height() - bottom - gridPad));
    const auto widthOf = [&](const Gaps &gaps) { return room.width() / columnsAlong(g.columns, gaps); };
    double fit = widthOf(gapsOf(leastGapped));
    if (fit < leastGapped)
        fit = std::min(leastGapped - 0.01, widthOf({}));
    const double tall = room.height() / (g.rows * (1 + rowGap));
    g.cell = {std::clamp(fit * zoom(), fit, std::max(fit, largestRank.width())),
              std::clamp(tall * zoom(), tall, std::max(tall, largestRank.height()))};
    g.extent = {columnsAlong(g.columns, gapsOf(g.cell.width())) * g.cell.width(),
                g.rows * (1 + rowGap) * g.cell.height()};
    g.plot = {QPointF(left, gridPad),
              QSizeF(std::min(room.width(), g.extent.width()), std::min(room.height(), g.extent.height()))};
    g.offset = offset();
    return g;
}

QRectF RankGrid::rectIn(const Geometry &g, int row, int column) const
{
    const Gaps gaps = gapsOf(g.cell.width());
    const double x =
        (columnsAlong(column, gaps) + gaps.each / 2 + gaps.afterTp / 2 + gaps.afterDp / 2) * g.cell.width();
    const double y = (row * (1 + rowGap) + rowGap / 2) * g.cell.height();
    return {g.origin() + QPointF(x, y), g.cell};
}

QRectF RankGrid::rectOf(int row, int column) const
{
    return rectIn(geometry(), row, column);
}

PaintedGrid::Cell RankGrid::hit(const QPointF &at) const
{
    const Geometry g = geometry();
    if (g.isEmpty() || !g.plot.contains(at))
        return {-1, -1};
    const int row = static_cast<int>((at.y() - g.origin().y()) / (g.cell.height() * (1 + rowGap)));
    if (row < 0 || row >= g.rows)
        return {-1, -1};
    // The last column that begins before it.
    int low = 0;
    int high = g.columns - 1;
    while (low < high) {
        const int middle = (low + high + 1) / 2;
        if (rectIn(g, row, middle).left() <= at.x())
            low = middle;
        else
            high = middle - 1;
    }
    if (!rectIn(g, row, low).contains(at))
        return {-1, -1};
    if (g.cell.width() >= 1)
        return {row, low};
    return {row, meantAt(g, row, at.x())};
}

int RankGrid::furthest(int row, int from, int to) const
{
    int best = from;
    qint64 bestScore = -1;
    for (int column = from; column < to; ++column) {
        const std::optional<qint64> away = m_picture->shown(row, column, true);
        const qint64 score = away ? saturatedMagnitude(*away) : m_picture->shown(row, column, false) ? 0 : -1;
        if (score > bestScore) {
            best = column;
            bestScore = score;
        }
    }
    return best;
}

QRectF RankGrid::frameIn(const Geometry &g, const StrategyGrid::Group &group) const
{
    if (!group.filled || g.cell.width() < leastFramed || (m_frames & group.token) == 0)
        return {};
    // In large cells as in those of 35 pixels: frames around each other stay apart, and none leaves the margin.
    constexpr double largest = 35;
    const double pad = lookOf(group.token).pad * std::min({g.cell.width(), g.cell.height(), largest});
    return rectIn(g, group.cells.top(), group.cells.left())
        .united(rectIn(g, group.cells.bottom(), group.cells.right()))
        .adjusted(-pad, -pad, pad, pad);
}

QRectF RankGrid::frameRect(const StrategyGrid::Group &group) const
{
    return frameIn(geometry(), group);
}

const StrategyGrid::Group *RankGrid::groupAt(const QPointF &at) const
{
    const Geometry g = geometry();
    if (g.isEmpty() || !g.plot.adjusted(-frameReach, -frameReach, frameReach, frameReach).contains(at))
        return nullptr;
    const StrategyGrid::Group *best = nullptr;
    double nearest = frameReach;
    for (const StrategyGrid::Group &group : m_picture->grid.groups()) {
        const QRectF r = frameIn(g, group);
        if (!r.isValid() || !r.adjusted(-frameReach, -frameReach, frameReach, frameReach).contains(at))
            continue;
        const double away = std::min({std::abs(at.x() - r.left()), std::abs(at.x() - r.right()),
                                      std::abs(at.y() - r.top()), std::abs(at.y() - r.bottom())});
        if (away < nearest) {
            nearest = away;
            best = &group;
        }
    }
    return best;
}

void RankGrid::clickedBeside(const QPointF &at)
{
    if (const StrategyGrid::Group *const group = groupAt(at))
        emit groupClicked(group->token, group->ranks.front());
}

void RankGrid::hoverMoved(const QPointF &at)
{
    const StrategyGrid::Group *const group = m_picture && hit(at).first < 0 ? groupAt(at) : nullptr;
    setCursor(group ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

Picture::Tip RankGrid::tipAt(const QPoint &at) const
{
    const StrategyGrid::Group *const group = m_picture && hit(at).first < 0 ? groupAt(at) : nullptr;
    if (!group)
        return PaintedGrid::tipAt(at);
    return {{{tr("%1 group: ranks %2. Click to show only these ranks.")
                  .arg(QLatin1String(dimensionName(group->token)), format::rankIntervals(group->ranks)),
              {}}}};
}

void RankGrid::paintInside(QPainter &p, const Geometry &g)
{
    p.setClipRect(g.plot.adjusted(-1, -1, 1, 1));
    paintRanks(p, g);
    paintFrames(p, g);
    paintMarks(p, g);
    const Cell cell = hovered().first >= 0 ? hovered() : selected();
    if (cell.first >= 0 && cell.second >= 0 && !m_picture->grid.ranksAt(cell.first, cell.second).empty())
        paintGroupsOf(p, g, m_picture->grid.ranksAt(cell.first, cell.second).front());
}

void RankGrid::paintRanks(QPainter &p, const Geometry &g) const
{
    const Ramp colors = ramp(m_differences);
    const QBrush hatch(theme().hairline(), Qt::BDiagPattern);
    QColor veil = theme().background();
    veil.setAlpha(190);
    const auto isOut = [this](int row, int column) {
        const std::vector<int> &ranks = m_picture->grid.ranksAt(row, column);
        return !m_restricted.empty() && std::none_of(ranks.begin(), ranks.end(), [this](int rank) {
            return std::binary_search(m_restricted.begin(), m_restricted.end(), rank);
        });
    };
    const Labels labels = labelsOf(p.fontMetrics(), g.cell);
    std::vector<QRectF> apart;
    const auto paint = [&](const QRectF &cell, int row, int column) {
        const std::optional<qint64> v = m_picture->shown(row, column, m_differences);
        const QColor fill = v ? QColor(colors.at(static_cast<double>(*v))) : QColor();
        p.fillRect(cell, v ? QBrush(fill) : hatch);
        if (!m_picture->isFound(row, column) && g.cell.width() >= leastGapped) {
            p.setPen(QPen(theme().hairline(), 1, Qt::DashLine));
            p.setBrush(Qt::NoBrush);
            p.drawRect(cell.adjusted(0.5, 0.5, -0.5, -0.5));
        }
        const int at = m_picture->rowAt(row, column);
        if (at >= 0 && m_picture->layer->deviations.isOutlier(static_cast<size_t>(at)))
            apart.push_back(cell);
        paintText(p, cell, linesOf(row, column, labels), fill);
        if (isOut(row, column))
            p.fillRect(cell.adjusted(-1, -1, 1, 1), veil);
    };
    const bool shared = g.cell.width() < 1;
    const int across = shared ? static_cast<int>(std::ceil(g.plot.width())) : g.columns;
    for (int row = 0; row < g.rows; ++row) {
        for (int i = 0; i < across; ++i) {
            QRectF cell = rectIn(g, row, shared ? 0 : i);
            if (shared)
                cell = QRectF(g.plot.left() + i, cell.top(), 1, cell.height());
            if (cell.right() < g.plot.left() || cell.left() > g.plot.right() || cell.bottom() < g.plot.top() ||
                cell.top() > g.plot.bottom())
                continue;
            paint(cell, row, shared ? meantAt(g, row, cell.left()) : i);
        }
    }
    for (QRectF cell : apart) {
        if (cell.width() < leastMark)
            cell = QRectF(cell.center().x() - leastMark / 2, cell.top(), leastMark, cell.height());
        paintFrame(p, cell, theme().text(), g.cell.width() >= 12 ? 2 : 1);
    }
}

// The rank that a pixel shows where several share it.
int RankGrid::meantAt(const Geometry &g, int row, double x) const
{
    const double pixel = std::floor(x - g.plot.left()) + g.offset.x();
    const int from = std::clamp(static_cast<int>(pixel / g.cell.width()), 0, g.columns - 1);
    const int to = std::clamp(static_cast<int>(std::ceil((pixel + 1) / g.cell.width())), from + 1, g.columns);
    return furthest(row, from, to);
}

QString RankGrid::ranksText(const std::vector<int> &ranks, bool shortened)
{
    return shortened && ranks.size() > 1 ? QString::number(ranks.front()) + QChar(0x2026)
                                         : format::rankIntervals(ranks);
}

QString RankGrid::valueText(int row, int column, int decimals) const
{
    const std::optional<qint64> v = m_picture->shown(row, column, m_differences);
    return v ? format::real(static_cast<double>(*v) / 1e6, decimals) : QString();
}

const RankGrid::Longest &RankGrid::longest() const
{
    if (m_longest)
        return *m_longest;
    Longest all;
    const auto keep = [](QString &longer, const QString &text) {
        if (text.size() > longer.size())
            longer = text;
    };
    for (int row = 0; row < m_picture->grid.rows(); ++row) {
        for (int column = 0; column < m_picture->grid.columns(); ++column) {
            const std::vector<int> &ranks = m_picture->grid.ranksAt(row, column);
            keep(all.ranks, ranksText(ranks, false));
            keep(all.first, ranksText(ranks, true));
            for (size_t d = 0; d < all.values.size(); ++d)
                keep(all.values[d], valueText(row, column, static_cast<int>(d)));
        }
    }
    m_longest = std::move(all);
    return *m_longest;
}

RankGrid::Labels RankGrid::labelsOf(const QFontMetrics &metrics, const QSizeF &cell) const
{
    constexpr int pad = 4;
    const auto fits = [&](const QString &text) { return metrics.horizontalAdvance(text) <= cell.width() - pad; };
    Labels out;
    // No text is narrower than a digit.
    if (cell.height() < metrics.height() || !fits(QStringLiteral("0")))
        return out;
    const Longest &all = longest();
    out.shortened = !fits(all.ranks);
    out.ranks = !out.shortened || fits(all.first);
    if (!out.ranks || cell.height() < metrics.height() * 2)
        return out;
    for (size_t d = all.values.size(); d-- > 0 && out.decimals < 0;) {
        if (fits(all.values[d]))
            out.decimals = static_cast<int>(d);
    }
    return out;
}

QStringList RankGrid::linesOf(int row, int column, const Labels &labels) const
{
    QStringList out;
    if (labels.ranks)
        out << ranksText(m_picture->grid.ranksAt(row, column), labels.shortened);
    if (const QString value = labels.decimals < 0 ? QString() : valueText(row, column, labels.decimals);
        !value.isEmpty())
        out << value;
    return out;
}

void RankGrid::paintText(QPainter &p, const QRectF &cell, const QStringList &lines, const QColor &fill) const
{
    if (lines.isEmpty())
        return;
    p.setPen(!fill.isValid() || fill == theme().panel() ? theme().secondaryText() : Theme::labelOn(fill));
    const bool two = lines.size() > 1;
    p.drawText(two ? QRectF(cell.topLeft(), QSizeF(cell.width(), cell.height() / 2)) : cell,
               Qt::AlignHCenter | (two ? Qt::AlignBottom : Qt::AlignVCenter), lines.front());
    if (two)
        p.drawText(QRectF(cell.left(), cell.center().y(), cell.width(), cell.height() / 2),
                   Qt::AlignHCenter | Qt::AlignTop, lines.back());
}

void RankGrid::paintFrames(QPainter &p, const Geometry &g) const
{
    p.setBrush(Qt::NoBrush);
    for (const StrategyGrid::Group &group : m_picture->grid.groups()) {
        const QRectF r = frameIn(g, group);
        if (!r.isValid() || !r.intersects(g.plot))
            continue;
        p.setPen(QPen(frameColor(theme(), group.token), 1));
        p.drawRect(r);
    }
}

// Ranks of a group lie apart in most of the dimensions: each of them has a frame of its own while one is looked at.
void RankGrid::paintGroupsOf(QPainter &p, const Geometry &g, int rank) const
{
    p.setBrush(Qt::NoBrush);
    for (const FrameLook &look : frameLooks) {
        const StrategyGrid::Group *const group = m_picture->grid.groupOf(rank, look.token);
        if (!group || (m_frames & look.token) == 0)
            continue;
        p.setPen(QPen(frameColor(theme(), look.token), 3));
        if (const QRectF r = frameIn(g, *group); r.isValid()) {
            p.drawRect(r);
            continue;
        }
        for (const int member : group->ranks) {
            const auto at = m_picture->grid.cellOf(member);
            if (!at)
                continue;
            const QRectF cell = rectIn(g, at->first, at->second);
            p.drawLine(cell.bottomLeft() + QPointF(0, 1), cell.bottomRight() + QPointF(0, 1));
        }
    }
}

void RankGrid::paintMarks(QPainter &p, const Geometry &g) const
{
    for (const auto &[rank, marks] : m_marks) {
        const auto at = m_picture->grid.cellOf(rank);
        if (!at)
            continue;
        if (const QRectF cell = rectIn(g, at->first, at->second); cell.intersects(g.plot))
            paintCorner(p, cell, theme().error());
    }
}

void RankGrid::paintAxes(QPainter &p, const Geometry &g) const
{
    const QFontMetrics metrics = p.fontMetrics();
    const StrategyGrid &grid = m_picture->grid;
    p.setPen(theme().secondaryText());
    double last = -1e9;
    for (int row = 0; row < g.rows; ++row) {
        const double y = rectIn(g, row, 0).center().y();
        if (y < g.plot.top() || y > g.plot.bottom() || y - last < metrics.height())
            continue;
        last = y;
        p.drawText(QRectF(0, y - metrics.height() / 2.0, g.plot.left() - gridPad / 2.0, metrics.height()),
                   Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("PP %1").arg(row));
    }
    last = -1e9;
    for (int column = 0; column < g.columns; column += grid.columnsOfDp()) {
        const double x = (rectIn(g, 0, column).left() + rectIn(g, 0, column + grid.columnsOfDp() - 1).right()) / 2;
        const QString text = QStringLiteral("DP %1").arg(column / grid.columnsOfDp());
        const double half = metrics.horizontalAdvance(text) / 2.0 + 1;
        if (x < g.plot.left() || x > g.plot.right() || x - half < last)
            continue;
        last = x + half + 8;
        p.drawText(QRectF(x - half, g.plot.bottom() + 3, half * 2, metrics.height()), Qt::AlignCenter, text);
    }
    QStringList within;
    for (const unsigned token : {TokenDp, TokenCp, TokenTp}) {
        if (dimensionSize(grid.strategy(), token) > 1 && (grid.foldedTokens() & token) == 0)
            within << QLatin1String(dimensionName(token));
    }
    if (within.isEmpty())
        return;
    const QString order = tr("Columns: %1").arg(within.join(tr(", then ", "between dimensions, the slowest first")));
    p.drawText(QRectF(g.plot.left(), g.plot.bottom() + 4 + metrics.height(),
                      std::max(g.plot.width(), width() - g.plot.left()), metrics.height()),
               Qt::AlignLeft, metrics.elidedText(order, Qt::ElideRight, static_cast<int>(width() - g.plot.left())));
}

void RankGrid::addPeers(size_t cell, TipLines &lines) const
{
    const StepDeviations &deviations = m_picture->layer->deviations;
    if (const std::optional<qint64> median = deviations.median(cell))
        lines.emplace_back(tr("Median of its peers"), format::duration(*median));
    const std::optional<qint64> away = deviations.difference(cell);
    lines.emplace_back(tr("Difference"), away ? format::signedDuration(*away) : tr("no other rank to compare with"));
    if (deviations.isOutlier(cell))
        lines.emplace_back(tr("Outlier"), tr("differs from its peers"));
}

PaintedGrid::TipLines RankGrid::tipLines(int row, int column) const
{
    const StrategyGrid &grid = m_picture->grid;
    const std::vector<int> &ranks = grid.ranksAt(row, column);
    if (ranks.empty())
        return {};
    const int rank = ranks.front();
    // The first lines are read at once.
    TipLines lines = {{ranks.size() > 1 ? tr("Ranks") : tr("Rank"), format::rankIntervals(ranks)}};
    for (const QString &sentence : sentencesOf(m_marks, ranks))
        lines.emplace_back(tr("Verdict"), sentence);
    const int at = m_picture->rowAt(row, column);
    if (!m_picture->isFound(row, column))
        lines.emplace_back(tr("Missing"), tr("the run has no folder of the rank"));
    if (at >= 0) {
        const std::optional<qint64> value = m_picture->shown(row, column, false);
        lines.emplace_back(m_metricName, value ? format::duration(*value) : tr("not known"));
        if (value)
            addPeers(static_cast<size_t>(at), lines);
    }
    if (const auto host = m_picture->hosts.find(rank); host != m_picture->hosts.end() && !host->second.isEmpty())
        lines.emplace_back(tr("Host"), format::displayText(host->second));
    if (const auto at = coordinatesOf(grid.strategy(), rank)) {
        QStringList place;
        for (const auto &[token, index] :
             {std::pair(TokenPp, at->pp), std::pair(TokenDp, at->dp), std::pair(TokenCp, at->cp),
              std::pair(TokenTp, at->tp), std::pair(TokenEp, at->ep)}) {
            if (dimensionSize(grid.strategy(), token) > 1 && (grid.foldedTokens() & token) == 0)
                place << QStringLiteral("%1 %2").arg(QLatin1String(dimensionName(token))).arg(index);
        }
        lines.emplace_back(tr("Place"), place.join(QStringLiteral(", ")));
    }
    for (const unsigned token : strategyDimensions) {
        if (const StrategyGrid::Group *const group = grid.groupOf(rank, token))
            lines.emplace_back(tr("%1 group").arg(QLatin1String(dimensionName(token))),
                               format::rankIntervals(group->ranks));
    }
    if (at >= 0)
        lines.emplace_back(tr("Step"), m_stepName);
    return lines;
}

} // namespace rs

#include "moc_rankgrid.cpp"
