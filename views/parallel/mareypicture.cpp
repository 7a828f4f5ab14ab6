// SPDX-License-Identifier: Apache-2.0
#include "views/parallel/mareypicture.h"

#include "items/format.h"
#include "views/theme.h"
#include "views/timeline/axis/timeaxis.h"
#include "views/timeline/axis/timeticks.h"
#include "views/timeline/canvas/slicecolors.h"

#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rs {

namespace {

constexpr int leastPitch = 4;
constexpr int usualPitch = 20;     // fewer pixels only where the user asks for it
constexpr int tallestLine = 10;    // of text, that a line is high
constexpr double gapPart = 0.38;   // of a line's height, between the bars of two lines
constexpr unsigned bandShare = 96; // of 256: how much of a band's colour is seen
constexpr unsigned paleShare = 190;
constexpr int sendTone = 5;    // of Theme::series(): purple
constexpr int receiveTone = 2; // green
constexpr int bothTone = 3;
constexpr int nearbyPixels = 2; // pixels beside an operator that still mean it

} // namespace

MareyPicture::MareyPicture(const Theme *theme, const KeyMap *keys, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_keys(keys ? keys : &KeyMap::builtIn()),
      m_navigator([this] { return m_window; }, [this](TimeWindow w) { setWindow(w); }, this),
      m_bar(new QScrollBar(Qt::Vertical, this))
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    m_navigator.setAnchor(
        [this] { return plot().contains(m_mouse) ? static_cast<double>(alongOf(m_mouse)) : alongSize() / 2.0; });
    connect(m_bar, &QScrollBar::valueChanged, this, [this](int at) {
        m_scroll = at;
        changed();
    });
    connect(theme, &Theme::changed, this, [this] {
        updateLegend();
        changed();
    });
}

QSize MareyPicture::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 40, fontMetrics().height() * 10};
}

void MareyPicture::setContent(Content content, bool opens)
{
    m_content = std::move(content);
    m_matches = {};
    m_curves = {};
    m_selected = {};
    makeLines();
    const MareyChart *const chart = m_content.chart.get();
    const TimeWindow whole = chart ? TimeWindow{chart->whole.from, chart->whole.to} : TimeWindow();
    m_opening = {};
    if (!whole.isEmpty()) {
        m_navigator.setLimits(timeline::padded(whole, 0.01));
        m_opening =
            timeline::clamped(timeline::padded({chart->middle.from, chart->middle.to}, 0.01), m_navigator.limits());
    } else {
        m_navigator.setLimits({});
    }
    updateLegend();
    layOut();
    const bool seen = m_window.fromNs < whole.toNs && m_window.toNs > whole.fromNs;
    if (opens || m_window.isEmpty() || !seen)
        setWindow(m_opening);
    changed();
}

void MareyPicture::setMatches(MareyMatches matches)
{
    m_matches = std::move(matches);
    changed();
}

void MareyPicture::setCurrentRow(int row)
{
    m_content.currentRow = row;
    changed();
}

void MareyPicture::setDownwards(bool on)
{
    if (m_downwards == on)
        return;
    m_downwards = on;
    m_bar->setOrientation(on ? Qt::Horizontal : Qt::Vertical);
    layOut();
    changed();
}

void MareyPicture::setWindow(TimeWindow w)
{
    w = timeline::clamped(w, m_navigator.limits());
    if (w == m_window)
        return;
    m_window = w;
    changed();
    emit arrangementChanged();
}

void MareyPicture::setPitch(int pixels)
{
    pixels = pixels <= 0 ? 0 : std::clamp(pixels, leastPitch, fontMetrics().height() * tallestLine * 4);
    if (m_pitch == pixels)
        return;
    m_pitch = pixels;
    layOut();
    changed();
    emit arrangementChanged();
}

void MareyPicture::setFoldedStages(std::set<int> stages)
{
    m_foldedStages = std::move(stages);
    makeLines();
    layOut();
    changed();
}

void MareyPicture::foldStage(int stage)
{
    if (!m_foldedStages.erase(stage))
        m_foldedStages.insert(stage);
    setFoldedStages(m_foldedStages);
    emit arrangementChanged();
}

void MareyPicture::reset()
{
    if (m_window == m_opening && m_pitch == 0)
        return m_navigator.fit();
    setPitch(0);
    m_navigator.show(m_opening);
}

void MareyPicture::changed()
{
    m_valid = false;
    update();
}

