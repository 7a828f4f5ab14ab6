// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/canvas/stepdimmer.h"

#include "analysis/time/stepwindows.h"
#include "views/widgets/theme.h"
#include "views/timeline/lanes/stepspans.h"
#include "views/timeline/data/timelinedata.h"
#include "views/timeline/lanes/lanemodel.h"
#include "views/state/viewstate.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <map>

namespace rs {

namespace {

/// The step of one rank in pixels.
struct Columns
{
    int left = 0;
    int right = 0;
};

class StepDimmer
{
public:
    StepDimmer(QPainter &painter, const LaneModel &model, const ViewState &state, const Theme &theme, const QRect &area)
        : m_painter(painter), m_model(model), m_step(state.step()), m_area(area), m_map(state.window(), area.width()),
          m_dim(theme.background()), m_edge(theme.secondaryText())
    {
        constexpr int opacity = 150; // what lies below stays readable
        m_dim.setAlpha(opacity);
    }

    void paint(const LaneRow &row, int y)
    {
        if (row.rank.isValid())
            paint(row.rank, row, {y, row.height});
        for (const LaneStrip &strip : row.strips) {
            if (!row.rank.isValid() && strip.rank.isValid())
                paint(strip.rank, row, {y + strip.y, strip.height});
        }
    }

private:
    struct Band
    {
        int y;
        int height;
    };

    void paint(RankRef ref, const LaneRow &row, Band band)
    {
        const TimelineRank *const rank = m_model.data().rank(ref);
        if (!rank)
            return;
        const auto known = m_spans.find(ref);
        const auto &span = known != m_spans.end() ? known->second : m_spans[ref] = stepSpan(*rank, m_step);
        if (!span)
            return;
        const Columns step = columns(*rank, row, *span);
        fill(0, step.left, band, m_dim);
        fill(step.right, m_area.width(), band, m_dim);
        if (step.left >= step.right)
            return;
        fill(step.left - 1, step.left, band, m_edge);
        fill(step.right, step.right + 1, band, m_edge);
    }

    [[nodiscard]] Columns columns(const TimelineRank &rank, const LaneRow &row, const StepSpan &span) const
    {
        TimeWindow w = span.host;
        qint64 shift = rank.shiftNs;
        if (row.type == LaneRow::Type::Rank || row.type == LaneRow::Type::Host) {
            w = {std::min(span.host.fromNs, span.device.fromNs), std::max(span.host.toNs, span.device.toNs)};
        } else if (row.isDerived()) {
            w = span.device;
        } else if (row.lane != NoLane) {
            shift = rank.shiftOf(row.lane);
            w = isOfDevice(rank.trace->processOf(row.lane).kind) ? span.device : span.host;
        } else if (raw(row.process) < rank.trace->processes().size()) {
            w = isOfDevice(rank.trace->process(row.process).kind) ? span.device : span.host;
        }
        if (w.isEmpty())
            return {m_area.width() + 1, m_area.width() + 1};
        const TimeMap map = timeline::shifted(m_map, shift);
        const auto pixel = [&](qint64 ns) {
            return static_cast<int>(std::lround(std::clamp(map.x(ns), -2.0, m_area.width() + 2.0)));
        };
        const int left = pixel(w.fromNs);
        return {left, std::max(left + 1, pixel(w.toNs))};
    }

    static bool isOfDevice(ProcessKind kind) { return stepSideOf(kind) == StepSide::Device; }

    void fill(int from, int to, Band band, const QColor &color)
    {
        const int left = std::max(0, from);
        const int right = std::min(m_area.width(), to);
        if (left < right)
            m_painter.fillRect(QRect(left, band.y, right - left, band.height), color);
    }

    QPainter &m_painter;
    const LaneModel &m_model;
    QString m_step;
    QRect m_area;
    TimeMap m_map;
    QColor m_dim;
    QColor m_edge;
    std::map<RankRef, std::optional<StepSpan>> m_spans;
};

} // namespace

void dimOtherSteps(QPainter &painter, const LaneModel &model, const ViewState &state, const Theme &theme,
                   const QRect &area, int scrollY)
{
    if (state.step().isEmpty() || state.window().isEmpty())
        return;
    StepDimmer dimmer(painter, model, state, theme, area);
    const auto &rows = model.rows();
    for (int i = model.rowAt(scrollY); i >= 0 && i < static_cast<int>(rows.size()); ++i) {
        const LaneRow &row = rows[static_cast<size_t>(i)];
        if (row.y >= scrollY + area.height())
            break;
        dimmer.paint(row, row.y - scrollY);
    }
}

} // namespace rs
