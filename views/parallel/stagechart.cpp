// SPDX-License-Identifier: Apache-2.0
#include "views/parallel/stagechart.h"

#include "items/format.h"
#include "views/widgets/theme.h"
#include "views/picture/timeaxis.h"
#include "views/picture/timeticks.h"
#include "views/timeline/canvas/slicecolors.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace rs {

namespace {

constexpr int leastRow = 26;
constexpr int mostLines = 5;        // of text, that a row is high
constexpr double passShare = 0.62;  // of a row's height
constexpr double gapShare = 0.08;   // below the passes and below the transfers
constexpr unsigned shadeTint = 216; // of 256: how much of the background
constexpr size_t mostLinks = 3000;  // more lines would be a grey area
constexpr int backwardSeries = 2;   // of Theme::series(): green
constexpr int receiveSeries = 8;    // amber

} // namespace

StageChart::StageChart(const Theme *theme, QWidget *parent) : TimePicture(theme, parent) {}

void StageChart::themeChanged()
{
    updateLegend();
    update();
}

QSize StageChart::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 40, fontMetrics().height() * 10};
}

void StageChart::setContent(Content content)
{
    m_content = std::move(content);
    m_steps.clear();
    TimeWindow span;
    m_labelWidth = 0;
    for (const QString &label : m_content.labels)
        m_labelWidth = std::max(m_labelWidth, fontMetrics().horizontalAdvance(label));
    m_labelWidth = std::min(m_labelWidth, fontMetrics().averageCharWidth() * 28) + 12;
    const size_t steps = m_content.chart ? m_content.chart->steps.size() : 0;
    for (size_t i = 0; i < steps; ++i) {
        const PipelineStep &step = m_content.chart->steps[i];
        if (step.pipeline != m_content.pipeline)
            continue;
        m_steps.push_back(static_cast<int>(i));
        const auto add = [&span](Interval t) {
            span = span.isEmpty() ? TimeWindow{t.from, t.to}
                                  : TimeWindow{std::min(span.fromNs, t.from), std::max(span.toNs, t.to)};
        };
        for (const PipelineStage &stage : step.stages) {
            if (stage.lack == PipelineLack::NoClock)
                continue;
            for (const PipelineBlock &b : stage.blocks)
                add(b.time);
            for (const PipelineTransferEnd &t : stage.transfers)
                add(t.time);
        }
    }
    setLimits(span.isEmpty() ? span : timeline::padded(span, 0.01));
    const bool seen = window().fromNs < span.toNs && window().toNs > span.fromNs;
    if (window().isEmpty() || !seen)
        fit();
    m_selected = {};
    updateLegend();
    layOut();
    update();
}

void StageChart::setCurrentRow(int row)
{
    m_content.currentRow = row;
    update();
}

QColor StageChart::colorOf(PipelineWork work) const
{
    switch (work) {
    case PipelineWork::Forward:
    case PipelineWork::ForwardBackward: // its upper half
        return theme().category(TimeCategory::PureCompute);
    case PipelineWork::Backward:
        return theme().series(backwardSeries);
    case PipelineWork::Other:
        break;
    }
    return theme().category(TimeCategory::Preparing);
}

QColor StageChart::colorOfTransfer(bool isSend) const
{
    return isSend ? theme().category(TimeCategory::Uncovered) : theme().series(receiveSeries);
}

QColor StageChart::shade() const
{
    return QColor(mixed(theme().accent().rgb(), theme().background().rgb(), shadeTint));
}

void StageChart::updateLegend()
{
    m_legend.clear();
    forgetLegend();
    if (!m_content.chart)
        return;
    m_legend = {{tr("forward"), colorOf(PipelineWork::Forward)},  {tr("backward"), colorOf(PipelineWork::Backward)},
                {tr("other work"), colorOf(PipelineWork::Other)}, {tr("send"), colorOfTransfer(true)},
                {tr("receive"), colorOfTransfer(false)},          {tr("shaded: warm-up and cool-down"), shade()}};
}

