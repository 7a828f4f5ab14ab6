// SPDX-License-Identifier: Apache-2.0
// Mouse, wheel and keys of the Marey picture.
#include "items/format.h"
#include "views/parallel/mareypicture.h"
#include "views/picture/timeaxis.h"

#include <QApplication>
#include <QKeyEvent>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace rs {

void MareyPicture::resizeEvent(QResizeEvent *)
{
    layOut();
    redraw();
}

void MareyPicture::bringIntoSight(const Place &place)
{
    const MareyOperator *const op = operatorAt(place);
    if (!op)
        return;
    const int stage = m_content.chart->rows[static_cast<size_t>(place.row)].stage;
    if (lineOf(place.row) < 0 && m_foldedStages.contains(stage))
        foldStage(stage);
    if (op->time.to <= window().fromNs || op->time.from >= window().toNs) {
        const qint64 middle = op->time.from + op->time.length() / 2;
        setWindow(timeline::panned(window(), middle - window().fromNs - window().lengthNs() / 2, limits()));
    }
    const int top = lineOf(place.row) * linePitch();
    if (top < scrolled() || top + linePitch() > scrolled() + acrossSize())
        scrollBar()->setValue(top - acrossSize() / 2);
}

void MareyPicture::setSelected(const Place &place)
{
    m_selected = operatorAt(place) ? place : Place();
    bringIntoSight(m_selected);
    update();
}

void MareyPicture::showEntry(const Place &place)
{
    const MareyOperator *const op = operatorAt(place);
    if (!op)
        return;
    const Interval span = m_content.chart->entries[op->entry].span;
    navigator().show(timeline::padded({span.from, span.to}, 1.0));
    setSelected(place);
}

void MareyPicture::choose(const Place &place)
{
    setSelected(place);
    emit placeChosen(m_selected);
}

void MareyPicture::stepMatch(int direction)
{
    // By time over all devices that are shown; without a selection from the start of the window.
    const MareyOperator *const from = operatorAt(m_selected);
    using Key = std::pair<qint64, Place>;
    const Key at = from ? Key{from->time.from, m_selected}
                        : Key{direction > 0 ? window().fromNs : window().toNs, Place{-1, false, -1}};
    std::optional<Key> next;
    std::optional<Key> end; // where it goes on when there is none
    for (size_t r = 0; r < m_matches.rows.size(); ++r) {
        for (const bool communication : {false, true}) {
            Place place{static_cast<int>(r), communication, 0};
            const MareyLane &lane = laneOf(place);
            for (const quint32 i : communication ? m_matches.rows[r].communication : m_matches.rows[r].work) {
                place.op = static_cast<int>(i);
                const Key key{lane[i].time.from, place};
                const bool isBehind = direction > 0 ? key > at : key < at;
                const auto isNearer = [&](const std::optional<Key> &known) {
                    return !known || (direction > 0 ? key < *known : key > *known);
                };
                if (isBehind && isNearer(next))
                    next = key;
                if (isNearer(end))
                    end = key;
            }
        }
    }
    if (next || end)
        choose((next ? next : end)->second);
}

void MareyPicture::boxDrawn(const QPoint &a, const QPoint &b)
{
    const int across0 = std::clamp(std::min(acrossOf(a), acrossOf(b)), 0, acrossSize());
    const int across1 = std::clamp(std::max(acrossOf(a), acrossOf(b)), 0, acrossSize());
    const int first = (across0 + scrolled()) / linePitch();
    const int last = std::min((across1 + scrolled()) / linePitch(), static_cast<int>(m_lines.size()) - 1);
    if (last > first) {
        setPitch(acrossSize() / (last - first + 1));
        scrollBar()->setValue(first * linePitch());
    }
    TimePicture::boxDrawn(a, b);
}

void MareyPicture::clicked(const QPoint &at)
{
    const int line = lineAt(at);
    if (line >= 0 && m_lines[static_cast<size_t>(line)].isStage && !plot().contains(at))
        return foldStage(rowOf(m_lines[static_cast<size_t>(line)]).stage);
    choose(placeAt(at));
    if (m_selected.isValid() || line < 0 || m_lines[static_cast<size_t>(line)].isStage)
        return;
    // A double click shows everything, whichever line it is on.
    m_clickedRow = m_lines[static_cast<size_t>(line)].row;
    if (plot().contains(at))
        m_rowClick.start(QApplication::doubleClickInterval());
    else
        emit rowChosen(m_clickedRow);
}

void MareyPicture::doubleClicked(const QPoint &at)
{
    m_rowClick.stop();
    if (plot().contains(at))
        reset();
    else
        clicked(at);
}

void MareyPicture::zoomLines(double factor, int at)
{
    const double line = static_cast<double>(at + scrolled()) / linePitch();
    const int pitch = linePitch();
    int next = static_cast<int>(std::lround(pitch * factor));
    if (next == pitch)
        next += factor > 1 ? 1 : -1;
    setPitch(std::max(1, next));
    scrollBar()->setValue(static_cast<int>(line * linePitch()) - at);
}

