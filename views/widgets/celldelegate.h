// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStyledItemDelegate>

namespace rs {

class Theme;

/// Cells with a hairline below and, where the model gives a ShareRole, a quiet bar behind the number: from the left
/// edge for columns of shares, from the middle for columns of differences. First cells of rows that unfold (FoldRole)
/// begin with a triangle, those below are indented. Names of kernels and operators differ at their ends as well: they
/// are cut in the middle.
class CellDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    explicit CellDelegate(const Theme *theme, QObject *parent = nullptr);
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    /// Rectangle of the triangle of a row that unfolds in its first cell; empty for rows without one.
    [[nodiscard]] static QRect foldRect(const QRect &cell, const QModelIndex &index, const QFontMetrics &metrics);
    /// Lines that a text takes in a cell of that width; in a cell that is high enough for more than one, it is wrapped.
    [[nodiscard]] static int linesOf(const QString &text, int cellWidth, const QFontMetrics &metrics);
    /// Height of rows of tables and trees.
    [[nodiscard]] static int rowHeight(const QFontMetrics &metrics);
    /// Room on the left of text that is not right-aligned; headers use the same.
    [[nodiscard]] static int textPadding(const QFontMetrics &metrics);

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;

private:
    /// Room for the triangle in a first cell of a table whose rows unfold.
    [[nodiscard]] static int foldRoom(const QModelIndex &index, const QFontMetrics &metrics);
    void paintFold(QPainter *painter, const QRect &rect, const QColor &color, bool unfolded) const;
    /// The cell is high enough for a second line of its text.
    [[nodiscard]] static bool wraps(const QStyleOptionViewItem &option);
    [[nodiscard]] static bool isPlain(const QStyleOptionViewItem &option);
    static void paintText(QPainter *painter, const QStyleOptionViewItem &option, const QStyle &style);
    void paintBar(QPainter *painter, const QRect &rect, double value, bool diverging) const;

    const Theme *m_theme;
};

} // namespace rs