void StageChart::retranslate()
{
    setAccessibleName(tr("Passes of microbatches through the stages"));
    updateLegend();
    layOut();
    update();
}

QRect StageChart::legendRoom() const
{
    return {m_labelWidth, 0, std::max(1, width() - m_labelWidth), 0};
}

QRect StageChart::plot() const
{
    const int line = fontMetrics().height();
    const int top = legendBottom() + line * 2;
    return {m_labelWidth, top, std::max(1, width() - m_labelWidth - barSize()), std::max(1, height() - top)};
}

int StageChart::rowHeight() const
{
    const int most = fontMetrics().height() * mostLines;
    return rowCount() == 0 ? most : std::clamp(plot().height() / rowCount(), leastRow, most);
}

std::pair<int, int> StageChart::bandOf(bool ofTransfers) const
{
    const int gap = std::max(2, static_cast<int>(rowHeight() * gapShare));
    const int passes = static_cast<int>(rowHeight() * passShare);
    if (!ofTransfers)
        return {gap, passes};
    return {passes + 2, std::max(passes + 5, rowHeight() - gap)};
}

void StageChart::layOut()
{
    setLines(rowCount() * rowHeight(), rowHeight());
}

int StageChart::rowAt(int y) const
{
    const int r = (y - plot().top() + scrolled()) / rowHeight();
    return y < plot().top() || r < 0 || r >= rowCount() ? -1 : r;
}

const PipelineStage &StageChart::stageAt(int step, int row) const
{
    return m_content.chart->steps[static_cast<size_t>(step)].stages[static_cast<size_t>(row)];
}

const PipelineStage *StageChart::stageOf(const Place &place) const
{
    return place.isValid() && m_content.chart ? &stageAt(place.step, place.row) : nullptr;
}

Interval StageChart::timeOf(const Place &place) const
{
    const PipelineStage *const stage = stageOf(place);
    const auto at = static_cast<size_t>(place.item);
    return !stage ? Interval() : place.isTransfer ? stage->transfers[at].time : stage->blocks[at].time;
}

QRect StageChart::rectOf(int row, Interval time, bool isTransfer) const
{
    const QRect p = plot();
    const auto [top, bottom] = bandOf(isTransfer);
    const double x0 = std::clamp(map().x(time.from), -2.0, p.width() + 2.0);
    const double x1 = std::clamp(map().x(time.to), -2.0, p.width() + 2.0);
    return {p.left() + static_cast<int>(x0), rowTop(row) + top,
            std::max(1, static_cast<int>(std::ceil(x1)) - static_cast<int>(x0)), bottom - top};
}

QRect StageChart::rectOf(const Place &place) const
{
    return place.isValid() && isVisible(timeOf(place)) ? rectOf(place.row, timeOf(place), place.isTransfer) & plot()
                                                       : QRect();
}

StageChart::Place StageChart::placeAt(const QPoint &at) const
{
    const int row = rowAt(at.y());
    if (row < 0 || !plot().contains(at))
        return {};
    const auto nearest = [&](int step, const auto &items, bool isTransfer) {
        const auto [top, bottom] = bandOf(isTransfer);
        const int y = at.y() - rowTop(row);
        if (y < top || y >= bottom)
            return Place();
        for (size_t i = items.size(); i-- > 0;) {
            if (isVisible(items[i].time) && rectOf(row, items[i].time, isTransfer).adjusted(-1, 0, 1, 0).contains(at))
                return Place{row, step, static_cast<int>(i), isTransfer};
        }
        return Place();
    };
    for (const int step : m_steps) {
        const PipelineStage &stage = stageAt(step, row);
        if (stage.lack == PipelineLack::NoClock)
            continue;
        for (const Place &found : {nearest(step, stage.blocks, false), nearest(step, stage.transfers, true)}) {
            if (found.isValid())
                return found;
        }
    }
    return {};
}

