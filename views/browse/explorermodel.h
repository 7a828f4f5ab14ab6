// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/ranks/baseinformation.h"
#include "tables/base/rowsource.h"
#include "views/widgets/throttle.h"
#include "views/state/runstore.h"
#include "views/widgets/theme.h"

#include <QAbstractItemModel>

#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace rs {

class RowSourceModel;

/// Runs → what the run is, its ranks → files, as a tree. A rank's files stand in two groups: used, and not used with
/// the reason.
class ExplorerModel : public QAbstractItemModel
{
    Q_OBJECT
public:
    enum class Kind : quint8 { Root, Run, Base, Fact, Rank, Group, File };
    enum Column { Name, State, Note, ColumnCount };
    enum Role { KindRole = Qt::UserRole + 100, PathRole, ProgressRole };

    ExplorerModel(const RunStore &runs, const Theme &theme, QObject *parent = nullptr);
    ~ExplorerModel() override;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex &child) const override;
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

    [[nodiscard]] Kind kind(const QModelIndex &index) const;
    /// -1 for no index.
    [[nodiscard]] int runOf(const QModelIndex &index) const;
    /// Invalid for runs and run-wide files.
    [[nodiscard]] RankRef rankOf(const QModelIndex &index) const;
    /// Invalid when the rank is in no open run.
    [[nodiscard]] QModelIndex indexOf(RankRef ref, int column = Name) const;
    /// Base information of a run from the table `base`: `rows` are those of `facts`. Without facts it is left out.
    void setBase(int run, std::vector<BaseFact> facts, const std::shared_ptr<const RowSource> &rows);
    /// These two are emphasised: what pies and comparisons show.
    void setMarked(RankRef current, RankRef base, RankRef other);
    /// All texts again, after a change of language or theme.
    void refresh();

private:
    struct Node;
    struct Base
    {
        std::vector<BaseFact> facts;
        std::unique_ptr<RowSourceModel> rows; ///< in the user's language
    };

    void runAdded(int run);
    void runChanged(int run);
    void runClosed(int run);
    void rankChanged(RankRef ref);
    void stateChanged(RankRef ref);
    void tellTouched();
    void replaceFiles(Node *owner, int firstRow, const std::vector<FileEntry> &files);
    [[nodiscard]] std::unique_ptr<Node> group(Node *parent, bool used, const std::vector<FileEntry> &files) const;
    [[nodiscard]] Node *node(const QModelIndex &index) const;
    [[nodiscard]] Node *runNode(int run) const;
    [[nodiscard]] QModelIndex indexOf(const Node *n, int column = Name) const;
    /// Below a run; null while nothing is known of it.
    [[nodiscard]] static Node *baseOf(const Node &run);
    [[nodiscard]] QString text(const Node &n, int column) const;
    [[nodiscard]] QString factText(const Node &n, int column) const;
    [[nodiscard]] QString toolTip(const Node &n) const;
    /// True for a loaded rank whose files were damaged or could not be read.
    [[nodiscard]] bool hasLosses(RankRef ref) const;
    /// True for a loaded rank whose profile was not read, only its other files.
    [[nodiscard]] bool isProfileUnread(RankRef ref) const;
    [[nodiscard]] bool lacksTrace(RankRef ref) const;
    [[nodiscard]] static QString usedFiles(const RankInfo &info);
    [[nodiscard]] QString sideOf(RankRef ref) const;
    [[nodiscard]] QString hostOf(RankRef ref) const;
    [[nodiscard]] QString pathOf(const Node &file) const;

    const RunStore &m_runs;
    const Theme &m_theme;
    std::unique_ptr<Node> m_root;
    std::map<int, Base> m_bases; ///< by run
    RankRef m_current;
    RankRef m_base;
    RankRef m_other;
    std::map<int, std::pair<int, int>> m_touched; ///< first and last rank of a run that the view was not told of yet
    Throttle m_tellTouched{[this] { tellTouched(); }}; ///< it measures its columns each time
};

} // namespace rs
