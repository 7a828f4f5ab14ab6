// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "items/rowsourcemodel.h"
#include "views/tables/columnfilters.h"
#include "views/tables/tableparts.h"
#include "views/widgets/latestjob.h"

#include <QJsonObject>
#include <QKeySequence>
#include <QModelIndex>
#include <QTimer>
#include <QWidget>

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <vector>

class QAction;
class QLabel;
class QLineEdit;
class QMenu;
class QResizeEvent;
class QTableView;
class QToolButton;

namespace rs {

class IncrementalRows;
class Theme;

/// Every table of the program, of two rows and of twenty million: sorting by raw values, filters by what is shown, of
/// all columns or of one, and by ranges, column chooser, copy as TSV or Markdown, CSV export of all rows that pass the
/// filters. Double click and Return emit activated(). Rows of a source that unfold do so by their triangle, Right and
/// Left. Rows are numbered as their source has them, whatever order is shown.
///
/// A few rows are arranged at once, and when others of the same columns take their place, scroll, selection and current
/// row stay with what they stood on. More rows are sorted and filtered by a job with progress that can be stopped, the
/// newest request wins, and nothing is held for each row but its place. Exports are jobs.
class TableView : public QWidget
{
    Q_OBJECT
public:
    /// `fileName` is the suggested name of an export, without a suffix. `pool` outlives the table.
    TableView(QString fileName, const Theme *theme, ThreadPool *pool, QWidget *parent = nullptr);

    /// Null empties the table. `originNs` is the zero of offsets. A source of other columns starts with fresh widths,
    /// filters and order.
    void setSource(std::shared_ptr<const RowSource> source, qint64 originNs = 0);
    /// The columns stay, without rows.
    void clearRows();
    /// The same rows with other details below them (UnfoldedRows): the table stays where it is, on `row`.
    void setFolds(std::shared_ptr<const RowSource> source, int row);
    /// Only rows of the source that touch it.
    void setWindow(std::optional<Interval> window);
    /// Only rows of the source of which it says yes, on any thread; empty: all. It is a filter as the others are.
    void setOnly(std::function<bool(const RowSource &, quint32 row)> only);
    /// The rows of the source in their order, as they are shown.
    [[nodiscard]] RowSourceModel *rows() const;
    /// The same as any model.
    [[nodiscard]] QAbstractItemModel *model() const;
    /// Source that setSource() gave last, which may still be arranged.
    [[nodiscard]] const std::shared_ptr<const RowSource> &source() const { return m_source; }
    [[nodiscard]] QTableView *view() const { return m_view; }
    [[nodiscard]] const QString &fileName() const { return m_fileName; }
    [[nodiscard]] QString countText() const;
    [[nodiscard]] bool isComplete() const { return !m_job.isRunning(); }

    /// Shown in the table's place while it has no rows at all.
    void setEmptyText(const QString &text) { m_emptyText = text; }
    [[nodiscard]] const QString &emptyText() const { return m_emptyText; }
    /// Frames the cells of these columns, by id, in rows of the source for which there is a reason, which is their
    /// tooltip.
    void setFramed(const QStringList &columns, std::function<QString(const RowSource &, quint32 row)> why);
    /// Name of the table for screen readers.
    void setTableName(const QString &name);
    /// Puts a control at the right end of the filter line.
    void addControl(QWidget *control);
    void sortBy(int column, Qt::SortOrder order);
    /// By the column of that id.
    void sortBy(QStringView column, Qt::SortOrder order);
    void setFilter(const QString &text, bool regularExpression);
    /// The filter field looks at the column of that id; see ColumnCondition.
    void setColumnFilter(const QString &column, const QString &text);
    [[nodiscard]] ColumnFilters *columnFilters() const { return m_columnFilters; }
    /// Filters of the user, as a session keeps them; empty: none.
    [[nodiscard]] QJsonObject saveFilters() const;
    void restoreFilters(const QJsonObject &state);
    void setRange(int column, std::optional<double> min, std::optional<double> max);
    void clearFilters();
    /// Before the words of the program become those of another language: filters that ask for one of them will ask for
    /// it in that language.
    void rememberWords();
    /// Clears the filters, and keeps neither rows nor a place for the next rows.
    void forget();

    /// Row under the keyboard cursor, or -1.
    [[nodiscard]] int currentRow() const;
    /// Moves to a row without reporting it as the user's choice, as soon as the rows are arranged; -1 clears.
    void setCurrentRow(int row);
    [[nodiscard]] std::vector<int> selectedRows() const;
    /// Selects rows of the source that stand in the table, without a report, and goes to the first of them; rows that
    /// filters hide are skipped. Nothing happens where none is left, or while rows are arranged.
    void selectRows(const std::vector<int> &rows);