std::vector<std::pair<QString, QString>> StageChart::tipLines(const Place &place) const
{
    const PipelineStage *const stage = stageOf(place);
    if (!stage)
        return {};
    const auto at = static_cast<size_t>(place.item);
    const Interval time = timeOf(place);
    const auto what = [&] {
        if (place.isTransfer)
            return stage->transfers[at].isSend ? tr("send") : tr("receive");
        switch (stage->blocks[at].work) {
        case PipelineWork::Forward:
            return tr("forward");
        case PipelineWork::Backward:
            return tr("backward");
        case PipelineWork::ForwardBackward:
            return tr("forward and backward, not distinguished");
        case PipelineWork::Other:
            break;
        }
        return tr("other work");
    };
    const int microBatch = place.isTransfer ? stage->transfers[at].microBatch : stage->blocks[at].microBatch;
    std::vector<std::pair<QString, QString>> out{{tr("Kind"), what()},
                                                 {tr("Stage"), QString::number(stage->stage)},
                                                 {tr("Rank"), format::displayText(stage->label)}};
    if (microBatch >= 0)
        out.emplace_back(tr("Microbatch"), QString::number(microBatch));
    if (place.isTransfer && stage->transfers[at].peer >= 0)
        out.emplace_back(stage->transfers[at].isSend ? tr("To stage") : tr("From stage"),
                         QString::number(stage->transfers[at].peer));
    out.emplace_back(tr("Duration"), format::duration(time.length()));
    return out;
}

void StageChart::paintStage(QPainter &painter, int step, int row) const
{
    const PipelineStage &stage = stageAt(step, row);
    if (stage.lack == PipelineLack::NoClock)
        return;
    const QRect p = plot();
    if (stage.phases) {
        for (const Interval phase : {stage.phases->warmUp, stage.phases->coolDown}) {
            if (phase.length() <= 0 || !isVisible(phase))
                continue;
            const QRect r = rectOf(row, phase, false);
            painter.fillRect(QRect(r.left(), rowTop(row), r.width(), rowHeight() - 1) & p, shade());
        }
    }
    int filled = -1; // pixels up to here; narrow ones share them
    for (const PipelineBlock &b : stage.blocks) {
        if (!isVisible(b.time))
            continue;
        const QRect r = rectOf(row, b.time, false);
        if (r.right() <= filled)
            continue;
        filled = r.right();
        const QRect shown = r.width() > 3 ? r.adjusted(0, 0, -1, 0) : r; // a hairline to the next one
        painter.fillRect(shown, colorOf(b.work));
        if (b.work == PipelineWork::ForwardBackward)
            painter.fillRect(QRect(shown.left(), shown.center().y() + 1, shown.width(), shown.height() / 2),
                             colorOf(PipelineWork::Backward));
        if (b.microBatch < 0)
            continue;
        const QString number = QString::number(b.microBatch);
        const QRect text = shown & p;
        if (fontMetrics().horizontalAdvance(number) + 4 <= text.width() && fontMetrics().height() <= text.height()) {
            painter.setPen(Theme::labelOn(colorOf(b.work)));
            painter.drawText(text, Qt::AlignCenter, number);
        }
    }
    for (const bool sends : {false, true}) {
        filled = -1;
        for (const PipelineTransferEnd &t : stage.transfers) {
            if (t.isSend != sends || !isVisible(t.time))
                continue;
            // A send and a receive may run at once: the one above, the other below.
            QRect r = rectOf(row, t.time, true);
            if (r.right() <= filled)
                continue;
            filled = r.right();
            const int half = std::max(1, r.height() / 2);
            r = sends ? QRect(r.left(), r.top(), r.width(), half) : QRect(r.left(), r.top() + half, r.width(), half);
            painter.fillRect(r, colorOfTransfer(sends));
        }
    }
}

