// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/communication/operatorbars.h"
#include "views/widgets/keymap.h"
#include "views/timeline/axis/timelinenavigator.h"
#include "views/picture/legend.h"

#include <QHash>
#include <QImage>
#include <QLineF>
#include <QList>
#include <QPoint>
#include <QPointF>
#include <QRect>
#include <QWidget>

#include <map>
#include <memory>
#include <utility>
#include <vector>

class QScrollBar;

namespace rs {

class Theme;

/// Communication operators as bars over a time axis of its own, one row for each rank, the operators of one collective
/// joined. Zoom, pan and keys are those of the timeline.
class OperatorChart : public QWidget
{
    Q_OBJECT
public:
    /// What is drawn.
    struct Content
    {
        std::shared_ptr<const CommOperators> operators;
        std::shared_ptr<const OperatorBars> bars;
        std::vector<QString> labels; ///< of the rows
        std::vector<QString> notes;  ///< instead of bars, why a row has none
        qint64 originNs = 0;         ///< what the axis counts from
        int currentRow = -1;         ///< the chosen rank
    };
    /// Row and index of RankOperators::operators; -1: none.
    using Place = std::pair<int, int>;

    OperatorChart(const Theme *theme, const KeyMap *keys, QWidget *parent = nullptr);

    /// The window stays where it shows any of the bars.
    void setContent(Content content);
    void setCurrentRow(int row);
    [[nodiscard]] TimeWindow window() const { return m_window; }
    void setWindow(TimeWindow w);
    void fit() { m_navigator.fit(); }
    /// Brought into sight.
    void setSelected(Place place);
    [[nodiscard]] const std::vector<LegendEntry> &legend() const { return m_legend; }
    [[nodiscard]] Place selected() const { return m_selected; }
    [[nodiscard]] Place placeAt(const QPoint &at) const;
    /// Of its bar, cut to the plot; empty where it is not in sight.
    [[nodiscard]] QRect rectOf(Place place) const;
    /// Rows whose labels are written, and where: none reaches into another one.
    [[nodiscard]] std::vector<std::pair<int, QRect>> labelRects() const;
    /// Row at a height, or -1.
    [[nodiscard]] int rowAt(int y) const;
    /// What is said of a bar, for format::tooltipTable().
    [[nodiscard]] std::vector<std::pair<QString, QString>> tipLines(Place place) const;
    void retranslate();
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    /// By the user; (-1, -1) beside the bars and with Esc.
    void placeChosen(int row, int op);
    void placeActivated(int row, int op);
    /// A row without bars was double clicked.
    void rowActivated(int row);
    void windowChanged();

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void keyReleaseEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    /// A bar with the row and lane that hold it.
    struct Found
    {
        int lane = -1;
        int bar = -1;
    };
    /// Lines between the bars of one operator, collected from row to row, in pixels of the picture.
    struct Joins
    {
        QHash<quint32, QPointF> above; ///< by entry: where the bar above ends
        QList<QLineF> lines;
    };
    [[nodiscard]] int rowCount() const { return m_content.bars ? static_cast<int>(m_content.bars->rows.size()) : 0; }
    [[nodiscard]] const OperatorBarRow &row(int r) const { return m_content.bars->rows[static_cast<size_t>(r)]; }
    [[nodiscard]] Found find(Place place) const;
    [[nodiscard]] const OperatorBar *barOf(Place place) const;
    [[nodiscard]] Place partnerIn(quint32 entry, int row) const;
    [[nodiscard]] QRect plot() const;
    [[nodiscard]] TimeMap map() const { return {m_window, plot().width()}; }
    [[nodiscard]] int rowHeight() const;
    [[nodiscard]] int rowTop(int r) const { return plot().top() + r * rowHeight() - m_scrollY; }
    [[nodiscard]] std::pair<int, int> laneSpan(int r, int lane) const;
    [[nodiscard]] std::pair<int, int> visibleRows() const;
    void scrollTo(int y);
    void updateScrollBar();
    void updateLegend();
    [[nodiscard]] QColor colorOf(int kind) const;
    /// Of a row whose rank left neither a trace nor times in a file.
    [[nodiscard]] bool isUnrecorded(int r) const;
    void changed();
    void step(int direction);
    /// The first operator in sight, on the current rank if that is.
    void chooseFirst();
    void stepRank(int direction);
    void focusSelection();
    [[nodiscard]] bool run(TimelineKey command, const QKeyEvent *event);
    void choose(Place place);

    void render();
    /// `colors` are those of the kinds.
    void renderRow(QImage &image, int r, const std::vector<QRgb> &colors, Joins &joins) const;
    void paintLabels(QPainter &painter) const;
    void paintSelected(QPainter &painter) const;

    const Theme *m_theme;
    const KeyMap *m_keys;
    Content m_content;
    TimeWindow m_window;
    TimelineNavigator m_navigator;
    QScrollBar *m_bar;
    std::vector<LegendEntry> m_legend;
    int m_scrollY = 0;
    int m_labelWidth = 0;
    int m_legendHeight = 0; ///< measuring its texts is dear
    Place m_selected{-1, -1};
    QImage m_image;
    bool m_valid = false;
    bool m_pressed = false;
    bool m_panning = false;
    bool m_zooming = false; ///< a span of time is being drawn
    QPoint m_pressedAt;
    Place m_pressedPlace{-1, -1}; ///< what stood there
    int m_pressedRow = -1;
    QPoint m_mouse;
    int m_pressedScrollY = 0;
    TimeWindow m_pressedWindow;
    std::map<int, int> m_heldKeys; ///< key -> motion
};

} // namespace rs
