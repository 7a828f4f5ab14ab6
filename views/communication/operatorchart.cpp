// SPDX-License-Identifier: Apache-2.0
#include "views/communication/operatorchart.h"

#include "items/format.h"
#include "views/widgets/theme.h"
#include "views/picture/timeaxis.h"
#include "views/picture/timeticks.h"
#include "views/timeline/canvas/slicecolors.h"

#include <QApplication>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rs {

namespace {

constexpr int leastRow = 6;
constexpr int mostLines = 16;      // of text, that a row is high
constexpr int leastGapped = 10;    // pixels of a row with more than a hairline below it
constexpr int mostGap = 16;        // pixels between the bars of two rows
constexpr int leastShaded = 24;    // pixels of a step: narrower ones would be stripes behind the bars
constexpr double flattest = 0.35;  // height of a line between two bars in parts of its width
constexpr double apartFlat = 3;    // pixels between two lines that are flatter, one above the other
constexpr int mostColours = 10;    // of Theme::series() that differ
constexpr int leastJoined = 4;     // pixels of a bar
constexpr unsigned waitTint = 140; // of 256: how much of the background a wait shows
constexpr int stripe = 4;          // pixels of a stripe and as many to the next one
constexpr int hatching = 5;        // pixels from one line of hatching to the next

} // namespace

OperatorChart::OperatorChart(const Theme *theme, QWidget *parent) : TimePicture(theme, parent) {}

void OperatorChart::themeChanged()
{
    updateLegend();
    redraw();
}

QSize OperatorChart::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 40, fontMetrics().height() * 10};
}

void OperatorChart::setContent(Content content)
{
    std::optional<qint64> seenAt; // where the selected operator starts
    if (const OperatorBar *const bar = barOf(m_selected);
        bar && bar->fromNs < window().toNs && bar->toNs > window().fromNs)
        seenAt = bar->fromNs;
    m_content = std::move(content);
    m_labelWidth = 0;
    for (const QString &label : m_content.labels)
        m_labelWidth = std::max(m_labelWidth, fontMetrics().horizontalAdvance(label));
    m_labelWidth = std::min(m_labelWidth, fontMetrics().averageCharWidth() * 24) + 12;
    const TimeWindow span = m_content.bars ? m_content.bars->span : TimeWindow();
    setLimits(span.isEmpty() ? span : timeline::padded(span, 0.01));
    const bool seen = window().fromNs < span.toNs && window().toNs > span.fromNs;
    if (window().isEmpty() || !seen)
        fit();
    // Aligned otherwise, it stays where it is on the screen.
    if (const OperatorBar *const bar = barOf(m_selected); !bar)
        m_selected = {-1, -1};
    else if (seenAt && *seenAt != bar->fromNs)
        setWindow(timeline::panned(window(), bar->fromNs - *seenAt, limits()));
    updateLegend();
    layOut();
    redraw();
}

void OperatorChart::setCurrentRow(int row)
{
    if (m_content.currentRow == row)
        return;
    m_content.currentRow = row;
    if (row >= 0 && (rowTop(row) < plot().top() || rowTop(row) + rowHeight() > plot().bottom()))
        scrollBar()->setValue(row * rowHeight() - plot().height() / 2);
    redraw();
}

void OperatorChart::redraw()
{
    m_valid = false;
    update();
}