void MareyPicture::makeLines()
{
    m_lines.clear();
    if (!m_content.chart)
        return;
    const MareyChart &chart = *m_content.chart;
    int stage = -1;
    for (size_t r = 0; r < chart.rows.size(); ++r) {
        const MareyRow &row = chart.rows[r];
        if (row.stage >= 0 && row.stage != stage) {
            stage = row.stage;
            for (size_t s = 0; s < chart.stages.size(); ++s) {
                if (chart.stages[s].stage == stage)
                    m_lines.push_back({static_cast<int>(s), true});
            }
        }
        if (!m_foldedStages.contains(row.stage) || row.stage < 0 || chart.stages.empty())
            m_lines.push_back({static_cast<int>(r), false});
    }
}

QColor MareyPicture::colorOf(MareyKind kind) const
{
    switch (kind) {
    case MareyKind::Compute:
        return m_theme->category(TimeCategory::PureCompute);
    case MareyKind::Collective:
        return m_theme->category(TimeCategory::Uncovered);
    case MareyKind::Send:
        return m_theme->series(sendTone);
    case MareyKind::Receive:
        return m_theme->series(receiveTone);
    case MareyKind::SendReceive:
    case MareyKind::Count:
        break;
    }
    return m_theme->series(bothTone);
}

void MareyPicture::updateLegend()
{
    m_legend.clear();
    if (!m_content.chart)
        return;
    const std::array names = {tr("computing"), tr("collective"), tr("send"), tr("receive"), tr("send and receive")};
    std::array<bool, names.size()> has{};
    for (const MareyEntry &e : m_content.chart->entries)
        has[static_cast<size_t>(e.kind)] = true;
    for (size_t k = 0; k < names.size(); ++k) {
        if (has[k])
            m_legend.push_back({names[k], colorOf(static_cast<MareyKind>(k))});
    }
    if (m_showsMemory && m_curves && m_curves->mostMemoryMb > 0)
        m_legend.push_back({tr("memory, up to %1 MB").arg(format::real(m_curves->mostMemoryMb, 0)), memoryColor()});
    if (m_showsRate && m_curves && m_curves->mostGflops > 0)
        m_legend.push_back({tr("FLOPS, up to %1 G/s").arg(format::real(m_curves->mostGflops, 0)), rateColor()});
}

void MareyPicture::retranslate()
{
    setAccessibleName(tr("Operators of the devices over time"));
    updateLegend();
    layOut();
    changed();
}

void MareyPicture::layOut()
{
    m_headerSize = 0;
    for (const QString &label : m_content.labels)
        m_headerSize = std::max(m_headerSize, fontMetrics().horizontalAdvance(label));
    for (const QString &label : m_content.stageLabels)
        m_headerSize = std::max(m_headerSize, fontMetrics().horizontalAdvance(label));
    m_headerSize = std::min(m_headerSize, fontMetrics().averageCharWidth() * 24) + 24;
    if (!m_content.loads.empty())
        m_headerSize += 3 * squareStep + 4;
    m_legendHeight = legendHeight(legendRects(m_legend, fontMetrics(), std::max(1, width() - 8)));
    m_bar->hide();
    const auto needed = [this] { return static_cast<int>(m_lines.size()) * linePitch(); };
    const bool isNeeded = needed() > acrossSize();
    m_bar->setVisible(isNeeded);
    const QRect p = plot();
    const int thick = m_downwards ? m_bar->sizeHint().height() : m_bar->sizeHint().width();
    if (m_downwards)
        m_bar->setGeometry(p.left(), height() - thick, p.width(), thick);
    else
        m_bar->setGeometry(width() - thick, p.top(), thick, p.height());
    m_bar->setRange(0, std::max(0, needed() - acrossSize()));
    m_bar->setPageStep(acrossSize());
    m_bar->setSingleStep(linePitch());
    m_navigator.setWidth(alongSize());
}

QRect MareyPicture::plot() const
{
    const int line = fontMetrics().height();
    const int bar = !m_bar->isVisibleTo(this) ? 0
                    : m_downwards             ? m_bar->sizeHint().height()
                                              : m_bar->sizeHint().width();
    const int left = m_downwards ? fontMetrics().averageCharWidth() * 16 : m_headerSize;
    const int top = m_legendHeight + (m_downwards ? m_headerSize : line * 2);
    return {left, top, std::max(1, width() - left - (m_downwards ? 0 : bar)),
            std::max(1, height() - top - (m_downwards ? bar : 0))};
}

