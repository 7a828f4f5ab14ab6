// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/page/dockview.h"
#include "views/browse/boxstatistics.h"
#include "views/widgets/latestjob.h"

#include <optional>

class QLabel;
class QSplitter;
class QStackedWidget;
class QToolButton;

namespace rs {

class TableView;
class EmptyState;
class RowSourceModel;

/// Statistics by name of the box that the user drew on the timeline, and the slices of the chosen name.
class SelectionView : public DockView
{
    Q_OBJECT
public:
    explicit SelectionView(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] bool isComplete() const override;

    [[nodiscard]] const BoxStatistics &statistics() const { return m_statistics; }
    [[nodiscard]] RowSourceModel *names() const;
    /// Slices of the chosen name; null without one.
    [[nodiscard]] const std::shared_ptr<const OccurrenceRows> &occurrences() const { return m_occurrences; }
    [[nodiscard]] TableView *nameTable() const { return m_nameTable; }
    [[nodiscard]] TableView *occurrenceTable() const { return m_occurrenceTable; }
    [[nodiscard]] RowSourceModel *comparison() const;
    [[nodiscard]] TableView *comparisonTable() const { return m_comparisonTable; }
    [[nodiscard]] bool isComparing() const { return m_kept.has_value(); }
    /// Keeps the statistics of the box, so that the next one is shown beside it.
    void keepBox();
    void forgetKept();
    [[nodiscard]] QString summary() const;
    /// The line of totals below the table.
    [[nodiscard]] QString totals() const;

protected:
    void retranslate() override;

private:
    void setEmptyText();
    void refresh();
    void showStatistics(BoxStatistics statistics);
    void chooseName(int row);
    void chooseNamed(const QString &name);
    void showComparison();
    void showOccurrences(Occurrences found);
    void updateTexts();
    [[nodiscard]] QString totalsText(const BoxStatistics &s) const;
    [[nodiscard]] QString leftOutText() const;
    [[nodiscard]] QString totalRow(const BoxStatistics &s) const;
    void jumpTo(int row);
    [[nodiscard]] QString ranksOf(const BoxSelection &box) const;
    void nameRanks();

    struct Kept
    {
        BoxSelection box;
        BoxStatistics statistics;
        QString where; ///< what its ranks are called
    };

    std::shared_ptr<const OccurrenceRows> m_occurrences;
    QStackedWidget *m_pages;
    EmptyState *m_empty;
    QLabel *m_summary;
    QLabel *m_occurrenceTitle;
    QLabel *m_total;
    QToolButton *m_keep;
    QToolButton *m_restrict;
    QToolButton *m_clear;
    QStackedWidget *m_tables;
    TableView *m_nameTable;
    TableView *m_comparisonTable;
    TableView *m_occurrenceTable;
    LatestJob<BoxStatistics> m_statisticsJob;
    LatestJob<Occurrences> m_occurrencesJob;
    std::vector<BoxPart> m_parts;
    BoxStatistics m_statistics;
    std::optional<Kept> m_kept;
    std::vector<NamePair> m_pairs; ///< behind the rows of the comparison
    QString m_name;
    qint64 m_allOccurrences = 0;
};

} // namespace rs
