// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/compare/comparespread.h"
#include "analysis/compare/slowdowncause.h"
#include "analysis/ranks/pipelinestages.h"
#include "items/compareparts.h"
#include "tables/base/rowsource.h"
#include "views/compare/pairjump.h"
#include "views/compare/sidespage.h"
#include "views/page/dockview.h"
#include "views/widgets/throttle.h"
#include "views/widgets/latestjob.h"

#include <functional>
#include <memory>
#include <optional>
#include <utility>

class QLabel;
class QSpinBox;
class QStackedWidget;
class QTabWidget;
class QToolButton;

namespace rs {

class ChartFrame;
class OverlaidHistogram;
class TableView;
class EmptyState;
class PageBody;
class Picker;
class PieChart;
class PiePair;
class RowSourceModel;
class ValueBars;
struct TableSpec;

/// Two ranks of any open runs, operator by operator: two pies, what differs most, and a table with both sides and their
/// difference; or many sides against one baseline (SidesPage). Its sides are those of the shared state, whatever rank
/// is current. Both occurrences of a row can be shown one above the other in the timeline, aligned.
class CompareView : public DockView
{
    Q_OBJECT
public:
    explicit CompareView(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    /// "operators", "order", "overall", "kernels", "communication", "api", "memory", "many" or "steps": the table.
    void showPage(const QString &name) override;
    [[nodiscard]] QStringList pageNames() const override;
    /// The table and what its rows are of; the sides are of the shared state.
    [[nodiscard]] QJsonObject saveState() const override;
    void restoreState(const QJsonObject &state) override;
    [[nodiscard]] bool isComplete() const override;
    [[nodiscard]] std::vector<PictureExport> pictures() const override;
    [[nodiscard]] bool preparePictures() override { return isComplete(); }

    /// Its rows are those of the comparison, in their order.
    [[nodiscard]] const RowSourceModel &model() const;
    [[nodiscard]] const RankComparison &comparison() const { return m_result.comparison; }
    /// Beside the rows of the comparison.
    [[nodiscard]] const std::vector<RowSpread> &spread() const { return m_result.spread; }
    [[nodiscard]] TableView *table() const { return m_table; }
    /// The other tables of two ranks: in order, and the sheets; seen when one is chosen.
    [[nodiscard]] TableView *sheet() const { return m_sheet; }
    /// Many ranks, or steps of a rank, against one of them; seen when one of these tables is chosen.
    [[nodiscard]] SidesPage *sides() const { return m_sides; }
    [[nodiscard]] PiePair *pies() const { return m_pies; }
    [[nodiscard]] PieChart *basePie() const;
    [[nodiscard]] PieChart *otherPie() const;
    [[nodiscard]] OverlaidHistogram *histogram() const { return m_histogram; }
    /// The operators that differ most, as many as the pies have slices.
    [[nodiscard]] ValueBars *differences() const { return m_differences; }
    [[nodiscard]] QTabWidget *charts() const { return m_charts; }
    [[nodiscard]] EmptyState *emptyState() const;
    [[nodiscard]] QString note() const;
    /// Compares with a rank of the same stage; hidden where both sides are of one.
    [[nodiscard]] QToolButton *peerButton() const { return m_peerButton; }
    /// Whether the device, an operator or its input is slow; hidden where that cannot be told.
    [[nodiscard]] QLabel *verdict() const { return m_verdict; }
    [[nodiscard]] bool isEmpty() const;
    [[nodiscard]] RankRef base() const { return m_base; }
    [[nodiscard]] RankRef other() const { return m_other; }
    /// Row of a selected operator, column by column, with all columns and as shown; nothing if the comparison does not
    /// have it.
    [[nodiscard]] std::vector<std::pair<QString, QString>> factsOf(const Selection &selection) const;

signals:
    /// The rows are others, or are written in another language.
    void rowsChanged();

protected:
    void retranslate() override;
    void forget() override;
    void keyPressEvent(QKeyEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    struct Result
    {
        CompareQuery query;        ///< that it was made by
        RankComparison comparison; ///< everything, what the pies show
        std::vector<RowSpread> spread;
        std::shared_ptr<const RowSource> rows;
        QStringList cores;
        QStringList otherSteps; ///< that the other side marks, ascending
        SideSteps captures;     ///< of the whole captures, whatever is compared
        SlowdownCause slowdown;
        /// Stages of the two sides, if they do different work: then a difference has no cause, and `slowdown` is empty.
        std::optional<std::pair<StagePlace, StagePlace>> stages;
        RankRef peer; ///< where they do: a normal rank that does the work of the other side, of the run of the base
        bool baseStepMissing = false;
        bool otherStepMissing = false;
    };

    [[nodiscard]] QStringList names() const { return {nameOf(m_base), nameOf(m_other)}; }

    /// Rows of a table of the catalogue, or why there are none.
    struct SheetAnswer
    {
        std::shared_ptr<const RowSource> rows;
        Phrase whyEmpty;
    };

    void connectState();
    void followSides();
    void adoptSides();
    /// While nobody has seen the sides: a rank is held against one that does the same work, or against any other where
    /// there is none (`like` is not valid), first of its run.
    void followCurrent(RankRef of, RankRef like);
    /// Rank that needs a normal peer; none if both sides are chosen, or the search is done.
    [[nodiscard]] RankRef peerWanted() const;
    void takePeer(RankRef of, RankRef peer);
    /// True: a normal rank to compare with is looked for, and what comes of it is shown then.
    [[nodiscard]] bool lookForPeer();
    void scheduleRefresh();
    void refresh();
    void take(Result result);
    [[nodiscard]] QString nameOf(RankRef ref) const;
    [[nodiscard]] const CompareRow &rowAt(int row) const;
    void fillPickers();
    void ranksArrived();
    void updateCharts();
    /// Part of the charts: an amount of time or memory of each side.
    struct ChartPart
    {
        QString label;
        double base = 0;
        double other = 0;
        bool isRest = false;           ///< of all that have no part of their own
        int row = -1;                  ///< of the table that is shown
        std::optional<double> share{}; ///< of the whole difference
    };
    using AmountText = std::function<QString(double)>;
    void showPies(const std::vector<ChartPart> &parts, const AmountText &text, const QString &baseTotal,
                  const QString &otherTotal);
    /// `moreOn`: pattern for the name of a side.
    void showDifferences(const std::vector<ChartPart> &parts, const AmountText &text, const QString &moreOn);
    [[nodiscard]] bool isMemoryShown() const;
    /// The same pictures of what the sheet of memory compares, while that is shown.
    void updateMemoryCharts();
    void chooseDifference(int place);
    void updateVerdict();
    void updateNote();
    void updateEmpty();
    void chooseRow(int row);
    [[nodiscard]] PairJump pairJump() const { return {&runs(), &state()}; }
    [[nodiscard]] PairPlace pairOf(int row) const;
    /// The same of a row of the other tables.
    [[nodiscard]] PairPlace pairOfSheet(int row) const;
    void addSheetActions(QMenu *menu, int row);
    void followSheet(int row);
    void showMemory(RankRef ref);
    [[nodiscard]] QString overallReason() const;
    void showSheet();
    /// Table that is shown; null for that of operators.
    [[nodiscard]] const TableSpec *sheetShown() const;
    /// Whether that table compares whole captures, whatever step, time and operators are chosen.
    [[nodiscard]] bool comparesWhole() const;
    void enablePickers();
    [[nodiscard]] QString chosenPartText() const;
    /// The step that is compared of the other side; empty: no step is.
    [[nodiscard]] QString otherStep() const;
    void fillOtherSteps();
    [[nodiscard]] std::optional<SidesOf> sidesShown() const;
    void showSides();
    /// Shows the calls of a row of the comparison; of none if it does not have the row.
    void showDurations(size_t row);
    void addRowActions(QMenu *menu, int row);
    [[nodiscard]] QString noteText(OperatorNote note, const QString &rank) const;
    [[nodiscard]] QString groupingName(OperatorGrouping grouping) const;

    Picker *m_basePicker;
    Picker *m_otherPicker;
    Picker *m_otherStepPicker;
    QToolButton *m_swap;
    Picker *m_groupPicker;
    Picker *m_kindPicker;
    Picker *m_corePicker;
    Picker *m_sheetPicker;
    QLabel *m_topLabel;
    QSpinBox *m_top;
    QWidget *m_topBox;
    QLabel *m_verdict;
    QLabel *m_note;
    QToolButton *m_peerButton;
    PageBody *m_pages;
    PiePair *m_pies; ///< left the base, right the other side
    ChartFrame *m_pieFrame;
    OverlaidHistogram *m_histogram;
    ChartFrame *m_histogramFrame;
    ValueBars *m_differences;
    ChartFrame *m_differenceFrame;
    QTabWidget *m_charts; ///< differences, durations
    TableView *m_table;
    TableView *m_sheet;
    QStackedWidget *m_tables;
    QStackedWidget *m_stack; ///< of two ranks, of many sides
    SidesPage *m_sides;

    RankRef m_base;
    RankRef m_other;
    RankRef m_peerOf;         ///< whose normal peer was looked for
    bool m_wasSeen = false;   ///< since these runs are open
    bool m_isSettled = false; ///< the sides were seen: which rank is current is nothing to them any more
    LatestJob<RankRef> m_peerJob;
    LatestJob<Result> m_job;
    LatestJob<std::shared_ptr<const CompareDurations>> m_durationsJob;
    LatestJob<SheetAnswer> m_sheetJob;
    std::shared_ptr<const RowSource> m_sheetRows;
    std::vector<int> m_barRows; ///< beside the bars of the differences
    Result m_result;
    bool m_hasResult = false;
    static constexpr int listPauseMs = 250; ///< nobody watches a list of all ranks while it grows
    Throttle m_ranksArrived{[this] { ranksArrived(); }, listPauseMs};
    /// Last search for a peer: the rank, and the number of loaded ranks; fewer than three ranks have no normal one.
    std::pair<RankRef, size_t> m_likeOf;
};

} // namespace rs
