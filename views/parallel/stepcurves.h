// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/overview/trajectory.h"
#include "views/picture/picture.h"
#include "views/picture/valueaxis.h"

#include <QRect>

#include <memory>
#include <utility>
#include <vector>

namespace rs {

/// Step times of the devices, and what they compute, communicate and wait on average, over the steps. One step or a
/// range of them is chosen by mouse or keys.
class StepCurves : public Picture
{
    Q_OBJECT
public:
    /// Places of steps, both counted; -1: none.
    using Range = std::pair<int, int>;

    explicit StepCurves(const Theme *theme, QWidget *parent = nullptr);

    void setOverview(std::shared_ptr<const TimeOverview> overview, std::vector<QString> labels);
    void setChosen(Range range);
    [[nodiscard]] Range chosen() const { return m_chosen; }
    void setCurrentDevice(int device);
    [[nodiscard]] int stepAt(int x) const;
    [[nodiscard]] int xOf(int step) const;
    [[nodiscard]] QRect plot() const;
    /// Below it.
    [[nodiscard]] QRect titleRect() const;
    /// The `mean` (0 computation, 1 communication, 2 wait) of the step is of more or fewer devices than that of the
    /// step before: their line is dashed between.
    [[nodiscard]] bool isOfOthers(size_t mean, int step) const;
    [[nodiscard]] std::vector<std::pair<QString, QString>> tipLines(int step) const;
    [[nodiscard]] std::vector<LegendEntry> legend() const override { return m_legend; }
    void retranslate();

signals:
    /// By the user; (-1, -1): all steps again.
    void rangeChosen(int first, int last);

protected:
    void themeChanged() override;
    [[nodiscard]] Tip tipAt(const QPoint &at) const override;
    bool runKey(QKeyEvent *event) override;
    void showAll() override { choose({-1, -1}); }
    void paint(QPainter &painter) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;

private:
    [[nodiscard]] int count() const { return m_overview ? static_cast<int>(m_overview->steps.size()) : 0; }
    void updateLegend();
    void choose(Range range);
    [[nodiscard]] QColor meanColor(size_t mean) const;
    /// Axis of all steps, made once for a height of the plot.
    [[nodiscard]] const ValueAxis &valueAxis(int height) const;
    void paintSteps(QPainter &painter, const QRect &plot) const;

    std::shared_ptr<const TimeOverview> m_overview;
    std::vector<QString> m_labels; ///< of the devices
    std::vector<LegendEntry> m_legend;
    mutable ValueAxis m_axis;
    mutable int m_axisHeight = -1; ///< that it was made for
    int m_current = -1;            ///< device
    Range m_chosen{-1, -1};
    int m_cursor = -1; ///< the step that keys move from
    int m_pressed = -1;
    bool m_dragged = false;
};

} // namespace rs
