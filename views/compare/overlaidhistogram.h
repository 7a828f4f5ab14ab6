// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/compare/comparespread.h"

#include <QString>
#include <QWidget>

#include <memory>

namespace rs {

class Theme;

/// How long the executions of one operator took on both sides of a comparison, one histogram over the other on a
/// logarithmic axis. The bin under the mouse, or chosen with the arrow keys, is told in numbers.
class OverlaidHistogram final : public QWidget
{
    Q_OBJECT
public:
    explicit OverlaidHistogram(const Theme *theme, QWidget *parent = nullptr);

    /// Null: `hint` stands there instead. The names are those of the two sides.
    void setData(std::shared_ptr<const CompareDurations> data, const QString &baseName, const QString &otherName);
    void setHint(const QString &hint);
    [[nodiscard]] const std::shared_ptr<const CompareDurations> &data() const { return m_data; }
    [[nodiscard]] QRect binRect(int bin) const;
    [[nodiscard]] int binAt(const QPoint &at) const;
    [[nodiscard]] int chosenBin() const { return m_chosen; }
    /// What is told of a bin.
    [[nodiscard]] QString binText(int bin) const;
    [[nodiscard]] QSize sizeHint() const override { return {260, 160}; }
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool event(QEvent *event) override;

private:
    [[nodiscard]] QRect plot() const;
    void choose(int bin);

    const Theme *m_theme;
    std::shared_ptr<const CompareDurations> m_data;
    QString m_baseName;
    QString m_otherName;
    QString m_hint;
    int m_chosen = -1;
};

} // namespace rs
