// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/parallel/graphlayout.h"
#include "views/picture/timepicture.h"

#include <QColor>
#include <QImage>
#include <QPoint>
#include <QRect>

#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace rs {

/// The operators of each pipeline stage as boxes, stages side by side, the order of execution from top to bottom; what
/// follows what as lines, sends and receives from stage to stage. The order is an axis that zooms and moves as that of
/// the timeline, with the whole of it as a small picture at the edge.
class GraphCanvas : public TimePicture
{
    Q_OBJECT
public:
    static constexpr quint32 None = StrategyGraph::None;

    /// Content of the canvas.
    struct Content
    {
        std::shared_ptr<const StrategyGraph> graph;
        std::shared_ptr<const GraphLayout> layout;
        std::vector<QString> titles; ///< of the stages
    };

    explicit GraphCanvas(const Theme *theme, QWidget *parent = nullptr);

    /// The selected operator stays so where the graph is the same one.
    void setContent(Content content);
    [[nodiscard]] const Content &content() const { return m_content; }
    [[nodiscard]] bool isEmpty() const { return !m_content.layout || m_content.layout->boxes.empty(); }
    /// Flags by node for inputs and users of the selected operator. Empty: no highlight.
    void setHalo(const std::vector<quint8> &flags);
    /// Nodes that a search found; `current` is into them, -1: none.
    void setFound(const std::vector<quint32> &nodes, int current);
    /// Lines over many layers are drawn as well.
    void setLongLinks(bool shown);

    /// A node, without a report; None: nothing. `reveal` moves it into sight.
    void setSelected(quint32 node, bool reveal = false);
    [[nodiscard]] quint32 selected() const { return m_selected; }
    /// The box of the selected node; None: nothing is selected.
    [[nodiscard]] quint32 selectedBox() const;

    /// Layers of window() are a thousand units each.
    static constexpr qint64 layerUnits = 1000;