int MareyPicture::linePitch() const
{
    if (m_pitch > 0)
        return m_pitch;
    const int most = fontMetrics().height() * tallestLine;
    const int count = static_cast<int>(m_lines.size());
    return count == 0 ? most : std::clamp(acrossSize() / count, usualPitch, most);
}

std::pair<int, int> MareyPicture::laneSpan(bool isCommunication) const
{
    const int pitch = linePitch();
    const int between = std::max(1, static_cast<int>(pitch * gapPart));
    const int bar = std::max(2, pitch - between);
    if (!m_content.folds || !m_content.folds->hasCommunication)
        return {0, bar};
    const int work = std::max(1, bar * 3 / 5);
    return isCommunication ? std::pair(work, bar) : std::pair(0, work);
}

std::pair<int, int> MareyPicture::visibleLines() const
{
    const int count = static_cast<int>(m_lines.size());
    const int first = std::clamp(m_scroll / linePitch(), 0, count);
    return {first, std::clamp((m_scroll + acrossSize()) / linePitch() + 1, first, count)};
}

int MareyPicture::alongOf(const QPoint &at) const
{
    return m_downwards ? at.y() - plot().top() : at.x() - plot().left();
}

int MareyPicture::acrossOf(const QPoint &at) const
{
    return m_downwards ? at.x() - plot().left() : at.y() - plot().top();
}

QRect MareyPicture::rectOf(double along0, double along1, int across0, int across1) const
{
    const QRect p = plot();
    const int size = alongSize();
    const int a0 = static_cast<int>(std::clamp(along0, -2.0, size + 2.0));
    const int a1 = std::max(a0 + 1, static_cast<int>(std::ceil(std::clamp(along1, -2.0, size + 2.0))));
    const int c = across1 - across0;
    return m_downwards ? QRect(p.left() + across0, p.top() + a0, c, a1 - a0)
                       : QRect(p.left() + a0, p.top() + across0, a1 - a0, c);
}

int MareyPicture::lineAt(const QPoint &at) const
{
    // Headers belong to their lines.
    const int across = acrossOf(at);
    const bool isBeside = m_downwards ? at.y() < m_legendHeight : at.y() < plot().top();
    if (isBeside || across < 0 || across >= acrossSize())
        return -1;
    const int line = (across + m_scroll) / linePitch();
    return line < static_cast<int>(m_lines.size()) ? line : -1;
}

int MareyPicture::lineOf(int row) const
{
    const auto at = std::find(m_lines.begin(), m_lines.end(), Line{row, false});
    return at == m_lines.end() ? -1 : static_cast<int>(at - m_lines.begin());
}

const MareyRow &MareyPicture::rowOf(const Line &line) const
{
    const auto at = static_cast<size_t>(line.row);
    return line.isStage ? m_content.chart->stages[at] : m_content.chart->rows[at];
}

const MareyLane &MareyPicture::laneOf(const Place &place) const
{
    const MareyRow &row = m_content.chart->rows[static_cast<size_t>(place.row)];
    return place.isCommunication ? row.communication : row.work;
}

const MareyOperator *MareyPicture::operatorAt(const Place &place) const
{
    if (!place.isValid() || !m_content.chart || static_cast<size_t>(place.row) >= m_content.chart->rows.size())
        return nullptr;
    const MareyLane &lane = laneOf(place);
    return static_cast<size_t>(place.op) < lane.size() ? &lane[static_cast<size_t>(place.op)] : nullptr;
}

MareyPicture::Place MareyPicture::placeAt(const QPoint &at) const
{
    const int line = plot().contains(at) ? lineAt(at) : -1;
    if (line < 0 || m_lines[static_cast<size_t>(line)].isStage)
        return {};
    const int inside = acrossOf(at) - lineTop(line);
    const auto [top, bottom] = laneSpan(true);
    const bool splits = m_content.folds->hasCommunication;
    if (inside >= bottom)
        return {};
    Place out{m_lines[static_cast<size_t>(line)].row, splits && inside >= top, -1};
    const MareyLane &lane = laneOf(out);
    const MareyFolds::Row &folds = m_content.folds->rows[static_cast<size_t>(out.row)];
    const qint64 from = map().time(alongOf(at) - nearbyPixels);
    const qint64 to = map().time(alongOf(at) + nearbyPixels + 1);
    const qint64 exact = map().time(alongOf(at));
    // The one under the mouse, the shortest of several; where there is none, or they are narrower than a pixel, the
    // longest nearbyPixels.
    const bool isFine = map().nsPerPixel() < 1;
    qint64 best = -1;
    bool bestHolds = false;
    for (size_t i = (out.isCommunication ? folds.communication : folds.work).firstReaching(from);
         i < lane.size() && lane[i].time.from < to; ++i) {
        const Interval t = lane[i].time;
        if (t.to < from)
            continue;
        const bool holds =
            t.from <= exact && exact < t.to && (isFine || static_cast<double>(t.length()) >= map().nsPerPixel());
        const bool better = holds ? !bestHolds || t.length() < best : !bestHolds && t.length() > best;
        if (!better)
            continue;
        best = t.length();
        bestHolds = holds;
        out.op = static_cast<int>(i);
    }
    return out.isValid() ? out : Place();
}

