// SPDX-License-Identifier: Apache-2.0
#include "views/compare/compareview.h"

#include "items/format.h"
#include "items/rowsourcemodel.h"
#include "tables/base/tables.h"
#include "analysis/time/runorigin.h"
#include "views/tables/tableview.h"
#include "views/widgets/picker.h"

#include <QComboBox>
#include <QStackedWidget>

#include <algorithm>

/// The tables beside that of operators: in order, and the sheets of the official comparison.
namespace rs {

void CompareView::showSheet()
{
    const TableSpec *const spec = sheetShown();
    m_tables->setCurrentWidget(spec ? m_sheet : m_table);
    m_sheetJob.cancel();
    m_sheetRows = nullptr;
    m_sheet->setSource(nullptr);
    if (isMemoryShown())
        updateCharts();
    const auto run = runs().run(base().run);
    const auto otherRun = runs().run(other().run);
    if (!spec || !run || !otherRun)
        return;
    TableQuery query;
    query.run = run;
    query.rank = base().index;
    query.otherRun = otherRun;
    query.other = other().index;
    m_sheet->setEmptyText(tr("Both sides are being compared."));
    if (!comparesWhole()) {
        query.kind = static_cast<OperatorKind>(m_kindPicker->value().toInt());
        query.core = m_corePicker->value().toString();
        query.step = state().step();
        query.otherStep = otherStep();
    }
    m_sheetJob.start(
        *context().pool,
        [spec, query](const JobContext &job) {
            SheetAnswer out;
            out.rows = spec->rows(query, job);
            if (out.rows && out.rows->rows() == 0 && spec->whyEmpty)
                out.whyEmpty = spec->whyEmpty(query);
            return out;
        },
        [this, origin = runOriginNs(*run)](SheetAnswer answer) {
            m_sheetRows = std::move(answer.rows);
            m_sheet->setEmptyText(answer.whyEmpty.isEmpty() ? tr("No operator of this kind ran.")
                                                            : tableText(answer.whyEmpty));
            m_sheet->setSource(m_sheetRows, origin);
            if (isMemoryShown())
                updateCharts();
            updateNote();
        });
}

QString CompareView::otherStep() const
{
    const QString own = m_otherStepPicker->value().toString();
    return own.isEmpty() || state().step().isEmpty() ? state().step() : own;
}

// Captures of different times have no step in common, so each side can have its own.
void CompareView::fillOtherSteps()
{
    std::vector<PickerItem> items = {{tr("the same"), QString()}};
    for (const QString &step : m_result.otherSteps)
        items.push_back({tr("step %1").arg(format::displayText(step)), step});
    m_otherStepPicker->setItems(items);
    m_otherStepPicker->setVisible(!sidesShown() && !state().step().isEmpty() && state().timeSelection().isEmpty());
}

const TableSpec *CompareView::sheetShown() const
{
    return context().tables && !sidesShown() ? context().tables->find(m_sheetPicker->value().toString()) : nullptr;
}

bool CompareView::comparesWhole() const
{
    const TableSpec *const spec = sheetShown();
    return spec && !spec->takes(Parameter::Step);
}

void CompareView::enablePickers()
{
    const QString whole = comparesWhole() ? tr("This table compares everything that both sides ran.") : QString();
    m_kindPicker->setAvailable(whole);
    m_corePicker->setAvailable(whole.isEmpty() && m_corePicker->box()->count() < 2
                                   ? tr("No accelerator core of the two sides is known.")
                                   : whole);
    const TableSpec *const sheet = sheetShown();
    m_groupPicker->setAvailable(sheet ? tr("Only the operator table uses this choice.") : QString());
}

} // namespace rs
