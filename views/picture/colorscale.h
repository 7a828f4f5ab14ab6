// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/picture/legend.h"
#include "views/picture/valuescale.h"

#include <QStringList>
#include <QWidget>

#include <vector>

namespace rs {

/// The legend of a heat map: a colour bar with two handles that narrow the range, or one swatch per category.
class ColorScale : public QWidget
{
    Q_OBJECT
public:
    explicit ColorScale(const Theme *theme, QWidget *parent = nullptr);

    /// A bar from `low` to `high`; the chosen range is kept where it still lies inside, unless `reset`.
    void setBounds(double low, double high, const QString &unit, bool reset);
    /// Values along the bar by their logarithm.
    void setLogarithmic(bool on);
    /// Colours for differences: blue below the middle of the bounds, orange above.
    void setDiverging(bool on);
    void setCategories(std::vector<LegendEntry> entries);
    /// Entries after the bar or the categories: "no data", "inside a device".
    void setNotes(std::vector<LegendEntry> notes);
    [[nodiscard]] double low() const { return m_low; }
    [[nodiscard]] double high() const { return m_high; }
    [[nodiscard]] bool isNarrowed() const { return m_hasBar && (m_low > m_bounds.low || m_high < m_bounds.high); }
    /// Numbers below the bar: its ends, or one value if all are alike.
    [[nodiscard]] QStringList figures() const;
    void setRange(double low, double high);
    /// Centre of a handle, for those who drag it.
    [[nodiscard]] QPoint handle(bool upper) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

signals:
    void rangeChanged(double low, double high);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    /// With the unit.
    [[nodiscard]] QString textOf(double value) const;
    [[nodiscard]] QRect bar() const;
    [[nodiscard]] double xOf(double value) const;
    [[nodiscard]] double valueAt(double x) const;
    [[nodiscard]] QFont smallFont() const;
    [[nodiscard]] std::vector<LegendEntry> entries() const;
    void move(bool upper, double value);

    const Theme *m_theme;
    bool m_hasBar = false;
    bool m_diverging = false;
    ValueScale m_bounds;
    double m_low = 0;
    double m_high = 1;
    QString m_unit;
    std::vector<LegendEntry> m_categories;
    std::vector<LegendEntry> m_notes;
    bool m_dragging = false;
    bool m_upper = false;
};

} // namespace rs