MareyPicture::Place MareyPicture::placeOf(int row, SliceId slice) const
{
    if (!m_content.chart || row < 0 || static_cast<size_t>(row) >= m_content.chart->rows.size() || slice == NoSlice)
        return {};
    for (const bool isCommunication : {false, true}) {
        const MareyLane &lane = laneOf({row, isCommunication, 0});
        const auto at =
            std::find_if(lane.begin(), lane.end(), [slice](const MareyOperator &op) { return op.slice == slice; });
        if (at != lane.end())
            return {row, isCommunication, static_cast<int>(at - lane.begin())};
    }
    return {};
}

MareyPicture::Place MareyPicture::partnerOf(const Place &place, int row) const
{
    const MareyOperator *const op = operatorAt(place);
    if (!op || row < 0 || static_cast<size_t>(row) >= m_content.chart->rows.size())
        return {};
    const MareyEntry &e = m_content.chart->entries[op->entry];
    const MareyLane &lane = laneOf({row, place.isCommunication, 0});
    auto at = std::lower_bound(lane.begin(), lane.end(), e.span.from,
                               [](const MareyOperator &o, qint64 ns) { return o.time.from < ns; });
    for (; at != lane.end() && at->time.from <= e.lastStartNs; ++at) {
        if (at->entry == op->entry)
            return {row, place.isCommunication, static_cast<int>(at - lane.begin())};
    }
    return {};
}

QRect MareyPicture::rectOf(const Place &place) const
{
    const MareyOperator *const op = operatorAt(place);
    const int line = op ? lineOf(place.row) : -1;
    if (line < 0)
        return {};
    const auto [top, bottom] = laneSpan(place.isCommunication);
    const TimeMap pixels = map();
    return rectOf(pixels.x(op->time.from), pixels.x(op->time.to), lineTop(line) + top, lineTop(line) + bottom) & plot();
}

std::vector<std::pair<QString, QString>> MareyPicture::tipLines(const Place &place) const
{
    const MareyOperator *const op = operatorAt(place);
    if (!op)
        return {};
    const MareyChart &chart = *m_content.chart;
    const MareyEntry &e = chart.entries[op->entry];
    const std::array kinds = {tr("computing"), tr("collective"), tr("send"), tr("receive"), tr("send and receive")};
    std::vector<std::pair<QString, QString>> out{{format::displayText(chart.nameOf(*op)), {}},
                                                 {tr("Kind"), kinds[static_cast<size_t>(e.kind)]},
                                                 {tr("Rank"), m_content.labels[static_cast<size_t>(place.row)]}};
    if (e.step >= 0 && !chart.steps[e.step].isEmpty())
        out.emplace_back(tr("Step"), format::displayText(chart.steps[e.step]));
    out.emplace_back(tr("Occurrence"), format::integer(e.occurrence + 1));
    out.emplace_back(tr("Start"), exactOffset(saturatedDifference(op->time.from, m_content.originNs)));
    out.emplace_back(tr("Duration"), format::duration(op->time.length()));
    if (e.devices > 1) {
        out.emplace_back(tr("Devices"), format::integer(e.devices));
        out.emplace_back(tr("Median of the devices"), format::duration(e.medianNs));
        out.emplace_back(tr("Shortest to longest"),
                         tr("%1 to %2").arg(format::duration(e.shortestNs), format::duration(e.longestNs)));
        out.emplace_back(tr("After the first start"),
                         format::duration(saturatedDifference(op->time.from, e.span.from)));
    } else {
        out.emplace_back(tr("Devices"), tr("no other one has it at this place"));
    }
    if (!m_curves)
        return out;
    const MareyLines::Row &curves = m_curves->rows[static_cast<size_t>(place.row)];
    const qint64 middle = op->time.from + op->time.length() / 2;
    if (const auto mb = m_showsMemory ? curves.memoryMb.valueAt(op->time.from) : std::nullopt)
        out.emplace_back(tr("Memory"), tr("%1 MB").arg(format::real(*mb)));
    if (const auto rate = m_showsRate ? curves.gflops.valueAt(middle) : std::nullopt)
        out.emplace_back(tr("FLOPS"), tr("%1 G/s").arg(format::real(*rate)));
    return out;
}

