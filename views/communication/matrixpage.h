// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "items/matrixgrid.h"
#include "tables/rowsource.h"
#include "views/dockview.h"
#include "views/widgets/latestjob.h"

#include <QWidget>

#include <initializer_list>
#include <optional>

class QCheckBox;

namespace rs {

class ChartFrame;
class ColorScale;
class TableView;
class EmptyState;
class HeatMap;
class PageBody;
class Picker;
class RowSourceModel;

/// Communication › Matrix: what crossed each link of a domain, as a heat map and as a table.
class MatrixPage : public QWidget
{
    Q_OBJECT
public:
    explicit MatrixPage(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] bool isComplete() const;
    [[nodiscard]] bool isEmpty() const;
    [[nodiscard]] std::vector<PictureExport> pictures() const;
    void retranslate();

    [[nodiscard]] HeatMap *heatMap() const { return m_map; }
    /// Which links are too small for the scale.
    [[nodiscard]] Picker *leastPicker() const { return m_leastPicker; }
    [[nodiscard]] ColorScale *scale() const { return m_scale; }
    [[nodiscard]] TableView *table() const { return m_table; }
    [[nodiscard]] EmptyState *emptyState() const;
    [[nodiscard]] const RowSourceModel &model() const { return *m_model; }
    /// What the rows of the model stand for.
    [[nodiscard]] const std::vector<MatrixCell> &rows() const { return *m_rows; }
    [[nodiscard]] std::shared_ptr<const MatrixGrid> grid() const { return m_grid; }
    /// Ranks at the ends of the link that is outlined; nothing without one.
    [[nodiscard]] std::optional<std::pair<int, int>> selectedLink() const;

signals:
    /// Why there was nothing to go to.
    void notice(const QString &text);

private:
    struct Result
    {
        std::vector<MatrixCell> cells; ///< of the chosen step, every domain
        std::vector<Domain> domains;
        bool anyLinks = false;
    };

    void connectState();
    void scheduleRefresh();
    void refresh();
    void take(Result result);
    void chooseDomain();
    [[nodiscard]] QString domainLabel() const;
    void fillPickers();
    void showDomain();
    void showOperator();
    void showScale(bool reset);
    void showTable();
    void updateEmpty();
    void cellClicked(int source, int destination);
    void rowChosen(int row);
    [[nodiscard]] const MatrixCell &cellAt(int row) const { return (*m_rows)[static_cast<size_t>(row)]; }
    /// Where the operator of a row of the table ran; NoSlice when it cannot be found.
    [[nodiscard]] std::pair<RankRef, SliceId> sliceOfRow(int row) const;
    void showInTimeline(int row);
    void addRankActions(QMenu *menu, bool global, std::initializer_list<int> ranks);
    void followOperator();
    void followSelection();
    [[nodiscard]] int currentRun() const;
    [[nodiscard]] MatrixValue value() const;
    [[nodiscard]] double leastMb() const;
    [[nodiscard]] QString unit() const;

    ViewContext m_context;
    RowSourceModel *m_model;
    int m_shownRun = -1; ///< whose links are shown
    Picker *m_opPicker;
    Picker *m_valuePicker;
    Picker *m_leastPicker; ///< bytes that a link carries at least to be in the scale
    QCheckBox *m_inner;
    PageBody *m_pages;
    HeatMap *m_map;
    ColorScale *m_scale;
    QWidget *m_picture;
    ChartFrame *m_frame;
    TableView *m_table;

    LatestJob<Result> m_job;
    LatestJob<std::shared_ptr<const RowSource>> m_rowsJob; ///< a thousand ranks have a million links
    Result m_result;
    QString m_domain; ///< hash that is shown; empty: all, only where every link has global ranks
    std::shared_ptr<const std::vector<MatrixCell>> m_rows; ///< those that the table shows
    std::vector<MatrixCell> m_cells;                       ///< of the shown domain, every operator
    std::shared_ptr<const MatrixGrid> m_grid;
    QPoint m_link{-1, -1}; ///< selected cell of the grid
};

} // namespace rs
