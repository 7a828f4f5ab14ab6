// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/ranks/baseinformation.h"
#include "tables/base/rowsource.h"
#include "views/page/dockview.h"
#include "views/widgets/latestjob.h"

#include <map>
#include <memory>
#include <vector>

class QMenu;
class QTreeView;

namespace rs {

class EmptyState;
class ExplorerModel;

/// Open runs with their base information, their ranks with state and progress, and files used or not, with the reason.
/// A click makes a rank the current one; one on a run goes to the rank last current there.
class ExplorerView final : public DockView
{
    Q_OBJECT
public:
    explicit ExplorerView(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("Explorer"); }
    [[nodiscard]] bool isComplete() const override;
    [[nodiscard]] QTreeView *tree() const { return m_tree; }
    [[nodiscard]] ExplorerModel *model() const { return m_model; }
    /// The actions that apply to an item, as the context menu shows them. The caller owns the menu.
    [[nodiscard]] QMenu *menuFor(const QModelIndex &index);

signals:
    // Requests that only the application can serve.
    void closeRunRequested(int run);
    void loadRankRequested(rs::RankRef ref);
    void unloadRankRequested(rs::RankRef ref);
    void captureRequested(rs::RankRef ref, const QString &folder);

protected:
    void retranslate() override;
    void resizeEvent(QResizeEvent *event) override;

private:
    /// Rows of the table `base` for a run.
    struct Base
    {
        std::vector<BaseFact> facts;
        std::shared_ptr<const RowSource> rows;
    };
    struct BaseJob
    {
        LatestJob<Base> job;
        std::weak_ptr<const Run> run; ///< that it is of
    };
    void findBases();
    void fitColumns();
    /// Width of the names of runs with their indent.
    [[nodiscard]] int widestRun() const;
    void followState();
    void clicked(const QModelIndex &index);
    /// Rank to show when a run becomes the current one: the rank last current in it, or the first that is loaded.
    [[nodiscard]] RankRef rankToShow(int run) const;
    void showMenu(const QPoint &at);

    ExplorerModel *m_model;
    QTreeView *m_tree;
    EmptyState *m_empty;
    std::map<int, BaseJob> m_bases;     ///< by run
    std::map<int, RankRef> m_lastRanks; ///< by run: the one that was current last
    bool m_choosesRun = false;          ///< by a click on the row of the run
    bool m_follows = false;             ///< the rank of the other views
};

} // namespace rs
