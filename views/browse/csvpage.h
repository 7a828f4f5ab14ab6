// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/time/sampledcurve.h"
#include "views/page/page.h"
#include "views/widgets/latestjob.h"

#include <memory>
#include <optional>
#include <vector>

namespace rs {

class ChartFrame;
class CurveChart;
class Picker;
class TablePage;

/// Any other CSV file of the current rank: a table with the columns of its header, and above it a column as curves
/// where the rows have a time.
class CsvPage final : public Page
{
    Q_OBJECT
public:
    explicit CsvPage(const ViewContext &context, QWidget *parent = nullptr);

    void retranslate() override;

    [[nodiscard]] Picker *filePicker() const { return m_file; }
    [[nodiscard]] Picker *valuePicker() const { return m_value; }
    [[nodiscard]] Picker *groupPicker() const { return m_group; }
    [[nodiscard]] CurveChart *chart() const { return m_chart; }
    [[nodiscard]] ChartFrame *frame() const { return m_frame; }
    [[nodiscard]] TablePage *table() const { return m_table; }

protected:
    void refresh() override;

private:
    struct Answer
    {
        CurvesOfTable of;
        std::vector<TableCurve> curves;
        int value = -1; ///< column of the curves
        int group = -1;
    };
    /// Reads what is picked; the table stays where it is.
    void makeCurves();
    void take(const Answer &answer);
    void showTimes();
    void hideChart();
    void empty(const QString &why);

    TablePage *m_table;
    CurveChart *m_chart;
    ChartFrame *m_frame;
    Picker *m_file;
    Picker *m_value; ///< by the name of a column
    Picker *m_group; ///< likewise; empty: none
    LatestJob<std::shared_ptr<const Answer>> m_job;
    std::shared_ptr<const Table> m_source; ///< that is shown
    bool m_isStamped = false;              ///< its times are those of the timeline
    RankRef m_of;
};

} // namespace rs
