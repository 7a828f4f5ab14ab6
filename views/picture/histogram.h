// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/time/slicenamestats.h"

#include <QWidget>

#include <memory>

namespace rs {

class Theme;

/// Durations of the slices of one name as bars. The bar of the selected slice is marked; a click on a bar, or Return on
/// the chosen one, asks for the next slice in it.
class Histogram final : public QWidget
{
    Q_OBJECT
public:
    explicit Histogram(const Theme *theme, QWidget *parent = nullptr);

    /// Null: nothing is drawn. `durationNs` is that of the selected slice.
    void setData(std::shared_ptr<const SliceNameStats> values, qint64 durationNs);
    /// What a click does, for the tooltip; empty: it goes to the next slice.
    void setClickText(const QString &text) { m_clickText = text; }
    [[nodiscard]] const std::shared_ptr<const SliceNameStats> &values() const { return m_data; }
    /// Where a bin is drawn, the whole height; empty without data.
    [[nodiscard]] QRect binRect(int bin) const;
    [[nodiscard]] int binAt(const QPoint &position) const;
    /// Bin that the keyboard is on, or -1.
    [[nodiscard]] int chosenBin() const { return m_chosen; }
    [[nodiscard]] QSize sizeHint() const override { return {220, 110}; }
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void binClicked(int bin);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool event(QEvent *event) override;

private:
    [[nodiscard]] QRect plot() const;
    [[nodiscard]] QString binText(int bin) const;

    const Theme *m_theme;
    std::shared_ptr<const SliceNameStats> m_data;
    QString m_clickText;
    int m_own = -1;
    int m_chosen = -1;
    int m_hover = -1;
};

} // namespace rs
