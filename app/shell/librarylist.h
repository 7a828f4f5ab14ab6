// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QPersistentModelIndex>
#include <QString>
#include <QStringList>
#include <QWidget>

#include <vector>

class QAction;
class QLabel;
class QLineEdit;
class QSortFilterProxyModel;
class QTableView;

namespace rs {

class ChartFrame;
class LibraryModel;
class RunLibrary;
class Theme;
class ValueBars;

/// Runs that were opened before, with what was found in them: sorted, filtered, opened, annotated and removed here.
/// Below them the step times of all runs that have the name of the chosen one.
class LibraryList : public QWidget
{
    Q_OBJECT
public:
    LibraryList(RunLibrary &library, const Theme &theme, QWidget *parent = nullptr);

    [[nodiscard]] QTableView *table() const { return m_table; }
    [[nodiscard]] QLineEdit *filter() const { return m_filter; }
    [[nodiscard]] ValueBars *trend() const { return m_trend; }
    /// The library has a run.
    [[nodiscard]] bool hasRuns() const;
    void retranslate();

signals:
    /// hasRuns() may be another.
    void changed();
    /// The user wants these opened.
    void pathsChosen(const QStringList &paths);
    /// The first of the paths is not there.
    void missingChosen(const QString &path);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    [[nodiscard]] LibraryModel *model() const;
    void takeModel();
    void rowsRead();
    void openRow(const QModelIndex &shown);
    void removeChosen();
    void edit(int column);
    void showMenu(const QPoint &at);
    void showTrend();
    void chooseRun(qint64 id);

    RunLibrary &m_library;
    QSortFilterProxyModel *m_rows;
    QLabel *m_heading;
    QLineEdit *m_filter;
    QTableView *m_table;
    ValueBars *m_trend;
    ChartFrame *m_frame;
    QAction *m_open;
    QAction *m_editName;
    QAction *m_editNotes;
    QAction *m_remove;
    qint64 m_chosen = -1;            ///< id of the current row, which is current again when rows were read
    std::vector<qint64> m_trendRuns; ///< ids, by bar
    bool m_isFitted = false;
};

} // namespace rs
