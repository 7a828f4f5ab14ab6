// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/communication/operatorbars.h"
#include "views/picture/timepicture.h"

#include <QHash>
#include <QImage>
#include <QLineF>
#include <QList>
#include <QPoint>
#include <QPointF>
#include <QRect>

#include <memory>
#include <utility>
#include <vector>

namespace rs {

/// Communication operators as bars over a time axis of its own, one row for each rank, the operators of one collective
/// joined.
class OperatorChart : public TimePicture
{
    Q_OBJECT
public:
    /// Content of the chart.
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

    explicit OperatorChart(const Theme *theme, QWidget *parent = nullptr);

    /// The window stays where it shows any of the bars.
    void setContent(Content content);
    void setCurrentRow(int row);
    /// Brought into sight.
    void setSelected(Place place);
    [[nodiscard]] std::vector<LegendEntry> legend() const override { return m_legend; }
    [[nodiscard]] QRect plot() const override;
    [[nodiscard]] Place selected() const { return m_selected; }
    [[nodiscard]] Place placeAt(const QPoint &at) const;
    /// Rectangle of a bar, cut to the plot; empty if out of sight.
    [[nodiscard]] QRect rectOf(Place place) const;
    /// Rows whose labels are written, and where: none reaches into another one.
    [[nodiscard]] std::vector<std::pair<int, QRect>> labelRects() const;
    /// Row at a height, or -1.
    [[nodiscard]] int rowAt(int y) const;
    /// Tooltip of a bar, for format::tooltipTable().
    [[nodiscard]] std::vector<std::pair<QString, QString>> tipLines(Place place) const;
    void retranslate();
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    /// By the user; (-1, -1) beside the bars and with Esc.
    void placeChosen(int row, int op);
    void placeActivated(int row, int op);
    /// A row without bars was double clicked.
    void rowActivated(int row);

protected:
    void redraw() override;
    void themeChanged() override;
    [[nodiscard]] QRect legendRoom() const override;
    [[nodiscard]] Tip tipAt(const QPoint &at) const override;
    [[nodiscard]] bool hasSelection() const override { return m_selected.first >= 0; }
    [[nodiscard]] TimeWindow windowOfSelection() const override;
    void stepAlong(int direction) override;
    void stepAcross(int direction) override;
    /// The first operator in sight, on the current rank if that is.
    bool chooseFirst() override;
    void activateSelection() override { emit placeActivated(m_selected.first, m_selected.second); }
    void clearSelection() override { choose({-1, -1}); }
    void pressed(const QPoint &at) override;
    void clicked(const QPoint &at) override;
    void doubleClicked(const QPoint &at) override;
    void paint(QPainter &painter) override;
    void resizeEvent(QResizeEvent *event) override;

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
    [[nodiscard]] int rowHeight() const;
    [[nodiscard]] int rowTop(int r) const { return plot().top() + r * rowHeight() - scrolled(); }
    [[nodiscard]] std::pair<int, int> laneSpan(int r, int lane) const;
    [[nodiscard]] std::pair<int, int> visibleRows() const;
    void layOut();
    void updateLegend();
    [[nodiscard]] QColor colorOf(int kind) const;
    /// True for a row whose rank has neither a trace nor times in a file.
    [[nodiscard]] bool isUnrecorded(int r) const;
    void choose(Place place);

    void render();
    /// `colors` are those of the kinds.
    void renderRow(QImage &image, int r, const std::vector<QRgb> &colors, Joins &joins) const;
    void paintLabels(QPainter &painter) const;
    void paintSelected(QPainter &painter) const;

    Content m_content;
    std::vector<LegendEntry> m_legend;
    int m_labelWidth = 0;
    Place m_selected{-1, -1};
    QImage m_image;
    bool m_valid = false;
    Place m_pressedPlace{-1, -1}; ///< what stood there
    int m_pressedRow = -1;
};

} // namespace rs
