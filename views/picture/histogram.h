// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/time/slicenamestats.h"
#include "views/picture/picture.h"
#include "views/picture/valueaxis.h"

#include <QColor>

#include <memory>
#include <vector>

namespace rs {

/// Numbers of durations by bin, of one side, or of two, one over the other.
class BinPicture : public Picture
{
    Q_OBJECT
public:
    /// Place of a bin, the whole height; empty without data.
    [[nodiscard]] QRect binRect(int bin) const;
    [[nodiscard]] int binAt(const QPoint &at) const;
    /// The bin that the keys are on, or -1.
    [[nodiscard]] int chosenBin() const { return m_chosen; }
    /// Tip of a bin.
    [[nodiscard]] virtual QString binText(int bin) const = 0;
    /// Counts are those of this: "Slices".
    void setCountTitle(const QString &title);
    [[nodiscard]] std::vector<LegendEntry> legend() const override;
    [[nodiscard]] QRect plot() const;
    [[nodiscard]] QSize sizeHint() const override { return {260, 160}; }
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    struct Side
    {
        QString name; ///< for the legend; empty: none
        QColor color;
        std::vector<qint64> counts;
    };
    struct Bins
    {
        std::vector<Side> sides; ///< with as many counts as there are bins
        qint64 leastNs = 0;
        qint64 mostNs = 0;
        bool logarithmic = false;
        int marked = -1; ///< in the colour of the selection
    };

    using Picture::Picture;
    /// Nothing is drawn of bins without sides but `hint`.
    void setBins(Bins bins);
    void setHintText(const QString &hint);
    /// Effect of a click, for the tooltip.
    [[nodiscard]] virtual QString clickText() const { return {}; }

    [[nodiscard]] int itemCount() const override;
    [[nodiscard]] int itemAt(const QPoint &at) const override { return binAt(at); }
    [[nodiscard]] int chosenItem() const override { return m_chosen; }
    void chooseItem(int item) override;
    [[nodiscard]] Tip tipAt(const QPoint &at) const override;
    void paint(QPainter &painter) override;

private:
    [[nodiscard]] ValueAxis valueAxis(int height) const;
    /// Too low for numbers beside the bins.
    [[nodiscard]] bool isLow() const;

    Bins m_bins;
    QString m_hint;
    QString m_countTitle;
    int m_chosen = -1;
};

/// Durations of the slices of one name. The bar of the selected slice is marked; a click on a bar, or Return on the
/// chosen one, asks for the next slice in it.
class Histogram final : public BinPicture
{
    Q_OBJECT
public:
    explicit Histogram(const Theme *theme, QWidget *parent = nullptr) : BinPicture(theme, parent) {}

    /// Null: nothing is drawn. `durationNs` is that of the selected slice.
    void setData(std::shared_ptr<const SliceNameStats> values, qint64 durationNs);
    /// Effect of a click; empty: it goes to the next slice.
    void setClickText(const QString &text) { m_clickText = text; }
    [[nodiscard]] const std::shared_ptr<const SliceNameStats> &values() const { return m_data; }
    [[nodiscard]] QString binText(int bin) const override;

signals:
    void binClicked(int bin);

protected:
    [[nodiscard]] QString clickText() const override;
    void activateItem(int item) override { emit binClicked(item); }
    void mousePressEvent(QMouseEvent *event) override;
    void themeChanged() override { setData(m_data, m_durationNs); }

private:
    std::shared_ptr<const SliceNameStats> m_data;
    qint64 m_durationNs = 0;
    QString m_clickText;
};

} // namespace rs
