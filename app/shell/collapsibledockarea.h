// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/state/viewstate.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <optional>
#include <vector>

class QDockWidget;
class QTabBar;

namespace rs {

class DockLayout;

/// The docks below, which are folded to their tabs while nothing is selected: what is large gets their room.
class CollapsibleDockArea : public QObject
{
    Q_OBJECT
public:
    CollapsibleDockArea(DockLayout &docks, ViewState &state);

    [[nodiscard]] bool isFolded() const { return m_folded; }
    /// In this workspace charts stand above tables, and the docks would leave them too little of a low window.
    [[nodiscard]] bool isCrowded() const;
    /// The docks that are folded together; empty where the user left fewer than two beside each other.
    [[nodiscard]] std::vector<QDockWidget *> group() const;
    [[nodiscard]] bool holds(const QDockWidget *dock) const;
    /// By the user: what is selected later changes nothing.
    void setFolded(bool folded);
    /// As setFolded() was called last; empty if the docks follow the selection.
    [[nodiscard]] std::optional<bool> foldedByHand() const { return m_byHand ? std::optional(m_folded) : std::nullopt; }
    /// For a dock that somebody asked for.
    void unfoldFor(const QString &dock);
    /// Gives the docks the height that they have in an arrangement of the program.
    void resize();
    /// For an arrangement that was left while the docks were folded: unfolded, some rows of a table are seen in them.
    void keepLeastHeight();
    /// Details to the front where the statistics of a box, or whatever was folded last, would hide what was selected,
    /// unless it was chosen there.
    void bringDetails();
    /// The front tab was chosen after the selection.
    void keepFront() { m_selecting = false; }
    /// As what is selected demands; forgets what the user did.
    void followSelection();
    /// Docks came, went or changed their places.
    void refresh();
    /// While another arrangement is laid out nothing bounds the docks.
    void release();
    /// Height of the docks without their tabs while they are unfolded; 0: not known yet.
    [[nodiscard]] int height() const;
    void setHeight(int height) { m_height = height; }
signals:
    void changed();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void selectionChanged();
    void detailsSelected();
    void apply(bool folded);
    [[nodiscard]] int leastHeight() const;
    [[nodiscard]] int usualHeight() const;
    /// True if the selection or a box has to be visible there.
    [[nodiscard]] bool isNeeded() const;
    /// Nothing is selected, and the dock in front is for what is.
    [[nodiscard]] bool isEmpty() const;
    /// Docks that were unfolded empty, and therefore low, get their height when there is something to show.
    void raiseLow();
    /// Docks fold when this workspace is entered, and no selection unfolds them.
    [[nodiscard]] bool hasChartsAbove() const;

    DockLayout &m_docks;
    ViewState &m_state;
    bool m_folded = true;
    bool m_byHand = false;
    bool m_low = false;       ///< unfolded while isEmpty()
    bool m_selecting = false; ///< until the jump that selected something has led where it leads
    int m_height = 0;
    QElapsedTimer m_pressed; ///< since the last press of the mouse
    QTabBar *m_pressedBar = nullptr;
    int m_pressedTab = -1;
    bool m_pressedFront = false;
    QTimer m_later{this};
};

} // namespace rs