void MareyPicture::wheelEvent(QWheelEvent *event)
{
    const bool isOfLines = event->modifiers() & Qt::ControlModifier && event->modifiers() & Qt::ShiftModifier;
    if (!isOfLines)
        return TimePicture::wheelEvent(event);
    const QPoint angle = event->angleDelta();
    const double notches = (angle.y() != 0 ? angle.y() : angle.x()) / 120.0;
    zoomLines(std::pow(TimelineNavigator::wheelZoom, -notches), acrossOf(event->position().toPoint()));
    event->accept();
}

// Along the lane.
void MareyPicture::stepAlong(int direction)
{
    Place next = m_selected;
    next.op += direction;
    if (next.op >= 0 && operatorAt(next))
        choose(next);
}

// To the same operator of the next device that has it.
void MareyPicture::stepAcross(int direction)
{
    for (int line = lineOf(m_selected.row) + direction; line >= 0 && line < static_cast<int>(m_lines.size());
         line += direction) {
        if (m_lines[static_cast<size_t>(line)].isStage)
            continue;
        if (const Place next = partnerOf(m_selected, m_lines[static_cast<size_t>(line)].row); next.isValid())
            return choose(next);
    }
}

// The first operator in sight, of the current device if it has one.
bool MareyPicture::chooseFirst()
{
    std::vector<int> rows;
    for (const Line &line : m_lines) {
        if (!line.isStage)
            rows.insert(line.row == m_content.currentRow ? rows.begin() : rows.end(), line.row);
    }
    for (const int row : rows) {
        const size_t first = m_content.folds->rows[static_cast<size_t>(row)].work.firstReaching(window().fromNs);
        const Place place{row, false, static_cast<int>(first)};
        if (const MareyOperator *const op = operatorAt(place); op && op->time.from < window().toNs) {
            choose(place);
            return true;
        }
    }
    return false;
}

// Keeps the selection in sight.
double MareyPicture::anchor() const
{
    const QRect selected = rectOf(m_selected);
    return selected.isEmpty() ? TimePicture::anchor() : alongOf(selected.center());
}

TimeWindow MareyPicture::windowOfSelection() const
{
    const MareyOperator *const op = operatorAt(m_selected);
    if (!op)
        return {};
    const Interval span = m_content.chart->entries[op->entry].span;
    return timeline::padded({span.from, span.to}, 0.2);
}

// While nothing is looked for here F3 is that of the window.
bool MareyPicture::stepsMatches(const QKeyEvent &event) const
{
    return event.key() == Qt::Key_F3 && m_matches.count > 0;
}

bool MareyPicture::isKey(const QKeyEvent &event) const
{
    return stepsMatches(event) || TimePicture::isKey(event);
}

bool MareyPicture::runKey(QKeyEvent *event)
{
    if (const int direction = zoomDirection(*event); direction != 0 && event->modifiers() & Qt::AltModifier) {
        const QRect selected = rectOf(m_selected);
        zoomLines(direction > 0 ? 1.25 : 0.8, selected.isEmpty() ? acrossSize() / 2 : acrossOf(selected.center()));
    } else if (stepsMatches(*event)) {
        stepMatch(event->modifiers() & Qt::ShiftModifier ? -1 : 1);
    } else if (event->key() == Qt::Key_0 && event->modifiers() & Qt::ControlModifier) {
        setPitch(0);
        fit();
    } else {
        return TimePicture::runKey(event);
    }
    return true;
}

std::vector<std::pair<QString, QString>> MareyPicture::tipOfHeader(const QPoint &at) const
{
    const int line = plot().contains(at) ? -1 : lineAt(at);
    if (line < 0)
        return {};
    const Line &of = m_lines[static_cast<size_t>(line)];
    const std::array names = {tr("FLOPs"), tr("FLOPS"), tr("Peak memory")};
    std::vector<std::pair<QString, QString>> lines{{of.isStage ? m_content.stageLabels[static_cast<size_t>(of.row)]
                                                               : m_content.labels[static_cast<size_t>(of.row)],
                                                    {}}};
    for (int which = 0; which < 3; ++which) {
        if (squareOf(line, which).isEmpty())
            continue;
        const Load &load = (of.isStage ? m_content.stageLoads : m_content.loads)[static_cast<size_t>(of.row)];
        lines.emplace_back(names[static_cast<size_t>(which)], load.texts[static_cast<size_t>(which)]);
    }
    if (!of.isStage) {
        if (const QString &note = m_content.notes[static_cast<size_t>(of.row)]; !note.isEmpty())
            lines.emplace_back(note, QString());
    }
    return lines;
}

Picture::Tip MareyPicture::tipAt(const QPoint &at) const
{
    if (!m_content.chart)
        return {};
    const Place place = placeAt(at);
    return place.isValid() ? Tip{tipLines(place), rectOf(place)} : Tip{tipOfHeader(at)};
}

} // namespace rs