void OperatorChart::updateLegend()
{
    m_legend.clear();
    forgetLegend();
    if (!m_content.operators)
        return;
    const int kinds = static_cast<int>(m_content.operators->kinds.size());
    const int named = kinds > mostColours ? mostColours - 1 : kinds;
    for (int i = 0; i < named; ++i)
        m_legend.push_back({format::displayText(m_content.operators->kinds[i]), colorOf(i)});
    if (named < kinds)
        m_legend.push_back({tr("other types (%n)", nullptr, kinds - named), colorOf(named)});
    const QColor pale(mixed(colorOf(0).rgb(), theme().background().rgb(), waitTint));
    if (!m_legend.empty())
        m_legend.push_back({tr("faded: waits for the last rank"), pale});
    if (m_content.bars && m_content.bars->hasUnaligned)
        m_legend.push_back(
            {tr("striped: waiting unknown, clocks are not aligned"), colorOf(0), LegendEntry::Mark::Striped});
    if (m_content.bars && m_content.bars->hasUntraced)
        m_legend.push_back({tr("hatched: no trace of the rank or of its partners, waiting unknown"), colorOf(0),
                            LegendEntry::Mark::Hatched});
    for (int r = 0; r < rowCount(); ++r) {
        if (isUnrecorded(r)) {
            m_legend.push_back({tr("hatched row: nothing was recorded"), QColor()});
            break;
        }
    }
}

bool OperatorChart::isUnrecorded(int r) const
{
    return m_content.operators->rows[static_cast<size_t>(r)].source == OperatorSource::Nothing;
}

void OperatorChart::retranslate()
{
    setAccessibleName(tr("Communication operators over ranks"));
    updateLegend();
    layOut();
    redraw();
}

// Kinds stand by how frequent they are: the rare ones share a colour that none of the others has.
QColor OperatorChart::colorOf(int kind) const
{
    const auto kinds = static_cast<int>(m_content.operators->kinds.size());
    return kinds > mostColours && kind >= mostColours - 1 ? theme().secondaryText() : theme().series(kind);
}

QRect OperatorChart::legendRoom() const
{
    return {m_labelWidth, 0, std::max(1, width() - m_labelWidth), 0};
}

QRect OperatorChart::plot() const
{
    const int top = legendBottom() + fontMetrics().height() * 2;
    return {m_labelWidth, top, std::max(1, width() - m_labelWidth - barSize()), std::max(1, height() - top)};
}

int OperatorChart::rowHeight() const
{
    const int most = fontMetrics().height() * mostLines;
    const int rows = rowCount();
    return rows == 0 ? most : std::clamp(plot().height() / rows, leastRow, most);
}

std::pair<int, int> OperatorChart::laneSpan(int r, int lane) const
{
    const int gap = rowHeight() >= leastGapped ? std::clamp(rowHeight() / 5, 2, mostGap) : 1;
    const int inner = rowHeight() - gap;
    const int lanes = std::max(1, static_cast<int>(row(r).lanes.size()));
    const int top = std::min(inner - 1, lane * inner / lanes);
    return {top, std::max(top + 1, (lane + 1) * inner / lanes)};
}

std::pair<int, int> OperatorChart::visibleRows() const
{
    const int first = std::clamp(scrolled() / rowHeight(), 0, rowCount());
    const int last = std::clamp((scrolled() + plot().height()) / rowHeight() + 1, first, rowCount());
    return {first, last};
}

void OperatorChart::layOut()
{
    setLines(rowCount() * rowHeight(), rowHeight());
}

int OperatorChart::rowAt(int y) const
{
    const int r = (y - plot().top() + scrolled()) / rowHeight();
    return y < plot().top() || r < 0 || r >= rowCount() ? -1 : r;
}

OperatorChart::Place OperatorChart::placeAt(const QPoint &at) const
{
    const int r = rowAt(at.y());
    if (r < 0 || !plot().contains(at))
        return {-1, -1};
    const int y = at.y() - rowTop(r);
    const auto &lanes = row(r).lanes;
    // With hundreds of ranks bars are as thin as the gaps: bars get the whole row.
    const auto apart = [&](int lane) {
        const auto [top, bottom] = laneSpan(r, lane);
        return std::max({top - y, y - bottom + 1, 0});
    };
    const auto last = static_cast<int>(lanes.size()) - 1;
    int nearest = std::numeric_limits<int>::max();
    for (int lane = last; lane >= 0; --lane)
        nearest = std::min(nearest, apart(lane));
    for (int lane = last; lane >= 0; --lane) {
        const BarLane &bars = lanes[static_cast<size_t>(lane)];
        if (const int bar = apart(lane) == nearest ? barAt(bars, map(), at.x() - plot().left()) : -1; bar >= 0)
            return {r, static_cast<int>(bars[static_cast<size_t>(bar)].op)};
    }
    return {-1, -1};
}

