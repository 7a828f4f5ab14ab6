// SPDX-License-Identifier: Apache-2.0
#include "views/parallel/mareypicture.h"

#include "items/format.h"
#include "views/widgets/theme.h"
#include "views/picture/timeaxis.h"
#include "views/picture/timeticks.h"

#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rs {

namespace {

constexpr int leastPitch = 4;
constexpr int usualPitch = 20;   // fewer pixels only where the user asks for it
constexpr int tallestLine = 10;  // of text, that a line is high
constexpr double gapPart = 0.38; // of a line's height, between the bars of two lines
constexpr int sendTone = 5;      // of Theme::series(): purple
constexpr int receiveTone = 2;   // green
constexpr int bothTone = 3;
constexpr int nearbyPixels = 2; // pixels beside an operator that still mean it

} // namespace

MareyMatches MareyMatches::of(const MareyChart &chart, const std::vector<bool> &isFound, const JobContext &job)
{
    MareyMatches out;
    out.rows.resize(chart.rows.size());
    for (size_t r = 0; r < chart.rows.size() && !job.isCanceled(); ++r) {
        const auto find = [&](const MareyLane &lane, std::vector<quint32> &to) {
            for (quint32 i = 0; i < lane.size(); ++i) {
                if (isFound[lane[i].entry])
                    to.push_back(i);
            }
            out.count += std::ssize(to);
        };
        find(chart.rows[r].work, out.rows[r].work);
        find(chart.rows[r].communication, out.rows[r].communication);
    }
    return out;
}

MareyMatches MareyMatches::named(const MareyChart &chart, const QString &text, const JobContext &job)
{
    std::vector<bool> names(chart.names.size());
    for (quint32 i = 0; i < names.size(); ++i)
        names[i] = chart.names.text(StrId{i}).contains(text, Qt::CaseInsensitive);
    std::vector<bool> isFound(chart.entries.size());
    for (size_t i = 0; i < isFound.size(); ++i)
        isFound[i] = names[chart.entries[i].name];
    return of(chart, isFound, job);
}

MareyPicture::MareyPicture(const Theme *theme, ThreadPool *paintPool, QWidget *parent)
    : TimePicture(theme, parent), m_paintPool(paintPool)
{
    connect(this, &TimePicture::windowChanged, this, &MareyPicture::arrangementChanged);
    m_rowClick.setSingleShot(true);
    connect(&m_rowClick, &QTimer::timeout, this, [this] { emit rowChosen(m_clickedRow); });
}

void MareyPicture::themeChanged()
{
    updateLegend();
    redraw();
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
        setLimits(timeline::padded(whole, 0.01));
        m_opening = timeline::clamped(timeline::padded({chart->middle.from, chart->middle.to}, 0.01), limits());
    } else {
        setLimits({});
    }
    updateLegend();
    layOut();
    const bool seen = window().fromNs < whole.toNs && window().toNs > whole.fromNs;
    if (opens || window().isEmpty() || !seen)
        setWindow(m_opening);
    redraw();
}

void MareyPicture::setMatches(MareyMatches matches)
{
    m_matches = std::move(matches);
    redraw();
}

void MareyPicture::setCurrentRow(int row)
{
    m_content.currentRow = row;
    redraw();
}

void MareyPicture::setDownwards(bool on)
{
    if (m_downwards == on)
        return;
    m_downwards = on;
    updateLegend();
    layOut();
    redraw();
}

void MareyPicture::setPitch(int pixels)
{
    pixels = pixels <= 0 ? 0 : std::clamp(pixels, leastPitch, fontMetrics().height() * tallestLine * 4);
    if (m_pitch == pixels)
        return;
    m_pitch = pixels;
    layOut();
    redraw();
    emit arrangementChanged();
}

void MareyPicture::setFoldedStages(std::set<int> stages)
{
    m_foldedStages = std::move(stages);
    makeLines();
    layOut();
    redraw();
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
    if (window() == m_opening && m_pitch == 0)
        return fit();
    setPitch(0);
    navigator().show(m_opening);
}

void MareyPicture::redraw()
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
        return theme().category(TimeCategory::PureCompute);
    case MareyKind::Collective:
        return theme().category(TimeCategory::Uncovered);
    case MareyKind::Send:
        return theme().series(sendTone);
    case MareyKind::Receive:
        return theme().series(receiveTone);
    case MareyKind::SendReceive:
    case MareyKind::Count:
        break;
    }
    return theme().series(bothTone);
}

void MareyPicture::updateLegend()
{
    m_legend.clear();
    forgetLegend();
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
    constexpr double usualShare = 0.7;
    if (!m_content.loads.empty())
        m_legend.push_back({m_downwards ? tr("squares from above: FLOPs, FLOPS, peak memory")
                                        : tr("squares from the left: FLOPs, FLOPS, peak memory"),
                            theme().ramp(usualShare)});
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
    redraw();
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
    scrollBar()->hide();
    setLines(static_cast<int>(m_lines.size()) * linePitch(), linePitch());
}

QRect MareyPicture::plot() const
{
    const int line = fontMetrics().height();
    const int left = m_downwards ? fontMetrics().averageCharWidth() * 16 : m_headerSize;
    const int top = legendBottom() + (m_downwards ? m_headerSize : line * 2);
    return {left, top, std::max(1, width() - left - (m_downwards ? 0 : barSize())),
            std::max(1, height() - top - (m_downwards ? barSize() : 0))};
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
    const int first = std::clamp(scrolled() / linePitch(), 0, count);
    return {first, std::clamp((scrolled() + acrossSize()) / linePitch() + 1, first, count)};
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
    const bool isBeside = m_downwards ? at.y() < legendBottom() : at.y() < plot().top();
    if (isBeside || across < 0 || across >= acrossSize())
        return -1;
    const int line = (across + scrolled()) / linePitch();
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
    std::vector<std::pair<QString, QString>> out{{format::displayText(chart.nameOf(*op)), {}},
                                                 {tr("Rank"), m_content.labels[static_cast<size_t>(place.row)]},
                                                 {tr("Duration"), format::duration(op->time.length())}};
    if (e.devices > 1) {
        out.emplace_back(tr("Devices"), tr("%1: median %2, %3 to %4", "number, times")
                                            .arg(format::integer(e.devices), format::duration(e.medianNs),
                                                 format::duration(e.shortestNs), format::duration(e.longestNs)));
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

} // namespace rs

#include "moc_mareypicture.cpp"