    /// Cut to the plot; empty where it is not in sight.
    [[nodiscard]] QRect boxRect(quint32 box) const;
    [[nodiscard]] quint32 boxAt(const QPoint &at) const;
    /// The namespace whose bracket stands there; -1: none.
    [[nodiscard]] int scopeAt(const QPoint &at) const;
    /// The innermost open namespace around a box; 0: none but the one around all.
    [[nodiscard]] int scopeAround(quint32 box) const;
    [[nodiscard]] QRect minimapRect() const;
    [[nodiscard]] std::vector<std::pair<QString, QString>> tipLines(quint32 box) const;
    [[nodiscard]] std::vector<LegendEntry> legend() const override { return m_legend; }
    [[nodiscard]] QRect plot() const override;
    /// A name as it is drawn.
    struct NameMark
    {
        quint32 box = 0;
        QRect at;
        QString text; ///< elided where it has to be
    };
    /// Names of a stage in sight: in their boxes, else beside them, as far as there is room.
    [[nodiscard]] std::vector<NameMark> nameMarks(size_t column) const;
    [[nodiscard]] QColor colorOf(GraphKind kind) const;
    /// Colour of the frames of inputs (`upstream`) or users of the selection.
    [[nodiscard]] QColor haloColor(bool upstream) const;
    [[nodiscard]] static QString kindName(GraphKind kind);
    void retranslate();
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    /// By the user; None: beside all boxes.
    void nodeChosen(quint32 node);
    /// Double click, or Enter, on an operator.
    void nodeActivated(quint32 node);
    /// A namespace is to be opened or folded.
    void foldRequested(int scope, bool open);

protected:
    [[nodiscard]] bool runsDownwards() const override { return true; }
    void themeChanged() override;
    [[nodiscard]] QRect legendRoom() const override { return {0, 0, std::max(1, width() - edge), 0}; }
    [[nodiscard]] Tip tipAt(const QPoint &at) const override;
    [[nodiscard]] bool hasSelection() const override { return selectedBox() != None; }
    [[nodiscard]] TimeWindow windowOfSelection() const override;
    void stepAlong(int direction) override;
    void stepAcross(int direction) override;
    bool chooseFirst() override;
    void activateSelection() override { activate(selectedBox()); }
    void clearSelection() override { choose(None); }
    [[nodiscard]] double anchor() const override;
    [[nodiscard]] bool dragMoves() const override { return true; }
    void clicked(const QPoint &at) override;
    void doubleClicked(const QPoint &at) override;
    [[nodiscard]] bool isKey(const QKeyEvent &event) const override;
    bool runKey(QKeyEvent *event) override;
    void paint(QPainter &painter) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;

private:
    static constexpr int edge = 8;            ///< around what is drawn
    static constexpr int leastNamePixels = 9; ///< a smaller font cannot be read
    static constexpr int linkRoom = 26;       ///< right of boxes, for the lines around them
    static constexpr double thinPitch = 3;    ///< below it boxes are stripes
    /// Place of a column in the plot, before it is scrolled.
    struct Place
    {
        int left = 0;
        int lanes = 1;
        int room = 0; ///< behind its lanes: for names beside thin boxes, else for boxes that are the last of a row
    };
    [[nodiscard]] double pitch() const; ///< pixels of a layer
    [[nodiscard]] double topOf(int layer) const;
    [[nodiscard]] int boxHeight() const;
    /// In the boxes, as small as these make them; 0: they are too thin for names.
    [[nodiscard]] int namePixels() const;
    [[nodiscard]] QFont nameFont() const;
    [[nodiscard]] int gutter() const;
    /// A box reaches to the next one of its row, the last as far as there is room, for its name and its split.
    [[nodiscard]] QRect uncutRect(quint32 box) const;
    [[nodiscard]] int widthOf(quint32 box, size_t column) const;
    /// Right end of the rows of a column.
    [[nodiscard]] int rightOf(size_t column) const;
    [[nodiscard]] size_t columnOf(quint32 box) const;
    /// [first, last) boxes of a column whose layers are in sight, with some around.
    [[nodiscard]] std::pair<quint32, quint32> visibleOf(const GraphColumn &column, int around = 1) const;
    void layOut();
    void updateLegend();
    void updateMinimap();
    void updateSelection();
    void choose(quint32 node);
    void reveal(quint32 box);
    void toggle(quint32 box);
    void activate(quint32 box);
    void moveMinimap(int y);
    /// Order of boxes that share a pixel: rare kinds go before usual ones.
    [[nodiscard]] static bool isRarer(GraphKind a, GraphKind b);
    [[nodiscard]] QColor fillOf(quint32 box) const;
    [[nodiscard]] QString labelOf(const GraphBox &box) const;
    void paintStripes(QPainter &painter, size_t column) const;
    void paintBoxes(QPainter &painter, size_t column) const;
    void paintBox(QPainter &painter, quint32 box, const QRect &at) const;
    void paintSplit(QPainter &painter, quint32 node, const QRect &at, const QColor &on) const;
    /// Rectangle of the split behind the name in a box; empty if it is not shown.
    [[nodiscard]] QRect splitRect(quint32 box, const QRect &at) const;
    [[nodiscard]] QFont splitFont(int cell) const;
    [[nodiscard]] NameMark nameMark(quint32 box, const QRect &room, const QFontMetrics &metrics) const;
    [[nodiscard]] std::vector<NameMark> namesBeside(size_t column, const QFontMetrics &metrics) const;
    void paintNames(QPainter &painter, size_t column) const;
    void paintRuns(QPainter &painter, size_t column) const;
    void paintLinks(QPainter &painter, size_t column) const;
    void paintLink(QPainter &painter, const GraphLink &link) const;
    void paintTransfers(QPainter &painter) const;
    void paintTitles(QPainter &painter) const;
    void paintMinimap(QPainter &painter) const;

    Content m_content;
    std::vector<LegendEntry> m_legend;
    std::vector<Place> m_places;
    std::vector<quint8> m_halo;                       ///< by box; empty: none
    std::vector<bool> m_found;                        ///< by box; empty: none
    std::vector<GraphLink> m_ownLinks;                ///< of the selected box
    std::map<quint32, std::optional<qint64>> m_waits; ///< of boxes that receive: the longest
    quint32 m_currentFound = None;                    ///< box
    quint32 m_selected = None;
    quint32 m_clicked = None; ///< node that the last click hit
    int m_slotWidth = 1;
    bool m_longLinks = false;
    bool m_movesMinimap = false;
    QImage m_minimap;
};

} // namespace rs