OperatorChart::Found OperatorChart::find(Place place) const
{
    if (place.first < 0 || place.first >= rowCount())
        return {};
    const auto &lanes = row(place.first).lanes;
    for (size_t lane = 0; lane < lanes.size(); ++lane) {
        const auto at = std::lower_bound(lanes[lane].begin(), lanes[lane].end(), place.second,
                                         [](const OperatorBar &b, int op) { return static_cast<int>(b.op) < op; });
        if (at != lanes[lane].end() && static_cast<int>(at->op) == place.second)
            return {static_cast<int>(lane), static_cast<int>(at - lanes[lane].begin())};
    }
    return {};
}

const OperatorBar *OperatorChart::barOf(Place place) const
{
    const Found at = find(place);
    return at.bar < 0 ? nullptr : &row(place.first).lanes[static_cast<size_t>(at.lane)][static_cast<size_t>(at.bar)];
}

QRect OperatorChart::rectOf(Place place) const
{
    const Found at = find(place);
    if (at.bar < 0)
        return {};
    const OperatorBar &bar = *barOf(place);
    const QRect p = plot();
    const auto [top, bottom] = laneSpan(place.first, at.lane);
    const double x0 = std::clamp(map().x(bar.fromNs), -2.0, p.width() + 2.0);
    const double x1 = std::clamp(map().x(bar.toNs), -2.0, p.width() + 2.0);
    const QRect rect(p.left() + static_cast<int>(x0), rowTop(place.first) + top,
                     std::max(1, static_cast<int>(std::ceil(x1)) - static_cast<int>(x0)), bottom - top);
    return rect & p;
}

OperatorChart::Place OperatorChart::partnerIn(quint32 entry, int r) const
{
    if (entry == RankOperator::none || !m_content.operators)
        return {-1, -1};
    const CommOperators &all = *m_content.operators;
    const RankOperators &ops = all.rows[static_cast<size_t>(r)];
    const MatchedCollectives &collectives = all.attribution.collectives;
    const CollectiveEnd *const end =
        collectives.endOf(collectives.all[all.attribution.entries[entry].collective], ops.rankIndex);
    if (!end)
        return {-1, -1};
    const Interval time{end->startNs, end->endNs};
    auto at = std::lower_bound(ops.operators.begin(), ops.operators.end(), time,
                               [](const RankOperator &o, const Interval &t) { return o.time < t; });
    while (at != ops.operators.end() && at->time == time && at->entry != entry)
        ++at;
    return at == ops.operators.end() || at->entry != entry ? Place{-1, -1}
                                                           : Place{r, static_cast<int>(at - ops.operators.begin())};
}

void OperatorChart::setSelected(Place place)
{
    m_selected = barOf(place) ? place : Place{-1, -1};
    if (const OperatorBar *const bar = barOf(m_selected)) {
        if (bar->toNs <= window().fromNs || bar->fromNs >= window().toNs) {
            const qint64 middle = bar->fromNs + (bar->toNs - bar->fromNs) / 2;
            setWindow(timeline::panned(window(), middle - window().fromNs - window().lengthNs() / 2, limits()));
        }
        const int top = m_selected.first * rowHeight();
        if (top < scrolled() || top + rowHeight() > scrolled() + plot().height())
            scrollBar()->setValue(top - plot().height() / 2);
    }
    update();
}

void OperatorChart::choose(Place place)
{
    setSelected(place);
    emit placeChosen(m_selected.first, m_selected.second);
}