    void copySelection();
    /// As it is shown.
    void copyCell();
    [[nodiscard]] static QKeySequence copyCellKeys() { return Qt::CTRL | Qt::SHIFT | Qt::Key_C; }
    void copyMarkdown();
    /// False where no filter is seen, or where it has the focus.
    bool focusFilter();
    /// exportFinished() tells how it ended.
    void exportCsvTo(const QString &path);
    void setColumnShown(int column, bool shown);

signals:
    void activated(int row);
    /// The user wants to see the details of a row, or no longer; of a row below others: of the row above it.
    void foldAsked(int row, bool unfold);
    /// The rows of the source stand as was asked for.
    void arranged();
    /// saveFilters() may give something else now.
    void filtersChanged();
    /// clearFilters() was called; what narrowed the rows from outside is over as well.
    void filtersCleared();
    /// The user moved to another row, or clicked the one that is current: views may have gone elsewhere meanwhile.
    void currentRowChanged(int row);
    /// Lets the view add actions at the top of the context menu; `row` is -1 outside of the rows.
    void menuRequested(QMenu *menu, int row);
    /// `error` is empty when all went well.
    void exportFinished(const QString &path, const QString &error);

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void setUp();
    void connectView();
    void retranslate();
    void setUpFilters();
    [[nodiscard]] std::vector<ColumnFilters::Column> filterColumns() const;
    /// -1: the table has no such column now.
    [[nodiscard]] int filterColumn(const QString &id) const;
    /// From the field and the marks to what filters.
    void takeFilters();
    void filterChanged();
    /// From the field to a mark.
    void keepFilter();
    void showFilterHint();
    /// After rememberWords(), as soon as the rows are written in the other language.
    void translateWords();
    void showFilterError(const QString &error);
    void updateState();
    void cancel();
    void showHeaderMenu(const QPoint &at);
    void showRowMenu(const QPoint &at);
    void askRange(int column);
    [[nodiscard]] bool isFiltered() const;
    /// Row of the source; -1 outside of the rows, and while others are being arranged.
    [[nodiscard]] int rowOf(const QModelIndex &shown) const;
    void activate(const QModelIndex &at);
    [[nodiscard]] bool foldPressed(const QPoint &at);
    [[nodiscard]] bool foldKey(int key);

    /// Sentences of a short table are read whole: its rows grow with them.
    void wrapSentences();
    /// Which rows of the source are selected, and where the table is scrolled to.
    struct Place
    {
        std::set<quint32> selected;
        quint32 current;
        int column = 0;                ///< of the current cell
        std::optional<int> scrolled{}; ///< empty: to the current row
    };
    /// Place among the rows of m_source; empty where nothing is selected, or looking takes long.
    [[nodiscard]] std::optional<Place> placeNow() const;
    void restore(const Place &place);
    void tellExported(const QString &path, const QString &error);

    void followShown(const std::vector<ShownColumn> &before);
    void keepCurrentInSight(const QResizeEvent &resize);
    void arrange();
    void showOrder(RowOrder order);
    void goTo(int row, bool centred);

    static constexpr quint32 noRow = 0xffffffffU;

    QString m_fileName;
    const Theme *m_theme;
    ThreadPool *m_pool;
    IncrementalRows *m_rows;
    QTableView *m_view;
    QWidget *m_bar;
    QLineEdit *m_filter;
    ColumnFilters *m_columnFilters;
    QToolButton *m_expression;
    QToolButton *m_menuButton;
    QToolButton *m_stop;
    QLabel *m_count;
    QAction *m_copy;
    QAction *m_copyCell;
    QAction *m_copyMarkdown;
    QAction *m_export;
    QAction *m_clearFilters;
    QString m_emptyText;
    /// A cell whose words a filter asks for.
    struct FilterWord
    {
        int filter = -1; ///< of those that are kept; -1: the field
        QString sign;    ///< before the words
        QString shown;
        quint32 row = 0; ///< of the source
        int column = 0;
    };
    [[nodiscard]] std::optional<FilterWord> wordOf(const QString &filter, int column) const;
    std::vector<FilterWord> m_words;
    tableparts::ColumnWidths m_widths;
    QTimer m_widen{this}; ///< once for all that changes together
    QTimer m_wrap{this};
    bool m_quiet = false;  ///< what moves is not the user
    bool m_told = true;    ///< where the mouse was pressed is told already, or is not to be told
    bool m_fitted = false; ///< widths are those of rows
    QTimer m_progressTimer{this};
    LatestJob<RowOrder> m_job;
    LatestJob<QString> m_write;
    std::shared_ptr<const RowSource> m_source; ///< what the running job arranges; m_rows has the last arranged one
    RowQuery m_query;
    quint32 m_wanted = noRow;
    quint32 m_kept = noRow; ///< stays the current row, without a scroll to it
};

} // namespace rs