void StageChart::paintLinks(QPainter &painter, int step) const
{
    const PipelineStep &of = m_content.chart->steps[static_cast<size_t>(step)];
    QColor color = theme().secondaryText();
    color.setAlpha(120);
    const auto [top, bottom] = bandOf(true);
    size_t drawn = 0;
    for (const PipelineLink &l : of.links) {
        const PipelineStage &from = of.stages[static_cast<size_t>(l.fromStage)];
        const PipelineStage &to = of.stages[static_cast<size_t>(l.toStage)];
        if (from.lack == PipelineLack::NoClock || to.lack == PipelineLack::NoClock)
            continue;
        const Interval send = from.transfers[l.send].time;
        const Interval receive = to.transfers[l.receive].time;
        if (!isVisible({std::min(send.from, receive.from), std::max(send.to, receive.to)}) || ++drawn > mostLinks)
            continue;
        const Place ends[] = {{l.fromStage, step, static_cast<int>(l.send), true},
                              {l.toStage, step, static_cast<int>(l.receive), true}};
        const bool isSelected = m_selected == ends[0] || m_selected == ends[1];
        painter.setPen(QPen(isSelected ? theme().accent() : color, isSelected ? 2 : 0));
        const int left = plot().left();
        painter.drawLine(QPointF(left + map().x(send.from), rowTop(l.fromStage) + top),
                         QPointF(left + map().x(receive.to), rowTop(l.toStage) + bottom));
    }
}

void StageChart::paintLabels(QPainter &painter) const
{
    const QRect p = plot();
    painter.save();
    painter.setClipRect(QRect(0, p.top(), width(), p.height()));
    const int line = fontMetrics().height();
    for (int r = 0; r < rowCount(); ++r) {
        const QRect at(4, rowTop(r) + (rowHeight() - line) / 2, m_labelWidth - 8, line);
        painter.setPen(r == m_content.currentRow ? theme().accent() : theme().text());
        painter.drawText(
            at, Qt::AlignRight,
            fontMetrics().elidedText(m_content.labels[static_cast<size_t>(r)], Qt::ElideMiddle, at.width()));
        painter.setPen(theme().hairline());
        painter.drawLine(0, rowTop(r) + rowHeight() - 1, width(), rowTop(r) + rowHeight() - 1);
        const QString &note = m_content.notes[static_cast<size_t>(r)];
        if (note.isEmpty())
            continue;
        // Above what is drawn of transfers.
        const QRect text(p.left() + 4, rowTop(r) + 1, p.width() - 8, line);
        painter.setPen(theme().secondaryText());
        painter.drawText(text, Qt::AlignLeft, fontMetrics().elidedText(note, Qt::ElideRight, text.width()));
    }
    painter.restore();
}

void StageChart::paint(QPainter &painter)
{
    if (!m_content.chart)
        return;
    paintLegend(painter);
    if (!window().isEmpty())
        paintTimeAxis(painter, plot(), window(), m_content.originNs, width(), theme());
    painter.setClipRect(plot());
    if (m_content.currentRow >= 0)
        painter.fillRect(QRect(plot().left(), rowTop(m_content.currentRow), plot().width(), rowHeight() - 1),
                         QColor(mixed(theme().background().rgb(), theme().accent().rgb(), 20)));
    for (const int step : m_steps) {
        for (int r = 0; r < rowCount() && !window().isEmpty(); ++r)
            paintStage(painter, step, r);
        painter.setRenderHint(QPainter::Antialiasing);
        paintLinks(painter, step);
        painter.setRenderHint(QPainter::Antialiasing, false);
    }
    if (const QRect r = rectOf(m_selected); !r.isEmpty()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme().text(), 2));
        painter.drawRect(r.adjusted(-1, -1, 0, 0));
    }
    paintBox(painter);
    painter.setClipping(false);
    paintLabels(painter);
    paintFocus(painter, plot());
}

void StageChart::resizeEvent(QResizeEvent *)
{
    layOut();
    update();
}

