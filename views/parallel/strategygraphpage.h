// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/parallel/graphlayout.h"
#include "analysis/parallel/marey.h"
#include "core/text/phrase.h"
#include "views/page/charttablepage.h"
#include "views/parallel/graphcanvas.h"
#include "views/widgets/latestjob.h"

#include <memory>
#include <utility>
#include <vector>

class QCheckBox;
class QLabel;
class QLineEdit;
class QMenu;
class QSplitter;
class QToolButton;

namespace rs {

class Picker;
class PropertyTree;

/// The graph of the operators of each pipeline stage, with what is known of the selected one beside it, above the table
/// of the same operators.
class StrategyGraphPage final : public ChartTablePage
{
    Q_OBJECT
public:
    explicit StrategyGraphPage(const ViewContext &context, QWidget *parent = nullptr);

    void retranslate() override;

    [[nodiscard]] GraphCanvas *canvas() const { return m_canvas; }
    [[nodiscard]] Picker *depthPicker() const { return m_depth; }
    [[nodiscard]] QLineEdit *searchField() const { return m_search; }
    [[nodiscard]] QLabel *foundLabel() const { return m_foundLabel; }
    [[nodiscard]] QCheckBox *longLinks() const { return m_longLinks; }
    /// Hidden while nothing is selected.
    [[nodiscard]] PropertyTree *attributes() const { return m_attributes; }
    /// Selects an operator, opens the namespaces around it where one is folded, and brings it into sight.
    void showNode(quint32 node);
    /// Ranks whose traces the slices of the graph are of.
    [[nodiscard]] std::vector<int> rankIndexes() const;
    /// Rule that tells operators of the graph from other executions.
    [[nodiscard]] MareySameness sameness() const;
    /// Selects the operator that runs as the first of these that one does, or the folded namespace around it; nothing
    /// where none does. Not reported.
    void followOperator(const std::vector<MareyExecution> &executions);
    /// To the next (1) or previous (-1) operator that the search found.
    void stepFound(int by);

signals:
    /// A namespace that is folded, by the user, with the executions of its operators in the rank's trace. An empty
    /// name: none is chosen.
    void namespaceChosen(const QString &name, rs::RankRef rank, const std::vector<rs::SliceId> &executions);

protected:
    void refresh() override;
    void saveMore(QJsonObject &out) const override;
    void restoreMore(const QJsonObject &state) override;
    [[nodiscard]] bool hasChart() const override { return !m_canvas->isEmpty(); }

private:
    static constexpr int automatic = -1;
    static constexpr int allOperators = 1000;
    /// Folded parts: namespaces below a depth, and those that the user opened or folded after that, by path.
    struct Folding
    {
        int depth = automatic;
        std::vector<std::pair<QString, bool>> toggled;
        [[nodiscard]] bool operator==(const Folding &) const = default;
    };
    struct Answer
    {
        std::shared_ptr<const StrategyGraph> graph;
        std::shared_ptr<const GraphLayout> layout;
        Folding folding; ///< of the layout
        Phrase whyEmpty; ///< English
        int run = -1;
    };
    /// Neighbours of the selected operator.
    struct Neighbours
    {
        std::vector<quint8> halo;
        std::vector<quint32> users;
    };
    StrategyGraphPage(GraphCanvas *canvas, const ViewContext &context, QWidget *parent);
    static GraphFolds foldsOf(const StrategyGraph &graph, const Folding &folding, const JobContext &job);
    void take(Answer answer);
    void layOut();
    void showContent();
    void setFolded(int scope, bool open);
    void setDepth(int depth);
    void fillDepths();
    void chooseNode(quint32 node);
    void chooseNamespace(quint32 node);
    void describe();
    void describe(quint32 node);
    void describeBox(const GraphBox &box);
    void find();
    void showFound();
    void openNode(quint32 node);
    void showInOperators(quint32 node);
    void followState();
    void fillMenu(QMenu *menu, const QPoint &at);
    [[nodiscard]] RankRef refOf(quint32 node) const;
    [[nodiscard]] QString titleOf(const GraphStage &stage) const;
    [[nodiscard]] QString note() const;

    GraphCanvas *m_canvas;
    PropertyTree *m_attributes;
    Picker *m_depth;
    QLineEdit *m_search;
    QToolButton *m_previous;
    QToolButton *m_next;
    QLabel *m_foundLabel;
    QCheckBox *m_longLinks;
    LatestJob<Answer> m_job;
    LatestJob<Answer> m_layoutJob;
    LatestJob<Neighbours> m_neighbourJob;
    LatestJob<std::vector<quint32>> m_searchJob;
    Answer m_answer;
    Folding m_folding;
    std::vector<quint32> m_users; ///< of the selected operator
    std::vector<quint32> m_found;
    int m_foundAt = -1;
    /// Time window wanted by the user or a session: holds for graphs that come later, such as the same one with more
    /// ranks.
    TimeWindow m_wanted;
    std::pair<int, QString> m_wantedNode{-1, QString()}; ///< stage and node
    quint32 m_toReveal = GraphCanvas::None;              ///< once the namespaces around it are open
    bool m_applying = false;                             ///< the window is not moved by the user
};

} // namespace rs
