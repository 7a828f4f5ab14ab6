// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/theme.h"
#include "views/timeline/lanemodel.h"

#include <QWidget>

namespace rs {

/// The tree column at the left of the lanes: arrows, names, badges, axis ranges of counters.
class LaneLabels : public QWidget
{
    Q_OBJECT
public:
    LaneLabels(LaneModel *model, const Theme *theme, QWidget *parent = nullptr);

    void setScrollY(int y);
    void setCurrentRow(const LaneKey &key);
    void setHoverY(int y); ///< content position of the cursor, or -1

signals:
    void wheelTurned(QWheelEvent *event);
    void rankActivated(rs::RankRef rank);
    /// The right edge was dragged.
    void widthWanted(int width);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    bool event(QEvent *event) override;

private:
    [[nodiscard]] int rowUnder(const QPoint &position) const;
    [[nodiscard]] QString tooltipOf(const LaneRow &row) const;
    void paintRow(QPainter &painter, const LaneRow &row) const;

    LaneModel *m_model;
    const Theme *m_theme;
    int m_scrollY = 0;
    int m_hoverY = -1;
    bool m_resizing = false;
    LaneKey m_current;
};

} // namespace rs
