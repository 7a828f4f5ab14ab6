// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/host/hoststacks.h"
#include "views/page/page.h"
#include "views/widgets/latestjob.h"

#include <QString>

#include <memory>
#include <utility>
#include <vector>

class QLineEdit;
class QMenu;
class QPushButton;
class QTreeView;

namespace rs {

class ChartFrame;
class FlameGraph;
class HostStackModel;

/// The operators of the current rank by the Python functions that called them: a flame graph, and the same as a tree.
/// Both share the selection.
class StacksPage final : public Page
{
    Q_OBJECT
public:
    explicit StacksPage(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString hint() const override;
    [[nodiscard]] QString whyWhole() const override;
    void retranslate() override;
    void forget() override;

    [[nodiscard]] FlameGraph *graph() const { return m_graph; }
    [[nodiscard]] QTreeView *tree() const { return m_tree; }
    [[nodiscard]] HostStackModel *model() const { return m_model; }
    [[nodiscard]] QLineEdit *searchField() const { return m_search; }

protected:
    void refresh() override;

private:
    struct Answer
    {
        std::shared_ptr<const HostStacks> stacks;
        bool fromTrace = false;
        std::vector<SliceId> slices; ///< by node
    };
    /// A node by what it and those above it are, the outermost first: other stacks may have it as well.
    using Path = std::vector<std::pair<StackNodeKind, QString>>;
    [[nodiscard]] static Path pathOf(const HostStacks &stacks, quint32 node);
    [[nodiscard]] static quint32 nodeAt(const HostStacks &stacks, const Path &path);
    void keepPlace();
    void restorePlace();
    void empty(const QString &why);
    void take(Answer answer);
    void showNote();
    void chooseInTree(quint32 node);
    void addToMenu(QMenu *menu, quint32 node);
    void reveal(quint32 node);
    [[nodiscard]] SliceId sliceOf(quint32 node) const;

    FlameGraph *m_graph;
    ChartFrame *m_frame;
    QLineEdit *m_search;
    QPushButton *m_all;
    HostStackModel *m_model;
    QTreeView *m_tree;
    LatestJob<Answer> m_job;
    std::shared_ptr<const RankData> m_rank; ///< of the stacks, or of those that are made
    Answer m_shown;
    RankRef m_of;
    Path m_chosen;          ///< of the stacks before, and
    Path m_zoomed;          ///< what filled the width; empty: everything
    bool m_follows = false; ///< the tree follows the graph, not the user
};

} // namespace rs
