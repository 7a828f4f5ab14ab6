// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "items/linkgraph.h"
#include "views/picture/picture.h"
#include "views/picture/valuescale.h"

#include <QPixmap>

#include <memory>
#include <set>
#include <vector>

namespace rs {

/// Ranks in a ring, their links as lines. A click chooses a rank or a link; a line drawn around ranks, or ranks that
/// were marked (Ctrl+click, Space) and Enter, pick them. Enter opens the rank that was chosen here, else what was
/// picked. Left and right walk from rank to rank, up and down through the links of the chosen one; Backspace and Escape
/// go back.
class LinkGraphView : public Picture
{
    Q_OBJECT
public:
    explicit LinkGraphView(const Theme *theme, QWidget *parent = nullptr);

    /// `graph` is of `grid`; `frames` are its slow links, ascending by link.
    void setGraph(std::shared_ptr<const MatrixGrid> grid, LinkGraphData graph, std::vector<MatrixFrame> frames);
    /// Links that are left out of the scale are thin and grey.
    void setScope(const MatrixScope &scope, double low, double high);
    /// A row of the grid; -1: none.
    void setSelectedNode(int node);
    /// Into MatrixGrid::links; -1: none.
    void setSelectedLink(int link);

    [[nodiscard]] const LinkGraphData &graph() const { return m_graph; }
    [[nodiscard]] const std::vector<MatrixFrame> &frames() const { return m_frames; }
    [[nodiscard]] int selectedNode() const { return m_node; }
    [[nodiscard]] int selectedLink() const { return m_link; }
    /// Rows that were marked one by one.
    [[nodiscard]] const std::set<int> &marked() const { return m_marked; }
    void pickMarked();
    /// The ranks that are shown are some of the run: Enter goes on with them, Backspace and Escape leave them.
    void setRestricted(bool restricted);
    /// -1: none there.
    [[nodiscard]] int nodeAt(const QPointF &at) const;
    [[nodiscard]] int linkAt(const QPointF &at) const;
    [[nodiscard]] QPointF centerOf(int node) const;
    /// A point on the line of a link that is drawn.
    [[nodiscard]] QPointF pointOf(int link) const;
    [[nodiscard]] QColor linkColor(const MatrixLinkSum &link) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void nodeClicked(int node);
    void nodeActivated(int node);
    void linkClicked(int link);
    /// Rows that are to be shown alone.
    void nodesPicked(const std::vector<int> &nodes);
    void markedChanged();
    /// By Backspace, and by Escape.
    void backRequested();
    void leaveRequested();
    /// The ranks that are shown, all of them.
    void ranksActivated();

protected:
    void themeChanged() override { redraw(); }
    [[nodiscard]] Tip tipAt(const QPoint &at) const override;
    [[nodiscard]] bool isKey(const QKeyEvent &event) const override;
    bool runKey(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;
    void paint(QPainter &painter) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;

private:
    /// Place of the unit circle.
    struct Ring
    {
        QPointF center;
        double radius = 1;
        [[nodiscard]] QPointF toScreen(const QPointF &place) const { return center + place * radius; }
        [[nodiscard]] QPointF toRing(const QPointF &at) const { return (at - center) / radius; }
    };
    [[nodiscard]] Ring ring() const;
    [[nodiscard]] double nodeRadius(const Ring &ring) const;
    [[nodiscard]] const MatrixLinkSum &link(int at) const { return m_grid->links[static_cast<size_t>(at)]; }
    [[nodiscard]] bool isSlow(int link) const;
    /// Position in graph().links; -1 for a link that is not drawn.
    [[nodiscard]] int drawnAt(int link) const;
    [[nodiscard]] TipLines tipOf(int node, int link) const;
    void paintLinks(QPainter &p, const Ring &ring) const;
    void paintLink(QPainter &p, const Ring &ring, size_t at, const QColor &color, double width) const;
    /// Which way a link goes.
    void paintArrow(QPainter &p, const Ring &ring, const LinkCurve &curve) const;
    /// Nodes, and as many labels as have room, as if nobody had chosen a rank or pointed at it.
    void paintRing(QPainter &p, const Ring &ring) const;
    /// As it is marked, chosen or pointed at.
    void paintNode(QPainter &p, const Ring &ring, int node) const;
    void paintLabel(QPainter &p, const Ring &ring, int node, const QColor &color) const;
    /// Draws `paint` into `picture`, which is kept until redraw().
    template <typename Paint>
    void paintKept(QPainter &p, QPixmap &picture, const Paint &paint) const;
    /// Width of the widest label of a rank, in the small font.
    [[nodiscard]] double widestLabel() const;
    void paintBlocks(QPainter &p, const Ring &ring) const;
    void toggleMark(int node);
    void chooseNode(int node);
    void open();
    void walkNodes(int by);
    void walkLinks(int by);
    /// The marks go first.
    void goBack(bool leaves);
    void redraw();

    std::shared_ptr<const MatrixGrid> m_grid;
    LinkGraphData m_graph;
    std::vector<MatrixFrame> m_frames;
    MatrixScope m_scope;
    ValueScale m_scale;
    int m_node = -1;
    int m_link = -1;
    int m_hoveredNode = -1;
    int m_hoveredLink = -1;
    std::set<int> m_marked;
    bool m_restricted = false;
    bool m_nodeChosen = false; ///< by mouse or keys, since these ranks are shown
    bool m_pressed = false;
    QPolygonF m_lasso; ///< in pixels; its first point is where the mouse was pressed
    bool m_drawing = false;
    mutable QPixmap m_picture;     ///< of the links, which may be thousands
    mutable QPixmap m_ringPicture; ///< of nodes and labels, likewise
    mutable double m_widest = -1;  ///< of the labels; -1: not measured
};

} // namespace rs
