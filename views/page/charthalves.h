// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSplitter>
#include <QToolButton>

#include <optional>

namespace rs {

class TableView;

/// A line above something that a click, Space or Enter on it folds away and shows again. It takes the focus when it is
/// clicked, so that the next key is for it.
class FoldLine final : public QToolButton
{
    Q_OBJECT
public:
    explicit FoldLine(QWidget *parent = nullptr);

protected:
    void keyPressEvent(QKeyEvent *event) override;
};

/// A chart above its table. The chart has 55 % of the window's height at least; where that leaves the table less than
/// six rows it is folded to a line, until the user unfolds it. One that the user has clicked into stays.
class ChartHalves final : public QSplitter
{
    Q_OBJECT
public:
    /// Takes both; `page` is what shows `table`, or the table itself.
    ChartHalves(QWidget *chart, QWidget *page, const TableView *table, QWidget *parent = nullptr);

    /// Checked while the table is unfolded.
    [[nodiscard]] FoldLine *foldLine() const { return m_fold; }
    /// As the user chose it; nothing: as there is room.
    [[nodiscard]] std::optional<bool> unfolded() const { return m_isUnfolded; }
    void setUnfolded(std::optional<bool> unfolded);
    /// A table that has nothing to show takes no room, not even its line.
    void setHasTable(bool has);
    void retranslate();

signals:
    /// The user did.
    void foldedByUser();

protected:
    void resizeEvent(QResizeEvent *event) override;
    bool event(QEvent *event) override;

private:
    [[nodiscard]] int leastTableHeight() const;
    void share();

    const TableView *m_table;
    QWidget *m_page;
    QWidget *m_lower; ///< the page below its line
    FoldLine *m_fold;
    std::optional<bool> m_isUnfolded;
    bool m_isMoved = false; ///< the user dragged the splitter
    bool m_isUsed = false;  ///< the user works in the table
};

} // namespace rs
