// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/dockview.h"
#include "views/search/slicesearch.h"
#include "views/widgets/latestjob.h"

#include <QTimer>

#include <memory>

class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QSpinBox;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace rs {

class EmptyState;
class SearchModel;

/// Finds slices by name over all or some ranks, steps through the hits, and lists them.
class SearchView final : public DockView
{
    Q_OBJECT
public:
    explicit SearchView(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("Search"); }
    [[nodiscard]] bool isComplete() const override
    {
        return !m_search.isRunning() && !m_debounce.isActive() && !m_sort.isRunning();
    }
    [[nodiscard]] std::vector<TableExport> tables() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 80}; }

    [[nodiscard]] SearchModel *model() const { return m_model; }
    [[nodiscard]] QTableView *table() const { return m_table; }
    [[nodiscard]] QLineEdit *field() const { return m_field; }
    [[nodiscard]] QComboBox *where() const { return m_ranks; }
    [[nodiscard]] QSpinBox *ordinal() const { return m_ordinal; }
    /// "3 of 1 204", or why there is none.
    [[nodiscard]] QString countText() const;

public slots:
    /// Puts the cursor into the field and selects what stands there.
    void focusField();
    void search(const QString &text);
    /// False without hits.
    bool next() { return step(1); }
    bool previous() { return step(-1); }
    void cancel();

protected:
    void retranslate() override;
    void forget() override;
    void showEvent(QShowEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    [[nodiscard]] SearchQuery query() const;
    [[nodiscard]] std::vector<SearchRank> chosenRanks() const;
    void fillRanks();
    /// A region to which the search may be locked was drawn, moved or removed.
    void regionChanged(int choice);
    void startSearch();
    void searched(SearchHits hits);
    void clear();
    void runsChanged();
    void sortBy(int column, Qt::SortOrder order);
    bool step(int by);
    void goTo(int row, bool reveal);
    void updateCount();
    void showMenu(const QPoint &at);
    void exportCsv();

    SearchModel *m_model;
    QLineEdit *m_field;
    QToolButton *m_case;
    QToolButton *m_word;
    QToolButton *m_regex;
    QToolButton *m_args;
    QComboBox *m_ranks;
    QToolButton *m_previous;
    QToolButton *m_next;
    QToolButton *m_export;
    QSpinBox *m_ordinal;
    QLabel *m_count;
    QProgressBar *m_progress;
    QToolButton *m_cancel;
    QStackedWidget *m_pages; ///< the hint until something is typed, then the table
    QTableView *m_table;
    EmptyState *m_hint;
    QTimer m_debounce{this};
    QTimer m_progressTimer{this};
    LatestJob<SearchHits> m_search;
    LatestJob<std::shared_ptr<SearchHits>> m_sort;
    LatestJob<QString> m_write;
    int m_current = -1;
    int m_sortColumn = -1;
    bool m_stepWhenDone = false;
    bool m_jumping = false;
};

} // namespace rs
