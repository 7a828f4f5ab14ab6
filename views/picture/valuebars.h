// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/picture/picture.h"
#include "views/picture/valueaxis.h"

#include <QSet>
#include <QString>
#include <QStringList>

#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace rs {

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

/// Texts of bars of values, in the user's language.
struct ValueBarTexts
{
    QString axis;       ///< of the places: "Packet size"
    QString mark;       ///< for the legend; empty: there are none
    QString range;      ///< likewise
    QString none = {};  ///< said where there are no bars
    QString value = {}; ///< what the bars are: "Bandwidth"
};

/// Bars of values beside each other, a group for each place.
class ValueBars final : public Picture
{
    Q_OBJECT
public:
    explicit ValueBars(const Theme *theme, QWidget *parent = nullptr);

    /// Labels stand in the middle of their place, or, where `atEdges`, at its left edge: they are the limits of bins.
    void setBars(QStringList series, std::vector<ValuePlace> places, bool atEdges);
    void setTexts(const ValueBarTexts &texts);
    /// Text of values on the axis; `leastStep` between two of them.
    void setFormat(std::function<QString(double)> text, double leastStep = 0);
    /// Values are nanoseconds.
    void setTimes() { setFormat({}); }
    [[nodiscard]] const QStringList &series() const { return m_series; }
    [[nodiscard]] const std::vector<ValuePlace> &places() const { return m_places; }
    /// By name, also of series that are not there now.
    void setHidden(const QStringList &series);
    [[nodiscard]] QStringList hidden() const;

    /// Rectangle of a bar with its whole place up to the top; empty if it is hidden.
    [[nodiscard]] QRect barRect(int place, int series) const;
    /// Place and series; -1 where there is no bar.
    [[nodiscard]] std::pair<int, int> barAt(const QPoint &at) const;
    [[nodiscard]] std::pair<int, int> chosen() const { return m_chosen; }
    [[nodiscard]] std::vector<LegendEntry> legend() const override;

signals:
    /// By mouse or keys; -1: none any more.
    void placeChosen(int place);
    void legendChanged();

protected:
    [[nodiscard]] bool isSwitch(int entry) const override { return entry < m_series.size(); }
    void switchEntry(int entry) override;
    [[nodiscard]] Tip tipAt(const QPoint &at) const override;
    [[nodiscard]] int itemCount() const override;
    [[nodiscard]] int itemAt(const QPoint &at) const override { return itemOf(barAt(at)); }
    [[nodiscard]] int chosenItem() const override { return itemOf(m_chosen); }
    void chooseItem(int item) override;
    /// The next bar that is shown.
    [[nodiscard]] int nextItem(int from, int direction) const override;
    void paint(QPainter &painter) override;

private:
    /// Bars one after the other, those of a place together.
    [[nodiscard]] int itemOf(std::pair<int, int> bar) const;
    [[nodiscard]] const ValueBar &barOf(int item) const;
    [[nodiscard]] int shownSeries() const;
    [[nodiscard]] int widestLabel() const;
    /// Height of the labels: upright ones, where they have no room beside each other, take several lines.
    [[nodiscard]] int labelHeight(int width) const;
    /// Start of the first place, and width of each.
    [[nodiscard]] std::pair<double, double> placesOf(const QRect &area) const;
    [[nodiscard]] ValueAxis valueAxis() const;
    [[nodiscard]] QRect plot() const;
    [[nodiscard]] bool isShown(int series) const;
    void choose(std::pair<int, int> bar);
    void paintLabels(QPainter &painter, const QRect &area) const;
    void paintBar(QPainter &painter, const QRect &place, const ValueBar &bar, const QColor &color,
                  const ValueAxis &axis) const;

    QStringList m_series;
    std::vector<ValuePlace> m_places;
    bool m_atEdges = false;
    ValueBarTexts m_texts;
    std::function<QString(double)> m_text;
    double m_leastStep = 0;
    QSet<QString> m_hidden;
    std::pair<int, int> m_chosen{-1, -1};
};

} // namespace rs
