// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/overview/stepbreakdown.h"
#include "analysis/overview/overviewfigures.h"
#include "views/page/dockview.h"
#include "views/widgets/latestjob.h"

#include <memory>

class QLabel;
class QSplitter;

namespace rs {

class BarBreakdowns;
class BarsControls;
class BaseHead;
class ChartFrame;
class EmptyState;
class OverviewCharts;
class PageBody;
class PieChart;
class RankGroupChip;
class RankSide;
class RowSource;
class RowSourceModel;
class StackedBars;
class TableView;
class VerdictStrip;
struct Verdict;

/// Overview of a run: verdicts; stacked bars per rank, the heat map of ranks and steps or the grid of ranks; the pie of
/// the selected rank; and the table behind them.
class OverviewView : public DockView
{
    Q_OBJECT
public:
    explicit OverviewView(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    /// "bars", "heatmap" or "ranks".
    void showPage(const QString &name) override;
    [[nodiscard]] QStringList pageNames() const override;
    [[nodiscard]] bool isComplete() const override;
    /// The same without the verdicts, which no choice changes.
    [[nodiscard]] bool barsAreComplete() const;
    [[nodiscard]] std::vector<PictureExport> pictures() const override;
    [[nodiscard]] bool preparePictures() override { return isComplete(); }
    [[nodiscard]] QJsonObject saveState() const override;
    void restoreState(const QJsonObject &state) override;

    [[nodiscard]] const RowSourceModel &model() const;
    /// Items behind the rows of the model.
    [[nodiscard]] const std::vector<OverviewItem> &rows() const { return m_rows; }
    [[nodiscard]] StackedBars *bars() const { return m_bars; }
    [[nodiscard]] OverviewCharts *charts() const { return m_charts; }
    [[nodiscard]] PieChart *pie() const;
    [[nodiscard]] BaseHead *base() const { return m_base; }
    [[nodiscard]] RankSide *side() const { return m_side; }
    [[nodiscard]] VerdictStrip *verdicts() const { return m_verdicts; }
    [[nodiscard]] TableView *table() const { return m_table; }
    [[nodiscard]] EmptyState *emptyState() const;
    [[nodiscard]] bool isEmpty() const;

signals:
    /// The user wants to see the thresholds of the diagnosis, or to change them.
    void thresholdsWanted();
    /// The user wants to know what the steps would gain without a verdict.
    void gainWanted(int run, const rs::Verdict &verdict);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void retranslate() override;

private:
    using Facts = std::shared_ptr<const OverviewFacts>;
    struct Figures
    {
        std::vector<OverviewItem> items;
        std::shared_ptr<const RowSource> rows; ///< the same as a table
    };

    void connectState();
    void scheduleRefresh();
    void refresh();
    [[nodiscard]] bool isCurrent() const;
    void showFigures();
    void take(Figures figures);
    void stepChanged();
    void chartChosen();
    void showBreakdowns();
    [[nodiscard]] QString domainLabel() const;
    void fillPickers();
    void arrangeTable();
    void retranslateSide();
    void applyOrder();
    void updateBars();
    void updatePie();
    void updateEmpty();
    void updateNotes();
    void selectItem(int modelRow);
    void followState();
    void headerSorted(int column, Qt::SortOrder order);
    void addRankActions(QMenu *menu, RankRef ref);
    void showInTimeline(const OverviewItem &item);
    [[nodiscard]] int currentRun() const;
    /// Ranks of the current run are still to come.
    [[nodiscard]] bool isLoading() const;
    [[nodiscard]] RankRef refOf(const OverviewItem &item) const;
    [[nodiscard]] const OverviewItem &itemAt(int row) const { return m_rows[static_cast<size_t>(row)]; }
    [[nodiscard]] int rowOf(const QString &key) const;
    [[nodiscard]] const OverviewItem *itemOfBar(int bar) const;
    [[nodiscard]] const OverviewItem *selectedItem() const;
    [[nodiscard]] std::vector<OverviewItem> selectedItems() const;
    /// Whether the ranks to which the user restricted the views have it, or one of the ranks that it stands for.
    [[nodiscard]] bool isShown(const OverviewItem &item) const;

    int m_shownRun = -1; ///< whose numbers are shown
    BarsControls *m_controls;
    PageBody *m_pages;
    BaseHead *m_base;
    VerdictStrip *m_verdicts;
    StackedBars *m_bars;
    ChartFrame *m_barsFrame;
    OverviewCharts *m_charts;
    RankGroupChip *m_chip;
    TableView *m_table;
    RankSide *m_side; ///< beside the bars: what is known of the selected rank; the table where the page is low
    QSplitter *m_all;
    bool m_low = false;
    bool m_arranged = false;

    LatestJob<Facts> m_job;
    Facts m_facts;
    std::weak_ptr<const Run> m_factsOf; ///< what the facts speak of,
    OverviewQuery m_factsQuery;         ///< of which of its ranks, from where
    LatestJob<Figures> m_figuresJob;
    FiguresQuery m_figures; ///< what is shown of the facts, or soon will be
    BarBreakdowns *m_breakdowns;
    std::vector<OverviewItem> m_items;
    std::shared_ptr<const RowSource> m_itemRows;
    std::vector<OverviewItem> m_rows; ///< those that the table shows, in the order of the picker
    std::vector<int> m_barRows;       ///< model row of each bar
    QString m_selectedKey;
    bool m_hasResult = false;
    bool m_ordering = false;
    bool m_tableOrder = false; ///< the user sorted the table by a column that the picker does not offer
};

} // namespace rs
