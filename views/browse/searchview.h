// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/page/dockview.h"
#include "views/browse/slicesearch.h"
#include "views/widgets/latestjob.h"

#include <QTimer>

#include <memory>

class QComboBox;
class QLabel;
class QLineEdit;
class QMenu;
class QProgressBar;
class QSpinBox;
class QStackedWidget;
class QToolButton;

namespace rs {

class EmptyState;
class RowSourceModel;
class TableView;

/// Finds slices by name over all or some ranks, steps through the hits, and lists them.
class SearchView final : public DockView
{
    Q_OBJECT
public:
    explicit SearchView(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("Search"); }
    [[nodiscard]] bool isComplete() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 80}; }

    /// The hits as they are shown: in that order, and only those that pass the filter.
    [[nodiscard]] RowSourceModel *model() const;
    [[nodiscard]] TableView *table() const { return m_table; }
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
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    [[nodiscard]] SearchQuery query() const;
    [[nodiscard]] std::vector<SearchRank> chosenRanks() const;
    void fillRanks();
    /// A region to which the search may be locked was drawn, moved or removed.
    void regionChanged(int choice);
    struct Found
    {
        std::shared_ptr<const SearchHits> hits;
        std::shared_ptr<const FoundSlices> slices; ///< null without hits
    };
    void startSearch();
    void searched(Found found);
    void showHits();
    void arranged();
    void clear();
    void runsChanged();
    /// Row of the current hit in the table, or -1.
    [[nodiscard]] int shownRow() const;
    bool step(int by);
    /// To a row of the table as it is shown.
    void goTo(int shown);
    void reveal(int hit);
    void updateCount();
    void addActions(QMenu *menu, int hit);
    void exportCsv();

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
    TableView *m_table;
    EmptyState *m_hint;
    QTimer m_debounce{this};
    QTimer m_progressTimer{this};
    LatestJob<Found> m_search;
    Found m_found;
    qint64 m_originNs = 0;
    int m_current = -1; ///< into the hits
    bool m_moved = false;
    bool m_stepWhenDone = false;
    bool m_jumping = false;
    bool m_marks = true; ///< hits stand out in time views: until a jump leads elsewhere, and again from hit to hit
};

} // namespace rs
