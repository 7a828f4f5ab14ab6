// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "items/rowsourcemodel.h"
#include "views/widgets/latestjob.h"
#include "views/widgets/tableparts.h"

#include <QTimer>
#include <QWidget>

class QAction;
class QLabel;
class QLineEdit;
class QMenu;
class QTableView;
class QToolButton;

namespace rs {

class Theme;

/// A table of millions of rows over a RowSource: sorting, filtering and CSV export are jobs with progress that can be
/// stopped, and the newest request wins. Otherwise it looks and answers like DataTable.
class RowTable : public QWidget
{
    Q_OBJECT
public:
    /// `fileName` is the suggested name of an export, without a suffix. `pool` outlives the table.
    RowTable(QString fileName, const Theme *theme, ThreadPool *pool, QWidget *parent = nullptr);

    /// Null empties the table. `originNs` is the zero of offsets. A source of other columns starts with fresh widths,
    /// filters and order.
    void setSource(std::shared_ptr<const RowSource> source, qint64 originNs = 0);
    /// Only rows that touch it.
    void setWindow(std::optional<Interval> window);
    void setEmptyText(const QString &text) { m_emptyText = text; }
    void setTableName(const QString &name);
    void addControl(QWidget *control);
    void sortBy(int column, Qt::SortOrder order);
    /// By the column of that id of the source that was set last.
    void sortBy(QStringView column, Qt::SortOrder order);
    void setFilter(const QString &text, bool regularExpression);
    void setRange(int column, std::optional<double> min, std::optional<double> max);
    void clearFilters();
    /// Moves to a row of the source without reporting it as the user's choice, as soon as the rows are arranged.
    void setCurrentRow(quint32 sourceRow);

    [[nodiscard]] bool isComplete() const { return !m_job.isRunning(); }
    [[nodiscard]] RowSourceModel *model() const { return m_model; }
    [[nodiscard]] QTableView *view() const { return m_view; }
    [[nodiscard]] const QString &fileName() const { return m_fileName; }
    [[nodiscard]] QString countText() const;
    /// Starts a job; exportFinished() tells how it ended.
    void exportCsvTo(const QString &path);

signals:
    /// Double click or Return.
    void activated(quint32 sourceRow);
    /// The user moved to another row.
    void currentRowChanged(quint32 sourceRow);
    /// Lets the view add actions at the top of the context menu; `row` is of the model, -1 outside of the rows.
    void menuRequested(QMenu *menu, int row);
    /// `error` is empty when all went well.
    void exportFinished(const QString &path, const QString &error);

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void retranslate();
    void arrange();
    void show(RowOrder order);
    void goTo(int row, bool centred);
    void updateState();
    void cancel();
    void showHeaderMenu(const QPoint &at);
    void showRowMenu(const QPoint &at);

    QString m_fileName;
    const Theme *m_theme;
    ThreadPool *m_pool;
    RowSourceModel *m_model;
    QTableView *m_view;
    QWidget *m_bar;
    QLineEdit *m_filter;
    QToolButton *m_expression;
    QToolButton *m_menuButton;
    QToolButton *m_stop;
    QLabel *m_count;
    tableparts::ColumnWidths m_widths;
    QTimer m_widen{this}; ///< once for all that changes together
    QAction *m_copy;
    QAction *m_copyMarkdown;
    QAction *m_export;
    QAction *m_clearFilters;
    QString m_emptyText;
    QTimer m_progressTimer{this};
    LatestJob<RowOrder> m_job;
    LatestJob<QString> m_write;
    std::shared_ptr<const RowSource> m_source; // what the running job arranges; the model has the last arranged one
    RowQuery m_query;
    quint32 m_wanted = 0xffffffffU;
    bool m_quiet = false;
};

} // namespace rs
