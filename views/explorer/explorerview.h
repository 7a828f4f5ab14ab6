// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/dockview.h"

class QMenu;
class QTreeView;

namespace rs {

class EmptyState;
class ExplorerModel;

/// What is open: runs, their ranks with state and progress, and the files that were used or left, with the reason.
class ExplorerView final : public DockView
{
    Q_OBJECT
public:
    explicit ExplorerView(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("Explorer"); }
    [[nodiscard]] QTreeView *tree() const { return m_tree; }
    [[nodiscard]] ExplorerModel *model() const { return m_model; }
    /// The actions that apply to an item, as the context menu shows them. The caller owns the menu.
    [[nodiscard]] QMenu *menuFor(const QModelIndex &index);

signals:
    // What only the application can do.
    void closeRunRequested(int run);
    void loadRankRequested(rs::RankRef ref);
    void unloadRankRequested(rs::RankRef ref);
    void captureRequested(rs::RankRef ref, const QString &folder);

protected:
    void retranslate() override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void fitColumns();
    void followState();
    void clicked(const QModelIndex &index);
    void showMenu(const QPoint &at);

    ExplorerModel *m_model;
    QTreeView *m_tree;
    EmptyState *m_empty;
};

} // namespace rs