std::vector<std::pair<QString, QString>> OperatorChart::tipLines(Place place) const
{
    const OperatorBar *const bar = barOf(place);
    if (!bar)
        return {};
    const auto &ops = m_content.operators->rows[static_cast<size_t>(place.first)].operators;
    const RankOperator &op = ops[static_cast<size_t>(place.second)];
    std::vector<std::pair<QString, QString>> lines = {
        {m_content.operators->names[op.name], {}},
        {tr("Rank"), m_content.labels[static_cast<size_t>(place.first)]},
        {tr("Start"), exactOffset(saturatedDifference(bar->fromNs, m_content.originNs))},
        {tr("Duration"), format::duration(op.time.length())}};
    if (op.entry != RankOperator::none) {
        lines.emplace_back(tr("Wait for the last rank"), format::duration(bar->waitNs));
        lines.emplace_back(tr("Arrival spread"),
                           format::duration(m_content.operators->attribution.entries[op.entry].spreadNs));
    } else if (op.unaligned) {
        lines.emplace_back(tr("Wait for the last rank"), tr("unknown: clocks are not aligned"));
    } else if (op.untraced) {
        lines.emplace_back(tr("Wait for the last rank"),
                           tr("unknown: the rank has no trace, and its times are those of communication.json"));
    } else if (op.partnerUntraced) {
        lines.emplace_back(tr("Wait for the last rank"), tr("unknown: ranks of its domain have no trace"));
    } else {
        lines.emplace_back(tr("Partners"), tr("none known"));
    }
    return lines;
}