// A colour of the theme is looked up by its name, which thousands of operators in a frame need not do.
std::array<QRgb, static_cast<size_t>(MareyKind::Count)> MareyPicture::kindColors() const
{
    std::array<QRgb, static_cast<size_t>(MareyKind::Count)> out{};
    for (size_t k = 0; k < out.size(); ++k)
        out[k] = colorOf(static_cast<MareyKind>(k)).rgb();
    return out;
}

void MareyPicture::renderBands(MareyRaster &raster, int line) const
{
    const Line &at = m_lines[static_cast<size_t>(line)];
    const auto next = static_cast<size_t>(line) + 1;
    if (at.isStage || next >= m_lines.size() || m_lines[next] != Line{at.row + 1, false})
        return;
    const MareyChart &chart = *m_content.chart;
    const auto r = static_cast<size_t>(at.row);
    if (chart.rows[r].stage != chart.rows[r + 1].stage)
        return;
    const double ratio = devicePixelRatioF();
    const TimeMap pixels(m_window, raster.width());
    // What is paler than a bar needs no gaps of a single pixel.
    const auto pixelNs = static_cast<qint64>(2 * pixels.nsPerPixel());
    const auto colors = kindColors();
    const bool pale = isPale();
    const auto draw = [&](const MareyLaneFolds &folds, const MareyLane &lane, const MareyLane &below,
                          bool communication) {
        const auto [top, bottom] = laneSpan(communication);
        const auto y0 = static_cast<int>(std::lround((lineTop(line) + bottom) * ratio));
        const auto y1 = static_cast<int>(std::lround((lineTop(line + 1) + top) * ratio));
        folds.visit(lane, &below, chart.entries, {m_window.fromNs, m_window.toNs}, pixelNs, [&](const MareyFold &f) {
            if (f.below.length() <= 0 && f.below.from == 0)
                return;
            raster.band(pixels.x(f.time.from), pixels.x(f.time.to), y0, pixels.x(f.below.from), pixels.x(f.below.to),
                        y1, colors[static_cast<size_t>(f.kind)], pale ? bandShare / 3 : bandShare);
        });
    };
    const MareyFolds::Row &folds = m_content.folds->rows[r];
    draw(folds.work, chart.rows[r].work, chart.rows[r + 1].work, false);
    draw(folds.communication, chart.rows[r].communication, chart.rows[r + 1].communication, true);
}

void MareyPicture::renderBars(MareyRaster &raster, int line) const
{
    const Line &at = m_lines[static_cast<size_t>(line)];
    const MareyChart &chart = *m_content.chart;
    const auto r = static_cast<size_t>(at.row);
    const MareyRow &row = rowOf(at);
    const MareyRow *const next =
        !at.isStage && r + 1 < chart.rows.size() && chart.rows[r + 1].stage == row.stage ? &chart.rows[r + 1] : nullptr;
    const MareyFolds::Row &folds = at.isStage ? m_content.folds->stages[r] : m_content.folds->rows[r];
    const double ratio = devicePixelRatioF();
    const TimeMap pixels(m_window, raster.width());
    const auto pixelNs = static_cast<qint64>(pixels.nsPerPixel());
    const QRgb background = m_theme->background().rgb();
    const auto colors = kindColors();
    const bool pale = isPale();
    const auto draw = [&](const MareyLaneFolds &of, const MareyLane &lane, const MareyLane *below, bool communication) {
        const auto [top, bottom] = laneSpan(communication);
        const auto y0 = static_cast<int>(std::lround((lineTop(line) + top) * ratio));
        const auto y1 = std::max(y0 + 1, static_cast<int>(std::lround((lineTop(line) + bottom) * ratio)));
        double filled = -1; // up to here; narrow ones share a pixel
        of.visit(lane, below, chart.entries, {m_window.fromNs, m_window.toNs}, pixelNs, [&](const MareyFold &f) {
            const double x0 = pixels.x(f.time.from);
            const double x1 = pixels.x(f.time.to);
            if (x1 < 0 || x0 > raster.width() || std::max(std::floor(x0) + 1, x1) <= filled)
                return;
            filled = std::max(std::floor(x0) + 1, x1);
            QRgb color = colors[static_cast<size_t>(f.kind)];
            if (pale)
                color = mixed(color, background, paleShare);
            // A hairline parts neighbours that have the room.
            raster.bar(x0, x1 - x0 > 4 * ratio && f.count == 1 ? x1 - ratio : x1, y0, y1, color);
        });
    };
    draw(folds.work, row.work, next ? &next->work : nullptr, false);
    draw(folds.communication, row.communication, next ? &next->communication : nullptr, true);
}

