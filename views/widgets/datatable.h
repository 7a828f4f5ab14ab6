// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/widgets/tableparts.h"

#include <QModelIndex>
#include <QVariant>
#include <QTimer>
#include <QWidget>

#include <utility>
#include <vector>

class QAction;
class QLabel;
class QLineEdit;
class QMenu;
class QTableView;
class QToolButton;

namespace rs {

class TableProxy;
class Theme;

/// Every table of the program: sorting by raw values, text and range filters, column chooser, copy as TSV or Markdown,
/// CSV export of all rows that pass the filters. Keeps scroll, selection and current row when its model is reset.
/// Double click and Return emit activated().
class DataTable : public QWidget
{
    Q_OBJECT
public:
    /// `fileName` is the suggested name of an export, without a suffix.
    DataTable(QString fileName, const Theme *theme, QWidget *parent = nullptr);

    void setModel(QAbstractItemModel *model);
    [[nodiscard]] QAbstractItemModel *model() const;
    [[nodiscard]] TableProxy *proxy() const { return m_proxy; }
    [[nodiscard]] QTableView *view() const { return m_view; }
    [[nodiscard]] const QString &fileName() const { return m_fileName; }
    /// Shown in the table's place while it has no rows at all.
    void setEmptyText(const QString &text) { m_emptyText = text; }
    /// What the table is, for screen readers.
    void setTableName(const QString &name);
    /// Puts a control at the right end of the filter line.
    void addControl(QWidget *control);
    void sortBy(int column, Qt::SortOrder order);

    /// Row of the source model under the keyboard cursor, or -1.
    [[nodiscard]] int currentRow() const;
    /// Selects a row of the source model without reporting it as the user's choice; -1 clears.
    void setCurrentRow(int sourceRow);
    [[nodiscard]] std::vector<int> selectedRows() const;

    void clearFilters();
    /// Clears the filters, and keeps neither rows nor a place for the next rows.
    void forget();
    void copySelection();
    void copyMarkdown();
    [[nodiscard]] bool exportCsvTo(const QString &path, QString *error = nullptr);
    void setColumnShown(int column, bool shown);

signals:
    /// The user moved to another row of the source model.
    void currentRowChanged(int sourceRow);
    void activated(const QModelIndex &source);
    /// Lets the view add actions at the top of the context menu; the index is of the source model and may be invalid.
    void menuRequested(QMenu *menu, const QModelIndex &source);

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void retranslate();
    void applyRowHeight();
    void hideColumns();
    void fitColumns();
    void updateCount();
    void rememberPlace();
    void restorePlace();
    void showHeaderMenu(const QPoint &at);
    void showRowMenu(const QPoint &at);
    void askRange(int column);
    void askAndExport();
    [[nodiscard]] QVariant keyOf(int sourceRow) const;

    QString m_fileName;
    const Theme *m_theme;
    TableProxy *m_proxy;
    QTableView *m_view;
    QLineEdit *m_filter;
    QToolButton *m_expression;
    QToolButton *m_menuButton;
    QLabel *m_count;
    QWidget *m_bar;
    QAction *m_copy;
    QAction *m_copyMarkdown;
    QAction *m_export;
    QAction *m_clearFilters;
    QString m_emptyText;
    bool m_restoring = false;
    bool m_fitted = false;
    std::vector<std::pair<QString, bool>> m_declared; ///< columns of the model: id, and whether it is hidden at first
    tableparts::ColumnWidths m_widths;
    QTimer m_widen{this}; ///< once for all that changes together

    std::vector<QVariant> m_selectedKeys;
    QVariant m_currentKey;
    int m_currentColumn = 0;
    int m_scrollX = 0;
    int m_scrollY = 0;
};

} // namespace rs