void OperatorChart::renderRow(QImage &image, int r, const std::vector<QRgb> &colors, Joins &joins) const
{
    const double ratio = image.devicePixelRatio();
    const TimeMap pixels(window(), image.width());
    const QRgb background = theme().background().rgb();
    // scanLine() looks each time whether the picture is shared.
    uchar *const bits = image.bits();
    const qsizetype stride = image.bytesPerLine();
    const int columns = image.width();
    const int lines = image.height();
    const auto draw = [=](int y0, int y1, int x0, int x1, QRgb color, const auto &takes) {
        for (int y = std::max(0, y0); y < std::min(lines, y1); ++y) {
            QRgb *const line = reinterpret_cast<QRgb *>(bits + y * stride);
            for (int x = std::clamp(x0, 0, columns); x < std::clamp(x1, 0, columns); ++x) {
                if (takes(x, y))
                    line[x] = color;
            }
        }
    };
    const int wide = static_cast<int>(std::lround(stripe * ratio));
    const auto isStriped = [wide](int x, int y) { return (x + y) / wide % 2 == 1; };
    const int apart = std::max(2, static_cast<int>(std::lround(hatching * ratio)));
    const int thin = std::max(1, static_cast<int>(std::lround(ratio)));
    const auto isHatched = [apart, thin](int x, int y) { return (x + y) % apart < thin; };
    const int above = rowTop(r) - plot().top();
    const auto down = [&](int y) { return static_cast<int>(std::lround((above + y) * ratio)); };
    // Parts that are alike over the height of a row or lane are painted once: a frame has a hundred thousand bars of a
    // pixel.
    std::vector<QRgb> ground(static_cast<size_t>(columns),
                             r == m_content.currentRow ? mixed(background, theme().accent().rgb(), 36) : background);
    const auto fill = [columns](std::vector<QRgb> &line, int x0, int x1, QRgb color) {
        // A bar that others pushed to the right may have waited left of its pixels.
        if (x0 < x1)
            std::fill(line.begin() + std::clamp(x0, 0, columns), line.begin() + std::clamp(x1, 0, columns), color);
    };
    const auto show = [=](const std::vector<QRgb> &line, int y0, int y1) {
        for (int y = std::max(0, y0); y < std::min(lines, y1); ++y)
            std::copy(line.begin(), line.end(), reinterpret_cast<QRgb *>(bits + y * stride));
    };
    const auto &steps = row(r).steps;
    const bool shaded = !steps.empty() && (pixels.x(steps.back().to) - pixels.x(steps.front().from)) /
                                                  static_cast<double>(steps.size()) >=
                                              leastShaded * ratio;
    for (size_t i = 1; shaded && i < steps.size(); i += 2) {
        fill(ground, std::max(0, pixels.pixel(steps[i].from)), pixels.pixel(steps[i].to),
             mixed(background, theme().hairline().rgb(), 110));
    }
    show(ground, down(0), down(rowHeight()));
    if (isUnrecorded(r)) {
        const auto [top, end] = laneSpan(r, 0);
        draw(down(top), down(end), 0, columns, theme().hairline().rgb(), isHatched);
    }
    for (size_t lane = 0; lane < row(r).lanes.size(); ++lane) {
        const BarLane &bars = row(r).lanes[lane];
        const std::pair<int, int> span = laneSpan(r, static_cast<int>(lane));
        const int top = down(span.first);
        const int end = down(span.second);
        const std::vector<BarRun> runs = barRuns(bars, pixels);
        std::vector<QRgb> line = ground;
        double flatFrom = 0; // where the next flat line may end
        for (size_t i = 0; i < runs.size(); ++i) {
            const BarRun &run = runs[i];
            const OperatorBar &bar = bars[run.bar];
            const QRgb full = colors[bar.kind];
            fill(line, run.x0, run.x1, full);
            // A pixel that a bar shares with others says that there is one, not how long it waited.
            if (bar.waitNs > 0 && run.x1 - run.x0 > 1)
                fill(line, run.x0, std::min(run.x1, pixels.pixel(bar.fromNs + bar.waitNs)),
                     mixed(full, background, waitTint));
            // One right behind another is not one that is longer.
            const bool isBehind = i > 0 && runs[i - 1].x1 == run.x0;
            if (isBehind && std::min(run.x1 - run.x0, run.x0 - runs[i - 1].x0) >= leastJoined * ratio)
                fill(line, run.x0, run.x0 + thin, background);
            // Joined where a bar is wide enough to be told from its neighbours.
            if (bar.entry == RankOperator::none || run.x1 - run.x0 < leastJoined * ratio ||
                bar.fromNs < window().fromNs)
                continue;
            const QPointF start(pixels.x(bar.fromNs), top);
            // Between two rows that stand close there is room for all steep ones. Of flat ones, as where clocks lie
            // apart, so many as can be told from each other: all of them would be a stripe in the gap.
            if (const auto last = joins.above.constFind(bar.entry); last != joins.above.constEnd()) {
                const double below = std::max(1.0, start.y() - last->y());
                const double aside = std::abs(start.x() - last->x());
                const bool isSteep = below >= flattest * aside;
                if (isSteep || start.x() >= flatFrom) {
                    joins.lines.append({*last, start});
                    flatFrom = isSteep ? flatFrom : start.x() + apartFlat * ratio * aside / below;
                }
            }
            joins.above[bar.entry] = {start.x(), static_cast<double>(end)};
        }
        show(line, top, end);
        for (const BarRun &run : runs) {
            const OperatorBar &bar = bars[run.bar];
            const QRgb full = colors[bar.kind];
            if (bar.unaligned)
                draw(top, end, run.x0, run.x1, mixed(full, background, waitTint), isStriped);
            if (bar.untraced && run.x1 - run.x0 > 2 * thin) {
                draw(top + thin, end - thin, run.x0 + thin, run.x1 - thin, background, [](int, int) { return true; });
                draw(top, end, run.x0, run.x1, full, isHatched);
            }
        }
    }
}

