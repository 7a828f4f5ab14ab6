// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/ranks/domains.h"
#include "tables/base/tables.h"
#include "views/links/heatvalues.h"
#include "views/links/matrixdata.h"
#include "views/page/page.h"
#include "views/widgets/latestjob.h"

#include <QJsonObject>
#include <QWidget>

#include <array>
#include <functional>
#include <initializer_list>
#include <optional>

class QCheckBox;
class QLabel;
class QPushButton;
class QSplitter;

namespace rs {

class ChartFrame;
class ColorScale;
class TableView;
class EmptyState;
class HeatMap;
class PageBody;
class Picker;
class RowSourceModel;
class SlowLinkFrames;

/// Communication › Matrix: what crossed each link of a domain, as a heat map and as a table.
class MatrixPage : public Page
{
    Q_OBJECT
public:
    explicit MatrixPage(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("Matrix"); }
    [[nodiscard]] QString hint() const override;
    [[nodiscard]] bool isOfRun() const override { return true; }
    [[nodiscard]] bool takesRankGroup() const override { return true; }
    [[nodiscard]] bool isComplete() const override;
    [[nodiscard]] bool isEmpty() const;
    void retranslate() override;

    [[nodiscard]] HeatMap *heatMap() const { return m_map; }
    [[nodiscard]] Picker *valuePicker() const { return m_valuePicker; }
    /// Which links are too small for the scale.
    [[nodiscard]] Picker *leastPicker() const { return m_leastPicker; }
    [[nodiscard]] Picker *orderPicker() const { return m_orderPicker; }
    [[nodiscard]] Picker *stepsPicker() const { return m_stepsPicker; }
    [[nodiscard]] Picker *scalePicker() const { return m_scalePicker; }
    /// Which other open run is subtracted.
    [[nodiscard]] Picker *basePicker() const { return m_basePicker; }
    [[nodiscard]] ColorScale *scale() const { return m_scale; }
    [[nodiscard]] TableView *table() const { return m_table; }
    [[nodiscard]] EmptyState *emptyState() const;
    /// The rows of the table, in their order.
    [[nodiscard]] const RowSourceModel &model() const;
    /// Cell of a row of the model.
    [[nodiscard]] const MatrixCell &cellAt(int row) const;
    [[nodiscard]] std::shared_ptr<const MatrixGrid> grid() const { return m_shown.grid; }
    /// Ranks at the ends of the link that is outlined; nothing without one.
    [[nodiscard]] std::optional<std::pair<int, int>> selectedLink() const;
    /// Says of which link the table is; hidden while it has those of all.
    [[nodiscard]] QWidget *linkLine() const { return m_linkLine; }
    [[nodiscard]] QPushButton *allLinks() const { return m_allLinks; }
    /// It was opened for the ranks that were picked in the graph: Backspace leaves them as Esc does.
    void setOfPicked(bool picked) { m_ofPicked = picked; }
    [[nodiscard]] bool isOfPicked() const { return m_ofPicked; }

