// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/time/sampledcurve.h"
#include "views/widgets/latestjob.h"

#include <QString>
#include <QWidget>

#include <memory>
#include <vector>

class QStackedWidget;

namespace rs {

class ChartFrame;
class CurveChart;
class Picker;
class RowSource;
class TableView;
class Theme;
class ThreadPool;
class ValueBars;

/// The rows of a statement as a chart, those that its table shows in the order in which it shows them: a bar for each
/// of the first ones, or, along a column of stamps, a curve of all of them.
class SqlChart final : public QWidget
{
    Q_OBJECT
public:
    /// `table` shows the rows of a source, and outlives the chart.
    SqlChart(TableView *table, const Theme *theme, ThreadPool *pool, QWidget *parent = nullptr);

    /// Redraws the current rows of the table. A choice that the columns no longer have is replaced by the first fit.
    void refresh();
    /// Nothing is shown and kept but what was chosen.
    void clear();
    /// Headers of the columns that were chosen; empty: the first that fit.
    void setChoice(const QString &value, const QString &along);
    [[nodiscard]] QString value() const { return m_wantedValue; }
    [[nodiscard]] QString along() const { return m_wantedAlong; }
    /// There is a column of numbers.
    [[nodiscard]] bool hasChart() const { return m_valueColumn >= 0; }
    [[nodiscard]] bool isComplete() const { return !m_job.isRunning(); }
    void retranslate();

    [[nodiscard]] ChartFrame *frame() const { return m_frame; }
    [[nodiscard]] ValueBars *bars() const { return m_bars; }
    [[nodiscard]] CurveChart *curve() const { return m_curve; }
    [[nodiscard]] Picker *valuePicker() const { return m_value; }

signals:
    /// value() or along() by the user.
    void choiceChanged();
    /// The bar of that row of the source was chosen.
    void rowChosen(int row);

private:
    void fillPickers(const RowSource &rows);
    void showBars();
    void showCurve();
    void showNote(const QString &note);
    [[nodiscard]] QString headerOf(int column) const;

    TableView *m_table;
    ThreadPool *m_pool;
    QStackedWidget *m_charts;
    ValueBars *m_bars;
    CurveChart *m_curve;
    ChartFrame *m_frame;
    Picker *m_value;
    Picker *m_along;
    QString m_wantedValue;
    QString m_wantedAlong;
    int m_valueColumn = -1;  ///< of the shown columns
    int m_alongColumn = -1;  ///< likewise; -1: the number of the row
    std::vector<int> m_rows; ///< of the source, by bar
    LatestJob<std::shared_ptr<const SampledCurve>> m_job;
};

} // namespace rs