void OperatorChart::render()
{
    const double ratio = devicePixelRatioF();
    const QSize size = plot().size() * ratio;
    if (m_image.size() != size || m_image.devicePixelRatio() != ratio) {
        m_image = QImage(size, QImage::Format_RGB32);
        m_image.setDevicePixelRatio(ratio);
    }
    m_image.fill(theme().background());
    const auto [first, last] = visibleRows();
    Joins joins;
    std::vector<QRgb> colors;
    for (int kind = 0; m_content.operators && kind < m_content.operators->kinds.size(); ++kind)
        colors.push_back(colorOf(kind).rgb());
    for (int r = first; r < last && !window().isEmpty(); ++r)
        renderRow(m_image, r, colors, joins);
    QPainter painter(&m_image);
    painter.scale(1 / ratio, 1 / ratio);
    QColor color = theme().secondaryText();
    color.setAlpha(110);
    painter.setPen(QPen(color, 0));
    painter.drawLines(joins.lines);
    m_valid = true;
}

std::vector<std::pair<int, QRect>> OperatorChart::labelRects() const
{
    const int line = fontMetrics().height();
    const auto [first, last] = visibleRows();
    const int every = std::max(1, (line + rowHeight() - 1) / rowHeight());
    std::vector<std::pair<int, QRect>> out;
    const auto add = [&](int r) {
        int top = rowTop(r) + (rowHeight() - line) / 2;
        // The first one has no row above that it could reach into.
        if (r == 0)
            top = std::max(top, rowTop(0));
        const QRect at(4, top, m_labelWidth - 8, line);
        if (std::none_of(out.begin(), out.end(), [&at](const auto &o) { return o.second.intersects(at); }))
            out.emplace_back(r, at);
    };
    // Those that the user chose leave out what would reach into them.
    for (const int r : {m_content.currentRow, m_selected.first}) {
        if (r >= first && r < last)
            add(r);
    }
    for (int r = first + (every - first % every) % every; r < last; r += every)
        add(r);
    return out;
}

void OperatorChart::paintLabels(QPainter &painter) const
{
    const QRect p = plot();
    painter.save();
    painter.setClipRect(QRect(0, p.top(), width(), p.height()));
    for (const auto &[r, at] : labelRects()) {
        const bool current = r == m_content.currentRow || r == m_selected.first;
        painter.setPen(current ? theme().accent() : theme().text());
        const QString &label = m_content.labels[static_cast<size_t>(r)];
        painter.drawText(at, Qt::AlignRight, fontMetrics().elidedText(label, Qt::ElideMiddle, at.width()));
        const QString &note = m_content.notes[static_cast<size_t>(r)];
        painter.setPen(theme().secondaryText());
        if (note.isEmpty())
            continue;
        const QRect room = at.translated(m_labelWidth, 0).adjusted(0, 0, p.width(), 0);
        // On hatching text needs a ground of its own.
        if (isUnrecorded(r))
            painter.fillRect(painter.boundingRect(room, Qt::AlignLeft, note).adjusted(-3, 0, 3, 0),
                             theme().background());
        painter.drawText(room, Qt::AlignLeft, note);
    }
    painter.restore();
}

void OperatorChart::paintSelected(QPainter &painter) const
{
    const OperatorBar *const bar = barOf(m_selected);
    if (!bar)
        return;
    QColor band = theme().accent();
    band.setAlpha(50);
    QRect above;
    const auto [first, last] = visibleRows();
    for (int r = first; r < last; ++r) {
        const Place place = r == m_selected.first ? m_selected : partnerIn(bar->entry, r);
        const QRect rect = rectOf(place);
        if (rect.isEmpty())
            continue;
        if (!above.isEmpty()) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(band);
            painter.drawPolygon(QPolygon({above.bottomLeft(), above.bottomRight(), rect.topRight(), rect.topLeft()}));
        }
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(place == m_selected ? theme().text() : theme().accent(), place == m_selected ? 2 : 1));
        painter.drawRect(rect.adjusted(-1, -1, 0, 0));
        above = rect;
    }
}

