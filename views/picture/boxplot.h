// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/picture/picture.h"
#include "views/picture/valueaxis.h"

#include <QPoint>
#include <QRect>
#include <QString>

#include <functional>
#include <utility>
#include <vector>

namespace rs {

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

/// Boxes beside each other, from 0 on.
class BoxPlot final : public Picture
{
    Q_OBJECT
public:
    explicit BoxPlot(const Theme *theme, QWidget *parent = nullptr);

    void setBoxes(std::vector<ValueBox> boxes);
    [[nodiscard]] const std::vector<ValueBox> &boxes() const { return m_boxes; }
    /// Text of values on the axis.
    void setFormat(std::function<QString(double)> text);
    /// Title of the axis of boxes: "Rank".
    void setAxisTitle(const QString &title);
    /// Title of the axis of values: "Duration".
    void setValueTitle(const QString &title);
    void setSelected(const QString &key);
    [[nodiscard]] int selected() const { return m_selected; }
    /// -1 beside the boxes.
    [[nodiscard]] int boxAt(const QPoint &at) const;
    [[nodiscard]] QPoint centerOf(int box) const;

signals:
    void clicked(int box);
    void activated(int box);

protected:
    [[nodiscard]] Tip tipAt(const QPoint &at) const override;
    [[nodiscard]] int itemCount() const override { return static_cast<int>(m_boxes.size()); }
    [[nodiscard]] int itemAt(const QPoint &at) const override { return boxAt(at); }
    [[nodiscard]] int chosenItem() const override { return m_selected; }
    void chooseItem(int item) override;
    void activateItem(int item) override { emit activated(item); }
    void paint(QPainter &painter) override;

private:
    [[nodiscard]] ValueAxis valueAxis() const;
    [[nodiscard]] QRect plot() const;
    void paintLabels(QPainter &painter, const QRect &area) const;
    void paintBox(QPainter &painter, const QRect &area, double left, double wide, const ValueBox &box,
                  const ValueAxis &axis) const;

    std::vector<ValueBox> m_boxes;
    std::function<QString(double)> m_text;
    QString m_axisTitle;
    QString m_valueTitle;
    QString m_selectedKey;
    int m_selected = -1;
};

} // namespace rs
