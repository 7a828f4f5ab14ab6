// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/overview/overviewitems.h"
#include "analysis/overview/timebreakdownrows.h"
#include "views/state/viewcontext.h"

#include <QTabWidget>

#include <vector>

class QLabel;
class QSplitter;
class QToolButton;

namespace rs {

class ChartFrame;
class PieChart;
class RankDetails;

/// The rank selected in the overview, or several: the pie of its time and the tables behind it, below the pie if there
/// is room for six rows, else on a tab beside it. A click on a slice of the pie chooses the table.
class RankSide : public QTabWidget
{
    Q_OBJECT
public:
    explicit RankSide(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] PieChart *pie() const { return m_pie; }
    [[nodiscard]] ChartFrame *frame() const { return m_frame; }
    [[nodiscard]] RankDetails *details() const { return m_details; }
    /// Shows a pie, of several items that of their mean. `ref`: the rank of a single one; `breakdown`: its buckets,
    /// where known. `whyNone`: what is said where there is none.
    void showRanks(const std::vector<OverviewItem> &items, RankRef ref, const TimeBreakdownTotals *breakdown,
                   const QString &whyNone = QString());
    /// The data of the rank changed.
    void invalidate();
    void retranslate();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void arrange();
    void nameTabs();
    void fillPie(const std::vector<OverviewItem> &items, const OverviewItem *item,
                 const TimeBreakdownTotals *breakdown);
    void nameFrame(const std::vector<OverviewItem> &items, const OverviewItem *item, const QStringList &leftOut);

    ViewContext m_context;
    PieChart *m_pie;
    ChartFrame *m_frame;
    QLabel *m_total;
    QToolButton *m_explain;
    QLabel *m_definitions;
    RankDetails *m_details;
    QSplitter *m_page;
    bool m_low = false;
};

} // namespace rs