    /// Every link again, without a word to other views.
    void forgetLink();
    /// A jump chose the operator, and nobody another one since.
    [[nodiscard]] bool isOperatorOfJump() const;

signals:
    /// By Esc or Backspace; the ranks that the views are restricted to are left after it.
    void pickedLeft();
    /// Reason why there was no place to go to.
    void notice(const QString &text);

protected:
    /// Not by the time: the files of the matrix have none.
    void followTime() override {}
    void refresh() override { scheduleRefresh(); }
    void saveMore(QJsonObject &out) const override;
    void restoreMore(const QJsonObject &state) override;
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    /// Rows of the table.
    struct Rows
    {
        std::shared_ptr<const MatrixTable> table;
        std::shared_ptr<const MatrixLoad> loaded;
        std::vector<const MatrixCell *> longest; ///< of `loaded`: for each row the cell in it that took longest
        int current = -1;                        ///< the row of the cell that was asked for
        bool areNamed = false;                   ///< operators of a link by their names, not by statistics
    };
    [[nodiscard]] StepAggregation stepSums() const;
    /// `scope.inner`: links inside a card are shown as others are; else they come last among those of an operator.
    /// `scope.value`: by whose difference rows come that have one.
    [[nodiscard]] static Rows rowsOf(const MatrixData &shown, const QPoint &link, StepAggregation steps,
                                     const MatrixScope &scope, const JobContext &job);
    void connectState();
    void addChoices();
    void scheduleRefresh();
    void reload();
    /// Computes what is shown; with `reload` from the run, else from what was loaded.
    void compute(bool reload);
    void take(MatrixData shown);
    void showFrames();
    /// The same in the table.
    void frameRows();
    [[nodiscard]] QString domainLabel() const;
    void fillPickers();
    void fillOrders();
    void fillBases();
    void showScale(bool reset);
    /// The same once the map has the values that are chosen: those of many links are read in a job.
    void rescale();
    void addBaseNotes(QStringList &said) const;
    /// Note on link types that differ in the compared run.
    [[nodiscard]] QString typeNote(const QString &other) const;
    [[nodiscard]] QString greyNote() const;
    void showLegend();
    void showTable();
    /// The rows that the table shows are the newest: those of a row's number.
    [[nodiscard]] bool hasRows() const;
    void showLinkLine();
    /// Every link again, also for who selected one elsewhere.
    void dismissLink();
    /// Esc, and Backspace in the matrix of picked ranks: takes back the link first, then the ranks.
    [[nodiscard]] bool leaves(const QKeyEvent &key) const;
    void leave(const QKeyEvent &key);
    /// The table and the outline of the picture follow; (-1, -1): every link.
    void chooseLink(const QPoint &link);
    void updateEmpty();
    void cellClicked(int source, int destination);
    /// The operator on the link that took longest, in the timeline.
    void cellActivated(int source, int destination);
    void selectLink(const QPoint &link);
    void rowChosen(int row);
    void outlineRow(int row);
    /// Row of the same link, operator and step; -1: none.
    [[nodiscard]] static int rowOf(const MatrixTable &rows, const MatrixCell &cell, const JobContext &job);
    /// Operator of a row of the table: for a sum over steps that of the longest step, for one over operators the
    /// longest; null if the file names none.
    [[nodiscard]] const MatrixCell *operatorOfRow(int row) const;
    void showInTimeline(int row);
    /// The first of the operators that a loaded trace has, in the timeline; else `whyNone` is said. `find` runs on the
    /// pool: traces and links may be long.
    using FindCells = std::function<std::vector<const MatrixCell *>(const MatrixData &, const JobContext &)>;
    void reveal(const FindCells &find, const QString &whyNone);
    void addRankActions(QMenu *menu, const std::vector<MatrixRank> &ranks);
    [[nodiscard]] static std::vector<MatrixRank> ranksOf(const MatrixCell &cell, const MatrixGrid &grid);
    void followOperator();
    void leaveJump();
    void followSelection();
    [[nodiscard]] int currentRun() const;
    [[nodiscard]] MatrixScope scope() const;
    [[nodiscard]] double leastMb() const;
    /// The operator to show: what a session asks for comes before what is shown, until its links are read.
    [[nodiscard]] QString wantedOperator() const;
    [[nodiscard]] QString unit() const;
    [[nodiscard]] std::vector<int> ranks() const;

    /// Number of links whose values are read while the window waits.
    static constexpr size_t fewLinks = 100'000;
    static constexpr int kilobyte = 1000; // as files count
    static constexpr int usualLeast = 64 * kilobyte;
    /// Limits of the scale to choose from beside none, ascending.
    static constexpr std::array leastSizes = {16 * kilobyte, usualLeast, 256 * kilobyte, 1000 * kilobyte,
                                              16'000 * kilobyte};
    static constexpr int leastLines = 18; ///< of text: what the page is high at least

    int m_shownRun = -1; ///< whose links are shown
    Picker *m_opPicker;
    QString m_wantedOp;     ///< of a session, until it is there
    QString m_jumpedOp;     ///< that a jump chose; empty: none did
    QString m_opBeforeJump; ///< that it took away
    Selection m_left;       ///< whose operator was taken back
    Picker *m_valuePicker;
    Picker *m_basePicker;  ///< the run that is subtracted
    Picker *m_stepsPicker; ///< the sum over the steps or their mean
    Picker *m_orderPicker;
    Picker *m_leastPicker; ///< bytes that a link carries at least to be in the scale
    Picker *m_scalePicker;
    QCheckBox *m_inner;
    PageBody *m_pages;
    HeatMap *m_map;
    ColorScale *m_scale;
    QWidget *m_picture;
    ChartFrame *m_frame;
    QSplitter *m_halves = nullptr; ///< picture and table
    TableView *m_table;
    QWidget *m_linkLine;
    QLabel *m_linkText;
    QPushButton *m_allLinks;

    LatestJob<MatrixData> m_job;
    LatestJob<std::shared_ptr<const HeatValues>> m_valuesJob;
    SlowLinkFrames *m_slow;
    bool m_ofPicked = false;
    bool m_reloading = false;  ///< the running job reads the run
    LatestJob<Rows> m_rowsJob; ///< a thousand ranks have a million links
    LatestJob<std::pair<RankRef, SliceId>> m_sliceJob;
    MatrixData m_shown;
    Rows m_rows;                         ///< those that the table shows
    std::optional<MatrixCell> m_current; ///< of the row that the user chose: rows are made again, of a run as well
    QPoint m_link{-1, -1};               ///< selected cell of the grid
};

} // namespace rs
