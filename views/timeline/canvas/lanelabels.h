// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/widgets/theme.h"
#include "views/timeline/lanes/lanemodel.h"

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
    [[nodiscard]] const LaneKey &currentRow() const { return m_current; }
    void setHoverY(int y); ///< content position of the cursor, or -1
    /// The topmost row that can be read, when it has to name its rank because the rank's own row is scrolled away; -1
    /// otherwise.
    [[nodiscard]] int rowNamingRank() const;

signals:
    void wheelTurned(QWheelEvent *event);
    void rankActivated(rs::RankRef rank);
    void hoverMoved(int contentY); ///< -1: left
    void menuRequested(const rs::LaneKey &row, const QPoint &globalPosition);
    /// The right edge was dragged.
    void widthWanted(int width);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    bool event(QEvent *event) override;

private:
    enum class Drag : quint8 { None, Width, Height, Pin, Order };
    /// Index of the lane whose lower edge is at `position`, or -1.
    [[nodiscard]] int edgeAt(const QPoint &position) const;
    [[nodiscard]] QRect pinRect(const LaneRow &row) const;
    [[nodiscard]] int dropIndex(int contentY) const;
    /// Before which of its siblings a row would be dropped, and where the line that shows it is drawn.
    [[nodiscard]] std::pair<int, int> dropAmongSiblings(int index, int contentY) const;
    [[nodiscard]] int rowUnder(const QPoint &position) const;
    void addDerivedLines(const LaneRow &row, std::vector<std::pair<QString, QString>> &lines) const;
    [[nodiscard]] QString tooltipOf(const LaneRow &row) const;
    [[nodiscard]] QString badgeOf(const LaneRow &row) const;
    /// Explanation of a row, for users who do not know the profiler's names.
    [[nodiscard]] static QString meaningOf(const LaneRow &row, const Trace &trace);
    static void addFrequencyLines(const FrequencyStats &frequency, std::vector<std::pair<QString, QString>> &lines);
    [[nodiscard]] static int lineHeight(const LaneRow &row);
    /// Top of the line of a row's name, in pixels of the widget: it stays in sight while the row is.
    [[nodiscard]] int lineTop(const LaneRow &row) const;
    void paintRow(QPainter &painter, const LaneRow &row, bool namesRank) const;

    LaneModel *m_model;
    const Theme *m_theme;
    int m_scrollY = 0;
    int m_hoverY = -1;
    Drag m_drag = Drag::None;
    LaneKey m_dragged;
    int m_dragY = -1;  ///< content position while a row is dragged
    LaneKey m_toggled; ///< folds or unfolds when the button is released without a drag
    bool m_toggles = false;
    QPoint m_pressedAt;
    LaneKey m_current;
};

} // namespace rs
