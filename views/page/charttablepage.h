// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tables/base/catalogue.h"
#include "views/page/page.h"

#include <optional>

namespace rs {

class ChartFrame;
class ChartHalves;
class FoldLine;
class StackedBars;
class TablePage;

/// A chart above the table of the same numbers, of a run: the chosen step and domain count. ChartHalves share the
/// page.
class ChartTablePage : public Page
{
    Q_OBJECT
public:
    [[nodiscard]] TablePage *table() const { return m_table; }
    [[nodiscard]] ChartFrame *frame() const { return m_frame; }
    /// Checked while the table is unfolded.
    [[nodiscard]] FoldLine *foldButton() const;
    void retranslate() override;
    /// In another place without the table.
    void showIn(QWidget *place) override;

signals:
    /// Something is shown, after nothing was.
    void contentShown();
    /// Everything is read, and there is nothing to show.
    void nothingShown();

protected:
    /// `id` of the table, which is also the name of the page. Takes ownership of `frame`.
    ChartTablePage(const QString &id, ChartFrame *frame, const ViewContext &context, QWidget *parent);
    /// With the name of another table.
    ChartTablePage(const QString &id, const QString &name, ChartFrame *frame, const ViewContext &context,
                   QWidget *parent);

    /// There is something to see in the chart.
    [[nodiscard]] virtual bool hasChart() const = 0;
    /// The table is out of date as well. What the chart is to be made of; nothing without a run, which the page says
    /// then.
    [[nodiscard]] std::optional<TableQuery> begin();
    /// There is nothing in the chart, and why: files that are not read yet are no reason, but that they are read.
    /// A button `action` is for a choice of the user that hides everything: emptyState() tells when it is pressed.
    void showNothing(const QString &heading, const Phrase &whyEmpty, const QString &action = {});
    /// Run of the last begin(); -1 without a run.
    [[nodiscard]] int run() const { return m_run; }
    /// Scope of pictures: run, step, domain and `more`.
    [[nodiscard]] QString scopeWith(QStringList more) const;
    /// A choice beside the heading of the chart.
    Picker *addChartChoice(PageChoice choice);
    /// Sessions keep which of its parts are hidden.
    void addBars(StackedBars *bars);
    /// Overrides that keep more call these as well.
    void saveMore(QJsonObject &out) const override;
    void restoreMore(const QJsonObject &state) override;

private:
    void showReading();

    ChartFrame *m_frame;
    TablePage *m_table;
    ChartHalves *m_halves;
    std::vector<StackedBars *> m_bars;
    int m_run = -1;
};

} // namespace rs