void MareyPicture::renderMatches(MareyRaster &raster, int line) const
{
    const Line &at = m_lines[static_cast<size_t>(line)];
    if (at.isStage || static_cast<size_t>(at.row) >= m_matches.rows.size())
        return;
    const MareyChart &chart = *m_content.chart;
    const double ratio = devicePixelRatioF();
    const TimeMap pixels(m_window, raster.width());
    const auto colors = kindColors();
    const MareyMatches::Row &found = m_matches.rows[static_cast<size_t>(at.row)];
    const auto next = static_cast<size_t>(line) + 1;
    const bool joins = next < m_lines.size() && m_lines[next] == Line{at.row + 1, false};
    for (const bool communication : {false, true}) {
        const MareyLane &lane = laneOf({at.row, communication, 0});
        const auto [top, bottom] = laneSpan(communication);
        const auto y0 = static_cast<int>(std::lround((lineTop(line) + top) * ratio));
        const auto y1 = static_cast<int>(std::lround((lineTop(line) + bottom) * ratio));
        const auto y2 = static_cast<int>(std::lround((lineTop(line + 1) + top) * ratio));
        double filled = -1;
        for (const quint32 i : communication ? found.communication : found.work) {
            const MareyOperator &op = lane[i];
            const QRgb color = colors[static_cast<size_t>(chart.entries[op.entry].kind)];
            const double x0 = pixels.x(op.time.from);
            const double x1 = pixels.x(op.time.to);
            if (x1 < 0 || x0 > raster.width() || std::max(std::floor(x0) + 1, x1) <= filled)
                continue;
            filled = std::max(std::floor(x0) + 1, x1);
            raster.bar(x0, x1, y0, y1, color);
            if (!joins || op.below == MareyOperator::none)
                continue;
            const Interval below = laneOf({at.row + 1, communication, 0})[op.below].time;
            raster.band(x0, x1, y1, pixels.x(below.from), pixels.x(below.to), y2, color, 180);
        }
    }
}

// Time runs across in the making, whichever way it is shown.
void MareyPicture::render()
{
    const double ratio = devicePixelRatioF();
    const QSize size = QSize(alongSize(), acrossSize()) * ratio;
    QImage &image = m_downwards ? m_across : m_image;
    // New memory for each frame takes longer than filling it.
    if (image.size() != size)
        image = QImage(size, QImage::Format_RGB32);
    image.setDevicePixelRatio(ratio);
    image.fill(m_theme->background());
    if (!m_window.isEmpty() && m_content.chart && m_content.folds) {
        MareyRaster raster(image);
        const auto [first, last] = visibleLines();
        const QRgb background = m_theme->background().rgb();
        for (int line = first; line < last; ++line) {
            const Line &at = m_lines[static_cast<size_t>(line)];
            const auto y0 = static_cast<int>(lineTop(line) * ratio);
            const auto y1 = static_cast<int>((lineTop(line) + laneSpan(true).second) * ratio);
            if (at.isStage)
                raster.bar(0, raster.width(), y0, y1, m_theme->panel().rgb());
            else if (at.row == m_content.currentRow)
                raster.bar(0, raster.width(), y0, y1, mixed(background, m_theme->accent().rgb(), 36));
        }
        for (int line = std::max(0, first - 1); line < last; ++line)
            renderBands(raster, line);
        for (int line = first; line < last; ++line)
            renderBars(raster, line);
        for (int line = first; line < last && !m_matches.rows.empty(); ++line)
            renderMatches(raster, line);
        for (int line = first; line < last && showsCurves(); ++line)
            renderCurves(raster, line);
    }
    if (m_downwards) {
        turn(m_across, m_image);
        m_image.setDevicePixelRatio(ratio);
    }
    m_valid = true;
}

} // namespace rs