void StageChart::choose(const Place &place)
{
    m_selected = place;
    update();
    if (place.isValid())
        emit rowChosen(place.row);
}

void StageChart::clicked(const QPoint &at)
{
    choose(placeAt(at));
    if (!m_selected.isValid())
        emit rowChosen(rowAt(at.y()));
}

void StageChart::doubleClicked(const QPoint &at)
{
    if (const Place place = placeAt(at); place.isValid()) {
        choose(place);
        emit placeActivated(place);
    } else if (const int r = rowAt(at.y()); r >= 0) {
        emit rowActivated(r);
    }
}

// Along the row, from step to step.
void StageChart::stepAlong(int direction)
{
    const auto count = [&](int step) {
        const PipelineStage &s = stageAt(step, m_selected.row);
        return static_cast<int>(m_selected.isTransfer ? s.transfers.size() : s.blocks.size());
    };
    Place next = m_selected;
    next.item += direction;
    auto at = std::find(m_steps.begin(), m_steps.end(), next.step);
    while (next.item < 0 || next.item >= count(next.step)) {
        if (direction < 0 ? at == m_steps.begin() : std::next(at) == m_steps.end())
            return;
        at += direction;
        next.step = *at;
        next.item = direction < 0 ? count(next.step) - 1 : 0;
    }
    choose(next);
}

// To the same pass of the stage above or below, or the other end of a transfer.
void StageChart::stepAcross(int direction)
{
    const int row = m_selected.row + direction;
    if (row < 0 || row >= rowCount())
        return;
    Place next{row, m_selected.step, -1, m_selected.isTransfer};
    if (m_selected.isTransfer) {
        const auto item = static_cast<quint32>(m_selected.item);
        for (const PipelineLink &l : m_content.chart->steps[static_cast<size_t>(m_selected.step)].links) {
            if (l.fromStage == m_selected.row && l.send == item && l.toStage == row)
                next.item = static_cast<int>(l.receive);
            if (l.toStage == m_selected.row && l.receive == item && l.fromStage == row)
                next.item = static_cast<int>(l.send);
        }
    } else {
        const PipelineBlock &own =
            stageAt(m_selected.step, m_selected.row).blocks[static_cast<size_t>(m_selected.item)];
        const auto &blocks = stageAt(m_selected.step, row).blocks;
        const auto isPass = [](PipelineWork w) { return w == PipelineWork::ForwardBackward; };
        for (size_t i = 0; i < blocks.size() && next.item < 0; ++i) {
            const bool alike = blocks[i].work == own.work ||
                               (own.work != PipelineWork::Other && (isPass(blocks[i].work) || isPass(own.work)));
            if (alike && blocks[i].microBatch == own.microBatch)
                next.item = static_cast<int>(i);
        }
    }
    if (next.isValid())
        choose(next);
}

// The first pass in sight, of the current stage if it has one.
bool StageChart::chooseFirst()
{
    std::vector<int> rows;
    for (int r = 0; r < rowCount(); ++r)
        rows.insert(r == m_content.currentRow ? rows.begin() : rows.end(), r);
    for (const int row : rows) {
        for (const int step : m_steps) {
            const std::vector<PipelineBlock> &blocks = stageAt(step, row).blocks;
            const auto seen = std::find_if(blocks.begin(), blocks.end(),
                                           [this](const PipelineBlock &b) { return isVisible(b.time); });
            if (seen == blocks.end())
                continue;
            choose({row, step, static_cast<int>(seen - blocks.begin()), false});
            return true;
        }
    }
    return false;
}

TimeWindow StageChart::windowOfSelection() const
{
    const Interval time = timeOf(m_selected);
    return m_selected.isValid() ? timeline::padded({time.from, time.to}, 0.2) : TimeWindow();
}

Picture::Tip StageChart::tipAt(const QPoint &at) const
{
    const Place place = placeAt(at);
    return {tipLines(place), rectOf(place)};
}

} // namespace rs

#include "moc_stagechart.cpp"
