// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/picture/legend.h"

#include <QSet>
#include <QString>
#include <QStringList>
#include <QWidget>

#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace rs {

class Theme;

/// The value of one series at one place of the axis.
struct ValueBar
{
    std::optional<double> value;                       ///< not below 0; nothing: no bar
    std::optional<double> mark;                        ///< a line across the bar
    std::optional<std::pair<double, double>> range;    ///< a whisker from the least to the most
    QString caption;                                   ///< over the bar, where it fits
    std::vector<std::pair<QString, QString>> tipLines; ///< label and value; a pair without a value is a heading
};

struct ValuePlace
{
    QString label;
    std::vector<ValueBar> bars; ///< by series
};

/// What bars of values are called, in the user's language.
struct ValueBarTexts
{
    QString axis;      ///< of the places: "Packet size"
    QString mark;      ///< for the legend; empty: there are none
    QString range;     ///< likewise
    QString none = {}; ///< said where there are no bars
};

/// Bars of values beside each other, a group for each place. Left and Right go from bar to bar, and what is said of one
/// is told; Up goes to the legend, whose entries a click or Space shows and hides.
class ValueBars final : public QWidget
{
    Q_OBJECT
public:
    explicit ValueBars(const Theme *theme, QWidget *parent = nullptr);

    /// Labels stand in the middle of their place, or, where `atEdges`, at its left edge: they are the limits of bins.
    void setBars(QStringList series, std::vector<ValuePlace> places, bool atEdges);
    void setTexts(const ValueBarTexts &texts);
    /// How values of the axis are written; `leastStep` between two of them.
    void setFormat(std::function<QString(double)> text, double leastStep = 0);
    [[nodiscard]] const QStringList &series() const { return m_series; }
    [[nodiscard]] const std::vector<ValuePlace> &places() const { return m_places; }
    /// By name, also of series that are not there now.
    void setHidden(const QStringList &series);
    [[nodiscard]] QStringList hidden() const;

    /// Where a bar is drawn with its whole place up to the top; empty where it is hidden.
    [[nodiscard]] QRect barRect(int place, int series) const;
    /// Place and series; -1 where there is no bar.
    [[nodiscard]] std::pair<int, int> barAt(const QPoint &at) const;
    [[nodiscard]] std::pair<int, int> chosen() const { return m_chosen; }
    [[nodiscard]] QRect legendRect(int series) const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    /// By mouse or keys; -1: none any more.
    void placeChosen(int place);
    void legendChanged();

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    [[nodiscard]] std::vector<LegendEntry> legend() const;
    [[nodiscard]] std::vector<QRect> legendRects() const;
    [[nodiscard]] int shownSeries() const;
    /// Where the first place begins, and how wide each is.
    [[nodiscard]] std::pair<double, double> placesOf(const QRect &area) const;
    [[nodiscard]] double highest() const;
    [[nodiscard]] double step(double top) const;
    [[nodiscard]] QRect plot() const;
    [[nodiscard]] bool isShown(int series) const;
    void toggle(int series);
    void choose(std::pair<int, int> bar);
    [[nodiscard]] bool legendKey(int key);
    void setLegendFocus(int series);
    void walk(int direction);
    void paintAxes(QPainter &painter, const QRect &area, double top) const;
    void paintBar(QPainter &painter, const QRect &place, const ValueBar &bar, const QColor &color, double top) const;

    const Theme *m_theme;
    QStringList m_series;
    std::vector<ValuePlace> m_places;
    bool m_atEdges = false;
    ValueBarTexts m_texts;
    std::function<QString(double)> m_text;
    double m_leastStep = 0;
    QSet<QString> m_hidden;
    std::pair<int, int> m_chosen{-1, -1};
    std::pair<int, int> m_hovered{-1, -1};
    int m_legendFocus = -1;
};

} // namespace rs
