// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPoint>
#include <QRect>
#include <QString>
#include <QWidget>

#include <functional>
#include <utility>
#include <vector>

namespace rs {

class Theme;

/// One box: quartiles, whiskers from `low` to `high`, and what lies beyond them.
struct ValueBox
{
    QString label; ///< under the box
    QString key;
    double low = 0;
    double q1 = 0;
    double median = 0;
    double q3 = 0;
    double high = 0;
    std::vector<double> outliers;
    bool marked = false;
    std::vector<std::pair<QString, QString>> tipLines; ///< label and value; a pair without a value is a heading
};

/// Boxes beside each other, from 0 on. Left, Right, Home and End go from box to box, Return opens one.
class BoxPlot final : public QWidget
{
    Q_OBJECT
public:
    explicit BoxPlot(const Theme *theme, QWidget *parent = nullptr);

    void setBoxes(std::vector<ValueBox> boxes);
    [[nodiscard]] const std::vector<ValueBox> &boxes() const { return m_boxes; }
    /// How values of the axis are written.
    void setFormat(std::function<QString(double)> text);
    /// What the boxes are: "Rank".
    void setAxisTitle(const QString &title);
    /// What their values are: "Duration".
    void setValueTitle(const QString &title);
    void setSelected(const QString &key);
    [[nodiscard]] int selected() const { return m_selected; }
    /// -1 beside the boxes.
    [[nodiscard]] int boxAt(const QPoint &at) const;
    [[nodiscard]] QPoint centerOf(int box) const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void clicked(int box);
    void activated(int box);

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    [[nodiscard]] double highest() const;
    [[nodiscard]] QRect plot() const;
    void paintAxes(QPainter &painter, const QRect &area, double top) const;
    void paintBox(QPainter &painter, const QRectF &slot, const ValueBox &box, double top) const;

    const Theme *m_theme;
    std::vector<ValueBox> m_boxes;
    std::function<QString(double)> m_text;
    QString m_axisTitle;
    QString m_valueTitle;
    QString m_selectedKey;
    int m_selected = -1;
};

} // namespace rs
