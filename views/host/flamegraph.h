// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/host/hoststacks.h"
#include "views/picture/picture.h"

#include <QPoint>
#include <QRectF>
#include <QString>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

class QScrollBar;

namespace rs {

/// Call stacks as bars: each stands below the one that called it and is as wide as its part of the host time. A click
/// chooses a bar, a double click or Return makes it fill the width, Backspace goes one out again and Escape shows all.
/// Arrow keys go from bar to bar. The wheel scrolls where the stacks are deeper than the widget is high.
class FlameGraph final : public Picture
{
    Q_OBJECT
public:
    explicit FlameGraph(const Theme *theme, QWidget *parent = nullptr);

    /// Null: nothing. Shows all of it.
    void setStacks(std::shared_ptr<const HostStacks> stacks);
    [[nodiscard]] const std::shared_ptr<const HostStacks> &stacks() const { return m_stacks; }
    /// The node that fills the width.
    [[nodiscard]] quint32 zoomed() const { return m_zoomed; }
    void zoomTo(quint32 node);
    [[nodiscard]] quint32 chosen() const { return m_chosen; }
    /// Without a report; it is brought into sight.
    void setChosen(quint32 node);
    /// Bars whose text contains it stand out; empty: none.
    void setSearch(const QString &text);
    /// Bars of the whole tree that match, and their part of the host time, each moment counted once.
    [[nodiscard]] qint64 matches() const { return static_cast<qint64>(m_byWeight.size()); }
    [[nodiscard]] double matchedShare() const { return m_matchedShare; }
    /// Chooses the next bar that matches, or the one before, the dearest first and round again; one that is too narrow
    /// to be seen gets room. Nothing where none matches.
    [[nodiscard]] std::optional<quint32> goToMatch(bool forward);

    /// Rectangle of a node; empty if it is not drawn.
    [[nodiscard]] QRectF rectOf(quint32 node) const;
    /// Nothing beside the bars.
    [[nodiscard]] std::optional<quint32> nodeAt(const QPoint &at) const;
    /// As people read it.
    [[nodiscard]] QString textOf(quint32 node) const;
    /// The same for a bar of that width: of a function without its folders where all of it has no room, then its name
    /// alone, which says most.
    [[nodiscard]] QString labelOf(quint32 node, int width) const;
    [[nodiscard]] TipLines tipLines(quint32 node) const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    /// The words in bars and tips again.
    void retranslate();

signals:
    /// By the user.
    void nodeChosen(quint32 node);
    /// A double click or Return on what fills the width already.
    void nodeActivated(quint32 node);
    void zoomChanged();

protected:
    void themeChanged() override { layOut(); }
    [[nodiscard]] Tip tipAt(const QPoint &at) const override;
    [[nodiscard]] int itemAt(const QPoint &at) const override;
    [[nodiscard]] int chosenItem() const override { return m_stacks ? static_cast<int>(m_chosen) : -1; }
    void chooseItem(int item) override;
    void activateItem(int item) override;
    void showAll() override { zoomTo(HostStacks::Root); }
    [[nodiscard]] bool isKey(const QKeyEvent &event) const override;
    bool runKey(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;
    void paint(QPainter &painter) override;
    void resizeEvent(QResizeEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;

private:
    struct Bar
    {
        QRectF rect;
        quint32 node = 0;
        bool isRest = false; ///< children of the node too narrow to be told apart
    };
    [[nodiscard]] int rowHeight() const;
    [[nodiscard]] bool isMatch(quint32 node) const { return m_isMatch.size() > node && m_isMatch[node]; }
    [[nodiscard]] QString timeText(double us) const;
    [[nodiscard]] QColor colorOf(quint32 node) const;
    void layOut();
    void search();
    void choose(quint32 node);
    /// Weight of what is drawn below a node: operators without a stack would leave no room for those that have one.
    [[nodiscard]] double drawnWeight(quint32 node) const;
    void walk(int key);
    void bringIntoSight(quint32 node);

    QScrollBar *m_scroll;
    std::shared_ptr<const HostStacks> m_stacks;
    std::vector<Bar> m_bars; ///< of the whole height, for the width and zoom; row by row below each other
    quint32 m_zoomed = HostStacks::Root;
    quint32 m_chosen = HostStacks::Root;
    QString m_search;
    std::vector<bool> m_isMatch;
    std::vector<quint32> m_byWeight; ///< those that match, the dearest first
    double m_matchedShare = 0;
};

} // namespace rs