void OperatorChart::paint(QPainter &painter)
{
    if (!m_content.bars)
        return;
    if (!m_valid || m_image.devicePixelRatio() != devicePixelRatioF())
        render();
    paintLegend(painter);
    paintTimeAxis(painter, plot(), window(), m_content.originNs, width(), theme());
    painter.drawImage(plot().topLeft(), m_image);
    painter.setClipRect(plot());
    paintSelected(painter);
    paintBox(painter);
    painter.setClipping(false);
    paintLabels(painter);
    paintFocus(painter, plot());
}

void OperatorChart::resizeEvent(QResizeEvent *)
{
    layOut();
    redraw();
}

void OperatorChart::pressed(const QPoint &at)
{
    m_pressedPlace = placeAt(at);
    m_pressedRow = rowAt(at.y());
}

void OperatorChart::clicked(const QPoint &at)
{
    // A click on the name of a rank leaves the selected operator alone, by which rows may be aligned.
    if (at.x() >= plot().left() || rowAt(at.y()) < 0)
        choose(placeAt(at));
}

void OperatorChart::doubleClicked(const QPoint &at)
{
    // The first click may have opened or closed what stands below, and the rows are elsewhere now.
    const bool same = (at - pressedAt()).manhattanLength() < QApplication::startDragDistance();
    const Place place = same ? m_pressedPlace : placeAt(at);
    if (place.first >= 0) {
        choose(place);
        emit placeActivated(place.first, place.second);
    } else if (const int r = same ? m_pressedRow : rowAt(at.y()); r >= 0) {
        emit rowActivated(r);
    }
}

void OperatorChart::stepAlong(int direction)
{
    if (m_selected.first < 0)
        return;
    const auto count =
        static_cast<int>(m_content.operators->rows[static_cast<size_t>(m_selected.first)].operators.size());
    for (int op = m_selected.second + direction; op >= 0 && op < count; op += direction) {
        if (barOf({m_selected.first, op}))
            return choose({m_selected.first, op});
    }
}

void OperatorChart::stepAcross(int direction)
{
    const OperatorBar *const bar = barOf(m_selected);
    if (!bar)
        return;
    for (int r = m_selected.first + direction; r >= 0 && r < rowCount(); r += direction) {
        const Place partner = partnerIn(bar->entry, r);
        if (barOf(partner))
            return choose(partner);
    }
}

bool OperatorChart::chooseFirst()
{
    const auto [first, last] = visibleRows();
    const bool isCurrentSeen = m_content.currentRow >= first && m_content.currentRow < last;
    for (int r = isCurrentSeen ? m_content.currentRow : first; r < last; ++r) {
        int op = -1;
        for (const BarLane &lane : row(r).lanes) {
            const auto bar = std::find_if(lane.begin(), lane.end(), [this](const OperatorBar &b) {
                return b.fromNs < window().toNs && b.toNs > window().fromNs;
            });
            if (bar != lane.end() && (op < 0 || static_cast<int>(bar->op) < op))
                op = static_cast<int>(bar->op);
        }
        if (op >= 0) {
            choose({r, op});
            return true;
        }
    }
    return false;
}

TimeWindow OperatorChart::windowOfSelection() const
{
    const OperatorBar *const bar = barOf(m_selected);
    return bar ? timeline::padded({bar->fromNs, bar->toNs}, 0.2) : TimeWindow();
}

Picture::Tip OperatorChart::tipAt(const QPoint &at) const
{
    const Place place = placeAt(at);
    const int r = rowAt(at.y());
    if (place.first < 0 && r >= 0 && !m_content.notes[static_cast<size_t>(r)].isEmpty())
        return {{{m_content.labels[static_cast<size_t>(r)], {}}, {m_content.notes[static_cast<size_t>(r)], {}}}};
    return {tipLines(place), rectOf(place)};
}

} // namespace rs

#include "moc_operatorchart.cpp"
